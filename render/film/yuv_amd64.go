package film

import "golang.org/x/sys/cpu"

// hasAVX2 reports whether the processor has AVX2.
var hasAVX2 = cpu.X86.HasAVX2

// twoRows does the same as [plainTwoRows].
func twoRows(upper, lower []uint16, u, v []byte, above, below []uint64) {
	n := 0
	if hasAVX2 {
		n = len(u) &^ 7
		sixteenPixels(upper[:n], lower[:n], u[:n], v[:n], above[:n], below[:n])
	}
	plainTwoRows(upper[n:], lower[n:], u[n:], v[n:], above[n:], below[n:])
}

// sixteenPixels is [plainTwoRows] of 16 pixels of each row at a time, with AVX2: the lengths are the same multiple of
// 8.
//
//go:noescape
func sixteenPixels(upper, lower []uint16, u, v []byte, above, below []uint64)
