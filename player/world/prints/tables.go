package prints

import (
	"bytes"
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/info"
)

// Table parses, line by line, the tables that QuakeWorld's games print after a match: those of KTX, Kombat Teams and
// similar mods. It is copied by assignment. The zero value expects a table of players.
type Table struct {
	section section
	team    string // team of the following players; empty if unknown
	player  string // player of the following numbers; empty for none
	slot    int    // slot of player; [world.Nobody] if the player has left
	listed  bool   // each player has a line, and the numbers follow below
}

// section is a section of a table.
type section uint8

const (
	playerRows section = iota // "Player statistics:"
	teamRows                  // "Team scores:"
	otherRows                 // of several players together, and lists of the best players
)

// RowKind is the type of a row.
type RowKind uint8

// The types of rows.
const (
	NoRow     RowKind = iota
	PlayerRow         // Score is that of a player
	TeamRow           // Score has the Name and Score of a team
	NumberRow         // Score has another number of the last player; Told says which
	ItemRow           // Items are those of the last player
	AimRow            // Aims are those of the last player
	FlagRow           // the last player's score excludes points for flags
)

// Row is the content of a line of a table.
type Row struct {
	Kind  RowKind
	Score world.Score
	Items []ItemCount // valid until the next call
	Aims  []world.WeaponAim
}

// ItemCount is how often an item was taken.
type ItemCount struct {
	Item  string // KTX's short name: "ra", "mh"
	Count int32
}

// Hash adds the table's state to a hash.
func (t *Table) Hash(h *hash.Hash) {
	h.Ints(int(t.section), t.slot)
	h.Strings(t.team, t.player)
	h.Bools(t.listed)
}

// sign returns the plain character for a byte of the charset: without the second color, and with normal brackets,
// digits and dots for their variants.
func sign(c byte) byte {
	switch c &= 0x7f; {
	case c == 0x10:
		return '['
	case c == 0x11:
		return ']'
	case c >= 0x12 && c <= 0x1b:
		return '0' + c - 0x12
	case c == 0x05, c == 0x0e, c == 0x0f, c == 0x1c:
		return '.'
	}
	return c
}

// signs appends the plain characters of line to dst.
func signs[T string | []byte](dst []byte, line T) []byte {
	for i := range len(line) {
		dst = append(dst, sign(line[i]))
	}
	return dst
}

// Bracketed restores the brackets around the team in a line of a table if the server has replaced them by U+FFFD. Other
// lines are returned unchanged.
func Bracketed(line []byte) []byte {
	const unknown = "\xef\xbf\xbd"
	before, rest, ok := bytes.Cut(line, []byte(unknown))
	team, behind, closed := bytes.Cut(rest, []byte(unknown))
	if !ok || !closed || len(before) > 0 && string(before) != "Team " {
		return line
	}
	return slices.Concat(before, []byte{'['}, team, []byte{']'}, behind)
}

// usualLine is the usual maximum length of lines in bytes.
const usualLine = 128

// bullet and ghost are characters of KTX's tables: before every player's name, and before the name of a player who
// left.
const (
	bullet = 0x87
	ghost  = 0x83
)

// GhostName returns the player's name in a ghost's name, with which KTX keeps a player who left on the scoreboard. It
// returns false for other names.
func GhostName(name string) (string, bool) {
	const mark = "\x83 "
	rest, ok := strings.CutPrefix(name, mark)
	return rest, ok && rest != ""
}

// Line parses the next line, without its end.
func (t *Table) Line(players []world.Player, line []byte) Row {
	var space [usualLine]byte
	look := signs(space[:0], line)
	if t.heading(line, look) {
		return Row{}
	}
	switch t.section {
	case teamRows:
		if row := t.teamRow(line, look); row.Kind != NoRow {
			return row
		}
		return t.playerRow(players, line, look) // its heading may have been printed as chat
	case otherRows:
		return Row{}
	}
	if t.named(players, line, look) {
		return Row{}
	}
	if t.listed {
		return t.numbers(look)
	}
	return t.playerRow(players, line, look)
}

// TableBegins reports whether a line is the heading of a table of players.
func TableBegins(line []byte) bool {
	const words = "Player statistics"
	var space [len(words)]byte
	return string(signs(space[:0], line[:min(len(line), len(words))])) == words
}

// BerzerkBegins reports whether a line of KTX means that everybody gets quad and pentagram, near the end of a match.
func BerzerkBegins(plain []byte) bool { return bytes.HasPrefix(plain, []byte("BERZERK!")) }

// heading applies a heading. It returns false for other lines.
func (t *Table) heading(line, look []byte) bool {
	text := bytes.TrimSpace(look)
	has := func(s string) bool { return bytes.Contains(text, []byte(s)) }
	switch {
	case TableBegins(text), bytes.HasPrefix(text, []byte("Player results")):
		*t = Table{}
	case bytes.HasPrefix(text, []byte("Team scores")):
		*t = Table{section: teamRows}
	case bytes.HasSuffix(text, []byte("match statistics:")), has("top scorers:"), has("top scores:"):
		*t = Table{section: otherRows}
	case t.section == playerRows && bytes.HasPrefix(text, []byte("Team [")) && bytes.HasSuffix(text, []byte("]:")):
		at := bytes.IndexByte(look, '[')
		t.team, t.player = string(line[at+1:bytes.LastIndexByte(look, ']')]), ""
	default:
		return false
	}
	return true
}

// named applies KTX's line with the name of the player whose numbers follow.
func (t *Table) named(players []world.Player, line, look []byte) bool {
	if len(line) < 4 || line[0] != bullet || line[1] != ' ' {
		return false
	}
	name := line[2:]
	if rest, ok := bytes.CutPrefix(look[2:], []byte("PLAYER: ")); ok { // instagib
		name = bytes.TrimSuffix(name[len(name)-len(rest):], []byte{' ', bullet})
	} else if look[len(look)-1] == ':' {
		name = name[:len(name)-1]
	} else {
		return false
	}
	name = bytes.TrimPrefix(name, []byte{ghost})
	t.player, t.slot, t.listed = string(name), PlayerNamed(players, name), true
	return true
}

// numbers parses a line with numbers of the named player.
func (t *Table) numbers(look []byte) Row {
	text := bytes.TrimSpace(look)
	if s, ok := scores(text); ok {
		s.Name, s.Slot, s.Team = t.player, t.slot, t.team
		return Row{Kind: PlayerRow, Score: s}
	}
	key, value, ok := bytes.Cut(text, []byte{':'})
	if !ok {
		return Row{}
	}
	value = bytes.TrimSpace(value)
	switch string(bytes.TrimSpace(key)) {
	case "Armr&mhs", "Armors", "Powerups":
		return Row{Kind: ItemRow, Items: items(value)}
	case "CTF":
		return Row{Kind: FlagRow}
	case "Wp":
		return Row{Kind: AimRow, Aims: aims(value)}
	case "Damage", "Time":
		return points(items(value))
	// Instagib has a line for each number.
	case "Points":
		s := world.Score{Name: t.player, Slot: t.slot, Team: t.team, Score: int32(info.Number(value)),
			Told: world.ToldScore}
		return Row{Kind: PlayerRow, Score: s}
	case "Deaths":
		return Row{Kind: NumberRow, Score: world.Score{Deaths: int32(info.Number(value)), Told: world.ToldDeaths}}
	case "Teamkills":
		return Row{Kind: NumberRow, Score: world.Score{TeamKills: int32(info.Number(value)), Told: world.ToldTeamKills}}
	}
	return Row{}
}

// aims parses the percentages in "lg44.9% (31/69) sg25.0% (84)".
func aims(text []byte) (list []world.WeaponAim) {
	for f := range bytes.FieldsSeq(text) {
		digits := bytes.IndexAny(f, "0123456789")
		if digits < 1 || f[len(f)-1] != '%' {
			continue
		}
		whole, part, ok := bytes.Cut(f[digits:len(f)-1], []byte{'.'})
		if ok && len(whole) <= len("100") && len(part) == 1 && number(whole) && number(part) {
			list = append(list, world.WeaponAim{Weapon: string(f[:digits]),
				Printed: 10*int32(info.Number(whole)) + int32(info.Number(part))})
		}
	}
	return list
}

// points returns the row for numbers that are printed like items: damage, "Tkn:2324 Gvn:1903 Tm:0", or seconds with
// powerups, "Quad:14".
func points(printed []ItemCount) (row Row) {
	for _, n := range printed {
		switch n.Item {
		case "tkn":
			row.Score.DamageTaken, row.Score.Told = n.Count, row.Score.Told|world.ToldDamageTaken
		case "gvn":
			row.Score.DamageGiven, row.Score.Told = n.Count, row.Score.Told|world.ToldDamageGiven
		case "quad", "pent", "ring":
			row.Score.PowerupTime += n.Count
			row.Score.Told |= world.ToldPowerupTime
		}
	}
	if row.Score.Told != 0 {
		row.Kind = NumberRow
	}
	return row
}

// Player returns the name and the slot of the player of the last row.
func (t *Table) Player() (name string, slot int) { return t.player, t.slot }

// scores parses "FRAGS (RANK)", optionally followed by " FRIENDKILLS". The rest, such as percentages, is ignored. The
// rank is the frags minus the deaths.
func scores(text []byte) (s world.Score, ok bool) {
	open := bytes.IndexByte(text, '(')
	end := bytes.IndexByte(text, ')')
	if open < 1 || end < open {
		return s, false
	}
	frags, rank := bytes.TrimSpace(text[:open]), text[open+1:end]
	if !number(frags) || !number(rank) {
		return s, false
	}
	s.Score, s.Told = int32(info.Number(frags)), world.ToldScore|world.ToldDeaths
	s.Deaths = s.Score - int32(info.Number(rank))
	if fields := bytes.Fields(text[end+1:]); len(fields) > 0 && number(fields[0]) {
		s.TeamKills = int32(info.Number(fields[0]))
		s.Told |= world.ToldTeamKills
	}
	return s, true
}

// number reports whether text is an integer.
func number(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte{'-'})
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}

// playerRow parses a row of Kombat Teams and its predecessors: "[TEAM] NAME: SCORES" or "[TEAM] NAME  SCORES", with or
// without the team. There, the rank is the frags minus the deaths by others.
func (t *Table) playerRow(players []world.Player, line, look []byte) Row {
	// The scores begin with the last number before a number in parentheses.
	end := bytes.LastIndexByte(look, ')')
	open := bytes.LastIndexByte(look[:max(end, 0)], '(')
	if open < 3 || look[open-1] != ' ' {
		return Row{}
	}
	first := bytes.LastIndexByte(look[:open-1], ' ') + 1
	if first < 2 {
		return Row{}
	}
	s, ok := scores(look[first:])
	name := line[:first-1]
	switch before := look[first-2]; {
	case !ok:
		return Row{}
	case before == ':', before == ' ':
		name = name[:len(name)-1]
	default:
		return Row{}
	}
	// Names may contain brackets, so look for a player's name before a team.
	if look[0] == '[' && PlayerNamed(players, name) < 0 {
		if n := teamLength(players, line, look); n > 0 && n < len(name) {
			s.Team = string(line[1 : n-2])
			name = name[n:]
		}
	}
	s.Told |= world.DeathsByOthers
	s.Name, s.Slot = string(name), PlayerNamed(players, name)
	t.player, t.slot = s.Name, s.Slot
	return Row{Kind: PlayerRow, Score: s}
}

// teamLength returns the length of the "[TEAM] " at the beginning of a row. The team is that of a player, which may
// contain brackets, or ends at the first bracket.
func teamLength(players []world.Player, line, look []byte) int {
	best := bytes.Index(look, []byte("] ")) + 2
	for i := range players {
		n := len(players[i].Team)
		if n > 0 && len(line) > n+3 && string(line[1:n+1]) == players[i].Team && look[n+1] == ']' && look[n+2] == ' ' {
			return n + 3
		}
	}
	if best < 2 {
		return 0
	}
	return best
}

// teamRow parses "[TEAM]: N", "TEAM: N frags" or "TEAM: N + (M) = S", where M are the frags of players who left.
func (t *Table) teamRow(line, look []byte) Row {
	at := bytes.LastIndex(look, []byte(": "))
	if at < 1 {
		return Row{}
	}
	fields := bytes.Fields(look[at+2:])
	if len(fields) == 0 || !number(fields[0]) {
		return Row{}
	}
	score := fields[0]
	if len(fields) >= 5 && fields[1][0] == '+' && fields[3][0] == '=' && number(fields[4]) {
		score = fields[4]
	}
	name := line[:at]
	if look[0] == '[' && look[at-1] == ']' && at > 2 {
		name = line[1 : at-1]
	}
	return Row{Kind: TeamRow, Score: world.Score{Name: string(name), Score: int32(info.Number(score)),
		Told: world.ToldScore}}
}

// items parses "ga:1 ya:0 ra:2".
func items(text []byte) []ItemCount {
	var list []ItemCount
	for f := range bytes.FieldsSeq(text) {
		key, value, ok := bytes.Cut(f, []byte{':'})
		if ok && number(value) {
			list = append(list, ItemCount{string(bytes.ToLower(key)), int32(info.Number(value))})
		}
	}
	return list
}

// TeamResult parses a line of capture the flag, "BLUE team won the level with 368 points!" or "RED team lost with 311
// points.". ok is false for other lines.
func TeamResult(plain []byte) (team string, score int32, ok bool) {
	name, rest, ok := bytes.Cut(plain, []byte(" team "))
	if !ok || len(name) == 0 {
		return "", 0, false
	}
	for _, words := range [...]string{"won the level with ", "lost with ", "lost the level with ",
		"tied the level with "} {
		if n, found := bytes.CutPrefix(rest, []byte(words)); found {
			n, _, found = bytes.Cut(n, []byte(" point"))
			return string(name), int32(info.Number(n)), found && number(n)
		}
	}
	return "", 0, false
}

// LeftGame parses "NAME left the game with 6 frags". ok is false for other lines. If no player has the name, the slot
// is [world.Nobody].
func LeftGame(players []world.Player, line, plain []byte) (s world.Score, ok bool) {
	at := bytes.Index(plain, []byte(" left the game with "))
	if at < 1 {
		return s, false
	}
	n, rest, ok := bytes.Cut(plain[at+len(" left the game with "):], []byte(" frag"))
	if !ok || !number(n) || len(bytes.Trim(rest, "s.! ")) > 0 { // the phrase is part of a name
		return s, false
	}
	return world.Score{
		Name: string(line[:at]), Slot: PlayerNamed(players, line[:at]), Score: int32(info.Number(n)),
		Told: world.ToldScore,
	}, true
}

// Rejoins parses "NAME rejoins the game", about a player who had left the match. In team games, the team follows the
// name in brackets. It returns the player's slot, or [world.Nobody] if no player has the name. ok is false for other
// lines.
func Rejoins(players []world.Player, line, plain []byte) (slot int, ok bool) {
	at := bytes.Index(plain, []byte(" rejoins the game"))
	if at < 1 {
		return world.Nobody, false
	}
	name := line[:at]
	slot = PlayerNamed(players, name)
	if open := bytes.LastIndex(signs(nil, name), []byte(" [")); slot < 0 && open > 0 && sign(name[at-1]) == ']' {
		slot = PlayerNamed(players, name[:open])
	}
	return slot, true
}
