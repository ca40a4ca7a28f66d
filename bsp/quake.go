package bsp

import (
	"errors"
)

// Lumps of Quake maps in the order of the directory.
const (
	q1Entities = iota
	q1Planes
	q1Textures
	q1Vertices
	q1Visibility
	q1Nodes
	q1TexInfo
	q1Faces
	q1Lighting
	q1ClipNodes
	q1Leaves
	q1LeafFaces
	q1Edges
	q1SurfaceEdges
	q1Models
)

var q1LumpNames = []string{"entities", "planes", "textures", "vertices", "visibility", "nodes", "texinfo", "faces",
	"lighting", "clipnodes", "leaves", "leaf faces", "edges", "surface edges", "models"}

// quakeLayout tells the formats of Quake apart: the same records with numbers
// of other widths.
type quakeLayout struct {
	version string
	wide    bool // 32-bit indices and children
	bounds  boundsType
}

var (
	layoutQuake = quakeLayout{VersionQuake, false, bounds16}
	layout2PSB  = quakeLayout{Version2PSB, true, bounds16}
	layoutBSP2  = quakeLayout{VersionBSP2, true, boundsFloat}
)

// indexSize is the number of bytes of an index.
func (q *quakeLayout) indexSize() int {
	if q.wide {
		return 4
	}
	return 2
}

// loadQuake reads a map of Quake.
func loadQuake(data []byte, layout quakeLayout) (*Map, error) {
	lumps, err := readLumps(layout.version, data, 4, q1LumpNames)
	if err != nil {
		return nil, err
	}
	m := newMap(layout.version, 1, &lumps[q1Lighting])
	if m.Planes, err = readPlanes(&lumps[q1Planes], true); err != nil {
		return nil, err
	}
	if m.Vertices, err = readVertices(&lumps[q1Vertices]); err != nil {
		return nil, err
	}
	if err = m.readQuakeTextures(&lumps[q1TexInfo], &lumps[q1Textures]); err != nil {
		return nil, err
	}
	if err = m.readPolygons(&lumps[q1Faces], &lumps[q1Edges], &lumps[q1SurfaceEdges], layout.wide); err != nil {
		return nil, err
	}
	if m.LeafFaces, err = readIndices(&lumps[q1LeafFaces], layout.wide, len(m.Faces)); err != nil {
		return nil, err
	}
	visLeaves, err := m.readQuakeModels(&lumps[q1Models])
	if err != nil {
		return nil, err
	}
	offsets, err := m.readQuakeLeaves(&lumps[q1Leaves], layout, visLeaves)
	if err != nil {
		return nil, err
	}
	if err = m.Visibility.decompress(&lumps[q1Visibility], offsets); err != nil {
		return nil, err
	}
	if err = m.readQuakeNodes(&lumps[q1Nodes], layout); err != nil {
		return nil, err
	}
	if err = m.finish(&lumps[q1Nodes], &lumps[q1Models], q1ModelSize, &lumps[q1Entities]); err != nil {
		return nil, err
	}
	m.buildEdges(nil)
	m.Checksums = checksumsQuake(lumps)
	return m, nil
}

// checksumsQuake returns the sums of QuakeWorld: the folded MD4 of each lump
// but the entities, combined. The second leaves out what a patch for
// visibility through water changes.
func checksumsQuake(lumps []lump) Checksums {
	var c Checksums
	for i := range lumps {
		if i == q1Entities {
			continue
		}
		sum := foldedMD4(lumps[i].data)
		c.QuakeWorld ^= sum
		if i != q1Visibility && i != q1Nodes && i != q1Leaves {
			c.QuakeWorld2 ^= sum
		}
	}
	return c
}

// miptex is what a map says about a texture itself.
type miptex struct {
	name          string
	width, height uint32
}

// readMiptex reads the names and sizes of textures: a count, an offset for
// each (-1 for one that is missing), and there its header.
func readMiptex(l *lump) ([]miptex, error) {
	if len(l.data) < 4 {
		return nil, nil
	}
	c := cursor{b: l.data}
	n := int64(c.i32())
	if n < 0 || 4+4*n > int64(len(l.data)) {
		return nil, l.errorf(0, "%d textures do not lie in %d bytes", n, len(l.data))
	}
	textures := make([]miptex, n)
	for i := range textures {
		offset := int64(c.i32())
		if offset == -1 {
			continue
		}
		const header = 24
		if offset < 0 || offset+header > int64(len(l.data)) {
			return nil, l.errorf(4+4*i, "texture %d: offset %d in %d bytes", i, offset, len(l.data))
		}
		t := cursor{b: l.data, at: int(offset)}
		textures[i] = miptex{t.name(16), t.u32(), t.u32()}
	}
	return textures, nil
}

// readQuakeTextures reads texinfo with the textures that they name.
func (m *Map) readQuakeTextures(texinfo, textures *lump) error {
	mip, err := readMiptex(textures)
	if err != nil {
		return err
	}
	const size = 40
	n, c, err := texinfo.records(size)
	if err != nil {
		return err
	}
	m.Textures = make([]Texture, n)
	for i := range m.Textures {
		t := &m.Textures[i]
		t.Axes = textureAxes(&c)
		index := c.u32()
		t.Flags = c.u32()
		if len(mip) == 0 {
			continue // a map without textures is solid all over
		}
		if uint64(index) >= uint64(len(mip)) {
			return texinfo.errorf(i*size, "texinfo %d: texture %d, but only %d exist", i, index, len(mip))
		}
		t.Name, t.Width, t.Height = mip[index].name, mip[index].width, mip[index].height
		t.Kind = kindQuake(t.Name)
	}
	return nil
}

const q1ModelSize = 64

var errNoModels = errors.New("no models, not even the world")

// readQuakeModels reads inline models and returns the number of leaves of the
// world that have visibility (the solid leaf 0 not counted).
func (m *Map) readQuakeModels(l *lump) (visLeaves int, err error) {
	n, c, err := l.records(q1ModelSize)
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, l.errorf(0, "%w", errNoModels)
	}
	m.Models = make([]Model, n)
	for i := range m.Models {
		md := &m.Models[i]
		md.Mins, md.Maxs = c.bounds(boundsFloat)
		if md.Origin = c.vec(); !validCoords(md.Origin) {
			return 0, l.errorf(i*q1ModelSize, "model %d: origin %v", i, md.Origin)
		}
		md.HeadNode = c.i32()
		c.skip(12) // clip hulls
		leaves := c.i32()
		if i == 0 {
			visLeaves = int(leaves)
		}
		md.FirstFace, md.NumFaces = c.u32(), c.u32()
	}
	return visLeaves, nil
}

// readQuakeLeaves reads leaves. Each leaf is a cluster of its own, that of
// leaf 1 is 0. It returns where the visibility of each cluster begins.
func (m *Map) readQuakeLeaves(l *lump, layout quakeLayout, visLeaves int) (offsets []int32, err error) {
	size := 12 + layout.bounds.size() + 2*layout.indexSize()
	n, c, err := l.records(size)
	if err != nil {
		return nil, err
	}
	if visLeaves < 0 || visLeaves > max(n-1, 0) {
		return nil, l.errorf(0, "%d leaves, but the world has %d", n, visLeaves)
	}
	m.Leaves = make([]Leaf, n)
	offsets = make([]int32, visLeaves)
	for i := range m.Leaves {
		leaf := &m.Leaves[i]
		leaf.Contents, leaf.Cluster = contentsQuake(c.i32()), -1
		offset := c.i32()
		leaf.Mins, leaf.Maxs = c.bounds(layout.bounds)
		leaf.FirstFace, leaf.NumFaces = c.index(layout.wide), c.index(layout.wide)
		c.skip(4) // ambient sounds
		if i > 0 && i <= visLeaves {
			leaf.Cluster = int32(i - 1)
			offsets[i-1] = offset
		}
	}
	return offsets, m.checkLeafFaces(l, size)
}

// checkLeafFaces checks the ranges of faces of all leaves. They do not
// overlap, which bounds the work of whoever goes through all leaves.
func (m *Map) checkLeafFaces(l *lump, size int) error {
	total := uint64(0)
	for i := range m.Leaves {
		leaf := &m.Leaves[i]
		total += uint64(leaf.NumFaces)
		if !inRange(leaf.FirstFace, leaf.NumFaces, len(m.LeafFaces)) || total > uint64(len(m.LeafFaces)) {
			return l.errorf(i*size, "leaf %d: faces %d+%d, but only %d exist", i, leaf.FirstFace, leaf.NumFaces, len(m.LeafFaces))
		}
	}
	return nil
}

// readQuakeNodes reads nodes.
func (m *Map) readQuakeNodes(l *lump, layout quakeLayout) error {
	size := 4 + layout.bounds.size() + 4*layout.indexSize()
	n, c, err := l.records(size)
	if err != nil {
		return err
	}
	m.Nodes = make([]Node, n)
	for i := range m.Nodes {
		node := &m.Nodes[i]
		node.Plane = c.u32()
		for k := range node.Children {
			node.Children[k] = quakeChild(c.index(layout.wide), layout.wide, n)
		}
		node.Mins, node.Maxs = c.bounds(layout.bounds)
		node.FirstFace, node.NumFaces = c.index(layout.wide), c.index(layout.wide)
	}
	return m.checkNodes(l, size)
}

// quakeChild returns a child as in Node. With 16 bits, maps with more than
// 32,767 nodes use the upper half of the numbers for nodes too, as far as
// there are any.
func quakeChild(raw uint32, wide bool, nodes int) int32 {
	if wide || int(raw) < nodes {
		return int32(raw)
	}
	return int32(raw) - 1<<16
}

// checkNodes checks planes and faces of nodes. No two nodes share faces.
func (m *Map) checkNodes(l *lump, size int) error {
	total := uint64(0)
	for i := range m.Nodes {
		node := &m.Nodes[i]
		if uint64(node.Plane) >= uint64(len(m.Planes)) {
			return l.errorf(i*size, "node %d: plane %d, but only %d exist", i, node.Plane, len(m.Planes))
		}
		total += uint64(node.NumFaces)
		if !inRange(node.FirstFace, node.NumFaces, len(m.Faces)) || total > uint64(len(m.Faces)) {
			return l.errorf(i*size, "node %d: faces %d+%d, but only %d exist", i, node.FirstFace, node.NumFaces, len(m.Faces))
		}
	}
	return nil
}
