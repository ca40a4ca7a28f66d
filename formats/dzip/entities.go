package dzip

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// entity is the state that Dzip keeps of an entity, or its baseline.
type entity struct {
	origin, velocity    [3]int32 // Quake units times 8; velocity is the change of the origin
	force               uint32   // fields to write although they equal the baseline's
	alpha               uint32   // Nehahra's, bits of a float
	model, frame        uint16
	angles              [3]uint8
	colormap, skin      uint8
	effects             uint8
	transparency, scale uint8 // FitzQuake's
	lerpfinish          uint8
	fullbright          uint8 // Nehahra's
	nolerp, active      bool
	touched, changed    bool // member of decoder.touched, decoder.changed

	// update is the entity's last written update with length bytes; length is 0 if the entity has changed since. If
	// masked is set, mask has the fields for the current values, without the bits for the size of the mask.
	length uint8
	masked bool
	mask   uint32
	update [maxUpdate]byte
}

// maxUpdate is the buffer size in bytes for an update, which has at most 19 of Quake, then 17.
const maxUpdate = 64

// numbers is a set of entities.
type numbers [maxEntities / 64]uint64

func (s *numbers) add(n int)    { s[n/64] |= 1 << (n % 64) }
func (s *numbers) remove(n int) { s[n/64] &^= 1 << (n % 64) }

// entities are the entities of a level.
type entities struct {
	baseline  int // number of the last baseline
	base, ent []entity
	listed    numbers // entities to write
	awake     numbers // listed entities that change by themselves
	highest   int     // index of the last nonzero word of listed
	touched   []int   // entities that differ from their baselines, or have changed baselines
	renewed   bool    // the packet has a baseline

	last    []entity // version 1: the entities as last written
	changed []int    // version 1: entities changed since
	due     bool     // version 1: entities must be written
}

// ensureEntity makes room for entity n and reports whether Dzip supports its number.
func (d *decoder) ensureEntity(n int) bool {
	if n < len(d.ent) {
		return true
	}
	if n >= maxEntities {
		return d.fail(fmt.Sprintf("entity %d is above %d", n, maxEntities-1))
	}
	size := max(512, 1<<bits.Len(uint(n)))
	d.ent = append(d.ent, make([]entity, size-len(d.ent))...)
	d.base = append(d.base, make([]entity, size-len(d.base))...)
	if d.major == 1 {
		d.last = append(d.last, make([]entity, size-len(d.last))...)
	}
	return true
}

// touch returns an entity that is about to change, or to differ from its baseline.
func (d *decoder) touch(n int) *entity {
	e := &d.ent[n]
	if !e.touched {
		e.touched = true
		d.touched = append(d.touched, n)
	}
	e.length, e.masked = 0, false
	return e
}

// reset makes an entity equal to its baseline.
func (d *decoder) reset(n int) {
	e := d.touch(n)
	changed := e.changed
	*e = d.base[n]
	e.touched, e.changed = true, changed
}

// list adds an entity to the list of entities to write.
func (d *decoder) list(n int) {
	d.listed.add(n)
	d.highest = max(d.highest, n/64)
}

// renew resets all entities to their baselines, after a packet with baselines.
func (d *decoder) renew() {
	for _, n := range d.touched {
		d.ent[n] = d.base[n]
		d.awake.remove(n)
		if d.major == 1 {
			d.listed.remove(n)
			d.last[n] = d.base[n]
		}
	}
	d.touched, d.renewed = d.touched[:0], false
}

// spawnBaseline decodes a baseline.
func (d *decoder) spawnBaseline(id byte) bool {
	const wideModel, wideFrame, transparent, ordinary = 1 << 9, 1 << 10, 1 << 11, 1 << 8
	d.at++
	w := d.u16()
	n, k := int(w), uint16(0)
	if id == msgBaseline {
		n = (d.baseline + int(w&0x3ff)) % 1024
		d.baseline = n
		k = w >> 8 & 0xfc
	} else {
		k = uint16(d.u8())
		if k&1 != 0 {
			k |= uint16(d.u8()) << 8
		}
	}
	if !d.ensureEntity(n) {
		return false
	}
	var b entity
	value := func(wide uint16) uint16 {
		if k&wide != 0 {
			return d.u16()
		}
		return uint16(d.u8())
	}
	b.model = value(wideModel)
	if k&4 != 0 {
		b.frame = value(wideFrame)
	}
	if k&8 != 0 {
		b.colormap = d.u8()
	}
	if k&16 != 0 {
		b.skin = d.u8()
	}
	if k&32 != 0 {
		for i := range b.origin {
			b.origin[i] = int32(int16(d.u16()))
		}
	}
	if k&64 != 0 {
		b.angles[1] = d.u8()
	}
	if k&128 != 0 {
		b.angles[0], b.angles[2] = d.u8(), d.u8()
	}
	if k&transparent != 0 {
		b.transparency = d.u8()
	}

	out := d.out[:d.n]
	if id == msgBaseline || k&ordinary != 0 {
		out = append(out, msgBaseline, byte(n), byte(n>>8))
	} else {
		out = append(out, msgBaselineWide, byte(n), byte(n>>8), byte(k>>9&7))
	}
	if out = append(out, byte(b.model)); k&wideModel != 0 {
		out = append(out, byte(b.model>>8))
	}
	if out = append(out, byte(b.frame)); k&wideFrame != 0 {
		out = append(out, byte(b.frame>>8))
	}
	out = append(out, b.colormap, b.skin)
	for i := range b.origin {
		out = append(out, byte(b.origin[i]), byte(b.origin[i]>>8), b.angles[i])
	}
	if k&transparent != 0 {
		out = append(out, b.transparency)
	}
	d.n = len(out)

	d.base[n] = b
	d.touch(n)
	d.renewed = true
	return true
}

// group decodes a group of entity updates.
func (d *decoder) group() bool {
	for b := 0; ; {
		v := int(d.u8())
		if v == 0 {
			break
		}
		if v == 0xff {
			b += 254
			continue
		}
		if !d.ensureEntity(b + v) {
			return false
		}
		d.touch(b + v).active = true
		d.list(b + v)
		d.awake.add(b + v)
	}
	for i := 0; i <= d.highest; i++ {
		for word := d.awake[i]; word != 0; word &= word - 1 {
			if d.change(i*64 + bits.TrailingZeros64(word)); d.at > d.end {
				return d.fail("a packet is incomplete")
			}
		}
	}
	if d.in[d.at] == 0x31 {
		d.at++
		if !d.force() {
			return false
		}
	}
	if d.in[d.at] == 0x32 && d.major >= 3 {
		d.at++
		if !d.forceHigh() {
			return false
		}
	}
	return d.writeListed()
}

// writeListed writes the updates of all entities on the list.
func (d *decoder) writeListed() bool {
	for i := 0; i <= d.highest; i++ {
		for word := d.listed[i]; word != 0; word &= word - 1 {
			n := i*64 + bits.TrailingZeros64(word)
			e := &d.ent[n]
			if e.length == 0 {
				d.writeUpdate(n, e, &d.base[n])
			}
			*(*[maxUpdate]byte)(d.out[d.n:]) = e.update
			d.n += int(e.length)
		}
		if d.n > d.limit {
			return d.fail("a packet is too long")
		}
	}
	return true
}

// change moves an entity and decodes its other changes. The margin of the window exceeds their size.
func (d *decoder) change(n int) {
	e := &d.ent[n]
	e.length = 0
	old := e.origin
	e.origin[0] += e.velocity[0]
	e.origin[1] += e.velocity[1]
	e.origin[2] += e.velocity[2]
	if !e.active {
		if e.velocity == ([3]int32{}) {
			d.awake.remove(n)
		}
		d.refreshMask(n, e)
		return
	}
	in, at := d.in, d.at
	m := uint32(in[at])
	at++
	switch m {
	case 0x80:
		d.at = at
		d.reset(n)
		d.listed.remove(n)
		d.awake.remove(n)
		return
	case 0:
		d.at = at
		e.active = false
		d.refreshMask(n, e)
		return
	}
	if m&0x80 != 0 {
		m |= uint32(in[at]) << 8
		if at++; m&0x8000 != 0 {
			m |= uint32(in[at]) << 16
			at++
		}
	}
	for axis, narrow, wide := 2, uint32(1), uint32(1<<11); axis >= 0; axis, narrow, wide = axis-1, narrow<<1, wide>>1 {
		if m&narrow != 0 {
			e.velocity[axis] += int32(int8(in[at]))
			e.origin[axis] = old[axis] + e.velocity[axis]
			at++
		}
		if m&wide != 0 {
			e.origin[axis] = int32(int16(binary.LittleEndian.Uint16(in[at:])))
			e.velocity[axis] = e.origin[axis] - old[axis]
			at += 2
		}
	}
	if m&(7<<3) != 0 {
		for i := range e.angles {
			if m>>(3+i)&1 != 0 {
				e.angles[i] += in[at]
				at++
			}
		}
	}
	d.at = at
	frame := e.frame
	if m&(1<<6) != 0 {
		e.frame = frame + 1
	}
	if m >= 0x100 {
		d.changeMore(m, e, frame)
	}
	d.refreshMask(n, e)
}

// changeMore decodes the rarer changes of an entity. frame is its previous frame.
func (d *decoder) changeMore(m uint32, e *entity, frame uint16) {
	if m&(1<<8) != 0 {
		e.frame = frame
		add(&e.frame, d.u8())
	}
	const places = 7 << 9
	if m&^places < 0x200 {
		return
	}
	e.masked = false
	if m&(1<<22) != 0 {
		e.frame = d.u16()
	}
	if m&(1<<12) != 0 {
		e.effects = d.u8()
	}
	if m&(1<<13) != 0 {
		e.model = e.model&0xff00 | uint16(d.u8())
	}
	if m&(1<<21) != 0 {
		e.model = e.model&0xff | uint16(d.u8())<<8
	}
	if m&(1<<14) != 0 {
		e.nolerp = !e.nolerp
	}
	if m&(1<<16) != 0 {
		e.colormap = d.u8()
	}
	if m&(1<<17) != 0 {
		e.skin = d.u8()
	}
	if m&(1<<18) != 0 {
		if d.wide {
			e.transparency = d.u8()
		} else {
			e.alpha = d.u32()
		}
	}
	if m&(1<<19) != 0 {
		if d.wide {
			e.scale = d.u8()
		} else {
			e.fullbright = d.u8()
		}
	}
	if m&(1<<20) != 0 {
		e.lerpfinish = d.u8()
	}
}

// refreshMask updates the mask of an entity after a change of origin, angles or frame, if the mask was valid before.
func (d *decoder) refreshMask(n int, e *entity) {
	b := &d.base[n]
	if e.frame|b.frame > 0xff || e.force != 0 {
		e.masked = false
	}
	if !e.masked {
		return
	}
	const places = maskOrigin0 | maskOrigin1 | maskOrigin2 | maskAngle0 | maskAngle1 | maskAngle2 | maskFrame
	e.mask = e.mask&^places |
		differ(uint32(e.origin[0]^b.origin[0]))*maskOrigin0 | differ(uint32(e.origin[1]^b.origin[1]))*maskOrigin1 |
		differ(uint32(e.origin[2]^b.origin[2]))*maskOrigin2 | differ(uint32(e.angles[0]^b.angles[0]))*maskAngle0 |
		differ(uint32(e.angles[1]^b.angles[1]))*maskAngle1 | differ(uint32(e.angles[2]^b.angles[2]))*maskAngle2 |
		differ(uint32(e.frame^b.frame))*maskFrame
}

// differ returns 1 if any bit is set, otherwise 0, without a branch.
func differ(bits uint32) uint32 { return (bits | -bits) >> 31 }

// Bits of entity.force.
const (
	forceOrigin1      = 0x00000400
	forceAngle0       = 0x00000800
	forceAngle1       = 0x00001000
	forceAngle2       = 0x00002000
	forceFrame        = 0x00004000
	forceOrigin0      = 0x00010000
	forceOrigin2      = 0x00020000
	forceModel        = 0x00040000
	forceColormap     = 0x00080000
	forceSkin         = 0x00100000
	forceEffects      = 0x00200000
	forceNumber       = 0x00400000
	forceNehahra      = 0x00800000 // unless the rules are FitzQuake's
	forceTransparency = 0x01000000
	forceScale        = 0x02000000
	forceLerpfinish   = 0x04000000
	forceModelHigh    = 0x08000000
	forceFrameHigh    = 0x10000000

	forceNumbers = 0x3ff // the bits of a stored force value that hold the entity's number
)

// force decodes which fields of entities below 1024 to start or stop writing regardless of their values.
func (d *decoder) force() bool {
	for {
		w := uint32(d.u16())
		if w == 0 {
			return true
		}
		if w&0x8000 != 0 {
			if w |= uint32(d.u8()) << 16; w&0x800000 != 0 && d.wide {
				w |= uint32(d.u8()) << 24
			}
		}
		if !d.ensureEntity(int(w & forceNumbers)) {
			return false
		}
		d.touch(int(w & forceNumbers)).force ^= w &^ forceNumbers
		if d.at > d.end {
			return d.fail("a packet is incomplete")
		}
	}
}

// forceHigh is force for entities with large numbers.
func (d *decoder) forceHigh() bool {
	for {
		w := uint64(d.u16())
		if w == 0 {
			return true
		}
		if w |= uint64(d.u8()) << 16; w&(1<<23) != 0 {
			if w |= uint64(d.u8()) << 24; w&(1<<31) != 0 && d.wide {
				w |= uint64(d.u8()) << 32
			}
		}
		n := int(w & 0x7fff)
		if !d.ensureEntity(n) {
			return false
		}
		d.touch(n).force ^= uint32(w>>8) &^ forceNumbers
		if d.at > d.end {
			return d.fail("a packet is incomplete")
		}
	}
}

// Bits of an update's mask.
const (
	maskMore         = 0x000001
	maskOrigin0      = 0x000002
	maskOrigin1      = 0x000004
	maskOrigin2      = 0x000008
	maskAngle1       = 0x000010
	maskNolerp       = 0x000020
	maskFrame        = 0x000040
	maskUpdate       = 0x000080
	maskAngle0       = 0x000100
	maskAngle2       = 0x000200
	maskModel        = 0x000400
	maskColormap     = 0x000800
	maskSkin         = 0x001000
	maskEffects      = 0x002000
	maskNumber       = 0x004000
	maskMore2        = 0x008000 // FitzQuake: a third byte; Nehahra: transparency
	maskTransparency = 0x010000
	maskFrameHigh    = 0x020000
	maskModelHigh    = 0x040000
	maskLerpfinish   = 0x080000
	maskScale        = 0x100000
)

// updateMask returns the fields to write for an entity.
func (d *decoder) updateMask(n int, e, b *entity) uint32 {
	m := uint32(maskUpdate)
	if n > 0xff {
		m |= maskNumber
	}
	if byte(e.model) != byte(b.model) {
		m |= maskModel
	}
	if byte(e.frame) != byte(b.frame) {
		m |= maskFrame
	}
	if e.colormap != b.colormap {
		m |= maskColormap
	}
	if e.skin != b.skin {
		m |= maskSkin
	}
	if e.effects != b.effects {
		m |= maskEffects
	}
	if e.origin[0] != b.origin[0] {
		m |= maskOrigin0
	}
	if e.origin[1] != b.origin[1] {
		m |= maskOrigin1
	}
	if e.origin[2] != b.origin[2] {
		m |= maskOrigin2
	}
	if e.angles[0] != b.angles[0] {
		m |= maskAngle0
	}
	if e.angles[1] != b.angles[1] {
		m |= maskAngle1
	}
	if e.angles[2] != b.angles[2] {
		m |= maskAngle2
	}
	if e.nolerp {
		m |= maskNolerp
	}
	if e.scale != b.scale {
		m |= maskScale
	}
	if e.lerpfinish != b.lerpfinish {
		m |= maskLerpfinish
	}
	if e.frame>>8 != b.frame>>8 && e.frame > 0xff {
		m |= maskFrameHigh
	}
	if e.model>>8 != b.model>>8 && e.model > 0xff {
		m |= maskModelHigh
	}
	if d.wide && e.transparency != b.transparency {
		m |= maskTransparency
	}
	if e.force != 0 {
		m |= d.forcedMask(e.force)
	}
	return m
}

// forcedMask returns the fields to write regardless of their values.
func (d *decoder) forcedMask(force uint32) uint32 {
	var m uint32
	for _, f := range [...]struct{ force, mask uint32 }{
		{forceOrigin0, maskOrigin0}, {forceOrigin1, maskOrigin1}, {forceOrigin2, maskOrigin2},
		{forceAngle0, maskAngle0}, {forceAngle1, maskAngle1}, {forceAngle2, maskAngle2},
		{forceModel, maskModel}, {forceFrame, maskFrame}, {forceColormap, maskColormap}, {forceSkin, maskSkin},
		{forceEffects, maskEffects}, {forceNumber, maskNumber}, {forceScale, maskScale},
		{forceLerpfinish, maskLerpfinish}, {forceModelHigh, maskModelHigh}, {forceFrameHigh, maskFrameHigh},
	} {
		if force&f.force != 0 {
			m |= f.mask
		}
	}
	switch {
	case d.wide && force&forceTransparency != 0:
		m |= maskTransparency
	case !d.wide && force&forceNehahra != 0:
		m |= maskMore2
	}
	return m
}

// writeUpdate builds the update of an entity: the fields that differ from its baseline or are forced.
func (d *decoder) writeUpdate(n int, e, b *entity) {
	if !e.masked {
		e.mask, e.masked = d.updateMask(n, e, b), true
	}
	m := e.mask
	if m>>16 != 0 {
		m |= maskMore2
	}
	if m>>8 != 0 {
		m |= maskMore
	}
	// Store every field without a branch; the next one overwrites a field that is left out.
	out, at := &e.update, 1
	one := func(v byte, written uint32) {
		out[at&(maxUpdate-1)] = v
		at += int(written & 1)
	}
	two := func(v int32, written uint32) {
		binary.LittleEndian.PutUint16(out[at&(maxUpdate/2-1):], uint16(v))
		at += int(written&1) * 2
	}
	out[0] = byte(m)
	one(byte(m>>8), m)
	if m>>16 != 0 {
		one(byte(m>>16), 1)
	}
	one(byte(n), 1)
	one(byte(n>>8), m>>14)
	one(byte(e.model), m>>10)
	one(byte(e.frame), m>>6)
	one(e.colormap, m>>11)
	one(e.skin, m>>12)
	one(e.effects, m>>13)
	two(e.origin[0], m>>1)
	one(e.angles[0], m>>8)
	two(e.origin[1], m>>2)
	one(e.angles[1], m>>4)
	two(e.origin[2], m>>3)
	one(e.angles[2], m>>9)
	if m&maskMore2 != 0 {
		at = d.writeMore(m, e, at)
	}
	e.length = uint8(at)
}

// writeMore writes the fields of FitzQuake and Nehahra after the first at bytes of an update, and returns the update's
// size.
func (d *decoder) writeMore(m uint32, e *entity, at int) int {
	out := e.update[:at]
	if !d.wide && e.force&forceNehahra != 0 {
		out = appendNehahra(out, e)
	}
	if m&maskTransparency != 0 {
		out = append(out, e.transparency)
	}
	if m&maskScale != 0 {
		out = append(out, e.scale)
	}
	if m&maskFrameHigh != 0 {
		out = append(out, byte(e.frame>>8))
	}
	if m&maskModelHigh != 0 {
		out = append(out, byte(e.model>>8))
	}
	if m&maskLerpfinish != 0 {
		out = append(out, e.lerpfinish)
	}
	return len(out)
}

// appendNehahra appends the transparency of a Nehahra entity.
func appendNehahra(out []byte, e *entity) []byte {
	float := func(v float32) { out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v)) }
	if e.fullbright == 0 {
		float(1)
	} else {
		float(2)
	}
	out = binary.LittleEndian.AppendUint32(out, e.alpha)
	if e.fullbright != 0 {
		float(float32(int8(e.fullbright - 1)))
	}
	return out
}

// update copies an update that is not part of a group.
func (d *decoder) update() bool {
	m := uint32(d.in[d.at])
	n := 2
	if m&maskMore != 0 {
		if m |= uint32(d.in[d.at+1]) << 8; d.wide && m&maskMore2 != 0 {
			n++ // Dzip doesn't count the fields of the third byte
		}
		n++
	}
	n += bits.OnesCount32(m & (maskNumber | maskModel | maskFrame | maskColormap | maskSkin | maskEffects | maskAngle0 |
		maskAngle1 | maskAngle2))
	n += 2 * bits.OnesCount32(m&(maskOrigin0|maskOrigin1|maskOrigin2))
	return d.copy(n)
}
