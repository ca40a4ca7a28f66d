package corpus

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// Harm is a damage that tests do to a demo.
type Harm struct {
	Kind string // one of [HarmKinds]
	At   int    // offset of its first byte
	seed uint64
}

// HarmKinds are typical kinds of damage: wrong bits, bytes lost and inserted, a page of zeros, and an end mark before
// the end of the demo.
var HarmKinds = []string{"flip", "burst", "lost", "inserted", "zeroed", "end mark"}

// Sizes of damage in bytes.
const (
	harmBurst  = 16
	harmShift  = 100
	harmZeroed = 4096
)

// String describes the harm with the arguments of [NewHarm].
func (h Harm) String() string { return fmt.Sprintf("%s at byte %d, seed %d", h.Kind, h.At, h.seed) }

// NewHarm returns the harm of a kind at an offset; seed determines its random bytes.
func NewHarm(kind string, at int, seed uint64) Harm { return Harm{kind, at, seed} }

// EndMark returns the bytes that end a demo of a format and overwrite others. For formats whose mark is a message, the
// packet with that message is returned.
func EndMark(format string) []byte {
	switch format {
	case "dem": // a block with disconnect
		return []byte{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2}
	case "qwd": // has none; a connectionless disconnect stands for it
		return []byte{0, 0, 0, 0x41, 1, 6, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 2, 0}
	case "mvd":
		return append([]byte{0, 6, 11, 0, 0, 0, 2}, "EndOfDemo\x00"...)
	case "dm2":
		return []byte{0xff, 0xff, 0xff, 0xff}
	case "mvd2":
		return []byte{0, 0}
	}
	return bytes.Repeat([]byte{0xff}, 8) // dm3
}

// Do returns data with the harm, and the offset of the first byte after it, in data and in the result.
func (h Harm) Do(format string, data []byte) (harmed []byte, behind, harmedBehind int) {
	rng := rand.New(rand.NewPCG(h.seed, 0x6861726d))
	at := min(h.At, len(data))
	left := len(data) - at
	replace := func(old int, with []byte) ([]byte, int, int) {
		old = min(old, left)
		harmed := append(append(bytes.Clone(data[:at]), with...), data[at+old:]...)
		return harmed, at + old, at + len(with)
	}
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = uint8(rng.Uint32())
		}
		return b
	}
	switch h.Kind {
	case "flip":
		return replace(1, []byte{data[at] ^ 1<<rng.IntN(8)})
	case "burst":
		b := random(min(harmBurst, left))
		for i := range b {
			b[i] = data[at+i] ^ 1<<(b[i]&7)
		}
		return replace(len(b), b)
	case "lost":
		return replace(harmShift, nil)
	case "inserted":
		return replace(0, random(harmShift))
	case "zeroed":
		n := min(harmZeroed, left)
		return replace(n, make([]byte, n))
	case "end mark":
		mark := EndMark(format)
		return replace(len(mark), mark)
	}
	panic(fmt.Sprintf("corpus: no harm is of the kind %q", h.Kind))
}
