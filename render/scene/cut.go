package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

// onPlane is the largest distance of a point from a plane at which it counts as on the plane, in units.
const onPlane = 0.05

// Limits for cutting up faces, so that no map can make it slow: on additional pieces (real maps have one for two
// faces), on the depth of the tree below a leaf, and on the number of faces among which a splitting plane is chosen.
const (
	cutsPerFace   = 2
	maxLeafDepth  = 256
	maxCandidates = 12
)

func cutBudget(polygons int) int { return cutsPerFace*polygons + 4096 }

// cut identifies the point where the plane of a node cuts the line between two vertices. The lower vertex comes first.
type cut struct {
	v, w uint32
	node int32
}

// modelPolygons returns the polygons of a model.
func (b *builder) modelPolygons(md *bsp.Model) []polygon {
	var list []polygon
	for f := md.FirstFace; f < md.FirstFace+md.NumFaces; f++ {
		b.facePolygons(f, func(p polygon) { list = append(list, p) })
	}
	return list
}

// addSorted sorts the faces of a model into its tree and cuts those that a plane passes through. Faces on the plane of
// a node go to that node. Faces that end up in a leaf (curves, details) go into a separate tree below it.
func (b *builder) addSorted(md *bsp.Model) {
	polygons := b.modelPolygons(md)
	b.budget = cutBudget(len(polygons))
	inLeaf := make(map[int32][]polygon)
	var order []int32
	for _, p := range polygons {
		b.sink(md.HeadNode, p, func(l int32, p polygon) {
			if inLeaf[l] == nil {
				order = append(order, l)
			}
			inLeaf[l] = append(inLeaf[l], p)
		})
	}
	for _, l := range order {
		parent := b.g.leaves[l].parent
		root := b.sortIntoLeaf(l, inLeaf[l])
		if parent >= 0 && root >= 0 {
			c := &b.g.nodes[parent].children
			if c[0] == ^l {
				c[0] = root
			} else {
				c[1] = root
			}
			b.g.nodes[root].parent = parent
		}
	}
}

// nearSolid is how deep inside a wall a face may be without being dropped, in units.
const nearSolid = 0.5

// sink moves a polygon from node n down to the nodes and leaves that it belongs to.
func (b *builder) sink(n int32, p polygon, atLeaf func(int32, polygon)) {
	for n >= 0 {
		nd := &b.g.nodes[n]
		low, high := b.span(&p, nd)
		tolerance := float32(onPlane)
		if b.solid(nd.children[0]) || b.solid(nd.children[1]) {
			tolerance = nearSolid
		}
		switch {
		case low >= -tolerance && high <= tolerance:
			if d := p.plane.normal.Dot(nd.plane.normal); d > 0.99 || d < -0.99 || b.budget <= 0 {
				b.link(n, p)
				return
			}
			// It barely crosses the plane: take the side with the larger part.
			if high+low >= 0 {
				n = nd.children[0]
			} else {
				n = nd.children[1]
			}
		case low >= -onPlane:
			n = nd.children[0]
		case high <= onPlane:
			n = nd.children[1]
		case b.budget <= 0:
			b.link(n, p)
			return
		default:
			b.budget--
			front, back := b.split(&p, n)
			b.sink(nd.children[0], front, atLeaf)
			p = back
			n = b.g.nodes[n].children[1]
		}
	}
	if !b.g.leaves[^n].solid {
		atLeaf(^n, p)
	}
}

func (b *builder) solid(child int32) bool { return child < 0 && b.g.leaves[^child].solid }

// span returns the extent of a polygon on both sides of a node's plane.
func (b *builder) span(p *polygon, nd *node) (low, high float32) {
	low = nd.distance(&b.g.vertices[p.corners[0]])
	high = low
	for _, c := range p.corners[1:] {
		d := nd.distance(&b.g.vertices[c])
		low, high = min(low, d), max(high, d)
	}
	return low, high
}

// split cuts a polygon along the plane of a node that passes through it.
func (b *builder) split(p *polygon, n int32) (front, back polygon) {
	front, back = *p, *p
	front.corners, front.sides, front.lights = nil, nil, nil
	back.corners, back.sides, back.lights = nil, nil, nil
	nd := &b.g.nodes[n]
	count := len(p.corners)
	for k, v := range p.corners {
		w := p.corners[(k+1)%count]
		side, light := p.sides[k], p.lights[k]
		dv, dw := nd.distance(&b.g.vertices[v]), nd.distance(&b.g.vertices[w])
		v1, v2 := dv > onPlane, dv < -onPlane
		w1, w2 := dw > onPlane, dw < -onPlane
		if v1 && w2 || v2 && w1 {
			c := b.cutPoint(v, w, dv, dw, n)
			first, second := b.piece(side, v, c), b.piece(side, c, w)
			lightC := uint8(float32(light) + (float32(p.lights[(k+1)%count])-float32(light))*dv/(dv-dw))
			if v1 {
				front.add(v, first, light)
				front.add(c, -1, lightC)
				back.add(c, second, lightC)
			} else {
				back.add(v, first, light)
				back.add(c, -1, lightC)
				front.add(c, second, lightC)
			}
			continue
		}
		// This edge does not cross the plane.
		inFront, behind := v1 || w1, v2 || w2
		if !v2 {
			if inFront || !behind {
				front.add(v, side, light)
			} else {
				front.add(v, -1, light)
			}
		}
		if !v1 {
			if behind || !inFront {
				back.add(v, side, light)
			} else {
				back.add(v, -1, light)
			}
		}
	}
	return front, back
}

func (p *polygon) add(corner uint32, side int32, light uint8) {
	p.corners = append(p.corners, corner)
	p.sides = append(p.sides, side)
	p.lights = append(p.lights, light)
}

// cutPoint returns the vertex where the plane of node n cuts the line between two vertices with the given distances
// from it. Neighboring faces get the same vertex.
func (b *builder) cutPoint(v, w uint32, dv, dw float32, n int32) uint32 {
	if v > w {
		v, w, dv, dw = w, v, dw, dv
	}
	key := cut{v, w, n}
	if i, ok := b.cuts[key]; ok {
		return i
	}
	t := dv / (dv - dw)
	p, q := b.g.vertices[v], b.g.vertices[w]
	i := uint32(len(b.g.vertices))
	b.g.vertices = append(b.g.vertices, p.Add(q.Sub(p).Mul(t)))
	b.cuts[key] = i
	return i
}

// piece returns the piece of an edge between two vertices, or -1 if side is -1.
func (b *builder) piece(side int32, v, w uint32) int32 {
	if side < 0 {
		return -1
	}
	key := [2]uint32{min(v, w), max(v, w)}
	i, ok := b.pieces[key]
	if !ok {
		i = uint32(len(b.g.edges))
		b.g.edges = append(b.g.edges, edge{key, b.g.edges[side].kind})
		b.pieces[key] = i
	}
	return int32(i)
}

// sortIntoLeaf builds a tree from the polygons in leaf l and returns its root, or ^l if there are none.
func (b *builder) sortIntoLeaf(l int32, polygons []polygon) int32 {
	if len(polygons) == 0 {
		return ^l
	}
	return b.sortPolygons(l, true, -1, polygons, 0)
}

// sortPolygons builds a tree from polygons. Its leaves are copies of leaf l; the first one replaces it.
func (b *builder) sortPolygons(l int32, first bool, parent int32, polygons []polygon, depth int) int32 {
	if len(polygons) == 0 {
		if first {
			b.g.leaves[l].parent = parent
			return ^l
		}
		b.g.leaves = append(b.g.leaves, b.g.leaves[l])
		b.g.leaves[len(b.g.leaves)-1].parent = parent
		return ^int32(len(b.g.leaves) - 1)
	}
	chosen := b.choose(polygons)
	n := int32(len(b.g.nodes))
	nd := node{plane: polygons[chosen].plane, axis: bsp.PlaneOblique, parent: parent}
	nd.mins, nd.maxs = b.bounds(polygons)
	if int(l) < len(b.m.Leaves) {
		// The other polygons of the leaf are sorted in here, too.
		for k := range nd.mins {
			nd.mins[k] = min(nd.mins[k], b.m.Leaves[l].Mins[k])
			nd.maxs[k] = max(nd.maxs[k], b.m.Leaves[l].Maxs[k])
		}
	}
	b.g.nodes = append(b.g.nodes, nd)
	b.atNode = append(b.atNode, emptyChain)
	var front, back []polygon
	for i := range polygons {
		p := &polygons[i]
		low, high := b.span(p, &b.g.nodes[n])
		switch {
		case i == chosen, low >= -onPlane && high <= onPlane, depth >= maxLeafDepth:
			b.link(n, *p)
		case low >= -onPlane:
			front = append(front, *p)
		case high <= onPlane:
			back = append(back, *p)
		case b.budget <= 0:
			b.link(n, *p)
		default:
			b.budget--
			f, k := b.split(p, n)
			front, back = append(front, f), append(back, k)
		}
	}
	c0 := b.sortPolygons(l, first, n, front, depth+1)
	c1 := b.sortPolygons(l, false, n, back, depth+1)
	b.g.nodes[n].children = [2]int32{c0, c1}
	return n
}

// choose returns the polygon whose plane cuts the fewest others and divides the rest most evenly.
func (b *builder) choose(polygons []polygon) int {
	step := max(1, len(polygons)/maxCandidates)
	best, bestScore := 0, -1
	for i := 0; i < len(polygons); i += step {
		pl := polygons[i].plane
		nd := node{plane: pl, axis: bsp.PlaneOblique}
		front, back, cuts := 0, 0, 0
		test := max(1, len(polygons)/256)
		for k := 0; k < len(polygons); k += test {
			low, high := b.span(&polygons[k], &nd)
			switch {
			case low >= -onPlane && high <= onPlane:
			case low >= -onPlane:
				front++
			case high <= onPlane:
				back++
			default:
				cuts++
			}
		}
		score := 8*cuts + max(front-back, back-front)
		if bestScore < 0 || score < bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// bounds returns the bounding box of polygons.
func (b *builder) bounds(polygons []polygon) (mins, maxs mgl32.Vec3) {
	mins = b.g.vertices[polygons[0].corners[0]]
	maxs = mins
	for i := range polygons {
		for _, c := range polygons[i].corners {
			for k, x := range b.g.vertices[c] {
				mins[k], maxs[k] = min(mins[k], x), max(maxs[k], x)
			}
		}
	}
	return mins, maxs
}
