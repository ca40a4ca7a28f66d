package mvd2

import (
	"slices"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestWire reads and writes a file made by hand from the facts of .mvd2: each
// block holds a frame, which is a tenth of a second.
func TestWire(t *testing.T) {
	data := decodertest.Hex(t, `
		'MVD2'
		1400  04 25000000 da07 07000000 00 ffff 2008 00 ff 0000           # a level without config strings
		0b00  06 00 ff 0000 01 06 00 ff 0000                              # a frame, nop, a frame
		0500  06 00 ff 0000
		0000 'rest'
	`)
	packet := func(block, offset, size int, time float64) message.Packet {
		return message.Packet{Block: block, Offset: int64(offset), Size: size, Time: time}
	}
	end := packet(3, 46, 2, 0.4)
	end.Kind = message.PacketEnd
	frame := &message.MultiViewFrame{}
	decodertest.File(t, data, NewDecoder(data), NewEncoder(), []decodertest.Record{
		decodertest.NewRecord(packet(0, 4, 22, 0), &message.MultiViewData{
			Protocol: 37, Version: 2010, ServerCount: 7, Client: -1, Units: wire.Units{Coord: wire.CoordShort,
				Angle: wire.AngleByte},
		}),
		decodertest.NewRecord(packet(1, 26, 13, 0.1), frame, &message.Nop{}, frame),
		decodertest.NewRecord(packet(2, 39, 7, 0.3), frame),
		decodertest.NewRecord(end, &message.Raw{Data: []byte("rest")}),
	})
}

// TestWireLimits takes the largest block, of 32768 bytes, and no larger one.
func TestWireLimits(t *testing.T) {
	open := func(data []byte) message.Decoder { return NewDecoder(data) }
	decodertest.Largest(t, open, "'MVD2' 0080", "'MVD2' 0180", message.ErrTooLarge)
	decodertest.Largest(t, open, "'MVD2' 0080", "'MVD2' ffff", message.ErrTooLarge)
}

// TestWireMark: a mark keeps version and flags, which decide how a frame is
// written, and Info names them.
func TestWireMark(t *testing.T) {
	data := decodertest.Hex(t, `'MVD2'
		1600  04 25000000 dc07 0d00 07000000 00 ffff 3e35 00 ff 0000
		0c00  06 00 00 0200 fcff 0200 ff 0000`)
	d := NewDecoder(data)
	if _, err := d.NextPacket(); err != nil {
		t.Fatal(err)
	}
	if _, err := d.NextMessage(); err != nil {
		t.Fatal(err)
	}
	want := []string{"EXTLIMITS 0x4", "EXTLIMITS_2 0x8", "MVD 2012", "NOMSGS 0x1"}
	if got := d.Info(); got.Protocol != 37 || !slices.Equal(got.Extensions, want) {
		t.Errorf("%+v, want %v", got, want)
	}
	other := NewDecoder(data)
	other.Return(d.Mark())
	if _, err := other.NextPacket(); err != nil {
		t.Fatal(err)
	}
	m, err := other.NextMessage()
	if err != nil {
		t.Fatal(err)
	}
	p := m.(*message.MultiViewFrame).Players[0]
	if p.Origin != [3]wire.Coord{-2, 1} || p.Difference != message.PlayerOriginX|message.PlayerOriginY {
		t.Errorf("behind the mark: %+v", p)
	}
}

// The three high bits of a message's first byte are 0 where it has no use for them.
func TestLikely(t *testing.T) {
	for first, want := range map[byte]int{
		6: 2 + 9, 6 | 1<<5: 0, // a frame
		5: 2 + 9, 5 | 7<<5: 0, // a configuration string
		8 | 3<<5:  2 + 9, // a unicast of more than 767 bytes
		16 | 1<<5: 2 + 9, // a sound
		4 | 2<<5:  2 + 9, // a serverdata, whose flags they were
		0:         0, 3: 0, 18: 0, 31: 0,
	} {
		d := newDecoder([]byte{9, 0, first, 0, 0, 0, 0, 0, 0, 0, 0})
		if got := d.Likely(0); got != want {
			t.Errorf("%d of %d: %d, want %d", first>>5, first&31, got, want)
		}
	}
}
