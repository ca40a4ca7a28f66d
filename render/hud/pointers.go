package hud

import (
	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Sizes of the pointers at the sides of the picture, in points.
const (
	pointerArrow = 12 // height of the arrow
	pointerPad   = 4
	pointerGap   = 4  // between two pointers
	meter        = 32 // Quake units; a player is 56 units high
)

// drawPointers draws pointers to nearby players outside the picture at its sides: an arrow, the weapon in hand, the
// name, and with a single view the distance in meters. None covers a living body, a name, or the brackets of a kill.
func (h *HUD) drawPointers(in *Input, r Rect) {
	h.pointers.arrows = append(h.pointers.arrows[:0], h.plates.boxes...)
	if h.page.hasInset(in) {
		h.pointers.arrows = append(h.pointers.arrows, h.page.insetArea)
	}
	h.pointers.arrows = append(h.pointers.arrows, h.subtitles.taken...)
	for i := range h.status.Items() {
		box, _, _ := h.status.itemBox(in, &h.page, h.page.layout.Items, i)
		h.pointers.arrows = append(h.pointers.arrows, box)
	}
	if panel := h.page.matchup; panel.W > 0 && h.page.playing(in) {
		h.pointers.arrows = append(h.pointers.arrows, panel)
	}
	for i := range in.Bodies {
		if b := &in.Bodies[i]; !b.Watched {
			h.pointers.arrows = append(h.pointers.arrows, Rect{b.X, b.Y, b.W, b.H})
		}
	}
	for side := range in.Kill.Sides {
		if b, ok := h.kill.killBox(in, &h.page, side); ok && h.page.hasKill(in) {
			leg := killLeg(b, h.canvas.Unit()) / 2 // for the lines of the crosshair at the sides
			h.pointers.arrows = append(h.pointers.arrows, Rect{b.X - leg, b.Y, b.W + 2*leg, b.H})
		}
		if s := &in.Kill.Sides[side]; in.Kill.Known && in.Kill.In >= 0 && s.At == anchor.KillOutside {
			h.kill.killPointer[side] = h.pointers.placePointer(in, &h.page, &s.Pointer, r)
		}
	}
	for i := range in.Pointers {
		p := &in.Pointers[i]
		if in.labeled(p.Player) {
			continue
		}
		if !in.Kill.Holds() || in.killOf(p.Player-1) < 0 && p.Fires { // only the players of the kill matter now
			h.pointers.placePointer(in, &h.page, p, r)
		}
	}
}

// labeled reports whether the name of a player, as 1 + the slot, is in the picture.
func (in *Input) labeled(player int) bool {
	for i := range in.Labels {
		if l := &in.Labels[i]; l.Player == player && !l.Shot && !l.Ghost && l.X >= 0 && l.X < in.Screen.Width &&
			l.Y >= 0 && l.Y < in.Screen.Height {
			return player > 0
		}
	}
	return false
}

// pointers draws the pointers at the edges of the picture.
type pointers struct {
	*tagger
	arrows []Rect // names, bodies, and the pointers drawn so far
}

// placePointer draws one pointer where there is room and returns its area; empty if there is no room or the player is
// in the inset.
func (ps *pointers) placePointer(in *Input, page *page, p *anchor.Pointer, r Rect) Rect {
	u := ps.canvas.Unit()
	if page.hasInset(in) && p.Player-1 == in.Inset.Slot {
		return Rect{} // the inset is the sign for this player
	}
	width, height := ps.pointer(in, p, Rect{}, false), ps.canvas.Atlas.lineHeight(fontText)+2*u
	if width > r.W || height > r.H {
		return Rect{}
	}
	box := Rect{r.X, r.Y + p.Place*(r.H-height), width, height}
	switch p.Side {
	case anchor.SideRight:
		box.X = r.X + r.W - width
	case anchor.SideTop, anchor.SideBottom:
		box.X, box.Y = r.X+p.Place*(r.W-width), r.Y
		if p.Side == anchor.SideBottom {
			box.Y = r.Y + r.H - height
		}
	}
	if !ps.apart(&box, r, pointerGap*u) {
		return Rect{}
	}
	ps.arrows = append(ps.arrows, box)
	ps.pointer(in, p, box, true)
	ps.target(box, p.Player-1)
	return box
}

// apart moves a box up until it covers no other pointer, or down if there is no room above; false if there is none at
// all.
func (ps *pointers) apart(box *Rect, r Rect, gap float32) bool {
	for _, step := range [...]float32{-1, 1} {
		try := *box
		for range ps.arrows { // each can be in the way once
			for i := range ps.arrows {
				b := &ps.arrows[i]
				if try.X < b.X+b.W && b.X < try.X+try.W && try.Y < b.Y+b.H+gap && b.Y < try.Y+try.H+gap {
					if try.Y = b.Y - try.H - gap; step > 0 {
						try.Y = b.Y + b.H + gap
					}
				}
			}
		}
		if try.Y >= r.Y && try.Y+try.H <= r.Y+r.H {
			*box = try
			return true
		}
	}
	return false
}

// firesWord is shown at a player who is firing.
const firesWord = "fires"

// pointer draws one pointer in a box, or only measures it if show is false, and returns its width.
func (g *tagger) pointer(in *Input, p *anchor.Pointer, box Rect, show bool) float32 {
	c := &g.canvas
	u := c.Unit()
	word, ink, edge := "", p.Color, float32(0)
	switch kill := in.killOf(p.Player - 1); {
	case kill >= 0 && in.Kill.In >= 0:
		word, ink, edge = [...]string{story.Kills.Comes, story.Dies.Comes}[kill], killColor(&in.Kill), 1.5
	case p.Fires:
		word, ink, edge = firesWord, colorDanger, 1
	case p.Mate:
		ink = colorGood
	}
	ink.A = p.Color.A
	r := g.rowOf(fontText, box.X, box.Y+(box.H-c.Atlas.lineHeight(fontText))/2, show)
	arrow := box.X + (pointerPad+pointerArrow/2)*u // at the side that it points to
	if r.space(pointerPad); p.Side == anchor.SideRight {
		arrow = box.X + box.W - (pointerPad+pointerArrow/2)*u
	} else {
		r.space(pointerArrow + rowGap)
	}
	if show {
		g.Out.Rect(box.X, box.Y, box.W, box.H, colorPanel.Alpha(0.6*p.Color.A))
		if edge > 0 {
			g.Out.Frame(box.X, box.Y, box.W, box.H, max(1, round(edge*u)), ink)
		}
		g.arrow(arrow, box.Y+box.H/2, p.Side, ink)
	}
	r.named(in, p.Weapon.Tag(), p.Text, p.Color)
	if in.Extent != Pane { // a pane has little room: only the frame says that the player fires
		if word != "" {
			r.space(rowGap)
			r.own(fontSmall, word, ink)
		}
		r.space(rowGap)
		r.own(fontSmall, asString(appendMeters(g.scratch[:0], p.Distance)), colorText.Alpha(0.8*p.Color.A))
	}
	if p.Side == anchor.SideRight {
		r.space(pointerArrow + rowGap)
	}
	return r.width + pointerPad*u
}

// arrow draws an arrow around a point, toward a side of the picture.
func (g *tagger) arrow(x, y float32, side anchor.Side, color draw.Color) {
	k := pointerArrow / 2 * g.canvas.Unit()
	switch side {
	case anchor.SideLeft:
		g.Out.Triangle(x-k, y, x+k, y-k, x+k, y+k, color)
	case anchor.SideRight:
		g.Out.Triangle(x+k, y, x-k, y+k, x-k, y-k, color)
	case anchor.SideTop:
		g.Out.Triangle(x, y-k, x+k, y+k, x-k, y+k, color)
	default:
		g.Out.Triangle(x, y+k, x-k, y-k, x+k, y-k, color)
	}
}

// pointerArea returns the area for pointers: beside everything else at the edges.
func pointerArea(h *HUD, in *Input) Rect {
	l := &h.page.layout
	left, right := l.Banner.X, l.Info.X+l.Info.W
	gap := round(sideGap * l.Unit)
	if b := &l.Beside[overlayTeam]; b.W > 0 {
		left = b.X + b.W + gap
	} else if len(h.server.chips) > 0 {
		left = l.Match.X + l.Match.W + gap
	}
	for _, b := range l.Beside.column() {
		if b.W > 0 {
			right = min(right, b.X-gap)
		}
	}
	if len(h.status.Items()) > 0 || h.status.Pickup != "" {
		right = min(right, l.Items.X-gap)
	}
	bottom := l.Banner.Y + l.Banner.H
	if hasMessages(h, in) && len(in.Messages) > 0 || in.Naming != nil {
		bottom = l.Banner.Y
		if m := messagesArea(h, in); in.Naming == nil && m.Y < bottom { // messages extend up at the side
			left = max(left, m.X+h.messages.longest(in, &h.page, true)+gap)
		}
	}
	return Rect{left, l.Center.Y, max(0, right-left), max(0, bottom-gap-l.Center.Y)}
}

// hasAttacker reports whether the attacker's name is drawn: not if the picture-in-picture, a tag or the matchup panel
// shows it.
func hasAttacker(h *HUD, in *Input) bool {
	by := in.Attacker.Player
	if !in.On(setting.HitSigns) || !h.page.playing(in) || in.Attacker.Text == "" ||
		by > 0 && (in.Matchup.Sides[1].Text != "" && in.Matchup.Sides[1].Player == by ||
			h.page.hasInset(in) && in.Inset.Slot == by-1) {
		return false
	}
	for i := range in.Labels {
		if l := &in.Labels[i]; by > 0 && l.Player == by && !l.Shot && !l.Unseen {
			return false
		}
	}
	for i := range in.Pointers {
		if p := &in.Pointers[i]; by > 0 && p.Player == by && p.Fires && in.Kill.Holds() {
			return false // the pointer says it and more
		}
	}
	return true
}

// drawAttacker draws the attacker's name and weapon at the arc of damage, unless a player's tag is there.
func (h *HUD) drawAttacker(in *Input, r Rect) {
	c, a := &h.canvas, &in.Attacker
	const pad = 4
	row := h.rowOf(fontText, 0, 0, false)
	h.attackerRow(in, &row)
	width := row.width + 2*pad*c.Unit()
	height := c.Atlas.lineHeight(fontText)
	aside := (a.X - r.X - r.W/2) / max(1, r.H/2) // so that all of it is inside the arc
	x := max(r.X, min(a.X-(0.5+max(-0.5, min(0.5, 2*aside)))*width, r.X+r.W-width))
	y := max(r.Y, min(a.Y-height/2, r.Y+r.H-height))
	for _, b := range h.plates.boxes {
		if x < b.X+b.W && b.X < x+width && y < b.Y+b.H && b.Y < y+height {
			return // both would be unreadable
		}
	}
	h.out.Rect(x, y, width, height, colorPanel.Alpha(0.6*a.Color.A))
	row = h.rowOf(fontText, x+pad*c.Unit(), y, true)
	h.attackerRow(in, &row)
}

// attackerRow adds the weapon and the name of the attacker to a row.
func (g *tagger) attackerRow(in *Input, r *textRow) {
	a := &in.Attacker
	if r.named(in, a.Weapon.Tag(), a.Text, a.Color); a.Mate {
		r.space(rowGap)
		r.own(fontSmall, mateWord, colorGood.Alpha(a.Color.A))
	}
}
