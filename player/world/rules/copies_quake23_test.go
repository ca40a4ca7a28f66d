package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// mvd2Begin begins a multi-view recording of four clients, the last of which
// is the observer.
func mvd2Begin(t testing.TB, players []message.Quake2PlayerInfo, entities ...message.EntityDelta) *world.World {
	t.Helper()
	w := newWorld23(t, "mvd2")
	feed(w, mvd2Data(players, entities...))
	return w
}

func mvd2Data(players []message.Quake2PlayerInfo, entities ...message.EntityDelta) *message.MultiViewData {
	m := &message.MultiViewData{Protocol: 37, Version: 2010, Client: 3, GameDir: []byte("opentdm")}
	for _, s := range q2Begin(34, 1, 0)[1:] {
		m.ConfigStrings = append(m.ConfigStrings, *s.(*message.ConfigString))
	}
	m.Frame = message.MultiViewFrame{Players: players, Entities: entities}
	return m
}

func mvd2Frame(players []message.Quake2PlayerInfo, entities ...message.EntityDelta) message.Message {
	return &message.MultiViewFrame{Players: players, Entities: entities}
}

func mvd2Player(slot uint8, eighths wire.Coord) message.Quake2PlayerInfo {
	return message.Quake2PlayerInfo{
		Number: slot, Mask: message.PlayerOriginX | message.PlayerViewAngles, Origin: [3]wire.Coord{eighths},
		ViewAngles: [3]wire.Angle{8192, 16384},
	}
}

// In a multi-view recording all is a change of its own last state.
func TestMultiViewDeltas(t *testing.T) {
	w := mvd2Begin(t, []message.Quake2PlayerInfo{mvd2Player(0, 80), mvd2Player(3, 240)},
		message.EntityDelta{Number: 1, Mask: message.FieldModel | message.FieldFrame | message.FieldSkin |
			message.FieldEffects, Model: 255, Frame: 9, Skin: 0x302, Effects: 4},
		message.EntityDelta{Number: 2, Mask: message.FieldOriginX, Origin: [3]wire.Coord{8}}, q2Model(4, 255),
		q2Model(50, 7))
	if l := w.Level(); l.Protocol != 37 || l.GameDir != "opentdm" || l.Map != "maps/q2dm1.bsp" || l.MaxClients != 4 {
		t.Errorf("%+v", l)
	}
	want := world.Player{
		Slot: 0, InUse: true, Visible: true, Name: "Ann", Skin: "female/athena", EyeKnown: true, NoLerp: true,
		Stats: &world.Stats{}, Gun: world.Gun{Known: true},
		Pose: world.Pose{Origin: [3]float32{10}, Angles: [3]float32{45, 90}}, Model: 255, Frame: 9, WasFrame: 9,
		SkinNumber: 2, Effects: 4,
	}
	if d := cmp.Diff(want, w.Players[0]); d != "" {
		t.Error(d)
	}
	// The entity of a player leans a third of its view, and is where it is.
	if e := w.Entity(1); e.Origin != [3]float32{10} || e.Angles != [3]float32{15, 90, 0} {
		t.Errorf("%+v", e)
	}
	if e := w.Entity(2); e.Origin != [3]float32{1} {
		t.Errorf("of nobody: %+v", e)
	}
	if e := w.Entity(4); e.Origin != [3]float32{} || !w.Players[3].Spectator {
		t.Errorf("the observer's: %+v", e)
	}
	if w.Recorder != world.Nobody || w.View.Known {
		t.Errorf("recorder %d", w.Recorder)
	}
	// What is not told stays; a dead player's entity is not where its eye is.
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: message.PlayerType | message.PlayerOriginY, Type: 2,
		Origin: [3]wire.Coord{0, 16}}}, q2Model(60, 8)))
	if p := w.Players[0]; p.Pose.Origin != [3]float32{10, 2} || !p.Dead || p.NoLerp || p.Was.Origin != [3]float32{10} {
		t.Errorf("%+v", p)
	}
	if e := w.Entity(1); e.Origin != [3]float32{10} {
		t.Errorf("the dead one's %+v", e)
	}
	if d := cmp.Diff(map[int32]uint16{1: 255, 2: 0, 4: 255, 50: 7, 60: 8}, q2Models(w)); d != "" {
		t.Error(d)
	}
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: message.PlayerType | message.PlayerOriginX, Type: 0,
		Origin: [3]wire.Coord{80 + 2048}}}))
	if w.Players[0].NoLerp || w.Entity(1).Origin != [3]float32{266, 2} {
		t.Errorf("%+v", w.Entity(1))
	}
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: message.PlayerOriginX, Origin: [3]wire.Coord{
		80 + 2048 + 2049}}}))
	if !w.Players[0].NoLerp {
		t.Error("a jump of more than 256 units is a walk")
	}
	// Entities that go keep their state, with what their removal says.
	gone := q2Model(50, 9)
	gone.Remove = true
	feed(w, mvd2Frame(nil, gone, q2Gone(60), q2Gone(77)))
	feed(w, mvd2Frame(nil, q2Gone(50))) // told twice
	feed(w, mvd2Frame(nil, message.EntityDelta{Number: 50, Mask: message.FieldFrame, Frame: 1}, message.EntityDelta{
		Number: 60, Mask: message.FieldFrame, Frame: 1},
		message.EntityDelta{Number: 77, Mask: message.FieldFrame, Frame: 1}))
	if d := cmp.Diff(map[int32]uint16{1: 255, 2: 0, 4: 255, 50: 9, 60: 8, 77: 0}, q2Models(w)); d != "" {
		t.Error(d)
	}
	// Players go and come back, as they were, which is no walk.
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0,
		Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}}}))
	if p := w.Players[0]; p.InUse || p.Visible || !p.WasVisible {
		t.Errorf("%+v", p)
	}
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: message.PlayerType, Type: 1}}))
	if p := w.Players[0]; !p.InUse || !p.Visible || !p.NoLerp || p.Pose.Origin != [3]float32{522.125, 2} {
		t.Errorf("%+v", p)
	}
	// An event is over with the next frame.
	event := message.EntityDelta{Number: 50, Mask: message.FieldEvent, Event: 6}
	feed(w, mvd2Frame(nil, event))
	if e := w.Entity(50); e.Event != 6 || e.Flags&world.FlagNoLerp == 0 {
		t.Errorf("%+v", e)
	}
	feed(w, mvd2Frame(nil))
	if e := w.Entity(50); e.Event != 0 || e.Flags != 0 {
		t.Errorf("%+v", e)
	}
	// Names that come later than the level's list were not precached.
	feed(w, q2String(34, "late.md2"), q2String(35, "late2.md2"), q2String(35, "other.md2"), q2String(34, ""),
		q2String(289, "late.wav"), q2String(250, ""), q2String(500, ""))
	if x := w.Level().Texts; x.LateModels != 2 || x.LateSounds != 1 {
		t.Errorf("%d models, %d sounds", x.LateModels, x.LateSounds)
	}
	// A name is no player; a spectator with a body is none.
	feed(w, q2String(1313, `New\male/grunt`))
	if p := w.Players[1]; p.Name != "New" || p.InUse {
		t.Errorf("%+v", p)
	}
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: message.PlayerType, Type: 1},
		{Number: 2, Mask: message.PlayerType, Type: 1}}))
	if w.Players[0].Spectator || !w.Players[2].Spectator {
		t.Errorf("%+v", w.Players)
	}
	// Versions that nobody knows begin no level.
	feed(w, &message.MultiViewData{Protocol: 37, Version: 2008}, &message.MultiViewData{Protocol: 38, Version: 2010})
	if w.LevelCount != 1 {
		t.Errorf("level %d", w.LevelCount)
	}
	feed(w, mvd2Data(nil))
	if w.LevelCount != 2 || len(w.Entities) != 0 || w.Players[0].InUse {
		t.Errorf("level %d: %+v", w.LevelCount, w.Players)
	}
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0}}, message.EntityDelta{Number: 50,
		Mask: message.FieldFrame}))
	if w.Players[0].Pose.Origin != [3]float32{} || w.Entity(50).Model[0] != 0 {
		t.Errorf("%+v", w.Players[0])
	}
}

// What is for one client is for its player alone, what the observer is sent for all.
func TestMultiViewTargets(t *testing.T) {
	cast := func(to message.CastTarget, client uint8) message.Message {
		return &message.MultiViewCast{To: to, Client: client, Messages: []message.Message{
			&message.Print{Level: 2, Text: []byte("line\n")}, &message.CenterPrint{Text: []byte("middle")},
			&message.Layout{Text: []byte("xv 0")},
			&message.Quake2MuzzleFlash{Entity: 1}, &message.Sound{Entity: 1, Sound: 1},
		}}
	}
	for _, test := range []struct {
		to       message.CastTarget
		client   uint8
		observer int16
		want     uint32 // slots that see it
	}{
		{message.CastClient, 3, 3, everybody}, {message.CastClient, 1, 3, 2}, {message.CastClient, 1, -1, 2},
		{message.CastAll, 1, 3, everybody},
		{message.CastPHS, 1, 3, everybody}, {message.CastPVS, 0, 3, everybody}, {message.CastClient, 31, 3, 1 << 31},
	} {
		w := newWorld23(t, "mvd2")
		m := mvd2Data(nil)
		m.Client = test.observer
		feed(w, m)
		feed(w, cast(test.to, test.client))
		if w.Notices.Len() != 1 || w.Notices.Line(0).Targets != test.want || string(w.Notices.Center) != "middle" ||
			w.Notices.CenterTargets != test.want {
			t.Errorf("%+v: %d lines, %+v", test, w.Notices.Len(), w.Notices.Line(0))
		}
		all := test.want == everybody
		if w.Quake2HUD.Layout != "" != all || w.Quake2HUDOf(int(test.client)).Layout != "xv 0" ||
			w.Quake2HUDOf(30).Layout != "" != all {
			t.Errorf("%+v: layout %q", test, w.Quake2HUD.Layout)
		}
		only := test.want
		if all {
			only = 0
		}
		// the flash has a sound
		if e, s := w.Effects.List, w.Effects.Sounds; len(e) != 1 || len(s) != 2 || e[0].Only != only ||
			s[0].Only != only || s[1].Only != only {
			t.Errorf("%+v: %+v, %+v", test, e, s)
		}
	}
	// A slot that no text can name is shown nothing.
	many := newWorld23(t, "mvd2")
	feed(many, mvd2Data(nil))
	feed(many, cast(message.CastClient, 32))
	if many.Notices.Len() != 0 || len(many.Effects.List)+len(many.Effects.Sounds) != 0 {
		t.Errorf("%d lines", many.Notices.Len())
	}
	// In a Relay recording the message behind a unicast is one client's; players keep
	// apart.
	w := newWorld23(t, "dm2")
	feed(w, q2Begin(34, 0x80, 1)...)
	info := func(eighths wire.Coord) message.Message {
		return &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{eighths}}
	}
	feed(w, &message.Quake2Frame{Sequence: 1, Delta: -1}, &message.RelayUnicast{Client: 2}, info(16),
		&message.RelayUnicast{Client: 0}, info(8), info(800),
		&message.PacketEntities{})
	if w.Players[0].Pose.Origin[0] != 1 || w.Players[2].Pose.Origin[0] != 2 || w.Players[1].EyeKnown ||
		w.Players[0].Stats == nil {
		t.Errorf("%+v", w.Players)
	}
	feed(w, &message.Quake2Frame{Sequence: 2, Delta: 1}, &message.RelayUnicast{Client: 2}, &message.Quake2PlayerInfo{
		Mask: message.PlayerOriginY, Origin: [3]wire.Coord{0, 8}},
		&message.PacketEntities{})
	if w.Players[2].Pose.Origin != [3]float32{2, 1} || w.Players[0].Pose.Origin[0] != 1 {
		t.Errorf("%+v", w.Players)
	}
	// A base that never came: each of them is what it was last.
	feed(w, &message.Quake2Frame{Sequence: 9, Delta: 7}, &message.RelayUnicast{Client: 2}, &message.Quake2PlayerInfo{},
		&message.PacketEntities{})
	feed(w, &message.Quake2Frame{Sequence: 20, Delta: 19}, &message.RelayUnicast{Client: 1},
		&message.Quake2PlayerInfo{},
		&message.RelayUnicast{Client: 2}, &message.Quake2PlayerInfo{}, &message.PacketEntities{})
	if w.Players[2].Pose.Origin != [3]float32{2, 1} {
		t.Errorf("%+v", w.Players[2])
	}
	feed(w, &message.Quake2Frame{Sequence: 21, Delta: 20}, &message.RelayUnicast{Client: 2},
		&message.Print{Text: []byte("for one\n")},
		&message.Print{Text: []byte("for all\n")}, &message.RelayUnicast{Client: 1}, &message.CenterPrint{
			Text: []byte("middle")},
		&message.RelayUnicast{Client: 1}, &message.Layout{Text: []byte("xv 0")}, &message.PacketEntities{})
	if w.Notices.Len() != 2 || string(w.Notices.Line(1).Text) != "for one" ||
		string(w.Notices.Line(0).Text) != "for all" ||
		w.Notices.Line(1).Targets != 1<<2 || w.Notices.Line(0).Targets != everybody ||
		string(w.Notices.Center) != "middle" || w.Notices.CenterTargets != 1<<1 || w.Quake2HUD.Layout != "" ||
		w.Quake2HUDOf(1).Layout != "xv 0" || w.Quake2HUDOf(2).Layout != "" {
		t.Errorf("%d lines, %q in the middle, layout %q", w.Notices.Len(), w.Notices.Center, w.Quake2HUD.Layout)
	}
	// Of a client's recording, what is for another is that player's.
	w = q2Client(t)
	feed(w, &message.RelayUnicast{Client: 1}, &message.Print{Text: []byte("for one\n")},
		&message.Print{Text: []byte("for all\n")},
		&message.RelayUnicast{Client: 0}, &message.Print{Text: []byte("for it\n")})
	if w.Notices.Len() != 3 || w.Notices.Line(2).Targets != 2 || string(w.Notices.Line(1).Text) != "for all" ||
		string(w.Notices.Line(0).Text) != "for it" ||
		w.Notices.Line(1).Targets != everybody || w.Notices.Line(0).Targets != everybody {
		t.Errorf("%d lines", w.Notices.Len())
	}
}

// fullQuake2 returns a world in which every list holds something, and how to
// change all of them.
func fullQuake2(t *testing.T) (*world.World, func(w *world.World, n int32)) {
	w := q2Client(t)
	feed(w, q2String(289, "a.wav"), q2String(34, "a.md2"), q2String(544, "pic"), q2String(800, "abc"),
		q2String(5, "xv 0"), q2String(1056, "item"), q2String(1568, "text"),
		&message.SpawnBaseline{EntityDelta: q2Model(99, 3)})
	change := func(w *world.World, n int32) {
		v := wire.Coord(n * 8)
		feed(w, append(q2Frame(n, n-1, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{v},
			StatBits: 2, Stats: []int16{int16(n)}},
			message.EntityDelta{Number: 1, Mask: message.FieldModel | message.FieldOriginX, Model: 255,
				Origin: [3]wire.Coord{v}}, q2Model(50, n)),
			&message.Quake2TempEntity{Type: 5, Origin: [3]wire.Coord{v}},
			&message.Sound{Entity: 1, Channel: 1, Sound: n},
			&message.Print{Level: 2, Text: []byte(strings.Repeat("x", int(n)) + "\n")}, &message.CenterPrint{
				Text: []byte(strings.Repeat("y", int(n)))},
			&message.Layout{Text: []byte(strings.Repeat("z", int(n)))},
			&message.Inventory{Items: [256]int16{1: int16(n)}},
			&message.SpawnBaseline{EntityDelta: q2Model(99, n)},
			q2String(289, strings.Repeat("s", int(n))), q2String(34, strings.Repeat("m", int(n))),
			q2String(544, strings.Repeat("i", int(n))),
			q2String(800, strings.Repeat("l", int(n))), q2String(5, strings.Repeat("b", int(n))),
			q2String(1056, strings.Repeat("t", int(n))),
			q2String(1312, strings.Repeat("N", int(n))), q2String(1568, strings.Repeat("g", int(n))),
			q2String(1, strings.Repeat("c", int(n))))...)
	}
	change(w, 1)
	change(w, 2)
	return w, change
}

// worldFacts are what the lists of a Quake II world hold, in memory of their own.
type worldFacts struct {
	Players                         []world.Player
	Stats                           world.Stats
	Entities, Before                []world.Entity
	Effects                         []world.Effect
	Sounds                          []world.SoundStart
	Lines                           []string
	Center, Layout, Bar             string
	Inventory                       [256]int16
	Model, Sound, Image, Item, Skin string
	Style, General, Head            string
	Clock, Time                     float64
	Base                            uint16
}

func factsOf(w *world.World) worldFacts {
	f := worldFacts{
		Players: append([]world.Player(nil), w.Players...), Stats: w.Stats, Entities: append([]world.Entity(nil),
			w.Entities...),
		Before: append([]world.Entity(nil), w.PrevEntities...), Effects: append([]world.Effect(nil), w.Effects.List...),
		Sounds: append([]world.SoundStart(nil), w.Effects.Sounds...), Center: string(w.Notices.Center),
		Model: w.Level().ConfigString(34), Sound: w.Level().ConfigString(289), Image: w.Level().ConfigString(544),
		Item: w.Level().ConfigString(1056),
		Skin: w.Level().ConfigString(1312), General: w.Level().ConfigString(1568), Head: w.Level().ConfigString(1),
		Style: w.LightStyles()[0],
		Bar:   w.Level().Texts.StatusBar, Clock: w.Clock, Time: w.Time,
	}
	f.Layout, f.Inventory = w.Quake2HUD.Layout, w.Quake2HUD.Inventory
	for i := range f.Players {
		if s := f.Players[i].Stats; s != nil {
			c := *s
			f.Players[i].Stats = &c
		}
	}
	for i := range w.Notices.Len() {
		f.Lines = append(f.Lines, string(w.Notices.Line(i).Text))
	}
	return f
}

// A copy stays as it was while its source goes on, and the other way round; it
// goes on as its source does.
func TestQuake2Copies(t *testing.T) {
	w, change := fullQuake2(t)
	at2, hash2 := factsOf(w), w.Hash()
	kept := w.Clone()
	live := newWorld23(t, "dm2")
	live.CopyFrom(kept)
	if d := cmp.Diff(at2, factsOf(kept)); d != "" || kept.Hash() != hash2 || live.Hash() != hash2 {
		t.Fatalf("a copy is another world: %s", d)
	}
	change(w, 3)
	at3, hash3 := factsOf(w), w.Hash()
	change(w, 4)
	if d := cmp.Diff(at2, factsOf(kept)); d != "" || kept.Hash() != hash2 {
		t.Errorf("its source goes on, and the copy changes: %s", d)
	}
	if d := cmp.Diff(at2, factsOf(live)); d != "" || live.Hash() != hash2 {
		t.Errorf("its source's source goes on, and the copy changes: %s", d)
	}
	change(live, 3)
	if d := cmp.Diff(at3, factsOf(live)); d != "" || live.Hash() != hash3 {
		t.Errorf("the copy goes another way: %s", d)
	}
	if d := cmp.Diff(at2, factsOf(kept)); d != "" || kept.Hash() != hash2 {
		t.Errorf("a copy of it goes on, and it changes: %s", d)
	}
	// The baselines are those of the copy.
	live.CopyFrom(kept)
	feed(live, q2Frame(3, -1, nil, message.EntityDelta{Number: 99})...)
	if model := live.Entity(99).Model[0]; model != 2 {
		t.Errorf("from the baseline of frame %d", model)
	}
	// Lines in memory that the source uses again.
	before, lines := factsOf(w), w.Clone()
	for range 40 {
		feed(w, &message.Print{Text: []byte("another line\n")})
	}
	if d := cmp.Diff(before, factsOf(lines)); d != "" {
		t.Errorf("the copy's lines change: %s", d)
	}
	w.CopyFrom(lines)
	// What does not change is shared.
	shared := w.Clone()
	feed(w, q2Frame(4, 4, nil)...)
	if shared.Level() != w.Level() || shared.LightStyles() != w.LightStyles() {
		t.Error("a level that has not changed is another one")
	}
	w.CopyFrom(shared)
	// Again into the same memory, while the first of it is still used.
	second := w.Clone()
	at4 := factsOf(w)
	live.CopyFrom(kept)
	if d := cmp.Diff(at2, factsOf(live)); d != "" {
		t.Errorf("into used memory: %s", d)
	}
	change(live, 3)
	change(live, 4)
	change(live, 5)
	if d := cmp.Diff(at4, factsOf(second)); d != "" {
		t.Errorf("another copy changes: %s", d)
	}
	if d := cmp.Diff(at4, factsOf(w)); d != "" {
		t.Errorf("the source changes: %s", d)
	}
	// A lists' copy of a level that is full, and of one that is empty.
	empty := newWorld23(t, "dm2")
	live.CopyFrom(empty)
	if live.Hash() != empty.Hash() || len(live.Players) != 0 || live.Notices.Len() != 0 || len(live.Effects.List) != 0 {
		t.Error("of an empty world")
	}
}

// A copy lacks the frames before it but for the last; AddBase gives it one.
func TestQuake2CopiesOfFrames(t *testing.T) {
	begin := func() *world.World {
		w := q2Client(t)
		for n := int32(1); n <= 5; n++ {
			feed(w, q2Frame(n, -1, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{
				wire.Coord(n * 8)}}, q2Model(50, n), q2Model(100+n, 1))...)
		}
		return w
	}
	w := begin()
	kept := w.Clone()
	live := newWorld23(t, "dm2")
	live.CopyFrom(kept)
	feed(live, q2Frame(6, 5, &message.Quake2PlayerInfo{}, message.EntityDelta{Number: 50, Mask: message.FieldFrame})...)
	if d := cmp.Diff(map[int32]uint16{50: 5, 105: 1}, q2Models(live)); d != "" || live.Players[0].Pose.Origin[0] != 5 {
		t.Errorf("of the last frame: %s, %v", d, live.Players[0].Pose)
	}
	// A frame later than the copy is none of it.
	feed(w, q2Frame(6, -1, nil, q2Model(77, 6))...)
	kept.AddBase(w, 6)
	live.CopyFrom(kept)
	feed(live, q2Frame(7, 6, nil)...)
	if d := cmp.Diff(map[int32]uint16{50: 5, 105: 1}, q2Models(live)); d != "" {
		t.Errorf("of a frame that is later: %s", d)
	}
	// The source's next turn of the ring leaves the copies alone.
	other := begin()
	first, third := other.Clone(), newWorld23(t, "dm2")
	third.CopyFrom(first)
	for n := int32(6); n <= 25; n++ {
		feed(other, q2Frame(n, -1, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{
			wire.Coord(n * 8)}}, q2Model(50, n))...)
		feed(third, q2Frame(n, n-1, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{800}},
			q2Model(50, 200))...)
	}
	third.CopyFrom(first)
	feed(third, q2Frame(6, 5, &message.Quake2PlayerInfo{})...)
	if d := cmp.Diff(map[int32]uint16{50: 5, 105: 1}, q2Models(third)); d != "" ||
		third.Players[0].Pose.Origin[0] != 5 {
		t.Errorf("after others have gone on: %s, %v", d, third.Players[0].Pose)
	}
	for _, key := range []int32{3, 5, 6, 77} {
		kept.AddBase(w, key)
	}
	live.CopyFrom(kept)
	feed(live, q2Frame(6, 3, &message.Quake2PlayerInfo{}, message.EntityDelta{Number: 50, Mask: message.FieldFrame})...)
	if d := cmp.Diff(map[int32]uint16{50: 3, 103: 1}, q2Models(live)); d != "" || live.Players[0].Pose.Origin[0] != 3 {
		t.Errorf("of a frame that was added: %s, %v", d, live.Players[0].Pose)
	}
}

// The states of multi-view recordings are copied, too.
func TestMultiViewCopies(t *testing.T) {
	w := mvd2Begin(t, []message.Quake2PlayerInfo{mvd2Player(0, 80)}, q2Model(1, 255), q2Model(50, 7))
	feed(w, mvd2Frame(nil, q2Gone(50)))
	kept := w.Clone()
	live := newWorld23(t, "mvd2")
	live.CopyFrom(kept)
	hash := kept.Hash()
	next := func(w *world.World, y wire.Coord) {
		feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: message.PlayerOriginY,
			Origin: [3]wire.Coord{0, y}}},
			message.EntityDelta{Number: 50, Mask: message.FieldFrame, Frame: 1}))
	}
	health := func(w *world.World, v int16) {
		feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, StatBits: 2, Stats: []int16{v}}}))
	}
	health(w, 50)
	health(live, 60)
	if kept.Players[0].Stats.Values[1] != 0 || w.Players[0].Stats.Values[1] != 50 ||
		live.Players[0].Stats.Values[1] != 60 {
		t.Errorf("health %d, %d, %d", kept.Players[0].Stats.Values[1], w.Players[0].Stats.Values[1],
			live.Players[0].Stats.Values[1])
	}
	next(w, 800)
	next(live, 8)
	if live.Players[0].Pose.Origin != [3]float32{10, 1} || live.Entity(50).Model[0] != 7 ||
		live.Entity(1).Origin != [3]float32{10, 1} {
		t.Errorf("%+v", live.Players[0])
	}
	if w.Players[0].Pose.Origin != [3]float32{10, 100} || kept.Players[0].Pose.Origin != [3]float32{10} ||
		kept.Hash() != hash {
		t.Errorf("%+v", kept.Players[0])
	}
	// An event is over in a copy, too.
	feed(w, mvd2Frame(nil, message.EntityDelta{Number: 50, Mask: message.FieldEvent, Event: 6}))
	other := newWorld23(t, "mvd2")
	other.CopyFrom(w)
	feed(other, mvd2Frame(nil))
	if e := other.Entity(50); e.Event != 0 || e.Flags != 0 {
		t.Errorf("the event stays: %+v", e)
	}
	again := newWorld23(t, "mvd2")
	again.CopyFrom(kept)
	if again.Hash() != hash {
		t.Error("another world")
	}
	health(again, 60)
	next(again, 8)
	if again.Hash() != live.Hash() {
		t.Error("the copies go different ways")
	}
}

// Quake III's copies: configstrings, pieces of one, snapshots, what was told.
func TestQuake3Copies(t *testing.T) {
	begin := func() *q3World {
		q := q3Begin(t, 68, `0 \sv_maxclients\4`, `544 n\Ann`, `545 n\Bob`, "3 title", "33 model")
		for n := int32(2); n <= 6; n++ {
			s := q3At(1000+50*n, 1)
			if n == 2 {
				s = q3At(1000, 0)
			}
			q.packet(n, &s.player(message.PlayerStateOriginX, q3Bits(float32(n))).
				entity(1, message.EntityStateType, 1, message.EntityStatePosBaseX, q3Bits(float32(n))).entity(9,
				message.EntityStateFrame, n).entity(uint16(100+n)).m)
		}
		q.commands(`bcs0 3 "long "`, `print "line`+"\n\"", `cp "middle"`)
		return q
	}
	source := begin()
	source.packet(7, &q3Event(q3At(1400, 1).entity(2, message.EntityStateType, 1, message.EntityStateEvent, 19,
		message.EntityStateEventParm, 28), 200, 13+64).m)
	command := source.command
	kept := source.Clone()
	hash := kept.Hash()
	if hash != source.Hash() {
		t.Fatal("the copy is another world")
	}
	go1 := func(w *world.World) *q3World {
		q := &q3World{World: w, command: command}
		q.commands(`bcs2 3 "title"`, `cs 544 "n\New"`, `cs 33 "other"`, `print "two`+"\n\"", `cp "2"`)
		return q
	}
	go2 := func(q *q3World) *q3World {
		q.packet(8, &q3At(1450, 1).player(message.PlayerStateOriginX, q3Bits(50)).entity(9, message.EntityStateWeapon,
			1).gone(102).
			entity(201, message.EntityStateType, 13+20, message.EntityStateEventParm, 28).m)
		return q
	}
	live := newWorld23(t, "dm3")
	live.CopyFrom(kept)
	l := go2(go1(live))
	s := go2(go1(source.World))
	if l.Hash() != s.Hash() {
		t.Error("the copy goes another way")
	}
	for what, ok := range map[string]bool{
		"pieces": l.Level().Title == "long title", "names": l.Players[0].Name == "New",
		"models": l.Level().Model(1) == "other",
		"entities": l.Entity(9) != nil && l.Entity(9).Frame == 6 && l.Entity(9).Weapon == 1 && l.Entity(102) == nil &&
			l.Entity(103) != nil,
		"events": len(eventsOf(l.World, world.EventItem)) == 0, // it was told before the copy
		"before": len(l.PrevEntities) == 9,
		"jump":   !l.View.NoLerp && l.View.WasOrigin[0] == 6,
	} {
		if !ok {
			t.Errorf("the copy's %s: %+v", what, l.PrevEntities)
		}
	}
	if kept.Hash() != hash || kept.Level().Title != "title" || kept.Players[0].Name != "Ann" ||
		kept.Level().Model(1) != "model" ||
		string(kept.Notices.Center) != "middle" || kept.Notices.Len() != 1 || kept.Entity(9).Weapon != 0 {
		t.Error("the kept one has changed")
	}
	// Of a copy only the last snapshot can be changed, until others are added.
	from4 := func(w *world.World) bool {
		q := &q3World{World: w, command: command}
		q.packet(8, &q3At(1450, 4).entityOf(message.SnapshotSame, 9).m)
		return !q.Uncertain.Places() && q.Time == 1.45 && q.Entity(9) != nil && q.Entity(9).Frame == 4
	}
	live.CopyFrom(kept)
	if from4(live) {
		t.Error("a copy has all snapshots")
	}
	kept.AddBase(source.World, 4)
	kept.AddBase(source.World, 8) // later than the copy
	kept.AddBase(source.World, 40)
	live.CopyFrom(kept)
	if !from4(live) {
		t.Error("the snapshot that was added is no base")
	}
	live.CopyFrom(kept)
	later := &q3World{World: live, command: command}
	later.packet(9, &q3At(1500, 1).m)
	if !later.Uncertain.Places() {
		t.Error("a copy has a snapshot that is later than it")
	}
	if kept.Memory(nil) < 1000 {
		t.Errorf("%d bytes", kept.Memory(nil))
	}
}

// Effects of a copy end when they would have ended, whatever its memory was
// used for.
func TestQuake2CopiedEffects(t *testing.T) {
	late := q2Client(t)
	feed(late, q2Frame(1, -1, nil)...)
	feed(late, q2Frame(500, 1, nil)...)
	feed(late, &message.Quake2TempEntity{Type: 3})
	early := q2Client(t)
	feed(early, q2Frame(1, -1, nil)...)
	feed(early, &message.Quake2TempEntity{Type: 35})
	late.CopyFrom(early.Clone())
	if len(late.Effects.List) != 1 {
		t.Fatalf("%+v", late.Effects.List)
	}
	feed(late, q2Frame(10, 1, nil)...)
	if len(late.Effects.List) != 0 {
		t.Errorf("%+v", late.Effects.List)
	}
}

// Once it is warm, a world does not allocate.
func TestQuake23Allocations(t *testing.T) {
	packet := func(w *world.World, sequence int32, seconds float64, list []message.Message) {
		p := message.Packet{Sequence: sequence, Block: w.Block + 1, Time: seconds}
		w.Begin(&p)
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
	}
	measure := func(what string, drive func(n int32)) {
		t.Helper()
		n := int32(0)
		for range 100 {
			n++
			drive(n)
		}
		if allocs := testing.AllocsPerRun(200, func() { n++; drive(n) }); allocs > 1 { // the packet itself
			t.Errorf("%s: %v allocations a frame", what, allocs)
		}
	}
	client := q2Client(t)
	frame, info := &message.Quake2Frame{}, &message.Quake2PlayerInfo{Mask: message.PlayerOriginX,
		Origin: [3]wire.Coord{8}}
	list := []message.Message{frame, info, &message.PacketEntities{Entities: []message.EntityDelta{q2Model(9, 3),
		q2Model(10, 3)}},
		&message.Quake2TempEntity{Type: 5}, &message.Sound{Entity: 9, Sound: 1}, &message.Print{Text: []byte("line\n")}}
	measure("dm2", func(n int32) {
		frame.Sequence, frame.Delta = n, n-1
		packet(client, 0, 0, list)
	})
	multi := mvd2Begin(t, []message.Quake2PlayerInfo{mvd2Player(0, 8)}, q2Model(1, 255))
	change := []message.Message{mvd2Frame([]message.Quake2PlayerInfo{mvd2Player(0, 16)}, q2Model(1, 255),
		q2Model(9, 3))}
	measure("mvd2", func(n int32) { packet(multi, 0, float64(n)/10, change) })
	q := q3Begin(t, 68, `0 \sv_maxclients\4`)
	s := q3At(1000, 0).player(message.PlayerStateOriginX, q3Bits(3)).entity(1, message.EntityStateType, 1).entity(9,
		message.EntityStateFrame, 3)
	snaps := []message.Message{&s.m}
	measure("dm3", func(n int32) {
		s.m.ServerTime += 50
		if n > 1 {
			s.m.DeltaNum = 1
		}
		packet(q.World, n+1, 0, snaps)
	})
}
