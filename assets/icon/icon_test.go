package icon

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"image/png"
	"testing"
)

// TestDraw: the places of the drawing have its colors, and beside its round corners there is nothing.
func TestDraw(t *testing.T) {
	p := Draw(128)
	for _, c := range []struct {
		x, y int
		want color.RGBA
	}{
		{64, 8, color.RGBA{0x0a, 0x0c, 0x10, 255}},     // the ground
		{65, 56, color.RGBA{0xf2, 0xa9, 0x3b, 255}},    // the triangle
		{20, 50, color.RGBA{0xa9, 0xbc, 0xcb, 255}},    // the frame
		{33, 32, color.RGBA{0xa9, 0xbc, 0xcb, 255}},    // an edge of the corridor
		{30, 105, color.RGBA{0xf2, 0xa9, 0x3b, 255}},   // what was played
		{90, 105, color.RGBA{0x56, 0x60, 0x70, 255}},   // what comes
		{64, 105, color.RGBA{0xe8, 0xec, 0xf1, 255}},   // the moment
		{40, 56, color.RGBA{0x0a, 0x0c, 0x10, 255}},    // within the frame
		{4, 4, color.RGBA{}}, {123, 123, color.RGBA{}}, // corners
		{1, 64, color.RGBA{}},
	} {
		if got := p.RGBAAt(c.x, c.y); got != c.want {
			t.Errorf("at %d, %d it is %v, want %v", c.x, c.y, got, c.want)
		}
	}
	if got := p.RGBAAt(6, 15); got.A == 0 || got.A == 255 {
		t.Errorf("the round corner is not smooth: %v", got)
	}
	for _, side := range []int{-1, 1, 16, 5000} {
		if got := Draw(side).Bounds().Dx(); got != max(1, min(side, 1024)) {
			t.Errorf("a side of %d is %d", side, got)
		}
	}
	sides := []int{16, 24, 32, 48, 64, 128}
	for i, w := range Window() {
		if w.Bounds().Dx() != sides[i] || w.Bounds().Dy() != sides[i] {
			t.Errorf("icon %d of a window is %v", i, w.Bounds())
		}
	}
}

// TestICO reads the file as Windows does.
func TestICO(t *testing.T) {
	data := ICO()
	le := binary.LittleEndian
	if le.Uint16(data) != 0 || le.Uint16(data[2:]) != 1 || le.Uint16(data[4:]) != 6 {
		t.Fatalf("it begins with % x", data[:6])
	}
	end := 0
	for i, side := range []int{16, 24, 32, 48, 64, 256} {
		e := data[6+16*i:]
		size, at := int(le.Uint32(e[8:])), int(le.Uint32(e[12:]))
		p, err := png.Decode(bytes.NewReader(data[at : at+size]))
		if err != nil || p.Bounds().Dx() != side || int(e[0]) != side%256 || int(e[1]) != side%256 ||
			le.Uint16(e[6:]) != 32 {
			t.Errorf("picture %d: %v, % x", i, err, e[:16])
		}
		end = at + size
	}
	if end != len(data) {
		t.Errorf("%d bytes of %d", end, len(data))
	}
}

// TestICNS reads the file as macOS does.
func TestICNS(t *testing.T) {
	data := ICNS()
	if string(data[:4]) != "icns" || int(binary.BigEndian.Uint32(data[4:])) != len(data) {
		t.Fatalf("it begins with % x", data[:8])
	}
	sides := map[string]int{"icp4": 16, "icp5": 32, "ic11": 32, "ic12": 64, "ic07": 128, "ic08": 256, "ic09": 512}
	for rest := data[8:]; len(rest) > 0; {
		size := int(binary.BigEndian.Uint32(rest[4:]))
		p, err := png.Decode(bytes.NewReader(rest[8:size]))
		if name := string(rest[:4]); err != nil || p.Bounds().Dx() != sides[name] || sides[name] == 0 {
			t.Errorf("%q: %v", name, err)
		} else {
			delete(sides, name)
		}
		rest = rest[size:]
	}
	if len(sides) > 0 {
		t.Errorf("missing: %v", sides)
	}
}

// TestWrongDrawings: what is not drawn is an error, not a picture without it.
func TestWrongDrawings(t *testing.T) {
	for _, text := range []string{`<svg><ellipse/></svg>`, `<svg><path d="M1 1c1 1 1 1 1 1"/></svg>`,
		`<svg><path d="h5"/></svg>`, `<svg><rect fill="red"/></svg>`, `<svg>`, `<svg><path d="M1 x"/></svg>`} {
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("%s is drawn", text)
		}
	}
}
