package assets

import (
	"errors"
	"image/color"
	"strings"
	"testing"
)

func light(c color.RGBA) int { return 2*int(c.R) + 5*int(c.G) + int(c.B) }

func TestOwnPalette(t *testing.T) {
	for _, g := range []Game{Quake, Quake2} {
		p := OwnPalette(g)
		seen := map[color.RGBA]int{}
		for i, c := range p {
			if c.A != 255 {
				t.Errorf("%s: index %d has no color", g, i)
			}
			seen[c]++
		}
		if len(seen) < 230 {
			t.Errorf("%s: %d different colors", g, len(seen))
		}
	}
	p := OwnPalette(QuakeWorld)
	for row := range 14 {
		first, last := light(p[row*16]), light(p[row*16+15])
		if (first < last) != (row < 8) {
			t.Errorf("row %d goes from %d to %d", row, first, last)
		}
	}
	// Players must be told apart from each other and from a dark background.
	for a := range 14 {
		ca := p.PlayerColor(a)
		if light(ca) < 300 && a != 13 && a != 4 { // blue and red are dark to the eye
			t.Errorf("player color %d is dark: %v", a, ca)
		}
		for b := range a {
			cb := p.PlayerColor(b)
			dr, dg, db := int(ca.R)-int(cb.R), int(ca.G)-int(cb.G), int(ca.B)-int(cb.B)
			if dr*dr+dg*dg+db*db < 25*25 {
				t.Errorf("player colors %d and %d look alike: %v, %v", b, a, cb, ca)
			}
		}
	}
	if p.PlayerColor(4) != p.PlayerColor(20) || p.PlayerColor(-1) != p.PlayerColor(15) {
		t.Error("only four bits of a player's color count")
	}
	red, blue := p.PlayerColor(4), p.PlayerColor(13)
	if red.R < 2*red.B || blue.B < 2*blue.R {
		t.Errorf("team colors 4 and 13 are %v and %v, want red and blue", red, blue)
	}
}

// TestColors: colors by hand, so that none changes unseen: the ends of each
// ramp and some in the middle.
func TestColors(t *testing.T) {
	type pinned map[int]color.RGBA
	rgb := func(r, g, b uint8) color.RGBA { return color.RGBA{r, g, b, 255} }
	for g, colors := range map[Game]pinned{
		Quake: {
			0: rgb(4, 4, 6), 8: rgb(128, 128, 130), 15: rgb(236, 236, 238), 16: rgb(14, 9, 5), 31: rgb(176, 134, 92),
			32: rgb(8, 9, 16), 47: rgb(150, 154, 208),
			48: rgb(4, 8, 2), 63: rgb(124, 148, 52), 64: rgb(10, 0, 0), 79: rgb(202, 22, 16), 80: rgb(12, 10, 0),
			88: rgb(114, 93, 22), 95: rgb(216, 176, 44),
			96: rgb(26, 8, 2), 111: rgb(255, 182, 104), 112: rgb(20, 10, 6), 127: rgb(255, 184, 160),
			128: rgb(206, 156, 214), 132: rgb(147, 110, 153),
			143: rgb(12, 6, 14), 144: rgb(226, 128, 176), 159: rgb(16, 6, 10), 160: rgb(240, 236, 196),
			175: rgb(16, 10, 6), 176: rgb(118, 204, 168),
			191: rgb(4, 14, 10), 192: rgb(255, 240, 60), 207: rgb(18, 14, 2), 208: rgb(72, 92, 255), 223: rgb(2, 2, 18),
			224: rgb(60, 4, 0),
			230: rgb(149, 110, 64), 239: rgb(255, 236, 140), 240: rgb(176, 130, 60), 243: rgb(255, 226, 150),
			244: rgb(96, 170, 255), 247: rgb(226, 246, 255),
			248: rgb(96, 6, 4), 251: rgb(255, 28, 18), 252: rgb(255, 242, 150), 254: rgb(255, 255, 255),
			255: rgb(160, 96, 84),
		},
		Quake2: {
			0: rgb(0, 0, 0), 15: rgb(238, 238, 238), 16: rgb(120, 92, 62), 31: rgb(16, 12, 8), 32: rgb(150, 128, 104),
			47: rgb(18, 14, 10), 48: rgb(144, 150, 162),
			63: rgb(12, 14, 18), 64: rgb(255, 64, 44), 79: rgb(24, 4, 2), 80: rgb(210, 190, 150), 95: rgb(20, 16, 10),
			96: rgb(170, 152, 128), 111: rgb(12, 10, 8),
			112: rgb(190, 226, 255), 116: rgb(125, 153, 189), 127: rgb(4, 16, 66), 128: rgb(150, 134, 118),
			143: rgb(10, 8, 6), 144: rgb(140, 148, 124),
			159: rgb(8, 10, 6), 160: rgb(168, 176, 186), 175: rgb(10, 12, 14), 176: rgb(132, 176, 255),
			180: rgb(95, 127, 191), 191: rgb(10, 14, 44),
			192: rgb(176, 160, 96), 207: rgb(12, 10, 4), 208: rgb(120, 255, 92), 215: rgb(6, 76, 6),
			216: rgb(255, 246, 112), 223: rgb(196, 140, 24),
			224: rgb(255, 232, 120), 231: rgb(236, 92, 12), 232: rgb(230, 26, 14), 239: rgb(70, 2, 0),
			240: rgb(255, 70, 50), 247: rgb(150, 10, 8),
			248: rgb(255, 200, 120), 254: rgb(255, 255, 255), 255: rgb(160, 96, 84),
		},
	} {
		for i, want := range colors {
			if got := OwnPalette(g)[i]; got != want {
				t.Errorf("%s: index %d is %v, not %v", g, i, got, want)
			}
		}
	}
	for _, g := range []Game{QuakeWorld, Quake3, ""} {
		if OwnPalette(g) != OwnPalette(Quake) {
			t.Errorf("%q has not Quake's palette", g)
		}
	}
	for n, want := range []color.RGBA{
		rgb(174, 174, 176), rgb(133, 101, 69), rgb(112, 115, 157), rgb(92, 111, 39), rgb(151, 16, 12),
		rgb(157, 128, 31), rgb(189, 132, 75),
		rgb(192, 138, 119), rgb(147, 110, 153), rgb(162, 91, 125), rgb(172, 167, 138), rgb(83, 146, 120),
		rgb(183, 171, 42), rgb(51, 65, 183),
	} {
		if got := OwnPalette(Quake).PlayerColor(n); got != want {
			t.Errorf("player color %d is %v, not %v", n, got, want)
		}
	}
}

func TestParsePalette(t *testing.T) {
	var lmp [paletteSize]byte
	for i := range lmp {
		lmp[i] = byte(i * 7)
	}
	pcx := string([]byte{10, 5, 1, 8}) + strings.Repeat("\x00", 124) + "pixels" + "\x0c" + string(lmp[:])
	for name, data := range map[string]string{"lmp": string(lmp[:]), "pcx": pcx} {
		p, err := parsePalette([]byte(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if want := (color.RGBA{lmp[30], lmp[31], lmp[32], 255}); p[10] != want {
			t.Errorf("%s: index 10 is %v, want %v", name, p[10], want)
		}
	}
	for _, bad := range []string{"", string(lmp[1:]), pcx[1:], "\x0a\x05" + strings.Repeat("\x00", 1000),
		"\x0b" + pcx[1:], "\x0a\x04" + pcx[2:], pcx[:128+6] + "\x0b" + string(lmp[:]), pcx[:128-1] + "\x0c" +
			string(lmp[:]), string(lmp[:]) + "x"} {
		if _, err := parsePalette([]byte(bad)); err == nil {
			t.Errorf("%d bytes are a palette", len(bad))
		}
	}
}

func TestSearchPalette(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{
		"id1/pak0.pak":             makePAK(pakFile{"gfx/palette.lmp", strings.Repeat("\x10\x20\x30", 256)}),
		"baseq2/pics/colormap.pcx": "broken"})
	p, src, err := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true}).Palette()
	if err != nil || src.Kind != PAK || p[77] != (color.RGBA{16, 32, 48, 255}) {
		t.Errorf("Quake's: %v, %v, %v", p[77], src, err)
	}
	p, src, err = open(t, Options{Game: Quake2, BaseDirs: []string{root}, NoInstalled: true}).Palette()
	if err == nil || !strings.Contains(err.Error(), "colormap.pcx") || p != OwnPalette(Quake2) {
		t.Errorf("a broken one: %v, %v", src, err)
	}
	for _, g := range []Game{Quake, Quake2, Quake3} {
		p, src, err = open(t, Options{Game: g, NoInstalled: true}).Palette()
		if err != nil || src.Kind != Sample || p != OwnPalette(g) {
			t.Errorf("%s, none: %v, %v", g, src, err)
		}
	}
}

// TestPaletteTooLarge: a file of any size is not read for 768 bytes, loose or packed.
func TestPaletteTooLarge(t *testing.T) {
	for _, c := range []struct {
		name    string
		content string
	}{{"id1/gfx/palette.lmp", strings.Repeat("x", 1<<20+1)},
		{"id1/pak0.pak", makePAK(pakFile{"gfx/palette.lmp", strings.Repeat("x", 1<<20+1)})}} {
		root := t.TempDir()
		writeTree(t, root, map[string]string{c.name: c.content})
		p, src, err := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true}).Palette()
		var size *SizeError
		if !errors.As(err, &size) || size.Size != 1<<20+1 || size.Limit != 1<<20 || p != OwnPalette(Quake) ||
			src.Kind != Sample {
			t.Errorf("%s: from %v, %v", c.name, src, err)
		}
	}
}
