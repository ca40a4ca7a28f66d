package render

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// Every line of the help page is there in full, however small the window.
func TestHelpFitsEveryWindow(t *testing.T) {
	helpFits(t, helpPage(newCommands()))
	helpFits(t, []hud.HelpGroup{padPage(newCommands())})
	helpFits(t, []hud.HelpGroup{touchPage()})
}

func helpFits(t *testing.T, page []hud.HelpGroup) {
	t.Helper()
	for _, s := range []hud.Screen{{Width: 640, Height: 360, Scale: 1}, {Width: 1280, Height: 720, Scale: 1}, {Width: 1920, Height: 1080, Scale: 1}, {Width: 800, Height: 600, Scale: 1}, {Width: 2560, Height: 1440, Scale: 2}} {
		in := &hud.Input{Screen: s, ShowHelp: true, NoBar: true, Help: page, Watched: world.Nobody}
		want := len("Keys")
		for _, g := range in.Help {
			want += letters(g.Title)
			for _, l := range g.Lines {
				want += letters(l.Keys) + letters(l.Label)
			}
		}
		for _, item := range scene.Legend() {
			in.Legend = append(in.Legend, hud.LegendLine{Name: item.Name, Draw: func(*draw.Buffer, float32, float32, float32) {}})
			want += letters(item.Name)
		}
		want += len("Markers")
		h := hud.New(s.Unit())
		h.Build(in)
		got := 0
		b := h.Buffer()
		for i := 0; i+3 < len(b.Vertices); i += 4 {
			if v := &b.Vertices[i]; v.U != draw.WhiteU || v.V != draw.WhiteV {
				got++
			}
		}
		if got != want {
			t.Errorf("%vx%v, %d parts: %d letters are drawn, the page has %d", s.Width, s.Height, len(page), got, want)
		}
	}
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
