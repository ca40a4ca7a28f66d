package hud

import "demoscope/player/world"

const (
	// finaleRate is how many characters of a finale the games type in a second.
	finaleRate = 8
	// finaleHeader stands above the text at the end of an episode.
	finaleHeader = "CONGRATULATIONS!"
)

// finale reports whether the text at the end of an episode is on the screen. It hides
// everything else, as in the games.
func finale(in *Input) bool {
	if in.World == nil || in.Display == Clean {
		return false
	}
	n := in.notices()
	return n.Finale && len(n.Center) > 0 && world.For(n.CenterTargets, in.Watched)
}

// drawFinale draws the text at the end of an episode, as much of it as has been typed.
func (ms *messages) drawFinale(in *Input, r Rect) {
	c := &ms.canvas
	n := in.notices()
	set := in.charset()
	gap := round(18 * c.Unit())
	head := float32(0)
	if n.Congratulations {
		head = c.Atlas.lineHeight(fontTitle) + gap
	}
	f := fontStrong
	for _, font := range [...]textFont{fontStrong, fontSmall} {
		f = font
		ms.lines = centerLines(ms.lines[:0], c.Atlas, f, n.Center, set, r.W)
		if head+float32(len(ms.lines))*c.Atlas.lineHeight(f) <= r.H {
			break
		}
	}
	height := c.Atlas.lineHeight(f)
	y := max(r.Y, round(r.Y+(r.H-head-height*float32(len(ms.lines)))*0.35))
	if n.Congratulations {
		drawTextMiddle(c, fontTitle, r.X+r.W/2, y, finaleHeader, charsetOwn, colorText)
		y += head
	}
	left := int(max(0, in.Clock-n.CenterClock) * finaleRate)
	d := reader{charset: set}
	for _, l := range ms.lines {
		if left <= 0 || y+height > r.Y+r.H {
			return
		}
		// The place is that of the whole line, so that it stands while it is typed.
		x := r.X + (r.W-textWidth(c.Atlas, f, l, set))/2
		l = l[:min(left, len(l))]
		left -= len(l)
		textOn(c, f, x, y, l, &d, colorText)
		y += height
	}
}
