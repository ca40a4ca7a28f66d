package dm3

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

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
	for _, path := range corpus.Demos(t, Name) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data := corpus.Read(t, path)
			var want facts
			corpus.Facts(t, path, &want)
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
					if g.ConfigStrings != strings || g.Baselines != len(m.Baselines) ||
						g.CheckSumFeed != m.ChecksumFeed {
						t.Errorf("gamestate with %d configstrings, %d baselines, feed %d; expected %+v", strings,
							len(m.Baselines), m.ChecksumFeed, g)
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
	if states != len(want.GameStates) || snapshots != want.Snapshots.Count || commands != want.Commands.Raw ||
		records != want.Container.Messages {
		t.Errorf("%d gamestates, %d snapshots, %d commands, %d records; expected %d, %d, %d, %d",
			states, snapshots, commands, records,
			len(want.GameStates), want.Snapshots.Count, want.Commands.Raw, want.Container.Messages)
	}
}

// BenchmarkDecode decodes the largest real demo.
func BenchmarkDecode(b *testing.B) {
	data := corpus.Read(b, filepath.Join(corpus.Dir(b), "dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68"))
	decodertest.Benchmark(b, data, NewDecoder(data, Options{Protocol: 68}))
}
