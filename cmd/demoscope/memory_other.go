//go:build !js

package main

import (
	"runtime"
	"runtime/debug"
)

// beginningPercent lets the heap grow to 64 MB before its first collection: many commands end before.
const beginningPercent = 1600

// beginMemory puts the first collection off. From then on the heap is collected as usual, unless a large demo has said
// how.
func beginMemory() {
	debug.SetGCPercent(beginningPercent)
	runtime.AddCleanup(new([64]byte), func(int) {
		if percent := debug.SetGCPercent(100); percent != beginningPercent {
			debug.SetGCPercent(percent)
		}
	}, 0)
}

// settleMemory is of the page alone.
func settleMemory() {}
