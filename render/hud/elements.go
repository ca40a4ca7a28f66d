package hud

import "slices"

// element is a part of the HUD.
type element struct {
	name string
	// display is the most reduced level of display that still has the part.
	display Display
	// area returns the area that the part draws in. It must not draw outside it.
	area func(h *HUD, in *Input) Rect
	// visible reports whether it is drawn now.
	visible func(h *HUD, in *Input) bool
	draw    func(h *HUD, in *Input, area Rect)
	traits  trait
	of      Extent // Pane for an element of each view, otherwise Window
}

// trait is a property that several elements share.
type trait uint8

const (
	shaded    trait = 1 << iota // has no panel: a dark copy is behind its text
	readLong                    // with several views, names keep off it, because it holds text that takes long to read
	inPicture                   // is within the picture itself: others are not left out because of it
)

// has reports whether an element has a trait.
func (e *element) has(t trait) bool { return e.traits&t != 0 }

// Extent says which elements of the HUD are drawn.
type Extent uint8

const (
	Whole  Extent = iota // all elements, for a window with one view
	Window               // the elements that exist once per window, however many views it has
	Pane                 // the elements of each view; [Input.Screen] is the size of the view
)

// has reports whether elements of this extent include e.
func (x Extent) has(e *element) bool { return x == Whole || x == e.of }

// elements are all parts of the HUD in drawing order, with those of a view first. A new one needs a row here, a
// function that draws it and, if no area of [Layout] is free, an area there. One with a switch and an area at the
// side also has a row in overlays.
var elements = [...]element{
	{"frames", Watch, screenArea, hasPanes, (*HUD).drawFrames, inPicture, Window},
	{"inset", Analyst, func(h *HUD, _ *Input) Rect { return h.insetArea }, (*HUD).hasInset,
		func(h *HUD, in *Input, r Rect) { h.drawInset(in, &h.page, r) }, shaded, Pane},
	{"names", Watch, (*HUD).namesArea, hasWorld, (*HUD).drawLabels, shaded | inPicture, Pane},
	{"pointers", Analyst, pointerArea, (*HUD).playing, (*HUD).drawPointers, shaded | inPicture, Pane},
	{"attacker", Analyst, screenArea, hasAttacker, (*HUD).drawAttacker, shaded | inPicture, Pane},
	{"matchup", Analyst, func(h *HUD, _ *Input) Rect { return h.matchupArea }, (*HUD).playing,
		(*HUD).drawMatchup, shaded, Pane},
	{"kill", Analyst, screenArea, (*HUD).hasKill,
		func(h *HUD, in *Input, r Rect) { h.kill.drawKill(in, &h.page, r) }, shaded, Pane},
	{"crosshair", Watch, screenArea, (*HUD).hasCrosshair, (*HUD).drawCrosshair, shaded | inPicture, Pane},
	{"strip", Watch, areaOf(func(l *Layout) Rect { return l.Vitals }), (*HUD).isPane,
		func(h *HUD, in *Input, r Rect) { h.status.drawStrip(in, r) }, shaded, Pane},
	{"status ground", Analyst, (*HUD).groundArea, (*HUD).hasStatus,
		func(h *HUD, in *Input, r Rect) { h.drawStatusGround(in, &h.page, r) }, shaded | inPicture, Pane},
	{"vitals", Analyst, areaOf(func(l *Layout) Rect { return l.Vitals }), (*HUD).hasStatus,
		func(h *HUD, in *Input, r Rect) { h.status.drawVitals(in, r) }, shaded, Pane},
	{"weapons", Analyst, areaOf(func(l *Layout) Rect { return l.Weapons }), (*HUD).hasStatus,
		fadeOverBody(func(h *HUD, in *Input, r Rect) { h.status.drawWeapons(in, r) }), shaded, Pane},
	{"ammo", Analyst, areaOf(func(l *Layout) Rect { return l.Ammo }), (*HUD).hasStatus,
		func(h *HUD, in *Input, r Rect) { h.status.drawAmmo(in, r) }, shaded, Pane},
	{"items", Analyst, itemsArea, (*HUD).hasStatus,
		func(h *HUD, in *Input, r Rect) { h.status.drawItems(in, &h.page, r) }, shaded, Pane},
	{"name plate", Watch, namePlateArea, (*HUD).hasNamePlate,
		func(h *HUD, in *Input, r Rect) { h.status.drawNamePlate(in, r) }, shaded, Pane},
	{"kill line", Watch, killLineArea, (*HUD).hasKillLine,
		func(h *HUD, in *Input, r Rect) { h.drawKillLine(in, &h.page, r) }, shaded, Pane},
	{"score", Watch, areaOf(func(l *Layout) Rect { return l.Score }), (*HUD).hasScore,
		func(h *HUD, in *Input, r Rect) { h.score.drawScore(in, r) }, shaded | readLong, Window},
	{"notices", Watch, areaOf(func(l *Layout) Rect { return l.Notices }), (*HUD).playing,
		func(h *HUD, in *Input, r Rect) { h.feed.drawNotices(in, r) }, shaded | readLong, Window},
	{"info", Watch, infoArea, (*HUD).hasInfo,
		func(h *HUD, in *Input, r Rect) { h.drawInfo(in, &h.page, r) }, shaded | readLong, Window},
	{"match", Analyst, areaOf(func(l *Layout) Rect { return l.Match }), (*HUD).hasChips,
		func(h *HUD, in *Input, r Rect) { h.server.drawChips(in, &h.page, r) }, shaded | readLong, Window},
	{"center", Watch, centerArea, (*HUD).playing,
		func(h *HUD, in *Input, r Rect) { h.messages.drawCenter(in, r) }, shaded | readLong, Window},
	{"server layout", Watch, serverArea, (*HUD).playing,
		func(h *HUD, in *Input, r Rect) { h.server.drawServerLayout(in, r) }, 0, Window},
	{"players", Watch, areaBeside(overlayTeam), hasOverlay(overlayTeam),
		func(h *HUD, in *Input, r Rect) { h.board.drawTeamInfo(in, r) }, shaded | readLong, Window},
	{"item clocks", Watch, areaBeside(overlayTimers), hasOverlay(overlayTimers),
		func(h *HUD, in *Input, r Rect) { h.clocks.drawItemClocks(in, r) }, shaded | readLong, Window},
	{"buttons", Watch, areaBeside(overlayButtons), hasOverlay(overlayButtons),
		(*HUD).drawButtons, shaded | readLong, Window},
	{"speed", Watch, areaBeside(overlaySpeed), hasOverlay(overlaySpeed),
		(*HUD).drawSpeed, shaded | readLong, Window},
	{"ghost", Watch, areaBeside(overlayGhost), hasOverlay(overlayGhost),
		(*HUD).drawGhost, shaded | readLong, Window},
	{"subtitles", Watch, areaBeside(overlaySubtitles), hasOverlay(overlaySubtitles),
		func(h *HUD, in *Input, r Rect) { h.subtitles.draw(in, r) }, shaded | readLong, Window},
	{"naming", Clean, areaOf(func(l *Layout) Rect { return l.Banner }), (*HUD).isNaming,
		(*HUD).drawNaming, shaded, Window},
	{"messages", Clean, messagesArea, hasMessages,
		func(h *HUD, in *Input, r Rect) { h.messages.drawAllMessages(in, &h.page, r) }, shaded, Window},
	{"events", Clean, panelArea, func(_ *HUD, in *Input) bool { return in.listed() }, (*HUD).drawList, 0, Window},
	{"bar", Clean, areaOf(func(l *Layout) Rect { return l.Bar }), (*HUD).hasBar,
		func(h *HUD, in *Input, r Rect) { h.bar.drawBar(in, &h.page, r) }, 0, Window},
	{"help", Clean, areaOf(func(l *Layout) Rect { return l.Overlay }), covers(coverHelp),
		func(h *HUD, in *Input, r Rect) { h.help.drawHelp(in, r) }, 0, Window},
	{"sheet", Clean, areaOf(func(l *Layout) Rect { return l.Overlay }), covers(coverSheet),
		func(h *HUD, in *Input, r Rect) { h.help.drawSheet(in, r) }, 0, Window},
	{"finder", Clean, finderArea, covers(coverFinder), (*HUD).drawFinder, 0, Window},
	{"server scores", Clean, serverArea, covers(coverServer),
		func(h *HUD, in *Input, r Rect) { h.server.drawServerLayout(in, r) }, 0, Window},
	{"scores", Clean, areaOf(func(l *Layout) Rect { return l.Overlay }), (*HUD).hasScores,
		func(h *HUD, in *Input, r Rect) { h.board.drawScores(in, &h.page, r) }, 0, Window},
	{"finale", Watch, areaOf(func(l *Layout) Rect { return l.Overlay }), covers(coverFinale),
		func(h *HUD, in *Input, r Rect) { h.messages.drawFinale(in, r) }, shaded, Window},
	{"tip", Clean, screenArea, (*HUD).hasTip, (*HUD).drawBarTip, inPicture, Window},
	{"pointed", Clean, screenArea, hasPointed, (*HUD).drawPointed, shaded | inPicture, Window},
	{"notes", Clean, notesArea, (*HUD).isCovered,
		func(h *HUD, in *Input, r Rect) { h.messages.drawNotes(in, &h.page, r) }, shaded, Window},
}

// shown reports whether the part is drawn now.
func (e *element) shown(h *HUD, in *Input) bool { return in.Display <= e.display && e.visible(h, in) }

// bodyAlpha is the opacity of drawings over a living body.
const bodyAlpha = 0.35

// fadeOverBody returns a function that draws the same as show, but faintly if a living player is below it.
func fadeOverBody(show func(*HUD, *Input, Rect)) func(*HUD, *Input, Rect) {
	return func(h *HUD, in *Input, r Rect) {
		first := len(h.out.Vertices)
		show(h, in, r)
		if !onBody(in, r) {
			return
		}
		h.fade(first)
	}
}

// fade makes the vertices drawn from index first on almost transparent.
func (c *canvas) fade(first int) {
	for i := range c.Out.Vertices[first:] {
		v := &c.Out.Vertices[first+i]
		v.R, v.G, v.B, v.A = v.R*bodyAlpha, v.G*bodyAlpha, v.B*bodyAlpha, v.A*bodyAlpha
	}
}

// onBody reports whether a player other than the followed one is within a part of the picture.
func onBody(in *Input, r Rect) bool {
	for i := range in.Bodies {
		if b := (Rect{in.Bodies[i].X, in.Bodies[i].Y, in.Bodies[i].W, in.Bodies[i].H}); !in.Bodies[i].Watched &&
			overlap(&b, &r) {
			return true
		}
	}
	return false
}

// areaOf returns an element's area function for an area of the layout.
func areaOf(area func(l *Layout) Rect) func(*HUD, *Input) Rect {
	return func(h *HUD, _ *Input) Rect { return area(&h.page.layout) }
}

func screenArea(_ *HUD, in *Input) Rect { return Rect{0, 0, in.Screen.Width, in.Screen.Height} }

// namesArea returns the area for names: above the status, which would cover them.
func (p *page) namesArea(in *Input) Rect {
	r := Rect{0, 0, in.Screen.Width, in.Screen.Height}
	switch {
	case p.hasStatus(in) || p.isPane(in):
		r.H = max(0, p.layout.Vitals.Y)
	case in.Display == Watch:
		r.H = p.layout.Bar.Y
	}
	return r
}

// groundArea returns the area of the status, as wide as the screen.
func (p *page) groundArea(_ *Input) Rect {
	l := &p.layout
	top := l.Vitals.Y - l.Vitals.H/2
	return Rect{l.Bar.X, top, l.Bar.W, l.Bar.Y - top}
}

// itemsArea returns the area for items, as high as they need if there is room.
func itemsArea(h *HUD, _ *Input) Rect {
	r := h.page.layout.Items
	top := max(r.Y, min(h.status.itemsTop(&h.page), r.Y+r.H))
	return Rect{r.X, top, r.W, r.Y + r.H - top}
}

func centerArea(h *HUD, in *Input) Rect {
	if hasPanes(h, in) && h.server.box.H <= 0 {
		return h.page.layout.frontText(in.Panes[in.Front], StripHeight(in.Screen))
	}
	if in.World != nil && (in.fighting() || in.Display == Watch) && h.server.box.H <= 0 {
		return h.page.layout.fightText(in.Screen)
	}
	return h.server.centerArea(&h.page.layout)
}

func serverArea(h *HUD, _ *Input) Rect { return h.server.box }

// messagesArea returns the area for the program's own messages. Beside a matchup panel in a low picture they are slim
// and extend up to the prints.
func messagesArea(h *HUD, in *Input) Rect {
	l := &h.page.layout
	r := l.Banner
	if h.messages.matchupIsLow(in, &h.page) && len(h.server.chips) == 0 {
		r.Y = min(r.Y, l.Center.Y)
		r.H = l.Banner.Y + l.Banner.H - r.Y
	}
	if high := round(titleHigh * l.Unit); r.H < high && hasTitle(in) {
		r.Y = max(0, l.Vitals.Y-round(4*l.Unit)-high)
		r.H, r.W = high, max(r.W, in.Screen.Width-2*r.X)
	}
	return r
}

// titleHigh is the height of two lines of a title, in units. In a small film they cover the prints.
const titleHigh = 48

// hasTitle reports whether a film shows a title.
func hasTitle(in *Input) bool {
	return slices.ContainsFunc(in.Messages, func(m Message) bool { return m.Kind == MessageTitle })
}

// notesArea returns the area for notes while a page covers the picture. The help page shows them beside its title,
// because its lines fill the rest of a small window.
func notesArea(h *HUD, in *Input) Rect {
	l := &h.page.layout
	switch h.page.cover {
	case coverHelp:
		return h.help.helpHead
	case coverSheet: // the sheet says it all
		return Rect{}
	}
	return l.Banner
}

func panelArea(_ *HUD, in *Input) Rect { return NewPanel(in.Screen).Rect }

func hasWorld(_ *HUD, in *Input) bool { return in.World != nil }

// hasCrosshair reports whether the crosshair is drawn. Over text in the middle it would make that unreadable, it
// would shine through a server's panel, and nobody aims in a cutscene.
func (p *page) hasCrosshair(in *Input) bool {
	middle := Rect{in.Screen.Width / 2, in.Screen.Height / 2, 1, 1}
	return p.playing(in) && in.Crosshair && (!in.hasCenter() || in.fighting() || in.Display == Watch) &&
		!in.World.View.Fixed &&
		!p.underServer(middle)
}

// underServer reports whether the panel of a server covers a part of an area that is drawn before it. That part would
// shine through and be cut off at the edges of the panel.
func (p *page) underServer(r Rect) bool {
	panel := &p.server
	return panel.W > 0 && panel.H > 0 && r.W > 0 && overlap(panel, &r)
}

// hasStatus reports whether the status is drawn. The games hide it, like the crosshair, in a cutscene, and Quake III
// hides it from free spectators.
func (p *page) hasStatus(in *Input) bool {
	return in.Display == Analyst && p.status && in.Extent == Whole
}

func (p *page) hasScore(in *Input) bool {
	return in.World != nil && in.Display != Clean && p.cover == coverNone && p.score.any()
}

// hasOverlay returns a function that reports whether an overlay is visible and has room.
func hasOverlay(o overlay) func(*HUD, *Input) bool {
	return func(h *HUD, in *Input) bool { return h.playing(in) && h.layout.Beside[o].W > 0 }
}

// areaBeside returns the area function of an overlay.
func areaBeside(o overlay) func(*HUD, *Input) Rect {
	return func(h *HUD, _ *Input) Rect { return h.layout.Beside[o] }
}

func (p *page) hasBar(in *Input) bool { return !in.NoBar && !in.HideBar }

func (p *page) hasScores(in *Input) bool { return p.cover == coverScores && in.World != nil }

func (p *page) isCovered(_ *Input) bool { return p.cover != coverNone }

func (p *page) isNaming(in *Input) bool { return p.cover == coverNone && in.Naming != nil }

func hasMessages(h *HUD, in *Input) bool {
	return h.page.cover == coverNone && in.Naming == nil && !h.killNeedsRoom(in) &&
		!h.messages.matchupNeedsRoom(in, &h.page)
}

// covers returns a function that reports whether c is the page that covers the picture.
func covers(c cover) func(*HUD, *Input) bool {
	return func(h *HUD, _ *Input) bool { return h.page.cover == c }
}

// listed reports whether the list of events is drawn.
func (in *Input) listed() bool {
	return in.List != nil && !in.NoBar && !in.ShowHelp && !in.Scores && in.Sheet.Text == ""
}

// A window that is too small for everything leaves out an element that would cover a more important one or extend
// beyond the window.

// small reports whether the layout may lack room for everything.
func (s Screen) small() bool {
	u := s.Unit()
	return s.Width < leastWidth*u || s.Height < leastHeight*u || s.Touch && s.Height < designHeight*u
}

// importance lists the most important elements, the most important first. The others follow in drawing order.
var importance = []string{
	"bar", "finder", "help", "sheet", "scores", "server scores", "events", "naming", "messages", "vitals",
	"ammo", "name plate", "score", "kill", "kill line", "matchup", "finale", "info", "weapons", "notices",
}

// ranked returns the indices of the elements that may be left out, the most important first.
func ranked() (list []int) {
	index := func(name string) int {
		return slices.IndexFunc(elements[:], func(e element) bool { return e.name == name })
	}
	for _, name := range importance {
		list = append(list, index(name))
	}
	for i := range elements {
		if !slices.Contains(list, i) && !elements[i].has(inPicture) {
			list = append(list, i)
		}
	}
	return list
}

// room holds the elements that a small window leaves out.
type room struct {
	order []int  // indices of the elements, by importance
	out   uint64 // one bit per element
	taken []Rect
}

// leavesOut reports whether element i is left out.
func (r *room) leavesOut(i int) bool { return r.out&(1<<i) != 0 }

// fitIn finds the elements to leave out, by drawing each: its area depends on its content.
func (h *HUD) fitIn(in *Input) {
	r := &h.room
	r.out = 0
	if !in.Screen.small() || in.Extent != Whole {
		return
	}
	if r.order == nil {
		r.order = ranked()
	}
	r.taken = r.taken[:0]
	slack := 1 + round(in.Screen.Unit()) // the shade
	for _, i := range r.order {
		e := &elements[i]
		if !e.shown(h, in) {
			continue
		}
		h.out.Reset()
		h.canvas.Shade = e.has(shaded)
		e.draw(h, in, e.area(h, in))
		a, any := h.drawn(0)
		if !any {
			continue
		}
		if a.X < -slack || a.Y < -slack || a.X+a.W > in.Screen.Width+slack || a.Y+a.H > in.Screen.Height+slack {
			r.out |= 1 << i
		}
		for _, t := range r.taken {
			if w, k := min(a.X+a.W, t.X+t.W)-max(a.X, t.X), min(a.Y+a.H, t.Y+t.H)-max(a.Y, t.Y); min(w, k) > slack {
				r.out |= 1 << i
			}
		}
		if !r.leavesOut(i) {
			r.taken = append(r.taken, a)
		}
	}
	h.out.Reset()
	h.board.boardArea, h.board.boardRows, h.targets = Rect{}, h.board.boardRows[:0], h.targets[:0]
	h.kill.headline, h.kill.killPointer = Rect{}, [2]Rect{}
	h.canvas.panels = h.canvas.panels[:0]
}

// drawn returns the area covered by the visible vertices of the buffer from index first on.
func (c *canvas) drawn(first int) (r Rect, any bool) {
	var x0, y0, x1, y1 float32
	for i := first; i < len(c.Out.Vertices); i++ {
		v := &c.Out.Vertices[i]
		switch {
		case v.A == 0:
		case !any:
			x0, y0, x1, y1, any = v.X, v.Y, v.X, v.Y, true
		default:
			x0, y0, x1, y1 = min(x0, v.X), min(y0, v.Y), max(x1, v.X), max(y1, v.Y)
		}
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}, any
}
