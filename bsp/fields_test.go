package bsp

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
)

// TestFields gives the numbers of some records values of their own and looks
// where they arrive, in every version. Boxes are those of the room; what is set
// here are their first and last numbers.
func TestFields(t *testing.T) {
	for _, c := range []struct {
		version Version
		damage  func(lumpData)
		node    Node // node 1
		leaf    Leaf // leaf 1
	}{
		{
			VersionQuake,
			all(set("nodes", 24, uint32(3)), set("nodes", 24+8, int16(-300)), set("nodes", 24+18, int16(301)),
				set("nodes", 0+22, uint16(5)), set("nodes", 24+20, uint16(5), uint16(2)),
				set("leaves", 28, int32(-4)), set("leaves", 28+8, int16(-200)), set("leaves", 28+18, int16(201)),
				set("leaves", 28+20, uint16(2), uint16(5), uint32(0xff030201))),
			Node{Plane: 3, Mins: mgl32.Vec3{-300, -64, -64}, Maxs: mgl32.Vec3{64, 64, 301}, FirstFace: 5, NumFaces: 2},
			Leaf{Contents: ContentsSlime, Mins: mgl32.Vec3{-200, -64, -64}, Maxs: mgl32.Vec3{64, 64, 201}, FirstFace: 2,
				NumFaces: 5, Ambient: [4]uint8{1, 2, 3, 255}},
		},
		{
			Version2PSB,
			all(set("nodes", 32, uint32(3)), set("nodes", 32+12, int16(-300)), set("nodes", 32+22, int16(301)),
				set("nodes", 0+28, uint32(5)), set("nodes", 32+24, uint32(5), uint32(2)),
				set("leaves", 32, int32(-4)), set("leaves", 32+8, int16(-200)), set("leaves", 32+18, int16(201)),
				set("leaves", 32+20, uint32(2), uint32(5), uint32(0xff030201))),
			Node{Plane: 3, Mins: mgl32.Vec3{-300, -64, -64}, Maxs: mgl32.Vec3{64, 64, 301}, FirstFace: 5, NumFaces: 2},
			Leaf{Contents: ContentsSlime, Mins: mgl32.Vec3{-200, -64, -64}, Maxs: mgl32.Vec3{64, 64, 201}, FirstFace: 2,
				NumFaces: 5, Ambient: [4]uint8{1, 2, 3, 255}},
		},
		{
			VersionBSP2,
			all(set("nodes", 44, uint32(3)), set("nodes", 44+12, float32(-70000.5)),
				set("nodes", 44+32, float32(301.5)),
				set("nodes", 0+40, uint32(5)), set("nodes", 44+36, uint32(5), uint32(2)),
				set("leaves", 44, int32(-4)), set("leaves", 44+8, float32(-200.5)), set("leaves", 44+28, nan),
				set("leaves", 44+32, uint32(2), uint32(5), uint32(0xff030201))),
			Node{Plane: 3, Mins: mgl32.Vec3{-70000.5, -64, -64}, Maxs: mgl32.Vec3{64, 64, 301.5}, FirstFace: 5,
				NumFaces: 2},
			Leaf{Contents: ContentsSlime, Mins: mgl32.Vec3{-200.5, -64, -64}, Maxs: mgl32.Vec3{64, 64, 0}, FirstFace: 2,
				NumFaces: 5, Ambient: [4]uint8{1, 2, 3, 255}},
		},
		{
			VersionQuake2,
			all(set("nodes", 28, uint32(3)), set("nodes", 28+12, int16(-300)), set("nodes", 28+22, int16(301)),
				set("nodes", 0+26, uint16(5)), set("nodes", 28+24, uint16(5), uint16(2)),
				set("leaves", 28, uint32(0x30)), set("leaves", 28+8, int16(-200)), set("leaves", 28+18, int16(201)),
				set("leaves", 28+20, uint16(2), uint16(5))),
			Node{Plane: 3, Mins: mgl32.Vec3{-300, -64, -64}, Maxs: mgl32.Vec3{64, 64, 301}, FirstFace: 5, NumFaces: 2},
			Leaf{Contents: ContentsSlime | ContentsWater, Area: 1, Mins: mgl32.Vec3{-200, -64, -64},
				Maxs: mgl32.Vec3{64, 64, 201}, FirstFace: 2, NumFaces: 5},
		},
		{
			VersionQBSP,
			all(set("nodes", 44, uint32(3)), set("nodes", 44+12, float32(-70000.5)), set("nodes", 44+32, inf),
				set("nodes", 0+40, uint32(5)), set("nodes", 44+36, uint32(5), uint32(2)),
				set("leaves", 52, uint32(0x30)), set("leaves", 52+12, float32(-200.5)),
				set("leaves", 52+32, float32(201.5)), set("leaves", 52+36, uint32(2), uint32(5))),
			Node{Plane: 3, Mins: mgl32.Vec3{-70000.5, -64, -64}, Maxs: mgl32.Vec3{64, 64, 1048576}, FirstFace: 5,
				NumFaces: 2},
			Leaf{Contents: ContentsSlime | ContentsWater, Area: 1, Mins: mgl32.Vec3{-200.5, -64, -64},
				Maxs: mgl32.Vec3{64, 64, 201.5}, FirstFace: 2, NumFaces: 5},
		},
		{
			VersionQuakeLive,
			all(set("nodes", 36, uint32(3)), set("nodes", 36+12, int32(-70000)), set("nodes", 36+32, int32(1<<30)),
				set("leaves", 48+4, int32(7)), set("leaves", 48+8, int32(-70001)), set("leaves", 48+28, int32(201)),
				set("leaves", 48+32, uint32(2), uint32(8))),
			Node{Plane: 3, Mins: mgl32.Vec3{-70000, -64, -64}, Maxs: mgl32.Vec3{64, 64, 1048576}},
			Leaf{Area: 7, Mins: mgl32.Vec3{-70001, -64, -64}, Maxs: mgl32.Vec3{64, 64, 201}, FirstFace: 2, NumFaces: 8},
		},
	} {
		magic, lumps := split(rooms(false)[c.version])
		c.damage(lumps)
		m := load(t, file(magic, lumps))
		// Node 1 has the solid leaf in front and node 2 behind it, below node 0.
		c.node.Children, c.node.Parent = [2]int32{^0, 2}, 0
		c.leaf.Parent = 5
		if d := cmp.Diff(c.node, m.Nodes[1]); d != "" {
			t.Errorf("%s: node 1: %s", c.version, d)
		}
		if d := cmp.Diff(c.leaf, m.Leaves[1]); d != "" {
			t.Errorf("%s: leaf 1: %s", c.version, d)
		}
		if m.Nodes[0].Children != [2]int32{1, ^0} || m.Nodes[5].Children != [2]int32{^0, ^1} ||
			m.Nodes[0].Parent != -1 || m.TreeDepth != 6 {
			t.Errorf("%s: nodes %+v, depth %d", c.version, m.Nodes, m.TreeDepth)
		}
		// The solid leaf 0 hangs at every node, so it has no parent.
		if solid := m.Leaves[0]; solid.Parent != -1 || solid.Contents != ContentsSolid || solid.Cluster != -1 {
			t.Errorf("%s: leaf 0: %+v", c.version, solid)
		}
		if want := []uint32{0, 1, 2, 3, 4, 5, 6}; !slices.Equal(m.LeafFaces[:7], want) {
			t.Errorf("%s: leaf faces %v", c.version, m.LeafFaces)
		}
	}
}

func TestFieldsOfModels(t *testing.T) {
	for version, c := range map[Version]struct {
		size         int
		origin, tree bool
	}{
		VersionQuake: {64, true, true}, VersionBSP2: {64, true, true}, VersionQuake2: {48, true, true},
		VersionQBSP:   {48, true, true},
		VersionQuake3: {40, false, false},
	} {
		magic, lumps := split(rooms(false)[version])
		set("models", c.size, [6]float32{-1, -2, -3, 4, 5, 6})(lumps)
		if c.origin {
			set("models", c.size+24, [3]float32{7, 8, 9})(lumps)
		}
		m := load(t, file(magic, lumps))
		door, world := m.Models[1], m.Models[0]
		want := Model{Mins: mgl32.Vec3{-1, -2, -3}, Maxs: mgl32.Vec3{4, 5, 6}, HeadNode: NoTree, FirstFace: 7,
			NumFaces: 1}
		if c.origin {
			want.Origin = mgl32.Vec3{7, 8, 9}
		}
		if c.tree {
			want.HeadNode = ^0
		} else {
			want.FirstFace = 10
		}
		want.FirstEdge, want.NumEdges = world.NumEdges, 4
		if d := cmp.Diff(want, door); d != "" {
			t.Errorf("%s: %s", version, d)
		}
		if world.HeadNode != 0 || world.FirstFace != 0 || world.NumFaces != want.FirstFace ||
			world.Mins != (mgl32.Vec3{-64, -64, -64}) || world.Maxs != (mgl32.Vec3{64, 64, 64}) {
			t.Errorf("%s: world %+v", version, world)
		}
		for i := range m.Faces {
			if f := &m.Faces[i]; (f.Model == 1) != (i == len(m.Faces)-1) {
				t.Errorf("%s: face %d belongs to model %d", version, i, f.Model)
			}
		}
		// Without nodes the world is the one leaf.
		if !c.tree {
			lumps["nodes"] = nil
			if m := load(t, file(magic, lumps)); m.Models[0].HeadNode != ^0 || m.LeafAt(mgl32.Vec3{}) != 0 {
				t.Errorf("%s without nodes: %+v", version, m.Models[0])
			}
		}
	}
}

func TestFieldsOfFaces(t *testing.T) {
	floor := []mgl32.Vec3{{-64, -64, -64}, {-64, 64, -64}, {0, 64, -64}, {0, -64, -64}}
	for version, data := range rooms(false) {
		m := load(t, data)
		f := m.Faces[0]
		var loop []mgl32.Vec3
		for _, v := range m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices] {
			loop = append(loop, m.Vertices[v])
		}
		// Clockwise seen from above, wherever the loop begins.
		if i := slices.Index(loop, floor[0]); i < 0 || !slices.Equal(append(slices.Clone(loop[i:]), loop[:i]...),
			floor) {
			t.Errorf("%s: floor %v", version, loop)
		}
		if f.Mins != (mgl32.Vec3{-64, -64, -64}) || f.Maxs != (mgl32.Vec3{0, 64, -64}) || f.Texture != 0 || f.Back {
			t.Errorf("%s: floor %+v", version, f)
		}
		if p := m.Planes[f.Plane]; p != (Plane{mgl32.Vec3{0, 0, 1}, -64, PlaneZ}) {
			t.Errorf("%s: plane of the floor %+v", version, p)
		}
		ceiling := m.Faces[2]
		normal := m.Planes[ceiling.Plane].Normal
		if ceiling.Back {
			normal = normal.Mul(-1)
		}
		if normal != (mgl32.Vec3{0, 0, -1}) || ceiling.Texture != 1 {
			t.Errorf("%s: ceiling %+v looks to %v", version, ceiling, normal)
		}
		if version.Game() != Quake3 && (!ceiling.Back || m.Planes[ceiling.Plane].Dist != 64) {
			t.Errorf("%s: ceiling %+v", version, ceiling)
		}
	}
}

func TestFieldsOfTextures(t *testing.T) {
	axes := [2]mgl32.Vec4{{1, 0.5, 0, 0}, {0, 0.5, -1, 0}}
	for version, data := range rooms(false) {
		m := load(t, data)
		want := Texture{Name: "*lava1", Kind: KindLava, Width: 64, Height: 32, Axes: axes}
		switch version.Game() {
		case Quake2:
			want = Texture{Name: "e1/lava1", Kind: KindLava, Flags: 0x8, Axes: axes}
		case Quake3:
			want = Texture{Name: "e1/lava1", Kind: KindLava, Flags: 0x8, Contents: 0x8}
		}
		if d := cmp.Diff(want, m.Textures[2]); len(m.Textures) != 4 || d != "" {
			t.Errorf("%s: %d textures, %s", version, len(m.Textures), d)
		}
	}
	// The order of the axes, their offsets; numbers that are none.
	magic, lumps := split(rooms(false)[VersionQuake])
	all(set("texinfo", 0, [8]float32{1, 2, 3, 4, 5, 6, 7, 8}, uint32(3), uint32(9)), set("texinfo", 40, nan),
		set("texinfo", 80+28, float32(1<<40)),
		set("texinfo", 120, float32(-1<<39)), set("textures", 4, int32(-1)))(lumps)
	m := load(t, file(magic, lumps))
	if d := cmp.Diff(Texture{Name: "trigger", Kind: KindTrigger, Flags: 9, Width: 64, Height: 32, Axes: [2]mgl32.Vec4{
		{1, 2, 3, 4}, {5, 6, 7, 8}}}, m.Textures[0]); d != "" {
		t.Error(d)
	}
	for i, want := range map[int]mgl32.Vec4{1: {}, 2: {}, 3: {-1 << 39, 0.5, 0, 0}} {
		if m.Textures[i].Axes[0] != want {
			t.Errorf("texture %d has axes %v, not %v", i, m.Textures[i].Axes, want)
		}
	}
	// A texture that is missing has no name, and without textures all is solid.
	set("texinfo", 32, uint32(0))(lumps)
	if m := load(t, file(magic, lumps)); m.Textures[0].Name != "" || m.Textures[0].Kind != KindSolid ||
		m.Textures[1].Name != "sky4" {
		t.Errorf("textures %+v", m.Textures)
	}
	lumps["textures"] = nil
	if m := load(t, file(magic, lumps)); m.Textures[1].Name != "" || m.Textures[1].Kind != KindSolid {
		t.Errorf("textures %+v", m.Textures)
	}
}

func TestPlanes(t *testing.T) {
	for _, c := range []struct {
		normal mgl32.Vec3
		want   PlaneType
	}{
		{mgl32.Vec3{1, 0, 0}, PlaneX}, {mgl32.Vec3{0, 1, 0}, PlaneY}, {mgl32.Vec3{0, 0, 1}, PlaneZ},
		{mgl32.Vec3{-1, 0, 0}, PlaneOblique}, {mgl32.Vec3{0, 0.6, 0.8}, PlaneOblique},
	} {
		p := Plane{Normal: c.normal, Dist: 5, Type: planeType(c.normal)}
		v := mgl32.Vec3{10, 20, 30}
		want := c.normal[0]*10 + c.normal[1]*20 + c.normal[2]*30 - 5
		if p.Type != c.want || p.distance(v) != want {
			t.Errorf("%v: type %d, distance %v, not %d and %v", c.normal, p.Type, p.distance(v), c.want, want)
		}
	}
}

// TestLeafAt: what lies on a plane is in front of it.
func TestLeafAt(t *testing.T) {
	m := load(t, rooms(false)[VersionQuake])
	for _, c := range []struct {
		at   mgl32.Vec3
		leaf int
	}{
		{mgl32.Vec3{0, 0, 0}, 1}, {mgl32.Vec3{-64, 0, 0}, 1}, {mgl32.Vec3{-64.01, 0, 0}, 0},
		{mgl32.Vec3{63.99, 0, 0}, 1}, {mgl32.Vec3{64, 0, 0}, 0},
		{mgl32.Vec3{0, -65, 0}, 0}, {mgl32.Vec3{0, 65, 0}, 0}, {mgl32.Vec3{0, 0, -65}, 0}, {mgl32.Vec3{0, 0, 65}, 0},
	} {
		if got := m.LeafAt(c.at); got != c.leaf {
			t.Errorf("%v lies in leaf %d, not %d", c.at, got, c.leaf)
		}
	}
}

// TestChildren of 16 bits: more than 32,767 nodes use the upper half of the
// numbers, as far as there are nodes.
func TestChildren(t *testing.T) {
	for _, c := range []struct {
		raw         uint32
		size, nodes int
		want        int32
	}{
		{3, 2, 5, 3}, {0xffff, 2, 5, -1}, {0xfffe, 2, 5, -2}, {40000, 2, 40001, 40000},
		{40000, 2, 40000, 40000 - 65536},
		{0xffffffff, 4, 5, -1}, {70000, 4, 5, 70000}, {0xfffe, 4, 5, 0xfffe},
	} {
		if got := childOf(c.raw, c.size, c.nodes); got != c.want {
			t.Errorf("%d of %d bytes among %d nodes is %d, not %d", c.raw, c.size, c.nodes, got, c.want)
		}
	}
}

func TestFieldsOfAreas(t *testing.T) {
	for _, version := range []Version{VersionQuake2, VersionQBSP} {
		magic, lumps := split(rooms(false)[version])
		replace("areas", [2]uint32{0, 0}, [2]uint32{1, 0}, [2]uint32{2, 1})(lumps)
		replace("area portals", [2]int32{4, 2}, [2]int32{5, 0}, [2]int32{6, 1})(lumps)
		m := load(t, file(magic, lumps))
		areas := []Area{{0, 0}, {FirstPortal: 0, NumPortals: 1}, {FirstPortal: 1, NumPortals: 2}}
		portals := []AreaPortal{{Portal: 4, Other: 2}, {5, 0}, {6, 1}}
		if d := cmp.Diff(areas, m.Areas) + cmp.Diff(portals, m.AreaPortals); d != "" {
			t.Errorf("%s: %s", version, d)
		}
	}
}

// TestVisibilityOfMaps: the rows arrive at their clusters.
func TestVisibilityOfMaps(t *testing.T) {
	// Quake: three leaves besides the solid one, the row of the second at 1.
	magic, lumps := split(rooms(false)[VersionQuake])
	leaf := func(int) []byte { return bytesOf(int32(-1), int32(-1), [6]int16{}, [2]uint16{}, uint32(0)) }
	all(repeat("leaves", 2, leaf), set("leaves", 2*28+4, int32(1)), set("leaves", 28+4, int32(0)),
		set("models", 52, int32(3)),
		replace("visibility", uint8(0b011), uint8(0b110)))(lumps)
	quake := load(t, file(magic, lumps))
	// Quake II: 10 clusters, the first sees itself and the ninth, the second the last alone; the others all.
	magic, lumps = split(rooms(false)[VersionQuake2])
	table := bytesOf(int32(10))
	for i := range 10 {
		table = append(table, bytesOf([]int32{84, 86, -1}[min(i, 2)], int32(0))...)
	}
	lumps["visibility"] = append(table, 0b1, 0b1, 0, 1, 0b10)
	quake2 := load(t, file(magic, lumps))
	// Quake III: rows of 8 bytes that are not packed.
	magic, lumps = split(rooms(false)[VersionQuake3])
	lumps["visibility"] = append(bytesOf(int32(2), int32(8)), 0b10, 0, 0, 0, 0, 0, 0, 0, 0b11, 0xff, 0, 0, 0, 0, 0, 0)
	quake3 := load(t, file(magic, lumps))
	for _, c := range []struct {
		m        *Map
		from, to int
		want     bool
	}{
		{quake, 0, 0, true}, {quake, 0, 1, true}, {quake, 0, 2, false}, {quake, 1, 0, false}, {quake, 1, 2, true},
		{quake, 2, 0, true},
		{quake2, 0, 0, true}, {quake2, 0, 1, false}, {quake2, 0, 8, true}, {quake2, 0, 9, false}, {quake2, 1, 8, false},
		{quake2, 1, 9, true},
		{quake2, 5, 3, true},
		{quake3, 0, 0, false}, {quake3, 0, 1, true}, {quake3, 1, 0, true}, {quake3, 1, 1, true},
	} {
		if sees(&c.m.Visibility, c.from, c.to) != c.want {
			t.Errorf("%s: %d sees %d: %v", c.m.Version, c.from, c.to, !c.want)
		}
	}
	if row := quake3.Visibility.Visible(1); len(row) != 1 || row[0] != 0b11 {
		t.Errorf("row %b: bits past the last cluster", row)
	}
}

// TestFogs: a fog has the plane of its visible side; sides that do not exist, and lists that are cut, are left out.
func TestFogs(t *testing.T) {
	var fogs, brushes, sides bytes.Buffer
	for _, f := range [][2]int32{{1, 1}, {1, -1}, {9, 0}, {1, 9}, {-1, 0}, {0, 0}} {
		var name [64]byte
		copy(name[:], "mist")
		put(&fogs, name, f)
	}
	put(&brushes, [3]int32{math.MaxInt32, 6, 0}, [3]int32{2, 6, 0})
	put(&sides, [2]int32{0, 0}, [2]int32{0, 0}, [2]int32{0, 0}, [2]int32{1, 0}, [2]int32{7, 0})
	plane := Plane{Normal: mgl32.Vec3{0, 0, 1}, Dist: 5}
	l := &loader{m: &Map{Planes: []Plane{{}, plane}}, lumps: map[string]*lump{
		lumpFogs: {data: fogs.Bytes()}, lumpBrushes: {data: brushes.Bytes()}, lumpBrushSides: {data: sides.Bytes()}}}
	l.fogs()
	want := []Fog{{"mist", plane}, {Shader: "mist"}, {Shader: "mist"}, {Shader: "mist"}, {Shader: "mist"},
		{Shader: "mist"}}
	if !slices.Equal(l.m.Fogs, want) {
		t.Errorf("%+v, not %+v", l.m.Fogs, want)
	}
	l.lumps[lumpFogs].data = l.lumps[lumpFogs].data[:100]
	if l.fogs(); len(l.m.Fogs) != 0 {
		t.Errorf("a list that is cut has %+v", l.m.Fogs)
	}
}
