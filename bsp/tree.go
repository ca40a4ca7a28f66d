package bsp

import "fmt"

// maxTreeDepth bounds the way from a head node to a leaf. Trees of real maps
// are less than a few hundred nodes deep; deeper than this is damage.
const maxTreeDepth = 1 << 14

// inlineTreeless reports whether the format gives inline models no tree.
func (m *Map) inlineTreeless() bool {
	return m.Version == VersionQuake3 || m.Version == VersionQuakeLive
}

// linkTrees walks the tree of every model once: children in range, no node
// reached twice (so there are no cycles), depth within bounds. It fills in the
// parents and TreeDepth.
func (m *Map) linkTrees() error {
	const unseen = -2
	for i := range m.Nodes {
		n := &m.Nodes[i]
		n.Parent = unseen
		for _, c := range n.Children {
			if int(c) >= len(m.Nodes) || c < 0 && int(^c) >= len(m.Leaves) {
				return fmt.Errorf("node %d: child %d does not exist", i, c)
			}
		}
	}
	for i := range m.Leaves {
		m.Leaves[i].Parent = unseen
	}
	type step struct{ node, depth int32 }
	var stack []step
	for i := range m.Models {
		head := m.Models[i].HeadNode
		if head == NoTree && m.inlineTreeless() {
			continue // our own mark: a file of Quake or Quake II that says so lies
		}
		if int(head) >= len(m.Nodes) || head < 0 && int(^head) >= len(m.Leaves) {
			return fmt.Errorf("model %d: head node %d does not exist", i, head)
		}
		if head < 0 || m.Nodes[head].Parent == -1 {
			continue
		}
		if m.Nodes[head].Parent != unseen {
			return fmt.Errorf("model %d: head node %d belongs to another tree", i, head)
		}
		m.Nodes[head].Parent = -1
		stack = append(stack[:0], step{head, 1})
		for len(stack) > 0 {
			s := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			m.TreeDepth = max(m.TreeDepth, int(s.depth))
			if s.depth > maxTreeDepth {
				return fmt.Errorf("model %d: tree deeper than %d", i, maxTreeDepth)
			}
			for _, c := range m.Nodes[s.node].Children {
				if c >= 0 {
					if m.Nodes[c].Parent != unseen {
						return fmt.Errorf("node %d: child %d is reached twice", s.node, c)
					}
					m.Nodes[c].Parent = s.node
					stack = append(stack, step{c, s.depth + 1})
					continue
				}
				leaf := &m.Leaves[^c]
				if leaf.Parent == unseen {
					leaf.Parent = s.node
				} else if leaf.Parent = -1; leaf.Cluster >= 0 {
					return fmt.Errorf("node %d: leaf %d is reached twice", s.node, ^c)
				}
			}
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

// LeafAt returns the index in Leaves of the leaf of the world at p.
func (m *Map) LeafAt(p Vec) int {
	n := m.Models[0].HeadNode
	for n >= 0 {
		node := &m.Nodes[n]
		if m.Planes[node.Plane].Distance(p) >= 0 {
			n = node.Children[0]
		} else {
			n = node.Children[1]
		}
	}
	return int(^n)
}

// checkCluster checks the cluster of a leaf, for maps whose leaves name one.
func (m *Map) checkCluster(leaf *Leaf) error {
	limit := m.Visibility.Clusters
	if limit == 0 {
		limit = len(m.Leaves) // no visibility, but at least in proportion
	}
	if leaf.Cluster < -1 || int(leaf.Cluster) >= limit {
		return fmt.Errorf("cluster %d, but only %d exist", leaf.Cluster, limit)
	}
	return nil
}
