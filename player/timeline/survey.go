package timeline

import (
	"slices"
	"time"

	"demoscope/player/survey"
	"demoscope/player/world"
)

// CellSize is the edge of a cell of walked ground, in units: a player's width.
const CellSize = survey.HeatSize

// Walked is the ground of one level that players have walked on.
type Walked = survey.Walked

// surveyEvery is how often walked ground and surveys are published while the pass runs.
const surveyEvery = 200 * time.Millisecond

// noWalked is the walked ground of a level on which nobody was seen.
var noWalked = &Walked{}

// levelSurvey is the survey of one level.
type levelSurvey struct {
	survey *survey.Survey // nil until a player was seen
	walked *Walked        // once it has ended
	ended  bool           // it does not change any more
}

// frame adds a frame.
func (k *levelSurvey) frame(w *world.World, b *survey.Budget) {
	if k.survey == nil {
		if len(w.Players) == 0 && !w.View.Known {
			return
		}
		if k.survey = survey.New(w.Game, b); k.survey == nil {
			return
		}
	}
	k.survey.Frame(w)
}

// end ends the level.
func (k *levelSurvey) end() {
	k.ended, k.walked = true, noWalked
	if k.survey != nil {
		k.survey.Finish()
		k.walked = k.survey.Walked()
	}
}

// publishedWalked returns the ground so far, for readers.
func (k *levelSurvey) publishedWalked() *Walked {
	switch {
	case k.ended:
		return k.walked
	case k.survey == nil:
		return noWalked
	}
	w := k.survey.Walked()
	return &Walked{Points: slices.Clone(w.Points), Counts: slices.Clone(w.Counts), Stood: slices.Clone(w.Stood)}
}

// published returns the survey so far, for readers, and how many bytes were copied for it.
func (k *levelSurvey) published() (s *survey.Survey, copied int64) {
	if k.ended || k.survey == nil {
		return k.survey, 0
	}
	return k.survey.Clone(), k.survey.Memory()
}

// Walked returns the walked ground of a level, by its index in [Timeline.Levels],
// as far as the demo has been read; nil if there is none. A later call returns
// another pointer if more is known.
func (t *Timeline) Walked(level int) *Walked {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if level < 0 || level >= len(t.walked) {
		return nil
	}
	return t.walked[level]
}

// Survey returns what is known of the shape of a level, by its index in [Timeline.Levels], as
// far as the demo has been read; nil if that is nothing yet. It must not be changed, and may
// be built on any goroutine. From the first call on it is published while the pass runs: a
// later call returns another pointer if more is known.
func (t *Timeline) Survey(level int) *survey.Survey {
	t.surveysWanted.Store(true)
	t.mu.RLock()
	defer t.mu.RUnlock()
	if level < 0 || level >= len(t.surveys) {
		return nil
	}
	return t.surveys[level]
}
