package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// Camera is the position and direction of the camera, in Quake units and degrees: pitch (positive looks down), yaw (0
// along x, 90 along y), roll. FOV is the horizontal field of view of a 4:3 picture; 0 means 90. Other aspect ratios
// have the same vertical field of view, so they show more or less at the sides.
type Camera struct {
	Origin mgl32.Vec3
	Angles mgl32.Vec3
	FOV    float32
	// Near, if it is not 0, makes the picture an overhead view: nothing closer than Near units is drawn, but all of the
	// level beyond it is.
	Near float32
}

// View is the size of the picture in pixels, and the number of pixels per point of line width (more than 1 on dense
// screens).
type View struct {
	Width, Height float32
	Scale         float32
}

// EyeCamera returns the camera of an eye. Its field of view is fov, in degrees, if the demo doesn't have one.
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

// vectors returns the axes for angles in degrees.
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

// axis returns the axes for angles in degrees as the columns forward, left and up.
func axis(angles mgl32.Vec3) mgl32.Mat3 {
	f, r, u := vectors(angles)
	return mgl32.Mat3FromCols(f, r.Mul(-1), u)
}

// focal returns the focal length: the size in pixels of one unit at a depth of one unit.
func (c Camera) focal(v View) float32 {
	fov := c.FOV
	if !(fov > 0) {
		fov = defaultFOV
	}
	fov = max(minFOV, min(maxFOV, fov))
	half := math.Tan(float64(fov) * math.Pi / 360)
	return float32(float64(v.Height) / 2 / (half * 0.75))
}

// Limits of the field of view, in degrees.
const (
	minFOV     = 1
	maxFOV     = 170
	defaultFOV = 90
)

// nearPlane is the depth of the near plane in units, unless [Camera.Near] overrides it.
const nearPlane = 1

// frustum is the view transformation of a frame, and the side planes of the visible volume.
type frustum struct {
	origin           mgl32.Vec3
	forward          mgl32.Vec3
	right, up        mgl32.Vec3 // unit vectors
	fx, fy           mgl32.Vec3 // right and down, scaled by the focal length
	focal            float32
	near             float32 // depth of the near plane
	width, height    float32 // of the picture, in pixels
	centerX, centerY float32
	scale            float32  // pixels per point of line width
	planes           [4]plane // left, right, top, bottom; normals inwards
}

// plane is the set of points p with normal·p = dist.
type plane struct {
	normal mgl32.Vec3
	dist   float32
}

// overhead reports whether the picture is an overhead view: see [Camera.Near].
func (f *frustum) overhead() bool { return f.near > nearPlane }

// sees returns the point from which a place is seen: the camera, or where the line to the place crosses the near plane.
func (f *frustum) sees(at mgl32.Vec3) mgl32.Vec3 {
	d := at.Sub(f.origin)
	if w := f.forward.Dot(d); f.overhead() && w > f.near {
		return f.origin.Add(d.Mul(f.near / w))
	}
	return f.origin
}

// set sets the frustum of a camera.
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

// transform returns a point in view space: x and y in pixels times the depth, right and down from the center of the
// picture, and the depth w in units. It is written out on plain arrays because it runs for every vertex of every
// picture; that is three times as fast as a matrix product.
func (f *frustum) transform(p mgl32.Vec3) (x, y, w float32) {
	dx, dy, dz := p[0]-f.origin[0], p[1]-f.origin[1], p[2]-f.origin[2]
	x = f.fx[0]*dx + f.fx[1]*dy + f.fx[2]*dz
	y = f.fy[0]*dx + f.fy[1]*dy + f.fy[2]*dz
	w = f.forward[0]*dx + f.forward[1]*dy + f.forward[2]*dz
	return x, y, w
}

// corner returns a point in view space as a corner with full light.
func (f *frustum) corner(p mgl32.Vec3) corner {
	x, y, w := f.transform(p)
	return corner{x, y, w, 1}
}

// project returns the position of a point in the picture, in pixels, and its depth. ok is false if it is in front of
// the near plane.
func (f *frustum) project(p mgl32.Vec3) (x, y, w float32, ok bool) {
	if x, y, w = f.transform(p); w < f.near {
		return 0, 0, w, false
	}
	return f.centerX + x/w, f.centerY + y/w, w, true
}

// beside reports whether something with a radius of reach pixels is outside the picture.
func (f *frustum) beside(x, y, reach float32) bool {
	return x < -reach || y < -reach || x > f.width+reach || y > f.height+reach
}

// boxMargin is the margin in units by which the boxes of the tree are enlarged, because the files contain rounded
// boxes.
const boxMargin = 1

// outside reports whether a box is outside one of the planes in the mask (bit i stands for planes[i]), and returns the
// mask without the planes that the box is entirely inside of. It is written out on plain arrays because it runs for
// every node of the tree.
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

// shows reports whether a point is within the bounds of the picture.
func (f *frustum) shows(at mgl32.Vec3) bool {
	x, y, w := f.transform(at)
	return w >= f.near && abs(x/w) <= f.centerX && abs(y/w) <= f.centerY
}

// edgeOf returns the side of the picture beyond which a point is, and the position along that side, 0 to 1. Points
// above and below the picture are at its top and bottom. All others are at the left or right; the farther the camera
// has to turn, the lower.
func (f *frustum) edgeOf(at mgl32.Vec3) (anchor.Side, float32) {
	d := at.Sub(f.origin)
	right, up, ahead := d.Dot(f.right), d.Dot(f.up), d.Dot(f.forward)
	turn := math.Atan2(float64(right), float64(ahead))
	half := math.Atan2(float64(f.centerX), float64(f.focal))
	if abs := math.Abs(turn); abs > half {
		side := anchor.SideRight
		if turn < 0 {
			side = anchor.SideLeft
		}
		return side, float32(0.5 * (1 + (abs-half)/(math.Pi-half)))
	}
	side := anchor.SideBottom
	if up > 0 {
		side = anchor.SideTop
	}
	return side, float32(0.5 * (1 + math.Tan(turn)/math.Tan(half)))
}

// bodyWide is half the width of a body with its arms, in units.
const bodyWide = 15

// bodyHigh is the height of a body with its head above its origin, in units. bodyTall is that of Quake III's models,
// which are taller than their boxes.
const bodyHigh, bodyTall = playerHigh, 44

// boxAt returns the visible part of a player's box, given its height and half its width in units. ok is false if none
// of it is in the picture.
func (f *frustum) boxAt(origin mgl32.Vec3, high, aside float32) (b anchor.Body, ok bool) {
	// Seen from above or below, the width of the body adds to its height.
	tilt := float32(math.Sqrt(float64(max(0, 1-f.up[2]*f.up[2]))))
	left, right, top, low := f.width, float32(0), f.height, float32(0)
	for _, z := range [...]float32{playerLow, high} {
		x, y, w := f.transform(origin.Add(mgl32.Vec3{0, 0, z}))
		w = max(w, nearPlane)
		x, y = f.centerX+x/w, f.centerY+y/w
		wide := aside * f.focal / w
		left, right = min(left, x-wide), max(right, x+wide)
		top, low = min(top, y-tilt*wide), max(low, y+tilt*wide)
	}
	left, right, top, low = max(0, left), min(f.width, right), max(0, top), min(f.height, low)
	return anchor.Body{X: left, Y: top, W: right - left, H: low - top}, right > left && low > top
}

const (
	// A name fades from a distance of nameNear units on and is not drawn beyond nameFar.
	nameNear = 600
	nameFar  = 3000

	// headHigh is the height of the top of a head above the origin, in units.
	headHigh = 28

	// nameAbove is the distance of a name from a head in units. nameMost is the largest such distance in points,
	// because near bodies are large.
	nameAbove, nameMost = 8, 7

	// unseenDim is the opacity of the name of a hidden player. Distance reduces it to no less than unseenLeast of that.
	unseenDim   = 0.5
	unseenLeast = 0.6
)

// nameAt returns the position of a player's name, with its opacity at that distance as the A of its color. ok is false
// if the name is not written. The name of the followed player is always written.
func (f *frustum) nameAt(origin mgl32.Vec3, dead, followed bool) (l anchor.Label, ok bool) {
	top := float32(headHigh)
	if dead {
		top = playerLow + 10 // lying
	}
	x, y, w := f.transform(origin.Add(mgl32.Vec3{0, 0, top}))
	if w < f.near || w > nameFar && !followed && !f.overhead() {
		return l, false
	}
	alpha := float32(1)
	if w > nameNear && !f.overhead() {
		alpha = max(0.25, 1-(w-nameNear)/(nameFar-nameNear))
	}
	above := min(nameAbove*f.focal/w, nameMost*f.scale)
	return anchor.Label{X: f.centerX + x/w, Y: f.centerY + y/w - above, Color: draw.Color{A: alpha},
		Depth: w}, true
}

// unitsOf returns the number of units that have the height of part of the picture at a place. It returns 0 for a
// picture without a size.
func (f *frustum) unitsOf(part float32, at mgl32.Vec3) float32 {
	return part * f.height * at.Sub(f.origin).Len() / max(f.focal, 1e-6)
}

// facing returns two directions perpendicular to the one from a place to the camera.
func (f *frustum) facing(at mgl32.Vec3) (x, y mgl32.Vec3) { return across(normalize(f.origin.Sub(at))) }

// depth returns the distance of the center of a triangle from the camera.
func (f *frustum) depth(a, b, c mgl32.Vec3) float32 {
	o := &f.origin
	x, y, z := (a[0]+b[0]+c[0])/3-o[0], (a[1]+b[1]+c[1])/3-o[1], (a[2]+b[2]+c[2])/3-o[2]
	return x*x + y*y + z*z
}

// corner is a point in view space: see [frustum.transform].
type corner struct {
	x, y, w float32
	light   float32 // factor for the color
}

// clipPlane is a plane in view space. Points with ax+by+cw >= d are inside.
type clipPlane struct{ a, b, c, d float32 }

// clipPlanes returns the planes that clip polygons and lines: the near plane and the sides of the picture, moved out by
// margin pixels.
func (f *frustum) clipPlanes(margin float32) [5]clipPlane {
	w, h := f.centerX+margin, f.centerY+margin
	return [5]clipPlane{{0, 0, 1, f.near}, {1, 0, w, 0}, {-1, 0, w, 0}, {0, 1, h, 0}, {0, -1, h, 0}}
}

func (p *clipPlane) distance(c *corner) float32 { return p.a*c.x + p.b*c.y + p.c*c.w - p.d }

// clip appends the part of a polygon that is inside the plane to a list.
func (p *clipPlane) clip(to, polygon []corner) []corner {
	last := &polygon[len(polygon)-1]
	dLast := p.distance(last)
	for k := range polygon {
		c := &polygon[k]
		d := p.distance(c)
		if (d >= 0) != (dLast >= 0) {
			to = append(to, between(last, c, dLast, d))
		}
		if d >= 0 {
			to = append(to, *c)
		}
		last, dLast = c, d
	}
	return to
}

// between returns the point between p and q whose distance from the plane is 0.
func between(p, q *corner, dp, dq float32) corner {
	// Always from inside to outside, so that neighbors get the same point.
	if dp < dq {
		p, q, dp, dq = q, p, dq, dp
	}
	t := dp / (dp - dq)
	return corner{p.x + (q.x-p.x)*t, p.y + (q.y-p.y)*t, p.w + (q.w-p.w)*t, p.light + (q.light-p.light)*t}
}

// clipLine clips a line by [frustum.clipPlanes]. ok is false if nothing is left.
func (f *frustum) clipLine(p, q corner, margin float32) (a, b corner, ok bool) {
	planes := f.clipPlanes(margin)
	for i := range planes {
		c := &planes[i]
		dp, dq := c.distance(&p), c.distance(&q)
		switch {
		case dp < 0 && dq < 0:
			return p, q, false
		case dp < 0:
			p = between(&p, &q, dp, dq)
		case dq < 0:
			q = between(&p, &q, dp, dq)
		}
	}
	return p, q, true
}

// screen returns the position of a corner in the picture, in pixels.
func (f *frustum) screen(c *corner) (x, y float32) {
	w := max(c.w, nearPlane/2)
	return f.centerX + c.x/w, f.centerY + c.y/w
}

// worldAxis returns the plane through the eye that is perpendicular to an axis of the world. Distances from it are in
// units along the axis.
func (f *frustum) worldAxis(k int) clipPlane {
	return clipPlane{f.right[k] / f.focal, -f.up[k] / f.focal, f.forward[k], 0}
}

// sane reports whether a position or direction can be drawn.
func sane(v mgl32.Vec3) bool { return world.Drawable(v) }

// normalize returns a with length 1, or 0 if a is 0.
func normalize(a mgl32.Vec3) mgl32.Vec3 {
	l := a.Len()
	if !(l > 1e-9) {
		return mgl32.Vec3{}
	}
	return a.Mul(1 / l)
}

// across returns two directions that are perpendicular to dir and to each other.
func across(dir mgl32.Vec3) (x, y mgl32.Vec3) {
	x = normalize(dir.Cross(mgl32.Vec3{0, 0, 1}))
	if x == (mgl32.Vec3{}) {
		x = mgl32.Vec3{1, 0, 0}
	}
	return x, normalize(x.Cross(dir))
}

// degreesOf returns the yaw of a direction.
func degreesOf(d mgl32.Vec3) float32 {
	return float32(math.Atan2(float64(d[1]), float64(d[0])) * 180 / math.Pi)
}

// halfTurn returns an angle in degrees, normalized to -180 to 180.
func halfTurn(f float32) float32 { return f - 360*float32(math.Round(float64(f/360))) }

func abs(f float32) float32 { return max(f, -f) }

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
