package timeline

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"demoscope/formats/message"
	"demoscope/internal/breath"
	"demoscope/internal/fault"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/world"
)

// CellSize is the edge of a cell of walked ground, in units: a player's width.
const CellSize = survey.HeatSize

// Walked is the ground of one level that players have walked on.
type Walked = survey.Walked

// walkedEvery is how often walked ground and surveys are published while they are gathered.
const walkedEvery = 200 * time.Millisecond

// growingEvery is how often surveys are published at the end of a demo that grows: from each the level is built anew.
const growingEvery = 10 * time.Second

// noWalked is the walked ground of a level on which nobody was seen.
var noWalked = &Walked{}

// levelWalk is the walked ground of one level.
type levelWalk struct {
	walk  *survey.Walk // nil until a player was seen, and once it has ended
	sum   *Walked      // once it has ended
	ended bool         // it does not change any more
}

// seen reports whether a world shows somebody who may leave a path.
func seen(w *world.World) bool { return len(w.Players) > 0 || w.View.Known }

// frame adds a frame.
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

// published returns the ground so far, for readers, and how many bytes were copied for it.
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

// surveys are what is known of the shapes of the levels. They cost as much as the rest of the
// index, and only a demo whose maps are missing needs them, so a pass of its own gathers them
// once they are asked for.
type surveys struct {
	once sync.Once     // begins the pass, or ends that it may begin
	done chan struct{} // closed when it has ended
	read atomic.Int64  // bytes of the demo
	held atomic.Int64  // bytes of all surveys, with the copies that readers have

	mu       sync.RWMutex
	list     []*survey.Survey // by level
	complete bool
	fail     error
}

// Surveyor is the [scan.Listener] that gathers the surveys of the levels of a demo.
type Surveyor struct {
	budget *survey.Budget
	levels []levelSurvey
	begun  int
	frame  float64
}

// NewSurveyor returns a surveyor before the first packet of a demo of size bytes. Its surveys take no more than half of
// what those of an index may.
func NewSurveyor(size int64) *Surveyor { return newSurveyor(surveyMemory(defaultMemory(size), size)) }

// newSurveyor returns a surveyor for surveys of some bytes, and as many for a copy of them.
func newSurveyor(memory int64) *Surveyor { return &Surveyor{budget: survey.NewBudget(memory / 2)} }

// surveyPass is the state of the pass that gathers surveys, on its goroutine.
type surveyPass struct {
	*Surveyor
	t         *Timeline
	cursor    *scan.Cursor
	whole     bool // the demo has been read to its end
	published time.Time
	breath    breath.Breath
}

// levelSurvey is the survey of one level.
type levelSurvey struct {
	count  int            // [world.State.LevelCount]
	survey *survey.Survey // nil until a player was seen
	start  scan.Beginning // as that of a [Level]
	ended  bool           // it does not change any more
}

// surveyBytes is how many bytes surveys may hold for each byte of the demo, three times as many
// as any real one needs, and leastSurvey what they may hold in any case.
const surveyBytes, leastSurvey = 64, 1 << 20

// surveyMemory returns how many bytes surveys may hold, with the copies that readers have.
func (t *Timeline) surveyMemory() int64 {
	if t.options.Surveys == nil {
		return 0
	}
	return surveyMemory(t.options.Memory, t.size.Load())
}

// surveyMemory returns how many bytes the surveys of a demo of size bytes may hold, of those of its index.
func surveyMemory(index, size int64) int64 {
	return min(index/share, max(leastSurvey, surveyBytes*size))
}

// BeginSurveys begins to gather what [Timeline.Survey] returns, unless that has begun, beside the
// index; without [Options].Surveys it does nothing.
func (t *Timeline) BeginSurveys() {
	if t.options.Surveys != nil {
		t.surveys.once.Do(func() { go t.gatherSurveys() })
	}
}

// stopSurveys waits until the pass has ended, which does not begin any more.
func (t *Timeline) stopSurveys() {
	t.surveys.once.Do(func() { close(t.surveys.done) })
	<-t.surveys.done
}

func (t *Timeline) gatherSurveys() {
	k := &t.surveys
	defer close(k.done)
	p := &surveyPass{t: t, Surveyor: newSurveyor(t.surveyMemory())}
	p.breath.Begin()
	defer p.breath.End()
	fail := fault.Guard("gathering the shape of the level", func() {
		p.cursor = scan.NewCursor(t.format, t.options.Surveys())
		for !t.stop.Load() {
			switch p.cursor.Next() {
			case nil:
				p.packet()
				p.breath.Step()
			case message.ErrGrowing:
				k.read.Store(p.cursor.Offset())
				if time.Since(p.published) > growingEvery {
					p.publish()
				}
				p.breath.Wait(func() { t.wait(p.cursor) })
			default:
				p.whole = true
				return
			}
		}
	})
	if end := fault.Guard("gathering the shape of the level", func() { p.Finish(); p.publish() }); fail == nil {
		fail = end
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.fail, k.complete = fail, !t.stop.Load()
	if k.complete {
		k.read.Store(t.size.Load())
	}
}

// packet adds what the last packet changed, and publishes it now and then.
func (p *surveyPass) packet() {
	p.Packet(p.cursor)
	if p.cursor.World.Block%publishEvery == 0 {
		p.t.surveys.read.Store(p.cursor.Offset())
		if time.Since(p.published) > walkedEvery {
			p.publish()
		}
	}
}

// Needs implements [scan.Listener].
func (p *Surveyor) Needs() scan.Needs { return scan.Entities | scan.Fleeting }

// Packet adds what the last packet changed.
func (p *Surveyor) Packet(c *scan.Cursor) {
	w := c.World
	if w.LevelCount != p.begun {
		if p.begun = w.LevelCount; p.begun <= MaxLevels {
			p.Finish()
			p.levels = append(p.levels, levelSurvey{count: w.LevelCount})
		}
	}
	if n := len(p.levels); n > 0 {
		l := &p.levels[n-1]
		l.start.Packet(w)
		if w.FrameClock != p.frame {
			p.frame = w.FrameClock
			if w.LevelCount <= MaxLevels {
				l.frame(w, p.budget)
			}
		}
	}
}

// frame adds a frame.
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

// Of returns the survey of a level by its [world.State.LevelCount], behind the last packet; nil if nothing is known of
// it.
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
	n := len(p.levels)
	if n == 0 || p.levels[n-1].ended {
		return
	}
	l := &p.levels[n-1]
	if l.ended = true; l.survey != nil {
		l.survey.Finish()
	}
}

// publish makes what was gathered visible to readers, who must not see what is still changed.
func (p *surveyPass) publish() {
	k := &p.t.surveys
	list := make([]*survey.Survey, 0, len(p.levels))
	held := p.budget.Used
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
	}
	k.held.Store(held)
	k.mu.Lock()
	k.list = list
	k.mu.Unlock()
	p.published = time.Now()
}

// Survey returns what is known of the shape of a level, by its index in [Timeline.Levels]; nil
// if that is nothing yet, or without [Options].Surveys. It must not be changed, and may be built
// on any goroutine. From the first call on it is gathered beside, from the demo's beginning: a
// later call returns another pointer if more is known.
func (t *Timeline) Survey(level int) *survey.Survey {
	k := &t.surveys
	if t.options.Surveys == nil {
		return nil
	}
	t.BeginSurveys()
	k.mu.RLock()
	defer k.mu.RUnlock()
	if level < 0 || level >= len(k.list) {
		return nil
	}
	return k.list[level]
}

// WaitSurveys waits until [Timeline.Survey] knows all levels.
func (t *Timeline) WaitSurveys() {
	if t.options.Surveys != nil {
		t.BeginSurveys()
		<-t.surveys.done
	}
}

// Surveyed returns of how much of the demo surveys are known, 0 to 1, and whether that of a
// level, by its index in [Timeline.Levels], is whole.
func (t *Timeline) Surveyed(level int) (part float64, whole bool) {
	k := &t.surveys
	k.mu.RLock()
	defer k.mu.RUnlock()
	return min(1, float64(k.read.Load())/float64(t.size.Load())), k.complete || level+1 < len(k.list)
}
