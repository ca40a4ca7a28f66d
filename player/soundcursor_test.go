package player

import (
	"slices"
	"testing"

	"demoscope/player/world"
)

// onlys is for whom a sound cursor says that its sounds are.
type onlys []uint32

func (o *onlys) Hear(s *world.SoundStart, _ *world.World) { *o = append(*o, s.Only) }

func (*onlys) Cut(float64) {}

// TestVoicesAreTheirRecorders: a voice without a place that only one of several recorders has heard is for
// those who follow him; what the demo's own recorder has heard, and what both have, is for everybody.
func TestVoicesAreTheirRecorders(t *testing.T) {
	w := playing(t, "demoscope1.dm_71", 0, Options{}).world()
	w.Recorder = 3
	e := &SoundCursor{together: &together{}, reported: make([]reportedSound, 0, reportedSounds)}
	var o onlys
	flat := world.SoundStart{Clock: 5, Flags: world.SoundFlat}
	e.report(0, &flat, w, &o) // both
	e.report(1, &flat, w, &o)
	e.report(1, &flat, w, &o) // the second one alone, who says it twice
	flat.Only = 1 << 7
	e.report(1, &flat, w, &o) // which says itself for whom it is
	flat.Only, w.Recorder = 0, 40
	e.report(2, &world.SoundStart{Clock: 6, Flags: world.SoundFlat}, w, &o) // of somebody whom no bit stands for
	flat.Clock = 7
	e.report(1, &flat, w, &o)
	w.Recorder = 0
	e.report(0, &flat, w, &o)
	if want := []uint32{0, 1 << 3, 1 << 7, 0}; !slices.Equal(o, want) {
		t.Errorf("it tells sounds for %b, want %b", o, want)
	}
	if flat.Only != 0 {
		t.Error("the world's own sound has changed")
	}
	// What has a place is told once, whoever has it first.
	o = nil
	shot := world.SoundStart{Clock: 7.5, Entity: 4}
	e.report(1, &shot, w, &o)
	e.report(0, &shot, w, &o)
	if !slices.Equal(o, []uint32{0}) {
		t.Errorf("a shot is told for %b", o)
	}
	// A hundred that begin at once are as many.
	o = nil
	for recording := range 2 {
		for i := range 100 {
			e.report(recording, &world.SoundStart{Clock: 7.8, Entity: int32(i + 1)}, w, &o)
		}
	}
	if len(o) != 100 {
		t.Errorf("of 100 sounds of two recordings %d are told", len(o))
	}
	// After very many the cursor still knows the last ones.
	o = nil
	for i := range 3 * reportedSounds {
		s := world.SoundStart{Clock: 8 + float64(i)/100, Entity: int32(i + 1)}
		e.report(0, &s, w, &o)
		e.report(1, &s, w, &o)
	}
	if len(o) != 3*reportedSounds || len(e.reported) != reportedSounds {
		t.Errorf("%d sounds are told, %d kept", len(o), len(e.reported))
	}
}
