package hud

import (
	"slices"
	"strings"
	"testing"
)

// sheetInput is a page that says where a map was looked for, in many folders.
func sheetInput(s Screen) *Input {
	in := fakeInput(s)
	in.Sheet = Sheet{
		Title: "Where the map was looked for",
		Text: "Map death32c not found; drop it here, or F4\n" +
			"\tlooked in /home/somebody/games/quake/id1 and 2 archives, " +
			"/home/somebody/demos/quakeworld/collections/2024, " +
			"/usr/share/games/quake/ktx, the built-in sample\n24 default folders do not exist",
	}
	return in
}

// TestSheetSaysAll: each part of a list has its line, where there is room; else lines are filled. All words
// stand there.
func TestSheetSaysAll(t *testing.T) {
	for _, s := range screens {
		in := sheetInput(s)
		h := New(s.Unit())
		h.Build(in)
		var got []string
		for _, l := range h.help.sheet {
			got = append(got, l.text)
		}
		bare := strings.NewReplacer(",", "", "\n", "", "\t", "", " ", "")
		if all := strings.Join(got, ""); bare.Replace(all) != bare.Replace(in.Sheet.Text) {
			t.Errorf("%v: %q", s, all)
		}
	}
	h := New(1)
	h.Build(sheetInput(Screen{1280, 720, 1, 0, false}))
	want := []sheetLine{
		{"Map death32c not found; drop it here, or F4", false},
		{"looked in /home/somebody/games/quake/id1 and 2 archives", false},
		{"/home/somebody/demos/quakeworld/collections/2024", true}, {"/usr/share/games/quake/ktx", true},
		{"the built-in sample", true},
		{"24 default folders do not exist", false},
	}
	if !slices.Equal(h.help.sheet, want) {
		t.Errorf("the lines are %v", h.help.sheet)
	}
	in := sheetInput(Screen{640, 360, 1, 0, false})
	in.Sheet.Text = "\tlooked in " + strings.Repeat("/a/b, ", 100) + "\nthe end"
	h = New(in.Screen.Unit())
	h.Build(in)
	if n := len(h.help.sheet); n < 5 || n > 20 || h.help.sheet[n-1].text != "the end" ||
		!strings.HasPrefix(h.help.sheet[0].text, "looked in /a/b, /a/b,") {
		t.Errorf("%d lines of a hundred folders: %v", n, h.help.sheet)
	}
}
