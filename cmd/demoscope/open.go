package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/bounded"
	"demoscope/internal/filename"
	"demoscope/internal/humanize"
	"demoscope/internal/m3u"
	"demoscope/player/library"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// sampleName is the prefix of built-in recordings on the command line, as in
// "sample:demoscope1.dm2".
const sampleName = "sample:"

// standardStream is the file name for standard input or output, and standardInput its name in messages.
const (
	standardStream = "-"
	standardInput  = "standard input"
)

// openDemo opens the demo that path names: "-" for standard input; for other paths, see the function openDemo.
func (s *streams) openDemo(path string) (*formats.Demo, error) {
	if path != standardStream {
		return openDemo(path)
	}
	data, err := s.readInput()
	if err != nil {
		return nil, err
	}
	return opener.Open(standardInput, data)
}

// readInput returns all of standard input, and keeps it, because a demo may be opened more than once.
func (s *streams) readInput() ([]byte, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.input == nil {
		s.input = bounded.NewInput(standardInput, s.in)
	}
	return readDemo(s.input, standardInput)
}

// readDemo reads a file if it begins like a demo or is compressed.
func readDemo(in *bounded.Input, name string) ([]byte, error) {
	head, err := in.Head(formats.HeadSize)
	if err == nil {
		err = formats.CheckHead(name, head)
		if err != nil {
			return nil, err
		}
	}
	var data []byte
	if err == nil {
		data, err = in.ReadAll(formats.MaxDemo)
	}
	if err != nil {
		return nil, fileError(name, err)
	}
	return data, nil
}

// openDemo opens the demo that path names: a file, "sample:NAME" for a built-in demo, a path in an archive as in a
// folder (pak0.pak/demo1.dem, maps.pk3/demos/x.dm_68), or an M3U playlist of one demo. An empty path is the default
// sample. Errors name the file.
func openDemo(path string) (*formats.Demo, error) {
	if m3u.Has(path) {
		return openListed(path)
	}
	return openNamed(path)
}

// firstListed is the maximum number of demos of a playlist that an error names.
const firstListed = 5

// openListed opens the only demo of an M3U playlist. It does not open nested playlists.
func openListed(path string) (*formats.Demo, error) {
	list, wrong := findDemos([]string{path})
	switch {
	case len(list) == 0:
		return nil, errors.Join(append([]error{fmt.Errorf("%s: no demos in this playlist", path)}, wrong...)...)
	case len(list) > 1:
		files, _ := filesOf(list[:min(len(list), firstListed)])
		more := ""
		if len(list) > firstListed {
			more = ", ..."
		}
		return nil, fmt.Errorf("%s: playlist with %d demos, name one of them: %s%s", path, len(list),
			strings.Join(files, ", "), more)
	}
	f := &list[0]
	switch {
	case f.err != nil:
		return nil, f.err
	case f.in != nil:
		return f.in.open(f.member)
	}
	return openNamed(f.path)
}

// openNamed is [openDemo] for everything except playlists.
func openNamed(path string) (*formats.Demo, error) {
	if path == "" {
		path = sampleName + assets.Samples()[0].Name
	}
	if name, ok := strings.CutPrefix(path, sampleName); ok {
		data, err := assets.ReadSample(name)
		names := slices.DeleteFunc(sampleNames(), func(s string) bool { return !strings.HasPrefix(s, path) })
		if err != nil && len(names) > 1 {
			return nil, fmt.Errorf("%s names several built-in demos; choose one: %s", path, strings.Join(names, ", "))
		}
		if err != nil {
			return nil, fmt.Errorf("unknown built-in demo %q; built-in demos: %s", name,
				strings.Join(sampleNames(), ", "))
		}
		return opener.Open(path, data)
	}
	file, member := path, ""
	in, err := bounded.Open(path)
	if real, ok := namedByJSON(path); err != nil && ok {
		file, path = real, real
		in, err = bounded.Open(path)
	}
	if err != nil {
		if file, member = splitArchive(path); member != "" {
			in, err = bounded.Open(file)
		}
	}
	if err != nil {
		return nil, fileError(file, err)
	}
	defer in.Close()
	head, err := in.Head(formats.ArchiveHead)
	if err != nil {
		return nil, fileError(file, err)
	}
	if in.Regular() && (formats.IsArchive(head) || member != "" && formats.MayBeArchive(file, head)) {
		a, err := openArchive(file)
		if err != nil {
			return nil, err
		}
		defer a.close()
		return a.open(member)
	}
	if member != "" {
		return nil, fmt.Errorf("%s/%s: %s is a file, not a folder or an archive", file, member, file)
	}
	data, err := readDemo(in, file)
	if err != nil {
		return nil, err
	}
	return opener.Open(file, data)
}

// sayCut reports a demo that could not be unpacked completely, or that is in a damaged archive, and returns whether it
// did.
func (s *streams) sayCut(d *formats.Demo) bool {
	if d.Cut == nil {
		return false
	}
	s.sayNotWhole(d, d.Cut)
	return true
}

// sayNotWhole reports the result of [formats.Demo.Whole].
func (s *streams) sayNotWhole(d *formats.Demo, err error) {
	if d.Cut != nil && d.Cut.Complete() {
		s.say("%s: %v", d.Path(), err)
		return
	}
	s.say("%s is damaged: %v", d.Path(), err)
}

// indexPoll is the polling interval for the progress of an index.
const indexPoll = 5 * time.Millisecond

// sayDamage reports the damage of a demo up to a viewer's time. It waits until that part has been read.
func (s *streams) sayDamage(d *formats.Demo, t *timeline.Timeline, until float64) {
	for {
		if known, complete := t.Duration(); complete || known > until {
			break
		}
		time.Sleep(indexPoll)
	}
	gaps, _ := t.Gaps()
	before := ""
	if !math.IsInf(until, 1) {
		before = " before that"
	}
	places, first := 0, (*message.Damage)(nil)
	for i := range gaps {
		if gaps[i].Count > 0 && gaps[i].Start < until {
			if places++; first == nil {
				first = &gaps[i].Damage
			}
		}
	}
	switch places {
	case 0:
	case 1:
		s.say("%s is damaged%s: %v", d.Path(), before, first)
	default:
		s.say("%s is damaged in %d places%s, the first: %v", d.Path(), places, before, first)
	}
}

// sayEarly reports a moment that counts from the end but is before the start, so that the start is used instead. m
// may be nil.
func (s *streams) sayEarly(flag string, m *moment, part span) {
	if m != nil && m.fromEnd && !m.percent && part.end+m.value < part.start {
		s.say("%s is before the start: using the start, %s before the end", flag,
			humanize.Clock(part.end-part.start))
	}
}

func listOr(names []string, nothing string) string {
	if len(names) == 0 {
		return nothing
	}
	return strings.Join(names, ", ")
}

func sampleNames() []string {
	var names []string
	for _, s := range assets.Samples() {
		names = append(names, sampleName+s.Name)
	}
	return names
}

// splitArchive splits a path that continues inside a file. member is empty for other paths.
func splitArchive(path string) (file, member string) {
	isSeparator := func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) }
	for file = cmp.Or(strings.TrimRightFunc(path, isSeparator), path); ; {
		info, err := os.Stat(file)
		if err == nil && info.Mode().IsRegular() {
			return file, member
		}
		parent := filepath.Dir(file)
		if err == nil || parent == file {
			return path, ""
		}
		member = strings.TrimSuffix(filepath.Base(file)+"/"+member, "/")
		file = parent
	}
}

// namedByJSON returns the path of a file whose name is not UTF-8, given the name in JSON output; false if there is no
// such file, or several. The part of the path inside an archive stays unchanged.
func namedByJSON(path string) (real string, ok bool) {
	if !strings.ContainsRune(path, utf8.RuneError) {
		return "", false
	}
	parent := filepath.Dir(path)
	if parent == path {
		return "", false
	}
	if above, ok := namedByJSON(parent); ok {
		parent = above
	}
	entries, err := os.ReadDir(parent)
	if err != nil { // the parent may be an archive
		return filepath.Join(parent, filepath.Base(path)), parent != filepath.Dir(path)
	}
	name, ok := filename.Find(func(yield func(string) bool) {
		for _, e := range entries {
			if !yield(e.Name()) {
				return
			}
		}
	}, filepath.Base(path))
	if !ok {
		name = filepath.Base(path)
	}
	return below(parent, name), ok || parent != filepath.Dir(path)
}

// fileError explains why a file cannot be read and, if it does not exist, where it was searched.
func fileError(path string, err error) error {
	var (
		p    *fs.PathError
		kind *bounded.KindError
		size *bounded.SizeError
	)
	switch {
	case errors.As(err, &kind) && kind.What == "a folder":
		return fmt.Errorf("%s: folder, not a demo (demoscope info lists its demos)", path)
	case errors.As(err, &kind), errors.As(err, &size), errors.Is(err, bounded.ErrShorter):
		return err // the error names the file
	case errors.Is(err, fs.ErrNotExist):
		if full, failed := filepath.Abs(path); failed == nil && full != path {
			return fmt.Errorf("%s: file not found (%s)", path, full)
		}
		return fmt.Errorf("%s: file not found", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: permission denied", path)
	case runtime.GOOS == "windows" && strings.ContainsAny(filepath.Base(path), "*?"): // reported as an invalid name
		return fmt.Errorf("%s: file not found", path)
	case errors.As(err, &p):
		return fmt.Errorf("%s: %w", path, p.Err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// archive is an archive of demos on disk. Its file is open only while it is held.
type archive struct {
	*formats.Archive
	path string
	file *bounded.OnDemand
}

// openArchive opens an archive. Errors name the file.
func openArchive(path string) (*archive, error) {
	file := bounded.NewOnDemand(path)
	a := &archive{path: path, file: file}
	err := a.use(func() error {
		packed, err := formats.OpenArchive(file, file.Size())
		a.Archive = packed
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
	// Check this first, because an error of f may be a consequence of the change.
	if changed := a.file.Release(); changed != nil {
		return changed
	}
	return err
}

// open opens a demo in the archive; if member is empty, the only one.
func (a *archive) open(member string) (demo *formats.Demo, err error) {
	err = a.use(func() error {
		if member != "" {
			stored, _, ok := a.Stat(member)
			if !ok {
				return fmt.Errorf("%s: no file %s in this archive; demos: %s", a.path, member,
					listOr(formats.Demos(a.Archive), "none"))
			}
			member = stored
		}
		demo, err = opener.OpenIn(a.path, a.Archive, member)
		return err
	})
	if err != nil {
		return nil, err
	}
	return demo, nil
}

// stat finds a file in the archive, and reports whether it is an archive itself.
func (a *archive) stat(name string) (stored string, size int64, ok, holds bool) {
	_ = a.use(func() error { // opening the file returns the error
		if stored, size, ok = a.Stat(name); ok {
			head, _ := a.ReadHead(stored, formats.ArchiveHead)
			holds = formats.MayBeArchive(stored, head)
		}
		return nil
	})
	return stored, size, ok, holds
}

// demos returns the names of the demos in the archive.
func (a *archive) demos() (names []string) {
	_ = a.use(func() error { // opening a demo returns the error
		names = formats.Demos(a.Archive)
		return nil
	})
	return names
}

// close closes the archive.
func (a *archive) close() { a.file.Close() }

// shared is an archive whose demos are opened one after another. Its directory, which may have tens of thousands of
// names, is read only once, and its file is held.
type shared struct {
	path string

	mu   sync.Mutex
	left int // number of demos that have not been opened yet
	a    *archive
	err  error

	broken int // number of demos that could not be opened
}

// open opens a demo by name, and releases the archive after the last one.
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
		defer a.file.Release() // open has reported a change
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
	head, err := in.Head(formats.ArchiveHead)
	switch {
	case err != nil:
		return nil, fileError(path, err)
	case !in.Regular() || !formats.MayBeArchive(path, head):
		return nil, fmt.Errorf("%s: not an archive", path)
	}
	return openArchive(path)
}

// librarySource finds and opens the demos of the library in the same way as all commands.
type librarySource struct {
	mu sync.Mutex
	// open are archives whose demos are being read one after another, by path.
	open map[string]*shared
}

// Walk implements [library.Source].
func (*librarySource) Walk(folder string, entered func(string), found func(library.File) bool,
	failed func(string, error)) {
	w := walker{
		entered: entered,
		found: func(file, _ string, info fs.FileInfo) bool {
			return found(library.FileOf(file, info))
		},
		failed: func(file, _ string, err error) { failed(file, err) },
	}
	w.walk(folder)
}

// Demos implements [library.Source].
func (s *librarySource) Demos(path string) ([]library.Member, error) {
	a, err := archiveAt(path)
	if err != nil {
		return []library.Member{{}}, nil // openDemo returns the error
	}
	defer a.close()
	var list []library.Member
	err = a.use(func() error {
		for _, name := range formats.NamedDemos(a.Archive) {
			_, size, _ := a.Stat(name)
			list = append(list, library.Member{Name: name, Size: size})
		}
		return nil
	})
	if err == nil && len(list) == 0 && !formats.HasArchiveName(path) {
		return []library.Member{{}}, nil // openDemo finds demos with other names
	}
	if len(list) > 1 {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open == nil {
			s.open = map[string]*shared{}
		}
		if len(s.open) < maxSkipped { // a canceled scan leaves an entry
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

// absolute returns a name of a demo that is valid in every folder.
func absolute(file string) string {
	if file == "" || file == standardStream || strings.HasPrefix(file, sampleName) || isLive(file) {
		return file
	}
	if full, err := filepath.Abs(file); err == nil {
		return full
	}
	return file
}

// contentKey returns a function that computes the content hash of a demo that can be opened again by its name, nil
// for samples and standard input.
func contentKey(file string, demo *formats.Demo) func() string {
	if file == "" || file == standardStream || strings.HasPrefix(file, sampleName) || demo.Growing() != nil || inPage {
		return nil
	}
	return func() string { return library.Key(demo.Sum()).String() }
}

// cursorOf returns a cursor before the first packet of a demo.
func cursorOf(demo *formats.Demo) *scan.Cursor {
	return scan.NewCursor(demo.Format.Name, demo.Decoder())
}
