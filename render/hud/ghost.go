package hud

import (
	"math"
	"strconv"

	"demoscope/player"
	"demoscope/render/draw"
)

// Ghost compares the followed player with one of a second demo.
type Ghost struct {
	State player.GhostState
	By    player.Alignment
	Name  string     // in the charset of the demo's game; empty if it is not known
	Color draw.Color // of the ghost in the picture
	// Late is by how many seconds the followed player came later to this place; valid if LateKnown.
	Late      float64
	LateKnown bool
	// Distance is how far the two are apart, in units, and Speed the ghost's over ground in units
	// a second; negative if they are not known.
	Distance, Speed float32
}

// ghostWords say why there is no ghost.
var ghostWords = [player.GhostStates]string{
	player.GhostReading: "being read", player.GhostSeeking: "seeking", player.GhostOtherGame: "other game",
	player.GhostOtherMap: "other map",
	player.GhostNobody:   "nobody to compare", player.GhostBefore: "has not begun", player.GhostOver: "has ended",
	player.GhostElsewhere: "was never here",
}

// longestLate is the largest difference that is written, in seconds.
const longestLate = 5999.99

// appendLate appends a difference in seconds as in speed runs: "+1.24 s" for a player behind the ghost,
// "-0.50 s" for one ahead.
func appendLate(to []byte, late float64) []byte {
	late = math.Round(100*max(-longestLate, min(longestLate, late))) / 100
	switch {
	case late > 0:
		to = append(to, '+')
	case late == 0:
		late = 0 // and not -0
	}
	return append(strconv.AppendFloat(to, late, 'f', 2, 64), " s"...)
}

// lateColor returns the color of a difference: green for a player ahead of the ghost.
func (g *Ghost) lateColor() draw.Color {
	if g.Late > 0 {
		return colorText
	}
	return colorGood
}

// drawGhost draws the ghost's name, by how much the followed player is behind or ahead, and the distance between them
// or, aligned by place, the ghost's speed there. If there is no ghost, it writes why.
func (c *canvas) drawGhost(in *Input, r Rect) {
	g := &in.Ghost
	u := c.Unit()
	c.panel(r, colorPanel)
	inner := r.inset(round(infoPad * u))
	name, set := g.Name, in.charset()
	if name == "" {
		name, set = "ghost", charsetOwn
	}
	drawText(c, fontSmall, inner.X, inner.Y, clip(c.Atlas, fontSmall, c.scratch[:0], name, set, inner.W), set, g.Color)
	y := inner.Y + c.Atlas.lineHeight(fontSmall)
	if g.LateKnown {
		drawText(c, fontTime, inner.X, y, appendLate(c.scratch[:0], g.Late), charsetOwn, g.lateColor())
	}
	y = inner.Y + inner.H - c.Atlas.lineHeight(fontSmall)
	switch word := ghostWords[g.State%player.GhostStates]; {
	case word != "":
		drawText(c, fontSmall, inner.X, y, word, charsetOwn, colorDim)
	case g.By == player.ByPlace && g.Speed >= 0:
		text := appendWhole(append(c.scratch[:0], "at "...), g.Speed)
		drawText(c, fontSmall, inner.X, y, append(text, " units/s"...), charsetOwn, colorDim)
	case g.By == player.ByStart && g.Distance >= 0:
		text := appendWhole(c.scratch[:0], g.Distance)
		drawText(c, fontSmall, inner.X, y, append(text, " units away"...), charsetOwn, colorDim)
	}
}

// appendWhole appends a number of units, as a whole one.
func appendWhole(to []byte, v float32) []byte {
	return strconv.AppendInt(to, int64(math.Round(float64(min(v, 99999)))), 10)
}
