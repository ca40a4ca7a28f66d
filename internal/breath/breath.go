// Package breath makes long-running work yield. A browser runs everything on a single thread without preemption, so it
// can't show a picture while the program works.
package breath

import (
	"runtime"
	"sync"
	"time"
)

const (
	// work is how long to work before yielding.
	work = 8 * time.Millisecond
	// rest is the minimum time to yield.
	rest = time.Millisecond
	// steps is the number of steps between two looks at the clock.
	steps = 16
)

// breathing is the state of all workers in the process.
var breathing = struct {
	needed bool
	// Mutex is held by a worker, also while it yields: a browser only shows pictures when no worker is ready.
	sync.Mutex
}{needed: runtime.GOOS == "js"}

// A Breath lets a worker yield. Its zero value is ready to use. Its methods only have an effect in a browser.
type Breath struct {
	holds bool
	steps int
	since time.Time
}

// Begin starts the work by yielding.
func (b *Breath) Begin() {
	if breathing.needed {
		breathing.Lock()
		b.holds = true
		b.rest()
	}
}

// Step yields if it is time. Call it after each piece of work of some microseconds.
func (b *Breath) Step() {
	if !b.holds {
		return
	}
	if b.steps++; b.steps < steps {
		return
	}
	if b.steps = 0; time.Since(b.since) >= work {
		b.rest()
		b.Wait(func() {}) // let another worker run
	}
}

func (b *Breath) rest() {
	time.Sleep(rest)
	b.since = time.Now()
}

// Wait calls f, which waits for others, without blocking them.
func (b *Breath) Wait(f func()) {
	if !b.holds {
		f()
		return
	}
	b.End()
	f()
	breathing.Lock()
	b.holds, b.since = true, time.Now()
}

// End ends the work. It may be called again.
func (b *Breath) End() {
	if b.holds {
		b.holds = false
		breathing.Unlock()
	}
}

// Needed makes work yield as in a browser, for tests. The returned function undoes that and reports whether a worker
// failed to call End.
func Needed() (undo func() (kept bool)) {
	breathing.needed = true
	return func() bool {
		breathing.needed = false
		if !breathing.TryLock() {
			return true
		}
		breathing.Unlock()
		return false
	}
}
