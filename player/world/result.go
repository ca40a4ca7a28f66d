package world

import (
	"fmt"
	"slices"

	"demoscope/player/world/internal/hash"
)

// Result is the outcome of one match: what the game said of it, and what follows from
// the scores where it said nothing.
type Result struct {
	// Map is the game path of the map, "maps/dm6.bsp", and Level the number of its
	// level in the demo, the first is 1: see [State].LevelCount.
	Map   string
	Level int
	// Complete is set if the demo has the end of the match. Otherwise the result is
	// that of a piece of one.
	Complete bool
	// Start and End are seconds of the viewer's clock; [Unknown] if the demo has not
	// the beginning or the end.
	Start, End float64
	// Last is set if the game counted after the End: until then, in seconds of the viewer's clock. In Quake III
	// players go on until the intermission.
	Last       float64
	Teams      []TeamScore // empty where players play alone
	OfTeams    bool        // the scores of Teams are no players' own: see [Match.OfTeams]
	Players    []Score     // who took part and was there at the end, by slot
	Spectators []string    // names of the spectators when the match ended
	Left       []Score     // who took part and left before the end
	// Returns are when players left and came back with a score that began anew, the oldest first.
	Returns []Return
	Pickups []PickupCount
	Aims    []WeaponAim
}

// Return says that a player left a match and came back to it with a score that began anew. What is counted of
// deaths goes on, but for what a game of Quake III tells.
type Return struct {
	Name  string // bytes in the game's charset
	Slot  int    // in which the player came back
	Score int32  // with which the player left, if HasScore
	// HasScore is set if that score is known.
	HasScore bool
	// Left and Back are seconds of the viewer's clock.
	Left, Back float64
	// LooksOn is set if the player did not leave but went to look on.
	LooksOn bool
}

// Before reports whether the match was over when the recording began.
func (r *Result) Before() bool { return r.Complete && r.Start == Unknown && r.End == Unknown }

// Unknown is a time that a demo does not tell.
const Unknown = -1

// TeamScore is a team's score.
type TeamScore struct {
	Name  string // bytes in the game's charset
	Score int32
}

// Score is the score of one player in a match.
type Score struct {
	Slot  int    // Nobody if the game tells the name alone
	Name  string // bytes in the game's charset
	Team  string
	Score int32
	// Age is how many seconds before the end of the match, or of what the demo has of it, or before the
	// player left, the Score was told: see [World.FragsAge].
	Age float64
	// Kills, Deaths, Suicides, TeamKills and Accuracy mean something if their bits of Told
	// are set.
	Kills, Deaths, Suicides, TeamKills int32
	// Accuracy is how many of a hundred shots hit, over all weapons, as the scoreboard shows it.
	Accuracy int32
	// DamageGiven is what the player did to opponents, and DamageTaken what opponents did to the player, in points.
	// PowerupTime is for how many seconds the player had powerups. They mean something if their bits of Told are set;
	// otherwise those of Counted do if SummedDamage or SummedPowerups is set.
	DamageGiven, DamageTaken, PowerupTime int32
	Told                                  ScoreFields
	// Gone is when the player left, in seconds of the viewer's clock: it is set in [Result].Left alone.
	Gone float64
	// Spectator is set of who only looked on when he left: he is in [Result].Left alone.
	Spectator bool
	// LooksOn is set of who left the players to look on, at Gone: it is set in [Result].Left alone.
	LooksOn bool
	// Counted is what the obituaries of the match add up to, which is all where the game tells
	// nothing, and has deaths of all kinds where the game tells but some: see [DeathsByOthers].
	Counted Counts
}

// Counts are deaths that a player has part in, and sums of what else the recording has of the player.
type Counts struct {
	// Kills are those of others than team mates. Deaths are all, Suicides among them; those by the
	// world are no suicides.
	Kills, Deaths, Suicides, TeamKills int32
	Sums
}

// Sums are numbers of a player that few recordings have: those of servers of QuakeWorld. See [Match].Summed.
type Sums struct {
	// DamageGiven is what the player did to opponents, and DamageTaken what opponents did to the player, in points.
	// PowerupTime is for how many seconds the player had powerups, of each the whole ones.
	DamageGiven, DamageTaken, PowerupTime int32
}

// Add adds what else was counted of the same player.
func (c *Counts) Add(o Counts) {
	c.Kills, c.Deaths = c.Kills+o.Kills, c.Deaths+o.Deaths
	c.Suicides, c.TeamKills = c.Suicides+o.Suicides, c.TeamKills+o.TeamKills
	c.DamageGiven, c.DamageTaken = c.DamageGiven+o.DamageGiven, c.DamageTaken+o.DamageTaken
	c.PowerupTime += o.PowerupTime
}

// AllCounts returns what is known of the deaths that the player has part in, of all kinds: each number as the
// game told it, or else as counted.
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

// AllDeaths returns how often the player died, in whatever way: as the game told it, or else as counted.
func (s *Score) AllDeaths() int32 {
	switch told := s.Told; {
	case told&ToldDeaths == 0:
		return s.Counted.Deaths
	case told&DeathsByOthers == 0:
		return s.Deaths
	case told&ToldSuicides != 0: // which are all that the game counts apart from them
		return s.Deaths + s.Suicides
	}
	return max(s.Deaths, s.Counted.Deaths) // what came before the recording was not counted
}

// ScoreFields are bits of the numbers of a [Score] that the game told.
type ScoreFields uint16

// The numbers that not all games tell.
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
	// DeathsByOthers is set if the Deaths that the game told leave out those by own hand and by the
	// world, as in the tables of Kombat Teams, OSP and CPMA, which count both as suicides.
	DeathsByOthers
	// CountedScore is set if the Score is what deaths make of it where the game has not told it: see [World.HasFrags].
	CountedScore
	// SummedDamage and SummedPowerups are set if the recording has the hits and the powerups that those numbers of
	// Counted are sums of.
	SummedDamage
	SummedPowerups
)

// PickupCount is how often a player took an item in a match.
type PickupCount struct {
	Name  string // of the player, bytes in the game's charset
	Item  string // by the game's short name: "ra", "mh", "q"
	Count int32
}

// WeaponAim is how well a player aimed with a weapon in a match, as the game counted it.
type WeaponAim struct {
	Name   string // of the player, bytes in the game's charset
	Weapon string // by the game's short name: "rl", "lg"
	// Attacks are shots, and Hits those of them that hit; of a shotgun the game may count pellets. Both are 0 if the
	// game reports no more than a percentage.
	Attacks, Hits int32
	// Printed is how many of a thousand shots hit by the game's own table, where a rocket hits by splash damage, too;
	// -1 if it is not known.
	Printed int32
}

// maxResults bounds the matches of a demo: the longest recordings of servers have some
// tens.
const maxResults = 256

// Bounds on the parts of a result, which rules hold: as many players as there are slots
// and as many who left, 16 teams, and what each of 32 players took of 32 kinds, and as much of weapons.
const (
	MaxScores  = MaxPlayers
	MaxPickups = 1 << 10
	MaxAims    = 1 << 10
)

// results are the matches of a demo, the oldest first.
type results struct {
	list []Result
	open bool // the last one is still being played
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

// Results returns the matches so far, the oldest first. The last one may still be
// played: then it is what the scoreboard shows now. They are shared: do not change
// them.
func (w *World) Results() []Result {
	r := w.results.get()
	if !r.open {
		return r.list
	}
	c := r.clone()
	n := len(c.list) - 1
	if w.Game == Quake3 { // whose rules keep the players up to date
		c.list[n].age(w)
		return c.list
	}
	c.list[n].stand(w)
	if c.list[n].empty(w.Game) {
		return c.list[:n]
	}
	return c.list
}

// Result returns the last match for writing, until the packet ends; nil if there was
// none. Rules add to it what the game tells, also after the end.
func (w Edit) Result() *Result {
	if len(w.results.get().list) == 0 {
		return nil
	}
	r := w.results.edit((*results).clone)
	return &r.list[len(r.list)-1]
}

// BeginResult begins the result of a match that begins now. One that has not ended
// becomes that of a piece: see [Edit.DropResult]. Start is a time of the viewer's
// clock, or [Unknown].
func (w Edit) BeginResult(start float64) *Result {
	w.sealResult()
	r := w.results.edit((*results).clone)
	if len(r.list) < maxResults {
		r.list = append(r.list, Result{})
	}
	r.open = true
	last := &r.list[len(r.list)-1]
	*last = Result{Map: w.Level().Map, Level: w.LevelCount, Start: start, End: Unknown}
	return last
}

// ForgetCounts begins to count the deaths of all players anew: what was before a match is not of it.
func (w Edit) ForgetCounts() {
	for i := range w.Players {
		w.Players[i].SetCounts(Counts{})
	}
}

// ResultOpen reports whether a match has begun and not ended.
func (w Edit) ResultOpen() bool { return w.results.get().open }

// DropResult forgets the match that has not ended: it was a warm-up.
func (w Edit) DropResult() {
	if !w.results.get().open {
		return
	}
	r := w.results.edit((*results).clone)
	r.list, r.open = r.list[:len(r.list)-1], false
}

// EndResult ends the last match now, once, with the players, scores and spectators of this moment, and reports that
// unless the packet has an event of it. A match that is over in the first frame of a recording ended before that. It
// returns the result for writing, nil if there is no match.
func (w Edit) EndResult() *Result {
	if !w.results.get().open {
		return w.Result()
	}
	if !slices.ContainsFunc(w.Events, func(e Event) bool { return e.Kind == EventMatchEnd }) {
		// Quake III's commands may tell of several matches before the first frame.
		if w.Clock == 0 && w.Result().Start == Unknown && (w.frameBegan || w.Game != Quake3) {
			return closeResult(w, Unknown)
		}
		w.Event(Event{Kind: EventMatchEnd, Player: Nobody, Other: Nobody})
	}
	return closeResult(w, w.Clock)
}

// AddPastResult adds the result of a match that was over when the recording began, with the players of this moment,
// and returns it for writing.
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

// DropPresent keeps in Left only who has left: not who plays again, and not who looks on without having done
// anything as a player.
func (r *Result) DropPresent() {
	r.Left = slices.DeleteFunc(r.Left, func(l Score) bool {
		return slices.ContainsFunc(r.Players, func(p Score) bool { return p.Name == l.Name }) ||
			l.Score == 0 && l.Counted == Counts{} && slices.Contains(r.Spectators, l.Name)
	})
}

// Contenders returns how many took part: the players, and of who left those who had done something, as a
// score or a death tells.
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

// maxLeft bounds the players who left a match, and how often such came back.
const maxLeft = 256

// Left returns what was counted of a player who left the match that is being played.
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

// Rejoin says that a player who left the match that is being played is back with the score that he had, and
// returns what was counted of him.
func (w Edit) Rejoin(name string) Counts {
	c := w.Left(name)
	if w.results.get().open {
		r := w.Result()
		r.Left = slices.DeleteFunc(r.Left, func(l Score) bool { return l.Name == name })
		if n := len(r.Returns) - 1; n >= 0 && r.Returns[n].Name == name {
			// he came as anybody does, with what was counted, and the game knew him again
			r.Returns, c = r.Returns[:n], Counts{}
		}
	}
	return c
}

// Return says that a player comes, and begins at 0. Who left the match that is being played under that name,
// which nobody else has now, is back: then ok is set, and c is what was counted of him.
func (w Edit) Return(slot int, name string) (c Counts, ok bool) {
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

// Parted returns the name of who left a slot last in the match that is being played, empty if that is nobody.
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

// Leave says that a player leaves the match that is being played, with the score that
// the player has. Who comes back is not among those who left at the end. Who has gone to look on leaves as
// the player who he was then.
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
			if s.Slot < 0 { // a line tells the score of somebody who is no longer there
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

// SealResult makes the match that has not ended a piece, with the players and scores of
// this moment: rules call it before they reset those.
func (w Edit) SealResult() { w.sealResult() }

// sealResult makes the match that has not ended a piece with the players of this
// moment.
func (w *World) sealResult() {
	if !w.results.get().open {
		return
	}
	r := w.results.edit((*results).clone)
	n := len(r.list) - 1
	r.open = false
	if w.Game == Quake3 {
		r.list[n].age(w)
		return
	}
	r.list[n].stand(w)
	if r.list[n].empty(w.Game) {
		r.list = r.list[:n]
	}
}

// age renews how old the scores of those who are there are, which they become while nothing is told.
func (r *Result) age(w *World) {
	for i := range r.Players {
		if s := &r.Players[i]; s.Slot >= 0 && s.Slot < len(w.Players) && s.Told&ToldScore != 0 {
			s.Age = w.FragsAge(&w.Players[s.Slot])
		}
	}
}

// empty reports whether nobody took part. In a match of Quake and Quake II, whose demos
// do not tell it from a game alone or against monsters, there are two players and
// somebody has a score.
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

// stand sets the players, teams and spectators of a result from the slots of a world.
// What rules have set of the same player stays, except for the score.
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
