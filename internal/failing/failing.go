// Package failing lets tests fill a disk after any number of written bytes.
package failing

import (
	"errors"
	"io"
	"testing"
)

// ErrFull is the error of a writer that is full.
var ErrFull = errors.New("the disk is full")

// tries is how many lengths are tried of outputs that have more bytes.
const tries = 300

// writer takes some bytes and then no more.
type writer struct {
	left  int
	full  bool
	again bool // something was written after that
}

func (w *writer) Write(p []byte) (int, error) {
	w.again = w.full
	if len(p) <= w.left {
		w.left -= len(p)
		return len(p), nil
	}
	n := w.left
	w.left, w.full = 0, true
	return n, ErrFull
}

// EachByte calls write with writers that fail after fewer bytes than it writes: after each number of bytes, or after
// some of many. It must return their error, and write nothing after it.
func EachByte(t testing.TB, what string, write func(w io.Writer) error) {
	t.Helper()
	counted := &writer{left: 1 << 30}
	if err := write(counted); err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	length := 1<<30 - counted.left
	if length == 0 {
		t.Errorf("%s: nothing was written", what)
	}
	for k := range min(length, tries) {
		w := &writer{left: k * length / min(length, tries)}
		room := w.left
		if err := write(w); !errors.Is(err, ErrFull) {
			t.Errorf("%s: with room for %d of %d bytes: %v", what, room, length, err)
			return
		}
		if w.again {
			t.Errorf("%s: with room for %d of %d bytes it goes on to write", what, room, length)
			return
		}
	}
}
