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

// clientData decodes a client data message. mask is the first byte of its mask.
func (d *decoder) clientData(mask uint64) {
	if mask == 0x40 {
		d.writeClient(!d.clientForce(0x50))
		return
	}
	c := &d.client
	in, at := (*[margin]byte)(d.in[d.at:]), uint64(0)
	// Decode a field of a byte without a branch; one that is left out has no bytes, and its difference is 0.
	d8 := func(bit int) byte {
		has := mask >> bit & 1
		v := in[at&(margin-1)] & -byte(has)
		at += has
		return v
	}
	for _, more := range [...]int{3, 15, 23, 31} {
		mask |= uint64(d8(more)) << (more&^7 + 8)
	}
	d16 := func(narrow, wide int, v *uint16) {
		if mask>>wide&1 == 0 {
			add(v, d8(narrow))
			return
		}
		*v = binary.LittleEndian.Uint16(in[at&(margin/2-1):])
		at += 2
	}
	toggle := func(bit int, v *bool) { *v = *v != (mask>>bit&1 != 0) }

	c.vel[2] += d8(0)
	c.vel[0] += d8(1)
	c.vel[1] += d8(2)
	d16(8, 29, &c.weaponframe)
	toggle(9, &c.onground)
	c.punch[0] += d8(10)
	d16(11, 30, &c.ammo)
	has := mask >> 12 & 1
	c.health += binary.LittleEndian.Uint16(in[at&(margin/2-1):]) & -uint16(has)
	at += 2 * has
	has = mask >> 13 & 1
	c.items ^= binary.LittleEndian.Uint32(in[at&(margin/2-1):]) & -uint32(has)
	at += 4 * has
	d16(14, 32, &c.armor)
	if mask>>16 != 0 {
		c.idealpitch += d8(16)
		d16(17, 33, &c.shells)
		d16(18, 34, &c.nails)
		d16(19, 35, &c.rockets)
		d16(20, 36, &c.weapon)
		c.activeweapon += d8(21)
		toggle(22, &c.inwater)
		c.viewheight += d8(24)
		d16(25, 37, &c.cells)
		c.punch[1] += d8(26)
		c.punch[2] += d8(27)
		toggle(28, &c.noitems)
		c.alpha += d8(38)
	}
	d.at += int(at)
	d.clientForce(0x50)
	d.writeClient(false)
}

// clientForce reads which fields to write despite their default values, if a byte from id to id+15 announces that. It
// reports whether it did.
func (d *decoder) clientForce(id byte) bool {
	if d.in[d.at]&0xf0 != id {
		return false
	}
	force := uint32(d.u8())
	if force&8 != 0 {
		force |= uint32(d.u8()) << 8
	}
	d.client.force ^= force & 0xff07
	return true
}

// writeClient writes the client data message. same says that the state is that of the last message.
func (d *decoder) writeClient(same bool) {
	c := &d.client
	if same && d.clientSize > 0 {
		d.clientStart, d.n = d.n, d.n+copy(d.out[d.n:], d.out[d.clientStart:d.clientStart+d.clientSize])
		return
	}
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
	one := func(v, usual byte, place, force int) {
		written := bit(v != usual) | c.force>>force&1
		out[at&(maxClient-1)] = v
		at += int(written)
		mask |= written << place
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
	binary.LittleEndian.PutUint64(out[at&(maxClient/2-1):], uint64(c.health)|uint64(byte(c.ammo))<<16|
		uint64(byte(c.shells))<<24|uint64(byte(c.nails))<<32|uint64(byte(c.rockets))<<40|uint64(byte(c.cells))<<48|
		uint64(c.activeweapon)<<56)
	at += 8
	mask |= bit(!c.noitems)<<9 | bit(c.onground)<<10 | bit(c.inwater)<<11
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
	d.clientStart, d.clientSize = d.n, at
	if c.alpha != c.alpha0 { // which the next message leaves out
		c.alpha0, d.clientSize = c.alpha, 0
	}
	d.n += at
}

// maxClient is the buffer size in bytes for a client data message, which has at most 5, then 27, then 9.
const maxClient = 64
