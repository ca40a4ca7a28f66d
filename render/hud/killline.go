package hud

import (
	"demoscope/player/story"
	"demoscope/player/timeline"
)

// The kill line names the last victim or killer of the followed player and the weapon, low in the picture.

const (
	// killLineKept is for how many seconds a kill is shown after it, and killLineFade how long it takes to fade out.
	killLineKept, killLineFade = 2.0, 0.5
	// killLineBrief is killLineKept while the followed player fights somebody else.
	killLineBrief = 1.2
	// killLineAt is how far down in the picture the line is, as a part of its height.
	killLineAt = 0.8
	// killLineEnd is where the line ends if a weapon is before the eye, as a part of the picture's width. The place is
	// the same for all weapons, so that the line stands still when the player swings or changes them.
	killLineEnd = 0.53
	// killLineName is how wide a name is at most, in points.
	killLineName = 260
	// killLinePad is the ground beside the line, and killLineEdge the red edge of the line of a death, in points.
	killLinePad, killLineEdge = 10, 4
	killLineGround            = 0.5 // how opaque the ground is
)

// The signs of the kill line: the followed player killed somebody, was killed, or died without a killer.
const (
	killedSign   = "→ "
	killedBySign = "← "
	diedSign     = "× "
)

// now returns the time until which the picture shows what happened. The state may be a packet ahead of the clock,
// because movements are interpolated.
func (in *Input) now() float64 {
	if in.World == nil {
		return in.Clock
	}
	return max(in.Clock, in.World.Clock)
}

// lastKill returns the last kill of or by the followed player that the picture has shown, and how many seconds ago; nil
// if that was too long ago.
func (in *Input) lastKill() (e *timeline.Event, ago float64) {
	if in.World == nil || in.Watched < 0 {
		return nil, 0
	}
	now := in.now()
	since := in.Clock - killLineKept
	if in.FollowedSince > 0 {
		since = max(since, in.FollowedSince)
	}
	if l := levelAt(in.Levels, in.Clock); l != nil {
		since = max(since, l.Start)
	}
	if e = story.LastKill(in.Events, in.Watched, since, now); e == nil {
		return nil, 0
	}
	if p := playerAt(in.World, in.Watched); e.Other == in.Watched && p != nil && !p.Dead {
		return nil, 0 // the player has respawned
	}
	if ago = max(0, in.Clock-e.Clock); ago >= killLineBrief && in.fightsAnother(e) {
		return nil, 0
	}
	return e, ago
}

// fightsAnother reports whether the followed player lives and fights somebody who is not the other player of a kill.
func (in *Input) fightsAnother(e *timeline.Event) bool {
	foe := in.Matchup.Sides[1].Player - 1
	return in.Matchup.Sides[1].Text != "" && foe != e.Player && foe != e.Other && e.Other != in.Watched
}

// hasKillLine reports whether the kill line is drawn.
func (p *page) hasKillLine(in *Input) bool {
	return in.Display == Watch && p.killed != nil && p.playing(in) && !in.World.Intermission
}

// killLineFont returns the font of the kill line: smaller in one of several views.
func killLineFont(in *Input) textFont {
	if in.Extent == Pane {
		return fontStrong
	}
	return fontTitle
}

// killLineArea is where the kill line is.
func killLineArea(h *HUD, in *Input) Rect {
	if !h.page.hasKillLine(in) {
		return Rect{}
	}
	h.killPieces(in, h.page.killed, 1)
	line := h.canvas.Atlas.lineHeight(killLineFont(in))
	w := min(h.piecesWidth(killLineFont(in))+2*killLinePad*h.canvas.Unit(), in.Screen.Width)
	y := min(killLineAt*in.Screen.Height-line/2, h.page.layout.Vitals.Y-line-4*h.canvas.Unit())
	r := Rect{round((in.Screen.Width - w) / 2), round(y), w, line}
	if in.Hand.W > 0 {
		r.X = max(h.page.layout.Vitals.X, min(r.X, round(killLineEnd*in.Screen.Width-w)))
	}
	return r
}

// drawKillLine draws the last kill of or by the followed player.
func (g *tagger) drawKillLine(in *Input, page *page, r Rect) {
	e, ago := page.killed, page.killedAgo
	alpha := float32(max(0, min(1, (killLineKept-ago)/killLineFade)))
	g.killPieces(in, e, alpha)
	u := g.canvas.Unit()
	g.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel.Alpha(killLineGround*alpha))
	if e.Other == in.Watched {
		g.Out.Rect(r.X, r.Y, killLineEdge*u, r.H, colorDanger.Alpha(alpha))
	}
	g.drawPieces(killLineFont(in), r.X+killLinePad*u, r.Y, r.W-2*killLinePad*u)
}

// killPieces collects the line of a kill in [HUD.pieces].
func (g *tagger) killPieces(in *Input, e *timeline.Event, alpha float32) {
	g.pieces = g.pieces[:0]
	text := colorText.Alpha(alpha)
	k := story.KillOf(e, in.game())
	alone := k.Sides[0].Player == 0
	sign, other, name, ink := killedSign, e.Other, e.OtherName, text
	if e.Other == in.Watched {
		sign, other, name, ink = killedBySign, e.Player, e.PlayerName, colorDanger.Alpha(alpha)
	}
	if alone {
		sign, name = diedSign, ""
	}
	g.piece(sign, charsetOwn, ink)
	if name != "" {
		g.tip = clip(g.Atlas, killLineFont(in), g.tip, name, in.charset(), killLineName*g.canvas.Unit())
		p := in.namePiece(other, asString(g.tip))
		p.color = p.color.Alpha(alpha)
		g.pieces = append(g.pieces, p)
	}
	if word := k.Brief(alone); word != "" {
		if name != "" {
			g.piece(", ", charsetOwn, text)
		}
		g.pieces = appendSigns(g.pieces, k.Signs, inKillLine, true, "", alpha)
		g.piece(word, charsetOwn, text)
	}
	g.pieces = appendSigns(g.pieces, k.Signs, inKillLine, false, ", ", alpha)
}
