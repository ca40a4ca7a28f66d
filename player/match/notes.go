package match

import (
	"fmt"
	"slices"
	"strings"

	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/world"
)

// Return says that a player left a match and came back to it with a score that began anew: see [world.Return]. The
// name is readable, and Score is the one with which the player left, nil if it is not known.
type Return struct {
	Name  string  `json:"name"`
	Slot  int     `json:"slot"`
	Score *int32  `json:"score,omitempty"`
	Left  float64 `json:"clock_left"`
	Back  float64 `json:"clock_back"`
	// LooksOn is set if the player did not leave but became a spectator.
	LooksOn bool `json:"looked_on,omitempty"`
	// Totals is set if kills and deaths are of both times: those that Quake III's games report begin anew, too.
	Totals bool `json:"-"`
}

// ReturnsOf returns who came back to a match.
func ReturnsOf(game world.Game, r *world.Result) (list []Return) {
	for i := range r.Returns {
		b := &r.Returns[i]
		one := Return{Name: charset.Plain(game, b.Name), Slot: b.Slot, Left: b.Left, Back: b.Back, LooksOn: b.LooksOn,
			Totals: game != world.Quake3}
		if b.HasScore {
			one.Score = &b.Score
		}
		list = append(list, one)
	}
	return list
}

// MaxReturns is how many returns a text lists one by one.
const MaxReturns = 8

// Parted says when a player left, as "left at 1:23", or since when the player was a spectator instead, as "spectator
// from 1:23".
func Parted(clock float64, looksOn bool) string {
	if looksOn {
		return "spectator from " + humanize.Clock(clock)
	}
	return "left at " + humanize.Clock(clock)
}

// Remark says in parentheses when a player left, as "(left at 1:23)", or came back for the last time, as "(back since
// 2:08)". It is empty for a player who was there all the time.
func (m *Match) Remark(p *Player) string {
	if p.HasLeft {
		return "(" + Parted(p.Gone, p.LooksOn) + ")"
	}
	return BackSince(ReturnsOf(m.Game, m.Result), m.Plain(p.Name))
}

// BackSince says in parentheses when a player came back for the last time; it is empty for a player who did not.
func BackSince(list []Return, name string) string {
	for _, r := range slices.Backward(list) {
		if r.Name == name {
			return fmt.Sprintf("(back since %s)", humanize.Clock(r.Back))
		}
	}
	return ""
}

// ReturnsText says of players who left and came back that their scores began anew. It is empty for none.
func ReturnsText(list []Return) string {
	var b strings.Builder
	for i := range list {
		r := &list[i]
		if i == MaxReturns {
			fmt.Fprintf(&b, "%d more players left and came back. ", len(list)-i)
			break
		}
		fmt.Fprintf(&b, "%s %s", r.Name, Parted(r.Left, r.LooksOn))
		if r.Score != nil {
			fmt.Fprintf(&b, " with a score of %d", *r.Score)
		}
		again := "was back at"
		if r.LooksOn {
			again = "played again from"
		}
		fmt.Fprintf(&b, " and %s %s, with a new score", again, humanize.Clock(r.Back))
		if r.Totals {
			b.WriteString("; kills and deaths are totals")
		}
		b.WriteString(". ")
	}
	return strings.TrimSuffix(b.String(), " ")
}

// OldScores says that the oldest of some scores was reported that many seconds before the end. It is empty for 0.
func OldScores(oldest float64) string {
	if oldest == 0 {
		return ""
	}
	return fmt.Sprintf("Scores are the last that the game reported, up to %s before the end.", humanize.Clock(oldest))
}

// OldestScore returns how many seconds before the end the oldest score of the players who were there was reported.
func OldestScore(players []*Player) (oldest float64) {
	for _, p := range players {
		if !p.HasLeft && !p.LooksOn && p.Frags.Source != Unknown {
			oldest = max(oldest, p.Age)
		}
	}
	return oldest
}

// Notes say what the numbers of the players are, in sentences. They are for a match that was counted.
func (m *Match) Notes() []string {
	notes := []string{ReturnsText(ReturnsOf(m.Game, m.Result)),
		"Best run: most kills without a death. Numbers are the game's where known, " +
			"otherwise counted from the deaths below."}
	add := func(note string, told bool) {
		if told {
			notes = append(notes, note)
		}
	}
	has := func(told world.ScoreFields) bool {
		return slices.ContainsFunc(m.Result.Players, func(s world.Score) bool { return s.Told&told == told })
	}
	add("Anything before the demo is not counted.", m.Result.Start == world.Unknown)
	add("Deaths include suicides and accidents; the game counts only kills by others.", has(world.DeathsByOthers))
	add("Suicides reported by the game include falls and traps.", has(world.DeathsByOthers|world.ToldSuicides))
	add("Suicides are deaths by the player's weapon or the kill command. Falls, lava and other deaths by the level do "+
		"not count, although most games subtract a point for them.", !has(world.ToldSuicides) && m.Kills.ByLevel > 0)
	add("Deaths between rounds, and of players who become spectators, do not count and are only in the list of deaths.",
		m.Kills.Idle > 0)
	notes = append(notes, OldScores(OldestScore(m.Ranked())))
	return slices.DeleteFunc(notes, func(note string) bool { return note == "" })
}
