package decodertest

import (
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// Replacements returns handwritten updates of entities by FTE's replacement deltas with each of their bits, for FTE2
// 0x68: with view angles and the new encoding of sizes. Coordinates have 16 bits, angles 8. head is the bytes before
// the server's time, from which acknowledge is read.
func Replacements(head string, acknowledge uint16) []Wire {
	return replacements(head, acknowledge, []change{
		{"01 f1", 0, message.EntityDelta{Bits: 1, Mask: message.FieldFrame, Frame: 0xf1}, none},
		{"8102 01f1", 0, message.EntityDelta{Bits: 0x281, Mask: message.FieldFrame, Frame: 0xf101}, none},
		{"02 0080 ff7f", 0, message.EntityDelta{Bits: 2, Mask: message.FieldOriginX | message.FieldOriginY,
			Origin: [3]wire.Coord{-32768, 32767}}, none},
		{"04 feff", 0, message.EntityDelta{Bits: 4, Mask: message.FieldOriginZ, Origin: [3]wire.Coord{2: -2}}, none},
		{"08 80 7f", 0, message.EntityDelta{Bits: 8, Mask: message.FieldPitch | message.FieldRoll,
			Angles: [3]wire.Angle{-128, 0, 127}}, none},
		{"10 fe", 0, message.EntityDelta{Bits: 0x10, Mask: message.FieldYaw, Angles: [3]wire.Angle{1: -2}}, none},
		{"20 f1", 0, message.EntityDelta{Bits: 0x20, Mask: message.FieldEffects, Effects: 0xf1}, none},
		{"80808020 01f1", 0, message.EntityDelta{Bits: 0x20808080, Mask: message.FieldEffects, Effects: 0xf101}, none},
		{"a0808020 01f2f3f4", 0, message.EntityDelta{Bits: 0x208080a0, Mask: message.FieldEffects,
			Effects: -0xb0c0dff}, none},
		{"40 00", 0, message.EntityDelta{Bits: 0x40}, none},
		{"40 7f 9001 70fe 0100 05 0080 ff7f feff f1", 0, message.EntityDelta{Bits: 0x40},
			message.Replacement{Predicted: 0x7f, Moves: [3]int16{400, -400, 1}, MoveType: 5,
				Velocity: [3]int16{-32768, 32767, -2}, Msec: 0xf1}},
		{"58 01 02 03 80 0100 0200 0300", 0, message.EntityDelta{Bits: 0x58, Mask: message.FieldAngles,
			Angles: [3]wire.Angle{1, 3, 2}}, message.Replacement{Predicted: 0x80, View: [3]int16{1, 3, 2}}},
		{"8001", 0, message.EntityDelta{Bits: 0x180}, none},
		{"8004 f1", 0, message.EntityDelta{Bits: 0x480, Mask: message.FieldModel, Model: 0xf1}, none},
		{"8006 01f1", 0, message.EntityDelta{Bits: 0x680, Mask: message.FieldModel, Model: 0xf101}, none},
		{"8008 f1", 0, message.EntityDelta{Bits: 0x880, Mask: message.FieldSkin, Skin: 0xf1}, none},
		{"800a feff", 0, message.EntityDelta{Bits: 0xa80, Mask: message.FieldSkin, Skin: -2}, none},
		{"8010 f1", 0, message.EntityDelta{Bits: 0x1080, Mask: message.FieldColormap, Colormap: 0xf1}, none},
		{"8020 02", 0, message.EntityDelta{Bits: 0x2080, Mask: message.FieldSolid, Solid: 2},
			message.Replacement{SolidKind: 2}},
		{"8020 10 01f1", 0, message.EntityDelta{Bits: 0x2080, Mask: message.FieldSolid, Solid: 0xf101},
			message.Replacement{SolidKind: 16}},
		{"8020 20 010200f1", 0, message.EntityDelta{Bits: 0x2080, Mask: message.FieldSolid, Solid: -0xefffdff},
			message.Replacement{SolidKind: 32}},
		{"8040 81", 0, message.EntityDelta{Bits: 0x4080}, message.Replacement{Flags: 0x81}},
		{"808001 f1", 0, message.EntityDelta{Bits: 0x18080, Mask: message.FieldAlpha, Alpha: 0xf1}, none},
		{"808002 f1", 0, message.EntityDelta{Bits: 0x28080, Mask: message.FieldScale, Scale: 0xf1}, none},
		{"808004 c0 01 f1*14 03 0400", 0, message.EntityDelta{Bits: 0x48080}, message.Replacement{
			Bones: append(append([]byte("\xc0\x01"), repeated(14)...), 3, 4, 0)}},
		{"808008 05", 0, message.EntityDelta{Bits: 0x88080}, message.Replacement{DrawFlags: 5}},
		{"808008 07 f1", 0, message.EntityDelta{Bits: 0x88080}, message.Replacement{DrawFlags: 7, AbsLight: 0xf1}},
		{"808010 8080 02 f1", 0, message.EntityDelta{Bits: 0x108080}, message.Replacement{Tag: 0x8002, TagIndex: 0xf1}},
		{"808020 0100 0200 0300 feff f1 f2", 0, message.EntityDelta{Bits: 0x208080},
			message.Replacement{Light: [4]int16{1, 2, 3, -2}, LightStyle: 0xf1, LightFlags: 0xf2}},
		{"808040 0101", 0, message.EntityDelta{Bits: 0x408080}, message.Replacement{Trail: [2]uint32{0x101}}},
		{"808040 0181 0302", 0, message.EntityDelta{Bits: 0x408080}, message.Replacement{Trail: [2]uint32{0x8101,
			0x203}}},
		{"80808001 f1 f2 f3", 0, message.EntityDelta{Bits: 0x1808080, Mask: message.FieldColorMod,
			FTEFields: message.FTEFields{ColorMod: [3]uint8{0xf1, 0xf2, 0xf3}}}, none},
		{"80808002 f1 f2 f3 f4 f5", 0, message.EntityDelta{Bits: 0x2808080}, message.Replacement{GlowSize: 0xf1,
			GlowColor: 0xf2, GlowMod: [3]uint8{0xf3, 0xf4, 0xf5}}},
		{"80808004 f1", 0, message.EntityDelta{Bits: 0x4808080, Mask: message.FieldFatness,
			FTEFields: message.FTEFields{Fatness: 0xf1}}, none},
		{"80808008 f1", 0, message.EntityDelta{Bits: 0x8808080, Mask: message.FieldModel2, Model2: 0xf1}, none},
		{"80828008 01f1", 0, message.EntityDelta{Bits: 0x8808280, Mask: message.FieldModel2, Model2: 0xf101}, none},
		{"80808010 f1 f2", 0, message.EntityDelta{Bits: 0x10808080}, message.Replacement{
			GravityTurn: [2]uint8{0xf1, 0xf2}}},
		{"00", 16385, message.EntityDelta{}, none},
	}, []Wire{
		{Hex: "0000", Want: new(message.UpdateEntities)},
		{Hex: "0080 0000", Want: &message.UpdateEntities{Entities: []message.ReplacementUpdate{
			{EntityDelta: message.EntityDelta{Remove: true}}}}},
		{Hex: "05c0 01 0580 0000", Want: &message.UpdateEntities{Entities: []message.ReplacementUpdate{
			{EntityDelta: message.EntityDelta{Number: 16389, Remove: true}},
			{EntityDelta: message.EntityDelta{Number: 5, Remove: true}}}}},
	})
}

// OlderReplacements are the updates whose bytes differ for FTE2 0x8 alone: 16-bit angles and the frame of the view
// weapon.
func OlderReplacements() []Wire {
	return replacements("", 0, []change{
		{"58 0180 0200 0380 00", 0, message.EntityDelta{Bits: 0x58, Mask: message.FieldAngles,
			Angles: [3]wire.Angle{-0x7fff, -0x7ffd, 2}}, none},
		{"40 80 05", 0, message.EntityDelta{Bits: 0x40}, message.Replacement{Predicted: 0x80, WeaponFrame: 5}},
		{"40 80 85 02", 0, message.EntityDelta{Bits: 0x40}, message.Replacement{Predicted: 0x80, WeaponFrame: 0x105}},
		{"8020 01f1", 0, message.EntityDelta{Bits: 0x2080, Mask: message.FieldSolid, Solid: 0xf101}, none},
	}, nil)
}

// TimedReplacements are the updates whose bytes differ with FTE2 0x400: most numbers have seven bits per byte.
func TimedReplacements() []Wire {
	return replacements("", 0, []change{
		{"8102 f101 8302", 0, message.EntityDelta{Bits: 0x281, Mask: message.FieldFrame, Frame: 0xf1},
			message.Replacement{LerpEnd: 0x103}},
		{"a004 8103 8202", 0, message.EntityDelta{Bits: 0x4a0, Mask: message.FieldEffects | message.FieldModel,
			Effects: 0x181, Model: 0x102}, none},
		{"8018 3e 8101", 0, message.EntityDelta{Bits: 0x1880, Mask: message.FieldSkin | message.FieldColormap, Skin: -2,
			Colormap: 0x81}, none},
		{"8040 8101", 0, message.EntityDelta{Bits: 0x4080}, message.Replacement{Flags: 0x81}},
		{"808014 40 8101 02 0500 8201", 0, message.EntityDelta{Bits: 0x148080}, message.Replacement{
			Bones: []byte("\x40\x81\x01\x02"), Tag: 5, TagIndex: 0x82}},
		{"808040 8101 02", 0, message.EntityDelta{Bits: 0x408080}, message.Replacement{Trail: [2]uint32{0x81, 2}}},
	}, nil)
}

// change is a change of an entity; number 0 stands for 5.
type change struct {
	hex    string
	number int32
	delta  message.EntityDelta
	fte    message.Replacement
}

var none message.Replacement

func repeated(n int) (b []byte) {
	for range n {
		b = append(b, 0xf1)
	}
	return b
}

// replacements returns a message with one entity for each change, and others.
func replacements(head string, acknowledge uint16, list []change, others []Wire) (wires []Wire) {
	add := func(hex string, m *message.UpdateEntities) {
		m.Acknowledge, m.Time = acknowledge, 1.5
		wires = append(wires, Wire{Hex: "56 " + head + " 0000c03f " + hex, Want: m})
	}
	for _, c := range list {
		index := "0500 "
		c.delta.Number = 5
		if c.number != 0 {
			c.delta.Number = c.number
			index = fmt.Sprintf("%02x%02x %02x ", c.number&0xff, c.number>>8&0x3f|0x40, c.number>>14)
		}
		add(index+c.hex+" 0000", &message.UpdateEntities{Entities: []message.ReplacementUpdate{
			{EntityDelta: c.delta, FTE: c.fte}}})
	}
	for _, w := range others {
		add(w.Hex, w.Want.(*message.UpdateEntities))
	}
	return wires
}
