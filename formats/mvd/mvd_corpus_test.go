package mvd_test

import (
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/internal/corpus"
)

// expectation is what independent decoders read from a file, as far as it
// can be told from messages alone.
type expectation struct {
	Protocol       int
	Gamedir        string
	BlocksTotal    int `json:"blocks_total"`
	Blocks         map[string]int
	EmptyBlocks    int `json:"empty_blocks"`
	MaxBlockBytes  int `json:"max_block_bytes"`
	Messages       map[string]int
	Submessages    map[string]int
	HiddenMessages map[string]int `json:"hidden_messages"`
	HiddenBytes    map[string]int `json:"hidden_bytes"`
	TempEntities   map[string]int `json:"temp_entities"`
	DeltaMs        map[string]int `json:"delta_ms_histogram"`
	DFFlagBits     map[string]int `json:"df_flag_bits"`
	FirstTime      float64        `json:"first_time"`
	LastTime       float64        `json:"last_time"`
	PrecacheModels int            `json:"precache_models"`
	PrecacheSounds int            `json:"precache_sounds"`
}

func TestCorpus(t *testing.T) {
	for _, file := range corpus.Demos(t, mvd.Name) {
		t.Run(filepath.Base(file), func(t *testing.T) { checkFile(t, file) })
	}
}

func TestSample(t *testing.T) { checkFile(t, filepath.Join(corpus.Sample, "demoscope1.mvd")) }

func checkFile(t *testing.T, file string) {
	data := corpus.Read(t, file)
	var want expectation
	corpus.Facts(t, file, &want)
	if !mvd.Detect(data[:min(len(data), 1<<16)], "") {
		t.Error("not detected")
	}
	d := mvd.NewDecoder(data)
	c := newCounts()
	total := 0
	var first, last float64
	decodertest.Walk(t, d, func(_ message.Mark, p *message.Packet) {
		if total == 0 {
			first = p.Time
		}
		last = p.Time
		total++
		c.packet(p)
	}, c.message)
	if got := d.Info().Protocol; got != want.Protocol {
		t.Errorf("protocol %d, want %d", got, want.Protocol)
	}
	if c.gamedir != want.Gamedir {
		t.Errorf("game directory %q, want %q", c.gamedir, want.Gamedir)
	}
	if total != want.BlocksTotal || c.empty != want.EmptyBlocks || c.largest != want.MaxBlockBytes {
		t.Errorf("%d blocks, %d empty, largest %d; want %d, %d, %d",
			total, c.empty, c.largest, want.BlocksTotal, want.EmptyBlocks, want.MaxBlockBytes)
	}
	decodertest.Counts(t, "block", c.blocks, want.Blocks)
	decodertest.Counts(t, "message", c.messages, want.Messages)
	decodertest.Counts(t, "submessage", c.sub, want.Submessages)
	decodertest.Counts(t, "hidden message", c.hidden, want.HiddenMessages)
	decodertest.Counts(t, "hidden bytes", c.hiddenBytes, want.HiddenBytes)
	decodertest.Counts(t, "temporary entity", c.temp, want.TempEntities)
	decodertest.Counts(t, "step of milliseconds", c.steps, want.DeltaMs)
	decodertest.Counts(t, "playerinfo bit", c.bits, want.DFFlagBits)
	if math.Abs(first-want.FirstTime) > 1e-9 || math.Abs(last-want.LastTime) > 1e-9 {
		t.Errorf("times %v to %v, want %v to %v", first, last, want.FirstTime, want.LastTime)
	}
	if c.models != want.PrecacheModels || c.sounds != want.PrecacheSounds {
		t.Errorf("%d models and %d sounds, want %d and %d", c.models, c.sounds, want.PrecacheModels,
			want.PrecacheSounds)
	}
	decodertest.Rewrite(t, data, mvd.NewDecoder(data), mvd.NewEncoder())
}

// counts is what the facts count.
type counts struct {
	blocks, messages, sub, hidden, hiddenBytes, temp, steps, bits map[string]int
	empty, largest, models, sounds                                int
	gamedir                                                       string
}

func newCounts() *counts {
	return &counts{
		blocks: map[string]int{}, messages: map[string]int{}, sub: map[string]int{}, hidden: map[string]int{},
		hiddenBytes: map[string]int{}, temp: map[string]int{}, steps: map[string]int{}, bits: map[string]int{},
	}
}

func (c *counts) packet(p *message.Packet) {
	names := [...]string{1: "dem_read", 2: "dem_set", 3: "dem_multiple", 4: "dem_single", 5: "dem_stats", 6: "dem_all"}
	name := names[p.Type&7]
	if p.Targets == 0 {
		name += "_hidden"
	}
	c.blocks[name]++
	c.largest = max(c.largest, p.Size)
	if p.Milliseconds != 0 {
		c.steps[strconv.Itoa(int(p.Milliseconds))]++
	}
	if p.Size == 6 {
		c.empty++
	}
}

// hide counts a hidden message; its bytes are those behind the header.
func (c *counts) hide(kind, size int) {
	c.hidden[strconv.Itoa(kind)]++
	c.hiddenBytes[strconv.Itoa(kind)] += size
}

func (c *counts) message(m message.Message) {
	switch m := m.(type) {
	case *message.MVDHiddenDamage:
		c.hide(7, 8)
		return
	case *message.MVDHiddenDemoInfo:
		c.hide(3, 2+len(m.Data))
		return
	case *message.MVDHiddenStart:
		c.hide(int(m.Kind), 8)
		return
	case *message.MVDHidden:
		c.hide(int(m.Kind), len(m.Data))
		return
	case *message.PacketEntities:
		if m.Delta {
			c.sub["deltapacketentity"] += len(m.Entities)
		} else {
			c.sub["packetentity"] += len(m.Entities)
		}
	case *message.TempEntity:
		c.temp[strconv.Itoa(int(m.Type))]++
	case *message.MVDPlayerInfo:
		for bit := range 16 {
			c.bits[strconv.Itoa(bit)] += int(m.Bits >> bit & 1)
		}
	case *message.QWServerData:
		c.models, c.sounds, c.gamedir = 0, 0, string(m.GameDir)
	case *message.QWList:
		if m.Kind == message.QWSoundList {
			c.sounds += len(m.Names)
		} else {
			c.models += len(m.Names)
		}
	}
	c.messages[m.Name()]++
}

func BenchmarkDecode(b *testing.B) {
	data := corpus.Read(b, filepath.Join(corpus.Dir(b), "mvd", "4on4_-s-_vs_pol[dm2]20241118-2135.mvd"))
	decodertest.Benchmark(b, data, mvd.NewDecoder(data))
}
