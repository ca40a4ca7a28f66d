package levelmap

import (
	"demoscope/bsp"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// Shown is the map of the current level: the loaded one or, if that is missing, its reconstruction.
type Shown struct {
	*Loader
	Rebuilder Rebuilder
	Rebuilt   *Rebuilt        // reconstruction of a missing map; nil for none
	Geometry  *scene.Geometry // of the level being drawn; nil for none
	drawn     *Loaded         // Current when Geometry was set last
}

// Update shows the map of w's level once it is loaded. number is that of the level, as in [Level], and dt is the time
// since the last call in seconds. It reports whether the map has changed.
func (s *Shown) Update(w *world.World, number int, dt float64) (changed bool) {
	s.Loader.Update(w, dt)
	changed = s.Current != s.drawn // also if another call has waited for the map
	var rebuilt *Rebuilt
	if s.Missing() && s.Rebuilder.Source != nil {
		rebuilt = s.Rebuilder.Update(s.level(number), dt)
	}
	if changed = changed || rebuilt != s.Rebuilt; changed {
		s.show(rebuilt)
	}
	return changed
}

// LoadNow waits for the map of w's level and shows it.
func (s *Shown) LoadNow(w *world.World) {
	s.Loader.LoadNow(w)
	s.show(nil)
}

// RebuildNow waits until all of the level is known, whose map is missing, and shows its reconstruction.
func (s *Shown) RebuildNow(number int) { s.show(s.Rebuilder.Wait(s.level(number))) }

func (s *Shown) level(number int) Level { return Level{Number: number, Key: s.Current.Key} }

// show shows the current map, or the reconstruction if the map is missing.
func (s *Shown) show(rebuilt *Rebuilt) {
	s.drawn, s.Rebuilt, s.Geometry = s.Current, rebuilt, nil
	switch {
	case s.Current == nil:
	case s.Current.Map != nil:
		s.Geometry = s.Current.Geometry
	default:
		if s.Geometry = rebuilt.Prepared(); s.Geometry == nil {
			s.Geometry = scene.Unknown
		}
	}
}

// Missing reports whether the map was searched for and not found.
func (s *Shown) Missing() bool { return s.Current != nil && s.Current.Map == nil }

// Map returns the map of the level or its reconstruction, or nil.
func (s *Shown) Map() *bsp.Map {
	switch c := s.Current; {
	case c == nil:
		return nil
	case c.Map != nil:
		return c.Map
	case s.Rebuilt.Prepared() != nil:
		return s.Rebuilt.Map
	}
	return nil
}
