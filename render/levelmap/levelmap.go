// Package levelmap loads the maps of a demo's levels beside playing, and rebuilds levels whose maps are missing.
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

// Load finds and loads the map of a level. It is called on a goroutine of its own,
// usually once for every level that is played. If the map is nil, the level is rebuilt from the
// demo; the notice is then shown on demand.
// The notice is one sentence for the viewer, or empty.
type Load func(level *world.Level) (m *bsp.Map, notice string)

const (
	// maxMapsKept is how many maps stay ready, for seeks between levels.
	maxMapsKept = 6
	// maxMapsLoading is how many maps are loaded at a time: a demo may name thousands, and
	// each may be as large as a map can be.
	maxMapsLoading = 2
	// mapPatience is how long a level may take to name its map, in seconds.
	mapPatience = 1.0
)

// Wanted is what a map is found by, and told from another one of the same name: a level, and where things
// are in it. It is a copy, since a world goes on changing its own.
type Wanted struct {
	Level  world.Level
	places []mgl32.Vec3
}

func WantedIn(w *world.World) *Wanted {
	level := *w.Level()
	level.Models, level.ConfigStrings = slices.Clone(level.Models), slices.Clone(level.ConfigStrings)
	return &Wanted{level, placesIn(w)}
}

// Loaded is a map that is ready to be drawn, or the lack of one.
type Loaded struct {
	Key      world.MapKey
	M        *bsp.Map
	Geometry *scene.Geometry
	Notice   string
}

// Loader loads the map of the current level, and keeps the last few.
type Loader struct {
	load    Load
	Report  func(error) // is told of mistakes in this program; may be nil
	Kept    *loader.Loader[world.MapKey, *Loaded]
	Current *Loaded // nil while it is being loaded
	waited  float64 // seconds since the level began without naming its map
}

func NewLoader(load Load, report func(error)) *Loader {
	one := func(*Loaded) int64 { return 1 }
	return &Loader{load: load, Report: report, Kept: loader.New[world.MapKey](maxMapsLoading, maxMapsKept, one)}
}

// Update makes the map of w's level current if it is ready, and otherwise begins to
// load it; dt seconds have passed since the last call. It reports whether current
// changed.
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
	if l.Kept.Wanted(key) {
		l.Start(WantedIn(w))
	}
	return l.set(nil)
}

// Start begins to load a map.
func (l *Loader) Start(wanted *Wanted) {
	l.Kept.Start(wanted.Level.MapKey(), func() *Loaded { return l.Fetch(wanted) })
}

// Await waits for the map of w's level, if its name is known, at most for a while. The next update
// makes it current.
func (l *Loader) Await(w *world.World, patience time.Duration) {
	if l.Current != nil {
		return
	}
	l.Update(w, 0)
	key := w.Level().MapKey()
	for begun := time.Now(); l.Kept.Loading() > 0 && time.Since(begun) <= patience; time.Sleep(time.Millisecond) {
		if _, ok := l.Kept.Find(key); ok {
			return
		}
	}
}

// LoadNow makes the map of w's level current, and waits for it to load if it is not
// ready.
func (l *Loader) LoadNow(w *world.World) {
	key := w.Level().MapKey()
	r := l.Find(key)
	if r == nil {
		r = l.Fetch(WantedIn(w))
		l.Kept.Keep(key, r)
	}
	l.set(r)
}

// Find returns the map of a key, nil if it is not ready.
func (l *Loader) Find(key world.MapKey) *Loaded {
	if l.Current != nil && l.Current.Key == key {
		return l.Current
	}
	m, _ := l.Kept.Find(key)
	return m
}

// known reports whether the demo has said enough about a level to load its map: its
// name and all its models. Where those come in pieces, all have come when there is
// something to see.
func (l *Loader) known(w *world.World, key world.MapKey, dt float64) bool {
	if key.Name != "" && (len(w.Entities) > 0 || w.View.Known || w.AnyoneVisible()) {
		return true
	}
	if l.Current != nil && l.Current.Key == key {
		return true
	}
	l.waited += dt
	return l.waited > mapPatience
}

func (l *Loader) set(m *Loaded) (changed bool) {
	changed = (m == nil) != (l.Current == nil) || m != nil && m.Key != l.Current.Key
	l.Current = m
	return changed
}

// Fetch loads a map and prepares it, unless most places of the level are in its walls: then there is none. A
// panic, which only a mistake in this program can cause, costs the map and nothing else.
func (l *Loader) Fetch(wanted *Wanted) *Loaded {
	key := wanted.Level.MapKey()
	r := &Loaded{Key: key}
	err := fault.Guard("loading "+key.Name, func() {
		if l.load != nil {
			r.M, r.Notice = l.load(&wanted.Level)
		}
		if r.M != nil && foreign(r.M, wanted.places) {
			r.M, r.Notice = nil, foreignNotice(key.Name, r.Notice)
		}
		if r.M != nil {
			r.Geometry = scene.Prepare(r.M)
		}
	})
	if err != nil {
		if l.Report != nil {
			l.Report(err)
		}
		return &Loaded{Key: key, Notice: err.Error()}
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
