package qwd_test

import (
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/qwd"
)

// TestWire reads and writes a file made by hand from the QWD document,
// sections 3 and 4, and the facts about the client block.
func TestWire(t *testing.T) {
	const second, half = 0x3f800000, 0x3fc00000 // 1 and 1.5
	data := decodertest.Hex(t, `
		0000803f 00  f1 e1e2e3 0000b4c2 00003443 0000003f  01ff 02fe 03fd f2 f3  0000803f 00000040 00004040  # a move
		0000803f 02  01020304 fcffffff                                        # sequence numbers
		0000c03f 01  0a000000 ffffffff 'cabcd' 00                             # challenge
		0000c03f 01  05000000 ffffffff 'j'                                    # connect
		0000c03f 01  06000000 ffffffff 'k' 00                                 # ping, and a byte more
		0000c03f 01  07000000 ffffffff 'nhi'                                  # console, without its end
		0000c03f 01  07000000 ffffffff 'Bx' 00                                # client_command
		0000c03f 01  09000000 010000f0 feffffff 01                            # nop
		0000c03f 01  00000000                                                 # nothing
		0000c03f 01  05000000 'short'                                         # no netchan header
		0000c03f 01  0f000000 ffffffff 02 'EndOfGame' 00                      # disconnect
		0000c03f 01  10000000 07000000 08000000 01 08 02 'a'                  # a print that is cut
	`)
	server := func(offset, size int, sequence, acknowledge int32, block int) message.Packet {
		return message.Packet{Block: block, Offset: int64(offset), Size: size, Time: 1.5, Type: 1, RawTime: half,
			Sequence: sequence, Acknowledge: acknowledge}
	}
	headerless := server(152, 9, 0, 0, 8)
	headerless.Headerless = true
	short := server(161, 14, 0, 0, 9)
	short.Headerless = true
	cut := server(199, 21, 7, 8, 11)
	cut.Missing = 4
	decodertest.File(t, data, qwd.NewDecoder(data), qwd.NewEncoder(), []decodertest.Record{
		record(message.Packet{Kind: message.PacketCommand, Size: 41, Time: 1, RawTime: second}, &message.QWClientBlock{
			Msec: 0xf1, Pad: [3]uint8{0xe1, 0xe2, 0xe3}, Angles: [3]float32{-90, 180, 0.5}, Moves: [3]int16{-255, -510,
				-765}, Buttons: 0xf2, Impulse: 0xf3,
			ViewAngles: [3]float32{1, 2, 3},
		}),
		record(message.Packet{Kind: message.PacketSequence, Block: 1, Offset: 41, Size: 13, Time: 1, Type: 2,
			RawTime: second},
			&message.QWSequence{Outgoing: 0x04030201, Incoming: -4}),
		record(server(54, 19, -1, 0, 2), &message.QWConnectionless{ID: 'c', Kind: []byte("challenge"),
			Text: []byte("abcd")}),
		record(server(73, 14, -1, 0, 3), &message.QWConnectionless{ID: 'j', Kind: []byte("connect")}),
		record(server(87, 15, -1, 0, 4), &message.QWConnectionless{ID: 'k', Kind: []byte("ping")},
			&message.Raw{Data: []byte{0}}),
		record(server(102, 16, -1, 0, 5), &message.QWConnectionless{ID: 'n', Kind: []byte("console"),
			Text: []byte("hi"), Open: true}),
		record(server(118, 16, -1, 0, 6), &message.QWConnectionless{ID: 'B', Kind: []byte("client_command"),
			Text: []byte("x")}),
		record(server(134, 18, -0x0fffffff, -2, 7), &message.Nop{}),
		record(headerless),
		record(short, &message.Raw{Data: []byte("short")}),
		record(server(175, 24, -1, 0, 10), &message.QWConnectionless{ID: 2, Kind: []byte("disconnect"),
			Text: []byte("EndOfGame")}),
		record(cut, &message.Nop{}, &message.Raw{Data: []byte{8, 2, 'a'}}),
	})
}

// TestWireLimits takes the largest payload, of 65536 bytes, and no larger one.
func TestWireLimits(t *testing.T) {
	open := func(data []byte) message.Decoder { return qwd.NewDecoder(data) }
	decodertest.Largest(t, open, "0000803f 01 00000100", "0000803f 01 01000100", message.ErrTooLarge)
	decodertest.Largest(t, open, "0000803f 01 00000100", "0000803f 01 ffffffff", message.ErrTooLarge)
	decodertest.Largest(t, open, "0000803f 02", "0000803f 03", message.ErrRange)
}

// TestWireDetect has moves before the first packet of the server, and times
// that a block may have.
func TestWireDetect(t *testing.T) {
	move := "0000803f 00 00*36"
	server := "01 09000000 01000000 00000000 01"
	for before, want := range map[int]bool{0: true, 63: true, 64: false} {
		var data []byte
		for range before {
			data = append(data, decodertest.Hex(t, move)...)
		}
		data = append(data, decodertest.Hex(t, "0000803f"+server)...)
		if got := qwd.Detect(data, ""); got != want {
			t.Errorf("%d moves first: %v", before, got)
		}
	}
	for bits, want := range map[string]bool{
		"00000000": true,
		"bd370636": true,  // 2e-6
		"bd370635": false, // 5e-7
		"8096184b": true,  // 1e7
		"8096984b": false, // 2e7
		"000080bf": false, // -1
		"0000c07f": false, // not a number
	} {
		if got := qwd.Detect(decodertest.Hex(t, bits+server), ""); got != want {
			t.Errorf("time %s: %v", bits, got)
		}
	}
}
