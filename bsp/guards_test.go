package bsp

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
)

// bytesOf writes values in little-endian order.
func bytesOf(values ...any) []byte {
	var b bytes.Buffer
	put(&b, values...)
	return b.Bytes()
}

// set overwrites the bytes of a lump from at on.
func set(lump string, at int, values ...any) func(lumpData) {
	return func(l lumpData) {
		b := bytesOf(values...)
		if at+len(b) > len(l[lump]) {
			panic("past the end of " + lump)
		}
		copy(l[lump][at:], b)
	}
}

// all makes several changes.
func all(changes ...func(lumpData)) func(lumpData) {
	return func(l lumpData) {
		for _, c := range changes {
			c(l)
		}
	}
}

// replace gives a lump other bytes.
func replace(lump string, values ...any) func(lumpData) {
	return func(l lumpData) { l[lump] = bytesOf(values...) }
}

// repeat appends records to a lump.
func repeat(lump string, n int, record func(i int) []byte) func(lumpData) {
	return func(l lumpData) {
		for i := range n {
			l[lump] = append(l[lump], record(i)...)
		}
	}
}

var (
	nan = float32(math.NaN())
	inf = float32(math.Inf(1))
)

// TestGuards damages one thing at a time in the room. Each line is refused by
// one check alone, at that place and with that text.
func TestGuards(t *testing.T) {
	for _, c := range []struct {
		version Version
		damage  func(lumpData)
		lump    string // where the error is
		at      int    // in the lump
		want    string
	}{
		// Planes: 20 bytes, in Quake III 16.
		{VersionQuake, set("planes", 40, nan), "planes", 40, "plane 2: normal"},
		{VersionQuake2, set("planes", 20+4, -inf), "planes", 20, "plane 1: normal"},
		{VersionQuake2, set("planes", 0, float32(1), float32(0.8)), "planes", 0, "plane 0: normal"},
		{VersionQuake3, set("planes", 16+12, nan), "planes", 16, "plane 1: normal"},
		{VersionQuake3, set("planes", 16+12, float32(1<<22)), "planes", 16, "distance 4.194304e+06"},
		{VersionQuake3, set("planes", 16+12, float32(-1<<22)), "planes", 16, "distance -4.194304e+06"},

		// Vertices: 12 bytes, in Quake III 44.
		{VersionQuake, set("vertices", 12+8, float32(1<<20+1)), "vertices", 12, "vertex 1: lies at"},
		{VersionQuake2, set("vertices", 24, float32(-1<<20-1)), "vertices", 24, "vertex 2: lies at"},
		{VersionQBSP, set("vertices", 0, nan), "vertices", 0, "vertex 0: lies at"},
		{VersionQuake3, set("vertices", 44+4, inf), "vertices", 44, "vertex 1: lies at"},

		// Textures.
		{VersionQuake, set("textures", 0, int32(-1)), "textures", 0, "-1 textures do not lie in"},
		{VersionQuake, set("textures", 0, int32(45)), "textures", 0, "45 textures do not lie in 180 bytes"},
		{VersionQuake, set("textures", 8, int32(-2)), "textures", 8, "texture 1: offset -2"},
		{VersionQuake, set("textures", 12, int32(180-23)), "textures", 12, "texture 2: offset 157 in 180 bytes"},
		{VersionBSP2, set("texinfo", 40+32, int32(4)), "texinfo", 40, "texinfo 1: texture 4, but only 4 exist"},

		// Loops of edges.
		{VersionQuake, set("edges", 4+2, uint16(14)), "edges", 4, "edge 1: vertex 14, but only 14 exist"},
		{VersionBSP2, set("edges", 8, uint32(14)), "edges", 8, "edge 1: vertex 14, but only 14 exist"},
		{VersionQBSP, set("edges", 8+4, uint32(0x80000000)), "edges", 8, "edge 1: vertex 2147483648"},
		{VersionQuake, set("surface edges", 8, int32(1000)), "surface edges", 8, "surface edge 2: edge 1000, but only"},
		{VersionQuake2, set("surface edges", 4, int32(-1000)), "surface edges", 4,
			"surface edge 1: edge 1000, but only"},
		{VersionQuake, set("surface edges", 8, int32(math.MinInt32)), "surface edges", 8, "edge 2147483648, but only"},
		{VersionQuake, set("faces", 20, uint16(7)), "faces", 20, "face 1: plane 7, but only 7 exist"},
		{VersionQBSP, set("faces", 28, uint32(7)), "faces", 28, "face 1: plane 7, but only 7 exist"},
		{VersionQuake2, set("faces", 20+10, uint16(4)), "faces", 20, "face 1: texture 4, but only 4 exist"},
		{Version2PSB, set("faces", 28+16, uint32(4)), "faces", 28, "face 1: texture 4, but only 4 exist"},
		{VersionQuake, set("faces", 4, uint32(31)), "faces", 0, "face 0: edges 31+4, but only 34 exist"},
		{VersionQuake, set("faces", 4, uint32(math.MaxUint32)), "faces", 0,
			"face 0: edges 4294967295+4, but only 34 exist"},
		{VersionQuake, set("faces", 8, uint16(2)), "faces", 0, "face 0: only 2 edges"},
		{VersionQuake, set("faces", 4, uint32(1)), "faces", 0, "face 0: not a closed loop at surface edge 1"},
		{VersionQuake, set("faces", 7*20+4, uint32(0), uint16(4)), "", 0, ""}, // as the loop of another face: allowed
		{VersionQuake, set("faces", 7*20+4, uint32(12), uint16(5)), "faces", 140,
			"face 7: faces have more edges together than the 34 there are"},
		{VersionQuake2, set("leaf faces", 4, uint16(8)), "leaf faces", 4, "leaf face 2: face 8, but only 8 exist"},
		{VersionQBSP, set("leaf faces", 4, uint32(8)), "leaf faces", 4, "leaf face 1: face 8, but only 8 exist"},

		// Inline models: 64 bytes, 48, 40.
		{VersionQuake, replace("models"), "models", 0, "no models"},
		{VersionQuake2, replace("models"), "models", 0, "no models"},
		{VersionQuake3, replace("models"), "models", 0, "no models"},
		{VersionQuake, set("models", 64+24, nan), "models", 64, "model 1: origin"},
		{VersionQuake2, set("models", 48+32, inf), "models", 48, "model 1: origin"},
		{VersionQuake, set("models", 64+60, uint32(2)), "models", 64, "model 1: faces 7+2, but only 8 exist"},
		{VersionQuake, set("models", 64+56, uint32(6)), "models", 64, "model 1: face 6 belongs to model 0"},
		{VersionQuake3, set("models", 40+24, uint32(11)), "models", 40, "model 1: faces 11+1, but only 11 exist"},
		{VersionQuake2, set("models", 48+40, uint32(0)), "models", 48, "model 1: face 0 belongs to model 0"},
		{VersionQuake, set("models", 52, int32(2)), "leaves", 0, "2 leaves, but the world has 2"},
		{VersionQuake, set("models", 52, int32(-1)), "leaves", 0, "2 leaves, but the world has -1"},

		// Leaves: 28, 32, 44; 28, 52; 48 bytes.
		{VersionQuake, set("leaves", 28+20, uint16(1)), "leaves", 28, "leaf 1: faces 1+7, but only 7 exist"},
		{VersionQuake, set("leaves", 22, uint16(1)), "leaves", 28, "leaf 1: 8 faces up to here, but only 7 exist"},
		{Version2PSB, set("leaves", 24, uint32(1)), "leaves", 32, "leaf 1: 8 faces up to here, but only 7 exist"},
		{VersionBSP2, set("leaves", 36, uint32(1)), "leaves", 44, "leaf 1: 8 faces up to here, but only 7 exist"},
		{VersionQuake2, set("leaves", 28+22, uint16(8)), "leaves", 28, "leaf 1: faces 0+8, but only 7 exist"},
		{VersionQuake2, set("leaves", 22, uint16(1)), "leaves", 28, "leaf 1: 8 faces up to here, but only 7 exist"},
		{VersionQBSP, set("leaves", 52+36, uint32(math.MaxUint32)), "leaves", 52,
			"leaf 1: faces 4294967295+7, but only 7 exist"},
		{VersionQBSP, set("leaves", 40, uint32(1)), "leaves", 52, "leaf 1: 8 faces up to here, but only 7 exist"},
		{VersionQuake3, set("leaves", 48+32, uint32(1)), "leaves", 48, "leaf 1: faces 1+10, but only 10 exist"},
		{VersionQuake3, set("leaves", 36, uint32(1)), "leaves", 48, "leaf 1: 11 faces up to here, but only 10 exist"},
		{VersionQuake2, set("leaves", 4, int16(-2)), "leaves", 0, "leaf 0: cluster -2"},
		{VersionQuake2, set("leaves", 28+4, int16(1)), "leaves", 28, "leaf 1: cluster 1, but only 1 exist"},
		{VersionQBSP, set("leaves", 52+4, int32(1)), "leaves", 52, "leaf 1: cluster 1, but only 1 exist"},
		{VersionQuake3, set("leaves", 48, int32(1)), "leaves", 48, "leaf 1: cluster 1, but only 1 exist"},
		{VersionQuake3, all(replace("visibility"), set("leaves", 48, int32(1))), "", 0, ""},
		{VersionQuake3, all(replace("visibility"), set("leaves", 48, int32(2))), "leaves", 48,
			"leaf 1: cluster 2, but only 2 exist"},
		{VersionQuake2, set("leaves", 28+6, int16(-1)), "leaves", 28, "leaf 1: area -1, but only 2 exist"},
		{VersionQuake2, set("leaves", 28+6, int16(2)), "leaves", 28, "leaf 1: area 2, but only 2 exist"},
		{VersionQBSP, set("leaves", 52+8, int32(2)), "leaves", 52, "leaf 1: area 2, but only 2 exist"},

		// Areas and areaportals: 8 bytes.
		{VersionQuake2, set("areas", 8, uint32(2)), "areas", 8, "area 1: portals 0+2, but only 1 exist"},
		{VersionQuake2, set("areas", 8+4, uint32(1)), "areas", 8, "area 1: portals 1+1, but only 1 exist"},
		{VersionQuake2, set("area portals", 4, int32(2)), "area portals", 0, "portal 0: area 2, but only 2 exist"},
		{VersionQuake2, set("area portals", 4, int32(-1)), "area portals", 0, "portal 0: area -1, but only 2 exist"},

		// Visibility.
		{VersionQuake, set("leaves", 28+4, int32(1)), "visibility", 1, "the row that begins here runs out of the lump"},
		{VersionQuake, replace("visibility", uint8(0)), "visibility", 0,
			"the row that begins here runs out of the lump"},
		{VersionQuake, replace("visibility", uint8(0), uint8(0)), "visibility", 0, "a run of no zeros"},
		{VersionQuake2, set("visibility", 0, int32(-1)), "visibility", 0, "-1 clusters do not lie in 14 bytes"},
		{VersionQuake2, set("visibility", 0, int32(2)), "visibility", 0, "2 clusters do not lie in 14 bytes"},
		{VersionQuake2, set("visibility", 4, int32(14)), "visibility", 14,
			"the row that begins here runs out of the lump"},
		{VersionQuake3, set("visibility", 0, int32(-1)), "visibility", 0, "-1 rows of 1 bytes"},
		{VersionQuake3, set("visibility", 0, int32(2)), "visibility", 0,
			"2 rows of 1 bytes exceed the 1 bytes there"},
		{VersionQuake3, set("visibility", 4, int32(0)), "visibility", 0, "1 rows of 0 bytes"},
		{VersionQuake3, set("visibility", 4, int32(2)), "visibility", 0,
			"1 rows of 2 bytes exceed the 1 bytes there"},

		// Nodes: 24, 32, 44; 28, 44; 36 bytes.
		{VersionQuake, set("nodes", 24, uint32(7)), "nodes", 24, "node 1: plane 7, but only 7 exist"},
		{VersionQBSP, set("nodes", 44, uint32(7)), "nodes", 44, "node 1: plane 7, but only 7 exist"},
		{VersionQuake3, set("nodes", 36, uint32(7)), "nodes", 36, "node 1: plane 7, but only 7 exist"},
		{VersionQuake, set("nodes", 24+20, uint16(8), uint16(1)), "nodes", 24, "node 1: faces 8+1, but only 8 exist"},
		{VersionQuake, set("nodes", 24+20, uint16(0), uint16(2)), "nodes", 24,
			"node 1: 9 faces up to here, but only 8 exist"},
		{VersionQuake2, set("nodes", 28+24, uint16(0), uint16(2)), "nodes", 28,
			"node 1: 9 faces up to here, but only 8 exist"},
		{VersionQBSP, set("nodes", 44+36, uint32(0), uint32(2)), "nodes", 44,
			"node 1: 9 faces up to here, but only 8 exist"},
		{VersionBSP2, set("nodes", 4, int32(6)), "nodes", 0, "node 0: child 6 does not exist"},
		{VersionQuake2, set("nodes", 8, int32(-3)), "nodes", 0, "node 0: child -3 does not exist"},
		{VersionQuake, set("nodes", 6, int16(-3)), "nodes", 0, "node 0: child -3 does not exist"},
		{VersionQuake2, set("nodes", 5*28+4, int32(5)), "nodes", 0, "node 5: child 5 is reached twice"},
		{VersionQuake3, set("nodes", 5*36+4, int32(0)), "nodes", 0, "node 5: child 0 is reached twice"},
		{VersionQuake, set("nodes", 6, int16(1)), "nodes", 0, "node 0: child 1 is reached twice"},
		{VersionQuake, set("nodes", 6, int16(-2)), "nodes", 0, "leaf 1 is reached twice"},
		{VersionQuake2, set("nodes", 8, int32(-2)), "nodes", 0, "leaf 1 is reached twice"},
		{VersionQuake, set("models", 36, int32(6)), "nodes", 0, "model 0: head node 6 does not exist"},
		{VersionQuake, set("models", 64+36, int32(-3)), "nodes", 0, "model 1: head node -3 does not exist"},
		{VersionQuake2, set("models", 48+36, int32(math.MinInt32)), "nodes", 0,
			"model 1: head node -2147483648 does not exist"},
		{VersionQuake2, set("models", 48+36, int32(3)), "nodes", 0, "model 1: head node 3 belongs to another tree"},
		{VersionQuake2, set("models", 48+36, int32(0)), "", 0, ""}, // shares the tree of the world: allowed

		// Surfaces of Quake III: 104 bytes; faces 0 to 6 polygons, 7 a patch, 8 a mesh, 9 neither.
		{VersionQuake3, set("indices", 4, uint32(47)), "indices", 4, "index 1: vertex 47, but only 47 exist"},
		{VersionQuake3, set("indices", 4, uint32(4)), "faces", 0, "face 0: corner at vertex 4, but only 4 exist"},
		{VersionQuake3, set("faces", 104, int32(4)), "faces", 104, "face 1: texture 4, but only 4 exist"},
		{VersionQuake3, set("faces", 104, int32(-1)), "faces", 104, "face 1: texture -1, but only 4 exist"},
		{VersionQuake3, set("faces", 104+12, uint32(44)), "faces", 104, "face 1: vertices 44+4, but only 47 exist"},
		{VersionQuake3, set("faces", 104+20, uint32(1000)), "faces", 104, "face 1: indices 1000+6, but only 60 exist"},
		{VersionQuake3, set("faces", 9*104, int32(-1)), "", 0, ""}, // not drawn, so not looked at
		{VersionQuake3, set("faces", 7*104+96, int32(1), int32(9)), "faces", 728,
			"face 7: patch of 1 x 9 control points with 9 vertices"},
		{VersionQuake3, set("faces", 7*104+96, int32(9), int32(1)), "faces", 728,
			"face 7: patch of 9 x 1 control points with 9 vertices"},
		{VersionQuake3, set("faces", 7*104+16, uint32(12), uint32(0), uint32(0), int32(0), [16]byte{}, [9]float32{},
			[3]float32{}, int32(4), int32(3)), "faces", 728, "face 7: patch of 4 x 3"},
		{VersionQuake3, set("faces", 7*104+16, uint32(12), uint32(0), uint32(0), int32(0), [16]byte{}, [9]float32{},
			[3]float32{}, int32(3), int32(4)), "faces", 728, "face 7: patch of 3 x 4"},
		{VersionQuake3, set("faces", 7*104+96, int32(5)), "faces", 728,
			"face 7: patch of 5 x 3 control points with 9 vertices"},
		{VersionQuake3, set("faces", 7*104+96, int32(-3), int32(-3)), "faces", 728, "face 7: patch of -3 x -3"},
		// 47 vertices and 60 indices, all in use: 16 times that leaves 1,605 for more faces, 80 of 20.
		{VersionQuake3, repeat("faces", 100, func(int) []byte {
			return bytesOf([3]int32{0, 0, surfaceMesh}, uint32(0), uint32(20), uint32(0), uint32(0), [76]byte{})
		}), "faces", 104 * 91, "face 91: faces share too many vertices and indices"},

		{VersionQuake, replace("entities", []byte(`{ "a" }`)), "entities", 6, "expected a key or value, not a brace"},
	} {
		magic, lumps := split(rooms(false)[c.version])
		c.damage(lumps)
		data := file(magic, lumps)
		m, err := Load(data)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.version, err)
			} else {
				checkMap(t, m)
			}
			continue
		}
		offset, length := lumpAt(data, c.lump)
		if length == 0 {
			offset = 0 // the directory may say anything
		}
		var fe *FormatError
		if !errors.As(err, &fe) || fe.Version != c.version || fe.Lump != c.lump || fe.Offset != int64(offset+c.at) ||
			!strings.Contains(fe.Err.Error(), c.want) {
			t.Errorf("%s: %q in %s at %d (%d in the file) expected, got %v", c.version, c.want, c.lump, c.at,
				offset+c.at, err)
		}
	}
}

// TestDeepTree: a tree as deep as the limit is read, a deeper one is not.
func TestDeepTree(t *testing.T) {
	const limit = 16384
	for _, depth := range []int{limit, limit + 1} {
		magic, lumps := split(rooms(false)[VersionQuake3])
		lumps["nodes"] = nil
		for i := range depth {
			child := int32(i + 1)
			if i == depth-1 {
				child = ^1
			}
			lumps["nodes"] = append(lumps["nodes"], bytesOf(uint32(0), child, int32(^0), [6]int32{})...)
		}
		m, err := Load(file(magic, lumps))
		switch {
		case depth == limit && (err != nil || m.TreeDepth != limit):
			t.Errorf("%d nodes deep: %v", depth, err)
		case depth > limit && (err == nil || !strings.Contains(err.Error(), "model 0: tree deeper than 16384")):
			t.Errorf("%d nodes deep: %v", depth, err)
		}
	}
}

// TestRecordSizes gives each lump one byte more. The sizes are those of the
// formats' documents.
func TestRecordSizes(t *testing.T) {
	quake := map[string]int{"planes": 20, "vertices": 12, "texinfo": 40, "surface edges": 4, "models": 64}
	quake2 := map[string]int{"planes": 20, "vertices": 12, "texinfo": 76, "surface edges": 4, "models": 48, "areas": 8,
		"area portals": 8}
	quake3 := map[string]int{"textures": 72, "planes": 16, "nodes": 36, "leaves": 48, "leaf faces": 4, "models": 40,
		"vertices": 44,
		"indices":  4, "faces": 104}
	with := func(a, b map[string]int) map[string]int {
		sizes := map[string]int{}
		for name, size := range a {
			sizes[name] = size
		}
		for name, size := range b {
			sizes[name] = size
		}
		return sizes
	}
	all := map[Version]map[string]int{
		VersionQuake: with(quake, map[string]int{"nodes": 24, "faces": 20, "leaves": 28, "leaf faces": 2,
			"edges": 4}),
		Version2PSB: with(quake, map[string]int{"nodes": 32, "faces": 28, "leaves": 32, "leaf faces": 4,
			"edges": 8}),
		VersionBSP2: with(quake, map[string]int{"nodes": 44, "faces": 28, "leaves": 44, "leaf faces": 4,
			"edges": 8}),
		VersionQuake2: with(quake2, map[string]int{"nodes": 28, "faces": 20, "leaves": 28, "leaf faces": 2,
			"edges": 4}),
		VersionQBSP: with(quake2, map[string]int{"nodes": 44, "faces": 28, "leaves": 52, "leaf faces": 4,
			"edges": 8}),
		VersionQuake3:    quake3,
		VersionQuakeLive: quake3,
	}
	for _, f := range formats {
		if len(all[f.version]) == 0 {
			t.Errorf("version %s has no sizes", f.version)
		}
	}
	for version, sizes := range all {
		for name, size := range sizes {
			magic, lumps := split(rooms(false)[version])
			lumps[name] = append(lumps[name], 0)
			data := file(magic, lumps)
			offset, length := lumpAt(data, name)
			_, err := Load(data)
			want := fmt.Sprintf("bsp version %s, lump %s, byte %d: %d bytes are not a whole number of records of %d",
				version, name, offset, length, size)
			if err == nil || err.Error() != want {
				t.Errorf("%s, %s of %d bytes: %v", version, name, length, err)
			}
		}
	}
}

// TestHeader: what is no map, and directories that lie.
func TestHeader(t *testing.T) {
	room := rooms(false)[VersionQuake2]
	entry := func(at int, value int32) string { // the lump of vertices, 8+2*8
		d := append([]byte(nil), room...)
		binary.LittleEndian.PutUint32(d[8+2*8+at:], uint32(value))
		return string(d)
	}
	size := int32(len(room))
	for _, c := range []struct {
		data    string
		version Version
		lump    string
		at      int64
		want    string
	}{
		{"", "", "", 0, "not a map of Quake, Quake II or Quake III"},
		{"BSP", "", "", 0, "not a map"},
		{"\x1d\x00\x00", "", "", 0, "not a map"},
		{"\x1e\x00\x00\x00\x00\x00\x00\x00", "", "", 0, "not a map"},
		{"PACK\x00\x00\x00\x00", "", "", 0, "not a map"},
		{"IBSP\x26\x00\x00", "", "", 0, "not a map"},
		{"IBSP\x27\x00\x00\x00", "", "", 4, "IBSP of version 39; 38, 46, 47 can be read"},
		{"QBSP\x2e\x00\x00\x00", "", "", 4, "QBSP of version 46; 38 can be read"},
		{"BSP2", VersionBSP2, "", 4, "file ends inside the header"},
		{string(room[:8+19*8-1]), VersionQuake2, "", 159, "file ends inside the header"},
		{string(rooms(false)[VersionQuake][:4+15*8-1]), VersionQuake, "", 123, "file ends inside the header"},
		{string(rooms(false)[VersionQuake3][:8+17*8-1]), VersionQuake3, "", 143, "file ends inside the header"},
		{entry(0, -1), VersionQuake2, "vertices", 24, "168 bytes at -1 exceed the file size"},
		{entry(0, size), VersionQuake2, "vertices", 24, "exceed the file size"},
		{entry(0, size-167), VersionQuake2, "vertices", 24, "exceed the file size"},
		{entry(4, -12), VersionQuake2, "vertices", 24, "-12 bytes at"},
		{entry(4, math.MaxInt32), VersionQuake2, "vertices", 24, "2147483647 bytes at"},
	} {
		_, err := Load([]byte(c.data))
		var fe *FormatError
		if !errors.As(err, &fe) || fe.Version != c.version || fe.Lump != c.lump || fe.Offset != c.at ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%.12q: %v, not %q in %s at %d", c.data, err, c.want, c.lump, c.at)
		}
	}
	// The place of an empty lump means nothing.
	d := append([]byte(nil), room...)
	binary.LittleEndian.PutUint32(d[8+16*8:], math.MaxUint32)
	if _, err := Load(d); err != nil {
		t.Errorf("empty lump: %v", err)
	}
}

func TestErrorText(t *testing.T) {
	e := &FormatError{VersionQBSP, "nodes", 77, errNoModels}
	if got, want := e.Error(), "bsp version QBSP, lump nodes, byte 77: no models, not even the world"; got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if !errors.Is(e, errNoModels) {
		t.Error("the cause is lost")
	}
}

// What is kept of a map is bounded by more than its size: a row of visibility unpacks to
// a hundred times its bytes, and an entity takes twelve times its two.
func TestBounds(t *testing.T) {
	for n, want := range map[int]int64{0: 64 << 20, 1 << 20: 96 << 20, 10 << 20: 384 << 20, 1 << 30: 512 << 20} {
		if got := maxRows(n); got != want {
			t.Errorf("a lump of %d bytes: %d bytes of rows, not %d", n, got, want)
		}
	}
	for text, want := range map[string]int{
		strings.Repeat("{}", 65535): 65535, strings.Repeat("{}", 200000): 65536, strings.Repeat("{\"a\" \"b\"}",
			70000): 65536,
	} {
		if list, err := parseEntities(text); err != nil || len(list) != want {
			t.Errorf("%d bytes: %d entities, not %d: %v", len(text), len(list), want, err)
		}
	}
	list, err := parseEntities("{" + strings.Repeat("a b ", 1<<20+5) + "}{ c d }")
	if err != nil || len(list) != 1 || len(list[0]) != 1<<20 {
		t.Errorf("%d entities: %v", len(list), err)
	}
}
