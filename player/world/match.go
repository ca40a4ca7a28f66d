package world

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cmp"
	"demoscope/player/world/internal/info"
	"slices"
)

// Match is what the game says of the match at one moment.
type Match struct {
	// Start is when the match's clock began, in seconds of the demo's own clock;
	// 0 if there is no match.
	Start float64
	// Limit is the match's time limit in seconds with all overtimes, if the game
	// tells it in another way than by the server's timelimit; else 0, and negative if
	// there is none whatever the server's says.
	Limit float64
	// End is when the match's time runs out, in seconds of the demo's own clock, if the
	// game tells only how much is left, not of how much; else 0.
	End float64
	// Latest is when it runs out at the latest, in seconds of the demo's own clock, if the
	// game has told only whole minutes so far, as at the beginning of a recording of
	// QuakeWorld; else 0.
	Latest float64
	Phase  Phase
	// Teams is set if teams play. Scores are those of the red and the blue team,
	// or of the first and the second player; [NoScore] stands for a missing player.
	Teams  bool
	Scores [2]int32
	Known  bool // Scores are set
	// Rounds is set if the rounds that a team has won are its score, and not the frags of its players: where
	// Scores are not set yet it is unknown.
	Rounds bool
	// Summed has SummedDamage and SummedPowerups of those [Sums] that the recording has had hits or powerups for.
	Summed ScoreFields
	// FragsCount is set in Quake III where a frag is a point and nothing else is: the score of who plays follows from
	// deaths. With flags, bases or rounds it is known once the game has told it: see [World.HasFrags].
	FragsCount bool
	// Names are those of the two sides; empty for teams that are called red and blue,
	// and for the first and the second player.
	Names [2]string
	// Flags are those of the red and the blue team.
	Flags [2]Flag
	// White is the flag of Quake III's game with one flag, which either team carries to the base of the other.
	White WhiteFlag
	// Obelisks are those in the bases of the red and the blue team, in Quake III's overload.
	Obelisks [2]Obelisk
}

// MatchKey is the key of a QuakeWorld server's info by which a part that was cut out of a demo says where its match
// is: engines pass over it, as over all that they do not know.
const MatchKey = "*ds_match"

// longestMatch is how many seconds a match may have run, or run at most, as [Match.SetPlace] believes: a week.
const longestMatch = 7 * 24 * 3600

// Place says where a match is at a moment of the demo's own clock: how long it has run, its Limit and its Phase. It is
// empty if that is not known.
func (m *Match) Place(now float64) string {
	if m.Start == 0 || m.Phase >= PhaseOver {
		return ""
	}
	return fmt.Sprintf("%.3f %.3f %d", now-m.Start, m.Limit, m.Phase)
}

// SetPlace takes what [Match.Place] said of this moment of the demo's own clock. It reports false, and
// changes nothing, if it cannot have said that.
func (m *Match) SetPlace(now float64, place string) bool {
	fields := strings.Fields(place)
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

// OfTeams reports whether the score is that of teams also where each has one player: those that the game
// itself has, red and blue, or any with flags.
func (m *Match) OfTeams() bool {
	return m.Teams && (m.Known && m.Names == [2]string{} || m.FlagsKnown())
}

// FlagsKnown reports whether the demo tells where a flag is: the game is capture the flag.
func (m *Match) FlagsKnown() bool {
	return m.Flags[0].State != FlagUnknown || m.Flags[1].State != FlagUnknown
}

// Phase is what a match is in. Not every game tells it.
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
	// Carrier is the slot of the player who carries it, or [Nobody] if the demo does
	// not tell; it means something if State is FlagTaken.
	Carrier int
}

// WhiteFlag is the state of a flag that either team may carry.
type WhiteFlag struct {
	Flag
	// Side is 0 if the red team carries it, and 1 if the blue one does; it means something if State is FlagTaken.
	Side int
}

// Obelisk is what a team defends in overload.
type Obelisk struct {
	Known  bool  // the game has one, and the demo tells of it
	Health uint8 // 0 to 255, which is whole
}

// Percent returns the health in percent: 100 only for one that is whole, and 0 only for one that is destroyed.
func (o Obelisk) Percent() int {
	if o.Health == 0 {
		return 0
	}
	return max(1, 100*int(o.Health)/255)
}

// FlagState is where a flag is.
type FlagState uint8

// The places of a flag.
const (
	FlagUnknown FlagState = iota // or the game has none
	FlagHome
	FlagTaken
	FlagDropped
)

// KTXRounds reports whether a mode, as KTX calls it in a QuakeWorld server's info, is clan arena or wipeout:
// behind a dash it says what is special, as in "ca-ca-df". Such a match goes on until a team has won some
// rounds, each of which ends when nobody of the other is left. Everybody begins one with all that there is,
// and nothing lies on the map.
func KTXRounds(mode string) bool {
	base, _, _ := strings.Cut(mode, "-")
	return base == "ca" || base == "wipeout"
}

// Side is a team, or one of the two players of a duel.
type Side struct {
	Name string // bytes in the game's charset
	Slot int    // of the player in a duel, [Nobody] for a team
	// Color is what the side is told by, 0 to 13 in QuakeWorld's numbers (4 is red, 13
	// blue); -1 if it has none. It is that of the trousers most of it wear, and of the
	// shirts where another side wears the same trousers, and other shirts.
	Color int
	Score int32
}

// Has reports whether a player plays for a side.
func (s *Side) Has(p *Player) bool {
	if s.Slot != Nobody {
		return p.Slot == s.Slot
	}
	return !p.Spectator && p.Team == s.Name
}

// NoScore is the score of a rank that no player has.
const NoScore = -9999

// MatchClock returns how many seconds of a match have passed at a time of the
// demo's own clock, and the match's time limit in seconds with all overtimes, 0 if
// there is none or the demo does not tell it. ok is false if no match is on or its
// beginning is not known. A time-out counts as far as the demo's own clock runs in it.
func (w *World) MatchClock(time float64) (seconds, limit float64, ok bool) {
	if w.Match.Start == 0 {
		return 0, 0, false
	}
	seconds, limit = w.MatchClockSince(w.Match.Start, time)
	return seconds, limit, true
}

// MatchClockSince is [World.MatchClock] for a match that began at start.
func (w *World) MatchClockSince(start, time float64) (seconds, limit float64) {
	limit = w.Match.Limit
	if limit == 0 {
		limit = 60 * float64(info.Number(info.Value(w.Level().ServerInfo, "timelimit")))
	}
	return max(0, time-start), limit
}

// Unlimited reports whether the demo tells that the match has no time limit.
func (w *World) Unlimited() bool {
	if w.Match.Limit != 0 {
		return w.Match.Limit < 0
	}
	told := info.Value(w.Level().ServerInfo, "timelimit")
	return told != "" && info.Number(told) == 0
}

// Colors of teams that are called red and blue, as [Side].Color.
const (
	pantsRed  = 4
	pantsBlue = 13
)

// Sides appends the sides of the match to dst and returns it: the teams, or the two
// players of a duel, best first; nothing where everybody plays alone or alone against
// the monsters.
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
	case m.Rounds: // not told yet
	case players == 2 && w.fragsKnown() && !(m.Teams && m.FlagsKnown()):
		for i := range w.Players {
			if p := &w.Players[i]; p.Plays() {
				dst = append(dst, Side{p.Name, p.Slot, -1, p.Frags})
			}
		}
		w.colorSides(dst[first:])
	case w.Match.Teams:
		dst = addTeams(dst, w.Players)
		if len(dst) < first+2 { // one side is none
			return dst[:first]
		}
		w.colorSides(dst[first:])
	}
	slices.SortStableFunc(dst[first:], func(a, b Side) int { return cmp.Compare(b.Score, a.Score) })
	return dst
}

// Holders returns the slots of the players who have the best and the second score that
// Quake III's servers tell of a match without teams: of each the one player whose score,
// as it was told or counted, it is; [Nobody] where that is nobody or too many.
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
		if found == holders || found == 1 { // of two with one score the one who is known is the first
			h[n] = last
		}
	}
	return h
}

// slotOf returns the slot of the player in use with a name, or [Nobody].
func slotOf(players []Player, name string) int {
	for i := range players {
		if p := &players[i]; p.InUse && p.Name == name {
			return i
		}
	}
	return Nobody
}

// fragsKnown reports whether the demo tells the score of everybody who plays.
func (w *World) fragsKnown() bool {
	for i := range w.Players {
		if p := &w.Players[i]; p.Plays() && !p.FragsKnown(w) {
			return false
		}
	}
	return true
}

// Plays reports whether a player takes part in a match.
func (p *Player) Plays() bool { return p.InUse && !p.Spectator && p.Name != "" }

// Mates reports whether two players are in one team of a match in which teams play, or
// together against monsters.
func (w *World) Mates(a, b *Player) bool {
	const free = "free" // Quake III's, of nobody
	if a.Slot == b.Slot || !a.Plays() || !b.Plays() {
		return false
	}
	return w.Single.Known || w.Match.Teams && a.Team != "" && a.Team != free && a.Team == b.Team
}

// maxTeams bounds the teams of a match: more than any game has.
const maxTeams = 16

// addTeams appends a side for each team that a player is in, with the sum of the
// players' scores.
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

// colorSides gives the sides of a match their colors, in the games whose players have some.
func (w *World) colorSides(sides []Side) {
	if w.Game != Quake && w.Game != QuakeWorld {
		return
	}
	var pants, shirts [maxTeams][16]uint16 // how many of a side wear a color
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

// inRound is how many of those who are out of a round one who is in it counts for: KTX dresses them in white.
const inRound = 256

// most returns the color that most wear, the lowest of several.
func most(count *[16]uint16) (color int) {
	for i, n := range count {
		if n > count[color] {
			color = i
		}
	}
	return color
}
