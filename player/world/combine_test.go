package world_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"demoscope/player/world"
)

// evenly is a world between two frames of a recording by the player in a slot, who is seen with two entities.
// Everything moves and turns evenly.
func evenly(was, now float64, slot int, entity int32) *world.World {
	w := &world.World{Game: world.QuakeWorld}
	at := func(clock float64) (origin, angles mgl32.Vec3) {
		c := float32(clock)
		return mgl32.Vec3{100 * c, -40 * c, 8 * c}, mgl32.Vec3{10 * c, 20 * c, 0}
	}
	w.PrevFrameClock, w.FrameClock, w.Recorder = was, now, slot
	w.Players = []world.Player{{Slot: 0, Frags: int32(slot)}, {Slot: 1, Frags: int32(slot)}}
	p := &w.Players[slot]
	p.Visible, p.WasVisible, p.Skin = true, true, "own"
	p.Pose.Origin, p.Pose.Angles = at(now)
	p.Was.Origin, p.Was.Angles = at(was)
	for _, number := range []int32{entity, entity + 4} {
		e := world.Entity{Number: number}
		e.Origin, e.Angles = at(now)
		w.Entities = append(w.Entities, e)
		e.Origin, e.Angles = at(was)
		w.PrevEntities = append(w.PrevEntities, e)
	}
	return w
}

// TestCombineEvenly: another recording's player and entities are where they were at the frames of the first one.
// After a long gap they stand where they were before it. Whoever jumps is not moved.
func TestCombineEvenly(t *testing.T) {
	for _, c := range []struct {
		was, now         float64
		jumps            bool
		wantWas, wantNow float64 // the times of the places
	}{
		{1, 1.1, false, 1, 1.1}, {1.02, 1.12, false, 1, 1.1}, {0.9, 1.05, false, 1, 1.1}, {1.06, 1.3, false, 1, 1.1},
		{0, 1.5, false, 0, 0}, {1.02, 1.12, true, 1.02, 1.12},
	} {
		for _, entity := range []int32{4, 6} { // before and behind that of the first recording
			base, other := evenly(1, 1.1, 0, 5), evenly(c.was, c.now, 1, entity)
			want := evenly(c.wantWas, c.wantNow, 1, entity)
			if c.jumps {
				for _, w := range []*world.World{other, want} {
					w.Players[1].NoLerp = true
					w.Entities[0].Flags, w.Entities[1].Flags = world.FlagNoLerp, world.FlagNoLerp
				}
			}
			want.Players[0], want.Players[1].Frags = base.Players[0], 0 // frags are the first recording's
			fresh := world.Entity{Number: 40}                           // first seen in the later frame
			other.Entities = append(other.Entities, fresh)
			if c.wantNow > 0 {
				want.Entities = append(want.Entities, fresh)
			}
			w := world.NewCombined()
			w.Combine(base, []*world.World{other})
			near := cmp.Comparer(func(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-3 })
			all := cmp.Exporter(func(reflect.Type) bool { return true })
			for what, lists := range map[string][2]any{
				"players":                      {want.Players, w.Players},
				"entities":                     {byNumber(base.Entities, want.Entities), w.Entities},
				"entities of the frame before": {byNumber(base.PrevEntities, want.PrevEntities), w.PrevEntities},
			} {
				if d := cmp.Diff(lists[0], lists[1], near, all); d != "" {
					t.Errorf("%+v: %s (- want, + got):\n%s", c, what, d)
				}
			}
		}
	}
}

func byNumber(lists ...[]world.Entity) []world.Entity {
	return slices.SortedFunc(slices.Values(slices.Concat(lists...)), func(a, b world.Entity) int {
		return int(a.Number - b.Number)
	})
}
