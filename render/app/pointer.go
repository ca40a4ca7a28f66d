package app

import (
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// point handles the pointer. dt is the time since the last frame in seconds.
func (g *App) point(in *input, dt float64) {
	s, v := g.Demo, &g.Viewing
	if g.finder.open && !g.Captured && g.finder.point(in) {
		return
	}
	held := g.held(in)
	free := !g.Captured && !g.panels.covering()
	if (held == hud.HeldNothing || held == hud.HeldList) && v.List && free && g.panels.point(in) {
		return
	}
	s.List.scrolling = false
	bar := g.bar()
	part := g.partAt(&bar, in)
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
	g.turnWheel(in, &bar, part)
}

// partAt returns the part of the timeline under the pointer.
func (pic *Picture) partAt(bar *hud.Bar, in *input) hud.Part {
	if pic.Captured || !pic.barShown() {
		return hud.PartNone
	}
	part := bar.Hit(in.x, in.y)
	if part == hud.PartWarnings && pic.Demo.Notices.warningCount() == 0 {
		return hud.PartClock // the icon is hidden
	}
	return part
}

// turnCamera turns and zooms the camera of the active pane by fingers, the right button or the captured pointer.
func (pic *Picture) turnCamera(in *input) {
	c, scale := &pic.Active.Camera, pic.Size.Scale
	if in.turnX != 0 || in.turnY != 0 {
		x, y := in.turnX/scale, in.turnY/scale
		if c.Mode == camera.Free { // the picture follows the finger
			x, y = -x, -y
		}
		c.TurnBy(x, y)
	}
	c.Zoom(in.zoom)
	if pic.Captured || c.CanTurn() && pic.Demo.turning.held {
		c.TurnBy(in.dx/scale, in.dy/scale)
	}
}

// turnWheel handles the wheel. It changes the speed over its part of the timeline, seeks over the rest of the timeline,
// and otherwise moves the camera.
func (pic *Picture) turnWheel(in *input, bar *hud.Bar, part hud.Part) {
	s := pic.Demo
	if part != hud.PartRate || in.wheel == 0 {
		s.rateSteps = 0
	}
	switch {
	case in.wheel == 0:
	case part == hud.PartRate && !s.drag.active:
		s.turnRate(in.wheel)
	case !pic.Captured && pic.barShown() && bar.Rect.Has(in.x, in.y):
		s.scrub(in.wheel)
	default:
		pic.Active.Camera.Scroll(in.wheel)
	}
}

// bar returns the layout of the timeline.
func (pic *Picture) bar() hud.Bar {
	return hud.NewBar(hud.NewLayout(pic.Size), pic.Viewing.sound.Muted)
}

const (
	// scrubPart is the part of the demo by which a notch of the wheel over the timeline seeks, within minScrub and
	// maxScrub.
	scrubPart = 0.01
	// minScrub is the shortest seek of a notch, in seconds.
	minScrub = 1
	// maxScrub is the longest seek of a notch, in seconds.
	maxScrub = 10
)

// scrub seeks by notches of the wheel. Positive notches seek forward.
func (s *Session) scrub(notches float32) {
	if s.drag.active {
		return
	}
	whole, _ := s.Player.Duration()
	s.Player.SeekBy(float64(notches) * max(minScrub, min(maxScrub, scrubPart*whole)))
	s.List.Events.FollowNow()
	s.sayTime("")
}

// turnRate makes playback a step faster for each notch up, and slower for each notch down.
func (s *Session) turnRate(notches float32) {
	steps := s.rateSteps.by(max(-wheelSteps, min(wheelSteps, notches)))
	for range max(steps, -steps) {
		s.Player.changeSpeed(min(1, max(-1, steps)))
	}
}

// wheelSteps is the maximum number of steps per frame.
const wheelSteps = float32(len(speeds))

// turning is the state of the right button where it can turn the camera. A drag turns the camera, and in first person
// it changes to the chase camera. A click follows the previous player.
type turning struct {
	active bool
	x, y   float32 // where the button went down, pixels
	held   bool    // it went down on the picture and turns it
}

// press is the state of the left button on the picture. Released where it went down, it is a click. Held there, it is a
// long press, as of a finger.
type press struct {
	active bool
	x, y   float32 // where the button went down, pixels
	held   float64 // duration, seconds
}

// endPress handles a click when the button is released without having moved. If the button is held for longPress, it
// opens the command palette.
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
			g.finder.showMenu()
		}
	}
}

// rightButton follows the previous player or turns the camera. With the free camera it opens the menu, because the
// pointer may be captured.
func (g *App) rightButton(in *input, part hud.Part) {
	t := &g.Demo.turning
	pressed := in.rightPressed && part == hud.PartNone
	t.held = in.right && (t.held || pressed)
	if in.rightPressed && part == hud.PartRate {
		g.Demo.Player.changeSpeed(-1)
	}
	if in.rightPressed && g.onPanel(in.x, in.y) {
		return
	}
	if p := g.paneAt(in.x, in.y); pressed && p != nil && p != g.Active && !g.Captured {
		g.activate(p)
		g.sayActive()
		return
	}
	switch c := &g.Active.Camera; {
	case c.Mode == camera.Eyes, c.CanTurn():
		g.rightDrag(in, pressed)
	case c.Mode == camera.Free && pressed:
		g.finder.showMenu()
	}
	t.active = t.active && in.right && (g.Active.Camera.Mode == camera.Eyes || g.Active.Camera.CanTurn())
}

// rightDrag follows the previous player if the right button is released where it went down on the picture. A drag
// switches first person to the chase camera. pressed reports whether the button went down on the picture in this frame.
func (pic *Picture) rightDrag(in *input, pressed bool) {
	t, c := &pic.Demo.turning, &pic.Active.Camera
	if pressed {
		t.active, t.x, t.y = true, in.x, in.y
	}
	if d := dragFrom * pic.Size.Scale; t.active && (abs(in.x-t.x) > d || abs(in.y-t.y) > d) {
		t.active = false
		if c.Mode == camera.Eyes { // first person can't turn: look at the player from behind
			c.Set(camera.Chase)
			pic.sayCamera()
		}
	}
	if t.active && !in.right {
		pic.followNext(-1)
	}
}

func abs(f float32) float32 { return max(f, -f) }

// click handles a click on a part of the timeline or on the picture.
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
			s.seekEnd()
			return
		}
		g.Viewing.nextClock(&g.Demo.Notices)
	case hud.PartRate:
		s.Player.fasterOrNormal()
	case hud.PartMute:
		g.Viewing.toggleMute(&s.Notices)
	case hud.PartList:
		g.panels.toggleList()
	case hud.PartMenu:
		g.finder.showMenu()
	case hud.PartWarnings:
		g.panels.toggleWarnings()
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

// clickScores follows the player whose row of the scoreboard was clicked. It reports whether the pointer was on the
// scoreboard.
func (pic *Picture) clickScores(x, y float32) bool {
	if pic.Captured || pic.HUD == nil {
		return false
	}
	slot, on := pic.HUD.ScoreAt(x, y)
	if slot >= 0 {
		pic.followIfShown(slot)
	}
	return on
}

// followIfShown follows a player that the viewer pointed at, if the demo shows that player now.
func (vs *views) followIfShown(slot int) {
	s := vs.Demo
	if w := s.Player.Moment().World; slot < len(w.Players) && !w.Players[slot].Visible && !w.Players[slot].Out &&
		slot != w.Recorder {
		s.Notices.say("The demo does not show this player now")
		return
	}
	vs.followChosen(slot)
	vs.stopFreeCamera()
}

const (
	// pickRadius is how close to a player's body a click must be, in device-independent pixels.
	pickRadius = 8
	// touchRadius is the same for a tap.
	touchRadius = 16
)

// playerAt returns the slot of the player that a click at a position follows: by a name, a row or a line of the HUD, or
// by the body. It is -1 for none.
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

// pointingSeconds is how long the pointer highlights what it points at after its last movement, in seconds. A resting
// pointer must not highlight players who pass by.
const pointingSeconds = 2.5

// agePointer updates how long the pointer has rested and nothing was sought. dt is the time since the last call in
// seconds. A pointer resting on the timeline keeps it visible.
func (pic *Picture) agePointer(in *input, dt float64) {
	s, bar := pic.Demo, pic.bar()
	onBar := pic.barShown() && !pic.Captured && !in.finger && bar.Rect.Has(in.x, in.y)
	if s.pointerStillFor += dt; onBar {
		s.pointerStillFor = min(s.pointerStillFor, pointingSeconds)
	}
	s.undisturbedFor += dt
	s.noteMovement(in)
	if len(in.touches) > 0 {
		s.pointerStillFor = 0
	}
}

// noteMovement resets pointerStillFor if the pointer moved.
func (s *Session) noteMovement(in *input) {
	if in.dx != 0 || in.dy != 0 {
		s.pointerStillFor = 0
	}
}

// barSeconds is how long the timeline stays visible after the pointer moved, after a seek and after a pause, in
// seconds.
const barSeconds = 3

// barShown reports whether the timeline is visible and can be used.
func (vs *views) barShown() bool {
	s := vs.Demo
	if s.pointerStillFor < barSeconds || s.drag.active {
		return true
	}
	return vs.Viewing.Display != hud.Clean && (s.undisturbedFor < barSeconds || s.stopped() || vs.Viewing.List)
}

// stopped reports whether the demo is not playing.
func (s *Session) stopped() bool {
	return s.Player.Player == nil || s.Player.Paused() || s.Player.Ended()
}

// noteSeek resets undisturbedFor if the demo was sought since clock, in viewer's seconds, is fast-forwarding or
// rewinding, or is not playing.
func (s *Session) noteSeek(clock float64) {
	if s.Player.Clock() != clock || s.Player.fast.direction != 0 || s.stopped() {
		s.undisturbedFor = 0
	}
}

// held returns what the pointer is dragging. Until the button is released, the pointer affects nothing else.
func (vs *views) held(in *input) hud.Held {
	s := vs.Demo
	switch {
	case in == nil || !in.left && !in.right:
		return hud.HeldNothing
	case s.drag.active:
		return hud.HeldTrack
	case vs.Viewing.List && s.List.scrolling:
		return hud.HeldList
	case s.turning.held && vs.Active.Camera.CanTurn():
		return hud.HeldPicture
	}
	return hud.HeldNothing
}

// pointing reports whether the pointer highlights what it points at.
func (s *Session) pointing() bool {
	return s.pointerStillFor < pointingSeconds && !s.drag.active && !s.turning.active
}

// hover updates which player a click would follow.
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

// onPanel reports whether the pointer is on a panel over the picture.
func (pic *Picture) onPanel(x, y float32) bool {
	return !pic.Captured && pic.HUD != nil && pic.HUD.OnPanel(x, y)
}

// clickPicture handles a click on the picture. It turns or closes a page that covers the picture, selects the clicked
// pane, or follows the clicked player. If none of these was clicked, nor a panel, it captures the pointer for the free
// camera, and otherwise follows the next player.
func (g *App) clickPicture(in *input) {
	if !g.Captured && g.panels.click() {
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
	if g.Active.Camera.Mode == camera.Free {
		g.capturePointer()
		return
	}
	g.followNext(1)
}

// choosePaneAt selects the pane at a position. It returns false if there is none or it is already active.
func (vs *views) choosePaneAt(x, y float32) bool {
	p := vs.paneAt(x, y)
	if p == nil || p == vs.Active {
		return false
	}
	vs.activate(p)
	vs.sayActive()
	return true
}

// choosePlayerAt follows the player at a position. It returns false if there is none.
func (pic *Picture) choosePlayerAt(x, y float32) bool {
	slot := pic.playerAt(x, y)
	if slot >= 0 {
		pic.followIfShown(slot)
	}
	return slot >= 0
}

// drag is a drag of the pointer along the timeline.
type drag struct {
	active    bool
	wasPaused bool    // before the drag
	from      float32 // where it began, x in pixels
	snapped   bool    // it began on the tick of an event and has not moved yet
}

// paused reports whether the viewer paused playback, ignoring the pause during the drag.
func (d *drag) paused(p *player.Player) bool {
	if d.active {
		return d.wasPaused
	}
	return p.Paused()
}

// dragFrom is how far the pointer must move before a press becomes a drag, in device-independent pixels.
const dragFrom = 4

// dragBar seeks to the pointer's time on the timeline while the button is held, and pauses playback meanwhile. A press
// on the tick of an event seeks to the event.
func (pic *Picture) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	s, d := pic.Demo, &pic.Demo.drag
	if !d.active {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		s.Player.endFastPlay()
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
