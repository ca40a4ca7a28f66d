package world

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Edit is a World for its [Rules]: its fields to set, and methods for what
// changes more than one of them. Only a World hands one out, and it is valid
// until the call that got it returns.
type Edit struct{ *edited }

// edited is a name that only this package has, so that no other can make an
// Edit of a World.
type edited = World

// SetTime sets the demo's clock to t seconds. The viewer's clock goes on by as
// much, or by a tenth of a second where the demo's goes back, jumps by more than
// a minute or belongs to a new level.
func (w Edit) SetTime(t float64) { w.setTime(t) }

// ContinueClock says that the clock of the level that has just begun goes on
// from that of the recording, so that its first time is no cut.
func (w Edit) ContinueClock() { w.levelBegan = false }

// BeginLevel starts a level: everything of the one before is forgotten. It
// returns the new one for writing.
func (w Edit) BeginLevel() *Level {
	w.resetLevel()
	w.Event(Event{Kind: EventLevel, Player: Nobody, Other: Nobody})
	return w.EditLevel()
}

// EditLevel returns the level for writing, until the packet ends.
func (w Edit) EditLevel() *Level { return w.level.edit((*Level).clone) }

// SetLightStyle sets one brightness pattern.
func (w Edit) SetLightStyle(style uint8, pattern []byte) {
	if w.lightStyles.get()[style] == string(pattern) {
		return
	}
	w.lightStyles.edit(func(s *LightStyles) *LightStyles { c := *s; return &c })[style] = string(pattern)
}

// Baseline returns the state that the entity with a number begins from, all
// zero if it has none. Its Number is for the caller to set.
func (w Edit) Baseline(number int32) *Entity { return w.baselines.get().entity(number) }

// SetBaseline sets the baseline of e.Number; numbers that no protocol has are
// ignored.
func (w Edit) SetBaseline(e Entity) {
	if e.Number < 0 || e.Number >= maxEntityNumber {
		return
	}
	b := w.baselines.edit((*baselines).clone)
	for int(e.Number) >= len(b.list) {
		b.list = append(b.list, Entity{})
		b.set = append(b.set, false)
	}
	if !b.set[e.Number] {
		b.set[e.Number] = true
		b.count++
	}
	e.Flags, e.Event = 0, 0
	b.list[e.Number] = e
}

// AddStatic adds an entity that never changes.
func (w Edit) AddStatic(d *message.EntityDelta, u wire.Units) {
	if len(w.Statics) >= maxStatics {
		return
	}
	var e Entity
	e.Apply(d, u)
	e.Number = 0
	w.Statics = append(w.Statics, e)
}

// Player returns the player of a slot, which begins to exist with it; nil for
// a slot that no game has. It is valid until the next call.
func (w Edit) Player(slot int) *Player {
	if slot < 0 || slot >= MaxPlayers {
		return nil
	}
	for slot >= len(w.Players) {
		w.Players = append(w.Players, Player{Slot: len(w.Players)})
	}
	return &w.Players[slot]
}

// BeginFrame makes what is current the previous frame, before the entities
// and players of a new one are applied. A second call at the same time does
// nothing, so that each part of a frame may call it.
func (w Edit) BeginFrame() {
	if w.stepFrame() {
		w.rotate()
	}
}

// StepFrame does the part of BeginFrame for clocks and view, for rules that
// leave entities and players to [Settler]; false if the frame has begun already.
// [Edit.Rotate] has to follow before the entities of the frame are set.
func (w Edit) StepFrame() bool { return w.stepFrame() }

// Rotate does the part of BeginFrame for entities and players.
func (w Edit) Rotate() { w.rotate() }

// NewList returns an empty list, with a reference for the caller.
func (w Edit) NewList() *List { return w.pool.take() }

// SetEntities makes l the entities of the current frame; it takes over the
// caller's reference.
func (w Edit) SetEntities(l *List) { w.setEntities(l) }

// Event reports what happened.
func (w Edit) Event(e Event) { w.Events = append(w.Events, e) }

// Print prints text, which may hold several lines or a part of one, for the
// players of the slots in targets, and reports it. Level is that of [Notice];
// player is the slot of the speaker, or of the only player that it is for, else
// [Nobody].
func (w Edit) Print(level uint8, chat bool, text []byte, targets uint32, player int) {
	w.Notices.print(w.Clock, level, chat, text, targets)
	kind := EventPrint
	if chat {
		kind = EventChat
	}
	w.Event(Event{Kind: kind, Player: player, Other: Nobody, Level: level, Text: text})
}

// SharePrint reports whether text is a line that was printed just now for other
// slots. Then targets are added to that line's, and nothing is to be printed.
func (w Edit) SharePrint(text []byte, targets uint32) bool {
	return w.Notices.share(w.Clock, text, targets)
}

// CenterPrint prints in the middle of the screens of targets; an empty text
// removes what is there. A finale stays.
func (w Edit) CenterPrint(text []byte, targets uint32, finale bool) {
	w.Notices.center(w.Clock, text, targets, finale)
}

// Pause stops the game or lets it go on, and reports a change. Player is the slot
// of the player who did it, or [Nobody], and text the line that says so.
func (w Edit) Pause(on bool, player int, text []byte) {
	if w.Paused == on {
		return
	}
	w.Paused = on
	e := Event{Kind: EventPause, Player: player, Other: Nobody, Text: text}
	if on {
		e.Value = 1
	}
	w.Event(e)
}

// BeginIntermission shows the result of the level, and reports it once.
func (w Edit) BeginIntermission() {
	if !w.Intermission {
		w.Event(Event{Kind: EventIntermission, Player: Nobody, Other: Nobody})
	}
	w.Intermission = true
	w.View.NoLerp = true
}

// Turn sets the angles of the view, in degrees, at the current time; a jump is
// not interpolated to.
func (w Edit) Turn(angles [3]float32, jump bool) { w.View.turn(w.Clock, angles, jump) }

// AddEffect begins an effect at the current time. A beam of an entity replaces
// its last one, as in the engines.
func (w Edit) AddEffect(f Effect) {
	f.Clock = w.Clock
	w.Effects.add(f)
}

// StartSound begins a sound so many seconds from now; one on the same channel
// of the same entity stops.
func (w Edit) StartSound(s SoundStart, delay float64) {
	s.Clock = w.Clock + delay
	w.Effects.start(s)
}

// StopSound ends what an entity plays on a channel.
func (w Edit) StopSound(entity int32, channel uint8) { w.Effects.stop(entity, channel) }

// AddStaticSound adds a sound that lasts as long as the level.
func (w Edit) AddStaticSound(s SoundStart) { w.Effects.addStatic(s) }

// ClearEffects ends all effects and sounds.
func (w Edit) ClearEffects() { w.Effects.clear() }
