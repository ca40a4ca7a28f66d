package pattern

import (
	"slices"
	"sort"

	"demoscope/player/match"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// findMatches sets f.Matches: the matches with a result, and the levels that have frames but no result. Such a
// level ends with its intermission.
func (f *Facts) findMatches() {
	numbers := match.Numbering(f.Results)
	for l := range f.Levels {
		level, before := &f.Levels[l], len(f.Matches)
		if level.Empty {
			continue
		}
		for i := range f.Results {
			if f.Results[i].Level == level.Count {
				from, to := f.Span(i)
				f.Matches = append(f.Matches, Match{Start: from, End: to, Last: f.Results[i].Last, Level: l,
					Ends: f.Results[i].Complete, Number: numbers[i]})
			}
		}
		if len(f.Matches) > before {
			continue
		}
		m := Match{Start: level.Start, End: level.End, Level: l}
		for _, e := range f.between(level.Start, level.End, l == len(f.Levels)-1) {
			if e.Kind == world.EventIntermission {
				m.End, m.Ends = e.Clock, true
				break
			}
		}
		f.Matches = append(f.Matches, m)
	}
}

// Number returns the number of the match of a result, by its index in Results: see [match.Numbering].
func (f *Facts) Number(result int) int { return match.Numbering(f.Results)[result] }

// timed reports whether the demo contains the end of the match, and the match lasted until its time limit.
func (m *Match) timed() bool { return m.Ends && !m.Early }

// MatchAt returns the index of the match at a time, -1 if there is none. A match includes what the game counts
// after its end.
func (f *Facts) MatchAt(clock float64) int {
	after := sort.Search(len(f.Matches), func(i int) bool { return f.Matches[i].Start > clock })
	for i := after - 1; i >= 0 && i >= after-2; i-- { // a match may begin when another ends
		if clock <= max(f.Matches[i].End, f.Matches[i].Last) {
			return i
		}
	}
	return -1
}

// Span returns the start and the end, in viewer's seconds, of the match of a result, by its index in Results. A
// bound that the demo does not contain is that of the level or of the neighboring match. The span is empty if
// the match was over when the recording began.
func (f *Facts) Span(result int) (from, to float64) {
	r := &f.Results[result]
	from, to = r.Start, r.End
	if l := slices.IndexFunc(f.Levels, func(l Level) bool { return l.Count == r.Level }); l >= 0 {
		if from < 0 {
			from = max(f.Levels[l].Start, 0)
			if result > 0 && f.Results[result-1].Level == r.Level {
				from = max(from, f.Results[result-1].End)
			}
		}
		if to < 0 {
			to = f.Levels[l].End
			if next := result + 1; next < len(f.Results) && f.Results[next].Level == r.Level &&
				f.Results[next].Start >= 0 {
				to = min(to, f.Results[next].Start)
			}
		}
	}
	if r.Before() {
		to = from
	}
	return from, max(from, to)
}

// Counted returns the matches whose end is in the demo, with everything that happened in them. If there is
// none, it returns the last, incomplete one.
func (f *Facts) Counted() (list []*match.Match) {
	for i := range f.Results {
		if f.Results[i].Complete || i == len(f.Results)-1 && len(list) == 0 {
			m := match.Of(f.Game, &f.Results[i])
			from, to := f.Span(i)
			m.Count(f.Events, f.Scores, from, to, f.Recorder, f.Whole)
			list = append(list, m)
		}
	}
	return list
}

// LevelAt returns the index of the level at a time, -1 if there is none.
func (f *Facts) LevelAt(clock float64) int {
	after := sort.Search(len(f.Levels), func(i int) bool { return f.Levels[i].Start > clock })
	return max(after-1, min(0, len(f.Levels)-1))
}

// between returns the events in the half-open interval from from to to, or to the end of the demo if last is
// set.
func (f *Facts) between(from, to float64, last bool) []timeline.Event {
	begin := sort.Search(len(f.Events), func(i int) bool { return f.Events[i].Clock >= from })
	end := sort.Search(len(f.Events), func(i int) bool { return f.Events[i].Clock >= to })
	if last {
		end = len(f.Events)
	}
	return f.Events[begin:max(begin, end)]
}
