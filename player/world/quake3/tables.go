package quake3

import (
	"bytes"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// OSP and CPMA print a table when a match is over. Players can request it at other times, too, so only a table after
// the end counts.
//
//	Player          Kll Dth Sui Time FPH Eff    DG    DR  Score
//	-----------------------------------------------------------
//	cK-fatal1ty      14   3   0   15  55  82  5340  4120     14
//
// In team games there is a TEAM column in front, RED or BLUE in each line, and a line of totals at the end. Names have
// no colors and are cut to 15 characters.

// table is the header of a table that is being printed.
type table struct {
	columns [maxColumns]uint8 // meaning of the numbers after the name
	count   int32
	teams   bool // the team comes before the name
}

// maxColumns bounds the columns of a table. The widest known table has 10.
const maxColumns = 16

// Columns that are used in results.
const (
	columnOther = iota
	columnKills
	columnDeaths
	columnSuicides
	columnTeamKills
	columnScore
	columnGiven
	columnTaken
)

// tableName is the maximum length of a name in a table, in characters.
const tableName = 15

// printed reads the table of a match that is over, and the line "RED wins 39 to 37", from printed text.
func (sc *scores) printed(w world.Edit, text []byte) {
	if !sc.over && !w.Intermission {
		return
	}
	var space [256]byte
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		line = prints.Uncolored(space[:0], line)
		switch {
		case sc.table.head(line):
		case sc.wins(w, line):
		case sc.table.count > 0:
			sc.tableRow(w, line)
		}
	}
}

// head parses the header of a table. It returns false if the line is not a header.
func (t *table) head(line []byte) bool {
	teams := bytes.HasPrefix(line, []byte("TEAM "))
	if teams {
		line = bytes.TrimLeft(line[len("TEAM"):], " ")
	}
	if !bytes.HasPrefix(line, []byte("Player ")) || !bytes.Contains(line, []byte(" Kll ")) {
		return false
	}
	*t = table{teams: teams}
	for line = line[len("Player"):]; t.count < maxColumns; t.count++ {
		var word []byte
		if word, line = cutWord(line); len(word) == 0 {
			break
		}
		column := uint8(columnOther)
		switch string(word) {
		case "Kll":
			column = columnKills
		case "Dth":
			column = columnDeaths
		case "Sui":
			column = columnSuicides
		case "TK":
			column = columnTeamKills
		case "Score":
			column = columnScore
		case "DG":
			column = columnGiven
		case "DR":
			column = columnTaken
		}
		t.columns[t.count] = column
	}
	return true
}

// cutWord splits a text after its first word.
func cutWord(text []byte) (word, rest []byte) {
	text = bytes.TrimLeft(text, " ")
	if i := bytes.IndexByte(text, ' '); i >= 0 {
		return text[:i], text[i:]
	}
	return text, nil
}

// tableRow parses a player's line in a table.
func (sc *scores) tableRow(w world.Edit, line []byte) {
	t := &sc.table
	var values [maxColumns]int32
	rest := bytes.TrimRight(line, " ")
	for i := t.count - 1; i >= 0; i-- {
		word := rest[bytes.LastIndexByte(rest, ' ')+1:]
		if !number(word) {
			return
		}
		values[i] = int32(info.Number(word))
		rest = bytes.TrimRight(rest[:len(rest)-len(word)], " ")
	}
	name, team := rest, world.Nobody
	if t.teams {
		var word []byte
		word, name = cutWord(rest)
		for i := range teams {
			if bytes.EqualFold(word, []byte(teams[i])) {
				team = i
			}
		}
		if team == world.Nobody {
			return
		}
	}
	slot := plainNamed(w.Players, string(bytes.TrimSpace(name)), team)
	if slot == world.Nobody {
		return
	}
	r := &sc.board.rows[slot]
	sc.packet.fresh |= 1 << slot
	for i, column := range t.columns[:t.count] {
		v := values[i]
		switch column {
		case columnKills:
			r.kills, r.told = v, r.told|world.ToldKills
		case columnDeaths:
			r.deaths, r.told = v, r.told|world.ToldDeaths|world.DeathsByOthers
		case columnSuicides:
			r.suicides, r.told = v, r.told|world.ToldSuicides
		case columnTeamKills:
			r.teamKills, r.told = v, r.told|world.ToldTeamKills
		case columnGiven:
			r.damage, r.damaged, r.told = v, w.Block, r.told|world.ToldDamageGiven
		case columnTaken:
			r.hurt, r.damaged, r.told = v, w.Block, r.told|world.ToldDamageTaken
		case columnScore:
			// The scoreboard has priority: in some games the table's score includes more.
			if !sc.board.final {
				sc.setScore(w, slot, v)
			}
		}
	}
	sc.changed = true
}

// wins parses "RED wins 39 to 37".
func (sc *scores) wins(w world.Edit, line []byte) bool {
	team, scores, ok := bytes.Cut(line, []byte(" wins "))
	if !ok || !w.Match.Teams {
		return false
	}
	first, second, ok := bytes.Cut(scores, []byte(" to "))
	a, b := int32(info.Number(first)), int32(info.Number(second))
	switch {
	case !ok || !number(first):
		return false
	case bytes.EqualFold(team, []byte(teams[1])):
		w.Match.Scores = [2]int32{a, b}
	case bytes.EqualFold(team, []byte(teams[2])):
		w.Match.Scores = [2]int32{b, a}
	default:
		return false
	}
	w.Match.Known, sc.changed = true, true
	return true
}

// number reports whether a word is an integer.
func number(word []byte) bool {
	digits := bytes.TrimPrefix(word, []byte{'-'})
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(digits) > 0
}

// plainNamed returns the slot of the player with a plain name, of which tables contain 15 characters, or [world.Nobody]
// if there is none. If team is not [world.Nobody], the player must be in that team. Case doesn't matter: some versions
// of OSP print tables in lower case.
func plainNamed(players []world.Player, name string, team int) int {
	if name == "" {
		return world.Nobody
	}
	var space [64]byte
	for i := range players {
		p := &players[i]
		if !p.InUse || p.Spectator || team != world.Nobody && p.Team != teams[team] {
			continue
		}
		own := bytes.TrimSpace(prints.Uncolored(space[:0], p.Name))
		if bytes.EqualFold(own, []byte(name)) || len(own) > tableName &&
			bytes.EqualFold(bytes.TrimSpace(own[:tableName]), []byte(name)) {
			return i
		}
	}
	return world.Nobody
}
