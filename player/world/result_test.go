package world

import (
	"slices"
	"testing"

	"demoscope/player/world/internal/fields"
)

// Each number is added to itself.
func TestCountsAdd(t *testing.T) {
	var c Counts
	fields.Fill(&c)
	want := Counts{2 * c.Kills, 2 * c.Deaths, 2 * c.Suicides, 2 * c.TeamKills,
		Sums{2 * c.DamageGiven, 2 * c.DamageTaken, 2 * c.PowerupTime}}
	one := c
	if c.Add(one); c != want {
		t.Errorf("%+v and %+v are %+v", one, one, c)
	}
	for _, stats := range []*Stats{nil, new(Stats)} {
		p := Player{Stats: stats}
		if p.SetCounts(want); p.Counts() != want {
			t.Errorf("%+v is kept as %+v", want, p.Counts())
		}
		if p.Leave(); p.Counts() != (Counts{}) || p.Guest != 1 {
			t.Errorf("who left has %+v, guest %d", p.Counts(), p.Guest)
		}
	}
}

// Who leaves a match again leaves with the new score, but as a spectator with that of the player, and with the old
// counts if only the score is told.
func TestLeave(t *testing.T) {
	w := newBlank(QuakeWorld)
	e := edit(w)
	e.BeginLevel()
	w.Players = []Player{{Slot: 0, Name: "Ann", InUse: true}, {Slot: 1, Name: "Bob"}, {Slot: 2, Name: "Cy", InUse: true,
		Spectator: true}}
	e.Leave(Score{Name: "Ann", Score: 1}) // of no match
	e.BeginResult(0)
	e.Leave(Score{Score: 2})
	for clock, s := range []Score{
		{Slot: 1, Name: "Bob", Score: 3, Counted: Counts{Deaths: 4}},
		{Slot: Nobody, Name: "Bob", Score: 5},
		{Slot: 1, Name: "Cy", LooksOn: true, Counted: Counts{Kills: 1}},
		{Slot: 1, Name: "Cy", Spectator: true},
		{Slot: 1, Name: "Di", LooksOn: true, Score: 6},
		{Slot: 1, Name: "Di", Score: 7},
		{Slot: 0, Name: "Ann", Score: 8},
		{Slot: 1, Name: "Ed"},
		{Slot: 3, Name: "Flo", Spectator: true, Score: 9},
	} {
		w.Clock = float64(clock)
		e.Leave(s)
	}
	want := []Score{{Slot: Nobody, Name: "Bob", Score: 5, Counted: Counts{Deaths: 4}, Gone: 1},
		{Slot: 1, Name: "Cy", LooksOn: true, Counted: Counts{Kills: 1}, Gone: 2},
		{Slot: 1, Name: "Di", Score: 7, Gone: 5}, {Slot: 0, Name: "Ann", Score: 8, Gone: 6},
		{Slot: 1, Name: "Ed", Gone: 7}, {Slot: 3, Name: "Flo", Spectator: true, Score: 9,
			Gone: 8}}
	if got := e.Result().Left; !slices.Equal(got, want) {
		t.Errorf("%+v, not %+v", got, want)
	}
	if e.Parted(1) != "Ed" || e.Parted(2) != "" || e.Left("Bob") != (Counts{Deaths: 4}) || e.Left("Zed") != (Counts{}) {
		t.Errorf("parted %q and %q, counts %+v", e.Parted(1), e.Parted(2), e.Left("Bob"))
	}
	if _, ok := e.Join(1, "Ann"); ok {
		t.Error("a player is back who is there")
	}
	if c, ok := e.Join(1, "Bob"); !ok || c.Deaths != 4 {
		t.Errorf("Bob is back with %+v, %v", c, ok)
	}
	// Those who are there have not left, and Ed did nothing; but Cy, who looks on, did.
	w.Players[0].Name, w.Players[1] = "Ed", Player{Slot: 1, Name: "Ed", Spectator: true, InUse: true}
	for _, c := range []struct {
		scores     []Score
		spectators []string
		left       []string
		contenders int
	}{
		{nil, nil, []string{"Bob", "Cy", "Di", "Ann", "Ed", "Flo"}, 4},
		{[]Score{{Name: "Ann"}, {Name: "Zed"}}, []string{"Ed", "Cy"}, []string{"Bob", "Cy", "Di", "Flo"}, 5},
	} {
		r := Result{Left: slices.Clone(want), Players: c.scores, Spectators: c.spectators}
		n := r.Contenders()
		r.DropPresent()
		var left []string
		for _, s := range r.Left {
			left = append(left, s.Name)
		}
		if !slices.Equal(left, c.left) || n != c.contenders || r.Contenders() != n {
			t.Errorf("%q left, %d contenders, not %+v", left, n, c)
		}
	}
}

// Without a known start nobody played in Quake and Quake II unless two were there and one had a score.
func TestEmptyResult(t *testing.T) {
	one, two := []Score{{Score: 1}}, []Score{{}, {}}
	for i, c := range []struct {
		r           Result
		quake, live bool
	}{
		{Result{Start: Unknown}, true, true},
		{Result{Start: Unknown, Players: one}, true, false},
		{Result{Start: Unknown, Players: two}, true, false},
		{Result{Start: Unknown, Players: two[1:], Left: one}, false, false},
		{Result{Start: Unknown, Players: two[1:], Left: two[1:]}, true, false},
		{Result{Start: Unknown, Players: two, Returns: []Return{{Score: -1}}}, false, false},
		{Result{Start: 0, Left: two[1:]}, false, false},
		{Result{Start: 0}, true, true},
	} {
		for game, want := range map[Game]bool{Quake: c.quake, Quake2: c.quake, QuakeWorld: c.live, Quake3: c.live} {
			if c.r.empty(game) != want {
				t.Errorf("%d, %v: not %v", i, game, want)
			}
		}
	}
}

// Who comes back has left with the score that was known of him, if any was, and no more come back than are kept.
func TestJoin(t *testing.T) {
	w := newBlank(Quake3)
	e := edit(w)
	e.BeginLevel()
	e.BeginResult(0)
	for _, c := range []struct {
		what string
		told ScoreFields
		has  bool
	}{{"told", ToldScore, true}, {"counted", CountedScore | ToldDeaths, true}, {"not known", ToldKills, false}} {
		e.Leave(Score{Slot: 1, Name: c.what, Score: 7, Told: c.told})
		if _, ok := e.Join(2, c.what); !ok {
			t.Errorf("%s: nobody is back", c.what)
		}
		r := e.Result().Returns
		if b := r[len(r)-1]; b.Name != c.what || b.Slot != 2 || b.HasScore != c.has {
			t.Errorf("%s: %+v", c.what, b)
		}
	}
	for clock := range 300 {
		w.Clock = float64(1 + clock)
		e.Leave(Score{Name: "Bob"})
		e.Join(0, "Bob")
	}
	if n := len(e.Result().Returns); n != 256 {
		t.Errorf("%d returns are kept", n)
	}
}
