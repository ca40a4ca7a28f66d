package app

import (
	"slices"
	"testing"

	"demoscope/render/control"
	"demoscope/render/hud"
)

// A newcomer sees for five seconds which key shows all keys, beside whatever else is
// said, and the key is the viewer's own.
func TestNewcomer(t *testing.T) {
	r := newRig(t)
	r.Demo.Notices.welcome(r.reader.groups)
	r.pass(0)
	if got := r.see().Says; got != "Press H for help" {
		t.Errorf("at first it says %q", got)
	}
	r.press("B")
	if got := r.see().Says; got != "Press H for help Bookmark set" {
		t.Errorf("with a key it says %q", got)
	}
	r.pass(4.9)
	if got := r.see().Says; got != "Press H for help" {
		t.Errorf("after 4.9 s it says %q", got)
	}
	r.pass(0.1)
	if got := r.see().Says; got != "" {
		t.Errorf("after 5 s it says %q", got)
	}

	r.Demo.Notices.welcome(r.reader.groups)
	for range 3 { // both pages, and none
		r.press("H")
	}
	r.pass(3)
	rebind(r.reader.groups, "help", []chord{{control.KeyF9, true}})
	r.Demo.Notices.welcome(r.reader.groups)
	r.pass(0)
	if got := r.see().Says; got != "Press Shift+F9 for help" {
		t.Errorf("with another key it says %q", got)
	}
	rebind(r.reader.groups, "help", nil)
	r.Demo.Notices.hint = timedText{}
	r.Demo.Notices.welcome(r.reader.groups)
	r.pass(0)
	if got := r.see().Says; got != "" {
		t.Errorf("without a key it says %q", got)
	}
}

// TestWarningsStay: a warning is shown for eight seconds, and can be read behind that. Where there is none, it says so.
func TestWarningsStay(t *testing.T) {
	r := newRig(t)
	r.press("Shift+V")
	if got := r.see().Says; got != "No warnings" {
		t.Errorf("without a warning it says %q", got)
	}
	r.pass(3)
	r.Demo.Notices.warn("First")
	r.Demo.Notices.warn("Second")
	r.pass(7.9)
	if got := r.see().Says; got != "Second" {
		t.Errorf("after 7.9 s it says %q", got)
	}
	r.pass(0.2)
	if got := r.see().Says; got != "" || r.Input.Warnings != 2 {
		t.Errorf("after 8.1 s it says %q, and has %d warnings", got, r.Input.Warnings)
	}
	r.press("Shift+V")
	if got := r.Input.Sheet.Text; got != "First\nSecond" {
		t.Errorf("the warnings are %q", got)
	}
	r.press("Escape")
	if got := r.Input.Sheet.Text; got != "" || r.see().Says != "" {
		t.Errorf("closed, the warnings are %q, and it says %q", got, r.see().Says)
	}
}

// TestWarningsFirst: what is hidden first if there is no room are hints and the state of the sound, not damage.
func TestWarningsFirst(t *testing.T) {
	r := newRig(t)
	n := &r.Demo.Notices
	n.warn("damaged")
	n.hint, n.sound = timedText{"press H", 5}, timedText{"no sound", 5}
	n.mapLine = timedText{"no map", 5}
	var list []string
	for _, m := range n.list(r.Demo.Player.Player, false)[:4] {
		list = append(list, m.Text)
	}
	if want := []string{"press H", "no sound", "no map", "damaged"}; !slices.Equal(list, want) {
		t.Errorf("the messages are %q, not %q", list, want)
	}
}

// TestBarHides: while the demo plays, the bar is there for three seconds after a movement of the pointer or a seek; in
// clean after a movement alone.
func TestBarHides(t *testing.T) {
	r := newRig(t)
	r.Demo.Player.SetPaused(false)
	shown := func(what string, want bool) {
		t.Helper()
		r.pass(0)
		if got := !r.Input.HideBar; got != want {
			t.Errorf("%s: the bar is shown: %v", what, got)
		}
	}
	r.pass(2.9)
	shown("at first", true)
	r.pass(0.2)
	shown("after 3.1 s", false)
	r.press("Right")
	shown("after a seek", true)
	r.pass(3.1)
	shown("3.1 s later", false)
	r.move(300, 200)
	shown("with the pointer", true)
	r.pass(3.1)
	r.press("Space")
	r.pass(4)
	shown("paused", true)
	r.press("Space")
	r.pass(3.1)
	shown("playing again", false)
	r.Viewing.Display = hud.Clean
	r.press("Right")
	r.press("Space")
	shown("clean, after a seek and paused", false)
	r.move(310, 200)
	shown("clean, with the pointer", true)
	r.hover(r.bar().Track)
	r.pass(2)
	r.pass(4)
	shown("with the pointer on it", true)
	r.move(310, 200)
	r.pass(3.1)
	shown("with the pointer beside it", false)
}
