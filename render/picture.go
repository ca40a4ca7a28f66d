package render

import (
	"image"
	"math"
	"slices"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/render/hud"
	"demoscope/render/raster"
	"demoscope/render/scene"
)

// picture is what is drawn of a demo: the scene of each pane, the HUD over all, and what draws them. It needs no window
// and takes no input: films, shots and scenes for other programs are made with it, as the window is.
type picture struct {
	views
	size       hud.Screen
	hud        *hud.HUD // nil before the first picture
	hudIn      hud.Input
	cpu        *software      // draws instead of the graphics card; nil if that does
	ways       []scene.Trail  // in the options of the scene
	footprints []scene.Trail  // the same
	roomless   hud.OverlaySet // overlays that were said to have no room, and are still asked for
	seen       soundSight
	ghost      *ghost
}

func newPicture(o *Options) *picture {
	pic := &picture{
		views: newViews(o), ghost: newGhost(&o.Ghost, o.Report),
		size: hud.Screen{Width: float32(o.Width), Height: float32(o.Height), Scale: 1},
	}
	pic.viewing.ghost, pic.viewing.alignment = o.Ghost.Open != nil, o.Ghost.By
	if o.Renderer == CPU {
		pic.cpu = newSoftware()
	}
	return pic
}

// prepare finds out what the picture of a moment shows, dt seconds after the last one: all that
// changes by itself.
func (pic *picture) prepare(m *player.Moment, in *input, dt float64) {
	pic.demo.updateMap(m.World, dt)
	pic.demo.marks.take(&pic.demo.notices, false)
	pic.prepareScene(m, dt)
	pic.waitPointer(in, dt)
	pic.tell()
}

// build builds the picture of a moment that is prepared.
func (g *game) build(m *player.Moment, in *input) {
	g.buildPanes(m)
	g.hover(in)
	g.hudIn.Finder = nil
	if g.finder.open {
		g.hudIn.Finder = &g.finder.Finder
	}
	g.buildHUD(m, in)
	g.desktop.showHand(g.hud.Hand(&g.hudIn))
}

// smallSeek is how many seconds a seek or a step may lead away without a cut of the camera.
const smallSeek = 0.25

// buildScene builds the picture of the level, dt seconds after the last one.
func (pic *picture) buildScene(m *player.Moment, dt float64) {
	pic.prepareScene(m, dt)
	pic.buildPanes(m)
}

// prepareScene decides from where the level is seen, dt seconds after the last picture.
func (pic *picture) prepareScene(m *player.Moment, dt float64) {
	pic.demo.along.update(pic.demo.marks.Path)
	pic.ghost.show(pic.demo, pic.viewing.ghost, pic.viewing.alignment)
	pic.layOut()
	for _, p := range pic.panes {
		p.look(pic, pic.momentIn(p, m), dt)
	}
}

// buildPanes builds the picture of the level.
func (pic *picture) buildPanes(m *player.Moment) {
	pic.see(m)
	common := pic.common(m)
	for _, p := range pic.panes {
		pic.buildPane(p, pic.momentIn(p, m), common)
	}
	pic.buildInset(m)
}

// common returns the options of a picture that do not depend on who is watched.
func (pic *picture) common(m *player.Moment) scene.Options {
	s, o := pic.demo, pic.viewing.options()
	o.Palette, o.Models = s.gamePalette(m.World), s.models
	o.Ghost = pic.ghost.drawn()
	o.Path, o.Looks = s.along.line, s.along.looks
	o.Rings = pic.seen.rings
	o.Trails, o.Footprints = pic.trails(m)
	o.SkipHidden = pic.cpu != nil
	if s.player.Player != nil {
		o.Walked = s.walkedGround()
		o.Kills = story.EventsAt(s.player.Timeline().Events(), m.Clock, m.World.Clock, !pic.viewing.announces())
	}
	return o
}

// buildPane builds what a pane shows of a moment.
func (pic *picture) buildPane(p *pane, m *player.Moment, common scene.Options) {
	p.options = common
	p.choose(&pic.viewing, m)
	p.scene.SetGeometry(pic.demo.geometry)
	p.scene.Build(m, p.view, p.sees(pic.size.Scale), &p.options)
}

// tell finds out what is to be said.
func (pic *picture) tell() {
	n := &pic.demo.notices
	if pic.viewing.help {
		n.hint = timedText{} // it has been found
	}
	pic.hudIn.Messages = n.list(pic.demo.player.Player, pic.viewing.display == hud.Clean)
	if pic.hudIn.Level = ""; n.picture {
		pic.hudIn.Level = n.level.label
	}
}

// buildHUD builds the HUD for a moment of the Player, with what [picture.tell] has found. If in is nil, there is no
// pointer.
func (pic *picture) buildHUD(m *player.Moment, in *input) {
	s, v, h := pic.demo, &pic.viewing, &pic.hudIn
	p, t := s.player.Player, s.player.Timeline()
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.Growing, h.Live, h.Lag, h.Waits = p.Growing(), p.Live(), p.Lag(), pic.demo.notices.awaits != ""
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), s.drag.paused(p), p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Gaps, _ = t.Gaps()
	h.MatchStart, _ = t.MatchStart(m.Clock)
	h.MouseKnown = in != nil && !pic.captured && (!in.finger || len(in.touches) > 0)
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.Held = pic.held(in)
	h.HideBar, h.Warnings, h.Muted = !pic.barShown(), s.notices.warningCount(), v.loudness.Muted
	h.Display, h.Chat, h.Scores, h.ShowHelp = v.display, v.chats(), v.scores, v.help
	if h.Sheet = (hud.Sheet{}); s.notices.searched {
		h.Sheet = hud.Sheet{Title: warningsTitle, Text: s.notices.allWarnings()}
	}
	h.Browsing = hud.Browsing{
		Filter: v.classes, Clocks: v.clock,
		Bookmarks: s.marks.Marks, Path: s.marks.Path, Clip: s.marks.hudClip(),
	}
	if v.list {
		h.List = s.list.events
	}
	h.Overlays = pic.overlaid(m)
	if s.typing.line == &s.marks.naming.line {
		h.Naming = s.typing.line
	}
	pic.finishHUD(m)
}

// fitHUD makes a HUD for the window's size, unless there is one.
func (pic *picture) fitHUD() {
	if pic.hud == nil || !pic.hud.Fits(pic.size) {
		pic.hud = hud.New(pic.size.Unit())
	}
}

// finishHUD adds the input that every HUD needs, and builds it.
func (pic *picture) finishHUD(m *player.Moment) {
	h := &pic.hudIn
	h.Screen, h.SafeColors, h.Switches = pic.size, pic.viewing.colors == colorblind, pic.viewing.Switches
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Sides = h.World.Sides(h.Sides[:0])
	pic.active.tell(h, m, pic.directs(pic.active))
	h.Mode, h.Palette = pic.active.options.Mode.String(), pic.active.options.Palette
	pic.fitHUD()
	h.Extent, h.Panes = hud.Whole, h.Panes[:0]
	if len(pic.panes) > 1 {
		h.Extent, h.Front = hud.Window, slices.Index(pic.panes, pic.active)
		for _, p := range pic.panes {
			h.Panes = append(h.Panes, p.area)
		}
	}
	pic.hud.Build(h)
	if len(pic.panes) > 1 {
		for _, p := range pic.panes {
			pic.buildPaneHUD(p)
		}
		pic.hud.SetFront(pic.active.hud)
	}
}

// painter draws on a canvas, with the HUD if it is wanted.
type painter interface{ paint(to canvas, withHUD bool) }

// drawOn draws what p paints on an image of the graphics card.
func (pic *picture) drawOn(to card, p painter, withHUD bool) {
	if pic.cpu != nil {
		to.put(pic.drawCPU(to.bounds(), p, withHUD).Pix())
		return
	}
	to.glyphs(pic.hud.Atlas())
	p.paint(to, withHUD)
}

// drawCPU draws what p paints without the graphics card. The result is valid until the next call.
func (pic *picture) drawCPU(size image.Point, p painter, withHUD bool) *raster.Picture {
	pic.cpu.begin(size, pic.hud.Atlas())
	p.paint(pic.cpu, withHUD)
	return pic.cpu.picture
}

// paint draws the picture: the level, what is shown over it, and the HUD.
func (pic *picture) paint(to canvas, withHUD bool) {
	if len(pic.panes) > 1 {
		to.fill(background, raster.Bare{})
		pic.paintPanes(to, withHUD)
	} else {
		s := pic.active.scene
		to.fill(background, s.Bare())
		to.draw(&s.World)
		to.draw(&s.Overlay)
		if withHUD {
			pic.paintInset(to)
		}
	}
	if withHUD {
		to.draw(pic.hud.Buffer())
	}
}

// Layout makes the picture as large as a window of width by height device-independent pixels, with scale pixels to
// each. No side is longer than largest pixels. It returns the size in pixels.
func (pic *picture) Layout(width, height, scale float64, largest int) (float64, float64) {
	touch := pic.size.Touch
	pic.size = fitScreen(width, height, scale, largest)
	pic.size.Percent, pic.size.Touch = pic.viewing.uiScale, touch
	return float64(pic.size.Width), float64(pic.size.Height)
}

const (
	// maxScale is the largest number of pixels to a device-independent pixel: screens have
	// up to 4, and the image of the glyphs grows with its square.
	maxScale = 4
	// imageMargin is what Ebitengine adds to the sides of an image, in pixels, at most.
	imageMargin = 2
)

// fitScreen returns the screen for a window of width by height device-independent pixels
// and scale pixels to each. No side of the picture is longer than largest pixels, which the
// graphics card can draw to: a larger window shows a smaller picture enlarged. If largest is
// not positive, MaxShot stands for it. What is no number counts as 1.
func fitScreen(width, height, scale float64, largest int) hud.Screen {
	if largest <= imageMargin {
		largest = MaxShot
	}
	limit := float64(min(largest, MaxShot) - imageMargin)
	if !(scale > 0) {
		scale = 1
	}
	scale = min(scale, maxScale)
	w, h := atLeast1(width*scale), atLeast1(height*scale)
	if longest := max(w, h); longest > limit {
		shrink := limit / longest
		w, h, scale = w*shrink, h*shrink, scale*shrink
	}
	side := func(v float64) float32 { return float32(min(limit, math.Ceil(atLeast1(v)))) }
	return hud.Screen{Width: side(w), Height: side(h), Scale: float32(scale)}
}

// atLeast1 returns v between 1 and a million, 1 for NaN.
func atLeast1(v float64) float64 {
	if !(v >= 1) {
		return 1
	}
	return min(v, 1e6)
}
