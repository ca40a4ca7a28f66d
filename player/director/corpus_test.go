package director_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/director"
	"demoscope/player/timeline"
)

// indexed returns the whole index of a demo.
func indexed(t testing.TB, path string) *timeline.Timeline {
	t.Helper()
	demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	x := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())), timeline.Options{})
	x.Wait()
	return x
}

// mapOf returns the sight on a map of the corpus, nil if it has none.
func mapOf(t testing.TB, path string) director.Sight {
	t.Helper()
	m, err := bsp.Load(corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return m.Sees
}

// match is a demo with all players, and what must be seen of it.
type match struct {
	demo, bsp string // below the folder of real files, or names of the sample; bsp may be empty
	kills     int
	least     float64 // percent of the kills that are seen
}

// matches are all that there are with kills. A plan that cuts as often as it can sees up to a quarter more, as
// [director.Most] finds, but nobody can follow it.
var matches = []match{
	{"mvd/1on1_milton_vs_mushi[tron]20240616-1719.mvd", "", 9, 100},
	{"mvd/2on2_sf_vs_red[frobodm2]220104-0915.mvd", "", 30, 73},
	{"mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "game/gplmaps/id1/maps/dm2.bsp", 165, 52},
	{"mvd/ffa_5[dm4]20240501-1229.mvd", "game/gplmaps/id1/maps/dm4.bsp", 35, 48},
	{"mvd/osm_demo4.mvd", "game/gplmaps/id1/maps/e1m2.bsp", 56, 39},
	{"mvd/rec_dm4_ktxbots.mvd", "game/gplmaps/id1/maps/dm4.bsp", 21, 66},
	{"mvd/rec_ultrav_ktxbots.mvd", "game/misc/id1/maps/ultrav.bsp", 15, 86},
	{"mvd2/test.mvd2", "", 25, 96},
	{"demoscope1.mvd", "demoscope1.bsp", 20, 70},
	{"demoscope1.mvd2", "q2/demoscope1.bsp", 2, 100},
}

// open returns the index of a match and the sight on its map.
func (m *match) open(t testing.TB) (*timeline.Timeline, director.Sight) {
	dir := corpus.Sample
	if strings.Contains(m.demo, "/") {
		dir = corpus.Dir(t)
	}
	x := indexed(t, filepath.Join(dir, m.demo))
	if m.bsp == "" {
		return x, nil
	}
	return x, mapOf(t, filepath.Join(dir, m.bsp))
}

// Of every match with all players at least three quarters of the kills that can be seen are seen, at most
// [director.MaxCuts] cuts a minute, with rest between them and none near a kill or death of the followed player.
func TestMatches(t *testing.T) {
	t.Logf("%-28s %5s %5s | %5s %5s %5s %5s %5s | %6s %6s | %5s %5s | %5s | %s", "percent of", "kills", "/min", "seen",
		"eyes", "both", "full", "scrn", "random", "best", "most", "free", "cuts", "plan")
	for _, m := range matches {
		t.Run(m.demo, func(t *testing.T) {
			x, sight := m.open(t)
			begun := time.Now()
			p := director.Make(x, 0, director.Options{Sight: sight})
			took := time.Since(begun)
			s := p.Measure(x, sight)
			b := director.Baseline(x, 0, sight)
			most, free := director.Most(x, 0, sight)
			percent := func(n int) float64 { return 100 * s.Share(n) }
			t.Logf("%-28.28s %5d %5.1f | %5.1f %5.1f %5.1f %5.1f %5.1f | %6.1f %6.1f | %5.1f %5.1f | %5.1f | %v",
				filepath.Base(m.demo), s.Kills, s.KillsPerMinute(),
				percent(s.Seen), percent(s.Eyes), percent(s.Both), percent(s.Full), percent(s.Screen), 100*b.Random,
				100*b.Best, percent(most), percent(free), s.CutsPerMinute(), took)
			if s.Kills != m.kills || percent(s.Seen) < m.least || s.CutsPerMinute() > director.MaxCuts || s.Hasty > 0 {
				t.Errorf("%d kills, %.1f %% are seen at %.1f cuts a minute, of which %d are near a kill", s.Kills,
					percent(s.Seen), s.CutsPerMinute(), s.Hasty)
			}
			if share := s.Share(s.Seen); share < b.Best || b.Best < b.Random {
				t.Errorf("seen are %v, with the best player alone %v, with one at random %v", share, b.Best, b.Random)
			}
			if s.Seen > most || 4*s.Seen < 3*most || most > free {
				t.Errorf("%d kills are seen of the %d that can be at so many cuts, and %d at any number", s.Seen,
					most, free)
			}
			for i := 1; i < len(p.Cuts); i++ {
				c, was := &p.Cuts[i], &p.Cuts[i-1]
				if c.Slot == was.Slot && c.Camera == was.Camera || c.Clock-was.Clock < director.Rest-1e-6 {
					t.Errorf("a cut from %d to %d at %.2f s, %.2f s after the last", was.Slot, c.Slot, c.Clock,
						c.Clock-was.Clock)
				}
			}
			again := director.Make(x, 0, director.Options{Sight: sight})
			if !slices.Equal(again.Cuts, p.Cuts) {
				t.Error("the same index gives another plan")
			}
		})
	}
}

// A director who knows 5 s ahead, as in a live game that is shown late, sees of all kills
// together not 2 percent less, at as many cuts. Of few, as those of our own demos, it is one.
func TestLive(t *testing.T) {
	const ahead = 5
	var whole, live director.Score
	for _, m := range matches {
		if _, ok := corpus.Lookup(); !ok && strings.Contains(m.demo, "/") {
			continue
		}
		x, sight := m.open(t)
		w := director.Make(x, 0, director.Options{Sight: sight}).Measure(x, sight)
		level := x.Levels()[0]
		p := director.Make(x, 0, director.Options{Sight: sight, Until: level.Start + ahead})
		for now := level.Start; now < level.End; now += 0.5 {
			was := slices.Clone(p.Cuts)
			p = p.Renew(x, now, director.Options{Sight: sight, Until: now + ahead})
			for i, c := range was {
				if c.Clock <= now && (i >= len(p.Cuts) || p.Cuts[i].Clock != c.Clock || p.Cuts[i].Slot != c.Slot) {
					t.Fatalf("%s: at %v s what was shown has changed", m.demo, now)
				}
			}
		}
		l := p.Measure(x, sight)
		t.Logf("%-30.30s %5.1f at %4.1f cuts, live %5.1f at %4.1f", filepath.Base(m.demo), 100*w.Share(w.Seen),
			w.CutsPerMinute(), 100*l.Share(l.Seen), l.CutsPerMinute())
		whole.Add(&w)
		live.Add(&l)
	}
	if float64(whole.Seen-live.Seen) > max(1, 0.02*float64(whole.Kills)) || live.CutsPerMinute() > director.MaxCuts {
		t.Errorf("live %v, whole %v", live, whole)
	}
}

// A plan is made while the demo is played: ten minutes of four players take some milliseconds,
// an hour of eight not half a second.
func BenchmarkMake(b *testing.B) {
	for _, m := range matches {
		b.Run(m.demo, func(b *testing.B) {
			x, sight := m.open(b)
			b.ReportAllocs()
			for b.Loop() {
				director.Make(x, 0, director.Options{Sight: sight})
			}
		})
	}
}
