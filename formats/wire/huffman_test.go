package wire_test

import (
	"bytes"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/wire"
)

// TestCodes writes and reads each byte, and numbers whose widths are no whole
// bytes, and compares with bits that were made by hand.
func TestCodes(t *testing.T) {
	for _, coded := range []bool{false, true} {
		want := decodertest.Bits{Coded: coded}
		var w wire.BitWriter
		w.Reset(coded)
		for symbol := range uint8(255) {
			want.Number(uint32(symbol), 8)
			w.Byte(symbol)
		}
		want.Number(255, 8)
		w.Byte(255)
		for width := uint(1); width <= 32; width++ {
			v := uint32(0x89abcdef) >> (32 - width)
			want.Number(v, int(width))
			w.Bits(v, width)
		}
		want.Flags("101")
		w.Raw(5, 3)
		want.Text("a\xff")
		w.String([]byte("a\xff"))
		want.Number(0xfffe, 16)
		w.Short(-2)
		want.Number(0xfffffffd, 32)
		w.Long(-3)
		if !bytes.Equal(w.Data(), want.Bytes()) || w.Pos() != uint(want.Len()) {
			t.Fatalf("coded %v: written as\n%x, want\n%x", coded, w.Data(), want.Bytes())
		}
		var r wire.BitReader
		if err := r.Reset(want.Bytes(), coded); err != nil {
			t.Fatal(err)
		}
		for symbol := range 256 {
			if got := r.Byte(); int(got) != symbol {
				t.Fatalf("coded %v: %d is read as %d", coded, symbol, got)
			}
		}
		for width := uint(1); width <= 32; width++ {
			if got := r.Bits(width); got != 0x89abcdef>>(32-width) {
				t.Fatalf("coded %v: %d bits are read as %#x", coded, width, got)
			}
		}
		if got := r.Raw(3); got != 5 {
			t.Errorf("coded %v: flags %d", coded, got)
		}
		if got := r.AppendString(nil); string(got) != "a\xff" {
			t.Errorf("coded %v: text %q", coded, got)
		}
		if a, b := r.Short(), r.Long(); a != -2 || b != -3 || r.Overrun() || r.Pos() != uint(want.Len()) {
			t.Errorf("coded %v: %d, %d, at %d of %d", coded, a, b, r.Pos(), want.Len())
		}
		if r.Byte(); !r.Overrun() {
			t.Errorf("coded %v: read past the end", coded)
		}
	}
}
