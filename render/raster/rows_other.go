//go:build !amd64

package raster

func (t *triangle) draw(s *strip) { t.plainRows(s) }

func (l *line) draw(s *strip) { l.plainRows(s) }
