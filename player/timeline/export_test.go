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

// Patience sets for how long a pass waits for Begin, and returns what undoes it.
func Patience(d time.Duration) (undo func()) {
	was := beginPatience
	beginPatience = d
	return func() { beginPatience = was }
}
