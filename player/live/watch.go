package live

import (
	"context"
	"fmt"
	"io"
	"time"

	"demoscope/formats"
)

// Source is a connection by which a game is watched: a [*Spectator] or a [*QTV].
type Source interface {
	// Copy writes what comes until the game ends, ctx does or w fails.
	Copy(ctx context.Context, w io.Writer) error
	// Awaits says, for people, what is waited for now, as for a line that was cut; empty while the game
	// comes. It may be called by any goroutine.
	Awaits() string
	// Gone reports whether the game went away and is waited for, which GiveUp ends.
	Gone() bool
	GiveUp()
	Close() error
}

// Watched is a game that is watched: what comes of it is a demo that grows.
type Watched struct {
	*formats.Growing
	source Source
	to     recorder
	quit   context.CancelFunc
	done   chan struct{}
}

// Watch watches a game until [Watched.Close]. What comes is also written to record, if that is not nil, as it
// comes and before it is shown.
func Watch(name string, source Source, o formats.GrowOptions, record io.Writer) *Watched {
	ctx, quit := context.WithCancel(context.Background())
	w := &Watched{Growing: New(name, o), source: source, quit: quit, done: make(chan struct{})}
	w.to = recorder{record: record, show: w.Growing}
	go func() {
		defer close(w.done)
		w.End(source.Copy(ctx, &w.to))
	}()
	return w
}

// quietAfter is after how long without a word of the server that is told: servers speak in each frame, and a
// line that stutters is no news.
const quietAfter = 3 * time.Second

// awaitsMore says that nothing has come, or been written, for a time, empty if that is short.
func awaitsMore(nothing string, quiet time.Duration) string {
	if quiet < quietAfter {
		return ""
	}
	return fmt.Sprintf("nothing has %s for %d s", nothing, int(quiet.Seconds()))
}

// Awaits says what is waited for: see [Source].
func (w *Watched) Awaits() string {
	if ended, _ := w.Ended(); ended {
		return ""
	}
	return w.source.Awaits()
}

// Gone reports whether the game went away and is waited for.
func (w *Watched) Gone() bool { return w.source.Gone() }

// GiveUp ends waiting for a game that went away. It reports whether there was such a game.
func (w *Watched) GiveUp() bool {
	gone := w.Gone()
	if gone {
		w.source.GiveUp()
	}
	return gone
}

// Close leaves the game and gives back what is kept of it. The error is that of the recording, which a
// game that is watched outlives.
func (w *Watched) Close() error {
	w.quit()
	<-w.done
	_ = w.source.Close() // it has ended: what it would say is no news
	err := w.Release()
	if w.to.err != nil {
		return w.to.err
	}
	return err
}

// recorder writes to a recording until that fails, and to what is shown.
type recorder struct {
	record io.Writer // nil for none
	show   io.Writer
	err    error // of the recording
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.record != nil {
		if _, r.err = r.record.Write(p); r.err != nil {
			r.record = nil
		}
	}
	return r.show.Write(p)
}
