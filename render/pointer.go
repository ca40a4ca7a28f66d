package render

import (
	"demoscope/player"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// point handles the pointer.
func (g *game) point(in *input) {
	s, v := g.demo, &g.viewing
	if !s.drag.active && v.menu && !g.captured && !v.help && !v.scores && g.pointMenu(in) {
		return
	}
	if !s.drag.active && v.list && !g.captured && !v.help && !v.scores && g.pointList(in) {
		return
	}
	bar := hud.NewBar(hud.NewLayout(g.size))
	part := hud.PartNone
	if !g.captured && !v.noHUD {
		part = bar.Hit(in.x, in.y)
	}
	g.dragBar(in, &bar, part)
	if in.leftPressed && !s.drag.active {
		g.click(in, part)
	}
	g.rightButton(in, part)
	if g.captured || v.camera.Turns() && in.right {
		v.camera.TurnBy(in.dx/g.size.Scale, in.dy/g.size.Scale)
	}
	switch {
	case in.wheel == 0:
	case !g.captured && !v.noHUD && bar.Rect.Has(in.x, in.y):
		s.scrub(in.wheel)
	default:
		v.camera.Scroll(in.wheel)
	}
}

// A notch of the wheel over the bar seeks by this part of the demo, but not by less or
// more than these seconds.
const (
	scrubPart = 0.01
	minScrub  = 1
	maxScrub  = 10
)

// scrub seeks by notches of the wheel, forward for positive ones.
func (s *session) scrub(notches float32) {
	if s.drag.active {
		return
	}
	whole, _ := s.player.Duration()
	s.player.SeekBy(float64(notches) * max(minScrub, min(maxScrub, scrubPart*whole)))
	s.list.events.FollowNow()
}

// turning is the right button while it can turn the camera: a movement turns
// the camera, a click without one watches the previous player.
type turning struct {
	active bool
	x, y   float32 // where it went down, pixels
}

// rightButton watches the previous player.
func (g *game) rightButton(in *input, part hud.Part) {
	s, t := g.demo, &g.demo.turning
	switch c := &g.viewing.camera; {
	case c.How == camera.Eyes:
		if in.rightPressed && part == hud.PartNone {
			s.follow(-1)
		}
	case c.Turns():
		if in.rightPressed && part == hud.PartNone {
			*t = turning{true, in.x, in.y}
		}
		if d := dragFrom * g.size.Scale; abs(in.x-t.x) > d || abs(in.y-t.y) > d {
			t.active = false
		}
		if t.active && !in.right {
			s.follow(-1)
		}
	}
	t.active = t.active && in.right && g.viewing.camera.Turns()
}

func abs(f float32) float32 { return max(f, -f) }

// click handles a click on a part of the bar, or on the picture.
func (g *game) click(in *input, part hud.Part) {
	s := g.demo
	switch part {
	case hud.PartBack:
		s.player.Step(-1)
	case hud.PartForward:
		s.player.Step(1)
	case hud.PartPlay:
		s.togglePause()
	case hud.PartClock:
		g.viewing.nextClock(&g.demo.notices)
	case hud.PartList:
		g.toggleList()
	case hud.PartNone:
		if g.clickScores(in.x, in.y) {
			return
		}
		bar := hud.NewLayout(g.size).Bar
		if g.captured || g.viewing.noHUD || !bar.Has(in.x, in.y) {
			g.clickPicture(in)
		}
	}
}

// clickScores watches the player whose line of the scoreboard was clicked, and reports
// whether the pointer was on the scoreboard.
func (g *game) clickScores(x, y float32) bool {
	if g.captured || g.hud == nil {
		return false
	}
	slot, on := g.hud.ScoreAt(x, y)
	if slot >= 0 {
		s := g.demo
		if w := s.player.Moment().World; slot < len(w.Players) && !w.Players[slot].Visible && slot != w.Recorder {
			s.notices.say("The demo does not show this player here")
			return true
		}
		s.choose(slot)
		g.stopFlying()
	}
	return on
}

// pickRadius is how close to a player's figure a click hits it, in
// device-independent pixels.
const pickRadius = 8

// clickPicture watches the player that was clicked. If there is none, it captures
// the pointer when flying, and otherwise watches the next player.
func (g *game) clickPicture(in *input) {
	x, y := in.x, in.y
	if g.captured {
		x, y = g.size.Width/2, g.size.Height/2
	}
	if slot := g.demo.scene.Pick(x, y, pickRadius*g.size.Scale); slot >= 0 {
		g.demo.choose(slot)
		g.stopFlying()
		return
	}
	if g.viewing.camera.How == camera.Free {
		g.capture()
		return
	}
	g.demo.follow(1)
}

// drag is a movement of the pointer along the bar's track.
type drag struct {
	active    bool
	wasPaused bool    // before the drag
	from      float32 // where it began, pixels
	snapped   bool    // it began on an event's tick and has not moved yet
}

// paused reports whether playing is paused, apart from the drag itself.
func (d *drag) paused(p *player.Player) bool {
	if d.active {
		return d.wasPaused
	}
	return p.Paused()
}

// dragFrom is how far the pointer must move, in device-independent pixels,
// before a press on an event's tick becomes a drag.
const dragFrom = 4

// dragBar seeks with the pointer along the track, and pauses playing meanwhile. A
// press on the tick of an event seeks to the event.
func (g *game) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	s, d := g.demo, &g.demo.drag
	if !d.active {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		s.player.endFast()
		*d = drag{active: true, wasPaused: s.player.Paused(), from: in.x}
		s.player.SetPaused(true)
		if g.hud != nil {
			if to, ok := g.hud.Snap(&g.hudIn, in.x); ok {
				d.snapped = true
				s.player.Seek(to)
			}
		}
		s.list.events.FollowNow()
	}
	if moved := in.x - d.from; moved > dragFrom*g.size.Scale || moved < -dragFrom*g.size.Scale {
		d.snapped = false
	}
	whole, _ := s.player.Duration()
	if to := bar.TimeAt(in.x, whole); to != s.player.Clock() && !d.snapped {
		s.player.Seek(to)
		s.list.events.FollowNow()
	}
	if !in.left {
		d.active = false
		s.player.SetPaused(d.wasPaused)
	}
}
