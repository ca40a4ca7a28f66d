package report_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/world"
)

func openCorpus(t *testing.T, path ...string) (*formats.Demo, int64) {
	t.Helper()
	file := filepath.Join(append([]string{corpus.Dir(t)}, path...)...)
	data := corpus.Read(t, file)
	demo, err := formats.Open(filepath.Base(file), data)
	if err != nil {
		t.Fatal(err)
	}
	return demo, int64(len(data))
}

// The scoreboard's deaths begin with the match, and a table at its end takes none away: Kombat Teams and CPMA have
// those by others alone there. Want are the deaths of obituaries from the beginning of the match to its end,
// but for those between CPMA's rounds, whose own words for myT are 4 by others and 3 other ones.
func TestCorpusDeathsOfAMatch(t *testing.T) {
	for _, test := range []struct {
		folder, file string
		want         map[string]int32
	}{
		{"dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68", map[string]int32{"myT": 7, "/b5k/": 15, "LONE": 14}},
		{"qwd", "qwz_demo31.qwd", map[string]int32{"wisel": 27, "-==E}|{UK==-": 20}},
		{"qwd", "qwz_demo24.qwd", map[string]int32{". ParadokS": 26, "JArreX": 21, "nabbe": 40, "plac": 90}},
	} {
		t.Run(test.file, func(t *testing.T) {
			demo, _ := openCorpus(t, test.folder, test.file)
			c := scan.NewCursor(demo.Name, demo.Decoder())
			w, end := c.World, world.Unknown+0.0
			deaths := func() map[string]int32 {
				list := map[string]int32{}
				for i := range w.Players {
					if p := &w.Players[i]; p.InUse {
						if name := charset.Plain(w.Game, p.Name); test.want[name] != 0 {
							list[name] = p.Deaths
						}
					}
				}
				return list
			}
			before := deaths()
			for c.Next() == nil && !(end >= 0 && w.Clock > end+3) {
				if end < 0 && slices.ContainsFunc(w.Events, func(e world.Event) bool {
					return e.Kind == world.EventMatchEnd
				}) {
					end = w.Clock
					for name, n := range test.want {
						if before[name] < n-1 || before[name] > n { // the last one dies with the match
							t.Errorf("before the end %s has died %d times, not %d", name, before[name], n)
						}
					}
				}
				if end < 0 {
					before = deaths()
				}
			}
			if after := deaths(); end < 0 || fmt.Sprint(after) != fmt.Sprint(test.want) {
				t.Errorf("behind the end at %v: %v, not %v", end, after, test.want)
			}
		})
	}
}

// The table of players has who took part in the match, also who has gone since or was in another slot; who looks on is
// no player.
func TestCorpusPlayersOfAMatch(t *testing.T) {
	for _, test := range []struct {
		folder, file string
		want         []string // lines, with single spaces
	}{
		{"mvd", "ffa_5[dm4]20240501-1229.mvd", []string{"Result: / tincan 8, / bro 6, / grue 6, / goldenboy 5, test 4",
			"Match:", "1 test 4 4 5 841 531", "5 / goldenboy 5 8 11 969 1047"}},
		{"qwd", "qwz_demo24.qwd", []string{"Match:", "Slot Player Team Frags Kills Deaths Team kills",
			"8 JArreX red 6 8 21 1", "11 ///.Xalibur red 45 50 67 0", "20 . ParadokS blue 69 76 26 5 recorder"}},
		// as its results have it
		{"mvd", "2on2_sf_vs_red[frobodm2]220104-0915.mvd", []string{"2 [ServeMe] spectator",
			"3 > MrJustice =SF= -6 2 19 5 1451 2983 0", "4 : Sujoy red 7 8 2 0 1692 757 48"}},
		{"dm2", "testduel.dm2", []string{"1 shloo 2 2 4", "2 claire 4 4 2 1294 1031 recorder",
			"3 DirkNight spectator", "4 Ro11 spectator", "5 fonsinho spectator", "6 ckdkek spectator"}},
		{"dm3", "udt_p68_baseq3_2matches.dm_68",
			[]string{"Match on q3tourney2: sausage 1 : 0 Anarki (ended before the demo)",
				"Match until 3:07:", "Slot Player Frags Kills Deaths", "0 sausage 0 0 1 recorder",
				"1 Anarki 1 1 0"}},
		{"dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68", []string{"5 myT blue 39 11 7 5352 2375 recorder",
			"9 Toast blue 2 2 14 left at 11:08"}},
	} {
		demo, size := openCorpus(t, test.folder, test.file)
		info := report.Summarize(demo.Name, size, demo.Decoder())
		var lines []string
		for line := range strings.Lines(info.String()) {
			lines = append(lines, strings.Join(strings.Fields(line), " "))
		}
		for _, want := range test.want {
			if !slices.Contains(lines, want) {
				t.Errorf("%s: no line is %q", test.file, want)
			}
		}
		for i := range info.Demo.Players {
			if p := &info.Demo.Players[i]; p.Name == "JArreX" && (p.Kills.Value != 8 || p.Deaths.Value != 21) {
				t.Errorf("%+v", p)
			}
		}
		if means := test.folder == "dm3" && strings.Contains(test.file, "cpma") ||
			strings.HasPrefix(test.file, "qwz"); means != (info.Result.DeathsMean == "by enemies only") {
			t.Errorf("%s: deaths are %q", test.file, info.Result.DeathsMean)
		}
	}
}

// What the hits and the stats of a recording add up to is what KTX's own tables say: want are the numbers of the
// tables that these demos have, damage given and taken and the seconds with powerups where the table has any.
func TestCorpusSumsAreKTXs(t *testing.T) {
	for file, want := range map[string]map[string][3]int32{
		"1on1_milton_vs_mushi[tron]20240616-1719.mvd": {"mushi": {1903, 2324, 0}, "Milton": {2324, 1903, 0}},
		"ffa_5[dm4]20240501-1229.mvd": {"test": {841, 531, 0}, "/ bro": {793, 1157, 0},
			"/ goldenboy": {969, 1047, 0}, "/ tincan": {994, 1010, 0}, "/ grue": {814, 666, 0}},
		"osm_demo4.mvd": {"ToT_slime": {1485, 795, 30}, "mutilator": {773, 858, 0}, "drejfus": {797, 986, 0},
			"griffin": {642, 840, 0}, "heddan": {806, 973, 0}, "legio": {508, 434, 0}, "wigorf": {737, 927, 0},
			"madmax": {701, 561, 0}, "mrlame": {482, 557, 0}},
		// It has no hits.
		"2on2_sf_vs_red[frobodm2]220104-0915.mvd": {"Final": {0, 0, 0}, ": Timber": {0, 0, 14},
			"> MrJustice": {0, 0, 0}, ": Sujoy": {0, 0, 48}},
	} {
		demo, size := openCorpus(t, "mvd", file)
		info := report.Summarize(demo.Name, size, demo.Decoder())
		players := info.Demo.Matches[0].Result.Players
		if len(players) != len(want) {
			t.Errorf("%s: %d players", file, len(players))
		}
		for _, s := range players {
			c := s.Counted
			got := [...]int32{c.DamageGiven, c.DamageTaken, c.PowerupTime}
			if got != want[charset.Plain(world.QuakeWorld, s.Name)] {
				t.Errorf("%s: %s has %v", file, s.Name, got)
			}
		}
	}
}
