package bsp

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Types of Quake III's faces. Other types (billboards) have no surface in the map.
const (
	surfacePolygon = 1
	surfacePatch   = 2
	surfaceMesh    = 3
)

// lightmapSize is the width and height of a lightmap of Quake III.
const lightmapSize = 128

// planeTolerance is the maximum distance in units between the corners of a polygon and its plane; a polygon that
// exceeds it is treated as a mesh.
const planeTolerance = 0.25

// quake3Vertex is a vertex as in the file, with the index of the welded point instead of its coordinates.
type quake3Vertex struct {
	index uint32
	place mgl32.Vec2 // on the texture
	light mgl32.Vec2
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

// fogs reads the volumes of fog. Only their visible sides matter, because faces name the fog that they are in. A fog
// whose side does not exist has no surface. A map with an unreadable list has no fog.
func (l *loader) fogs() {
	const brushSize, sideSize = 12, 8
	number := func(name string, size int, i int32) (int32, bool) {
		data := l.lumps[name].data
		if i < 0 || int64(i)*int64(size)+4 > int64(len(data)) {
			return 0, false
		}
		return int32(binary.LittleEndian.Uint32(data[int(i)*size:])), true
	}
	l.m.Fogs, _ = records(l.lumps[lumpFogs], "fog", 72, func(r *record, f *Fog) error {
		f.Shader = r.name(64)
		brush, side := r.i32(), r.i32()
		first, ok := number(lumpBrushes, brushSize, brush)
		if !ok || side < 0 || side > math.MaxInt32-max(0, first) {
			return nil
		}
		if plane, ok := number(lumpBrushSides, sideSize, first+side); ok && plane >= 0 && int(plane) < len(l.m.Planes) {
			f.Surface = l.m.Planes[plane]
		}
		return nil
	})
}

// surfaces reads the vertices, indices and faces of Quake III.
func (l *loader) surfaces() error {
	m := l.m
	l.fogs()
	b := quake3Builder{m: m, planeOf: make(map[Plane]int32)}
	if err := b.readVertices(l.lumps[lumpVertices]); err != nil {
		return err
	}
	var err error
	// Indices of triangles are relative to the first vertex of their face, and checked there.
	if b.indices, err = readIndices(l.lumps[lumpIndices], "index", 4, "vertex", max(len(b.vertices), 1)); err != nil {
		return err
	}
	left := maxCorners(len(b.vertices), len(b.indices))
	m.Faces, err = records(l.lumps[lumpFaces], "face", 104, func(r *record, f *Face) error {
		return b.readFace(r, f, &left)
	})
	if err != nil {
		return err
	}
	m.Vertices, l.hints = b.weld.points, b.hints
	return nil
}

// readFace reads a face. left is the number of vertices and indices that this face and later ones may have together.
func (b *quake3Builder) readFace(r *record, f *Face, left *int64) error {
	m := b.m
	texture, fog := r.i32(), r.i32()
	kind := r.i32()
	firstVertex, numVertices, firstIndex, numIndices := r.u32(), r.u32(), r.u32(), r.u32()
	page := r.i32()
	r.skip(16 + 12 + 24) // place in the lightmap, its origin and axes
	normal := r.vec3()
	width, height := r.i32(), r.i32()

	*f = Face{Plane: -1, Kind: KindNoDraw, Texture: -1, FirstVertex: uint32(len(m.FaceVertices)), Triangles: true}
	f.Light = FaceLight{Offset: -1, Styles: [4]uint8{0, NoStyle, NoStyle, NoStyle}}
	if kind != surfacePolygon && kind != surfacePatch && kind != surfaceMesh {
		return nil
	}
	if texture < 0 || int(texture) >= len(m.Textures) {
		return fmt.Errorf("texture %d, but only %d exist", texture, len(m.Textures))
	}
	if err := cmp.Or(checkRange("vertices", firstVertex, numVertices, len(b.vertices)),
		checkRange("indices", firstIndex, numIndices, len(b.indices))); err != nil {
		return err
	}
	if *left -= int64(numVertices) + int64(numIndices); *left < 0 {
		return errors.New("faces share too many vertices and indices")
	}
	f.Texture, f.Kind = texture, m.Textures[texture].Kind
	if fog >= 0 && int(fog) < len(m.Fogs) {
		f.Fog = fog + 1
	}
	const pageSize = lightmapSize * lightmapSize * 3
	if page >= 0 && (int64(page)+1)*pageSize <= int64(len(m.Lighting.Samples)) {
		f.Light.Offset = page * pageSize
		f.Light.Width, f.Light.Height = lightmapSize, lightmapSize
	}
	vertices := b.vertices[firstVertex : firstVertex+numVertices]
	if kind == surfacePatch {
		if width < 3 || height < 3 || width&1 == 0 || height&1 == 0 ||
			int64(width)*int64(height) != int64(numVertices) {
			return fmt.Errorf("patch of %d x %d control points with %d vertices", width, height, numVertices)
		}
		b.addPatch(f, b.control(vertices, int(width), int(height)))
		return nil
	}
	triangles := b.indices[firstIndex : firstIndex+numIndices/3*3]
	for _, v := range triangles {
		if err := checkIndex("corner at vertex", v, len(vertices)); err != nil {
			return err
		}
	}
	b.addSurface(f, kind == surfacePolygon, normal, vertices, triangles)
	return nil
}

// maxSharedCorners is the maximum number of corners that the faces of a map may have beyond its own vertices and
// indices. Compilers let faces share indices, but if many faces shared everything, a small file would need a lot of
// memory.
const maxSharedCorners = 1 << 19

// maxCorners returns the maximum number of vertices and indices of all faces together: at most sixteen times those in
// the file.
func maxCorners(vertices, indices int) int64 {
	own := int64(vertices) + int64(indices)
	return min(16*own, own+maxSharedCorners)
}

// readVertices reads vertices and welds those at the same position.
func (b *quake3Builder) readVertices(l *lump) (err error) {
	const size = 44
	b.weld = newWelder(len(l.data) / size)
	b.vertices, err = records(l, "vertex", size, func(r *record, v *quake3Vertex) error {
		at := r.vec3()
		if !validCoords(at) {
			return fmt.Errorf("lies at %v", at)
		}
		v.index = b.weld.add(at)
		v.place = mgl32.Vec2{clampCoord(r.f32()), clampCoord(r.f32())}
		v.light = mgl32.Vec2{clampCoord(r.f32()) * lightmapSize, clampCoord(r.f32()) * lightmapSize}
		r.skip(12) // normal
		v.color = r.bytes4()
		return nil
	})
	return err
}

// control returns the control points of a patch.
func (b *quake3Builder) control(vertices []quake3Vertex, width, height int) patchGrid {
	g := patchGrid{width, height, make([]patchPoint, len(vertices))}
	for i := range vertices {
		v, p := &vertices[i], &g.points[i]
		p.at, p.place, p.light = b.weld.points[v.index], v.place, v.light
		for ch, c := range v.color {
			p.color[ch] = float32(c)
		}
	}
	return g
}

// addCorner appends a corner of a face.
func (b *quake3Builder) addCorner(v *quake3Vertex, hint edgeHint) {
	m := b.m
	m.FaceVertices = append(m.FaceVertices, v.index)
	m.TexCoords = append(m.TexCoords, v.place)
	m.Lighting.Corners = append(m.Lighting.Corners, v.light)
	m.Lighting.Colors = append(m.Lighting.Colors, v.color)
	b.hints = append(b.hints, hint)
}

// addSurface appends a polygon or mesh. A polygon whose triangles form the convex loop of its vertices becomes that
// loop.
func (b *quake3Builder) addSurface(f *Face, planar bool, normal mgl32.Vec3, vertices []quake3Vertex,
	triangles []uint32) {
	if planar {
		f.Plane = b.planeOfPolygon(normal, vertices)
	}
	if f.Plane >= 0 && b.isLoop(b.m.Planes[f.Plane].Normal, vertices, triangles) {
		f.Triangles = false
		for i := range vertices {
			b.addCorner(&vertices[i], edgeByAngle)
		}
	} else {
		for i := 0; i < len(triangles); i += 3 {
			t := [3]*quake3Vertex{&vertices[triangles[i]], &vertices[triangles[i+1]], &vertices[triangles[i+2]]}
			if t[0].index == t[1].index || t[1].index == t[2].index || t[2].index == t[0].index {
				continue
			}
			for _, v := range t {
				b.addCorner(v, edgeByAngle)
			}
		}
	}
	f.NumVertices = uint32(len(b.m.FaceVertices)) - f.FirstVertex
}

// planeOfPolygon returns the index of the plane of a polygon, and adds it to the map if it is new. It returns -1 if the
// polygon is not flat.
func (b *quake3Builder) planeOfPolygon(normal mgl32.Vec3, vertices []quake3Vertex) int32 {
	if !validCoords(normal) || len(vertices) == 0 {
		return -1
	}
	if l := normal.Dot(normal); l < 0.99 || l > 1.01 {
		return -1
	}
	first := b.weld.points[vertices[0].index]
	p := Plane{Normal: normal, Dist: normal.Dot(first), Type: planeType(normal)}
	for i := range vertices {
		if d := p.distance(b.weld.points[vertices[i].index]); d > planeTolerance || d < -planeTolerance {
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

// isLoop reports whether the vertices in their order are a convex loop, clockwise as seen from the front, with the same
// area as the triangles.
func (b *quake3Builder) isLoop(normal mgl32.Vec3, vertices []quake3Vertex, triangles []uint32) bool {
	n := len(vertices)
	if n < 3 || len(triangles) != 3*(n-2) {
		return false
	}
	at := func(i int) mgl32.Vec3 { return b.weld.points[vertices[i%n].index] }
	origin := at(0)
	var loop, sum float32
	for i := range n {
		if vertices[i].index == vertices[(i+1)%n].index {
			return false
		}
		// Small turns in the wrong direction come from vertices on an edge.
		turn := frontNormal(at(i), at(i+1), at(i+2)).Dot(normal)
		if turn < -0.05*at(i+1).Sub(at(i)).Len()*at(i+2).Sub(at(i+1)).Len() {
			return false
		}
		loop += frontNormal(origin, at(i), at(i+1)).Dot(normal)
	}
	for i := 0; i < len(triangles); i += 3 {
		area := frontNormal(at(int(triangles[i])), at(int(triangles[i+1])), at(int(triangles[i+2]))).Dot(normal)
		if area < 0 {
			return false
		}
		sum += area
	}
	return loop > 0 && sum < loop*1.001 && sum > loop*0.999
}
