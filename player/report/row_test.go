package report

import (
	"strings"
	"testing"

	"demoscope/player/world"
)

func score(n int32) *int32 { return &n }

func TestResultLine(t *testing.T) {
	many := []PlayerScore{}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"} {
		many = append(many, PlayerScore{Name: name, Score: score(7)})
	}
	for _, test := range []struct {
		result *Result
		want   string
	}{
		{nil, ""},
		{&Result{Complete: true}, ""},
		{&Result{Complete: true, Players: []PlayerScore{{Name: "mushi", Score: score(2)},
			{Name: "Milton", Score: score(8)}}}, "Milton 8 : 2 mushi"},
		{&Result{
			Complete: true, Teams: []TeamScore{{"=SF=", -5}, {"red", 20}},
			Players: []PlayerScore{{Name: "a", Team: "red", Score: score(20)},
				{Name: "b", Team: "=SF=", Score: score(-5)}, {Name: "c", Team: "=SF=", Score: score(0)}},
		}, "red 20 : -5 =SF="},
		{&Result{Players: []PlayerScore{{Name: "a", Score: score(1)}, {Name: "b"}}}, "a 1 : - b (unfinished)"},
		{&Result{Players: []PlayerScore{{Name: "a", Score: score(0)}, {Name: "b", Score: score(0)}}}, ""},
		{&Result{Complete: true, Players: []PlayerScore{{Name: "a", Score: score(0)}, {Name: "b", Score: score(0)}}},
			"a 0 : 0 b"},
		{&Result{Complete: true, Players: []PlayerScore{{Name: "a"}, {Name: "b"}}}, ""},
		{&Result{Teams: []TeamScore{{"red", 0}, {"blue", 0}}, Players: []PlayerScore{
			{Name: "a", Team: "red", Score: score(7)}, {Name: "b", Team: "red"}}}, "red 0 : 0 blue (unfinished)"},
		{&Result{Teams: []TeamScore{{"red", 0}, {"blue", 0}}, Players: []PlayerScore{
			{Name: "a", Team: "red", Score: score(0)}}}, ""},
		{&Result{Complete: true, Players: []PlayerScore{{Name: "a", Score: score(-3)}}}, "a -3"},
		{&Result{Complete: true, Players: []PlayerScore{
			{Name: "a"}, {Name: "b", Score: score(-1)}, {Name: "c", Score: score(9)}, {Name: "d", Score: score(9)},
		}}, "c 9, d 9, b -1, a -"},
		{&Result{Complete: true, Teams: []TeamScore{{"!!!", 20}, {"2", 13}}, Players: []PlayerScore{
			{Name: "wisel", Team: "2"}, {Name: "uk", Team: "!!!"}}}, "uk 20 : 13 wisel"},
		{&Result{Complete: true, ofTeams: true, Teams: []TeamScore{{"red", 1}, {"blue", 0}}, Players: []PlayerScore{
			{Name: "bob", Team: "blue"}, {Name: "ann", Team: "red"}}}, "red (ann) 1 : 0 blue (bob)"},
		{&Result{Complete: true, Teams: []TeamScore{{"!!!", 20}, {"2", 13}}, Players: []PlayerScore{
			{Name: "wisel", Team: "2"}, {Name: " ", Team: "!!!"}}}, "!!! 20 : 13 wisel"},
		{&Result{Complete: true, Teams: []TeamScore{{"!!!", 20}, {"2", 13}}, Players: []PlayerScore{
			{Name: "wisel", Team: "2"}, {Name: "uk", Team: "!!!"}}, Left: []PlayerScore{{Name: "a", Team: "2"}}},
			"!!! 20 : 13 2"},
		{&Result{Complete: true, Teams: []TeamScore{{"red", 1}, {"blue", 4}, {"free", 2}}}, "blue 4, free 2, red 1"},
		{&Result{Complete: true, Teams: []TeamScore{{"2", 13}, {"!!!", 20}}, Players: []PlayerScore{
			{Name: "wisel", Team: "2"}, {Name: "uk", Team: "!!!"}}}, "uk 20 : 13 wisel"},
		// a draw is as the demo has it
		{&Result{Complete: true, Teams: []TeamScore{{"blue", 5}, {"red", 5}}}, "blue 5 : 5 red"},
		{&Result{Complete: true, Before: true, Players: []PlayerScore{{Name: "a", Score: score(1)},
			{Name: "b", Score: score(4)}}}, "b 4 : 1 a (ended before the demo)"},
		{&Result{Complete: true, Players: many}, "a 7, b 7, c 7, d 7, e 7, f 7, g 7, h 7, i 7, and 4 more"},
	} {
		if got := test.result.String(); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

func TestDateInName(t *testing.T) {
	for name, want := range map[string]string{
		"1on1_milton_vs_mushi[tron]20240616-1719.mvd": "2024-06-16T17:19:00", // KTX
		"20090210184530-Name-q3dm6.dm_68":             "2009-02-10T18:45:30", // OpenArena, ioquake3
		"2012-05-17_20-11-33.dm2":                     "2012-05-17T20:11:33", // Q2PRO
		"wcg.2002.11.02.dm_66":                        "2002-11-02",
		"ctf_20031224.dm2":                            "2003-12-24",
		// %y%m%d or %d%m%y: the form is the server's, and KTX came with the latter
		"2on2_sf_vs_red[frobodm2]220104-0915.mvd": "",
		"e1m1_120051231.dem":                      "", // digits of another number
		"20230231-1200.mvd":                       "", // no such day
		"20231301.mvd":                            "",
		"20230115-2460.mvd":                       "",
		"19950115.dem":                            "", // before Quake
		"2023-0115.dem":                           "",
		"osm_demo4.mvd":                           "",
		"":                                        "",
	} {
		if got := DateInName(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestDateOfServer(t *testing.T) {
	for of, want := range map[[2]string]string{
		// the name may be of the 22nd of January 2004
		{`\serverdemo\2on2[dm2]220104-0915.mvd`, "2022-01-04T09:15:39"}: "2022-01-04T09:15:39",
		{`\serverdemo\2on2[dm2]220104-0915.mvd`, ""}:                    "",
		{`\epoch\1747854176`, "2022-01-04T09:15:39"}:                    "2025-05-21T19:02:56Z",
		{"", "2022-01-04T09:15:39Z"}:                                    "2022-01-04T09:15:39Z",
		{"", "1970-01-01T00:00:00"}:                                     "",
	} {
		if got := DateOf(&world.Level{ServerInfo: of[0]}, of[1]); got != want {
			t.Errorf("%q: %q, want %q", of, got, want)
		}
	}
	for info, want := range map[string]string{
		`\epoch\1747854176\serverdemo\ffa_9[e1m2]20250521-1902.mvd`: "2025-05-21T19:02:56Z", // date -u -d @1747854176
		`\serverdemo\ffa_9[e1m2]20250521-1902.mvd`:                  "2025-05-21T19:02:00",
		`\epoch\0\hostname\20250521`:                                "",
		`\epoch\99999999999999`:                                     "",
		`\epoch\-5`:                                                 "",
		"":                                                          "",
	} {
		if got := DateOf(&world.Level{ServerInfo: info}, ""); got != want {
			t.Errorf("%s: %q, want %q", info, got, want)
		}
	}
}

func TestRow(t *testing.T) {
	info := &Info{
		Format: "mvd", Protocol: 28, Duration: 83, Size: 1000, Kills: 3, Modified: "2026-01-02T03:04:05Z",
		Levels:  []Level{{Map: "maps/dm6.bsp"}, {Map: "maps/dm4.bsp"}},
		Players: []InfoPlayer{{Name: "a"}, {Name: "b"}},
		Result: &Result{Complete: true, Players: []PlayerScore{{Name: "a", Score: score(2)},
			{Name: "b", Score: score(8)}}},
		Matches: []*Result{{Players: []PlayerScore{{Name: "a"}}, Left: []PlayerScore{{Name: "gone"}}}},
		Notes:   []string{"a note"},
		game:    world.QuakeWorld,
	}
	const want = "mvd 28|dm6 +1|1:23|1 KB|3|(2026-01-02)|b 8 : 2 a|b, a|a note"
	if got := strings.Join(info.Row(), "|"); got != want || len(info.Row()) != len(RowHead()) {
		t.Errorf("%s, want %s", got, want)
	}
	info.Levels = append(info.Levels, Level{Map: "maps/dm6.bsp"}, Level{Map: "maps/dm4.bsp"}) // each again
	if got := info.Row()[1]; got != "dm6 +1" {
		t.Errorf("four levels on two maps are %q", got)
	}
	info.Date = "2024-06"
	if info.Row()[5] != "2024-06" || info.When() != "2024-06" {
		t.Errorf("the date is %q", info.Row()[5])
	}
	if got := strings.Join(info.PlayerNames(), " ") + "|" + strings.Join(info.MapNames(),
		" "); got != "a b gone|dm6 dm4" {
		t.Error(got)
	}
}

// Spectators are no players of a row, wherever they are said to be spectators; who
// left before the end took part.
func TestParticipants(t *testing.T) {
	info := &Info{
		Players: []InfoPlayer{{Name: "camera", Spectator: true}, {Name: "a"}, {Name: "wallfly"}, {Name: "b"}},
		Result:  &Result{Spectators: []string{"wallfly", "b"}, Players: []PlayerScore{{Name: "a"}, {Name: "b"}}},
		game:    world.Quake2,
	}
	if got := strings.Join(info.Participants(), " "); got != "a b" {
		t.Errorf("in a piece of a match: %s", got)
	}
	info.Result.Complete = true
	info.Result.Players = append(info.Result.Players, PlayerScore{Name: "gone"})
	if got := strings.Join(info.Participants(), " "); got != "a b gone" {
		t.Errorf("in a match: %s", got)
	}
	info.Result = nil
	if got := strings.Join(info.Participants(), " "); got != "a wallfly b" {
		t.Errorf("without a match: %s", got)
	}
}
