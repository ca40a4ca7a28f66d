package window

import (
	"bytes"
	"errors"
	"os"
	"os/signal"
	"regexp"
	"sync/atomic"
	"time"

	"demoscope/render/app"
)

// watchdog abandons a window that does not end: a driver may wait forever for a display that is gone, and drawing
// never returns.
type watchdog struct {
	turns    *atomic.Uint64 // turns of the window's loop
	signals  <-chan os.Signal
	display  func() bool // reports whether the display exists; nil if unknown
	patience time.Duration
	abandon  func(error) // see [app.Options.Abandon]
}

// stillPatience is how long a window may take to end after a signal, and how long it may hang before the watchdog
// checks its display.
const stillPatience = 5 * time.Second

// ErrDisplayGone is the error that [app.Options.Abandon] gets.
var ErrDisplayGone = errors.New("display lost")

// watch returns when done is closed, or after it has called abandon.
func (w *watchdog) watch(done <-chan struct{}) {
	ticker := time.NewTicker(w.patience / 5)
	defer ticker.Stop()
	turns, turned := w.turns.Load(), time.Now()
	for {
		select {
		case <-done:
			return
		case s := <-w.signals:
			signal.Reset(s) // another signal ends the program at once
			select {
			case <-done:
			case <-time.After(w.patience):
				w.abandon(&app.Interrupted{Signal: s})
			}
			return
		case <-ticker.C:
		}
		if n := w.turns.Load(); n != turns {
			turns, turned = n, time.Now()
		} else if time.Since(turned) > w.patience && w.display != nil && !w.display() {
			w.abandon(ErrDisplayGone)
			return
		}
	}
}

// localDisplay matches the name of an X display on this machine.
var localDisplay = regexp.MustCompile(`^(?:unix)?:([0-9]{1,5})(?:\.[0-9]+)?$`)

// unixSockets is the file in which Linux lists listening Unix sockets.
const unixSockets = "/proc/net/unix"

// displayAt returns a function that reports whether the X display with a name exists: whether its socket is in the
// list file. It returns nil if the socket is not in the list at first, as in a container, or for a display of another
// machine.
func displayAt(name, list string) func() bool {
	m := localDisplay.FindStringSubmatch(name)
	if m == nil {
		return nil
	}
	socket := []byte("/tmp/.X11-unix/X" + m[1] + "\n")
	there := func() bool {
		data, err := os.ReadFile(list)
		return err != nil || bytes.Contains(data, socket)
	}
	if data, err := os.ReadFile(list); err != nil || !bytes.Contains(data, socket) {
		return nil
	}
	return there
}
