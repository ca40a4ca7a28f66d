package dem

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestRounding: what protocol 15 has only nearly is refused, or the nearest that it has, which is counted.
// Protocol 999 has angles of 16 bits, or of 32 with other flags, and coordinates of 32.
func TestRounding(t *testing.T) {
	const fine = flagCoordLong // sixteenths of a unit
	bits := func(degrees float32) wire.Angle { return wire.Angle(int32(math.Float32bits(degrees))) }
	for _, c := range []struct {
		flags   uint32
		x       wire.Coord
		yaw     wire.Angle
		wantX   wire.Coord // eighths
		wantYaw wire.Angle // 256ths of a circle
		rounded int
		refused bool // however
	}{
		{flagAngleShort | fine, 16 * 100, 0x4000, 8 * 100, 64, 0, false},   // 100 units, 90 degrees
		{flagAngleShort | fine, 16*100 + 1, 0x4000, 8 * 100, 64, 1, false}, // half of an eighth
		{flagAngleShort | fine, -16*100 - 3, 0, -8*100 - 2, 0, 1, false},
		{flagAngleShort | fine, 0, -21845, 0, -85, 1, false},  // -119.998 degrees
		{flagAngleShort | fine, 0, 32767, 0, -128, 1, false},  // almost 180, which is -180
		{flagAngleShort | fine, 0, -32768, 0, -128, 0, false}, // -180
		{flagAngleFloat | fine, 0, bits(270), 0, -64, 1, false},
		{flagAngleFloat | fine, 0, bits(-725), 0, -4, 1, false}, // -5 degrees, of which -5.625 is the nearest
		{flagAngleFloat | fine, 0, bits(359.9), 0, 0, 1, false}, // a tenth of a degree beside 0
		{flagAngleFloat | fine, 0, bits(float32(math.NaN())), 0, 0, 0, true},
		{flagAngleFloat | fine, 0, bits(float32(math.Inf(1))), 0, 0, 0, true},
		{flagAngleShort | fine, 16 * 4096, 0, 0, 0, 0, true}, // beyond what 16 bits have
	} {
		for _, round := range []bool{false, true} {
			rounded := new(int)
			if !round {
				rounded = nil
			}
			v, err := NewConverter(protocolQuake, rounded)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := v.Messages(&message.ServerInfo{Protocol: protocolRMQ, Flags: c.flags}); err != nil {
				t.Fatal(err)
			}
			m := new(message.UpdateEntity)
			m.Mask = message.FieldOriginX | message.FieldYaw
			m.Origin[0], m.Angles[1] = c.x, c.yaw
			_, err = v.Messages(m)
			var fine *RoundingError
			switch {
			case c.refused || !round && c.rounded > 0:
				if !errors.As(err, &fine) {
					t.Errorf("%+v, %v: it is refused with %v", c, round, err)
				}
			case err != nil || m.Origin[0] != c.wantX || m.Angles[1] != c.wantYaw || round && *rounded != c.rounded:
				t.Errorf("%+v, %v: it is %d and %d, %v", c, round, m.Origin[0], m.Angles[1], err)
			}
		}
	}
}

// vectors returns all places and directions in a message, in the order of its fields.
func vectors(v reflect.Value) (list []reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		return vectors(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			list = append(list, vectors(v.Field(i))...)
		}
	case reflect.Array:
		if e := v.Type().Elem(); e == reflect.TypeFor[wire.Coord]() || e == reflect.TypeFor[wire.Angle]() {
			return []reflect.Value{v}
		}
	}
	return list
}

// written returns units or degrees as they are written, by the documents: as sixteenths of a unit, say.
func written(u wire.Units, kind reflect.Type, v float64) int64 {
	float := int64(int32(math.Float32bits(float32(v))))
	if kind.Elem() == reflect.TypeFor[wire.Angle]() {
		return []int64{int64(v * 256 / 360), int64(v * 65536 / 360), float}[u.Angle]
	}
	return []int64{int64(v * 8), int64(v * 16), int64(v * 256), float}[u.Coord]
}

// tells reports whether a message has a number of its vectors.
func tells(m message.Message, number int) bool {
	update, ok := m.(*message.UpdateEntity)
	return !ok || update.Mask&(message.FieldOriginX<<number) != 0
}

// TestConvertsEveryMessage: from each way to write places and directions to each other, all coordinates and angles of
// all messages stay where they are, each another one, and the target's decoder reads what its encoder writes of them.
func TestConvertsEveryMessage(t *testing.T) {
	for _, from := range dialects() {
		if from.Extensions != nil {
			continue // see TestPlainFrames
		}
		for _, number := range []int{protocolQuake, protocolFitz, protocolRMQ} {
			t.Run(fmt.Sprintf("%d/%#x to %d", from.Protocol, from.Flags, number), func(t *testing.T) {
				convertsEveryMessage(t, from, number)
			})
		}
	}
}

func convertsEveryMessage(t *testing.T, from message.ServerInfo, number int) {
	refused := map[string]bool{"showlmp": true, "hidelmp": true, "skyboxsize": true, "nehahra_fog": true}
	if number == protocolQuake {
		refused["skybox"], refused["fog"], refused["bonusflash"] = true, true, true
	}
	var converted []message.Message
	var wants [][]int64 // of the vectors of each, nil for those that are not there
	var units, to wire.Units
	c, err := NewConverter(number, nil)
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{}
	for _, shared := range everything(from) {
		copied := reflect.New(reflect.TypeOf(shared).Elem())
		copied.Elem().Set(reflect.ValueOf(shared).Elem())
		m := copied.Interface().(message.Message)
		info, isInfo := m.(*message.ServerInfo)
		if isInfo {
			units, info.Sounds = info.Units, info.Sounds[:255]
		}
		before := vectors(reflect.ValueOf(m))
		value := func(vector, axis int) float64 { // Quake units or degrees
			if before[vector].Type().Elem() == reflect.TypeFor[wire.Angle]() {
				return 45 * float64(axis-2)
			}
			return float64(10*vector + axis + 1)
		}
		absent := map[int]bool{} // as the end of a point
		for k, v := range before {
			absent[k] = v.IsZero()
			for axis := range v.Len() {
				if !absent[k] {
					v.Index(axis).SetInt(written(units, v.Type(), value(k, axis)))
				}
			}
		}
		name := m.Name()
		list, err := c.Messages(m)
		if !done[name] {
			done[name] = err == nil
		}
		if err != nil { // the target has no place for one of its values
			nehahra := name == "temp_entity" || name == "updateentity" // with parts of Nehahra
			if number != protocolQuake && !refused[name] && !nehahra {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if isInfo {
			to = info.Units
		}
		var want []int64
		for k, v := range before {
			for axis := range v.Len() {
				x := 0.0
				if !absent[k] && tells(m, 3*k+axis) {
					x = value(k, axis)
				}
				want = append(want, written(to, v.Type(), x))
			}
		}
		converted, wants = append(converted, list...), append(wants, want)
	}
	for name, done := range done {
		if done == refused[name] {
			t.Errorf("%s was converted: %v", name, done)
		}
	}
	d := NewDecoder(encode(t, "-1\n", converted))
	for i, m := range converted {
		if i%10 == 0 {
			if _, err := d.NextMessage(); i > 0 && err != io.EOF {
				t.Fatal(err)
			}
			if _, err := d.NextPacket(); err != nil {
				t.Fatal(err)
			}
		}
		read, err := d.NextMessage()
		if err != nil {
			t.Fatalf("%s, message %d: %v", m.Name(), i, err)
		}
		var got []int64
		for k, v := range vectors(reflect.ValueOf(read)) {
			for axis := range v.Len() {
				if !tells(read, 3*k+axis) {
					v.Index(axis).SetInt(0)
				}
				got = append(got, v.Index(axis).Int())
			}
		}
		if !slices.Equal(got, wants[i]) {
			t.Fatalf("%s, message %d: %d, want %d", m.Name(), i, got, wants[i])
		}
		if number == protocolQuake && strings.HasSuffix(read.Name(), "2") {
			t.Fatalf("%s, message %d, is one of later protocols", read.Name(), i)
		}
		switch m.(type) {
		case *message.UpdateEntity, *message.SpawnBaseline, *message.SpawnStatic: // their masks are of the source
		default:
			if diff := cmp.Diff(m, read, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s, message %d (-written +read)\n%s", m.Name(), i, diff)
			}
		}
	}
}
