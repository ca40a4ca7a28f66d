package quake3

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// told writes what the game has told of the players of some slots: slot, score, ping,
// kills, deaths, suicides and team kills, with dashes for what it has not.
func (q *q3) told(slots ...int) (list []string) {
	for _, slot := range slots {
		p, r := &q.w.Players[slot], &q.in.rules.match.scores.board.rows[slot]
		s := fmt.Sprint(slot)
		for _, v := range []struct {
			known bool
			value int32
		}{
			{p.FragsReported, p.Frags}, {true, p.Ping}, {r.told&world.ToldKills != 0, r.kills},
			{r.told&world.ToldDeaths != 0, r.deaths},
			{r.told&world.ToldSuicides != 0, r.suicides}, {r.told&world.ToldTeamKills != 0, r.teamKills},
		} {
			if v.known {
				s += fmt.Sprint(" ", v.value)
			} else {
				s += " -"
			}
		}
		list = append(list, s)
	}
	return list
}

func (q *q3) commands(texts ...string) {
	for _, text := range texts {
		q.packet(q.sequence+1, q.say(text))
	}
}

// times repeats a word.
func times(n int, word string) string { return strings.TrimSpace(strings.Repeat(word+" ", n)) }

// Lists of Quake Live have the damage that a player did.
func TestDamageInScoreLists(t *testing.T) {
	for _, test := range []struct {
		text           string
		protocol, want int32 // want is of the player in slot 3, -1 for unknown
	}{
		{"scores_duel 2  3 11 40 5 12 9 35 5 4128 3 0 0  6 9 30 5 10 12 36 6 3809 3 0 0", 91, 4128},
		{"scores_duel 2  3 11 40 5 12 9 30  6 9 30 5 10 12 36", 91, -1},
		{"scores_ffa 1 0 0  3 11 40 5 33 1 2 4 0 0 0 0 1 15 7 5 0 2345", 91, 2345},
		{"scores_tdm " + times(28, "3") + " 1 30 21  3 1 11 40 5 16 7 33 5 1 2 0 4 3 5123", 91, 5123},
		{"scores_tdm " + times(28, "3") + " 1 30 21  3 1 0 11 40 5 16 7 33 5 1 2 0 4 3 5123", 90, 5123},
		{"scores_ft " + times(28, "3") + " 1 3 2  3 1 11 40 5 16 7 33 5 1 2 0 4 3 0 5123 1", 91, 5123},
		{"scores_ca 1 7 5  3 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1", 91, 5123},
		{"scores_ca 1 7 5  3 1 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1", 90, 5123},
		{"scores 1 0 0  3 11 40 5 0 0 30 1 2 3 4 5 0 6", 91, -1},
	} {
		q := newQ3(t, test.protocol, `0 \g_gametype\3\sv_maxclients\16`)
		q.commands(test.text)
		r, got := &q.in.rules.match.scores.board.rows[3], int32(-1)
		if r.told&world.ToldDamageGiven != 0 {
			got = r.damage
		}
		if got != test.want {
			t.Errorf("%s: %d, not %d", test.text, got, test.want)
		}
	}
}

// Lists of scores of every game and version, with each number in its place. The names of
// the numbers stand above the first list that has them.
func TestScoreLists(t *testing.T) {
	teamItems := times(28, "3")
	flagItems := times(34, "3")
	weapons := times(14, "22 54 40 110 6") // hits, shots, percent, damage, kills
	for _, test := range []struct {
		what     string
		protocol int32
		game     string
		text     string
		want     []string
	}{
		// client score ping time flags powerups
		{"1.16", 43, "", "scores 2 0 0  3 11 40 5 0 0  6 -2 90 4 0 0", []string{"3 11 40 - - - -", "6 -2 90 - - - -"}},
		// ... accuracy impressive excellent gauntlet defend assist perfect captures
		{"1.32", 68, "", "scores 2 0 0  3 11 40 5 0 0 30 1 2 3 4 5 0 6  6 -2 90 4 0 0 20 1 0 0 0 0 1 0",
			[]string{"3 11 40 - - - -", "6 -2 90 - - - -"}},
		{"1.27", 48, "", "scores 1 0 0  3 11 40 5 0 0 30 1 2 3 4 5 0 6", []string{"3 11 40 - - - -"}},
		// OpenArena: when the round began before the players, whether one is out after.
		{"OpenArena", 71, "", "scores 2 0 0 7000  3 11 40 5 0 0 30 1 2 3 4 5 0 6 1  6 -2 90 4 0 0 20 1 0 0 0 0 1 0 0",
			[]string{"3 11 40 - - - -", "6 -2 90 - - - -"}},
		{"OpenArena, one player", 71, "", "scores 1 0 0 7000  3 11 40 5 0 0 30 1 2 3 4 5 0 6 1",
			[]string{"3 11 40 - - - -"}},
		// ... alive kills deaths bestweapon
		{"Quake Live 73", 73, "",
			"scores 2 0 0  3 11 40 5 0 0 30 1 2 3 4 5 0 6 1 14 9 5  6 -2 90 4 0 0 20 1 0 0 0 0 1 0 0 1 8 2",
			[]string{"3 11 40 14 9 - -", "6 -2 90 1 8 - -"}},
		// client score ping time kills deaths accuracy bestweapon damage 3 medals perfect,
		// 8 of armor, then weapons
		{"duel", 91, "", "scores_duel 2  3 11 40 5 12 9 35 5 4128 3 0 0 0 8 2.89 20 5.82 0 0.00 11 1.37 " + weapons +
			"  6 9 30 5 10 12 36 6 3809 3 0 0 0 7 2.50 18 5.85 0 0.00 9 1.41 " + weapons, []string{"3 11 40 12 9 - -",
			"6 9 30 10 12 - -"}},
		{"duel with less", 90, "", "scores_duel 1  3 11 40 5 12 9 35 5 4128", []string{"3 11 40 12 9 - -"}},
		// client score ping time accuracy 3 medals defend assist perfect captures alive
		// kills deaths bestweapon powerups damage
		{"all", 91, "",
			"scores_ffa 2 0 0  3 11 40 5 33 1 2 4 0 0 0 0 1 15 7 5 0 2345  6 4 50 5 20 0 0 0 0 0 0 0 0 6 10 6 0 999",
			[]string{"3 11 40 15 7 - -", "6 4 50 6 10 - -"}},
		// client team score ping time kills deaths accuracy bestweapon 3 medals teamkills
		// teamkilled damage
		{"teams 91", 91, "", "scores_tdm " + teamItems +
			" 2 30 21  3 1 11 40 5 16 7 33 5 1 2 0 4 3 5123  6 2 8 50 5 9 12 30 6 0 0 0 2 1 4000",
			[]string{"3 11 40 16 7 - 4", "6 8 50 9 12 - 2"}},
		// ... subscriber after the team
		{"teams 90", 90, "", "scores_tdm " + teamItems +
			" 2 30 21  3 1 0 11 40 5 16 7 33 5 1 2 0 4 3 5123  6 2 1 8 50 5 9 12 30 6 0 0 0 2 1 4000",
			[]string{"3 11 40 16 7 - 4", "6 8 50 9 12 - 2"}},
		{"teams 90, early", 90, "", "scores_tdm " + teamItems +
			" 2  3 1 0 11 40 5 16 7 33 5 1 2 0 4 3 5123  6 2 1 8 50 5 9 12 30 6 0 0 0 2 1 4000",
			[]string{"3 11 40 16 7 - 4", "6 8 50 9 12 - 2"}},
		// client team score ping time kills deaths accuracy bestweapon 3 medals thaws
		// teamkilled one more damage alive
		{"freeze 91", 91, "", "scores_ft " + teamItems + " 1 3 2  3 1 11 40 5 16 7 33 5 1 2 0 4 3 0 5123 1",
			[]string{"3 11 40 16 7 - -"}},
		{"freeze 90", 90, "", "scores_ft " + teamItems + " 1 3 2  3 1 1 11 40 5 16 7 33 5 1 2 0 4 3 0 5123 1",
			[]string{"3 11 40 16 7 - -"}},
		// client team score ping time kills deaths accuracy bestweapon its accuracy damage
		// 3 medals perfect alive
		{"arena 91", 91, "",
			"scores_ca 2 7 5  3 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1  6 2 8 50 5 9 12 30 6 20 4000 0 0 0 0 0",
			[]string{"3 11 40 16 7 - -", "6 8 50 9 12 - -"}},
		{"arena 90", 90, "", "scores_ca 1 7 5  3 1 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1",
			[]string{"3 11 40 16 7 - -"}},
		{"arena 90, early", 90, "", "scores_ca 1  3 1 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1",
			[]string{"3 11 40 16 7 - -"}},
		// client team score ping time kills deaths accuracy bestweapon 3 medals defend
		// assist captures perfect alive; before 91 subscriber and powerups too
		{"flags 91", 91, "", "scores_ctf " + flagItems + " 1 3 2  3 1 11 40 5 16 7 33 5 1 2 0 4 3 2 0 1",
			[]string{"3 11 40 16 7 - -"}},
		{"flags 90", 90, "", "scores_ctf " + flagItems + " 1 3 2  3 1 0 11 40 5 16 7 128 33 5 1 2 0 4 3 2 0 1",
			[]string{"3 11 40 16 7 - -"}},
		{"flags 73, early", 73, "", "scores_ctf " + flagItems + " 1  3 1 0 11 40 5 16 7 128 33 5 1 2 0 4 3 2 0 1",
			[]string{"3 11 40 16 7 - -"}},
		// client score roundscore ping time kills deaths powerups accuracy ...
		{"red rover 90", 90, "", "scores_rr 1 4 3  3 11 2 40 5 16 7 0 33 5 40 1 2 0 0 0 0 0 1",
			[]string{"3 11 40 16 7 - -"}},
		{"red rover 91", 91, "", "scores_rr 1 4 3  3 11 2 40 5 16 7 33 5 40 1 2 0 0 0 0 0 1 4000",
			[]string{"3 11 40 16 7 - -"}},
		{"red rover, early", 73, "", "rrscores 1 4 3  3 11 2 40 5 0 0 33 1 2 0 0 0 0 0 1 16 7 5",
			[]string{"3 11 40 16 7 - -"}},
		// client score ping time ? ? kills deaths
		{"sm", 91, "", "smscores 2 4 3  3 11 40 5 0 1 16 7  6 8 50 5 0 0 9 12", []string{"3 11 40 16 7 - -",
			"6 8 50 9 12 - -"}},
		// client score ping time, before 91 team after client
		{"race 91", 91, "", "scores_race 1  3 45120 40 5", []string{"3 45120 40 - - - -"}},
		{"race 90", 90, "", "scores_race 1  3 0 45120 40 5", []string{"3 45120 40 - - - -"}},
		// client score letters time powerups net defends: ping is bi = 1*32+8
		{"CPMA", 68, "cpma", "xscores 2  3 11 abbibabyaaaa 13 0 5352 2375  6 -2 acBaaFbcaa 13 0 1 2",
			[]string{"3 11 40 - - - -", "6 -2 864 - - - -"}},
	} {
		q := newQ3(t, test.protocol, `0 \g_gametype\3\sv_maxclients\16\gamename\`+test.game)
		q.commands(test.text)
		slots := []int{3}
		if len(test.want) == 2 {
			slots = append(slots, 6)
		}
		if d := cmp.Diff(test.want, q.told(slots...)); d != "" {
			t.Errorf("%s: %s", test.what, d)
		}
		if p, r := &q.w.Players[3], &q.in.rules.match.scores.board.rows[3]; p.Kills != r.kills || p.Deaths != r.deaths {
			t.Errorf("%s: the scoreboard has %d kills and %d deaths, not %d and %d", test.what, p.Kills, p.Deaths,
				r.kills, r.deaths)
		}
		if q.told(0)[0] != "0 - 0 - - - -" {
			t.Errorf("%s: %s", test.what, q.told(0))
		}
	}
}

// The scores of the teams stand in the lists too; the configstrings count if there are any.
func TestScoreListTeams(t *testing.T) {
	for _, test := range []struct {
		text string
		want [2]int32
	}{
		{"scores 1 4 -1 3 11 40 5 0 0 30 1 2 3 4 5 0 6", [2]int32{4, -1}},
		{"scores_ca 1 7 5  3 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1", [2]int32{7, 5}},
		{"scores_tdm " + times(28, "9") + " 1 30 21  3 1 11 40 5 16 7 33 5 1 2 0 4 3 5123", [2]int32{30, 21}},
		{"scores_ctf " + times(34, "9") + " 1 3 2  3 1 11 40 5 16 7 33 5 1 2 0 4 3 2 0 1", [2]int32{3, 2}},
	} {
		q := newQ3(t, 91, `0 \g_gametype\4\sv_maxclients\16`)
		q.commands(test.text)
		if !q.w.Match.Known || q.w.Match.Scores != test.want {
			t.Errorf("%s: %v", test.text, q.w.Match)
		}
		q = newQ3(t, 91, `0 \g_gametype\4\sv_maxclients\16`, "6 1", "7 0")
		if q.commands(test.text); q.w.Match.Scores != [2]int32{1, 0} {
			t.Errorf("%s: %v, not those of the configstrings", test.text, q.w.Match)
		}
		q = newQ3(t, 91, `0 \g_gametype\0\sv_maxclients\16`)
		if q.commands(test.text); q.w.Match.Known {
			t.Errorf("%s: scores of teams without teams", test.text)
		}
	}
}

// Early lists of Quake Live have no scores of teams: none are made of the players'.
func TestScoreListWithoutTeams(t *testing.T) {
	for _, text := range []string{
		"scores_ca 1  3 1 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1",
		"scores_tdm " + times(28, "3") + " 1  3 1 0 11 40 5 16 7 33 5 1 2 0 4 3 5123",
	} {
		q := newQ3(t, 90, `0 \g_gametype\4\sv_maxclients\16`)
		if q.commands(text); q.w.Match.Known {
			t.Errorf("%s: %v", text, q.w.Match)
		}
	}
}

// The accuracy of a player over all weapons stands in most lists; in others none is told.
func TestAccuracy(t *testing.T) {
	const untold = -1
	for _, test := range []struct {
		protocol int32
		text     string
		want     int32
	}{
		{68, "scores 1 0 0  3 11 40 5 0 0", untold}, // before version 1.17
		{68, "scores 1 0 0  3 11 40 5 0 0 37 1 2 0 0 0 0 0", 37},
		{71, "scores 1 0 0 7000  3 9 0 1 0 0 41 1 0 0 0 0 0 0 0", 41},
		{73, "scores 1 0 0  3 24 35 10 0 0 36 0 0 0 0 0 0 0 0 24 19 5", 36},
		{91, "scores_duel 1  3 11 1 8 11 5 38 6 3809 3 0 0 0 7 2.50", 38},
		{91, "scores_ffa 1 0 0  3 11 1 8 29 1 2 3 4 5 6 7 1 11 5 6 0 1000", 29},
		{91, "scores_ca 1 7 5  3 1 11 40 5 16 7 33 5 40 5123 1 2 0 0 1", 33},
		{90, "scores_tdm " + times(28, "9") + " 1 30 21  3 1 0 11 40 5 16 7 34 5 1 2 0 4 3 5123", 34},
		{91, "scores_ctf " + times(34, "9") + " 1 3 2  3 1 11 40 5 16 7 35 5 1 2 0 4 3 2 0 1", 35},
		{90, "scores_ctf " + times(34, "9") + " 1 3 2  3 1 0 11 40 5 16 7 8 32 5 1 2 0 4 3 2 0 1", 32},
		{91, "scores_rr 1 3 2  3 11 2 40 5 16 7 8", untold},
		{91, "smscores 1 3 2  3 11 40 5 16 7 8 9", untold},
	} {
		q := newQ3(t, test.protocol, `0 \g_gametype\4\sv_maxclients\16`)
		q.commands(test.text)
		r, got := &q.in.rules.match.scores.board.rows[3], int32(untold)
		if r.told&world.ToldAccuracy != 0 {
			got = r.accuracy
		}
		if got != test.want {
			t.Errorf("%d %s: %d, not %d", test.protocol, test.text, got, test.want)
		}
	}
}

// Lists that are cut, too long or of players that cannot be change nothing.
func TestScoreListsDamaged(t *testing.T) {
	for _, text := range []string{
		"scores", "scores 1", "scores 1 0 0", "scores 2 0 0 3 11 40 5 0 0", "scores 65 0 0 " + times(65*6, "1"),
		"scores -1 0 0 3 11 40 5 0 0",
		"scores 1 0 0 64 11 40 5 0 0", "scores 1 0 0 -3 11 40 5 0 0", "scores 2 0 0 3 11 40 5 0 0 6",
		"scores_duel", "scores_duel 2 3 11 40", "scores_duel 1 64 11 40 5 12 9", "scores_tdm " + times(28, "3"),
		"scores_tdm 1 2 3", "scores_ctf 1",
		"scores_ca 2 7 5 3 1 11", "scores_nothing 1 3 11 40 5", "xscores 1 3 11", "xscores", "mstats", "mstats 3",
		"mstats 64 0 abc 1 2 3 4", "mstats -1 0 abc 1 2 3 4",
		"mstats 3 0 abc 1 2", "mstats 3 0 1 2 3 4 5 6", "mstatsa 0 0 abc 1 2 3 4", "duelendscores", "dmscores",
		"dmscores 3", "tdmstats", "tdmstats 0 1 2", "tdmstats -1 1 2",
		"ctfstats 9 1", "tdmscores 1 2", "tdmscores2 " + times(29, "3"), "tdmscores " + times(16, "3") + " 64 1 2 3 4",
	} {
		q := newQ3(t, 91, `0 \g_gametype\0\sv_maxclients\16`)
		q.commands(text)
		for slot := range q.w.Players {
			if got := q.told(slot)[0]; got != fmt.Sprint(slot, " - 0 - - - -") {
				t.Errorf("%s: %s", text, got)
			}
		}
	}
}

// A list of Quake Live with fewer numbers for each player than the place of the ping changes nothing.
func TestScoreListNarrow(t *testing.T) {
	for _, name := range []string{"scores_tdm " + times(28, "9"), "scores_ft " + times(28, "9"), "scores_ctf " +
		times(34, "9"), "scores_ca"} {
		q := newQ3(t, 90, `0 \g_gametype\3\sv_maxclients\16`)
		q.commands(name + " 1 0 0  3 1 0 11")
		if got := q.told(3)[0]; got != "3 - 0 - - - -" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// CPMA's statistics: six numbers for each bit of the mask, then damage, armor, health and
// items, powerups, and after the word of letters score, kills, deaths, suicides, three of
// team kills.
func TestStatsCPMA(t *testing.T) {
	const two = "0 36 " + // masks of weapons: 4 and 32
		"11 43 0 0 0 0  1 12 0 0 0 1  5346 5571 3750 2390 9 12 18 0  4 2 31  2"
	for _, test := range []struct{ text, want string }{
		{"mstats " + two + " abdbdadiaaaa 24 25 11 1 0 0 0 2598 6 0 0 0 0", "0 24 0 25 11 1 0"},
		{"xstats2 " + two + " acdcdbddaa 24 25 11 1 0 0 0 2598 6 0 0 0 0", "0 24 0 25 11 1 0"},
		{"mstats " + two + " - -3 2 11 4 0 0 0 2598", "0 -3 0 2 11 4 0"},
		// Team kills, or team damage: not told.
		{"xstats2 " + two + " acdcdbddaa 24 25 11 1 2 0 0 2598", "0 24 0 25 11 1 -"},
		{"xstats2 " + two + " acdcdbddaa 24 25 11 1 0 0 3 2598", "0 24 0 25 11 1 -"},
		{"mstatsa " + two + " acdcdbddaa 24 25 11 1 0 0 0", "0 - 0 - - - -"}, // nobody has won yet
	} {
		q := newQ3(t, 68, `0 \gamename\cpma\g_gametype\1`, `544 n\^1A^2nn\t\0`, `545 n\Bob\t\0`)
		q.commands(test.text)
		if got := q.told(0)[0]; got != test.want {
			t.Errorf("%s: %s, not %s", test.text, got, test.want)
		}
	}
	// Winner and loser of a duel by name.
	q := newQ3(t, 68, `0 \gamename\cpma\g_gametype\1`, `544 n\^1A^2nn\t\0`, `545 n\Bob\t\0`)
	q.commands("duelendscores Bob ^7Ann 0", "mstatsa 0 0 1 2 3 4 5 6 7 8 0 2 abc 9 10 11 12 0 0 0",
		"mstatsa 1 0 1 2 3 4 5 6 7 8 0 2 abc 5 6 7 8 0 0 0")
	if d := cmp.Diff([]string{"0 5 0 6 7 8 0", "1 9 0 10 11 12 0"}, q.told(0, 1)); d != "" {
		t.Error(d)
	}
	// The first and the second, whose scores the configstring has.
	q = newQ3(t, 68, `0 \gamename\cpma\g_gametype\0`, `544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`,
		`672 \sb\7\sr\9\ts\1000\tw\0`)
	q.commands("dmscores 2 0 -1")
	if d := cmp.Diff([]string{"0 7 0 - - - -", "1 - 0 - - - -", "2 9 0 - - - -"}, q.told(0, 1, 2)); d != "" {
		t.Error(d)
	}
	// Who has begun to look on is no longer the first of those who play.
	q = newQ3(t, 68, `0 \gamename\cpma\g_gametype\0`, `544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\3`,
		`672 \sb\7\sr\9\ts\1000\tw\0`)
	q.commands("dmscores 2 0 -1")
	if d := cmp.Diff([]string{"0 7 0 - - - -", "1 - 0 - - - -", "2 - 0 - - - -"}, q.told(0, 1, 2)); d != "" {
		t.Error(d)
	}
}

// Quake Live's statistics name players by their place in the list of scores before them.
func TestStatsLive(t *testing.T) {
	q := newQ3(t, 91, `0 \g_gametype\3\sv_maxclients\16`)
	q.commands("scores_tdm "+times(28, "0")+
		" 2 5 4  6 2 8 50 5 9 12 30 6 0 0 0 2 1 4000  3 1 11 40 5 16 7 33 5 1 2 0 4 3 5123",
		"tdmstats 0 3 5 1 2 3", "tdmstats 1 2 0 1 2 3", "tdmstats 2 9 9 9 9 9")
	if d := cmp.Diff([]string{"3 11 40 16 7 2 0", "6 8 50 9 12 3 5"}, q.told(3, 6)); d != "" {
		t.Error(d)
	}
	q.commands("ctfstats 0 4 100 200")
	if got := q.told(6)[0]; got != "6 8 50 9 12 4 5" {
		t.Error(got)
	}
	// Early versions: client, team, team kills, killed, damage; then with the subscriber.
	q = newQ3(t, 73, `0 \g_gametype\3\sv_maxclients\16`)
	q.commands("tdmscores " + times(16, "9") + " 3 1 4 2 5000 6 2 1 0 4000")
	if d := cmp.Diff([]string{"3 - 0 - - - 4", "6 - 0 - - - 1"}, q.told(3, 6)); d != "" {
		t.Error(d)
	}
	q.commands("tdmscores2 " + times(28, "9") + " 3 1 0 5 2 5000 6 2 1 3 0 4000")
	if d := cmp.Diff([]string{"3 - 0 - - - 5", "6 - 0 - - - 3"}, q.told(3, 6)); d != "" {
		t.Error(d)
	}
}

// deaths applies a packet with obituaries, "killer victim" each, and commands before them; the watched player
// is in slot 7.
func (q *q3) deaths(ms int32, commands []string, deaths ...[2]int32) {
	q.t.Helper()
	var list []message.Message
	for _, text := range commands {
		list = append(list, q.say(text))
	}
	s := snapshotAt(ms, 0).player(message.PlayerStateClientNum, 7, message.PlayerStatePersistant, 0)
	obituary := q.events() + evObituary
	if q.in.rules.live() {
		obituary -= 2
	}
	for i, d := range deaths {
		s.entity(200+uint16(i), delta, message.EntityStateType, obituary,
			message.EntityStateOtherEntityNum, d[1], message.EntityStateOtherEntityNum2, d[0],
			message.EntityStateEventParm, 10)
	}
	q.packet(q.sequence+1, append(list, &s.Snapshot)...)
}

// frags are the scores of the first slots.
func (q *q3) frags(n int) (list []int32) {
	for i := range n {
		list = append(list, q.w.Players[i].Frags)
	}
	return list
}

// In between two lists of scores those of others are counted from their deaths.
func TestScoresCounted(t *testing.T) {
	const world = 1022
	everybody := []string{`544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`, `551 n\Own\t\0`}
	live := []string{`529 n\Ann\t\0`, `530 n\Bob\t\0`, `531 n\Cy\t\0`, `536 n\Own\t\0`}
	teams := []string{`544 n\Ann\t\1`, `545 n\Bob\t\2`, `546 n\Cy\t\2`, `551 n\Own\t\1`}
	begin := []string{"scores 4 0 0  0 5 40 5 0 0  1 3 40 5 0 0  2 0 40 5 0 0  7 0 40 5 0 0"}
	some := [][2]int32{{0, 1}, {1, 1}, {world, 2}, {2, 7}, {2, 0}} // a kill, a suicide, a fall, two kills
	for _, test := range []struct {
		what     string
		protocol int32
		info     string
		players  []string
		commands []string
		deaths   [][2]int32
		want     []int32
	}{
		{"everybody alone", 68, `\g_gametype\0`, everybody, nil, some, []int32{6, 2, 1}},
		{"duel", 68, `\g_gametype\1`, everybody, nil, some, []int32{6, 2, 1}},
		{"Quake Live", 91, `\g_gametype\0\g_gameState\IN_PROGRESS`, live, nil, some, []int32{6, 2, 1}},
		{"race", 91, `\g_gametype\2\g_gameState\IN_PROGRESS`, live, nil, some, []int32{5, 3, 0}},
		// Of a team mate a kill costs a point; flags and rounds have points of their own.
		{"teams", 68, `\g_gametype\3`, teams, nil, [][2]int32{{0, 1}, {1, 2}, {world, 0}, {2, 7}}, []int32{5, 2, 1}},
		{"flags", 68, `\g_gametype\4`, teams, nil, some, []int32{5, 3, 0}},
		{"arena", 91, `\g_gametype\4\g_gameState\IN_PROGRESS`, []string{`529 n\Ann\t\1`, `530 n\Bob\t\2`,
			`531 n\Cy\t\2`, `536 n\Own\t\1`}, nil, some, []int32{5, 3, 0}},
		{"warm-up", 68, `\g_gametype\0`, append([]string{"5 -1"}, everybody...), nil, some, []int32{5, 3, 0}},
		{"countdown", 68, `\g_gametype\0`, append([]string{"5 9000"}, everybody...), nil, some, []int32{5, 3, 0}},
		// In OpenArena who has nothing loses nothing, and the fall or the kill of a mate costs nothing in teams.
		{"OpenArena", 71, `\g_gametype\0`, everybody, nil, [][2]int32{{0, 0}, {2, 2}, {world, 2}, {world, 1}},
			[]int32{4, 2, 0}},
		{"OpenArena by its name", 68, `\g_gametype\0\gamename\baseoa`, everybody, nil, [][2]int32{{0, 0}, {2, 2}},
			[]int32{4, 3, 0}},
		{"OpenArena, teams", 71, `\g_gametype\3`, teams, nil, [][2]int32{{0, 0}, {1, 2}, {2, 0}, {world, 1}},
			[]int32{5, 2, 1}},
		// Of two in OpenArena the other one wins what who dies would lose.
		{"OpenArena, two", 71, `\g_gametype\1`, []string{`544 n\Ann\t\0`, `545 n\Bob\t\0`, `551 n\Own\t\3`}, nil,
			[][2]int32{{0, 0}, {world, 1}, {world, 1}}, []int32{7, 4, 0}},
		{"OpenArena, three", 71, `\g_gametype\0`, []string{`544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`,
			`551 n\Own\t\3`}, nil,
			[][2]int32{{0, 0}, {2, 2}}, []int32{4, 3, 0}},
		// CPMA's 2 are two against two, which has rounds.
		{"CPMA, two against two", 68, `\gamename\cpma\g_gametype\2`, everybody, nil, some, []int32{5, 3, 0}},
		// A list of the same packet: with the deaths, with the first of them, and with none.
		{"list after", 68, `\g_gametype\0`, everybody,
			[]string{"scores 3 0 0  0 7 40 5 0 0  1 2 40 5 0 0  2 0 40 5 0 0"},
			[][2]int32{{0, 2}, {0, 2}, {1, 1}}, []int32{7, 2, 0}},
		{"list between", 68, `\g_gametype\0`, everybody,
			[]string{"scores 3 0 0  0 6 40 5 0 0  1 3 40 5 0 0  2 0 40 5 0 0"},
			[][2]int32{{0, 2}, {0, 2}, {1, 1}}, []int32{7, 2, 0}},
		{"list before", 68, `\g_gametype\0`, everybody,
			[]string{"scores 3 0 0  0 5 40 5 0 0  1 3 40 5 0 0  2 0 40 5 0 0"},
			[][2]int32{{0, 2}, {0, 2}, {1, 1}}, []int32{7, 2, 0}},
		{"another number", 68, `\g_gametype\0`, everybody,
			[]string{"scores 3 0 0  0 12 40 5 0 0  1 3 40 5 0 0  2 0 40 5 0 0"},
			[][2]int32{{0, 2}, {0, 2}}, []int32{12, 3, 0}},
		// Nobody has more than the best.
		{"the best", 68, `\g_gametype\0`, everybody, []string{"cs 6 5", "cs 7 3"}, [][2]int32{{0, 2}, {1, 2}},
			[]int32{5, 4, 0}},
		{"the best of CPMA", 68, `\gamename\cpma\g_gametype\0`, append([]string{`672 \t\0\ts\1000\tw\0\sb\4\sr\1`},
			everybody...), nil, [][2]int32{{0, 2}}, []int32{6, 3, 0}},
		{"the best of teams", 68, `\g_gametype\3`, teams, []string{"cs 6 1", "cs 7 1"}, [][2]int32{{0, 2}},
			[]int32{6, 3, 0}},
		// Who changes the team dies, and begins with nothing.
		{"spectator", 68, `\g_gametype\0`, everybody, []string{`cs 545 "n\Bob\t\3"`}, [][2]int32{{1, 1}},
			[]int32{5, 0, 0}},
		{"other team", 68, `\g_gametype\3`, teams, []string{`cs 545 "n\Bob\t\1"`}, [][2]int32{{1, 1}},
			[]int32{5, 0, 0}},
		{"other team in Quake Live", 91, `\g_gametype\3\g_gameState\IN_PROGRESS`,
			[]string{`529 n\Ann\t\1`, `530 n\Bob\t\2`, `531 n\Cy\t\2`, `536 n\Own\t\1`},
			[]string{`cs 530 "n\Bob\t\1"`}, [][2]int32{{1, 1}}, []int32{5, 3, 0}},
		{"gone", 68, `\g_gametype\0`, everybody, []string{`cs 545 ""`}, [][2]int32{{1, 1}}, []int32{5, 0, 0}},
	} {
		q := newQ3(t, test.protocol, append([]string{`0 \sv_maxclients\8` + test.info}, test.players...)...)
		q.deaths(1000, begin)
		q.expect(test.what+", before", []int32{5, 3, 0}, q.frags(3))
		q.deaths(1050, test.commands, test.deaths...)
		q.expect(test.what, test.want, q.frags(3))
		// They are events of the snapshots after it, too.
		q.packet(q.sequence+1, &snapshotAt(1100, 1).Snapshot)
		q.expect(test.what+", after", test.want, q.frags(3))
	}
}

// TestVictimsHealth: the game tells who watches the killer the health of whom he has hit last, but not whom: it is the
// victim's if nobody else who lives is in sight.
func TestVictimsHealth(t *testing.T) {
	const hits, last = message.PlayerStatePersistant + persHits, message.PlayerStatePersistant + persAttackee
	body := func(s *snap, slot uint16, flags int32) {
		s.entity(slot, delta, message.EntityStateType, etPlayer, message.EntityStateClientNum, int32(slot),
			message.EntityStateFlags, flags)
	}
	for _, test := range []struct {
		what          string
		protocol      int32
		info          string
		watched, then int32 // in the first snapshot, and in that of the kill
		hits          int32 // in that of the kill; 5 before
		health        int32
		third         [2]int32 // his flags in both; -1 for out of sight
		want          int16
	}{
		{"alone with the victim", 68, "", 7, 7, 6, 40, [2]int32{-1, -1}, 40},
		{"a third comes", 68, "", 7, 7, 6, 40, [2]int32{-1, 0}, 0},
		{"a third has gone", 68, "", 7, 7, 6, 40, [2]int32{0, -1}, 0},
		{"a third who is dead", 68, "", 7, 7, 6, 40, [2]int32{efDead, efDead}, 40},
		{"no hit", 68, "", 7, 7, 5, 40, [2]int32{-1, -1}, 0},
		{"nothing left", 68, "", 7, 7, 6, 0, [2]int32{-1, -1}, 0},
		{"another is watched", 68, "", 6, 6, 6, 40, [2]int32{-1, -1}, 0},
		{"another was watched", 68, "", 6, 7, 6, 40, [2]int32{-1, -1}, 0},
		{"an early version", 43, "", 7, 7, 6, 40, [2]int32{-1, -1}, 0},
		{"CPMA", 68, `\gamename\cpma`, 7, 7, 6, 40, [2]int32{-1, -1}, 0},
	} {
		q := newQ3(t, test.protocol, `0 \g_gametype\0`+test.info, `544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`,
			`550 n\Dee\t\0`, `551 n\Own\t\0`)
		first := snapshotAt(1000, 0).player(message.PlayerStateClientNum, test.watched, hits, 5)
		body(first, 1, 0)
		if test.third[0] >= 0 {
			body(first, 2, test.third[0])
		}
		q.packet(1, &first.Snapshot)
		kill := snapshotAt(1050, 0).player(message.PlayerStateClientNum, test.then, hits, test.hits, last,
			test.health<<8|50)
		body(kill, 1, efDead)
		if test.third[1] >= 0 {
			body(kill, 2, test.third[1])
		}
		early := int32(0)
		if test.protocol < 46 {
			early = 2 // obituary is 58
		}
		kill.entity(200, delta, message.EntityStateType, q.events()+evObituary-early, message.EntityStateOtherEntityNum,
			1, message.EntityStateOtherEntityNum2, 7, message.EntityStateEventParm, 10)
		q.packet(2, &kill.Snapshot)
		found := false
		for _, e := range q.w.Events {
			if e.Kind == world.EventKill {
				if found = true; e.VictimHealth != test.want {
					t.Errorf("%s: %d, want %d", test.what, e.VictimHealth, test.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: nobody is killed", test.what)
		}
	}
}

// TestListBeforeRestart: what a list told before the level begins anew is over, also in one packet.
func TestListBeforeRestart(t *testing.T) {
	q := newQ3(t, 91, `0 \g_gametype\0\g_gameState\PRE_GAME`, `529 n\Ann\t\0`)
	s := snapshotAt(1000, 0).player(message.PlayerStateClientNum, 7)
	q.packet(1, q.say("scores 1 0 0  0 12 40 5 0 0 0 0 0 0 0 0 0 0 0 15 7 0"), &s.Snapshot)
	if p := &q.w.Players[0]; p.Frags != 12 || p.Kills != 15 || p.Deaths != 7 {
		t.Fatalf("the list: %d %d %d", p.Frags, p.Kills, p.Deaths)
	}
	s = snapshotAt(1050, 0).player(message.PlayerStateClientNum, 7)
	q.packet(2, q.say("scores 1 0 0  0 13 40 5 0 0 0 0 0 0 0 0 0 0 0 16 7 0"), q.say("map_restart"), &s.Snapshot)
	if p := &q.w.Players[0]; p.Frags != 0 || p.Kills != 0 || p.Deaths != 0 {
		t.Errorf("behind the restart: %d %d %d", p.Frags, p.Kills, p.Deaths)
	}
}

// TestListBehindRestart: what a list tells behind the restart is of the match that begins, also in one packet.
func TestListBehindRestart(t *testing.T) {
	told := toldScore | world.ToldKills | world.ToldDeaths
	q := newQ3(t, 91, `0 \g_gametype\0\g_gameState\PRE_GAME`, `529 n\Ann\t\0`, `530 n\Bob\t\0`)
	q.at(1000, 7, 0, 0, "scores 2 0 0  0 12 40 5 0 0 20 0 0 0 0 0 0 0 0 15 7 0  1 9 40 5 0 0 20 0 0 0 0 0 0 0 0 9 8 0")
	q.at(1050, 7, 0, 0, `cs 0 "\g_gametype\0\g_gameState\IN_PROGRESS"`, "map_restart",
		"scores 1 0 0  0 2 40 5 0 0 50 0 0 0 0 0 0 0 0 3 1 0")
	q.expectPhase("the restart", world.PhaseRunning, "start")
	if p := &q.w.Players[0]; p.Frags != 2 || p.Kills != 3 || p.Deaths != 1 {
		t.Errorf("behind the restart: %d %d %d", p.Frags, p.Kills, p.Deaths)
	}
	for _, s := range q.w.Results()[0].Players {
		switch {
		case s.Name == "Ann" && (s.Score != 2 || s.Kills != 3 || s.Deaths != 1 || s.Told != told):
			t.Errorf("the list behind the restart: %+v", s)
		case s.Name == "Bob" && (s.Score != 0 || s.Kills != 0 || s.Deaths != 0 || s.Told != countedScore):
			t.Errorf("the list of before: %+v", s)
		}
	}
	// In CPMA what says that the match runs restarts it.
	list := "xscores 1  0 4 abbibabyaaaa 1 0 0 0"
	begin := `cs 672 "\t\0\ts\15000\tw\0\tl\15\sb\0\sr\0"`
	for want, commands := range map[int32][]string{0: {list, begin}, 4: {begin, list}} {
		q := newQ3(t, 68, `0 \gamename\cpma\timelimit\0`, `672 \t\0\ts\0\tw\15000\tl\15\sb\0\sr\0`, `544 n\Ann\t\0`,
			`551 n\Own\t\0`)
		q.at(5000, 7, 0, 0, "xscores 1  0 9 abbibabyaaaa 1 0 0 0")
		q.at(15050, 7, 0, 0, commands...)
		q.expectPhase("CPMA", world.PhaseRunning, "start")
		if p := &q.w.Players[0]; p.Frags != want {
			t.Errorf("CPMA, %q: %d, want %d", commands, p.Frags, want)
		}
		if r := q.w.Results(); len(r) != 1 || r[0].Players[0].Score != want ||
			r[0].Players[0].Told&toldScore != 0 != (want != 0) {
			t.Errorf("CPMA, %q: %+v", commands, r)
		}
	}
}

// Between CPMA's rounds nothing counts, and its tables have deaths by others and, apart from them, those by
// own hand and by the world.
func TestCountsOfRounds(t *testing.T) {
	const nobody = 1022
	q := newQ3(t, 68, `0 \gamename\cpma\timelimit\0`, `672 \t\7\ts\0\tw\15000\tl\2\sb\0\sr\0\pb\0`, `544 n\Ann\t\1`,
		`545 n\Bob\t\2`, `551 n\Own\t\1`)
	q.at(5000, 7, 0, 0)
	q.at(15050, 7, 0, 0, `cs 672 "\t\7\ts\15000\tw\0\tl\2\sb\0\sr\0"`)
	q.deaths(16000, nil, [2]int32{1, 0}, [2]int32{nobody, 0}, [2]int32{0, 1})
	q.deaths(17000, []string{`cs 672 "\t\7\ts\15000\tw\20000\tl\2\sb\0\sr\3"`}, [2]int32{1, 1}, [2]int32{0, 1})
	for _, e := range q.w.Events {
		if e.Kind == world.EventKill && !e.Idle {
			t.Errorf("%+v counts", e)
		}
	}
	expect := func(what string, ann, bob world.Counts) {
		t.Helper()
		if a, b := q.w.Players[0].Counts(), q.w.Players[1].Counts(); a != ann || b != bob {
			t.Errorf("%s: %+v and %+v", what, a, b)
		}
	}
	expect("between rounds", world.Counts{Kills: 1, Deaths: 2}, world.Counts{Kills: 1, Deaths: 1})
	q.at(20050, 7, 0, 0, `cs 672 "\t\7\ts\20000\tw\0\tl\2\sb\0\sr\3"`)
	q.deaths(21000, nil, [2]int32{0, 1})
	expect("next round", world.Counts{Kills: 2, Deaths: 2}, world.Counts{Kills: 1, Deaths: 2})
	q.at(30000, 7, 0, 5, "print \"TEAM Player          Kll Dth Score\n\"", `print "RED  Ann  2 1 9"`,
		`print "BLUE Bob  1 2 9"`)
	expect("table", world.Counts{Kills: 2, Deaths: 2}, world.Counts{Kills: 1, Deaths: 2})
}

// TestWhoGoesToLookOn: the game kills who stops playing to look on, which is no death of the match, as that
// of who plays on is.
func TestWhoGoesToLookOn(t *testing.T) {
	q := newQ3(t, 71, `0 \g_gametype\3`, "21 1000", `544 n\Ann\t\1`, `545 n\Bob\t\2`, `546 n\Own\t\1`)
	q.at(5000, 2, 0, 0)
	for _, test := range []struct {
		ms      int32
		command string
		deaths  int32
		idle    bool
	}{{6000, `cs 545 n\Bob\t\1`, 1, false}, {7000, `cs 545 n\Bob\t\3`, 1, true}} {
		q.at(test.ms-500, 2, 0, 0)
		q.deaths(test.ms, []string{test.command}, [2]int32{1, 1})
		told := 0
		for _, e := range q.w.Events {
			if e.Kind == world.EventKill {
				told++
				if e.Idle != test.idle {
					t.Errorf("%s: %+v", test.command, e)
				}
			}
		}
		if b := &q.w.Players[1]; told != 1 || b.Deaths != test.deaths || b.Suicides != test.deaths {
			t.Errorf("%s: %d told, %+v", test.command, told, b.Counts())
		}
	}
}

// TestWhoLeaves: the game kills who is kicked, in the packet that has emptied his slot: that is told of him,
// is no death of the match, and who takes the slot next begins with none.
func TestWhoLeaves(t *testing.T) {
	const byWorld = 1022 // the world, by whom OpenArena says that he dies
	for _, killer := range []int32{1, byWorld} {
		q := newQ3(t, 71, `0 \g_gametype\3`, "21 1000", `544 n\Ann\t\1`, `545 n\Bob\t\2`, `546 n\Own\t\1`)
		q.at(5000, 2, 0, 0)
		q.deaths(6000, []string{`cs 545 ""`}, [2]int32{killer, 1})
		told := 0
		for _, e := range q.w.Events {
			if e.Kind == world.EventKill {
				told++
				if !e.Idle || e.VictimName != "Bob" || e.Other != 1 {
					t.Errorf("by %d: %+v", killer, e)
				}
			}
		}
		q.at(6500, 2, 0, 0, `cs 545 "n\Eve\t\2"`)
		if e := &q.w.Players[1]; told != 1 || e.Deaths != 0 || e.Suicides != 0 {
			t.Errorf("by %d: %d told, %s has %+v", killer, told, e.Name, e.Counts())
		}
	}
}

// TestScoresThatAreNotKnown: where a frag is no point a score is known from when the game tells it until the
// next match begins; a player who comes has none, and the recorder's is in each snapshot.
func TestScoresThatAreNotKnown(t *testing.T) {
	for kind, counts := range map[int]bool{0: true, 1: true, 3: true, 4: false, 5: false, 8: false, 10: false,
		12: false} {
		q := newQ3(t, 71, fmt.Sprintf(`0 \g_gametype\%d`, kind), "21 1000", `544 n\Ann\t\1`, `545 n\Bob\t\2`,
			`546 n\Own\t\1`)
		expect := func(when, want string) {
			t.Helper()
			got := ""
			for i := range q.w.Players[:3] {
				p := &q.w.Players[i]
				switch {
				case q.w.HasFrags(p):
					got += fmt.Sprint(p.Frags, " ")
				case p.FragsReported:
					t.Errorf("game %d, %s: %s is known and means nothing", kind, when, p.Name)
				default:
					got += "- "
				}
			}
			if counts {
				want = strings.ReplaceAll(want, "-", "0")
			}
			if got = strings.TrimSpace(got); got != want {
				t.Errorf("game %d, %s: %s, not %s", kind, when, got, want)
			}
		}
		q.at(5000, 2, 3, 0)
		expect("the beginning", "- - 3")
		q.at(6000, 2, 3, 0, "scores 2 0 0  0 5 40 5 0 0  2 3 30 5 0 0")
		expect("a list without Bob", "5 - 3")
		q.at(7000, 2, 4, 0, `cs 544 ""`, `cs 544 n\Cy\t\1`)
		expect("another one in Ann's place", "- - 4")
		q.at(8000, 2, 4, 0, "scores 3 0 0  0 1 40 5 0 0  1 2 40 5 0 0  2 4 30 5 0 0")
		expect("a list of all", "1 2 4")
		q.at(9000, 2, 0, 0, "cs 21 9000", "map_restart", "cs 6 0", "cs 7 0")
		expect("the next match", "- - 0")
	}
}

// TestScoresGrowOld: where a frag is no point, a score of a list is as old as the list, until another one
// comes; the recorder's own is told in each snapshot, and what is told at the end of a match stays that of its end.
func TestScoresGrowOld(t *testing.T) {
	for kind, grows := range map[int]float64{0: 0, 3: 0, 4: 1, 10: 1} {
		q := newQ3(t, 71, fmt.Sprintf(`0 \g_gametype\%d`, kind), "21 1000", `544 n\Ann\t\1`, `545 n\Bob\t\2`,
			`546 n\Own\t\1`)
		expect := func(when string, want ...float64) {
			t.Helper()
			for i, age := range want {
				s := q.w.Results()[0].Players[i]
				if got := q.w.FragsAge(&q.w.Players[i]); math.Abs(got-age*grows) > 0.06 ||
					math.Abs(s.Age-age*grows) > 0.06 {
					t.Errorf("game %d, %s: %s's score is %v and %v s old, not %v", kind, when, s.Name, got,
						s.Age, age*grows)
				}
			}
		}
		list := "scores 2 0 0  0 5 40 5 0 0  2 3 30 5 0 0"
		q.at(5000, 2, 3, 0)
		q.at(6000, 2, 3, 0, list)
		expect("the list", 0, 0, 0)
		q.at(16000, 2, 3, 0)
		expect("10 seconds later, in which nothing was told", 11, 0, 0) // a list is of the packet before
		q.at(26000, 2, 3, 0, "cs 6 1")
		expect("20 seconds later", 21, 0, 0)
		q.at(27000, 2, 3, 0, list)
		expect("another list", 0, 0, 0)
		q.at(40000, 2, 3, 5, "cs 22 1")
		expect("the end", 14, 0, 0)
		q.at(40050, 2, 3, 5, list)
		q.at(49000, 2, 3, 5)
		expect("long behind the last list", 0, 0, 0)
		// In the warm-up that follows the scores grow old, and those of the match do not.
		q.at(50000, 2, 3, 0, "cs 22 0", "cs 5 -1", "cs 21 50000", "map_restart")
		q.at(60000, 2, 3, 0)
		if q.w.Match.Phase != world.PhaseWarmUp {
			t.Fatalf("phase %v", q.w.Match.Phase)
		}
		if got, s := q.w.FragsAge(&q.w.Players[0]), q.w.Results()[0].Players[0]; math.Abs(got-11*grows) > 0.06 ||
			s.Age != 0 {
			t.Errorf("game %d, warm-up: %v s old, in the result %v", kind, got, s.Age)
		}
	}
	// The result of a piece has the age at its end.
	for name, end := range map[string]func(q *q3){
		"a restart": func(q *q3) { q.at(40000, 2, 0, 0, "cs 21 40000", "map_restart") },
		"a warm-up": func(q *q3) { q.at(40000, 2, 3, 0, "cs 5 -1") },
		"a level":   func(q *q3) { q.at(40000, 2, 3, 0); q.packet(q.sequence+1, gameStateOf(71, `0 \g_gametype\4`)) },
	} {
		q := newQ3(t, 71, `0 \g_gametype\4`, "21 1000", `544 n\Ann\t\1`, `545 n\Own\t\2`)
		q.at(2000, 1, 3, 0)
		q.at(3000, 1, 3, 0, "scores 1 0 0  0 5 40 5 0 0")
		q.at(39000, 1, 3, 0)
		end(q)
		if s := q.w.Results()[0].Players[0]; s.Name != "Ann" || s.Age < 35 || s.Age > 39 {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

// TestAccuracyOfTheEnd: an accuracy that was told before the match is over tells nothing of what was shot later.
func TestAccuracyOfTheEnd(t *testing.T) {
	q := newQ3(t, 71, `0 \g_gametype\10`, "21 1000", `544 n\Ann\t\0`, `545 n\Own\t\0`)
	list := func(accuracy string) string {
		return "scores 2 0 0 100  0 5 40 5 0 0 " + accuracy + " 0 0 0 0 0 0 0 1  1 3 40 5 0 0 9 0 0 0 0 0 0 0 1"
	}
	told := func() bool { return q.w.Results()[0].Players[0].Told&world.ToldAccuracy != 0 }
	q.at(2000, 1, 3, 0, list("0"))
	if q.at(9000, 1, 3, 0, "cs 6 1"); told() {
		t.Error("that of the beginning is told")
	}
	if q.at(9050, 1, 3, 5, "cs 22 1"); told() {
		t.Error("that of the beginning is told at the end")
	}
	if q.at(9075, 1, 3, 5, "scores 2 0 0  0 5 40 5 0 0  1 3 40 5 0 0"); told() {
		t.Error("that of the beginning is told with a list that has none")
	}
	if q.at(9100, 1, 3, 5, list("37")); !told() || q.w.Results()[0].Players[0].Accuracy != 37 {
		t.Errorf("that of the end: %+v", q.w.Results()[0].Players[0])
	}
}

// TestDeathsAfterAList: what a list has told of kills and deaths is counted on, until the next one.
func TestDeathsAfterAList(t *testing.T) {
	q := newQ3(t, 91, `0 \g_gametype\0\g_gameState\IN_PROGRESS`, "13 1000", `529 n\Ann\t\0`, `530 n\Bob\t\0`,
		`536 n\Own\t\0`)
	const list = "scores 1 0 0  0 2 40 5 0 0 50 0 0 0 0 0 0 0 0 3 1 0"
	q.at(2000, 7, 0, 0, list)
	q.deaths(3000, nil, [2]int32{0, 1}, [2]int32{1, 0}, [2]int32{0, 7})
	if c := q.w.Results()[0].Players[0].AllCounts(); c != (world.Counts{Kills: 5, Deaths: 2}) {
		t.Errorf("behind the list: %+v", c)
	}
	if q.at(4000, 7, 0, 0, list); q.w.Results()[0].Players[0].AllCounts() != (world.Counts{Kills: 3, Deaths: 1}) {
		t.Errorf("the next list: %+v", q.w.Results()[0].Players[0])
	}
}
