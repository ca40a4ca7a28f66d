package pattern

import (
	"cmp"
	"math"
	"slices"
)

// Highlight is a moment that is worth filming: a hit, with what else the same player did around it.
type Highlight struct {
	Demo     int     // index of the demo, as [Choose] was given it
	From, To float64 // what is shown, viewer's seconds
	Score    float64
	Team     string // of the player, in the game's charset; empty if it is not known
	Hits     []Hit  // the best first
}

// Best returns the hit that the moment is chosen for.
func (h *Highlight) Best() *Hit { return &h.Hits[0] }

// value is what a hit of a pattern is worth: some points, and more for each unit of a number above the least that it
// usually has, up to most.
type value struct {
	points float64
	by     Measure
	least  float64
	each   float64
	most   float64
	far    float64 // units of Distance without which it is worth nothing
	// before and after are how many seconds are shown beside the hit: a shot needs its flight, a leap its run-up.
	before, after float64
}

// values are those of docs/manual/patterns.md. What is a whole match, and what nobody can see, is worth nothing.
var values = [KindCount]value{
	Run:        {points: 40, by: Kills, least: 3, each: 15, most: 90, before: 3, after: 2},
	Streak:     {points: 25, by: Kills, least: 5, each: 5, most: 50, before: 3, after: 2},
	Multi:      {points: 35, by: Kills, least: 2, each: 20, most: 60, before: 3, after: 2},
	Midair:     {points: 30, by: Height, least: 0, each: 0.05, most: 20, before: 3, after: 2},
	Flick:      {points: 25, by: Turn, least: 40, each: 0.15, most: 20, before: 2.5, after: 2},
	Quad:       {points: 15, by: Kills, least: 1, each: 8, most: 60, before: 2, after: 2},
	Pent:       {points: 15, by: Kills, least: 1, each: 8, most: 60, before: 2, after: 2},
	Flag:       {points: 30, by: Speed, least: 320, each: 0.05, most: 20, far: 500, before: 2, after: 2},
	Capture:    {points: 15, before: 4, after: 2},
	LastSecond: {points: 20, before: 3, after: 3},
	Discharge:  {points: 15, by: Kills, least: 1, each: 15, most: 60, before: 3, after: 2},
	Telefrag:   {points: 10, before: 3, after: 2},
	Direct:     {points: 8, by: Distance, least: 0, each: 0.005, most: 7, before: 2.5, after: 2},
	RocketJump: {points: 5, by: Rise, least: 128, each: 0.02, most: 10, before: 2, after: 1.5},
	TrickJump:  {points: 5, by: Speed, least: 700, each: 0.02, most: 10, before: 2, after: 1.5},
	Kill:       {points: 2, by: Distance, least: 0, each: 0.001, most: 2, before: 2.5, after: 2},
}

// Filmed reports whether hits of a pattern are worth anything in a film.
func (k Kind) Filmed() bool { return values[k%KindCount].points > 0 }

// others is what part of its points a hit of another than the recorder has where a client recorded the demo:
// most of what he does is out of sight.
const others = 0.5

// besides is what part of its score a hit adds to a better one at the same time.
const besides = 0.25

// quickStreak is how many seconds a kill of a streak takes at most if the streak is worth as much as a run. A run has
// no long pause between two of its kills; a viewer sees five kills in a quarter of a minute either way.
const quickStreak = 4

// value returns what a hit is worth.
func (h *Hit) value() *value {
	if n, known := h.Get(Kills); known && h.Kind == Streak && h.To-h.From <= quickStreak*n {
		return &values[Run]
	}
	return &values[h.Kind%KindCount]
}

// Score returns how much a hit is worth to be seen, 0 for nothing: what docs/manual/patterns.md says of its pattern,
// and a fifth less if a part of it was out of sight.
func (h *Hit) Score() float64 {
	v := h.value()
	score := v.points
	if n, known := h.Get(Distance); known && n < v.far {
		return 0
	}
	if n, known := h.Get(v.by); known && v.each > 0 {
		score += max(0, min(v.most, (n-v.least)*v.each))
	}
	if !h.Seen {
		score *= 0.8
	}
	return math.Round(100*score) / 100
}

// longestHit is how many seconds a hit takes at most that makes a moment: a streak may go on for minutes in
// which little happens, and what it is made of are hits of their own.
const longestHit = 40

// Highlights returns the moments of the hits of a demo that are worth something, in order of time: each
// begins and ends as long before and after its hits as it takes to understand them, within its level, and
// those of one player that overlap are one. Of what is not certain, of what no player did, and of what takes
// longer than anybody watches there is none.
func Highlights(f *Facts, hits []Hit) (list []Highlight) {
	for i := range hits {
		h := &hits[i]
		v := h.value()
		score := h.Score()
		if !h.Judged() || h.Player < 0 || score <= 0 || h.To-h.From > longestHit || h.Level < 0 ||
			h.Level >= len(f.Levels) {
			continue
		}
		level := &f.Levels[h.Level]
		from, to := max(level.Start, h.From-v.before, 0), min(level.End, h.To+v.after)
		if to > from {
			m := Highlight{From: from, To: to, Score: score, Team: f.teamOf(h.Player, h.Name), Hits: []Hit{*h}}
			if f.Recorder >= 0 && h.Player != f.Recorder {
				m.Score *= others
			}
			list = append(list, m)
		}
	}
	// The best first, so that a long chain of small deeds does not become one moment.
	slices.SortStableFunc(list, func(a, b Highlight) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.From, b.From), cmp.Compare(a.Best().Player,
			b.Best().Player), cmp.Compare(a.Best().Kind, b.Best().Kind))
	})
	merged := list[:0:0]
next:
	for _, h := range list {
		for i := range merged {
			if m := &merged[i]; m.take(&h) {
				continue next
			}
		}
		merged = append(merged, h)
	}
	for i := range merged {
		merged[i].Score = math.Round(100*merged[i].Score) / 100
	}
	slices.SortStableFunc(merged, func(a, b Highlight) int {
		return cmp.Or(cmp.Compare(a.From, b.From), compareHighlights(&a, &b))
	})
	return merged
}

// longestMerged is how many seconds a moment has at most that is not one hit alone.
const longestMerged = 20

// take makes a hit a part of a moment that it overlaps, if it is of the same player and the two are not too
// long together, or if it lies within the moment, and reports whether it did.
func (h *Highlight) take(o *Highlight) bool {
	a, b := h.Best(), o.Best()
	from, to := min(h.From, o.From), max(h.To, o.To)
	switch {
	case a.Player != b.Player || a.Level != b.Level || o.From > h.To || h.From > o.To:
		return false
	case to-from <= longestMerged:
		h.From, h.To = from, to
	case b.From < h.From || b.To > h.To:
		return false
	}
	h.Hits = append(h.Hits, *b)
	h.Score += besides * o.Score
	return true
}

// compareHighlights puts the better moment first, and of equal ones that of an earlier demo, an earlier one,
// and that of a lower slot.
func compareHighlights(a, b *Highlight) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Demo, b.Demo), cmp.Compare(a.From, b.From),
		cmp.Compare(a.Best().Player, b.Best().Player))
}

// Choose returns the best moments, up to a count and a sum of their seconds, in the order of their demos and of time:
// those of a film, and those of a report. None of more than [longestMerged] seconds takes more than half of them, so
// that there is more than one. Of those of one demo that overlap, and of one that several demos have, only the best
// is chosen. A moment counts less for each that is chosen already of the same demo and near it, of its player, or of
// its team, so that a film shows a whole match and both of its sides.
func Choose(list []Highlight, seconds float64, count int) (chosen []Highlight) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Highlight) int { return compareHighlights(&a, &b) })
	most := max(longestMerged, seconds/2)
	worth := make([]float64, len(list)) // 0 for those that are chosen, or shown by one that is
	for i := range list {
		worth[i] = list[i].Score
	}
	open := func(i int) bool { return worth[i] > 0 && list[i].To-list[i].From <= min(most, seconds)+1e-9 }
	for len(chosen) < count {
		best := -1
		for i := range list {
			if open(i) && (best < 0 || worth[i] > worth[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		for i := 0; i < best; i++ { // of two that show the same, the better one
			if open(i) && list[i].doubles(&list[best]) {
				best, i = i, -1
			}
		}
		h := &list[best]
		chosen, worth[best] = append(chosen, *h), 0
		seconds -= h.To - h.From
		for i := range list {
			if worth[i] > 0 && list[i].doubles(h) {
				worth[i] = 0
			}
			worth[i] *= list[i].beside(h)
		}
	}
	slices.SortStableFunc(chosen, func(a, b Highlight) int {
		return cmp.Or(cmp.Compare(a.Demo, b.Demo), cmp.Compare(a.From, b.From))
	})
	return chosen
}

// nearby is within how many seconds moments are near each other.
const nearby = 60

// beside returns what part of its worth a moment keeps beside one that is chosen.
func (h *Highlight) beside(chosen *Highlight) float64 {
	if h.Demo != chosen.Demo {
		return 1
	}
	part := 1.0
	switch {
	case h.Best().Name == chosen.Best().Name:
		part = 0.6
	case h.Team != "" && h.Team == chosen.Team:
		part = 0.8
	}
	if gap := max(h.From-chosen.To, chosen.From-h.To, 0); gap < nearby {
		part *= 0.75 + 0.25*gap/nearby
	}
	return part
}

// Least returns how many seconds [Choose] must have for one of moments at least, 0 if there is none.
func Least(list []Highlight) (seconds float64) {
	for i := range list {
		length := list[i].To - list[i].From
		if length > longestMerged {
			length *= 2
		}
		if i == 0 || length < seconds {
			seconds = length
		}
	}
	return seconds
}

// doubles reports whether two moments show the same: at the same time of one demo, or the same deeds, as
// recordings of one match by several have them.
func (h *Highlight) doubles(o *Highlight) bool {
	if h.Demo == o.Demo {
		return h.From < o.To && o.From < h.To
	}
	a, b := h.Best(), o.Best()
	// Recordings of one match differ by when their packets came.
	const apart = 0.3
	if a.Kind != b.Kind || a.Map != b.Map || a.Name != b.Name || a.Weapon != b.Weapon || a.Item != b.Item ||
		!slices.Equal(a.Victims, b.Victims) ||
		math.Abs((a.To-a.From)-(b.To-b.From)) > apart {
		return false
	}
	left, known := a.Get(Left)
	other, too := b.Get(Left)
	if known && too {
		return math.Abs(left-other) <= 2
	}
	return len(a.Victims) > 1 // that one kills another in the same way happens again
}
