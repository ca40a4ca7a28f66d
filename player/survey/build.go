package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Build makes a level of what is known so far. It does not change s.
func (s *Survey) Build() *Level {
	f := fieldOf(s)
	f.level()
	f.slopes()
	f.wallUp()
	f.fill()
	f.presume()
	f.presumeWalls()
	f.even()
	l := &Level{}
	f.floorFaces(l)
	f.slopeFaces(l)
	f.stepFaces(l)
	f.wallFaces(l)
	for i := range s.lying {
		o := &s.lying[i]
		l.Items = append(l.Items, Item{Origin: o.origin, Floor: o.floor, Model: s.models[o.model]})
	}
	slices.SortFunc(l.Items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Origin[0], b.Origin[0]), cmp.Compare(a.Origin[1], b.Origin[1]), cmp.Compare(a.Origin[2], b.Origin[2]))
	})
	l.bound()
	return l
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

// face adds a face, whose corners are in either order.
func (l *Level) face(kind Kind, normal mgl32.Vec3, corners ...mgl32.Vec3) {
	if corners[1].Sub(corners[0]).Cross(corners[2].Sub(corners[1])).Dot(normal) > 0 {
		slices.Reverse(corners)
	}
	l.Faces = append(l.Faces, Face{Corners: corners, Normal: normal, Kind: kind})
}

// square is a cell of a plane.
type square struct {
	plane uint64 // squares of one plane and kind have the same number
	u, v  int32
}

// rectangles joins squares, and calls a function for each rectangle of them: from the square
// i on, so many wide and high. It sorts the list.
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

// floorFaces adds the floors.
func (f *field) floorFaces(l *Level) {
	var list []square
	heights := map[uint64]float32{}
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind == Slope {
			continue
		}
		plane := uint64(planeOf(p.z)+1<<24)<<8 | uint64(p.kind)
		heights[plane] = p.z
		list = append(list, square{plane, p.x, p.y})
	}
	rectangles(list, func(q square, wide, high int32) {
		x0, y0, x1, y1 := float32(q.u*cell), float32(q.v*cell), float32((q.u+wide)*cell), float32((q.v+high)*cell)
		z := heights[q.plane]
		l.face(Kind(q.plane&0xff), mgl32.Vec3{0, 0, 1}, mgl32.Vec3{x0, y0, z}, mgl32.Vec3{x0, y1, z}, mgl32.Vec3{x1, y1, z}, mgl32.Vec3{x1, y0, z})
	})
}

// slopeFaces adds the floors that are not level.
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
		corner := func(x, y int32) mgl32.Vec3 {
			// Half a cell from the middle of a column, where the plane's height is known.
			return mgl32.Vec3{float32(x * cell), float32(y * cell), p.at(x, y) - (p.grade[0]+p.grade[1])*cell/2}
		}
		l.face(Slope, normal, corner(q.u, q.v), corner(q.u, q.v+high), corner(q.u+wide, q.v+high), corner(q.u+wide, q.v))
	})
}

const skirt = 12 // units below the end of a floor where one falls off

// strip is an upright piece between two heights, along the side of a column.
type strip struct {
	piece
	kind     Kind
	low, top float32
}

// stepFaces adds the risers of stairs and the skirts.
func (f *field) stepFaces(l *Level) {
	var list []strip
	for i := range f.spots {
		p := &f.spots[i]
		if p.gone || p.kind.Presumed() {
			continue
		}
		for _, d := range around {
			x, y := p.x+d[0], p.y+d[1]
			q := f.near(x, y, p.z, body)
			switch {
			case q >= 0 && p.z-f.spots[q].z > levelHeight && f.spots[q].kind != Slope && p.kind != Slope:
				list = append(list, strip{sideOf(p, [2]int32{d[0], d[1]}, p.z), Riser, f.spots[q].z, p.z})
			case q < 0 && (f.openBelow(x, y, p.z) || f.above(x, y, p.z)):
				list = append(list, strip{sideOf(p, d, p.z), Skirt, p.z - skirt, p.z})
			}
		}
	}
	slices.SortFunc(list, func(a, b strip) int {
		return cmp.Or(cmp.Compare(a.axis, b.axis), cmp.Compare(a.side, b.side), cmp.Compare(a.plane, b.plane), cmp.Compare(a.kind, b.kind),
			cmp.Compare(a.low, b.low), cmp.Compare(a.top, b.top), cmp.Compare(a.along, b.along))
	})
	for i := 0; i < len(list); {
		first := list[i]
		n := i + 1
		for n < len(list) && list[n].kind == first.kind && list[n].low == first.low && list[n].top == first.top && list[n].axis == first.axis &&
			list[n].side == first.side && list[n].plane == first.plane && list[n].along == first.along+int32(n-i) {
			n++
		}
		// A riser and a skirt face away from the floor that they end.
		l.upright(first.kind, first.axis, first.side, first.at(), float32(first.along*cell), float32((first.along+int32(n-i))*cell), first.low, first.top)
		i = n
	}
}

// upright adds an upright rectangle on a plane across an axis, with its front towards a side.
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
		p := pieceOf(q.plane >> 8 << planeShift)
		l.upright(Kind(q.plane&0xff), p.axis, -p.side, p.at(), float32(q.u*cell), float32((q.u+wide)*cell), float32(q.v*cell), float32((q.v+high)*cell))
	})
}
