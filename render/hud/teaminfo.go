package hud

import (
	"strconv"

	"demoscope/assets/figure"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Widths of the columns of the table of players, in units.
const (
	infoName   = 92
	infoNumber = 32
	infoWeapon = 40
	infoIcon   = 14
	infoIcons  = 3
	infoPad    = 6
)

// carriedIcons are what players carry, the most important first.
var carriedIcons = [...]struct {
	what  world.Carried
	icon  icon
	color draw.Color
}{
	{world.FlagRed, iconFlag, colorRed},
	{world.FlagBlue, iconFlag, colorBlue},
	{world.FlagWhite, iconFlag, colorText},
	{world.Quad, iconQuad, colorBlue},
	{world.Pentagram, iconPentagram, colorViolet},
	{world.Glowing, iconQuad, colorViolet},
	{world.Ring, iconRing, colorYellow},
	{world.Invisibility, iconRing, colorYellow},
	{world.BattleSuit, iconSuit, colorYellow},
	{world.BioSuit, iconSuit, colorGreen},
	{world.Haste, iconHaste, colorYellow},
	{world.Regeneration, iconRegeneration, colorGreen},
	{world.Flight, iconFlight, colorViolet},
	{world.RuneResistance | world.RuneStrength | world.RuneHaste | world.RuneRegeneration, iconRune, colorViolet},
}

// teamPanel returns about where the table of the players is, empty if there is none.
func (g *tagger) teamPanel(in *Input, page *page) Rect {
	r := page.layout.Beside.Team
	if r.W <= 0 {
		return Rect{}
	}
	height, _ := g.teamHeight(in)
	r.H = min(r.H, height)
	return r
}

// teamHeight returns about how high the table of all players is with the names of their teams, in pixels, and at
// least without them.
func (c *canvas) teamHeight(in *Input) (height, least float32) {
	if in.World == nil {
		return 0, 0
	}
	players := 0
	for i := range in.World.Players {
		if p := &in.World.Players[i]; p.InUse && !p.Spectator {
			players++
		}
	}
	u := c.Unit()
	row := c.Atlas.lineHeight(fontSmall) + round(2*u)
	least = float32(players)*row + 2*round(infoPad*u)
	return least + float32(len(in.Sides))*row, least
}

// drawTeamInfo draws a table of the players whose state the demo contains: health, armor in its color, weapon, carried
// items, and the nearest item of the level. A value that is unknown is left out.
func (sb *scoreboard) drawTeamInfo(in *Input, r Rect) {
	c := &sb.canvas
	u := c.Unit()
	sb.boardOf(in)
	row := c.Atlas.lineHeight(fontSmall) + round(2*u)
	pad := round(infoPad * u)
	n, heads := 0, 0
	for i := range sb.board {
		switch l := &sb.board[i]; {
		case l.side >= 0 || l.heading != "":
			heads++
		case in.told(l.slot):
			n++
		}
	}
	if n == 0 {
		return
	}
	fit := int((r.H - 2*pad) / row)
	withHeads := n+heads <= fit
	if withHeads {
		n += heads
	}
	if fit <= 0 {
		return
	}
	more := 0
	if n > fit { // a row says how many there are besides
		more = n - (fit - 1)
		n = fit - 1
	}
	rows := n
	if more > 0 {
		rows++
	}
	c.panel(Rect{r.X, r.Y, r.W, float32(rows)*row + 2*pad}, colorPanel)
	line := Rect{r.X + pad, r.Y + pad, r.W - 2*pad, row}
	if more > 0 {
		drawText(c, fontSmall, line.X, line.Y+float32(n)*row, sb.moreText(more), charsetOwn, colorDim)
	}
	for i := range sb.board {
		l := &sb.board[i]
		switch {
		case n == 0:
			return
		case l.side >= 0 || l.heading != "":
			if !withHeads {
				continue
			}
			sb.infoHead(in, l, line)
		case in.told(l.slot):
			sb.infoRow(in, &in.World.Players[l.slot], line)
			sb.target(line, l.slot)
		default:
			continue
		}
		n--
		line.Y += row
	}
}

// told reports whether the demo contains the state or place of a player. That of an eliminated
// player is known: dead.
func (in *Input) told(slot int) bool {
	p := &in.World.Players[slot]
	return p.Visible || p.Out || in.World.Condition(p).HealthKnown
}

// infoHead draws the name of a team, or of what follows.
func (sb *scoreboard) infoHead(in *Input, l *boardLine, r Rect) {
	c := &sb.canvas
	if l.side < 0 {
		drawText(c, fontSmall, r.X, r.Y, l.heading, charsetOwn, colorDim)
		return
	}
	s := &in.Sides[l.side]
	color, ok := in.sideColor(s)
	if ok {
		c.Out.Rect(r.X, r.Y, r.W, r.H, color.Alpha(0.16))
	}
	set := in.charset()
	c.tip = clip(c.Atlas, fontSmall, c.tip, s.Name, set, r.W)
	drawText(c, fontSmall, r.X+round(4*c.Unit()), r.Y, c.tip, set, color)
}

// infoRow draws the line of a player.
func (sb *scoreboard) infoRow(in *Input, p *world.Player, r Rect) {
	c := &sb.canvas
	u := c.Unit()
	w := in.World
	if p.Slot == in.Watched {
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorAccent.Alpha(0.14))
	}
	side := round(r.H * 0.6)
	c.drawColors(in, p, Rect{r.X, round(r.Y + (r.H-side)/2), round(side * 0.6), side})
	x := r.X + side
	end := r.X + round(infoName*u)
	ink := colorText
	if p.Dead {
		ink = colorFaint
	}
	set := in.charset()
	c.tip = clip(c.Atlas, fontSmall, c.tip, p.Name, set, end-x)
	drawText(c, fontSmall, x, r.Y, c.tip, set, ink)
	x = end
	is := w.Condition(p)
	if p.Dead {
		c.drawIcon(iconSkull, x+round(infoNumber*u)-side-round(2*u), r.Y+(r.H-side)/2, side, colorFaint)
		return
	}
	number := func(known bool, n int, color draw.Color) {
		x += round(infoNumber * u)
		if known {
			text := strconv.AppendInt(c.scratch[:0], int64(max(0, min(fullCount, n))), 10)
			drawTextRight(c, fontSmall, x, r.Y, text, charsetOwn, color)
		}
	}
	number(is.HealthKnown, is.Health, healthColor(is.Health))
	number(is.ArmorKnown && is.Armor > 0, is.Armor, armorColors[is.ArmorKind])
	x += round(8 * u)
	drawText(c, fontSmall, x, r.Y, weaponInHand(w, p).Tag(), charsetOwn, colorDim)
	x += round(infoWeapon * u)
	carries := w.Carries(p)
	icons := 0
	for i := range carriedIcons {
		if k := &carriedIcons[i]; carries&k.what != 0 && icons < infoIcons {
			c.drawIcon(k.icon, x+float32(icons)*round(infoIcon*u), round(r.Y+(r.H-infoIcon*u)/2),
				round(infoIcon*u), k.color)
			icons++
		}
	}
	x += round(infoIcons*infoIcon*u) + round(4*u)
	c.drawPlace(in, p, x, r.Y)
}

// drawPlace writes where a player is.
func (c *canvas) drawPlace(in *Input, p *world.Player, x, y float32) {
	if !p.Visible {
		return
	}
	spot, there := in.spotOf(p.Pose)
	if spot == nil {
		return
	}
	word := "near "
	if there {
		word = "at "
	}
	x += drawText(c, fontSmall, x, y, word, charsetOwn, colorDim)
	drawText(c, fontSmall, x, y, spot.Item.Tag(), charsetOwn, itemColor(spot.Item))
}

// itemColor returns the color in which an item's tag is written.
func itemColor(i weapon.Item) draw.Color {
	switch i {
	case weapon.ItemGreenArmor:
		return armorColors[world.ArmorGreen]
	case weapon.ItemYellowArmor:
		return armorColors[world.ArmorYellow]
	case weapon.ItemRedArmor:
		return armorColors[world.ArmorRed]
	}
	return colorText
}

// healthColor returns the color of health as a number: red where it is low.
func healthColor(health int) draw.Color {
	if health <= lowHealth {
		return colorDanger
	}
	return colorText
}

// weaponInHand returns the weapon of a player if the demo contains it. In Quake and QuakeWorld only the stats do.
func weaponInHand(w *world.World, p *world.Player) weapon.Kind {
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		s := w.StatsOf(p.Slot)
		if s == nil {
			return weapon.None
		}
		if _, known := s.Get(world.StatWeapon); !known {
			return weapon.None
		}
	}
	return weapon.OfFigure(figure.Of(w.HeldModel(p)))
}
