package wire

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"testing"
)

// TestHuffman: the code is one: no code begins another, the longest have 11
// bits, one of which is left over.
func TestHuffman(t *testing.T) {
	unused := 1 << 11
	lengths := map[uint16]int{}
	for symbol, c := range huffmanCodes {
		n := c >> 11
		lengths[n]++
		unused -= 1 << (11 - n)
		if e := Huffman[c&HuffmanMask]; e&0xff != uint16(symbol) || e>>8 != n {
			t.Errorf("symbol %d: %#x", symbol, e)
		}
	}
	if unused != 1 {
		t.Errorf("%d of 2048 codes are unused", unused)
	}
	want := map[uint16]int{2: 1, 5: 2, 6: 7, 7: 24, 8: 43, 9: 49, 10: 129, 11: 1}
	if !maps.Equal(lengths, want) {
		t.Errorf("lengths %v", lengths)
	}
}

// TestBits writes numbers of every width and reads them back, coded and plain.
func TestBits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, coded := range []bool{false, true} {
		var w BitWriter
		w.Reset(coded)
		type number struct {
			v uint32
			n uint
		}
		var list []number
		for range 3000 {
			n := 1 + random.UintN(32)
			v := random.Uint32() >> (32 - n)
			if random.UintN(4) == 0 {
				v = 0
			}
			list = append(list, number{v, n})
			w.Bits(v, n)
		}
		text := []byte("a string, with \xff and %")
		w.String(text)
		w.Bytes(text)
		w.Short(-2)
		w.Long(-3)
		w.Align()
		w.Raw(5, 3)
		var r BitReader
		if err := r.Reset(w.Data(), coded); err != nil {
			t.Fatal(err)
		}
		for i, k := range list {
			if v := r.Bits(k.n); v != k.v {
				t.Fatalf("number %d of %d bits: %#x, not %#x", i, k.n, v, k.v)
			}
		}
		if s := r.AppendString(nil); !bytes.Equal(s, text) {
			t.Errorf("%q", s)
		}
		if s := r.AppendBytes(nil, len(text)); !bytes.Equal(s, text) {
			t.Errorf("%q", s)
		}
		if a, b := r.Short(), r.Long(); a != -2 || b != -3 {
			t.Error(a, b)
		}
		r.Align()
		if v := r.Raw(3); v != 5 || r.Overrun() || r.Pos() != w.Pos() {
			t.Error(v, r.Overrun(), r.Pos(), w.Pos())
		}
	}
}

// TestBitsEnd reads past the end: that is noticed, and nothing else happens.
func TestBitsEnd(t *testing.T) {
	for _, coded := range []bool{false, true} {
		var r BitReader
		if err := r.Reset([]byte{0xff, 0x0f}, coded); err != nil {
			t.Fatal(err)
		}
		for range 10000 {
			r.Long()
		}
		if !r.Overrun() {
			t.Error("no overrun")
		}
		for _, read := range []func(){
			func() { r.AppendString(nil) }, func() { r.AppendBytes(nil, 1<<30) },
		} {
			if err := r.Reset([]byte{0xff, 0xff}, coded); err != nil {
				t.Fatal(err)
			}
			if read(); !r.Overrun() {
				t.Error("no overrun")
			}
		}
	}
	var r BitReader
	if r.Reset(make([]byte, MaxBitMessage), true) != nil || r.Reset(make([]byte, MaxBitMessage+1), true) == nil {
		t.Error("the limit of a message")
	}
}

// TestBitsRest moves what was not read to a whole byte.
func TestBitsRest(t *testing.T) {
	var r BitReader
	if err := r.Reset([]byte{0b10110101, 0b11001100}, false); err != nil {
		t.Fatal(err)
	}
	r.Raw(3)
	if got := r.AppendRest(nil); !bytes.Equal(got, []byte{0b10010110, 0b00011001}) {
		t.Errorf("%08b", got)
	}
}

// TestRefill keeps the next bits in a register.
func TestRefill(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	data := make([]byte, 500)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	var a, b BitReader
	if a.Reset(data, false) != nil || b.Reset(data, false) != nil {
		t.Fatal("reset")
	}
	a.Raw(5)
	b.Raw(5)
	w, have, at := a.Begin()
	for b.Pos() < b.End()-64 {
		w, have, at = a.Refill(w, have, at)
		if have < 56 {
			t.Fatalf("%d bits", have)
		}
		n := random.UintN(33)
		if got, want := uint32(w&(1<<n-1)), b.Raw(n); got != want {
			t.Fatalf("bit %d: %#x, not %#x", b.Pos(), got, want)
		}
		w >>= n
		have -= n
		if at*8-have != b.Pos() {
			t.Fatalf("at bit %d, not %d", at*8-have, b.Pos())
		}
	}
}
