package world

import (
	"demoscope/formats/message"
	"demoscope/player/world/internal/hash"
)

// Rules interpret the messages of one game. They hold the state that later messages depend on and
// that is not part of the [World].
type Rules interface {
	// Begin is called before the messages of a packet.
	Begin(w Edit, p *message.Packet)
	// Apply applies one message. Messages that the game does not know change nothing. The message
	// is valid until Apply returns.
	Apply(w Edit, m message.Message)
	// End is called after the messages, even if the packet was damaged.
	End(w Edit)
	// CopyFrom copies the state of src, which has the same type. If whole is set it includes all
	// frames that deltas may refer to; otherwise only the newest frame.
	CopyFrom(src Rules, whole bool)
	// Hash adds the state to the hash of a world.
	Hash(h *hash.Hash)
	// Memory returns the number of bytes that the rules of w, a copy, hold outside of the World,
	// without what they share with the rules of before, an earlier copy: see [World.Memory]. before
	// may be a World without rules, which shares nothing.
	Memory(w, before *World) int64
}

// Settler is implemented by rules that defer work needed only by viewers.
type Settler interface {
	Rules
	// Settle does the work deferred by the packets since the last call. See [World].Defer.
	Settle(w Edit)
}

// TrailSettler is implemented by rules that extend trails only on demand.
type TrailSettler interface {
	Rules
	// SettleTrails extends the trails to the last frame.
	SettleTrails(w Edit)
}

// FrameKeeper is implemented by the rules of delta protocols, which store the frames that later
// packets refer to.
type FrameKeeper interface {
	Rules
	// Base implements [World.Base].
	Base() (key int32, ok bool)
	// AddBase implements [World.AddBase], given the rules of the source.
	AddBase(src Rules, key int32) (added bool)
}

// LossMarker is implemented by rules that store data which later messages change.
type LossMarker interface {
	Rules
	// Lost marks stored data as uncertain because messages were lost: all data that they may have
	// changed, and the newest frame, since what came just before the loss may be damaged as well.
	Lost(w Edit)
}

// NumberKeeper is implemented by rules with their own stats, of which those of the world are
// copies.
type NumberKeeper interface {
	Rules
	// Revert resets the stats changed by the packet to those of the world.
	Revert(w Edit)
}

// Assumer is implemented by rules whose reading of messages depends on the protocol.
type Assumer interface {
	Rules
	// Assume implements [World.Assume].
	Assume(w Edit, m message.Message)
}

// RecorderFinder is implemented by rules that may find the recorder of a demo without a beginning
// only later.
type RecorderFinder interface {
	Rules
	// FoundRecorder implements the function [FoundRecorder].
	FoundRecorder() (slot int, end bool)
	// AssumeRecorder implements the function [AssumeRecorder].
	AssumeRecorder(slot int)
}

// Presenter is implemented by rules that know more about an entity than [Entity] holds.
type Presenter interface {
	Rules
	// ModelOf implements [World.ModelOf].
	ModelOf(l *Level, e *Entity) string
	// SentPose implements [World.SentPose].
	SentPose(number int32) (Pose, bool)
}

// LoopSounder is implemented by rules of games whose entities have looping sounds.
type LoopSounder interface {
	Rules
	// LoopSoundOf returns the game path of the looping sound of an entity, and its volume, where 1
	// is full volume. The path is empty if there is none.
	LoopSoundOf(l *Level, e *Entity) (path string, volume float32)
	// WeaponLoopSoundOf returns the game path of the looping sound of a visible player's weapon,
	// or "" if there is none.
	WeaponLoopSoundOf(p *Player) string
}
