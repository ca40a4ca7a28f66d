package hud

import (
	"math"
	"strconv"

	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// The kill preview: a line of text, brackets around both players, and a line from the killer, or from the missile, to
// the victim.

// Sizes of the signs of a kill, in points.
const (
	// killLine is the width of lines, and killGround that of their dark background.
	killLine, killGround = 2, 4.5
	// killLeast is the minimum width and height of a bracket, and killRoom its distance to the body.
	killLeast, killRoom = 26, 5
	// killRing is the radius of the ring around the missile on its way to the victim.
	killRing = 17
	// killPad is the padding around text.
	killPad = 5
)

const (
	// killOpens is how much larger a victim's bracket is when it appears, as a part of its size. It shrinks to its
	// size in the killCloses seconds before the kill.
	killOpens, killCloses = 0.5, 0.7
	// killMost bounds that growth, in points.
	killMost = 26
	// killGray is the opacity of the background of its text.
	killGray = 0.8
	// headlinePart is the part of the picture's width that text in the largest font may take.
	headlinePart = 0.52
	// killPale is the part of the text color in the color of its names.
	killPale = 0.35
)

// wallWord is shown at the bracket of a killer or victim behind a wall.
const wallWord = "behind wall"

const (
	// How hard the last hit of a kill is.
	takesWord, lastWord, damageWord = " health", "last ", " damage"

	// inHandWords follow the weapon in the killer's hand, if the demo does not name the weapon of the kill.
	inHandWords = " in hand"

	// inWord precedes the seconds until a kill, while the demo is paused.
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

// killedAndBack reports whether the player in a slot is the victim in the kill preview and has respawned: the new
// health would contradict the words about the death.
func (in *Input) killedAndBack(slot int) bool { return in.Kill.Back && in.killOf(slot) == 1 }

// killColor returns the color of the signs of a kill: the killer's, or the danger color for a death without a killer.
func killColor(k *anchor.Kill) draw.Color {
	if k.Sides[0].Text == "" {
		return colorDanger
	}
	return k.Sides[0].Color.Alpha(1)
}

// detail says what the headline leaves out if there is no room.
type detail uint8

const (
	detailAll      detail = iota
	detailNoDamage        // without the damage of the last hit
	detailCause           // also without signs other than those of the cause, and with shorter names
	detailNames           // also without the cause
)

// headlineForms are the forms of the headline. The first that fits is used.
var headlineForms = [...]struct {
	font   textFont
	detail detail
}{{fontTitle, detailAll}, {fontStrong, detailAll}, {fontText, detailAll}, {fontSmall, detailAll},
	{fontSmall, detailNoDamage}, {fontSmall, detailCause}, {fontSmall, detailNames}}

// headlineName is the maximum width of a name in the headline, in points.
var headlineName = [...]float32{detailAll: 190, detailNoDamage: 190, detailCause: 72, detailNames: 72}

// killPreview draws the signs of a kill. The areas are those of the last Build.
type killPreview struct {
	*tagger
	headline    Rect
	killPointer [2]Rect // empty for none
}

// killHeadline collects the headline of a kill in [canvas.pieces] and returns its width.
func (kp *killPreview) killHeadline(in *Input, font textFont, d detail) (width float32) {
	k, s := &in.Kill, sentence{kp.pieces[:0], in.charset()}
	kp.tip = kp.tip[:0]
	number := func(before string, n int, after string) {
		from := len(kp.tip)
		kp.tip = append(strconv.AppendInt(append(kp.tip, before...), int64(n), 10), after...)
		s.own(asString(kp.tip[from:]), colorDanger)
	}
	if in.Paused && k.In > 0 { // while the demo plays, the approach is visible
		kp.tip = strconv.AppendFloat(append(kp.tip, inWord...), max(0.1, float64(k.In)), 'f', 1, 64)
		s.own(asString(kp.tip), colorText)
		s.own(" s ", colorText)
	}
	telling := k.Tell(k.Sides[0].Text != "", k.Means)
	s.clause(&telling, k.In, k.Sides[1].Text != "", colorDanger, colorDanger, func(i int) {
		side, from := &k.Sides[i], len(kp.tip)
		if side.At == anchor.KillEye {
			s.line = append(s.line, piece{icon: iconEye, color: colorText}, feedSpace)
		}
		kp.scratch = clip(kp.Atlas, font, kp.scratch, side.Text, s.set, headlineName[d]*kp.canvas.Unit())
		kp.tip = append(kp.tip, kp.scratch...)
		s.line = append(s.line, piece{text: asString(kp.tip[from:]), set: s.set,
			color: side.Color.Alpha(1).Mix(colorText, killPale)})
	})
	switch tag, between := k.Sides[0].Weapon.Tag(), ": "; {
	case telling.Deadly || d == detailNames: // the verb says it, or there is no room
	case telling.Link == story.LinkRelative:
		s.own(", who ", colorText)
		s.own(telling.Cause.At(k.In), colorText)
	default:
		if k.Means != "" {
			s.own(between, colorText)
			s.line = appendSigns(s.line, k.Signs, inHeadline, true, "", 1)
			s.own(k.Means, colorText)
			between = ", "
		} else if k.Sides[0].Text != "" && !k.Falls && tag != "" { // the obituary does not name the weapon
			s.own(between, colorText)
			s.own(tag, colorText)
			s.own(inHandWords, colorText)
			between = ", "
		}
		if d < detailCause {
			s.line = appendSigns(s.line, k.Signs, inHeadline, false, between, 1)
		}
	}
	if d < detailNoDamage && in.On(setting.DamageNumbers) && k.Damage+k.HealthLost+k.HealthBefore > 0 {
		switch s.own(", ", colorText); {
		case k.Damage > 0:
			number("", k.Damage, damageWord)
		case k.HealthLost > 0:
			number("−", k.HealthLost, takesWord)
		default:
			number(lastWord, k.HealthBefore, takesWord)
		}
	}
	for i := range s.line {
		s.line[i].color = s.line[i].color.Alpha(k.Alpha)
	}
	kp.pieces = s.line
	return kp.piecesWidth(font)
}

// drawHeadline draws the headline of a kill above y coordinate low, if there is room.
func (kp *killPreview) drawHeadline(in *Input, page *page, r Rect, low float32) {
	c, k := &kp.canvas, &in.Kill
	u := c.Unit()
	for _, form := range headlineForms {
		font, d := form.font, form.detail
		width, line := kp.killHeadline(in, font, d)+2*(killPad+2)*u, c.Atlas.lineHeight(font)+2*u
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

// lineX returns the left end of a line in an area: centered on the screen if the area extends there. A line wider
// than the area extends to the left, where it hides less.
func lineX(in *Input, r Rect, width float32) float32 {
	x := min(max(in.Screen.Width/2-width/2, r.X), r.X+r.W-width)
	return round(max(0, min(x, in.Screen.Width-width)))
}

// killBox returns the bracket of the killer or victim, if the player is in the picture.
func (kp *killPreview) killBox(in *Input, page *page, side int) (r Rect, ok bool) {
	k := &in.Kill
	s := &k.Sides[side]
	if s.At != anchor.KillInside || s.Text == "" || side == 0 && !k.Holds() {
		return r, false // the killer lives on
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
	// Text below the bracket would be unreadable through it.
	top, low := y-height/2, y+height/2
	line := kp.killFloor(in, page, x-w/2, x+w/2)
	if y >= line && k.In < 0 {
		return r, false
	}
	if y >= line { // the player is below the text: at the upper edge of the text
		return Rect{x - w/2, line - killLeast*u, w, killLeast * u}, true
	}
	if low > line {
		low, top = line, min(top, line-killLeast*u)
	}
	return Rect{x - w/2, top, w, low - top}, true
}

// killFloor returns the y coordinate above which the signs of a kill must stay between left and right: the top of the
// headline and the matchup panel or, beside them, that of the status.
func (kp *killPreview) killFloor(in *Input, page *page, left, right float32) float32 {
	u := kp.canvas.Unit()
	_, low := kp.headlineArea(in, page)
	half := kp.killHeadline(in, fontTitle, detailAll)/2 + (killPad+2)*u
	if panel := page.matchup; panel.W > 0 {
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
		width := min(area.W, h.kill.killHeadline(in, fontTitle, detailAll))
		h.plates.keep(Rect{lineX(in, area, width), low - line, width, line})
	}
}

// headlineArea returns the area of the headline and its lower edge, which is always above the place of the matchup
// panel, even if that is empty.
func (kp *killPreview) headlineArea(in *Input, page *page) (area Rect, low float32) {
	area = page.matchupArea
	low = area.Y + area.H
	if panel := kp.matchupPlace(area); panel.W > 0 {
		low = panel.Y - 2*kp.canvas.Unit()
	}
	return area, low
}

// killNeedsRoom reports whether the program's own messages are so wide that the headline of a kill and the matchup
// panel would have to move above them. In a small picture, the messages are then hidden until the kill is over.
func (h *HUD) killNeedsRoom(in *Input) bool {
	if !h.page.hasKill(in) || !in.Kill.Holds() || len(in.Messages) == 0 || in.Extent == Pane {
		return false
	}
	u := h.canvas.Unit()
	longest := h.messages.longest(in, &h.page, false)
	return in.Screen.Width/2-h.page.layout.Banner.X-longest-matchupGap*u < (matchupLeast+matchupMiddle/2)*u
}

// MessagesWait reports whether the program's own messages in in are hidden until the kill or the fight in it is over.
func (h *HUD) MessagesWait(in *Input) bool {
	return h.page.cover == coverNone && (h.killNeedsRoom(in) || h.messages.matchupNeedsRoom(in, &h.page))
}

// drawKill draws the signs of a kill in the picture.
func (kp *killPreview) drawKill(in *Input, page *page, r Rect) {
	k := &in.Kill
	color := killColor(k).Alpha(k.Alpha)
	if k.In >= 0 {
		kp.drawKillArrow(in, page, color)
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

// killLeg returns the length of the corner lines of a bracket.
func killLeg(r Rect, u float32) float32 { return max(8*u, 0.22*min(r.W, r.H)) }

// killBracket draws the corners of a box. The victim's also has the lines of a crosshair at its sides.
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

// The kill preview draws an arrow from the killer, or from a missile in the air, to the victim.

// Sizes of that arrow, in points.
const (
	// arrowFrom and arrowTo are the widths of the stroke at its start and end, and arrowDark is how much wider its dark
	// background is.
	arrowFrom, arrowTo, arrowDark = 1.5, 5, 2.5
	// arrowHead is the length of the arrowhead, and arrowHalf half its width.
	arrowHead, arrowHalf = 15, 7
)

// arrowLine is a line in the picture: its start, its direction and its length in pixels.
type arrowLine struct{ x, y, dx, dy, long float32 }

// at returns the point at a distance along the line and a distance to its side, in pixels.
func (w *arrowLine) at(along, aside float32) (x, y float32) {
	return w.x + w.dx*along - w.dy*aside, w.y + w.dy*along + w.dx*aside
}

// drawKillArrow draws the arrow from the killer, or from the missile, to the victim.
func (kp *killPreview) drawKillArrow(in *Input, page *page, color draw.Color) {
	k, u := &in.Kill, kp.canvas.Unit()
	if k.Strikes && k.Sides[0].At == anchor.KillEye && k.Sides[1].At == anchor.KillInside {
		return // the player sees the shot; an attacker's shot is visible too briefly
	}
	if k.Falls {
		return // nothing flies
	}
	from, to, ok := kp.arrowEnds(in, page, color)
	if !ok {
		return
	}
	w := arrowLine{x: from.X + from.W/2, y: from.Y + from.H/2}
	w.dx, w.dy = to.X+to.W/2-w.x, to.Y+to.H/2-w.y
	far := float32(math.Hypot(float64(w.dx), float64(w.dy)))
	if far < 1 {
		return
	}
	w.dx, w.dy = w.dx/far, w.dy/far
	first := exitDistance(from, w.dx, w.dy) // it starts and ends outside the boxes
	w.x, w.y = w.at(first, 0)
	if w.long = far - first - exitDistance(to, w.dx, w.dy); w.long < arrowHead*u {
		return
	}
	end, dark := w.long-arrowHead*u, draw.RGB(0x000000).Alpha(0.6*color.A)
	kp.taper(&w, end, (arrowFrom+arrowDark)*u, (arrowTo+arrowDark)*u, dark)
	kp.taper(&w, end, arrowFrom*u, arrowTo*u, color)
	for _, pass := range [...]struct {
		more float32
		ink  draw.Color
	}{{1.5 * u, dark}, {0, color}} {
		x0, y0 := w.at(w.long+pass.more, 0)
		x1, y1 := w.at(end-pass.more, arrowHalf*u+pass.more)
		x2, y2 := w.at(end-pass.more, -arrowHalf*u-pass.more)
		kp.Out.Triangle(x0, y0, x1, y1, x2, y2, pass.ink)
	}
}

// arrowEnds returns the areas at which the arrow starts and ends. A missile in the air gets a ring.
func (kp *killPreview) arrowEnds(in *Input, page *page, color draw.Color) (from, to Rect, ok bool) {
	k, u := &in.Kill, kp.canvas.Unit()
	from, ok = kp.killPlace(in, page, 0)
	to, known := kp.killPlace(in, page, 1)
	around := func(x, y, radius float32) Rect {
		return Rect{x - radius*u, y - radius*u, 2 * radius * u, 2 * radius * u}
	}
	flies := k.Flies && !kp.headline.Has(k.X, k.Y) && !page.insetArea.Has(k.X, k.Y) // covered there
	if r, inside := kp.killBox(in, page, 1); flies && inside && r.Has(k.X, k.Y) {
		return from, to, false // the missile has arrived, and its trail leads to it
	}
	if r, inside := kp.killBox(in, page, 0); flies && !(inside && r.Has(k.X, k.Y)) { // not at the shooter any more
		from, ok = around(k.X, k.Y, killRing+3), true
		kp.Out.Ring(k.X, k.Y, (killRing-2)*u, (killRing+3)*u, draw.RGB(0x000000).Alpha(0.6*color.A))
		kp.Out.Ring(k.X, k.Y, (killRing-1)*u, (killRing+1)*u, color)
	}
	if k.Own && k.Signs&story.SignUnfired != 0 && k.Sides[1].At == anchor.KillEye { // from the player along the aim
		from, ok, to = to, known, around(in.Screen.Width/2, in.Screen.Height/2, killRing)
	}
	return from, to, ok && known
}

// taper draws a stroke along a line, from its start to end, that widens from one width to another.
func (g *tagger) taper(w *arrowLine, end, from, to float32, ink draw.Color) {
	x0, y0 := w.at(0, from/2)
	x1, y1 := w.at(end, to/2)
	x2, y2 := w.at(end, -to/2)
	x3, y3 := w.at(0, -from/2)
	g.Out.Quad(x0, y0, x1, y1, x2, y2, x3, y3, ink)
}

// killPlace returns the area of the killer or victim where the arrow starts or ends; ok is false if that is unknown.
func (kp *killPreview) killPlace(in *Input, page *page, side int) (r Rect, ok bool) {
	s := &in.Kill.Sides[side]
	switch {
	case s.Text == "" || s.At == anchor.KillNowhere:
		return r, false
	case s.At == anchor.KillInside:
		if r, ok = kp.killBox(in, page, side); !ok {
			r = Rect{s.Body.X, s.Body.Y, s.Body.W, s.Body.H}
		}
		return r, true
	case s.At == anchor.KillEye && kp.headline.W <= 0:
		return Rect{in.Screen.Width / 2, page.namesArea(in).H, 0, 0}, true
	case s.At == anchor.KillEye:
		return kp.headline, true
	case page.hasInset(in) && s.Player-1 == in.Inset.Slot:
		return page.insetArea, true
	}
	return kp.killPointer[side], kp.killPointer[side].W > 0
}

// exitDistance returns the distance from the middle of a box to its edge in a direction.
func exitDistance(r Rect, dx, dy float32) float32 {
	far := float32(1e9)
	if dx = max(dx, -dx); dx > 0.001 {
		far = min(far, r.W/2/dx)
	}
	if dy = max(dy, -dy); dy > 0.001 {
		far = min(far, r.H/2/dy)
	}
	if far > 1e8 {
		return 0
	}
	return far
}

// The kill line names the last victim or killer of the followed player and the weapon, low in the picture.

const (
	// killLineKept is how long a kill is shown, and killLineFade how long it fades out, in seconds.
	killLineKept, killLineFade = 2.0, 0.5
	// killLineBrief replaces killLineKept while the followed player fights somebody else.
	killLineBrief = 1.2
	// killLineAt is the y position of the line as a part of the picture's height.
	killLineAt = 0.8
	// killLineEnd is the right end of the line in first-person view, as a part of the picture's width. It is the same
	// for all weapons, so that the line does not move when the player swings or changes weapons.
	killLineEnd = 0.53
	// killLineName is the maximum width of a name, in points.
	killLineName = 260
	// killLinePad is the padding beside the line, and killLineEdge the width of the red edge for a death, in points.
	killLinePad, killLineEdge = 10, 4
	killLineGround            = 0.5 // opacity of the background
)

// The signs of the kill line: for a kill by the followed player, for a death by a killer, and for a death without
// one.
const (
	killedSign   = "→ "
	killedBySign = "← "
	diedSign     = "× "
)

// now returns the time of the state in the picture. The state may be a packet ahead of the clock, because movements
// are interpolated.
func (in *Input) now() float64 {
	if in.World == nil {
		return in.Clock
	}
	return max(in.Clock, in.World.Clock)
}

// lastKill returns the last kill of or by the followed player up to now and the seconds since then; nil if it was too
// long ago.
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

// fightsAnother reports whether the followed player is alive and fights a player other than the one of the kill.
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

// killLineArea returns the area of the kill line.
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

// killPieces collects the kill line in [canvas.pieces].
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

// signPlaces is a set of places where a sign of a kill is shown.
type signPlaces uint8

const (
	inFeed     signPlaces = 1 << iota
	inKillLine            // of [Watch]
	inHeadline            // of [Analyst]
	atTag                 // at the names of killer and victim in [Watch]
	atPlate               // at their names in [Analyst]
)

// killSign says how a sign of a kill is shown.
type killSign struct {
	sign  story.Signs
	word  string
	cause bool       // written before the cause, and only if the cause is known
	icon  icon       // before the word, or instead of it at a name; iconNone for none
	color draw.Color // except in the headline
	shown signPlaces
}

// killSigns lists the signs.
var killSigns = [...]killSign{
	{story.SignOwn, "own", true, iconNone, colorText, inKillLine | inHeadline},
	{story.SignQuad, "quad", true, iconNone, colorText, inHeadline},
	{story.SignUnfired, "about to fire", false, iconNone, colorText, inHeadline},
	{story.SignTeamKill, "team kill", false, iconNone, colorDanger, inFeed},
}

// shows reports whether k is in signs and is shown at a place.
func (k *killSign) shows(signs story.Signs, where signPlaces) bool {
	return signs&k.sign != 0 && k.shown&where != 0
}

// appendSigns appends the signs that belong to the cause, each followed by a space, or the other signs, each preceded
// by between.
func appendSigns(line []piece, signs story.Signs, where signPlaces, cause bool, between string, alpha float32) []piece {
	for i := range killSigns {
		k := &killSigns[i]
		if !k.shows(signs, where) || k.cause != cause {
			continue
		}
		ink := k.color.Alpha(alpha)
		if !cause {
			line = append(line, piece{text: between, set: charsetOwn, color: ink})
		}
		if k.icon != iconNone {
			line = append(line, piece{icon: k.icon, color: ink}, feedSpace)
		}
		line = append(line, piece{text: k.word, set: charsetOwn, color: ink})
		if cause {
			line = append(line, feedSpace)
		}
	}
	return line
}
