//go:build !js

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"demoscope/player/live"
	"demoscope/player/report"
	"demoscope/player/world"
)

type serversCmd struct {
	Masters    []string `arg:"" optional:"" name:"master" help:"Master servers to ask, HOST or HOST:PORT; else those of the community."`
	Server     []string `placeholder:"ADDRESS" help:"Ask this server and no master; may be repeated."`
	Favourites bool     `help:"Ask your favourites and no master."`
	Add        []string `placeholder:"ADDRESS" help:"Make a server one of your favourites, and ask nobody."`
	Remove     []string `placeholder:"ADDRESS" help:"Remove a server from your favourites, and ask nobody."`
	Filter     string   `placeholder:"WORDS" help:"Only servers that have all these words in their name, map, mode, address or players."`
	Sort       string   `enum:"players,ping,name,map" default:"players" placeholder:"ORDER" help:"players, ping, name or map."`
	All        bool     `help:"Also servers where nobody plays, which else are only counted."`
	JSON       bool     `name:"json" help:"Print JSON: one object a line, with everything that the servers say."`
}

// serverRow is a server as it is printed.
type serverRow struct {
	Address    string            `json:"address"`
	PingMS     int64             `json:"ping_ms"`
	Name       string            `json:"name"`
	Map        string            `json:"map"`
	Mode       string            `json:"mode"`
	Status     string            `json:"status"`
	MaxPlayers int               `json:"max_players"` // 0 if the server does not say
	QTV        string            `json:"qtv"`         // where the game can be watched, empty if the server says none
	Favourite  bool              `json:"favourite"`
	Password   bool              `json:"password"` // players need one
	Players    []serverClient    `json:"players"`
	Spectators []serverClient    `json:"spectators"`
	Info       map[string]string `json:"info"`
}

type serverClient struct {
	Name    string `json:"name"`
	Team    string `json:"team,omitempty"`
	Frags   int    `json:"frags"`
	PingMS  int    `json:"ping_ms"`
	Minutes int    `json:"minutes"`
}

func (c *serversCmd) Run(s *streams) error {
	path := live.FavouritesFile()
	if len(c.Add)+len(c.Remove) > 0 {
		for _, a := range c.Remove {
			if err := live.SetFavourite(path, a, false); err != nil {
				return err
			}
		}
		for _, a := range c.Add {
			if err := live.SetFavourite(path, a, true); err != nil {
				return err
			}
		}
		return nil
	}
	favourites, err := live.Favourites(path)
	if err != nil {
		s.say("your favourites cannot be read: %v", err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	addresses, wrong := c.addresses(ctx, s, favourites)
	if len(addresses) == 0 && wrong {
		return errReported
	}
	var rows []serverRow
	silent := 0
	err = live.AskServers(ctx, addresses, live.ServersOptions{}, func(srv live.Server) {
		if srv.Status == nil {
			silent++
			if len(c.Server) > 0 {
				s.say("%s: %s", printable(srv.Address), printable(live.Reason(srv.Err)))
			}
			return
		}
		rows = append(rows, rowOf(&srv, slices.Contains(favourites, srv.Address)))
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	rows, idle := c.chosen(rows)
	if c.JSON {
		return writeServers(s, rows)
	}
	c.table(s, rows)
	if idle > 0 || silent > 0 {
		s.say("%s, %d more without players (--all), %d did not answer", report.Count(len(rows), "server"), idle, silent)
	}
	if wrong || len(rows) == 0 && silent > 0 && len(c.Server) > 0 {
		return errReported
	}
	return nil
}

// addresses returns whom to ask; wrong says that a master failed, which was said.
func (c *serversCmd) addresses(ctx context.Context, s *streams, favourites []string) (list []string, wrong bool) {
	for _, a := range c.Server {
		name, err := live.ServerName(a)
		if err != nil {
			s.say("%v", err)
			wrong = true
			continue
		}
		list = append(list, name)
	}
	if c.Favourites {
		list = append(list, favourites...)
		if len(favourites) == 0 {
			s.say("you have no favourites: demoscope servers --add ADDRESS adds one")
		}
	}
	if len(c.Server) > 0 || c.Favourites {
		return list, wrong
	}
	masters := c.Masters
	if len(masters) == 0 {
		masters = live.Masters
	}
	servers, failed := live.AskMasters(ctx, masters, live.ServersOptions{})
	for _, err := range failed {
		s.say("%s", printable(err.Error()))
		wrong = true
	}
	for _, a := range servers {
		list = append(list, a.String())
	}
	for _, a := range favourites {
		if !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list, wrong
}

// rowOf returns a server as it is printed.
func rowOf(srv *live.Server, favourite bool) serverRow {
	plain := func(text string) string { return report.Plain(world.QuakeWorld, text) }
	st := srv.Status
	r := serverRow{
		Address: srv.Address, PingMS: srv.Ping.Round(time.Millisecond).Milliseconds(), Favourite: favourite, QTV: plain(srv.Stream()),
		Name: plain(st.Value("hostname")), Map: plain(st.Value("map")), Mode: plain(st.Value("mode")), Status: plain(st.Value("status")),
		Players: []serverClient{}, Spectators: []serverClient{}, Info: map[string]string{},
	}
	r.MaxPlayers, _ = strconv.Atoi(st.Value("maxclients"))
	needs, _ := strconv.Atoi(st.Value("needpass"))
	r.Password = needs&1 != 0
	for _, p := range st.Info {
		r.Info[plain(p.Key)] = plain(p.Value)
	}
	for _, c := range st.Clients {
		client := serverClient{plain(c.Name), plain(c.Team), c.Frags, c.Ping, c.Minutes}
		if c.Spectator {
			r.Spectators = append(r.Spectators, client)
		} else {
			r.Players = append(r.Players, client)
		}
	}
	slices.SortStableFunc(r.Players, func(a, b serverClient) int { return b.Frags - a.Frags })
	return r
}

// has reports whether a server has a word in what one knows it by.
func (r *serverRow) has(word string) bool {
	in := func(text string) bool { return strings.Contains(strings.ToLower(text), word) }
	client := func(c serverClient) bool { return in(c.Name) || in(c.Team) }
	return in(r.Name) || in(r.Map) || in(r.Mode) || in(r.Status) || in(r.Address) || slices.ContainsFunc(r.Players, client) || slices.ContainsFunc(r.Spectators, client)
}

// chosen returns the servers to print in their order, and how many have no players.
func (c *serversCmd) chosen(rows []serverRow) (list []serverRow, idle int) {
	words := strings.Fields(strings.ToLower(c.Filter))
	all := c.All || len(c.Server) > 0 || c.Favourites
	for i := range rows {
		r := &rows[i]
		if slices.ContainsFunc(words, func(w string) bool { return !r.has(w) }) {
			continue
		}
		if !all && len(r.Players) == 0 {
			idle++
			continue
		}
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b serverRow) int {
		order := 0
		switch c.Sort {
		case "ping":
			order = cmp.Compare(a.PingMS, b.PingMS)
		case "name":
			order = cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		case "map":
			order = cmp.Compare(a.Map, b.Map)
		default:
			order = cmp.Compare(len(b.Players), len(a.Players))
		}
		return cmp.Or(order, cmp.Compare(a.PingMS, b.PingMS), cmp.Compare(a.Address, b.Address))
	})
	return list, idle
}

// writeServers prints servers as JSON.
func writeServers(s *streams, rows []serverRow) error {
	for i := range rows {
		if err := writeJSON(s.out, &rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// widestName is how many columns of a terminal the name of a server takes.
const widestName = 32

// table prints servers for people. What a server does not say is a dash.
func (c *serversCmd) table(s *streams, rows []serverRow) {
	if len(rows) == 0 {
		return
	}
	t := textTable{rows: [][]string{{"", "Ping", "Players", "Watch", "Map", "Mode", "Status", "Name", "Address", "QTV"}}}
	for i := range rows {
		r := &rows[i]
		players := strconv.Itoa(len(r.Players))
		if r.MaxPlayers > 0 {
			players += "/" + strconv.Itoa(r.MaxPlayers)
		}
		star := ""
		if r.Favourite {
			star = "*"
		}
		dash := func(text string) string { return cmp.Or(text, "-") }
		t.rows = append(t.rows, []string{
			star, strconv.FormatInt(r.PingMS, 10), players, strconv.Itoa(len(r.Spectators)), dash(r.Map), dash(r.Mode), dash(r.Status),
			shorten(dash(r.Name), widestName), printable(r.Address), dash(r.QTV),
		})
	}
	out := bufio.NewWriter(s.out)
	t.write(out)
	if len(rows) == 1 {
		rows[0].clients(out)
	}
	if err := out.Flush(); err != nil {
		return // run says it
	}
}

// clients prints who is on a server.
func (r *serverRow) clients(out *bufio.Writer) {
	if len(r.Players)+len(r.Spectators) == 0 {
		return
	}
	t := textTable{rows: [][]string{{"Frags", "Ping", "Min", "Team", "Player"}}}
	for _, p := range r.Players {
		t.rows = append(t.rows, []string{strconv.Itoa(p.Frags), strconv.Itoa(p.PingMS), strconv.Itoa(p.Minutes), p.Team, p.Name})
	}
	for _, p := range r.Spectators {
		t.rows = append(t.rows, []string{"-", strconv.Itoa(p.PingMS), strconv.Itoa(p.Minutes), "spectator", p.Name})
	}
	fmt.Fprintln(out)
	t.write(out)
}
