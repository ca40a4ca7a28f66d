package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// reported are rows that the page of a demo has: what the game itself said at its end, by /results of the corpus.
var reported = map[string][]string{
	"1on1_milton_vs_mushi[tron]20240616-1719.mvd": {
		"Milton 8 8 2 1 6", // score, kills, deaths; the suicide and the run of 6 are counted
		"mushi 2 1 8 0 1",
		"Milton 6 3 2 8", // ra, ya, ga, mh
		"mushi 2 6 4 0",
	},
	"2on2_sf_vs_red[frobodm2]220104-0915.mvd": {
		": Timber red 13 ", ": Sujoy red 7 ", "Final =SF= 1 ", "&gt; MrJustice =SF= -6 ",
		": Timber 6 2 1 1", // ra, ya, mh, quad
		": Sujoy 1 5 2 2", "Final 1 2 1 0", "&gt; MrJustice 5 5 3 0",
	},
	// Against monsters: the demo's 12 killedmonster messages, of 47.
	"osm_demo1.dem": {"e1m3 the Necropolis 12 of 47 0 of 3 ", "Zombie 5 ", "Scrag 4 ", "Ogre 3 ", "0:03 Romero took Grenade Launcher ", "1:13 Romero killed Zombie "},
	"oa_dm1_player.dm_71": {
		"Skelebot 10 ", "Sarge 5 ", "Gargoyle 5 ", "Assassin 4 ", "Liz 2 ", "oracle 0 ",
	},
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestCorpusReport compares pages with what the games said.
func TestCorpusReport(t *testing.T) {
	seen := 0
	for _, facts := range corpus.Results(t) {
		for name, want := range reported {
			if !strings.HasSuffix(facts.Demo, "/"+name) {
				continue
			}
			seen++
			var out, errors bytes.Buffer
			if status := run([]string{"report", "--highlights", "0", "-o", "-", facts.Demo}, &streams{out: &out, err: &errors}); status != exitOK {
				t.Fatalf("%s: exit status %d: %s", name, status, &errors)
			}
			page := out.String()
			var rows []string
			for _, row := range regexp.MustCompile(`(?s)<tr>.*?</tr>`).FindAllString(page, -1) {
				rows = append(rows, strings.Join(strings.Fields(tags.ReplaceAllString(row, " ")), " ")+" ")
			}
			for _, w := range want {
				found := false
				for _, row := range rows {
					found = found || strings.HasPrefix(row, w)
				}
				if !found {
					t.Errorf("%s: no row begins with %q", name, w)
				}
			}
		}
	}
	if seen != len(reported) {
		t.Errorf("%d of %d demos were there", seen, len(reported))
	}
}
