package survey_test

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/survey"
	"demoscope/player/world"
)

// mapFinder finds the maps of the corpus by their name.
type mapFinder struct {
	list map[string]*bsp.Map
}

// mapFolders are where the maps of a game are.
var mapFolders = [...][]string{world.Quake: {"gplmaps", "lq", "misc"}, world.QuakeWorld: {"gplmaps", "lq", "misc"},
	world.Quake2: {"q2"}, world.Quake3: {"oa"}}

func newMapFinder(t testing.TB) *mapFinder {
	t.Helper()
	f := &mapFinder{map[string]*bsp.Map{}}
	dir := corpus.Dir(t)
	for game, folders := range mapFolders {
		for _, folder := range folders {
			for _, file := range corpus.Maps(t, filepath.Join(dir, "game", folder)) {
				key := mapKey(world.Game(game), file.Name)
				if m, err := bsp.Load(file.Data); err == nil && f.list[key] == nil {
					f.list[key] = m
				}
			}
		}
	}
	return f
}

func mapKey(g world.Game, name string) string { return g.String() + " " + path.Base(name) }

func (m *mapFinder) find(w *world.World) *bsp.Map { return m.list[mapKey(w.Game, w.Level().Map)] }

// surveyed is a level of a demo: its survey, and the map that it is of.
type surveyed struct {
	file, mapName string
	game          world.Game
	after         []stage
	survey        *survey.Survey
	truth         *survey.Measure
}

// stage is what was known after some minutes, 0 for all: the figures of then, but for what
// players went through, which counts later paths too.
type stage struct {
	minutes float64
	survey  *survey.Survey
	level   *survey.Level
	figures survey.Figures
}

func (s *surveyed) stage(minutes float64) {
	c := s.survey.Clone()
	l := c.Build()
	s.after = append(s.after, stage{minutes, c, l, s.truth.Compare(l)})
}

// surveyDemo reads a demo, and returns those of its levels whose map is at hand.
func surveyDemo(t testing.TB, m *mapFinder, file string, truths map[*bsp.Map]*survey.Measure) (list []*surveyed) {
	t.Helper()
	demo, err := formats.Open(file, corpus.Read(t, file))
	if err != nil {
		t.Logf("%s: %v", file, err)
		return nil
	}
	c := scan.NewCursor(demo.Name, demo.Decoder())
	var now *surveyed
	begun, frame, start := 0, -1., 0.
	end := func() {
		if now != nil {
			now.survey.Finish()
			now.stage(0)
			for i := range now.after {
				now.after[i].figures.WallsThrough = now.truth.Compare(now.after[i].level).WallsThrough
			}
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
			real := m.find(w)
			if real == nil {
				frame = w.FrameClock
				continue
			}
			truth := truths[real]
			if truth == nil {
				truth = survey.NewMeasure(real)
				truths[real] = truth
			}
			now = &surveyed{file: filepath.Base(file), mapName: w.Level().Map, game: w.Game, survey: survey.New(w.Game,
				survey.NewBudget(64<<20)), truth: truth}
			list = append(list, now)
			start = w.FrameClock
		}
		frame = w.FrameClock
		for _, minutes := range [...]float64{1, 5} {
			if n := len(now.after); w.FrameClock-start >= 60*minutes && (n == 0 || now.after[n-1].minutes < minutes) {
				now.stage(minutes)
			}
		}
		now.survey.Frame(w)
		now.truth.Frame(w)
	}
	end()
	return list
}

// least is what figures must be, in percent: a point or so below what they are.
type least struct{ floor, touched, walls, cover, recall, liquid float64 }

// usual is that of a level of which all was read. Walls count where there are fewestWalls cells of them.
var usual = least{floor: 94, touched: 94, walls: 94.5}

const fewestWalls = 300

// unusual are other figures of demos and of maps.
var unusual = map[string]least{
	// Two that contradict their maps: TestSomeBodiesAreInSolid.
	"qwz_demo31.qwd": {floor: 94, touched: 89.3, walls: 97.5, liquid: 80},
	"qwtf_demo1.dem": {floor: 93.5, touched: 88.5},
	// Slopes of rock.
	"lq_e0m1_p15.dem": {floor: 98.7, touched: 95.3, liquid: 97}, "lq_e0m1_p666.dem": {floor: 98.6, touched: 91.9,
		liquid: 97}, "lq_e0m1_p999.dem": {floor: 99, touched: 95, liquid: 97},
	"quake lq_e0m1.bsp": {floor: 99, touched: 95, liquid: 96},
	// One player alone. In the first he stops, stands, and walks off along an axis: that looks like a wall,
	// and is most of the few there are.
	"osm_demo1.dem": {floor: 99, touched: 96.2, liquid: 95}, "osm_demo2.dem": {floor: 96, touched: 94.7},
	"osm_demo3.dem": {floor: 97, touched: 95.8},
	// Bots that turn at the same places again and again, ledges lower than a body, and niches as wide as one.
	"rec_dm4_ktxbots.mvd": {floor: 96, touched: 96.7, walls: 94.5, recall: 36, liquid: 77}, "rec_lqdm11_dmm4.mvd": {
		floor: 96.3, touched: 96.8, walls: 91.5, recall: 63},
	"rec_lqdm11_nails_nopext.mvd": {floor: 98, touched: 96, walls: 93.5, recall: 70}, "rec_ultrav_ktxbots.mvd": {
		floor: 97.5, touched: 96, walls: 95.5, recall: 31},
	"rec_ultrav_ktxbots.qwd": {floor: 98, touched: 95.5, walls: 92.6}, "quakeworld ultrav.bsp": {floor: 97.7,
		touched: 96, walls: 91},
	"quakeworld lqdm11.bsp": {floor: 97.2, touched: 96.5, walls: 93, recall: 78.5},
	// Places in whole units, on an open map.
	"oa_aggressor_spec.dm_71": {floor: 98, touched: 97.3, walls: 77},
	"oa_ctf2_player.dm_71":    {floor: 98.2, touched: 98.8, walls: 98, recall: 59},
	"oa_dm1_player.dm_71":     {floor: 98.6, touched: 97.8, walls: 98.3, cover: 38.5, recall: 31, liquid: 60},
	"oa_ps37ctf2_spec.dm_71":  {floor: 98.8, touched: 97.3, walls: 98.5, liquid: 77},
	// Long matches, the first a server's recording of eight players on a small map: minutes stand behind the name.
	"4on4_-s-_vs_pol[dm2]20241118-2135.mvd 1": {floor: 98, touched: 94.7, walls: 97, recall: 51},
	"4on4_-s-_vs_pol[dm2]20241118-2135.mvd 5": {floor: 98.3, touched: 95.7, walls: 97.9, cover: 68, recall: 67},
	"4on4_-s-_vs_pol[dm2]20241118-2135.mvd": {floor: 98.3, touched: 95.8, walls: 98.2, cover: 72, recall: 70.7,
		liquid: 80},
	"qwz_demo02.qwd": {floor: 98.3, touched: 96.3, walls: 96.6, cover: 56, recall: 68},
	"qwz_demo15.qwd": {floor: 98, touched: 97.5, walls: 97.7, cover: 62.5, recall: 59,
		liquid: 71},
	"qwz_demo22.qwd": {floor: 97.4, touched: 98.2, walls: 94.2, cover: 64.5, recall: 66.5,
		liquid: 84},
	"ffa_5[dm4]20240501-1229.mvd": {floor: 95.9, touched: 97.2, walls: 96, cover: 58.7, recall: 18.5,
		liquid: 80},
	"quakeworld dm4.bsp": {floor: 94.5, touched: 93.8, walls: 98.6, cover: 80.5, recall: 57.5,
		liquid: 78},
	"quake2 lq2dm11.bsp": {floor: 97.2, touched: 96.2, walls: 97.3, recall: 46},
	"lq2dm11_yq2.dm2":    {floor: 93.5, touched: 92.6},
}

// throughLater is how much of the walls, in percent, those go through at most who come when the level was drawn.
const throughLater = 0.2

// check compares figures with what they must be. Nobody goes through a wall that is drawn once
// all was read.
func check(t *testing.T, name string, g *survey.Figures, all bool) {
	t.Helper()
	want, known := unusual[name]
	if !known {
		want = usual
	}
	for _, c := range [...]struct {
		what      string
		is, least float64
		count     bool
	}{
		{"floor_true", g.FloorTrue, want.floor, true}, {"touched_drawn", g.TouchedDrawn, want.touched, true},
		{"walls_true", g.WallsTrue, want.walls, g.Walls >= fewestWalls}, {"cover", g.Cover, want.cover, true},
		{"recall", g.Recall, want.recall, true},
		{"liquid_true", g.LiquidTrue, want.liquid, true},
	} {
		if c.count && c.least > 0 && !(100*c.is >= c.least) {
			t.Errorf("%s: %s is %.1f %%, at least %v %% is what it was", name, c.what, 100*c.is, c.least)
		}
	}
	most := throughLater
	if all {
		most = 0
	}
	if g.Walls > 0 && !(100*g.WallsThrough <= most) {
		t.Errorf("%s: players went through %.2f %% of the walls", name, 100*g.WallsThrough)
	}
}

// TestCorpusFigures measures the levels of all demos whose map is at hand, by minutes read, and
// of those of one map together.
func TestCorpusFigures(t *testing.T) {
	m := newMapFinder(t)
	var files []string
	for _, dir := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		files = append(files, corpus.Demos(t, dir)...)
	}
	byMap := map[string][]*surveyed{}
	for _, file := range files {
		for _, s := range surveyDemo(t, m, file, map[*bsp.Map]*survey.Measure{}) {
			last := &s.after[len(s.after)-1].figures
			if !(last.FloorTrue > 0.5) || last.Cells < 500 {
				t.Logf("%s %s: another map of that name, or next to nothing: %+v", s.file, s.mapName, last)
				continue
			}
			byMap[mapKey(s.game, s.mapName)] = append(byMap[mapKey(s.game, s.mapName)], s)
			for i := range s.after {
				key := s.file
				if s.after[i].minutes > 0 {
					key += fmt.Sprint(" ", s.after[i].minutes)
				}
				t.Logf("%s: %+v", key, s.after[i].figures)
				if _, known := unusual[key]; known || s.after[i].minutes == 0 {
					check(t, key, &s.after[i].figures, s.after[i].minutes == 0)
				}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(byMap)) {
		list := byMap[key]
		if len(list) < 2 {
			continue
		}
		sum := survey.New(list[0].game, survey.NewBudget(256<<20))
		truth := survey.NewMeasure(m.list[key])
		for _, s := range list {
			if !sum.Merge(s.survey) {
				t.Errorf("%s is not merged", s.file)
			}
			truth.Merge(s.truth)
		}
		figures := truth.Compare(sum.Build())
		t.Logf("%s, %d demos: %+v", key, len(list), figures)
		check(t, key, &figures, true)
	}
}
