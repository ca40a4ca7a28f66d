package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestFolders: the game folders of each family, the most important first.
func TestFolders(t *testing.T) {
	for g, want := range map[Game]string{
		Quake:      "two one demo id1 qw hipnotic rogue dopa mg1",
		QuakeWorld: "two one demo qw ezquake id1 ktx fortress hipnotic rogue",
		Quake2:     "two one demo baseq2 ctf xatrix rogue zaero",
		Quake3:     "two one demo baseq3 baseoa missionpack",
		"": "two one demo id1 qw ezquake baseq2 baseq3 baseoa hipnotic rogue dopa mg1 ktx fortress ctf " +
			"xatrix zaero missionpack",
	} {
		if got := strings.Join(g.folders([]string{"one", "two"}, "demo"), " "); got != want {
			t.Errorf("%q: %s, not %s", g, got, want)
		}
		if got := g.folders([]string{"CTF", "Rogue"}, "ctf"); len(got) != len(
			slices.Compact(slices.Sorted(slices.Values(strings.Fields(strings.ToLower(strings.Join(got, " "))))))) {
			t.Errorf("%q: a folder twice: %q", g, got)
		}
	}
}

// TestArchiveClasses: which files are archives, and how important: PK3s, PAKs,
// numbered PAKs by their number.
func TestArchiveClasses(t *testing.T) {
	for _, c := range []struct {
		name          string
		class, number int
	}{
		{"a.pk3", 3, 0}, {"pak0.pk3", 3, 0}, {"a.pkz", 3, 0},
		{"maps.pak", 2, 0}, {"pak.pak", 2, 0}, {"pakx.pak", 2, 0}, {"pak1a.pak", 2, 0}, {"pak12345.pak", 2, 0},
		{"pak-1.pak", 2, 0}, {"xpak1.pak", 2, 0},
		{"pak/.pak", 2, 0}, {"pak:.pak", 2, 0},
		{"pak0.pak", 1, 0}, {"pak9.pak", 1, 9}, {"pak10.pak", 1, 10}, {"pak0123.pak", 1, 123}, {"pak9999.pak", 1, 9999},
		{"pak0.zip", 0, 0}, {"pak0", 0, 0}, {"readme.txt", 0, 0}, {"x.pak.txt", 0, 0}, {"", 0, 0},
	} {
		if class, number := archiveClass(c.name); class != c.class || number != c.number {
			t.Errorf("%q: class %d, number %d", c.name, class, number)
		}
	}
}

// TestTooManyArchives: 4,096 archives of a folder are searched, the most
// important, and what is left out is said.
func TestTooManyArchives(t *testing.T) {
	for _, n := range []int{4096, 4097} {
		root := t.TempDir()
		files := map[string]string{"id1/pak0.pak": makePAK(pakFile{"maps/x.bsp", "x"})}
		for i := 1; i < n; i++ {
			files[fmt.Sprintf("id1/pak%d.pak", i)] = ""
		}
		writeTree(t, root, files)
		s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
		_, err := s.Find("maps/x.bsp")
		text := fmt.Sprint(s.Problems())
		if left := "only 4096 of its 4097 archives are searched"; (n == 4096) != (err == nil) ||
			strings.Contains(text, left) != (n > 4096) {
			t.Errorf("%d archives: %.200v", n, err)
		}
	}
}

// TestDemoDepth: a demo five folders deep belongs to its base folder, one that
// lies deeper does not.
func TestDemoDepth(t *testing.T) {
	for path, found := range map[string]bool{"id1/a/b/x.dem": true, "id1/a/b/c/x.dem": true,
		"id1/a/b/c/d/x.dem": false} {
		root := t.TempDir()
		writeTree(t, root, map[string]string{path: "", "id1/maps/m.bsp": "m"})
		s := open(t, Options{Game: Quake, DemoPath: filepath.Join(root, path), NoInstalled: true})
		if _, err := s.Find("maps/m.bsp"); (err == nil) != found {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestMountFoldsCase: maps beside the demo are in maps/ by any case, and in no
// other folder.
func TestMountFoldsCase(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"x.dem": "", "d.bsp": "d", "e.PAK": makePAK(pakFile{"f.bsp", "f"})})
	s := open(t, Options{Game: Quake, DemoPath: filepath.Join(root, "x.dem"), NoInstalled: true})
	for name, want := range map[string]string{"MAPS/D.bsp": "d", "d.bsp": "d", "maps/f.bsp": "", "f.bsp": "f",
		"map/d.bsp": "", "maps2/d.bsp": ""} {
		data, _, err := s.ReadFile(name)
		if string(data) != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
}

// TestNotFoundText: the whole message for some lists of places.
func TestNotFoundText(t *testing.T) {
	sample := Place{Why: whySample, Exists: true, Kind: Sample}
	usual := Place{Folder: "/u", Why: "Steam", Kind: Folder}
	for _, c := range []struct {
		places   []Place
		problems []error
		want     string
	}{
		{[]Place{sample}, nil, "m not found; looked in the built-in sample"},
		{[]Place{{Folder: "/a", Exists: true, Kind: Folder}, sample, usual}, nil,
			"m not found; looked in /a, the built-in sample; 1 default folder does not exist"},
		{[]Place{usual, usual, sample}, nil,
			"m not found; looked in the built-in sample; 2 default folders do not exist"},
		{[]Place{{Folder: "/b", Why: "basedir"}, {Folder: "/p", Why: "DEMOSCOPE_PATH"}, sample}, nil,
			"m not found; looked in the built-in sample; no game folder at /b (basedir), /p (DEMOSCOPE_PATH)"},
		{[]Place{{Folder: "/a", Exists: true, Archives: make([]PlaceArchive, 1)}, {Folder: "/b", Exists: true,
			Archives: make([]PlaceArchive, 2)}}, nil,
			"m not found; looked in /a and 1 archive, /b and 2 archives"},
		{[]Place{{Folder: "/d", Exists: true, Mount: "maps/"}}, []error{errors.New("one\ntwo"), errors.New("three")},
			"m not found; looked in " + filepath.Join("/d", "*") + "; one; two; three"},
	} {
		e := &NotFoundError{Name: "m", Places: c.places, Problems: c.problems}
		if e.Error() != c.want || !errors.Is(e, fs.ErrNotExist) {
			t.Errorf("%q, not %q", e, c.want)
		}
	}
}

// TestArchiveGrows: an archive whose size changed is not read, whatever its time.
func TestArchiveGrows(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pak0.pak")
	at := time.Unix(1e9, 0)
	write := func(content string) {
		if err := errors.Join(os.WriteFile(path, []byte(content), 0o644), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	content := makePAK(pakFile{"a", "one"})
	write(content)
	a, err := OpenArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	write(content + "more")
	if data, err := a.ReadFile("a"); err == nil ||
		!strings.Contains(err.Error(), "it was changed since it was opened") {
		t.Errorf("%q, %v", data, err)
	}
	write(content)
	if data, err := a.ReadFile("a"); err != nil || string(data) != "one" {
		t.Errorf("as before: %q, %v", data, err)
	}
}

func TestFold(t *testing.T) {
	for name, want := range map[string]string{"": "", "abc": "abc", "ABZ": "abz", "aAzZ": "aazz", "@[`{": "@[`{",
		"x\xc9Ä": "x\xc9Ä", "maps/E1M1.BSP": "maps/e1m1.bsp"} {
		if got := fold(name); got != want {
			t.Errorf("fold(%q) = %q", name, got)
		}
	}
}

// TestNoMoreThanAllowed: 256 MiB are read of a file, 255 bytes of a name.
func TestNoMoreThanAllowed(t *testing.T) {
	if maxFile != 268435456 || maxName != 255 || maxArchiveFiles != 65535 || maxListing != 262144 ||
		maxArchives != 4096 {
		t.Errorf("limits %d, %d, %d, %d, %d", maxFile, maxName, maxArchiveFiles, maxListing, maxArchives)
	}
	if _, err := cleanName(strings.Repeat("a", 255)); err != nil {
		t.Error(err)
	}
	if _, err := cleanName(strings.Repeat("a", 256)); err == nil {
		t.Error("a name of 256 bytes is allowed")
	}
	long := &NameError{Name: strings.Repeat("a", 300), Reason: "it is longer"}
	if want := `name "` + strings.Repeat("a", 255) + `..." refused: it is longer`; long.Error() != want {
		t.Errorf("%s", long)
	}
	if e := (&SizeError{"x", 300 << 20, maxFile}); e.Error() !=
		"x: 314572800 bytes, more than the limit of 268435456" {
		t.Errorf("%s", e)
	}
	if e := (&FormatError{"p", PK3, "why"}); e.Error() != "p: bad PK3 archive: why" {
		t.Errorf("%s", e)
	}
}

// TestDemoOfNoFolder: the folder of a demo that is not there is left out, and
// is no problem.
func TestDemoOfNoFolder(t *testing.T) {
	s := open(t, Options{Game: Quake, DemoPath: filepath.Join(t.TempDir(), "none", "x.dem"), NoInstalled: true})
	if places := s.Inspect(); len(places) != 1 || places[0].Kind != Sample || len(s.Problems()) > 0 {
		t.Errorf("places %v, problems %v", places, s.Problems())
	}
}

// TestArchiveReplaced: nothing is read of an archive that was cut, replaced or taken
// away after it was opened, and other archives still are.
func TestArchiveReplaced(t *testing.T) {
	for what, change := range map[string]func(path string) error{
		"cut": func(path string) error { return os.Truncate(path, 14) },
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+"x", []byte(makePAK(pakFile{"maps/a.bsp", "two"})), 0o644),
				os.Rename(path+"x", path))
		},
		"a folder": func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o755)) },
		"gone":     os.Remove,
	} {
		root := t.TempDir()
		writeTree(t, root, map[string]string{"id1/pak0.pak": makePAK(pakFile{"maps/b.bsp", "b"}),
			"id1/pak1.pak": makePAK(pakFile{"maps/a.bsp", "one"})})
		s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
		if data, _, err := s.ReadFile("maps/a.bsp"); err != nil || string(data) != "one" {
			t.Fatalf("%q, %v", data, err)
		}
		if err := change(filepath.Join(root, "id1/pak1.pak")); err != nil {
			t.Fatal(err)
		}
		if data, src, err := s.ReadFile("maps/a.bsp"); err == nil || !strings.Contains(err.Error(), "pak1.pak") {
			t.Errorf("%s: %q from %v, %v", what, data, src, err)
		}
		if data, _, err := s.ReadFile("maps/b.bsp"); err != nil || string(data) != "b" {
			t.Errorf("%s: the other: %q, %v", what, data, err)
		}
	}
}
