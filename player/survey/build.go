package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Build returns the level as known so far. It does not change s.
func (s *Survey) Build() *Level { return s.BuildInSteps(nil) }

// BuildInSteps is like [Survey.Build], but calls step, if not nil, after every few microseconds of work.
func (s *Survey) BuildInSteps(step func()) *Level {
	f := s.floors(step)
	f.pour()
	f.presume()
	f.extendWalls()
	l := &Level{}
	f.outlines(l)
	f.slopeFaces(l)
	f.wallFaces(l)
	f.poolFaces(l)
	for i := range s.items {
		o := &s.items[i]
		l.Items = append(l.Items, Item{Origin: o.origin, Floor: o.floor, Model: s.models[o.model]})
	}
	slices.SortFunc(l.Items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Origin[0], b.Origin[0]),
			cmp.Compare(a.Origin[1], b.Origin[1]), cmp.Compare(a.Origin[2], b.Origin[2]))
	})
	l.bound()
	return l
}

// floors determines the known floors and walls.
func (s *Survey) floors(step func()) *field {
	f := fieldOf(s, step)
	f.level()
	f.liquids()
	f.slopes()
	f.wallUp()
	f.fill(gapCells, Floor, 0)
	f.fillStairs()
	return f
}

// bound sets the box around the faces.
func (l *Level) bound() {
	for i := range l.Faces {
		for n, c := range l.Faces[i].Corners {
			if i == 0 && n == 0 {
				l.Box = [2]mgl32.Vec3{c, c}
			}
			for k, x := range c {
				l.Box[0][k], l.Box[1][k] = min(l.Box[0][k], x), max(l.Box[1][k], x)
			}
		}
	}
}

// up is the normal of level faces.
var up = mgl32.Vec3{0, 0, 1}

// face adds a face. The corners may be in either order.
func (l *Level) face(kind Kind, normal mgl32.Vec3, corners ...mgl32.Vec3) {
	if corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[1])).Dot(normal) > 0 {
		slices.Reverse(corners)
	}
	l.Faces = append(l.Faces, Face{Corners: corners, Normal: normal, Kind: kind})
}

// square is a cell of a plane.
type square struct {
	plane uint64 // equal for squares of one plane and kind
	u, v  int32
}

// rectangles joins squares into rectangles, and calls visit with the first square and the size of each. It
// sorts the list.
func rectangles(list []square, visit func(first square, wide, high int32)) {
	slices.SortFunc(list, func(a, b square) int {
		return cmp.Or(cmp.Compare(a.plane, b.plane), cmp.Compare(a.v, b.v), cmp.Compare(a.u, b.u))
	})
	at := make(map[square]bool, len(list))
	for _, q := range list {
		at[q] = true
	}
	for _, q := range list {
		if !at[q] {
			continue
		}
		wide, high := int32(1), int32(1)
		for at[square{q.plane, q.u + wide, q.v}] {
			wide++
		}
		for whole := true; whole; high++ {
			for u := range wide {
				if !at[square{q.plane, q.u + u, q.v + high}] {
					whole = false
					break
				}
			}
			if !whole {
				break
			}
		}
		for v := range high {
			for u := range wide {
				delete(at, square{q.plane, q.u + u, q.v + v})
			}
		}
		visit(q, wide, high)
	}
}

// slopeFaces adds the sloping floors and their edges.
func (f *field) slopeFaces(l *Level) {
	var list []square
	planes := map[uint64]plane{}
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind != Slope {
			continue
		}
		key := uint64(p.patch)
		if _, known := planes[key]; !known {
			planes[key] = plane{p.x, p.y, p.z, p.grade}
		}
		list = append(list, square{key, p.x, p.y})
	}
	rectangles(list, func(q square, wide, high int32) {
		p := planes[q.plane]
		normal := mgl32.Vec3{-p.grade[0], -p.grade[1], 1}.Normalize()
		at := func(x, y int32) mgl32.Vec3 {
			c := corner{x, y}
			return c.place(p.atCorner(c))
		}
		l.face(Slope, normal, at(q.u, q.v), at(q.u, q.v+high), at(q.u+wide, q.v+high), at(q.u+wide, q.v))
	})
	f.slopeRims(l, planes)
}

const skirt = 12 // height in units of the face below an edge where players can fall

// upright adds an upright rectangle on a plane across axis, facing the direction front.
func (l *Level) upright(kind Kind, axis int, front int8, plane, from, to, low, top float32) {
	var normal mgl32.Vec3
	normal[axis] = float32(front)
	var c [4]mgl32.Vec3
	for i := range c {
		c[i][axis] = plane
		c[i][1-axis] = [4]float32{from, from, to, to}[i]
		c[i][2] = [4]float32{low, top, top, low}[i]
	}
	l.face(kind, normal, c[:]...)
}

// wallFaces adds the walls.
func (f *field) wallFaces(l *Level) {
	list := make([]square, 0, len(f.walls.list))
	for _, w := range f.walls.list {
		key := w.key() >> planeShift << 8
		list = append(list, square{key | uint64(w.kind), w.along, w.low})
	}
	rectangles(list, func(q square, wide, high int32) {
		f.yield()
		p := pieceOf(q.plane >> 8 << planeShift)
		l.upright(Kind(q.plane&0xff), p.axis, -p.side, p.at(), float32(q.u*cell), float32((q.u+wide)*cell),
			float32(q.v*cell), float32((q.v+high)*cell))
	})
}
