package match

import (
	"slices"
	"strings"
	"testing"

	"demoscope/player/world"
)

// TestNumbersOfAPlayer: what the game reported is known, also a 0, and what it did not is counted from obituaries, or
// unknown.
func TestNumbersOfAPlayer(t *testing.T) {
	counted := world.Counts{Kills: 11, Deaths: 12, Suicides: 13, TeamKills: 14}
	s := world.Score{Score: 1, Kills: 2, Deaths: 3, Suicides: 4, TeamKills: 5, Accuracy: 6, Counted: counted}
	for _, c := range []struct {
		told world.ScoreFields
		want [6]Number // score, kills, deaths, suicides, team kills, accuracy
	}{
		{0, [6]Number{{}, {11, Counted}, {12, Counted}, {13, Counted}, {14, Counted}, {}}},
		{world.ToldScore, [6]Number{{1, Known}, {11, Counted}, {12, Counted}, {13, Counted}, {14, Counted}, {}}},
		{world.CountedScore, [6]Number{{1, Counted}, {11, Counted}, {12, Counted}, {13, Counted}, {14, Counted}, {}}},
		{world.ToldKills, [6]Number{{}, {2, Known}, {12, Counted}, {13, Counted}, {14, Counted}, {}}},
		{world.ToldDeaths, [6]Number{{}, {11, Counted}, {3, Known}, {13, Counted}, {14, Counted}, {}}},
		{world.ToldSuicides, [6]Number{{}, {11, Counted}, {12, Counted}, {4, Known}, {14, Counted}, {}}},
		{world.ToldTeamKills, [6]Number{{}, {11, Counted}, {12, Counted}, {13, Counted}, {5, Known}, {}}},
		{world.ToldAccuracy, [6]Number{{}, {11, Counted}, {12, Counted}, {13, Counted}, {14, Counted}, {6, Known}}},
		// the game's deaths are those by others, and its suicides all other ones
		{world.ToldDeaths | world.ToldSuicides | world.DeathsByOthers,
			[6]Number{{}, {11, Counted}, {7, Known}, {4, Known}, {14, Counted}, {}}},
		{world.ToldDeaths | world.DeathsByOthers,
			[6]Number{{}, {11, Counted}, {12, Known}, {13, Counted}, {14, Counted}, {}}},
	} {
		s.Told = c.told
		p := PlayerOf(&s)
		if got := [...]Number{p.Frags, p.Kills, p.Deaths, p.Suicides, p.TeamKills, p.Accuracy}; got != c.want {
			t.Errorf("%b: %v, not %v", c.told, got, c.want)
		}
	}
	hurt := PlayerOf(&world.Score{DamageGiven: 7, DamageTaken: 8, PowerupTime: 9,
		Told: world.ToldDamageGiven | world.ToldPowerupTime})
	if got := [...]Number{hurt.DamageGiven, hurt.DamageTaken, hurt.PowerupTime}; got != [3]Number{{7, Known}, {},
		{9, Known}} {
		t.Errorf("damage and powerups: %v", got)
	}
	zero := PlayerOf(&world.Score{Told: world.ToldScore})
	if zero.Frags != (Number{0, Known}) || zero.Frags.String() != "0" || zero.Accuracy.String() != "-" {
		t.Errorf("%v, %v", zero.Frags, zero.Accuracy)
	}
}

// TestNumber: a number that is unknown is no 0, and lower than all others.
func TestNumber(t *testing.T) {
	none, zero, low := Number{Value: 9}, Number{0, Counted}, Number{-3, Known}
	if none.String() != "-" || none.Pointer() != nil || zero.String() != "0" || *low.Pointer() != -3 {
		t.Errorf("%s, %v, %s, %d", none, none.Pointer(), zero, *low.Pointer())
	}
	list := []Number{none, low, zero, {7, Known}}
	slices.SortStableFunc(list, Number.Compare)
	if want := []Number{{7, Known}, zero, low, none}; !slices.Equal(list, want) {
		t.Errorf("%v, not %v", list, want)
	}
}

// TestOf: spectators who left, and players who came back, are not among those who left.
func TestOf(t *testing.T) {
	m := Of(world.Quake2, &world.Result{Map: "maps/q2dm1.bsp", Level: 3, Complete: true, Start: 4, End: 9,
		Players: []world.Score{{Name: "Ann"}, {Slot: 1, Name: "Bob"}},
		Left: []world.Score{{Name: "Ann"}, {Name: "Cy"}, {Name: "Di", Spectator: true},
			{Name: "Eve", LooksOn: true}}})
	var left []string
	for i := range m.Left {
		if p := &m.Left[i]; p.HasLeft {
			left = append(left, p.Name)
		}
	}
	if !slices.Equal(left, []string{"Cy", "Eve"}) || len(m.Players) != 2 || m.Players[0].HasLeft {
		t.Errorf("%q left, %+v", left, m.Players)
	}
	if m.Game != world.Quake2 || m.Map != "maps/q2dm1.bsp" || m.Level != 3 || !m.Complete || m.From != 4 || m.To != 9 {
		t.Errorf("%+v", m)
	}
}

// TestRanked: teams come by their scores, players by their own, unknown scores last, and equal ones as the demo has
// them. Those who left follow.
func TestRanked(t *testing.T) {
	teams := []world.TeamScore{{Name: "blue", Score: -2}, {Name: "red", Score: 5}}
	for _, c := range []struct {
		teams         []world.TeamScore
		players, left []world.Score
		want          string
	}{
		{nil, []world.Score{known("a", "", 1), known("b", "", 3), unknown("c", ""), known("d", "", 3),
			known("e", "", -1)}, []world.Score{known("f", "", 0), known("g", "", 9)}, "b d a e c g f"},
		{teams, []world.Score{known("a", "blue", 9), known("b", "red", 1), known("c", "red", 2), known("d", "", 50)},
			[]world.Score{known("e", "blue", 99), known("f", "red", 0)}, "c b a d f e"},
	} {
		var got []string
		m := Of(world.QuakeWorld, &world.Result{Teams: c.teams, Players: c.players, Left: c.left})
		for _, p := range m.Ranked() {
			got = append(got, p.Name)
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s, not %s", got, c.want)
		}
	}
}

// TestIndexOf: a player is known by the name in other slots, by the slot under other names, and if two have one name,
// by both. Nobody else's name is theirs.
func TestIndexOf(t *testing.T) {
	m := Of(world.QuakeWorld, &world.Result{Players: []world.Score{{Slot: 0, Name: "Ann"}, {Slot: 1, Name: "bot"},
		{Slot: 2, Name: "bot"}}, Left: []world.Score{{Slot: 3, Name: "Cy"}}})
	index := m.IndexOf(m.Ranked())
	for _, c := range []struct {
		slot int
		name string
		want int
	}{{0, "Ann", 0}, {7, "Ann", 0}, {0, "Anna", 0}, {1, "bot", 1}, {2, "bot", 2}, {7, "bot", -1}, {0, "Cy", 3},
		{3, "Ann", 0}, {3, "Di", 3}, {world.Nobody, "Cy", 3}, {world.Nobody, "", -1}, {7, "Di", -1}} {
		if got := index(c.slot, c.name); got != c.want {
			t.Errorf("%d %s: %d, not %d", c.slot, c.name, got, c.want)
		}
	}
}

// TestColumns: a column without a known number is left out unless it is always there, and that of team kills also
// if all are 0.
func TestColumns(t *testing.T) {
	p := &Player{Frags: Number{5, Known}, Kills: Number{7, Known}, Deaths: Number{2, Counted},
		Suicides:  Number{1, Known},
		TeamKills: Number{0, Counted}, Accuracy: Number{0, Known}, Run: Number{4, Counted}}
	text := func(in Tables, players ...*Player) string {
		var list []string
		for _, c := range ColumnsOf(in, players) {
			list = append(list, c.Title+" "+c.Text(c.Of(players[0])))
		}
		return strings.Join(list, ", ")
	}
	for _, c := range []struct{ got, want string }{
		{text(InText, p), "frags 5, kills 7, deaths 2"},
		{text(InPage, p), "frags 5, kills 7, deaths 2, suicides 1, best run 4, accuracy 0%"},
		{text(InWindow, p), "frags 5, kills 7, deaths 2, accuracy 0%"},
		{text(InText, p, &Player{TeamKills: Number{1, Counted}}), "frags 5, kills 7, deaths 2, team kills 0"},
		{text(InPage, &Player{}), "frags -, kills -, deaths -"},
		{text(InWindow, &Player{}, p), "frags -, kills -, deaths -, accuracy -"},
	} {
		if c.got != c.want {
			t.Errorf("%s, not %s", c.got, c.want)
		}
	}
	live := &world.Player{Frags: 1, Kills: 2, Deaths: 3, Ping: 4}
	var now []int32
	for i := range Columns {
		if c := &Columns[i]; c.Now != nil {
			now = append(now, c.Now(live))
		}
	}
	if !slices.Equal(now, []int32{1, 2, 3, 4}) {
		t.Errorf("the scoreboard has %v", now)
	}
}

// TestNumbersInJSON: the numbers of a player are between the members of the object that they are in.
func TestNumbersInJSON(t *testing.T) {
	p := &Player{Kills: Number{0, Counted}, Deaths: Number{2, Counted}, Suicides: Number{0, Known},
		TeamKills: Number{3, Known}, Accuracy: Number{40, Known}}
	type name struct {
		Name string `json:"name,omitempty"`
	}
	for _, c := range []struct {
		in    Tables
		p     *Player
		after any
		want  string
	}{
		{InDemo, p, name{"b"}, `{"name":"a","kills":0,"deaths":2,"teamkills":3,"name":"b"}`},
		{InMatch, p, name{}, `{"name":"a","suicides":0,"teamkills":3}`},
		{InStatistics, p, name{}, `{"name":"a","accuracy":40}`},
		{InStatistics, &Player{}, name{"b"}, `{"name":"a","name":"b"}`},
	} {
		if got, err := NumbersOf(c.p, c.in).Object(name{"a"}, c.after); err != nil || string(got) != c.want {
			t.Errorf("%s, %v, not %s", got, err, c.want)
		}
	}
	for _, c := range [][2]any{{func() {}, name{"b"}}, {name{"a"}, func() {}}} {
		if got, err := NumbersOf(p, InDemo).Object(c[0], c[1]); err == nil {
			t.Errorf("%s without an error", got)
		}
	}
}

// TestNotes: each note stands where what it says is so.
func TestNotes(t *testing.T) {
	const (
		run      = "Best run"
		before   = "Anything before the demo"
		others   = "Deaths include suicides"
		suicides = "Suicides reported by the game"
		level    = "Falls, lava"
		idle     = "Deaths between rounds"
		old      = "Scores are the last that the game reported, up to 1:23 before the end."
		back     = "Bob left at 2:03 with 2 frags and was back at 2:08, with a new frag count; kills and deaths are " +
			"totals."
	)
	ann := world.Score{Name: "Ann"}
	told := func(fields world.ScoreFields) *Match {
		s := ann
		s.Told, s.Age = fields, 83
		return Of(world.Quake, &world.Result{Players: []world.Score{s}})
	}
	with := func(change func(m *Match)) *Match {
		m := told(0)
		change(m)
		return m
	}
	for i, c := range []struct {
		m    *Match
		want []string
	}{
		{told(0), []string{run}},
		{with(func(m *Match) { m.Result.Start = world.Unknown }), []string{run, before}},
		{told(world.DeathsByOthers), []string{run, others}},
		{told(world.DeathsByOthers | world.ToldSuicides), []string{run, others, suicides}},
		{told(world.ToldSuicides), []string{run}},
		{told(world.ToldScore), []string{run, old}},
		{with(func(m *Match) { m.Kills.ByLevel = 1 }), []string{run, level}},
		{with(func(m *Match) { m.Kills.Idle = 1 }), []string{run, idle}},
		{with(func(m *Match) {
			m.Result.Returns = []world.Return{{Name: "Bob", Score: 2, HasScore: true, Left: 123.9, Back: 128.6}}
		}), []string{back, run}},
	} {
		notes := c.m.Notes()
		for k, want := range c.want {
			if len(notes) != len(c.want) || !strings.Contains(notes[k], want) {
				t.Errorf("%d: %q, not %q", i, notes, c.want)
				break
			}
		}
	}
}

// TestReturns: a return that is the last one stands beside the name. What Quake III's games report begins anew.
func TestReturns(t *testing.T) {
	r := &world.Result{Players: []world.Score{{Name: "Bob"}, {Name: "Ann"}}, Returns: []world.Return{
		{Name: "Bob", Left: 60, Back: 70}, {Name: "Cy", Left: 80, Back: 90},
		{Name: "Bob", Left: 100, Back: 110, LooksOn: true}}}
	m := Of(world.Quake3, r)
	if got := m.Remark(&m.Players[0]) + m.Remark(&m.Players[1]); got != "(back since 1:50)" {
		t.Error(got)
	}
	if got := strings.Join(m.ScoreNotes(nil), " "); got != "Bob left at 1:00 and was back at 1:10, "+
		"with a new frag count. "+
		"Cy left at 1:20 and was back at 1:30, with a new frag count. "+
		"Bob spectator from 1:40 and played again from 1:50, with a new frag count." {
		t.Error(got)
	}
	age := func(seconds float64, left, looksOn bool) *Player {
		return &Player{Score: &world.Score{Age: seconds, LooksOn: looksOn}, HasLeft: left, Frags: Number{1, Known}}
	}
	notes := (*Match)(nil).ScoreNotes([]*Player{age(5, false, false), age(9, true, false), age(8, false, true)})
	if len(notes) != 1 || !strings.Contains(notes[0], "up to 0:05 before") {
		t.Errorf("of those who left: %q", notes)
	}
	gone := Player{Score: &world.Score{Gone: 83}, HasLeft: true}
	if got := m.Remark(&gone); got != "(left at 1:23)" {
		t.Error(got)
	}
	if gone.LooksOn = true; m.Remark(&gone) != "(spectator from 1:23)" {
		t.Error(m.Remark(&gone))
	}
	for range maxReturns {
		r.Returns = append(r.Returns, world.Return{Name: "Di"})
	}
	if got := m.ScoreNotes(nil)[0]; strings.Count(got, "Di left") != maxReturns-3 ||
		!strings.HasSuffix(got, ". 3 more players left and came back.") {
		t.Error(got)
	}
	if got := (*Match)(nil).ScoreNotes(nil); got != nil || (*Match)(nil).BackSince("Bob") != "" {
		t.Errorf("of no match: %q", got)
	}
}
