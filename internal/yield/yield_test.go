package yield

import (
	"testing"
	"time"

	"demoscope/internal/wait"
)

// Only one works at a time, and somebody who needs the thread gets it between their turns:
// nobody has work then.
func TestTurns(t *testing.T) {
	workers.needed = true
	defer func() { workers.needed = false }()
	var first, second Pacer
	first.Begin()
	begun := make(chan bool, 1)
	go func() {
		second.Begin()
		begun <- true
		second.End()
	}()
	select {
	case <-begun:
		t.Fatal("two work at a time")
	case <-time.After(20 * time.Millisecond):
	}
	// Within its turn nothing is given up.
	first.since = time.Now().Add(time.Hour)
	for range 10 * steps {
		first.Step()
	}
	select {
	case <-begun:
		t.Fatal("a turn ends before its time")
	default:
	}
	// Behind it it rests, and then the other works, who has waited for longer.
	first.since = time.Now().Add(-time.Hour)
	before := time.Now()
	for range steps {
		first.Step()
	}
	if took := time.Since(before); took < rest {
		t.Errorf("between two turns is a rest of %v", took)
	}
	wait.For(t, "the other's work", func() bool {
		first.since = time.Now().Add(-time.Hour)
		first.Step()
		return len(begun) > 0
	})
	first.End()
}

// One that waits keeps nobody from working, and one that has ended neither.
func TestWait(t *testing.T) {
	workers.needed = true
	defer func() { workers.needed = false }()
	var p Pacer
	p.Begin()
	p.Wait(func() {
		if !workers.TryLock() {
			t.Error("who waits has work")
			return
		}
		workers.Unlock()
	})
	if workers.TryLock() {
		t.Fatal("who has waited has no work again")
	}
	p.End()
	p.End() // as a deferred one behind a panic
	if !workers.TryLock() {
		t.Fatal("who has ended has work")
	}
	workers.Unlock()
}
