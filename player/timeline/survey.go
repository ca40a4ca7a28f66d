package timeline

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"demoscope/formats/message"
	"demoscope/internal/fault"
	"demoscope/internal/yield"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/world"
)

// CellSize is the edge length of a cell of the walked area, in units: the width of a player.
const CellSize = survey.HeatSize

// Walked is the walked area of a level.
type Walked = survey.Walked

// renewEvery is the minimum interval between publications of what must be copied.
const renewEvery = 200 * time.Millisecond

// growingEvery is the interval at which surveys are published at the end of a growing demo, because each
// publication causes a new reconstruction.
const growingEvery = 10 * time.Second

// noWalked is the walked area of a level without players.
var noWalked = &Walked{}

// levelWalk is the walked area of one level.
type levelWalk struct {
	walk  *survey.Walk // nil before the first player, and after the end of the level
	sum   *Walked      // set at the end of the level
	ended bool         // will not change
}

// seen reports whether there are players or a camera whose path can be recorded.
func seen(w *world.World) bool { return len(w.Players) > 0 || w.View.Known }

// frame processes a frame.
func (k *levelWalk) frame(w *world.World, b *survey.Budget) {
	if k.walk == nil {
		if !seen(w) {
			return
		}
		if k.walk = survey.NewWalk(w.Game, b); k.walk == nil {
			return
		}
	}
	k.walk.Frame(w)
}

// end ends the level.
func (k *levelWalk) end() {
	k.ended, k.sum = true, noWalked
	if k.walk != nil {
		k.walk.Finish()
		k.sum, k.walk = k.walk.Walked(), nil
	}
}

// published returns the area so far, for readers, and the number of bytes copied for it.
func (k *levelWalk) published() (sum *Walked, copied int64) {
	switch {
	case k.ended:
		return k.sum, 0
	case k.walk == nil:
		return noWalked, 0
	}
	w := k.walk.Walked()
	return &Walked{Points: slices.Clone(w.Points), Counts: slices.Clone(w.Counts), Stood: slices.Clone(w.Stood)},
		w.Memory()
}

// Walked returns the walked area of a level, by its index in [Timeline.Levels], or nil if nothing is known yet. It is
// gathered with the surveys: see [Timeline.Survey]. Later calls return a different pointer if more is known.
func (t *Timeline) Walked(level int) *Walked {
	k := &t.surveys
	if t.options.Surveys == nil {
		return nil
	}
	t.BeginSurveys()
	k.mu.RLock()
	defer k.mu.RUnlock()
	if level < 0 || level >= len(k.walked) {
		return nil
	}
	return k.walked[level]
}

// surveys holds the surveys and the walked areas of the levels. They cost more than the rest of the index, and only
// demos with missing maps and the heat map need them, so a separate pass gathers them on request.
type surveys struct {
	once sync.Once     // starts the pass, or prevents it from starting
	done chan struct{} // closed at the end of the pass
	read atomic.Int64  // bytes of the demo
	held atomic.Int64  // bytes of all surveys, including the readers' copies

	mu       sync.RWMutex
	list     []*survey.Survey // by level, after that of what comes before the first level
	walked   []*Walked        // by level
	complete bool
	fail     error
}

// Surveyor is the [scan.Listener] that gathers the surveys of a demo's levels.
type Surveyor struct {
	budget *survey.Budget
	levels []levelSurvey // the first is for what comes before the first level, in a demo without its beginning
	begun  int
	frame  float64
}

// NewSurveyor returns a surveyor for a demo of size bytes. Its surveys take at most half of the memory that
// those of an index may take.
func NewSurveyor(size int64) *Surveyor { return newSurveyor(surveyMemory(defaultMemory(size), size)) }

// newSurveyor returns a surveyor for surveys with the given memory in bytes, half of which is for a copy.
func newSurveyor(memory int64) *Surveyor {
	return &Surveyor{budget: survey.NewBudget(memory / 2), levels: make([]levelSurvey, 1)}
}

// surveyPass is the state of the pass that gathers surveys and walked areas, on its goroutine.
type surveyPass struct {
	*Surveyor
	walks     []*levelWalk   // by level
	ground    *survey.Budget // for all walks
	t         *Timeline
	cursor    *scan.Cursor
	whole     bool // the demo has been read to its end
	published time.Time
	pacer     yield.Pacer
}

// levelSurvey is the survey of one level.
type levelSurvey struct {
	count  int            // [world.State.LevelCount]
	survey *survey.Survey // nil before the first player
	start  scan.Beginning // as in [Level]
	ended  bool           // will not change
}

// surveyBytes is the memory for surveys per byte of the demo, three times what real demos need. leastSurvey is
// the minimum, in bytes.
const surveyBytes, leastSurvey = 64, 1 << 20

// walkedBytes and leastWalked are the same for walked areas.
const walkedBytes, leastWalked = 16, 1 << 20

// surveyMemory returns the memory for surveys in bytes, including the readers' copies.
func (t *Timeline) surveyMemory() int64 {
	if t.options.Surveys == nil {
		return 0
	}
	return surveyMemory(t.options.Memory, t.size.Load())
}

// surveyMemory returns the memory for the surveys of a demo of size bytes, given that of its index.
func surveyMemory(index, size int64) int64 {
	return min(index/share, max(leastSurvey, surveyBytes*size))
}

// walkedMemory returns the memory for walked areas in bytes, including the readers' copies.
func (t *Timeline) walkedMemory() int64 {
	if t.options.Surveys == nil {
		return 0
	}
	return min(t.options.Memory/walkedShare, max(leastWalked, walkedBytes*t.size.Load()))
}

// BeginSurveys starts to gather the surveys for [Timeline.Survey] in the background, unless that has begun.
// Without [Options].Surveys it does nothing.
func (t *Timeline) BeginSurveys() {
	if t.options.Surveys != nil {
		t.surveys.once.Do(func() { go t.gatherSurveys() })
	}
}

// stopSurveys waits until the pass has ended, or prevents it from starting.
func (t *Timeline) stopSurveys() {
	t.surveys.once.Do(func() { close(t.surveys.done) })
	<-t.surveys.done
}

func (t *Timeline) gatherSurveys() {
	k := &t.surveys
	defer close(k.done)
	p := &surveyPass{t: t, Surveyor: newSurveyor(t.surveyMemory()), ground: survey.NewBudget(t.walkedMemory() / 2)}
	p.pacer.Begin()
	defer p.pacer.End()
	fail := fault.Guard("gathering the shape of the level", func() {
		p.cursor = scan.NewCursor(t.format, t.options.Surveys())
		for !t.stop.Load() {
			switch p.cursor.Next() {
			case nil:
				p.packet()
				p.pacer.Step()
			case message.ErrGrowing:
				k.read.Store(p.cursor.Offset())
				if time.Since(p.published) > growingEvery {
					p.publish()
				}
				p.pacer.Wait(func() { t.wait(p.cursor) })
			default:
				p.whole = true
				return
			}
		}
	})
	if end := fault.Guard("gathering the shape of the level", func() { p.finish(); p.publish() }); fail == nil {
		fail = end
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.fail, k.complete = fail, !t.stop.Load()
	if k.complete {
		k.read.Store(t.size.Load())
	}
}

// packet processes the last packet, and publishes the surveys at intervals.
func (p *surveyPass) packet() {
	w, frame := p.cursor.World, p.frame
	p.Packet(p.cursor)
	for len(p.walks)+1 < len(p.levels) {
		p.endWalk()
		p.walks = append(p.walks, &levelWalk{})
	}
	if n := len(p.walks); p.frame != frame && n > 0 && w.LevelCount <= MaxLevels {
		p.walks[n-1].frame(w, p.ground)
	}
	if p.cursor.World.Block%publishEvery == 0 {
		p.t.surveys.read.Store(p.cursor.Offset())
		if time.Since(p.published) > renewEvery {
			p.publish()
		}
	}
}

// endWalk ends the walked area of the last level.
func (p *surveyPass) endWalk() {
	if n := len(p.walks); n > 0 && !p.walks[n-1].ended {
		p.walks[n-1].end()
	}
}

// finish ends the survey and the walked area of the last level.
func (p *surveyPass) finish() {
	p.Finish()
	p.endWalk()
}

// Needs implements [scan.Listener].
func (p *Surveyor) Needs() scan.Needs { return scan.Entities | scan.Fleeting }

// Packet implements [scan.Listener].
func (p *Surveyor) Packet(c *scan.Cursor) {
	w := c.World
	if w.LevelCount != p.begun {
		if p.begun = w.LevelCount; p.begun <= MaxLevels {
			p.Finish()
			p.levels = append(p.levels, levelSurvey{count: w.LevelCount})
		}
	}
	l := &p.levels[len(p.levels)-1]
	l.start.Packet(w)
	if w.FrameClock != p.frame {
		p.frame = w.FrameClock
		if w.LevelCount <= MaxLevels {
			l.frame(w, p.budget)
		}
	}
}

// frame processes a frame.
func (l *levelSurvey) frame(w *world.World, b *survey.Budget) {
	if l.survey == nil {
		if !seen(w) {
			return
		}
		if l.survey = survey.New(w.Game, b); l.survey == nil {
			return
		}
	}
	l.survey.Frame(w)
}

// Of returns the survey of a level by its [world.State.LevelCount], after the last packet, or nil.
func (p *Surveyor) Of(count int) *survey.Survey {
	for i := range p.levels {
		if l := &p.levels[i]; l.count == count {
			return l.survey
		}
	}
	return nil
}

// Finish ends the survey of the last level.
func (p *Surveyor) Finish() {
	l := &p.levels[len(p.levels)-1]
	if !l.ended && l.survey != nil {
		l.survey.Finish()
	}
	l.ended = true
}

// publish makes copies of the surveys and walked areas visible to readers.
func (p *surveyPass) publish() {
	k := &p.t.surveys
	list, walked := make([]*survey.Survey, 0, len(p.levels)), make([]*Walked, 0, len(p.walks))
	held := p.budget.Used + p.ground.Used
	for i := range p.levels {
		l := &p.levels[i]
		if i == len(p.levels)-1 && !l.start.Shown && !p.whole {
			continue
		}
		s := l.survey
		if s != nil && !l.ended {
			s = s.Clone()
			held += s.Memory()
		}
		list = append(list, s)
		if i > 0 && i <= len(p.walks) {
			area, copied := p.walks[i-1].published()
			walked, held = append(walked, area), held+copied
		}
	}
	k.held.Store(held)
	k.mu.Lock()
	k.list, k.walked = list, walked
	k.mu.Unlock()
	p.published = time.Now()
}

// Survey returns the survey of a level, by its index in [Timeline.Levels], or -1 for what comes before the first one in
// a demo without its beginning. It returns nil if nothing is known yet, or without [Options].Surveys. The result must
// not be changed; any goroutine may build it. The first call starts to gather the surveys in the background, from the
// beginning of the demo. Later calls return a different pointer if more is known.
func (t *Timeline) Survey(level int) *survey.Survey {
	k := &t.surveys
	if t.options.Surveys == nil {
		return nil
	}
	t.BeginSurveys()
	k.mu.RLock()
	defer k.mu.RUnlock()
	if level < -1 || level+1 >= len(k.list) {
		return nil
	}
	return k.list[level+1]
}

// WaitSurveys waits until [Timeline.Survey] knows all levels.
func (t *Timeline) WaitSurveys() {
	if t.options.Surveys != nil {
		t.BeginSurveys()
		<-t.surveys.done
	}
}

// Surveyed returns the fraction of the demo that surveys cover, 0 to 1, and whether the survey of a level, by
// its index in [Timeline.Levels], is complete.
func (t *Timeline) Surveyed(level int) (part float64, whole bool) {
	k := &t.surveys
	k.mu.RLock()
	defer k.mu.RUnlock()
	return min(1, float64(k.read.Load())/float64(t.size.Load())), k.complete || level+2 < len(k.list)
}
