package render

import (
	"slices"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// prepare finds out what the picture of a moment shows, dt seconds after the last one: all that
// changes by itself.
func (g *game) prepare(m *player.Moment, in *input, dt float64) {
	g.demo.updateMap(m.World, dt)
	g.demo.marks.take(&g.demo.notices, false)
	g.prepareScene(m, dt)
	g.waitPointer(in, dt)
	g.tell()
}

// build builds the picture of a moment that is prepared.
func (g *game) build(m *player.Moment, in *input) {
	g.buildPanes(m)
	g.hover(in)
	g.buildHUD(m, in)
	g.desktop.showHand(g.hud.Hand(&g.hudIn))
}

// smallSeek is how many seconds a seek or a step may lead away without a cut of the camera.
const smallSeek = 0.25

// buildScene builds the picture of the level, dt seconds after the last one.
func (g *game) buildScene(m *player.Moment, dt float64) {
	g.prepareScene(m, dt)
	g.buildPanes(m)
}

// prepareScene decides from where the level is seen, dt seconds after the last picture.
func (g *game) prepareScene(m *player.Moment, dt float64) {
	g.demo.along.update(g.demo.marks.Path)
	g.ghost.show(g.demo, g.viewing.ghost, g.viewing.alignment)
	g.layOut()
	for _, p := range g.panes {
		p.look(g, g.momentIn(p, m), dt)
	}
}

// buildPanes builds the picture of the level.
func (g *game) buildPanes(m *player.Moment) {
	g.see(m)
	common := g.common(m)
	for _, p := range g.panes {
		g.buildPane(p, g.momentIn(p, m), common)
	}
	g.buildInset(m)
}

// common returns the options of a picture that do not depend on who is watched.
func (g *game) common(m *player.Moment) scene.Options {
	s, o := g.demo, g.viewing.options()
	o.Palette, o.Models = s.gamePalette(m.World), s.models
	o.Ghost = g.ghost.drawn()
	o.Path, o.Looks = s.along.line, s.along.looks
	o.Rings = g.seen.rings
	o.Trails, o.Footprints = g.trails(m)
	o.SkipHidden = g.cpu != nil
	if s.player.Player != nil {
		o.Walked = s.walkedGround()
		o.Kills = story.EventsAt(s.player.Timeline().Events(), m.Clock, m.World.Clock, !g.viewing.announces())
	}
	return o
}

// buildPane builds what a pane shows of a moment.
func (g *game) buildPane(p *pane, m *player.Moment, common scene.Options) {
	p.options = common
	p.choose(&g.viewing, m)
	p.scene.SetGeometry(g.demo.geometry)
	p.scene.Build(m, p.view, p.sees(g.size.Scale), &p.options)
}

// tell finds out what is to be said.
func (g *game) tell() {
	n := &g.demo.notices
	if g.viewing.help {
		n.hint = timedText{} // it has been found
	}
	g.hudIn.Messages = n.list(g.demo.player.Player, g.viewing.display == hud.Clean)
	if g.hudIn.Level = ""; n.picture {
		g.hudIn.Level = n.level.label
	}
}

// buildHUD builds the HUD for a moment of the Player, with what [game.tell] has found. If in is nil, there is no
// pointer.
func (g *game) buildHUD(m *player.Moment, in *input) {
	s, v, h := g.demo, &g.viewing, &g.hudIn
	p, t := s.player.Player, s.player.Timeline()
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.Growing, h.Live, h.Lag, h.Waits = p.Growing(), p.Live(), p.Lag(), g.demo.notices.awaits != ""
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), s.drag.paused(p), p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Gaps, _ = t.Gaps()
	h.MatchStart, _ = t.MatchStart(m.Clock)
	h.MouseKnown = in != nil && !g.captured && (!in.finger || len(in.touches) > 0)
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.Held = g.held(in)
	h.HideBar, h.Warnings, h.Muted = !g.barShown(), s.notices.warningCount(), v.loudness.Muted
	h.Display, h.Chat, h.Scores, h.ShowHelp = v.display, v.chats(), v.scores, v.help
	if h.Sheet = (hud.Sheet{}); s.notices.searched {
		h.Sheet = hud.Sheet{Title: warningsTitle, Text: s.notices.allWarnings()}
	}
	h.Finder = nil
	if g.finder.open {
		h.Finder = &g.finder.Finder
	}
	h.Browsing = hud.Browsing{
		Filter: v.classes, Clocks: v.clock,
		Bookmarks: s.marks.Marks, Path: s.marks.Path, Clip: s.marks.hudClip(),
	}
	if v.list {
		h.List = s.list.events
	}
	h.Overlays = g.overlaid(m)
	if s.typing.line == &s.marks.naming.line {
		h.Naming = s.typing.line
	}
	g.finishHUD(m)
}

// fitHUD makes a HUD for the window's size, unless there is one.
func (g *game) fitHUD() {
	if g.hud == nil || !g.hud.Fits(g.size) {
		g.hud = hud.New(g.size.Unit())
	}
}

// finishHUD adds the input that every HUD needs, and builds it.
func (g *game) finishHUD(m *player.Moment) {
	h := &g.hudIn
	h.Screen, h.SafeColors, h.Switches = g.size, g.viewing.colors == colorblind, g.viewing.Switches
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Sides = m.World.Sides(h.Sides[:0])
	g.active.tell(h, m, g.directs(g.active))
	h.Mode, h.Palette = g.active.options.Mode.String(), g.active.options.Palette
	g.fitHUD()
	h.Extent, h.Panes = hud.Whole, h.Panes[:0]
	if len(g.panes) > 1 {
		h.Extent, h.Front = hud.Window, slices.Index(g.panes, g.active)
		for _, p := range g.panes {
			h.Panes = append(h.Panes, p.area)
		}
	}
	g.hud.Build(h)
	if len(g.panes) > 1 {
		for _, p := range g.panes {
			g.buildPaneHUD(p)
		}
		g.hud.SetFront(g.active.hud)
	}
}
