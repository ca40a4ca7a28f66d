package hud

import (
	"strconv"

	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// tagger draws what is said of players: tags, plates, duels and pointers.
type tagger struct{ canvas }

// look is how a tag looks. Sizes are in points.
type look struct {
	font textFont // of the name
	icon float32  // size of icons
	// letters is set if the weapon is in letters, as in [Analyst], otherwise it is an icon.
	letters bool
	// bar is the width of a full health bar, health and armor the heights of the bars, apart the gap between these, and
	// rows the height of all below the name.
	bar, health, armor, apart, rows float32
	// numbers is set if the bar of health has a number, in the font number, and metal if armor has one.
	numbers, metal bool
	number         textFont
	side, top, low float32 // margins
}

// The looks: in [Analyst] that of a tag, and that of one far away; in [Watch] those of the tags of the opponent and of
// others.
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
	plateBeside = 8  // between two that stand beside one another
	plateSign   = 12 // of the fight
	plateStrip  = 4  // of a team-mate
	plateShield = 10 // of armor, with the gap behind it
	barGap      = 2  // between the name and the bar in [Watch]
	// plateWords is at how many tags, the nearest, there are words at the signs of the fight.
	plateWords = 4
)

// What fills the bars of health and armor. From lowBar on a bar of [Watch] is red: one rocket or rail is enough for a
// kill, or nearly.
const (
	fullHealth = 100
	fullArmor  = 200
	lowBar     = 35
)

const (
	// A tag of [Watch] is the name alone at bodies that are lower than tagFar of the picture's height, and the bar
	// alone at those lower than tagFarthest.
	tagFar, tagFarthest = 1. / 16, 1. / 36
	// tagFaint is how opaque the tags of [Watch] are at least, but that of the opponent, and tagCalm at most.
	tagFaint, tagCalm = 0.5, 0.9
	// plateGround is how opaque the ground of a tag is. During a kill preview, plateFirm replaces it for the killer and
	// the victim, plateCalm is how opaque the tags of other players are at most, and plateFaintest at least.
	plateGround, plateFirm, plateCalm, plateFaintest = 0.5, 0.75, 0.7, 0.5
)

// tag is the name of a player in the picture, with weapon, health and signs. Its label has only what it shows.
type tag struct {
	anchor.Label
	look
	weapon      icon   // iconNone for none
	letters     string // of the weapon, empty for none
	name, bar   bool   // there is a name, and a bar of health
	words       bool   // there is room for all that the signs of the fight say
	ground      float32
	left, right float32 // how far it reaches from its middle, in pixels
	height      float32
}

// newTag returns what a tag shows, and its size. If words is set, there is room for words.
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
	u, a := g.canvas.Unit(), g.canvas.Atlas
	if t.name {
		r := g.rowOf(t.font, 0, 0, false)
		middle := g.tagRow(in, &t, &r)
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
	if t.height += (t.top + t.low) * u; !t.look.letters { // it is placed by whole pixels
		half := round(t.left+t.right) / 2
		t.left, t.right, t.height = half, half, round(t.height)
	}
	return t
}

// plate sets what a tag shows in [Analyst]: of a distant player only a thin bar of health. During a kill preview, tags
// of all but the killer and the victim are calm.
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

// watchTag sets what a tag shows in [Watch]: the weapon, the name, a flag and a thin bar of health, and of the opponent
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
	flags := world.Carried(0)
	for i := range carriedIcons {
		if k := &carriedIcons[i]; k.icon == iconFlag {
			flags |= k.what
		}
	}
	t.Carried &= flags
}

// bodyPart returns how high the body of a tag's player is as a part of the picture's height, 1 if it is not known.
func (in *Input) bodyPart(l *anchor.Label) float32 {
	if l.Body <= 0 || l.Body > len(in.Bodies) {
		return 1
	}
	return in.Bodies[l.Body-1].H / max(1, in.Screen.Height)
}

// hasArmorBar reports whether a bar of armor is below that of health.
func (t *tag) hasArmorBar() bool { return t.look.armor > 0 && t.ArmorKnown && t.Armor > 0 }

// tagRow adds the weapon, the name, what the player carries and the signs to a row, and returns where the middle of the
// name is.
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

// What the signs of the fight say.
const (
	hitWord  = "is hit"
	aimsWord = "aims at"
	youWord  = "you"

	shortHit, shortAims = "hit", "aims" // where there is little room: nobody knows a sign without a word
)

// fightSign adds the most important sign of the fight to a row, with words where there is room. A hit comes before an
// aim at the followed player.
func (g *tagger) fightSign(in *Input, t *tag, r *textRow) {
	if !in.On(setting.HitSigns) || t.Hurt <= 0 && (!t.Threat || in.Kill.Holds()) {
		return // that the killer aims at the victim needs no sign
	}
	r.space(rowGap)
	aims := t.Hurt <= 0
	word, ink, sign := hitWord, colorDanger.Alpha(0.4+0.6*t.Hurt), (*tagger).hitMark // words can be read until they go
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

// drawTag draws a tag with the middle of its upper side at x and y.
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
	if t.metal && t.Target && in.killOf(t.Player-1) < 0 { // bodies that are far away have brackets
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

// healthBar fills a bar with a health, from its right end if away is set: fainter where it is estimated, and hatched if
// nothing is known.
func (g *tagger) healthBar(r Rect, s *story.Status, ink draw.Color, away bool) {
	const about, least = 0.75, 0.4 // how opaque an estimate and its uncertain part are
	g.barOf(r, 0, ink, away)
	switch health, most := s.HealthBounds(fullHealth); {
	case s.HealthKnown:
		g.fillBar(r, float32(health)/fullHealth, ink, away)
	case s.HealthAbout:
		g.fillBar(r, float32(most)/fullHealth, ink.Alpha(least), away)
		g.fillBar(r, float32(health)/fullHealth, ink.Alpha(about), away)
	default: // an empty bar would be taken for no health
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

// middleHealth returns a health, or the middle of the bounds of one that is estimated.
func middleHealth(s *story.Status) int {
	if !s.HealthKnown && s.HealthMost > s.Health {
		return (s.Health + s.HealthMost) / 2
	}
	return s.Health
}

// healthText returns a health in letters, which are valid until the next call, with "≈" if it is estimated.
func (g *tagger) healthText(s *story.Status) []byte {
	b := g.scratch[:0]
	if !s.HealthKnown {
		b = append(b, "≈"...)
	}
	return strconv.AppendInt(b, int64(middleHealth(s)), 10)
}

// healthInk returns the color of a health: green, yellow from two thirds on, and red where it is low.
func healthInk(s *story.Status) draw.Color {
	switch health := middleHealth(s); {
	case health > 66:
		return colorGood
	case health > lowHealth:
		return colorYellow
	}
	return colorDanger
}

// number returns a number in letters, which are valid until the next call.
func (g *tagger) number(n int) []byte { return strconv.AppendInt(g.scratch[:0], int64(n), 10) }

// mateWord is at the name of a team-mate.
const mateWord = "mate"

// shotWord returns the word for the missile at a name, "" if the name is at the player's body. Without the word the
// player would seem to be in the picture twice.
func shotWord(t *anchor.Label) string {
	switch {
	case !t.Shot:
		return ""
	case t.Weapon == weapon.GrenadeLauncher:
		return deedWords[story.ActionGrenade]
	}
	return deedWords[story.ActionRocket]
}

// lateAt returns by how much the followed player is later than the ghost, as text that is valid until the next call.
// It is empty at other names.
func (g *tagger) lateAt(in *Input, t *anchor.Label) []byte {
	if !t.Ghost || !in.Ghost.LateKnown {
		return nil
	}
	return appendLate(g.scratch[:0], in.Ghost.Late)
}

// bracket draws the corners of a frame around the plate of the target.
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

// threat draws the sign of a player that aims at the followed one: a red circle with the lines of a sight.
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
