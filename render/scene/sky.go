package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
	"demoscope/render/setting"
)

// A reconstructed level is in a haze: only some of its walls are known, and without haze distant rooms and other floors
// would show through. The haze is also drawn where nothing is known. It is brightest at the horizon, so that the viewer
// knows which way is up.

// The colors of the haze at the horizon, overhead and below, in modes that fill faces. The line modes use hazeOfLines
// of it.
var (
	hazeLevel    = draw.RGB(0x737c83)
	hazeOverhead = draw.RGB(0x515b66)
	hazeBelow    = draw.RGB(0x595d5c)
	hazeGround   = draw.RGB(0x3c4143)
)

const hazeOfLines = 0.25

// hazeWidth is the distance at which the haze hides half, as a part of the level's width; the distance is limited to
// hazeNear to hazeFar units. hazeTurn is the factor for the change of the haze's color with the sine of the height
// above the horizon.
const (
	hazeWidth         = 0.3
	hazeNear, hazeFar = 400, 900
	hazeTurn          = 1.4
)

// Points more than hazeAbove units above the eye, or more than hazeBeneath units below it, are on another floor: for
// the haze, each further unit counts as hazeAboveFactor or hazeBeneathFactor additional units of distance, and less in
// steep views.
const (
	hazeAbove, hazeAboveFactor     = 160, 2
	hazeBeneath, hazeBeneathFactor = 192, 1
)

// In an overhead view, the haze starts planClear units below the highest drawn point. Another planReach units lower, it
// hides half of the color.
const planClear, planReach = 320, 1000

// Number of patches in which the haze is drawn where nothing is known.
const hazeColumns, hazeRows = 8, 12

// haze is the haze of a picture.
type haze struct {
	on    bool
	reach float32   // distance in units at which half is visible
	up    clipPlane // plane through the eye; distances from it are heights above it
	inner float32   // squared size of a pixel at depth 1, in square units
	top   float32   // depth at which it starts in an overhead view; 0 in other views
	// level, overhead and below are its colors.
	level, overhead, below draw.Color
}

// set sets the haze of a picture.
func (h *haze) set(f *frame) {
	*h = haze{level: Background}
	if !f.g.built && !f.g.unknown || !(f.focal > 0) { // the focal length of an empty view is 0
		return
	}
	size := f.g.models[0].maxs.Sub(f.g.models[0].mins)
	// Seen from outside, the level is not hazier than from its edge.
	h.on, h.reach = true, max(hazeNear, min(hazeFar, hazeWidth*(size[0]+size[1])/2))+f.g.outside(f.origin)
	h.up, h.inner = f.worldAxis(2), 1/(f.focal*f.focal)
	h.level, h.overhead, h.below = hazeLevel, hazeOverhead, hazeBelow
	if f.overhead() {
		h.top = f.near + planClear
		h.level, h.overhead, h.below = hazeGround, hazeGround, hazeGround
	}
	if f.opt.Mode == HiddenLine || f.opt.Mode == Wire {
		for _, c := range [...]*draw.Color{&h.level, &h.overhead, &h.below} {
			*c = Background.Mix(*c, hazeOfLines)
		}
	}
}

// at returns how much of a point in view space is visible through the haze, 0 to 1, and the color of the haze in that
// direction.
func (h *haze) at(x, y, w float32) (seen float32, color draw.Color) {
	if h.top > 0 {
		far := max(0, w-h.top) / planReach
		return 1 / (1 + far*far), h.level
	}
	long := sqrt((x*x+y*y)*h.inner + w*w)
	high := h.up.a*x + h.up.b*y + h.up.c*w
	sine := high / max(long, 1e-3)
	far := long
	if more := max(high-hazeAbove, 0)*hazeAboveFactor + max(-high-hazeBeneath, 0)*hazeBeneathFactor; more > 0 {
		far += more * sqrt(max(0, 1-sine*sine))
	}
	far /= h.reach
	return 1 / (1 + far*far), h.color(sine)
}

// color returns the color of the haze in a direction, given the sine of its height.
func (h *haze) color(sine float32) draw.Color {
	if sine > 0 {
		return h.level.Mix(h.overhead, min(1, hazeTurn*sine))
	}
	return h.level.Mix(h.below, min(1, -hazeTurn*sine))
}

// pointFog is faceFog at a vertex of the map while the haze is on. The haze of a vertex is computed once per picture,
// for all its faces and edges.
func (lv *level) pointFog(color draw.Color, p *projected) draw.Color {
	lv.hazePoint(p)
	return opaque(p.far.Mix(color, p.seen), color.A)
}

func (lv *level) hazePoint(p *projected) {
	if p.hazed != lv.number {
		p.hazed = lv.number
		p.seen, p.far = lv.canvas.haze.at(p.x, p.y, p.w)
	}
}

// hazeNothing is the visibility below which an edge is not drawn.
const hazeNothing = 0.02

// drawUnknown draws the haze where nothing is known, with the sky lines.
func (cv *canvas) drawUnknown() {
	if !cv.haze.on {
		return
	}
	b := cv.world
	first := uint32(len(b.Vertices))
	f := &cv.frame.frustum
	for j := range hazeRows + 1 {
		y := f.centerY * (2*float32(j)/hazeRows - 1)
		for i := range hazeColumns + 1 {
			x := f.centerX * (2*float32(i)/hazeColumns - 1)
			high := cv.haze.up.a*x + cv.haze.up.b*y + cv.haze.up.c
			b.Vertex(f.centerX+x, f.centerY+y, cv.haze.color(high/sqrt((x*x+y*y)*cv.haze.inner+1)))
		}
	}
	for j := range uint32(hazeRows) {
		for i := range uint32(hazeColumns) {
			at := first + j*(hazeColumns+1) + i
			b.Index(at, at+1, at+hazeColumns+2)
			b.Index(at, at+hazeColumns+2, at+hazeColumns+1)
		}
	}
	if !cv.frame.opt.On(setting.SkyLines) || cv.haze.top > 0 {
		return
	}
	x, y := f.centerX, f.centerY
	cv.polygon = append(cv.polygon[:0], corner{-x, -y, 1, 1}, corner{x, -y, 1, 1}, corner{x, y, 1, 1},
		corner{-x, y, 1, 1})
	cv.drawSkyLines()
}

// The sky lines are two families of great circles, which meet at the horizon in four points and cross overhead. Seen
// from the eye each is a plane, so on a face of the sky it is a straight line, and its direction does not depend on the
// eye's position.

// skyTangents are the tangents of the angles between the planes of a family and the vertical plane, in steps of 15
// degrees.
var skyTangents = [...]float32{-3.7321, -1.7321, -1, -0.57735, -0.26795, 0, 0.26795, 0.57735, 1, 1.7321, 3.7321}

// skyWidth is the width of the lines in points, and skyLine their color overhead.
const skyWidth = 0.9

var skyLine = draw.RGB(0x5a6c8a).Alpha(0.65)

// Lines are not drawn below skyLow, as the sine of the height above the horizon, and are drawn fully from skyRise above
// that.
const (
	skyLow  = 0.05
	skyRise = 0.3
)

// fillSky draws a face of the sky.
func (lv *level) fillSky(f *face) {
	if lv.frame.overhead() {
		return // it would hide what is below it
	}
	corners := lv.frame.g.cornersOf(f)
	if _, all := lv.outside(corners); all&^outGuard != 0 {
		return
	}
	lv.load(corners)
	polygon := lv.canvas.clip()
	if len(polygon) < 3 {
		return
	}
	color := lv.tints.faceColor(f)
	first := uint32(len(lv.canvas.world.Vertices))
	for i := range polygon {
		x, y := lv.frame.screen(&polygon[i])
		lv.canvas.world.Vertex(x, y, color) // no fog, because the sky has the same distance everywhere
	}
	lv.canvas.world.Fan(first, uint32(len(polygon)))
	if lv.frame.opt.On(setting.SkyLines) {
		lv.canvas.drawSkyLines()
	}
}

// drawSkyLines draws the sky lines on the clipped polygon.
func (cv *canvas) drawSkyLines() {
	up := cv.frame.worldAxis(2)
	cv.clipBy(&up)
	polygon := cv.polygon
	if len(polygon) < 3 {
		return
	}
	for k := range 2 {
		axis := cv.frame.worldAxis(k)
		low, high := float32(4), float32(-4) // beyond all tangents
		for i := range polygon {
			c := &polygon[i]
			h, d := max(up.distance(c), 1e-3), axis.distance(c)
			low, high = min(low, d/h), max(high, d/h)
		}
		for _, t := range skyTangents {
			if low < t && t < high {
				cv.drawSkyLine(polygon, &clipPlane{axis.a - t*up.a, axis.b - t*up.b, axis.c - t*up.c, 0}, &up)
			}
		}
	}
}

// drawSkyLine draws the line where a plane through the eye cuts a polygon.
func (cv *canvas) drawSkyLine(polygon []corner, p, up *clipPlane) {
	var ends [2]corner
	n := 0
	last := &polygon[len(polygon)-1]
	dLast := p.distance(last)
	for i := range polygon {
		c := &polygon[i]
		d := p.distance(c)
		if (d >= 0) != (dLast >= 0) && n < len(ends) {
			ends[n] = between(last, c, dLast, d)
			n++
		}
		last, dLast = c, d
	}
	if n < len(ends) {
		return
	}
	a0, a1 := cv.frame.skyAlpha(&ends[0], up), cv.frame.skyAlpha(&ends[1], up)
	if a0+a1 == 0 {
		return
	}
	x0, y0 := cv.frame.screen(&ends[0])
	x1, y1 := cv.frame.screen(&ends[1])
	cv.world.LineGradient(x0, y0, x1, y1, skyWidth*cv.frame.scale, skyLine.Alpha(a0), skyLine.Alpha(a1))
}

// skyAlpha returns the opacity of a sky line in a direction.
func (f *frustum) skyAlpha(c *corner, up *clipPlane) float32 {
	x, y := c.x/f.focal, c.y/f.focal
	sine := up.distance(c) / max(mgl32.Vec3{x, y, c.w}.Len(), 1e-6)
	return max(0, min(1, (sine-skyLow)/skyRise))
}
