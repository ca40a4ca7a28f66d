package scene

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// project returns where a point of the world is in the picture, in pixels from
// its upper left corner, and its depth in units; ok is false before the near
// plane.
func (c Camera) project(v View, p vec) (x, y, depth float32, ok bool) {
	var f frustum
	f.set(c, v)
	px, py, w := f.transform(p)
	if w < nearPlane {
		return 0, 0, w, false
	}
	return f.centerX + px/w, f.centerY + py/w, w, true
}

// matrix returns the projection times the view as the matrix library has it.
func (c Camera) matrix(v View) mgl32.Mat4 {
	half := math.Tan(float64(c.FOV)/2*math.Pi/180) * 3 / 4
	forward, _, up := c.Vectors()
	look := mgl32.LookAtV(c.Origin, c.Origin.Add(forward), up)
	return mgl32.Perspective(float32(2*math.Atan(half)), v.Width/v.Height, nearPlane, 1<<16).Mul4(look)
}

func randomCamera(r *rand.Rand, reach float32) Camera {
	f := func(a float32) float32 { return (r.Float32()*2 - 1) * a }
	return Camera{vec{f(reach), f(reach), f(reach)}, vec{f(89), f(180), f(180)}, 30 + r.Float32()*110, 0}
}

// TestProjectAgreesWithMatrix compares the products of the hot loop with those
// of the matrix library.
func TestProjectAgreesWithMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	n := 0
	for range 2000 {
		c := randomCamera(r, 1000)
		v := View{320 + r.Float32()*2000, 240 + r.Float32()*1000, 1}
		p := vec{r.Float32() * 500, r.Float32() * 500, r.Float32() * 500}
		x, y, w, ok := c.project(v, p)
		clip := c.matrix(v).Mul4x1(mgl32.Vec4{p[0], p[1], p[2], 1})
		if ok != (w >= nearPlane) || abs(clip[3]-w) > 0.1+0.001*abs(w) {
			t.Fatalf("depth %v, the matrix has %v", w, clip[3])
		}
		if !ok || w < 20 {
			continue
		}
		n++
		mx, my := v.Width/2*(1+clip[0]/clip[3]), v.Height/2*(1-clip[1]/clip[3])
		limit := 0.05 + 0.002*(abs(mx)+abs(my))
		if abs(mx-x) > limit || abs(my-y) > limit {
			t.Fatalf("%+v: %v at %v %v, the matrix has %v %v", c, p, x, y, mx, my)
		}
	}
	if n < 300 {
		t.Fatalf("only %d points were in front of a camera", n)
	}
}

func TestAnglesAreQuakes(t *testing.T) {
	for _, c := range []struct{ angles, forward, right, up vec }{
		{vec{0, 0, 0}, vec{1, 0, 0}, vec{0, -1, 0}, vec{0, 0, 1}},
		{vec{0, 90, 0}, vec{0, 1, 0}, vec{1, 0, 0}, vec{0, 0, 1}},
		{vec{90, 0, 0}, vec{0, 0, -1}, vec{0, -1, 0}, vec{1, 0, 0}},
		{vec{0, 0, 90}, vec{1, 0, 0}, vec{0, 0, -1}, vec{0, -1, 0}},
	} {
		f, r, u := Camera{Angles: c.angles}.Vectors()
		for i := range f {
			if abs(f[i]-c.forward[i])+abs(r[i]-c.right[i])+abs(u[i]-c.up[i]) > 1e-5 {
				t.Errorf("%v: forward %v right %v up %v, want %v %v %v", c.angles, f, r, u, c.forward, c.right, c.up)
				break
			}
		}
	}
}

// TestWideViewsSeeMoreAtTheSides: the field of view is that of 4:3.
func TestWideViewsSeeMoreAtTheSides(t *testing.T) {
	c := Camera{FOV: 90}
	if f := c.focal(View{640, 480, 1}); abs(f-320) > 0.01 {
		t.Errorf("focal length %v at 640x480, want 320", f)
	}
	if f := c.focal(View{1920, 1080, 1}); abs(f-720) > 0.01 {
		t.Errorf("focal length %v at 1920x1080, want 720", f)
	}
	_, top, _, _ := c.project(View{640, 480, 1}, vec{100, 0, 75})
	_, wide, _, _ := c.project(View{1000, 480, 1}, vec{100, 0, 75})
	if abs(top) > 0.01 || abs(wide) > 0.01 {
		t.Errorf("the upper border is at %v and %v, want 0", top, wide)
	}
	if got := (Camera{}).focal(View{640, 480, 1}); abs(got-320) > 0.01 {
		t.Errorf("without a field of view: %v, want that of 90 degrees", got)
	}
}

// An overhead view leaves out what is nearer than Near, and sees bodies behind that.
func TestPlan(t *testing.T) {
	var f frustum
	f.set(Camera{Origin: vec{0, 0, 500}, Angles: vec{90, 0, 0}, FOV: 90, Near: 400}, View{640, 480, 1})
	if !f.overhead() || f.near != 400 {
		t.Errorf("near plane %v", f.near)
	}
	if got := f.sees(vec{300, 0, 0}); got.Sub(vec{240, 0, 100}).Len() > 0.01 { // 400 of 500 down
		t.Errorf("it looks from %v", got)
	}
	if got := f.sees(vec{0, 0, 200}); got != (vec{0, 0, 500}) { // nearer than Near
		t.Errorf("what is not drawn is looked at from %v", got)
	}
	s := New()
	s.Build(nil, Camera{Origin: vec{0, 0, 500}, Near: 400}, View{640, 480, 1}, nil)
	p, q := corner{0, 0, 300, 1}, corner{0, 0, 500, 1}
	if a, b, ok := s.frame.clipLine(p, q, 0); !ok || a.w != 400 || b.w != 500 {
		t.Errorf("a line is drawn from %v to %v, %v", a.w, b.w, ok)
	}
	if !s.visible.all {
		t.Error("an overhead view hides what the camera does not see")
	}
}
