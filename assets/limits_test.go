package assets

import (
	"errors"
	"os"
	"strings"
	"testing"

	"demoscope/internal/bounded"
)

// made is a file of an archive that has a limit of its own.
type made int64

func (made) read(_ *Archive, size int64) ([]byte, error) { return make([]byte, size), nil }
func (made) head(_ *Archive, n int64) ([]byte, error)    { return make([]byte, n), nil }
func (m made) limit() int64                              { return int64(m) }

// TestReadLimits: the limit of the archive's kind counts, and that of who reads.
func TestReadLimits(t *testing.T) {
	for _, c := range []struct{ limit, own, refused int64 }{{10, 10, 0}, {9, 10, 9}, {100, 9, 9}, {8, 9, 8}} {
		a := &Archive{path: "a.pk3", index: map[string]int{"x": 0}, members: []member{{"x", 10, made(c.own)}}}
		data, err := a.readFile("x", c.limit)
		var large *SizeError
		if refused := errors.As(err, &large); refused != (c.refused > 0) || refused && large.Limit != c.refused ||
			!refused && len(data) != 10 {
			t.Errorf("%+v: %d bytes, %v", c, len(data), err)
		}
	}
}

// TestLargeTexture: a texture of 4 MiB is read, a larger one is not.
func TestLargeTexture(t *testing.T) {
	dir := t.TempDir()
	const most = 4 << 20
	writeTree(t, dir, map[string]string{"baseq2/textures/a.wal": strings.Repeat("x", most),
		"baseq2/textures/b.wal": strings.Repeat("x", most+1)})
	s := open(t, Options{Game: Quake2, BaseDirs: []string{dir}, NoInstalled: true})
	if data, err := s.ReadTexture("textures/a.wal"); err != nil || len(data) != most {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	var large *SizeError
	if _, err := s.ReadTexture("textures/b.wal"); !errors.As(err, &large) || large.Limit != most {
		t.Error(err)
	}
}

// shrinking is a file whose archive becomes shorter while it is read.
type shrinking struct {
	made
	path string
}

func (s shrinking) read(a *Archive, size int64) ([]byte, error) {
	if err := os.Truncate(s.path, pakHeader); err != nil {
		return nil, err
	}
	return s.made.read(a, size)
}

// TestChangedWhileRead: what was read of an archive that changed meanwhile is not returned.
func TestChangedWhileRead(t *testing.T) {
	path := t.TempDir() + "/a.pak"
	if err := os.WriteFile(path, []byte("PACK\x0c\x00\x00\x00\x00\x00\x00\x00 and more"), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := OpenArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.index["x"], a.members = 0, []member{{"x", 4, shrinking{maxFile, path}}}
	if data, err := a.ReadFile("x"); !errors.Is(err, bounded.ErrChanged) || data != nil {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}
