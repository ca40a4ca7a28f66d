package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
	"demoscope/render/setting"
)

// The lines of the sky are two families of great circles, which meet at the horizon in
// four places and cross overhead: seen from the eye each is a plane, so on a face of the
// sky it is a straight line, and it stays in its direction wherever the eye is.

// skyTangents are the tangents of the angles between the planes of a family and the
// vertical one: 15 degrees and its multiples.
var skyTangents = [...]float32{-3.7321, -1.7321, -1, -0.57735, -0.26795, 0, 0.26795, 0.57735, 1, 1.7321, 3.7321}

// skyWidth is the width of the lines in points, and skyLine their color overhead.
const skyWidth = 0.9

var skyLine = draw.RGB(0x5a6c8a).Alpha(0.65)

// Below skyLow, as the sine of the height above the horizon, the lines are not drawn, and
// skyRise further up they are drawn in full.
const (
	skyLow  = 0.05
	skyRise = 0.3
)

// fillSky draws a face of the sky.
func (lv *level) fillSky(f *face) {
	if lv.frame.plan() {
		return // it would hide what is below it
	}
	all := ^uint32(0)
	lv.canvas.polygon[0] = lv.canvas.polygon[0][:0]
	for _, c := range lv.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners] {
		p := lv.point(c)
		all &= p.outside
		lv.canvas.polygon[0] = append(lv.canvas.polygon[0], corner{p.x, p.y, p.w, 1})
	}
	if all&^outGuard != 0 {
		return
	}
	polygon := lv.canvas.clip()
	if len(polygon) < 3 {
		return
	}
	color := lv.tints.faceColor(f)
	first := uint32(len(lv.canvas.world.Vertices))
	for i := range polygon {
		x, y := lv.frame.screen(&polygon[i])
		lv.canvas.world.Vertex(x, y, color) // without fog: the sky is equally far everywhere
	}
	lv.canvas.world.Fan(first, uint32(len(polygon)))
	if lv.frame.opt.On(setting.SkyLines) {
		lv.canvas.drawSkyLines()
	}
}

// drawSkyLines draws the lines of the sky on the polygon in s.polygon[0], which is clipped.
func (cv *canvas) drawSkyLines() {
	up := cv.frame.worldAxis(2)
	cv.clipBy(&up)
	polygon := cv.polygon[0]
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

// skyAlpha returns how much of a line of the sky is seen in a direction.
func (f *frustum) skyAlpha(c *corner, up *clipPlane) float32 {
	x, y := c.x/f.focal, c.y/f.focal
	sine := up.distance(c) / max(mgl32.Vec3{x, y, c.w}.Len(), 1e-6)
	return max(0, min(1, (sine-skyLow)/skyRise))
}

// worldAxis returns the plane through the eye across an axis of the world: the distances
// from it are units along the axis.
func (f *frustum) worldAxis(k int) clipPlane {
	return clipPlane{f.right[k] / f.focal, -f.up[k] / f.focal, f.forward[k], 0}
}
