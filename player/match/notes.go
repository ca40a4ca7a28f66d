package match

import (
	"fmt"
	"slices"
	"strings"

	"demoscope/internal/humanize"
	"demoscope/player/world"
)

// maxReturns is the maximum number of returns that a text lists one by one.
const maxReturns = 8

// LeaveText says when a player left, as "left at 1:23", or became a spectator, as "spectator from 1:23".
func LeaveText(clock float64, looksOn bool) string {
	if looksOn {
		return "spectator from " + humanize.Clock(clock)
	}
	return "left at " + humanize.Clock(clock)
}

// Remark says when a player left, as "(left at 1:23)", or last came back, as "(back since 2:08)". It returns "" for a
// player who was there all the time.
func (m *Match) Remark(p *Player) string {
	if p.HasLeft {
		return "(" + LeaveText(p.Gone, p.LooksOn) + ")"
	}
	return m.BackSince(m.Plain(p.Name))
}

// BackSince says when a player, given by the readable name, last came back. It returns "" if the player never did, and
// for a nil match.
func (m *Match) BackSince(name string) string {
	if m == nil {
		return ""
	}
	for _, r := range slices.Backward(m.Result.Returns) {
		if m.Plain(r.Name) == name {
			return fmt.Sprintf("(back since %s)", humanize.Clock(r.Back))
		}
	}
	return ""
}

// returns describes the players who left and came back with a new score.
func (m *Match) returns() []string {
	if m == nil || len(m.Result.Returns) == 0 {
		return nil
	}
	var b strings.Builder
	for i := range m.Result.Returns {
		r := &m.Result.Returns[i]
		if i == maxReturns {
			fmt.Fprintf(&b, "%d more players left and came back. ", len(m.Result.Returns)-i)
			break
		}
		fmt.Fprintf(&b, "%s %s", m.Plain(r.Name), LeaveText(r.Left, r.LooksOn))
		if r.HasScore {
			fmt.Fprintf(&b, " with %s", humanize.Count(int(r.Score), "frag"))
		}
		again := "was back at"
		if r.LooksOn {
			again = "played again from"
		}
		fmt.Fprintf(&b, " and %s %s, with a new frag count", again, humanize.Clock(r.Back))
		if m.Game != world.Quake3 { // Quake III's games reset kills and deaths, too
			b.WriteString("; kills and deaths are totals")
		}
		b.WriteString(". ")
	}
	return []string{strings.TrimSuffix(b.String(), " ")}
}

// oldScores describes the age of the oldest score of the players who were there at the end.
func oldScores(players []*Player) []string {
	oldest := 0.0
	for _, p := range players {
		if !p.HasLeft && !p.LooksOn && p.Frags.Source != Unknown {
			oldest = max(oldest, p.Age)
		}
	}
	if oldest == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Scores are the last that the game reported, up to %s before the end.",
		humanize.Clock(oldest))}
}

// sums describes the numbers that were counted because the game did not report them.
func sums(players []*Player) (notes []string) {
	counted := func(of func(p *Player) Number) bool {
		return slices.ContainsFunc(players, func(p *Player) bool {
			n := of(p)
			return n.Source == Counted && n.Value > 0
		})
	}
	if counted(func(p *Player) Number { return p.DamageGiven }) {
		notes = append(notes, "Damage is the sum of the hits in the recording, counted as KTX does.")
	}
	if counted(func(p *Player) Number { return p.PowerupTime }) {
		notes = append(notes, "Seconds with powerups are from the players' items in the recording.")
	}
	return notes
}

// ScoreNotes returns sentences about new scores of players who came back, old scores, and counted numbers. The match
// may be nil.
func (m *Match) ScoreNotes(players []*Player) []string {
	return slices.Concat(m.returns(), oldScores(players), sums(players))
}

// Notes returns sentences that explain the players' numbers. The match must have been counted.
func (m *Match) Notes() []string {
	notes := append(m.returns(), "Best run: most kills without a death. Numbers are the game's where known, "+
		"otherwise counted from the deaths below.")
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
	return slices.Concat(notes, oldScores(m.Ranked()), sums(m.Ranked()))
}
