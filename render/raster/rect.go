package raster

import (
	"image"

	"demoscope/render/draw"
)

// Letters, panels and tints of the whole picture are upright rectangles of two triangles. They are drawn as one
// shape, row by row. The result has the pixels and colors of the triangles, except for rounding.

// rectOf draws the rectangle whose triangles begin at index i, and returns the number of their indices. If there is
// no rectangle, it draws nothing and returns 0.
func (p *Picture) rectOf(b *draw.Buffer, i int, atlas *image.RGBA) int {
	_, indices := b.QuadAt(i)
	if indices == 0 || b.Vertices[b.Indices[i]].Custom[3] != 0 {
		return 0
	}
	n := b.Indices[i]
	var c [4]*prepared
	for k := range c {
		if c[k] = p.corners.one(n + uint32(k)); c[k].beyond {
			return 0
		}
	}
	if !upright(&c) {
		return 0
	}
	from, to := max(0, firstMiddle(c[0].y)), min(firstMiddle(c[3].y), int64(p.height))
	t := &p.triangle
	t.corners = [3]corner{c[0].corner, c[1].corner, c[3].corner}
	if from >= to || c[1].x < 0 || c[0].x >= int64(p.width)*subpixel ||
		!t.paint(areaOf(&t.corners[0], &t.corners[1], &t.corners[2]), atlas) {
		return indices // invisible
	}
	s := &p.strip
	s.left.set(&c[0].corner, &c[3].corner, from)
	s.right.set(&c[1].corner, &c[2].corner, from)
	s.pix, s.width, s.rows, s.drawn = p.pix[int(from)*p.width:], int64(p.width), to-from, 0
	s.x, s.y = subpixel/2-c[0].x, from*subpixel+subpixel/2-c[0].y
	t.draw(s)
	p.work -= to - from + s.drawn
	return indices
}

// upright reports whether four corners, clockwise from the upper left, form an upright rectangle in which each value
// changes along one axis only: colors down or to the right, and texture coordinates with the sides.
func upright(c *[4]*prepared) bool {
	if c[0].y != c[1].y || c[3].y != c[2].y || c[0].x != c[3].x || c[1].x != c[2].x || c[0].x >= c[1].x ||
		c[0].y >= c[3].y {
		return false
	}
	l0, l1, l2, l3 := &c[0].look, &c[1].look, &c[2].look, &c[3].look
	if l0.u != l3.u || l1.u != l2.u || l0.v != l1.v || l3.v != l2.v {
		return false
	}
	return l0.color == l1.color && l3.color == l2.color || l0.color == l3.color && l1.color == l2.color
}
