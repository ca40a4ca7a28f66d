package levelmap

import (
	"time"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/player/rebuilt"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// A level whose map is missing is reconstructed in the background from what the index knows of it: at once, after
// rebuildFirst, and then after waits that double. So all attempts together cost less than twice the last one.
const (
	// rebuildFirst is the first wait between two attempts, in seconds.
	rebuildFirst = 0.25
	// rebuildLast is the longest wait, in seconds. It matters for a demo that still grows.
	rebuildLast = 30
	// rebuildSoon is the wait, in seconds, after an attempt when nothing was known of the level.
	rebuildSoon = 0.05
	// rebuildRest is the least wait as a multiple of the time that the last attempt took, up to rebuildLast. In a web
	// browser everything else stops meanwhile, and a slow machine has other work to do.
	rebuildRest = 4
	// maxRebuilt is the number of reconstructed levels kept ready for seeks between levels.
	maxRebuilt = 4
)

// Rebuilt is a level as it was reconstructed at some time.
type Rebuilt struct {
	level    Level
	Map      *bsp.Map
	Geometry *scene.Geometry // nil if nothing was known
	Fraction float64         // part of the demo that was known, 0 to 1
	Whole    bool            // all of the level was known
	Others   int             // number of other demos that added to it
	took     float64         // seconds that reconstruction took
}

// Level is a level of the demo and the map that it names.
type Level struct {
	Number int // in [timeline.Timeline.Levels], -1 before the first one
	Key    world.MapKey
}

// Prepared returns the level's geometry, nil if there is none.
func (r *Rebuilt) Prepared() *scene.Geometry {
	if r == nil {
		return nil
	}
	return r.Geometry
}

// Rebuilder reconstructs the levels of a demo.
type Rebuilder struct {
	Source *rebuilt.Source
	Report func(error) // called with internal errors; may be nil
	// kept holds the levels that are ready, most recently used last.
	kept     []*Rebuilt
	making   chan *Rebuilt // nil while none is being made
	failed   bool          // an attempt met an internal error
	current  Level         // of the last update
	wait     float64       // seconds until the next attempt
	nextWait float64       // the wait after that, in seconds
}

// Update returns the level as it is known best, nil if it is not known yet. dt is the time since the last call in
// seconds.
func (r *Rebuilder) Update(level Level, dt float64) *Rebuilt {
	r.collect()
	if r.failed {
		return nil
	}
	if level != r.current || r.nextWait == 0 {
		r.current, r.wait, r.nextWait = level, 0, rebuildFirst
	}
	r.wait -= dt
	now := r.find(level)
	if r.making != nil || now != nil && now.Whole || r.wait > 0 && !r.Source.Whole(level.Number) {
		return now
	}
	r.wait, r.nextWait = r.nextWait, min(2*r.nextWait, rebuildLast)
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

// Wait waits until all of a level is known, and returns it.
func (r *Rebuilder) Wait(level Level) *Rebuilt {
	if made := r.Make(level, true); made != nil {
		r.keep(made)
	}
	return r.find(level)
}

// collect takes the level that was being made, once it is ready.
func (r *Rebuilder) collect() {
	select {
	case made := <-r.making:
		r.making = nil
		switch {
		case made == nil:
			r.failed = true
		case made.Map != nil || made.Whole:
			r.keep(made)
			if made.level == r.current {
				r.wait = max(r.wait, min(rebuildRest*made.took, rebuildLast))
			}
		default: // from now on the index publishes surveys
			r.wait, r.nextWait = rebuildSoon, rebuildFirst
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

// keep adds a level, which replaces the one before.
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

// Make reconstructs a level from what is known, or waits until all of it is. It returns nil after a panic, which only a
// bug in this program can cause. It ignores errors of storing the survey, which cost only time.
func (r *Rebuilder) Make(level Level, whole bool) (made *Rebuilt) {
	rebuild := r.Source.Rebuild
	if whole {
		rebuild = r.Source.RebuildWhole
	}
	err := fault.Guard("rebuilding the level", func() {
		l, _ := rebuild(level.Number, level.Key.Name, level.Key.Checksum)
		made = &Rebuilt{level: level, Map: l.Map, Fraction: l.Part, Whole: l.Whole, Others: l.Others}
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
