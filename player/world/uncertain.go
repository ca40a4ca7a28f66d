package world

import "demoscope/formats/message"

// Uncertain says what of a world may be wrong because a part of the demo was lost.
// Messages are changes of earlier ones, so that a loss lasts: until the next message
// that is complete in itself, which the [Rules] of the game know.
type Uncertain struct {
	// Entities is set if entities may be missing, out of place or long gone, and
	// Players if players may be.
	Entities, Players bool
	// Texts is set if what servers send only once may be missing until the next
	// level: names, scores, stats, messages.
	Texts bool
	// Since is when Entities or Players was set, in viewer's seconds: the world of
	// that frame was the last that is certain.
	Since float64

	// baselines is set if baselines may be missing, or those of another level: no
	// change of a baseline is certain before the next level.
	baselines bool
	// untimed is set until the first time after a loss.
	untimed bool
}

// Missing is what a demo lacks whose records are all whole.
type Missing uint8

const (
	NothingMissing Missing = iota
	// MissingPackets: the packet is a change of a frame that the demo does not have.
	// Servers send changes only of what has arrived.
	MissingPackets
	// MissingBeginning: the packet has the first frame, and no level has begun.
	MissingBeginning
)

// Places reports whether entities or players may be in wrong places.
func (u *Uncertain) Places() bool { return u.Entities || u.Players }

// Lost says that messages were lost before the next one. All that they may have
// changed is uncertain from now on.
func (w *World) Lost() {
	u := &w.Uncertain
	w.doubt()
	u.Entities, u.Players, u.Texts, u.untimed = true, true, true, true
	if !w.levelFramed {
		u.baselines = true // they come before the first frame
	}
	if r, ok := w.rules.(LossMarker); ok {
		r.Lost(Edit{w})
	}
}

// Damaged says that the packet cannot be read on: what it has said of numbers is taken back,
// and the rest is lost as [World.Lost] says. partial is what was read of the message in
// which damage was found, nil for nothing: see [message.Damage]. A level that begins with
// it has lost baselines.
func (w *World) Damaged(partial message.Message) {
	w.takeBack()
	if partial != nil {
		level := w.LevelCount
		w.Apply(partial)
		if w.LevelCount != level {
			w.levelFramed = false
		}
	}
	w.Lost()
}

// Assume sets the protocol of a demo before its first packet, or behind a message that
// begins a level: m, which may be nil, is from [message.ProtocolGuesser]. It begins no level.
func (w *World) Assume(m message.Message) {
	if r, ok := w.rules.(Assumer); ok && m != nil {
		r.Assume(Edit{w}, m)
	}
}

// FoundRecorder returns the slot of the player whom a demo without its beginning watches from its first frame on,
// [Nobody] if the packets so far do not tell that, and whether later ones may not, either.
func FoundRecorder(w *World) (slot int, end bool) {
	if r, ok := w.rules.(RecorderFinder); ok && w.LevelCount == 0 {
		return r.FoundRecorder()
	}
	return Nobody, true
}

// AssumeRecorder sets that slot before the first packet.
func AssumeRecorder(w *World, slot int) {
	if r, ok := w.rules.(RecorderFinder); ok {
		r.AssumeRecorder(slot)
	}
}

// doubt begins an uncertain part, if none is going on.
func (w *World) doubt() {
	if u := &w.Uncertain; !u.Places() {
		u.Since = w.FrameClock
	}
}

// otherLevel says that the demo's clock is that of another level since the last loss:
// the beginning of that level was lost.
func (w *World) otherLevel() {
	w.doubt()
	u := &w.Uncertain
	u.Entities, u.Players, u.baselines = true, true, true
}

// PacketsMissing says that the packet shows that others are missing before it. It must
// be called before the time of the frame is set, which may be far ahead.
func (w Edit) PacketsMissing() {
	w.Missing = max(w.Missing, MissingPackets)
	w.doubt()
	u := &w.Uncertain
	u.Entities, u.Texts, u.untimed = true, true, true
}

// EntitiesUncertain says that the entities of the frame are changes of some that are
// uncertain or missing.
func (w Edit) EntitiesUncertain() {
	w.doubt()
	w.Uncertain.Entities = true
}

// PlayersUncertain is [Edit.EntitiesUncertain] for players.
func (w Edit) PlayersUncertain() {
	w.doubt()
	w.Uncertain.Players = true
}

// EntitiesCertain says that the entities of the frame depend on no message that was
// lost, unless baselines are missing.
func (u *Uncertain) EntitiesCertain() { u.Entities = u.baselines }

// PlayersCertain is [Uncertain.EntitiesCertain] for players.
func (u *Uncertain) PlayersCertain() { u.Players = u.baselines }

// PlayersWhole is PlayersCertain where players have no baselines.
func (u *Uncertain) PlayersWhole() { u.Players = false }
