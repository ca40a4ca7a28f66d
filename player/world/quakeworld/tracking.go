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
	// trackDepth is the number of packets that a spectator's position may lag behind that of the followed player: the
	// position goes from the server to the spectator and back.
	trackDepth = 32
	// restTime is how long, in seconds, a spectator must rest before its position is compared with the players' current
	// positions. It is longer than a request to follow another player takes.
	restTime = 0.5
)

// tracking finds the player that a recording spectator follows. The stats in the recording are those of that player,
// but no message says which player it is. In every packet, the spectator sends the server the followed player's last
// known position, and the server returns it as the spectator's own. So the spectator is, within an eighth of a unit,
// where the followed player was some packets ago. The request to follow a player precedes the first such position. So
// stats are assigned one packet late, once the next position has confirmed the player.
type tracking struct {
	past     [trackDepth]sighting // packets with any player
	next     int                  // index into past to write next
	at       eighths              // the spectator's position in the previous packet
	moved    float64              // viewer's time of the last change of at
	followed int                  // slot, or Nobody

	// About the packet.
	stats    world.Stats // stats before it
	now      sighting
	own      eighths // the spectator's position
	ownKnown bool    // own is set
}

// sighting holds the positions of players in a packet.
type sighting struct {
	slots  uint32 // visible players, as bits
	places [slots]eighths
}

// eighths is a position in eighths of a unit, the precision of a spectator's position.
type eighths [3]int16

// place converts a position on the wire to eighths of a unit.
func (q *client) place(m [3]wire.Coord) (e eighths) {
	for i, v := range m {
		e[i] = int16(math.Round(min(max(float64(q.playerUnits.Units(v))*8, math.MinInt16), math.MaxInt16)))
	}
	return e
}

// near reports whether two positions are equal except for rounding.
func (e eighths) near(o eighths) bool {
	for i := range e {
		if d := e[i] - o[i]; d < -1 || d > 1 {
			return false
		}
	}
	return true
}

// beginTracking starts tracking at the beginning of a level if the recorder is a spectator.
func (q *client) beginTracking(spectator bool) {
	q.tracking = nil
	if spectator {
		q.tracking = &tracking{followed: world.Nobody}
	}
}

// copyTracking copies the tracking of another client, reusing memory.
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

// begin begins a packet. s are the stats before it.
func (t *tracking) begin(s *world.Stats) {
	t.stats, t.now.slots, t.ownKnown = *s, 0, false
}

// sight notes the position in a playerinfo.
func (q *client) sight(slot int, place [3]wire.Coord) {
	t := q.tracking
	if slot == q.eye.slot {
		t.own, t.ownKnown = q.place(place), true
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
	case !t.ownKnown:
	case t.own != t.at:
		if slot := t.whoWasAt(t.own); slot != t.followed {
			t.lose(w)
			t.followed = slot
		} else if slot != world.Nobody {
			q.setStats(w, slot, &t.stats)
		}
		t.at, t.moved = t.own, w.Clock
	case w.Clock-t.moved < restTime:
	default:
		if slot := t.among(t.now.at(t.own)); slot != t.followed {
			t.lose(w) // the followed player left without the spectator
			t.followed = slot
		}
		// Stats without items are the spectator's own: a spectator doesn't even have an axe.
		if t.followed != world.Nobody && w.Stats.Values[world.StatItems] != 0 {
			q.setStats(w, t.followed, &w.Stats)
		}
	}
	if t.now.slots != 0 {
		t.past[t.next] = t.now
		t.next = (t.next + 1) % trackDepth
	}
}

// whoWasAt returns the slot of the player who was at a position in recent packets, or Nobody.
func (t *tracking) whoWasAt(place eighths) int {
	found := uint32(0)
	for i := range t.past {
		found |= t.past[i].at(place)
	}
	return t.among(found)
}

// at returns the players seen at a position, as bits.
func (p *sighting) at(place eighths) (found uint32) {
	for m := p.slots; m != 0; m &= m - 1 {
		if slot := bits.TrailingZeros32(m); p.places[slot].near(place) {
			found |= 1 << slot
		}
	}
	return found
}

// among chooses the followed player from candidates: the currently followed player, otherwise the only candidate.
func (t *tracking) among(found uint32) int {
	switch {
	case t.followed != world.Nobody && found>>t.followed&1 != 0:
		return t.followed
	case bits.OnesCount32(found) == 1:
		return bits.TrailingZeros32(found)
	}
	return world.Nobody
}

// setStats sets the stats of the player in a slot.
func (q *client) setStats(w world.Edit, slot int, s *world.Stats) {
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

// lose ends following a player, whose stats become unknown.
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
