package window

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// unusedMemory is the maximum amount of unused memory that a window may hold, in bytes. Indexing a demo leaves
	// more than that, and playback allocates so little that the collector would not return it.
	unusedMemory = 16 << 20
	// returnEvery is the interval between checks. Returning memory takes about 20 ms of one processor.
	returnEvery = 10 * time.Second
)

// returnMemory returns unused memory to the system, until done is closed.
func returnMemory(done <-chan struct{}) {
	ticker := time.NewTicker(returnEvery)
	defer ticker.Stop()
	for {
		select {
		case <-done:
			return
		case <-ticker.C:
		}
		if unused() > unusedMemory {
			debug.FreeOSMemory()
		}
	}
}

// unused returns the number of unused bytes of the heap: garbage, and free memory that was not returned.
func unused() uint64 {
	s := [...]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s[:])
	objects, free, live := s[0].Value.Uint64(), s[1].Value.Uint64(), s[2].Value.Uint64()
	return objects + free - min(live, objects)
}
