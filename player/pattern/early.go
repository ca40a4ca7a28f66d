package pattern

import (
	"math"
	"strings"

	"demoscope/player/world"
)

const (
	// earlyLeast is the minimum time left, in seconds, for a match to have ended early. Clocks have whole
	// seconds, and a time-out can stop one for a moment.
	earlyLeast = 2
	// lateFrags is how many seconds after the end of a match scores still belong to it. The end is printed at
	// once; the scores follow with the next frames.
	lateFrags = 0.5
	// minuteSlack is the maximum delay, in seconds, between a full minute and the intermission that a Quake
	// time limit causes: almost two frames at two frames per second.
	minuteSlack = 1
)

// earlyEndTracker finds matches that end before their time limit.
type earlyEndTracker struct {
	clock   float64   // viewer's time of the last packet
	left    float64   // seconds until the time limit at clock
	known   bool      // whether left is known
	begun   bool      // a message has announced a match on this level
	endless bool      // only a score or a kill ends the match
	ends    []float64 // viewer's times of early ends
	open    float64   // time of an end that later scores may still turn into an early one; 0 if none
}

// trackEnds checks whether the last packet ended a match, and how.
func (p *Pass) trackEnds(w *world.World) {
	k := &p.early
	for i := range w.Events {
		e := &w.Events[i]
		switch e.Kind {
		case world.EventLevel:
			k.begun = false
		case world.EventMatchStart:
			k.begun = true
		}
		if e.Kind != world.EventMatchEnd && e.Kind != world.EventIntermission {
			continue
		}
		k.open = 0
		switch {
		case e.ByScore, k.endless, w.Game == world.Quake && e.Kind == world.EventIntermission && !k.begun &&
			!fullMinute(w.Time), k.known && k.left-(w.Clock-k.clock) > earlyLeast:
			k.add(w.Clock)
		case !k.known:
			k.open = w.Clock
		}
	}
	if k.open > 0 {
		if w.Clock-k.open > lateFrags {
			k.open = 0
		} else if fragLimitReached(w) {
			k.add(k.open)
			k.open = 0
		}
	}
	k.clock = w.Clock
	k.left, k.known = timeLeft(w)
	k.endless = !k.known && (w.Match.Unlimited(w.Level()) || w.Match.Rounds ||
		strings.Contains(w.Level().ServerInfoValue("mode"), "hoony"))
}

// fullMinute reports whether a level that ended at the given level time, in seconds, may have reached Quake's
// time limit. The limit is in minutes from the start of the level; the demo does not contain it.
func fullMinute(time float64) bool { return time >= 60 && math.Mod(time, 60) < minuteSlack }

func (k *earlyEndTracker) add(clock float64) {
	if len(k.ends) < maxFacts {
		k.ends = append(k.ends, clock)
	}
}

// mark sets Early for the matches that ended early.
func (k *earlyEndTracker) mark(matches []Match) {
	next := 0
	for i := range matches {
		m := &matches[i]
		for next < len(k.ends) && k.ends[next] < m.End {
			next++
		}
		m.Early = m.Ends && next < len(k.ends) && k.ends[next] == m.End
	}
}

// timeLeft returns how many seconds of a match are left at the demo time of the last packet. ok is false if the
// demo does not contain that. The result is negative in an overtime of unknown length.
func timeLeft(w *world.World) (seconds float64, ok bool) {
	if since, limit, begun := w.Match.Clock(w.Level(), w.Time); begun && limit > 0 {
		return limit - since, true
	}
	return w.Match.End - w.Time, w.Match.End > 0
}

// fragLimitReached reports whether a player has reached the server's frag limit.
func fragLimitReached(w *world.World) bool {
	limit := serverOf(w.Level()).FragLimit
	if limit == nil || *limit <= 0 {
		return false
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && !p.Spectator && int(p.Frags) >= *limit {
			return true
		}
	}
	return false
}
