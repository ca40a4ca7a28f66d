package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player/world"
)

// gameData are the flags that say where maps are.
type gameData struct {
	BaseDir []string `name:"basedir" placeholder:"DIR" type:"path" help:"Folder that holds id1, qw, baseq2, baseq3, baseoa, ...; may be repeated."`
	Game    []string `name:"game" placeholder:"NAME" help:"Game folder of a mod inside the base folder; may be repeated, the last is searched first."`
}

// search opens the search path for a demo's game.
func (g *gameData) search(demo *formats.Demo) (*assets.Search, error) {
	o := assets.Options{BaseDirs: g.BaseDir, Mods: g.Game}
	if demo != nil {
		o.Game = assets.Game(demo.Game)
		if exists(demo.File) {
			o.DemoPath = demo.File
		}
	}
	return assets.Open(o)
}

// mapLoader returns the function that finds and loads the map of a level. A
// map that is missing or broken is nil, with a notice that says so; one that
// is not the demo's is used, with a warning.
func mapLoader(s *assets.Search) func(*world.Level) (*bsp.Map, string) {
	return func(level *world.Level) (*bsp.Map, string) {
		if level.Map == "" {
			return nil, "the demo does not name its map"
		}
		data, src, err := s.ReadFile(level.Map)
		if err != nil {
			return nil, missingMap(level.Map, err)
		}
		m, err := bsp.Load(data)
		if err != nil {
			return nil, fmt.Sprintf("%s in %s cannot be read: %v", level.Map, src, err)
		}
		if lit, err := s.FindBeside(src, strings.TrimSuffix(level.Map, filepath.Ext(level.Map))+".lit"); err == nil {
			if data, err := s.Read(lit); err == nil {
				// A light file of another build of the map is left out.
				_ = m.AttachLit(data)
			}
		}
		return m, wrongMap(level, m)
	}
}

// missingMap says which map is missing and where it was looked for.
func missingMap(name string, err error) string {
	var missing *assets.NotFoundError
	if !errors.As(err, &missing) {
		return fmt.Sprintf("%s: %v", name, err)
	}
	return missing.Error()
}

// wrongMap warns of a map that is not the one that was played on, where the
// demo tells: by its checksum, or by how many inline models it has.
func wrongMap(level *world.Level, m *bsp.Map) string {
	if level.HasChecksum {
		sums := m.Checksums
		if c := int32(level.Checksum); c != sums.QuakeWorld && c != sums.QuakeWorld2 && c != sums.File {
			return fmt.Sprintf("%s is another build than the demo was recorded on (checksum)", level.Map)
		}
		return ""
	}
	inline := 0
	for _, name := range level.Models {
		if strings.HasPrefix(name, "*") {
			inline++
		}
	}
	if have := len(m.Models) - 1; inline > 0 && inline != have {
		return fmt.Sprintf("%s is another build than the demo was recorded on (%d inline models, the demo has %d)", level.Map, have, inline)
	}
	return ""
}
