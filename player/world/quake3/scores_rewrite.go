package quake3

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// RewriteScores returns a list of scores, the text of a server command, with the frags that w knows, including counted
// ones. It is based on a list that the game has sent: it keeps the other numbers, drops players who have left, and adds
// players who are missing or have joined since, with zeros for the other numbers. If text is empty, it creates a list
// like the game's. It returns text unchanged if it cannot parse it, and nil if no frags are known or the game's format
// is not known.
func RewriteScores(w *world.World, text []byte) []byte {
	protocol := int32(w.Level().Protocol)
	var name []byte
	var l scoreList
	args := tokens(nil, text)
	if len(args) > 0 {
		name, args = args[0], args[1:]
		l = scoreListOf(string(name), args, protocol)
	}
	if l.width == 0 && (len(name) == 0 || string(name) == "scores") {
		name = []byte("scores")
		args, l = emptyScores(w, protocol)
	}
	if l.width == 0 {
		return text
	}
	rows := l.rewrite(w, name, args[l.head:])
	// Quake Live's later commands name players by place. The other games show the list in its order.
	if protocol < protocolLive {
		slices.SortStableFunc(rows, func(a, b scoreRow) int {
			return cmp.Or(compareBools(a.spectator, b.spectator), cmp.Compare(b.frags, a.frags))
		})
	}
	head := slices.Clone(args[:l.head])
	for ; len(rows) > 0; rows = rows[:len(rows)-1] { // the game also drops the last ones if there is no room
		head[l.count] = digits(len(rows))
		list := append([][]byte{name}, head...)
		for _, row := range rows {
			list = append(list, row.numbers...)
		}
		if text := bytes.Join(list, []byte(" ")); len(text) < commandSize {
			return text
		}
	}
	return nil
}

// commandSize is the size of the game's buffer for the text of a server command, in bytes.
const commandSize = 1024

// scoreRow is a player's row in a list.
type scoreRow struct {
	numbers   [][]byte
	frags     int32
	spectator bool
}

// rewrite returns the rows of the players on the server, with the known frags and counts. Spectators' rows are
// unchanged: their numbers are those of the player whom they follow.
func (l *scoreList) rewrite(w *world.World, name []byte, args [][]byte) (rows []scoreRow) {
	// CPMA's rows have unknown words, so they are neither created nor cleared.
	known := string(name) != "xscores"
	var listed uint64
	for ; len(args) >= l.width; args = args[l.width:] {
		slot := info.Number(args[0])
		if slot < 0 || slot >= min(clients, len(w.Players)) || !w.Players[slot].InUse {
			continue
		}
		p, row := &w.Players[slot], slices.Clone(args[:l.width])
		listed |= 1 << slot
		switch {
		case p.Spectator:
		case !w.HasFrags(p):
			continue
		case !p.FragsReported && known: // the row belonged to another player or to the previous match
			row = l.row(p)
		default:
			l.set(row, p)
		}
		rows = append(rows, scoreRow{row, p.Frags, p.Spectator})
	}
	for i := range min(clients, len(w.Players)) {
		if p := &w.Players[i]; known && p.InUse && !p.Spectator && listed>>i&1 == 0 && w.HasFrags(p) &&
			(p.FragsReported || p.Frags != 0) {
			rows = append(rows, scoreRow{l.row(p), p.Frags, false})
		}
	}
	return rows
}

// row returns a row for a player who was in no list.
func (l *scoreList) row(p *world.Player) [][]byte {
	row := slices.Repeat([][]byte{digits(0)}, l.width)
	row[0], row[l.ping] = digits(p.Slot), digits(int(p.Ping))
	if team := slices.Index(teams[:], p.Team); l.score > 1 && team > 0 { // the team comes before the score
		row[1] = digits(team)
	}
	l.set(row, p)
	return row
}

// set sets the numbers in a row that the world knows better.
func (l *scoreList) set(row [][]byte, p *world.Player) {
	row[l.score] = digits(int(p.Frags))
	for _, c := range []struct {
		column int
		n      int32
	}{{l.kills, p.Kills}, {l.deaths, p.Deaths}, {l.teamKills, p.TeamKills}} {
		if c.column > 0 && c.column < l.width {
			row[c.column] = digits(int(c.n))
		}
	}
}

// emptyScores returns a list without players and the layout of one with players. The layout's width is 0 if it is
// unknown.
func emptyScores(w *world.World, protocol int32) (args [][]byte, l scoreList) {
	l = scoreList{teams: 1, head: plainHead, width: plainWidth, columns: columns{score: 1, ping: 2}}
	switch level := w.Level(); {
	case protocol > protocolLive, numbersOf(protocol, level) == numbersCPMA:
		return nil, scoreList{}
	case protocol == protocolLive:
		l.width = liveWidth
	case openArena(protocol, level):
		l.head, l.width = arenaHead, arenaWidth
	case numbersOf(protocol, level) == numbers43:
		l.width = earlyWidth
	}
	args = slices.Repeat([][]byte{digits(0)}, l.head)
	if m := &w.Match; m.Teams && m.Known {
		args[l.teams], args[l.teams+1] = digits(int(m.Scores[0])), digits(int(m.Scores[1]))
	}
	return args, l
}

func digits(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }

// compareBools orders false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
