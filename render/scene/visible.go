package scene

import "github.com/go-gl/mathgl/mgl32"

// visibility marks what is visible from the camera's cluster. The marks only change with the cluster.
type visibility struct {
	frame   *frame
	valid   bool
	all     bool // everything is visible and nothing is marked
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

// update marks what is visible from a point. From inside a wall or outside the level, everything is visible.
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

// markFace marks a face and all its pieces: a face that extends into a visible leaf is drawn as a whole, because
// visibility is not more precise than that.
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

// box reports whether a box in the world touches a visible leaf.
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

// near reports whether anything within reach units of a point is visible.
func (v *visibility) near(at mgl32.Vec3, reach float32) bool {
	mins, maxs := at.Sub(mgl32.Vec3{reach, reach, reach}), at.Add(mgl32.Vec3{reach, reach, reach})
	return v.box(&mins, &maxs)
}

// player reports whether a player is in the picture, and in a visible leaf.
func (v *visibility) player(at mgl32.Vec3) (inPicture, visible bool) {
	mins, maxs := at.Sub(mgl32.Vec3{40, 40, 40}), at.Add(mgl32.Vec3{40, 40, 40})
	if out, _ := v.frame.outside(&mins, &maxs, allPlanes); out {
		return false, false
	}
	return true, v.box(&mins, &maxs)
}

// traceSteps bounds the number of leaves that a line is followed through.
const traceSteps = 512

// until returns the point where a line first enters a wall of the level, or the end of the line. Doors don't count.
func (g *Geometry) until(from, to mgl32.Vec3) mgl32.Vec3 {
	if g.source == nil {
		return to
	}
	if g.built {
		at, _ := g.source.Until(from, to)
		return at
	}
	delta := to.Sub(from)
	part := float32(0)
	for range traceSteps {
		// The leaf at this part of the line, and where the line leaves it.
		at := from.Add(delta.Mul(part))
		n, leave := g.models[0].root, float32(1)
		for n >= 0 {
			nd := &g.nodes[n]
			d, side := nd.distance(&at), 0
			step := nd.distance(&to) - nd.distance(&from) // over the whole line
			if d < 0 || d < 1e-3 && step < 0 {
				side = 1
			}
			if step != 0 && (side == 0) == (step < 0) {
				if t := part - d/step; t < leave {
					leave = max(t, part)
				}
			}
			n = nd.children[side]
		}
		if g.leaves[^n].solid {
			return at
		}
		if leave >= 1 {
			return to
		}
		part = max(leave, part+1e-5) + 1e-6
	}
	return from.Add(delta.Mul(part))
}

// Clear reports whether the level does not block the line between two points. Doors don't count.
func (g *Geometry) Clear(a, b mgl32.Vec3) bool {
	const near = 4 // units
	return sane(a) && sane(b) && g.until(a, b).Sub(b).Len() < near
}

// Glimpses reports whether the line from a point to any part of a body is clear. Doors don't count.
func (g *Geometry) Glimpses(from, at mgl32.Vec3) bool {
	for _, to := range partsOf(from, at) {
		if g.Clear(from, to) {
			return true
		}
	}
	return false
}

// hollow reports whether there is no ground within plungeRoom units below a player's feet. Without a map this is
// unknown.
func (g *Geometry) hollow(at mgl32.Vec3) bool {
	if !g.hasMap() || !sane(at) {
		return false
	}
	at[2] += playerLow
	low := at.Sub(mgl32.Vec3{0, 0, plungeRoom})
	return g.until(at, low) == low
}

// bodyParts is the number of points of a body that are tested: head, middle and sides.
const bodyParts = 4

// seenParts returns the number of a body's parts that the level does not hide from the camera. If one is set, it stops
// at the first visible part.
func (f *frame) seenParts(at mgl32.Vec3, one bool) (n int) {
	const near = 4 // units
	for _, to := range partsOf(f.frustum.origin, at) {
		if !sane(to) || f.g.until(f.frustum.sees(to), to).Sub(to).Len() < near {
			if n++; one {
				return n
			}
		}
	}
	return n
}

// partsOf returns the positions of the parts of a body as seen from a point.
func partsOf(from, at mgl32.Vec3) [bodyParts]mgl32.Vec3 {
	const head, middle, side = 26, 4, 12 // units
	d := at.Sub(from)
	aside := mgl32.Vec3{d[1], -d[0], 0}
	if l := aside.Len(); l > 0 {
		aside = aside.Mul(side / l)
	}
	return [bodyParts]mgl32.Vec3{at.Add(mgl32.Vec3{0, 0, head}), at.Add(mgl32.Vec3{0, 0, middle}), at.Add(aside),
		at.Sub(aside)}
}

// onlyPresumedHides reports whether only presumed faces of a reconstructed level hide a body, which may therefore be in
// sight.
func (f *frame) onlyPresumedHides(at mgl32.Vec3) bool {
	if !f.g.built || !sane(at) || f.seenParts(at, false) < bodyParts {
		return false
	}
	for _, to := range partsOf(f.frustum.origin, at) {
		if f.g.source.Presumes(f.frustum.origin, to) {
			return true
		}
	}
	return false
}

// behindWall reports whether the level hides a player from the camera: the head, the middle and the sides.
func (f *frame) behindWall(at mgl32.Vec3) bool { return f.seenParts(at, true) == 0 }
