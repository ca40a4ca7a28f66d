// Package levelmap loads the maps of a demo's levels in the background, and reconstructs levels whose maps are missing.
package levelmap

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/fault"
	"demoscope/internal/loader"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// Load finds and loads the map of a level. It is called on a separate goroutine, usually once for each level played. If
// m is nil, the level is reconstructed from the demo, and the notice is shown on demand. The notice is one sentence for
// the viewer, or empty.
type Load func(level *world.Level) (m *bsp.Map, notice string)

const (
	// maxMapsKept is the number of maps kept ready for seeks between levels.
	maxMapsKept = 6
	// maxMapsLoading is the number of maps loaded at a time. A demo may name thousands, and each may have the maximum
	// size.
	maxMapsLoading = 2
	// nameTimeout is how long to wait for a level to name its map, in seconds.
	nameTimeout = 1.0
)

// Request identifies a map: by a level, and by where things are in it, which distinguishes maps of the same name. It is
// a copy, since the world changes its own level.
type Request struct {
	Level  world.Level
	places []mgl32.Vec3
}

// RequestFor identifies the map of w's current level.
func RequestFor(w *world.World) *Request {
	level := *w.Level()
	level.Models, level.ConfigStrings = slices.Clone(level.Models), slices.Clone(level.ConfigStrings)
	return &Request{level, placesIn(w)}
}

// Loaded is a map that is ready to be drawn, or the lack of one.
type Loaded struct {
	Key      world.MapKey
	Map      *bsp.Map
	Geometry *scene.Geometry
	Notice   string
}

// Loader loads the map of the current level, and keeps the last few.
type Loader struct {
	load    Load
	Report  func(error) // called with internal errors; may be nil
	Cache   *loader.Loader[world.MapKey, *Loaded]
	Current *Loaded // nil while it is being loaded
	waited  float64 // seconds since the level began without naming its map
}

// NewLoader returns a loader that gets maps from load. report is called with internal errors; it may be nil.
func NewLoader(load Load, report func(error)) *Loader {
	one := func(*Loaded) int64 { return 1 }
	return &Loader{load: load, Report: report, Cache: loader.New[world.MapKey](maxMapsLoading, maxMapsKept, one)}
}

// Update makes the map of w's level current if it is ready, and otherwise starts loading it. dt is the time since the
// last call in seconds. It reports whether Current changed.
func (l *Loader) Update(w *world.World, dt float64) (changed bool) {
	key := w.Level().MapKey()
	if !l.known(w, key, dt) {
		return l.set(nil)
	}
	if key.Name != "" {
		l.waited = 0
	}
	if r := l.Find(key); r != nil {
		return l.set(r)
	}
	if l.Cache.Wanted(key) {
		l.Start(RequestFor(w))
	}
	return l.set(nil)
}

// Start starts loading a map in the background.
func (l *Loader) Start(request *Request) {
	l.Cache.Start(request.Level.MapKey(), func() *Loaded { return l.Fetch(request) })
}

// Await waits for the map of w's level, if its name is known, but not longer than patience. The next Update makes it
// current.
func (l *Loader) Await(w *world.World, patience time.Duration) {
	if l.Current != nil {
		return
	}
	l.Update(w, 0)
	key := w.Level().MapKey()
	for begun := time.Now(); l.Cache.Loading() > 0 && time.Since(begun) <= patience; time.Sleep(time.Millisecond) {
		if _, ok := l.Cache.Find(key); ok {
			return
		}
	}
}

// LoadNow makes the map of w's level current. If it is not ready, LoadNow loads it.
func (l *Loader) LoadNow(w *world.World) {
	key := w.Level().MapKey()
	r := l.Find(key)
	if r == nil {
		r = l.Fetch(RequestFor(w))
		l.Cache.Keep(key, r)
	}
	l.set(r)
}

// Find returns the map of a key, nil if it is not ready.
func (l *Loader) Find(key world.MapKey) *Loaded {
	if l.Current != nil && l.Current.Key == key {
		return l.Current
	}
	m, _ := l.Cache.Find(key)
	return m
}

// known reports whether enough is known about a level to load its map: its name and all its models. If models arrive in
// pieces, all have arrived once there is something to see.
func (l *Loader) known(w *world.World, key world.MapKey, dt float64) bool {
	if key.Name != "" && (len(w.Entities) > 0 || w.View.Known || world.AnyoneVisible(w.Players)) {
		return true
	}
	if l.Current != nil && l.Current.Key == key {
		return true
	}
	l.waited += dt
	return l.waited > nameTimeout
}

func (l *Loader) set(m *Loaded) (changed bool) {
	changed = (m == nil) != (l.Current == nil) || m != nil && m.Key != l.Current.Key
	l.Current = m
	return changed
}

// Fetch loads and prepares a map. If most places of the level are inside its walls, there is no map. A panic, which
// only a bug in this program can cause, costs the map and nothing else.
func (l *Loader) Fetch(request *Request) *Loaded {
	key := request.Level.MapKey()
	loaded := &Loaded{Key: key}
	err := fault.Guard("loading "+key.Name, func() {
		if l.load != nil {
			loaded.Map, loaded.Notice = l.load(&request.Level)
		}
		if loaded.Map != nil && wrongMap(loaded.Map, request.places) {
			loaded.Map, loaded.Notice = nil, wrongMapNotice(key.Name, loaded.Notice)
		}
		if loaded.Map != nil {
			loaded.Geometry = scene.Prepare(loaded.Map)
		}
	})
	if err != nil {
		if l.Report != nil {
			l.Report(err)
		}
		return &Loaded{Key: key, Notice: err.Error()}
	}
	return loaded
}

const (
	// leastPlaces is the least number of places needed to judge a map. A single one may be that of a player who flies
	// through walls.
	leastPlaces = 8
	// wrongMapShare is the fraction of places in solid or outside above which a map is that of another level. In the
	// right map there are few, such as torches in walls.
	wrongMapShare = 0.5
	// abovePlace is how many units above a place to look, since items are on the floor.
	abovePlace = 8
)

// placesIn returns the positions of players and of entities with a model from a file. They are in the open space of the
// level.
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

// wrongMap reports whether a map is another one of the same name: most places of the level would be in its walls, or
// outside.
func wrongMap(m *bsp.Map, places []mgl32.Vec3) bool {
	solid := 0
	for _, p := range places {
		if l := &m.Leaves[m.LeafAt(p)]; l.Contents&bsp.ContentsSolid != 0 {
			solid++
		}
	}
	return len(places) >= leastPlaces && float64(solid) > wrongMapShare*float64(len(places))
}

// wrongMapNotice returns the notice that a map is not used, after the notice of loading it.
func wrongMapNotice(name, before string) string {
	notice := fmt.Sprintf("%s is a different map of the same name: players would be inside its walls", name)
	if before != "" {
		notice = before + "; " + notice
	}
	return notice
}
