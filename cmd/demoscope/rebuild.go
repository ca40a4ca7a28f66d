//go:build !js

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/player/survey"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

type rebuildCmd struct {
	Level  *int   `placeholder:"N" help:"Only level N of the demo, from 1"`
	Output string `short:"o" placeholder:"FILE" predictor:"file" type:"path" help:"${rebuild_output_text}"`
	File   string `arg:"" predictor:"demo" help:"Demo file"`
}

func (c *rebuildCmd) Validate() error {
	if c.Level != nil && *c.Level < 1 {
		return fmt.Errorf("--level must be at least 1")
	}
	return nil
}

// rebuilt are the levels of a demo, reconstructed only from player movement.
type rebuilt struct {
	levels []rebuiltLevel
	first  *survey.Level // the first of levels that was reconstructed
	count  int           // number of levels in the demo, including those without a visible player
	rest   bool          // the demo has more levels than were read
}

// rebuiltLevel describes a reconstructed level.
type rebuiltLevel struct {
	number       int // from 1
	name         string
	faces, items int
	seconds      float64 // how much of the demo was read for it
}

func (c *rebuildCmd) Run(s *streams) error {
	demo, err := s.openDemo(c.File)
	if err != nil {
		return err
	}
	if c.Output != "" {
		if err := s.checkOutput(c.Output, "", s.source(demo)); err != nil {
			return err
		}
	}
	s.sayCut(demo)
	only := 0
	if c.Level != nil {
		only = *c.Level
	}
	r, damage := rebuild(demo, only)
	if damage != nil {
		s.say("%s is damaged, so only part of it is read: %v", demo.File, damage)
	}
	if r.rest {
		s.say("%s: levels behind the first %d are left out (--level N reads one)", demo.Path(), timeline.MaxLevels)
	}
	switch {
	case r.first != nil:
	case only > r.count && r.count == 1:
		return fmt.Errorf("%s: no level %d; the demo has one", demo.Path(), only)
	case only > r.count:
		return fmt.Errorf("%s: no level %d; the demo has %d", demo.Path(), only, r.count)
	case only > 0:
		return fmt.Errorf("%s: no players on level %d", demo.Path(), only)
	default:
		return fmt.Errorf("%s: no players on any level", demo.Path())
	}
	if c.Output != "" {
		var out bytes.Buffer
		write := r.first.WriteOBJ
		if strings.EqualFold(filepath.Ext(c.Output), ".svg") {
			write = survey.PlanOf(r.first.Map()).WriteSVG
		}
		if err := write(&out); err != nil {
			return err
		}
		if err := s.writeFile(c.Output, out.Bytes()); err != nil {
			return err
		}
		if c.Output == standardStream {
			s = &streams{out: s.err, err: s.err} // the report must not mix with the level
		}
	}
	var b strings.Builder
	for _, l := range r.levels {
		name := cmp.Or(printable(l.name), "unknown map") // the demo lacks its beginning
		fmt.Fprintf(&b, "%s, level %d: %d faces, %d items, from %.0f s\n", name, l.number, l.faces, l.items, l.seconds)
	}
	_, err = fmt.Fprint(s.out, b.String())
	return err
}

// surveyMemory is the maximum memory for the survey of a level, in bytes: forty times what a long match needs.
const surveyMemory = 128 << 20

// rebuild reconstructs the levels of a demo, or only level number only. The error is the first damage.
func rebuild(demo *formats.Demo, only int) (*rebuilt, error) {
	r := &rebuilt{}
	cursor := cursorOf(demo)
	var now *survey.Survey // of the current level; nil before a player is visible
	var level rebuiltLevel
	start, frame := 0.0, -1.0
	end := func() {
		if now == nil {
			return
		}
		now.Finish()
		built := now.Build()
		level.faces, level.items, level.seconds = len(built.Faces), len(built.Items), frame-start
		if r.levels = append(r.levels, level); r.first == nil {
			r.first = built
		}
		now = nil
	}
	for cursor.Next() == nil {
		w := cursor.World
		if w.LevelCount != r.count {
			end()
			r.count, frame = w.LevelCount, -1
			if r.rest = r.count > timeline.MaxLevels && only == 0; r.rest {
				break
			}
		}
		if w.FrameClock == frame || len(w.Players) == 0 || only > 0 && w.LevelCount != only {
			continue
		}
		if now == nil && w.Level().Map == "" && !w.View.Known && !world.AnyoneVisible(w.Players) {
			continue // QuakeWorld names the map some packets after the players appear
		}
		frame = w.FrameClock
		if now == nil {
			now, start = survey.New(w.Game, survey.NewBudget(surveyMemory)), frame
			level = rebuiltLevel{number: w.LevelCount, name: w.Level().Map}
		}
		now.Frame(w)
	}
	end()
	if cursor.Damage != nil {
		return r, cursor.Damage
	}
	return r, nil
}
