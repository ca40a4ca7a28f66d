package timeline

import (
	"testing"
	"time"
)

// Passes of which only one works at a time come to the same end, and somebody who needs the thread gets it between their turns:
// nobody has work then.
func TestPassesTakeTurns(t *testing.T) {
	breathing.needed = true
	defer func() { breathing.needed = false }()
	var first, second breath
	first.begin()
	begun := make(chan bool, 1)
	go func() {
		second.begin()
		begun <- true
		second.end()
	}()
	select {
	case <-begun:
		t.Fatal("two passes work at a time")
	case <-time.After(20 * time.Millisecond):
	}
	// Within its turn nothing is given up.
	first.since = time.Now().Add(time.Hour)
	for range 10 * breathPackets {
		first.packet()
	}
	select {
	case <-begun:
		t.Fatal("a turn ends before its time")
	default:
	}
	// Behind it it rests, and then the other works, who has waited for longer.
	first.since = time.Now().Add(-time.Hour)
	before := time.Now()
	for range breathPackets {
		first.packet()
	}
	if took := time.Since(before); took < breathRest {
		t.Errorf("between two turns is a rest of %v", took)
	}
	first.since = time.Now().Add(-time.Hour)
	for end := time.Now().Add(10 * time.Second); len(begun) == 0; {
		if time.Now().After(end) {
			t.Fatal("the other pass never works")
		}
		first.since = time.Now().Add(-time.Hour)
		first.packet()
	}
	first.end()
}

// One that waits keeps nobody from working, and one that has ended neither.
func TestPassesThatWait(t *testing.T) {
	breathing.needed = true
	defer func() { breathing.needed = false }()
	var b breath
	b.begin()
	b.wait(func() {
		if !breathing.TryLock() {
			t.Error("who waits has work")
			return
		}
		breathing.Unlock()
	})
	if breathing.TryLock() {
		t.Fatal("who has waited has no work again")
	}
	b.end()
	b.end() // as a deferred one behind a panic
	if !breathing.TryLock() {
		t.Fatal("who has ended has work")
	}
	breathing.Unlock()
}
