package quake2_test

import (
	"bytes"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/dm2"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Bytes written by hand from the makers' chapter on the protocols of the re-release, and from the facts about
// q2repro's.

var (
	floats      = wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleFloat}
	floatPlaces = wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleShort}
)

func float(f float32) wire.Coord { return wire.Coord(int32(math.Float32bits(f))) }

// Three places: 1, -2 and 0.5 as floats, and as eighths.
const (
	floatHex  = "0000803f 000000c0 0000003f"
	eighthHex = "0800 f0ff 0400"
)

var floatPlace = [3]wire.Coord{float(1), float(-2), float(0.5)}

// kexBegin is the serverdata of 2022 (e6 07) and 2023 (e7 07).
func kexBegin(low string, protocol int32) []decodertest.Wire {
	return []decodertest.Wire{{Hex: "0c " + low + "070000 07000000 01 28 'q' 00 0300 'M' 00",
		Want: &message.Quake2ServerData{Protocol: protocol, Key: 7, IsDemo: 1, Rate: 40, GameDir: []byte("q"),
			Client:  3,
			MapName: []byte("M"), Units: floats}}}
}

var reproBegin = []decodertest.Wire{{Hex: "0c 0e040000 07000000 01 00 0300 'M' 00 0500 02 1800 28",
	Want: &message.Quake2ServerData{Protocol: 1038, Key: 7, IsDemo: 1, Rate: 40, Client: 3, MapName: []byte("M"),
		Minor: 5, State: 2, Flags: 0x18, Units: floatPlaces}}}

// both are messages that 2022, 2023 and 1038 write in the same way.
var both = []decodertest.Wire{
	{Hex: "01 0300 07", Want: &message.Quake2MuzzleFlash{Entity: 3, Value: 7}},
	{Hex: "02 0360 ff", Want: &message.Quake2MuzzleFlash{Monster: true, Entity: 0x6003, Value: 255}},
	{Hex: "20 0300 2001", Want: &message.Quake2MuzzleFlash{Monster: true, Wide: true, Entity: 3, Value: 288}},
	{Hex: "19 00", Want: &message.Quake2Damage{}},
	{Hex: "19 02 21 05 42 a1", Want: &message.Quake2Damage{Hits: []message.Quake2Hit{{Damage: 0x21, Direction: 5},
		{Damage: 0x42, Direction: 0xa1}}}},
	{Hex: "1b 00", Want: &message.Quake2FogChange{}},
	{Hex: "1b 01 0000003f 07", Want: &message.Quake2FogChange{Bits: 1, Density: 0.5, SkyFactor: 7}},
	{Hex: "1b 80 00", Want: &message.Quake2FogChange{Bits: 0x80}},
	{Hex: "1b ff ff 0000003f 07 01 02 03 e803 0000803f 000000c0 04 05 06 f8ffffff 07 08 09 0a000000",
		Want: &message.Quake2FogChange{Bits: 0xffff, Density: 0.5, SkyFactor: 7, Color: [3]uint8{1, 2, 3}, Time: 1000,
			HeightFalloff: 1, HeightDensity: -2, StartColor: [3]uint8{4, 5, 6}, StartDistance: -8,
			EndColor: [3]uint8{7, 8, 9}, EndDistance: 10}},
	{Hex: "1b 0e 01 02 03", Want: &message.Quake2FogChange{Bits: 0x0e, Color: [3]uint8{1, 2, 3}}},
	{Hex: "21 'ACH' 00", Want: &message.Quake2Achievement{ID: []byte("ACH")}},
	{Hex: "0d 9f30 'x' 00", Want: &message.ConfigString{Index: 12447, Text: []byte("x")}},
	{Hex: "0a 01 'x' 00", Want: &message.Print{Level: 1, Text: []byte("x")}},
}

// kexOnly are messages that only the engine's own protocols have.
var kexOnly = []decodertest.Wire{
	{Hex: "15 02", Want: &message.Quake2SplitClient{Player: 2}},
	{Hex: "18 ffff", Want: &message.Quake2LevelRestart{}},
	{Hex: "18 0500 'x' 00 3e00 00 ffff", Want: &message.Quake2LevelRestart{Strings: []message.ConfigString{
		{Index: 5, Text: []byte("x")}, {Index: 62}}}},
	{Hex: "1a 09 '$g_mod_kill_railgun' 00 02 'ann' 00 '##P1' 00", Want: &message.Quake2LocPrint{Level: 9,
		Base: []byte("$g_mod_kill_railgun"), Args: [][]byte{[]byte("ann"), []byte("##P1")}}},
	{Hex: "1c 03", Want: &message.Quake2Waiting{Players: 3}},
	{Hex: "1d 'Bob' 00 0001 '$k' 00", Want: &message.Quake2BotChat{Bot: []byte("Bob"), Client: 256, Key: []byte("$k")}},
	{Hex: "09 00 2c01", Want: &message.Sound{Volume: 255, Attenuation: 64, Sound: 300}},
	{Hex: "09 1b 2c01 f1 f2 f3 2a01", Want: &message.Sound{Bits: 0x1b, Volume: 0xf1, Attenuation: 0xf2,
		TimeOffset: 0xf3,
		Sound:      300, Entity: 37, Channel: 2}},
	{Hex: "09 48 2c01 2a010100", Want: &message.Sound{Bits: 0x48, Volume: 255, Attenuation: 64, Sound: 300,
		Entity: 8229, Channel: 2}},
	{Hex: "14 05000000 04000000 01 02 a1 a2", Want: &message.Quake2Frame{Sequence: 5, Delta: 4, Suppressed: 1,
		Areas: []byte{0xa1, 0xa2}}},
}

// reproOnly are messages that only q2repro's protocol has.
var reproOnly = []decodertest.Wire{
	{Hex: "23 0200 32 a1a2", Want: &message.Quake2ZipDownload{Size: 2, Percent: 50, Data: []byte{0xa1, 0xa2}}},
	{Hex: "23 ffff 00", Want: &message.Quake2ZipDownload{Size: -1}},
	{Hex: "25 01000000 feffffff", Want: &message.Quake2Setting{Index: 1, Value: -2}},
	{Hex: "26 0500 'x' 00 a030", Want: &message.Quake2ConfigStrings{Stream: true,
		Strings: []message.ConfigString{{Index: 5, Text: []byte("x")}}}},
	{Hex: "27 80080905 0000", Want: &message.Quake2Baselines{Stream: true, Entities: []message.EntityDelta{
		{Number: 9, Bits: 0x0880, Mask: message.FieldModel, Model: 5}}}},
	{Hex: "24 0500 'x' 00 a030 80080905 0000", Want: &message.Quake2GameState{
		Strings:  []message.ConfigString{{Index: 5, Text: []byte("x")}},
		Entities: []message.EntityDelta{{Number: 9, Bits: 0x0880, Mask: message.FieldModel, Model: 5}}}},
	{Hex: "09 00 2c", Want: &message.Sound{Volume: 255, Attenuation: 64, Sound: 0x2c}},
	{Hex: "09 2c 2c01 2a01" + floatHex, Want: &message.Sound{Bits: 0x2c, Volume: 255, Attenuation: 64, Sound: 300,
		Entity: 37, Channel: 2, Origin: floatPlace}},
}

// placed are messages with a place.
func placed(hex string) []decodertest.Wire {
	return []decodertest.Wire{
		{Hex: "03 00" + hex + "05", Want: &message.Quake2TempEntity{Type: 0, Origin: floatPlace, MoveDir: 5}},
		{Hex: "03 3d 0200" + hex + hex, Want: &message.Quake2TempEntity{Type: 61, Entity: 2, Origin: floatPlace,
			End: floatPlace}},
		{Hex: "03 3c 0200 01", Want: &message.Quake2TempEntity{Type: 60, Entity: 2, Count: 1}},
		{Hex: "1e 0200 e803" + hex + "0700 d0 01", Want: &message.Quake2Point{Key: 2, Time: 1000, Origin: floatPlace,
			Image: 7, Color: 0xd0, Flags: 1}},
		{Hex: "1f 01" + hex + "05", Want: &message.Quake2HelpPath{First: 1, Origin: floatPlace, MoveDir: 5}},
	}
}

// kexPlayer is a player of 2022 and 2023, with each field.
func kexPlayer() []decodertest.Wire {
	const flags = message.PlayerType | message.PlayerOrigin | message.PlayerVelocity | message.PlayerTime |
		message.PlayerFlags | message.PlayerGravity | message.PlayerDeltaAngles | message.PlayerViewAngles |
		message.PlayerViewRoll | message.PlayerGunIndex | message.PlayerBlend | message.PlayerFOV |
		message.PlayerRDFlags
	angles := [3]wire.Angle{wire.Angle(floatPlace[0]), wire.Angle(floatPlace[1]), wire.Angle(floatPlace[2])}
	return []decodertest.Wire{
		{Hex: "11 0000 00000000 00000000", Want: &message.Quake2PlayerInfo{}},
		{Hex: "11 0000 02000000 6400 00000080 ffff", Want: &message.Quake2PlayerInfo{StatBits: 1<<63 | 2,
			Stats: []int16{100, -1}}},
		{Hex: "11 0020 03fe" + floatHex + floatHex + "14 00000000 00000000", Want: &message.Quake2PlayerInfo{
			Bits: 0x2000, Quake2PlayerRare: rereleasePlayer(message.Quake2RereleasePlayer{
				Mask: message.RereleaseGunFrame | message.RereleaseGunOffsetX | message.RereleaseGunOffsetY |
					message.RereleaseGunOffsetZ | message.RereleaseGunPitch | message.RereleaseGunYaw |
					message.RereleaseGunRoll | message.RereleaseGunRate,
				GunFrame: 0xfe03, GunOffset: [3]float32{1, -2, 0.5}, GunAngles: [3]float32{1, -2, 0.5}, GunRate: 20})}},
		{Hex: "11 0020 0322 000000c0 0000003f 00000000 00000000", Want: &message.Quake2PlayerInfo{
			Bits: 0x2000, Quake2PlayerRare: rereleasePlayer(message.Quake2RereleasePlayer{
				Mask:     message.RereleaseGunFrame | message.RereleaseGunOffsetX | message.RereleaseGunYaw,
				GunFrame: 0x2203, GunOffset: [3]float32{-2}, GunAngles: [3]float32{0, 0.5}})}},
		{Hex: "11 ffff 0300 06" + floatHex + floatHex + "e803 0401 9cff" + floatHex + "1000 f0ff 0800 16" + floatHex +
			"0004 00fc 0000 05e0 0700 01020304 5a 01 00000000 00000000 0a0b0c0d 02",
			Want: &message.Quake2PlayerInfo{
				Bits: 0x3ffff, Mask: flags, Type: 6, Origin: floatPlace, Velocity: floatPlace, Time: 1000, Flags: 0x104,
				Gravity: -100, DeltaAngles: angles, ViewAngles: angles, GunIndex: 0xe005, BlendBits: 0xff,
				Blend: [4]uint8{1, 2, 3, 4}, DamageBlend: [4]uint8{10, 11, 12, 13}, FOV: 90, RDFlags: 1,
				Quake2PlayerRare: rereleasePlayer(message.Quake2RereleasePlayer{
					Mask: message.RereleaseViewOffset | message.RereleaseViewHeight | message.RereleaseKickAngles |
						message.RereleaseGunFrame | message.RereleaseTeam,
					ViewOffset: [3]int16{16, -16, 8}, ViewHeight: 22, KickAngles: [3]int16{1024, -1024, 0}, GunFrame: 7,
					Team: 2})}},
	}
}

// kexEntity is a set with one entity, of which the hexadecimal digits lack the id and the end.
func kexEntity(hex string, e message.EntityDelta) decodertest.Wire {
	return decodertest.Wire{Hex: "12" + hex + "0000", Want: &message.PacketEntities{
		Entities: []message.EntityDelta{e}}}
}

func kexEntities() []decodertest.Wire {
	return []decodertest.Wire{
		kexEntity("4009", message.EntityDelta{Number: 9, Bits: 0x40, Remove: true}),
		kexEntity("c0012c01", message.EntityDelta{Number: 300, Bits: 0x1c0, Remove: true}),
		kexEntity("80 88 80 10 09 2c01", message.EntityDelta{Number: 9, Bits: 0x10808880, Mask: message.FieldModel,
			Model: 300}),
		// Effects: 8 bits, which are all; both halves; the low half alone.
		kexEntity("80 40 09 05", message.EntityDelta{Number: 9, Bits: 0x4080,
			Mask: message.FieldEffects | message.FieldMoreEffects, Effects: 5}),
		kexEntity("80 c0 80 20 09 01020304 05", message.EntityDelta{Number: 9, Bits: 0x2080c080,
			Mask: message.FieldEffects | message.FieldMoreEffects, Effects: 0x04030201, MoreEffects: 5}),
		kexEntity("80 80 80 20 09 01020304", message.EntityDelta{Number: 9, Bits: 0x20808080,
			Mask: message.FieldEffects, Effects: 0x04030201}),
		kexEntity("80 80 80 04 09 03c0 f1 f2", message.EntityDelta{Number: 9, Bits: 0x4808080,
			Mask:  message.FieldSound | message.FieldVolume | message.FieldAttenuation,
			Sound: 3, Quake2Fields: message.Quake2Fields{Volume: 0xf1, Attenuation: 0xf2}}),
		// Everything, in the order of the engine. It is solid.
		kexEntity("bf ca 8c cf 0f 09 01 02 0004 05060708 0900 10111213"+floatHex+floatHex+
			"0000803f 000000c0 0300 05 f1 f2 f3 2c01 0300", message.EntityDelta{Number: 9, Bits: 0xfcf8ccabf,
			Mask: message.FieldModel | message.FieldFrame | message.FieldSkin | message.FieldEffects |
				message.FieldMoreEffects | message.FieldRenderFX | message.FieldSolid | message.FieldOrigin |
				message.FieldOldOrigin | message.FieldYaw | message.FieldRoll | message.FieldSound |
				message.FieldEvent | message.FieldAlpha | message.FieldScale | message.FieldHidden |
				message.FieldOwner | message.FieldOldFrame,
			Model: 1, Frame: 2, Skin: 0x400, Effects: 0x08070605, RenderFX: 9, Solid: 0x13121110, Origin: floatPlace,
			OldOrigin: floatPlace, Angles: [3]wire.Angle{0, wire.Angle(floatPlace[0]), wire.Angle(floatPlace[1])},
			Sound: 3, Event: 5, Alpha: 0xf1, Scale: 0xf2, Quake2Fields: message.Quake2Fields{Hidden: 0xf3,
				Owner: 300, OldFrame: 3}}),
	}
}

func TestWire2023(t *testing.T) {
	demoFile.Check(t, kexBegin("e7", 2023), join(both, kexOnly, placed(floatHex), kexPlayer(), kexEntities()))
	demoFile.Refuse(t, kexBegin("e7", 2023), []decodertest.Refused{
		{Hex: "00", Err: message.ErrUnknown}, {Hex: "13", Err: message.ErrUnknown}, {Hex: "22",
			Err: message.ErrUnknown},
		{Hex: "28", Err: message.ErrUnknown}, {Hex: "fe", Err: message.ErrUnknown}, {Hex: "ff",
			Err: message.ErrUnknown},
		{Hex: "0d a030 00", Err: message.ErrRange}, {Hex: "12 80 01 0020 00", Err: message.ErrRange},
	})
}

func TestWire2022(t *testing.T) {
	list := kexEntities()
	for i := range list[:len(list)-1] {
		list[i].Want.(*message.PacketEntities).Entities[0].Bits |= 1 << 40 // it is not solid
	}
	demoFile.Check(t, kexBegin("e6", 2022), join(both, kexOnly, placed(eighthHex), kexPlayer(), list))
}

func TestWire1038(t *testing.T) {
	demoFile.Check(t, reproBegin, join(both, reproOnly, placed(floatHex)))
	demoFile.Refuse(t, reproBegin, []decodertest.Refused{
		{Hex: "11", Err: message.ErrUnknown}, {Hex: "12", Err: message.ErrUnknown}, {Hex: "15",
			Err: message.ErrUnknown},
		{Hex: "1a", Err: message.ErrUnknown}, {Hex: "28", Err: message.ErrUnknown},
		{Hex: "26 a130 00", Err: message.ErrRange},
	})
}

// TestWireSplitScreen: a frame has the areas and the state of each player, of whom the serverdata has a list.
func TestWireSplitScreen(t *testing.T) {
	data := demoFile.Record(decodertest.Hex(t, "0c e7070000 07000000 01 28 00 feff 0200 0300 0500 'M' 00"))
	data = append(data, demoFile.Record(decodertest.Hex(t, "14 01000000 ffffffff 00 01 a1"+
		"11 0100 02 00000000 00000000  01 a2 11 0100 04 00000000 00000000 12 0000"))...)
	want := []message.Message{
		&message.Quake2ServerData{Protocol: 2023, Key: 7, IsDemo: 1, Rate: 40, Client: -2, Players: []int16{3, 5},
			MapName: []byte("M"), Units: floats},
		&message.Quake2Frame{Sequence: 1, Delta: -1, Areas: []byte{0xa1}},
		&message.Quake2PlayerInfo{Bits: 1, Mask: message.PlayerType, Type: 2},
		&message.Quake2Areas{Areas: []byte{0xa2}},
		&message.Quake2PlayerInfo{Bits: 1, Mask: message.PlayerType, Type: 4},
		&message.PacketEntities{},
	}
	readAll(t, data, want)
}

// TestWireFrame1038: the parts of a frame have no ids.
func TestWireFrame1038(t *testing.T) {
	data := demoFile.Record(decodertest.Hex(t, reproBegin[0].Hex))
	data = append(data, demoFile.Record(decodertest.Hex(t, "14 05000010 0f ff 01 a1"+ // frame 5, of frame 3
		"ffff 06"+floatHex+floatHex+
		"e803 0401 9cff 0001 0002 0003 1000 f0ff 0800 0040 00c0 0100 0004 00fc 0000 05e0 0700"+
		"0002 00fe 0000 0010 00f0 0000 81 09 0a 5a 01 0200000000000080 6400 ffff 14 16 0700"+
		"bf ea 8c ef 03 09 01 02 0004 05060708 0900"+floatHex+"0001 0002"+floatHex+
		"03c0 f1 f2 05 10181040 04030201 0a 0b 0000 0a 02 'x' 00"))...)
	player := message.Quake2PlayerInfo{
		Bits: 0xffffff, Type: 6, Origin: floatPlace, Velocity: floatPlace, Time: 1000, Flags: 0x104, Gravity: -100,
		DeltaAngles: [3]wire.Angle{0x100, 0x200, 0x300}, ViewAngles: [3]wire.Angle{0x4000, -0x4000, 1},
		GunIndex:  0xe005,
		BlendBits: 0x81, Blend: [4]uint8{9}, DamageBlend: [4]uint8{3: 10}, FOV: 90, RDFlags: 1,
		StatBits: 1<<63 | 2, Stats: []int16{100, -1},
		Quake2PlayerRare: rereleasePlayer(message.Quake2RereleasePlayer{ViewOffset: [3]int16{16, -16, 8},
			ViewHeight: 22,
			KickAngles: [3]int16{1024, -1024, 0}, GunFrame: 7, GunOffset: [3]float32{1, -1}, GunAngles: [3]float32{1,
				-1},
			GunRate: 20, Client: 7}),
	}
	readAll(t, data, []message.Message{
		reproBegin[0].Want,
		&message.Quake2Frame{Sequence: 5, Delta: 3, Suppressed: 0x0f, PlayerFlags: 0xff, Areas: []byte{0xa1}},
		&player,
		&message.PacketEntities{Entities: []message.EntityDelta{{Number: 9, Bits: 0x3ef8ceabf,
			Mask: message.FieldModel | message.FieldFrame | message.FieldSkin | message.FieldEffects |
				message.FieldRenderFX | message.FieldOrigin | message.FieldYaw | message.FieldRoll |
				message.FieldOldOrigin | message.FieldSound | message.FieldVolume | message.FieldAttenuation |
				message.FieldEvent | message.FieldSolid | message.FieldMoreEffects | message.FieldAlpha |
				message.FieldScale,
			Model: 1, Frame: 2, Skin: 0x400, Effects: 0x08070605, RenderFX: 9, Origin: floatPlace,
			Angles: [3]wire.Angle{0, 0x100, 0x200}, OldOrigin: floatPlace, Sound: 3,
			Quake2Fields: message.Quake2Fields{Volume: 0xf1, Attenuation: 0xf2},
			Event:        5,
			Solid:        0x40101810, MoreEffects: 0x01020304, Alpha: 10, Scale: 11}}},
		&message.Print{Level: 2, Text: []byte("x")},
	})
}

// readAll requires that a demo has the messages, and is written as it was; nil stands for any message.
func readAll(t *testing.T, data []byte, want []message.Message) {
	t.Helper()
	d := dm2.NewDecoder(data)
	for {
		if _, err := d.NextPacket(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 {
				t.Fatalf("then %T %+v", m, m)
			}
			if want[0] != nil {
				if p, ok := m.(*message.Quake2PlayerInfo); ok {
					w := want[0].(*message.Quake2PlayerInfo)
					w.Mask, w.Rerelease.Mask = p.Mask, p.Rerelease.Mask
				}
				if diff := cmp.Diff(want[0], m, decodertest.Valid); diff != "" {
					t.Errorf("(-expected +read)\n%s", diff)
				}
			}
			want = want[1:]
		}
	}
	if len(want) > 0 {
		t.Errorf("%d messages are missing", len(want))
	}
	decodertest.Rewrite(t, data, dm2.NewDecoder(data), dm2.NewEncoder())
}

// TestSolids: in 2022 a place has 16 bits if the entity is not solid, as it was in the frame that the delta is of; an
// entity that has left is as in its baseline. A mark knows that, too.
func TestSolids(t *testing.T) {
	block := func(hex string) []byte { return demoFile.Record(decodertest.Hex(t, hex)) }
	frame := func(number, delta, entities string) []byte {
		return block("14" + number + "000000" + delta + "00 00 11 0000 00000000 00000000 12" + entities + "0000")
	}
	const solid = " 80 80 80 08" // and the number
	data := bytes.Join([][]byte{
		block(kexBegin("e6", 2022)[0].Hex),
		block("0e 81 80 80 08 07 01000000 0000803f"), // the baseline of 7 is solid, at 1
		frame("01", "ffffffff", solid+"05 01000000"+"01 06 0800"+"01 07 0000803f"),
		frame("02", "01000000", "4005"+"01 06 0800"+solid+"07 00000000"),
		frame("03", "02000000", "01 05 0800"+"01 07 0800"),
		frame("04", "01000000", "01 05 0000803f"+"01 06 0800"+"01 07 0000803f"),
		frame("05", "03000000", "4007 01 06 0800"),
		frame("06", "05000000", "01 07 0000803f"),
	}, nil)
	d := dm2.NewDecoder(data)
	places := 0
	var marks []message.Mark
	each := func(m message.Message) {
		if set, ok := m.(*message.PacketEntities); ok {
			for _, e := range set.Entities {
				if e.Mask&message.FieldOriginX != 0 {
					if places++; e.Origin[0] != float(1) {
						t.Errorf("entity %d is at %x", e.Number, e.Origin[0])
					}
				}
			}
		}
	}
	decodertest.Walk(t, d, func(m message.Mark, _ *message.Packet) { marks = append(marks, m) }, each)
	if places != 10 {
		t.Errorf("%d places", places)
	}
	for _, m := range marks {
		other := dm2.NewDecoder(data)
		other.Return(m)
		decodertest.Walk(t, other, nil, each)
	}
	decodertest.Rewrite(t, data, dm2.NewDecoder(data), dm2.NewEncoder())
}

// TestBlasts: what is packed is read, packed anew, and kept as it was if it is packed already. Bytes that cannot be
// unpacked, or are longer or shorter than they say, are damage.
func TestBlasts(t *testing.T) {
	e := dm2.NewEncoder()
	strings := &message.Quake2ConfigStrings{Strings: []message.ConfigString{{Index: 5, Text: []byte("bar")},
		{Index: 63}}}
	entities := &message.Quake2Baselines{Entities: []message.EntityDelta{{Number: 9, Bits: 0x0880,
		Mask: message.FieldModel, Model: 5}}}
	data := decodertest.Write(t, e, []decodertest.Record{{Messages: []message.Message{kexBegin("e7", 2023)[0].Want}},
		{Messages: []message.Message{strings, entities}}})
	if strings.Plain != 9 || len(strings.Packed) == 0 {
		t.Errorf("%+v", strings)
	}
	readAll(t, data, []message.Message{kexBegin("e7", 2023)[0].Want, strings, entities})
	at := bytes.Index(data, strings.Packed)
	for _, plain := range []byte{8, 10} {
		bad := bytes.Clone(data)
		bad[at-2] = plain
		if r := decodertest.Drain(t, "dm2", bad, dm2.NewDecoder(bad)); len(r.Damages) != 1 {
			t.Errorf("%d bytes: %v", plain, r.Damages)
		}
	}
}

// TestZip: packed messages follow the message that has them, and are written as it.
func TestZip(t *testing.T) {
	// A block of deflate that is stored: its length, the complement of that, and the bytes.
	data := append(demoFile.Record(decodertest.Hex(t, reproBegin[0].Hex)), demoFile.Record(decodertest.Hex(t,
		"22 0e00 0900 01 0900 f6ff 0a 01 'x' 00 0a 02 'yz' 00 0a 03 'w' 00"))...)
	readAll(t, data, []message.Message{reproBegin[0].Want, nil, &message.Print{Level: 1, Text: []byte("x")},
		&message.Print{Level: 2, Text: []byte("yz")}, &message.Quake2ZipEnd{}, &message.Print{Level: 3,
			Text: []byte("w")}})
}

func rereleasePlayer(p message.Quake2RereleasePlayer) message.Quake2PlayerRare {
	return message.Quake2PlayerRare{Rerelease: p}
}
