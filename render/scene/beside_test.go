package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

// besides returns the corners of what is placed beside an entity in the picture of a moment
// seen along x from the origin.
func besides(m *player.Moment, e *world.Entity, o Options) []mgl32.Vec3 {
	s := New()
	s.begin(nil, Camera{FOV: 90}, View{400, 300, 1}, &o)
	s.visible.update(s.frame.origin)
	s.pieces.points = s.pieces.points[:0]
	s.markers.putBeside(m, e)
	return s.pieces.points
}

// TestCableOfTheHook: from the hand of who fired it to the hook.
func TestCableOfTheHook(t *testing.T) {
	m := momentOf(vec{100, 0, 0}, vec{50, 0, 0})
	m.World.Game = world.Quake3
	m.World.Players[1].Visible = false
	hook := world.Entity{Type: 11, Colormap: 1, Origin: mgl32.Vec3{100, 200, 0}}
	points := besides(m, &hook, Options{})
	if len(points) < 8 || points[0].Sub(mgl32.Vec3{100, 0, 8}).Len() > 0.1 || points[1] != hook.Origin {
		t.Errorf("the cable is %v", points)
	}
	// From the eye: 12 ahead, 5 to the right, 6 below.
	m.Eye.Slot, m.Eye.Known = 0, true
	if points := besides(m, &hook, Options{FirstPerson: true}); len(points) < 8 ||
		points[0].Sub(mgl32.Vec3{12, -5, -6}).Len() > 0.1 {
		t.Errorf("from the eye the cable is %v", points)
	}
	for name, e := range map[string]world.Entity{
		"another type": {Type: 3, Colormap: 1}, "nobody's": {Type: 11}, "of who is not there": {Type: 11, Colormap: 3},
		"of who is not seen": {Type: 11, Colormap: 2},
	} {
		if points := besides(m, &e, Options{}); len(points) != 0 {
			t.Errorf("%s: %v", name, points)
		}
	}
}

// TestFlies: around what has Quake II's effect, never far, and somewhere else a moment later.
func TestFlies(t *testing.T) {
	m := momentOf()
	m.World.Game = world.Quake2
	body := world.Entity{Effects: 0x4000, Origin: mgl32.Vec3{100, 0, 0}}
	first := besides(m, &body, Options{})
	if len(first) != 28 {
		t.Fatalf("%d flies", len(first))
	}
	for _, p := range first {
		if l := p.Sub(body.Origin).Len(); l > 45 {
			t.Errorf("a fly is %v units away", l)
		}
	}
	m.Clock = 0.2
	if later := besides(m, &body, Options{}); later[3] == first[3] {
		t.Error("flies stand still")
	}
	body.Effects = 0
	if n := len(besides(m, &body, Options{})); n != 0 {
		t.Errorf("%d flies around a living one", n)
	}
}
