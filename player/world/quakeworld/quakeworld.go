// Package quakeworld interprets QuakeWorld's demos. In those of clients (.qwd), packetentities is a delta from an
// earlier frame. In those of servers (.mvd), everything is a delta from its own last state. The rules of both share one
// base.
package quakeworld

import (
	"bytes"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// slots is the maximum number of clients of a server. FTE's players in higher slots are only on the scoreboard.
const slots = 32

// base is the common part of the rules of both kinds of recording.
type base struct {
	state
	texts  texts
	bodies *bodies // nil unless the demo has replacement deltas
}

// state is the part of base that is copied by assignment.
type state struct {
	units, entityUnits, playerUnits wire.Units
	modelDouble                     bool  // FTE's model indices from 256 on, which use a bit of the player's skin
	hidden                          bool  // an .mvd with hidden messages
	hasFlags                        bool  // capture the flag: the level has the flags' model
	footing                         bool  // playerinfo has whether a player stands on something
	hull                            bool  // in another bit than usual
	replaced, predicts              bool  // entities are replacement deltas, with view angles
	clients                         int32 // in replacement deltas, the entities 1 to clients are players

	// About the packet. Slots are bits.
	targets  uint32 // slots that the packet is for
	slot     int    // the only slot that the packet is for, or Nobody
	entities bool   // a frame has begun
	players  bool   // a playerinfo was read

	visible uint32 // slots in the last packet that had any playerinfo
	turned  uint32 // slots whose view angles the server has set since their last pose

	statsOf  uint32 // slots whose stats the packet has changed
	owned    [slots]id1.Possessions
	picked   id1.Picked
	taken    prints.Pickups
	match    match
	unnamed  id1.UnnamedPlayers
	monsters id1.Monsters
	arena    arena
}

// arena is the current fight of Rocket Arena, by slots.
type arena struct {
	fighters [2]int
	known    bool
}

// begin begins a packet for the slots of targets.
func (q *base) begin(w world.Edit, p *message.Packet, targets uint32, slot int) {
	q.targets, q.slot = targets, slot
	q.entities, q.players = false, false
	q.texts.settle()
	if p.Kind != message.PacketRaw {
		w.SetTime(p.Time)
	}
}

// frame begins a frame of the server, once per packet.
func (q *base) frame(w world.Edit) {
	if q.entities {
		return
	}
	q.entities = true
	// Nails belong to one frame. In servers' recordings, the players of that frame come in another packet.
	if w.StepFrame() {
		w.Rotate()
		w.Nails = w.Nails[:0]
	}
}

// apply applies messages that mean the same in both kinds of recording.
func (q *base) apply(w world.Edit, m message.Message) {
	switch m := m.(type) {
	case *message.QWNails:
		q.nails(w, m)
	case *message.UpdateEntities:
		q.updateEntities(w, m)
	case *message.Print:
		q.print(w, m)
	case *message.Sound:
		id1.Apply(w, m, q.units)
		q.picked.Hear(w, m)
	case *message.CenterPrint:
		w.CenterPrint(m.Text, q.targets, false)
	case *message.StuffText:
		q.stuffText(w, m.Text)
	case *message.TempEntity:
		q.tempEntity(w, m)
	case *message.QWMuzzleFlash:
		q.muzzleFlash(w, int(m.Entity))
	case *message.HitDamage:
		// Hidden messages report the same damage, with the attacker.
		if !q.hidden {
			w.Event(world.Event{Kind: world.EventDamage, Player: world.Nobody, Other: q.slot, Value: int32(m.Save) +
				int32(m.Take)})
		}
	case *message.KilledMonster:
		q.monsters.Killed(w)
	case *message.Intermission:
		q.intermission(w, m)
	case *message.Finale:
		w.BeginIntermission()
		q.levelEnd(w)
		w.CenterPrint(m.Text, world.Everybody, true)
		w.Notices.Congratulations = true
	default:
		if !q.applyScores(w, m) && !q.applyLevel(w, m) {
			id1.Apply(w, m, q.units)
		}
	}
}

// end ends a packet. It notes who has died, and finds the players that obituaries don't name.
func (q *base) end(w world.Edit) {
	if q.players {
		dead := uint32(0)
		for m := q.visible; m != 0; m &= m - 1 {
			i := bits.TrailingZeros32(m)
			if w.Players[i].Dead {
				dead |= 1 << i
			}
			id1.Hold(w, &w.Players[i])
		}
		q.unnamed.Look(w.Clock, q.visible, dead)
	}
	q.unnamed.End(w)
	q.monsters.End(w, q.entities)
}

// tookByStats reports items that a player took, by the stats that changed in the packet. A spectator's stats are those
// of the followed player. Items that everybody is given at the start of a match or round, or later, are not reported.
func (q *base) tookByStats(w world.Edit, slot int, s *world.Stats) {
	given := q.match.begun && w.Clock == q.match.given
	q.owned[slot].Take(s, id1.AllBits, q.picked.By(slot, w.Clock), func(item string) {
		if !given && !w.Players[slot].Spectator && !w.Match.Rounds {
			q.pickUp(w, slot, item)
		}
	})
}

// maxNails bounds the nails of a frame. Engines keep 32.
const maxNails = 256

// nails applies the list of all nails in flight.
func (q *base) nails(w world.Edit, m *message.QWNails) {
	q.frame(w)
	for i := range m.Nails {
		if len(w.Nails) >= maxNails {
			return
		}
		n := &m.Nails[i]
		w.Nails = append(w.Nails, world.Nail{
			Number: n.Number,
			Origin: [3]float32{float32(n.X) * 2, float32(n.Y) * 2, float32(n.Z) * 2},
			Angles: [3]float32{float32(n.Pitch) * (360.0 / 16), float32(n.Yaw) * (360.0 / 256), 0},
		})
	}
}

// tempEntity starts an effect. Two types differ from Quake's (QWD table 9).
func (q *base) tempEntity(w world.Edit, m *message.TempEntity) {
	const blood, lightningBlood = 12, 13
	e := world.Effect{Kind: world.EffectBlood, Life: 0.3, Origin: q.units.Vec(m.Origin), Colors: 8}
	switch m.Type {
	case blood:
		e.Count, e.Color = 20*int32(m.Count), 72
		w.AddEffect(e)
	case lightningBlood:
		e.Count, e.Color = 50, 224
		w.AddEffect(e)
	default:
		id1.TempEntity(w, id1.Extended(m), q.units)
	}
}

// muzzleFlash lights an entity for a tenth of a second.
func (q *base) muzzleFlash(w world.Edit, entity int) {
	if slot := entity - 1; slot >= 0 && slot < len(w.Players) && w.Players[slot].Visible {
		id1.MuzzleFlash(w, int32(entity), w.Players[slot].Pose.Origin)
	} else if at := w.Entity(int32(entity)); at != nil {
		id1.MuzzleFlash(w, int32(entity), at.Origin)
	}
}

// stuffText reads known uses of this message: the server info, and notes for programs, which begin with two slashes.
// Nothing is executed.
func (q *base) stuffText(w world.Edit, text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		if text, ok := bytes.CutPrefix(line, []byte("fullserverinfo ")); ok {
			text = bytes.Trim(text, `"`)
			said := string(text[:min(len(text), info.MaxBytes)])
			place := info.Value(said, world.MatchKey)
			if place != "" {
				said = info.Set(said, world.MatchKey, "") // only Demoscope writes this key, never a server
			}
			w.EditLevel().ServerInfo = said
			setSkill(w)
			q.serverInfo(w)
			if place != "" && w.Match.RestoreState(w.Time, place) {
				q.match.begun = true
			}
		} else if note, ok := bytes.CutPrefix(line, []byte("//")); ok {
			q.note(w, note)
		}
	}
}

// intermission moves the eye to the intermission's viewpoint.
func (q *base) intermission(w world.Edit, m *message.Intermission) {
	w.BeginFrame()
	w.BeginIntermission()
	q.levelEnd(w)
	v := &w.View
	v.Known, v.NoLerp, v.Fixed, v.Entity = true, true, true, 0
	v.Origin = q.units.Vec(m.Origin)
	v.Height = 0
	w.Turn(q.units.Angles(m.Angles), true)
}

// named makes the player of a slot visible and returns it. The first one of a packet hides the players of the previous
// packet.
func (q *base) named(w world.Edit, slot int) *world.Player {
	q.frame(w)
	if !q.players {
		q.beginPlayers(w)
	}
	q.visible |= 1 << slot
	p := w.Player(slot)
	w.SetVisible(p, true)
	p.NoLerp = q.turned>>slot&1 != 0
	q.turned &^= 1 << slot
	return p
}

// beginPlayers hides the players of the previous packet.
func (q *base) beginPlayers(w world.Edit) {
	q.players = true
	for m := q.visible; m != 0; m &= m - 1 {
		w.Players[bits.TrailingZeros32(m)].Visible = false
	}
	q.visible = 0
}

// setModel sets a player's model, frame and skin. With FTE's model indices from 256 on, bit 7 of the skin belongs to
// the model, if the message has a model.
func (q *base) setModel(w world.Edit, p *world.Player, model, skin, frame uint8, hasModel bool) {
	index := uint16(model)
	p.SkinNumber = int32(skin)
	if q.modelDouble && hasModel && skin&0x80 != 0 {
		index += 256
		p.SkinNumber &^= 0x80
	}
	w.SetLook(p, index, uint16(frame))
}

// turn notes that the server has set the view angles of a slot.
func (q *base) turn(slot int) {
	if slot >= 0 && slot < slots {
		q.turned |= 1 << slot
	}
}

func (q *base) copyFrom(s *base) {
	q.state = s.state
	q.texts.copyFrom(&s.texts)
	q.bodies = q.bodies.copied(s.bodies)
}

func (q *base) hash(h *hash.Hash) {
	for _, u := range [...]wire.Units{q.units, q.entityUnits, q.playerUnits} {
		h.Ints(int(u.Coord), int(u.Angle))
	}
	h.Bools(q.modelDouble, q.hidden, q.hasFlags, q.footing, q.hull, q.replaced, q.predicts, q.entities, q.players)
	h.Ints(int(q.clients), int(q.targets), q.slot, int(q.visible), int(q.turned), int(q.statsOf))
	q.match.hash(h)
	for i := range q.owned {
		k := &q.owned[i]
		h.Ints(int(k.Items), int(k.Armor), int(k.Health))
		h.Bools(k.Known)
	}
	q.taken.Hash(h)
	q.unnamed.Hash(h)
	q.picked.Hash(h)
	q.monsters.Hash(h)
	h.Ints(q.arena.fighters[:]...)
	h.Bools(q.arena.known)
	q.texts.hash(h)
	if q.bodies != nil {
		q.bodies.hash(h)
	}
}

// TrailOf implements [world.Trailer].
func (*base) TrailOf(model string, _ *world.Entity) world.TrailKind { return id1.TrailOf(model) }

// TrailEffects implements [world.Trailer].
func (*base) TrailEffects() uint32 { return 0 }
