package dm3

import (
	"math"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// window is the minimum number of bits that a [wire.BitReader] keeps in a register, and longest the maximum size in
// bits of a field in a Huffman-coded message: the bits for changed, not zero and long, and four symbols.
const (
	window  = 56
	longest = 3 + 4*11
)

// room returns space for the changes of another state.
func (d *Decoder) room() *[64]message.SnapshotChange {
	if len(d.changes)-d.used < 64 {
		more := make([]message.SnapshotChange, max(1024, 2*len(d.changes)))
		copy(more, d.changes[:d.used])
		d.changes = more
	}
	return (*[64]message.SnapshotChange)(d.changes[d.used : d.used+64])
}

// readEntity reads an entity: its number, its kind of change, its changes. The number that ends a list has nothing
// after it.
func (d *Decoder) readEntity(e *message.SnapshotEntity) error {
	r, p := &d.bits, d.proto
	e.Lead, e.Kind, e.First, e.End = 0, message.SnapshotSame, int32(d.used), int32(d.used)
	if !p.huffman {
		return d.readPlainEntity(e)
	}
	// 2 bits and a symbol of the number, 2 of the kind, a symbol of lc: one window holds all of them.
	pos := r.Pos()
	w := r.Window(pos)
	s := wire.Huffman[w>>2&wire.HuffmanMask]
	e.Number = uint16(w&3) | s&0xff<<2
	n := 2 + uint(s>>8)
	if e.Number == endOfEntities {
		r.SetPos(pos + n)
		return d.overrun()
	}
	w >>= n & 63
	if w&3 != 2 {
		n++
		if w&1 != 0 {
			e.Kind = message.SnapshotRemoved
		} else {
			n++
		}
		r.SetPos(pos + n)
		return d.overrun()
	}
	e.Kind = message.SnapshotDelta
	s = wire.Huffman[w>>2&wire.HuffmanMask]
	e.Lead = uint8(s)
	r.SetPos(pos + n + 2 + uint(s>>8))
	if int(e.Lead) > p.entities {
		return errLead
	}
	d.used += readLed(r, &p.entity, int(e.Lead), 1, d.room())
	e.End = int32(d.used)
	return d.overrun()
}

// readPlainEntity is readEntity for the early protocols.
func (d *Decoder) readPlainEntity(e *message.SnapshotEntity) error {
	r, p := &d.bits, d.proto
	e.Number = uint16(r.Raw(10))
	switch {
	case e.Number == endOfEntities:
		return d.overrun()
	case r.Raw(1) != 0:
		e.Kind = message.SnapshotRemoved
		return d.overrun()
	case r.Raw(1) == 0:
		return d.overrun()
	}
	e.Kind = message.SnapshotDelta
	e.Lead = uint8(r.Raw(5))
	all := uint64(1)<<p.mask - 1
	var mask uint64
	if int(e.Lead) < len(knownMasks) {
		mask = knownMasks[e.Lead] & all
	} else {
		mask = r.Window(r.Pos()) & all
		r.SetPos(r.Pos() + p.mask)
	}
	d.used += readMasked(r, &p.entity, mask, d.room())
	e.End = int32(d.used)
	return d.overrun()
}

// overrun returns an error if the reader is past the end.
func (d *Decoder) overrun() error {
	if d.bits.Overrun() {
		return message.ErrTruncated
	}
	return nil
}

// readPlayer reads a playerState.
func (d *Decoder) readPlayer(m *message.SnapshotPlayer) error {
	r, p := &d.bits, d.proto
	*m = message.SnapshotPlayer{First: int32(d.used)}
	if !p.huffman {
		d.used += readBits(r, &p.player, p.players, d.room())
	} else {
		m.Lead = r.Byte()
		if int(m.Lead) > p.players {
			return errLead
		}
		d.used += readLed(r, &p.player, int(m.Lead), 0, d.room())
		m.Arrays = uint8(r.Raw(1)) << 7
	}
	if !p.huffman || m.Arrays != 0 {
		dst, n := d.room(), 0
		for array := range 4 {
			if r.Raw(1) == 0 {
				continue
			}
			m.Arrays |= 1 << array
			mask := r.Bits(16)
			m.Masks[array] = uint16(mask)
			for ; mask != 0; mask &= mask - 1 {
				element := array<<4 | bits.TrailingZeros32(mask)&15
				c := &dst[n&63]
				c.Field, c.Form = uint8(64+element), message.FormPlain
				if array < 3 {
					c.Value = int32(r.Short())
				} else {
					c.Value = r.Long()
				}
				n++
			}
		}
		d.used += n
	}
	m.End = int32(d.used)
	return d.overrun()
}

// readEntities reads the entities of a snapshot.
//
// It repeats the loop of readLed, because a call for each entity would move the registers to memory.
// TestBothEntityLoops checks that both agree.
//
// Most of the decoding time is spent here, waiting for the length of the previous value. So the next bits stay in
// registers from the first entity to the last, a run of unchanged fields is counted at once, and predictable decisions
// (the next field changes, too) are branches, not calculations.
func (d *Decoder) readEntities(m *message.Snapshot) error {
	r, fields, high := &d.bits, &d.proto.entity, &d.high
	list := m.Entities[:0]
	last := -1
	w, have, at := r.Begin()
	for {
		// 2 bits and a symbol of the number, 2 of the kind, a symbol of lc.
		w, have, at = r.Refill(w, have, at)
		s := wire.Huffman[w>>2&wire.HuffmanMask]
		number := uint16(w&3) | s&0xff<<2
		n := 2 + uint(s>>8)
		w >>= n & 63
		have -= n
		if number == endOfEntities {
			r.SetPos(at*8 - have)
			m.Entities = list
			return d.overrun()
		}
		list = append(list, message.SnapshotEntity{Number: number, Kind: message.SnapshotSame, First: int32(d.used),
			End: int32(d.used)})
		e := &list[len(list)-1]
		if w&3 != 2 {
			n = 1
			if w&1 != 0 {
				e.Kind = message.SnapshotRemoved
			} else {
				n = 2
			}
			w >>= n & 63
			have -= n
			if err := d.listed(at*8-have, int(number) > last); err != nil {
				return err
			}
			last = int(number)
			continue
		}
		e.Kind = message.SnapshotDelta
		s = wire.Huffman[w>>2&wire.HuffmanMask]
		e.Lead = uint8(s)
		n = 2 + uint(s>>8)
		w >>= n & 63
		have -= n
		lead := int(e.Lead)
		if lead > d.proto.entities {
			r.SetPos(at*8 - have)
			return errLead
		}
		dst := d.room()
		k := 0
		for i := 0; i < lead; i++ {
			w, have, at = r.Refill(w, have, at)
			if w&1 == 0 {
				run := bits.TrailingZeros64(w | 1<<(window-1))
				i += run
				if i >= lead {
					n = uint(run - (i - lead))
					w >>= n & 63
					have -= n
					break
				}
				w >>= uint(run) & 63
				have -= uint(run)
				if run > window-longest {
					w, have, at = r.Refill(w, have, at)
					if w&1 == 0 { // the whole window was zero
						i--
						continue
					}
				}
			}
			f := &fields[i&63]
			c := &dst[k&63]
			k++
			c.Field = f.id
			switch {
			case w&2 == 0:
				c.Form, c.Value = message.FormZero, 0
				w >>= 2
				have -= 2
			case !f.float:
				c.Form = message.FormPlain
				w >>= 2
				low := uint(f.low) & 7
				v := uint32(w) & (1<<low - 1)
				w >>= low
				have -= 2 + low
				if f.symbols == 4 {
					e := wire.Huffman[w&wire.HuffmanMask]
					v = uint32(e & 0xff)
					w >>= e >> 8 & 63
					have -= uint(e >> 8)
					e = wire.Huffman[w&wire.HuffmanMask]
					v |= uint32(e&0xff) << 8
					w >>= e >> 8 & 63
					have -= uint(e >> 8)
					if w&high.mask != high.code {
						high.read(w)
					}
					c.Value = int32(v | high.value)
					w >>= high.n & 63
					have -= high.n
					continue
				}
				for k := f.symbols; k > 0; k-- {
					e := wire.Huffman[w&wire.HuffmanMask]
					v |= uint32(e&0xff) << (low & 31)
					low += 8
					w >>= e >> 8 & 63
					have -= uint(e >> 8)
				}
				c.Value = int32(v) << (f.shift & 31) >> (f.shift & 31)
			case w&4 == 0:
				e := wire.Huffman[w>>8&wire.HuffmanMask]
				whole := int32(w>>3&31) | int32(e&0xff)<<5
				n = 8 + uint(e>>8)
				w >>= n & 63
				have -= n
				c.Form = message.FormPlain
				c.Value = int32(math.Float32bits(float32(whole - 4096)))
			default:
				value, n := readLong(w>>3, 3)
				w >>= n & 63
				have -= n
				c.Form, c.Value = message.FormLong, int32(value)
			}
		}
		d.used += k
		e.End = int32(d.used)
		if err := d.listed(at*8-have, int(number) > last); err != nil {
			return err
		}
		last = int(number)
	}
}

// highBytes are the upper two bytes of the last 32-bit number, and their code. Nearly all such numbers are times, so
// the next one mostly has the same upper bytes: comparing its bits with the code avoids waiting for the length of each
// symbol.
type highBytes struct {
	value      uint32
	n          uint // bits
	mask, code uint64
}

// noHighBytes matches no number.
var noHighBytes = highBytes{code: 1}

// read reads two symbols from w, and stores them.
func (h *highBytes) read(w uint64) {
	e2 := wire.Huffman[w&wire.HuffmanMask]
	h.n = uint(e2 >> 8)
	e3 := wire.Huffman[w>>(h.n&63)&wire.HuffmanMask]
	h.n += uint(e3 >> 8)
	h.value = uint32(e2&0xff)<<16 | uint32(e3&0xff)<<24
	h.mask = 1<<(h.n&63) - 1
	h.code = w & h.mask
}

// listed returns an error if an entity that ends at bit pos exceeds the message, or if rises is false; then it moves
// the reader to pos.
func (d *Decoder) listed(pos uint, rises bool) error {
	if pos <= d.bits.End() && rises {
		return nil
	}
	d.bits.SetPos(pos)
	if err := d.overrun(); err != nil {
		return err
	}
	return errOrder
}

// readLed reads the changed ones of the first lead fields of a state in a Huffman-coded message. zeroBits is 1 if a bit
// before the value says whether it is zero (entities), otherwise 0.
//
// Most of the decoding time is spent here, waiting for the length of the previous value. So the next bits stay in a
// register, a run of unchanged fields is counted at once, and predictable decisions (the next field changes, too) are
// branches, not calculations.
func readLed(r *wire.BitReader, fields *[64]field, lead int, zeroBits uint, dst *[64]message.SnapshotChange) int {
	w, have, at := r.Begin()
	n := 0
	for i := 0; ; i++ {
		w, have, at = r.Refill(w, have, at)
		if i >= lead {
			break
		}
		if w&1 == 0 {
			run := bits.TrailingZeros64(w | 1<<(window-1))
			i += run
			if i >= lead {
				have -= uint(run - (i - lead))
				break
			}
			w >>= uint(run) & 63
			have -= uint(run)
			if run > window-longest {
				w, have, at = r.Refill(w, have, at)
				if w&1 == 0 { // the whole window was zero
					i--
					continue
				}
			}
		}
		f := &fields[i&63]
		c := &dst[n&63]
		n++
		c.Field = f.id
		if zeroBits != 0 {
			if w&2 == 0 {
				c.Form, c.Value = message.FormZero, 0
				w >>= 2
				have -= 2
				continue
			}
			w >>= 1
			have--
		}
		if f.float {
			if w&2 == 0 {
				e := wire.Huffman[w>>7&wire.HuffmanMask]
				whole := int32(w>>2&31) | int32(e&0xff)<<5
				n := 7 + uint(e>>8)
				w >>= n & 63
				have -= n
				c.Form = message.FormPlain
				c.Value = int32(math.Float32bits(float32(whole - 4096)))
				continue
			}
			w >>= 2
			e0 := wire.Huffman[w&wire.HuffmanMask]
			w >>= e0 >> 8 & 63
			e1 := wire.Huffman[w&wire.HuffmanMask]
			w >>= e1 >> 8 & 63
			e2 := wire.Huffman[w&wire.HuffmanMask]
			w >>= e2 >> 8 & 63
			e3 := wire.Huffman[w&wire.HuffmanMask]
			w >>= e3 >> 8 & 63
			have -= 2 + uint(e0>>8) + uint(e1>>8) + uint(e2>>8) + uint(e3>>8)
			c.Form = message.FormLong
			c.Value = int32(uint32(e0&0xff) | uint32(e1&0xff)<<8 | uint32(e2&0xff)<<16 | uint32(e3&0xff)<<24)
			continue
		}
		c.Form = message.FormPlain
		w >>= 1
		low := uint(f.low) & 7
		v := uint32(w) & (1<<low - 1)
		w >>= low
		have -= 1 + low
		for k := f.symbols; k > 0; k-- {
			e := wire.Huffman[w&wire.HuffmanMask]
			v |= uint32(e&0xff) << (low & 31)
			low += 8
			w >>= e >> 8 & 63
			have -= uint(e >> 8)
		}
		c.Value = int32(v) << (f.shift & 31) >> (f.shift & 31)
	}
	r.SetPos(at*8 - have)
	return n
}

// readLong reads four symbols from w, whose first bit is at pos, and returns the position after them.
func readLong(w uint64, pos uint) (value uint32, next uint) {
	e0 := wire.Huffman[w&wire.HuffmanMask]
	w >>= e0 >> 8 & 63
	e1 := wire.Huffman[w&wire.HuffmanMask]
	w >>= e1 >> 8 & 63
	e2 := wire.Huffman[w&wire.HuffmanMask]
	w >>= e2 >> 8 & 63
	e3 := wire.Huffman[w&wire.HuffmanMask]
	v := uint32(e0&0xff) | uint32(e1&0xff)<<8 | uint32(e2&0xff)<<16 | uint32(e3&0xff)<<24
	return v, pos + uint(e0>>8) + uint(e1>>8) + uint(e2>>8) + uint(e3>>8)
}

// readMasked reads the fields in a mask, in a plain message.
func readMasked(r *wire.BitReader, fields *[64]field, mask uint64, dst *[64]message.SnapshotChange) int {
	pos, n := r.Pos(), 0
	for ; mask != 0; mask &= mask - 1 {
		pos += readPlain(r.Window(pos), &fields[bits.TrailingZeros64(mask)&63], &dst[n&63])
		n++
	}
	r.SetPos(pos)
	return n
}

// readBits reads the changed ones of count fields, with a bit before each, in a plain message.
func readBits(r *wire.BitReader, fields *[64]field, count int, dst *[64]message.SnapshotChange) int {
	pos, n := r.Pos(), 0
	for i := range count {
		w := r.Window(pos)
		pos++
		if w&1 == 0 {
			continue
		}
		pos += readPlain(w>>1, &fields[i&63], &dst[n&63])
		n++
	}
	r.SetPos(pos)
	return n
}

// readPlain reads a field of a plain message and returns its width in bits.
func readPlain(w uint64, f *field, c *message.SnapshotChange) uint {
	c.Field, c.Form = f.id, message.FormPlain
	if f.float {
		if w&1 == 0 {
			c.Value = int32(math.Float32bits(float32(int32(w>>1&(1<<13-1)) - 4096)))
			return 14
		}
		c.Form = message.FormLong
		c.Value = int32(w >> 1)
		return 33
	}
	width := uint(f.width)
	c.Value = int32(w&(1<<(width&63)-1)) << (f.shift & 31) >> (f.shift & 31)
	return width
}
