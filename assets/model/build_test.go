package model

import (
	"encoding/binary"
	"math"
)

// bin is a file that a test writes number by number.
type bin []byte

func (b bin) i32(v ...int32) bin {
	for _, n := range v {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

func (b bin) i16(v ...int) bin {
	for _, n := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return b
}

func (b bin) f32(v ...float64) bin {
	for _, n := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(n)))
	}
	return b
}

func (b bin) u8(v ...byte) bin { return append(b, v...) }

// text is a text of n bytes.
func (b bin) text(s string, n int) bin { return append(append(b, s...), make([]byte, n-len(s))...) }

// with returns b with other bytes from an offset on.
func (b bin) with(at int, other []byte) bin {
	out := append(bin(nil), b...)
	copy(out[at:], other)
	return out
}

// smallMDL is two triangles, of which the second is at the back; two skins, of which the
// second is a group; two frames, of which the second is a group.
//
//	header 0, skins 84, vertices 128, triangles 176, frame 0 at 208, frame 1 at 252, end 356
func smallMDL() bin {
	b := bin("IDPO").i32(6).f32(0.5, 1, 2).f32(-10, 0, 10).f32(50).f32(0, 0, 0)
	b = b.i32(2, 4, 2).i32(4, 2, 2).i32(1, int32(Rotate|Tracer3)).f32(1)
	// Skins: alone; a group of two.
	b = b.i32(0).u8(1, 2, 3, 4, 5, 6, 7, 8)
	b = b.i32(1, 2).f32(0.25, 1).u8(11, 12, 13, 14, 15, 16, 17, 18).u8(21, 22, 23, 24, 25, 26, 27, 28)
	// On the seam, s, t.
	b = b.i32(0, 0, 0).i32(0x20, 1, 1).i32(0x20, 0, 1).i32(0, 3, 0)
	// In front, vertices.
	b = b.i32(1, 0, 1, 2).i32(0, 1, 3, 2)
	pose := func(b bin, name string, z byte) bin {
		b = b.u8(0, 0, 0, 0).u8(20, 20, 20, 0).text(name, 16)
		return b.u8(0, 0, z, 5).u8(20, 0, z, 161).u8(0, 20, z, 162).u8(20, 20, z, 255)
	}
	b = pose(b.i32(0), "sixteen bytes do", 0)
	b = b.i32(1, 2).u8(0, 0, 0, 0).u8(20, 20, 20, 0).f32(0.1, 0.3)
	return pose(pose(b, "g1", 10), "g2", 20)
}

// smallMD2 is a triangle in two frames of other scales.
//
//	header 0, skins 68, texture coordinates 132, triangles 144, frames 156, commands 260, end 264
func smallMD2() bin {
	b := bin("IDP2").i32(8).i32(64, 32, 52).i32(1, 3, 3, 1, 1, 2).i32(68, 132, 144, 156, 260, 264)
	b = b.text("players/male/grunt.pcx", 64)
	b = b.i16(0, 0).i16(63, 0).i16(-1, 31)
	b = b.i16(0, 1, 2).i16(2, 1, 0)
	b = b.f32(1, 1, 1).f32(0, 0, 0).text("stand01", 16).u8(0, 0, 0, 0).u8(10, 0, 0, 5).u8(0, 10, 255, 200)
	b = b.f32(2, -1, 0.5).f32(100, 0, -8).text("stand02", 16).u8(0, 0, 0, 5).u8(10, 0, 0, 5).u8(0, 10, 16, 5)
	return b.i32(0)
}

// smallMD3 is two frames with two tags, which change places in the second, and two
// surfaces: a triangle, and one of nothing.
//
//	header 0, frames 108, tags 220, surface 0 at 668, its shaders 776, triangles 844,
//	texture coordinates 856, vertices 880; surface 1 at 928, end 1036
func smallMD3() bin {
	b := bin("IDP3").i32(15).text("models/small.md3", 64).i32(0).i32(2, 2, 2, 0).i32(108, 220, 668, 1036)
	for _, name := range []string{"f1", "f2"} {
		b = b.f32(-9, -9, -9).f32(9, 9, 9).f32(0, 0, 0).f32(20).text(name, 16)
	}
	tag := func(b bin, name string, x float64, axis ...float64) bin {
		return b.text(name, 64).f32(x, 0, 1).f32(axis...)
	}
	b = tag(b, "tag_head", 1, 2, 0, 0, 0, 1, 0, 0, 0, 1)
	b = tag(b, "tag_weapon", 2, 1, 0, 0, 0, 1, 0, 0, 0, 1)
	b = tag(b, "tag_weapon", 4, 1, 0, 0, 0, 1, 0, 0, 0, 1)
	b = tag(b, "tag_head", 3, 0, 2, 0, -1, 0, 0, 0, 0, 1)
	b = b.text("IDP3", 4).text("h_head", 64).i32(0).i32(2, 1, 3, 1).i32(176, 108, 188, 212, 260)
	b = b.text(`E:\oa\head.tga`, 64).i32(0)
	b = b.i32(0, 2, 1)
	b = b.f32(0, 0).f32(1, 0).f32(0.5, math.NaN())
	b = b.i16(0, 0, 0, 0x4040).i16(64, 0, 0, 0x0000).i16(0, -64, 0, 0x0080)
	b = b.i16(0, 0, 128, 0x4040).i16(128, 0, 128, 0x8040).i16(0, -64, 128, 0xc040)
	return b.text("IDP3", 4).text("h_none", 64).i32(0).i32(2, 0, 0, 0).i32(108, 108, 108, 108, 108)
}
