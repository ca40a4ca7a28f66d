package report

import (
	"strings"
	"testing"

	"demoscope/player/match"
	"demoscope/player/world"
)

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
		{"", "1995-12-31T23:59:59"}:                                     "",
		{"", "1996-01-01T00:00:00"}:                                     "1996-01-01T00:00:00",
		{"", "2099-12-31T23:59:59"}:                                     "2099-12-31T23:59:59",
		{"", "2100-01-01T00:00:00"}:                                     "",
	} {
		if got := DateOf(&world.Level{ServerInfo: of[0]}, of[1]); got != want {
			t.Errorf("%q: %q, want %q", of, got, want)
		}
	}
	for info, want := range map[string]string{
		`\epoch\1747854176\serverdemo\ffa_9[e1m2]20250521-1902.mvd`: "2025-05-21T19:02:56Z", // date -u -d @1747854176
		`\serverdemo\ffa_9[e1m2]20250521-1902.mvd`:                  "2025-05-21T19:02:00",
		`\epoch\0\hostname\20250521`:                                "",
		`\epoch\820454399`:                                          "",
		`\epoch\820454400`:                                          "1996-01-01T00:00:00Z",
		`\epoch\4102444799`:                                         "2099-12-31T23:59:59Z",
		`\epoch\4102444800`:                                         "",
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
		Format: "mvd", Encoding: Encoding{Protocol: 28}, Duration: 83, Size: 1000, Kills: 3,
		Modified: "2026-01-02T03:04:05Z",
		Levels:   []Level{{Map: "maps/dm6.bsp"}, {Map: "maps/dm4.bsp"}},
		Notes:    []string{"a note"},
		Demo: match.DemoOf(world.QuakeWorld, []world.Score{did(0, "a", 0, 0), did(1, "b", 0, 0)}, nil,
			[]world.Result{{Complete: true, Players: []world.Score{has(0, "a", 2, 0, 0), has(1, "b", 8, 0, 0)}}}),
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
	if got := strings.Join(info.MapNames(), " "); got != "dm6 dm4" {
		t.Error(got)
	}
}
