package window

import (
	"runtime"
	"runtime/debug"
	"slices"
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

// Indices are drawn in their order, whole triangles at a time, as many as refer to vertices close together.
func TestDrawnAtOnce(t *testing.T) {
	for _, c := range []struct {
		indices, drawn []uint32
		low, high      uint32
	}{
		{[]uint32{5, 7, 6}, []uint32{0, 2, 1}, 5, 7},
		{[]uint32{2, 1, 3, maxDrawn, 5, 4}, []uint32{1, 0, 2, maxDrawn - 1, 4, 3}, 1, maxDrawn},
		{[]uint32{2, 1, 3, 4, maxDrawn + 1, 5}, []uint32{1, 0, 2}, 1, 3},
		{[]uint32{5, 6, 7, 5, 6, 4}, []uint32{0, 1, 2}, 5, 7}, // a vertex before the first
		{[]uint32{0, 1, 5 * maxDrawn, 0, 1, 2}, []uint32{0, 1, 5 * maxDrawn, 0, 1, 2}, 0, 5 * maxDrawn},
	} {
		drawn, low, high := drawnAtOnce(nil, c.indices)
		if !slices.Equal(drawn, c.drawn) || low != c.low || high != c.high {
			t.Errorf("%d: %d of %d to %d, want %d of %d to %d", c.indices, drawn, low, high, c.drawn, c.low, c.high)
		}
	}
}
