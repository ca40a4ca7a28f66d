package bsp

import (
	"errors"
	"math/rand/v2"
	"testing"
)

// tryDamaged loads damaged data: an error with a place or a map that keeps its
// promises.
func tryDamaged(t testing.TB, data []byte) (good bool) {
	t.Helper()
	m, err := Load(data)
	if err == nil {
		checkMap(t, m)
		return true
	}
	var fe *FormatError
	if !errors.As(err, &fe) {
		t.Errorf("an error without a place: %v", err)
	} else if fe.Offset < 0 || fe.Offset > int64(len(data)) {
		t.Errorf("place outside of %d bytes: %v", len(data), err)
	}
	return false
}

// boundaries are the places where lumps begin and end, and around them.
func boundaries(data []byte) []int {
	dir, order := orderOf(data)
	places := []int{0, 1, 4, 7, 8, dir, dir + 8*len(order) - 1, dir + 8*len(order)}
	for _, name := range order {
		offset, length := lumpAt(data, name)
		for _, at := range []int{offset, offset + length} {
			places = append(places, at-1, at, at+1)
		}
	}
	return places
}

func TestTruncated(t *testing.T) {
	all := map[string][]byte{}
	for version, data := range rooms(false) {
		all[string(version)] = data
	}
	for _, name := range []string{"demoscope1.bsp", "demoscope1_bsp2.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		data := sample(t, name)
		all[name] = data
	}
	for name, data := range all {
		refused := 0
		for _, at := range boundaries(data) {
			if at < 0 || at >= len(data) {
				continue
			}
			if !tryDamaged(t, data[:at:at]) {
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("%s: not one of the truncated files was refused", name)
		}
	}
}

func TestFlipped(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for version, data := range rooms(true) {
		good := 0
		const tries = 3000
		for range tries {
			d := append([]byte(nil), data...)
			for range 1 + rng.IntN(3) {
				switch at := rng.IntN(len(d)); rng.IntN(4) {
				case 0:
					d[at] ^= 1 << rng.IntN(8)
				case 1:
					d[at] = byte(rng.Uint32())
				case 2:
					d[at] = 255
				default: // where numbers lie
					at = rng.IntN(min(len(d), 160))
					d[at] = byte(rng.Uint32())
				}
			}
			if tryDamaged(t, d) {
				good++
			}
		}
		if good == 0 || good == tries {
			t.Errorf("%s: %d of %d damaged maps were good", version, good, tries)
		}
	}
}

// TestFlippedSample damages a real map, where there is more to go wrong.
func TestFlippedSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		data := sample(t, name)
		for range 15 {
			d := append([]byte(nil), data...)
			for range 4 {
				d[rng.IntN(len(d))] ^= 1 << rng.IntN(8)
			}
			tryDamaged(t, d)
		}
	}
}

// TestSmallFileStaysSmall loads small files whose counts are as large as the
// format allows and looks at what they allocate.
func TestSmallFileStaysSmall(t *testing.T) {
	for version, data := range rooms(false) {
		for at := 4; at+4 <= len(data); at += 4 {
			d := append([]byte(nil), data...)
			copy(d[at:], []byte{0xff, 0xff, 0xff, 0x7f})
			bytes := allocated(func() { _, _ = Load(d) })
			if limit := uint64(len(d)) * 400; bytes > limit {
				t.Fatalf("%s: number at %d: %d bytes allocated for a file of %d", version, at, bytes, len(d))
			}
		}
	}
}
