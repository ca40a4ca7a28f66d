package app

import (
	"demoscope/internal/fault"
	"demoscope/player"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// Ghost is a second demo shown together with the main one.
type Ghost struct {
	// Open opens the ghost demo. It is called in a separate goroutine. It is nil for no ghost.
	Open func() (*player.Ghost, error)
	By   player.Alignment
	All  bool // show all its players, not only the compared one
}

// ghost is the second demo in the window. It stays when another demo is opened.
type ghost struct {
	loading chan openedGhost
	open    *player.Ghost     // nil while loading, or if there is none
	view    *player.GhostView // for this frame; nil if the ghost is hidden
	all     bool
	report  func(error) // may be nil: see [Options.Report]

	// The arguments of the next update. The method value update is kept, so that frames don't allocate one.
	session *Session
	by      player.Alignment
	update  func()
}

// openedGhost is the result of opening a ghost.
type openedGhost struct {
	ghost *player.Ghost
	err   error
}

// newGhost starts opening a ghost.
func newGhost(o *Ghost, report func(error)) *ghost {
	g := &ghost{all: o.All, report: report}
	g.update = g.find
	if o.Open == nil {
		return g
	}
	g.loading = make(chan openedGhost, 1)
	loading, open := g.loading, o.Open
	go func() {
		var r openedGhost
		if err := fault.Guard("opening the ghost", func() { r.ghost, r.err = open() }); err != nil {
			r = openedGhost{err: err}
		}
		loading <- r
	}()
	return g
}

// known reports whether there is a ghost, or may be one soon.
func (g *ghost) known() bool { return g.open != nil || g.loading != nil }

// End closes the ghost.
func (g *ghost) End() {
	if loading := g.loading; loading != nil {
		go func() {
			if r := <-loading; r.ghost != nil {
				r.ghost.Close()
			}
		}()
	}
	if g.open != nil {
		g.open.Close()
	}
	g.open, g.loading, g.view = nil, nil, nil
}

// take takes the ghost once it is open. If opening failed, it shows a warning, and there is no ghost.
func (g *ghost) take(n *notices) {
	select {
	case r := <-g.loading:
		g.loading = nil
		if g.open = r.ghost; r.err != nil {
			g.fail(r.err, n)
		}
	default:
	}
}

// wait waits until the ghost is open and completely read.
func (g *ghost) wait(n *notices) {
	if g.loading != nil {
		r := <-g.loading
		g.loading <- r
	}
	if g.take(n); g.open != nil {
		g.open.Timeline().Wait()
	}
}

// fail closes the ghost and shows the error.
func (g *ghost) fail(err error, n *notices) {
	if _, mistake := err.(*fault.Error); mistake && g.report != nil {
		g.report(err)
	}
	g.End()
	n.warnAlso("Can't open the ghost: " + err.Error())
}

// show finds the ghost's moment for the current moment of the demo, if the ghost is wanted.
func (g *ghost) show(s *Session, wanted bool, by player.Alignment) {
	g.view = nil
	g.take(&s.Notices)
	if g.open == nil || !wanted || s.Player.Player == nil {
		return
	}
	g.session, g.by = s, by
	err := fault.Guard("showing the ghost", g.update)
	if err == nil {
		err = g.open.Timeline().Err()
	}
	if err != nil {
		g.fail(err, &s.Notices)
	}
}

// find sets view.
func (g *ghost) find() {
	m := g.session.Player.Moment()
	g.view = g.open.Update(m, g.session.Player.Timeline(), followed(m), g.by)
}

// seeking reports whether the ghost has not reached its moment yet.
func (g *ghost) seeking() bool { return g.view != nil && g.view.State == player.GhostSeeking }

// sceneGhost returns the ghost for the scene.
func (g *ghost) sceneGhost() (o scene.Ghost) {
	b := g.view
	if b == nil || b.State != player.GhostShown {
		return o
	}
	o = scene.Ghost{Moment: b.Moment, Slot: b.Slot, All: g.all}
	o.Track = g.open.Timeline().Track(b.Slot, b.Moment.Clock-scene.TrailSeconds, b.Moment.Clock+scene.TrailSeconds)
	return o
}

// hudGhost returns the ghost for the HUD, and whether the HUD shows it.
func (g *ghost) hudGhost(by player.Alignment) (wanted bool, o hud.Ghost) {
	b := g.view
	if b == nil {
		return false, o
	}
	o = hud.Ghost{State: b.State, By: by, Color: scene.GhostColor, Late: b.Late, LateKnown: b.LateKnown,
		Distance: b.Distance, Speed: -1}
	if names, _ := g.open.Timeline().Tracked(); b.Slot >= 0 && b.Slot < len(names) {
		o.Name = names[b.Slot]
	}
	if b.State == player.GhostShown {
		if p := &b.Moment.World.Players[b.Slot]; p.Visible {
			v := b.Moment.Velocity(b.Slot)
			o.Speed = v.Vec2().Len()
		}
	}
	return true, o
}

// ghostCommands returns the commands for the ghost.
func ghostCommands() []command {
	show := command{
		Name: "ghost", Label: "Ghost", Keys: keys(control.KeyF12),
		Do: func(g *App) {
			on := &g.Viewing.ghost
			*on = !*on
			g.Demo.Notices.sayState("Ghost", *on)
		},
		State: func(v *viewing) string { return onOff(v.ghost) },
	}
	align := command{
		Name: "ghost-sync", Label: "Ghost sync", Line: "Ghost sync: start or place", Keys: shift(control.KeyH),
		Do: func(g *App) {
			v := &g.Viewing
			v.alignment = v.alignment.Next()
			g.Demo.Notices.sayBriefly("Ghost sync: " + v.alignment.String())
		},
		State: func(v *viewing) string { return v.alignment.String() },
	}
	return []command{show.needsGhost(), align.needsGhost()}
}

// needsGhost makes Do explain how to get a ghost if there is none.
func (c command) needsGhost() command {
	do := c.Do
	c.Do = func(g *App) {
		if !g.Ghost.known() {
			g.Demo.Notices.say("No ghost: start with --ghost FILE")
			return
		}
		do(g)
	}
	return c
}
