// Package hud draws the HUD over the picture: the status of the followed player, prints, the timeline bar, the
// scoreboard and the help page. It computes triangles from plain values and needs no window. The table elements lists
// its parts.
package hud

import (
	"demoscope/assets"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Held is what the pointer holds while a button is down.
type Held uint8

// The things that the pointer can hold.
const (
	HeldNothing Held = iota
	HeldTrack        // the track of the bar: drags the time
	HeldList         // the scroll bar of the list of events
	HeldPicture      // the picture: turns the camera
)

// over reports whether the pointer is known and may hover part: it holds that part or nothing.
func (in *Input) over(part Held) bool {
	return in.MouseKnown && (in.Held == HeldNothing || in.Held == part)
}

// Input is everything that [HUD.Build] draws. The HUD keeps no reference to it.
type Input struct {
	Screen Screen
	Extent Extent
	Split
	Moment
	Timeline
	Playback
	Followed
	Pointer
	Browsing
	Overlays
	setting.Switches // the viewer's
	Shown
	Pages
	Texts
	anchor.Places // in the picture
	Inset         Inset
	Preview       Preview
	Palette       *assets.Palette // has the players' colors; nil draws none
}

// Split describes the views of a window.
type Split struct {
	// Panes are the areas of the views in pixels of the window, if there are several. Front is the index of the view
	// that gets keys and mouse.
	Panes []Rect
	Front int
	// At is the position of a pane in the window.
	At [2]float32
}

// Moment is the state of the demo that is drawn.
type Moment struct {
	World *world.World // nil before there is one: then elements that need the demo are left out
	Sides []world.Side // from [world.World.Sides]
	// Clock is the viewer's time and Time the demo's own, in seconds.
	Clock, Time float64
	// MatchStart is when the match began, in seconds of the demo's own clock, if the demo reports that only later
	// than the time of World; otherwise 0.
	MatchStart float64
}

// Timeline is the index of the demo.
type Timeline struct {
	// Duration is the length of the demo in viewer's seconds; if Complete is not set, that of the part indexed so
	// far. Progress is the size of that part, 0 to 1.
	Duration float64
	Complete bool
	Progress float64
	Growing  bool // a live game, whose end is unknown
	Levels   []timeline.Level
	Events   []timeline.Event
	Gaps     []scan.Gap // where data of the demo is lost, in order
}

// Playback is how the demo is played.
type Playback struct {
	// Live is set at the newest moment of a live game. Otherwise playback is Lag seconds behind.
	Live  bool
	Waits bool // the live game sends no data; notices say why
	Lag   float64
	// PlaybackRate is the factor to the demo's own speed; negative plays in reverse.
	PlaybackRate float64
	Paused       bool
	Ended        bool
	Muted        bool // the sound is muted
}

// Followed is the followed player and the body that a click would follow.
type Followed struct {
	// Watched is the slot of the followed player, world.Nobody if there is none.
	Watched int
	// FollowedSince is the viewer's time since which the picture shows that player, in seconds; 0 if unknown.
	FollowedSince float64
	// Crosshair is set if the picture is the first-person view of the followed player.
	Crosshair bool
	// Body is the body of the player in BodySlot, for a click that follows that player. Its width is 0 if there is
	// none.
	Body     anchor.Body
	BodySlot int
}

// Pointer is the position of the mouse pointer, in pixels.
type Pointer struct {
	MouseKnown     bool
	MouseX, MouseY float32
	Held           Held // by the pointer
	Pointing       bool // the pointer was moved recently
}

// Shown says how much of the HUD is shown, and how.
type Shown struct {
	SafeColors bool // color scheme for colorblind viewers
	Display    Display
	Chat       bool // chat is shown
	NoBar      bool // there is no timeline bar and no room for one
	HideBar    bool // the bar is not drawn, but keeps its room
}

// Pages are the pages that cover the picture.
type Pages struct {
	Scores   bool // the viewer has opened the scoreboard
	ShowHelp bool
	// HelpSheet is the visible sheet of the help page, if it takes several; see [HUD.HelpSheets].
	HelpSheet int
	Help      []HelpGroup
	// HelpTitle is above the page. HelpNext is beside it: the key for the next page and its name.
	HelpTitle, HelpNext string
	Legend              []LegendLine
	Sheet               Sheet
	Finder              *Finder // nil while it is closed
}

// Texts are the program's own texts.
type Texts struct {
	View string // how the camera behaves, in words
	Mode string // how the level is drawn, in words
	// Level says which map is drawn instead of the level's own. It is empty for the own map and while a message says
	// it.
	Level    string
	Messages []Message // the newest last
	Warnings int       // number of warnings to read; see [PartWarnings]
	Version  string
}

func (in *Input) charset() charset { return charsetOf(in.World) }

// game returns the game of the demo, Quake before that is known.
func (in *Input) game() world.Game {
	if in.World == nil {
		return world.Quake
	}
	return in.World.Game
}

// HUD draws the HUD. It reuses its memory from frame to frame. An element with state has its own type, which draws
// with the shared tagger.
type HUD struct {
	tagger
	page
	out  draw.Buffer
	room room

	score     scoreline
	board     scoreboard
	status    statusParts
	server    serverLayout
	bar       timeBar
	feed      feed
	messages  messages
	clocks    itemClocks
	kill      killPreview
	help      helpPages
	pointers  pointers
	plates    plates
	subtitles subtitles
	insetSide insetSide

	previewOff []Rect // areas that the preview must not cover
	over       []Rect // in a window with several views: the areas drawn over these since the last Build

	window *HUD       // in a pane: the HUD of its window
	front  *HUD       // in a window with several views: the HUD of the front pane
	at     [2]float32 // in a pane, since the last Build: see [Split.At]
}

// New returns a HUD for screens whose [Screen.Unit] is unit. Other units need another HUD; see [HUD.Fits].
func New(unit float32) *HUD {
	return newHUD(newAtlas(unit), nil)
}

// Pane returns a HUD for one view in the window of h. It draws the elements of a view, with the same glyphs. Build it
// after the HUD of the window.
func (h *HUD) Pane() *HUD {
	return newHUD(h.canvas.Atlas, h)
}

func newHUD(atlas *Atlas, window *HUD) *HUD {
	h := &HUD{window: window}
	h.canvas = newCanvas(&h.out, atlas)
	g := &h.tagger
	h.score.tagger, h.board.tagger, h.status.tagger, h.server.tagger, h.bar.tagger = g, g, g, g, g
	h.feed.tagger, h.messages.tagger, h.clocks.tagger, h.kill.tagger, h.help.tagger = g, g, g, g, g
	h.pointers.tagger, h.subtitles.tagger = g, g
	h.page.score = &h.score.score
	return h
}

// Within reports whether h is the HUD of a view in the given window.
func (h *HUD) Within(window *HUD) bool { return h.window == window }

// SetFront sets the HUD of the pane that gets keys and mouse, whose names can be clicked.
func (h *HUD) SetFront(pane *HUD) { h.front = pane }

// Atlas returns the image of the glyphs, which all buffers sample.
func (h *HUD) Atlas() *Atlas { return h.canvas.Atlas }

// Buffer returns the triangles of the last [HUD.Build], which sample the image of [HUD.Atlas]. They are valid until
// the next Build.
func (h *HUD) Buffer() *draw.Buffer { return &h.out }

// Fits reports whether the HUD was made for the [Screen.Unit] of s.
func (h *HUD) Fits(s Screen) bool { return h.canvas.Atlas.Unit == s.Unit() }

// Build draws all visible elements into [HUD.Buffer].
func (h *HUD) Build(in *Input) {
	h.out.Reset()
	h.board.boardArea, h.board.boardRows, h.targets = Rect{}, h.board.boardRows[:0], h.targets[:0]
	h.at = in.At
	h.messages.titled = false
	h.page.matchupHidden, h.kill.headline, h.kill.killPointer = false, Rect{}, [2]Rect{}
	h.over = h.over[:0]
	h.canvas.panels = h.canvas.panels[:0]
	if in.Extent != Window {
		h.front = nil
	}
	h.decide(in)
	h.fitIn(in)
	tip := in.Extent != Pane && h.page.hasTip(in)
	if tip {
		h.bar.keepTipsOff(in, &h.page)
	}
	for i := range elements {
		e := &elements[i]
		if in.Extent.has(e) && !h.room.leavesOut(i) && e.shown(h, in) {
			h.canvas.Shade = e.has(shaded)
			first := len(h.out.Vertices)
			e.draw(h, in, e.area(h, in))
			if tip {
				h.bar.keepTip(e, first)
			}
			if in.Extent == Window && e.has(readLong) {
				if r, any := h.drawn(first); any {
					h.over = append(h.over, r)
				}
			}
		}
	}
	if in.SafeColors {
		h.out.Safe()
	}
}

// page holds the layout decisions for a picture, made before it is drawn.
type page struct {
	layout Layout
	narrow bool // the list of events leaves only room for the score above the bar
	cover  cover
	// killed is the kill in the kill line, nil for none. killedAgo is the time since that kill, in seconds.
	killed        *timeline.Event
	killedAgo     float64
	status        bool   // the status of the followed player is drawn
	score         *score // of the HUD
	server        Rect   // the panel of a server
	insetArea     Rect   // for the picture-in-picture
	matchupArea   Rect   // for the matchup panel and the headline of a kill
	matchup       Rect   // the matchup panel, empty if there is none
	matchupHidden bool   // there was no room for the matchup panel in the last Build

	previewArea Rect // for the preview, set when the bar's tooltip is drawn
}

// cover is a page that replaces everything above the bar.
type cover uint8

const (
	coverNone cover = iota
	coverHelp
	coverSheet
	coverFinder
	coverServer // a Quake II server's layout
	coverScores
	coverFinale
)

// decide lays out the picture and computes values that several elements need.
func (h *HUD) decide(in *Input) {
	if in.Extent == Pane {
		h.decidePane(in)
		return
	}
	p := &h.page
	h.score.readScore(in)
	h.server.read(in)
	p.killed, p.killedAgo = in.lastKill()
	p.layout, p.narrow = in.layout(p.score.any(), h.server.chipsHeight(in, &h.page))
	if in.Display == Watch && in.Extent == Whole {
		h.fitPlate(&p.layout)
	}
	h.server.arrange(in, &p.layout)
	switch {
	case in.Finder != nil:
		p.cover = coverFinder
	case in.ShowHelp:
		p.cover = coverHelp
	case in.Sheet.Text != "":
		p.cover = coverSheet
	case in.Scores:
		p.cover = coverScores
	case p.narrow:
		p.cover = coverNone
	case finale(in):
		p.cover = coverFinale
	case h.server.overlay:
		p.cover = coverServer
	case h.intermission(in):
		p.cover = coverScores
	default:
		p.cover = coverNone
	}
	h.extendClocks(in, &p.layout)
	h.status.status, p.status = status{}, false
	if in.Extent == Whole {
		h.status.readStatus(in, &h.page)
	}
	if in.Extent == Window && len(in.Panes) > 1 {
		h.amongPanes(in, &p.layout)
	}
	h.shiftClocks(in)
	p.server = h.server.box
	h.placeMatchup(in)
	h.placeInset(in)
	h.page.previewArea = Rect{}
	h.subtitles.arrange(in, p)
}

// readStatus reads the status of the followed player, if it is shown.
func (sp *statusParts) readStatus(in *Input, page *page) {
	sp.status = status{}
	if page.playing(in) && !in.World.View.Fixed && !freeSpectator(in.World, in.Watched) &&
		(in.Display != Analyst || in.On(setting.StatusBar)) {
		sp.status.Read(in.World, in.Watched, in.Time)
		sp.status.Falls = in.Falls
	}
	page.status = sp.status.Known
}

// playing reports whether the status and the demo's texts are drawn.
func (p *page) playing(in *Input) bool {
	return in.World != nil && in.Display != Clean && !p.narrow && p.cover == coverNone
}

// intermission reports whether the scoreboard is drawn unasked: in an intermission, unless the server draws its own.
// Texts in the middle do not hide it, because the games draw none then.
func (h *HUD) intermission(in *Input) bool {
	return in.World != nil && in.Display != Clean && in.World.Intermission && h.server.box.H <= 0
}

// drawCrosshair draws a crosshair in the middle of the picture.
func (c *canvas) drawCrosshair(_ *Input, r Rect) {
	u := c.Unit()
	x, y := round(r.W/2), round(r.H/2)
	t := max(1, round(1.5*u))
	bar := func(x, y, w, h2 float32) {
		c.Out.Rect(x-u, y-u, w+2*u, h2+2*u, colorPanel.Alpha(0.45)) // to be visible on a bright background
		c.Out.Rect(x, y, w, h2, colorText.Alpha(0.85))
	}
	for _, d := range [...]float32{-1, 1} {
		bar(x+d*6*u-2*u, y-t/2, 4*u, t)
		bar(x-t/2, y+d*6*u-2*u, t, 4*u)
	}
}

// Display is how much of the HUD is drawn.
type Display uint8

// The levels of display, from most to least. Each shows everything that the next one does.
const (
	Analyst Display = iota // everything; each overlay has its own switch
	Watch                  // what a viewer needs to follow a fight, and nothing twice
	Clean                  // only the picture
	displayCount
)

// Displays are the names of the levels.
var Displays = [...]string{Analyst: "analyst", Watch: "watch", Clean: "clean"}

// String returns the name of a level.
func (d Display) String() string { return Displays[d] }

// Next returns the level that shows more, and after [Analyst] the one that shows the least.
func (d Display) Next() Display { return (d + displayCount - 1) % displayCount }
