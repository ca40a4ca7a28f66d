// Package qwztest packs QuakeWorld demos symbol by symbol, for tests of unpackers. It shares no code with package qwz,
// so that the tests are independent.
package qwztest

import (
	"encoding/binary"
	"strings"
)

// Table returns a table in the form of Qizmo's, with other frequencies.
func Table() []byte {
	var table []byte
	for i := range 256 * 256 {
		table = binary.LittleEndian.AppendUint32(table, count(i/256, i%256))
	}
	return table
}

// count returns the frequency of a symbol in a row: a few are very frequent, as in Qizmo's table.
func count(row, symbol int) uint32 {
	switch n := uint32(row*31 + symbol*7); {
	case row == 242 && symbol == 0: // the mode of a plain packet, which begins files, as with Qizmo's table
		return 20
	case row == 242 && symbol == 1:
		return 70000
	case symbol == 0:
		return 4000
	case n%29 == 0:
		return 900
	default:
		return 1 + n%13
	}
}

// whole is the largest 32-bit number.
const whole = 1<<32 - 1

// Encoder packs symbols by the frequencies of [Table].
type Encoder struct {
	out       []byte
	low, size uint64 // the range
}

// NewEncoder returns an encoder of an empty file.
func NewEncoder() *Encoder { return &Encoder{size: whole} }

// part narrows the range to the part from a to b of the whole 32-bit range.
func (e *Encoder) part(a, b uint64) {
	for e.size < 1<<24 {
		e.out = append(e.out, byte(e.low>>24))
		e.low, e.size = e.low<<8&whole, e.size<<8|0xff
	}
	low := a * e.size >> 32
	e.size = b*e.size>>32 - 1 - low
	e.add(low)
}

// add adds to the low end of the range, and carries into the written bytes.
func (e *Encoder) add(n uint64) {
	e.low += n
	if e.low <= whole {
		return
	}
	e.low &= whole
	for i := len(e.out) - 1; ; i-- {
		if e.out[i]++; e.out[i] != 0 {
			return
		}
	}
}

// Symbols adds symbols of a row.
func (e *Encoder) Symbols(row int, symbols ...int) {
	for _, s := range symbols {
		e.symbol(row, 256, s)
	}
}

// Bytes adds the bytes of a text as symbols of a row.
func (e *Encoder) Bytes(row int, text string) {
	for i := range len(text) {
		e.symbol(row, 256, int(text[i]))
	}
}

// Letters adds letters and words, which have two rows from row.
func (e *Encoder) Letters(row int, symbols ...int) {
	for _, s := range symbols {
		e.symbol(row, 512, s)
	}
}

// Flag adds a symbol of the row with two symbols.
func (e *Encoder) Flag(set bool) {
	s := 0
	if set {
		s = 1
	}
	e.symbol(132, 2, s)
}

// symbol adds one of n symbols, which begin in a row.
func (e *Encoder) symbol(row, n, symbol int) {
	sum, before, own := uint64(0), uint64(0), uint64(0)
	for i := range n {
		c := uint64(count(row+i/256, i%256))
		if row == 0 && i == 1 {
			c += 256
		}
		sum += c
		switch {
		case i < symbol:
			before += c
		case i == symbol:
			own = c
		}
	}
	e.part(before*whole/sum, (before+own)*whole/sum)
}

// Record begins a record: 0 a move, 1 a packet, 2 the packet numbers; 3 ends the demo.
func (e *Encoder) Record(kind int) {
	ends := [...]uint64{0, 0x80000000, 0xfffffc00, 0xfffffe00, whole}
	e.part(ends[kind], ends[kind+1])
}

// Close returns the file.
func (e *Encoder) Close() []byte {
	e.add(e.size)
	return binary.BigEndian.AppendUint32(e.out, uint32(e.low))
}

// Demo returns a short demo of two packets, and its unpacked form: the level "Made" on maps/dm0.bsp, a move of 13
// milliseconds, and a line "hello".
func Demo() (packed []byte, plain string) {
	signon := "\x01\x00\x00\x00\x01\x00\x00\x00" + // the packet numbers
		"\x0b\x1c\x00\x00\x00\x05\x00\x00\x00qw\x00\x02Made\x00" + strings.Repeat("\x00\x00\x80\x3f", 10) +
		"\x2d\x00maps/dm0.bsp\x00progs/player.mdl\x00\x00\x00" +
		"\x2f\x00\x00" // no entities
	e := NewEncoder()
	e.Plain(signon)
	e.Record(2)
	e.Symbols(131, 1, 0, 0, 0, 1, 0, 0, 0)
	e.Record(0)
	e.Symbols(224, 0)
	e.Symbols(225, 0x20)
	e.Symbols(240, 13)
	e.Symbols(241, 13)
	hello := "\x03\x00\x00\x00\x02\x00\x00\x00\x08\x02hello\n\x00"
	e.Plain(hello)
	e.Record(3)
	return e.Close(), "\x00\x00\x00\x00\x01" + size(signon) + signon +
		"\x00\x00\x00\x00\x02\x01\x00\x00\x00\x01\x00\x00\x00" +
		"\x00\x00\x00\x00\x00\x0d" + strings.Repeat("\x00", 22) + "\x08" + strings.Repeat("\x00", 12) +
		"\xf4\xfd\x54\x3c\x01" + size(hello) + hello
}

// Plain adds an unpacked packet.
func (e *Encoder) Plain(packet string) {
	e.Record(1)
	e.Symbols(242, 0)
	e.Bytes(131, size(packet)[:2]+packet)
}

// size returns the encoded size of a packet in a .qwd.
func size(packet string) string {
	return string(binary.LittleEndian.AppendUint32(nil, uint32(len(packet))))
}
