package live

import (
	"context"
	"fmt"
	"io"
	"time"

	"demoscope/formats"
)

// Source is a connection to a game: a [*Spectator] or a [*QTV].
type Source interface {
	// Copy writes the received data until the game ends, ctx ends or w fails.
	Copy(ctx context.Context, w io.Writer) error
	// Awaits describes for the user what is being waited for, for example a lost connection. It returns "" while data
	// arrives. It is safe for concurrent use.
	Awaits() string
	// Gone reports whether the game was lost and is being waited for. GiveUp stops waiting.
	Gone() bool
	GiveUp()
	Close() error
}

// Watched is a live game, as a growing demo.
type Watched struct {
	*formats.Growing
	source Source
	to     recorder
	quit   context.CancelFunc
	done   chan struct{}
}

// Watch watches a game until [Watched.Close]. It also writes the received data to record, unless that is nil, before
// the data is shown.
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

// quietAfter is the silence of the server after which it is reported. Servers send every frame, but short stalls are
// normal.
const quietAfter = 3 * time.Second

// awaitsMore returns a text saying that nothing was received or written for some time, or "" if the time is short.
func awaitsMore(nothing string, quiet time.Duration) string {
	if quiet < quietAfter {
		return ""
	}
	return fmt.Sprintf("nothing has %s for %d s", nothing, int(quiet.Seconds()))
}

// Awaits describes what is being waited for, see [Source].
func (w *Watched) Awaits() string {
	if ended, _ := w.Ended(); ended {
		return ""
	}
	return w.source.Awaits()
}

// Gone reports whether the game was lost and is being waited for.
func (w *Watched) Gone() bool { return w.source.Gone() }

// GiveUp stops waiting for a lost game. It reports whether there was one.
func (w *Watched) GiveUp() bool {
	gone := w.Gone()
	if gone {
		w.source.GiveUp()
	}
	return gone
}

// Close leaves the game and releases its memory. The error is that of the recording; it does not end the game.
func (w *Watched) Close() error {
	w.quit()
	<-w.done
	_ = w.source.Close() // the game has ended, so errors don't matter
	err := w.Release()
	if w.to.err != nil {
		return w.to.err
	}
	return err
}

// recorder writes to a recording until that fails, and to the growing demo.
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
