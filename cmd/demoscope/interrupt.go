package main

import (
	"context"
	"io"
	"os"
	"os/signal"

	"demoscope/internal/atomicfile"
	"demoscope/render"
)

// onSignal does something when the program is to end, as by Ctrl+C or when its terminal closes, until ignore
// is called. What came before that is not lost.
func onSignal(do func(os.Signal)) (ignore func()) {
	signals, done, ended := render.NotifySignals(), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case s := <-signals:
			do(s)
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
		<-ended
		select { // both may have been ready
		case s := <-signals:
			do(s)
		default:
		}
	}
}

// untilSignal returns a context that ends when the program is to end, with a [*render.Interrupted] as its
// cause, or when end is called, once. That returns the cause, also of a signal that came last.
func untilSignal() (ctx context.Context, end func() error) {
	ctx, cancel := context.WithCancelCause(context.Background())
	ignore := onSignal(func(s os.Signal) { cancel(&render.Interrupted{Signal: s}) })
	return ctx, func() error {
		ignore()
		defer cancel(nil)
		return context.Cause(ctx)
	}
}

// writeFrom is [atomicfile.WriteFrom] for what may take long: Ctrl+C ends the program and leaves no temporary file.
func writeFrom(path string, content func(io.Writer) error) error {
	defer onSignal(func(s os.Signal) {
		atomicfile.Abandon()
		os.Exit(signalStatus(s))
	})()
	return atomicfile.WriteFrom(path, 0o666, content)
}
