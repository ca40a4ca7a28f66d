package pattern

import (
	"math"
	"strings"

	"demoscope/player/world"
)

const (
	// earlyLeast is how much of a match's time is left, in seconds, if it ends before the time limit: clocks are
	// told in whole seconds, and a time-out may hold one for a moment.
	earlyLeast = 2
	// fragsTold is for how many seconds after the end of a match scores come that belong to it: the end is printed at
	// once, and the scores go out with the next frames.
	fragsTold = 0.5
	// minuteSlack is how many seconds after a full minute the intermission of a level of Quake comes at the most
	// that its time limit begins: the next frame but some, at two frames a second.
	minuteSlack = 1
)

// earlyWatch finds the matches that end while there is time left, and not by the time limit.
type earlyWatch struct {
	clock   float64   // viewer's, of the last packet
	left    float64   // seconds until the time limit at clock
	known   bool      // left is
	begun   bool      // a line has said on this level that a match begins
	endless bool      // nothing but a score or a kill ends the match
	ends    []float64 // viewer's clocks of early ends
	open    float64   // of an end that scores may still make an early one, 0 for none
}

// watchEnds looks whether a match has ended with the last packet, and how.
func (p *Pass) watchEnds(w *world.World) {
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
		if w.Clock-k.open > fragsTold {
			k.open = 0
		} else if fragLimitReached(w) {
			k.add(k.open)
			k.open = 0
		}
	}
	k.clock = w.Clock
	k.left, k.known = timeLeft(w)
	k.endless = !k.known && (w.Unlimited() || w.Match.Rounds ||
		strings.Contains(w.Level().ServerInfoValue("mode"), "hoony"))
}

// fullMinute reports whether a time limit of Quake's own game may end a level at its own time: it is in
// minutes from the beginning of the level, and demos tell it nowhere else.
func fullMinute(time float64) bool { return time >= 60 && math.Mod(time, 60) < minuteSlack }

func (k *earlyWatch) add(clock float64) {
	if len(k.ends) < maxFacts {
		k.ends = append(k.ends, clock)
	}
}

// mark marks the matches that ended early.
func (k *earlyWatch) mark(matches []Match) {
	next := 0
	for i := range matches {
		m := &matches[i]
		for next < len(k.ends) && k.ends[next] < m.End {
			next++
		}
		m.Early = m.Ends && next < len(k.ends) && k.ends[next] == m.End
	}
}

// timeLeft returns how many seconds of a match are left, at the demo's own time of a packet; ok is false if the
// demo does not tell it. It is negative in overtime of which nothing is told.
func timeLeft(w *world.World) (seconds float64, ok bool) {
	if since, limit, begun := w.MatchClock(w.Time); begun && limit > 0 {
		return limit - since, true
	}
	return w.Match.End - w.Time, w.Match.End > 0
}

// fragLimitReached reports whether a player has as many frags as the server's limit.
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
