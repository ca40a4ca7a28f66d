package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// corner is a corner of columns, in cells.
type corner [2]int32

// These numbers describe the space beyond a side where there is no floor. The plane numbers of floors are greater.
const (
	beyondUnknown uint64 = iota
	beyondOpen           // players can fall
	beyondWall           // a presumed wall
	beyondFloors         // first plane number of a floor
)

// side is a side of a column at which its floor ends or another floor begins.
type side struct {
	pair [2]uint64 // what meets there, lower number first
	a, b corner    // lower corner first
	// ahead is set if the floor with the lower number, or the only floor, is on the left when going from a to
	// b.
	ahead bool
	// top is the height of the top of the wall beyond the side. At a drop, it is the height of the foot of the
	// wall below, negated. When sides are joined, the smallest top counts.
	top float32
	// ends says which of the two floors ends here. Of two floors close above each other, one may continue
	// beside the other.
	ends [2]bool
}

// planeID returns the plane number of a floor, which floors of the same height and kind share.
func (p *spot) planeID() uint64 { return uint64(planeOf(p.z)+1<<24)<<8 | uint64(p.kind) }

// heightOf returns the height of a plane.
func heightOf(plane uint64) float32 { return float32(int64(plane>>8)-1<<24) / planeParts }

// beyond returns the index of the floor beyond a side of a floor. If there is none, floor is -1, and what says what is
// there instead. top is the height of the top of a presumed wall.
func (f *field) beyond(p *spot, d [2]int32) (floor int32, what uint64, top float32) {
	x, y := p.x+d[0], p.y+d[1]
	if q := f.near(x, y, p.z, body); q >= 0 {
		return q, beyondFloors, 0
	}
	if f.openBelow(x, y, p.z) || f.above(x, y, p.z) || f.liquidAt(x, y, p.z) {
		return -1, beyondOpen, 0
	}
	if top = f.presumedTop(p, d); top > p.z {
		return -1, beyondWall, top
	}
	return -1, beyondUnknown, top
}

// sides returns all sides at which a floor ends or another begins, without duplicates.
func (f *field) sides() []side {
	var list []side
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind == Slope {
			continue
		}
		for _, d := range around {
			if s, ok := f.side(p, d); ok {
				list = append(list, s)
			}
		}
	}
	return uniqueSides(list)
}

// side returns a side of a column, unless the column's floor continues there.
func (f *field) side(p *spot, d [2]int32) (side, bool) {
	own := p.planeID()
	floor, other, top := f.beyond(p, d)
	x, y := p.x+d[0], p.y+d[1]
	switch {
	case floor >= 0 && f.spots[floor].kind == Slope:
		other = beyondUnknown
	case floor >= 0:
		other = f.spots[floor].planeID()
	case other == beyondOpen && p.kind.Presumed() && (f.openBelow(x, y, p.z) || f.liquidAt(x, y, p.z)):
		other = beyondUnknown
	case other == beyondOpen:
		// Negated, so that the smallest top is the highest foot.
		top = -f.dropTo(p, d)
	}
	if other == own {
		return side{}, false
	}
	a, b := sideCorners(p.x, p.y, d)
	s := side{ends: [2]bool{own < other, own > other}, pair: [2]uint64{min(own, other), max(own, other)}, a: a, b: b,
		ahead: own < other || other < beyondFloors, top: top}
	if b[0] < a[0] || b[1] < a[1] {
		s.a, s.b, s.ahead = b, a, !s.ahead
	}
	return s, true
}

// uniqueSides sorts sides by what meets there, and joins those at the same place.
func uniqueSides(list []side) []side {
	slices.SortFunc(list, func(p, q side) int {
		return cmp.Or(slices.Compare(p.pair[:], q.pair[:]), slices.Compare(p.a[:], q.a[:]),
			slices.Compare(p.b[:], q.b[:]))
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
		return cmp.Or(slices.Compare(p.pair[:], q.pair[:]), cmp.Compare(boolByte(p.ends[0]), boolByte(q.ends[0])),
			cmp.Compare(boolByte(p.ends[1]), boolByte(q.ends[1])))
	})
	return list
}

// sideCorners returns the ends of a column's side toward a neighbor, in the order that has the column on the
// left.
func sideCorners(x, y int32, d [2]int32) (from, to corner) {
	switch {
	case d[0] > 0:
		return corner{x + 1, y}, corner{x + 1, y + 1}
	case d[0] < 0:
		return corner{x, y + 1}, corner{x, y}
	case d[1] > 0:
		return corner{x + 1, y + 1}, corner{x, y + 1}
	}
	return corner{x, y}, corner{x + 1, y}
}

// place returns a corner at a height, in units.
func (c corner) place(z float32) mgl32.Vec3 {
	return mgl32.Vec3{float32(c[0] * cell), float32(c[1] * cell), z}
}
