package raster

import (
	"math/bits"

	"demoscope/render/draw"
)

// visible holds the pixels of opaque textured triangles that no later one covers: finding them takes much less time
// than drawing textures that are not seen.
type visible struct {
	cover     Cover
	pieces    []piece
	triangles []visibleTriangle // from the last one of the buffer
}

// visibleTriangle is a triangle by its index in the buffer, and its pieces.
type visibleTriangle struct{ index, from, to int }

// piece is a part of a row, from one pixel to before another.
type piece struct{ y, from, to int32 }

// find finds the visible pixels of the triangles of a buffer.
func (v *visible) find(p *Picture, b *draw.Buffer) {
	v.pieces, v.triangles = v.pieces[:0], v.triangles[:0]
	if b.Textures == nil {
		return
	}
	v.cover.Reset(p.width, p.height)
	for i := len(b.Indices)/3*3 - 3; i >= 0 && p.work > 0; i -= 3 {
		if !p.surface.covers(b, i) {
			continue
		}
		from := len(v.pieces)
		if _, ok := p.surface.lay(p, b, i); ok {
			p.rows(&p.triangle, v.take)
		}
		v.triangles = append(v.triangles, visibleTriangle{i, from, len(v.pieces)})
	}
}

// of returns the pieces of the triangle at an index, which must not decrease; ok is false if it is not one of those
// that cover others.
func (v *visible) of(index int) (pieces []piece, ok bool) {
	for n := len(v.triangles); n > 0 && v.triangles[n-1].index <= index; n-- {
		t := &v.triangles[n-1]
		if v.triangles = v.triangles[:n-1]; t.index == index {
			return v.pieces[t.from:t.to], true
		}
	}
	return nil, false
}

// take adds the pixels of a strip that are not covered yet, and covers them.
func (v *visible) take(t *triangle, s *strip) {
	y := (s.y + t.corners[0].y) >> 8
	for range s.rows {
		if from, to := max(0, s.left.x), min(s.width, s.right.x); from < to && v.cover.left[y] > 0 {
			v.pieces = v.cover.take(v.pieces, int(y), int(from), int(to))
		}
		s.left.next()
		s.right.next()
		y++
	}
}

// take covers the pixels of a row from one to before another, and appends those to the list that were not covered.
func (c *Cover) take(list []piece, y, from, to int) []piece {
	row := c.rows[y*c.words : (y+1)*c.words]
	mine := len(list)
	for at := from; at < to; {
		w := at >> 6
		end := min(to, (w+1)<<6)
		bare := ^row[w] & (^uint64(0) << (at & 63)) & (^uint64(0) >> (63 - (end-1)&63))
		row[w] |= bare
		c.left[y] -= int32(bits.OnesCount64(bare))
		for bare != 0 {
			first := bits.TrailingZeros64(bare)
			n := bits.TrailingZeros64(^(bare >> first))
			bare &^= (1<<n - 1) << first
			if first += w << 6; len(list) > mine && int(list[len(list)-1].to) == first {
				list[len(list)-1].to += int32(n)
			} else {
				list = append(list, piece{int32(y), int32(first), int32(first + n)})
			}
		}
		at = end
	}
	return list
}
