package survey

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// flies shows a player on a way of n frames.
func flies(game world.Game, n int, place func(i int) mgl32.Vec3, tell func(p *world.Player)) *Level {
	s := New(game, NewBudget(1<<30))
	for i := range n {
		w := seen(float64(i)*walkFrame, place(i).Add(mgl32.Vec3{0, 0, 24}))
		if tell != nil {
			tell(&w.Players[0])
		}
		s.Frame(w)
	}
	s.End()
	return s.Build()
}

// along goes along x at a speed, at a height.
func along(speed, z float32) func(int) mgl32.Vec3 {
	return func(i int) mgl32.Vec3 { return mgl32.Vec3{float32(i) * speed * walkFrame, 4, z} }
}

// Who goes level stands on a floor, unless the demo says that he is in the air, that he has no speed
// while he moves, or he is faster than anybody on the ground; in Quake also unless he is at a height
// at which no floor is built, and the demo does not say that he stands.
func TestWhatTellsStanding(t *testing.T) {
	standing := func(v mgl32.Vec3, f world.Footing) func(*world.Player) {
		return func(p *world.Player) { p.Footing, p.Pose.Velocity, p.Pose.VelocityKnown = f, v, true }
	}
	own := mgl32.Vec3{320, 0, 0}
	for _, c := range []struct {
		name  string
		game  world.Game
		place func(int) mgl32.Vec3
		tell  func(*world.Player)
		floor bool
	}{
		{"nothing told", world.QuakeWorld, along(320, 64), nil, true},
		{"on the ground", world.Quake, along(320, 64), standing(own, world.OnGround), true},
		{"in the air", world.Quake, along(320, 64), standing(own, world.InAir), false},
		{"carried", world.Quake, along(320, 64), standing(mgl32.Vec3{}, world.OnGround), false},
		{"a speed of nobody told", world.QuakeWorld, along(320, 64), standing(mgl32.Vec3{}, world.FootingUnknown),
			true},
		{"too fast", world.Quake, along(3600, 64), standing(mgl32.Vec3{2000, 0, 0}, world.OnGround), false},
		{"between whole units", world.QuakeWorld, along(320, 64.375), nil, false},
		{"what the ground leaves", world.QuakeWorld, along(320, 64.125), nil, true},
		{"between whole units, told", world.Quake, along(320, 64.375), standing(own, world.OnGround), true},
		{"between whole units, Quake II", world.Quake2, along(320, 64.375), nil, true},
	} {
		got := cells(flies(c.game, 40, c.place, c.tell), Floor)
		if floor := len(got) > 0; floor != c.floor {
			t.Errorf("%s: %d cells of floor", c.name, len(got))
		}
	}
}

// Who is told to stand while he goes up evenly, as slowly as somebody swims, goes up a slope; who is
// not told so may swim.
func TestSlowSlope(t *testing.T) {
	up := func(i int) mgl32.Vec3 { return mgl32.Vec3{float32(i) * 3, 4, float32(i)} }
	for _, told := range [...]bool{false, true} {
		l := flies(world.QuakeWorld, 120, up, func(p *world.Player) {
			p.Pose.Velocity = mgl32.Vec3{150, 0, 0}
			if told {
				p.Footing = world.OnGround
			}
		})
		if n := len(cells(l, Slope)); n > 0 != told {
			t.Errorf("told %v: %d cells of slope", told, n)
		}
	}
}

// Who lands may sink into a floor for a frame: it stays if many stood on it. Who is below it for good
// shows that there is none.
func TestLandingLeavesTheFloor(t *testing.T) {
	for _, c := range []struct {
		stood int
		below float32
		floor bool
	}{{40, 1.75, true}, {40, 12, false}, {2, 1.75, false}} {
		s := newSurvey()
		for range c.stood {
			for x := float32(4); x < 160; x += 8 {
				for y := float32(4); y < 160; y += 8 {
					s.print(x, y, 64, standsWeak)
				}
			}
		}
		s.carve(80, 80, bodyReach, 64-c.below+bodyBottom, 64-c.below+bodyHigh)
		if got := cells(s.Build(), Floor)[mgl32.Vec3{80, 80, 64}]; got != c.floor {
			t.Errorf("%d stood there, %v below: floor %v", c.stood, c.below, got)
		}
	}
}

// A shot that flies by close to a wall leaves no chink in it; a body does.
func TestChinks(t *testing.T) {
	for _, body := range [...]bool{false, true} {
		k := newWalker()
		k.wall()
		s := k.s
		s.End()
		s.addShotLine(mgl32.Vec3{406, 0, 20}, mgl32.Vec3{406, 7, 20}, 0)
		if body {
			s.carve(406, 4, 4, 16, 28)
		}
		l := s.Build()
		if beyond := s.freeBeyond(piece{axis: 0, side: 1, plane: 400 * planeParts, along: 0, low: 2}); !beyond {
			t.Fatal("nothing is noted behind the wall")
		}
		closed := false
		for i := range l.Faces {
			f := &l.Faces[i]
			if f.Kind == Wall || f.Kind == LikelyWall {
				f.uprightCells(func(_ mgl32.Vec3, p piece) {
					closed = closed || p.axis == 0 && p.at() == 400 && p.along == 0 && p.low == 2
				})
			}
		}
		if closed == body {
			t.Errorf("by a body %v: the wall is closed %v", body, closed)
		}
	}
}
