package hud

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/player/world"
)

func TestScoresAreRanked(t *testing.T) {
	w := quakeWorld(5)
	w.Players[1].Spectator = true
	w.Players[1].Frags = 99
	w.Players[2].Frags = 40
	h := New(1)
	h.rank(w)
	want := []int{2, 0, 3, 4, 1}
	if len(h.order) != len(want) {
		t.Fatalf("order %v", h.order)
	}
	for i := range want {
		if h.order[i] != want[i] {
			t.Fatalf("order %v, want %v", h.order, want)
		}
	}
	if cols := h.columns(w); len(cols) != 1 || cols[0].title != "frags" {
		t.Errorf("%d columns though the demo tells only frags", len(cols))
	}
	w.Players[0].Ping = 30
	if cols := h.columns(w); len(cols) != 2 {
		t.Errorf("%d columns with pings", len(cols))
	}
}

func TestTeamScores(t *testing.T) {
	w := quakeWorld(5)
	for i, name := range []string{"red", "blue", "red", "blue", "red"} {
		w.Players[i].Team = name
		w.Players[i].Frags = int32(10 * (i + 1))
	}
	w.Players[4].Spectator = true
	h := New(1)
	h.rank(w)
	h.addTeams(w)
	if len(h.teams) != 2 || h.teams[0] != (team{"blue", 60}) || h.teams[1] != (team{"red", 40}) {
		t.Errorf("teams %+v", h.teams)
	}
	in := fakeInput(screens[0])
	in.World, in.Scores = w, true
	h.Build(in)
	if n := testing.AllocsPerRun(10, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// textsOf returns the texts of a description, in the order of drawing.
func textsOf(h *HUD) (list []string) {
	for _, l := range describe(h) {
		if i := strings.IndexByte(l, '"'); i >= 0 && strings.HasPrefix(l, "text ") {
			list = append(list, strings.Trim(l[i:], `"`))
		}
	}
	return list
}

// Players for whom there is no room are counted, and the row that says so takes
// the place of one.
func TestScoresWithoutRoom(t *testing.T) {
	for _, c := range []struct {
		players, rows int
		more          string
	}{{1, 1, ""}, {16, 16, ""}, {17, 17, ""}, {18, 16, "2 more"}, {30, 16, "14 more"}} { // there is room for 17 rows
		in := fakeInput(screens[3])
		in.World = quakeWorld(0)
		in.World.Players = in.World.Players[:0]
		for i := range c.players {
			in.World.Players = append(in.World.Players, world.Player{Slot: i, InUse: true, Name: fmt.Sprintf("Player%d.", i), Frags: int32(100 - i)})
		}
		h := New(1)
		h.page.layout = NewLayout(in.Screen)
		h.drawScores(in, Rect{0, 0, 640, 68 + 32 + 16*16 + 8})
		list := textsOf(h)
		rows := 0
		for i := range c.players {
			name := fmt.Sprintf("Player%d.", i)
			if slices.Contains(list, name) {
				if rows++; i != rows-1 {
					t.Errorf("%d players: %s stands in row %d", c.players, name, rows)
				}
			}
		}
		more := ""
		for _, l := range list {
			if strings.HasSuffix(l, " more") {
				more = l
			}
		}
		if rows != c.rows || more != c.more {
			t.Errorf("of %d players %d have a row, then %q, want %d and %q: %q", c.players, rows, more, c.rows, c.more, list)
		}
	}
}

// In the head of the scores stand monsters and secrets, those found before all.
func TestTotals(t *testing.T) {
	for _, c := range []struct {
		game  world.Game
		stats map[int]int32
		want  string
	}{
		{world.Quake, map[int]int32{world.StatTotalMonsters: 30, world.StatMonsters: 12, world.StatTotalSecrets: 4, world.StatSecrets: 1}, "monsters 12/30   secrets 1/4"},
		{world.QuakeWorld, map[int]int32{world.StatTotalSecrets: 4, world.StatSecrets: 4}, "secrets 4/4"},
		{world.Quake, map[int]int32{world.StatTotalMonsters: 7}, "monsters 0/7"},
		{world.Quake, map[int]int32{world.StatTotalMonsters: 0, world.StatTotalSecrets: 0, world.StatSecrets: 3}, ""},
		{world.Quake2, map[int]int32{world.StatTotalMonsters: 30, world.StatTotalSecrets: 4}, ""},
	} {
		in := fakeInput(screens[3])
		in.World = &world.World{Game: c.game}
		for stat, v := range c.stats {
			in.World.Stats.Set(stat, v)
		}
		h := New(1)
		h.drawTotals(in, 600, 20)
		if got := strings.Join(textsOf(h), "   "); got != c.want {
			t.Errorf("%v with %v: %q, want %q", c.game, c.stats, got, c.want)
		}
	}
}

// In the head of the scores there is room for the best four teams.
func TestTeamsInTheHead(t *testing.T) {
	w := quakeWorld(0)
	w.Players = w.Players[:0]
	for i, frags := range []int32{5, 40, -3, 30, 20, 40} {
		w.Players = append(w.Players, world.Player{Slot: i, InUse: true, Name: "x", Team: string(rune('a' + i)), Frags: frags})
	}
	h := New(1)
	h.rank(w)
	h.addTeams(w)
	if want := []team{{"b", 40}, {"f", 40}, {"d", 30}, {"e", 20}}; !slices.Equal(h.teams, want) {
		t.Errorf("teams %+v, want %+v", h.teams, want)
	}
}

// What the clocks of the bar say: the time, and what it is of.
func TestClocks(t *testing.T) {
	for _, c := range []struct {
		name   string
		clock  ClockKind
		change func(in *Input)
		want   string
	}{
		{"viewer's", ClockViewer, func(*Input) {}, "1:05 of 12:34"},
		{"viewer's, paused", ClockViewer, func(in *Input) { in.Paused = true }, "1:05.250 of 12:34"},
		{"viewer's, while the demo is read", ClockViewer, func(in *Input) { in.Complete = false }, "1:05 of 12:34+"},
		{"server's", ClockServer, func(*Input) {}, "1:02 of server"},
		{"match without a beginning", ClockMatch, func(*Input) {}, "-:-- of match"},
		{"match without a limit", ClockMatch, func(in *Input) { in.World.Match.Start = 30 }, "0:32 of match"},
		{"match", ClockMatch, func(in *Input) { in.World.Match.Start, in.World.Level().ServerInfo = 30, `\timelimit\20` }, "0:32 of 20:00"},
		{"match, before it", ClockMatch, func(in *Input) { in.World.Match.Start, in.Paused = 70, true }, "0:00.000 of match"},
		{"no world", ClockMatch, func(in *Input) { in.World = nil }, "-:-- of match"},
	} {
		in := fakeInput(screens[3])
		in.Clock, in.Time, in.Duration, in.Clocks = 65.25, 62.5, 754.3, c.clock
		c.change(in)
		h, b := New(1), NewBar(NewLayout(in.Screen))
		h.drawClocks(in, &b, 20, false)
		if list := textsOf(h); len(list) != 2 || list[1]+" of "+list[0] != c.want {
			t.Errorf("%s: %q, want %q", c.name, list, c.want)
		}
	}
}
