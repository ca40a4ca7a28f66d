package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// counts spells what is counted of the players of a world: kills, deaths, suicides, team kills.
func counts(w *world.World) (list []string) {
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && !p.Spectator {
			list = append(list, fmt.Sprint(p.Name, " ", p.Kills, "/", p.Deaths, "/", p.Suicides, "/", p.TeamKills))
		}
	}
	return list
}

func expectCounts(t *testing.T, what string, w *world.World, want ...string) {
	t.Helper()
	if got := counts(w); !slices.Equal(got, want) {
		t.Errorf("%s: %q, not %q", what, got, want)
	}
}

// Deaths of the warm-up are not of the match.
func TestCountsBeginWithTheMatch(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "Ann", "Bob")
	s.at(1, line("Bob rides Ann's rocket"), line("Ann becomes bored with life"))
	expectCounts(t, "warm-up", s.World, "Ann 1/1/1/0", "Bob 0/1/0/0")
	s.at(10, line("The match has begun!"))
	expectCounts(t, "beginning", s.World, "Ann 0/0/0/0", "Bob 0/0/0/0")
	s.at(10.2, line("Ann rides Bob's rocket"))
	expectCounts(t, "match", s.World, "Ann 0/1/0/0", "Bob 1/0/0/0")
	// The announcement to another client begins nothing anew.
	s.at(10.5, line("The match has begun!"))
	expectCounts(t, "said twice", s.World, "Ann 0/1/0/0", "Bob 1/0/0/0")

	s = newQuake(t, "Ann", "Bob")
	s.at(1, line("Bob rides Ann's rocket\n"))
	expectCounts(t, "Quake's warm-up", s.World, "Ann 1/0/0/0", "Bob 0/1/0/0")
	s.at(10, line("The match has begun!\n"))
	expectCounts(t, "Quake's match", s.World, "Ann 0/0/0/0", "Bob 0/0/0/0")
}

// The table of Kombat Teams has the deaths by others alone: those of all kinds, which the
// scoreboard has shown, stay.
func TestCountsBesideATableOfDeathsByOthers(t *testing.T) {
	s := newQuakeWorld(t, "qwd", `Ann\team\red`, `Bob\team\blue`)
	s.at(10, line("The match has begun!"))
	s.at(11, line("Ann rides Bob's rocket"), line("Ann becomes bored with life"),
		line("Ann was gibbed by Bob's grenade"))
	s.at(30, line("The match is over"), line("Player statistics:"), line("[red] Ann: -1 (-3) 0 \x8f 0%"),
		line("[blue] Bob: 2 (2) 0 \x8f 100%"))
	expectCounts(t, "over", s.World, "Ann 0/3/1/0", "Bob 2/0/0/0")
	r := s.Results()[0]
	if p := r.Players[0]; p.Deaths != 2 || p.Told&world.DeathsByOthers == 0 || p.Counted.Deaths != 3 ||
		p.AllDeaths() != 3 {
		t.Errorf("%+v", p)
	}
	// KTX's has all of them.
	s = newQuakeWorld(t, "qwd", "Ann", "Bob")
	s.at(10, line("The match has begun!"))
	s.at(11, line("Ann rides Bob's rocket"))
	s.at(30, line("The match is over"), line("Player statistics:"), line("\x87 Ann:\n  -1 (-3) 0 0.0%"))
	expectCounts(t, "KTX", s.World, "Ann 0/2/0/0", "Bob 1/0/0/0")
	if p := s.Results()[0].Players[0]; p.Told&world.DeathsByOthers != 0 || p.AllDeaths() != 2 {
		t.Errorf("%+v", p)
	}
}

// Who comes back to a match has what he had, in whatever slot; who gets his slot has nothing of it.
func TestCountsOfWhoComesBack(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "Ann", "Bob")
	s.at(10, line("The match has begun!"))
	s.at(11, line("Ann rides Bob's rocket"), line("Bob becomes bored with life"), frags(1, 0))
	s.at(12, leaves(1))
	s.at(12, line("Bob left the game with 0 frags"))
	s.at(13, joins(1, `\name\Cy`))
	expectCounts(t, "left", s.World, "Ann 0/1/0/0", "Cy 0/0/0/0")
	s.at(14, joins(5, `\name\Bob`))
	s.at(15, line("Bob rejoins the game"))
	expectCounts(t, "back", s.World, "Ann 0/1/0/0", "Cy 0/0/0/0", "Bob 1/1/1/0")
	s.at(16, line("Bob rides Ann's rocket"))
	s.at(30, line("The match is over"))
	expectCounts(t, "over", s.World, "Ann 1/1/0/0", "Cy 0/0/0/0", "Bob 1/2/1/0")
	r := s.Results()[0]
	if i := slices.IndexFunc(r.Players, func(p world.Score) bool { return p.Name == "Bob" }); i < 0 ||
		r.Players[i].Counted != (world.Counts{Kills: 1, Deaths: 2, Suicides: 1}) {
		t.Errorf("%+v", r.Players)
	}
}

// In a duel of OpenTDM whoever is not one of its two sides looks on, as far as no entity shows him; in a match of teams
// whoever its scoreboard has not as a player.
func TestOpenTDMWatchers(t *testing.T) {
	plays := func(w *world.World) (list []string) {
		for i := range w.Players {
			if p := &w.Players[i]; p.InUse && !p.Spectator {
				list = append(list, p.Name)
			}
		}
		return list
	}
	expect := func(what string, w *world.World, want ...string) {
		t.Helper()
		if got := plays(w); !slices.Equal(got, want) {
			t.Errorf("%s: %q, not %q", what, got, want)
		}
	}
	w := newWorld23(t, "dm2")
	feed(w, tdmBegin("Home", "Away", "READY", "READY", "0:15", "0:00", "Warmup")...)
	expect("warm-up", w, "Ann", "Bob", "Cy")
	feed(w, append(q2Frame(100, -1, nil), q2String(1568, "     Ann"), q2String(1569, "     Bob"),
		q2String(1574, "Countdown"))...)
	expect("countdown", w, "Ann", "Bob")
	feed(w, append(q2Frame(110, -1, nil), line("Fight!"), q2String(1574, "Match"), q2String(1315, `Dee\male/grunt`))...)
	expect("who comes later", w, "Ann", "Bob")

	w = newWorld23(t, "dm2")
	feed(w, append(tdmBegin("Home", "Away", "0", "0", "5:00", "0:00", "Match"), q2String(1315, `Dee\male/grunt`))...)
	feed(w, q2Frame(100, -1, nil)...)
	expect("teams", w, "Ann", "Bob", "Cy", "Dee")
	feed(w, append(q2Frame(110, -1, nil), tdmBoard("Home", "Away"))...)
	expect("scoreboard", w, "Ann", "Bob")

	// Whoever's own state the demo has plays as that says, whatever a scoreboard had before he came.
	w = mvd2Begin(t, []message.Quake2PlayerInfo{mvd2Player(0, 80), mvd2Player(1, 160), mvd2Player(2, 240)},
		q2Model(1, 255), q2Model(2, 255), q2Model(3, 255))
	expect("all are recorded", w, "Ann", "Bob", "Cy")
	feed(w, mvd2Frame(nil), tdmBoard("Home", "Away"))
	expect("a scoreboard without one of them", w, "Ann", "Bob", "Cy")
}
