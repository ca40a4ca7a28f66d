package assets

import (
	"errors"
	"fmt"
	"image/color"
	"io/fs"
	"math"
)

// A Palette maps the 256 color indices of a game to opaque colors with 8 bits per channel. Games have their own
// ([Search.Palette]); [OwnPalette] is the fallback.
type Palette [256]color.RGBA

type rgb struct{ r, g, b float64 } // 0 to 255

// ramp is a run of indices from one color to another.
type ramp struct {
	first, last int
	from, to    rgb
	bend        float64 // exponent: above 1 the colors stay close to from for longer
}

// quakeRamps are this project's own colors for the meaning of Quake's indices: sixteen rows of sixteen. The first eight
// rows get brighter, the next six darker, and the last two are fullbright. A player's color n is row n.
var quakeRamps = []ramp{
	{0, 15, rgb{4, 4, 6}, rgb{236, 236, 238}, 1},          // grays
	{16, 31, rgb{14, 9, 5}, rgb{176, 134, 92}, 1},         // brown
	{32, 47, rgb{8, 9, 16}, rgb{150, 154, 208}, 1},        // blue gray
	{48, 63, rgb{4, 8, 2}, rgb{124, 148, 52}, 1},          // green
	{64, 79, rgb{10, 0, 0}, rgb{202, 22, 16}, 1},          // blood red
	{80, 95, rgb{12, 10, 0}, rgb{216, 176, 44}, 1.1},      // gold
	{96, 111, rgb{26, 8, 2}, rgb{255, 182, 104}, 1.1},     // orange
	{112, 127, rgb{20, 10, 6}, rgb{255, 184, 160}, 1},     // skin
	{128, 143, rgb{206, 156, 214}, rgb{12, 6, 14}, 0.9},   // purple
	{144, 159, rgb{226, 128, 176}, rgb{16, 6, 10}, 0.9},   // rose
	{160, 175, rgb{240, 236, 196}, rgb{16, 10, 6}, 0.9},   // sand
	{176, 191, rgb{118, 204, 168}, rgb{4, 14, 10}, 0.9},   // sea green
	{192, 207, rgb{255, 240, 60}, rgb{18, 14, 2}, 0.9},    // yellow
	{208, 223, rgb{72, 92, 255}, rgb{2, 2, 18}, 0.9},      // blue
	{224, 239, rgb{60, 4, 0}, rgb{255, 236, 140}, 0.85},   // fire
	{240, 243, rgb{176, 130, 60}, rgb{255, 226, 150}, 1},  // torch light
	{244, 247, rgb{96, 170, 255}, rgb{226, 246, 255}, 1},  // lightning
	{248, 251, rgb{96, 6, 4}, rgb{255, 28, 18}, 1},        // signal red
	{252, 254, rgb{255, 242, 150}, rgb{255, 255, 255}, 1}, // glare
	{255, 255, rgb{160, 96, 84}, rgb{160, 96, 84}, 1},     // the index for transparent
}

// quake2Ramps are this project's own colors for the indices that Quake II's effects use: 0xb0 shields, 0xd0 the BFG and
// green blaster bolts, 0xdc trails, 0xe0 sparks, 0xe8 blood, 0x74 and below the railgun's and a flag's blue, 0xf2 a
// flag's red.
var quake2Ramps = []ramp{
	{0, 15, rgb{0, 0, 0}, rgb{238, 238, 238}, 1},          // grays
	{16, 31, rgb{120, 92, 62}, rgb{16, 12, 8}, 1},         // brown
	{32, 47, rgb{150, 128, 104}, rgb{18, 14, 10}, 1},      // stone
	{48, 63, rgb{144, 150, 162}, rgb{12, 14, 18}, 1},      // steel
	{64, 79, rgb{255, 64, 44}, rgb{24, 4, 2}, 1},          // red
	{80, 95, rgb{210, 190, 150}, rgb{20, 16, 10}, 1},      // sand
	{96, 111, rgb{170, 152, 128}, rgb{12, 10, 8}, 1},      // dust
	{112, 127, rgb{190, 226, 255}, rgb{4, 16, 66}, 0.8},   // blue
	{128, 143, rgb{150, 134, 118}, rgb{10, 8, 6}, 1},      // clay
	{144, 159, rgb{140, 148, 124}, rgb{8, 10, 6}, 1},      // moss
	{160, 175, rgb{168, 176, 186}, rgb{10, 12, 14}, 1},    // iron
	{176, 191, rgb{132, 176, 255}, rgb{10, 14, 44}, 0.9},  // shields
	{192, 207, rgb{176, 160, 96}, rgb{12, 10, 4}, 1},      // brass
	{208, 215, rgb{120, 255, 92}, rgb{6, 76, 6}, 1},       // green
	{216, 223, rgb{255, 246, 112}, rgb{196, 140, 24}, 1},  // yellow
	{224, 231, rgb{255, 232, 120}, rgb{236, 92, 12}, 1},   // sparks
	{232, 239, rgb{230, 26, 14}, rgb{70, 2, 0}, 1},        // blood
	{240, 247, rgb{255, 70, 50}, rgb{150, 10, 8}, 1},      // signal red
	{248, 254, rgb{255, 200, 120}, rgb{255, 255, 255}, 1}, // glare
	{255, 255, rgb{160, 96, 84}, rgb{160, 96, 84}, 1},     // the index for transparent
}

var (
	quakePalette  = paint(quakeRamps)
	quake2Palette = paint(quake2Ramps)
)

func paint(ramps []ramp) *Palette {
	p := new(Palette)
	for _, r := range ramps {
		for i := r.first; i <= r.last; i++ {
			t := 0.0
			if r.last > r.first {
				t = math.Pow(float64(i-r.first)/float64(r.last-r.first), r.bend)
			}
			mix := func(a, b float64) uint8 { return uint8(a + (b-a)*t + 0.5) }
			p[i] = color.RGBA{mix(r.from.r, r.to.r), mix(r.from.g, r.to.g), mix(r.from.b, r.to.b), 255}
		}
	}
	return p
}

// OwnPalette returns this project's palette for the color indices of a family: Quake II's for Quake2, otherwise
// Quake's. The caller must not change it.
func OwnPalette(g Game) *Palette {
	if g == Quake2 {
		return quake2Palette
	}
	return quakePalette
}

// PlayerColor returns the color for a player's shirt or pants color n in lists and lines: a bright one of row n (0 to
// 13; only the low four bits count).
func (p *Palette) PlayerColor(n int) color.RGBA {
	row := n & 15
	if 8 <= row && row <= 13 { // rows that get darker
		return p[row<<4+4]
	}
	return p[row<<4+11]
}

// paletteSize is 256 times red, green, blue.
const paletteSize = 256 * 3

// maxPalette is the maximum size in bytes of a file with a palette. Quake II's pics/colormap.pcx has 83 KB.
const maxPalette = 1 << 20

var errPalette = errors.New("no palette: neither 768 bytes nor a PCX picture that ends in one")

// parsePalette parses a gfx/palette.lmp of Quake (768 bytes) or the palette at the end of a PCX picture such as Quake
// II's pics/colormap.pcx (a byte 12 and 768 bytes).
func parsePalette(data []byte) (*Palette, error) {
	const pcxMagic, pcxVersion, pcxHeader, pcxMark = 10, 5, 128, 12
	switch {
	case len(data) == paletteSize:
	case len(data) > pcxHeader+paletteSize && data[0] == pcxMagic && data[1] == pcxVersion &&
		data[len(data)-paletteSize-1] == pcxMark:
		data = data[len(data)-paletteSize:]
	default:
		return nil, errPalette
	}
	p := new(Palette)
	for i := range p {
		p[i] = color.RGBA{data[3*i], data[3*i+1], data[3*i+2], 255}
	}
	return p, nil
}

// Palette returns the palette in the game folders, and where it was found. If there is none, it returns [OwnPalette]
// and a Source with Kind [Sample]. The error is that of an existing but unreadable palette; the returned palette is
// always valid.
func (s *Search) Palette() (*Palette, Source, error) {
	own := Source{Kind: Sample, inner: "palette"}
	name := "gfx/palette.lmp"
	switch s.game {
	case Quake2:
		name = "pics/colormap.pcx"
	case Quake3:
		return OwnPalette(s.game), own, nil // Quake III has no color indices
	}
	data, src, err := s.readFile(name, maxPalette)
	if errors.Is(err, fs.ErrNotExist) {
		return OwnPalette(s.game), own, nil
	}
	if err != nil {
		return OwnPalette(s.game), own, err
	}
	p, err := parsePalette(data)
	if err != nil {
		return OwnPalette(s.game), own, fmt.Errorf("%s: %w", src, err)
	}
	return p, src, nil
}
