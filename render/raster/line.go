package raster

import "demoscope/render/draw"

// Most of a picture's triangles are those of its lines: four to six of them for one line, with rows of a
// pixel or two each. So a line is drawn as one shape, the rows of the parallelogram around it. A pixel has
// the color of its place along the line, times what is left of the line at its distance from the middle.
// That is what its triangles look like, but that they bend a color that changes at their diagonals, and
// round elsewhere.

// Whole numbers of lines. Shares, and places along a line, have 15 bits below 1, so that they fit into 16 with a sign.
// Colors go up to 255*64; once they are multiplied with a share they have 7 bits below 1.
const (
	shareBits  = 15
	shareMost  = 1<<shareBits - 1
	rampBits   = 16 // of what is added from pixel to pixel, below those of a share
	lineColor  = 255 * 64
	lineAlpha  = 256*64 - 1
	lineBlock  = 4 // pixels that are drawn at once
	sharpest   = 1 << 10
	crookedest = 4 // steps of the grid by which a parallelogram may be none, for its corners were rounded
)

// line is the line that is being drawn.
type line struct {
	hull   [4]corner // around it
	across ramp      // from the middle to where nothing is left, or beyond if it is wide
	along  ramp      // from the beginning to the end
	most   int32     // what a pixel's distance from the middle is taken from, in shares
	color  [4]int16  // at the beginning
	change [4]int16  // from there to the end, of twice the scale
}

// ramp is a value that changes evenly over the picture, in shares with rampBits more below 1.
type ramp struct {
	at     int64 // at the first pixel of the row
	dx, dy int64
	block  int64            // for lineBlock pixels to the right
	lanes  [lineBlock]int32 // within a block, in shares
}

// set takes a plane, of which 1 is so many shares, for the rows from one of the picture on.
func (r *ramp) set(p *plane, first *corner, row int64, one float64) {
	one *= 1 << (shareBits + rampBits)
	x, y := float64(subpixel/2-first.x)/subpixel, float64(row*subpixel+subpixel/2-first.y)/subpixel
	r.at, r.dx, r.dy = nearest(p.value(x, y)*one), nearest(p.dx*one), nearest(p.dy*one)
	r.block = lineBlock * r.dx
	for i := range r.lanes {
		r.lanes[i] = int32(int64(i) * r.dx >> rampBits)
	}
}

// lineOf draws the line of corners that [draw.Buffer.LineAt] has found. It returns false, and draws nothing,
// if they do not lie or look as those of a line: then they are triangles as others.
func (p *Picture) lineOf(corners []draw.Vertex) bool {
	l := &p.line
	if !l.place(corners) {
		return false
	}
	top, from, to := l.rows(p.width, p.height)
	if from >= to {
		return true // out of the picture
	}
	if !l.paint(corners, from) {
		return false
	}
	p.lineRows(l, top, from, to, (*line).draw)
	return true
}

// place takes where a line's corners lie: around a middle, and with nothing left at their outer ends.
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
	return max(x, -x, y, -y) <= crookedest
}

// rows returns the topmost corner, and from which row of a picture to before which one something of the line can be.
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

// paint finds out how the pixels of the line look from a row on.
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
		return false // none, or turned the other way
	}
	s.set(&[3]corner{h[0], h[1], h[3]})
	across, along := s.plane(-1, 1, -1), s.plane(0, 0, 1)
	one := 1.0
	if half == 4 {
		// The distance from the middle at which the color begins to fade.
		x, xOK := snap(corners[1].X)
		y, yOK := snap(corners[1].Y)
		fades := -across.value(float64(x-h[0].x)/subpixel, float64(y-h[0].y)/subpixel)
		if !xOK || !yOK || !(fades >= 0 && fades < 1-1.0/sharpest) {
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

// lineLook returns the color of the corners in the middle of a line, which is the same. It returns false for
// what is no color of a line.
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

// lineRows draws the rows of a line, from the topmost corner on, of which draw draws what is between two corners.
func (p *Picture) lineRows(l *line, top int, from, to int64, draw func(l *line, s *strip)) {
	h := &l.hull
	s := &p.strip
	s.width, s.drawn = int64(p.width), 0
	// Both ways around lead from the topmost corner to the lowest, the right one from each corner to the next.
	ways := [2]way{{&s.left, top, 3}, {&s.right, top, 1}}
	for y := from; y < to; {
		end := to
		for i := range ways {
			w := &ways[i]
			for firstMiddle(h[w.next()].y) <= y { // the lowest corner, which is on both ways, is not there yet
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

// way is a way around a line's corners.
type way struct {
	side *side
	at   int // the corner that the side comes from
	step int // to the next, of four
}

func (w *way) next() int { return (w.at + w.step) % 4 }

// plainRows draws the rows of a strip. The line, the strip's sides and its count of pixels go on with it, the
// rest stays.
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

// plainSpan draws pixels of a row, of which the first has two places in the ramps.
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

// share returns a value within what shares are.
func share(v int32) int32 { return max(0, min(shareMost, v)) }
