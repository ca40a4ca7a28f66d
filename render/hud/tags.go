package hud

import (
	"strconv"

	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world/equipment"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// tagger draws texts about players: tags, plates, matchup panels and pointers.
type tagger struct{ canvas }

// look is the look of a tag. Sizes are in points.
type look struct {
	font textFont // of the name
	icon float32  // size of icons
	// letters is set if the weapon is shown as letters, as in [Analyst], instead of an icon.
	letters bool
	// bar is the width of a full health bar, health and armor the heights of the bars, apart the gap between them,
	// and rows the total height below the name.
	bar, health, armor, apart, rows float32
	// numbers is set if the health bar has a number, in the font number; metal is set if armor has one.
	numbers, metal bool
	number         textFont
	side, top, low float32 // margins
}

// The looks: in [Analyst], of a tag and of a distant one; in [Watch], of the tags of the opponent and of others.
var (
	plateLook = look{font: fontText, icon: plateIcon, letters: true, bar: 46, health: 6, armor: 3.5, apart: 1,
		rows: 16, numbers: true, metal: true, number: fontStrong, side: 3}
	smallLook = look{font: fontText, icon: plateIcon, letters: true, bar: 30, health: 4, rows: 6, numbers: true,
		number: fontSmall, side: 3, low: 1}
	foeLook = look{font: fontStrong, icon: 18, bar: 64, health: 6, armor: 2, apart: 2, rows: 8, side: 5, top: 1,
		low: 3}
	tagLook = look{font: fontText, icon: 18, bar: 44, health: 4, rows: 6, side: 5, top: 1, low: 3}
)

const (
	plateIcon   = 13
	plateGap    = 3  // between a bar and its number
	plateSpace  = 2  // between two tags
	plateBeside = 8  // between two tags side by side
	plateSign   = 12 // sign of the fight
	plateStrip  = 4  // strip of a team-mate
	plateShield = 10 // armor icon, with the gap after it
	barGap      = 2  // between the name and the bar in [Watch]
	// plateWords is the number of tags, nearest first, that have words at the signs of the fight.
	plateWords = 4
)

// The values that fill the bars of health and armor. Up to lowBar, a bar of [Watch] is red: one rocket or rail is
// enough, or nearly enough, for a kill.
const (
	fullHealth = 100
	fullArmor  = 200
	lowBar     = 35
)

const (
	// In [Watch], a tag is only the name at bodies lower than tagFar of the picture's height, and only the bar at
	// those lower than tagFarthest.
	tagFar, tagFarthest = 1. / 16, 1. / 36
	// tagFaint is the minimum opacity of tags in [Watch], and tagCalm the maximum, except for the opponent's.
	tagFaint, tagCalm = 0.5, 0.9
	// plateGround is the opacity of a tag's background. During a kill preview, plateFirm replaces it for the killer
	// and the victim, and the opacity of other players' tags is between plateFaintest and plateCalm.
	plateGround, plateFirm, plateCalm, plateFaintest = 0.5, 0.75, 0.7, 0.5
)

// tag is the tag of a player in the picture, with weapon, health and signs. Its label has only the values that are
// shown.
type tag struct {
	anchor.Label
	look
	weapon      icon   // iconNone for none
	letters     string // of the weapon, empty for none
	name, bar   bool   // the name is shown; the health bar is shown
	words       bool   // there is room for the words of the signs
	ground      float32
	left, right float32 // distance from its middle to its sides, in pixels
	height      float32
}

// newTag returns the content of a tag and its size. If words is set, there is room for words.
func (g *tagger) newTag(in *Input, l *anchor.Label, words bool) tag {
	t := tag{Label: *l, name: true}
	if l.Body > 0 && l.Body <= len(in.Bodies) {
		t.Y = min(l.Y, in.Bodies[l.Body-1].Y)
	}
	if in.killedAndBack(l.Player - 1) {
		t.HealthKnown, t.HealthAbout, t.ArmorKnown = false, false, false
	}
	if in.Display == Watch {
		in.watchTag(&t)
	} else {
		in.plate(&t, words)
	}
	g.measure(in, &t)
	return t
}

// measure sets the size of a tag.
func (g *tagger) measure(in *Input, t *tag) {
	u, a := g.canvas.Unit(), g.canvas.Atlas
	if t.name {
		r := g.rowOf(t.font, 0, 0, false)
		middle := g.tagRow(in, t, &r)
		t.left, t.right, t.height = middle, r.width-middle, r.high
		if !t.look.letters {
			t.left, t.right = r.width/2, r.width/2
		}
	}
	half := t.look.bar / 2 * u
	if t.look.letters {
		half += plateGap * u
	}
	number := func(f textFont, text []byte) float32 { return textWidth(a, f, text, charsetOwn) }
	if t.bar {
		t.left, t.right = max(t.left, half), max(t.right, half)
		if t.numbers {
			t.left = max(t.left, half+number(t.number, g.healthText(&t.Status)))
		}
	}
	if t.metal && t.HasArmor() {
		t.right = max(t.right, half+plateShield*u+number(fontSmall, g.number(t.Armor)))
	}
	if t.bar || t.metal && t.HasArmor() {
		t.height += t.rows * u
		if !t.look.letters && t.hasArmorBar() {
			t.height += (t.armor + t.apart) * u
		}
	}
	if t.ground > 0 || !t.look.letters {
		t.left, t.right = t.left+t.side*u, t.right+t.side*u
	}
	if t.Mate {
		t.left += plateStrip * u
	}
	if t.height += (t.top + t.low) * u; !t.look.letters { // tags are placed at whole pixels
		half := round(t.left+t.right) / 2
		t.left, t.right, t.height = half, half, round(t.height)
	}
}

// plate sets the content of a tag in [Analyst]. A distant player has only a thin health bar. During a kill preview,
// tags of all but the killer and the victim are calm.
func (in *Input) plate(t *tag, words bool) {
	calm := in.calmed(&t.Label)
	firm := in.Kill.Holds() && !calm && !t.Ghost && !t.Shot && !t.Unseen
	if calm {
		t.ArmorKnown, t.Threat, t.Target, t.Hurt = false, false, false, 0
		t.Color.A *= plateCalm
		if !t.Unseen {
			t.Color.A = max(t.Color.A, plateFaintest)
		}
	}
	if firm {
		t.Color.A = 1
	}
	small := calm || in.bodyPart(&t.Label) < smallPlate
	if t.look = plateLook; small {
		t.look = smallLook
		t.numbers = t.Target
	}
	t.words = (words && !small || t.Target) && !in.foe(&t.Label) && !in.Kill.Holds()
	if !t.Shot {
		t.letters = t.Weapon.Tag()
	}
	t.bar = t.HasHealth()
	if t.letters != "" || t.bar || t.HasArmor() {
		if t.ground = plateGround; firm {
			t.ground = plateFirm
		}
	}
}

// watchTag sets the content of a tag in [Watch]: the weapon, the name, a flag and a thin health bar; for the opponent
// also armor.
func (in *Input) watchTag(t *tag) {
	part, known, foe := in.bodyPart(&t.Label), t.HasHealth(), in.opponent(&t.Label)
	t.look, t.Color.A = tagLook, max(tagFaint, min(tagCalm, t.Color.A))
	if t.Unseen {
		t.Color.A = tagFaint
	}
	if foe {
		t.look, t.Color.A, t.ground = foeLook, 1, plateGround
	}
	switch {
	case foe || part >= tagFar:
		t.weapon, t.bar = causeIcon(t.Weapon), known || foe && !t.Ghost
	case part < tagFarthest && known:
		t.name, t.bar = false, true
		t.look.bar /= 2
	}
	t.ArmorKnown = t.ArmorKnown && foe && t.bar
	t.Mate, t.Threat, t.Hurt = false, false, 0
	flags := equipment.Carried(0)
	for i := range carriedIcons {
		if k := &carriedIcons[i]; k.icon == iconFlag {
			flags |= k.what
		}
	}
	t.Carried &= flags
}

// bodyPart returns the height of the player's body as a part of the picture's height, 1 if unknown.
func (in *Input) bodyPart(l *anchor.Label) float32 {
	if l.Body <= 0 || l.Body > len(in.Bodies) {
		return 1
	}
	return in.Bodies[l.Body-1].H / max(1, in.Screen.Height)
}

// hasArmorBar reports whether an armor bar is below the health bar.
func (t *tag) hasArmorBar() bool { return t.look.armor > 0 && t.ArmorKnown && t.Armor > 0 }

// tagRow adds the weapon, the name, the carried items and the signs to a row, and returns the middle of the name.
func (g *tagger) tagRow(in *Input, t *tag, r *textRow) (middle float32) {
	alpha, shade := t.Color.A, !t.look.letters
	if t.letters != "" {
		r.own(fontSmall, t.letters, colorDim.Alpha(alpha))
		r.space(rowGap)
	} else if t.weapon != iconNone {
		r.icon(t.weapon, t.icon, colorText.Alpha(alpha), shade)
		r.space(rowGap)
	}
	from := r.width
	r.text(t.font, t.Text, in.nameReader(), t.Color)
	middle = (from + r.width) / 2
	if late := g.lateAt(in, &t.Label); len(late) > 0 {
		r.space(rowGap)
		r.own(t.font, asString(late), in.Ghost.lateColor().Alpha(alpha))
	}
	if word := shotWord(&t.Label); word != "" {
		r.space(rowGap)
		r.own(fontSmall, word, colorText.Alpha(0.8*alpha))
	}
	for i := range carriedIcons {
		if k := &carriedIcons[i]; t.Carried&k.what != 0 {
			r.space(rowGap)
			r.icon(k.icon, t.icon, k.color.Alpha(alpha), shade)
		}
	}
	if t.Mate {
		r.space(rowGap)
		r.own(fontSmall, mateWord, colorGood.Alpha(alpha))
	}
	if side := in.killOf(t.Player - 1); t.look.letters && side >= 0 && in.Kill.Sides[side].Hidden && in.Kill.In >= 0 {
		r.space(rowGap)
		r.own(fontSmall, wallWord, colorText.Alpha(alpha))
	}
	where := atPlate
	if in.Display == Watch {
		where = atTag
	}
	for i := range killSigns {
		if k := &killSigns[i]; k.shows(t.Signs, where) && !t.Ghost && !t.Shot {
			r.space(rowGap)
			if ink := k.color.Alpha(alpha); k.icon != iconNone {
				r.icon(k.icon, t.icon, ink, shade)
			} else {
				r.own(fontSmall, k.word, ink)
			}
		}
	}
	g.fightSign(in, t, r)
	return middle
}

// The words of the signs of the fight.
const (
	hitWord  = "is hit"
	aimsWord = "aims at"
	youWord  = "you"

	shortHit, shortAims = "hit", "aims" // where there is little room; a sign without a word would not be understood
)

// fightSign adds the most important sign of the fight to a row, with full words if there is room. A hit comes before
// an aim at the followed player.
func (g *tagger) fightSign(in *Input, t *tag, r *textRow) {
	if !in.On(setting.HitSigns) || t.Hurt <= 0 && (!t.Threat || in.Kill.Holds()) {
		return // no sign is needed for the killer's aim at the victim
	}
	r.space(rowGap)
	aims := t.Hurt <= 0
	word, ink, sign := hitWord, colorDanger.Alpha(0.4+0.6*t.Hurt), (*tagger).hitMark // words stay readable to the end
	switch {
	case aims && t.words:
		word = aimsWord
	case aims:
		word = shortAims
	case !t.words:
		word = shortHit
	}
	if aims {
		ink, sign = colorDanger, (*tagger).threat
	}
	ink = ink.Alpha(t.Color.A)
	if r.show {
		sign(g, r.x+r.width+plateSign/2*g.canvas.Unit(), r.y+r.high/2, ink)
	}
	r.space(plateSign + 4)
	r.own(fontSmall, word, ink)
	if !aims || !t.words {
		return
	}
	r.space(4)
	if who := playerAt(in.World, in.Watched); who != nil && !in.Crosshair {
		r.text(fontSmall, who.Name, in.reader(), ink)
	} else {
		r.own(fontSmall, youWord, ink)
	}
}

// drawTag draws a tag with the middle of its top at x and y.
func (g *tagger) drawTag(in *Input, t *tag, x, y float32) {
	c := &g.canvas
	u, alpha := c.Unit(), t.Color.A
	box := Rect{x - t.left, y, t.left + t.right, t.height}
	if t.ground > 0 {
		g.Out.Rect(box.X, box.Y, box.W, box.H, colorPanel.Alpha(t.ground*alpha))
	}
	if t.Mate {
		g.Out.Rect(box.X, box.Y, plateStrip*u, box.H, colorGood.Alpha(alpha))
	}
	if t.metal && t.Target && in.killOf(t.Player-1) < 0 { // distant bodies have brackets
		g.bracket(box, colorText.Alpha(alpha))
	}
	if y += round(t.top * u); t.name {
		r := g.rowOf(t.font, 0, y, false)
		if middle := g.tagRow(in, t, &r); t.look.letters {
			r.x = round(x - middle)
		} else {
			r.x = round(x - r.width/2)
		}
		r.width, r.show = 0, true
		g.tagRow(in, t, &r)
		y += r.high
	}
	high := t.health
	if t.hasArmorBar() {
		high += t.apart + t.armor
	}
	digits := y + (t.rows*u-c.Atlas.lineHeight(fontSmall))/2
	bar := Rect{round(x - t.look.bar/2*u), round(y + (t.rows-high)/2*u), round(t.look.bar * u), round(t.health * u)}
	if !t.look.letters {
		bar.Y = round(y)
		if t.name {
			bar.Y = round(y + barGap*u)
		}
	}
	ink := t.Color
	if t.look.letters {
		ink = healthInk(&t.Status).Alpha(alpha)
	} else if t.Health <= lowBar && t.HasHealth() {
		ink = colorDanger.Alpha(alpha)
	}
	if t.bar {
		g.healthBar(bar, &t.Status, ink, false)
		if t.numbers {
			drawTextRight(c, t.number, bar.X-plateGap*u, y+(t.rows*u-c.Atlas.lineHeight(t.number))/2,
				g.healthText(&t.Status), charsetOwn, ink)
		}
	}
	ink = t.ArmorColor.Alpha(alpha)
	if t.metal && t.HasArmor() {
		if ink = t.ArmorColor.Mix(colorText, 0.2).Alpha(alpha); t.Armor == 0 {
			ink = colorDim.Alpha(alpha)
		}
		side := (plateShield - 1) * u
		c.drawIcon(iconArmor, bar.X+bar.W+plateGap*u, digits+(c.Atlas.lineHeight(fontSmall)-side)/2, side, ink)
		drawText(c, fontSmall, bar.X+bar.W+(plateGap+plateShield)*u, digits, g.number(t.Armor), charsetOwn, ink)
	}
	if t.hasArmorBar() {
		bar.Y, bar.H = bar.Y+bar.H+round(t.apart*u), max(1, round(t.armor*u))
		g.barOf(bar, float32(t.Armor)/fullArmor, ink, false)
	}
}

// healthBar fills a bar according to the health, from its right end if away is set. It is fainter where the health is
// estimated, and hatched if it is unknown.
func (g *tagger) healthBar(r Rect, s *story.Status, ink draw.Color, away bool) {
	const about, least = 0.75, 0.4 // opacity of an estimate and of its uncertain part
	g.barOf(r, 0, ink, away)
	switch health, most := s.HealthBounds(fullHealth); {
	case s.HealthKnown:
		g.fillBar(r, float32(health)/fullHealth, ink, away)
	case s.HealthAbout:
		g.fillBar(r, float32(most)/fullHealth, ink.Alpha(least), away)
		g.fillBar(r, float32(health)/fullHealth, ink.Alpha(about), away)
	default: // an empty bar would look like no health
		g.hatchBar(r, ink.Alpha(about))
	}
}

// barOf draws a bar that is filled up to a part of its width, from its right end if away is set.
func (g *tagger) barOf(r Rect, part float32, ink draw.Color, away bool) {
	u := g.canvas.Unit()
	g.Out.Rect(r.X-u, r.Y-u, r.W+2*u, r.H+2*u, draw.RGB(0x000000).Alpha(0.55*ink.A))
	g.fillBar(r, part, ink, away)
}

// fillBar fills a part of a bar.
func (g *tagger) fillBar(r Rect, part float32, ink draw.Color, away bool) {
	w := r.W * max(0, min(1, part))
	if away {
		r.X += r.W - w
	}
	if w > 0 {
		g.Out.Rect(r.X, r.Y, w, r.H, ink)
	}
}

// hatchBar fills an area with slanted strokes.
func (g *tagger) hatchBar(r Rect, color draw.Color) {
	u := g.canvas.Unit()
	step := max(3, round(5*u))
	for x := r.X; x+r.H <= r.X+r.W; x += step {
		g.Out.Line(x, r.Y+r.H, x+r.H, r.Y, max(1, 1.2*u), color)
	}
}

// middleHealth returns the health, or the middle of its bounds if it is estimated.
func middleHealth(s *story.Status) int {
	if !s.HealthKnown && s.HealthMost > s.Health {
		return (s.Health + s.HealthMost) / 2
	}
	return s.Health
}

// healthText returns the health as text, with "≈" if it is estimated. The text is valid until the next call.
func (g *tagger) healthText(s *story.Status) []byte {
	b := g.scratch[:0]
	if !s.HealthKnown {
		b = append(b, "≈"...)
	}
	return strconv.AppendInt(b, int64(middleHealth(s)), 10)
}

// healthInk returns the color of a health: green above two thirds, red if it is low, yellow in between.
func healthInk(s *story.Status) draw.Color {
	switch health := middleHealth(s); {
	case health > 66:
		return colorGood
	case health > lowHealth:
		return colorYellow
	}
	return colorDanger
}

// number returns a number as text, valid until the next call.
func (g *tagger) number(n int) []byte { return strconv.AppendInt(g.scratch[:0], int64(n), 10) }

// mateWord is shown at the name of a team-mate.
const mateWord = "mate"

// shotWord returns the word for the missile at a name, "" if the name is at the player's body. Without the word, the
// player would seem to be in the picture twice.
func shotWord(t *anchor.Label) string {
	switch {
	case !t.Shot:
		return ""
	case t.Weapon == weapon.GrenadeLauncher:
		return actionWords[story.ActionGrenade]
	}
	return actionWords[story.ActionRocket]
}

// lateAt returns how much later than the ghost the followed player is, as text that is valid until the next call. It
// is empty at other names.
func (g *tagger) lateAt(in *Input, t *anchor.Label) []byte {
	if !t.Ghost || !in.Ghost.LateKnown {
		return nil
	}
	return appendLate(g.scratch[:0], in.Ghost.Late)
}

// bracket draws the corners of a frame around the tag of the target.
func (g *tagger) bracket(r Rect, color draw.Color) {
	const away, long, line = 3, 7, 2 // points
	u := g.canvas.Unit()
	r = Rect{r.X - away*u, r.Y - away*u, r.W + 2*away*u, r.H + 2*away*u}
	for _, right := range [...]float32{0, 1} {
		for _, low := range [...]float32{0, 1} {
			x, y := r.X+right*(r.W-line*u), r.Y+low*(r.H-line*u)
			g.Out.Rect(x-right*(long-line)*u, y, long*u, line*u, color)
			g.Out.Rect(x, y-low*(long-line)*u, line*u, long*u, color)
		}
	}
}

// threat draws the sign of a player who aims at the followed one: a red circle with the lines of a crosshair.
func (g *tagger) threat(x, y float32, ink draw.Color) {
	const line = 2 // points
	u := g.canvas.Unit()
	half := plateSign / 2 * u
	g.Out.Ring(x, y, half-(1+line)*u, half-1*u, ink)
	for _, d := range [...]float32{-1, 1} {
		g.Out.Line(x+d*half, y, x+d*half/3, y, line*u, ink)
		g.Out.Line(x, y+d*half, x, y+d*half/3, line*u, ink)
	}
}

// hitMark draws the sign of a recent hit: a red star with four points.
func (g *tagger) hitMark(x, y float32, ink draw.Color) {
	u := g.canvas.Unit()
	long, thin := plateSign/2*u, plateSign/6*u
	g.Out.Quad(x-long, y-long, x+thin, y-thin, x+long, y+long, x-thin, y+thin, ink)
	g.Out.Quad(x+long, y-long, x+thin, y+thin, x-long, y+long, x-thin, y-thin, ink)
}

// tagMoves is the maximum distance that a tag of [Watch] moves from its body, in points. Farther away, it is left
// out.
const tagMoves = 90

// drawLabels draws the tags of the players in the picture. A tag that would cover another moves to a free place.
func (h *HUD) drawLabels(in *Input, area Rect) {
	h.plates.begin(in, plateSpace*h.canvas.Unit())
	h.keepPanels(in)
	if in.Display == Watch {
		h.plates.strict = true // no tag may cover a body or the weapon in first-person view
		h.plates.keep(Rect{in.Hand.X, in.Hand.Y, in.Hand.W, in.Hand.H})
		for _, foes := range [...]bool{true, false} { // the opponent's tag is placed first
			for _, i := range h.plates.order {
				if l := &in.Labels[i]; in.opponent(l) == foes {
					h.drawWatchLabel(in, l, area)
				}
			}
		}
		h.plates.strict = false
		return
	}
	h.nameKilled(in, area)
	for n, i := range h.plates.order {
		if l := &in.Labels[i]; !l.KilledByFollowed { // a cross marks the player instead
			h.drawLabel(in, l, n, area)
		}
	}
}

// drawWatchLabel draws a tag of [Watch] at a free place near its player.
func (h *HUD) drawWatchLabel(in *Input, l *anchor.Label, area Rect) {
	if h.hides(in, l) || l.X < area.X || l.X >= area.X+area.W || l.Shot || l.Player-1 == in.Watched && !l.Ghost {
		return
	}
	t := h.newTag(in, l, false)
	box := t.boxIn(area)
	if h.plates.move(&box, t.Body-1, area, h.canvas.Unit()) {
		h.drawTag(in, &t, box.X+t.left, box.Y)
		h.target(box, t.Player-1)
	}
}

// hides reports whether the picture-in-picture or the server's panel hides a player.
func (h *HUD) hides(in *Input, l *anchor.Label) bool {
	return h.page.hasInset(in) && h.page.insetArea.Has(l.X, l.Y) || h.window == nil && h.server.box.Has(l.X, l.Y)
}

// drawLabel places and draws a tag; n is the number of nearer ones.
func (h *HUD) drawLabel(in *Input, l *anchor.Label, n int, area Rect) {
	if h.hides(in, l) {
		return
	}
	t := h.newTag(in, l, n < plateWords)
	if side := in.killOf(t.Player - 1); side >= 0 && !t.Shot && in.Display == Analyst {
		if r, ok := h.kill.killBox(in, &h.page, side); ok {
			h.drawKillPlate(in, &t, r, area)
			return
		}
	}
	box := t.boxIn(area)
	full := plateFull
	if in.Kill.Known {
		full = plateKill
	}
	if inside := area.X <= l.X && l.X < area.X+area.W; !inside {
		if h.plates.hidden(&box) {
			return
		}
	} else if n >= full && !t.Target && !t.Ghost && h.plates.covers(&box, 1) ||
		!h.plates.place(&box, t.Body-1, area, h.canvas.Unit()) {
		h.tick(in, &t)
		return
	}
	if in.Display == Analyst {
		h.lead(&t, box)
	}
	h.drawTag(in, &t, box.X+t.left, box.Y)
	h.target(box, t.Player-1)
}

// boxIn returns the area of a tag over its player, inside the picture if the player is in it.
func (t *tag) boxIn(area Rect) Rect {
	x := t.X
	if x+t.right > area.X && x-t.left < area.X+area.W {
		x = max(area.X+t.left, min(x, area.X+area.W-t.right))
	}
	return Rect{x - t.left, max(area.Y, min(t.Y, area.Y+area.H)-t.height), t.left + t.right, t.height}
}

// nameKilled names the killer and the victim if they have brackets but no tag, because a wall hides them.
func (h *HUD) nameKilled(in *Input, area Rect) {
	if !h.page.hasKill(in) {
		return
	}
	for side := range in.Kill.Sides {
		s := &in.Kill.Sides[side]
		r, ok := h.kill.killBox(in, &h.page, side)
		for i := range in.Labels {
			if l := &in.Labels[i]; l.Player == s.Player && !l.Shot && !l.KilledByFollowed {
				ok = false
			}
		}
		if !ok {
			continue
		}
		t := h.newTag(in, &anchor.Label{Text: s.Text, Color: s.Color.Alpha(1), Player: s.Player,
			Status: story.Status{Weapon: s.Weapon, Mate: s.Mate, Signs: s.Signs}}, false)
		h.drawKillPlate(in, &t, r, area)
	}
}

// drawKillPlate draws the name of the killer or victim at the bracket around the body.
func (h *HUD) drawKillPlate(in *Input, t *tag, r, area Rect) {
	box := h.killPlate(in, t, r, area)
	if h.plates.hidden(&box) {
		return // the headline names the player
	}
	h.plates.keepName(box, h.canvas.Unit())
	h.drawTag(in, t, box.X+t.left, box.Y)
	h.target(box, t.Player-1)
}

// killPlate returns the area of the tag of the killer or victim: above the bracket around the body or in the nearest
// place beside it, and always inside the picture.
func (h *HUD) killPlate(in *Input, t *tag, r, area Rect) Rect {
	const gap = 3 // points
	u, w := h.canvas.Unit(), t.left+t.right
	middle := (max(r.X, area.X) + min(r.X+r.W, area.X+area.W)) / 2 // of the visible part of the body
	if middle < area.X || middle > area.X+area.W {
		middle = r.X + r.W/2
	}
	area.H = max(0, min(area.H, h.kill.killFloor(in, &h.page, middle-w/2, middle+w/2)-area.Y))
	box := Rect{max(area.X, min(middle-w/2, area.X+area.W-w)),
		max(area.Y, min(r.Y-gap*u, area.Y+area.H)-t.height), w, t.height}
	n := len(h.plates.boxes)
	h.plates.keep(Rect{r.X, r.Y - u, r.W, r.H + 2*u})
	if at, ok := h.plates.free(box, area, 0, u); ok {
		box = at
	}
	h.plates.boxes = h.plates.boxes[:n]
	return box
}

// plateFull is the number of tags, nearest first, that may move to a free place, and plateKill that number during a
// kill preview. In a crowd, others would be too far from their bodies.
const plateFull, plateKill = 6, 3

// tick draws a mark in place of a tag that has no room. It draws none for the tag of a missile and none below a
// panel.
func (h *HUD) tick(in *Input, t *tag) {
	const half, high = 4, 6 // points
	u := h.canvas.Unit()
	if t.Shot || h.plates.hidden(&Rect{t.X - half*u, t.Y - high*u, 2 * half * u, high * u}) {
		return
	}
	ink := t.Color
	if t.Mate {
		ink = colorGood.Alpha(t.Color.A)
	}
	h.out.Triangle(t.X-(half+1.5)*u, t.Y-(high+1.5)*u, t.X+(half+1.5)*u, t.Y-(high+1.5)*u, t.X, t.Y+1.5*u,
		draw.RGB(0x000000).Alpha(0.6*ink.A))
	h.out.Triangle(t.X-half*u, t.Y-high*u, t.X+half*u, t.Y-high*u, t.X, t.Y, ink)
	h.target(Rect{t.X - half*u, t.Y - high*u, 2 * half * u, high * u}, t.Player-1)
}

// printedWidth is the width of most lines that a game prints, in points.
const printedWidth = 340

// keepPanels keeps tags off the panels that are drawn over them: the name plate, the crosshair, the headline of a
// kill, the matchup panel, the score, the printed lines, the centered text, and the panel of a server.
func (h *HUD) keepPanels(in *Input) {
	l, u := &h.page.layout, h.canvas.Unit()
	h.plates.keep(namePlateArea(h, in))
	h.plates.keep(killLineArea(h, in))
	if h.page.hasCrosshair(in) {
		const side = 30 // points
		h.plates.keep(Rect{in.Screen.Width/2 - side/2*u, in.Screen.Height/2 - side/2*u, side * u, side * u})
	}
	h.keepKill(in)
	from := len(h.plates.boxes)
	if panel := h.page.matchup; panel.W > 0 && h.page.playing(in) {
		h.plates.keep(panel)
	}
	if h.window != nil {
		h.keepWindow(in)
	} else {
		if h.page.hasScore(in) {
			score := l.Score
			if !in.World.Match.FlagsKnown() && h.score.tagsWidth() == 0 && len(h.page.score.sides) <= sidesAColumn {
				score.W = min(score.W, printedWidth*u)
			}
			h.plates.keep(score)
		}
		if h.page.playing(in) {
			h.keepTexts(in)
		}
		h.plates.keep(h.server.box)
	}
	h.plates.panels = [2]int{from, len(h.plates.boxes)}
}

// keepTexts extends keepPanels by the panels of a window with one view during playback.
func (h *HUD) keepTexts(in *Input) {
	l, u := &h.page.layout, h.canvas.Unit()
	text, _ := h.messages.layoutCenter(in, centerArea(h, in))
	h.plates.keep(text)
	h.plates.keep(infoArea(h, in))
	h.plates.keep(h.teamPanel(in, &h.page))
	for _, b := range l.Beside.column() {
		h.plates.keep(b)
	}
	if h.page.hasInset(in) {
		h.plates.keep(h.page.insetArea)
	}
	for _, b := range h.subtitles.taken {
		h.plates.keep(b)
	}
	h.feed.collect(in)
	line := h.canvas.Atlas.lineHeight(fontText)
	h.plates.keep(Rect{l.Notices.X, l.Notices.Y, min(l.Notices.W, printedWidth*u),
		min(l.Notices.H, float32(len(h.feed.lately))*line)})
}

// lead draws a line from a tag that had to move to its player's head.
func (g *tagger) lead(t *tag, box Rect) {
	u := g.canvas.Unit()
	x, y := max(box.X, min(t.X, box.X+box.W)), max(box.Y, min(t.Y, box.Y+box.H))
	dx, dy := t.X-x, t.Y-y
	const lineGround, line, far = 0.6, 0.8, 10 // opacities, and the minimum distance in points
	if dx*dx+dy*dy < far*far*u*u {
		return
	}
	g.Out.Line(x, y, t.X, t.Y, 3*u, draw.RGB(0x000000).Alpha(lineGround*t.Color.A))
	g.Out.Line(x, y, t.X, t.Y, 1.2*u, t.Color.Alpha(line*t.Color.A))
}

// calmed reports whether a tag belongs to a player without a part in the kill of the kill preview: it has the weapon
// beside it and a small health bar below it.
func (in *Input) calmed(t *anchor.Label) bool {
	return in.Kill.Holds() && !t.Ghost && !t.Shot && in.killOf(t.Player-1) < 0
}

// foe reports whether a tag belongs to the opponent in the fight.
func (in *Input) foe(t *anchor.Label) bool {
	l := &in.Matchup.Sides[1]
	return l.Text != "" && t.Player == l.Player
}

// opponent reports whether a tag belongs to the followed player's opponent: in the fight or, if no other opponent is
// in the picture, in the crosshair.
func (in *Input) opponent(l *anchor.Label) bool {
	return !l.Unseen && (l.Target || l.KilledByFollowed || in.foe(l))
}

const (
	// plateNear is the maximum number of boxes considered in the search for a free place near a tag, and plateReach
	// their maximum distance in points.
	plateNear, plateReach = 10, 160
	// plateAside and plateBelow are how much more a distance to the side and one down count than one up.
	plateAside, plateBelow = 1.5, 4
	// headPart is the part of a body, from the top, that is the head.
	headPart = 0.3
	// A tag is small at bodies lower than smallPlate of the picture's height: 45 of 720 lines.
	smallPlate = 1. / 16
)

// plates are the tags placed in the picture.
type plates struct {
	order []int  // indices of [Input.Labels], in the order of placing
	boxes []Rect // boxes that tags must not cover
	// panels is the range of boxes in which a tag would be unreadable, because other text is there.
	panels [2]int
	space  float32
	// bodies must not be covered by tags. own is the body whose tag is being placed.
	bodies []anchor.Body
	own    int  // index, -1 for none
	strict bool // the followed player's body counts, too
}

// begin sorts tags by distance, with tags of missiles after those of players, and hidden players last.
func (p *plates) begin(in *Input, space float32) {
	p.order, p.boxes, p.panels, p.bodies, p.space = p.order[:0], p.boxes[:0], [2]int{}, in.Bodies, space
	for i := range in.Labels {
		p.order = append(p.order, i)
		for k := i; k > 0 && in.before(&in.Labels[i], &in.Labels[p.order[k-1]]); k-- {
			p.order[k], p.order[k-1] = p.order[k-1], i
		}
	}
}

// keep keeps tags off a box.
func (p *plates) keep(b Rect) {
	if b.W > 0 && b.H > 0 {
		p.boxes = append(p.boxes, b)
	}
}

// before reports whether tag a is placed before tag b: first those of a kill.
func (in *Input) before(a, b *anchor.Label) bool {
	ka, kb := in.killOf(a.Player-1) >= 0 && !a.Shot, in.killOf(b.Player-1) >= 0 && !b.Shot
	switch {
	case ka != kb:
		return ka
	case a.Unseen != b.Unseen:
		return b.Unseen
	case a.Shot != b.Shot:
		return b.Shot
	}
	return a.Depth < b.Depth
}

// place moves a tag to the nearest place where it covers no other tag and no body, and keeps others off it. If there
// is none, it may cover bodies below their heads and, if that does not help, other tags. It returns false if the tag
// would cover a panel.
func (p *plates) place(box *Rect, own int, area Rect, u float32) bool {
	p.own = own
	for _, part := range [...]float32{1, headPart} {
		if at, ok := p.free(*box, area, part, u); ok {
			*box = at
			p.keepName(*box, u)
			return true
		}
	}
	if p.hidden(box) {
		return false
	}
	p.keepName(*box, u)
	return true
}

// move moves the box of a tag of [Watch] to a free place near the body own, and keeps it. It reports whether there is
// such a place.
func (p *plates) move(box *Rect, own int, area Rect, u float32) bool {
	p.own = own
	at, ok := p.free(*box, area, 1, u)
	dx, dy := at.X-box.X, at.Y-box.Y
	if !ok || dx*dx+dy*dy > tagMoves*tagMoves*u*u {
		return false
	}
	*box = at
	p.keepName(at, u)
	return true
}

// hidden reports whether a box overlaps a panel, where it would be unreadable.
func (p *plates) hidden(box *Rect) bool {
	for i := range p.boxes[p.panels[0]:p.panels[1]] {
		if overlap(box, &p.boxes[p.panels[0]+i]) {
			return true
		}
	}
	return false
}

// keepName keeps tags off a tag, with more distance at its sides than above and below.
func (p *plates) keepName(b Rect, u float32) {
	p.keep(Rect{b.X - plateBeside*u, b.Y, b.W + 2*plateBeside*u, b.H})
}

// free returns the place nearest to first where a box covers no other box and not the upper part of a body; ok is
// false if there is none. part is the upper part of bodies that counts.
func (p *plates) free(first Rect, area Rect, part, u float32) (at Rect, ok bool) {
	if inside(&first, area) && !p.covers(&first, part) {
		return first, true
	}
	var near [plateNear]Rect
	n := p.nearest(&near, &first, part, plateReach*u)
	best := float32(0)
	for i := -1; i < 2*n; i++ {
		box := first
		box.Y = max(area.Y, box.Y)
		if i >= 0 {
			if b := &near[i/2]; i%2 == 0 {
				box.Y = b.Y - box.H - p.space
			} else {
				box.Y = b.Y + b.H + p.space
			}
		}
		for k := -1; k < 2*n; k++ {
			box.X = max(area.X, min(first.X, area.X+area.W-first.W))
			if k >= 0 {
				if b := &near[k/2]; k%2 == 0 {
					box.X = b.X - box.W - p.space
				} else {
					box.X = b.X + b.W + p.space
				}
			}
			dx, dy := plateAside*(box.X-first.X), box.Y-first.Y
			if dy > 0 {
				dy *= plateBelow
			}
			if far := dx*dx + dy*dy; (!ok || far < best) && inside(&box, area) && !p.covers(&box, part) {
				at, best, ok = box, far, true
			}
		}
	}
	return at, ok
}

// inside reports whether a box is inside an area.
func inside(b *Rect, area Rect) bool {
	return b.X >= area.X && b.Y >= area.Y && b.X+b.W <= area.X+area.W && b.Y+b.H <= area.Y+area.H
}

// covers reports whether a box overlaps another box or the upper part of a body.
func (p *plates) covers(box *Rect, part float32) bool {
	if p.onPanel(box) {
		return true
	}
	if part <= 0 {
		return false
	}
	for i := range p.bodies {
		if b := p.body(i, part); overlap(box, &b) {
			return true
		}
	}
	return false
}

// onPanel reports whether a box overlaps one that is kept free, such as another tag.
func (p *plates) onPanel(box *Rect) bool {
	for i := range p.boxes {
		if overlap(box, &p.boxes[i]) {
			return true
		}
	}
	return false
}

// body returns the upper part of a body. The followed player's is empty, because tags may cover it, unless the tag is
// the player's own.
func (p *plates) body(i int, part float32) Rect {
	b := &p.bodies[i]
	if b.Watched && i != p.own && !p.strict {
		return Rect{}
	}
	return Rect{b.X, b.Y, b.W, b.H * part}
}

// overlap reports whether two boxes overlap.
func overlap(a, b *Rect) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// nearest fills in the boxes and bodies nearest to a box and within reach, and returns their number.
func (p *plates) nearest(list *[plateNear]Rect, box *Rect, part, reach float32) (n int) {
	var away [plateNear]float32
	for i := range len(p.boxes) + len(p.bodies) {
		var b Rect
		if i < len(p.boxes) {
			b = p.boxes[i]
		} else {
			b = p.body(i-len(p.boxes), part)
		}
		far := max(b.X-box.X-box.W, box.X-b.X-b.W, b.Y-box.Y-box.H, box.Y-b.Y-b.H)
		if b.W <= 0 || far > reach {
			continue
		}
		k := n
		if n < plateNear {
			n++
		} else if k--; away[k] <= far {
			continue
		}
		for ; k > 0 && away[k-1] > far; k-- {
			away[k], list[k] = away[k-1], list[k-1]
		}
		away[k], list[k] = far, b
	}
	return n
}
