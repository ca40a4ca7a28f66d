package bsp

import (
	"demoscope/internal/corpus"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
)

// sample reads one of our own maps.
func sample(t testing.TB, name string) []byte {
	t.Helper()
	return corpus.Read(t, filepath.Join(corpus.Sample, filepath.FromSlash(name)))
}

// game returns the folder of real game data.
func game(t testing.TB) string { return filepath.Join(corpus.Dir(t), "game") }

// TestSample checks our own map in every format against what its compilers
// and the engines say of it (assets/sample/README.md).
func TestSample(t *testing.T) {
	read := func(name string) *Map { return load(t, sample(t, name)) }
	quake, bsp2 := read("demoscope1.bsp"), read("demoscope1_bsp2.bsp")
	quake2, quake3 := read("q2/demoscope1.bsp"), read("q3/demoscope1.bsp")
	if len(quake.Faces) != 2373 || len(quake.Nodes) != 716 || len(quake.Models) != 9 {
		t.Errorf("%d faces, %d nodes, %d models", len(quake.Faces), len(quake.Nodes), len(quake.Models))
	}
	if want := (Checksums{QuakeWorld: -258057691, QuakeWorld2: 1226110416}); quake.Checksums != want {
		t.Errorf("checksums %+v, not %+v", quake.Checksums, want)
	}
	if quake2.Checksums.File != 1389222815 {
		t.Errorf("checksum for Quake II %d", quake2.Checksums.File)
	}
	// Both compiles of the map for Quake have the same shape; how light and
	// visibility are laid out varies.
	for i := range quake.Faces {
		quake.Faces[i].Light, bsp2.Faces[i].Light = FaceLight{}, FaceLight{}
	}
	for _, c := range []struct {
		what       string
		want, got  any
		comparable bool
	}{
		{"faces", quake.Faces, bsp2.Faces, true},
		{"corners", quake.FaceVertices, bsp2.FaceVertices, true},
		{"edges", quake.Edges, bsp2.Edges, true},
		{"edges of faces", quake.FaceEdges, bsp2.FaceEdges, true},
		{"vertices", quake.Vertices, bsp2.Vertices, true},
		{"entities", quake.Entities, bsp2.Entities, true},
	} {
		if d := cmp.Diff(c.want, c.got); d != "" {
			t.Errorf("%s differ between versions 29 and BSP2: %.500s", c.what, d)
		}
	}
	// The walls that the map source has: all kinds of face, the outer bounds.
	for _, m := range []*Map{quake, quake2, quake3} {
		kinds := map[Kind]int{}
		for i := range m.Faces {
			kinds[m.Faces[i].Kind]++
		}
		if kinds[KindSolid] == 0 || kinds[KindWater] == 0 || kinds[KindSky] == 0 {
			t.Errorf("version %s: kinds %v", m.Version, kinds)
		}
		world := m.Models[0]
		for axis, want := range [3][2]float32{{-1184, 1120}, {-1120, 1120}, {-160, 608}} {
			if world.Mins[axis] < want[0]-1 || world.Maxs[axis] > want[1]+1 ||
				world.Maxs[axis]-world.Mins[axis] < (want[1]-want[0])*0.9 {
				t.Errorf("version %s: axis %d from %v to %v, not within %v", m.Version, axis, world.Mins[axis],
					world.Maxs[axis], want)
			}
		}
	}
	// What the level itself says of visibility: spawn points lie in open space
	// and see themselves.
	for _, m := range []*Map{quake, bsp2, quake2, quake3} {
		checkSpawns(t, "demoscope1 "+string(m.Version), m)
	}
}

// originOf returns where an entity is, if it says so.
func originOf(e Entity) (at mgl32.Vec3, ok bool) {
	text, _ := e.Get("origin")
	n, err := fmt.Sscan(text, &at[0], &at[1], &at[2])
	return at, n == len(at) && err == nil
}

// checkSpawns checks that players start in open space, in a cluster that sees
// itself and not everything.
func checkSpawns(t *testing.T, name string, m *Map) (spawns int) {
	t.Helper()
	inside := 0
	for _, e := range m.Entities {
		class, _ := e.Get("classname")
		at, ok := originOf(e)
		if !ok || !strings.HasPrefix(class, "info_player_") || class == "info_player_intermission" {
			continue
		}
		spawns++
		leaf := &m.Leaves[m.LeafAt(at)]
		if leaf.Contents&ContentsSolid != 0 {
			continue // some maps have spawn points outside for other games
		}
		inside++
		world := &m.Models[0]
		for i := range at {
			if at[i] < world.Mins[i] || at[i] > world.Maxs[i] {
				break // a map with no outer wall
			}
			if at[i] < leaf.Mins[i]-1 || at[i] > leaf.Maxs[i]+1 {
				t.Errorf("%s: %v lies outside of its leaf %+v", name, at, leaf)
				break
			}
		}
		if m.Visibility.Clusters > 0 && !sees(&m.Visibility, int(leaf.Cluster), int(leaf.Cluster)) {
			t.Errorf("%s: cluster %d does not see itself", name, leaf.Cluster)
		}
	}
	if inside*2 < spawns {
		t.Errorf("%s: %d of %d spawn points in open space", name, inside, spawns)
	}
	return spawns
}

// openArenaDir is where Debian's openarena-081-maps and openarena-088-data put
// their files.
const openArenaDir = "/usr/share/games/openarena/baseoa"

func TestCorpusMaps(t *testing.T) { checkMaps(t, corpus.Maps(t, game(t)), 36) }

func TestOpenArenaMaps(t *testing.T) {
	if _, err := os.Stat(openArenaDir); err != nil {
		t.Skip("Debian's openarena-081-maps and openarena-088-data are not installed: no ", openArenaDir)
	}
	checkMaps(t, corpus.Maps(t, openArenaDir), 80)
}

// checkMaps loads maps, checks them and prints what is in them.
func checkMaps(t *testing.T, maps []corpus.GameFile, atLeast int) {
	if len(maps) < atLeast {
		t.Errorf("%d maps, fewer than the %d there were", len(maps), atLeast)
	}
	for _, f := range maps {
		m, err := Load(f.Data)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		checkMap(t, m)
		g := measure(m)
		spawns := checkSpawns(t, f.Name, m)
		t.Logf("%-32s %-4s %5d vertices %5d edges %5d faces %5d nodes %4d leaves %4d clusters %3d models %3d "+
			"entities %2d spawns, off plane %.2f, %d of %d sides open",
			f.Name, m.Version, len(m.Vertices), len(m.Edges), len(m.Faces), len(m.Nodes), len(m.Leaves),
			m.Visibility.Clusters,
			len(m.Models), len(m.Entities), spawns, g.offPlane, g.unmatched, g.directed)
		if g.repeated > 0 {
			t.Errorf("%s: %d edges twice in a model", f.Name, g.repeated)
		}
		if g.flipped > len(m.Faces)/500 {
			t.Errorf("%s: %d of %d polygons go the wrong way round", f.Name, g.flipped, len(m.Faces))
		}
		if g.offPlane > 1 {
			t.Errorf("%s: a corner lies %v units off its plane", f.Name, g.offPlane)
		}
		// Faces of Quake and Quake II close the space. Those of Quake III
		// overlap freely; drafts (no visibility) and ammunition boxes, which
		// are maps too, were compiled without cutting edges at T-junctions.
		if m.Version.Game() == Quake3 || m.Visibility.Clusters == 0 {
			continue
		}
		if g.unmatched*20 > g.directed {
			t.Errorf("%s: %d of %d sides of polygons have no neighbor", f.Name, g.unmatched, g.directed)
		}
	}
}

// TestLitOfCorpus attaches a real .lit file.
func TestLitOfCorpus(t *testing.T) {
	base := filepath.Join(game(t), "lq", "id1", "maps", "lq_e0m1")
	data, lit := corpus.Read(t, base+".bsp"), corpus.Read(t, base+".lit")
	m := load(t, data)
	gray := append([]byte(nil), m.Lighting.Samples...)
	if err := m.AttachLit(lit); err != nil {
		t.Fatal(err)
	}
	checkMap(t, m)
	// The colors are those of the same light: bright where it is bright.
	var same, n int
	for i, g := range gray {
		brightest := max(m.Lighting.Samples[3*i], m.Lighting.Samples[3*i+1], m.Lighting.Samples[3*i+2])
		if d := int(brightest) - int(g); d > -64 && d < 64 {
			same++
		}
		n++
	}
	if same*10 < n*9 {
		t.Errorf("%d of %d luxels are about as bright", same, n)
	}
	lightless := 0
	for i := range m.Faces {
		if f := &m.Faces[i]; f.Kind == KindSolid && f.Light.Offset < 0 {
			lightless++
		}
	}
	t.Logf("%d of %d solid faces have no light", lightless, len(m.Faces))
	if lightless*4 > len(m.Faces) {
		t.Errorf("%d of %d solid faces have no light", lightless, len(m.Faces))
	}
}

// TestChecksumsOfCorpus: what QuakeWorld servers wrote of a map. The file ends
// in an archive, which does not count.
func TestChecksumsOfCorpus(t *testing.T) {
	m := load(t, corpus.Read(t, filepath.Join(game(t), "gplmaps", "id1", "maps", "dm4.bsp")))
	if want := (Checksums{QuakeWorld: 1503571702, QuakeWorld2: 1429241766}); m.Checksums != want {
		t.Errorf("checksums %+v, not %+v", m.Checksums, want)
	}
}
