package survey

import (
	"math"
)

// Floors are known by columns, whose sides run along x and y alone. Where a floor ends across
// them its end would be a saw: it is drawn straight instead. Two floors that meet have one rim,
// so that there is no gap between them.

// A rim lies so near to the columns' sides, in columns, that a line in any direction is met: the
// middles of columns of a floor stay within it, by -lost, and those of columns without
// a floor no farther than gained within.
const straight, lost, gained = 1.5, -0.02, 0.6

// gainedPresumed is gained of a floor that is known beside one that is presumed.
const gainedPresumed = 0.25

// rim is a part of the sides of floors between the same two, as it is drawn.
type rim struct {
	pair  [2]uint64
	ahead bool
	ends  [2]bool
	line  []corner  // a closed one ends where it begins
	tops  []float32 // of the walls beyond, one for each part of the line
}

// rims joins sides between the same two to lines, and straightens them.
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

// joined appends the lines of sides between the same two.
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
					// A line keeps its floor on one side.
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

// straighten leaves out corners, as far as the rim stays near all of them.
func (b *rim) straighten() {
	keep := make([]bool, len(b.line))
	last := len(b.line) - 1
	keep[0], keep[last] = true, true
	if b.closed() {
		// The corner that is farthest from the first is kept, too.
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

// thin marks the corners between two that are kept: if the line between them is too far from the
// rim, the one that is farthest from it on that side, and so on.
func (b *rim) thin(keep []bool, first, last int) {
	if last-first < 2 {
		return
	}
	p, q := b.line[first], b.line[last]
	dx, dy := float64(q[0]-p[0]), float64(q[1]-p[1])
	length := math.Hypot(dx, dy)
	// How far something is to the left of the line.
	off := func(x, y float64) float64 { return math.Hypot(x, y) }
	if length > 0 {
		off = func(x, y float64) float64 { return (dx*y - dy*x) / length }
	}
	var far [2]int // to the left and right
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
	// What lies on the right of the line and should on its left is met by one farther right.
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

// wrong returns by how much the columns beside the rim between two corners lie on the wrong side
// of the line between these, more than they may: those to the left, and those to the right.
func (b *rim) wrong(first, last int, off func(x, y float64) float64) (left, right float64) {
	mayLeft, mayRight := lost, lost
	// What is no floor, or only presumed, gives way to one that is known.
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
