package quakeworld

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/size"
)

// bodies are the players of a recording in which they are entities, as FTE's replacement deltas have them: what later
// deltas change.
type bodies struct {
	list  [slots]body
	there uint32 // slots that have one
	// lost are the fields of each that no delta has named since messages were lost, as [server].lost; lostOf are the
	// slots with any.
	lost   [slots]uint16
	lostOf uint32
}

// body is what the demo has of a player.
type body struct {
	entity   world.Entity
	moves    [2]int16
	velocity [3]int16
	view     [3]int16
	viewed   bool // view is known
	ahead    bool // a delta had a prediction, as those of players have
	flags    uint32
	msec     uint8
	weapon   uint16 // frame of the weapon in view, if no stat has it
}

// updateEntities applies replacement deltas, of players too. A delta changes the last state of its entity, and one that
// is not named stays as it is.
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
			w.EntitiesCertain()
		case slot < 0 || slot >= int(q.clients):
		case d.Remove:
			b.there &^= 1 << slot
		default:
			b.change(slot, d, w.Baseline(d.Number), &r)
		}
	}
	q.beginPlayers(w)
	for slot := range slots {
		if b.there>>slot&1 != 0 {
			q.show(w, slot, &b.list[slot])
		}
	}
}

// change applies a delta to a player.
func (b *bodies) change(slot int, d *message.ReplacementUpdate, baseline *world.Entity, r *world.Replacing) {
	p := &b.list[slot]
	if d.Bits&message.ReplaceReset != 0 || b.there>>slot&1 == 0 {
		*p = body{}
		b.found(slot, placeFields)
	}
	b.there |= 1 << slot
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

// namedFields returns the fields of a place that a delta names, as [server].lost has them.
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

// found notes the fields that a delta has named.
func (b *bodies) found(slot int, fields uint16) {
	if b.lost[slot] &^= fields; b.lost[slot] == 0 {
		b.lostOf &^= 1 << slot
	}
}

// lose marks the places of all as uncertain.
func (b *bodies) lose() {
	for i := range b.lost {
		b.lost[i] = placeFields
	}
	b.lostOf = 1<<slots - 1
}

// certain says whether the places of those who are seen are known since messages were lost.
func (b *bodies) certain(w world.Edit) {
	if b.lostOf&b.there != 0 {
		w.PlayersUncertain()
	} else if w.Uncertain.Players {
		w.PlayersCertain()
	}
}

// The frames of the player's model in which it falls or lies.
const (
	firstDeathFrame = 41
	lastDeathFrame  = 102
)

// show makes a player what its body is.
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
	p.Dead = p.Gibbed || model == "progs/player.mdl" && e.Frame >= firstDeathFrame && e.Frame <= lastDeathFrame
	q.out(w, p)
}

// angles returns where a player looks, in degrees. An entity has a third of the pitch, the other way.
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

// weaponStat sets the frame of the weapon in view by the stat that has it where players are entities.
func (q *base) weaponStat(w world.Edit, p *world.Player, index int, value int32) {
	if index == world.StatWeaponFrame && q.predicts {
		w.SetWeaponFrame(p, uint16(value), false)
	}
}

// copied returns a copy of other bodies, in the memory of b if both are there.
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

// memory returns how many bytes they take.
func (b *bodies) memory() int64 {
	if b == nil {
		return 0
	}
	return size.Of[bodies](1)
}

func (b *bodies) hash(h *hash.Hash) {
	h.Ints(int(b.there), int(b.lostOf))
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
