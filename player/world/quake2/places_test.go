package quake2

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// What leaves a frame is found in the changes or in the lists, with the same places.
func TestPlaces(t *testing.T) {
	at := func(number int32, x float32) world.Entity {
		return world.Entity{Number: number, Origin: mgl32.Vec3{x, 0, 0}}
	}
	change := func(number int32, remove bool) message.EntityDelta {
		return message.EntityDelta{Number: number, Remove: remove}
	}
	old := []world.Entity{at(1, 10), at(4, 40), at(7, 70), at(9, 90)}
	list := []world.Entity{at(1, 11), at(5, 50), at(7, 70)}
	changes := []message.EntityDelta{change(1, false), change(4, true), change(5, false), change(6, true),
		change(9, true)}
	var byLists, byChanges places
	byLists.leave(old, list)
	if !byChanges.removed(old, changes) {
		t.Error("the changes rise by number")
	}
	for name, p := range map[string]places{"lists": byLists, "changes": byChanges} {
		if len(p) != 2 {
			t.Errorf("%s: %v", name, p)
		}
		for number, x := range map[int32]float32{4: 40, 9: 90} {
			if origin, ok := p.of(number); !ok || origin != (mgl32.Vec3{x, 0, 0}) {
				t.Errorf("%s: entity %d at %v, %v", name, number, origin, ok)
			}
		}
	}
	// The place of one that leaves again is the new one.
	if !byChanges.removed([]world.Entity{at(4, 44)}, []message.EntityDelta{change(4, true)}) {
		t.Error("one change rises by number")
	}
	if origin, _ := byChanges.of(4); origin[0] != 44 {
		t.Errorf("entity 4 at %v", origin)
	}
	// One that is removed may be back behind.
	if byChanges.removed(old, []message.EntityDelta{change(7, true), change(7, false)}) {
		t.Error("changes out of order")
	}
}
