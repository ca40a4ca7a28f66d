package main

import (
	"errors"
	"fmt"
	"sync"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/internal/bounded"
	"demoscope/player/library"
)

// archive is a PAK or ZIP on disk with demos. Its file is open only while it is held.
type archive struct {
	formats.Archive
	path string
	file interface { // its *assets.Archive or *bounded.OnDemand
		Hold() error
		Release() error
		Close() error
	}
}

// pak is a PAK in which bytes with several names are one file: a list of its demos
// would have the same one again and again.
type pak struct{ *assets.Archive }

func (p pak) Names() []string { return p.Distinct() }

// archiveHead is how many bytes tell whether a file is an archive.
const archiveHead = 4

// isArchive reports whether a file begins as a PAK or a ZIP.
func isArchive(head []byte) bool { return assets.IsPAK(head) || formats.IsZip(head) }

// openArchive opens an archive, by its first bytes. Errors name the file.
func openArchive(path string, head []byte) (*archive, error) {
	if assets.IsPAK(head) {
		a, err := assets.OpenArchive(path)
		if err != nil {
			return nil, err
		}
		return &archive{pak{a}, path, a}, nil
	}
	file := bounded.NewOnDemand(path)
	a := &archive{path: path, file: file}
	err := a.use(func() error {
		z, err := formats.OpenZip(file, file.Size())
		a.Archive = z
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// use calls f while the file is open.
func (a *archive) use(f func() error) error {
	if err := a.file.Hold(); err != nil {
		return err
	}
	err := f()
	// Before anything else: an error may come from the change.
	if changed := a.file.Release(); changed != nil {
		return changed
	}
	return err
}

// open opens a demo in the archive; if member is empty, the only one there.
func (a *archive) open(member string) (demo *formats.Demo, err error) {
	err = a.use(func() error {
		if member != "" {
			stored, _, ok := a.Stat(member)
			if !ok {
				return fmt.Errorf("%s: no file %s in this archive; demos: %s", a.path, member,
					listOr(formats.Demos(a), "none"))
			}
			member = stored
		}
		demo, err = formats.OpenIn(a.path, a.Archive, member)
		return err
	})
	if err != nil {
		return nil, err
	}
	return demo, nil
}

// demos returns the names of the demos in the archive.
func (a *archive) demos() (names []string) {
	_ = a.use(func() error { // whoever opens one meets the error
		names = formats.Demos(a)
		return nil
	})
	return names
}

// close ends the use of the archive.
func (a *archive) close() { a.file.Close() }

// shared is an archive whose demos are opened one after another: its directory, which
// may have tens of thousands of names, is read once for all of them, and its file is
// held.
type shared struct {
	path string

	mu   sync.Mutex
	left int // demos that have not been opened yet
	a    *archive
	err  error

	broken int // demos that could not be opened
}

// open opens the demo of that name, and drops the archive after the last one.
func (s *shared) open(member string) (*formats.Demo, error) {
	s.mu.Lock()
	if s.a == nil && s.err == nil {
		if s.a, s.err = archiveAt(s.path); s.err == nil {
			s.err = s.a.file.Hold()
		}
	}
	a, err := s.a, s.err
	if err == nil && s.broken >= library.MaxBroken {
		err = fmt.Errorf("%s/%s: skipped, since %d other files in this archive are not demos", s.path, member, s.broken)
	}
	s.left--
	last := s.left == 0
	held := s.a != nil && s.err == nil
	if last {
		s.a, s.err = nil, errors.New("archive already read")
	}
	s.mu.Unlock()
	if last && held {
		defer a.file.Release() // open has said what changed
	}
	if err != nil {
		return nil, err
	}
	d, err := a.open(member)
	if err != nil {
		s.mu.Lock()
		s.broken++
		s.mu.Unlock()
	}
	return d, err
}

// archiveAt opens the archive in a file.
func archiveAt(path string) (*archive, error) {
	in, err := bounded.Open(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	defer in.Close()
	head, err := in.Head(archiveHead)
	switch {
	case err != nil:
		return nil, fileError(path, err)
	case !in.Regular() || !isArchive(head):
		return nil, fmt.Errorf("%s: not an archive", path)
	}
	return openArchive(path, head)
}
