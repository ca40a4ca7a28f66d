package bsp

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// planes reads planes. It ignores the plane type stored by Quake and Quake II and computes it from the normal, so that
// a wrong one can't falsify distances.
func (l *loader) planes() (err error) {
	size := 20
	if l.game == Quake3 {
		size = 16
	}
	l.m.Planes, err = records(l.lumps[lumpPlanes], "plane", size, func(r *record, p *Plane) error {
		p.Normal, p.Dist = r.vec3(), r.f32()
		if !validCoords(p.Normal) || !(p.Dist > -4*maxCoord && p.Dist < 4*maxCoord) || p.Normal.Dot(p.Normal) > 1.5 {
			return fmt.Errorf("normal %v, distance %v", p.Normal, p.Dist)
		}
		p.Type = planeType(p.Normal)
		return nil
	})
	return err
}

func planeType(normal mgl32.Vec3) PlaneType {
	for i, f := range normal {
		if f == 1 {
			return PlaneType(i)
		}
	}
	return PlaneOblique
}

// vertices reads the vertices of Quake and Quake II.
func (l *loader) vertices() (err error) {
	l.m.Vertices, err = records(l.lumps[lumpVertices], "vertex", 12, func(r *record, v *mgl32.Vec3) error {
		if *v = r.vec3(); !validCoords(*v) {
			return fmt.Errorf("lies at %v", *v)
		}
		return nil
	})
	return err
}

// leafFaces reads the lists of faces in leaves.
func (l *loader) leafFaces() (err error) {
	l.m.LeafFaces, err = readIndices(l.lumps[lumpLeafFaces], "leaf face", l.index, "face", len(l.m.Faces))
	return err
}

// readIndices reads indices of size bytes, each of which must be below limit.
func readIndices(l *lump, name string, size int, what string, limit int) ([]uint32, error) {
	return records(l, name, size, func(r *record, v *uint32) error {
		*v = r.index(size)
		return checkIndex(what, *v, limit)
	})
}

var errNoModels = errors.New("no models, not even the world")

// models reads inline models. In Quake III they have no origin and no tree.
func (l *loader) models() (err error) {
	lump := l.lumps[lumpModels]
	l.m.Models, err = records(lump, "model", l.modelSize, func(r *record, md *Model) error {
		md.HeadNode = NoTree
		md.Mins, md.Maxs = r.bounds(boundsFloat)
		if l.inlineTrees {
			if md.Origin = r.vec3(); !validCoords(md.Origin) {
				return fmt.Errorf("origin %v", md.Origin)
			}
			md.HeadNode = r.i32()
		}
		if l.game == Quake {
			r.skip(12) // head nodes of the clipping hulls
			if leaves := r.i32(); r.number == 0 {
				l.visLeaves = int(leaves)
			}
		}
		md.FirstFace, md.NumFaces = r.u32(), r.u32()
		return nil
	})
	if err == nil && len(l.m.Models) == 0 {
		return lump.errorf(0, "%w", errNoModels)
	}
	return err
}

// nodes reads the nodes of all versions. Together they must not list more faces than exist, which bounds the work of
// walking all nodes.
func (l *loader) nodes() (err error) {
	m, lump := l.m, l.lumps[lumpNodes]
	size := 4 + 2*l.child + l.bounds.size()
	if l.nodesListFaces {
		size += 2 * l.index
	}
	count, total := len(lump.data)/size, uint64(0)
	m.Nodes, err = records(lump, "node", size, func(r *record, n *Node) error {
		n.Plane = r.u32()
		for k := range n.Children {
			n.Children[k] = childOf(r.index(l.child), l.child, count)
		}
		n.Mins, n.Maxs = r.bounds(l.bounds)
		if l.nodesListFaces {
			n.FirstFace, n.NumFaces = r.index(l.index), r.index(l.index)
		}
		if err := checkIndex("plane", n.Plane, len(m.Planes)); err != nil {
			return err
		}
		return checkFaces(n.FirstFace, n.NumFaces, &total, len(m.Faces))
	})
	return err
}

// childOf returns a child as in [Node]. In maps with 16-bit children and more than 32,767 nodes, numbers in the upper
// half are nodes, too, if there are that many.
func childOf(raw uint32, size, nodes int) int32 {
	if size == 4 || int(raw) < nodes {
		return int32(raw)
	}
	return int32(raw) - 1<<16
}

// checkFaces returns an error for a range of faces that does not exist, or that brings the total of all ranges above
// the number of faces, so that some overlap.
func checkFaces(first, n uint32, total *uint64, limit int) error {
	if err := checkRange("faces", first, n, limit); err != nil {
		return err
	}
	if *total += uint64(n); *total > uint64(limit) {
		return fmt.Errorf("%d faces up to here, but only %d exist", *total, limit)
	}
	return nil
}

// leaves reads the leaves of Quake II and III. Together they must not list more entries of LeafFaces than exist, which
// bounds the work of walking all leaves.
func (l *loader) leaves() (err error) {
	m := l.m
	// Cluster and area, box, range of faces, range of brushes.
	size := l.leafSize + 2*l.index + l.bounds.size() + 4*l.index
	lump := l.lumps[lumpLeaves]
	clusters := m.Visibility.Clusters
	if clusters == 0 {
		clusters = len(lump.data) / size // no visibility: a plausible limit
	}
	total := uint64(0)
	m.Leaves, err = records(lump, "leaf", size, func(r *record, leaf *Leaf) error {
		if l.game == Quake2 {
			leaf.Contents = contentsQuake2(r.u32())
		}
		leaf.Cluster, leaf.Area = r.signed(l.index), r.signed(l.index)
		leaf.Mins, leaf.Maxs = r.bounds(l.bounds)
		leaf.FirstFace, leaf.NumFaces = r.index(l.index), r.index(l.index)
		switch {
		case l.game == Quake3 && leaf.Cluster < 0:
			leaf.Cluster, leaf.Contents = -1, ContentsSolid
		case leaf.Cluster < -1 || int(leaf.Cluster) >= clusters:
			return fmt.Errorf("cluster %d, but only %d exist", leaf.Cluster, clusters)
		}
		if l.game == Quake2 && (leaf.Area < 0 || int(leaf.Area) >= max(len(m.Areas), 1)) {
			return fmt.Errorf("area %d, but only %d exist", leaf.Area, len(m.Areas))
		}
		return checkFaces(leaf.FirstFace, leaf.NumFaces, &total, len(m.LeafFaces))
	})
	return err
}
