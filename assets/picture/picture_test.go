package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"slices"
	"testing"
)

// pcx is a PCX of a width and height with lines of line bytes, packed as given. Its palette
// has red i, green 2i and blue 3i for the index i.
func pcx(width, height, line int, packed ...byte) []byte {
	b := make([]byte, 128)
	b[0], b[1], b[2], b[3], b[65] = 10, 5, 1, 8, 1
	for at, v := range map[int]int{8: width - 1, 10: height - 1, 66: line} {
		binary.LittleEndian.PutUint16(b[at:], uint16(v))
	}
	b = append(append(b, packed...), 12)
	for i := range 256 {
		b = append(b, byte(i), byte(2*i), byte(3*i))
	}
	return b
}

// tgaOf is a TGA whose header has the kind, kind of palette, its first entry, length and
// bits, width, height, bits a pixel and flags.
func tgaOf(kind, mapped byte, first, length, entry, width, height, bits, flags int, data ...byte) []byte {
	b := []byte{2, mapped, kind, byte(first), byte(first >> 8), byte(length), byte(length >> 8), byte(entry),
		0, 0, 0, 0,
		byte(width), byte(width >> 8), byte(height), byte(height >> 8), byte(bits), byte(flags), 'i', 'd'}
	return append(b, data...)
}

func TestPictures(t *testing.T) {
	for _, c := range []struct {
		name          string
		data          []byte
		width, height int
		want          []byte
	}{
		// A byte alone, a run of 2 that reaches into what lines are filled with, a run of one 0xc1.
		{"PCX", pcx(3, 2, 4, 7, 0xc2, 9, 0, 0xc1, 0xc1, 5, 6, 0xc1, 0), 3, 2, []byte{7, 14, 21, 9, 18, 27, 9, 18, 27,
			0xc1, 0x82, 0x43, 5, 10, 15, 6, 12, 18}},
		{"PCX of a run beyond its line", pcx(1, 2, 2, 0xc9, 3, 0xc2, 4), 1, 2, []byte{3, 6, 9, 4, 8, 12}},
		// The palette begins with index 10; 9 and 12 are not in it.
		{"TGA of indices", tgaOf(1, 1, 10, 2, 24, 4, 1, 8, 0x20, 1, 2, 3, 4, 5, 6, 11, 10, 12, 9), 4, 1,
			[]byte{6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0}},
	} {
		p, err := Load(c.data)
		if err != nil || p.Width != c.width || p.Height != c.height || !slices.Equal(p.Pix, c.want) {
			t.Errorf("%s: %+v, %v, want %v", c.name, p, err, c.want)
		}
	}
}

// solid is a JPEG of one color.
func solid(t testing.TB, width, height int, c color.RGBA) []byte {
	t.Helper()
	i := image.NewRGBA(image.Rect(0, 0, width, height))
	for k := 0; k < len(i.Pix); k += 4 {
		i.Pix[k], i.Pix[k+1], i.Pix[k+2], i.Pix[k+3] = c.R, c.G, c.B, 255
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, i, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestJPEG(t *testing.T) {
	p, err := Load(solid(t, 300, 20, color.RGBA{200, 100, 50, 255}))
	// Three pixels to one, of which 20 rows make 7.
	if err != nil || p.Width != 100 || p.Height != 7 || p.Memory() < 2100 {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, at := range [][2]float32{{0, 0}, {0.5, 0.5}, {0.99, 0.99}} {
		r, g, b := p.At(at[0], at[1])
		near := func(got uint8, want int) bool { return int(got) >= want-3 && int(got) <= want+3 }
		if !near(r, 200) || !near(g, 100) || !near(b, 50) {
			t.Errorf("at %v: %d, %d, %d", at, r, g, b)
		}
	}
}

// TestScans: a megapixel may be gone over 48 times.
func TestScans(t *testing.T) {
	data := solid(t, 1024, 1024, color.RGBA{})
	for range 47 {
		data = append(data, 0xff, 0xda)
	}
	if _, err := Load(data); err != nil {
		t.Errorf("48 scans: %v", err)
	}
	if _, err := Load(append(data, 0xff, 0xda)); err == nil {
		t.Error("49 scans are read")
	}
}

// TestReduced: a large picture becomes the means of its squares, also where they are cut.
func TestReduced(t *testing.T) {
	p, err := sized(257, 2)
	if err != nil {
		t.Fatal(err)
	}
	for x := range 257 {
		p.Pix[4*x], p.Pix[4*(257+x)] = byte(x/3), byte(x/3)
	}
	p.Pix[0], p.Pix[4*258+1] = 60, 120 // of 6 pixels
	s := reduced(p, keptSide)
	if s.Width != 86 || s.Height != 1 || s.Pix[0] != 10 || s.Pix[1] != 20 || s.Pix[3] != 1 || s.Pix[3*85] != 85 {
		t.Errorf("%d by %d, %v", s.Width, s.Height, s.Pix[:6])
	}
}

// TestDecode: a picture keeps its size and its opacity, which JPEG and colors of 24 bits have not.
func TestDecode(t *testing.T) {
	var file bytes.Buffer
	if err := png.Encode(&file, &image.NRGBA{Pix: []byte{1, 2, 3, 4, 5, 6, 7, 0}, Stride: 8,
		Rect: image.Rect(0, 0, 2, 1)}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want []byte
	}{
		"TGA of 32 bits": {tgaOf(2, 0, 0, 0, 0, 2, 1, 32, 0x20, 3, 2, 1, 4, 7, 6, 5, 0),
			[]byte{1, 2, 3, 4, 5, 6, 7, 0}},
		"TGA of 24 bits": {tgaOf(2, 0, 0, 0, 0, 1, 1, 24, 0x20, 3, 2, 1), []byte{1, 2, 3, 255}},
		"mapped TGA":     {tgaOf(1, 1, 0, 1, 32, 1, 1, 8, 0x20, 3, 2, 1, 9, 0), []byte{1, 2, 3, 9}},
		"gray TGA":       {tgaOf(3, 0, 0, 0, 0, 1, 1, 8, 0x20, 50), []byte{50, 50, 50, 255}},
		"PNG":            {file.Bytes(), []byte{1, 2, 3, 4, 5, 6, 7, 0}},
	} {
		if p, err := Decode(c.data); err != nil || !bytes.Equal(p.Pix, c.want) {
			t.Errorf("%s: %v, %v", name, p, err)
		}
	}
	if p, err := Decode(solid(t, 300, 2, color.RGBA{200, 100, 50, 255})); err != nil || p.Rect.Dx() != 300 ||
		p.Rect.Dy() != 2 || p.Pix[3] != 255 || p.Pix[0] < 195 || p.Pix[0] > 205 {
		t.Errorf("JPEG: %v", err)
	}
}

// TestAt: places beyond the picture repeat it, and none is outside of it.
func TestAt(t *testing.T) {
	p := &Picture{Width: 2, Height: 2, Pix: []byte{1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}}
	nan := float32(0)
	nan /= nan
	for _, c := range []struct {
		u, v float32
		want uint8
	}{
		{0, 0, 1}, {0.6, 0, 2}, {0.2, 0.9, 3}, {0.5, 0.5, 4}, {1, 0, 1}, {1.6, 0, 2}, {-0.4, 0, 2}, {-1, -1, 1},
		{-3.9, 7.6, 3},
		{nan, nan, 1}, {1e30, -1e30, 1}, {-1e-9, 0, 2},
	} {
		if got, _, _ := p.At(c.u, c.v); got != c.want {
			t.Errorf("at %v, %v is %d, want %d", c.u, c.v, got, c.want)
		}
	}
}

func TestRefused(t *testing.T) {
	long := solid(t, 8, 8, color.RGBA{})
	for range 101 {
		long = append(long, 0xff, 0xda)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "a PCX that ends": pcx(3, 2, 4, 7, 7), "in a run": pcx(1, 1, 1, 0xc1),
		"a PCX of 4 planes":       func() []byte { b := pcx(1, 1, 1, 7); b[65] = 4; return b }(),
		"a PCX without a palette": func() []byte { b := pcx(1, 1, 1, 7); b[129] = 13; return b }(),
		"too wide":                pcx(2049, 1, 2050), "narrow lines": pcx(4, 1, 3, 1, 2, 3, 4),
		"a TGA of 16 bits": tgaOf(2, 0, 0, 0, 0, 1, 1, 16, 0, 1, 2), "no pixels": tgaOf(2, 0, 0, 0, 0, 0, 1, 24, 0, 1,
			2, 3), "a TGA that ends": tgaOf(2, 0, 0, 0, 0, 1, 2, 24, 0, 1, 2, 3),
		"a palette that ends": tgaOf(1, 1, 0, 999, 24, 1, 1, 8, 0, 1, 2, 3, 0), "without a palette": tgaOf(1, 0, 0, 0,
			0, 1, 1, 8, 0, 0), "too high": tgaOf(3, 0, 0, 0, 0, 1, 2049, 8, 0),
		"runs that end": tgaOf(10, 0, 0, 0, 0, 3, 1, 24, 0x20, 0x82, 1, 2), "a JPEG that ends": solid(t, 8, 8,
			color.RGBA{})[:200], "a JPEG too wide": solid(t, 2049, 1, color.RGBA{}),
		"a JPEG of many scans": long,
	} {
		var wrong *FormatError
		if p, err := Load(data); p != nil || !errors.As(err, &wrong) {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func FuzzPicture(f *testing.F) {
	f.Add(pcx(3, 2, 4, 7, 0xc2, 9, 0, 0xc1, 0xc1, 5, 6, 0xc1, 0))
	f.Add(tgaOf(10, 0, 0, 0, 0, 3, 1, 24, 0x20, 0x81, 1, 2, 3, 0, 4, 5, 6))
	f.Add(tgaOf(1, 1, 10, 2, 24, 3, 1, 8, 0x20, 1, 2, 3, 4, 5, 6, 11, 10, 12))
	f.Add(tgaOf(3, 0, 0, 0, 0, 2, 1, 8, 0x30, 50, 60))
	f.Add(solid(f, 9, 9, color.RGBA{10, 20, 30, 255}))
	var file bytes.Buffer
	_ = png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 3, 3)))
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		if pix, width, height, err := Indices(data); err == nil && len(pix) != width*height {
			t.Errorf("%d indices of %d by %d", len(pix), width, height)
		}
		p, err := Load(data)
		if err != nil {
			return
		}
		if p.Width < 1 || p.Height < 1 || p.Width > keptSide || p.Height > keptSide ||
			len(p.Pix) != 3*p.Width*p.Height {
			t.Errorf("%d by %d with %d bytes", p.Width, p.Height, len(p.Pix))
		}
		p.At(-0.3, 1.7)
	})
}

// TestOpacity: a skin keeps the opacity of its pixels if any is not opaque; small pictures have none.
func TestOpacity(t *testing.T) {
	tga := []byte{0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 32, 8, 1, 2, 3, 255, 4, 5, 6, 40}
	p, err := LoadSkin(tga)
	if err != nil || len(p.Opacity) != 2 || p.Opacity[0] != 255 || p.Opacity[1] != 40 {
		t.Fatalf("a skin is %+v, %v", p, err)
	}
	if p, err := Load(tga); err != nil || p.Opacity != nil {
		t.Errorf("a small picture is %+v, %v", p, err)
	}
	tga[len(tga)-1] = 255
	if p, err := LoadSkin(tga); err != nil || p.Opacity != nil {
		t.Errorf("an opaque skin is %+v, %v", p, err)
	}
}

// TestTransparentPCX: index 255 is transparent, and keeps its color.
func TestTransparentPCX(t *testing.T) {
	p, err := LoadSkin(pcx(2, 1, 2, 0xc1, 255, 7))
	if err != nil || !bytes.Equal(p.Opacity, []byte{0, 255}) || p.Pix[0] != 255 || p.Pix[3] != 7 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err = LoadSkin(pcx(1, 1, 1, 7)); err != nil || p.Opacity != nil {
		t.Errorf("without the index: %+v, %v", p, err)
	}
}

// TestIndices: the pixels of a PCX are its indices, whatever its palette has.
func TestIndices(t *testing.T) {
	pix, width, height, err := Indices(pcx(3, 2, 4, 7, 0xc2, 9, 0, 0xc1, 0xc1, 5, 6, 0xc1, 0))
	if err != nil || width != 3 || height != 2 || !bytes.Equal(pix, []byte{7, 9, 9, 0xc1, 5, 6}) {
		t.Errorf("%v of %d by %d, %v", pix, width, height, err)
	}
	var wrong *FormatError
	for _, data := range [][]byte{nil, make([]byte, 700), pcx(3, 2, 4, 7)} {
		if _, _, _, err := Indices(data); !errors.As(err, &wrong) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	}
}
