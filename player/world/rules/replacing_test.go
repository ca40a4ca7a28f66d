package rules_test

import (
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/made"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
)

// TestReplacing: replacement deltas change the last state of their entities, of players too, and those that are not
// named stay.
func TestReplacing(t *testing.T) {
	const frames = 5
	for _, format := range []string{"mvd", "qwd", "dem"} {
		demo, err := formats.Open("made."+format, made.Replacing(t, format, frames))
		if err != nil {
			t.Fatal(err)
		}
		frame := -1
		facts.Drive(t, newWorld(t, format), demo.Decoder(), func(_ *world.World, m message.Message) {
			if m.Name() == "updateentities" {
				frame++
			}
		}, func(w *world.World, _ *message.Packet) {
			if frame >= 0 {
				checkReplacing(t, format, w, frame, frame == frames-1)
			}
		})
		if frame != frames-1 {
			t.Errorf("%s: frame %d is the last", format, frame)
		}
	}
}

// checkReplacing compares a frame of [made.Replacing].
func checkReplacing(t *testing.T, format string, w *world.World, frame int, last bool) {
	t.Helper()
	ann, bob := &w.Players[0], &w.Players[1]
	if !ann.Visible || ann.Name != "ann" || ann.Pose.Origin != [3]float32{0, 0, 24} {
		t.Errorf("%s, frame %d: ann %v %q at %v", format, frame, ann.Visible, ann.Name, ann.Pose.Origin)
	}
	if want := [3]float32{float32(8 * frame), 0, 24}; !bob.Visible || bob.Name != "bob" || bob.Pose.Origin != want {
		t.Errorf("%s, frame %d: bob %v %q at %v, want %v", format, frame, bob.Visible, bob.Name, bob.Pose.Origin, want)
	}
	if format != "dem" && bob.Pose.Velocity != [3]float32{80, 0, 0} {
		t.Errorf("%s, frame %d: bob moves at %v", format, frame, bob.Pose.Velocity)
	}
	if health, _ := w.StatsOf(0).Get(world.StatHealth); health != 90 {
		t.Errorf("%s, frame %d: ann has %d health", format, frame, health)
	}
	box := w.Entity(40)
	if there := frame > 0 && !last; (box != nil) != there {
		t.Errorf("%s, frame %d: the box %+v", format, frame, box)
	} else if there && (box.Model[0] != 3 || box.Origin != [3]float32{64, 32, 16}) {
		t.Errorf("%s, frame %d: the box %+v", format, frame, box)
	}
}
