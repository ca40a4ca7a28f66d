package qwd_test

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/qwd"
)

// expectation is what independent decoders read from a file, as far as it
// can be told from messages alone.
type expectation struct {
	Protocol       int
	BlocksTotal    int `json:"blocks_total"`
	Blocks         map[string]int
	Messages       map[string]int
	Submessages    map[string]int
	FirstTime      float64 `json:"first_time"`
	LastTime       float64 `json:"last_time"`
	Gamedir        string
	PrecacheModels int               `json:"precache_models"`
	PrecacheSounds int               `json:"precache_sounds"`
	ProtocolExt    map[string]uint32 `json:"protocol_ext"`
}

func corpus(t testing.TB) string {
	root := os.Getenv("DEMOSCOPE_CORPUS")
	if root == "" {
		t.Skip("DEMOSCOPE_CORPUS is not set: no real files to compare with")
	}
	return root
}

func TestCorpus(t *testing.T) {
	root := corpus(t)
	files, _ := filepath.Glob(filepath.Join(root, "qwd", "*.qwd"))
	if len(files) == 0 {
		t.Fatal("the corpus has no .qwd")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			checkFile(t, file, filepath.Join(root, "expect", filepath.Base(file)+".json"))
		})
	}
}

func TestSample(t *testing.T) {
	checkFile(t, "../../assets/sample/demoscope1.qwd", "../../assets/sample/expect/demoscope1.qwd.json")
}

func checkFile(t *testing.T, file, facts string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(facts)
	if err != nil {
		t.Fatal(err)
	}
	var want expectation
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	if !qwd.Detect(data[:min(len(data), 1<<16)], "") {
		t.Error("not detected")
	}
	d := qwd.NewDecoder(data, qwd.Options{})
	e := qwd.NewEncoder(qwd.Options{})
	blocks := map[string]int{}
	messages := map[string]int{}
	sub := map[string]int{}
	var first, last float64
	models, sounds, total := 0, 0, 0
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if total == 0 {
			first = p.Time
		}
		last = p.Time
		total++
		blocks[map[message.PacketKind]string{
			message.PacketServer: "sblock", message.PacketCommand: "cblock", message.PacketSequence: "fblock",
		}[p.Kind]]++
		if err := e.Packet(p); err != nil {
			t.Fatal(err)
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Message(m); err != nil {
				t.Fatal(err)
			}
			if p.Kind == message.PacketServer {
				messages[m.Name()]++
			}
			switch m := m.(type) {
			case *message.PacketEntities:
				if m.Delta {
					sub["deltapacketentity"] += len(m.Entities)
				} else {
					sub["packetentity"] += len(m.Entities)
				}
			case *message.QWNails:
				sub["nail"] += len(m.Nails)
			case *message.QWServerData:
				models, sounds = 0, 0
				if string(m.GameDir) != want.Gamedir {
					t.Errorf("game directory %q, want %q", m.GameDir, want.Gamedir)
				}
			case *message.QWList:
				if m.Kind == message.QWSoundList {
					sounds += len(m.Names)
				} else {
					models += len(m.Names)
				}
			}
		}
	}
	if got := d.Info().Protocol; got != want.Protocol {
		t.Errorf("protocol %d, want %d", got, want.Protocol)
	}
	if total != want.BlocksTotal {
		t.Errorf("%d blocks, want %d", total, want.BlocksTotal)
	}
	same(t, "block", blocks, want.Blocks)
	same(t, "message", messages, want.Messages)
	same(t, "submessage", sub, want.Submessages)
	// The facts have eight decimals.
	if math.Abs(first-want.FirstTime) > 1e-8 || math.Abs(last-want.LastTime) > 1e-8 {
		t.Errorf("times %v to %v, want %v to %v", first, last, want.FirstTime, want.LastTime)
	}
	if models != want.PrecacheModels || sounds != want.PrecacheSounds {
		t.Errorf("%d models and %d sounds, want %d and %d", models, sounds, want.PrecacheModels, want.PrecacheSounds)
	}
	again, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, data) {
		t.Error("the encoder writes other bytes than the decoder read")
	}
}

// same compares counts, those of zero as if they were not there.
func same(t *testing.T, what string, got, want map[string]int) {
	t.Helper()
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s %s: %d, want %d", what, name, got[name], n)
		}
	}
	for name, n := range got {
		if n != 0 && want[name] == 0 {
			t.Errorf("%s %s: %d, want none", what, name, n)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	data, err := os.ReadFile(filepath.Join(corpus(b), "qwd", "qwz_demo24.qwd"))
	if err != nil {
		b.Fatal(err)
	}
	d := qwd.NewDecoder(data, qwd.Options{})
	start := d.Mark()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		d.Return(start)
		for {
			if _, err := d.NextPacket(); err != nil {
				if err != io.EOF {
					b.Fatal(err)
				}
				break
			}
			for {
				if _, err := d.NextMessage(); err != nil {
					if err != io.EOF {
						b.Fatal(err)
					}
					break
				}
			}
		}
	}
}
