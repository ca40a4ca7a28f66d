package model

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// smallSPR is a sprite of two frames, of which the second is a group of two.
func smallSPR() bin {
	b := bin("IDSP").i32(1, 2).f32(8).i32(4, 2, 2).f32(0).i32(0)
	b = b.i32(0).i32(-2, 1, 4, 2).u8(1, 2, 3, 4, 5, 6, 7, 255)
	b = b.i32(1, 2).f32(0.1, 0.2).i32(-1, 5, 1, 3).u8(9, 8, 7)
	return b.i32(0, 0, 2, 1).u8(20, 21)
}

// TestSPR: each frame is a square with its picture, which looks to -x: what is right is at -y.
func TestSPR(t *testing.T) {
	m, err := Load(smallSPR())
	if err != nil {
		t.Fatal(err)
	}
	if m.Format != SPR || len(m.Frames) != 2 || len(m.Surfaces) != 1 || len(m.Surfaces[0].Skins) != 2 {
		t.Fatalf("it is %s with %d frames", m.Format, len(m.Frames))
	}
	for i, want := range [][]mgl32.Vec3{{{0, 2, 1}, {0, -2, 1}, {0, -2, -1}, {0, 2, -1}},
		{{0, 1, 5}, {0, 0, 5}, {0, 0, 2}, {0, 1, 2}}} {
		if got := m.Lerp(nil, m.Pose(i, 0), 0, 0); !slices.Equal(got, want) {
			t.Errorf("frame %d is %v, not %v", i, got, want)
		}
	}
	if k, pixels := &m.Surfaces[0].Skins[0], "\x01\x02\x03\x04\x05\x06\x07\xff"; k.Width != 4 || k.Height != 2 ||
		string(k.Pixels[0]) != pixels {
		t.Errorf("the first picture is %+v", k)
	}
	if k := &m.Surfaces[0].Skins[1]; k.Width != 1 || k.Height != 3 || string(k.Pixels[0]) != "\x09\x08\x07" {
		t.Errorf("the second picture is %+v", k)
	}
	var facing [2]bool
	if m.Facing(facing[:], m.Lerp(nil, 0, 0, 0), mgl32.Vec3{-10, 0, 0}); !facing[0] || !facing[1] {
		t.Error("it is not seen from -x")
	}
	for _, c := range []struct {
		data bin
		want string
	}{
		{smallSPR().with(4, bin{}.i32(2)), "version 2"},
		{smallSPR().with(24, bin{}.i32(0)), "no frames"},
		{smallSPR().with(24, bin{}.i32(1000)), "1000 frames, more than 256"},
		{smallSPR().with(40, bin{}.i32(9000)), "it is at 9000, 1"},
		{smallSPR().with(48, bin{}.i32(-4)), "-4 by 2 pixels"},
		{smallSPR().with(48, bin{}.i32(100)), "exceed the file size"},
		{smallSPR()[:80], "exceed"},
	} {
		if _, err := Load(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, not %q", err, c.want)
		}
	}
}

// smallSP2 is a sprite of two frames.
func smallSP2() bin {
	b := bin("IDS2").i32(2, 2)
	for i, path := range []string{"sprites/a.pcx", "sprites/b.pcx"} {
		name := make([]byte, 64)
		copy(name, path)
		b = b.i32(int32(4+i), 6, 1, 2).u8(name...)
	}
	return b
}

// TestSP2: each frame is a square with its picture; 1, 2 of the first, from the lower left, is at the origin.
func TestSP2(t *testing.T) {
	m, err := Load(smallSP2())
	if err != nil {
		t.Fatal(err)
	}
	if m.Format != SP2 || !m.IsSprite() || len(m.Frames) != 2 || len(m.Surfaces) != 1 || len(m.Surfaces[0].Skins) != 2 {
		t.Fatalf("it is %s with %d frames", m.Format, len(m.Frames))
	}
	for i, want := range [][]mgl32.Vec3{{{0, 1, 4}, {0, -3, 4}, {0, -3, -2}, {0, 1, -2}},
		{{0, 1, 4}, {0, -4, 4}, {0, -4, -2}, {0, 1, -2}}} {
		if got := m.Lerp(nil, m.Pose(i, 0), 0, 0); !slices.Equal(got, want) {
			t.Errorf("frame %d is %v, not %v", i, got, want)
		}
	}
	if a, b := m.Surfaces[0].Skins[0].Name, m.Surfaces[0].Skins[1].Name; a != "sprites/a.pcx" || b != "sprites/b.pcx" {
		t.Errorf("the pictures are %s and %s", a, b)
	}
	for _, c := range []struct {
		data bin
		want string
	}{
		{smallSP2().with(4, bin{}.i32(1)), "version 1"},
		{smallSP2().with(8, bin{}.i32(0)), "no frames"},
		{smallSP2().with(8, bin{}.i32(1000)), "1000 frames, more than 256"},
		{smallSP2().with(12, bin{}.i32(-4)), "-4 by 6 pixels"},
		{smallSP2().with(20, bin{}.i32(9000)), "it is at -9000, -2"},
		{smallSP2()[:100], "exceed"},
	} {
		if _, err := Load(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("the error is %v, not %q", err, c.want)
		}
	}
}

func FuzzSP2(f *testing.F) { fuzzModel(f, smallSP2(), smallSP2()[:60]) }

func FuzzSPR(f *testing.F) { fuzzModel(f, smallSPR(), smallSPR()[:60]) }
