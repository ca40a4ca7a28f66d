package hud

import (
	"math"

	"demoscope/player/story"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// Sizes of the matchup panel, in points: half of it per player, the middle, the minimum of a half, and the rows.
const (
	matchupHalf, matchupMiddle, matchupLeast = 212, 74, 104
	matchupHealth, matchupArmor              = 8, 4
	matchupPad, matchupIcon                  = 5, 12
	// matchupHigh is the approximate height of the panel, and killHigh that of the kill line above it.
	matchupHigh, killHigh = 44, 26
)

const (
	// matchupLines is the height of the area for the panel and the headline, in lines of text.
	matchupLines = 6
	// matchupGap is the space to messages beside the panel, and matchupRoom the space to the status below, in points.
	matchupGap, matchupRoom = 5, 6
	// matchupSide is the part of the picture's width that stays free at each side.
	matchupSide = 0.2
	// paneSide is the same for one of several views, whose status is below it.
	paneSide = 0.05
)

// matchupPanel returns the area of the matchup panel, empty if there is none.
func (h *HUD) matchupPanel(in *Input, r Rect) Rect {
	sides := &in.Matchup.Sides
	if in.Display != Analyst || sides[1].Text == "" || in.killedAndBack(sides[0].Player-1) ||
		in.killedAndBack(sides[1].Player-1) {
		return Rect{}
	}
	place := h.matchupPlace(r)
	if h.page.underServer(place) {
		return Rect{}
	}
	if place.W <= 0 || !in.matchupIsSlim() {
		return place
	}
	u := h.canvas.Unit()
	slim := h.canvas.Atlas.lineHeight(fontText) + 2*matchupPad*u
	place.Y, place.H = place.Y+place.H-slim, slim
	if h.page.hasKill(in) { // the kill line says more beside the names
		return place
	}
	width := float32(matchupLeast) * u
	for i := range in.Matchup.Sides {
		l := &in.Matchup.Sides[i]
		width = max(width, textWidth(h.canvas.Atlas, fontText, l.Text, in.charset())+textWidth(h.canvas.Atlas, fontText,
			l.Weapon.Tag(), charsetOwn)+matchupBeside*u)
	}
	if width = 2*width + matchupMiddle*u; width < place.W {
		place.X, place.W = place.X+(place.W-width)/2, width
	}
	return place
}

// placeMatchup chooses the areas of the matchup panel and of the headline of a kill.
func (h *HUD) placeMatchup(in *Input) {
	h.page.matchupArea = h.matchupAreaOf(in)
	h.page.matchup = h.matchupPanel(in, h.page.matchupArea)
}

// matchupBeside is the width in a slim panel beside a name and a weapon, in points: margins and the carried items.
const matchupBeside = 40

// matchupIsSlim reports whether the panel has a single line because the demo contains the health of neither player.
func (in *Input) matchupIsSlim() bool {
	for i := range in.Matchup.Sides {
		if l := &in.Matchup.Sides[i]; l.HasHealth() || l.HasArmor() {
			return false
		}
	}
	return true
}

// matchupPlace returns the area that the full panel would take, empty if there is no room.
func (g *tagger) matchupPlace(r Rect) Rect {
	c := &g.canvas
	u := c.Unit()
	half := min(matchupHalf*u, round((r.W-matchupMiddle*u)/2))
	if half < matchupLeast*u {
		return Rect{}
	}
	width := 2*half + matchupMiddle*u
	height := c.Atlas.lineHeight(fontText) + (matchupHealth+matchupArmor+3+2*matchupPad)*u
	return Rect{r.X + (r.W-width)/2, r.Y + r.H - height, width, height}
}

// drawMatchupPanel draws both players of a fight face to face: their names and weapons, their bars of health and armor,
// which meet in the middle, and their actions between them. The followed player is at the left; during a kill preview,
// the killer, as in the line above.
func (g *tagger) drawMatchupPanel(in *Input, page *page, r Rect) {
	c := &g.canvas
	u := c.Unit()
	g.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel)
	half := (r.W - matchupMiddle*u) / 2
	sides := &in.Matchup.Sides
	by, other := in.killOf(sides[0].Player-1), in.killOf(sides[1].Player-1)
	preview := page.hasKill(in) && by >= 0 && other >= 0 && by != other
	for side := range sides {
		area, away := Rect{r.X, r.Y, half, r.H}, side > 0
		if preview {
			away = in.killOf(sides[side].Player-1) > 0
		}
		if away {
			area.X += half + matchupMiddle*u
		}
		g.matchupSide(in, page, &sides[side], area, away)
	}
	line := c.Atlas.lineHeight(fontText)
	if preview {
		g.matchupArrow(story.Kills.At(in.Kill.In), Rect{r.X + half, r.Y + (r.H-line)/2, matchupMiddle * u, line},
			false, colorDanger)
		return // nothing else matters now
	}
	if in.matchupIsSlim() { // there is room for the more important action only
		side := 0
		if in.Matchup.Actions[1] >= in.Matchup.Actions[0] {
			side = 1
		}
		g.matchupAction(in.Matchup.Actions[side], Rect{r.X + half, r.Y + (r.H-line)/2, matchupMiddle * u, line},
			side > 0)
		return
	}
	first := r.Y + (r.H-2*line)/2
	for side, d := range in.Matchup.Actions {
		g.matchupAction(d, Rect{r.X + half, first + float32(side)*line, matchupMiddle * u, line}, side > 0)
	}
}

// matchupShort is the width that a name keeps if a panel also shows the armor as a number, in points.
const matchupShort = 36

// notSeenWord is shown for a killer or victim whose position the demo does not contain.
const notSeenWord = "not in view"

// matchupSide draws one of the two players; away is set for the one at the right.
func (g *tagger) matchupSide(in *Input, page *page, l *anchor.Label, r Rect, away bool) {
	u := g.canvas.Unit()
	pad, line := matchupPad*u, g.canvas.Atlas.lineHeight(fontText)
	edge, area := Rect{r.X, r.Y, 3 * u, r.H}, Rect{r.X + pad + 4*u, r.Y + pad - u, r.W - 2*pad - 4*u, line}
	if away {
		edge.X, area.X = r.X+r.W-edge.W, r.X+pad
	}
	color := l.Color
	color.A = 1
	g.Out.Rect(edge.X, edge.Y, edge.W, edge.H, color)
	if hurt := 2*l.Hurt - 1; hurt > 0 { // only at the moment of the hit, not a second later
		g.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(1.5*u)), colorDanger.Alpha(hurt))
	}
	g.fighterLine(in, page, l, area, away)
	if in.matchupIsSlim() {
		return
	}
	// The bars start at the outer side.
	ink := colorDim
	if l.HasHealth() {
		ink = healthInk(&l.Status)
	}
	area.Y, area.H = area.Y+line+u, matchupHealth*u
	g.healthBar(area, &l.Status, ink, !away)
	if area.Y, area.H = area.Y+(matchupHealth+barGap)*u, matchupArmor*u; l.HasArmor() && l.Armor > 0 {
		g.barOf(area, float32(l.Armor)/fullArmor, l.ArmorColor.Mix(colorText, 0.2), !away)
	}
}

// fighterLine draws one line for a player: the weapon, the name and the carried items from the left, or from the
// right if away is set, and health and armor from the other side.
func (g *tagger) fighterLine(in *Input, page *page, l *anchor.Label, r Rect, away bool) {
	u, a, set := g.canvas.Unit(), g.canvas.Atlas, in.charset()
	outer, inner := g.rowOf(fontText, r.X, r.Y, true), g.rowOf(fontText, r.X+r.W, r.Y, true)
	outer.back, inner.back = away, !away
	if away {
		outer.x, inner.x = inner.x, outer.x
	}
	fits := func(width float32) bool { return outer.width+inner.width+width <= r.W }
	small := textWidth(a, fontSmall, l.Text, set)
	if tag := l.Weapon.Tag(); tag != "" {
		outer.own(fontText, tag, colorDim)
		outer.space(rowGap)
	}
	if l.HasHealth() {
		ink := healthInk(&l.Status)
		inner.own(fontTitle, asString(g.healthText(&l.Status)), ink)
		inner.space(2)
		inner.icon(iconHealth, matchupIcon, ink, false)
		inner.space(6)
	}
	// If the weapon and the name leave no room for the armor, only its bar shows it.
	if text := g.number(l.Armor); l.HasArmor() && l.Armor > 0 &&
		fits(textWidth(a, fontText, text, charsetOwn)+(matchupIcon+2)*u+min(matchupShort*u, small)) {
		metal := l.ArmorColor.Mix(colorText, 0.2)
		inner.own(fontText, asString(text), metal)
		inner.space(2)
		inner.icon(iconArmor, matchupIcon, metal, false)
		inner.space(6)
	}
	if l.Unseen && page.hasKill(in) {
		inner.own(fontSmall, notSeenWord, colorDim)
		inner.space(6)
	}
	if k := in.killOf(l.Player - 1); k >= 0 && in.Kill.Sides[k].At == anchor.KillEye && page.hasKill(in) &&
		fits((eyeSize+3)*u+small) {
		outer.icon(iconEye, eyeSize, colorText, false)
		outer.space(3)
	}
	font, room := fontText, max(0, r.W-outer.width-inner.width)
	if textWidth(a, font, l.Text, set) > room {
		font = fontSmall
	}
	g.tip = clip(a, font, g.tip, l.Text, set, room)
	if textWidth(a, font, g.tip, set) <= room { // not even "..." fits
		color := l.Color
		color.A = 1
		outer.text(font, asString(g.tip), in.nameReader(), color)
		outer.space(3)
	}
	if l.Mate { // friendly fire is unexpected
		outer.space(2)
		outer.own(fontSmall, mateWord, colorGood)
		outer.space(3)
	}
	for i := range carriedIcons {
		if k := &carriedIcons[i]; l.Carried&k.what != 0 && fits(plateIcon*u) {
			outer.icon(k.icon, plateIcon, k.color, false)
			outer.space(2)
		}
	}
}

// actionWords are the words for the actions.
var actionWords = [...]string{story.ActionAims: "aims", story.ActionFires: firesWord, story.ActionHits: "hits",
	story.ActionShot: "shot", story.ActionGrenade: "grenade", story.ActionRocket: "rocket"}

// matchupAction writes what one player does to the other, with an arrow toward the other.
func (g *tagger) matchupAction(d story.Action, r Rect, away bool) {
	if d == story.ActionNone || int(d) >= len(actionWords) {
		return
	}
	ink := colorDim
	switch {
	case d == story.ActionAims:
	case away:
		ink = colorDanger
	default:
		ink = colorGood
	}
	g.matchupArrow(actionWords[d], r, away, ink)
}

// matchupArrow writes a word into the middle of the panel, with an arrow to the right, or to the left if away is set.
func (g *tagger) matchupArrow(word string, r Rect, away bool, ink draw.Color) {
	const arrow = 9 // points
	c := &g.canvas
	u := c.Unit()
	w := textWidth(c.Atlas, fontText, word, charsetOwn)
	x, y := r.X+(r.W-w)/2-(arrow/2+1)*u, r.Y+r.H/2
	if away {
		x += (arrow + 2) * u
	}
	drawText(c, fontText, x, r.Y, word, charsetOwn, ink)
	k := arrow / 2 * u
	if away {
		x -= (arrow + 3) * u
		g.Out.Triangle(x, y, x+2*k, y-k, x+2*k, y+k, ink)
		return
	}
	x += w + 3*u
	g.Out.Triangle(x+2*k, y, x, y+k, x, y-k, ink)
}

// drawMatchup draws the followed player's matchup panel in the middle above the status, and the headline of a kill
// above it.
func (h *HUD) drawMatchup(in *Input, r Rect) {
	panel := h.page.matchup
	if h.page.matchupHidden = in.Matchup.Sides[1].Text != "" && h.matchupPlace(r).W <= 0; panel.W > 0 {
		h.drawMatchupPanel(in, &h.page, panel)
		h.target(panel, in.Matchup.Sides[1].Player-1)
	}
	if h.page.hasKill(in) {
		area, low := h.kill.headlineArea(in, &h.page)
		h.kill.drawHeadline(in, &h.page, area, low)
	}
}

// matchupAreaOf returns the middle of the picture above the status: between the overlays, beside the list of events,
// and above the messages that extend into it.
func (h *HUD) matchupAreaOf(in *Input) Rect {
	l := &h.page.layout
	u := h.canvas.Unit()
	height := matchupLines * h.canvas.Atlas.lineHeight(fontText)
	side := float32(matchupSide)
	if in.Extent == Pane {
		side = paneSide
	}
	left, right := side*in.Screen.Width, (1-side)*in.Screen.Width
	y := l.Vitals.Y - matchupRoom*u - height
	beside := float32(0)
	if hasMessages(h, in) && len(in.Messages) > 0 && in.Extent != Pane {
		beside = l.Banner.X + h.messages.longest(in, &h.page, h.messages.matchupIsLow(in, &h.page)) + matchupGap*u
	}
	if b := &l.Beside[overlayTeam]; b.W > 0 && b.Y+b.H > y {
		left = max(left, b.X+b.W+sideGap*u)
	}
	for _, b := range l.Beside[overlayTimers:] {
		if b.W > 0 && b.Y+b.H > y {
			right = min(right, b.X-sideGap*u)
		}
	}
	if in.Extent != Pane && in.listed() {
		right = min(right, l.Ammo.X+l.Ammo.W)
	}
	left = min(left, right) // lines may extend over the left side, but not over the right one
	middle, least := in.Screen.Width/2, (matchupLeast+matchupMiddle/2)*u
	if half := min(middle-left, right-middle); half >= least {
		left, right = middle-half, middle+half
	}
	r := Rect{left, y, max(0, right-left), height}
	switch middle = r.X + r.W/2; {
	case in.Naming != nil || beside > 0 && middle-beside < least:
		r.Y = min(r.Y, l.Banner.Y-matchupRoom*u-height)
	case beside > r.X: // narrower, in the same place
		r.X, r.W = beside, max(0, 2*(middle-beside))
	}
	return r
}

// longest returns the maximum width of the program's own messages, in pixels, whether or not they make room for a
// matchup panel.
func (ms *messages) longest(in *Input, page *page, slim bool) (width float32) {
	const aside = 46 // the icon and the margins, in points
	for i := range in.Messages {
		m := &in.Messages[i]
		f := fontSmall
		if m.Kind == MessageTitle {
			f = fontTitle
		}
		width = max(width, min(ms.messageBox(in, page, m.Kind, slim), textWidth(ms.canvas.Atlas, f, m.Text, charsetOwn)+
			aside*ms.canvas.Unit()))
	}
	return width
}

// messageBox returns the maximum width of the program's own messages, in pixels. If it is enough to read them, they
// end beside the matchup panel, so that neither has to make room for the other; titles use a smaller font for that.
// If slim is set, they end there in any case.
func (ms *messages) messageBox(in *Input, page *page, kind MessageKind, slim bool) float32 {
	u := ms.canvas.Unit()
	beside := ms.besideMatchup(page, in.Screen)
	if slim {
		return beside
	}
	least := float32(messageLeast)
	if kind == MessageTitle {
		least = titleLeast
	}
	if beside < least*u {
		return round(messageWidest * u)
	}
	return min(beside, round(messageWidest*u))
}

// besideMatchup returns the width that messages have beside the matchup panel, in pixels.
func (ms *messages) besideMatchup(page *page, s Screen) float32 {
	return float32(math.Floor(float64(s.Width/2 - page.layout.Banner.X - (matchupGap+messageMatchup+matchupMiddle/2)*
		ms.canvas.Unit())))
}

// matchupIsLow reports whether the picture is too low to show the matchup panel above the program's own messages: it
// would cover the middle, where the followed player looks, or the picture-in-picture.
func (ms *messages) matchupIsLow(in *Input, page *page) bool {
	u := ms.canvas.Unit()
	middle := in.Screen.Height / 2
	if in.Inset.Shown {
		_, height := InsetSize(in.Screen)
		middle = max(middle, page.layout.Items.Y+height)
	}
	return in.Display == Analyst && in.Matchup.Sides[1].Text != "" && in.Extent != Pane &&
		page.layout.Banner.Y-(matchupRoom+matchupHigh+
			matchupClear)*u < middle
}

// matchupNeedsRoom reports whether such a panel leaves no room for messages, which are then hidden until the fight is
// over.
func (ms *messages) matchupNeedsRoom(in *Input, page *page) bool {
	const margins = 38 // of the icon and the text, in points
	return ms.matchupIsLow(in, page) && in.Naming == nil &&
		ms.besideMatchup(page, in.Screen) < (messageSlim+margins)*ms.canvas.Unit()
}

// matchupClear is the space between the middle of the picture and the matchup panel, in points.
const matchupClear = 16

// Sizes of the program's own messages, in points: the width before a text is wrapped, its maximum, the part of the
// width that half of the matchup panel takes, and the least room for text: with less than messageSlim, only single
// letters would be readable. titleLeast is messageLeast for a title.
const messageLeast, messageWidest, messageMatchup, messageSlim, titleLeast = 240, 560, 150, 48, 150
