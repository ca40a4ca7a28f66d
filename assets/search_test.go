package assets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestOrder: every rule of the search order. Each file's content is its place,
// and the wanted contents are taken away one after the other, so that the whole
// order shows.
func TestOrder(t *testing.T) {
	const name = "maps/x.bsp"
	pak := func(content string) string { return makePAK(pakFile{name, content}) }
	zip := func(content string) string { return makeZIP(t, pakFile{name, content}) }
	cases := []struct {
		name    string
		files   map[string]string
		options func(root string) Options
		env     string   // DEMOSCOPE_PATH, folders parted by spaces
		want    []string // contents, the winner first
	}{
		{
			name: "loose, PK3s backwards, PAKs backwards, numbered PAKs from the highest",
			files: map[string]string{
				"q/id1/maps/x.bsp": "loose", "q/id1/zz.pk3": zip("zz.pk3"), "q/id1/AA.PK3": zip("AA.PK3"),
				"q/id1/maps.pak": pak("maps.pak"), "q/id1/PAK2.PAK": pak("PAK2.PAK"),
				"q/id1/pak10.pak": pak("pak10.pak"), "q/id1/pak0.pak": pak("pak0.pak"),
				"q/id1/pakz.pak": pak("pakz.pak"),
			},
			options: func(root string) Options { return Options{Game: Quake, BaseDirs: []string{root + "/q"}} },
			want:    []string{"loose", "zz.pk3", "AA.PK3", "pakz.pak", "maps.pak", "pak10.pak", "PAK2.PAK", "pak0.pak"},
		},
		{
			name: "mods, demo's folder, base, mission packs",
			files: map[string]string{
				"q/id1/maps/x.bsp": "id1", "q/qw/maps/x.bsp": "qw", "q/one/maps/x.bsp": "one",
				"q/two/maps/x.bsp": "two",
				"q/ctf/maps/x.bsp": "ctf", "q/rogue/maps/x.bsp": "rogue", "q/other/maps/x.bsp": "never",
			},
			options: func(root string) Options {
				return Options{Game: QuakeWorld, BaseDirs: []string{root + "/q"}, Mods: []string{"one", "two"},
					DemoGameDir: "ctf"}
			},
			want: []string{"two", "one", "ctf", "qw", "id1", "rogue"},
		},
		{
			name: "base folders in the order given, then the environment's; mods of all before the base game of any",
			files: map[string]string{
				"a/baseq2/maps/x.bsp": "a", "b/baseq2/maps/x.bsp": "b", "c/baseq2/maps/x.bsp": "c",
				"c/ctf/maps/x.bsp": "c ctf", "d/baseq2/maps/x.bsp": "d",
			},
			options: func(root string) Options {
				return Options{Game: Quake2, BaseDirs: []string{root + "/b", root + "/a"}, DemoGameDir: "ctf"}
			},
			env:  "d c",
			want: []string{"c ctf", "b", "a", "d", "c"},
		},
		{
			name: "named folders, beside the demo, its maps, its game folder, its base folder",
			files: map[string]string{"q/baseq3/maps/x.bsp": "named", "d/osp/demos/maps/x.bsp": "beside/maps",
				"d/osp/demos/x.bsp": "beside", "d/osp/maps/x.bsp": "its game", "d/baseq3/p.pk3": zip("its base"),
				"d/other/maps/x.bsp": "never"},
			options: func(root string) Options {
				return Options{Game: Quake3, BaseDirs: []string{root + "/q"}, DemoPath: root + "/d/osp/demos/x.dm_68"}
			},
			want: []string{"named", "beside/maps", "beside", "its game", "its base"},
		},
		{
			name: "a demo in the base game's folder",
			files: map[string]string{"d/ID1/demos/2024/a/x.dem": "", "d/ID1/pak0.pak": pak("pak0"),
				"d/hipnotic/maps/x.bsp": "hipnotic"},
			options: func(root string) Options {
				return Options{Game: Quake, DemoPath: root + "/d/ID1/demos/2024/a/x.dem"}
			},
			want: []string{"pak0", "hipnotic"},
		},
		{
			name:    "a demo in the base folder itself",
			files:   map[string]string{"d/id1/pak0.pak": pak("pak0"), "d/x.dem": ""},
			options: func(root string) Options { return Options{Game: Quake, DemoPath: root + "/d/x.dem"} },
			want:    []string{"pak0"},
		},
		{
			name:  "a named folder without game folders is one itself",
			files: map[string]string{"m/maps/x.bsp": "loose", "m/more.pk3": zip("pk3"), "n/pak0.pak": pak("pak0")},
			options: func(root string) Options {
				return Options{Game: Quake, BaseDirs: []string{root + "/m"}}
			},
			env:  "n",
			want: []string{"loose", "pk3", "pak0"},
		},
		{
			name: "case of everything",
			files: map[string]string{"q/BaseQ2/Maps/X.BSP": "upper",
				"q/BaseQ2/PAK0.PAK": makePAK(pakFile{`MAPS\X.bsp`, "in PAK"}), "q/CTF/mAPS/x.Bsp": "mod"},
			options: func(root string) Options {
				return Options{Game: Quake2, BaseDirs: []string{root + "/q"}, DemoGameDir: "ctf"}
			},
			want: []string{"mod", "upper", "in PAK"},
		},
		{
			name:    "two folders that differ in case",
			files:   map[string]string{"q/id1/maps/y.bsp": "", "q/id1/Maps/X.bsp": "Maps", "q/id1/MAPS/x.BSP": "MAPS"},
			options: func(root string) Options { return Options{Game: Quake, BaseDirs: []string{root + "/q"}} },
			want:    []string{"MAPS", "Maps"},
		},
		{
			name: "the OpenArena that a demo names before Quake III",
			files: map[string]string{
				"q/baseq3/pak0.pk3": zip("q3"), "q/baseoa/pak0.pk3": zip("oa"), "q/missionpack/pak0.pk3": zip("ta"),
			},
			options: func(root string) Options {
				return Options{Game: Quake3, BaseDirs: []string{root + "/q"}, DemoGameDir: "baseoa"}
			},
			want: []string{"oa", "q3", "ta"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			writeTree(t, root, c.files)
			if c.name == "two folders that differ in case" && caseless(t, root) {
				t.Skip("this file system has no names that differ in case")
			}
			o := c.options(root)
			o.NoInstalled = true
			o.Getenv = func(key string) string {
				if key != "DEMOSCOPE_PATH" || c.env == "" {
					return ""
				}
				var dirs []string
				for _, d := range strings.Fields(c.env) {
					dirs = append(dirs, filepath.Join(root, d))
				}
				return strings.Join(dirs, string(filepath.ListSeparator))
			}
			for _, want := range c.want {
				s, err := Open(o)
				if err != nil {
					t.Fatal(err)
				}
				data, src, err := s.ReadFile(name)
				s.Close()
				if err != nil || string(data) != want {
					t.Fatalf("read %q from %v (%v), want %q", data, src, err, want)
				}
				if err := os.Remove(src.Path); err != nil {
					t.Fatal(err)
				}
			}
			s := open(t, o)
			if _, src, err := s.ReadFile(name); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("there is more: %v, %v", src, err)
			}
		})
	}
}

func caseless(t *testing.T, dir string) bool {
	t.Helper()
	writeTree(t, dir, map[string]string{"CaseProbe": ""})
	_, err := os.Stat(filepath.Join(dir, "caseprobe"))
	return err == nil
}

func TestSource(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		"id1/Maps/A.bsp": "a", "id1/pak0.pak": makePAK(pakFile{"maps/B.bsp", "b"}, pakFile{"maps/a.lit", "lit"}),
		"id1/p.pk3": makeZIP(t, pakFile{"maps/c.bsp", "c"}), "qw/maps/a.lit": "other lit",
		"demos/x.mvd": "", "demos/d.bsp": "d",
	})
	s := open(t, Options{Game: QuakeWorld, BaseDirs: []string{root}, DemoPath: root + "/demos/x.mvd",
		NoInstalled: true})
	for _, c := range []struct {
		name, text string
		kind       Kind
		stored     string
	}{
		{"maps/a.bsp", filepath.Join(root, "id1", "Maps", "A.bsp"), Folder, "Maps/A.bsp"},
		{"MAPS/b.BSP", filepath.Join(root, "id1", "pak0.pak") + ": maps/B.bsp", PAK, "maps/B.bsp"},
		{"maps/C.bsp", filepath.Join(root, "id1", "p.pk3") + ": maps/c.bsp", PK3, "maps/c.bsp"},
		{"maps/d.bsp", filepath.Join(root, "demos", "d.bsp"), Folder, "maps/d.bsp"},
		{"maps/demoscope1.bsp", "built-in sample/demoscope1.bsp", Sample, "maps/demoscope1.bsp"},
	} {
		src, err := s.Find(c.name)
		if err != nil || src.String() != c.text || src.Kind != c.kind || src.Name != c.stored {
			t.Errorf("%s: %+v, %v; want %s, %s, %s", c.name, src, err, c.text, c.kind, c.stored)
		}
	}
	src, _ := s.Find("maps/a.bsp")
	beside, err := s.FindBeside(src, "maps/A.lit")
	if err != nil {
		t.Fatal(err)
	}
	if data, err := s.Read(beside); err != nil || string(data) != "lit" {
		t.Errorf("the map's light: %q, %v, want the one of id1, not of qw", data, err)
	}
	if _, err := s.FindBeside(src, "maps/d.bsp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file of another place: %v", err)
	}
	if _, err := s.Read(Source{}); err == nil {
		t.Error("an empty Source is read")
	}
}

func TestNotFound(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		"q/id1/pak0.pak": makePAK(), "q/id1/pak1.pak": "PACK too short", "q/qw/readme.txt": "", "d/x.mvd": "",
	})
	s := open(t, Options{
		Game: QuakeWorld, BaseDirs: []string{root + "/q", root + "/nothing"}, DemoPath: root + "/d/x.mvd",
		DemoGameDir: "../../etc", systemRoot: root,
		Getenv: func(key string) string { return map[string]string{"DEMOSCOPE_PATH": root + "/absent"}[key] },
	})
	_, _, err := s.ReadFile("maps/q2rdm2.bsp")
	var missing *NotFoundError
	if !errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist) || missing.Name != "maps/q2rdm2.bsp" {
		t.Fatalf("error %v", err)
	}
	text := err.Error()
	for _, want := range []string{
		"maps/q2rdm2.bsp not found", root + "/q/id1 and 2 archives", root + "/q/qw", filepath.Join(root, "d"),
		"built-in sample",
		root + "/nothing (basedir)", root + "/absent (DEMOSCOPE_PATH)", "pak1.pak: bad PAK archive",
	} {
		if !strings.Contains(text, filepath.FromSlash(want)) && !strings.Contains(text, want) {
			t.Errorf("%q lacks %q", text, want)
		}
	}
	if strings.Contains(text, "\n") {
		t.Errorf("more than one line: %q", text)
	}
	var bad *FormatError
	if !errors.As(err, &bad) {
		t.Error("the refused archive is not among the errors")
	}
	problems := errors.Join(s.Problems()...)
	var name *NameError
	if !errors.As(problems, &name) || name.Name != "../../etc" || !errors.As(problems, &bad) {
		t.Errorf("problems: %v", problems)
	}
	for _, p := range s.Inspect() {
		if strings.Contains(p.Folder, "etc") {
			t.Errorf("the demo's game folder is searched: %s", p.Folder)
		}
		for _, a := range p.Archives {
			if !a.Opened || (a.Err != nil) != strings.HasSuffix(a.Path, "pak1.pak") {
				t.Errorf("archive %+v", a)
			}
		}
	}
	for _, c := range badNames {
		if _, _, err := s.ReadFile(c.name); !errors.As(err, &name) {
			t.Errorf("ReadFile(%q): %v", c.name, err)
		}
	}
	if _, err := Open(Options{Mods: []string{"../x"}, Getenv: noEnv, NoInstalled: true}); !errors.As(err, &name) {
		t.Errorf("a mod outside: %v", err)
	}
}

// TestManyArchives: archives cost no file handles while nothing is read, and a
// folder of thousands of files is listed once.
func TestManyArchives(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{}
	for i := range 300 {
		letter := string(rune('a'+i/26%26)) + string(rune('a'+i%26))
		files["baseq3/"+letter+".pk3"] = makeZIP(t, pakFile{"maps/" + letter + ".bsp", letter})
	}
	for i := range 3000 {
		files["baseq3/maps/f"+strings.Repeat("x", i%50)+string(rune('0'+i%10))+string(rune('a'+i/10%26))+
			string(rune('a'+i/260))+".bsp"] = ""
	}
	writeTree(t, root, files)
	s := open(t, Options{Game: Quake3, BaseDirs: []string{root}, NoInstalled: true})
	if _, _, err := s.ReadFile("maps/none.bsp"); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if fds, err := os.ReadDir("/proc/self/fd"); err == nil {
		for _, fd := range fds {
			if target, _ := os.Readlink("/proc/self/fd/" + fd.Name()); strings.HasSuffix(target, ".pk3") {
				t.Errorf("%s is still open", target)
			}
		}
	}
	if data, _, err := s.ReadFile("maps/AA.BSP"); err != nil || string(data) != "aa" {
		t.Errorf("read %q, %v", data, err)
	}
	// Written behind the cache's back: a listing that is read again would see it.
	writeTree(t, root, map[string]string{"baseq3/maps/LATER.bsp": ""})
	if !caseless(t, root) {
		if _, err := s.Find("maps/later.bsp"); !errors.Is(err, fs.ErrNotExist) {
			t.Error("the folder was listed twice")
		}
	}
}

func TestConcurrent(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		"id1/maps/A.bsp": "a", "id1/pak0.pak": makePAK(pakFile{"maps/b.bsp", "b"}),
		"id1/x.pk3": makeZIP(t, pakFile{"maps/c.bsp", "c"}),
	})
	s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				for _, c := range []string{"a", "b", "c"} {
					if data, _, err := s.ReadFile("maps/" + c + ".bsp"); err != nil || string(data) != c {
						t.Errorf("%s: %q, %v", c, data, err)
						return
					}
				}
				s.Inspect()
			}
		})
	}
	wg.Wait()
}

func TestClose(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"id1/maps/a.bsp": "a", "id1/pak0.pak": makePAK(pakFile{"maps/b.bsp", "b"})})
	s, err := Open(Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true, Getenv: noEnv})
	if err != nil {
		t.Fatal(err)
	}
	b, err := s.Find("maps/b.bsp")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Find("maps/a.bsp"); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Find after Close: %v", err)
	}
	if _, err := s.Read(b); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Read after Close: %v", err)
	}
	s.Inspect()
}
