package mvd_test

import (
	"io"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/wire"
	"demoscope/internal/made"
)

// level begins a level with hidden messages.
var level = record(
	message.Packet{Type: 6},
	&message.QWServerData{
		Extensions: []message.QWExtension{{Tag: 'M' | 'V'<<8 | 'D'<<16 | '1'<<24, Bits: 0x20}},
		Protocol:   28, GameDir: []byte("qw"), ServerTime: 7.5, MapName: []byte("x"),
	})

// hidden are one of each kind of hidden message.
func hidden() []message.Message {
	return []message.Message{
		&message.MVDHiddenAntilag{Player: 3, Sequence: 1 << 31, ServerTime: 1.5, TargetTime: -2,
			Positions: []message.MVDAntilagPosition{
				{Player: 0x81, Origin: [3]float32{1, 2, 3}, Msec: 255, Model: 4, ClientOrigin: [3]float32{-4, -5, -6}},
				{Player: 2},
			}},
		&message.MVDHiddenCommand{
			Player: 31, Dropped: 2, Msec: 13, Angles: [3]float32{1, 2, 3}, Moves: [3]int16{-32768, 1, 32767},
			Buttons: 3, Impulse: 7,
		},
		&message.MVDHiddenWeapons{Player: 1, Items: -1, Ammo: [4]uint8{1, 2, 3, 255}, Result: 8,
			List: []byte("\x07\x08\x00")},
		&message.MVDHiddenWeapons{Server: true, List: []byte{}},
		&message.MVDHiddenDemoInfo{Block: 1, Data: []byte(`{"version": 3`)},
		&message.MVDHiddenDemoInfo{Data: []byte(`}`)},
		&message.MVDHiddenDamage{Type: 0x8003, Attacker: 1, Target: 65535, Damage: 255},
		&message.MVDHiddenInstruction{Player: 2, Flags: 64, Sequence: -1, Mode: 128, List: [10]uint8{7, 8, 2}},
		&message.MVDHiddenPause{Milliseconds: 255},
		&message.MVDHiddenStart{Kind: 11, Time: 1<<63 + 5},
		&message.MVDHiddenStart{Kind: 9, Time: 1700000000000},
		&message.MVDHidden{Kind: 4, Data: []byte("track")},
		&message.MVDHidden{Range: 2, Kind: 7, Data: []byte("far away")},
		&message.MVDHidden{Kind: 7, Data: []byte("too long for damage")},
	}
}

// records are one of each kind of record.
func records() []decodertest.Record {
	return []decodertest.Record{
		level,
		record(message.Packet{Type: 1, Milliseconds: 255}, &message.Nop{}),
		record(message.Packet{Type: 2}, &message.QWSequence{Outgoing: 1, Incoming: -2}),
		record(message.Packet{Type: 3, Targets: 0x80000001}, &message.Print{Level: 3, Text: []byte("(x): hi\n")}),
		record(message.Packet{Type: 4 | 31<<3, Milliseconds: 2}, &message.StuffText{Text: []byte("bf\n")}),
		record(message.Packet{Type: 5 | 7<<3}, &message.UpdateStat{Index: 4, Value: 200}),
		record(message.Packet{Type: 6, Milliseconds: 13}),
		record(message.Packet{Type: 3}, hidden()...),
		record(message.Packet{Type: 3}, &message.MVDHiddenPause{Bare: true, Milliseconds: 77}),
		record(message.Packet{Type: 3}, &message.MVDHiddenDamage{},
			&message.Raw{Data: []byte("\xff\xff\xff\x7f no length")}),
		record(message.Packet{Type: 6}, &message.Disconnect{Text: []byte("not yet")}, &message.MVDPlayerInfo{Player: 2,
			Bits: 1, Origin: [3]wire.Coord{-8}}),
		record(message.Packet{Type: 6}, &message.Disconnect{Text: []byte("EndOfDemo")}),
	}
}

// record is a packet with its messages.
var record = decodertest.NewRecord

func encode(t testing.TB, list []decodertest.Record) []byte {
	t.Helper()
	return decodertest.Write(t, mvd.NewEncoder(), list)
}

func TestEveryRecord(t *testing.T) {
	want := records()
	data := encode(t, want)
	d := mvd.NewDecoder(data)
	var offset, millis int64
	for i := range want {
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		w := want[i].Packet
		millis += int64(w.Milliseconds)
		w.Block, w.Offset, w.Size, w.Time = i, offset, p.Size, float64(millis)/1000
		offset += int64(p.Size)
		switch w.Type & 7 {
		case 2:
			w.Kind = message.PacketSequence
			w.Targets = 1<<32 - 1
		case 4, 5:
			w.Targets = 1 << (w.Type >> 3)
		case 3:
		default:
			w.Targets = 1<<32 - 1
		}
		if diff := cmp.Diff(&w, p); diff != "" {
			t.Error(diff)
		}
		for _, w := range want[i].Messages {
			m, err := d.NextMessage()
			if err != nil {
				t.Fatalf("record %d: %v", i, err)
			}
			if s, ok := m.(*message.QWServerData); ok {
				copied := *s
				copied.PlayerUnits.Angle = 0 // not on the wire
				m = &copied
			}
			if diff := cmp.Diff(w, m); diff != "" {
				t.Error(diff)
			}
			if n := mvd.New(w.Name()); n == nil || n.Name() != w.Name() && w.Name() != "updatestatlong" {
				t.Errorf("New(%q) is %v", w.Name(), n)
			}
		}
		if m, err := d.NextMessage(); err != io.EOF {
			t.Fatalf("record %d: %v, %v", i, m, err)
		}
	}
	if _, err := d.NextPacket(); err != io.EOF {
		t.Error(err)
	}
	if info := d.Info(); info.Protocol != 28 || len(info.Extensions) != 1 || info.Extensions[0] != "MVD1 0x20" {
		t.Errorf("%+v", info)
	}
	if !mvd.Detect(data, "") {
		t.Error("not detected")
	}
}

// TestBehindTheEnd: what follows the last message is handed out as it is, and
// a mark knows that the demo has ended.
func TestBehindTheEnd(t *testing.T) {
	data := append(encode(t, records()), "more"...)
	d := mvd.NewDecoder(data)
	for range records() {
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.NextMessage(); err != nil {
		t.Fatal(err)
	}
	mark := d.Mark()
	d.Return(mark)
	p, err := d.NextPacket()
	if err != nil || p.Kind != message.PacketRaw || p.Size != 4 {
		t.Fatal(p, err)
	}
	if m, err := d.NextMessage(); err != nil || string(m.(*message.Raw).Data) != "more" {
		t.Error(m, err)
	}
	if _, err := d.NextPacket(); err != io.EOF {
		t.Error(err)
	}
}

// TestHiddenWithoutAnnouncement: nobody said that these are hidden messages.
func TestHiddenWithoutAnnouncement(t *testing.T) {
	plain := record(message.Packet{Type: 6}, &message.QWServerData{Protocol: 28, GameDir: []byte("qw"),
		MapName: []byte("x")})
	data := encode(t, []decodertest.Record{plain, record(message.Packet{Type: 3}, hidden()[6:7]...)})
	d := mvd.NewDecoder(data)
	if _, err := d.NextPacket(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.NextPacket(); err != nil {
		t.Fatal(err)
	}
	if m, err := d.NextMessage(); err != nil || len(m.(*message.Raw).Data) != 14 {
		t.Error(m, err)
	}
}

// TestHiddenSizes: a hidden message is of its type if it has the type's size, otherwise it is kept as it is.
func TestHiddenSizes(t *testing.T) {
	exactly := func(sizes ...int) func(int) bool { return func(n int) bool { return slices.Contains(sizes, n) } }
	least := func(least int) func(int) bool { return func(n int) bool { return n >= least } }
	fits := map[int]func(int) bool{
		0: exactly(14), // and 27 for each player, of whom the data names none
		1: exactly(23), 2: least(10), 3: least(2), 7: exactly(8), 8: least(10), 9: exactly(20, 8), 10: exactly(1),
		11: exactly(8),
	}
	for kind := range 14 {
		for n := range 50 {
			hidden := &message.MVDHidden{Kind: uint16(kind), Data: make([]byte, n)}
			d := mvd.NewDecoder(encode(t, []decodertest.Record{level, record(message.Packet{Type: 3}, hidden)}))
			var m message.Message
			var err error
			for range 2 {
				if _, err = d.NextPacket(); err == nil {
					m, err = d.NextMessage()
				}
			}
			_, other := m.(*message.MVDHidden)
			if known := fits[kind] != nil && fits[kind](n); err != nil || other == known {
				t.Errorf("kind %d of %d bytes: %T, %v", kind, n, m, err)
			}
		}
	}
}

func TestMarks(t *testing.T) {
	decodertest.Marks(t, mvd.NewDecoder(sample(t)))
	decodertest.Found(t, mvd.NewDecoder(sample(t)))
	decodertest.Marks(t, mvd.NewDecoder(encode(t, records())))
	decodertest.Found(t, mvd.NewDecoder(encode(t, records())))
}

func TestNoAllocations(t *testing.T) {
	decodertest.Allocations(t, mvd.NewDecoder(sample(t)))
}

func sample(t testing.TB) []byte {
	t.Helper()
	return decodertest.Sample(t, "demoscope1.mvd")
}

// drain reads all of a file and returns what was wrong.
func drain(t testing.TB, data []byte) []*message.Damage {
	t.Helper()
	return decodertest.Drain(t, mvd.Name, data, mvd.NewDecoder(data)).Damages
}

// TestCut reads a file that is cut anywhere: all that is there, then at most
// one damage at the end.
func TestCut(t *testing.T) {
	whole := encode(t, records())
	for n := range whole {
		if list := drain(t, whole[:n]); len(list) > 1 {
			t.Fatalf("cut at %d: %v", n, list)
		}
	}
	data := sample(t)
	for n := 0; n < len(data); n += 997 {
		if list := drain(t, data[:n]); len(list) > 1 {
			t.Fatalf("sample cut at %d: %v", n, list)
		}
	}
}

// TestFlips reads files with wrong bits: always with a place, never for ever.
func TestFlips(t *testing.T) {
	for _, data := range [][]byte{encode(t, records()), sample(t)[:40000]} {
		decodertest.Flips(300, data, func(bad []byte) { drain(t, bad) })
	}
}

func TestContainerDamage(t *testing.T) {
	for data, want := range map[string]error{
		"\x00":                     message.ErrTruncated,
		"\x00\x00rest":             message.ErrRange, // a client's move
		"\x00\x07rest":             message.ErrRange,
		"\x00\x02short":            message.ErrTruncated,
		"\x00\x03\x00":             message.ErrTruncated,
		"\x00\x06\x00":             message.ErrTruncated,
		"\x00\x06\xff\xff\xff\xff": message.ErrTooLarge,
		"\x00\x06\x01\x00\x01\x00": message.ErrTooLarge,
	} {
		decodertest.Broken(t, data, mvd.NewDecoder([]byte(data)), want)
		if mvd.Detect([]byte(data), "x.mvd") {
			t.Errorf("%q: detected", data)
		}
	}
}

func FuzzDecoder(f *testing.F) {
	f.Add(encode(f, records()))
	f.Add(made.Replacing(f, mvd.Name, 10))
	f.Add(sample(f)[:6000])
	f.Fuzz(func(t *testing.T, data []byte) {
		drain(t, data)
		mvd.Detect(data, "")
		decodertest.Rewrite(t, data, mvd.NewDecoder(data), mvd.NewEncoder())
	})
}
