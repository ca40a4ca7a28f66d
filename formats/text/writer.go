package text

import (
	"io"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Writer writes packets and messages as text.
type Writer struct {
	out       io.Writer
	readable  bool
	announced announced
	units     wire.Units               // of the value being written
	changes   []message.SnapshotChange // of the message being written
	shapes    map[reflect.Type]*shape
	last      reflect.Type // type of the previous message, with the shape lastShape
	lastShape *shape
	repeated  repeatedLine
	b         []byte
	err       error
	damaged   *message.Damage // the first written one, nil if there was none
	places    int             // number of damages written
}

// flushSize is the number of bytes that a Writer buffers.
const flushSize = 1 << 16

// NewWriter returns a Writer of the JSON form, or of the form for people if readable is set. Call [Writer.Flush] at the
// end.
func NewWriter(out io.Writer, readable bool) *Writer {
	return &Writer{out: out, readable: readable, shapes: map[reflect.Type]*shape{}}
}

// repeatedLine is the last written line if its message has no fields, and how often to repeat it: a file may contain
// hundreds of millions of such messages in a row.
type repeatedLine struct {
	of   reflect.Type // of the message
	line []byte
	// left is how many more repeats may be counted before they must be written.
	left, count int
}

// shape caches properties of a message type.
type shape struct {
	plan *plan
	// line is the whole line of a message without fields, nil for others.
	line []byte
}

// shapeOf returns the shape of a message. It caches the last one because messages of a type often follow each other: a
// lookup takes longer than decoding a small message.
func (w *Writer) shapeOf(m message.Message) *shape {
	t := reflect.TypeOf(m)
	if t == w.last {
		return w.lastShape
	}
	s := w.shapes[t]
	if s == nil {
		s = w.newShape(m)
		w.shapes[t] = s
	}
	w.last, w.lastShape = t, s
	return s
}

func (w *Writer) newShape(m message.Message) *shape {
	t := reflect.TypeOf(m).Elem()
	s := &shape{plan: planOf(t)}
	if t.NumField() == 0 {
		start := len(w.b)
		w.open("message", m.Name(), "  ")
		w.close()
		s.line = append(slices.Clone(w.b[start:]), '\n')
		w.b = w.b[:start]
	}
	return s
}

// repeat writes the lines that were only counted.
func (w *Writer) repeat() {
	a := &w.repeated
	size := a.count * len(a.line)
	if size > 0 {
		start := len(w.b)
		w.b = append(slices.Grow(w.b, size), a.line...)
		for n := len(w.b) - start; n < size; n = len(w.b) - start {
			w.b = append(w.b, w.b[start:start+min(n, size-n)]...)
		}
	}
	*a = repeatedLine{}
}

// Flush writes the buffered bytes and returns the first error of all writes.
func (w *Writer) Flush() error {
	w.repeat()
	if len(w.b) > 0 && w.err == nil {
		_, w.err = w.out.Write(w.b)
	}
	w.b = w.b[:0]
	return w.err
}

func (w *Writer) endLine() error {
	w.b = append(w.b, '\n')
	return w.flushFull()
}

// flushFull flushes the buffer if it is full.
func (w *Writer) flushFull() error {
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

var packetPlan = sync.OnceValue(func() *plan { return planOf(reflect.TypeFor[message.Packet]()) })

// Packet writes the beginning of a packet.
func (w *Writer) Packet(p *message.Packet) error {
	w.repeat()
	w.open("packet", p.Kind.String(), "")
	w.fields(packetPlan(), reflect.ValueOf(p).Elem(), 0)
	w.close()
	return w.endLine()
}

// Message writes a message.
func (w *Writer) Message(m message.Message) error {
	t := reflect.TypeOf(m)
	if t == w.repeated.of && w.repeated.left > 0 {
		w.repeated.left--
		w.repeated.count++
		return w.err
	}
	w.repeat()
	s := w.shapeOf(m)
	if s.line != nil {
		w.repeated = repeatedLine{of: t, line: s.line, left: flushSize / len(s.line)}
		w.b = append(w.b, s.line...)
		return w.flushFull()
	}
	w.observe(m) // its own fields may use the units that it announces
	w.open("message", m.Name(), "  ")
	w.units = w.announced.units[0]
	w.content(m)
	w.close()
	return w.endLine()
}

// content writes the fields of a message.
func (w *Writer) content(m message.Message) {
	v, p := reflect.ValueOf(m).Elem(), w.shapeOf(m).plan
	around := w.changes
	if w.changes = nil; p.changes >= 0 {
		w.changes = *p.list(v)
	}
	w.fields(p, v, 0)
	w.changes = around
}

// observe records the encodings of coordinates and angles that a message announces.
func (w *Writer) observe(m message.Message) {
	w.shapeOf(m).plan.announce(reflect.ValueOf(m).Elem(), &w.announced)
}

// Damage returns the first damage that [Writer.Dump] wrote, nil if there was none, and how many it wrote.
func (w *Writer) Damage() (first *message.Damage, places int) { return w.damaged, w.places }

// writeDamage writes damage, and a raw message with the lost bytes.
func (w *Writer) writeDamage(d *message.Damage, rest []byte) error {
	if w.places++; w.damaged == nil {
		first := *d
		w.damaged = &first
	}
	w.repeat()
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

// open begins a line with its kind and name.
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

// key separates a field from the previous one and writes its name.
func (w *Writer) key(json []byte, name string) {
	first := w.b[len(w.b)-1] == '{'
	switch {
	case first:
	case w.readable:
		w.b = append(w.b, ' ')
	default:
		w.b = append(w.b, ',')
	}
	if w.readable {
		w.b = append(append(w.b, name...), '=')
	} else {
		w.b = append(w.b, json...)
	}
}

// fields writes the fields of a struct that are present in its mask, or if it has none, in that of the enclosing
// struct.
func (w *Writer) fields(p *plan, v reflect.Value, mask uint64) {
	if p.mask >= 0 {
		mask = v.Field(p.mask).Uint()
	}
	for i := range p.fields {
		f := &p.fields[i]
		fv := v.Field(f.index)
		switch {
		case f.embedded:
			w.fields(f.codec.plan, fv, mask)
			continue
		case f.present != 0 && mask&f.present == 0, f.omit && isZero(fv):
			continue
		}
		w.key(f.key, f.name)
		around := w.units
		if f.units != 0 {
			w.units = w.announced.units[f.units]
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
	if extra := mask & p.free; extra != 0 {
		w.key([]byte(`"marks":`), "marks")
		w.openList()
		for bit, name := range p.names {
			if extra&(1<<bit) != 0 {
				w.next()
				w.quote([]byte(name))
			}
		}
		w.closeList()
	}
	if p.states != nil {
		w.state(p.states, v)
	}
}
