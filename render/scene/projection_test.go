package scene

import (
	"math"
	"testing"
)

// close reports whether vectors are the same but for rounding.
func close(a, b vec) bool { return a.ApproxEqualThreshold(b, 1e-3) }

// TestPointsInThePicture: at 640x480 and 90 degrees the focal length is 320
// pixels, so that a point 100 deep and 50 to the right is 160 pixels right of
// the middle.
func TestPointsInThePicture(t *testing.T) {
	v := View{640, 480, 1}
	for _, c := range []struct {
		name   string
		camera Camera
		at     vec
		x, y   float32
		depth  float32
	}{
		{"ahead", Camera{}, vec{100, 0, 0}, 320, 240, 100},
		{"to the right, which is -y", Camera{}, vec{100, -50, 0}, 480, 240, 100},
		{"above", Camera{}, vec{100, 0, 50}, 320, 80, 100},
		{"farther", Camera{}, vec{200, -50, 50}, 400, 160, 200},
		{"from a place", Camera{Origin: vec{10, 20, 30}}, vec{110, -30, 80}, 480, 80, 100},
		{"turned to the left", Camera{Angles: vec{0, 90, 0}}, vec{50, 100, 0}, 480, 240, 100},
		{"turned right", Camera{Angles: vec{0, -90, 0}}, vec{-50, -100, 50}, 480, 80, 100},
		{"looking down", Camera{Angles: vec{90, 0, 0}}, vec{50, -50, -100}, 480, 80, 100},
		{"looking up", Camera{Angles: vec{-90, 0, 0}}, vec{-50, -50, 100}, 480, 80, 100},
		{"rolled to the right", Camera{Angles: vec{0, 0, 90}}, vec{100, 0, -50}, 480, 240, 100},
		{"rolled, to the side", Camera{Angles: vec{0, 0, 90}}, vec{100, -50, 0}, 320, 80, 100},
		{"45 degrees down", Camera{Angles: vec{45, 0, 0}}, vec{100, 0, -100}, 320, 240, 141.4214},
		// tan(30) is 0.57735: a focal length of 320/0.57735.
		{"60 degrees", Camera{FOV: 60}, vec{100, -50, 0}, 597.1281, 240, 100},
		// tan(60) is 1.73205.
		{"120 degrees", Camera{FOV: 120}, vec{100, -50, 50}, 412.376, 147.624, 100},
	} {
		x, y, depth, ok := c.camera.project(v, c.at)
		if !ok || abs(x-c.x) > 0.01 || abs(y-c.y) > 0.01 || abs(depth-c.depth) > 0.01 {
			t.Errorf("%s: %v is at %v %v, %v deep (%v); want %v %v, %v", c.name, c.at, x, y, depth, ok, c.x,
				c.y, c.depth)
		}
	}
	// 16:9 sees more at the sides, and as much above: 320*720/480 pixels.
	if x, y, _, _ := (Camera{}).project(View{1280, 720, 1}, vec{100, -50, 50}); abs(x-880) > 0.01 || abs(y-120) > 0.01 {
		t.Errorf("at 1280x720 the point is at %v %v, want 880 120", x, y)
	}
}

func TestFieldsOfView(t *testing.T) {
	v := View{640, 480, 1}
	nan := float32(math.NaN())
	for fov, want := range map[float32]float32{
		90: 320, 0: 320, -5: 320, nan: 320, 60: 554.256, 120: 184.752, 0.01: 36668.68, 1: 36668.68, 170: 27.9964,
		179: 27.9964,
	} {
		if got := (Camera{FOV: fov}).focal(v); abs(got-want) > want*1e-4 {
			t.Errorf("%v degrees have a focal length of %v, want %v", fov, got, want)
		}
	}
}

// TestBoxesAndFrustum: with 90 degrees at 4:3 the sides are at 45 degrees, and
// above and below at 3/4 of that.
func TestBoxesAndFrustum(t *testing.T) {
	var f frustum
	f.set(Camera{}, View{640, 480, 1})
	for i, want := range []vec{{0.7071, -0.7071, 0}, {0.7071, 0.7071, 0}, {0.6, 0, -0.8}, {0.6, 0, 0.8}} {
		if !close(f.planes[i].normal, want) || f.planes[i].dist != 0 {
			t.Errorf("plane %d is %v, want %v", i, f.planes[i], want)
		}
	}
	for _, c := range []struct {
		name       string
		mins, maxs vec
		out        bool
		mask       uint8 // planes that still cut it
	}{
		{"in the middle", vec{100, -5, -5}, vec{110, 5, 5}, false, 0},
		{"left of it", vec{100, 115, -5}, vec{110, 125, 5}, true, allPlanes},
		{"over the left side", vec{100, 95, -5}, vec{110, 125, 5}, false, 1},
		{"over the right side", vec{100, -125, -5}, vec{110, -95, 5}, false, 2},
		{"right of it", vec{100, -125, -5}, vec{110, -115, 5}, true, allPlanes},
		{"above it", vec{100, -5, 90}, vec{110, 5, 95}, true, allPlanes},
		{"over the upper side", vec{100, -5, 60}, vec{110, 5, 95}, false, 4},
		{"over the lower side", vec{100, -5, -95}, vec{110, 5, -60}, false, 8},
		{"below it", vec{100, -5, -95}, vec{110, 5, -90}, true, allPlanes},
		{"within the margin", vec{100, 101, -5}, vec{100, 125, 5}, false, 1},
		{"behind", vec{-110, -5, -5}, vec{-100, 5, 5}, true, allPlanes},
		{"around the eye", vec{-10, -10, -10}, vec{10, 10, 10}, false, allPlanes},
	} {
		out, mask := f.outside(&c.mins, &c.maxs, allPlanes)
		if out != c.out || !out && mask != c.mask {
			t.Errorf("%s: outside %v, cut by %b; want %v, %b", c.name, out, mask, c.out, c.mask)
		}
	}
	if out, _ := f.outside(&vec{100, 115, -5}, &vec{110, 125, 5}, allPlanes&^1); out {
		t.Error("a plane that is not in the mask is tested")
	}
	f.set(Camera{Origin: vec{10, 0, 0}, Angles: vec{0, 90, 0}}, View{640, 480, 1})
	if !close(f.planes[0].normal, vec{0.7071, 0.7071, 0}) || !close(f.planes[1].normal, vec{-0.7071, 0.7071, 0}) ||
		abs(f.planes[0].dist-7.071) > 0.001 {
		t.Errorf("turned left the sides are %v and %v", f.planes[0], f.planes[1])
	}
}

// TestNearPlaneAndSides cuts a line and a triangle by hand: x is in pixels times
// depth, and at 640x480 the sides are 320 pixels from the middle.
func TestNearPlaneAndSides(t *testing.T) {
	s := New()
	s.begin(nil, Camera{}, View{640, 480, 1}, nil)
	for _, c := range []struct {
		name       string
		p, q, a, b corner
		ok         bool
	}{
		{"inside", corner{1, 2, 10, 1}, corner{5, 6, 20, 1}, corner{1, 2, 10, 1}, corner{5, 6, 20, 1}, true},
		{"from behind the near plane", corner{0, 0, -9, 0}, corner{0, 0, 11, 1}, corner{0, 0, 1, 0.5},
			corner{0, 0, 11, 1}, true},
		{"to behind it", corner{0, 0, 3, 1}, corner{0, 0, 0, 0.1}, corner{0, 0, 3, 1}, corner{0, 0, 1, 0.4}, true},
		{"over the left side", corner{-4800, 0, 10, 1}, corner{-1600, 0, 10, 1}, corner{-3200, 0, 10, 1},
			corner{-1600, 0, 10, 1}, true},
		{"over the right side", corner{1600, 0, 10, 1}, corner{4800, 0, 10, 1}, corner{1600, 0, 10, 1},
			corner{3200, 0, 10, 1}, true},
		{"over the upper side", corner{0, -3600, 10, 1}, corner{0, 0, 10, 1}, corner{0, -2400, 10, 1},
			corner{0, 0, 10, 1}, true},
		{"over the lower side", corner{0, 0, 10, 1}, corner{0, 3600, 10, 1}, corner{0, 0, 10, 1},
			corner{0, 2400, 10, 1}, true},
		{"behind", corner{0, 0, -1, 1}, corner{0, 0, 0.5, 1}, corner{}, corner{}, false},
		{"left of the picture", corner{-4800, 0, 10, 1}, corner{-3300, 9, 10, 1}, corner{}, corner{}, false},
	} {
		a, b, ok := s.frame.clipLine(c.p, c.q, 0)
		near := func(g, w corner) bool {
			return abs(g.x-w.x) < 0.01 && abs(g.y-w.y) < 0.01 && abs(g.w-w.w) < 0.001 && abs(g.light-w.light) < 0.001
		}
		if ok != c.ok || ok && (!near(a, c.a) || !near(b, c.b)) {
			t.Errorf("%s: %v %v %v, want %v %v %v", c.name, a, b, ok, c.a, c.b, c.ok)
		}
	}
	if a, _, _ := s.frame.clipLine(corner{-4800, 0, 10, 1}, corner{0, 0, 10, 1}, 8); abs(a.x+3280) > 0.01 {
		t.Errorf("with a margin of 8 pixels the line begins at %v, want -3280", a.x)
	}
	// Half of the triangle lies before the near plane.
	s.canvas.polygon = []corner{{0, 0, 3, 1}, {10, 0, -1, 0}, {-10, 0, -1, 0}}
	left := s.canvas.clip()
	want := []corner{{-5, 0, 1, 0.5}, {0, 0, 3, 1}, {5, 0, 1, 0.5}}
	if len(left) != 3 {
		t.Fatalf("%d corners are left of the triangle: %v", len(left), left)
	}
	for i, c := range left {
		if c != want[i] {
			t.Errorf("corner %d is %v, want %v", i, c, want[i])
		}
	}
	if x, y := s.frame.screen(&corner{640, -480, 4, 1}); x != 480 || y != 120 {
		t.Errorf("the corner is at %v %v, want 480 120", x, y)
	}
}

// TestBitsOfPoints: which sides a point is beyond, and from where on numbers
// are too large for the screen.
func TestBitsOfPoints(t *testing.T) {
	var f frustum
	f.set(Camera{}, View{640, 480, 1})
	for _, c := range []struct {
		at   vec
		want uint32
	}{
		{vec{100, 0, 0}, 0}, {vec{100, 99, 74}, 0}, {vec{100, 101, 0}, outLeft}, {vec{100, -101, 0}, outRight},
		{vec{100, 0, 76}, outTop},
		{vec{100, 0, -76}, outBottom}, {vec{0.9, 0, 0}, outNear}, {vec{1.1, 0, 0}, 0},
		{vec{-5, 0, 0}, outNear | outLeft | outRight | outTop | outBottom},
		{vec{100, 790, 0}, outLeft}, {vec{100, 810, 0}, outLeft | outGuard}, {vec{100, -810, 0}, outRight | outGuard},
		{vec{100, 0, 590}, outTop}, {vec{100, 0, 610}, outTop | outGuard}, {vec{100, 0, -610}, outBottom | outGuard},
	} {
		var p projected
		p.set(&f, c.at)
		if p.outside != c.want {
			t.Errorf("%v has bits %b, want %b", c.at, p.outside, c.want)
		}
	}
	var p projected
	p.set(&f, vec{100, -50, 50})
	if abs(p.screenX-480) > 0.01 || abs(p.screenY-80) > 0.01 {
		t.Errorf("the point is at %v %v, want 480 80", p.screenX, p.screenY)
	}
}

// TestPlacesTurn: a body points along x, with y on its left and z up. Angles are
// pitch, which looks down, yaw, which turns left, and roll, which lowers the
// right side.
func TestPlacesTurn(t *testing.T) {
	const half, sin60 = 0.5, 0.8660254
	for _, c := range []struct{ angles, x, y, z vec }{
		{vec{0, 0, 0}, vec{2, 0, 0}, vec{0, 2, 0}, vec{0, 0, 2}},
		{vec{0, 90, 0}, vec{0, 2, 0}, vec{-2, 0, 0}, vec{0, 0, 2}},
		{vec{30, 0, 0}, vec{2 * sin60, 0, -2 * half}, vec{0, 2, 0}, vec{2 * half, 0, 2 * sin60}},
		{vec{-30, 0, 0}, vec{2 * sin60, 0, 2 * half}, vec{0, 2, 0}, vec{-2 * half, 0, 2 * sin60}},
		{vec{0, 0, 90}, vec{2, 0, 0}, vec{0, 0, 2}, vec{0, -2, 0}},
		{vec{0, 30, 0}, vec{2 * sin60, 2 * half, 0}, vec{-2 * half, 2 * sin60, 0}, vec{0, 0, 2}},
		{vec{90, 90, 0}, vec{0, 0, -2}, vec{-2, 0, 0}, vec{0, 2, 0}},
	} {
		at := placeAt(vec{100, 200, 300}, c.angles, 2)
		if !close(at.x, c.x) || !close(at.y, c.y) || !close(at.z, c.z) {
			t.Errorf("%v: axes %v %v %v, want %v %v %v", c.angles, at.x, at.y, at.z, c.x, c.y, c.z)
		}
		want := vec{100, 200, 300}.Add(c.x.Mul(3)).Add(c.y.Mul(5)).Add(c.z.Mul(7))
		if got := at.point(vec{3, 5, 7}); !close(got, want) {
			t.Errorf("%v: the point is at %v, want %v", c.angles, got, want)
		}
	}
}

func TestSaneNumbers(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for v, want := range map[vec]bool{{0, 0, 0}: true, {-1048575, 0, 5}: true, {1048576, 0, 0}: false,
		{0, -1048577, 0}: false, {0, inf, 0}: false, {0, 0, -inf}: false} {
		if sane(v) != want {
			t.Errorf("%v is sane: %v", v, !want)
		}
	}
	if sane(vec{0, nan, 0}) {
		t.Error("no number is sane")
	}
	if got := normalize(vec{0, 3, -4}); !close(got, vec{0, 0.6, -0.8}) {
		t.Errorf("a unit vector is %v", got)
	}
	if got := normalize(vec{1e-12, 0, 0}); got != (vec{}) {
		t.Errorf("of nothing the direction is %v", got)
	}
}
