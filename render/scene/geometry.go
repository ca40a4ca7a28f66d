package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

// Geometry is a map prepared for drawing back to front: a BSP tree whose nodes have the faces on their planes. Apart
// from [Geometry.Paint], it never changes and may be shared between goroutines.
type Geometry struct {
	source   *bsp.Map
	built    bool // reconstructed by [bsp.Build], not made by a level designer
	unknown  bool // [Unknown]
	vertices []mgl32.Vec3
	faces    []face
	corners  []uint32 // of faces; indices into vertices
	lights   []uint8  // parallel to corners: brightness of the map
	sides    []uint32 // drawn edges of faces; indices into edges
	edges    []edge
	styled   []styledLight // of faces with light styles that vary
	lattice  []latticeLine
	knee     float32 // of the light curve: see fitLight
	nodes    []node
	leaves   []leaf
	models   []model
	// sourceFaces is the number of faces of the map. If faces have been cut up, the nodes with pieces of face i are
	// pieceNodes[firstPiece[i]:firstPiece[i+1]].
	sourceFaces int
	firstPiece  []uint32
	pieceNodes  []int32
	largest     uint32 // largest number of corners of a face

	paint *painting
}

// face is a convex polygon that is visible from the front of its plane.
type face struct {
	plane plane // the normal points to the front
	// firstCorner and firstSide are the starts of ranges of corners and sides.
	firstCorner, firstSide uint32
	numCorners, numSides   uint32
	source                 uint32 // index of the map's face
	triangle               uint32 // index of its triangle, if it has triangles
	texture                int32  // of the map; -1 for none
	styled                 uint32 // 1 + index into Geometry.styled; 0 for none
	firstLattice           uint32 // first of its lattice lines
	numLattice             uint8
	shade                  uint8 // light by the direction of the normal; 255 is full
	light                  uint8 // mean of the lights of its corners
	kind                   bsp.Kind
	facing                 facing
	mist                   bool // upright and presumed: it thins out with its light
}

// edge is a line of the wireframe, or a piece of one.
type edge struct {
	v    [2]uint32
	kind bsp.Kind
}

// node divides space. children[0] is in front of the plane. A negative child is the leaf ^child.
type node struct {
	plane      plane
	axis       bsp.PlaneType
	children   [2]int32
	parent     int32 // -1 at the root
	mins, maxs mgl32.Vec3
	first, num uint32 // range of faces on the plane
}

func (n *node) distance(p *mgl32.Vec3) float32 {
	if n.axis < bsp.PlaneOblique {
		return p[n.axis] - n.plane.dist
	}
	return n.plane.normal[0]*p[0] + n.plane.normal[1]*p[1] + n.plane.normal[2]*p[2] - n.plane.dist
}

// leaf is a convex region of space.
type leaf struct {
	cluster int32 // -1 if it is never visible
	parent  int32 // -1 for none
	solid   bool
	// contents is the liquid in the leaf, or 0.
	contents bsp.Contents
}

// model is an inline model: the world (0), or a brush model in its own space.
type model struct {
	root       int32 // of its tree
	mins, maxs mgl32.Vec3
}

// Prepare prepares a map for drawing. A nil map is open space.
func Prepare(m *bsp.Map) *Geometry {
	if m == nil || len(m.Models) == 0 || len(m.Leaves) == 0 {
		return &Geometry{
			paint:  new(painting),
			leaves: []leaf{{cluster: 0, parent: -1}},
			models: []model{{root: ^0}},
		}
	}
	b := newBuilder(m)
	for i := range m.Models {
		b.addModel(i)
	}
	return b.finish()
}

// builder builds a Geometry.
type builder struct {
	m *bsp.Map
	g *Geometry
	// polygons are the faces by node, before they are laid out in order.
	polygons []polygon
	atNode   []chain
	// cuts maps to the vertex where a plane cuts the line between two other vertices.
	cuts map[cut]uint32
	// pieces maps to the piece of an edge between two vertices.
	pieces map[[2]uint32]uint32
	// budget is the number of pieces of faces that may still be created by cutting.
	budget int
	lights *lightReader
	listed map[int32]bool // head nodes whose faces are in the tree; models may share one
	// sideOf finds the edges of a face with many edges by their vertices.
	sideOf map[[2]uint32]int32
}

// polygon is a face while the tree is built.
type polygon struct {
	plane   plane
	corners []uint32
	sides   []int32 // for each corner, the edge that starts there; -1 for none
	lights  []uint8 // for each corner
	source  uint32
	// triangle and styled have the same meaning as in face.
	triangle, styled uint32
	kind             bsp.Kind
	next             int32
}

// chain is a list of polygons, linked by next; -1 ends it.
type chain struct{ first, last int32 }

var emptyChain = chain{-1, -1}

func newBuilder(m *bsp.Map) *builder {
	g := &Geometry{paint: new(painting), source: m, built: m.Version == bsp.VersionBuilt, sourceFaces: len(m.Faces)}
	g.vertices = make([]mgl32.Vec3, len(m.Vertices))
	for i, v := range m.Vertices {
		g.vertices[i] = mgl32.Vec3(v)
	}
	g.edges = make([]edge, len(m.Edges))
	for i, e := range m.Edges {
		g.edges[i] = edge{e.V, e.Kind}
	}
	g.nodes = make([]node, len(m.Nodes))
	for i := range m.Nodes {
		n := &m.Nodes[i]
		p := &m.Planes[n.Plane]
		g.nodes[i] = node{
			plane: plane{mgl32.Vec3(p.Normal), p.Dist}, axis: p.Type, children: n.Children, parent: n.Parent,
			mins: mgl32.Vec3(n.Mins), maxs: mgl32.Vec3(n.Maxs),
		}
	}
	g.leaves = make([]leaf, len(m.Leaves))
	for i := range m.Leaves {
		l := &m.Leaves[i]
		g.leaves[i] = leaf{cluster: l.Cluster, parent: l.Parent, solid: l.Contents&bsp.ContentsSolid != 0,
			contents: l.Contents & (bsp.ContentsWater | bsp.ContentsSlime | bsp.ContentsLava)}
	}
	b := &builder{m: m, g: g, cuts: make(map[cut]uint32), pieces: make(map[[2]uint32]uint32),
		listed: make(map[int32]bool)}
	b.atNode = make([]chain, len(g.nodes))
	for i := range b.atNode {
		b.atNode[i] = emptyChain
	}
	b.lights = &lightReader{m: m}
	return b
}

// addModel adds the faces of a model to its tree. In Quake and Quake II the nodes list them. In Quake III they are
// sorted into the tree, and models other than the world get a tree.
func (b *builder) addModel(i int) {
	md := &b.m.Models[i]
	out := model{root: md.HeadNode, mins: mgl32.Vec3(md.Mins), maxs: mgl32.Vec3(md.Maxs)}
	switch {
	case md.HeadNode == bsp.NoTree:
		polygons := b.modelPolygons(md)
		b.budget = cutBudget(len(polygons))
		l := int32(len(b.g.leaves))
		b.g.leaves = append(b.g.leaves, leaf{cluster: 0, parent: -1})
		out.root = b.sortIntoLeaf(l, polygons)
	case b.nodesListFaces():
		if !b.listed[md.HeadNode] {
			b.listed[md.HeadNode] = true
			b.addListed(md.HeadNode)
		}
	default:
		b.addSorted(md)
	}
	b.g.models = append(b.g.models, out)
}

// nodesListFaces reports whether the nodes of the map list faces.
func (b *builder) nodesListFaces() bool {
	return b.m.Version.Game() != bsp.Quake3
}

// addListed adds the faces that are listed by the nodes below n.
func (b *builder) addListed(n int32) {
	for n >= 0 {
		nd := &b.m.Nodes[n]
		for f := nd.FirstFace; f < nd.FirstFace+nd.NumFaces; f++ {
			b.facePolygons(f, func(p polygon) { b.link(n, p) })
		}
		b.addListed(nd.Children[0])
		n = nd.Children[1]
	}
}

// link adds a polygon to a node.
func (b *builder) link(n int32, p polygon) {
	i := int32(len(b.polygons))
	p.next = -1
	b.polygons = append(b.polygons, p)
	c := &b.atNode[n]
	if c.first < 0 {
		c.first = i
	} else {
		b.polygons[c.last].next = i
	}
	c.last = i
}

// facePolygons calls add with the polygons of a face: the face itself or its triangles.
func (b *builder) facePolygons(number uint32, add func(polygon)) {
	f := &b.m.Faces[number]
	if !f.Kind.Drawn() {
		return
	}
	corners := b.m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
	edges := b.m.FaceEdges[f.FirstEdge : f.FirstEdge+f.NumEdges]
	lights := b.lights.face(f)
	styled := uint32(0)
	if l, ok := b.lights.layers(f); ok {
		b.g.styled = append(b.g.styled, l)
		styled = uint32(len(b.g.styled))
	}
	find := b.sideFinder(edges)
	step := len(corners)
	if f.Triangles {
		step = 3
	}
	triangle := ^uint32(0)
	for ; len(corners) >= step && step >= 3; corners, lights = corners[step:], lights[step:] {
		triangle++
		p := polygon{source: number, triangle: triangle, styled: styled, kind: f.Kind}
		p.corners = append([]uint32(nil), corners[:step]...)
		p.lights = append([]uint8(nil), lights[:step]...)
		if f.Plane >= 0 {
			pl := &b.m.Planes[f.Plane]
			p.plane = plane{mgl32.Vec3(pl.Normal), pl.Dist}
			if f.Back {
				p.plane = plane{p.plane.normal.Mul(-1), -p.plane.dist}
			}
		} else {
			v0, v1, v2 := b.g.vertices[corners[0]], b.g.vertices[corners[1]], b.g.vertices[corners[2]]
			n := normalize(v2.Sub(v0).Cross(v1.Sub(v0)))
			if n == (mgl32.Vec3{}) {
				continue
			}
			p.plane = plane{n, n.Dot(v0)}
		}
		p.sides = make([]int32, step)
		for k := range p.sides {
			if f.Kind == bsp.KindPresumed && p.lights[k] == 0 && p.lights[(k+1)%step] == 0 {
				p.sides[k] = -1 // thinned-out parts don't end at an edge
				continue
			}
			p.sides[k] = find(p.corners[k], p.corners[(k+1)%step])
		}
		add(p)
	}
}

// fewSides is the number of edges of a face up to which a linear search is faster than a map. Faces with more edges are
// rare, but must not cost quadratic time.
const fewSides = 32

// sideFinder returns a function that returns the edge of a face between two vertices, or -1 if there is none. It is
// valid until the next call of sideFinder.
func (b *builder) sideFinder(edges []uint32) func(v, w uint32) int32 {
	if len(edges) <= fewSides {
		return func(v, w uint32) int32 {
			for _, e := range edges {
				ends := b.g.edges[e].v
				if ends == [2]uint32{v, w} || ends == [2]uint32{w, v} {
					return int32(e)
				}
			}
			return -1
		}
	}
	if b.sideOf == nil {
		b.sideOf = make(map[[2]uint32]int32)
	}
	clear(b.sideOf)
	for i := len(edges) - 1; i >= 0; i-- { // if there are several, the first counts
		ends := b.g.edges[edges[i]].v
		b.sideOf[[2]uint32{min(ends[0], ends[1]), max(ends[0], ends[1])}] = int32(edges[i])
	}
	return func(v, w uint32) int32 {
		if e, ok := b.sideOf[[2]uint32{min(v, w), max(v, w)}]; ok {
			return e
		}
		return -1
	}
}

// finish lays out the faces in the order of the nodes.
func (b *builder) finish() *Geometry {
	g := b.g
	if b.nodesListFaces() {
		b.blendLight()
	}
	g.faces = make([]face, 0, len(b.polygons))
	for i := range g.nodes {
		n := &g.nodes[i]
		n.first = uint32(len(g.faces))
		for k := b.atNode[i].first; k >= 0; k = b.polygons[k].next {
			p := &b.polygons[k]
			f := face{
				plane: p.plane, source: p.source, triangle: p.triangle, texture: b.m.Faces[p.source].Texture,
				styled: p.styled, kind: p.kind,
				firstCorner: uint32(len(g.corners)), numCorners: uint32(len(p.corners)),
				firstSide: uint32(len(g.sides)),
				shade:     shadeOf(p.plane.normal), light: mean(p.lights), facing: facingOf(p.plane.normal),
			}
			switch {
			case p.kind == bsp.KindPresumed && p.plane.normal[2] == 0:
				f.shade, f.mist = presumedShade, true
			case b.m.Version == bsp.VersionBuilt:
				f.shade = max(f.shade, leastBuiltShade)
			}
			g.corners = append(g.corners, p.corners...)
			g.lights = append(g.lights, p.lights...)
			for _, s := range p.sides {
				if s >= 0 {
					g.sides = append(g.sides, uint32(s))
				}
			}
			f.numSides = uint32(len(g.sides)) - f.firstSide
			g.largest = max(g.largest, f.numCorners)
			g.addLattice(&f)
			g.faces = append(g.faces, f)
		}
		n.num = uint32(len(g.faces)) - n.first
	}
	g.fitLight()
	if !b.nodesListFaces() {
		g.listPieces()
	}
	return g
}

// listPieces sets firstPiece and pieceNodes.
func (g *Geometry) listPieces() {
	g.firstPiece = make([]uint32, g.sourceFaces+1)
	for i := range g.faces {
		g.firstPiece[g.faces[i].source+1]++
	}
	for i := range g.sourceFaces {
		g.firstPiece[i+1] += g.firstPiece[i]
	}
	g.pieceNodes = make([]int32, len(g.faces))
	at := append([]uint32(nil), g.firstPiece...)
	for i := range g.nodes {
		n := &g.nodes[i]
		for f := n.first; f < n.first+n.num; f++ {
			source := g.faces[f].source
			g.pieceNodes[at[source]] = int32(i)
			at[source]++
		}
	}
}

// cornersOf returns the corners of a face as indices of vertices.
func (g *Geometry) cornersOf(f *face) []uint32 {
	return g.corners[f.firstCorner : f.firstCorner+f.numCorners]
}
func (g *Geometry) sidesOf(f *face) []uint32 { return g.sides[f.firstSide : f.firstSide+f.numSides] }

// latticeOf returns the lattice lines on a face.
func (g *Geometry) latticeOf(f *face) []latticeLine {
	return g.lattice[f.firstLattice : f.firstLattice+uint32(f.numLattice)]
}

// outside returns the distance of a point from the world's bounding box in units, or 0 inside.
func (g *Geometry) outside(p mgl32.Vec3) float32 {
	var d mgl32.Vec3
	for k := range p {
		d[k] = max(0, g.models[0].mins[k]-p[k], p[k]-g.models[0].maxs[k])
	}
	return d.Len()
}

// leafAt returns the leaf of the world at p.
func (g *Geometry) leafAt(p mgl32.Vec3) int32 {
	n := g.models[0].root
	for n >= 0 {
		nd := &g.nodes[n]
		if nd.distance(&p) >= 0 {
			n = nd.children[0]
		} else {
			n = nd.children[1]
		}
	}
	return ^n
}

// hasMap reports whether there is a map.
func (g *Geometry) hasMap() bool { return g.source != nil }

// inWater reports whether a point is in a liquid.
func (g *Geometry) inWater(at mgl32.Vec3) bool {
	return g.hasMap() && g.leaves[g.leafAt(at)].contents != 0
}

// upright reports whether an edge is vertical.
func (g *Geometry) upright(e *edge) bool {
	a, b := &g.vertices[e.v[0]], &g.vertices[e.v[1]]
	return abs(a[0]-b[0])+abs(a[1]-b[1]) < 1
}

// eachFace calls each with the faces below a node.
func (g *Geometry) eachFace(n int32, each func(*face)) {
	for n >= 0 {
		nd := &g.nodes[n]
		for f := nd.first; f < nd.first+nd.num; f++ {
			each(&g.faces[f])
		}
		g.eachFace(nd.children[0], each)
		n = nd.children[1]
	}
}
