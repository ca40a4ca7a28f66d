package quake3

import (
	"math/bits"

	"demoscope/formats/message"
)

// hidden finds the slot of the watched player in a demo without its beginning, whose snapshots are changes and have
// the slot only if it changes.
type hidden struct {
	seen  uint64              // slots, a bit each, of players in any snapshot so far: the followed one never is
	died  uint64              // slots of players who die in the packet
	kill  uint64              // slots of players who kill others in it
	fired [shotWeapons]uint64 // slots of players who fire in it, by weapon
	point uint8               // slot of the player who sees a point above a victim, plus 1; 0 for none
	shot  uint8               // slot of whoever may have fired the last shot of the followed player, plus 1
	slot  uint8               // of the watched player, plus 1; 0 if it is not known
}

// shotWeapons are the weapons whose shots name who fired: the index of hidden.fired is their number less this.
const (
	firstShot   = wpMachinegun
	shotWeapons = wpRail - wpMachinegun + 1
)

// begin forgets what the packet before has told.
func (h *hidden) begin() { h.died, h.kill, h.fired, h.point = 0, 0, [shotWeapons]uint64{}, 0 }

// hear takes from an event who fired, or got a point: servers show that only to the player who got it.
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
		h.slot = uint8(n.slot() + 1) // a whole state, which the snapshots before did not change
	case told && n.slot() != int(h.slot)-1:
		h.slot = 0 // from now on, all snapshots have it
	case !told && h.slot > 0:
		n.player[message.PlayerStateClientNum] = int32(h.slot) - 1
		n.told.add(message.PlayerStateClientNum)
	}
}

// find takes the slot from what a packet tells of players who were never seen: a point for one, the death of only one
// of them when the watched player dies, kills of only one when the watched player scores, or twice a shot of the same
// when the watched player lost ammunition.
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
	const health, score = message.PlayerStateStats, message.PlayerStatePersistant // the first of each
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
