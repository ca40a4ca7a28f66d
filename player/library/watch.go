package library

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// maxWatches is how many folders the system watches. Linux allows a user 8,192 or
	// more for all programs.
	maxWatches = 4096
	// settle is for how long nothing may happen in the folders before they are looked through: a
	// demo that is being recorded changes all the time. At the latest it is after maxSettle.
	settle, maxSettle = 2 * time.Second, 30 * time.Second
	// followEvery is how often it is asked whether another process has found something, and
	// pollEvery how often folders are looked through that are not watched.
	followEvery, pollEvery = time.Second, time.Minute
)

// watches reports whether the system tells of folders without holding each file in them open, as
// those of the BSDs do.
func watches() bool { return runtime.GOOS == "linux" || runtime.GOOS == "windows" }

// run scans, watches and follows until the library is closed.
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

// again scans, and watches what is there.
func (l *Library) again(w *watch) {
	ctx, end := context.WithCancel(l.context)
	defer end()
	l.mu.Lock()
	if l.giveWay = end; l.paused != nil {
		l.postponed = true
		end()
	}
	l.mu.Unlock()
	// What comes into a folder after it was looked into, as while its demos are read, is told of, too.
	if subs, err := l.scan(ctx, false, w.enter); err == nil {
		w.set(subs)
	}
	l.mu.Lock()
	l.giveWay = nil
	l.mu.Unlock()
}

// follow takes over what another process has found. It reports whether the folders must be looked
// through: that one has ended, or the list of folders has changed.
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

// watch tells of changes in folders.
type watch struct {
	l       *Library
	watcher *fsnotify.Watcher // nil if there is none
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
			timer = time.After(settle) // more happened than it could tell
		case <-timer:
			timer = nil
			w.l.Rescan()
		}
	}
}

// enter watches a folder, if it can be, until set says which ones are.
func (w *watch) enter(folder string) {
	if w.watcher != nil && len(w.on) < maxWatches && w.watcher.Add(folder) == nil {
		w.on[folder] = true
	}
}

// set watches folders, and no others.
func (w *watch) set(folders []string) {
	polled := len(folders) > 0 && w.watcher == nil
	if w.watcher != nil {
		now := make(map[string]bool, len(folders))
		for _, f := range folders {
			now[f] = true
		}
		for f := range w.on {
			if !now[f] {
				_ = w.watcher.Remove(f) // it is not there any more
				delete(w.on, f)
			}
		}
		for _, f := range folders {
			var err error
			if !w.on[f] && len(w.on) >= maxWatches {
				err = fmt.Errorf("more than %d", maxWatches)
			} else {
				// A folder that was made anew has its name, but not its watch.
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
