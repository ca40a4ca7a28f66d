package bsp

import "github.com/go-gl/mathgl/mgl32"

// Reach moves a ball along a straight line until it touches a solid part of the world or leaves
// the level. It returns the fraction of the line that is free, from 0 to 1, and 0 if the ball
// touches something at the start. It stops a little early at sharp edges. In a map made by
// [Build], faces stop the ball from both sides. Inline models, such as doors, and presumed faces
// do not stop it. The radius is in units.
func (m *Map) Reach(from, to mgl32.Vec3, radius float32) float32 {
	if d := to.Sub(from); d.Dot(d)-d.Dot(d) != 0 || !(radius >= 0) {
		return 0 // not a place, or infinitely far
	}
	r := reacher{m: m, from: from, to: to, radius: radius, best: 1}
	r.below(m.Models[0].HeadNode, 0, 1)
	return r.best
}

// reacher searches the first solid leaf that a ball touches.
type reacher struct {
	m        *Map
	from, to mgl32.Vec3
	radius   float32
	best     float32 // the part of the line that is free so far
}

// below searches below a node whose space the ball touches from begin to end.
func (r *reacher) below(n int32, begin, end float32) {
	for n >= 0 {
		node := &r.m.Nodes[n]
		plane := &r.m.Planes[node.Plane]
		a, b := plane.distance(r.from), plane.distance(r.to)
		front, back := touches(a, b, r.radius, begin, end), touches(-a, -b, r.radius, begin, end)
		if r.m.Version == VersionBuilt && front.some() && back.some() {
			r.faces(node, span{max(front.begin, back.begin), min(front.end, back.end)})
		}
		first := 0
		if back.some() && (!front.some() || back.begin < front.begin) {
			first = 1
		}
		spans := [2]span{front, back}
		if second := spans[1-first]; second.some() {
			if s := spans[first]; s.some() {
				r.below(node.Children[first], s.begin, s.end)
			}
			n, begin, end = node.Children[1-first], second.begin, second.end
		} else {
			n, begin, end = node.Children[first], spans[first].begin, spans[first].end
		}
		if begin >= r.best {
			return
		}
	}
	if leaf := &r.m.Leaves[^n]; leaf.Contents&ContentsSolid != 0 || leaf.Cluster < 0 {
		r.best = min(r.best, begin)
	}
}

// faces searches the solid faces of a node whose plane the ball touches in a part of the line.
func (r *reacher) faces(n *Node, near span) {
	for i := n.FirstFace; near.some() && i < n.FirstFace+n.NumFaces; i++ {
		f := &r.m.Faces[i]
		if f.Kind != KindSolid {
			continue
		}
		normal := r.m.Planes[f.Plane].Normal
		if f.Back {
			normal = normal.Mul(-1)
		}
		at := near
		corners := r.m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
		v := r.m.Vertices[corners[len(corners)-1]]
		for _, c := range corners {
			w := r.m.Vertices[c]
			// Corners run clockwise, so this is toward the face.
			inward := w.Sub(v).Cross(normal)
			if l := inward.Len(); l > 0 {
				inward = inward.Mul(1 / l)
				at = touches(inward.Dot(r.from.Sub(v)), inward.Dot(r.to.Sub(v)), r.radius, at.begin, at.end)
			}
			v = w
		}
		if at.some() {
			r.best = min(r.best, at.begin)
		}
	}
}

// span is a part of a line; it is empty if it ends before it begins.
type span struct{ begin, end float32 }

func (s span) some() bool { return s.begin <= s.end }

// touches returns the part of begin to end in which a ball touches the front of a plane. The distance of its center
// from the plane is a at 0 and b at 1.
func touches(a, b, radius, begin, end float32) span {
	a, b = a+radius, b+radius
	switch d := b - a; {
	case a < 0 && b < 0:
		return span{1, 0}
	case a < 0:
		begin = max(begin, -a/d)
	case b < 0:
		end = min(end, a/-d)
	}
	return span{begin, end}
}
