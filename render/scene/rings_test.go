package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// ringed returns the extent of rings in the picture of a camera that looks along x, and their highest opacity.
func ringed(s *Scene, camera vec, rings ...Ring) (middle mgl32.Vec2, radius, alpha float32) {
	s.Build(nil, Camera{Origin: camera, FOV: 90}, View{400, 300, 1}, &Options{Follow: -1, Rings: rings})
	if len(s.Overlay.Vertices) == 0 {
		return middle, 0, 0
	}
	v := s.Overlay.Vertices
	low, high := mgl32.Vec2{v[0].X, v[0].Y}, mgl32.Vec2{v[0].X, v[0].Y}
	for i := range v {
		if v[i].R > 0.1 { // not the dark ground
			alpha = max(alpha, v[i].A)
		}
		low = mgl32.Vec2{min(low[0], v[i].X), min(low[1], v[i].Y)}
		high = mgl32.Vec2{max(high[0], v[i].X), max(high[1], v[i].Y)}
	}
	return low.Add(high).Mul(0.5), (high[0] - low[0]) / 2, alpha
}

// TestRings: a ring is around its place, grows, and fades with its age and with how quiet it is.
func TestRings(t *testing.T) {
	white := draw.RGB(0xffffff)
	ring := func(x, y float32, age, level float32) Ring {
		return Ring{Origin: mgl32.Vec3{x, y, 0}, Age: age, Level: level, Color: white}
	}
	s := New()
	middle, first, alpha := ringed(s, vec{}, ring(500, 0, 0, 1))
	if abs(middle[0]-200) > 0.5 || abs(middle[1]-150) > 0.5 || alpha != 1 {
		t.Errorf("a new ring is at %v, %v opaque", middle, alpha)
	}
	if m, _, _ := ringed(s, vec{}, ring(500, 250, 0, 1)); m[0] > 120 {
		t.Errorf("what is at the left is at %v", m)
	}
	_, later, faded := ringed(s, vec{}, ring(500, 0, 0.45, 1))
	if later <= first+3 || abs(faded-0.5) > 0.001 {
		t.Errorf("after half of its life it has %v, not %v pixels, and is %v opaque", later, first, faded)
	}
	if _, _, quiet := ringed(s, vec{}, ring(500, 0, 0, 0)); abs(quiet-0.25) > 0.001 {
		t.Errorf("a silent one is %v opaque", quiet)
	}
	for what, r := range map[string]Ring{
		"its end": ring(500, 0, 0.9, 1), "before it began": ring(500, 0, -0.1, 1),
		"behind the camera": ring(-500, 0, 0, 1),
		"at the camera":     ring(30, 0, 0, 1), "far beside the picture": ring(100, 900, 0, 1),
		"nowhere": ring(1e30, 0, 0, 1),
	} {
		if _, radius, _ := ringed(s, vec{}, r); radius != 0 {
			t.Errorf("%s: there is a ring of %v pixels", what, radius)
		}
	}
	// A far one can still be seen, a near one leaves the picture free.
	if _, far, _ := ringed(s, vec{}, ring(20000, 0, 0.5, 1)); far < 5 {
		t.Errorf("far away it has %v pixels", far)
	}
	if _, near, _ := ringed(s, vec{}, ring(50, 0, 0.8, 1)); near > 64 {
		t.Errorf("near it has %v pixels", near)
	}
}

// TestRingsBehindWalls: what a wall hides is seen, but less.
func TestRingsBehindWalls(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	seen := func(at vec) float32 {
		_, _, alpha := ringed(s, vec{-200, 0, 100}, Ring{Origin: at, Color: draw.RGB(0xffffff), Level: 1})
		return alpha
	}
	if before, behind := seen(mgl32.Vec3{200, 0, 100}), seen(mgl32.Vec3{1500, 0, 100}); before != 1 ||
		abs(behind-0.4) > 0.001 {
		t.Errorf("before the wall it is %v opaque, behind it %v", before, behind)
	}
}
