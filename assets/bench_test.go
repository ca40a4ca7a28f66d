package assets

import (
	"demoscope/internal/corpus"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"testing"
)

// BenchmarkOpen opens the search path with everything that people have, none
// of which needs to be there.
func BenchmarkOpen(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		s, err := Open(Options{Game: Quake})
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

// BenchmarkCorpus opens a search path over the corpus's folders and reads a map
// from each sort of place.
func BenchmarkCorpus(b *testing.B) {
	dir := corpus.Dir(b)
	for _, c := range []struct {
		name, base string
		game       Game
		file       string
	}{
		{"loose", "lq", Quake, "maps/lq_e0m1.bsp"},
		{"PAK", "lq", Quake, "maps/lq_e0m2.bsp"},
		{"PK3", "oa", Quake3, "maps/oa_dm1.bsp"},
		{"missing", "lq", Quake, "maps/none.bsp"},
	} {
		o := Options{Game: c.game, BaseDirs: []string{filepath.Join(dir, "game", c.base)}, NoInstalled: true,
			Getenv: noEnv}
		b.Run("open and read/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := Open(o)
				if err != nil {
					b.Fatal(err)
				}
				data, _, err := s.ReadFile(c.file)
				if err != nil && !(c.name == "missing" && errors.Is(err, fs.ErrNotExist)) {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(data)))
				s.Close()
			}
		})
		b.Run("find again/"+c.name, func(b *testing.B) {
			s := open(b, o)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := s.Find(c.file); err != nil && c.name != "missing" {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLargeFolder finds a map by another case in a folder of 3,000 files
// that has not been listed yet.
func BenchmarkLargeFolder(b *testing.B) {
	root := b.TempDir()
	files := map[string]string{"demos/x.dem": "", "demos/LAST.bsp": ""}
	for i := range 3000 {
		files[fmt.Sprintf("demos/demo%04d.dem", i)] = ""
	}
	writeTree(b, root, files)
	b.ReportAllocs()
	for b.Loop() {
		s, err := Open(Options{Game: Quake, DemoPath: root + "/demos/x.dem", NoInstalled: true, Getenv: noEnv})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Find("maps/last.bsp"); err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
