package app

import (
	"fmt"
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

// fastSpeed is the playback speed while a key for fast playing is held.
const fastSpeed = 5

// transport is the Player with the viewer's controls.
type transport struct {
	*player.Player
	fast fastPlay
}

// fastPlay is the state of fast playing while a key is held.
type fastPlay struct {
	direction float64 // 1 or -1; 0 if no key is down
	speed     float64 // before the key went down
	paused    bool    // before the key went down
}

// togglePause pauses or resumes; at the end it plays again from the beginning, as
// video players do.
func (t *transport) togglePause() {
	t.endFast()
	if t.Ended() && t.Speed() > 0 {
		t.Seek(0)
		t.SetPaused(false)
		return
	}
	t.SetPaused(!t.Paused())
}

// changeSpeed plays one step faster for 1, slower for -1.
func (t *transport) changeSpeed(direction int) {
	t.endFast()
	t.SetSpeed(nextSpeed(t.Speed(), direction))
}

// fasterOrNormal plays one step faster, or behind the fastest step at the demo's own speed: a click has no
// other way back.
func (t *transport) fasterOrNormal() {
	t.endFast()
	if math.Abs(t.Speed()) >= speeds[len(speeds)-1] {
		t.playNormally()
		return
	}
	t.changeSpeed(1)
}

// playNormally plays forward at the demo's own speed.
func (t *transport) playNormally() {
	t.endFast()
	t.SetSpeed(1)
}

// reverse reverses the direction of playing.
func (t *transport) reverse() {
	t.endFast()
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

// holdFast plays fast, forward or back, while one of the two keys is held, and then
// as before.
func (t *transport) holdFast(back, forward bool) {
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
	t.endFast()
	if direction == 0 {
		return
	}
	t.fast = fastPlay{direction, t.Speed(), t.Paused()}
	t.SetSpeed(direction * fastSpeed)
	t.SetPaused(false)
}

// endFast plays on as before the key for fast playing went down. If playing paused
// at the end of a part meanwhile, it stays paused.
func (t *transport) endFast() {
	if t.fast.direction == 0 {
		return
	}
	t.SetSpeed(t.fast.speed)
	t.SetPaused(t.fast.paused || t.Paused())
	t.fast = fastPlay{}
}

// loopClip seeks to the other end of the clip if playing has reached one since was, or
// goes on from where a clip was made that ends there or before.
func (t *transport) loopClip(m *marks, was float64) {
	in, out, ok := m.Clip()
	if !ok || !m.Loop || t.Paused() {
		return
	}
	now := t.Clock()
	made := m.made && was == m.madeAt
	m.made = false
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

// watchRecorder goes back to the recorded view, or in a demo without a recorder to the eyes of who is followed.
func (vs *views) watchRecorder() {
	vs.Release()
	vs.Active.Camera.Set(camera.Eyes)
	if !vs.Demo.Player.Moment().World.View.Known {
		vs.Demo.Notices.say("This demo has no recorder")
		return
	}
	vs.watch(world.Nobody)
	vs.Demo.Notices.sayBriefly("Recorder's view")
}

// nextCamera goes on to the next way of following a player. From the free camera it goes back to the way before.
func (vs *views) nextCamera() {
	vs.Release()
	if c := &vs.Active.Camera; c.How == camera.Free {
		vs.leaveFreeCamera()
	} else {
		c.Next()
	}
	vs.sayCamera()
}

// sayCamera shows the name of the camera mode.
func (vs *views) sayCamera() {
	vs.Demo.Notices.sayBriefly("Camera: " + cameraWords[vs.Active.Camera.How])
}

// cameraWords are the messages of the camera modes.
var cameraWords = map[camera.How]string{
	camera.Eyes: "eyes", camera.Behind: "chase", camera.Orbit: "orbit", camera.Above: "overhead",
}

// toggleFly begins or stops flying.
func (g *App) toggleFly() {
	if g.Active.Camera.How == camera.Free {
		g.stopFlying()
		g.Demo.Notices.sayState("Free camera", false)
	} else {
		g.takeOff()
	}
}

// takeOff begins to fly from the last picture's camera, with the pointer captured.
// From a player's eyes it begins behind the player, whose body would be around the
// camera.
func (g *App) takeOff() {
	from := g.Active.View
	if g.Active.Options.FirstPerson && g.Demo.eyeInBody() {
		from = camera.Outside(from, g.Demo.CurrentMap())
	}
	g.Active.Camera.TakeOff(from)
	g.capture()
	n := &g.Demo.Notices
	n.say(fmt.Sprintf(flyHint+" %s: release mouse. %s: back to player", g.keyOf("close"), g.keyOf("next-camera")))
	n.note.left = flyHintKept
}

// flyHint begins the message that explains how to leave the free camera.
const flyHint = "Free camera."

// flyHintKept is how long the message stays that explains how to leave the free camera, in seconds.
const flyHintKept = 4

// leaveFreeCamera goes back to a player from the free camera or the camera path.
func (vs *views) leaveFreeCamera() {
	c := &vs.Active.Camera
	for n := 0; n < 2 && (c.How == camera.Free || c.How == camera.Along); n++ { // the path may be below the free camera
		vs.Release()
		c.Land()
	}
	if c.How == camera.Free || c.How == camera.Along {
		c.Set(camera.Behind)
	}
}

// stopFlying goes back to the camera's mode before flying.
func (vs *views) stopFlying() {
	if vs.Active.Camera.How == camera.Free {
		vs.Release()
		vs.Active.Camera.Land()
		vs.Demo.Notices.forget(flyHint)
	}
}

// fly moves the camera for dt seconds. W, A, S and D take off. The keys for up and down do not: Q quits other players,
// and is pressed for that.
func (g *App) fly(h *held, dt float64) {
	c := &g.Active.Camera
	if h.takesOff() && c.How != camera.Free {
		g.takeOff()
	}
	if c.How == camera.Free {
		wish := h.wish()
		c.Fly(wish.Add(mgl32.Vec3{-h.sticks.left[1], h.sticks.left[0]}), h.fast, dt)
	}
}

// wish returns where the keys for flying lead, as [camera.Camera.Fly] takes it.
func (h *held) wish() mgl32.Vec3 {
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

// capture captures the pointer, which then turns the camera.
func (vs *views) capture() { vs.Captured = true }

// Release gives the pointer back.
func (vs *views) Release() { vs.Captured = false }

const (
	// lead is how long before an event a jump to it lands, in seconds.
	lead = 3.0
	// sameJump is how close two landings count as one, in seconds: a rocket
	// often kills more than one player.
	sameJump = 0.1
	// levelGrace is how long after the beginning of a level, in seconds, going
	// back means the level before.
	levelGrace = 2
)

// jumps remembers where the last jump landed, so that the next one starts from
// there although the demo has played since.
type jumps struct {
	landed float64
	known  bool
}

// back returns from when a jump back starts, and the time of the last event that it
// may go to: where the last jump landed if its event is near, otherwise now.
func (j *jumps) back(now float64) (from, until float64) {
	if j.known && now >= j.landed && now < j.landed+lead+1 {
		return j.landed, j.landed + lead + 1
	}
	return now, now
}

// seekEvent seeks to a little before the next event of some classes, or for -1 the
// previous one. If there is none, it says so with the word for it, and returns false.
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
		if mark, found := s.Marks.from(now, direction); found && (!ok || (direction > 0) == (mark < to)) {
			to, ok = mark, true
		}
	}
	s.landOr(to, ok, direction, word)
	return ok
}

// seekBookmark seeks to the next bookmark, or for -1 the previous one.
func (s *Session) seekBookmark(direction int) {
	now := s.Player.Clock()
	if direction < 0 {
		now, _ = s.jumps.back(now)
	}
	to, ok := s.Marks.from(now, direction)
	s.landOr(to, ok, direction, "bookmark")
}

// seekKill seeks to the next kill, or for -1 the previous one, and shows the killer.
func (vs *views) seekKill(direction int) {
	s := vs.Demo
	if !s.seekEvent(direction, killClasses, "kill") {
		return
	}
	t, v := s.Player.Timeline(), s.viewer()
	events, levels := t.Events(), t.Levels()
	for i := range events {
		if killClasses.Has(v.Class(&events[i])) && landing(&events[i], levels) == s.jumps.landed {
			vs.showDoer(&events[i])
			return
		}
	}
}

// showDoer ends the free camera and follows the player who did what an event tells, or whom it happened to. A followed
// player who is in it stays, and so does one whose view was recorded while the demo does not show the other.
func (vs *views) showDoer(e *timeline.Event) {
	vs.leaveFreeCamera()
	slot := e.Player
	if slot == world.Nobody {
		slot = e.Other
	}
	if slot == world.Nobody || vs.directs(vs.Active) || e.Of(watched(vs.Demo.Player.Moment())) {
		return
	}
	p := &vs.Demo.Player
	p.Update(0) // to the event
	if w := p.Moment().World; !p.Behind() && w.View.Known && slot < len(w.Players) && slot != w.Recorder &&
		!w.Players[slot].Visible {
		return
	}
	vs.showPlayer(slot)
}

// showPlayer follows a player. If the demo was recorded through other eyes, the camera stands behind the player
// instead of in first person, and goes back into the recorder's eyes.
func (vs *views) showPlayer(slot int) {
	vs.leaveFreeCamera()
	vs.watch(slot)
	w, p := vs.Demo.Player.Moment().World, vs.Active
	outside := w != nil && w.View.Known && slot != w.Recorder
	switch c := &p.Camera; {
	case outside && c.How == camera.Eyes:
		c.Set(camera.Behind)
		p.outside = true
	case !outside && p.outside && c.How == camera.Behind:
		c.Set(camera.Eyes)
		p.outside = false
	}
}

// landOr lands at a moment. If ok is false, there is nothing to jump to, and it says
// so.
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

// land seeks to the moment that a jump goes to.
func (s *Session) land(to float64) {
	s.Player.Seek(to)
	s.jumps = jumps{to, true}
	s.List.Events.FollowNow()
	s.sayTime("")
}

// nextLanding returns the landing of the first wanted event after now that lies
// ahead.
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

// previousLanding returns the landing of the last wanted event, not after until,
// that lies before now.
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

// landing returns where to seek for an event: a little before it, but not before its
// level begins; for a level, its beginning.
func landing(e *timeline.Event, levels []timeline.Level) float64 {
	start := 0.0
	for i := range levels {
		if s := levels[i].Start; s <= e.Clock {
			start = math.Max(start, s)
		}
	}
	return math.Max(start, e.Clock-lead)
}

// seekLevel seeks to the beginning of the next level or, for -1, of this one or the
// one before.
func (s *Session) seekLevel(direction int) {
	to, ok := levelFrom(s.Player.Timeline().Levels(), s.Player.Clock(), direction)
	s.landOr(to, ok, direction, "level")
}

// seekMatch seeks to the beginning of the next match, or for -1 of this one or the previous one: two may be on one
// level.
func (s *Session) seekMatch(direction int) {
	to, ok := matchFrom(s.Player.Timeline().Events(), s.Player.Clock(), direction)
	s.landOr(to, ok, direction, "match")
}

// matchFrom returns when the first match after a moment begins, or for -1 the last one that began more than levelGrace
// before it.
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

// levelFrom returns when the first level after a moment begins, or for -1 the last
// one that began more than levelGrace before it.
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
