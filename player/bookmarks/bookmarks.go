// Package bookmarks keeps what a viewer marks in a demo: moments with names, a
// clip between two moments, and a path of the camera. They are in a file named after a hash of the demo's
// content, so that a demo keeps its bookmarks when it is renamed or moved. The demo
// itself is never written.
//
// All times are seconds of the viewer's clock, which begins at 0 and never goes
// back: see [demoscope/player/world.State].Clock.
//
// A file is not trusted: [MaxFile], [MaxMarks], [MaxPath] and maxName bound it. One that is not
// understood is a [DamagedError], and is kept under another name before a new one is
// written.
package bookmarks

import (
	"cmp"
	"slices"

	"demoscope/internal/settings"
)

// Mark is a moment with a name.
type Mark struct {
	Clock float64 // viewer's seconds
	Name  string
}

// Bookmarks are those of one demo, as its file has them; the zero value has no file.
// They must not be used by several goroutines at once.
type Bookmarks struct {
	// Marks are in order of time. Change them with [Bookmarks.Toggle]; a name may be
	// written.
	Marks []Mark
	// In and Out bound the clip, in viewer's seconds; nil if not set. In is
	// before Out. Change them with [Bookmarks.SetIn] and [Bookmarks.SetOut].
	In   *float64
	Out  *float64
	Loop bool // play the clip again and again
	// Path is the way of the camera, in order of time. Change it with [Bookmarks.SetPoint] and
	// [Bookmarks.RemovePoint].
	Path []PathPoint

	path string  // of the file, empty for none
	base content // what the file had when this was last the same
	rash bool    // the last lock could not be had in time: do not wait for the next one
	// fleeting is set if they are meant to have no file.
	fleeting bool
}

// Fleeting returns bookmarks that last as long as whoever has them, and of which nobody expects more:
// [Bookmarks.Save] does nothing.
func Fleeting() *Bookmarks { return &Bookmarks{fleeting: true} }

// near is how far from a mark, in seconds, a moment still counts as marked.
const near = 0.25

// Dir returns the folder where bookmarks are kept, in the user's settings:
// demoscope/bookmarks in ~/.config on Linux. It is "" if there are no settings.
func Dir() string { return settings.File("bookmarks") }

// Toggle sets a mark with a name at a moment, or removes the one less than a
// quarter of a second away. It reports whether one was set.
func (b *Bookmarks) Toggle(clock float64, name string) (set bool) {
	if m := b.At(clock); m != nil {
		b.Marks = slices.DeleteFunc(b.Marks, func(o Mark) bool { return o.Clock == m.Clock })
		return false
	}
	b.Marks = append(b.Marks, Mark{clock, name})
	sortMarks(b.Marks)
	return true
}

// At returns the first mark less than a quarter of a second from a moment, nil
// if there is none. It is valid until the marks change.
func (b *Bookmarks) At(clock float64) *Mark {
	for i := range b.Marks {
		if m := &b.Marks[i]; m.Clock > clock-near && m.Clock < clock+near {
			return m
		}
	}
	return nil
}

// Next returns the first mark that is more than a quarter of a second after a
// moment; ok is false if there is none.
func (b *Bookmarks) Next(clock float64) (m Mark, ok bool) {
	for _, m := range b.Marks {
		if m.Clock > clock+near {
			return m, true
		}
	}
	return Mark{}, false
}

// Previous returns the last mark that is more than a quarter of a second before
// a moment; ok is false if there is none.
func (b *Bookmarks) Previous(clock float64) (m Mark, ok bool) {
	for _, m := range slices.Backward(b.Marks) {
		if m.Clock < clock-near {
			return m, true
		}
	}
	return Mark{}, false
}

// SetIn sets where the clip begins. An end that is not after it is removed, and the
// loop with it.
func (b *Bookmarks) SetIn(clock float64) {
	b.In = &clock
	if b.Out != nil && *b.Out <= clock {
		b.Out = nil
	}
	b.Loop = b.Loop && b.Out != nil
}

// SetOut sets where the clip ends. A beginning that is not before it is removed,
// and the loop with it.
func (b *Bookmarks) SetOut(clock float64) {
	b.Out = &clock
	if b.In != nil && *b.In >= clock {
		b.In = nil
	}
	b.Loop = b.Loop && b.In != nil
}

// Clip returns where the clip begins and ends; ok is false unless both are set.
func (b *Bookmarks) Clip() (in, out float64, ok bool) {
	if b.In == nil || b.Out == nil {
		return 0, 0, false
	}
	return *b.In, *b.Out, true
}

// sortMarks puts marks in order of time. Those of one time stay as they are.
func sortMarks(marks []Mark) {
	slices.SortStableFunc(marks, func(x, y Mark) int { return cmp.Compare(x.Clock, y.Clock) })
}
