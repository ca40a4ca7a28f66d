package timeline

import (
	"math"
	"slices"
	"time"

	"demoscope/formats/message"
	"demoscope/internal/fault"
	"demoscope/internal/yield"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// publishEvery is the number of packets between publications of clocks and events: often enough for a smooth
// progress bar, and rarely enough to cost nothing.
const publishEvery = 256

// pass is the state of the pass over a demo, on its goroutine.
type pass struct {
	t      *Timeline
	cursor *scan.Cursor

	clocks []float64
	// times is the number of frame times, including published ones. Only one of every frames is kept; skipped
	// is the number left out since the last one.
	times, every, skipped int

	events gatherer
	clock  startWatch
	levels []Level
	starts []scan.Beginning // by level
	begun  int              // number of levels so far
	whole  bool             // the demo has been read to its end

	items     []*itemWatch // by level
	hoard     hoard
	tracks    tracker
	frame     float64   // FrameClock of the last frame processed
	published time.Time // when the items were last published
	pacer     yield.Pacer
}

func (p *pass) run() {
	t, c := p.t, p.cursor
	defer close(t.done)
	if t.options.Begin != nil {
		select {
		case <-t.options.Begin:
		case <-t.wanted:
		case <-t.stopped:
		case <-time.After(beginPatience):
		}
	}
	c.Gaps = new(scan.Gaps)
	c.World.Since = math.Inf(1) // see scan.Cursor.Reach
	p.every, p.events = 1, newGatherer(t.options.Memory/share)
	p.hoard.most = t.options.Memory / itemsShare
	p.tracks.recorder = world.Nobody
	p.tracks.every, p.tracks.most = trackEvery, t.options.Memory/tracksShare
	if c.World.KeepsFrames() {
		c.Observe = func(m message.Message) { t.keyframes.Message(c, m) }
	}
	p.pacer.Begin()
	defer p.pacer.End()
	fail := fault.Guard("indexing the demo", func() {
		for !t.stop.Load() {
			switch c.Next() {
			case nil:
				p.packet()
				p.pacer.Step()
			case message.ErrGrowing:
				p.wait()
			default:
				p.whole = true
				return
			}
		}
	})
	// Keep what was read, even after a panic.
	end := fault.Guard("indexing the demo", func() {
		t.keyframes.Finish()
		p.publish(true)
	})
	if fail == nil {
		fail = end
	}
	t.mu.Lock()
	t.fail = fail
	t.complete = !t.stop.Load()
	t.mu.Unlock()
	if t.complete {
		t.read.Store(t.size.Load())
	}
}

// wait publishes what was found at the end of a growing demo, and waits until it grows.
func (p *pass) wait() {
	t := p.t
	t.grow(p.cursor)
	t.read.Store(p.cursor.Offset())
	t.keyframes.Publish(p.cursor.World.Block)
	p.publish(false)
	p.pacer.Wait(func() { t.wait(p.cursor) })
	t.keyframes.Add(p.cursor)
}

// grow updates the size of a growing demo.
func (t *Timeline) grow(c *scan.Cursor) {
	if size, grows := c.Size(); grows {
		t.size.Store(max(size, 1))
	}
}

// wait waits until there may be another packet, or the pass is stopped.
func (t *Timeline) wait(c *scan.Cursor) {
	select {
	case <-c.Grown():
	case <-t.stopped:
	}
}

// packet processes the last packet.
func (p *pass) packet() {
	w := p.cursor.World
	if w.LevelCount != p.begun {
		p.begun = w.LevelCount
		p.beginLevel()
	}
	if w.FrameClock != p.frame || p.times == 0 {
		p.time(w.FrameClock)
	}
	if n := len(p.levels); n > 0 {
		l := &p.levels[n-1]
		if s := &p.starts[n-1]; s.Packet(w) {
			l.Start, l.Empty = s.Clock, s.Empty()
		}
		if w.FrameClock != p.frame {
			p.frame = w.FrameClock
			p.tracks.frame(w)
			if w.LevelCount <= MaxLevels {
				p.items[n-1].frame(w, &p.hoard, &p.events)
			}
		}
		if w.LevelCount <= MaxLevels && len(w.Events) > 0 {
			p.items[n-1].events(w, &p.hoard, &p.events)
		}
		if m := w.Level(); w.LevelCount <= MaxLevels && (l.Map != m.Map || l.Title != m.Title) {
			l.Map, l.Title = m.Map, m.Title
		}
	}
	p.events.packet(w)
	p.clock.packet(w)
	p.t.keyframes.Packet(p.cursor)
	if w.Block%publishEvery == 0 {
		p.t.grow(p.cursor)
		p.t.read.Store(p.cursor.Offset())
		p.t.keyframes.Publish(w.Block)
		p.publish(false)
	}
}

// beginLevel begins a level.
func (p *pass) beginLevel() {
	if n := len(p.items); n > 0 && n < MaxLevels {
		p.items[n-1].end()
	}
	if len(p.levels) < MaxLevels {
		p.levels = append(p.levels, Level{Count: p.begun})
		p.starts = append(p.starts, scan.Beginning{})
		p.items = append(p.items, &itemWatch{})
	}
}

// time adds the time of a frame.
func (p *pass) time(clock float64) {
	if p.skipped++; p.skipped < p.every && p.times > 0 {
		return
	}
	p.skipped = 0
	p.clocks = append(p.clocks, clock)
	p.times++
	const bytes = 8
	if int64(p.times)*bytes <= p.t.options.Memory/share {
		return
	}
	p.t.mu.Lock()
	defer p.t.mu.Unlock()
	list := append(p.t.clocks, p.clocks...)
	p.clocks = p.clocks[:0]
	n := 0
	for i := 0; i < len(list); i += 2 {
		list[n] = list[i]
		n++
	}
	p.t.clocks, p.times = list[:n], n
	p.every *= 2
}

// room returns the memory for keyframes in bytes.
func (p *pass) room() int64 {
	// Surveys and walked areas may still be requested.
	return p.t.options.Memory - p.used() - p.t.surveyMemory() - p.t.walkedMemory()
}

// used returns the memory of everything but keyframes and surveys in bytes.
func (p *pass) used() int64 {
	const bytes = 8
	return int64(p.times)*bytes + p.events.bytes + p.hoard.bytes + p.tracks.bytes
}

// publish makes the results visible to readers. The items of the current level must be copied, so they are
// published only at intervals, or if all is set.
func (p *pass) publish(all bool) {
	t := p.t
	renew := all || time.Since(p.published) > renewEvery
	var items []*Items
	if renew {
		items = p.copy() // slow, so without holding the lock
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clocks = append(t.clocks, p.clocks...)
	p.clocks = p.clocks[:0]
	t.events = p.events.take(t.events, all)
	t.duration = p.cursor.World.Clock
	t.lateStarts = p.clock.list // append-only
	t.tracks = p.tracks.published()
	t.trackNames, t.trackTeams, t.recorder = slices.Clone(p.tracks.names), slices.Clone(p.tracks.teams),
		p.tracks.recorder
	if g := p.cursor.Gaps; g.Changed() || all {
		t.gaps, t.losses = g.List(t.duration), g.Losses()
	}
	t.memory = p.used() + t.keyframes.Held()
	// Readers hold the old slice. There are few levels, so they get a new one.
	levels := make([]Level, 0, len(p.levels))
	for _, l := range p.levels[:p.known()] {
		if n := len(levels); n > 0 {
			levels[n-1].End = l.Start
		}
		l.End = t.duration
		levels = append(levels, l)
	}
	t.levels = levels
	if renew {
		t.items = items
		p.published = time.Now()
	}
}

// known returns the number of published levels. The last level is published once its beginning is known.
func (p *pass) known() int {
	n := len(p.levels)
	if n > 0 && !p.starts[n-1].Shown && !p.whole {
		n--
	}
	return n
}

// copy copies the items of the published levels.
func (p *pass) copy() (items []*Items) {
	for i := range p.known() {
		items = append(items, p.items[i].published())
	}
	return items
}
