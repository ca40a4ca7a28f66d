package world

import (
	"demoscope/formats/message"
	"demoscope/player/world/internal/hash"
)

// Rules interpret one game's messages. They keep what decides how the demo goes
// on and cannot be seen in the World.
type Rules interface {
	// Begin is called before the messages of a packet.
	Begin(w Edit, p *message.Packet)
	// Apply applies one message; those that the game does not know change
	// nothing. The message is valid until Apply returns.
	Apply(w Edit, m message.Message)
	// End is called after the messages, also if the packet was damaged.
	End(w Edit)
	// CopyFrom makes the state that of another rules of the same type; whole
	// says that all frames which deltas refer to are to be copied, not only
	// the newest.
	CopyFrom(src Rules, whole bool)
	// Hash adds the state to a world's hash.
	Hash(h *hash.Hash)
}

// Settler are rules that make what is only looked at when it is asked for.
type Settler interface {
	Rules
	// Settle makes everything true that the packets since the last call have
	// left for later: see World.Defer.
	Settle(w Edit)
}

// FrameKeeper are rules of a delta protocol, which keep the frames that later
// packets refer to.
type FrameKeeper interface {
	Rules
	// Base returns the key of the frame that the packet applied last was a
	// change of; false if it was a full frame, or its base was not there.
	Base() (key int32, ok bool)
	// AddBase copies the frame key from rules of the same type a little
	// later in the same demo, if these lack it.
	AddBase(src Rules, key int32)
	// Memory returns about how many bytes the frames and all else of the
	// rules hold, without the lists that w shows.
	Memory(w *World) int64
}

// Presenter are rules that know more of an entity than [Entity] holds.
type Presenter interface {
	Rules
	// ModelOf is World.ModelOf.
	ModelOf(l *Level, e *Entity) string
	// SentPose is World.SentPose.
	SentPose(number int32) (Pose, bool)
}
