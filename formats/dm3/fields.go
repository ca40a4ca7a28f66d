package dm3

import (
	"math"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// window is how many bits of a wire.BitReader's window are sure to be there,
// and longest is how many one field of a coded message can ask for: the bits
// that say changed, not zero and long, and four symbols.
const (
	window  = 57
	longest = 3 + 4*11
)

// room makes place for the changes of one more state and returns it.
func (d *Decoder) room() *[64]message.SnapshotChange {
	if len(d.changes)-d.used < 64 {
		more := make([]message.SnapshotChange, max(1024, 2*len(d.changes)))
		copy(more, d.changes[:d.used])
		d.changes = more
	}
	return (*[64]message.SnapshotChange)(d.changes[d.used : d.used+64])
}

// readEntity reads what stands behind an entity's number.
func (d *Decoder) readEntity(number uint16) (message.SnapshotEntity, error) {
	r, p := &d.bits, d.proto
	e := message.SnapshotEntity{Number: number, First: int32(d.used), End: int32(d.used)}
	if r.Raw(1) != 0 {
		e.Kind = message.SnapshotRemoved
		return e, nil
	}
	if r.Raw(1) == 0 {
		return e, nil
	}
	e.Kind = message.SnapshotDelta
	if !p.huffman {
		e.Lead = uint8(r.Raw(5))
		var mask uint64
		if int(e.Lead) < len(knownMasks) {
			mask = knownMasks[e.Lead] & (1<<p.mask - 1)
		} else {
			mask = r.Window(r.Pos()) & (1<<p.mask - 1)
			r.SetPos(r.Pos() + p.mask)
		}
		d.used += readMasked(r, &p.entity, mask, d.room())
	} else {
		e.Lead = r.Byte()
		if int(e.Lead) > p.entities {
			return e, errLead
		}
		d.used += readLed(r, &p.entity, int(e.Lead), 1, d.room())
	}
	e.End = int32(d.used)
	if r.Overrun() {
		return e, message.ErrTruncated
	}
	return e, nil
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
	if r.Overrun() {
		return message.ErrTruncated
	}
	return nil
}

// readLed reads the changed ones of the lead leading fields of a state, in a
// coded message. zeroBits is 1 where a bit before the value says whether it is
// zero (entities), else 0.
func readLed(r *wire.BitReader, fields *[64]field, lead int, zeroBits uint, dst *[64]message.SnapshotChange) int {
	pos, n := r.Pos(), 0
	for i := 0; i < lead; i++ {
		w := r.Window(pos)
		// A run of fields that do not change is a run of zero bits.
		run := bits.TrailingZeros64(w | 1<<(window-1))
		if run > 0 {
			run = min(run, lead-i)
			i += run
			pos += uint(run)
			if i == lead {
				break
			}
			if run > window-longest {
				w = r.Window(pos)
				if w&1 == 0 {
					i--
					continue
				}
			} else {
				w >>= uint(run) & 63
			}
		}
		f := &fields[i&63]
		c := &dst[n&63]
		n++
		c.Field = f.id
		w >>= 1
		pos++
		if zeroBits != 0 {
			pos++
			if w&1 == 0 {
				c.Form, c.Value = message.FormZero, 0
				continue
			}
			w >>= 1
		}
		if f.float {
			if w&1 == 0 {
				e := wire.Huffman[w>>6&wire.HuffmanMask]
				whole := int32(w>>1&31) | int32(e&0xff)<<5
				c.Form = message.FormPlain
				c.Value = int32(math.Float32bits(float32(whole - 4096)))
				pos += 6 + uint(e>>8)
				continue
			}
			w >>= 1
			pos++
			c.Form = message.FormLong
			var v uint32
			v, pos = readLong(w, pos)
			c.Value = int32(v)
			continue
		}
		c.Form = message.FormPlain
		low := uint(f.low) & 7
		v := uint32(w) & (1<<low - 1)
		w >>= low
		pos += low
		if f.symbols != 0 {
			e := wire.Huffman[w&wire.HuffmanMask]
			v |= uint32(e&0xff) << low
			pos += uint(e >> 8)
			for k := uint(f.symbols); k > 1; k-- {
				w >>= e >> 8 & 63
				low += 8
				e = wire.Huffman[w&wire.HuffmanMask]
				v |= uint32(e&0xff) << (low & 31)
				pos += uint(e >> 8)
			}
		}
		c.Value = int32(v) << (f.shift & 31) >> (f.shift & 31)
	}
	r.SetPos(pos)
	return n
}

// readLong reads four symbols from w, whose first bit is bit pos.
func readLong(w uint64, pos uint) (uint32, uint) {
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

// readMasked reads the fields of a mask, in a plain message.
func readMasked(r *wire.BitReader, fields *[64]field, mask uint64, dst *[64]message.SnapshotChange) int {
	pos, n := r.Pos(), 0
	for ; mask != 0; mask &= mask - 1 {
		pos += readPlain(r.Window(pos), &fields[bits.TrailingZeros64(mask)&63], &dst[n&63])
		n++
	}
	r.SetPos(pos)
	return n
}

// readBits reads the changed ones of count fields, a bit before each, in a
// plain message.
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

// readPlain reads one field of a plain message and returns its bits.
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
