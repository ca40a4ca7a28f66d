package main

import (
	"io"
	"os"
	"os/signal"
	"syscall"

	"demoscope/internal/atomicfile"
)

// signalled is the exit status behind a signal, less its number, as shells have it.
const signalled = 128

// writeFrom is [atomicfile.WriteFrom] for what may take long: Ctrl+C ends the program and leaves no temporary file.
func writeFrom(path string, content func(io.Writer) error) error {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	defer close(done)
	defer signal.Stop(signals)
	go func() {
		select {
		case <-done:
		case s := <-signals:
			atomicfile.Abandon()
			status := signalled
			if n, ok := s.(syscall.Signal); ok {
				status += int(n)
			}
			os.Exit(status)
		}
	}()
	return atomicfile.WriteFrom(path, 0o666, content)
}
