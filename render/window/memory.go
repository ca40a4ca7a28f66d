package window

import (
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// unusedMemory is how many bytes a window may hold that nothing uses. Indexing a demo leaves more than that, and
	// what follows allocates so little that the collector would let them lie.
	unusedMemory = 16 << 20
	// returnEvery is how often a window looks for them: to return them takes some 20 ms of one processor.
	returnEvery = 10 * time.Second
)

// returnMemory returns memory that nothing uses to the system, until done is closed.
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

// unused returns how many bytes of the heap nothing uses: garbage, and what is free and not returned.
func unused() uint64 {
	s := [...]metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/free:bytes"},
		{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s[:])
	objects, free, live := s[0].Value.Uint64(), s[1].Value.Uint64(), s[2].Value.Uint64()
	return objects + free - min(live, objects)
}
