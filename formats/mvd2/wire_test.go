package mvd2

import (
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
	decodertest.File(t, data, NewDecoder(data, Options{}), NewEncoder(Options{}), []decodertest.Record{
		decodertest.NewRecord(packet(0, 4, 22, 0), &message.MultiViewData{
			Protocol: 37, Version: 2010, ServerCount: 7, Client: -1, Units: wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte},
		}),
		decodertest.NewRecord(packet(1, 26, 13, 0.1), frame, &message.Nop{}, frame),
		decodertest.NewRecord(packet(2, 39, 7, 0.3), frame),
		decodertest.NewRecord(end, &message.Raw{Data: []byte("rest")}),
	})
}

// TestWireLimits takes the largest block, of 32768 bytes, and no larger one.
func TestWireLimits(t *testing.T) {
	open := func(data []byte) message.Decoder { return NewDecoder(data, Options{}) }
	decodertest.Largest(t, open, "'MVD2' 0080", "'MVD2' 0180", message.ErrTooLarge)
	decodertest.Largest(t, open, "'MVD2' 0080", "'MVD2' ffff", message.ErrTooLarge)
}
