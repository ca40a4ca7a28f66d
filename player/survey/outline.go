package survey

import (
	"math"
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
		f.breathe()
		b := &all[i]
		if b.pair[0] == beyondUnknown && b.closed() && len(b.line)-1 <= smallHole && b.hole() {
			continue
		}
		b.straighten()
		for which, plane := range b.pair {
			if !b.ends[which] {
				continue
			}
			if _, known := lines[plane]; !known {
				planes = append(planes, plane)
			}
			lines[plane] = b.segments(lines[plane])
		}
		b.stand(l)
	}
	slices.Sort(planes)
	for _, plane := range planes {
		f.breathe()
		trapezoids(lines[plane], func(low, high float32, left, right segment) {
			l.floor(plane, low, high, left, right)
		})
	}
}

// fewestBeyond is how many columns long an end of a floor is at least at which a wall is presumed.
const fewestBeyond = 3

// length returns how far the corner of a rim that is farthest from its first is from that, in cells.
func (b *rim) length() (most float64) {
	for _, c := range b.line[1:] {
		most = max(most, math.Hypot(float64(c[0]-b.line[0][0]), float64(c[1]-b.line[0][1])))
	}
	return most
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
	case b.pair[0] == beyondWall && !b.closed() && b.length() < fewestBeyond:
		return // it would be a pole
	case b.pair[0] == beyondWall:
		kind, low, ahead = PresumedWall, top, b.ahead
	case top-low <= levelHeight:
		return
	case Kind(upper & 0xff).Presumed():
		kind = PresumedWall
	}
	closes := b.pair[0] == beyondWall
	for i := 1; i < len(b.line); i++ {
		p, q := b.line[i-1], b.line[i]
		if closes {
			top = b.tops[i-1]
		}
		// A riser and a skirt face away from the floor that they end, a wall toward it.
		normal := mgl32.Vec3{float32(q[1] - p[1]), float32(p[0] - q[0]), 0}.Normalize()
		if !ahead != closes {
			normal = normal.Mul(-1)
		}
		l.face(kind, normal, p.place(low), p.place(top), q.place(top), q.place(low))
		if kind == Skirt {
			l.drop(normal, p, q, low, -b.tops[i-1])
		}
	}
}

// dropPart is how high the parts of a wall below a skirt are, in units: none thins out at its top, as higher
// ones do.
const dropPart = 64

// drop adds a presumed wall below a skirt, from one height down to another, in parts so low that none of them
// thins out at its top: see [Level.Map].
func (l *Level) drop(normal mgl32.Vec3, p, q corner, top, low float32) {
	for ; top-low > levelHeight; top -= dropPart {
		foot := max(low, top-dropPart)
		l.face(PresumedWall, normal, p.place(foot), p.place(top), q.place(top), q.place(foot))
	}
}

// floor adds a part of a floor.
func (l *Level) floor(plane uint64, low, high float32, left, right segment) {
	z := heightOf(plane)
	corners := make([]mgl32.Vec3, 0, 4)
	for _, c := range [4][2]float32{{left.at(low), low}, {left.at(high), high}, {right.at(high), high},
		{right.at(low), low}} {
		v := mgl32.Vec3{c[0] * cell, c[1] * cell, z}
		if n := len(corners); n == 0 || v.Sub(corners[n-1]).Len() > 0.01 && v.Sub(corners[0]).Len() > 0.01 {
			corners = append(corners, v)
		}
	}
	if len(corners) > 2 {
		l.face(Kind(plane&0xff), up, corners...)
	}
}
