package assets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// Options are the game and demo for a search path.
type Options struct {
	// Game is the family; the zero value searches the folders of all.
	Game Game
	// BaseDirs are folders with game folders (id1, qw, baseq2, baseq3, ...), the most important first. A folder without
	// any of them counts as a game folder itself.
	BaseDirs []string
	// Mods are game folders of mods in base folders, the last one the most important, like the engines' -game.
	Mods []string
	// DemoPath is the demo's path on disk, "" if it is not a file. Its folder, that folder's maps, and the game and
	// base folders that contain it are searched.
	DemoPath string
	// DemoGameDir is the demo's game folder ("ctf"). It is not trusted: [Search.Problems] reports a name that is no
	// plain folder name.
	DemoGameDir string
	// NoInstalled leaves out the folders of Steam, GOG, distributions and engines.
	NoInstalled bool
	// Getenv replaces [os.Getenv] for DEMOSCOPE_PATH (folders as in BaseDirs, separated as in PATH) and the system's
	// own folders.
	Getenv func(string) string

	systemRoot string // prefix of absolute system folders, for tests
}

// Search is a search path, made by [Open]. It is safe for concurrent use.
type Search struct {
	game     Game
	mods     []string
	mu       sync.Mutex // guards listings and the opening of archives
	places   []*place
	problems []error
	closed   bool
	indexed  int // files in all open archives
}

// maxIndexed is the maximum number of files in all archives of a search path together: each costs some hundred bytes.
// The archives of a game have some ten thousand; a mod could add millions.
const maxIndexed = 1 << 19

// place is a Place with the data for reading it.
type place struct {
	Place
	folder *folder // nil unless Exists and of kind Folder
}

// Open makes the search path. It only reads the names in base folders; a folder that does not exist costs one system
// call. The only error is a *[NameError] for a mod whose name is not a plain folder name.
func Open(o Options) (*Search, error) {
	for _, m := range o.Mods {
		if _, err := cleanFolder(m); err != nil {
			return nil, fmt.Errorf("game folder of a mod: %w", err)
		}
	}
	s := &Search{game: o.Game, mods: o.Mods}
	if o.DemoGameDir != "" {
		if _, err := cleanFolder(o.DemoGameDir); err != nil {
			s.problems = append(s.problems, fmt.Errorf("game folder that the demo names: %w", err))
			o.DemoGameDir = ""
		}
	}
	newPlanner(o, s).plan()
	return s, nil
}

// OpenBases is [Open] for files that programs for a game put beside game folders: it searches the base folders
// themselves and the demo's folder.
func OpenBases(o Options) *Search {
	s := &Search{game: o.Game}
	newPlanner(o, s).planBases()
	return s
}

// ReadFile reads the first file with a game path, in the order of [Search.Inspect], and returns where it was found. The
// error is a *[NameError], *[NotFoundError], *[SizeError], [fs.ErrClosed], or one of reading.
func (s *Search) ReadFile(name string) ([]byte, Source, error) { return s.readFile(name, maxFile) }

// maxTexture is the maximum size in bytes of a texture: one of 1024x1024 texels takes a third of it.
const maxTexture = 4 << 20

// ReadTexture is [Search.ReadFile] for a texture of at most 4 MiB.
func (s *Search) ReadTexture(name string) ([]byte, error) {
	data, _, err := s.readFile(name, maxTexture)
	return data, err
}

// readFile is ReadFile for a file of at most limit bytes.
func (s *Search) readFile(name string, limit int64) ([]byte, Source, error) {
	src, err := s.Find(name)
	if err != nil {
		return nil, Source{}, err
	}
	data, err := s.read(src, limit)
	return data, src, err
}

// Find returns the location from which [Search.ReadFile] would read a file. The error is a *[NameError],
// *[NotFoundError], [fs.ErrClosed].
func (s *Search) Find(name string) (Source, error) {
	clean, err := cleanName(name)
	if err != nil {
		return Source{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return Source{}, fs.ErrClosed
	}
	var problems []error
	for i := range s.places {
		src, errs := s.findIn(i, clean)
		if src.Kind != "" {
			for _, err := range append(problems, errs...) {
				src.Refused = append(src.Refused, refusals(err)...)
			}
			return src, nil
		}
		problems = append(problems, errs...)
	}
	return Source{}, &NotFoundError{Name: clean, Places: s.list(false), Problems: problems}
}

// FindBeside searches a file only in the game folder of another one, loose or in an archive: a map's .lit must not come
// from elsewhere. Errors are those of [Search.Find].
func (s *Search) FindBeside(other Source, name string) (Source, error) {
	clean, err := cleanName(name)
	if err != nil {
		return Source{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return Source{}, fs.ErrClosed
	}
	if other.place < 0 || other.place >= len(s.places) {
		return Source{}, &NotFoundError{Name: clean}
	}
	src, problems := s.findIn(other.place, clean)
	if src.Kind != "" {
		for _, err := range problems {
			src.Refused = append(src.Refused, refusals(err)...)
		}
		return src, nil
	}
	return Source{}, &NotFoundError{Name: clean, Places: s.list(false)[other.place : other.place+1], Problems: problems}
}

// findIn searches one place. The Source's Kind is "" if there is nothing. The problems are those of entries before it.
func (s *Search) findIn(i int, name string) (Source, []error) {
	p := s.places[i]
	if !p.Exists {
		return Source{}, nil
	}
	inner, ok := cutPrefixFold(name, p.Mount)
	if !ok {
		return Source{}, nil
	}
	if p.Kind == Sample {
		if file, ok := sampleMaps(s.game)[fold(name)]; ok {
			return Source{Name: fold(name), Kind: Sample, place: i, inner: file}, nil
		}
		return Source{}, nil
	}
	var problems []error
	found, err := p.folder.find(inner)
	if found != "" {
		return Source{
			Path: filepath.Join(p.Folder, filepath.FromSlash(found)), Name: p.Mount + found,
			Kind: Folder, place: i, inner: found,
		}, nil
	}
	if err != nil {
		problems = append(problems, err)
	}
	if p.Mount != "" {
		return Source{}, problems // a mount has loose files only
	}
	for _, ref := range p.folder.listArchives() {
		a, err := s.openArchive(ref)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		if stored, _, ok := a.Stat(inner); ok {
			return Source{Path: ref.path, Name: stored, Kind: a.kind, place: i, inner: stored, in: ref}, problems
		}
	}
	if p.folder.problem != nil {
		problems = append(problems, p.folder.problem)
	}
	return Source{}, problems
}

// openArchive opens an archive on first use; its error stays.
func (s *Search) openArchive(ref *archiveRef) (*Archive, error) {
	if ref.archive != nil || ref.err != nil {
		return ref.archive, ref.err
	}
	a, err := OpenArchive(ref.path)
	if err == nil && s.indexed+len(a.members) > maxIndexed {
		err = &FormatError{ref.path, a.kind,
			fmt.Sprintf("with its %d files there would be more than %d in all archives", len(a.members), maxIndexed)}
	}
	if err != nil {
		ref.err = err
		return nil, err
	}
	s.indexed += len(a.members)
	ref.archive = a
	return a, nil
}

// Read reads a file found by [Search.Find] or [Search.FindBeside]. A file that is too large is a *[SizeError].
func (s *Search) Read(src Source) ([]byte, error) { return s.read(src, maxFile) }

// read is Read for a file of at most limit bytes.
func (s *Search) read(src Source, limit int64) ([]byte, error) {
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	switch {
	case closed:
		return nil, fs.ErrClosed
	case src.Kind == Sample:
		return readBuiltin(src.inner)
	case src.in != nil:
		return src.in.archive.readFile(src.inner, limit)
	case src.Kind == Folder && src.place < len(s.places):
		return s.places[src.place].folder.read(src.inner, limit)
	}
	return nil, errors.New("read of a source that was not found")
}

// Inspect lists the places in search order, and opens all archives. It includes base folders that do not exist.
func (s *Search) Inspect() []Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list(true)
}

// Absent describes the base folders and mods of [Options] that were not found.
func (s *Search) Absent() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.places {
		if p.Why == whyBaseDir && !p.Exists && p.Err == nil {
			list = append(list, "game folder "+p.Folder+" not found (basedir)")
		}
	}
	for _, mod := range s.mods {
		if !slices.ContainsFunc(s.places, func(p *place) bool { return fold(filepath.Base(p.Folder)) == fold(mod) }) {
			list = append(list, "mod folder "+mod+" not found (--mod)")
		}
	}
	return list
}

// Problems returns what was refused so far: names, folders, archives.
func (s *Search) Problems() []error {
	s.mu.Lock()
	defer s.mu.Unlock()
	problems := slices.Clone(s.problems)
	for _, p := range s.list(false) {
		if p.Err != nil {
			problems = append(problems, p.Err)
		}
		for _, a := range p.Archives {
			if a.Err != nil {
				problems = append(problems, a.Err)
			}
		}
	}
	return problems
}

func (s *Search) list(open bool) []Place {
	list := make([]Place, 0, len(s.places))
	for _, p := range s.places {
		out := p.Place
		if p.folder != nil && p.Mount == "" && !s.closed {
			for _, ref := range p.folder.listArchives() {
				if open {
					_, _ = s.openArchive(ref) // ref keeps the error
				}
				a := PlaceArchive{Path: ref.path, Opened: ref.archive != nil || ref.err != nil, Err: ref.err}
				if ref.archive != nil {
					a.Kind, a.Files, a.Ignored = ref.archive.kind, len(ref.archive.names), ref.archive.ignored
				}
				out.Archives = append(out.Archives, a)
			}
			out.Err = errors.Join(out.Err, p.folder.problem)
		}
		list = append(list, out)
	}
	return list
}

// Close closes the folders and archives. Data read before stays valid.
func (s *Search) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	for _, p := range s.places {
		if p.folder != nil {
			err = errors.Join(err, p.folder.close())
		}
	}
	return err
}

func cutPrefixFold(name, prefix string) (string, bool) {
	if len(name) <= len(prefix) || fold(name[:len(prefix)]) != fold(prefix) {
		return "", false
	}
	return name[len(prefix):], true
}

func (o Options) getenv(key string) string {
	if o.Getenv != nil {
		return o.Getenv(key)
	}
	return os.Getenv(key)
}
