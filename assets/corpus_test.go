package assets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// corpus returns the folder of real demos and game data.
func corpus(t testing.TB) string {
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Skip("DEMOSCOPE_CORPUS is not set: no real game folders to search")
	}
	return dir
}

// bspMagics are the first bytes of maps. The corpus keeps maps of Quake II in
// a folder of Quake's, too.
var bspMagics = []string{"\x1d\x00\x00\x00", "BSP2", "2PSB", "IBSP\x26", "IBSP\x2e", "IBSP\x2f"}

// readMaps reads every map of a search path and returns how many there are.
func readMaps(t *testing.T, s *Search) int {
	names := s.Names("maps/", ".bsp")
	for _, name := range names {
		data, src, err := s.ReadFile(strings.ToUpper(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.ContainsFunc(bspMagics, func(m string) bool { return strings.HasPrefix(string(data), m) }) {
			t.Errorf("%s: no map: %q", src, data[:min(8, len(data))])
		}
	}
	for _, err := range s.Problems() {
		t.Error(err)
	}
	return len(names) - 1 // the sample's
}

func TestCorpusMaps(t *testing.T) {
	dir := corpus(t)
	for _, c := range []struct {
		base string
		game Game
		maps int
	}{
		{"lq", Quake, 16}, {"gplmaps", Quake, 8}, {"misc", Quake, 6}, {"q2", Quake2, 1}, {"oa", Quake3, 4},
	} {
		s := open(t, Options{Game: c.game, BaseDirs: []string{filepath.Join(dir, "game", c.base)}, NoInstalled: true})
		n := readMaps(t, s)
		t.Logf("%s: %d maps", c.base, n)
		if n < c.maps {
			t.Errorf("%s: %d maps, want %d", c.base, n, c.maps)
		}
		p, src, err := s.Palette()
		if err != nil || p == nil {
			t.Errorf("%s: palette: %v", c.base, err)
		}
		t.Logf("%s: palette from %s", c.base, src)
		if want := c.base == "lq" || c.base == "q2"; want != (src.Kind != Sample) {
			t.Errorf("%s: palette from %s", c.base, src)
		}
	}
}

// TestCorpusBesideDemo: a demo put into the game folder finds its map without
// any flag, and its light comes from the same folder.
func TestCorpusBesideDemo(t *testing.T) {
	dir := corpus(t)
	s := open(t, Options{Game: Quake, DemoPath: filepath.Join(dir, "game", "lq", "id1", "demos", "none.dem"), NoInstalled: true})
	if _, err := s.Find("maps/lq_e0m1.bsp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder of a demo that is not there: %v", err)
	}
	s = open(t, Options{Game: Quake, DemoPath: filepath.Join(dir, "game", "lq", "id1", "none.dem"), NoInstalled: true})
	src, err := s.Find("maps/lq_e0m1.bsp")
	if err != nil || src.Kind != Folder {
		t.Fatalf("%v, %v", src, err)
	}
	if lit, err := s.FindBeside(src, "maps/lq_e0m1.lit"); err != nil || lit.Kind != Folder {
		t.Errorf("%v, %v", lit, err)
	}
}

// TestOpenArena reads every map of Debian's packages openarena-081-maps and
// openarena-088-data where they are installed.
func TestOpenArena(t *testing.T) {
	const base = "/usr/share/games/openarena"
	if _, err := os.Stat(base); err != nil {
		t.Skip("Debian's OpenArena packages are not installed:", err)
	}
	s := open(t, Options{Game: Quake3})
	found := false
	for _, p := range s.Places() {
		if filepath.Dir(p.Folder) == base && p.Exists {
			found = true
			if len(p.Archives) == 0 {
				t.Errorf("%s without archives", p.Folder)
			}
		}
	}
	if !found {
		t.Fatalf("%s is not searched: %v", base, s.Places())
	}
	n := readMaps(t, s)
	t.Logf("%d maps", n)
	if n < 40 {
		t.Errorf("%d maps", n)
	}
}
