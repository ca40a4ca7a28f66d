package lobby

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"demoscope/formats/netchan"
)

// answer is a status as a server sends it: colored letters have the high bit.
const answer = "\xff\xff\xff\xffn\\maxclients\\8\\needpass\\1\\map\\dm6\\mode\\2on2\\status\\9 min " +
	"left\\hostname\\Qu\xe1ke \x10eu\x11\n" +
	"1 -2 3 25 \"\xe2\xef\xe2\" \"base\" 4 4 \"red\"\n" +
	"2 11 3 38 \"ann\" \"base\" 13 13 \"blue\"\n" +
	"3 -9999 7 -60 \"\\s\\eve\" \"\" 0 0 \"\"\n" +
	"qtv 1 \"nowhere\" \"a b\" 0\nqtv 2 \"tv\" \"2@tv.example:28000\" 4\n\x00"

func TestGame(t *testing.T) {
	s, ok := netchan.ParseStatus([]byte(answer))
	if !ok {
		t.Fatal("it is no status")
	}
	g := New("quake.example:27500", 24600*time.Microsecond, s)
	if g.Address != "quake.example:27500" || g.PingMS != 25 || g.Map != "dm6" || g.Mode != "2on2" ||
		g.Status != "9 min left" || g.MaxPlayers != 8 || !g.Password || g.Locked || g.Favorite {
		t.Errorf("%+v", g)
	}
	if s, _ := netchan.ParseStatus([]byte("\xff\xff\xff\xffn\\needpass\\2\n")); !New("a:1", 0, s).Locked {
		t.Error("spectators need no password")
	}
	if g.Name != "Quake [eu]" || g.Info["hostname"] != g.Name {
		t.Errorf("its name is %q, %q", g.Name, g.Info["hostname"])
	}
	if want := []Client{{"ann", "blue", 11, 38, 3}, {"bob", "red", -2, 25, 3}}; !slices.Equal(g.Players, want) {
		t.Errorf("players %+v, want %+v", g.Players, want)
	}
	if len(g.Spectators) != 1 || g.Spectators[0].Name != "eve" {
		t.Errorf("spectators %+v", g.Spectators)
	}
	if g.QTV != "2@tv.example:28000" || g.Watch() != "qtv:2@tv.example:28000" {
		t.Errorf("it is watched at %q, %q", g.QTV, g.Watch())
	}
	if g.QTV = ""; g.Watch() != "qw://quake.example:27500" {
		t.Errorf("without a stream it is watched at %q", g.Watch())
	}
	for words, want := range map[string]bool{
		"": true, "DM6": true, "bob red": true, "bob  eve 2ON2": true, "quake.example": true, "left": true,
		"carl": false, "bob carl": false,
	} {
		if g.Has(Words(words)) != want {
			t.Errorf("it has %q: %v", words, !want)
		}
	}
}

func TestOrder(t *testing.T) {
	one := func(name, level, mode string, players, spectators int, ping int64) Game {
		return Game{Name: name, Map: level, Mode: mode, Status: mode, Address: name + ":1", PingMS: ping,
			Players: make([]Client, players), Spectators: make([]Client, spectators)}
	}
	games := []Game{one("b", "dm2", "ffa", 2, 9, 30), one("C", "aerowalk", "1on1", 2, 1, 20),
		one("a", "DM6", "4on4", 8, 0, 25)}
	for o, want := range map[Order]string{
		ByPlayers: "a C b", BySpectators: "b C a", ByPing: "C a b", ByMap: "C b a", ByMode: "C a b", ByStatus: "C a b",
		ByName: "a b C", ByAddress: "a b C",
	} {
		slices.SortFunc(games, func(a, b Game) int { return o.Compare(&a, &b) })
		if got := fmt.Sprintf("%s %s %s", games[0].Name, games[1].Name, games[2].Name); got != want {
			t.Errorf("order %d: %s, want %s", o, got, want)
		}
	}
}
