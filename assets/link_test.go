//go:build unix

package assets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLinks: what a demo names never leaves the game folder through a link;
// links inside of it and archives that the owner linked in are followed.
func TestLinks(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		"outside/x.bsp": "secret", "outside/pak7.pak": makePAK(pakFile{"maps/linked.bsp", "linked PAK"},
			pakFile{"maps/both.bsp", "both"}),
		"outside/mod/maps/mod.bsp": "mod",
		"q/id1/maps/real.bsp":      "real", "q/id1/maps/folder.bsp/x": "",
	})
	for _, l := range []struct{ target, name string }{
		{"../../../outside/x.bsp", "q/id1/maps/relative.bsp"},
		{filepath.Join(root, "outside", "x.bsp"), "q/id1/maps/absolute.bsp"},
		{"../../../outside/x.bsp", "q/id1/maps/UPPER.bsp"},
		{"../../outside", "q/id1/out"},
		{"real.bsp", "q/id1/maps/inside.bsp"},
		{"maps", "q/id1/alias"},
		{"loop.bsp", "q/id1/maps/loop.bsp"},
		{"gone.bsp", "q/id1/maps/nothing.bsp"},
		{"../../../outside/x.bsp", "q/id1/maps/both.bsp"},
		{"../../outside/pak7.pak", "q/id1/pak7.pak"},
		{"../outside/mod", "q/mod"},
	} {
		if err := os.Symlink(l.target, filepath.Join(root, l.name)); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Options{Game: Quake, BaseDirs: []string{root + "/q"}, NoInstalled: true})
	for _, name := range []string{"maps/relative.bsp", "maps/absolute.bsp", "maps/upper.bsp", "out/x.bsp", "Out/X.bsp",
		"maps/loop.bsp"} {
		data, src, err := s.ReadFile(name)
		var missing *NotFoundError
		if !errors.As(err, &missing) || len(missing.Problems) == 0 ||
			!strings.Contains(err.Error(), ": not opened; looked in ") {
			t.Errorf("%s: %q from %v, %v; want a refusal", name, data, src, err)
		}
	}
	for name, want := range map[string]string{
		"maps/inside.bsp": "real", "alias/real.bsp": "real", "Alias/REAL.bsp": "real", "maps/linked.bsp": "linked PAK",
	} {
		if data, src, err := s.ReadFile(name); err != nil || string(data) != want {
			t.Errorf("%s: %q from %v, %v", name, data, src, err)
		}
	}
	for name, want := range map[string]string{
		"maps/relative.bsp": "maps/relative.bsp is a link out of the folder, or lies behind one",
		"out/x.bsp":         "out/x.bsp is a link out of the folder, or lies behind one",
		"maps/UPPER.bsp":    "maps/UPPER.bsp is a link out of the folder, or lies behind one",
		"maps/loop.bsp":     "maps/loop.bsp is a link that leads to itself",
		"maps/nothing.bsp":  "maps/nothing.bsp is a link to nothing", "maps/folder.bsp": "maps/folder.bsp is a folder",
		"maps/closed/a.bsp": "",
	} {
		_, err := s.Find(name)
		text := name + " not found; looked in "
		if want != "" {
			text = name + " not found; " + filepath.Join(root, "q/id1", want) + ": not opened; looked in "
		}
		if err == nil || !strings.HasPrefix(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
	// What is found behind a refused one says so.
	src, err := s.Find("maps/both.bsp")
	if err != nil || src.Kind != PAK || len(src.Refused) != 1 || src.Refused[0].Path != filepath.Join(root,
		"q/id1/maps/both.bsp") {
		t.Errorf("%v, refused %v, %v", src, src.Refused, err)
	}
	if src, err := s.Find("maps/real.bsp"); err != nil || len(src.Refused) != 0 {
		t.Errorf("%v, refused %v, %v", src, src.Refused, err)
	}

	// A link that leads out later than it was found.
	if src, err = s.Find("maps/real.bsp"); err != nil {
		t.Fatal(err)
	}
	real := filepath.Join(root, "q/id1/maps/real.bsp")
	if err := errors.Join(os.Remove(real), os.Symlink("../../../outside/x.bsp", real)); err != nil {
		t.Fatal(err)
	}
	if data, err := s.Read(src); err == nil {
		t.Errorf("read %q through a link that was put there later", data)
	}

	// A mod's folder that is a link out: followed for the user, not for a demo.
	byUser := open(t, Options{Game: Quake, BaseDirs: []string{root + "/q"}, Mods: []string{"mod"}, NoInstalled: true})
	if data, _, err := byUser.ReadFile("maps/mod.bsp"); err != nil || string(data) != "mod" {
		t.Errorf("--game: %q, %v", data, err)
	}
	byDemo := open(t, Options{Game: Quake, BaseDirs: []string{root + "/q"}, DemoGameDir: "mod", NoInstalled: true})
	if data, _, err := byDemo.ReadFile("maps/mod.bsp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the demo's game folder: %q, %v", data, err)
	}
	if problems := errors.Join(byDemo.Problems()...); problems == nil || !strings.Contains(problems.Error(),
		"mod: refused") {
		t.Errorf("problems: %v", problems)
	}
}

// TestSameFolder: a folder that is named twice, once through a link, is searched
// once.
func TestSameFolder(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"q/id1/x": ""})
	if err := os.Symlink("q", filepath.Join(root, "again")); err != nil {
		t.Fatal(err)
	}
	s := open(t, Options{Game: Quake, BaseDirs: []string{root + "/again", root + "/q", root + "/q/"},
		NoInstalled: true})
	if n := len(s.list(false)); n != 2 { // and the sample
		t.Errorf("%d places: %v", n, s.list(false))
	}
}

// TestPipe: a pipe in the place of a file or an archive is not waited for.
func TestPipe(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"id1/maps/a.bsp": ""})
	for _, name := range []string{"id1/maps/pipe.bsp", "id1/pak0.pak"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
	_, _, err := s.ReadFile("maps/pipe.bsp")
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "pak0.pak: a pipe, not a file") {
		t.Errorf("error %v", err)
	}
}
