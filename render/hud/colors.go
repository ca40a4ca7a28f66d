package hud

import "demoscope/render/draw"

// The program's own colors: light text on dark panels, and one accent.
var (
	colorText   = draw.RGB(0xe8ecf1)
	colorDim    = draw.RGB(0x8d97a5)
	colorFaint  = draw.RGB(0x566070)
	colorAccent = draw.RGB(0xf2a93b)
	colorPanel  = draw.Color{R: 0.035, G: 0.045, B: 0.06, A: 0.86}
	colorTip    = draw.Color{R: 0.05, G: 0.062, B: 0.08, A: 0.97} // drawn over other texts
	colorEdge   = draw.RGB(0x2a313b)
	colorGood   = draw.RGB(0x6fcf73)
	colorSign   = draw.RGB(0xff3b30) // of hits, and of aim and fire at the followed player
	colorBad    = draw.RGB(0xff5b4f)
	colorGreen  = draw.RGB(0x5fbf63)
	colorYellow = draw.RGB(0xe9c343)
	colorRed    = draw.RGB(0xe2584a)
	colorBlue   = draw.RGB(0x5b9bf0)
	colorViolet = draw.RGB(0xb58cf2)
)

// panel draws the dark background of a panel with its thin edge, and notes where it is.
func (c *canvas) panel(r Rect, ground draw.Color) {
	c.panels = append(c.panels, r)
	c.Out.Rect(r.X, r.Y, r.W, r.H, ground)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(c.Unit())), colorEdge)
}
