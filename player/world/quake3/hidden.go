package quake3

import (
	"math/bits"

	"demoscope/formats/message"
)

// hidden finds the followed player's slot in a demo without a beginning. Its snapshots are deltas, which contain the
// slot only when it changes.
type hidden struct {
	seen  uint64              // slots of players in any snapshot so far, one bit each; never the followed player
	died  uint64              // slots of players who died in the packet
	kill  uint64              // slots of players who killed others in the packet
	fired [shotWeapons]uint64 // slots of players who fired in the packet, by weapon
	point uint8               // slot of the player who sees a score plum, plus 1; 0 for none
	shot  uint8               // slot of the player who may have fired the followed player's last shot, plus 1
	slot  uint8               // slot of the followed player, plus 1; 0 if unknown
}

// Weapons whose shots name the player who fired. hidden.fired is indexed by weapon number minus firstShot.
const (
	firstShot   = wpMachinegun
	shotWeapons = wpRail - wpMachinegun + 1
)

// begin forgets what the previous packet has reported.
func (h *hidden) begin() { h.died, h.kill, h.fired, h.point = 0, 0, [shotWeapons]uint64{}, 0 }

// hear records who fired or scored from an event. Servers send score plums only to the player who scored.
func (h *hidden) hear(s *entityState, event int32) {
	by, weapon := s[message.EntityStateOtherEntityNum], int32(wpMachinegun)
	switch event {
	case evScorePlum:
		if by >= 0 && by < clients {
			h.point = uint8(by) + 1
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
		h.fired[weapon-firstShot] |= 1 << by
	}
}

// tell adds the slot to a snapshot that lacks it.
func (h *hidden) tell(n *snapshot) {
	switch told := n.told.has(message.PlayerStateClientNum); {
	case told && n.told == allFields && h.slot == 0:
		h.slot = uint8(n.slot() + 1) // a full state, not a delta from an earlier snapshot
	case told && n.slot() != int(h.slot)-1:
		h.slot = 0 // from now on, all snapshots have it
	case !told && h.slot > 0:
		n.player[message.PlayerStateClientNum] = int32(h.slot) - 1
		n.told.add(message.PlayerStateClientNum)
	}
}

// find derives the slot from what a packet reports about players who were never visible: a score plum for such a
// player, the death of exactly one of them when the followed player dies, kills by exactly one of them when the
// followed player scores, or two shots by the same one that each cost the followed player ammunition.
func (h *hidden) find(n, before *snapshot) {
	if n.told.has(message.PlayerStateClientNum) || before == nil {
		return
	}
	if h.point > 0 && h.seen>>(h.point-1)&1 == 0 {
		h.slot = h.point
		return
	}
	only := func(slots uint64) uint8 {
		if slots &^= h.seen; bits.OnesCount64(slots) != 1 {
			return 0
		}
		return uint8(bits.TrailingZeros64(slots)) + 1
	}
	const health, score = message.PlayerStateStats, message.PlayerStatePersistant // first field of each array
	if died := only(h.died); died > 0 && before.told.has(health) && before.player[health] > 0 && n.player[health] <= 0 {
		h.slot = died
		return
	}
	if kill := only(h.kill); kill > 0 && n.told.has(score) &&
		(!before.told.has(score) || n.player[score] > before.player[score]) {
		h.slot = kill
		return
	}
	for i, fired := range h.fired {
		ammo := message.PlayerStateAmmo + firstShot + i
		slot := only(fired)
		if slot == 0 || !before.told.has(ammo) || n.player[ammo] >= before.player[ammo] {
			continue
		}
		if h.shot == slot {
			h.slot = slot
		}
		h.shot = slot
	}
}

// FoundRecorder implements [world.RecorderFinder].
func (q *rules) FoundRecorder() (slot int, end bool) {
	n := q.snaps.current
	return int(q.hidden.slot) - 1, q.hidden.slot > 0 || n != nil && n.told.has(message.PlayerStateClientNum)
}

// AssumeRecorder implements [world.RecorderFinder].
func (q *rules) AssumeRecorder(slot int) { q.hidden.slot = uint8(slot) + 1 }
