package render

import (
	"math"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
)

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
func (s *session) seekEvent(direction int, classes hud.ClassSet, word string) bool {
	t, v := s.player.Timeline(), s.viewer()
	want := func(e *timeline.Event) bool {
		c := v.Class(e)
		return c != hud.ClassNone && classes.Has(c)
	}
	now := s.player.Clock()
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
		if mark, found := s.marks.from(now, direction); found && (!ok || (direction > 0) == (mark < to)) {
			to, ok = mark, true
		}
	}
	s.landOr(to, ok, direction, word)
	return ok
}

// seekBookmark seeks to the next bookmark, or for -1 the previous one.
func (s *session) seekBookmark(direction int) {
	now := s.player.Clock()
	if direction < 0 {
		now, _ = s.jumps.back(now)
	}
	to, ok := s.marks.from(now, direction)
	s.landOr(to, ok, direction, "bookmark")
}

// seekKill seeks to the next kill, or for -1 the previous one, and shows the killer.
func (vs *views) seekKill(direction int) {
	s := vs.demo
	if !s.seekEvent(direction, killClasses, "kill") {
		return
	}
	t, v := s.player.Timeline(), s.viewer()
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
	if slot == world.Nobody || vs.directs(vs.active) || e.Of(watched(vs.demo.player.Moment())) {
		return
	}
	p := &vs.demo.player
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
	w, p := vs.demo.player.Moment().World, vs.active
	outside := w != nil && w.View.Known && slot != w.Recorder
	switch c := &p.camera; {
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
func (s *session) landOr(to float64, ok bool, direction int, word string) {
	switch {
	case ok:
		s.land(to)
	case direction < 0:
		s.notices.say("No earlier " + word)
	default:
		s.notices.say("No later " + word)
	}
}

// land seeks to the moment that a jump goes to.
func (s *session) land(to float64) {
	s.player.Seek(to)
	s.jumps = jumps{to, true}
	s.list.events.FollowNow()
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
func (s *session) seekLevel(direction int) {
	to, ok := levelFrom(s.player.Timeline().Levels(), s.player.Clock(), direction)
	s.landOr(to, ok, direction, "level")
}

// seekMatch seeks to the beginning of the next match, or for -1 of this one or the previous one: two may be on one
// level.
func (s *session) seekMatch(direction int) {
	to, ok := matchFrom(s.player.Timeline().Events(), s.player.Clock(), direction)
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
