package hud

import (
	"strconv"

	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Sizes of a player's plate, in points.
const (
	plateWidth  = 46 // of a full bar
	plateHealth = 6  // height of the bar
	plateArmor  = 3.5
	plateIcon   = 13
	plateRow    = 16 // height of the bars with their numbers
	plateGap    = 3  // between a bar and its number
	plateSpace  = 2  // between two plates
	plateBeside = 8  // between two that stand beside one another
	plateSign   = 12 // of who threatens
	plateHit    = 12 // of a player that was hit
	plateStrip  = 4  // of a team mate
	plateSmall  = 30 // width of a distant player's bar
	plateThin   = 4  // and its height
	plateShield = 10 // of armor, with the gap behind it
	plateLead   = 10 // from how far away a line leads to the head
)

// What fills the bars at a name.
const (
	fullHealth = 100
	fullArmor  = 200
)

// plate is a name that is being placed.
type plate struct {
	anchor.Label
	half        float32 // half the name's width, in pixels
	tag         string  // the weapon's
	left, right float32 // how far it reaches from its middle, in pixels
	height      float32
	small       bool    // of a distant player: one line, and a thin bar
	drawn       bool    // on a ground
	words       bool    // there is room for all that the signs say
	ground      float32 // how much the ground hides
}

// drawLabels writes names into the picture: before each the letters of the weapon in hand, behind it what else the
// player carries, and below it bars of health and armor with their numbers. Behind the ghost's name is by how much
// the followed player is late. A name that would cover that of a nearer player moves above it.
func (h *HUD) drawLabels(in *Input, area Rect) {
	if in.Display == Watch {
		h.drawNameTags(in, area)
		return
	}
	u := h.canvas.Unit()
	h.plates.begin(in, plateSpace*u)
	h.keepPanels(in)
	h.nameKilled(in, area)
	for n, i := range h.plates.order {
		l := &in.Labels[i]
		if l.Felled {
			continue // a cross is there
		}
		if hasInset(h, in) && h.insetArea.Has(l.X, l.Y) {
			continue // the inset hides whose name it is
		}
		if h.window == nil && h.layouts.box.Has(l.X, l.Y) {
			continue // and so does the server's panel
		}
		p := h.newPlate(in, l, n < plateWords)
		if p.Body > 0 && p.Body <= len(in.Bodies) {
			p.Y = min(p.Y, in.Bodies[p.Body-1].Y)
		}
		if side := in.killOf(p.Player - 1); side >= 0 && !p.Shot {
			if r, ok := h.killBox(in, side); ok {
				h.drawKillPlate(in, &p, r, area)
				continue
			}
		}
		x := p.X
		if x+p.right > area.X && x-p.left < area.X+area.W {
			x = max(area.X+p.left, min(x, area.X+area.W-p.right))
		}
		box := Rect{x - p.left, max(area.Y, min(p.Y, area.Y+area.H)-p.height), p.left + p.right, p.height}
		if full := plateFull; area.X <= p.X && p.X < area.X+area.W && !p.Target && !p.Ghost {
			if in.Kill.Known {
				full = plateKill
			}
			if n >= full && h.plates.covers(&box, 1) {
				h.tick(in, &p)
				continue
			}
		}
		if p.X < area.X || p.X >= area.X+area.W {
			if h.plates.hidden(&box) {
				continue
			}
		} else if !h.plates.place(&box, p.Body-1, area, u) {
			h.tick(in, &p)
			continue
		}
		h.lead(&p, box)
		h.drawPlate(in, &p, box.X+p.left, box.Y)
		h.target(box, p.Player-1)
	}
}

// nameKilled names those of the two of a kill who have brackets, but no name: a wall hides them.
func (h *HUD) nameKilled(in *Input, area Rect) {
	if !hasKill(h, in) {
		return
	}
	for side := range in.Kill.Sides {
		s := &in.Kill.Sides[side]
		r, ok := h.killBox(in, side)
		for i := range in.Labels {
			if l := &in.Labels[i]; l.Player == s.Player && !l.Shot && !l.Felled {
				ok = false
			}
		}
		if !ok {
			continue
		}
		p := h.newPlate(in, &anchor.Label{Text: s.Text, Color: s.Color.Alpha(1), Scale: 1, Player: s.Player,
			Status: story.Status{Weapon: s.Weapon, Mate: s.Mate, Signs: s.Signs}}, false)
		h.drawKillPlate(in, &p, r, area)
	}
}

// drawKillPlate draws the name of the killer or victim at the bracket around the body.
func (h *HUD) drawKillPlate(in *Input, p *plate, r, area Rect) {
	box := h.killPlate(in, p, r, area)
	if h.plates.hidden(&box) {
		return // the line says who it is
	}
	h.plates.keepName(box, h.canvas.Unit())
	h.drawPlate(in, p, box.X+p.left, box.Y)
	h.target(box, p.Player-1)
}

// killPlate returns where the name of the killer or victim is: above the bracket around the body, below or beside it
// where there is no room, and always in the picture.
func (h *HUD) killPlate(in *Input, p *plate, r, area Rect) Rect {
	const gap = 3 // points
	u := h.canvas.Unit()
	w := p.left + p.right
	if right := area.X + area.W; r.X < right && r.X+r.W > area.X { // at the visible part of the body
		left := max(r.X, area.X)
		r.X, r.W = left, min(r.X+r.W, right)-left
	}
	middle := r.X + r.W/2
	floor := h.killFloor(in, middle-w/2, middle+w/2)
	best := Rect{middle - w/2, r.Y - gap*u - p.height, w, p.height}
	under := best // on somebody large whose head a panel covers
	if info := h.page.layout.Info; h.playing(in) && r.Y < info.Y+info.H && r.Y+r.H/2 > info.Y+info.H &&
		r.X+r.W > info.X {
		under.Y = info.Y + info.H + gap*u
	}
	boxes := [...]Rect{
		best,
		under,
		{best.X, r.Y + r.H + gap*u, w, p.height},
		{r.X - gap*u - w, r.Y + r.H/2 - p.height, w, p.height},
		{r.X + r.W + gap*u, r.Y + r.H/2 - p.height, w, p.height},
	}
	// the way comes from below
	if side := in.killOf(p.Player - 1); side >= 0 && in.Kill.Sides[1-side].At == anchor.KillEye {
		boxes[2], boxes[3], boxes[4] = boxes[3], boxes[4], boxes[2]
		if side > 0 && in.Kill.Flies && in.Kill.X < middle { // or from the left
			boxes[2], boxes[3] = boxes[3], boxes[2]
		}
	}
	for _, box := range boxes {
		if box.X == best.X {
			box.X = max(area.X, min(box.X, area.X+area.W-w))
		}
		if box.X >= area.X && box.X+w <= area.X+area.W && box.Y >= area.Y && box.Y+box.H <= floor &&
			!h.plates.onPanel(&box) {
			return box
		}
	}
	best.X, best.Y = max(area.X, min(best.X, area.X+area.W-w)), max(area.Y, min(best.Y, area.Y+area.H-p.height))
	area.H = max(0, min(area.H, floor-area.Y))
	if at, ok := h.plates.free(best, area, 0, u); ok { // the other name overlaps all of them
		return at
	}
	return best
}

// plateFull is how many names, from the nearest on, may move to where there is room, and plateKill how many during a
// kill preview. In a crowd the others would be far from their bodies.
const plateFull, plateKill = 6, 3

// tick draws a mark in the place of a name for which there is no room, none for that of a shot, and none below a panel.
func (h *HUD) tick(in *Input, p *plate) {
	const half, high = 4, 6 // points
	u := h.canvas.Unit()
	if p.Shot || h.plates.hidden(&Rect{p.X - half*u, p.Y - high*u, 2 * half * u, high * u}) {
		return
	}
	ink := p.Color
	if p.Mate {
		ink = colorGood.Alpha(p.Color.A)
	}
	h.out.Triangle(p.X-(half+1.5)*u, p.Y-(high+1.5)*u, p.X+(half+1.5)*u, p.Y-(high+1.5)*u, p.X, p.Y+1.5*u,
		draw.RGB(0x000000).Alpha(0.6*ink.A))
	h.out.Triangle(p.X-half*u, p.Y-high*u, p.X+half*u, p.Y-high*u, p.X, p.Y, ink)
	h.target(Rect{p.X - half*u, p.Y - high*u, 2 * half * u, high * u}, p.Player-1)
}

// printedWidth is as wide as most lines are that a game prints, in points.
const printedWidth = 340

// keepPanels keeps names away from panels that are drawn over them: the name plate, the crosshair, the words of a kill,
// the matchup panel, the score, the printed lines, the text in the middle, and the panel of a server.
func (h *HUD) keepPanels(in *Input) {
	l, u := &h.page.layout, h.canvas.Unit()
	h.plates.keep(namePlateArea(h, in))
	h.plates.keep(killLineArea(h, in))
	if hasCrosshair(h, in) {
		const side = 30 // points
		h.plates.keep(Rect{in.Screen.Width/2 - side/2*u, in.Screen.Height/2 - side/2*u, side * u, side * u})
	}
	h.keepKill(in)
	from := len(h.plates.boxes)
	if panel := h.duelPanel(in, duelArea(h, in)); panel.W > 0 && h.playing(in) {
		h.plates.keep(panel)
	}
	if h.window != nil {
		h.keepWindow(in)
	} else {
		if hasScore(h, in) {
			score := l.Score
			if !in.World.Match.FlagsKnown() && h.tagsWidth() == 0 && len(h.score.sides) <= sidesAColumn {
				score.W = min(score.W, printedWidth*u)
			}
			h.plates.keep(score)
		}
		if h.playing(in) {
			h.keepTexts(in)
		}
		h.plates.keep(h.layouts.box)
	}
	h.plates.panels = [2]int{from, len(h.plates.boxes)}
}

// keepTexts is keepPanels for what a window with one view draws while it plays.
func (h *HUD) keepTexts(in *Input) {
	l, u := &h.page.layout, h.canvas.Unit()
	text, _ := h.layCenter(in, centerArea(h, in))
	h.plates.keep(text)
	h.plates.keep(infoArea(h, in))
	h.plates.keep(h.teamPanel(in))
	for _, b := range [...]*Rect{&l.Beside.Timers, &l.Beside.Buttons, &l.Beside.Speed, &l.Beside.Ghost} {
		h.plates.keep(*b)
	}
	if hasInset(h, in) {
		h.plates.keep(h.insetArea)
	}
	for _, b := range h.subtitles.taken {
		h.plates.keep(b)
	}
	h.feed(in)
	line := h.canvas.Atlas.lineHeight(fontText)
	h.plates.keep(Rect{l.Notices.X, l.Notices.Y, min(l.Notices.W, printedWidth*u),
		min(l.Notices.H, float32(len(h.lately))*line)})
}

// lead draws a line to a head from a plate that had to go away from it.
func (h *HUD) lead(p *plate, box Rect) {
	u := h.canvas.Unit()
	x, y := max(box.X, min(p.X, box.X+box.W)), max(box.Y, min(p.Y, box.Y+box.H))
	dx, dy := p.X-x, p.Y-y
	if dx*dx+dy*dy < plateLead*plateLead*u*u {
		return
	}
	const lineGround, line = 0.6, 0.8 // how opaque
	h.out.Line(x, y, p.X, p.Y, 3*u, draw.RGB(0x000000).Alpha(lineGround*p.Color.A))
	h.out.Line(x, y, p.X, p.Y, 1.2*u, p.Color.Alpha(line*p.Color.A))
}

// newPlate measures a player's plate.
func (h *HUD) newPlate(in *Input, t *anchor.Label, words bool) plate {
	c := &h.canvas
	u := c.Unit()
	p := plate{Label: *t, ground: plateGround, tag: t.Weapon.Tag()}
	if t.Shot {
		p.tag = ""
	}
	if in.killedAndBack(t.Player - 1) {
		p.HealthKnown, p.HealthAbout, p.ArmorKnown = false, false, false
	}
	if in.calmed(t) {
		p.ArmorKnown, p.Threat, p.Target, p.Hurt = false, false, false, 0
		p.Color.A *= plateCalm
		if !t.Unseen {
			p.Color.A = max(p.Color.A, plateFaintest)
		}
	} else if in.Kill.Holds() && !t.Ghost && !t.Shot && !t.Unseen {
		p.Color.A, p.ground = 1, plateFirm // one of the two, however far away
	}
	p.small = t.Body > 0 && t.Body <= len(in.Bodies) && in.Bodies[t.Body-1].H < smallPlate*in.Screen.Height ||
		in.calmed(t)
	p.words = (words && !p.small || t.Target) && !in.foe(t) && !in.Kill.Holds()
	p.half = textWidth(c.Atlas, fontText, t.Text, in.charset()) / 2
	p.left, p.right, p.height = p.half, p.half, c.Atlas.lineHeight(fontText)
	if p.tag != "" {
		p.left += plateTagGap*u + textWidth(c.Atlas, fontSmall, p.tag, charsetOwn)
	}
	if late := h.lateAt(in, t); len(late) > 0 {
		p.right += plateLateGap*u + textWidth(c.Atlas, fontText, late, charsetOwn)
	}
	if word := shotWord(t); word != "" {
		p.right += plateShotGap*u + textWidth(c.Atlas, fontSmall, word, charsetOwn)
	}
	for k := range carriedIcons {
		if t.Carried&carriedIcons[k].what != 0 {
			p.right += (plateIcon + 2) * u
		}
	}
	if t.Mate {
		p.right += plateTagGap*u + textWidth(c.Atlas, fontSmall, mateWord, charsetOwn)
	}
	p.right += h.tagSigns(t, atPlate, 0, 0, 0, plateIcon, 0, false)
	p.right += h.sign(in, &p, 0, 0, false)
	switch {
	case p.small && p.HasHealth():
		side := (plateSmall/2 + plateGap) * u
		if p.numbered() {
			p.left = max(p.left, side+textWidth(c.Atlas, fontSmall, h.healthText(t), charsetOwn))
		}
		p.left, p.right = max(p.left, side), max(p.right, side)
		p.height += (plateThin + 3) * u
	case p.small:
	case p.HasHealth():
		side := (plateWidth/2 + plateGap) * u
		p.left = max(p.left, side+textWidth(c.Atlas, fontStrong, h.healthText(t), charsetOwn))
		p.right = max(p.right, side)
		p.height += plateRow * u
	}
	if p.HasArmor() && !p.small {
		p.right = max(p.right, (plateWidth/2+plateGap+plateShield)*u+textWidth(c.Atlas, fontSmall, h.number(t.Armor),
			charsetOwn))
		if !p.HasHealth() {
			p.height += plateRow * u
		}
	}
	if p.drawn = p.tag != "" || p.HasHealth() || p.HasArmor(); p.drawn {
		p.left, p.right = p.left+plateMargin*u, p.right+plateMargin*u
	}
	if p.Mate {
		p.left += plateStrip * u
	}
	return p
}

// During a kill preview, plateCalm is how opaque the names of other players are at most, plateFaintest how opaque they
// are at least, and plateFirm replaces plateGround for the killer and the victim.
const plateCalm, plateFaintest, plateFirm = 0.7, 0.5, 0.75

// calmed reports whether a name is that of one who has no part in the kill that the picture is about: it has
// the weapon beside it, and a small bar of health below it.
func (in *Input) calmed(t *anchor.Label) bool {
	return in.Kill.Holds() && !t.Ghost && !t.Shot && in.killOf(t.Player-1) < 0
}

// foe reports whether a name is that of the opponent in the fight.
func (in *Input) foe(t *anchor.Label) bool {
	l := &in.Matchup.Sides[1]
	return l.Text != "" && t.Player == l.Player
}

// plateGround is how opaque a plate's ground is.
const plateGround = 0.5

// Gaps between the name and a weapon's letters, and before the ghost's lateness, in points.
const (
	plateTagGap  = 5
	plateMargin  = 3 // around it
	plateLateGap = 6
	plateShotGap = 3 // before what flies there
)

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
func (h *HUD) lateAt(in *Input, t *anchor.Label) []byte {
	if !t.Ghost || !in.Ghost.LateKnown {
		return nil
	}
	return appendLate(h.scratch[:0], in.Ghost.Late)
}

// mateWord is at the name of a team-mate.
const mateWord = "mate"

// healthText returns a health in letters, which are valid until the next call: with "≈" what is estimated, in
// the middle of its bounds, which the bar has.
func (h *HUD) healthText(t *anchor.Label) []byte {
	b, health := h.scratch[:0], t.Health
	if !t.HealthKnown {
		b = append(b, "≈"...)
		if t.HealthMost > health {
			health = (health + t.HealthMost) / 2
		}
	}
	return strconv.AppendInt(b, int64(health), 10)
}

// drawPlate draws a plate with the middle of its upper side at x and y.
func (h *HUD) drawPlate(in *Input, p *plate, x, y float32) {
	c := &h.canvas
	u := c.Unit()
	line := c.Atlas.lineHeight(fontText)
	box := Rect{x - p.left, y, p.left + p.right, p.height}
	if p.drawn {
		h.out.Rect(box.X, box.Y, box.W, box.H, colorPanel.Alpha(p.ground*p.Color.A))
	}
	if p.Mate {
		h.out.Rect(box.X, box.Y, plateStrip*u, box.H, colorGood.Alpha(p.Color.A))
	}
	if p.Target && !p.small && in.killOf(p.Player-1) < 0 { // bodies that are far away have brackets
		h.bracket(box, colorText.Alpha(p.Color.A))
	}
	drawName(in, c, fontText, x-p.half, y, p.Text, p.Color)
	low := y + c.Atlas.ascent(fontText) - c.Atlas.ascent(fontSmall) // for small words on the same base line
	if p.tag != "" {
		drawTextRight(c, fontSmall, x-p.half-plateTagGap*u, low, p.tag, charsetOwn, colorDim.Alpha(p.Color.A))
	}
	at := x + p.half + 4*u
	if late := h.lateAt(in, &p.Label); len(late) > 0 {
		at += 2*u + drawText(c, fontText, at, y, late, charsetOwn, in.Ghost.lateColor().Alpha(p.Color.A))
	}
	if word := shotWord(&p.Label); word != "" {
		drawText(c, fontSmall, x+p.half+plateShotGap*u, low, word, charsetOwn, colorText.Alpha(0.8*p.Color.A))
	}
	for k := range carriedIcons {
		if w := &carriedIcons[k]; p.Carried&w.what != 0 {
			c.drawIcon(w.icon, at, y+(line-plateIcon*u)/2, plateIcon*u, w.color.Alpha(p.Color.A))
			at += (plateIcon + 2) * u
		}
	}
	if p.Mate {
		at += (plateTagGap-4)*u + drawText(c, fontSmall, at+(plateTagGap-4)*u, low, mateWord, charsetOwn,
			colorGood.Alpha(p.Color.A))
	}
	at += h.tagSigns(&p.Label, atPlate, at, y, line, plateIcon, p.Color.A, true)
	h.sign(in, p, at, y, true)
	if !p.HasHealth() && !p.HasArmor() {
		return
	}
	y += line
	if p.small {
		if p.HasHealth() {
			h.drawHealth(p, Rect{x - plateSmall/2*u, y + 1*u, plateSmall * u, plateThin * u},
				y+(plateThin/2+1)*u-line/2)
		}
		return
	}
	strong := y + (plateRow*u-c.Atlas.lineHeight(fontStrong))/2
	digits := y + (plateRow*u-c.Atlas.lineHeight(fontSmall))/2
	high := float32(plateHealth)
	if p.ArmorKnown && p.Armor > 0 {
		high += plateArmor + 1
	}
	y += (plateRow - high) / 2 * u
	side := (plateWidth/2 + plateGap) * u
	if p.HasHealth() {
		h.drawHealth(p, Rect{x - plateWidth/2*u, y, plateWidth * u, plateHealth * u}, strong)
	}
	if p.HasArmor() {
		ink := p.ArmorColor.Mix(colorText, 0.2).Alpha(p.Color.A)
		if p.Armor == 0 {
			ink = colorDim.Alpha(p.Color.A)
		}
		c.drawIcon(iconArmor, x+side, digits+(c.Atlas.lineHeight(fontSmall)-(plateShield-1)*u)/2,
			(plateShield-1)*u, ink)
		drawText(c, fontSmall, x+side+plateShield*u, digits, h.number(p.Armor), charsetOwn, ink)
		if p.Armor == 0 {
			return
		}
		h.plateBar(Rect{x - plateWidth/2*u, y + (plateHealth+1)*u, plateWidth * u, plateArmor * u},
			float32(p.Armor)/fullArmor, ink)
	}
}

// numbered reports whether the bar has a number. A small bar has it only at the target of the aim.
func (p *plate) numbered() bool { return !p.small || p.Target }

// drawHealth draws a bar of health, and the number at its left, at a height.
func (h *HUD) drawHealth(p *plate, bar Rect, digits float32) {
	const about, most = 0.6, 0.3 // how opaque an estimate and its uncertain part are
	u := h.canvas.Unit()
	ink := barColor(p.Health).Alpha(p.Color.A)
	full := float32(p.Health) / fullHealth
	switch {
	case p.HealthKnown:
		h.plateBar(bar, full, ink)
	case p.HealthAbout:
		if _, top := p.HealthBounds(fullHealth); top != p.Health {
			ink = barColor((p.Health + top) / 2).Alpha(p.Color.A)
			h.plateBar(bar, float32(top)/fullHealth, ink.Alpha(most*ink.A))
			h.out.Rect(bar.X, bar.Y, bar.W*full, bar.H, ink.Alpha(about*ink.A))
			break
		}
		h.plateBar(bar, full, ink.Alpha(about*ink.A))
	}
	if p.numbered() {
		font := fontStrong
		if p.small {
			font = fontSmall
		}
		drawTextRight(&h.canvas, font, bar.X-plateGap*u, digits, h.healthText(&p.Label), charsetOwn, ink)
	}
}

// What the signs of the fight say.
const (
	hitWord  = "is hit"
	aimsWord = "aims at"
	youWord  = "you"

	shortHit, shortAims = "hit", "aims" // where there is little room: nobody knows a sign without a word
)

// plateWords is at how many plates, the nearest, there are words at the signs.
const plateWords = 4

// sign draws behind a name at x and y the most important sign of the fight, with words where there is room, or only
// measures it, and returns how wide it is. A hit comes before an aim at the followed player.
func (h *HUD) sign(in *Input, p *plate, x, y float32, show bool) float32 {
	c := &h.canvas
	u, line := c.Unit(), c.Atlas.lineHeight(fontText)
	if !in.On(setting.HitSigns) || p.Hurt <= 0 && (!p.Threat || in.Kill.Holds()) {
		return 0 // that the killer aims at the victim needs no sign
	}
	width := (plateSign + 4) * u
	ink, aims := colorDanger, p.Hurt <= 0
	if !aims {
		ink = ink.Alpha(0.4 + 0.6*p.Hurt) // words are read until they are gone
	}
	ink = ink.Alpha(p.Color.A)
	if show {
		if aims {
			h.threat(x+plateSign/2*u, y+line/2, ink)
		} else {
			h.hitMark(x+plateHit/2*u, y+line/2, ink)
		}
	}
	word := hitWord
	if aims {
		word = aimsWord
	}
	if !p.words {
		word = shortHit
		if aims {
			word = shortAims
		}
	}
	low := y + c.Atlas.ascent(fontText) - c.Atlas.ascent(fontSmall)
	write := func(text string, set charset) {
		if show {
			drawText(c, fontSmall, x+width, low, text, set, ink)
		}
		width += textWidth(c.Atlas, fontSmall, text, set) + 4*u
	}
	write(word, charsetOwn)
	if !aims || !p.words {
		return width
	}
	if who := playerAt(in.World, in.Watched); who != nil && !in.Crosshair {
		write(who.Name, in.charset())
	} else {
		write(youWord, charsetOwn)
	}
	return width
}

// bracket draws the corners of a frame around the plate of the target.
func (h *HUD) bracket(r Rect, color draw.Color) {
	const away, long, line = 3, 7, 2 // points
	u := h.canvas.Unit()
	r = Rect{r.X - away*u, r.Y - away*u, r.W + 2*away*u, r.H + 2*away*u}
	for _, right := range [...]float32{0, 1} {
		for _, low := range [...]float32{0, 1} {
			x, y := r.X+right*(r.W-line*u), r.Y+low*(r.H-line*u)
			h.out.Rect(x-right*(long-line)*u, y, long*u, line*u, color)
			h.out.Rect(x, y-low*(long-line)*u, line*u, long*u, color)
		}
	}
}

// threat draws the sign of a player that aims at the followed one: a red circle with the lines of a sight.
func (h *HUD) threat(x, y float32, ink draw.Color) {
	const line = 2 // points
	u := h.canvas.Unit()
	half := plateSign / 2 * u
	h.out.Ring(x, y, half-(1+line)*u, half-1*u, ink)
	for _, d := range [...]float32{-1, 1} {
		h.out.Line(x+d*half, y, x+d*half/3, y, line*u, ink)
		h.out.Line(x, y+d*half, x, y+d*half/3, line*u, ink)
	}
}

// hitMark draws the sign of a recent hit: a red star with four points.
func (h *HUD) hitMark(x, y float32, ink draw.Color) {
	u := h.canvas.Unit()
	long, thin := plateHit/2*u, plateHit/6*u
	h.out.Quad(x-long, y-long, x+thin, y-thin, x+long, y+long, x-thin, y+thin, ink)
	h.out.Quad(x+long, y-long, x+thin, y+thin, x-long, y+long, x-thin, y-thin, ink)
}

// number returns a number in letters, which are valid until the next call.
func (h *HUD) number(n int) []byte { return strconv.AppendInt(h.scratch[:0], int64(n), 10) }

// plateBar draws a bar that is filled up to a part of its width.
func (h *HUD) plateBar(r Rect, part float32, color draw.Color) {
	u := h.canvas.Unit()
	h.out.Rect(r.X-1*u, r.Y-1*u, r.W+2*u, r.H+2*u, draw.RGB(0x000000).Alpha(0.55*color.A))
	h.out.Rect(r.X, r.Y, r.W*max(0, min(1, part)), r.H, color)
}

// barColor returns the color of a bar of health: green, yellow from two thirds on, and red where it is low.
func barColor(health int) draw.Color {
	switch {
	case health > 66:
		return colorGood
	case health > lowHealth:
		return colorYellow
	}
	return colorDanger
}
