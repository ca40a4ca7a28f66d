package quake2_test

import (
	"errors"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/rules"
)

// TestFacts checks all facts of our own recordings and of the real ones.
func TestFacts(t *testing.T) { facts.Check(t, "dm2", nil, checkQuake2) }

// quake2Sample is one entity after one block, with what else was true then.
type quake2Sample struct {
	Block  int    `json:"block"`
	Entity int32  `json:"entity"`
	Kind   string `json:"kind"`
	State  struct {
		Model   uint16     `json:"modelindex"`
		Model2  *uint16    `json:"modelindex2"`
		Frame   uint16     `json:"frame"`
		Skin    int32      `json:"skin"` // the low byte only
		Effects uint32     `json:"effects"`
		Origin  [3]float32 `json:"origin"`
		Angles  [3]float32 `json:"angles"`
	} `json:"state"`
	Extra struct {
		DeltaFrame int32       `json:"deltaframe"`
		Entities   int         `json:"entities_in_frame"`
		Frame      *int32      `json:"frame"`
		Origin     *[3]float32 `json:"ps_origin"`
		ViewAngles *[3]float32 `json:"ps_viewangles"`
		Health     int32       `json:"stats_health"`
	} `json:"extra"`
}

// quake2Counts is what the stream says besides the world that it makes.
type quake2Counts struct {
	blocks      int
	messages    map[string]int
	entities    int
	levels      []string
	protocol    int32
	client      int16
	first, last int32 // frames
	delta       int32 // of the last frame
	timed       bool
	missing     int // frames whose base was not there
	frames      map[int32]bool
	configs     map[uint16]string
}

func (c *quake2Counts) message(m message.Message) {
	c.messages[m.Name()]++
	switch m := m.(type) {
	case *message.Quake2ServerData:
		c.levels = append(c.levels, facts.CodePoints(string(m.MapName)))
		c.protocol, c.client = m.Protocol, m.Client
		c.frames, c.configs = map[int32]bool{}, map[uint16]string{}
	case *message.ConfigString:
		c.configs[m.Index] = string(m.Text)
	case *message.Quake2Frame:
		if !c.timed {
			c.first, c.timed = m.Sequence, true
		}
		c.last, c.delta = m.Sequence, m.Delta
		if m.Delta > 0 && (!c.frames[m.Delta] || m.Sequence-m.Delta >= 16) {
			c.missing++
		}
		c.frames[m.Sequence] = true
	case *message.PacketEntities:
		c.entities += len(m.Entities)
	}
}

func checkQuake2(t *testing.T, f *facts.File) {
	var samples []quake2Sample
	f.Get(t, "samples", &samples)
	byBlock := map[int][]quake2Sample{}
	for _, s := range samples {
		byBlock[s.Block] = append(byBlock[s.Block], s)
	}
	c := &quake2Counts{messages: map[string]int{}}
	w := f.Play(t,
		func(_ *world.World, m message.Message) { c.message(m) },
		func(w *world.World, p *message.Packet) {
			if p.Kind == message.PacketEnd {
				return
			}
			c.blocks++
			for _, s := range byBlock[p.Block] {
				checkQuake2Sample(t, c, w, &s)
			}
			delete(byBlock, p.Block)
		})
	if len(byBlock) != 0 {
		t.Errorf("samples of blocks that did not come: %v", byBlock)
	}
	f.Checked("samples", facts.Leaves(t, f.Facts["samples"])-1)

	l := w.Level()
	facts.Equal(t, f, "protocol", c.protocol)
	facts.Equal(t, f, "gamedir", facts.CodePoints(l.GameDir))
	facts.Equal(t, f, "levels", c.levels)
	facts.Equal(t, f, "maps", []string{facts.CodePoints(l.Map)})
	facts.Equal(t, f, "blocks", map[string]int{"block": c.blocks})
	facts.Equal(t, f, "blocks_total", c.blocks)
	facts.Equal(t, f, "messages", c.messages)
	f.Checked("messages", len(c.messages)-1)
	facts.Equal(t, f, "submessages", map[string]int{"packetentity": c.entities})
	facts.Equal(t, f, "first_time", float64(c.first)/10)
	facts.Equal(t, f, "last_time", w.Time)
	facts.Equal(t, f, "first_frame", c.first)
	facts.Equal(t, f, "last_frame", c.last)
	facts.Equal(t, f, "precache_models", named(l.Models))
	facts.Equal(t, f, "precache_sounds", named(l.Sounds))
	facts.Equal(t, f, "delta_from_missing_frame", c.missing)

	players := []string{}
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse {
			players = append(players, facts.CodePoints(p.Name+`\`+p.Skin))
		}
	}
	facts.Equal(t, f, "players", players)
	f.Checked("players", len(players)-1)
	facts.Equal(t, f, "player_count", len(players))

	checkQuake2Final(t, f, c, w)
}

// named counts the names in a list by index.
func named(list []string) int {
	n := 0
	for _, s := range list {
		if s != "" {
			n++
		}
	}
	return n
}

func checkQuake2Final(t *testing.T, f *facts.File, c *quake2Counts, w *world.World) {
	t.Helper()
	type final struct {
		ConfigStrings int              `json:"configstrings"`
		MaxClients    string           `json:"cs_maxclients"`
		PlayerNum     int16            `json:"playernum"`
		Stats         map[string]int32 `json:"stats"`
	}
	var want final
	f.Get(t, "final", &want)
	f.Checked("final", facts.Leaves(t, f.Facts["final"])-1)
	got := final{len(c.configs), strconv.Itoa(w.Level().MaxClients), c.client, stats(&w.Stats)}
	facts.Diff(t, "final", want, got)
	for index, text := range c.configs {
		if n := int(index); n < 800 || n >= 1056 { // the lights are elsewhere
			facts.Diff(t, "config string "+strconv.Itoa(n), text, w.Level().ConfigString(n))
		}
	}
}

// stats returns those that the demo has told, by number.
func stats(s *world.Stats) map[string]int32 {
	m := map[string]int32{}
	for i := range s.Values {
		if v, known := s.Get(i); known {
			m[strconv.Itoa(i)] = v
		}
	}
	return m
}

func checkQuake2Sample(t *testing.T, c *quake2Counts, w *world.World, s *quake2Sample) {
	t.Helper()
	e := w.Entity(s.Entity)
	if e == nil || s.Kind != "packetentity" {
		t.Errorf("block %d: there is no %s %d", s.Block, s.Kind, s.Entity)
		return
	}
	got := *s
	got.State.Model, got.State.Frame, got.State.Skin, got.State.Effects = e.Model[0], e.Frame, e.Skin&0xff, e.Effects
	got.State.Origin, got.State.Angles = e.Origin, e.Angles
	if s.State.Model2 != nil {
		got.State.Model2 = &e.Model[1]
	}
	got.Extra.DeltaFrame = max(c.delta, 0)
	got.Extra.Entities = len(w.Entities)
	if s.Extra.Frame != nil {
		got.Extra.Frame = &c.last
	}
	health, _ := w.Stats.Get(world.Quake2StatHealth)
	got.Extra.Health = health
	if w.Recorder >= 0 {
		p := &w.Players[w.Recorder]
		got.Extra.Origin, got.Extra.ViewAngles = (*[3]float32)(&p.Pose.Origin), (*[3]float32)(&p.Pose.Angles)
	}
	if v := s.Extra.ViewAngles; v != nil && got.Extra.ViewAngles != nil {
		// The facts have nine digits: more than float32 holds.
		for i := range v {
			if d := v[i] - got.Extra.ViewAngles[i]; math.Abs(float64(d)) < 1e-5 {
				v[i] = got.Extra.ViewAngles[i]
			}
		}
	}
	facts.Diff(t, "block "+strconv.Itoa(s.Block), *s, got)
}

// TestQuake2Extended checks the one file of protocol 3436, for which no other
// decoder made facts but its counts: that the recorder stands where his own
// entity stands in each of its 472 frames.
func TestQuake2Extended(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Dir(t), "dm2", "lq2dm11_q2pro_ext3436.dm2"))
	demo, err := formats.Open("lq2dm11_q2pro_ext3436.dm2", data)
	if err != nil {
		t.Fatal(err)
	}
	f := facts.Of(demo)
	c := &quake2Counts{messages: map[string]int{}}
	frames := 0
	w := f.Play(t, func(_ *world.World, m message.Message) { c.message(m) }, func(w *world.World, p *message.Packet) {
		if p.Kind == message.PacketEnd {
			return
		}
		c.blocks++
		if e := w.Entity(int32(w.Recorder) + 1); w.Timed() && w.Began() {
			frames++
			if e == nil || e.Origin != w.Players[w.Recorder].Pose.Origin {
				t.Errorf("block %d: the recorder is not at his entity %+v", p.Block, e)
			}
		}
	})
	facts.Diff(t, "messages", map[string]int{
		"frame": 472, "playerinfo": 472, "packetentities": 472, "configstring": 232, "spawnbaseline": 48,
		"muzzleflash": 208, "sound": 63, "temp_entity": 356, "serverdata": 1, "stufftext": 1,
	}, c.messages)
	facts.Diff(t, "blocks", 473, c.blocks)
	facts.Diff(t, "frames", 472, frames)
	facts.Diff(t, "entities", 1182, c.entities)
	facts.Diff(t, "models", 55, named(w.Level().Models))
	facts.Diff(t, "sounds", 85, named(w.Level().Sounds))
	facts.Diff(t, "missing bases", 0, c.missing)
}

// playAll is play without a test's checks, for benchmarks.
func playAll(w *world.World, d message.Decoder) {
	for {
		p, err := d.NextPacket()
		if err != nil {
			return
		}
		w.Begin(p)
		for {
			m, err := d.NextMessage()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				break
			}
			w.Apply(m)
		}
		w.End()
	}
}

func BenchmarkApplyQuake2(b *testing.B) {
	for _, name := range []string{
		"dm2/lq2dm11_yq2_serverrecord.dm2", "dm2/testduel.dm2", "dm2/lq2dm11_q2pro_ext3436.dm2", "mvd2/test.mvd2",
	} {
		b.Run(filepath.Base(name), func(b *testing.B) {
			data := corpus.Read(b, filepath.Join(corpus.Dir(b), name))
			demo, err := formats.Open(name, data)
			if err != nil {
				b.Fatal(err)
			}
			w, d := rules.New(demo.Name), demo.Decoder()
			start := d.Mark()
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				d.Return(start)
				playAll(w, d)
			}
		})
	}
}

// TestArmorBesideAPowerShield: between the 49th and the 120th frame of a recording its player wears body
// armor of 188 and a power shield with 186 cells, which the server shows by turns of 8 frames.
func TestArmorBesideAPowerShield(t *testing.T) {
	const name = "lq2dm11_q2pro.dm2"
	demo, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Dir(t), "dm2", name)))
	if err != nil {
		t.Fatal(err)
	}
	w := rules.New("dm2")
	shown := map[int32]int{} // frames with a number in the stat
	n, frame := 0, false
	facts.Drive(t, w, demo.Decoder(), func(_ *world.World, m message.Message) {
		if _, is := m.(*message.Quake2PlayerInfo); is {
			frame = true
		}
	}, func(w *world.World, _ *message.Packet) {
		if !frame {
			return
		}
		frame = false
		if n++; n < 50 || n > 120 {
			return
		}
		shown[w.Stats.Values[world.Quake2StatArmor]]++
		got := equipment.ConditionFrom(w, &w.Stats)
		if want := (equipment.Condition{Health: got.Health, HealthKnown: true, Armor: 188, ArmorKnown: true,
			ArmorKind: equipment.ArmorRed, Power: 186}); got != want {
			t.Errorf("frame %d: %+v, want %+v", n, got, want)
		}
	})
	if shown[188] < 30 || shown[186] < 30 {
		t.Errorf("the stat told %v", shown)
	}
}
