package torture

import (
	"fmt"
	"math"
	"math/rand/v2"
)

// maker makes one input. It has the random numbers, and a list of what was done if
// somebody asks for it.
type maker struct {
	*rand.Rand
	keep bool
	list []string
}

func newMaker(seed, run uint64) *maker { return &maker{Rand: rand.New(rand.NewPCG(seed, run))} }

// note keeps a line about a mutation, if they are kept.
func (m *maker) note(format string, args ...any) {
	if m.keep {
		m.list = append(m.list, fmt.Sprintf(format, args...))
	}
}

// in reports true once in n times.
func (m *maker) in(n int) bool { return m.IntN(n) == 0 }

// below returns a number from 0 to n-1, 0 for an n that is too small.
func (m *maker) below(n int) int {
	if n < 1 {
		return 0
	}
	return m.IntN(n)
}

// small returns a length: mostly short, at most n.
func (m *maker) small(n int) int {
	return m.below(min(n, 1<<m.IntN(13)) + 1)
}

// extremes are the numbers that formats, engines and careless programs stumble over.
var extremes = [...]uint64{
	0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x100, 0x3ff, 0x400, 0x7ff, 0xfff, 0x1000, 0x7ffe, 0x7fff, 0x8000, 0x8001,
	0xfffe, 0xffff,
	0x10000, 0x10001, 0xffffff, 0x1000000, 0x3fffffff, 0x40000000, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001,
	0xfffffff0,
	0xfffffffe, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff,
}

// floats are those that arithmetic stumbles over.
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

// float returns an extreme float, as float32 bits if it is to be written.
func (m *maker) float() float64 {
	if m.in(6) {
		return (m.Float64() - 0.5) * math.Pow(2, float64(m.IntN(40)))
	}
	return floats[m.IntN(len(floats))]
}

// texts are strings that terminals, paths, parsers and layouts stumble over.
var texts = [...]string{
	"", "\x00", "\x1b[2J\x1b]0;x\x07", "\x9b31m", "\u202e\u2066", "\xff\xfe\x80", "\\", "\\\\\\\\", `\name\`,
	`\a\b\a\b\c`, "%s%n%d", "../../../../etc/passwd",
	"C:\\CON", "/dev/zero", "maps/../../x.bsp", "maps/demoscope1.bsp", "*1", "*-1", "*99999999", "0", "-1",
	"99999999999999999999", "nan", "1e400", "\"", "\"\"\"", "{", "}",
	"^1^2^3^", "xv 0 yv 0 stat_string 99999 if 0", "client 0 0 999 999 999 999", "\n", "\n\n\n\n", "\r", " ", "\t",
	"progs/player.mdl", "players/male/../x", "\\team\\red\\team\\blue\\", "\xef\xbb\xbf",
}

// text returns a string of that kind, or a long one.
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

// fill returns n bytes: random ones, or one that is repeated.
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
