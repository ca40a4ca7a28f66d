package levelmap

import (
	"time"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/player/rebuilt"
	"demoscope/player/world"
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

// Rebuilt is a level as it was rebuilt at some time.
type Rebuilt struct {
	level    Level
	M        *bsp.Map
	Geometry *scene.Geometry // nil if nothing of it was known
	Part     float64         // of the demo that was known, 0 to 1
	Whole    bool            // all of the level was known
	Others   int             // demos that added to it
	took     float64         // seconds
}

// Level is a level of the demo and the map that it names.
type Level struct {
	Number int // in [timeline.Timeline.Levels], -1 for what comes before the first one
	Key    world.MapKey
}

// Prepared returns the level as it is drawn; nil if there is nothing of it.
func (r *Rebuilt) Prepared() *scene.Geometry {
	if r == nil {
		return nil
	}
	return r.Geometry
}

// Rebuilder rebuilds the levels of a demo.
type Rebuilder struct {
	Source *rebuilt.Source
	Report func(error) // is told of mistakes in this program; may be nil
	// kept are those that are ready, of each level one; the one used last is the last.
	kept   []*Rebuilt
	making chan *Rebuilt // nil while none is being made
	broken bool          // making one met a mistake in this program
	shown  Level         // of the last update
	wait   float64       // seconds until it is made again
	next   float64       // and after that
}

// Update returns the level as it is known best, nil if it is not yet; dt seconds have passed
// since the last call.
func (r *Rebuilder) Update(level Level, dt float64) *Rebuilt {
	r.collect()
	if r.broken {
		return nil
	}
	if level != r.shown || r.next == 0 {
		r.shown, r.wait, r.next = level, 0, rebuildFirst
	}
	r.wait -= dt
	now := r.find(level)
	if r.making != nil || now != nil && now.Whole || r.wait > 0 && !r.Source.Whole(level.Number) {
		return now
	}
	r.wait, r.next = r.next, min(2*r.next, rebuildLast)
	making := make(chan *Rebuilt, 1)
	r.making = making
	go func() {
		begun := time.Now()
		made := r.Make(level, false)
		if made != nil {
			made.took = time.Since(begun).Seconds()
		}
		making <- made
	}()
	return now
}

// Now returns a level when all of it is known, and waits for that.
func (r *Rebuilder) Now(level Level) *Rebuilt {
	if made := r.Make(level, true); made != nil {
		r.keep(made)
	}
	return r.find(level)
}

// collect takes what has been made.
func (r *Rebuilder) collect() {
	select {
	case made := <-r.making:
		r.making = nil
		switch {
		case made == nil:
			r.broken = true
		case made.M != nil || made.Whole:
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
func (r *Rebuilder) find(level Level) *Rebuilt {
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
func (r *Rebuilder) keep(made *Rebuilt) {
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

// Make rebuilds a level, as it is known or all of it. It is nil after a panic, which only a mistake in this program can
// cause. That it is not kept costs nothing but time.
func (r *Rebuilder) Make(level Level, whole bool) (made *Rebuilt) {
	rebuild := r.Source.Rebuild
	if whole {
		rebuild = r.Source.RebuildWhole
	}
	err := fault.Guard("rebuilding the level", func() {
		l, _ := rebuild(level.Number, level.Key.Name, level.Key.Checksum)
		made = &Rebuilt{level: level, M: l.Map, Part: l.Part, Whole: l.Whole, Others: l.Others}
		if l.Map != nil && len(l.Map.Faces) > 0 {
			made.Geometry = scene.Prepare(l.Map)
		}
	})
	if err != nil {
		if r.Report != nil {
			r.Report(err)
		}
		return nil
	}
	return made
}

// Making reports whether a level is being made.
func (r *Rebuilder) Making() bool { return r.making != nil }
