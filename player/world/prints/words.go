package prints

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
)

// Meaning is the meaning of a line about a match.
type Meaning uint8

// The meanings of lines.
const (
	NoMeaning      Meaning = iota
	Announces              // something that follows or was already reported: no change
	Begins                 // a match begins, or continues after a pause
	Ends                   // the match ends, and the current scores are its result
	EndsByScore            // the same, because the frag or capture limit is reached
	Stops                  // the match ends without a result
	Forfeits               // a side gives up: the match ends, and its result keeps players who left
	CountdownStops         // the match does not begin: the warm-up continues
	Pauses                 // the match and its clock are paused
	Resumes                // the match continues
	Overtime               // the match continues for some minutes, or without a number until a side scores
	PointEnds              // a point of the match ends, and the next one follows
)

// String returns the effect on the match, in the words of docs/match-words.md.
func (s Meaning) String() string {
	return [...]string{"nothing", "none: the next line tells", "begins the match, or resumes it after a pause",
		"ends the match", "ends the match by score", "stops the match: no result", "forfeit: ends the match",
		"stops the countdown", "pauses the match", "resumes the match", "overtime", "ends a point"}[s]
}

// Words is a line that a mod prints about a match. In Text, %s is a name, %d a number and * any text. In Quake III the
// comparison ignores case, because its mods differ in it.
type Words struct {
	Game    world.Game
	Mods    string
	Text    string
	Meaning Meaning
	// Chat is set if the mod may print the line as chat, without a speaker.
	Chat bool
}

// MatchWords are the lines of all mods. If several match a line, the first counts.
var MatchWords = [...]Words{
	{world.QuakeWorld, "KTX, KTPro, Kombat Teams", "The * has begun*", Begins, false},
	{world.QuakeWorld, "Rune CTF", "Match started*", Begins, false},
	{world.QuakeWorld, "TeamFortress", "Match Started*", Begins, false},
	{world.QuakeWorld, "TeamFortress", "MATCH BEGINS NOW*", Begins, false},
	{world.QuakeWorld, "KTX, KTPro, Kombat Teams", "The match is over*", Ends, false},
	{world.QuakeWorld, "Kombat Teams", "The duel is over*", Ends, false},
	{world.QuakeWorld, "KTX, Kombat Teams", "Match stopped by majority vote*", Ends, false},
	{world.QuakeWorld, "CTF", "* team won the level with *", Ends, false},
	{world.QuakeWorld, "KTX", "%s forces a break!", Announces, false},
	{world.QuakeWorld, "KTX", "The point is over*", PointEnds, false},
	{world.QuakeWorld, "KTX", "[%d] minute* overtime follows*", Overtime, false},
	{world.QuakeWorld, "KTX, KTPro, Kombat Teams", "* overtime begins*", Overtime, false},
	{world.QuakeWorld, "Kombat Teams", "Sudden death*", Overtime, false},
	{world.QuakeWorld, "KTX", "%s stops the countdown", CountdownStops, false},
	{world.QuakeWorld, "KTX", "%s interrupts countdown", CountdownStops, false},
	{world.QuakeWorld, "KTX", "%s unpaused the game (will resume in *", Announces, false},
	{world.QuakeWorld, "KTX", "game unpaused", Resumes, false},
	{world.QuakeWorld, "all: the server's own", "%s unpaused the game*", Resumes, false},
	{world.QuakeWorld, "KTPro", "%s resumed the game*", Resumes, false},
	{world.QuakeWorld, "all: the server's own, KTX", "%s paused the game*", Pauses, false},

	{world.Quake, "CRMod, RuneQuake, CAx", "The * has begun*", Begins, false},
	{world.Quake, "CRMod", "Match started*", Begins, false},
	{world.Quake, "RuneQuake", "Match Started*", Begins, false},
	{world.Quake, "CRMod, CAx", "The match is over*", Ends, false},
	{world.Quake, "CAx", "The duel is over*", Ends, false},
	{world.Quake, "RuneQuake", "Match over*", Ends, false},
	{world.Quake, "CRMod", "Match stopped by majority vote*", Ends, false},
	{world.Quake, "CTF", "* team won the level with *", Ends, false},
	{world.Quake, "all: the server's own", "%s unpaused the game*", Resumes, false},
	{world.Quake, "ProQuake", "%s resumed the game*", Resumes, false},
	{world.Quake, "all: the server's own", "%s paused the game*", Pauses, false},

	{world.Quake2, "OpenTDM", "Fight!", Begins, false},
	{world.Quake2, "CTF", "*MATCH HAS STARTED*", Begins, false},
	{world.Quake2, "all, OpenTDM", "Timelimit hit*", Ends, false},
	{world.Quake2, "OpenTDM", "Match ended*", Ends, false},
	{world.Quake2, "CTF", "MATCH COMPLETED*", Ends, true},
	{world.Quake2, "all", "Fraglimit hit*", EndsByScore, false},
	{world.Quake2, "CTF", "Capturelimit hit*", EndsByScore, false},
	{world.Quake2, "OpenTDM", "%s wins by forfeit!*", Forfeits, false},
	{world.Quake2, "OpenTDM", "%s has ended the match*", Announces, false},
	{world.Quake2, "OpenTDM", "Match aborted*", Announces, true},
	{world.Quake2, "OpenTDM", "Match canceled*", Stops, false},
	{world.Quake2, "OpenTDM", "Restarting the match*", Stops, true},
	{world.Quake2, "CTF", "Match has been forced to terminate*", Stops, true},
	{world.Quake2, "CTF", "Match mode has been terminated*", Stops, true},
	{world.Quake2, "CTF", "Match halted*", CountdownStops, true},
	{world.Quake2, "OpenTDM", "Countdown aborted*", CountdownStops, true},
	{world.Quake2, "OpenTDM", "%s called a time out*", Pauses, true},
	{world.Quake2, "OpenTDM", "%s disconnected and has * to reconnect*", Pauses, true},
	{world.Quake2, "OpenTDM", "Game resuming in %d seconds*", Announces, true},
	{world.Quake2, "OpenTDM", "Scores are tied * adding %d minute* overtime*", Overtime, false},
	{world.Quake2, "OpenTDM", "Scores are tied * entering Sudden Death*", Overtime, false},

	{world.Quake3, "Quake Live", "Game has been forfeited*", Forfeits, false},
	{world.Quake3, "CPMA, OSP", "%s forfeits*", Forfeits, false},
	{world.Quake3, "OSP", "%s wins by forfeit*", Forfeits, false},
	{world.Quake3, "OSP, CPMA", "Overtime mode*", Announces, false},
	{world.Quake3, "OSP, CPMA, Quake Live", "Overtime* %d minute*", Overtime, false},
	{world.Quake3, "CPMA, OSP", "Overtime*", Overtime, false},
	{world.Quake3, "OSP, CPMA", "*sudden death*", Overtime, false},
	{world.Quake3, "OSP, Excessive Plus", "%s UNPAUSES the match*", Announces, false},
	{world.Quake3, "OSP", "Match resuming in %d second*", Announces, false},
	{world.Quake3, "OSP", "Match is PAUSED*", Pauses, false},
	{world.Quake3, "OSP, Excessive Plus", "%s PAUSED the match*", Pauses, false},
	{world.Quake3, "OSP, Excessive Plus", "%s called a timeout*", Pauses, false},
	{world.Quake3, "OSP", "Match resumed*", Resumes, false},
	{world.Quake3, "OSP", "FIGHT!*", Resumes, false},
	{world.Quake3, "OSP", "Voted map:*", Stops, false},
	{world.Quake3, "OSP, Quake Live", "Match has been aborted*", Stops, false},
	{world.Quake3, "OSP, Quake Live", "Match aborted*", Stops, false},
}

// MatchLine is the content of a line about a match.
type MatchLine struct {
	Meaning Meaning
	Name    []byte  // name of a player or a team as in the line; empty if there is none
	Number  float64 // minutes or seconds, if HasNumber is set
	// HasNumber is set if the line has such a number.
	HasNumber bool

	from, to int // range of the name in the line
}

// Match returns what a line says about the match. Words of a player, in a name or as chat, say nothing. For Quake III,
// line must have no colors. With chat, line was printed as chat, but is by none of the players.
func Match(game world.Game, chat bool, players []world.Player, line []byte) (said MatchLine) {
	var space [usualLine]byte
	look := line
	if game != world.Quake3 {
		look = signs(space[:0], line)
	}
	for i := range MatchWords {
		if m := &MatchWords[i]; m.Game == game && (m.Chat || !chat) {
			fold := game == world.Quake3
			if said = (MatchLine{}); said.fits(m.Text, look, 0, fold) &&
				!saidByPlayer(m.Text, chat, players, look, fold) {
				said.Meaning = m.Meaning
				said.Name = line[said.from:said.to]
				return said
			}
		}
	}
	return MatchLine{}
}

// Lines about players have these words at the end, or after the old name.
var (
	aboutPlayer = []string{" entered the game", " connected", " disconnected", " left the game"}
	aboutName   = []string{" renamed to ", " changed name to ", " is now known as "}
)

// saidByPlayer reports whether the words of a matching line are a player's: they are all part of a name, or the player
// says them, or the line is about a player who connects, disconnects or changes name.
func saidByPlayer(form string, chat bool, players []world.Player, line []byte, fold bool) bool {
	ends := func(s string) bool { return bytes.HasSuffix(line, []byte(s)) }
	contains := func(s string) bool { return bytes.Contains(line, []byte(s)) }
	if slices.ContainsFunc(aboutPlayer, ends) || slices.ContainsFunc(aboutName, contains) || chat && contains(": ") {
		return true
	}
	words := strings.TrimSpace(strings.Trim(strings.TrimPrefix(form, "%s"), "*"))
	named := !strings.HasPrefix(form, words) // the form begins with a name or any text
	var space [usualLine]byte
	for i := range players {
		p := &players[i]
		if !p.InUse || p.Name == "" {
			continue
		}
		name := signs(space[:0], p.Name)
		if fold {
			name = bytes.TrimSpace(Uncolored(space[:0], p.Name))
		}
		if begins(line, string(name), fold) && named && len(line) > len(name) && line[len(name)] == ':' {
			return true
		}
		if !new(MatchLine).fits("*"+words+"*", name, 0, fold) {
			continue
		}
		for at := 0; at+len(name) <= len(line); at++ {
			rest := bytes.TrimSpace(line[at+len(name):])
			game := at == 0 && (len(rest) == 0 || rest[0] == '.' || rest[0] == '!') // the line is just the same words
			if begins(line[at:], string(name), fold) && !game {
				return true
			}
		}
	}
	return false
}

// fits reports whether a line, from a position on, matches a text of [Words], and stores the values of the
// placeholders. With fold, the comparison ignores case.
func (said *MatchLine) fits(form string, line []byte, at int, fold bool) bool {
	i := 0
	for ; i < len(form) && form[i] != '%' && form[i] != '*'; i++ { // most lines differ in the first character
		if at == len(line) || line[at] != form[i] && !(fold && lower(line[at]) == lower(form[i])) {
			return false
		}
		at++
	}
	if i == len(form) {
		return at == len(line)
	}
	holder, rest := form[i], form[i+1:]
	if holder == '%' {
		holder, rest = rest[0], rest[1:]
	}
	if holder == '*' && rest == "" {
		return true
	}
	for end := at; end <= len(line); end++ {
		if !said.fits(rest, line, end, fold) {
			continue
		}
		n, err := 0.0, error(nil)
		switch holder {
		case 's':
			if end == at {
				continue
			}
			said.from, said.to = at, end
		case 'd':
			if n, err = strconv.ParseFloat(string(line[at:end]), 64); err != nil || !(n >= 0 && n <= maxNumber) {
				continue
			}
			said.Number, said.HasNumber = n, true
		}
		return true
	}
	return false
}

// lower returns a letter of ASCII in lower case, and any other byte as it is.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// maxNumber bounds the minutes and seconds in a line.
const maxNumber = 24 * 60

// begins reports whether text begins with a prefix. With fold, the comparison ignores case.
func begins(text []byte, prefix string, fold bool) bool {
	if len(text) < len(prefix) {
		return false
	}
	text = text[:len(prefix)]
	return string(text) == prefix || fold && bytes.EqualFold(text, []byte(prefix))
}
