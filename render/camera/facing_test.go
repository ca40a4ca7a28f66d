package camera

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// TestStruck: without walls the camera is 150 units before the body and looks at it, 25 degrees
// beside the way to the eye and a little above.
func TestStruck(t *testing.T) {
	m := &player.Moment{World: &world.World{}, Poses: make([]world.Pose, 2)}
	m.World.Players = make([]world.Player, 2)
	m.Poses[1].Origin = mgl32.Vec3{1000, 0, 0}
	m.Eye = player.Eye{Known: true, Origin: mgl32.Vec3{0, 0, 22}}
	c, ok := Struck(m, 1, nil, scene.New())
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
