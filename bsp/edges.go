package bsp

import "github.com/go-gl/mathgl/mgl32"

// edgeHint says whether the edge that begins at a corner is part of the wireframe, if the angle between faces can't
// decide that.
type edgeHint uint8

const (
	edgeByAngle edgeHint = iota // drawn unless it lies between coplanar faces
	edgeAlways                  // a line drawn across a curve
	edgeNever                   // inside a face
)

// Cosines of the angles up to which two faces count as one: for polygons half a degree, a little more than the rounding
// of their planes; for meshes ten degrees, which still looks smooth.
const (
	cosCoplanar = 0.99996
	cosSmooth   = 0.985
)

// minEdge is the length in units below which an edge is not drawn.
const minEdge = 1.0 / 32

// sharedEdge is an edge while the faces that meet at it are collected.
type sharedEdge struct {
	v      [2]uint32  // the lower first
	normal mgl32.Vec3 // of the first face
	cos    float32    // limit of the angle between faces
	kind   Kind
	// crease says that faces with different planes or kinds meet here.
	crease bool
	// used has four bits for the ways in which faces have the edge. A face's bit number is 2 if it looks to the other
	// side than the first face, plus 1 if its loop runs from v[1] to v[0]. Two coplanar neighbors use both directions;
	// double faces (liquids) do so on both sides.
	used  uint8
	owner *Face    // the first face
	drawn edgeHint // edgeNever until a face says otherwise
	index int32    // in Map.Edges, or -1
	face  int32    // last face that listed it
	// Range of edgeBuilder.parts if the edge was cut at other edges' vertices.
	firstPart, numParts int32
}

// paired reports whether every face has a neighbor on the same side.
func (e *sharedEdge) paired() bool {
	return (e.used&3 == 0 || e.used&3 == 3) && (e.used>>2 == 0 || e.used>>2 == 3)
}

// open reports whether the edge is drawn only because a face has no neighbor.
func (e *sharedEdge) open() bool {
	return e.used != 0 && !e.crease && e.drawn != edgeAlways && !e.paired()
}

// use records that a face has the edge.
func (e *sharedEdge) use(f *Face, normal mgl32.Vec3, cos float32, kind Kind, backwards bool) {
	if e.kind != kind {
		e.crease = true
		if turn := e.normal.Dot(normal); e.used != 0 && max(e.kind, kind) == KindPresumed &&
			max(turn, -turn) >= max(cos, e.cos) {
			e.kind = KindPresumed // the surface seems to continue there
		} else {
			e.kind = min(e.kind, kind)
		}
	}
	way := uint8(0)
	if backwards {
		way = 1
	}
	if e.used == 0 {
		e.owner, e.normal, e.cos = f, normal, cos
		e.used = 1 << way
		return
	}
	e.cos = max(e.cos, cos)
	turn := e.normal.Dot(normal)
	if turn < 0 {
		way |= 2
		turn = -turn
	}
	if turn < e.cos {
		e.crease = true
	}
	e.used |= 1 << way
}

// edgeRef is the index of an edge in edgeBuilder.edges, valid only while that holds the edges of model.
type edgeRef struct{ model, index int32 }

// edgeBuilder gathers the edges of one model.
type edgeBuilder struct {
	m     *Map
	hints []edgeHint         // for each entry of FaceVertices, or nil
	find  map[uint64]edgeRef // by both vertices
	model int32
	edges []sharedEdge
	// corner holds for each entry of FaceVertices the edge that begins there, -1 for an edge that is too short to draw.
	corner []int32
	parts  []int32             // edges into which others were cut
	cells  map[uint64][]uint32 // vertices by cellKey
	flat   map[int32][]*Face   // lists of triangles in each plane
}

// buildEdges builds the wireframe: Edges, FaceEdges and the ranges of faces and models in them. Edges of visible faces
// replace edges of hidden ones.
func (m *Map) buildEdges(hints []edgeHint) {
	b := edgeBuilder{m: m, hints: hints, corner: make([]int32, len(m.FaceVertices)),
		find: make(map[uint64]edgeRef, len(m.FaceVertices)/2)}
	m.FaceEdges = make([]uint32, 0, len(m.FaceVertices)/2)
	for i := range m.Models {
		md := &m.Models[i]
		b.model = int32(i)
		b.edges, b.parts = b.edges[:0], b.parts[:0]
		if i == 0 && len(m.Models) == 1 {
			b.edges = make([]sharedEdge, 0, len(m.FaceVertices)*3/4)
		}
		md.FirstEdge = uint32(len(m.Edges))
		faces := m.Faces[md.FirstFace : md.FirstFace+md.NumFaces]
		for k := range faces {
			b.addFace(&faces[k])
		}
		work := seamWork * len(b.edges)
		b.cutAtVertices(&work)
		b.dropCovered(faces, &work)
		if i == 0 {
			b.dropBuried(&work)
		}
		b.emit()
		for k := range faces {
			b.listFace(&faces[k], int32(k))
		}
		md.NumEdges = uint32(len(m.Edges)) - md.FirstEdge
	}
}

// addFace adds the edges of a loop or of each triangle.
func (b *edgeBuilder) addFace(f *Face) {
	m := b.m
	var normal mgl32.Vec3
	cos := float32(cosSmooth)
	if f.Plane >= 0 {
		cos = cosCoplanar
		if normal = m.Planes[f.Plane].Normal; f.Back {
			normal = mgl32.Vec3{-normal[0], -normal[1], -normal[2]}
		}
	}
	step := f.NumVertices
	if f.Triangles {
		step = 3
	}
	for first := uint32(0); first < f.NumVertices; first += step {
		at := f.FirstVertex + first
		loop := m.FaceVertices[at : at+step]
		if f.Plane < 0 {
			normal = unit(frontNormal(m.Vertices[loop[0]], m.Vertices[loop[1]], m.Vertices[loop[2]]))
		}
		for k, v := range loop {
			next := loop[0]
			if k+1 < len(loop) {
				next = loop[k+1]
			}
			hint := edgeByAngle
			if b.hints != nil {
				hint = b.hints[int(at)+k]
			}
			b.corner[int(at)+k] = b.addEdge(f, v, next, normal, cos, hint)
		}
	}
}

// addEdge records that a face has the edge from v to w and returns the edge's
// index, -1 if it is too short to draw.
func (b *edgeBuilder) addEdge(f *Face, v, w uint32, normal mgl32.Vec3, cos float32, hint edgeHint) int32 {
	kind := f.Kind
	backwards := v > w
	if backwards {
		v, w = w, v
	}
	if d := b.m.Vertices[v].Sub(b.m.Vertices[w]); v == w || d.Dot(d) < minEdge*minEdge {
		return -1
	}
	i := b.between(v, w, kind)
	e := &b.edges[i]
	switch {
	case kind.Drawn() && !e.kind.Drawn(): // a visible face replaces an invisible one
		*e = sharedEdge{v: e.v, kind: kind, drawn: edgeNever}
	case !kind.Drawn() && e.kind.Drawn():
		return i
	}
	if hint == edgeAlways {
		e.drawn = edgeAlways
	}
	if hint != edgeNever && normal != (mgl32.Vec3{}) {
		e.use(f, normal, cos, kind, backwards)
	}
	return i
}

// between returns the index of the edge from v to w (v < w). If there is none, it adds one of the given kind.
func (b *edgeBuilder) between(v, w uint32, kind Kind) int32 {
	key := uint64(v)<<32 | uint64(w)
	ref, ok := b.find[key]
	if !ok || ref.model != b.model {
		ref = edgeRef{b.model, int32(len(b.edges))}
		b.find[key] = ref
		b.edges = append(b.edges, sharedEdge{v: [2]uint32{v, w}, kind: kind, drawn: edgeNever})
	}
	return ref.index
}

// emit appends the drawn edges to the map.
func (b *edgeBuilder) emit() {
	for i := range b.edges {
		e := &b.edges[i]
		e.index, e.face = -1, -1
		if e.numParts == 0 && (e.drawn == edgeAlways || e.crease || !e.paired()) {
			e.index = int32(len(b.m.Edges))
			b.m.Edges = append(b.m.Edges, Edge{e.v, e.kind})
		}
	}
}

// listFace appends the drawn edges of a face to FaceEdges, each once.
func (b *edgeBuilder) listFace(f *Face, number int32) {
	f.FirstEdge = uint32(len(b.m.FaceEdges))
	for _, i := range b.corner[f.FirstVertex : f.FirstVertex+f.NumVertices] {
		if i < 0 {
			continue
		}
		if e := &b.edges[i]; e.numParts > 0 {
			for _, part := range b.parts[e.firstPart : e.firstPart+e.numParts] {
				b.listEdge(part, number)
			}
			continue
		}
		b.listEdge(i, number)
	}
	f.NumEdges = uint32(len(b.m.FaceEdges)) - f.FirstEdge
}

// listEdge appends an edge to FaceEdges if it is drawn and not listed for the face yet.
func (b *edgeBuilder) listEdge(i, number int32) {
	if e := &b.edges[i]; e.index >= 0 && e.face != number {
		e.face = number
		b.m.FaceEdges = append(b.m.FaceEdges, uint32(e.index))
	}
}
