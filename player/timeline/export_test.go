package timeline

import "runtime"

// AwaitStop returns when Stop has been called.
func AwaitStop(t *Timeline) {
	for !t.stop.Load() {
		runtime.Gosched()
	}
}
