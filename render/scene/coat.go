package scene

import (
	"demoscope/assets"
	models "demoscope/assets/model"
	"demoscope/render/draw"
)

// coat is what a skin of a game's model looks like from some distance: one colour for each
// triangle, with how much of it a player's own colours have.
type coat []stain

// stain is a triangle's colour, without the shirt and the trousers, whose shares are
// 0 to 255.
type stain struct{ r, g, b, shirt, trousers uint8 }

// maxCoats bounds how many bytes coats and their models take, which they keep. Levels have
// some dozens of models of a megabyte at most.
const maxCoats = 128 << 20

// coats keeps the coats of skins.
type coats struct {
	made   map[coatKey]*coat
	memory int64
}

type coatKey struct {
	model   *models.Model
	skin    int
	palette *assets.Palette
	player  bool
}

// of returns the coat of a model's skin, nil if it has no pixels. A skin that the model
// lacks is the first. Only a player's has a shirt and trousers.
func (c *coats) of(m *models.Model, skin int, palette *assets.Palette, player bool) *coat {
	if len(m.Surfaces) == 0 {
		return nil
	}
	skins := m.Surfaces[0].Skins
	if skin < 0 || skin >= len(skins) {
		skin = 0
	}
	if len(skins) == 0 || len(skins[skin].Pixels) == 0 {
		return nil
	}
	key := coatKey{m, skin, palette, player}
	if found := c.made[key]; found != nil {
		return found
	}
	const stainBytes = 5
	c.memory += m.Memory() + stainBytes*int64(len(m.Triangles))
	if c.made == nil || c.memory > maxCoats {
		c.made, c.memory = make(map[coatKey]*coat), 0
	}
	made := newCoat(m, &skins[skin], palette, player)
	c.made[key] = made
	return made
}

// newCoat looks at the skin's pixels in each triangle.
func newCoat(m *models.Model, skin *models.Image, palette *assets.Palette, player bool) *coat {
	list := make(coat, len(m.Triangles))
	pixels := skin.At(0)
	for i := range m.Triangles {
		list[i] = stainOf(m, i, skin, pixels, palette, player)
	}
	return &list
}

// stainPoints are the places in a triangle that are looked at, as weights of its corners:
// its middle, near its corners, and between.
var stainPoints = [...][3]float32{
	{1. / 3, 1. / 3, 1. / 3}, {0.7, 0.15, 0.15}, {0.15, 0.7, 0.15}, {0.15, 0.15, 0.7}, {0.45, 0.45, 0.1}, {0.45, 0.1, 0.45}, {0.1, 0.45, 0.45},
}

// The rows of the palette that a player's colours replace: facts of Quake's models.
const (
	shirtRow, trousersRow = 16, 96
	rowLength             = 16
)

func stainOf(m *models.Model, n int, skin *models.Image, pixels []byte, palette *assets.Palette, player bool) stain {
	uv := &m.Triangles[n].UV
	a, b, c := m.TexCoords[uv[0]], m.TexCoords[uv[1]], m.TexCoords[uv[2]]
	var red, green, blue, plain, shirt, trousers int
	for _, w := range stainPoints {
		u := a[0]*w[0] + b[0]*w[1] + c[0]*w[2]
		v := a[1]*w[0] + b[1]*w[1] + c[1]*w[2]
		x := max(0, min(skin.Width-1, int(u*float32(skin.Width))))
		y := max(0, min(skin.Height-1, int(v*float32(skin.Height))))
		switch p := pixels[y*skin.Width+x]; {
		case player && p >= shirtRow && p < shirtRow+rowLength:
			shirt++
		case player && p >= trousersRow && p < trousersRow+rowLength:
			trousers++
		default:
			color := palette[p]
			red, green, blue, plain = red+int(color.R), green+int(color.G), blue+int(color.B), plain+1
		}
	}
	s := stain{shirt: uint8(255 * shirt / len(stainPoints)), trousers: uint8(255 * trousers / len(stainPoints))}
	if plain > 0 {
		s.r, s.g, s.b = uint8(red/plain), uint8(green/plain), uint8(blue/plain)
	}
	return s
}

// coatGain brightens skins, which are painted for lights that add to them.
const coatGain = 1.5

// at returns the colour of a triangle for a shirt and trousers.
func (c *coat) at(n int, shirt, trousers draw.Color) draw.Color {
	s := &(*c)[n]
	color := draw.RGB(uint32(s.r)<<16 | uint32(s.g)<<8 | uint32(s.b)).Dim(coatGain)
	color = color.Mix(shirt, float32(s.shirt)/255).Mix(trousers, float32(s.trousers)/255)
	color.R, color.G, color.B, color.A = min(1, color.R), min(1, color.G), min(1, color.B), 1
	return color
}
