package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// latticeStep is the distance between the lines on large flat faces, in units along the axes of the world. In the
// distance, only every second line remains.
const latticeStep = 64

// The lattice is drawn on faces whose box is at least latticeLong units long and latticeBroad units broad. On smaller
// ones edges are close enough, and lines would only be noise.
const (
	latticeLong  = 128
	latticeBroad = 96
)

// latticeShort is the minimum length of a line in units. Pieces of cut-up faces have many short lines that would cost
// time and not be noticed. In a reconstructed level all floors are pieces, the smallest of which are latticeShortest
// wide.
const latticeShort, latticeShortest = 48, 8

// Limits of the lattice, so that no map can make it slow: on the lines on a face in each of two directions (if there
// are more, the step is doubled until there are fewer), on the corners of a face, and on the lines in a map. Large maps
// have some ten thousand.
const (
	maxLatticeAcross  = 32
	maxLatticeCorners = 32
	maxLatticeLines   = 1 << 18
)

// latticeLine is a line across a face, from a point on one of its sides to a point on another.
type latticeLine struct {
	from, to latticeEnd
	wide     bool // it remains in the distance
}

// latticeEnd is a point on the side that starts at a corner, at fraction t of the way to the next corner.
type latticeEnd struct {
	corner uint32 // index into the corners of the face
	t      float32
}

// addLattice adds the lattice lines on a face whose corners are set.
func (g *Geometry) addLattice(f *face) {
	f.firstLattice = uint32(len(g.lattice))
	source := &g.source.Faces[f.source]
	if f.kind != bsp.KindSolid || source.Plane < 0 || f.numCorners > maxLatticeCorners {
		return
	}
	size := source.Maxs.Sub(source.Mins)
	low := min(size[0], size[1], size[2])
	high := max(size[0], size[1], size[2])
	// The floors of a reconstructed level consist of many small faces: each has its part of the lattice.
	if middle := size[0] + size[1] + size[2] - low - high; !g.built && (high < latticeLong || middle < latticeBroad) {
		return
	}
	across := 0 // the axis that the face is most nearly perpendicular to
	for k := range f.plane.normal {
		if abs(f.plane.normal[k]) > abs(f.plane.normal[across]) {
			across = k
		}
	}
	for k := range 3 {
		if k != across {
			g.addLatticeAlong(f, k)
		}
	}
	f.numLattice = uint8(len(g.lattice) - int(f.firstLattice))
}

// addLatticeAlong adds the lines at multiples of the step along an axis.
func (g *Geometry) addLatticeAlong(f *face, axis int) {
	corners := g.cornersOf(f)
	low := g.vertices[corners[0]][axis]
	high := low
	for _, c := range corners[1:] {
		x := g.vertices[c][axis]
		low, high = min(low, x), max(high, x)
	}
	step := float32(latticeStep)
	if g.source.Version.Game() == bsp.Quake3 {
		step *= 2 // faces are cut up here, so each line becomes several
	}
	for (high-low)/step > maxLatticeAcross-1 {
		step *= 2
	}
	for x := float32(math.Floor(float64(low/step))+1) * step; x < high && len(g.lattice) < maxLatticeLines; x += step {
		if line, ok := g.cutFace(corners, axis, x); ok {
			line.wide = int(x)%(2*latticeStep) == 0
			g.lattice = append(g.lattice, line)
		}
	}
}

// cutFace returns the line where a plane perpendicular to an axis, at x, cuts a convex face.
func (g *Geometry) cutFace(corners []uint32, axis int, x float32) (line latticeLine, ok bool) {
	ends := [2]*latticeEnd{&line.from, &line.to}
	n := 0
	for i, c := range corners {
		p, q := g.vertices[c][axis], g.vertices[corners[(i+1)%len(corners)]][axis]
		if (p < x) == (q < x) {
			continue
		}
		if n < len(ends) {
			*ends[n] = latticeEnd{uint32(i), (x - p) / (q - p)}
		}
		n++
	}
	short := float32(latticeShort)
	if g.built {
		short = latticeShortest
	}
	return line, n == 2 && g.latticePoint(corners, line.from).Sub(g.latticePoint(corners, line.to)).Len() >= short
}

// latticePoint returns the position of an end of a line.
func (g *Geometry) latticePoint(corners []uint32, e latticeEnd) mgl32.Vec3 {
	p, q := g.vertices[corners[e.corner]], g.vertices[corners[(int(e.corner)+1)%len(corners)]]
	return p.Add(q.Sub(p).Mul(e.t))
}

// The appearance of the lattice: the width of its lines in points, their color, and the distance between two lines, in
// points, over which they fade in. Beyond latticeFar units there are no lines.
const (
	latticeWidth   = 1
	latticeSparse  = 11
	latticeDense   = 26
	latticeFar     = 800
	latticeNothing = 0.15 // opacity below which lines are not drawn
)

// Lines are light on dark faces, and dark on those whose light factor is above latticeBright.
var (
	latticeLight = draw.RGB(0xa9bccb).Alpha(0.2)
	latticeDark  = draw.RGB(0x0a0c10).Alpha(0.25)
)

const latticeBright = 0.77

// drawLattice draws the lattice lines on a face whose corners are projected.
func (lv *level) drawLattice(f *face) {
	if f.numLattice == 0 || !lv.frame.opt.On(setting.FloorGrid) || lv.frame.opt.Mode > Shaded {
		return
	}
	corners := lv.frame.g.cornersOf(f)
	near := float32(latticeFar)
	for _, c := range corners {
		near = min(near, lv.points[c].w)
	}
	// The distance between two lines in points: it decreases with distance, and on faces that are seen from the side.
	distance := f.plane.normal.Dot(lv.frame.origin) - f.plane.dist
	apart := latticeStep * lv.frame.focal * distance / lv.frame.scale
	if near = max(near, nearPlane); near >= latticeFar || 2*apart < latticeSparse*near*max(near, distance) {
		return
	}
	color := lv.tints.latticeColor(f)
	onlyWide := latticeAlpha(apart, near, false) < latticeNothing
	lines := lv.frame.g.latticeOf(f)
	for i := range lines {
		if l := &lines[i]; l.wide || !onlyWide {
			lv.latticeLine(lv.latticeEnd(corners, l.from), lv.latticeEnd(corners, l.to), apart, l.wide, color)
		}
	}
}

// latticeLine draws the visible part of a lattice line. apart is that of latticeAlpha.
func (lv *level) latticeLine(p, q corner, apart float32, wide bool, color draw.Color) {
	if p.w < lv.frame.near || q.w < lv.frame.near {
		var ok bool
		if p, q, ok = lv.frame.clipLine(p, q, 2); !ok {
			return
		}
	}
	a0, a1 := latticeAlpha(apart, p.w, wide), latticeAlpha(apart, q.w, wide)
	if a0+a1 < latticeNothing {
		return
	}
	x0, y0 := lv.frame.screen(&p)
	x1, y1 := lv.frame.screen(&q)
	right, bottom := 2*lv.frame.centerX, 2*lv.frame.centerY
	if max(x0, x1) < 0 || min(x0, x1) > right || max(y0, y1) < 0 || min(y0, y1) > bottom {
		return
	}
	if min(x0, x1, y0, y1) < 0 || max(x0, x1) > right || max(y0, y1) > bottom {
		var ok bool
		if p, q, ok = lv.frame.clipLine(p, q, 2); !ok {
			return
		}
		x0, y0 = lv.frame.screen(&p)
		x1, y1 = lv.frame.screen(&q)
		a0, a1 = latticeAlpha(apart, p.w, wide), latticeAlpha(apart, q.w, wide)
	}
	lv.canvas.world.LineGradient(x0, y0, x1, y1, latticeWidth*lv.frame.scale, color.Alpha(a0), color.Alpha(a1))
}

// latticeEnd returns the end of a line in view space.
func (lv *level) latticeEnd(corners []uint32, e latticeEnd) corner {
	next := e.corner + 1
	if int(next) == len(corners) {
		next = 0
	}
	p, q := &lv.points[corners[e.corner]], &lv.points[corners[next]]
	return corner{p.x + (q.x-p.x)*e.t, p.y + (q.y-p.y)*e.t, p.w + (q.w-p.w)*e.t, 1}
}

// latticeAlpha returns the opacity of a line at a depth. apart is the distance between two lines in points, multiplied
// by the square of the depth.
func latticeAlpha(apart, w float32, wide bool) float32 {
	w = max(w, nearPlane)
	points := apart / (w * w)
	if wide {
		points *= 2
	}
	return max(0, min(1, (points-latticeSparse)/(latticeDense-latticeSparse))) * max(0, 1-w/latticeFar)
}
