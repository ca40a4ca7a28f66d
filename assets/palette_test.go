package assets

import (
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
				t.Errorf("%s: index %d has no colour", g, i)
			}
			seen[c]++
		}
		if len(seen) < 230 {
			t.Errorf("%s: %d different colours", g, len(seen))
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
		ca := p.Player(a)
		if light(ca) < 300 && a != 13 && a != 4 { // blue and red are dark to the eye
			t.Errorf("player colour %d is dark: %v", a, ca)
		}
		for b := range a {
			cb := p.Player(b)
			dr, dg, db := int(ca.R)-int(cb.R), int(ca.G)-int(cb.G), int(ca.B)-int(cb.B)
			if dr*dr+dg*dg+db*db < 25*25 {
				t.Errorf("player colours %d and %d look alike: %v, %v", b, a, cb, ca)
			}
		}
	}
	if p.Player(4) != p.Player(20) || p.Player(-1) != p.Player(15) {
		t.Error("only four bits of a player's colour count")
	}
	red, blue := p.Player(4), p.Player(13)
	if red.R < 2*red.B || blue.B < 2*blue.R {
		t.Errorf("team colours 4 and 13 are %v and %v, want red and blue", red, blue)
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
	for _, bad := range []string{"", string(lmp[1:]), pcx[1:], "\x0a\x05" + strings.Repeat("\x00", 1000)} {
		if _, err := parsePalette([]byte(bad)); err == nil {
			t.Errorf("%d bytes are a palette", len(bad))
		}
	}
}

func TestSearchPalette(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"id1/pak0.pak": makePAK(pakFile{"gfx/palette.lmp", strings.Repeat("\x10\x20\x30", 256)}), "baseq2/pics/colormap.pcx": "broken"})
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
