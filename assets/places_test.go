//go:build unix || windows

package assets

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestSteamLibraries(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"since 2021", `
"libraryfolders"
{
	"0"
	{
		"path"		"/home/a/.local/share/Steam"
		"label"		"a/b"
		"apps"
		{
			"2310"		"1234567"
		}
	}
	"1"
	{
		"path"		"D:\\Steam \"Library\""
	}
}`, []string{"/home/a/.local/share/Steam", `D:\Steam "Library"`}},
		{"before", `"LibraryFolders" { "TimeNextStatsReport" "160/1" "1" "/mnt/games" "2" "E:\\Steam" }`,
			[]string{"/mnt/games", `E:\Steam`}},
		{"cut", `"libraryfolders" { "0" { "path" "/a/b`, []string{"/a/b"}},
		{"no block", `"1" "/mnt/games"`, []string{"/mnt/games"}},
		{"nothing", ``, nil},
		{"rubbish", `}}}{"\`, nil},
	} {
		var want []string
		for _, w := range c.want {
			want = append(want, filepath.FromSlash(w))
		}
		if got := parseLibraries(c.text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
		}
	}
}

// TestFamilies: a family sees its own games' folders and no others; QuakeWorld
// sees Quake's.
func TestFamilies(t *testing.T) {
	s := system{getenv: noEnv, home: t.TempDir(), root: t.TempDir()}
	all := systemFolders(s)
	if len(all) == 0 {
		t.Fatal("no folders of games are known for this system")
	}
	for _, g := range []Game{Quake, QuakeWorld, Quake2, Quake3, ""} {
		list := installedFolders(s, g)
		if len(list) < 5 {
			t.Errorf("%q: %d folders", g, len(list))
		}
		for i, f := range list {
			if f.titles&g.titles() == 0 {
				t.Errorf("%q looks into %s", g, f.path)
			}
			if !filepath.IsAbs(f.path) || f.why == "" {
				t.Errorf("%q: folder %+v", g, f)
			}
			if slices.ContainsFunc(list[:i], func(o installedFolder) bool { return o.path == f.path }) {
				t.Errorf("%q: %s twice", g, f.path)
			}
		}
	}
	q, qw := installedFolders(s, Quake), installedFolders(s, QuakeWorld)
	if !slices.Equal(q, qw) {
		t.Error("Quake and QuakeWorld have different folders")
	}
}

// TestNoHome: without a home there are no folders relative to the working one.
func TestNoHome(t *testing.T) {
	for _, f := range systemFolders(system{getenv: noEnv, root: t.TempDir()}) {
		if !filepath.IsAbs(f.path) {
			t.Errorf("a folder %q", f.path)
		}
	}
}
