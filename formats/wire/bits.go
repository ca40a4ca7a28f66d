package wire

import (
	"encoding/binary"
	"errors"
)

// MaxBitMessage is the maximum size in bytes of a message for a BitReader. The game itself stops at 16384; some
// recorders allow twice as much.
const MaxBitMessage = 32768

// bitIndexMask keeps every access inside the buffer, because the position may run past the end by the length of an
// entity.
const bitIndexMask = 1<<16 - 1

// errBitMessage says that a message is longer than MaxBitMessage.
var errBitMessage = errors.New("message longer than 32768 bytes")

// BitReader reads numbers bit by bit, the lowest bit of a byte first, from a padded copy of a message. Reading past the
// end returns leftovers and is an overrun. Callers check for it once per message or entity instead of once per number.
type BitReader struct {
	buf     [bitIndexMask + 1 + 8]byte
	pos     uint
	end     uint
	huffman bool
}

// Reset copies data, to be read from its first bit. If huffman is set, each full byte of a number is a symbol of the
// fixed code (see [Huffman]). It is an error if data is longer than [MaxBitMessage].
func (r *BitReader) Reset(data []byte, huffman bool) error {
	r.pos, r.end, r.huffman = 0, 0, huffman
	if len(data) > MaxBitMessage {
		return errBitMessage
	}
	n := copy(r.buf[:MaxBitMessage], data)
	clear(r.buf[n : n+16])
	r.end = uint(n) * 8
	return nil
}

// Pos returns the number of bits read.
func (r *BitReader) Pos() uint { return r.pos }

// SetPos goes to a bit, counted from the first.
func (r *BitReader) SetPos(pos uint) { r.pos = pos }

// End returns the number of bits of the message.
func (r *BitReader) End() uint { return r.end }

// Overrun reports whether a read went past the end.
func (r *BitReader) Overrun() bool { return r.pos > r.end }

// Window returns at least 57 bits from bit pos on, the first in the lowest bit.
func (r *BitReader) Window(pos uint) uint64 {
	p := pos >> 3 & bitIndexMask
	return binary.LittleEndian.Uint64(r.buf[p:p+8]) >> (pos & 7)
}

// Begin and [BitReader.Refill] keep the next bits in a register, for loops that read very many short numbers. w holds
// at least have valid bits, and at is the index of the byte after them. After Refill, have is at least 56. At the end,
// the loop sets the position with SetPos(at*8 - have).
func (r *BitReader) Begin() (w uint64, have, at uint) {
	return r.Window(r.pos), 56 - r.pos&7, r.pos>>3 + 7
}

// Refill adds bits to w, of which at least have are valid; see [BitReader.Begin].
func (r *BitReader) Refill(w uint64, have, at uint) (uint64, uint, uint) {
	p := at & bitIndexMask
	w |= binary.LittleEndian.Uint64(r.buf[p:p+8]) << (have & 63)
	return w, have | 56, at + (63-have)>>3
}

// Align goes to the next byte boundary.
func (r *BitReader) Align() { r.pos = (r.pos + 7) &^ 7 }

// Raw reads n bits (at most 32) without Huffman decoding.
func (r *BitReader) Raw(n uint) uint32 {
	v := uint32(r.Window(r.pos) & (1<<(n&63) - 1))
	r.pos += n
	return v
}

// Bits reads an unsigned number of n bits (at most 32): first the low n mod 8 bits as they are, then the bytes, each a
// Huffman symbol if the message is coded.
func (r *BitReader) Bits(n uint) uint32 {
	if !r.huffman {
		return r.Raw(n)
	}
	low := n & 7
	w := r.Window(r.pos)
	v := uint32(w & (1<<low - 1))
	w >>= low
	r.pos += low
	for shift := low; shift < n; shift += 8 {
		e := Huffman[w&HuffmanMask]
		v |= uint32(e&0xff) << (shift & 31)
		w >>= e >> 8 & 63
		r.pos += uint(e >> 8)
	}
	return v
}

// Byte reads 8 bits.
func (r *BitReader) Byte() uint8 { return uint8(r.Bits(8)) }

// Short reads a signed number of 16 bits.
func (r *BitReader) Short() int16 { return int16(r.Bits(16)) }

// Long reads a signed number of 32 bits.
func (r *BitReader) Long() int32 { return int32(r.Bits(32)) }

// AppendString appends the bytes up to a zero byte, which it consumes. It is an overrun if the message ends first.
func (r *BitReader) AppendString(dst []byte) []byte {
	for r.pos < r.end {
		c := r.Byte()
		if c == 0 {
			return dst
		}
		dst = append(dst, c)
	}
	r.pos = r.end + 1
	return dst
}

// AppendBytes appends n bytes. It is an overrun if the message ends first.
func (r *BitReader) AppendBytes(dst []byte, n int) []byte {
	for n > 0 && r.pos < r.end {
		if !r.huffman {
			dst = append(dst, r.Byte())
			n--
			continue
		}
		// A window holds at least five symbols.
		w := r.Window(r.pos)
		for k := min(n, 5); k > 0; k-- {
			e := Huffman[w&HuffmanMask]
			dst = append(dst, uint8(e))
			w >>= e >> 8 & 63
			r.pos += uint(e >> 8)
			n--
		}
	}
	if n > 0 {
		r.pos = r.end + 1
	}
	return dst
}

// AppendRest appends the unread bits without consuming them, shifted to begin with a whole byte. The unused bits of the
// last byte are zero.
func (r *BitReader) AppendRest(dst []byte) []byte {
	for pos := r.pos; pos < r.end; pos += 8 {
		n := min(8, r.end-pos)
		dst = append(dst, uint8(r.Window(pos)&(1<<n-1)))
	}
	return dst
}

// BitWriter writes the encoding that a BitReader reads.
type BitWriter struct {
	data    []byte
	pos     uint
	huffman bool
}

// Reset empties w and keeps its memory.
func (w *BitWriter) Reset(huffman bool) {
	w.data, w.pos, w.huffman = w.data[:0], 0, huffman
}

// Pos returns the number of bits written.
func (w *BitWriter) Pos() uint { return w.pos }

// Data returns the bytes written; the unused bits of the last are zero.
func (w *BitWriter) Data() []byte { return w.data }

// Align goes to the next byte boundary with zero bits.
func (w *BitWriter) Align() { w.pos = (w.pos + 7) &^ 7 }

// Raw writes the low n bits (at most 32) of v as they are.
func (w *BitWriter) Raw(v uint32, n uint) {
	for i := range n {
		if w.pos>>3 >= uint(len(w.data)) {
			w.data = append(w.data, 0)
		}
		w.data[w.pos>>3] |= uint8(v>>i&1) << (w.pos & 7)
		w.pos++
	}
}

// Bits writes the low n bits (at most 32) of v for [BitReader.Bits].
func (w *BitWriter) Bits(v uint32, n uint) {
	if !w.huffman {
		w.Raw(v, n)
		return
	}
	low := n & 7
	w.Raw(v, low)
	for shift := low; shift < n; shift += 8 {
		c := huffmanCodes[uint8(v>>shift)]
		w.Raw(uint32(c&HuffmanMask), uint(c>>11))
	}
}

// Byte writes 8 bits.
func (w *BitWriter) Byte(v uint8) { w.Bits(uint32(v), 8) }

// Short writes 16 bits.
func (w *BitWriter) Short(v int16) { w.Bits(uint32(v), 16) }

// Long writes 32 bits.
func (w *BitWriter) Long(v int32) { w.Bits(uint32(v), 32) }

// String writes v and a zero byte.
func (w *BitWriter) String(v []byte) {
	w.Bytes(v)
	w.Byte(0)
}

// Bytes writes v.
func (w *BitWriter) Bytes(v []byte) {
	for _, c := range v {
		w.Byte(c)
	}
}
