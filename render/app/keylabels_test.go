package app

import (
	"strings"
	"testing"

	"demoscope/render/control"
)

// withKeyboard has a keyboard on which some keys are printed otherwise than on an American one, until the test ends.
// Keys that it has not are not known.
func withKeyboard(t *testing.T, printed map[control.Key]string) {
	was := control.Printed
	control.Printed = func(k control.Key) string { return printed[k] }
	t.Cleanup(func() { control.Printed = was })
}

// TestKeyLabels: help, finder, list and messages name keys as the viewer's keyboard has them, and as an
// American one where that is not known or cannot be written.
func TestKeyLabels(t *testing.T) {
	german := map[control.Key]string{
		control.KeyZ: "y", control.KeyY: "z", control.KeySlash: "-", control.KeyBracketLeft: "\u00fc",
		control.KeyBracketRight: "+", control.KeySemicolon: "\u00f6",
		control.KeyH: "h", control.KeyDigit1: "1", control.KeyC: "c", control.KeyG: "g", control.KeyNumpad3: "3",
		control.KeyBackquote: "", control.KeyEqual: "\u0301", control.KeyMinus: " ", control.KeyO: "\u31b6",
	}
	withKeyboard(t, german)
	for key, want := range map[control.Key]string{
		control.KeyZ: "Y", control.KeyY: "Z", control.KeyBracketLeft: "\u00dc", control.KeySlash: "-",
		control.KeyDigit1: "1", control.KeyNumpad3: "Numpad3",
		control.KeyK: "K", control.KeyComma: ",", control.KeyDigit7: "7", // which it does not know
		// which cannot be written
		control.KeyBackquote: "`", control.KeyEqual: "=", control.KeyMinus: "-", control.KeyO: "O",
		control.KeySpace: "Space", control.KeyF3: "F3",
	} {
		if got := (chord{Key: key}).label(); got != want {
			t.Errorf("%v is %q, want %q", key, got, want)
		}
	}
	if got := (chord{control.KeyBracketLeft, true}).label(); got != "Shift+\u00dc" {
		t.Errorf("with Shift it is %q", got)
	}
	finder := chord{control.KeySlash, true}
	if got := finder.label(); got != "Shift+-" {
		t.Errorf("the palette is opened by %q", got)
	}
	control.Printed = func(control.Key) string { return "/" }
	if got := finder.label(); got != "?" {
		t.Errorf("with an American keyboard it is opened by %q", got)
	}
	withKeyboard(t, german)
	r := newRig(t)
	r.press("H")
	r.press("H")
	page := ""
	for _, g := range r.Input.Help {
		for _, l := range g.Lines {
			page += l.Keys + ": " + l.Label + "\n"
		}
	}
	for _, line := range []string{"\u00dc +: Slower / faster", "Z: Next clock", "Shift+. Shift+,: Split screen",
		"- Shift+- Shift+F1: Search events"} {
		if !strings.Contains(page, line) {
			t.Errorf("the help page has not %q:\n%s", line, page)
		}
	}
	r.press("H")
	r.press("Shift+/")
	r.write("slower")
	if got := r.finder.Rows[0].Keys; got != "\u00dc" {
		t.Errorf("the finder has %q for slower", got)
	}
	r.press("Esc")
	r.press("F3")
	if got := r.Demo.List.Events.SearchKey; got != "-" {
		t.Errorf("the list is searched with %q", got)
	}
	r.press("'")
	if got := r.see().Says; !strings.Contains(got, "add points with \u00d6") {
		t.Errorf("it says %q", got)
	}
}
