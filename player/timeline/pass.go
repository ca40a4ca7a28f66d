package timeline

import "time"

// publishEvery is how many packets are read before their clocks and events are
// published: often enough for a smooth bar, seldom enough to cost nothing.
const publishEvery = 256

// pass is the state of the pass over a demo, on its goroutine.
type pass struct {
	t      *Timeline
	cursor *Cursor

	// fresh are keyframes that may still need earlier frames, which later packets
	// refer to; they are published when no later packet can refer to any.
	fresh []Keyframe
	last  int64 // offset of the last keyframe
	// spacing grows when memory is short.
	spacing int64

	clocks []float64
	events gatherer
	levels []Level
	begun  int // levels begun so far

	walkers   []*walker // by level
	frame     float64   // FrameClock of the frame looked at last
	published time.Time // when walked ground was last published
}

func (t *Timeline) run(c *Cursor) {
	defer close(t.done)
	p := &pass{t: t, cursor: c, spacing: t.options.Spacing, events: newGatherer()}
	for !t.stop.Load() {
		if c.Next() != nil {
			break
		}
		p.packet()
	}
	p.settle(true)
	p.publish(true)
	t.mu.Lock()
	t.complete = !t.stop.Load()
	t.mu.Unlock()
	if t.complete {
		t.read.Store(t.size)
	}
}

// packet adds what the last packet changed.
func (p *pass) packet() {
	w := p.cursor.World
	p.clocks = append(p.clocks, w.FrameClock)
	if w.LevelCount != p.begun {
		p.begun = w.LevelCount
		p.levels = append(p.levels, Level{Start: -1})
		p.walkers = append(p.walkers, newWalker())
	}
	if n := len(p.levels); n > 0 {
		l := &p.levels[n-1]
		if l.Start < 0 && w.FrameClock == w.Clock && len(w.Entities)+len(w.Players) > 0 {
			l.Start = w.FrameClock
		}
		if w.FrameClock != p.frame {
			p.frame = w.FrameClock
			p.walkers[n-1].frame(w)
		}
		if m := w.Level(); l.Map != m.Map || l.Title != m.Title {
			l.Map, l.Title = m.Map, m.Title
		}
	}
	p.events.packet(w)
	if key, ok := w.Base(); ok {
		for i := range p.fresh {
			p.fresh[i].World.AddBase(w, key)
		}
	}
	mark := p.cursor.Mark()
	p.t.read.Store(mark.Offset)
	if w.Block >= 0 && mark.Offset-p.last >= p.spacing && !p.cursor.more() {
		p.last = mark.Offset
		p.fresh = append(p.fresh, Keyframe{Mark: p.cursor.Mark(), World: w.Clone()})
	}
	if w.Block%publishEvery == 0 {
		p.settle(false)
		p.publish(false)
	}
}

// settle publishes the keyframes that need no more earlier frames, or all.
func (p *pass) settle(all bool) {
	n := 0
	for n < len(p.fresh) && (all || p.cursor.World.Block-p.fresh[n].Mark.Block > ringDepth) {
		n++
	}
	if n == 0 {
		return
	}
	t := p.t
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range p.fresh[:n] {
		t.keyframes = append(t.keyframes, k)
		t.memory += k.World.Memory()
	}
	p.fresh = append(p.fresh[:0], p.fresh[n:]...)
	for t.memory > t.options.Memory && len(t.keyframes) > 1 {
		p.thin()
	}
}

// thin drops every second keyframe.
func (p *pass) thin() {
	t := p.t
	kept := make([]Keyframe, 0, len(t.keyframes)/2)
	t.memory = 0
	for i := 1; i < len(t.keyframes); i += 2 {
		kept = append(kept, t.keyframes[i])
		t.memory += t.keyframes[i].World.Memory()
	}
	t.keyframes = kept
	p.spacing *= 2
}

// publish makes what was found visible to readers. Walked ground, which has to be
// copied, is published only now and then, or if all is set.
func (p *pass) publish(all bool) {
	t := p.t
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clocks = append(t.clocks, p.clocks...)
	p.clocks = p.clocks[:0]
	t.events = p.events.take(t.events, all)
	t.duration = p.cursor.World.Clock
	t.damage = p.cursor.Damage
	// Readers hold the old slice: the levels are few, so they get a new one.
	levels := make([]Level, 0, len(p.levels))
	walked := make([]*Walked, 0, len(p.levels))
	renew := all || time.Since(p.published) > walkedEvery
	for i, l := range p.levels {
		if l.Start < 0 {
			continue
		}
		if renew {
			walked = append(walked, p.walkers[i].copy())
		}
		if n := len(levels); n > 0 {
			levels[n-1].End = l.Start
		}
		l.End = t.duration
		levels = append(levels, l)
	}
	t.levels = levels
	if renew {
		t.walked = walked
		p.published = time.Now()
	}
}
