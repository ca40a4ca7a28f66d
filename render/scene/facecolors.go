package scene

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Background is the color of the background, into which distant faces fade.
var Background = draw.RGB(0x0a0c10)

// lineWidth is the width of edges in points.
const lineWidth = 1.1

// edgeColors are the colors of near edges, by kind.
var edgeColors = [...]draw.Color{
	bsp.KindSolid:    draw.RGB(0xa9bccb),
	bsp.KindWindow:   draw.RGB(0x7fd0e0),
	bsp.KindWater:    draw.RGB(0x4a8df0),
	bsp.KindSlime:    draw.RGB(0x74c442),
	bsp.KindLava:     draw.RGB(0xff7b2e),
	bsp.KindTeleport: draw.RGB(0xb679ff),
	bsp.KindSky:      draw.RGB(0x46546c),
	bsp.KindPresumed: draw.RGB(0x64748a),
	bsp.KindNoDraw:   draw.RGB(0x46546c),
}

// faceTints are the colors of faces in full light, by kind.
var faceTints = [...]draw.Color{
	bsp.KindSolid:    draw.RGB(0x8b96a6),
	bsp.KindWindow:   {R: 0.45, G: 0.75, B: 0.82, A: 0.25},
	bsp.KindWater:    {R: 0.16, G: 0.36, B: 0.75, A: 0.55},
	bsp.KindSlime:    {R: 0.30, G: 0.55, B: 0.15, A: 0.65},
	bsp.KindLava:     {R: 0.95, G: 0.36, B: 0.08, A: 0.85},
	bsp.KindTeleport: {R: 0.45, G: 0.22, B: 0.75, A: 0.80},
	bsp.KindSky:      draw.RGB(0x2a3850),
	bsp.KindPresumed: draw.RGB(0x75746f),
	bsp.KindNoDraw:   draw.RGB(0x000000),
}

// moverColor and moverTint are the colors of brush models: doors, lifts, boxes.
var (
	moverColor = draw.RGB(0xe8b45a)
	moverTint  = draw.RGB(0xb08a52)
)

// Presumed walls are equally bright on all sides and have no vertical edges, because their corners are unknown.
const presumedShade = 170

// leastBuiltShade is the least shade of the other faces of a reconstructed level: in its haze light comes from all
// sides, and a ceiling must not look like a hole.
const leastBuiltShade = 150

// builtEdge is the opacity of the edges of a reconstructed level in the modes that fill faces: they mark the end of the
// demo's information as often as an actual edge.
const builtEdge = 0.5

// presumedEdge is the opacity of the edges of presumed faces in the modes that fill faces: they follow the paths of
// players and would cut a floor into pieces.
const presumedEdge = 0.18

// brightness returns the factor for a face's color by its shade.
func (m Mode) brightness(shade uint8) float32 {
	switch m {
	case Shaded:
		return 0.12 + 0.42*float32(shade)/255
	case Lit:
		return 0.37 + 0.63*float32(shade)/255
	}
	return 0.05 + 0.17*float32(shade)/255
}

// thickMist is the light from which upright presumed faces are opaque.
const thickMist = 60

// mist returns the opacity of an upright presumed face, by the factor of its light.
func mist(factor float32) float32 {
	return min(1, max(0, (factor-builtLight)/(builtGain*thickMist/255)))
}

// faceColor returns the color of a near face, in Lit mode without the map's light.
func (t *tints) faceColor(f *face) draw.Color {
	c := t.faceTint(f)
	switch f.kind {
	case bsp.KindSolid, bsp.KindPresumed:
		return c.Dim(t.frame.opt.Mode.brightness(f.shade))
	case bsp.KindSky:
		if t.frame.opt.Mode == HiddenLine {
			return Background
		}
		return c.Dim(0.5)
	}
	if t.frame.opt.Mode == HiddenLine {
		return c.Dim(0.6)
	}
	return c
}

// How much of its texture's hue a face has: enough to tell rooms apart, but so little that lines stand out more than
// colors, and that liquids remain recognizable.
const (
	solidHue  = 0.6
	liquidHue = 0.3
)

// mostHue is the maximum difference between the largest and the smallest channel of a solid face's color: bodies and
// items are more colorful than walls.
const mostHue = 0.2

// paleTexture is the brightness (0 to 1) from which a texture's hue counts fully: that of nearly black ones is
// arbitrary.
const paleTexture = 0.1

// A solid face is brighter if its texture is brighter than the mean texture of the map, by a power of textureContrast.
// The factor is between darkTexture and brightTexture.
const (
	textureContrast            = 0.25
	darkTexture, brightTexture = 0.88, 1.12
)

// materials are the colors of textures with a word in their names, if nothing else is known about them. The first match
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

// nameHue is the saturation, and nameLight the largest channel, of the color of a texture of which only the name is
// known.
const nameHue, nameLight = 0.28, 0.5

// facing is the direction that a face looks in.
type facing uint8

const (
	facesUp facing = iota
	facesDown
	facesX // a wall roughly perpendicular to the x axis
	facesY
	facings
)

// facingTones multiply the colors of solid gray faces, so that floors, walls and ceilings with the same texture differ:
// floors are warm and ceilings cool.
var facingTones = [facings]draw.Color{
	facesUp: {R: 1.08, G: 1, B: 0.82, A: 1}, facesDown: {R: 0.95, G: 1, B: 1.1, A: 1},
	facesX: {R: 1.03, G: 1, B: 0.94, A: 1}, facesY: {R: 0.97, G: 1, B: 1.06, A: 1},
}

// facingOf returns the direction of a face with a normal.
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

// tints are the colors of a map's faces, by their textures and by the light styles of the moment.
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

// begin sets the colors for a picture of a moment, which may be nil.
func (t *tints) begin(m *player.Moment) {
	t.paint(t.frame.g, t.frame.opt.Palette)
	t.styles.set(m, !t.frame.opt.On(setting.LightFlicker))
}

// paint sets the colors if the palette has changed.
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

// toned returns the color of a face in a direction: the less hue it has, the more of the direction's tone.
func toned(c draw.Color, to facing) draw.Color {
	share := max(0, 1-spread(c)/mostHue)
	tone := draw.Color{R: 1, G: 1, B: 1, A: 1}.Mix(facingTones[to], share)
	return draw.Color{R: min(1, c.R*tone.R), G: min(1, c.G*tone.G), B: min(1, c.B*tone.B), A: c.A}
}

// spread returns the difference between the largest and the smallest channel of a color.
func spread(c draw.Color) float32 { return max(c.R, c.G, c.B) - min(c.R, c.G, c.B) }

// meanColor returns the mean color of a texture, from its texels, its image or its name. Its A is 0 if nothing is
// known.
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

// namedColor returns a muted color for the name of a texture. It is the same for all names whose last parts begin with
// the same letters.
func namedColor(name string) draw.Color {
	name = name[strings.LastIndexByte(name, '/')+1:]
	h := uint32(2166136261)
	for i := 0; i < len(name) && (i == 0 || name[i] >= 'a' && name[i] <= 'z'); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	part := func(third uint32) float32 { // of the color wheel
		x := float32((h>>8+third*(1<<16)/3)%(1<<16)) / (1 << 16)
		return nameLight * (1 - nameHue*max(0, min(1, 3*abs(2*x-1)-1)))
	}
	return draw.Color{R: part(0), G: part(1), B: part(2), A: 1}
}

// tintOf returns the color of faces of a kind with a mean color, whose A is 0 if it is unknown. It is as bright as the
// color of faces without one.
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

// luminance returns the perceived brightness of a color, 0 to 1.
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

// moverColor is faceColor for a face of a brush model.
func (t *tints) moverColor(f *face) draw.Color {
	if f.kind == bsp.KindSolid {
		return t.moverTint(f).Dim(t.frame.opt.Mode.brightness(f.shade))
	}
	return t.faceColor(f)
}

// light reports whether a face has the light of the map. It returns a factor for the light of its corners, and light to
// add. Presumed faces fade with their light in all modes.
func (t *tints) light(f *face) (lit bool, scale, more float32) {
	lit = t.frame.opt.Mode == Lit && f.kind == bsp.KindSolid || f.kind == bsp.KindPresumed
	if !lit || f.styled == 0 {
		return lit, 1, 0
	}
	scale, more = t.styles.light(&t.frame.g.styled[f.styled-1])
	return true, scale, more
}

// moverTint returns the color of a solid face of a brush model in full light.
func (t *tints) moverTint(f *face) draw.Color {
	if c := t.faceTint(f); c != faceTints[f.kind] {
		return moverTint.Mix(c, moverHue)
	}
	return moverTint
}

// moverHue is how much of its texture's color a face of a brush model has: doors remain recognizable as doors, and
// those of one kind look alike.
const moverHue = 0.4

// latticeColor returns the color of the lines on a face.
func (t *tints) latticeColor(f *face) draw.Color {
	if t.frame.opt.Mode == Lit && t.frame.g.lightOf(float32(f.light)) > latticeBright {
		return latticeDark
	}
	return latticeLight
}
