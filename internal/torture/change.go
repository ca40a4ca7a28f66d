package main

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// maker has the random numbers for one input.
type maker struct{ *rand.Rand }

func newMaker(seed, run uint64) *maker { return &maker{rand.New(rand.NewPCG(seed, run))} }

// in returns true once in n times.
func (m *maker) in(n int) bool { return m.IntN(n) == 0 }

// below returns a number from 0 to n-1, 0 if n is too small.
func (m *maker) below(n int) int {
	if n < 1 {
		return 0
	}
	return m.IntN(n)
}

// small returns a length of at most n, usually a short one.
func (m *maker) small(n int) int {
	return m.below(min(n, 1<<m.IntN(13)) + 1)
}

// extremes are numbers that often break formats, engines and careless programs.
var extremes = [...]uint64{
	0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x100, 0x3ff, 0x400, 0x7ff, 0xfff, 0x1000, 0x7ffe, 0x7fff, 0x8000, 0x8001,
	0xfffe, 0xffff,
	0x10000, 0x10001, 0xffffff, 0x1000000, 0x3fffffff, 0x40000000, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
	0xfffffff0,
	0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
}

// floats are numbers that often break arithmetic.
var floats = [...]float64{
	0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e30, -1e30, 1e-40, -1e-40, 1e9, -1e9,
	4096, -4096, 32768, -32768, 65536, 8388608, 2147483648, -2147483649, math.MaxFloat32, math.MaxFloat64,
}

// number returns an extreme number, or one near it.
func (m *maker) number() uint64 {
	n := extremes[m.IntN(len(extremes))]
	switch m.IntN(8) {
	case 0:
		return n + uint64(m.IntN(5)) - 2
	case 1:
		return m.Uint64() >> m.IntN(64)
	}
	return n
}

// float returns an extreme float.
func (m *maker) float() float64 {
	if m.in(6) {
		return (m.Float64() - 0.5) * math.Pow(2, float64(m.IntN(40)))
	}
	return floats[m.IntN(len(floats))]
}

// texts are strings that often break terminals, paths, parsers and layouts.
var texts = [...]string{
	"", "\x00", "\x1b[2J\x1b]0;x\x07", "\x9b31m", "\u202e\u2066", "\xff\xfe\x80", "\\", "\\\\\\\\", `\name\`,
	`\a\b\a\b\c`, "%s%n%d", "../../../../etc/passwd",
	"C:\\CON", "/dev/zero", "maps/../../x.bsp", "maps/demoscope1.bsp", "*1", "*-1", "*99999999", "0", "-1",
	"99999999999999999999", "nan", "1e400", "\"", "\"\"\"", "{", "}",
	"^1^2^3^", "xv 0 yv 0 stat_string 99999 if 0", "client 0 0 999 999 999 999", "\n", "\n\n\n\n", "\r", " ", "\t",
	"progs/player.mdl", "players/male/../x", "\\team\\red\\team\\blue\\", "\xef\xbb\xbf",
}

// text returns one of texts, or a long string.
func (m *maker) text() []byte {
	t := []byte(texts[m.IntN(len(texts))])
	switch m.IntN(6) {
	case 0:
		t = m.fill(m.small(4096))
	case 1:
		long := make([]byte, 0, 4096)
		for n := m.small(4096); len(long) < n; {
			long = append(append(long, t...), 'x')
		}
		return long
	case 2:
		t = append(t, texts[m.IntN(len(texts))]...)
	}
	return t
}

// fill returns n random bytes, or n times the same byte.
func (m *maker) fill(n int) []byte {
	b := make([]byte, n)
	switch m.IntN(3) {
	case 0:
		c := byte(m.number())
		for i := range b {
			b[i] = c
		}
	default:
		for i := range b {
			b[i] = byte(m.Uint32())
		}
	}
	return b
}

// Changes of bytes, like those by bad disks, broken transfers and fuzzers.

// maxGrown is the maximum factor by which repeats and inserts may enlarge an input.
const maxGrown = 4

// bytes changes up to four places of data. places, if any, are offsets of numbers: half of the changes of numbers
// happen there. other is a file to splice from.
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
	case 3:
		n := min(len(data)-at, 1+m.IntN(16))
		for i := range n {
			data[at+i] ^= byte(1) << m.IntN(8)
		}
	case 4, 5, 6:
		return m.extreme(data, at)
	case 7:
		if m.in(2) {
			data = data[:at]
		} else {
			data = data[at:]
		}
	case 8, 9:
		n := min(len(data)-at, 1+m.small(512))
		data = slices.Delete(data, at, at+n)
	case 10, 11:
		b := m.fill(1 + m.small(512))
		data = slices.Insert(data, at, b...)
	case 12:
		n := min(len(data)-at, 1+m.small(1024))
		times := 1 + m.small(min(64, (maxGrown-1)*len(data)/n))
		part := slices.Repeat(data[at:at+n], times)
		data = slices.Insert(data, at, part...)
	case 13:
		to, n := m.IntN(len(data)), 1+m.small(256)
		n = min(n, len(data)-at, len(data)-to)
		part := slices.Clone(data[at : at+n])
		copy(data[at:], data[to:to+n])
		copy(data[to:], part)
	default:
		if len(other) == 0 {
			clear(data[at:min(len(data), at+m.small(4096))])
			break
		}
		from := m.IntN(len(other))
		n := min(len(other)-from, 1+m.small(4096))
		end := min(len(data), at+m.below(2)*n)
		data = slices.Replace(data, at, end, other[from:from+n]...)
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
	if m.in(16) { // in big-endian order
		slices.Reverse(b[:size])
	}
	if at+size > len(data) {
		at = max(0, len(data)-size)
	}
	copy(data[at:], b[:size])
	return data
}

// Changes of whole packets: blocks are lost, repeated, or inserted from another demo.

// piece is a part of a demo that consists of whole packets.
type piece struct {
	data []byte
	cuts []int // offsets of packets in data, and its end
}

// head returns the first packets of a demo, about size bytes.
func (s *Source) head(size int) piece {
	cuts := s.packets()
	i, _ := slices.BinarySearch(cuts, size)
	i = min(max(i, 1), len(cuts)-1)
	return piece{s.Data[:cuts[i]:cuts[i]], cuts[:i+1]}
}

// window returns packets from a random offset of a demo, about size bytes.
func (m *maker) window(s *Source, size int) []byte {
	cuts := s.packets()
	i := m.below(len(cuts) - 1)
	j, _ := slices.BinarySearch(cuts, cuts[i]+size)
	j = min(max(j, i+1), len(cuts)-1)
	return s.Data[cuts[i]:cuts[j]]
}

// headerFields are the offsets of the numbers in a container's packet header.
var headerFields = map[string][]int{
	"dem":  {0, 4, 8, 12, 16},
	"qwd":  {0, 4, 5, 9, 13, 17},
	"mvd":  {0, 1, 2, 6, 10},
	"dm2":  {0, 4, 5, 9},
	"mvd2": {0, 2, 3},
	"dm3":  {0, 4, 8, 12},
}

// ends are the end marks of the containers that have one.
var ends = map[string]string{"dm2": "\xff\xff\xff\xff", "mvd2": "\x00\x00", "dm3": "\xff\xff\xff\xff\xff\xff\xff\xff"}

// places returns the offsets of the numbers in packet headers of a piece.
func (m *maker) places(format string, cuts []int) []int {
	fields := headerFields[format]
	if len(fields) == 0 || len(cuts) < 2 {
		return nil
	}
	list := make([]int, 0, 16)
	for range 8 {
		list = append(list, cuts[m.IntN(len(cuts)-1)]+fields[m.IntN(len(fields))])
	}
	return list
}

// packets returns data with packets lost, repeated, moved, or inserted from others. The result is a new slice.
func (m *maker) packets(p piece, others func() *Source) []byte {
	out := slices.Clone(p.data)
	cuts := p.cuts
	for n := 1 + m.IntN(3); n > 0; n-- {
		i := m.below(len(cuts) - 1)
		j := min(len(cuts)-1, i+1+m.small(8))
		from, to := min(cuts[i], len(out)), min(cuts[j], len(out))
		switch m.IntN(5) {
		case 0:
			out = slices.Delete(out, from, to)
		case 1:
			times := 1 + m.small(min(32, (maxGrown-1)*len(out)/max(1, to-from)))
			out = slices.Insert(out, from, slices.Repeat(out[from:to], times)...)
		case 2:
			part := slices.Clone(out[from:to])
			out = slices.Delete(out, from, to)
			at := min(len(out), cuts[m.IntN(len(cuts))])
			out = slices.Insert(out, at, part...)
		default:
			s := others()
			if s == nil {
				continue
			}
			out = slices.Insert(out, from, m.window(s, 1+m.small(4096))...)
		}
	}
	return out
}
