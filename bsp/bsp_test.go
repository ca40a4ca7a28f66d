package bsp

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"demoscope/internal/corpus"
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
				t.Errorf("%s: %d models, %d faces, %d leaves, %d nodes", version, len(m.Models), len(m.Faces),
					len(m.Leaves), len(m.Nodes))
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
			if m.Leaves[1].Cluster != 0 || m.Leaves[0].Cluster != -1 || m.Leaves[0].Contents != ContentsSolid ||
				!sees(&m.Visibility, 0, 0) {
				t.Errorf("%s: leaves %+v", version, m.Leaves)
			}
			if g := measure(m); g.offPlane > 0 || g.flipped > 0 || g.repeated > 0 {
				t.Errorf("%s: %+v", version, g)
			}
			if len(m.Entities) != 3 {
				t.Fatalf("%s: entities %v", version, m.Entities)
			}
			if at, ok := m.Entities[1].Get("origin"); !ok || at != "0 0 -40" {
				t.Errorf("%s: origin %q %v", version, at, ok)
			}
		}
	}
}

func TestManualNamesEveryVersion(t *testing.T) {
	text := string(corpus.Read(t, filepath.Join("..", "docs", "manual", "formats-and-maps.md")))
	_, line, found := strings.Cut(text, "Demoscope reads maps in BSP versions ")
	line, _, ended := strings.Cut(line, ".")
	if !found || !ended {
		t.Fatal("the manual has no sentence about the versions of maps")
	}
	words := strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, f := range formats {
		if !slices.Contains(words, string(f.version)) {
			t.Errorf("the manual does not name version %s: %q", f.version, line)
		}
	}
}

// TestEveryVersionHasARoom, so that no line of the table is without tests.
func TestEveryVersionHasARoom(t *testing.T) {
	games := map[Version]Game{
		VersionQuake: Quake, Version2PSB: Quake, VersionBSP2: Quake, VersionQuake2: Quake2, VersionQBSP: Quake2,
		VersionQuake3:    Quake3,
		VersionQuakeLive: Quake3,
	}
	all := rooms(false)
	for _, f := range formats {
		game, ok := games[f.version]
		if all[f.version] == nil || !ok || f.version.Game() != game {
			t.Errorf("version %s of game %d: a room of %d bytes", f.version, f.version.Game(), len(all[f.version]))
		}
	}
	if Version("").Game() != Quake || Version("x").Game() != Quake {
		t.Error("unknown versions are not Quake's")
	}
}

// TestWidthsReadTheSame: the room is the same map in all versions of a game.
func TestWidthsReadTheSame(t *testing.T) {
	all := rooms(false)
	for _, f := range formats {
		want := load(t, all[map[Game]Version{Quake: VersionQuake, Quake2: VersionQuake2,
			Quake3: VersionQuake3}[f.game]])
		got := load(t, all[f.version])
		if got.Version != f.version {
			t.Errorf("%s is read as %s", f.version, got.Version)
		}
		got.Version, got.Checksums = want.Version, want.Checksums
		if d := cmp.Diff(want, got, cmp.AllowUnexported(Visibility{})); d != "" {
			t.Errorf("%s: %s", f.version, d)
		}
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
