package assets

import (
	"bytes"
	"demoscope/internal/corpus"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// readMaps reads all maps below a folder of archives and loose files through a
// search path, by names in upper case, and returns how many there are. Of maps
// of one name the search finds one.
func readMaps(t *testing.T, s *Search, dir string) int {
	t.Helper()
	byName := map[string][][]byte{}
	for _, m := range corpus.Maps(t, dir) {
		name := fold(m.Name)
		byName[name] = append(byName[name], m.Data)
	}
	for name, all := range byName {
		data, src, err := s.ReadFile("MAPS/" + strings.ToUpper(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !slices.ContainsFunc(all, func(want []byte) bool { return bytes.Equal(data, want) }) {
			t.Errorf("%s: %d bytes, which no map of that name has", src, len(data))
		}
	}
	for _, err := range s.Problems() {
		t.Error(err)
	}
	return len(byName)
}

func TestCorpusMaps(t *testing.T) {
	dir := corpus.Dir(t)
	for _, c := range []struct {
		base string
		game Game
		maps int
	}{
		{"lq", Quake, 16}, {"gplmaps", Quake, 8}, {"misc", Quake, 6}, {"q2", Quake2, 1}, {"oa", Quake3, 4},
	} {
		base := filepath.Join(dir, "game", c.base)
		s := open(t, Options{Game: c.game, BaseDirs: []string{base}, NoInstalled: true})
		n := readMaps(t, s, base)
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
	dir := corpus.Dir(t)
	s := open(t, Options{Game: Quake, DemoPath: filepath.Join(dir, "game", "lq", "id1", "demos", "none.dem"),
		NoInstalled: true})
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
	for _, p := range s.list(false) {
		if filepath.Dir(p.Folder) == base && p.Exists {
			found = true
			if len(p.Archives) == 0 {
				t.Errorf("%s without archives", p.Folder)
			}
		}
	}
	if !found {
		t.Fatalf("%s is not searched: %v", base, s.list(false))
	}
	n := readMaps(t, s, base)
	t.Logf("%d maps", n)
	if n < 40 {
		t.Errorf("%d maps", n)
	}
}
