package library

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
	"demoscope/internal/fault"
	"demoscope/internal/settings"
	"demoscope/player/pattern"
)

const (
	// maxBatch is the maximum number of demos in one transaction, and maxBatchTime the longest time that the first of
	// them waits. If the process is killed, that much is read again.
	maxBatch     = 256
	maxBatchTime = 250 * time.Millisecond
	// maxAtOnce is the maximum number of bytes of files that are read at the same time. A larger file is read alone.
	maxAtOnce = formats.MaxDemo
	// maxWalked is the maximum number of files that a scan looks at in one folder of the list, more than anybody has.
	maxWalked = 1 << 20
	// scanLock is the lock file of the process that scans.
	scanLock = "scan.lock"
	// retry is the time between attempts to scan while another process does.
	retry = time.Second
)

// scan scans all folders. With wait, it waits while another process scans. It calls entered for each folder and
// subfolder before reading it, and returns them.
func (l *Library) scan(ctx context.Context, wait bool, entered func(folder string)) (subs []string, err error) {
	l.scanning.Lock()
	defer l.scanning.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(l.context, cancel)()
	l.folders.reread()
	if err := l.folders.usable(); err != nil {
		l.note(err.Error())
		return nil, err
	}
	unlock, err := l.takeTurn(ctx, wait)
	if err != nil {
		return nil, err
	}
	defer unlock()
	defer l.setStatus(func(s *Status) { s.Scanning = false; s.Scans++ })
	l.setStatus(func(s *Status) {
		s.Scanning, s.Elsewhere = true, false
		s.Notes = slices.Clone(l.lasting)
	})
	for range maxLosses + 1 { // scan again if the saved data was lost meanwhile
		lost := l.lost()
		subs = l.scanOnce(ctx, entered)
		if ctx.Err() != nil || l.lost() == lost {
			break
		}
	}
	return subs, ctx.Err()
}

// scanOnce scans all folders once. It returns the folders and subfolders.
func (l *Library) scanOnce(ctx context.Context, entered func(folder string)) (subs []string) {
	l.setStatus(func(s *Status) {
		s.Files, s.FilesDone, s.Bytes, s.BytesDone = 0, 0, 0, 0
		s.Unread, s.UnreadBytes, s.Failed, s.Failures = 0, 0, 0, nil
	})
	before := l.known()
	l.forget()
	l.readFolders(ctx, func(sub string) {
		if len(subs) > maxWatches {
			return
		}
		subs = append(subs, sub)
		entered(sub)
	})
	l.refresh()
	if ctx.Err() == nil && l.known() != before {
		l.storeMu.RLock()
		err := l.store.tidy()
		l.storeMu.RUnlock()
		if err != nil {
			l.failed(err)
		}
	}
	return subs
}

// readFolders walks all folders, and writes what it finds.
func (l *Library) readFolders(ctx context.Context, entered func(string)) {
	w := l.newWriter()
	defer w.close()
	var removed []int64
	for _, folder := range l.folders.list() {
		if ctx.Err() != nil {
			return
		}
		removed = append(removed, l.folder(ctx, folder, w, entered)...)
	}
	// A file that is gone may have been found in another place, so it is only forgotten when everything has been read.
	if ctx.Err() == nil {
		w.add(batch{removed: removed})
	}
}

// errElsewhere is the error if another process scans.
var errElsewhere = errors.New("another process is scanning the folders")

// takeTurn takes the lock for scanning.
func (l *Library) takeTurn(ctx context.Context, wait bool) (unlock func(), err error) {
	if l.options.Dir == "" {
		return func() {}, nil
	}
	for {
		unlock, err := atomicfile.Lock(filepath.Join(l.options.Dir, scanLock), 0)
		if !errors.Is(err, atomicfile.ErrLocked) {
			if err != nil {
				unlock = func() {} // the file system has no locks
			}
			return unlock, nil
		}
		l.setStatus(func(s *Status) { s.Elsewhere = true })
		l.refresh()
		if !wait {
			return nil, errElsewhere
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(retry):
		}
	}
}

// forget forgets files that are in no folder of the list, unless the list can't be read.
func (l *Library) forget() {
	if l.folders.usable() != nil {
		return
	}
	folders := l.folders.list()
	var gone []int64
	l.storeMu.RLock()
	err := l.store.paths(func(id int64, path string) {
		if !slices.ContainsFunc(folders, func(f string) bool { return within(path, f) }) {
			gone = append(gone, id)
		}
	})
	if err == nil && len(gone) > 0 {
		err = l.store.write(&batch{removed: gone})
	}
	l.storeMu.RUnlock()
	if err != nil {
		l.failed(err)
	}
	if len(gone) > 0 {
		l.refresh()
	}
}

// failed handles an error of the store.
func (l *Library) failed(err error) {
	if damaged(err) {
		l.lose(err)
		return
	}
	l.note(fmt.Sprintf("scan results are not saved: %v", err))
}

// folder scans a folder. It returns the IDs of the files that are gone.
func (l *Library) folder(ctx context.Context, folder string, w *batchWriter, entered func(string)) (removed []int64) {
	l.storeMu.RLock()
	before, err := l.store.files(folder)
	l.storeMu.RUnlock()
	if err != nil {
		l.failed(err)
		before = nil
	}
	if err := isAway(folder, len(before) > 0); err != nil {
		l.note(settings.Plain(folder, err).Error())
		var away []int64
		for _, f := range before {
			if !f.away {
				away = append(away, f.id)
			}
		}
		w.add(batch{away: away})
		return nil
	}
	var list []File
	var back []int64
	var failed []string
	mistake := fault.Guard("looking through "+folder, func() {
		l.options.Source.Walk(folder, entered, func(f File) bool {
			if len(list) >= maxWalked {
				l.note(fmt.Sprintf("%s: more than %d files; the rest is skipped", folder, maxWalked))
				return false
			}
			k, ok := before[f.Path]
			delete(before, f.Path)
			switch {
			case ok && k.same(&f):
				if k.away {
					back = append(back, k.id)
				}
			default:
				list = append(list, f)
			}
			return ctx.Err() == nil
		}, func(path string, err error) {
			failed = append(failed, path)
			l.note(err.Error())
		})
	})
	if mistake != nil { // files that the walk didn't reach are not gone
		l.note(mistake.Error())
		clear(before)
	}
	if ctx.Err() != nil {
		return nil
	}
	if len(list) < maxWalked {
		for path, f := range before {
			if !slices.ContainsFunc(failed, func(folder string) bool { return within(path, folder) }) {
				removed = append(removed, f.id)
			}
		}
	}
	w.add(batch{back: back})
	// The newest files are the most interesting, so they are read first.
	slices.SortFunc(list, func(a, b File) int {
		return cmp.Or(b.Modified.Compare(a.Modified), strings.Compare(a.Path, b.Path))
	})
	bytes := int64(0)
	for i := range list {
		bytes += list[i].Size
	}
	l.setStatus(func(s *Status) { s.Files += len(list); s.Bytes += bytes })
	l.readAll(ctx, list, w)
	return removed
}

// isAway returns the reason why a folder is not available. An empty folder that had demos is probably the mount point
// of a disk that is not connected.
func isAway(folder string, had bool) error {
	info, err := os.Stat(folder)
	switch {
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s: no longer a folder", folder)
	case !had:
		return nil
	}
	f, err := os.Open(folder)
	if err != nil {
		return nil // the walk reports the error
	}
	defer f.Close()
	if _, err := f.Readdirnames(1); errors.Is(err, io.EOF) {
		return fmt.Errorf(
			"%s: this folder is empty, and had demos; remove it from the library if they are gone for good", folder)
	}
	return nil
}

// readAll reads files with all workers.
func (l *Library) readAll(ctx context.Context, list []File, w *batchWriter) {
	jobs := make(chan *File)
	memory := semaphore.NewWeighted(maxAtOnce)
	var all sync.WaitGroup
	for range min(l.options.Workers, len(list)) {
		all.Go(func() {
			for f := range jobs {
				err := fault.Guard("reading "+f.Path, func() { l.readFile(ctx, f, memory, w) })
				if err != nil && ctx.Err() == nil {
					w.add(l.unreadFile(f, err))
				}
				l.setStatus(func(s *Status) { s.FilesDone++; s.BytesDone += f.Size })
			}
		})
	}
	for i := range list {
		if ctx.Err() != nil || !l.mayGoOn(ctx) {
			break
		}
		jobs <- &list[i]
	}
	close(jobs)
	all.Wait()
}

// mayGoOn waits while the library is paused, see [Library.Pause]. It returns false if ctx has ended.
func (l *Library) mayGoOn(ctx context.Context) bool {
	for {
		l.mu.Lock()
		paused := l.paused
		l.mu.Unlock()
		if paused == nil {
			return true
		}
		select {
		case <-paused:
		case <-ctx.Done():
			return false
		}
	}
}

// needs returns how many bytes of maxAtOnce reading a demo takes.
func (f *File) needs(m Member) int64 {
	name, size := f.Path, f.Size
	if m.Name != "" {
		name, size = m.Name, m.Size
	}
	return min(formats.UsualSize(name, min(max(size, 0), maxAtOnce)), maxAtOnce)
}

// readFile reads the demos of a file, each as soon as maxAtOnce has room for it.
func (l *Library) readFile(ctx context.Context, f *File, memory *semaphore.Weighted, w *batchWriter) {
	members, err := l.options.Source.Demos(f.Path)
	if err != nil {
		w.add(l.unreadFile(f, err))
		return
	}
	if len(members) == 0 { // an archive without demos
		w.add(batch{read: []readFile{{file: *f, first: true, last: true}}})
		return
	}
	distinct := map[string]bool{}
	for _, member := range members {
		distinct[member.Name] = true
	}
	broken, again := 0, false
	for i, member := range members {
		if ctx.Err() != nil || i > 0 && !l.mayGoOn(ctx) {
			return // the file is incomplete, so the next scan reads it again
		}
		need := f.needs(member)
		if memory.Acquire(ctx, need) != nil {
			return
		}
		var d readDemo
		if broken < MaxBroken {
			d = l.readDemo(f, member.Name)
		} else {
			d = unreadable(f, member.Name,
				fmt.Errorf("%s/%s: skipped, since %d other files in this archive are not demos", f.Path,
					member.Name, broken))
		}
		memory.Release(need)
		if d.row != nil && d.row.Error != "" {
			broken++
			l.addFailure(f, &Row{Error: d.row.Error, Places: []Place{{Path: f.Path, Member: member.Name}}},
				broken == len(members))
		}
		again = again || d.again
		w.add(batch{read: []readFile{{file: *f, demos: []readDemo{d}, first: i == 0,
			last: i == len(members)-1 && !again, members: len(distinct)}}})
	}
}

// MaxBroken is the maximum number of unreadable demos in an archive; the rest of the archive is skipped. Each attempt
// takes up to a millisecond, even for one byte, and an archive of a few megabytes can name 65,535 files.
const MaxBroken = 1000

// readDemo reads a demo.
func (l *Library) readDemo(f *File, member string) (d readDemo) {
	what := Place{Path: f.Path, Member: member}
	failed := fault.Guard("reading "+what.Name(), func() {
		demo, err := l.options.Source.Open(f.Path, member)
		if err != nil {
			d = unreadable(f, member, err)
			d.again = errors.As(err, new(*formats.TableError)) // the table may be there next time
			return
		}
		d = readDemo{member: member, key: demo.Sum()}
		l.storeMu.RLock()
		known, err := l.store.knows(d.key)
		l.storeMu.RUnlock()
		if err == nil && known {
			return
		}
		info, facts := read(demo, true, true, pattern.Options{})
		if info.Blocks == 0 && info.Damage != nil {
			d = unreadable(f, member, errors.New(what.Name()+": unreadable: "+info.Damage.Error))
			return
		}
		AddCut(info, demo)
		d.row = Summary(info, facts)
		d.facts, _ = pack(facts) // without them, [Library.Facts] reads the demo again
	})
	if failed != nil {
		d = unreadable(f, member, failed)
	}
	return d
}

// failuresNamed is the maximum number of unreadable demos that a [Status] names.
const failuresNamed = 3

// addFailure adds an unreadable demo to the status. If all is set, the whole file is unreadable.
func (l *Library) addFailure(f *File, r *Row, all bool) {
	l.setStatus(func(s *Status) {
		if s.Failed++; len(s.Failures) < failuresNamed {
			s.Failures = append(s.Failures, r.Failure())
		}
		if all {
			s.Unread++
			s.UnreadBytes += f.Size
		}
	})
}

// unreadFile returns the batch for an unreadable file, and adds the file to the status.
func (l *Library) unreadFile(f *File, err error) batch {
	d := unreadable(f, "", err)
	l.addFailure(f, &Row{Error: d.row.Error, Places: []Place{{Path: f.Path}}}, true)
	return batch{read: []readFile{{file: *f, demos: []readDemo{d}, first: true, last: true, members: 1}}}
}

// unreadable returns the entry for a file that is unreadable or not a demo.
func unreadable(f *File, member string, err error) readDemo {
	p := Place{Path: f.Path, Member: member}
	return readDemo{
		member: member, key: sha256.Sum256([]byte("unreadable\x00" + p.Name())),
		row: &Row{Size: f.Size, Error: strings.ToValidUTF8(err.Error(), "?")},
	}
}

// batchWriter writes the results of several goroutines.
type batchWriter struct {
	l    *Library
	in   chan batch
	done chan struct{}
	// shown is when the list was last refreshed, and cost how long that took.
	shown time.Time
	cost  time.Duration
}

// listShare limits refreshing the list during a scan to 1/listShare of the time. With very many demos a refresh takes
// longer than reading a batch. At the end of a scan, the list is always refreshed.
const listShare = 8

// newWriter starts a writer; close ends it.
func (l *Library) newWriter() *batchWriter {
	w := &batchWriter{l: l, in: make(chan batch, 2*runtime.GOMAXPROCS(0)), done: make(chan struct{})}
	go w.run()
	return w
}

func (w *batchWriter) add(b batch) {
	if !b.empty() {
		w.in <- b
	}
}

// close writes the rest and waits for it.
func (w *batchWriter) close() {
	close(w.in)
	<-w.done
}

func (w *batchWriter) run() {
	defer close(w.done)
	var b batch
	var first time.Time
	ticker := time.NewTicker(maxBatchTime)
	defer ticker.Stop()
	for {
		select {
		case more, ok := <-w.in:
			if !ok {
				w.write(&b)
				return
			}
			if b.empty() {
				first = time.Now()
			}
			b.read = append(b.read, more.read...)
			b.removed, b.away, b.back = append(b.removed, more.removed...), append(b.away, more.away...),
				append(b.back, more.back...)
		case <-ticker.C:
		}
		if len(b.read) >= maxBatch || !b.empty() && time.Since(first) >= maxBatchTime {
			w.write(&b)
			b = batch{}
		}
	}
}

// write writes a batch. If that fails, for example on a full disk, the library continues in memory.
func (w *batchWriter) write(b *batch) {
	if b.empty() {
		return
	}
	l := w.l
	l.storeMu.RLock()
	err := l.store.write(b)
	l.storeMu.RUnlock()
	if err != nil {
		if damaged(err) {
			l.lose(err)
		} else {
			l.continueInMemory(err)
		}
		l.storeMu.RLock()
		err = l.store.write(b)
		l.storeMu.RUnlock()
		if err != nil {
			l.note(fmt.Sprintf("scan results are not saved: %v", err))
		}
	}
	if began := time.Now(); began.Sub(w.shown) >= listShare*w.cost {
		l.refresh()
		w.shown = time.Now()
		w.cost = w.shown.Sub(began)
	}
}
