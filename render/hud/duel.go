package hud

import (
	"demoscope/player/world"
	"demoscope/render/draw"
)

const (
	// duelShown is for how many seconds it is said who hit whom, and duelFade the last of them
	// in which that fades.
	duelShown, duelFade = 1.5, 0.5
	// maxDuels bounds how many such lines there are.
	maxDuels = 3
	// duelGap is between the words, and duelRoom above the status, in points.
	duelGap, duelRoom = 5, 6
	// duelSide is how much of the picture's width is free at both sides of them.
	duelSide = 0.2
)

// hitsWord is between who hit and who was hit.
const (
	hitsWord = "hits"
	youHit   = "hit"
)

// duels fills in the slots of who was hit by another lately, as far as that concerns who is
// watched or somebody whose name is in the picture: first those of the watched, of each the
// newest.
func (h *HUD) duels(in *Input, list *[maxDuels]int) (n int) {
	newer := func(a, b int) bool {
		pa, pb := &in.World.Players[a], &in.World.Players[b]
		if wa, wb := in.duels(pa), in.duels(pb); wa != wb {
			return wa
		}
		return pa.Struck.Clock > pb.Struck.Clock
	}
	for i := range in.World.Players {
		p := &in.World.Players[i]
		by := playerAt(in.World, p.StruckBy-1)
		if !p.Struck.Within(in.Clock, duelShown) || by == nil || p.Name == "" || by.Name == "" {
			continue
		}
		if !in.duels(p) && !in.named(p) && !in.named(by) {
			continue
		}
		k := n
		if n < maxDuels {
			n++
		} else if k--; !newer(i, list[k]) {
			continue
		}
		for ; k > 0 && newer(i, list[k-1]); k-- {
			list[k] = list[k-1]
		}
		list[k] = i
	}
	return n
}

// duels reports whether a hit on a player concerns who is watched.
func (in *Input) duels(p *world.Player) bool {
	return p.Slot == in.Watched || p.StruckBy-1 == in.Watched
}

// named reports whether a player's name is in the picture.
func (in *Input) named(p *world.Player) bool {
	for i := range in.Labels {
		if l := &in.Labels[i]; l.Text == p.Name && !l.Unseen && !l.Shot {
			return true
		}
	}
	return false
}

// drawDuels says in the middle above the status who hit whom.
func (h *HUD) drawDuels(in *Input, r Rect) {
	var list [maxDuels]int
	line := h.canvas.Atlas.lineHeight(fontText)
	y := r.Y + r.H
	for _, slot := range list[:h.duels(in, &list)] {
		p := &in.World.Players[slot]
		by := &in.World.Players[p.StruckBy-1]
		alpha := float32(max(0, min(1, (duelShown-(in.Clock-p.Struck.Clock))/duelFade)))
		width := h.duel(in, by, p, 0, 0, 0)
		if width+2*duelGap*h.canvas.Unit() > r.W {
			continue
		}
		if y -= line; y < r.Y {
			return
		}
		x := r.X + (r.W-width)/2
		h.out.Rect(x-duelGap*h.canvas.Unit(), y, width+2*duelGap*h.canvas.Unit(), line, colorPanel.Alpha(0.5*alpha))
		h.duel(in, by, p, x, y, alpha)
	}
}

// duel writes who hit whom, or only measures that if alpha is 0, and returns how wide it is.
func (h *HUD) duel(in *Input, by, p *world.Player, x, y, alpha float32) (width float32) {
	c := &h.canvas
	gap := duelGap * c.Unit()
	own := in.Crosshair // one who sees with his own eyes is spoken to
	write := func(text string, set charset, color draw.Color) {
		if width > 0 {
			width += gap
		}
		if alpha > 0 {
			drawText(c, fontText, x+width, y, text, set, color.Alpha(alpha))
		}
		width += textWidth(c.Atlas, fontText, text, set)
	}
	name := func(who *world.Player, you string) {
		if own && who.Slot == in.Watched {
			write(you, charsetOwn, colorText)
			return
		}
		write(who.Name, in.charset(), colorText)
	}
	name(by, "You")
	if own && by.Slot == in.Watched {
		write(youHit, charsetOwn, colorGood)
	} else {
		ink := colorAccent
		if p.Slot == in.Watched {
			ink = colorSign
		}
		write(hitsWord, charsetOwn, ink)
	}
	name(p, "you")
	return width
}

// duelArea is the middle of the picture above the status and the messages.
func duelArea(h *HUD, in *Input) Rect {
	l := &h.page.layout
	bottom := l.Vitals.Y
	if hasMessages(h, in) && len(in.Messages) > 0 || in.Naming != nil {
		bottom = min(bottom, l.Banner.Y)
	}
	height := maxDuels * h.canvas.Atlas.lineHeight(fontText)
	return Rect{duelSide * in.Screen.Width, bottom - duelRoom*h.canvas.Unit() - height, (1 - 2*duelSide) * in.Screen.Width, height}
}
