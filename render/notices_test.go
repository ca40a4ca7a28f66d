package render

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// A newcomer sees for five seconds which key shows all keys, beside whatever else is
// said, and the key is the viewer's own.
func TestNewcomer(t *testing.T) {
	r := newRig(t)
	r.demo.notices.welcome(r.reader.groups)
	r.pass(0)
	if got := r.see().Says; got != "H shows all keys" {
		t.Errorf("at first it says %q", got)
	}
	r.press("B")
	if got := r.see().Says; got != "H shows all keys Bookmark set" {
		t.Errorf("with a key it says %q", got)
	}
	r.pass(4.9)
	if got := r.see().Says; got != "H shows all keys" {
		t.Errorf("after 4.9 s it says %q", got)
	}
	r.pass(0.1)
	if got := r.see().Says; got != "" {
		t.Errorf("after 5 s it says %q", got)
	}

	r.demo.notices.welcome(r.reader.groups)
	r.press("H")
	if got := r.see().Says; got != "All keys" {
		t.Errorf("with the page of keys it says %q", got)
	}
	r.press("H")
	r.pass(3)
	rebind(r.reader.groups, "help", []chord{{ebiten.KeyF9, true}})
	r.demo.notices.welcome(r.reader.groups)
	r.pass(0)
	if got := r.see().Says; got != "Shift+F9 shows all keys" {
		t.Errorf("with another key it says %q", got)
	}
	rebind(r.reader.groups, "help", nil)
	r.demo.notices.hint = timedText{}
	r.demo.notices.welcome(r.reader.groups)
	r.pass(0)
	if got := r.see().Says; got != "" {
		t.Errorf("without a key it says %q", got)
	}
}

// What a key is for is said unless it says something else; the end of the demo is more
// important.
func TestKeysSayWhatTheyDid(t *testing.T) {
	n := &notices{}
	n.carryOut("x-ray vision", func() {})
	if n.note.text != "X-ray vision" || !n.answer {
		t.Errorf("nothing said: %q, %v", n.note.text, n.answer)
	}
	n.carryOut("x-ray vision", func() { n.say("No walls") })
	if n.note.text != "No walls" || n.answer {
		t.Errorf("something said: %q, %v", n.note.text, n.answer)
	}
	n.carryOut("leave", n.askLeave)
	if n.note.text != "No walls" || !n.leaving() {
		t.Errorf("Esc: %q, %v", n.note.text, n.leaving())
	}
}
