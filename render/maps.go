package render

import (
	"slices"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// Maps finds and loads the map of a level. It is called on a goroutine of its own,
// usually once for every level that is played. If the map is nil, a grid is drawn.
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
)

// mapKey identifies a map.
type mapKey struct {
	name     string
	checksum uint32
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
	ready   []loadedMap // the newest last
	results chan loadedMap
	loading map[mapKey]bool
	current *loadedMap // nil while it is being loaded
	waited  float64    // seconds since the level began without naming its map
}

func newLevelMaps(load Maps, report func(error)) *levelMaps {
	// The channel has room for all results, because nobody takes them once the demo is closed.
	return &levelMaps{load: load, report: report, results: make(chan loadedMap, maxMapsLoading), loading: map[mapKey]bool{}}
}

// update makes the map of w's level current if it is ready, and otherwise begins to
// load it; dt seconds have passed since the last call. It reports whether current
// changed.
func (l *levelMaps) update(w *world.World, dt float64) (changed bool) {
	l.collect()
	level := w.Level()
	key := mapKey{level.Map, level.Checksum}
	if !l.known(w, key, dt) {
		return l.set(nil)
	}
	if key.name != "" {
		l.waited = 0
	}
	if r := l.find(key); r != nil {
		return l.set(r)
	}
	if !l.loading[key] && len(l.loading) < maxMapsLoading {
		l.loading[key] = true
		own := *level // the world goes on changing its own
		own.Models = slices.Clone(level.Models)
		own.ConfigStrings = slices.Clone(level.ConfigStrings)
		go func() { l.results <- l.fetch(key, &own) }()
	}
	return l.set(nil)
}

// loadNow makes the map of w's level current, and waits for it to load if it is not
// ready.
func (l *levelMaps) loadNow(w *world.World) {
	l.collect()
	level := w.Level()
	key := mapKey{level.Map, level.Checksum}
	r := l.find(key)
	if r == nil {
		l.keep(l.fetch(key, level))
		r = l.find(key)
	}
	l.set(r)
}

// find returns the map of a key, nil if it is not ready.
func (l *levelMaps) find(key mapKey) *loadedMap {
	if l.current != nil && l.current.key == key {
		return l.current
	}
	if i := slices.IndexFunc(l.ready, func(r loadedMap) bool { return r.key == key }); i >= 0 {
		r := l.ready[i]
		return &r
	}
	return nil
}

// known reports whether the demo has said enough about a level to load its map: its
// name and all its models. Where those come in pieces, all have come when there is
// something to see.
func (l *levelMaps) known(w *world.World, key mapKey, dt float64) bool {
	if key.name != "" && (len(w.Entities) > 0 || w.View.Known || anyoneVisible(w)) {
		return true
	}
	if l.current != nil && l.current.key == key {
		return true
	}
	l.waited += dt
	return l.waited > mapPatience
}

func anyoneVisible(w *world.World) bool {
	return slices.ContainsFunc(w.Players, func(p world.Player) bool { return p.Visible })
}

func (l *levelMaps) set(m *loadedMap) (changed bool) {
	changed = (m == nil) != (l.current == nil) || m != nil && m.key != l.current.key
	l.current = m
	return changed
}

// collect keeps the maps that have been loaded meanwhile.
func (l *levelMaps) collect() {
	for {
		select {
		case r := <-l.results:
			delete(l.loading, r.key)
			l.keep(r)
		default:
			return
		}
	}
}

func (l *levelMaps) keep(r loadedMap) {
	l.ready = append(l.ready, r)
	if len(l.ready) > maxMapsKept {
		l.ready = slices.Delete(l.ready, 0, 1)
	}
}

// fetch loads a map and prepares it. A panic, which only a mistake in this program can
// cause, costs the map and nothing else.
func (l *levelMaps) fetch(key mapKey, level *world.Level) loadedMap {
	r := loadedMap{key: key}
	err := fault.Guard("loading "+key.name, func() {
		if l.load != nil {
			r.m, r.notice = l.load(level)
		}
		if r.m != nil {
			r.geometry = scene.Prepare(r.m)
		}
	})
	if err != nil {
		if l.report != nil {
			l.report(err)
		}
		return loadedMap{key: key, notice: err.Error()}
	}
	return r
}
