package timeline_test

import (
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/world"
)

// TestCorpusWhatKillsTake: servers' recordings and multi-view ones tell of nearly all kills what the last
// blow left, those of one player of his own deaths; Quake III's game tells him what his victims had left, but
// not in protocol 43, in Quake Live and in CPMA. Of eleven of osm_demo4.mvd the health is at its end, -99,
// which tells nothing. The first of each is as the raw stats of both sides have it.
func TestCorpusWhatKillsTake(t *testing.T) {
	for _, c := range []struct {
		format, name     string
		kills, left, had int
		first            [2]int16
	}{
		{"dem", "lqold_demo.dem", 1, 1, 0, [2]int16{100, -80}},
		{"qwd", "rec_dm4_ktxbots.qwd", 28, 8, 0, [2]int16{4, -20}},
		{"mvd", "osm_demo4.mvd", 56, 45, 0, [2]int16{22, -2}},
		{"dm2", "testduel.dm2", 6, 2, 0, [2]int16{3, -1}},
		{"mvd2", "test.mvd2", 26, 26, 0, [2]int16{6, 0}},
		{"dm3", "udt_dm3_duel.dm3", 15, 5, 0, [2]int16{35, -13}},
		{"dm3", "udt_p48_duel.dm_48", 18, 3, 15, [2]int16{74, 0}},
		{"dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68", 142, 7, 0, [2]int16{100, -772}},
		{"dm3", "udt_p73_duel.dm_73", 43, 19, 0, [2]int16{36, -2}},
	} {
		demos := corpus.Demos(t, c.format)
		path := demos[slices.IndexFunc(demos, func(p string) bool { return filepath.Base(p) == c.name })]
		d, err := formats.Open(c.name, corpus.Read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		p := player.New(d, player.Options{})
		p.Timeline().Wait()
		kills, left, had := 0, 0, 0
		var first [2]int16
		for _, e := range p.Timeline().Events() {
			if e.Kind != world.EventKill || e.Other < 0 {
				continue
			}
			kills++
			if e.LeftKnown {
				left++
			} else if e.Had > 0 {
				had++
			}
			if first == ([2]int16{}) {
				first = [2]int16{e.Had, e.Left}
			}
		}
		p.Close()
		if kills != c.kills || left != c.left || had != c.had || first != c.first {
			t.Errorf("%s: %d kills, of %d what is left, of %d what was left, the first %v", c.name, kills, left,
				had, first)
		}
	}
}
