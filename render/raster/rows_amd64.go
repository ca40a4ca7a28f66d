package raster

// draw draws the rows of a strip.
func (t *triangle) draw(s *strip) {
	switch t.kind {
	case flat:
		flatRows(s, t.gradient.color)
	case smooth:
		smoothRows(s, &t.colors, &t.gradient.add)
	case blended:
		blendRows(s, &t.colors, &t.gradient.add)
	default:
		t.plainRows(s)
	}
}

// flatRows is [triangle.plainRows] for one opaque colour.
//
//go:noescape
func flatRows(s *strip, color uint32)

// smoothRows is that for opaque colours that change, four pixels at a time.
//
//go:noescape
func smoothRows(s *strip, c *colors, add *channels)

// blendRows is that for colours over what is there, two pixels at a time, or four of one colour.
//
//go:noescape
func blendRows(s *strip, c *colors, add *channels)
