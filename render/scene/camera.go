package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
)

// Camera is where the picture is taken from, in Quake units and degrees:
// pitch (positive looks down), yaw (0 along x, 90 along y), roll. FOV is the
// horizontal field of view of a picture of 4:3; others keep its vertical one
// and see more or less at the sides. 0 stands for 90.
type Camera struct {
	Origin [3]float32
	Angles [3]float32
	FOV    float32
}

// View is the picture: its size in pixels, and how many pixels a point of line
// width has (more than 1 on dense screens).
type View struct {
	Width, Height float32
	Scale         float32
}

// EyeCamera returns the camera of an eye. Its field of view is fov where the
// demo does not tell.
func EyeCamera(e player.Eye, fov float32) Camera {
	c := Camera{Origin: e.Origin, Angles: e.Angles, FOV: e.FOV}
	if c.FOV == 0 {
		c.FOV = fov
	}
	return c
}

// Vectors returns the directions in which the camera looks, and which lie on
// its right and above, each of length 1.
func (c Camera) Vectors() (forward, right, up [3]float32) {
	return vectors(c.Angles)
}

// vectors returns the axes of angles in degrees.
func vectors(angles [3]float32) (forward, right, up [3]float32) {
	sinCos := func(degrees float32) (float32, float32) {
		s, c := math.Sincos(float64(degrees) * math.Pi / 180)
		return float32(s), float32(c)
	}
	sp, cp := sinCos(angles[0])
	sy, cy := sinCos(angles[1])
	sr, cr := sinCos(angles[2])
	forward = [3]float32{cp * cy, cp * sy, -sp}
	right = [3]float32{-sr*sp*cy + cr*sy, -sr*sp*sy - cr*cy, -sr * cp}
	up = [3]float32{cr*sp*cy + sr*sy, cr*sp*sy - sr*cy, cr * cp}
	return forward, right, up
}

// Limits of the field of view, in degrees.
const (
	minFOV     = 1
	maxFOV     = 170
	defaultFOV = 90
)

// focal returns how many pixels apart two points are that lie one unit apart
// at a depth of one unit.
func (c Camera) focal(v View) float32 {
	fov := c.FOV
	if !(fov > 0) {
		fov = defaultFOV
	}
	fov = max(minFOV, min(maxFOV, fov))
	half := math.Tan(float64(fov) * math.Pi / 360)
	return float32(float64(v.Height) / 2 / (half * 0.75))
}

// Matrix returns the projection times the view: it takes a point of the world
// to x and y in -w to w (right and up) and the depth w.
func (c Camera) Matrix(v View) mgl32.Mat4 {
	f := c.focal(v)
	forward, right, up := c.Vectors()
	eye := mgl32.Vec3(c.Origin)
	look := mgl32.LookAtV(eye, eye.Add(mgl32.Vec3(forward)), mgl32.Vec3(up))
	_ = right
	fovy := 2 * float32(math.Atan(float64(v.Height/2/f)))
	return mgl32.Perspective(fovy, v.Width/v.Height, nearPlane, 1<<16).Mul4(look)
}

// Project returns where a point of the world is in the picture, in pixels from
// its upper left corner, and its depth in units. It is not ok for points that
// lie before the near plane.
func (c Camera) Project(v View, p [3]float32) (x, y, depth float32, ok bool) {
	var l lens
	l.set(c, v)
	px, py, w := l.transform(p)
	if w < nearPlane {
		return 0, 0, w, false
	}
	return l.centerX + px/w, l.centerY + py/w, w, true
}

// Ray returns the direction, of length 1, from the camera through a pixel.
func (c Camera) Ray(v View, x, y float32) [3]float32 {
	f := c.focal(v)
	forward, right, up := c.Vectors()
	a, b := (x-v.Width/2)/f, (v.Height/2-y)/f
	var d [3]float32
	for i := range d {
		d[i] = forward[i] + a*right[i] + b*up[i]
	}
	return normalize(d)
}

// nearPlane is the depth in units before which nothing is drawn.
const nearPlane = 1

// lens is a camera made ready for a frame: the transformation and the frustum.
type lens struct {
	origin           vec
	forward          vec
	right, up        vec // as unit vectors
	fx, fy           vec // right and down, as long as the focal length
	focal            float32
	centerX, centerY float32
	planes           [4]plane // sides of the frustum, normals inwards
}

// vec is a point or direction.
type vec = [3]float32

// plane is the set of points p with normal·p = dist.
type plane struct {
	normal vec
	dist   float32
}

func dot(a, b vec) float32 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

func sub(a, b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func add(a, b vec) vec { return vec{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func scale(a vec, f float32) vec { return vec{a[0] * f, a[1] * f, a[2] * f} }

func cross(a, b vec) vec {
	return vec{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func length(a vec) float32 { return float32(math.Sqrt(float64(dot(a, a)))) }

// sane reports whether a place or direction is one: demos may hold any number,
// none too. The bound is beyond every map.
func sane(v vec) bool {
	const limit = 1 << 20
	for _, f := range v {
		if !(f > -limit && f < limit) {
			return false
		}
	}
	return true
}

// normalize returns a with length 1, or 0 if it has none.
func normalize(a vec) vec {
	l := length(a)
	if !(l > 1e-9) {
		return vec{}
	}
	return scale(a, 1/l)
}

// set makes the lens that of a camera.
func (l *lens) set(c Camera, v View) {
	if !sane(c.Origin) {
		c.Origin = vec{}
	}
	if !sane(c.Angles) {
		c.Angles = vec{}
	}
	l.origin = c.Origin
	l.forward, l.right, l.up = c.Vectors()
	l.focal = c.focal(v)
	l.fx, l.fy = scale(l.right, l.focal), scale(l.up, -l.focal)
	l.centerX, l.centerY = v.Width/2, v.Height/2
	for i, side := range [4]vec{
		add(scale(l.forward, l.centerX), l.fx), sub(scale(l.forward, l.centerX), l.fx),
		add(scale(l.forward, l.centerY), l.fy), sub(scale(l.forward, l.centerY), l.fy),
	} {
		n := normalize(side)
		l.planes[i] = plane{n, dot(n, l.origin)}
	}
}

// transform returns a point in the space of the lens: x and y in pixels times
// the depth, right and down from the middle, and the depth in units.
func (l *lens) transform(p vec) (x, y, w float32) {
	dx, dy, dz := p[0]-l.origin[0], p[1]-l.origin[1], p[2]-l.origin[2]
	x = l.fx[0]*dx + l.fx[1]*dy + l.fx[2]*dz
	y = l.fy[0]*dx + l.fy[1]*dy + l.fy[2]*dz
	w = l.forward[0]*dx + l.forward[1]*dy + l.forward[2]*dz
	return x, y, w
}

// boxMargin is by how many units boxes of the tree are taken for larger: those
// of the files are rounded.
const boxMargin = 1

// outside reports whether a box lies outside one of the planes of the mask,
// and returns the mask without those planes that the box is wholly inside of.
func (l *lens) outside(mins, maxs *vec, mask uint8) (bool, uint8) {
	for i := range l.planes {
		if mask>>i&1 == 0 {
			continue
		}
		p := &l.planes[i]
		near, far := -p.dist, -p.dist
		for k, n := range p.normal {
			if n > 0 {
				near += n * mins[k]
				far += n * maxs[k]
			} else {
				near += n * maxs[k]
				far += n * mins[k]
			}
		}
		if far < -boxMargin {
			return true, mask
		}
		if near > boxMargin {
			mask &^= 1 << i
		}
	}
	return false, mask
}

// allPlanes is the mask of all planes of a lens.
const allPlanes = 1<<4 - 1
