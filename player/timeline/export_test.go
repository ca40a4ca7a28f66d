package timeline

import (
	"runtime"
	"time"
)

// AwaitStop returns when Stop has been called.
func AwaitStop(t *Timeline) {
	for !t.stop.Load() {
		runtime.Gosched()
	}
}

// Untimed makes a cursor take a demo for one whose packets say only how much later they are.
func Untimed(c *Cursor) { c.timed = false }

// Patience sets for how long a pass waits for Begin, and returns what undoes it.
func Patience(d time.Duration) (undo func()) {
	was := beginPatience
	beginPatience = d
	return func() { beginPatience = was }
}
