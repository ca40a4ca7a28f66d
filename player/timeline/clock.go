package timeline

import (
	"sort"

	"demoscope/player/world"
)

// lateStart is a part of a match before the demo contains when the match began. Recordings that begin during a
// match contain that only later, when the server's clock changes.
type lateStart struct {
	from, until float64 // viewer's seconds
	start       float64 // see [world.Match].Start
}

const (
	// leastLate is the minimum delay in seconds, from the start of a match, until its start becomes known, to
	// count as late.
	leastLate = 1
	// maxLateStarts limits the late starts: there are few more than levels.
	maxLateStarts = MaxLevels
)

// startWatch finds the parts of matches whose start becomes known late.
type startWatch struct {
	list    []lateStart
	level   int     // [world.State.LevelCount]
	unknown bool    // a match may be running, and its start is unknown
	since   float64 // viewer's seconds, if unknown is set
}

// packet processes the last packet.
func (s *startWatch) packet(w *world.World) {
	m := &w.Match
	runs := !w.Intermission
	switch m.Phase {
	case world.PhaseWarmUp, world.PhaseCountdown, world.PhaseOver:
		runs = false
	}
	if w.LevelCount != s.level {
		s.level, s.unknown = w.LevelCount, false
	}
	switch {
	case !runs:
		s.unknown = false
	case m.Start == 0:
		if !s.unknown {
			s.unknown, s.since = true, w.Clock
		}
	case s.unknown:
		s.unknown = false
		begun := w.Clock - (w.Time - m.Start)
		if begun < w.Clock-leastLate && len(s.list) < maxLateStarts {
			s.list = append(s.list, lateStart{max(s.since, begun), w.Clock, m.Start})
		}
	}
}

// MatchStart returns when the match at a viewer's time began, in seconds of the demo's clock, if only a later
// part of the demo contains it. See [world.Match].Start for starts known at that time.
func (t *Timeline) MatchStart(clock float64) (start float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.lateStarts), func(i int) bool { return t.lateStarts[i].until > clock })
	if i == len(t.lateStarts) || t.lateStarts[i].from > clock {
		return 0, false
	}
	return t.lateStarts[i].start, true
}
