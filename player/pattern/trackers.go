package pattern

import (
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/match"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// flagTracker tracks a flag.
type flagTracker struct {
	state world.FlagState
	now   Carry
	open  bool    // a player carries the flag
	last  float64 // when the carrier was last seen
}

// flagOf returns the red (0), blue (1) or white (2) flag.
func flagOf(m *world.Match, flag int) *world.Flag {
	if flag == len(m.Flags) {
		return &m.White.Flag
	}
	return &m.Flags[flag]
}

// carrier returns the slot of the player who carries a flag, or [world.Nobody] if unknown.
func carrier(w *world.World, flag int) int {
	f := flagOf(&w.Match, flag)
	if f.State == world.FlagTaken && f.Carrier != world.Nobody {
		return f.Carrier
	}
	bit := equipment.FlagRed << flag
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible && !p.Spectator && !p.Dead && equipment.Carries(w, p)&bit != 0 {
			return i
		}
	}
	return world.Nobody
}

// nameOf returns a copy of a player's name.
func nameOf(w *world.World, slot int) string {
	if slot < 0 || slot >= len(w.Players) {
		return ""
	}
	return strings.Clone(w.Players[slot].Name)
}

// trackFlags tracks the flags in capture the flag.
func (p *Pass) trackFlags(w *world.World) {
	for i := range w.Events {
		if e := &w.Events[i]; e.Kind == world.EventCapture {
			p.captures = append(p.captures, capture{w.Clock, e.Player})
		}
	}
	if !w.Match.FlagsKnown() && w.Match.White.State == world.FlagUnknown {
		p.captures = p.captures[:0]
		return
	}
	defer p.captured(w)
	for flag := range p.flags {
		f, k := flagOf(&w.Match, flag), &p.flags[flag]
		before := k.state
		k.state = f.State
		if f.State != world.FlagTaken {
			if k.open && (f.State == world.FlagHome || f.State == world.FlagDropped) {
				k.now.Dropped = f.State == world.FlagDropped
				p.endCarry(w, k)
			}
			continue
		}
		slot := carrier(w, flag)
		if k.open && slot != world.Nobody && k.now.Player == world.Nobody {
			k.now.Player, k.now.Name = slot, nameOf(w, slot)
		}
		if k.open && slot != world.Nobody && slot != k.now.Player {
			p.endCarry(w, k)
		}
		if !k.open {
			k.open = true
			k.now = Carry{
				Player: slot, Name: nameOf(w, slot), Flag: flag, From: w.Clock, Base: before == world.FlagHome,
				BaseKnown: before != world.FlagUnknown, Seen: true, TakenKnown: before != world.FlagUnknown &&
					before != world.FlagTaken,
			}
			if at, ok := placeOf(w, slot); ok {
				k.now.At, k.now.End, k.last = at, at, w.Clock
			} else {
				k.now.Seen = false
			}
		}
		k.follow(w)
	}
}

// placeOf returns the position of a player, if visible.
func placeOf(w *world.World, slot int) (at mgl32.Vec3, ok bool) {
	if slot < 0 || slot >= len(w.Players) || !w.Players[slot].Visible {
		return at, false
	}
	return w.Players[slot].Pose.Origin, true
}

// carryUnseen is how long a carrier may be out of sight, in seconds, for the path to count as seen.
const carryUnseen = 0.3

// follow adds the carrier's move to the path.
func (k *flagTracker) follow(w *world.World) {
	at, ok := placeOf(w, k.now.Player)
	if !ok {
		if w.Clock-k.last > carryUnseen {
			k.now.Seen = false
		}
		return
	}
	if d := at.Sub(k.now.End).Len(); k.now.Seen && d < teleported {
		k.now.Way += d
	}
	k.now.End, k.last = at, w.Clock
}

// teleported is a move per frame, in units, that players cannot make on foot.
const teleported = 400

// endCarry ends a carry and keeps it.
func (p *Pass) endCarry(w *world.World, k *flagTracker) {
	k.follow(w)
	k.now.To, k.open = w.Clock, false
	if len(p.facts.Carries) < maxFacts {
		p.facts.Carries = append(p.facts.Carries, k.now)
	}
}

// captureSlack is the maximum time between the end of a carry and its capture, in seconds.
const captureSlack = 1

// capture is a capture not yet matched with a carry.
type capture struct {
	clock  float64
	player int // slot, or [world.Nobody] if unknown
}

// captured matches captures with carries that have just ended, by the same player if known.
func (p *Pass) captured(w *world.World) {
	left := p.captures[:0]
	for _, c := range p.captures {
		found := false
		for i := len(p.facts.Carries) - 1; i >= 0 && !found; i-- {
			k := &p.facts.Carries[i]
			if math.Abs(c.clock-k.To) > captureSlack {
				break
			}
			if found = !k.Captured && !k.Dropped && (c.player == k.Player || c.player < 0 || k.Player < 0); !found {
				continue
			}
			k.Captured = true
			if c.player >= 0 && k.Player < 0 {
				k.Player, k.Name = c.player, nameOf(w, c.player)
			}
		}
		if !found && w.Clock-c.clock <= captureSlack {
			left = append(left, c)
		}
	}
	p.captures = left
}

// powerTracker tracks powerups.
type powerTracker struct {
	open []openPower
}

// openPower is a powerup in effect.
type openPower struct {
	Power
	last float64 // when it was last seen
}

// powers are the tracked powerups.
var powers = [...]equipment.Carried{equipment.Quad, equipment.Pentagram}

// powerBreak is how long a player with a powerup may be out of sight, in seconds, before it counts as a new
// one.
const powerBreak = 0.4

// see updates the powerups of a visible player.
func (k *powerTracker) see(p *Pass, w *world.World, slot int, pl *world.Player) {
	c := equipment.Carries(w, pl)
	for _, what := range powers {
		at := -1
		for i := range k.open {
			if k.open[i].Player == slot && k.open[i].What == what {
				at = i
			}
		}
		has := c&what != 0 && !pl.Dead
		if at >= 0 && (!has || w.FrameClock-k.open[at].last > powerBreak) {
			o := k.open[at]
			o.To = w.FrameClock
			if w.FrameClock-o.last > powerBreak {
				o.To, o.Cut = o.last, true
			}
			k.open = append(k.open[:at], k.open[at+1:]...)
			if len(p.facts.Powers) < maxFacts {
				p.facts.Powers = append(p.facts.Powers, o.Power)
			}
			at = -1
		}
		if !has {
			continue
		}
		if at < 0 {
			// A player who appears with a powerup has had it for an unknown time.
			b := p.known(slot)
			k.open = append(k.open, openPower{Power: Power{
				Player: slot, Name: nameOf(w, slot), What: what, From: w.FrameClock, Cut: b == nil || b.count < 2,
			}, last: w.FrameClock})
			continue
		}
		k.open[at].last = w.FrameClock
	}
}

// dropPowers ends all powerups in effect.
func (p *Pass) dropPowers() {
	for _, o := range p.powers.open {
		o.To, o.Cut = o.last, true
		if len(p.facts.Powers) < maxFacts {
			p.facts.Powers = append(p.facts.Powers, o.Power)
		}
	}
	p.powers.open = nil
}

// sideTracker tracks the scores of a match to find comebacks.
type sideTracker struct {
	next  float64 // when to check again
	list  []side
	buf   []world.Side
	found []Turnaround
}

// side is a team or a duel player, with the largest deficit to the best other side.
type side struct {
	name   string
	behind int32
	at     float64
}

const (
	// sideEvery is the interval between two checks of the scores, in seconds.
	sideEvery = 0.5
	// maxSides limits the sides of a match.
	maxSides = 32
)

// trackSides checks the scores at intervals, and at the end of a match.
func (p *Pass) trackSides(w *world.World) {
	k := &p.sides
	for i := range w.Events {
		switch w.Events[i].Kind {
		case world.EventLevel, world.EventMatchStart:
			k.list, k.next = k.list[:0], 0
		case world.EventMatchEnd, world.EventIntermission: // the first of these ends the match
			k.end(w)
		}
	}
	if w.Clock < k.next && w.Clock > k.next-2*sideEvery {
		return
	}
	k.next = w.Clock + sideEvery
	k.look(w)
}

// look updates the largest deficit of each side.
func (k *sideTracker) look(w *world.World) {
	switch w.Match.Phase {
	case world.PhaseWarmUp, world.PhaseCountdown, world.PhaseOver:
		return
	}
	k.buf = w.Sides(k.buf[:0])
	for i := range k.buf {
		s := &k.buf[i]
		best, other := int32(0), false
		for j := range k.buf {
			if o := &k.buf[j]; j != i && o.Score != world.NoScore && (!other || o.Score > best) {
				best, other = o.Score, true
			}
		}
		if !other || s.Score == world.NoScore {
			continue
		}
		at := -1
		for j := range k.list {
			if k.list[j].name == s.Name {
				at = j
			}
		}
		if at < 0 {
			if len(k.list) >= maxSides {
				continue
			}
			k.list = append(k.list, side{name: strings.Clone(s.Name)})
			at = len(k.list) - 1
		}
		if d := best - s.Score; d > k.list[at].behind {
			k.list[at].behind, k.list[at].at = d, w.Clock
		}
	}
}

// end records a turnaround if the winner was behind.
func (k *sideTracker) end(w *world.World) {
	k.buf = w.Sides(k.buf[:0])
	if len(k.buf) >= 2 && k.buf[0].Score > k.buf[1].Score && len(k.found) < maxFacts {
		for i := range k.list {
			if s := &k.list[i]; s.name == k.buf[0].Name && s.behind > 0 {
				k.found = append(k.found, Turnaround{From: s.at, To: w.Clock, Side: s.name, Behind: s.behind})
			}
		}
	}
	k.list = k.list[:0]
}

// scoreTracker tracks score changes.
type scoreTracker struct {
	level   int
	last    []match.Change // last score of each player and team
	players [world.MaxPlayers]struct {
		frags int32
		plays bool
		team  string
	}
	teams  bool
	scores [2]int32
	sides  []world.Side
}

// changed reports whether any score may have changed since the previous packet.
func (k *scoreTracker) changed(w *world.World) (changed bool) {
	m := &w.Match
	if m.Teams != k.teams || m.Scores != k.scores {
		k.teams, k.scores, changed = m.Teams, m.Scores, true
	}
	for i := range w.Players {
		q, was := &w.Players[i], &k.players[i]
		if plays := q.InUse && !q.Spectator; q.Frags != was.frags || plays != was.plays {
			was.frags, was.plays, changed = q.Frags, plays, true
		}
		if !world.SameText(q.Team, was.team) {
			changed = changed || q.Team != was.team
			was.team = q.Team
		}
	}
	return changed
}

// trackScores records the changed scores of players and teams.
func (p *Pass) trackScores(w *world.World) {
	k := &p.scores
	if k.level != w.LevelCount {
		*k = scoreTracker{level: w.LevelCount, last: k.last[:0], sides: k.sides}
	}
	if !k.changed(w) {
		return
	}
	if k.sides = w.Sides(k.sides[:0]); w.Match.Teams {
		for i := range k.sides {
			s := &k.sides[i]
			team := s.Name
			if s.Slot != world.Nobody { // a single player, possibly one of a team
				p.noteScore(w.Clock, s.Slot, s.Name, s.Score)
				team = w.Players[s.Slot].Team
			}
			p.noteScore(w.Clock, world.Nobody, team, s.Score)
		}
		return
	}
	for i := range w.Players {
		if q := &w.Players[i]; q.Plays() && (w.Game != world.Quake3 || w.HasFrags(q)) {
			p.noteScore(w.Clock, i, q.Name, q.Frags)
		}
	}
}

// noteScore records a score if it has changed. An initial 0 is not recorded.
func (p *Pass) noteScore(clock float64, slot int, name string, score int32) {
	k := &p.scores
	at := slices.IndexFunc(k.last, func(s match.Change) bool { return s.Slot == slot && s.Name == name })
	if at < 0 {
		if score == 0 || len(k.last) >= maxScored {
			return
		}
		at = len(k.last)
		k.last = append(k.last, match.Change{Slot: slot, Name: strings.Clone(name)})
	}
	if s := &k.last[at]; s.Score != score && len(p.facts.Scores) < maxFacts {
		s.Clock, s.Score = clock, score
		p.facts.Scores = append(p.facts.Scores, *s)
	}
}

// maxScored limits the names of a level whose scores are tracked.
const maxScored = 256
