package quakeworld_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/quakeworld"
	"demoscope/formats/qwd"
	"demoscope/formats/wire"
)

// Bytes written by hand from the QWD document 1.0.5 (section 5) and the facts
// of .mvd and of the public extensions.

// clientFile puts messages into server blocks of a .qwd: time 1.5, packet 7
// with the acknowledge -2.
var clientFile = decodertest.Container{
	Decoder: func(data []byte) message.Decoder { return qwd.NewDecoder(data) },
	Encoder: func() message.Encoder { return qwd.NewEncoder() },
	Record: func(payload []byte) []byte {
		block := []byte{0, 0, 0xc0, 0x3f, 1}
		block = binary.LittleEndian.AppendUint32(block, uint32(len(payload)+8))
		block = append(block, 7, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff)
		return append(block, payload...)
	},
	Packet: message.Packet{Type: 1, RawTime: 0x3fc00000, Sequence: 7, Acknowledge: -2},
}

// serverFile puts messages into records of an .mvd for everybody, 13
// milliseconds after the one before.
var serverFile = decodertest.Container{
	Decoder: func(data []byte) message.Decoder { return mvd.NewDecoder(data) },
	Encoder: func() message.Encoder { return mvd.NewEncoder() },
	Record: func(payload []byte) []byte {
		record := binary.LittleEndian.AppendUint32([]byte{13, 6}, uint32(len(payload)))
		return append(record, payload...)
	},
	Packet: message.Packet{Type: 6, Milliseconds: 13},
}

// Extension words.
const (
	wordFTE  = "46544558 " // FTEX
	wordFTE2 = "46544532 " // FTE2
	wordMVD1 = "4d564431 " // MVD1
)

var (
	short     = wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte}
	float     = wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleShort}
	shortWide = wire.Units{Coord: wire.CoordShort, Angle: wire.AngleShort}
	floatByte = wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleByte}
)

// serverDataWire is a serverdata: the bytes of its extensions, what they mean, and the
// protocol.
func serverDataWire(mvd bool, words string, extensions []message.QWExtension, version int32, units, entity,
	player wire.Units) []decodertest.Wire {
	m := &message.QWServerData{
		Extensions: extensions, Protocol: version, Age: 0x01020384, GameDir: []byte("ctf"),
		MapName: []byte("The \xc2ad"),
		Units:   units, EntityUnits: entity, PlayerUnits: player,
	}
	hex := "0b" + words + fmt.Sprintf("%02x000000", version) + "84030201 'ctf' 00"
	if mvd {
		m.ServerTime = 5
		hex += "0000a040"
	} else {
		m.Client = 0x85
		hex += "85"
	}
	hex += "'The ' c2 'ad' 00"
	if version >= 25 {
		m.MoveVars = [10]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		hex += "0000803f 00000040 00004040 00008040 0000a040 0000c040 0000e040 00000041 00001041 00002041"
	}
	return []decodertest.Wire{{Hex: hex, Want: m}}
}

// Fields of what is no delta.
const stateFields = message.FieldModel | message.FieldFrame | message.FieldColormap | message.FieldSkin |
	message.FieldOrigin | message.FieldAngles

// common are the messages of both containers, where c are the bytes of the
// coordinates -32768, 32767 and -2, and a those of the angles -128, 127 and -2.
func common(c, a [3]string) []decodertest.Wire {
	place, back := [3]wire.Coord{-32768, 32767, -2}, [3]wire.Coord{-2, -32768, 32767}
	angles := [3]wire.Angle{-128, 127, -2}
	origin, end, direction := c[0]+c[1]+c[2], c[2]+c[0]+c[1], a[0]+a[1]+a[2]
	both := c[0] + a[0] + c[1] + a[1] + c[2] + a[2]
	state := message.EntityDelta{Mask: stateFields, Model: 0xf1, Frame: 0xf2, Colormap: 0xf3, Skin: 0xf4, Origin: place,
		Angles: angles}
	numbered := state
	numbered.Number = 0xff01
	list := []decodertest.Wire{
		{Hex: "01", Want: &message.Nop{}},
		{Hex: "03 1f fe", Want: &message.UpdateStat{Index: 31, Value: 0xfe}},
		{Hex: "03 20 01", Want: &message.UpdateStat{Index: 32, Value: 1}}, // FTE has 256
		{Hex: "26 ff 02010080", Want: &message.UpdateStat{Index: 255, Value: -0x7ffffefe, Long: true}},
		{Hex: "4f 00 000020c1", Want: &message.QWStatFloat{Value: -10}},
		{Hex: "26 1f 02010080", Want: &message.UpdateStat{Index: 31, Value: -0x7ffffefe, Long: true}},
		{Hex: "06 2a01 f5" + origin, Want: &message.Sound{Volume: 255, Attenuation: 64, Channel: 2, Entity: 37,
			Sound: 0xf5, Origin: place}},
		{Hex: "06 2a81 f1 f5" + origin, Want: &message.Sound{Bits: 0x8000, Volume: 0xf1, Attenuation: 64, Channel: 2,
			Entity: 37, Sound: 0xf5, Origin: place}},
		{Hex: "06 2a41 f1 f5" + origin, Want: &message.Sound{Bits: 0x4000, Volume: 255, Attenuation: 0xf1, Channel: 2,
			Entity: 37, Sound: 0xf5, Origin: place}},
		{Hex: "06 ffdf f1 f2 f5" + origin, Want: &message.Sound{Bits: 0xc000, Volume: 0xf1, Attenuation: 0xf2,
			Channel: 7, Entity: 1023, Sound: 0xf5, Origin: place}},
		{Hex: "06 2a21 f5" + origin, Want: &message.Sound{Bits: 0x2000, Volume: 255, Attenuation: 64, Channel: 2,
			Entity: 37, Sound: 0xf5, Origin: place}},
		{Hex: "08 03 'hi' e1 0a 00", Want: &message.Print{Level: 3, Text: []byte("hi\xe1\n")}},
		{Hex: "09 'bf' 0a 00", Want: &message.StuffText{Text: []byte("bf\n")}},
		{Hex: "0c 3f 'az' 00", Want: &message.LightStyle{Style: 63, Text: []byte("az")}},
		{Hex: "0e 1f feff", Want: &message.UpdateFrags{Player: 31, Frags: -2}},
		{Hex: "10 ffff", Want: &message.StopSound{Channel: 7, Entity: 8191}},
		{Hex: "10 2a01", Want: &message.StopSound{Channel: 2, Entity: 37}},
		{Hex: "13 f1 f2" + origin, Want: &message.HitDamage{Save: 0xf1, Take: 0xf2, Origin: place}},
		{Hex: "14 f1 f2 f3 f4" + both, Want: &message.SpawnStatic{EntityDelta: state}},
		{Hex: "16 01ff f1 f2 f3 f4" + both, Want: &message.SpawnBaseline{EntityDelta: numbered}},
		{Hex: "17 02 f1" + origin, Want: &message.TempEntity{Type: 2, Count: 0xf1, Origin: place}},
		{Hex: "17 0c f1" + origin, Want: &message.TempEntity{Type: 12, Count: 0xf1, Origin: place}},
		{Hex: "18 01", Want: &message.SetPause{Pause: 1}},
		{Hex: "1a 'center' 00", Want: &message.CenterPrint{Text: []byte("center")}},
		{Hex: "1b", Want: &message.KilledMonster{}},
		{Hex: "1c", Want: &message.FoundSecret{}},
		{Hex: "1d" + origin + "f1 f2 f3", Want: &message.SpawnStaticSound{Origin: place, Sound: 0xf1, Volume: 0xf2,
			Attenuation: 0xf3}},
		{Hex: "1e" + origin + direction, Want: &message.Intermission{Origin: place, Angles: angles}},
		{Hex: "1f 'over' 00", Want: &message.Finale{Text: []byte("over")}},
		{Hex: "20 f1", Want: &message.CDTrack{From: 0xf1}},
		{Hex: "21", Want: &message.SellScreen{}},
		{Hex: "22", Want: &message.QWKick{}},
		{Hex: "23", Want: &message.QWKick{Big: true}},
		{Hex: "24 1f feff", Want: &message.QWUpdatePing{Player: 31, Ping: -2}},
		{Hex: "25 1f 0000a040", Want: &message.QWUpdateEnterTime{Player: 31, Time: 5}},
		{Hex: "27 feff", Want: &message.QWMuzzleFlash{Entity: -2}},
		{Hex: `28 1f 02010080 '\name\x' 00`, Want: &message.QWUpdateUserInfo{Player: 31, User: -0x7ffffefe,
			Text: []byte(`\name\x`)}},
		{Hex: "2b 02 00f0ff01d8fe ff0f80ff5f01", Want: &message.QWNails{Nails: []message.QWNail{
			{X: -2048, Y: 2047, Z: 0x801 - 2048, Pitch: -3, Yaw: -2}, {X: 2047, Y: 0 - 2048 + 0x800, Z: 2047,
				Pitch: 5, Yaw: 1},
		}}},
		{Hex: "2b 00", Want: &message.QWNails{}},
		{Hex: "36 01 f9 00f0ff01d8fe", Want: &message.QWNails{Numbered: true, Nails: []message.QWNail{
			{Number: 0xf9, X: -2048, Y: 2047, Z: 1, Pitch: -3, Yaw: -2}}}},
		{Hex: "2c f1", Want: &message.QWChoke{Count: 0xf1}},
		{Hex: "31 0000a040", Want: &message.QWMaxSpeed{Speed: 5}},
		{Hex: "32 0000003f", Want: &message.QWEntGravity{Gravity: 0.5}},
		{Hex: "33 1f 'name' 00 'you' 00", Want: &message.QWSetInfo{Player: 31, Key: []byte("name"),
			Value: []byte("you")}},
		{Hex: "34 'fraglimit' 00 '30' 00", Want: &message.QWServerInfo{Key: []byte("fraglimit"), Value: []byte("30")}},
		{Hex: "35 1f fe", Want: &message.QWUpdatePL{Player: 31, Loss: 0xfe}},
		{Hex: "53 f1*33 f2", Want: &message.QWQizmoVoice{Data: []byte(strings.Repeat("\xf1", 33) + "\xf2")}},
		{Hex: "54 f1 f2 f3 0300 'abc'", Want: &message.QWVoice{Player: 0xf1, Generation: 0xf2, Sequence: 0xf3,
			Data: []byte("abc")}},
		{Hex: "64 02010080 0180 0570 050a 0000803f 00000040 00004040 00008040 0000a040 0000c040" + direction +
			"01f1 feff f7 0600 1000 0000",
			Want: &message.QWProjectiles{Frame: -0x7ffffefe, Projectiles: []message.QWProjectile{
				{Word: 0x8001},
				{
					Word: 0x7005, Bits: 0xa05, Origin: [3]float32{1, 2, 3}, Velocity: [3]float32{4, 5, 6},
					Angles: angles, Model: -0xeff, Owner: -2, Age: 0xf7,
				},
				{Word: 6, Bits: 0x10},
			}}},
	}
	for _, kind := range []uint8{0, 1, 3, 4, 7, 8, 10, 11, 13} {
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("17 %02x", kind) + origin, Want: &message.TempEntity{
			Type: kind, Origin: place}})
	}
	for _, kind := range []uint8{5, 6, 9} {
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("17 %02x 01ff", kind) + origin + end,
			Want: &message.TempEntity{Type: kind, Entity: -255, Origin: place, End: back}})
	}
	return list
}

// Coordinates and angles of common.
var (
	shorts      = [3]string{"0080", "ff7f", "feff"}
	longs       = [3]string{"0080ffff", "ff7f0000", "feffffff"} // bits of floats
	chars       = [3]string{"80", "7f", "fe"}
	shortAngles = [3]string{"80ff", "7f00", "feff"}
)

// wireLists are the precache lists: whole up to protocol 25, then in parts.
func wireLists(parts bool) []decodertest.Wire {
	if !parts {
		return []decodertest.Wire{
			{Hex: "2d 'a.mdl' 00 'b.mdl' 00 00", Want: &message.QWList{Names: words("a.mdl", "b.mdl")}},
			{Hex: "2e 'a.wav' 00 00", Want: &message.QWList{Kind: message.QWSoundList, Names: words("a.wav")}},
		}
	}
	return []decodertest.Wire{
		{Hex: "2d f1 'a.mdl' 00 'b.mdl' 00 00 f2", Want: &message.QWList{First: 0xf1, Names: words("a.mdl", "b.mdl"),
			Next: 0xf2}},
		{Hex: "2e f1 'a.wav' 00 00 f2", Want: &message.QWList{Kind: message.QWSoundList, First: 0xf1,
			Names: words("a.wav"), Next: 0xf2}},
		{Hex: "3c 01f1 'a.mdl' 00 00 f2", Want: &message.QWList{Kind: message.QWModelListShort, First: 0xf101,
			Names: words("a.mdl"), Next: 0xf2}},
	}
}

// download is a piece of a file without FTE's chunks.
var download = []decodertest.Wire{
	{Hex: "29 0300 32 'abc'", Want: &message.QWDownload{Size: 3, Percent: 50, Data: []byte("abc")}},
	{Hex: "29 ffff 00", Want: &message.QWDownload{Size: -1}},
}

// deltaWires makes a set with one change, whole and as a delta.
func deltaWires(hex string, e message.EntityDelta) []decodertest.Wire {
	return []decodertest.Wire{
		{Hex: "2f" + hex + "0000", Want: &message.PacketEntities{Entities: []message.EntityDelta{e}}},
		{Hex: "30 f7" + hex + "0000", Want: &message.PacketEntities{Delta: true, From: 0xf7,
			Entities: []message.EntityDelta{e}}},
	}
}

// entityDeltas has each flag of an entity's change alone, and all together.
func entityDeltas(c, a [3]string) (list []decodertest.Wire) {
	eachDelta(c, a, func(hex string, e message.EntityDelta) { list = append(list, deltaWires(hex, e)...) })
	return append(list, deltaWires("0541", message.EntityDelta{Number: 0x105, Bits: 0x4000, Remove: true})...)
}

// baselineDeltas has the same as baselines and static entities, which FTE writes so, too.
func baselineDeltas(c, a [3]string) (list []decodertest.Wire) {
	eachDelta(c, a, func(hex string, e message.EntityDelta) { list = append(list, baselineWires(hex, e)...) })
	return list
}

// baselineWires makes a baseline and a static entity with one change.
func baselineWires(hex string, e message.EntityDelta) []decodertest.Wire {
	return []decodertest.Wire{
		{Hex: "42" + hex, Want: &message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: e}},
		{Hex: "15" + hex, Want: &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: e}},
	}
}

// eachDelta calls do with the bytes of a change for each flag alone, and for all.
func eachDelta(c, a [3]string, do func(hex string, e message.EntityDelta)) {
	place, angles := [3]wire.Coord{-32768, 32767, -2}, [3]wire.Angle{-128, 127, -2}
	add := func(hex string, bits uint64, mask message.Field, e message.EntityDelta) {
		e.Number, e.Bits, e.Mask = 0x105, bits, mask
		do(hex, e)
	}
	add("0501", 0, 0, message.EntityDelta{})
	add("0503"+c[0], 0x200, message.FieldOriginX, message.EntityDelta{Origin: [3]wire.Coord{-32768}})
	add("0505"+c[1], 0x400, message.FieldOriginY, message.EntityDelta{Origin: [3]wire.Coord{0, 32767}})
	add("0509"+c[2], 0x800, message.FieldOriginZ, message.EntityDelta{Origin: [3]wire.Coord{0, 0, -2}})
	add("0511"+a[1], 0x1000, message.FieldYaw, message.EntityDelta{Angles: [3]wire.Angle{0, 127}})
	add("0521 f1", 0x2000, message.FieldFrame, message.EntityDelta{Frame: 0xf1})
	add("0581 01"+a[0], 0x8001, message.FieldPitch, message.EntityDelta{Angles: [3]wire.Angle{-128}})
	add("0581 02"+a[2], 0x8002, message.FieldRoll, message.EntityDelta{Angles: [3]wire.Angle{0, 0, -2}})
	add("0581 04 f1", 0x8004, message.FieldModel, message.EntityDelta{Model: 0xf1})
	add("0581 08 f1", 0x8008, message.FieldColormap, message.EntityDelta{Colormap: 0xf1})
	add("0581 10 f1", 0x8010, message.FieldSkin, message.EntityDelta{Skin: 0xf1})
	add("0581 20 f1", 0x8020, message.FieldEffects, message.EntityDelta{Effects: 0xf1})
	add("0581 40", 0x8040, 0, message.EntityDelta{}) // solid
	add("050f"+c[0]+c[1]+c[2], 0xe00, message.FieldOrigin, message.EntityDelta{Origin: place})
	add("05bf 7f f1 f2 f3 f4 f5"+c[0]+a[0]+c[1]+a[1]+c[2]+a[2], 0xbe7f,
		message.FieldModel|message.FieldFrame|message.FieldColormap|message.FieldSkin|message.FieldEffects|
			message.FieldOrigin|message.FieldAngles,
		message.EntityDelta{Model: 0xf1, Frame: 0xf2, Colormap: 0xf3, Skin: 0xf4, Effects: 0xf5, Origin: place,
			Angles: angles})
}

// users has each flag of a .qwd's playerinfo alone, and all together, where c
// are the bytes of the coordinates -32768, 32767 and -2.
func users(c [3]string) (list []decodertest.Wire) {
	origin := c[0] + c[1] + c[2]
	add := func(flags, tail string, bits uint32, m message.QWPlayerInfo) {
		m.Player, m.Bits, m.Origin, m.Frame = 31, bits, [3]wire.Coord{-32768, 32767, -2}, 0xe1
		list = append(list, decodertest.Wire{Hex: "2a 1f" + flags + origin + "e1" + tail, Want: &m})
	}
	add("0000", "", 0, message.QWPlayerInfo{})
	add("0100", "f1", 1, message.QWPlayerInfo{Msec: 0xf1})
	add("0400", "01ff", 4, message.QWPlayerInfo{Velocity: [3]int16{-255}})
	add("0800", "01ff", 8, message.QWPlayerInfo{Velocity: [3]int16{0, -255}})
	add("1000", "01ff", 16, message.QWPlayerInfo{Velocity: [3]int16{0, 0, -255}})
	add("2000", "f1", 32, message.QWPlayerInfo{Model: 0xf1})
	add("4000", "f1", 64, message.QWPlayerInfo{Skin: 0xf1})
	add("8000", "f1", 128, message.QWPlayerInfo{Effects: 0xf1})
	add("0002", "", 0x200, message.QWPlayerInfo{}) // dead
	add("0004", "", 0x400, message.QWPlayerInfo{}) // gibbed
	// ZQuake's kind of movement, on the ground, solid.
	add("0008", "", 0x800, message.QWPlayerInfo{})
	add("0010", "", 0x1000, message.QWPlayerInfo{})
	add("0020", "", 0x2000, message.QWPlayerInfo{})
	add("0040", "", 0x4000, message.QWPlayerInfo{})
	add("0080", "", 0x8000, message.QWPlayerInfo{})
	return list
}

// weaponFrame is the flag that prediction changes.
func weaponFrame(tail string, prediction []byte) decodertest.Wire {
	return decodertest.Wire{
		Hex: "2a 1f 0001 0080ff7ffeff e1 f1" + tail,
		Want: &message.QWPlayerInfo{
			Player: 31, Bits: 0x100, Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, WeaponFrame: 0xf1,
			Prediction: prediction,
		},
	}
}

// commands has each flag of a user command.
func commands(long bool) (list []decodertest.Wire) {
	add := func(hex string, c message.QWUserCommand) {
		list = append(list, decodertest.Wire{Hex: "2a 1f 0200 0080ff7ffeff e1" + hex, Want: &message.QWPlayerInfo{
			Player: 31, Bits: 2, Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, Command: c,
		}})
	}
	if long { // from protocol 27 on
		add("00 f9", message.QWUserCommand{Msec: 0xf9})
		add("01 01ff f9", message.QWUserCommand{Bits: 1, Angles: [3]int16{-255}, Msec: 0xf9})
		add("80 01ff f9", message.QWUserCommand{Bits: 128, Angles: [3]int16{0, -255}, Msec: 0xf9})
		add("02 01ff f9", message.QWUserCommand{Bits: 2, Angles: [3]int16{0, 0, -255}, Msec: 0xf9})
		add("04 01ff f9", message.QWUserCommand{Bits: 4, Moves: [3]int16{-255}, Msec: 0xf9})
		add("08 01ff f9", message.QWUserCommand{Bits: 8, Moves: [3]int16{0, -255}, Msec: 0xf9})
		add("10 01ff f9", message.QWUserCommand{Bits: 16, Moves: [3]int16{0, 0, -255}, Msec: 0xf9})
		add("20 f1 f9", message.QWUserCommand{Bits: 32, Buttons: 0xf1, Msec: 0xf9})
		add("40 f1 f9", message.QWUserCommand{Bits: 64, Impulse: 0xf1, Msec: 0xf9})
		add("ff 01f1 02f2 03f3 04f4 05f5 06f6 f7 f8 f9", message.QWUserCommand{
			Bits: 255, Angles: [3]int16{-0xeff, -0xdfe, -0xcfd}, Moves: [3]int16{-0xbfc, -0xafb, -0x9fa}, Buttons: 0xf7,
			Impulse: 0xf8, Msec: 0xf9,
		})
		return list
	}
	add("00 01ff", message.QWUserCommand{Angles: [3]int16{0, -255}})
	add("01 01ff 02ff", message.QWUserCommand{Bits: 1, Angles: [3]int16{-255, -254}})
	add("80 01ff f9", message.QWUserCommand{Bits: 128, Angles: [3]int16{0, -255}, Msec: 0xf9})
	add("02 01ff 02ff", message.QWUserCommand{Bits: 2, Angles: [3]int16{0, -255, -254}})
	add("04 01ff 81", message.QWUserCommand{Bits: 4, Angles: [3]int16{0, -255}, Moves: [3]int16{-127}})
	add("08 01ff 81", message.QWUserCommand{Bits: 8, Angles: [3]int16{0, -255}, Moves: [3]int16{0, -127}})
	add("10 01ff 81", message.QWUserCommand{Bits: 16, Angles: [3]int16{0, -255}, Moves: [3]int16{0, 0, -127}})
	add("20 01ff f1", message.QWUserCommand{Bits: 32, Angles: [3]int16{0, -255}, Buttons: 0xf1})
	add("40 01ff f1", message.QWUserCommand{Bits: 64, Angles: [3]int16{0, -255}, Impulse: 0xf1})
	add("ff 01f1 02f2 03f3 84 85 86 f7 f8 f9", message.QWUserCommand{
		Bits: 255, Angles: [3]int16{-0xeff, -0xdfe, -0xcfd}, Moves: [3]int16{-124, -123, -122}, Buttons: 0xf7,
		Impulse: 0xf8, Msec: 0xf9,
	})
	return list
}

// everything of a player: flags 1 and 2 and 4 to 0x700, that is milliseconds,
// command, velocity, model, skin, effects, weapon frame, dead, gibbed.
var wholePlayer = decodertest.Wire{
	Hex: "2a 1f ff07 0080ff7ffeff e1 e2 00 f9 01f1 02f2 03f3 e3 e4 e5 e6",
	Want: &message.QWPlayerInfo{
		Player: 31, Bits: 0x7ff, Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, Msec: 0xe2,
		Command:  message.QWUserCommand{Msec: 0xf9},
		Velocity: [3]int16{-0xeff, -0xdfe, -0xcfd}, Model: 0xe3, Skin: 0xe4, Effects: 0xe5, WeaponFrame: 0xe6,
	},
}

// join appends lists.
func join(lists ...[]decodertest.Wire) (all []decodertest.Wire) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

var (
	setAngle   = []decodertest.Wire{{Hex: "0a 80 7f fe", Want: &message.SetAngle{Angles: [3]wire.Angle{-128, 127, -2}}}}
	disconnect = []decodertest.Wire{{Hex: "02", Want: &message.Disconnect{}}}
)

// TestWireClient has the protocols of .qwd without extensions.
func TestWireClient(t *testing.T) {
	for version := int32(24); version <= 28; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			begin := serverDataWire(false, "", nil, version, short, short, shortWide)
			list := join(common(shorts, chars), entityDeltas(shorts, chars), wireLists(version >= 26), users(shorts),
				commands(version >= 27), download,
				setAngle, disconnect, []decodertest.Wire{weaponFrame("", nil)})
			if version >= 27 {
				list = append(list, wholePlayer)
			}
			clientFile.Check(t, begin, list)
		})
	}
}

// TestWireServer has the forms of .mvd: a slot before the angles, a text in
// disconnect, another playerinfo.
func TestWireServer(t *testing.T) {
	begin := serverDataWire(true, wordMVD1+"20000000", []message.QWExtension{{Tag: tag("MVD1"), Bits: 0x20}}, 28, short,
		short, shortWide)
	serverFile.Check(t, begin, join(common(shorts, chars), entityDeltas(shorts, chars), wireLists(true), download,
		serverPlayers(shorts), []decodertest.Wire{
			{Hex: "0a 1f 80 7f fe", Want: &message.SetAngle{Player: 31, Angles: [3]wire.Angle{-128, 127, -2}}},
			{Hex: "02 'bye' 00", Want: &message.Disconnect{Text: []byte("bye")}, Open: true},
			{Hex: "02", Want: &message.Disconnect{Bare: true}},
		}))
}

// serverPlayers has each flag of an .mvd's playerinfo alone, and all together.
func serverPlayers(c [3]string) (list []decodertest.Wire) {
	add := func(hex string, bits uint16, m message.MVDPlayerInfo) {
		m.Player, m.Bits, m.Frame = 31, bits, 0xe1
		list = append(list, decodertest.Wire{Hex: "2a 1f" + hex, Want: &m})
	}
	add("0000 e1", 0, message.MVDPlayerInfo{})
	add("0100 e1"+c[0], 1, message.MVDPlayerInfo{Origin: [3]wire.Coord{-32768}})
	add("0200 e1"+c[1], 2, message.MVDPlayerInfo{Origin: [3]wire.Coord{0, 32767}})
	add("0400 e1"+c[2], 4, message.MVDPlayerInfo{Origin: [3]wire.Coord{0, 0, -2}})
	add("0800 e1 01ff", 8, message.MVDPlayerInfo{Angles: [3]int16{-255}})
	add("1000 e1 01ff", 16, message.MVDPlayerInfo{Angles: [3]int16{0, -255}})
	add("2000 e1 01ff", 32, message.MVDPlayerInfo{Angles: [3]int16{0, 0, -255}})
	add("4000 e1 f1", 64, message.MVDPlayerInfo{Effects: 0xf1})
	add("8000 e1 f1", 128, message.MVDPlayerInfo{Skin: 0xf1})
	add("0001 e1", 256, message.MVDPlayerInfo{})
	add("0002 e1", 512, message.MVDPlayerInfo{})
	add("0004 e1 f1", 1024, message.MVDPlayerInfo{WeaponFrame: 0xf1})
	add("0008 e1 f1", 2048, message.MVDPlayerInfo{Model: 0xf1})
	add("ff0f e1"+c[0]+c[1]+c[2]+"01f1 02f2 03f3 e2 e3 e4 e5", 0xfff, message.MVDPlayerInfo{
		Origin: [3]wire.Coord{-32768, 32767, -2}, Angles: [3]int16{-0xeff, -0xdfe, -0xcfd}, Model: 0xe2, Skin: 0xe3,
		Effects: 0xe4, WeaponFrame: 0xe5,
	})
	return list
}

// fteWords are the extensions of TestWireFTE: 2 scale, 8 trans, 0x100
// fatness, 0x1000, 0x2000 and 0x4000 double models and entities, 0x80000
// color, 0x400000 statics by delta, 0x20000000 chunked downloads.
var fteWords = []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x2048710a}, {Tag: tag("FTE2"), Bits: 2}}

// fteDeltas has each flag of FTE's bytes of an entity's change.
func fteDeltas() (list []decodertest.Wire) {
	add := func(hex string, number int32, bits uint64, mask message.Field, e message.EntityDelta) {
		e.Number, e.Bits, e.Mask = number, bits, mask
		list = append(list, deltaWires(hex, e)...)
		list = append(list, baselineWires(hex, e)...)
	}
	add("0581 80 00", 0x105, 0x8080, 0, message.EntityDelta{})
	add("0581 80 01 f1", 0x105, 0x18080, message.FieldScale, message.EntityDelta{Scale: 0xf1})
	add("0581 80 02 f1", 0x105, 0x28080, message.FieldAlpha, message.EntityDelta{Alpha: 0xf1})
	add("0581 80 04 f1", 0x105, 0x48080, message.FieldFatness, message.EntityDelta{FTEFields: fields{Fatness: 0xf1}})
	add("0581 80 08 01f1", 0x105, 0x88080, message.FieldModel, message.EntityDelta{Model: 0xf101})
	add("0581 84 08 f1", 0x105, 0x88084, message.FieldModel, message.EntityDelta{Model: 0x1f1})
	add("0581 80 20", 0x305, 0x208080, 0, message.EntityDelta{})
	add("0581 80 40", 0x505, 0x408080, 0, message.EntityDelta{})
	add("0581 80 60", 0x705, 0x608080, 0, message.EntityDelta{})
	add("0581 80 80 00", 0x105, 0x808080, 0, message.EntityDelta{})
	add("0581 80 80 04 f1 f2 f3", 0x105, 0x4808080, message.FieldColorMod, message.EntityDelta{
		FTEFields: fields{ColorMod: [3]uint8{0xf1, 0xf2, 0xf3}}})
	add("05a1 82 8f 04 01f1 e1 e2 e3 e4 e5 f1 f2 f3", 0x105, 0x48fa082,
		message.FieldModel|message.FieldFrame|message.FieldRoll|message.FieldScale|message.FieldAlpha|
			message.FieldFatness|message.FieldColorMod,
		message.EntityDelta{Model: 0xf101, Frame: 0xe1, Angles: [3]wire.Angle{0, 0, -0x1e}, Scale: 0xe3, Alpha: 0xe4,
			FTEFields: fields{Fatness: 0xe5, ColorMod: [3]uint8{0xf1, 0xf2, 0xf3}}})
	return append(list, deltaWires("05c1 80 60", message.EntityDelta{Number: 0x705, Bits: 0x60c080, Remove: true})...)
}

type fields = message.FTEFields

// rareDeltas has each flag of FTE's bytes of an entity's change that hardly any entity has, with FTEX 0x200000.
func rareDeltas() (list []decodertest.Wire) {
	add := func(hex string, bits uint64, mask message.Field, e message.EntityDelta) {
		e.Number, e.Bits, e.Mask = 0x105, bits, mask
		list = append(list, deltaWires(hex, e)...)
		list = append(list, baselineWires(hex, e)...)
	}
	add("0581 80 80 01 f1", 0x1808080, message.FieldDrawFlags, message.EntityDelta{FTEFields: fields{DrawFlags: 0xf1}})
	add("0581 80 80 02 f1", 0x2808080, message.FieldAbsLight, message.EntityDelta{FTEFields: fields{AbsLight: 0xf1}})
	add("0581 80 80 08 f1", 0x8808080, message.FieldDPFlags, message.EntityDelta{FTEFields: fields{DPFlags: 0xf1}})
	add("0581 80 80 10 01f1 feff", 0x10808080, message.FieldTag, message.EntityDelta{
		FTEFields: fields{Tag: [2]int16{-0xeff, -2}}})
	add("0581 80 80 20 0100 0200 0300 feff f1 f2", 0x20808080, message.FieldLight, message.EntityDelta{
		FTEFields: fields{Light: [4]int16{1, 2, 3, -2}, LightStyle: 0xf1, LightFlags: 0xf2}})
	add("0581 80 80 40 f1", 0x40808080, message.FieldMoreEffects, message.EntityDelta{MoreEffects: 0xf1})
	add("0581 80 80 80", 0x80808080, 0, message.EntityDelta{})
	add("05a1 a2 80 7f e1 e2 e3 f1 f2 f3 f4f4 f5f5 f6f6 f7f7 f8f8 f9f9 d1 d2 d3", 0x7f80a0a2,
		message.FieldFrame|message.FieldEffects|message.FieldRoll|message.FieldDrawFlags|message.FieldAbsLight|
			message.FieldDPFlags|message.FieldTag|message.FieldLight|message.FieldMoreEffects,
		message.EntityDelta{Frame: 0xe1, Effects: 0xe2, Angles: [3]wire.Angle{0, 0, -0x1d}, MoreEffects: 0xd3,
			FTEFields: fields{DrawFlags: 0xf1, AbsLight: 0xf2, DPFlags: 0xf3, Tag: [2]int16{-0xb0c, -0xa0b},
				Light: [4]int16{-0x90a, -0x809, -0x708, -0x607}, LightStyle: 0xd1, LightFlags: 0xd2}})
	return list
}

// ftePlayers have the third byte of a player's flags: alpha and color.
var ftePlayers = []decodertest.Wire{
	{Hex: "2a 1f 0080 00 0080ff7ffeff e1", Want: &message.QWPlayerInfo{Player: 31, Bits: 0x8000, Origin: [3]wire.Coord{
		-32768, 32767, -2}, Frame: 0xe1}},
	{Hex: "2a 1f 0080 02 0080ff7ffeff e1 f1", Want: &message.QWPlayerInfo{Player: 31, Bits: 0x28000,
		Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, Alpha: 0xf1}},
	{Hex: "2a 1f 0080 08 0080ff7ffeff e1 f1 f2 f3", Want: &message.QWPlayerInfo{Player: 31, Bits: 0x88000,
		Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, ColorMod: [3]uint8{0xf1, 0xf2, 0xf3}}},
	{Hex: "2a 1f 0081 0a 0080ff7ffeff e1 e2 f1 f2 f3 f4", Want: &message.QWPlayerInfo{Player: 31, Bits: 0xa8100,
		Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, WeaponFrame: 0xe2, Alpha: 0xf1,
		ColorMod: [3]uint8{0xf2, 0xf3, 0xf4}}},
}

func TestWireFTE(t *testing.T) {
	words := wordFTE + "0a714820" + wordFTE2 + "02000000"
	begin := serverDataWire(false, words, fteWords, 28, short, short, shortWide)
	clientFile.Check(t, begin, join(fteDeltas(), baselineDeltas(shorts, chars), common(shorts, chars)[:9],
		[]decodertest.Wire{
			{Hex: "29 ffffffff feffffff 'a.bsp' 00", Want: &message.QWDownload{Chunked: true, Chunk: -1, Size: -2,
				File: []byte("a.bsp")}},
			{Hex: "29 02000000 f1*1023 f2", Want: &message.QWDownload{Chunked: true, Chunk: 2,
				Data: []byte(strings.Repeat("\xf1", 1023) + "\xf2")}},
		}, ftePlayers))
	// Hexen II's draw flags and light, and what has no bit of its own.
	clientFile.Check(t, serverDataWire(false, wordFTE+"00002000", []message.QWExtension{{Tag: tag("FTEX"),
		Bits: 0x200000}}, 28, short, short, shortWide), rareDeltas())
	// Each of these bits alone makes room for the third byte, and others don't.
	for _, bits := range []uint32{0x2, 0x8, 0x100, 0x1000, 0x2000, 0x4000, 0x80000, 0x200000, 0x80000000} {
		words := fmt.Sprintf("%02x%02x%02x%02x", bits&0xff, bits>>8&0xff, bits>>16&0xff, bits>>24)
		clientFile.Check(t, serverDataWire(false, wordFTE+words, []message.QWExtension{{Tag: tag("FTEX"), Bits: bits}},
			28, short, short, shortWide), deltaWires("0581 80 80 08 f1", message.EntityDelta{Number: 0x105,
			Bits: 0x8808080, Mask: message.FieldDPFlags, FTEFields: fields{DPFlags: 0xf1}}))
	}
	clientFile.Check(t, serverDataWire(false, wordFTE+"00044000", []message.QWExtension{{Tag: tag("FTEX"),
		Bits: 0x400400}}, 28, short, short, shortWide), deltaWires("0581 80", message.EntityDelta{Number: 0x105,
		Bits: 0x8080}))
	// Without the extension that they are of, the flags mean nothing: here
	// only double models (0x1000) are in use.
	begin = serverDataWire(false, wordFTE+"00100000", []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x1000}}, 28,
		short, short, shortWide)
	clientFile.Check(t, begin, join(
		deltaWires("0581 80 87 07", message.EntityDelta{Number: 0x105, Bits: 0x7878080}),
		deltaWires("0581 80 60", message.EntityDelta{Number: 0x105, Bits: 0x608080}),
		deltaWires("05c1", message.EntityDelta{Number: 0x105, Bits: 0xc000, Remove: true}),
		[]decodertest.Wire{{Hex: "2a 1f 0080 0080ff7ffeff e1", Want: &message.QWPlayerInfo{Player: 31, Bits: 0x8000,
			Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1}}},
	))
}

// TestWireUnused has the messages of FTE's extensions that nothing is made of: what is behind them is read.
func TestWireUnused(t *testing.T) {
	const place = " 0080ff7ffeff "
	var list []decodertest.Wire
	add := func(id uint8, hex string) {
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("%02x ", id) + hex, Want: &message.FTEUnused{ID: id,
			Data: decodertest.Hex(t, hex)}})
	}
	add(25, "02 05 06")
	add(57, "01 07 'az' 00")
	add(57, "01 c5 02 f1f1 f2f2 'az' 00")
	add(62, "01 f1")
	add(62, "a2 f1f2")
	add(62, "c2 f1f1 f2f2")
	add(62, "c0 f1 f2")
	add(63, place+"f1*12 f2*12 f3f3 f4 f5")
	add(64, place+"f1 f2 f3 f4f4 f5 f6")
	add(65, place+"f1 f2f2 f3 f4")
	add(67, "ff 05 04 'name' 00 f1f2f3f4")
	add(67, "ff 05 18 'name' 00 f1*8")
	add(68, "00")
	add(68, "01 03 06 f1")
	add(68, "02 1a 'text' 00")
	add(68, "01 45 f1 'slot' 00 'gfx/a.lmp' 00 f2f2 f3f3")
	add(69, "f1 'slot' 00 'gfx/a.lmp' 00 f2f2 f3f3")
	add(70, "'slot' 00")
	add(71, "'slot' 00 f1 f2f2 f3f3")
	add(72, "'slot' 00 'gfx/b.lmp' 00")
	add(74, place+"f1 f2 f3 f4")
	add(75, place+"f1f1 f2f2 f3 f4")
	add(78, "20 'text' 00")
	add(80, "0100 f1f1"+place+place)
	add(81, "f1f1"+place+place+"f2f2")
	add(82, "f1f1"+place)
	add(85, "f1f1 f2f2 f3f3")
	add(87, "f1f1 00 f2f2f2f2")
	add(87, "f1f1 01 f2*8 01000000 'wall' 00 f3*48")
	add(87, "f1f1 02")
	add(87, "f1f1 04 f2*8 0100 0200 09 'wall' 00 f3*4 f4*56")
	add(87, "f1f1 40 f2*4 'key' 00")
	add(89, "00 'key' 00 00000080 0300 'abc'")
	add(90, "0300 'abc'")
	add(91, "0380 'abc'")
	add(92, "0100 0200 f1f2 0280 0300 0100 f3 0000")
	add(93, "05 f1f1 f2f2")
	for _, c := range []struct {
		kind uint8
		hex  string
		want message.TempEntity
	}{
		{14, place, message.TempEntity{}},
		{17, place + "feff0080ff7f", message.TempEntity{End: [3]wire.Coord{-2, -32768, 32767}}},
		{18, "01ff" + place + "feff0080ff7f", message.TempEntity{Entity: -255, End: [3]wire.Coord{-2, -32768, 32767}}},
		{19, place + "f1f2", message.TempEntity{Extra: []byte("\xf1\xf2")}},
		{21, place, message.TempEntity{}},
		{51, place + "f1f2f3f4", message.TempEntity{Extra: []byte("\xf1\xf2\xf3\xf4")}},
		{52, place + "feff0080ff7f f1f1 f2f2", message.TempEntity{End: [3]wire.Coord{-2, -32768, 32767},
			Extra: []byte("\xf1\xf1\xf2\xf2")}},
		{79, place + "feff0080ff7f f1", message.TempEntity{End: [3]wire.Coord{-2, -32768, 32767},
			Extra: []byte("\xf1")}},
	} {
		m := c.want
		m.Type, m.Origin = c.kind, [3]wire.Coord{-32768, 32767, -2}
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("17 %02x", c.kind) + c.hex, Want: &m})
	}
	extensions := []message.QWExtension{{Tag: tag("FTEX"), Bits: 1 << 30}}
	begin := func(mvd bool) []decodertest.Wire {
		return serverDataWire(mvd, wordFTE+"00000040", extensions, 28, short, short, shortWide)
	}
	clientFile.Check(t, begin(false), list)
	serverFile.Check(t, begin(true), list)
	// The mod's own program knows how long these are.
	list = nil
	add(67, "05 f1f2f3")
	add(76, "f1f2f3")
	add(83, "f1f2f3")
	for i := range list {
		list[i].Open = true
	}
	clientFile.Check(t, begin(false), list)
	serverFile.Check(t, begin(true), list)
	// With FTE2's replacement deltas, large numbers have another byte.
	list = nil
	add(92, "0140 f1 0200 f2f3 0000")
	extensions = []message.QWExtension{{Tag: tag("FTE2"), Bits: 8}}
	clientFile.Check(t, serverDataWire(false, wordFTE2+"08000000", extensions, 28, short, short, shortWide), list)
}

// TestWireExtended has the messages of FTE's extensions that mean what others mean.
func TestWireExtended(t *testing.T) {
	const hex = " 0080ff7ffeff "
	place := [3]wire.Coord{-32768, 32767, -2}
	sound := func(m message.Sound) *message.Sound {
		m.Extended, m.Origin = true, place
		return &m
	}
	list := []decodertest.Wire{
		{Hex: "05 feff", Want: &message.SetView{Entity: 0xfffe}},
		{Hex: "37 00 0900 f1" + hex, Want: sound(message.Sound{Volume: 255, Attenuation: 64, Channel: 1, Entity: 1,
			Sound: 0xf1})},
		{Hex: "37 18 0100 07 f1f2" + hex, Want: sound(message.Sound{Bits: 0x18, Volume: 255, Attenuation: 64,
			Channel: 7,
			Entity:  1, Sound: 0xf2f1})},
		{Hex: "37 e3 f1 f2 f3 f4f4 f5f5 0900 f6" + hex, Want: sound(message.Sound{Bits: 0xe3, Volume: 0xf1,
			Attenuation: 0xf2, Channel: 1, Entity: 1, Sound: 0xf6,
			FTE: message.SoundExtension{Pitch: 0xf3, TimeOffset: -0xb0c, Speed: 0xf5f5}})},
		{Hex: "37 04 01 f1f1 f2f2 f3f3 0900 f6" + hex, Want: sound(message.Sound{Bits: 0x104, Volume: 255,
			Attenuation: 64, Channel: 1, Entity: 1, Sound: 0xf6,
			FTE: message.SoundExtension{Velocity: [3]int16{-0xe0f, -0xd0e, -0xc0d}}})},
		{Hex: "37 04 80f0 0900 f6" + hex, Want: sound(message.Sound{Bits: 0xf004, Volume: 255, Attenuation: 64,
			Channel: 1, Entity: 1, Sound: 0xf6})}, // the mask's second part has two bytes
		{Hex: "38 0101 'a.wav' 00 'b.wav' 00 00 f1", Want: &message.QWList{Kind: message.QWSoundListShort, First: 0x101,
			Names: words("a.wav", "b.wav"), Next: 0xf1}},
		{Hex: "4d 0180 'a.wav' 00", Want: &message.Precache{Index: 0x8001, Text: []byte("a.wav")}},
		{Hex: "5e 00" + hex + "f1 f2 f3", Want: &message.SpawnStaticSound{Extended: true, Origin: place, Sound: 0xf1,
			Volume: 0xf2, Attenuation: 0xf3}},
		{Hex: "5e 01" + hex + "f1f2 f3 f4", Want: &message.SpawnStaticSound{Extended: true, Flags: 1, Origin: place,
			Sound: 0xf2f1, Volume: 0xf3, Attenuation: 0xf4}},
		{Hex: "5e 02" + hex + "f1f2 f3 f4", Want: &message.SpawnStaticSound{Extended: true, Flags: 2, Origin: place,
			Sound: 0xf2f1, Volume: 0xf3, Attenuation: 0xf4}},
	}
	fte := []message.QWExtension{{Tag: tag("FTEX"), Bits: 1}}
	clientFile.Check(t, serverDataWire(false, wordFTE+"01000000", fte, 28, short, short, shortWide), list)
	serverFile.Check(t, serverDataWire(true, wordFTE+"01000000", fte, 28, short, short, shortWide), list)
	// Players: the box's size in place of the bit for the ground, and one of its own for that.
	hull := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x80902}}
	clientFile.Check(t, serverDataWire(false, wordFTE+"02090800", hull, 28, short, short, shortWide),
		[]decodertest.Wire{
			{Hex: "2a 1f 00c0 4d" + hex + "e1 f1 f2 f3 f4f5f6", Want: &message.QWPlayerInfo{Player: 31, Bits: 0x4dc000,
				Origin: place, Frame: 0xe1, Scale: 0xf1, Fatness: 0xf2, Hull: 0xf3,
				ColorMod: [3]uint8{0xf4, 0xf5, 0xf6}}},
		})
	// Why the server sets the angles, and a file of more than 2 GiB.
	reason := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x20000000}, {Tag: tag("MVD1"), Bits: 2}}
	clientFile.Check(t, serverDataWire(false, wordFTE+"00000020"+wordMVD1+"02000000", reason, 28, short, short,
		shortWide),
		[]decodertest.Wire{
			{Hex: "0a 01 80 7f fe", Want: &message.SetAngle{Reason: 1, Angles: [3]wire.Angle{-128, 127, -2}}},
			{Hex: "29 ffffffff 00000080 01020304 05000000 'a.pak' 00", Want: &message.QWDownload{Chunked: true,
				Chunk: -1,
				Size:  -1 << 31, Large: [2]uint32{0x4030201, 5}, File: []byte("a.pak")}},
		})
}

// TestWireReplacements has entities and players as replacement deltas.
func TestWireReplacements(t *testing.T) {
	begin := func(mvd bool, bits uint32) []decodertest.Wire {
		return serverDataWire(mvd, wordFTE2+fmt.Sprintf("%02x%02x0000", bits&0xff, bits>>8),
			[]message.QWExtension{{Tag: tag("FTE2"), Bits: bits}}, 28, short, short, shortWide)
	}
	list := append(decodertest.Replacements("", 0), []decodertest.Wire{
		{Hex: "42 0501 8044 f1 81", Want: &message.SpawnBaseline{Kind: message.BaselineDelta,
			EntityDelta: message.EntityDelta{
				Number: 0x105, Bits: 0x4480, Mask: message.FieldModel, Model: 0xf1},
			FTE: message.Replacement{Flags: 0x81}}},
		{Hex: "42 8080 02 01 f1", Want: &message.SpawnBaseline{Kind: message.BaselineDelta,
			EntityDelta: message.EntityDelta{
				Number: 0x8002, Bits: 1, Mask: message.FieldFrame, Frame: 0xf1}}},
		{Hex: "15 8044 f1 81", Want: &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{
			Bits: 0x4480, Mask: message.FieldModel, Model: 0xf1}, FTE: message.Replacement{Flags: 0x81}}},
		{Hex: "27 8080 02", Want: &message.QWMuzzleFlash{Entity: 0x8002}},
		{Hex: "17 05 8080 02 0080ff7ffeff feff0080ff7f", Want: &message.TempEntity{Type: 5, Entity: 0x8002,
			Origin: [3]wire.Coord{-32768, 32767, -2}, End: [3]wire.Coord{-2, -32768, 32767}}},
	}...)
	clientFile.Check(t, begin(false, 0x68), list)
	serverFile.Check(t, begin(true, 0x68), list)
	clientFile.Check(t, begin(false, 8), decodertest.OlderReplacements())
	clientFile.Check(t, begin(false, 0x408), append(decodertest.TimedReplacements(), decodertest.Wire{
		Hex: "5e 01 0080ff7ffeff 8102 f3 f4", Want: &message.SpawnStaticSound{Extended: true, Flags: 1,
			Origin: [3]wire.Coord{-32768, 32767, -2}, Sound: 0x101, Volume: 0xf3, Attenuation: 0xf4}}))
	clientFile.Refuse(t, begin(false, 0x68), []decodertest.Refused{
		{Hex: "56 0000c03f 0500 80808040", Err: message.ErrRange}, {Hex: "56 0000c03f 0500 8080808000",
			Err: message.ErrRange},
		{Hex: "56 0000c03f 0500 8020 04 0000", Err: message.ErrRange},
		{Hex: "56 0000c03f 0500 808004 01 0000", Err: message.ErrRange},
	})
	clientFile.Refuse(t, serverDataWire(false, "", nil, 28, short, short, shortWide), []decodertest.Refused{
		{Hex: "56 0000c03f 0000", Err: message.ErrUnknown}, {Hex: "4c 00", Err: message.ErrUnknown},
		{Hex: "05 0100", Err: message.ErrUnknown},
	})
}

// TestWireSeats has the serverdata of a client that may have several players.
func TestWireSeats(t *testing.T) {
	whole := func(words, slots string, m *message.QWServerData) []decodertest.Wire {
		m.Protocol, m.Age, m.GameDir, m.MapName = 28, 0x01020384, []byte("ctf"), []byte("The \xc2ad")
		m.Units, m.EntityUnits, m.PlayerUnits = short, short, shortWide
		return []decodertest.Wire{{Hex: "0b" + words + "1c000000 84030201 'ctf' 00 " + slots +
			" 'The ' c2 'ad' 00 00*40",
			Want: m}}
	}
	most := []message.QWExtension{{Tag: tag("FTE2"), Bits: 0x10}}
	clientFile.Check(t, nil, whole(wordFTE2+"10000000", "20 82 05 03", &message.QWServerData{Extensions: most,
		Client: 0x85, Slots: 32, Seats: 0x82, Players: []byte{5, 3}}))
	serverFile.Check(t, nil, whole(wordFTE2+"10000000", "20 0000a040", &message.QWServerData{Extensions: most,
		ServerTime: 5, Slots: 32}))
	split := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x100000}}
	clientFile.Check(t, nil, whole(wordFTE+"00001000", "05 03 80", &message.QWServerData{Extensions: split, Client: 5,
		Players: []byte{3}}))
	long := []message.QWExtension{{Tag: tag("vlen"), Key: []byte("abc"), Data: []byte("de")}}
	clientFile.Check(t, nil, whole("766c656e 03000000 'abc' 02000000 'de'", "05",
		&message.QWServerData{Extensions: long,
			Client: 5}))
}

// TestWireMore has a demo of FTE with more than 32 players and 64 light styles, and what may not stand behind the
// number of a seat.
func TestWireMore(t *testing.T) {
	most := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x100000}, {Tag: tag("FTE2"), Bits: 0x10}}
	begin := []decodertest.Wire{{Hex: "0b" + wordFTE + "00001000" + wordFTE2 + "10000000" +
		"1c000000 84030201 'ctf' 00 28 01 23 'dm6' 00 00*40", Want: &message.QWServerData{Extensions: most,
		Protocol: 28, Age: 0x01020384, GameDir: []byte("ctf"), Client: 35, Slots: 40, Seats: 1, Players: []byte{35},
		MapName: []byte("dm6"), Units: short, EntityUnits: short, PlayerUnits: shortWide}}}
	clientFile.Check(t, begin, []decodertest.Wire{
		{Hex: "0e 27 0500", Want: &message.UpdateFrags{Player: 39, Frags: 5}},
		{Hex: "24 fe 0500", Want: &message.QWUpdatePing{Player: 254, Ping: 5}},
		{Hex: "2a 23 0000 000000000000 07", Want: &message.QWPlayerInfo{Player: 35, Frame: 7}},
		{Hex: "0c ff 'az' 00", Want: &message.LightStyle{Style: 255, Text: []byte("az")}},
	})
	clientFile.Refuse(t, begin, []decodertest.Refused{
		{Hex: "0e ff 0500", Err: message.ErrRange},
		{Hex: "44 01 44 00", Err: message.ErrRange}, {Hex: "44 01 0b 1c000000", Err: message.ErrRange},
		{Hex: "44 01", Err: message.ErrTruncated}, {Hex: "44 01 03 06", Err: message.ErrTruncated},
	})
}

// TestWireFloats has FTE's float coordinates in all messages, and MVD1's in
// those of entities and, but for .mvd, players.
func TestWireFloats(t *testing.T) {
	fte := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x8000}}
	begin := serverDataWire(false, wordFTE+"00800000", fte, 28, float, float, float)
	clientFile.Check(t, begin, join(common(longs, shortAngles), entityDeltas(longs, shortAngles),
		baselineDeltas(longs, shortAngles), users(longs), []decodertest.Wire{
			{Hex: "0a 80ff 7f00 feff", Want: &message.SetAngle{Angles: [3]wire.Angle{-128, 127, -2}}},
		}))
	begin = serverDataWire(true, wordFTE+"00800000", fte, 28, float, float, float)
	serverFile.Check(t, begin, join(common(longs, shortAngles), entityDeltas(longs, shortAngles), serverPlayers(longs)))
	entities := []message.QWExtension{{Tag: tag("MVD1"), Bits: 1}}
	begin = serverDataWire(false, wordMVD1+"01000000", entities, 28, short, floatByte, float)
	clientFile.Check(t, begin, join(common(shorts, chars), entityDeltas(longs, chars), users(longs), setAngle))
	begin = serverDataWire(true, wordMVD1+"01000000", entities, 28, short, floatByte, shortWide)
	serverFile.Check(t, begin, join(common(shorts, chars), entityDeltas(longs, chars), serverPlayers(shorts)))
}

// TestWirePrediction has what MVD1 0x80 adds to a player's weapon frame: a
// byte, and 22 more if that is not zero.
func TestWirePrediction(t *testing.T) {
	begin := serverDataWire(false, wordMVD1+"80000000", []message.QWExtension{{Tag: tag("MVD1"), Bits: 0x80}}, 28,
		short, short, shortWide)
	clientFile.Check(t, begin, []decodertest.Wire{
		weaponFrame("00", []byte{0}),
		weaponFrame("01 f1*21 f2", []byte("\x01"+strings.Repeat("\xf1", 21)+"\xf2")),
	})
	// With FTE's alpha and colors, which follow it.
	both := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0x80008}, {Tag: tag("MVD1"), Bits: 0x80}}
	begin = serverDataWire(false, wordFTE+"08000800"+wordMVD1+"80000000", both, 28, short, short, shortWide)
	clientFile.Check(t, begin, []decodertest.Wire{{Hex: "2a 1f 0081 0a 0080ff7ffeff e1 e2 00 f1 f2 f3 f4",
		Want: &message.QWPlayerInfo{
			Player: 31, Bits: 0xa8100, Origin: [3]wire.Coord{-32768, 32767, -2}, Frame: 0xe1, WeaponFrame: 0xe2,
			Prediction: []byte{0},
			Alpha:      0xf1, ColorMod: [3]uint8{0xf2, 0xf3, 0xf4},
		}}})
}

// TestWireRefused has numbers that are one too large, and what nobody sends.
func TestWireRefused(t *testing.T) {
	begin := serverDataWire(false, "", nil, 28, short, short, shortWide)
	refused := []decodertest.Refused{
		{Hex: "00", Err: message.ErrUnknown}, {Hex: "04", Err: message.ErrUnknown},
		{Hex: "0d 00 'x' 00", Err: message.ErrUnknown},
		// Without an extension, those of FTE have no meaning.
		{Hex: "37 00", Err: message.ErrUnknown}, {Hex: "4e 20 00", Err: message.ErrUnknown},
		{Hex: "65", Err: message.ErrUnknown},
		{Hex: "ff", Err: message.ErrUnknown},
		{Hex: "0e 20 0000", Err: message.ErrRange}, {Hex: "24 20 0000", Err: message.ErrRange},
		{Hex: "35 20 00", Err: message.ErrRange},
		{Hex: "25 20 00000000", Err: message.ErrRange}, {Hex: "28 20 00000000 00", Err: message.ErrRange},
		{Hex: "33 20 00 00", Err: message.ErrRange},
		{Hex: "0c 40 00", Err: message.ErrRange}, {Hex: "17 0e 000000000000", Err: message.ErrRange},
		{Hex: "0b 17000000 00000000 00 00 00", Err: message.ErrRange}, {Hex: "0b 1d000000 00000000 00 00 00 00*40",
			Err: message.ErrRange},
		{Hex: "2a 20 0000 000000000000 00", Err: message.ErrRange},
		{Hex: "2f 0100*2049 0000", Err: message.ErrTooLarge},
		{Hex: "54 00 00 00 ffff", Err: message.ErrTruncated}, // a negative size
	}
	clientFile.Refuse(t, begin, refused)
	begin = serverDataWire(true, "", nil, 28, short, short, shortWide)
	serverFile.Refuse(t, begin, []decodertest.Refused{{Hex: "2a 20 0000 00", Err: message.ErrRange}})
	// 2048 entities are not too many.
	clientFile.Check(t, serverDataWire(false, "", nil, 28, short, short, shortWide), []decodertest.Wire{
		{Hex: "2f 0100*2048 0000", Want: &message.PacketEntities{Entities: many(2048)}, Open: true},
	})
}

func many(n int) (list []message.EntityDelta) {
	for range n {
		list = append(list, message.EntityDelta{Number: 1})
	}
	return list
}

// TestWireInfo: each word of extensions has its name.
func TestWireInfo(t *testing.T) {
	p := quakeworld.Protocol{Version: 28, FTE: 2, FTE2: 3, MVD1: 4}
	if got := p.Info(); got.Protocol != 28 || strings.Join(got.Extensions, ", ") != "FTEX 0x2, FTE2 0x3, MVD1 0x4" {
		t.Errorf("%+v", got)
	}
}

// TestWireHasEveryBit: each bit of each mask has bytes written by hand, and so has all
// that real files exercise.
func TestWireHasEveryBit(t *testing.T) {
	begin := func(mvd bool, words string, x []message.QWExtension) []decodertest.Wire {
		return serverDataWire(mvd, words, x, 28, short, short, shortWide)
	}
	all := []message.QWExtension{{Tag: tag("FTEX"), Bits: 0xffffffff}, {Tag: tag("FTE2"), Bits: 0xffffffff},
		{Tag: tag("MVD1"), Bits: 0xffffffff}}
	shared := join(common(shorts, chars), entityDeltas(shorts, chars), fteDeltas(), baselineDeltas(shorts, chars),
		wireLists(true), download, setAngle, disconnect)
	shared = append(shared, decodertest.Replacements("", 0)...)
	shared = append(shared, []decodertest.Wire{
		{Want: &message.SetView{}}, {Want: &message.Precache{}}, {Want: &message.SpawnStaticSound{Extended: true}},
		{Want: &message.QWList{Kind: message.QWSoundListShort}}, {Want: &message.Sound{Extended: true}},
	}...) // those of TestWireExtended
	for id := range 100 { // those of TestWireUnused
		if m := (&message.FTEUnused{ID: uint8(id)}); m.Name() != "" {
			shared = append(shared, decodertest.Wire{Want: m})
		}
	}
	client := decodertest.TallyOf(begin(false, "", all), shared, users(shorts), commands(true), ftePlayers,
		[]decodertest.Wire{
			// those of package qwd
			wholePlayer, weaponFrame("", nil), {Want: &message.QWClientBlock{}}, {Want: &message.QWSequence{}},
			{Want: &message.QWConnectionless{}},
		})
	client.HasMask(t, "entity", 0x4effe7f) // of the second byte of FTE only colors
	client.HasMask(t, "player", 0x0affff)
	client.HasMask(t, "command", 0xff)
	client.HasMask(t, "sound", 0xe000)
	client.HasMask(t, "baseline 2", 0x4effe7f&^0x4000) // a baseline is not removed
	client.HasMask(t, "static 2", 0x4effe7f&^0x4000)
	server := decodertest.TallyOf(begin(true, "", all), shared, serverPlayers(shorts), []decodertest.Wire{
		// Those of package mvd.
		{Want: &message.QWSequence{}}, {Want: &message.MVDHiddenDamage{}}, {Want: &message.MVDHiddenDemoInfo{}},
		{Want: &message.MVDHiddenPause{}},
		{Want: &message.MVDHiddenStart{}}, {Want: &message.MVDHiddenCommand{}}, {Want: &message.MVDHidden{}},
		{Want: &message.MVDHiddenWeapons{}},
		{Want: &message.MVDHiddenInstruction{}}, {Want: &message.MVDHiddenAntilag{}},
	})
	server.HasMask(t, "player", 0x0fff)
	server.HasMask(t, "update", 0x3fffffff)
	server.HasMask(t, "predicted", 0xff)
	t.Run("corpus of clients", func(t *testing.T) { client.CoverCorpus(t, qwd.Name, clientFile.Decoder, "*") })
	t.Run("corpus of servers", func(t *testing.T) { server.CoverCorpus(t, mvd.Name, serverFile.Decoder, "*") })
}
