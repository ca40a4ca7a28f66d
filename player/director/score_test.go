package director

import (
	"math"

	"demoscope/player/timeline"
)

// Score is how much of a level a viewer sees. Counts of kills are of those of one player by
// another.
type Score struct {
	Kills int
	// Seen are the kills that were watched without a break from half a second before, through
	// the killer's eyes or with killer and victim on the screen. Eyes are the former alone.
	Seen, Eyes int
	// Both are those of Eyes with the victim on the screen, too.
	Both int
	// Full are those through the killer's eyes from 1.5 s before to 1 s after, or to the
	// killer's death.
	Full int
	// Screen are those seen through the killer's or the victim's eyes, or with the victim on
	// the screen.
	Screen int
	Cuts   int
	// Hasty are the cuts less than [CutBefore] seconds before, or [CutAfter] after, a kill or death
	// of the player they leave or show.
	Hasty int
	// Seconds is from 5 s before the first kill to 2 s after the last: Cuts are those in it.
	Seconds float64
}

// Share returns a count of kills as a part of all, 0 if there are none.
func (s *Score) Share(count int) float64 {
	if s.Kills == 0 {
		return 0
	}
	return float64(count) / float64(s.Kills)
}

// CutsPerMinute returns how many cuts there are in a minute.
func (s *Score) CutsPerMinute() float64 {
	if s.Seconds <= 0 {
		return 0
	}
	return float64(s.Cuts) * 60 / s.Seconds
}

// KillsPerMinute returns how many kills there are in a minute.
func (s *Score) KillsPerMinute() float64 {
	if s.Seconds <= 0 {
		return 0
	}
	return float64(s.Kills) * 60 / s.Seconds
}

// Add adds another level.
func (s *Score) Add(o *Score) {
	s.Kills += o.Kills
	s.Seen += o.Seen
	s.Eyes += o.Eyes
	s.Both += o.Both
	s.Full += o.Full
	s.Screen += o.Screen
	s.Hasty += o.Hasty
	s.Cuts += o.Cuts
	s.Seconds += o.Seconds
}

// Measure returns the score of a plan.
func (p *Plan) Measure(t *timeline.Timeline, sight Sight) Score {
	m, ok := read(t, p.Level, 0)
	if !ok {
		return Score{}
	}
	return m.score(p, sight)
}

// Fixed is what who watches always the same player sees of a level.
type Fixed struct {
	// Random is the mean share of the kills that are seen, over all players, and Best the
	// largest one, 0 to 1.
	Random, Best float64
}

// Baseline returns what who watches always the same player sees of a level.
func Baseline(t *timeline.Timeline, level int, sight Sight) (f Fixed) {
	m, ok := read(t, level, 0)
	if !ok {
		return f
	}
	for _, slot := range m.slots {
		s := m.score(&Plan{Level: level, Begin: m.begin, End: m.end, Cuts: []Cut{{Clock: m.begin, Slot: slot}}}, sight)
		share := s.Share(s.Seen)
		f.Random += share / float64(len(m.slots))
		f.Best = max(f.Best, share)
	}
	return f
}

// score measures a plan of the level.
func (m *match) score(p *Plan, sight Sight) (s Score) {
	first, last, ok := m.killed()
	if !ok {
		return s
	}
	from, to := max(m.begin, first-lead), min(m.end, last+tail)
	s.Seconds = to - from
	s.Cuts = p.cutsIn(from, math.Nextafter(to, math.Inf(1)))
	for i := range m.highlights {
		if a := &m.highlights[i]; a.reason == ReasonKill {
			m.see(&s, p, a, sight)
		}
	}
	for i := 1; i < len(p.Cuts); i++ {
		if c := &p.Cuts[i]; c.Clock >= from && c.Clock <= to && !p.QuietAt(c.Clock) &&
			(m.fights(c.Slot, c.Clock) || m.fights(p.Cuts[i-1].Slot, c.Clock)) {
			s.Hasty++
		}
	}
	return s
}

// fights reports whether a player kills somebody or dies about a time: less than [CutBefore] seconds
// after it, or [CutAfter] before it.
func (m *match) fights(slot int, clock float64) bool {
	who := m.index(slot)
	if who < 0 {
		return false
	}
	for i := range m.highlights {
		if a := &m.highlights[i]; a.reason == ReasonKill && (a.who == who || a.victim == who) &&
			clock > a.clock-CutBefore && clock < a.clock+CutAfter {
			return true
		}
	}
	return false
}

// see adds what is seen of a kill.
func (m *match) see(s *Score, p *Plan, a *highlight, sight Sight) {
	s.Kills++
	c := p.throughout(a.clock-eyesBefore, a.clock+eyesAfter)
	if c == nil || p.QuietAt(a.clock-eyesBefore) || p.QuietAt(a.clock) {
		return
	}
	who := m.index(c.Slot)
	if who < 0 {
		return
	}
	if who == a.who && c.Camera == Eyes {
		s.Eyes++
		s.Seen++
		s.Screen++
		if p.throughout(a.clock-fullBefore, m.aliveUntil(who, a.clock, a.clock+fullAfter)) != nil {
			s.Full++
		}
		if a.victim >= 0 {
			k, v := m.at(who, a.clock-0.2), m.at(a.victim, a.clock-0.2)
			if k.sees(&v, sight) {
				s.Both++
			}
		}
		return
	}
	killer, victim := m.seesAll(who, c.Camera, a, sight)
	if killer && victim {
		s.Seen++
	}
	if victim || who == a.victim {
		s.Screen++
	}
}

// throughout returns the cut that holds from one time to another, nil if there is one between.
func (p *Plan) throughout(from, to float64) *Cut {
	c := p.CutAt(from)
	if c == nil || c != p.CutAt(math.Nextafter(to, from)) {
		return nil
	}
	return c
}
