package survey

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// wallNear reports whether something upright is no more than near away.
func (t *Measure) wallNear(p mgl32.Vec3, only func(*trueFace) bool) bool {
	for _, n := range t.walls[[3]int32{cubeOf(p[0]), cubeOf(p[1]), cubeOf(p[2])}] {
		f := &t.faces[n]
		if (only == nil || only(f)) && f.distance(p) <= near {
			return true
		}
	}
	return false
}

// distance returns how far a point is from a face.
func (f *trueFace) distance(p mgl32.Vec3) float32 {
	d := p.Sub(f.corners[0]).Dot(f.normal)
	on := p.Sub(f.normal.Mul(d))
	best := float32(math.Inf(1))
	in := true
	for i, a := range f.corners {
		b := f.corners[(i+1)%len(f.corners)]
		e := b.Sub(a)
		if e.Cross(on.Sub(a)).Dot(f.normal) > 1e-3 { // the corners are clockwise
			in = false
		}
		l := e.Dot(e)
		s := float32(0)
		if l > 0 {
			s = max(0, min(1, p.Sub(a).Dot(e)/l))
		}
		best = min(best, p.Sub(a.Add(e.Mul(s))).Len())
	}
	if in {
		return max(d, -d)
	}
	return best
}

// compareWalls measures the walls.
func (t *Measure) compareWalls(l *Level, floor drawn, g *Figures) {
	truly, ghosts, ghostsTrue := 0, 0, 0
	var through map[uint64]bool
	sides := map[uint64][]float32{} // planes by border
	for i := range l.Faces {
		f := &l.Faces[i]
		if f.Kind != Wall && f.Kind != PresumedWall && f.Kind != LikelyWall {
			continue
		}
		f.uprightCells(func(at mgl32.Vec3, p piece) {
			ok := t.wallNear(at, nil)
			if f.Kind.Presumed() {
				ghosts++
				if ok {
					ghostsTrue++
				}
				return
			}
			g.Walls++
			if ok {
				truly++
			}
			p.side = -1
			plane := p.at()
			p.plane = cellOf(plane)
			sides[p.key()] = append(sides[p.key()], plane)
		})
	}
	through = t.through(sides)
	g.WallsTrue, g.WallsThrough, g.PresumedWallsTrue = share(truly, g.Walls), share(len(through), g.Walls),
		share(ghostsTrue, ghosts)
	g.Recall = t.recall(floor, sides)
}

// uprightCells visits the cells of an upright face: their middle, and their piece.
func (f *Face) uprightCells(visit func(at mgl32.Vec3, p piece)) {
	axis := 0
	if f.Normal[1] != 0 {
		axis = 1
	}
	low, high := f.Corners[0], f.Corners[0]
	for _, c := range f.Corners {
		for k := range c {
			low[k], high[k] = min(low[k], c[k]), max(high[k], c[k])
		}
	}
	for a := cellOf(low[1-axis] + 0.01); float32(a)*cell < high[1-axis]-0.01; a++ {
		for z := cellOf(low[2] + 0.01); float32(z)*cell < high[2]-0.01; z++ {
			var at mgl32.Vec3
			at[axis], at[1-axis], at[2] = low[axis], float32(a)*cell+cell/2, float32(z)*cell+cell/2
			visit(at, piece{axis: axis, side: int8(-f.Normal[axis]), plane: planeOf(low[axis]), along: a, low: z})
		}
	}
}

// through returns the cells of walls that the middle of a body went through: at half its
// height when it crouches, so that it is part of it in any case.
func (t *Measure) through(sides map[uint64][]float32) map[uint64]bool {
	const middle = 14
	cut := map[uint64]bool{}
	for i := range t.paths {
		p := &t.paths[i]
		from, to := p.from, p.to
		from[2] += middle
		to[2] += middle
		d := to.Sub(from)
		for axis := range 2 {
			if d[axis] == 0 {
				continue
			}
			low, high := min(from[axis], to[axis]), max(from[axis], to[axis])
			for c := cellOf(low); c <= cellOf(high); c++ {
				// The plane lies somewhere in the cell: look where the way is there.
				mid := max(low, min(high, float32(c)*cell+cell/2))
				at := from.Add(d.Mul((mid - from[axis]) / d[axis]))
				q := piece{axis: axis, side: -1, plane: c, along: cellOf(at[1-axis]), low: cellOf(at[2])}
				for _, plane := range sides[q.key()] {
					if plane > low+0.01 && plane < high-0.01 {
						q.plane = planeOf(plane)
						cut[q.key()] = true
					}
				}
			}
		}
	}
	return cut
}

// recall returns how many of the ends of a floor at which there is a true wall have one drawn.
func (t *Measure) recall(floor drawn, sides map[uint64][]float32) float64 {
	const high = 28
	all, have := 0, 0
	for c, list := range floor {
		for _, z := range list {
			for _, d := range around {
				if floor.has(c[0]+d[0], c[1]+d[1], z, body) {
					continue
				}
				p := spot{x: c[0], y: c[1]}
				q := sideOf(&p, d, z+high)
				at := mgl32.Vec3{float32(c[0])*cell + cell/2, float32(c[1])*cell + cell/2, z + high}
				axis := q.axis
				at[axis] = q.at()
				if !t.wallNear(at, func(f *trueFace) bool { return f.normal[axis]*float32(q.side) < -axial }) {
					continue
				}
				all++
				q.side = -1
				if t.drawnAt(sides, q) {
					have++
				}
			}
		}
	}
	return share(have, all)
}

// drawnAt reports whether a wall is drawn no more than 12 units before or behind a piece.
func (t *Measure) drawnAt(sides map[uint64][]float32, q piece) bool {
	const reach = 12
	at := q.at()
	for c := cellOf(at - reach); c <= cellOf(at+reach); c++ {
		q.plane = c
		for _, plane := range sides[q.key()] {
			if plane-at <= reach && at-plane <= reach {
				return true
			}
		}
	}
	return false
}
