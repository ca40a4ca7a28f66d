// Package library stores what is known of all demos of a user: a list that is available at once and can be filtered
// while the user types, and for each demo all moments that [demoscope/player/pattern] finds.
//
// [Open] opens the library, [Library.Add] adds folders, [Library.Start] reads new demos in the background and watches
// the folders, and [Library.List] returns what is known so far. A demo is identified by a hash of its content: a moved
// or renamed demo is not read again, and copies are one row with several places.
//
// The saved data only repeats what the demos contain. It is one SQLite file in the user's cache folder, and is deleted
// if it is damaged. Each version of the program has its own file. The list of folders is a separate file. Nothing in a
// demo becomes a path or is executed. An unreadable demo is a row with its error. Several processes may open the
// library at once: one of them scans, and all see what it finds.
//
// Times are seconds of the viewer's clock, and names are readable text.
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
	// Changed is the time of the last change to the file's content or attributes, in nanoseconds since 1970. Unlike
	// Modified, programs can't set it. It is 0 if the system has no such time.
	Changed int64
}

// FileOf returns the file at a path.
func FileOf(path string, info fs.FileInfo) File {
	return File{Path: path, Size: info.Size(), Modified: info.ModTime(), Changed: Changed(info)}
}

// Source finds and opens demos. Its methods must be safe for concurrent use.
type Source interface {
	// Walk calls entered for a folder and each of its subfolders, found for each file in them that may be a demo or an
	// archive of demos, and failed for each path that can't be read. It ends when found returns false.
	Walk(folder string, entered func(folder string), found func(File) bool, failed func(path string, err error))
	// Demos returns the demos in an archive. A file that is a demo itself has one member with the name "".
	Demos(path string) ([]Member, error)
	// Open opens a demo by its file and its name in the file.
	Open(path, member string) (*formats.Demo, error)
}

// Member is a demo in an archive.
type Member struct {
	Name string
	Size int64 // unpacked size in bytes according to the archive; unused for the name ""
}

// Options say where a library is stored and what it reads.
type Options struct {
	// Dir is the folder of the saved data, see [Dir]. If it is "", nothing is saved.
	Dir string
	// Folders is the file with the list of folders, see [FoldersFile]. If it is "", the list is not saved.
	Folders string
	Source  Source
	// Workers is the number of demos to read at once. 0 means the number of processors.
	Workers int
}

// Dir returns the folder of the saved data: demoscope/library in ~/.cache on Linux. It is "" if there is no cache
// folder.
func Dir() string { return settings.Cache("library") }

// FoldersFile returns the path of the list of folders: demoscope/folders.toml in ~/.config on Linux. It is "" if there
// is no settings folder.
func FoldersFile() string { return settings.File("folders.toml") }

// Library is an open library. Its methods are safe for concurrent use.
type Library struct {
	options Options
	folders folderFile

	storeMu sync.RWMutex
	store   store

	// refreshing guards rows, index, seq and losses. It is locked before storeMu.
	refreshing sync.Mutex
	rows       []*Row
	index      map[int64]int // index in rows by ID
	seq        int64
	losses     int // how often the saved data was lost
	list       atomic.Pointer[List]

	mu     sync.Mutex
	status Status
	// lasting are the notes that stay: that results are not saved.
	lasting []string
	paused  chan struct{} // closed when reading may continue; nil if it is not paused
	giveWay func()        // cancels the current background scan; nil if there is none
	// postponed says that a scan was canceled, or did not start, because of a pause.
	postponed bool

	scanning sync.Mutex // one scan at a time in this process
	started  sync.Once
	wake     chan struct{} // the folders may have changed
	context  context.Context
	stop     context.CancelFunc
	done     sync.WaitGroup
}

// Status is what the library is doing.
type Status struct {
	// Scanning is set while folders are read. Elsewhere is set while another process reads them.
	Scanning, Elsewhere bool
	// Files and Bytes are the number and size of the new or changed files of this scan. FilesDone and BytesDone are how
	// much of them has been read.
	Files, FilesDone int
	Bytes, BytesDone int64
	// Unread and UnreadBytes are the number and size of the files without any readable demo. Failed is the number of
	// unreadable demos, including those in archives with readable ones. Failures names the first few of them with their
	// reasons.
	Unread      int
	UnreadBytes int64
	Failed      int
	Failures    []string
	// Scans is the number of scans that have ended since the library was opened.
	Scans int
	// Watched is the number of folders in which the system reports changes. Polled is set if some folders can't be
	// watched; then all are scanned from time to time.
	Watched int
	Polled  bool
	// Notes are messages for the user, for example that a folder is missing or a disk is full.
	Notes []string
}

// Open opens the library and reads its list. It deletes saved data that is damaged or of another version. The error is
// that of the list of folders; the library is open nevertheless.
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
		kept, failed := openStore(o.Dir, nil)
		if failed != nil {
			l.notKept(failed)
		} else {
			l.store = kept
		}
	}
	l.refresh()
	return l, err
}

// Close stops the scan and everything else in the background, and closes the store. It waits for calls of [Library.Add]
// and [Library.Remove]. Later calls of these return an error.
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

// Start reads the folders in the background, watches them, and takes over the results of other processes, until
// [Library.Close]. Later calls do nothing.
func (l *Library) Start() {
	l.started.Do(func() {
		l.done.Add(1)
		go func() {
			defer l.done.Done()
			l.run()
		}()
	})
}

// Scan reads new and changed files in the folders, and forgets removed ones. If another process scans, Scan first waits
// for it to end. The error is that of ctx, or the reason why the list of folders can't be read; then Scan does nothing.
func (l *Library) Scan(ctx context.Context) error {
	_, err := l.scan(ctx, true, func(string) {})
	return err
}

// Pause(true) keeps scans from reading the next demo, for example during playback, until Pause(false). A background
// scan is canceled and starts again later, so that another process can scan meanwhile.
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

// Folders returns the folders of the library as absolute paths, in the order in which they were added.
func (l *Library) Folders() []string { return l.folders.list() }

// Knows reports whether the library has a folder, given as an absolute path, or a part of it.
func (l *Library) Knows(folder string) bool {
	return slices.ContainsFunc(l.Folders(), func(f string) bool { return within(folder, f) || within(f, folder) })
}

// Add adds folders, and makes their paths absolute. A folder that is already in the library, or inside one of its
// folders, changes nothing. [Library.Start] or [Library.Scan] reads the folders. The error reports paths that are not
// folders, and a list that can't be written.
func (l *Library) Add(folders ...string) error {
	err := l.folders.add(folders)
	l.Rescan()
	return err
}

// Remove removes folders from the list, and forgets the demos that are in no other folder. Removing a folder that is
// not in the list is an error.
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

// List returns everything known so far. A list never changes: when more is known, a later call returns another one.
func (l *Library) List() *List { return l.list.Load() }

// Facts returns the facts of a demo. If they are not saved, it reads the demo.
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

// Rescan requests a scan soon, if [Library.Start] was called. It finds changes that the system doesn't report, for
// example on a network drive.
func (l *Library) Rescan() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// note adds a note, unless it is already there. The next scan removes it.
func (l *Library) note(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.status.Notes) < maxNotes && !slices.Contains(l.status.Notes, text) {
		l.status.Notes = append(l.status.Notes, text)
	}
}

// notKept adds a lasting note that results are not saved.
func (l *Library) notKept(why error) {
	text := fmt.Sprintf("scan results are not saved: %v", why)
	l.note(text)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lasting) < maxNotes && !slices.Contains(l.lasting, text) {
		l.lasting = append(l.lasting, text)
	}
}

// maxNotes is the maximum number of notes.
const maxNotes = 100

// setStatus changes the status.
func (l *Library) setStatus(change func(*Status)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.status)
}

// maxLosses is the maximum number of times that the saved data is created again. After that everything stays in memory:
// the disk may be faulty, or another program may interfere.
const maxLosses = 3

// lost returns how often the saved data was lost.
func (l *Library) lost() int {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	return l.losses
}

// known returns the sequence number of the last change that the list contains.
func (l *Library) known() int64 {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	return l.seq
}

// refresh takes over changes of the store by any process.
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

// lose closes a store that is damaged or unusable. It creates the store again, or keeps everything in memory.
func (l *Library) lose(why error) {
	l.refreshing.Lock()
	defer l.refreshing.Unlock()
	l.loseLocked(why)
}

func (l *Library) loseLocked(why error) {
	l.storeMu.Lock()
	defer l.storeMu.Unlock()
	bad := l.store
	_ = bad.close() // ignore errors: the store is unusable
	l.store = newMemory()
	l.losses++
	if damaged(why) && l.options.Dir != "" && l.losses <= maxLosses {
		l.note(fmt.Sprintf("rescanning all demos, since the saved data is unusable: %v", why))
		if kept, err := openStore(l.options.Dir, bad); err == nil {
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

// within reports whether a path is a folder or inside it.
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
