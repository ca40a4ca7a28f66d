package quakeworld

import (
	"slices"

	"demoscope/formats/internal/coding"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// FTE2 bits that change the sizes of numbers.
const fte2Replacement, fte2LerpTime = 0x8, 0x400

// unused are the layouts of messages of FTE's extensions that change nothing of what is shown, by their ids: a letter
// for each field. They are read for what is behind them.
//
//	b, w, l   1, 2 or 4 bytes
//	c         a coordinate
//	e         the number of an entity
//	s, S      a text, texts up to an empty one
//	n, t      bytes behind their number, which has 16 or 15 bits
//	*         see skipByFlags
var unused = map[uint8]string{
	55: "*",
	56: "wSb",
	57: "bb*",
	62: "b*",
	63: "cccllllllwbb",
	64: "cccbbbwbb",
	65: "cccbwbb",
	68: "b",
	69: "bssww",
	70: "s",
	71: "sbww",
	72: "ss",
	74: "cccbbbb",
	75: "cccwwbb",
	77: "ws",
	78: "bs",
	80: "ewcccccc",
	81: "wccccccw",
	82: "wccc",
	85: "www",
	89: "bsln",
	90: "n",
	91: "t",
	92: "*",
	93: "b*",
	94: "bccc*bb",
}

// unusedRows are their rows.
func unusedRows() (rows []coding.Row[*coder]) {
	for id := range unused {
		rows = append(rows, coding.Variety(id, func() *message.QWUnused { return &message.QWUnused{ID: id} },
			codeUnused))
	}
	slices.SortFunc(rows, func(a, b coding.Row[*coder]) int { return int(a.ID) - int(b.ID) })
	return rows
}

// codeUnused codes what follows the id as bytes.
func codeUnused(c *coder, m *message.QWUnused) {
	if !c.Reading() {
		c.Writer().Bytes(m.Data)
		return
	}
	if c.p.FTE|c.p.FTE2 == 0 {
		c.Fail(message.ErrUnknown) // the number has no meaning without the extensions
		return
	}
	r := c.Reader()
	rest, start := r.Rest(), r.Pos()
	for _, field := range unused[m.ID] {
		c.skip(r, m.ID, field, rest[0:min(len(rest), 2)])
	}
	m.Data = append(m.Data[:0], rest[:min(r.Pos()-start, len(rest))]...)
}

// skip skips a field of an unused message that begins with the bytes of head.
func (c *coder) skip(r *wire.Reader, id uint8, field rune, head []byte) {
	switch field {
	case 'b':
		r.Byte()
	case 'w':
		r.Word()
	case 'l':
		r.Long()
	case 'c':
		r.Coord(c.Units)
	case 'e':
		if r.Word()&0x8000 != 0 && c.p.FTE2&fte2Replacement != 0 {
			r.Byte()
		}
	case 's':
		r.String()
	case 'S':
		for len(r.String()) > 0 {
		}
	case 'n':
		r.Skip(int(r.Word()))
	case 't':
		r.Skip(int(r.Word() & 0x7fff))
	case '*':
		c.skipByFlags(r, id, head)
	}
}

// skipByFlags skips what is there by the flags with which a message begins.
func (c *coder) skipByFlags(r *wire.Reader, id uint8, head []byte) {
	if r.Overrun() {
		return
	}
	switch id {
	case 55: // a sound beyond the usual limits
		c.skipSound(r)
	case 57: // a light style in color: the style, flags
		if len(head) < 2 {
			return
		}
		flags := head[1]
		if flags&0x40 != 0 {
			r.Byte()
		}
		for color := uint8(1); color <= 4; color <<= 1 {
			if flags&0x80 != 0 && flags&color != 0 {
				r.Short()
			}
		}
		r.String()
	case 62: // a portal of an area opens
		skipPortal(r, head[0])
	case 92: // entities of a mod's own program, each with its size
		for !r.Overrun() {
			index := r.Word()
			if index&0x4000 != 0 && c.p.FTE2&fte2Replacement != 0 {
				r.Byte()
			} else if index == 0 {
				return
			}
			if index&0x8000 == 0 {
				r.Skip(int(r.Word()))
			}
		}
	case 93: // the base of view angles
		for axis := uint8(1); axis <= 4; axis <<= 1 {
			if head[0]&axis != 0 {
				r.Short()
			}
		}
	case 94: // the number of an ambient sound
		switch {
		case head[0]&1 == 0:
			r.Byte()
		case c.p.FTE2&fte2LerpTime != 0:
			for r.Byte()&0x80 != 0 {
			}
		default:
			r.Word()
		}
	}
}

// skipSound skips a sound whose fields a mask names.
func (c *coder) skipSound(r *wire.Reader) {
	mask := uint32(r.Byte())
	if mask&4 != 0 {
		mask |= varint(r) << 8
	}
	for _, f := range [...]struct {
		bit  uint32
		size int
	}{{1, 1}, {2, 1}, {0x80, 1}, {0x40, 2}, {0x100, 6}, {0x20, 2}} {
		if mask&f.bit != 0 {
			r.Skip(f.size)
		}
	}
	if mask&8 != 0 {
		c.skip(r, 0, 'e', nil)
		r.Byte()
	} else {
		r.Word()
	}
	if mask&16 != 0 {
		r.Word()
	} else {
		r.Byte()
	}
	for range 3 {
		r.Coord(c.Units)
	}
}

// varint reads a number whose first byte has as many leading ones as bytes follow.
func varint(r *wire.Reader) uint32 {
	first := r.Byte()
	more := 0
	for more < 4 && first&(0x80>>more) != 0 {
		more++
	}
	v := uint32(first & (0x7f >> more))
	for range more {
		v = v<<8 | uint32(r.Byte())
	}
	return v
}

// skipPortal skips what is behind the mode of a portal.
func skipPortal(r *wire.Reader, mode uint8) {
	const modern, areas, wide = 0x80, 0x40, 2
	numbers := 1
	if mode&(modern|areas) == modern|areas {
		numbers = 2
	}
	for range numbers {
		if r.Byte(); mode&(modern|wide) == modern|wide {
			r.Byte()
		}
	}
}

func codeStatFloat(c *coder, m *message.QWStatFloat) {
	c.Byte(&m.Index)
	c.Float(&m.Value)
}
