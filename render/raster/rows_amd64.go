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

// draw draws the rows of a strip.
func (l *line) draw(s *strip) {
	pix, rows := s.pix, s.rows
	if int64(len(pix)) < rows*s.width+lineBlock-1 {
		s.rows-- // the last of the picture, for there is nothing behind it
	}
	if s.rows > 0 {
		lineRows(s, l)
	}
	if s.rows < rows {
		s.pix, s.rows = pix[s.rows*s.width:], 1
		l.plainRows(s)
		s.pix, s.rows = pix, rows
	}
}

// lineRows is [line.plainRows], four pixels at a time. It reads and writes up to three opaque pixels behind a row, which it does not
// change.
//
//go:noescape
func lineRows(s *strip, l *line)
