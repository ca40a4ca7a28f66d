package match

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/charset"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// TestResultsOfLevels: the result of a demo, and of each of its levels, is the last complete match there, or otherwise
// the last piece of one. Levels that began and were left again are no matches, unless there is nothing else.
func TestResultsOfLevels(t *testing.T) {
	w := rules.New("mvd")
	clock := 0.0
	packet := func(list ...message.Message) {
		w.Begin(&message.Packet{Block: w.Block + 1, Time: clock, Targets: 1<<32 - 1})
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
		clock++
	}
	level := func(name string) {
		packet(&message.QWServerData{Protocol: 28, MapName: []byte(name)}, &message.QWList{Kind: message.QWModelList,
			Names: [][]byte{[]byte("maps/" + name + ".bsp")}},
			&message.QWUpdateUserInfo{Player: 0, User: 1, Text: []byte(`\name\Ann`)}, &message.QWUpdateUserInfo{
				Player: 1, User: 2, Text: []byte(`\name\Bob`)})
	}
	print := func(text string) message.Message { return &message.Print{Level: 2, Text: []byte(text + "\n")} }
	frags := func(n int16) message.Message { return &message.UpdateFrags{Player: 0, Frags: n} }
	// expect compares the result of the demo, all matches, and the results of the levels.
	expect := func(what, result, matches string, levels ...string) {
		t.Helper()
		d := DemoOf(w.Game, nil, nil, w.Results())
		text := func(m *Match) string {
			if m == nil {
				return "none"
			}
			return charset.MapName(m.Game, m.Map) + ": " + m.Headline(MaxNames)
		}
		list := ""
		for _, m := range d.Matches {
			list += text(m) + ". "
		}
		if got := text(d.Result()); got != result || list != matches {
			t.Errorf("%s: %q of %q, want %q of %q", what, got, list, result, matches)
		}
		for i := range levels {
			if got := text(d.ResultOf(i + 1)); got != levels[i] {
				t.Errorf("%s: level %d: %q, want %q", what, i+1, got, levels[i])
			}
		}
	}
	level("dm2")
	expect("nothing else", "dm2: ", "dm2: . ", "dm2: ")
	packet(frags(4))
	level("dm3")
	packet(frags(5))
	expect("two pieces", "dm3: Ann 5 : 0 Bob (unfinished)",
		"dm2: Ann 4 : 0 Bob (unfinished). dm3: Ann 5 : 0 Bob (unfinished). ",
		"dm2: Ann 4 : 0 Bob (unfinished)", "dm3: Ann 5 : 0 Bob (unfinished)")

	w, clock = rules.New("mvd"), 0
	level("dm2")
	level("dm6")
	packet(print("The match has begun!"))
	packet(frags(3))
	packet(print("The match is over"))
	packet(print("The match has begun!"), frags(0))
	packet(frags(2))
	const (
		whole = "dm6: Ann 3 : 0 Bob"
		piece = "dm6: Ann 2 : 0 Bob (unfinished)"
		last  = "dm4: Ann 7 : 0 Bob (unfinished)"
	)
	expect("a piece after a match", whole, whole+". "+piece+". ", "none", whole)
	level("dm4")
	packet(frags(7))
	expect("a piece of another level", whole, whole+". "+piece+". "+last+". ", "none", whole, last)
	packet(&message.Intermission{})
	expect("its end", "dm4: Ann 7 : 0 Bob", whole+". "+piece+". dm4: Ann 7 : 0 Bob. ", "none", whole,
		"dm4: Ann 7 : 0 Bob")
}

// list writes entries as "0 Ann red 5 3:1 left at 0:42": slot, name, team, score, kills, deaths, when the player left,
// and "watches" for a spectator.
func list(entries []Entry) (lines []string) {
	for _, e := range entries {
		n := &e.Numbers
		line := fmt.Sprintf("%d %s %s", e.Slot, e.Name, e.Team)
		if e.Plays {
			line += fmt.Sprintf(" %s %s:%s", n.Frags, n.Kills, n.Deaths)
		}
		if e.Watched {
			line += " watches"
		}
		lines = append(lines, strings.TrimSpace(strings.ReplaceAll(line, "  ", " ")+" "+e.LeaveText))
	}
	return lines
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// demo has two matches. Bob played the second one alone against Ann; Cy left it at 42 s, Di became a spectator at 50 s,
// and Fay came after its end. Hal left in between.
func demo() (players, left []world.Score, results []world.Result) {
	score := func(slot int, name, team string, score, kills, deaths int32) world.Score {
		return world.Score{Slot: slot, Name: name, Team: team, Score: score, Told: world.ToldScore,
			Counted: world.Counts{Kills: kills, Deaths: deaths}}
	}
	gone := func(s world.Score, clock float64, looksOn bool) world.Score {
		s.Gone, s.LooksOn = clock, looksOn
		return s
	}
	ann, bob := score(0, "Ann", "red", 7, 9, 4), score(1, "Bob", "blue", 8, 8, 12)
	cy, di := gone(score(2, "Cy", "blue", 1, 2, 3), 42, false), gone(score(3, "Di", "red", 2, 4, 5), 50, true)
	first := world.Result{Map: "maps/dm2.bsp", Level: 1, Complete: true, Start: 0, End: 20, Players: []world.Score{
		score(0, "Ann", "", 1, 1, 0), score(4, "Hal", "", 3, 3, 1)}}
	second := world.Result{Map: "maps/dm3.bsp", Level: 2, Complete: true, Start: 30, End: 60,
		Teams:   []world.TeamScore{{Name: "blue", Score: 8}, {Name: "red", Score: 9}},
		Players: []world.Score{ann, bob}, Left: []world.Score{cy, di}, Spectators: []string{"Di", "Eve"}}
	players = []world.Score{score(0, "Ann", "red", 0, 10, 4), score(1, "Bob", "blue", 0, 8, 12),
		score(3, "Di", "", 2, 4, 6), score(5, "Eve", "", -999, 0, 0), score(6, "Fay", "blue", 0, 0, 0)}
	players[2] = gone(players[2], 50, true)
	players[2].Spectator, players[3].Spectator = true, true
	left = []world.Score{gone(score(4, "Hal", "", 3, 3, 1), 25, false),
		gone(score(2, "Cy", "blue", 1, 3, 3), 42, false)}
	return players, left, []world.Result{first, second}
}

// TestRecorderOfAnotherLevel: the recorder's slot on the last level is that of another player in a match before.
func TestRecorderOfAnotherLevel(t *testing.T) {
	r := world.Result{Level: 1, Complete: true, Players: []world.Score{{Slot: 1, Name: "Ann"}, {Slot: 2, Name: "Bob"}}}
	for level, want := range map[int]string{1: "recorder", 2: ""} {
		for _, name := range []string{"Eve", "Ann"} {
			d := DemoOf(world.Quake2, nil, nil, []world.Result{r})
			d.Present = &world.Present{Level: level, Recorder: 1,
				Players: []world.PresentPlayer{{Slot: 0, Name: "Zed"}, {Slot: 1, Name: name}}}
			if name == "Ann" {
				want = "recorder"
			}
			for _, row := range d.Table(d.Matches[0], InText).Rows {
				if row.Name == "Ann" && row.Remark != want || row.Name == "Bob" && row.Remark != "" {
					t.Errorf("level %d, %s at its end: %s has %q", level, name, row.Name, row.Remark)
				}
			}
		}
	}
}

// TestTable: the table of a match has its numbers, and behind the result's match the others at the end of the demo;
// that of the whole demo has the numbers of the demo.
func TestTable(t *testing.T) {
	players, left, results := demo()
	d := DemoOf(world.QuakeWorld, players, left, results)
	expect(t, "the first match", list(d.bySlot(d.Matches[0])), []string{"0 Ann 1 1:0", "4 Hal 3 3:1"})
	expect(t, "the second match", list(d.bySlot(d.Matches[1])), []string{"0 Ann red 7 9:4", "1 Bob blue 8 8:12",
		"2 Cy blue 1 2:3 left at 0:42", "3 Di red 2 4:5 spectator from 0:50", "5 Eve watches", "6 Fay blue"})
	if d.Teams = true; d.Match() != d.Matches[1] {
		t.Error("the table is not of the last match")
	}
	expect(t, "the whole demo", list(d.bySlot(nil)), []string{"0 Ann red 0 10:4", "1 Bob blue 0 8:12",
		"2 Cy blue 1 3:3 left at 0:42", "3 Di 2 4:6 watches spectator from 0:50", "4 Hal 3 3:1 left at 0:25",
		"5 Eve watches", "6 Fay blue 0 0:0"})
	d.Teams = false
	if got := list(d.bySlot(nil))[0]; got != "0 Ann 0 10:4" {
		t.Errorf("without teams: %s", got)
	}
	results[1].Complete, results[1].Start, results[1].End = false, world.Unknown, world.Unknown
	if d = DemoOf(world.QuakeWorld, players, left, results); d.Match() != d.Matches[0] {
		t.Error("the table is of the piece, not of the complete match")
	}
	for _, r := range []world.Result{{Start: world.Unknown, End: world.Unknown},
		{Complete: true, Start: world.Unknown, End: world.Unknown}} {
		if d = DemoOf(world.QuakeWorld, players, left, []world.Result{r}); d.Match() != nil || len(d.Matches) != 1 {
			t.Errorf("%+v has a table", r)
		}
	}
	for _, r := range []world.Result{{Complete: true, Start: world.Unknown, End: 9}, {Start: 0, End: world.Unknown}} {
		if d = DemoOf(world.QuakeWorld, players, left, []world.Result{r}); d.Match() == nil {
			t.Errorf("%+v has no table", r)
		}
	}
}

// TestTableOfMoved: players who are at the end of the demo in other slots, or came back after they left, have their
// last slot, and did not leave; a spectator who left the match did.
func TestTableOfMoved(t *testing.T) {
	score := func(slot int, name string, gone float64) world.Score {
		return world.Score{Slot: slot, Name: name, Gone: gone}
	}
	results := []world.Result{{Complete: true, End: 60, Players: []world.Score{score(0, "Ann", 0), score(1, "bot", 0),
		score(2, "bot", 0)}, Left: []world.Score{score(3, "Cy", 42), score(4, "Di", 50)}}}
	players := []world.Score{score(6, "Ann", 0), score(7, "bot", 0), score(8, "Cy", 0), score(9, "Di", 0)}
	players[3].Spectator = true
	d := DemoOf(world.QuakeWorld, players, nil, results)
	expect(t, "table", list(d.bySlot(d.Match())), []string{"1 bot - 0:0", "2 bot - 0:0", "6 Ann - 0:0", "7 bot",
		"8 Cy - 0:0", "9 Di - 0:0 left at 0:50"})
}

// TestParticipants: the winner comes first, those who left and those of other matches follow, each once. Without the
// end of a match they are the players of the demo.
func TestParticipants(t *testing.T) {
	players, left, results := demo()
	d := DemoOf(world.QuakeWorld, players, left, results)
	d.Teams = true
	expect(t, "participants", list(d.Participants()), []string{"0 Ann red 7 9:4", "1 Bob blue 8 8:12"})
	expect(t, "everybody", list(d.Everybody()), []string{"0 Ann red 7 9:4", "1 Bob blue 8 8:12",
		"3 Di red 2 4:5 spectator from 0:50", "2 Cy blue 1 2:3 left at 0:42", "4 Hal 3 3:1"})
	ivy := append(slices.Clone(left), world.Score{Slot: 7, Name: "Ivy", Counted: world.Counts{Deaths: 1}, Gone: 5})
	warm := DemoOf(world.QuakeWorld, players, ivy, results)
	if got := list(warm.Everybody()); len(got) != 5 {
		t.Errorf("a player of the warm-up alone is in %q", got)
	}
	expect(t, "names", d.Names(), []string{"Ann", "Bob", "Di", "Eve", "Fay", "Hal", "Cy"})
	d = DemoOf(world.QuakeWorld, players, left, nil)
	expect(t, "without a match", list(d.Participants()), []string{"0 Ann red 0 10:4", "1 Bob blue 0 8:12",
		"6 Fay blue 0 0:0"})
	expect(t, "everybody without a match", list(d.Everybody()), []string{"0 Ann red 0 10:4", "1 Bob blue 0 8:12",
		"6 Fay blue 0 0:0", "4 Hal 3 3:1 left at 0:25", "2 Cy blue 1 3:3 left at 0:42",
		"3 Di 2 4:6 spectator from 0:50"})
}

// TestParticipantsOfAPiece: players at the end of a demo are ranked as those of a piece of a match, by slot and name:
// bots share names, and a slot may have had another player. Servers of Quake II do not say of all who are spectators.
func TestParticipantsOfAPiece(t *testing.T) {
	score := func(slot int, name string, score int32) world.Score {
		return world.Score{Slot: slot, Name: name, Score: score, Told: world.ToldScore}
	}
	d := DemoOf(world.Quake2, []world.Score{score(0, "bot", 0), score(1, "late", 0), score(2, "bot", 0),
		{Slot: 3, Name: "eye", Spectator: true}, score(4, "ann", 0), score(5, "wallfly", 0)}, nil,
		[]world.Result{{Start: world.Unknown, End: world.Unknown, Spectators: []string{"wallfly", "ann"},
			Players: []world.Score{score(0, "bot", 1), score(1, "gone", 20), score(2, "bot", 9), score(4, "ann", 5)}}})
	expect(t, "players", list(d.Participants()), []string{"2 bot 0 0:0", "4 ann 0 0:0", "0 bot 0 0:0", "1 late 0 0:0"})
}

// TestHeadlineOfADemo: the line says of how many matches it is the last, of those with an end and a score.
func TestHeadlineOfADemo(t *testing.T) {
	players, left, results := demo()
	d := DemoOf(world.QuakeWorld, players, left, results)
	if got := d.Headline(); got != "red 9 : 8 blue (the last of 2 matches)" {
		t.Error(got)
	}
	results[0].Start, results[0].End = world.Unknown, world.Unknown
	if got := d.Headline(); got != "red 9 : 8 blue" {
		t.Errorf("with one before the demo: %s", got)
	}
	results[0].Start, results[0].Complete = 0, false
	if d = DemoOf(world.QuakeWorld, nil, nil, results); d.Headline() != "red 9 : 8 blue" || len(d.Matches) != 2 {
		t.Errorf("behind a piece: %s", d.Headline())
	}
	if got := (&Demo{}).Headline(); got != "" {
		t.Errorf("without matches: %s", got)
	}
}

// tallied returns a tally of a server's recording, and what adds a packet to it.
func tallied() (tally *Tally, w *world.World, packet func(list ...message.Message)) {
	w, tally = rules.New("mvd"), NewTally()
	return tally, w, func(list ...message.Message) {
		w.Begin(&message.Packet{Block: w.Block + 1, Time: float64(w.Block + 1), Targets: 1<<32 - 1})
		for _, m := range list {
			w.Apply(m)
		}
		w.End()
		tally.Packet(w, true)
	}
}

func userInfo(slot uint8, text string) message.Message {
	return &message.QWUpdateUserInfo{Player: slot, User: 100 + int32(slot), Text: []byte(`\name\` + text)}
}

// TestTally counts deaths of all kinds over a demo: by others, of one's own, of a team-mate, and by the level. Those of
// no match do not count for players.
func TestTally(t *testing.T) {
	tally, w, packet := tallied()
	packet(&message.QWServerData{Protocol: 28}, userInfo(0, "Ann"), userInfo(1, "Bob"), userInfo(2, "Cy"))
	death := func(by, of int, mate, idle bool) {
		w.Events = []world.Event{{Kind: world.EventKill, Player: by, Other: of, TeamKill: mate, Idle: idle,
			Weapon: weapon.RocketLauncher}}
		tally.Packet(w, true)
	}
	const level = world.Nobody
	for range 3 {
		death(0, 1, false, false)
	}
	death(0, 0, false, false)
	death(0, 2, true, false)
	death(level, 0, false, false)
	death(1, 0, false, true)
	death(level, 1, true, false) // by a team-mate who is named later
	w.Events = []world.Event{{Kind: world.EventNamed, Player: 2, Other: 1}}
	tally.Packet(w, true)
	w.Events = []world.Event{{Kind: world.EventNamed, Player: 2, Other: 1}} // names the victim of a kill
	tally.Packet(w, true)
	d := tally.Finish(w)
	var got []string
	for i := range d.Players {
		p := &d.Players[i]
		got = append(got, fmt.Sprintf("%s %s %s %s %s", p.Name, p.Kills, p.Deaths, p.Suicides, p.TeamKills))
	}
	expect(t, "kills, deaths, suicides, team kills", got, []string{"Ann 3 2 1 1", "Bob 0 5 0 0", "Cy 0 1 0 1"})
	if d.Deaths != 8 || d.Idle != 1 || d.Unnamed() {
		t.Errorf("%d deaths, %d idle, unnamed %v", d.Deaths, d.Idle, d.Unnamed())
	}
}

// TestTallyOfOneName: players who change the slot keep their counts; of two with one name each has the own ones.
func TestTallyOfOneName(t *testing.T) {
	kill := func(by, of int) []world.Event {
		return []world.Event{{Kind: world.EventKill, Player: by, Other: of, Weapon: weapon.Axe}}
	}
	tally, w, packet := tallied()
	packet(&message.QWServerData{Protocol: 28}, userInfo(0, "Ann"), userInfo(1, "bot"), userInfo(2, "bot"))
	for _, by := range []int{0, 1, 2, 2} {
		w.Events = kill(by, (by+1)%3)
		tally.Packet(w, true)
	}
	packet(&message.QWUpdateUserInfo{Player: 0}, &message.QWUpdateUserInfo{Player: 2})
	packet(userInfo(5, "Ann"), userInfo(6, "bot"))
	w.Events = kill(5, 1)
	tally.Packet(w, true)
	d := tally.Finish(w)
	var got []string
	for i := range d.Players {
		p := &d.Players[i]
		got = append(got, fmt.Sprint(p.Slot, " ", p.Name, " ", p.Kills, " ", p.Deaths))
	}
	// the bot of slot 2 is neither of those who are there
	expect(t, "slot, name, kills, deaths", got, []string{"1 bot 1 2", "5 Ann 2 2", "6 bot 0 0"})
}

// TestTallyOfSpectators: who played and is a spectator at the end has the score of the last moment as a player. Who
// only came to see has none.
func TestTallyOfSpectators(t *testing.T) {
	tally, w, packet := tallied()
	packet(&message.QWServerData{Protocol: 28}, userInfo(0, "Ann"), userInfo(1, "Bob"), userInfo(2, "Cy"),
		userInfo(3, "Di"), userInfo(4, "Eve"), userInfo(5, "Fay"))
	packet(&message.UpdateFrags{Player: 1, Frags: 4}, &message.UpdateFrags{Player: 3, Frags: 2},
		&message.UpdateFrags{Player: 4, Frags: 1})
	packet(&message.QWUpdateUserInfo{Player: 4}, &message.QWUpdateUserInfo{Player: 5}) // Fay did nothing
	packet(userInfo(1, `Bob\*spectator\1`), userInfo(2, `Cy\*spectator\1`), &message.UpdateFrags{Player: 1,
		Frags: -999}, &message.QWUpdateUserInfo{Player: 3})
	packet()
	d := tally.Finish(w)
	var got []string
	for _, players := range [...][]Player{d.Players, d.Left} {
		for i := range players {
			p := &players[i]
			got = append(got, fmt.Sprintf("%s %s %v %v %v", p.Name, p.Frags, p.Spectator, p.LooksOn, p.HasLeft))
		}
	}
	expect(t, "score, spectator, became one, left", got, []string{"Ann 0 false false false", "Bob 4 true true false",
		"Cy 0 true false false", "Eve 1 false false true", "Di 2 false false true"})
}

// TestKillsOfUnnamed: if no line tells who killed, kills are unknown; those that the game reported are known.
func TestKillsOfUnnamed(t *testing.T) {
	seen := timeline.Event{Kind: world.EventKill, Clock: 1, Player: world.Nobody, Other: 1, OtherName: "Bob"}
	r := &world.Result{Players: []world.Score{{Slot: 0, Name: "Ann", Kills: 5, Told: world.ToldKills},
		{Slot: 1, Name: "Bob", Counted: world.Counts{Deaths: 1}}}}
	m := Of(world.Quake2, r)
	m.Count([]timeline.Event{seen}, nil, 0, 2, world.Nobody, false)
	if ann, bob := &m.Players[0], &m.Players[1]; ann.Kills != (Number{5, Known}) || bob.Kills != (Number{}) ||
		bob.Deaths != (Number{1, Counted}) {
		t.Errorf("%+v, %+v, %+v", ann.Kills, bob.Kills, bob.Deaths)
	}
}

// TestUnnamed: one death with a killer, a weapon or a line is enough.
func TestUnnamed(t *testing.T) {
	seen := timeline.Event{Kind: world.EventKill, Player: world.Nobody, Other: 1}
	by, with, line := seen, seen, seen
	by.Player, with.Weapon, line.Text = 0, weapon.Lava, "Bob died"
	chat := timeline.Event{Kind: world.EventChat, Player: 0, Text: "hi"}
	for i, c := range []struct {
		events []timeline.Event
		want   bool
	}{
		{nil, false}, {[]timeline.Event{chat}, false}, {[]timeline.Event{seen}, true},
		{[]timeline.Event{chat, seen, seen}, true},
		{[]timeline.Event{seen, by}, false}, {[]timeline.Event{with, seen}, false},
		{[]timeline.Event{seen, line, seen}, false},
	} {
		if Unnamed(c.events) != c.want {
			t.Errorf("%d: %+v are unnamed: %v", i, c.events, !c.want)
		}
	}
}

// Two whose names read the same are two: a spectator and a player, and a player of the match and one of the end.
func TestNamesThatReadTheSame(t *testing.T) {
	d := DemoOf(world.QuakeWorld, []world.Score{{Slot: 0, Name: "Ann"}, {Slot: 3, Name: "\xc1nn"}}, nil,
		[]world.Result{{Complete: true, Players: []world.Score{{Slot: 0, Name: "Ann"}, {Slot: 1, Name: "Bob"}},
			Spectators: []string{"B\xefb"}}})
	var list []string
	for _, e := range d.bySlot(d.Match()) {
		list = append(list, fmt.Sprint(e.Slot, " ", e.Name, " ", e.Plays))
	}
	if want := []string{"0 Ann true", "1 Bob true", "3 Ann false", "-1 Bob false"}; !slices.Equal(list, want) {
		t.Errorf("%q, want %q", list, want)
	}
}
