package hud

import (
	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// tagMoves is how far a tag of [Watch] may be moved away from its body, in points: beyond that it is left out.
const tagMoves = 90

// drawLabels draws the tags of the players in the picture. One that would cover another moves to where there is room.
func (h *HUD) drawLabels(in *Input, area Rect) {
	h.plates.begin(in, plateSpace*h.canvas.Unit())
	h.keepPanels(in)
	if in.Display == Watch {
		h.plates.strict = true // no tag is on a body or on the weapon before the eye
		h.plates.keep(Rect{in.Hand.X, in.Hand.Y, in.Hand.W, in.Hand.H})
		for _, foes := range [...]bool{true, false} { // the opponent has the first choice of a place
			for n, i := range h.plates.order {
				if l := &in.Labels[i]; in.opponent(l) == foes {
					h.drawLabel(in, l, n, area)
				}
			}
		}
		h.plates.strict = false
		return
	}
	h.nameKilled(in, area)
	for n, i := range h.plates.order {
		if l := &in.Labels[i]; !l.Felled { // a cross is there
			h.drawLabel(in, l, n, area)
		}
	}
}

// drawLabel places and draws a tag; n is how many are nearer.
func (h *HUD) drawLabel(in *Input, l *anchor.Label, n int, area Rect) {
	if h.page.hasInset(in) && h.page.insetArea.Has(l.X, l.Y) || h.window == nil && h.server.layouts.box.Has(l.X, l.Y) {
		return // the picture-in-picture or the server's panel hides whose name it is
	}
	u, inside := h.canvas.Unit(), area.X <= l.X && l.X < area.X+area.W
	if in.Display == Watch && (!inside || l.Shot || l.Player-1 == in.Watched && !l.Ghost) {
		return
	}
	t := h.newTag(in, l, n < plateWords)
	if side := in.killOf(t.Player - 1); side >= 0 && !t.Shot && in.Display == Analyst {
		if r, ok := h.kill.killBox(in, &h.page, side); ok {
			h.drawKillPlate(in, &t, r, area)
			return
		}
	}
	x := t.X
	if x+t.right > area.X && x-t.left < area.X+area.W {
		x = max(area.X+t.left, min(x, area.X+area.W-t.right))
	}
	box := Rect{x - t.left, max(area.Y, min(t.Y, area.Y+area.H)-t.height), t.left + t.right, t.height}
	full := plateFull
	if in.Kill.Known {
		full = plateKill
	}
	switch {
	case in.Display == Watch:
		h.plates.own = l.Body - 1
		at, ok := h.plates.free(box, area, 1, u)
		dx, dy := at.X-box.X, at.Y-box.Y
		if !ok || dx*dx+dy*dy > tagMoves*tagMoves*u*u {
			return
		}
		box = at
		h.plates.keepName(box, u)
	case !inside:
		if h.plates.hidden(&box) {
			return
		}
	case n >= full && !t.Target && !t.Ghost && h.plates.covers(&box, 1), !h.plates.place(&box, t.Body-1, area, u):
		h.tick(in, &t)
		return
	}
	if in.Display == Analyst {
		h.lead(&t, box)
	}
	h.drawTag(in, &t, box.X+t.left, box.Y)
	h.target(box, t.Player-1)
}

// nameKilled names those of the two of a kill who have brackets, but no name: a wall hides them.
func (h *HUD) nameKilled(in *Input, area Rect) {
	if !h.page.hasKill(in) {
		return
	}
	for side := range in.Kill.Sides {
		s := &in.Kill.Sides[side]
		r, ok := h.kill.killBox(in, &h.page, side)
		for i := range in.Labels {
			if l := &in.Labels[i]; l.Player == s.Player && !l.Shot && !l.Felled {
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
		return // the line says who it is
	}
	h.plates.keepName(box, h.canvas.Unit())
	h.drawTag(in, t, box.X+t.left, box.Y)
	h.target(box, t.Player-1)
}

// killPlate returns where the name of the killer or victim is: above the bracket around the body or in the nearest
// place beside it, and always in the picture.
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

// plateFull is how many names, from the nearest on, may move to where there is room, and plateKill how many during a
// kill preview. In a crowd the others would be far from their bodies.
const plateFull, plateKill = 6, 3

// tick draws a mark in the place of a name for which there is no room, none for that of a shot, and none below a panel.
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

// printedWidth is as wide as most lines are that a game prints, in points.
const printedWidth = 340

// keepPanels keeps names away from panels that are drawn over them: the name plate, the crosshair, the words of a kill,
// the matchup panel, the score, the printed lines, the text in the middle, and the panel of a server.
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
	if panel := h.page.duel; panel.W > 0 && h.page.playing(in) {
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
		h.plates.keep(h.server.layouts.box)
	}
	h.plates.panels = [2]int{from, len(h.plates.boxes)}
}

// keepTexts is keepPanels for what a window with one view draws while it plays.
func (h *HUD) keepTexts(in *Input) {
	l, u := &h.page.layout, h.canvas.Unit()
	text, _ := h.messages.layCenter(in, centerArea(h, in))
	h.plates.keep(text)
	h.plates.keep(infoArea(h, in))
	h.plates.keep(h.teamPanel(in, &h.page))
	for _, b := range [...]*Rect{&l.Beside.Timers, &l.Beside.Buttons, &l.Beside.Speed, &l.Beside.Ghost} {
		h.plates.keep(*b)
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

// lead draws a line to a head from a plate that had to go away from it.
func (g *tagger) lead(t *tag, box Rect) {
	u := g.canvas.Unit()
	x, y := max(box.X, min(t.X, box.X+box.W)), max(box.Y, min(t.Y, box.Y+box.H))
	dx, dy := t.X-x, t.Y-y
	const lineGround, line, far = 0.6, 0.8, 10 // how opaque, and from how far away in points
	if dx*dx+dy*dy < far*far*u*u {
		return
	}
	g.Out.Line(x, y, t.X, t.Y, 3*u, draw.RGB(0x000000).Alpha(lineGround*t.Color.A))
	g.Out.Line(x, y, t.X, t.Y, 1.2*u, t.Color.Alpha(line*t.Color.A))
}

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

// opponent reports whether a label is that of the followed player's opponent: in the fight, or if that is nobody else
// in the picture, in the crosshair.
func (in *Input) opponent(l *anchor.Label) bool {
	return !l.Unseen && (l.Target || l.Felled || in.foe(l))
}
