package render

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
