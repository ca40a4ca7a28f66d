package assets

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFindBase: a base folder, a game folder in one and a folder with archives are game data; one of demos is not.
func TestFindBase(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"q1/ID1/demos", "q1/qw", "q2/baseq2", "q3/baseoa", "q3/mod", "maps", "demos"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"maps/A.PK3", "q3/mod/pak0.pk3", "demos/a.dem"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		folder, base string
		games        []Game
	}{
		{"q1", "q1", []Game{Quake, QuakeWorld}},
		{"q1/ID1", "q1", []Game{Quake, QuakeWorld}},
		{"q1/ID1/demos", "", nil},
		{"q2/", "q2", []Game{Quake2}},
		{"q3/mod", "q3", []Game{Quake3}},
		{"maps", "maps", nil},
		{"demos", "", nil},
		{"missing", "", nil},
	} {
		base, games := FindBase(filepath.Join(dir, c.folder))
		if base != "" {
			base, _ = filepath.Rel(dir, base)
		}
		if base != c.base || !slices.Equal(games, c.games) {
			t.Errorf("%s: %q %v, want %q %v", c.folder, base, games, c.base, c.games)
		}
	}
}
