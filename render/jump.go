package render

import (
	"math"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/hud"
)

const (
	// lead is how long before an event one is taken to, in seconds.
	lead = 3.0
	// sameJump is how near two landings are to be one, in seconds: a rocket
	// often kills more than one.
	sameJump = 0.1
	// levelGrace is how far into a level, in seconds, going back means the
	// level before.
	levelGrace = 2
)

// jump remembers where the last one landed, so that the same key again goes on
// from there although the demo has played since.
type jump struct {
	landed float64
	known  bool
}

// back returns the moment from which a jump goes back, and the time of the
// last event that it may go to: where the last jump landed, as long as what it
// went to is near, else the present.
func (j *jump) back(now float64) (from, until float64) {
	if j.known && now >= j.landed && now < j.landed+lead+1 {
		return j.landed, j.landed + lead + 1
	}
	return now, now
}

// seekEvent goes to a little before the next event of some classes, or the one
// before; missing says that there is none.
func (g *Game) seekEvent(direction int, classes hud.ClassSet, missing string) {
	t := g.player.Timeline()
	v := g.viewer()
	want := func(e *timeline.Event) bool {
		c := v.Class(e)
		return c != hud.ClassNone && classes.Has(c)
	}
	now := g.player.Clock()
	var to float64
	var ok bool
	if direction > 0 {
		to, ok = nextLanding(t.Events(), t.Levels(), want, now)
	} else {
		var until float64
		now, until = g.jump.back(now)
		to, ok = previousLanding(t.Events(), t.Levels(), want, now, until)
	}
	if classes.Has(hud.ClassBookmark) {
		if mark, found := g.nextBookmark(now, direction); found && (!ok || (direction > 0) == (mark < to)) {
			to, ok = mark, true
		}
	}
	if !ok {
		if direction < 0 {
			missing = "No earlier " + missing
		} else {
			missing = "No further " + missing
		}
		g.notices.say(missing)
		return
	}
	g.land(to)
}

// land goes to where a jump ends.
func (g *Game) land(to float64) {
	g.player.Seek(to)
	g.jump = jump{to, true}
	if g.list != nil {
		g.list.FollowNow()
	}
}

// nextLanding returns where to go for the first of the wanted events after a
// moment from which one goes forward.
func nextLanding(events []timeline.Event, levels []timeline.Level, want func(*timeline.Event) bool, now float64) (to float64, ok bool) {
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

// previousLanding returns where to go for the last of the wanted events that
// is not after until and from which one goes back.
func previousLanding(events []timeline.Event, levels []timeline.Level, want func(*timeline.Event) bool, now, until float64) (to float64, ok bool) {
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

// landing returns where to go for an event: before it, but not before its
// level; a level's own beginning is the place.
func landing(e *timeline.Event, levels []timeline.Level) float64 {
	start := 0.0
	for i := range levels {
		s := levels[i].Start
		if s < 0 {
			continue
		}
		if e.Kind == world.EventLevel && s >= e.Clock-sameJump {
			return s
		}
		if s <= e.Clock {
			start = math.Max(start, s)
		}
	}
	return math.Max(start, e.Clock-lead)
}

// seekLevel goes to the beginning of the next level or, backwards, of this one
// or the one before.
func (g *Game) seekLevel(direction int) {
	list := g.player.Timeline().Levels()
	if to, ok := levelFrom(list, g.player.Clock(), direction); ok {
		g.land(to)
		return
	}
	g.notices.say("No further level")
}

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

// viewer returns whom one watches, for telling events apart.
func (g *Game) viewer() hud.Viewer {
	m := g.player.Moment()
	slot := watched(m)
	return hud.Viewer{Slot: slot, Recorder: slot >= 0 && m.World != nil && slot == m.World.Recorder}
}
