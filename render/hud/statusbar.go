package hud

import (
	"strconv"

	"demoscope/render/draw"
)

// armorColors are the shield's colours.
var armorColors = [...]draw.Color{
	ArmorNone:   colorFaint,
	ArmorGreen:  colorGreen,
	ArmorYellow: colorYellow,
	ArmorRed:    colorRed,
	ArmorPower:  draw.RGB(0x6fd3d8),
}

const (
	lowHealth = 25  // from here on health is a warning
	fullCount = 999 // numbers above are cut to it
)

// drawStatus draws what somebody has into the areas of l.
func (h *HUD) drawStatus(l *Layout, s *Status, set Charset) {
	if !s.Known {
		return
	}
	// Over a bright level the figures need some ground.
	top := l.Vitals.Y - l.Vitals.H/2
	h.out.RectGradient(l.Bar.X, top, l.Bar.W, l.Bar.Y-top, colorPanel.Alpha(0), colorPanel)
	h.drawVitals(l, s)
	h.drawWeapons(l, s)
	h.drawAmmo(l, s)
	h.drawItems(l, s, set)
}

func (h *HUD) drawVitals(l *Layout, s *Status) {
	color := colorText
	switch {
	case s.Health <= lowHealth:
		color = colorBad
	case s.Health > 100:
		color = colorBlue
	}
	half := l.Vitals.W / 2
	h.figure(Rect{l.Vitals.X, l.Vitals.Y, half, l.Vitals.H}, IconHealth, colorBad.Mix(colorText, 0.15), max(0, s.Health), color, false)
	if s.Kind != ArmorNone {
		h.figure(Rect{l.Vitals.X + half, l.Vitals.Y, half, l.Vitals.H}, IconArmor, armorColors[s.Kind], s.Armor, colorText, false)
	}
}

// figure draws an icon and a large number, from the left or from the right.
func (h *HUD) figure(r Rect, icon Icon, iconColor draw.Color, n int32, color draw.Color, right bool) {
	c := &h.canvas
	u := c.Unit()
	side := round(min(30*u, r.H*0.62))
	gap := round(6 * u)
	text := strconv.AppendInt(h.scratch[:0], int64(max(-fullCount, min(fullCount, n))), 10)
	height := c.Atlas.Height(FontNumber)
	y := r.Y + (r.H-height)/2
	iy := round(r.Y + (r.H-side)/2)
	if right {
		c.Icon(icon, r.X+r.W-side, iy, side, iconColor)
		TextRight(c, FontNumber, r.X+r.W-side-gap, y, text, CharsetOwn, color)
		return
	}
	c.Icon(icon, r.X, iy, side, iconColor)
	Text(c, FontNumber, r.X+side+gap, y, text, CharsetOwn, color)
}

func (h *HUD) drawWeapons(l *Layout, s *Status) {
	c := &h.canvas
	list := s.Weapons()
	if len(list) == 0 {
		return
	}
	u := c.Unit()
	cell := round(min(48*u, l.Weapons.W/float32(len(list))))
	x := round(l.Weapons.X + (l.Weapons.W-cell*float32(len(list)))/2)
	side := round(min(26*u, cell*0.72))
	textHeight := c.Atlas.Height(FontSmall)
	top := round(l.Weapons.Y + (l.Weapons.H-side-textHeight)/2)
	for _, w := range list {
		ink, text := colorText, colorDim
		switch {
		case w.Active:
			ink, text = colorAccent, colorAccent
			c.Out.Rect(x+2*u, l.Weapons.Y, cell-4*u, l.Weapons.H, colorAccent.Alpha(0.12))
			c.Out.Rect(x+2*u, l.Weapons.Y+l.Weapons.H-2*u, cell-4*u, 2*u, colorAccent)
		case !w.Owned:
			ink, text = colorFaint, colorFaint
		}
		c.Icon(w.Icon, round(x+(cell-side)/2), top, side, ink)
		label := append(h.scratch[:0], w.Tag...)
		if w.Owned && w.Count >= 0 {
			label = strconv.AppendInt(h.scratch[:0], int64(min(w.Count, fullCount)), 10)
		}
		if Width(c.Atlas, FontSmall, label, CharsetOwn) <= cell {
			TextMiddle(c, FontSmall, x+cell/2, top+side, label, CharsetOwn, text)
		}
		x += cell
	}
}

func (h *HUD) drawAmmo(l *Layout, s *Status) {
	c := &h.canvas
	u := c.Unit()
	r := l.Ammo
	if s.Ammo.Count >= 0 {
		icon := s.Ammo.Icon
		if icon == IconNone {
			icon = IconBullets
		}
		color := colorText
		if s.Ammo.Count == 0 {
			color = colorBad
		}
		h.figure(r, icon, colorAccent, s.Ammo.Count, color, true)
	}
	list := s.Ammos()
	if len(list) == 0 {
		return
	}
	// The stock of every kind, in two columns, left of the number.
	side := round(14 * u)
	column := round(46 * u)
	row := r.H / float32((len(list)+1)/2)
	for i, a := range list {
		x := r.X + float32(i%2)*column
		y := r.Y + float32(i/2)*row
		ink := colorDim
		if a.Active {
			ink = colorAccent
		}
		c.Icon(a.Icon, round(x), round(y+(row-side)/2), side, ink)
		text := strconv.AppendInt(h.scratch[:0], int64(max(0, min(fullCount, a.Count))), 10)
		Text(c, FontSmall, x+side+3*u, y+(row-c.Atlas.Height(FontSmall))/2, text, CharsetOwn, ink)
	}
}

func (h *HUD) drawItems(l *Layout, s *Status, set Charset) {
	c := &h.canvas
	u := c.Unit()
	side := round(26 * u)
	step := side + round(8*u)
	y := l.Items.Y + l.Items.H - side
	if s.Pickup != "" {
		h.tip = clip(c.Atlas, FontSmall, h.tip, s.Pickup, set, l.Items.W)
		height := c.Atlas.Height(FontSmall)
		TextRight(c, FontSmall, l.Items.X+l.Items.W, l.Items.Y+l.Items.H-height, h.tip, set, colorText)
		y -= height + round(6*u)
	}
	for _, it := range s.Items() {
		if y < l.Items.Y {
			break
		}
		x := l.Items.X + l.Items.W - side
		c.Icon(it.Icon, x, round(y), side, it.Color)
		if it.Left > 0 {
			text := strconv.AppendInt(h.scratch[:0], int64(it.Left)+1, 10)
			TextRight(c, FontStrong, x-6*u, y+(side-c.Atlas.Height(FontStrong))/2, text, CharsetOwn, colorText)
		}
		y -= step
	}
}
