package pattern

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"reflect"
	"strings"
)

// Facts are kept as bytes: the fields of the structs in their order, numbers as varints, floats as
// they are, lists with their lengths before them, and each string once, later by its number. The
// shape of the structs stands at the beginning, so that bytes of another shape are none.

// ErrShape says that bytes are no facts, or those of another version of this program.
var ErrShape = errors.New("facts of another version")

// errFacts says that kept facts are damaged.
var errFacts = errors.New("damaged facts")

var factsType = reflect.TypeFor[Facts]()

// Shape is a number that differs between versions of [Facts] with different fields.
func Shape() uint32 {
	var b strings.Builder
	describe(&b, factsType)
	return crc32.ChecksumIEEE([]byte(b.String()))
}

// describe writes the names and kinds of all fields of a type.
func describe(b *strings.Builder, t reflect.Type) {
	b.WriteString(t.Kind().String())
	switch t.Kind() {
	case reflect.Struct:
		for f := range t.Fields() {
			if f.IsExported() {
				fmt.Fprintf(b, " %s ", f.Name)
				describe(b, f.Type)
			}
		}
		b.WriteByte('.')
	case reflect.Array:
		fmt.Fprint(b, t.Len())
		describe(b, t.Elem())
	case reflect.Slice, reflect.Pointer:
		describe(b, t.Elem())
	}
}

// MarshalBinary returns the facts as bytes that [Facts.UnmarshalBinary] reads.
func (f *Facts) MarshalBinary() ([]byte, error) {
	w := factsWriter{strings: map[string]uint64{}}
	w.out = binary.LittleEndian.AppendUint32(w.out, Shape())
	w.write(reflect.ValueOf(f).Elem())
	return w.out, nil
}

type factsWriter struct {
	out     []byte
	strings map[string]uint64
}

func (w *factsWriter) write(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		w.out = binary.AppendUvarint(w.out, n)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out = binary.AppendVarint(w.out, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.out = binary.AppendUvarint(w.out, v.Uint())
	case reflect.Float32:
		w.out = binary.LittleEndian.AppendUint32(w.out, math.Float32bits(float32(v.Float())))
	case reflect.Float64:
		w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(v.Float()))
	case reflect.String:
		s := v.String()
		n, ok := w.strings[s]
		if !ok {
			n = uint64(len(w.strings))
			w.strings[s] = n
		}
		w.out = binary.AppendUvarint(w.out, n)
		if !ok {
			w.out = append(binary.AppendUvarint(w.out, uint64(len(s))), s...)
		}
	case reflect.Slice:
		w.out = binary.AppendUvarint(w.out, uint64(v.Len()))
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			w.write(v.Index(i))
		}
	case reflect.Pointer:
		if v.IsNil() {
			w.out = append(w.out, 0)
			return
		}
		w.out = append(w.out, 1)
		w.write(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				w.write(v.Field(i))
			}
		}
	default:
		panic("pattern: facts with a field of kind " + v.Kind().String())
	}
}

// UnmarshalBinary reads what [Facts.MarshalBinary] wrote. The bytes are not trusted: a list may be
// no longer than they could hold. The error is [ErrShape] for facts of another version.
func (f *Facts) UnmarshalBinary(data []byte) error {
	if len(data) < 4 || binary.LittleEndian.Uint32(data) != Shape() {
		return ErrShape
	}
	*f = Facts{}
	r := factsReader{in: data[4:]}
	r.read(reflect.ValueOf(f).Elem())
	if r.failed || len(r.in) > 0 || !f.sound() {
		*f = Facts{}
		return errFacts
	}
	return nil
}

// sound reports whether the indices in the facts are in range.
func (f *Facts) sound() bool {
	for i := range f.Kills {
		if e := f.Kills[i].Event; e < 0 || e >= len(f.Events) {
			return false
		}
	}
	for i := range f.Matches {
		if l := f.Matches[i].Level; l < 0 || l >= len(f.Levels) {
			return false
		}
	}
	return true
}

type factsReader struct {
	in      []byte
	strings []string
	failed  bool
}

func (r *factsReader) fail() { r.failed, r.in = true, nil }

func (r *factsReader) take(n int) []byte {
	if n > len(r.in) {
		r.fail()
		return make([]byte, 8)
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b
}

func (r *factsReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.in)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.in = r.in[n:]
	return v
}

func (r *factsReader) read(v reflect.Value) {
	if r.failed {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.uvarint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, size := binary.Varint(r.in)
		if size <= 0 || v.OverflowInt(n) {
			r.fail()
			return
		}
		r.in = r.in[size:]
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := r.uvarint()
		if v.OverflowUint(n) {
			r.fail()
			return
		}
		v.SetUint(n)
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(binary.LittleEndian.Uint32(r.take(4)))))
	case reflect.Float64:
		v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(r.take(8))))
	case reflect.String:
		v.SetString(r.text())
	case reflect.Slice:
		n := r.uvarint()
		if n > uint64(len(r.in)/leastSize(v.Type().Elem())) {
			r.fail()
			return
		}
		if n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), int(n), int(n)))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			r.read(v.Index(i))
		}
	case reflect.Pointer:
		if r.take(1)[0] != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			r.read(v.Elem())
		}
	case reflect.Struct:
		t := v.Type()
		for i := range v.NumField() {
			if t.Field(i).IsExported() {
				r.read(v.Field(i))
			}
		}
	}
}

// text reads a string, or the number of one that was read before.
func (r *factsReader) text() string {
	n := r.uvarint()
	switch {
	case n < uint64(len(r.strings)):
		return r.strings[n]
	case n > uint64(len(r.strings)):
		r.fail()
		return ""
	}
	size := r.uvarint()
	if size > uint64(len(r.in)) {
		r.fail()
		return ""
	}
	s := string(r.take(int(size)))
	r.strings = append(r.strings, s)
	return s
}

// leastSize returns how many bytes a value of a type takes at least.
func leastSize(t reflect.Type) int {
	switch t.Kind() {
	case reflect.Float32:
		return 4
	case reflect.Float64:
		return 8
	case reflect.Array:
		return t.Len() * leastSize(t.Elem())
	case reflect.Struct:
		n := 0
		for f := range t.Fields() {
			if f.IsExported() {
				n += leastSize(f.Type)
			}
		}
		return n
	}
	return 1
}
