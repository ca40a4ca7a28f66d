package dataset

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/charset"
	"demoscope/player/pattern"
	"demoscope/player/world"
)

// TestStatisticsAreThoseOfKTX compares with the statistics that KTX added to two of its
// recordings, as an independent decoder read them. What KTX leaves out is 0.
func TestStatisticsAreThoseOfKTX(t *testing.T) {
	for name, sprees := range map[string]map[string]int{ // which the decoder left out
		"1on1_milton_vs_mushi[tron]20240616-1719.mvd": {"mushi": 1, "Milton": 6},
		"ffa_5[dm4]20240501-1229.mvd": {"test": 3, "/ bro": 2, "/ goldenboy": 2, "/ tincan": 3,
			"/ grue": 4},
	} {
		file := filepath.Join(corpus.Dir(t), "mvd", name)
		var want struct {
			Stats struct {
				Map, Mode string
				DM        int
				Players   []struct {
					Name, Team string
					Top        int `json:"top-color"`
					Bottom     int `json:"bottom-color"`
					Stats      struct{ Frags, Deaths, TK, Kills, Suicides int }
					Weapons    map[string]struct {
						Kills  struct{ Total, Self int }
						Deaths int
						Acc    *struct{ Attacks, Hits int }
					}
					Items map[string]int
				}
			} `json:"ktxstats"`
		}
		corpus.Facts(t, file, &want)
		demo, err := formats.Open(name, corpus.Read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		list := StatisticsOf(pattern.Read(demo.Name, demo.Decoder(), pattern.Options{}), Demo{File: file})
		if len(list) != 1 {
			t.Fatalf("%s: %d matches", name, len(list))
		}
		got, w := list[0], &want.Stats
		if got.Version != 3 || string(got.Map) != w.Map || got.Mode != w.Mode || got.DM == nil || *got.DM != w.DM ||
			len(got.Players) != len(w.Players) {
			t.Errorf("%s: %+v", name, got)
		}
		numbers := 0
		same := func(player, what string, want, got int) {
			numbers++
			if want != got {
				t.Errorf("%s: %s: %s is %d, not %d", name, player, what, got, want)
			}
		}
		for i := range w.Players {
			k := &w.Players[i]
			var p *PlayerStatistics
			for j := range got.Players {
				if got.Players[j].Name == k.Name {
					p = &got.Players[j]
				}
			}
			// One had left when the demo ended, whose colors are not known and 0 for KTX, and the game tells
			// no team of those who play alone.
			team := charset.Plain(world.QuakeWorld, k.Team)
			if p == nil || p.Team != team && k.Name != "test" || color(p.TopColor) != k.Top ||
				color(p.BottomColor) != k.Bottom {
				t.Errorf("%s: %s: %+v", name, k.Name, p)
				continue
			}
			if p.Stats.Frags == nil {
				t.Errorf("%s: %s has no frags", name, k.Name)
				continue
			}
			same(k.Name, "frags", k.Stats.Frags, int(*p.Stats.Frags))
			same(k.Name, "deaths", k.Stats.Deaths, int(p.Stats.Deaths))
			same(k.Name, "kills", k.Stats.Kills, int(p.Stats.Kills))
			same(k.Name, "tk", k.Stats.TK, int(p.Stats.TeamKills))
			same(k.Name, "suicides", k.Stats.Suicides, int(p.Stats.Suicides))
			same(k.Name, "spree", sprees[k.Name], p.Spree.Max)
			for weapon, n := range k.Weapons {
				own := p.Weapons[weapon]
				if own == nil {
					own = new(WeaponStatistics)
				}
				same(k.Name, weapon+" kills", n.Kills.Total, own.Kills.Total)
				same(k.Name, weapon+" self", n.Kills.Self, own.Kills.Self)
				same(k.Name, weapon+" deaths", n.Deaths, own.Deaths)
				if aim := own.Aim; aim == nil || n.Acc == nil {
					if (aim == nil) != (n.Acc == nil) {
						t.Errorf("%s: %s: aim with %s is %v", name, k.Name, weapon, aim)
					}
				} else {
					same(k.Name, weapon+" attacks", n.Acc.Attacks, aim.Attacks)
					same(k.Name, weapon+" hits", n.Acc.Hits, aim.Hits)
				}
			}
			for weapon := range p.Weapons {
				if _, ok := k.Weapons[weapon]; !ok {
					t.Errorf("%s: %s has %s", name, k.Name, weapon)
				}
			}
			for _, item := range []string{"ga", "ya", "ra", "health_100", "q", "p", "r"} {
				took := 0
				if own := p.Items[item]; own != nil {
					took = own.Took
				}
				same(k.Name, item, k.Items[item], took)
			}
		}
		if numbers < 40 {
			t.Errorf("%s: only %d numbers", name, numbers)
		}
	}
}

// TestDateOfTracks: all rows of tracks have the date that a text tells, as KTX's print when the match begins
// and OpenTDM's scoreboard, also those before it; one that the server's settings tell is left to them, and in
// Quake III no text tells any.
func TestDateOfTracks(t *testing.T) {
	for name, want := range map[string]string{
		"mvd/2on2_sf_vs_red[frobodm2]220104-0915.mvd":     "2022-01-04T09:15:39+01:00",
		"dm2/testduel.dm2":                                "2022-03-02T15:53:00",
		"mvd/1on1_milton_vs_mushi[tron]20240616-1719.mvd": "2024-06-16T17:19:29Z",
		"dm3/oa_dm1_player.dm_71":                         "",
	} {
		file := filepath.Join(corpus.Dir(t), filepath.FromSlash(name))
		demo, err := formats.Open(name, corpus.Read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		rows := 0
		err = Tracks(demo.Name, demo.Decoder, Demo{File: "x"}, 1, func(list []Track) error {
			for i := range list {
				if string(list[i].Date) != want {
					t.Fatalf("%s: a row at %v has the date %q, want %q", name, list[i].Clock, list[i].Date, want)
				}
			}
			rows += len(list)
			return nil
		})
		if err != nil || rows == 0 {
			t.Errorf("%s: %d rows, %v", name, rows, err)
		}
	}
}

// TestBlowsOfTeamKills: the obituary of a team mate names one of the two, and how the missile hit is that of the hidden
// message on the damage of that moment: its type of death is 6 or 7, with bit 15 for what burst beside.
func TestBlowsOfTeamKills(t *testing.T) {
	const name = "4on4_-s-_vs_pol[dm2]20241118-2135.mvd"
	demo, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Dir(t), "mvd", name)))
	if err != nil {
		t.Fatal(err)
	}
	want := map[float64]bool{59.805: false, 77.637: true, 79.866: false, 91.762: true, 115.218: true, 120.548: false,
		146.114: false, 192.956: false}
	for _, e := range Events(pattern.Read(demo.Name, demo.Decoder(), pattern.Options{}), Demo{File: name}) {
		struck, ok := want[e.Clock]
		if !ok || e.TeamKill == nil || !*e.TeamKill {
			continue
		}
		delete(want, e.Clock)
		if e.Direct == nil || *e.Direct != struck {
			t.Errorf("at %v: direct is %v, want %v", e.Clock, e.Direct, struck)
		}
	}
	if len(want) > 0 {
		t.Errorf("no team kills at %v", want)
	}
}

// color is a color as KTX writes it, which has 0 for one that is not known.
func color(c *int) int {
	if c == nil {
		return 0
	}
	return *c
}

// TestSuicidesOfTheGame: suicides that the game told stand, with the deaths by the world that it counts among them.
func TestSuicidesOfTheGame(t *testing.T) {
	for _, name := range []string{"udt_p66_duel_quakecon2001.dm_66", "udt_p68_36kills.dm_68"} {
		var want struct {
			Levels []struct {
				Players []struct {
					Name     string
					Suicides *int
				}
			}
		}
		text, err := os.ReadFile(filepath.Join(corpus.Dir(t), "results", name+".json"))
		if err == nil {
			err = json.Unmarshal(text, &want)
		}
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(corpus.Dir(t), "dm3", name)
		demo, err := formats.Open(name, corpus.Read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		got := StatisticsOf(pattern.Read(demo.Name, demo.Decoder(), pattern.Options{}), Demo{File: file})[0]
		some := 0
		for _, p := range want.Levels[0].Players {
			i := slices.IndexFunc(got.Players, func(q PlayerStatistics) bool { return q.Name == p.Name })
			if i < 0 || p.Suicides == nil || int(got.Players[i].Stats.Suicides) != *p.Suicides {
				t.Errorf("%s: %+v: %+v", name, p, got.Players)
			}
			some += *p.Suicides
		}
		if some == 0 {
			t.Errorf("%s: nobody killed himself", name)
		}
	}
}
