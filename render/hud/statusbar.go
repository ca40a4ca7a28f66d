package hud

import (
	"cmp"
	"math"
	"strconv"

	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// armorColors are the colors of the armor icon.
var armorColors = [...]draw.Color{
	equipment.ArmorNone:   colorFaint,
	equipment.ArmorGreen:  colorGreen,
	equipment.ArmorYellow: colorYellow,
	equipment.ArmorRed:    colorRed,
	equipment.ArmorPower:  draw.RGB(0x6fd3d8),
}

const (
	lowHealth = 25  // up to this, health is alarming
	fullCount = 999 // larger numbers are cut to it
	// itemGround is the part of a powerup's color in its background.
	itemGround = 0.25
	// vitalsGap is the minimum distance between the digits of the health and the armor, in units.
	vitalsGap = 8
	// alarmGround is the opacity of the background of low health, relative to that of its frame.
	alarmGround = 0.5
)

// statusParts draws the followed player's status: in the corners, on the name plate, and in the strip of a view.
type statusParts struct {
	*tagger
	status
}

// drawStatusGround darkens the picture behind the status, whose numbers would be unreadable over a bright level. Each
// of its three parts fades for a player behind its text, but not for players beside or above it.
func (g *tagger) drawStatusGround(in *Input, page *page, r Rect) {
	l := &page.layout
	edges := [...]float32{r.X, l.Weapons.X, l.Ammo.X, r.X + r.W}
	var behind [len(edges) - 1]bool
	for i := range behind {
		behind[i] = onBody(in, Rect{edges[i], l.Vitals.Y, edges[i+1] - edges[i], r.Y + r.H - l.Vitals.Y})
	}
	for i := 0; i < len(behind); {
		from := i
		for i++; i < len(behind) && behind[i] == behind[from]; i++ {
		}
		first := len(g.Out.Vertices)
		g.statusGround(Rect{edges[from], r.Y, edges[i] - edges[from], r.H})
		if behind[from] {
			g.fade(first)
		}
	}
}

// statusGround darkens a part of the ground.
func (c *canvas) statusGround(r Rect) {
	const upper, dark = 0.35, 0.55 // part of the height, and opacity at its lower edge
	middle := colorPanel.Alpha(dark)
	c.Out.RectGradient(r.X, r.Y, r.W, upper*r.H, colorPanel.Alpha(0), middle)
	c.Out.RectGradient(r.X, r.Y+upper*r.H, r.W, (1-upper)*r.H, middle, colorPanel)
}

// alarm returns the opacity of the background of low health at a viewer's time. It pulses, unless calm is set.
func alarm(clock float64, calm bool) float32 {
	const least, most, beats = 0.25, 0.6, 1.5 // beats per second
	if calm {
		return (least + most) / 2
	}
	_, part := math.Modf(clock * beats)
	return float32(most - (most-least)*math.Abs(part))
}

// drawVitals draws health and armor.
func (sp *statusParts) drawVitals(in *Input, r Rect) {
	s := &sp.status
	color := healthColor(int(s.Health))
	half := r.W / 2
	if s.Health > 0 && s.Health <= lowHealth {
		u := sp.canvas.Unit()
		sp.Out.Rect(r.X, r.Y, half, r.H, colorDanger.Alpha(alarm(in.Clock, in.On(setting.ReducedMotion))*alarmGround))
		sp.Out.Frame(r.X, r.Y, half, r.H, max(1, round(1.5*u)),
			colorDanger.Alpha(alarm(in.Clock, in.On(setting.ReducedMotion))))
	}
	width := sp.drawNumber(Rect{r.X, r.Y, half, r.H}, iconHealth, colorDim, max(0, s.Health),
		color, false)
	states := in.On(setting.PlayerStates)
	if s.Health <= 0 {
		if states {
			sp.drawState(r, deadWord)
		}
		return
	}
	if s.Falls && states {
		sp.drawState(Rect{r.X, r.Y - r.H/2, r.W, r.H / 2}, fallingWord)
	}
	if s.Kind != equipment.ArmorNone {
		// In a phone's picture, half the room is too narrow for three digits: the armor follows them.
		x := r.X + max(half, width+vitalsGap*sp.canvas.Unit())
		sp.drawNumber(Rect{x, r.Y, half, r.H}, iconArmor, armorColors[s.Kind], s.Armor, colorText, false)
	}
}

// Words for the state of the followed player.
const (
	deadWord    = "dead"
	fallingWord = "falling"
)

// drawState writes that the followed player is dead, instead of the armor, or is falling, above the health.
func (sp *statusParts) drawState(r Rect, word string) {
	c := &sp.canvas
	x, font := r.X, fontTime
	if word == deadWord {
		x, font = x+r.W/2, fontNumber
	}
	drawText(c, font, x, r.Y+(r.H-c.Atlas.lineHeight(font))/2, word, charsetOwn, colorDanger)
}

// drawNumber draws an icon and a large number, from the left or from the right, and returns their width.
func (sp *statusParts) drawNumber(r Rect, icon icon, iconColor draw.Color, n int32, color draw.Color, right bool) (
	width float32) {
	c := &sp.canvas
	u := c.Unit()
	side := round(min(30*u, r.H*0.62))
	gap := round(6 * u)
	text := strconv.AppendInt(c.scratch[:0], int64(max(-fullCount, min(fullCount, n))), 10)
	height := c.Atlas.lineHeight(fontNumber)
	y := r.Y + (r.H-height)/2
	iy := round(r.Y + (r.H-side)/2)
	if right {
		c.drawIcon(icon, r.X+r.W-side, iy, side, iconColor)
		drawTextRight(c, fontNumber, r.X+r.W-side-gap, y, text, charsetOwn, color)
	} else {
		c.drawIcon(icon, r.X, iy, side, iconColor)
		drawText(c, fontNumber, r.X+side+gap, y, text, charsetOwn, color)
	}
	return side + gap + textWidth(c.Atlas, fontNumber, text, charsetOwn)
}

// drawWeapons draws the weapons in a row, each with its ammo or its tag.
func (sp *statusParts) drawWeapons(_ *Input, r Rect) {
	c := &sp.canvas
	list := sp.status.Weapons()
	if len(list) == 0 {
		return
	}
	u := c.Unit()
	cell := round(min(48*u, r.W/float32(len(list))))
	x := round(r.X + (r.W-cell*float32(len(list)))/2)
	side := round(min(26*u, cell*0.72))
	textHeight := c.Atlas.lineHeight(fontSmall)
	top := round(r.Y + (r.H-side-textHeight)/2)
	sp.lineGround(Rect{x, r.Y, cell * float32(len(list)), r.H}, 1)
	for _, w := range list {
		ink, text := colorText, colorDim
		switch {
		case w.Active:
			ink, text = colorAccent, colorAccent
			c.Out.Rect(x+2*u, r.Y, cell-4*u, r.H, colorAccent.Alpha(0.12))
			c.Out.Rect(x+2*u, r.Y+r.H-2*u, cell-4*u, 2*u, colorAccent)
		case !w.Owned:
			ink, text = colorFaint, colorFaint
		}
		c.drawIcon(w.Icon, round(x+(cell-side)/2), top, side, ink)
		label := append(sp.scratch[:0], w.Tag...)
		if w.Owned && w.Count >= 0 {
			label = strconv.AppendInt(sp.scratch[:0], int64(min(w.Count, fullCount)), 10)
		}
		if textWidth(c.Atlas, fontSmall, label, charsetOwn) <= cell {
			drawTextMiddle(c, fontSmall, x+cell/2, top+side, label, charsetOwn, text)
		}
		x += cell
	}
}

// drawAmmo draws the ammo of the weapon in hand, and the stock of every type.
func (sp *statusParts) drawAmmo(in *Input, r Rect) {
	c, s := &sp.canvas, &sp.status
	u := c.Unit()
	width := float32(0) // width of the number
	if s.Ammo.Count >= 0 {
		icon := s.Ammo.Icon
		if icon == iconNone {
			icon = iconBullets
		}
		color, word := ammoState(s.Ammo)
		width = sp.drawNumber(r, icon, colorDim, s.Ammo.Count, color, true)
		if word != "" && in.On(setting.PlayerStates) {
			x := r.X + r.W - width - 6*u
			if w := textWidth(c.Atlas, fontStrong, word, charsetOwn); x-w > r.X+2*round(46*u) || len(s.Ammos()) == 0 &&
				x-w > r.X {
				drawTextRight(c, fontStrong, x, r.Y+(r.H-c.Atlas.lineHeight(fontStrong))/2, word, charsetOwn, color)
			}
		}
	}
	list := s.Ammos()
	if len(list) == 0 || in.Screen.compact() {
		return
	}
	// The stock of every type, in two columns at the left of the number.
	side := round(14 * u)
	column := round(46 * u)
	pad := round(3 * u)
	if pad+2*column+width > r.W {
		return
	}
	row := r.H / float32((len(list)+1)/2)
	sp.lineGround(Rect{r.X, r.Y, pad + 2*column, r.H}, 1)
	for i, a := range list {
		x := r.X + pad + float32(i%2)*column
		y := r.Y + float32(i/2)*row
		ink := colorDim
		if a.Active {
			ink = colorAccent
		}
		c.drawIcon(a.Icon, round(x), round(y+(row-side)/2), side, ink)
		text := strconv.AppendInt(sp.scratch[:0], int64(max(0, min(fullCount, a.Count))), 10)
		drawText(c, fontSmall, x+side+3*u, y+(row-c.Atlas.lineHeight(fontSmall))/2, text, charsetOwn, ink)
	}
}

// Words at the ammo of a player who can hardly shoot, or not at all.
const lowWord, emptyWord = "low", "empty"

// fewShots is the count up to which ammo is low for a weapon that fires fast or uses much at once. fewLoads is that
// for a weapon whose every shot counts.
const fewShots, fewLoads = 20, 5

// ammoState returns the color of an ammo count, and a word about it.
func ammoState(a weaponSlot) (ink draw.Color, word string) {
	few := int32(fewShots)
	switch a.Icon {
	case iconShells, iconRockets, iconGrenades, iconSlugs, iconMine:
		few = fewLoads
	}
	switch {
	case a.Count == 0:
		return colorDanger, emptyWord
	case a.Count <= few:
		return colorDanger, lowWord
	}
	return colorText, ""
}

// itemWords name the icons of powerups.
var itemWords = [iconCount]string{
	iconQuad: "quad", iconPentagram: "invulnerable", iconRing: "invisible", iconSuit: "suit", iconHaste: "haste",
	iconRegeneration: "regeneration", iconFlight: "flight", iconBreather: "breather", iconFlag: "flag",
	iconMegahealth: "mega", iconKey: "key", iconRune: "rune", iconArmor: "power armor",
}

// itemsTop returns the top of the area that drawItems draws in; infinity if it draws nothing.
func (sp *statusParts) itemsTop(page *page) float32 {
	l, u := &page.layout, sp.canvas.Unit()
	n := len(sp.status.Items())
	top := l.Items.Y + l.Items.H - float32(n)*(round(26*u)+round(8*u)) - 8*u
	if sp.status.Pickup != "" {
		top -= sp.canvas.Atlas.lineHeight(fontSmall) + round(6*u)
	} else if n == 0 {
		return float32(math.Inf(1))
	}
	return top
}

// besides reports whether an overlay overlaps an area.
func (sp *statusParts) besides(page *page, r *Rect) bool {
	for _, b := range page.layout.Beside {
		if b.W > 0 && overlap(&b, r) {
			return true
		}
	}
	return false
}

// itemSide is the side of a powerup's icon, in points.
const itemSide = 26

// itemBox returns the area of the i-th key or powerup from below and its texts: the time left, valid until the next
// call, and its word, empty if there is no room.
func (sp *statusParts) itemBox(in *Input, page *page, r Rect, i int) (box Rect, left []byte, word string) {
	c, s, it := &sp.canvas, &sp.status, &sp.status.Items()[i]
	u := c.Unit()
	side := round(itemSide * u)
	y := r.Y + r.H - side - round(3*u) - float32(i)*(side+round(8*u))
	if s.Pickup != "" {
		y -= c.Atlas.lineHeight(fontSmall) + round(6*u)
	}
	if it.Left > 0 {
		left = strconv.AppendInt(sp.scratch[:0], int64(it.Left)+1, 10)
	} else if it.Count > 0 {
		left = strconv.AppendInt(sp.scratch[:0], int64(it.Count), 10)
	}
	box = Rect{r.X, y - 3*u, r.W, side + 6*u}
	if word = itemWords[it.Icon]; word == "" {
		return box, left, ""
	}
	wide := side + 6*u + textWidth(c.Atlas, fontText, word, charsetOwn) + 9*u
	if len(left) > 0 {
		wide += textWidth(c.Atlas, fontStrong, left, charsetOwn) + 6*u
	}
	wide = max(wide, r.W)
	ground := Rect{r.X + r.W - wide, box.Y, wide, box.H}
	if sp.besides(page, &ground) { // the icon and the number are enough
		return box, left, ""
	}
	return ground, left, word
}

// drawItems draws keys and powerups in a column, and the latest pickup.
func (sp *statusParts) drawItems(in *Input, page *page, r Rect) {
	c, s := &sp.canvas, &sp.status
	u := c.Unit()
	side := round(itemSide * u)
	if s.Pickup != "" {
		sp.tip = clip(c.Atlas, fontSmall, sp.tip, s.Pickup, in.charset(), r.W)
		drawTextRight(c, fontSmall, r.X+r.W, r.Y+r.H-c.Atlas.lineHeight(fontSmall), sp.tip, in.charset(), colorText)
	}
	for i := range s.Items() {
		it := &s.Items()[i]
		box, left, word := sp.itemBox(in, page, r, i)
		y := box.Y + 3*u
		if y < r.Y {
			break
		}
		x := r.X + r.W - side
		right := x - 6*u
		if itemWords[it.Icon] != "" { // items that decide a fight must not be overlooked
			c.Out.Rect(box.X, box.Y, box.W, box.H, colorPanel.Mix(it.Color, itemGround))
			c.Out.Rect(box.X, box.Y, 3*u, box.H, it.Color)
		}
		c.drawIcon(it.Icon, x, round(y), side, it.Color)
		if len(left) > 0 {
			right -= drawTextRight(c, fontStrong, right, y+(side-c.Atlas.lineHeight(fontStrong))/2, left, charsetOwn,
				colorText) + 6*u
		}
		if word != "" {
			drawTextRight(c, fontText, right, y+(side-c.Atlas.lineHeight(fontText))/2, word, charsetOwn,
				it.Color.Mix(colorText, 0.6))
		}
	}
}

// Sizes of the name plate in [Watch], in points.
const (
	namePad    = 10 // padding at its left and right
	nameEdge   = 3  // edge in the player's color
	nameTop    = 5  // padding above and below the rows
	nameRow    = 40 // height of the numbers and weapons
	nameIcon   = 22 // icon of health, armor or ammo
	nameGap    = 6  // between an icon and its number
	nameApart  = 14 // between two numbers
	nameItem   = 18 // icon of a powerup or key
	nameCell   = 34 // width of a weapon
	nameWeapon = 26
)

const (
	// nameMost is the maximum width of the plate as a part of the picture's. Beyond it, only the weapon in hand is
	// drawn.
	nameMost = 0.5
	// nameGround is the opacity of the plate's background.
	nameGround = 0.62
)

// widestNumber is the text that each number reserves room for, so that nothing moves when a number has fewer digits.
const widestNumber = "000"

// plateHeight returns the height of the name plate in pixels.
func (g *tagger) plateHeight() float32 {
	return round((2*nameTop+nameRow)*g.canvas.Unit()) + g.canvas.Atlas.lineHeight(fontTitle)
}

// fitPlate makes the status area as high as the name plate.
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

// followed returns the followed player, nil if there is none.
func (in *Input) followed() *world.Player {
	if p := playerAt(in.World, in.Watched); p != nil && p.InUse {
		return p
	}
	return nil
}

// followedName returns the name of the followed player.
func (in *Input) followedName() string { return cmp.Or(in.followed().Name, unknownName) }

// hasNamePlate reports whether the name plate is drawn. Several views have strips instead.
func (p *page) hasNamePlate(in *Input) bool {
	return in.Display == Watch && in.Extent == Whole && p.playing(in) && !in.World.View.Fixed &&
		!in.World.Intermission &&
		in.followed() != nil && !freeSpectator(in.World, in.Watched)
}

// namePlateArea returns the area of the name plate.
func namePlateArea(h *HUD, in *Input) Rect {
	if !h.page.hasNamePlate(in) {
		return Rect{}
	}
	v := h.page.layout.Vitals
	v.W, _ = h.status.namePlate(in, v, false)
	return v
}

// drawNamePlate draws the known state of the followed player.
func (sp *statusParts) drawNamePlate(in *Input, r Rect) {
	sp.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel.Alpha(nameGround))
	sp.Out.Rect(r.X, r.Y, round(nameEdge*sp.canvas.Unit()), r.H, in.nameColor(in.Watched))
	sp.namePlate(in, r, true)
}

// nameColor returns the color of a player's name: the team's or the player's own.
func (in *Input) nameColor(slot int) draw.Color {
	if slot < 0 || slot >= len(in.NameColors) {
		return colorText
	}
	return in.NameColors[slot]
}

// flatNames reports whether names are drawn in the player's color, without color codes. Players of Quake III choose
// these colors in games without teams.
func (in *Input) flatNames() bool {
	return in.World == nil || in.World.Game != world.Quake3 || in.World.Match.Teams
}

// drawName is drawText for a player's name.
func drawName[T string | []byte](in *Input, c *canvas, f textFont, x, y float32, s T, color draw.Color) float32 {
	return textOn(c, f, x, y, s, &reader{charset: in.charset(), flat: in.flatNames()}, color)
}

// namePlate draws the plate's text, or only measures it if show is false. It returns the plate's width and whether it
// has room for all weapons.
func (sp *statusParts) namePlate(in *Input, r Rect, show bool) (width float32, all bool) {
	c := &sp.canvas
	u := c.Unit()
	left := r.X + round((nameEdge+namePad)*u)
	top := r.Y + round(nameTop*u)
	line := c.Atlas.lineHeight(fontTitle)
	row := Rect{left, top + line, 0, r.Y + r.H - round(nameTop*u) - top - line}

	// The second row comes first, because the name may be as wide as that row.
	all = !in.Screen.compact()
	right := sp.plateNumbers(in, row, all, false)
	if right-r.X > nameMost*in.Screen.Width {
		all = false
		right = sp.plateNumbers(in, row, all, false)
	}
	name := textWidth(c.Atlas, fontTitle, in.followedName(), in.charset())
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
		sp.tip = clip(c.Atlas, fontTitle, sp.tip, in.followedName(), in.charset(), most-view-items)
		w := drawName(in, c, fontTitle, left, top, sp.tip, in.nameColor(in.Watched))
		if view > 0 {
			side := 0.8 * line
			c.drawIcon(iconCamera, left+w+nameGap*u, round(top+(line-side)/2), side, colorDim)
		}
		sp.plateItems(in, left+most, top, line, true)
	}
	return left + most + round(namePad*u) - r.X, all
}

// plateItems draws powerups and keys to the left of right, or only measures them if show is false, and returns their
// width. If the demo lacks the followed player's stats, they are those that are visible.
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
		carried, icons := equipment.Carries(in.World, p), 0
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

// plateNumbers draws health, armor, weapons and the ammo of the weapon in hand in a row, or only measures them if
// show is false, and returns the right edge. If all is not set, it draws only the weapon in hand.
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
	if s.Kind != equipment.ArmorNone && s.Armor > 0 {
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

// estimatedHealth returns the health of the followed player as text if the demo has no stats of that player: the last
// reported health, or that it is unknown. The text is valid until the next call.
func (g *tagger) estimatedHealth(in *Input) (text []byte, color draw.Color) {
	health, _, known := in.followed().EstimatedHealth(in.Clock)
	if !known {
		return append(g.scratch[:0], '?'), colorDim
	}
	return strconv.AppendInt(append(g.scratch[:0], "≈"...), int64(health.Least), 10), healthColor(int(health.Least))
}

// plateWeapons draws the owned weapons from the left edge of an area, or only measures them if show is false, and
// returns their width. The ammo is below each weapon. Neighbors with the same ammo share one number between them. The
// ammo of the weapon in hand is left to the large number.
func (sp *statusParts) plateWeapons(r Rect, all, show bool) (width float32) {
	c, s := &sp.canvas, &sp.status
	u := c.Unit()
	cell, side := round(nameCell*u), round(nameWeapon*u)
	textHeight := c.Atlas.lineHeight(fontSmall)
	top := round(r.Y + (r.H-side)/2)
	if all && s.counted() {
		top = round(r.Y + (r.H-side-textHeight)/2)
	}
	shared, from := iconNone, float32(0) // ammo of the last weapons, and the start of the first of these
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

// counted reports whether a weapon has an ammo count below it: one that does not share the ammo of the weapon in
// hand.
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

// stock returns the stock of an ammo type, -1 if unknown.
func (s *status) stock(kind icon) int32 {
	for i := range s.Ammos() {
		if a := &s.Ammos()[i]; a.Icon == kind {
			return max(0, a.Count)
		}
	}
	return -1
}
