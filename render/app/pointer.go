package app

import (
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// point handles the pointer, dt seconds after the last frame.
func (g *App) point(in *input, dt float64) {
	s, v := g.Demo, &g.Viewing
	if g.finder.open && !g.Captured && g.pointFinder(in) {
		return
	}
	held := g.held(in)
	free := !g.Captured && !g.pageOpen()
	if (held == hud.HeldNothing || held == hud.HeldList) && v.List && free && g.pointList(in) {
		return
	}
	s.List.scrolling = false
	bar := g.bar()
	part := hud.PartNone
	if !g.Captured && g.barShown() {
		if part = bar.Hit(in.x, in.y); part == hud.PartWarnings && s.Notices.warningCount() == 0 {
			part = hud.PartClock
		}
	}
	g.dragBar(in, &bar, part)
	if in.leftPressed && !s.drag.active {
		if part != hud.PartNone || g.Captured {
			g.click(in, part)
		} else {
			s.press = press{active: true, x: in.x, y: in.y}
		}
	}
	g.endPress(in, dt)
	g.rightButton(in, part)
	g.turnCamera(in)
	if part != hud.PartRate || in.wheel == 0 {
		s.rateTurn = 0
	}
	switch {
	case in.wheel == 0:
	case part == hud.PartRate && !s.drag.active:
		g.turnRate(in.wheel)
	case !g.Captured && g.barShown() && bar.Rect.Has(in.x, in.y):
		s.scrub(in.wheel)
	default:
		g.Active.Camera.Scroll(in.wheel)
	}
}

// turnCamera turns the camera with fingers and the pointer.
func (g *App) turnCamera(in *input) {
	c, scale := &g.Active.Camera, g.Size.Scale
	if in.turnX != 0 || in.turnY != 0 {
		x, y := in.turnX/scale, in.turnY/scale
		if c.How == camera.Free { // what is seen goes with the finger
			x, y = -x, -y
		}
		c.TurnBy(x, y)
	}
	c.Zoom(in.zoom)
	if g.Captured || c.Turns() && g.Demo.turning.held {
		c.TurnBy(in.dx/scale, in.dy/scale)
	}
}

// bar returns where the parts of the timeline bar are.
func (pic *Picture) bar() hud.Bar {
	return hud.NewBar(hud.NewLayout(pic.Size), pic.Viewing.loudness.Muted)
}

// A notch of the wheel over the bar seeks by this part of the demo, but not by less or
// more than these seconds.
const (
	scrubPart = 0.01
	minScrub  = 1
	maxScrub  = 10
)

// scrub seeks by notches of the wheel, forward for positive ones.
func (s *Session) scrub(notches float32) {
	if s.drag.active {
		return
	}
	whole, _ := s.Player.Duration()
	s.Player.SeekBy(float64(notches) * max(minScrub, min(maxScrub, scrubPart*whole)))
	s.List.Events.FollowNow()
	s.sayTime("")
}

// turnRate makes playing a step faster for each notch of the wheel up, slower for each down.
func (vs *views) turnRate(notches float32) {
	steps := vs.Demo.rateTurn.by(max(-wheelSteps, min(wheelSteps, notches)))
	for range max(steps, -steps) {
		vs.Demo.Player.changeSpeed(min(1, max(-1, steps)))
	}
}

// wheelSteps is how many steps of the speed a frame takes at most.
const wheelSteps = float32(len(speeds))

// turning is the right button while it can turn the camera: a drag turns the camera, in first person as a chase
// camera, and a click follows the previous player.
type turning struct {
	active bool
	x, y   float32 // where it went down, pixels
	held   bool    // it went down on the picture, which it turns
}

// press is the left button on the picture: it is a click when it is let go where it went down, and what a
// finger does that lies still when it is held there.
type press struct {
	active bool
	x, y   float32 // where it went down, pixels
	held   float64 // seconds
}

// endPress clicks, if the button has been let go and the pointer has not moved meanwhile, since a drag is
// no click; or opens the list of everything, if it was held as long as a finger would be.
func (g *App) endPress(in *input, dt float64) {
	p := &g.Demo.press
	if d := dragFrom * g.Size.Scale; abs(in.x-p.x) > d || abs(in.y-p.y) > d {
		p.active = false
	}
	if p.active && !in.left {
		p.active = false
		g.click(in, hud.PartNone)
		return
	}
	if !in.left || in.leftPressed || in.finger {
		return
	}
	if p.held += dt; p.active && p.held >= longPress {
		if grip, _ := g.gripAt(p.x, p.y); grip == gripPicture {
			p.active = false
			g.openMenu()
		}
	}
}

// rightButton follows the previous player or turns the camera, or opens the menu where the camera flies: the
// pointer may be captured.
func (g *App) rightButton(in *input, part hud.Part) {
	t := &g.Demo.turning
	t.held = in.right && (t.held || in.rightPressed && part == hud.PartNone)
	if in.rightPressed && part == hud.PartRate {
		g.Demo.Player.changeSpeed(-1)
	}
	if in.rightPressed && g.onPanel(in.x, in.y) {
		return
	}
	if p := g.paneAt(in.x, in.y); in.rightPressed && part == hud.PartNone && p != nil && p != g.Active && !g.Captured {
		g.activate(p)
		g.sayActive()
		return
	}
	switch c := &g.Active.Camera; {
	case c.How == camera.Eyes, c.Turns():
		if in.rightPressed && part == hud.PartNone {
			t.active, t.x, t.y = true, in.x, in.y
		}
		if d := dragFrom * g.Size.Scale; t.active && (abs(in.x-t.x) > d || abs(in.y-t.y) > d) {
			t.active = false
			if c.How == camera.Eyes { // which do not turn: the viewer looks around from behind the player
				c.Set(camera.Behind)
				g.sayCamera()
			}
		}
		if t.active && !in.right {
			g.follow(-1)
		}
	case c.How == camera.Free:
		if in.rightPressed && part == hud.PartNone {
			g.openMenu()
		}
	}
	t.active = t.active && in.right && (g.Active.Camera.How == camera.Eyes || g.Active.Camera.Turns())
}

func abs(f float32) float32 { return max(f, -f) }

// click handles a click on a part of the bar, or on the picture.
func (g *App) click(in *input, part hud.Part) {
	s := g.Demo
	switch part {
	case hud.PartBack:
		s.Player.Step(-1)
	case hud.PartForward:
		s.Player.Step(1)
	case hud.PartPlay:
		s.togglePause()
	case hud.PartClock:
		if bar := g.bar(); bar.Total.Has(in.x, in.y) && s.Player.Growing() {
			g.seekEnd()
			return
		}
		g.Viewing.nextClock(&g.Demo.Notices)
	case hud.PartRate:
		s.Player.fasterOrNormal()
	case hud.PartMute:
		g.toggleMute()
	case hud.PartList:
		g.toggleList()
	case hud.PartMenu:
		g.openMenu()
	case hud.PartWarnings:
		g.toggleWarnings()
	case hud.PartNone:
		if g.clickScores(in.x, in.y) {
			return
		}
		bar := hud.NewLayout(g.Size).Bar
		if g.Captured || !g.barShown() || !bar.Has(in.x, in.y) {
			if in.finger {
				g.tapPicture(in.x, in.y)
			} else {
				g.clickPicture(in)
			}
		}
	}
}

// clickScores watches the player whose line of the scoreboard was clicked, and reports
// whether the pointer was on the scoreboard.
func (pic *Picture) clickScores(x, y float32) bool {
	if pic.Captured || pic.HUD == nil {
		return false
	}
	slot, on := pic.HUD.ScoreAt(x, y)
	if slot >= 0 {
		pic.chooseShown(slot)
	}
	return on
}

// chooseShown follows a player that the viewer has pointed at, if the demo shows that player.
func (vs *views) chooseShown(slot int) {
	s := vs.Demo
	if w := s.Player.Moment().World; slot < len(w.Players) && !w.Players[slot].Visible && !w.Players[slot].Out &&
		slot != w.Recorder {
		s.Notices.say("The demo does not show this player now")
		return
	}
	vs.choose(slot)
	vs.stopFlying()
}

// pickRadius is how close to a player's figure a click hits it, in
// device-independent pixels, and touchRadius a finger.
const (
	pickRadius  = 8
	touchRadius = 16
)

// playerAt returns the slot of the player that a click at a point follows, by a name, row or line there, or a body;
// -1 for nobody.
func (pic *Picture) playerAt(x, y float32) int {
	if pic.HUD != nil && !pic.Captured {
		if slot := pic.HUD.PlayerAt(x, y); slot >= 0 {
			return slot
		}
	}
	radius := pickRadius * pic.Size.Scale
	if pic.Size.Touch {
		radius = touchRadius * pic.Size.Scale
	}
	return pic.Active.Scene.Pick(x-pic.Active.area.X, y-pic.Active.area.Y, radius)
}

// pointingFor is how many seconds after its last movement the pointer still shows what it is at: one
// that lies somewhere would put frames around who passes.
const pointingFor = 2.5

// waitPointer counts for how long the pointer has not moved and nothing was sought, dt seconds after the last call.
// A pointer that rests on the timeline bar keeps it.
func (pic *Picture) waitPointer(in *input, dt float64) {
	s, bar := pic.Demo, pic.bar()
	onBar := pic.barShown() && !pic.Captured && !in.finger && bar.Rect.Has(in.x, in.y)
	if s.stillFor += dt; onBar {
		s.stillFor = min(s.stillFor, pointingFor)
	}
	s.steadyFor += dt
	s.noteMovement(in)
	if len(in.touches) > 0 {
		s.stillFor = 0
	}
}

// noteMovement notes that the pointer moves.
func (s *Session) noteMovement(in *input) {
	if in.dx != 0 || in.dy != 0 {
		s.stillFor = 0
	}
}

// barKept is how many seconds the timeline bar stays after the pointer has moved, after a seek and after a pause.
const barKept = 3

// barShown reports whether the timeline bar is drawn, and can be used.
func (vs *views) barShown() bool {
	s := vs.Demo
	if s.stillFor < barKept || s.drag.active {
		return true
	}
	return vs.Viewing.Display != hud.Clean && (s.steadyFor < barKept || s.stands() || vs.Viewing.List)
}

// stands reports whether the demo does not play.
func (s *Session) stands() bool {
	return s.Player.Player == nil || s.Player.Paused() || s.Player.Ended()
}

// noteSeek notes that the demo was sought or played fast since it was at a viewer's time, or does not play.
func (s *Session) noteSeek(clock float64) {
	if s.Player.Clock() != clock || s.Player.fast.direction != 0 || s.stands() {
		s.steadyFor = 0
	}
}

// held returns what the pointer holds. Nothing else is touched by it before the button is let go.
func (vs *views) held(in *input) hud.Held {
	s := vs.Demo
	switch {
	case in == nil || !in.left && !in.right:
		return hud.HeldNothing
	case s.drag.active:
		return hud.HeldTrack
	case vs.Viewing.List && s.List.scrolling:
		return hud.HeldList
	case s.turning.held && vs.Active.Camera.Turns():
		return hud.HeldPicture
	}
	return hud.HeldNothing
}

// pointing reports whether the pointer shows what it is at.
func (s *Session) pointing() bool {
	return s.stillFor < pointingFor && !s.drag.active && !s.turning.active
}

// hover notes which player a click would follow.
func (pic *Picture) hover(in *input) {
	h := &pic.Input
	h.Pointing = pic.Demo.pointing()
	h.Body.W, h.BodySlot = 0, world.Nobody
	p := pic.Active
	if len(pic.Panes) > 1 && pic.paneAt(in.x, in.y) != p {
		return
	}
	if slot := p.Scene.Pick(in.x-p.area.X, in.y-p.area.Y, pickRadius*pic.Size.Scale); slot >= 0 && h.Pointing {
		if b, ok := p.Scene.BodyOf(slot); ok {
			b.X, b.Y = b.X+p.area.X, b.Y+p.area.Y
			h.Body, h.BodySlot = b, slot
		}
	}
}

// onPanel reports whether the pointer is on a panel over the picture, which is not the picture.
func (pic *Picture) onPanel(x, y float32) bool {
	return !pic.Captured && pic.HUD != nil && pic.HUD.OnPanel(x, y)
}

// pageOpen reports whether a page lies over all above the bar.
func (vs *views) pageOpen() bool {
	return vs.Viewing.help || vs.Viewing.scores || vs.Demo.Notices.searched
}

// turnCover is a click while a page covers the picture: it turns to the next sheet of the help page, or closes what
// is there. It returns false if there is none.
func (g *App) turnCover() bool {
	switch v := &g.Viewing; {
	case v.help:
		g.toggleHelp()
	case g.Demo.Notices.searched:
		g.toggleWarnings()
	case v.scores:
		g.toggleScores()
	default:
		return false
	}
	return true
}

// clickPicture turns a page that covers the picture. Else it makes the pane that was clicked the active one. If it is,
// it watches the player that was clicked; if there is none, it captures the pointer when flying, and otherwise watches
// the next player, unless a panel was clicked.
func (g *App) clickPicture(in *input) {
	if !g.Captured && g.turnCover() {
		return
	}
	x, y := in.x, in.y
	if g.Captured {
		a := &g.Active.area
		x, y = a.X+a.W/2, a.Y+a.H/2
	} else if g.choosePaneAt(x, y) {
		return
	}
	if g.choosePlayerAt(x, y) || g.onPanel(x, y) {
		return
	}
	if g.Active.Camera.How == camera.Free {
		g.capture()
		return
	}
	g.follow(1)
}

// choosePaneAt makes the pane at a place the active one. It returns false if it is, or there is none.
func (vs *views) choosePaneAt(x, y float32) bool {
	p := vs.paneAt(x, y)
	if p == nil || p == vs.Active {
		return false
	}
	vs.activate(p)
	vs.sayActive()
	return true
}

// choosePlayerAt watches the player at a place. It returns false if there is none.
func (pic *Picture) choosePlayerAt(x, y float32) bool {
	slot := pic.playerAt(x, y)
	if slot >= 0 {
		pic.chooseShown(slot)
	}
	return slot >= 0
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
func (pic *Picture) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	s, d := pic.Demo, &pic.Demo.drag
	if !d.active {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		s.Player.endFast()
		*d = drag{active: true, wasPaused: s.Player.Paused(), from: in.x}
		s.Player.SetPaused(true)
		if pic.HUD != nil {
			if to, ok := pic.HUD.Snap(&pic.Input, in.x); ok {
				d.snapped = true
				s.Player.Seek(to)
			}
		}
		s.List.Events.FollowNow()
	}
	if moved := in.x - d.from; moved > dragFrom*pic.Size.Scale || moved < -dragFrom*pic.Size.Scale {
		d.snapped = false
	}
	whole, _ := s.Player.Duration()
	if to := bar.TimeAt(in.x, whole); to != s.Player.Clock() && !d.snapped {
		s.Player.Seek(to)
		s.List.Events.FollowNow()
	}
	if !in.left {
		d.active = false
		s.Player.SetPaused(d.wasPaused)
	}
}
