package qwz

import (
	"encoding/binary"
	"errors"
)

// Errors of a stream of symbols.
var (
	errEnd    = errors.New("the file ends before the demo does")
	errSymbol = errors.New("no symbol has this code")
	errStray  = errors.New("the file continues after the end of the demo")
)

const (
	// leastRange is the range below which the next byte is needed.
	leastRange = 1 << 24
	// ahead is the number of bytes that the coder reads before the first symbol, and that may be missing at the end.
	ahead = 4
)

// coder reads symbols from a range coder's stream.
type coder struct {
	data   []byte
	pos    int    // of the next byte, may be after the end
	size   uint32 // of the range
	offset uint32 // of the code in the range
	err    error  // why all further symbols are 0
}

// reset restarts at the first byte of data.
func (c *coder) reset(data []byte) {
	var code [ahead]byte
	copy(code[:], data)
	*c = coder{data: data, pos: ahead, size: 1<<32 - 1, offset: binary.BigEndian.Uint32(code[:])}
	if len(data) == 0 {
		c.err = errEnd
	}
}

// at returns the approximate offset in the file of the next symbol, in bytes.
func (c *coder) at() int64 { return int64(min(c.pos-ahead, len(c.data))) }

// fail makes all further symbols 0.
func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.size, c.offset = 1<<32-1, 0
}

// fill consumes bytes until the range is large enough.
func (c *coder) fill() {
	for c.size < leastRange {
		b := byte(0)
		if c.pos < len(c.data) {
			b = c.data[c.pos]
		} else if c.pos >= len(c.data)+ahead {
			c.fail(errEnd)
			return
		}
		c.pos++
		c.size, c.offset = c.size<<8|0xff, c.offset<<8|uint32(b)
	}
}

// place returns the position of the code in the whole 32-bit range.
func (c *coder) place() uint32 {
	if c.size < leastRange {
		c.fill()
	}
	if c.offset >= c.size {
		c.fail(errSymbol)
	}
	return uint32((uint64(c.offset)<<32 + (1<<32 - 1)) / uint64(c.size))
}

// take narrows the range to the part of a symbol.
func (c *coder) take(from, to uint32) {
	low := uint32(uint64(from) * uint64(c.size) >> 32)
	high := uint32(uint64(to) * uint64(c.size) >> 32)
	c.offset -= low
	c.size = high - 1 - low
}

// symbol reads a symbol.
func (c *coder) symbol(r *row) uint8 {
	place := c.place()
	s := r.first[place>>24]
	for s < r.last && r.from[int(s)+1] <= place {
		s++
	}
	c.take(r.from[s], r.from[int(s)+1])
	return s
}

// letter reads a letter or a word.
func (c *coder) letter(r *textRow) uint16 {
	place := c.place()
	s := r.first[place>>24] & (2*tableCounts - 1)
	for s < 2*tableCounts-1 && r.from[s+1] <= place {
		s++
	}
	c.take(r.from[s], r.from[s+1])
	return s
}
