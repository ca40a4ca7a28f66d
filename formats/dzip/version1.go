package dzip

import (
	"math/bits"
)

// messages1 is messages for version 1.
func (d *decoder) messages1() bool {
	for {
		more := true
		id := d.in[d.at]
		if d.due && (id < 0x80 || id > 0x87) && !d.writePresent() {
			return false
		}
		switch {
		case id == 0:
			d.at++
			return d.whole()
		case id >= 0xf0:
			d.at++
			d.clientData1(uint32(id))
		case id >= 0x88:
			d.update()
		case id >= 0x80:
			d.at++
			d.due = true
			more = d.entities1(id)
		case id == msgSound:
			d.copyShort(11 + bits.OnesCount8(d.in[d.at+1]&3))
		case id == msgTime:
			d.at++
			d.setTime(d.u32())
		default:
			more = d.plain(id)
		}
		if !more || !d.whole() {
			return false
		}
	}
}

// entities1 decodes an entity code. The entities are written before the next other message.
func (d *decoder) entities1(id byte) bool {
	switch id {
	case 0x82:
		return true
	case 0x83:
		for n := int(d.u16()); n != 0; n = int(d.u16()) {
			if !d.ensureEntity(n) {
				return false
			}
			d.reset(n)
			d.listed.remove(n)
			d.change1(n)
			if d.at > d.end {
				return d.fail(shortPacket)
			}
		}
		return true
	case 0x84:
		return d.force()
	}
	return d.changes1(id == 0x81)
}

// change1 records that an entity changed since it was written.
func (d *decoder) change1(n int) {
	if !d.ent[n].changed {
		d.ent[n].changed = true
		d.changed = append(d.changed, n)
	}
}

// changes1 decodes a list of changes. With one, the low byte of the first number is 1 and left out.
func (d *decoder) changes1(one bool) bool {
	for {
		m := uint32(1)
		if !one {
			m = uint32(d.u8())
		}
		one = false
		if m |= uint32(d.u8()) << 8; m&0x8000 != 0 {
			if m |= uint32(d.u8()) << 16; m&0x800000 != 0 {
				m |= uint32(d.u8()) << 24
			}
		}
		n := int(m&0x1ff | m>>27&1<<9)
		if n == 0 {
			return true
		}
		if !d.ensureEntity(n) {
			return false
		}
		e := d.touch(n)
		d.change1(n)
		d.list(n)
		d.values1(m, e, &d.last[n])
		if d.at > d.end {
			return d.fail(shortPacket)
		}
	}
}

// values1 decodes the changes of an entity relative to its last written state.
func (d *decoder) values1(m uint32, e, last *entity) {
	has := func(bit int) bool { return m>>bit&1 != 0 }
	if has(16) {
		e.model = uint16(d.u8())
	}
	if has(9) {
		e.frame = (last.frame + 1) & 0xff
	}
	if has(19) {
		e.frame = (last.frame + uint16(d.u8())) & 0xff
	}
	if has(24) {
		e.colormap = d.u8()
	}
	if has(25) {
		e.skin = d.u8()
	}
	if has(26) {
		e.effects = d.u8()
	}
	for i, angle := range [...]int{13, 14, 17} {
		if has(10 + i) {
			e.origin[i] = last.origin[i] + int32(int8(d.u8()))
		}
		if has(20 + i) {
			e.origin[i] = int32(int16(d.u16()))
		}
		if has(angle) {
			e.angles[i] = last.angles[i] + d.u8()
		}
	}
	e.nolerp = e.nolerp != has(18)
}

// writePresent writes the updates of all present entities.
func (d *decoder) writePresent() bool {
	d.due = false
	for _, n := range d.changed {
		d.ent[n].changed = false
		d.last[n] = d.ent[n]
	}
	d.changed = d.changed[:0]
	return d.writeListed()
}

// clientData1 decodes a client data message of version 1.
func (d *decoder) clientData1(mask uint32) {
	c := &d.client
	for more := 0; more <= 16 && mask>>more&1 != 0; more += 8 {
		mask |= uint32(d.u8()) << (more + 8)
	}
	has := func(bit int) bool { return mask>>bit&1 != 0 }
	d8 := func(bit int, v *uint8) {
		if has(bit) {
			*v += d.u8()
		}
	}
	d16 := func(bit int, v *uint16) {
		if has(bit) {
			add(v, d.u8())
		}
	}
	toggle := func(bit int, v *bool) { *v = *v != has(bit) }

	d8(24, &c.viewheight)
	d8(20, &c.idealpitch)
	d8(27, &c.punch[0])
	d8(26, &c.punch[1])
	d8(25, &c.punch[2])
	d8(3, &c.vel[0])
	d8(2, &c.vel[1])
	d8(1, &c.vel[2])
	toggle(15, &c.onground)
	toggle(22, &c.inwater)
	toggle(28, &c.noitems)
	if has(21) {
		c.items += d.u32()
	}
	d16(14, &c.weaponframe)
	d16(19, &c.armor)
	d16(17, &c.weapon)
	if has(18) {
		c.health += d.u16()
	}
	d16(13, &c.ammo)
	d16(12, &c.shells)
	d16(11, &c.nails)
	d16(10, &c.rockets)
	d16(23, &c.cells)
	d8(9, &c.activeweapon)
	d.clientForce(0xe0)
	d.writeClient(false)
}
