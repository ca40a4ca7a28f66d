package scene

import "github.com/go-gl/mathgl/mgl32"

// visibility marks what is visible from the camera's cluster. The marks change only
// with the cluster.
type visibility struct {
	frame   *frame
	valid   bool
	all     bool // everything is visible, and nothing marked
	cluster int32
	stamp   uint32
	nodes   []uint32
	leaves  []uint32
	faces   []uint32 // of the map
}

func (v *visibility) reset(g *Geometry) {
	*v = visibility{
		frame: v.frame,
		nodes: make([]uint32, len(g.nodes)), leaves: make([]uint32, len(g.leaves)),
		faces: make([]uint32, g.sourceFaces),
	}
}

// update marks what is visible from a place. From inside a wall or outside the level
// everything is.
func (v *visibility) update(eye mgl32.Vec3) {
	g := v.frame.g
	if g.source == nil {
		v.valid, v.all = true, true
		return
	}
	cluster := g.leaves[g.leafAt(eye)].cluster
	if v.valid && cluster == v.cluster {
		return
	}
	v.valid, v.cluster = true, cluster
	row := g.source.Visibility.Visible(int(cluster))
	v.all = row == nil
	if v.all {
		return
	}
	v.stamp++
	for i := range g.leaves {
		l := &g.leaves[i]
		c := int(l.cluster)
		if c < 0 || c>>6 >= len(row) || row[c>>6]>>(c&63)&1 == 0 {
			continue
		}
		v.leaves[i] = v.stamp
		v.markUp(l.parent)
		if i < len(g.source.Leaves) {
			sl := &g.source.Leaves[i]
			for _, f := range g.source.LeafFaces[sl.FirstFace : sl.FirstFace+sl.NumFaces] {
				v.markFace(f)
			}
		}
	}
}

// open makes everything visible.
func (v *visibility) open() { v.valid, v.all = false, true }

// markFace marks a face and all its pieces: a face that reaches into a visible leaf
// is drawn whole, because visibility is not that exact.
func (v *visibility) markFace(f uint32) {
	if v.faces[f] == v.stamp {
		return
	}
	v.faces[f] = v.stamp
	g := v.frame.g
	if g.pieceNodes == nil {
		return
	}
	for _, n := range g.pieceNodes[g.firstPiece[f]:g.firstPiece[f+1]] {
		v.markUp(n)
	}
}

// markUp marks a node and its ancestors.
func (v *visibility) markUp(n int32) {
	for ; n >= 0 && v.nodes[n] != v.stamp; n = v.frame.g.nodes[n].parent {
		v.nodes[n] = v.stamp
	}
}

func (v *visibility) node(n int32) bool  { return v.all || v.nodes[n] == v.stamp }
func (v *visibility) leaf(l int32) bool  { return v.all || v.leaves[l] == v.stamp }
func (v *visibility) face(f uint32) bool { return v.all || v.faces[f] == v.stamp }

// box reports whether a box of the world touches a visible leaf.
func (v *visibility) box(mins, maxs *mgl32.Vec3) bool {
	if out, _ := v.frame.outside(mins, maxs, allPlanes); out {
		return false
	}
	return v.all || v.boxBelow(v.frame.g.models[0].root, mins, maxs)
}

func (v *visibility) boxBelow(n int32, mins, maxs *mgl32.Vec3) bool {
	for n >= 0 {
		if !v.node(n) {
			return false
		}
		nd := &v.frame.g.nodes[n]
		low, high := nd.span(mins, maxs)
		switch {
		case low >= 0:
			n = nd.children[0]
		case high <= 0:
			n = nd.children[1]
		default:
			if v.boxBelow(nd.children[0], mins, maxs) {
				return true
			}
			n = nd.children[1]
		}
	}
	return v.leaf(^n)
}
