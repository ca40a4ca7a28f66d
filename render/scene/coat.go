package scene

import (
	"strings"

	"demoscope/assets"
	models "demoscope/assets/model"
	"demoscope/assets/picture"
	"demoscope/render/draw"
)

// coat is what a skin of a game's model looks like from some distance: one color for each
// triangle, with how much of it a player's own colors have.
type coat []stain

// stain is a triangle's color, without the shirt and the trousers, whose shares are
// 0 to 255.
type stain struct{ r, g, b, shirt, trousers uint8 }

// maxCoats bounds how many bytes coats and their models take, which they keep. Levels have
// some dozens of models of a megabyte at most.
const maxCoats = 128 << 20

// coats keeps the coats of skins, nil for what has no pixels.
type coats struct {
	made   map[coatKey]*coat
	memory int64
}

// wardrobe has the models of the game and what they wear.
type wardrobe struct {
	frame *frame
	names modelNames
	coats coats
}

// clothes say which skin a body wears. A model that its skin file goes with is no other
// player's, so that the file is no part of the key.
type clothes struct {
	skin int // of the model's own; what it lacks is the first
	// picture is the path of one that is worn instead of the model's own: Quake II's players'.
	picture string
	player  bool // has a shirt and trousers, in Quake
}

type coatKey struct {
	model   *models.Model
	clothes clothes
	palette *assets.Palette
}

// coat returns the coat of a model in clothes, nil if there are no pixels, or not yet. For
// models of Quake III the file gives surfaces their pictures; nil for the model's own.
func (wd *wardrobe) coat(m *models.Model, wears clothes, file models.Skin) *coat {
	if len(m.Surfaces) == 0 {
		return nil
	}
	if wears.skin < 0 || wears.skin >= len(m.Surfaces[0].Skins) {
		wears.skin = 0
	}
	c := &wd.coats
	key := coatKey{m, wears, wd.frame.opt.Palette}
	if found, ok := c.made[key]; ok {
		return found
	}
	if !wd.skinsReady(m, wears, file) {
		return nil
	}
	const stainBytes = 5
	c.memory += m.Memory() + stainBytes*int64(len(m.Triangles))
	if c.made == nil || c.memory > maxCoats {
		c.made, c.memory = make(map[coatKey]*coat), 0
	}
	made := wd.newCoat(m, wears, file)
	c.made[key] = made
	return made
}

// skinsReady reports whether all pictures of a model are loaded, or are not to be had.
func (wd *wardrobe) skinsReady(m *models.Model, wears clothes, file models.Skin) bool {
	all := true
	for i := range m.Surfaces {
		_, ready := wd.skinPicture(&m.Surfaces[i], wears, file)
		all = all && ready
	}
	return all
}

// skinPicture returns the picture that a surface wears, nil if there is none; ready is false
// while it is being loaded.
func (wd *wardrobe) skinPicture(f *models.Surface, wears clothes, file models.Skin) (p *picture.Picture, ready bool) {
	name := wears.picture
	if skin := ownSkin(f, wears.skin); skin != nil && name == "" {
		name = skin.Name
	}
	if shader, ok := file.Shader(f.Name); ok {
		name = shader
	}
	if name == "" || wd.frame.opt.Models == nil {
		return nil, true
	}
	p, _, ready = wd.frame.opt.Models.Picture(strings.ToLower(strings.ReplaceAll(name, `\`, "/")))
	return p, ready
}

// ownSkin returns a skin of a surface's own, nil if it has none.
func ownSkin(f *models.Surface, n int) *models.Image {
	if len(f.Skins) == 0 {
		return nil
	}
	if n < 0 || n >= len(f.Skins) {
		n = 0
	}
	return &f.Skins[n]
}

// newCoat looks at the pixels in each triangle. Those of surfaces without any are all shirt:
// they have the color that the whole body has without a coat. It is nil if all are.
func (wd *wardrobe) newCoat(m *models.Model, wears clothes, file models.Skin) *coat {
	list, some := make(coat, len(m.Triangles)), false
	for i := range m.Surfaces {
		f := &m.Surfaces[i]
		worn, _ := wd.skinPicture(f, wears, file)
		own := ownSkin(f, wears.skin)
		for n := f.FirstTriangle; n < f.FirstTriangle+f.NumTriangles; n++ {
			switch {
			case worn != nil:
				list[n] = stainOf(m, n, worn)
			case own != nil && len(own.At(0)) > 0: // it may lack width or height
				list[n] = stainOfIndices(m, n, own, wd.frame.opt.Palette, wears.player)
			default:
				list[n] = noPicture
				continue
			}
			some = true
		}
	}
	if !some {
		return nil
	}
	return &list
}

// noPicture is the stain of what has no pixels.
var noPicture = stain{shirt: 255}

// stainPoints are the places in a triangle that are looked at, as weights of its corners:
// its middle, near its corners, and between.
var stainPoints = [...][3]float32{
	{1. / 3, 1. / 3, 1. / 3}, {0.7, 0.15, 0.15}, {0.15, 0.7, 0.15}, {0.15, 0.15, 0.7}, {0.45, 0.45, 0.1},
	{0.45, 0.1, 0.45}, {0.1, 0.45, 0.45},
}

// The rows of the palette that a player's colors replace: facts of Quake's models.
const (
	shirtRow, trousersRow = 16, 96
	rowLength             = 16
)

// texCoordsAt returns where the corners of a triangle with weights of stainPoints are in the
// skin.
func texCoordsAt(m *models.Model, n int, w *[3]float32) (u, v float32) {
	uv := &m.Triangles[n].UV
	a, b, c := m.TexCoords[uv[0]], m.TexCoords[uv[1]], m.TexCoords[uv[2]]
	return a[0]*w[0] + b[0]*w[1] + c[0]*w[2], a[1]*w[0] + b[1]*w[1] + c[1]*w[2]
}

// stainOf returns the mean color of a picture in a triangle.
func stainOf(m *models.Model, n int, p *picture.Picture) stain {
	var red, green, blue int
	for i := range stainPoints {
		r, g, b := p.At(texCoordsAt(m, n, &stainPoints[i]))
		red, green, blue = red+int(r), green+int(g), blue+int(b)
	}
	const points = len(stainPoints)
	return stain{r: uint8(red / points), g: uint8(green / points), b: uint8(blue / points)}
}

// stainOfIndices is stainOf for a skin of the model's own, in which players' colors are.
func stainOfIndices(m *models.Model, n int, skin *models.Image, palette *assets.Palette, player bool) stain {
	pixels := skin.At(0)
	var red, green, blue, plain, shirt, trousers int
	for i := range stainPoints {
		u, v := texCoordsAt(m, n, &stainPoints[i])
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

// at returns the color of a triangle for a shirt and trousers.
func (c *coat) at(n int, shirt, trousers draw.Color) draw.Color {
	s := &(*c)[n]
	color := draw.RGB(uint32(s.r)<<16 | uint32(s.g)<<8 | uint32(s.b)).Dim(coatGain)
	color = color.Mix(shirt, float32(s.shirt)/255).Mix(trousers, float32(s.trousers)/255)
	color.R, color.G, color.B, color.A = min(1, color.R), min(1, color.G), min(1, color.B), 1
	return color
}

// dyed returns a color of a coat with as much of a dye as its A says, in which what is
// bright stays bright.
func dyed(c, dye draw.Color) draw.Color {
	if dye.A == 0 {
		return c
	}
	const darkest = 0.42
	light := min(1, darkest+luminance(c)/max(darkest, luminance(dye)))
	return c.Mix(draw.Color{R: dye.R * light, G: dye.G * light, B: dye.B * light, A: 1}, dye.A)
}
