package bsp

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// maxTreeDepth is the maximum number of nodes from a head node to a leaf. Trees of real maps are at most a few hundred
// nodes deep; deeper than this is damage.
const maxTreeDepth = 1 << 14

// unseenNode is the parent of a node or leaf that no tree has reached yet.
const unseenNode = -2

// linkTrees walks the tree of every model once and fills in the parents and
// TreeDepth. It is an error if a child does not exist, a node is reached twice
// (so there are no cycles) or a tree is too deep. If inlineTrees is set, head
// nodes come from the file, and NoTree is an invalid one.
func (m *Map) linkTrees(inlineTrees bool) error {
	for i := range m.Nodes {
		n := &m.Nodes[i]
		n.Parent = unseenNode
		for _, c := range n.Children {
			if int(c) >= len(m.Nodes) || c < 0 && int(^c) >= len(m.Leaves) {
				return fmt.Errorf("node %d: child %d does not exist", i, c)
			}
		}
	}
	for i := range m.Leaves {
		m.Leaves[i].Parent = unseenNode
	}
	for i := range m.Models {
		head := m.Models[i].HeadNode
		if head == NoTree && !inlineTrees {
			continue
		}
		if int(head) >= len(m.Nodes) || head < 0 && int(^head) >= len(m.Leaves) {
			return fmt.Errorf("model %d: head node %d does not exist", i, head)
		}
		if head < 0 || m.Nodes[head].Parent == -1 {
			continue
		}
		if m.Nodes[head].Parent != unseenNode {
			return fmt.Errorf("model %d: head node %d belongs to another tree", i, head)
		}
		if err := m.linkTree(head); err != nil {
			return err
		}
		if m.TreeDepth > maxTreeDepth {
			return fmt.Errorf("model %d: tree deeper than %d", i, maxTreeDepth)
		}
	}
	for i := range m.Nodes {
		m.Nodes[i].Parent = max(m.Nodes[i].Parent, -1)
	}
	for i := range m.Leaves {
		m.Leaves[i].Parent = max(m.Leaves[i].Parent, -1)
	}
	return nil
}

// linkTree fills in the parents below a head node. It stops at a tree that is too deep.
func (m *Map) linkTree(head int32) error {
	type step struct{ node, depth int32 }
	m.Nodes[head].Parent = -1
	for stack := []step{{head, 1}}; len(stack) > 0; {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if m.TreeDepth = max(m.TreeDepth, int(s.depth)); s.depth > maxTreeDepth {
			return nil
		}
		for _, c := range m.Nodes[s.node].Children {
			if c >= 0 {
				if m.Nodes[c].Parent != unseenNode {
					return fmt.Errorf("node %d: child %d is reached twice", s.node, c)
				}
				m.Nodes[c].Parent = s.node
				stack = append(stack, step{c, s.depth + 1})
				continue
			}
			leaf := &m.Leaves[^c]
			if leaf.Parent == unseenNode {
				leaf.Parent = s.node
			} else if leaf.Parent = -1; leaf.Cluster >= 0 {
				return fmt.Errorf("node %d: leaf %d is reached twice", s.node, ^c)
			}
		}
	}
	return nil
}

// LeafAt returns the index in [Map.Leaves] of the world's leaf that contains p,
// in units.
func (m *Map) LeafAt(p mgl32.Vec3) int {
	n := m.Models[0].HeadNode
	for n >= 0 {
		node := &m.Nodes[n]
		if m.Planes[node.Plane].distance(p) >= 0 {
			n = node.Children[0]
		} else {
			n = node.Children[1]
		}
	}
	return int(^n)
}

// Sees reports whether nothing solid of the world is on the straight line between two points in units. Other models,
// such as doors, do not count.
func (m *Map) Sees(from, to mgl32.Vec3) bool {
	_, blocked := m.Until(from, to)
	return !blocked
}

// Until returns the first point in units at which the world blocks the line between two points.
// In a map made by [Build], faces block it from both sides. If nothing blocks the line, Until
// returns to and false. Inline models, such as doors, and presumed faces never block it.
func (m *Map) Until(from, to mgl32.Vec3) (at mgl32.Vec3, blocked bool) {
	return m.until(m.Models[0].HeadNode, from, to, KindSolid)
}

// Presumes reports whether a presumed face of a map made by [Build] is on the straight line between two points in
// units.
func (m *Map) Presumes(from, to mgl32.Vec3) bool {
	_, blocked := m.until(m.Models[0].HeadNode, from, to, KindPresumed)
	return blocked
}

// until is [Map.Until] below a node, for faces of a kind.
func (m *Map) until(n int32, a, b mgl32.Vec3, kind Kind) (at mgl32.Vec3, blocked bool) {
	for n >= 0 {
		node := &m.Nodes[n]
		plane := &m.Planes[node.Plane]
		da, db := plane.distance(a), plane.distance(b)
		near := 0
		if da < 0 {
			near = 1
		}
		if (da < 0) == (db < 0) {
			n = node.Children[near]
			continue
		}
		middle := a.Add(b.Sub(a).Mul(da / (da - db)))
		if at, blocked = m.until(node.Children[near], a, middle, kind); blocked {
			return at, true
		}
		if m.Version == VersionBuilt && m.faceAt(node, middle, kind) {
			return middle, true
		}
		n, a = node.Children[1-near], middle
	}
	if m.Leaves[^n].Contents&ContentsSolid != 0 {
		return a, true
	}
	return b, false
}

// faceRoom is the maximum distance in units beside a face at which a line still hits it, so that no line slips through
// between two faces.
const faceRoom = 1.0 / 32

// faceAt reports whether a face of a node and a kind contains a point of the node's plane.
func (m *Map) faceAt(n *Node, p mgl32.Vec3, kind Kind) bool {
	for i := n.FirstFace; i < n.FirstFace+n.NumFaces; i++ {
		f := &m.Faces[i]
		if f.Kind != kind {
			continue
		}
		in := true
		for k := 0; in && k < len(p); k++ {
			in = p[k] >= f.Mins[k]-faceRoom && p[k] <= f.Maxs[k]+faceRoom
		}
		if in && m.contains(f, p) {
			return true
		}
	}
	return false
}

// contains reports whether a face contains a point of its plane.
func (m *Map) contains(f *Face, p mgl32.Vec3) bool {
	normal := m.Planes[f.Plane].Normal
	side := float32(1)
	if f.Back {
		side = -1
	}
	corners := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
	v := m.Vertices[corners[len(corners)-1]]
	for _, c := range corners {
		w := m.Vertices[c]
		// The length of the cross product is the length of the side times the distance from it.
		if side*frontNormal(v, w, p).Dot(normal) < -faceRoom*w.Sub(v).Len() {
			return false
		}
		v = w
	}
	return true
}
