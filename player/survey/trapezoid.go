package survey

import (
	"cmp"
	"slices"
)

// segment is a line segment with ascending y, in cells.
type segment struct {
	low, high corner
}

func segmentOf(a, b corner) segment {
	if b[1] < a[1] {
		a, b = b, a
	}
	return segment{a, b}
}

// segments appends the parts of a rim that are not parallel to x.
func (b *rim) segments(list []segment) []segment {
	for k := 1; k < len(b.line); k++ {
		if b.line[k-1][1] != b.line[k][1] {
			list = append(list, segmentOf(b.line[k-1], b.line[k]))
		}
	}
	return list
}

// at returns the x coordinate of the segment at y.
func (s *segment) at(y float32) float32 {
	t := (y - float32(s.low[1])) / float32(s.high[1]-s.low[1])
	return float32(s.low[0]) + t*float32(s.high[0]-s.low[0])
}

// trapezoids splits the area between segments, by the even-odd rule, into pieces with two sides parallel to x.
// It calls visit for each piece, which is from low to high along y and between two segments. Pieces are as high
// as possible. It sorts the list.
func trapezoids(list []segment, visit func(low, high float32, left, right segment)) {
	type piece struct {
		left, right segment
		low         int32
	}
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.low[1], b.low[1]) })
	var rows []int32
	for _, s := range list {
		rows = append(rows, s.low[1], s.high[1])
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	var active []segment
	var open, now []piece
	end := func(p piece, row int32) { visit(float32(p.low), float32(row), p.left, p.right) }
	next := 0
	for i, row := range rows {
		active = slices.DeleteFunc(active, func(s segment) bool { return s.high[1] <= row })
		for next < len(list) && list[next].low[1] == row {
			active = append(active, list[next])
			next++
		}
		now = now[:0]
		if i+1 < len(rows) {
			middle := (float32(row) + float32(rows[i+1])) / 2
			slices.SortFunc(active, func(a, b segment) int {
				return cmp.Or(cmp.Compare(a.at(middle), b.at(middle)), slices.Compare(a.low[:], b.low[:]),
					slices.Compare(a.high[:], b.high[:]))
			})
			for k := 0; k+1 < len(active); k += 2 {
				now = append(now, piece{active[k], active[k+1], row})
			}
		}
		for _, p := range open {
			if k := slices.IndexFunc(now, func(q piece) bool {
				return q.left == p.left && q.right == p.right
			}); k >= 0 {
				now[k].low = p.low
			} else {
				end(p, row)
			}
		}
		open, now = now, open
	}
}
