// Package binenc encodes values as bytes and decodes them: the fields of structs in order, numbers as varints, floats
// as they are, lists and maps after their lengths, and each string once, later by its number. Unlike in JSON and gob,
// strings need not be text, and a pointer to zero and an empty list stay non-nil. The bytes begin with the shape of the
// type, so that bytes of another version of the type are refused. Unexported fields are left out.
package binenc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"reflect"
	"strings"
	"sync"
)

// ErrShape says that bytes are of another type, or of another version of the type.
var ErrShape = errors.New("data of another version")

// errDamaged says that bytes are damaged.
var errDamaged = errors.New("damaged data")

// Sounder is implemented by values that may be invalid although they could be decoded: [Unmarshal] refuses them if
// Sound is false.
type Sounder interface{ Sound() bool }

// Shape returns a number that differs between types with different fields.
func Shape(t reflect.Type) uint32 {
	if known, ok := shapes.Load(t); ok {
		return known.(uint32)
	}
	var b strings.Builder
	describe(&b, t)
	shape := crc32.ChecksumIEEE([]byte(b.String()))
	shapes.Store(t, shape)
	return shape
}

// shapes caches the shapes of types, and exported the indices of the exported fields of structs.
var shapes, exported sync.Map

// fields returns the indices of the exported fields of a struct.
func fields(t reflect.Type) []int {
	if known, ok := exported.Load(t); ok {
		return known.([]int)
	}
	var list []int
	for i := range t.NumField() {
		if t.Field(i).IsExported() {
			list = append(list, i)
		}
	}
	exported.Store(t, list)
	return list
}

// describe writes the names and kinds of all fields of a type.
func describe(b *strings.Builder, t reflect.Type) {
	b.WriteString(t.Kind().String())
	switch t.Kind() {
	case reflect.Struct:
		for _, i := range fields(t) {
			fmt.Fprintf(b, " %s ", t.Field(i).Name)
			describe(b, t.Field(i).Type)
		}
		b.WriteByte('.')
	case reflect.Map:
		describe(b, t.Key())
		describe(b, t.Elem())
	case reflect.Array:
		fmt.Fprint(b, t.Len())
		describe(b, t.Elem())
	case reflect.Slice, reflect.Pointer:
		describe(b, t.Elem())
	}
}

// Marshal encodes the value that v points to, for [Unmarshal]. Its type may have no interfaces, functions or channels,
// and must not contain itself.
func Marshal(v any) []byte {
	value := reflect.ValueOf(v).Elem()
	w := writer{strings: map[string]uint64{}}
	w.out = binary.LittleEndian.AppendUint32(w.out, Shape(value.Type()))
	w.write(value)
	return w.out
}

type writer struct {
	out     []byte
	strings map[string]uint64
}

func (w *writer) write(v reflect.Value) {
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
		w.length(v)
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			w.write(v.Index(i))
		}
	case reflect.Map:
		w.length(v)
		for i := v.MapRange(); i.Next(); {
			w.write(i.Key())
			w.write(i.Value())
		}
	case reflect.Pointer:
		if v.IsNil() {
			w.out = append(w.out, 0)
			return
		}
		w.out = append(w.out, 1)
		w.write(v.Elem())
	case reflect.Struct:
		for _, i := range fields(v.Type()) {
			w.write(v.Field(i))
		}
	default:
		panic("binenc: a value of kind " + v.Kind().String())
	}
}

// length writes the length of a list or a map plus one, or 0 for nil.
func (w *writer) length(v reflect.Value) {
	n := uint64(0)
	if !v.IsNil() {
		n = uint64(v.Len()) + 1
	}
	w.out = binary.AppendUvarint(w.out, n)
}

// Unmarshal decodes bytes from [Marshal] into the value that v points to, which is zero after an error. The bytes are
// not trusted: a list can't be longer than they could hold. The error is [ErrShape] for bytes of another version.
func Unmarshal(data []byte, v any) error {
	value := reflect.ValueOf(v).Elem()
	if len(data) < 4 || binary.LittleEndian.Uint32(data) != Shape(value.Type()) {
		return ErrShape
	}
	value.SetZero()
	r := reader{in: data[4:]}
	r.read(value)
	s, ok := v.(Sounder)
	if r.failed || len(r.in) > 0 || ok && !s.Sound() {
		value.SetZero()
		return errDamaged
	}
	return nil
}

type reader struct {
	in      []byte
	strings []string
	failed  bool
}

func (r *reader) fail() { r.failed, r.in = true, nil }

func (r *reader) take(n int) []byte {
	if n > len(r.in) {
		r.fail()
		return make([]byte, 8)
	}
	b := r.in[:n]
	r.in = r.in[n:]
	return b
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.in)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.in = r.in[n:]
	return v
}

func (r *reader) read(v reflect.Value) {
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
		if n, some := r.length(leastSize(v.Type().Elem())); some {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			r.read(v.Index(i))
		}
	case reflect.Map:
		r.readMap(v)
	case reflect.Pointer:
		if r.take(1)[0] != 0 {
			v.Set(reflect.New(v.Type().Elem()))
			r.read(v.Elem())
		}
	case reflect.Struct:
		for _, i := range fields(v.Type()) {
			r.read(v.Field(i))
		}
	}
}

func (r *reader) readMap(v reflect.Value) {
	t := v.Type()
	n, some := r.length(leastSize(t.Key()) + leastSize(t.Elem()))
	if some {
		v.Set(reflect.MakeMap(t))
	}
	for i := 0; i < n && !r.failed; i++ {
		key, elem := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		r.read(key)
		r.read(elem)
		v.SetMapIndex(key, elem)
	}
}

// length reads the length of a list or a map whose elements take at least that many bytes; some is false for nil.
func (r *reader) length(least int) (n int, some bool) {
	v := r.uvarint()
	if v > uint64(len(r.in)/least)+1 {
		r.fail()
	}
	if r.failed || v == 0 {
		return 0, false
	}
	return int(v - 1), true
}

// text reads a string, or the number of an earlier one.
func (r *reader) text() string {
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

// leastSize returns the minimum encoded size in bytes of a value of a type.
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
		for _, i := range fields(t) {
			n += leastSize(t.Field(i).Type)
		}
		return n
	}
	return 1
}
