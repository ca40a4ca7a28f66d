package raster

import (
	"image"
)

const (
	// subpixel is the number of grid steps per pixel, as in most graphics cards.
	subpixel = 256
	// maxCoordinate is the maximum distance of a triangle from the upper-left corner of the picture, in pixels: up to
	// there, products of positions fit into 64 bits. Scenes are clipped much closer.
	maxCoordinate = 1 << 20
)

// triangle is the triangle that is being drawn.
type triangle struct {
	corners [3]corner // from topmost to lowest
	// leftLong is set if the side from the topmost to the lowest corner is the left one.
	leftLong   bool
	kind       kind
	colors     colors   // from 0 to 1
	place      [2]plane // position in the atlas, pixels
	atlas      *image.RGBA
	gradient   gradient
	letters    bool // general, with the single color in tints, and along rows of the atlas
	tintTables tintTables
	tints      *tintTable // for letters
}

// corner is a corner of a triangle on the grid.
type corner struct {
	x, y int64 // in steps of the grid
	look *look
}

// kind says how the pixels of a triangle are drawn.
type kind uint8

const (
	flat    kind = iota // opaque, one color
	smooth              // opaque
	blended             // over the background
	// general is blended with a texture, or with colors brighter than premultiplied ones.
	general
)

// set initializes the triangle for three corners. It returns false if there is nothing to draw.
func (t *triangle) set(p *Picture, of [3]*prepared, atlas *image.RGBA) bool {
	if of[0].beyond || of[1].beyond || of[2].beyond {
		return false
	}
	t.corners = [3]corner{of[0].corner, of[1].corner, of[2].corner}
	area, ok := order(&t.corners, p.width, p.height)
	if !ok {
		return false
	}
	t.leftLong = area > 0
	return t.paint(area, atlas)
}

// order sorts corners from the top, and returns twice the area of their triangle in squares of the grid, positive if
// its long side is the left one; ok is false if no part of it is in the picture.
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
	area = areaOf(&c[0], &c[1], &c[2])
	return area, area != 0
}

// areaOf returns twice the area of a triangle in squares of the grid, positive if b and c are clockwise around a.
func areaOf(a, b, c *corner) int64 { return (b.x-a.x)*(c.y-a.y) - (c.x-a.x)*(b.y-a.y) }

// firstMiddle returns the first pixel whose middle is at or after a coordinate of the grid.
func firstMiddle(at int64) int64 { return (at + subpixel/2 - 1) >> 8 }

// paint computes the colors of the triangle; area is twice its area in squares of the grid. It returns false if the
// triangle is invisible.
func (t *triangle) paint(area int64, atlas *image.RGBA) bool {
	l0, l1, l2 := t.corners[0].look, t.corners[1].look, t.corners[2].look
	same := l0.color == l1.color && l0.color == l2.color
	traits := l0.traits | l1.traits | l2.traits
	texture := atlas != nil && traits&textured != 0
	switch {
	case texture || traits&tooBright != 0:
		t.kind = general
		if t.atlas = atlas; !texture {
			t.atlas = whiteAtlas
		}
	case traits&seeThrough == 0:
		t.kind = smooth
		if same {
			t.kind = flat
		}
	case same && l0.color[3] == 0:
		return false
	default:
		t.kind = blended
	}
	s := slopes{area: area}
	if t.kind == general || !same {
		s.set(&t.corners)
	}
	t.colors = colors{at: l0.color}
	if !same {
		for i, at := range l0.color {
			p := s.plane(at, l1.color[i], l2.color[i])
			t.colors.dx[i], t.colors.dy[i] = p.dx, p.dy
		}
	}
	if t.kind == general {
		t.place[0] = s.plane(l0.u, l1.u, l2.u)
		t.place[1] = s.plane(l0.v, l1.v, l2.v)
	}
	t.gradient.set(t)
	if t.letters = t.kind == general && same && traits&tooBright == 0 && t.gradient.v == 0; t.letters {
		t.tints = t.tintTables.of(&t.colors.at)
	}
	return true
}

// plane is a value that changes linearly between corners.
type plane struct {
	at     float64 // at the first corner
	dx, dy float64 // per pixel to the right, and down
}

// value returns the value at a position relative to the first corner, in pixels.
func (p *plane) value(x, y float64) float64 {
	// Conversions prevent fused multiply-add, which not all processors have.
	return p.at + float64(p.dx*x) + float64(p.dy*y)
}

// colors are planes for red, green, blue and opacity.
type colors struct {
	at, dx, dy [4]float64 // as in plane
}

// even reports whether the color is the same everywhere.
func (c *colors) even() bool { return c.dx == [4]float64{} && c.dy == [4]float64{} }

// slopes computes planes.
type slopes struct {
	area           int64
	x1, y1, x2, y2 float64 // from the first corner to the others, divided by the area, in 1/pixels
}

func (s *slopes) set(c *[3]corner) {
	f := subpixel / float64(s.area)
	s.x1, s.y1 = float64(c[1].x-c[0].x)*f, float64(c[1].y-c[0].y)*f
	s.x2, s.y2 = float64(c[2].x-c[0].x)*f, float64(c[2].y-c[0].y)*f
}

// plane returns the plane with the given values at the three corners.
func (s *slopes) plane(at, at1, at2 float64) plane {
	d1, d2 := at1-at, at2-at
	return plane{at, float64(d1*s.y2) - float64(d2*s.y1), float64(d2*s.x1) - float64(d1*s.x2)}
}

// side is a side of a triangle while drawing goes down the rows. It holds the first pixel of a row whose middle is on
// the side or to its right. The pixels of a row go from the left side's up to, but not including, the right side's.
// Rows are bounded in the same way, so every pixel on a side that two triangles share is in exactly one of them.
type side struct {
	x    int64 // in the current row
	over int64 // distance of that pixel's middle to the right of the side, from 0 to below one
	one  int64 // a pixel, in the unit of over
	step int64 // per row: whole pixels and the remainder
	rest int64
}

// set begins at a row between two corners; b is the lower one.
func (s *side) set(a, b *corner, row int64) {
	dx, dy := b.x-a.x, b.y-a.y
	s.one = dy * subpixel
	s.x, s.over = divide((row*subpixel+subpixel/2-a.y)*dx+(a.x-subpixel/2)*dy, s.one)
	if s.over > 0 {
		s.x, s.over = s.x+1, s.one-s.over
	}
	s.step, s.rest = divide(dx*subpixel, s.one)
}

// next advances to the next row.
func (s *side) next() {
	s.x += s.step
	if s.over -= s.rest; s.over < 0 {
		s.over += s.one
		s.x++
	}
}

// divide returns the quotient of a and a positive b, rounded down, and the remainder.
func divide(a, b int64) (quotient, rest int64) {
	quotient = a / b
	if rest = a - quotient*b; rest < 0 {
		quotient, rest = quotient-1, rest+b
	}
	return quotient, rest
}

// strip is the part of a triangle between two of its corners, row by row.
type strip struct {
	pix         []uint32 // of the picture, from the first row
	width       int64    // of the picture, pixels
	rows        int64
	left, right side // advanced with the rows
	// Distance from the first corner to the middle of the picture's first pixel to the right, in steps of the grid.
	x     int64
	y     int64 // distance from that corner down to the middle of the first row
	drawn int64 // number of pixels
}

// rows draws the triangle. draw draws a strip of it.
func (p *Picture) rows(t *triangle, draw func(t *triangle, s *strip)) {
	c := &t.corners
	y := max(0, firstMiddle(c[0].y))
	ends := [2]int64{firstMiddle(c[1].y), firstMiddle(c[2].y)}
	s := &p.strip
	long, short := &s.right, &s.left
	if t.leftLong {
		long, short = short, long
	}
	long.set(&c[0], &c[2], y)
	s.width, s.x, s.drawn = int64(p.width), subpixel/2-c[0].x, 0
	for i, end := range ends {
		if end = min(end, int64(p.height)); y >= end {
			continue
		}
		short.set(&c[i], &c[i+1], y)
		s.pix, s.rows, s.y = p.pix[int(y)*p.width:], end-y, y*subpixel+subpixel/2-c[0].y
		draw(t, s)
		p.work -= end - y
		y = end
	}
	p.work -= s.drawn
}
