// Package yield makes long-running work yield. A browser runs everything on a single thread without preemption, so it
// can't show a picture while the program works.
package yield

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

// workers is the state of all workers in the process.
var workers = struct {
	needed bool
	// Mutex is held by a worker, also while it yields: a browser only shows pictures when no worker is ready.
	sync.Mutex
}{needed: runtime.GOOS == "js"}

// A Pacer lets a worker yield. Its zero value is ready to use. Its methods only have an effect in a browser.
type Pacer struct {
	holds bool
	steps int
	since time.Time
}

// Begin starts the work by yielding.
func (p *Pacer) Begin() {
	if workers.needed {
		workers.Lock()
		p.holds = true
		p.rest()
	}
}

// Step yields if it is time. Call it after each piece of work of some microseconds.
func (p *Pacer) Step() {
	if !p.holds {
		return
	}
	if p.steps++; p.steps < steps {
		return
	}
	if p.steps = 0; time.Since(p.since) >= work {
		p.rest()
		p.Wait(func() {}) // let another worker run
	}
}

func (p *Pacer) rest() {
	time.Sleep(rest)
	p.since = time.Now()
}

// Wait calls f, which waits for others, without blocking them.
func (p *Pacer) Wait(f func()) {
	if !p.holds {
		f()
		return
	}
	p.End()
	f()
	workers.Lock()
	p.holds, p.since = true, time.Now()
}

// End ends the work. It may be called again.
func (p *Pacer) End() {
	if p.holds {
		p.holds = false
		workers.Unlock()
	}
}

// Needed makes work yield as in a browser, for tests. The returned function undoes that and reports whether a worker
// failed to call End.
func Needed() (undo func() (kept bool)) {
	workers.needed = true
	return func() bool {
		workers.needed = false
		if !workers.TryLock() {
			return true
		}
		workers.Unlock()
		return false
	}
}
