package timeline

import (
	"sort"

	"demoscope/player/world"
)

// lateStart is a part of a match before the demo says when the match began. Recordings that begin during a match
// learn that later, when the server's clock changes.
type lateStart struct {
	from, until float64 // viewer's seconds
	start       float64 // see [world.Match].Start
}

const (
	// leastLate is how many seconds after its beginning a match's start must be learned to be late.
	leastLate = 1
	// maxLateStarts bounds the list: there are few more than levels.
	maxLateStarts = MaxLevels
)

// startWatch finds the parts of matches for which the start is learned late.
type startWatch struct {
	list    []lateStart
	level   int     // [world.State.LevelCount]
	unknown bool    // a match may run, and its start is not known
	since   float64 // viewer's seconds, if unknown is set
}

// packet looks at the packet that was applied last.
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

// MatchStart returns when the match at a viewer's time began, in seconds of the demo's own clock, if only a later
// part of the demo says so; see [world.Match].Start for what the demo has said until then.
func (t *Timeline) MatchStart(clock float64) (start float64, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	i := sort.Search(len(t.lateStarts), func(i int) bool { return t.lateStarts[i].until > clock })
	if i == len(t.lateStarts) || t.lateStarts[i].from > clock {
		return 0, false
	}
	return t.lateStarts[i].start, true
}
