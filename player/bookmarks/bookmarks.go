// Package bookmarks stores the viewer's data about a demo: bookmarks, a clip between two moments, and a camera path.
// They are in a file named after a hash of the demo's content, so a renamed or moved demo keeps its bookmarks. The demo
// itself is never written.
//
// All times are seconds of the viewer's clock, see [demoscope/player/world.State].Clock.
//
// A file is not trusted: [MaxFile], [MaxMarks], [MaxPath] and maxName bound it. An invalid file causes a
// [DamagedError], and is renamed before a new one is written.
package bookmarks

import (
	"cmp"
	"slices"

	"demoscope/internal/settings"
)

// Mark is a moment with a name.
type Mark struct {
	Clock float64 // seconds of the viewer's clock
	Name  string
}

// Bookmarks are the bookmarks of one demo. The zero value has no file. They are not safe for concurrent use.
type Bookmarks struct {
	// Marks are in order of time. Change them with [Bookmarks.Toggle], but names may be assigned directly.
	Marks []Mark
	// In and Out are the ends of the clip, in seconds of the viewer's clock; nil if not set. In is before Out. Change
	// them with [Bookmarks.SetIn] and [Bookmarks.SetOut].
	In   *float64
	Out  *float64
	Loop bool // loop the clip
	// Path is the camera path, in order of time. Change it with [Bookmarks.SetPoint] and [Bookmarks.RemovePoint].
	Path []PathPoint

	path     string  // of the file; empty for none
	base     content // content of the file when it was last read or written
	skipWait bool    // locking timed out last time: don't wait next time
	// unsaved is set if they have no file on purpose.
	unsaved bool
}

// Unsaved returns bookmarks that are not meant to be saved: [Bookmarks.Save] does nothing.
func Unsaved() *Bookmarks { return &Bookmarks{unsaved: true} }

// near is the distance from a mark, in seconds, within which a moment counts as marked.
const near = 0.25

// Dir returns the folder of the bookmarks: demoscope/bookmarks in ~/.config on Linux. It is "" if there is no settings
// folder.
func Dir() string { return settings.File("bookmarks") }

// Toggle sets a mark with a name at a moment, or removes the mark less than a quarter of a second away. It reports
// whether it set a mark.
func (b *Bookmarks) Toggle(clock float64, name string) (set bool) {
	if m := b.At(clock); m != nil {
		b.Marks = slices.DeleteFunc(b.Marks, func(o Mark) bool { return o.Clock == m.Clock })
		return false
	}
	b.Marks = append(b.Marks, Mark{clock, name})
	sortMarks(b.Marks)
	return true
}

// At returns the first mark less than a quarter of a second from a moment, or nil. It is valid until the marks change.
func (b *Bookmarks) At(clock float64) *Mark {
	for i := range b.Marks {
		if m := &b.Marks[i]; m.Clock > clock-near && m.Clock < clock+near {
			return m
		}
	}
	return nil
}

// Next returns the first mark more than a quarter of a second after a moment. ok is false if there is none.
func (b *Bookmarks) Next(clock float64) (m Mark, ok bool) {
	for _, m := range b.Marks {
		if m.Clock > clock+near {
			return m, true
		}
	}
	return Mark{}, false
}

// Previous returns the last mark more than a quarter of a second before a moment. ok is false if there is none.
func (b *Bookmarks) Previous(clock float64) (m Mark, ok bool) {
	for _, m := range slices.Backward(b.Marks) {
		if m.Clock < clock-near {
			return m, true
		}
	}
	return Mark{}, false
}

// SetIn sets the start of the clip. It removes an end that is not after the start, and the loop with it.
func (b *Bookmarks) SetIn(clock float64) {
	b.In = &clock
	if b.Out != nil && *b.Out <= clock {
		b.Out = nil
	}
	b.Loop = b.Loop && b.Out != nil
}

// SetOut sets the end of the clip. It removes a start that is not before the end, and the loop with it.
func (b *Bookmarks) SetOut(clock float64) {
	b.Out = &clock
	if b.In != nil && *b.In >= clock {
		b.In = nil
	}
	b.Loop = b.Loop && b.In != nil
}

// Clip returns the start and the end of the clip. ok is false unless both are set.
func (b *Bookmarks) Clip() (in, out float64, ok bool) {
	if b.In == nil || b.Out == nil {
		return 0, 0, false
	}
	return *b.In, *b.Out, true
}

// sortMarks sorts marks by time. Marks of equal time keep their order.
func sortMarks(marks []Mark) {
	slices.SortStableFunc(marks, func(x, y Mark) int { return cmp.Compare(x.Clock, y.Clock) })
}
