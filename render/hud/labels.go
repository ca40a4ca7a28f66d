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
	plateHealth = 5  // height of the bar
	plateArmor  = 3.5
	plateIcon   = 13
	plateRow    = 12 // height of the bars with their numbers
	plateGap    = 3  // between a bar and its number
	plateSpace  = 2  // between two plates
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
		box := Rect{x - p.left, p.Y - p.height, p.left + p.right, p.height}
		h.plates.place(&box, plateSpace*h.canvas.Unit())
		h.drawPlate(in, &p, box.X+p.left, box.Y)
	}
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

// place moves a plate up until it covers no other one, and keeps it.
func (p *plates) place(box *Rect, space float32) {
	for range p.boxes { // each can be in the way once
		free := true
		for i := range p.boxes {
			if b := &p.boxes[i]; box.X < b.X+b.W && b.X < box.X+box.W && box.Y < b.Y+b.H && b.Y < box.Y+box.H {
				box.Y, free = b.Y-box.H-space, false
			}
		}
		if free {
			break
		}
	}
	p.boxes = append(p.boxes, *box)
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
	if t.HealthKnown {
		p.left = max(p.left, (plateWidth/2+plateGap)*u+textWidth(c.Atlas, fontSmall, h.number(t.Health), charsetOwn))
		p.height += plateRow * u
	}
	if p.armored() {
		p.right = max(p.right, (plateWidth/2+plateGap)*u+textWidth(c.Atlas, fontSmall, h.number(t.Armor), charsetOwn))
		if !t.HealthKnown {
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

// armored reports whether armour is told: beside health also that there is none.
func (p *plate) armored() bool { return p.ArmorKnown && (p.Armor > 0 || p.HealthKnown) }

// drawPlate draws what stands at a name, with the middle of its upper side at x and y.
func (h *HUD) drawPlate(in *Input, p *plate, x, y float32) {
	c := &h.canvas
	u := c.Unit()
	set := in.charset()
	line := c.Atlas.lineHeight(p.font)
	if p.tag != "" || p.HealthKnown || p.armored() {
		const margin = 3
		h.out.Rect(x-p.left-margin*u, y, p.left+p.right+2*margin*u, p.height, colorPanel.Alpha(plateGround*p.Color.A))
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
	if !p.HealthKnown && !p.armored() {
		return
	}
	y += line
	digits := y + (plateRow*u-c.Atlas.lineHeight(fontSmall))/2
	high := float32(plateHealth)
	if p.ArmorKnown && p.Armor > 0 {
		high += plateArmor + 1
	}
	y += (plateRow - high) / 2 * u
	side := (plateWidth/2 + plateGap) * u
	if p.HealthKnown {
		ink := barColor(p.Health).Alpha(p.Color.A)
		drawTextRight(c, fontSmall, x-side, digits, h.number(p.Health), charsetOwn, ink)
		h.plateBar(x, y, plateHealth*u, float32(p.Health)/fullHealth, ink)
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
