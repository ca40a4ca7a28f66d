package layout

import (
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
)

// Board is the content of a scoreboard.
type Board struct {
	Rows       []BoardRow
	Spectators []string // names
}

// BoardRow is a player on a scoreboard.
type BoardRow struct {
	Slot  int    // [world.Nobody] if no player has the name
	Name  string // as on the scoreboard, at most 15 characters in OpenTDM
	Team  string // empty if unknown
	Score int32
	// Deaths is valid if HasDeaths is set.
	Deaths    int32
	HasDeaths bool
}

// maxRows is the maximum number of lines of a scoreboard: two for each slot.
const maxRows = 2 * world.MaxPlayers

// ReadBoard parses a layout as a scoreboard of deathmatch ("client"), capture the flag ("ctf") or OpenTDM (lines below
// "Name Frags Dths"). Other layouts have no rows.
func ReadBoard(program string, level *world.Level, players []world.Player) Board {
	if b := entries(program, players); len(b.Rows) > 0 {
		return b
	}
	var none world.Stats
	return lines(Run(nil, program, &none, level, players), players)
}

// entries parses the "client" and "ctf" entries of a layout. Capture the flag writes players of the red team twice, in
// the same place.
func entries(program string, players []world.Player) (b Board) {
	s := NewScanner(program)
	spectators := false
	for {
		word, ok := s.Next()
		switch {
		case !ok:
			return b
		case word == "Spectators":
			spectators = true
		case word == "client", word == "ctf":
			x, _ := s.Number()
			s.Next() // y
			slot, ok := s.Number()
			score, known := s.Number()
			if !ok || !known || slot < 0 || slot >= len(players) || slices.ContainsFunc(b.Rows, func(r BoardRow) bool {
				return r.Slot == slot
			}) {
				continue
			}
			r := BoardRow{Slot: slot, Name: players[slot].Name, Score: int32(score)}
			if word == "ctf" {
				r.Team = "red"
				if x >= screenWidth/2 {
					r.Team = "blue"
				}
			}
			switch {
			case len(b.Spectators)+len(b.Rows) >= maxRows:
				return b
			case spectators:
				b.Spectators = append(b.Spectators, r.Name)
			default:
				b.Rows = append(b.Rows, r)
			}
		}
	}
}

// lines parses OpenTDM's scoreboard. A team's players are below a heading, and the team is in the line above it.
func lines(items []Item, players []world.Player) (b Board) {
	items = slices.DeleteFunc(items, func(it Item) bool { return it.Kind != Text })
	slices.SortStableFunc(items, func(a, b Item) int { return a.Y - b.Y })
	const (
		elsewhere = iota
		inTeam
		inSpectators
	)
	at, team := elsewhere, ""
	for i := range items {
		if len(b.Rows)+len(b.Spectators) >= maxRows {
			return b
		}
		text := strings.TrimSpace(items[i].Text)
		fields := strings.Fields(text)
		switch {
		case len(fields) >= 3 && fields[0] == "Name" && fields[1] == "Frags" && fields[2] == "Dths":
			at, team = inTeam, teamAbove(items[:i], items[i].Y)
		case text == "Spectators":
			at = inSpectators
		case at == inTeam:
			if r, ok := row(items[i].Text, players); ok {
				r.Team = team
				b.Rows = append(b.Rows, r)
			}
		case at == inSpectators:
			if name := beforePing(text); name != "" {
				b.Spectators = append(b.Spectators, name)
			}
		}
	}
	return b
}

// teamAbove returns the team in the line above a heading at y, "TEAM:29(male/grunt)".
func teamAbove(items []Item, y int) string {
	for i := len(items) - 1; i >= 0; i-- {
		if items[i].Y == y-letter {
			if name := beforePing(strings.TrimSpace(items[i].Text)); name != "" {
				return name
			}
		}
	}
	return ""
}

// beforePing returns the name in "NAME:29", which may be followed by other text, or "".
func beforePing(text string) string {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == ':' && text[i+1] >= '0' && text[i+1] <= '9' {
			return text[:i]
		}
	}
	return ""
}

// row parses "NAME  FRAGS DEATHS NET PING".
func row(text string, players []world.Player) (r BoardRow, ok bool) {
	const numbers = 4
	var n [numbers]int
	rest := strings.TrimRight(text, " ")
	for i := numbers - 1; i >= 0; i-- {
		at := strings.LastIndexByte(rest, ' ')
		if at < 0 {
			return r, false
		}
		v, err := strconv.Atoi(rest[at+1:])
		if err != nil {
			return r, false
		}
		n[i], rest = v, strings.TrimRight(rest[:at], " ")
	}
	if rest == "" {
		return r, false
	}
	r = BoardRow{Slot: slotOf(rest, players), Name: rest, Score: int32(n[0]), Deaths: int32(n[1]), HasDeaths: true}
	if r.Slot >= 0 {
		r.Name = players[r.Slot].Name
	}
	return r, true
}

// cutName is the maximum length of a name on OpenTDM's scoreboard.
const cutName = 15

// slotOf returns the slot of the player with a name, which may be cut.
func slotOf(name string, players []world.Player) int {
	for i := range players {
		if p := &players[i]; p.InUse && strings.TrimSpace(p.Name) == name {
			return i
		}
	}
	for i := range players {
		if p := &players[i]; p.InUse && len(name) >= cutName && strings.HasPrefix(p.Name, name) {
			return i
		}
	}
	return world.Nobody
}
