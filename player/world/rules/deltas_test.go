package rules_test

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// change is a change of one entity's x, in units, and of its skin if it is not
// negative.
func change(number int32, x int32, skin int32) message.EntityDelta {
	d := message.EntityDelta{Number: number, Mask: message.FieldOriginX, Origin: coords(x, 0, 0)}
	if skin >= 0 {
		d.Mask |= message.FieldSkin
		d.Skin = skin
	}
	return d
}

func remove(number int32) message.EntityDelta {
	return message.EntityDelta{Number: number, Remove: true}
}

// state is what a test says of one entity.
type state struct {
	number int32
	x      float32
	skin   int32
}

func (s *script) expectEntities(what string, want ...state) {
	s.t.Helper()
	got := statesOf(s.Entities)
	if !slices.Equal(got, want) {
		s.t.Errorf("%v: %s: %v, not %v", s.Game, what, got, want)
	}
	for _, e := range want {
		if at := s.Entity(e.number); at == nil || at.Number != e.number {
			s.t.Errorf("%v: %s: entity %d is not found", s.Game, what, e.number)
		}
	}
}

func statesOf(list []world.Entity) (states []state) {
	for i := range list {
		states = append(states, state{list[i].Number, list[i].Origin[0], list[i].Skin})
	}
	return states
}

// from applies a packet of a sequence number with a change from another.
func (s *script) from(sequence, base int32, changes ...message.EntityDelta) {
	s.sequence = sequence - 1
	s.packet(&message.PacketEntities{Delta: true, From: uint8(base), Entities: changes})
}

// full applies a packet of a sequence number with a full frame.
func (s *script) full(sequence int32, changes ...message.EntityDelta) {
	s.sequence = sequence - 1
	s.packet(&message.PacketEntities{Entities: changes})
}

// Full frames that nobody has looked at are the same when somebody does: as bases of later ones, after their baselines
// have changed, in copies, and as the entity that a flash is of.
func TestFullFramesAreLate(t *testing.T) {
	for _, format := range []string{"qwd", "mvd"} {
		drive := func(later bool) *script {
			s := newQuakeWorld(t, format, "A")
			s.Defer = later
			s.packet(&message.SpawnBaseline{EntityDelta: change(5, 50, 5)})
			s.full(100, change(3, 1, -1), message.EntityDelta{Number: 5})
			s.packet(&message.SpawnBaseline{EntityDelta: change(5, 70, 7)})
			s.full(102, message.EntityDelta{Number: 5}, change(50, 2, -1))
			s.packet(&message.QWMuzzleFlash{Entity: 50})
			return s
		}
		now, later := drive(false), drive(true)
		copied := later.Clone()
		later.Settle()
		for what, w := range map[string]*world.World{"settled": later.World, "copied": copied} {
			if d := cmp.Diff(now.Entities, w.Entities); d != "" {
				t.Errorf("%s, %s: %s", format, what, d)
			}
			if d := cmp.Diff(now.PrevEntities, w.PrevEntities); d != "" {
				t.Errorf("%s, %s: before: %s", format, what, d)
			}
			if now.Hash() != w.Hash() {
				t.Errorf("%s, %s: another world", format, what)
			}
		}
		later = drive(true)
		for _, s := range []*script{now, later} {
			if format == "qwd" {
				s.from(104, 100, change(3, 4, -1))
			} else {
				s.from(104, 103, change(50, 4, -1))
			}
		}
		later.Settle()
		later.expectEntities("a change of a late one", statesOf(now.Entities)...)
		if format == "qwd" {
			later.expectEntities("a change of one before its baseline changed", state{3, 4, 0}, state{5, 50, 5})
		}
	}
}

// A client's deltas refer to the frame that they name, the newest, an older or
// one that is not there.
func TestDeltasFromOlderFrames(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A")
	s.packet(&message.SpawnBaseline{EntityDelta: change(5, 50, 5)}, &message.SpawnBaseline{
		EntityDelta: change(9, 90, 9)})
	s.full(100, change(3, 1, -1), message.EntityDelta{Number: 5})
	s.expectEntities("full", state{3, 1, 0}, state{5, 50, 5})
	s.from(101, 100, change(3, 2, 7), remove(5))
	s.expectEntities("from the newest", state{3, 2, 7})
	s.from(102, 101, message.EntityDelta{Number: 9})
	s.expectEntities("a new one from its baseline", state{3, 2, 7}, state{9, 90, 9})
	if base, ok := s.Base(); !ok || base != 101 {
		t.Errorf("base %d, %v", base, ok)
	}
	s.from(103, 100, change(3, 4, -1))
	s.expectEntities("from the third last", state{3, 4, 0}, state{5, 50, 5})
	if base, ok := s.Base(); !ok || base != 100 {
		t.Errorf("base %d, %v", base, ok)
	}
	s.from(104, 101)
	s.expectEntities("nothing new since an older one", state{3, 2, 7})
	s.from(105, 102, remove(3))
	s.expectEntities("removed from an older one", state{9, 90, 9})
	s.from(106, 102, remove(4), remove(10))
	s.expectEntities("what is not there is removed", state{3, 2, 7}, state{9, 90, 9})
	s.from(107, 90, change(8, 8, -1))
	s.expectEntities("from one that never came: the newest is the best guess", state{3, 2, 7}, state{8, 8, 0},
		state{9, 90, 9})
	if _, ok := s.Base(); ok {
		t.Error("it had a base")
	}
	if !s.Uncertain.Entities || s.Uncertain.Players {
		t.Errorf("the guess is %+v", s.Uncertain)
	}
	s.full(108, change(5, 1, -1))
	s.expectEntities("full, from the baselines", state{5, 1, 5})
	if s.Uncertain.Places() {
		t.Errorf("a full frame is %+v", s.Uncertain)
	}
	if _, ok := s.Base(); ok {
		t.Error("a full frame has a base")
	}
	s.from(109, 108, remove(5), change(5, 2, -1))
	s.expectEntities("removed and new again", state{5, 2, 5})
	s.full(110)
	s.expectEntities("an empty frame")
	s.from(111, 110, change(7, 7, -1))
	s.expectEntities("from an empty frame", state{7, 7, 0})
	s.packet()
	s.expectEntities("a packet without entities", state{7, 7, 0})
	// A new level begins from nothing.
	s.sequence = 111
	s.packet(&message.QWServerData{Protocol: 28}, &message.PacketEntities{Delta: true, From: 111,
		Entities: []message.EntityDelta{change(1, 1, -1)}})
	s.expectEntities("a new level", state{1, 1, 0})
}

// A delta refers to one of the 64 frames before it, by the low byte of its
// number.
func TestDeltaRing(t *testing.T) {
	for _, c := range []struct {
		back int32
		ok   bool
	}{{1, true}, {62, true}, {63, true}, {64, true}, {65, false}, {127, false}} {
		for _, first := range []int32{10, 200, 250, 255, 256, 1000, 1 << 20} {
			s := newQuakeWorld(t, "qwd", "A")
			s.full(first, change(1, 11, -1))
			for i := int32(1); i < c.back; i++ {
				s.full(first+i, change(2, i, -1))
			}
			s.from(first+c.back, first, change(3, 33, -1))
			if c.ok {
				s.expectEntities("in the ring", state{1, 11, 0}, state{3, 33, 0})
			} else {
				s.expectEntities("out of the ring: from the newest", state{2, float32(c.back - 1), 0}, state{3, 33, 0})
			}
		}
	}
	// 256 back would have the same low byte: that is the frame itself.
	s := newQuakeWorld(t, "qwd", "A")
	s.full(300, change(1, 1, -1))
	s.from(300, 300, change(2, 2, -1))
	s.expectEntities("of itself", state{1, 1, 0}, state{2, 2, 0})
	s.from(556, 300, change(2, 2, -1))
	s.expectEntities("256 packets later: from the newest", state{1, 1, 0}, state{2, 2, 0})
	// A full frame is no change of frame 0, nor of 256.
	s = newQuakeWorld(t, "qwd", "A")
	s.full(256, change(1, 1, -1))
	s.full(257, change(2, 2, -1))
	s.expectEntities("a full frame", state{2, 2, 0})
	// Packets that are lost leave holes, where older frames stay.
	s = newQuakeWorld(t, "qwd", "A")
	s.full(10, change(1, 1, -1))
	s.full(50, change(2, 2, -1))
	s.from(73, 10, change(3, 3, -1))
	s.expectEntities("63 back, with holes", state{1, 1, 0}, state{3, 3, 0})
	s.from(75, 11, change(3, 3, -1))
	s.expectEntities("a hole: from the newest", state{1, 1, 0}, state{3, 3, 0})
	// The flag of a reliable packet is no part of the number.
	s = newQuakeWorld(t, "qwd", "A")
	s.full(20, change(1, 1, -1))
	s.from(math.MinInt32+21, 20, change(2, 2, -1))
	s.expectEntities("a reliable packet", state{1, 1, 0}, state{2, 2, 0})
	s.from(22, 21)
	s.expectEntities("the one after it", state{1, 1, 0}, state{2, 2, 0})
	s.full(1<<30+5, change(1, 1, -1))
	s.from(1<<30+6, 5)
	if base, ok := s.Base(); base != 1<<30+5 || !ok {
		t.Errorf("base %d, %v", base, ok)
	}
}

// A server's deltas refer to the set before, whatever they name.
func TestServerDeltas(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A")
	s.packet(&message.SpawnBaseline{EntityDelta: change(5, 50, 5)})
	s.full(1, change(1, 1, -1), change(2, 2, -1))
	s.from(2, 1, change(2, 3, -1))
	s.from(3, 1, message.EntityDelta{Number: 5})
	s.expectEntities("from the set before", state{1, 1, 0}, state{2, 3, 0}, state{5, 50, 5})
	s.from(3, 200)
	s.expectEntities("nothing new", state{1, 1, 0}, state{2, 3, 0}, state{5, 50, 5})
	s.from(4, 0, remove(1), change(5, 51, -1))
	s.expectEntities("changed", state{2, 3, 0}, state{5, 51, 5})
	s.full(5)
	s.expectEntities("an empty set")
	s.full(6, change(5, 1, -1))
	s.expectEntities("a full one begins from the baselines", state{5, 1, 5})
}

// Lists rise by number, whatever order the changes have.
func TestDeltaOrder(t *testing.T) {
	for _, format := range []string{"qwd", "mvd"} {
		s := newQuakeWorld(t, format, "A")
		s.full(1, change(5, 5, -1), change(2, 2, -1), change(9, 9, -1), change(1, 1, -1))
		s.expectEntities("a full frame", state{1, 1, 0}, state{2, 2, 0}, state{5, 5, 0}, state{9, 9, 0})
		s.from(2, 1, change(9, 90, -1), change(3, 3, -1), remove(2), change(10, 10, -1), change(1, 10, -1))
		s.expectEntities("a delta", state{1, 10, 0}, state{3, 3, 0}, state{5, 5, 0}, state{9, 90, 0}, state{10, 10, 0})
		s.from(3, 2, change(3, 4, 1), change(3, 5, -1))
		s.expectEntities("twice", state{1, 10, 0}, state{3, 5, 1}, state{5, 5, 0}, state{9, 90, 0}, state{10, 10, 0})
		if s.Entity(4) != nil || s.Entity(0) != nil || s.Entity(11) != nil || s.Entity(-1) != nil {
			t.Error("entities that are not there are found")
		}
		if got := statesOf(s.PrevEntities); !slices.Equal(got, []state{{1, 10, 0}, {3, 3, 0}, {5, 5, 0}, {9, 90, 0},
			{10, 10, 0}}) {
			t.Errorf("the frame before: %v", got)
		}
	}
	// A new one among others begins from its own baseline.
	for _, format := range []string{"qwd", "mvd"} {
		s := newQuakeWorld(t, format, "A")
		s.packet(&message.SpawnBaseline{EntityDelta: change(4, 40, 4)})
		s.full(1, change(1, 1, 1), change(9, 9, 9))
		s.from(2, 1, message.EntityDelta{Number: 3}, change(4, 41, -1), change(5, 5, -1))
		s.expectEntities("among others", state{1, 1, 1}, state{3, 0, 0}, state{4, 41, 4}, state{5, 5, 0},
			state{9, 9, 9})
	}
	// Quake's updates may stand in any order; of two of one entity the last
	// is true, both being changes of the baseline.
	s := newQuake(t, "A")
	s.packet(&message.SpawnBaseline{EntityDelta: change(5, 50, 5)})
	update := func(d message.EntityDelta) message.Message { return &message.UpdateEntity{EntityDelta: d} }
	s.packet(update(change(9, 9, -1)), update(change(5, 51, 6)), update(change(2, 2, -1)), update(change(5, 52, -1)))
	s.expectEntities("updates", state{2, 2, 0}, state{5, 52, 5}, state{9, 9, 0})
	s.packet(update(change(9, 10, -1)))
	s.expectEntities("only what is named is there", state{9, 10, 0})
	s.packet(update(message.EntityDelta{Number: 5}))
	s.expectEntities("as its baseline", state{5, 50, 5})
	// Without a time it is no frame: the others stay.
	s.Begin(&message.Packet{Block: s.Block + 1})
	s.Apply(update(change(2, 3, -1)))
	s.End()
	s.expectEntities("without a time", state{2, 3, 0}, state{5, 50, 5})
	s.packet()
	s.expectEntities("a packet that shows nothing of the game", state{2, 3, 0}, state{5, 50, 5})
	s.packet(&message.ClientData{})
	s.expectEntities("a frame without entities")
	// A second time in a packet begins anew.
	s.packet(update(change(2, 3, -1)), &message.Time{Time: 99}, update(change(3, 4, -1)))
	s.expectEntities("two times", state{3, 4, 0})
}

// fieldTest is a field of a change and what it does.
type fieldTest struct {
	name string
	d    message.EntityDelta
	want func(e *world.Entity)
}

var fieldTests = []fieldTest{
	{"nothing", message.EntityDelta{}, func(e *world.Entity) {}},
	{"x", message.EntityDelta{Mask: message.FieldOriginX}, func(e *world.Entity) { e.Origin[0] = 12.5 }},
	{"y", message.EntityDelta{Mask: message.FieldOriginY}, func(e *world.Entity) { e.Origin[1] = -25 }},
	{"z", message.EntityDelta{Mask: message.FieldOriginZ}, func(e *world.Entity) { e.Origin[2] = 0.125 }},
	{"pitch", message.EntityDelta{Mask: message.FieldPitch}, func(e *world.Entity) { e.Angles[0] = 90 }},
	{"yaw", message.EntityDelta{Mask: message.FieldYaw}, func(e *world.Entity) { e.Angles[1] = -180 }},
	{"roll", message.EntityDelta{Mask: message.FieldRoll}, func(e *world.Entity) { e.Angles[2] = -1.40625 }},
	{"model", message.EntityDelta{Mask: message.FieldModel}, func(e *world.Entity) { e.Model[0] = 0x11 }},
	{"the model's high byte", message.EntityDelta{Mask: message.FieldModelHigh}, func(e *world.Entity) {
		e.Model[0] = 0x0302
	}},
	{"both of the model", message.EntityDelta{Mask: message.FieldModel | message.FieldModelHigh},
		func(e *world.Entity) { e.Model[0] = 0x0311 }},
	{"frame", message.EntityDelta{Mask: message.FieldFrame}, func(e *world.Entity) { e.Frame = 0x22 }},
	{"the frame's high byte", message.EntityDelta{Mask: message.FieldFrameHigh}, func(e *world.Entity) {
		e.Frame = 0x0403
	}},
	{"both of the frame", message.EntityDelta{Mask: message.FieldFrame | message.FieldFrameHigh},
		func(e *world.Entity) { e.Frame = 0x0422 }},
	{"colormap", message.EntityDelta{Mask: message.FieldColormap}, func(e *world.Entity) { e.Colormap = 5 }},
	{"skin", message.EntityDelta{Mask: message.FieldSkin}, func(e *world.Entity) { e.Skin = 6 }},
	{"effects", message.EntityDelta{Mask: message.FieldEffects}, func(e *world.Entity) { e.Effects = 0x84 }},
	{"alpha", message.EntityDelta{Mask: message.FieldAlpha}, func(e *world.Entity) { e.Alpha = 128 }},
	{"scale", message.EntityDelta{Mask: message.FieldScale}, func(e *world.Entity) { e.Scale = 32 }},
	{"the end of the move", message.EntityDelta{Mask: message.FieldLerpFinish}, func(e *world.Entity) {
		e.LerpFinish = 25
	}},
	{"fatness", message.EntityDelta{Mask: message.FieldFatness}, func(e *world.Entity) { e.Fatness = 7 }},
	{"color", message.EntityDelta{Mask: message.FieldColorMod}, func(e *world.Entity) {
		e.ColorMod = [3]uint8{1, 2, 3}
	}},
	{"a jump", message.EntityDelta{Mask: message.FieldNoLerp}, func(e *world.Entity) { e.Flags = 1 }},
	{"steps", message.EntityDelta{Mask: message.FieldStep}, func(e *world.Entity) { e.Flags = 2 }},
	{"transparency", message.EntityDelta{Mask: message.FieldTransparency}, func(e *world.Entity) {
		e.Flags, e.Alpha = 4, 128
	}},
	{"a jump and steps", message.EntityDelta{Mask: message.FieldNoLerp | message.FieldStep}, func(e *world.Entity) {
		e.Flags = 3
	}},
	{"frame and effects", message.EntityDelta{Mask: message.FieldFrame | message.FieldEffects}, func(e *world.Entity) {
		e.Frame, e.Effects = 0x22, 0x84
	}},
}

// leftovers fills the fields of a change, of which the mask says which are
// valid.
func leftovers(number int32, mask message.Field) message.EntityDelta {
	return message.EntityDelta{
		Number: number, Mask: mask,
		Origin: [3]wire.Coord{100, -200, 1}, Angles: [3]wire.Angle{64, -128, -1},
		Model: 0x11, ModelHigh: 3, Frame: 0x22, FrameHigh: 4, Colormap: 5, Skin: 6, Effects: 0x84, Alpha: 128,
		Scale: 32, LerpFinish: 25,
		FTEFields:    message.FTEFields{Fatness: 7, ColorMod: [3]uint8{1, 2, 3}},
		Transparency: [3]float32{1, 0.5, 9}, RenderFX: 99, Sound: 99,
		Event: 99, Solid: 99,
		Model2: 99, Model3: 99, Model4: 99, OldOrigin: [3]wire.Coord{9, 9, 9},
	}
}

// baseline is a state in which no field is zero.
func baseline(number int32) (message.EntityDelta, world.Entity) {
	all := message.FieldOrigin | message.FieldAngles | message.FieldModel | message.FieldModelHigh |
		message.FieldFrame | message.FieldFrameHigh |
		message.FieldColormap | message.FieldSkin | message.FieldEffects | message.FieldAlpha | message.FieldScale |
		message.FieldFatness |
		message.FieldColorMod
	d := message.EntityDelta{
		Number: number, Mask: all, Origin: coords(1, 2, 3), Angles: [3]wire.Angle{32, 16, 8}, Model: 2, ModelHigh: 1,
		Frame: 3, FrameHigh: 1,
		Colormap: 9, Skin: 10, Effects: 11, Alpha: 12, Scale: 13,
		FTEFields: message.FTEFields{Fatness: 14, ColorMod: [3]uint8{15, 16, 17}},
	}
	e := world.Entity{
		Number: number, Origin: [3]float32{1, 2, 3}, Angles: [3]float32{45, 22.5, 11.25}, Model: [4]uint16{0x0102},
		Frame:    0x0103,
		Colormap: 9, Skin: 10, Effects: 11, Alpha: 12, Scale: 13, Fatness: 14, ColorMod: [3]uint8{15, 16, 17},
	}
	return d, e
}

// Each field of a change alone: the others stay as the baseline, or the frame
// before, has them; flags last for one frame.
func TestEntityFields(t *testing.T) {
	for _, c := range fieldTests {
		d, want := baseline(20)
		c.want(&want)
		s := newQuake(t, "A")
		s.packet(&message.SpawnBaseline{EntityDelta: d})
		s.packet(&message.UpdateEntity{EntityDelta: leftovers(20, c.d.Mask)})
		if got := s.Entities[0]; got != want {
			t.Errorf("%s: %+v, not %+v", c.name, got, want)
		}
		_, plain := baseline(20)
		s.packet(&message.UpdateEntity{EntityDelta: leftovers(20, 0)})
		if got := s.Entities[0]; got != plain {
			t.Errorf("%s, and then nothing: %+v, not %+v", c.name, got, plain)
		}
		for _, format := range []string{"qwd", "mvd"} {
			s := newQuakeWorld(t, format, "A")
			s.packet(&message.SpawnBaseline{EntityDelta: d})
			s.full(1, leftovers(20, c.d.Mask))
			if got := s.Entities[0]; got != want {
				t.Errorf("%s: %s: %+v, not %+v", format, c.name, got, want)
			}
			s.from(2, 1, leftovers(20, message.FieldColormap))
			kept := want
			kept.Colormap, kept.Flags, kept.LerpFinish = 5, 0, 0
			if got := s.Entities[0]; got != kept {
				t.Errorf("%s: after %s: %+v, not %+v", format, c.name, got, kept)
			}
		}
		// Statics have no number.
		want = world.Entity{}
		c.want(&want)
		if c.name == "the model's high byte" {
			want.Model[0] = 0x0300
		}
		if c.name == "the frame's high byte" {
			want.Frame = 0x0400
		}
		s = newQuake(t, "A")
		s.packet(&message.SpawnStatic{EntityDelta: leftovers(33, c.d.Mask)})
		if got := s.Statics[0]; got != want {
			t.Errorf("a static, %s: %+v, not %+v", c.name, got, want)
		}
	}
}

// A baseline knows no flags; numbers that no protocol has are none.
func TestBaselines(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A"), newQuakeWorld(t, "qwd", "A"), newQuakeWorld(t, "mvd", "A")} {
		add := func(number int32) {
			s.packet(&message.SpawnBaseline{EntityDelta: leftovers(number, message.FieldNoLerp|message.FieldStep|
				message.FieldSkin)})
		}
		for i, c := range []struct {
			number int32
			count  int
		}{{5, 1}, {0, 2}, {5, 2}, {32767, 3}, {32768, 3}, {-1, 3}, {1 << 30, 3}} {
			if add(c.number); s.Baselines() != c.count {
				t.Errorf("%v: %d: %d baselines, not %d", s.Game, i, s.Baselines(), c.count)
			}
		}
		if s.Game == world.Quake {
			s.packet(&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 5}})
		} else {
			s.full(9, message.EntityDelta{Number: 5})
		}
		if want := (world.Entity{Number: 5, Skin: 6}); s.Entities[0] != want {
			t.Errorf("%v: %+v, not %+v", s.Game, s.Entities[0], want)
		}
	}
}

// Nehahra's alpha, 0 to 1, as the byte of protocol 666: 1 is invisible, 255 opaque, 0 the default. Below 0 is
// invisible.
func TestTransparency(t *testing.T) {
	for _, c := range []struct {
		alpha float32
		want  uint8
	}{{0, 0}, {-1, 1}, {float32(math.NaN()), 0}, {0.5, 128}, {0.25, 64}, {1, 255}, {2, 255}, {0.001, 1}, {0.999, 254}} {
		s := newQuake(t, "A")
		s.packet(&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 9, Mask: message.FieldTransparency,
			Transparency: [3]float32{0.75, c.alpha, 0.75}}})
		if e := s.Entities[0]; e.Alpha != c.want || e.Flags != world.FlagTransparent {
			t.Errorf("%v: %d, flags %d, not %d", c.alpha, e.Alpha, e.Flags, c.want)
		}
	}
}

// Protocols write places and angles differently.
func TestUnits(t *testing.T) {
	angle := math.Float32bits(123.5)
	for _, c := range []struct {
		units  wire.Units
		coord  wire.Coord
		angle  wire.Angle
		origin float32
		yaw    float32
	}{
		{wire.Units{}, 20, 64, 2.5, 90},
		{wire.Units{Coord: wire.CoordLong, Angle: wire.AngleShort}, 40, 16384, 2.5, 90},
		{wire.Units{Coord: wire.Coord24}, 2<<8 | 51, -64, 2.2, -90},
		{wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleFloat}, wire.Coord(math.Float32bits(2.75)),
			wire.Angle(angle), 2.75, 123.5},
	} {
		d := message.EntityDelta{Number: 3, Mask: message.FieldOriginX | message.FieldYaw, Origin: [3]wire.Coord{
			c.coord}, Angles: [3]wire.Angle{0, c.angle}}
		check := func(what string, e *world.Entity) {
			t.Helper()
			if e.Origin[0] != c.origin || e.Angles[1] != c.yaw {
				t.Errorf("%+v: %s: %v, %v, not %v, %v", c.units, what, e.Origin[0], e.Angles[1], c.origin, c.yaw)
			}
		}
		origin := [3]wire.Coord{c.coord, c.coord, c.coord}
		s := newQuake(t, "A")
		s.packet(&message.ServerInfo{Protocol: 999, MaxClients: 1, Units: c.units}, &message.SpawnBaseline{
			EntityDelta: d}, &message.SpawnStatic{EntityDelta: d})
		s.packet(&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 3}}, &message.UpdateEntity{
			EntityDelta: message.EntityDelta{Number: 4, Mask: d.Mask, Origin: d.Origin, Angles: d.Angles}},
			&message.Sound{Origin: origin}, &message.SpawnStaticSound{Origin: origin}, &message.TempEntity{
				Origin: origin, End: origin}, &message.Particle{Origin: origin})
		check("baseline", &s.Entities[0])
		check("update", &s.Entities[1])
		check("static", &s.Statics[0])
		v := [3]float32{c.origin, c.origin, c.origin}
		if e := s.Effects; e.Sounds[0].Origin != v || e.Static[0].Origin != v || e.List[0].Origin != v ||
			e.List[0].End != v || e.List[1].Origin != v {
			t.Errorf("%+v: %+v, not %v", c.units, e, v)
		}
		// QuakeWorld has units of its own for entities and players.
		plain := wire.Units{}
		for _, format := range []string{"qwd", "mvd"} {
			s = newQuakeWorld(t, format, "A")
			s.packet(&message.QWServerData{Protocol: 28, Units: plain, EntityUnits: c.units, PlayerUnits: plain},
				&message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: d}, &message.SpawnStatic{
					Kind: message.BaselineDelta, EntityDelta: d})
			s.full(1, message.EntityDelta{Number: 3}, message.EntityDelta{Number: 4, Mask: d.Mask, Origin: d.Origin,
				Angles: d.Angles})
			check(format+" baseline by delta", &s.Entities[0])
			check(format+" delta", &s.Entities[1])
			check(format+" static by delta", &s.Statics[0])
			s.packet(&message.QWServerData{Protocol: 28, Units: c.units}, &message.SpawnBaseline{EntityDelta: d},
				&message.SpawnStatic{EntityDelta: d})
			s.full(1, message.EntityDelta{Number: 3})
			check(format+" baseline", &s.Entities[0])
			check(format+" static", &s.Statics[0])
			s.packet(&message.QWServerData{Protocol: 28, PlayerUnits: c.units},
				&message.QWPlayerInfo{Player: 2, Origin: origin}, &message.MVDPlayerInfo{Player: 2, Bits: 7,
					Origin: origin})
			if got := s.Players[2].Pose.Origin; got != v {
				t.Errorf("%s: a player: %v, not %v", format, got, v)
			}
		}
	}
}
