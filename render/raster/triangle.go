package raster

import (
	"image"

	"demoscope/render/draw"
)

const (
	// subpixel is how many steps of the grid of corners a pixel has, as most graphics
	// cards have it.
	subpixel = 256
	// maxCoordinate is how far from the upper left corner of the picture a triangle may
	// reach, in pixels: up to there products of places fit into 64 bits. Scenes are cut
	// much closer.
	maxCoordinate = 1 << 20
)

// triangle is the triangle that is being drawn.
type triangle struct {
	corners [3]corner // from the topmost to the lowest
	// leftLong is set if the side from the topmost to the lowest corner is the left one.
	leftLong bool
	kind     kind
	colors   colors   // from 0 to 1
	place    [2]plane // in the atlas, pixels
	atlas    *image.RGBA
	gradient gradient
}

// corner is a corner of a triangle, on the grid.
type corner struct {
	x, y int64 // in steps of the grid
	v    *draw.Vertex
}

// kind is how the pixels of a triangle are drawn.
type kind uint8

const (
	flat    kind = iota // opaque, one colour
	smooth              // opaque
	blended             // over what is there
	// general is blended with a texture, or brighter than premultiplied colours are.
	general
)

// set takes a triangle with corners in the atlas. It returns false if there is nothing to
// draw.
func (t *triangle) set(p *Picture, v0, v1, v2 *draw.Vertex, atlas *image.RGBA) bool {
	for i, v := range [3]*draw.Vertex{v0, v1, v2} {
		x, xOK := snap(v.X)
		y, yOK := snap(v.Y)
		if !xOK || !yOK {
			return false
		}
		t.corners[i] = corner{x, y, v}
	}
	area, ok := order(&t.corners, p.width, p.height)
	if !ok {
		return false
	}
	t.leftLong = area > 0
	return t.paint(area, atlas)
}

// order puts corners in order from the top, and returns the area of their triangle in half squares of
// the grid, positive if its long side is the left one; ok is false if nothing of it is in a picture.
func order(c *[3]corner, width, height int) (area int64, ok bool) {
	if c[1].y < c[0].y {
		c[0], c[1] = c[1], c[0]
	}
	if c[2].y < c[1].y {
		c[1], c[2] = c[2], c[1]
		if c[1].y < c[0].y {
			c[0], c[1] = c[1], c[0]
		}
	}
	if firstMiddle(c[0].y) >= firstMiddle(c[2].y) || c[2].y < 0 || c[0].y >= int64(height)*subpixel {
		return 0, false
	}
	right := int64(width) * subpixel
	if c[0].x < 0 && c[1].x < 0 && c[2].x < 0 || c[0].x >= right && c[1].x >= right && c[2].x >= right {
		return 0, false
	}
	area = (c[1].x-c[0].x)*(c[2].y-c[0].y) - (c[2].x-c[0].x)*(c[1].y-c[0].y)
	return area, area != 0
}

// snap returns a coordinate on the grid, and whether it can be drawn.
func snap(f float32) (int64, bool) {
	if !(f >= -maxCoordinate && f <= maxCoordinate) { // also what is no number
		return 0, false
	}
	const base = maxCoordinate * subpixel // a conversion cuts towards zero
	return int64(float64(float64(f)*subpixel)+(base+0.5)) - base, true
}

// firstMiddle returns the first pixel whose middle is at a coordinate of the grid or
// behind it.
func firstMiddle(at int64) int64 { return (at + subpixel/2 - 1) >> 8 }

// paint finds out how the triangle, whose area is given in half squares of the grid, is
// coloured. It returns false if it cannot be seen.
func (t *triangle) paint(area int64, atlas *image.RGBA) bool {
	v0, v1, v2 := t.corners[0].v, t.corners[1].v, t.corners[2].v
	c0, c1, c2 := colorOf(v0), colorOf(v1), colorOf(v2)
	same := c0 == c1 && c0 == c2
	texture := atlas != nil && !(white(v0) && white(v1) && white(v2))
	switch {
	case texture || !premultiplied(&c0) || !premultiplied(&c1) || !premultiplied(&c2):
		t.kind = general
		if t.atlas = atlas; !texture {
			t.atlas = whiteAtlas
		}
	case c0[3] == 1 && c1[3] == 1 && c2[3] == 1:
		t.kind = smooth
		if same {
			t.kind = flat
		}
	case same && c0[3] == 0:
		return false
	default:
		t.kind = blended
	}
	s := slopes{area: area}
	if t.kind == general || !same {
		s.set(&t.corners)
	}
	t.colors = colors{at: c0}
	if !same {
		for i := range c0 {
			p := s.plane(c0[i], c1[i], c2[i])
			t.colors.dx[i], t.colors.dy[i] = p.dx, p.dy
		}
	}
	if t.kind == general {
		t.place[0] = s.plane(coordinate(v0.U), coordinate(v1.U), coordinate(v2.U))
		t.place[1] = s.plane(coordinate(v0.V), coordinate(v1.V), coordinate(v2.V))
	}
	t.gradient.set(t)
	return true
}

// white reports whether a corner has no texture.
func white(v *draw.Vertex) bool { return v.U == draw.WhiteU && v.V == draw.WhiteV }

// colorOf returns the colour of a corner, each channel from 0 to 1, 0 if it is no number.
func colorOf(v *draw.Vertex) [4]float64 {
	return [4]float64{unit(v.R), unit(v.G), unit(v.B), unit(v.A)}
}

func unit(f float32) float64 {
	switch {
	case f >= 1:
		return 1
	case f > 0:
		return float64(f)
	}
	return 0
}

// premultiplied reports whether no channel is brighter than the opacity.
func premultiplied(c *[4]float64) bool { return c[0] <= c[3] && c[1] <= c[3] && c[2] <= c[3] }

// coordinate returns a place in the atlas, 0 if it is no number.
func coordinate(f float32) float64 {
	if !(f >= -maxCoordinate && f <= maxCoordinate) {
		return 0
	}
	return float64(f)
}

// plane is a value that changes evenly from corner to corner.
type plane struct {
	at     float64 // at the first corner
	dx, dy float64 // for one pixel to the right, and down
}

// value returns the value at a place relative to the first corner, in pixels.
func (p *plane) value(x, y float64) float64 {
	// Conversions keep processors from fusing a product with a sum, which some cannot.
	return p.at + float64(p.dx*x) + float64(p.dy*y)
}

// colors are a plane for each of red, green, blue and opacity.
type colors struct {
	at, dx, dy [4]float64 // as those of a plane
}

// even reports whether the colour is the same everywhere.
func (c *colors) even() bool { return c.dx == [4]float64{} && c.dy == [4]float64{} }

// slopes make planes.
type slopes struct {
	area           int64
	x1, y1, x2, y2 float64 // from the first corner to the others, over the area, in 1/pixels
}

func (s *slopes) set(c *[3]corner) {
	f := subpixel / float64(s.area)
	s.x1, s.y1 = float64(c[1].x-c[0].x)*f, float64(c[1].y-c[0].y)*f
	s.x2, s.y2 = float64(c[2].x-c[0].x)*f, float64(c[2].y-c[0].y)*f
}

// plane returns the plane with the values at the three corners.
func (s *slopes) plane(at, at1, at2 float64) plane {
	d1, d2 := at1-at, at2-at
	return plane{at, float64(d1*s.y2) - float64(d2*s.y1), float64(d2*s.x1) - float64(d1*s.x2)}
}

// side is a side of a triangle on its way down the rows: the first pixel of each whose
// middle is on it or right of it. With a row's pixels from the left side's to before the
// right one's, and rows in the same way, every pixel on a side that two triangles share
// is in one of them.
type side struct {
	x    int64 // in the row that it is at
	over int64 // how far that pixel's middle is right of the side, from 0 to below one
	one  int64 // a pixel, in the unit of over
	step int64 // for the next row: whole pixels and the rest
	rest int64
}

// set begins at a row between two corners, of which b is lower.
func (s *side) set(a, b *corner, row int64) {
	dx, dy := b.x-a.x, b.y-a.y
	s.one = dy * subpixel
	s.x, s.over = divide((row*subpixel+subpixel/2-a.y)*dx+(a.x-subpixel/2)*dy, s.one)
	if s.over > 0 {
		s.x, s.over = s.x+1, s.one-s.over
	}
	s.step, s.rest = divide(dx*subpixel, s.one)
}

// next goes to the next row.
func (s *side) next() {
	s.x += s.step
	if s.over -= s.rest; s.over < 0 {
		s.over += s.one
		s.x++
	}
}

// divide returns the quotient of a and a positive b, rounded down, and what is left.
func divide(a, b int64) (quotient, rest int64) {
	quotient = a / b
	if rest = a - quotient*b; rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}

// rows draws the triangle row by row.
func (p *Picture) rows(t *triangle) {
	c := &t.corners
	y := max(0, firstMiddle(c[0].y))
	ends := [2]int64{firstMiddle(c[1].y), firstMiddle(c[2].y)}
	var long, short side
	long.set(&c[0], &c[2], y)
	left, right := &short, &long
	if t.leftLong {
		left, right = &long, &short
	}
	for i, end := range ends {
		if end = min(end, int64(p.height)); y >= end {
			continue
		}
		short.set(&c[i], &c[i+1], y)
		for ; y < end; y++ {
			from, to := max(0, left.x), min(int64(p.width), right.x)
			p.work--
			if from < to {
				p.work -= to - from
				row := int(y) * p.width
				t.span(p.pix[row+int(from):row+int(to)], from, y)
			}
			left.next()
			right.next()
		}
		if p.work <= 0 {
			return
		}
	}
}
