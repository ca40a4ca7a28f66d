//go:build unix && !darwin

package assets

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
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
		{Quake2, "/home/u/.var/app/com.valvesoftware.Steam/.local/share/Steam/steamapps/common/Quake " +
			"2/baseq2/maps/x.bsp", "Steam"},
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
				"/home/u/.local/share/Steam/config/libraryfolders.vdf": fmt.Sprintf(
					`"libraryfolders" { "1" { "path" "%s/library" } }`, root),
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

// TestInstalledOrder: all folders of each family, the most important first.
func TestInstalledOrder(t *testing.T) {
	s := system{getenv: noEnv, home: "/h", root: "/r"}
	for g, want := range map[Game]string{
		Quake: `/h/.quakespasm /h/.vkquake /h/.ezquake /h/.darkplaces /h/.fte /h/.joequake /h/.tyrquake /h/.quake
			/h/nquake /h/.nquake /h/quake
			/h/.local/share/ezquake /h/.local/share/quake /h/.local/share/nquake /h/.local/share/ironwail
			/h/.local/share/vkquake
			/h/.local/share/Steam/steamapps/common/Quake /h/.local/share/Steam/steamapps/common/Quake/rerelease
			/r/usr/share/games/quake /r/usr/local/share/games/quake /r/usr/share/quake /r/usr/local/share/quake
			/r/usr/local/games/quake
			/r/usr/games/quake /r/opt/quake`,
		Quake2: `/h/.yq2 /h/.q2pro /h/.quake2 /h/.quake2rtx /h/quake2 /h/.local/share/q2pro
			/h/.local/share/quake2 /h/.local/share/yq2
			/h/.local/share/Steam/steamapps/common/Quake_2 /h/.local/share/Steam/steamapps/common/Quake_2/rerelease
			/r/usr/share/games/quake2 /r/usr/local/share/games/quake2 /r/usr/share/quake2 /r/usr/local/share/quake2
			/r/usr/local/games/quake2
			/r/usr/games/quake2 /r/opt/quake2`,
		Quake3: `/h/.q3a /h/.openarena /h/.wolfcamql /h/quake3 /h/.local/share/Quake3 /h/.local/share/OpenArena
			/h/.local/share/quake3
			/h/.local/share/openarena /h/.local/share/Steam/steamapps/common/Quake_3_Arena
			/r/usr/share/games/quake3 /r/usr/share/games/openarena /r/usr/local/share/games/quake3
			/r/usr/local/share/games/openarena
			/r/usr/share/quake3 /r/usr/share/openarena /r/usr/local/share/quake3 /r/usr/local/share/openarena
			/r/usr/local/games/quake3 /r/usr/local/games/openarena /r/usr/games/quake3 /r/usr/games/openarena
			/r/opt/quake3 /r/opt/openarena
			/r/usr/share/games/quake3-data /r/usr/lib/openarena /r/usr/lib/quake3 /r/usr/lib/ioquake3`,
	} {
		var got []string
		for _, f := range installedFolders(s, g) {
			got = append(got, strings.ReplaceAll(f.path, " ", "_"))
		}
		if d := cmp.Diff(strings.Fields(want), got); d != "" {
			t.Errorf("%s: %s", g, d)
		}
	}
	s.getenv = func(key string) string { return map[string]string{"XDG_DATA_HOME": "/x"}[key] }
	if list := installedFolders(s, Quake2); list[5].path != "/x/q2pro" {
		t.Errorf("XDG_DATA_HOME: %v", list[5])
	}
}

// TestSteamLinks: Steam's folders are links to each other; a game in them is
// searched once.
func TestSteamLinks(t *testing.T) {
	root := t.TempDir()
	home := filepath.Join(root, "home")
	writeTree(t, home, map[string]string{".local/share/Steam/steamapps/common/Quake/id1/maps/x.bsp": "x",
		".steam/y": ""})
	for _, name := range []string{"steam", "root"} {
		if err := os.Symlink(filepath.Join(home, ".local/share/Steam"), filepath.Join(home, ".steam",
			name)); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Options{Game: Quake, systemRoot: root, Getenv: func(key string) string {
		return map[string]string{"HOME": home}[key]
	}})
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

// TestRelativeHomes: a home, or a folder for data, that is another one in each folder is
// none: a demo's folder could have maps of its own there.
func TestRelativeHomes(t *testing.T) {
	folder := t.TempDir()
	writeTree(t, folder, map[string]string{
		"home/.quakespasm/id1/maps/x.bsp": "x", "home/.local/share/Steam/steamapps/common/Quake/id1/maps/x.bsp": "x",
		"data/quake/id1/maps/x.bsp": "x",
	})
	t.Chdir(folder)
	for _, c := range []struct {
		home, data string
		found      bool
	}{
		{"home", "data", false}, {"./home", "", false}, {"", "data", false}, {".", ".", false},
		{filepath.Join(folder, "home"), "data", true}, {"", filepath.Join(folder, "data"), true},
	} {
		s := open(t, Options{Game: Quake, systemRoot: t.TempDir(), Getenv: func(key string) string {
			return map[string]string{"HOME": c.home, "XDG_DATA_HOME": c.data}[key]
		}})
		if _, src, err := s.ReadFile("maps/x.bsp"); (err == nil) != c.found {
			t.Errorf("HOME %q, XDG_DATA_HOME %q: %v, %v", c.home, c.data, src, err)
		}
	}
}
