// Package wire reads and writes the primitives of all demo formats: little-endian numbers, zero-terminated strings, and
// the coordinate and angle encodings of each protocol.
//
// A Reader never panics and never reads past its data. Reading too far returns zeros and is remembered, so that a
// decoder checks once per message instead of once per byte.
package wire

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Reader reads consecutive numbers from a slice, which it never changes.
type Reader struct {
	data []byte
	pos  int
	over bool
}

// Reset makes r read data from its first byte.
func (r *Reader) Reset(data []byte) { *r = Reader{data: data} }

// Pos returns the number of bytes read.
func (r *Reader) Pos() int { return r.pos }

// Len returns the number of unread bytes.
func (r *Reader) Len() int { return len(r.data) - r.pos }

// Overrun reports whether a read went past the end.
func (r *Reader) Overrun() bool { return r.over }

// Rest returns a view of the unread bytes without consuming them.
func (r *Reader) Rest() []byte { return r.data[r.pos:] }

func (r *Reader) fail() {
	r.over = true
	r.pos = len(r.data)
}

// Byte reads an unsigned byte.
func (r *Reader) Byte() uint8 {
	if r.pos >= len(r.data) {
		r.over = true
		return 0
	}
	v := r.data[r.pos]
	r.pos++
	return v
}

// Peek returns the next byte without consuming it, 0 at the end.
func (r *Reader) Peek() uint8 {
	if r.pos >= len(r.data) {
		return 0
	}
	return r.data[r.pos]
}

// Char reads a signed byte.
func (r *Reader) Char() int8 { return int8(r.Byte()) }

// Short reads a signed 16-bit number.
func (r *Reader) Short() int16 { return int16(r.Word()) }

// Word reads an unsigned 16-bit number.
func (r *Reader) Word() uint16 {
	if len(r.data)-r.pos < 2 {
		r.fail()
		return 0
	}
	v := binary.LittleEndian.Uint16(r.data[r.pos:])
	r.pos += 2
	return v
}

// Long reads a signed 32-bit number.
func (r *Reader) Long() int32 {
	if len(r.data)-r.pos < 4 {
		r.fail()
		return 0
	}
	v := binary.LittleEndian.Uint32(r.data[r.pos:])
	r.pos += 4
	return int32(v)
}

// Float reads a 32-bit IEEE number.
func (r *Reader) Float() float32 { return math.Float32frombits(uint32(r.Long())) }

// Bytes reads n bytes as a view into the data. If there are fewer, it returns nil and that is an overrun.
func (r *Reader) Bytes(n int) []byte {
	if n < 0 || n > len(r.data)-r.pos {
		r.fail()
		return nil
	}
	v := r.data[r.pos : r.pos+n : r.pos+n]
	r.pos += n
	return v
}

// Skip skips n bytes.
func (r *Reader) Skip(n int) { r.Bytes(n) }

// String reads through the next zero byte and returns a view of the bytes before it. It is an overrun if there is no
// zero byte.
func (r *Reader) String() []byte {
	rest := r.data[r.pos:]
	n := bytes.IndexByte(rest, 0)
	if n < 0 {
		r.fail()
		return rest
	}
	r.pos += n + 1
	return rest[:n:n]
}
