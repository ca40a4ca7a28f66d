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
			w.Players[slot].Fired = Timestamp{4.9, true}
		}
		if got := shooter(w.Players, w.Clock, c.at, 60, c.aims); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
	// To fire is to have done so in the last 0.15 s; who is no player has not.
	w := &World{Game: Quake}
	w.Clock, w.Players = 5, make([]Player, 4)
	both := []Aim{{3, vec{}, east}, {9, vec{}, east}}
	for fired, want := range map[float64]int32{4.86: 4, 4.84: 0} {
		if w.Players[3].Fired = (Timestamp{fired, true}); shooter(w.Players, w.Clock, vec{50, 0, 0}, 60, both) != want {
			t.Errorf("fired at %v s: not %d", fired, want)
		}
	}
}

// TestFlight: a new projectile of a frame is looked for before the eyes of the living, 60 units
// away and as far as it flies in the frame, 0.1 s at most; through the view of who shares it.
func TestFlight(t *testing.T) {
	type vec = mgl32.Vec3
	for _, c := range []struct {
		name   string
		at     vec
		span   float64
		change func(w *World)
		want   int
	}{
		{"in a frame of 0.1 s", vec{150, 0, 22}, 0.1, nil, 0},
		{"in a frame of 0.05 s", vec{150, 0, 22}, 0.05, nil, Nobody},
		{"near, in a frame of 0.05 s", vec{105, 0, 22}, 0.05, nil, 0},
		{"in a long frame", vec{170, 0, 22}, 1, nil, Nobody},
		{"of the dead", vec{150, 0, 22}, 0.1, func(w *World) { w.Players[0].Dead = true }, Nobody},
		{"of a spectator", vec{150, 0, 22}, 0.1, func(w *World) { w.Players[0].Spectator = true }, Nobody},
		{"of nobody in sight", vec{150, 0, 22}, 0.1, func(w *World) { w.Players[0].Visible = false }, Nobody},
		{"of the recorder, who looks elsewhere", vec{150, 0, 22}, 0.1, func(w *World) {
			w.View.Angles, w.View.Known = vec{0, 180, 0}, true
		}, Nobody},
		{"of the recorder, who looks there", vec{-100, 0, 22}, 0.1, func(w *World) {
			w.View.Angles, w.View.Known = vec{0, 180, 0}, true
		}, 0},
	} {
		w := soundWorld(Quake)
		w.FrameClock, w.Recorder = 9.9, 0
		w.Players[1].Pose.Origin, w.Players[2].Pose.Origin = vec{0, 500, 0}, vec{0, 900, 0}
		if c.change != nil {
			c.change(w)
		}
		w.flight(&Entity{Number: 40, Origin: c.at}, c.span)
		if got := w.Effects.OwnerOf(40); got != c.want || w.Effects.Projectiles[0].Seen != 9.9 ||
			w.Effects.Projectiles[0].At != c.at {
			t.Errorf("%s: of %d, want %d: %+v", c.name, got, c.want, w.Effects.Projectiles)
		}
	}
	for kind, want := range map[TrailKind]bool{
		TrailRocket: true, TrailGrenade: true, TrailNail: true, TrailBlaster: true, TrailIonRipper: true,
		TrailPlasma: true, TrailBFG: true, TrailTracker: true,
		TrailGib: false, TrailTracer: false, TrailRedFlag: false, TrailTag: false,
	} {
		if kind.fired() != want {
			t.Errorf("players fire what leaves trail %d: %v", kind, !want)
		}
	}
}

// TestProjectilesAreKnown while they are seen at least every 0.45 s and do not jump.
func TestProjectilesAreKnown(t *testing.T) {
	type vec = mgl32.Vec3
	var e Effects
	for _, was := range []int{-1, 0, 1, 200} { // where it is looked for first changes nothing
		e = Effects{}
		flies := func(entity int32, at vec, clock float64) bool {
			_, known := e.Flies(was, entity, at, clock)
			return known
		}
		e.launch(Projectile{Entity: 7, Owner: 3, Seen: 1})
		if !flies(7, vec{100, 0, 0}, 1.1) || e.OwnerOf(7) != 2 || e.OwnerOf(8) != Nobody {
			t.Errorf("in the next frame: %+v", e.Projectiles)
		}
		if flies(7, vec{100, 0, 0}, 1.09) { // before it was seen
			t.Error("a time before is taken for a frame after")
		}
		if flies(7, vec{100, 0, 0}, 1.6) || flies(7, vec{900, 0, 0}, 1.2) || flies(8, vec{100, 0, 0}, 1.2) {
			t.Error("another is taken for it")
		}
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
		e.launch(Projectile{Entity: 100 + i, Owner: 1 + i, Seen: 3})
	}
	if len(e.Projectiles) != 128 || e.OwnerOf(299) != 199 || e.OwnerOf(172) != 72 || e.OwnerOf(171) != Nobody {
		t.Errorf("%d are known, want the newest 128", len(e.Projectiles))
	}
}

// TestOwnersAreForgotten: after 7 s nobody knows whose a projectile is that still flies, so that a world which begins
// 10 s ago is the same.
func TestOwnersAreForgotten(t *testing.T) {
	var long, late Effects // late begins with 5 s, and takes another player's projectile for it
	step := func(e *Effects, from, to float64, owner int32) {
		for clock := from; clock <= to; clock += 0.125 {
			at := mgl32.Vec3{float32(clock * 8), 0, 0}
			if _, known := e.Flies(-1, 7, at, clock); !known {
				e.launch(Projectile{Entity: 7, Owner: owner, Seen: clock, At: at})
				e.addTrail(Trail{Kind: TrailRocket, Entity: 7, Clock: clock, Until: clock + 20})
			}
			e.expireTrails(clock)
		}
	}
	step(&long, 1, 8, 3)
	if long.OwnerOf(7) != 2 || long.Trails[0].Owner != 3 {
		t.Errorf("after 7 s: %+v", long)
	}
	step(&late, 5, 8, 1)
	step(&long, 8.125, 15, 3)
	step(&late, 8.125, 15, 1)
	for _, e := range []*Effects{&long, &late} {
		if e.OwnerOf(7) != Nobody || e.Trails[0].Owner != 0 {
			t.Errorf("after 14 s: %+v", e)
		}
	}
}
