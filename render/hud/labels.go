package hud

import (
	"strconv"

	"demoscope/assets/figure"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Sizes of what stands at a player's name, in points.
const (
	plateWidth  = 46 // of a full bar
	plateHealth = 6  // height of the bar
	plateArmor  = 3.5
	plateIcon   = 13
	plateRow    = 16 // height of the bars with their numbers
	plateGap    = 3  // between a bar and its number
	plateSpace  = 2  // between two plates
	plateSign   = 12 // of who threatens
	plateHit    = 12 // of who is hit
	plateStrip  = 4  // of a team mate
	plateAway   = 44 // how far above its place a plate goes at most, before it goes aside
	plateLead   = 10 // from how far away a line leads to the head
)

// What fills the bars at a name.
const (
	fullHealth = 100
	fullArmor  = 200
)

// plates are the names in the picture with what stands at them.
type plates struct {
	order []int  // indices of [Input.Labels], those that are before others first
	boxes []Rect // of those that have been drawn
}

// plate is a name that is being placed.
type plate struct {
	*draw.Label
	font        textFont
	half        float32 // half the name's width, in pixels
	tag         string  // the weapon's
	left, right float32 // how far it reaches from its middle, in pixels
	height      float32
}

// drawLabels writes names into the picture: before each the weapon in hand by its
// letters, behind it what else is carried, and below it bars of health and armour with
// their numbers. Behind that of the ghost is by how much the watched player is late. What
// would cover somebody's who is nearer stands above it.
func (h *HUD) drawLabels(in *Input, area Rect) {
	h.plates.sort(in.Labels)
	for _, i := range h.plates.order {
		p := h.newPlate(in, &in.Labels[i])
		x := p.X
		if area.X <= x && x < area.X+area.W {
			x = max(area.X+p.left, min(x, area.X+area.W-p.right))
		}
		box := Rect{x - p.left, max(area.Y, min(p.Y, area.Y+area.H)-p.height), p.left + p.right, p.height}
		h.plates.place(&box, area, h.canvas.Unit())
		h.lead(&p, box)
		h.drawPlate(in, &p, box.X+p.left, box.Y)
	}
}

// lead draws a line to a head from a plate that had to go away from it.
func (h *HUD) lead(p *plate, box Rect) {
	u := h.canvas.Unit()
	x, y := max(box.X, min(p.X, box.X+box.W)), box.Y+box.H
	dx, dy := p.X-x, p.Y-y
	if dx*dx+dy*dy < plateLead*plateLead*u*u || dy < 0 {
		return
	}
	const lineGround, line = 0.6, 0.8 // how opaque
	h.out.Line(x, y, p.X, p.Y, 3*u, draw.RGB(0x000000).Alpha(lineGround*p.Color.A))
	h.out.Line(x, y, p.X, p.Y, 1.2*u, p.Color.Alpha(line*p.Color.A))
}

// sort orders names by how near they are, with those of who is not seen last.
func (p *plates) sort(labels []draw.Label) {
	p.order, p.boxes = p.order[:0], p.boxes[:0]
	for i := range labels {
		p.order = append(p.order, i)
		for k := i; k > 0 && before(&labels[i], &labels[p.order[k-1]]); k-- {
			p.order[k], p.order[k-1] = p.order[k-1], i
		}
	}
}

// before reports whether a name has its place before another one.
func before(a, b *draw.Label) bool {
	if a.Unseen != b.Unseen {
		return b.Unseen
	}
	return a.Depth < b.Depth
}

// place moves a plate until it covers no other one, and keeps it: up, or aside if that would
// be too far above the head, or out of the picture.
func (p *plates) place(box *Rect, area Rect, u float32) {
	first, space := *box, plateSpace*u
	*box = p.step(first, 0, space)
	if box.Y < max(area.Y, first.Y-plateAway*u) {
		right, left := p.step(first, 1, space), p.step(first, -1, space)
		fitsRight, fitsLeft := right.X+right.W <= area.X+area.W, left.X >= area.X
		switch {
		case fitsRight && (!fitsLeft || right.X-first.X <= first.X-left.X):
			*box = right
		case fitsLeft:
			*box = left
		default:
			box.Y = max(area.Y, box.Y)
		}
	}
	p.boxes = append(p.boxes, *box)
}

// step returns where a plate covers none of those that have been placed, if it goes past each:
// to the right, to the left, or up if aside is 0.
func (p *plates) step(box Rect, aside int, space float32) Rect {
	for range p.boxes { // each can be in the way once
		free := true
		for i := range p.boxes {
			if b := &p.boxes[i]; box.X < b.X+b.W && b.X < box.X+box.W && box.Y < b.Y+b.H && b.Y < box.Y+box.H {
				free = false
				switch {
				case aside > 0:
					box.X = b.X + b.W + space
				case aside < 0:
					box.X = b.X - box.W - space
				default:
					box.Y = b.Y - box.H - space
				}
			}
		}
		if free {
			break
		}
	}
	return box
}

// newPlate measures what stands at a name.
func (h *HUD) newPlate(in *Input, t *draw.Label) plate {
	c := &h.canvas
	u := c.Unit()
	p := plate{Label: t, font: fontSmall, tag: figure.Weapon(t.Weapon).Tag()}
	if t.Scale > 1.1 {
		p.font = fontText
	}
	p.half = textWidth(c.Atlas, p.font, t.Text, in.charset()) / 2
	p.left, p.right, p.height = p.half, p.half, c.Atlas.lineHeight(p.font)
	if p.tag != "" {
		p.left += plateTagGap*u + textWidth(c.Atlas, fontSmall, p.tag, charsetOwn)
	}
	if late := h.lateAt(in, t); len(late) > 0 {
		p.right += plateLateGap*u + textWidth(c.Atlas, p.font, late, charsetOwn)
	}
	for k := range carriedIcons {
		if world.Carried(t.Carried)&carriedIcons[k].what != 0 {
			p.right += (plateIcon + 2) * u
		}
	}
	if t.Mate {
		p.right += plateTagGap*u + textWidth(c.Atlas, fontSmall, mateWord, charsetOwn)
	}
	if t.Threat {
		p.right += (plateSign + 4) * u
	}
	if p.hasHealth() {
		side := (plateWidth/2 + plateGap) * u
		p.left = max(p.left, side+(plateHit+2)*u+textWidth(c.Atlas, fontStrong, h.healthText(t), charsetOwn))
		p.right = max(p.right, side)
		p.height += plateRow * u
	}
	if p.armored() {
		p.right = max(p.right, (plateWidth/2+plateGap)*u+textWidth(c.Atlas, fontSmall, h.number(t.Armor), charsetOwn))
		if !p.hasHealth() {
			p.height += plateRow * u
		}
	}
	return p
}

// plateGround is how much of what lies behind it a plate hides.
const plateGround = 0.5

// Between the name and a weapon's letters, and by how much the watched player is late, in
// points.
const (
	plateTagGap  = 5
	plateMargin  = 3 // around it
	plateLateGap = 6
)

// lateAt returns by how much the watched player is later than the ghost whose name it is, in
// letters which are valid until the next call; none at other names.
func (h *HUD) lateAt(in *Input, t *draw.Label) []byte {
	if !t.Ghost || !in.Ghost.LateKnown {
		return nil
	}
	return appendLate(h.scratch[:0], in.Ghost.Late)
}

// mateWord stands at the name of a team mate.
const mateWord = "mate"

// hasHealth reports whether something is said of the health, be it that it is not known.
func (p *plate) hasHealth() bool { return p.HealthKnown || p.HealthAbout || p.HealthUnknown }

// healthText returns a health in letters, which are valid until the next call: with "~" what
// was told a while ago, as its bounds if only those were told, and "?" if nothing was.
func (h *HUD) healthText(t *draw.Label) []byte {
	b := h.scratch[:0]
	switch {
	case t.HealthKnown:
		return strconv.AppendInt(b, int64(t.Health), 10)
	case !t.HealthAbout:
		return append(b, '?')
	case t.HealthMost < t.Health:
		return append(strconv.AppendInt(b, int64(t.Health), 10), '+')
	case t.HealthMost == t.Health:
		return strconv.AppendInt(append(b, '~'), int64(t.Health), 10)
	case t.Health <= 1:
		return strconv.AppendInt(append(b, '<'), int64(t.HealthMost)+1, 10)
	}
	b = append(strconv.AppendInt(b, int64(t.Health), 10), '-')
	return strconv.AppendInt(b, int64(t.HealthMost), 10)
}

// armored reports whether armour is told: beside health also that there is none.
func (p *plate) armored() bool { return p.ArmorKnown && (p.Armor > 0 || p.HealthKnown) }

// drawPlate draws what stands at a name, with the middle of its upper side at x and y.
func (h *HUD) drawPlate(in *Input, p *plate, x, y float32) {
	c := &h.canvas
	u := c.Unit()
	set := in.charset()
	line := c.Atlas.lineHeight(p.font)
	box := Rect{x - p.left - plateMargin*u, y, p.left + p.right + 2*plateMargin*u, p.height}
	if p.tag != "" || p.hasHealth() || p.armored() {
		h.out.Rect(box.X, box.Y, box.W, box.H, colorPanel.Alpha(plateGround*p.Color.A))
	}
	if p.Mate {
		h.out.Rect(box.X-plateStrip*u, box.Y, plateStrip*u, box.H, colorGood.Alpha(p.Color.A))
	}
	if p.Target {
		h.bracket(box, colorText.Alpha(p.Color.A))
	}
	drawTextMiddle(c, p.font, x, y, p.Text, set, p.Color)
	if p.tag != "" {
		drawTextRight(c, fontSmall, x-p.half-plateTagGap*u, y, p.tag, charsetOwn, colorAccent.Alpha(p.Color.A))
	}
	at := x + p.half + 4*u
	if late := h.lateAt(in, p.Label); len(late) > 0 {
		at += 2*u + drawText(c, p.font, at, y, late, charsetOwn, in.Ghost.lateColor().Alpha(p.Color.A))
	}
	for k := range carriedIcons {
		if w := &carriedIcons[k]; world.Carried(p.Carried)&w.what != 0 {
			c.drawIcon(w.icon, at, y+(line-plateIcon*u)/2, plateIcon*u, w.color.Alpha(p.Color.A))
			at += (plateIcon + 2) * u
		}
	}
	if p.Mate {
		at += (plateTagGap-4)*u + drawText(c, fontSmall, at+(plateTagGap-4)*u, y, mateWord, charsetOwn, colorGood.Alpha(p.Color.A))
	}
	if p.Threat {
		h.threat(at+plateSign/2*u, y+line/2, p.Color.A)
	}
	if !p.hasHealth() && !p.armored() {
		return
	}
	y += line
	strong := y + (plateRow*u-c.Atlas.lineHeight(fontStrong))/2
	digits := y + (plateRow*u-c.Atlas.lineHeight(fontSmall))/2
	high := float32(plateHealth)
	if p.ArmorKnown && p.Armor > 0 {
		high += plateArmor + 1
	}
	y += (plateRow - high) / 2 * u
	side := (plateWidth/2 + plateGap) * u
	if p.hasHealth() {
		width := h.drawHealth(p, x, y, strong)
		if p.Hurt > 0 {
			h.hitMark(x-side-width-(plateHit/2+1)*u, y+plateHealth/2*u, p.Hurt*p.Color.A)
		}
	}
	if p.armored() {
		ink := p.ArmorColor.Mix(colorText, 0.2).Alpha(p.Color.A)
		if p.Armor == 0 {
			ink = colorDim.Alpha(p.Color.A)
		}
		drawText(c, fontSmall, x+side, digits, h.number(p.Armor), charsetOwn, ink)
		if p.Armor == 0 {
			return
		}
		h.plateBar(x, y+(plateHealth+1)*u, plateArmor*u, float32(p.Armor)/fullArmor, ink)
	}
}

// drawHealth draws the bar of health whose upper side is at y, with its middle at x, and the
// number at its left, and returns how wide that is.
func (h *HUD) drawHealth(p *plate, x, y, digits float32) float32 {
	const about, most = 0.6, 0.3 // how opaque is what is not certain
	u := h.canvas.Unit()
	ink := barColor(p.Health).Alpha(p.Color.A)
	full := float32(p.Health) / fullHealth
	switch {
	case p.HealthKnown:
		h.plateBar(x, y, plateHealth*u, full, ink)
	case p.HealthAbout:
		if top := p.HealthMost; top != p.Health {
			if top < p.Health {
				top = fullHealth
			}
			ink = barColor((p.Health + top) / 2).Alpha(p.Color.A)
			h.plateBar(x, y, plateHealth*u, float32(top)/fullHealth, ink.Alpha(most*ink.A))
			h.out.Rect(x-plateWidth/2*u, y, plateWidth*u*full, plateHealth*u, ink.Alpha(about*ink.A))
			break
		}
		h.plateBar(x, y, plateHealth*u, full, ink.Alpha(about*ink.A))
	default:
		ink = colorDim.Alpha(p.Color.A)
		h.out.Frame(x-plateWidth/2*u, y, plateWidth*u, plateHealth*u, max(1, round(u)), ink.Alpha(about*ink.A))
	}
	return drawTextRight(&h.canvas, fontStrong, x-(plateWidth/2+plateGap)*u, digits, h.healthText(p.Label), charsetOwn, ink)
}

// bracket draws the corners of a frame around the plate of who is aimed at.
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

// threat draws the sign of who aims at the watched: a red circle with the lines of a sight.
func (h *HUD) threat(x, y, alpha float32) {
	const line = 2 // points
	u := h.canvas.Unit()
	half := plateSign / 2 * u
	ink := draw.RGB(0xff3b30).Alpha(alpha)
	h.out.Ring(x, y, half-(1+line)*u, half-1*u, ink)
	for _, d := range [...]float32{-1, 1} {
		h.out.Line(x+d*half, y, x+d*half/3, y, line*u, ink)
		h.out.Line(x, y+d*half, x, y+d*half/3, line*u, ink)
	}
}

// hitMark draws the sign of who was hit lately: a red star with four points.
func (h *HUD) hitMark(x, y, alpha float32) {
	u := h.canvas.Unit()
	long, thin := plateHit/2*u, plateHit/6*u
	ink := draw.RGB(0xff4a3d).Alpha(alpha)
	h.out.Quad(x-long, y-long, x+thin, y-thin, x+long, y+long, x-thin, y+thin, ink)
	h.out.Quad(x+long, y-long, x+thin, y+thin, x-long, y+long, x-thin, y-thin, ink)
}

// number returns a number in letters, which are valid until the next call.
func (h *HUD) number(n int) []byte { return strconv.AppendInt(h.scratch[:0], int64(n), 10) }

// plateBar draws a bar whose upper side is at y, with its middle at x, filled up to a part
// of its width.
func (h *HUD) plateBar(x, y, height, part float32, color draw.Color) {
	u := h.canvas.Unit()
	x -= plateWidth * u / 2
	h.out.Rect(x-1*u, y-1*u, plateWidth*u+2*u, height+2*u, draw.RGB(0x000000).Alpha(0.55*color.A))
	h.out.Rect(x, y, plateWidth*u*max(0, min(1, part)), height, color)
}

// barColor returns the colour of health: blue above what players begin with, then green,
// yellow, and red below a third.
func barColor(health int) draw.Color {
	switch {
	case health > fullHealth:
		return draw.RGB(0x6ab4ff)
	case health > 66:
		return draw.RGB(0x62d862)
	case health > 33:
		return draw.RGB(0xf0d040)
	}
	return draw.RGB(0xf04838)
}
