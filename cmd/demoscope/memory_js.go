package main

import (
	"math"
	"runtime/debug"
)

// beginningPercent is the collector's setting that the page's script has made until the first picture.
const beginningPercent = 800

// beginMemory does nothing, because the page's script has set the collector.
func beginMemory() {}

// settleMemory restores the collector's default, unless a large demo has changed the setting.
func settleMemory() {
	if percent := debug.SetGCPercent(100); percent != beginningPercent {
		debug.SetGCPercent(percent)
	}
	debug.SetMemoryLimit(math.MaxInt64)
}
