package dzip

import (
	"bytes"
	"compress/flate"
	"io"
	"math/rand/v2"
	"testing"
	"testing/iotest"
)

func inflated(r io.Reader) ([]byte, error) {
	var z inflater
	z.reset(r)
	return io.ReadAll(&z)
}

// TestInflate: streams of all kinds are unpacked, however they are read, and if they are cut, up to there.
func TestInflate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := func(n, kinds int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.IntN(1 + random.IntN(kinds)))
		}
		return b
	}
	for name, data := range map[string][]byte{
		"nothing":         nil,
		"a byte":          {7},
		"one value":       bytes.Repeat([]byte{7}, 200_000),
		"random bytes":    letters(100_000, 256),
		"few values":      letters(300_000, 20),
		"a far copy":      bytes.Repeat(letters(32<<10, 256), 4),
		"a copy too far":  bytes.Repeat(letters(33<<10, 256), 3),
		"copies near by":  append(bytes.Repeat([]byte("abcdefg"), 300), bytes.Repeat([]byte("ab"), 300)...),
		"a changing kind": append(letters(70_000, 3), append(letters(70_000, 256), letters(70_000, 40)...)...),
	} {
		for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, flate.BestSpeed, flate.BestCompression} {
			var packed bytes.Buffer
			w, err := flate.NewWriter(&packed, level)
			if err != nil {
				t.Fatal(err)
			}
			w.Write(data[:len(data)/3])
			w.Flush()
			w.Write(data[len(data)/3:])
			w.Close()
			for _, r := range []io.Reader{bytes.NewReader(packed.Bytes()),
				iotest.OneByteReader(bytes.NewReader(packed.Bytes()))} {
				if got, err := inflated(r); err != nil || !bytes.Equal(got, data) {
					t.Errorf("%s, level %d: %d of %d bytes, %v", name, level, len(got), len(data), err)
				}
			}
			for range 20 {
				cut := packed.Bytes()[:random.IntN(packed.Len())]
				got, err := inflated(bytes.NewReader(cut))
				want, _ := io.ReadAll(flate.NewReader(bytes.NewReader(cut)))
				if err != io.ErrUnexpectedEOF || !bytes.HasPrefix(data, got) || !bytes.HasPrefix(got, want) {
					t.Errorf("%s, level %d, cut at %d: %d bytes, at least %d, %v", name, level, len(cut), len(got),
						len(want), err)
				}
			}
		}
	}
}

// TestInflateDamage: an invalid stream ends with an error after its valid part.
func TestInflateDamage(t *testing.T) {
	for name, c := range map[string]struct{ packed, want, err string }{
		"fixed codes":                 {"4b4c4a0600", "616263", ""},
		"a stored block":              {"01 0300 fcff 616263", "616263", ""},
		"a wrong size":                {"01 0300 fcfe 616263", "", "corrupt DEFLATE data before byte 5"},
		"a short stored block":        {"01 0300 fcff 6162", "6162", "unexpected EOF"},
		"an unknown block":            {"07", "", "corrupt DEFLATE data before byte 1"},
		"a copy from before the data": {"4b04420000", "61", "corrupt DEFLATE data before byte 3"},
		"too many lengths":            {"fd00000000000000", "", "corrupt DEFLATE data before byte 3"},
		"no codes":                    {"0500000000000000", "", "corrupt DEFLATE data before byte 4"},
		"nothing":                     {"", "", "unexpected EOF"},
	} {
		got, err := inflated(bytes.NewReader(bytesOf(t, c.packed)))
		text := ""
		if err != nil {
			text = err.Error()
		}
		if !bytes.Equal(got, bytesOf(t, c.want)) || text != c.err {
			t.Errorf("%s: %x, %s", name, got, text)
		}
	}
}
