package scene

import (
	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// How much of its texture's hue a face takes: enough for rooms to differ, and so little
// that lines read before colours do, and that a liquid still shows what it is.
const (
	solidHue  = 0.36
	liquidHue = 0.3
)

// paleTexture is how bright a texture has to be, of 1, for its hue to count in full: nearly
// black ones have any.
const paleTexture = 0.1

// tints are the colours of a map's faces by their textures, in full light.
type tints struct {
	colors  []draw.Color // by texture
	palette *assets.Palette
}

func (t *tints) reset(g *Geometry) {
	*t = tints{}
	if g.source != nil {
		t.colors = make([]draw.Color, len(g.source.Textures))
	}
}

// paint finds the colours, if the palette is another one than the last.
func (t *tints) paint(g *Geometry, p *assets.Palette) {
	if t.palette == p || g.source == nil {
		return
	}
	t.palette = p
	for i := range t.colors {
		texture := &g.source.Textures[i]
		t.colors[i] = tintOf(texture.Kind, texture.Texels, p)
	}
}

// tintOf returns the colour of faces of a kind with a texture: as bright as those without.
func tintOf(kind bsp.Kind, texels []uint8, p *assets.Palette) draw.Color {
	base, hue := faceTints[kind], float32(liquidHue)
	switch {
	case len(texels) == 0, kind >= bsp.KindSky, kind == bsp.KindWindow:
		return base
	case kind == bsp.KindSolid:
		hue = solidHue
	}
	var mean draw.Color
	part := 1 / (255 * float32(len(texels)))
	for _, i := range texels {
		c := p[i]
		mean.R, mean.G, mean.B = mean.R+float32(c.R)*part, mean.G+float32(c.G)*part, mean.B+float32(c.B)*part
	}
	bright := luminance(mean)
	if bright == 0 {
		return base
	}
	color := mean.Dim(luminance(base) / bright)
	color.R, color.G, color.B = min(1, color.R), min(1, color.G), min(1, color.B)
	a := base.A
	base = base.Mix(color, hue*min(1, bright/paleTexture))
	base.A = a
	return base
}

// luminance returns how bright a colour looks, 0 to 1.
func luminance(c draw.Color) float32 { return 0.3*c.R + 0.59*c.G + 0.11*c.B }

// faceTint returns the colour of a face in full light.
func (s *Scene) faceTint(f *face) draw.Color {
	if s.opt.NoTints || uint32(f.texture) >= uint32(len(s.tints.colors)) || f.kind == bsp.KindSolid &&
		s.opt.Mode == HiddenLine {
		return faceTints[f.kind]
	}
	return s.tints.colors[f.texture]
}
