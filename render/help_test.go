package render

import (
	"fmt"
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
		for _, page := range [][]hud.HelpGroup{helpPage(newCommands()), {padPage(newCommands())}, {touchPage()}} {
			in := &hud.Input{Screen: s, Help: page, Watched: world.Nobody}
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
			bar := hud.NewBar(hud.NewLayout(s)).Rect
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
				got += drawnIn(h, hud.Rect{W: s.Width, H: bar.Y}) - len("Keys")
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

// In 853x480 the keys take two sheets, which H turns to one after the other, and a larger window takes them together.
func TestHelpSheets(t *testing.T) {
	r := newRig(t)
	r.size = hud.Screen{Width: 853, Height: 480, Scale: 1}
	r.pass(0)
	r.plug()
	for _, step := range []struct {
		said  string
		title string
		sheet int
		open  bool
	}{
		{"All keys, 1 of 2; once more for the next", "Playing", 0, true},
		{"All keys, 2 of 2; once more for the gamepad", "Playing", 1, true},
		{"The gamepad", "Gamepad", 0, true},
		{"The page of keys is closed", "Playing", 0, false},
	} {
		r.press("H")
		if got := r.see().Says; got != step.said {
			t.Errorf("said %q, want %q", got, step.said)
		}
		if r.hudIn.Help[0].Title != step.title || r.hudIn.HelpSheet != step.sheet || r.viewing.help != step.open {
			t.Errorf("%s: %s, sheet %d, open %v", step.said, r.hudIn.Help[0].Title, r.hudIn.HelpSheet, r.viewing.help)
		}
	}
	r.press("H")
	r.press("H")
	r.size = hud.Screen{Width: 1920, Height: 1080, Scale: 1}
	r.pass(0)
	r.press("H")
	if r.hudIn.Help[0].Title != "Gamepad" {
		t.Errorf("behind the second sheet of a window that was enlarged: %s, sheet %d", r.hudIn.Help[0].Title,
			r.hudIn.HelpSheet)
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
