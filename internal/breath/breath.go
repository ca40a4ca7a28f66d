// Package breath has work rest that takes long. In a browser one thread does everything and is not taken from
// anybody, so that no picture is shown while something works.
package breath

import (
	"runtime"
	"sync"
	"time"
)

const (
	// work is for how long somebody works at a time.
	work = 8 * time.Millisecond
	// rest is how long others are let work then, who may take longer.
	rest = time.Millisecond
	// steps is after how many steps the clock is looked at.
	steps = 16
)

// breathing has all work of the process rest.
var breathing = struct {
	needed bool
	// Mutex is held by whoever works, and while he rests: a browser shows pictures only when nobody has work.
	sync.Mutex
}{needed: runtime.GOOS == "js"}

// A Breath is how one who works lets others work. The zero value is ready; nothing of it does anything but in
// a browser.
type Breath struct {
	holds bool
	steps int
	since time.Time
}

// Begin begins the work, with a rest.
func (b *Breath) Begin() {
	if breathing.needed {
		breathing.Lock()
		b.holds = true
		b.rest()
	}
}

// Step is called behind each piece of the work that takes some microseconds.
func (b *Breath) Step() {
	if !b.holds {
		return
	}
	if b.steps++; b.steps < steps {
		return
	}
	if b.steps = 0; time.Since(b.since) >= work {
		b.rest()
		b.Wait(func() {}) // it is another's turn
	}
}

func (b *Breath) rest() {
	time.Sleep(rest)
	b.since = time.Now()
}

// Wait calls what waits for others.
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

// Needed has work rest as in a browser, for tests. It returns what undoes it and says whether somebody has
// kept his turn.
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
