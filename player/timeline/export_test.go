package timeline

import "runtime"

// AwaitStop returns when Stop has been called.
func AwaitStop(t *Timeline) {
	for !t.stop.Load() {
		runtime.Gosched()
	}
}

// Untimed makes a cursor take a demo for one whose packets say only how much later they are.
func Untimed(c *Cursor) { c.timed = false }
