package hud

import (
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// The colors of the HUD. Each has one meaning. Players have the color of their team, or their own, everywhere: see
// [Input.nameColor].
var (
	colorText  = draw.RGB(0xe8ecf1) // what is said
	colorDim   = draw.RGB(0x8d97a5) // what matters less: labels, units, letters of weapons
	colorFaint = draw.RGB(0x566070) // what is off, missing or dead
	// colorAccent is for the selected or current thing: the row, the view or the part at the pointer, the weapon in
	// hand, the followed player in a table, the played part of the timeline and the followed player's kills on it.
	colorAccent = draw.RGB(0xf2a93b)
	colorDanger = draw.RGB(0xff5b4f) // damage and danger: hits, deaths, low health or ammunition, lost parts of a demo
	colorGood   = draw.RGB(0x6fcf73) // full health, team-mates, hits by the followed player, items that are there

	// Grounds: a panel, a panel over other text, and edges.
	colorPanel = draw.Color{R: 0.035, G: 0.045, B: 0.06, A: 0.86}
	colorTip   = draw.Color{R: 0.05, G: 0.062, B: 0.08, A: 0.97}
	colorEdge  = draw.RGB(0x2a313b)

	// The red and the blue team, and armor, flags and powerups that the games draw in these colors.
	colorRed    = anchor.TeamRed
	colorBlue   = anchor.TeamBlue
	colorGreen  = draw.RGB(0x5fbf63)
	colorYellow = draw.RGB(0xe9c343)
	colorViolet = draw.RGB(0xb58cf2)
)

// panel draws the dark background of a panel with its thin edge, and notes where it is.
func (c *canvas) panel(r Rect, ground draw.Color) {
	c.panels = append(c.panels, r)
	c.Out.Rect(r.X, r.Y, r.W, r.H, ground)
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(c.Unit())), colorEdge)
}
