package dzip

import "encoding/binary"

const defaultViewheight = 22

// client is what Dzip keeps of a client data message for the next one.
type client struct {
	viewheight, idealpitch      uint8
	punch, vel                  [3]uint8
	items                       uint32
	onground, inwater, noitems  bool
	weaponframe, armor, weapon  uint16
	health                      uint16
	ammo                        uint16
	shells, nails, rockets      uint16
	cells                       uint16
	activeweapon, alpha, alpha0 uint8 // alpha0 is alpha before the message
	force                       uint32
}

// add adds a difference to a number that is one byte wide unless it is larger already.
func add(v *uint16, difference byte) {
	sum := *v + uint16(int8(difference))
	if *v < 256 {
		sum &= 0xff
	}
	*v = sum
}

// clientData decodes a client data message. Its mask begins with first.
func (d *decoder) clientData(mask uint64) {
	c := &d.client
	for _, more := range [...]int{3, 15, 23, 31} {
		if mask>>more&1 == 0 {
			break
		}
		mask |= uint64(d.u8()) << (more&^7 + 8)
	}
	c.alpha0 = c.alpha
	has := func(bit int) bool { return mask>>bit&1 != 0 }
	d8 := func(bit int, v *uint8) {
		if has(bit) {
			*v += d.u8()
		}
	}
	d16 := func(narrow, wide int, v *uint16) {
		switch {
		case has(wide):
			*v = d.u16()
		case has(narrow):
			add(v, d.u8())
		}
	}
	toggle := func(bit int, v *bool) { *v = *v != has(bit) }

	d8(0, &c.vel[2])
	d8(1, &c.vel[0])
	d8(2, &c.vel[1])
	d16(8, 29, &c.weaponframe)
	toggle(9, &c.onground)
	d8(10, &c.punch[0])
	d16(11, 30, &c.ammo)
	if has(12) {
		c.health += d.u16()
	}
	if has(13) {
		c.items ^= d.u32()
	}
	d16(14, 32, &c.armor)
	d8(16, &c.idealpitch)
	d16(17, 33, &c.shells)
	d16(18, 34, &c.nails)
	d16(19, 35, &c.rockets)
	d16(20, 36, &c.weapon)
	d8(21, &c.activeweapon)
	toggle(22, &c.inwater)
	d8(24, &c.viewheight)
	d16(25, 37, &c.cells)
	d8(26, &c.punch[1])
	d8(27, &c.punch[2])
	toggle(28, &c.noitems)
	d8(38, &c.alpha)
	d.clientForce(0x50)
	d.writeClient()
}

// clientForce reads which fields are written though they have their defaults, if a byte from id to id+15 says so.
func (d *decoder) clientForce(id byte) {
	if d.in[d.at]&0xf0 != id {
		return
	}
	force := uint32(d.u8())
	if force&8 != 0 {
		force |= uint32(d.u8()) << 8
	}
	d.client.force ^= force & 0xff07
}

// writeClient writes the client data message.
func (d *decoder) writeClient() {
	c := &d.client
	at := d.n
	out := append(d.out[:at], msgClientData, 0, 0)
	var mask uint32
	u8 := func(bit uint32, v byte, written bool) {
		if written {
			mask |= bit
			out = append(out, v)
		}
	}
	forced := func(bit int) bool { return c.force>>bit&1 != 0 }

	// The mask has as many bytes as the fields need, and these follow it.
	if wide := c.weapon | c.armor | c.ammo | c.shells | c.nails | c.rockets | c.cells | c.weaponframe; wide > 0xff ||
		c.alpha != c.alpha0 {
		out = append(out, 0)
		if c.weaponframe > 0xff || c.alpha != c.alpha0 {
			out = append(out, 0)
		}
	}
	first := len(out)
	u8(0x0001, c.viewheight, c.viewheight != defaultViewheight || forced(11))
	u8(0x0002, c.idealpitch, c.idealpitch != 0 || forced(12))
	for i := range 3 {
		u8(0x0004<<i, c.punch[i], c.punch[i] != 0 || forced(8+i))
		u8(0x0020<<i, c.vel[i], c.vel[i] != 0 || forced(i))
	}
	if !c.noitems {
		mask |= 0x0200
	}
	out = binary.LittleEndian.AppendUint32(out, c.items)
	if c.onground {
		mask |= 0x0400
	}
	if c.inwater {
		mask |= 0x0800
	}
	u8(0x1000, byte(c.weaponframe), byte(c.weaponframe) != 0 || forced(13))
	u8(0x2000, byte(c.armor), byte(c.armor) != 0 || forced(14))
	u8(0x4000, byte(c.weapon), byte(c.weapon) != 0 || forced(15))
	out = binary.LittleEndian.AppendUint16(out, c.health)
	out = append(out, byte(c.ammo), byte(c.shells), byte(c.nails), byte(c.rockets), byte(c.cells), c.activeweapon)
	if first > at+3 {
		mask |= 0x8000
		for i, v := range [...]uint16{c.weapon, c.armor, c.ammo, c.shells, c.nails, c.rockets, c.cells} {
			u8(0x00010000<<i, byte(v>>8), v > 0xff)
		}
		out[at+3] = byte(mask >> 16)
	}
	if first > at+4 {
		u8(0x01000000, byte(c.weaponframe>>8), c.weaponframe > 0xff)
		u8(0x02000000, c.alpha, c.alpha != c.alpha0)
		out[at+3] |= 0x80
		out[at+4] = byte(mask >> 24)
	}
	out[at+1], out[at+2] = byte(mask), byte(mask>>8)
	d.n = len(out)
}
