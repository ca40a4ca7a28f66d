package app

import (
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// pointer acts on what lies under the mouse or a finger while a demo is shown.
type pointer struct {
	pic      *Picture
	panels   *panels
	finder   *commandFinder
	captured bool // the window has captured it

	drag      drag
	turning   turning
	press     press
	rateSteps stepAccumulator // of the wheel over the speed
}

// reset forgets what the buttons are doing, because another demo is shown.
func (p *pointer) reset() { p.drag, p.turning, p.press, p.rateSteps = drag{}, turning{}, press{}, 0 }

// capture makes the window capture or release the pointer, if that has changed.
func (p *pointer) capture(d Desktop) {
	if p.captured != p.pic.Captured {
		p.captured = p.pic.Captured
		d.CaptureCursor(p.captured)
	}
}

// gripAt returns what a finger touches at a position, and the height of its rows in pixels.
func (p *pointer) gripAt(x, y float32) (what grip, row float32) {
	if p.finder.open {
		return p.finder.gripAt(x, y)
	}
	if what, row = p.panels.gripAt(x, y); what != gripPicture {
		return what, row
	}
	bar := p.pic.bar()
	switch {
	case !p.pic.barShown():
	case bar.Hit(x, y) == hud.PartTrack:
		return gripHandle, 0
	case bar.Rect.Has(x, y):
		return gripButton, 0
	}
	return gripPicture, 0
}

// point handles the pointer. dt is the time since the last frame in seconds.
func (p *pointer) point(in *input, dt float64) {
	s, v := p.pic.Demo, &p.pic.Viewing
	if p.finder.open && !p.pic.Captured && p.finder.point(in) {
		return
	}
	held := p.held(in)
	free := !p.pic.Captured && !p.panels.covering()
	if (held == hud.HeldNothing || held == hud.HeldList) && v.List && free && p.panels.point(in) {
		return
	}
	s.List.scrolling = false
	bar := p.pic.bar()
	part := p.partAt(&bar, in)
	p.dragBar(in, &bar, part)
	if in.leftPressed && !s.Player.dragged {
		if part != hud.PartNone || p.pic.Captured {
			p.click(in, part)
		} else {
			p.press = press{active: true, x: in.x, y: in.y}
		}
	}
	p.endPress(in, dt)
	p.rightButton(in, part)
	p.turnCamera(in)
	p.turnWheel(in, &bar, part)
}

// partAt returns the part of the timeline under the pointer.
func (p *pointer) partAt(bar *hud.Bar, in *input) hud.Part {
	if p.pic.Captured || !p.pic.barShown() {
		return hud.PartNone
	}
	part := bar.Hit(in.x, in.y)
	if part == hud.PartWarnings && p.pic.Demo.Notices.warningCount() == 0 {
		return hud.PartClock // the icon is hidden
	}
	return part
}

// turnCamera turns and zooms the camera of the active pane by fingers, the right button or the captured pointer.
func (p *pointer) turnCamera(in *input) {
	c, scale := &p.pic.Active.Camera, p.pic.Size.Scale
	if in.turnX != 0 || in.turnY != 0 {
		x, y := in.turnX/scale, in.turnY/scale
		if c.Mode == camera.Free { // the picture follows the finger
			x, y = -x, -y
		}
		c.TurnBy(x, y)
	}
	c.Zoom(in.zoom)
	if p.pic.Captured || c.CanTurn() && p.turning.held {
		c.TurnBy(in.dx/scale, in.dy/scale)
	}
}

// turnWheel handles the wheel. It changes the speed over its part of the timeline, seeks over the rest of the timeline,
// and otherwise moves the camera.
func (p *pointer) turnWheel(in *input, bar *hud.Bar, part hud.Part) {
	s := p.pic.Demo
	if part != hud.PartRate || in.wheel == 0 {
		p.rateSteps = 0
	}
	switch {
	case in.wheel == 0:
	case part == hud.PartRate && !s.Player.dragged:
		p.turnRate(in.wheel)
	case !p.pic.Captured && p.pic.barShown() && bar.Rect.Has(in.x, in.y):
		p.scrub(in.wheel)
	default:
		p.pic.Active.Camera.Scroll(in.wheel)
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
func (p *pointer) scrub(notches float32) {
	s := p.pic.Demo
	if s.Player.dragged {
		return
	}
	whole, _ := s.Player.Duration()
	s.Player.SeekBy(float64(notches) * max(minScrub, min(maxScrub, scrubPart*whole)))
	s.List.Events.FollowNow()
	s.sayTime("")
}

// turnRate makes playback a step faster for each notch up, and slower for each notch down.
func (p *pointer) turnRate(notches float32) {
	steps := p.rateSteps.by(max(-wheelSteps, min(wheelSteps, notches)))
	for range max(steps, -steps) {
		p.pic.Demo.Player.changeSpeed(min(1, max(-1, steps)))
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
func (p *pointer) endPress(in *input, dt float64) {
	k := &p.press
	if d := dragFrom * p.pic.Size.Scale; abs(in.x-k.x) > d || abs(in.y-k.y) > d {
		k.active = false
	}
	if k.active && !in.left {
		k.active = false
		p.click(in, hud.PartNone)
		return
	}
	if !in.left || in.leftPressed || in.finger {
		return
	}
	if k.held += dt; k.active && k.held >= longPress {
		if grip, _ := p.gripAt(k.x, k.y); grip == gripPicture {
			k.active = false
			p.finder.showMenu()
		}
	}
}

// rightButton follows the previous player or turns the camera. With the free camera it opens the menu, because the
// pointer may be captured.
func (p *pointer) rightButton(in *input, part hud.Part) {
	t := &p.turning
	pressed := in.rightPressed && part == hud.PartNone
	t.held = in.right && (t.held || pressed)
	if in.rightPressed && part == hud.PartRate {
		p.pic.Demo.Player.changeSpeed(-1)
	}
	if in.rightPressed && p.onPanel(in.x, in.y) {
		return
	}
	if at := p.pic.paneAt(in.x, in.y); pressed && at != nil && at != p.pic.Active && !p.pic.Captured {
		p.pic.activate(at)
		p.pic.sayActive()
		return
	}
	switch c := &p.pic.Active.Camera; {
	case c.Mode == camera.Eyes, c.CanTurn():
		p.rightDrag(in, pressed)
	case c.Mode == camera.Free && pressed:
		p.finder.showMenu()
	}
	t.active = t.active && in.right && (p.pic.Active.Camera.Mode == camera.Eyes || p.pic.Active.Camera.CanTurn())
}

// rightDrag follows the previous player if the right button is released where it went down on the picture. A drag
// switches first person to the chase camera. pressed reports whether the button went down on the picture in this frame.
func (p *pointer) rightDrag(in *input, pressed bool) {
	t, c := &p.turning, &p.pic.Active.Camera
	if pressed {
		t.active, t.x, t.y = true, in.x, in.y
	}
	if d := dragFrom * p.pic.Size.Scale; t.active && (abs(in.x-t.x) > d || abs(in.y-t.y) > d) {
		t.active = false
		if c.Mode == camera.Eyes { // first person can't turn: look at the player from behind
			c.Set(camera.Chase)
			p.pic.sayCamera()
		}
	}
	if t.active && !in.right {
		p.pic.followNext(-1)
	}
}

func abs(f float32) float32 { return max(f, -f) }

// click handles a click on a part of the timeline or on the picture.
func (p *pointer) click(in *input, part hud.Part) {
	s := p.pic.Demo
	switch part {
	case hud.PartBack:
		s.Player.Step(-1)
	case hud.PartForward:
		s.Player.Step(1)
	case hud.PartPlay:
		s.Player.togglePause()
	case hud.PartClock:
		if bar := p.pic.bar(); bar.Total.Has(in.x, in.y) && s.Player.Growing() {
			s.seekEnd()
			return
		}
		p.pic.Viewing.nextClock(&s.Notices)
	case hud.PartRate:
		s.Player.fasterOrNormal()
	case hud.PartMute:
		p.pic.Viewing.toggleMute(&s.Notices)
	case hud.PartList:
		p.panels.toggleList()
	case hud.PartMenu:
		p.finder.showMenu()
	case hud.PartWarnings:
		p.panels.toggleWarnings()
	case hud.PartNone:
		if p.clickScores(in.x, in.y) {
			return
		}
		bar := hud.NewLayout(p.pic.Size).Bar
		if p.pic.Captured || !p.pic.barShown() || !bar.Has(in.x, in.y) {
			if in.finger {
				p.tap(in.x, in.y)
			} else {
				p.clickPicture(in)
			}
		}
	}
}

// clickScores follows the player whose row of the scoreboard was clicked. It reports whether the pointer was on the
// scoreboard.
func (p *pointer) clickScores(x, y float32) bool {
	if p.pic.Captured || p.pic.HUD == nil {
		return false
	}
	slot, on := p.pic.HUD.ScoreAt(x, y)
	if slot >= 0 {
		p.pic.followIfShown(slot)
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
func (p *pointer) playerAt(x, y float32) int {
	if p.pic.HUD != nil && !p.pic.Captured {
		if slot := p.pic.HUD.PlayerAt(x, y); slot >= 0 {
			return slot
		}
	}
	radius := pickRadius * p.pic.Size.Scale
	if p.pic.Size.Touch {
		radius = touchRadius * p.pic.Size.Scale
	}
	return p.pic.Active.Scene.Pick(x-p.pic.Active.area.X, y-p.pic.Active.area.Y, radius)
}

// pointingSeconds is how long the pointer highlights what it points at after its last movement, in seconds. A resting
// pointer must not highlight players who pass by.
const pointingSeconds = 2.5

// age updates how long the pointer has rested and nothing was sought. dt is the time since the last call in
// seconds. A pointer resting on the timeline keeps it visible.
func (p *pointer) age(in *input, dt float64) {
	s, bar := p.pic.Demo, p.pic.bar()
	onBar := p.pic.barShown() && !p.pic.Captured && !in.finger && bar.Rect.Has(in.x, in.y)
	if s.rest.pointer += dt; onBar {
		s.rest.pointer = min(s.rest.pointer, pointingSeconds)
	}
	s.rest.demo += dt
	s.rest.noteMovement(in)
	if len(in.touches) > 0 {
		s.rest.pointer = 0
	}
}

// rest is how long nothing has happened that shows the timeline, in seconds.
type rest struct {
	pointer float64 // since the pointer moved
	demo    float64 // since a seek, while the demo plays
}

// noteMovement notes whether the pointer moved.
func (r *rest) noteMovement(in *input) {
	if in.dx != 0 || in.dy != 0 {
		r.pointer = 0
	}
}

// barSeconds is how long the timeline stays visible after the pointer moved, after a seek and after a pause, in
// seconds.
const barSeconds = 3

// barShown reports whether the timeline is visible and can be used.
func (vs *views) barShown() bool {
	s := vs.Demo
	if s.rest.pointer < barSeconds || s.Player.dragged {
		return true
	}
	return vs.Viewing.Display != hud.Clean && (s.rest.demo < barSeconds || s.stopped() || vs.Viewing.List)
}

// stopped reports whether the demo is not playing.
func (s *Session) stopped() bool {
	return s.Player.Player == nil || s.Player.Paused() || s.Player.Ended()
}

// noteSeek shows the timeline if the demo was sought since clock, in viewer's seconds, is fast-forwarding or
// rewinding, or is not playing.
func (s *Session) noteSeek(clock float64) {
	if s.Player.Clock() != clock || s.Player.fast.direction != 0 || s.stopped() {
		s.rest.demo = 0
	}
}

// held returns what the pointer is dragging. Until the button is released, the pointer affects nothing else.
func (p *pointer) held(in *input) hud.Held {
	s := p.pic.Demo
	switch {
	case !in.left && !in.right:
		return hud.HeldNothing
	case s.Player.dragged:
		return hud.HeldTrack
	case p.pic.Viewing.List && s.List.scrolling:
		return hud.HeldList
	case p.turning.held && p.pic.Active.Camera.CanTurn():
		return hud.HeldPicture
	}
	return hud.HeldNothing
}

// pointing reports whether the pointer highlights what it points at.
func (p *pointer) pointing() bool {
	return p.pic.Demo.rest.pointer < pointingSeconds && !p.pic.Demo.Player.dragged && !p.turning.active
}

// hover updates what the pointer holds and which player a click would follow.
func (p *pointer) hover(in *input) {
	h, at := &p.pic.Input, p.pic.Active
	h.Held, h.Pointing = p.held(in), p.pointing()
	h.Body.W, h.BodySlot = 0, world.Nobody
	if len(p.pic.Panes) > 1 && p.pic.paneAt(in.x, in.y) != at {
		return
	}
	if slot := at.Scene.Pick(in.x-at.area.X, in.y-at.area.Y, pickRadius*p.pic.Size.Scale); slot >= 0 && h.Pointing {
		if b, ok := at.Scene.BodyOf(slot); ok {
			b.X, b.Y = b.X+at.area.X, b.Y+at.area.Y
			h.Body, h.BodySlot = b, slot
		}
	}
}

// onPanel reports whether the pointer is on a panel over the picture.
func (p *pointer) onPanel(x, y float32) bool {
	return !p.pic.Captured && p.pic.HUD != nil && p.pic.HUD.OnPanel(x, y)
}

// clickPicture handles a click on the picture. It turns or closes a page that covers the picture, selects the clicked
// pane, or follows the clicked player. If none of these was clicked, nor a panel, it captures the pointer for the free
// camera, and otherwise follows the next player.
func (p *pointer) clickPicture(in *input) {
	if !p.pic.Captured && p.panels.click() {
		return
	}
	x, y := in.x, in.y
	if p.pic.Captured {
		a := &p.pic.Active.area
		x, y = a.X+a.W/2, a.Y+a.H/2
	} else if p.pic.choosePaneAt(x, y) {
		return
	}
	if p.choosePlayerAt(x, y) || p.onPanel(x, y) {
		return
	}
	if p.pic.Active.Camera.Mode == camera.Free {
		p.pic.capturePointer()
		return
	}
	p.pic.followNext(1)
}

// tap handles a tap on the picture. It turns to the next help page or closes what covers the picture, selects the view
// or player at the position, or else toggles pause.
func (p *pointer) tap(x, y float32) {
	if !p.panels.click() && !p.pic.choosePaneAt(x, y) && !p.choosePlayerAt(x, y) {
		p.pic.Demo.Player.togglePause()
	}
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
func (p *pointer) choosePlayerAt(x, y float32) bool {
	slot := p.playerAt(x, y)
	if slot >= 0 {
		p.pic.followIfShown(slot)
	}
	return slot >= 0
}

// drag is a drag of the pointer along the timeline.
type drag struct {
	from    float32 // where it began, x in pixels
	snapped bool    // it began on the tick of an event and has not moved yet
}

// dragFrom is how far the pointer must move before a press becomes a drag, in device-independent pixels.
const dragFrom = 4

// dragBar seeks to the pointer's time on the timeline while the button is held, and pauses playback meanwhile. A press
// on the tick of an event seeks to the event.
func (p *pointer) dragBar(in *input, bar *hud.Bar, part hud.Part) {
	s, d := p.pic.Demo, &p.drag
	if !s.Player.dragged {
		if !in.leftPressed || part != hud.PartTrack {
			return
		}
		s.Player.beginDrag()
		*d = drag{from: in.x}
		if p.pic.HUD != nil {
			if to, ok := p.pic.HUD.Snap(&p.pic.Input, in.x); ok {
				d.snapped = true
				s.Player.Seek(to)
			}
		}
		s.List.Events.FollowNow()
	}
	if moved := in.x - d.from; moved > dragFrom*p.pic.Size.Scale || moved < -dragFrom*p.pic.Size.Scale {
		d.snapped = false
	}
	whole, _ := s.Player.Duration()
	if to := bar.TimeAt(in.x, whole); to != s.Player.Clock() && !d.snapped {
		s.Player.Seek(to)
		s.List.Events.FollowNow()
	}
	if !in.left {
		s.Player.endDrag()
	}
}
