package rules_test

import (
	"fmt"
	"maps"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// leaves is the message with which a QuakeWorld server empties a slot.
func leaves(slot uint8) message.Message {
	return &message.QWUpdateUserInfo{Player: slot, User: 100 + int32(slot)}
}

func joins(slot uint8, info string) message.Message {
	return &message.QWUpdateUserInfo{Player: slot, User: 110 + int32(slot), Text: []byte(info)}
}

// Who leaves a match is kept with the score of that moment: of the last time that the
// player left, and also if it is 0.
func TestWhoLeftAMatch(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob", "Cy")
	s.at(10, line("The match has begun!"))
	start := s.Clock
	s.at(20, frags(0, 3), frags(1, 1))
	s.at(21, leaves(0))
	s.at(22, joins(4, `\name\Ann`), frags(4, 7))
	s.at(23, leaves(4))
	// A kill and a suicide make 0: no score is lost.
	s.at(24, frags(1, 0))
	s.at(25, leaves(1))
	left := "; left 4 Ann 7/-/-/-/-; left 1 Bob 0/-/-/-/-"
	expectResults(t, "two left", s.World, fmt.Sprintf("false %v--1; 2 Cy 0/-/-/-/-%s", start, left))
	// A match that was begun ends with its level, even if one player alone is left.
	s.at(30, &message.Intermission{})
	expectResults(t, "one is left", s.World, fmt.Sprintf("true %v-%v; 2 Cy 0/-/-/-/-%s", start, s.Clock, left))

	// In Quake, where nothing else tells a match from a walk, the score of somebody who
	// left is enough.
	s = newQuake(t, "Ann", "Bob")
	s.at(1, frags(1, 5))
	s.at(2, &message.UpdateName{Player: 1})
	expectResults(t, "only who left has a score", s.World, "false -1--1; 0 Ann 0/-/-/-/-; left 1 Bob 5/-/-/-/-")
}

// Who stops playing in order to watch has left the match, if he did anything in it.
func TestWhoWatchesInsteadOfPlaying(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob", "Cy")
	s.at(10, line("The match has begun!"))
	start := s.Clock
	s.at(20, frags(1, 2))
	s.at(21, joins(1, `\name\Bob\*spectator\1`), joins(2, `\name\Cy\*spectator\1`))
	s.at(30, line("The match is over"))
	expectResults(t, "two watch", s.World,
		fmt.Sprintf("true %v-%v; 0 Ann 0/-/-/-/-; spectator Bob; spectator Cy; looks on 1 Bob 2/-/-/-/-",
			start, s.Clock))
}

// Names of teams mean nothing where everybody plays alone.
func TestNoTeamsWithoutTeamplay(t *testing.T) {
	s := newQuakeWorld(t, "mvd", `Ann\team\red`, `Bob\team\blue`, `Cy\team\blue`)
	s.at(10, line("The match has begun!"))
	start := s.Clock
	s.at(20, frags(0, 3), frags(1, 2))
	s.at(21, leaves(1))
	s.at(30, line("The match is over"))
	expectResults(t, "alone", s.World, fmt.Sprintf("true %v-%v; 0 Ann 3/-/-/-/-; 2 Cy 0/-/-/-/-; left 1 Bob 2/-/-/-/-",
		start, s.Clock))
}

// The table of teams stands instead of the sums of the scoreboard, in its order. Who
// left but stands in the table of players took part to the end.
func TestTeamsOfTheTable(t *testing.T) {
	s := newQuakeWorld(t, "mvd", `Ann\team\red`, `Bob\team\blue`, `Cy\team\blue`, `Dee\team\red`)
	s.at(1, qwInfo("teamplay", "2"))
	s.at(10, line("The match has begun!"))
	start := s.Clock
	s.at(20, frags(0, 7), frags(1, 2), frags(2, 3))
	s.at(21, leaves(1))
	s.at(30, line("The match is over"), line("Player statistics:"), line("Team [red]:"),
		line("\x87 Ann:\n  7 (3) 1 44.4%"), line("\x87 Dee:\n  0 (0) 0 0.0%"),
		line("Team [blue]:"), line("\x87 \x83Bob:\n  2 (0) 0 50.0%"), line("\x87 Cy:\n  3 (-1) 0 40.0%"),
		line("Team scores:"), line("[blue]: 5"), line("[red]: 8"))
	want := fmt.Sprintf("true %v-%v blue:5 red:8; 0 Ann (red) 7/-/4/-/1; 3 Dee (red) 0/-/0/-/0; -1 Bob (blue) "+
		"2/-/2/-/0; 2 Cy (blue) 3/-/4/-/0", start, s.Clock)
	expectResults(t, "the table", s.World, want)
	// What is printed long after the end is not that match's.
	s.at(40, line("Player statistics:"), line("\x87 Cy:\n  30 (30) 0 40.0%"))
	expectResults(t, "later", s.World, want)
}

// A name in KTX's statistics may have a quotation mark and signs that JSON must escape.
func TestStatisticsOfQuotedNames(t *testing.T) {
	const name = "A\"\x12b"
	s := newQuakeWorld(t, "mvd", name, "Bob")
	s.at(10, line("The match has begun!"))
	start := s.Clock
	s.at(20, line("The match is over"), line("Player statistics:"), line("\x87 "+name+":\n  3 (-1) 44.4%"),
		&message.MVDHiddenDemoInfo{Data: []byte(`{"players": [{"name": "A\"` + "\x12" +
			`b", "stats": {"frags": 3, "deaths": 4, "tk": 0, "kills": 5, "suicides": 0}}]}`)})
	expectResults(t, "quoted", s.World,
		fmt.Sprintf("true %v-%v; 0 %s 3/5/4/-/-; %[3]s ga 0; %[3]s ya 0; %[3]s ra 0; %[3]s mh 0; %[3]s q 0; %[3]s p "+
			"0; %[3]s r 0", start, s.Clock, name))
}

// The clock of a match that has a beginning is not set again by the minutes that are
// left, which are late after a pause, and the next match has no overtime of the last.
func TestMatchClockStays(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "Ann", "Bob")
	s.at(1, qwInfo("timelimit", "10"), qwInfo("deathmatch", "3"))
	s.at(10, line("The match has begun!"), qwInfo("status", "10 min left"))
	s.at(100, qwInfo("status", "9 min left"))
	if seconds, limit, ok := s.Match.Clock(s.Level(), 100); seconds != 90 || limit != 600 || !ok {
		t.Errorf("%v of %v, %v", seconds, limit, ok)
	}
	s.at(110, line("\x90\x97\x91 minutes overtime follows"))
	if _, limit, _ := s.Match.Clock(s.Level(), 110); limit != 900 {
		t.Errorf("overtime: limit %v", limit)
	}
	s.at(120, line("The match is over"))
	s.at(130, line("The match has begun!"))
	if seconds, limit, ok := s.Match.Clock(s.Level(), 140); seconds != 10 || limit != 600 || !ok {
		t.Errorf("the next match: %v of %v, %v", seconds, limit, ok)
	}
}

// A team's color is the one that most of it wear, wherever they stand.
func TestTeamColor(t *testing.T) {
	s := newQuakeWorld(t, "mvd", `Ann\team\a\bottomcolor\4`, `Bob\team\b\bottomcolor\2`, `Cy\team\b\bottomcolor\2`,
		`Dee\team\b\bottomcolor\13`)
	s.at(1, qwInfo("teamplay", "1"))
	for _, side := range s.Sides(nil) {
		if want := map[string]int{"a": 4, "b": 2}[side.Name]; side.Color != want {
			t.Errorf("team %s wears %d, not %d", side.Name, side.Color, want)
		}
	}
	if n := len(s.Sides(nil)); n != 2 {
		t.Errorf("%d sides", n)
	}
	if s.Game != world.QuakeWorld {
		t.Error(s.Game)
	}
	// Who is out of a round wears white: the others say the color, as long as there is one.
	for i := range s.Players[1:] {
		p := &s.Players[1+i]
		p.Out, p.Pants, p.Shirt = p.Name != "Dee", 0, 0
	}
	s.Players[3].Pants = 13
	for _, side := range s.Sides(nil) {
		if want := map[string]int{"a": 4, "b": 13}[side.Name]; side.Color != want {
			t.Errorf("team %s of whom some are out wears %d, not %d", side.Name, side.Color, want)
		}
	}
	s.Players[3].Out = true
	s.Players[1].Pants, s.Players[2].Pants = 5, 5
	for _, side := range s.Sides(nil) {
		if want := map[string]int{"a": 4, "b": 5}[side.Name]; side.Color != want {
			t.Errorf("team %s of whom all are out wears %d, not %d", side.Name, side.Color, want)
		}
	}
}

// TestSharedTrousers: sides whose trousers are alike are told by their shirts, whichever is ahead,
// and one with others keeps them.
func TestSharedTrousers(t *testing.T) {
	colors := func(s *script) map[string]int {
		got := map[string]int{}
		for _, side := range s.Sides(nil) {
			got[side.Name] = side.Color
		}
		return got
	}
	s := newQuakeWorld(t, "mvd", `Ann\team\a\topcolor\0\bottomcolor\4`, `Bob\team\b\topcolor\3\bottomcolor\4`,
		`Cy\team\b\topcolor\3\bottomcolor\4`,
		`Dee\team\b\topcolor\9\bottomcolor\4`, `Eve\team\c\topcolor\0\bottomcolor\13`)
	s.at(1, qwInfo("teamplay", "1"))
	if got := colors(s); !maps.Equal(got, map[string]int{"a": 0, "b": 3, "c": 13}) {
		t.Errorf("teams: %v", got)
	}
	s = newQuakeWorld(t, "mvd", `Ann\topcolor\7\bottomcolor\4`, `Bob\topcolor\2\bottomcolor\4`)
	if got := colors(s); !maps.Equal(got, map[string]int{"Ann": 7, "Bob": 2}) {
		t.Errorf("a duel: %v", got)
	}
	s = newQuakeWorld(t, "mvd", `Ann\topcolor\7\bottomcolor\4`, `Bob\topcolor\2\bottomcolor\12`)
	if got := colors(s); !maps.Equal(got, map[string]int{"Ann": 4, "Bob": 12}) {
		t.Errorf("a duel in two colors: %v", got)
	}
}
