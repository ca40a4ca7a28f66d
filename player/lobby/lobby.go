// Package lobby describes live games from the answers of their servers, for listing, filtering, sorting and watching
// them. It uses no network: player/live queries the servers.
package lobby

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"demoscope/formats/netchan"
	"demoscope/formats/qtv"
	"demoscope/player/charset"
	"demoscope/player/world"
)

// Game is a server's description of its game as readable text. Its JSON is that of demoscope servers --json.
type Game struct {
	Address    string            `json:"address"` // HOST:PORT as given
	PingMS     int64             `json:"ping_ms"`
	Name       string            `json:"name"`
	Map        string            `json:"map"`
	Mode       string            `json:"mode"`
	Status     string            `json:"status"`
	MaxPlayers int               `json:"max_players"` // 0 if unknown
	QTV        string            `json:"qtv"`         // stream of the game; empty if the server has none
	Favorite   bool              `json:"favorite"`
	Password   bool              `json:"password"`   // players need one
	Locked     bool              `json:"locked"`     // spectators need one
	Players    []Client          `json:"players"`    // most frags first
	Spectators []Client          `json:"spectators"` // in the server's order
	Info       map[string]string `json:"info"`       // all values that the server reports
}

// Client is a player or a spectator on a server.
type Client struct {
	Name    string `json:"name"`
	Team    string `json:"team,omitempty"`
	Frags   int    `json:"frags"`
	PingMS  int    `json:"ping_ms"`
	Minutes int    `json:"minutes"`
}

// New returns the game of a server, HOST:PORT, that answered with a status after the time ping.
func New(address string, ping time.Duration, s *netchan.Status) Game {
	plain := func(text string) string { return charset.Plain(world.QuakeWorld, text) }
	g := Game{
		Address: address, PingMS: ping.Round(time.Millisecond).Milliseconds(),
		Name: plain(s.Value("hostname")), Map: plain(s.Value("map")), Mode: plain(s.Value("mode")),
		Status:  plain(s.Value("status")),
		Players: []Client{}, Spectators: []Client{}, Info: map[string]string{},
	}
	for _, stream := range s.Streams {
		if a := plain(stream.Address); qtv.IsAddress(a) {
			g.QTV = a
			break
		}
	}
	g.MaxPlayers, _ = strconv.Atoi(s.Value("maxclients"))
	needs, _ := strconv.Atoi(s.Value("needpass"))
	g.Password, g.Locked = needs&1 != 0, needs&2 != 0
	for _, p := range s.Info {
		g.Info[plain(p.Key)] = plain(p.Value)
	}
	for _, c := range s.Clients {
		client := Client{plain(c.Name), plain(c.Team), c.Frags, c.Ping, c.Minutes}
		if c.Spectator {
			g.Spectators = append(g.Spectators, client)
		} else {
			g.Players = append(g.Players, client)
		}
	}
	slices.SortStableFunc(g.Players, func(a, b Client) int { return cmp.Compare(b.Frags, a.Frags) })
	return g
}

// Watch returns the address for watching the game: that of its stream, which needs no map, or otherwise that of the
// server, to join as a spectator.
func (g *Game) Watch() string {
	if g.QTV != "" {
		return "qtv:" + g.QTV
	}
	return "qw://" + g.Address
}

// Words splits a search text for [Game.Has].
func Words(text string) []string { return strings.Fields(strings.ToLower(text)) }

// Has reports whether all words occur in the game's name, map, mode, status or address, or in the names and teams of
// its clients.
func (g *Game) Has(words []string) bool {
	for _, w := range words {
		in := func(text string) bool { return strings.Contains(strings.ToLower(text), w) }
		client := func(c Client) bool { return in(c.Name) || in(c.Team) }
		if !in(g.Name) && !in(g.Map) && !in(g.Mode) && !in(g.Status) && !in(g.Address) &&
			!slices.ContainsFunc(g.Players, client) && !slices.ContainsFunc(g.Spectators, client) {
			return false
		}
	}
	return true
}

// Order is what games are sorted by.
type Order uint8

// The orders.
const (
	ByPlayers    Order = iota // most first
	BySpectators              // most first
	ByPing
	ByMap
	ByMode
	ByStatus
	ByName
	ByAddress
)

// Compare compares two games in an order, and by ping if they are equal in it.
func (o Order) Compare(a, b *Game) int {
	order := 0
	fold := func(x, y string) int { return cmp.Compare(strings.ToLower(x), strings.ToLower(y)) }
	switch o {
	case ByPlayers:
		order = cmp.Compare(len(b.Players), len(a.Players))
	case BySpectators:
		order = cmp.Compare(len(b.Spectators), len(a.Spectators))
	case ByPing:
	case ByMap:
		order = fold(a.Map, b.Map)
	case ByMode:
		order = fold(a.Mode, b.Mode)
	case ByStatus:
		order = fold(a.Status, b.Status)
	case ByName:
		order = fold(a.Name, b.Name)
	case ByAddress:
		order = fold(a.Address, b.Address)
	}
	return cmp.Or(order, cmp.Compare(a.PingMS, b.PingMS), cmp.Compare(a.Address, b.Address))
}
