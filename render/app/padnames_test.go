package app

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/render/control"
)

// padOwners returns the names of the commands of some buttons.
func padOwners(k Keys, buttons ...control.Button) (list []string) {
	for _, b := range buttons {
		name := ""
		for _, g := range k.table() {
			for _, c := range g.Commands {
				for _, own := range c.Pad {
					if own == b {
						name += c.Name
					}
				}
			}
		}
		list = append(list, name)
	}
	return list
}

const (
	padA     = control.ButtonRightBottom
	padB     = control.ButtonRightRight
	padX     = control.ButtonRightLeft
	padY     = control.ButtonRightTop
	padLB    = control.ButtonFrontTopLeft
	padGuide = control.ButtonCenterCenter
)

// TestPadKeys: the keys file gives commands buttons, by the names on them, SDL's and W3C's numbers.
func TestPadKeys(t *testing.T) {
	k, err := keysOf(t, `pause = ["Space", "Pad+X"]     # next-camera had it
free-camera = ["F", "pad+leftshoulder"] # back-5 had it
next-kill = ["K", "Pad+button0", "Pad+Triangle"]
close = ["Esc", "Pad+none"]
library = "Pad+Guide"
forward-5 = "D"
`)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"next-kill", "", "pause", "next-kill", "free-camera", "library", "forward-5"},
		padOwners(k, padA, padB, padX, padY, padLB, padGuide, control.ButtonFrontTopRight)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{"Space": "pause", "F": "free-camera", "Esc": "close", "D": "forward-5"},
		owners(t, k, "Space", "F", "Esc", "Shift+Esc", "D", "Right")); diff != "" {
		t.Error(diff)
	}
	var text strings.Builder
	if err := k.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		`pause = ["Space", "Pad+X"]`, `next-kill = ["K", "Pad+A", "Pad+Y"]`, `close = ["Esc", "Pad+none"]`,
		`library = ["Pad+Guide"]`, `next-camera = ["C", "Pad+none"]`,
		`forward-5 = ["D", "Pad+RB"]`, `next-event = ["Down"]`,
	} {
		if !strings.Contains(text.String(), "\n"+line+"\n") {
			t.Errorf("%s is not in\n%s", line, &text)
		}
	}
	back, err := keysOf(t, text.String())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"next-kill", "", "pause", "next-kill", "free-camera", "library"}, padOwners(back,
		padA, padB,
		padX, padY, padLB, padGuide)); diff != "" {
		t.Errorf("it comes back otherwise: %s", diff)
	}
	page := padPage(k.table())
	lines := ""
	for _, l := range page.Lines {
		lines += l.Keys + ": " + l.Label + "\n"
	}
	for _, line := range []string{"X: Play / pause\n", "A Y: Next kill\n", "LB: Free camera\n",
		"RB: Forward 5 seconds\n", "Guide: Library\n"} {
		if !strings.Contains(lines, line) {
			t.Errorf("the help page has not %q:\n%s", line, lines)
		}
	}
	if strings.Contains(lines, "B: Close") {
		t.Errorf("the help page has a button that was taken:\n%s", lines)
	}
}

// TestWrongPadKeys: a line with a wrong button is named and lost.
func TestWrongPadKeys(t *testing.T) {
	for file, want := range map[string]string{
		"\npause = ['Space', 'Pad+Q']":               `keys.toml:2: pause: there is no button "Pad+Q"`,
		"pause = 'Pad+'":                             `keys.toml:1: pause: there is no button "Pad+"`,
		"pause = 'Pad+button17'":                     `keys.toml:1: pause: there is no button "Pad+button17"`,
		"help = 'Pad+Y'\n\npause = 'Pad+triangle'\n": "keys.toml:3: pause has a button that help has",
	} {
		k, err := keysOf(t, file)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", file, err, want)
		}
		if got := padOwners(k, padA); got[0] != "pause" {
			t.Errorf("%q: A is of %q", file, got)
		}
	}
}

// TestChangedPadWorks: a button does what the keys file says.
func TestChangedPadWorks(t *testing.T) {
	r := newRig(t)
	k, err := keysOf(t, "pause = ['Space', 'Pad+X']\n")
	if err != nil {
		t.Fatal(err)
	}
	r.reader.groups = k.table()
	r.plug()
	how := r.Active.Camera.Mode
	r.push(padX, 1)
	if r.Demo.Player.Paused() || r.Active.Camera.Mode != how {
		t.Error("X does not play, or changes the camera")
	}
	r.push(padA, 1)
	if r.Demo.Player.Paused() {
		t.Error("A pauses")
	}
}
