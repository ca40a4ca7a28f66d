package hud

import (
	"demoscope/assets/figure"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Sizes of what stands at a player's name, in points.
const (
	plateWidth  = 46
	plateHealth = 5 // height of the bar
	plateArmor  = 3.5
	plateIcon   = 13
)

// drawLabels writes names into the picture: before each the weapon in hand by
// its letters, behind it what
// else is carried, and below it bars of health and armour.
func (h *HUD) drawLabels(in *Input, _ Rect) {
	set := in.charset()
	c := &h.canvas
	u := c.Unit()
	for i := range in.Labels {
		t := &in.Labels[i]
		f := fontSmall
		if t.Scale > 1.1 {
			f = fontText
		}
		bottom := t.Y
		if t.ArmorKnown && t.Armor > 0 {
			bottom -= plateArmor*u + 1*u
			h.plateBar(t.X, bottom, plateArmor*u, min(1, t.Armor), t.ArmorColor.Alpha(t.Color.A))
		}
		if t.HealthKnown {
			bottom -= plateHealth*u + 1*u
			h.plateBar(t.X, bottom, plateHealth*u, min(1, t.Health), barColor(t.Health).Alpha(t.Color.A))
		}
		top := bottom - c.Atlas.lineHeight(f)
		drawTextMiddle(c, f, t.X, top, t.Text, set, t.Color)
		half := textWidth(c.Atlas, f, t.Text, set) / 2
		y := top + (c.Atlas.lineHeight(f)-plateIcon*u)/2
		if tag := figure.Weapon(t.Weapon).Tag(); tag != "" {
			drawTextRight(c, f, t.X-half-5*u, top, tag, charsetOwn, colorAccent.Alpha(t.Color.A))
		}
		x := t.X + half + 4*u
		for k := range carriedIcons {
			if w := &carriedIcons[k]; world.Carried(t.Carried)&w.what != 0 {
				c.drawIcon(w.icon, x, y, plateIcon*u, w.color.Alpha(t.Color.A))
				x += (plateIcon + 2) * u
			}
		}
	}
}

// plateBar draws a bar whose upper side is at y, filled up to a part of its width.
func (h *HUD) plateBar(x, y, height, part float32, color draw.Color) {
	u := h.canvas.Unit()
	x -= plateWidth * u / 2
	h.out.Rect(x-1*u, y-1*u, plateWidth*u+2*u, height+2*u, draw.RGB(0x000000).Alpha(0.55*color.A))
	h.out.Rect(x, y, plateWidth*u*max(0, part), height, color)
}

// barColor returns the colour of a bar of health: blue above what players begin with,
// then green, yellow, and red below a third.
func barColor(part float32) draw.Color {
	switch {
	case part > 1:
		return draw.RGB(0x6ab4ff)
	case part > 0.66:
		return draw.RGB(0x62d862)
	case part > 0.33:
		return draw.RGB(0xf0d040)
	}
	return draw.RGB(0xf04838)
}
