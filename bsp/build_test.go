package bsp

import (
	"bytes"
	"encoding/binary"
)

// room is a small level from which maps of every version are written: a cube
// of 128 units, its floor in two halves, and a brush model of one face.
type room struct {
	vertices []Vec
	faces    []roomFace // those of model 0 first
	entities string
	noCuts   bool // the walls have no vertex where the floor is cut
}

type roomFace struct {
	loop    []int
	normal  Vec
	texture int
	model   int
}

const roomEntities = `{
"classname" "worldspawn"
"message" "a room"
}
{
"classname" "info_player_start"
"origin" "0 0 -40"
}
{
"classname" "func_door"
"model" "*1"
}
`

// Textures of a room.
var roomTextures = []struct {
	quake, later    string
	flags, contents uint32
	kind            Kind
}{
	{"wall1", "e1/wall1", 0, rawSolid, KindSolid},
	{"sky4", "e1/sky", surfSky, rawSolid, KindSky},
	{"*lava1", "e1/lava1", surfWarp, rawLava, KindLava},
	{"trigger", "e1/trigger", surfNoDraw, rawTrigger, KindTrigger},
}

func newRoom(noCuts bool) *room {
	r := &room{entities: roomEntities, noCuts: noCuts}
	// Corners 0-7, bit 0 x, bit 1 y, bit 2 z; 8 and 9 cut the floor at x = 0.
	for i := range 8 {
		r.vertices = append(r.vertices, Vec{float32(i&1*128 - 64), float32(i>>1&1*128 - 64), float32(i>>2&1*128 - 64)})
	}
	r.vertices = append(r.vertices, Vec{0, -64, -64}, Vec{0, 64, -64})
	for i := range 4 {
		r.vertices = append(r.vertices, Vec{0, float32(i&1)*32 - 16, float32(i>>1)*32 - 16})
	}
	front, back := []int{0, 8, 1, 5, 4}, []int{2, 9, 3, 7, 6}
	if noCuts {
		front, back = []int{0, 1, 5, 4}, []int{2, 3, 7, 6}
	}
	r.faces = []roomFace{
		{[]int{0, 8, 9, 2}, Vec{0, 0, 1}, 0, 0},
		{[]int{8, 1, 3, 9}, Vec{0, 0, 1}, 0, 0},
		{[]int{4, 5, 7, 6}, Vec{0, 0, -1}, 1, 0},
		{front, Vec{0, 1, 0}, 0, 0},
		{back, Vec{0, -1, 0}, 0, 0},
		{[]int{0, 2, 6, 4}, Vec{1, 0, 0}, 0, 0},
		{[]int{1, 3, 7, 5}, Vec{-1, 0, 0}, 2, 0},
		{[]int{10, 11, 13, 12}, Vec{1, 0, 0}, 3, 1},
	}
	for i := range r.faces {
		f := &r.faces[i]
		v := func(k int) Vec { return r.vertices[f.loop[k]] }
		if dot(frontNormal(v(0), v(len(f.loop)-2), v(len(f.loop)-1)), f.normal) < 0 {
			for a, b := 0, len(f.loop)-1; a < b; a, b = a+1, b-1 {
				f.loop[a], f.loop[b] = f.loop[b], f.loop[a]
			}
		}
	}
	return r
}

// planeOf returns the number of the plane of a face (planes 2i and 2i+1 are
// axis i at -64 and 64, 6 is x = 0) and whether the face looks back.
func (f *roomFace) planeOf() (plane int, back bool) {
	for i, n := range f.normal {
		if n != 0 {
			plane, back = 2*i, n < 0
			if back {
				plane++
			}
		}
	}
	if f.model == 1 {
		plane = 6
	}
	return plane, back
}

func (r *room) planes(hasType bool) []byte {
	var b bytes.Buffer
	for i := range 7 {
		p := Plane{Dist: float32(i&1*128 - 64)}
		axis := i / 2
		if i == 6 {
			p.Dist, axis = 0, 0
		}
		p.Normal[axis] = 1
		put(&b, p.Normal, p.Dist)
		if hasType {
			put(&b, uint32(axis))
		}
	}
	return b.Bytes()
}

// nodeChildren returns the chain of nodes: each plane has the solid leaf 0 on
// its outer side, the innermost has leaf 1.
func nodeChildren(i int) [2]int32 {
	inner := int32(i + 1)
	if i == 5 {
		inner = ^1
	}
	if i&1 == 0 {
		return [2]int32{inner, ^0}
	}
	return [2]int32{^0, inner}
}

// put appends values in little-endian order.
func put(b *bytes.Buffer, values ...any) {
	for _, v := range values {
		if err := binary.Write(b, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
}

// file joins lumps behind a header with a directory.
func file(header string, lumps [][]byte) []byte {
	b := bytes.NewBufferString(header)
	offset := len(header) + 8*len(lumps)
	for _, l := range lumps {
		put(b, uint32(offset), uint32(len(l)))
		offset += len(l)
	}
	for _, l := range lumps {
		b.Write(l)
	}
	return b.Bytes()
}

// loops returns edges, surface edges and where the loop of each face begins.
func (r *room) loops(wide bool) (edges, surfaceEdges []byte, first []int) {
	var e, s bytes.Buffer
	index := func(v int) {
		if wide {
			put(&e, uint32(v))
		} else {
			put(&e, uint16(v))
		}
	}
	index(0)
	index(0)
	numbers := map[[2]int]int32{}
	n := 0
	for _, f := range r.faces {
		first = append(first, n)
		for k, v := range f.loop {
			w := f.loop[(k+1)%len(f.loop)]
			if i, ok := numbers[[2]int{w, v}]; ok {
				put(&s, -i)
			} else {
				i = int32(len(numbers) + 1)
				numbers[[2]int{v, w}] = i
				index(v)
				index(w)
				put(&s, i)
			}
			n++
		}
	}
	return e.Bytes(), s.Bytes(), first
}

func texAxes(f *bytes.Buffer) { put(f, [8]float32{1, 0.5, 0, 0, 0, 0.5, -1, 0}) }

// quake writes the room as a Quake map.
func (r *room) quake(layout quakeLayout) []byte {
	header := map[string]string{VersionQuake: "\x1d\x00\x00\x00", VersionBSP2: "BSP2", Version2PSB: "2PSB"}[layout.version]
	index := func(b *bytes.Buffer, v ...int) {
		for _, i := range v {
			if layout.wide {
				put(b, int32(i))
			} else {
				put(b, int16(i))
			}
		}
	}
	box := func(b *bytes.Buffer) {
		if layout.bounds == boundsFloat {
			put(b, [6]float32{-64, -64, -64, 64, 64, 64})
		} else {
			put(b, [6]int16{-64, -64, -64, 64, 64, 64})
		}
	}
	lumps := make([][]byte, len(q1LumpNames))
	edges, surfaceEdges, first := r.loops(layout.wide)
	lumps[q1Edges], lumps[q1SurfaceEdges] = edges, surfaceEdges
	lumps[q1Entities] = append([]byte(r.entities), 0)
	lumps[q1Planes] = r.planes(true)

	var textures, texinfo, vertices, nodes, faces, leaves, marks, models bytes.Buffer
	put(&textures, int32(len(roomTextures)))
	for i := range roomTextures {
		put(&textures, int32(4+4*len(roomTextures)+40*i))
	}
	for i, t := range roomTextures {
		var name [16]byte
		copy(name[:], t.quake)
		put(&textures, name, uint32(64), uint32(32), [4]uint32{})
		texAxes(&texinfo)
		put(&texinfo, uint32(i), uint32(0))
	}
	put(&vertices, r.vertices)
	for i := range 6 {
		put(&nodes, uint32(i))
		c := nodeChildren(i)
		index(&nodes, int(c[0]), int(c[1]))
		box(&nodes)
		switch i {
		case 0: // all faces hang at the first node: walkers do not mind
			index(&nodes, 0, 7)
		default:
			index(&nodes, 0, 0)
		}
	}
	for i, f := range r.faces {
		plane, back := f.planeOf()
		side := 0
		if back {
			side = 1
		}
		index(&faces, plane, side)
		put(&faces, int32(first[i]))
		index(&faces, len(f.loop), f.texture)
		put(&faces, [4]uint8{0, 255, 255, 255}, int32(0))
	}
	put(&leaves, int32(-2), int32(-1))
	box(&leaves)
	index(&leaves, 0, 0)
	put(&leaves, uint32(0), int32(-1), int32(0))
	box(&leaves)
	index(&leaves, 0, 7)
	put(&leaves, uint32(0))
	for i := range 7 {
		index(&marks, i)
	}
	put(&models, [9]float32{-64, -64, -64, 64, 64, 64}, [5]int32{0, 0, 0, 0, 1}, [2]int32{0, 7})
	put(&models, [9]float32{0, -16, -16, 0, 16, 16}, [5]int32{-1, 0, 0, 0, 0}, [2]int32{7, 1})
	lumps[q1Textures], lumps[q1TexInfo], lumps[q1Vertices] = textures.Bytes(), texinfo.Bytes(), vertices.Bytes()
	lumps[q1Nodes], lumps[q1Faces], lumps[q1Leaves] = nodes.Bytes(), faces.Bytes(), leaves.Bytes()
	lumps[q1LeafFaces], lumps[q1Models] = marks.Bytes(), models.Bytes()
	lumps[q1Visibility] = []byte{1}
	lumps[q1Lighting] = make([]byte, 400)
	return file(header, lumps)
}

// quake2 writes the room as a Quake II map.
func (r *room) quake2() []byte {
	lumps := make([][]byte, len(q2LumpNames))
	edges, surfaceEdges, first := r.loops(false)
	lumps[q2Edges], lumps[q2SurfaceEdges] = edges, surfaceEdges
	lumps[q2Entities] = append([]byte(r.entities), 0)
	lumps[q2Planes] = r.planes(true)
	box := [6]int16{-64, -64, -64, 64, 64, 64}

	var texinfo, vertices, nodes, faces, leaves, marks, models, vis, areas, portals bytes.Buffer
	for _, t := range roomTextures {
		var name [32]byte
		copy(name[:], t.later)
		texAxes(&texinfo)
		put(&texinfo, t.flags, uint32(0), name, int32(-1))
	}
	put(&vertices, r.vertices)
	for i := range 6 {
		put(&nodes, uint32(i), nodeChildren(i), box)
		switch i {
		case 0:
			put(&nodes, [2]uint16{0, 7})
		default:
			put(&nodes, [2]uint16{})
		}
	}
	for i, f := range r.faces {
		plane, back := f.planeOf()
		put(&faces, uint16(plane), back, uint8(0), int32(first[i]), uint16(len(f.loop)), uint16(f.texture))
		put(&faces, [4]uint8{0, 255, 255, 255}, int32(0))
	}
	put(&leaves, uint32(rawSolid), int16(-1), int16(0), box, [4]uint16{})
	put(&leaves, uint32(rawWater), int16(0), int16(1), box, [4]uint16{0, 7, 0, 0})
	for i := range 7 {
		put(&marks, uint16(i))
	}
	put(&models, [9]float32{-64, -64, -64, 64, 64, 64}, int32(0), [2]int32{0, 7})
	put(&models, [9]float32{0, -16, -16, 0, 16, 16}, int32(-1), [2]int32{7, 1})
	put(&vis, int32(1), int32(12), int32(13), uint8(1), uint8(1))
	put(&areas, [2]uint32{0, 0}, [2]uint32{1, 0})
	put(&portals, int32(1), int32(1))
	lumps[q2TexInfo], lumps[q2Vertices], lumps[q2Nodes] = texinfo.Bytes(), vertices.Bytes(), nodes.Bytes()
	lumps[q2Faces], lumps[q2Leaves], lumps[q2LeafFaces] = faces.Bytes(), leaves.Bytes(), marks.Bytes()
	lumps[q2Models], lumps[q2Visibility] = models.Bytes(), vis.Bytes()
	lumps[q2Areas], lumps[q2AreaPortals] = areas.Bytes(), portals.Bytes()
	lumps[q2Lighting] = make([]byte, 1000)
	return file("IBSP\x26\x00\x00\x00", lumps)
}

// quake3 writes the room as a Quake III map, with a curved patch, a mesh and a
// billboard in it after the walls.
func (r *room) quake3(version byte) []byte {
	lumps := make([][]byte, len(q3LumpNames))
	lumps[q3Entities] = append([]byte(r.entities), 0)
	lumps[q3Planes] = r.planes(false)
	box := [6]int32{-64, -64, -64, 64, 64, 64}

	var textures, nodes, leaves, marks, models, vertices, indices, faces, vis bytes.Buffer
	for _, t := range roomTextures {
		var name [64]byte
		copy(name[:], t.later)
		put(&textures, name, t.flags, t.contents)
	}
	for i := range 6 {
		put(&nodes, uint32(i), nodeChildren(i), box)
	}
	put(&leaves, int32(-1), int32(0), box, [4]uint32{})
	put(&leaves, int32(0), int32(0), box, [4]uint32{0, 10, 0, 0})
	for i := range 10 {
		put(&marks, uint32(i))
	}
	n, ni := 0, 0
	vertex := func(v Vec) {
		put(&vertices, v, [2]float32{}, [2]float32{0.25, 0.5}, Vec{0, 0, 1}, [4]uint8{1, 2, 3, 255})
		n++
	}
	face := func(kind, texture, firstVertex, firstIndex int, normal Vec, w, h int) {
		put(&faces, int32(texture), int32(-1), int32(kind), uint32(firstVertex), uint32(n-firstVertex), uint32(firstIndex),
			uint32(ni-firstIndex), int32(0), [4]int32{}, [3]float32{}, [6]float32{}, normal, int32(w), int32(h))
	}
	polygon := func(f roomFace) {
		firstVertex, firstIndex := n, ni
		for _, v := range f.loop {
			vertex(r.vertices[v])
		}
		for k := 2; k < len(f.loop); k++ {
			put(&indices, [3]uint32{0, uint32(k - 1), uint32(k)})
			ni += 3
		}
		face(surfacePolygon, f.texture, firstVertex, firstIndex, f.normal, 0, 0)
	}
	for _, f := range r.faces[:7] {
		polygon(f)
	}
	// A quarter of a pipe along y.
	first := n
	for y := range 3 {
		for _, xz := range [][2]float32{{-32, 0}, {-32, 32}, {0, 32}} {
			vertex(Vec{xz[0], float32(y)*20 - 20, xz[1]})
		}
	}
	face(surfacePatch, 0, first, ni, Vec{}, 3, 3)
	// Two triangles with an angle between them.
	first = n
	firstIndex := ni
	for _, v := range []Vec{{20, 20, 0}, {40, 20, 0}, {40, 40, 10}, {20, 40, 0}} {
		vertex(v)
	}
	put(&indices, [6]uint32{0, 2, 1, 0, 3, 2})
	ni += 6
	face(surfaceMesh, 0, first, firstIndex, Vec{}, 0, 0)
	face(4, 0, n, ni, Vec{}, 0, 0)
	polygon(r.faces[7])
	put(&models, [6]float32{-64, -64, -64, 64, 64, 64}, [4]uint32{0, 10, 0, 0})
	put(&models, [6]float32{0, -16, -16, 0, 16, 16}, [4]uint32{10, 1, 0, 0})
	put(&vis, int32(1), int32(1), uint8(1))
	lumps[q3Textures], lumps[q3Nodes], lumps[q3Leaves] = textures.Bytes(), nodes.Bytes(), leaves.Bytes()
	lumps[q3LeafFaces], lumps[q3Models], lumps[q3Vertices] = marks.Bytes(), models.Bytes(), vertices.Bytes()
	lumps[q3Indices], lumps[q3Faces], lumps[q3Visibility] = indices.Bytes(), faces.Bytes(), vis.Bytes()
	return file("IBSP"+string(rune(version))+"\x00\x00\x00", lumps)
}

// rooms returns the room in every version.
func rooms(noCuts bool) map[string][]byte {
	r := newRoom(noCuts)
	return map[string][]byte{
		VersionQuake:     r.quake(layoutQuake),
		VersionBSP2:      r.quake(layoutBSP2),
		Version2PSB:      r.quake(layout2PSB),
		VersionQuake2:    r.quake2(),
		VersionQuake3:    r.quake3(46),
		VersionQuakeLive: r.quake3(47),
	}
}
