package bsp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// patchTolerance is the maximum distance in units between a tessellated curve and the true one.
const patchTolerance = 1.0

// maxSegments is the maximum number of pieces of a quadratic curve. At patchTolerance it suffices for a curve that
// bulges 256 units from its chord.
const maxSegments = 16

// maxPatchCorners is the maximum number of a map's corners including those of tessellated patches, five times that of
// the largest known maps. Beyond it patches are drawn by their control points alone.
const maxPatchCorners = 1 << 19

// isoAngle is the turn of a curve in radians between two lines drawn across it: 30 degrees look round without looking
// like a dense mesh.
const isoAngle = math.Pi / 6

// patchPoint is a point of a patch with all interpolated values.
type patchPoint struct {
	at    mgl32.Vec3
	place mgl32.Vec2 // on the texture
	light mgl32.Vec2 // luxels
	color mgl32.Vec4
}

// blend returns the point at t of the quadratic curve through three control points.
func blend(a, b, c *patchPoint, t float32) patchPoint {
	p, q, r := (1-t)*(1-t), 2*t*(1-t), t*t
	var o patchPoint
	for i := range o.at {
		o.at[i] = p*a.at[i] + q*b.at[i] + r*c.at[i]
	}
	for i := range o.light {
		o.place[i] = p*a.place[i] + q*b.place[i] + r*c.place[i]
		o.light[i] = p*a.light[i] + q*b.light[i] + r*c.light[i]
	}
	for i := range o.color {
		o.color[i] = p*a.color[i] + q*b.color[i] + r*c.color[i]
	}
	return o
}

// segments returns the number of straight pieces, up to most, that keep the curve of three points within the tolerance:
// n pieces deviate by the bulge divided by n squared.
func segments(a, b, c mgl32.Vec3, most int) int {
	var d mgl32.Vec3
	for i := range d {
		d[i] = (a[i] - 2*b[i] + c[i]) / 4
	}
	n := math.Ceil(math.Sqrt(float64(d.Len()) / patchTolerance))
	return int(max(1, min(float64(most), n)))
}

// patchGrid is a rectangular grid of points, row by row.
type patchGrid struct {
	width, height int
	points        []patchPoint
}

func (g *patchGrid) at(x, y int) *patchPoint { return &g.points[y*g.width+x] }

// transposed returns the grid with rows and columns exchanged.
func (g *patchGrid) transposed() patchGrid {
	t := patchGrid{g.height, g.width, make([]patchPoint, 0, len(g.points))}
	for x := range g.width {
		for y := range g.height {
			t.points = append(t.points, *g.at(x, y))
		}
	}
	return t
}

// alongRows replaces each three control points of a row by points on their curve, in at most most pieces. Widths are
// odd: curves share their ends.
func (g *patchGrid) alongRows(most int) patchGrid {
	var pieces []int
	width := 1
	for x := 0; x+2 < g.width; x += 2 {
		n := 1
		for y := range g.height {
			n = max(n, segments(g.at(x, y).at, g.at(x+1, y).at, g.at(x+2, y).at, most))
		}
		pieces = append(pieces, n)
		width += n
	}
	o := patchGrid{width, g.height, make([]patchPoint, 0, width*g.height)}
	for y := range g.height {
		o.points = append(o.points, *g.at(0, y))
		for k, n := range pieces {
			a, b, c := g.at(2*k, y), g.at(2*k+1, y), g.at(2*k+2, y)
			for i := 1; i < n; i++ {
				o.points = append(o.points, blend(a, b, c, float32(i)/float32(n)))
			}
			o.points = append(o.points, *c)
		}
	}
	return o
}

// tessellate returns the grid of points on the surface of the control points,
// with at most most pieces for a curve.
func (g *patchGrid) tessellate(most int) patchGrid {
	rows := g.alongRows(most)
	t := rows.transposed()
	t = t.alongRows(most)
	return t.transposed()
}

// isoColumns returns which inner columns of the grid to draw as lines: one for each isoAngle that the rows turn, evenly
// spread over the turn.
func (g *patchGrid) isoColumns() []bool {
	drawn := make([]bool, g.width)
	turned := make([]float64, g.width) // radians up to and including each column
	for x := 1; x+1 < g.width; x++ {
		turn := 0.0
		for y := range g.height {
			a := unit(g.at(x, y).at.Sub(g.at(x-1, y).at))
			b := unit(g.at(x+1, y).at.Sub(g.at(x, y).at))
			if a != (mgl32.Vec3{}) && b != (mgl32.Vec3{}) {
				turn = max(turn, math.Acos(float64(max(-1, min(1, a.Dot(b))))))
			}
		}
		turned[x] = turned[x-1] + turn
	}
	if g.width < 3 {
		return drawn
	}
	total := turned[g.width-2]
	lines := int(total/isoAngle + 0.5)
	x := 1
	for k := 1; k <= lines; k++ {
		want := total * float64(k) / float64(lines+1)
		for x+1 < g.width-1 && math.Abs(turned[x+1]-want) <= math.Abs(turned[x]-want) {
			x++
		}
		drawn[x] = true
	}
	return drawn
}

// lineHint returns the hint for line i of the n lines of a grid: the angle to the next face decides about the outer
// ones, drawn about the inner ones.
func lineHint(i, n int, drawn []bool) edgeHint {
	switch {
	case i == 0 || i == n-1:
		return edgeByAngle
	case drawn[i]:
		return edgeAlways
	}
	return edgeNever
}

// addPatch appends the triangles of a patch with the given control points to the corners of the face.
func (b *quake3Builder) addPatch(f *Face, control patchGrid) {
	// Four control points make at most maxSegments squared squares, each with six corners.
	most := maxSegments
	if len(b.m.FaceVertices)+len(control.points)/4*maxSegments*maxSegments*6 > maxPatchCorners {
		most = 1
	}
	g := control.tessellate(most)
	columns := g.isoColumns()
	t := g.transposed()
	rows := t.isoColumns()
	index := make([]uint32, len(g.points))
	for i := range g.points {
		index[i] = b.weld.add(g.points[i].at)
	}
	for y := 0; y+1 < g.height; y++ {
		for x := 0; x+1 < g.width; x++ {
			// The square p q / r s, cut from r to q.
			p := y*g.width + x
			q, r, s := p+1, p+g.width, p+g.width+1
			left, right := lineHint(x, g.width, columns), lineHint(x+1, g.width, columns)
			top, bottom := lineHint(y, g.height, rows), lineHint(y+1, g.height, rows)
			// If a side has no length, the cut coincides with another side.
			cut := edgeNever
			switch {
			case index[r] == index[s]:
				cut = right
			case index[q] == index[s]:
				cut = bottom
			case index[p] == index[q]:
				cut = left
			case index[p] == index[r]:
				cut = top
			}
			b.addPatchTriangle(&g, index, [3]int{p, r, q}, [3]edgeHint{left, cut, top})
			b.addPatchTriangle(&g, index, [3]int{q, r, s}, [3]edgeHint{cut, bottom, right})
		}
	}
	f.NumVertices = uint32(len(b.m.FaceVertices)) - f.FirstVertex
}

// addPatchTriangle appends a triangle unless it has no area.
func (b *quake3Builder) addPatchTriangle(g *patchGrid, index []uint32, corners [3]int, hints [3]edgeHint) {
	i, j, k := index[corners[0]], index[corners[1]], index[corners[2]]
	if i == j || j == k || k == i {
		return
	}
	for n, c := range corners {
		p := &g.points[c]
		var color [4]uint8
		for ch, v := range p.color {
			color[ch] = uint8(max(0, min(255, v+0.5)))
		}
		b.addCorner(&quake3Vertex{index[c], p.place, p.light, color}, hints[n])
	}
}
