package hud

import (
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// Sizes of a name tag of [Watch], in points.
const (
	tagIcon  = 18 // of the weapon
	tagGap   = 5  // between the weapon and the name
	tagBar   = 44 // width of a full health bar
	tagHigh  = 4  // height of the bar
	foeBar   = 64 // width of the opponent's bar
	foeHigh  = 6
	foeArmor = 2 // height of the opponent's armor
	tagAbove = 2 // between the name and the bar
	tagPad   = 5 // of the opponent's ground
	// tagMoves is how far a tag may be moved away from its body: beyond that it is left out.
	tagMoves = 90
)

// tagLow is the health from which on a bar is red: one rocket or rail is enough for a kill, or nearly.
const tagLow = 35

const (
	// tagFar is the height of bodies as a part of the picture's, below which a tag is the name alone, and tagFarthest
	// that below which it is the bar alone.
	tagFar, tagFarthest = 1. / 16, 1. / 36
	// tagFaint is how opaque the tags are at least of those who are not the opponent, and tagCalm at most.
	tagFaint, tagCalm = 0.5, 0.9
	// tagGround is how opaque the opponent's ground is.
	tagGround = 0.5
)

// tag is a name tag that is being placed.
type tag struct {
	*anchor.Label
	foe        bool // the opponent in the fight
	name       bool
	icon       icon // of the weapon
	flag       int  // index in [carriedIcons] of the flag that the player carries, -1 for none
	bar        bool
	font       textFont
	nameW      float32
	rowW       float32 // with the icons
	late       []byte  // by how much the followed player is late, at the ghost's name
	w, h, line float32
}

// drawNameTags draws the names of the players in the picture, with the weapon and a thin bar of health. No
// tag lies on a body, on the weapon before the eye, on another tag or on what else is written.
func (h *HUD) drawNameTags(in *Input, area Rect) {
	u := h.canvas.Unit()
	h.plates.begin(in, plateSpace*u)
	h.plates.strict = true
	h.keepPanels(in)
	h.plates.keep(Rect{in.Hand.X, in.Hand.Y, in.Hand.W, in.Hand.H})
	for _, foes := range [...]bool{true, false} { // the opponent has the first choice of a place
		for _, i := range h.plates.order {
			l := &in.Labels[i]
			if l.Shot || l.Player-1 == in.Watched && !l.Ghost || in.opponent(l) != foes {
				continue
			}
			if h.window == nil && h.layouts.box.Has(l.X, l.Y) || l.X < area.X || l.X >= area.X+area.W {
				continue
			}
			h.drawTag(in, l, foes, area)
		}
	}
	h.plates.strict = false
}

// opponent reports whether a label is that of the followed player's opponent: in the fight, or if that is nobody else
// in the picture, in the crosshair.
func (in *Input) opponent(l *anchor.Label) bool {
	return !l.Unseen && (l.Target || l.Felled || in.foe(l))
}

// drawTag places and draws one tag.
func (h *HUD) drawTag(in *Input, l *anchor.Label, foe bool, area Rect) {
	u := h.canvas.Unit()
	t := h.newTag(in, l, foe)
	y := l.Y
	if l.Body > 0 && l.Body <= len(in.Bodies) {
		y = min(y, in.Bodies[l.Body-1].Y)
	}
	first := Rect{max(area.X, min(l.X-t.w/2, area.X+area.W-t.w)), max(area.Y, min(y, area.Y+area.H)-t.h), t.w, t.h}
	h.plates.own = l.Body - 1
	box, ok := h.plates.free(first, area, 1, u)
	dx, dy := box.X-first.X, box.Y-first.Y
	if !ok || dx*dx+dy*dy > tagMoves*tagMoves*u*u {
		return
	}
	h.plates.keepName(box, u)
	h.paintTag(in, &t, box)
	h.target(box, l.Player-1)
}

// newTag finds out what a tag shows, and measures it.
func (h *HUD) newTag(in *Input, l *anchor.Label, foe bool) tag {
	c := &h.canvas
	u := c.Unit()
	t := tag{Label: l, foe: foe, name: true, font: fontText, flag: carriedFlag(l.Carried), late: h.lateAt(in, l)}
	high := float32(1)
	if l.Body > 0 && l.Body <= len(in.Bodies) {
		high = in.Bodies[l.Body-1].H / max(1, in.Screen.Height)
	}
	known := l.HasHealth()
	if foe {
		t.font = fontStrong
	}
	if near := high >= tagFar; foe || near {
		t.icon = causeIcon(l.Weapon)
		t.bar = known || foe && !l.Ghost
	} else if high < tagFarthest && known {
		t.name, t.bar = false, true
	}
	if t.name {
		t.nameW = textWidth(c.Atlas, t.font, l.Text, in.charset())
		t.w, t.line = t.nameW, c.Atlas.lineHeight(t.font)
		if t.icon != iconNone {
			t.w += (tagIcon + tagGap) * u
		}
		if t.flag >= 0 {
			t.w += (tagGap + tagIcon) * u
		}
		if len(t.late) > 0 {
			t.w += tagGap*u + textWidth(c.Atlas, t.font, t.late, charsetOwn)
		}
		t.w += h.tagSigns(l, atTag, 0, 0, 0, tagIcon, 0, false)
		t.rowW, t.h = t.w, t.line
	}
	if t.bar {
		t.w = max(t.w, t.barWidth()*u)
		t.h += (t.barHeight() + tagAbove) * u
		if t.hasArmor() {
			t.h += (foeArmor + 2) * u
		}
	}
	t.w, t.h = round(t.w+2*tagPad*u), round(t.h+4*u)
	return t
}

// barWidth returns the width of a full bar in points.
func (t *tag) barWidth() float32 {
	switch {
	case t.foe:
		return foeBar
	case !t.name:
		return tagBar / 2
	}
	return tagBar
}

// barHeight returns the height of the bar in points.
func (t *tag) barHeight() float32 {
	if t.foe {
		return foeHigh
	}
	return tagHigh
}

// hasArmor reports whether a thin line of armor is below the bar.
func (t *tag) hasArmor() bool { return t.foe && t.bar && t.ArmorKnown && t.Armor > 0 }

// carriedFlag returns the index in [carriedIcons] of the flag that a player carries, -1 for none.
func carriedFlag(carried world.Carried) int {
	for i := range carriedIcons {
		if k := &carriedIcons[i]; k.icon == iconFlag && carried&k.what != 0 {
			return i
		}
	}
	return -1
}

// paintTag draws a tag in its place.
func (h *HUD) paintTag(in *Input, t *tag, box Rect) {
	c := &h.canvas
	u := c.Unit()
	alpha := max(tagFaint, min(tagCalm, t.Color.A))
	if t.Unseen {
		alpha = tagFaint
	}
	if t.foe {
		alpha = 1
		h.out.Rect(box.X, box.Y, box.W, box.H, colorPanel.Alpha(tagGround))
	}
	ink := t.Color
	ink.A = alpha
	y := box.Y + round(1*u)
	if t.name {
		x := round(box.X + (box.W-t.rowW)/2)
		if t.icon != iconNone {
			h.tagIcon(t.icon, x, round(y+(t.line-tagIcon*u)/2), tagIcon*u, colorText.Alpha(alpha))
			x += (tagIcon + tagGap) * u
		}
		x += drawName(in, c, t.font, x, y, t.Text, ink)
		if t.flag >= 0 {
			k := &carriedIcons[t.flag]
			h.tagIcon(k.icon, x+tagGap*u, round(y+(t.line-tagIcon*u)/2), tagIcon*u, k.color.Alpha(alpha))
			x += (tagGap + tagIcon) * u
		}
		if len(t.late) > 0 {
			x += tagGap*u + drawText(c, t.font, x+tagGap*u, y, t.late, charsetOwn, in.Ghost.lateColor().Alpha(alpha))
		}
		h.tagSigns(t.Label, atTag, x, y, t.line, tagIcon, alpha, true)
		y += t.line + tagAbove*u
	}
	if t.bar {
		w := t.barWidth() * u
		r := Rect{round(box.X + (box.W-w)/2), round(y), round(w), round(t.barHeight() * u)}
		h.tagHealth(t, r, ink)
		if t.hasArmor() {
			y, high := r.Y+r.H+round(2*u), max(1, round(foeArmor*u))
			h.out.Rect(r.X-u, y-u, r.W+2*u, high+2*u, draw.RGB(0x000000).Alpha(0.55*alpha))
			h.out.Rect(r.X, y, r.W*min(1, float32(t.Armor)/fullArmor), high, t.ArmorColor.Alpha(alpha))
		}
	}
}

// tagIcon draws a picture with its shadow.
func (h *HUD) tagIcon(ic icon, x, y, side float32, color draw.Color) {
	c := &h.canvas
	shift := round(c.Unit())
	c.drawIcon(ic, x+shift, y+shift, side, draw.RGB(0x000000).Alpha(0.6*color.A))
	c.drawIcon(ic, x, y, side, color)
}

// tagHealth draws a bar of health in a player's color, red if it is low: fainter if it is estimated, and hatched if it
// is unknown.
func (h *HUD) tagHealth(t *tag, r Rect, ink draw.Color) {
	const about, least = 0.75, 0.4 // how opaque an estimate and its uncertain part are
	u := h.canvas.Unit()
	h.out.Rect(r.X-u, r.Y-u, r.W+2*u, r.H+2*u, draw.RGB(0x000000).Alpha(0.55*ink.A))
	part := func(health int) float32 { return r.W * max(0, min(1, float32(health)/fullHealth)) }
	if t.Health <= tagLow && t.HasHealth() {
		ink = colorDanger.Alpha(ink.A)
	}
	switch {
	case t.HealthKnown:
		h.out.Rect(r.X, r.Y, part(t.Health), r.H, ink)
	case t.HealthAbout:
		_, most := t.HealthBounds(fullHealth)
		h.out.Rect(r.X, r.Y, part(most), r.H, ink.Alpha(least))
		h.out.Rect(r.X, r.Y, part(t.Health), r.H, ink.Alpha(about))
	default:
		h.hatchBar(r, ink.Alpha(about))
	}
}

// hatchBar fills an area with slanted strokes.
func (h *HUD) hatchBar(r Rect, color draw.Color) {
	u := h.canvas.Unit()
	step := max(3, round(5*u))
	for x := r.X; x+r.H <= r.X+r.W; x += step {
		h.out.Line(x, r.Y+r.H, x+r.H, r.Y, max(1, 1.2*u), color)
	}
}
