package torture

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"demoscope/assets"
	"demoscope/formats"
)

// Kind is what kind of file an input is. It decides which drives take it.
type Kind string

// The kinds.
const (
	KindDemo      Kind = "demo"
	KindMap       Kind = "map"
	KindModel     Kind = "model"     // and skins and animations
	KindTexture   Kind = "texture"   // .wal, and the colored light of a map
	KindArchive   Kind = "archive"   // game data: PAK, PK3, palettes
	KindText      Kind = "text"      // what dump --json writes
	KindBookmarks Kind = "bookmarks" // and a clip, as JSON
	KindSettings  Kind = "settings"  // the keys file
)

const (
	// maxSource is how many bytes of a demo are used: long enough for every message
	// and for many keyframes, short enough that all files of a large folder fit in
	// the memory of every process.
	maxSource = 1 << 20
	// maxOther is the largest file of another kind that is used.
	maxOther = 4 << 20
)

// Source is a file that inputs are made from.
type Source struct {
	Kind   Kind
	Format string // name of the demo's format, or of the kind of map or archive
	Name   string // of the file, without folders
	Data   []byte

	once sync.Once
	// cuts are the offsets of a demo's packets, and its end.
	cuts []int
	// lines is the start of the demo as text.
	text sync.Once
	dump []byte
}

// Sources returns the built-in files and, if dir is not empty, those below that folder
// of real ones, always in the same order. Files that are too large are left out, demos
// are cut between two packets. If formats is not empty, only those are returned.
func Sources(dir string, only []string) ([]*Source, error) {
	var list []*Source
	add := func(s *Source) {
		if s != nil && (len(only) == 0 || slices.Contains(only, s.Format) || slices.Contains(only, string(s.Kind))) {
			list = append(list, s)
		}
	}
	for _, d := range assets.Samples() {
		data, err := assets.ReadSample(d.Name)
		if err != nil {
			return nil, err
		}
		add(newSource(d.Name, data))
	}
	for _, game := range []assets.Game{assets.Quake, assets.Quake2, assets.Quake3} {
		data, err := sampleMap(game)
		if err != nil {
			return nil, err
		}
		add(newSource("demoscope1.bsp", data))
	}
	for _, s := range slices.Concat(built(), builtModels(), builtSurfaces()) {
		add(s)
	}
	if dir != "" {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := readStart(path)
			if err == nil && data != nil {
				add(newSource(filepath.Base(path), data))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no file of %s", strings.Join(only, ", "))
	}
	return list, nil
}

// readStart returns a file, or the start of a demo; nil if it is of no use.
func readStart(path string) ([]byte, error) {
	demo := formats.HasDemoName(path)
	if ext := strings.ToLower(filepath.Ext(path)); !demo && ext != ".bsp" && ext != ".pak" && ext != ".pk3" &&
		ext != ".zip" && ext != ".gz" && ext != ".wal" && ext != ".lit" && !modelName(path) {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	limit := int64(maxSource)
	if !demo {
		limit = maxOther
		if info, err := f.Stat(); err != nil || info.Size() > limit {
			return nil, err
		}
	}
	return io.ReadAll(io.LimitReader(f, limit))
}

// sampleMap returns the built-in map of a game.
func sampleMap(game assets.Game) ([]byte, error) {
	s, err := assets.Open(assets.Options{Game: game, NoInstalled: true, Getenv: func(string) string { return "" }})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	data, _, err := s.ReadFile("maps/demoscope1.bsp")
	return data, err
}

// newSource returns the source of a file, nil if it is of no known kind.
func newSource(name string, data []byte) *Source {
	if v := mapVersion(data); v != nil {
		return &Source{Kind: KindMap, Format: v.name, Name: name, Data: data}
	}
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case modelName(name):
		return &Source{Kind: KindModel, Format: ext[1:], Name: name, Data: data}
	case ext == ".wal" || ext == ".lit":
		return &Source{Kind: KindTexture, Format: ext[1:], Name: name, Data: data}
	case ext == ".pak":
		return &Source{Kind: KindArchive, Format: "pak", Name: name, Data: data}
	case ext == ".pk3" || ext == ".zip":
		return &Source{Kind: KindArchive, Format: "pk3", Name: name, Data: data}
	}
	demo, err := formats.Open(name, data)
	if err != nil {
		return nil
	}
	return &Source{Kind: KindDemo, Format: demo.Name, Name: strings.TrimSuffix(name, ".gz"), Data: demo.Data}
}

// packets returns the offsets of the demo's packets, and the end of the last whole one.
func (s *Source) packets() []int {
	s.once.Do(func() {
		d := openAs(s.Format, s.Name, s.Data).Decoder()
		for {
			at := int(d.Mark().Offset)
			if n := len(s.cuts); n == 0 || at > s.cuts[n-1] {
				s.cuts = append(s.cuts, at)
			}
			if p, err := d.NextPacket(); err != nil || p.Missing > 0 {
				break
			}
		}
		if len(s.cuts) < 2 {
			s.cuts = []int{0, len(s.Data)}
		}
		s.Data = s.Data[:s.cuts[len(s.cuts)-1]]
	})
	return s.cuts
}

// openAs returns a demo of a format, whatever its content.
func openAs(format, name string, data []byte) *formats.Demo {
	return formats.Lookup(format).Open(name, data)
}
