package render

import (
	"testing"

	"demoscope/render/camera"
)

// TestFlyingComesBack: the next player, the next kill and a row of the event list take the free camera back to a
// player.
func TestFlyingComesBack(t *testing.T) {
	for _, key := range []string{"N", "P", "K"} {
		r := newRig(t)
		r.press("G")
		if r.active.camera.How != camera.Free || !r.window.captured {
			t.Fatalf("G: the camera is %v", r.active.camera.How)
		}
		r.press(key)
		if s := r.see(); r.active.camera.How == camera.Free || s.Captured {
			t.Errorf("%s: the camera is %v, following %d", key, r.active.camera.How, s.Follow)
		}
	}
}

// TestEventShowsItsPlayer: a row of the event list opens on the player who did it, unless the followed player is
// in it.
func TestEventShowsItsPlayer(t *testing.T) {
	r := newRig(t)
	events := r.demo.player.Timeline().Events()
	for i := range events {
		e := &events[i]
		if !killClasses.Has(r.demo.viewer().Class(e)) || e.Player < 0 || e.Player == e.Other {
			continue
		}
		r.watch((e.Player + 1) % 4)
		r.pass(0)
		in := e.Of(watched(r.demo.player.Moment()))
		r.showDoer(e)
		r.pass(0)
		if got := watched(r.demo.player.Moment()); got != e.Player && !in {
			t.Errorf("the kill at %v s of %d: %d is followed", e.Clock, e.Player, got)
		}
	}
}
