// Package live has the sources of growing demos: files that are still being written, and connections to games. Each
// source writes to a [formats.Growing]. Packages above only see a demo whose end moves.
package live

import (
	"demoscope/formats"
	"demoscope/internal/atomicfile"
)

// New returns a demo for a source to write to. Beyond a memory limit, which o.Memory may set, the oldest part goes to a
// temporary file. [formats.Growing.Release] removes the file.
func New(name string, o formats.GrowOptions) *formats.Growing {
	if o.Spill == nil {
		o.Spill = func() (formats.Spill, error) { return atomicfile.NewTemporary() }
	}
	return formats.Grow(name, o)
}
