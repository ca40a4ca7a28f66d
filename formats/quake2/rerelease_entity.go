package quake2

import (
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of an entity that Q2PRO's protocols lack or give another meaning.
const (
	bitEffects64 = 1 << 29 // 2022 and 2023: the low 32 bits of the effects precede the high ones
	bitHidden    = 1 << 33 // 2022 and 2023
	bitOwner     = 1 << 34 // 2022 and 2023
	bitOldFrame  = 1 << 35 // 2022 and 2023

	// wireBits are the flags that can be on the wire. Above them, bitShort marks 16-bit coordinates, which depend on
	// the state of the entity in 2022.
	wireBits = 1<<40 - 1
	bitShort = 1 << 40
)

var modelBits = [4]uint64{bitModel, bitModel2, bitModel3, bitModel4}

// entityHead codes the flags and the number of an entity.
func (c *coder) entityHead(e *message.EntityDelta) {
	if !c.Reading() {
		w := c.Writer()
		w.Byte(uint8(e.Bits))
		for i := 1; i < 5 && e.Bits&(1<<(8*i-1)) != 0; i++ {
			w.Byte(uint8(e.Bits >> (8 * i)))
		}
	} else {
		r := c.Reader()
		e.Bits = uint64(r.Byte())
		for i := 1; i < 5 && e.Bits&(1<<(8*i-1)) != 0; i++ {
			e.Bits |= uint64(r.Byte()) << (8 * i)
		}
	}
	c.Index(&e.Number, e.Bits&bitNumber16 != 0)
}

// entity codes the fields announced by e.Bits. All editions have the same ones; q2repro has some in another order.
func (c *coder) entity(e *message.EntityDelta) {
	b := e.Bits
	if c.Reading() {
		e.Remove, e.Difference, e.Mask = b&bitRemove != 0, 0, 0
	}
	mask := c.entityLook(e)
	if c.p.Edition.kex() && b&bitSolid != 0 {
		c.Long(&e.Solid)
		mask |= message.FieldSolid
	}
	if c.Reading() && c.p.Edition == EditionDemo && !c.isSolid(e) {
		b |= bitShort
	}
	for i, bit := range originBits {
		if b&bit != 0 {
			c.float(&e.Origin[i], b&bitShort != 0)
			mask |= message.FieldOriginX << i
		}
	}
	if c.p.Edition.kex() {
		mask |= c.oldOrigin(e, b) | c.entityAngles(e)
	} else {
		mask |= c.entityAngles(e) | c.oldOrigin(e, b)
	}
	mask |= c.entityRest(e)
	if c.Reading() {
		e.Mask, e.Bits = mask, b
	}
}

// entityLook codes models, frame, skin, effects and render effects.
func (c *coder) entityLook(e *message.EntityDelta) (mask message.Field) {
	b := e.Bits
	for i, v := range [...]*int32{&e.Model, &e.Model2, &e.Model3, &e.Model4} {
		if b&modelBits[i] != 0 {
			c.Index(v, b&bitModel16 != 0)
			mask |= message.FieldModel << i
		}
	}
	if b&bitFrame8 != 0 && b&bitFrame16 != 0 {
		c.Byte(&e.FrameLow)
		mask |= message.FieldFrameLow
	}
	if b&(bitFrame8|bitFrame16) != 0 {
		c.Index(&e.Frame, b&bitFrame16 != 0)
		mask |= message.FieldFrame
	}
	if c.sized(&e.Skin, b&bitSkin8 != 0, b&bitSkin16 != 0) {
		mask |= message.FieldSkin
	}
	mask |= c.effects(e)
	if c.sized(&e.RenderFX, b&bitRenderFX8 != 0, b&bitRenderFX16 != 0) {
		mask |= message.FieldRenderFX
	}
	return mask
}

// effects codes the effects. In 2022 and 2023 both halves are together, and without the low half the other value is all
// of them.
func (c *coder) effects(e *message.EntityDelta) (mask message.Field) {
	low, high := e.Bits&bitEffects8 != 0, e.Bits&bitEffects16 != 0
	if !c.p.Edition.kex() || e.Bits&bitEffects64 == 0 {
		if !c.sized(&e.Effects, low, high) {
			return 0
		}
		if !c.p.Edition.kex() {
			return message.FieldEffects
		}
		if c.Reading() {
			e.MoreEffects = 0
		}
		return message.FieldEffects | message.FieldMoreEffects
	}
	c.Long(&e.Effects)
	if c.sized(&e.MoreEffects, low, high) {
		mask = message.FieldMoreEffects
	}
	return mask | message.FieldEffects
}

// sized codes a number whose size depends on two flags, like [flags], and reports whether it is present.
func (c *coder) sized(v *int32, short, long bool) bool {
	switch {
	case short && long:
		c.Long(v)
	case short || long:
		c.Index(v, long)
	default:
		return false
	}
	return true
}

func (c *coder) oldOrigin(e *message.EntityDelta, b uint64) message.Field {
	if b&bitOldOrigin == 0 {
		return 0
	}
	for i := range e.OldOrigin {
		c.float(&e.OldOrigin[i], b&bitShort != 0)
	}
	return message.FieldOldOrigin
}

func (c *coder) entityAngles(e *message.EntityDelta) (mask message.Field) {
	for i, bit := range angleBits {
		if e.Bits&bit == 0 {
			continue
		}
		mask |= message.FieldPitch << i
		v := &e.Angles[i]
		switch {
		case c.p.Edition.kex():
			c.Long((*int32)(v))
		case e.Bits&bitAngle16 != 0:
			c.shortAngle(v)
		case c.Reading():
			*v = wire.Angle(c.Reader().Char()) << 8
		default:
			c.Writer().Char(int8(*v >> 8))
		}
	}
	return mask
}

// shortAngle codes a 16-bit angle.
func (c *coder) shortAngle(v *wire.Angle) {
	s := int16(*v)
	if c.Short(&s); c.Reading() {
		*v = wire.Angle(s)
	}
}

// entityRest codes the data after the coordinates.
func (c *coder) entityRest(e *message.EntityDelta) (mask message.Field) {
	b := e.Bits
	if b&bitSound != 0 {
		mask |= c.loopSound(e)
	}
	if b&bitEvent != 0 {
		c.Index(&e.Event, false)
		mask |= message.FieldEvent
	}
	if !c.p.Edition.kex() {
		if b&bitSolid != 0 {
			c.Long(&e.Solid)
			mask |= message.FieldSolid
		}
		if c.sized(&e.MoreEffects, b&bitMoreFX8 != 0, b&bitMoreFX16 != 0) {
			mask |= message.FieldMoreEffects
		}
	}
	if b&bitAlpha != 0 {
		c.Byte(&e.Alpha)
		mask |= message.FieldAlpha
	}
	if b&bitScale != 0 {
		c.Byte(&e.Scale)
		mask |= message.FieldScale
	}
	if !c.p.Edition.kex() {
		return mask
	}
	if b&bitHidden != 0 {
		c.Byte(&e.Hidden)
		mask |= message.FieldHidden
	}
	if b&bitOwner != 0 {
		c.Word(&e.Owner)
		mask |= message.FieldOwner
	}
	if b&bitOldFrame != 0 {
		c.Word(&e.OldFrame)
		mask |= message.FieldOldFrame
	}
	return mask
}

func (c *coder) loopSound(e *message.EntityDelta) message.Field {
	v := uint16(e.Sound) & loopSound
	if e.Mask&message.FieldVolume != 0 {
		v |= loopVolume
	}
	if e.Mask&message.FieldAttenuation != 0 {
		v |= loopAttenuation
	}
	if c.Word(&v); c.Reading() {
		e.Sound = int32(v & loopSound)
	}
	mask := message.FieldSound
	if v&loopVolume != 0 {
		c.Byte(&e.Volume)
		mask |= message.FieldVolume
	}
	if v&loopAttenuation != 0 {
		c.Byte(&e.Attenuation)
		mask |= message.FieldAttenuation
	}
	return mask
}

// wholeOfRerelease adds the re-release's flags to those of [Protocol.Whole].
func (p *Protocol) wholeOfRerelease(e *message.EntityDelta, bits uint64) uint64 {
	if bits&bitsModel != 0 && max(uint32(e.Model), uint32(e.Model2), uint32(e.Model3), uint32(e.Model4)) > 0xff {
		bits |= bitModel16
	}
	more := e.Mask&message.FieldMoreEffects != 0
	if !p.Edition.kex() {
		return bits | sized(more, e.MoreEffects, bitMoreFX8, bitMoreFX16)
	}
	if more && e.MoreEffects != 0 {
		bits = bits&^(bitEffects8|bitEffects16) | bitEffects64 | sized(true, e.MoreEffects, bitEffects8, bitEffects16)
	}
	for i, bit := range [...]uint64{bitHidden, bitOwner, bitOldFrame} {
		if e.Mask&(message.FieldHidden<<i) != 0 {
			bits |= bit
		}
	}
	if p.Edition == EditionDemo && e.Solid == 0 {
		bits |= bitShort
	}
	return bits
}

// entities codes entities up to number 0.
func (c *coder) entities(list *[]message.EntityDelta) {
	if !c.Reading() {
		for i := range *list {
			c.entityHead(&(*list)[i])
			c.entity(&(*list)[i])
		}
		c.Writer().Word(0)
		return
	}
	*list = (*list)[:0]
	for {
		e := next(list)
		if c.entityHead(e); e.Number == 0 {
			break // also at the end of the data
		}
		if e.Number >= maxEntitiesExtended {
			c.Fail(message.ErrRange)
			break
		}
		c.entity(e)
	}
	*list = (*list)[:len(*list)-1]
}

// next appends an element with leftovers of earlier use to a list and returns it.
func next[T any](list *[]T) *T {
	if n := len(*list); n < cap(*list) {
		*list = (*list)[:n+1]
	} else {
		var zero T
		*list = append(*list, zero)
	}
	return &(*list)[len(*list)-1]
}

// codePacketEntities codes the entities of a frame.
func codePacketEntities(c *coder, m *message.PacketEntities) { c.entities(&m.Entities) }

// codeBaseline codes a baseline.
func codeBaseline(c *coder, m *message.SpawnBaseline) { c.baseline(&m.EntityDelta) }

func (c *coder) baseline(e *message.EntityDelta) {
	if c.entityHead(e); e.Number >= maxEntitiesExtended || e.Number < 0 {
		c.Fail(message.ErrRange)
		return
	}
	c.ofBaseline = true
	c.entity(e)
	c.ofBaseline = false
}

// isSolid reports whether an entity is solid after its change, whose solid field has been read.
func (c *coder) isSolid(e *message.EntityDelta) bool {
	if !c.ofBaseline {
		return c.solids.entity(e.Number, e.Bits, e.Solid)
	}
	solid := e.Bits&bitSolid != 0 && e.Solid != 0
	c.solids.baselines.put(e.Number, solid)
	c.solids.known = true
	return solid
}
