// Package library keeps what is known of all demos of a user: a list that is at hand at once and
// filtered while one types, and of each demo all moments that [demoscope/player/pattern] finds.
//
// [Open] opens it, [Library.Add] adds folders, [Library.Start] reads what is new in them in the
// background and goes on watching them, [Library.List] is what is known so far. A demo is known by
// a hash of its content: one that is moved or renamed is not read again, and copies are one row with
// several places.
//
// What is kept is a copy of what the demos tell, in one file of SQLite in the user's caches, and is
// thrown away when it is damaged; another version of the program has a file of its own. The folders that the
// user added stand in a file of their own. Nothing of a demo becomes a path or is executed; one that cannot
// be read is a row with its error. Several processes may have the library open at once: one of them scans, all see
// what it finds.
//
// Times are seconds of the viewer's clock, names are readable text.
package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/settings"
	"demoscope/player/pattern"
)

// File is a file that may hold demos.
type File struct {
	Path     string // absolute
	Size     int64  // bytes
	Modified time.Time
	// Changed is when anything of the file was changed last, in nanoseconds since 1970: no program sets it as it sets
	// Modified. It is 0 where the system has no such time.
	Changed int64
}

// FileOf returns the file at a path.
func FileOf(path string, info fs.FileInfo) File {
	return File{Path: path, Size: info.Size(), Modified: info.ModTime(), Changed: Changed(info)}
}

// Source finds and opens demos. Its functions are called by several goroutines at once.
type Source interface {
	// Walk calls entered for a folder and each of its subfolders, found for each file in them that
	// may be a demo or an archive of demos, and failed for what cannot be looked into. It ends when found
	// returns false.
	Walk(folder string, entered func(folder string), found func(File) bool, failed func(path string, err error))
	// Demos returns the demos in a file that is an archive. One that is a demo itself has a single one
	// with the name "".
	Demos(path string) ([]Member, error)
	// Open opens a demo by its file and its name in it.
	Open(path, member string) (*formats.Demo, error)
}

// Member is a demo in an archive.
type Member struct {
	Name string
	Size int64 // bytes that it unpacks to as the archive tells, unused for the name ""
}

// Options are where a library is and what it reads.
type Options struct {
	// Dir is the folder of what is kept, see [Dir]; "" keeps nothing beyond the process.
	Dir string
	// Folders is the file with the list of folders, see [FoldersFile]; "" keeps none.
	Folders string
	Source  Source
	// Workers is how many demos are read at once, as many as there are processors if it is 0.
	Workers int
}

// Dir returns the folder of what is kept: demoscope/library in ~/.cache on Linux. It is "" if there
// is none.
func Dir() string { return settings.Cache("library") }

// FoldersFile returns the path of the list of folders: demoscope/folders.toml in ~/.config on Linux.
// It is "" if there are no settings.
func FoldersFile() string { return settings.File("folders.toml") }

// Library is an open library. Its methods may be called by several goroutines at once.
type Library struct {
	options Options
	folders folderFile

	storeMu sync.RWMutex
	store   store

	// refreshing guards rows, index and seq; it is locked before storeMu.
	refreshing sync.Mutex
	rows       []*Row
	index      map[int64]int // by ID, in rows
	seq        int64
	losses     int // how often what is kept was lost
	list       atomic.Pointer[List]

	mu     sync.Mutex
	status Status
	// lasting are the notes that stay: that nothing is kept.
	lasting []string
	paused  chan struct{} // closed when reading may go on; nil if it may
	giveWay func()        // ends the scan of the library's own that goes on; nil if there is none
	// postponed says that a scan was ended, or not begun, because of a pause.
	postponed bool

	scanning sync.Mutex // one scan at a time in this process
	started  sync.Once
	wake     chan struct{} // something may have changed in the folders
	context  context.Context
	stop     context.CancelFunc
	done     sync.WaitGroup
}

// Status is what the library is doing.
type Status struct {
	// Scanning is set while folders are read; Elsewhere, if another process does it.
	Scanning, Elsewhere bool
	// Files and Bytes are how many new or changed files the scan has to read, and FilesDone and
	// BytesDone how many it has read.
	Files, FilesDone int
	Bytes, BytesDone int64
	// Unread and UnreadBytes are those of the files read of which nothing can be read, Failed how many demos
	// cannot be, also in archives of which others can, and Failures the first few of those with their reasons.
	Unread      int
	UnreadBytes int64
	Failed      int
	Failures    []string
	// Scans is how many scans have ended since the library was opened.
	Scans int
	// Watched is how many folders the system tells of changes in. If there are too many for that,
	// Polled is set: then they are looked through from time to time.
	Watched int
	Polled  bool
	// Notes are what a user should know: a folder that is not there, a disk that is full.
	Notes []string
}

// Open opens the library, and reads the list of what is known. What is kept is thrown away if it is
// damaged or of another version. The error is that of the list of folders; the library is open
// nevertheless.
func Open(o Options) (*Library, error) {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	l := &Library{options: o, folders: folderFile{path: o.Folders}, index: map[int64]int{},
		wake: make(chan struct{}, 1)}
	l.context, l.stop = context.WithCancel(context.Background())
	l.list.Store(&List{})
	err := l.folders.read()
	l.store = newMemory()
	if o.Dir != "" {
		kept, failed := openKept(o.Dir, nil)
		if failed != nil {
			l.notKept(failed)
		} else {
			l.store = kept
		}
	}
	l.refresh()
	return l, err
}

// Close ends the scan and all else in the background, and closes what is kept. Folders that are being added
// or removed are waited for; later it is an error to do so.
func (l *Library) Close() error {
	l.stop()
	l.folders.close()
	l.Pause(false)
	l.done.Wait()
	l.scanning.Lock()
	defer l.scanning.Unlock()
	l.storeMu.Lock()
	defer l.storeMu.Unlock()
	err := l.store.close()
	l.store = newMemory()
	return err
}

// Start reads the folders in the background, watches them and follows what other processes find,
// until [Library.Close]. Later calls do nothing.
func (l *Library) Start() {
	l.started.Do(func() {
		l.done.Add(1)
		go func() {
			defer l.done.Done()
			l.run()
		}()
	})
}

// Scan reads what is new or changed in the folders, and forgets what is not there any more. It
// returns when that is done; if another process is at it, when that one has ended. The error is
// that of ctx, or why the list of folders cannot be read: then nothing is done.
func (l *Library) Scan(ctx context.Context) error {
	_, err := l.scan(ctx, true, func(string) {})
	return err
}

// Pause keeps a scan from beginning with another demo, as while a demo is played, until it is called
// with false. A scan of the library's own ends, and begins again then, so that meanwhile another process may
// read the folders.
func (l *Library) Pause(pause bool) {
	l.mu.Lock()
	postponed := false
	switch {
	case pause && l.paused == nil:
		l.paused = make(chan struct{})
		if l.giveWay != nil {
			l.postponed = true
			l.giveWay()
		}
	case !pause && l.paused != nil:
		close(l.paused)
		l.paused = nil
		postponed, l.postponed = l.postponed, false
	}
	l.mu.Unlock()
	if postponed {
		l.Rescan()
	}
}

// Folders returns the folders that were added, as absolute paths, in the order in which they were.
func (l *Library) Folders() []string { return l.folders.list() }

// Knows reports whether a folder, an absolute path, is in the library as a whole or in part.
func (l *Library) Knows(folder string) bool {
	return slices.ContainsFunc(l.Folders(), func(f string) bool { return within(folder, f) || within(f, folder) })
}

// Add adds folders, which are made absolute; one that is there already, or lies in one that is,
// changes nothing. [Library.Start] or [Library.Scan] reads them. The error says what is no folder, and that
// the list could not be written.
func (l *Library) Add(folders ...string) error {
	err := l.folders.add(folders)
	l.Rescan()
	return err
}

// Remove removes folders from the list, with what is known of the demos in them alone. It is an
// error if one is not in it.
func (l *Library) Remove(folders ...string) error {
	err := l.folders.remove(folders)
	l.forget()
	l.Rescan()
	return err
}

// Status returns what the library is doing.
func (l *Library) Status() Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.status
	s.Notes, s.Failures = slices.Clone(s.Notes), slices.Clone(s.Failures)
	return s
}

// List returns what is known. It never changes: a later call returns another pointer if more is
// known.
func (l *Library) List() *List { return l.list.Load() }

// Facts returns all that is known of the moments of a demo: as kept, or else by reading it.
func (l *Library) Facts(r *Row) (*pattern.Facts, error) {
	if r.Error != "" {
		return nil, errors.New(r.Error)
	}
	l.storeMu.RLock()
	f, err := l.store.facts(r.ID)
	l.storeMu.RUnlock()
	if err == nil && f != nil {
		return f, nil
	}
	var failed error
	for i := range r.Places {
		p := &r.Places[i]
		d, err := l.options.Source.Open(p.Path, p.Member)
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		return factsOf(d)
	}
	return nil, failed
}

// factsOf reads the facts of a demo.
func factsOf(d *formats.Demo) (f *pattern.Facts, err error) {
	err = fault.Guard("reading "+d.Path(), func() { _, f = read(d, false, true, pattern.Options{}) })
	return f, err
}

// Rescan has the folders looked through soon, if [Library.Start] was called: what the system does
// not tell of, as on a network's disk, is found then.
func (l *Library) Rescan() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// note adds a note, once. The next scan begins without it.
func (l *Library) note(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.status.Notes) < maxNotes && !slices.Contains(l.status.Notes, text) {
		l.status.Notes = append(l.status.Notes, text)
	}
}

// notKept notes for good why what is found is not kept.
func (l *Library) notKept(why error) {
	text := fmt.Sprintf("scan results are not saved: %v", why)
	l.note(text)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lasting) < maxNotes && !slices.Contains(l.lasting, text) {
		l.lasting = append(l.lasting, text)
	}
}

// maxNotes is how many notes there are at most.
const maxNotes = 100

// setStatus changes the status.
func (l *Library) setStatus(change func(*Status)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.status)
}

// maxLosses is how often what is kept is made anew, until everything stays in memory: a disk that is not
// sound, or another program that works against this one.
const maxLosses = 3

// lost returns how often what is kept was lost.
func (l *Library) lost() int {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	return l.losses
}

// known returns up to which change of what is kept the list is.
func (l *Library) known() int64 {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	return l.seq
}

// refresh takes over what has changed in what is kept, by whomever.
func (l *Library) refresh() {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	l.refreshLocked()
}

func (l *Library) refreshLocked() {
	l.storeMu.RLock()
	changed, seq, err := l.store.load(l.seq)
	missed := errors.Is(err, errMissed)
	if missed {
		l.rows, l.index = nil, map[int64]int{}
		changed, seq, err = l.store.load(0)
	}
	l.storeMu.RUnlock()
	if err != nil {
		l.loseLocked(err)
		return
	}
	l.seq = seq
	if len(changed) == 0 && !missed {
		return
	}
	rows := slices.Clone(l.rows)
	gone := 0
	for _, r := range changed {
		i, ok := l.index[r.ID]
		switch {
		case ok && len(r.Places) > 0:
			rows[i] = r
		case ok:
			rows[i] = nil
			delete(l.index, r.ID)
			gone++
		case len(r.Places) > 0:
			l.index[r.ID] = len(rows)
			rows = append(rows, r)
		}
	}
	if gone > 0 {
		rows = slices.DeleteFunc(rows, func(r *Row) bool { return r == nil })
		clear(l.index)
		for i, r := range rows {
			l.index[r.ID] = i
		}
	}
	l.rows = rows
	l.list.Store(newList(rows, l.list.Load()))
}

// lose goes on without what is kept, which is damaged or cannot be used: it is made anew, or else
// everything stays in memory.
func (l *Library) lose(why error) {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	l.loseLocked(why)
}

func (l *Library) loseLocked(why error) {
	l.storeMu.Lock()
	defer l.storeMu.Unlock()
	bad := l.store
	_ = bad.close() // it is of no use
	l.store = newMemory()
	l.losses++
	if damaged(why) && l.options.Dir != "" && l.losses <= maxLosses {
		l.note(fmt.Sprintf("rescanning all demos, since the saved data is unusable: %v", why))
		if kept, err := openKept(l.options.Dir, bad); err == nil {
			l.store = kept
		}
	} else {
		l.notKept(why)
	}
	l.rows, l.seq = nil, 0
	clear(l.index)
	l.list.Store(&List{})
	l.Rescan()
}

// within reports whether a path is a folder or lies in it.
func within(path, folder string) bool {
	if path == folder {
		return true
	}
	if !endsInSeparator(folder) {
		folder += string(filepath.Separator)
	}
	return len(path) > len(folder) && path[:len(folder)] == folder
}

func endsInSeparator(folder string) bool {
	return folder != "" && folder[len(folder)-1] == filepath.Separator
}
