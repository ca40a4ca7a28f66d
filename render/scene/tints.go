package scene

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// How much of its texture's hue a face takes: enough for rooms to differ, and so little
// that lines read before colors do, and that a liquid still shows what it is.
const (
	solidHue  = 0.6
	liquidHue = 0.3
)

// mostHue bounds the difference between the largest and the smallest part of a solid face's color: bodies and items
// are more colorful than walls.
const mostHue = 0.2

// paleTexture is how bright a texture has to be, of 1, for its hue to count in full: nearly
// black ones have any.
const paleTexture = 0.1

// A solid face is brighter if its texture is brighter than the mean texture of the map, by a power of
// textureContrast, and between darkTexture and brightTexture times as bright as without one.
const (
	textureContrast            = 0.25
	darkTexture, brightTexture = 0.88, 1.12
)

// materials are the colors of textures whose names have a word, where nothing else is known of them. The first one
// counts.
var materials = [...]struct {
	word  string
	color draw.Color
}{
	{"blue", draw.RGB(0x4a5f9c)}, {"red", draw.RGB(0x94463c)}, {"grn", draw.RGB(0x5a7a4a)},
	{"green", draw.RGB(0x5a7a4a)}, {"yel", draw.RGB(0x9a8440)}, {"gold", draw.RGB(0x9a8440)},
	{"grey", draw.RGB(0x777a7e)}, {"gray", draw.RGB(0x777a7e)},
	{"rust", draw.RGB(0x8a6248)}, {"copper", draw.RGB(0x8a6a48)}, {"brn", draw.RGB(0x7e6850)},
	{"wood", draw.RGB(0x80654a)}, {"plank", draw.RGB(0x80654a)}, {"brick", draw.RGB(0x866a58)},
	{"grass", draw.RGB(0x66784a)}, {"dirt", draw.RGB(0x7c6a52)}, {"mud", draw.RGB(0x7c6a52)},
	{"sand", draw.RGB(0x8e8060)}, {"rock", draw.RGB(0x7a7064)}, {"ston", draw.RGB(0x787268)},
	{"block", draw.RGB(0x787268)}, {"goth", draw.RGB(0x766c60)}, {"concr", draw.RGB(0x777a7a)},
	{"tile", draw.RGB(0x708080)}, {"floor", draw.RGB(0x74706a)}, {"ceil", draw.RGB(0x6c7684)},
	{"steel", draw.RGB(0x687484)}, {"metal", draw.RGB(0x687484)}, {"tin", draw.RGB(0x6c7480)},
	{"trim", draw.RGB(0x6a7078)},
}

// nameHue is the saturation of the color of a texture of which nothing but its name is known, and nameLight how bright
// its largest part is.
const nameHue, nameLight = 0.28, 0.5

// facing is where a face looks.
type facing uint8

const (
	facesUp facing = iota
	facesDown
	facesX // a wall across the x axis, about
	facesY
	facings
)

// facingTones multiply the colors of solid gray faces, so that floors, walls and ceilings with one texture differ:
// floors are warm and ceilings cool.
var facingTones = [facings]draw.Color{
	facesUp: {R: 1.08, G: 1, B: 0.82, A: 1}, facesDown: {R: 0.95, G: 1, B: 1.1, A: 1},
	facesX: {R: 1.03, G: 1, B: 0.94, A: 1}, facesY: {R: 0.97, G: 1, B: 1.06, A: 1},
}

// facingOf returns where a face with a normal looks.
func facingOf(normal mgl32.Vec3) facing {
	switch {
	case normal[2] >= floorSlope:
		return facesUp
	case normal[2] <= -floorSlope:
		return facesDown
	case abs(normal[0]) >= abs(normal[1]):
		return facesX
	}
	return facesY
}

// tints are the colors of a map's faces: by their textures, and by the light styles of the moment.
type tints struct {
	frame   *frame
	styles  styleValues
	colors  [][facings]draw.Color // by texture
	palette *assets.Palette
}

func (t *tints) reset(g *Geometry) {
	*t = tints{frame: t.frame}
	if g.source != nil {
		t.colors = make([][facings]draw.Color, len(g.source.Textures))
	}
}

// paint finds the colors, if the palette is another one than the last.
func (t *tints) paint(g *Geometry, p *assets.Palette) {
	if t.palette == p || g.source == nil {
		return
	}
	t.palette = p
	sum, count := float32(0), float32(0)
	for i := range t.colors {
		texture := &g.source.Textures[i]
		mean := meanColor(texture, p)
		if g.built {
			mean = draw.Color{} // its textures are kinds of faces
		}
		if t.colors[i][0] = mean; texture.Kind == bsp.KindSolid && mean.A > 0 {
			sum, count = sum+luminance(mean), count+1
		}
	}
	usual := sum / max(1, count)
	for i := range t.colors {
		kind, mean := g.source.Textures[i].Kind, t.colors[i][0]
		color := tintOf(kind, mean)
		if bright := luminance(mean); kind == bsp.KindSolid && mean.A > 0 && bright > 0 {
			f := float32(math.Pow(float64(bright/usual), textureContrast))
			color = color.Dim(max(darkTexture, min(brightTexture, f)))
		}
		for k := range t.colors[i] {
			t.colors[i][k] = color
			if kind == bsp.KindSolid {
				t.colors[i][k] = toned(color, facing(k))
			}
		}
	}
}

// toned returns the color of a face that looks somewhere: the less hue it has, the more of the tone there.
func toned(c draw.Color, to facing) draw.Color {
	share := max(0, 1-spread(c)/mostHue)
	tone := draw.Color{R: 1, G: 1, B: 1, A: 1}.Mix(facingTones[to], share)
	return draw.Color{R: min(1, c.R*tone.R), G: min(1, c.G*tone.G), B: min(1, c.B*tone.B), A: c.A}
}

// spread returns the difference between the largest and the smallest part of a color.
func spread(c draw.Color) float32 { return max(c.R, c.G, c.B) - min(c.R, c.G, c.B) }

// meanColor returns the mean color of a texture: by its texels, its image or its name. Its A is 0 if nothing is known.
func meanColor(t *bsp.Texture, p *assets.Palette) (mean draw.Color) {
	switch {
	case len(t.Texels) > 0:
		part := 1 / (255 * float32(len(t.Texels)))
		for _, i := range t.Texels {
			c := p[i]
			mean.R, mean.G, mean.B = mean.R+float32(c.R)*part, mean.G+float32(c.G)*part, mean.B+float32(c.B)*part
		}
		mean.A = 1
		return mean
	case t.Color != 0:
		return draw.RGB(t.Color)
	}
	name := strings.ToLower(t.Name)
	for i := range materials {
		if strings.Contains(name, materials[i].word) {
			return materials[i].color
		}
	}
	if t.Kind != bsp.KindSolid || name == "" {
		return draw.Color{}
	}
	return namedColor(name)
}

// namedColor returns a calm color for the name of a texture: the same one for all whose last parts begin with the same
// letters.
func namedColor(name string) draw.Color {
	name = name[strings.LastIndexByte(name, '/')+1:]
	h := uint32(2166136261)
	for i := 0; i < len(name) && (i == 0 || name[i] >= 'a' && name[i] <= 'z'); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	part := func(third uint32) float32 { // of the circle of hues
		x := float32((h>>8+third*(1<<16)/3)%(1<<16)) / (1 << 16)
		return nameLight * (1 - nameHue*max(0, min(1, 3*abs(2*x-1)-1)))
	}
	return draw.Color{R: part(0), G: part(1), B: part(2), A: 1}
}

// tintOf returns the color of faces of a kind with a mean color, whose A is 0 if it is not known: as bright as those
// without.
func tintOf(kind bsp.Kind, mean draw.Color) draw.Color {
	base, hue := faceTints[kind], float32(liquidHue)
	bright := luminance(mean)
	if mean.A == 0 || bright == 0 || kind >= bsp.KindSky || kind == bsp.KindWindow {
		return base
	}
	if kind == bsp.KindSolid {
		hue = solidHue
	}
	color := mean.Dim(luminance(base) / bright)
	color.R, color.G, color.B = min(1, color.R), min(1, color.G), min(1, color.B)
	color = base.Mix(color, hue*min(1, bright/paleTexture))
	if hue := spread(color); kind == bsp.KindSolid && hue > mostHue {
		gray := luminance(color)
		color = draw.Color{R: gray, G: gray, B: gray}.Mix(color, mostHue/hue)
	}
	color.A = base.A
	return color
}

// luminance returns how bright a color looks, 0 to 1.
func luminance(c draw.Color) float32 { return 0.3*c.R + 0.59*c.G + 0.11*c.B }

// faceTint returns the color of a face in full light.
func (t *tints) faceTint(f *face) draw.Color {
	if !t.frame.opt.On(setting.TextureColors) || uint32(f.texture) >= uint32(len(t.colors)) ||
		f.kind == bsp.KindSolid &&
			t.frame.opt.Mode == HiddenLine {
		return faceTints[f.kind]
	}
	return t.colors[f.texture][f.facing]
}
