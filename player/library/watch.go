package library

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// maxWatches is the maximum number of folders that the system watches. Linux allows each user 8,192 or more for all
	// programs together.
	maxWatches = 4096
	// settle is how long the folders must be quiet before a scan, because a demo that is being recorded changes all the
	// time.
	settle = 2 * time.Second
	// maxSettle is the longest time to wait for the folders to be quiet.
	maxSettle = 30 * time.Second
	// followEvery is the interval for checking what other processes have found, and pollEvery the interval for scanning
	// folders that can't be watched.
	followEvery, pollEvery = time.Second, time.Minute
)

// watches reports whether the system can watch folders without keeping every file in them open, as on the BSDs.
func watches() bool { return runtime.GOOS == "linux" || runtime.GOOS == "windows" }

// run scans, watches, and takes over what other processes find, until the library is closed.
func (l *Library) run() {
	w := l.newWatch()
	defer w.close()
	l.again(w)
	follow := time.NewTicker(followEvery)
	defer follow.Stop()
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		select {
		case <-l.context.Done():
			return
		case <-l.wake:
			l.again(w)
		case <-poll.C:
			if s := l.Status(); s.Polled {
				l.again(w)
			}
		case <-follow.C:
			if l.follow() {
				l.again(w)
			}
		}
	}
}

// again scans, and watches the folders that it finds.
func (l *Library) again(w *watch) {
	ctx, end := context.WithCancel(l.context)
	defer end()
	l.mu.Lock()
	if l.giveWay = end; l.paused != nil {
		l.postponed = true
		end()
	}
	l.mu.Unlock()
	// Folders are watched as soon as they are entered, so changes during the scan are reported, too.
	if subs, err := l.scan(ctx, false, w.enter); err == nil {
		w.set(subs)
	}
	l.mu.Lock()
	l.giveWay = nil
	l.mu.Unlock()
}

// follow takes over what another process has found. It reports whether a scan is due, because the list of folders has
// changed or the other process may have ended.
func (l *Library) follow() bool {
	l.storeMu.RLock()
	seq, err := l.store.changed()
	l.storeMu.RUnlock()
	if err != nil {
		l.failed(err)
		return true
	}
	l.refreshing.Lock()
	changed := seq != l.seq
	l.refreshing.Unlock()
	if changed {
		l.refresh()
	}
	return l.folders.reread() || l.Status().Elsewhere
}

// watch reports changes in folders.
type watch struct {
	l       *Library
	watcher *fsnotify.Watcher // nil if the system can't watch
	on      map[string]bool
}

func (l *Library) newWatch() *watch {
	w := &watch{l: l, on: map[string]bool{}}
	if !watches() {
		return w
	}
	var err error
	if w.watcher, err = fsnotify.NewWatcher(); err != nil {
		w.watcher = nil
		return w
	}
	l.done.Add(1)
	go func() {
		defer l.done.Done()
		w.listen()
	}()
	return w
}

func (w *watch) close() {
	if w.watcher != nil {
		_ = w.watcher.Close() // nothing is lost
	}
}

// listen wakes the library when the folders have settled.
func (w *watch) listen() {
	var timer <-chan time.Time
	var first time.Time
	for {
		select {
		case e, ok := <-w.watcher.Events:
			if !ok {
				return
			}
			if e.Op == fsnotify.Chmod {
				continue
			}
			if timer == nil {
				first = time.Now()
			}
			timer = time.After(min(settle, max(0, maxSettle-time.Since(first))))
		case _, ok := <-w.watcher.Errors:
			if !ok {
				return
			}
			timer = time.After(settle) // events were dropped
		case <-timer:
			timer = nil
			w.l.Rescan()
		}
	}
}

// enter watches a folder, if possible, until the next call of set.
func (w *watch) enter(folder string) {
	if w.watcher != nil && len(w.on) < maxWatches && w.watcher.Add(folder) == nil {
		w.on[folder] = true
	}
}

// set watches the given folders, and no others.
func (w *watch) set(folders []string) {
	polled := len(folders) > 0 && w.watcher == nil
	if w.watcher != nil {
		now := make(map[string]bool, len(folders))
		for _, f := range folders {
			now[f] = true
		}
		for f := range w.on {
			if !now[f] {
				_ = w.watcher.Remove(f) // the folder is gone
				delete(w.on, f)
			}
		}
		for _, f := range folders {
			var err error
			if !w.on[f] && len(w.on) >= maxWatches {
				err = fmt.Errorf("more than %d", maxWatches)
			} else {
				// A folder that was deleted and created again needs a new watch.
				err = w.watcher.Add(f)
			}
			if err != nil {
				polled = true
				w.l.note(fmt.Sprintf("can't watch all folders for changes, so they are scanned every minute: %v", err))
				break
			}
			w.on[f] = true
		}
	}
	w.l.setStatus(func(s *Status) { s.Watched, s.Polled = len(w.on), polled })
}
