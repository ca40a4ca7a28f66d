package id1

import (
	"math"
	"math/bits"

	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// Beside finds the player that the obituary of a team mate leaves out: "NAME loses
// another friend" does not say which one, "NAME was telefragged by his teammate" not by
// whom. A team mate died in the same moment without an obituary, or lost a frag.
// It is copied by assignment. The zero value is empty.
type Beside struct {
	kills  [8]halfNamed // the oldest first
	count  int
	states [besideSlots]besideState
	// seen are the slots of the players in view, and dead those of the dead among
	// them, one bit each.
	seen, dead uint32
}

// besideSlots is how many slots are looked at: QuakeWorld has no more.
const besideSlots = 32

// halfNamed is a kill that names one of its players.
type halfNamed struct {
	clock         float64 // viewer's time
	player, other int     // one is world.Nobody
}

// besideState is what is known of one player. Times are viewer's seconds plus 1, 0 for
// never.
type besideState struct {
	known  bool // frags
	frags  int32
	died   float64 // when it was seen to die
	named  float64 // when an obituary named it as the victim
	lost   float64 // when it lost one frag
	blamed float64 // when an obituary told why it lost a frag
}

const (
	// besideBefore and besideBehind are how many seconds a death or a lost frag may
	// come before and behind the obituary: a reliable print waits for the last one to
	// be acknowledged.
	besideBefore = 0.5
	besideBehind = 0.3
)

// Told notes an obituary.
func (b *Beside) Told(clock float64, e *world.Event) {
	state := func(slot int) *besideState {
		if slot < 0 || slot >= besideSlots {
			return new(besideState)
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
		b.kills[b.count] = halfNamed{clock, e.Player, e.Other}
		b.count++
	}
}

// Look notes the players in view and the dead among them, one bit for each slot, after a
// packet that tells them.
func (b *Beside) Look(clock float64, seen, dead uint32) {
	for m := dead & b.seen &^ b.dead; m != 0; m &= m - 1 {
		b.states[bits.TrailingZeros32(m)].died = clock + 1
	}
	b.seen, b.dead = seen, dead
}

// Frags notes a player's frags.
func (b *Beside) Frags(clock float64, slot int, frags int32) {
	if slot < 0 || slot >= besideSlots {
		return
	}
	s := &b.states[slot]
	if s.known && frags == s.frags-1 {
		s.lost = clock + 1
	}
	s.frags, s.known = frags, true
}

// End names the players of the kills for which all that may tell them has come.
func (b *Beside) End(w world.Edit) {
	for b.count > 0 && (w.Clock-b.kills[0].clock > besideBehind || w.Clock < b.kills[0].clock) {
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
		b.kills[b.count] = halfNamed{}
	}
}

// find returns the slot of the player that a kill does not name, world.Nobody if the
// demo does not tell. Of several the nearest in time is it; several at the same time
// are it only if there are as many such kills.
func (b *Beside) find(w world.Edit, k halfNamed) int {
	mate, best, nearest, ties := max(k.player, k.other), world.Nobody, math.Inf(1), 0
	if mate >= len(w.Players) {
		return world.Nobody
	}
	for i := range min(len(w.Players), besideSlots) {
		s := &b.states[i]
		at, told := s.died, s.named
		if k.player < 0 {
			at, told = s.lost, s.blamed
		}
		after := at - 1 - k.clock
		if i == mate || at == 0 || after < -besideBefore || after > besideBehind ||
			told != 0 && math.Abs(told-at) < besideBefore || !sameTeam(w, mate, i) {
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

// sameTeam reports whether two players are in one team: of the same trousers in Quake,
// of the same name in QuakeWorld.
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

// Hash adds what is kept to a hash.
func (b *Beside) Hash(h *hash.Hash) {
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
