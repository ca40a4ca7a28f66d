package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

// Camera is the place and direction that the picture is taken from, in Quake units
// and degrees: pitch (positive looks down), yaw (0 along x, 90 along y), roll. FOV
// is the horizontal field of view of a 4:3 picture; others have the same vertical
// one, and so see more or less at the sides. 0 stands for 90.
type Camera struct {
	Origin mgl32.Vec3
	Angles mgl32.Vec3
	FOV    float32
	// Near, if it is not 0, makes the picture a plan: what is less than so many units away is
	// not drawn, and all of the level behind that is.
	Near float32
}

// View is the size of the picture in pixels, and how many pixels a point of line
// width has (more than 1 on dense screens).
type View struct {
	Width, Height float32
	Scale         float32
}

// EyeCamera returns the camera of an eye. Its field of view is fov, in degrees, if
// the demo has none.
func EyeCamera(e player.Eye, fov float32) Camera {
	c := Camera{Origin: e.Origin, Angles: e.Angles, FOV: e.FOV}
	if c.FOV == 0 {
		c.FOV = fov
	}
	return c
}

// Vectors returns the camera's forward, right and up directions, each of length 1.
func (c Camera) Vectors() (forward, right, up mgl32.Vec3) {
	return vectors(c.Angles)
}

// vectors returns the axes of angles in degrees.
func vectors(angles mgl32.Vec3) (forward, right, up mgl32.Vec3) {
	sinCos := func(degrees float32) (float32, float32) {
		s, c := math.Sincos(float64(degrees) * math.Pi / 180)
		return float32(s), float32(c)
	}
	sp, cp := sinCos(angles[0])
	sy, cy := sinCos(angles[1])
	sr, cr := sinCos(angles[2])
	forward = mgl32.Vec3{cp * cy, cp * sy, -sp}
	right = mgl32.Vec3{-sr*sp*cy + cr*sy, -sr*sp*sy - cr*cy, -sr * cp}
	up = mgl32.Vec3{cr*sp*cy + sr*sy, cr*sp*sy - sr*cy, cr * cp}
	return forward, right, up
}

// Limits of the field of view, in degrees.
const (
	minFOV     = 1
	maxFOV     = 170
	defaultFOV = 90
)

// focal returns the focal length: the size in pixels of one unit at a depth of one
// unit.
func (c Camera) focal(v View) float32 {
	fov := c.FOV
	if !(fov > 0) {
		fov = defaultFOV
	}
	fov = max(minFOV, min(maxFOV, fov))
	half := math.Tan(float64(fov) * math.Pi / 360)
	return float32(float64(v.Height) / 2 / (half * 0.75))
}

// nearPlane is the depth of the near plane, in units, where [Camera.Near] does not say another.
const nearPlane = 1

// frustum is a frame's view transformation, and the side planes of what the camera
// sees.
type frustum struct {
	origin           mgl32.Vec3
	forward          mgl32.Vec3
	right, up        mgl32.Vec3 // as unit vectors
	fx, fy           mgl32.Vec3 // right and down, as long as the focal length
	focal            float32
	near             float32 // depth of the near plane
	width, height    float32 // of the picture, in pixels
	centerX, centerY float32
	scale            float32  // pixels a point of line width
	planes           [4]plane // left, right, top, bottom; normals inwards
}

// plane is the set of points p with normal·p = dist.
type plane struct {
	normal mgl32.Vec3
	dist   float32
}

// plan reports whether the picture is a plan: see [Camera.Near].
func (f *frustum) plan() bool { return f.near > nearPlane }

// sees returns from where a place is seen: the camera, or where the near plane cuts the line to
// it.
func (f *frustum) sees(at mgl32.Vec3) mgl32.Vec3 {
	d := at.Sub(f.origin)
	if w := f.forward.Dot(d); f.plan() && w > f.near {
		return f.origin.Add(d.Mul(f.near / w))
	}
	return f.origin
}

// sane reports whether a place or direction can be drawn.
func sane(v mgl32.Vec3) bool { return world.Drawable(v) }

// normalize returns a with length 1, or 0 if it has none.
func normalize(a mgl32.Vec3) mgl32.Vec3 {
	l := a.Len()
	if !(l > 1e-9) {
		return mgl32.Vec3{}
	}
	return a.Mul(1 / l)
}

// set makes the frustum that of a camera.
func (f *frustum) set(c Camera, v View) {
	if !sane(c.Origin) {
		c.Origin = mgl32.Vec3{}
	}
	if !sane(c.Angles) {
		c.Angles = mgl32.Vec3{}
	}
	f.origin = c.Origin
	f.forward, f.right, f.up = c.Vectors()
	f.focal = c.focal(v)
	f.near = max(nearPlane, c.Near)
	f.fx, f.fy = f.right.Mul(f.focal), f.up.Mul(-f.focal)
	f.width, f.height, f.scale = v.Width, v.Height, v.Scale
	if !(f.scale > 0) {
		f.scale = 1
	}
	f.centerX, f.centerY = v.Width/2, v.Height/2
	for i, side := range [4]mgl32.Vec3{
		f.forward.Mul(f.centerX).Add(f.fx), f.forward.Mul(f.centerX).Sub(f.fx),
		f.forward.Mul(f.centerY).Add(f.fy), f.forward.Mul(f.centerY).Sub(f.fy),
	} {
		n := normalize(side)
		f.planes[i] = plane{n, n.Dot(f.origin)}
	}
}

// transform returns a point in view space: x and y in pixels times the depth,
// right and down from the middle of the picture, and the depth w in units. It
// is written out on plain arrays: it runs for every vertex of every picture,
// and is three times as fast as a product of matrices.
func (f *frustum) transform(p mgl32.Vec3) (x, y, w float32) {
	dx, dy, dz := p[0]-f.origin[0], p[1]-f.origin[1], p[2]-f.origin[2]
	x = f.fx[0]*dx + f.fx[1]*dy + f.fx[2]*dz
	y = f.fy[0]*dx + f.fy[1]*dy + f.fy[2]*dz
	w = f.forward[0]*dx + f.forward[1]*dy + f.forward[2]*dz
	return x, y, w
}

// corner returns a point in view space as a corner of the usual light.
func (f *frustum) corner(p mgl32.Vec3) corner {
	x, y, w := f.transform(p)
	return corner{x, y, w, 1}
}

// project returns where a place is in the picture, in pixels, and its depth; ok is false before the near plane.
func (f *frustum) project(p mgl32.Vec3) (x, y, w float32, ok bool) {
	if x, y, w = f.transform(p); w < f.near {
		return 0, 0, w, false
	}
	return f.centerX + x/w, f.centerY + y/w, w, true
}

// beside reports whether something at a place in the picture, which reaches so many pixels around it, lies outside.
func (f *frustum) beside(x, y, reach float32) bool {
	return x < -reach || y < -reach || x > f.width+reach || y > f.height+reach
}

// boxMargin is how many units the boxes of the tree are enlarged by, since those in
// the files are rounded.
const boxMargin = 1

// outside reports whether a box lies outside one of the planes in the mask (bit i
// stands for planes[i]), and returns the mask without the planes that the box lies
// entirely inside of. It runs for every node of the tree and is written out on plain
// arrays.
func (f *frustum) outside(mins, maxs *mgl32.Vec3, mask uint8) (bool, uint8) {
	for i := range f.planes {
		if mask>>i&1 == 0 {
			continue
		}
		p := &f.planes[i]
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

// allPlanes is the mask of all planes of a frustum.
const allPlanes = 1<<4 - 1
