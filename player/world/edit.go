package world

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Edit gives [Rules] write access to a [World]: to its fields directly, and through methods to
// state that spans several fields. Only a World creates an Edit. It is valid until the call that
// received it returns.
type Edit struct{ *edited }

// edited is unexported so that no other package can create an Edit.
type edited = World

// ContinueClock marks the level that has just begun as continuing the clock of the recording, so
// that its first time is not a cut.
func (w Edit) ContinueClock() { w.levelBegan = false }

// BeginLevel starts a level and clears the previous one. It returns the new level for writing.
func (w Edit) BeginLevel() *Level {
	w.resetLevel()
	w.Event(Event{Kind: EventLevel, Player: Nobody, Other: Nobody})
	return w.EditLevel()
}

// EditLevel returns the level for writing. The pointer is valid until the packet ends.
func (w Edit) EditLevel() *Level { return w.level.edit((*Level).clone) }

// SetLightStyle sets the brightness pattern of a light style.
func (w Edit) SetLightStyle(style uint8, pattern []byte) {
	if w.lightStyles.get()[style] == string(pattern) {
		return
	}
	w.lightStyles.edit(func(s *LightStyles) *LightStyles { c := *s; return &c })[style] = string(pattern)
}

// Baseline returns the baseline of the entity with the given number, or a zero Entity if it has
// none. The result must not be modified. Its Number is not necessarily set.
func (w Edit) Baseline(number int32) *Entity { return w.baselines.get().entity(number) }

// SetBaseline sets the baseline of e.Number. Numbers that no protocol allows are ignored.
func (w Edit) SetBaseline(e Entity) {
	if e.Number < 0 || e.Number >= maxEntityNumber {
		return
	}
	e.Flags, e.Event = 0, 0
	w.settleEntities()
	w.baselines.edit((*baselines).clone).put(&e)
}

// AddStatic adds a static entity from its delta, whose coordinates and angles are in units u. A
// level keeps at most 4096; the rest is ignored.
func (w Edit) AddStatic(d *message.EntityDelta, u wire.Units) {
	if len(w.Statics) >= maxStatics {
		return
	}
	var e Entity
	e.Apply(d, u)
	e.Number = 0
	w.Statics = append(w.Statics, e)
}

// Player returns the player in a slot, and adds it if there is none yet. It returns nil if slot is
// negative or not less than [MaxPlayers]. The pointer is valid until the next call.
func (w Edit) Player(slot int) *Player {
	if slot < 0 || slot >= MaxPlayers {
		return nil
	}
	for slot >= len(w.Players) {
		w.Players = append(w.Players, Player{Slot: len(w.Players)})
	}
	return &w.Players[slot]
}

// SetVisible sets whether a player is Visible.
func (w Edit) SetVisible(p *Player, visible bool) {
	if p.Visible = visible; visible {
		w.posed[p.Slot/64] |= 1 << (p.Slot % 64)
	}
}

// SetLook sets a player's model and frame. NoLerp must be set first. See [Edit.SetFrame].
func (w Edit) SetLook(p *Player, model, frame uint16) {
	begins := !p.WasVisible || p.NoLerp || p.Model != model
	p.Model = model
	w.SetFrame(p, frame, begins)
}

// SetFrame sets the animation frame that a player shows from now on. If begins is set, the
// animation starts anew and is not blended with what the player showed before.
func (w Edit) SetFrame(p *Player, frame uint16, begins bool) {
	switch {
	case begins:
		p.WasFrame, p.Frame, p.FrameClock = frame, frame, w.State.FrameClock
	case p.Frame == frame:
	case p.FrameClock == w.State.FrameClock: // replaces another frame of the same moment, which was never shown
		p.Frame = frame
	default:
		p.WasFrame, p.Frame, p.FrameClock = p.Frame, frame, w.State.FrameClock
	}
}

// SetWeaponFrame sets the frame of the weapon in a player's view or, in Quake III, the animation of
// the torso. If begins is set, the animation starts anew and is not blended with what the player
// showed before.
func (w Edit) SetWeaponFrame(p *Player, frame uint16, begins bool) {
	if begins || p.WeaponFrame != frame {
		p.WeaponFrame, p.WeaponFrameClock = frame, w.State.FrameClock
	}
}

// BeginFrame turns the current frame into the previous one. Call it before applying the entities
// and players of a new frame. A second call at the same time does nothing, so each part of a frame
// may call it.
func (w Edit) BeginFrame() {
	if w.stepFrame() {
		w.rotate()
	}
}

// StepFrame is the part of [Edit.BeginFrame] that handles clocks and view. It is for rules that
// leave entities and players to [Settler]. It returns false if the frame has already begun. Call
// [Edit.Rotate] before setting the entities of the frame.
func (w Edit) StepFrame() bool { return w.stepFrame() }

// Rotate is the part of [Edit.BeginFrame] that handles entities and players.
func (w Edit) Rotate() { w.rotate() }

// NewList returns an empty list with one reference, which the caller owns.
func (w Edit) NewList() *List { return w.pool.take() }

// SetEntities makes l the entities of the current frame. It takes over the caller's reference.
func (w Edit) SetEntities(l *List) { w.setEntities(l) }

// maxPacketEvents bounds the events of a packet. Each takes about 130 bytes. Real packets have some
// tens at most.
const maxPacketEvents = 1 << 12

// Event adds an event to the packet. After 4096 events, further ones are dropped.
func (w Edit) Event(e Event) {
	if e.Kind == EventKill && e.Other >= 0 && e.Other < len(w.Players) {
		w.Players[e.Other].diesNow(w.Clock)
	}
	if len(w.Events) < maxPacketEvents {
		w.Events = append(w.Events, e)
	}
}

// Print prints text, which may be several lines or a part of one, for the players whose slots are
// bits of targets, and adds an event. level is the level of the [Notice]. player is the slot of the
// speaker or of the only addressee; otherwise it is [Nobody].
func (w Edit) Print(level uint8, chat bool, text []byte, targets uint32, player int) {
	w.Notices.print(w.Clock, level, chat, text, targets)
	kind := EventPrint
	if chat {
		kind = EventChat
	}
	w.Event(Event{Kind: kind, Player: player, Other: Nobody, Level: level, Text: text})
}

// LineRead reports that the rules have interpreted the next line of the last [Edit.Print]. The line
// produced the events of the packet from index first on. Its kind is that of the first of them, or
// [EventPrint] if there are none.
func (w Edit) LineRead(first int) {
	kind := EventPrint
	if first < len(w.Events) {
		kind = w.Events[first].Kind
	}
	w.Notices.read(kind)
}

// SharePrint reports whether text is a line that was printed at the same time for other slots. If
// so, it adds targets to that line, and the caller must not print it again.
func (w Edit) SharePrint(text []byte, targets uint32) bool {
	return w.Notices.share(w.Clock, text, targets)
}

// CenterPrint prints text in the middle of the screens of targets. Empty text clears it. A finale
// stays on the screen.
func (w Edit) CenterPrint(text []byte, targets uint32, finale bool) {
	w.Notices.center(w.Clock, text, targets, finale)
}

// Pause pauses or resumes the game, and adds an event if that is a change. player is the slot of
// the player responsible, or [Nobody]. text is the line that announced it.
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

// BeginIntermission begins the intermission, and adds an event on the first call. In a level
// against monsters the Text of the event has the time that the level took, to the millisecond, and
// the counts of monsters and secrets.
func (w Edit) BeginIntermission() {
	if !w.Intermission {
		w.IntermissionTime = w.Time
		e := Event{Kind: EventIntermission, Player: Nobody, Other: Nobody}
		if w.Single.Known {
			told := w.Single
			if w.Game == Quake2 {
				told.Counted = 0 // the help computer may have reported them long ago
			}
			e.Text = []byte(told.summary(w.IntermissionTime))
		}
		w.Event(e)
	}
	w.Intermission = true
	w.View.NoLerp = true
}

// Turn sets the angles of the view, in degrees, at the current time. If jump is set, the view snaps
// to them without interpolation.
func (w Edit) Turn(angles [3]float32, jump bool) { w.View.turn(w.Clock, angles, jump) }

// Hurt turns the view because of damage to the recorder in Quake and QuakeWorld. from is the source
// of the damage and at is where it hit.
func (w Edit) Hurt(damage int, from, at mgl32.Vec3) { w.View.hurt(w.Clock, damage, from.Sub(at)) }

// Hit records damage that a player takes now, in points of health and armor. [Edit.HitFrom] sets
// its source.
func (w Edit) Hit(p *Player, health, armor int) {
	p.Hit.add(w.Clock, health, armor)
	p.HurtAt(w.Clock)
}

// HitFrom sets the direction of the last recorded damage, as a place in that direction. In Quake
// and QuakeWorld this is the attacker's place, if the weapon hits at once.
func (w Edit) HitFrom(p *Player, from mgl32.Vec3) {
	p.Hit.From, p.Hit.Directed = from, true
	if w.Game == Quake || w.Game == QuakeWorld {
		p.Hit.By = hitter(w.Players, p, from) + 1
		w.StrikeNow(p.Hit.By-1, p)
	}
}

// AddEffect begins an effect at the current time. A beam or muzzle flash ends the previous effect
// of the same kind and entity, as in the engines, or replaces it if it began at the same time.
func (w Edit) AddEffect(f Effect) {
	f.Clock = w.Clock
	if w.Fleeting() {
		w.Effects.add(f)
	}
	w.recordCombat(&f)
}

// StartSound begins a sound after delay seconds. It replaces what the same entity plays on the same
// channel if the game works that way.
func (w Edit) StartSound(s SoundStart, delay float64) {
	s.Clock = w.Clock + delay
	if w.Fleeting() {
		w.Effects.start(s)
		w.hear(&s)
	}
	w.hearPain(&s)
}

// maxPacketSounds bounds the sounds that a packet starts and stops. Real packets have about twenty
// at most.
const maxPacketSounds = 1 << 10

// hear adds a sound that the packet starts or stops. After 1024 sounds, further ones are dropped.
func (w Edit) hear(s *SoundStart) {
	if len(w.Heard) < maxPacketSounds {
		w.Heard = append(w.Heard, *s)
	}
}

// StopSound stops what an entity plays on a channel.
func (w Edit) StopSound(entity int32, channel uint8) {
	if !w.Fleeting() {
		return
	}
	w.Effects.stop(entity, channel)
	w.hear(&SoundStart{Clock: w.Clock, Entity: entity, Channel: channel, Flags: SoundStops})
}

// Pick returns a number in [0, n) in place of a random choice of the game's client, for an entity
// at the current time. The result is reproducible, so that a moment always sounds the same.
func (w Edit) Pick(entity int32, n uint32) uint32 {
	h := uint32(entity)*0x9e3779b1 ^ uint32(int64(w.Clock*1000))*0x85ebca6b ^ uint32(len(w.Heard))*0xc2b2ae35
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	return (h >> 4) % n
}

// RecordDate records a date found in a text of the demo. Its form is that of [State].Date, which
// keeps the first one.
func (w Edit) RecordDate(date string) {
	if w.Date == "" {
		w.Date = date
	}
	w.LastDate = date
}
