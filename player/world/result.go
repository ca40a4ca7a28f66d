package world

import (
	"fmt"
	"slices"

	"demoscope/player/world/internal/hash"
)

// Result is the result of one match: what the game reported, completed by what follows from the
// scores.
type Result struct {
	// Map is the game path of the map, such as "maps/dm6.bsp". Level is the number of the level in
	// the demo, from 1: see [State].LevelCount.
	Map   string
	Level int
	// Complete is set if the demo has the end of the match. Otherwise the result is that of a part
	// of a match.
	Complete bool
	// Start and End are in seconds of the viewer's clock. They are [Unknown] if the demo lacks the
	// beginning or the end.
	Start, End float64
	// Last is the time until which the game kept counting after End, in seconds of the viewer's
	// clock, or 0 if it did not. In Quake III players continue until the intermission.
	Last       float64
	Teams      []TeamScore // empty if players do not play in teams
	OfTeams    bool        // the scores in Teams are not those of single players: see [Match.OfTeams]
	Players    []Score     // players present at the end, by slot
	Spectators []string    // names of the spectators when the match ended
	Left       []Score     // players who left before the end
	// Returns are the returns of players whose score started anew, oldest first.
	Returns []Return
	Pickups []PickupCount
	Aims    []WeaponAim
}

// Return records that a player left a match and returned to it with a score that started anew. Kill
// and death counts continue, unless they are those reported by Quake III.
type Return struct {
	Name  string // bytes in the game's charset
	Slot  int    // of the player after returning
	Score int32  // when the player left, if HasScore is set
	// HasScore is set if Score is known.
	HasScore bool
	// Left and Back are in seconds of the viewer's clock.
	Left, Back float64
	// LooksOn is set if the player became a spectator instead of leaving.
	LooksOn bool
}

// Before reports whether the match was over when the recording began.
func (r *Result) Before() bool { return r.Complete && r.Start == Unknown && r.End == Unknown }

// Unknown is the value of a time that is not in the demo.
const Unknown = -1

// TeamScore is a team's score.
type TeamScore struct {
	Name  string // bytes in the game's charset
	Score int32
}

// Score is the score of one player in a match.
type Score struct {
	Slot  int    // Nobody if the game reports only the name
	Name  string // bytes in the game's charset
	Team  string
	Score int32
	// Age is how old the Score was, in seconds, at the end of the match, at the end of the recorded
	// part, or when the player left: see [World.FragsAge].
	Age float64
	// Kills, Deaths, Suicides, TeamKills and Accuracy are valid if their bits in Told are set.
	Kills, Deaths, Suicides, TeamKills int32
	// Accuracy is the percentage of shots that hit, over all weapons, as the scoreboard shows it.
	Accuracy int32
	// DamageGiven is the damage to opponents, and DamageTaken the damage by opponents, in points.
	// PowerupTime is how many seconds the player had powerups. They are valid if their bits in Told
	// are set. Otherwise the fields of Counted are valid if SummedDamage or SummedPowerups is set.
	DamageGiven, DamageTaken, PowerupTime int32
	Told                                  ScoreFields
	// Gone is when the player left, in seconds of the viewer's clock. It is set only in
	// [Result].Left.
	Gone float64
	// Spectator is set if the player was a spectator when leaving. It is set only in [Result].Left.
	Spectator bool
	// LooksOn is set if the player became a spectator at Gone. It is set only in [Result].Left.
	LooksOn bool
	// Counted are the counts from the obituaries of the match. They are the only ones if the game
	// reports none. They include deaths of all kinds even if the game reports only some: see
	// [DeathsByOthers].
	Counted Counts
}

// Counts are a player's kills and deaths, and sums of other recorded numbers.
type Counts struct {
	// Kills do not include team mates. Deaths include Suicides. Deaths by the world are not
	// suicides.
	Kills, Deaths, Suicides, TeamKills int32
	Sums
}

// Sums are sums of a player's numbers that only server-side recordings of QuakeWorld have. See
// [Match].Summed.
type Sums struct {
	// DamageGiven is the damage to opponents, and DamageTaken the damage by opponents, in points.
	// PowerupTime is how many seconds the player had powerups, in whole seconds per powerup.
	DamageGiven, DamageTaken, PowerupTime int32
}

// Add adds other counts of the same player.
func (c *Counts) Add(o Counts) {
	c.Kills, c.Deaths = c.Kills+o.Kills, c.Deaths+o.Deaths
	c.Suicides, c.TeamKills = c.Suicides+o.Suicides, c.TeamKills+o.TeamKills
	c.DamageGiven, c.DamageTaken = c.DamageGiven+o.DamageGiven, c.DamageTaken+o.DamageTaken
	c.PowerupTime += o.PowerupTime
}

// AllCounts returns all known counts of the player. Each number is as reported by the game, or
// otherwise as counted.
func (s *Score) AllCounts() Counts {
	c := s.Counted
	c.Deaths = s.AllDeaths()
	if s.Told&ToldKills != 0 {
		c.Kills = s.Kills
	}
	if s.Told&ToldSuicides != 0 {
		c.Suicides = s.Suicides
	}
	if s.Told&ToldTeamKills != 0 {
		c.TeamKills = s.TeamKills
	}
	return c
}

// AllDeaths returns how often the player died, for any reason, as reported by the game or otherwise
// as counted.
func (s *Score) AllDeaths() int32 {
	switch told := s.Told; {
	case told&ToldDeaths == 0:
		return s.Counted.Deaths
	case told&DeathsByOthers == 0:
		return s.Deaths
	case told&ToldSuicides != 0: // the game counts all other deaths as suicides
		return s.Deaths + s.Suicides
	}
	return max(s.Deaths, s.Counted.Deaths) // deaths before the recording were not counted
}

// ScoreFields is a set of bits for the numbers of a [Score] that the game reported.
type ScoreFields uint16

// The bits of [ScoreFields].
const (
	ToldScore ScoreFields = 1 << iota
	ToldKills
	ToldDeaths
	ToldSuicides
	ToldTeamKills
	ToldAccuracy
	ToldDamageGiven
	ToldDamageTaken
	ToldPowerupTime
	// DeathsByOthers is set if the reported Deaths do not include suicides and deaths by the world,
	// as in the tables of Kombat Teams, OSP and CPMA, which count both as suicides.
	DeathsByOthers
	// CountedScore is set if the game did not report the Score and it follows from the obituaries:
	// see [World.HasFrags].
	CountedScore
	// SummedDamage is set if the recording has the hits of which the damage in Counted is the sum.
	SummedDamage
	// SummedPowerups is set if the recording has the powerup times of which PowerupTime in Counted
	// is the sum.
	SummedPowerups
)

// PickupCount is how often a player took an item in a match.
type PickupCount struct {
	Name  string // of the player; bytes in the game's charset
	Item  string // the game's short name: "ra", "mh", "q"
	Count int32
}

// WeaponAim is a player's accuracy with a weapon in a match, as counted by the game.
type WeaponAim struct {
	Name   string // of the player; bytes in the game's charset
	Weapon string // the game's short name: "rl", "lg"
	// Attacks is the number of shots, and Hits the number of shots that hit. For a shotgun the game
	// may count pellets. Both are 0 if the game reports only a percentage.
	Attacks, Hits int32
	// Printed is the share of shots that hit in the game's own table, in tenths of a percent, or -1
	// if unknown. It includes splash damage of rockets.
	Printed int32
}

// maxResults bounds the matches of a demo. The longest server recordings have some tens.
const maxResults = 256

// Bounds on the parts of a result. The rules must respect them.
const (
	// MaxScores bounds the players of a result, and separately those who left: as many as there are
	// slots.
	MaxScores = MaxPlayers
	// MaxPickups bounds the pickup counts of a result: 32 kinds of items for each of 32 players.
	MaxPickups = 1 << 10
	// MaxAims bounds the accuracies of a result: 32 weapons for each of 32 players.
	MaxAims = 1 << 10
)

// results are the matches of a demo, oldest first.
type results struct {
	list []Result
	open bool // the last match is still in progress
}

func (r *results) clone() *results {
	c := &results{list: slices.Clone(r.list), open: r.open}
	if n := len(c.list); n > 0 {
		// Earlier results never change again.
		last := &c.list[n-1]
		last.Teams = slices.Clone(last.Teams)
		last.Players = slices.Clone(last.Players)
		last.Spectators = slices.Clone(last.Spectators)
		last.Left = slices.Clone(last.Left)
		last.Returns = slices.Clone(last.Returns)
		last.Pickups = slices.Clone(last.Pickups)
		last.Aims = slices.Clone(last.Aims)
	}
	return c
}

func (r *results) hash(h *hash.Hash) { h.Strings(fmt.Sprintf("%+v", *r)) }

// Results returns the matches so far, oldest first. If the last one is still in progress, its
// result is the current state of the scoreboard. The results are shared and must not be modified.
func (w *World) Results() []Result {
	r := w.results.get()
	if !r.open {
		return r.list
	}
	c := r.clone()
	n := len(c.list) - 1
	if w.Game == Quake3 { // its rules keep the players up to date
		c.list[n].age(w)
		return c.list
	}
	c.list[n].stand(w)
	if c.list[n].empty(w.Game) {
		return c.list[:n]
	}
	return c.list
}

// Result returns the last match for writing, or nil if there is none. The pointer is valid until
// the packet ends. Rules add to it what the game reports, even after the end of the match.
func (w Edit) Result() *Result {
	if len(w.results.get().list) == 0 {
		return nil
	}
	r := w.results.edit((*results).clone)
	return &r.list[len(r.list)-1]
}

// BeginResult begins the result of a match that begins now. A previous match that has not ended
// becomes a partial result; to discard it, call [Edit.DropResult] first. start is in seconds of the
// viewer's clock, or [Unknown].
func (w Edit) BeginResult(start float64) *Result {
	w.SealResult()
	r := w.results.edit((*results).clone)
	if len(r.list) < maxResults {
		r.list = append(r.list, Result{})
	}
	r.open = true
	last := &r.list[len(r.list)-1]
	*last = Result{Map: w.Level().Map, Level: w.LevelCount, Start: start, End: Unknown}
	return last
}

// ForgetCounts resets the counts of all players. Deaths before a match do not belong to it.
func (w Edit) ForgetCounts() {
	for i := range w.Players {
		w.Players[i].SetCounts(Counts{})
	}
}

// ResultOpen reports whether a match has begun and not ended.
func (w Edit) ResultOpen() bool { return w.results.get().open }

// DropResult discards the match that has not ended, because it was a warm-up.
func (w Edit) DropResult() {
	if !w.results.get().open {
		return
	}
	r := w.results.edit((*results).clone)
	r.list, r.open = r.list[:len(r.list)-1], false
}

// EndResult ends the match in progress with the current players, scores and spectators. It adds an
// event unless the packet already has one for the end of a match. A match that is over in the first
// frame of a recording ended before the recording. EndResult returns the result of the last match
// for writing, or nil if there is none. If no match is in progress it does nothing else.
func (w Edit) EndResult() *Result {
	if !w.results.get().open {
		return w.Result()
	}
	if !slices.ContainsFunc(w.Events, func(e Event) bool { return e.Kind == EventMatchEnd }) {
		// Quake III's commands may report several matches before the first frame.
		if w.Clock == 0 && w.Result().Start == Unknown && (w.frameBegan || w.Game != Quake3) {
			return closeResult(w, Unknown)
		}
		w.Event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody})
	}
	return closeResult(w, w.Clock)
}

// AddPastResult adds the result of a match that was over when the recording began, with the current
// players, and returns it for writing.
func AddPastResult(w Edit) *Result {
	w.BeginResult(Unknown)
	return closeResult(w, Unknown)
}

// closeResult completes the result of the match in progress.
func closeResult(w Edit, end float64) *Result {
	last := w.Result()
	w.results.get().open = false
	last.Complete, last.End = true, end
	last.stand(w.edited)
	return last
}

// DropPresent removes players from Left who have returned, and those who are now spectators and did
// nothing as players.
func (r *Result) DropPresent() {
	r.Left = slices.DeleteFunc(r.Left, func(l Score) bool {
		return slices.ContainsFunc(r.Players, func(p Score) bool { return p.Name == l.Name }) ||
			l.Score == 0 && l.Counted == Counts{} && slices.Contains(r.Spectators, l.Name)
	})
}

// Contenders returns the number of players who took part: those present at the end, and those who
// left after they had a score or a death.
func (r *Result) Contenders() int {
	n := len(r.Players)
	for i := range r.Left {
		l := &r.Left[i]
		back := slices.ContainsFunc(r.Players, func(p Score) bool { return p.Name == l.Name })
		if !l.Spectator && !back && (l.Score != 0 || l.Counted != Counts{}) {
			n++
		}
	}
	return n
}

// maxLeft bounds the players who left a match, and separately their returns.
const maxLeft = 256

// Left returns the counts of a player who left the match in progress.
func (w Edit) Left(name string) (c Counts) {
	if r := w.results.get(); r.open && len(r.list) > 0 {
		for _, s := range r.list[len(r.list)-1].Left {
			if s.Name == name {
				c = s.Counted
			}
		}
	}
	return c
}

// Rejoin reports that a player who left the match in progress is back with the previous score. It
// returns the player's counts.
func (w Edit) Rejoin(name string) Counts {
	c := w.Left(name)
	if w.results.get().open {
		r := w.Result()
		r.Left = slices.DeleteFunc(r.Left, func(l Score) bool { return l.Name == name })
		if n := len(r.Returns) - 1; n >= 0 && r.Returns[n].Name == name {
			// The player joined like a new one, with the counts, and the game recognized the player
			// afterwards.
			r.Returns, c = r.Returns[:n], Counts{}
		}
	}
	return c
}

// Join reports that a player joins and starts with a score of 0. If a player of that name left the
// match in progress, and no other player has the name now, the player is back: ok is true and c are
// the player's counts.
func (w Edit) Join(slot int, name string) (c Counts, ok bool) {
	now := w.results.get()
	if name == "" || !now.open {
		return c, false
	}
	i := slices.IndexFunc(now.list[len(now.list)-1].Left, func(l Score) bool { return l.Name == name })
	if i < 0 || slices.ContainsFunc(w.Players, func(p Player) bool {
		return p.Slot != slot && p.InUse && p.Name == name
	}) {
		return c, false
	}
	r := w.Result()
	l := &r.Left[i]
	known := slices.ContainsFunc(r.Returns, func(b Return) bool { return b.Name == name && b.Left == l.Gone })
	if !l.Spectator && !known && len(r.Returns) < maxLeft {
		r.Returns = append(r.Returns, Return{Name: name, Slot: slot, Score: l.Score,
			HasScore: l.Told&(ToldScore|CountedScore) != 0, Left: l.Gone, Back: w.Clock, LooksOn: l.LooksOn})
	}
	return l.Counted, true
}

// Parted returns the name of the last player who left a slot during the match in progress, or "" if
// there is none.
func (w Edit) Parted(slot int) string {
	if w.results.get().open {
		left := w.Result().Left
		for i := len(left) - 1; i >= 0; i-- {
			if left[i].Slot == slot {
				return left[i].Name
			}
		}
	}
	return ""
}

// Leave reports that a player leaves the match in progress with the given score. A player who
// returns is not among those who left at the end. A spectator who was a player earlier in the match
// leaves with the score from that time.
func (w Edit) Leave(s Score) {
	if !w.results.get().open || s.Name == "" {
		return
	}
	r := w.Result()
	s.Gone, s.Told = w.Clock, s.Told|w.Match.Summed
	for i := range r.Left {
		if r.Left[i].Name == s.Name {
			if s.Spectator && r.Left[i].LooksOn {
				return
			}
			if s.Slot < 0 { // a line reports the score of a player who is already gone
				s.Counted = r.Left[i].Counted
			}
			r.Left[i] = s
			return
		}
	}
	if len(r.Left) < maxLeft {
		r.Left = append(r.Left, s)
	}
}

// SealResult turns the match in progress into a partial result, with the current players and
// scores. Rules must call it before they reset those.
func (w Edit) SealResult() {
	if !w.results.get().open {
		return
	}
	r := w.results.edit((*results).clone)
	n := len(r.list) - 1
	r.open = false
	if w.Game == Quake3 {
		r.list[n].age(w.edited)
		return
	}
	r.list[n].stand(w.edited)
	if r.list[n].empty(w.Game) {
		r.list = r.list[:n]
	}
}

// age updates the ages of the scores of the players present. They grow while the game reports
// nothing.
func (r *Result) age(w *World) {
	for i := range r.Players {
		if s := &r.Players[i]; s.Slot >= 0 && s.Slot < len(w.Players) && s.Told&ToldScore != 0 {
			s.Age = w.FragsAge(&w.Players[s.Slot])
		}
	}
}

// empty reports whether nobody took part. The demos of Quake and Quake II do not distinguish a
// match from a game alone or against monsters, so there a match without a known start needs two
// players and a score other than 0.
func (r *Result) empty(game Game) bool {
	players := len(r.Players) + len(r.Left)
	if game != Quake && game != Quake2 || r.Start != Unknown {
		return players == 0
	}
	if players < 2 {
		return true
	}
	scored := func(s Score) bool { return s.Score != 0 }
	back := func(b Return) bool { return b.Score != 0 }
	return !slices.ContainsFunc(r.Players, scored) && !slices.ContainsFunc(r.Left, scored) &&
		!slices.ContainsFunc(r.Returns, back)
}

// stand sets the players, teams and spectators of a result from the slots of a world. It keeps what
// rules have set for the same player, except for the score.
func (r *Result) stand(w *World) {
	r.Map = w.Level().Map
	known := r.Players
	r.Players, r.Spectators = nil, nil
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse || p.Name == "" {
			continue
		}
		if p.Spectator {
			r.Spectators = append(r.Spectators, p.Name)
			continue
		}
		s := Score{Slot: p.Slot}
		if k := slices.IndexFunc(known, func(k Score) bool { return k.Slot == p.Slot && k.Name == p.Name }); k >= 0 {
			s = known[k]
		}
		s.Name, s.Team, s.Score, s.Counted = p.Name, "", p.Frags, p.Counts()
		s.Told |= w.Match.Summed
		switch s.Told &^= ToldScore | CountedScore; {
		case p.FragsKnown(w):
			s.Told |= ToldScore
		case w.HasFrags(p):
			s.Told |= CountedScore
		}
		if w.Match.Teams {
			s.Team = p.Team
		}
		r.Players = append(r.Players, s)
	}
	r.DropPresent()
	var sides [16]Side
	r.Teams, r.OfTeams = nil, w.Match.OfTeams()
	for _, side := range w.Sides(sides[:0]) {
		if side.Slot == Nobody {
			r.Teams = append(r.Teams, TeamScore{side.Name, side.Score})
		}
	}
}
