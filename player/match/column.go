package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
)

// Tables are tables of the players of a match, and objects of JSON.
type Tables uint8

// The tables.
const (
	InText   Tables = 1 << iota // of demoscope info
	InPage                      // of the report
	InWindow                    // of a demo in the demo browser
	// Players of the demo and of its matches in the JSON of demoscope info, and in export-stats, which has the numbers
	// of KTX besides.
	InDemo
	InMatch
	InStatistics
)

// Column is a column of the tables of the players of a match. A new one needs no more than its row in [Columns].
type Column struct {
	Title string // in lower case
	Short string // where there is little room, "" for Title
	Key   string // in JSON
	In    Tables
	// Of returns the number of a player, and Now the one at a moment of the demo, for the scoreboard. Now is nil if the
	// scoreboard does not have it.
	Of  func(p *Player) Number
	Now func(p *world.Player) int32
	// Percent is set for a number of hundred.
	Percent bool
	// Always is set for a column that is shown even if no number in it is known, and Sparse for one that is left out
	// if all its numbers are 0, too.
	Always, Sparse bool
	// Summed is set for a number that is in the JSON of a match also if it is what the recording adds up to.
	Summed bool
	// Before is set for a number that is known also of a match that was over when the recording began.
	Before bool
	// Board and Narrow are the widths of the column of the scoreboard and of the one in the demo browser, in units.
	Board, Narrow float32
}

// Columns are the numbers of the players in the tables of a match, from left to right. Frags are in JSON with their
// age, which is no number, so they are fields there.
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

// Text returns a number of the column as text, [NotKnown] if it is not known.
func (c *Column) Text(n Number) string {
	if c.Percent && n.Source != Unknown {
		return strconv.Itoa(int(n.Value)) + "%"
	}
	return n.String()
}

// Heading returns the title with an upper case first letter.
func (c *Column) Heading() string { return strings.ToUpper(c.Title[:1]) + c.Title[1:] }

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

// Sums returns the keys of the numbers of the players that the game did not report and the recording adds up to.
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

// Numbers are the numbers of a player in JSON, by their keys.
type Numbers []struct {
	Key   string
	Value int32
}

// NumbersOf returns the numbers of a player in one of the objects of JSON. Those of a demo leave out what is 0, unless
// its column is always shown, those of a match what the game did not report
// and the recording does not add up to, and statistics what is not known.
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

// Object returns a JSON object with the members of one that is not empty, the numbers, and the members of another.
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
