//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPlayList: a list's demos are in the place of the list, by paths from its folder, with their titles.
func TestPlayList(t *testing.T) {
	dir := withLibrary(t)
	list := filepath.Join(dir, "sub", "l.m3u")
	if err := os.Mkdir(filepath.Dir(list), 0o777); err != nil {
		t.Fatal(err)
	}
	text := "#EXTM3U\n#EXTINF:60,the " +
		"\x1bmatch\n../demoscope1.mvd\nhttp://example.org/a.mvd\nsample:demoscope1.qwd\nmissing.dem\n"
	if err := os.WriteFile(list, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	c := parsed(t, list, filepath.Join(dir, "demoscope1.dm2"), filepath.Join(dir, "none.m3u8"))
	demos, err := c.demos(s)
	if err != nil {
		t.Fatal(err)
	}
	files, titles := c.order(demos, nil)
	mvd := filepath.Join(dir, "demoscope1.mvd")
	want := []string{mvd, "sample:demoscope1.qwd", filepath.Join(dir, "sub", "missing.dem"),
		filepath.Join(dir, "demoscope1.dm2")}
	if !slices.Equal(files, want) || len(titles) != 1 || titles[mvd] != `the \x1bmatch` {
		t.Errorf("%q, %q", files, titles)
	}
	wantSaid := "demoscope: " + list + ":4: addresses of other machines are not opened\n" +
		"demoscope: " + filepath.Join(dir, "none.m3u8") + ": file not found\n"
	if said.String() != wantSaid {
		t.Errorf("it says %s", &said)
	}
	c.Shuffle = true
	files, _ = c.order(demos, func(n int, swap func(i, j int)) {
		for i := range n / 2 {
			swap(i, n-1-i)
		}
	})
	slices.Reverse(want)
	if !slices.Equal(files, want) {
		t.Errorf("shuffled: %q", files)
	}
}

// TestSaveList: what is written is what info reads back; a demo that cannot be read is left out, and no
// demo is written over.
func TestSaveList(t *testing.T) {
	dir := withLibrary(t)
	t.Chdir(dir)
	if err := os.WriteFile("broken.dem", []byte("nothing"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("lists", 0o777); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	s := &streams{out: &said, err: &said}
	list := filepath.Join("lists", "my.m3u8")
	if status := run([]string{"play", "--save-list", list, "demoscope1.mvd", "broken.dem", "sample:demoscope1.qwd"},
		s); status != exitFailed {
		t.Errorf("status %d", status)
	}
	if got := said.String(); !strings.Contains(got, "broken.dem") ||
		!strings.HasSuffix(got, "demoscope: "+list+": 2 demos\n") {
		t.Errorf("it says %s", got)
	}
	data, err := os.ReadFile(list)
	lines := strings.Split(string(data), "\n")
	if err != nil || len(lines) != 6 || lines[0] != "#EXTM3U" || lines[2] != filepath.Join("..", "demoscope1.mvd") ||
		lines[4] != "sample:demoscope1.qwd" ||
		!strings.HasPrefix(lines[1], "#EXTINF:60,demoscope1") || !strings.Contains(lines[1], "Vesper") {
		t.Errorf("%v:\n%s", err, data)
	}
	demo, err := os.ReadFile("demoscope1.mvd")
	if name := "two\nlines.mvd"; err == nil && os.WriteFile(name, demo, 0o666) == nil { // Windows has no such names
		said.Reset()
		if status := run([]string{"play", "--save-list", list, name, "demoscope1.mvd", "sample:demoscope1.qwd"},
			s); status != exitFailed {
			t.Errorf("status %d", status)
		}
		if got := said.String(); strings.Count(got, "\n") != 2 ||
			!strings.Contains(got, "can't be in a playlist: more than one line") ||
			!strings.HasSuffix(got, "demoscope: "+list+": 2 demos\n") {
			t.Errorf("it says %s", got)
		}
	}
	demos, none := findDemos([]string{list})
	if len(demos) != 2 || len(none) != 0 || demos[1].title == "" {
		t.Errorf("%+v, %v", demos, none)
	}
	for _, wrong := range [][]string{{"--save-list", "list.txt"}, {"--gap", "-1"}, {"--gap", "601"}} {
		said.Reset()
		if status := run(append([]string{"play", "demoscope1.mvd"}, wrong...), s); status != exitUsage {
			t.Errorf("%q: status %d, %s", wrong, status, &said)
		}
	}
	if err := os.Rename("demoscope1.dm2", "d.m3u8"); err != nil {
		t.Fatal(err)
	}
	if status := run([]string{"play", "--save-list", "d.m3u8", "demoscope1.mvd"}, s); status != exitFailed {
		t.Error("a demo is written over")
	}
}

// A list that is dropped on the window names demos with their titles; what is wrong in it is an error, and so
// is one without demos. Other files are none.
func TestListDropped(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("a.dem", "x")
	list := write("mine.m3u8", "#EXTM3U\n#EXTINF:60,The final\na.dem\nhttp://elsewhere/b.dem\nsample:demoscope1.qwd\n")
	files, titles, listed, err := listDropped(list)
	want := []string{filepath.Join(dir, "a.dem"), "sample:demoscope1.qwd"}
	if !slices.Equal(files, want) || titles[want[0]] != "The final" || !listed || err == nil ||
		!strings.Contains(err.Error(), "addresses of other machines are not opened") {
		t.Errorf("%q, %v, %v, %v", files, titles, listed, err)
	}
	if files, _, listed, err := listDropped(write("empty.m3u", "#EXTM3U\n")); len(files) != 0 || !listed ||
		err == nil || err.Error() != "empty.m3u: no demos in this playlist" {
		t.Errorf("%q, %v, %v", files, listed, err)
	}
	if files, _, listed, err := listDropped(filepath.Join(dir, "gone.m3u")); len(files) != 0 || !listed || err == nil {
		t.Errorf("%q, %v, %v", files, listed, err)
	}
	if _, _, listed, err := listDropped(want[0]); listed || err != nil {
		t.Errorf("a demo is a list: %v, %v", listed, err)
	}
	for name, demos := range map[string][]string{"one.zip": {"a.dem"}, "both.zip": {"a.dem", "games/b.mvd"}} {
		path := filepath.Join(dir, name)
		writeZip(t, path, []byte("x"), append(demos, "readme.txt")...)
		want := []string(nil)
		if len(demos) > 1 {
			want = []string{path + "/a.dem", path + "/games/b.mvd"}
		}
		if files, _, listed, err := listDropped(path); !slices.Equal(files, want) || listed != (len(demos) > 1) ||
			err != nil {
			t.Errorf("%s: %q, %v, %v", name, files, listed, err)
		}
	}
}
