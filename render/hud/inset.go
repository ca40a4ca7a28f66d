package hud

import (
	"math"
	"strconv"

	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// Inset is the picture-in-picture of an opponent who is outside the picture.
type Inset struct {
	Shown bool
	Slot  int // of the opponent
	// Large is set if it shows a kill, and there is room: see [InsetSize].
	Large bool
	// Labels are the names in it and Bodies the boxes of the living, at places in it.
	Labels []anchor.Label
	Bodies []anchor.Body
}

const (
	// insetPart is the width of the inset, as a part of the picture's, or insetSmall of small ones
	// (up to insetUsual pixels), or insetHigh, as a part of its height, if that is less; insetShape
	// is the inset's height, as a part of its width.
	insetPart, insetSmall, insetUsual, insetHigh, insetShape = 0.32, 0.4, 300, 0.57, 0.6
	// insetLeast is how wide it is at least, in pixels: bodies in a smaller one are dots.
	insetLeast = 120
	insetPad   = 4 // points around the words in it
)

// insetLarge is by how much larger a large one is.
const insetLarge = 1.18

// InsetSize returns the size of the inset in pixels, 0 where there is no room. A large one shows a kill that is outside
// the picture.
func InsetSize(s Screen, large bool) (width, height float32) {
	width = max(insetPart*s.Width, min(insetUsual, insetSmall*s.Width))
	width = min(width, insetHigh*s.Height)
	if large {
		width *= insetLarge
	}
	// In a low picture it ends above the words of a kill and the duel, unless it would be too small.
	l := NewLayout(s)
	room := l.Vitals.Y - (duelRoom+duelHigh+killHigh+sideGap)*l.Unit - l.Items.Y
	if room >= insetShape*insetLeast {
		width = min(width, room/insetShape)
	}
	if width = round(width); width < insetLeast {
		return 0, 0
	}
	return width, round(insetShape * width)
}

// Inset returns where the inset is, in whole pixels, since the last [HUD.Build]; empty if there is none.
func (h *HUD) Inset() Rect { return h.insetArea }

// placeInset decides where the inset is: below what is watched, beside the overlays.
func (h *HUD) placeInset(in *Input) {
	h.insetArea = Rect{}
	if !in.Inset.Shown || !h.playing(in) || hasKill(h, in) && in.killOf(in.Inset.Slot) >= 0 && !in.inInset() {
		return
	}
	if k := &in.Kill; hasKill(h, in) && k.Falls && in.Inset.Slot != k.Sides[1].Player-1 {
		return // who falls is looked at, not who stands above
	}
	l := &h.page.layout
	gap := round(sideGap * l.Unit)
	width, height := InsetSize(in.Screen, in.Inset.Large)
	right := l.Info.X + l.Info.W
	for _, b := range [...]*Rect{&l.Beside.Timers, &l.Beside.Buttons, &l.Beside.Speed, &l.Beside.Ghost} {
		if b.W > 0 {
			right = min(right, b.X-gap)
		}
	}
	if h.itemsTop() < l.Items.Y+height+gap {
		right = min(right, l.Items.X-gap)
	}
	r := Rect{right - width, l.Items.Y, width, height}
	if r.X < l.Notices.X+l.Notices.W {
		r.Y = max(r.Y, l.Notices.Y+l.Notices.H+gap)
	}
	if left := (Rect{l.Notices.X, l.Center.Y, width, height}); h.insetSide(in) && l.Beside.Team.W <= 0 &&
		len(h.layouts.chips) == 0 && left.Y+left.H <= l.Banner.Y && !onBody(in, left) {
		r = left
	}
	// rather beside the prints, which end before it mostly
	if panel := h.duelPanel(in, duelArea(h, in)); overlap(&r, &panel) {
		r.Y = max(l.Items.Y, panel.Y-gap-r.H)
	}
	if d := &in.Matchup.Sides[1]; onBody(in, r) && d.Text != "" && d.Player-1 != in.Inset.Slot {
		return // the player in it matters less than one that it would hide
	}
	if width <= 0 || r.X < in.Screen.Width/2 && r.X+r.W > in.Screen.Width/2 || r.Y+r.H > l.Vitals.Y {
		return
	}
	h.insetArea = r
}

// inInset reports whether anything is seen of who the inset is about.
func (in *Input) inInset() bool {
	for i := range in.Inset.Labels {
		if l := &in.Inset.Labels[i]; l.Player-1 == in.Inset.Slot && l.Body > 0 && !l.Shot {
			return true
		}
	}
	return false
}

// insetStays is for how many seconds the inset stays at its side, though who is in it has gone to
// the other: it would jump while somebody turns.
const insetStays = 1.5

// insetSide reports whether the inset is at the left, toward the player in it.
func (h *HUD) insetSide(in *Input) bool {
	left, known := false, false
	for i := range in.Pointers {
		if p := &in.Pointers[i]; p.Player-1 == in.Inset.Slot && p.Side <= anchor.SideRight {
			left, known = p.Side == anchor.SideLeft, true
		}
	}
	s := &h.insetWas
	age := in.Clock - s.clock
	if held := s.slot == in.Inset.Slot && age >= 0 && age < insetStays; held && (!known || left != s.left) {
		if left = s.left; !known {
			s.clock = in.Clock
		}
		return left
	}
	s.slot, s.left, s.clock = in.Inset.Slot, left, in.Clock
	return left
}

func hasInset(h *HUD, _ *Input) bool { return h.insetArea.W > 0 }

// drawInset draws the frame of the inset, a line in it with the player's name and action, and marks the opponent.
func (h *HUD) drawInset(in *Input, r Rect) {
	u := h.canvas.Unit()
	foe := h.insetFoe(in)
	h.out.Frame(r.X-u, r.Y-u, r.W+2*u, r.H+2*u, max(1, round(1.5*u)), foe.Color.Alpha(0.8))
	title := Rect{r.X, r.Y, r.W, h.canvas.Atlas.lineHeight(fontText) + 2*u}
	for i := range in.Inset.Labels {
		if l := &in.Inset.Labels[i]; !l.Ghost && !l.Shot && l.Player-1 == in.Watched {
			h.insetWatched(in, l, r, title)
			break
		}
	}
	h.insetWay(in, r, title)
	h.insetTitle(in, &foe, title)
}

// insetWay draws the kill preview's line from the killer to the victim in the inset, if both are in it, as in the
// picture.
func (h *HUD) insetWay(in *Input, r, title Rect) {
	k, u := &in.Kill, h.canvas.Unit()
	a, b := in.killOf(in.Inset.Slot), in.killOf(in.Watched)
	if !hasKill(h, in) || k.In < 0 || k.Falls || a < 0 || b < 0 || a == b {
		return
	}
	from, ok := h.insetBody(in, r, title, k.Sides[0].Player)
	to, there := h.insetBody(in, r, title, k.Sides[1].Player)
	if !ok || !there {
		return
	}
	x0, y0, x1, y1 := from.X+from.W/2, from.Y+from.H/2, to.X+to.W/2, to.Y+to.H/2
	w := way{x: x0, y: y0, dx: x1 - x0, dy: y1 - y0}
	far := float32(math.Hypot(float64(w.dx), float64(w.dy)))
	if far < 1 {
		return
	}
	w.dx, w.dy = w.dx/far, w.dy/far
	first, last := leaves(from, w.dx, w.dy), leaves(to, -w.dx, -w.dy)+3*u
	w.x, w.y = w.at(first, 0)
	if w.long = far - first - last; w.long >= wayHead*u {
		h.drawWay(&w, wayLookOf(k), killColor(k).Alpha(k.Alpha))
	}
}

// insetBody returns the box in the picture of a player (1 + the slot) in the inset, cut at its sides; ok is
// false if the player is not in it.
func (h *HUD) insetBody(in *Input, r, title Rect, player int) (box Rect, ok bool) {
	for i := range in.Inset.Labels {
		l := &in.Inset.Labels[i]
		if l.Ghost || l.Shot || l.Player != player || l.Body <= 0 || l.Body > len(in.Inset.Bodies) {
			continue
		}
		b := &in.Inset.Bodies[l.Body-1]
		x0, x1 := max(r.X, r.X+b.X), min(r.X+r.W, r.X+b.X+b.W)
		y0, y1 := max(title.Y+title.H, r.Y+b.Y), min(r.Y+r.H, r.Y+b.Y+b.H)
		return Rect{x0, y0, x1 - x0, y1 - y0}, x1 > x0 && y1 > y0
	}
	return box, false
}

// insetFoe returns the label of the player in the inset.
func (h *HUD) insetFoe(in *Input) (foe anchor.Label) {
	slot := in.Inset.Slot
	if l := &in.Matchup.Sides[1]; l.Text != "" && l.Player-1 == slot {
		foe = *l
	} else {
		foe = anchor.Label{Player: slot + 1, Color: colorText}
		if p := playerAt(in.World, slot); p != nil {
			foe.Text = p.Name
		}
		for i := range in.Inset.Labels {
			if l := &in.Inset.Labels[i]; !l.Ghost && !l.Shot && l.Player-1 == slot {
				foe = *l
				break
			}
		}
	}
	foe.Color.A = 1
	return foe
}

// Words for what happens to the followed player, and what the player does: see [story.Action].
var (
	deedAt = [...]string{story.ActionNone: "", story.ActionAims: "aims at", story.ActionFires: "fires at",
		story.ActionHits: "hits",
		story.ActionShot: "shoots at", story.ActionGrenade: "grenade at", story.ActionRocket: "rocket at"}
	deedBy = [...]string{story.ActionNone: "near", story.ActionAims: "aimed at by", story.ActionFires: "fired at by",
		story.ActionHits: "hit by", story.ActionShot: "shot by", story.ActionGrenade: "grenade by",
		story.ActionRocket: "rocket by"}
)

// insetWords returns what the player in the inset does to the followed one, or the reverse.
func (in *Input) insetWords() (words string, ink draw.Color) {
	deeds := [2]story.Action{}
	if in.Matchup.Sides[1].Text != "" && in.Matchup.Sides[1].Player-1 == in.Inset.Slot {
		deeds = in.Matchup.Actions
	}
	if a, b := in.killOf(in.Inset.Slot), in.killOf(in.Watched); a >= 0 && b >= 0 && a != b {
		if a == 0 {
			return killsWords[past(&in.Kill)], colorDanger
		}
		return killedBy[past(&in.Kill)], colorGood
	}
	mine, his := deeds[0], deeds[1]
	switch {
	case his > story.ActionAims && int(his) < len(deedAt):
		return deedAt[his], colorDanger
	case mine > story.ActionAims && int(mine) < len(deedBy):
		return deedBy[mine], colorGood
	case his == story.ActionAims:
		return deedAt[his], colorDanger
	}
	for i := range in.Pointers {
		if p := &in.Pointers[i]; p.Player-1 == in.Inset.Slot && p.Fires {
			return deedAt[story.ActionFires], colorDanger
		}
	}
	return deedBy[story.ActionNone], colorText.Alpha(0.8)
}

// insetTitle writes about the player in the inset: an arrow to the player, the weapon, the name, the action, and at the
// right the distance and the health.
func (h *HUD) insetTitle(in *Input, foe *anchor.Label, r Rect) {
	c := &h.canvas
	u, set := c.Unit(), in.charset()
	pad, line := insetPad*u, c.Atlas.lineHeight(fontText)
	h.out.Rect(r.X, r.Y, r.W, r.H, colorPanel.Alpha(0.8))
	x, right, y := r.X+pad, r.X+r.W-pad, r.Y+(r.H-line)/2
	for i := range in.Pointers {
		if p := &in.Pointers[i]; p.Player == foe.Player {
			h.arrow(x+pointerArrow/2*u, r.Y+r.H/2, p.Side, foe.Color)
			x += (pointerArrow + 4) * u
			break
		}
	}
	if p := (plate{Label: *foe}); p.hasHealth() {
		ink := barColor(foe.Health)
		w := textWidth(c.Atlas, fontStrong, h.healthText(foe), charsetOwn)
		right -= w
		drawText(c, fontStrong, right, r.Y+(r.H-c.Atlas.lineHeight(fontStrong))/2, h.healthText(foe), charsetOwn, ink)
		right -= 16 * u
		c.drawIcon(iconHealth, right, r.Y+(r.H-13*u)/2, 13*u, ink)
		right -= pad
	}
	if tag := foe.Weapon.Tag(); tag != "" {
		x += drawText(c, fontText, x, y, tag, charsetOwn, colorDim) + 5*u
	}
	words, ink := in.insetWords()
	who, eye := "", float32(0) // the eye marks the player of the view
	if p := playerAt(in.World, in.Watched); p != nil {
		if who = p.Name; in.Crosshair {
			eye = (eyeSize + 3) * u
		}
	}
	wide := textWidth(c.Atlas, fontText, words, charsetOwn) + 4*u + eye + textWidth(c.Atlas, fontText, who, set)
	room := right - x
	h.tip = clip(c.Atlas, fontText, h.tip, foe.Text, set, max(0, min(room, max(room-wide-6*u, 0.4*room))))
	x += drawName(in, c, fontText, x, y, h.tip, foe.Color) + 4*u
	for k := range carriedIcons {
		if i := &carriedIcons[k]; foe.Carried&i.what != 0 {
			c.drawIcon(i.icon, x, r.Y+(r.H-plateIcon*u)/2, plateIcon*u, i.color)
			x += (plateIcon + 3) * u
			if word := itemWords[i.icon]; word != "" && x+wide+textWidth(c.Atlas, fontText, word, charsetOwn) < right {
				x += drawText(c, fontText, x, y, word, charsetOwn, i.color.Mix(colorText, 0.3)) + 5*u
			}
		}
	}
	x += 2 * u
	if x+wide > right {
		who, eye, wide = "", 0, textWidth(c.Atlas, fontText, words, charsetOwn)
	}
	if x+wide <= right {
		x += drawText(c, fontText, x, y, words, charsetOwn, ink) + 4*u
		if eye > 0 {
			c.drawIcon(iconEye, x, r.Y+(r.H-eyeSize*u)/2, eyeSize*u, ink)
		}
		x += eye + drawText(c, fontText, x+eye, y, who, set, ink) + 6*u
	}
	for _, where := range [...]bool{true, false} {
		away := h.insetAway(in, where)
		if w := textWidth(c.Atlas, fontSmall, away, charsetOwn); len(away) > 0 && x+w <= right {
			drawText(c, fontSmall, right-w, r.Y+(r.H-c.Atlas.lineHeight(fontSmall))/2, away, charsetOwn,
				colorText.Alpha(0.8))
			break
		}
	}
}

// eyeSize is the size of the eye that marks the view's player, in points.
const eyeSize = 12

// sideWords say beyond which side of the picture a player is: "left" alone would be read as the time left.
var sideWords = [...]string{anchor.SideLeft: ", to the left", anchor.SideRight: ", to the right",
	anchor.SideTop:    " above",
	anchor.SideBottom: " below"}

// insetAway returns the distance in meters of the player in the inset, with the side if where is set, as text that is
// valid until the next call. It is empty if the distance is unknown.
func (h *HUD) insetAway(in *Input, where bool) []byte {
	b := h.scratch[:0]
	for i := range in.Pointers {
		if p := &in.Pointers[i]; p.Player-1 == in.Inset.Slot {
			if b = appendMeters(b, p.Distance); where {
				b = append(b, sideWords[p.Side]...)
			}
			return b
		}
	}
	k := in.killOf(in.Inset.Slot)
	if k < 0 || in.Kill.Sides[k].Distance <= 0 {
		return b
	}
	s := &in.Kill.Sides[k]
	switch b = appendMeters(b, s.Distance); {
	case !where:
		return b
	case s.At == anchor.KillOutside:
		return append(b, sideWords[s.Side]...)
	}
	return append(b, awayWord...)
}

// awayWord is behind the distance of a player in the picture.
const awayWord = " away"

// appendMeters appends a distance in units as meters.
func appendMeters(b []byte, units float32) []byte {
	return append(strconv.AppendInt(b, int64(units/meter+0.5), 10), " m"...)
}

// insetWatched marks the followed player in the inset with a name, and a mark that points at the body, which the level
// may hide.
func (h *HUD) insetWatched(in *Input, l *anchor.Label, r, title Rect) {
	c := &h.canvas
	u, set := c.Unit(), in.charset()
	name, color, eye := l.Text, l.Color, float32(0)
	if color.A = 1; in.Crosshair {
		color, eye = colorText, (eyeSize+3)*u
	}
	top, low := r.Y+l.Y, float32(0)
	if l.Body > 0 && l.Body <= len(in.Inset.Bodies) {
		b := &in.Inset.Bodies[l.Body-1]
		x0, y0 := r.X+b.X+b.W/2, max(title.Y+title.H+6*u, r.Y+b.Y)
		y1 := min(r.Y+r.H-6*u, r.Y+b.Y+b.H)
		const half, high = 5, 6 // of a mark that points at the player, in points
		if top = y0 - 2*u; x0 > r.X+half*u && x0 < r.X+r.W-half*u {
			h.out.Triangle(x0-(half+1.5)*u, top-(high+1.5)*u, x0+(half+1.5)*u, top-(high+1.5)*u, x0, top+1.5*u,
				draw.RGB(0x000000).Alpha(0.6))
			h.out.Triangle(x0-half*u, top-high*u, x0+half*u, top-high*u, x0, top, color)
			top -= (high + 2) * u
		}
		low = y1 + 3*u
	}
	width, height := 2*insetPad*u+eye+textWidth(c.Atlas, fontText, name, set), c.Atlas.lineHeight(fontText)
	if width > r.W {
		return
	}
	x := max(r.X, min(r.X+l.X-width/2, r.X+r.W-width))
	y := max(title.Y+title.H, min(top-height, r.Y+r.H-height))
	if top-height < title.Y+title.H && low > 0 && low+height <= r.Y+r.H {
		y = low // above it there is no room
	}
	h.out.Rect(x, y, width, height, colorPanel.Alpha(0.6))
	if eye > 0 {
		c.drawIcon(iconEye, x+insetPad*u, y+(height-eyeSize*u)/2, eyeSize*u, color)
	}
	drawText(c, fontText, x+insetPad*u+eye, y, name, set, color)
}
