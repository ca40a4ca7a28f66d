package binenc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"reflect"
	"runtime"
	"testing"
)

type inner struct{ Text string }

type outer struct {
	Flag          bool
	Small         int8
	Large         uint64
	Float         float64
	Array         [2]float32
	Empty, Nil    []int
	Raw, Again    string
	Zero, None    *int
	Map           map[string]inner
	NoMap, NilMap map[int]*inner
	List          []inner
	hidden        int
}

// Values come back as they were, also what JSON and gob change: bytes that are no text, empty lists, and pointers to 0.
func TestRoundTrip(t *testing.T) {
	want := outer{
		Flag: true, Small: -128, Large: 1 << 63, Float: -0.1, Array: [2]float32{1, 2}, Empty: []int{}, Raw: "\xff\x00",
		Again: "\xff\x00", Zero: new(int), Map: map[string]inner{"a": {"b"}, "": {""}}, NoMap: map[int]*inner{},
		List: []inner{{"x"}, {"\xff\x00"}},
	}
	data := Marshal(&want)
	got := outer{Flag: true, Nil: []int{1}, hidden: 1}
	if err := Unmarshal(data, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for n := range data {
		if err := Unmarshal(data[:n], &got); err == nil || !reflect.DeepEqual(got, outer{}) && n >= 4 {
			t.Errorf("%d of %d bytes: %v, %+v", n, len(data), err, got)
		}
	}
	if err := Unmarshal(append(data, 0), &got); err == nil {
		t.Error("a byte too many")
	}
}

// Bytes of another type are refused, and so are those of one whose field has another name.
func TestOtherShape(t *testing.T) {
	data := Marshal(&inner{"a"})
	var other struct{ Title string }
	if err := Unmarshal(data, &other); !errors.Is(err, ErrShape) {
		t.Error(err)
	}
	var same struct{ Text string }
	if err := Unmarshal(data, &same); err != nil || same.Text != "a" {
		t.Error(err, same)
	}
}

// A length that the bytes can't hold costs nothing.
func TestHugeLengths(t *testing.T) {
	for _, v := range []any{new([]inner), new(map[string]inner), new(string), new([]*[9]float64)} {
		data := binary.LittleEndian.AppendUint32(nil, Shape(reflect.TypeOf(v).Elem()))
		for _, n := range []uint64{1 << 20, 1 << 40, 1<<64 - 1} {
			huge := append(binary.AppendUvarint(bytes.Clone(data), n), 0, 0, 0)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := Unmarshal(huge, v)
			runtime.ReadMemStats(&after)
			if size := after.TotalAlloc - before.TotalAlloc; err == nil || size > 1<<16 {
				t.Errorf("%T of length %d: %v, %d bytes are allocated", v, n, err, size)
			}
		}
	}
}

type odd struct{ N int }

func (o *odd) Sound() bool { return o.N%2 == 1 }

func TestUnsound(t *testing.T) {
	for n := range 2 {
		var got odd
		if err := Unmarshal(Marshal(&odd{n}), &got); (err == nil) != (n == 1) || got.N != n && err == nil {
			t.Errorf("%d: %v, %+v", n, err, got)
		}
	}
}
