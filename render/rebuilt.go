package render

import (
	"time"

	"demoscope/bsp"
	"demoscope/internal/fault"
	levels "demoscope/player/rebuilt"
	"demoscope/render/scene"
)

// A level whose map is missing is rebuilt from what the index knows of it, beside playing, and
// again when more is known: rebuildFirst seconds after the level is shown, then after twice as
// long each time, so that all together cost less than twice the last, but at least every
// rebuildLast seconds, for a demo that still grows.
const (
	rebuildFirst = 0.25
	rebuildLast  = 30
	// rebuildSoon is when one looks again for a level of which nothing was known.
	rebuildSoon = 0.05
	// rebuildRest is for how many times as long as it took it is not made again, as far as rebuildLast
	// allows: a browser does nothing else meanwhile, and a slow machine has other things to do.
	rebuildRest = 4
	// maxRebuilt is how many rebuilt levels stay ready, for seeks between levels.
	maxRebuilt = 4
)

// rebuilt is a level as it was rebuilt at some time.
type rebuilt struct {
	level    levelOf
	m        *bsp.Map
	geometry *scene.Geometry // nil if nothing of it was known
	part     float64         // of the demo that was known, 0 to 1
	whole    bool            // all of the level was known
	others   int             // demos that added to it
	took     float64         // seconds
}

// levelOf is a level of the demo and the map that it names.
type levelOf struct {
	number int // in [timeline.Timeline.Levels]
	key    mapKey
}

// prepared returns the level as it is drawn; nil if there is nothing of it.
func (r *rebuilt) prepared() *scene.Geometry {
	if r == nil {
		return nil
	}
	return r.geometry
}

// rebuilder rebuilds the levels of a demo.
type rebuilder struct {
	source *levels.Source
	report func(error) // may be nil: see [Options.Report]
	// kept are those that are ready, of each level one; the one used last is the last.
	kept   []*rebuilt
	making chan *rebuilt // nil while none is being made
	broken bool          // making one met a mistake in this program
	shown  levelOf       // of the last update
	wait   float64       // seconds until it is made again
	next   float64       // and after that
}

// update returns the level as it is known best, nil if it is not yet; dt seconds have passed
// since the last call.
func (r *rebuilder) update(level levelOf, dt float64) *rebuilt {
	r.collect()
	if level.number < 0 || r.broken {
		return nil
	}
	if level != r.shown || r.next == 0 {
		r.shown, r.wait, r.next = level, 0, rebuildFirst
	}
	r.wait -= dt
	now := r.find(level)
	if r.making != nil || now != nil && now.whole || r.wait > 0 && !r.source.Whole(level.number) {
		return now
	}
	r.wait, r.next = r.next, min(2*r.next, rebuildLast)
	making := make(chan *rebuilt, 1)
	r.making = making
	go func() {
		begun := time.Now()
		made := r.make(level, false)
		if made != nil {
			made.took = time.Since(begun).Seconds()
		}
		making <- made
	}()
	return now
}

// now returns a level when all of it is known, and waits for that.
func (r *rebuilder) now(level levelOf) *rebuilt {
	if level.number < 0 {
		return nil
	}
	if made := r.make(level, true); made != nil {
		r.keep(made)
	}
	return r.find(level)
}

// collect takes what has been made.
func (r *rebuilder) collect() {
	select {
	case made := <-r.making:
		r.making = nil
		switch {
		case made == nil:
			r.broken = true
		case made.m != nil || made.whole:
			r.keep(made)
			if made.level == r.shown {
				r.wait = max(r.wait, min(rebuildRest*made.took, rebuildLast))
			}
		default: // surveys are published from now on
			r.wait, r.next = rebuildSoon, rebuildFirst
		}
	default:
	}
}

// find returns a level that is ready, nil if it is not.
func (r *rebuilder) find(level levelOf) *rebuilt {
	for i, k := range r.kept {
		if k.level == level {
			copy(r.kept[i:], r.kept[i+1:])
			r.kept[len(r.kept)-1] = k
			return k
		}
	}
	return nil
}

// keep makes a level ready.
func (r *rebuilder) keep(made *rebuilt) {
	if r.find(made.level) != nil {
		r.kept[len(r.kept)-1] = made
		return
	}
	if len(r.kept) >= maxRebuilt {
		copy(r.kept, r.kept[1:])
		r.kept = r.kept[:len(r.kept)-1]
	}
	r.kept = append(r.kept, made)
}

// make rebuilds a level, as it is known or all of it. It is nil after a panic, which only a mistake in this program can
// cause. That it is not kept costs nothing but time.
func (r *rebuilder) make(level levelOf, whole bool) (made *rebuilt) {
	rebuild := r.source.Rebuild
	if whole {
		rebuild = r.source.RebuildWhole
	}
	err := fault.Guard("rebuilding the level", func() {
		l, _ := rebuild(level.number, level.key.name, level.key.checksum)
		made = &rebuilt{level: level, m: l.Map, part: l.Part, whole: l.Whole, others: l.Others}
		if l.Map != nil && len(l.Map.Faces) > 0 {
			made.geometry = scene.Prepare(l.Map)
		}
	})
	if err != nil {
		if r.report != nil {
			r.report(err)
		}
		return nil
	}
	return made
}
