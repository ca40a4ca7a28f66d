package quake3

import (
	"math/bits"

	"demoscope/formats/message"
)

// recorderSearch finds the followed player's slot in a demo without a beginning. Its snapshots are deltas, which
// contain the slot only when it changes.
type recorderSearch struct {
	seen  uint64              // slots of players in any snapshot so far, one bit each; never the followed player
	died  uint64              // slots of players who died in the packet
	kill  uint64              // slots of players who killed others in the packet
	fired [shotWeapons]uint64 // slots of players who fired in the packet, by weapon
	point uint8               // slot of the player who sees a score plum, plus 1; 0 for none
	shot  uint8               // slot of the player who may have fired the followed player's last shot, plus 1
	slot  uint8               // slot of the followed player, plus 1; 0 if unknown
}

// Weapons whose shots name the player who fired. recorderSearch.fired is indexed by weapon number minus firstShot.
const (
	firstShot   = wpMachinegun
	shotWeapons = wpRail - wpMachinegun + 1
)

// begin forgets what the previous packet has reported.
func (r *recorderSearch) begin() { r.died, r.kill, r.fired, r.point = 0, 0, [shotWeapons]uint64{}, 0 }

// note records who fired or scored from an event. Servers send score plums only to the player who scored.
func (r *recorderSearch) note(s *entityState, event int32) {
	by, weapon := s[message.EntityStateOtherEntityNum], int32(wpMachinegun)
	switch event {
	case evScorePlum:
		if by >= 0 && by < clients {
			r.point = uint8(by) + 1
		}
		return
	case evBulletHitFlesh, evBulletHitWall:
	case evShotgun:
		weapon = wpShotgun
	case evRailTrail:
		by, weapon = s[message.EntityStateClientNum], wpRail
	default:
		return
	}
	if by >= 0 && by < clients {
		r.fired[weapon-firstShot] |= 1 << by
	}
}

// complete adds the slot to a snapshot that lacks it.
func (r *recorderSearch) complete(n *snapshot) {
	switch known := n.known.has(message.PlayerStateClientNum); {
	case known && n.known == allFields && r.slot == 0:
		r.slot = uint8(n.slot() + 1) // a full state, not a delta from an earlier snapshot
	case known && n.slot() != int(r.slot)-1:
		r.slot = 0 // from now on, all snapshots have it
	case !known && r.slot > 0:
		n.player[message.PlayerStateClientNum] = int32(r.slot) - 1
		n.known.add(message.PlayerStateClientNum)
	}
}

// find derives the slot from what a packet reports about players who were never visible: a score plum for such a
// player, the death of exactly one of them when the followed player dies, kills by exactly one of them when the
// followed player scores, or two shots by the same one that each cost the followed player ammunition.
func (r *recorderSearch) find(n, before *snapshot) {
	if n.known.has(message.PlayerStateClientNum) || before == nil {
		return
	}
	if r.point > 0 && r.seen>>(r.point-1)&1 == 0 {
		r.slot = r.point
		return
	}
	only := func(slots uint64) uint8 {
		if slots &^= r.seen; bits.OnesCount64(slots) != 1 {
			return 0
		}
		return uint8(bits.TrailingZeros64(slots)) + 1
	}
	const health, score = message.PlayerStateStats, message.PlayerStatePersistant // first field of each array
	if died := only(r.died); died > 0 && before.known.has(health) && before.player[health] > 0 &&
		n.player[health] <= 0 {
		r.slot = died
		return
	}
	if kill := only(r.kill); kill > 0 && n.known.has(score) &&
		(!before.known.has(score) || n.player[score] > before.player[score]) {
		r.slot = kill
		return
	}
	for i, fired := range r.fired {
		ammo := message.PlayerStateAmmo + firstShot + i
		slot := only(fired)
		if slot == 0 || !before.known.has(ammo) || n.player[ammo] >= before.player[ammo] {
			continue
		}
		if r.shot == slot {
			r.slot = slot
		}
		r.shot = slot
	}
}

// FoundRecorder implements [world.RecorderFinder].
func (q *rules) FoundRecorder() (slot int, end bool) {
	n := q.snaps.current
	return int(q.search.slot) - 1, q.search.slot > 0 || n != nil && n.known.has(message.PlayerStateClientNum)
}

// AssumeRecorder implements [world.RecorderFinder].
func (q *rules) AssumeRecorder(slot int) { q.search.slot = uint8(slot) + 1 }
