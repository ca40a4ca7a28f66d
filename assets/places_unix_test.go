//go:build unix && !darwin

package assets

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestInstalled: a map in each folder that people have is found, each with its
// reason, in a machine made of temporary folders.
func TestInstalled(t *testing.T) {
	for _, c := range []struct {
		game Game
		file string // under the machine's root; home is /home/u
		why  string
	}{
		{Quake, "/home/u/.quakespasm/id1/maps/x.bsp", "home folder of an engine"},
		{QuakeWorld, "/home/u/.ezquake/qw/maps/x.bsp", "home folder of an engine"},
		{QuakeWorld, "/home/u/.local/share/ezquake/ezquake/maps/x.bsp", "home folder of an engine"},
		{Quake2, "/home/u/.q2pro/baseq2/maps/x.bsp", "home folder of an engine"},
		{Quake2, "/home/u/.yq2/baseq2/maps/x.bsp", "home folder of an engine"},
		{Quake3, "/home/u/.q3a/baseq3/maps/x.bsp", "home folder of an engine"},
		{Quake3, "/home/u/.openarena/baseoa/maps/x.bsp", "home folder of an engine"},
		{Quake3, "/home/u/.local/share/Quake3/baseq3/maps/x.bsp", "home folder of an engine"},
		{Quake, "/home/u/.local/share/Steam/steamapps/common/Quake/Id1/maps/x.bsp", "Steam"},
		{Quake, "/home/u/.local/share/Steam/steamapps/common/Quake/rerelease/id1/maps/x.bsp", "Steam"},
		{Quake2, "/home/u/.var/app/com.valvesoftware.Steam/.local/share/Steam/steamapps/common/Quake 2/baseq2/maps/x.bsp", "Steam"},
		{Quake3, "/library/steamapps/common/Quake 3 Arena/baseq3/maps/x.bsp", "Steam"},
		{Quake2, "/home/u/GOG Games/Quake II Quad Damage/game/baseq2/maps/x.bsp", "GOG"},
		{Quake, "/home/u/Games/Heroic/Quake/id1/maps/x.bsp", "Heroic"},
		{Quake, "/usr/share/games/quake/id1/maps/x.bsp", "distribution"},
		{QuakeWorld, "/usr/share/games/quake/id1/maps/x.bsp", "distribution"},
		{Quake2, "/usr/share/games/quake2/baseq2/maps/x.bsp", "distribution"},
		{Quake3, "/usr/share/games/quake3-data/baseq3/maps/x.bsp", "distribution"},
		{Quake3, "/usr/share/games/openarena/baseoa/maps/x.bsp", "distribution"},
		{Quake3, "/usr/lib/openarena/baseoa/maps/x.bsp", "distribution"},
		{Quake3, "/opt/quake3/baseq3/maps/x.bsp", "distribution"},
	} {
		t.Run(c.file, func(t *testing.T) {
			root := t.TempDir()
			writeTree(t, root, map[string]string{
				c.file: "x",
				"/home/u/.local/share/Steam/config/libraryfolders.vdf": fmt.Sprintf(`"libraryfolders" { "1" { "path" "%s/library" } }`, root),
			})
			s := open(t, Options{
				Game: c.game, systemRoot: root,
				Getenv: func(key string) string {
					if key == "HOME" {
						return filepath.Join(root, "home", "u")
					}
					return ""
				},
			})
			data, src, err := s.ReadFile("maps/x.bsp")
			if err != nil || string(data) != "x" || src.Path != filepath.Join(root, c.file) {
				t.Fatalf("%q from %v, %v", data, src, err)
			}
			if why := s.places[src.place].Why; why != c.why {
				t.Errorf("found as %q, want %q", why, c.why)
			}
		})
	}
}

// TestSteamLinks: Steam's folders are links to each other; a game in them is
// searched once.
func TestSteamLinks(t *testing.T) {
	root := t.TempDir()
	home := filepath.Join(root, "home")
	writeTree(t, home, map[string]string{".local/share/Steam/steamapps/common/Quake/id1/maps/x.bsp": "x", ".steam/y": ""})
	for _, name := range []string{"steam", "root"} {
		if err := os.Symlink(filepath.Join(home, ".local/share/Steam"), filepath.Join(home, ".steam", name)); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Options{Game: Quake, systemRoot: root, Getenv: func(key string) string { return map[string]string{"HOME": home}[key] }})
	n := 0
	for _, p := range s.list(false) {
		if p.Exists && p.Kind == Folder {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d folders are searched, want 1: %v", n, s.list(false))
	}
}
