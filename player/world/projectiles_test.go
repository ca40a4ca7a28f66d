package world

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestShooter: a shot is of the only one who looks along the place where it begins; of two it is
// of the one who fires, and otherwise nobody's.
func TestShooter(t *testing.T) {
	type vec = mgl32.Vec3
	east, north := vec{0, 0, 0}, vec{0, 90, 0}
	for _, c := range []struct {
		name  string
		at    vec
		aims  []Aim
		fired []int // slots
		want  int32
	}{
		{"nobody is there", vec{100, 0, 0}, nil, nil, 0},
		{"he looks there", vec{50, 10, -8}, []Aim{{3, vec{}, east}}, nil, 4},
		{"he looks elsewhere", vec{50, 0, 0}, []Aim{{3, vec{}, north}}, nil, 0},
		{"behind him", vec{-30, 0, 0}, []Aim{{3, vec{}, east}}, nil, 0},
		{"too far", vec{80, 0, 0}, []Aim{{3, vec{}, east}}, nil, 0},
		{"beside his sight", vec{50, 41, 0}, []Aim{{3, vec{}, east}}, nil, 0},
		{"up", vec{5, 0, 50}, []Aim{{3, vec{}, vec{-89, 0, 0}}}, nil, 4},
		{"two", vec{50, 0, 0}, []Aim{{3, vec{}, east}, {1, vec{-5, 5, 0}, east}}, nil, 0},
		{"two, and one fires", vec{50, 0, 0}, []Aim{{3, vec{}, east}, {1, vec{-5, 5, 0}, east}}, []int{1}, 2},
		{"two, and both fire", vec{50, 0, 0}, []Aim{{3, vec{}, east}, {1, vec{-5, 5, 0}, east}}, []int{1, 3}, 0},
		{"three", vec{50, 0, 0}, []Aim{{3, vec{}, east}, {1, vec{-5, 5, 0}, east}, {2, vec{}, east}}, nil, 0},
	} {
		w := &World{Game: Quake}
		w.Clock, w.Players = 5, make([]Player, 4)
		for _, slot := range c.fired {
			w.Players[slot].Fired = Deed{4.9, true}
		}
		if got := w.shooter(c.at, 60, c.aims); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestProjectilesAreKnown while they are seen at least every 0.45 s and do not jump.
func TestProjectilesAreKnown(t *testing.T) {
	type vec = mgl32.Vec3
	var e Effects
	e.launch(Projectile{Entity: 7, Owner: 3, Seen: 1})
	if !e.flies(7, vec{100, 0, 0}, 1.1) || e.OwnerOf(7) != 2 || e.OwnerOf(8) != Nobody {
		t.Errorf("in the next frame: %+v", e.Projectiles)
	}
	if e.flies(7, vec{100, 0, 0}, 1.6) || e.flies(7, vec{900, 0, 0}, 1.2) || e.flies(8, vec{100, 0, 0}, 1.2) {
		t.Error("another is taken for it")
	}
	e.launch(Projectile{Entity: 9, Owner: 1, Seen: 1.3})
	e.launch(Projectile{Entity: 7, Owner: 2, Seen: 1.4})
	if len(e.Projectiles) != 2 || e.OwnerOf(7) != 1 || e.OwnerOf(9) != 0 {
		t.Errorf("a number is given to another: %+v", e.Projectiles)
	}
	if e.launch(Projectile{Entity: 11, Seen: 3}); len(e.Projectiles) != 1 {
		t.Errorf("after a while: %+v", e.Projectiles)
	}
	for i := range int32(200) {
		e.launch(Projectile{Entity: 100 + i, Seen: 3})
	}
	if len(e.Projectiles) != 128 || e.OwnerOf(299) != Nobody {
		t.Errorf("%d are known, want 128", len(e.Projectiles))
	}
}
