package live

import (
	"context"
	"io"

	"demoscope/formats"
)

// Source is a connection by which a game is watched: a [*Spectator] or a [*QTV].
type Source interface {
	// Copy writes what comes until the game ends, ctx does or w fails.
	Copy(ctx context.Context, w io.Writer) error
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
