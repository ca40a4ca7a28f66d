package dem

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

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
	d := NewDecoder(data)
	f := facts{Format: Name, Blocks: map[string]int{}, Messages: map[string]int{}, Submessages: map[string]int{}}
	if h, ok := d.Header().(*message.CDTrackLine); ok {
		f.CDTrackLine = strings.TrimSpace(string(h.Text))
	}
	var update, client uint64
	timed := false
	decodertest.Walk(t, d, func(message.Mark, *message.Packet) {
		f.BlocksTotal++
		f.Blocks["block"]++
	}, func(m message.Message) {
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
	})
	f.UpdateFlags, f.ClientFlags = fmt.Sprintf("%#x", update), fmt.Sprintf("%#x", client)
	return f
}

// rewrite demands that the same bytes are written again.
func rewrite(t testing.TB, data []byte) {
	t.Helper()
	decodertest.Rewrite(t, data, NewDecoder(data), NewEncoder())
}

func checkFile(t *testing.T, file string) {
	data := corpus.Read(t, file)
	var want facts
	corpus.Facts(t, file, &want)
	if !Detect(data, "") || !Detect(data[:min(len(data), 1<<16)], "") {
		t.Error("not detected")
	}
	got := read(t, data)
	got.File = want.File
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-expected +decoded)\n%s", diff)
	}
	rewrite(t, data)
}

// samples are our own recordings.
var samples = []string{"demoscope1_p15.dem", "demoscope1_p666.dem"}

func TestSample(t *testing.T) {
	for _, name := range samples {
		t.Run(name, func(t *testing.T) { checkFile(t, filepath.Join(corpus.Sample, name)) })
	}
}

func TestCorpus(t *testing.T) {
	for _, file := range corpus.Demos(t, Name) {
		t.Run(filepath.Base(file), func(t *testing.T) { checkFile(t, file) })
	}
}

func TestNoAllocations(t *testing.T) {
	for _, name := range samples {
		decodertest.Allocations(t, NewDecoder(decodertest.Sample(t, name)))
	}
}

func TestMarks(t *testing.T) {
	for _, name := range samples {
		decodertest.Marks(t, NewDecoder(decodertest.Sample(t, name)))
		decodertest.Found(t, NewDecoder(decodertest.Sample(t, name)))
	}
}
