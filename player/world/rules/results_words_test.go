package rules_test

import (
	"fmt"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// In Quake the line of who leaves says more than the scoreboard, and the end of a match
// is one, however often it is said.
func TestQuakeMatchWords(t *testing.T) {
	s := newQuake(t, "Ann", "Bob", "Cy")
	s.at(1, printAt(0, "The match has begun!\n"))
	start := s.Clock
	s.at(2, frags(0, 3), frags(1, 4))
	s.at(3, printAt(0, "Bob left the game with 5 frags\n"), &message.UpdateName{Player: 1})
	s.at(4, printAt(0, "The match is over\n"), printAt(0, "The match is over\n"))
	expectResults(t, "words", s.World, fmt.Sprintf("true %v-%v; 0 Ann 3/-/-/-/-; 2 Cy 0/-/-/-/-; left 1 Bob 5/-/-/-/-",
		start, s.Clock))
	if n := len(s.only(world.EventMatchEnd)); n != 1 {
		t.Errorf("the match ends %d times", n)
	}
	s.at(5, printAt(0, "The match is over\n"))
	if n := len(s.only(world.EventMatchEnd)); n != 0 {
		t.Error("the match ends again")
	}
}

// A match of OpenTDM that is announced twice is one. Who leaves it without a frag but has
// died took part. Overtime of a match without a known limit does not make one.
func TestOpenTDMWords(t *testing.T) {
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Home", "Away", "0", "0", "0:00", "0:00", "Countdown")...)
	feed(w, append(q2Frame(100, -1, nil), q2String(1570, "   0"))...)
	if w.Match.Known {
		t.Error("scores in the countdown")
	}
	feed(w, append(q2Frame(110, -1, nil), line("Fight!"), line("Fight!"), q2String(1574, "Match"))...)
	start := w.Clock
	if !w.Match.Known || len(w.Results()) != 1 {
		t.Errorf("known %v, %d matches", w.Match.Known, len(w.Results()))
	}
	feed(w, append(q2Frame(120, -1, nil), printAt(1, "Cy was railed by Bob\n"))...)
	feed(w, append(q2Frame(130, -1, nil), q2String(1314, ""))...)
	feed(w, append(q2Frame(200, -1, nil), line("Scores are tied 3 - 3, adding 2 minutes overtime."))...)
	if _, limit, ok := w.Match.Clock(w.Level(), w.Time); limit != 0 || !ok || w.Match.Phase != world.PhaseOvertime {
		t.Errorf("limit %v, %v, %+v", limit, ok, w.Match)
	}
	expectResults(t, "words", w, fmt.Sprintf(
		"false %v--1 Home:0 Away:0; 0 Ann -/-/-/-/-; 1 Bob -/-/-/-/-; left 2 Cy -/-/-/-/-", start))
}

// A body that comes into view again has not died now.
func TestBodiesThatComeIntoView(t *testing.T) {
	for _, seen := range []bool{true, false} {
		s := team(t, "qwd")
		if !seen {
			s.packet(&message.QWPlayerInfo{Player: 0}, &message.QWPlayerInfo{Player: 3}) // Bob is out of sight
		}
		s.printed("Ann loses another friend")
		s.alive(1)
		if got := s.wait(1); len(got) == 1 != seen {
			t.Errorf("in view before: %v: %q", seen, got)
		}
	}
}

// A level of one player alone leaves no piece of a match behind, and two players whose
// scores the demo does not tell are no duel.
func TestNoPiecesAndNoDuels(t *testing.T) {
	s := newQuake(t, "Ann")
	s.at(1, frags(0, -1))
	s.at(2, &message.ServerInfo{Protocol: 15, MaxClients: 8, Models: texts("maps/dm2.bsp")})
	expectResults(t, "the next level", s.World)

	w := q2Client(t)
	feed(w, append(q2Frame(100, -1, &message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{4}}),
		q2String(1314, ""))...)
	if sides := w.Sides(nil); len(sides) != 0 {
		t.Errorf("Bob's score is only counted, and the sides are %v", sides)
	}
}
