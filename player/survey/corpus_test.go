package survey_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/survey"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// mapFinder finds the maps of the corpus by their name.
type mapFinder struct {
	searches map[world.Game]*assets.Search
	list     map[string]*bsp.Map
}

func (m *mapFinder) find(t testing.TB, w *world.World) *bsp.Map {
	t.Helper()
	level := w.Level()
	key := w.Game.String() + level.Map
	found, known := m.list[key]
	if !known {
		s := m.searches[w.Game]
		if s == nil {
			var bases []string
			for _, dir := range []string{"gplmaps", "lq", "misc", "oa", "q2"} {
				bases = append(bases, filepath.Join(corpus.Dir(t), "game", dir))
			}
			var err error
			s, err = assets.Open(assets.Options{Game: assets.Game(w.Game.String()), BaseDirs: bases, NoInstalled: true, Getenv: func(string) string { return "" }})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			m.searches[w.Game] = s
		}
		if data, _, err := s.ReadFile(level.Map); err == nil {
			found, _ = bsp.Load(data)
		}
		m.list[key] = found
	}
	return found
}

// surveyed is a level of a demo: its survey, and the map that it is of.
type surveyed struct {
	file, mapName string
	game          world.Game
	after         []stage
	survey        *survey.Survey
	truth         *survey.Truth
	cost          time.Duration
	positions     int
	bytes         int64
}

// stage is what was known after some minutes.
type stage struct {
	minutes float64
	survey  *survey.Survey
}

// surveyDemo reads a demo, and returns those of its levels whose map is at hand.
func surveyDemo(t testing.TB, m *mapFinder, file string, truths map[*bsp.Map]*survey.Truth) (list []*surveyed) {
	t.Helper()
	demo, err := formats.Open(file, corpus.Read(t, file))
	if err != nil {
		t.Logf("%s: %v", file, err)
		return nil
	}
	c := timeline.NewCursor(demo.Name, demo.Decoder())
	var now *surveyed
	begun, frame, start := 0, -1., 0.
	end := func() {
		if now != nil {
			now.survey.End()
		}
	}
	for c.Next() == nil {
		w := c.World
		if w.LevelCount != begun {
			begun, frame = w.LevelCount, -1
			end()
			now = nil
		}
		if w.FrameClock == frame || len(w.Players) == 0 {
			continue
		}
		if now == nil {
			real := m.find(t, w)
			if real == nil {
				frame = w.FrameClock
				continue
			}
			truth := truths[real]
			if truth == nil {
				truth = survey.NewTruth(real)
				truths[real] = truth
			}
			now = &surveyed{file: filepath.Base(file), mapName: w.Level().Map, game: w.Game, survey: survey.New(w.Game, survey.NewBudget(64<<20)), truth: truth, bytes: int64(len(demo.Data))}
			list = append(list, now)
			start = w.FrameClock
		}
		frame = w.FrameClock
		for _, minutes := range [...]float64{1, 5} {
			if n := len(now.after); w.FrameClock-start >= 60*minutes && (n == 0 || now.after[n-1].minutes < minutes) {
				now.after = append(now.after, stage{minutes, now.survey.Clone()})
			}
		}
		began := time.Now()
		now.survey.Frame(w)
		now.cost += time.Since(began)
		now.truth.Frame(w)
	}
	end()
	for _, s := range list {
		s.after = append(s.after, stage{0, s.survey})
	}
	return list
}

// row prints figures as percents.
func row(g survey.Figures) string {
	var b strings.Builder
	for _, x := range [...]float64{g.FloorTrue, g.FloorExact, g.TouchedDrawn, g.Cover, g.WallsTrue, g.WallsThrough, g.Recall, g.PresumedTrue, g.PresumedWallsTrue} {
		if x != x {
			b.WriteString("     -")
			continue
		}
		fmt.Fprintf(&b, " %5.1f", 100*x)
	}
	return b.String()
}

const heads = " floor exact touch cover walls  thru recal ghost gwall"

// TestCorpusFigures measures the levels of all demos whose map is at hand.
func TestCorpusFigures(t *testing.T) {
	m := &mapFinder{map[world.Game]*assets.Search{}, map[string]*bsp.Map{}}
	var files []string
	for _, dir := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		files = append(files, corpus.Demos(t, dir)...)
	}
	byMap := map[string][]*surveyed{}
	t.Logf("%-44s %5s %s %7s", "demo", "min", heads, "cells")
	for _, file := range files {
		for _, s := range surveyDemo(t, m, file, map[*bsp.Map]*survey.Truth{}) {
			byMap[s.mapName] = append(byMap[s.mapName], s)
			for _, stage := range s.after {
				began := time.Now()
				level := stage.survey.Build()
				built := time.Since(began)
				name := s.file
				if len(name) > 30 {
					name = name[:30]
				}
				all := fmt.Sprint(stage.minutes)
				if stage.minutes == 0 {
					all = "all"
				}
				g := s.truth.Compare(level)
				t.Logf("%-44s %5s %s %7d %6d faces, built %v, %.0f ms/MB, %v", name+" "+strings.TrimPrefix(s.mapName, "maps/"), all, row(g), g.Cells, len(level.Faces), built.Round(time.Millisecond), s.cost.Seconds()*1e3/(float64(s.bytes)/1e6), s.survey.Memory())
			}
		}
	}
	_ = slices.Sorted[string]
}
