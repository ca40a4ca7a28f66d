package pattern

import (
	"cmp"
	"math"
	"slices"
)

// Highlight is a moment worth filming: a hit, and other hits of the same player around it.
type Highlight struct {
	Demo     int     // index of the demo, set by the caller of [Choose]
	From, To float64 // what is shown, viewer's time in seconds
	Score    float64
	Team     string // the player's team in the game's charset; empty if unknown
	Hits     []Hit  // best first
}

// Best returns the best hit, for which the moment was chosen.
func (h *Highlight) Best() *Hit { return &h.Hits[0] }

// value is the score of a kind of hit: fixed points, plus each points per unit by which a number exceeds least,
// up to most.
type value struct {
	points float64
	by     Measure
	least  float64
	each   float64
	most   float64
	far    float64 // minimum Distance in units; a shorter hit scores 0
	// before and after are the seconds shown before and after the hit: a shot needs its flight, a jump its
	// run-up.
	before, after float64
}

// values are the scores in docs/manual/patterns.md. Kinds that span a whole match, or that cannot be seen,
// score 0.
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

// Filmed reports whether hits of kind k can be part of a film.
func (k Kind) Filmed() bool { return values[k%KindCount].points > 0 }

// othersFactor is the factor for hits of players other than the recorder in client recordings, where most of their
// play is out of sight.
const othersFactor = 0.5

// mergedShare is the fraction of its score that a hit adds to a better hit at the same time.
const mergedShare = 0.25

// quickStreak is the maximum average time per kill, in seconds, for a streak to score like a run. A run has no
// long pause between two kills, but viewers see little difference between five kills in a run and in a quick
// streak.
const quickStreak = 4

// value returns the scoring of the hit.
func (h *Hit) value() *value {
	if n, known := h.Get(Kills); known && h.Kind == Streak && h.To-h.From <= quickStreak*n {
		return &values[Run]
	}
	return &values[h.Kind%KindCount]
}

// Score returns the score of a hit, 0 if it is not worth showing: the value in docs/manual/patterns.md, less a
// fifth if a part was out of sight.
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

// longestHit is the maximum duration of a hit that makes a highlight, in seconds. A streak can last for minutes
// in which little happens; its parts are hits of their own.
const longestHit = 40

// Highlights returns the highlights among the hits of a demo, in order of time. Each starts and ends early and
// late enough to be understood, within its level. Overlapping highlights of one player are merged. Uncertain
// hits, hits without a player, and hits longer than longestHit are left out.
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
				m.Score *= othersFactor
			}
			list = append(list, m)
		}
	}
	// The best first, so that a long chain of minor hits does not become one highlight.
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

// longestMerged is the maximum duration of a merged highlight, in seconds.
const longestMerged = 20

// take merges o into h and reports whether it did. It does so if they overlap, are of the same player, and are
// short enough together, or if o lies within h.
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
	h.Score += mergedShare * o.Score
	return true
}

// compareHighlights orders by score, best first, then by demo, time and slot.
func compareHighlights(a, b *Highlight) int {
	return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Demo, b.Demo), cmp.Compare(a.From, b.From),
		cmp.Compare(a.Best().Player, b.Best().Player))
}

// Choose returns the best highlights of list, at most count and at most the given seconds in total, ordered by
// demo and time. It serves films and reports. A highlight longer than [longestMerged] may take at most half of
// the time, so that there is more than one. Of overlapping highlights of one demo, and of duplicates from
// several demos, only the best is chosen. Each chosen highlight lowers the scores of others of its player, of
// its team, and near it in the same demo, so that a film shows a whole match and both sides.
func Choose(list []Highlight, seconds float64, count int) (chosen []Highlight) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Highlight) int { return compareHighlights(&a, &b) })
	most := max(longestMerged, seconds/2)
	worth := make([]float64, len(list)) // 0 for highlights that are chosen or duplicate a chosen one
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
		for i := 0; i < best; i++ { // of two duplicates, take the better one
			if open(i) && list[i].duplicates(&list[best]) {
				best, i = i, -1
			}
		}
		h := &list[best]
		chosen, worth[best] = append(chosen, *h), 0
		seconds -= h.To - h.From
		for i := range list {
			if worth[i] > 0 && list[i].duplicates(h) {
				worth[i] = 0
			}
			worth[i] *= list[i].repeatFactor(h)
		}
	}
	slices.SortStableFunc(chosen, func(a, b Highlight) int {
		return cmp.Or(cmp.Compare(a.Demo, b.Demo), cmp.Compare(a.From, b.From))
	})
	return chosen
}

// nearby is the time in seconds within which highlights are near each other.
const nearby = 60

// repeatFactor returns the factor for the score of a highlight once chosen is part of the selection.
func (h *Highlight) repeatFactor(chosen *Highlight) float64 {
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

// Least returns the minimum time in seconds that [Choose] needs to choose any highlight, 0 if there is none.
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

// duplicates reports whether two highlights show the same: they overlap in one demo, or have the same hit in
// several recordings of one match.
func (h *Highlight) duplicates(o *Highlight) bool {
	if h.Demo == o.Demo {
		return h.From < o.To && o.From < h.To
	}
	a, b := h.Best(), o.Best()
	// Recordings of one match differ by the arrival times of their packets.
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
	return len(a.Victims) > 1 // the same player killing another with the same weapon is not unique
}
