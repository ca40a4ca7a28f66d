package main

import (
	"math"
	"runtime/debug"
)

// beginningPercent is what the page's script has set for the collector until the first picture.
const beginningPercent = 800

// beginMemory does nothing: the page's script has.
func beginMemory() {}

// settleMemory has the heap collected as usual, unless a large demo has said how.
func settleMemory() {
	if percent := debug.SetGCPercent(100); percent != beginningPercent {
		debug.SetGCPercent(percent)
	}
	debug.SetMemoryLimit(math.MaxInt64)
}
