package render

import (
	"slices"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/internal/loader"
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

// mapKey identifies a map.
type mapKey struct {
	name     string
	checksum uint32
}

// keyOf returns the key of the map of a level.
func keyOf(level *world.Level) mapKey { return mapKey{level.Map, level.Checksum} }

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

// loadedMap is a map that is ready to be drawn, or the lack of one.
type loadedMap struct {
	key      mapKey
	m        *bsp.Map
	geometry *scene.Geometry
	notice   string
}

// levelMaps loads the map of the current level, and keeps the last few.
type levelMaps struct {
	load    Maps
	report  func(error) // may be nil: see [Options.Report]
	kept    *loader.Loader[mapKey, *loadedMap]
	current *loadedMap // nil while it is being loaded
	waited  float64    // seconds since the level began without naming its map
}

func newLevelMaps(load Maps, report func(error)) *levelMaps {
	one := func(*loadedMap) int64 { return 1 }
	return &levelMaps{load: load, report: report, kept: loader.New[mapKey](maxMapsLoading, maxMapsKept, one)}
}

// update makes the map of w's level current if it is ready, and otherwise begins to
// load it; dt seconds have passed since the last call. It reports whether current
// changed.
func (l *levelMaps) update(w *world.World, dt float64) (changed bool) {
	key := keyOf(w.Level())
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
	l.kept.Start(keyOf(&wanted.level), func() *loadedMap { return l.fetch(wanted) })
}

// await waits for the map of w's level, if its name is known, at most for a while. The next update
// makes it current.
func (l *levelMaps) await(w *world.World, patience time.Duration) {
	if l.current != nil {
		return
	}
	l.update(w, 0)
	key := keyOf(w.Level())
	for begun := time.Now(); l.kept.Loading() > 0 && time.Since(begun) <= patience; time.Sleep(time.Millisecond) {
		if _, ok := l.kept.Find(key); ok {
			return
		}
	}
}

// loadNow makes the map of w's level current, and waits for it to load if it is not
// ready.
func (l *levelMaps) loadNow(w *world.World) {
	key := keyOf(w.Level())
	r := l.find(key)
	if r == nil {
		r = l.fetch(wantedIn(w))
		l.kept.Keep(key, r)
	}
	l.set(r)
}

// find returns the map of a key, nil if it is not ready.
func (l *levelMaps) find(key mapKey) *loadedMap {
	if l.current != nil && l.current.key == key {
		return l.current
	}
	m, _ := l.kept.Find(key)
	return m
}

// known reports whether the demo has said enough about a level to load its map: its
// name and all its models. Where those come in pieces, all have come when there is
// something to see.
func (l *levelMaps) known(w *world.World, key mapKey, dt float64) bool {
	if key.name != "" && (len(w.Entities) > 0 || w.View.Known || w.AnyoneVisible()) {
		return true
	}
	if l.current != nil && l.current.key == key {
		return true
	}
	l.waited += dt
	return l.waited > mapPatience
}

func (l *levelMaps) set(m *loadedMap) (changed bool) {
	changed = (m == nil) != (l.current == nil) || m != nil && m.key != l.current.key
	l.current = m
	return changed
}

// fetch loads a map and prepares it, unless most places of the level are in its walls: then there is none. A
// panic, which only a mistake in this program can cause, costs the map and nothing else.
func (l *levelMaps) fetch(wanted *wantedMap) *loadedMap {
	key := keyOf(&wanted.level)
	r := &loadedMap{key: key}
	err := fault.Guard("loading "+key.name, func() {
		if l.load != nil {
			r.m, r.notice = l.load(&wanted.level)
		}
		if r.m != nil && foreign(r.m, wanted.places) {
			r.m, r.notice = nil, foreignNotice(key.name, r.notice)
		}
		if r.m != nil {
			r.geometry = scene.Prepare(r.m)
		}
	})
	if err != nil {
		if l.report != nil {
			l.report(err)
		}
		return &loadedMap{key: key, notice: err.Error()}
	}
	return r
}
