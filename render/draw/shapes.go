package draw

import "math"

// Triangle appends a filled triangle.
func (b *Buffer) Triangle(x0, y0, x1, y1, x2, y2 float32, c Color) {
	n := uint32(len(b.Vertices))
	b.Vertices = append(b.Vertices, vertex(x0, y0, c), vertex(x1, y1, c), vertex(x2, y2, c))
	b.Indices = append(b.Indices, n, n+1, n+2)
}

// Quad appends a filled convex quadrilateral with its corners in order.
func (b *Buffer) Quad(x0, y0, x1, y1, x2, y2, x3, y3 float32, c Color) {
	n := uint32(len(b.Vertices))
	b.Vertices = append(b.Vertices, vertex(x0, y0, c), vertex(x1, y1, c), vertex(x2, y2, c), vertex(x3, y3, c))
	b.index(n, quad[:])
}

// Rect appends a filled rectangle.
func (b *Buffer) Rect(x, y, width, height float32, c Color) {
	b.Quad(x, y, x+width, y, x+width, y+height, x, y+height, c)
}

// RectGradient appends a rectangle with a vertical color gradient.
func (b *Buffer) RectGradient(x, y, width, height float32, top, bottom Color) {
	n := uint32(len(b.Vertices))
	b.Vertices = append(b.Vertices, vertex(x, y, top), vertex(x+width, y, top),
		vertex(x+width, y+height, bottom), vertex(x, y+height, bottom))
	b.index(n, quad[:])
}

// Frame appends the outline of a rectangle, drawn inside it.
func (b *Buffer) Frame(x, y, width, height, line float32, c Color) {
	b.Rect(x, y, width, line, c)
	b.Rect(x, y+height-line, width, line, c)
	b.Rect(x, y+line, line, height-2*line, c)
	b.Rect(x+width-line, y+line, line, height-2*line, c)
}

// Fan appends the triangles of a convex polygon. Its count corners are in the buffer, beginning at index first.
func (b *Buffer) Fan(first, count uint32) {
	for i := uint32(2); i < count; i++ {
		b.Indices = append(b.Indices, first, first+i-1, first+i)
	}
}

// Circle appends a filled circle with soft edges.
func (b *Buffer) Circle(x, y, radius float32, c Color) {
	b.Ring(x, y, 0, radius, c)
}

// Ring appends the area between two circles, with soft edges. An inner radius of 0 fills the circle.
func (b *Buffer) Ring(x, y, inner, outer float32, c Color) {
	if outer <= 0 {
		return
	}
	steps := uint32(max(8, min(64, int(3*math.Sqrt(float64(outer))+8))))
	clear := c
	clear.A = 0
	n := uint32(len(b.Vertices))
	row := uint32(2)
	if inner > 0 {
		row = 4
	}
	for i := range steps {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(steps))
		dx, dy := float32(cos), float32(sin)
		at := func(r float32, c Color) Vertex { return vertex(x+dx*r, y+dy*r, c) }
		b.Vertices = append(b.Vertices, at(outer+0.5, clear), at(max(outer-0.5, 0), c))
		if row == 4 {
			b.Vertices = append(b.Vertices, at(inner+0.5, c), at(max(inner-0.5, 0), clear))
		}
	}
	for i := range steps {
		p, q := n+i*row, n+(i+1)%steps*row
		for k := range row - 1 {
			b.Indices = append(b.Indices, p+k, p+k+1, q+k+1, p+k, q+k+1, q+k)
		}
	}
	if row == 2 {
		for i := uint32(2); i < steps; i++ {
			b.Indices = append(b.Indices, n+1, n+1+(i-1)*2, n+1+i*2)
		}
	}
}

// Line appends a line with soft edges, width pixels wide.
func (b *Buffer) Line(x0, y0, x1, y1, width float32, c Color) {
	b.LineGradient(x0, y0, x1, y1, width, c, c)
}

// LineGradient appends a line whose color changes from c0 at its start to c1 at its end. It is antialiased: its edges
// fade out over a pixel, and a line thinner than a pixel is fainter instead.
func (b *Buffer) LineGradient(x0, y0, x1, y1, width float32, c0, c1 Color) {
	dx, dy := x1-x0, y1-y0
	l := float32(math.Sqrt(float64(dx*dx + dy*dy)))
	if !(l > 1e-6) {
		dx, dy, l = 1, 0, 1
	}
	dx, dy = dx/l, dy/l
	// Extending the ends by half the width closes the corners where lines meet.
	cap := min(width, 1) / 2
	x0, y0, x1, y1 = x0-dx*cap, y0-dy*cap, x1+dx*cap, y1+dy*cap
	if width < 1 {
		c0.A *= width
		c1.A *= width
		width = 1
	}
	f0, f1 := Color{c0.R, c0.G, c0.B, 0}, Color{c1.R, c1.G, c1.B, 0}
	outer, inner := (width+1)/2, (width-1)/2
	ox, oy := -dy*outer, dx*outer
	n := uint32(len(b.Vertices))
	if inner < 0.1 {
		b.Vertices = append(b.Vertices,
			vertex(x0+ox, y0+oy, f0), vertex(x0, y0, c0), vertex(x0-ox, y0-oy, f0),
			vertex(x1+ox, y1+oy, f1), vertex(x1, y1, c1), vertex(x1-ox, y1-oy, f1))
		b.index(n, thinLine[:])
		return
	}
	ix, iy := -dy*inner, dx*inner
	b.Vertices = append(b.Vertices,
		vertex(x0+ox, y0+oy, f0), vertex(x0+ix, y0+iy, c0), vertex(x0-ix, y0-iy, c0), vertex(x0-ox, y0-oy, f0),
		vertex(x1+ox, y1+oy, f1), vertex(x1+ix, y1+iy, c1), vertex(x1-ix, y1-iy, c1), vertex(x1-ox, y1-oy, f1))
	b.index(n, wideLine[:])
}

// The triangles of shapes, as offsets from the first corner. Lines have the corners across the start first, then
// those across the end.
var (
	quad     = [...]uint32{0, 1, 2, 0, 2, 3}
	thinLine = [...]uint32{0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4}
	wideLine = [...]uint32{0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6}
)

// index appends triangles given as offsets from the first corner.
func (b *Buffer) index(first uint32, behind []uint32) {
	b.Indices = append(b.Indices, behind...)
	added := b.Indices[len(b.Indices)-len(behind):]
	for i := range added {
		added[i] += first
	}
}

// LineAt returns the corners of the line whose triangles begin at index i, in the order of [Buffer.LineGradient]:
// three across the start and three across the end, or four and four. It returns none without a line there, or with
// corners outside the buffer. It does not check their positions and colors.
func (b *Buffer) LineAt(i int) (corners []Vertex, indices int) {
	rest := b.Indices[i:]
	if len(rest) < len(thinLine) || rest[1] != rest[0]+1 {
		return nil, 0
	}
	pattern := thinLine[:]
	if rest[2] == rest[0]+wideLine[2] {
		pattern = wideLine[:]
	}
	corners = b.shapeAt(i, pattern)
	if corners == nil {
		return nil, 0
	}
	return corners, len(pattern)
}

// QuadAt returns the corners of the quad whose triangles begin at index i, in the order of [Buffer.Quad]. It returns
// none without a quad there, or with corners outside the buffer.
func (b *Buffer) QuadAt(i int) (corners []Vertex, indices int) {
	corners = b.shapeAt(i, quad[:])
	if corners == nil {
		return nil, 0
	}
	return corners, len(quad)
}

// shapeAt returns the corners of the shape whose triangles begin at index i, nil if there is none.
func (b *Buffer) shapeAt(i int, triangles []uint32) []Vertex {
	rest := b.Indices[i:]
	if len(rest) < len(triangles) {
		return nil
	}
	n := rest[0]
	for k, at := range triangles {
		if rest[k] != n+at {
			return nil
		}
	}
	count := len(triangles)/3 + 2
	if uint64(n)+uint64(count) > uint64(len(b.Vertices)) {
		return nil
	}
	return b.Vertices[n:][:count]
}

// Glyph appends a rectangle textured with the part of the atlas with its upper-left corner at u and v, in pixels, and
// a size of uw by vh pixels.
func (b *Buffer) Glyph(x, y, width, height, u, v, uw, vh float32, c Color) {
	n := uint32(len(b.Vertices))
	b.Quad(x, y, x+width, y, x+width, y+height, x, y+height, c)
	q := b.Vertices[n:]
	q[0].U, q[0].V = u, v
	q[1].U, q[1].V = u+uw, v
	q[2].U, q[2].V = u+uw, v+vh
	q[3].U, q[3].V = u, v+vh
}
