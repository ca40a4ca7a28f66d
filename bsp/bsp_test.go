package bsp

import (
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
)

// load loads a map that must be good.
func load(t testing.TB, data []byte) *Map {
	t.Helper()
	m, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	checkMap(t, m)
	return m
}

func TestRoomInEveryVersion(t *testing.T) {
	for _, noCuts := range []bool{false, true} {
		for version, data := range rooms(noCuts) {
			m := load(t, data)
			if m.Version != version {
				t.Errorf("version %s read as %s", version, m.Version)
			}
			quake3 := version.Game() == Quake3
			// Walls and the brush model; Quake III adds a patch, a mesh and a
			// billboard.
			faces := 8
			if quake3 {
				faces = 11
			}
			if len(m.Models) != 2 || len(m.Faces) != faces || len(m.Leaves) != 2 || len(m.Nodes) != 6 {
				t.Errorf("%s: %d models, %d faces, %d leaves, %d nodes", version, len(m.Models), len(m.Faces), len(m.Leaves), len(m.Nodes))
			}
			// 12 edges of the cube, two of them cut by the halves of the floor,
			// between which none is drawn. Edges to the sky count.
			walls := map[[2]mgl32.Vec3]bool{}
			for i := range m.Faces {
				f := &m.Faces[i]
				if f.Model != 0 || f.Plane < 0 {
					continue
				}
				for _, e := range m.FaceEdges[f.FirstEdge : f.FirstEdge+f.NumEdges] {
					v := m.Edges[e].V
					walls[[2]mgl32.Vec3{m.Vertices[v[0]], m.Vertices[v[1]]}] = true
				}
			}
			if len(walls) != 14 {
				t.Errorf("%s, walls without cuts %v: %d edges, not 14", version, noCuts, len(walls))
			}
			for v := range walls {
				if v[0][0] == 0 && v[1][0] == 0 {
					t.Errorf("%s: seam %v", version, v)
				}
			}
			if n := m.Models[1].NumEdges; n != 4 {
				t.Errorf("%s: brush model has %d edges, not 4", version, n)
			}
			for i, f := range newRoom(noCuts).faces {
				if i == 7 {
					i = faces - 1
				}
				if got, want := m.Faces[i].Kind, roomTextures[f.texture].kind; got != want {
					t.Errorf("%s: face %d is %v, not %v", version, i, got, want)
				}
				if m.Faces[i].Triangles || int(m.Faces[i].NumVertices) != len(f.loop) {
					t.Errorf("%s: face %d is no loop of %d", version, i, len(f.loop))
				}
			}
			if in, out := m.LeafAt(mgl32.Vec3{0, 0, 0}), m.LeafAt(mgl32.Vec3{0, 0, 65}); in != 1 || out != 0 {
				t.Errorf("%s: leaf %d inside, %d outside", version, in, out)
			}
			if m.Leaves[1].Cluster != 0 || m.Leaves[0].Cluster != -1 || m.Leaves[0].Contents != ContentsSolid || !m.Visibility.Sees(0, 0) {
				t.Errorf("%s: leaves %+v", version, m.Leaves)
			}
			if g := measure(m); g.offPlane > 0 || g.flipped > 0 || g.repeated > 0 {
				t.Errorf("%s: %+v", version, g)
			}
			if len(m.Entities) != 3 {
				t.Fatalf("%s: entities %v", version, m.Entities)
			}
			if at, ok := m.Entities[1].Vec("origin"); !ok || at != (mgl32.Vec3{0, 0, -40}) {
				t.Errorf("%s: origin %v %v", version, at, ok)
			}
		}
	}
}

func TestWidthsReadTheSame(t *testing.T) {
	all := rooms(false)
	want := load(t, all[VersionQuake])
	for _, version := range []Version{VersionBSP2, Version2PSB} {
		got := load(t, all[version])
		got.Version, got.Checksums = want.Version, want.Checksums
		if d := cmp.Diff(want, got, cmp.AllowUnexported(Visibility{})); d != "" {
			t.Errorf("%s: %s", version, d)
		}
	}
}

func TestLightOfPolygons(t *testing.T) {
	m := load(t, rooms(false)[VersionQuake])
	// The axes of the room make s = x + y/2, t = y/2 - z: on the floor at z =
	// -64, x from -64 to 0, s is -96..32 (luxels -6..2) and t is 32..96 (2..6).
	f := &m.Faces[0]
	if f.Light.Width != 9 || f.Light.Height != 5 || f.Light.Offset != 0 {
		t.Errorf("light %+v", f.Light)
	}
	for k, c := range m.FaceVertices[:4] {
		v := m.Vertices[c]
		want := [2]float32{(v[0]+v[1]/2)/16 + 6.5, (v[1]/2-v[2])/16 - 1.5}
		if m.Lighting.Corners[k] != want {
			t.Errorf("corner %v at luxel %v, not %v", v, m.Lighting.Corners[k], want)
		}
	}
	lit := make([]byte, 8+3*len(m.Lighting.Samples))
	copy(lit, "QLIT\x01\x00\x00\x00")
	lit[8], lit[9], lit[10] = 7, 8, 9
	if err := m.AttachLit(lit[:len(lit)-1]); err == nil {
		t.Error("a .lit file that is too short was taken")
	}
	if err := m.AttachLit(lit); err != nil {
		t.Fatal(err)
	}
	checkMap(t, m)
	if m.Lighting.Channels != 3 || m.Lighting.Samples[1] != 8 {
		t.Errorf("%d channels, %v", m.Lighting.Channels, m.Lighting.Samples[:3])
	}
	if err := m.AttachLit(lit); err == nil {
		t.Error("a second .lit file was taken")
	}
}

func TestAreasOfQuake2(t *testing.T) {
	m := load(t, rooms(false)[VersionQuake2])
	want := []Area{{0, 0}, {0, 1}}
	if d := cmp.Diff(want, m.Areas); d != "" || m.AreaPortals[0] != (AreaPortal{1, 1}) || m.Leaves[1].Area != 1 {
		t.Errorf("areas %v, portals %v, leaf %+v", m.Areas, m.AreaPortals, m.Leaves[1])
	}
	if m.Leaves[1].Contents != ContentsWater {
		t.Errorf("contents %b", m.Leaves[1].Contents)
	}
}

// TestRefused damages one thing at a time and looks where the error points.
func TestRefused(t *testing.T) {
	nan := math.Float32bits(float32(math.NaN()))
	for _, c := range []struct {
		name    string
		version Version
		lump    string
		at      int // in the lump
		value   uint32
	}{
		{"vertex not a number", VersionQuake, "vertices", 4, nan},
		{"vertex far away", VersionQuake, "vertices", 4, math.Float32bits(1e30)},
		{"vertex infinite", VersionQuake3, "vertices", 0, math.Float32bits(float32(math.Inf(1)))},
		{"plane not a number", VersionQuake2, "planes", 0, nan},
		{"node child is itself", VersionQuake2, "nodes", 28 + 4, 1},
		{"node child is above", VersionQuake3, "nodes", 36 + 4, 0},
		{"node child does not exist", VersionBSP2, "nodes", 4, 99},
		{"leaf does not exist", Version2PSB, "nodes", 8, 0xffffff00},
		{"node plane", VersionQuake, "nodes", 0, 7},
		{"face plane", VersionBSP2, "faces", 0, 7},
		{"face edges", VersionQuake, "faces", 4, 0x7fffffff},
		{"face open", VersionQuake, "faces", 4, 1},
		{"surface edge", VersionQuake, "surface edges", 8, 0x80000000},
		{"edge vertex", VersionBSP2, "edges", 8, 14},
		{"leaf faces", VersionQuake2, "leaves", 28 + 20, 0x00080000},
		{"leaf face", VersionBSP2, "leaf faces", 0, 8},
		{"cluster", VersionQuake3, "leaves", 48, 1},
		{"model faces", VersionQuake, "models", 64 + 56, 0},
		{"model head", VersionQuake, "models", 36, 6},
		{"visible leaves", VersionQuake, "models", 52, 2},
		{"texture", VersionQuake, "texinfo", 32, 4},
		{"texture offset", VersionQuake, "textures", 4, 0x7ffffff0},
		{"texture count", VersionQuake, "textures", 0, 0x7fffffff},
		{"visibility count", VersionQuake2, "visibility", 0, 0x0fffffff},
		{"visibility row", VersionQuake2, "visibility", 4, 14},
		{"visibility rows", VersionQuake3, "visibility", 0, 9},
		{"area portals", VersionQuake2, "areas", 8, 2},
		{"portal's area", VersionQuake2, "area portals", 4, 2},
		{"patch size", VersionQuake3, "faces", 104*7 + 96, 5},
		{"face index", VersionQuake3, "indices", 0, 4},
		{"entity", VersionQuake, "entities", 0, 0x0a0a0a7d},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := append([]byte(nil), rooms(false)[c.version]...)
			offset, _ := lumpAt(data, c.lump)
			binary.LittleEndian.PutUint32(data[offset+c.at:], c.value)
			_, err := Load(data)
			var fe *FormatError
			if !errors.As(err, &fe) {
				t.Fatalf("error %v", err)
			}
			if fe.Version != c.version || fe.Offset <= 0 || fe.Offset > int64(len(data)) {
				t.Errorf("error %+v", fe)
			}
			t.Log(err)
		})
	}
}

func TestNotAMap(t *testing.T) {
	for _, data := range []string{"", "BSP2", "PACK\x00\x00\x00\x00", "IBSP\x27\x00\x00\x00", "\x1e\x00\x00\x00\x00\x00\x00\x00"} {
		var fe *FormatError
		if _, err := Load([]byte(data)); !errors.As(err, &fe) {
			t.Errorf("%q: error %v", data, err)
		}
	}
}

func TestTailIsIgnored(t *testing.T) {
	for version, data := range rooms(false) {
		if version.Game() == Quake2 {
			continue // its checksum is that of the whole file
		}
		want := load(t, data)
		got := load(t, append(append([]byte(nil), data...), "PK\x05\x06 and more"...))
		if d := cmp.Diff(want, got, cmp.AllowUnexported(Visibility{})); d != "" {
			t.Errorf("%s: %s", version, d)
		}
	}
}
