package quake2

import (
	"math"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Flags of a player that differ between the editions; the lower ones are those of Quake II.
const (
	kexMore        = 1 << 15 // 16 more flags
	kexDamageBlend = 1 << 16
	kexTeam        = 1 << 17

	reproViewHeight = 1 << 15
	reproGunOffset  = 1 << 16 // this flag and higher ones are in the head of the frame
	reproGunAngles  = 1 << 17
	reproVelocityZ  = 1 << 18
	reproOriginZ    = 1 << 19
	reproViewRoll   = 1 << 20
	reproStats      = 1 << 21
	reproClient     = 1 << 22
	reproGunRate    = 1 << 23
)

// Flags in the gun's frame in 2022 and 2023 for parts of the gun's position that follow.
const (
	gunOffsetBit = 9
	gunAnglesBit = 12
	gunRate      = 1 << 15
)

// Steps of 16-bit numbers that clients use as floats.
const (
	reproOffsetSteps = 512
	reproAngleSteps  = 4096
)

// codeRereleasePlayer codes a player.
func codeRereleasePlayer(c *coder, m *message.Quake2PlayerInfo) {
	flags := uint16(m.Bits)
	c.Word(&flags)
	switch {
	case !c.p.Edition.kex() && c.Reading():
		m.Bits = uint32(flags) | uint32(c.playerFlags)<<16
	case c.p.Edition.kex() && flags&kexMore != 0:
		more := uint16(m.Bits >> 16)
		if c.Word(&more); c.Reading() {
			m.Bits = uint32(flags) | uint32(more)<<16
		}
	case c.Reading():
		m.Bits = uint32(flags)
	}
	if c.Reading() {
		m.Mask, m.Difference, m.Rerelease = 0, 0, message.Quake2RereleasePlayer{}
	}
	p := playerCoder{c, m, &m.Rerelease, m.Bits, 0, 0}
	p.movement()
	p.view()
	p.gun()
	p.screen()
	if c.p.Edition.kex() {
		p.statsKEX()
	} else {
		p.rest()
	}
	if c.Reading() {
		m.Mask, m.Rerelease.Mask = p.mask, p.wide
	}
}

// playerCoder codes the fields of a player announced by bits.
type playerCoder struct {
	*coder
	m    *message.Quake2PlayerInfo
	w    *message.Quake2RereleasePlayer
	bits uint32
	mask message.PlayerField
	wide message.RereleaseField
}

// has reports whether a field with a flag of Quake II's playerMasks is present.
func (p *playerCoder) has(bit int, field message.PlayerField) bool {
	if p.bits&(1<<bit) == 0 {
		return false
	}
	p.mask |= field
	return true
}

// hasWide is has for a field that is encoded differently from Quake II.
func (p *playerCoder) hasWide(there bool, field message.RereleaseField) bool {
	if there {
		p.wide |= field
	}
	return there
}

// vector codes three coordinates with Quake II's flag; in 1038 the third one has its own flag.
func (p *playerCoder) vector(v *[3]wire.Coord, bit int, x message.PlayerField, third uint32) {
	if p.has(bit, x|x<<1) {
		p.float(&v[0], false)
		p.float(&v[1], false)
	}
	if p.p.Edition.kex() {
		third = 1 << bit
	}
	if p.bits&third != 0 {
		p.float(&v[2], false)
		p.mask |= x << 2
	}
}

func (p *playerCoder) movement() {
	m := p.m
	if p.has(0, message.PlayerType) {
		p.Byte(&m.Type)
	}
	p.vector(&m.Origin, 1, message.PlayerOriginX, reproOriginZ)
	p.vector(&m.Velocity, 2, message.PlayerVelocityX, reproVelocityZ)
	if p.has(3, message.PlayerTime) {
		p.Word(&m.Time)
	}
	if p.has(4, message.PlayerFlags) {
		p.Word(&m.Flags)
	}
	if p.has(5, message.PlayerGravity) {
		p.Short(&m.Gravity)
	}
	if p.has(6, message.PlayerDeltaAngles) {
		for i := range m.DeltaAngles {
			p.angle(&m.DeltaAngles[i])
		}
	}
}

// angle codes a view angle.
func (p *playerCoder) angle(v *wire.Angle) {
	if p.p.Edition.kex() {
		p.Long((*int32)(v))
	} else {
		p.shortAngle(v)
	}
}

func (p *playerCoder) view() {
	m, w, kex := p.m, p.w, p.p.Edition.kex()
	if p.hasWide(p.bits&(1<<7) != 0, message.RereleaseViewOffset) {
		p.shorts(&w.ViewOffset)
		if p.hasWide(kex, message.RereleaseViewHeight) {
			p.Char(&w.ViewHeight)
		}
	}
	if p.has(8, message.PlayerViewAngles) {
		p.angle(&m.ViewAngles[0])
		p.angle(&m.ViewAngles[1])
	}
	roll := p.bits&reproViewRoll != 0
	if kex {
		roll = p.bits&(1<<8) != 0
	}
	if roll {
		p.angle(&m.ViewAngles[2])
		p.mask |= message.PlayerViewRoll
	}
	if p.hasWide(p.bits&(1<<9) != 0, message.RereleaseKickAngles) {
		p.shorts(&w.KickAngles)
	}
}

func (p *playerCoder) shorts(v *[3]int16) {
	for i := range v {
		p.Short(&v[i])
	}
}

func (p *playerCoder) gun() {
	w := p.w
	if p.has(12, message.PlayerGunIndex) {
		p.Word(&p.m.GunIndex)
	}
	if p.hasWide(p.bits&(1<<13) != 0, message.RereleaseGunFrame) {
		p.Word(&w.GunFrame)
	}
	if !p.p.Edition.kex() {
		if p.hasWide(p.bits&reproGunOffset != 0, message.RereleaseGunOffsetX*0b111) {
			p.steps(&w.GunOffset, reproOffsetSteps)
		}
		if p.hasWide(p.bits&reproGunAngles != 0, message.RereleaseGunPitch*0b111) {
			p.steps(&w.GunAngles, reproAngleSteps)
		}
		return
	}
	if p.bits&(1<<13) == 0 {
		return
	}
	for i := range 3 {
		if p.hasWide(w.GunFrame&(1<<(gunOffsetBit+i)) != 0, message.RereleaseGunOffsetX<<i) {
			p.Float(&w.GunOffset[i])
		}
	}
	for i := range 3 {
		if p.hasWide(w.GunFrame&(1<<(gunAnglesBit+i)) != 0, message.RereleaseGunPitch<<i) {
			p.Float(&w.GunAngles[i])
		}
	}
	if p.hasWide(w.GunFrame&gunRate != 0, message.RereleaseGunRate) {
		p.Byte(&w.GunRate)
	}
}

// steps codes three floats as 16-bit numbers.
func (p *playerCoder) steps(v *[3]float32, steps float32) {
	for i := range v {
		s := int16(0)
		if !p.Reading() {
			s = clampShort(v[i] * steps)
		}
		if p.Short(&s); p.Reading() {
			v[i] = float32(s) / steps
		}
	}
}

// screen codes the data drawn over the view.
func (p *playerCoder) screen() {
	m := p.m
	if p.Reading() {
		m.BlendBits = 0
	}
	if p.has(10, message.PlayerBlend) {
		if p.p.Edition.kex() {
			if p.Reading() {
				m.BlendBits = blendAll
			}
			p.Copy(m.Blend[:])
		} else {
			p.Byte(&m.BlendBits)
			for i := range 8 {
				if m.BlendBits&(1<<i) != 0 {
					p.Byte([...]*uint8{&m.Blend[i&3], &m.DamageBlend[i&3]}[i/4])
				}
			}
		}
	}
	if p.has(11, message.PlayerFOV) {
		p.Byte(&m.FOV)
	}
	if p.has(14, message.PlayerRDFlags) {
		p.Byte(&m.RDFlags)
	}
}

// statsKEX codes the stats of 2022 and 2023, and the data after them.
func (p *playerCoder) statsKEX() {
	m := p.m
	if p.Reading() {
		m.StatBits, m.Stats = 0, m.Stats[:0]
	}
	values := m.Stats
	for shift := 0; shift < maxStatsWide; shift += 32 {
		mask := uint32(m.StatBits >> shift)
		if p.Bits(&mask); p.Reading() {
			m.StatBits |= uint64(mask) << shift
		}
		values = p.stats(uint64(mask), values)
	}
	if p.bits&kexDamageBlend != 0 {
		p.Copy(m.DamageBlend[:])
		p.mask |= message.PlayerBlend
		if p.Reading() {
			m.BlendBits |= blendAll << 4
		}
	}
	if p.hasWide(p.bits&kexTeam != 0, message.RereleaseTeam) {
		p.Byte(&p.w.Team)
	}
}

// stats codes the stats in a mask: it appends them to values when reading, or writes the first values and returns the
// others.
func (p *playerCoder) stats(mask uint64, values []int16) []int16 {
	for ; mask != 0; mask &= mask - 1 {
		switch {
		case p.Reading():
			p.m.Stats = append(p.m.Stats, p.Reader().Short())
		case len(values) > 0:
			p.Writer().Short(values[0])
			values = values[1:]
		default:
			p.Writer().Short(0)
		}
	}
	return values
}

// rest codes the data after the screen in 1038.
func (p *playerCoder) rest() {
	m, w := p.m, p.w
	if p.Reading() {
		m.StatBits, m.Stats = 0, m.Stats[:0]
	}
	if p.bits&reproStats != 0 {
		low, high := uint32(m.StatBits), uint32(m.StatBits>>32)
		p.Bits(&low)
		if p.Bits(&high); p.Reading() {
			m.StatBits = uint64(low) | uint64(high)<<32
		}
		p.stats(m.StatBits, m.Stats)
	}
	if p.hasWide(p.bits&reproGunRate != 0, message.RereleaseGunRate) {
		p.Byte(&w.GunRate)
	}
	if p.hasWide(p.bits&reproViewHeight != 0, message.RereleaseViewHeight) {
		p.Char(&w.ViewHeight)
	}
	if p.hasWide(p.bits&reproClient != 0, message.RereleaseClient) {
		p.Short(&w.Client)
	}
}

// wholeRerelease sets the wire's flags of a playerinfo to write it as a change of nothing: all its fields.
func (p *Protocol) wholeRerelease(m *message.Quake2PlayerInfo) {
	m.Difference = 0
	m.Bits = 0
	for i, fields := range playerMasks {
		if fields != 0 && m.Mask&fields != 0 {
			m.Bits |= 1 << i
		}
	}
	w := &m.Rerelease
	for _, f := range [...]struct {
		field message.RereleaseField
		bit   uint32
	}{{message.RereleaseViewOffset | message.RereleaseViewHeight, 1 << 7}, {message.RereleaseKickAngles, 1 << 9}} {
		if w.Mask&f.field != 0 {
			m.Bits |= f.bit
		}
	}
	const offset, angles = message.RereleaseGunOffsetX * 0b111, message.RereleaseGunPitch * 0b111
	if p.Edition.kex() {
		m.Bits &^= kexMore
		if w.Mask&(message.RereleaseGunFrame|offset|angles|message.RereleaseGunRate) != 0 {
			m.Bits |= 1 << 13
			w.GunFrame = w.GunFrame&(1<<gunOffsetBit-1) |
				uint16(w.Mask/message.RereleaseGunOffsetX&0b111)<<gunOffsetBit |
				uint16(w.Mask/message.RereleaseGunPitch&0b111)<<gunAnglesBit
			if w.Mask&message.RereleaseGunRate != 0 {
				w.GunFrame |= gunRate
			}
		}
		if m.Mask&message.PlayerBlend != 0 && m.BlendBits>>4 != 0 {
			m.Bits |= kexDamageBlend
		}
		if w.Mask&message.RereleaseTeam != 0 {
			m.Bits |= kexTeam
		}
		if m.Bits > math.MaxUint16 {
			m.Bits |= kexMore
		}
		return
	}
	m.Bits &^= reproViewHeight
	for _, f := range [...]struct {
		there bool
		bit   uint32
	}{
		{m.Mask&message.PlayerOriginZ != 0, reproOriginZ}, {m.Mask&message.PlayerVelocityZ != 0, reproVelocityZ},
		{m.Mask&message.PlayerViewRoll != 0, reproViewRoll}, {w.Mask&message.RereleaseGunFrame != 0, 1 << 13},
		{w.Mask&offset != 0, reproGunOffset}, {w.Mask&angles != 0, reproGunAngles}, {m.StatBits != 0, reproStats},
		{w.Mask&message.RereleaseGunRate != 0, reproGunRate}, {w.Mask&message.RereleaseClient != 0, reproClient},
		{w.Mask&message.RereleaseViewHeight != 0, reproViewHeight},
	} {
		if f.there {
			m.Bits |= f.bit
		}
	}
}
