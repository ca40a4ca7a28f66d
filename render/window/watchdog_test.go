//go:build !js

package window

import (
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"demoscope/render/app"
)

// TestWatchdog: a window that stands still is given up where its display is gone, or where a
// signal should have ended it, and in no other case.
func TestWatchdog(t *testing.T) {
	gone, there := func() bool { return false }, func() bool { return true }
	const patience = 50 * time.Millisecond
	interrupted := &app.Interrupted{Signal: syscall.SIGHUP}
	for name, c := range map[string]struct {
		display func() bool
		signal  bool
		turning bool
		ends    bool // by itself
		want    error
	}{
		"gone":                     {display: gone, want: ErrDisplayGone},
		"gone, but drawn":          {display: gone, turning: true},
		"hidden":                   {display: there},
		"nobody knows":             {},
		"ends":                     {display: gone, ends: true},
		"signal, and ends":         {display: there, signal: true, ends: true},
		"signal, and does not end": {display: there, signal: true, want: interrupted},
		"signal, turns for ever":   {signal: true, turning: true, want: interrupted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			signals, done, got := make(chan os.Signal, 1), make(chan struct{}), make(chan error, 1)
			var turns atomic.Uint64
			w := &watchdog{turns: &turns, signals: signals, display: c.display, patience: patience,
				abandon: func(err error) { got <- err }}
			if c.signal {
				signals <- syscall.SIGHUP
			}
			if c.ends {
				close(done)
			}
			stop := make(chan struct{})
			defer close(stop)
			if c.turning {
				go func() {
					for {
						select {
						case <-stop:
							return
						case <-time.After(time.Millisecond):
							turns.Add(1)
						}
					}
				}()
			}
			returned := make(chan struct{})
			go func() {
				w.watch(done)
				close(returned)
			}()
			if c.want == nil && !c.ends {
				select {
				case err := <-got:
					t.Fatalf("given up: %v", err)
				case <-time.After(6 * patience):
				}
				close(done)
			}
			<-returned
			select {
			case err := <-got:
				var i *app.Interrupted
				if !errors.Is(err, c.want) && !(errors.As(err, &i) && c.want == interrupted &&
					i.Signal == syscall.SIGHUP) {
					t.Errorf("given up because %v, not %v", err, c.want)
				}
			default:
				if c.want != nil {
					t.Errorf("not given up, but %v", c.want)
				}
			}
		})
	}
}

// TestDisplayAt: a display is there as long as its socket is listed.
func TestDisplayAt(t *testing.T) {
	list := filepath.Join(t.TempDir(), "unix")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(list, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const head = "Num       RefCount Protocol Flags    Type St Inode Path\n"
	const one, eleven = "0000: 00000002 00000000 00010000 0001 01 1 @/tmp/.X11-unix/X1\n",
		"0000: 00000002 00000000 00010000 0001 01 1 /tmp/.X11-unix/X11\n"
	write(head + one)
	for _, name := range []string{"", "host:1", ":", ":x", "1", ":11", "wayland-1", ":1x"} {
		if displayAt(name, list) != nil {
			t.Errorf("%q can be told", name)
		}
	}
	for _, name := range []string{":1", ":1.0", "unix:1"} {
		write(head + one)
		there := displayAt(name, list)
		if there == nil || !there() {
			t.Fatalf("%q is not there", name)
		}
		write(head + eleven)
		if there() {
			t.Errorf("%q is there without its socket", name)
		}
		if err := os.Remove(list); err != nil {
			t.Fatal(err)
		}
		if !there() {
			t.Errorf("%q is gone because nothing is known", name)
		}
	}
	if displayAt(":1", list) != nil {
		t.Error("without a list it can be told")
	}
}
