package model

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestRefused: what is wrong is said with its place.
func TestRefused(t *testing.T) {
	i32, f32 := func(v ...int32) bin { return bin{}.i32(v...) }, func(v ...float64) bin { return bin{}.f32(v...) }
	mdl, md2, md3 := smallMDL(), smallMD2(), smallMD3()
	for _, c := range []struct {
		name string
		data bin
		want string
	}{
		{"nothing", bin{}, "model, byte 0: neither MDL, MD2, MD3, SPR nor SP2"},
		{"a map", bin{}.i32(29), "model, byte 0: neither MDL, MD2, MD3, SPR nor SP2"},
		{"four letters", bin("IDPO"), "MDL, header, byte 4: the file ends in it"},
		{"another version", mdl.with(4, i32(7)), "MDL, header, byte 4: version 7; 6 can be read"},
		{"another MD2", md2.with(4, i32(15)), "MD2, header, byte 4: version 15; 8 can be read"},
		{"another MD3", md3.with(4, i32(8)), "MD3, header, byte 4: version 8; 15 can be read"},
		{"half a header", mdl[:80], "MDL, header, byte 0: 84 bytes at 0 exceed the file size of 80"},

		{"skins", mdl.with(48, i32(-1)), "MDL, header, byte 48: -1 skins, more than 256"},
		{"many skins", mdl.with(48, i32(257)), "MDL, header, byte 48: 257 skins"},
		{"wide skins", mdl.with(52, i32(8193)),
			"MDL, header, byte 52: 8193 pixels of width, more than 8192"},
		{"high skins", mdl.with(56, i32(math.MinInt32)), "MDL, header, byte 56: -2147483648 pixels of height"},
		{"large skins", mdl.with(52, i32(8192, 8192)),
			"MDL, skin 0, byte 88: 67108864 bytes at 88 exceed the file size of 356"},
		{"vertices", mdl.with(60, i32(131_073)), "MDL, header, byte 60: 131073 vertices, more than 131072"},
		{"triangles", mdl.with(64, i32(262_145)),
			"MDL, header, byte 64: 262145 triangles, more than 262144"},
		{"frames", mdl.with(68, i32(8193)), "MDL, header, byte 68: 8193 frames, more than 8192"},
		{"no frames", mdl.with(68, i32(0)), "MDL, header, byte 68: no frames"},
		{"no scale", mdl.with(8, f32(math.NaN())), "MDL, header, byte 8: scale [NaN 1 2]"},
		{"no origin", mdl.with(28, f32(math.Inf(-1))), "MDL, header, byte 8: scale [0.5 1 2] and origin [-10 0 -Inf]"},
		{"far away", mdl.with(20, f32(1<<21)), "MDL, header, byte 8: scale"},
		{"large", mdl.with(8, f32(1<<13)), "MDL, header, byte 8: scale"},
		{"no group of skins", mdl.with(100, i32(0)), "MDL, skin 1, byte 100: a group of 0, where 1 to 255 may be"},
		{"negative group of skins", mdl.with(100, i32(-2)), "MDL, skin 1, byte 100: a group of -2"},
		{"large group of skins", mdl.with(100, i32(256)),
			"MDL, skin 1, byte 100: a group of 256, where 1 to 255 may be"},
		{"as many skins as are left", mdl.with(100, i32(255)),
			"MDL, skin 1, byte 104: 1020 bytes at 104 exceed the file size"},
		{"interval of a skin", mdl.with(108, f32(0)), "MDL, skin 1, byte 108: interval of 0 seconds"},
		{"vertex of a triangle", mdl.with(192+8, i32(4)), "MDL, triangle 1, byte 192: vertex 4 of 4"},
		{"negative vertex", mdl.with(176+4, i32(-1)), "MDL, triangle 0, byte 176: vertex -1 of 4"},
		{"group of poses", mdl.with(256, i32(8193)), "MDL, frame 1, byte 256: a group of 8193, where 1 to 8191 may be"},
		{"endless interval", mdl.with(268, f32(math.Inf(1))), "MDL, frame 1, byte 268: interval of +Inf seconds"},
		{"no interval", mdl.with(272, f32(math.NaN())), "MDL, frame 1, byte 272: interval of NaN seconds"},
		{"negative interval", mdl.with(272, f32(-1)), "MDL, frame 1, byte 272: interval of -1 seconds"},

		{"frame size", md2.with(16, i32(51)), "MD2, header, byte 16: frames of 51 bytes cannot hold 3 vertices"},
		{"negative frame size", md2.with(16, i32(-52)), "MD2, header, byte 16: frames of -52 bytes"},
		{"no frames", md2.with(40, i32(0)), "MD2, header, byte 40: no frames"},
		{"skins before the file", md2.with(44, i32(-1)),
			"MD2, skins, byte 0: 64 bytes at -1 exceed the file size of 264"},
		{"skins behind the file", md2.with(44, i32(math.MaxInt32)),
			"MD2, skins, byte 264: 64 bytes at 2147483647 exceed the file size"},
		{"overlap", md2.with(20, i32(2)), "MD2, frames, byte 156: overlapping parts"},
		{"frames", md2.with(40, i32(3)), "MD2, frames, byte 156: 156 bytes at 156 exceed the file size of 264"},
		{"vertex of a triangle", md2.with(144+4, bin{}.i16(3)),
			"MD2, triangle 0, byte 144: vertex 3 of 3, texture coordinate 0 of 3"},
		{"texture coordinate of a triangle", md2.with(144+6, bin{}.i16(3)),
			"MD2, triangle 0, byte 144: vertex 0 of 3, texture coordinate 3 of 3"},
		{"scale of a frame", md2.with(208, f32(math.NaN())), "MD2, frame 1, byte 208: scale [NaN -1 0.5]"},
		{"many vertices in all", md2.with(16, i32(524_328)).with(24, i32(131_072)).with(40, i32(8192)),
			"MD2, header, byte 0: 1073741824 vertices in all 8192 poses, more than 16777216"},

		{"tags", md3.with(80, i32(65)), "MD3, header, byte 80: 65 tags, more than 64"},
		{"surfaces", md3.with(84, i32(257)), "MD3, header, byte 84: 257 surfaces, more than 256"},
		{"frames", md3.with(76, i32(3)), `MD3, frame 2, byte 668: tag "IDP3h_head" is not in the first frame`},
		{"no frames", md3.with(76, i32(0)), "MD3, header, byte 76: no frames"},
		{"another tag", md3.with(444, bin("tag_other\x00")),
			`MD3, frame 1, byte 444: tag "tag_other" is not in the first frame`},
		{"tag nowhere", md3.with(220+64, f32(math.NaN())), `MD3, frame 0, byte 220: tag "tag_head" lies at [NaN 0 1]`},
		{"tag without direction", md3.with(220+76, f32(math.Inf(1))),
			`MD3, frame 0, byte 220: tag "tag_head" has an axis of +Inf`},
		{"no surface", md3.with(668, bin("IDPX")), `MD3, surface 0, byte 668: begins with "IDPX"`},
		{"surface of one frame", md3.with(668+72, i32(1)),
			"MD3, surface 0, byte 740: 1 frames, of which the model has 2"},
		{"shaders", md3.with(668+76, i32(257)), "MD3, surface 0, byte 744: 257 shaders, more than 256"},
		{"vertices of a surface", md3.with(668+80, i32(131_073)),
			"MD3, surface 0, byte 748: 131073 vertices, more than 131072 in all surfaces"},
		{"as many shaders as may be", md3.with(668+76, i32(256)),
			"MD3, surface 0, shaders, byte 776: 17408 bytes at 776 exceed the file size"},
		{"as many vertices as may be", md3.with(668+80, i32(131_072)),
			"MD3, surface 0, texture coordinates, byte 856: 1048576 bytes at 856 exceed the file size"},
		{"vertices of all surfaces", md3.with(928+80, i32(131_070)),
			"MD3, surface 1, byte 1008: 131070 vertices, more than 131072 in all surfaces"},
		{"triangles of a surface", md3.with(668+84, i32(-1)), "MD3, surface 0, byte 752: -1 triangles"},
		{"triangles of all surfaces", md3.with(928+84, i32(262_144)),
			"MD3, surface 1, byte 1012: 262144 triangles, more than 262144 in all surfaces"},
		{"triangles outside", md3.with(668+88, i32(-1000)),
			"MD3, surface 0, triangles, byte 0: 12 bytes at -332 exceed the file size of 1036"},
		{"vertex of a triangle", md3.with(844+8, i32(3)), "MD3, surface 0, byte 844: triangle 0 has vertex 3 of 3"},
		{"vertices outside", md3.with(668+100, i32(400)),
			"MD3, surface 0, vertices, byte 1036: 48 bytes at 1068 exceed the file size of 1036"},
		{"surfaces without end", md3.with(668+104, i32(0)), "MD3, surface 1, shaders, byte 776: overlapping parts"},
	} {
		_, err := Load(c.data)
		var at *FormatError
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, not %s", c.name, err, c.want)
		}
	}
}

// TestCut: a model that is cut anywhere is refused, by an error within what is left of it.
func TestCut(t *testing.T) {
	for _, data := range []bin{smallMDL(), smallMD2()[:260], smallMD3()} { // but the commands for GL
		for n := range data {
			_, err := Load(data[:n])
			var at *FormatError
			if !errors.As(err, &at) || at.Offset < 0 || at.Offset > int64(n) {
				t.Errorf("%d bytes of %s: %v", n, data[:4], err)
			}
		}
	}
}

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestSmallFiles: small files that claim much, and files whose parts lie on each other,
// do not become large models.
func TestSmallFiles(t *testing.T) {
	var shared bin // 256 surfaces, all with the same triangles and vertices
	shared = append(shared, bin("IDP3").i32(15).text("", 64).i32(0).i32(1, 0, 256, 0).i32(108, 108, 164, 0)...)
	shared = append(shared, make([]byte, 56)...)
	const vertices, triangles = 500, 500
	for i := range int32(256) {
		data := 164 + 256*108 - (164 + i*108) // from the surface to what all have
		shared = shared.text("IDP3", 68).i32(0).i32(1, 0, vertices, triangles).i32(data, data, data, data, 108)
	}
	shared = append(shared, make([]byte, 12*triangles)...)
	for name, data := range map[string]bin{
		"MDL of many frames":     smallMDL().with(60, bin{}.i32(131_072, 262_144, 8192)),
		"MD2 of many frames":     smallMD2().with(24, bin{}.i32(131_072, 786_432, 262_144, 0, 8192)),
		"MD3 of many frames":     smallMD3().with(76, bin{}.i32(8192, 64, 256)),
		"surfaces on each other": shared,
	} {
		n := allocated(func() {
			if _, err := Load(data); err == nil {
				t.Errorf("%s: no error", name)
			}
		})
		if limit := uint64(20*len(data) + 64<<10); n > limit {
			t.Errorf("%s: %d bytes, more than %d", name, n, limit)
		}
	}
}

// fan is an MD3 of n triangles that all have the edge from vertex 0 to vertex 1, or two
// of whose corners are one if n is 0.
func fan(n int) bin {
	b := bin("IDP3").i32(15).text("", 64).i32(0).i32(1, 0, 1, 0).i32(108, 108, 164, 0)
	b = append(b, make([]byte, 56)...)
	b = b.text("IDP3", 68).i32(0).i32(1, 0, int32(n+2), int32(n)).i32(108, 108, int32(108+12*n),
		int32(108+12*n+8*(n+2)), 0)
	for i := range n {
		if i%3 == 0 {
			b = b.i32(0, 1, int32(i+2))
		} else {
			b = b.i32(1, 0, int32(i+2))
		}
	}
	b = append(b, make([]byte, 8*(n+2))...)
	for i := range n + 2 {
		b = b.i16(i&0x7fff, i>>7, i%7, 0)
	}
	return b
}

// TestWorstEdges: as many triangles as there may be, all at the same three edges, take no
// more memory than docs/design.md says. To look at all of them for the other side of each
// would take longer than a test may.
func TestWorstEdges(t *testing.T) {
	b := bin("IDP2").i32(8).i32(64, 32, 52).i32(0, 3, 3, maxTriangles, 0, 1).i32(68, 68, 80, 80+12*maxTriangles, 0, 0)
	b = b.i16(0, 0).i16(63, 0).i16(0, 31)
	for range maxTriangles {
		b = b.i16(0, 1, 2, 0, 1, 2)
	}
	b = b.f32(1, 1, 1).f32(0, 0, 0).text("one", 16).u8(0, 0, 0, 0).u8(10, 0, 0, 5).u8(0, 10, 255, 200)
	var m *Model
	n := allocated(func() {
		var err error
		if m, err = Load(b); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("%d bytes, %d edges, %d bytes allocated", len(b), len(m.Edges), n)
	if n > 100<<20 || m.Memory() > 30<<20 {
		t.Errorf("%d bytes allocated, %d kept", n, m.Memory())
	}
}

// TestMemory: a model takes a few times its file.
func TestMemory(t *testing.T) {
	for _, data := range []bin{smallMDL(), smallMD2(), smallMD3(), fan(20_000)} {
		n := allocated(func() { load(t, data) })
		if limit := uint64(20*len(data) + 256<<10); n > limit {
			t.Errorf("%.4s of %d bytes: %d", data, len(data), n)
		}
	}
}

// TestErrors: what is said of a place, for every part.
func TestErrors(t *testing.T) {
	cause := errors.New("cause")
	err := error(&FormatError{"MD3", "surface 2", 77, cause})
	if !errors.Is(err, cause) || fmt.Sprint(err) != "MD3, surface 2, byte 77: cause" {
		t.Error(err)
	}
}

// What is as large as may be is not refused.
func TestJustAllowed(t *testing.T) {
	f := &file{format: MDL}
	if err := f.vertexPoses(4096, 4096); err != nil {
		t.Error(err)
	}
	if err := f.vertexPoses(4097, 4096); err == nil {
		t.Error("more than 16,777,216 vertices in all poses are allowed")
	}
	if _, err := ParseSkin(make([]byte, MaxText)); err != nil {
		t.Error(err)
	}
	far := mgl32.Vec3{maxCoord, -maxCoord, 0}
	if err := f.places("header", 8, far, far, 1); err != nil {
		t.Error(err)
	}
}

// The poses of a group count before they are read.
func TestVerticesOfAGroup(t *testing.T) {
	group := bin{}.i32(1, 2, 0, 0).f32(0.1, 0.2)
	f := &file{format: MDL, data: group, m: &Model{NumVertices: maxVertices, Poses: make([]Pose, 127)}}
	const want = "MDL, header, byte 0: 16908288 vertices in all 129 poses"
	if err := f.mdlFrame(&mdlHeader{}); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, not %s", err, want)
	}
}

// How often poses change is bounded: rates of a file may be anything.
func TestAnimationRate(t *testing.T) {
	for text, want := range map[string]float32{"0 1 0 15": 15, "0 1 0 1000": 1000, "0 1 0 5000": 1000, "0 1 0 -3": 1} {
		if row, ok, err := animationRow(&tokens{text: []byte(text)}, 0); err != nil || !ok || row.Rate != want {
			t.Errorf("%s: %v a second, %v", text, row.Rate, err)
		}
	}
}
