package qwz

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"demoscope/formats/message"
	"demoscope/formats/qwz/qwztest"
)

// madeTable returns a table of the tests' own.
func madeTable(t testing.TB) *Table {
	t.Helper()
	table, err := ParseTable(qwztest.Table())
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// bytesOf returns the bytes of hexadecimal digits, which may have spaces and, between quotes, text.
func bytesOf(t testing.TB, text string) []byte {
	t.Helper()
	var out []byte
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			out = append(out, part...)
			continue
		}
		b, err := hex.DecodeString(strings.Join(strings.Fields(part), ""))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b...)
	}
	return out
}

func TestDemo(t *testing.T) {
	packed, plain := qwztest.Demo()
	r := NewReader(packed, madeTable(t))
	if err := iotest.TestReader(r, []byte(plain)); err != nil {
		t.Error(err)
	}
}

// step is a part of a packet: its symbols, and what they stand for.
type step struct {
	name string
	pack func(e *qwztest.Encoder)
	want string
}

// messages are all kinds of messages in a packet, whose state is that after signon.
var messages = []step{
	{"own", func(e *qwztest.Encoder) {
		e.Symbols(0, 1)    // back
		e.Symbols(1, 0x49) // x low, y high, frame
		e.Symbols(2, 0x80) // effects
		e.Symbols(3, 0xc1) // velocity x low, weapon frame, dead
		e.Symbols(11, 251)
		e.Symbols(14, 1)
		e.Symbols(17, 2)
		e.Symbols(39, 4)
		e.Symbols(31, 10)
		e.Symbols(40, 3)
	}, "2a 02 8403 1b03 0001 c800 0f 0a00 04 03"},
	{"nop", func(e *qwztest.Encoder) { e.Symbols(4, 1) }, "01"},
	{"updatestat", func(e *qwztest.Encoder) { e.Symbols(4, 3); e.Symbols(63, 3); e.Symbols(64, 99) }, "03 03 63"},
	{"players", func(e *qwztest.Encoder) {
		e.Symbols(4, 42)
		e.Symbols(5, 5) // from 255 to 4
		e.Symbols(6, 13)
		e.Symbols(7, 0x01)
		e.Symbols(8, 0x11)
		e.Symbols(9, 0x10)
		e.Symbols(10, 0x04)
		e.Symbols(11, 3)   // x: 80, 20 ms at 125 units a second, and 3
		e.Symbols(18, 5)   // yaw
		e.Symbols(22, 50)  // forward
		e.Symbols(30, 1)   // milliseconds of the command
		e.Symbols(33, 250) // velocity y
		e.Symbols(5, 2)
		e.Symbols(6, 0x89) // as it was, after 9 ms; there it is unknown
		e.Symbols(5, 0)
	}, "2a 04 0f00 6700 a000 f000 01 0d 84 0540 3200 15 7d00 faff" + "2a 06 0100 1b03 0001 c800 00 09"},
	{"sound", func(e *qwztest.Encoder) {
		e.Symbols(4, 6)
		e.Symbols(65, 0x29) // entity 5, channel 1
		e.Symbols(66, 0xc0)
		e.Symbols(67, 200)
		e.Symbols(68, 64)
		e.Symbols(69, 170) // weapons/rocket1i.wav
		e.Symbols(70, 1)
		e.Symbols(71, 7)
	}, "06 29c0 c8 40 02 6e00 a000 f000"},
	{"entities", func(e *qwztest.Encoder) {
		e.Symbols(4, 48)
		e.Symbols(41, 0xc1) // a new one, 33
		e.Symbols(43, 0x41)
		e.Symbols(44, 0x01)
		e.Symbols(45, 38) // progs/missile.mdl
		e.Symbols(50, 5)
		e.Symbols(41, 0x61) // the next one
		e.Symbols(43, 0x03)
		e.Symbols(50, 2)
		e.Symbols(41, 0)
	}, "2f 2182 04 03 0500 2802 1201 0000"},
	{"sound of an entity", func(e *qwztest.Encoder) {
		e.Symbols(4, 6)
		e.Symbols(65, 0x6a)
		e.Symbols(66, 0x01)
		e.Symbols(69, 60) // misc/null.wav
		e.Symbols(70, 0)
	}, "06 4201 01 1201 0002 0003"},
	{"updateuserinfo", func(e *qwztest.Encoder) {
		e.Symbols(4, 40)
		e.Symbols(129, 4)
		e.Symbols(114, 1, 0, 0, 0)
		e.Bytes(115, "\\name\\bob\\team\\x\x00")
	}, `28 04 01000000 '\name\bob\team\x' 00`},
	{"print", func(e *qwztest.Encoder) {
		e.Symbols(4, 8)
		e.Symbols(77, 2)
		e.Letters(78, 'h', 289, 0x104, 0)
	}, "08 02 'h accepts bob' 00"},
	{"chat", func(e *qwztest.Encoder) {
		e.Symbols(4, 8)
		e.Symbols(77, 3)
		e.Letters(80, 0x104, 321, 0x124, 0)
	}, "08 03 '(bob): need help at bob' 00"},
	{"stufftext", func(e *qwztest.Encoder) { e.Symbols(4, 9); e.Letters(82, 256+39, 0) }, "09 'bf' 0a 00"},
	{"setangle", func(e *qwztest.Encoder) { e.Symbols(4, 10); e.Symbols(131, 1, 2, 3) }, "0a 010203"},
	{"lightstyle", func(e *qwztest.Encoder) { e.Symbols(4, 12); e.Symbols(131, 5); e.Bytes(131, "az\x00") },
		"0c 05 'az' 00"},
	{"updatefrags", func(e *qwztest.Encoder) {
		e.Symbols(4, 14)
		e.Symbols(129, 4)
		e.Symbols(84, 7)
		e.Symbols(85, 0)
	}, "0e 04 0700"},
	{"stopsound", func(e *qwztest.Encoder) { e.Symbols(4, 16); e.Symbols(131, 8, 9) }, "10 0809"},
	{"damage", func(e *qwztest.Encoder) {
		e.Symbols(4, 19)
		e.Symbols(86, 1)
		e.Symbols(87, 2)
		e.Flag(true)
		for i, s := range []int{1, 0, 0, 0, 255, 0} {
			e.Symbols(88+i, s)
		}
	}, "13 01 02 1c03 0001 c700"},
	{"damage from nowhere", func(e *qwztest.Encoder) {
		e.Symbols(4, 19)
		e.Symbols(86, 3)
		e.Symbols(87, 4)
		e.Flag(false)
	}, "13 03 04 0000 0000 0000"},
	{"gunshot", func(e *qwztest.Encoder) {
		e.Symbols(4, 23)
		e.Symbols(94, 2)
		e.Symbols(104, 6)
		for i, s := range []int{1, 0, 0, 1, 0, 0} { // from the last sound
			e.Symbols(98+i, s)
		}
	}, "17 02 06 1301 0003 0003"},
	{"lightning", func(e *qwztest.Encoder) {
		e.Symbols(4, 23)
		e.Symbols(94, 5)
		e.Symbols(97, 0x41)
		e.Symbols(95, 45) // from entity 40 to 5, who is player 4
		e.Symbols(96, 0)
		e.Symbols(71, 1)
		for i, s := range []int{10, 0, 0, 0, 0, 0} {
			e.Symbols(98+i, s)
		}
	}, "17 05 0500 6800 a000 f000 7200 a000 f000"},
	{"explosion", func(e *qwztest.Encoder) {
		e.Symbols(4, 23)
		e.Symbols(94, 3)
		for i := range 6 {
			e.Symbols(98+i, 0)
		}
	}, "17 03 7200 a000 f000"},
	{"setpause", func(e *qwztest.Encoder) { e.Symbols(4, 24); e.Symbols(131, 1) }, "18 01"},
	{"centerprint", func(e *qwztest.Encoder) { e.Symbols(4, 26); e.Letters(105, 256+11, 0) },
		"1a 0a0a0a '1.....' 0a 00"},
	{"updateping", func(e *qwztest.Encoder) {
		e.Symbols(4, 36)
		e.Symbols(130, 5)
		e.Symbols(107, 50)
		e.Symbols(108, 0)
	}, "24 04 3200"},
	{"updatepl", func(e *qwztest.Encoder) { e.Symbols(4, 53); e.Symbols(130, 5); e.Symbols(128, 3) }, "35 04 03"},
	{"updateentertime", func(e *qwztest.Encoder) { e.Symbols(4, 37); e.Symbols(131, 4, 0, 0, 128, 63) },
		"25 04 0000803f"},
	{"updatestatlong", func(e *qwztest.Encoder) {
		e.Symbols(4, 38)
		for i, s := range []int{15, 1, 2, 3, 4} {
			e.Symbols(109+i, s)
		}
	}, "26 0f 01020304"},
	{"muzzleflash", func(e *qwztest.Encoder) { e.Symbols(4, 39); e.Symbols(95, 6); e.Symbols(96, 0) }, "27 0300"},
	{"nails", func(e *qwztest.Encoder) {
		e.Symbols(4, 43)
		e.Symbols(116, 2)
		for i := range 6 {
			e.Symbols(117+i, 1+i)
		}
		for i := range 6 {
			e.Symbols(117+i, 255)
		}
	}, "2b 02 320204100506 3101030f0405"},
	{"chokecount", func(e *qwztest.Encoder) { e.Symbols(4, 44); e.Symbols(123, 1) }, "2c 01"},
	{"maxspeed", func(e *qwztest.Encoder) { e.Symbols(4, 49); e.Symbols(131, 0, 0, 128, 63) }, "31 0000803f"},
	{"setinfo", func(e *qwztest.Encoder) {
		e.Symbols(4, 51)
		e.Symbols(129, 4)
		e.Letters(124, 256+5, 0)
		e.Bytes(126, "al\x00")
	}, "33 04 'name' 00 'al' 00"},
	{"print with the new name", func(e *qwztest.Encoder) {
		e.Symbols(4, 8)
		e.Symbols(77, 1)
		e.Letters(78, 0x104, 0)
	}, "08 01 'al' 00"},
	{"serverinfo", func(e *qwztest.Encoder) { e.Symbols(4, 52); e.Bytes(127, "k\x00v\x00") }, "34 'k' 00 'v' 00"},
	{"text of Qizmo", func(e *qwztest.Encoder) { e.Symbols(4, 81); e.Bytes(131, "q\x00") }, "51 'q' 00"},
	{"block of Qizmo", func(e *qwztest.Encoder) {
		e.Symbols(4, 82)
		e.Bytes(131, strings.Repeat("b", 162))
	}, "52 '" + strings.Repeat("b", 162) + "'"},
	{"voice", func(e *qwztest.Encoder) {
		e.Symbols(4, 83)
		for i := range 34 {
			e.Symbols(180+i, 'a')
		}
	}, "53 '" + strings.Repeat("a", 34) + "'"},
	{"intermission", func(e *qwztest.Encoder) { e.Symbols(4, 30); e.Bytes(131, "123456789") }, "1e '123456789'"},
	{"end", func(e *qwztest.Encoder) { e.Symbols(4, 0) }, ""},
}

// signon is what comes before [messages]: a level, and in packet 11 two players and an entity.
var signon = []step{
	{"level", func(e *qwztest.Encoder) {
		e.Plain("\x01\x00\x00\x00\x01\x00\x00\x00" +
			"\x0b\x1c\x00\x00\x00\x05\x00\x00\x00qw\x00\x02Made\x00" + strings.Repeat("\x00", 40) +
			"\x2e\x00misc/null.wav\x00weapons/rocket1i.wav\x00\x00\x00" +
			"\x2d\x00maps/x.bsp\x00progs/player.mdl\x00progs/missile.mdl\x00\x00\x00" +
			"\x16\x28\x00\x03\x00\x00\x00\x00\x01\x00\x00\x02\x00\x00\x03\x00" +
			"\x09cmd spawn 5 0\n\x00")
	}, "00000000 01 bb000000 01000000 01000000 0b 1c000000 05000000 'qw' 00 02 'Made' 00" + strings.Repeat("00", 40) +
		"2e 00 'misc/null.wav' 00 'weapons/rocket1i.wav' 00 00 00" +
		"2d 00 'maps/x.bsp' 00 'progs/player.mdl' 00 'progs/missile.mdl' 00 00 00" +
		"16 2800 03 00 00 00 0001 00 0002 00 0003 00" + "09 'cmd spawn 5 0' 0a 00"},
	{"numbers", func(e *qwztest.Encoder) { e.Record(2); e.Symbols(131, 9, 0, 0, 0, 1, 0, 0, 0) },
		"00000000 02 09000000 01000000"},
	{"move", func(e *qwztest.Encoder) {
		e.Record(0)
		e.Symbols(224, 0x45) // pitch low, yaw low, forward low
		e.Symbols(225, 0x20) // milliseconds
		e.Symbols(226, 16)
		e.Symbols(228, 254)
		e.Symbols(232, 100)
		e.Symbols(240, 13)
		e.Symbols(241, 13)
	}, "00000000 00 0d000000 0000b43d 000034bc 00000000 6400 0000 0000 00 08 0000b43d 000034bc 00000000"},
	{"packet 11", func(e *qwztest.Encoder) {
		e.Plain("\x0b\x00\x00\x00\x01\x00\x00\x00" +
			"\x2a\x02\x00\x00\x20\x03\x00\x00\xc8\x00\x0d" +
			"\x2a\x04\x07\x00\x50\x00\xa0\x00\xf0\x00\x01\x0a\x80\x00\x40\x14\x7d\x00" +
			"\x2f\x28\x02\x10\x01\x00\x00")
	}, "f4fd543c 01 2c000000 0b000000 01000000 2a 02 0000 2003 0000 c800 0d" +
		"2a 04 0700 5000 a000 f000 01 0a 80 0040 14 7d00 2f 2802 1001 0000"},
	{"next move", func(e *qwztest.Encoder) {
		e.Record(0)
		e.Symbols(224, 0x05)
		e.Symbols(225, 0x30) // buttons
		e.Symbols(238, 3)
		e.Symbols(241, 0)
	}, "f4fd543c 00 0d000000 0000343e 0000b4bc 00000000 6400 0000 0000 03 08 0000343e 0000b4bc 00000000"},
}

// more is what comes after [messages].
var more = []step{
	{"another move", func(e *qwztest.Encoder) {
		e.Record(0)
		e.Symbols(224, 0)
		e.Symbols(225, 0)
		e.Symbols(241, 0)
	}, "f4fdd43c 00 0d000000 0000873e 000007bd 00000000 6400 0000 0000 03 08 0000873e 000007bd 00000000"},
	{"an empty packet", func(e *qwztest.Encoder) {
		e.Record(1)
		e.Symbols(242, 1)
		e.Symbols(0, 1)
		e.Symbols(1, 0x09)
		e.Symbols(2, 0x80)
		e.Symbols(3, 0x81)
		e.Symbols(4, 0)
	}, "77be1f3d 01 17000000 0d000000 0d000000 2a 02 8401 1c03 0001 c800 0f 1400 04 03"},
	{"a move of nothing", func(e *qwztest.Encoder) {
		e.Record(0)
		e.Symbols(224, 0)
		e.Symbols(225, 0)
		e.Symbols(241, 0)
	}, "77be1f3d 00 0d000000 0000b43e 000034bd 00000000 6400 0000 0000 03 08 0000b43e 000034bd 00000000"},
	{"entities without one", func(e *qwztest.Encoder) {
		e.Record(1)
		e.Symbols(242, 2) // packet 15, a change of 13
		e.Symbols(0, 2)
		e.Symbols(1, 0)
		e.Symbols(2, 0)
		e.Symbols(3, 0)
		e.Symbols(4, 47)
		e.Symbols(41, 2)    // 33 stays, 40 goes
		e.Symbols(41, 0x80) // a new one, 40 + 64 + 255 + 1
		e.Symbols(42, 255, 1)
		e.Symbols(41, 0)
		e.Symbols(4, 0)
	}, "f4fd543d 01 22000000 0f000000 0f000000 2a 02 8401 2003 0001 c800 0f 1e00 04 03" +
		"2f 2182 04 03 0500 6801 0000"},
	{"a packet without its base", func(e *qwztest.Encoder) {
		e.Record(1)
		e.Symbols(242, 1)
		e.Symbols(0, 40)
	}, "f4fd543d 01 00000000"},
	{"end", func(e *qwztest.Encoder) { e.Record(3) }, ""},
}

// TestMessages unpacks one message of each kind, whose bytes are written by hand.
func TestMessages(t *testing.T) {
	e, want := qwztest.NewEncoder(), []byte(nil)
	for _, s := range signon {
		s.pack(e)
		want = append(want, bytesOf(t, s.want)...)
	}
	e.Record(1)
	e.Symbols(242, 1)
	want = append(want, bytesOf(t, "f4fdd43c 01")...)
	size := len(want)
	want = append(want, bytesOf(t, "00000000 0c000000 0c000000")...)
	var ends []int
	for _, s := range messages {
		s.pack(e)
		want = append(want, bytesOf(t, s.want)...)
		ends = append(ends, len(want))
	}
	n := len(want) - size - 4
	want[size], want[size+1] = byte(n), byte(n>>8)
	for _, s := range more {
		s.pack(e)
		want = append(want, bytesOf(t, s.want)...)
	}
	got, err := io.ReadAll(NewReader(e.Close(), madeTable(t)))
	if err != nil {
		t.Error(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	at := 0
	for at < min(len(got), len(want)) && got[at] == want[at] {
		at++
	}
	name := "outside of the packet"
	for i, end := range ends {
		if at >= size && at < end {
			name = messages[i].name
			break
		}
	}
	t.Errorf("%s: byte %d of %d (%d):\n% x, want\n% x", name, at, len(got), len(want), got[at:min(at+40, len(got))],
		want[at:min(at+40, len(want))])
}

// TestDamaged says where a file ends early, and makes nothing up.
func TestDamaged(t *testing.T) {
	packed, plain := qwztest.Demo()
	table := madeTable(t)
	for n := range packed {
		r := NewReader(packed[:n], table)
		got, err := io.ReadAll(r)
		if !strings.HasPrefix(plain, string(got)) {
			t.Errorf("%d bytes: %q", n, got)
		}
		var damage *message.Damage
		if !errors.As(err, &damage) {
			if n < len(packed)-ahead || string(got) != plain {
				t.Errorf("%d bytes: %v", n, err)
			}
			continue
		}
		if damage.Format != "qwz" || damage.Offset < 0 || damage.Offset+damage.Skipped != int64(n) ||
			damage.Block == 0 && damage.Time != 0 || damage.Time < 0 {
			t.Errorf("%d bytes: %+v", n, *damage)
		}
	}
	for more, want := range map[string]error{"\r\n": nil, "\x1a\x00": nil, string(packed): errStray, "x": errStray,
		"\n" + strings.Repeat("\x80\xff", 1500): errStray} {
		got, err := io.ReadAll(NewReader(append(packed[:len(packed):len(packed)], more...), table))
		var damage *message.Damage
		if errors.As(err, &damage) {
			err = damage.Err
			if damage.Offset < int64(len(packed)-1) || damage.Offset+damage.Skipped != int64(len(packed)+len(more)) {
				t.Errorf("%q after the end: %+v", more, damage)
			}
		}
		if string(got) != plain || err != want {
			t.Errorf("%q after the end: %v", more, err)
		}
	}
}

// TestAlone stops at a packet with nothing in it behind a gap.
func TestAlone(t *testing.T) {
	e := qwztest.NewEncoder()
	for _, s := range signon {
		s.pack(e)
	}
	e.Record(1)
	e.Symbols(242, 2)
	e.Symbols(0, 2)
	e.Symbols(1, 0)
	e.Symbols(2, 0)
	e.Symbols(3, 0)
	e.Symbols(4, 0)
	e.Record(3)
	got, err := io.ReadAll(NewReader(e.Close(), madeTable(t)))
	var damage *message.Damage
	if !errors.As(err, &damage) || damage.Message != "packet" || damage.Block != 5 || damage.Time != 0.026 {
		t.Errorf("%v", err)
	}
	if want := bytesOf(t, "f4fdd43c 01 00000000"); !bytes.HasSuffix(got, want) {
		t.Errorf("% x", got)
	}
}

// TestHostile unpacks what is no demo.
func TestHostile(t *testing.T) {
	table := madeTable(t)
	random := make([]byte, 1<<16)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range random {
		random[i] = byte(rng.Uint32())
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a byte": {0x80}, "zeros": make([]byte, 20000), "ones": bytes.Repeat([]byte{0xff}, 20000),
		"random": random, "a packet and random": append([]byte{0x80, 1}, random...),
	} {
		n, err := io.Copy(io.Discard, NewReader(data, table))
		if err == nil && name != "random" || n > 1<<20 {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
}

// TestTable refuses other files.
func TestTable(t *testing.T) {
	if _, err := NewTable(nil); err != ErrTableSize {
		t.Error(err)
	}
	if _, err := NewTable(qwztest.Table()); err != ErrTableSum {
		t.Error(err)
	}
	if _, err := ParseTable(make([]byte, TableSize)); err == nil {
		t.Error("zeros are a table")
	}
}

// TestNoAllocations reads on without allocating.
func TestNoAllocations(t *testing.T) {
	e := qwztest.NewEncoder()
	for _, s := range signon {
		s.pack(e)
	}
	for range 400 {
		e.Record(1)
		e.Symbols(242, 1)
		e.Symbols(0, 1)
		e.Symbols(1, 0)
		e.Symbols(2, 0)
		e.Symbols(3, 0)
		e.Symbols(4, 42)
		e.Symbols(5, 5)
		e.Symbols(6, 0x89) // as it was
		e.Symbols(5, 0)
		e.Symbols(4, 48)
		e.Symbols(41, 0x41) // the entity goes on as before
		e.Symbols(51, 0)
		e.Symbols(41, 0)
		for _, s := range messages {
			switch s.name {
			case "own", "players", "entities", "end":
			default:
				s.pack(e)
			}
		}
		e.Symbols(4, 0)
		e.Record(0)
		e.Symbols(224, 0)
		e.Symbols(225, 0)
		e.Symbols(241, 0)
	}
	r := NewReader(e.Close(), madeTable(t))
	next := func() {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
	}
	for range 100 { // until all histories are full
		next()
	}
	if n := testing.AllocsPerRun(500, next); n > 0 {
		t.Errorf("%v allocations for each record", n)
	}
}

// FuzzReader unpacks anything.
func FuzzReader(f *testing.F) {
	table := madeTable(f)
	packed, _ := qwztest.Demo()
	f.Add(packed)
	e := qwztest.NewEncoder()
	for _, s := range signon {
		s.pack(e)
	}
	e.Record(1)
	e.Symbols(242, 1)
	for _, s := range messages {
		s.pack(e)
	}
	for _, s := range more {
		s.pack(e)
	}
	f.Add(e.Close())
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(data, table)
		for n := 0; ; n++ {
			record, err := r.Next()
			if len(record) > headerSize+2*maxPacket {
				t.Fatalf("a record of %d bytes", len(record))
			}
			var damage *message.Damage
			switch {
			case err == nil, err == io.EOF:
			case !errors.As(err, &damage):
				t.Fatal(err)
			case damage.Offset < 0 || damage.Offset > int64(len(data)) || damage.Skipped < 0:
				t.Fatal(damage)
			}
			if err != nil {
				return
			}
		}
	})
}
