package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/hud"
)

// speeds are the steps of the clock's factor.
var speeds = [...]float64{0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20}

const (
	// holdScores is how long the key of the scoreboard must be held, in
	// seconds, for its release to close it; a short press leaves it open.
	holdScores = 0.3
	// killLead is how long before a kill one is taken to, in seconds, and
	// killSkip how near a kill counts as the one that is shown.
	killLead = 2.0
	killSkip = 0.5
)

// obey carries out a command.
func (g *Game) obey(o order) {
	p := g.player
	switch o.command {
	case CommandPause:
		g.togglePause()
	case CommandSeek:
		p.SeekBy(o.arg)
	case CommandStep:
		p.Step(int(o.arg))
	case CommandSlower:
		p.SetSpeed(nextSpeed(p.Speed(), -1))
	case CommandFaster:
		p.SetSpeed(nextSpeed(p.Speed(), 1))
	case CommandNormal:
		p.SetSpeed(1)
	case CommandReverse:
		p.SetSpeed(-p.Speed())
	case CommandBegin:
		p.Seek(0)
	case CommandEnd:
		d, _ := p.Duration()
		p.Seek(d)
	case CommandTenth:
		d, _ := p.Duration()
		p.Seek(d * o.arg / 10)
	case CommandLevel:
		g.seekLevel(int(o.arg))
	case CommandKill:
		g.seekKill(int(o.arg))
	default:
		g.obeyView(o)
	}
}

// obeyView carries out the commands that change what one sees, not when.
func (g *Game) obeyView(o order) {
	p := g.player
	switch o.command {
	case CommandFollowNext:
		g.follow(1)
	case CommandFollowPrevious:
		g.follow(-1)
	case CommandRecorder:
		g.release()
		g.camera.how = HowEye
		p.Follow(world.Nobody)
	case CommandChase:
		g.toggleChase()
	case CommandFly:
		if g.camera.how == HowFly {
			g.release()
			g.camera.land()
		} else {
			g.takeOff()
		}
	case CommandMode:
		g.options.Mode = g.options.Mode.Next()
	case CommandXRay:
		g.options.XRay = !g.options.XRay
	case CommandWalked:
		g.heat = !g.heat
	case CommandMarkers:
		g.options.HideMarkers = !g.options.HideMarkers
	case CommandScores:
		g.scores, g.scoresHeld = !g.scores, 0
	case CommandHUD:
		g.hidden = !g.hidden
	case CommandHelp:
		g.help = !g.help
	case CommandFullscreen:
		ebiten.SetFullscreen(!ebiten.IsFullscreen())
	case CommandLeave:
		g.leave()
	}
}

// togglePause stops the clock or lets it go on; at the end it plays again from
// the beginning, as video players do.
func (g *Game) togglePause() {
	p := g.player
	if p.Ended() && p.Speed() > 0 && !g.drag.active {
		p.Seek(0)
		p.SetPaused(false)
		return
	}
	p.SetPaused(!p.Paused())
}

// nextSpeed returns the step after or before a speed, which keeps its sign.
func nextSpeed(speed float64, direction int) float64 {
	s := math.Abs(speed)
	next := s
	if direction > 0 {
		for i := len(speeds) - 1; i >= 0 && speeds[i] > s+1e-9; i-- {
			next = speeds[i]
		}
	} else {
		for i := 0; i < len(speeds) && speeds[i] < s-1e-9; i++ {
			next = speeds[i]
		}
	}
	return math.Copysign(next, speed)
}

// seekLevel goes to the beginning of the next level or, backwards, of this one
// or the one before.
func (g *Game) seekLevel(direction int) {
	list := g.player.Timeline().Levels()
	now := g.player.Clock()
	if to, ok := levelFrom(list, now, direction); ok {
		g.player.Seek(to)
	}
}

// levelGrace is how far into a level, in seconds, going back means the level
// before.
const levelGrace = 2

func levelFrom(list []timeline.Level, now float64, direction int) (to float64, ok bool) {
	for i := range list {
		s := list[i].Start
		switch {
		case s < 0:
		case direction > 0 && s > now+1e-6 && !ok:
			to, ok = s, true
		case direction < 0 && s < now-levelGrace:
			to, ok = s, true
		}
	}
	return to, ok
}

// seekKill goes to a little before the next kill, or the one before.
func (g *Game) seekKill(direction int) {
	if to, ok := killFrom(g.player.Timeline().Events(), g.player.Clock(), direction); ok {
		g.player.Seek(to)
		return
	}
	g.notices.say("No further kill")
}

func killFrom(events []timeline.Event, now float64, direction int) (to float64, ok bool) {
	here := now + killLead // the kill that one was taken to last
	for i := range events {
		e := &events[i]
		if e.Kind != world.EventKill {
			continue
		}
		switch {
		case direction > 0 && e.Clock > here+killSkip && !ok:
			return max(0, e.Clock-killLead), true
		case direction < 0 && e.Clock < here-killSkip:
			to, ok = max(0, e.Clock-killLead), true
		}
	}
	return to, ok
}

// follow watches the next player. Whoever flies goes on flying.
func (g *Game) follow(direction int) {
	before := g.player.Following()
	g.player.FollowNext(direction)
	if g.player.Following() == before {
		g.notices.say("The demo shows nobody else here")
	}
}

func (g *Game) toggleChase() {
	switch g.camera.how {
	case HowEye:
		g.camera.how, g.camera.turn = HowChase, [2]float32{}
	case HowChase:
		g.camera.how = HowEye
	case HowFly:
		g.release()
		g.camera.how = HowChase
	}
}

// takeOff begins to fly, with the pointer turning the camera.
func (g *Game) takeOff() {
	g.camera.takeOff(g.lastView)
	g.capture()
}

// capture lets the pointer turn the camera.
func (g *Game) capture() {
	if !g.captured {
		g.captured = true
		ebiten.SetCursorMode(ebiten.CursorModeCaptured)
	}
}

// release gives the pointer back.
func (g *Game) release() {
	if g.captured {
		g.captured = false
		ebiten.SetCursorMode(ebiten.CursorModeVisible)
	}
}

// leave closes what is open, outermost first, and quits when it is asked again.
func (g *Game) leave() {
	switch {
	case g.captured:
		g.release()
	case g.help:
		g.help = false
	case g.scores:
		g.scores = false
	case g.notices.leaving():
		g.quit = true
	default:
		g.notices.askLeave()
	}
}

// movesCamera reports whether a key of flying is held.
func movesCamera(in *input) bool {
	for c := MoveForward; c <= MoveDown; c++ {
		if in.held[c] {
			return true
		}
	}
	return false
}

// point does what the pointer asks for.
func (g *Game) point(in *input) {
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

// dragBar follows the pointer along the track. The clock stands while it is
// held.
func (g *Game) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	if !g.drag.active {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		g.drag = drag{active: true, paused: g.player.Paused()}
		g.player.SetPaused(true)
	}
	d, _ := g.player.Duration()
	if to := bar.TimeAt(in.x, d); to != g.player.Clock() {
		g.player.Seek(to)
	}
	if !in.left {
		g.drag.active = false
		g.player.SetPaused(g.drag.paused)
	}
}
