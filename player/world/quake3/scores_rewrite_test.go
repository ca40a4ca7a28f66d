package quake3

import (
	"strings"
	"testing"
)

// TestRewriteScores: a list of scores is rewritten in the game's form with the changes by deaths since, for
// the players on the server. The rest of it stays.
func TestRewriteScores(t *testing.T) {
	everybody := []string{`544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`, `551 n\Own\t\3`}
	live := []string{`529 n\Ann\t\1`, `530 n\Bob\t\2`, `531 n\Cy\t\2`, `536 n\Own\t\3`}
	plain := "scores 3 0 0  1 3 30 4 0 0 31 1 0 0 0 0 0 0  0 2 40 5 0 0 30 0 1 0 0 0 0 0  7 2 50 6 0 0 0 0 0 0 0 0 0 0"
	for _, test := range []struct {
		what     string
		protocol int32
		info     string
		players  []string
		list     string   // the first one
		then     []string // commands
		deaths   [][2]int32
		want     string
	}{
		{"counted, sorted anew, and one who was not in it", 68, `\g_gametype\0`, everybody, plain, nil,
			[][2]int32{{0, 1}, {0, 1}, {2, 1}},
			"scores 4 0 0 0 4 40 5 0 0 30 0 1 0 0 0 0 0 1 3 30 4 0 0 31 1 0 0 0 0 0 0 2 1 0 0 0 0 0 0 0 0 0 0 0 0 7 " +
				"2 50 6 0 0 0 0 0 0 0 0 0 0"},
		{"one has left", 68, `\g_gametype\0`, everybody, plain, []string{`cs 545 ""`}, nil,
			"scores 2 0 0 0 2 40 5 0 0 30 0 1 0 0 0 0 0 7 2 50 6 0 0 0 0 0 0 0 0 0 0"},
		{"another has his place", 68, `\g_gametype\0`, everybody, plain, []string{`cs 545 ""`, `cs 545 "n\Dee\t\0"`},
			[][2]int32{{1, 0}},
			"scores 3 0 0 0 2 40 5 0 0 30 0 1 0 0 0 0 0 1 1 0 0 0 0 0 0 0 0 0 0 0 0 7 2 50 6 0 0 0 0 0 0 0 0 0 0"},
		{"none", 68, `\g_gametype\0`, everybody, "", nil, [][2]int32{{0, 1}, {2, 2}},
			"scores 2 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 2 -1 0 0 0 0 0 0 0 0 0 0 0 0"},
		{"none, version 1.16", 43, `\g_gametype\0`, []string{`544 n\Ann\t\0`, `551 n\Own\t\3`}, "scores 0 0 0",
			[]string{"scores 1 0 0  0 4 20 1 0 0"}, nil,
			"scores 1 0 0 0 4 20 0 0 0"},
		{"none, OpenArena", 71, `\g_gametype\0`, everybody, "", nil, [][2]int32{{0, 1}},
			"scores 1 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0"},
		{"none, teams", 68, `\g_gametype\3`, []string{`6 4`, `7 -2`, `544 n\Ann\t\1`, `545 n\Bob\t\2`, `551 n\Own\t\3`},
			"", nil, [][2]int32{{0, 1}},
			"scores 1 4 -2 0 1 0 0 0 0 0 0 0 0 0 0 0 0"},
		{"none of flags", 68, `\g_gametype\4`, everybody, "", nil, [][2]int32{{0, 1}}, ""},
		{"none, CPMA", 68, `\g_gametype\0\gamename\cpma`, everybody, "", nil, [][2]int32{{0, 1}}, ""},
		{"CPMA's words stay", 68, `\g_gametype\0\gamename\cpma`, everybody,
			"xscores 2  0 9 abbibabyaaaa 13 0 5352 2375  1 4 acBaaFbcaa 13 0 1 2", nil, [][2]int32{{1, 0}, {2, 0}},
			"xscores 2 0 9 abbibabyaaaa 13 0 5352 2375 1 5 acBaaFbcaa 13 0 1 2"},
		{"Quake Live's kills and deaths, and a team", 91, `\g_gametype\3\g_gameState\IN_PROGRESS`, live,
			"scores_tdm " + times(28, "9") + " 1 30 21  0 1 11 40 5 16 7 33 5 1 2 0 4 3 5123", nil,
			[][2]int32{{0, 1}, {2, 0}},
			"scores_tdm " + times(28, "9") +
				" 2 30 21 0 1 12 40 5 17 8 33 5 1 2 0 4 3 5123 2 2 1 0 0 1 0 0 0 0 0 0 0 0 0"},
		{"what cannot be read", 91, `\g_gametype\0`, live, "scores_nothing 1 3 11 40 5", nil, nil,
			"scores_nothing 1 3 11 40 5"},
	} {
		q := newQ3(t, test.protocol, append([]string{`0 \sv_maxclients\8` + test.info}, test.players...)...)
		q.deaths(1000, []string{test.list})
		q.deaths(1050, test.then)
		q.deaths(1100, nil, test.deaths...)
		list := test.list
		if test.protocol == 43 {
			list = "" // the frags are known, and how the list is made is not
		}
		if got := string(RewriteScores(q.w, []byte(list))); got != strings.Join(strings.Fields(test.want), " ") {
			t.Errorf("%s:\n%s, want\n%s", test.what, got, test.want)
		}
	}
}

// TestRewriteScoresLong: a list has room for as many players as the game's own.
func TestRewriteScoresLong(t *testing.T) {
	var players []string
	for _, name := range strings.Fields(times(64, "x")) {
		players = append(players, `544 n\`+name+`\t\0`)
	}
	strs := []string{`0 \g_gametype\0\sv_maxclients\64`}
	list := "scores 64 0 0"
	for i := range players {
		slot := string(digits(i))
		strs = append(strs, string(digits(544+i))+` n\x\t\0`)
		list += " " + slot + " " + string(digits(1000-i)) + " 100 5 0 0"
	}
	q := newQ3(t, 68, strs...)
	q.at(1000, 0, 1000, 0, list)
	got := RewriteScores(q.w, nil)
	// A row is "NN NNN 100" and eleven zeros, 33 bytes and its space: 30 of them, and a head of 13.
	if fields := strings.Fields(string(got)); len(got) >= 1024 || len(got) < 960 || fields[1] != "30" ||
		len(fields) != 4+30*14 || fields[4] != "0" || fields[5] != "1000" {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}
