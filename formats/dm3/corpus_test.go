package dm3

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"demoscope/formats/message"
)

// corpusDir returns the folder with real demos.
func corpusDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS is not set: no real demos to test with")
	}
	return dir
}

// facts are those of a demo that this package can check: the others need a
// world, and are checked there.
type facts struct {
	File      string `json:"file"`
	Container struct {
		Messages int `json:"messages"`
	} `json:"container"`
	GameStates []struct {
		ConfigStrings int   `json:"configstrings_nonempty"`
		Baselines     int   `json:"baselines"`
		CheckSumFeed  int32 `json:"checksumFeed"`
	} `json:"gamestates"`
	Snapshots struct {
		Count int `json:"count"`
	} `json:"snapshots"`
	Commands struct {
		Raw int `json:"count_raw"`
	} `json:"server_commands"`
}

// TestCorpus reads every real demo, with the protocol of its extension and
// without knowing it, counts its messages, and writes it again: every bit has
// to be as it was.
func TestCorpus(t *testing.T) {
	dir := corpusDir(t)
	list, err := filepath.Glob(filepath.Join(dir, "expect", "*.dm[3_]*.json"))
	if err != nil || len(list) == 0 {
		t.Fatalf("no facts in %s: %v", dir, err)
	}
	for _, path := range list {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var want facts
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(want.File)))
			if err != nil {
				t.Fatal(err)
			}
			number := Extension(want.File)
			if !Detect(data, "x") || !Detect(data[:min(len(data), 1<<16)], want.File) {
				t.Error("not taken for a demo of this format")
			}
			for _, option := range []int{number, 0} {
				d := NewDecoder(data, Options{Protocol: option})
				if !d.proto.same(lookUp(number)) {
					t.Fatalf("option %d: read as protocol %d, not %d", option, d.proto.number, number)
				}
				checkFacts(t, d, &want)
			}
			again, err := rewrite(data, number)
			if err != nil || !bytes.Equal(again, data) {
				t.Errorf("written again it is another file: %v", err)
			}
		})
	}
}

func checkFacts(t *testing.T, d *Decoder, want *facts) {
	t.Helper()
	var records, snapshots, states int
	last := int32(0)
	commands := 0
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind != message.PacketEnd {
			records++
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch m := m.(type) {
			case *message.GameState:
				last = m.CommandSequence
				strings := 0
				for _, s := range m.ConfigStrings {
					if len(s.Text) > 0 {
						strings++
					}
				}
				if states < len(want.GameStates) {
					g := want.GameStates[states]
					if g.ConfigStrings != strings || g.Baselines != len(m.Baselines) || g.CheckSumFeed != m.ChecksumFeed {
						t.Errorf("gamestate with %d configstrings, %d baselines, feed %d; expected %+v", strings, len(m.Baselines), m.ChecksumFeed, g)
					}
				}
				states++
			case *message.Snapshot:
				snapshots++
			case *message.ServerCommand:
				if m.Sequence > last {
					last = m.Sequence
					commands++
				}
			}
		}
	}
	if states != len(want.GameStates) || snapshots != want.Snapshots.Count || commands != want.Commands.Raw || records != want.Container.Messages {
		t.Errorf("%d gamestates, %d snapshots, %d commands, %d records; expected %d, %d, %d, %d",
			states, snapshots, commands, records,
			len(want.GameStates), want.Snapshots.Count, want.Commands.Raw, want.Container.Messages)
	}
}

// BenchmarkDecode decodes the largest real demo.
func BenchmarkDecode(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(corpusDir(b), "dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68"))
	if err != nil {
		b.Fatal(err)
	}
	d := NewDecoder(data, Options{Protocol: 68})
	start := d.Mark()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		d.Return(start)
		for {
			if _, err := d.NextPacket(); err != nil {
				break
			}
			for {
				if _, err := d.NextMessage(); err != nil {
					break
				}
			}
		}
	}
}
