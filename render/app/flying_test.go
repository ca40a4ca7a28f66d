package app

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/camera"
)

// TestFlyingComesBack: the next player, the next kill and a row of the event list take the free camera back to a
// player.
func TestFlyingComesBack(t *testing.T) {
	for _, key := range []string{"N", "P", "K"} {
		r := newRig(t)
		r.press("G")
		if r.Active.Camera.Mode != camera.Free || !r.window.captured {
			t.Fatalf("G: the camera is %v", r.Active.Camera.Mode)
		}
		r.press(key)
		if s := r.see(); r.Active.Camera.Mode == camera.Free || s.Captured {
			t.Errorf("%s: the camera is %v, following %d", key, r.Active.Camera.Mode, s.Follow)
		}
	}
}

// TestEventShowsItsPlayer: a row of the event list opens on the player who did it, unless the followed player is
// in it.
func TestEventShowsItsPlayer(t *testing.T) {
	r := newRig(t)
	events := r.Demo.Player.Timeline().Events()
	for i := range events {
		e := &events[i]
		if !killClasses.Has(r.Demo.viewer().Class(e)) || e.Player < 0 || e.Player == e.Other {
			continue
		}
		r.follow((e.Player + 1) % 4)
		r.pass(0)
		in := e.Of(followed(r.Demo.Player.Moment()))
		r.showActor(e)
		r.pass(0)
		if got := followed(r.Demo.Player.Moment()); got != e.Player && !in {
			t.Errorf("the kill at %v s of %d: %d is followed", e.Clock, e.Player, got)
		}
	}
}

// TestNextKillShowsTheKiller: the next kill is seen through the killer's eyes, or from behind the killer if
// the demo has no view of the killer's own. A followed player who is in the kill stays.
func TestNextKillShowsTheKiller(t *testing.T) {
	for _, name := range []string{"demoscope1.mvd", "demoscope1.qwd"} {
		r := newRigOf(t, name, sample(t, name))
		r.seek(0)
		events := r.Demo.Player.Timeline().Events()
		kills, outside := 0, 0
		for i := range events {
			e := &events[i]
			if !killClasses.Has(r.Demo.viewer().Class(e)) || e.Clock-jumpLead <= sameJump { // where there is no jump to
				continue
			}
			before := followed(r.Demo.Player.Moment())
			r.press("0") // from the same place as the kill before: it is a jump nevertheless
			for r.Demo.Player.Clock() < e.Clock-jumpLead-sameJump {
				r.press("K")
			}
			w := r.Demo.Player.Moment().World
			got, want := followed(r.Demo.Player.Moment()), e.Player
			if want == world.Nobody {
				want = e.Other
			}
			if e.Of(before) || w.View.Known && want != w.Recorder && !w.Players[want].Visible {
				continue
			}
			kills++
			how := camera.Eyes
			if w.View.Known && got != w.Recorder {
				how = camera.Chase
				outside++
			}
			if !e.Of(got) || r.Active.Camera.Mode != how {
				t.Errorf("%s: the kill at %v s of %d: %d is followed by %v", name, e.Clock, want, got,
					r.Active.Camera.Mode)
			}
		}
		if kills == 0 || name == "demoscope1.qwd" && outside == 0 {
			t.Errorf("%s: %d kills, %d from outside", name, kills, outside)
		}
	}
}
