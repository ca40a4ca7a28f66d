package mvd_test

import (
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/wire"
)

// TestWire reads and writes a file made by hand from the facts of .mvd,
// sections 1 and 5.
func TestWire(t *testing.T) {
	data := decodertest.Hex(t, `
		00 06 42000000  0b 4d564431 20000000 1c000000 01000000 'qw' 00 0000f040 'x' 00 00*40   # a level
		ff 01 01000000  01                                                # for all, by old servers
		00 02 01020304 fcffffff                                           # sequence numbers
		02 03 01000080 05000000  08 03 'hi' 00                            # for the slots 0 and 31
		0d fc 04000000  09 'bf' 00                                        # for slot 31
		00 3d 03000000  03 04 c8                                          # a stat of slot 7
		00 06 00000000                                                    # only the time
		00 03 00000000 03000000  0a00 4d                                  # a pause without a length
		00 03 00000000 7a000000
			08000000 0700  0380 0102 0304 0506                            # damage
			08000000 0b00  01020304 05060788                              # the beginning of the recording
			08000000 0900  01020304 05060788                              # the same under another number
			01000000 0a00  fd                                             # a pause
			17000000 0100  f1 f2 f3 0000803f 00000040 00004040 01ff 02fe 03fd f4 f5  # a move
			04000000 0300  0102 '{}'                                      # statistics
			02000000 0400  abcd                                           # a kind without a type
			03000000 ffff ffff 0700  010203                               # another range of kinds
			07000000 0700  00*7                                           # a length that damage does not have
		00 03 00000000 3e000000
			0c000000 0200  f1 02030481 e1e2e3e4 f2 0708                   # weapons, by the client
			0a000000 0800  f1 02030481 e1e2e3e4 f2                        # weapons, by the server
			14000000 0900  f1 f2 03040581 04050681 e1e2e3e4e5e6e7e8e9ea   # an instruction
			'??'                                                          # no message
		00 03 00000000 2f000000
			29000000 0000  f1 01 02030481 0000803f 00000040               # antilag
			               85 00004040 00008040 0000a040 f2 f3 0000c040 0000e040 00000041
		05 06 0b000000  02 'EndOfDemo' 00
		'more'
	`)
	packet := func(block, offset, size int, millis, kind uint8, targets uint32, time float64) message.Packet {
		return message.Packet{Block: block, Offset: int64(offset), Size: size, Milliseconds: millis, Type: kind,
			Targets: targets, Time: time}
	}
	const all = 0xffffffff
	sequence := packet(2, 79, 10, 0, 2, all, 0.255)
	sequence.Kind = message.PacketSequence
	raw := message.Packet{Kind: message.PacketRaw, Block: 12, Offset: 420, Size: 4, Time: 0.275}
	narrow := wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte}
	decodertest.File(t, data, mvd.NewDecoder(data), mvd.NewEncoder(), []decodertest.Record{
		record(packet(0, 0, 72, 0, 6, all, 0), &message.QWServerData{
			Extensions: []message.QWExtension{{Tag: 0x3144564d, Bits: 0x20}}, Protocol: 28, Age: 1,
			GameDir: []byte("qw"), ServerTime: 7.5, MapName: []byte("x"),
			Units: narrow, EntityUnits: narrow, PlayerUnits: wire.Units{Coord: wire.CoordShort, Angle: wire.AngleShort},
		}),
		record(packet(1, 72, 7, 255, 1, all, 0.255), &message.Nop{}),
		record(sequence, &message.QWSequence{Outgoing: 0x04030201, Incoming: -4}),
		record(packet(3, 89, 15, 2, 3, 0x80000001, 0.257), &message.Print{Level: 3, Text: []byte("hi")}),
		record(packet(4, 104, 10, 13, 0xfc, 0x80000000, 0.27), &message.StuffText{Text: []byte("bf")}),
		record(packet(5, 114, 9, 0, 0x3d, 0x80, 0.27), &message.UpdateStat{Index: 4, Value: 200}),
		record(packet(6, 123, 6, 0, 6, all, 0.27)),
		record(packet(7, 129, 13, 0, 3, 0, 0.27), &message.MVDHiddenPause{Bare: true, Milliseconds: 77}),
		record(packet(8, 142, 132, 0, 3, 0, 0.27),
			&message.MVDHiddenDamage{Type: 0x8003, Attacker: 0x201, Target: 0x403, Damage: 0x605},
			&message.MVDHiddenStart{Kind: 11, Time: 0x8807060504030201},
			&message.MVDHiddenStart{Kind: 9, Time: 0x8807060504030201},
			&message.MVDHiddenPause{Milliseconds: 0xfd},
			&message.MVDHiddenCommand{
				Player: 0xf1, Dropped: 0xf2, Msec: 0xf3, Angles: [3]float32{1, 2, 3}, Moves: [3]int16{-255, -510, -765},
				Buttons: 0xf4, Impulse: 0xf5,
			},
			&message.MVDHiddenDemoInfo{Block: 0x201, Data: []byte("{}")},
			&message.MVDHidden{Kind: 4, Data: []byte{0xab, 0xcd}},
			&message.MVDHidden{Range: 2, Kind: 7, Data: []byte{1, 2, 3}},
			&message.MVDHidden{Kind: 7, Data: make([]byte, 7)},
		),
		record(packet(9, 274, 72, 0, 3, 0, 0.27),
			&message.MVDHiddenWeapons{Player: 0xf1, Items: -0x7efbfcfe, Ammo: [4]uint8{0xe1, 0xe2, 0xe3, 0xe4},
				Result: 0xf2, List: []byte{7, 8}},
			&message.MVDHiddenWeapons{Server: true, Player: 0xf1, Items: -0x7efbfcfe, Ammo: [4]uint8{0xe1, 0xe2, 0xe3,
				0xe4}, Result: 0xf2},
			&message.MVDHiddenInstruction{
				Player: 0xf1, Flags: 0xf2, Sequence: -0x7efafbfd, Mode: -0x7ef9fafc, List: [10]uint8{0xe1, 0xe2, 0xe3,
					0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9, 0xea},
			},
			&message.Raw{Data: []byte("??")},
		),
		record(packet(10, 346, 57, 0, 3, 0, 0.27), &message.MVDHiddenAntilag{
			Player: 0xf1, Sequence: 0x81040302, ServerTime: 1, TargetTime: 2, Positions: []message.MVDAntilagPosition{
				{Player: 0x85, Origin: [3]float32{3, 4, 5}, Msec: 0xf2, Model: 0xf3, ClientOrigin: [3]float32{6, 7, 8}},
			},
		}),
		record(packet(11, 403, 17, 5, 6, all, 0.275), &message.Disconnect{Text: []byte("EndOfDemo")}),
		record(raw, &message.Raw{Data: []byte("more")}),
	})
}

// TestWireLimits takes the largest payload, of 65536 bytes, and no larger one,
// and only the types of records that there are.
func TestWireLimits(t *testing.T) {
	open := func(data []byte) message.Decoder { return mvd.NewDecoder(data) }
	for _, kind := range []string{"01", "03 00000000", "0c", "0d", "06"} {
		decodertest.Largest(t, open, "00"+kind+"00000100", "00"+kind+"01000100", message.ErrTooLarge)
		decodertest.Largest(t, open, "00"+kind+"00000100", "00"+kind+"ffffffff", message.ErrTooLarge)
	}
	for _, kind := range []string{"00", "07", "08", "ff"} {
		decodertest.Largest(t, open, "00 06 00000000", "00"+kind+"00000000", message.ErrRange)
	}
}

// TestWireDetect has records before the beginning of the level.
func TestWireDetect(t *testing.T) {
	for before, want := range map[int]bool{0: true, 7: true, 8: false} {
		var data []byte
		for range before {
			data = append(data, decodertest.Hex(t, "00 06 01000000 01")...)
		}
		data = append(data, decodertest.Hex(t, "00 06 3a000000 0b 1c000000 01000000 'qw' 00 0000f040 'x' 00 00*40")...)
		if got := mvd.Detect(data, ""); got != want {
			t.Errorf("%d records first: %v", before, got)
		}
	}
}

// TestWireMark: a mark keeps the clock, which no byte can set back.
func TestWireMark(t *testing.T) {
	data := decodertest.Hex(t, "ff 06 01000000 01 ff 06 01000000 01 02 06 00000000")
	d := mvd.NewDecoder(data)
	for range 2 {
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
	}
	mark := d.Mark()
	other := mvd.NewDecoder(data)
	other.Return(mark)
	if p, err := other.NextPacket(); err != nil || p.Time != 0.512 || mark.Time != 510 {
		t.Errorf("%+v, %v after %+v", p, err, mark)
	}
}
