package dm2

import (
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// TestWire reads and writes a file made by hand from the DM2 document,
// sections 2.2 and 2.5: a Relay recording, in which bit 7 of an id says that a
// message is for one client.
func TestWire(t *testing.T) {
	data := decodertest.Hex(t, `
		12000000  0c 22000000 01000000 80 'ctf' 00 ffff 'Q' 00            # serverdata of protocol 34
		00000000                                                          # nothing
		1a000000  14 0d000000 ffffffff 02 01 f1 01 03                     # frame 13
		          8a 03 01 'x' 00  86 04  07  8b f1 'y' 00                # print for client 3, nop for 4, disconnect,
		                                                                  # stufftext for 241
		07000000  0f 'all' 00 06 06
		ffffffff 'rest'
	`)
	packet := func(block, offset, size int) message.Packet {
		return message.Packet{Block: block, Offset: int64(offset), Size: size}
	}
	end := packet(4, 67, 4)
	end.Kind = message.PacketEnd
	decodertest.File(t, data, NewDecoder(data), NewEncoder(), []decodertest.Record{
		decodertest.NewRecord(packet(0, 0, 22), &message.Quake2ServerData{
			Protocol: 34, Key: 1, IsDemo: 0x80, GameDir: []byte("ctf"), Client: -1, MapName: []byte("Q"),
			Units: wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte},
		}),
		decodertest.NewRecord(packet(1, 22, 4)),
		decodertest.NewRecord(packet(2, 26, 30),
			&message.Quake2Frame{Sequence: 13, Delta: -1, Suppressed: 2, Areas: []byte{0xf1}, Connected: []byte{3}},
			&message.RelayUnicast{Client: 3}, &message.Print{Level: 1, Text: []byte("x")},
			&message.RelayUnicast{Client: 4}, &message.Nop{},
			&message.Disconnect{},
			&message.RelayUnicast{Client: 241}, &message.StuffText{Text: []byte("y")},
		),
		decodertest.NewRecord(packet(3, 56, 11), &message.CenterPrint{Text: []byte("all")}, &message.Nop{},
			&message.Nop{}),
		decodertest.NewRecord(end, &message.Raw{Data: []byte("rest")}),
	})
}

// TestWireUnicastFirst: the first messages of a Relay recording may be for one client,
// before and with the serverdata that says what it is. In a client's recording, bit 7
// of an id means nothing.
func TestWireUnicastFirst(t *testing.T) {
	data := decodertest.Hex(t, `
		17000000  8b 03 'x' 00  8c 03 22000000 01000000 80 'ctf' 00 ffff 'Q' 00  # stufftext and serverdata for client 3
		05000000  8a 07 01 'y' 00
		ffffffff
	`)
	packet := func(block, offset, size int) message.Packet {
		return message.Packet{Block: block, Offset: int64(offset), Size: size}
	}
	end := packet(2, 36, 4)
	end.Kind = message.PacketEnd
	decodertest.File(t, data, NewDecoder(data), NewEncoder(), []decodertest.Record{
		decodertest.NewRecord(packet(0, 0, 27),
			&message.RelayUnicast{Client: 3}, &message.StuffText{Text: []byte("x")},
			&message.RelayUnicast{Client: 3}, &message.Quake2ServerData{
				Protocol: 34, Key: 1, IsDemo: 0x80, GameDir: []byte("ctf"), Client: -1, MapName: []byte("Q"),
				Units: wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte},
			}),
		decodertest.NewRecord(packet(1, 27, 9), &message.RelayUnicast{Client: 7},
			&message.Print{Level: 1, Text: []byte("y")}),
		decodertest.NewRecord(end),
	})
	serverData := func(isDemo string) []byte {
		return decodertest.Hex(t, "13000000  8c 03 22000000 01000000"+isDemo+
			"'ctf' 00 ffff 'Q' 00  05000000  8a 07 01 'y' 00")
	}
	if !Detect(serverData("80"), "") {
		t.Error("a unicast serverdata is not detected")
	}
	for isDemo, want := range map[string]bool{"80": true, "01": false} {
		d := NewDecoder(serverData(isDemo))
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := d.NextMessage(); err != nil {
				t.Fatal(err)
			}
		}
		// A mark keeps which kind of recording it is.
		other := NewDecoder(serverData(isDemo))
		other.Return(d.Mark())
		for _, d := range []*Decoder{d, other} {
			if _, err := d.NextPacket(); err != nil {
				t.Fatal(err)
			}
			if m, err := d.NextMessage(); (err == nil) != want {
				t.Errorf("kind %s: %v, %v", isDemo, m, err)
			}
		}
	}
}

// TestWireLimits takes the largest block, of 65536 bytes, and no larger one.
func TestWireLimits(t *testing.T) {
	open := func(data []byte) message.Decoder { return NewDecoder(data) }
	decodertest.Largest(t, open, "00000100", "01000100", message.ErrTooLarge)
	decodertest.Largest(t, open, "00000100", "feffffff", errLength)
	decodertest.Largest(t, open, "ffffffff", "00000080", errLength)
}

// TestWireTime: a frame is a tenth of a second.
func TestWireTime(t *testing.T) {
	data := decodertest.Hex(t, `
		12000000  0c 22000000 01000000 01 'ctf' 00 ffff 'Q' 00
		0c000000  14 0d000000 ffffffff 02 00  ff
	`)
	d := NewDecoder(data)
	for range 2 {
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.NextMessage(); err != nil {
			t.Fatal(err)
		}
	}
	_, err := d.NextMessage()
	want := message.Damage{Format: "dm2", Message: "bad", Offset: 37, Block: 1, Time: 1.3, Skipped: 1,
		Err: message.ErrUnknown}
	if damage, ok := err.(*message.Damage); !ok || *damage != want {
		t.Errorf("%v, want %v", err, &want)
	}
}

// TestWireDetect has empty blocks before the first, and protocols at the ends
// of what is read.
func TestWireDetect(t *testing.T) {
	const level = "12000000 0c 22000000 01000000 01 'ctf' 00 ffff 'Q' 00"
	for before, want := range map[int]bool{0: true, 4: true, 5: false} {
		data := append(make([]byte, 4*before), decodertest.Hex(t, level)...)
		if got := Detect(data, ""); got != want {
			t.Errorf("%d empty blocks first: %v", before, got)
		}
	}
	for protocol, want := range map[string]bool{"1a00": true, "1800": false, "2200": true, "2700": false, "690d": false,
		"6a0d": true, "6c0d": true, "6d0d": false} {
		if got := Detect(decodertest.Hex(t, "12000000 0c"+protocol+"0000 01000000 01 'ctf' 00 ffff 'Q' 00"),
			""); got != want {
			t.Errorf("protocol %s: %v", protocol, got)
		}
	}
}

// TestWireMark: protocol 32 with the client -1 is a server recording, also
// behind a mark.
func TestWireMark(t *testing.T) {
	for client, frame := range map[string]string{"ffff": "14 0d000000", "0000": "14 0d000000 ffffffff 00 00"} {
		data := decodertest.Hex(t, "12000000 0c 20000000 01000000 01 'ctf' 00"+client+"'Q' 00")
		payload := decodertest.Hex(t, frame)
		data = append(data, byte(len(payload)), 0, 0, 0)
		data = append(data, payload...)
		d := NewDecoder(data)
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.NextMessage(); err != nil {
			t.Fatal(err)
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
		if f := m.(*message.Quake2Frame); f.Server != (client == "ffff") || f.Sequence != 13 {
			t.Errorf("client %s: %+v", client, f)
		}
		if m, err := other.NextMessage(); err == nil {
			t.Errorf("client %s: then %+v", client, m)
		}
	}
}
