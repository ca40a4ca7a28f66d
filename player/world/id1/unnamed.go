package id1

import (
	"math"
	"math/bits"

	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// UnnamedPlayers finds the player that the obituary of a team kill doesn't name: "NAME loses another friend" doesn't
// name the victim, and "NAME was telefragged by his teammate" not the killer. It looks for a team-mate who died at the
// same moment without an obituary, or lost a frag. It is copied by assignment. The zero value is empty.
type UnnamedPlayers struct {
	kills  [8]partialKill // oldest first
	count  int
	states [trackedSlots]slotState
	// seen are the slots of the visible players, and dead those of the dead ones among them, as bits.
	seen, dead uint32
}

// trackedSlots is the number of slots to look at. QuakeWorld has no more.
const trackedSlots = 32

// partialKill is a kill that names one of its players.
type partialKill struct {
	clock         float64 // time of the viewer's clock
	player, other int     // one of them is world.Nobody
}

// slotState is what is known about a player. Times are seconds of the viewer's clock plus 1, or 0 for never.
type slotState struct {
	known  bool // frags is known
	frags  int32
	died   float64 // when the player was seen to die
	named  float64 // when an obituary named the player as the victim
	lost   float64 // when the player lost one frag
	blamed float64 // when an obituary explained a lost frag
}

const (
	// deathBefore and deathAfter are how many seconds a death or a lost frag may come before and after the obituary,
	// because a reliable print waits until the previous one is acknowledged.
	deathBefore = 0.5
	deathAfter  = 0.3
)

// AddObituary notes an obituary.
func (b *UnnamedPlayers) AddObituary(clock float64, e *world.Event) {
	state := func(slot int) *slotState {
		if slot < 0 || slot >= trackedSlots {
			return new(slotState)
		}
		return &b.states[slot]
	}
	if e.Other >= 0 {
		state(e.Other).named = clock + 1
		if e.Player == e.Other || e.Player < 0 && !e.TeamKill {
			state(e.Other).blamed = clock + 1
		}
	}
	if !e.TeamKill {
		return
	}
	if e.Player >= 0 {
		state(e.Player).blamed = clock + 1
	}
	if (e.Player < 0) != (e.Other < 0) && b.count < len(b.kills) {
		b.kills[b.count] = partialKill{clock, e.Player, e.Other}
		b.count++
	}
}

// Look notes the visible players and the dead ones among them, as bits, after a packet with players.
func (b *UnnamedPlayers) Look(clock float64, seen, dead uint32) {
	for m := dead & b.seen &^ b.dead; m != 0; m &= m - 1 {
		b.states[bits.TrailingZeros32(m)].died = clock + 1
	}
	b.seen, b.dead = seen, dead
}

// Frags notes a player's frags.
func (b *UnnamedPlayers) Frags(clock float64, slot int, frags int32) {
	if slot < 0 || slot >= trackedSlots {
		return
	}
	s := &b.states[slot]
	if s.known && frags == s.frags-1 {
		s.lost = clock + 1
	}
	s.frags, s.known = frags, true
}

// End finds the missing players of the kills whose time is over.
func (b *UnnamedPlayers) End(w world.Edit) {
	for b.count > 0 && (w.Clock-b.kills[0].clock > deathAfter || w.Clock < b.kills[0].clock) {
		k := b.kills[0]
		if slot := b.find(w, k); slot >= 0 {
			e := world.Event{Kind: world.EventNamed, Player: k.player, Other: k.other, TeamKill: true}
			if k.player < 0 {
				e.Player = slot
				b.states[slot].blamed = b.states[slot].lost
				w.Players[slot].TeamKills++
			} else {
				e.Other = slot
				b.states[slot].named = b.states[slot].died
				w.Players[slot].Deaths++
			}
			w.Event(e)
		}
		b.count--
		copy(b.kills[:], b.kills[1:])
		b.kills[b.count] = partialKill{}
	}
}

// find returns the slot of the player that a kill doesn't name, or world.Nobody. Of several candidates the nearest in
// time counts. Candidates at the same time only count if there are as many such kills.
func (b *UnnamedPlayers) find(w world.Edit, k partialKill) int {
	mate, best, nearest, ties := max(k.player, k.other), world.Nobody, math.Inf(1), 0
	if mate >= len(w.Players) {
		return world.Nobody
	}
	for i := range min(len(w.Players), trackedSlots) {
		s := &b.states[i]
		at, reported := s.died, s.named
		if k.player < 0 {
			at, reported = s.lost, s.blamed
		}
		after := at - 1 - k.clock
		if i == mate || at == 0 || after < -deathBefore || after > deathAfter ||
			reported != 0 && math.Abs(reported-at) < deathBefore || !sameTeam(w, mate, i) {
			continue
		}
		switch d := math.Abs(after); {
		case d < nearest:
			best, nearest, ties = i, d, 1
		case d == nearest:
			ties++
		}
	}
	kills := 0
	for i := range b.count {
		if o := &b.kills[i]; o.clock == k.clock && (o.player < 0) == (k.player < 0) &&
			sameTeam(w, max(o.player, o.other), mate) {
			kills++
		}
	}
	if ties > kills {
		return world.Nobody
	}
	return best
}

// sameTeam reports whether two players are in one team: with the same pants color in Quake, or the same team name in
// QuakeWorld.
func sameTeam(w world.Edit, a, b int) bool {
	if a >= len(w.Players) || b >= len(w.Players) {
		return false
	}
	x, y := &w.Players[a], &w.Players[b]
	if x.Spectator || y.Spectator || !x.InUse || !y.InUse {
		return false
	}
	if w.Game == world.Quake {
		return x.Pants == y.Pants
	}
	return x.Team == y.Team
}

// Hash adds the state to a hash.
func (b *UnnamedPlayers) Hash(h *hash.Hash) {
	h.Ints(b.count, int(b.seen), int(b.dead))
	for i := range b.kills {
		k := &b.kills[i]
		h.Floats(k.clock)
		h.Ints(k.player, k.other)
	}
	for i := range b.states {
		s := &b.states[i]
		h.Bools(s.known)
		h.Ints(int(s.frags))
		h.Floats(s.died, s.named, s.lost, s.blamed)
	}
}
