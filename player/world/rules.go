package world

import (
	"demoscope/formats/message"
	"demoscope/player/world/internal/hash"
)

// Rules interpret one game's messages. They keep the state that later messages
// depend on and that is not part of the [World].
type Rules interface {
	// Begin is called before the messages of a packet.
	Begin(w Edit, p *message.Packet)
	// Apply applies one message; those that the game does not know change
	// nothing. The message is valid until Apply returns.
	Apply(w Edit, m message.Message)
	// End is called after the messages, also if the packet was damaged.
	End(w Edit)
	// CopyFrom copies the state of src, which has the same type; if whole is
	// set with all frames that deltas may refer to, otherwise with the newest
	// alone.
	CopyFrom(src Rules, whole bool)
	// Hash adds the state to a world's hash.
	Hash(h *hash.Hash)
	// Memory returns how many bytes the rules of w, a copy, hold beside it, without
	// what they share with those of before, an earlier copy: see [World.Memory]. Before
	// may be one that has no rules, which stands for none.
	Memory(w, before *World) int64
}

// Settler are rules that put off work which only a viewer needs.
type Settler interface {
	Rules
	// Settle does the work that the packets since the last call have put off:
	// see World.Defer.
	Settle(w Edit)
}

// TrailSettler are rules that make trails longer only when somebody looks at them.
type TrailSettler interface {
	Rules
	// SettleTrails makes the trails as long as they are in the last frame.
	SettleTrails(w Edit)
}

// FrameKeeper are rules of a delta protocol, which keep the frames that later
// packets refer to.
type FrameKeeper interface {
	Rules
	// Base is [World.Base].
	Base() (key int32, ok bool)
	// AddBase is [World.AddBase], with the rules of the source.
	AddBase(src Rules, key int32) (added bool)
}

// LossMarker are rules that keep what later messages change.
type LossMarker interface {
	Rules
	// Lost marks what is kept as uncertain, because messages were lost: all that
	// may be changed by them, and the newest frame, since what came directly before
	// the loss may not be what it seems.
	Lost(w Edit)
}

// NumberKeeper are rules that keep stats of their own, of which those of the world are
// copies.
type NumberKeeper interface {
	Rules
	// TakeBack sets those of the packet to what the world has again.
	TakeBack(w Edit)
}

// Assumer are rules whose reading of messages depends on the protocol.
type Assumer interface {
	Rules
	// Assume is [World.Assume].
	Assume(w Edit, m message.Message)
}

// RecorderFinder are rules that may find out later whom a demo without its beginning watches.
type RecorderFinder interface {
	Rules
	// FoundRecorder is [FoundRecorder].
	FoundRecorder() (slot int, end bool)
	// AssumeRecorder is [AssumeRecorder].
	AssumeRecorder(slot int)
}

// Presenter are rules that know more about an entity than [Entity] holds.
type Presenter interface {
	Rules
	// ModelOf is [World.ModelOf].
	ModelOf(l *Level, e *Entity) string
	// SentPose is [World.SentPose].
	SentPose(number int32) (Pose, bool)
}

// Hummer are rules of a game in which entities sound as long as they are there.
type Hummer interface {
	Rules
	// HumOf is [World.HumOf].
	HumOf(l *Level, e *Entity) (path string, volume float32)
	// WeaponHumOf returns the game path of what the weapon of a visible player sounds
	// like all the time, empty for none.
	WeaponHumOf(p *Player) string
}
