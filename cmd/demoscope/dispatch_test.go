//go:build !js

package main

import (
	"io"
	"testing"
)

// BenchmarkDispatch is what every command line pays before its command begins.
func BenchmarkDispatch(b *testing.B) {
	for b.Loop() {
		if status := run([]string{"version"}, &streams{out: io.Discard, err: io.Discard}); status != exitOK {
			b.Fatal(status)
		}
	}
}
