package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"demoscope/player/lobby"
)

// fakeGames are games of which a test says what their servers answer.
type fakeGames struct {
	mu      sync.Mutex
	answers []lobby.Game
	failed  []error
	asked   int
	favored []string
	broken  error // of favorites
	hold    chan struct{}
}

func (f *fakeGames) games() *Games {
	return &Games{
		Ask: func(ctx context.Context, each func(lobby.Game)) []error {
			f.mu.Lock()
			f.asked++
			answers, failed, hold := slices.Clone(f.answers), f.failed, f.hold
			f.mu.Unlock()
			for _, g := range answers {
				each(g)
			}
			if hold != nil {
				select {
				case <-hold:
				case <-ctx.Done():
				}
			}
			return failed
		},
		Favor: func(address string, favorite bool) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.favored = append(f.favored, fmt.Sprint(address, " ", favorite))
			return f.broken
		},
		Address: func(text string) (string, bool) { return text, strings.HasPrefix(text, "qw://") },
	}
}

// times is how often the servers were asked.
func (f *fakeGames) times() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.asked
}

func (f *fakeGames) answer(games ...lobby.Game) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers = games
}

// gamesRig is a home that is asked for games.
func gamesRig(t *testing.T, f *fakeGames) *rig {
	r := newHomeRig(t, folderSource{})
	r.home.config.Games = f.games()
	r.home.games.config = r.home.config.Games
	return r
}

func clients(names ...string) (list []lobby.Client) {
	for i, name := range names {
		list = append(list, lobby.Client{Name: name, Team: "red", Frags: 10 - i, PingMS: 25, Minutes: 3})
	}
	return list
}

// TestHomeGames: games are listed as their servers answer, filtered, sorted, made favorites and watched.
func TestHomeGames(t *testing.T) {
	f := &fakeGames{hold: make(chan struct{})}
	duel := lobby.Game{Address: "a.example:27500", PingMS: 30, Name: "duels", Map: "aerowalk", Mode: "1on1",
		Status: "3 min left", MaxPlayers: 2, Players: clients("ann", "bob"), Spectators: clients("eve")}
	team := lobby.Game{Address: "b.example:27501", PingMS: 20, Name: "teams", Map: "dm3", Mode: "4on4", MaxPlayers: 8,
		Players: clients("carl", "dave", "finn"), QTV: "2@tv.example:28000"}
	empty := lobby.Game{Address: "c.example:27502", PingMS: 10, Name: "nobody", Map: "dm6", MaxPlayers: 16}
	f.answer(duel, team, empty)
	r := gamesRig(t, f)
	var opened []string
	sample := r.opener.open
	r.opener.open = func(_ context.Context, path string) (Demo, error) {
		if path == "qtv:2@tv.example:28000" {
			return Demo{}, errors.New("it is full")
		}
		opened = append(opened, path)
		return sample(t.Context(), "")
	}
	r.press("F2")
	r.until("two games", func() bool { return len(r.home.hudIn.Rows) == 2 })
	r.expectRows("the most players first", 6, "teams", "duels")
	r.expectRows("players", 0, "3/8", "2/2")
	if in := &r.home.hudIn; in.Status != "2 games, 1 without players, asking" || in.Buttons[buttonGames] != "Demos" ||
		len(in.Chips) != 0 {
		t.Errorf("it says %q, the button is %q, %d chips", in.Status, in.Buttons[buttonGames], len(in.Chips))
	}
	close(f.hold)
	r.until("all were asked", func() bool { return r.home.hudIn.Status == "2 games, 1 without players" })
	r.press("F7")
	r.expectRows("also empty ones", 6, "teams", "duels", "nobody")
	r.press("F6")
	r.expectRows("by map", 1, "aerowalk", "dm3", "dm6")
	r.press("Shift+F6")
	r.expectRows("the other way round", 1, "dm6", "dm3", "aerowalk")
	r.click(r.home.layout.Columns[4])
	r.expectRows("by ping", 4, "10", "20", "30")
	r.write("eve")
	r.expectRows("watched by eve", 6, "duels")
	if p := r.home.hudIn.Page; p == nil || p.Title != "duels" || !strings.Contains(strings.Join(p.Lines, "\n"),
		"aerowalk   1on1   3 min left\n2 of 2 players   1 spectator   30 ms\na.example:27500") {
		t.Errorf("the page is %+v", p)
	} else if h := p.Highlights; len(h) != 3 || h[0].Clock != "10" || h[0].Text != "ann   red   25 ms, 3 min" ||
		h[2].Text != "eve   watches" {
		t.Errorf("who is there: %+v", h)
	}
	r.press("F3")
	r.home.games.saving.Wait()
	r.pass(0)
	if !slices.Equal(f.favored, []string{"a.example:27500 true"}) || r.rows(6)[0] != "* duels" {
		t.Errorf("favored %q, %q", f.favored, r.rows(6))
	}
	r.press("Esc")
	r.expectRows("without words", 6, "nobody", "teams", "* duels")
	// Who is a favorite no more by mistake is so again by the same key, also where nobody plays there.
	r.press("F7")
	r.press("Home")
	r.press("F7")
	r.press("Home")
	r.press("F3")
	r.press("F7")
	r.expectRows("an empty favorite", 6, "* nobody", "teams", "* duels")
	r.press("F3")
	r.expectRows("an empty one that was a favorite", 6, "nobody", "teams", "* duels")
	r.press("F3")
	r.expectRows("again", 6, "* nobody", "teams", "* duels")
	r.press("F3")
	r.press("Down")
	r.press("F6") // which chooses anew
	r.press("Shift+F6")
	if rows := r.rows(6); len(rows) != 2 {
		t.Errorf("who is no favorite any more is still there: %q", rows)
	}
	r.press("F7")
	r.home.games.by, r.home.games.reversed = lobby.ByPing, false
	r.home.games.choose()
	r.home.games.saving.Wait()

	// Servers are asked again: what does not answer any more goes, but for favorites, and the selected one
	// stays selected.
	r.press("Home")
	r.press("Down")
	empty.PingMS = 50
	f.answer(empty, team)
	r.press("F5")
	r.until("asked again", func() bool { return f.times() == 2 && !r.home.games.running() })
	r.pass(0)
	r.expectRows("again", 6, "teams", "* duels", "nobody")
	if k := r.home.games.row(); k == nil || k.Name != "teams" {
		t.Errorf("selected is %+v", k)
	}

	// A stream goes before the server, and one that fails leaves everything as it is.
	r.press("Enter")
	r.until("it is full", func() bool { return r.home.hudIn.Message == "it is full" })
	if !r.home.shown {
		t.Error("the home has gone")
	}
	r.press("Down")
	r.press("Enter")
	r.opening()
	if !slices.Equal(opened, []string{"qw://a.example:27500"}) || r.home.shown {
		t.Errorf("opened %q, home %v", opened, r.home.shown)
	}
	r.press("Esc")
	if !r.home.shown || !r.home.games.shown {
		t.Error("Esc does not lead back to the games")
	}
	// What is waited for while one is opened is said, before all else.
	left := make(chan struct{})
	open := r.opener.open
	r.opener.open = func(ctx context.Context, _ string) (Demo, error) {
		<-ctx.Done()
		close(left)
		return Demo{}, ctx.Err()
	}
	r.opener.waitingFor = func() string { return "the server tells of its level" }
	r.press("Enter")
	r.pass(0)
	if says := r.home.hudIn.Message; says != "Opening a.example:27500: the server tells of its level (Esc: cancel)" {
		t.Errorf("while it is opened it says %q", says)
	}
	r.press("Esc")
	if says := r.home.hudIn.Message; says != "Canceled" {
		t.Errorf("given up, it says %q", says)
	}
	<-left // nobody goes on joining what was given up
	r.opener.open = open
	r.write("qw://d.example:1")
	if s := r.home.hudIn.Suggestions; len(s) != 1 || s[0].Text != "Watch qw://d.example:1" {
		t.Errorf("suggested are %+v", s)
	}
	r.press("Enter")
	r.opening()
	if want := []string{"qw://a.example:27500", "qw://d.example:1"}; !slices.Equal(opened, want) {
		t.Errorf("opened %q, want %q", opened, want)
	}
	r.press("Esc")
	r.press("Esc")
	r.press("Esc")
	if r.home.games.shown || r.quit || r.home.line.query.String() != "" {
		t.Errorf("games %v, quit %v, %q", r.home.games.shown, r.quit, r.home.line.query.String())
	}
}

// TestHomeBeginsWithGame: a window that waits for the game that was named shows what it waits for, gives up
// at Esc, and says what went wrong.
func TestHomeBeginsWithGame(t *testing.T) {
	asked := make(chan struct{})
	given := make(chan struct{})
	r := newHomeRig(t, folderSource{})
	f := &fakeGames{}
	r.home.config.Games = f.games()
	r.home.games.config = r.home.config.Games
	r.home.config.Watch = "qw://a.example:27500"
	r.opener.waitingFor = func() string { return "the server is asked" }
	r.opener.open = func(ctx context.Context, path string) (Demo, error) {
		if path != "qw://a.example:27500" {
			t.Errorf("%q is opened", path)
		}
		close(asked)
		<-ctx.Done()
		close(given)
		return Demo{}, ctx.Err()
	}
	r.beginHome()
	r.pass(0)
	<-asked
	if in := &r.home.hudIn; in.Message != "Opening a.example:27500: the server is asked (Esc: cancel)" {
		t.Errorf("it says %q", in.Message)
	}
	r.press("Esc")
	<-given
	if r.quit || !r.home.shown || r.home.hudIn.Message != "Canceled" {
		t.Errorf("quit %v, home %v, it says %q", r.quit, r.home.shown, r.home.hudIn.Message)
	}
	if f.times() > 0 {
		t.Error("others are asked than who was named")
	}
}

// TestGamePage: the page says what one needs to play and to watch, and begins at its top for each game.
func TestGamePage(t *testing.T) {
	many := make([]string, 30)
	open := lobby.Game{Address: "a.example:27500", Players: clients(many...), QTV: "2@tv.example:28000", Password: true}
	locked := lobby.Game{Address: "b.example:27500", Name: "closed", Players: clients(many...), Locked: true}
	g := &games{list: []lobby.Game{open, locked}, rows: []int{0, 1}}
	for at, want := range []string{
		"30 players   0 spectators   0 ms\na.example:27500\nEnter: watch its stream 2@tv.example:28000 (no map " +
			"needed)\nPlayers need a password",
		"30 players   0 spectators   0 ms\nb.example:27500\nEnter: join as a spectator (needs the " +
			"map)\nSpectators need a password: demoscope --password PASSWORD qw://b.example:27500",
	} {
		g.cursor.at = at
		p := g.page.describe(g.row(), g.version)
		if got := strings.Join(p.Lines, "\n"); got != want || p.Title != []string{"a.example:27500", "closed"}[at] ||
			p.Count != 30 {
			t.Errorf("of game %d it says %q: %q, %d clients", at, p.Title, got, p.Count)
		}
		if g.page.top != 0 {
			t.Errorf("game %d begins with client %d", at, g.page.top)
		}
		g.page.top = 7
		if g.version++; g.page.describe(g.row(), g.version) == nil || g.page.top != 7 {
			t.Errorf("when game %d has answered again the page is at client %d", at, g.page.top)
		}
	}
}

// TestHomeGamesWithout: where nobody answers, no game is typed or none can be looked for, it is said.
func TestHomeGamesWithout(t *testing.T) {
	f := &fakeGames{failed: []error{errors.New("no list from master.example: no answer")},
		broken: errors.New("disk full")}
	r := gamesRig(t, f)
	r.press("F2")
	r.until("the master's failure", func() bool {
		return r.home.hudIn.Message == "No list from master.example: no answer"
	})
	// Once is enough, unless the viewer asks.
	r.press("Up")
	r.window.hidden = true
	r.home.games.queried = r.home.games.queried.Add(-queryInterval)
	if r.pass(10); f.times() != 1 {
		t.Error("servers are asked although nobody looks")
	}
	r.window.hidden = false
	r.pass(10)
	r.until("asked again", func() bool { return f.times() == 2 && !r.home.games.running() })
	r.pass(0)
	if m := r.home.hudIn.Message; strings.Contains(m, "master.example") {
		t.Errorf("it says again %q", m)
	}
	r.press("F5")
	r.until("the master's failure again", func() bool {
		return r.home.hudIn.Message == "No list from master.example: no answer"
	})
	if !strings.HasPrefix(r.home.hudIn.Empty, "No server answered") {
		t.Errorf("it says %q", r.home.hudIn.Empty)
	}
	for _, key := range []string{"Enter", "F3", "Up", "Down", "PageDown", "Tab", "F6", "F9", "End"} {
		r.press(key)
	}
	f.answer(lobby.Game{Address: "a.example:1", Name: "one", Players: clients("ann")})
	r.press("F5")
	r.until("one", func() bool { return len(r.home.hudIn.Rows) == 1 })
	r.until("all were asked", func() bool { return !r.home.games.running() })
	r.pass(10)
	r.press("F3")
	r.until("it cannot be kept", func() bool { return r.home.hudIn.Message == "Can't save: disk full" })
	// Who closes the window ends asking, and waits for what is being kept.
	f.mu.Lock()
	f.hold = make(chan struct{})
	f.mu.Unlock()
	r.press("F5")
	r.until("they are asked", func() bool { return f.times() == 5 })
	var kept atomic.Bool
	f.mu.Lock()
	r.press("F3")
	time.AfterFunc(50*time.Millisecond, func() {
		kept.Store(true)
		f.mu.Unlock()
	})
	r.home.games.stop()
	if !kept.Load() {
		t.Error("what is being kept is not waited for")
	}
	r.until("asking has ended", func() bool { return !r.home.games.running() })
	r.home.games.config = nil
	r.home.games.shown = false
	r.press("F2")
	if r.home.games.shown || r.home.hudIn.Buttons[buttonGames] != "" {
		t.Error("games are shown that cannot be looked for")
	}
}
