// Package wait lets tests wait for other goroutines and processes.
package wait

import (
	"testing"
	"time"
)

const (
	limit = 2 * time.Minute // also enough on a machine with much else to do
	pause = time.Millisecond
)

// For calls ok again and again until it reports true. If that takes longer than two minutes, the test fails.
func For(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !ok(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

// From returns the next value of a channel. If that takes longer than two minutes, the test fails.
func From[T any](t testing.TB, what string, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(limit):
		t.Fatalf("waited in vain for %s", what)
	}
	return v
}
