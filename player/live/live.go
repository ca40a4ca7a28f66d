// Package live has the sources of demos that grow: a file that is still being written, and the connections by which
// a game is watched. Each writes what comes into a [formats.Growing]; nothing above this package knows more of a
// live game than that its end moves.
package live

import (
	"demoscope/formats"
	"demoscope/internal/atomicfile"
)

// New returns a demo for a source to write to. Beyond the limit of its memory, which o.Memory may set, the oldest part
// goes to a temporary file; [formats.Growing.Release] removes that.
func New(name string, o formats.GrowOptions) *formats.Growing {
	if o.Spill == nil {
		o.Spill = func() (formats.Spill, error) { return atomicfile.NewTemporary() }
	}
	return formats.Grow(name, o)
}
