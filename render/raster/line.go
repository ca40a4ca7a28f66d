package raster

import "demoscope/render/draw"

// Most of a picture's triangles belong to its lines: four to six per line, with rows of a pixel or two. So a line is
// drawn as one shape, the rows of the parallelogram around it. The color of a pixel is that of its position along the
// line, times the coverage at its distance from the middle. The result looks like that of the triangles, except that
// these bend a changing color at their diagonals and round in other places.

// Fixed-point formats of lines. Shares and positions along a line have 15 fractional bits, so that they fit into 16
// bits with a sign. Colors go up to 255*64; multiplied by a share, they have 7 fractional bits.
const (
	shareBits    = 15
	shareMost    = 1<<shareBits - 1
	rampBits     = 16 // of the increment per pixel, below those of a share
	lineColor    = 255 * 64
	lineAlpha    = 256*64 - 1
	lineBlock    = 4 // pixels drawn at once
	maxSharpness = 1 << 10
	maxSkew      = 4 // steps of the grid by which a parallelogram may be inexact, because its corners were rounded
)

// line is the line that is being drawn.
type line struct {
	hull   [4]corner // the corners around it
	across ramp      // from the middle to where the coverage is 0, or beyond if the line is wide
	along  ramp      // from start to end
	most   int32     // the coverage is this minus the distance from the middle, in shares
	color  [4]int16  // at the start
	change [4]int16  // from start to end, at twice the scale
}

// ramp is a value that changes linearly over the picture, in shares with rampBits additional fractional bits.
type ramp struct {
	at     int64 // at the first pixel of the row
	dx, dy int64
	block  int64            // increment for lineBlock pixels to the right
	lanes  [lineBlock]int32 // offsets within a block, in shares
}

// set initializes the ramp from a plane, beginning at a row of the picture. one is the number of shares for a value
// of 1.
func (r *ramp) set(p *plane, first *corner, row int64, one float64) {
	one *= 1 << (shareBits + rampBits)
	x, y := float64(subpixel/2-first.x)/subpixel, float64(row*subpixel+subpixel/2-first.y)/subpixel
	r.at, r.dx, r.dy = nearest(p.value(x, y)*one), nearest(p.dx*one), nearest(p.dy*one)
	r.block = lineBlock * r.dx
	for i := range r.lanes {
		r.lanes[i] = int32(int64(i) * r.dx >> rampBits)
	}
}

// lineOf draws the line with the corners that [draw.Buffer.LineAt] has found. If they do not have the positions or
// the colors of a line, it draws nothing and returns false; they are then ordinary triangles.
func (p *Picture) lineOf(corners []draw.Vertex) bool {
	l := &p.line
	if !l.place(corners) {
		return false
	}
	top, from, to := l.rows(p.width, p.height)
	if from >= to {
		return true // outside the picture
	}
	if !l.paint(corners, from) {
		return false
	}
	p.lineRows(l, top, from, to, (*line).draw)
	return true
}

// place reads the positions of a line's corners, which must have opacity 0 at the outer corners.
func (l *line) place(corners []draw.Vertex) bool {
	half := len(corners) / 2
	for i, v := range [4]*draw.Vertex{&corners[0], &corners[half-1], &corners[2*half-1], &corners[half]} {
		x, xOK := snap(v.X)
		y, yOK := snap(v.Y)
		if !xOK || !yOK || v.R != 0 || v.G != 0 || v.B != 0 || v.A != 0 {
			return false
		}
		l.hull[i] = corner{x: x, y: y}
	}
	for i := range corners {
		if corners[i].U != draw.WhiteU || corners[i].V != draw.WhiteV {
			return false
		}
	}
	h := &l.hull
	x, y := h[0].x+h[2].x-h[1].x-h[3].x, h[0].y+h[2].y-h[1].y-h[3].y
	return max(x, -x, y, -y) <= maxSkew
}

// rows returns the topmost corner, and the range of rows of a picture that the line may touch.
func (l *line) rows(width, height int) (top int, from, to int64) {
	h := &l.hull
	lowest, left, right := h[0].y, h[0].x, h[0].x
	for i := 1; i < len(h); i++ {
		if h[i].y < h[top].y {
			top = i
		}
		lowest, left, right = max(lowest, h[i].y), min(left, h[i].x), max(right, h[i].x)
	}
	if right < 0 || left >= int64(width)*subpixel {
		return top, 0, 0
	}
	return top, max(0, firstMiddle(h[top].y)), min(firstMiddle(lowest), int64(height))
}

// paint computes the appearance of the line's pixels, beginning at a row.
func (l *line) paint(corners []draw.Vertex, row int64) bool {
	half := len(corners) / 2
	c0, ok0 := lineLook(corners[1 : half-1])
	c1, ok1 := lineLook(corners[half+1 : 2*half-1])
	if !ok0 || !ok1 {
		return false
	}
	h := &l.hull
	s := slopes{area: areaOf(&h[0], &h[1], &h[3])}
	if s.area <= 0 {
		return false // degenerate or turned the other way
	}
	s.set(&[3]corner{h[0], h[1], h[3]})
	across, along := s.plane(-1, 1, -1), s.plane(0, 0, 1)
	one := 1.0
	if half == 4 {
		// The distance from the middle at which the color begins to fade.
		x, xOK := snap(corners[1].X)
		y, yOK := snap(corners[1].Y)
		fades := -across.value(float64(x-h[0].x)/subpixel, float64(y-h[0].y)/subpixel)
		if !xOK || !yOK || !(fades >= 0 && fades < 1-1.0/maxSharpness) {
			return false
		}
		one = 1 / (1 - fades)
	}
	l.across.set(&across, &h[0], row, one)
	l.along.set(&along, &h[0], row, 1)
	l.most = int32(nearest(one * (1 << shareBits)))
	for i, most := range [4]float64{lineColor, lineColor, lineColor, lineAlpha} {
		from, to := nearest(c0[i]*most), nearest(c1[i]*most)
		l.color[i], l.change[i] = int16(from), int16(2*(to-from))
	}
	return true
}

// lineLook returns the common color of the middle corners of a line. It returns false if they differ or are not valid
// colors of a line.
func lineLook(middle []draw.Vertex) (color [4]float64, ok bool) {
	v := &middle[0]
	for i := range middle[1:] {
		if w := &middle[1+i]; w.R != v.R || w.G != v.G || w.B != v.B || w.A != v.A {
			return color, false
		}
	}
	color = [4]float64{unit(v.R), unit(v.G), unit(v.B), unit(v.A)}
	return color, max(color[0], color[1], color[2]) <= color[3]
}

// lineRows draws the rows of a line, beginning at the topmost corner. draw draws the part between two corners.
func (p *Picture) lineRows(l *line, top int, from, to int64, draw func(l *line, s *strip)) {
	h := &l.hull
	s := &p.strip
	s.width, s.drawn = int64(p.width), 0
	// Both ways lead from the topmost corner to the lowest, the right one in the order of the corners.
	ways := [2]way{{&s.left, top, 3}, {&s.right, top, 1}}
	for y := from; y < to; {
		end := to
		for i := range ways {
			w := &ways[i]
			for firstMiddle(h[w.next()].y) <= y { // not yet at the lowest corner, which is on both ways
				w.at = w.next()
			}
			w.side.set(&h[w.at], &h[w.next()], y)
			end = min(end, firstMiddle(h[w.next()].y))
		}
		s.pix, s.rows = p.pix[int(y)*p.width:], end-y
		draw(l, s)
		p.work -= end - y
		y = end
	}
	p.work -= s.drawn
}

// way is one side of a line's outline, from top to bottom.
type way struct {
	side *side
	at   int // index of the corner where the side begins
	step int // from a corner to the next, modulo four
}

func (w *way) next() int { return (w.at + w.step) % 4 }

// plainRows draws the rows of a strip. It advances the line, the strip's sides and its pixel count; the rest is
// unchanged.
func (l *line) plainRows(s *strip) {
	pix := s.pix
	for range s.rows {
		if from, to := max(0, s.left.x), min(s.width, s.right.x); from < to {
			s.drawn += to - from
			l.plainSpan(pix[from:to], l.across.at+from*l.across.dx, l.along.at+from*l.along.dx)
		}
		l.across.at += l.across.dy
		l.along.at += l.along.dy
		s.left.next()
		s.right.next()
		pix = pix[s.width:]
	}
}

// plainSpan draws the pixels of a row. across and along are the values of the ramps at the first pixel.
func (l *line) plainSpan(to []uint32, across, along int64) {
	for i, there := range to {
		lane := i % lineBlock
		if i > 0 && lane == 0 {
			across += l.across.block
			along += l.along.block
		}
		away := int32(across>>rampBits) + l.across.lanes[lane]
		left := share(l.most - max(away, -away))
		place := share(int32(along>>rampBits) + l.along.lanes[lane])
		var c [4]uint32
		for k := range c {
			c[k] = uint32(int32(l.color[k])+place*int32(l.change[k])>>16) << 2 * uint32(left) >> 16
		}
		keep := alphaScale - (c[3]+64)>>7
		pixel := uint32(opaque)
		for k := range c[:3] {
			sum := min(0xffff, min(0xffff, there>>(8*k)&0xff*keep+c[k]<<1)+0x7f)
			pixel |= sum >> 8 << (8 * k)
		}
		to[i] = pixel
	}
}

// share clamps a value to the range of shares.
func share(v int32) int32 { return max(0, min(shareMost, v)) }
