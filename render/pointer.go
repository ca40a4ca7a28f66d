package render

import (
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// point handles the pointer, dt seconds after the last frame.
func (g *game) point(in *input, dt float64) {
	s, v := g.demo, &g.viewing
	if g.finder.open && !g.captured && g.pointFinder(in) {
		return
	}
	held := g.held(in)
	free := !g.captured && !g.pageOpen()
	if (held == hud.HeldNothing || held == hud.HeldList) && v.list && free && g.pointList(in) {
		return
	}
	s.list.scrolling = false
	bar := g.bar()
	part := hud.PartNone
	if !g.captured && g.barShown() {
		if part = bar.Hit(in.x, in.y); part == hud.PartWarnings && s.notices.warningCount() == 0 {
			part = hud.PartClock
		}
	}
	g.dragBar(in, &bar, part)
	if in.leftPressed && !s.drag.active {
		if part != hud.PartNone || g.captured {
			g.click(in, part)
		} else {
			s.press = press{active: true, x: in.x, y: in.y}
		}
	}
	g.endPress(in, dt)
	g.rightButton(in, part)
	if in.turnX != 0 || in.turnY != 0 {
		x, y := in.turnX/g.size.Scale, in.turnY/g.size.Scale
		if g.active.camera.How == camera.Free { // what is seen goes with the finger
			x, y = -x, -y
		}
		g.active.camera.TurnBy(x, y)
	}
	g.active.camera.Zoom(in.zoom)
	if g.captured || g.active.camera.Turns() && s.turning.held {
		g.active.camera.TurnBy(in.dx/g.size.Scale, in.dy/g.size.Scale)
	}
	if part != hud.PartRate || in.wheel == 0 {
		s.rateTurn = 0
	}
	switch {
	case in.wheel == 0:
	case part == hud.PartRate && !s.drag.active:
		g.turnRate(in.wheel)
	case !g.captured && g.barShown() && bar.Rect.Has(in.x, in.y):
		s.scrub(in.wheel)
	default:
		g.active.camera.Scroll(in.wheel)
	}
}

// bar returns where the parts of the timeline bar are.
func (pic *picture) bar() hud.Bar {
	return hud.NewBar(hud.NewLayout(pic.size), pic.viewing.loudness.Muted)
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
	s.sayTime("")
}

// turnRate makes playing a step faster for each notch of the wheel up, slower for each down.
func (vs *views) turnRate(notches float32) {
	steps := vs.demo.rateTurn.by(max(-wheelSteps, min(wheelSteps, notches)))
	for range max(steps, -steps) {
		vs.demo.player.changeSpeed(min(1, max(-1, steps)))
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
func (g *game) endPress(in *input, dt float64) {
	p := &g.demo.press
	if d := dragFrom * g.size.Scale; abs(in.x-p.x) > d || abs(in.y-p.y) > d {
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
func (g *game) rightButton(in *input, part hud.Part) {
	t := &g.demo.turning
	t.held = in.right && (t.held || in.rightPressed && part == hud.PartNone)
	if in.rightPressed && part == hud.PartRate {
		g.demo.player.changeSpeed(-1)
	}
	if in.rightPressed && g.onPanel(in.x, in.y) {
		return
	}
	if p := g.paneAt(in.x, in.y); in.rightPressed && part == hud.PartNone && p != nil && p != g.active && !g.captured {
		g.activate(p)
		g.sayActive()
		return
	}
	switch c := &g.active.camera; {
	case c.How == camera.Eyes, c.Turns():
		if in.rightPressed && part == hud.PartNone {
			t.active, t.x, t.y = true, in.x, in.y
		}
		if d := dragFrom * g.size.Scale; t.active && (abs(in.x-t.x) > d || abs(in.y-t.y) > d) {
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
	t.active = t.active && in.right && (g.active.camera.How == camera.Eyes || g.active.camera.Turns())
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
		if bar := g.bar(); bar.Total.Has(in.x, in.y) && s.player.Growing() {
			g.seekEnd()
			return
		}
		g.viewing.nextClock(&g.demo.notices)
	case hud.PartRate:
		s.player.fasterOrNormal()
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
		bar := hud.NewLayout(g.size).Bar
		if g.captured || !g.barShown() || !bar.Has(in.x, in.y) {
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
func (pic *picture) clickScores(x, y float32) bool {
	if pic.captured || pic.hud == nil {
		return false
	}
	slot, on := pic.hud.ScoreAt(x, y)
	if slot >= 0 {
		pic.chooseShown(slot)
	}
	return on
}

// chooseShown follows a player that the viewer has pointed at, if the demo shows that player.
func (vs *views) chooseShown(slot int) {
	s := vs.demo
	if w := s.player.Moment().World; slot < len(w.Players) && !w.Players[slot].Visible && !w.Players[slot].Out &&
		slot != w.Recorder {
		s.notices.say("The demo does not show this player now")
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
func (pic *picture) playerAt(x, y float32) int {
	if pic.hud != nil && !pic.captured {
		if slot := pic.hud.PlayerAt(x, y); slot >= 0 {
			return slot
		}
	}
	radius := pickRadius * pic.size.Scale
	if pic.size.Touch {
		radius = touchRadius * pic.size.Scale
	}
	return pic.active.scene.Pick(x-pic.active.area.X, y-pic.active.area.Y, radius)
}

// pointingFor is how many seconds after its last movement the pointer still shows what it is at: one
// that lies somewhere would put frames around who passes.
const pointingFor = 2.5

// waitPointer counts for how long the pointer has not moved and nothing was sought, dt seconds after the last call.
// A pointer that rests on the timeline bar keeps it.
func (pic *picture) waitPointer(in *input, dt float64) {
	s, bar := pic.demo, pic.bar()
	onBar := pic.barShown() && !pic.captured && !in.finger && bar.Rect.Has(in.x, in.y)
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
func (s *session) noteMovement(in *input) {
	if in.dx != 0 || in.dy != 0 {
		s.stillFor = 0
	}
}

// barKept is how many seconds the timeline bar stays after the pointer has moved, after a seek and after a pause.
const barKept = 3

// barShown reports whether the timeline bar is drawn, and can be used.
func (vs *views) barShown() bool {
	s := vs.demo
	if s.stillFor < barKept || s.drag.active {
		return true
	}
	return vs.viewing.display != hud.Clean && (s.steadyFor < barKept || s.stands() || vs.viewing.list)
}

// stands reports whether the demo does not play.
func (s *session) stands() bool {
	return s.player.Player == nil || s.player.Paused() || s.player.Ended()
}

// noteSeek notes that the demo was sought or played fast since it was at a viewer's time, or does not play.
func (s *session) noteSeek(clock float64) {
	if s.player.Clock() != clock || s.player.fast.direction != 0 || s.stands() {
		s.steadyFor = 0
	}
}

// held returns what the pointer holds. Nothing else is touched by it before the button is let go.
func (vs *views) held(in *input) hud.Held {
	s := vs.demo
	switch {
	case in == nil || !in.left && !in.right:
		return hud.HeldNothing
	case s.drag.active:
		return hud.HeldTrack
	case vs.viewing.list && s.list.scrolling:
		return hud.HeldList
	case s.turning.held && vs.active.camera.Turns():
		return hud.HeldPicture
	}
	return hud.HeldNothing
}

// pointing reports whether the pointer shows what it is at.
func (s *session) pointing() bool {
	return s.stillFor < pointingFor && !s.drag.active && !s.turning.active
}

// hover notes which player a click would follow.
func (pic *picture) hover(in *input) {
	h := &pic.hudIn
	h.Pointing = pic.demo.pointing()
	h.Body.W, h.BodySlot = 0, world.Nobody
	p := pic.active
	if len(pic.panes) > 1 && pic.paneAt(in.x, in.y) != p {
		return
	}
	if slot := p.scene.Pick(in.x-p.area.X, in.y-p.area.Y, pickRadius*pic.size.Scale); slot >= 0 && h.Pointing {
		if b, ok := p.scene.BodyOf(slot); ok {
			b.X, b.Y = b.X+p.area.X, b.Y+p.area.Y
			h.Body, h.BodySlot = b, slot
		}
	}
}

// onPanel reports whether the pointer is on a panel over the picture, which is not the picture.
func (pic *picture) onPanel(x, y float32) bool {
	return !pic.captured && pic.hud != nil && pic.hud.OnPanel(x, y)
}

// pageOpen reports whether a page lies over all above the bar.
func (vs *views) pageOpen() bool {
	return vs.viewing.help || vs.viewing.scores || vs.demo.notices.searched
}

// turnCover is a click while a page covers the picture: it turns to the next sheet of the help page, or closes what
// is there. It returns false if there is none.
func (g *game) turnCover() bool {
	switch v := &g.viewing; {
	case v.help:
		g.toggleHelp()
	case g.demo.notices.searched:
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
func (g *game) clickPicture(in *input) {
	if !g.captured && g.turnCover() {
		return
	}
	x, y := in.x, in.y
	if g.captured {
		a := &g.active.area
		x, y = a.X+a.W/2, a.Y+a.H/2
	} else if g.choosePaneAt(x, y) {
		return
	}
	if g.choosePlayerAt(x, y) || g.onPanel(x, y) {
		return
	}
	if g.active.camera.How == camera.Free {
		g.capture()
		return
	}
	g.follow(1)
}

// choosePaneAt makes the pane at a place the active one. It returns false if it is, or there is none.
func (vs *views) choosePaneAt(x, y float32) bool {
	p := vs.paneAt(x, y)
	if p == nil || p == vs.active {
		return false
	}
	vs.activate(p)
	vs.sayActive()
	return true
}

// choosePlayerAt watches the player at a place. It returns false if there is none.
func (pic *picture) choosePlayerAt(x, y float32) bool {
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
func (pic *picture) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	s, d := pic.demo, &pic.demo.drag
	if !d.active {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		s.player.endFast()
		*d = drag{active: true, wasPaused: s.player.Paused(), from: in.x}
		s.player.SetPaused(true)
		if pic.hud != nil {
			if to, ok := pic.hud.Snap(&pic.hudIn, in.x); ok {
				d.snapped = true
				s.player.Seek(to)
			}
		}
		s.list.events.FollowNow()
	}
	if moved := in.x - d.from; moved > dragFrom*pic.size.Scale || moved < -dragFrom*pic.size.Scale {
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
