package dm3

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
)

// Messages made bit by bit from the facts of real files: what this package
// writes is compared with them, and what it reads of them with what they mean.

// wireField is one field of a state by the facts.
type wireField struct {
	name  string
	width int
}

func parseFields(t testing.TB, table string) (list []wireField) {
	t.Helper()
	for entry := range strings.SplitSeq(table, ",") {
		words := strings.Fields(entry)
		if len(words) != 2 {
			t.Fatalf("no field: %q", entry)
		}
		width, err := strconv.Atoi(words[1])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, wireField{words[0], width})
	}
	return list
}

// put inserts a field behind another.
func put(t testing.TB, list []wireField, behind, name string, width int) []wireField {
	t.Helper()
	i := slices.IndexFunc(list, func(f wireField) bool { return f.name == behind })
	if i < 0 {
		t.Fatal(behind)
	}
	return slices.Insert(list, i+1, wireField{name, width})
}

// widen gives a field another width.
func widen(t testing.TB, list []wireField, name string, width int) {
	t.Helper()
	i := slices.IndexFunc(list, func(f wireField) bool { return f.name == name })
	if i < 0 {
		t.Fatal(name)
	}
	list[i].width = width
}

// dialect is one protocol by the facts, section 5.
type dialect struct {
	number                      int
	coded, ack, client, command bool
	entity, player              []wireField
	mask                        int // bits of an explicit set of fields
	t                           testing.TB
}

func wireDialects(t testing.TB) (list []*dialect) {
	t.Helper()
	quakeLive := func(number int) *dialect {
		d := &dialect{number: number, coded: true, ack: true, client: true, entity: parseFields(t, entityFields68),
			player: parseFields(t, playerFields68), t: t}
		if number < 73 {
			return d
		}
		d.entity = put(t, d.entity, "apos.trBase[0]", "pos.gravity", 32)
		d.entity = put(t, d.entity, "apos.trDelta[2]", "apos.gravity", 32)
		if d.entity[9].name != "pos.gravity" || d.entity[46].name != "apos.gravity" {
			t.Fatal("the facts give the fields 9 and 46")
		}
		if number < 90 {
			return d
		}
		d.entity = append(d.entity, wireField{"jumpTime", 32}, wireField{"doubleJumped", 1})
		widen(t, d.player, "pm_flags", 24)
		d.player = append(d.player, wireField{"jumpTime", 32}, wireField{"doubleJumped", 1})
		if number < 91 {
			return d
		}
		d.entity = append(d.entity, wireField{"health", 16}, wireField{"armor", 16}, wireField{"location", 8})
		d.player = put(t, d.player, "weapon", "weaponPrimary", 8)
		d.player = append(d.player, wireField{"crouchTime", 32}, wireField{"crouchSlideTime", 32},
			wireField{"location", 8}, wireField{"fov", 8},
			wireField{"forwardmove", 8}, wireField{"rightmove", 8}, wireField{"upmove", 8})
		return d
	}
	for _, number := range []int{66, 67, 68, 71, 73, 90, 91} {
		list = append(list, quakeLive(number))
	}
	for _, number := range []int{43, 45, 46, 48} {
		d := &dialect{number: number, ack: number == 48, command: number != 48, entity: parseFields(t, entityFields48),
			player: parseFields(t, playerFields48), mask: 51, t: t}
		switch number {
		case 43, 45:
			d.mask = 50
			d.entity, d.player = d.entity[:50], d.player[:45]
			widen(t, d.entity, "eFlags", 16)
			widen(t, d.player, "externalEvent", 8)
			widen(t, d.player, "viewheight", 8)
			widen(t, d.player, "pm_time", 16)
			widen(t, d.player, "weaponTime", 16)
		case 46:
			d.player = d.player[:47]
		}
		list = append(list, d)
	}
	counts := map[int][2]int{43: {50, 45}, 45: {50, 45}, 46: {51, 47}, 48: {51, 48}, 66: {51, 48}, 67: {51, 48},
		68: {51, 48}, 71: {51, 48}, 73: {53, 48}, 90: {55, 50}, 91: {58, 58}}
	for _, d := range list {
		if got := [2]int{len(d.entity), len(d.player)}; got != counts[d.number] {
			t.Fatalf("protocol %d has %d fields", d.number, got)
		}
	}
	return list
}

// record puts the bits of a message into a record: sequence 9, the
// acknowledged command -4, the message, its end.
func (d *dialect) record(message func(b *decodertest.Bits)) []byte {
	b := &decodertest.Bits{Coded: d.coded}
	if d.ack {
		b.Number(0xfffffffc, 32)
	}
	message(b)
	if d.coded {
		b.Number(8, 8)
		// A message is as long as its bits divided by eight, and a byte more.
		b.Flags(strings.Repeat("0", 8-b.Len()%8))
	} else {
		b.Align()
	}
	data := b.Bytes()
	file := []byte{9, 0, 0, 0}
	file = binary.LittleEndian.AppendUint32(file, uint32(len(data)))
	file = append(file, data...)
	return append(file, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
}

// check reads a file of one message and writes it.
func (d *dialect) check(what string, want message.Message, bits func(b *decodertest.Bits)) {
	d.t.Helper()
	data := d.record(bits)
	r := newDecoder(data, Options{})
	r.restart(lookUp(d.number))
	p, err := r.NextPacket()
	if err != nil {
		d.t.Fatalf("%d %s: %v", d.number, what, err)
	}
	head := message.Packet{Sequence: 9, Size: len(data) - 8}
	if d.ack {
		head.Acknowledge = -4
	}
	if *p != head {
		d.t.Errorf("%d %s: %+v, want %+v", d.number, what, *p, head)
	}
	got, err := r.NextMessage()
	if err != nil {
		d.t.Fatalf("%d %s: %v", d.number, what, err)
	}
	if diff := cmp.Diff(want, got, decodertest.Valid); diff != "" {
		d.t.Fatalf("%d %s (-expected +read)\n%s", d.number, what, diff)
	}
	if m, err := r.NextMessage(); err != io.EOF {
		d.t.Fatalf("%d %s: then %v, %v", d.number, what, m, err)
	}
	if p, err := r.NextPacket(); err != nil || p.Kind != message.PacketEnd {
		d.t.Errorf("%d %s: at the end %v, %v", d.number, what, p, err)
	}
	e := NewEncoder(Options{Protocol: d.number})
	for _, err := range []error{
		e.Packet(&message.Packet{Sequence: 9, Acknowledge: head.Acknowledge}), e.Message(want),
		e.Packet(&message.Packet{Kind: message.PacketEnd, Sequence: -1}),
	} {
		if err != nil {
			d.t.Fatalf("%d %s: %v", d.number, what, err)
		}
	}
	if again, err := e.Close(); err != nil || !bytes.Equal(again, data) {
		d.t.Fatalf("%d %s: written as\n% x, %v, want\n% x", d.number, what, again, err, data)
	}
}

// refuse reads a file of one message that is none.
func (d *dialect) refuse(what string, reason error, bits func(b *decodertest.Bits)) {
	d.t.Helper()
	r := newDecoder(d.record(bits), Options{})
	r.restart(lookUp(d.number))
	if _, err := r.NextPacket(); err != nil {
		d.t.Fatalf("%d %s: %v", d.number, what, err)
	}
	if m, err := r.NextMessage(); !errors.Is(err, reason) {
		d.t.Errorf("%d %s: %v, %v, want %v", d.number, what, m, err, reason)
	}
}

// value is a value of a field: its bits and what is to be read.
type value struct {
	write func(b *decodertest.Bits)
	form  message.SnapshotForm
	value int32
}

// values returns the values of a field that tell its width and its sign.
func (f wireField) values() []value {
	float := func(v float32) int32 { return int32(math.Float32bits(v)) }
	whole := func(bits uint32, v float32) value {
		return value{func(b *decodertest.Bits) { b.Flags("0"); b.Number(bits, 13) }, message.FormPlain, float(v)}
	}
	number := func(bits uint32, width int, v int32) value {
		return value{func(b *decodertest.Bits) { b.Number(bits, width) }, message.FormPlain, v}
	}
	switch width := f.width; {
	case width == 0:
		// A whole number is 4096 more on the wire.
		return []value{whole(0, -4096), whole(8191, 4095), whole(4096+300, 300), {
			func(b *decodertest.Bits) { b.Flags("1"); b.Number(0xc2f6e979, 32) }, message.FormLong, float(-123.456),
		}}
	case width < 0:
		return []value{number(1<<-width-3, -width, -3), number(1<<(-width-1)-1, -width, 1<<(-width-1)-1)}
	case width == 32:
		return []value{number(0x81020304, 32, -0x7efdfcfc)}
	}
	return []value{number(1<<f.width-1, f.width, 1<<f.width-1), number(1<<(f.width-1), f.width, 1<<(f.width-1))}
}

// head writes what stands before the player of a snapshot.
func (d *dialect) head(b *decodertest.Bits) {
	b.Number(7, 8)
	if d.command {
		b.Number(0x01020304, 32)
	}
	b.Number(0x05060708, 32)
	b.Number(0xf1, 8)
	b.Number(0xf2, 8)
	b.Number(2, 8)
	b.Number(0xf3, 8)
	b.Number(0xf4, 8)
}

func (d *dialect) snapshot() *message.Snapshot {
	s := &message.Snapshot{ServerTime: 0x05060708, DeltaNum: 0xf1, Flags: 0xf2, AreaMask: []byte{0xf3, 0xf4}}
	if d.command {
		s.ClientCommand = 0x01020304
	}
	return s
}

// samePlayer writes a player without changes.
func (d *dialect) samePlayer(b *decodertest.Bits) {
	if d.coded {
		b.Number(0, 8)
		b.Flags("0")
		return
	}
	b.Flags(strings.Repeat("0", len(d.player)+4))
}

func index(t testing.TB, names []message.StateField, name string) uint8 {
	t.Helper()
	i := slices.IndexFunc(names, func(f message.StateField) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("unknown field %s", name)
	}
	return uint8(i)
}

// TestWirePlayers changes each field of a player, each element of its arrays,
// and all at once.
func TestWirePlayers(t *testing.T) {
	for _, d := range wireDialects(t) {
		for i, f := range d.player {
			id := index(t, message.PlayerStateFields[:], f.name)
			for _, v := range f.values() {
				s := d.snapshot()
				s.Changes = []message.SnapshotChange{{Field: id, Form: v.form, Value: v.value}}
				s.Player.End = 1
				if d.coded {
					s.Player.Lead = uint8(i + 1)
				}
				d.check(f.name, s, func(b *decodertest.Bits) {
					d.head(b)
					if d.coded {
						b.Number(uint32(i+1), 8)
					}
					b.Flags(strings.Repeat("0", i) + "1")
					v.write(b)
					if d.coded {
						b.Flags("0") // no arrays
					} else {
						b.Flags(strings.Repeat("0", len(d.player)-i-1+4))
					}
					b.Number(1023, 10)
				})
			}
		}
		// Stats, persistant and ammo are signed shorts, powerups longs.
		for array := range 4 {
			for element := range 16 {
				s := d.snapshot()
				v := int32(-300 - element)
				if array == 3 {
					v = -0x7efdfcfc
				}
				s.Changes = []message.SnapshotChange{{Field: uint8(64 + 16*array + element), Value: v}}
				s.Player.End, s.Player.Arrays = 1, 1<<array
				s.Player.Masks[array] = 1 << element
				if d.coded {
					s.Player.Arrays |= 0x80
				}
				d.check(fmt.Sprint("array ", array, element), s, func(b *decodertest.Bits) {
					d.head(b)
					if d.coded {
						b.Number(0, 8)
						b.Flags("1")
					} else {
						b.Flags(strings.Repeat("0", len(d.player)))
					}
					b.Flags(strings.Repeat("0", array) + "1")
					b.Number(1<<element, 16)
					if array == 3 {
						b.Number(0x81020304, 32)
					} else {
						b.Number(uint32(0x10000+v), 16)
					}
					b.Flags(strings.Repeat("0", 3-array))
					b.Number(1023, 10)
				})
			}
		}
		s := d.snapshot()
		for i, f := range d.player {
			v := f.values()[0]
			s.Changes = append(s.Changes, message.SnapshotChange{Field: index(t, message.PlayerStateFields[:], f.name),
				Form: v.form, Value: v.value})
			if d.coded {
				s.Player.Lead = uint8(i + 1)
			}
		}
		s.Changes = append(s.Changes, message.SnapshotChange{Field: 64, Value: -1}, message.SnapshotChange{Field: 79,
			Value: 2}, message.SnapshotChange{Field: 112, Value: 3})
		s.Player.Arrays, s.Player.Masks, s.Player.End = 0b1001, [4]uint16{0x8001, 0, 0, 1}, int32(len(s.Changes))
		if d.coded {
			s.Player.Arrays |= 0x80
		}
		d.check("all fields", s, func(b *decodertest.Bits) {
			d.head(b)
			if d.coded {
				b.Number(uint32(len(d.player)), 8)
			}
			for _, f := range d.player {
				b.Flags("1")
				f.values()[0].write(b)
			}
			if d.coded {
				b.Flags("1")
			}
			b.Flags("1")
			b.Number(0x8001, 16)
			b.Number(0xffff, 16)
			b.Number(2, 16)
			b.Flags("001")
			b.Number(1, 16)
			b.Number(3, 32)
			b.Number(1023, 10)
		})
	}
}

// TestWireEntities changes each field of an entity, by the sets that early
// protocols know too, and all at once; and names entities that are removed
// or do not change.
func TestWireEntities(t *testing.T) {
	for _, d := range wireDialects(t) {
		change := func(fields []int, pick int, zero bool) ([]message.SnapshotChange,
			func(b *decodertest.Bits, last int)) {
			var changes []message.SnapshotChange
			for _, i := range fields {
				f := d.entity[i]
				list := f.values()
				v := list[pick%len(list)]
				c := message.SnapshotChange{Field: index(t, message.EntityStateFields[:], f.name), Form: v.form,
					Value: v.value}
				if zero {
					c.Form, c.Value = message.FormZero, 0
				}
				changes = append(changes, c)
			}
			return changes, func(b *decodertest.Bits, last int) {
				for i := range last {
					if !slices.Contains(fields, i) {
						if d.coded {
							b.Flags("0")
						}
						continue
					}
					list := d.entity[i].values()
					switch {
					case zero:
						b.Flags("10")
						continue
					case d.coded:
						b.Flags("11")
					}
					list[pick%len(list)].write(b)
				}
			}
		}
		check := func(what string, fields []int, pick int, zero bool, set int) {
			changes, write := change(fields, pick, zero)
			last := fields[len(fields)-1] + 1
			s := d.snapshot()
			s.Changes = changes
			e := message.SnapshotEntity{Number: 1022, Kind: message.SnapshotDelta, Lead: uint8(last),
				End: int32(len(changes))}
			if !d.coded {
				e.Lead = uint8(set)
			}
			s.Entities = []message.SnapshotEntity{e}
			d.check(what, s, func(b *decodertest.Bits) {
				d.head(b)
				d.samePlayer(b)
				b.Number(1022, 10)
				b.Flags("01")
				if d.coded {
					b.Number(uint32(last), 8)
				} else {
					b.Number(uint32(set), 5)
					if set == 31 {
						for i := range d.mask {
							if slices.Contains(fields, i) {
								b.Flags("1")
							} else {
								b.Flags("0")
							}
						}
					}
				}
				write(b, last)
				b.Number(1023, 10)
			})
		}
		var all []int
		for i, f := range d.entity {
			all = append(all, i)
			for pick := range f.values() {
				check(f.name, []int{i}, pick, false, 31)
			}
			if d.coded {
				check(f.name+" zero", []int{i}, 0, true, 31)
			}
		}
		check("all fields", all, 0, false, 31)
		if !d.coded {
			for set, fields := range wireMasks {
				check(fmt.Sprint("set ", set), fields, 0, false, set)
			}
		}
		s := d.snapshot()
		s.Entities = []message.SnapshotEntity{{Number: 0, Kind: message.SnapshotRemoved},
			{Number: 5, Kind: message.SnapshotSame}, {Number: 513, Kind: message.SnapshotRemoved}}
		d.check("removed and same", s, func(b *decodertest.Bits) {
			d.head(b)
			d.samePlayer(b)
			b.Number(0, 10)
			b.Flags("1")
			b.Number(5, 10)
			b.Flags("00")
			b.Number(513, 10)
			b.Flags("1")
			b.Number(1023, 10)
		})
	}
}

// TestWireMessages has the other messages: the beginning of a level, commands,
// downloads, voices.
func TestWireMessages(t *testing.T) {
	for _, d := range wireDialects(t) {
		state := &message.GameState{
			Protocol: int32(d.number), CommandSequence: 0x01020304,
			ConfigStrings: []message.GameStateString{{Index: 0, Text: []byte(`\mapname\q3dm1`)},
				{Index: 1023, Text: []byte("x\xff")}},
			Baselines: []message.SnapshotEntity{{Number: 5, Kind: message.SnapshotDelta, Lead: 1, End: 1},
				{Number: 1022, First: 1, End: 1}},
		}
		f := d.entity[0]
		v := f.values()[0]
		state.Changes = []message.SnapshotChange{{Field: index(t, message.EntityStateFields[:], f.name), Form: v.form,
			Value: v.value}}
		if d.client {
			state.ClientNum, state.ChecksumFeed = 63, -0x7efdfcfc
		}
		if !d.coded {
			state.Baselines[0].Lead = 31
		}
		d.check("gamestate", state, func(b *decodertest.Bits) {
			b.Number(2, 8)
			b.Number(0x01020304, 32)
			b.Number(3, 8)
			b.Number(0, 16)
			b.Text(`\mapname\q3dm1`)
			b.Number(3, 8)
			b.Number(1023, 16)
			b.Text("x\xff")
			b.Number(4, 8)
			b.Number(5, 10)
			b.Flags("01")
			if d.coded {
				b.Number(1, 8)
				b.Flags("11")
			} else {
				b.Number(31, 5)
				b.Flags("1" + strings.Repeat("0", d.mask-1))
			}
			v.write(b)
			b.Number(4, 8)
			b.Number(1022, 10)
			b.Flags("00")
			if d.coded {
				b.Number(8, 8)
			} else {
				b.Number(0, 8)
			}
			if d.client {
				b.Number(63, 32)
				b.Number(0x81020304, 32)
			}
		})
		d.check("nop", &message.Nop{}, func(b *decodertest.Bits) { b.Number(1, 8) })
		d.check("serverCommand", &message.ServerCommand{Sequence: -0x7efdfcfc, Text: []byte("cs 3 \"a%\xe1\"")},
			func(b *decodertest.Bits) {
				b.Number(5, 8)
				b.Number(0x81020304, 32)
				b.Text("cs 3 \"a%\xe1\"")
			})
		d.check("snapshot", d.snapshot(), func(b *decodertest.Bits) { d.head(b); d.samePlayer(b); b.Number(1023, 10) })
		d.check("download, first", &message.DownloadBlock{Size: 0x01020304, Data: []byte("ab")},
			func(b *decodertest.Bits) {
				b.Number(6, 8)
				b.Number(0, 16)
				b.Number(0x01020304, 32)
				b.Number(2, 16)
				b.Number('a', 8)
				b.Number('b', 8)
			})
		d.check("download, error", &message.DownloadBlock{Size: -1, Data: []byte("no")}, func(b *decodertest.Bits) {
			b.Number(6, 8)
			b.Number(0, 16)
			b.Number(0xffffffff, 32)
			b.Text("no")
		})
		d.check("download, later", &message.DownloadBlock{Block: 0xf102, Data: []byte("a")}, func(b *decodertest.Bits) {
			b.Number(6, 8)
			b.Number(0xf102, 16)
			b.Number(1, 16)
			b.Number('a', 8)
		})
		voice := func(id uint32) func(b *decodertest.Bits) {
			return func(b *decodertest.Bits) {
				b.Number(id, 8)
				b.Number(0xff01, 16)
				b.Number(0xf1, 8)
				b.Number(0x81020304, 32)
				b.Number(0xf2, 8)
				b.Number(2, 16)
				b.Flags("01")
				b.Number('a', 8)
				b.Number(0xf3, 8)
			}
		}
		if d.coded {
			m := message.Voice{Sender: -255, Generation: 0xf1, Sequence: -0x7efdfcfc, Frames: 0xf2, Flags: 2,
				Data: []byte("a\xf3")}
			d.check("speex", &m, voice(9))
			n := m
			n.Opus = true
			d.check("opus", &n, voice(10))
		} else {
			d.refuse("speex", message.ErrUnknown, voice(9))
			d.refuse("opus", message.ErrUnknown, voice(10))
		}
	}
}

// TestWireRefused has numbers that are one too large, entities out of order,
// and ids without a message.
func TestWireRefused(t *testing.T) {
	for _, d := range wireDialects(t) {
		for _, id := range []uint32{3, 4, 11, 255} {
			d.refuse(fmt.Sprint("id ", id), message.ErrUnknown, func(b *decodertest.Bits) {
				b.Number(id, 8)
				b.Number(0, 32)
			})
		}
		// The other protocols' end.
		other := uint32(8)
		if d.coded {
			other = 0
		}
		d.refuse("end", message.ErrUnknown, func(b *decodertest.Bits) { b.Number(other, 8) })
		d.refuse("configstring 1024", message.ErrRange, func(b *decodertest.Bits) {
			b.Number(2, 8)
			b.Number(0, 32)
			b.Number(3, 8)
			b.Number(1024, 16)
			b.Text("x")
		})
		d.refuse("baseline 1023", message.ErrRange, func(b *decodertest.Bits) {
			b.Number(2, 8)
			b.Number(0, 32)
			b.Number(4, 8)
			b.Number(1023, 10)
			b.Number(0, 32)
		})
		areas := func(n int) func(b *decodertest.Bits) {
			return func(b *decodertest.Bits) {
				b.Number(7, 8)
				if d.command {
					b.Number(0, 32)
				}
				b.Number(0, 32)
				b.Number(0, 16)
				b.Number(uint32(n), 8)
				for range n {
					b.Number(0, 8)
				}
				d.samePlayer(b)
				b.Number(1023, 10)
			}
		}
		d.refuse("33 bytes of areas", message.ErrTooLarge, areas(33))
		s := &message.Snapshot{AreaMask: make([]byte, 32)}
		d.check("32 bytes of areas", s, areas(32))
		order := func(first, second uint32) func(b *decodertest.Bits) {
			return func(b *decodertest.Bits) {
				d.head(b)
				d.samePlayer(b)
				b.Number(first, 10)
				b.Flags("1")
				b.Number(second, 10)
				b.Flags("1")
				b.Number(1023, 10)
			}
		}
		d.refuse("an entity twice", errOrder, order(5, 5))
		d.refuse("entities that fall", errOrder, order(5, 4))
		if !d.coded {
			continue
		}
		d.refuse("a field too many", errLead, func(b *decodertest.Bits) {
			d.head(b)
			d.samePlayer(b)
			b.Number(5, 10)
			b.Flags("01")
			b.Number(uint32(len(d.entity)+1), 8)
			b.Flags(strings.Repeat("0", 200))
		})
		d.refuse("a player's field too many", errLead, func(b *decodertest.Bits) {
			d.head(b)
			b.Number(uint32(len(d.player)+1), 8)
			b.Flags(strings.Repeat("0", 200))
		})
	}
}

// TestWireRecords has the container: headers, lengths that are too large, the
// mark of the end, and a last record that the file's end cuts.
func TestWireRecords(t *testing.T) {
	d := wireDialects(t)[2]
	command := d.record(func(b *decodertest.Bits) {
		b.Number(5, 8)
		b.Number(1, 32)
		b.Text("hello")
	})
	end := command[len(command)-8:]
	record := command[:len(command)-8]
	read := func(data []byte) *Decoder {
		r := newDecoder(data, Options{})
		r.restart(lookUp(d.number))
		return r
	}
	r := read(append(append(append([]byte{}, record...), record...), end...))
	for i := range 2 {
		p, err := r.NextPacket()
		want := message.Packet{Block: i, Offset: int64(i * len(record)), Size: len(record), Sequence: 9,
			Acknowledge: -4}
		if err != nil || *p != want {
			t.Errorf("%+v, %v, want %+v", p, err, want)
		}
	}
	p, err := r.NextPacket()
	want := message.Packet{Kind: message.PacketEnd, Block: 2, Offset: int64(2 * len(record)), Size: 8, Sequence: -1}
	if err != nil || *p != want {
		t.Errorf("%+v, %v, want %+v", p, err, want)
	}
	if _, err := r.NextPacket(); err != io.EOF {
		t.Error(err)
	}
	// What stands behind the mark of the end is kept.
	data := append(append(append([]byte{}, record...), end...), "rest"...)
	decodertest.Rewrite(t, data, read(data), NewEncoder(Options{Protocol: d.number}))
	for cut := 1; cut < len(record); cut++ {
		r := read(record[:cut])
		p, err := r.NextPacket()
		if cut < 8 {
			if !errors.Is(err, message.ErrTruncated) {
				t.Errorf("%d bytes of a header: %v", cut, err)
			}
			continue
		}
		if err != nil || p.Size != cut || p.Missing != len(record)-cut {
			t.Fatalf("cut at %d: %+v, %v", cut, p, err)
		}
		for {
			if _, err = r.NextMessage(); err != nil {
				break
			}
		}
		if err == io.EOF {
			t.Errorf("cut at %d: no damage", cut)
		}
		if _, err := r.NextPacket(); err != io.EOF {
			t.Errorf("cut at %d: then %v", cut, err)
		}
	}
	for length, reason := range map[uint32]error{32769: message.ErrTooLarge, 0x7fffffff: message.ErrTooLarge,
		0xfffffffe: errLength, 0x80000000: errLength} {
		head := binary.LittleEndian.AppendUint32([]byte{1, 0, 0, 0}, length)
		if _, err := read(append(head, make([]byte, 40000)...)).NextPacket(); !errors.Is(err, reason) {
			t.Errorf("length %d: %v, want %v", int32(length), err, reason)
		}
	}
	head := binary.LittleEndian.AppendUint32([]byte{1, 0, 0, 0}, 32768)
	if _, err := read(append(head, make([]byte, 40000)...)).NextPacket(); err != nil {
		t.Errorf("32768 bytes are not too many: %v", err)
	}
}

// TestWireLeftovers keeps what stands behind the mark of a message's end: the
// byte that a full last one leaves is expected only if it is zero.
func TestWireLeftovers(t *testing.T) {
	d := wireDialects(t)[2]
	for _, tail := range []string{"\x00", "\x00\x00", "\x80", "\x01\x02\x03"} {
		b := &decodertest.Bits{Coded: true}
		b.Number(0xfffffffc, 32)
		b.Number(1, 8)
		b.Number(8, 8)
		b.Align()
		body := append(b.Bytes(), tail...)
		file := binary.LittleEndian.AppendUint32([]byte{9, 0, 0, 0}, uint32(len(body)))
		file = append(file, body...)
		r := newDecoder(file, Options{})
		r.restart(lookUp(d.number))
		decodertest.Rewrite(t, file, r, NewEncoder(Options{Protocol: d.number}))
	}
}
