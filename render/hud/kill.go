package hud

import (
	"strconv"

	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// The kill preview: a line in words, brackets around both players, and a line from the killer, or from the missile, to
// the victim.

// Sizes of the signs of a kill, in points.
const (
	// killLine is the width of lines, and killGround that of the dark below them.
	killLine, killGround = 2, 4.5
	// killLeast is how wide and high a bracket is at least, and killRoom how far from the body.
	killLeast, killRoom = 26, 5
	// killRing is the radius of the ring around what flies to the victim.
	killRing = 17
	// killPad is around words.
	killPad = 5
)

const (
	// killOpens is by how much larger a victim's bracket is when it appears: it closes until the
	// kill comes, in killCloses seconds.
	killOpens, killCloses = 0.5, 0.7
	// killMost is by how many points at the most.
	killMost = 26
	// killGray is how dark the ground of its words is.
	killGray = 0.8
	// headlinePart is how much of the picture's width large words may take.
	headlinePart = 0.52
	// killPale is how much of the color of its names is that of text.
	killPale = 0.35
)

// wallWord is at the bracket of a killer or victim that a wall hides.
const wallWord = "behind wall"

const (
	// How hard the last blow of a kill is.
	takesWord, lastWord, damageWord = " health", "last ", " damage"

	// inHandWords are behind the weapon in the killer's hand, if the demo does not name the weapon of the kill.
	inHandWords = " in hand"

	// inWord is before how many seconds a kill is away, in a picture that stands.
	inWord = "in "
)

// hasKill reports whether the kill preview is drawn.
func (p *page) hasKill(in *Input) bool {
	return in.Display == Analyst && in.Kill.Known && p.playing(in)
}

// killOf returns the side of the player in a slot in the kill preview: 0 for the killer, 1 for the victim, -1 for
// neither.
func (in *Input) killOf(slot int) int {
	if in.Kill.Known && slot >= 0 {
		for i := range in.Kill.Sides {
			if in.Kill.Sides[i].Player-1 == slot {
				return i
			}
		}
	}
	return -1
}

// killedAndBack reports whether the player in a slot is the victim in the kill preview and lives again: new health
// beside words about the death would contradict them.
func (in *Input) killedAndBack(slot int) bool { return in.Kill.Back && in.killOf(slot) == 1 }

// killColor returns the color of the signs of a kill: the killer's, or that of danger for a death without a killer.
func killColor(k *anchor.Kill) draw.Color {
	if k.Sides[0].Text == "" {
		return colorDanger
	}
	return k.Sides[0].Color.Alpha(1)
}

// brevity is how much is left out of the headline where there is no room.
type brevity uint8

const (
	saysAll    brevity = iota
	saysNoBlow         // not how hard the last blow is
	saysLess           // nor signs besides those of the cause, and names are cut sooner
	saysNames          // nor what kills
)

// headlineForms are how that line is written, the first one that has room.
var headlineForms = [...]struct {
	font  textFont
	brief brevity
}{{fontTitle, saysAll}, {fontStrong, saysAll}, {fontText, saysAll}, {fontSmall, saysAll}, {fontSmall, saysNoBlow},
	{fontSmall, saysLess}, {fontSmall, saysNames}}

// headlineName is how wide a name is at most in the headline, in points.
var headlineName = [...]float32{saysAll: 190, saysNoBlow: 190, saysLess: 72, saysNames: 72}

// killPreview draws the signs of a kill, and where they have been drawn since the last Build.
type killPreview struct {
	*tagger
	headline    Rect
	killPointer [2]Rect // empty for none
}

// killHeadline collects the headline of a kill in [HUD.pieces], and returns how wide it is.
func (kp *killPreview) killHeadline(in *Input, font textFont, brief brevity) (width float32) {
	k, s := &in.Kill, sentence{kp.pieces[:0], in.charset()}
	kp.tip = kp.tip[:0]
	number := func(before string, n int, after string) {
		from := len(kp.tip)
		kp.tip = append(strconv.AppendInt(append(kp.tip, before...), int64(n), 10), after...)
		s.own(asString(kp.tip[from:]), colorDanger)
	}
	if in.Paused && k.In > 0 { // while it plays, it is seen coming
		kp.tip = strconv.AppendFloat(append(kp.tip, inWord...), max(0.1, float64(k.In)), 'f', 1, 64)
		s.own(asString(kp.tip), colorText)
		s.own(" s ", colorText)
	}
	told := k.Tell(k.Sides[0].Text != "", k.Means)
	s.clause(&told, k.In, k.Sides[1].Text != "", colorDanger, colorDanger, func(i int) {
		side, from := &k.Sides[i], len(kp.tip)
		if side.At == anchor.KillEye {
			s.line = append(s.line, piece{icon: iconEye, color: colorText}, feedSpace)
		}
		kp.scratch = clip(kp.Atlas, font, kp.scratch, side.Text, s.set, headlineName[brief]*kp.canvas.Unit())
		kp.tip = append(kp.tip, kp.scratch...)
		s.line = append(s.line, piece{text: asString(kp.tip[from:]), set: s.set,
			color: side.Color.Alpha(1).Mix(colorText, killPale)})
	})
	switch tag, between := k.Sides[0].Weapon.Tag(), ": "; {
	case told.Deadly || brief == saysNames: // it is said, or there is no room
	case told.Link == story.LinkWho:
		s.own(", who ", colorText)
		s.own(told.Cause.At(k.In), colorText)
	default:
		if k.Means != "" {
			s.own(between, colorText)
			s.line = appendSigns(s.line, k.Signs, inHeadline, true, "", 1)
			s.own(k.Means, colorText)
			between = ", "
		} else if k.Sides[0].Text != "" && !k.Falls && tag != "" { // the game's line says nothing of it
			s.own(between, colorText)
			s.own(tag, colorText)
			s.own(inHandWords, colorText)
			between = ", "
		}
		if brief < saysLess {
			s.line = appendSigns(s.line, k.Signs, inHeadline, false, between, 1)
		}
	}
	if brief < saysNoBlow && in.On(setting.DamageNumbers) && k.Damage+k.Takes+k.Last > 0 {
		switch s.own(", ", colorText); {
		case k.Damage > 0:
			number("", k.Damage, damageWord)
		case k.Takes > 0:
			number("−", k.Takes, takesWord)
		default:
			number(lastWord, k.Last, takesWord)
		}
	}
	for i := range s.line {
		s.line[i].color = s.line[i].color.Alpha(k.Alpha)
	}
	kp.pieces = s.line
	return kp.piecesWidth(font)
}

// drawHeadline draws the headline of a kill above a height if there is room.
func (kp *killPreview) drawHeadline(in *Input, page *page, r Rect, low float32) {
	c, k := &kp.canvas, &in.Kill
	u := c.Unit()
	for _, form := range headlineForms {
		font, brief := form.font, form.brief
		width, line := kp.killHeadline(in, font, brief)+2*(killPad+2)*u, c.Atlas.lineHeight(font)+2*u
		if font == fontTitle && width > headlinePart*in.Screen.Width || width > r.W && font != fontSmall ||
			width > r.X+r.W {
			continue
		}
		y := low - line
		x := lineX(in, r, width)
		if y < r.Y || page.underServer(Rect{x, y, width, line}) {
			return
		}
		kp.Out.Rect(x, y, width, line, colorPanel.Alpha(killGray*k.Alpha))
		kp.Out.Frame(x, y, width, line, max(1, round(1.5*u)), killColor(k).Alpha(0.9*k.Alpha))
		kp.drawPieces(font, x+(killPad+2)*u, y+u, width-2*(killPad+2)*u)
		kp.headline = Rect{x, y, width, line}
		return
	}
}

// lineX returns where a line in an area begins: in the middle of the screen if the area reaches there. A line that is
// wider than the area extends to the left, where less is in the way.
func lineX(in *Input, r Rect, width float32) float32 {
	x := min(max(in.Screen.Width/2-width/2, r.X), r.X+r.W-width)
	return round(max(0, min(x, in.Screen.Width-width)))
}

// killBox returns the bracket of one of the two who is in the picture.
func (kp *killPreview) killBox(in *Input, page *page, side int) (r Rect, ok bool) {
	k := &in.Kill
	s := &k.Sides[side]
	if s.At != anchor.KillInside || s.Text == "" || side == 0 && !k.Holds() {
		return r, false // who has killed lives on
	}
	u := kp.canvas.Unit()
	x, y := s.Body.X+s.Body.W/2, s.Body.Y+s.Body.H/2
	if page.underServer(Rect{x, y, 1, 1}) {
		return r, false
	}
	w, height := max(s.Body.W+2*killRoom*u, killLeast*u), max(s.Body.H+2*killRoom*u, killLeast*u)
	if side > 0 && k.In > 0 {
		open := k.In / killCloses
		w, height = w+open*min(killOpens*w, killMost*u), height+open*min(killOpens*height, killMost*u)
	}
	// Text below it could not be read through it.
	top, low := y-height/2, y+height/2
	line := kp.killFloor(in, page, x-w/2, x+w/2)
	if y >= line && k.In < 0 {
		return r, false
	}
	if y >= line { // the player is below the words: at their upper side
		return Rect{x - w/2, line - killLeast*u, w, killLeast * u}, true
	}
	if low > line {
		low, top = line, min(top, line-killLeast*u)
	}
	return Rect{x - w/2, top, w, low - top}, true
}

// killFloor returns the height above which the signs of a kill between two places have to stay: above the headline and
// the matchup panel, or without these above the status.
func (kp *killPreview) killFloor(in *Input, page *page, left, right float32) float32 {
	u := kp.canvas.Unit()
	_, low := kp.headlineArea(in, page)
	half := kp.killHeadline(in, fontTitle, saysAll)/2 + (killPad+2)*u
	if panel := page.duel; panel.W > 0 {
		half = max(half, panel.W/2)
	}
	if middle := in.Screen.Width / 2; left < middle+half && right > middle-half {
		return low - kp.canvas.Atlas.lineHeight(fontTitle) - 4*u
	}
	return page.namesArea(in).H
}

// keepKill keeps names away from the headline.
func (h *HUD) keepKill(in *Input) {
	area, low := h.kill.headlineArea(in, &h.page)
	if line := h.canvas.Atlas.lineHeight(fontTitle); area.W > 0 && h.page.hasKill(in) {
		width := min(area.W, h.kill.killHeadline(in, fontTitle, saysAll))
		h.plates.keep(Rect{lineX(in, area, width), low - line, width, line})
	}
}

// headlineArea returns where the headline is, and its lower side: always above the place of the matchup panel, even if
// that is empty.
func (kp *killPreview) headlineArea(in *Input, page *page) (area Rect, low float32) {
	area = page.duelArea
	low = area.Y + area.H
	if panel := kp.duelPlace(area); panel.W > 0 {
		low = panel.Y - 2*kp.canvas.Unit()
	}
	return area, low
}

// killNeedsRoom reports whether the program's own messages are so wide that the words of a kill, and the duel, would
// have to stand above them: in a small picture the messages are not shown until the kill is over.
func (h *HUD) killNeedsRoom(in *Input) bool {
	if !h.page.hasKill(in) || !in.Kill.Holds() || len(in.Messages) == 0 || in.Extent == Pane {
		return false
	}
	u := h.canvas.Unit()
	longest := h.messages.longest(in, &h.page, false)
	return in.Screen.Width/2-h.page.layout.Banner.X-longest-duelGap*u < (duelLeast+duelMiddle/2)*u
}

// MessagesWait reports whether the program's own messages in in are not shown before the kill or the duel in
// it is over.
func (h *HUD) MessagesWait(in *Input) bool {
	return h.page.cover == coverNone && (h.killNeedsRoom(in) || h.messages.duelNeedsRoom(in, &h.page))
}

// drawKill draws the signs of a kill in the picture.
func (kp *killPreview) drawKill(in *Input, page *page, r Rect) {
	k := &in.Kill
	color := killColor(k).Alpha(k.Alpha)
	if k.In >= 0 {
		kp.killWay(in, page, color)
	}
	for side := range k.Sides {
		box, ok := kp.killBox(in, page, side)
		if !ok {
			continue
		}
		kp.killBracket(box, side > 0, color)
		if s := &k.Sides[side]; s.Body.Y+s.Body.H/2 > box.Y+box.H {
			kp.arrow(box.X+box.W/2, box.Y+box.H/2, anchor.SideBottom, color)
		}
	}
}

// killLeg returns how long the lines of a bracket's corners are.
func killLeg(r Rect, u float32) float32 { return max(8*u, 0.22*min(r.W, r.H)) }

// killBracket draws the corners of a box; of the victim's the sides have the lines of a sight.
func (g *tagger) killBracket(r Rect, victim bool, color draw.Color) {
	u := g.canvas.Unit()
	leg := killLeg(r, u)
	dark := draw.RGB(0x000000).Alpha(0.6 * color.A)
	for _, pass := range [...]struct {
		wide float32
		ink  draw.Color
	}{{killGround * u, dark}, {killLine * u, color}} {
		more := (pass.wide - killLine*u) / 2
		for _, dx := range [...]float32{0, 1} {
			for _, dy := range [...]float32{0, 1} {
				x, y := r.X+dx*r.W, r.Y+dy*r.H
				ex, ey := x+(1-2*dx)*(leg+more), y+(1-2*dy)*(leg+more)
				g.Out.Line(x-(1-2*dx)*(killLine/2*u+more), y, ex, y, pass.wide, pass.ink)
				g.Out.Line(x, y-(1-2*dy)*(killLine/2*u+more), x, ey, pass.wide, pass.ink)
			}
		}
		if victim {
			x, y := r.X+r.W/2, r.Y+r.H/2
			for _, d := range [...]float32{-1, 1} {
				g.Out.Line(x+d*(r.W/2-more), y, x+d*(r.W/2+leg/2+more), y, pass.wide, pass.ink)
			}
		}
	}
}
