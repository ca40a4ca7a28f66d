package main

import (
	"runtime/debug"

	"demoscope/formats"
)

// largeDemo is the size in bytes of a demo that counts when memory is: Go's collector lets the heap grow
// to twice what is in use, the demo included.
const largeDemo = 64 << 20

// spareMemory lets the heap grow beside a large demo, or several that are large together, by half of a
// largeDemo before it is collected, which is about what else is in use. Collecting more often costs little,
// since nothing in a demo has to be looked at.
func spareMemory(demos ...*formats.Demo) {
	n := 0
	for _, d := range demos {
		n += int(d.Size())
	}
	if n > largeDemo {
		debug.SetGCPercent(max(1, int(50*int64(largeDemo)/int64(largeDemo+n))))
	}
}
