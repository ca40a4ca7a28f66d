package wire_test

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"

	"demoscope/formats/wire"
)

func TestNumbersComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Uint8().Draw(t, "byte")
		c := rapid.Int8().Draw(t, "char")
		s := rapid.Int16().Draw(t, "short")
		w := rapid.Uint16().Draw(t, "word")
		l := rapid.Int32().Draw(t, "long")
		f := math.Float32frombits(rapid.Uint32().Draw(t, "float"))
		text := bytes.ReplaceAll(rapid.SliceOf(rapid.Byte()).Draw(t, "text"), []byte{0}, nil)
		raw := rapid.SliceOf(rapid.Byte()).Draw(t, "raw")

		var out wire.Writer
		out.Byte(b)
		out.Char(c)
		out.Short(s)
		out.Word(w)
		out.Long(l)
		out.Float(f)
		out.String(text)
		out.Bytes(raw)

		var in wire.Reader
		in.Reset(out.Data)
		if in.Peek() != b || in.Byte() != b || in.Char() != c || in.Short() != s || in.Word() != w || in.Long() != l {
			t.Fatal("an integer differs")
		}
		if got := in.Float(); math.Float32bits(got) != math.Float32bits(f) {
			t.Fatalf("float %x, want %x", math.Float32bits(got), math.Float32bits(f))
		}
		if got := in.String(); !bytes.Equal(got, text) {
			t.Fatalf("string %q, want %q", got, text)
		}
		if got := in.Bytes(len(raw)); !bytes.Equal(got, raw) {
			t.Fatalf("bytes %x, want %x", got, raw)
		}
		if in.Overrun() || in.Len() != 0 || in.Pos() != len(out.Data) {
			t.Fatalf("overrun %v, %d bytes left", in.Overrun(), in.Len())
		}
	})
}

// TestReadingTooFar reads each kind from too few bytes: zero, and remembered.
func TestReadingTooFar(t *testing.T) {
	reads := map[string]struct {
		size int
		read func(*wire.Reader) any
		zero any
	}{
		"byte":   {1, func(r *wire.Reader) any { return r.Byte() }, uint8(0)},
		"short":  {2, func(r *wire.Reader) any { return r.Short() }, int16(0)},
		"long":   {4, func(r *wire.Reader) any { return r.Long() }, int32(0)},
		"float":  {4, func(r *wire.Reader) any { return r.Float() }, float32(0)},
		"bytes":  {9, func(r *wire.Reader) any { return len(r.Bytes(9)) }, 0},
		"below":  {0, func(r *wire.Reader) any { return len(r.Bytes(-1)) }, 0},
		"string": {3, func(r *wire.Reader) any { return len(r.String()) }, 2},
	}
	for name, c := range reads {
		t.Run(name, func(t *testing.T) {
			var r wire.Reader
			r.Reset(bytes.Repeat([]byte{1}, max(c.size-1, 0)))
			if got := c.read(&r); got != c.zero {
				t.Errorf("read %v, want %v", got, c.zero)
			}
			if !r.Overrun() || r.Len() != 0 {
				t.Errorf("overrun %v, %d bytes left", r.Overrun(), r.Len())
			}
			if r.Byte() != 0 || r.Peek() != 0 || len(r.Rest()) != 0 {
				t.Error("something comes after the end")
			}
		})
	}
}

func TestUnits(t *testing.T) {
	float := func(f float32) wire.Coord { return wire.Coord(int32(math.Float32bits(f))) }
	coords := []struct {
		encoding wire.CoordEncoding
		raw      wire.Coord
		units    float32
	}{
		{wire.CoordShort, -32768, -4096},
		{wire.CoordShort, 5, 0.625},
		{wire.CoordLong, -24, -1.5},
		{wire.CoordLong, 1 << 20, 65536},
		{wire.Coord24, 3<<8 | 51, 3.2},
		{wire.Coord24, -1 << 8, -1},
		{wire.CoordFloat, float(-123.25), -123.25},
	}
	for _, c := range coords {
		u := wire.Units{Coord: c.encoding}
		if got := u.Units(c.raw); math.Abs(float64(got-c.units)) > 1e-6 {
			t.Errorf("encoding %d: %d is %v units, want %v", c.encoding, c.raw, got, c.units)
		}
		var w wire.Writer
		w.Coord(u, c.raw)
		var r wire.Reader
		r.Reset(w.Data)
		if got := r.Coord(u); got != c.raw || r.Len() != 0 || r.Overrun() {
			t.Errorf("encoding %d: %d comes back as %d", c.encoding, c.raw, got)
		}
	}
	angles := []struct {
		encoding wire.AngleEncoding
		raw      wire.Angle
		degrees  float32
	}{
		{wire.AngleByte, -128, -180},
		{wire.AngleByte, 64, 90},
		{wire.AngleShort, -16384, -90},
		{wire.AngleFloat, wire.Angle(float(33.5)), 33.5},
	}
	for _, a := range angles {
		u := wire.Units{Angle: a.encoding}
		if got := u.Degrees(a.raw); got != a.degrees {
			t.Errorf("encoding %d: %d is %v degrees, want %v", a.encoding, a.raw, got, a.degrees)
		}
		var w wire.Writer
		w.Angle(u, a.raw)
		var r wire.Reader
		r.Reset(w.Data)
		if got := r.Angle(u); got != a.raw || r.Len() != 0 || r.Overrun() {
			t.Errorf("encoding %d: %d comes back as %d", a.encoding, a.raw, got)
		}
	}
}
