package main

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"demoscope/formats"
	"demoscope/player/library"
)

// librarySource finds and opens the demos of the library as all commands do.
type librarySource struct {
	mu sync.Mutex
	// open are archives whose demos are read one after another, by path.
	open map[string]*shared
}

// Walk implements [library.Source].
func (*librarySource) Walk(folder string, entered func(string), found func(library.File) bool,
	failed func(string, error)) {
	w := walker{
		entered: entered,
		found: func(file, _ string, info fs.FileInfo, _ bool) bool {
			return found(library.File{Path: file, Size: info.Size(), Modified: info.ModTime()})
		},
		failed: func(file, _ string, err error) { failed(file, err) },
	}
	w.walk(folder)
}

// Demos implements [library.Source].
func (s *librarySource) Demos(path string) ([]library.Member, error) {
	if !strings.EqualFold(filepath.Ext(path), ".zip") {
		return []library.Member{{}}, nil
	}
	a, err := archiveAt(path)
	if err != nil {
		return []library.Member{{}}, nil // openDemo returns its error
	}
	defer a.close()
	var list []library.Member
	err = a.use(func() error {
		for _, name := range formats.NamedDemos(a) {
			_, size, _ := a.Stat(name)
			list = append(list, library.Member{Name: name, Size: size})
		}
		return nil
	})
	if len(list) > 1 {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open == nil {
			s.open = map[string]*shared{}
		}
		if len(s.open) < maxNone { // a scan that was ended leaves one
			s.open[path] = &shared{path: path, left: len(list)}
		}
	}
	return list, err
}

// Open implements [library.Source].
func (s *librarySource) Open(path, member string) (*formats.Demo, error) {
	if member == "" {
		return openDemo(path)
	}
	s.mu.Lock()
	in := s.open[path]
	s.mu.Unlock()
	if in == nil {
		return openDemo(path + "/" + member)
	}
	d, err := in.open(member)
	in.mu.Lock()
	last := in.left <= 0
	in.mu.Unlock()
	if last {
		s.mu.Lock()
		delete(s.open, path)
		s.mu.Unlock()
	}
	return d, err
}
