package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
)

// Tables is a set of tables and JSON objects with the players of a match.
type Tables uint8

// The tables.
const (
	InText   Tables = 1 << iota // demoscope info
	InPage                      // the report
	InWindow                    // a demo in the demo browser
	// The JSON of demoscope info, for players of the demo and of its matches, and the JSON of export-stats, without
	// KTX's own numbers.
	InDemo
	InMatch
	InStatistics
)

// Column is a column of the tables of a match's players. A new column only needs a row in [Columns].
type Column struct {
	Title string // in lower case
	Short string // where space is short; "" for Title
	Key   string // in JSON
	In    Tables
	// Of returns a player's number, and Now the number at a moment of the demo, for the scoreboard. Now is nil if the
	// scoreboard doesn't have the column.
	Of  func(p *Player) Number
	Now func(p *world.Player) int32
	// Percent is set for a percentage.
	Percent bool
	// Always is set for a column that is shown even if all its numbers are unknown. Sparse is set for a column that is
	// hidden if all its numbers are unknown or 0.
	Always, Sparse bool
	// Summed is set for a number that the JSON of a match also contains if it was counted from the recording.
	Summed bool
	// Before is set for a number that is known even for a match that was over when the recording began.
	Before bool
	// Board and Narrow are the widths, in units, of the column in the scoreboard and in the demo browser.
	Board, Narrow float32
}

// Columns are the players' numbers in the tables of a match, from left to right. In JSON, frags are a separate field,
// together with their age.
var Columns = [...]Column{
	{Title: "frags", Always: true, In: InText | InPage | InWindow, Before: true, Board: 60, Narrow: 32,
		Of:  func(p *Player) Number { return p.Frags },
		Now: func(p *world.Player) int32 { return p.Frags }},
	{Title: "kills", Key: "kills", Always: true, In: InText | InPage | InWindow | InDemo | InMatch, Board: 56,
		Narrow: 36,
		Of:     func(p *Player) Number { return p.Kills },
		Now:    func(p *world.Player) int32 { return p.Kills }},
	{Title: "deaths", Key: "deaths", Always: true, In: InText | InPage | InWindow | InDemo | InMatch,
		Board: 64, Narrow: 42,
		Of:  func(p *Player) Number { return p.Deaths },
		Now: func(p *world.Player) int32 { return p.Deaths }},
	{Title: "suicides", Key: "suicides", In: InPage | InDemo | InMatch,
		Of: func(p *Player) Number { return p.Suicides }},
	{Title: "team kills", Short: "tk", Key: "teamkills", In: InText | InPage | InWindow | InDemo | InMatch,
		Sparse: true, Narrow: 22,
		Of: func(p *Player) Number { return p.TeamKills }},
	{Title: "best run", In: InPage, Of: func(p *Player) Number { return p.Run }},
	{Title: "accuracy", Short: "acc", Key: "accuracy", In: InPage | InWindow | InStatistics, Percent: true, Narrow: 32,
		Of: func(p *Player) Number { return p.Accuracy }},
	{Title: "damage given", Short: "given", Key: "damage_given", In: InText | InPage | InMatch, Summed: true,
		Of: func(p *Player) Number { return p.DamageGiven }},
	{Title: "damage taken", Short: "taken", Key: "damage_taken", In: InText | InPage | InMatch, Summed: true,
		Of: func(p *Player) Number { return p.DamageTaken }},
	{Title: "powerups, seconds", Short: "powerups", Key: "powerup_time", In: InText | InPage | InMatch | InStatistics,
		Sparse: true, Summed: true, Of: func(p *Player) Number { return p.PowerupTime }},
	{Title: "ping", Board: 56, Now: func(p *world.Player) int32 { return p.Ping }},
}

// Text returns a number of the column as text, or [NotKnown].
func (c *Column) Text(n Number) string {
	if c.Percent && n.Source != Unknown {
		return strconv.Itoa(int(n.Value)) + "%"
	}
	return n.String()
}

// Heading returns the title with an upper-case first letter.
func (c *Column) Heading() string { return strings.ToUpper(c.Title[:1]) + c.Title[1:] }

// shows reports whether the column has anything to show.
func (c *Column) shows(players []*Player) bool {
	return c.Always || slices.ContainsFunc(players, func(p *Player) bool {
		n := c.Of(p)
		return n.Source != Unknown && (!c.Sparse || n.Value != 0)
	})
}

// ColumnsOf returns the columns of a table that have something to show for these players.
func ColumnsOf(in Tables, players []*Player) (list []*Column) {
	for i := range Columns {
		if c := &Columns[i]; c.In&in != 0 && c.shows(players) {
			list = append(list, c)
		}
	}
	return list
}

// Sums returns the keys of the players' numbers that the game did not report and that were counted from the recording.
func (m *Match) Sums() (keys []string) {
	for i := range Columns {
		if c := &Columns[i]; c.Summed && slices.ContainsFunc(m.Players, func(p Player) bool {
			return c.Of(&p).Source == Counted
		}) {
			keys = append(keys, c.Key)
		}
	}
	return keys
}

// Numbers are the numbers of a player in JSON, by key.
type Numbers []struct {
	Key   string
	Value int32
}

// NumbersOf returns the numbers of a player in a JSON object. InDemo omits zeros, except in columns that are always
// shown. InMatch omits what the game did not report, except for Summed columns. InStatistics omits unknown numbers.
func NumbersOf(p *Player, in Tables) (list Numbers) {
	for i := range Columns {
		c := &Columns[i]
		if c.In&in == 0 {
			continue
		}
		n := c.Of(p)
		if in == InDemo && (c.Always || n.Value != 0) || in == InMatch && (n.Source == Known ||
			c.Summed && n.Source == Counted) ||
			in == InStatistics && n.Source != Unknown {
			list = append(list, struct {
				Key   string
				Value int32
			}{c.Key, n.Value})
		}
	}
	return list
}

// Object returns a JSON object with the members of before, which must not be empty, the numbers, and the members of
// after.
func (n Numbers) Object(before, after any) ([]byte, error) {
	out, err := json.Marshal(before)
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(after)
	if err != nil {
		return nil, err
	}
	out = out[:len(out)-1]
	for _, v := range n {
		out = fmt.Appendf(out, ",%q:%d", v.Key, v.Value)
	}
	if len(rest) > len("{}") {
		out = append(out, ',')
	}
	return append(out, rest[1:]...), nil
}
