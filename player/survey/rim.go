package survey

import (
	"math"
)

// Floors consist of columns, whose sides are parallel to x and y. A floor edge in another direction would look
// like a saw blade, so it is straightened. Two floors that meet share one rim, which leaves no gap between
// them.

// straight is the maximum distance of a drawn rim from the sides of the columns, in columns: enough for a line
// in any direction. The middles of the columns of a floor stay inside the rim by at least -lost columns. The
// middles of columns without a floor may be inside by at most gained columns.
const straight, lost, gained = 1.5, -0.02, 0.6

// gainedPresumed is the value of gained for a known floor beside a presumed one.
const gainedPresumed = 0.25

// rim is a drawn part of the border between two floors.
type rim struct {
	pair  [2]uint64
	ahead bool
	ends  [2]bool
	line  []corner  // a closed one ends where it begins
	tops  []float32 // of the walls beyond, one for each part of the line
}

// rims joins the sides between the same two floors into lines.
func rims(list []side) []rim {
	var all []rim
	for i := 0; i < len(list); {
		n := i + 1
		for n < len(list) && list[n].pair == list[i].pair && list[n].ends == list[i].ends {
			n++
		}
		all = joined(all, list[i:n])
		i = n
	}
	return all
}

// joined appends the lines made of sides between the same two floors.
func joined(all []rim, list []side) []rim {
	at := make(map[corner][]int32, len(list))
	for i := range list {
		at[list[i].a] = append(at[list[i].a], int32(i))
		at[list[i].b] = append(at[list[i].b], int32(i))
	}
	used := make([]bool, len(list))
	follow := func(first int32, from corner) {
		b := rim{pair: list[first].pair, ends: list[first].ends, line: []corner{from}}
		b.ahead = list[first].ahead == (list[first].a == from)
		for i := first; ; {
			s := &list[i]
			used[i] = true
			to := s.b
			if to == from {
				to = s.a
			}
			b.line, b.tops = append(b.line, to), append(b.tops, s.top)
			next := int32(-1)
			if ends := at[to]; len(ends) == 2 {
				for _, e := range ends {
					// The floor stays on the same side of a line.
					if !used[e] && (list[e].ahead == (list[e].a == to)) == b.ahead {
						next = e
					}
				}
			}
			if next < 0 {
				break
			}
			i, from = next, to
		}
		all = append(all, b)
	}
	for i := range list {
		for _, from := range [2]corner{list[i].a, list[i].b} {
			if !used[i] && len(at[from]) != 2 {
				follow(int32(i), from)
			}
		}
	}
	for i := range list {
		if !used[i] {
			follow(int32(i), list[i].a)
		}
	}
	return all
}

// closed reports whether a rim ends where it begins.
func (b *rim) closed() bool { return b.line[0] == b.line[len(b.line)-1] }

// hole reports whether the floor is outside of a closed rim.
func (b *rim) hole() bool {
	area := int32(0)
	for i := 1; i < len(b.line); i++ {
		p, q := b.line[i-1], b.line[i]
		area += p[0]*q[1] - q[0]*p[1]
	}
	return (area > 0) != b.ahead
}

// straighten removes corners while the rim stays close to all of them.
func (b *rim) straighten() {
	keep := make([]bool, len(b.line))
	last := len(b.line) - 1
	keep[0], keep[last] = true, true
	if b.closed() {
		// Keep the corner farthest from the first.
		far, most := 0, int32(-1)
		for i, c := range b.line {
			d := corner{c[0] - b.line[0][0], c[1] - b.line[0][1]}
			if l := d[0]*d[0] + d[1]*d[1]; l > most {
				far, most = i, l
			}
		}
		keep[far] = true
		b.thin(keep, 0, far)
		b.thin(keep, far, last)
	} else {
		b.thin(keep, 0, last)
	}
	n := 0
	for i := range b.line {
		if !keep[i] {
			b.tops[n-1] = min(b.tops[n-1], b.tops[min(i, len(b.tops)-1)])
			continue
		}
		b.line[n] = b.line[i]
		if i < last {
			b.tops[n] = b.tops[i]
		}
		n++
	}
	b.line, b.tops = b.line[:n], b.tops[:n-1]
}

// thin marks the corners to keep between first and last. If the line between these two is too far from the rim,
// it keeps the corner farthest from the line on the worse side, and continues with both parts.
func (b *rim) thin(keep []bool, first, last int) {
	if last-first < 2 {
		return
	}
	p, q := b.line[first], b.line[last]
	dx, dy := float64(q[0]-p[0]), float64(q[1]-p[1])
	length := math.Hypot(dx, dy)
	// off returns the distance to the left of the line.
	off := func(x, y float64) float64 { return math.Hypot(x, y) }
	if length > 0 {
		off = func(x, y float64) float64 { return (dx*y - dy*x) / length }
	}
	var far [2]int // left and right
	var most [2]float64
	for i := first + 1; i < last; i++ {
		d := off(float64(b.line[i][0]-p[0]), float64(b.line[i][1]-p[1]))
		if d > most[0] {
			far[0], most[0] = i, d
		} else if -d > most[1] {
			far[1], most[1] = i, -d
		}
	}
	left, right := b.wrong(first, last, off)
	if most[0] <= straight && most[1] <= straight && left <= 0 && right <= 0 {
		return
	}
	// If columns that belong on the left are right of the line, the line must move to the right, and vice
	// versa.
	k := 0
	if left > right || left == right && most[1] > most[0] {
		k = 1
	}
	if most[k] == 0 {
		k = 1 - k
	}
	if at := far[k]; most[k] > 0 {
		keep[at] = true
		b.thin(keep, first, at)
		b.thin(keep, at, last)
	}
}

// wrong returns how far columns beside the rim between two corners are on the wrong side of the line between
// these corners, beyond the allowance: left for columns that belong on the left, and right for the others.
func (b *rim) wrong(first, last int, off func(x, y float64) float64) (left, right float64) {
	mayLeft, mayRight := lost, lost
	// Columns without a floor, or with a presumed one, give way to known floors.
	switch first, second := Kind(b.pair[0]&0xff).Presumed(), Kind(b.pair[1]&0xff).Presumed(); {
	case b.pair[0] < beyondFloors && b.ahead:
		mayRight = gained
	case b.pair[0] < beyondFloors:
		mayLeft = gained
	case first != second && b.ahead == second:
		mayRight = gainedPresumed
	case first != second:
		mayLeft = gainedPresumed
	}
	p := b.line[first]
	for i := first; i < last; i++ {
		v, w := b.line[i], b.line[i+1]
		ex, ey := float64(w[0]-v[0])/2, float64(w[1]-v[1])/2
		x, y := float64(v[0]-p[0])+ex, float64(v[1]-p[1])+ey
		// The middles of the columns are half a column to the left and right of the side.
		left = max(left, -off(x-ey, y+ex)-mayLeft)
		right = max(right, off(x+ey, y-ex)-mayRight)
	}
	return left, right
}
