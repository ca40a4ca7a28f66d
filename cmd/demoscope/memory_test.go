package main

import (
	"runtime/debug"
	"testing"

	"demoscope/formats"
)

// TestSpareMemory: several demos that are large together let the heap grow no more than one of their size does.
func TestSpareMemory(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	demo := func(size int) *formats.Demo { return formats.Lookup("qwd").Open("", make([]byte, size)) }
	for _, c := range []struct {
		what    string
		demos   []*formats.Demo
		percent int
	}{
		{"small", []*formats.Demo{demo(20 << 20)}, 100},
		{"small together", []*formats.Demo{demo(20 << 20), demo(20 << 20)}, 100},
		// half of 64 MiB to 64 + 96
		{"large together", []*formats.Demo{demo(32 << 20), demo(32 << 20), demo(32 << 20)}, 20},
		{"large", []*formats.Demo{demo(96 << 20)}, 20},
	} {
		debug.SetGCPercent(100)
		spareMemory(c.demos...)
		if got := debug.SetGCPercent(100); got != c.percent {
			t.Errorf("%s: %d percent, want %d", c.what, got, c.percent)
		}
	}
}
