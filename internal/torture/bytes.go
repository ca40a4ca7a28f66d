package torture

import (
	"encoding/binary"
	"math"
	"slices"
)

// Changes of bytes, as bad disks, broken transfers and fuzzers make them.

// maxGrown is how far repeats and inserts may make an input grow, as a factor.
const maxGrown = 4

// bytes changes up to four places of data. places, if there are any, are offsets at which
// numbers begin: half of the changes of numbers go there. other is a file to splice from.
func (m *maker) bytes(data []byte, places []int, other []byte) []byte {
	for n := 1 + m.IntN(4); n > 0 && len(data) > 0; n-- {
		data = m.byteStep(data, places, other)
	}
	return data
}

func (m *maker) byteStep(data []byte, places []int, other []byte) []byte {
	at := m.IntN(len(data))
	if len(places) > 0 && m.in(2) {
		at = places[m.IntN(len(places))]
		if at >= len(data) {
			at = len(data) - 1
		}
	}
	switch m.IntN(15) {
	case 0, 1, 2:
		data[at] ^= 1 << m.IntN(8)
		m.note("bit of byte %d flipped", at)
	case 3:
		n := min(len(data)-at, 1+m.IntN(16))
		for i := range n {
			data[at+i] ^= byte(1) << m.IntN(8)
		}
		m.note("%d bytes from %d with flipped bits", n, at)
	case 4, 5, 6:
		return m.extreme(data, at)
	case 7:
		if m.in(2) {
			data = data[:at]
			m.note("cut at %d", at)
		} else {
			data = data[at:]
			m.note("the first %d bytes cut off", at)
		}
	case 8, 9:
		n := min(len(data)-at, 1+m.small(512))
		data = slices.Delete(data, at, at+n)
		m.note("%d bytes from %d lost", n, at)
	case 10, 11:
		b := m.fill(1 + m.small(512))
		data = slices.Insert(data, at, b...)
		m.note("%d bytes inserted at %d", len(b), at)
	case 12:
		n := min(len(data)-at, 1+m.small(1024))
		times := 1 + m.small(min(64, (maxGrown-1)*len(data)/n))
		part := slices.Repeat(data[at:at+n], times)
		data = slices.Insert(data, at, part...)
		m.note("%d bytes from %d repeated %d times", n, at, times)
	case 13:
		to, n := m.IntN(len(data)), 1+m.small(256)
		n = min(n, len(data)-at, len(data)-to)
		part := slices.Clone(data[at : at+n])
		copy(data[at:], data[to:to+n])
		copy(data[to:], part)
		m.note("%d bytes swapped between %d and %d", n, at, to)
	default:
		if len(other) == 0 {
			clear(data[at:min(len(data), at+m.small(4096))])
			m.note("zeros from %d on", at)
			break
		}
		from := m.IntN(len(other))
		n := min(len(other)-from, 1+m.small(4096))
		end := min(len(data), at+m.below(2)*n)
		data = slices.Replace(data, at, end, other[from:from+n]...)
		m.note("%d bytes of another file for %d to %d", n, at, end)
	}
	return data
}

// extreme writes an extreme number of 1 to 8 bytes.
func (m *maker) extreme(data []byte, at int) []byte {
	var b [8]byte
	size := 1 << m.IntN(4)
	n := m.number()
	switch {
	case size == 4 && m.in(3):
		f := m.float()
		n = uint64(math.Float32bits(float32(f)))
	case size == 8 && m.in(2):
		n = math.Float64bits(m.float())
	}
	binary.LittleEndian.PutUint64(b[:], n)
	if m.in(16) { // as the other machines have it
		slices.Reverse(b[:size])
	}
	if at+size > len(data) {
		at = max(0, len(data)-size)
	}
	copy(data[at:], b[:size])
	m.note("%d-byte number %#x at %d", size, n, at)
	return data
}
