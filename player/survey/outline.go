package survey

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// smallHole is the maximum number of sides of a closed hole in a floor: players just did not stand there.
const smallHole = 12

// outlines adds the floors and the faces at their edges: risers of stairs, skirts where players can fall, and
// presumed walls.
func (f *field) outlines(l *Level) {
	lines := map[uint64][]segment{}
	var planes []uint64
	all := rims(f.sides())
	for i := range all {
		f.yield()
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
		f.yield()
		trapezoids(lines[plane], func(low, high float32, left, right segment) {
			l.floor(plane, low, high, left, right)
		})
	}
}

// fewestBeyond is the minimum length, in columns, of an edge with a presumed wall.
const fewestBeyond = 3

// length returns the distance between the first corner of a rim and the farthest, in cells.
func (b *rim) length() (most float64) {
	for _, c := range b.line[1:] {
		most = max(most, math.Hypot(float64(c[0]-b.line[0][0]), float64(c[1]-b.line[0][1])))
	}
	return most
}

// stand adds the upright faces along a rim.
func (b *rim) stand(l *Level) {
	kind, low, top := Riser, heightOf(b.pair[0]), heightOf(b.pair[1])
	upper := b.pair[1]
	ahead := !b.ahead // the upper floor has the greater number
	switch {
	case b.pair[0] == beyondUnknown:
		return
	case b.pair[0] == beyondOpen:
		kind, low, ahead = Skirt, top-skirt, b.ahead
	case b.pair[0] == beyondWall && !b.closed() && b.length() < fewestBeyond:
		return // it would look like a pole
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
		// Risers and skirts face away from their floor, walls toward it.
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

// dropPart is the height of the parts of a wall below a skirt, in units. Parts of this height do not fade at
// the top.
const dropPart = 64

// drop adds a presumed wall below a skirt, from top down to low. It is split into parts too low to fade at
// their tops: see [Level.Map].
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
