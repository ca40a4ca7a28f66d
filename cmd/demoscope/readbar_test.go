//go:build !js

package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"demoscope/internal/wait"
)

// waitingWriter tells when something is written the second time.
type waitingWriter struct {
	bytes.Buffer
	writes int
	second chan struct{}
}

func (w *waitingWriter) Write(data []byte) (int, error) {
	if w.writes++; w.writes == 2 {
		close(w.second)
	}
	return w.Buffer.Write(data)
}

// TestSlowLine: what takes long is said after a while, without what a terminal obeys in a name, and removed
// at the end; what is quick says nothing.
func TestSlowLine(t *testing.T) {
	w := &waitingWriter{second: make(chan struct{})}
	l := newSlowLine(&streams{err: w}, "reading a\x1b.dem", time.Millisecond)
	wait.From(t, "what is said", w.second)
	l.end()
	l.end()
	said := w.String()
	if !strings.HasPrefix(said, "\r\x1b[Kreading a\\x1b.dem, 0 s\r\x1b[Kreading a") ||
		!strings.HasSuffix(said, "\r\x1b[K") {
		t.Errorf("%q", said)
	}
	quick := &bytes.Buffer{}
	newSlowLine(&streams{err: quick}, "reading", time.Hour).end()
	if quick.Len() > 0 {
		t.Errorf("%q", quick)
	}
}
