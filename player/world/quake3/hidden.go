package quake3

import (
	"math/bits"

	"demoscope/formats/message"
)

// hidden finds the slot of the watched player in a demo without its beginning, whose snapshots are changes and have
// the slot only if it changes.
type hidden struct {
	seen uint64 // slots, a bit each, of the players who were in a snapshot, which the watched one never is
	died uint64 // slots of those of whose death the packet tells
	slot uint8  // of the watched player, plus 1; 0 if it is not known
}

// tell adds the slot to a snapshot that lacks it.
func (h *hidden) tell(n *snapshot) {
	switch told := n.told.has(message.PlayerStateClientNum); {
	case told && n.slot() != int(h.slot)-1:
		h.slot = 0 // from now on all snapshots have it
	case !told && h.slot > 0:
		n.player[message.PlayerStateClientNum] = int32(h.slot) - 1
		n.told.add(message.PlayerStateClientNum)
	}
}

// find takes the slot from the death of the watched player: the only one of the packet of a player who was never seen.
func (h *hidden) find(n, before *snapshot) {
	const health = message.PlayerStateStats
	died := h.died &^ h.seen
	if n.told.has(message.PlayerStateClientNum) || before == nil || bits.OnesCount64(died) != 1 ||
		!before.told.has(health) || before.player[health] <= 0 || n.player[health] > 0 {
		return
	}
	h.slot = uint8(bits.TrailingZeros64(died)) + 1
}
