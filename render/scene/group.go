package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

// A group is the pieces of one body, in the order in which they are to be drawn. It sinks
// to the leaves as a whole for as long as its box is on one side of each plane: most of a
// body is in one leaf, and hundreds of pieces that each go their own way would be slow.

// openGroup begins to collect the pieces that [pieces.put] places.
func (ps *pieces) openGroup() { ps.group, ps.grouping = ps.group[:0], true }

// closeGroup places the collected pieces into their leaves.
func (ps *pieces) closeGroup() {
	t := ps
	t.grouping = false
	if len(t.group) > 0 {
		mins, maxs := ps.groupBox(t.group)
		ps.sinkGroup(ps.frame.g.models[0].root, 0, len(t.group), mins, maxs)
	}
}

// groupBox returns the box around pieces.
func (ps *pieces) groupBox(list []piece) (mins, maxs mgl32.Vec3) {
	first := true
	for i := range list {
		for _, v := range ps.points[list[i].first:][:list[i].count] {
			if first {
				mins, maxs, first = v, v, false
			}
			for k, x := range v {
				mins[k], maxs[k] = min(mins[k], x), max(maxs[k], x)
			}
		}
	}
	return mins, maxs
}

// sinkGroup moves the pieces group[first:end], which are within a box, from node n down to
// the leaves, as [pieces.sink] does with one.
func (ps *pieces) sinkGroup(n int32, first, end int, mins, maxs mgl32.Vec3) {
	t := ps
	for n >= 0 {
		if t.work++; t.tired() || !ps.visible.node(n) {
			return
		}
		nd := &ps.frame.g.nodes[n]
		low, high := nd.span(&mins, &maxs)
		switch {
		case low >= 0:
			n = nd.children[0]
			continue
		case high <= 0:
			n = nd.children[1]
			continue
		}
		start := len(t.group)
		for i := first; i < end; i++ {
			if p := ps.side(t.group[i], nd, 1); p.count > 0 {
				t.group = append(t.group, p)
			}
		}
		if len(t.group) > start {
			lower := mins
			if nd.axis <= bsp.PlaneZ {
				lower[nd.axis] = nd.plane.dist - onPlane
			}
			ps.sinkGroup(nd.children[0], start, len(t.group), lower, maxs)
		}
		t.group = t.group[:start]
		for i := first; i < end; i++ {
			if p := ps.side(t.group[i], nd, -1); p.count > 0 {
				t.group = append(t.group, p)
			}
		}
		if len(t.group) == start {
			return
		}
		if nd.axis <= bsp.PlaneZ {
			maxs[nd.axis] = nd.plane.dist + onPlane
		}
		first, end = start, len(t.group)
		n = nd.children[1]
	}
	if l := ^n; !ps.frame.g.leaves[l].solid && ps.visible.leaf(l) {
		for _, p := range t.group[first:end] {
			ps.addToLeaf(l, p)
		}
	}
}

// side returns what of a piece is on one side of a node: 1 is in front, -1 behind. What lies
// on its plane is on the camera's side.
func (ps *pieces) side(p piece, nd *node, side float32) piece {
	t := ps
	t.work++
	points := t.points[p.first : p.first+p.count]
	low := nd.distance(&points[0])
	high := low
	for i := 1; i < len(points); i++ {
		d := nd.distance(&points[i])
		low, high = min(low, d), max(high, d)
	}
	front := false
	switch {
	case low >= -onPlane && high <= onPlane:
		front = nd.distance(&ps.frame.origin) >= 0
	case low >= -onPlane:
		front = true
	case high <= onPlane:
	default:
		return ps.cutPiece(p, nd, side)
	}
	if front != (side > 0) {
		p.count = 0
	}
	return p
}

// span returns between which distances from the node's plane a box is.
func (nd *node) span(mins, maxs *mgl32.Vec3) (low, high float32) {
	low, high = -nd.plane.dist, -nd.plane.dist
	for k, x := range nd.plane.normal {
		if x > 0 {
			low += x * mins[k]
			high += x * maxs[k]
		} else {
			low += x * maxs[k]
			high += x * mins[k]
		}
	}
	return low, high
}
