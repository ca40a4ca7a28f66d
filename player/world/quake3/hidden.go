package quake3

import (
	"math/bits"

	"demoscope/formats/message"
)

// hidden finds the slot of the followed player in a demo without its beginning. Its snapshots are deltas, which have
// the slot only if it changes.
type hidden struct {
	seen uint64 // slots, a bit each, of the players who were in a snapshot, which the followed one never is
	died uint64 // slots of the players whose deaths the packet reports
	slot uint8  // of the followed player, plus 1; 0 if it is not known
}

// tell adds the slot to a snapshot that lacks it.
func (h *hidden) tell(n *snapshot) {
	switch told := n.told.has(message.PlayerStateClientNum); {
	case told && n.slot() != int(h.slot)-1:
		h.slot = 0 // from now on, all snapshots have it
	case !told && h.slot > 0:
		n.player[message.PlayerStateClientNum] = int32(h.slot) - 1
		n.told.add(message.PlayerStateClientNum)
	}
}

// find takes the slot from the death of the followed player: the packet reports no other death of a player who was
// never in a snapshot.
func (h *hidden) find(n, before *snapshot) {
	const health = message.PlayerStateStats
	died := h.died &^ h.seen
	if n.told.has(message.PlayerStateClientNum) || before == nil || bits.OnesCount64(died) != 1 ||
		!before.told.has(health) || before.player[health] <= 0 || n.player[health] > 0 {
		return
	}
	h.slot = uint8(bits.TrailingZeros64(died)) + 1
}
