package quakeworld

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
)

// bodies are the players in a recording with FTE's replacement deltas, where players are entities. They are the states
// that later deltas change.
type bodies struct {
	list    [slots]body
	present uint32 // one bit for each slot that has a body
	// lost are the fields of each player that no delta has set since a loss of messages, as [server].lost. lostOf has
	// one bit for each slot with such fields.
	lost   [slots]uint16
	lostOf uint32
}

// body is the state of a player.
type body struct {
	entity   world.Entity
	moves    [2]int16
	velocity [3]int16
	view     [3]int16
	viewed   bool // view is known
	ahead    bool // a delta had prediction data, as those of players do
	flags    uint32
	msec     uint8
	weapon   uint16 // frame of the view weapon, if no stat has it
}

// updateEntities applies replacement deltas, including those of players. A delta changes the last state of its entity.
// Entities without a delta stay the same.
func (q *base) updateEntities(w world.Edit, m *message.UpdateEntities) {
	q.frame(w)
	w.Nails = w.Nails[:0]
	if q.bodies == nil {
		q.bodies = new(bodies)
	}
	b := q.bodies
	r := world.Replacing{Units: q.entityUnits, Predicts: q.predicts, Players: q.clients}
	world.Replace(w, m.Entities, &r)
	for i := range m.Entities {
		d := &m.Entities[i]
		switch slot := int(d.Number) - 1; {
		case slot < 0 && d.Remove:
			*b = bodies{}
			w.Uncertain.EntitiesCertain()
		case slot < 0 || slot >= int(q.clients):
		case d.Remove:
			b.present &^= 1 << slot
		default:
			b.change(slot, d, w.Baseline(d.Number), &r)
		}
	}
	q.beginPlayers(w)
	for slot := range slots {
		if b.present>>slot&1 != 0 {
			q.show(w, slot, &b.list[slot])
		}
	}
}

// change applies a delta to a player.
func (b *bodies) change(slot int, d *message.ReplacementUpdate, baseline *world.Entity, r *world.Replacing) {
	p := &b.list[slot]
	if d.Bits&message.ReplaceReset != 0 || b.present>>slot&1 == 0 {
		*p = body{}
		b.found(slot, placeFields)
	}
	b.present |= 1 << slot
	p.entity.Replace(d, baseline, r)
	b.found(slot, namedFields(d.Bits))
	x := &d.FTE
	p.moves, p.velocity, p.msec = [2]int16(x.Moves[:2]), x.Velocity, x.Msec
	if d.Bits&message.ReplaceFlags != 0 {
		p.flags = x.Flags
	}
	if d.Bits&message.ReplacePrediction == 0 {
		return
	}
	p.ahead = true
	p.viewed = x.Predicted&message.PredictView != 0
	if !p.viewed {
		return
	}
	if !r.Predicts {
		p.viewed, p.weapon = false, x.WeaponFrame
		return
	}
	if d.Bits&message.ReplaceAngleXZ != 0 {
		p.view[0], p.view[2] = x.View[0], x.View[2]
	}
	if d.Bits&message.ReplaceAngleY != 0 {
		p.view[1] = x.View[1]
	}
}

// namedFields returns the position and angle fields in a delta, as bits of [server].lost.
func namedFields(bits uint64) (fields uint16) {
	for _, f := range [...]struct {
		bit    uint64
		fields uint16
	}{
		{message.ReplaceOriginXY, message.MVDPlayerOriginX | message.MVDPlayerOriginY},
		{message.ReplaceOriginZ, message.MVDPlayerOriginZ},
		{message.ReplaceAngleXZ, message.MVDPlayerPitch}, {message.ReplaceAngleY, message.MVDPlayerYaw},
	} {
		if bits&f.bit != 0 {
			fields |= f.fields
		}
	}
	return fields
}

// found notes that a delta has set these fields.
func (b *bodies) found(slot int, fields uint16) {
	if b.lost[slot] &^= fields; b.lost[slot] == 0 {
		b.lostOf &^= 1 << slot
	}
}

// lose marks the places of all players as uncertain.
func (b *bodies) lose() {
	for i := range b.lost {
		b.lost[i] = placeFields
	}
	b.lostOf = 1<<slots - 1
}

// certain reports to the world whether the places of all visible players are known since the last loss of messages.
func (b *bodies) certain(w world.Edit) {
	if b.lostOf&b.present != 0 {
		w.PlayersUncertain()
	} else if w.Uncertain.Players {
		w.Uncertain.PlayersCertain()
	}
}

// show copies a body to its player.
func (q *base) show(w world.Edit, slot int, b *body) {
	p, e := q.named(w, slot), &b.entity
	pose := &p.Pose
	pose.Origin, pose.Angles = e.Origin, b.angles()
	for i, v := range b.velocity {
		pose.Velocity[i] = float32(v) / 8
	}
	pose.VelocityKnown = true
	p.Keys, p.KeysKnown = 0, 0
	if b.ahead {
		p.Keys, p.KeysKnown = world.MoveOf(b.moves[0], b.moves[1]), world.MoveKeys
	}
	p.Footing = world.FootingOf(b.flags&message.ReplacementOnGround != 0)
	p.Effects, p.Age, p.SkinNumber = e.Effects, b.msec, e.Skin
	w.SetLook(p, e.Model[0], e.Frame)
	if !q.predicts {
		w.SetWeaponFrame(p, b.weapon, false)
	}
	model := w.Level().Model(e.Model[0])
	p.NoModel = e.Model[0] == 0
	p.Gibbed = model == "progs/h_player.mdl"
	p.Dead = p.Gibbed || model == "progs/player.mdl" && id1.DeathFrame(e.Frame)
	q.out(w, p)
}

// angles returns a player's view angles in degrees. An entity has a third of the view's pitch, with the opposite sign.
func (b *body) angles() (a mgl32.Vec3) {
	if b.viewed {
		for i, v := range b.view {
			a[i] = float32(v) * (360.0 / 65536)
		}
		return a
	}
	a = b.entity.Angles
	a[0] *= -3
	return a
}

// weaponStat sets the frame of the view weapon from its stat, which servers send if players are entities.
func (q *base) weaponStat(w world.Edit, p *world.Player, index int, value int32) {
	if index == world.StatWeaponFrame && q.predicts {
		w.SetWeaponFrame(p, uint16(value), false)
	}
}

// copied returns a copy of s, or nil. It reuses the memory of b.
func (b *bodies) copied(s *bodies) *bodies {
	if s == nil {
		return nil
	}
	if b == nil {
		b = new(bodies)
	}
	*b = *s
	return b
}

// memory returns the size of the bodies in bytes.
func (b *bodies) memory() int64 {
	if b == nil {
		return 0
	}
	return size.Of[bodies](1)
}

func (b *bodies) hash(h *hash.Hash) {
	h.Ints(int(b.present), int(b.lostOf))
	for i := range b.list {
		h.Ints(int(b.lost[i]))
		p := &b.list[i]
		p.entity.Hash(h)
		h.Ints(int(p.moves[0]), int(p.moves[1]), int(p.flags), int(p.msec), int(p.weapon))
		for axis := range 3 {
			h.Ints(int(p.velocity[axis]), int(p.view[axis]))
		}
		h.Bools(p.viewed, p.ahead)
	}
}
