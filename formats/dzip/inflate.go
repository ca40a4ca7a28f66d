package dzip

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"slices"
)

// Sizes in bytes of an inflater's buffers.
const (
	inflateInput = 16 << 10
	// inflateWindow is the maximum distance of a copy.
	inflateWindow = 32 << 10
	// inputMargin and outputMargin exceed the bytes read and written for a symbol.
	inputMargin  = 16
	outputMargin = 512
)

// inflater reads the bytes of a DEFLATE stream (RFC 1951). It takes half the time of compress/flate, because its input
// and output are arrays, and it looks at up to 64 bits of the input at once.
type inflater struct {
	r     io.Reader
	ended error // why r has no more bytes; inputMargin zero bytes follow end then
	// The stream's bytes before in[at] are taken, except for the last left bits. These are the low ones of bits. start
	// is the number of the stream's bytes before in[0].
	in      [inflateInput + inputMargin]byte
	start   int64
	at, end int
	bits    uint64
	left    uint

	out     [2*inflateWindow + outputMargin]byte // out[sent:n] is not read yet
	sent, n int
	err     error

	final     bool // the block is the last one
	stored    int  // remaining bytes of a stored block
	coded     bool // the block continues with symbols
	literals  table
	distances table
}

// table has the symbols by the next rootBits bits of the input, then those with longer codes.
type table []symbol

// symbol is a literal, length or distance (its lowest), or where the symbols with longer codes begin in the table. It
// also has the size of its code and the number of extra bits that follow. Those of longer codes choose the symbol.
type symbol uint32

const (
	rootBits    = 10
	rootSize    = 1 << rootBits
	longestCode = 15

	literal symbol = 1 << 13
	longer  symbol = 1 << 14
	other   symbol = 1 << 15 // the end of the block with the value 0, otherwise invalid
	invalid        = other | 1<<16

	endOfBlock = 256 // its place among literals and lengths
)

func makeSymbol(value, extra int) symbol { return symbol(value<<16 | extra<<8) }

func (s symbol) size() uint  { return uint(s & 0xf) }
func (s symbol) extra() uint { return uint(s >> 8 & 0xf) }
func (s symbol) value() int  { return int(s >> 16) }

// The symbols of literals and lengths, distances, and code sizes, and the tables of the fixed codes.
var (
	literalSymbols  [288]symbol
	distanceSymbols [32]symbol
	sizeSymbols     [19]symbol
	fixedLiterals   table
	fixedDistances  table
)

func init() {
	for i := range endOfBlock {
		literalSymbols[i] = literal | makeSymbol(i, 0)
	}
	literalSymbols[endOfBlock] = other
	length := 3
	for i := range 28 {
		extra := max(0, i/4-1)
		literalSymbols[endOfBlock+1+i] = makeSymbol(length, extra)
		length += 1 << extra
	}
	literalSymbols[285], literalSymbols[286], literalSymbols[287] = makeSymbol(258, 0), invalid, invalid
	distance := 1
	for i := range 30 {
		extra := max(0, i/2-1)
		distanceSymbols[i] = makeSymbol(distance, extra)
		distance += 1 << extra
	}
	distanceSymbols[30], distanceSymbols[31] = invalid, invalid
	for i := range sizeSymbols {
		sizeSymbols[i] = makeSymbol(i, 0)
	}
	repeat := func(size byte, n int) []byte { return bytes.Repeat([]byte{size}, n) }
	fixedLiterals.build(slices.Concat(repeat(8, 144), repeat(9, 112), repeat(7, 24), repeat(8, 8)), literalSymbols[:])
	fixedDistances.build(repeat(5, 32), distanceSymbols[:])
}

// build makes the table for codes of those sizes in bits. It reports whether they are a complete code, or a single code
// of one bit, or none.
func (t *table) build(sizes []byte, symbols []symbol) bool {
	var count, next [longestCode + 1]int
	longest := 0
	for _, size := range sizes {
		count[size]++
		longest = max(longest, int(size))
	}
	code := 0
	for size := 1; size <= longest; size++ {
		next[size] = code << 1
		code = code<<1 + count[size]
	}
	complete := longest > 0 && code == 1<<longest
	if !complete && longest > 0 && (longest > 1 || code > 1) {
		return false
	}
	*t = append((*t)[:0], make(table, rootSize)...)
	if !complete {
		for i := range *t {
			(*t)[i] = invalid
		}
	}
	for i, size := range sizes {
		if size == 0 {
			continue
		}
		s := symbols[i] | symbol(size)
		code := int(bits.Reverse16(uint16(next[size])) >> (16 - size))
		next[size]++
		if size <= rootBits {
			for ; code < rootSize; code += 1 << size {
				(*t)[code] = s
			}
			continue
		}
		root, more := code%rootSize, longest-rootBits
		if (*t)[root] == 0 {
			(*t)[root] = longer | makeSymbol(len(*t), more)
			*t = append(*t, make(table, 1<<more)...)
		}
		part := (*t)[(*t)[root].value():]
		for code /= rootSize; code < 1<<more; code += 1 << (size - rootBits) {
			part[code] = s
		}
	}
	return true
}

// reset makes the inflater read the stream r.
func (z *inflater) reset(r io.Reader) {
	z.r, z.ended, z.err = r, nil, nil
	z.start, z.at, z.end, z.bits, z.left = 0, 0, 0, 0, 0
	z.sent, z.n, z.final, z.stored, z.coded = 0, 0, false, 0, false
}

// Read returns unpacked bytes: those before the first damage, then the error.
func (z *inflater) Read(p []byte) (int, error) {
	for z.sent == z.n {
		if z.err != nil {
			return 0, z.err
		}
		if z.n >= 2*inflateWindow {
			z.n = copy(z.out[:], z.out[z.n-inflateWindow:z.n])
			z.sent = z.n
		}
		switch {
		case z.stored > 0:
			z.err = z.copyStored()
		case z.coded:
			z.err = z.inflate()
		case z.final:
			z.err = io.EOF
		default:
			z.err = z.block()
		}
	}
	n := copy(p, z.out[z.sent:z.n])
	z.sent += n
	return n, nil
}

// offset returns the number of bytes of the stream that are taken.
func (z *inflater) offset() int64 { return z.start + int64(z.at) - int64(z.left/8) }

// fill makes inputMargin bytes of the input available, or zero bytes after its end.
func (z *inflater) fill() {
	if z.end-z.at >= inputMargin || z.ended != nil {
		return
	}
	from := max(z.at-8, 0) // a stored block may go back to the bytes in bits
	z.start += int64(from)
	z.end = copy(z.in[:], z.in[from:z.end])
	z.at -= from
	for z.end-z.at < inputMargin && z.ended == nil {
		var n int
		n, z.ended = z.r.Read(z.in[z.end:inflateInput])
		z.end += n
	}
	if z.ended != nil {
		clear(z.in[z.end:][:inputMargin])
	}
}

// refill makes at least 56 bits available, with zeros after the input's end.
func (z *inflater) refill() {
	z.fill()
	z.bits |= binary.LittleEndian.Uint64(z.in[z.at:]) << z.left
	z.at = min(z.at+int(63-z.left)/8, z.end+8)
	z.left |= 56
}

// take takes n bits, at most 16.
func (z *inflater) take(n uint) int {
	if z.left < n {
		z.refill()
	}
	v := z.bits & (1<<n - 1)
	z.bits >>= n
	z.left -= n
	return int(v)
}

// cut reports whether bits after the input's end are taken.
func (z *inflater) cut() bool { return z.at*8-int(z.left) > z.end*8 }

// damage returns the error for an invalid or incomplete stream.
func (z *inflater) damage() error {
	if !z.cut() {
		return fmt.Errorf("corrupt DEFLATE data before byte %d", z.offset())
	}
	return z.early()
}

// early returns the error for an incomplete stream.
func (z *inflater) early() error {
	if z.ended == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return z.ended
}

// block reads the beginning of a block.
func (z *inflater) block() error {
	z.final = z.take(1) != 0
	valid := true
	switch z.take(2) {
	case 0:
		z.take(z.left % 8)
		size, inverse := z.take(16), z.take(16)
		valid = size^inverse == 0xffff
		if valid && !z.cut() {
			z.at -= int(z.left / 8)
			z.bits, z.left, z.stored = 0, 0, size
		}
	case 1:
		z.literals = append(z.literals[:0], fixedLiterals...)
		z.distances = append(z.distances[:0], fixedDistances...)
		z.coded = true
	case 2:
		valid = z.codes()
		z.coded = true
	default:
		valid = false
	}
	if !valid || z.cut() {
		return z.damage()
	}
	return nil
}

// codes reads the codes of a block and reports whether they are valid.
func (z *inflater) codes() bool {
	literals, all, n := 257+z.take(5), 1+z.take(5), 4+z.take(4)
	if literals > 286 || all > 30 {
		return false
	}
	all += literals
	var sizes [286 + 30]byte
	for _, i := range []byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}[:n] {
		sizes[i] = byte(z.take(3))
	}
	if !z.literals.build(sizes[:len(sizeSymbols)], sizeSymbols[:]) {
		return false
	}
	clear(sizes[:len(sizeSymbols)])
	for i := 0; i < all; {
		if z.left < longestCode {
			z.refill()
		}
		s := z.literals[z.bits%rootSize]
		if s == invalid {
			return false
		}
		z.take(s.size())
		size, n := byte(0), 1
		switch s.value() {
		case 16:
			if i == 0 {
				return false
			}
			size, n = sizes[i-1], 3+z.take(2)
		case 17:
			n = 3 + z.take(3)
		case 18:
			n = 11 + z.take(7)
		default:
			size = byte(s.value())
		}
		if n > all-i {
			return false
		}
		for range n {
			sizes[i] = size
			i++
		}
	}
	return z.literals.build(sizes[:literals], literalSymbols[:]) &&
		z.distances.build(sizes[literals:all], distanceSymbols[:])
}

// copyStored copies bytes of a stored block until the output is full.
func (z *inflater) copyStored() error {
	for z.stored > 0 && z.n < 2*inflateWindow {
		z.fill()
		if z.at == z.end {
			return z.early()
		}
		n := copy(z.out[z.n:2*inflateWindow], z.in[z.at:min(z.end, z.at+z.stored)])
		z.n += n
		z.at += n
		z.stored -= n
	}
	return nil
}

// inflate unpacks symbols of a block until the output is full.
func (z *inflater) inflate() error {
	in, out, n := &z.in, &z.out, z.n
	literals, distances := (*[rootSize]symbol)(z.literals), (*[rootSize]symbol)(z.distances)
	at, b, left := z.at, z.bits, z.left // as in refill and take
	refill := func() {
		b |= binary.LittleEndian.Uint64(in[at:]) << (left & 63)
		at += int(63-left) / 8
		left |= 56
	}
	take := func(n uint) int {
		v := b & (1<<(n&63) - 1)
		b >>= n & 63
		left -= n
		return int(v)
	}
	damaged := false
	for z.coded && !damaged && n < 2*inflateWindow {
		if z.end-at < inputMargin && z.ended == nil {
			z.at = at
			z.fill()
			at = z.at
		}
		refill()
		s := literals[b%rootSize]
		if s&literal != 0 && at <= z.end { // often two literals follow each other
			take(s.size())
			out[n] = byte(s.value())
			n++
			s = literals[b%rootSize]
			if s&literal != 0 {
				take(s.size())
				out[n] = byte(s.value())
				n++
				continue
			}
		}
		before := n
		if s&longer != 0 {
			s = z.literals[s.value()+int(b>>rootBits)&(1<<s.extra()-1)]
		}
		take(s.size())
		switch {
		case s&literal != 0:
			out[n] = byte(s.value())
			n++
		case s&other != 0:
			z.coded, damaged = false, s.value() != 0
		default:
			length := s.value() + take(s.extra())
			refill()
			s = distances[b%rootSize]
			if s&longer != 0 {
				s = z.distances[s.value()+int(b>>rootBits)&(1<<s.extra()-1)]
			}
			take(s.size())
			from := n - s.value() - take(s.extra())
			switch {
			case s&other != 0 || from < 0:
				damaged = true
			case n-from >= 8 && length <= 32:
				for i := 0; i < length; i += 8 {
					binary.LittleEndian.PutUint64(out[n+i:], binary.LittleEndian.Uint64(out[from+i:]))
				}
				n += length
			default:
				for end := n + length; n < end; {
					n += copy(out[n:end], out[from:n])
				}
			}
		}
		if at > z.end && at*8-int(left) > z.end*8 { // as in cut
			n, damaged = before, true
		}
	}
	z.at, z.bits, z.left, z.n = at, b, left, n
	if damaged {
		return z.damage()
	}
	return nil
}
