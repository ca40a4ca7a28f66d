package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// wordsGame is a match in which a row of the table of words is printed.
type wordsGame struct {
	*world.World
	print func(chat bool, text string)
	// countdown begins one instead of the match.
	countdown func()
	// pause pauses the match.
	pause func()
	// rename gives Ann another name.
	rename func(name string)
}

func wordsGameOf(t *testing.T, game world.Game) wordsGame {
	switch game {
	case world.Quake:
		s := newQuake(t, "Bob", "Ann")
		s.printed("The match has begun!")
		s.packet(&message.UpdateFrags{Player: 0, Frags: 3})
		s.at(60)
		return wordsGame{s.World, func(_ bool, text string) { s.printed(text) }, nil,
			func() { s.printed("Ann paused the game") },
			func(name string) { s.packet(&message.UpdateName{Player: 1, Text: []byte(name)}) }}
	case world.QuakeWorld:
		s := newQuakeWorld(t, "mvd", "Bob", "Ann")
		s.at(1, line("The match has begun!"))
		s.at(60, frags(0, 3))
		return wordsGame{s.World, func(_ bool, text string) { s.packet(line(text)) },
			func() { s.packet(qwInfo("status", "Countdown")) }, func() { s.packet(line("Ann paused the game")) },
			func(name string) { s.packet(joins(1, `\name\`+name)) }}
	}
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Ann", "Bob", "3", "4", "10:00", "0:00", "Match")...)
	feed(w, append(q2Frame(100, -1, nil), line("Fight!"), q2String(1570, "3"), q2String(1571, "4"))...)
	n := int32(200)
	return wordsGame{w, func(chat bool, text string) {
		level := uint8(2)
		if chat {
			level = 3
		}
		n += 100
		feed(w, append(q2Frame(n, -1, nil), printAt(level, text+"\n"))...)
	}, func() { feed(w, q2String(1574, "Countdown")) },
		func() { feed(w, printAt(3, "Ann called a time out. Match will resume automatically in 1:00.\n")) },
		func(name string) { feed(w, q2String(1312, name+`\male/grunt`)) }}
}

// Each row of the table does what its document says.
func TestMatchWords(t *testing.T) {
	fill := strings.NewReplacer("%s", "Bob", "%d", "2", "*", " x ")
	for _, m := range prints.MatchWords {
		if m.Game == world.Quake3 {
			continue // package quake3 tests them
		}
		g := wordsGameOf(t, m.Game)
		switch m.Meaning {
		case prints.CountdownStops:
			g.countdown()
		case prints.Resumes:
			g.pause()
		}
		before := g.Match.Phase
		g.print(m.Chat, fill.Replace(m.Text))
		var happened []string
		for _, e := range g.Events {
			switch e.Kind {
			case world.EventMatchStart:
				happened = append(happened, "start")
			case world.EventMatchEnd:
				happened = append(happened, fmt.Sprint("end ", e.ByScore))
			case world.EventPause:
				happened = append(happened, fmt.Sprint("pause ", e.Value))
			}
		}
		results := g.Results()
		last := results[len(results)-1]
		got := fmt.Sprintf("%v %v, %d results, complete %v, paused %v", happened, g.Match.Phase, len(results),
			last.Complete, g.Paused)
		want := fmt.Sprintf("[] %v, 1 results, complete false, paused false", before)
		switch m.Meaning {
		case prints.Begins:
			want = fmt.Sprintf("[start] %v, 2 results, complete false, paused false", world.PhaseRunning)
		case prints.Ends, prints.EndsByScore:
			want = fmt.Sprintf("[end %v] %v, 1 results, complete true, paused false", m.Meaning == prints.EndsByScore,
				world.PhaseOver)
		case prints.Forfeits:
			want = fmt.Sprintf("[end false] %v, 1 results, complete true, paused false", world.PhaseOver)
		case prints.Stops:
			want = fmt.Sprintf("[end false] %v, 1 results, complete false, paused false", world.PhaseWarmUp)
		case prints.CountdownStops:
			want = fmt.Sprintf("[] %v, 1 results, complete false, paused false", world.PhaseWarmUp)
		case prints.Pauses:
			want = fmt.Sprintf("[pause 1] %v, 1 results, complete false, paused true", before)
		case prints.Resumes:
			want = fmt.Sprintf("[pause 0] %v, 1 results, complete false, paused false", before)
		case prints.Overtime:
			want = fmt.Sprintf("[] %v, 1 results, complete false, paused false", world.PhaseOvertime)
		}
		if got != want {
			t.Errorf("%v %q:\n%s\nwant\n%s", m.Game, m.Text, got, want)
		}
	}
}

// A time-out of OpenTDM freezes the recorder as an intermission does. The match goes on behind it, whoever called it or
// has lost the connection.
func TestQuake2TimeOutIsNoEnd(t *testing.T) {
	for _, call := range []string{"Bob called a time out. Match will resume automatically in 5:00.\n",
		"Bob disconnected and has 2:00 to reconnect.\n"} {
		w := newWorld23(t, "dm2")
		feed(w, tdmBegin("Ann", "Bob", "1", "3", "10:35", "0:00", "Match")...)
		frame := func(n int32, kind uint8, list ...message.Message) {
			info := &message.Quake2PlayerInfo{Mask: message.PlayerType, Type: kind}
			feed(w, append(list, q2Frame(n, -1, info)...)...)
		}
		frame(100, 0, line("Fight!"))
		frame(200, 4, printAt(3, call), q2String(1573, " 5:00"))
		frame(201, 4, q2String(1573, " 4:59"))
		if r := w.Results(); w.Intermission || w.Match.Phase != world.PhaseRunning || len(r) != 1 || r[0].Complete {
			t.Errorf("%q: intermission %v, phase %v, %+v", call, w.Intermission, w.Match.Phase, r)
		}
		frame(300, 0, printAt(3, "Game resuming in 10 seconds. Match time remaining: 10:20\n"))
		frame(399, 4, q2String(1573, " 0:01"))
		frame(400, 4, q2String(1573, " 0:00"), line("Fight!"))
		if w.Intermission {
			t.Errorf("%q: the end of the time-out is an intermission", call)
		}
		frame(401, 0)
		frame(500, 0, q2String(1570, "4"), q2String(1571, "17"))
		frame(600, 4, line("Timelimit hit. Match ended."), line("Bob wins, 17 to 4."))
		if r := w.Results(); len(r) != 1 || !r[0].Complete || !w.Intermission || r[0].Players[1].Score != 17 {
			t.Errorf("%q: %+v", call, r)
		}
	}
}

// OpenTDM's duel whose loser has left: both are in the result, with the last scores.
func TestOpenTDMForfeit(t *testing.T) {
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Ann", "Bob", "3", "4", "10:00", "0:00", "Match")...)
	feed(w, append(q2Frame(100, -1, nil), line("Fight!"), q2String(1570, "3"), q2String(1571, "4"))...)
	feed(w, append(q2Frame(200, -1, nil), printAt(3, "Bob disconnected and has 2:00 to reconnect.\n"),
		q2String(1313, ""), q2String(1573, " 2:00"))...)
	feed(w, append(q2Frame(210, -1, nil), q2String(1573, " 1:59"))...)
	if w.Match.Teams {
		t.Error("a duel without one of the players is a game of teams")
	}
	for _, words := range [][]message.Message{{line("Match ended."), line("Ann wins by forfeit!")},
		{line("Ann wins by forfeit!"), line("Match ended.")}, {line("Ann wins by forfeit!")}} {
		w := w.Clone()
		feed(w, append(q2Frame(900, -1, nil), words...)...)
		r := w.Results()
		if len(r) != 1 || !r[0].Complete || len(r[0].Players) != 2 || r[0].Players[0].Score != 3 ||
			r[0].Players[1].Name != "Bob" || r[0].Players[1].Score != 4 || len(r[0].Left) != 0 {
			t.Errorf("%+v", r)
		}
		if ends := eventsOf(w, world.EventMatchEnd); len(ends) != 1 || r[0].End != w.Clock {
			t.Errorf("ends %+v at %v, the result at %v", ends, w.Clock, r[0].End)
		}
	}
}

// The teams of OpenTDM are those of the scoreboard, also while the match is played.
func TestOpenTDMTeamsOfAPiece(t *testing.T) {
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Home", "Away", "0", "0", "10:00", "0:00", "Match")...)
	feed(w, append(q2Frame(100, -1, nil), line("Fight!"))...)
	start := w.Clock
	feed(w, append(q2Frame(200, -1, nil), tdmBoard("Home", "Away"), q2String(1570, "3"), q2String(1571, "17"))...)
	expectResults(t, "while it is played", w, fmt.Sprintf(
		"false %v--1 Away:17 Home:3; 0 Ann (Home) 3/-/-/-/-; 1 Bob (Away) 17/-/-/-/-; spectator Cy", start))
}

// A player's name and chat end, pause and restart nothing.
func TestMatchWordsOfPlayers(t *testing.T) {
	fill := strings.NewReplacer("%s", "Bob", "%d", "2", "*", " x ")
	for _, m := range prints.MatchWords {
		if m.Game == world.Quake3 {
			continue // package quake3 tests them
		}
		for _, form := range []string{"%s entered the game", "%s was not here", "%s: hello"} {
			g := wordsGameOf(t, m.Game)
			name := strings.TrimSpace(fill.Replace(m.Text))
			g.rename(name)
			before := g.Match.Phase
			g.print(m.Chat, fmt.Sprintf(form, name))
			r := g.Results()
			if g.Match.Phase != before || g.Paused || len(r) != 1 || r[0].Complete || r[0].End != world.Unknown {
				t.Errorf("%v %q: phase %v, paused %v, %d results, complete %v", m.Game, fmt.Sprintf(form, name),
					g.Match.Phase, g.Paused, len(r), r[len(r)-1].Complete)
			}
		}
	}
}
