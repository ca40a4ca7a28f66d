package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// shown is a frame with effects that begin in it.
func shown(clock float64, effects ...world.Effect) *world.World {
	w := seen(clock)
	for _, e := range effects {
		e.Clock = clock
		w.Effects.List = append(w.Effects.List, e)
	}
	return w
}

// What flies in a line shows free space, up to 8 units before what a beam or a bullet has hit; a
// bullet only if one alone looked its way.
func TestFlights(t *testing.T) {
	eye, look := mgl32.Vec3{4, 4, 46}, mgl32.Vec3{1, 0, 0}
	flash := world.Effect{Kind: world.EffectMuzzleFlash, End: eye, Velocity: look}
	hit := world.Effect{Kind: world.EffectGunshot, Origin: mgl32.Vec3{204, 12, 46}}
	for _, c := range []struct {
		name  string
		w     *world.World
		until float32 // the last x at which it is free; 0 if it is nowhere
	}{
		{"a beam", shown(1, world.Effect{Kind: world.EffectRail, Origin: eye, End: mgl32.Vec3{204, 4, 46}}), 196},
		{"a bullet", shown(1, flash, hit), 196},
		{"a bullet beside the line of sight", shown(1, flash, world.Effect{Kind: world.EffectGunshot,
			Origin: mgl32.Vec3{204, 104, 46}}), 0},
		{"a bullet of two", shown(1, flash, world.Effect{Kind: world.EffectMuzzleFlash, End: mgl32.Vec3{4, 36, 46},
			Velocity: look}, hit), 0},
		{"a bullet of nobody", shown(1, hit), 0},
		{"an explosion", shown(1, world.Effect{Kind: world.EffectExplosion, Origin: mgl32.Vec3{204, 4, 46}}), 0},
		{"a beam without an end", shown(1, world.Effect{Kind: world.EffectRail, Origin: eye,
			End: mgl32.Vec3{1e9, 4, 46}}), 0},
		{"a beam longer than all", shown(1, world.Effect{Kind: world.EffectRail, Origin: eye,
			End: mgl32.Vec3{5004, 4, 46}}), 0},
	} {
		s := newSurvey()
		s.Frame(c.w)
		for _, x := range []float32{12, 100, 180, 188, 212} {
			y := eye[1]
			if c.name == "a bullet" {
				y += 8 * (x - 4) / 200
			}
			if free := s.flownAt(cellOf(x), cellOf(y), layerOf(46))&1 != 0; free != (x <= c.until) {
				t.Errorf("%s: at %v something flew: %v", c.name, x, free)
			}
		}
	}
}

// A trail counts from where it was in the frame before, and once; flags and the like do not fly.
func TestTrailsAreFlights(t *testing.T) {
	s := newSurvey()
	w := seen(1)
	w.PrevFrameClock = 0.9
	w.Effects.Trails = []world.Trail{
		{Kind: world.TrailRocket, Clock: 0.8, Until: 1, Origin: mgl32.Vec3{0, 4, 40}, End: mgl32.Vec3{200, 4, 40}},
		{Kind: world.TrailRocket, Clock: 0.8, Until: 0.95, Origin: mgl32.Vec3{0, 204, 40},
			End: mgl32.Vec3{200, 204, 40}},
		{Kind: world.TrailRedFlag, Clock: 0.8, Until: 1, Origin: mgl32.Vec3{0, 104, 40}, End: mgl32.Vec3{200, 104, 40}},
	}
	s.Frame(w)
	for c, want := range map[[2]int32]bool{{20, 0}: true, {12, 0}: true, {8, 0}: false, {20, 25}: false,
		{20, 13}: false} {
		if free := s.flownAt(c[0], c[1], layerOf(40))&1 != 0; free != want {
			t.Errorf("in column %v something flew: %v", c, free)
		}
	}
}

// The layers of a column that follow one reach into the chunk above: its first is at 140 units.
func TestFlownAtTheEndOfAChunk(t *testing.T) {
	s := newSurvey()
	s.addShotLine(mgl32.Vec3{4, 4, 130}, mgl32.Vec3{4, 4, 150}, 0)
	if got := s.flownAt(0, 0, layerOf(134)); got&0b11111 != 0b11111 || got>>5 != 0 {
		t.Errorf("from 134 on it is %b", got)
	}
}

// A wall that something flew through is none where it did.
func TestNoWallWhereSomethingFlew(t *testing.T) {
	walls := func(flies bool) (low, high int) {
		k := newWalker()
		k.wall()
		if flies {
			for y := float32(-2000); y < 2000; y += 4 {
				k.s.addShotLine(mgl32.Vec3{-2000, y, 20}, mgl32.Vec3{2000, y, 20}, 0)
				k.s.addShotLine(mgl32.Vec3{y, -2000, 20}, mgl32.Vec3{y, 2000, 20}, 0)
			}
		}
		l := k.build()
		for i := range l.Faces {
			if f := &l.Faces[i]; f.Kind == Wall {
				f.uprightCells(func(at mgl32.Vec3, _ piece) {
					if at[2] == 20 {
						low++
					} else if at[2] > 28 {
						high++
					}
				})
			}
		}
		return low, high
	}
	if low, high := walls(false); low < 5 || high < 5 {
		t.Errorf("%d and %d cells without a flight", low, high)
	}
	if low, high := walls(true); low != 0 || high < 5 {
		t.Errorf("%d and %d cells with flights 20 units above the floor", low, high)
	}
}
