package picture

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// form is a way to write a picture as a TGA: the bytes of a pixel or an entry, runs, and where the first pixel is.
type form struct {
	kind               byte // 1 with a palette, 2 colors, 3 gray
	size               int
	runs               bool
	fromTop, fromRight bool
}

// writeTGA writes a picture of few colors, all gray for a gray form, and opaque without room for opacity.
func (f form) writeTGA(random *rand.Rand, p *image.NRGBA, palette [][4]byte) []byte {
	first, bits, flags, mapped := 0, 8*f.size, 0, byte(0)
	entry := func(c [4]byte) []byte { return []byte{c[2], c[1], c[0], c[3]}[:f.size] }
	var head []byte
	if f.kind == 1 {
		first, bits, mapped = random.IntN(256-len(palette)), 8, 1
		for _, c := range palette {
			head = append(head, entry(c)...)
		}
	}
	if f.fromTop {
		flags |= 0x20
	}
	if f.fromRight {
		flags |= 0x10
	}
	width, height := p.Rect.Dx(), p.Rect.Dy()
	var pixels [][]byte
	for y := range height {
		if !f.fromTop {
			y = height - 1 - y
		}
		for x := range width {
			if f.fromRight {
				x = width - 1 - x
			}
			c := [4]byte(p.Pix[4*(y*width+x):])
			switch f.kind {
			case 1:
				for i := range palette {
					if palette[i] == c {
						pixels = append(pixels, []byte{byte(first + i)})
						break
					}
				}
			case 2:
				pixels = append(pixels, entry(c))
			case 3:
				pixels = append(pixels, c[:1])
			}
		}
	}
	kind := f.kind
	if f.runs {
		kind |= 8
	}
	for i := 0; i < len(pixels); {
		n := 1 + random.IntN(min(128, len(pixels)-i))
		same := 1
		for same < n && bytes.Equal(pixels[i], pixels[i+same]) {
			same++
		}
		switch {
		case !f.runs:
			head = append(head, pixels[i]...)
			i++
		case same > 1:
			head = append(append(head, 0x80|byte(same-1)), pixels[i]...)
			i += same
		default:
			head = append(head, byte(n-1))
			for _, pixel := range pixels[i : i+n] {
				head = append(head, pixel...)
			}
			i += n
		}
	}
	return tgaOf(kind, mapped, first, len(palette)*int(mapped), 8*f.size*int(mapped), width, height, bits, flags,
		head...)
}

// writePCX writes a picture whose indices are those of [pcx], with lines that are longer than it, in random runs.
func writePCX(random *rand.Rand, indices []byte, width, height int) []byte {
	line := width + random.IntN(3)
	var packed []byte
	for y := range height {
		row := append(bytes.Clone(indices[y*width:][:width]), make([]byte, line-width)...)
		for x := 0; x < line; {
			n := 1
			for x+n < line && row[x+n] == row[x] && n < 63 {
				n++
			}
			if n = 1 + random.IntN(n); n > 1 || row[x] >= 0xc0 {
				packed = append(packed, 0xc0|byte(n))
			}
			packed = append(packed, row[x])
			x += n
		}
	}
	return pcx(width, height, line, packed...)
}

// TestForms: random pictures are read from every form as what they are, and none of them when it is cut.
func TestForms(t *testing.T) {
	check := func(what string, data []byte, want *image.NRGBA) {
		t.Helper()
		p, err := Decode(data)
		if err != nil || p.Rect != want.Rect || !bytes.Equal(p.Pix, want.Pix) {
			t.Fatalf("%s: %v, got %v, want %v", what, err, p, want)
		}
	}
	refused := func(what string, data []byte) {
		t.Helper()
		var wrong *FormatError
		_, err := Decode(data)
		if p, skinErr := LoadSkin(data); !errors.As(err, &wrong) || p != nil || !errors.As(skinErr, &wrong) {
			t.Errorf("%s: a wrong one is read, %v, %v", what, err, skinErr)
		}
	}
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 3))
		p := image.NewNRGBA(image.Rect(0, 0, 1+random.IntN(20), 1+random.IntN(20)))
		f := form{kind: 1 + byte(seed%3), size: 3 + random.IntN(2), runs: random.IntN(2) == 0,
			fromTop: random.IntN(2) == 0, fromRight: random.IntN(2) == 0}
		if f.kind == 3 {
			f.size = 1
		}
		palette := make([][4]byte, 1+random.IntN(6))
		for i := range palette {
			v := byte(random.Uint32())
			palette[i] = [4]byte{v, v, v, 255}
			if f.kind != 3 {
				palette[i] = [4]byte{v, byte(random.Uint32()), byte(i), 255}
			}
			if f.size == 4 {
				palette[i][3] = byte(random.Uint32())
			}
		}
		for i := 0; i < len(p.Pix); i += 4 {
			copy(p.Pix[i:], palette[random.IntN(len(palette))][:])
		}
		data := f.writeTGA(random, p, palette)
		check("TGA", data, p)
		refused("TGA", data[:random.IntN(len(data))])

		indices := make([]byte, len(p.Pix)/4)
		for i := range indices {
			indices[i] = []byte{0, 1, 190, 200, 254, 255}[random.IntN(6)]
			copy(p.Pix[4*i:], []byte{indices[i], 2 * indices[i], 3 * indices[i], 255})
			if indices[i] == 255 {
				p.Pix[4*i+3] = 0
			}
		}
		check("PCX", writePCX(random, indices, p.Rect.Dx(), p.Rect.Dy()), p)
		var b bytes.Buffer
		if err := png.Encode(&b, p); err != nil {
			t.Fatal(err)
		}
		check("PNG", b.Bytes(), p)
		refused("PNG", b.Bytes()[:random.IntN(b.Len())])
		b.Reset()
		if err := jpeg.Encode(&b, p, nil); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 3, random.IntN(b.Len())} {
			refused("JPEG", b.Bytes()[:n])
		}
	}
	for _, bits := range []int{8, 15, 16, 24, 32} {
		for _, entry := range []int{0, 15, 16, 24, 32} {
			for kind := range byte(16) {
				for mapped := range byte(2) {
					data := tgaOf(kind, mapped, 0, 1, entry, 1, 1, bits, 0, make([]byte, 99)...)
					plain, colors := kind&^8, bits == 24 || bits == 32
					if _, err := Decode(data); (err == nil) != (plain == 2 && colors || plain == 3 && bits == 8 ||
						plain == 1 && bits == 8 && mapped == 1 && (entry == 24 || entry == 32)) {
						t.Errorf("type %d of %d bits, palette %d of %d bits: %v", kind, bits, mapped, entry, err)
					}
				}
			}
		}
	}
	for at, wrong := range map[int]byte{3: 4, 65: 3} { // bits, planes
		data := pcx(2, 2, 2, 1, 2, 3, 4)
		data[at] = wrong
		refused("PCX", data)
	}
}
