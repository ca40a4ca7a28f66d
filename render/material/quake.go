package material

import (
	"image"
	"image/color"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// Indices into Quake's palette: from firstBright on, colors are fullbright. hole is transparent in textures with holes.
const firstBright, hole = 224, 255

// quake builds the [Level] of a map of Quake or Quake II.
type quake struct {
	builder
	palette  *assets.Palette
	textures []*bsp.Texture // parallel to level.List
	numbers  map[textureKey]int32
	names    map[string]int32  // of textures, by their names in lower case
	blocks   []image.Rectangle // of luxels, by face
	unlit    [2]float32        // a luxel in the image for faces without light: black in Quake, white in Quake II
	sky      int32             // the first of six textures of a skybox; -1 for none
}

// textureKey identifies a texture by the address of its first texel, by how it covers faces and by the texture that
// follows it in an animation: in Quake II, faces with the same texture may have different flags and animations.
type textureKey struct {
	first *uint8
	kind  draw.TextureKind
	next  uint32
}

// keyOf returns the key of a texture with pixels.
func (b *quake) keyOf(t *bsp.Texture) textureKey {
	return textureKey{&t.Pixels[0], b.kindOf(t), t.Next}
}

// maxLevels is the maximum number of mipmap levels of a texture.
const maxLevels = 5

// listTextures lists the textures of the map that have pixels, and the pictures of a skybox in files.
func (b *quake) listTextures(files Files) {
	b.numbers, b.names = make(map[textureKey]int32), make(map[string]int32)
	for _, list := range [][]bsp.Texture{b.m.Textures, b.m.Frames} {
		for i := range list {
			t := &list[i]
			if len(t.Pixels) == 0 || len(b.textures) >= maxTextures {
				continue
			}
			key := b.keyOf(t)
			if _, ok := b.numbers[key]; ok {
				continue
			}
			number := int32(len(b.textures))
			b.numbers[key], b.names[strings.ToLower(t.Name)] = number, number
			b.textures = append(b.textures, t)
			b.sources = append(b.sources, source{width: int(t.Width), height: int(t.Height), kind: key.kind,
				tone: toneOf(key.kind, t.Kind), texels: func() ([]byte, bool) { return b.colors(t) }})
		}
	}
	if len(b.textures) > 0 && b.m.Version.Game() == bsp.Quake2 && files != nil {
		b.listSky(files)
	}
	b.sizeTextures(maxLevels)
}

// listSky lists the six pictures of the skybox of a Quake II map. It lists all or none.
func (b *quake) listSky(files Files) {
	name := "unit1_" // the game's default
	for _, e := range b.m.Entities[:min(1, len(b.m.Entities))] {
		if sky, ok := e.Get("sky"); ok {
			name = sky
		}
		b.level.SkyTurn = skyTurn(e)
	}
	var sides []source
	for _, side := range sideNames {
		p, err := files.Image("env/" + name + side + ".tga")
		if err != nil {
			return
		}
		p = shrunk(p)
		sides = append(sides, source{width: p.Rect.Dx(), height: p.Rect.Dy(), tone: &skyTone,
			texels: func() ([]byte, bool) { return p.Pix, false }})
	}
	b.sky = int32(len(b.sources))
	b.sources = append(b.sources, sides...)
}

// skyTurn returns how the sky of a Quake II map turns. The entity is the first one of the map.
func skyTurn(e bsp.Entity) (turn mgl32.Vec4) {
	rate, _ := e.Get("skyrotate")
	axis, _ := e.Get("skyaxis")
	numbers := strings.Fields(axis + " " + rate)
	if len(numbers) != len(turn) {
		return turn
	}
	for i := range turn {
		f, err := strconv.ParseFloat(numbers[i], 32)
		if err != nil || !(math.Abs(f) <= maxSkyTurn) {
			return mgl32.Vec4{}
		}
		turn[i] = float32(f)
	}
	return turn
}

// maxSkyTurn is the maximum of each number of a [Level.SkyTurn].
const maxSkyTurn = 1e6

// toneOf returns the tone of textures of a kind on faces of a kind.
func toneOf(kind draw.TextureKind, face bsp.Kind) *tone {
	switch kind {
	case draw.Warp:
		return liquidToneOf(face)
	case draw.Sky:
		return &skyTone
	}
	return &worldTone
}

// liquidToneOf returns the tone of a kind of liquid.
func liquidToneOf(face bsp.Kind) *tone {
	switch face {
	case bsp.KindWater:
		return &waterTone
	case bsp.KindSlime:
		return &slimeTone
	}
	return &liquidTone
}

// kindOf returns how a texture covers a face.
func (b *quake) kindOf(t *bsp.Texture) draw.TextureKind {
	switch {
	case t.Kind == bsp.KindSky:
		return draw.Sky
	case t.Kind >= bsp.KindWater && t.Kind <= bsp.KindTeleport:
		return draw.Warp
	case b.m.Version.Game() == bsp.Quake && strings.HasPrefix(t.Name, "{"):
		return draw.Fence
	}
	return draw.Plain
}

// lightRects returns the rectangles of the faces' luxels and their total area in pixels. The light styles of a face are
// below one another. One luxel is for faces without light.
func (b *quake) lightRects() (rects []rect, area int) {
	b.blocks = make([]image.Rectangle, len(b.m.Faces))
	rects = append(rects, rect{1, 1, func(x, y int) { b.unlit = [2]float32{float32(x) + 0.5, float32(y) + 0.5} }})
	for i := range b.m.Faces {
		f := &b.m.Faces[i]
		width, height := int(f.Light.Width), int(f.Light.Height)*max(1, f.Light.Layers())
		if f.Light.Offset < 0 || !b.textured(f) || width > maxSide/4 || height > maxSide ||
			area+width*height > maxLuxels {
			continue
		}
		area += width * height
		rects = append(rects, rect{width, height, func(x, y int) { b.blocks[i] = image.Rect(x, y, x+width, y+height) }})
	}
	return rects, area
}

// textured reports whether a face has a texture that can be drawn. Quake II's skies are in other files.
func (b *quake) textured(f *bsp.Face) bool {
	if !f.Kind.Drawn() || f.Texture < 0 {
		return false
	}
	t := &b.m.Textures[f.Texture]
	return len(t.Pixels) > 0 && (t.Kind != bsp.KindSky || b.m.Version.Game() == bsp.Quake && t.Width == 2*t.Height)
}

// drawLight draws the light of the faces.
func (b *quake) drawLight() {
	pix, stride := b.level.Image.Pix, b.level.Image.Stride
	light := &b.m.Lighting
	if b.m.Version.Game() == bsp.Quake2 {
		b.level.Image.SetRGBA(int(b.unlit[0]), int(b.unlit[1]), color.RGBA{255, 255, 255, 255})
	}
	for i, r := range b.blocks {
		if r.Empty() {
			continue
		}
		samples := light.Samples[b.m.Faces[i].Light.Offset:]
		for y := r.Min.Y; y < r.Max.Y; y++ {
			to := pix[y*stride+4*r.Min.X:]
			for x := range r.Dx() {
				luxel := samples[:light.Channels]
				samples = samples[light.Channels:]
				to[4*x], to[4*x+1], to[4*x+2], to[4*x+3] = luxel[0], luxel[len(luxel)/2], luxel[len(luxel)-1], 255
				b.pale(to[4*x:])
			}
		}
	}
}

// colors returns the texels of a texture in the format of [draw.Texture], and whether some glow.
func (b *quake) colors(from *bsp.Texture) (pix []byte, glow bool) {
	kind := b.kindOf(from)
	bright, most := 256, uint8(255)
	if b.m.Version.Game() == bsp.Quake2 && b.level.True {
		most = quake2Brightest
	}
	if b.m.Version.Game() == bsp.Quake && kind == draw.Plain {
		bright = firstBright
	}
	clear := -1 // index that is transparent
	switch {
	case kind == draw.Fence:
		clear = hole
	case kind == draw.Sky:
		clear = 0
	}
	pix = make([]byte, 0, 4*len(from.Pixels))
	for _, i := range from.Pixels {
		c := b.palette[i]
		switch {
		case int(i) == clear:
			c.R, c.G, c.B, c.A = 0, 0, 0, 0
		case int(i) >= bright:
			c.A, glow = 0, true
		}
		pix = append(pix, min(c.R, most), min(c.G, most), min(c.B, most), c.A)
	}
	return pix, glow
}

// quake2Brightest is the largest channel of a texel in true light in Quake II, which doubles texels and then multiplies
// them by the light. In lifted light, the bright parts of textures would lose their contrast.
const quake2Brightest = 128

// findSurfaces sets the surfaces of all faces.
func (b *quake) findSurfaces() {
	if b.m.Version.Game() == bsp.Quake2 {
		b.level.stages = quake2Stages
	}
	b.level.Surfaces = make([]Surface, len(b.m.Faces))
	for i := range b.m.Faces {
		b.level.Surfaces[i] = b.surface(i)
	}
}

// Stages of Quake II's flowing textures: see [Level.Moments].
const flowing, flowingLiquid = 1, 2

// quake2Stages moves them, in textures a second.
var quake2Stages = []*shader.Stage{
	flowing - 1:       {Mods: []shader.Mod{{Kind: shader.Scroll, Args: [6]float64{-1.6}}}},
	flowingLiquid - 1: {Mods: []shader.Mod{{Kind: shader.Scroll, Args: [6]float64{-0.5}}}},
}

// surface returns the surface of a face.
func (b *quake) surface(face int) Surface {
	f := &b.m.Faces[face]
	none := Surface{Texture: -1}
	if f.Kind == bsp.KindSky && b.sky >= 0 && b.placed(b.sky, int32(len(sideNames))) {
		return Surface{Texture: b.sky, Opacity: 1, Box: true}
	}
	if !b.textured(f) || f.NumVertices == 0 {
		return none
	}
	from := &b.m.Textures[f.Texture]
	number := b.numbers[b.keyOf(from)]
	t := &b.level.List[number]
	if t.X < 0 {
		return none
	}
	s := Surface{Texture: number, Opacity: b.m.Opacity(from)}
	if b.m.Flows(from) {
		s.Stage = flowing
		if t.Kind == draw.Warp {
			s.Stage = flowingLiquid
		}
	}
	if !b.level.True && (from.Kind == bsp.KindWater || from.Kind == bsp.KindSlime) {
		s.Opacity = min(s.Opacity, liftedWater)
	}
	near := b.m.Vertices[b.m.FaceVertices[f.FirstVertex]]
	width, height := t.Width, t.Height
	if t.Kind == draw.Warp { // its waves continue on the next face
		width, height = multiple(width, draw.WarpLength), multiple(height, draw.WarpLength)
	}
	s.U = scaled(from.Axes[0], float32(t.Width)/float32(from.Width), near, width)
	s.V = scaled(from.Axes[1], float32(t.Height)/float32(from.Height), near, height)
	block := b.blocks[face]
	switch {
	case from.Kind >= bsp.KindWindow || len(b.m.Lighting.Samples) == 0: // glass, liquids and skies
		return s
	case block.Empty():
		s.Lit, s.S[3], s.T[3] = true, b.unlit[0], b.unlit[1]
		return s
	}
	// The luxels follow the texture axes, one for every 16 texels of the full-size texture.
	corner := b.m.Lighting.Corners[f.FirstVertex]
	s.S, s.T = from.Axes[0].Mul(1.0/16), from.Axes[1].Mul(1.0/16)
	s.S[3] = float32(block.Min.X) + corner[0] - s.S.Vec3().Dot(near)
	s.T[3] = float32(block.Min.Y) + corner[1] - s.T.Vec3().Dot(near)
	s.Lit, s.Rows = true, float32(f.Light.Height)
	return s
}

// multiple returns the least common multiple of two positive numbers.
func multiple(a, b int) int {
	x, y := a, b
	for y > 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// findChains finds the animations: in Quake II, textures that name the next one; in Quake, textures whose names differ
// only in the character after a plus sign, which is 0 to 9, or a to j for the alternate state.
func (b *quake) findChains() {
	b.level.chains = make([]chain, len(b.level.List))
	for i, from := range b.textures {
		c := &b.level.chains[i]
		if b.m.Version.Game() == bsp.Quake2 {
			if frames := b.framesOf(from); len(frames) > 1 {
				*c = chain{frames: frames, rate: quake2Rate, stepped: true}
			}
			continue
		}
		name := strings.ToLower(from.Name)
		if len(name) < 2 || name[0] != '+' {
			continue
		}
		c.rate = quakeRate
		for _, list := range [...]struct {
			signs string
			to    *[]int32
		}{{"0123456789", &c.frames}, {"abcdefghij", &c.alternate}} {
			for _, sign := range list.signs {
				number, ok := b.names["+"+string(sign)+name[2:]]
				if !ok || b.level.List[number].X < 0 {
					break
				}
				*list.to = append(*list.to, b.fitting(int32(i), number))
			}
		}
	}
}

// fitting returns a texture that stands for another one, or that one if the texture coordinates would not fit.
func (b *quake) fitting(number, frame int32) int32 {
	if b.level.List[frame].Width != b.level.List[number].Width {
		return number
	}
	return frame
}

// framesOf returns the frames of an animation of Quake II that begins with a texture.
func (b *quake) framesOf(first *bsp.Texture) (frames []int32) {
	number := b.numbers[b.keyOf(first)]
	frames = append(frames, number)
	for t := first; t.Next > 0 && int(t.Next) <= len(b.m.Textures) && len(frames) < maxFrames; {
		t = &b.m.Textures[t.Next-1]
		if len(t.Pixels) == 0 || t.Name == first.Name {
			break
		}
		frame := b.numbers[b.keyOf(t)]
		if b.level.List[frame].X < 0 {
			break
		}
		frames = append(frames, b.fitting(number, frame))
	}
	return frames
}

// maxFrames is the maximum number of frames of an animation of Quake II.
const maxFrames = 64

// The fog of QuakeSpasm: its color unless the map has one, the factor of the map's number, and the share in front of
// the sky. In lifted light no fog is thicker than liftedFog, and liftedSky in front of the sky, so that players stay
// visible.
const (
	fogColor             = 0.3
	fogUnit              = 1.0 / 64
	fogSky               = 0.5
	liftedFog, liftedSky = 0.4, 0.25
	// liftedWater is the greatest opacity of water and slime in lifted light, so that players in them can be seen.
	liftedWater = 0.7
)

// findFog finds the fog of a map of Quake: the density and three colors in the fog key of its first entity.
func (b *quake) findFog() {
	if b.m.Version.Game() != bsp.Quake || len(b.m.Entities) == 0 {
		return
	}
	text, ok := b.m.Entities[0].Get("fog")
	if !ok {
		text, _ = b.m.Entities[0].Get("_fog")
	}
	numbers := [4]float32{0, fogColor, fogColor, fogColor}
	for i, word := range strings.Fields(text) {
		f, err := strconv.ParseFloat(word, 32)
		if err != nil || !(f >= 0) || i == len(numbers) {
			break
		}
		numbers[i] = min(1, float32(f))
	}
	if !(numbers[0] > 0) {
		return
	}
	b.level.Fog = draw.Fog{Color: [3]float32(numbers[1:]), Density: numbers[0] * fogUnit, Most: 1, Sky: fogSky}
	if !b.level.True {
		b.level.Fog.Most, b.level.Fog.Sky = liftedFog, liftedSky
	}
}

// liftFaces finds the light curve from the light on the faces.
func (b *quake) liftFaces() {
	if b.level.True {
		return
	}
	means := b.meanBrightnesses()
	for i, block := range b.blocks {
		s := &b.level.Surfaces[i]
		if block.Empty() || s.Texture < 0 || !s.Lit {
			continue
		}
		for y := block.Min.Y; y < block.Min.Y+int(s.Rows); y++ { // first light style
			row := b.level.Image.Pix[b.level.Image.PixOffset(block.Min.X, y):]
			for x := range block.Dx() {
				b.shares.add(means[s.Texture], max(row[4*x], row[4*x+1], row[4*x+2]), 1)
			}
		}
	}
	b.liftLight()
}
