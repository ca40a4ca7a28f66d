package rules_test

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// fteExpected is what a game's own log says of a demo of FTE or QuakeSpasm-Spiked.
type fteExpected struct {
	File, Kind, Map, Title string
	Slot                   *int
	Extensions             struct{ FTEX, FTE2, MVD1 string }
	Protocol               int
	Models, Sounds, Blocks int
	Messages               map[string]int
	Frames                 int `json:"entity_frames"`
	Moments                []fteMoment
	Deaths                 []struct {
		Slot int
		Name string
		Time float64 `json:"server_time"`
	}
	AtEnd []ftePlayer `json:"players_at_end"`
	Times *[2]float64 `json:"server_time_first_last"`
	Lag   int         `json:"log_lag_frames"`
}

type fteMoment struct {
	Frame, Block int
	Seconds      float64 `json:"demo_seconds"`
	Time         float64 `json:"server_time"`
	Players      []ftePlayer
	Entities     []struct {
		Number, ModelIndex, Frame, Skin, Effects, Colormap int
		Model                                              string
		Origin, Angles                                     [3]float64
	}
}

type ftePlayer struct {
	Slot          int
	Name          string
	Frags         int32
	Health, Armor *float64
	Items         *int64
	Ammo          map[string]float64
	Origin        [3]float64
	View          *[3]float64 `json:"view_angles"`
	Velocity      *[3]float64
	Seen          *bool
	Recorder      bool
	HasStats      bool `json:"has_stats"`
}

// fteNames are the names of messages that differ.
var fteNames = map[string]string{
	"spawnbaseline2": "fte_spawnbaseline2", "spawnstatic2": "fte_spawnstatic2", "oob": "connectionless",
	"cmd": "client_block", "voicechat": "voice",
}

// fteDemo is what was read of a demo.
type fteDemo struct {
	*fteExpected
	t        *testing.T
	w        *world.World
	messages map[string]int
	frames   int
	times    []float64 // of the frames, by the server
	deaths   []fteDeath
	moments  int
}

type fteDeath struct {
	slot  int
	clock float64
}

// TestFTE compares demos of FTE and QuakeSpasm-Spiked with what the games' own logs say: every field of each file.
func TestFTE(t *testing.T) {
	dir := filepath.Join(corpus.Dir(t), "fte")
	list := corpus.Files(t, dir, func(name string) bool { return strings.HasSuffix(name, ".expect.json") })
	for _, path := range list {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".expect.json"), func(t *testing.T) {
			f := &fteDemo{fteExpected: new(fteExpected), t: t, messages: map[string]int{}}
			corpus.ReadJSON(t, path, f.fteExpected)
			f.read(dir)
		})
	}
}

// read reads the demo and compares what it has.
func (f *fteDemo) read(dir string) {
	demo, err := formats.Open(f.File, corpus.Read(f.t, filepath.Join(dir, f.File)))
	if err != nil {
		f.t.Fatal(err)
	}
	if demo.Format.Name != f.Kind {
		f.t.Errorf("a .%s, not a .%s", demo.Format.Name, f.Kind)
	}
	d := demo.Decoder()
	f.w = newWorld(f.t, f.Kind)
	blocks := 0
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			f.t.Fatal(err)
		}
		blocks++
		f.w.Begin(p)
		framed := false
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				f.t.Fatal(err)
			}
			f.messages[m.Name()]++
			switch m := m.(type) {
			case *message.UpdateEntities:
				framed = true
				f.times = append(f.times, float64(m.Time))
			case *message.PacketEntities:
				framed = true
			}
			f.w.Apply(m)
		}
		f.w.End()
		f.death()
		if framed {
			f.frame(p)
		}
	}
	f.whole(d.(message.Informer).Info(), blocks)
}

// death notes the deaths of a packet.
func (f *fteDemo) death() {
	for _, e := range f.w.Events {
		if e.Kind == world.EventKill && e.Other >= 0 {
			f.deaths = append(f.deaths, fteDeath{e.Other, f.w.Time})
		}
	}
}

// frame compares the moment of a frame, if it is one of those that are known.
func (f *fteDemo) frame(p *message.Packet) {
	frame := f.frames
	f.frames++
	if f.moments == len(f.Moments) || f.Moments[f.moments].Frame != frame {
		return
	}
	m := &f.Moments[f.moments]
	f.moments++
	at := p.Time
	if f.Kind == "dem" {
		at = f.w.Time
	}
	if p.Block != m.Block || math.Abs(at-m.Seconds) > 0.001 {
		f.t.Errorf("frame %d is in block %d at %v s, not %d at %v s", frame, p.Block, at, m.Block, m.Seconds)
	}
	f.entities(m)
	for i := range m.Players {
		f.player(frame, &m.Players[i])
	}
}

// nearPlace is how far a place may lie beside the log's, in units.
func (f *fteDemo) nearPlace(player bool) float64 {
	switch {
	case strings.Contains(f.File, "_big"), strings.HasPrefix(f.File, "qss_") && f.Protocol == 999:
		return 0.035
	case player && f.Extensions.MVD1 != "0x00000000":
		return 0.002
	}
	return 0.13
}

func apart(a [3]float32, b [3]float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(float64(a[i])-b[i]))
	}
	return most
}

func turned(a, b float64) float64 { return math.Abs(math.Remainder(a-b, 360)) }

const angleStep = 1.5 // degrees

// entities compares all entities of a moment, players too.
func (f *fteDemo) entities(m *fteMoment) {
	f.w.Settle()
	type state struct {
		number, model, frame, skin, effects, colormap int
		origin, angles                                [3]float32
	}
	var got []state
	players := len(f.Extensions.FTE2) > 0 && f.messages["updateentities"] > 0 && f.Kind != "dem"
	for i := range f.w.Players {
		if p := &f.w.Players[i]; players && p.Visible {
			angles := p.Pose.Angles
			angles[0] /= -3
			got = append(got, state{i + 1, int(p.Model), int(p.Frame), int(p.SkinNumber), int(p.Effects), i + 1,
				p.Pose.Origin, angles})
		}
	}
	for i := range f.w.Entities {
		e := &f.w.Entities[i]
		got = append(got, state{int(e.Number), int(e.Model[0]), int(e.Frame), int(e.Skin), int(e.Effects),
			int(e.Colormap), e.Origin, e.Angles})
	}
	if len(got) != len(m.Entities) {
		f.t.Errorf("frame %d has %d entities, not %d", m.Frame, len(got), len(m.Entities))
		return
	}
	for i, want := range m.Entities {
		g := got[i]
		same := g.number == want.Number && g.model == want.ModelIndex && g.frame == want.Frame && g.skin == want.Skin &&
			g.effects == want.Effects && (g.colormap == want.Colormap || f.messages["updateentities"] == 0)
		away := 0.
		for axis := range g.angles {
			away = max(away, turned(float64(g.angles[axis]), want.Angles[axis]))
		}
		if players && (f.Kind == "mvd" && g.number <= 32 || f.recorder(g.number)) {
			away = 0 // where the body looks, which is behind the view
		}
		if !same || apart(g.origin, want.Origin) > f.nearPlace(false) || away > angleStep {
			f.t.Errorf("frame %d: %+v, want %+v", m.Frame, g, want)
		}
		if name := f.w.Level().Model(uint16(g.model)); name != want.Model && name != "progs/eyes.mdl" {
			f.t.Errorf("frame %d: model %q, want %q", m.Frame, name, want.Model)
		}
	}
}

// Recorder reports whether an entity is the recorder.
func (f *fteDemo) recorder(number int) bool { return f.Slot != nil && number == *f.Slot+1 }

// player compares a player of a moment.
func (f *fteDemo) player(frame int, want *ftePlayer) {
	if want.Slot >= len(f.w.Players) {
		f.t.Fatalf("frame %d: no player %d", frame, want.Slot)
	}
	p := &f.w.Players[want.Slot]
	fail := func(what string, got, want any) {
		f.t.Helper()
		f.t.Errorf("frame %d, player %d: %s %v, want %v", frame, p.Slot, what, got, want)
	}
	if p.Name != want.Name {
		fail("name", p.Name, want.Name)
	}
	if p.Frags != want.Frags {
		fail("frags", p.Frags, want.Frags)
	}
	if p.Visible != *want.Seen {
		fail("seen", p.Visible, *want.Seen)
	}
	if want.Recorder != (f.w.Recorder == want.Slot) {
		fail("recorder", f.w.Recorder, want.Slot)
	}
	if p.Visible {
		if apart(p.Pose.Origin, want.Origin) > f.nearPlace(true) {
			fail("origin", p.Pose.Origin, want.Origin)
		}
		f.view(p, want, fail)
		if v := want.Velocity; v != nil && p.Pose.VelocityKnown && apart(p.Pose.Velocity, *v) > 0.13 {
			fail("velocity", p.Pose.Velocity, *v)
		}
	}
	if want.Recorder || want.HasStats {
		f.stats(p, want, fail)
	}
}

// view compares where a player looks, which is known of all players in .mvd, and else of the recorder.
func (f *fteDemo) view(p *world.Player, want *ftePlayer, fail func(what string, got, want any)) {
	angles, near := p.Pose.Angles, 0.01
	if f.Kind != "mvd" {
		angles, near = f.w.View.Angles, angleStep
	}
	if want.View == nil || f.Kind != "mvd" && !want.Recorder {
		return
	}
	if turned(float64(angles[0]), want.View[0]) > near || turned(float64(angles[1]), want.View[1]) > near {
		fail("view", angles, *want.View)
	}
}

// stats compares the numbers of the status bar.
func (f *fteDemo) stats(p *world.Player, want *ftePlayer, fail func(what string, got, want any)) {
	s := f.w.StatsOf(p.Slot)
	if s == nil {
		fail("stats", nil, "some")
		return
	}
	number := func(name string, index int, v float64) {
		if got, known := s.Get(index); !known && v != 0 || got != int32(v) { // servers leave out what has always been 0
			fail(name, got, v)
		}
	}
	number("health", world.StatHealth, *want.Health)
	number("armor", world.StatArmor, *want.Armor)
	for name, index := range map[string]int{"current": world.StatAmmo, "shells": world.StatShells,
		"nails": world.StatNails, "rockets": world.StatRockets, "cells": world.StatCells} {
		if v, ok := want.Ammo[name]; ok {
			number(name, index, v)
		}
	}
	if items, _ := s.QuakeItems(); want.Items != nil && int64(items) != *want.Items {
		fail("items", items, *want.Items)
	}
}

// whole compares what the demo has as a whole.
func (f *fteDemo) whole(info message.Info, blocks int) {
	l := f.w.Level()
	equal := func(what string, got, want any) {
		f.t.Helper()
		if got != want {
			f.t.Errorf("%s %v, want %v", what, got, want)
		}
	}
	equal("protocol", info.Protocol, f.Protocol)
	extensions := info.Extensions
	if f.Protocol == 999 {
		extensions = extensions[1:] // its flags
	}
	var want []string
	for _, x := range [][2]string{{"FTEX", f.Extensions.FTEX}, {"FTE2", f.Extensions.FTE2}, {"MVD1",
		f.Extensions.MVD1}} {
		if short := "0x" + strings.TrimLeft(x[1][2:], "0"); short != "0x" {
			want = append(want, x[0]+" "+short)
		}
	}
	if !slices.Equal(extensions, want) {
		f.t.Errorf("extensions %q, want %q", extensions, want)
	}
	equal("title", l.Title, f.Title)
	equal("map", l.Map, "maps/"+f.Map+".bsp")
	equal("models", named(l.Models), f.Models)
	equal("sounds", named(l.Sounds), f.Sounds)
	equal("blocks", blocks, f.Blocks)
	equal("frames", f.frames, f.Frames)
	equal("moments", f.moments, len(f.Moments))
	if f.Slot != nil {
		equal("recorder", f.w.Recorder, *f.Slot)
	}
	for name, n := range f.Messages {
		if other := fteNames[name]; other != "" {
			name = other
		}
		equal(name, f.messages[name], n)
		delete(f.messages, name)
	}
	delete(f.messages, "frame_block") // which nobody counted
	delete(f.messages, "csqcentities")
	delete(f.messages, "cgamepacket")
	if len(f.messages) > 0 {
		f.t.Errorf("further messages %v", f.messages)
	}
	if unsized := strings.HasSuffix(f.File, "_csqc.mvd"); unsized != (len(info.Notes) == 1) {
		f.t.Errorf("notes %q", info.Notes)
	}
	f.ends()
}

// ends compares deaths, players at the end and times.
func (f *fteDemo) ends() {
	if f.Times != nil && len(f.times) > 0 {
		lag := 0.001
		if f.Lag > 0 {
			lag = 0.11
		}
		if got := [2]float64{f.times[0], f.times[len(f.times)-1]}; math.Abs(got[0]-f.Times[0]) > lag ||
			math.Abs(got[1]-f.Times[1]) > lag {
			f.t.Errorf("from %v s, want %v", got, *f.Times)
		}
	}
	// Deaths just before the first frame may be told behind it, and in the last second after the last one.
	shift := f.Moments[0].Seconds - f.Moments[0].Time
	got := ""
	for _, d := range f.deaths {
		got += fmt.Sprintf("%d at %.1f, ", d.slot, d.clock-shift)
	}
	at := 0
	for _, want := range f.Deaths {
		for at < len(f.deaths) && (f.deaths[at].slot != want.Slot ||
			math.Abs(f.deaths[at].clock-shift-want.Time) > 0.3) {
			at++
		}
		if at++; at > len(f.deaths) {
			f.t.Errorf("deaths %s no %s at %.1f", got, want.Name, want.Time)
			break
		}
	}
	if extra := len(f.deaths) - len(f.Deaths); extra > 1 {
		f.t.Errorf("%d deaths (%s), not %d", len(f.deaths), got, len(f.Deaths))
	}
	for i := range f.AtEnd {
		want := &f.AtEnd[i]
		p := &f.w.Players[want.Slot]
		if p.InUse && p.Name != want.Name || p.Frags != want.Frags { // some leave at the end of the demo
			f.t.Errorf("at the end %q %d, want %q %d", p.Name, p.Frags, want.Name, want.Frags)
		}
	}
}

// named returns how many of a list have a name.
func named(list []string) (n int) {
	for _, s := range list {
		if s != "" {
			n++
		}
	}
	return n
}
