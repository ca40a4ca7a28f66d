package bsp

// Lumps of Quake III maps in the order of the directory.
const (
	q3Entities = iota
	q3Textures
	q3Planes
	q3Nodes
	q3Leaves
	q3LeafFaces
	q3LeafBrushes
	q3Models
	q3Brushes
	q3BrushSides
	q3Vertices
	q3Indices
	q3Fogs
	q3Faces
	q3Lighting
	q3LightGrid
	q3Visibility
)

var q3LumpNames = []string{"entities", "textures", "planes", "nodes", "leaves", "leaf faces", "leaf brushes", "models",
	"brushes", "brush sides", "vertices", "indices", "fogs", "faces", "lightmaps", "light grid", "visibility"}

// loadQuake3 reads a map of Quake III; version 47 has the same records.
func loadQuake3(data []byte, version string) (*Map, error) {
	lumps, err := readLumps(version, data, 8, q3LumpNames)
	if err != nil {
		return nil, err
	}
	m := newMap(version, 3, &lumps[q3Lighting])
	if m.Planes, err = readPlanes(&lumps[q3Planes], false); err != nil {
		return nil, err
	}
	if err = m.readQuake3Textures(&lumps[q3Textures]); err != nil {
		return nil, err
	}
	hints, err := m.readQuake3Faces(lumps)
	if err != nil {
		return nil, err
	}
	if m.LeafFaces, err = readIndices(&lumps[q3LeafFaces], true, len(m.Faces)); err != nil {
		return nil, err
	}
	if err = m.Visibility.readRows(&lumps[q3Visibility]); err != nil {
		return nil, err
	}
	if err = m.readQuake3Leaves(&lumps[q3Leaves]); err != nil {
		return nil, err
	}
	if err = m.readQuake3Nodes(&lumps[q3Nodes]); err != nil {
		return nil, err
	}
	if err = m.readQuake3Models(&lumps[q3Models]); err != nil {
		return nil, err
	}
	if err = m.finish(&lumps[q3Nodes], &lumps[q3Models], q3ModelSize, &lumps[q3Entities]); err != nil {
		return nil, err
	}
	m.buildEdges(hints)
	return m, nil
}

// readQuake3Textures reads shaders.
func (m *Map) readQuake3Textures(l *lump) error {
	n, c, err := l.records(72)
	if err != nil {
		return err
	}
	m.Textures = make([]Texture, n)
	for i := range m.Textures {
		t := &m.Textures[i]
		t.Name, t.Flags, t.Contents = c.name(64), c.u32(), c.u32()
		t.Kind = kindQuake3(t.Name, t.Flags, t.Contents)
	}
	return nil
}

// readQuake3Leaves reads leaves.
func (m *Map) readQuake3Leaves(l *lump) error {
	const size = 48
	n, c, err := l.records(size)
	if err != nil {
		return err
	}
	m.Leaves = make([]Leaf, n)
	for i := range m.Leaves {
		leaf := &m.Leaves[i]
		leaf.Cluster, leaf.Area = c.i32(), c.i32()
		leaf.Mins, leaf.Maxs = c.bounds(bounds32)
		leaf.FirstFace, leaf.NumFaces = c.u32(), c.u32()
		c.skip(8) // brushes
		if leaf.Cluster < 0 {
			leaf.Cluster, leaf.Contents = -1, ContentsSolid
		}
		if err := m.checkCluster(leaf); err != nil {
			return l.errorf(i*size, "leaf %d: %w", i, err)
		}
	}
	return m.checkLeafFaces(l, size)
}

// readQuake3Nodes reads nodes.
func (m *Map) readQuake3Nodes(l *lump) error {
	const size = 36
	n, c, err := l.records(size)
	if err != nil {
		return err
	}
	m.Nodes = make([]Node, n)
	for i := range m.Nodes {
		node := &m.Nodes[i]
		node.Plane = c.u32()
		node.Children = [2]int32{c.i32(), c.i32()}
		node.Mins, node.Maxs = c.bounds(bounds32)
	}
	return m.checkNodes(l, size)
}

const q3ModelSize = 40

// readQuake3Models reads inline models. Only the world has a tree, its head is
// the first node.
func (m *Map) readQuake3Models(l *lump) error {
	n, c, err := l.records(q3ModelSize)
	if err != nil {
		return err
	}
	if n == 0 {
		return l.errorf(0, "%w", errNoModels)
	}
	m.Models = make([]Model, n)
	for i := range m.Models {
		md := &m.Models[i]
		md.Mins, md.Maxs = c.bounds(boundsFloat)
		md.FirstFace, md.NumFaces = c.u32(), c.u32()
		c.skip(8) // brushes
		md.HeadNode = NoTree
	}
	m.Models[0].HeadNode = 0
	if len(m.Nodes) == 0 {
		m.Models[0].HeadNode = ^0 // the one leaf
	}
	return nil
}
