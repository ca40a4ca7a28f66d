package bsp

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// toQBSP writes a map of Quake II as QBSP, byte for byte: each letter of a
// record's shape is one of its numbers, of 16 or 32 bits (h, H, i) or four
// bytes that stay (b); those behind > are written as 32 bits, those behind f as
// floats.
func toQBSP(t testing.TB, data []byte) []byte {
	t.Helper()
	shapes := map[int]string{
		4:  "iii fhhhhhh >HH",     // nodes
		6:  ">HH i >HH bi",        // faces
		8:  "i >hh fhhhhhh >HHHH", // leaves
		9:  ">H",                  // leaf faces
		10: ">H",                  // leaf brushes
		11: ">HH",                 // edges
		15: ">Hh",                 // brush sides
	}
	const lumps = 19
	head, body := []byte("QBSP\x26\x00\x00\x00"), []byte(nil)
	for i := range lumps {
		at := binary.LittleEndian.Uint32(data[8+8*i:])
		n := binary.LittleEndian.Uint32(data[12+8*i:])
		lump := data[at : at+n]
		if shape := shapes[i]; shape != "" {
			lump = widen(t, lump, shape)
		}
		head = binary.LittleEndian.AppendUint32(head, uint32(8+8*lumps+len(body)))
		head = binary.LittleEndian.AppendUint32(head, uint32(len(lump)))
		body = append(body, lump...)
	}
	return append(head, body...)
}

// widen writes records of a shape with wider numbers.
func widen(t testing.TB, lump []byte, shape string) []byte {
	t.Helper()
	in, out := bytes.NewReader(lump), bytes.Buffer{}
	read := func(v any) {
		if err := binary.Read(in, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	for in.Len() > 0 {
		wide, float := false, false
		for _, c := range shape {
			var value int32
			switch c {
			case '>', 'f', ' ':
				wide, float = c == '>', c == 'f'
				continue
			case 'h':
				var v int16
				read(&v)
				value = int32(v)
			case 'H':
				var v uint16
				read(&v)
				value = int32(v)
			case 'i', 'b':
				read(&value)
			}
			switch {
			case float:
				put(&out, float32(value))
			case wide, c == 'i', c == 'b':
				put(&out, value)
			default:
				t.Fatalf("%c in %q", c, shape)
			}
		}
	}
	return out.Bytes()
}

// TestQBSP reads our own map of Quake II with wider numbers.
func TestQBSP(t *testing.T) {
	data := sample(t, "q2/demoscope1.bsp")
	wide := toQBSP(t, data)
	want, got := load(t, data), load(t, wide)
	if len(wide) != 638901 || got.Version != VersionQBSP || got.Version.Game() != Quake2 {
		t.Errorf("%d bytes of version %s", len(wide), got.Version)
	}
	// The sum was computed by another program (assets/sample/mapsum.py).
	if got.Checksums != (Checksums{File: 456204884}) {
		t.Errorf("checksums %+v", got.Checksums)
	}
	got.Version, got.Checksums = want.Version, want.Checksums
	if d := cmp.Diff(want, got, cmp.AllowUnexported(Visibility{})); d != "" {
		t.Errorf("%.2000s", d)
	}
}
