package render

import (
	"io/fs"
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

func TestFirstDroppedFile(t *testing.T) {
	files := fstest.MapFS{"b.dem": {}, "a.mvd": {}}
	if got := firstFile(droppedFS{files}); got != "/somewhere/a.mvd" {
		t.Errorf("the first file is %q", got)
	}
	if got := firstFile(files); got != "" {
		t.Errorf("files of nowhere give %q", got)
	}
	if got := firstFile(droppedFS{}); got != "" {
		t.Errorf("no files give %q", got)
	}
}
