package survey

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
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

// smallHole is how many sides a hole in a floor has that is closed: nobody happened to stand there.
const smallHole = 12

// corner is a corner of columns, in cells.
type corner [2]int32

// beyond says what is beyond a side of a floor, if it is no floor: the plane of a floor is
// greater than these.
const (
	beyondUnknown uint64 = iota
	beyondOpen           // one falls
	beyondWall           // a wall is presumed
	beyondFloors         // planes of floors begin here
)

// side is a side of a column, where its floor ends or another one begins.
type side struct {
	pair [2]uint64 // what meets there, the lower number first
	a, b corner    // the lower one first
	// ahead says that on the way from a to b the floor with the lower number, or if there is
	// only one floor that, is on the left.
	ahead bool
	top   float32 // of the wall beyond it
	// ends says which of the two ends here: of floors that lie close above one another one may
	// go on beside the other.
	ends [2]bool
}

// rim is a part of the sides of floors between the same two, as it is drawn.
type rim struct {
	pair  [2]uint64
	ahead bool
	ends  [2]bool
	line  []corner  // a closed one ends where it begins
	tops  []float32 // of the walls beyond, one for each part of the line
}

// planeID returns the number of the plane of a floor, which those of one height and kind share.
func (p *spot) planeID() uint64 { return uint64(planeOf(p.z)+1<<24)<<8 | uint64(p.kind) }

// heightOf returns the height of a plane.
func heightOf(plane uint64) float32 { return float32(int64(plane>>8)-1<<24) / planeParts }

// sides returns all sides at which a floor ends or another begins, each once.
func (f *field) sides() []side {
	var list []side
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind == Slope {
			continue
		}
		own := p.planeID()
		for _, d := range around {
			x, y := p.x+d[0], p.y+d[1]
			other, top := beyondUnknown, float32(0)
			switch q := f.near(x, y, p.z, body); {
			case q >= 0 && f.spots[q].kind != Slope:
				other = f.spots[q].planeID()
			case q >= 0:
			case p.kind.Presumed() && f.openBelow(x, y, p.z):
			case f.openBelow(x, y, p.z) || f.above(x, y, p.z):
				other = beyondOpen
			default:
				if top = f.presumedTop(p, d); top > p.z {
					other = beyondWall
				}
			}
			if other == own {
				continue
			}
			// From a to b with the floor on the left.
			a, b := corner{p.x, p.y}, corner{p.x, p.y}
			switch {
			case d[0] > 0:
				a[0], b[0], b[1] = a[0]+1, b[0]+1, b[1]+1
			case d[0] < 0:
				a[1]++
			case d[1] > 0:
				a[0], a[1], b[1] = a[0]+1, a[1]+1, b[1]+1
			default:
				b[0]++
			}
			s := side{ends: [2]bool{own < other, own > other}, pair: [2]uint64{min(own, other), max(own, other)}, a: a, b: b, ahead: true, top: top}
			if other >= beyondFloors && other < own {
				s.ahead = false
			}
			if b[0] < a[0] || b[1] < a[1] {
				s.a, s.b, s.ahead = b, a, !s.ahead
			}
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(p, q side) int {
		return cmp.Or(cmp.Compare(p.pair[0], q.pair[0]), cmp.Compare(p.pair[1], q.pair[1]), slices.Compare(p.a[:], q.a[:]), slices.Compare(p.b[:], q.b[:]))
	})
	n := 0
	for _, s := range list {
		if n > 0 && list[n-1].pair == s.pair && list[n-1].a == s.a && list[n-1].b == s.b {
			last := &list[n-1]
			last.ends = [2]bool{last.ends[0] || s.ends[0], last.ends[1] || s.ends[1]}
			continue
		}
		list[n] = s
		n++
	}
	list = list[:n]
	slices.SortStableFunc(list, func(p, q side) int {
		return cmp.Or(cmp.Compare(p.pair[0], q.pair[0]), cmp.Compare(p.pair[1], q.pair[1]), cmp.Compare(boolByte(p.ends[0]), boolByte(q.ends[0])), cmp.Compare(boolByte(p.ends[1]), boolByte(q.ends[1])))
	})
	return list
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

// place returns a corner at a height, in units.
func (c corner) place(z float32) mgl32.Vec3 {
	return mgl32.Vec3{float32(c[0] * cell), float32(c[1] * cell), z}
}

// outlines adds the floors, and what stands at their ends: risers of stairs, skirts where one
// falls, and presumed walls.
func (f *field) outlines(l *Level) {
	lines := map[uint64][]segment{}
	var planes []uint64
	all := rims(f.sides())
	for i := range all {
		b := &all[i]
		if b.pair[0] == beyondUnknown && b.closed() && len(b.line)-1 <= smallHole && b.hole() {
			continue
		}
		b.straighten()
		for which, plane := range b.pair {
			if !b.ends[which] {
				continue
			}
			if lines[plane] == nil {
				planes = append(planes, plane)
			}
			for k := 1; k < len(b.line); k++ {
				if b.line[k-1][1] != b.line[k][1] {
					lines[plane] = append(lines[plane], segmentOf(b.line[k-1], b.line[k]))
				}
			}
		}
		b.stand(l)
	}
	slices.Sort(planes)
	for _, plane := range planes {
		trapezoids(lines[plane], func(low, high float32, left, right segment) {
			l.floor(plane, low, high, left, right)
		})
	}
}

// hole reports whether the floor is outside of a closed rim.
func (b *rim) hole() bool {
	area := int32(0)
	for i := 1; i < len(b.line); i++ {
		p, q := b.line[i-1], b.line[i]
		area += p[0]*q[1] - q[0]*p[1]
	}
	return (area > 0) != b.ahead
}

// stand adds what stands along a rim.
func (b *rim) stand(l *Level) {
	kind, low, top := Riser, heightOf(b.pair[0]), heightOf(b.pair[1])
	upper := b.pair[1]
	ahead := !b.ahead // the upper one has the greater number
	switch {
	case b.pair[0] == beyondUnknown:
		return
	case b.pair[0] == beyondOpen:
		kind, low, ahead = Skirt, top-skirt, b.ahead
	case b.pair[0] == beyondWall:
		kind, low, ahead = PresumedWall, top, b.ahead
	case Kind(upper&0xff).Presumed() || top-low <= levelHeight:
		return
	}
	for i := 1; i < len(b.line); i++ {
		p, q := b.line[i-1], b.line[i]
		if kind == PresumedWall {
			top = b.tops[i-1]
		}
		// A riser and a skirt face away from the floor that they end, a wall towards it.
		normal := mgl32.Vec3{float32(q[1] - p[1]), float32(p[0] - q[0]), 0}.Normalize()
		if !ahead != (kind == PresumedWall) {
			normal = normal.Mul(-1)
		}
		l.face(kind, normal, p.place(low), p.place(top), q.place(top), q.place(low))
	}
}

// floor adds a part of a floor.
func (l *Level) floor(plane uint64, low, high float32, left, right segment) {
	z := heightOf(plane)
	corners := make([]mgl32.Vec3, 0, 4)
	for _, c := range [4][2]float32{{left.at(low), low}, {left.at(high), high}, {right.at(high), high}, {right.at(low), low}} {
		v := mgl32.Vec3{c[0] * cell, c[1] * cell, z}
		if n := len(corners); n == 0 || v.Sub(corners[n-1]).Len() > 0.01 && v.Sub(corners[0]).Len() > 0.01 {
			corners = append(corners, v)
		}
	}
	if len(corners) > 2 {
		l.face(Kind(plane&0xff), mgl32.Vec3{0, 0, 1}, corners...)
	}
}
