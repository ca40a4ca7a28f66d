package quake3

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// results returns the results in a line: whether they are complete, the teams, the players and who left.
func (q *q3) results() string {
	var b strings.Builder
	for i, r := range q.w.Results() {
		fmt.Fprintf(&b, "%d: %v", i, r.Complete)
		for _, t := range r.Teams {
			fmt.Fprintf(&b, " %s:%d", t.Name, t.Score)
		}
		for _, p := range r.Players {
			fmt.Fprintf(&b, ", %s %d", p.Name, p.Score)
		}
		for _, p := range r.Left {
			fmt.Fprintf(&b, ", left %s %d", p.Name, p.Score)
		}
		b.WriteString("; ")
	}
	return strings.TrimSuffix(b.String(), "; ")
}

// The result of a match is what stood when it ended: not the scores of the restart, nor of a vote that ends the warm-up
// behind it, with which OSP shows the intermission again.
func TestResultStaysAfterRestart(t *testing.T) {
	q := newQ3(t, 67, `0 \g_gametype\3\gamename\osp\timelimit\20`, "21 1000", "6 232", "7 224", `544 n\Ann\t\1`,
		`545 n\Bob\t\2`)
	q.at(2000, 0, 62, 0)
	q.at(3000, 0, 62, 0, "cs 6 233", "cs 7 225", "cs 22 1")
	q.at(4000, 0, 62, 5, "scores 2 233 225  0 62 5 24 0 0 0 0 0 0 0 0 0 0  1 59 5 24 0 0 0 0 0 0 0 0 0 0")
	const want = "0: true red:233 blue:225, Ann 62, Bob 59"
	q.expect("intermission", want, q.results())
	q.at(5000, 0, 62, 5, "cs 6 0", "cs 7 0")
	q.expect("the scores of the next game", want, q.results())
	q.at(34000, 0, 0, 0, `cs 22 "0"`, "cs 21 34000", "cs 5 -1", "cs 6 0", "cs 7 0", "map_restart")
	q.expectPhase("restart", world.PhaseWarmUp)
	q.at(60000, 0, 0, 0, `print "^5Vote passed!`+"\n\"", "cs 5 0", "cs 22 1", `print "Voted map: ^3ospdm6`+"\n\"",
		"scores 2 0 0  0 62 5 0 0 0 0 0 0 0 0 0 0 0  1 59 5 0 0 0 0 0 0 0 0 0 0 0")
	q.at(61000, 0, 0, 5)
	q.expect("vote in the warm-up", want, q.results())
}

// A recording that begins in the intermission has the result of the match before it, also if the game already waits
// for the next match, as CPMA does in capture strike. Nothing has been played on a level without scores.
func TestBeginsInIntermission(t *testing.T) {
	for scores, want := range map[string]string{`\sb\37\sr\39`: "0: true red:39 blue:37, Ann 9", `\sb\0\sr\0`: ""} {
		q := newQ3(t, 68, `0 \gamename\cpma\g_gametype\7`, `672 \t\7\ts\1000\tw\-1`+scores, `544 n\Ann\t\1`)
		q.at(90000, 0, 9, 5)
		q.at(91000, 0, 9, 5)
		q.expect(scores, want, q.results())
	}
}

// A vote for another map stops a match: it has no result.
func TestVoteStopsMatch(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\3\gamename\osp`, "21 1000", "6 3", "7 2", `544 n\Ann\t\1`, `545 n\Bob\t\2`)
	q.at(2000, 0, 1, 0)
	q.at(3000, 0, 1, 0, "cs 22 1", `print "Voted map: ^3ospdm6`+"\n\"")
	q.at(4000, 0, 1, 5)
	q.expect("results", "0: false red:3 blue:2, Ann 1, Bob 0", q.results())
}

// In a time-out of OSP the start of the match moves on with the time, and the match goes on behind it. What a restart
// moves it to is now.
func TestTimeOutMovesStart(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\1\gamename\osp`, "21 1000", "6 3", "7 2", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
	q.at(30000, 0, 3, 0)
	q.at(31000, 0, 3, 0, `cp "^3Match is ^1PAUSED^3! (^7Ann^3)`+"\n\"")
	q.expectPhase("paused", world.PhaseRunning, "pause")
	for ms := int32(31500); ms < 40000; ms += 500 {
		q.at(ms, 0, 3, 0, fmt.Sprint("cs 21 ", 1000+ms-31000))
		q.expectPhase("in the time-out", world.PhaseRunning)
	}
	q.at(41000, 0, 3, 0, `cp "^1FIGHT!`+"\n\"")
	q.expectPhase("resumed", world.PhaseRunning, "pause")
	if q.w.Paused || q.w.Match.Start != 9.5 {
		t.Errorf("paused %v, start %v", q.w.Paused, q.w.Match.Start)
	}
	q.expect("one match", "0: false, Ann 3, Bob 2", q.results())
	q.at(60000, 0, 0, 0, "cs 21 59900", "cs 6 0", "cs 7 0", "map_restart")
	q.expectPhase("restart", world.PhaseRunning, "start")
}

// Who gives up a duel and leaves stays in its result, with what the list of the intermission says of the empty slot.
func TestForfeitKeepsLoser(t *testing.T) {
	q := newQ3(t, 91, `0 \g_gametype\1`, "13 1000", "6 3", "7 -2", "659 Ann", "660 Bob", `529 n\Bob\t\0`,
		`530 n\Ann\t\0`, `531 n\Cy\t\3`)
	q.at(2000, 1, 3, 0)
	q.at(9000, 1, 3, 0, "cs 7 -3")
	q.at(10000, 1, 3, 0, `cs 529 ""`, `print "Game has been forfeited.`+"\n\"", "cs 7 -9999", `cs 660 ""`)
	q.at(10200, 1, 3, 0, "cs 14 1", "scores_duel 2  0 -3 3 7 3 6 32 7  1 3 2 7 3 0 30 7")
	q.at(11000, 1, 3, 5)
	q.expect("result", "0: true, Bob -3, Ann 3", q.results())
	if r := q.w.Results()[0]; r.Players[0].Kills != 3 || r.Players[0].Deaths != 6 ||
		r.Players[0].Told&world.ToldDeaths == 0 || len(r.Spectators) != 1 {
		t.Errorf("%+v", r)
	}
	// Who left long before the end, or gave up a game of teams, has left.
	q = newQ3(t, 91, `0 \g_gametype\1`, "13 1000", "6 3", "7 1", `529 n\Bob\t\0`, `530 n\Ann\t\0`)
	q.at(2000, 1, 3, 0)
	q.at(3000, 1, 3, 0, `cs 529 ""`)
	q.at(9000, 1, 3, 0, `print "Game has been forfeited.`+"\n\"")
	q.at(10000, 1, 3, 5, "cs 14 1")
	q.expect("left before", "0: true, Ann 3, left Bob 1", q.results())
	// CPMA tells the statistics of both by their names.
	q = newQ3(t, 68, `0 \gamename\cpma\g_gametype\1`, `672 \t\1\ts\1000\tw\0\sb\5\sr\2`, `544 n\Ann\t\0`,
		`545 n\^1Bob\t\0`)
	q.at(2000, 0, 5, 0)
	q.at(3000, 0, 5, 0, `cs 672 "\t\1\ts\1000\tw\-1\sb\5\sr\-9999"`, `cs 545 ""`)
	q.at(3100, 0, 5, 0, "duelendscores ^7Ann ^1Bob 1", "mstatsa 1 0 AAAA 1 2 5 0 0 0 0")
	q.expect("CPMA", "0: true, Ann 5, ^1Bob 1", q.results())
}

// A duel has two players, whoever connects meanwhile.
func TestDuelHasTwoPlayers(t *testing.T) {
	for _, mod := range []string{"cpma", "osp"} {
		q := newQ3(t, 68, `0 \g_gametype\1\gamename\`+mod, "21 1000", `672 \t\1\ts\1000\tw\0\sb\4\sr\0`, "6 4", "7 0",
			`544 n\UnnamedPlayer\t\0`, `545 n\Ann\t\0`, `546 n\Bob\t\0`)
		q.at(2000, 1, 4, 0)
		q.at(3000, 1, 4, 5, "cs 22 1")
		q.expect(mod, "0: true, Ann 4, Bob 0", q.results())
	}
}

// In Red Rover, race and games for all no team has a score: the two configstrings are those of the best players.
func TestTypesWithoutTeamScores(t *testing.T) {
	for _, kind := range []string{"0", "2", "12"} {
		q := newQ3(t, 91, `0 \g_gametype\`+kind, "13 1000", "6 9", "7 4", `529 n\Ann\t\1`, `530 n\Bob\t\2`,
			`531 n\Cy\t\1`)
		q.at(2000, 0, 9, 0)
		q.at(3000, 0, 9, 5, "cs 14 1")
		r := q.w.Results()
		if len(r) != 1 || len(r[0].Teams) != 0 || len(q.w.Sides(nil)) != 0 || r[0].Players[0].Team != "" {
			t.Errorf("game type %s: %+v, sides %v", kind, r, q.w.Sides(nil))
		}
	}
}

// Each row of the table of words does what its document says, printed or in the middle of the screen.
func TestMatchWords(t *testing.T) {
	fill := strings.NewReplacer("%s", "Bob", "%d", "2", "*", " x ")
	for _, m := range prints.MatchWords {
		for _, command := range []string{"print", "cp"} {
			if m.Game != world.Quake3 {
				continue
			}
			q := newQ3(t, 68, `0 \g_gametype\1\gamename\osp\timelimit\10`, "21 1000", "6 3", "7 2", `544 n\Ann\t\0`,
				`545 n\Bob\t\0`)
			q.at(2000, 0, 3, 0)
			if m.Meaning == prints.Resumes {
				q.at(3000, 0, 3, 0, `cp "^3Match is ^1PAUSED^3!"`)
			}
			text := fill.Replace(m.Text)
			q.at(20000, 0, 3, 0, command+" \"^3"+text[:1]+"^1"+text[1:]+"\n\"")
			got := fmt.Sprint(q.happened(), q.w.Match.Phase, q.w.Match.Limit, q.w.Paused)
			want := fmt.Sprint([]string{}, world.PhaseRunning, 0, false)
			switch m.Meaning {
			case prints.Forfeits, prints.Stops:
				want = fmt.Sprint([]string{"end"}, world.PhaseOver, 0, false)
			case prints.Overtime:
				limit := 0
				if strings.Contains(m.Text, "%d") {
					limit = 12 * 60
				}
				want = fmt.Sprint([]string{}, world.PhaseOvertime, limit, false)
			case prints.Pauses:
				want = fmt.Sprint([]string{"pause"}, world.PhaseRunning, 0, true)
			case prints.Resumes:
				want = fmt.Sprint([]string{"pause"}, world.PhaseRunning, 0, false)
			}
			if got != want {
				t.Errorf("%s %q: %s, not %s", command, text, got, want)
			}
			q.at(21000, 0, 3, 0, "cs 5 -1")
			complete := q.w.Results()[0].Complete
			if complete != (m.Meaning == prints.Forfeits) {
				t.Errorf("%q, then the warm-up: complete %v", text, complete)
			}
			q.at(22000, 0, 3, 0, `cs 5 ""`, "map_restart", "cs 21 22000")
			q.at(23000, 0, 3, 0, command+" \""+text+"\n\"", "cs 22 1")
			if r := q.w.Results()[1]; r.Complete != (m.Meaning != prints.Stops) {
				t.Errorf("%q and the intermission: %+v", text, r)
			}
		}
	}
}

// A player's name and chat end, pause and restart nothing.
func TestMatchWordsOfPlayers(t *testing.T) {
	for _, words := range []string{"^1Match has been ^7aborted", "^2x forfeits", "Voted map: q3dm6",
		"Bob PAUSED the match"} {
		q := newQ3(t, 68, `0 \g_gametype\0\gamename\osp`, "21 1000", "6 3", "7 2", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
		q.at(2000, 0, 3, 0)
		q.at(3000, 0, 3, 0, `cs 546 "n\`+words+`\t\0"`, `print "`+words+` ^7entered the game`+"\n\"",
			`print "`+words+`^7 was railgunned by Bob`+"\n\"", `cp "You fragged ^7`+words+`"`,
			`chat "Bob^7: `+words+`"`, `print "Bob^7: `+words+"\n\"")
		q.expectPhase(words, world.PhaseRunning)
		if r := q.w.Results(); len(r) != 1 || q.w.Paused || r[0].End != world.Unknown {
			t.Errorf("%q: paused %v, %+v", words, q.w.Paused, r)
		}
	}
}

// In Red Rover the dead change to the team of the killer, who has killed no mate.
func TestRedRoverKills(t *testing.T) {
	for kind, teamKills := range map[string]int32{"12": 0, "4": 1} { // and clan arena
		q := newQ3(t, 91, `0 \g_gametype\`+kind, "13 1000", "6 0", "7 0", `529 n\Ann\t\1`, `530 n\Bob\t\2`,
			`536 n\Own\t\3`)
		q.at(2000, 7, 0, 2)
		q.deaths(3000, []string{`cs 530 "n\Bob\t\1"`}, [2]int32{0, 1})
		ann := &q.w.Players[0]
		if ann.TeamKills != teamKills || ann.Kills != 1-teamKills || q.w.Events[0].TeamKill != (teamKills > 0) {
			t.Errorf("game type %s: %d kills, %d of mates, %+v", kind, ann.Kills, ann.TeamKills, q.w.Events)
		}
	}
}
