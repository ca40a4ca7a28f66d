package rules_test

import (
	"math"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// newFull returns a game in which every list holds something.
func newFull(t *testing.T, format string) *script {
	var s *script
	if format == "dem" {
		s = newQuake(t, "A", "B")
	} else {
		s = newQuakeWorld(t, format, "A", "B")
	}
	s.packet(&message.SpawnBaseline{EntityDelta: change(9, 1, 1)}, &message.SpawnStatic{EntityDelta: change(0, 1, 1)},
		&message.LightStyle{Style: 3, Text: []byte("a")}, &message.Sound{Volume: 255}, &message.SpawnStaticSound{
			Volume: 255},
		&message.TempEntity{Type: 10}, &message.CenterPrint{Text: []byte("middle")}, printAt(2, "line\n"))
	for range 2 {
		s.packet(s.frame(1)...)
	}
	if s.Game == world.QuakeWorld {
		s.packet(&message.QWList{Names: texts("maps/dm3.bsp", "*1")}, &message.QWList{Kind: message.QWSoundList,
			Names: texts("a.wav", "b.wav")})
		s.packet(printAt(2, "The match has begun!\n"), &message.MVDHiddenDemoInfo{Block: 1, Data: []byte("{")},
			&message.SetAngle{Player: 1})
		s.packetTo(1<<1, printAt(0, "You got the Quad Damage\n"), printAt(0, "You got the "))
	}
	s.packetTo(1<<0|1<<1, &message.UpdateStat{Index: 3, Value: 4})
	s.packet(printAt(1, "A sui"))
	return s
}

// frame is what a packet of the game shows, moved by x units.
func (s *script) frame(x int32) []message.Message {
	switch {
	case s.Game == world.Quake:
		return []message.Message{&message.ClientData{ViewHeight: 22}, update(1, 2, x), update(2, 2, x+1),
			update(9, 3, x)}
	case s.Recorder < 0:
		return []message.Message{&message.MVDPlayerInfo{Player: 0, Bits: 1, Origin: coords(x, 0, 0)},
			&message.MVDPlayerInfo{Player: 1, Bits: 1, Origin: coords(x+1, 0, 0)},
			&message.PacketEntities{Delta: true, Entities: []message.EntityDelta{change(9, x, -1)}},
			&message.QWNails{Nails: []message.QWNail{{X: int16(x)}}}}
	}
	return []message.Message{&message.QWPlayerInfo{Player: 0, Origin: coords(x, 0, 0)}, &message.QWPlayerInfo{Player: 1,
		Origin: coords(x+1, 0, 0)},
		&message.PacketEntities{Delta: true, From: uint8(s.sequence), Entities: []message.EntityDelta{
			change(9, x, -1)}},
		&message.QWNails{Nails: []message.QWNail{{X: int16(x)}}}, &message.QWClientBlock{
			ViewAngles: [3]float32{0, float32(x), 0}}}
}

// changes are packets that change one thing each.
var changes = map[string]func(s *script){
	"a frame":            func(s *script) { s.packet(s.frame(50)...) },
	"an effect":          func(s *script) { s.packet(&message.TempEntity{Type: 3}) },
	"a sound":            func(s *script) { s.packet(&message.Sound{Sound: 3, Volume: 1}) },
	"the end of effects": func(s *script) { s.time += 30; s.packet() },
	"a static sound":     func(s *script) { s.packet(&message.SpawnStaticSound{Sound: 9}) },
	"a static":           func(s *script) { s.packet(&message.SpawnStatic{EntityDelta: change(0, 9, 9)}) },
	"a baseline":         func(s *script) { s.packet(&message.SpawnBaseline{EntityDelta: change(9, 77, 7)}) },
	"a new baseline":     func(s *script) { s.packet(&message.SpawnBaseline{EntityDelta: change(19, 77, 7)}) },
	"a light style":      func(s *script) { s.packet(&message.LightStyle{Style: 3, Text: []byte("b")}) },
	"a stat":             func(s *script) { s.packetTo(1<<1, &message.UpdateStat{Index: 3, Value: 9}) },
	"a line":             func(s *script) { s.packet(printAt(2, "other\n")) },
	"a piece of a line":  func(s *script) { s.packet(printAt(1, "cides\n")) },
	"center print":       func(s *script) { s.packet(&message.CenterPrint{Text: []byte("other!")}) },
	"frags":              func(s *script) { s.packet(&message.UpdateFrags{Player: 1, Frags: 5}) },
	"a name": func(s *script) {
		s.packet(&message.UpdateName{Player: 0, Text: []byte("Z")}, &message.QWSetInfo{Player: 0, Key: []byte("name"),
			Value: []byte("Z")})
	},
	"another player": func(s *script) { s.packet(&message.UpdateFrags{Player: 20, Frags: 5}) },
	"pause":          func(s *script) { s.packet(&message.SetPause{Pause: 1}) },
	"the level": func(s *script) {
		s.packet(&message.SkyBox{Text: []byte("sky")}, &message.QWServerInfo{Key: []byte("a"), Value: []byte("b")})
	},
	"models": func(s *script) {
		s.packet(&message.QWList{Names: texts("maps/other.bsp")}, &message.SkyBox{Text: []byte("s")})
	},
	"a new level": func(s *script) { s.packet(&message.ServerInfo{MaxClients: 3}, &message.QWServerData{Client: 2}) },
	"a static of a new level": func(s *script) {
		s.packet(&message.ServerInfo{}, &message.QWServerData{}, &message.SpawnStatic{EntityDelta: change(0, 9, 9)},
			&message.SpawnStaticSound{Sound: 9}, &message.Sound{Sound: 9}, &message.TempEntity{Type: 11})
	},
	"many lines": func(s *script) {
		for range 40 {
			s.packet(printAt(2, "\nmany lines\n"))
		}
	},
	"sounds": func(s *script) {
		s.packet(&message.QWList{Kind: message.QWSoundList, Names: texts("c.wav")}, &message.SkyBox{Text: []byte("s")})
	},
	"intermission": func(s *script) {
		s.packet(&message.Intermission{Origin: coords(1, 2, 3), Angles: [3]wire.Angle{1, 2, 3}})
	},
	"a piece of an item": func(s *script) { s.packetTo(1<<1, printAt(0, "Biosuit\n")) },
	"a match": func(s *script) {
		s.packet(printAt(2, "The match has begun!\n"), &message.SetPause{Pause: 1})
	},
	"a kick": func(s *script) { s.packet(&message.QWKick{}, &message.SetAngle{}, &message.CenterPrint{}) },
	"match statistics": func(s *script) {
		s.packet(&message.MVDHiddenDemoInfo{Data: []byte("{}")}, &message.SetPause{Pause: 1})
	},
	"a time": func(s *script) { s.at(s.time + 3) },
	"many players": func(s *script) {
		for i := range 30 {
			s.packet(&message.UpdateFrags{Player: uint8(i), Frags: 9})
		}
	},
}

// What happens to a world does not happen to its copies, nor to that which it
// is a copy of; copies go on as it does.
func TestCopies(t *testing.T) {
	for _, format := range []string{"dem", "qwd", "mvd"} {
		for what, change := range changes {
			s := newFull(t, format)
			before := s.Hash()
			kept := s.Clone()
			live := newWorld(t, format)
			live.CopyFrom(s.World)
			used := newFull(t, format) // memory of its own
			used.packet(used.frame(99)...)
			used.packet(printAt(2, "old\n"), &message.TempEntity{Type: 3}, &message.UpdateFrags{Player: 30})
			used.CopyFrom(kept)
			for name, c := range map[string]*world.World{"a clone": kept, "a copy": live,
				"a copy of a clone": used.World} {
				if c.Hash() != before {
					t.Errorf("%s: %s differs", format, name)
				}
			}
			change(s)
			after := s.Hash()
			if after == before && !(format == "dem" && (what == "a kick")) {
				t.Errorf("%s: %s changes nothing", format, what)
			}
			for name, c := range map[string]*world.World{"a clone": kept, "a copy": live,
				"a copy of a clone": used.World} {
				if c.Hash() != before {
					t.Errorf("%s: %s changed %s", format, what, name)
				}
			}
			// The copies see the same packets, and are the same.
			clone := newWorld(t, format)
			clone.CopyFrom(kept)
			first := newFull(t, format)
			for name, c := range map[string]*world.World{"a copy": live, "a copy of a clone": used.World,
				"another": clone} {
				x := *first
				x.World = c
				change(&x)
				if c.Hash() != after {
					t.Errorf("%s: after %s %s is not the same", format, what, name)
				}
				if kept.Hash() != before {
					t.Errorf("%s: %s of %s changed the clone", format, what, name)
				}
				for range 3 {
					x.packet(x.frame(7)...)
				}
			}
			x := *first
			x.World = s.World
			change(&x)
			if kept.Hash() != before {
				t.Errorf("%s: %s twice changed the clone", format, what)
			}
		}
	}
}

// The hash tells worlds apart that differ in one value of what can be seen.
func TestHashSees(t *testing.T) {
	for name, edit := range map[string]func(w *world.World){
		"time":          func(w *world.World) { w.Time++ },
		"clock":         func(w *world.World) { w.Clock++ },
		"frame clock":   func(w *world.World) { w.FrameClock++ },
		"frame before":  func(w *world.World) { w.PrevFrameClock++ },
		"block":         func(w *world.World) { w.Block++ },
		"level":         func(w *world.World) { w.LevelCount++ },
		"recorder":      func(w *world.World) { w.Recorder++ },
		"intermission":  func(w *world.World) { w.Intermission = true },
		"pause":         func(w *world.World) { w.Paused = true },
		"match":         func(w *world.World) { w.Match.Start = 1 },
		"entity":        func(w *world.World) { w.Entities[0].Frame++ },
		"entity before": func(w *world.World) { w.PrevEntities[0].Origin[2] = 9 },
		"static":        func(w *world.World) { w.Statics[0].Skin++ },
		"player":        func(w *world.World) { w.Players[1].Kills++ },
		"player before": func(w *world.World) { w.Players[1].Was.Angles[2]++ },
		"velocity":      func(w *world.World) { w.Players[1].Pose.Velocity[1]++ },
		"stat":          func(w *world.World) { w.Stats.Values[63]++ },
		"known stat":    func(w *world.World) { w.Stats.Known ^= 1 << 40 },
		"view":          func(w *world.World) { w.View.Origin[0]++ },
		"view before":   func(w *world.World) { w.View.WasOrigin[0]++ },
		"punch":         func(w *world.World) { w.View.Punch[1]++ },
		"height":        func(w *world.World) { w.View.Height++ },
		"view's jump":   func(w *world.World) { w.View.NoLerp = !w.View.NoLerp },
		"line":          func(w *world.World) { w.Notices.Line(0).Text[0]++ },
		"line's level":  func(w *world.World) { w.Notices.Line(1).Level++ },
		"line's clock":  func(w *world.World) { w.Notices.Line(1).Clock++ },
		"line's target": func(w *world.World) { w.Notices.Line(1).Targets = 1 },
		"center":        func(w *world.World) { w.Notices.Center[0]++ },
		"center clock":  func(w *world.World) { w.Notices.CenterClock++ },
		"center target": func(w *world.World) { w.Notices.CenterTargets++ },
		"finale":        func(w *world.World) { w.Notices.Finale = true },
		"effect":        func(w *world.World) { w.Effects.List[0].Life++ },
		"sound":         func(w *world.World) { w.Effects.Sounds[0].Volume /= 2 },
		"static sound":  func(w *world.World) { w.Effects.Static[0].Origin[1]++ },
		"statistics":    func(w *world.World) { w.MatchStats = "x" },
	} {
		s := newFull(t, "dem")
		before := s.Hash()
		if edit(s.World); s.Hash() == before {
			t.Errorf("%s is no part of the hash", name)
		}
	}
	s := newFull(t, "mvd")
	before := s.Hash()
	if s.Nails[0].Origin[0]++; s.Hash() == before {
		t.Error("nails are no part of the hash")
	}
}

// What cannot be seen, but decides what comes, is part of the hash, too.
func TestHashSeesMore(t *testing.T) {
	note := func(s *script, text string) { s.packet(&message.StuffText{Text: []byte(text)}) }
	for what, edit := range map[string][2]func(s *script){
		"who took something": {
			func(s *script) { note(s, "//ktx took 40 20 1\n") },
			func(s *script) { note(s, "//ktx took 40 20 2\n") },
		},
		"what was taken": {
			func(s *script) { note(s, "//ktx took 40 20 1\n") },
			func(s *script) { note(s, "//ktx took 41 20 1\n") },
		},
		"a view that is to be turned": {
			func(s *script) { s.packet(&message.SetAngle{Player: 1}) },
			func(s *script) { s.packet(&message.SetAngle{Player: 2}) },
		},
		"a piece of the statistics": {
			func(s *script) { s.packet(&message.MVDHiddenDemoInfo{Block: 1, Data: []byte("a")}) },
			func(s *script) { s.packet(&message.MVDHiddenDemoInfo{Block: 1, Data: []byte("b")}) },
		},
		"units": {
			func(s *script) { s.packet(&message.QWServerData{Protocol: 28}) },
			func(s *script) {
				s.packet(&message.QWServerData{Protocol: 28, PlayerUnits: wire.Units{Coord: wire.CoordFloat}})
			},
		},
		"models": {
			func(s *script) { s.packet(&message.QWServerData{Protocol: 28}) },
			func(s *script) {
				s.packet(&message.QWServerData{Protocol: 28, Extensions: []message.QWExtension{
					{Tag: 'F' | 'T'<<8 | 'E'<<16 | 'X'<<24, Bits: 0x1000}}})
			},
		},
		"hidden messages": {
			func(s *script) { s.packet(&message.QWServerData{Protocol: 28}) },
			func(s *script) {
				s.packet(&message.QWServerData{Protocol: 28, Extensions: []message.QWExtension{
					{Tag: 'M' | 'V'<<8 | 'D'<<16 | '1'<<24, Bits: 0x20}}})
			},
		},
	} {
		var hashes [2]uint64
		for i := range hashes {
			s := newQuakeWorld(t, "mvd", "A", "B", "C")
			s.packet(&message.QWList{Names: texts("maps/dm3.bsp", "progs/quaddama.mdl", "progs/suit.mdl")},
				&message.PacketEntities{Entities: []message.EntityDelta{
					{Number: 40, Mask: message.FieldModel, Model: 2}, {Number: 41, Mask: message.FieldModel, Model: 3},
				}})
			edit[i](s)
			hashes[i] = s.Hash()
		}
		if hashes[0] == hashes[1] {
			t.Errorf("%s is no part of the hash", what)
		}
	}
	// The angles of Quake's container and what clientdata said last.
	var hashes [3]uint64
	for i := range hashes {
		s := newQuake(t, "A")
		s.Begin(&message.Packet{Angles: [3]float32{float32(i % 2)}})
		if i == 2 {
			s.Apply(&message.SetAngle{})
		}
		s.End()
		hashes[i] = s.Hash()
	}
	if hashes[0] == hashes[1] || hashes[0] == hashes[2] {
		t.Error("angles are no part of the hash")
	}
	for i, u := range [...]wire.Units{{}, {Coord: wire.CoordLong}, {Angle: wire.AngleShort}} {
		s := newQuake(t, "A")
		s.packet(&message.ServerInfo{Protocol: 999, Units: u})
		if hashes[i] = s.Hash(); i > 0 && hashes[i] == hashes[0] {
			t.Errorf("%+v is no part of the hash", u)
		}
	}
	for i, m := range [...]*message.ClientData{{}, {Velocity: [3]int8{0, 1, 0}}, {Punch: [3]int8{0, 0, 1}}} {
		s := newQuake(t, "A")
		s.packet(m)
		if hashes[i] = s.Hash(); i > 0 && hashes[i] == hashes[0] {
			t.Errorf("%+v is no part of the hash", m)
		}
	}
}

// A kept copy lacks the frames before it: AddBase gives the one that the next
// packet refers to.
func TestAddBase(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A")
	s.full(100, change(1, 1, -1))
	s.full(101, change(2, 2, -1))
	kept := s.Clone()
	lacking := newWorld(t, "qwd")
	lacking.CopyFrom(kept)
	s.from(102, 100, change(3, 3, -1))
	s.expectEntities("the live one", state{1, 1, 0}, state{3, 3, 0})
	key, ok := s.Base()
	if key != 100 || !ok {
		t.Errorf("base %d, %v", key, ok)
	}
	l := *s
	l.World = lacking
	l.from(102, 100, change(3, 3, -1))
	l.expectEntities("without the base: from the newest", state{2, 2, 0}, state{3, 3, 0})
	kept.AddBase(s.World, 99) // there is none
	kept.AddBase(s.World, 36) // 64 before one that there is
	c := *s
	c.World = newWorld(t, "qwd")
	c.CopyFrom(kept)
	c.from(102, 100, change(3, 3, -1))
	c.expectEntities("another base", state{2, 2, 0}, state{3, 3, 0})
	kept.AddBase(s.World, 102) // newer than the copy
	kept.AddBase(s.World, 100)
	c.CopyFrom(kept)
	c.from(102, 100, change(3, 3, -1))
	c.expectEntities("with the base", state{1, 1, 0}, state{3, 3, 0})
	c.CopyFrom(kept)
	c.from(103, 102, change(4, 4, -1))
	c.expectEntities("a later frame is not given", state{2, 2, 0}, state{4, 4, 0})
	c.CopyFrom(kept)
	c.from(103, 101, change(4, 4, -1))
	c.expectEntities("its own newest frame", state{2, 2, 0}, state{4, 4, 0})
	// However long the live one goes on.
	live := *s
	for i := range int32(200) {
		live.full(103+i, change(8, i, -1), change(9, i, -1))
	}
	c.CopyFrom(kept)
	c.from(102, 100, change(3, 3, -1))
	c.expectEntities("with the base, later", state{1, 1, 0}, state{3, 3, 0})
	s = newQuakeWorld(t, "qwd", "A")
	s.full(100, change(1, 1, -1))
	s.full(101, change(2, 2, -1))
	s.from(102, 100, change(3, 3, -1))
	two := newQuakeWorld(t, "qwd", "A")
	two.full(100, change(1, 1, -1))
	two.full(101, change(2, 2, -1))
	c.CopyFrom(two.World)
	c.from(102, 101, change(3, 3, -1))
	c.expectEntities("the newer of two", state{2, 2, 0}, state{3, 3, 0})
	// A copy that is driven is a live world.
	c.CopyFrom(kept)
	c.from(102, 101, change(5, 5, -1))
	d := c
	d.World = newWorld(t, "qwd")
	d.CopyFrom(c.World)
	d.from(103, 101, change(6, 6, -1))
	d.expectEntities("an older frame of a copy", state{2, 2, 0}, state{5, 5, 0}, state{6, 6, 0})
	d.CopyFrom(c.World)
	d.from(103, 102, change(6, 6, -1))
	d.expectEntities("the newest frame of a copy", state{2, 2, 0}, state{5, 5, 0}, state{6, 6, 0})
	// A copy of a live world has its newest frame alone.
	c.CopyFrom(s.World)
	c.from(103, 101, change(4, 4, -1))
	c.expectEntities("an older frame of a live world", state{1, 1, 0}, state{3, 3, 0}, state{4, 4, 0})
	c.CopyFrom(s.World)
	c.from(103, 102, change(4, 4, -1))
	c.expectEntities("the newest frame of a live world", state{1, 1, 0}, state{3, 3, 0}, state{4, 4, 0})
}

// Memory counts what a copy holds for itself.
func TestMemory(t *testing.T) {
	s := newQuake(t, "A")
	least := s.Clone().Memory(nil)
	for i := range int32(100) {
		s.packet(&message.SpawnStatic{EntityDelta: change(0, i, -1)})
	}
	if more := s.Clone().Memory(nil); more < least+100*64 || more > least+100*512 {
		t.Errorf("a hundred statics more: %d bytes, before %d", more, least)
	}
	if math.Abs(float64(least)) < 1000 {
		t.Errorf("%d bytes", least)
	}
}
