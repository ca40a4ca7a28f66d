//go:build !js

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"demoscope/internal/humanize"
	"demoscope/player/live"
	"demoscope/player/lobby"
)

type serversCmd struct {
	Masters   []string `arg:"" optional:"" name:"master" help:"${servers_master_text}"`
	Server    []string `placeholder:"ADDRESS" help:"Query this server instead of master servers; may be repeated"`
	Favorites bool     `name:"favorites" aliases:"favourites" help:"Query your favorites instead of master servers"`
	Add       []string `placeholder:"ADDRESS" help:"Add a server to your favorites"`
	Remove    []string `placeholder:"ADDRESS" help:"Remove a server from your favorites"`
	Filter    string   `placeholder:"WORDS" help:"${servers_filter_text}"`
	Sort      string   `enum:"players,ping,name,map" default:"players" placeholder:"ORDER" help:"${servers_sort_text}"`
	All       bool     `help:"Include servers without players"`
	JSON      bool     `name:"json" help:"Print one JSON object per line, with everything that the servers report"`
}

func (c *serversCmd) Run(s *streams) error {
	path := live.FavoritesFile()
	if len(c.Add)+len(c.Remove) > 0 {
		return c.changeFavorites(s, path)
	}
	favorites, err := live.Favorites(path)
	if err != nil {
		s.report(err)
	}
	ctx, end := untilSignal()
	defer end()
	addresses, wrong := c.addresses(ctx, s, favorites)
	if len(addresses) == 0 && wrong {
		return errReported
	}
	var rows []lobby.Game
	silent := 0
	err = live.AskServers(ctx, addresses, live.ServersOptions{}, func(srv live.Server) {
		game, ok := gameOf(&srv, favorites)
		if !ok {
			silent++
			if len(c.Server) > 0 {
				s.say("%s: %s", printable(srv.Address), printable(live.Reason(srv.Err)))
			}
			return
		}
		rows = append(rows, game)
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	answered := len(rows)
	rows, idle := c.chosen(rows)
	if c.JSON {
		if err := writeServers(s, rows); err != nil {
			return err
		}
	} else {
		c.table(s, rows)
		c.sayCounts(s, len(rows), answered, idle, silent)
	}
	if wrong || len(rows) == 0 && silent > 0 && len(c.Server) > 0 {
		return errReported
	}
	return nil
}

// changeFavorites removes and adds favorites in the file at path.
func (c *serversCmd) changeFavorites(s *streams, path string) error {
	for _, a := range c.Remove {
		favorites, err := live.Favorites(path)
		if err != nil {
			return err
		}
		if name, err := live.ServerName(a); err == nil && !slices.Contains(favorites, name) {
			s.say("%s is not in your favorites", printable(name))
			continue
		}
		if err := live.SetFavorite(path, a, false); err != nil {
			return err
		}
	}
	for _, a := range c.Add {
		if err := live.SetFavorite(path, a, true); err != nil {
			return err
		}
		name, _ := live.ServerName(a)
		s.say("added %s to your favorites", printable(name))
	}
	return nil
}

// sayCounts reports the servers that the table omits. shown of the answered servers are in it, idle ones have no
// players, and silent ones did not answer.
func (c *serversCmd) sayCounts(s *streams, shown, answered, idle, silent int) {
	if shown == 0 && answered > 0 && idle == 0 && c.Filter != "" {
		s.say("no match for %[2]q in %[1]s", humanize.Count(answered, "server"), c.Filter)
	}
	if idle > 0 || silent > 0 {
		s.say("%s, %d more without players (--all), %d without answer", humanize.Count(shown, "server"), idle, silent)
	}
}

// addresses returns the servers to query; wrong means that a master failed and the error was reported.
func (c *serversCmd) addresses(ctx context.Context, s *streams, favorites []string) (list []string, wrong bool) {
	var masters []string
	for _, m := range c.Masters {
		if _, ok := live.ServerAddress(m); ok {
			c.Server = append(c.Server, m)
		} else {
			masters = append(masters, m)
		}
	}
	for _, a := range c.Server {
		name, err := live.ServerName(a)
		if err != nil {
			s.say("%v", err)
			wrong = true
			continue
		}
		list = append(list, name)
	}
	if c.Favorites {
		list = append(list, favorites...)
		if len(favorites) == 0 {
			s.say("no favorites; add one with demoscope servers --add ADDRESS")
		}
	}
	if len(c.Server) > 0 && len(masters) == 0 || c.Favorites {
		return list, wrong
	}
	if len(masters) == 0 {
		masters = live.Masters
	}
	known, failed := live.Addresses(ctx, masters, favorites, live.ServersOptions{})
	list = append(list, known...)
	for _, err := range failed {
		var master *live.MasterError
		if name := ""; len(c.Masters) > 0 && errors.As(err, &master) {
			if name, err = live.ServerName(master.Master); err == nil { // it may be a server itself
				c.Server, list = append(c.Server, name), append(list, name)
				continue
			}
		}
		s.say("%s", printable(err.Error()))
		wrong = true
	}
	return list, wrong
}

// orders are the values of --sort.
var orders = map[string]lobby.Order{"players": lobby.ByPlayers, "ping": lobby.ByPing, "name": lobby.ByName,
	"map": lobby.ByMap}

// chosen returns the games to print, in order, and the number of games without players.
func (c *serversCmd) chosen(rows []lobby.Game) (list []lobby.Game, idle int) {
	words := lobby.Words(c.Filter)
	all := c.All || len(c.Server) > 0 || c.Favorites
	for i := range rows {
		switch g := &rows[i]; {
		case !g.Has(words):
		case !all && len(g.Players) == 0:
			idle++
		default:
			list = append(list, *g)
		}
	}
	slices.SortFunc(list, func(a, b lobby.Game) int { return orders[c.Sort].Compare(&a, &b) })
	return list, idle
}

// writeServers prints servers as JSON.
func writeServers(s *streams, rows []lobby.Game) error {
	for i := range rows {
		if err := writeJSON(s.out, &rows[i]); err != nil {
			return err
		}
	}
	return nil
}

// widestName is the maximum width of a server's name, in terminal columns.
const widestName = 32

// table prints servers as a table. A dash stands for an unknown value.
func (c *serversCmd) table(s *streams, rows []lobby.Game) {
	if len(rows) == 0 {
		return
	}
	t := textTable{rows: [][]string{{"", "Ping", "Players", "Spectators", "Map", "Mode", "Status", "Name",
		"Address", "QTV"}}}
	for i := range rows {
		r := &rows[i]
		players := strconv.Itoa(len(r.Players))
		if r.MaxPlayers > 0 {
			players += "/" + strconv.Itoa(r.MaxPlayers)
		}
		star := ""
		if r.Favorite {
			star = "*"
		}
		dash := func(text string) string { return cmp.Or(text, "-") }
		t.rows = append(t.rows, []string{
			star, strconv.FormatInt(r.PingMS, 10), players, strconv.Itoa(len(r.Spectators)), dash(r.Map), dash(r.Mode),
			dash(r.Status),
			shorten(dash(r.Name), widestName), printable(r.Address), dash(r.QTV),
		})
	}
	out := bufio.NewWriter(s.out)
	t.write(out)
	if len(rows) == 1 {
		clients(out, &rows[0])
	}
	if err := out.Flush(); err != nil {
		return // run reports it
	}
}

// clients prints the players and spectators on a server.
func clients(out *bufio.Writer, r *lobby.Game) {
	if len(r.Players)+len(r.Spectators) == 0 {
		return
	}
	t := textTable{rows: [][]string{{"Frags", "Ping", "Min", "Team", "Player"}}}
	for _, p := range r.Players {
		t.rows = append(t.rows, []string{strconv.Itoa(p.Frags), strconv.Itoa(p.PingMS), strconv.Itoa(p.Minutes),
			p.Team, p.Name})
	}
	for _, p := range r.Spectators {
		t.rows = append(t.rows, []string{"-", strconv.Itoa(p.PingMS), strconv.Itoa(p.Minutes), "spectator", p.Name})
	}
	fmt.Fprintln(out)
	t.write(out)
}
