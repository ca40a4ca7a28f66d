package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/player/world"
	"demoscope/render/hud"
)

// speeds are the steps of the clock's factor.
var speeds = [...]float64{0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20}

const (
	// holdScores is how long the key of the scoreboard must be held, in
	// seconds, for its release to close it; a short press leaves it open.
	holdScores = 0.3
)

// obey carries out a command.
func (g *Game) obey(o order) {
	p := g.player
	switch o.command {
	case CommandPause, CommandSlower, CommandFaster, CommandNormal, CommandReverse:
		// They mean the speed that was before a key of fast playing went down.
		g.endHold()
	}
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
	default:
		if !g.obeyJump(o) && !g.obeyMark(o) {
			g.obeyView(o)
		}
	}
}

// obeyJump carries out the commands that go to what happens, and those of the
// list of it.
func (g *Game) obeyJump(o order) bool {
	direction := int(o.arg)
	switch o.command {
	case CommandEvent:
		g.seekEvent(direction, g.shown, "event")
	case CommandKill:
		g.seekEvent(direction, hud.Classes(hud.ClassKill, hud.ClassMine, hud.ClassDeath), "kill")
	case CommandMine:
		g.seekEvent(direction, hud.Classes(hud.ClassMine, hud.ClassDeath), "kill or death of whom you watch")
	case CommandChat:
		g.seekEvent(direction, hud.Classes(hud.ClassChat), "chat")
	case CommandLevel:
		if g.listOpen {
			g.pageList(direction)
		} else {
			g.seekLevel(direction)
		}
	case CommandList:
		g.toggleList()
	case CommandSearch:
		g.search()
	case CommandFilter:
		g.filter(hud.Class(o.arg), false)
	case CommandSpoilers:
		g.spoilers = !g.spoilers
		if g.spoilers {
			g.notices.say("What lies ahead is hidden")
		} else {
			g.notices.say("What lies ahead is shown")
		}
	case CommandClock:
		g.clocks = (g.clocks + 1) % hud.ClockCount
	default:
		return false
	}
	return true
}

// obeyMark carries out the commands of bookmarks and of the clip.
func (g *Game) obeyMark(o order) bool {
	switch o.command {
	case CommandBookmark:
		g.toggleBookmark()
	case CommandName:
		g.nameBookmark()
	case CommandNextBookmark:
		g.seekBookmark(int(o.arg))
	case CommandClipIn:
		g.setClip(false)
	case CommandClipOut:
		g.setClip(true)
	case CommandLoop:
		g.toggleLoop()
	case CommandForgetClip:
		g.forgetClip()
	default:
		return false
	}
	return true
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
	case g.listOpen:
		g.toggleList()
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
