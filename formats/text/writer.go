package text

import (
	"io"
	"math"
	"reflect"
	"strconv"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Writer writes packets and messages as text.
type Writer struct {
	out      io.Writer
	readable bool
	told     [unitSets]wire.Units // by the level's first message
	units    wire.Units           // of the value being written
	b        []byte
	err      error
}

// flushSize is how many bytes a Writer collects before it writes them.
const flushSize = 1 << 16

// NewWriter returns a Writer of the JSON form, or of the one for people. Flush
// it at the end.
func NewWriter(out io.Writer, readable bool) *Writer {
	return &Writer{out: out, readable: readable}
}

// Flush writes what was collected, and returns the first error of all writes.
func (w *Writer) Flush() error {
	if len(w.b) > 0 && w.err == nil {
		_, w.err = w.out.Write(w.b)
	}
	w.b = w.b[:0]
	return w.err
}

func (w *Writer) endLine() error {
	w.b = append(w.b, '\n')
	if len(w.b) < flushSize {
		return w.err
	}
	return w.Flush()
}

// Begin writes the first line: the format, and the name of the file.
func (w *Writer) Begin(format, file string) error {
	if w.readable {
		w.b = append(w.b, file...)
		w.b = append(w.b, ": "...)
		w.b = append(w.b, format...)
		return w.endLine()
	}
	w.b = append(w.b, `{"dump":`...)
	w.b = strconv.AppendInt(w.b, version, 10)
	w.b = append(w.b, `,"format":`...)
	w.quote([]byte(format))
	w.b = append(w.b, `,"file":`...)
	w.quoteText(file)
	w.b = append(w.b, '}')
	return w.endLine()
}

// Packet writes the beginning of a packet.
func (w *Writer) Packet(p *message.Packet) error {
	w.open("packet", p.Kind.String(), "")
	w.fields(planOf(reflect.TypeFor[message.Packet]()), reflect.ValueOf(p).Elem())
	w.close()
	return w.endLine()
}

// Message writes a message.
func (w *Writer) Message(m message.Message) error {
	w.open("message", m.Name(), "  ")
	w.units = w.told[0]
	w.content(m)
	w.close()
	w.Observe(m)
	return w.endLine()
}

// content writes the fields of a message.
func (w *Writer) content(m message.Message) {
	v := reflect.ValueOf(m).Elem()
	w.fields(planOf(v.Type()), v)
}

// Observe takes from a message that is not written how those after it write
// coordinates and angles.
func (w *Writer) Observe(m message.Message) {
	v := reflect.ValueOf(m).Elem()
	planOf(v.Type()).tell(v, &w.told)
}

// Damage writes what could not be read, and the bytes of it.
func (w *Writer) Damage(d *message.Damage, rest []byte) error {
	w.open("damage", d.Message, "  ")
	w.key([]byte(`"offset":`), "offset")
	w.b = strconv.AppendInt(w.b, d.Offset, 10)
	w.key([]byte(`"block":`), "block")
	w.b = strconv.AppendInt(w.b, int64(d.Block), 10)
	w.key([]byte(`"time":`), "time")
	w.float(d.Time, 64)
	w.key([]byte(`"error":`), "error")
	w.quoteText(d.Err.Error())
	w.close()
	if err := w.endLine(); err != nil {
		return err
	}
	return w.Message(&message.Raw{Data: rest})
}

// open begins a line: its kind and name.
func (w *Writer) open(kind, name, indent string) {
	if w.readable {
		w.b = append(w.b, indent...)
		if kind != "message" {
			w.b = append(append(w.b, kind...), ' ')
		}
		w.b = append(w.b, name...)
		return
	}
	w.b = append(w.b, '{', '"')
	w.b = append(w.b, kind...)
	w.b = append(w.b, `":`...)
	w.quote([]byte(name))
}

func (w *Writer) close() {
	if !w.readable {
		w.b = append(w.b, '}')
	}
}

// key separates a field from the one before and names it.
func (w *Writer) key(json []byte, name string) {
	if w.readable {
		w.b = append(append(append(w.b, ' '), name...), '=')
		return
	}
	if w.b[len(w.b)-1] != '{' {
		w.b = append(w.b, ',')
	}
	w.b = append(w.b, json...)
}

// fields writes the fields of a struct that are there.
func (w *Writer) fields(p *plan, v reflect.Value) {
	var mask uint64
	if p.mask >= 0 {
		mask = v.Field(p.mask).Uint()
	}
	for i := range p.fields {
		f := &p.fields[i]
		fv := v.Field(f.index)
		switch {
		case f.embedded:
			w.fields(f.codec.plan, fv)
			continue
		case f.present != 0 && mask&f.present == 0, f.omit && isZero(fv):
			continue
		}
		w.key(f.key, f.name)
		around := w.units
		if f.units != 0 {
			w.units = w.told[f.units]
		}
		switch {
		case f.hex && w.readable && f.codec.kind == kindUint:
			w.b = strconv.AppendUint(append(w.b, "0x"...), fv.Uint(), 16)
		case len(f.bits) > 1:
			w.list(f.codec.elem, fv, f.bits, mask)
		default:
			w.value(f.codec, fv)
		}
		w.units = around
	}
	if marks := mask & p.free; marks != 0 {
		w.key([]byte(`"marks":`), "marks")
		w.openList()
		for bit, name := range p.names {
			if marks&(1<<bit) != 0 {
				w.next()
				w.quote([]byte(name))
			}
		}
		w.closeList()
	}
}

// isZero reports whether v can be left out: an empty list, or zero in all its
// bits. (A negative zero equals zero, and is another number on the wire.)
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
		// Not by way of float64, which would quiet a signalling NaN.
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
	case kindList:
		w.list(c.elem, v, nil, 0)
	case kindPointer:
		if v.IsNil() {
			w.b = append(w.b, "null"...)
			return
		}
		w.value(c.elem, v.Elem())
	case kindMessage:
		m, ok := v.Interface().(message.Message)
		if !ok {
			w.b = append(w.b, "null"...)
			return
		}
		w.b = append(w.b, `{"message":`...)
		w.quoteText(m.Name())
		w.content(m)
		w.b = append(w.b, '}')
	case kindStruct:
		w.b = append(w.b, '{')
		w.fields(c.plan, v)
		w.b = append(w.b, '}')
	}
}

// list writes a list; if bits are given, elements whose bit is not in mask are
// null.
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

// next separates an element of a list from the one before.
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

// bits32 writes a float of that bits.
func (w *Writer) bits32(bits uint32) {
	if f := math.Float32frombits(bits); f-f == 0 {
		w.float(float64(f), 32)
	} else {
		w.hex(uint64(bits), 8)
	}
}

func (w *Writer) float(f float64, size int) {
	if f-f != 0 { // no finite number
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

// quoteText quotes a text of the program's own, by code points. Those above
// 255 are no bytes of a demo and become question marks.
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

// quote writes bytes as a string, each as the code point of its number.
func (w *Writer) quote(s []byte) {
	w.b = append(w.b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			w.b = append(w.b, '\\', c)
		case c == '\n':
			w.b = append(w.b, '\\', 'n')
		case c < ' ' || c == 0x7f:
			w.b = append(w.b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		case c < 0x80:
			w.b = append(w.b, c)
		default:
			w.b = append(w.b, 0xc0|c>>6, 0x80|c&0x3f)
		}
	}
	w.b = append(w.b, '"')
}
