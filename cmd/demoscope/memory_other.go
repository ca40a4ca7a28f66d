//go:build !js

package main

import (
	"runtime"
	"runtime/debug"
)

// beginningPercent lets the heap grow to 64 MB before its first collection: many commands end earlier.
const beginningPercent = 1600

// beginMemory delays the first collection. After that, the collector has its default setting, unless a large demo has
// changed it.
func beginMemory() {
	debug.SetGCPercent(beginningPercent)
	runtime.AddCleanup(new([64]byte), func(int) {
		if percent := debug.SetGCPercent(100); percent != beginningPercent {
			debug.SetGCPercent(percent)
		}
	}, 0)
}

// settleMemory is needed only in a page.
func settleMemory() {}
