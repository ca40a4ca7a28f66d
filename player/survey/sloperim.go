package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// The edges of slopes follow the sides of their columns, because most slopes are only some columns wide. The
// faces at the edges follow the plane of the slope: a riser to the floor beside it, a skirt where players can
// fall, and otherwise a presumed wall.

// slopeSide is the face at a side of a slope's column.
type slopeSide struct {
	patch int32
	d     [2]int32 // direction of the neighbor
	at    int32    // coordinate of the column across the side
	along int32    // coordinate along it
	kind  Kind
	// other is the height at which a riser ends, or of the top of a wall.
	other float32
}

// slopeSteep is the maximum rise of the foot of a presumed wall, in units. A longer wall is split.
const slopeSteep = 32

// slopeRims adds the faces along the edges of slopes.
func (f *field) slopeRims(l *Level, planes map[uint64]plane) {
	for list := f.slopeSides(); len(list) > 0; {
		p := planes[uint64(list[0].patch)]
		n, top := slopeRun(list, &p)
		l.slopeSide(&list[0], &p, int32(n), top)
		list = list[n:]
	}
}

// slopeSides returns the sides of slopes that have a face, in the order of the slopes and along their sides.
func (f *field) slopeSides() []slopeSide {
	var list []slopeSide
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind != Slope {
			continue
		}
		for _, d := range around {
			if s, ok := f.slopeSide(p, d); ok {
				list = append(list, s)
			}
		}
	}
	slices.SortFunc(list, func(a, b slopeSide) int {
		return cmp.Or(cmp.Compare(a.patch, b.patch), slices.Compare(a.d[:], b.d[:]), cmp.Compare(a.at, b.at),
			cmp.Compare(a.along, b.along))
	})
	return list
}

// slopeSide returns a side of a slope's column, unless the slope continues there or nothing is known.
func (f *field) slopeSide(p *spot, d [2]int32) (slopeSide, bool) {
	s := slopeSide{patch: p.patch, d: d, at: p.x, along: p.y}
	if d[1] != 0 {
		s.at, s.along = p.y, p.x
	}
	switch floor, what, top := f.beyond(p, d); {
	case floor >= 0:
		s.kind, s.other = Riser, f.spots[floor].z
		return s, f.spots[floor].kind != Slope
	case what == beyondOpen:
		s.kind = Skirt
	case what == beyondWall:
		s.kind, s.other = PresumedWall, top
	default:
		return s, false
	}
	return s, true
}

// slopeRun returns how many sides at the start of a list have one face, and the height at which it ends.
func slopeRun(list []slopeSide, p *plane) (n int, top float32) {
	s := &list[0]
	top = s.other
	rise := p.grade[0]
	if s.d[0] != 0 {
		rise = p.grade[1]
	}
	for n = 1; n < len(list); n++ {
		o := &list[n]
		if o.patch != s.patch || o.d != s.d || o.at != s.at || o.along != list[n-1].along+1 || o.kind != s.kind ||
			s.kind == Riser && o.other != s.other {
			break
		}
		if s.kind == PresumedWall {
			if far := rise * float32(n+1) * cell; far > slopeSteep || -far > slopeSteep {
				break
			}
			top = min(top, o.other)
		}
	}
	return n, top
}

// slopeSide adds the face along a side of consecutive columns of a slope.
func (l *Level) slopeSide(s *slopeSide, p *plane, columns int32, top float32) {
	first := [2]int32{s.at, s.along}
	if s.d[1] != 0 {
		first = [2]int32{s.along, s.at}
	}
	last := first
	if s.d[0] != 0 {
		last[1] += columns - 1
	} else {
		last[0] += columns - 1
	}
	// In the order of sideCorners, with the slope on the left.
	if s.d[0] < 0 || s.d[1] > 0 {
		first, last = last, first
	}
	a, _ := sideCorners(first[0], first[1], s.d)
	_, b := sideCorners(last[0], last[1], s.d)
	from, to := a.place(p.atCorner(a)), b.place(p.atCorner(b))
	normal := mgl32.Vec3{float32(s.d[0]), float32(s.d[1]), 0}
	low, high := [2]float32{from[2], to[2]}, [2]float32{from[2], to[2]}
	switch s.kind {
	case Skirt:
		low[0], low[1] = low[0]-skirt, low[1]-skirt
	case PresumedWall:
		high[0], high[1] = top, top
		normal = normal.Mul(-1)
	default:
		if from[2]+to[2] < 2*top {
			high[0], high[1] = top, top
			normal = normal.Mul(-1)
		} else {
			low[0], low[1] = top, top
		}
	}
	if high[0]-low[0] <= levelHeight && high[1]-low[1] <= levelHeight {
		return
	}
	var corners []mgl32.Vec3
	for _, c := range [4]mgl32.Vec3{{from[0], from[1], low[0]}, {from[0], from[1], max(low[0], high[0])},
		{to[0], to[1], max(low[1], high[1])}, {to[0], to[1], low[1]}} {
		if n := len(corners); n == 0 || c.Sub(corners[n-1]).Len() > 0.01 {
			corners = append(corners, c)
		}
	}
	if len(corners) > 2 {
		l.face(s.kind, normal, corners...)
	}
}

// atCorner returns the height of a plane at a corner of columns, half a column away from the middle of one.
func (p *plane) atCorner(c corner) float32 {
	return p.at(c[0], c[1]) - (p.grade[0]+p.grade[1])*cell/2
}
