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
	force               uint32   // bits of the update's mask for fields to write although they equal the baseline's
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
	stale     numbers // entities whose updates may differ from those in the last group
	highest   int     // index of the last nonzero word of listed
	// The last written group is out[groupStart:groupEnd]. It has sizes[n] bytes of entity n, and totals[i] bytes of the
	// entities of word i of listed.
	groupStart, groupEnd int
	sizes                []uint8
	totals               [maxEntities / 64]uint16
	touched              []int // entities that differ from their baselines, or have changed baselines
	renewed              bool  // the packet has a baseline

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
	d.sizes = append(d.sizes, make([]uint8, size-len(d.sizes))...)
	if d.major == 1 {
		d.last = append(d.last, make([]entity, size-len(d.last))...)
	}
	return true
}

// touch returns an entity that is about to change, or to differ from its baseline.
func (d *decoder) touch(n int) *entity {
	d.stale.add(n)
	return d.touchState(n)
}

// touchState is touch for a change that the entity's update does not show.
func (d *decoder) touchState(n int) *entity {
	e := &d.ent[n]
	if !e.touched {
		e.touched = true
		d.touched = append(d.touched, n)
	}
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
	if d.listed[n/64]>>(n%64)&1 == 0 {
		d.stale.add(n)
	}
	d.listed.add(n)
	d.highest = max(d.highest, n/64)
}

// renew resets all entities to their baselines, after a packet with baselines.
func (d *decoder) renew() {
	for _, n := range d.touched {
		d.ent[n] = d.base[n]
		d.stale.add(n)
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
		d.touchState(b + v).active = true
		d.list(b + v)
		d.awake.add(b + v)
	}
	for i := 0; i <= d.highest; i++ {
		for word := d.awake[i]; word != 0; word &= word - 1 {
			if d.change(i*64 + bits.TrailingZeros64(word)); d.at > d.end {
				return d.fail(shortPacket)
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

// writeListed writes the updates of all entities on the list. It copies those that have not changed from the last
// group.
func (d *decoder) writeListed() bool {
	last, start := d.groupStart, d.n
	same := 0 // number of bytes to copy from out[last:]
	for i := 0; i <= d.highest; i++ {
		listed, stale := d.listed[i], d.stale[i]
		if stale == 0 {
			same += int(d.totals[i])
			continue
		}
		d.stale[i] = 0
		total := 0
		for word := listed | stale; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			n := i*64 + bit
			size := int(d.sizes[n])
			if stale>>bit&1 == 0 {
				same += size
				total += size
				continue
			}
			if same > 0 {
				if !d.copyGroup(last, same) {
					return false
				}
				last += same
				same = 0
			}
			last += size
			d.sizes[n] = 0
			if listed>>bit&1 != 0 {
				size := d.writeUpdate(n)
				d.sizes[n] = uint8(size)
				total += size
			}
		}
		d.totals[i] = uint16(total)
		if d.n > d.limit {
			return d.fail("a packet is too long")
		}
	}
	if !d.copyGroup(last, same) {
		return false
	}
	d.groupStart, d.groupEnd = start, d.n
	return true
}

// copyGroup copies n bytes of the last group, which begin at out[from].
func (d *decoder) copyGroup(from, n int) bool {
	if d.n+n > d.limit {
		return d.fail("a packet is too long")
	}
	d.n += copy(d.out[d.n:], d.out[from:from+n])
	return true
}

// change moves an entity and decodes its other changes. The margin of the window exceeds their size.
func (d *decoder) change(n int) {
	e := &d.ent[n]
	in, at := (*[margin]byte)(d.in[d.at:]), uint64(bit(e.active))
	m := uint64(in[0]) & -at
	if m == 0x80 {
		d.at++
		d.reset(n)
		d.listed.remove(n)
		d.awake.remove(n)
		return
	}
	more := m >> 7
	m |= uint64(in[1]) << 8 & -more
	at += more
	more = m >> 15
	m |= uint64(in[2]) << 16 & -more
	at += more
	e.active = m != 0
	if m == 0 && e.velocity[0]|e.velocity[1]|e.velocity[2] == 0 {
		d.awake.remove(n)
		d.at += int(at)
		return
	}
	// Decode every field without a branch; one that is left out has no bytes, and its difference is 0.
	one := func(place int) byte {
		has := m >> place & 1
		v := in[at&(margin-1)] & -byte(has)
		at += has
		return v
	}
	jump := func(place int, from int32) int32 {
		has := m >> place & 1
		v := (int32(int16(binary.LittleEndian.Uint16(in[at&(margin/2-1):]))) - from) & -int32(has)
		at += 2 * has
		return v
	}
	velocity := e.velocity[2] + int32(int8(one(0)))
	origin := e.origin[2] + velocity
	wide := jump(11, origin)
	e.velocity[2], e.origin[2] = velocity+wide, origin+wide
	velocity = e.velocity[1] + int32(int8(one(1)))
	origin = e.origin[1] + velocity
	wide = jump(10, origin)
	e.velocity[1], e.origin[1] = velocity+wide, origin+wide
	velocity = e.velocity[0] + int32(int8(one(2)))
	origin = e.origin[0] + velocity
	wide = jump(9, origin)
	e.velocity[0], e.origin[0] = velocity+wide, origin+wide
	e.angles[0] += one(3)
	e.angles[1] += one(4)
	e.angles[2] += one(5)
	frame := e.frame
	e.frame += uint16(m >> 6 & 1)
	d.at += int(at)
	const wides = 7 << 9
	if m&^wides >= 0x100 {
		d.changeMore(uint32(m), e, frame)
	}
	d.stale.add(n)
}

// bit returns 1 for true.
func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// changeMore decodes the rarer changes of an entity. frame is its previous frame.
func (d *decoder) changeMore(m uint32, e *entity, frame uint16) {
	if m&(1<<8) != 0 {
		e.frame = frame
		add(&e.frame, d.u8())
	}
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

// Bits of a stored force value.
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
	forceNehahra      = 0x00800000 // ignored if decoder.wide is set
	forceTransparency = 0x01000000 // ignored unless decoder.wide is set
	forceScale        = 0x02000000
	forceLerpfinish   = 0x04000000
	forceModelHigh    = 0x08000000
	forceFrameHigh    = 0x10000000

	forceNumbers = 0x3ff // the entity's number
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
		d.touch(int(w & forceNumbers)).force ^= forcedMask(w)
		if d.at > d.end {
			return d.fail(shortPacket)
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
		d.touch(n).force ^= forcedMask(uint32(w >> 8))
		if d.at > d.end {
			return d.fail(shortPacket)
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

// updateMask returns the fields to write for an entity, without the bits for the size of the mask.
func (d *decoder) updateMask(n int, e, b *entity) uint32 {
	m := maskUpdate | bit(n > 0xff)*maskNumber | bit(e.nolerp)*maskNolerp |
		bit(e.origin[0] != b.origin[0])*maskOrigin0 | bit(e.origin[1] != b.origin[1])*maskOrigin1 |
		bit(e.origin[2] != b.origin[2])*maskOrigin2 | bit(e.angles[0] != b.angles[0])*maskAngle0 |
		bit(e.angles[1] != b.angles[1])*maskAngle1 | bit(e.angles[2] != b.angles[2])*maskAngle2 |
		bit(byte(e.frame) != byte(b.frame))*maskFrame | bit(byte(e.model) != byte(b.model))*maskModel |
		bit(e.colormap != b.colormap)*maskColormap | bit(e.skin != b.skin)*maskSkin |
		bit(e.effects != b.effects)*maskEffects
	if e.scale != b.scale {
		m |= maskScale
	}
	if e.lerpfinish != b.lerpfinish {
		m |= maskLerpfinish
	}
	if e.frame > 0xff && e.frame>>8 != b.frame>>8 {
		m |= maskFrameHigh
	}
	if e.model > 0xff && e.model>>8 != b.model>>8 {
		m |= maskModelHigh
	}
	if !d.wide {
		return m | e.force&^maskTransparency
	}
	if e.transparency != b.transparency {
		m |= maskTransparency
	}
	return m | e.force&^maskMore2
}

// forcedMask returns the bits of an update's mask for those of a stored force value.
func forcedMask(force uint32) uint32 {
	var m uint32
	for _, f := range [...]struct{ force, mask uint32 }{
		{forceOrigin0, maskOrigin0}, {forceOrigin1, maskOrigin1}, {forceOrigin2, maskOrigin2},
		{forceAngle0, maskAngle0}, {forceAngle1, maskAngle1}, {forceAngle2, maskAngle2},
		{forceModel, maskModel}, {forceFrame, maskFrame}, {forceColormap, maskColormap}, {forceSkin, maskSkin},
		{forceEffects, maskEffects}, {forceNumber, maskNumber}, {forceScale, maskScale},
		{forceLerpfinish, maskLerpfinish}, {forceModelHigh, maskModelHigh}, {forceFrameHigh, maskFrameHigh},
		{forceTransparency, maskTransparency}, {forceNehahra, maskMore2},
	} {
		if force&f.force != 0 {
			m |= f.mask
		}
	}
	return m
}

// writeUpdate writes the update of an entity: the fields that differ from its baseline or are forced. It returns the
// update's size.
func (d *decoder) writeUpdate(n int) int {
	e := &d.ent[n]
	m := d.updateMask(n, e, &d.base[n])
	if m>>16 != 0 {
		m |= maskMore2
	}
	m |= bit(m>>8 != 0) * maskMore
	// Store every field without a branch; the next one overwrites a field that is left out.
	out, at := (*[maxUpdate]byte)(d.out[d.n:]), 1
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
		at = len(d.appendMore(out[:at], m, e))
	}
	d.n += at
	return at
}

// appendMore appends the fields of FitzQuake and Nehahra.
func (d *decoder) appendMore(out []byte, m uint32, e *entity) []byte {
	if !d.wide && e.force&maskMore2 != 0 {
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
	return out
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
func (d *decoder) update() {
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
	d.copyShort(n)
}
