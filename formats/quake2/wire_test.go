package quake2_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"demoscope/formats/dm2"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/mvd2"
	"demoscope/formats/wire"
)

// Bytes written by hand from the DM2 document 1.0.4 (section 3), the facts of
// Q2PRO's protocols 3434 to 3436, and those of .mvd2.

// demoFile puts messages into blocks of a .dm2.
var demoFile = decodertest.Container{
	Decoder: func(data []byte) message.Decoder { return dm2.NewDecoder(data) },
	Encoder: func() message.Encoder { return dm2.NewEncoder() },
	Record: func(payload []byte) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, uint32(len(payload))), payload...)
	},
}

// viewFile puts messages into blocks of an .mvd2.
var viewFile = decodertest.Container{
	Decoder: func(data []byte) message.Decoder { return mvd2.NewDecoder(data) },
	Encoder: func() message.Encoder { return mvd2.NewEncoder() },
	Head:    "'MVD2'",
	Record: func(payload []byte) []byte {
		return append(binary.LittleEndian.AppendUint16(nil, uint16(len(payload))), payload...)
	},
}

var (
	byteAngles  = wire.Units{Coord: wire.CoordShort, Angle: wire.AngleByte}
	shortAngles = wire.Units{Coord: wire.CoordShort, Angle: wire.AngleShort}
)

// begin is the serverdata of a protocol.
func begin(protocol int32, isDemo uint8, client int16) []decodertest.Wire {
	u := byteAngles
	if protocol > 3000 {
		u = shortAngles
	}
	return []decodertest.Wire{{
		Hex: fmt.Sprintf("0c %02x%02x0000 04030281 %02x 'ctf' 00 %02x%02x 'Edge' 00", uint8(protocol),
			uint8(protocol>>8), isDemo, uint8(client), uint8(client>>8)),
		Want: &message.Quake2ServerData{
			Protocol: protocol, Key: -0x7efdfcfc, IsDemo: isDemo, GameDir: []byte("ctf"), Client: client,
			MapName: []byte("Edge"), Units: u,
		},
	}}
}

// Three places and their bytes.
var (
	low, high = [3]wire.Coord{-32768, 32767, -2}, [3]wire.Coord{-2, -32768, 32767}
	mid       = [3]wire.Coord{32767, -2, -32768}
)

const (
	lowHex, highHex, midHex = "0080ff7ffeff ", "feff0080ff7f ", "ff7ffeff0080 "
)

// simple are the messages that all protocols write in the same way.
func simple() []decodertest.Wire {
	var items [256]int16
	for i := range items {
		items[i] = -257
	}
	items[0], items[255] = 1, 0x1234
	return []decodertest.Wire{
		{Hex: "01 0110 f1", Want: &message.Quake2MuzzleFlash{Entity: 0x1001, Value: 0xf1}},
		{Hex: "02 0110 f1", Want: &message.Quake2MuzzleFlash{Monster: true, Entity: 0x1001, Value: 0xf1}},
		{Hex: "04 'xv 0' 00", Want: &message.Layout{Text: []byte("xv 0")}},
		{Hex: "05 0100 fffe*254 3412", Want: &message.Inventory{Items: items}},
		{Hex: "06", Want: &message.Nop{}},
		{Hex: "07", Want: &message.Disconnect{}},
		{Hex: "08", Want: &message.Reconnect{}},
		{Hex: "0a 03 'hi' 0a 00", Want: &message.Print{Level: 3, Text: []byte("hi\n")}},
		{Hex: "0b 'precache' 0a 00", Want: &message.StuffText{Text: []byte("precache\n")}},
		{Hex: "0f 'center' 00", Want: &message.CenterPrint{Text: []byte("center")}},
		{Hex: "10 ffff 00", Want: &message.Quake2Download{Size: -1}},
		{Hex: "10 0000 64", Want: &message.Quake2Download{Percent: 100}},
		{Hex: "13", Want: &message.DeltaPacketEntities{}},
	}
}

// places are the messages with places of 16 bits.
func places() []decodertest.Wire {
	list := []decodertest.Wire{
		{Hex: "09 00 f5", Want: &message.Sound{Volume: 255, Attenuation: 64, Sound: 0xf5}},
		{Hex: "09 01 f5 f1", Want: &message.Sound{Bits: 1, Volume: 0xf1, Attenuation: 64, Sound: 0xf5}},
		{Hex: "09 02 f5 f1", Want: &message.Sound{Bits: 2, Volume: 255, Attenuation: 0xf1, Sound: 0xf5}},
		{Hex: "09 04 f5" + lowHex, Want: &message.Sound{Bits: 4, Volume: 255, Attenuation: 64, Sound: 0xf5,
			Origin: low}},
		{Hex: "09 08 f5 2a01", Want: &message.Sound{Bits: 8, Volume: 255, Attenuation: 64, Sound: 0xf5, Channel: 2,
			Entity: 37}},
		{Hex: "09 10 f5 f1", Want: &message.Sound{Bits: 16, Volume: 255, Attenuation: 64, Sound: 0xf5,
			TimeOffset: 0xf1}},
		{Hex: "09 1f f5 f1 f2 f3 ffff" + lowHex, Want: &message.Sound{Bits: 31, Volume: 0xf1, Attenuation: 0xf2,
			TimeOffset: 0xf3, Sound: 0xf5, Channel: 7, Entity: 8191, Origin: low}},
	}
	temp := func(kinds []uint8, hex string, m message.Quake2TempEntity) {
		for _, k := range kinds {
			m := m
			m.Type = k
			list = append(list, decodertest.Wire{Hex: fmt.Sprintf("03 %02x", k) + hex, Want: &m})
		}
	}
	temp([]uint8{5, 6, 7, 8, 17, 18, 20, 21, 22, 28, 35, 45, 47, 48, 49, 51, 52, 53, 54}, lowHex,
		message.Quake2TempEntity{Origin: low})
	temp([]uint8{0, 1, 2, 4, 9, 12, 13, 14, 30, 42, 43, 44, 46, 55}, lowHex+"f1", message.Quake2TempEntity{Origin: low,
		MoveDir: 0xf1})
	temp([]uint8{3, 11, 23, 34, 41}, lowHex+highHex, message.Quake2TempEntity{Origin: low, End: high})
	temp([]uint8{10, 15, 25, 29}, "f1"+lowHex+"f2 f3", message.Quake2TempEntity{Count: 0xf1, Origin: low, MoveDir: 0xf2,
		Style: 0xf3})
	temp([]uint8{16, 19, 38, 39}, "01ff"+lowHex+highHex, message.Quake2TempEntity{Entity: -255, Origin: low, End: high})
	temp([]uint8{24}, "01ff"+lowHex+highHex+midHex, message.Quake2TempEntity{Entity: -255, Origin: low, End: high,
		Pos1: mid})
	temp([]uint8{32}, "01ff 02fe"+lowHex+highHex+midHex+lowHex+highHex+lowHex, message.Quake2TempEntity{
		Entity: -255, Count: -0x1fe, Start: low, Origin: high, Pos1: mid, Pos2: low, Pos3: high, Pos4: low})
	temp([]uint8{33}, "01ff 02fe"+lowHex+highHex, message.Quake2TempEntity{Dest: -255, Entity: -0x1fe, End: low,
		Origin: high})
	temp([]uint8{36}, lowHex+"01ff", message.Quake2TempEntity{Origin: low, Entity: -255})
	temp([]uint8{37}, lowHex+highHex+"f1", message.Quake2TempEntity{Origin: low, End: high, Style: 0xf1})
	temp([]uint8{40}, "0100 f1"+lowHex+"f2 f3 02fe 04030281", message.Quake2TempEntity{
		NextID: 1, Count: 0xf1, Origin: low, MoveDir: 0xf2, Style: 0xf3, Flags: -0x1fe, Wait: -0x7efdfcfc})
	temp([]uint8{40}, "ffff f1"+lowHex+"f2 f3 02fe", message.Quake2TempEntity{
		NextID: -1, Count: 0xf1, Origin: low, MoveDir: 0xf2, Style: 0xf3, Flags: -0x1fe})
	temp([]uint8{50}, "214e"+lowHex, message.Quake2TempEntity{Kind: 20001, Origin: low})
	return list
}

// newBlood are the two effects that changed places with protocol 32.
func newBlood(since32 bool) []decodertest.Wire {
	impact, line := uint8(27), uint8(26)
	if since32 {
		impact, line = 26, 27
	}
	return []decodertest.Wire{
		{Hex: fmt.Sprintf("03 %02x", impact) + lowHex + "f1", Want: &message.Quake2TempEntity{Type: impact, Origin: low,
			MoveDir: 0xf1}},
		{Hex: fmt.Sprintf("03 %02x", line) + lowHex + highHex, Want: &message.Quake2TempEntity{Type: line, Origin: low,
			End: high}},
	}
}

// entity makes packetentities and a spawnbaseline with one change, of entity
// 0xf0 if it has no number.
func entity(hex string, bits uint64, mask message.Field, e message.EntityDelta) []decodertest.Wire {
	if e.Number == 0 {
		e.Number = 0xf0
	}
	e.Bits, e.Mask = bits, mask
	return []decodertest.Wire{
		{Hex: "12" + hex + "0000", Want: &message.PacketEntities{Entities: []message.EntityDelta{e}}},
		{Hex: "0e" + hex, Want: &message.SpawnBaseline{EntityDelta: e}},
	}
}

// join appends lists.
func join(lists ...[]decodertest.Wire) (all []decodertest.Wire) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// entities has each flag of an entity alone that all protocols write in the
// same way.
func entities() []decodertest.Wire {
	return join(
		entity("00 f0", 0, 0, message.EntityDelta{}),
		entity("10 f0 f1", 0x10, message.FieldFrame, message.EntityDelta{Frame: 0xf1}),
		entity("20 f0 f1", 0x20, message.FieldEvent, message.EntityDelta{Event: 0xf1}),
		entity("40 f0", 0x40, 0, message.EntityDelta{Remove: true}),
		entity("d0 00 f0 f1", 0xd0, message.FieldFrame, message.EntityDelta{Remove: true, Frame: 0xf1}),
		entity("80 01 ff03", 0x180, 0, message.EntityDelta{Number: 1023}),
		entity("80 08 f0 f1", 0x880, message.FieldModel, message.EntityDelta{Model: 0xf1}),
		entity("80 80 10 f0 f1", 0x108080, message.FieldModel2, message.EntityDelta{Model2: 0xf1}),
		entity("80 80 20 f0 f1", 0x208080, message.FieldModel3, message.EntityDelta{Model3: 0xf1}),
		entity("80 80 40 f0 f1", 0x408080, message.FieldModel4, message.EntityDelta{Model4: 0xf1}),
		entity("80 80 02 f0 01f1", 0x28080, message.FieldFrame, message.EntityDelta{Frame: 0xf101}),
		entity("90 80 02 f0 f2 01f1", 0x28090, message.FieldFrame|message.FieldFrameLow, message.EntityDelta{
			Frame: 0xf101, FrameLow: 0xf2}),
		entity("80 80 01 f0 f1", 0x18080, message.FieldSkin, message.EntityDelta{Skin: 0xf1}),
		entity("80 80 80 02 f0 01f1", 0x2808080, message.FieldSkin, message.EntityDelta{Skin: 0xf101}),
		entity("80 80 81 02 f0 04030281", 0x2818080, message.FieldSkin, message.EntityDelta{Skin: -0x7efdfcfc}),
		entity("80 40 f0 f1", 0x4080, message.FieldEffects, message.EntityDelta{Effects: 0xf1}),
		entity("80 80 08 f0 01f1", 0x88080, message.FieldEffects, message.EntityDelta{Effects: 0xf101}),
		entity("80 c0 08 f0 04030281", 0x8c080, message.FieldEffects, message.EntityDelta{Effects: -0x7efdfcfc}),
		entity("80 10 f0 f1", 0x1080, message.FieldRenderFX, message.EntityDelta{RenderFX: 0xf1}),
		entity("80 80 04 f0 01f1", 0x48080, message.FieldRenderFX, message.EntityDelta{RenderFX: 0xf101}),
		entity("80 90 04 f0 04030281", 0x49080, message.FieldRenderFX, message.EntityDelta{RenderFX: -0x7efdfcfc}),
		entity("80 80 80 00 f0", 0x808080, 0, message.EntityDelta{}),
	)
}

// narrowEntities are those that Q2PRO's protocols write differently.
func narrowEntities() []decodertest.Wire {
	return join(
		entity("01 f0 01ff", 1, message.FieldOriginX, message.EntityDelta{Origin: [3]wire.Coord{-255}}),
		entity("02 f0 01ff", 2, message.FieldOriginY, message.EntityDelta{Origin: [3]wire.Coord{0, -255}}),
		entity("80 02 f0 01ff", 0x280, message.FieldOriginZ, message.EntityDelta{Origin: [3]wire.Coord{0, 0, -255}}),
		entity("80 04 f0 81", 0x480, message.FieldPitch, message.EntityDelta{Angles: [3]wire.Angle{-127}}),
		entity("04 f0 81", 4, message.FieldYaw, message.EntityDelta{Angles: [3]wire.Angle{0, -127}}),
		entity("08 f0 81", 8, message.FieldRoll, message.EntityDelta{Angles: [3]wire.Angle{0, 0, -127}}),
		entity("80 20 f0", 0x2080, 0, message.EntityDelta{}),
		entity("80 80 80 01 f0"+lowHex, 0x1808080, message.FieldOldOrigin, message.EntityDelta{OldOrigin: low}),
		entity("80 80 80 04 f0 f1", 0x4808080, message.FieldSound, message.EntityDelta{Sound: 0xf1}),
		entity("80 80 80 08 f0 01f1", 0x8808080, message.FieldSolid, message.EntityDelta{Solid: 0xf101}),
		entity("80 80 80 f0 f0", 0xf0808080, 0, message.EntityDelta{}), // means nothing here
		// All: number, models, frame, skin, effects, render effects, origin,
		// angles, old origin, sound, event, solid.
		entity("af df fd 0d ff03 e1 e2 e3 e4 f9 04030281 05030281 01f1 02f2 03f3 81 82 83"+lowHex+"f4 f5 06f6",
			0xdfddfaf,
			message.FieldModel|message.FieldModel2|message.FieldModel3|message.FieldModel4|message.FieldSkin|
				message.FieldEffects|message.FieldRenderFX|
				message.FieldOrigin|message.FieldAngles|message.FieldOldOrigin|message.FieldSound|message.FieldEvent|
				message.FieldSolid,
			message.EntityDelta{
				Number: 1023, Model: 0xe1, Model2: 0xe2, Model3: 0xe3, Model4: 0xe4, Skin: 0xf9, Effects: -0x7efdfcfc,
				RenderFX: -0x7efdfcfb,
				Origin:   [3]wire.Coord{-0xeff, -0xdfe, -0xcfd}, Angles: [3]wire.Angle{-127, -126, -125},
				OldOrigin: low,
				Sound:     0xf4, Event: 0xf5, Solid: 0xf606,
			}),
	)
}

// player makes a playerinfo with the stats 3 and 31.
func player(flags, tail string, bits uint32, mask message.PlayerField, p message.Quake2PlayerInfo) decodertest.Wire {
	p.Bits, p.Mask, p.StatBits, p.Stats = bits, mask, 0x80000008, []int16{-255, 2}
	if mask&message.PlayerBlend != 0 && p.BlendBits == 0 {
		p.BlendBits = 15
	}
	return decodertest.Wire{Hex: "11" + flags + tail + "08000080 01ff 0200", Want: &p}
}

// narrowPlayers has each flag of a playerinfo alone, and all together.
func narrowPlayers() []decodertest.Wire {
	return []decodertest.Wire{
		player("0000", "", 0, 0, message.Quake2PlayerInfo{}),
		player("0100", "f1", 1, message.PlayerType, message.Quake2PlayerInfo{Type: 0xf1}),
		player("0200", lowHex, 2, message.PlayerOrigin, message.Quake2PlayerInfo{Origin: low}),
		player("0400", lowHex, 4, message.PlayerVelocity, message.Quake2PlayerInfo{Velocity: low}),
		player("0800", "f1", 8, message.PlayerTime, message.Quake2PlayerInfo{Time: 0xf1}),
		player("1000", "f1", 0x10, message.PlayerFlags, message.Quake2PlayerInfo{Flags: 0xf1}),
		player("2000", "01ff", 0x20, message.PlayerGravity, message.Quake2PlayerInfo{Gravity: -255}),
		player("4000", "01f1 02f2 03f3", 0x40, message.PlayerDeltaAngles, message.Quake2PlayerInfo{
			DeltaAngles: [3]wire.Angle{-0xeff, -0xdfe, -0xcfd}}),
		player("8000", "81 82 83", 0x80, message.PlayerViewOffset, message.Quake2PlayerInfo{
			ViewOffset: [3]int8{-127, -126, -125}}),
		player("0001", "01f1 02f2 03f3", 0x100, message.PlayerViewAngles|message.PlayerViewRoll,
			message.Quake2PlayerInfo{ViewAngles: [3]wire.Angle{-0xeff, -0xdfe, -0xcfd}}),
		player("0002", "81 82 83", 0x200, message.PlayerKickAngles, message.Quake2PlayerInfo{
			KickAngles: [3]int8{-127, -126, -125}}),
		player("0004", "f1 f2 f3 f4", 0x400, message.PlayerBlend, message.Quake2PlayerInfo{
			Blend: [4]uint8{0xf1, 0xf2, 0xf3, 0xf4}}),
		player("0008", "f1", 0x800, message.PlayerFOV, message.Quake2PlayerInfo{FOV: 0xf1}),
		player("0010", "f1", 0x1000, message.PlayerGunIndex, message.Quake2PlayerInfo{GunIndex: 0xf1}),
		player("0020", "f1 81 82 83 91 92 93", 0x2000, message.PlayerGunFrame|message.PlayerGunOffset|
			message.PlayerGunAngles,
			message.Quake2PlayerInfo{GunFrame: 0xf1, GunOffset: [3]int8{-127, -126, -125},
				GunAngles: [3]int8{-111, -110, -109}}),
		player("0040", "f1", 0x4000, message.PlayerRDFlags, message.Quake2PlayerInfo{RDFlags: 0xf1}),
		player("0080", "", 0x8000, 0, message.Quake2PlayerInfo{}),
		player("ff7f", "e1"+lowHex+highHex+
			"e2 e3 01ff 01f1 02f2 03f3 81 82 83 04f4 05f5 06f6 84 85 86 e4 e5 87 88 89 8a 8b 8c e6 e7 e8 e9 ea eb",
			0x7fff,
			message.PlayerType|message.PlayerOrigin|message.PlayerVelocity|message.PlayerTime|message.PlayerFlags|
				message.PlayerGravity|message.PlayerDeltaAngles|
				message.PlayerViewOffset|message.PlayerViewAngles|message.PlayerViewRoll|message.PlayerKickAngles|
				message.PlayerGunIndex|message.PlayerGunFrame|
				message.PlayerGunOffset|message.PlayerGunAngles|message.PlayerBlend|message.PlayerFOV|
				message.PlayerRDFlags,
			message.Quake2PlayerInfo{
				Type: 0xe1, Origin: low, Velocity: high, Time: 0xe2, Flags: 0xe3, Gravity: -255,
				DeltaAngles: [3]wire.Angle{-0xeff, -0xdfe, -0xcfd},
				ViewOffset:  [3]int8{-127, -126, -125}, ViewAngles: [3]wire.Angle{-0xbfc, -0xafb, -0x9fa},
				KickAngles: [3]int8{-124, -123, -122},
				GunIndex:   0xe4, GunFrame: 0xe5, GunOffset: [3]int8{-121, -120, -119},
				GunAngles: [3]int8{-118, -117, -116},
				Blend:     [4]uint8{0xe6, 0xe7, 0xe8, 0xe9}, FOV: 0xea, RDFlags: 0xeb,
			}),
	}
}

// strings are config strings at the ends of their range.
func configStrings(last string, index uint16) []decodertest.Wire {
	return []decodertest.Wire{
		{Hex: "0d 0000 'name' 00", Want: &message.ConfigString{Text: []byte("name")}},
		{Hex: "0d" + last + "'x' 00", Want: &message.ConfigString{Index: index, Text: []byte("x")}},
	}
}

var download = []decodertest.Wire{{Hex: "10 0300 32 'abc'", Want: &message.Quake2Download{Size: 3, Percent: 50,
	Data: []byte("abc")}}}

// TestWire34 has the protocols 26 to 34.
func TestWire34(t *testing.T) {
	for _, protocol := range []int32{26, 27, 28, 30, 31, 32, 33, 34} {
		t.Run(fmt.Sprint(protocol), func(t *testing.T) {
			list := join(simple(), places(), newBlood(protocol >= 32), entities(), narrowEntities(), narrowPlayers(),
				configStrings("1f08", 2079))
			if protocol == 26 {
				list = append(list, decodertest.Wire{Hex: "14 04030281 05030281 02 f2f3", Want: &message.Quake2Frame{
					Sequence: -0x7efdfcfc, Delta: -0x7efdfcfb, Areas: []byte{0xf2, 0xf3}}})
			} else {
				list = append(list, decodertest.Wire{Hex: "14 04030281 05030281 f1 02 f2f3", Want: &message.Quake2Frame{
					Sequence: -0x7efdfcfc, Delta: -0x7efdfcfb, Suppressed: 0xf1, Areas: []byte{0xf2, 0xf3}}})
			}
			if protocol >= 32 {
				list = append(list, download...)
			} else {
				list = append(list, decodertest.Wire{Hex: "10 0300 32", Want: &message.Quake2Download{Size: 3,
					Percent: 50}})
			}
			demoFile.Check(t, begin(protocol, 1, -2), list)
		})
	}
}

// TestWireRecordings has the frames of server recordings and of Relay.
func TestWireRecordings(t *testing.T) {
	bare := []decodertest.Wire{{Hex: "14 04030281", Want: &message.Quake2Frame{Server: true, Sequence: -0x7efdfcfc}}}
	demoFile.Check(t, begin(34, 2, -1), bare)
	demoFile.Check(t, begin(3436, 2, -1), bare)
	demoFile.Check(t, begin(32, 1, -1), bare) // 3.15 does not say so
	full := []decodertest.Wire{{Hex: "14 04030281 05030281 f1 00", Want: &message.Quake2Frame{Sequence: -0x7efdfcfc,
		Delta: -0x7efdfcfb, Suppressed: 0xf1}}}
	demoFile.Check(t, begin(32, 1, 0), full)
	demoFile.Check(t, begin(31, 1, -1), full)
	demoFile.Check(t, begin(34, 0, -1), full)
	demoFile.Check(t, begin(34, 0x80, 0), []decodertest.Wire{{
		Hex: "14 04030281 05030281 f1 01 f2 02 f3f4",
		Want: &message.Quake2Frame{Sequence: -0x7efdfcfc, Delta: -0x7efdfcfb, Suppressed: 0xf1, Areas: []byte{0xf2},
			Connected: []byte{0xf3, 0xf4}},
	}})
}

// extendedEntities are those that all of Q2PRO's protocols write in their own
// way.
func extendedEntities() []decodertest.Wire {
	return join(
		entity("80 01 ff1f", 0x180, 0, message.EntityDelta{Number: 8191}),
		entity("80 04 f0 81", 0x480, message.FieldPitch, message.EntityDelta{Angles: [3]wire.Angle{-127 * 256}}),
		entity("04 f0 81", 4, message.FieldYaw, message.EntityDelta{Angles: [3]wire.Angle{0, -127 * 256}}),
		entity("08 f0 81", 8, message.FieldRoll, message.EntityDelta{Angles: [3]wire.Angle{0, 0, -127 * 256}}),
		entity("8c 24 f0 01f1 02f2 03f3", 0x248c, message.FieldAngles, message.EntityDelta{
			Angles: [3]wire.Angle{-0xeff, -0xdfe, -0xcfd}}),
		entity("80 88 f0 10 f0 01f1 02f2 03f3 04f4", 0x10f08880, message.FieldModel|message.FieldModel2|
			message.FieldModel3|message.FieldModel4,
			message.EntityDelta{Model: 0xf101, Model2: 0xf202, Model3: 0xf303, Model4: 0xf404}),
		entity("80 80 80 04 f0 ff3f", 0x4808080, message.FieldSound, message.EntityDelta{Sound: 0x3fff}),
		entity("80 80 80 04 f0 0140 f1", 0x4808080, message.FieldSound|message.FieldVolume, message.EntityDelta{
			Sound: 1, Quake2Fields: message.Quake2Fields{Volume: 0xf1}}),
		entity("80 80 80 04 f0 0180 f1", 0x4808080, message.FieldSound|message.FieldAttenuation, message.EntityDelta{
			Sound: 1, Quake2Fields: message.Quake2Fields{Attenuation: 0xf1}}),
		entity("80 80 80 04 f0 01c0 f1 f2", 0x4808080, message.FieldSound|message.FieldVolume|message.FieldAttenuation,
			message.EntityDelta{Sound: 1, Quake2Fields: message.Quake2Fields{Volume: 0xf1,
				Attenuation: 0xf2}}),
		entity("80 80 80 08 f0 04030281", 0x8808080, message.FieldSolid, message.EntityDelta{Solid: -0x7efdfcfc}),
		entity("80 80 80 20 f0 f1", 0x20808080, message.FieldMoreEffects, message.EntityDelta{MoreEffects: 0xf1}),
		entity("80 80 80 80 02 f0 01f1", 0x280808080, message.FieldMoreEffects, message.EntityDelta{
			MoreEffects: 0xf101}),
		entity("80 80 80 a0 02 f0 04030281", 0x2a0808080, message.FieldMoreEffects, message.EntityDelta{
			MoreEffects: -0x7efdfcfc}),
		entity("80 80 80 40 f0 f1", 0x40808080, message.FieldAlpha, message.EntityDelta{Alpha: 0xf1}),
		entity("80 80 80 80 01 f0 f1", 0x180808080, message.FieldScale, message.EntityDelta{Scale: 0xf1}),
		entity("a0 80 80 e8 01 f0 f1 04030281 f2 f3 f4", 0x1e88080a0, message.FieldEvent|message.FieldSolid|
			message.FieldMoreEffects|message.FieldAlpha|message.FieldScale,
			message.EntityDelta{Event: 0xf1, Solid: -0x7efdfcfc, MoreEffects: 0xf2, Alpha: 0xf3, Scale: 0xf4}),
	)
}

// extendedSimple are those of simple that differ.
var extendedSimple = []decodertest.Wire{
	{Hex: "02 01f0 f1", Want: &message.Quake2MuzzleFlash{Monster: true, Entity: 0x1001, Value: 0x7f1}},
	{Hex: "02 ff1f f1", Want: &message.Quake2MuzzleFlash{Monster: true, Entity: 0x1fff, Value: 0xf1}},
	{Hex: "01 01f0 f1", Want: &message.Quake2MuzzleFlash{Entity: 0xf001, Value: 0xf1}},
	{Hex: "09 20 01f5", Want: &message.Sound{Bits: 32, Volume: 255, Attenuation: 64, Sound: 0xf501}},
	{Hex: "09 21 01f5 f1", Want: &message.Sound{Bits: 33, Volume: 0xf1, Attenuation: 64, Sound: 0xf501}},
}

func TestWire3434(t *testing.T) {
	demoFile.Check(t, begin(3434, 1, -2), join(extendedSimple, places(), newBlood(true), entities(), extendedEntities(),
		configStrings("3d35", 13629), download,
		entity("01 f0 01ff", 1, message.FieldOriginX, message.EntityDelta{Origin: [3]wire.Coord{-255}}),
		entity("80 80 80 01 f0"+lowHex, 0x1808080, message.FieldOldOrigin, message.EntityDelta{OldOrigin: low}),
		[]decodertest.Wire{
			player("0010", "01f1", 0x1000, message.PlayerGunIndex, message.Quake2PlayerInfo{GunIndex: 0xf101}),
			player("0800", "f1", 8, message.PlayerTime, message.Quake2PlayerInfo{Time: 0xf1}),
			player("0200", lowHex, 2, message.PlayerOrigin, message.Quake2PlayerInfo{Origin: low}),
			player("0004", "f1 f2 f3 f4", 0x400, message.PlayerBlend, message.Quake2PlayerInfo{
				Blend: [4]uint8{0xf1, 0xf2, 0xf3, 0xf4}}),
			player("0080", "", 0x8000, 0, message.Quake2PlayerInfo{}),
		}))
}

// widePlayer makes a playerinfo with the stats 3, 31 and 63, whose mask is in
// groups of seven bits.
func widePlayer(flags, tail string, bits uint32, mask message.PlayerField,
	p message.Quake2PlayerInfo) decodertest.Wire {
	p.Bits, p.Mask, p.StatBits, p.Stats = bits, mask, 1<<63|1<<31|1<<3, []int16{-255, 2, 3}
	return decodertest.Wire{Hex: "11" + flags + tail + "88 80 80 80 88 80 80 80 80 01 01ff 0200 0300", Want: &p}
}

// wide are the messages of protocols 3435 and 3436.
func wide() []decodertest.Wire {
	// Differences of 15 bits have the low bit 0, values of 23 bits 1.
	difference, values := "0080 fe7f fcff", "010080 ffff7f 018000"
	least, most := [3]wire.Coord{-16384, 16383, -2}, [3]wire.Coord{-1 << 22, 1<<22 - 1, 16384}
	return join(
		entity("83 02 f0"+difference, 0x283, message.FieldOrigin, message.EntityDelta{Origin: least,
			Difference: message.FieldOrigin}),
		entity("83 02 f0"+values, 0x283, message.FieldOrigin, message.EntityDelta{Origin: most}),
		entity("83 02 f0 0400 0900 00 fdff ff", 0x283, message.FieldOrigin, message.EntityDelta{
			Origin: [3]wire.Coord{2, 4, -2}, Difference: message.FieldOriginX}),
		entity("01 f0 0200", 1, message.FieldOriginX, message.EntityDelta{Origin: [3]wire.Coord{1},
			Difference: message.FieldOriginX}),
		entity("02 f0 0200", 2, message.FieldOriginY, message.EntityDelta{Origin: [3]wire.Coord{0, 1},
			Difference: message.FieldOriginY}),
		entity("80 02 f0 0200", 0x280, message.FieldOriginZ, message.EntityDelta{Origin: [3]wire.Coord{0, 0, 1},
			Difference: message.FieldOriginZ}),
		entity("80 80 80 01 f0"+difference, 0x1808080, message.FieldOldOrigin, message.EntityDelta{OldOrigin: least}),
		entity("80 80 80 01 f0"+values, 0x1808080, message.FieldOldOrigin, message.EntityDelta{OldOrigin: most}),
		[]decodertest.Wire{
			{Hex: "03 05" + values, Want: &message.Quake2TempEntity{Type: 5, Origin: most}},
			{Hex: "09 04 f5" + difference, Want: &message.Sound{Bits: 4, Volume: 255, Attenuation: 64, Sound: 0xf5,
				Origin: least}},
			widePlayer("0000", "", 0, 0, message.Quake2PlayerInfo{}),
			widePlayer("0200", difference, 2, message.PlayerOrigin, message.Quake2PlayerInfo{Origin: least,
				Difference: message.PlayerOrigin}),
			widePlayer("0200", "010080 fe7f 018000", 2, message.PlayerOrigin, message.Quake2PlayerInfo{
				Origin: [3]wire.Coord{-1 << 22, 16383, 16384}, Difference: message.PlayerOriginY}),
			widePlayer("0400", difference, 4, message.PlayerVelocity, message.Quake2PlayerInfo{Velocity: least,
				Difference: message.PlayerVelocity}),
			widePlayer("0400", "010080 ffff7f 0200", 4, message.PlayerVelocity, message.Quake2PlayerInfo{
				Velocity: [3]wire.Coord{-1 << 22, 1<<22 - 1, 1}, Difference: message.PlayerVelocityZ}),
			widePlayer("0800", "01f1", 8, message.PlayerTime, message.Quake2PlayerInfo{Time: 0xf101}),
			widePlayer("1000", "01f1", 0x10, message.PlayerFlags, message.Quake2PlayerInfo{Flags: 0xf101}),
			widePlayer("0010", "01f1", 0x1000, message.PlayerGunIndex, message.Quake2PlayerInfo{GunIndex: 0xf101}),
			widePlayer("0004", "ff f1 f2 f3 f4 e1 e2 e3 e4", 0x400, message.PlayerBlend, message.Quake2PlayerInfo{
				BlendBits: 255, Blend: [4]uint8{0xf1, 0xf2, 0xf3, 0xf4}, DamageBlend: [4]uint8{0xe1, 0xe2,
					0xe3, 0xe4}}),
		},
	)
}

// blends has each bit of the mask that stands before a blend.
func blends() (list []decodertest.Wire) {
	for i := range 4 {
		p := message.Quake2PlayerInfo{BlendBits: 1 << i}
		p.Blend[i] = 0xf1
		q := message.Quake2PlayerInfo{BlendBits: 16 << i}
		q.DamageBlend[i] = 0xf1
		list = append(list,
			widePlayer("0004", fmt.Sprintf("%02x f1", 1<<i), 0x400, message.PlayerBlend, p),
			widePlayer("0004", fmt.Sprintf("%02x f1", 16<<i), 0x400, message.PlayerBlend, q))
	}
	return list
}

func TestWire3435(t *testing.T) {
	demoFile.Check(t, begin(3435, 1, -2), join(extendedSimple, entities(), extendedEntities(), wide(), blends(),
		configStrings("3d35", 13629), []decodertest.Wire{
			widePlayer("0080", "", 0x8000, 0, message.Quake2PlayerInfo{}),
		}))
}

// TestWire3436 adds fog, with each bit of its mask.
func TestWire3436(t *testing.T) {
	demoFile.Check(t, begin(3436, 1, -2), join(entities(), extendedEntities(), wide(), blends(), fogs()))
}

// fogs has each bit of the mask of a fog.
func fogs() []decodertest.Wire {
	fog := func(hex string, f message.Quake2Fog) decodertest.Wire {
		return widePlayer("0080 01", hex, 0x18000, message.PlayerFog, message.Quake2PlayerInfo{Fog: f})
	}
	return []decodertest.Wire{
		widePlayer("0080 00", "", 0x8000, 0, message.Quake2PlayerInfo{}),
		fog("00", message.Quake2Fog{}),
		fog("01 f1 f2 f3", message.Quake2Fog{Bits: 1, Color: [3]uint8{0xf1, 0xf2, 0xf3}}),
		fog("02 01f1 02f2", message.Quake2Fog{Bits: 2, Density: 0xf101, SkyFactor: 0xf202}),
		fog("04 01f1", message.Quake2Fog{Bits: 4, HeightDensity: 0xf101}),
		fog("08 01f1", message.Quake2Fog{Bits: 8, HeightFalloff: 0xf101}),
		fog("10 f1 f2 f3", message.Quake2Fog{Bits: 16, StartColor: [3]uint8{0xf1, 0xf2, 0xf3}}),
		fog("20 f1 f2 f3", message.Quake2Fog{Bits: 32, EndColor: [3]uint8{0xf1, 0xf2, 0xf3}}),
		fog("40 fcff", message.Quake2Fog{Bits: 64, Distance: [2]wire.Coord{-2}}),
		fog("80 018000", message.Quake2Fog{Bits: 128, Distance: [2]wire.Coord{0, 16384}}),
		fog("ff f1 f2 f3 01f4 02f5 03f6 04f7 e1 e2 e3 e4 e5 e6 fcff 0400", message.Quake2Fog{
			Bits: 255, Color: [3]uint8{0xf1, 0xf2, 0xf3}, Density: 0xf401, SkyFactor: 0xf502, HeightDensity: 0xf603,
			HeightFalloff: 0xf704,
			StartColor:    [3]uint8{0xe1, 0xe2, 0xe3}, EndColor: [3]uint8{0xe4, 0xe5, 0xe6},
			Distance: [2]wire.Coord{-2, 2},
		}),
		// Fog stands between blend and field of view.
		widePlayer("008c 01", "01 e1 04 01f1 e2", 0x18c00, message.PlayerBlend|message.PlayerFog|message.PlayerFOV,
			message.Quake2PlayerInfo{
				BlendBits: 1, Blend: [4]uint8{0xe1}, Fog: message.Quake2Fog{Bits: 4, HeightDensity: 0xf101},
				FOV: 0xe2}),
	}
}

// TestWireRefused has numbers that are one too large, and ids without a
// message.
func TestWireRefused(t *testing.T) {
	demoFile.Refuse(t, begin(34, 1, -2), []decodertest.Refused{
		{Hex: "00", Err: message.ErrUnknown}, {Hex: "15", Err: message.ErrUnknown},
		{Hex: "ff", Err: message.ErrUnknown},
		{Hex: "0d 2008 'x' 00", Err: message.ErrRange},
		{Hex: "12 80 01 0004 0000", Err: message.ErrRange}, {Hex: "0e 80 01 0004", Err: message.ErrRange},
		{Hex: "10 feff 00", Err: message.ErrRange},
	})
	for _, kind := range []string{"40", "7f", "81", "ff"} {
		demoFile.Refuse(t, begin(34, 1, -2), []decodertest.Refused{
			{Hex: "03" + kind + "00*40", Err: message.ErrUnknown}})
	}
	demoFile.Refuse(t, begin(3434, 1, -2), []decodertest.Refused{
		{Hex: "0d 3e35 'x' 00", Err: message.ErrRange},
		{Hex: "12 80 01 0020 0000", Err: message.ErrRange}, {Hex: "0e 80 01 0020", Err: message.ErrRange},
	})
}

// multiView is the serverdata of an .mvd2.
func multiView(head string, version, flags uint16, extra uint8, end string, u wire.Units) []decodertest.Wire {
	return []decodertest.Wire{{
		Hex: head + "04030281 'ctf' 00 feff 1f00 'q2dm1' 00 2000 00" + end + "01 f1 ff 0000",
		Want: &message.MultiViewData{
			Protocol: 37, Version: version, Flags: flags, Extra: extra, ServerCount: -0x7efdfcfc,
			GameDir: []byte("ctf"), Client: -2, Units: u,
			ConfigStrings: []message.ConfigString{{Index: 31, Text: []byte("q2dm1")}, {Index: 32}},
			Frame:         message.MultiViewFrame{Portals: []byte{0xf1}},
		},
	}}
}

// view makes a frame with one player in slot 254 and one entity.
func view(flags, tail string, bits uint32, mask message.PlayerField, p message.Quake2PlayerInfo) decodertest.Wire {
	p.Number, p.Bits, p.Mask = 254, bits, mask
	if mask&message.PlayerBlend != 0 && p.BlendBits == 0 {
		p.BlendBits = 15
	}
	return decodertest.Wire{Hex: "06 02 f1f2 fe" + flags + tail + "ff 10 f0 e9 0000", Want: &message.MultiViewFrame{
		Portals: []byte{0xf1, 0xf2}, Players: []message.Quake2PlayerInfo{p},
		Entities: []message.EntityDelta{{Number: 0xf0, Bits: 0x10, Mask: message.FieldFrame, Frame: 0xe9}},
	}}
}

// views has each flag of a player alone that all versions write in the same
// way.
func views() []decodertest.Wire {
	return []decodertest.Wire{
		view("0000", "", 0, 0, message.Quake2PlayerInfo{}),
		view("0100", "f1", 1, message.PlayerType, message.Quake2PlayerInfo{Type: 0xf1}),
		view("0800", "81 82 83", 8, message.PlayerViewOffset, message.Quake2PlayerInfo{
			ViewOffset: [3]int8{-127, -126, -125}}),
		view("1000", "01f1 02f2", 0x10, message.PlayerViewAngles, message.Quake2PlayerInfo{
			ViewAngles: [3]wire.Angle{-0xeff, -0xdfe}}),
		view("2000", "01f1", 0x20, message.PlayerViewRoll, message.Quake2PlayerInfo{
			ViewAngles: [3]wire.Angle{0, 0, -0xeff}}),
		view("4000", "81 82 83", 0x40, message.PlayerKickAngles, message.Quake2PlayerInfo{
			KickAngles: [3]int8{-127, -126, -125}}),
		view("0001", "f1", 0x100, message.PlayerFOV, message.Quake2PlayerInfo{FOV: 0xf1}),
		view("0004", "f1", 0x400, message.PlayerGunFrame, message.Quake2PlayerInfo{GunFrame: 0xf1}),
		view("0008", "81 82 83", 0x800, message.PlayerGunOffset, message.Quake2PlayerInfo{
			GunOffset: [3]int8{-127, -126, -125}}),
		view("0010", "81 82 83", 0x1000, message.PlayerGunAngles, message.Quake2PlayerInfo{
			GunAngles: [3]int8{-127, -126, -125}}),
		view("0020", "f1", 0x2000, message.PlayerRDFlags, message.Quake2PlayerInfo{RDFlags: 0xf1}),
	}
}

// narrowViews are those that the extended versions write differently.
func narrowViews() []decodertest.Wire {
	return []decodertest.Wire{
		view("0200", "01f1 02f2", 2, message.PlayerOriginX|message.PlayerOriginY, message.Quake2PlayerInfo{
			Origin: [3]wire.Coord{-0xeff, -0xdfe}}),
		view("0400", "01f1", 4, message.PlayerOriginZ, message.Quake2PlayerInfo{Origin: [3]wire.Coord{0, 0, -0xeff}}),
		view("8000", "f1 f2 f3 f4", 0x80, message.PlayerBlend, message.Quake2PlayerInfo{
			Blend: [4]uint8{0xf1, 0xf2, 0xf3, 0xf4}}),
		view("0040", "08000080 01ff 0200", 0x4000, 0, message.Quake2PlayerInfo{StatBits: 0x80000008,
			Stats: []int16{-255, 2}}),
		view("0080", "", 0x8000, 0, message.Quake2PlayerInfo{Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}}),
		view("0180", "f1", 0x8001, message.PlayerType,
			message.Quake2PlayerInfo{Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}, Type: 0xf1}),
	}
}

// wideViews are those of the versions with wide coordinates.
func wideViews() []decodertest.Wire {
	return []decodertest.Wire{
		view("0002", "01f1", 0x200, message.PlayerGunIndex, message.Quake2PlayerInfo{GunIndex: 0xf101}),
		view("0200", "fcff 018000", 2, message.PlayerOriginX|message.PlayerOriginY, message.Quake2PlayerInfo{
			Origin: [3]wire.Coord{-2, 16384}, Difference: message.PlayerOriginX}),
		view("0400", "fcff", 4, message.PlayerOriginZ, message.Quake2PlayerInfo{Origin: [3]wire.Coord{0, 0, -2},
			Difference: message.PlayerOriginZ}),
		view("8000", "11 f1 f2", 0x80, message.PlayerBlend, message.Quake2PlayerInfo{BlendBits: 0x11,
			Blend: [4]uint8{0xf1}, DamageBlend: [4]uint8{0xf2}}),
		view("0040", "88 80 80 80 08 01ff 0200", 0x4000, 0, message.Quake2PlayerInfo{StatBits: 0x80000008,
			Stats: []int16{-255, 2}}),
	}
}

// fogViews are those of the versions with one more byte of flags.
func fogViews() []decodertest.Wire {
	return []decodertest.Wire{
		view("0080 00", "", 0x8000, 0, message.Quake2PlayerInfo{}),
		view("0080 01", "", 0x18000, 0,
			message.Quake2PlayerInfo{Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}}),
		view("0080 02", "04 01f1", 0x28000, message.PlayerFog, message.Quake2PlayerInfo{
			Fog: message.Quake2Fog{Bits: 4, HeightDensity: 0xf101}}),
	}
}

// commands are the other messages of an .mvd2.
func commands() []decodertest.Wire {
	inner := []message.Message{&message.Nop{}, &message.Print{Level: 1, Text: []byte("x")}}
	list := []decodertest.Wire{
		{Hex: "01", Want: &message.Nop{}},
		{Hex: "05 1f00 'q2dm2' 00", Want: &message.ConfigString{Index: 31, Text: []byte("q2dm2")}},
		{Hex: "06 00 ff 0000", Want: &message.MultiViewFrame{}},
		{Hex: "30 08 f5 2a01", Want: &message.Sound{Bits: 8, Volume: 255, Attenuation: 64, Channel: 2, Entity: 37,
			Sound: 0xf5, Extra: 1}},
		{Hex: "10 1b f5 f1 f2 f3 ffff", Want: &message.Sound{Bits: 0x1b, Volume: 0xf1, Attenuation: 0xf2,
			TimeOffset: 0xf3, Channel: 7, Entity: 8191, Sound: 0xf5}},
		{Hex: "11 02 'hi' 00", Want: &message.Print{Level: 2, Text: []byte("hi")}},
		{Hex: "08 05 f1 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastClient, Client: 0xf1,
			Messages: inner}},
		{Hex: "09 05 f1 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastClient, Reliable: true,
			Client: 0xf1, Messages: inner}},
		{Hex: "0a 05 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastAll, Messages: inner}},
		{Hex: "0b 05 01f1 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastPHS, Leaf: 0xf101,
			Messages: inner}},
		{Hex: "0c 05 01f1 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastPVS, Leaf: 0xf101,
			Messages: inner}},
		{Hex: "0d 05 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastAll, Reliable: true,
			Messages: inner}},
		{Hex: "0e 05 01f1 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastPHS, Reliable: true,
			Leaf: 0xf101, Messages: inner}},
		{Hex: "0f 05 01f1 06 0a01 'x' 00", Want: &message.MultiViewCast{To: message.CastPVS, Reliable: true,
			Leaf: 0xf101, Messages: inner}},
		// A size above 255 has its high bits in the command; what is no
		// message of the game stays as it is.
		{Hex: "6a 00 0f 79*766 00", Want: &message.MultiViewCast{To: message.CastAll, Messages: []message.Message{
			&message.CenterPrint{Text: []byte(strings.Repeat("y", 766))}}}},
		{Hex: "0a 03 06 ff f1", Want: &message.MultiViewCast{To: message.CastAll, Messages: []message.Message{
			&message.Nop{}, &message.Raw{Data: []byte{0xff, 0xf1}}}}},
	}
	return list
}

// TestWireMultiView has the versions of .mvd2, whose flags stand in the
// command before 2012.
func TestWireMultiView(t *testing.T) {
	old := join(commands(), views(), narrowViews(), []decodertest.Wire{
		view("0002", "f1", 0x200, message.PlayerGunIndex, message.Quake2PlayerInfo{GunIndex: 0xf1}),
	})
	viewFile.Check(t, multiView("04 25000000 d907", 2009, 0, 0, "2008", byteAngles), old)
	viewFile.Check(t, multiView("84 25000000 da07", 2010, 4, 4, "2008", byteAngles), old)
	viewFile.Check(t, multiView("24 25000000 db07", 2011, 1, 1, "2008", byteAngles), old)
	viewFile.Check(t, multiView("04 25000000 dc07 0b00", 2012, 0xb, 0, "2008", byteAngles), old)
	extended := join(commands(), views(), narrowViews(), []decodertest.Wire{
		view("0002", "01f1", 0x200, message.PlayerGunIndex, message.Quake2PlayerInfo{GunIndex: 0xf101}),
		{Hex: "10 28 01f5 2a01", Want: &message.Sound{Bits: 0x28, Volume: 255, Attenuation: 64, Channel: 2, Entity: 37,
			Sound: 0xf501}},
	})
	viewFile.Check(t, multiView("84 25000000 db07", 2011, 4, 4, "3e35", shortAngles), extended)
	viewFile.Check(t, multiView("04 25000000 dc07 0400", 2012, 4, 0, "3e35", shortAngles), extended)
	viewFile.Check(t, multiView("04 25000000 dd07 0400", 2013, 4, 0, "3e35", shortAngles), extended)
	wide := join(commands(), views(), wideViews())
	viewFile.Check(t, multiView("04 25000000 dc07 0c00", 2012, 12, 0, "3e35", shortAngles), append(wide,
		view("0080", "", 0x8000, 0,
			message.Quake2PlayerInfo{Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}})))
	viewFile.Check(t, multiView("04 25000000 dd07 0c00", 2013, 12, 0, "3e35", shortAngles), append(wide, fogViews()...))
}

// TestWireMultiViewRefused has versions before and after those that are
// known, numbers that are too large, and commands without a meaning.
func TestWireMultiViewRefused(t *testing.T) {
	viewFile.Refuse(t, multiView("04 25000000 da07", 2010, 0, 0, "2008", byteAngles), []decodertest.Refused{
		{Hex: "00", Err: message.ErrUnknown}, {Hex: "02", Err: message.ErrUnknown},
		{Hex: "03", Err: message.ErrUnknown},
		{Hex: "07", Err: message.ErrUnknown}, {Hex: "12", Err: message.ErrUnknown},
		{Hex: "1f", Err: message.ErrUnknown},
		{Hex: "05 2008 'x' 00", Err: message.ErrRange},
		{Hex: "06 00 ff 80 01 0004 0000", Err: message.ErrRange},
		{Hex: "04 25000000 da07 00000000 00 0000 2108 00 2008 00 ff 0000", Err: message.ErrRange},
	})
	for _, head := range []string{"d807", "de070000"} {
		file := decodertest.Hex(t, "'MVD2'")
		file = append(file, viewFile.Record(decodertest.Hex(t, "04 25000000"+head+
			"00000000 00 0000 2008 00 ff 0000"))...)
		d := mvd2.NewDecoder(file)
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		if m, err := d.NextMessage(); err == nil || !strings.Contains(err.Error(), "version") {
			t.Errorf("%s: %v, %v", head, m, err)
		}
	}
}

// TestWireHasEveryBit: each bit of each mask has bytes written by hand, and so has all
// that real files exercise.
func TestWireHasEveryBit(t *testing.T) {
	// see TestWireRecordings and package dm2
	frame := []decodertest.Wire{{Want: &message.Quake2Frame{}}, {Want: &message.RelayUnicast{}}}
	old := decodertest.TallyOf(begin(34, 1, 0), simple(), places(), newBlood(true), entities(), narrowEntities(),
		narrowPlayers(), configStrings("1f08", 2079), download, frame)
	old.HasMask(t, "entity", 0xfffdfff|0x2000)
	old.HasMask(t, "player", 0x7fff)
	old.HasMask(t, "sound", 0x1f)
	extended := decodertest.TallyOf(begin(3436, 1, 0), simple(), extendedSimple, places(), newBlood(true), entities(),
		extendedEntities(), wide(), blends(), fogs(),
		narrowPlayers(), configStrings("3d35", 13629), download, frame)
	extended.HasMask(t, "entity", 0x3ffffffff)
	extended.HasMask(t, "player", 0x1ffff)
	extended.HasMask(t, "sound", 0x3f)
	extended.HasMask(t, "blend", 0xff)
	extended.HasMask(t, "fog", 0xff)
	views := decodertest.TallyOf(multiView("", 2013, 12, 0, "", shortAngles), commands(), views(), narrowViews(),
		wideViews(), fogViews(),
		simple(), places(), newBlood(true), entities(), extendedEntities(), narrowEntities(), extendedSimple)
	views.HasMask(t, "player", 0x3ffff)
	t.Run("corpus", func(t *testing.T) {
		old.CoverCorpus(t, dm2.Name, demoFile.Decoder, "testduel.dm2", "lq2dm11_p34ext.dm2", "lq2dm11_q2pro.dm2",
			"lq2dm11_yq2*.dm2")
	})
	t.Run("corpus of 3436", func(t *testing.T) {
		extended.CoverCorpus(t, dm2.Name, demoFile.Decoder, "lq2dm11_q2pro_ext3436.dm2")
	})
	t.Run("corpus of views", func(t *testing.T) { views.CoverCorpus(t, mvd2.Name, viewFile.Decoder, "*") })
}
