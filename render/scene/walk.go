package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// walk lists the visible leaves and faces of the world, back to front.
func (s *Scene) walk() {
	root := s.frame.g.models[0].root
	s.walkNode(root, allPlanes)
}

// walkNode lists what is below n: first the far side of its plane, as seen from the
// camera, then the faces on it, then the near side. mask has the planes of the
// frustum that may still cut it.
func (s *Scene) walkNode(n int32, mask uint8) {
	for n >= 0 {
		if !s.visible.node(n) {
			return
		}
		nd := &s.frame.g.nodes[n]
		if mask != 0 {
			var out bool
			if out, mask = s.frame.outside(&nd.mins, &nd.maxs, mask); out {
				return
			}
		}
		d := nd.distance(&s.frame.origin)
		near := 0
		if d < 0 {
			near = 1
		}
		s.walkNode(nd.children[1-near], mask)
		for f := nd.first; f < nd.first+nd.num; f++ {
			fc := &s.frame.g.faces[f]
			// The plane of the face may be the node's reversed, or lie a
			// little off it.
			if fc.plane.normal.Dot(s.frame.origin) > fc.plane.dist && s.visible.face(fc.source) {
				s.order = append(s.order, int32(f))
			}
		}
		n = nd.children[near]
	}
	l := ^n
	if s.pieces.stamp[l] == s.frame.number && s.visible.leaf(l) {
		s.order = append(s.order, ^l)
	}
}

// pass is a range of Scene.drawn: the edges that a face draws.
type pass struct{ first, count uint32 }

// ownEdges assigns every edge to the last face in the order that has it: drawn with
// an earlier face, it would be half hidden by the later one.
func (s *Scene) ownEdges() {
	s.sequence++
	if cap(s.passes) < len(s.order) {
		s.passes = make([]pass, len(s.order), 2*len(s.order))
	}
	s.passes = s.passes[:len(s.order)]
	for i := len(s.order) - 1; i >= 0; i-- {
		p := pass{first: uint32(len(s.drawn))}
		if s.order[i] >= 0 {
			f := &s.frame.g.faces[s.order[i]]
			for _, e := range s.frame.g.sides[f.firstSide : f.firstSide+f.numSides] {
				if s.edgeStamp[e] != s.sequence {
					s.edgeStamp[e] = s.sequence
					s.drawn = append(s.drawn, e)
				}
			}
		}
		p.count = uint32(len(s.drawn)) - p.first
		s.passes[i] = p
	}
}

// emit writes the listed leaves and faces in order.
func (s *Scene) emit() {
	s.findPools()
	s.hide()
	s.ownEdges()
	for i, k := range s.order {
		if k < 0 {
			s.pieces.emitLeaf(^k)
			continue
		}
		f := &s.frame.g.faces[k]
		if s.frame.opt.Mode != Wire {
			if s.fillFace(f); s.lights.on[k] != 0 {
				s.lightFace(k)
			}
		}
		p := s.passes[i]
		for _, e := range s.drawn[p.first : p.first+p.count] {
			s.drawEdge(&s.frame.g.edges[e])
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
func (s *Scene) point(i uint32) *projected {
	p := &s.points[i]
	if p.stamp != s.frame.number {
		p.stamp = s.frame.number
		p.set(&s.frame.frustum, s.frame.g.vertices[i])
	}
	return p
}

// outside returns of which planes of the frustum any, and of which all vertices of the map are outside.
func (s *Scene) outside(corners []uint32) (any, all uint32) {
	all = ^uint32(0)
	for _, c := range corners {
		out := s.point(c).outside
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
