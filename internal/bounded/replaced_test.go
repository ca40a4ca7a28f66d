package bounded

import (
	"errors"
	"io/fs"
	"os"
	"testing"
	"time"
)

// replacing is a system on which a file becomes a folder between the question what it is
// and the opening.
type replacing struct {
	system
	folder string
}

func (r replacing) OpenFile(_ string, flag int, mode fs.FileMode) (*os.File, error) {
	return r.system.OpenFile(r.folder, flag, mode)
}

// TestReplaced: what a file is counts once it is open, because it may have been replaced
// since it was asked.
func TestReplaced(t *testing.T) {
	f, _, err := open(replacing{folder: t.TempDir()}, write(t, "a file"), true)
	var kind *KindError
	if f != nil || !errors.As(err, &kind) || kind.What != "a folder" {
		t.Errorf("%v, %v", f, err)
	}
}

// TestUnpacked: any ratio up to plenty, then 64, and never more than most.
func TestUnpacked(t *testing.T) {
	for _, c := range []struct{ packed, plenty, most, want int64 }{
		{1, 1000, 5000, 1000},
		{15, 1000, 5000, 1000},
		{16, 1000, 5000, 1024},
		{78, 1000, 5000, 4992},
		{79, 1000, 5000, 5000},
		{1 << 62, 1000, 5000, 5000},
		{1, 6000, 5000, 5000},
	} {
		if got := Unpacked(c.packed, c.plenty, c.most); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// TestRewritten: a change shows by the time alone, and by the size alone.
func TestRewritten(t *testing.T) {
	for _, c := range []struct {
		size  int64
		later time.Duration
	}{{5, time.Second}, {4, 0}} {
		path := write(t, "first")
		d := NewOnDemand(path)
		if err := d.Hold(); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, c.size); err != nil {
			t.Fatal(err)
		}
		then := d.ModTime().Add(c.later)
		if err := os.Chtimes(path, then, then); err != nil {
			t.Fatal(err)
		}
		if err := d.Release(); !errors.Is(err, ErrChanged) {
			t.Errorf("%+v: release: %v", c, err)
		}
		if err := d.Hold(); !errors.Is(err, ErrChanged) {
			t.Errorf("%+v: hold: %v", c, err)
		}
	}
}
