package app

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

// droppedFS lists files as the window does those that are dropped on it.
type droppedFS struct{ fstest.MapFS }

func (d droppedFS) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := d.MapFS.ReadDir(name)
	for i, e := range list {
		list[i] = droppedEntry{e}
	}
	return list, err
}

type droppedEntry struct{ fs.DirEntry }

func (e droppedEntry) AbsPath() string { return "/somewhere/" + e.Name() }

func TestDroppedFiles(t *testing.T) {
	files := fstest.MapFS{"b.dem": {}, "a.mvd": {}}
	if got := localFiles(droppedFS{files}); !slices.Equal(got, []string{"/somewhere/a.mvd", "/somewhere/b.dem"}) {
		t.Errorf("the files are %q", got)
	}
	if got := localFiles(files); got != nil {
		t.Errorf("files of nowhere give %q", got)
	}
	if got := localFiles(droppedFS{}); got != nil {
		t.Errorf("no files give %q", got)
	}
}

// What the page around the program says is in the picture; with a map that has come since, the demo that is
// shown goes on where it is, and so does what comes behind it.
func TestPageFiles(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd2", "demoscope1.mvd", "demoscope1.dm2")
	r.files.shown = 1
	r.seek(21)
	before := r.see()
	r.window.dropped = PageFiles{Warning: "There is no demo among these files."}
	r.pass(0)
	r.changed("what the page says", before, func(s *seen) { s.Says = "There is no demo among these files." })
	r.pass(15)
	r.Demo.Notices.say("The link is in the address bar")
	before = r.see()
	r.window.dropped = PageFiles{Answer: "The link is copied"}
	r.pass(0)
	r.changed("what the page answers", before, func(s *seen) { s.Says = "The link is copied" })
	if r.Demo.Notices.warning.visible() {
		t.Errorf("the answer is a warning: %q", r.Demo.Notices.warning.text)
	}
	r.pass(15)
	was := r.Demo
	r.window.dropped = PageFiles{Again: true}
	r.pass(0)
	r.opening()
	if r.Demo == was {
		t.Error("the demo is not opened anew")
	}
	if clock := r.see().Clock; !near(clock, 21, 0.01) {
		t.Errorf("it goes on at %v s", clock)
	}
	r.expectFile("again", 1, "demoscope1.mvd - Demoscope", "File 2 of 3: demoscope1.mvd")
	if want := []string{"demoscope1.mvd2", "demoscope1.mvd", "demoscope1.dm2"}; !slices.Equal(r.files.paths, want) {
		t.Errorf("the files are %q", r.files.paths)
	}
	r.opener.list = func(string) ([]string, map[string]string, bool, error) {
		return []string{"demoscope1.qwd", "demoscope1.dm2"}, nil, true, nil
	}
	r.window.dropped = PageFiles{Paths: []string{"/tmp/dropped.m3u8"}, Warning: "two"}
	r.pass(0)
	r.until("the list", func() bool { return r.opener.reading == nil })
	r.opening()
	r.expectFile("a list", 0, "demoscope1.qwd - Demoscope", "File 1 of 2: demoscope1.qwd")
}
