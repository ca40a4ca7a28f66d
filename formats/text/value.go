package text

import (
	"math"
	"reflect"
	"strconv"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// isZero reports whether v can be left out: an empty list, or a value whose bits are all zero. (Negative zero differs
// from zero on the wire.)
func isZero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice:
		return v.Len() == 0
	case reflect.Array:
		for i := range v.Len() {
			if !isZero(v.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Float32, reflect.Float64:
		return math.Float64bits(v.Float()) == 0
	}
	return v.IsZero()
}

func (w *Writer) value(c *codec, v reflect.Value) {
	switch c.kind {
	case kindBool:
		w.b = strconv.AppendBool(w.b, v.Bool())
	case kindInt:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
	case kindUint:
		w.b = strconv.AppendUint(w.b, v.Uint(), 10)
	case kindFloat32:
		// A conversion to float64 would quiet a signaling NaN.
		w.float32(v)
	case kindFloat64:
		w.float(v.Float(), 64)
	case kindBytes:
		w.quote(v.Bytes())
	case kindCoord:
		w.coord(wire.Coord(v.Int()))
	case kindAngle:
		w.angle(c.angleEncoding(w.units.Angle), wire.Angle(v.Int()))
	case kindUnits:
		u := v.Interface().(wire.Units)
		w.quoteText(encodingName(coordNames, int(u.Coord)) + " " + encodingName(angleNames, int(u.Angle)))
	case kindWord:
		w.word(c.words, v.Uint())
	case kindList:
		w.list(c.elem, v, nil, 0)
	case kindPointer:
		if v.IsNil() {
			w.null()
			return
		}
		w.value(c.elem, v.Elem())
	case kindMessage:
		m, ok := v.Interface().(message.Message)
		if !ok {
			w.null()
			return
		}
		if w.readable {
			w.b = append(append(w.b, '{'), m.Name()...)
		} else {
			w.b = append(w.b, `{"message":`...)
			w.quoteText(m.Name())
		}
		w.content(m)
		w.b = append(w.b, '}')
	case kindStruct:
		w.b = append(w.b, '{')
		w.fields(c.plan, v, 0)
		w.b = append(w.b, '}')
	}
}

// list writes a list. If bits is not nil, elements whose bit is missing in mask are null.
func (w *Writer) list(c *codec, v reflect.Value, bits []uint64, mask uint64) {
	w.openList()
	for i := range v.Len() {
		w.next()
		if bits != nil && mask&bits[i] == 0 {
			w.null()
			continue
		}
		w.value(c, v.Index(i))
	}
	w.closeList()
}

func (w *Writer) null() {
	if w.readable {
		w.b = append(w.b, '-')
	} else {
		w.b = append(w.b, "null"...)
	}
}

func (w *Writer) openList() { w.b = append(w.b, '[') }

func (w *Writer) closeList() { w.b = append(w.b, ']') }

// next separates an element of a list from the previous one.
func (w *Writer) next() {
	if w.b[len(w.b)-1] == '[' {
		return
	}
	if w.readable {
		w.b = append(w.b, ' ')
	} else {
		w.b = append(w.b, ',')
	}
}

// word writes the name of a number, or the number if it has no name.
func (w *Writer) word(words []string, n uint64) {
	switch {
	case n >= uint64(len(words)):
		w.b = strconv.AppendUint(w.b, n, 10)
	case w.readable:
		w.b = append(w.b, words[n]...)
	default:
		w.quoteText(words[n])
	}
}

func (w *Writer) coord(v wire.Coord) {
	if w.units.Coord == wire.CoordFloat {
		w.bits32(uint32(v))
	} else if x, ok := coordNumber(w.units.Coord, v); ok {
		w.float(x, 64)
	} else {
		w.hex(uint64(uint32(v)), 8)
	}
}

func (w *Writer) angle(e wire.AngleEncoding, v wire.Angle) {
	if e == wire.AngleFloat {
		w.bits32(uint32(v))
	} else if x, ok := angleNumber(e, v); ok {
		w.float(x, 64)
	} else {
		w.hex(uint64(uint32(v)), 8)
	}
}

func (w *Writer) float32(v reflect.Value) {
	w.bits32(math.Float32bits(*v.Addr().Interface().(*float32)))
}

// bits32 writes a float given by its bits.
func (w *Writer) bits32(bits uint32) {
	if f := math.Float32frombits(bits); f-f == 0 {
		w.float(float64(f), 32)
	} else {
		w.hex(uint64(bits), 8)
	}
}

func (w *Writer) float(f float64, size int) {
	if f-f != 0 { // not finite
		w.hex(math.Float64bits(f), 16)
		return
	}
	form := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		form = 'e'
	}
	w.b = strconv.AppendFloat(w.b, f, form, -1, size)
}

// hex writes raw bits as a string.
func (w *Writer) hex(bits uint64, digits int) {
	w.b = append(w.b, `"0x`...)
	for i := digits - 1; i >= 0; i-- {
		w.b = append(w.b, "0123456789abcdef"[bits>>(4*i)&15])
	}
	w.b = append(w.b, '"')
}

// quoteText quotes a text that is not from a demo. Code points above 255 become question marks.
func (w *Writer) quoteText(s string) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		if r > 0xff {
			r = '?'
		}
		b = append(b, byte(r))
	}
	w.quote(b)
}

// quote writes bytes as a string with one code point per byte, and escapes those that a terminal could interpret. It
// flushes long strings in pieces, because a demo may be a single string that becomes six times as long.
func (w *Writer) quote(s []byte) {
	w.b = append(w.b, '"')
	for len(s) > flushSize {
		w.escape(s[:flushSize])
		s = s[flushSize:]
		w.flushFull()
	}
	w.escape(s)
	w.b = append(w.b, '"')
}

func (w *Writer) escape(s []byte) {
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', c)
		case c == '\n':
			w.b = append(w.b, '\\', 'n')
		case c < ' ' || c >= 0x7f && c < 0xa0:
			w.b = append(w.b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		case c < 0x80:
			w.b = append(w.b, c)
		default:
			w.b = append(w.b, 0xc0|c>>6, 0x80|c&0x3f)
		}
	}
}
