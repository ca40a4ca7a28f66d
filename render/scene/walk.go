package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// level draws the faces and edges of the world in order, with what is placed in its leaves.
type level struct {
	frame   *frame
	visible *visibility
	canvas  *canvas
	pieces  *pieces
	tints   *tints
	lights  lights
	hidden  hidden

	points []projected // the vertices of the map
	order  []int32     // faces, and leaves as ^leaf, back to front
	passes []pass      // parallel to order
	drawn  []uint32    // edges: see pass
	edges  once
}

func (lv *level) reset(g *Geometry) {
	lv.points = make([]projected, len(g.vertices))
	lv.edges.reset(len(g.edges))
	lv.lights.reset(g)
}

func (lv *level) begin() {
	lv.order, lv.drawn = lv.order[:0], lv.drawn[:0]
	lv.lights.begin()
}

// walk lists the visible leaves and faces of the world, back to front.
func (lv *level) walk() {
	root := lv.frame.g.models[0].root
	lv.walkNode(root, allPlanes)
}

// walkNode lists what is below n: first the far side of its plane, as seen from the
// camera, then the faces on it, then the near side. mask has the planes of the
// frustum that may still cut it.
func (lv *level) walkNode(n int32, mask uint8) {
	for n >= 0 {
		if !lv.visible.node(n) {
			return
		}
		nd := &lv.frame.g.nodes[n]
		if mask != 0 {
			var out bool
			if out, mask = lv.frame.outside(&nd.mins, &nd.maxs, mask); out {
				return
			}
		}
		d := nd.distance(&lv.frame.origin)
		near := 0
		if d < 0 {
			near = 1
		}
		lv.walkNode(nd.children[1-near], mask)
		for f := nd.first; f < nd.first+nd.num; f++ {
			fc := &lv.frame.g.faces[f]
			// The plane of the face may be the node's reversed, or lie a
			// little off it.
			if fc.plane.normal.Dot(lv.frame.origin) > fc.plane.dist && lv.visible.face(fc.source) {
				lv.order = append(lv.order, int32(f))
			}
		}
		n = nd.children[near]
	}
	l := ^n
	if lv.pieces.stamp[l] == lv.frame.number && lv.visible.leaf(l) {
		lv.order = append(lv.order, ^l)
	}
}

// pass is a range of level.drawn: the edges that a face draws.
type pass struct{ first, count uint32 }

// once says of each edge whether a list of faces has had it before.
type once struct {
	stamp []uint32 // by edge: the number of the list
	list  uint32
}

func (o *once) reset(edges int) { *o = once{stamp: make([]uint32, edges)} }

// begin begins another list.
func (o *once) begin() { o.list++ }

// first reports whether the list has not had an edge, and notes that it has now.
func (o *once) first(edge uint32) bool {
	if o.stamp[edge] == o.list {
		return false
	}
	o.stamp[edge] = o.list
	return true
}

// ownEdges assigns every edge to the last face in the order that has it: drawn with
// an earlier face, it would be half hidden by the later one.
func (lv *level) ownEdges() {
	lv.edges.begin()
	if cap(lv.passes) < len(lv.order) {
		lv.passes = make([]pass, len(lv.order), 2*len(lv.order))
	}
	lv.passes = lv.passes[:len(lv.order)]
	for i := len(lv.order) - 1; i >= 0; i-- {
		p := pass{first: uint32(len(lv.drawn))}
		if lv.order[i] >= 0 {
			f := &lv.frame.g.faces[lv.order[i]]
			for _, e := range lv.frame.g.sides[f.firstSide : f.firstSide+f.numSides] {
				if lv.edges.first(e) {
					lv.drawn = append(lv.drawn, e)
				}
			}
		}
		p.count = uint32(len(lv.drawn)) - p.first
		lv.passes[i] = p
	}
}

// emit writes the listed leaves and faces in order.
func (lv *level) emit() {
	lv.lights.findPools(lv.order)
	lv.hide()
	lv.ownEdges()
	for i, k := range lv.order {
		if k < 0 {
			lv.pieces.emitLeaf(^k)
			continue
		}
		f := &lv.frame.g.faces[k]
		if lv.frame.opt.Mode != Wire {
			if lv.fillFace(f); lv.lights.on[k] != 0 {
				lv.lights.draw(k)
			}
		}
		p := lv.passes[i]
		for _, e := range lv.drawn[p.first : p.first+p.count] {
			lv.drawEdge(&lv.frame.g.edges[e])
		}
	}
}

// projected is a vertex in view space.
type projected struct {
	x, y, w        float32 // see frustum.transform
	screenX        float32 // pixels, where it is in front of the near plane
	screenY        float32
	outside, stamp uint32
	hazed          uint32 // the stamp of seen and far
	seen           float32
	far            draw.Color // of the haze there: see [haze.at]
}

// Bits of projected.outside: the sides of the picture that a point lies
// beyond.
const (
	outLeft = 1 << iota
	outRight
	outTop
	outBottom
	outNear  // in front of the near plane
	outGuard // so far outside that the numbers are too large for the screen
)

// guard is how many widths or heights of the picture a triangle may extend beyond
// its sides without being clipped.
const guard = 8

// point returns a vertex of the map in view space, which is computed once a picture.
func (lv *level) point(i uint32) *projected {
	p := &lv.points[i]
	if p.stamp != lv.frame.number {
		p.stamp = lv.frame.number
		p.set(&lv.frame.frustum, lv.frame.g.vertices[i])
	}
	return p
}

// outside returns of which planes of the frustum any, and of which all vertices of the map are outside.
func (lv *level) outside(corners []uint32) (any, all uint32) {
	all = ^uint32(0)
	for _, c := range corners {
		out := lv.point(c).outside
		any |= out
		all &= out
	}
	return any, all
}

// set projects a point of the world.
func (p *projected) set(f *frustum, v mgl32.Vec3) {
	p.x, p.y, p.w = f.transform(v)
	p.outside = 0
	width, height := f.centerX*p.w, f.centerY*p.w
	if p.x < -width {
		p.outside |= outLeft
	}
	if p.x > width {
		p.outside |= outRight
	}
	if p.y < -height {
		p.outside |= outTop
	}
	if p.y > height {
		p.outside |= outBottom
	}
	if p.w < f.near {
		p.outside |= outNear
		return
	}
	if p.x > guard*width || p.x < -guard*width || p.y > guard*height || p.y < -guard*height {
		p.outside |= outGuard
	}
	p.screenX, p.screenY = f.centerX+p.x/p.w, f.centerY+p.y/p.w
}
