package world

import (
	"math/bits"

	"demoscope/formats/message"
)

// Heights of the eye above a player's origin, in units.
const (
	quakeWorldHeight       = 22
	quakeWorldHeightDead   = -16
	quakeWorldHeightGibbed = 8
)

// named begins a frame's players: those of the last packet that had some are
// gone. It returns the player of a slot, who is there.
func (q *quakeWorldRules) named(w *World, slot int) *Player {
	q.frame(w)
	if !q.players {
		q.players = true
		for m := q.shown; m != 0; m &= m - 1 {
			w.Players[bits.TrailingZeros32(m)].Visible = false
		}
		q.shown = 0
	}
	q.shown |= 1 << slot
	p := w.player(slot)
	p.Visible = true
	p.NoLerp = q.turned>>slot&1 != 0
	q.turned &^= 1 << slot
	return p
}

// setModel sets what a player looks like: with FTE's models from 256 on, bit
// 7 of the skin belongs to a model that the message carries.
func (q *quakeWorldRules) setModel(p *Player, model, skin uint8, hasModel bool) {
	p.Model, p.SkinNumber = uint16(model), int32(skin)
	if q.modelDouble && hasModel && skin&0x80 != 0 {
		p.Model += 256
		p.SkinNumber &^= 0x80
	}
}

// player applies a player as a client sees him: never a change (qwfacts 0.8).
func (q *quakeWorldRules) player(w *World, m *message.QWPlayerInfo) {
	p := q.named(w, int(m.Player))
	p.Pose.Origin = q.playerUnits.Vec(m.Origin)
	p.Pose.Velocity = [3]float32{float32(m.Velocity[0]), float32(m.Velocity[1]), float32(m.Velocity[2])}
	p.Frame = uint16(m.Frame)
	p.Effects = uint32(m.Effects)
	p.WeaponFrame = uint16(m.WeaponFrame)
	p.Dead = m.Bits&message.QWPlayerDead != 0
	q.setModel(p, m.Model, m.Skin, m.Bits&message.QWPlayerModel != 0)
	if int(m.Player) == q.eye.slot {
		// His own moves are in the client blocks.
		p.Pose.Angles = q.eye.angles
		q.eye.seen = true
		q.eye.dead, q.eye.gibbed = p.Dead, m.Bits&message.QWPlayerGib != 0
		return
	}
	for i, a := range m.Command.Angles {
		p.Pose.Angles[i] = float32(a) * (360.0 / 65536)
	}
}

// mvdPlayer applies a change of a player since his last one.
func (q *quakeWorldRules) mvdPlayer(w *World, m *message.MVDPlayerInfo) {
	p := q.named(w, int(m.Player))
	flags := m.Bits
	p.Frame = uint16(m.Frame)
	for i := range 3 {
		if flags&(message.MVDPlayerOriginX<<i) != 0 {
			p.Pose.Origin[i] = q.playerUnits.Units(m.Origin[i])
		}
		if flags&(message.MVDPlayerPitch<<i) != 0 {
			// 0 to 360, as the facts have it.
			p.Pose.Angles[i] = float32(uint16(m.Angles[i])) * (360.0 / 65536)
		}
	}
	if flags&message.MVDPlayerEffects != 0 {
		p.Effects = uint32(m.Effects)
	}
	if flags&(message.MVDPlayerModel|message.MVDPlayerSkin) != 0 {
		model, skin := uint8(p.Model), uint8(p.SkinNumber)
		if flags&message.MVDPlayerModel != 0 {
			model = m.Model
		}
		if flags&message.MVDPlayerSkin != 0 {
			skin = m.Skin
		}
		q.setModel(p, model, skin, flags&message.MVDPlayerModel != 0)
	}
	if flags&message.MVDPlayerWeaponFrame != 0 {
		p.WeaponFrame = uint16(m.WeaponFrame)
	}
	// Dead and gibbed are told each time.
	p.Dead = flags&(message.MVDPlayerDead|message.MVDPlayerGib) != 0
}

// client applies the recorder's own move.
func (q *quakeWorldRules) client(w *World, m *message.QWClientBlock) {
	q.eye.angles = m.ViewAngles
	if w.Intermission || q.eye.slot < 0 {
		return
	}
	turned := q.turned>>q.eye.slot&1 != 0
	w.View.turn(w.Clock, m.ViewAngles, turned)
	if p := w.player(q.eye.slot); p.Visible {
		p.Pose.Angles = m.ViewAngles
	}
}

// setAngle notes that the server turns somebody: he was moved.
func (q *quakeWorldRules) setAngle(w *World, m *message.SetAngle) {
	slot := int(m.Player)
	if !q.mvd {
		slot = q.eye.slot
	}
	if slot < 0 || slot >= quakeWorldSlots {
		return
	}
	q.turned |= 1 << slot
	if !q.mvd && !w.Intermission {
		q.eye.angles = q.units.Angles(m.Angles)
		w.View.turn(w.Clock, q.eye.angles, true)
	}
}

// view puts the recorder's eye where the packet says he is.
func (q *quakeWorldRules) view(w *World) {
	v := &w.View
	v.Punch[0] = min(0, q.eye.punch+punchDecay*float32(w.Clock-q.eye.clock))
	if !q.eye.seen || w.Intermission {
		return
	}
	p := w.player(q.eye.slot)
	v.Known = true
	v.Entity = int32(q.eye.slot) + 1
	v.NoLerp = v.NoLerp || p.NoLerp
	v.Height = quakeWorldHeight
	if h, known := w.Stats.Get(StatViewHeight); known {
		v.Height = float32(h) // ZQuake's extension
	}
	switch {
	case q.eye.gibbed:
		v.Height = quakeWorldHeightGibbed
	case q.eye.dead:
		v.Height = quakeWorldHeightDead
	}
	v.Origin = p.Pose.Origin
	v.Origin[2] += v.Height
}

// intermission moves everybody's eye to the place that shows the level.
func (q *quakeWorldRules) intermission(w *World, m *message.Intermission) {
	w.beginFrame()
	w.intermission()
	v := &w.View
	v.Known, v.NoLerp, v.Entity = true, true, 0
	v.Origin = q.units.Vec(m.Origin)
	v.Height = 0
	v.turn(w.Clock, q.units.Angles(m.Angles), true)
}
