package main

import (
	"runtime/debug"

	"demoscope/formats"
)

// largeDemo is the size in bytes from which a demo affects memory: Go's collector lets the heap grow to twice the
// memory in use, including the demo.
const largeDemo = 64 << 20

// spareMemory lets the heap grow by only half of largeDemo, in addition to demos that are large together, before the
// next collection. That is about the memory in use otherwise. More frequent collections cost little, because a demo
// contains no pointers.
func spareMemory(demos ...*formats.Demo) {
	n := 0
	for _, d := range demos {
		n += int(d.Size())
	}
	if n > largeDemo {
		debug.SetGCPercent(max(1, int(50*int64(largeDemo)/int64(largeDemo+n))))
	}
}
