package hud

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// boardTexts are the lines of the scoreboard in words: a side's name, "-" and a
// heading, or a player's name.
func boardTexts(h *HUD, in *Input) (list []string) {
	h.board.boardOf(in)
	for _, l := range h.board.board {
		switch {
		case l.side >= 0:
			list = append(list, "*"+in.Sides[l.side].Name)
		case l.heading != "":
			list = append(list, "-"+l.heading)
		default:
			list = append(list, in.World.Players[l.slot].Name)
		}
	}
	for _, i := range h.board.spectators {
		list = append(list, "("+in.World.Players[i].Name+")")
	}
	return list
}

// playersOf returns a world of QuakeWorld with players in use.
func playersOf(list ...world.Player) *world.World {
	w := rules.New("mvd")
	for i, p := range list {
		p.Slot, p.InUse = i, true
		w.Players = append(w.Players, p)
	}
	return w
}

// Players stand by their frags, equal ones by their slots; spectators are apart,
// whatever their frags, and a slot that nobody uses has no line.
func TestScoresAreRanked(t *testing.T) {
	in := &Input{Moment: Moment{World: playersOf(
		world.Player{Name: "a", Frags: 13}, world.Player{Name: "watcher", Frags: 99, Spectator: true},
		world.Player{Name: "b", Frags: 40},
		world.Player{Name: "c", Frags: 13}, world.Player{Name: "", Frags: 50}, world.Player{Name: "d", Frags: -2},
	)}}
	in.World.Players = append(in.World.Players, world.Player{Slot: 6, Name: "gone", Frags: 77})
	h := New(1)
	if got := strings.Join(boardTexts(h, in), " "); got != "b a c d (watcher)" {
		t.Errorf("lines %s", got)
	}
	if cols := h.board.columns(in.World); len(cols) != 1 || cols[0].Title != "frags" {
		t.Errorf("%d columns though the demo tells only frags", len(cols))
	}
	in.World.Players[1].Ping = 30
	if cols := h.board.columns(in.World); len(cols) != 1 {
		t.Errorf("%d columns with a ping of a spectator", len(cols))
	}
	in.World.Players[0].Ping = 30
	if cols := h.board.columns(in.World); len(cols) != 2 {
		t.Errorf("%d columns with pings", len(cols))
	}
}

// teamInput is a match of two teams with a player of none and two spectators. The team
// of a spectator means nothing.
func teamInput(s Screen) *Input {
	in := fakeInput(s)
	in.World = playersOf(
		world.Player{Name: "Ranger", Team: "red", Frags: 10, Pants: 4, Shirt: 4, Ping: 25, Deaths: 3},
		world.Player{Name: "Vesper", Team: "blue", Frags: 30, Pants: 13, Shirt: 13, Ping: 40},
		world.Player{Name: "Quarry", Team: "red", Frags: 50, Pants: 4, Shirt: 4, Ping: 12, Deaths: 1},
		world.Player{Name: "Lumen", Team: "blue", Frags: 31, Pants: 13, Shirt: 13, Ping: 44},
		world.Player{Name: "Stray", Team: "grey", Frags: 7},
		world.Player{Name: "Onlooker", Team: "red", Spectator: true}, world.Player{Name: "Another", Spectator: true},
	)
	in.World.Level().Title = "The Abandoned Base"
	in.Sides = []world.Side{{Name: "blue", Slot: world.Nobody, Color: 13, Score: 61}, {Name: "red", Slot: world.Nobody,
		Color: 4, Score: 60}}
	in.Messages, in.Watched = nil, 2
	in.World.Match.Start = 30
	in.World.Level().ServerInfo = `\timelimit\20`
	return in
}

func TestScoresByTeam(t *testing.T) {
	in := teamInput(screens[0])
	h := New(screens[0].Unit())
	want := "*blue Lumen Vesper *red Quarry Ranger -no team Stray (Onlooker) (Another)"
	if got := strings.Join(boardTexts(h, in), " "); got != want {
		t.Errorf("lines %s, want %s", got, want)
	}
	in.Scores = true
	h.Build(in)
	if n := testing.AllocsPerRun(10, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
	// The team's score stands in the column of the frags.
	list := textsOf(h)
	for _, text := range []string{"61", "60", "blue", "red", "no team", "watching", "Onlooker", "Another", "frags"} {
		if !slices.Contains(list, text) {
			t.Errorf("%q is not written: %q", text, list)
		}
	}
	if h.board.playersFrom(0) != 5 || h.board.playersFrom(4) != 3 {
		t.Errorf("%d and %d players", h.board.playersFrom(0), h.board.playersFrom(4))
	}
	// The sides of a duel are players, not teams.
	in.Sides = []world.Side{{Name: "Quarry", Slot: 2, Color: 4, Score: 50}, {Name: "Lumen", Slot: 3, Color: 13,
		Score: 31}}
	if got := strings.Join(boardTexts(h, in), " "); got != "Quarry Lumen Vesper Ranger Stray (Onlooker) (Another)" {
		t.Errorf("lines of a duel: %s", got)
	}
}

// A score that no demo tells, and of which nothing was counted, is a dash: in Quake II, of players whose
// stats the demo lacks.
func TestScoreThatIsNotTold(t *testing.T) {
	in := fakeInput(screens[0])
	in.World = playersOf(
		world.Player{Name: "Ann", EyeKnown: true}, world.Player{Name: "Bob"}, world.Player{Name: "Cy", Frags: 3},
		world.Player{Name: "Dee", FragsReported: true},
	)
	in.Sides, in.Scores, in.Messages = nil, true, nil
	for game, want := range map[world.Game][]string{world.Quake2: {"-", "0", "0", "3"}, world.Quake: {"0", "0", "0",
		"3"}, world.Quake3: {"-", "-", "-", "0"}} {
		in.World.Game = game
		h := New(screens[0].Unit())
		h.Build(in)
		var got []string
		for _, text := range textsOf(h) {
			if text == "-" || text == "0" || text == "3" {
				got = append(got, text)
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%v: %q, want %q", game, got, want)
		}
	}
}

// How old the oldest score is stands above the scoreboard, where it follows from nothing what it has been since.
func TestScoresThatAreOld(t *testing.T) {
	in := fakeInput(screens[0])
	in.World = playersOf(
		world.Player{Name: "Ann", FragsReported: true, FragsAt: 17}, world.Player{Name: "Bob", FragsReported: true,
			FragsAt: 100}, world.Player{Name: "Cy"},
		world.Player{Name: "Dee", FragsReported: true, FragsAt: 5, Spectator: true},
	)
	in.World.Clock, in.World.Game = 100, world.Quake3
	in.Sides, in.Scores, in.Messages = nil, true, nil
	for _, counts := range []bool{false, true} {
		in.World.Match.FragsCount = counts
		h := New(screens[0].Unit())
		h.Build(in)
		said := slices.ContainsFunc(textsOf(h), func(text string) bool {
			return strings.Contains(text, "scores up to 1:23 old")
		})
		if said == counts {
			t.Errorf("scores are counted %v: %q", counts, textsOf(h))
		}
	}
}

// A click on a line of the scoreboard finds its player, and nobody beside it.
func TestScoreAt(t *testing.T) {
	for _, s := range screens {
		h, in := New(s.Unit()), teamInput(s)
		h.Build(in)
		if slot, on := h.ScoreAt(s.Width/2, s.Height/3); slot != world.Nobody || on {
			t.Errorf("%v: without a scoreboard %d, %v", s, slot, on)
		}
		in.Scores = true
		h.Build(in)
		found := map[int]int{}
		for y := float32(0); y < s.Height; y++ {
			slot, on := h.ScoreAt(s.Width/2, y)
			if !on && slot != world.Nobody {
				t.Fatalf("%v: player %d beside the scoreboard", s, slot)
			}
			if slot != world.Nobody {
				found[slot]++
			}
		}
		if len(found) != 5 || found[5]+found[6] != 0 {
			t.Errorf("%v: lines of players %v", s, found)
		}
		// The line is where the name is written.
		for _, l := range describe(h) {
			var x, y float32
			if n, _ := fmt.Sscanf(l, "text %f %f", &x, &y); n == 2 && strings.HasSuffix(l, `"Quarry"`) {
				if slot, _ := h.ScoreAt(x+5, y-5); slot != 2 {
					t.Errorf("%v: at Quarry's name is player %d", s, slot)
				}
			}
		}
		in.Scores = false
		h.Build(in)
		if _, on := h.ScoreAt(s.Width/2, s.Height/3); on {
			t.Errorf("%v: the scoreboard is still there after it was closed", s)
		}
	}
}

// The heading of the spectators never stands alone: with one line left they are left
// out.
func TestSpectatorsNeedTwoLines(t *testing.T) {
	for lines, want := range map[int]bool{0: false, 1: false, 2: true} {
		var players []world.Player
		for range 17 - lines { // there is room for 17 lines
			players = append(players, world.Player{Name: "x"})
		}
		in := fakeInput(screens[3])
		in.World = playersOf(append(players, world.Player{Name: "Onlooker", Spectator: true})...)
		h := New(1)
		h.board.drawScores(in, &h.page, Rect{0, 0, 640, 68 + 34 + 16*17 + 8})
		list := textsOf(h)
		if slices.Contains(list, "watching") != want || slices.Contains(list, "Onlooker") != want {
			t.Errorf("with %d lines left: %q", lines, list)
		}
	}
}

// The names of spectators are cut to the lines that are left, and counted.
func TestManySpectators(t *testing.T) {
	in := teamInput(screens[0])
	for i := range 60 {
		in.World.Players = append(in.World.Players, world.Player{Slot: 7 + i, InUse: true, Spectator: true,
			Name: fmt.Sprintf("w%d", i)})
	}
	in.Scores = true
	h := New(screens[0].Unit())
	h.Build(in)
	list := textsOf(h)
	names, more := 0, 0
	for _, l := range list {
		var n int
		if k, _ := fmt.Sscanf(l, "w%d", &n); k == 1 {
			names++
		}
		if k, _ := fmt.Sscanf(l, "%d more", &n); k == 1 {
			more = n
		}
	}
	if names+2+more != 62 || names == 0 || more == 0 {
		t.Errorf("%d names and %d more, of 60: %q", names, more, list)
	}
	notCollide(t, "many spectators", screens[0], h)
}

// textsOf returns the texts of a description, in the order of drawing.
func textsOf(h built) (list []string) {
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
			in.World.Players = append(in.World.Players, world.Player{Slot: i, InUse: true,
				Name: fmt.Sprintf("Player%d.", i), Frags: int32(100 - i)})
		}
		h := New(1)
		h.page.layout = NewLayout(in.Screen)
		h.board.drawScores(in, &h.page, Rect{0, 0, 640, 68 + 34 + 16*17 + 8})
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
			t.Errorf("of %d players %d have a row, then %q, want %d and %q: %q", c.players, rows, more, c.rows,
				c.more, list)
		}
	}
}
