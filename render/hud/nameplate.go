package hud

import (
	"strconv"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// Sizes of the name plate of [Watch], in points.
const (
	namePad    = 10 // at its left and right side
	nameEdge   = 3  // of the player's color
	nameTop    = 5  // above and below the rows
	nameRow    = 40 // height of the numbers and weapons
	nameIcon   = 22 // of health, armor and ammunition
	nameGap    = 6  // between an icon and its number
	nameApart  = 14 // between two numbers
	nameItem   = 18 // of a powerup or key
	nameCell   = 34 // width of a weapon
	nameWeapon = 26
)

const (
	// nameMost is how much of the picture's width the plate takes at most; beyond it only the weapon in hand is drawn.
	nameMost = 0.5
	// nameGround is how opaque the plate's ground is.
	nameGround = 0.62
)

// widestNumber is what the room of each number is measured by, so that nothing moves when digits are lost.
const widestNumber = "000"

// plateHeight returns the height of the name plate in pixels.
func (g *tagger) plateHeight() float32 {
	return round((2*nameTop+nameRow)*g.canvas.Unit()) + g.canvas.Atlas.lineHeight(fontTitle)
}

// fitPlate makes the area of the status as high as the name plate.
func (g *tagger) fitPlate(l *Layout) {
	more := min(g.plateHeight()-l.Vitals.H, l.Vitals.Y)
	l.Vitals.Y, l.Vitals.H = l.Vitals.Y-more, l.Vitals.H+more
	l.Vitals.Y -= max(0, l.Vitals.X-(l.Bar.Y-l.Vitals.Y-l.Vitals.H)) // the same margin as at the left
	l.Banner.Y = max(l.Center.Y, l.Banner.Y-more)
	l.Banner.H = min(l.Banner.H, max(0, l.Vitals.Y-l.Banner.Y))
	for _, r := range [...]*Rect{&l.Items, &l.Match, &l.Center} {
		r.H = max(0, r.H-more)
	}
}

// followed returns the followed player, nil for nobody, or somebody without a name.
func (in *Input) followed() *world.Player {
	if p := playerAt(in.World, in.Watched); p != nil && p.Name != "" {
		return p
	}
	return nil
}

// hasNamePlate reports whether the name plate is drawn: several views have strips instead.
func (p *page) hasNamePlate(in *Input) bool {
	return in.Display == Watch && in.Extent == Whole && p.playing(in) && !in.World.View.Fixed &&
		!in.World.Intermission &&
		in.followed() != nil && !freeSpectator(in.World, in.Watched)
}

// namePlateArea is where the name plate is.
func namePlateArea(h *HUD, in *Input) Rect {
	if !h.page.hasNamePlate(in) {
		return Rect{}
	}
	v := h.page.layout.Vitals
	v.W, _ = h.status.namePlate(in, v, false)
	return v
}

// drawNamePlate draws what is known of the followed player.
func (sp *statusParts) drawNamePlate(in *Input, r Rect) {
	sp.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel.Alpha(nameGround))
	sp.Out.Rect(r.X, r.Y, round(nameEdge*sp.canvas.Unit()), r.H, in.nameColor(in.Watched))
	sp.namePlate(in, r, true)
}

// nameColor returns the color of a player's name: that of the team, or the player's own.
func (in *Input) nameColor(slot int) draw.Color {
	if slot < 0 || slot >= len(in.NameColors) {
		return colorText
	}
	return in.NameColors[slot]
}

// flatNames reports whether names have the player's color alone, and not that of their letters. Players of Quake III
// choose these in games without teams.
func (in *Input) flatNames() bool {
	return in.World == nil || in.World.Game != world.Quake3 || in.World.Match.Teams
}

// drawName is drawText for a player's name.
func drawName[T string | []byte](in *Input, c *canvas, f textFont, x, y float32, s T, color draw.Color) float32 {
	return textOn(c, f, x, y, s, &reader{charset: in.charset(), flat: in.flatNames()}, color)
}

// namePlate draws the plate's text, or only measures it, and returns the plate's width and whether it has room for
// all weapons.
func (sp *statusParts) namePlate(in *Input, r Rect, show bool) (width float32, all bool) {
	c := &sp.canvas
	u := c.Unit()
	left := r.X + round((nameEdge+namePad)*u)
	top := r.Y + round(nameTop*u)
	line := c.Atlas.lineHeight(fontTitle)
	row := Rect{left, top + line, 0, r.Y + r.H - round(nameTop*u) - top - line}

	// The second row comes first: the name may be as wide as it is.
	all = !in.Screen.compact()
	right := sp.plateNumbers(in, row, all, false)
	if right-r.X > nameMost*in.Screen.Width {
		all = false
		right = sp.plateNumbers(in, row, all, false)
	}
	name := textWidth(c.Atlas, fontTitle, in.followed().Name, in.charset())
	items := sp.plateItems(in, 0, 0, line, false)
	view := float32(0)
	if !in.Crosshair {
		view = line
	}
	most := max(right-left, min(name+view+items, nameMost*in.Screen.Width))
	if show {
		if all || right > left {
			sp.plateNumbers(in, row, all, true)
		}
		sp.tip = clip(c.Atlas, fontTitle, sp.tip, in.followed().Name, in.charset(), most-view-items)
		w := drawName(in, c, fontTitle, left, top, sp.tip, in.nameColor(in.Watched))
		if view > 0 {
			side := 0.8 * line
			c.drawIcon(iconCamera, left+w+nameGap*u, round(top+(line-side)/2), side, colorDim)
		}
		sp.plateItems(in, left+most, top, line, true)
	}
	return left + most + round(namePad*u) - r.X, all
}

// plateItems draws powerups and keys up to a right edge, or only measures them, and returns their width. In a demo
// without stats of the followed player they are those that are seen.
func (sp *statusParts) plateItems(in *Input, right, y, line float32, show bool) (width float32) {
	s := &sp.status
	r := textRow{c: &sp.canvas, x: right, y: y, high: line, font: fontStrong, show: show, back: true}
	switch p := in.followed(); {
	case s.Known && s.Health <= 0, !s.Known && (p.Dead || p.Spectator):
		return 0
	case s.Known:
		for i := range s.Items() {
			it := &s.Items()[i]
			r.space(nameGap)
			if it.Left > 0 {
				r.own(fontStrong, asString(sp.number(int(it.Left)+1)), colorText)
				r.space(2)
			} else if it.Count > 0 {
				r.own(fontStrong, asString(sp.number(int(it.Count))), colorText)
				r.space(2)
			}
			r.icon(it.Icon, nameItem, it.Color, false)
		}
	default:
		carried, icons := in.World.Carries(p), 0
		for i := range carriedIcons {
			if k := &carriedIcons[i]; carried&k.what != 0 && icons < infoIcons {
				icons++
				r.space(nameGap)
				r.icon(k.icon, nameItem, k.color, false)
			}
		}
	}
	r.space(nameGap)
	return r.width
}

// plateNumbers draws health, armor, weapons and the ammunition of the weapon in hand in a row, or only measures them,
// and returns the right edge. If all is not set, of the weapons only the one in hand is drawn.
func (sp *statusParts) plateNumbers(in *Input, r Rect, all, show bool) (right float32) {
	c, s := &sp.canvas, &sp.status
	u := c.Unit()
	x := r.X
	wide := textWidth(c.Atlas, fontNumber, widestNumber, charsetOwn)
	number := func(ic icon, ink draw.Color, text []byte, color draw.Color) {
		if x > r.X {
			x += round(nameApart * u)
		}
		if show {
			c.drawIcon(ic, x, round(r.Y+(r.H-nameIcon*u)/2), nameIcon*u, ink)
			drawText(c, fontNumber, x+round((nameIcon+nameGap)*u), r.Y+(r.H-c.Atlas.lineHeight(fontNumber))/2, text,
				charsetOwn, color)
		}
		x += round((nameIcon+nameGap)*u) + wide
	}
	if !s.Known {
		if p := in.followed(); p.Spectator || p.Dead {
			return x
		}
		text, color := sp.estimatedHealth(in)
		number(iconHealth, colorDim, text, color)
		return x
	}
	health := max(0, s.Health)
	number(iconHealth, colorDim, sp.number(int(min(fullCount, health))), healthColor(int(health)))
	if health == 0 {
		return x
	}
	if s.Kind != world.ArmorNone && s.Armor > 0 {
		number(iconArmor, armorColors[s.Kind], sp.number(int(min(fullCount, s.Armor))), colorText)
	}
	if w := sp.plateWeapons(Rect{x + round(nameApart*u), r.Y, 0, r.H}, all, show); w > 0 {
		x += round(nameApart*u) + w
	}
	if s.Ammo.Count >= 0 {
		ic := s.Ammo.Icon
		if ic == iconNone {
			ic = iconBullets
		}
		color := colorText
		if _, word := ammoState(s.Ammo); word != "" {
			color = colorDanger
		}
		number(ic, colorDim, sp.number(int(min(fullCount, s.Ammo.Count))), color)
	}
	return x
}

// estimatedHealth returns the health of the followed player where the demo has no stats of them, as text that is valid
// until the next call: as it was told a while ago, or that it is unknown.
func (g *tagger) estimatedHealth(in *Input) (text []byte, color draw.Color) {
	told, _, known := in.followed().ToldHealth(in.Clock)
	if !known {
		return append(g.scratch[:0], '?'), colorDim
	}
	return strconv.AppendInt(append(g.scratch[:0], "≈"...), int64(told.Least), 10), healthColor(int(told.Least))
}

// plateWeapons draws the owned weapons from the left edge of an area, or only measures them, and returns how wide they
// are. Below each is its ammunition; that of neighbors which share it is between them, and that of the weapon
// in hand is left to the large number.
func (sp *statusParts) plateWeapons(r Rect, all, show bool) (width float32) {
	c, s := &sp.canvas, &sp.status
	u := c.Unit()
	cell, side := round(nameCell*u), round(nameWeapon*u)
	textHeight := c.Atlas.lineHeight(fontSmall)
	top := round(r.Y + (r.H-side)/2)
	if all && s.counted() {
		top = round(r.Y + (r.H-side-textHeight)/2)
	}
	shared, from := iconNone, float32(0) // by the last weapons, and where the first of those is
	active := false                      // one of them is in hand
	count := int32(-1)
	flush := func(to float32) {
		if show && count >= 0 && !active {
			drawTextMiddle(c, fontSmall, r.X+(from+to)/2, top+side, sp.number(int(min(fullCount, count))), charsetOwn,
				colorDim)
		}
	}
	for _, w := range s.Weapons() {
		if !w.Owned && !w.Active || !all && !w.Active {
			continue
		}
		if w.Ammo == iconNone || w.Ammo != shared {
			flush(width)
			shared, from, active, count = w.Ammo, width, false, w.Count
			if w.Ammo != iconNone {
				count = s.stock(w.Ammo)
			}
		}
		if show {
			ink := colorText.Alpha(0.75)
			if w.Active {
				ink = colorAccent
				c.Out.Rect(r.X+width+2*u, r.Y+r.H-round(3*u), cell-4*u, round(2*u), colorAccent)
			}
			c.drawIcon(w.Icon, round(r.X+width+(cell-side)/2), top, side, ink)
		}
		active = active || w.Active && s.Ammo.Count >= 0
		width += cell
	}
	flush(width)
	return width
}

// counted reports whether ammunition is drawn below a weapon: that of one which is not in hand.
func (s *status) counted() bool {
	hand := iconNone
	for i := range s.Weapons() {
		if w := &s.Weapons()[i]; w.Active {
			hand = w.Ammo
		}
	}
	for i := range s.Weapons() {
		w := &s.Weapons()[i]
		if w.Owned && !w.Active && (w.Ammo == iconNone && w.Count >= 0 ||
			w.Ammo != iconNone && w.Ammo != hand && s.stock(w.Ammo) >= 0) {
			return true
		}
	}
	return false
}

// stock returns how much there is of a kind of ammunition, -1 if that is unknown.
func (s *status) stock(kind icon) int32 {
	for i := range s.Ammos() {
		if a := &s.Ammos()[i]; a.Icon == kind {
			return max(0, a.Count)
		}
	}
	return -1
}
