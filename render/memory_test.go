package render

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// inUse keeps memory that a test drops later.
var inUse []byte

// Memory that was dropped is unused, until it is returned.
func TestUnusedMemory(t *testing.T) {
	const size = 64 << 20
	debug.FreeOSMemory()
	inUse = make([]byte, size)
	for i := 0; i < size; i += 4096 {
		inUse[i] = 1
	}
	runtime.GC()
	before := unused()
	inUse = nil
	runtime.GC()
	if n := unused(); n < before+size/2 {
		t.Errorf("%d bytes are unused after %d of %d were dropped", n, size, before)
	}
	debug.FreeOSMemory()
	if n := unused(); n > unusedMemory {
		t.Errorf("%d bytes are unused after they were returned", n)
	}
}

// Indices are drawn in their order, whole triangles at a time, as many as refer to few vertices.
func TestDrawnAtOnce(t *testing.T) {
	triangle := func(a, b, c uint32) []uint32 { return []uint32{a, b, c} }
	for _, c := range []struct {
		indices   []uint32
		n         int
		low, high uint32
	}{
		{triangle(5, 7, 6), 3, 5, 7},
		{append(triangle(0, 1, 2), triangle(maxDrawn-3, maxDrawn-2, maxDrawn-1)...), 6, 0, maxDrawn - 1},
		{append(triangle(0, 1, 2), triangle(maxDrawn-2, maxDrawn-1, maxDrawn)...), 3, 0, 2},
		{append(triangle(maxDrawn, maxDrawn+1, maxDrawn+2), triangle(0, 1, 2)...), 3, maxDrawn, maxDrawn + 2},
		{triangle(0, 1, 5*maxDrawn), 3, 0, 5 * maxDrawn},
	} {
		if n, low, high := drawnAtOnce(c.indices); n != c.n || low != c.low || high != c.high {
			t.Errorf("%d: %d from %d to %d, want %d from %d to %d", c.indices, n, low, high, c.n, c.low, c.high)
		}
	}
}
