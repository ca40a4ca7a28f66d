package app

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/bookmarks"
	"demoscope/render/scene"
)

// Along its path the camera is at each point at its moment, while playing, after a seek and in
// slow motion; the next player ends that, as in the free camera.
func TestAlongThePath(t *testing.T) {
	r := newRig(t)
	fly := func(clock float64, x, y float32) {
		r.seek(clock)
		r.Active.Camera.Origin, r.Active.Camera.Angles = mgl32.Vec3{x, y, 100}, mgl32.Vec3{10, x, 0}
		r.pass(0)
		r.press(";")
	}
	r.press("G")
	r.press("Esc")
	fly(12, 0, 0)
	fly(14, 100, 0)
	fly(18, 100, 200)
	r.press("'")
	at := func(clock float64) scene.Camera { r.seek(clock); return r.Active.View }
	for clock, want := range map[float64]mgl32.Vec3{11: {0, 0, 100}, 12: {0, 0, 100}, 14: {100, 0, 100},
		18: {100, 200, 100}, 30: {100, 200, 100}} {
		if v := at(clock); !vecNear(v.Origin, want, 0.05) || !near(float64(v.Angles[0]), 10, 0.05) {
			t.Errorf("at %v s the camera is at %+v, want %v", clock, v, want)
		}
	}
	if v := at(13); v.Origin[0] < 20 || v.Origin[0] > 80 {
		t.Errorf("between the points it is at %v", v.Origin)
	}
	if len(r.Active.Options.Path) > 0 {
		t.Error("the path is drawn while the camera is on it")
	}
	r.press("N")
	if len(r.Active.Options.Path) < 50 || len(r.Active.Options.Looks) != 3 || r.see().View != "player's view" {
		t.Errorf("%d places of the path are drawn, %d points, from the %s", len(r.Active.Options.Path),
			len(r.Active.Options.Looks), r.see().View)
	}
}

// However long a path is, what is drawn of it is bounded, and a frame along it allocates nothing.
func TestLongPaths(t *testing.T) {
	r := newRig(t)
	for i := range bookmarks.MaxPath {
		r.Demo.Marks.SetPoint(bookmarks.PathPoint{Clock: float64(i), Origin: [3]float32{float32(i % 7), 0, 0}, FOV: 90})
	}
	r.pass(0)
	if n := len(r.Active.Options.Path); n < 1900 || n > 2100 {
		t.Errorf("%d places are drawn", n)
	}
	r.press("'")
	in := &input{x: 640, y: 300}
	r.step(in, 1./60)
	if n := allocations(50, 0, func() { r.step(in, 1./60) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}
