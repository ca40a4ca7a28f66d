package dem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
)

// sampleDir holds our own recordings.
const sampleDir = "../../assets/sample"

// facts are what independent decoders read from a file, as far as a decoder
// alone can know it.
type facts struct {
	File           string         `json:"file"`
	Format         string         `json:"format"`
	Protocol       int            `json:"protocol"`
	ProtocolFlags  uint32         `json:"protocol_flags"`
	CDTrackLine    string         `json:"cdtrack_line"`
	Levels         []string       `json:"levels"`
	Maps           []string       `json:"maps"`
	MaxClients     int            `json:"maxclients"`
	Blocks         map[string]int `json:"blocks"`
	BlocksTotal    int            `json:"blocks_total"`
	Messages       map[string]int `json:"messages"`
	Submessages    map[string]int `json:"submessages"`
	FirstTime      float32        `json:"first_time"`
	LastTime       float32        `json:"last_time"`
	PrecacheModels int            `json:"precache_models"`
	PrecacheSounds int            `json:"precache_sounds"`
	UpdateFlags    string         `json:"updateentity_flags_or"`
	ClientFlags    string         `json:"clientdata_flags_or"`
	MaxEntity      int            `json:"max_entity"`
}

// read decodes a whole file into facts.
func read(t *testing.T, data []byte) facts {
	t.Helper()
	d := NewDecoder(data, Options{})
	f := facts{Format: Name, Blocks: map[string]int{}, Messages: map[string]int{}, Submessages: map[string]int{}}
	if h, ok := d.Header().(*message.CDTrackLine); ok {
		f.CDTrackLine = strings.TrimSpace(string(h.Text))
	}
	var update, client uint64
	timed := false
	for {
		_, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		f.BlocksTotal++
		f.Blocks["block"]++
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Error(err)
				break
			}
			f.Messages[m.Name()]++
			switch m := m.(type) {
			case *message.Time:
				if !timed {
					f.FirstTime, timed = m.Time, true
				}
				f.LastTime = m.Time
			case *message.ServerInfo:
				f.Protocol, f.ProtocolFlags = int(m.Protocol), m.Flags
				f.MaxClients = int(m.MaxClients)
				f.Levels = append(f.Levels, string(m.MapName))
				f.Maps = append(f.Maps, string(m.Models[0]))
				f.PrecacheModels, f.PrecacheSounds = len(m.Models), len(m.Sounds)
			case *message.UpdateEntity:
				update |= m.Bits
				f.MaxEntity = max(f.MaxEntity, int(m.Number))
			case *message.ClientData:
				client |= uint64(m.Bits)
			}
		}
	}
	f.UpdateFlags, f.ClientFlags = fmt.Sprintf("%#x", update), fmt.Sprintf("%#x", client)
	return f
}

// rewrite decodes data and encodes it again, with what the decoder could not
// read as raw bytes.
func rewrite(data []byte) ([]byte, []error, error) {
	d := NewDecoder(data, Options{})
	e := NewEncoder(Options{})
	var damages []error
	if h := d.Header(); h != nil {
		if err := e.Message(h); err != nil {
			return nil, nil, err
		}
	}
	raw := func(err error) error {
		var damage *message.Damage
		if !errors.As(err, &damage) {
			return err
		}
		damages = append(damages, err)
		return e.Message(&message.Raw{Data: d.Rest()})
	}
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			out, err := e.Close()
			return out, damages, err
		}
		if err != nil {
			p = &message.Packet{Kind: message.PacketRaw}
		}
		if err := e.Packet(p); err != nil {
			return nil, nil, err
		}
		if err != nil {
			if err := raw(err); err != nil {
				return nil, nil, err
			}
			continue
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err == nil {
				err = e.Message(m)
			} else {
				err = raw(err)
			}
			if err != nil {
				return nil, nil, err
			}
		}
	}
}

// expectations returns the files with facts of this format in dir.
func expectations(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "expect", "*.dem.json"))
	if err != nil || len(list) == 0 {
		t.Fatalf("no facts in %s: %v", dir, err)
	}
	return list
}

func checkFacts(t *testing.T, dir string) {
	for _, file := range expectations(t, dir) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var want facts
			if err := json.Unmarshal(text, &want); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(filepath.Join(dir, want.File))
			if err != nil {
				t.Fatal(err)
			}
			if !Detect(data, "") || !Detect(data[:min(len(data), 1<<16)], "") {
				t.Error("not detected")
			}
			got := read(t, data)
			got.File = want.File
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-expected +decoded)\n%s", diff)
			}
			again, damages, err := rewrite(data)
			if err != nil || len(damages) != 0 {
				t.Fatal(err, damages)
			}
			if !bytes.Equal(again, data) {
				t.Error("encoded again it differs")
			}
		})
	}
}

func TestSample(t *testing.T) { checkFacts(t, sampleDir) }

func TestCorpus(t *testing.T) { checkFacts(t, corpus(t)) }

// corpus returns the folder with real demos.
func corpus(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS is not set: no real demos to test with")
	}
	return dir
}
