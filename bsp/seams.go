package bsp

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Map compilers leave edges in flat surfaces that are invisible in the game but would be seams in the wireframe.
//
// They do not always split a long edge where the shorter edges of its neighbors end (T-junctions). Then two coplanar
// neighbors have no edge in common. So open edges are cut at the ends of other open edges.
//
// Quake III compilers that merge surfaces and triangulate them again let some triangles overlap. So open edges inside a
// surface are dropped.
//
// Surfaces of Quake III also continue inside walls, which hide their ends. So open edges with only solid space in front
// are dropped, too.

// cutTolerance is the maximum distance in units between an edge and a vertex that cuts it.
const cutTolerance = 0.1

// cutCell is the side in units of a cell of the grid for finding vertices.
const cutCell = 64

// seamWork is the maximum average number of vertices, cells and triangles visited for an edge. Real maps need a tenth
// of it; in a damaged map that needs more, some seams remain.
const seamWork = 1000

// cutAtVertices cuts the open edges of the model.
func (b *edgeBuilder) cutAtVertices(work *int) {
	b.cells = make(map[uint64][]uint32, len(b.edges)/4)
	n := len(b.edges)
	for i := range n {
		if e := &b.edges[i]; e.open() {
			b.fileVertex(e.v[0])
			b.fileVertex(e.v[1])
		}
	}
	var cuts []cut
	for i := range n {
		if !b.edges[i].open() {
			continue
		}
		cuts = b.findCuts(cuts[:0], b.edges[i].v, work)
		if len(cuts) > 0 {
			b.cutEdge(i, cuts)
		}
		if *work < 0 {
			return
		}
	}
}

// cellAt returns the cell of a point.
func cellAt(v mgl32.Vec3) [3]int32 {
	var c [3]int32
	for i, f := range v {
		c[i] = int32(math.Floor(float64(f) / cutCell))
	}
	return c
}

// cellKey returns a cell as a number: coordinates are less than maxCoord.
func cellKey(c [3]int32) uint64 {
	const bits = 21
	return uint64(c[0]&(1<<bits-1)) | uint64(c[1]&(1<<bits-1))<<bits | uint64(c[2]&(1<<bits-1))<<(2*bits)
}

// fileVertex adds a vertex to all cells within cutTolerance of it.
func (b *edgeBuilder) fileVertex(v uint32) {
	p := b.m.Vertices[v]
	low := cellAt(mgl32.Vec3{p[0] - cutTolerance, p[1] - cutTolerance, p[2] - cutTolerance})
	high := cellAt(mgl32.Vec3{p[0] + cutTolerance, p[1] + cutTolerance, p[2] + cutTolerance})
	for x := low[0]; x <= high[0]; x++ {
		for y := low[1]; y <= high[1]; y++ {
			for z := low[2]; z <= high[2]; z++ {
				c := cellKey([3]int32{x, y, z})
				if list := b.cells[c]; len(list) == 0 || !slices.Contains(list[max(0, len(list)-8):], v) {
					b.cells[c] = append(list, v)
				}
			}
		}
	}
}

// cut is a vertex on an edge, at a fraction of its length.
type cut struct {
	vertex uint32
	at     float32
}

// findCuts appends the vertices on an edge, in order along it. It follows the edge through the cells.
func (b *edgeBuilder) findCuts(cuts []cut, ends [2]uint32, work *int) []cut {
	from, to := b.m.Vertices[ends[0]], b.m.Vertices[ends[1]]
	way := to.Sub(from)
	size := way.Len()
	cell, last := cellAt(from), cellAt(to)
	// For each axis: the fraction at which the edge leaves the cell, and the fraction for a whole cell.
	var leave, whole [3]float64
	var step [3]int32
	for i := range way {
		leave[i] = math.Inf(1)
		if way[i] == 0 {
			continue
		}
		boundary := float64(cell[i]) * cutCell
		step[i] = -1
		if way[i] > 0 {
			boundary += cutCell
			step[i] = 1
		}
		leave[i] = (boundary - float64(from[i])) / float64(way[i])
		whole[i] = cutCell / math.Abs(float64(way[i]))
	}
	for {
		list := b.cells[cellKey(cell)]
		*work -= 1 + len(list)
		for _, v := range list {
			if v == ends[0] || v == ends[1] {
				continue
			}
			d := b.m.Vertices[v].Sub(from)
			at := d.Dot(way) / (size * size)
			if at*size < minEdge || (1-at)*size < minEdge {
				continue
			}
			off := d.Sub(mgl32.Vec3{way[0] * at, way[1] * at, way[2] * at})
			if off.Dot(off) < cutTolerance*cutTolerance {
				cuts = append(cuts, cut{v, at})
			}
		}
		axis := 0
		for i := range leave {
			if leave[i] < leave[axis] {
				axis = i
			}
		}
		if cell == last || !(leave[axis] <= 1) || *work < 0 {
			break
		}
		cell[axis] += step[axis]
		leave[axis] += whole[axis]
	}
	slices.SortFunc(cuts, func(a, b cut) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return int(a.vertex) - int(b.vertex)
	})
	return slices.CompactFunc(cuts, func(a, b cut) bool { return a.vertex == b.vertex })
}

// cutEdge splits an edge into parts, which replace it in its faces.
func (b *edgeBuilder) cutEdge(i int, cuts []cut) {
	whole := b.edges[i]
	first := len(b.parts)
	from := whole.v[0]
	for k := range len(cuts) + 1 {
		to := whole.v[1]
		if k < len(cuts) {
			to = cuts[k].vertex
		}
		v, w := from, to
		from = to
		turned := v > w
		if turned {
			v, w = w, v
		}
		if v == w {
			continue
		}
		part := b.between(v, w, whole.kind)
		b.parts = append(b.parts, part)
		e := &b.edges[part]
		if e.kind.Drawn() != whole.kind.Drawn() {
			if e.kind.Drawn() {
				continue
			}
			*e = sharedEdge{v: e.v, kind: whole.kind, drawn: edgeNever}
		}
		for bit := range 4 {
			if whole.used>>bit&1 == 0 {
				continue
			}
			normal := whole.normal
			if bit&2 != 0 {
				normal = mgl32.Vec3{-normal[0], -normal[1], -normal[2]}
			}
			e.use(whole.owner, normal, whole.cos, whole.kind, (bit&1 != 0) != turned)
		}
	}
	b.edges[i].firstPart, b.edges[i].numParts = int32(first), int32(len(b.parts)-first)
}

// The tests whether an edge is buried use points this many units inside the face's edge and in front of the face, so
// any corner wider than 27 degrees counts as open.
const (
	buriedInside = 0.5
	buriedFront  = 0.25
)

// dropBuried drops open edges of the world whose faces have only solid leaves in front of them.
func (b *edgeBuilder) dropBuried(work *int) {
	m := b.m
	for i := range b.edges {
		e := &b.edges[i]
		if e.numParts > 0 || !e.open() || e.used>>2 != 0 || e.owner.Plane < 0 {
			continue
		}
		if *work -= len(edgeSamples) * m.TreeDepth; *work < 0 {
			return
		}
		from, way := m.Vertices[e.v[0]], m.Vertices[e.v[1]].Sub(m.Vertices[e.v[0]])
		inside := unit(way.Cross(e.normal)) // to the right of the way around the face
		if e.used == 2 {
			inside = mgl32.Vec3{-inside[0], -inside[1], -inside[2]}
		}
		buried := true
		for _, at := range edgeSamples {
			var p mgl32.Vec3
			for k := range p {
				p[k] = from[k] + at*way[k] + buriedInside*inside[k] + buriedFront*e.normal[k]
			}
			if m.Leaves[m.LeafAt(p)].Contents&ContentsSolid == 0 {
				buried = false
				break
			}
		}
		if buried {
			e.used = 0
		}
	}
}

// edgeSamples are the fractions along an edge to test.
var edgeSamples = [...]float32{0.125, 0.375, 0.625, 0.875}

// coverDistance is the distance in units from an edge, on both sides, at which dropCovered searches for more surface.
const coverDistance = 0.25

// dropCovered drops open edges inside a surface that continues on both sides. Only maps with triangles have such edges.
func (b *edgeBuilder) dropCovered(faces []Face, work *int) {
	m := b.m
	b.flat = make(map[int32][]*Face)
	for i := range faces {
		if f := &faces[i]; f.Plane >= 0 && f.Triangles {
			b.flat[f.Plane] = append(b.flat[f.Plane], f)
		}
	}
	if len(b.flat) == 0 {
		return
	}
	for i := range b.edges {
		e := &b.edges[i]
		if e.numParts > 0 || !e.open() || e.owner.Plane < 0 {
			continue
		}
		from, way := m.Vertices[e.v[0]], m.Vertices[e.v[1]].Sub(m.Vertices[e.v[0]])
		side := unit(e.normal.Cross(way))
		covered := true
		for _, at := range edgeSamples {
			var left, right mgl32.Vec3
			for k := range from {
				middle := from[k] + at*way[k]
				left[k], right[k] = middle-coverDistance*side[k], middle+coverDistance*side[k]
			}
			if !b.covers(e, left, work) || !b.covers(e, right, work) {
				covered = false
				break
			}
		}
		if *work < 0 {
			return
		}
		if covered {
			e.used = 0
		}
	}
}

// covers reports whether a triangle in the plane of an edge, and of its kind, contains the point p of that plane.
func (b *edgeBuilder) covers(e *sharedEdge, p mgl32.Vec3, work *int) bool {
	m := b.m
	for _, f := range b.flat[e.owner.Plane] {
		if *work--; f.Kind != e.kind || outside(f, p) {
			continue
		}
		corners := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
		*work -= len(corners)
		for i := 0; i+2 < len(corners); i += 3 {
			a, b, c := m.Vertices[corners[i]], m.Vertices[corners[i+1]], m.Vertices[corners[i+2]]
			if frontNormal(a, b, p).Dot(e.normal) >= 0 && frontNormal(b, c, p).Dot(e.normal) >= 0 &&
				frontNormal(c, a, p).Dot(e.normal) >= 0 {
				return true
			}
		}
	}
	return false
}

// outside reports whether p is more than coverDistance outside the box of f.
func outside(f *Face, p mgl32.Vec3) bool {
	for i, x := range p {
		if x < f.Mins[i]-coverDistance || x > f.Maxs[i]+coverDistance {
			return true
		}
	}
	return false
}
