package quakeworld

import (
	"math"
	"math/bits"

	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
)

const (
	// trackDepth is how many packets back a spectator's place may be that of the player whom the
	// server lets it follow: what the spectator has seen, told the server and got back.
	trackDepth = 32
	// restTime is how long a spectator rests, in seconds, until its place says nothing new of whom
	// it follows: longer than a wish to follow somebody else is on its way.
	restTime = 0.5
)

// tracking finds the player whom a recording spectator follows. The stats of its recording are that
// player's, and no message says whose they are. But who follows tells the server the place of the
// followed in every packet, as the server's last one said it, and the server tells it back as the
// spectator's own: so the spectator is, to an eighth of a unit, where the followed was some packets ago. The wish
// to follow somebody goes before the first such place. Stats are told of a player one packet late, once the
// next place has confirmed that they are his.
type tracking struct {
	past     [trackDepth]sighting // packets with any player
	next     int                  // of past, written next
	at       eighths              // the spectator's place in the packet before
	moved    float64              // viewer's time when it was elsewhere last
	followed int                  // slot, or Nobody

	// Of the packet.
	stats world.Stats // of the recording before it
	now   sighting
	own   eighths // the spectator's place
	here  bool    // it has that
}

// sighting is where players were in a packet.
type sighting struct {
	slots  uint32 // who was seen, as bits
	places [slots]eighths
}

// eighths is a place in eighths of a unit, as a spectator tells it.
type eighths [3]int16

// place returns a place on the wire in eighths of a unit.
func (q *client) place(m [3]wire.Coord) (e eighths) {
	for i, v := range m {
		e[i] = int16(math.Round(min(max(float64(q.playerUnits.Units(v))*8, math.MinInt16), math.MaxInt16)))
	}
	return e
}

// near reports whether two places are the same but for how they were rounded.
func (e eighths) near(o eighths) bool {
	for i := range e {
		if d := e[i] - o[i]; d < -1 || d > 1 {
			return false
		}
	}
	return true
}

// beginTracking is called when a level begins.
func (q *client) beginTracking(spectator bool) {
	q.tracking = nil
	if spectator {
		q.tracking = &tracking{followed: world.Nobody}
	}
}

// copyTracking makes the tracking equal to another's, in the memory that it has.
func (q *client) copyTracking(from *tracking) {
	switch {
	case from == nil:
		q.tracking = nil
	case q.tracking == nil:
		t := *from
		q.tracking = &t
	default:
		*q.tracking = *from
	}
}

// begin begins a packet, before which the recording's stats were these.
func (t *tracking) begin(s *world.Stats) {
	t.stats, t.now.slots, t.here = *s, 0, false
}

// sight notes where a playerinfo has somebody.
func (q *client) sight(slot int, place [3]wire.Coord) {
	t := q.tracking
	if slot == q.eye.slot {
		t.own, t.here = q.place(place), true
	} else if slot < slots {
		t.now.places[slot] = q.place(place)
		t.now.slots |= 1 << slot
	}
}

// track ends a packet.
func (q *client) track(w world.Edit) {
	t := q.tracking
	if t == nil {
		return
	}
	switch {
	case !t.here:
	case t.own != t.at:
		if slot := t.whoWasAt(t.own); slot != t.followed {
			t.lose(w)
			t.followed = slot
		} else if slot != world.Nobody {
			q.tell(w, slot, &t.stats)
		}
		t.at, t.moved = t.own, w.Clock
	case w.Clock-t.moved < restTime:
	default:
		if slot := t.among(t.now.at(t.own)); slot != t.followed {
			t.lose(w) // he has gone, and the spectator has not gone with him
			t.followed = slot
		}
		// Without items the stats are the spectator's own, who has not even an axe.
		if t.followed != world.Nobody && w.Stats.Values[world.StatItems] != 0 {
			q.tell(w, t.followed, &w.Stats)
		}
	}
	if t.now.slots != 0 {
		t.past[t.next] = t.now
		t.next = (t.next + 1) % trackDepth
	}
}

// whoWasAt returns the slot of the player who was at a place in the last packets.
func (t *tracking) whoWasAt(place eighths) int {
	found := uint32(0)
	for i := range t.past {
		found |= t.past[i].at(place)
	}
	return t.among(found)
}

// at returns who was seen at a place, as bits.
func (p *sighting) at(place eighths) (found uint32) {
	for m := p.slots; m != 0; m &= m - 1 {
		if slot := bits.TrailingZeros32(m); p.places[slot].near(place) {
			found |= 1 << slot
		}
	}
	return found
}

// among returns who of several is followed: the one who is already, or else the only one.
func (t *tracking) among(found uint32) int {
	switch {
	case t.followed != world.Nobody && found>>t.followed&1 != 0:
		return t.followed
	case bits.OnesCount32(found) == 1:
		return bits.TrailingZeros32(found)
	}
	return world.Nobody
}

// tell makes stats those of the player of a slot.
func (q *client) tell(w world.Edit, slot int, s *world.Stats) {
	p := w.Player(slot)
	if p.Stats == nil {
		p.Stats = new(world.Stats)
		q.owned[slot] = id1.Possessions{}
	}
	if *p.Stats != *s {
		*p.Stats = *s
		w.HealthChanges()
		q.tookByStats(w, slot, s)
	}
}

// lose ends that somebody is followed: nothing tells his stats any more.
func (t *tracking) lose(w world.Edit) {
	if t.followed >= 0 && t.followed < len(w.Players) {
		w.Players[t.followed].Stats = nil
		w.HealthChanges()
	}
	t.followed = world.Nobody
}

func (t *tracking) hash(h *hash.Hash) {
	for i := range t.past {
		h.Ints(int(t.past[i].slots))
		for _, e := range t.past[i].places {
			h.Ints(int(e[0]), int(e[1]), int(e[2]))
		}
	}
	h.Ints(t.next, int(t.at[0]), int(t.at[1]), int(t.at[2]), t.followed)
	h.Floats(t.moved)
}
