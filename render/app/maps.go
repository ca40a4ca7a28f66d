package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/internal/loader"
	levels "demoscope/player/rebuilt"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// Maps finds and loads the map of a level. It is called on a goroutine of its own,
// usually once for every level that is played. If the map is nil, the level is rebuilt from the
// demo; the notice is then shown on demand.
// The notice is one sentence for the viewer, or empty.
type Maps func(level *world.Level) (m *bsp.Map, notice string)

const (
	// maxMapsKept is how many maps stay ready, for seeks between levels.
	maxMapsKept = 6
	// maxMapsLoading is how many maps are loaded at a time: a demo may name thousands, and
	// each may be as large as a map can be.
	maxMapsLoading = 2
	// mapPatience is how long a level may take to name its map, in seconds.
	mapPatience = 1.0
	// firstPatience is how long the first picture of a window waits for the map, beyond what the
	// window takes to come up, and nextPatience that of another demo, while the one before is shown.
	firstPatience, nextPatience = 250 * time.Millisecond, 2 * time.Second
)

// MapKey identifies a map.
type MapKey struct {
	name     string
	checksum uint32
}

// KeyOf returns the key of the map of a level.
func KeyOf(level *world.Level) MapKey { return MapKey{level.Map, level.Checksum} }

// wantedMap is what a map is found by, and told from another one of the same name: a level, and where things
// are in it. It is a copy, since a world goes on changing its own.
type wantedMap struct {
	level  world.Level
	places []mgl32.Vec3
}

func wantedIn(w *world.World) *wantedMap {
	level := *w.Level()
	level.Models, level.ConfigStrings = slices.Clone(level.Models), slices.Clone(level.ConfigStrings)
	return &wantedMap{level, placesIn(w)}
}

// LoadedMap is a map that is ready to be drawn, or the lack of one.
type LoadedMap struct {
	Key      MapKey
	M        *bsp.Map
	geometry *scene.Geometry
	notice   string
}

// levelMaps loads the map of the current level, and keeps the last few.
type levelMaps struct {
	load    Maps
	report  func(error) // may be nil: see [Options.Report]
	kept    *loader.Loader[MapKey, *LoadedMap]
	Current *LoadedMap // nil while it is being loaded
	waited  float64    // seconds since the level began without naming its map
}

func newLevelMaps(load Maps, report func(error)) *levelMaps {
	one := func(*LoadedMap) int64 { return 1 }
	return &levelMaps{load: load, report: report, kept: loader.New[MapKey](maxMapsLoading, maxMapsKept, one)}
}

// update makes the map of w's level current if it is ready, and otherwise begins to
// load it; dt seconds have passed since the last call. It reports whether current
// changed.
func (l *levelMaps) update(w *world.World, dt float64) (changed bool) {
	key := KeyOf(w.Level())
	if !l.known(w, key, dt) {
		return l.set(nil)
	}
	if key.name != "" {
		l.waited = 0
	}
	if r := l.find(key); r != nil {
		return l.set(r)
	}
	if l.kept.Wanted(key) {
		l.start(wantedIn(w))
	}
	return l.set(nil)
}

// start begins to load a map.
func (l *levelMaps) start(wanted *wantedMap) {
	l.kept.Start(KeyOf(&wanted.level), func() *LoadedMap { return l.fetch(wanted) })
}

// await waits for the map of w's level, if its name is known, at most for a while. The next update
// makes it current.
func (l *levelMaps) await(w *world.World, patience time.Duration) {
	if l.Current != nil {
		return
	}
	l.update(w, 0)
	key := KeyOf(w.Level())
	for begun := time.Now(); l.kept.Loading() > 0 && time.Since(begun) <= patience; time.Sleep(time.Millisecond) {
		if _, ok := l.kept.Find(key); ok {
			return
		}
	}
}

// loadNow makes the map of w's level current, and waits for it to load if it is not
// ready.
func (l *levelMaps) loadNow(w *world.World) {
	key := KeyOf(w.Level())
	r := l.find(key)
	if r == nil {
		r = l.fetch(wantedIn(w))
		l.kept.Keep(key, r)
	}
	l.set(r)
}

// find returns the map of a key, nil if it is not ready.
func (l *levelMaps) find(key MapKey) *LoadedMap {
	if l.Current != nil && l.Current.Key == key {
		return l.Current
	}
	m, _ := l.kept.Find(key)
	return m
}

// known reports whether the demo has said enough about a level to load its map: its
// name and all its models. Where those come in pieces, all have come when there is
// something to see.
func (l *levelMaps) known(w *world.World, key MapKey, dt float64) bool {
	if key.name != "" && (len(w.Entities) > 0 || w.View.Known || w.AnyoneVisible()) {
		return true
	}
	if l.Current != nil && l.Current.Key == key {
		return true
	}
	l.waited += dt
	return l.waited > mapPatience
}

func (l *levelMaps) set(m *LoadedMap) (changed bool) {
	changed = (m == nil) != (l.Current == nil) || m != nil && m.Key != l.Current.Key
	l.Current = m
	return changed
}

// fetch loads a map and prepares it, unless most places of the level are in its walls: then there is none. A
// panic, which only a mistake in this program can cause, costs the map and nothing else.
func (l *levelMaps) fetch(wanted *wantedMap) *LoadedMap {
	key := KeyOf(&wanted.level)
	r := &LoadedMap{Key: key}
	err := fault.Guard("loading "+key.name, func() {
		if l.load != nil {
			r.M, r.notice = l.load(&wanted.level)
		}
		if r.M != nil && foreign(r.M, wanted.places) {
			r.M, r.notice = nil, foreignNotice(key.name, r.notice)
		}
		if r.M != nil {
			r.geometry = scene.Prepare(r.M)
		}
	})
	if err != nil {
		if l.report != nil {
			l.report(err)
		}
		return &LoadedMap{Key: key, notice: err.Error()}
	}
	return r
}

const (
	// leastPlaces is of how many places it is judged whether they are in a map: one alone may be that of
	// somebody who flies through walls.
	leastPlaces = 8
	// foreignShare is how many of them are in what is solid, or outside, where the demo is of another level:
	// of those of its own map there are few, such as torches in walls.
	foreignShare = 0.5
	// abovePlace is how far above a place is looked, in units: items lie on the floor.
	abovePlace = 8
)

// placesIn returns where players and all that has a model of its own are: in the air of the level, wherever
// its walls are.
func placesIn(w *world.World) (list []mgl32.Vec3) {
	add := func(p mgl32.Vec3) { list = append(list, p.Add(mgl32.Vec3{0, 0, abovePlace})) }
	for _, entities := range [...][]world.Entity{w.Entities, w.Statics} {
		for i := range entities {
			e := &entities[i]
			if name := w.Level().Model(e.Model[0]); name != "" && !strings.HasPrefix(name, "*") {
				add(e.Origin)
			}
		}
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && !p.Spectator {
			add(p.Pose.Origin)
		}
	}
	return list
}

// foreign reports whether a map is another one of the same name: most places of the level would be in its
// walls, or outside.
func foreign(m *bsp.Map, places []mgl32.Vec3) bool {
	solid := 0
	for _, p := range places {
		if l := &m.Leaves[m.LeafAt(p)]; l.Contents&bsp.ContentsSolid != 0 {
			solid++
		}
	}
	return len(places) >= leastPlaces && float64(solid) > foreignShare*float64(len(places))
}

// foreignNotice says that a map is not used, and what was said of it before.
func foreignNotice(name, before string) string {
	notice := fmt.Sprintf("%s is a different map of the same name: players would be inside its walls", name)
	if before != "" {
		notice = before + "; " + notice
	}
	return notice
}

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
	number int // in [timeline.Timeline.Levels], -1 for what comes before the first one
	key    MapKey
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
	Source *levels.Source
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
	if r.broken {
		return nil
	}
	if level != r.shown || r.next == 0 {
		r.shown, r.wait, r.next = level, 0, rebuildFirst
	}
	r.wait -= dt
	now := r.find(level)
	if r.making != nil || now != nil && now.whole || r.wait > 0 && !r.Source.Whole(level.number) {
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
	rebuild := r.Source.Rebuild
	if whole {
		rebuild = r.Source.RebuildWhole
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

// LoadLevel waits for the map of the level of w, unless that is loaded. A level without a map is rebuilt, if there is
// something to rebuild it from.
func (s *Session) LoadLevel(w *world.World) {
	c := s.Maps.Current
	if w.Level().Map == "" && !world.LacksBeginning(w) || c != nil && c.Key == KeyOf(w.Level()) {
		return
	}
	s.LoadMap(w)
	if c := s.Maps.Current; c != nil && c.M == nil && s.Rebuild.Source != nil {
		s.Level = s.Rebuild.now(levelOf{w.LevelCount - 1, c.Key})
		s.setMap(w)
	}
}
