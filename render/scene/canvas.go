package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// canvas draws what a frame shows into the buffers of a picture.
type canvas struct {
	frame          *frame
	haze           haze
	world, overlay *draw.Buffer
	polygon, spare []corner // the current polygon, and scratch for clipping
}

// clip clips the polygon and returns the rest.
func (cv *canvas) clip() []corner {
	planes := cv.frame.clipPlanes(2)
	for i := range planes {
		if len(cv.polygon) == 0 {
			break
		}
		cv.clipBy(&planes[i])
	}
	return cv.polygon
}

// clipBy clips the polygon by one plane.
func (cv *canvas) clipBy(p *clipPlane) {
	cv.polygon, cv.spare = p.clip(cv.spare[:0], cv.polygon), cv.polygon
}

// fan writes a clipped polygon, a face of the world or a piece of a thing, and colors each corner by its depth. If the
// polygon thins out, its light is its opacity.
func (cv *canvas) fan(buf *draw.Buffer, polygon []corner, color draw.Color, world, thins bool) {
	if len(polygon) < 3 {
		return
	}
	f, first := &cv.frame.frustum, uint32(len(buf.Vertices))
	for i := range polygon {
		c := &polygon[i]
		x, y := f.screen(c)
		cl := color.Dim(c.light)
		if thins {
			cl.A = mist(c.light)
		}
		if world {
			cl = cv.faceFog(cl, c.x, c.y, c.w)
		} else {
			cl = cv.inFog(cl, c.w)
		}
		buf.Vertex(x, y, cl)
	}
	buf.Fan(first, uint32(len(polygon)))
}

// line draws a line, clipped and faded by its depth down to minFade.
func (cv *canvas) line(buf *draw.Buffer, p, q corner, width, minFade float32, c0, c1 draw.Color) {
	a, b, ok := cv.frame.clipLine(p, q, width+1)
	if !ok {
		return
	}
	x0, y0 := cv.frame.screen(&a)
	x1, y1 := cv.frame.screen(&b)
	buf.LineGradient(x0, y0, x1, y1, width, cv.faded(c0, a.w, minFade), cv.faded(c1, b.w, minFade))
}

// faded returns the color of a line at a depth: more transparent over bright faces, otherwise darker, so that
// overlapping lines do not add up.
func (cv *canvas) faded(c draw.Color, w, minFade float32) draw.Color {
	f := max(minFade, fade(w))
	if cv.frame.opt.Mode == Lit || cv.frame.opt.Mode == Shaded {
		return c.Alpha(f)
	}
	f = faintestLine + (1-faintestLine)*f
	return opaque(cv.haze.level.Mix(c, f*(2-f)), c.A) // on dark faces less is enough to be visible
}

// How fast lines and faces fade with distance, in units of depth: at fadeDepth a quarter of the fading part of a line
// is left, and at fogDepth a face is halfway to the background. A line never becomes fainter than faintestFar, or
// faintestLine in the line modes, where nothing else is visible. A reconstructed level has a [haze] instead.
const (
	fadeDepth    = 700
	faintestFar  = 0.16
	faintestLine = 0.3
	fogDepth     = 2400
)

// fade returns the brightness of a line at a depth.
func fade(w float32) float32 {
	t := fadeDepth / (fadeDepth + max(w, 0))
	return min(1, faintestFar+(1-faintestFar)*t*t*1.15)
}

// fog returns the color of a face at a depth.
func fog(c draw.Color, w float32) draw.Color {
	return mixed(c, Background, max(w, 0)/(fogDepth+max(w, 0)))
}

// inFog is fog, in the fog of the map if its textures are drawn and it has one.
func (cv *canvas) inFog(c draw.Color, w float32) draw.Color {
	if f := &cv.world.Fog; f.Density > 0 {
		return mixed(c, draw.Color{R: f.Color[0], G: f.Color[1], B: f.Color[2]}, f.At(w))
	}
	return fog(c, w)
}

// mixed returns a color with a share of another, as opaque as before.
func mixed(c, other draw.Color, share float32) draw.Color { return opaque(c.Mix(other, share), c.A) }

// opaque returns a color with the opacity a.
func opaque(c draw.Color, a float32) draw.Color {
	c.A = a
	return c
}

// faceFog returns the color of a face of the world at a point in view space.
func (cv *canvas) faceFog(color draw.Color, x, y, w float32) draw.Color {
	if !cv.frame.g.built {
		return cv.inFog(color, w)
	}
	if !cv.haze.on {
		return color // the picture has no size
	}
	seen, far := cv.haze.at(x, y, w)
	return opaque(far.Mix(color, seen), color.A)
}

// quad writes a four-sided face.
func (cv *canvas) quad(buf *draw.Buffer, corners [4]mgl32.Vec3, color draw.Color) {
	if color.A <= 0 {
		return
	}
	in := cv.polygon[:0]
	any, all := uint32(0), ^uint32(0)
	for _, v := range corners {
		var q projected
		q.set(&cv.frame.frustum, v)
		any |= q.outside
		all &= q.outside
		in = append(in, corner{q.x, q.y, q.w, 1})
	}
	cv.polygon = in
	if all&^outGuard != 0 {
		return
	}
	if any&(outNear|outGuard) != 0 {
		in = cv.clip()
	}
	cv.fan(buf, in, color, false, false)
}

// softLine writes a line with a width in units that fades toward its sides, as two quads that are opaque along their
// common side.
func (cv *canvas) softLine(buf *draw.Buffer, p, q corner, width float32, color draw.Color) {
	a, b, ok := cv.frame.clipLine(p, q, softMost*cv.frame.scale)
	if !ok {
		return
	}
	x0, y0 := cv.frame.screen(&a)
	x1, y1 := cv.frame.screen(&b)
	dx, dy := x1-x0, y1-y0
	l := float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if !(l > 1e-3) {
		return
	}
	dx, dy = dx/l, dy/l
	half := func(w float32) float32 {
		return max(softLeast*cv.frame.scale, min(softMost*cv.frame.scale, width*cv.frame.focal/w)) / 2
	}
	clear := color.Alpha(0)
	side := func(x, y, half float32) {
		buf.Vertex(x, y, color)
		buf.Vertex(x-dy*half, y+dx*half, clear)
		buf.Vertex(x+dy*half, y-dx*half, clear)
	}
	n := uint32(len(buf.Vertices))
	side(x0, y0, half(a.w))
	side(x1, y1, half(b.w))
	for _, k := range [...]uint32{1, 2} {
		buf.Index(n, n+3, n+k)
		buf.Index(n+3, n+3+k, n+k)
	}
}

// The width of a soft line is between softLeast and softMost points.
const softLeast, softMost = 6, 44

// dotMost is the maximum size of a dot, and softDot the size from which dots are round, in points.
const dotMost, softDot = 8, 3

// dot writes a dot of a size in units. It is at least about a point wide.
func (cv *canvas) dot(buf *draw.Buffer, at mgl32.Vec3, units float32, color draw.Color, minFade float32) {
	x, y, w, ok := cv.frame.project(at)
	if !ok {
		return
	}
	size := max(cv.frame.scale*1.25, min(units*cv.frame.focal/w, dotMost*cv.frame.scale))
	if cv.frame.beside(x, y, size) {
		return
	}
	color = color.Alpha(max(minFade, fade(w)))
	if size < softDot*cv.frame.scale {
		buf.Rect(x-size/2, y-size/2, size, size, color)
		return
	}
	cv.softDisc(buf, x, y, size*0.8, color)
}

// glowMost is the maximum radius of a glow as a part of the picture's height: larger ones would hide the fight. Closer
// glows become fainter instead, down to glowFaint.
const glowMost, glowFaint = 0.22, 0.3

// glow writes a glow with a radius in units.
func (cv *canvas) glow(buf *draw.Buffer, at mgl32.Vec3, units float32, color draw.Color) {
	x, y, w, ok := cv.frame.project(at)
	if !ok {
		return
	}
	radius, most := units*cv.frame.focal/w, glowMost*cv.frame.height
	if radius > most {
		color, radius = color.Alpha(max(glowFaint, most/radius)), most
	}
	if radius < 0.5 || cv.frame.beside(x, y, radius) {
		return
	}
	cv.softDisc(buf, x, y, radius, color)
}

// discRings are the rings of a large disc: the radius r of each as a part of the disc's, and its opacity, (1-r²)².
var discRings = [...][2]float32{{0.3, 0.83}, {0.55, 0.49}, {0.8, 0.13}, {1, 0}}

// smallRings are the rings of a small disc.
var smallRings = [...][2]float32{{0.5, 0.55}, {1, 0}}

// discSides is the number of sides of a large disc, a multiple of ringSides.
const discSides = 36

// discPoints are the corners of a disc with radius 1.
var discPoints = func() (list [discSides][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / discSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// largeDisc is the radius in points from which a disc has all rings and sides.
const largeDisc = 10

// softDisc writes a disc with the opacity of its color in the center, fading toward its edge.
func (cv *canvas) softDisc(buf *draw.Buffer, x, y, radius float32, color draw.Color) {
	rings, step := discRings[:], 1
	if radius < largeDisc*cv.frame.scale {
		rings, step = smallRings[:], discSides/ringSides
	}
	middle := buf.Vertex(x, y, color)
	first, n, sides := middle+1, uint32(len(rings)), uint32(discSides/step)
	for i := 0; i < discSides; i += step {
		c := &discPoints[i]
		for _, r := range rings {
			buf.Vertex(x+r[0]*radius*c[0], y+r[0]*radius*c[1], color.Alpha(r[1]))
		}
	}
	for i := range sides {
		in, next := first+n*i, first+n*((i+1)%sides)
		buf.Index(middle, in, next)
		for k := range n - 1 {
			buf.Index(in+k, in+k+1, next+k)
			buf.Index(in+k+1, next+k+1, next+k)
		}
	}
}

// The hole around a body: its size in units, its number of sides, the opacity of its haze, and the part of its radius
// beyond which the haze fades.
const (
	holeWide, holeHigh = 70, 90
	holeSides          = 20
	holeMist, holeRim  = 0.9, 0.4
)

// hole writes a hole in presumed faces around a body. The hole shows haze.
func (cv *canvas) hole(b *draw.Buffer, origin mgl32.Vec3) {
	x, y, wide, high, ok := cv.holeAt(origin)
	if !ok {
		return
	}
	_, mist := cv.haze.at(cv.frame.transform(origin))
	clear := mist
	mist.A, clear.A = holeMist, 0
	middle := b.Vertex(x, y, mist)
	first := middle + 1
	for i := range uint32(holeSides) {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / holeSides)
		dx, dy := float32(cos)*wide, float32(sin)*high
		b.Vertex(x+holeRim*dx, y+holeRim*dy, mist)
		b.Vertex(x+dx, y+dy, clear)
		in, out := first+2*i, first+2*i+1
		nextIn, nextOut := first+2*((i+1)%holeSides), first+2*((i+1)%holeSides)+1
		b.Index(middle, in, nextIn)
		b.Index(in, out, nextIn)
		b.Index(out, nextOut, nextIn)
	}
}

// holeAt returns the position of the hole around a body in the picture, and half its width and height, in pixels.
func (cv *canvas) holeAt(origin mgl32.Vec3) (x, y, wide, high float32, ok bool) {
	x, y, w, ok := cv.frame.project(origin.Add(mgl32.Vec3{0, 0, 4}))
	unit := cv.frame.focal / w
	return x, y, holeWide * unit, holeHigh * unit, ok && cv.frame.opt.Mode != Wire
}

// outlineBody draws the box of a player over everything else.
func (cv *canvas) outlineBody(origin mgl32.Vec3, yaw float32, color draw.Color) {
	at := placeAt(origin, mgl32.Vec3{0, yaw, 0}, 1)
	color = color.Alpha(0.5)
	for _, part := range [...]*solid{bodyChest, bodyLegs} {
		for _, e := range part.edges {
			a, b := cv.frame.corner(at.point(part.points[e.v])), cv.frame.corner(at.point(part.points[e.w]))
			cv.line(cv.overlay, a, b, cv.frame.scale, 0, color, color)
		}
	}
}

// Boxes that represent a player behind walls: legs and chest.
var (
	bodyLegs  = prism(6, 0, 11, playerLow, 13, 2)
	bodyChest = prism(6, 0, 13, 2, 15, 20)
)
