package bsp

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// texture returns a header with a name of so many bytes, width, height and offsets, and
// what follows it.
func texture(name int, width, height uint32, offsets [4]uint32, more ...uint8) []byte {
	var b bytes.Buffer
	put(&b, make([]byte, name), width, height, offsets, more)
	return b.Bytes()
}

func TestTexels(t *testing.T) {
	count := make([]uint8, 200)
	for i := range count {
		count[i] = uint8(i)
	}
	for _, c := range []struct {
		what string
		data []byte
		want []uint8
	}{
		// A header of 16 + 4*6 bytes: the image lies behind it.
		{"two by one", texture(16, 16, 8, [4]uint32{1, 2, 3, 40}, 7, 9), []uint8{7, 9}},
		{"behind something else", texture(16, 23, 15, [4]uint32{0, 0, 0, 42}, 1, 2, 7, 9, 5), []uint8{7, 9}},
		{"more than are kept", texture(16, 16*8, 8*8, [4]uint32{0, 0, 0, 40}, count...), []uint8{
			0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54,
			56, 58, 60, 62,
			64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112,
			114, 116, 118, 120, 122, 124, 126}},
		{"no image in the map", texture(16, 16, 8, [4]uint32{}, 7, 9), nil},
		{"no header", make([]byte, 39), nil},
		{"smaller than an eighth", texture(16, 7, 8, [4]uint32{0, 0, 0, 40}, 7, 9), nil},
		{"cut", texture(16, 16, 8, [4]uint32{0, 0, 0, 40}, 7), nil},
		{"beyond the end", texture(16, 16, 8, [4]uint32{0, 0, 0, 43}, 7, 9), nil},
		{"absurd size", texture(16, 1<<31, 1<<31, [4]uint32{0, 0, 0, 40}, 7, 9), nil},
		{"absurd offset", texture(16, 16, 8, [4]uint32{0, 0, 0, 1<<32 - 1}, 7, 9), nil},
	} {
		if got := texels(c.data, miptexName); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// In a map of Quake the textures are in a lump, each at its place.
func TestTexelsOfQuake(t *testing.T) {
	magic, lumps := split(newRoom(false).quake(widthsQuake))
	headers := len(lumps["textures"])
	// The second texture, at 4 + 4*4 + 40, has its smallest image behind all headers.
	at := 4 + 4*4 + 40
	lumps["textures"] = append(lumps["textures"], 11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26, 27, 28, 31,
		32, 33, 34, 35, 36, 37, 38, 41, 42, 43, 44, 45, 46, 47, 48)
	set("textures", at+16+8+12, uint32(headers-at))(lumps)
	m := load(t, file(magic, lumps))
	// 64x32 texels, an eighth of that is 8x4.
	want := []uint8{11, 12, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26, 27, 28, 31, 32, 33, 34, 35, 36, 37, 38, 41,
		42, 43, 44, 45, 46, 47, 48}
	if got := m.Textures[1]; got.Name != "sky4" || !slices.Equal(got.Texels, want) {
		t.Errorf("%s has texels %v", got.Name, got.Texels)
	}
	if m.Textures[0].Texels != nil || m.Textures[2].Texels != nil {
		t.Error("textures without images have texels")
	}
	if m.Wals() != nil {
		t.Errorf("a map of Quake asks for %q", m.Wals())
	}
}

// TestPixelsOfQuake: all pixels of a texture are kept, those of a frame that no face begins with too, and never more
// than the lump has.
func TestPixelsOfQuake(t *testing.T) {
	magic, lumps := split(newRoom(false).quake(widthsQuake))
	var names []string
	for i := range roomTextures {
		names = append(names, roomTextures[i].quake)
	}
	own := len(names)
	names = append(names, "+1lamp", "lamp")
	var b bytes.Buffer
	put(&b, int32(len(names)))
	const header, image = 16 + 4*6, 16*8 + 2
	for i := range names {
		put(&b, int32(4+4*len(names)+(header+image)*i))
	}
	for i, name := range names {
		put(&b, append([]byte(name), make([]byte, 16-len(name))...), uint32(16), uint32(8),
			[4]uint32{header, 0, 0, header + 16*8})
		for k := range image {
			b.WriteByte(uint8(i + k))
		}
	}
	lumps["textures"] = b.Bytes()
	m := load(t, file(magic, lumps))
	for i := range m.Textures {
		x := &m.Textures[i]
		number := uint8(slices.Index(names, x.Name))
		if len(x.Pixels) != 128 || x.Pixels[0] != number || x.Pixels[127] != number+127 {
			t.Errorf("%s has pixels %v", x.Name, x.Pixels)
		}
	}
	if f := m.Frames; len(f) != 1 || f[0].Name != "+1lamp" || f[0].Width != 16 || f[0].Height != 8 ||
		len(f[0].Pixels) != 128 || f[0].Pixels[0] != uint8(own) {
		t.Errorf("the frames are %+v", f)
	}

	// Each image reaches to the end: only the first of them is no larger than the lump.
	for i := range names {
		at := 4 + 4*len(names) + (header+image)*i + 16
		set("textures", at, uint32(8))(lumps)
		set("textures", at+4, uint32((len(lumps["textures"])-at-24)/8))(lumps)
	}
	kept := 0
	m = load(t, file(magic, lumps))
	for i := range m.Textures {
		kept += len(m.Textures[i].Pixels)
	}
	if kept == 0 || kept > len(lumps["textures"]) {
		t.Errorf("of a lump of %d bytes %d pixels are kept", len(lumps["textures"]), kept)
	}
}

// In Quake II they come from files.
func TestWals(t *testing.T) {
	m := load(t, newRoom(false).quake2(widthsQuake2))
	if got, want := m.Wals(), []string{"e1/lava1", "e1/sky", "e1/trigger", "e1/wall1"}; !slices.Equal(got, want) {
		t.Errorf("the textures are %q, want %q", got, want)
	}
	// The header has 32 + 4*6 bytes.
	if err := m.AttachWal("e1/wall1", texture(32, 8, 16, [4]uint32{1, 1, 1, 56}, 3, 4)); err != nil ||
		!slices.Equal(m.Textures[0].Texels, []uint8{3, 4}) {
		t.Errorf("the wall has %v, %v", m.Textures[0].Texels, err)
	}
	if x := &m.Textures[0]; x.Width != 8 || x.Height != 16 || x.Pixels != nil {
		t.Errorf("the wall is %d by %d texels, and has pixels %v", x.Width, x.Height, x.Pixels)
	}
	pixels := make([]uint8, 16*8)
	for i := range pixels {
		pixels[i] = uint8(i)
	}
	if err := m.AttachWal("e1/wall1", texture(32, 16, 8, [4]uint32{56, 1, 1, 56}, pixels...)); err != nil ||
		!slices.Equal(m.Textures[0].Pixels, pixels) {
		t.Errorf("the wall has %v, %v", m.Textures[0].Pixels, err)
	}
	large := texture(32, 512, 513, [4]uint32{56, 1, 1, 56}, make([]uint8, 512*513)...)
	if err := m.AttachWal("e1/lava1", large); err != nil || m.Textures[2].Pixels != nil {
		t.Errorf("of a large texture %d pixels are kept, %v", len(m.Textures[2].Pixels), err)
	}
	m.Textures[2].Texels = nil
	var wrong *FormatError
	if err := m.AttachWal("e1/sky", texture(32, 8, 16, [4]uint32{1, 1, 1, 57}, 3, 4)); !errors.As(err, &wrong) ||
		m.Textures[1].Texels != nil {
		t.Errorf("the sky has %v, %v", m.Textures[1].Texels, err)
	}
	if got, want := m.Wals(), []string{"e1/lava1", "e1/sky", "e1/trigger"}; !slices.Equal(got, want) {
		t.Errorf("what is left is %q, want %q", got, want)
	}
	for i := range 2000 {
		m.Textures = append(m.Textures, Texture{Name: string(rune('a'+i%26)) + string(rune('a'+i/26))})
	}
	if got := len(m.Wals()); got != 1024 {
		t.Errorf("a map asks for %d files", got)
	}
	if m := load(t, newRoom(false).quake3(46)); m.Wals() != nil {
		t.Errorf("a map of Quake III asks for %q", m.Wals())
	}
}
