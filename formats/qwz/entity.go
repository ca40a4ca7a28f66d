package qwz

import "slices"

// entity is an entity in a packet, and its change from packet to packet.
type entity struct {
	number                 uint16
	mask                   uint16
	model, frame, colormap uint8
	skin, effects          uint8
	angles, angleSteps     [3]uint8
	origin, originSteps    [3]int16
}

// Bits of an entity's mask. The lower eight are fields.
const (
	maskModel = 1 << iota
	maskFrame
	maskColormap
	maskSkin
	maskEffects
	maskAngle // of three

	maskOrigin = 8       // the first of six bits
	maskLow    = 1 << 14 // the lower eight bits follow
	maskKept   = 1<<14 - 1
)

// Flags of an entity on the wire.
const (
	wireAngle1   = 0x0001
	wireAngle3   = 0x0002
	wireModel    = 0x0004
	wireColormap = 0x0008
	wireSkin     = 0x0010
	wireEffects  = 0x0020
	wireX        = 0x0200
	wireY        = 0x0400
	wireZ        = 0x0800
	wireAngle2   = 0x1000
	wireFrame    = 0x2000
	wireMore     = 0x8000 // the lower eight flags follow
	wireNumber   = 0x01ff
)

// Bits of an entity's first symbol.
const (
	entityNew      = 1 << 7
	entityChanged  = 1 << 6 // for a new one: it differs from its baseline
	entityMask     = 1 << 5 // the mask changes
	entityRun      = 1<<5 - 1
	entityStep     = 1<<6 - 1
	entityStepMore = 64 // the meaning of a step of 0
	entityRunMore  = 32
	stepGoesOn     = 255
	firstStep      = 32 // the number from which the first step counts
)

// byNumber compares an entity with a number.
func byNumber(e entity, number uint16) int { return int(e.number) - int(number) }

// findEntity returns the index at which the entity with a number is, or would be.
func findEntity(list []entity, number uint16) (at int, ok bool) {
	return slices.BinarySearchFunc(list, number, byNumber)
}

// baseline returns the state in which an entity starts.
func (r *Reader) baseline(number int) entity {
	e := r.baselines[number]
	e.number = uint16(number)
	return e
}

// readEntities reads the entities of a packet.
func (r *Reader) readEntities() {
	base, i := r.packet.entities, 0
	list, number := r.spare[:0], firstStep
	for {
		c := r.byte(rowEntity)
		if c == 0 {
			break
		}
		if c&entityNew != 0 {
			number += r.entityStep(c)
			if number > lastEntity {
				r.fail(errEntity)
				return
			}
			for i < len(base) && int(base[i].number) < number {
				list = append(list, base[i])
				i++
			}
			if i < len(base) && int(base[i].number) == number {
				r.fail(errEntity)
				return
			}
			e := r.baseline(number)
			if c&entityChanged != 0 {
				r.readNew(&e)
			}
			list = append(list, e)
			continue
		}
		run := int(c)
		if c&entityChanged != 0 {
			if run = int(c & entityRun); run == 0 {
				run = int(r.byte(rowEntity)) + entityRunMore
			}
		}
		if i+run > len(base) {
			r.spare, r.packet.dropped = list, true
			return
		}
		list = append(list, base[i:i+run-1]...)
		i += run
		e := base[i-1]
		number = int(e.number)
		if c&entityChanged != 0 {
			r.readChanged(&e, c&entityMask != 0)
			list = append(list, e)
		}
	}
	list = append(list, base[i:]...)
	r.writeEntities(list)
	r.spare = r.entities.keep(r.sequence, list)
	r.packet.listed = true
}

// entityStep reads the difference between the number of a new entity and the last one.
func (r *Reader) entityStep(c uint8) int {
	if d := int(c & entityStep); d != 0 {
		return d
	}
	step := entityStepMore
	for {
		d := int(r.byte(rowEntityStep))
		step += d
		if d != stepGoesOn || step > lastEntity {
			return step
		}
	}
}

// readNew reads the differences of a new entity from its baseline.
func (r *Reader) readNew(e *entity) {
	mask := uint16(r.byte(rowEntityMaskHigh)) << 8
	if mask&maskLow != 0 {
		mask |= uint16(r.byte(rowEntityMaskLow))
	}
	r.readLook(e, mask)
	for i := range e.angles {
		if mask&(maskAngle<<i) != 0 {
			e.angles[i] += r.byte(rowEntityPlace + 2 + 3*uint8(i))
		}
	}
	r.readPlace(&e.origin, mask)
}

// readChanged reads the changes of an entity; masked says that its mask changed, too.
func (r *Reader) readChanged(e *entity, masked bool) {
	mask := e.mask
	if masked {
		mask ^= uint16(r.byte(rowEntityMaskHigh)) << 8
	}
	if mask&maskLow != 0 {
		mask ^= uint16(r.byte(rowEntityMaskLow))
	}
	r.readLook(e, mask)
	for i := range e.angles {
		if mask&(maskAngle<<i) != 0 {
			e.angleSteps[i] += r.byte(rowEntityPlace + 2 + 3*uint8(i))
		}
		e.angles[i] += e.angleSteps[i]
	}
	r.readPlace(&e.originSteps, mask)
	for i := range e.origin {
		e.origin[i] += e.originSteps[i]
	}
	e.mask = mask & maskKept
}

// readLook reads the model and its appearance.
func (r *Reader) readLook(e *entity, mask uint16) {
	if mask&maskModel != 0 {
		e.model = r.lists.models.numbers[r.byte(rowEntityModel)]
	}
	if mask&maskFrame != 0 {
		e.frame += r.byte(rowEntityFrame)
	}
	if mask&maskColormap != 0 {
		e.colormap += r.byte(rowEntityColormap)
	}
	if mask&maskSkin != 0 {
		e.skin += r.byte(rowEntitySkin)
	}
	if mask&maskEffects != 0 {
		e.effects ^= r.byte(rowEntityEffects)
	}
}

// readPlace reads three coordinates. Their rows alternate with those of angles.
func (r *Reader) readPlace(v *[3]int16, mask uint16) {
	for i := range v {
		r.add(&v[i], mask>>(maskOrigin+2*i), rowEntityPlace+3*uint8(i))
	}
}

// writeEntities writes entities as changes of their baselines.
func (r *Reader) writeEntities(list []entity) {
	for i := range list {
		if r.full() {
			return
		}
		r.writeEntity(&list[i], &r.baselines[list[i].number])
	}
	r.write16(0)
}

// writeEntity writes an entity as a change of its baseline.
func (r *Reader) writeEntity(e, base *entity) {
	flags := uint16(0)
	for i, flag := range [...]uint16{wireX, wireY, wireZ} {
		if e.origin[i] != base.origin[i] {
			flags |= flag
		}
	}
	for i, flag := range [...]uint16{wireAngle1, wireAngle2, wireAngle3} {
		if e.angles[i] != base.angles[i] {
			flags |= flag
		}
	}
	if e.model != base.model {
		flags |= wireModel
	}
	if e.frame != base.frame {
		flags |= wireFrame
	}
	if e.colormap != base.colormap {
		flags |= wireColormap
	}
	if e.skin != base.skin {
		flags |= wireSkin
	}
	if e.effects != base.effects {
		flags |= wireEffects
	}
	if flags&0xff != 0 {
		flags |= wireMore
	}
	r.write16(e.number&wireNumber | flags&^wireNumber)
	if flags&wireMore != 0 {
		r.write(byte(flags))
	}
	r.writeIf(flags&wireModel, e.model)
	r.writeIf(flags&wireFrame, e.frame)
	r.writeIf(flags&wireColormap, e.colormap)
	r.writeIf(flags&wireSkin, e.skin)
	r.writeIf(flags&wireEffects, e.effects)
	for i := range e.origin {
		if flags&(wireX<<i) != 0 {
			r.write16(uint16(e.origin[i]))
		}
		r.writeIf(flags&[...]uint16{wireAngle1, wireAngle2, wireAngle3}[i], e.angles[i])
	}
}
