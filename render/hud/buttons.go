package hud

import (
	"demoscope/player/world"
	"demoscope/render/draw"
)

// keyCaps are where keys are drawn, in cells of a grid: two rows like those of a keyboard, and
// the buttons right of them.
var keyCaps = [...]struct {
	key         world.Keys
	label       string
	x, y, width float32 // in cells
}{
	{world.KeyForward, "W", 1, 0, 1},
	{world.KeyLeft, "A", 0, 1, 1},
	{world.KeyBack, "S", 1, 1, 1},
	{world.KeyRight, "D", 2, 1, 1},
	{world.KeyAttack, "fire", 3.4, 0, 1.9},
	{world.KeyJump, "jump", 3.4, 1, 1.9},
	{world.KeyCrouch, "duck", 0, 0, 1.9},
}

// capColumns and capRows are the size of the grid.
const capColumns, capRows = 5.3, 2

// keysTold returns the followed player if the demo contains the keys, otherwise nil.
func (in *Input) keysTold() *world.Player {
	if p := playerAt(in.World, in.Watched); p != nil && p.KeysKnown != 0 {
		return p
	}
	return nil
}

// noKeys are the lines that stand where the demo has no keys.
var noKeys = [...]string{"no keys in", "this demo"}

// drawButtons draws the keys of the followed player, bright if they are pressed. The demo does not contain the
// player's bindings: the keys have their usual names.
func (g *tagger) drawButtons(in *Input, r Rect) {
	c := &g.canvas
	u := c.Unit()
	c.panel(r, colorPanel)
	p := in.keysTold()
	if p == nil {
		line := c.Atlas.lineHeight(fontSmall)
		y := r.Y + (r.H-float32(len(noKeys))*line)/2
		for _, text := range noKeys {
			drawTextMiddle(c, fontSmall, r.X+r.W/2, y, text, charsetOwn, colorDim)
			y += line
		}
		return
	}
	inner := r.inset(round(infoPad * u))
	w, k := inner.W/capColumns, inner.H/capRows
	gap := max(1, round(1.5*u))
	for i := range keyCaps {
		b := &keyCaps[i]
		if p.KeysKnown&b.key == 0 {
			continue
		}
		area := Rect{round(inner.X + b.x*w), round(inner.Y + b.y*k), round(b.width*w) - gap, round(k) - gap}
		ground, ink := colorEdge, colorDim
		if p.Keys&b.key != 0 {
			ground, ink = colorAccent, draw.RGB(0x14181e)
		}
		c.Out.Rect(area.X, area.Y, area.W, area.H, ground)
		c.Shade = false
		drawTextMiddle(c, fontSmall, area.X+area.W/2, area.Y+(area.H-c.Atlas.lineHeight(fontSmall))/2, b.label,
			charsetOwn, ink)
	}
}
