package bsp

// Types of faces of Quake III. Any other type (billboards) has no surface of
// its own in the map.
const (
	surfacePolygon = 1
	surfacePatch   = 2
	surfaceMesh    = 3
)

// lightmapSize is the width and height of a lightmap of Quake III.
const lightmapSize = 128

// planeTolerance is how far in units corners of a polygon may lie off its
// plane; a polygon that does not keep to it is a mesh.
const planeTolerance = 0.25

// quake3Vertex is a vertex as in the file, its place given by the index of the
// welded one.
type quake3Vertex struct {
	index uint32
	light [2]float32
	color [4]uint8
}

// quake3Builder turns the surfaces of Quake III into faces.
type quake3Builder struct {
	m        *Map
	weld     *welder
	vertices []quake3Vertex
	indices  []uint32
	hints    []edgeHint // for each corner
	planeOf  map[Plane]int32
}

// readQuake3Faces reads vertices, indices and faces and returns a hint for
// each corner.
func (m *Map) readQuake3Faces(lumps []lump) ([]edgeHint, error) {
	b := quake3Builder{m: m, planeOf: make(map[Plane]int32)}
	if err := b.readVertices(&lumps[q3Vertices]); err != nil {
		return nil, err
	}
	var err error
	if b.indices, err = readIndices(&lumps[q3Indices], true, max(len(b.vertices), 1)); err != nil {
		return nil, err
	}
	l := &lumps[q3Faces]
	const size = 104
	n, c, err := l.records(size)
	if err != nil {
		return nil, err
	}
	m.Faces = make([]Face, n)
	left := cornersPerFace(len(b.vertices), len(b.indices))
	for i := range m.Faces {
		f := &m.Faces[i]
		texture := c.i32()
		c.skip(4) // fog
		kind := c.i32()
		firstVertex, numVertices, firstIndex, numIndices := c.u32(), c.u32(), c.u32(), c.u32()
		page := c.i32()
		c.skip(16 + 12 + 24) // place in the lightmap, its origin and axes
		normal := c.vec()
		width, height := c.i32(), c.i32()

		*f = Face{Plane: -1, Kind: KindNoDraw, Texture: -1, FirstVertex: uint32(len(m.FaceVertices)), Triangles: true}
		f.Light = FaceLight{Offset: -1, Styles: [4]uint8{0, NoStyle, NoStyle, NoStyle}}
		if kind != surfacePolygon && kind != surfacePatch && kind != surfaceMesh {
			continue
		}
		if texture < 0 || int(texture) >= len(m.Textures) {
			return nil, l.errorf(i*size, "face %d: texture %d, but only %d exist", i, texture, len(m.Textures))
		}
		if !inRange(firstVertex, numVertices, len(b.vertices)) || !inRange(firstIndex, numIndices, len(b.indices)) {
			return nil, l.errorf(i*size, "face %d: vertices %d+%d of %d, indices %d+%d of %d",
				i, firstVertex, numVertices, len(b.vertices), firstIndex, numIndices, len(b.indices))
		}
		if left -= int64(numVertices) + int64(numIndices); left < 0 {
			return nil, l.errorf(i*size, "face %d: faces share too many vertices and indices", i)
		}
		f.Texture, f.Kind = texture, m.Textures[texture].Kind
		if page >= 0 && (int64(page)+1)*lightmapSize*lightmapSize*3 <= int64(len(m.Lighting.Samples)) {
			f.Light.Offset = page * lightmapSize * lightmapSize * 3
			f.Light.Width, f.Light.Height = lightmapSize, lightmapSize
		}
		vertices := b.vertices[firstVertex : firstVertex+numVertices]
		if kind == surfacePatch {
			if width < 3 || height < 3 || width&1 == 0 || height&1 == 0 || int64(width)*int64(height) != int64(numVertices) {
				return nil, l.errorf(i*size, "face %d: patch of %d x %d control points with %d vertices", i, width, height, numVertices)
			}
			b.addPatch(f, b.control(vertices, int(width), int(height)))
			continue
		}
		triangles := b.indices[firstIndex : firstIndex+numIndices/3*3]
		for _, v := range triangles {
			if v >= numVertices {
				return nil, l.errorf(i*size, "face %d: corner %d, but only %d vertices", i, v, numVertices)
			}
		}
		b.addSurface(f, kind == surfacePolygon, normal, vertices, triangles)
	}
	m.Vertices = b.weld.points
	return b.hints, nil
}

// cornersPerFace bounds how many vertices and indices all faces have together.
// Compilers let faces share indices; faces that share everything many times
// over would make a small file large.
func cornersPerFace(vertices, indices int) int64 { return 16 * (int64(vertices) + int64(indices)) }

// readVertices reads vertices and welds those of one place.
func (b *quake3Builder) readVertices(l *lump) error {
	const size = 44
	n, c, err := l.records(size)
	if err != nil {
		return err
	}
	b.weld = newWelder(n)
	b.vertices = make([]quake3Vertex, n)
	for i := range b.vertices {
		v := &b.vertices[i]
		at := c.vec()
		if !validCoords(at) {
			return l.errorf(i*size, "vertex %d lies at %v", i, at)
		}
		v.index = b.weld.add(at)
		c.skip(8) // texture coordinates
		v.light = [2]float32{clampCoord(c.f32()) * lightmapSize, clampCoord(c.f32()) * lightmapSize}
		c.skip(12) // normal
		v.color = c.bytes4()
	}
	return nil
}

// control returns the control points of a patch.
func (b *quake3Builder) control(vertices []quake3Vertex, width, height int) patchGrid {
	g := patchGrid{width, height, make([]patchPoint, len(vertices))}
	for i := range vertices {
		v, p := &vertices[i], &g.points[i]
		p.at, p.light = b.weld.points[v.index], v.light
		for ch, c := range v.color {
			p.color[ch] = float32(c)
		}
	}
	return g
}

// addCorner appends a corner of a face.
func (b *quake3Builder) addCorner(index uint32, light [2]float32, color [4]uint8, hint edgeHint) {
	m := b.m
	m.FaceVertices = append(m.FaceVertices, index)
	m.Lighting.Corners = append(m.Lighting.Corners, light)
	m.Lighting.Colors = append(m.Lighting.Colors, color)
	b.hints = append(b.hints, hint)
}

// addSurface appends a polygon or mesh. A polygon whose triangles together are
// the convex loop of its vertices becomes that loop.
func (b *quake3Builder) addSurface(f *Face, planar bool, normal Vec, vertices []quake3Vertex, triangles []uint32) {
	if planar {
		f.Plane = b.planeOfPolygon(normal, vertices)
	}
	if f.Plane >= 0 && b.isLoop(b.m.Planes[f.Plane].Normal, vertices, triangles) {
		f.Triangles = false
		for i := range vertices {
			b.addCorner(vertices[i].index, vertices[i].light, vertices[i].color, edgeByAngle)
		}
	} else {
		for i := 0; i < len(triangles); i += 3 {
			t := [3]*quake3Vertex{&vertices[triangles[i]], &vertices[triangles[i+1]], &vertices[triangles[i+2]]}
			if t[0].index == t[1].index || t[1].index == t[2].index || t[2].index == t[0].index {
				continue
			}
			for _, v := range t {
				b.addCorner(v.index, v.light, v.color, edgeByAngle)
			}
		}
	}
	f.NumVertices = uint32(len(b.m.FaceVertices)) - f.FirstVertex
}

// planeOfPolygon returns the index of the plane of a polygon, appended to the
// planes of the map if it is new, or -1 if the polygon is not flat.
func (b *quake3Builder) planeOfPolygon(normal Vec, vertices []quake3Vertex) int32 {
	if !validCoords(normal) || len(vertices) == 0 {
		return -1
	}
	if l := dot(normal, normal); l < 0.99 || l > 1.01 {
		return -1
	}
	first := b.weld.points[vertices[0].index]
	p := Plane{Normal: normal, Dist: dot(normal, first), Type: planeType(normal)}
	for i := range vertices {
		if d := p.Distance(b.weld.points[vertices[i].index]); d > planeTolerance || d < -planeTolerance {
			return -1
		}
	}
	i, ok := b.planeOf[p]
	if !ok {
		i = int32(len(b.m.Planes))
		b.planeOf[p] = i
		b.m.Planes = append(b.m.Planes, p)
	}
	return i
}

// isLoop reports whether the vertices in their order are a convex loop,
// clockwise seen from the front, that covers what the triangles cover.
func (b *quake3Builder) isLoop(normal Vec, vertices []quake3Vertex, triangles []uint32) bool {
	n := len(vertices)
	if n < 3 || len(triangles) != 3*(n-2) {
		return false
	}
	at := func(i int) Vec { return b.weld.points[vertices[i%n].index] }
	origin := at(0)
	var loop, sum float32
	for i := range n {
		if vertices[i].index == vertices[(i+1)%n].index {
			return false
		}
		// Small turns the wrong way come from vertices on an edge.
		turn := dot(frontNormal(at(i), at(i+1), at(i+2)), normal)
		if turn < -0.05*length(sub(at(i+1), at(i)))*length(sub(at(i+2), at(i+1))) {
			return false
		}
		loop += dot(frontNormal(origin, at(i), at(i+1)), normal)
	}
	for i := 0; i < len(triangles); i += 3 {
		area := dot(frontNormal(at(int(triangles[i])), at(int(triangles[i+1])), at(int(triangles[i+2]))), normal)
		if area < 0 {
			return false
		}
		sum += area
	}
	return loop > 0 && sum < loop*1.001 && sum > loop*0.999
}
