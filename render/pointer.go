package render

import "demoscope/render/hud"

// point does what the pointer asks for.
func (g *Game) point(in *input) {
	if !g.drag.active && g.listOpen && !g.captured && !g.help && !g.scores && g.pointList(in) {
		return
	}
	bar := hud.NewBar(hud.NewLayout(g.hudScreen()))
	part := hud.PartNone
	if !g.captured && !g.hidden {
		part = bar.Hit(in.x, in.y)
	}
	g.dragBar(in, &bar, part)
	if in.leftPressed && !g.drag.active {
		g.click(in, part)
	}
	if in.rightPressed && g.camera.how != HowFly && part == hud.PartNone {
		g.follow(-1)
	}
	if g.captured || g.camera.how == HowChase && in.right {
		g.camera.turnBy(in.dx/g.scale, in.dy/g.scale)
	}
	if in.wheel != 0 {
		g.camera.scroll(in.wheel)
	}
}

// click does what a click means at a place.
func (g *Game) click(in *input, part hud.Part) {
	switch part {
	case hud.PartBack:
		g.player.Step(-1)
		return
	case hud.PartForward:
		g.player.Step(1)
		return
	case hud.PartPlay:
		g.togglePause()
		return
	case hud.PartClock:
		g.clocks = (g.clocks + 1) % hud.ClockCount
		return
	case hud.PartList:
		g.toggleList()
		return
	case hud.PartTrack:
		return
	}
	bar := hud.NewLayout(g.hudScreen()).Bar
	if !g.captured && !g.hidden && bar.Has(in.x, in.y) {
		return
	}
	x, y := in.x, in.y
	if g.captured {
		x, y = g.width/2, g.height/2
	}
	if slot := g.scene.Pick(x, y, pickRadius*g.scale); slot >= 0 {
		g.player.Follow(slot)
		if g.camera.how == HowFly {
			g.release()
			g.camera.land()
		}
		return
	}
	if g.camera.how == HowFly {
		g.capture()
		return
	}
	g.follow(1)
}

// pickRadius is how near to a player's figure a click counts, in
// device-independent pixels.
const pickRadius = 8

// dragFrom is how far the pointer must move, in device-independent pixels,
// before a press on an event's tick becomes a drag.
const dragFrom = 4

// dragBar follows the pointer along the track. The clock stands while it is
// held. A press on the tick of an event goes to the event.
func (g *Game) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	if !g.drag.active {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		g.endHold()
		g.drag = drag{active: true, paused: g.player.Paused(), from: in.x}
		g.player.SetPaused(true)
		if g.hud != nil {
			if to, ok := g.hud.Snap(&g.in, in.x); ok {
				g.drag.snapped = true
				g.player.Seek(to)
			}
		}
		g.list.FollowNow()
	}
	if d := in.x - g.drag.from; d > dragFrom*g.scale || d < -dragFrom*g.scale {
		g.drag.snapped = false
	}
	d, _ := g.player.Duration()
	if to := bar.TimeAt(in.x, d); to != g.player.Clock() && !g.drag.snapped {
		g.player.Seek(to)
		g.list.FollowNow()
	}
	if !in.left {
		g.drag.active = false
		g.player.SetPaused(g.drag.paused)
	}
}
