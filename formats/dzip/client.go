package dzip

import "encoding/binary"

const defaultViewheight = 22

// client is the state that Dzip keeps from one client data message to the next.
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

// add adds a difference to a number that is one byte wide unless it is already larger.
func add(v *uint16, difference byte) {
	sum := *v + uint16(int8(difference))
	if *v < 256 {
		sum &= 0xff
	}
	*v = sum
}

// clientData decodes a client data message. first is the beginning of its mask.
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
	if mask>>16 != 0 {
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
	}
	d.clientForce(0x50)
	d.writeClient()
}

// clientForce reads which fields to write despite their default values, if a byte from id to id+15 announces that.
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
	wide := (c.weapon | c.armor | c.ammo | c.shells | c.nails | c.rockets | c.cells | c.weaponframe) > 0xff
	// The mask has as many bytes as the fields need, and the fields follow it.
	first := 3
	if wide || c.alpha != c.alpha0 {
		if first++; c.weaponframe > 0xff || c.alpha != c.alpha0 {
			first++
		}
	}
	// Store every field without a branch; the next one overwrites a field that is left out.
	out := (*[maxClient]byte)(d.out[d.n:])
	at, mask := first, uint32(0)
	one := func(v, usual byte, bit, force int) {
		written := differ(uint32(v^usual)) | c.force>>force&1
		out[at&(maxClient-1)] = v
		at += int(written)
		mask |= written << bit
	}
	one(c.viewheight, defaultViewheight, 0, 11)
	one(c.idealpitch, 0, 1, 12)
	for i := range 3 {
		one(c.punch[i], 0, 2+i, 8+i)
		one(c.vel[i], 0, 5+i, i)
	}
	binary.LittleEndian.PutUint32(out[at&(maxClient/2-1):], c.items)
	at += 4
	one(byte(c.weaponframe), 0, 12, 13)
	one(byte(c.armor), 0, 13, 14)
	one(byte(c.weapon), 0, 14, 15)
	binary.LittleEndian.PutUint16(out[at&(maxClient/2-1):], c.health)
	at += 2
	for _, v := range [...]byte{byte(c.ammo), byte(c.shells), byte(c.nails), byte(c.rockets), byte(c.cells),
		c.activeweapon} {
		out[at&(maxClient-1)] = v
		at++
	}
	if !c.noitems {
		mask |= 0x0200
	}
	if c.onground {
		mask |= 0x0400
	}
	if c.inwater {
		mask |= 0x0800
	}
	const never = 31 // of force
	if first > 3 {
		mask |= 0x8000
		for i, v := range [...]uint16{c.weapon, c.armor, c.ammo, c.shells, c.nails, c.rockets, c.cells} {
			one(byte(v>>8), 0, 16+i, never)
		}
		if first > 4 {
			mask |= 0x00800000
			one(byte(c.weaponframe>>8), 0, 24, never)
			one(c.alpha, c.alpha0, 25, never)
			out[4] = byte(mask >> 24)
		}
		out[3] = byte(mask >> 16)
	}
	out[0], out[1], out[2] = msgClientData, byte(mask), byte(mask>>8)
	d.n += at
}

// maxClient is the buffer size in bytes for a client data message, which has at most 5, then 27, then 9.
const maxClient = 64
