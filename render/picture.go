package render

import (
	"demoscope/player"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// build builds the picture of the moment, dt seconds after the last one.
func (g *game) build(in *input, dt float64) {
	m := g.demo.player.Moment()
	g.demo.updateMap(m.World, dt)
	g.buildScene(m, dt)
	g.hover(in, dt)
	g.buildHUD(m, in)
	g.desktop.showHand(g.hud.Hand(&g.hudIn))
}

// smallSeek is how many seconds a seek or a step may lead away without a cut of the camera.
const smallSeek = 0.25

// buildScene builds the picture of the level, dt seconds after the last one.
func (g *game) buildScene(m *player.Moment, dt float64) {
	s, c := g.demo, &g.viewing.camera
	eye := m.Eye
	s.along.update(s.marks.Path)
	c.Track, c.Clock = s.along.track, m.Clock
	c.People = living(c.People[:0], m)
	if g.viewing.viewKick && c.Shown() == camera.Eyes {
		eye.Angles = eye.Angles.Add(eye.Kick)
	}
	if s.lost.holds(m) && c.How != camera.Free {
		s.view = c.Stay()
	} else {
		if abs(float32(m.Clock-s.shownAt)) > float32(dt)*player.MaxSpeed+smallSeek {
			c.Cut()
		}
		s.view = c.Move(eye, s.currentMap(), dt)
	}
	s.shownAt = m.Clock
	g.options = g.viewing.options()
	o := &g.options
	o.XRay = o.XRay || c.Overviews() // who is below others
	o.FirstPerson = c.Inside() && m.Eye.Known
	o.Follow = g.watched(m)
	o.Pointers = !g.viewing.noPointers && c.How != camera.Free && o.Follow >= 0
	o.Opponent = !g.viewing.noInset && c.How != camera.Free && !c.Overviews() && m.Eye.Known && m.Eye.Slot >= 0
	o.Palette, o.Models = s.gamePalette(m.World), s.models
	g.ghost.show(s, g.viewing.overlays.ghost, g.viewing.overlays.alignment)
	o.Ghost = g.ghost.drawn()
	o.Path, o.Looks = nil, nil
	if c.How != camera.Along {
		o.Path, o.Looks = s.along.line, s.along.looks
	}
	o.Trails, o.Aim = g.trails(m), g.viewing.overlays.aim
	if s.player.Player != nil {
		o.Walked = s.walkedGround()
	}
	s.scene.Build(m, s.view, scene.View{Width: g.size.Width, Height: g.size.Height, Scale: g.size.Scale}, o)
	g.buildInset(m)
}

// buildHUD builds the HUD for a moment of the Player. If in is nil, there is no
// pointer.
func (g *game) buildHUD(m *player.Moment, in *input) {
	s, v, h := g.demo, &g.viewing, &g.hudIn
	p, t := s.player.Player, s.player.Timeline()
	h.Duration, h.Complete = p.Duration()
	h.Progress = t.Progress()
	h.PlaybackRate, h.Paused, h.Ended = p.Speed(), s.drag.paused(p), p.Ended()
	h.Levels, h.Events = t.Levels(), t.Events()
	h.Gaps, _ = t.Gaps()
	h.MouseKnown = in != nil && !g.captured
	if in != nil {
		h.MouseX, h.MouseY = in.x, in.y
	}
	h.Dragging = s.drag.active
	h.Hidden, h.Scores, h.ShowHelp = v.noHUD, v.scores, v.help
	h.Menu = nil
	if v.menu {
		h.Menu = g.menu.list(v)
	}
	if v.help {
		s.notices.hint = timedText{} // it has been found
	}
	h.Messages = s.notices.list(p)
	h.Browsing = hud.Browsing{
		Filter: v.classes, NoSpoilers: v.noSpoilers, Clocks: v.clock,
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

// finishHUD adds the input that every HUD needs, and builds it.
func (g *game) finishHUD(m *player.Moment) {
	h := &g.hudIn
	h.Screen = g.size
	h.World, h.Clock, h.Time = m.World, m.Clock, m.Time
	h.Sides = m.World.Sides(h.Sides[:0])
	h.Watched, h.View, h.Mode = g.watched(m), describeCamera(&g.viewing.camera, m), g.options.Mode.String()
	if g.demo.lost.holds(m) && g.viewing.camera.How != camera.Free {
		h.View = "out of sight"
	}
	if words := directedWords[h.View]; g.demo.directing.on && words != "" {
		h.View = words
	}
	h.Crosshair, h.Palette = g.options.FirstPerson && !m.Eye.ThirdPerson, g.options.Palette
	if g.hud == nil || !g.hud.Fits(h.Screen) {
		g.hud = hud.New(h.Screen.Unit())
	}
	h.Labels, h.Bodies, h.Pointers, h.Attacker = g.demo.scene.Labels, g.demo.scene.Bodies, g.demo.scene.Pointers, g.demo.scene.Attacker
	h.Falls = g.demo.scene.Falls
	g.hud.Build(h)
}
