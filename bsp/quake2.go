package bsp

// Lumps of Quake II maps in the order of the directory.
const (
	q2Entities = iota
	q2Planes
	q2Vertices
	q2Visibility
	q2Nodes
	q2TexInfo
	q2Faces
	q2Lighting
	q2Leaves
	q2LeafFaces
	q2LeafBrushes
	q2Edges
	q2SurfaceEdges
	q2Models
	q2Brushes
	q2BrushSides
	q2Pop
	q2Areas
	q2AreaPortals
)

var q2LumpNames = []string{"entities", "planes", "vertices", "visibility", "nodes", "texinfo", "faces", "lighting",
	"leaves", "leaf faces", "leaf brushes", "edges", "surface edges", "models", "brushes", "brush sides", "pop", "areas",
	"area portals"}

// loadQuake2 reads a map of Quake II.
func loadQuake2(data []byte) (*Map, error) {
	lumps, err := readLumps(VersionQuake2, data, 8, q2LumpNames)
	if err != nil {
		return nil, err
	}
	m := newMap(VersionQuake2, 3, &lumps[q2Lighting])
	if m.Planes, err = readPlanes(&lumps[q2Planes], true); err != nil {
		return nil, err
	}
	if m.Vertices, err = readVertices(&lumps[q2Vertices]); err != nil {
		return nil, err
	}
	if err = m.readQuake2Textures(&lumps[q2TexInfo]); err != nil {
		return nil, err
	}
	if err = m.readPolygons(&lumps[q2Faces], &lumps[q2Edges], &lumps[q2SurfaceEdges], false); err != nil {
		return nil, err
	}
	if m.LeafFaces, err = readIndices(&lumps[q2LeafFaces], false, len(m.Faces)); err != nil {
		return nil, err
	}
	if err = m.readQuake2Models(&lumps[q2Models]); err != nil {
		return nil, err
	}
	if err = m.readQuake2Visibility(&lumps[q2Visibility]); err != nil {
		return nil, err
	}
	if err = m.readAreas(&lumps[q2Areas], &lumps[q2AreaPortals]); err != nil {
		return nil, err
	}
	if err = m.readQuake2Leaves(&lumps[q2Leaves]); err != nil {
		return nil, err
	}
	if err = m.readQuake2Nodes(&lumps[q2Nodes]); err != nil {
		return nil, err
	}
	if err = m.finish(&lumps[q2Nodes], &lumps[q2Models], q2ModelSize, &lumps[q2Entities]); err != nil {
		return nil, err
	}
	m.buildEdges(nil)
	m.Checksums.File = foldedMD4(data)
	return m, nil
}

// readQuake2Textures reads texinfo.
func (m *Map) readQuake2Textures(l *lump) error {
	n, c, err := l.records(76)
	if err != nil {
		return err
	}
	m.Textures = make([]Texture, n)
	for i := range m.Textures {
		t := &m.Textures[i]
		t.Axes = textureAxes(&c)
		t.Flags = c.u32()
		c.skip(4) // light value
		t.Name = c.name(32)
		c.skip(4) // next frame of an animation
		t.Kind = kindQuake2(t.Name, t.Flags)
	}
	return nil
}

const q2ModelSize = 48

// readQuake2Models reads inline models.
func (m *Map) readQuake2Models(l *lump) error {
	n, c, err := l.records(q2ModelSize)
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
		if md.Origin = c.vec(); !validCoords(md.Origin) {
			return l.errorf(i*q2ModelSize, "model %d: origin %v", i, md.Origin)
		}
		md.HeadNode = c.i32()
		md.FirstFace, md.NumFaces = c.u32(), c.u32()
	}
	return nil
}

// readQuake2Visibility reads the table of rows (for each cluster where its
// visibility begins and where what it can hear begins) and the rows.
func (m *Map) readQuake2Visibility(l *lump) error {
	if len(l.data) < 4 {
		return nil
	}
	c := cursor{b: l.data}
	clusters := int64(c.i32())
	if clusters < 0 || 4+8*clusters > int64(len(l.data)) {
		return l.errorf(0, "%d clusters do not lie in %d bytes", clusters, len(l.data))
	}
	offsets := make([]int32, clusters)
	for i := range offsets {
		offsets[i] = c.i32()
		c.skip(4)
	}
	return m.Visibility.decompress(l, offsets)
}

// readAreas reads areas and areaportals.
func (m *Map) readAreas(areas, portals *lump) error {
	n, c, err := portals.records(8)
	if err != nil {
		return err
	}
	m.AreaPortals = make([]AreaPortal, n)
	for i := range m.AreaPortals {
		m.AreaPortals[i] = AreaPortal{c.i32(), c.i32()}
	}
	if n, c, err = areas.records(8); err != nil {
		return err
	}
	m.Areas = make([]Area, n)
	for i := range m.Areas {
		count, first := c.u32(), c.u32()
		if !inRange(first, count, len(m.AreaPortals)) {
			return areas.errorf(i*8, "area %d: portals %d+%d, but only %d exist", i, first, count, len(m.AreaPortals))
		}
		m.Areas[i] = Area{first, count}
	}
	for i, p := range m.AreaPortals {
		if p.Other < 0 || int(p.Other) >= len(m.Areas) {
			return portals.errorf(i*8, "portal %d: area %d, but only %d exist", i, p.Other, len(m.Areas))
		}
	}
	return nil
}

// readQuake2Leaves reads leaves.
func (m *Map) readQuake2Leaves(l *lump) error {
	const size = 28
	n, c, err := l.records(size)
	if err != nil {
		return err
	}
	m.Leaves = make([]Leaf, n)
	for i := range m.Leaves {
		leaf := &m.Leaves[i]
		leaf.Contents = contentsQuake2(c.u32())
		leaf.Cluster, leaf.Area = int32(c.i16()), int32(c.i16())
		leaf.Mins, leaf.Maxs = c.bounds(bounds16)
		leaf.FirstFace, leaf.NumFaces = uint32(c.u16()), uint32(c.u16())
		c.skip(4) // brushes
		if err := m.checkCluster(leaf); err != nil {
			return l.errorf(i*size, "leaf %d: %w", i, err)
		}
		if leaf.Area < 0 || int(leaf.Area) >= max(len(m.Areas), 1) {
			return l.errorf(i*size, "leaf %d: area %d, but only %d exist", i, leaf.Area, len(m.Areas))
		}
	}
	return m.checkLeafFaces(l, size)
}

// readQuake2Nodes reads nodes.
func (m *Map) readQuake2Nodes(l *lump) error {
	const size = 28
	n, c, err := l.records(size)
	if err != nil {
		return err
	}
	m.Nodes = make([]Node, n)
	for i := range m.Nodes {
		node := &m.Nodes[i]
		node.Plane = c.u32()
		node.Children = [2]int32{c.i32(), c.i32()}
		node.Mins, node.Maxs = c.bounds(bounds16)
		node.FirstFace, node.NumFaces = uint32(c.u16()), uint32(c.u16())
	}
	return m.checkNodes(l, size)
}
