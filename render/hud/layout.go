package hud

import "math"

// Screen is the area that the HUD is laid out on.
type Screen struct {
	Width, Height float32 // pixels
	Scale         float32 // pixels per device-independent pixel
	// Percent is the UI scale in percent; 0 means 100.
	Percent int
	// Touch is set if the viewer uses a touch screen: buttons are at least as large as a finger.
	Touch bool
}

// The unit grows with the size of the window between these bounds, so that text stays readable in small windows and
// large windows are not empty.
const (
	designWidth  = 1280
	designHeight = 720
	// tallWidth replaces designWidth for a picture for a phone, whose height is at least tallest times its width. It
	// is shown at a third of a screen's width.
	tallWidth = 800
	tallest   = 1.6
	minZoom   = 0.875
	maxZoom   = 4
	// Up to ampleZoom, the unit grows with the picture. Beyond, it grows by ampleShare of the picture's growth: a
	// larger screen shows both larger text and more elements.
	ampleZoom  = 1.5
	ampleShare = 2. / 3
	zoomStep   = 1. / 8 // few steps, because every unit needs its own atlas
	chosenStep = 1. / 16
	// leastWidth and leastHeight are the size of the smallest window, in units, that the layout has room for. The UI
	// scale does not go below that.
	leastWidth, leastHeight = 640, 400
	// leastZoom and mostUnit bound the unit that a UI scale can give: below, text is unreadable; above, the image of
	// the glyphs takes more than 100 MB.
	leastZoom, mostUnit = 0.375, 6
)

// finger is the minimum size of a button on a touch screen, in device-independent pixels.
const finger = 32

// least returns the minimum side of a button in pixels, 0 for a mouse.
func (s Screen) least() float32 {
	if !s.Touch {
		return 0
	}
	return round(finger * s.scale())
}

// press returns the height in pixels of a button that is units high with a mouse.
func (s Screen) press(units float32) float32 { return max(round(units*s.Unit()), s.least()) }

// scale returns the number of pixels per device-independent pixel.
func (s Screen) scale() float32 {
	if !(s.Scale > 0) {
		return 1
	}
	return s.Scale
}

// Unit returns the number of pixels per unit of the layout. In a window of 1280x720, a unit is a device-independent
// pixel.
func (s Screen) Unit() float32 {
	scale := s.scale()
	width := float32(designWidth)
	if s.Height > tallest*s.Width {
		width = tallWidth
	}
	zoom := min(s.Width/scale/width, s.Height/scale/designHeight)
	zoom = min(zoom, max(ampleZoom, zoom*ampleShare))
	zoom = float32(math.Floor(float64(zoom)/zoomStep)) * zoomStep
	zoom = max(minZoom, min(maxZoom, zoom))
	if s.Percent == 0 || s.Percent == 100 {
		return scale * zoom
	}
	chosen := zoom * float32(s.Percent) / 100
	if chosen > zoom {
		chosen = max(zoom, min(chosen, s.Width/scale/leastWidth, s.Height/scale/leastHeight, mostUnit/scale))
	}
	return scale * max(leastZoom, float32(math.Floor(float64(chosen)/chosenStep))*chosenStep)
}

// compactHeight is the height in units of a screen below which the layout has fewer elements.
const compactHeight = 480

// compact reports whether the screen has room only for the most important elements.
func (s Screen) compact() bool { return s.Height < compactHeight*s.Unit() }

// Rect is an area of the screen in pixels.
type Rect struct{ X, Y, W, H float32 }

// Has reports whether a point is in the area.
func (r Rect) Has(x, y float32) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Contains reports whether all of s is in the area.
func (r Rect) Contains(s Rect) bool {
	return s.X >= r.X && s.Y >= r.Y && s.X+s.W <= r.X+r.W && s.Y+s.H <= r.Y+r.H
}

// inset returns the area without a margin of d pixels on every side.
func (r Rect) inset(d float32) Rect {
	return Rect{r.X + d, r.Y + d, max(0, r.W-2*d), max(0, r.H-2*d)}
}

// Layout holds the areas of the screen. They do not overlap, except for Overlay, which replaces everything above the
// bar.
type Layout struct {
	Unit    float32
	Least   float32 // minimum side of a button in pixels
	Score   Rect    // upper left: clock, sides, phase of the match; empty without them
	Notices Rect    // below it: prints
	Info    Rect    // upper right: level and followed player
	Match   Rect    // left: additions of a mod's status bar, such as scores and clocks
	Center  Rect    // the game's text in the middle, or a server's layout
	Banner  Rect    // the program's own messages
	Items   Rect    // right: keys and powerups
	Vitals  Rect    // health and armor
	Weapons Rect
	Ammo    Rect
	Bar     Rect
	Overlay Rect      // scoreboard, help page
	Beside  SideAreas // overlays
}

const (
	// barHeight is the height of the timeline bar in units.
	barHeight = 46
	// noticesHeight is the height of the prints below the score, in units.
	noticesHeight = 84
)

// NewLayout lays out a screen with the bar and the score, without the list of events.
func NewLayout(s Screen) Layout { return layoutIn(s, barHeight, s.Width, true) }

// layoutIn lays out a screen with a bar of the given height in units, 0 for none. Everything else is in the left part
// of the screen, which is width pixels wide. score says whether there is an area for the score.
func layoutIn(s Screen, bar, width float32, score bool) Layout {
	u := s.Unit()
	w, h := max(1, width), max(1, s.Height)
	px := func(v float32) float32 { return round(v * u) }
	m := px(12)
	l := Layout{Unit: u, Least: s.least()}
	bottom := px(bar)
	if bar > 0 {
		bottom = s.press(bar)
	}
	bottom = min(bottom, h)
	l.Bar = Rect{0, h - bottom, max(1, s.Width), bottom}

	infoWidth := min(px(330), round(w*0.4))
	topHeight := px(102)
	l.Info = Rect{w - m - infoWidth, m, infoWidth, topHeight}
	l.Notices = Rect{m, m, max(0, l.Info.X-2*m), topHeight}
	below := l.Notices.Y + topHeight
	if score {
		l.Score = Rect{m, m, l.Notices.W, px(scoreHeight)}
		l.Notices.Y += l.Score.H + px(6)
		l.Notices.H = px(noticesHeight)
		below = l.Notices.Y + l.Notices.H
	}

	statusHeight := px(50)
	statusTop := l.Bar.Y - px(10) - statusHeight
	side := min(px(220), round(w*0.27))
	l.Vitals = Rect{m, statusTop, side, statusHeight}
	l.Ammo = Rect{w - m - side, statusTop, side, statusHeight}
	l.Weapons = Rect{m + side + m, statusTop, max(0, w-2*side-4*m), statusHeight}

	middle := m + topHeight + px(6)
	centerTop := below + px(6)
	bannerTop := max(centerTop, statusTop-px(6)-px(84))
	itemsWidth := px(96)
	l.Items = Rect{w - m - itemsWidth, middle, itemsWidth, max(0, statusTop-px(6)-middle)}
	l.Banner = Rect{m, bannerTop, max(0, l.Items.X-2*m), max(0, statusTop-px(6)-bannerTop)}
	// The same distance from the right and the left edge, so that it is centered on the screen.
	side = px(138)
	l.Match = Rect{m, centerTop, side - px(6), max(0, bannerTop-px(6)-centerTop)}
	l.Center = Rect{m + side, centerTop, max(0, w-2*m-2*side), l.Match.H}
	l.Overlay = Rect{m, m, max(0, w-2*m), max(0, l.Bar.Y-2*m)}
	return l
}

// layout lays out the screen. narrow is set if the list of events leaves no room for the status and the prints; then
// only the score is drawn there. chips is the result of [serverLayout.chipsHeight].
func (in *Input) layout(score bool, chips float32) (l Layout, narrow bool) {
	l, narrow = in.layoutAlone(score)
	if in.Extent == Window && len(in.Panes) > 0 {
		l.leaveView(in.Panes[0])
	}
	if in.World != nil && !narrow {
		l.makeRoom(in, chips)
	}
	return l, narrow
}

// leaveView keeps the score and the prints in the upper half of the first of several views.
func (l *Layout) leaveView(r Rect) {
	width := max(0, r.X+r.W-l.Notices.X-l.Notices.X)
	l.Score.W, l.Notices.W = min(l.Score.W, width), min(l.Notices.W, width)
	l.Notices.H = max(0, min(l.Notices.H, r.Y+r.H/2-l.Notices.Y))
}

// layoutAlone is layout without the overlays.
func (in *Input) layoutAlone(score bool) (l Layout, narrow bool) {
	switch {
	case in.NoBar:
		return layoutIn(in.Screen, 0, in.Screen.Width, score), false
	case in.listed():
		p := NewPanel(in.Screen)
		l = layoutIn(in.Screen, barHeight, p.Rect.X, score)
		if narrow = p.Rect.X < roomBeside*in.Screen.Unit(); narrow && score {
			l.Score.W = max(0, p.Rect.X-2*l.Score.X) // only the score is drawn at the top
		}
		if u := l.Unit; in.Screen.Width/2+(matchupHalf+matchupMiddle/2)*u > l.Items.X { // the matchup panel is below it
			l.Items.H = max(0, l.Items.H-(matchupHigh+killHigh+matchupRoom)*u)
		}
		return l, narrow
	}
	return layoutIn(in.Screen, barHeight, in.Screen.Width, score), false
}
