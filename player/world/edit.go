package world

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Edit gives [Rules] write access to a [World]: to its fields, and by methods to
// whatever spans more than one of them. Only a World hands one out, and it is
// valid until the call that received it returns.
type Edit struct{ *edited }

// edited is unexported, so that no other package can make an Edit.
type edited = World

// SetTime sets the demo's clock to t seconds. The viewer's clock advances by the
// same step, or by a tenth of a second where the demo's clock goes back, jumps by
// more than a minute or belongs to a new level. Where such a time was damage, because
// the next one goes on from the time before it, it does not count: see also
// [World].Wary. Infinity and NaN are ignored.
func (w Edit) SetTime(t float64) { w.setTime(t) }

// ContinueClock says that the level that has just begun continues the clock of
// the recording, so that its first time is not a cut.
func (w Edit) ContinueClock() { w.levelBegan = false }

// BeginLevel starts a level and forgets the previous one. It returns the new level
// for writing.
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

// Baseline returns the baseline of the entity with a number, all zero if it has
// none. It must not be changed, and its Number need not be set.
func (w Edit) Baseline(number int32) *Entity { return w.baselines.get().entity(number) }

// SetBaseline sets the baseline of e.Number; numbers that no protocol can have
// are ignored.
func (w Edit) SetBaseline(e Entity) {
	if e.Number < 0 || e.Number >= maxEntityNumber {
		return
	}
	e.Flags, e.Event = 0, 0
	w.settleEntities()
	w.baselines.edit((*baselines).clone).put(&e)
}

// AddStatic adds a static entity from its delta, whose coordinates and angles are
// in units u. Beyond 4096 in a level they are ignored.
func (w Edit) AddStatic(d *message.EntityDelta, u wire.Units) {
	if len(w.Statics) >= maxStatics {
		return
	}
	var e Entity
	e.Apply(d, u)
	e.Number = 0
	w.Statics = append(w.Statics, e)
}

// Player returns the player of a slot, added if there is none yet; nil for a slot
// outside of 0 to [MaxPlayers]-1. It is valid until the next call.
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

// SetLook sets a player's model and its frame, after the player's NoLerp: see
// [Edit.SetFrame].
func (w Edit) SetLook(p *Player, model, frame uint16) {
	begins := !p.WasVisible || p.NoLerp || p.Model != model
	p.Model = model
	w.SetFrame(p, frame, begins)
}

// SetFrame sets the frame that a player shows from now on. If it begins anew, nothing that
// the player showed before leads to it.
func (w Edit) SetFrame(p *Player, frame uint16, begins bool) {
	switch {
	case begins:
		p.WasFrame, p.Frame, p.FrameClock = frame, frame, w.State.FrameClock
	case p.Frame == frame:
	case p.FrameClock == w.State.FrameClock: // the same moment told another one, which nobody saw
		p.Frame = frame
	default:
		p.WasFrame, p.Frame, p.FrameClock = p.Frame, frame, w.State.FrameClock
	}
}

// SetWeaponFrame sets the frame of the weapon in a player's view, in Quake III the animation
// of the torso, which begins anew if nothing that the player showed before leads to it.
func (w Edit) SetWeaponFrame(p *Player, frame uint16, begins bool) {
	if begins || p.WeaponFrame != frame {
		p.WeaponFrame, p.WeaponFrameClock = frame, w.State.FrameClock
	}
}

// BeginFrame makes the current frame the previous one, before the entities and
// players of a new one are applied. A second call at the same time does nothing,
// so that each part of a frame may call it.
func (w Edit) BeginFrame() {
	if w.stepFrame() {
		w.rotate()
	}
}

// StepFrame is the part of [Edit.BeginFrame] for clocks and view, for rules that
// leave entities and players to [Settler]; false if the frame has begun already.
// Call [Edit.Rotate] before the entities of the frame are set.
func (w Edit) StepFrame() bool { return w.stepFrame() }

// Rotate is the part of [Edit.BeginFrame] for entities and players.
func (w Edit) Rotate() { w.rotate() }

// NewList returns an empty list with one reference, which the caller owns.
func (w Edit) NewList() *List { return w.pool.take() }

// SetEntities makes l the entities of the current frame; it takes over the
// caller's reference.
func (w Edit) SetEntities(l *List) { w.setEntities(l) }

// maxPacketEvents bounds the events of a packet, some 130 bytes each: the largest real
// ones have some tens.
const maxPacketEvents = 1 << 12

// Event adds to the events of the packet. Beyond 4096 they are left out.
func (w Edit) Event(e Event) {
	if e.Kind == EventKill && e.Other >= 0 && e.Other < len(w.Players) {
		w.Players[e.Other].diesNow(w.Clock)
	}
	if len(w.Events) < maxPacketEvents {
		w.Events = append(w.Events, e)
	}
}

// Print prints text, several lines or a part of one, for the players whose slots
// are bits of targets, and reports it as an event. Level is that of [Notice];
// player is the slot of the speaker, or of the only player addressed, else
// [Nobody].
func (w Edit) Print(level uint8, chat bool, text []byte, targets uint32, player int) {
	w.Notices.print(w.Clock, level, chat, text, targets)
	kind := EventPrint
	if chat {
		kind = EventChat
	}
	w.Event(Event{Kind: kind, Player: player, Other: Nobody, Level: level, Text: text})
}

// LineRead says that the rules have read the next line of the last [Edit.Print]. The line is the first of the
// packet's events from index first on, which they made of it; none if there are no more.
func (w Edit) LineRead(first int) {
	kind := EventPrint
	if first < len(w.Events) {
		kind = w.Events[first].Kind
	}
	w.Notices.read(kind)
}

// SharePrint reports whether text is a line that was printed at the same time for
// other slots. Then targets are added to that line's, and the caller prints
// nothing.
func (w Edit) SharePrint(text []byte, targets uint32) bool {
	return w.Notices.share(w.Clock, text, targets)
}

// CenterPrint prints in the middle of the screens of targets; an empty text
// clears it. A finale stays on the screen.
func (w Edit) CenterPrint(text []byte, targets uint32, finale bool) {
	w.Notices.center(w.Clock, text, targets, finale)
}

// Pause pauses or resumes the game, and reports a change. Player is the slot of
// the player responsible, or [Nobody], and text the line that announced it.
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

// BeginIntermission begins the intermission, and reports it once: that of a level
// against monsters with the time that the level took, to a thousandth of a second,
// and the counts of monsters and secrets as the Text.
func (w Edit) BeginIntermission() {
	if !w.Intermission {
		w.IntermissionTime = w.Time
		e := Event{Kind: EventIntermission, Player: Nobody, Other: Nobody}
		if w.Single.Known {
			told := w.Single
			if w.Game == Quake2 {
				told.Counted = 0 // the help computer may have said them long ago
			}
			e.Text = []byte(told.summary(w.IntermissionTime))
		}
		w.Event(e)
	}
	w.Intermission = true
	w.View.NoLerp = true
}

// Turn sets the angles of the view, in degrees, at the current time. If jump is
// set, the view snaps to them without interpolation.
func (w Edit) Turn(angles [3]float32, jump bool) { w.View.turn(w.Clock, angles, jump) }

// Hurt turns the view by damage in Quake and QuakeWorld that came from a place and
// hit the recorder at another.
func (w Edit) Hurt(damage int, from, at mgl32.Vec3) { w.View.hurt(w.Clock, damage, from.Sub(at)) }

// Hit notes damage that a player takes now: points of health and armor. See [Edit.HitFrom]
// for where it came from.
func (w Edit) Hit(p *Player, health, armor int) {
	p.Hit.add(w.Clock, health, armor)
	p.HurtAt(w.Clock)
}

// HitFrom says that the damage which was noted last came from the direction of a place.
// In Quake and QuakeWorld that is where who hit at once stands.
func (w Edit) HitFrom(p *Player, from mgl32.Vec3) {
	p.Hit.From, p.Hit.Directed = from, true
	if w.Game == Quake || w.Game == QuakeWorld {
		p.Hit.By = w.hitter(p, from) + 1
		w.StrikeNow(p.Hit.By-1, p)
	}
}

// AddEffect begins an effect at the current time. A beam or muzzle flash ends the last one of
// the same kind and entity, as in the engines; of one that began now nothing is left.
func (w Edit) AddEffect(f Effect) {
	f.Clock = w.Clock
	if w.Fleeting() {
		w.Effects.add(f)
	}
	w.deeds(&f)
}

// StartSound begins a sound delay seconds from now. Who hears it stops what the same entity
// plays on the same channel, where the game does.
func (w Edit) StartSound(s SoundStart, delay float64) {
	s.Clock = w.Clock + delay
	if w.Fleeting() {
		w.Effects.start(s)
		w.hear(&s)
	}
	w.cry(&s)
}

// maxPacketSounds bounds the sounds that a packet begins and stops: the largest real ones
// have some twenty.
const maxPacketSounds = 1 << 10

// hear adds to what the packet begins or stops. Beyond 1024 it is left out.
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

// Dice returns the number of one of n things that a game's client chooses by chance, for an
// entity now: always the same, so that a moment sounds as it did before.
func (w Edit) Dice(entity int32, n uint32) uint32 {
	h := uint32(entity)*0x9e3779b1 ^ uint32(int64(w.Clock*1000))*0x85ebca6b ^ uint32(len(w.Heard))*0xc2b2ae35
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	return (h >> 4) % n
}

// TellDate says which date a text of the demo tells, in the form of [State].Date, of which the first one stands.
func (w Edit) TellDate(date string) {
	if w.Date == "" {
		w.Date = date
	}
	w.LastDate = date
}
