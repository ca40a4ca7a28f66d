package dem

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/internal/coding"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Bytes written by hand from the DEM document 1.0.9 (section 7) and the facts
// of protocols 666 and 999.

// wireFile puts messages into blocks behind a line with a CD track.
var wireFile = decodertest.Container{
	Decoder: func(data []byte) message.Decoder { return NewDecoder(data) },
	Encoder: func() message.Encoder { return NewEncoder() },
	Head:    "'-1' 0a",
	Header:  &message.CDTrackLine{Text: []byte("-1\n")},
	Record: func(payload []byte) []byte {
		block := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
		block = append(block, 0, 0, 0x80, 0x3f, 0, 0, 0xb4, 0xc2, 0, 0, 0, 0x3f) // 1, -90, 0.5
		return append(block, payload...)
	},
	Packet: message.Packet{Angles: [3]float32{1, -90, 0.5}},
}

func words(s ...string) (list [][]byte) {
	for _, w := range s {
		list = append(list, []byte(w))
	}
	return list
}

// beginning is the serverinfo of a protocol.
func beginning(protocol int32, flags uint32, u wire.Units) []decodertest.Wire {
	number := map[int32]string{15: "0f000000", 250: "fa000000", 666: "9a020000", 999: "e7030000"}[protocol]
	if protocol == 999 {
		number += fmt.Sprintf("%02x%02x%02x%02x", uint8(flags), uint8(flags>>8), uint8(flags>>16), uint8(flags>>24))
	}
	return []decodertest.Wire{{
		Hex: "0b " + number + " 10 01 'The ' c8 00 'maps/a.bsp' 00 '*1' 00 00 'a.wav' 00 00",
		Want: &message.ServerInfo{
			Protocol: protocol, Flags: flags, MaxClients: 16, Multi: 1, MapName: []byte("The \xc8"),
			Models: words("maps/a.bsp", "*1"), Sounds: words("a.wav"), Units: u,
		},
	}}
}

// plain are the messages that look the same in all protocols.
var plain = []decodertest.Wire{
	{Hex: "01", Want: &message.Nop{}},
	{Hex: "02", Want: &message.Disconnect{}},
	{Hex: "03 0e 02010080", Want: &message.UpdateStat{Index: 14, Value: -0x7ffffefe}},
	{Hex: "04 0f000000", Want: &message.Version{Protocol: 15}},
	{Hex: "05 01ff", Want: &message.SetView{Entity: 0xff01}},
	{Hex: "07 0000a040", Want: &message.Time{Time: 5}},
	{Hex: "08 02 'Ranger' e1 0a 00", Want: &message.Print{Text: []byte("\x02Ranger\xe1\n")}},
	{Hex: "09 'bf' 0a 00", Want: &message.StuffText{Text: []byte("bf\n")}},
	{Hex: "0c 0b 'mamama' 00", Want: &message.LightStyle{Style: 11, Text: []byte("mamama")}},
	{Hex: "0d 07 'Quad' 00", Want: &message.UpdateName{Player: 7, Text: []byte("Quad")}},
	{Hex: "0e 0f feff", Want: &message.UpdateFrags{Player: 15, Frags: -2}},
	{Hex: "10 ffff", Want: &message.StopSound{Channel: 7, Entity: 8191}},
	{Hex: "10 2a 01", Want: &message.StopSound{Channel: 2, Entity: 37}}, // 37*8 + 2
	{Hex: "11 03 d4", Want: &message.UpdateColors{Player: 3, Colors: 0xd4}},
	{Hex: "18 01", Want: &message.SetPause{Pause: 1}},
	{Hex: "19 03", Want: &message.SignonNum{Signon: 3}},
	{Hex: "1a 'center' 00", Want: &message.CenterPrint{Text: []byte("center")}},
	{Hex: "1b", Want: &message.KilledMonster{}},
	{Hex: "1c", Want: &message.FoundSecret{}},
	{Hex: "1e", Want: &message.Intermission{}},
	{Hex: "1f 'the end' 00", Want: &message.Finale{Text: []byte("the end")}},
	{Hex: "20 02 fd", Want: &message.CDTrack{From: 2, To: 253}},
	{Hex: "21", Want: &message.SellScreen{}},
	{Hex: "22 'cut' 00", Want: &message.Cutscene{Text: []byte("cut")}},
	{Hex: "25 'sky1_' 00", Want: &message.SkyBox{Text: []byte("sky1_")}},
	{Hex: "28", Want: &message.BonusFlash{}},
	{Hex: "34 'ACH_PAIN' 00", Want: &message.Achievement{Text: []byte("ACH_PAIN")}},
	{Hex: "38 ef fe", Want: &message.LocalSound{Bits: 0xef, Sound: 0xfe}},
	{Hex: "38 10 f1f2", Want: &message.LocalSound{Bits: 0x10, Sound: 0xf2f1}},
	{Hex: "29 80 f1 f2 f3 feff", Want: &message.Fog{Density: 0x80, Red: 0xf1, Green: 0xf2, Blue: 0xf3, Time: -2}},
}

// placed are the messages with places and directions, where c are the bytes
// of the coordinates -32768, 32767 and -2 and a those of the angles -128, 127
// and -2, in the steps of the protocol.
func placed(c, a [3]string) []decodertest.Wire {
	place := [3]wire.Coord{-32768, 32767, -2}
	back := [3]wire.Coord{-2, -32768, 32767}
	angles := [3]wire.Angle{-128, 127, -2}
	origin, end, direction := c[0]+c[1]+c[2], c[2]+c[0]+c[1], a[0]+a[1]+a[2]
	both := c[0] + a[0] + c[1] + a[1] + c[2] + a[2]
	fields := message.FieldModel | message.FieldFrame | message.FieldColormap | message.FieldSkin |
		message.FieldOrigin | message.FieldAngles
	state := message.EntityDelta{Mask: fields, Model: 0xf1, Frame: 0xf2, Colormap: 0xf3, Skin: 0xf4, Origin: place,
		Angles: angles}
	list := []decodertest.Wire{
		{Hex: "06 00 2a01 f5" + origin, Want: &message.Sound{Volume: 255, Attenuation: 64, Channel: 2, Entity: 37,
			Sound: 0xf5, Origin: place}},
		{Hex: "06 01 f1 ffff f5" + origin, Want: &message.Sound{Bits: 1, Volume: 0xf1, Attenuation: 64, Channel: 7,
			Entity: 8191, Sound: 0xf5, Origin: place}},
		{Hex: "06 02 f1 0880 f5" + origin, Want: &message.Sound{Bits: 2, Volume: 255, Attenuation: 0xf1, Channel: 0,
			Entity: 4097, Sound: 0xf5, Origin: place}},
		{Hex: "06 03 f1 f2 0900 f5" + origin, Want: &message.Sound{Bits: 3, Volume: 0xf1, Attenuation: 0xf2, Channel: 1,
			Entity: 1, Sound: 0xf5, Origin: place}},
		{Hex: "0a" + direction, Want: &message.SetAngle{Angles: angles}},
		{Hex: "12" + origin + "81 7f fe f7 f8", Want: &message.Particle{Origin: place, Velocity: [3]int8{-127, 127, -2},
			Count: 0xf7, Color: 0xf8}},
		{Hex: "13 f1 f2" + origin, Want: &message.HitDamage{Save: 0xf1, Take: 0xf2, Origin: place}},
		{Hex: "14 f1 f2 f3 f4" + both, Want: &message.SpawnStatic{EntityDelta: state}},
		{Hex: "1d" + origin + "f1 f2 f3", Want: &message.SpawnStaticSound{Origin: place, Sound: 0xf1, Volume: 0xf2,
			Attenuation: 0xf3}},
		{Hex: "17 0c" + origin + "f1 f2", Want: &message.TempEntity{Type: 12, Origin: place, Color: 0xf1, Range: 0xf2}},
	}
	numbered := state
	numbered.Number = 0xff01
	list = append(list, decodertest.Wire{Hex: "16 01ff f1 f2 f3 f4" + both, Want: &message.SpawnBaseline{
		EntityDelta: numbered}})
	for _, kind := range []uint8{0, 1, 2, 3, 4, 7, 8, 10, 11} {
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("17 %02x", kind) + origin, Want: &message.TempEntity{
			Type: kind, Origin: place}})
	}
	for _, kind := range []uint8{5, 6, 9, 13} {
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("17 %02x 01ff", kind) + origin + end,
			Want: &message.TempEntity{Type: kind, Entity: 0xff01, Origin: place, End: back}})
	}
	update := func(hex string, bits uint64, mask message.Field) {
		list = append(list, decodertest.Wire{Hex: hex, Want: &message.UpdateEntity{EntityDelta: message.EntityDelta{
			Number: 0xf0, Bits: bits, Mask: mask, Origin: place, Angles: angles,
		}}})
	}
	update("82 f0"+c[0], 0x82, message.FieldOriginX)
	update("84 f0"+c[1], 0x84, message.FieldOriginY)
	update("88 f0"+c[2], 0x88, message.FieldOriginZ)
	update("90 f0"+a[1], 0x90, message.FieldYaw)
	update("81 01 f0"+a[0], 0x181, message.FieldPitch)
	update("81 02 f0"+a[2], 0x281, message.FieldRoll)
	update("9f 03 f0"+both, 0x39f, message.FieldOrigin|message.FieldAngles)
	return list
}

// narrow are coordinates of 16 bits and angles of 8.
var narrow = [2][3]string{{"0080", "ff7f", "feff"}, {"80", "7f", "fe"}}

// updates are the updateentity messages without places that all protocols
// have.
var wireUpdates = []decodertest.Wire{
	{Hex: "80 fe", Want: update(0xfe, 0x80, 0, message.EntityDelta{})},
	{Hex: "c0 fe f1", Want: update(0xfe, 0xc0, message.FieldFrame, message.EntityDelta{Frame: 0xf1})},
	{Hex: "81 00 fe", Want: update(0xfe, 0x81, 0, message.EntityDelta{})},
	{Hex: "81 04 fe f1", Want: update(0xfe, 0x481, message.FieldModel, message.EntityDelta{Model: 0xf1})},
	{Hex: "81 08 fe f1", Want: update(0xfe, 0x881, message.FieldColormap, message.EntityDelta{Colormap: 0xf1})},
	{Hex: "81 10 fe f1", Want: update(0xfe, 0x1081, message.FieldSkin, message.EntityDelta{Skin: 0xf1})},
	{Hex: "81 20 fe f1", Want: update(0xfe, 0x2081, message.FieldEffects, message.EntityDelta{Effects: 0xf1})},
	{Hex: "81 40 01fe", Want: update(0xfe01, 0x4081, 0, message.EntityDelta{})},
	{Hex: "c1 7c 4902 f1 f2 f3 f4 f5", Want: update(585, 0x7cc1,
		message.FieldModel|message.FieldFrame|message.FieldColormap|message.FieldSkin|message.FieldEffects,
		message.EntityDelta{Model: 0xf1, Frame: 0xf2, Colormap: 0xf3, Skin: 0xf4, Effects: 0xf5})},
	// The order of all fields: model, frame, colormap, skin, effects, then a
	// coordinate and an angle by turns.
	{Hex: "df 7f 4902 f1 f2 f3 f4 f5 0080 80 ff7f 7f feff fe", Want: update(585, 0x7fdf,
		message.FieldModel|message.FieldFrame|message.FieldColormap|message.FieldSkin|message.FieldEffects|
			message.FieldOrigin|message.FieldAngles,
		message.EntityDelta{
			Model: 0xf1, Frame: 0xf2, Colormap: 0xf3, Skin: 0xf4, Effects: 0xf5,
			Origin: [3]wire.Coord{-32768, 32767, -2}, Angles: [3]wire.Angle{-128, 127, -2},
		})},
}

func update(number int32, bits uint64, mask message.Field, e message.EntityDelta) *message.UpdateEntity {
	e.Number, e.Bits, e.Mask = number, bits, mask
	return &message.UpdateEntity{EntityDelta: e}
}

// wireClients are the clientdata messages that all protocols have. Bit 9 is
// in all of them: without it the items decide, see [TestWireItems].
var wireClients = []decodertest.Wire{
	{Hex: "0f 0002 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x200, message.ClientData{})},
	{Hex: "0f 0102 f8 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x201, message.ClientData{ViewHeight: -8})},
	{Hex: "0f 0202 f8 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x202, message.ClientData{IdealPitch: -8})},
	{Hex: "0f 0402 f8 01400080 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x204, message.ClientData{Punch: [3]int8{-8, 0, 0}})},
	{Hex: "0f 0802 f8 01400080 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x208, message.ClientData{Punch: [3]int8{0, -8, 0}})},
	{Hex: "0f 1002 f8 01400080 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x210, message.ClientData{Punch: [3]int8{0, 0, -8}})},
	{Hex: "0f 2002 f8 01400080 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x220, message.ClientData{Velocity: [3]int8{-8, 0, 0}})},
	{Hex: "0f 4002 f8 01400080 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x240, message.ClientData{Velocity: [3]int8{0, -8, 0}})},
	{Hex: "0f 8002 f8 01400080 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x280, message.ClientData{Velocity: [3]int8{0, 0, -8}})},
	{Hex: "0f 0006 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x600, message.ClientData{})}, // on ground
	{Hex: "0f 000a 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0xa00, message.ClientData{})}, // in water
	{Hex: "0f 0012 01400080 e1 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x1200, message.ClientData{WeaponFrame: 0xe1})},
	{Hex: "0f 0022 01400080 e1 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x2200, message.ClientData{Armor: 0xe1})},
	{Hex: "0f 0042 01400080 e1 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x4200, message.ClientData{WeaponModel: 0xe1})},
	// All fields: height, ideal pitch, punch and velocity by turns, items,
	// weapon frame, armor, weapon model, then what is always there.
	{Hex: "0f ff72 f8 81 c1 d1 c2 d2 c3 d3 01400080 e1 e2 e3 f6ff f1 f2 f3 f4 f5 f6",
		Want: client(0x72ff, message.ClientData{
			ViewHeight: -8, IdealPitch: -127, Punch: [3]int8{-63, -62, -61}, Velocity: [3]int8{-47, -46, -45},
			WeaponFrame: 0xe1, Armor: 0xe2, WeaponModel: 0xe3,
		})},
}

// client adds what the clientdata of these tests have in common.
func client(bits uint32, m message.ClientData) *message.ClientData {
	m.Bits, m.HasItems, m.Items, m.Health = bits, true, 0x80004001, -10
	if bits&1 == 0 {
		m.ViewHeight = 22
	}
	m.Ammo |= 0xf1
	m.Shells |= 0xf2
	m.Nails |= 0xf3
	m.Rockets |= 0xf4
	m.Cells |= 0xf5
	m.ActiveWeapon = 0xf6
	return &m
}

// everywhere are the messages of a protocol with coordinates of 16 bits.
func everywhere() (list []decodertest.Wire) {
	list = append(list, plain...)
	list = append(list, placed(narrow[0], narrow[1])...)
	list = append(list, wireUpdates...)
	return append(list, wireClients...)
}

// TestWireHasEveryMessage: each row of the table has bytes written by hand.
func TestWireHasEveryMessage(t *testing.T) {
	said := map[string]bool{}
	for _, list := range [][]decodertest.Wire{beginning(15, 0, wire.Units{}), everywhere(), extended,
		extendedPlaced(narrow[0], narrow[1]), replaced, unsized, decodertest.Replacements("feff", 0xfffe)} {
		for _, w := range list {
			said[w.Want.Name()] = true
		}
	}
	for _, w := range nehahra {
		said[w.Want.Name()] = true
	}
	for _, w := range extendedByAny {
		said[w.Want.Name()] = true
	}
	for _, row := range slices.Concat(messages.Rows(), nehahraMessages.Rows(), fteMessages.Rows()) {
		if row.Legal && !said[row.Name] {
			t.Errorf("%s has no bytes written by hand", row.Name)
		}
	}
}

// replacedBeginning is the serverinfo of protocol 666 with FTEX 0x40000000 and bits of FTE2.
func replacedBeginning(bits uint32) []decodertest.Wire {
	m := &message.ServerInfo{Extensions: []message.QWExtension{{Tag: message.TagFTE, Bits: 1 << 30},
		{Tag: message.TagFTE2, Bits: bits}}, Protocol: 666, MaxClients: 16, Multi: 1, MapName: []byte("The \xc8"),
		Models: words("maps/a.bsp", "*1"), Sounds: words("a.wav")}
	dir := ""
	if bits&0x20 != 0 {
		m.GameDir = []byte("id1")
		dir = "'id1' 00"
	}
	return []decodertest.Wire{{Hex: fmt.Sprintf("0b 'FTEX' 00000040 'FTE2' %02x%02x0000 9a020000 %s 10 01 ", bits&0xff,
		bits>>8, dir) + "'The ' c8 00 'maps/a.bsp' 00 '*1' 00 00 'a.wav' 00 00", Want: m}}
}

// replaced are messages of FTE's extensions, with FTE2 0x68.
var replaced = []decodertest.Wire{
	{Hex: "04 'FTE2' 08000000 0f000000", Want: &message.Version{Extensions: []message.QWExtension{{Tag: message.TagFTE2,
		Bits: 8}}, Protocol: 15}},
	{Hex: "05 8080 02", Want: &message.SetView{Entity: 0x8002}},
	{Hex: "06 18 8080 02 07 f1f2 0080 ff7f feff", Want: &message.Sound{Bits: 0x18, Volume: 255, Attenuation: 64,
		Channel: 7, Entity: 0x8002, Sound: 0xf2f1, Origin: [3]wire.Coord{-32768, 32767, -2}}},
	{Hex: "07 0000a040 feff", Want: &message.Time{Time: 5, Acknowledge: 0xfffe}},
	{Hex: "15 8044 f1 81", Want: &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{
		Bits: 0x4480, Mask: message.FieldModel, Model: 0xf1}, FTE: message.Replacement{Flags: 0x81}}},
	{Hex: "42 0501 8044 f1 81", Want: &message.SpawnBaseline{Kind: message.BaselineDelta,
		EntityDelta: message.EntityDelta{
			Number: 0x105, Bits: 0x4480, Mask: message.FieldModel, Model: 0xf1},
		FTE: message.Replacement{Flags: 0x81}}},
	{Hex: "33 ff fe", Want: &message.UpdateStat{Index: 255, Value: 254, Short: true}},
	{Hex: "36 0180 'a.wav' 00", Want: &message.Precache{Index: 0x8001, Text: []byte("a.wav")}},
	{Hex: "3c 8080 02 f1*14", Want: &message.FTEUnused{ID: 80, Data: []byte("\x80\x80\x02" + strings.Repeat("\xf1",
		14))}},
	{Hex: "3d f1*16", Want: &message.FTEUnused{ID: 81, Data: bytes.Repeat([]byte{0xf1}, 16)}},
	{Hex: "3e f1*8", Want: &message.FTEUnused{ID: 82, Data: bytes.Repeat([]byte{0xf1}, 8)}},
	{Hex: "4e 20 'a' 00", Want: &message.FTEUnused{ID: 78, Data: []byte(" a\x00")}},
	{Hex: "4f 10 0000c0bf", Want: &message.QWStatFloat{Index: 16, Value: -1.5}},
	{Hex: "54 01 f2 03 0200 f1f2", Want: &message.QWVoice{Player: 1, Generation: 0xf2, Sequence: 3,
		Data: []byte("\xf1\xf2")}},
	{Hex: "55 f1*6", Want: &message.FTEUnused{ID: 85, Data: bytes.Repeat([]byte{0xf1}, 6)}},
	{Hex: "5a 0200 f1f2", Want: &message.FTEUnused{ID: 90, Data: []byte("\x02\x00\xf1\xf2")}},
	{Hex: "5b 0280 f1f2", Want: &message.FTEUnused{ID: 91, Data: []byte("\x02\x80\xf1\xf2")}},
	{Hex: "5c 0500 0100 f1 0000", Want: &message.FTEUnused{ID: 92, Data: []byte("\x05\x00\x01\x00\xf1\x00\x00")}},
	{Hex: "5d 01 f1f2", Want: &message.FTEUnused{ID: 93, Data: []byte("\x01\xf1\xf2")}},
	{Hex: "5e 01 0080 ff7f feff f1f2 f3 f4", Want: &message.SpawnStaticSound{Extended: true, Flags: 1,
		Origin: [3]wire.Coord{-32768, 32767, -2}, Sound: 0xf2f1, Volume: 0xf3, Attenuation: 0xf4}},
}

// extendedByAny are messages that any of FTE's extensions brings, or changes.
var extendedByAny = append([]decodertest.Wire{
	{Hex: "06 86 01 f1 64 0100 0200 feff 0700 f2 0080 ff7f feff", Want: &message.Sound{Bits: 0x186, Volume: 255,
		Attenuation: 0xf1, Channel: 7, Sound: 0xf2, Origin: [3]wire.Coord{-32768, 32767, -2},
		FTE: message.SoundExtension{Pitch: 100, Velocity: [3]int16{1, 2, -2}}}},
	{Hex: "23 'a' 00 'b' 00 f1 f2", Want: &message.ShowPicture{Slot: []byte("a"), Picture: []byte("b"), X: 0xf1,
		Y: 0xf2}},
	{Hex: "24 'a' 00", Want: &message.HidePicture{Slot: []byte("a")}},
	{Hex: "32 000400ff 0200 f1f2", Want: &message.QWDownload{Chunk: -0xfffc00, Data: []byte("\xf1\xf2")}},
	{Hex: "34 f1*10", Want: &message.FTEUnused{ID: 74, Data: bytes.Repeat([]byte{0xf1}, 10)}},
	{Hex: "34 'ACH_PACIFIST' 00", Want: &message.Achievement{Text: []byte("ACH_PACIFIST")}},
	{Hex: "35 f1*12", Want: &message.FTEUnused{ID: 75, Data: bytes.Repeat([]byte{0xf1}, 12)}},
}, extendedTemps()...)

// extendedTemps are temporary entities that only FTE's extensions have.
func extendedTemps() (list []decodertest.Wire) {
	const origin, end = " 0080 ff7f feff ", " 0100 0200 0300 "
	for _, temp := range []struct {
		kind uint8
		hex  string
		want message.TempEntity
	}{
		{14, origin, message.TempEntity{}},
		{15, origin + end, message.TempEntity{End: [3]wire.Coord{1, 2, 3}}},
		{16, origin + end, message.TempEntity{End: [3]wire.Coord{1, 2, 3}}},
		{17, "'progs/a.mdl' 00 0501" + origin + end, message.TempEntity{Extra: []byte("progs/a.mdl"), Entity: 0x105,
			End: [3]wire.Coord{1, 2, 3}}},
		{18, "0501" + origin + end, message.TempEntity{Entity: 0x105, End: [3]wire.Coord{1, 2, 3}}},
		{19, origin + "f1 f2", message.TempEntity{Color: 0xf1, Range: 0xf2}},
		{20, origin, message.TempEntity{}},
		{21, "f1" + origin, message.TempEntity{Count: 0xf1}},
		{50, origin + "f1*4", message.TempEntity{Extra: []byte("\xf1\xf1\xf1\xf1")}},
		{51, origin + "f1*4", message.TempEntity{Extra: []byte("\xf1\xf1\xf1\xf1")}},
		{52, origin + end + "f1*4", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: bytes.Repeat([]byte{0xf1},
			4)}},
		{53, origin + "f1*3", message.TempEntity{Extra: []byte("\xf1\xf1\xf1")}},
		{54, origin + end + "f1*12", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: bytes.Repeat([]byte{0xf1},
			12)}},
		{55, origin + end + "f1*9", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: bytes.Repeat([]byte{0xf1},
			9)}},
		{56, origin + end + "f1*9", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: bytes.Repeat([]byte{0xf1},
			9)}},
		{57, origin, message.TempEntity{}}, {58, origin, message.TempEntity{}}, {59, origin, message.TempEntity{}},
		{70, origin, message.TempEntity{}}, {72, origin, message.TempEntity{}},
		{73, origin + "f1*5", message.TempEntity{Extra: bytes.Repeat([]byte{0xf1}, 5)}},
		{74, origin + end + "f1", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: []byte{0xf1}}},
		{75, origin, message.TempEntity{}},
		{76, origin + end + "f1*7", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: bytes.Repeat([]byte{0xf1},
			7)}},
		{77, origin + end + "f1", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: []byte{0xf1}}},
		{78, origin, message.TempEntity{}},
		{79, origin + end + "f1", message.TempEntity{End: [3]wire.Coord{1, 2, 3}, Extra: []byte{0xf1}}},
	} {
		m := temp.want
		m.Type, m.Origin = temp.kind, [3]wire.Coord{-32768, 32767, -2}
		list = append(list, decodertest.Wire{Hex: fmt.Sprintf("17 %02x ", temp.kind) + temp.hex, Want: &m})
	}
	return list
}

// TestWireExtensions has demos with FTEX alone, in which the deltas of baselines and static entities are those of
// QuakeWorld.
func TestWireExtensions(t *testing.T) {
	head := func(number int32, hex string, bits uint32) []decodertest.Wire {
		u := wire.Units{}
		if bits&0x8000 != 0 {
			u = wire.Units{Coord: wire.CoordFloat, Angle: wire.AngleShort}
		}
		return []decodertest.Wire{{Hex: "0b 'FTEX' " + hex + fmt.Sprintf(" %02x%02x0000", number&0xff, number>>8) +
			" 10 01 00 'maps/a.bsp' 00 00 00", Want: &message.ServerInfo{
			Extensions: []message.QWExtension{{Tag: message.TagFTE, Bits: bits}}, Protocol: number, MaxClients: 16,
			Multi: 1, MapName: []byte{}, Models: words("maps/a.bsp"), Units: u}}}
	}
	static := func(hex string, d message.EntityDelta) []decodertest.Wire {
		return []decodertest.Wire{
			{Hex: "15 00" + hex, Want: &message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: d}}}
	}
	// A frame; with the second byte of bits a model, too.
	list := slices.Concat(extendedByAny, static("20 f1", message.EntityDelta{Bits: 0x2000, Mask: message.FieldFrame,
		Frame: 0xf1}), static("a0 04 f1 f2", message.EntityDelta{Bits: 0xa004,
		Mask: message.FieldFrame | message.FieldModel, Model: 0xf1, Frame: 0xf2}))
	d := message.EntityDelta{Number: 0x105, Bits: 0xa004, Mask: message.FieldFrame | message.FieldModel, Model: 0xf1,
		Frame: 0xf2}
	list = append(list, decodertest.Wire{Hex: "42 05a1 04 f1 f2", Want: &message.SpawnBaseline{
		Kind: message.BaselineDelta, EntityDelta: d}})
	wireFile.Check(t, head(15, "00000440", 0x40040000), list)
	wireFile.Check(t, head(666, "00000440", 0x40040000), list)
	// FTEX 0x1000 has models of 16 bits, 0x2 scales; 0x8000 places of floats and angles of 16 bits.
	wireFile.Check(t, head(666, "02100000", 0x1002), static("80 80 09 f1f2 f3", message.EntityDelta{Bits: 0x98080,
		Mask: message.FieldModel | message.FieldScale, Model: 0xf2f1, Scale: 0xf3}))
	wireFile.Check(t, head(666, "00800000", 0x8000), static("12 0000a040 f1f2", message.EntityDelta{Bits: 0x1200,
		Mask: message.FieldOriginX | message.FieldYaw, Origin: [3]wire.Coord{0x40a00000}, Angles: [3]wire.Angle{0,
			-0xd0f}}))
	var refused []decodertest.Refused
	for _, w := range extendedTemps() {
		refused = append(refused, decodertest.Refused{Hex: w.Hex, Err: message.ErrUnknown})
	}
	wireFile.Refuse(t, beginning(666, 0, wire.Units{}), refused)
}

// TestWireTimedStaticSound: with FTE2 0x400 the number of a sound has any size.
func TestWireTimedStaticSound(t *testing.T) {
	wireFile.Check(t, replacedBeginning(0x408), []decodertest.Wire{{Hex: "2c 0080 ff7f feff 8501 f3 f4",
		Want: &message.SpawnStaticSound{Long: true, Origin: [3]wire.Coord{-32768, 32767, -2}, Sound: 0x85,
			Volume: 0xf3, Attenuation: 0xf4}}})
}

// unsized are those that take all the rest of a block.
var unsized = []decodertest.Wire{
	{Hex: "3a f1f2", Want: &message.FTEUnused{ID: 76, Data: []byte("\xf1\xf2")}, Open: true},
	{Hex: "53 f1f2", Want: &message.FTEUnused{ID: 83, Data: []byte("\xf1\xf2")}, Open: true},
}

// TestWireReplacements has FTE's extensions, which have other messages for entities and the recorder's state.
func TestWireReplacements(t *testing.T) {
	wireFile.Check(t, replacedBeginning(0x68), slices.Concat(replaced, unsized, decodertest.Replacements("feff",
		0xfffe)))
	wireFile.Check(t, replacedBeginning(8), decodertest.OlderReplacements())
	wireFile.Check(t, replacedBeginning(0x408), decodertest.TimedReplacements())
	// Without extensions the numbers have no meaning.
	var refused []decodertest.Refused
	for _, w := range replaced[4:] {
		refused = append(refused, decodertest.Refused{Hex: w.Hex, Err: message.ErrUnknown})
	}
	refused[0].Err = errObsolete
	wireFile.Refuse(t, beginning(666, 0, wire.Units{}), refused)
}

// TestUnsizedNote: a note says that a mod's own program has messages that could not be read, and the demo goes on.
func TestUnsizedNote(t *testing.T) {
	var list []message.Message
	for _, w := range slices.Concat(replacedBeginning(0x68), unsized[:1]) {
		list = append(list, w.Want)
	}
	data := append(encode(t, "-1\n", list), encode(t, "", []message.Message{new(message.Nop)})...)
	d := NewDecoder(data)
	if r := decodertest.Drain(t, Name, data, d); len(r.Damages) > 0 || r.Messages() != 3 {
		t.Errorf("%+v", r)
	}
	if info := d.Info(); !slices.Equal(info.Notes, []string{coding.UnsizedNote}) ||
		!slices.Equal(info.Extensions, []string{"FTEX 0x40000000", "FTE2 0x68"}) {
		t.Errorf("%+v", info)
	}
}

// TestWire15 has what only protocol 15 means: no interpolation, Nehahra's
// transparency, and flags without a meaning.
func TestWire15(t *testing.T) {
	wireFile.Check(t, beginning(15, 0, wire.Units{}), append(everywhere(), only15...))
}

// TestWireNehahra: the number of Nehahra's protocol is 250, or 15.
func TestWireNehahra(t *testing.T) {
	for _, number := range []int32{15, 250} {
		wireFile.Check(t, beginning(number, 0, wire.Units{}), append(append(everywhere(), only15...), nehahra...))
	}
}

// nehahra are the messages that only Nehahra has.
var nehahra = []decodertest.Wire{
	{Hex: "23 'a' 00 'gfx/b.lmp' 00 f1 f2", Want: &message.ShowPicture{Slot: []byte("a"), Picture: []byte("gfx/b.lmp"),
		X: 0xf1, Y: 0xf2}},
	{Hex: "24 'a' 00", Want: &message.HidePicture{Slot: []byte("a")}},
	{Hex: "32 feff", Want: &message.SkySize{Size: -2}},
	{Hex: "33 00", Want: &message.NehahraFog{}},
	{Hex: "33 f1 0000003f f2 f3 f4", Want: &message.NehahraFog{On: 0xf1, Density: 0.5, Red: 0xf2, Green: 0xf3,
		Blue: 0xf4}},
	{Hex: "17 0e 0080 ff7f feff", Want: &message.TempEntity{Type: 14, Origin: [3]wire.Coord{-32768, 32767, -2}}},
	{Hex: "17 0f 0080 ff7f feff", Want: &message.TempEntity{Type: 15, Origin: [3]wire.Coord{-32768, 32767, -2}}},
	{Hex: "17 10 0080 ff7f feff 0100 0200 0300", Want: &message.TempEntity{Type: 16,
		Origin: [3]wire.Coord{-32768, 32767, -2}, End: [3]wire.Coord{1, 2, 3}}},
	{Hex: "17 11 'progs/a.mdl' 00 f1f2 0080 ff7f feff 0100 0200 0300", Want: &message.TempEntity{Type: 17,
		Extra: []byte("progs/a.mdl"), Entity: 0xf2f1, Origin: [3]wire.Coord{-32768, 32767, -2},
		End: [3]wire.Coord{1, 2, 3}}},
	{Hex: "17 12 0080 ff7f feff f1", Want: &message.TempEntity{Type: 18, Origin: [3]wire.Coord{-32768, 32767, -2},
		Color: 0xf1}},
	{Hex: "17 13", Want: &message.TempEntity{Type: 19}},
	{Hex: "17 14", Want: &message.TempEntity{Type: 20}},
}

// only15 are the messages that only protocol 15 means.
var only15 = []decodertest.Wire{
	{Hex: "a0 fe", Want: update(0xfe, 0xa0, message.FieldNoLerp, message.EntityDelta{})},
	{Hex: "81 80 fe 0000803f 0000003f", Want: update(0xfe, 0x8081, message.FieldTransparency, message.EntityDelta{
		Transparency: [3]float32{1, 0.5}})},
	{Hex: "81 80 fe 00000040 0000003f 0000e040", Want: update(0xfe, 0x8081, message.FieldTransparency,
		message.EntityDelta{Transparency: [3]float32{2, 0.5, 7}})},
	{Hex: "0f 0082 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x8200, message.ClientData{})},
	{Hex: "06 18 2a01 f5 0080ff7ffeff", Want: &message.Sound{Bits: 0x18, Volume: 255, Attenuation: 64, Channel: 2,
		Entity: 37, Sound: 0xf5, Origin: [3]wire.Coord{-32768, 32767, -2}}},
}

// extended are the messages that protocols 666 and 999 add, without places.
var extended = []decodertest.Wire{
	{Hex: "a0 fe", Want: update(0xfe, 0xa0, message.FieldStep, message.EntityDelta{})},
	{Hex: "81 80 00 fe", Want: update(0xfe, 0x8081, 0, message.EntityDelta{})},
	{Hex: "81 80 01 fe f1", Want: update(0xfe, 0x18081, message.FieldAlpha, message.EntityDelta{Alpha: 0xf1})},
	{Hex: "81 80 02 fe f1", Want: update(0xfe, 0x28081, message.FieldFrameHigh, message.EntityDelta{FrameHigh: 0xf1})},
	{Hex: "81 80 04 fe f1", Want: update(0xfe, 0x48081, message.FieldModelHigh, message.EntityDelta{ModelHigh: 0xf1})},
	{Hex: "81 80 08 fe f1", Want: update(0xfe, 0x88081, message.FieldLerpFinish, message.EntityDelta{
		LerpFinish: 0xf1})},
	{Hex: "81 80 10 fe f1", Want: update(0xfe, 0x108081, message.FieldScale, message.EntityDelta{Scale: 0xf1})},
	{Hex: "81 80 80 00 fe", Want: update(0xfe, 0x808081, 0, message.EntityDelta{})},
	{Hex: "81 80 80 ff fe", Want: update(0xfe, 0xff808081, 0, message.EntityDelta{})},
	// Alpha, scale, the high byte of the frame, that of the model, lerp finish.
	{Hex: "c1 c4 1f 0102 f1 f2 e1 e2 e3 e4 e5", Want: update(0x201, 0x1fc4c1,
		message.FieldModel|message.FieldFrame|message.FieldAlpha|message.FieldScale|message.FieldFrameHigh|
			message.FieldModelHigh|message.FieldLerpFinish,
		message.EntityDelta{Model: 0xf1, Frame: 0xf2, Alpha: 0xe1, Scale: 0xe2, FrameHigh: 0xe3, ModelHigh: 0xe4,
			LerpFinish: 0xe5})},

	{Hex: "0f 0082 00 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0x8200, message.ClientData{})},
	{Hex: "0f 0082 01 01400080 f6ff f1 f2 f3 f4 f5 f6 a1",
		Want: client(0x18200, message.ClientData{WeaponModel: 0xa100})},
	{Hex: "0f 0082 02 01400080 f6ff f1 f2 f3 f4 f5 f6 a1", Want: client(0x28200, message.ClientData{Armor: 0xa100})},
	{Hex: "0f 0082 04 01400080 f6ff f1 f2 f3 f4 f5 f6 a1", Want: client(0x48200, message.ClientData{Ammo: 0xa100})},
	{Hex: "0f 0082 08 01400080 f6ff f1 f2 f3 f4 f5 f6 a1", Want: client(0x88200, message.ClientData{Shells: 0xa100})},
	{Hex: "0f 0082 10 01400080 f6ff f1 f2 f3 f4 f5 f6 a1", Want: client(0x108200, message.ClientData{Nails: 0xa100})},
	{Hex: "0f 0082 20 01400080 f6ff f1 f2 f3 f4 f5 f6 a1", Want: client(0x208200, message.ClientData{Rockets: 0xa100})},
	{Hex: "0f 0082 40 01400080 f6ff f1 f2 f3 f4 f5 f6 a1", Want: client(0x408200, message.ClientData{Cells: 0xa100})},
	{Hex: "0f 0082 80 01 01400080 f6ff f1 f2 f3 f4 f5 f6 a1",
		Want: client(0x1808200, message.ClientData{WeaponFrame: 0xa100})},
	{Hex: "0f 0082 80 02 01400080 f6ff f1 f2 f3 f4 f5 f6 a1",
		Want: client(0x2808200, message.ClientData{WeaponAlpha: 0xa1})},
	{Hex: "0f 00f2 ff 03 01400080 e1 e2 e3 f6ff f1 f2 f3 f4 f5 f6 a1 a2 a3 a4 a5 a6 a7 a8 a9",
		Want: client(0x3fff200, message.ClientData{
			WeaponFrame: 0xa8e1, Armor: 0xa2e2, WeaponModel: 0xa1e3, WeaponAlpha: 0xa9,
			Ammo: 0xa300, Shells: 0xa400, Nails: 0xa500, Rockets: 0xa600, Cells: 0xa700,
		})},
	// The items are there whatever the mask says.
	{Hex: "0f 0000 01400080 f6ff f1 f2 f3 f4 f5 f6", Want: client(0, message.ClientData{})},
}

// extendedPlaced are those with places, see placed.
func extendedPlaced(c, a [3]string) []decodertest.Wire {
	place, angles := [3]wire.Coord{-32768, 32767, -2}, [3]wire.Angle{-128, 127, -2}
	origin := c[0] + c[1] + c[2]
	both := c[0] + a[0] + c[1] + a[1] + c[2] + a[2]
	fields := message.FieldModel | message.FieldFrame | message.FieldColormap | message.FieldSkin |
		message.FieldOrigin | message.FieldAngles
	list := []decodertest.Wire{
		{Hex: "06 08 01ff f7 f5" + origin, Want: &message.Sound{Bits: 8, Volume: 255, Attenuation: 64, Channel: 0xf7,
			Entity: 0xff01, Sound: 0xf5, Origin: place}},
		{Hex: "06 10 2a01 05f0" + origin, Want: &message.Sound{Bits: 16, Volume: 255, Attenuation: 64, Channel: 2,
			Entity: 37, Sound: 0xf005, Origin: place}},
		{Hex: "06 1b f1 f2 01ff f7 05f0" + origin, Want: &message.Sound{Bits: 27, Volume: 0xf1, Attenuation: 0xf2,
			Channel: 0xf7, Entity: 0xff01, Sound: 0xf005, Origin: place}},
		{Hex: "2c" + origin + "01f1 f2 f3", Want: &message.SpawnStaticSound{Long: true, Origin: place, Sound: 0xf101,
			Volume: 0xf2, Attenuation: 0xf3}},
	}
	for _, c := range []struct {
		bits         uint64
		before, tail string
		want         message.EntityDelta
	}{
		{0, "f1 f2", "", message.EntityDelta{Model: 0xf1, Frame: 0xf2}},
		{1, "01f1 f2", "", message.EntityDelta{Model: 0xf101, Frame: 0xf2}},
		{2, "f1 02f2", "", message.EntityDelta{Model: 0xf1, Frame: 0xf202}},
		{4, "f1 f2", "f5", message.EntityDelta{Model: 0xf1, Frame: 0xf2, Alpha: 0xf5, Mask: message.FieldAlpha}},
		{8, "f1 f2", "f5", message.EntityDelta{Model: 0xf1, Frame: 0xf2, Scale: 0xf5, Mask: message.FieldScale}},
		{15, "01f1 02f2", "f5 f6", message.EntityDelta{Model: 0xf101, Frame: 0xf202, Alpha: 0xf5, Scale: 0xf6,
			Mask: message.FieldAlpha | message.FieldScale}},
	} {
		e := c.want
		e.Bits, e.Colormap, e.Skin, e.Origin, e.Angles = c.bits, 0xf3, 0xf4, place, angles
		e.Mask |= fields
		hex := fmt.Sprintf("%02x ", c.bits) + c.before + " f3 f4 " + both + c.tail
		list = append(list, decodertest.Wire{Hex: "2b" + hex, Want: &message.SpawnStatic{Kind: message.BaselineFlags,
			EntityDelta: e}})
		e.Number = 0xff01
		list = append(list, decodertest.Wire{Hex: "2a 01ff" + hex, Want: &message.SpawnBaseline{
			Kind: message.BaselineFlags, EntityDelta: e}})
	}
	// Behind origin and angles.
	return append(list, decodertest.Wire{
		Hex: "9f 83 07 f0" + both + "e1 e2 e3",
		Want: update(0xf0, 0x7839f, message.FieldOrigin|message.FieldAngles|message.FieldAlpha|message.FieldFrameHigh|
			message.FieldModelHigh,
			message.EntityDelta{Origin: place, Angles: angles, Alpha: 0xe1, FrameHigh: 0xe2, ModelHigh: 0xe3}),
	})
}

func TestWire666(t *testing.T) {
	list := append(everywhere(), extended...)
	wireFile.Check(t, beginning(666, 0, wire.Units{}), append(list, extendedPlaced(narrow[0], narrow[1])...))
}

// TestWire999 reads protocol 999 with each of its ways to write places and
// directions.
func TestWire999(t *testing.T) {
	coords := []struct {
		flags uint32
		as    wire.CoordEncoding
		bytes [3]string
	}{
		{0, wire.CoordShort, narrow[0]},
		// A short of units, then a byte of 255ths: -128 and 0, 127 and 255,
		// -1 and 254.
		{0x08, wire.Coord24, [3]string{"80ff00", "7f00ff", "fffffe"}},
		{0x10, wire.CoordFloat, [3]string{"0080ffff", "ff7f0000", "feffffff"}},
		{0x80, wire.CoordLong, [3]string{"0080ffff", "ff7f0000", "feffffff"}},
		{0x98, wire.CoordFloat, [3]string{"0080ffff", "ff7f0000", "feffffff"}}, // the float counts
		{0x88, wire.CoordLong, [3]string{"0080ffff", "ff7f0000", "feffffff"}},  // the long does
	}
	for _, c := range coords {
		for _, a := range []struct {
			flags uint32
			as    wire.AngleEncoding
			bytes [3]string
		}{
			{0, wire.AngleByte, narrow[1]},
			{0x02, wire.AngleShort, [3]string{"80ff", "7f00", "feff"}},
			{0x04, wire.AngleFloat, [3]string{"80ffffff", "7f000000", "feffffff"}},
			{0x06, wire.AngleFloat, [3]string{"80ffffff", "7f000000", "feffffff"}}, // the float counts
		} {
			flags := c.flags | a.flags | 0x61020060 // and those that change nothing
			t.Run(fmt.Sprintf("%#x", flags), func(t *testing.T) {
				list := append(placed(c.bytes, a.bytes), extendedPlaced(c.bytes, a.bytes)...)
				wireFile.Check(t, beginning(999, flags, wire.Units{Coord: c.as, Angle: a.as}), list)
			})
		}
	}
	wireFile.Check(t, beginning(999, 0, wire.Units{}), append(append([]decodertest.Wire{}, extended...), plain...))
}

// TestWireItems reads clientdata of engines up to 1.06, which leave the items
// out where the mask does. What follows shows it.
func TestWireItems(t *testing.T) {
	long := "0f 0000 f6ff f1 f2 f3 f4 f5 f6 07 0000a040"
	for _, c := range []struct {
		hex string
		has bool
	}{
		{"0f 0000 01400080 f6ff f1 f2 f3 f4 f5 f6 07 0000a040", true},
		{long, false},
	} {
		data := decodertest.Hex(t, wireFile.Head)
		data = append(data, wireFile.Record(decodertest.Hex(t, beginning(15, 0, wire.Units{})[0].Hex))...)
		data = append(data, wireFile.Record(decodertest.Hex(t, c.hex))...)
		d := NewDecoder(data)
		for range 2 {
			if _, err := d.NextPacket(); err != nil {
				t.Fatal(err)
			}
		}
		m, err := d.NextMessage()
		if err != nil {
			t.Fatal(err)
		}
		got := *m.(*message.ClientData)
		want := *client(0, message.ClientData{})
		want.HasItems = c.has
		if !c.has {
			want.Items = 0x4001
		}
		if got != want {
			t.Errorf("%s: %+v, want %+v", c.hex, got, want)
		}
		if m, err := d.NextMessage(); err != nil || m.(*message.Time).Time != 5 {
			t.Errorf("%s: then %v, %v", c.hex, m, err)
		}
		rewrite(t, data)
	}
}

// TestWireItemsInDoubt has a block that can be read with and without items: then the
// first block after it that cannot decides, and a note says so.
func TestWireItemsInDoubt(t *testing.T) {
	const (
		// Without items: health 100, ammo 25, then four nops and a time. With them:
		// items 0x19190064, health 0, and the nops are cells and so on.
		both    = "0f 0000 6400 19 19 00 00 00 01 01 01 01 01 07 0000a040"
		without = "0f 0000 6400 19 1a 00 00 00 01"
		with    = "0f 0000 01400080 6400 19 1a 00 00 00 01" // without, an id 0 follows
		set     = "0f 0002 01400080 6400 19 1a 00 00 00 01" // the mask says that they are there
	)
	for _, c := range []struct {
		name   string
		blocks []string
		want   bool
		note   string
	}{
		{"without", []string{both, without}, false,
			"clientdata of block 1 can be read with or without its items: read without, because of block 2"},
		{"with", []string{both, with}, true,
			"clientdata of block 1 can be read with or without its items: read with its items, because of block 2"},
		{"later", []string{both, "01", "", both, set, without, with}, false,
			"clientdata of block 1 can be read with or without its items: read without, because of block 6"},
		{"never", []string{both, "01", both}, true,
			"clientdata can be read with or without its items from block 1 on: read with them"},
		{"not by damage", []string{both, "ff", "00", with}, true,
			"clientdata of block 1 can be read with or without its items: read with its items, because of block 4"},
		{"not by another engine", []string{both, beginning(666, 0, wire.Units{})[0].Hex, without}, true,
			"clientdata can be read with or without its items from block 1 on: read with them"},
		{"no doubt", []string{without, both}, false, ""},
		{"nor here", []string{set, with, both}, true, ""},
	} {
		data := decodertest.Hex(t, wireFile.Head)
		data = append(data, wireFile.Record(decodertest.Hex(t, beginning(15, 0, wire.Units{})[0].Hex))...)
		for _, b := range c.blocks {
			data = append(data, wireFile.Record(decodertest.Hex(t, b))...)
		}
		d := NewDecoder(data)
		var mark message.Mark
		for i := range 2 {
			if i == 1 {
				mark = d.Mark()
			}
			if _, err := d.NextPacket(); err != nil {
				t.Fatal(err)
			}
		}
		read := func() {
			m, err := d.NextMessage()
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			got := m.(*message.ClientData)
			want := message.ClientData{ViewHeight: 22, Items: 0x4001, Health: 100, Ammo: 25, Shells: 25,
				ActiveWeapon: 1}
			switch {
			case c.name == "no doubt":
				want.Shells = 26
			case c.name == "nor here":
				want = message.ClientData{Bits: 0x200, ViewHeight: 22, HasItems: true, Items: 0x80004001, Health: 100,
					Ammo: 25, Shells: 26, ActiveWeapon: 1}
			case c.want:
				want = message.ClientData{ViewHeight: 22, HasItems: true, Items: 0x19190064, Shells: 1, Nails: 1,
					Rockets: 1, Cells: 1, ActiveWeapon: 1}
			}
			if *got != want {
				t.Errorf("%s: %+v, want %+v", c.name, *got, want)
			}
		}
		read()
		d.Return(mark) // and again
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		read()
		for {
			if _, err := d.NextPacket(); err != nil {
				break
			}
			for {
				if _, err := d.NextMessage(); err != nil {
					break
				}
			}
		}
		if got := strings.Join(d.Info().Notes, "; "); got != c.note {
			t.Errorf("%s: %q, want %q", c.name, got, c.note)
		}
		rewrite(t, data)
	}
}

// TestWireRefused has ids without a message, types without a shape, and
// protocols that are not read.
func TestWireRefused(t *testing.T) {
	wireFile.Refuse(t, beginning(666, 0, wire.Units{}), []decodertest.Refused{
		{Hex: "00", Err: message.ErrUnknown},
		{Hex: "15", Err: errObsolete},
		{Hex: "23", Err: message.ErrUnknown},
		{Hex: "24", Err: message.ErrUnknown},
		{Hex: "26", Err: message.ErrUnknown},
		{Hex: "27", Err: message.ErrUnknown},
		{Hex: "2d", Err: message.ErrUnknown},
		{Hex: "7f", Err: message.ErrUnknown},
		{Hex: "17 0e 000000000000", Err: message.ErrUnknown},
		{Hex: "17 ff 000000000000", Err: message.ErrUnknown},
	})
}

// TestWireBlocks reads a whole file: its first line, two blocks, the second
// cut by the file's end.
func TestWireBlocks(t *testing.T) {
	data := decodertest.Hex(t, `'2' 0a
		15000000 0000803f 0000b4c2 0000003f
		0b 0f000000 01 00 'm' 00 'a.bsp' 00 00 00 18 01 1b 1c
		04000000 00000040 00000000 0000803f
		0e 03`)
	d := NewDecoder(data)
	if h, ok := d.Header().(*message.CDTrackLine); !ok || string(h.Text) != "2\n" {
		t.Errorf("first line %+v", d.Header())
	}
	p, err := d.NextPacket()
	want := message.Packet{Offset: 2, Size: 16 + 21, Angles: [3]float32{1, -90, 0.5}}
	if err != nil || *p != want {
		t.Errorf("%+v, %v, want %+v", p, err, want)
	}
	p, err = d.NextPacket()
	want = message.Packet{Block: 1, Offset: 2 + 16 + 21, Size: 18, Missing: 2, Angles: [3]float32{2, 0, 1}}
	if err != nil || *p != want {
		t.Errorf("%+v, %v, want %+v", p, err, want)
	}
	rewrite(t, data)
	for _, size := range []uint32{maxBlock + 1, math.MaxUint32, 1 << 31} {
		var head [16]byte
		binary.LittleEndian.PutUint32(head[:], size)
		bad := append(decodertest.Hex(t, "'-1' 0a"),
			wireFile.Record(decodertest.Hex(t, beginning(15, 0, wire.Units{})[0].Hex))...)
		d := NewDecoder(append(bad, head[:]...))
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		if _, err := d.NextPacket(); err == nil || err.(*message.Damage).Offset != int64(len(bad)) {
			t.Errorf("a block of %d bytes: %v", int32(size), err)
		}
	}
}

// TestWireDetect has what a file may begin with: how long its first line may
// be, which angles its first block may have, and how many blocks may stand
// before the serverinfo.
func TestWireDetect(t *testing.T) {
	level := decodertest.Hex(t, beginning(15, 0, wire.Units{})[0].Hex)
	block := func(angle float32, payload []byte) []byte {
		b := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
		for range 3 {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(angle))
		}
		return append(b, payload...)
	}
	for _, c := range []struct {
		angle float32
		want  bool
	}{{0, true}, {1e6, true}, {-1e6, true}, {2e6, false}, {-2e6, false}, {float32(math.NaN()), false},
		{float32(math.Inf(-1)), false}} {
		data := append([]byte("-1\n"), block(c.angle, level)...)
		d := NewDecoder(data)
		if got := d.tryBlock(3) == blockRead; got != c.want {
			t.Errorf("angles of %v: taken for a block %v", c.angle, got)
		}
	}
	// A first line of 64 bytes with its end, and one of 65.
	for n, want := range map[int]bool{64: true, 65: false} {
		line := append([]byte("2"), make([]byte, n-2)...)
		for i := 1; i < len(line); i++ {
			line[i] = ' '
		}
		data := append(append(line, '\n'), block(1, level)...)
		d := NewDecoder(data)
		if got := len(d.header.Text) == n; got != want {
			t.Errorf("a line of %d bytes is taken for %d", n, len(d.header.Text))
		}
	}
	// The end of a number, and of the space behind it.
	for line, want := range map[string][2]int{"09\n": {2, 3}, " -9 \n-": {3, 5}, "/\n": {}, ":\n": {}, "1:\n": {1, 1}} {
		number, end := trackByScan([]byte(line))
		if _, ok := trackByStep([]byte(line)); number != want[0] || end != want[1] || ok != (end > 1) {
			t.Errorf("%q: a number up to %d, space up to %d, a line %v", line, number, end, ok)
		}
	}
	for before, want := range map[int]bool{0: true, 7: true, 8: false} {
		data := []byte("-1\n")
		for range before {
			data = append(data, block(1, []byte{1})...)
		}
		data = append(data, block(1, level)...)
		if got := Detect(data, ""); got != want {
			t.Errorf("%d blocks before the serverinfo: %v", before, got)
		}
	}
	largest := append([]byte("-1\n"), block(1, level)...)
	largest = append(largest, block(1, make([]byte, 256_000))...)
	d := NewDecoder(largest)
	for range 2 {
		if p, err := d.NextPacket(); err != nil || p.Missing != 0 {
			t.Errorf("a block of 256,000 bytes: %+v, %v", p, err)
		}
	}
}

// TestWireHasEveryBit: each bit of each mask has bytes written by hand, and so has all
// that real files exercise.
func TestWireHasEveryBit(t *testing.T) {
	quake := decodertest.TallyOf(beginning(15, 0, wire.Units{}), everywhere(), only15)
	quake.HasMask(t, "entity", 0xffff)
	quake.HasMask(t, "clientdata", 0x7eff)
	quake.HasMask(t, "sound", 0x03)
	all := decodertest.TallyOf(
		beginning(15, 0, wire.Units{}), beginning(999, 0xffffffff, wire.Units{}), everywhere(), only15, extended,
		extendedPlaced(narrow[0], narrow[1]), replaced, unsized, decodertest.Replacements("feff", 0xfffe),
		[]decodertest.Wire{{Want: &message.CDTrackLine{}}},
	)
	all.HasMask(t, "entity", 0x9fffff)      // the highest is another byte of flags
	all.HasMask(t, "clientdata", 0x3fffeff) // bit 8 has no meaning
	all.HasMask(t, "sound", 0x1b)
	all.HasMask(t, "baseline 1", 0x0f)
	all.HasMask(t, "static 1", 0x0f)
	all.HasMask(t, "update", 0x3fffffff)
	all.HasMask(t, "predicted", 0xff)
	t.Run("corpus", func(t *testing.T) { all.CoverCorpus(t, Name, wireFile.Decoder, "*") })
}
