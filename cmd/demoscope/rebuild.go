package main

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/player/survey"
	"demoscope/player/timeline"
)

type rebuildCmd struct {
	JSON   bool   `name:"json" help:"Print JSON"`
	Level  *int   `placeholder:"N" help:"Only level N of the demo, from 1"`
	Output string `short:"o" placeholder:"FILE" predictor:"file" type:"path" help:"${rebuild_output_text}"`
	File   string `arg:"" predictor:"demo" help:"Demo file"`
	gameData
}

// rebuilt describes the levels of a demo, reconstructed from its paths alone.
type rebuilt struct {
	File   string         `json:"file"`
	Levels []rebuiltLevel `json:"levels"`

	count int  // of the levels of the demo, with those on which nobody is seen
	rest  bool // it has more levels than are read
}

func countLevels(n int) string {
	if n == 1 {
		return "the demo has one"
	}
	return fmt.Sprintf("the demo has %d", n)
}

// rebuiltLevel is one of them. The shares, from 0 to 1, compare it with the true map; they are
// null where that is not found, is not the one of the demo, or there is nothing to count. What
// is presumed counts in none of them.
type rebuiltLevel struct {
	Number  int     `json:"level"` // from 1
	Map     string  `json:"map"`
	Seconds float64 `json:"seconds"` // of the demo that were read of it
	// FloorCells and WallCells are known cells of 8 by 8 units, and Faces all faces.
	FloorCells int `json:"floor_cells"`
	WallCells  int `json:"wall_cells"`
	Faces      int `json:"faces"`
	Items      int `json:"items"`
	// Memory is what the survey takes, in bytes.
	Memory       int64    `json:"memory"`
	FloorTrue    *float64 `json:"floor_true"`
	TouchedDrawn *float64 `json:"touched_drawn"`
	WallsTrue    *float64 `json:"walls_true"`
	WallsThrough *float64 `json:"walls_through"`
	Cover        *float64 `json:"cover"`
	Recall       *float64 `json:"recall"`
	Notice       string   `json:"notice,omitempty"` // why there are no shares, or a problem with the map

	level *survey.Level
}

func (c *rebuildCmd) Validate() error {
	if c.Level != nil && *c.Level < 1 {
		return fmt.Errorf("--level must be at least 1")
	}
	return nil
}

// Help says what the figures are that are printed where the true map is found.
func (c *rebuildCmd) Help() string {
	return `If the real map is found, the reconstruction is compared with it. Estimated parts do not count:

  floor_true     drawn floor within 8 units of real floor
  touched_drawn  real floor under players' feet that is drawn
  walls_true     drawn walls within 8 units of a real upright surface
  walls_through  drawn walls that a player went through
  cover          walkable floor that is drawn
  recall         edges of the drawn floor at real walls that have a drawn wall

Cells in the output are 8 by 8 units.`
}

func (c *rebuildCmd) Run(s *streams) error {
	var output *string
	if c.Output != "" {
		output = &c.Output
	}
	demo, search, err := c.gameData.open(s, c.File, output, "")
	if err != nil {
		return err
	}
	defer search.Close()
	only := 0
	if c.Level != nil {
		only = *c.Level
	}
	r, damage := rebuild(demo, search, only)
	if damage != nil {
		s.say("%s is damaged, so only part of it is read: %v", demo.File, damage)
	}
	if r.rest {
		s.say("%s: levels behind the first %d are left out (--level N reads one)", demo.Path(), timeline.MaxLevels)
	}
	switch {
	case len(r.Levels) > 0:
	case only > r.count:
		return fmt.Errorf("%s: no level %d; %s", demo.Path(), only, countLevels(r.count))
	case only > 0:
		return fmt.Errorf("%s: no players on level %d", demo.Path(), only)
	default:
		return fmt.Errorf("%s: no players on any level", demo.Path())
	}
	if c.Output != "" {
		var out bytes.Buffer
		write := r.Levels[0].level.WriteOBJ
		if strings.EqualFold(filepath.Ext(c.Output), ".svg") {
			write = survey.PlanOf(r.Levels[0].level.Map()).WriteSVG
		}
		if err := write(&out); err != nil {
			return err
		}
		if err := s.writeFile(c.Output, out.Bytes()); err != nil {
			return err
		}
		if c.Output == standardStream {
			s = &streams{out: s.err, err: s.err} // what is printed stays apart from the level
		}
	}
	if c.JSON {
		return writeJSON(s.out, r)
	}
	return r.print(s)
}

// surveying is a level of a demo while it is read.
type surveying struct {
	rebuiltLevel
	survey     *survey.Survey
	truth      *survey.Truth
	start, end float64
}

// rebuild reads the levels of a demo, or only one of them.
func rebuild(demo *formats.Demo, search *assets.Search, only int) (*rebuilt, error) {
	r := &rebuilt{File: demo.Path(), Levels: []rebuiltLevel{}}
	cursor := cursorOf(demo)
	var now *surveying
	begun, frame := 0, -1.0
	end := func() {
		if now != nil {
			r.Levels = append(r.Levels, now.finish())
			if len(r.Levels) > 1 {
				r.Levels[len(r.Levels)-1].level = nil // the first one may be written
			}
		}
		now = nil
	}
	for cursor.Next() == nil {
		w := cursor.World
		if w.LevelCount != begun {
			end()
			begun, frame = w.LevelCount, -1
			r.count = begun
			if r.rest = begun > timeline.MaxLevels && only == 0; r.rest {
				break
			}
		}
		if w.FrameClock == frame || len(w.Players) == 0 || only > 0 && w.LevelCount != only {
			continue
		}
		if now == nil && w.Level().Map == "" && !w.View.Known && !w.AnyoneVisible() {
			continue // QuakeWorld names the map some packets behind the players
		}
		frame = w.FrameClock
		if now == nil {
			now = &surveying{survey: survey.New(w.Game, survey.NewBudget(surveyMemory)), start: w.FrameClock}
			level := w.Level()
			var m *bsp.Map
			m, now.Notice = loadMap(search, level)
			now.Number, now.Map = w.LevelCount, level.Map
			if m != nil {
				now.truth = survey.NewTruth(m)
			}
		}
		now.end = w.FrameClock
		now.survey.Frame(w)
		if now.truth != nil {
			now.truth.Frame(w)
		}
	}
	end()
	if cursor.Damage != nil {
		return r, cursor.Damage
	}
	return r, nil
}

// surveyMemory is what the survey of a level may hold, in bytes: forty times that of a long match.
const surveyMemory = 128 << 20

// finish builds the level and measures it.
func (n *surveying) finish() rebuiltLevel {
	n.survey.Finish()
	l := &n.rebuiltLevel
	l.level, l.Seconds, l.Memory = n.survey.Build(), n.end-n.start, n.survey.Memory()
	l.Faces, l.Items = len(l.level.Faces), len(l.level.Items)
	if n.truth == nil {
		if l.Notice == "" {
			l.Notice = "map not found"
		}
		g := survey.Count(l.level)
		l.FloorCells, l.WallCells = g.Cells, g.Walls
		return *l
	}
	g := n.truth.Compare(l.level)
	l.FloorCells, l.WallCells = g.Cells, g.Walls
	if g.FloorTrue < otherMap {
		l.Notice = fmt.Sprintf("%s is a different map with this name: only %s of the floor matches", l.Map,
			percentOf(&g.FloorTrue))
		return *l
	}
	for _, f := range [...]struct {
		to   **float64
		from float64
	}{
		{&l.FloorTrue, g.FloorTrue}, {&l.TouchedDrawn, g.TouchedDrawn}, {&l.WallsTrue, g.WallsTrue},
		{&l.WallsThrough, g.WallsThrough},
		{&l.Cover, g.Cover}, {&l.Recall, g.Recall},
	} {
		if !math.IsNaN(f.from) {
			v := f.from
			*f.to = &v
		}
	}
	return *l
}

// otherMap is the share of true floor below which a map is not that of the demo: by chance a
// tenth is.
const otherMap = 0.5

func percentOf(share *float64) string {
	if share == nil {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100**share)
}

// print prints a line for each level, and what its columns mean.
func (r *rebuilt) print(s *streams) error {
	var b strings.Builder
	for i := range r.Levels {
		l := &r.Levels[i]
		fmt.Fprintf(&b, "%s, level %d: %d floor cells, %d wall cells, %d faces, %d items, from %.0f s; %d KB\n",
			printable(l.Map), l.Number, l.FloorCells, l.WallCells, l.Faces, l.Items, l.Seconds, l.Memory>>10)
		if l.FloorTrue == nil {
			fmt.Fprintf(&b, "  not compared: %s\n", printable(l.Notice))
			continue
		}
		for _, f := range [...]struct {
			name  string
			share *float64
		}{
			{"floor_true", l.FloorTrue}, {"touched_drawn", l.TouchedDrawn}, {"walls_true", l.WallsTrue},
			{"walls_through", l.WallsThrough},
			{"cover", l.Cover}, {"recall", l.Recall},
		} {
			fmt.Fprintf(&b, "  %-13s %6s\n", f.name, percentOf(f.share))
		}
		if l.Notice != "" {
			fmt.Fprintf(&b, "  %s\n", printable(l.Notice))
		}
	}
	_, err := fmt.Fprint(s.out, b.String())
	return err
}
