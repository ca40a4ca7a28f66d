package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

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
	// top is that of the wall beyond it, or where one falls off how far down a wall below it goes, with the
	// sign turned: of several the least counts.
	top float32
	// ends says which of the two ends here: of floors that lie close above one another one may
	// go on beside the other.
	ends [2]bool
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
			case p.kind.Presumed() && (f.openBelow(x, y, p.z) || f.liquidAt(x, y, p.z)):
			case f.openBelow(x, y, p.z) || f.above(x, y, p.z) || f.liquidAt(x, y, p.z):
				// Of several the highest counts, as of tops the lowest.
				other, top = beyondOpen, -f.dropTo(p, d)
			default:
				if top = f.presumedTop(p, d); top > p.z {
					other = beyondWall
				}
			}
			if other == own {
				continue
			}
			a, b := sideCorners(p.x, p.y, d)
			s := side{ends: [2]bool{own < other, own > other}, pair: [2]uint64{min(own, other), max(own, other)}, a: a,
				b: b, ahead: true, top: top}
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
		return cmp.Or(cmp.Compare(p.pair[0], q.pair[0]), cmp.Compare(p.pair[1], q.pair[1]),
			slices.Compare(p.a[:], q.a[:]), slices.Compare(p.b[:], q.b[:]))
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
		return cmp.Or(cmp.Compare(p.pair[0], q.pair[0]), cmp.Compare(p.pair[1], q.pair[1]),
			cmp.Compare(boolByte(p.ends[0]), boolByte(q.ends[0])), cmp.Compare(boolByte(p.ends[1]),
				boolByte(q.ends[1])))
	})
	return list
}

// sideCorners returns the ends of the side of a column toward a neighbor, on the way with the
// column on the left.
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
