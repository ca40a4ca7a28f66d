package app

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// helpScreens are windows of all sizes, and those of fingers.
var helpScreens = []hud.Screen{
	{Width: 640, Height: 360, Scale: 1}, {Width: 800, Height: 600, Scale: 1}, {Width: 1024, Height: 768, Scale: 1},
	{Width: 1280, Height: 720, Scale: 1},
	{Width: 1920, Height: 1080, Scale: 1}, {Width: 2560, Height: 1440, Scale: 1}, {Width: 2560, Height: 1440, Scale: 2},
	{Width: 1280, Height: 720, Scale: 2},
	{Width: 1920, Height: 1080, Scale: 1.5}, {Width: 720, Height: 1280, Scale: 1}, {Width: 3440, Height: 1440,
		Scale: 1}, {Width: 1920, Height: 1080, Scale: 1, Percent: 200},
	{Width: 640, Height: 360, Scale: 1, Touch: true}, {Width: 1280, Height: 720, Scale: 1, Touch: true},
	{Width: 480, Height: 300, Scale: 1}, {Width: 640, Height: 200, Scale: 1}, {Width: 320, Height: 200, Scale: 1},
	{Width: 320, Height: 200, Scale: 1, Touch: true}, {Width: 1280, Height: 100, Scale: 1},
}

// Every line of the help page is there in full above the bar, on one of its sheets, however small the window.
func TestHelpFitsEveryWindow(t *testing.T) {
	for _, s := range helpScreens {
		for _, page := range [][]hud.HelpGroup{
			mainPage(newCommands()), allKeysPage(newCommands()), {padPage(newCommands())}, {touchPage()},
		} {
			in := &hud.Input{Screen: s, Pages: hud.Pages{Help: page, HelpTitle: "All keys",
				HelpNext: "H: close"}, Followed: hud.Followed{Watched: world.Nobody}}
			want := len("Markers")
			for _, g := range in.Help {
				want += letters(g.Title)
				for _, l := range g.Lines {
					want += letters(l.Keys) + letters(l.Label)
				}
			}
			markers := 0
			for _, item := range scene.Legend() {
				in.Legend = append(in.Legend, hud.LegendLine{Name: item.Name, Draw: func(*draw.Buffer, float32, float32,
					float32) {
					markers++
				}})
				want += letters(item.Name)
			}
			bar := hud.NewBar(hud.NewLayout(s), false).Rect
			h := hud.New(s.Unit())
			h.Build(in)
			if got := drawnIn(h, hud.Rect{W: s.Width, H: bar.Y}); got != 0 {
				t.Fatalf("%+v: %d letters above the bar without the help page", s, got)
			}
			below := drawnIn(h, bar)
			in.ShowHelp = true
			sheets := h.HelpSheets(in)
			got := 0
			for in.HelpSheet = range sheets {
				h.Build(in)
				got += drawnIn(h, hud.Rect{W: s.Width, H: bar.Y}) - letters(in.HelpTitle+in.HelpNext)
				if sheets > 1 {
					got -= letters(fmt.Sprintf("%d of %d", in.HelpSheet+1, sheets))
				}
				if n := drawnIn(h, bar); n != below {
					t.Errorf("%+v, %s, sheet %d: %d letters in the bar, without it %d", s, page[0].Title,
						in.HelpSheet, n, below)
				}
			}
			if got != want || markers == 0 || markers%len(in.Legend) != 0 {
				t.Errorf("%+v, %s, %d sheets: %d letters are drawn, the page has %d; %d markers of %d", s,
					page[0].Title, sheets, got, want, markers, len(in.Legend))
			}
		}
	}
}

// TestHelpSheets: H opens the most important keys on one sheet, then all keys, then the gamepad's, and closes.
func TestHelpSheets(t *testing.T) {
	r := newRig(t)
	r.pass(0)
	r.plug()
	var said []string
	for r.press("H"); r.Viewing.help && len(said) < 9; r.press("H") {
		if s := r.see().Says; s != "" {
			t.Errorf("a message %q", s)
		}
		said = append(said, r.Input.HelpTitle+" "+r.Input.HelpNext)
	}
	if n := len(said); n < 3 || said[0] != "Help H: all keys   Esc: close" ||
		said[n-1] != "Gamepad H: close" {
		t.Errorf("said %q", said)
	}
	lines := 0
	for _, g := range mainPage(newCommands())[:3] {
		lines += len(g.Lines)
	}
	if lines != 20 {
		t.Errorf("the first page has %d keys", lines)
	}
}

// TestKeysOnOneSheet: the keys that matter fit on one sheet also in the smallest usual window.
func TestKeysOnOneSheet(t *testing.T) {
	r := newRig(t)
	r.pass(0)
	g := r.App
	g.Size = hud.Screen{Width: 640, Height: 360, Scale: 1}
	g.panels.help.toggle()
	if n := g.HUD.HelpSheets(&g.Input); n != 1 {
		t.Errorf("%d sheets", n)
	}
}

// TestAllKeysHaveTheMouse: the page of all keys has what the first page has besides keys.
func TestAllKeysHaveTheMouse(t *testing.T) {
	r := newRig(t)
	r.press("H")
	r.press("H")
	var titles []string
	for _, g := range r.Input.Help {
		titles = append(titles, g.Title)
	}
	for _, want := range []string{"Playback", "Window", "Mouse", "Gamepad"} {
		if !slices.Contains(titles, want) {
			t.Errorf("%s is missing in %q", want, titles)
		}
	}
}

// TestPageKeysOnHelp: PgDn and PgUp turn the help page, and neither closes it nor seeks.
func TestPageKeysOnHelp(t *testing.T) {
	for _, s := range []hud.Screen{{Width: 1280, Height: 720, Scale: 1}, {Width: 640, Height: 360, Scale: 1}} {
		r := newRig(t)
		r.Size = s
		r.press("H")
		clock, pages := r.see().Clock, map[[2]int]bool{}
		for range 9 {
			pages[[2]int{r.panels.help.index, r.Input.HelpSheet}] = true
			r.press("PgDn")
		}
		if len(pages) < 2 || !r.see().Help {
			t.Errorf("%v: %d pages, open %v", s, len(pages), r.see().Help)
		}
		for range 9 {
			r.press("PgUp")
		}
		if now := r.see(); !now.Help || r.panels.help.index != 0 || r.Input.HelpSheet != 0 || now.Clock != clock {
			t.Errorf("%v: back at page %d, %d, %v s", s, r.panels.help.index, r.Input.HelpSheet, now.Clock)
		}
	}
}

// drawnIn returns how many letters were drawn inside an area: each has four corners.
func drawnIn(h *hud.HUD, area hud.Rect) (n int) {
	for _, v := range h.Buffer().Vertices {
		if (v.U != draw.WhiteU || v.V != draw.WhiteV) && area.Has(v.X, v.Y) {
			n++
		}
	}
	return n / 4
}

// letters returns how many runes of a text are drawn.
func letters(s string) (n int) {
	for _, r := range s {
		if r != ' ' {
			n++
		}
	}
	return n
}
