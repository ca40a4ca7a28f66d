//go:build !amd64

package raster

// beyond is the number of pixels of memory after those of a picture.
const beyond = 0

func (t *triangle) draw(s *strip) { t.plainRows(s) }

func (l *line) draw(s *strip) { l.plainRows(s) }

func (x *surface) quickSpan(to []uint32, px float64) { x.plainSpan(to, px) }
