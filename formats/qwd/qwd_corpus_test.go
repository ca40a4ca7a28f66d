package qwd_test

import (
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/qwd"
	"demoscope/internal/corpus"
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

func TestCorpus(t *testing.T) {
	for _, file := range corpus.Demos(t, qwd.Name) {
		t.Run(filepath.Base(file), func(t *testing.T) { checkFile(t, file) })
	}
}

func TestSample(t *testing.T) { checkFile(t, filepath.Join(corpus.Sample, "demoscope1.qwd")) }

func checkFile(t *testing.T, file string) {
	data := corpus.Read(t, file)
	var want expectation
	corpus.Facts(t, file, &want)
	if !qwd.Detect(data[:min(len(data), 1<<16)], "") {
		t.Error("not detected")
	}
	d := qwd.NewDecoder(data)
	blocks := map[string]int{}
	messages := map[string]int{}
	sub := map[string]int{}
	var first, last float64
	models, sounds, total := 0, 0, 0
	server := false
	decodertest.Walk(t, d, func(_ message.Mark, p *message.Packet) {
		if total == 0 {
			first = p.Time
		}
		last = p.Time
		total++
		server = p.Kind == message.PacketServer
		blocks[map[message.PacketKind]string{
			message.PacketServer: "sblock", message.PacketCommand: "cblock", message.PacketSequence: "fblock",
		}[p.Kind]]++
	}, func(m message.Message) {
		if server {
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
	})
	if got := d.Info().Protocol; got != want.Protocol {
		t.Errorf("protocol %d, want %d", got, want.Protocol)
	}
	if total != want.BlocksTotal {
		t.Errorf("%d blocks, want %d", total, want.BlocksTotal)
	}
	decodertest.Counts(t, "block", blocks, want.Blocks)
	decodertest.Counts(t, "message", messages, want.Messages)
	decodertest.Counts(t, "submessage", sub, want.Submessages)
	// The facts have eight decimals.
	if math.Abs(first-want.FirstTime) > 1e-8 || math.Abs(last-want.LastTime) > 1e-8 {
		t.Errorf("times %v to %v, want %v to %v", first, last, want.FirstTime, want.LastTime)
	}
	if models != want.PrecacheModels || sounds != want.PrecacheSounds {
		t.Errorf("%d models and %d sounds, want %d and %d", models, sounds, want.PrecacheModels, want.PrecacheSounds)
	}
	decodertest.Rewrite(t, data, qwd.NewDecoder(data), qwd.NewEncoder())
}

func BenchmarkDecode(b *testing.B) {
	data := corpus.Read(b, filepath.Join(corpus.Dir(b), "qwd", "qwz_demo24.qwd"))
	decodertest.Benchmark(b, data, qwd.NewDecoder(data))
}
