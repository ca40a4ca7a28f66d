package hud

import (
	"demoscope/assets"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Input is all that the HUD shows. Nothing of it is kept.
type Input struct {
	Screen Screen
	World  *world.World
	// Clock is the viewer's time and Time the demo's own, in seconds.
	Clock, Time float64

	Duration float64 // viewer's seconds
	Complete bool    // Duration is that of the whole demo
	Progress float64 // of the index, 0 to 1
	// PlaybackRate is how fast the demo plays: 1 is its own speed, negative is
	// backwards.
	PlaybackRate float64
	Paused       bool
	Ended        bool
	Levels       []timeline.Level
	Events       []timeline.Event

	// Watched is the slot of the player whom one watches, world.Nobody if it
	// is none.
	Watched int
	// Crosshair: the picture is what somebody aims by.
	Crosshair bool
	View      string // how the camera behaves, in words
	Mode      string // how the level is drawn, in words

	// The pointer, in pixels.
	MouseKnown     bool
	MouseX, MouseY float32
	Dragging       bool // along the track

	Browsing

	Hidden   bool // nothing but messages and, on demand, panels
	NoBar    bool
	Scores   bool
	ShowHelp bool
	Messages []Message
	Labels   []draw.Label // names in the picture

	Help    []HelpGroup
	Legend  []LegendLine
	Version string
	Palette *assets.Palette // of the players' colours; nil: none are shown
}

func (in *Input) charset() Charset { return charsetOf(in.World) }

// HUD draws. Its memory is kept from frame to frame.
type HUD struct {
	atlas  *Atlas
	canvas Canvas
	out    draw.Buffer

	status  Status
	ticks   Ticks
	layouts layouts2
	scratch []byte
	tip     []byte
	pieces  []piece
	lines   [][]byte
	order   []int
	cols    []column
	teams   []team
	notes   []Message
}

// New returns a HUD for a screen with unit pixels to a unit (see Screen.Unit).
func New(unit float32) *HUD {
	h := &HUD{atlas: NewAtlas(unit), scratch: make([]byte, 0, 256), tip: make([]byte, 0, 256)}
	h.canvas = Canvas{Out: &h.out, Atlas: h.atlas}
	return h
}

// Atlas returns the image with the glyphs, which all buffers sample.
func (h *HUD) Atlas() *Atlas { return h.atlas }

// Buffer returns what Build has drawn, until the next Build.
func (h *HUD) Buffer() *draw.Buffer { return &h.out }

// Fits reports whether the HUD's text has the size for a screen.
func (h *HUD) Fits(s Screen) bool { return h.atlas.Unit == s.Unit() }

// Build draws all of it.
func (h *HUD) Build(in *Input) {
	h.out.Reset()
	l, alone := in.layout()
	h.layouts.read(in)
	h.arrange(in, &l)
	overlay := in.ShowHelp || in.Scores || !alone && (h.layouts.overlay || h.intermission(in))
	h.canvas.Shade = true
	if in.World != nil {
		h.drawLabels(in)
		if !in.Hidden {
			h.drawWorld(in, &l, overlay || alone)
		}
	}
	switch {
	case overlay:
	case in.Naming != nil:
		h.drawNaming(in.Naming, l.Banner)
	default:
		h.drawMessages(in.Messages, l.Banner)
	}
	h.canvas.Shade = false
	if in.listed() {
		h.drawList(in)
	}
	if !in.Hidden && !in.NoBar {
		b := NewBar(l)
		h.drawBar(in, &b)
	}
	switch {
	case in.ShowHelp:
		h.drawHelp(in, l.Overlay)
	case overlay && h.layouts.overlay:
		h.drawPanel(in)
	case overlay && in.World != nil:
		h.drawScores(in, l.Overlay)
	}
	h.canvas.Shade = true
	if overlay {
		h.notes = h.notes[:0]
		for _, m := range in.Messages {
			if m.Kind == MessageNote {
				h.notes = append(h.notes, m)
			}
		}
		h.drawMessages(h.notes, l.Banner)
	}
}

// intermission reports whether the scoreboard shows by itself: not if the
// server shows its own.
func (h *HUD) intermission(in *Input) bool {
	return in.World != nil && !in.Hidden && in.World.Intermission && len(in.World.Notices.Center) == 0 && h.layouts.box.H <= 0
}

// drawWorld draws what the demo tells.
func (h *HUD) drawWorld(in *Input, l *Layout, overlay bool) {
	if !overlay {
		if in.Crosshair {
			h.drawCrosshair(in.Screen)
		}
		h.status.Read(in.World, in.Watched, in.Time)
		h.drawStatus(l, &h.status, in.charset())
		h.drawNotices(in, l.Notices)
		h.drawInfo(in, l.Info)
		h.drawChips(in, l.Match)
		h.drawCenter(in, h.layouts.centerArea(l))
		h.drawPanel(in)
	}
}

// drawLabels writes names into the picture.
func (h *HUD) drawLabels(in *Input) {
	set := in.charset()
	c := &h.canvas
	for i := range in.Labels {
		t := &in.Labels[i]
		f := FontSmall
		if t.Scale > 1.1 {
			f = FontText
		}
		TextMiddle(c, f, t.X, t.Y-c.Atlas.Height(f), t.Text, set, t.Color)
	}
}

func (h *HUD) drawCrosshair(s Screen) {
	u := h.canvas.Unit()
	x, y := round(s.Width/2), round(s.Height/2)
	t := max(1, round(1.5*u))
	color := colorText.Alpha(0.7)
	for _, d := range [...]float32{-1, 1} {
		h.out.Rect(x+d*6*u-2*u, y-t/2, 4*u, t, color)
		h.out.Rect(x-t/2, y+d*6*u-2*u, t, 4*u, color)
	}
}
