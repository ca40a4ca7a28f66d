package raster

import "golang.org/x/sys/cpu"

// beyond is the number of pixels of memory after those of a picture: the assembly rows continue to the end of a block
// and write back there what they have read.
const beyond = 7

// hasAVX2 reports whether the processor has AVX2, as all but small ones since 2013 do.
var hasAVX2 = cpu.X86.HasAVX2

// draw draws the rows of a strip.
func (t *triangle) draw(s *strip) {
	switch {
	case t.kind == flat:
		flatRows(s, t.gradient.color)
	case t.kind == smooth && hasAVX2:
		smoothRows(s, &t.colors, &t.gradient.add)
	case t.kind == blended && hasAVX2:
		blendRows(s, &t.colors, &t.gradient.add)
	default:
		t.plainRows(s)
	}
}

// flatRows is [triangle.plainRows] for one opaque color.
//
//go:noescape
func flatRows(s *strip, color uint32)

// smoothRows is the same for opaque colors that change, eight pixels at a time. It needs AVX2.
//
//go:noescape
func smoothRows(s *strip, c *colors, add *channels)

// blendRows is the same for blended colors, eight pixels at a time. It needs AVX2.
//
//go:noescape
func blendRows(s *strip, c *colors, add *channels)

// draw draws the rows of a strip.
func (l *line) draw(s *strip) { lineRows(s, l) }

// lineRows is [line.plainRows], four pixels at a time.
//
//go:noescape
func lineRows(s *strip, l *line)

// quickSpan draws pixels of a row of an opaque face whose texture does not glow: most pixels are of this kind.
func (x *surface) quickSpan(to []uint32, px float64) {
	if !hasAVX2 {
		x.plainSpan(to, px)
		return
	}
	texturedSpan(&to[0], len(to), x, px)
}

// texturedSpan is [surface.plainSpan], eight pixels at a time. It needs AVX2.
//
//go:noescape
func texturedSpan(to *uint32, n int, x *surface, px float64)
