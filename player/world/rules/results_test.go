package rules_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// resultText spells a result: whether it is complete, its times, teams, players (slot,
// name, team, score/kills/deaths/suicides/team kills with a dash for what is not told),
// spectators, who left, and items.
func resultText(r *world.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v-%v", r.Complete, r.Start, r.End)
	for _, t := range r.Teams {
		fmt.Fprintf(&b, " %s:%d", t.Name, t.Score)
	}
	list := func(head string, scores []world.Score) {
		for i := range scores {
			s, head := &scores[i], head
			if s.LooksOn {
				head = "; looks on "
			}
			fmt.Fprintf(&b, "%s%d %s", head, s.Slot, s.Name)
			if s.Team != "" {
				fmt.Fprintf(&b, " (%s)", s.Team)
			}
			b.WriteString(" ")
			for n, v := range []int32{s.Score, s.Kills, s.Deaths, s.Suicides, s.TeamKills} {
				if n > 0 {
					b.WriteString("/")
				}
				if s.Told>>n&1 == 0 {
					b.WriteString("-")
				} else {
					fmt.Fprint(&b, v)
				}
			}
		}
	}
	list("; ", r.Players)
	for _, name := range r.Spectators {
		fmt.Fprintf(&b, "; spectator %s", name)
	}
	list("; left ", r.Left)
	for _, p := range r.Pickups {
		fmt.Fprintf(&b, "; %s %s %d", p.Name, p.Item, p.Count)
	}
	return b.String()
}

// expectResults compares the matches so far, also those of a copy.
func expectResults(t *testing.T, what string, w *world.World, want ...string) {
	t.Helper()
	for _, x := range []*world.World{w, w.Clone()} {
		var got []string
		for i := range x.Results() {
			got = append(got, resultText(&x.Results()[i]))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func qwInfo(key, value string) message.Message {
	return &message.QWServerInfo{Key: []byte(key), Value: []byte(value)}
}

func frags(slot uint8, n int16) message.Message {
	return &message.UpdateFrags{Player: slot, Frags: n}
}

func line(text string) message.Message { return printAt(2, text+"\n") }

// A QuakeWorld match without a table: the warm-up is forgotten, who leaves is kept with
// the score that the game said or showed last, who comes back has not left, spectators
// are apart; and the level that begins after it takes nothing away.
func TestQuakeWorldResult(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob", "Cy", "Dee", `Eve\*spectator\1`)
	s.at(1, frags(0, 9), &message.QWUpdateUserInfo{Player: 3, User: 103})
	expectResults(t, "warm-up", s.World, "false -1--1; 0 Ann 9/-/-/-/-; 1 Bob 0/-/-/-/-; 2 Cy 0/-/-/-/-; spectator Eve")
	s.at(10, line("The match has begun!"), frags(0, 0))
	start := s.Clock
	s.at(20, frags(0, 3), frags(1, -1), frags(2, 5))
	// Ann's score is in a line, Bob's only on the scoreboard.
	s.at(30, line("Ann left the game with 4 frags"), frags(0, 0), &message.QWUpdateUserInfo{Player: 0, User: 100})
	s.at(31, frags(1, 0), &message.QWUpdateUserInfo{Player: 1, User: 101})
	s.at(32, &message.QWUpdateUserInfo{Player: 1, User: 107, Text: []byte(`\name\Fay`)})
	expectResults(t, "some left", s.World,
		fmt.Sprintf(
			"false %v--1; 1 Fay 0/-/-/-/-; 2 Cy 5/-/-/-/-; spectator Eve; left 0 Ann 4/-/-/-/-; left 1 Bob -1/-/-/-/-",
			start))
	s.at(33, &message.QWUpdateUserInfo{Player: 0, User: 108, Text: []byte(`\name\Bob`)}, frags(0, 2))
	if r := s.Results()[0].Returns; len(r) != 1 || r[0].Name != "Bob" || r[0].Slot != 0 || r[0].Score != -1 ||
		!r[0].HasScore || r[0].Back <= r[0].Left {
		t.Errorf("who came back: %+v", r)
	}
	// A player turns to watching, and somebody comes who may not play.
	s.at(33.5, frags(1, 1), &message.QWUpdateUserInfo{Player: 5, User: 109, Text: []byte(`\name\Guy`)})
	s.at(33.75, &message.QWUpdateUserInfo{Player: 5, User: 109})
	s.at(34, &message.QWUpdateUserInfo{Player: 1, User: 107, Text: []byte(`\name\Fay\*spectator\1`)})
	s.at(40, line("The match is over"))
	end := s.Clock
	want := fmt.Sprintf("true %v-%v; 0 Bob 2/-/-/-/-; 2 Cy 6/-/-/-/-; spectator Fay; spectator Eve; left 0 Ann "+
		"4/-/-/-/-; looks on 1 Fay 1/-/-/-/-", start, end)
	s.at(40.0625, frags(2, 6))
	expectResults(t, "over", s.World, want)
	// What comes later is of no match: scores, people, the result on the screen.
	s.at(41, frags(2, 0), frags(0, 1), &message.QWUpdateUserInfo{Player: 0, User: 108})
	s.at(42, &message.Intermission{})
	expectResults(t, "later", s.World, want)
	// A level half a second before the end, with everybody at 0.
	s.at(50, &message.QWServerData{Protocol: 28, MapName: []byte("next")}, frags(2, 0))
	s.at(50.5, &message.QWUpdateUserInfo{Player: 2, User: 102, Text: []byte(`\name\Cy`)})
	expectResults(t, "next level", s.World, want, "false -1--1; 2 Cy 0/-/-/-/-")
	if r := s.Results(); r[0].Level != 1 || r[1].Level != 2 {
		t.Errorf("levels %d and %d", r[0].Level, r[1].Level)
	}
	// A second match without an end of the first, and a level without an end of that.
	s.at(60, line("The match has begun!"))
	second := s.Clock
	s.at(70, frags(2, 7))
	s.at(80, line("The match has begun!"))
	third := s.Clock
	s.at(90, frags(2, 1), &message.QWServerData{Protocol: 28, MapName: []byte("last")})
	expectResults(t, "pieces", s.World, want, fmt.Sprintf("false %v--1; 2 Cy 7/-/-/-/-", second),
		fmt.Sprintf("false %v--1; 2 Cy 1/-/-/-/-", third))
}

// Who plays in teams has a team, the teams have the sums, and the game's own words for
// them go before. Prints come in pieces, also of a line.
func TestQuakeWorldTeamResult(t *testing.T) {
	s := newQuakeWorld(t, "qwd", `Ann\team\red`, `Bob\team\red`, `Cy\team\blue`, `Dee\team\blue\*spectator\1`)
	s.at(1, qwInfo("teamplay", "2"), frags(0, 3), frags(1, 4), frags(2, 5))
	s.at(2, &message.Intermission{})
	expectResults(t, "an intermission", s.World,
		fmt.Sprintf("true -1-%v red:7 blue:5; 0 Ann (red) 3/-/-/-/-; 1 Bob (red) 4/-/-/-/-; 2 Cy (blue) 5/-/-/-/-; "+
			"spectator Dee", s.Clock))

	s = newQuakeWorld(t, "qwd", `Ann\team\red`, `Bob\team\red`, `Cy\team\blue`)
	s.at(1, qwInfo("teamplay", "2"), frags(0, 3))
	for _, piece := range []string{"BLUE team won the level with ", "368", " points!\n", "RED team lost with ", "311",
		" points.\n"} {
		s.at(2, printAt(2, piece))
	}
	expectResults(t, "capture the flag", s.World,
		fmt.Sprintf("true -1-%v red:311 blue:368; 0 Ann (red) 3/-/-/-/-; 1 Bob (red) 0/-/-/-/-; 2 Cy (blue) 0/-/-/-/-",
			s.Clock))
}

// The table's rows are the players, wherever the scoreboard stands.
func TestQuakeWorldTable(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "B\xef", "camera")
	s.at(5, line("The match has begun!"))
	start := s.Clock
	s.at(6, frags(0, 2), frags(1, 9))
	table := []message.Message{
		line("The match is over"), printAt(2, "\nPlayer statistics:\n"), printAt(2, "\x87 Ann:\n  3 (-2) 1 44.4%\n"),
		printAt(2, "Armr&mhs: ga:1 ya:"), printAt(2, "0 ra:2 mh:3\n"),
		printAt(2, "\x87 B\xef:\n  -1 (-3) 0 0.0%\n"),
	}
	s.at(7, append(table, frags(1, 10))...)
	want := fmt.Sprintf("true %v-%v; 0 Ann 3/-/5/-/1; 1 B\xef -1/-/2/-/0; Ann ga 1; Ann ya 0; Ann ra 2; Ann mh 3",
		start, s.Clock)
	expectResults(t, "table", s.World, want)
	// The scoreboard beside it has the table's numbers, not those that were counted.
	if a, b := &s.Players[0], &s.Players[1]; a.Deaths != 5 || a.TeamKills != 1 || b.Deaths != 2 || b.TeamKills != 0 {
		t.Errorf("the scoreboard has %d deaths and %d team kills, and %d and %d", a.Deaths, a.TeamKills, b.Deaths,
			b.TeamKills)
	}
	// The same words in the middle of a match are only words.
	s.at(20, line("The match has begun!"))
	second := s.Clock
	s.at(30, table[1:]...)
	expectResults(t, "in the middle", s.World, want,
		fmt.Sprintf("false %v--1; 0 Ann 2/-/-/-/-; 1 B\xef 10/-/-/-/-; 2 camera 0/-/-/-/-", second))
}

// Hoonymode is one match of many points; the table is printed after the last.
func TestQuakeWorldPoints(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	s.at(5, line("The match has begun!"))
	start := s.Clock
	s.at(6, line("The point is over"), frags(0, 1), qwInfo("status", "Countdown"))
	s.at(9, &message.StuffText{Text: []byte("//ktx matchstart\n")}, qwInfo("status", "0 min left"))
	s.at(12, line("The point is over"), line("Player statistics:"), line("\x87 Ann:\n  2 (1) 100.0%"),
		line("\x87 Bob:\n  0 (-2) 0.0%"))
	expectResults(t, "points", s.World, fmt.Sprintf("true %v-%v; 0 Ann 2/-/1/-/-; 1 Bob 0/-/2/-/-", start, s.Clock))
	if len(s.only(world.EventMatchEnd)) != 1 {
		t.Errorf("%+v", s.Events)
	}
}

// KTX's table of servers that put U+FFFD in place of the brackets around a team: the teams are those of the players.
func TestKTXTableOfUnknownSigns(t *testing.T) {
	const sign = "\xef\xbf\xbd"
	for _, format := range []string{"mvd", "qwd"} {
		s := newQuakeWorld(t, format)
		for i, info := range []string{`\name\Ann\team\red`, `\name\Bob\team\blue`} {
			s.packet(&message.QWUpdateUserInfo{Player: uint8(i), User: int32(100 + i), Text: []byte(info)})
		}
		s.at(1, qwInfo("teamplay", "2"), qwInfo("deathmatch", "1"))
		s.at(5, line("The match has begun!"))
		start := s.Clock
		s.at(65, line("The match is over"), line("Player statistics:"),
			line("Frags (rank) friendkills "+sign+" efficiency"),
			line("Team "+sign+"red"+sign+":"), line("\x87 Ann:\n  21 (-91) 3 15.8%"),
			line("Team "+sign+"blue"+sign+":"),
			line("\x87 Bob:\n  129 (99) 1 81.1%"), line("Team scores: frags "+sign+" percentage"),
			line(sign+"red"+sign+": 38 "+sign+" 16.4%"), line(sign+"blue"+sign+": 194 "+sign+" 83.6%"))
		expectResults(t, format, s.World, fmt.Sprintf("true %v-%v red:38 blue:194; 0 Ann (red) 21/-/112/-/3; "+
			"1 Bob (blue) 129/-/30/-/1", start, s.Clock))
	}
}

// KTX's statistics, in several blocks and in the game's charset, add what the table does
// not tell, or say everything if there is no table.
func TestKTXStatistics(t *testing.T) {
	const text = `{"version": 3, "players": [{"name": "B` + "\xef\x12" +
		`", "stats": {"frags": 4, "deaths": 6, "tk": 1, "kills": 7, "suicides": 2},
			"items": {"ra": {"took": 3}, "health_100": {"took": 1}}},
		{"name": "Ann", "stats": {"frags": 3, "deaths": 5, "tk": 0, "kills": 5, "suicides": 0}},
		{"name": "nobody", "stats": {"frags": 30}}]}`
	blocks := []message.Message{
		&message.MVDHiddenDemoInfo{Block: 1, Data: []byte(text[:60])}, &message.MVDHiddenDemoInfo{Block: 2,
			Data: []byte(text[60:200])}, &message.MVDHiddenDemoInfo{Data: []byte(text[200:])},
	}
	for _, test := range []struct {
		name string
		end  []message.Message
		want string
	}{
		{"with a table", []message.Message{line("The match is over"), line("Player statistics:"),
			line("\x87 B\xef\x12:\n  8 (6) 0.0%\nArmr&mhs: ra:9"), line("\x87 Ann:\n  3 (-1) 44.4%")},
			"; 1 B\xef\x12 8/7/2/2/-; 0 Ann 3/5/4/-/-; B\xef\x12 ra 9"},
		{"after the words", []message.Message{line("The match is over")}, "; 0 Ann 3/5/5/-/0; 1 B\xef\x12 4/7/6/2/1" +
			"; B\xef\x12 ga 0; B\xef\x12 ya 0; B\xef\x12 ra 3; B\xef\x12 mh 1; B\xef\x12 q 0; B\xef\x12 p 0; " +
			"B\xef\x12 r 0; Ann ga 0; Ann ya 0; Ann ra 0; Ann mh 0; Ann q 0; Ann p 0; Ann r 0"},
		{"alone", nil, "; 0 Ann 3/5/5/-/0; 1 B\xef\x12 4/7/6/2/1" +
			"; B\xef\x12 ga 0; B\xef\x12 ya 0; B\xef\x12 ra 3; B\xef\x12 mh 1; B\xef\x12 q 0; B\xef\x12 p 0; " +
			"B\xef\x12 r 0; Ann ga 0; Ann ya 0; Ann ra 0; Ann mh 0; Ann q 0; Ann p 0; Ann r 0"},
	} {
		s := newQuakeWorld(t, "mvd", "Ann", "B\xef\x12")
		s.at(5, line("The match has begun!"))
		start := s.Clock
		s.at(65, append(test.end, blocks...)...)
		s.at(65, blocks...) // they are sent twice
		expectResults(t, test.name, s.World, fmt.Sprintf("true %v-%v%s", start, s.Clock, test.want))
	}
	// What is no JSON, or no match, changes nothing.
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	s.at(1, &message.MVDHiddenDemoInfo{Data: []byte(`{"players": [`)})
	s.at(2, &message.MVDHiddenDemoInfo{Data: []byte(text)})
	expectResults(t, "no match", s.World, "false -1--1; 0 Ann 0/-/-/-/-; 1 Bob 0/-/-/-/-")
}

// Against monsters, and alone, there is no match to end.
func TestQuakeWorldNoMatch(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "Ann", "Bob")
	s.at(1, qwInfo("deathmatch", "0"), frags(0, 3))
	s.at(2, &message.Intermission{})
	expectResults(t, "coop", s.World)
	s = newQuakeWorld(t, "qwd", "Ann", `Bob\*spectator\1`)
	s.at(1, frags(0, -1), &message.Intermission{})
	expectResults(t, "alone", s.World, "false -1--1; 0 Ann -1/-/-/-/-; spectator Bob")
}

// In Quake a match ends with the level, or with a mod's words, which also begin one.
// Levels with monsters have none, and no player alone.
func TestQuakeResult(t *testing.T) {
	s := newQuake(t, "Ann", "Bob", "Cy")
	s.at(1, frags(0, 2), frags(1, 5), printAt(0, "Bob left the game with "), printAt(0, "5"), printAt(0, " frags\n"),
		&message.UpdateName{Player: 1}, frags(1, 0))
	s.at(2, frags(2, -1), &message.UpdateName{Player: 3, Text: []byte("Dee")})
	s.at(3, frags(2, -2), frags(3, 1))
	s.at(4, &message.UpdateName{Player: 2})
	s.at(5, &message.Intermission{})
	want := fmt.Sprintf("true -1-%v; 0 Ann 2/-/-/-/-; 3 Dee 1/-/-/-/-; left 1 Bob 5/-/-/-/-; left 2 Cy -2/-/-/-/-",
		s.Clock)
	expectResults(t, "deathmatch", s.World, want)
	s.at(6, frags(0, 0), &message.ServerInfo{Protocol: 15, MaxClients: 8, Models: texts("maps/dm2.bsp")})
	expectResults(t, "a level later", s.World, want)

	// A line counts for one parting: the second time the scoreboard has the score.
	s = newQuake(t, "Ann", "Bob", "Cy")
	s.at(1, frags(0, 2), frags(1, 5), printAt(0, "Bob left the game with 5 frags\n"), &message.UpdateName{Player: 1})
	s.at(2, &message.UpdateName{Player: 1, Text: []byte("Bob")}, frags(1, 0))
	s.at(3, frags(1, 9))
	s.at(4, &message.UpdateName{Player: 1})
	s.at(5, &message.Intermission{})
	expectResults(t, "left twice", s.World,
		fmt.Sprintf("true -1-%v; 0 Ann 2/-/-/-/-; 2 Cy 0/-/-/-/-; left 1 Bob 9/-/-/-/-", s.Clock))

	// Who comes back begins at 0.
	s = newQuake(t, "Ann", "Bob", "Cy")
	s.at(1, frags(0, 2), frags(1, 5))
	s.at(2, &message.UpdateName{Player: 1})
	left := s.Clock
	s.at(3, &message.UpdateName{Player: 3, Text: []byte("Bob")}, frags(3, 0))
	if r := s.Results()[0].Returns; len(r) != 1 || r[0] != (world.Return{Name: "Bob", Slot: 3, Score: 5, HasScore: true,
		Left: left, Back: s.Clock}) {
		t.Errorf("who came back: %+v", r)
	}
	// What is counted goes on, and another who takes his name is not he.
	s = newQuake(t, "Ann", "Bob", "Cy")
	s.at(1, printAt(0, "Ann rides Bob's rocket\n"), frags(0, 2), frags(1, 1))
	s.at(2, &message.UpdateName{Player: 1})
	s.at(3, &message.UpdateName{Player: 2, Text: []byte("Bob")})
	if r := s.Results()[0]; len(r.Returns) != 0 || s.Players[2].Kills != 0 {
		t.Errorf("who is called Bob now has %d kills: %+v", s.Players[2].Kills, r)
	}
	s.at(4, &message.UpdateName{Player: 2, Text: []byte("Cy")})
	s.at(5, &message.UpdateName{Player: 3, Text: []byte("Bob")})
	s.at(6, printAt(0, "Ann rides Bob's rocket\n"), frags(3, 1))
	if r := s.Results()[0]; len(r.Returns) != 1 || s.Players[3].Kills != 2 {
		t.Errorf("Bob has %d kills: %+v", s.Players[3].Kills, r)
	}
	// Each time is told.
	s.at(7, &message.UpdateName{Player: 3})
	s.at(8, &message.UpdateName{Player: 1, Text: []byte("Bob")})
	if r := s.Results()[0].Returns; len(r) != 2 || r[0].Slot != 3 || r[1].Slot != 1 || r[1].Score != 1 ||
		r[0].Back > r[1].Left {
		t.Errorf("who came back twice: %+v", r)
	}
	// Where nobody has a score now, somebody had one before he came back: there was a match.
	s = newQuake(t, "Ann", "Bob")
	s.at(1, frags(1, 5))
	s.at(2, &message.UpdateName{Player: 1}, frags(1, 0))
	s.at(3, &message.UpdateName{Player: 1, Text: []byte("Bob")})
	if r := s.Results(); len(r) != 1 || len(r[0].Left) != 0 || len(r[0].Returns) != 1 {
		t.Errorf("of one who came back: %+v", r)
	}

	s = newQuake(t, "Ann", "Bob")
	s.at(1, frags(0, 7), printAt(0, "The match has begun!\n"))
	start := s.Clock
	s.at(2, frags(0, 1), printAt(0, "The match is over\n"))
	want = fmt.Sprintf("true %v-%v; 0 Ann 1/-/-/-/-; 1 Bob 0/-/-/-/-", start, s.Clock)
	s.at(3, frags(0, 0), &message.Intermission{})
	expectResults(t, "a mod's match", s.World, want)

	s = newQuake(t, "Ann", "Bob")
	s.at(1, &message.UpdateStat{Index: world.StatTotalMonsters, Value: 20}, frags(0, 7))
	expectResults(t, "coop", s.World)
	s.at(2, &message.Intermission{})
	expectResults(t, "coop's level ends", s.World)
	s = newQuake(t, "Ann")
	s.at(1, frags(0, -1))
	expectResults(t, "alone", s.World)
	s.at(2, &message.Intermission{})
	expectResults(t, "alone to the end", s.World)
}

// Quake's teams are colors of pants, which say by themselves that there are teams if
// just two are worn, and not by chance; a line about a team kill says it of any.
func TestQuakeTeams(t *testing.T) {
	level := func(multi uint8, pants ...uint8) *script {
		s := &script{World: newWorld(t, "dem"), t: t}
		list := []message.Message{&message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: multi,
			Models: texts("maps/dm3.bsp")}}
		for i, c := range pants {
			list = append(list, &message.UpdateName{Player: uint8(i), Text: []byte{'A' + byte(i)}},
				frags(uint8(i), int16(i+1)),
				&message.UpdateColors{Player: uint8(i), Colors: 5<<4 | c})
		}
		s.packet(list...)
		return s
	}
	for _, c := range []struct {
		name  string
		multi uint8
		pants []uint8
		want  string
	}{
		{"two against two", 1, []uint8{4, 13, 13, 4}, "[{red -1 4 5} {blue -1 13 5}]"},
		{"two against one", 1, []uint8{4, 13, 4}, "[{red -1 4 4} {blue -1 13 2}]"},
		{"white and yellow", 1, []uint8{0, 12, 12, 0, 12}, "[{yellow -1 12 10} {white -1 0 5}]"},
		{"one who has chosen a color", 1, []uint8{0, 0, 12}, "[]"},
		{"one who has chosen none", 1, []uint8{12, 0, 12}, "[]"},
		{"three colors", 1, []uint8{4, 13, 4, 13, 3}, "[]"},
		{"one color", 1, []uint8{4, 4, 4}, "[]"},
		{"a duel", 1, []uint8{4, 4}, "[{B 1 4 2} {A 0 4 1}]"},
		{"one", 1, []uint8{4}, "[]"},
		{"together against monsters", 0, []uint8{4, 13, 13, 4}, "[]"},
		{"two against monsters", 0, []uint8{4, 13}, "[]"},
	} {
		s := level(c.multi, c.pants...)
		if got := fmt.Sprint(s.Sides(nil)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if s.Match.Teams != (strings.HasPrefix(c.want, "[{") && c.name != "a duel") {
			t.Errorf("%s: teams %v", c.name, s.Match.Teams)
		}
	}
	// Two colors are no teams where one gets a frag for his own color, as no team mate is; a telefrag, of which
	// the lines are the same for mates, and one without a frag tell nothing.
	const two = "[{red -1 4 5} {blue -1 13 5}]"
	for _, c := range []struct {
		line string
		gets int16
		want string
	}{
		{"D rides A's rocket", 2, "[]"},
		{"D rides A's rocket", 1, two},
		{"D rides A's rocket", 0, "[{blue -1 13 5} {red -1 4 4}]"},
		{"D was telefragged by A", 2, "[{red -1 4 6} {blue -1 13 5}]"},
		{"B rides A's rocket", 2, "[{red -1 4 6} {blue -1 13 5}]"},
		{"D becomes bored with life", 2, "[{red -1 4 6} {blue -1 13 5}]"},
		{"A loses another friend", 2, "[{red -1 4 6} {blue -1 13 5}]"},
		// Two of the others, and himself, who wears his own color.
		{"B rides A's rocket\nC rides A's rocket\nA becomes bored with life", 2, "[{red -1 4 6} {blue -1 13 5}]"},
	} {
		s := level(1, 4, 13, 13, 4)
		s.packet(&message.Print{Text: []byte(c.line + "\n")}, frags(0, c.gets))
		if got := fmt.Sprint(s.Sides(nil)); got != c.want {
			t.Errorf("%s, who has %d frags then: %v", c.line, c.gets, got)
		}
		s.packet(&message.UpdateColors{Player: 2, Colors: 4}, &message.UpdateColors{Player: 2, Colors: 13})
		if s.Match.Teams != (c.want != "[]") {
			t.Errorf("%s, who has %d frags then, and somebody else has another color: teams %v", c.line, c.gets,
				s.Match.Teams)
		}
	}
	// The next level may be played in teams.
	next := level(1, 4, 13, 13, 4)
	next.packet(&message.Print{Text: []byte("D rides A's rocket\n")}, frags(0, 2))
	next.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: 1, Models: texts("maps/dm2.bsp")})
	for i, pants := range []uint8{4, 13, 13, 4} {
		next.packet(&message.UpdateName{Player: uint8(i), Text: []byte{'A' + byte(i)}}, &message.UpdateColors{
			Player: uint8(i), Colors: pants})
	}
	if !next.Match.Teams {
		t.Error("two colors are no teams on the next level")
	}
	// Three teams, known by a line; at the end their results.
	s := level(1, 4, 13, 3, 3)
	s.printed("A checks his glasses")
	if got := fmt.Sprint(s.Sides(nil)); got != "[{green -1 3 7} {blue -1 13 2} {red -1 4 1}]" {
		t.Errorf("a team kill: %v", got)
	}
	s.at(4, &message.UpdateName{Player: 3})
	s.at(5, &message.Intermission{})
	expectResults(t, "three teams", s.World, fmt.Sprintf("true -1-%v green:3 blue:2 red:1; 0 A (red) 1/-/-/-/-; 1 B "+
		"(blue) 2/-/-/-/-; 2 C (green) 3/-/-/-/-; left 3 D (green) 4/-/-/-/-", s.Clock))
	// A player who changes the color changes the team; the next level has no teams yet.
	s = level(1, 4, 13, 13, 4)
	if s.at(2, &message.UpdateColors{Player: 1, Colors: 4}); s.Players[1].Team != "red" {
		t.Errorf("in %q", s.Players[1].Team)
	}
	s.at(3, &message.UpdateColors{Player: 2, Colors: 3})
	if s.at(4, &message.UpdateColors{Player: 1, Colors: 13}); s.Match.Teams || s.Players[1].Team != "" {
		t.Errorf("three colors: teams %v, %q", s.Match.Teams, s.Players[1].Team)
	}
}

// tdmBoard is OpenTDM's scoreboard of two players.
func tdmBoard(home, away string) message.Message {
	return &message.Layout{Text: []byte(`xv 72 yv 40 string "` + home +
		`:27(male/grunt)" yv 48 string2 " Name            Frags Dths Net Ping" yv 56 string "Ann                  3 ` +
		`  18 -10   27" ` +
		`yv 72 string "` + away + `:27(male/grunt)" yv 80 string2 " Name            Frags Dths Net Ping" yv 88 ` +
		`string "Bob                 17    8   9   34" yv 104 string2 " Spectators" yv 120 string "Cy:117"`)}
}

// tdmBegin are the messages of a level of OpenTDM for a client's recording.
func tdmBegin(names ...string) []message.Message {
	list := q2Begin(34, 1, 0)
	list[0].(*message.Quake2ServerData).GameDir = []byte("opentdm")
	for i, name := range names {
		list = append(list, q2String(1568+i, "        "+name))
	}
	return list
}

// OpenTDM's duel: the words of the winner, the scoreboard of the end, and the recorder's
// own table.
func TestOpenTDMResult(t *testing.T) {
	for _, test := range []struct {
		name string
		end  []message.Message
		want string
	}{
		{"words", []message.Message{line("Timelimit hit. Match ended."), line("Bob wins, 17 to 3.")},
			"; 0 Ann 3/-/-/-/-; 1 Bob 17/-/-/-/-; spectator Cy"},
		{"own table", []message.Message{printAt(2, "Stats for Ann:\n\n Item | Kills\n"),
			printAt(2, "\nTotal | Kills\nPlayer | 3 4 1 0 0 1294 1031 0 0\n\n"), line("Timelimit hit. Match ended."),
			line("Bob wins, 17 to 3.")},
			"; 0 Ann 3/3/4/1/0; 1 Bob 17/-/-/-/-; spectator Cy"},
		{"scoreboard", []message.Message{line("Timelimit hit. Match ended."), line("Bob wins, 17 to 3."),
			tdmBoard("Ann", "Bob")}, "; 0 Ann 3/-/18/-/-; 1 Bob 17/-/8/-/-; spectator Cy"},
		{"tie", []message.Message{line("Timelimit hit. Match ended."), line("Tie game, 2 to 2.")},
			"; 0 Ann 2/-/-/-/-; 1 Bob 2/-/-/-/-; spectator Cy"},
	} {
		w := newWorld23(t, "dm2")
		feed(w, tdmBegin("Ann", "Bob", "READY", "READY", "0:15", "0:00", "Countdown")...)
		if w.Match.Phase != world.PhaseCountdown || w.Match.Known {
			t.Errorf("%+v", w.Match)
		}
		feed(w, q2Frame(100, -1, nil)...)
		feed(w, append(q2Frame(110, -1, nil), line("Fight!"), q2String(1574, "Match"), q2String(1570, "   0"),
			q2String(1571, "   0"), q2String(1572, " \xb5:\xb0\xb0"))...)
		start := w.Clock
		ran, l, ok := w.Match.Clock(w.Level(), w.Time+30)
		if w.Match.Phase != world.PhaseRunning || ran != 30 || l != 300 || !ok {
			t.Errorf("%+v: %v of %v, %v", w.Match, ran, l, ok)
		}
		feed(w, append(q2Frame(120, -1, nil), q2String(1571, "   1"), q2String(1572, " 4:59"))...)
		if sides := w.Sides(nil); fmt.Sprint(sides) != "[{Bob 1 -1 1} {Ann 0 -1 0}]" {
			t.Errorf("sides %v", sides)
		}
		feed(w, append(q2Frame(200, -1, nil), line("Scores are tied 3 - 3, adding 2 minutes overtime."))...)
		if _, l, _ := w.Match.Clock(w.Level(), w.Time); w.Match.Phase != world.PhaseOvertime || l != 420 {
			t.Errorf("overtime: %+v", w.Match)
		}
		feed(w, append(q2Frame(400, -1, nil), test.end...)...)
		want := fmt.Sprintf("true %v-%v%s", start, w.Clock, test.want)
		expectResults(t, test.name, w, want)
		if w.Match.Phase != world.PhaseOver {
			t.Errorf("phase %v", w.Match.Phase)
		}
		s, damage := w.Results()[0].Players[0], [2]int32{}
		if s.Told&world.ToldDamageGiven != 0 && s.Told&world.ToldDamageTaken != 0 {
			damage = [2]int32{s.DamageGiven, s.DamageTaken}
		}
		if want := test.name == "own table"; (damage == [2]int32{1294, 1031}) != want {
			t.Errorf("%s: damage %v", test.name, damage)
		}
		// What comes much later is no longer of the match.
		feed(w, append(q2Frame(500, -1, nil), line("Ann wins, 9 to 8."), tdmBoard("x", "y"))...)
		expectResults(t, test.name+", later", w, want)
	}
	// Teams.
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Home", "Away", "0", "0", "0:00", "0:00", "Match")...)
	feed(w, append(q2Frame(100, -1, nil), line("Fight!"))...)
	start := w.Clock
	feed(w, append(q2Frame(200, -1, nil), line("Timelimit hit. Match ended."), line("Away wins, 17 to 3."),
		tdmBoard("Home", "Away"))...)
	expectResults(t, "teams", w, fmt.Sprintf(
		"true %v-%v Home:3 Away:17; 0 Ann (Home) 3/-/18/-/-; 1 Bob (Away) 17/-/8/-/-; spectator Cy", start, w.Clock))
}

// OpenTDM's clock: what is left of a match that the recording joined, and time-outs, which
// do not count. A frame lasts a tenth of a second.
func TestOpenTDMClock(t *testing.T) {
	frame := func(w *world.World, n int32, list ...message.Message) {
		feed(w, append(q2Frame(n, -1, nil), list...)...)
	}
	const left, timeOut = 1572, 1573
	// From its beginning; the time-out is called, lasts 20 seconds and ends by itself.
	for _, fightFirst := range []bool{true, false} {
		w := newWorld23(t, "dm2")
		feed(w, tdmBegin("Ann", "Bob", "READY", "READY", "0:15", "0:00", "Countdown")...)
		frame(w, 100, line("Fight!"), q2String(1574, "Match"), q2String(left, " 5:00"))
		frame(w, 200, q2String(left, " 4:50"))
		expect := func(what string, since float64, paused bool) {
			t.Helper()
			s, l, ok := w.Match.Clock(w.Level(), w.Time)
			if math.Abs(s-since) > 1e-6 || l != 300 || !ok || w.Paused != paused {
				t.Errorf("%s: %v of %v, %v, paused %v, want %v, %v", what, s, l, ok, w.Paused, since, paused)
			}
		}
		expect("ten seconds on", 10, false)
		frame(w, 205, printAt(3, "Ann called a time out. Match will resume automatically in 1 minute.\n"))
		expect("called", 10.5, true)
		frame(w, 206, q2String(timeOut, " \xb1:\xb0\xb0"))
		frame(w, 300, q2String(timeOut, " 0:50"))
		expect("in it", 10, true)
		frame(w, 400, q2String(timeOut, " 0:03"))
		if fightFirst {
			frame(w, 430, line("Fight!"))
			frame(w, 431, q2String(timeOut, " \xa0\xb0:\xb0\xb0"))
		} else {
			frame(w, 430, q2String(timeOut, " 0:00"))
			frame(w, 431, line("Fight!"))
		}
		if w.Paused || len(w.Results()) != 1 {
			t.Errorf("after it: paused %v, matches %d", w.Paused, len(w.Results()))
		}
		frame(w, 440, q2String(left, " 4:49"))
		expect("after it", 11, false)
		frame(w, 450, q2String(left, " 4:48"))
		expect("a second later", 12, false)
		frame(w, 1000, line("Fight!"), q2String(left, " 5:00"))
		expect("another match without the end of this one", 0, false)
	}

	// From the middle: only what is left is known.
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Ann", "Bob", "3", "4", " 4:10", " 0:00", "Match")...)
	frame(w, 100)
	frame(w, 105, q2String(left, " 4:09"))
	_, _, ok := w.Match.Clock(w.Level(), w.Time)
	if ok || w.Match.End != w.Time+249 || w.Match.Phase != world.PhaseRunning {
		t.Errorf("joined: %+v at %v, clock %v", w.Match, w.Time, ok)
	}
	frame(w, 115, q2String(timeOut, " 1:00"))
	frame(w, 215, q2String(timeOut, " 0:50"))
	if w.Match.End != w.Time+249 || !w.Paused {
		t.Errorf("in a time-out: %+v at %v, paused %v", w.Match, w.Time, w.Paused)
	}
	frame(w, 220, q2String(timeOut, " 0:00"))
	frame(w, 225, q2String(left, "Sudden Death"))
	if w.Match.End != 0 || w.Match.Phase != world.PhaseOvertime || w.Paused {
		t.Errorf("sudden death: %+v, paused %v", w.Match, w.Paused)
	}
	frame(w, 230, q2String(left, " 0:07"))
	frame(w, 300, line("Timelimit hit. Match ended."))
	if w.Match.End != 0 || w.Match.Phase != world.PhaseOver {
		t.Errorf("over: %+v", w.Match)
	}
	// In a warm-up it is the length of the match.
	w = newWorld23(t, "dm2")
	feed(w, tdmBegin("Ann", "Bob", "READY", "READY", "5:00", "0:00", "Warmup")...)
	frame(w, 100)
	if frame(w, 110, q2String(left, " 4:59")); w.Match.End != 0 {
		t.Errorf("warm-up: %+v", w.Match)
	}
}

// QuakeWorld's deathmatch without words ends with the intermission, whichever limit was
// reached.
func TestQuakeWorldLimits(t *testing.T) {
	for _, key := range []string{"timelimit", "fraglimit"} {
		for _, format := range []string{"qwd", "mvd"} {
			s := newQuakeWorld(t, format, "Ann", "Bob", "Cy")
			s.at(1, qwInfo("deathmatch", "1"), qwInfo(key, "20"))
			s.at(2, frags(0, 20), frags(2, -2))
			s.at(3, frags(1, 7))
			expectResults(t, key+" is no end", s.World,
				"false -1--1; 0 Ann 20/-/-/-/-; 1 Bob 7/-/-/-/-; 2 Cy -2/-/-/-/-")
			s.at(4, &message.Intermission{})
			want := fmt.Sprintf("true -1-%v; 0 Ann 20/-/-/-/-; 1 Bob 7/-/-/-/-; 2 Cy -2/-/-/-/-", s.Clock)
			expectResults(t, key, s.World, want)
			if s.Match.Phase != world.PhaseOver {
				t.Errorf("phase %v", s.Match.Phase)
			}
			s.at(5, &message.QWServerData{Protocol: 28}, frags(0, 0))
			expectResults(t, key+", next level", s.World, want)
		}
	}
}

// Deathmatch of Quake II: the scoreboard of the intermission says who played. Without
// one, the scores of others than the recorder are only counted, and nobody's word.
func TestQuake2DeathmatchResult(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(100, -1, &message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{4}})...)
	feed(w, append(q2Frame(200, -1, nil), printAt(1, "Cy was railed by Bob\n"))...)
	expectResults(t, "counted", w, "false -1--1; 0 Ann 4/-/-/-/-; 1 Bob -/-/-/-/-; 2 Cy -/-/-/-/-")
	if sides := w.Sides(nil); len(sides) != 0 {
		t.Errorf("sides %v", sides)
	}
	board := &message.Layout{Text: []byte("client 0 32 1 12 30 5 client 160 32 0 4 40 5")}
	feed(w, append(q2Frame(300, -1, nil), line("Fraglimit hit."), board)...)
	end := w.Clock
	feed(w, append(q2Frame(400, -1, nil), &message.Layout{Text: []byte("client 0 32 1 0 30 5")})...)
	expectResults(t, "the end", w, fmt.Sprintf("true -1-%v; 1 Bob 12/-/-/-/-; 0 Ann 4/-/-/-/-", end))
	// Alone there is none.
	w = newWorld23(t, "dm2")
	feed(w, q2Begin(34, 1, 0)[:4]...)
	feed(w, q2Frame(100, -1, &message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{-1}})...)
	expectResults(t, "alone", w)
}

// Capture the flag of Quake II: captures and flags from the status bar, carriers from
// what they look like.
func TestQuake2CaptureTheFlag(t *testing.T) {
	w := newWorld23(t, "dm2")
	begin := append(q2Begin(34, 1, 0), q2String(544+1, "i_health"), q2String(544+2, "i_ctf1"),
		q2String(544+3, "i_ctf1t"), q2String(544+4, "i_ctf2d"), q2String(1313, `Bob\male/ctf_b`),
		q2String(1312, `Ann\male/ctf_r`))
	feed(w, begin...)
	stats := func(red, redCaps, blue, blueCaps int16) *message.Quake2PlayerInfo {
		return &message.Quake2PlayerInfo{StatBits: 15 << 17, Stats: []int16{red, redCaps, blue, blueCaps}}
	}
	carrier := message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldEffects, Model: 255,
		Effects: 0x00040000}
	feed(w, q2Frame(100, -1, stats(3, 1, 4, 2), carrier)...)
	want := [2]world.Flag{{State: world.FlagTaken, Carrier: 1}, {State: world.FlagDropped, Carrier: world.Nobody}}
	if w.Match.Flags != want || fmt.Sprint(w.Sides(nil)) != "[{blue -1 13 2} {red -1 4 1}]" {
		t.Errorf("%+v, sides %v", w.Match.Flags, w.Sides(nil))
	}
	if w.Players[0].Team != "red" || w.Players[1].Team != "blue" {
		t.Errorf("teams %q, %q", w.Players[0].Team, w.Players[1].Team)
	}
	feed(w, q2Frame(110, -1, stats(2, 1, 4, 2))...)
	if w.Match.Flags[0] != (world.Flag{State: world.FlagHome, Carrier: world.Nobody}) {
		t.Errorf("%+v", w.Match.Flags)
	}
	// Who goes to look on has no score, and begins anew when he plays again.
	board := &message.Layout{Text: []byte("xv 98 yv 12 num 2 18 ctf 0 42 0 4 45 ctf 160 42 1 12 40 ")}
	feed(w, append(q2Frame(120, -1, stats(2, 1, 4, 2)), board)...)
	bob := &w.Players[1]
	if bob.Frags != 12 || bob.Spectator {
		t.Fatalf("%+v", bob)
	}
	left := w.Clock
	feed(w, append(q2Frame(130, -1, stats(2, 1, 4, 2)), q2String(1313, `Bob\male/grunt`))...)
	if bob.Frags != 0 || !bob.Spectator || bob.Team != "" {
		t.Errorf("who looks on: %d frags, spectator %v, team %q", bob.Frags, bob.Spectator, bob.Team)
	}
	feed(w, append(q2Frame(140, -1, stats(2, 1, 4, 2)), q2String(1313, `Bob\male/ctf_r`))...)
	if r := w.Results(); bob.Frags != 0 || bob.Spectator || len(r) != 1 || len(r[0].Returns) != 1 ||
		r[0].Returns[0].Score != 12 || !r[0].Returns[0].LooksOn || !(r[0].Returns[0].Left > left &&
		r[0].Returns[0].Back > r[0].Returns[0].Left) {
		t.Errorf("who plays again: %d frags, spectator %v, %+v", bob.Frags, bob.Spectator, r)
	}
	// Who has left does not look on. Of the recorder his own state tells.
	feed(w, append(q2Frame(150, -1, stats(2, 1, 4, 2)), q2String(1313, ""))...)
	if bob.InUse || bob.Spectator {
		t.Errorf("who has left: there %v, spectator %v", bob.InUse, bob.Spectator)
	}
	feed(w, q2Frame(160, -1, &message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{5}})...)
	feed(w, q2String(1312, `Ann\male/grunt`))
	if ann := &w.Players[0]; ann.Frags != 5 || ann.Spectator {
		t.Errorf("the recorder: %d frags, spectator %v", ann.Frags, ann.Spectator)
	}
	// Pictures of other games are no flags.
	w = q2Client(t)
	feed(w, append([]message.Message{q2String(544+1, "i_health")}, q2Frame(100, -1, stats(1, 1, 1, 1))...)...)
	if w.Match.Known || w.Match.Flags != [2]world.Flag{} {
		t.Errorf("%+v", w.Match)
	}
}

// The sides of QuakeWorld: teams with the color that most of them wear, or the two of a
// duel, best first.
func TestQuakeWorldSides(t *testing.T) {
	s := newQuakeWorld(t, "mvd", `Ann\team\a\bottomcolor\4`, `Bob\team\b\bottomcolor\13`, `Cy\team\b\bottomcolor\2`,
		`Dee\team\b\bottomcolor\2`, `Eve\team\a\*spectator\1`)
	s.at(1, frags(0, 4), frags(1, 3), frags(2, 3), frags(3, -1))
	if sides := s.Sides(nil); len(sides) != 0 {
		t.Errorf("everybody plays alone: %v", sides)
	}
	s.at(2, qwInfo("teamplay", "1"))
	if got := fmt.Sprint(s.Sides(nil)); got != "[{b -1 2 5} {a -1 4 4}]" {
		t.Errorf("teams: %v", got)
	}
	s.at(3, &message.QWUpdateUserInfo{Player: 0, User: 100})
	if sides := s.Sides(nil); len(sides) != 0 {
		t.Errorf("one team alone: %v", sides)
	}
	s.at(4, &message.QWUpdateUserInfo{Player: 3, User: 103})
	if got := fmt.Sprint(s.Sides(make([]world.Side, 1))); got != "[{ 0 0 0} {Bob 1 13 3} {Cy 2 2 3}]" {
		t.Errorf("a duel: %v", got)
	}
}

// The phases of a QuakeWorld match, its overtimes and the clock of a recording that
// begins in the middle of one.
func TestQuakeWorldPhases(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	phase := func(what string, want world.Phase, list ...message.Message) {
		t.Helper()
		s.packet(list...)
		if s.Match.Phase != want {
			t.Errorf("%s: phase %d, want %d", what, s.Match.Phase, want)
		}
	}
	full := func(status string) message.Message {
		return &message.StuffText{Text: []byte(`fullserverinfo "\timelimit\10\deathmatch\3\status\` + status +
			`"` + "\n")}
	}
	phase("nothing", world.PhaseUnknown)
	phase("standby", world.PhaseWarmUp, full("Standby"))
	phase("countdown", world.PhaseCountdown, qwInfo("status", "Countdown"))
	phase("broken off", world.PhaseWarmUp, qwInfo("status", "Standby"))
	phase("countdown again", world.PhaseCountdown, qwInfo("status", "Countdown"))
	phase("begins", world.PhaseRunning, line("The match has begun!"), qwInfo("status", "10 min left"))
	phase("overtime", world.PhaseOvertime, qwInfo("status", "0 min left"), line("time over, the game is a draw"),
		qwInfo("status", "5 min left"), line("\x90\x97\x91 minutes overtime follows"))
	if _, limit, ok := s.Match.Clock(s.Level(), s.Time); limit != 900 || !ok {
		t.Errorf("limit %v, %v", limit, ok)
	}
	phase("a minute on", world.PhaseOvertime, qwInfo("status", "4 min left"))
	phase("more overtime", world.PhaseOvertime, line("\x90\x97\x91 minutes overtime follows"))
	if _, limit, _ := s.Match.Clock(s.Level(), s.Time); limit != 1200 {
		t.Errorf("limit %v", limit)
	}
	phase("over", world.PhaseOver, line("The match is over"), qwInfo("status", "Standby"))
	phase("next level", world.PhaseUnknown, &message.QWServerData{Protocol: 28})
	phase("without words", world.PhaseWarmUp, full("Standby"))
	phase("a match without words", world.PhaseRunning, qwInfo("status", "10 min left"))
	if seconds, limit, ok := s.Match.Clock(s.Level(), s.Time); seconds != 0 || limit != 600 || !ok {
		t.Errorf("%v of %v, %v", seconds, limit, ok)
	}

	// The minutes that were left when the recording began are up to a minute old.
	s = newQuakeWorld(t, "qwd", "Ann", "Bob")
	phase("in the middle", world.PhaseRunning, full("7 min left"))
	if _, _, ok := s.Match.Clock(s.Level(), s.Time); ok {
		t.Error("the clock is known")
	}
	s.time = 20
	phase("a minute is over", world.PhaseRunning, qwInfo("status", "6 min left"))
	if seconds, limit, ok := s.Match.Clock(s.Level(), 20); seconds != 240 || limit != 600 || !ok {
		t.Errorf("%v of %v, %v", seconds, limit, ok)
	}
	phase("stopped", world.PhaseOver, line("Match stopped by majority vote"))
}

// Whom the game knows again goes on with the score that he had: he has not come back with another.
func TestQuakeWorldRejoinIsNoReturn(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	s.at(1, line("The match has begun!"))
	s.at(2, frags(0, 3), frags(1, 2))
	s.at(3, &message.QWUpdateUserInfo{Player: 1, User: 101})
	s.at(4, &message.QWUpdateUserInfo{Player: 1, User: 107, Text: []byte(`\name\Bob`)}, frags(1, 0))
	if r := s.Results()[0].Returns; len(r) != 1 {
		t.Errorf("nothing says yet that the game knows him: %+v", r)
	}
	s.at(5, line("Bob rejoins the game with 2 frags"), frags(1, 2))
	if r := s.Results()[0].Returns; len(r) != 0 {
		t.Errorf("the game knows him: %+v", r)
	}
}

// Who comes back is the same one whatever his slot and the number of his user, and has what was counted of
// him; who looks on, or takes the name of who left, has not come back.
func TestQuakeWorldReturn(t *testing.T) {
	for _, c := range []struct {
		what   string
		slot   uint8
		user   int32
		more   string
		played bool
	}{
		{"as another user", 1, 107, "", true},
		{"as the same user", 1, 101, "", true},
		{"in the slot of one who is there", 2, 107, "", true},
		{"to look on", 1, 107, `\*spectator\1`, false},
		{"Ann is called so", 0, 100, "", false},
	} {
		s := newQuakeWorld(t, "mvd", "Ann", "Bob", "Cy")
		s.at(1, line("The match has begun!"))
		s.at(2, line("Cy rides Bob's rocket"), frags(1, 1))
		s.at(3, &message.QWUpdateUserInfo{Player: 1, User: 101})
		s.at(4, &message.QWUpdateUserInfo{Player: c.slot, User: c.user, Text: []byte(`\name\Bob` + c.more)})
		want, kills := 0, int32(0)
		if c.played {
			want, kills = 1, 1
		}
		if r := s.Results()[0].Returns; len(r) != want || s.Players[c.slot].Kills != kills {
			t.Errorf("%s: %d kills, %+v", c.what, s.Players[c.slot].Kills, r)
		}
	}
}

// With flags, one against one are teams, too, whose score is theirs; in a duel with names of teams it is the players'.
func TestQuakeWorldFlagsOfTwo(t *testing.T) {
	for _, test := range []struct {
		model, sides string
		ofTeams      bool
	}{{"progs/flag.mdl", "[{red -1 4 17} {blue -1 13 3}]", true}, {"progs/armor.mdl", "[{Ann 0 4 17} {Bob 1 13 3}]",
		false}} {
		s := newQuakeWorld(t, "mvd", `Ann\team\red\bottomcolor\4`, `Bob\team\blue\bottomcolor\13`)
		s.packet(&message.QWList{Kind: message.QWModelList, Names: texts("maps/ctf2m1.bsp", test.model)},
			qwInfo("teamplay", "4"))
		s.at(1, line("Match started."), line("The match has begun!"))
		s.at(2, frags(0, 17), frags(1, 3))
		if got := fmt.Sprint(s.Sides(nil)); got != test.sides {
			t.Errorf("%s: %s, want %s", test.model, got, test.sides)
		}
		s.at(3, &message.Intermission{})
		if r := s.Results(); len(r) == 0 || r[len(r)-1].OfTeams != test.ofTeams {
			t.Errorf("%s: %+v", test.model, r)
		}
	}
}

// QuakeWorld's flags move by the games' words, and who carries one is seen.
func TestQuakeWorldFlags(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	s.packet(&message.QWList{Kind: message.QWModelList, Names: texts("maps/ctf2m1.bsp", "progs/flag.mdl")})
	expect := func(what string, red, blue world.Flag) {
		t.Helper()
		if got := s.Match.Flags; got != [2]world.Flag{red, blue} {
			t.Errorf("%s: %+v, want %+v and %+v", what, got, red, blue)
		}
	}
	home, dropped := world.Flag{State: world.FlagHome, Carrier: world.Nobody}, world.Flag{State: world.FlagDropped,
		Carrier: world.Nobody}
	taken := func(slot int) world.Flag { return world.Flag{State: world.FlagTaken, Carrier: slot} }
	expect("unknown", world.Flag{}, world.Flag{})
	s.packet(line("Match started."))
	expect("begins", home, home)
	s.packet(printAt(2, "Bob"), printAt(2, " got the RED flag!\n"))
	expect("taken", taken(1), home)
	s.packet(line("Ann got the BLUE flag!"), line("Bob lost the RED flag!"))
	expect("both away", dropped, taken(0))
	s.packet(line("Ann captured the BLUE flag!"), line("Ann returned the RED flag!"))
	expect("home", home, home)
	s.packet(&message.MVDPlayerInfo{Player: 0, Bits: message.MVDPlayerEffects, Effects: 32})
	expect("seen", home, taken(0))
}
