package world

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world/internal/info"
)

// Match is what the demo says about the match at one moment.
type Match struct {
	// Start is when the match clock began, in seconds of the demo's clock, or 0 if there is no
	// match.
	Start float64
	// Limit is the time limit of the match in seconds, including all overtimes, if the game reports
	// it by other means than the server's timelimit. It is negative if there is no limit, whatever
	// the server's timelimit is. Otherwise it is 0.
	Limit float64
	// End is when the match time runs out, in seconds of the demo's clock, if the game reports only
	// the time left, not the limit. Otherwise it is 0.
	End float64
	// Latest is the latest time at which the match time may run out, in seconds of the demo's
	// clock, if the game has so far reported only whole minutes, as at the beginning of a
	// QuakeWorld recording. Otherwise it is 0.
	Latest float64
	Phase  Phase
	// Teams is set if teams play. Scores are those of the red and the blue team, or of the first
	// and the second player. [NoScore] stands for a missing player.
	Teams  bool
	Scores [2]int32
	Known  bool // Scores are valid
	// Rounds is set if a team's score is the number of rounds it has won, not the frags of its
	// players. Until Known is set that score is unknown.
	Rounds bool
	// Summed has SummedDamage or SummedPowerups set if the recording has the hits or the powerup
	// times of which [Sums] are made.
	Summed ScoreFields
	// FragsCount is set in Quake III if a score consists of frags only, so that the scores of
	// players follow from the obituaries. In games with flags, bases or rounds a score is known
	// only once the game has reported it: see [World.HasFrags].
	FragsCount bool
	// Names are the names of the two sides. They are empty for teams called red and blue, and for
	// the first and the second player.
	Names [2]string
	// Flags are the flags of the red and the blue team.
	Flags [2]Flag
	// White is the single flag of Quake III's one-flag mode, which either team carries to the other
	// team's base.
	White WhiteFlag
	// Obelisks are the obelisks of the red and the blue team in Quake III's Overload mode.
	Obelisks [2]Obelisk
}

// MatchKey is the server info key under which a part cut from a QuakeWorld demo stores the state of
// its match. Engines ignore keys that they do not know.
const MatchKey = "*ds_match"

// longestMatch is the longest elapsed time or time limit, in seconds, that [Match.RestoreState]
// accepts: a week.
const longestMatch = 7 * 24 * 3600

// EncodeState encodes the state of the match at a time of the demo's clock: its elapsed time, Limit
// and Phase. It returns "" if the state is unknown or the match is over.
func (m *Match) EncodeState(now float64) string {
	if m.Start == 0 || m.Phase >= PhaseOver {
		return ""
	}
	return fmt.Sprintf("%.3f %.3f %d", now-m.Start, m.Limit, m.Phase)
}

// RestoreState restores the state encoded by [Match.EncodeState] at this moment of the demo's
// clock. It returns false, and changes nothing, if state is invalid.
func (m *Match) RestoreState(now float64, state string) bool {
	fields := strings.Fields(state)
	if len(fields) != 3 {
		return false
	}
	ran, wrong := strconv.ParseFloat(fields[0], 64)
	limit, wrongLimit := strconv.ParseFloat(fields[1], 64)
	phase, wrongPhase := strconv.ParseUint(fields[2], 10, 8)
	if wrong != nil || wrongLimit != nil || wrongPhase != nil || !(math.Abs(ran) <= longestMatch &&
		math.Abs(limit) <= longestMatch) || Phase(phase) >= PhaseOver {
		return false
	}
	m.Start, m.Limit, m.Phase, m.Latest = now-ran, limit, Phase(phase), 0
	if m.Start == 0 {
		m.Start = math.SmallestNonzeroFloat64 // 0 stands for no match
	}
	return true
}

// OfTeams reports whether the score is one of teams even if each team has a single player: the
// teams are the game's own, red and blue, or there are flags.
func (m *Match) OfTeams() bool {
	return m.Teams && (m.Known && m.Names == [2]string{} || m.FlagsKnown())
}

// FlagsKnown reports whether the demo reports the state of a flag, which means that the mode is
// capture the flag.
func (m *Match) FlagsKnown() bool {
	return m.Flags[0].State != FlagUnknown || m.Flags[1].State != FlagUnknown
}

// Phase is the phase of a match. Not every game reports it.
type Phase uint8

// The phases of a match.
const (
	PhaseUnknown Phase = iota
	PhaseWarmUp
	PhaseCountdown
	PhaseRunning
	PhaseOvertime
	PhaseOver
)

// Flag is the state of a team's flag.
type Flag struct {
	State FlagState
	// Carrier is the slot of the player who carries the flag, or [Nobody] if unknown. It is valid
	// if State is FlagTaken.
	Carrier int
}

// WhiteFlag is the state of a flag that either team may carry.
type WhiteFlag struct {
	Flag
	// Side is the team that carries the flag: 0 is red and 1 is blue. It is valid if State is
	// FlagTaken.
	Side int
}

// Obelisk is the structure that a team defends in Overload.
type Obelisk struct {
	Known  bool  // the game has one and the demo reports its health
	Health uint8 // 0 (destroyed) to 255 (intact)
}

// Percent returns the health in percent. It is 100 only if the obelisk is intact, and 0 only if it
// is destroyed.
func (o Obelisk) Percent() int {
	if o.Health == 0 {
		return 0
	}
	return max(1, 100*int(o.Health)/255)
}

// FlagState is the state of a flag.
type FlagState uint8

// The states of a flag.
const (
	FlagUnknown FlagState = iota // not known, or there is no flag
	FlagHome
	FlagTaken
	FlagDropped
)

// KTXRounds reports whether mode is clan arena or wipeout, as named by KTX in a QuakeWorld server's
// info. A suffix after a dash describes a variant, as in "ca-ca-df". Such a match consists of
// rounds. A round ends when all players of a team are dead, and a team wins the match after a
// number of rounds. Players begin each round with all weapons and full ammo, and there are no items
// on the map.
func KTXRounds(mode string) bool {
	base, _, _ := strings.Cut(mode, "-")
	return base == "ca" || base == "wipeout"
}

// Side is a team, or one of the two players of a duel.
type Side struct {
	Name string // bytes in the game's charset
	Slot int    // of the player in a duel; [Nobody] for a team
	// Color identifies the side, 0 to 13 in QuakeWorld's numbers (4 is red, 13 is blue), or -1 if
	// it has none. It is the most common pants color of the side. If another side has the same
	// pants color but another shirt color, it is the most common shirt color.
	Color int
	Score int32
}

// Has reports whether a player plays for the side.
func (s *Side) Has(p *Player) bool {
	if s.Slot != Nobody {
		return p.Slot == s.Slot
	}
	return !p.Spectator && p.Team == s.Name
}

// NoScore is the score of a rank that no player holds.
const NoScore = -9999

// Clock returns how many seconds of the match on a level have passed at a time of the demo's clock,
// and the time limit of the match in seconds, including all overtimes. The limit is 0 if there is
// none or it is unknown. ok is false if there is no match or its beginning is unknown. Time-outs
// count if the demo's clock runs during them.
func (m *Match) Clock(l *Level, time float64) (seconds, limit float64, ok bool) {
	if m.Start == 0 {
		return 0, 0, false
	}
	seconds, limit = m.ClockSince(l, m.Start, time)
	return seconds, limit, true
}

// ClockSince is [Match.Clock] for a match that began at start.
func (m *Match) ClockSince(l *Level, start, time float64) (seconds, limit float64) {
	limit = m.Limit
	if limit == 0 {
		limit = 60 * float64(info.Number(l.ServerInfoValue("timelimit")))
	}
	return max(0, time-start), limit
}

// Unlimited reports whether the demo says that the match on a level has no time limit.
func (m *Match) Unlimited(l *Level) bool {
	if m.Limit != 0 {
		return m.Limit < 0
	}
	told := l.ServerInfoValue("timelimit")
	return told != "" && info.Number(told) == 0
}

// Colors of the teams called red and blue, as in [Side].Color.
const (
	pantsRed  = 4
	pantsBlue = 13
)

// Sides appends the sides of the match to dst, best first, and returns the result. The sides are
// the teams, or the two players of a duel. There are none in a free-for-all, or when players play
// against monsters.
func (w *World) Sides(dst []Side) []Side {
	if w.Single.Known {
		return dst
	}
	first := len(dst)
	players := 0
	for i := range w.Players {
		if w.Players[i].Plays() {
			players++
		}
	}
	switch m := &w.Match; {
	case m.Known && m.Names != [2]string{}:
		for i, name := range m.Names {
			side := Side{name, Nobody, -1, m.Scores[i]}
			if !m.Teams {
				side.Slot = slotOf(w.Players, name)
			}
			dst = append(dst, side)
		}
		w.colorSides(dst[first:])
	case m.Teams && m.Known:
		dst = append(dst, Side{"red", Nobody, pantsRed, w.Match.Scores[0]}, Side{"blue", Nobody, pantsBlue,
			w.Match.Scores[1]})
	case m.Rounds: // the score is not known yet
	case players == 2 && w.fragsKnown() && !(m.Teams && m.FlagsKnown()):
		for i := range w.Players {
			if p := &w.Players[i]; p.Plays() {
				dst = append(dst, Side{p.Name, p.Slot, -1, p.Frags})
			}
		}
		w.colorSides(dst[first:])
	case w.Match.Teams:
		dst = addTeams(dst, w.Players)
		if len(dst) < first+2 { // a single team is no match
			return dst[:first]
		}
		w.colorSides(dst[first:])
	}
	slices.SortStableFunc(dst[first:], func(a, b Side) int { return cmp.Compare(b.Score, a.Score) })
	return dst
}

// Holders returns the slots of the players with the best and the second best score that Quake III's
// servers report in a match without teams. Players' scores may be reported or counted. A slot is
// [Nobody] if no player, or too many players, have the score.
func (w *World) Holders() [2]int {
	h := [2]int{Nobody, Nobody}
	for n, score := range w.Match.Scores {
		holders, found, last := 1, 0, Nobody
		if n == 0 && score == w.Match.Scores[1] {
			holders = 2
		}
		for i := range w.Players {
			if p := &w.Players[i]; p.Plays() && i != h[0] && p.Frags == score && w.HasFrags(p) {
				found, last = found+1, i
			}
		}
		if found == holders || found == 1 { // of two players with the same score, the known one is the first
			h[n] = last
		}
	}
	return h
}

// slotOf returns the slot of the player in use with the given name, or [Nobody].
func slotOf(players []Player, name string) int {
	for i := range players {
		if p := &players[i]; p.InUse && p.Name == name {
			return i
		}
	}
	return Nobody
}

// fragsKnown reports whether the demo has the scores of all players in the match.
func (w *World) fragsKnown() bool {
	for i := range w.Players {
		if p := &w.Players[i]; p.Plays() && !p.FragsKnown(w) {
			return false
		}
	}
	return true
}

// Plays reports whether the player takes part in a match.
func (p *Player) Plays() bool { return p.InUse && !p.Spectator && p.Name != "" }

// Mates reports whether two players are on the same team in a team match, or play together against
// monsters.
func (s *State) Mates(a, b *Player) bool {
	const free = "free" // Quake III's team of players without a team
	if a.Slot == b.Slot || !a.Plays() || !b.Plays() {
		return false
	}
	return s.Single.Known || s.Match.Teams && a.Team != "" && a.Team != free && a.Team == b.Team
}

// maxTeams bounds the teams of a match. It is more than any game has.
const maxTeams = 16

// addTeams appends a side for each team with players. Its score is the sum of the players' scores.
func addTeams(dst []Side, players []Player) []Side {
	first := len(dst)
	for i := range players {
		p := &players[i]
		if !p.Plays() || p.Team == "" {
			continue
		}
		t := slices.IndexFunc(dst[first:], func(s Side) bool { return s.Name == p.Team })
		if t < 0 {
			if t = len(dst) - first; t == maxTeams {
				continue
			}
			dst = append(dst, Side{Name: p.Team, Slot: Nobody, Color: -1})
		}
		side := &dst[first+t]
		side.Score += p.Frags
	}
	return dst
}

// colorSides sets the colors of the sides in games whose players have colors.
func (w *World) colorSides(sides []Side) {
	if w.Game != Quake && w.Game != QuakeWorld {
		return
	}
	var pants, shirts [maxTeams][16]uint16 // by side: how many players wear a color
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Plays() {
			continue
		}
		if t := slices.IndexFunc(sides, func(s Side) bool { return s.Has(p) }); t >= 0 {
			n := uint16(inRound)
			if p.Out {
				n = 1
			}
			pants[t][p.Pants&15] += n
			shirts[t][p.Shirt&15] += n
		}
	}
	for i := range sides {
		sides[i].Color = most(&pants[i])
		for j := range sides {
			if most(&pants[j]) == sides[i].Color && most(&shirts[j]) != most(&shirts[i]) {
				sides[i].Color = most(&shirts[i])
				break
			}
		}
	}
}

// inRound is the weight of a player in the round, relative to a player who is out of it. KTX
// dresses players who are out in white.
const inRound = 256

// most returns the most frequent color, or the lowest of several.
func most(count *[16]uint16) (color int) {
	for i, n := range count {
		if n > count[color] {
			color = i
		}
	}
	return color
}
