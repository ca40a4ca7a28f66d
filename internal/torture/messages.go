package main

import (
	"io"
	"math"
	"reflect"
	"slices"

	"demoscope/formats"
	"demoscope/formats/message"
)

// Changes of messages: they are read by the decoder, get fields with any values that their type can hold, and are
// written by the encoder, so that the lengths around the damage are valid.

// messages reads a piece of a demo and writes it with changed messages. The error is that of the encoder, which refuses
// messages that it can't write.
func (m *maker) messages(format, name string, p piece, others func() *Source) ([]byte, error) {
	d := openAs(format, name, p.data).Decoder()
	e := formats.Lookup(format).Encoder(name)
	if h, ok := d.(message.Headed); ok && h.Header() != nil {
		if err := e.Message(h.Header()); err != nil {
			return nil, err
		}
	}
	// Spread the changes over the approximate number of places.
	every := max(2, len(p.data)/16/(1+m.IntN(6)))
	var held message.Message // removed, to be inserted later
	failed, changes := 0, 0
	put := func(x message.Message) error {
		err := e.Message(x)
		if err != nil && failed < maxRefused { // skip the message, but keep its written part
			failed++
			err = nil
		}
		return err
	}
	for {
		packet, err := d.NextPacket()
		if err == io.EOF {
			data, err := e.Close()
			if err == nil && changes == 0 {
				data = m.bytes(data, nil, nil)
			}
			return data, err
		}
		if err != nil {
			continue
		}
		changed := *packet
		if m.in(every) {
			changes++
			m.value(reflect.ValueOf(&changed).Elem(), 0)
		}
		if err := e.Packet(&changed); err != nil {
			return nil, err
		}
		for {
			x, err := d.NextMessage()
			if err != nil {
				break
			}
			if !m.in(every) {
				if err := put(x); err != nil {
					return nil, err
				}
				continue
			}
			changes++
			for _, y := range m.change(x, &held) {
				if err := put(y); err != nil {
					return nil, err
				}
			}
		}
	}
}

// change returns what replaces a message: nothing, the message several times or with other values, or another one that
// was held back before.
func (m *maker) change(x message.Message, held *message.Message) []message.Message {
	switch m.IntN(8) {
	case 0:
		return nil
	case 1:
		return slices.Repeat([]message.Message{x}, 1+m.small(64))
	case 2:
		*held = copyMessage(x)
		return nil
	case 3:
		if *held != nil {
			x = *held
		}
	default:
		for range 1 + m.IntN(2) {
			m.value(reflect.ValueOf(x).Elem(), 0)
		}
	}
	return []message.Message{x}
}

// maxRefused is the maximum number of an input's messages that the encoder may refuse.
const maxRefused = 8

// value changes a field of a struct, or a value inside it.
func (m *maker) value(v reflect.Value, depth int) {
	if !v.IsValid() || depth > 6 {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			m.value(v.Elem(), depth+1)
		}
		return
	case reflect.Struct:
		if n := v.NumField(); n > 0 {
			i := m.IntN(n)
			if v.Type().Field(i).IsExported() {
				m.value(v.Field(i), depth+1)
			}
		}
		return
	case reflect.Array:
		if v.Len() > 0 {
			m.value(v.Index(m.IntN(v.Len())), depth+1)
		}
		return
	}
	if !v.CanSet() {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(m.number() << (64 - v.Type().Bits()) >> (64 - v.Type().Bits())))
		if m.in(4) {
			v.SetInt(-v.Int())
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if m.in(3) {
			v.SetUint(v.Uint() ^ 1<<m.IntN(v.Type().Bits()))
		} else {
			v.SetUint(m.number())
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(m.float())
		if m.in(8) {
			v.SetFloat(float64(math.Float32frombits(m.Uint32())))
		}
	case reflect.String:
		v.SetString(string(m.text()))
	case reflect.Slice:
		m.length(v, depth)
	}
}

// maxList is the maximum number of elements of an enlarged list.
const maxList = 2048

// length changes a list: its elements, or their number.
func (m *maker) length(v reflect.Value, depth int) {
	n := v.Len()
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if m.in(2) && n > 0 {
			b := m.byteStep(append([]byte(nil), v.Bytes()...), nil, nil)
			v.SetBytes(b)
		} else {
			v.SetBytes(m.text())
		}
		return
	}
	switch k := m.IntN(6); {
	case k == 0:
		v.Set(reflect.Zero(v.Type()))
	case k == 1 && n > 0:
		v.Set(v.Slice(0, m.IntN(n)))
	case k == 2 && n > 0:
		long := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n), v)
		x := v.Index(m.IntN(n))
		for range m.small(maxList) {
			long = reflect.Append(long, x)
		}
		v.Set(long)
	case k == 3 && n > 1:
		i, j := m.IntN(n), m.IntN(n)
		reflect.Swapper(v.Interface())(i, j)
	case n > 0:
		i := m.IntN(n)
		m.value(v.Index(i), depth+1)
	case v.Type().Elem().Kind() != reflect.Interface: // no decoder makes a nil message
		v.Set(reflect.Append(v, reflect.New(v.Type().Elem()).Elem()))
	}
}

// copyMessage returns a copy that shares nothing with the decoder.
func copyMessage(x message.Message) message.Message {
	c := reflect.New(reflect.TypeOf(x).Elem())
	copyValue(c.Elem(), reflect.ValueOf(x).Elem())
	return c.Interface().(message.Message)
}

func copyValue(to, from reflect.Value) {
	switch from.Kind() {
	case reflect.Struct:
		to.Set(from)
		for i := range from.NumField() {
			if from.Type().Field(i).IsExported() {
				copyValue(to.Field(i), from.Field(i))
			}
		}
	case reflect.Array:
		to.Set(from)
		for i := range from.Len() {
			copyValue(to.Index(i), from.Index(i))
		}
	case reflect.Slice:
		if from.IsNil() {
			to.Set(from)
			return
		}
		to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			copyValue(to.Index(i), from.Index(i))
		}
	case reflect.Pointer:
		if from.IsNil() {
			to.Set(from)
			return
		}
		to.Set(reflect.New(from.Type().Elem()))
		copyValue(to.Elem(), from.Elem())
	default:
		to.Set(from)
	}
}
