package bsp

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// room is a small level from which maps of every version are written: a cube
// of 128 units, its floor in two halves, and a brush model of one face.
type room struct {
	vertices []mgl32.Vec3
	faces    []roomFace // those of model 0 first
	entities string
	noCuts   bool // the walls have no vertex where the floor is cut
}

type roomFace struct {
	loop    []int
	normal  mgl32.Vec3
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
		r.vertices = append(r.vertices, mgl32.Vec3{float32(i&1*128 - 64), float32(i>>1&1*128 - 64),
			float32(i>>2&1*128 - 64)})
	}
	r.vertices = append(r.vertices, mgl32.Vec3{0, -64, -64}, mgl32.Vec3{0, 64, -64})
	for i := range 4 {
		r.vertices = append(r.vertices, mgl32.Vec3{0, float32(i&1)*32 - 16, float32(i>>1)*32 - 16})
	}
	front, back := []int{0, 8, 1, 5, 4}, []int{2, 9, 3, 7, 6}
	if noCuts {
		front, back = []int{0, 1, 5, 4}, []int{2, 3, 7, 6}
	}
	r.faces = []roomFace{
		{[]int{0, 8, 9, 2}, mgl32.Vec3{0, 0, 1}, 0, 0},
		{[]int{8, 1, 3, 9}, mgl32.Vec3{0, 0, 1}, 0, 0},
		{[]int{4, 5, 7, 6}, mgl32.Vec3{0, 0, -1}, 1, 0},
		{front, mgl32.Vec3{0, 1, 0}, 0, 0},
		{back, mgl32.Vec3{0, -1, 0}, 0, 0},
		{[]int{0, 2, 6, 4}, mgl32.Vec3{1, 0, 0}, 0, 0},
		{[]int{1, 3, 7, 5}, mgl32.Vec3{-1, 0, 0}, 2, 0},
		{[]int{10, 11, 13, 12}, mgl32.Vec3{1, 0, 0}, 3, 1},
	}
	for i := range r.faces {
		f := &r.faces[i]
		v := func(k int) mgl32.Vec3 { return r.vertices[f.loop[k]] }
		if frontNormal(v(0), v(len(f.loop)-2), v(len(f.loop)-1)).Dot(f.normal) < 0 {
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

// The lumps of a file by their names.
type lumpData map[string][]byte

// Orders of the lumps in the files of each game, as their documents have them.
var (
	quakeOrder = []string{"entities", "planes", "textures", "vertices", "visibility", "nodes", "texinfo", "faces",
		"lighting", "clipnodes", "leaves", "leaf faces", "edges", "surface edges", "models"}
	quake2Order = []string{"entities", "planes", "vertices", "visibility", "nodes", "texinfo", "faces", "lighting",
		"leaves", "leaf faces", "leaf brushes", "edges", "surface edges", "models", "brushes", "brush sides", "pop",
		"areas", "area portals"}
	quake3Order = []string{"entities", "textures", "planes", "nodes", "leaves", "leaf faces", "leaf brushes", "models",
		"brushes", "brush sides", "vertices", "indices", "fogs", "faces", "lighting", "light grid", "visibility"}
)

// orderOf returns where the directory of a file begins and the order of its
// lumps.
func orderOf(data []byte) (dir int, order []string) {
	switch string(data[:4]) {
	case "IBSP", "QBSP":
		if data[4] == 38 {
			return 8, quake2Order
		}
		return 8, quake3Order
	}
	return 4, quakeOrder
}

// lumpAt returns where a lump of a file lies.
func lumpAt(data []byte, name string) (offset, length int) {
	dir, order := orderOf(data)
	i := slices.Index(order, name)
	if i < 0 {
		panic("no lump " + name)
	}
	offset = int(binary.LittleEndian.Uint32(data[dir+8*i:]))
	return offset, int(binary.LittleEndian.Uint32(data[dir+8*i+4:]))
}

// file joins lumps behind a magic with a directory.
func file(magic string, lumps lumpData) []byte {
	b := bytes.NewBufferString(magic)
	_, order := orderOf([]byte(magic))
	offset := len(magic) + 8*len(order)
	for _, name := range order {
		put(b, uint32(offset), uint32(len(lumps[name])))
		offset += len(lumps[name])
	}
	for _, name := range order {
		b.Write(lumps[name])
	}
	return b.Bytes()
}

// split takes a file apart.
func split(data []byte) (magic string, lumps lumpData) {
	dir, order := orderOf(data)
	lumps = lumpData{}
	for _, name := range order {
		offset, length := lumpAt(data, name)
		lumps[name] = slices.Clone(data[offset : offset+length])
	}
	return string(data[:dir]), lumps
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

// widths are those of the numbers in a file.
type widths struct {
	magic  string
	wide   bool // 32-bit indices
	floats bool // boxes of floats
}

var (
	widthsQuake  = widths{"\x1d\x00\x00\x00", false, false}
	widths2PSB   = widths{"2PSB", true, false}
	widthsBSP2   = widths{"BSP2", true, true}
	widthsQuake2 = widths{"IBSP\x26\x00\x00\x00", false, false}
	widthsQBSP   = widths{"QBSP\x26\x00\x00\x00", true, true}
)

// index puts numbers of 16 or 32 bits.
func (w widths) index(b *bytes.Buffer, values ...int) {
	for _, v := range values {
		if w.wide {
			put(b, int32(v))
		} else {
			put(b, int16(v))
		}
	}
}

// box puts the box of the room.
func (w widths) box(b *bytes.Buffer) {
	if w.floats {
		put(b, [6]float32{-64, -64, -64, 64, 64, 64})
	} else {
		put(b, [6]int16{-64, -64, -64, 64, 64, 64})
	}
}

// quake writes the room as a Quake map.
func (r *room) quake(w widths) []byte {
	index, box := w.index, w.box
	lumps := lumpData{}
	edges, surfaceEdges, first := r.loops(w.wide)
	lumps["edges"], lumps["surface edges"] = edges, surfaceEdges
	lumps["entities"] = append([]byte(r.entities), 0)
	lumps["planes"] = r.planes(true)

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
		case 0: // all faces at the first node, which is as good as any
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
	lumps["textures"], lumps["texinfo"], lumps["vertices"] = textures.Bytes(), texinfo.Bytes(), vertices.Bytes()
	lumps["nodes"], lumps["faces"], lumps["leaves"] = nodes.Bytes(), faces.Bytes(), leaves.Bytes()
	lumps["leaf faces"], lumps["models"] = marks.Bytes(), models.Bytes()
	lumps["visibility"] = []byte{1}
	lumps["lighting"] = make([]byte, 400)
	return file(w.magic, lumps)
}

// quake2 writes the room as a Quake II map. Of QBSP only indices and boxes are
// wider; its leaves have a cluster and an area of 32 bits, too.
func (r *room) quake2(w widths) []byte {
	lumps := lumpData{}
	edges, surfaceEdges, first := r.loops(w.wide)
	lumps["edges"], lumps["surface edges"] = edges, surfaceEdges
	lumps["entities"] = append([]byte(r.entities), 0)
	lumps["planes"] = r.planes(true)

	var texinfo, vertices, nodes, faces, leaves, marks, models, vis, areas, portals bytes.Buffer
	for _, t := range roomTextures {
		var name [32]byte
		copy(name[:], t.later)
		texAxes(&texinfo)
		put(&texinfo, t.flags, uint32(0), name, int32(-1))
	}
	put(&vertices, r.vertices)
	for i := range 6 {
		put(&nodes, uint32(i), nodeChildren(i))
		w.box(&nodes)
		switch i {
		case 0:
			w.index(&nodes, 0, 7)
		default:
			w.index(&nodes, 0, 0)
		}
	}
	for i, f := range r.faces {
		plane, back := f.planeOf()
		side := 0
		if back {
			side = 1
		}
		w.index(&faces, plane, side)
		put(&faces, int32(first[i]))
		w.index(&faces, len(f.loop), f.texture)
		put(&faces, [4]uint8{0, 255, 255, 255}, int32(0))
	}
	put(&leaves, uint32(rawSolid))
	w.index(&leaves, -1, 0)
	w.box(&leaves)
	w.index(&leaves, 0, 0, 0, 0)
	put(&leaves, uint32(rawWater))
	w.index(&leaves, 0, 1)
	w.box(&leaves)
	w.index(&leaves, 0, 7, 0, 0)
	for i := range 7 {
		w.index(&marks, i)
	}
	put(&models, [9]float32{-64, -64, -64, 64, 64, 64}, int32(0), [2]int32{0, 7})
	put(&models, [9]float32{0, -16, -16, 0, 16, 16}, int32(-1), [2]int32{7, 1})
	put(&vis, int32(1), int32(12), int32(13), uint8(1), uint8(1))
	put(&areas, [2]uint32{0, 0}, [2]uint32{1, 0})
	put(&portals, int32(1), int32(1))
	lumps["texinfo"], lumps["vertices"], lumps["nodes"] = texinfo.Bytes(), vertices.Bytes(), nodes.Bytes()
	lumps["faces"], lumps["leaves"], lumps["leaf faces"] = faces.Bytes(), leaves.Bytes(), marks.Bytes()
	lumps["models"], lumps["visibility"] = models.Bytes(), vis.Bytes()
	lumps["areas"], lumps["area portals"] = areas.Bytes(), portals.Bytes()
	lumps["lighting"] = make([]byte, 1000)
	return file(w.magic, lumps)
}

// quake3 writes the room as a Quake III map, with a curved patch, a mesh and a
// billboard in it after the walls.
func (r *room) quake3(version byte) []byte {
	lumps := lumpData{}
	lumps["entities"] = append([]byte(r.entities), 0)
	lumps["planes"] = r.planes(false)
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
	vertex := func(v mgl32.Vec3) {
		put(&vertices, v, [2]float32{v[0] / 16, v[2] - 3}, [2]float32{0.25, 0.5}, mgl32.Vec3{0, 0, 1},
			[4]uint8{1, 2, 3, 255})
		n++
	}
	face := func(kind, texture, firstVertex, firstIndex int, normal mgl32.Vec3, w, h int) {
		put(&faces, int32(texture), int32(-1), int32(kind), uint32(firstVertex), uint32(n-firstVertex),
			uint32(firstIndex),
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
			vertex(mgl32.Vec3{xz[0], float32(y)*20 - 20, xz[1]})
		}
	}
	face(surfacePatch, 0, first, ni, mgl32.Vec3{}, 3, 3)
	// Two triangles with an angle between them.
	first = n
	firstIndex := ni
	for _, v := range []mgl32.Vec3{{20, 20, 0}, {40, 20, 0}, {40, 40, 10}, {20, 40, 0}} {
		vertex(v)
	}
	put(&indices, [6]uint32{0, 2, 1, 0, 3, 2})
	ni += 6
	face(surfaceMesh, 0, first, firstIndex, mgl32.Vec3{}, 0, 0)
	face(4, 0, n, ni, mgl32.Vec3{}, 0, 0)
	polygon(r.faces[7])
	put(&models, [6]float32{-64, -64, -64, 64, 64, 64}, [4]uint32{0, 10, 0, 0})
	put(&models, [6]float32{0, -16, -16, 0, 16, 16}, [4]uint32{10, 1, 0, 0})
	put(&vis, int32(1), int32(1), uint8(1))
	lumps["textures"], lumps["nodes"], lumps["leaves"] = textures.Bytes(), nodes.Bytes(), leaves.Bytes()
	lumps["leaf faces"], lumps["models"], lumps["vertices"] = marks.Bytes(), models.Bytes(), vertices.Bytes()
	lumps["indices"], lumps["faces"], lumps["visibility"] = indices.Bytes(), faces.Bytes(), vis.Bytes()
	return file("IBSP"+string(rune(version))+"\x00\x00\x00", lumps)
}

// rooms returns the room in every version.
func rooms(noCuts bool) map[Version][]byte {
	r := newRoom(noCuts)
	return map[Version][]byte{
		VersionQuake:     r.quake(widthsQuake),
		VersionBSP2:      r.quake(widthsBSP2),
		Version2PSB:      r.quake(widths2PSB),
		VersionQuake2:    r.quake2(widthsQuake2),
		VersionQBSP:      r.quake2(widthsQBSP),
		VersionQuake3:    r.quake3(46),
		VersionQuakeLive: r.quake3(47),
	}
}
