package hud

import (
	"strconv"

	"demoscope/render/draw"
)

// Sizes of the texts in one of several views, in points.
const (
	stripHeight = 26
	stripPad    = 6
	stripGap    = 10 // between its parts
	stripIcon   = 16
	stripItem   = 18 // icon of a powerup
	// stripName is the maximum width of the name, as a part of the strip.
	stripName = 0.45
	// paneKill is the width of the kill line in a view, and aboveLine the height of that line and the matchup panel,
	// in points.
	paneKill, aboveLine = 260, 72
	// aimSide is the side of the area in the middle of a view that stays free for the crosshair, in points.
	aimSide = 32
)

// aboveMatchup is the minimum distance between messages of the window and the strips of the lower views, in units. The
// matchup panel and the kill line are between them.
const aboveMatchup = 40

// PlayersView is the value of [Texts.View] for most views, which is not worth showing.
const PlayersView = "player's view"

func (p *page) isPane(in *Input) bool { return in.Extent == Pane && p.playing(in) }

func hasPanes(_ *HUD, in *Input) bool { return in.Extent == Window && len(in.Panes) > 1 }

// StripHeight returns the height of the strip at the lower edge of each of several views, in pixels.
func StripHeight(s Screen) float32 { return round(stripHeight * s.Unit()) }

// decidePane lays out one of several views and computes what its elements need.
func (h *HUD) decidePane(in *Input) {
	p := &h.page
	*p = page{score: p.score}
	if h.window != nil {
		p.cover, p.narrow = h.window.page.cover, h.window.page.narrow
	}
	p.killed, p.killedAgo = in.lastKill()
	h.page.insetArea, h.feed.lately = Rect{}, h.feed.lately[:0]
	u := h.canvas.Unit()
	w, height := in.Screen.Width, in.Screen.Height
	pad, strip := round(stripPad*u), min(round(stripHeight*u), height)
	l := &p.layout
	l.Unit = u
	l.Vitals = Rect{0, height - strip, w, strip}
	l.Bar = Rect{0, height, w, 0}
	l.Info = Rect{W: w - pad}
	l.Items.X = w
	l.Center = Rect{pad, pad, max(0, w-2*pad), max(0, l.Vitals.Y-2*pad)}
	l.Banner = l.Center
	if h.window != nil {
		over := h.window.page.layout.Beside
		for i := range over {
			r := &over[i]
			r.X, r.Y = r.X-in.At[0], r.Y-in.At[1]
			if !overlap(r, &Rect{W: w, H: height}) {
				*r = Rect{}
			}
		}
		l.Beside = over
		p.server = h.window.server.box
		p.server.X, p.server.Y = p.server.X-in.At[0], p.server.Y-in.At[1]
	}
	h.status.readStatus(in, &h.page)
	h.placeMatchup(in)
}

// amongPanes keeps overlays above the strips of the views that they begin in, and moves those about the followed
// player into the view that keys and mouse control. It leaves out overlays that have no room there, the table of
// players unless all rows fit, and overlays that leave no room for the kill line.
func (h *HUD) amongPanes(in *Input, l *Layout) {
	gap, strip := round(sideGap*l.Unit), StripHeight(in.Screen)
	b := &l.Beside
	for _, r := range [...]*Rect{&b[overlayTeam], &b[overlayTimers]} {
		for i := range in.Panes {
			if p := &in.Panes[i]; r.W > 0 && p.Has(r.X, r.Y) {
				r.H = max(0, min(r.H, p.Y+p.H-strip-gap-r.Y))
				if r.X+r.W > p.X+p.W {
					*r = Rect{}
				}
			}
		}
	}
	if b[overlayTimers].H < h.clocksLeast(in) {
		b[overlayTimers] = Rect{}
	}
	if height, least := h.teamHeight(in); b[overlayTeam].H < least {
		b[overlayTeam] = Rect{}
	} else {
		b[overlayTeam].H = min(b[overlayTeam].H, height)
	}
	l.moveToFront(in, strip, gap)
	low := l.Banner.Y + l.Banner.H - round(aboveMatchup*l.Unit)
	for i := range in.Panes {
		p := &in.Panes[i]
		if line := p.Y + round(killLineAt*p.H) - h.canvas.Atlas.lineHeight(fontStrong); p.Has(p.X, low) {
			low = min(low, line)
		}
	}
	l.Banner.Y = max(l.Center.Y, low-l.Banner.H)
}

// moveToFront moves the overlays about the followed player into the view that keys and mouse control, and leaves out
// those without room.
func (l *Layout) moveToFront(in *Input, strip, gap float32) {
	b := &l.Beside
	pane := in.Panes[in.Front]
	dx, dy := pane.X+pane.W-l.Items.X, pane.Y+pane.H-strip-gap-(l.Banner.Y+l.Banner.H)
	side := aimSide * l.Unit
	aim := Rect{pane.X + (pane.W-side)/2, pane.Y + (pane.H-side)/2, side, side}
	told := b[overlayButtons:]
	for _, r := range told {
		if at := (Rect{r.X + dx, r.Y + dy, r.W, r.H}); overlap(&at, &b[overlayTimers]) { // beside the timers
			dx = b[overlayTimers].X - gap - l.Items.X
			break
		}
	}
	for i := range told {
		r := &told[i]
		r.X, r.Y = r.X+dx, r.Y+dy
		line := round(paneKill * l.Unit) // room for the kill line at the left
		if r == &b[overlaySubtitles] {   // wide, so it is above the line
			r.Y -= round(aboveLine * l.Unit)
			line = 0
		}
		beside := Rect{r.X - line, r.Y, line + r.W, r.H}
		if r.W <= 0 || !pane.Contains(*r) || overlap(r, &aim) || beside.X < pane.X ||
			overlap(&beside, &b[overlayTeam]) || overlap(r, &b[overlayTimers]) || overlap(r, &l.Notices) {
			*r = Rect{}
		}
	}
}

// frontText returns the area of the game's centered text with several views: in the middle of the view that keys and
// mouse control, below the panels at the top, above its strip and beside overlays.
func (l *Layout) frontText(pane Rect, strip float32) Rect {
	gap := round(sideGap * l.Unit)
	top, bottom := pane.Y+gap, min(pane.Y+pane.H-strip, l.Center.Y+l.Center.H)-gap
	for _, r := range [...]*Rect{&l.Score, &l.Notices, &l.Info} {
		if overlap(r, &pane) {
			top = max(top, r.Y+r.H+gap)
		}
	}
	r := Rect{pane.X + gap, top, max(0, pane.W-2*gap), max(0, bottom-top)}
	for _, b := range l.Beside {
		if b.W > 0 {
			r = r.beside(b, gap)
		}
	}
	return r
}

// beside returns the largest part of r at one side of b and gap away from it; all of r if they are apart.
func (r Rect) beside(b Rect, gap float32) Rect {
	b = Rect{b.X - gap, b.Y - gap, b.W + 2*gap, b.H + 2*gap}
	if !overlap(&r, &b) {
		return r
	}
	right, below := b.X+b.W, b.Y+b.H
	best := Rect{}
	for _, part := range [...]Rect{
		{r.X, r.Y, b.X - r.X, r.H}, {right, r.Y, r.X + r.W - right, r.H},
		{r.X, r.Y, r.W, b.Y - r.Y}, {r.X, below, r.W, r.Y + r.H - below},
	} {
		if min(part.W, part.H) > 0 && part.W*part.H > best.W*best.H {
			best = part
		}
	}
	return best
}

// keepWindow keeps names in a view off the areas that the window draws over it.
func (h *HUD) keepWindow(in *Input) {
	for _, r := range h.window.over {
		h.plates.keep(Rect{r.X - in.At[0], r.Y - in.At[1], r.W, r.H})
	}
}

// owns reports whether a target belongs to this HUD.
func (h *HUD) owns(t *target) bool {
	for i := range h.targets {
		if &h.targets[i] == t {
			return true
		}
	}
	return false
}

// drawFrames draws a frame around the pane that gets keys and mouse.
func (c *canvas) drawFrames(in *Input, _ Rect) {
	if in.Front < 0 || in.Front >= len(in.Panes) {
		return
	}
	r := in.Panes[in.Front]
	c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(1.5*c.Unit())), colorAccent)
}

// drawStrip draws at the lower edge of a view: the followed player's name, the camera, health, armor, the weapon in
// hand with its ammo, and powerups.
func (sp *statusParts) drawStrip(in *Input, r Rect) {
	c := &sp.canvas
	u := c.Unit()
	c.Out.RectGradient(r.X, r.Y, r.W, r.H/3, colorPanel.Alpha(0), colorPanel.Alpha(0.6))
	c.Out.Rect(r.X, r.Y+r.H/3, r.W, r.H-r.H/3, colorPanel.Alpha(0.6))
	right := sp.stripStatus(in, r)
	x := r.X + stripPad*u
	y := func(f textFont) float32 { return r.Y + (r.H-c.Atlas.lineHeight(f))/2 }
	camera := float32(0) // the sign that this is not the player's first-person view
	if in.Display == Watch && !in.Crosshair {
		camera = stripIcon * u
		right -= camera + stripGap*u
	}
	room := func() float32 { return right - stripGap*u - x }
	if p := in.followed(); p != nil {
		sp.drawColors(in, p, Rect{r.X, r.Y, 3 * u, r.H})
		most := min(room(), max(stripName*r.W, room()/2))
		sp.tip = clip(c.Atlas, fontStrong, sp.tip, in.followedName(), in.charset(), most)
		x += drawName(in, c, fontStrong, x, y(fontStrong), sp.tip, in.nameColor(in.Watched)) + stripGap*u
		if camera > 0 {
			c.drawIcon(iconCamera, round(x), round(r.Y+(r.H-camera)/2), camera, colorDim)
		}
		if in.Display == Watch {
			return
		}
		if text := sp.number(int(p.Frags)); !p.Spectator && in.World.HasFrags(p) && textWidth(c.Atlas, fontStrong, text,
			charsetOwn) <= room() {
			x += drawText(c, fontStrong, x, y(fontStrong), text, charsetOwn, colorText) + stripGap*u
		}
	}
	if in.View != PlayersView && textWidth(c.Atlas, fontSmall, in.View, charsetOwn) <= room() {
		drawText(c, fontSmall, x, y(fontSmall), in.View, charsetOwn, colorDim)
	}
}

// stripStatus draws the followed player's status from the right, and returns its left edge.
func (sp *statusParts) stripStatus(in *Input, r Rect) (left float32) {
	c, s := &sp.canvas, &sp.status
	u := c.Unit()
	x := r.X + r.W - stripPad*u
	if !s.Known {
		return x
	}
	middle := r.Y + r.H/2
	number := func(ic icon, ink draw.Color, text []byte, color draw.Color) {
		x -= drawTextRight(c, fontStrong, x, middle-c.Atlas.lineHeight(fontStrong)/2, text, charsetOwn, color) + 3*u
		if ic != iconNone {
			x -= stripIcon * u
			c.drawIcon(ic, round(x), round(middle-stripIcon/2*u), stripIcon*u, ink)
		}
		x -= stripGap * u
	}
	if s.Health <= 0 {
		x -= drawTextRight(c, fontStrong, x, middle-c.Atlas.lineHeight(fontStrong)/2, deadWord, charsetOwn, colorDanger)
		return x - stripGap*u
	}
	for i := range s.Weapons() {
		w := &s.Weapons()[i]
		if !w.Active {
			continue
		}
		text := append(sp.scratch[:0], w.Tag...)
		count := w.Count
		if count < 0 {
			count = s.Ammo.Count
		}
		if count >= 0 {
			text = strconv.AppendInt(append(text, ' '), int64(min(count, fullCount)), 10)
		}
		number(iconNone, colorText, text, colorText)
	}
	if s.Kind != 0 && s.Armor > 0 {
		number(iconArmor, armorColors[s.Kind], sp.number(int(s.Armor)), colorText)
	}
	number(iconHealth, colorDim, sp.number(int(s.Health)), healthColor(int(s.Health)))
	for i := range s.Items() {
		it := &s.Items()[i]
		if itemWords[it.Icon] == "" || x < r.X+r.W/2 {
			continue
		}
		x -= stripItem * u
		c.drawIcon(it.Icon, round(x), round(middle-stripItem/2*u), stripItem*u, it.Color)
		x -= 4 * u
	}
	return x
}
