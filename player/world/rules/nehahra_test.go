package rules_test

import (
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/made"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// TestNehahra: of Nehahra's messages the transparency of entities and the explosions are used.
func TestNehahra(t *testing.T) {
	const frames = 5
	demo, err := formats.Open("made.dem", made.Nehahra(t, frames))
	if err != nil {
		t.Fatal(err)
	}
	d, w := demo.Decoder(), newWorld(t, "dem")
	explosions, frame := 0, -1
	facts.Drive(t, w, d, nil, func(w *world.World, _ *message.Packet) {
		if w.Block == 0 || frame == frames-1 {
			return
		}
		frame++
		ann, ghost := &w.Players[0], w.Entity(40)
		if want := [3]float32{float32(8 * frame), 0, 0}; !ann.Visible || ann.Pose.Origin != want {
			t.Errorf("frame %d: ann %v at %v, want %v", frame, ann.Visible, ann.Pose.Origin, want)
		}
		// A half of 254, and 1 for 0.
		if ghost == nil || ghost.Origin != [3]float32{64, 32, 16} || ghost.Alpha != 128 {
			t.Errorf("frame %d: the ghost is %+v", frame, ghost)
		}
		if frame == 2 {
			for i := range w.Effects.List {
				e := &w.Effects.List[i]
				if e.Kind == world.EffectExplosion && e.Origin == [3]float32{64, 32, 16} {
					explosions++
				}
			}
		}
	})
	if frame != frames-1 || explosions != 1 {
		t.Errorf("%d frames, %d explosions", frame+1, explosions)
	}
	if got := d.Mark(); got.State[0] != 250 {
		t.Errorf("the protocol is %d", got.State[0])
	}
}
