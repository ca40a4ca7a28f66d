package camera

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// TestAtVictim: without walls the camera is 150 units before the body and looks at it, 25 degrees
// beside the way to the eye and a little above.
func TestAtVictim(t *testing.T) {
	m := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 2)}
	m.World.Players = make([]world.Player, 2)
	m.Poses[1].Origin = mgl32.Vec3{1000, 0, 0}
	m.Eye = player.Eye{Known: true, Origin: mgl32.Vec3{0, 0, 22}}
	c, ok := AtVictim(m, 1, nil, scene.New().Geometry())
	// At 1000 0 0, less 150 times the cosines of 10 and 25 degrees, and so on.
	want := mgl32.Vec3{866.12, -62.43, 50.05}
	if !ok || c.Origin.Sub(want).Len() > 0.1 || c.FOV != 80 {
		t.Fatalf("%+v, %v", c, ok)
	}
	forward, _, _ := c.Vectors()
	if d := m.Poses[1].Origin.Sub(c.Origin); d.Normalize().Dot(forward) < 0.9999 {
		t.Errorf("it looks along %v, not at him", forward)
	}
}

// TestFacing: of many pairs that see one another in a level, hardly any hides the other from the
// camera behind him, which is never in a wall, and has both in the picture.
func TestFacing(t *testing.T) {
	level := sampleMap(t)
	g := scene.Prepare(level)
	p := places{level, rand.New(rand.NewPCG(3, 4))}
	m := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 2)}
	m.World.Players = make([]world.Player, 2)
	seen, none, hidden := 0, 0, 0
	for seen < 300 {
		at, eye := p.next(), p.next()
		if d := at.Sub(eye).Len(); d < 150 || d > 1500 || !g.Clear(at, eye) {
			continue
		}
		seen++
		m.Poses[1].Origin = at.Sub(mgl32.Vec3{0, 0, 22}) // as high as a player's eye
		m.Eye = player.Eye{Known: true, Origin: eye}
		c, ok := Facing(m, 1, level, g)
		if !ok {
			none++
			continue
		}
		forward, _, _ := c.Vectors()
		a, b := at.Sub(c.Origin).Normalize(), eye.Sub(c.Origin).Normalize()
		if solid(level, c.Origin) || a.Dot(forward) < 0.6 || b.Dot(forward) < 0.6 {
			t.Fatalf("from %v to %v: %+v", at, eye, c)
		}
		if math.Acos(float64(min(1, a.Dot(b))))*180/math.Pi < 9 {
			hidden++
		}
	}
	t.Logf("of %d pairs %d have no camera, and %d hide one another", seen, none, hidden)
	if none > 40 || hidden > 5 {
		t.Errorf("of %d pairs %d have no camera, and %d hide one another", seen, none, hidden)
	}
}

// TestFacingPastOthers: the first place that is tried is at the right; a third body between it and
// the watched sends the camera to the left.
func TestFacingPastOthers(t *testing.T) {
	m := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 3)}
	m.World.Players = make([]world.Player, 3)
	m.Eye = player.Eye{Known: true, Origin: mgl32.Vec3{600, 0, 22}} // the opponent looks along x at it
	for _, c := range []struct {
		visible, dead bool
		side          float32
	}{{false, false, -1}, {true, true, -1}, {true, false, 1}} {
		m.Poses[2].Origin = mgl32.Vec3{60, -33, 20}
		m.World.Players[2].Visible, m.World.Players[2].Dead = c.visible, c.dead
		at, ok := Facing(m, 1, nil, scene.New().Geometry())
		if !ok || at.Origin[1]*c.side <= 0 {
			t.Errorf("%+v: from %v, %v", c, at.Origin, ok)
		}
	}
}

// TestOverShoulder: without walls the camera is 90 units behind the eye, less 4, and 14 above it, and looks where
// he does, half as steeply.
func TestOverShoulder(t *testing.T) {
	m := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 2)}
	m.World.Players = make([]world.Player, 2)
	m.Poses[1] = world.Pose{Origin: mgl32.Vec3{500, 0, 0}, Angles: mgl32.Vec3{0, 90, 0}}
	c := OverShoulder(m, 1, nil)
	if eye := m.World.Game.EyeOf(&m.World.Players[1], &m.Poses[1]).Origin; c.Origin.Sub(eye).Sub(
		mgl32.Vec3{0, -86, 14}).Len() > 0.1 {
		t.Errorf("%v from the eye", c.Origin.Sub(eye))
	}
	if forward, _, _ := c.Vectors(); forward.Sub(mgl32.Vec3{0, 1, 0}).Len() > 1e-3 {
		t.Errorf("it looks along %v", forward)
	}
}
