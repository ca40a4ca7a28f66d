package match

import (
	"slices"
	"strconv"

	"demoscope/player/world"
)

// Tables are tables of the players of a match.
type Tables uint8

// The tables.
const (
	InText   Tables = 1 << iota // of demoscope info
	InPage                      // of the report
	InWindow                    // of a demo in the demo browser
	InGame                      // the scoreboard, while the demo plays
)

// Column is a column of the tables of the players of a match. A new one needs no more than its row in [Columns], except
// for its JSON key.
type Column struct {
	Title string // in lower case
	Head  string // in the table of demoscope info, "" for Title
	Short string // where there is little room, "" for Title
	In    Tables
	// Of returns the number of a player, and Now the one at a moment of the demo, of the scoreboard.
	Of  func(p *Player) Number
	Now func(p *world.Player) int32
	// Percent is set for a number of hundred.
	Percent bool
	// Always is set for a column that is shown even if no number in it is known, and Sparse for one that is left out
	// if all its numbers are 0, too.
	Always, Sparse bool
	// Before is set for a number that is known also of a match that was over when the recording began.
	Before bool
	// Board and Narrow are the widths of the column of the scoreboard and of the one in the demo browser, in units.
	Board, Narrow float32
}

// Columns are the numbers of the players in the tables of a match, from left to right.
var Columns = [...]Column{
	{Title: "frags", Always: true, Head: "Frags", In: InText | InPage | InWindow | InGame, Before: true,
		Board: 60, Narrow: 32,
		Of:  func(p *Player) Number { return p.Frags },
		Now: func(p *world.Player) int32 { return p.Frags }},
	{Title: "kills", Always: true, Head: "Kills", In: InText | InPage | InWindow | InGame, Board: 56, Narrow: 36,
		Of:  func(p *Player) Number { return p.Kills },
		Now: func(p *world.Player) int32 { return p.Kills }},
	{Title: "deaths", Always: true, Head: "Deaths", In: InText | InPage | InWindow | InGame, Board: 64, Narrow: 42,
		Of:  func(p *Player) Number { return p.Deaths },
		Now: func(p *world.Player) int32 { return p.Deaths }},
	{Title: "suicides", In: InPage, Of: func(p *Player) Number { return p.Suicides }},
	{Title: "team kills", Head: "Team kills", Short: "tk", In: InText | InPage | InWindow, Sparse: true, Narrow: 22,
		Of: func(p *Player) Number { return p.TeamKills }},
	{Title: "best run", In: InPage, Of: func(p *Player) Number { return p.Run }},
	{Title: "accuracy", Short: "acc", In: InPage | InWindow, Percent: true, Narrow: 32,
		Of: func(p *Player) Number { return p.Accuracy }},
	{Title: "ping", In: InGame, Board: 56, Now: func(p *world.Player) int32 { return p.Ping }},
}

// Text returns a number of the column as text, [NotKnown] if it is not known.
func (c *Column) Text(n Number) string {
	if c.Percent && n.Source != Unknown {
		return strconv.Itoa(int(n.Value)) + "%"
	}
	return n.String()
}

// shows reports whether the column is worth showing.
func (c *Column) shows(players []*Player) bool {
	return c.Always || slices.ContainsFunc(players, func(p *Player) bool {
		n := c.Of(p)
		return n.Source != Unknown && (!c.Sparse || n.Value != 0)
	})
}

// ColumnsOf returns the columns of one of the tables that are worth showing for some players.
func ColumnsOf(in Tables, players []*Player) (list []*Column) {
	for i := range Columns {
		if c := &Columns[i]; c.In&in != 0 && c.shows(players) {
			list = append(list, c)
		}
	}
	return list
}
