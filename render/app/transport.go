package app

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

// speeds are the steps of the playback speed.
var speeds = [...]float64{0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 20}

// fastSpeed is the playback speed for rewind and fast-forward.
const fastSpeed = 5

// transport is the player with the viewer's playback controls.
type transport struct {
	*player.Player
	fast fastPlay
	// dragged is set while the viewer drags the timeline, which pauses playback. pausedBefore is whether it was paused
	// before.
	dragged, pausedBefore bool
}

// fastPlay is the state of rewind and fast-forward, which last while a key is held.
type fastPlay struct {
	direction float64 // 1 or -1; 0 if no key is down
	speed     float64 // before the key went down
	paused    bool    // before the key went down
}

// beginDrag pauses playback while the viewer drags the timeline.
func (t *transport) beginDrag() {
	t.endFastPlay()
	t.dragged, t.pausedBefore = true, t.Paused()
	t.SetPaused(true)
}

// endDrag plays as before the drag.
func (t *transport) endDrag() {
	if t.dragged {
		t.dragged = false
		t.SetPaused(t.pausedBefore)
	}
}

// pausedByViewer reports whether the viewer paused playback, ignoring the pause during a drag.
func (t *transport) pausedByViewer() bool {
	if t.dragged {
		return t.pausedBefore
	}
	return t.Paused()
}

// togglePause pauses or resumes. At the end it restarts the demo, as video players do, unless the timeline is dragged.
func (t *transport) togglePause() {
	t.endFastPlay()
	if t.Ended() && t.Speed() > 0 && !t.dragged {
		t.Seek(0)
		t.SetPaused(false)
		return
	}
	t.SetPaused(!t.Paused())
}

// changeSpeed makes playback one step faster if direction is 1, or slower if it is -1.
func (t *transport) changeSpeed(direction int) {
	t.endFastPlay()
	t.SetSpeed(nextSpeed(t.Speed(), direction))
}

// fasterOrNormal makes playback one step faster, and after the fastest step returns to normal speed: a click has no
// other way back.
func (t *transport) fasterOrNormal() {
	t.endFastPlay()
	if math.Abs(t.Speed()) >= speeds[len(speeds)-1] {
		t.playNormally()
		return
	}
	t.changeSpeed(1)
}

// playNormally plays forward at normal speed.
func (t *transport) playNormally() {
	t.endFastPlay()
	t.SetSpeed(1)
}

// reverse reverses the playback direction.
func (t *transport) reverse() {
	t.endFastPlay()
	t.SetSpeed(-t.Speed())
}

// nextSpeed returns the step after or before a speed, with the same sign.
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

// playFast rewinds or fast-forwards while one of the two keys is held, and then plays as before.
func (t *transport) playFast(back, forward bool) {
	direction := 0.0
	switch {
	case forward && !back:
		direction = 1
	case back && !forward:
		direction = -1
	}
	if direction == t.fast.direction {
		return
	}
	t.endFastPlay()
	if direction == 0 {
		return
	}
	t.fast = fastPlay{direction, t.Speed(), t.Paused()}
	t.SetSpeed(direction * fastSpeed)
	t.SetPaused(false)
}

// endFastPlay ends rewind or fast-forward and plays as before. If playback paused at the end of a part meanwhile, it
// stays paused.
func (t *transport) endFastPlay() {
	if t.fast.direction == 0 {
		return
	}
	t.SetSpeed(t.fast.speed)
	t.SetPaused(t.fast.paused || t.Paused())
	t.fast = fastPlay{}
}

// loopClip seeks to the other end of the clip if playback has reached one end since was, the viewer's time of the last
// frame. It also does so if the clip was just made and playback continues at or past its end.
func (t *transport) loopClip(m *marks, was float64) {
	in, out, ok := m.Clip()
	if !ok || !m.Loop || t.Paused() {
		return
	}
	now := t.Clock()
	made := m.clipChanged && was == m.clipChangedAt
	m.clipChanged = false
	switch {
	case t.Speed() > 0 && (was < out || made) && now >= out:
		t.Seek(in)
	case t.Speed() < 0 && (was > in || made) && now <= in:
		t.Seek(out)
	default:
		return
	}
	t.Update(0)
}

// followRecorder returns to the recorder's view. In a demo without a recorder, it shows the first-person view of the
// followed player.
func (vs *views) followRecorder() {
	vs.ReleasePointer()
	vs.Active.Camera.Set(camera.Eyes)
	if !vs.Demo.Player.Moment().World.View.Known {
		vs.Demo.Notices.say("This demo has no recorder")
		return
	}
	vs.follow(world.Nobody)
	vs.Demo.Notices.sayBriefly("Recorder's view")
}

// nextCamera switches to the next camera mode. From the free camera it returns to the mode before.
func (vs *views) nextCamera() {
	vs.ReleasePointer()
	if c := &vs.Active.Camera; c.Mode == camera.Free {
		vs.leaveFreeCamera()
	} else {
		c.Next()
	}
	vs.sayCamera()
}

// sayCamera shows the name of the camera mode.
func (vs *views) sayCamera() {
	vs.Demo.Notices.sayBriefly("Camera: " + cameraWords[vs.Active.Camera.Mode])
}

// cameraWords are the names of the camera modes in messages.
var cameraWords = map[camera.Mode]string{
	camera.Eyes: "eyes", camera.Chase: "chase", camera.Orbit: "orbit", camera.Overhead: "overhead",
}

// toggleFreeCamera starts or ends the free camera.
func (vs *views) toggleFreeCamera() {
	if vs.Active.Camera.Mode == camera.Free {
		vs.stopFreeCamera()
		vs.Demo.Notices.sayState("Free camera", false)
	} else {
		vs.startFreeCamera()
	}
}

// startFreeCamera starts the free camera at the last picture's camera, and captures the pointer. From first person it
// starts behind the player, because the player's body would be around the camera.
func (vs *views) startFreeCamera() {
	from := vs.Active.View
	if vs.Active.Options.FirstPerson && vs.Demo.eyeInBody() {
		from = camera.Outside(from, vs.Demo.Maps.Map())
	}
	vs.Active.Camera.StartFree(from)
	vs.capturePointer()
	n := &vs.Demo.Notices
	n.say(n.keys.flying)
	n.note.left = flyHintSeconds
}

// flyHint is the start of the message about leaving the free camera.
const flyHint = "Free camera."

// flyHintSeconds is how long that message stays, in seconds.
const flyHintSeconds = 4

// leaveFreeCamera returns to a player from the free camera or the camera path.
func (vs *views) leaveFreeCamera() {
	c := &vs.Active.Camera
	for n := 0; n < 2 && (c.Mode == camera.Free || c.Mode == camera.Path); n++ { // a path may be below
		vs.ReleasePointer()
		c.Restore()
	}
	if c.Mode == camera.Free || c.Mode == camera.Path {
		c.Set(camera.Chase)
	}
}

// stopFreeCamera returns to the camera mode before the free camera.
func (vs *views) stopFreeCamera() {
	if vs.Active.Camera.Mode == camera.Free {
		vs.ReleasePointer()
		vs.Active.Camera.Restore()
		vs.Demo.Notices.removeNote(flyHint)
	}
}

// fly moves the free camera for dt seconds. W, A, S and D start it. The keys for up and down don't, because users press
// Q to quit, as in other players.
func (vs *views) fly(h *held, dt float64) {
	c := &vs.Active.Camera
	if h.startsFreeCamera() && c.Mode != camera.Free {
		vs.startFreeCamera()
	}
	if c.Mode == camera.Free {
		wish := h.direction()
		c.Fly(wish.Add(mgl32.Vec3{-h.sticks.left[1], h.sticks.left[0]}), h.fast, dt)
	}
}

// direction returns the direction of the keys that are down, for [camera.Camera.Fly].
func (h *held) direction() mgl32.Vec3 {
	axis := func(plus, minus bool) (v float32) {
		if plus {
			v++
		}
		if minus {
			v--
		}
		return v
	}
	return mgl32.Vec3{axis(h.forward, h.back), axis(h.right, h.left), axis(h.up, h.down)}
}

// capturePointer captures the pointer, which then turns the camera.
func (vs *views) capturePointer() { vs.Captured = true }

// ReleasePointer releases the pointer.
func (vs *views) ReleasePointer() { vs.Captured = false }

const (
	// jumpLead is how long before an event a jump to it lands, in seconds.
	jumpLead = 3.0
	// sameJump is how close in time two landings count as the same, in seconds. A rocket often kills more than one
	// player.
	sameJump = 0.1
	// levelGrace is how long after a level's start going back means the previous level, in seconds.
	levelGrace = 2
)

// jumps remembers where the last jump landed. The next jump starts there, although playback has continued since.
type jumps struct {
	landed float64
	known  bool
}

// back returns the time from which a jump back starts, and the time of the last event that it may target. If the event
// of the last jump is still near, it starts where that jump landed, otherwise now.
func (j *jumps) back(now float64) (from, until float64) {
	if j.known && now >= j.landed && now < j.landed+jumpLead+1 {
		return j.landed, j.landed + jumpLead + 1
	}
	return now, now
}

// seekEvent seeks to shortly before the next event of some classes, or the previous one if direction is -1. If there is
// none, it shows a message with word, and returns false.
func (s *Session) seekEvent(direction int, classes hud.ClassSet, word string) bool {
	t, v := s.Player.Timeline(), s.viewer()
	want := func(e *timeline.Event) bool {
		c := v.Class(e)
		return c != hud.ClassNone && classes.Has(c)
	}
	now := s.Player.Clock()
	var to float64
	var ok bool
	if direction > 0 {
		to, ok = nextLanding(t.Events(), t.Levels(), want, now)
	} else {
		var until float64
		now, until = s.jumps.back(now)
		to, ok = previousLanding(t.Events(), t.Levels(), want, now, until)
	}
	if classes.Has(hud.ClassBookmark) {
		if mark, found := s.Marks.adjacent(now, direction); found && (!ok || (direction > 0) == (mark < to)) {
			to, ok = mark, true
		}
	}
	s.landOr(to, ok, direction, word)
	return ok
}

// seekBookmark seeks to the next bookmark, or the previous one if direction is -1.
func (s *Session) seekBookmark(direction int) {
	now := s.Player.Clock()
	if direction < 0 {
		now, _ = s.jumps.back(now)
	}
	to, ok := s.Marks.adjacent(now, direction)
	s.landOr(to, ok, direction, "bookmark")
}

// seekKill seeks to the next kill, or the previous one if direction is -1, and follows the killer.
func (vs *views) seekKill(direction int) {
	s := vs.Demo
	if !s.seekEvent(direction, killClasses, "kill") {
		return
	}
	t, v := s.Player.Timeline(), s.viewer()
	events, levels := t.Events(), t.Levels()
	for i := range events {
		if killClasses.Has(v.Class(&events[i])) && landing(&events[i], levels) == s.jumps.landed {
			vs.showActor(&events[i])
			return
		}
	}
}

// showActor leaves the free camera and follows the player who caused an event, or the victim if nobody caused it. It
// keeps a followed player who took part in the event. It also keeps the current view if the demo doesn't show the
// player then.
func (vs *views) showActor(e *timeline.Event) {
	vs.leaveFreeCamera()
	slot := e.Player
	if slot == world.Nobody {
		slot = e.Other
	}
	if slot == world.Nobody || vs.isDirected(vs.Active) || e.Of(followed(vs.Demo.Player.Moment())) {
		return
	}
	p := &vs.Demo.Player
	p.Update(0) // seek to the event
	if w := p.Moment().World; !p.Behind() && w.View.Known && slot < len(w.Players) && slot != w.Recorder &&
		!w.Players[slot].Visible {
		return
	}
	vs.showPlayer(slot)
}

// showPlayer follows a player. If the demo contains another player's view, the chase camera replaces first person. For
// the recorder, first person is restored.
func (vs *views) showPlayer(slot int) {
	vs.leaveFreeCamera()
	vs.follow(slot)
	w, p := vs.Demo.Player.Moment().World, vs.Active
	outside := w != nil && w.View.Known && slot != w.Recorder
	switch c := &p.Camera; {
	case outside && c.Mode == camera.Eyes:
		c.Set(camera.Chase)
		p.chaseInstead = true
	case !outside && p.chaseInstead && c.Mode == camera.Chase:
		c.Set(camera.Eyes)
		p.chaseInstead = false
	}
}

// landOr seeks to a time, or shows a message with word if ok is false.
func (s *Session) landOr(to float64, ok bool, direction int, word string) {
	switch {
	case ok:
		s.land(to)
	case direction < 0:
		s.Notices.say("No earlier " + word)
	default:
		s.Notices.say("No later " + word)
	}
}

// land seeks to the time where a jump lands.
func (s *Session) land(to float64) {
	s.Player.Seek(to)
	s.jumps = jumps{to, true}
	s.List.Events.FollowNow()
	s.sayTime("")
}

// nextLanding returns where a jump to the next wanted event lands, which must be after now.
func nextLanding(events []timeline.Event, levels []timeline.Level, want func(*timeline.Event) bool, now float64) (
	to float64, ok bool) {
	for i := range events {
		if events[i].Clock <= now || !want(&events[i]) {
			continue
		}
		if to := landing(&events[i], levels); to > now+sameJump {
			return to, true
		}
	}
	return 0, false
}

// previousLanding returns where a jump to the last wanted event up to until lands, which must be before now.
func previousLanding(events []timeline.Event, levels []timeline.Level, want func(*timeline.Event) bool, now,
	until float64) (to float64, ok bool) {
	for i := len(events) - 1; i >= 0; i-- {
		if events[i].Clock > until || !want(&events[i]) {
			continue
		}
		if to := landing(&events[i], levels); to < now-sameJump {
			return to, true
		}
	}
	return 0, false
}

// landing returns where a jump to an event lands: shortly before the event, but not before the start of its level. For
// a level it is the start.
func landing(e *timeline.Event, levels []timeline.Level) float64 {
	start := 0.0
	for i := range levels {
		if s := levels[i].Start; s <= e.Clock {
			start = math.Max(start, s)
		}
	}
	return math.Max(start, e.Clock-jumpLead)
}

// seekLevel seeks to the start of the next level. If direction is -1, it seeks to the start of this level or the
// previous one.
func (s *Session) seekLevel(direction int) {
	to, ok := levelFrom(s.Player.Timeline().Levels(), s.Player.Clock(), direction)
	s.landOr(to, ok, direction, "level")
}

// seekMatch seeks to the start of the next match. If direction is -1, it seeks to the start of this match or the
// previous one. A level may contain several matches.
func (s *Session) seekMatch(direction int) {
	to, ok := matchFrom(s.Player.Timeline().Events(), s.Player.Clock(), direction)
	s.landOr(to, ok, direction, "match")
}

// matchFrom returns the start of the first match after now. If direction is -1, it returns that of the last match that
// started more than levelGrace before now.
func matchFrom(list []timeline.Event, now float64, direction int) (to float64, ok bool) {
	for i := range list {
		if list[i].Kind != world.EventMatchStart {
			continue
		}
		switch s := list[i].Clock; {
		case direction > 0 && s > now+1e-6:
			return s, true
		case direction < 0 && s < now-levelGrace:
			to, ok = s, true
		}
	}
	return to, ok
}

// levelFrom returns the start of the first level after now. If direction is -1, it returns that of the last level that
// started more than levelGrace before now.
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
