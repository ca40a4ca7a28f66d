package world

import "demoscope/formats/message"

// Uncertain says which parts of a world may be wrong because a part of the demo was lost. Messages
// are changes relative to earlier ones, so a loss has lasting effects, until a message that is
// complete in itself. The [Rules] of the game know which ones are.
type Uncertain struct {
	// Entities is set if entities may be missing, misplaced or stale, and Players if players may
	// be.
	Entities, Players bool
	// Texts is set if data that servers send only once may be missing until the next level: names,
	// scores, stats and messages.
	Texts bool
	// Since is when Entities or Players was set, in seconds of the viewer's clock. The frame of
	// that time was the last certain one.
	Since float64

	// baselines is set if baselines may be missing or belong to another level. Then no entity based
	// on one is certain before the next level.
	baselines bool
	// untimed is set until the first time after a loss.
	untimed bool
}

// Missing is what a demo lacks although all its records are intact.
type Missing uint8

// The values of [Missing].
const (
	NothingMissing Missing = iota
	// MissingPackets means that the packet is a delta of a frame that the demo does not have.
	// Servers send deltas only of frames that have arrived.
	MissingPackets
	// MissingBeginning means that the packet has the first frame, and no level has begun.
	MissingBeginning
)

// Places reports whether entities or players may be in the wrong place.
func (u *Uncertain) Places() bool { return u.Entities || u.Players }

// Lost reports that messages before the next one were lost. Everything that they may have changed
// is uncertain from now on.
func (w *World) Lost() {
	u := &w.Uncertain
	w.doubt()
	u.Entities, u.Players, u.Texts, u.untimed = true, true, true, true
	if !w.levelFramed {
		u.baselines = true // baselines are sent before the first frame
	}
	if r, ok := w.rules.(LossMarker); ok {
		r.Lost(Edit{w})
	}
}

// Damaged reports that the rest of the packet is unreadable. The numbers that the packet has set
// are reverted, and the rest counts as lost: see [World.Lost]. partial is what was read of the
// damaged message, or nil: see [message.Damage]. If it begins a level, the baselines of that level
// are lost.
func (w *World) Damaged(partial message.Message) {
	w.numbers.revert(&w.Single, w.Players)
	if r, ok := w.rules.(NumberKeeper); ok {
		r.Revert(Edit{w})
	}
	if partial != nil {
		level := w.LevelCount
		w.Apply(partial)
		if w.LevelCount != level {
			w.levelFramed = false
		}
	}
	w.Lost()
}

// Assume sets the protocol of a demo, before its first packet or after a message that begins a
// level. m comes from [message.ProtocolGuesser] and may be nil. Assume does not begin a level.
func (w *World) Assume(m message.Message) {
	if r, ok := w.rules.(Assumer); ok && m != nil {
		r.Assume(Edit{w}, m)
	}
}

// FoundRecorder returns the slot of the player whose view is recorded in a demo without a
// beginning, from its first frame on. It returns [Nobody] if the packets so far do not reveal it.
// end reports whether the search is over: either slot is known, or later packets need not be
// searched.
func FoundRecorder(w *World) (slot int, end bool) {
	if r, ok := w.rules.(RecorderFinder); ok && w.LevelCount == 0 {
		return r.FoundRecorder()
	}
	return Nobody, true
}

// AssumeRecorder sets the slot found by [FoundRecorder] before the first packet.
func AssumeRecorder(w *World, slot int) {
	if r, ok := w.rules.(RecorderFinder); ok {
		r.AssumeRecorder(slot)
	}
}

// doubt sets Since, unless an uncertain part has already begun.
func (s *State) doubt() {
	if u := &s.Uncertain; !u.Places() {
		u.Since = s.FrameClock
	}
}

// otherLevel reports that the demo's clock since the last loss is that of another level, whose
// beginning was lost.
func (s *State) otherLevel() {
	s.doubt()
	u := &s.Uncertain
	u.Entities, u.Players, u.baselines = true, true, true
}

// PacketsMissing reports that packets before the current one are missing. It must be called before
// the time of the frame is set, which may be far ahead.
func (w Edit) PacketsMissing() {
	w.Missing = max(w.Missing, MissingPackets)
	w.doubt()
	u := &w.Uncertain
	u.Entities, u.Texts, u.untimed = true, true, true
}

// EntitiesUncertain reports that the entities of the frame are based on uncertain or missing ones.
func (w Edit) EntitiesUncertain() {
	w.doubt()
	w.Uncertain.Entities = true
}

// PlayersUncertain is [Edit.EntitiesUncertain] for players.
func (w Edit) PlayersUncertain() {
	w.doubt()
	w.Uncertain.Players = true
}

// EntitiesCertain reports that the entities of the frame do not depend on a lost message. They
// remain uncertain if baselines may be missing.
func (u *Uncertain) EntitiesCertain() { u.Entities = u.baselines }

// PlayersCertain is [Uncertain.EntitiesCertain] for players.
func (u *Uncertain) PlayersCertain() { u.Players = u.baselines }

// PlayersWhole is PlayersCertain for games whose players have no baselines.
func (u *Uncertain) PlayersWhole() { u.Players = false }
