package bsp

import (
	"math"
)

// readPolygons reads the faces of Quake and Quake II: loops of surface edges,
// each an edge taken forwards or backwards. wide says that indices have 32
// bits. Planes, vertices, textures and lighting must have been read.
func (m *Map) readPolygons(faces, edges, surfedges *lump, wide bool) error {
	ends, err := readEdgeEnds(edges, wide, len(m.Vertices))
	if err != nil {
		return err
	}
	// Starts of all loops one after the other: each surface edge gives one.
	starts, stops, err := readSurfaceEdges(surfedges, ends)
	if err != nil {
		return err
	}
	size := 20
	if wide {
		size = 28
	}
	n, c, err := faces.records(size)
	if err != nil {
		return err
	}
	m.Faces = make([]Face, n)
	m.FaceVertices = make([]uint32, 0, len(starts))
	m.Lighting.Corners = make([][2]float32, 0, len(starts))
	for i := range m.Faces {
		f := &m.Faces[i]
		plane, side := c.index(wide), c.index(wide)
		first, count, texture := c.u32(), c.index(wide), c.index(wide)
		styles, light := c.bytes4(), c.i32()
		switch {
		case uint64(plane) >= uint64(len(m.Planes)):
			return faces.errorf(i*size, "face %d: plane %d, but only %d exist", i, plane, len(m.Planes))
		case uint64(texture) >= uint64(len(m.Textures)):
			return faces.errorf(i*size, "face %d: texture %d, but only %d exist", i, texture, len(m.Textures))
		case count < 3 || !inRange(first, count, len(starts)):
			return faces.errorf(i*size, "face %d: edges %d+%d, but only %d exist", i, first, count, len(starts))
		case uint64(len(m.FaceVertices))+uint64(count) > uint64(len(starts)):
			// A surface edge belongs to one face, so this also bounds memory.
			return faces.errorf(i*size, "face %d: faces have more edges together than the %d there are", i, len(starts))
		}
		f.Plane, f.Back = int32(plane), side != 0
		f.Texture, f.Kind = int32(texture), m.Textures[texture].Kind
		f.FirstVertex, f.NumVertices = uint32(len(m.FaceVertices)), count
		last := stops[first+count-1]
		for k := first; k < first+count; k++ {
			if starts[k] != last {
				return faces.errorf(i*size, "face %d: not a closed loop at surface edge %d", i, k)
			}
			last = stops[k]
			m.FaceVertices = append(m.FaceVertices, starts[k])
		}
		m.lightPolygon(f, light, styles)
	}
	return nil
}

// readEdgeEnds reads edges as pairs of vertices.
func readEdgeEnds(l *lump, wide bool, vertices int) ([][2]uint32, error) {
	size := 4
	if wide {
		size = 8
	}
	n, c, err := l.records(size)
	if err != nil {
		return nil, err
	}
	ends := make([][2]uint32, n)
	for i := range ends {
		a, b := c.index(wide), c.index(wide)
		if uint64(max(a, b)) >= uint64(vertices) {
			return nil, l.errorf(i*size, "edge %d: vertices %d and %d, but only %d exist", i, a, b, vertices)
		}
		ends[i] = [2]uint32{a, b}
	}
	return ends, nil
}

// readSurfaceEdges returns for each surface edge the vertex where it starts
// and the one where it stops.
func readSurfaceEdges(l *lump, ends [][2]uint32) (starts, stops []uint32, err error) {
	n, c, err := l.records(4)
	if err != nil {
		return nil, nil, err
	}
	starts, stops = make([]uint32, n), make([]uint32, n)
	for i := range starts {
		e := int64(c.i32())
		backwards := e < 0
		if backwards {
			e = -e
		}
		if e >= int64(len(ends)) {
			return nil, nil, l.errorf(i*4, "surface edge %d: edge %d, but only %d exist", i, e, len(ends))
		}
		starts[i], stops[i] = ends[e][0], ends[e][1]
		if backwards {
			starts[i], stops[i] = stops[i], starts[i]
		}
	}
	return starts, stops, nil
}

// luxelSize is the width of a luxel in texels.
const luxelSize = 16

// maxLuxels bounds the width and height of a lightmap. Engines of the time
// stop at 18 luxels, modern ones at some hundreds; larger values come from
// broken texture axes, whose faces have no light.
const maxLuxels = 4096

// lightPolygon finds the lightmap of a face of Quake or Quake II and the place
// of its corners there: texture coordinates, cut to whole luxels on both sides.
// A face whose light would not lie in the lump has none.
func (m *Map) lightPolygon(f *Face, offset int32, styles [4]uint8) {
	f.Light = FaceLight{Offset: -1, Styles: styles}
	base := len(m.Lighting.Corners)
	corners := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
	m.Lighting.Corners = m.Lighting.Corners[:base+len(corners)]
	st := m.Lighting.Corners[base:]
	axes := &m.Textures[f.Texture].Axes
	var low, size [2]float64
	for i := range low {
		lo, hi := math.Inf(1), math.Inf(-1)
		for k, c := range corners {
			v := &m.Vertices[c]
			a := &axes[i]
			t := float64(v[0])*float64(a[0]) + float64(v[1])*float64(a[1]) + float64(v[2])*float64(a[2]) + float64(a[3])
			lo, hi = min(lo, t), max(hi, t)
			st[k][i] = float32(t / luxelSize)
		}
		low[i] = math.Floor(lo / luxelSize)
		size[i] = math.Ceil(hi/luxelSize) - low[i] + 1
	}
	if offset < 0 || size[0] > maxLuxels || size[1] > maxLuxels {
		return
	}
	n := 0
	for n < len(styles) && styles[n] != NoStyle {
		n++
	}
	need := int64(size[0]) * int64(size[1]) * int64(max(n, 1)) * int64(m.Lighting.Channels)
	if int64(offset)+need > int64(len(m.Lighting.Samples)) {
		return
	}
	f.Light.Offset, f.Light.Width, f.Light.Height = offset, uint16(size[0]), uint16(size[1])
	for k := range st {
		for i := range low {
			st[k][i] += float32(0.5 - low[i])
		}
	}
}

// textureAxes reads the two axes of a texinfo. Those with a scale of zero have
// no finite numbers in some maps; such a texture has no axes.
func textureAxes(c *cursor) [2][4]float32 {
	var axes [2][4]float32
	broken := false
	for i := range axes {
		for k := range axes[i] {
			f := c.f32()
			axes[i][k] = f
			broken = broken || !(f > -maxCoord*maxCoord && f < maxCoord*maxCoord)
		}
	}
	if broken {
		return [2][4]float32{}
	}
	return axes
}

// finishFaces gives every face its model and its box. Models share no faces,
// which also bounds the work of whoever goes through all of them.
func (m *Map) finishFaces(models *lump, recordSize int) error {
	for i := range m.Faces {
		f := &m.Faces[i]
		f.Model = -1
		f.Mins, f.Maxs = faceBounds(m.Vertices, m.FaceVertices[f.FirstVertex:f.FirstVertex+f.NumVertices])
	}
	for i := range m.Models {
		md := &m.Models[i]
		if !inRange(md.FirstFace, md.NumFaces, len(m.Faces)) {
			return models.errorf(i*recordSize, "model %d: faces %d+%d, but only %d exist", i, md.FirstFace, md.NumFaces, len(m.Faces))
		}
		faces := m.Faces[md.FirstFace : md.FirstFace+md.NumFaces]
		for k := range faces {
			if faces[k].Model >= 0 {
				return models.errorf(i*recordSize, "model %d: face %d belongs to model %d", i, int(md.FirstFace)+k, faces[k].Model)
			}
			faces[k].Model = int32(i)
		}
	}
	return nil
}
