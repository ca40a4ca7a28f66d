package survey

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// smallHole is how many sides a hole in a floor has that is closed: nobody happened to stand there.
const smallHole = 12

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
