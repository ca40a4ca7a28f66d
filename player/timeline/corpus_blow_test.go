package timeline_test

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// corpusEvents returns the events of a real demo of a folder.
func corpusEvents(t *testing.T, folder, file string) []timeline.Event {
	t.Helper()
	demo, err := formats.Open(file, corpus.Read(t, filepath.Join(corpus.Dir(t), folder, file)))
	if err != nil {
		t.Fatal(err)
	}
	g := timeline.NewGatherer(1 << 30)
	c := scan.NewCursor(demo.Name, demo.Decoder())
	for c.Next() == nil {
		g.Packet(c.World)
	}
	return g.Events()
}

// TestCorpusBlows: how hard kills were, and what team mates were killed with, as hidden messages of the demos have it.
func TestCorpusBlows(t *testing.T) {
	for file, want := range map[string]struct {
		kills, told int
		blows       map[float64]string // at viewer's times
	}{
		"4on4_-s-_vs_pol[dm2]20241118-2135.mvd": {170, 167, map[float64]string{
			58.373: "rocket launcher 110", 60.604: "super shotgun 56", 142.29: "rocket launcher 440",
			331.35: "shotgun 16",
			// of team mates, whose obituaries name no weapon
			59.805: "grenade launcher 111", 77.637: "rocket launcher 110", 79.866: "rocket launcher 43",
			91.762:  "rocket launcher 110",
			115.218: "rocket launcher 110", 120.548: "rocket launcher 70", 146.114: "rocket launcher 235",
			192.956: "rocket launcher 95",
		}},
		"ffa_5[dm4]20240501-1229.mvd": {41, 41, map[float64]string{16.169: "rocket launcher 103", 40.696: "lava 30"}},
		"rec_ultrav_ktxbots.mvd": {16, 16, map[float64]string{6.216: "rocket launcher 86",
			43.216: "rocket launcher 110"}},
	} {
		t.Run(file, func(t *testing.T) {
			kills, told := 0, 0
			for _, e := range corpusEvents(t, "mvd", file) {
				if e.Kind != world.EventKill {
					continue
				}
				kills++
				if e.Damage > 0 {
					told++
				}
				for at, blow := range want.blows {
					if math.Abs(e.Clock-at) < 0.002 {
						if got := fmt.Sprintf("%s %d", e.Weapon, e.Damage); got == blow {
							delete(want.blows, at)
						} else {
							t.Logf("at %v: %s", at, got)
						}
					}
				}
			}
			if kills != want.kills || told != want.told || len(want.blows) > 0 {
				t.Errorf("of %d kills %d are told, want %d of %d; not as wanted: %v", kills, told, want.told,
					want.kills, want.blows)
			}
		})
	}
}
