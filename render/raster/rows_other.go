//go:build !amd64

package raster

// beyond is how many pixels of memory there are behind those of a picture.
const beyond = 0

func (t *triangle) draw(s *strip) { t.plainRows(s) }

func (l *line) draw(s *strip) { l.plainRows(s) }
