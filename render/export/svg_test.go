package export

import (
	"strings"
	"testing"

	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/scene"
)

// TestDrawing: lines of one color and width are one path, with a number for each corner; names are written
// as text, whatever is in them.
func TestDrawing(t *testing.T) {
	red := draw.Color{R: 1, A: 1}
	d := Drawing{Width: 20, Height: 10, Strokes: []scene.Stroke{
		{X0: 1, Y0: 2.125, X1: 3, Y1: 4, Color: red, Width: 1.1}, {X0: 3, Y0: 4, X1: 5, Y1: 6, Color: red, Width: 1},
		{X0: 7, Y0: 7, X1: 8, Y1: 8, Color: draw.Color{G: 1, A: 1}, Width: 2},
	}, Labels: []anchor.Label{{X: 4, Y: 5, Text: "<a&\x01b>", Color: red}}}
	const want = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10">
<rect width="100%" height="100%" fill="#0a0c10"/>
<g fill="none" stroke-linecap="round">
<path stroke="#0f0" stroke-width="2" d="M7 7L8 8"/>
<path stroke="#f00" stroke-width="1" d="M1 2.13L3 4L5 6"/>
</g>
<g font-family="sans-serif" font-size="14" text-anchor="middle">
<text x="4" y="5" fill="#ff0000">&lt;a&amp;�b&gt;</text>
</g>
</svg>
`
	var got strings.Builder
	if err := d.Write(&got); err != nil || got.String() != want {
		t.Errorf("%v\n%s", err, got.String())
	}
	// On paper: no background, and red is a dark red.
	d.Print, d.Labels = true, nil
	got.Reset()
	if err := d.Write(&got); err != nil || strings.Contains(got.String(), "<rect") ||
		!strings.Contains(got.String(), `stroke="#500"`) {
		t.Errorf("%v\n%s", err, got.String())
	}
}
