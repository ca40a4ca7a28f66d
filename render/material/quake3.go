package material

import (
	"image"
	"math"
	"slices"
	"strings"

	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/render/draw"
)

const (
	// maxLevels3 is the maximum number of mipmap levels of a texture.
	maxLevels3 = 7
	// maxDecoded is the number of pixels of pictures that are read for a map. Large maps have 60 million.
	maxDecoded = 1 << 28
	// maxPasses is the maximum number of surfaces of a face.
	maxPasses = 4
	// usualBright is the brightness that is assumed below a stage that brightens what is behind it: in lifted light,
	// and in that of the game.
	usualBright, usualTrue = 0.25, 0.1
	// overbright is the factor for the light of a map, the same as in the game in a window.
	overbright = 4
	// cellLuxels is the side, in luxels, of the light of a face that is lit at its corners.
	cellLuxels = 4
)

// newQuake3 implements [New] for a map of Quake III.
func newQuake3(m *bsp.Map, files Files, trueLight bool) *Level {
	if files == nil {
		return nil
	}
	b := quake3{
		builder: builder{m: m, level: &Level{LightScale: 1, True: trueLight}}, files: files,
		images: make(map[string]*image.NRGBA), variants: make(map[variant]int32),
		pages: make(map[int32]*image.Rectangle), cells: make(map[[3][4]uint8]*image.Rectangle),
	}
	b.findLooks()
	b.dropUnused()
	if len(b.sources) == 0 {
		return nil
	}
	b.findTones()
	b.sizeTextures(maxLevels3)
	b.layOut(b.lightRects())
	b.draw()
	b.drawLight()
	b.findSurfaces()
	b.findChains()
	b.findFogs()
	b.level.findMissing(m)
	return b.level
}

// quake3 builds the [Level] of a map of Quake III.
type quake3 struct {
	builder
	files   Files
	looks   [][]pass // by texture of the map
	decoded int      // total pixels of images
	images  map[string]*image.NRGBA
	// variants are the numbers of the textures.
	variants map[variant]int32
	chains   []chain

	pages  map[int32]*image.Rectangle       // places of lightmaps, by the offset of their luxels
	cells  map[[3][4]uint8]*image.Rectangle // places of triangles that are lit at their corners, by these colors
	fields []lightField                     // of other faces that are lit at their corners
	field  map[uint32]int                   // indices into fields, by face
}

// pass is a surface that all faces with a look share.
type pass struct {
	texture int32
	light   lightOf
	adds    bool
	box     bool // see [Surface]
	still   bool // it can be multiplied with a later stage
	mirror  bool // see [Surface.Mirror]
	fades   bool // by the opacity of the corners
	once    bool // see [Surface.Once]
	dark    float32
	dims    dimming
	opacity float32
	stage   uint32
	of      variant
}

// lightOf is the source of a surface's light.
type lightOf uint8

const (
	byNothing lightOf = iota
	byMap             // its luxels, or its corners if there are none
	byLuxels          // its luxels, or full light if there are none
	byCorners
)

// dimming says which part of a surface's light is left.
type dimming uint8

const (
	dimmedByNothing dimming = iota
	dimmedByCorners         // their color
	dimmedByInverse         // 1 minus their color
)

// variant is a picture and how it is processed.
type variant struct {
	name  string
	alpha alphaUse
	times string // another picture to multiply it with
	tint  string // pictures with whose mean colors it is multiplied, one on each line
	dome  draw.DomeShape
}

// alphaUse is how the alpha channel of a picture is used.
type alphaUse uint8

const (
	opaque               alphaUse = iota // ignored
	holes                                // less than half opaque is a hole
	holesBelow                           // more than half opaque is a hole
	holesZero                            // fully transparent is a hole
	weighted                             // colors are multiplied with it
	blended                              // it is the opacity
	blendedInverse                       // its inverse is the opacity
	premultiplied                        // it is the opacity; colors are already multiplied
	premultipliedInverse                 // its inverse is the opacity; colors are not multiplied
	shadow                               // black; the brightness is the opacity
	filter                               // what is behind it is multiplied, as if it were usually bright
	filterShown                          // filter, where it is not fully transparent
	grain                                // black; the opacity is the darkness relative to the brightest pixel
)

// kind returns the kind of texture that the use of the alpha channel results in.
func (u alphaUse) kind() draw.TextureKind {
	switch u {
	case opaque, weighted:
		return draw.Plain
	case holes, holesBelow, holesZero:
		return draw.Fence
	}
	return draw.Blend
}

// findLooks finds the passes of each texture of the map.
func (b *quake3) findLooks() {
	b.looks = make([][]pass, len(b.m.Textures))
	used := make([]bool, len(b.m.Textures))
	for i := range b.m.Faces {
		if f := &b.m.Faces[i]; f.Kind.Drawn() && f.Texture >= 0 && f.NumVertices > 0 {
			used[f.Texture] = true
		}
	}
	for i := range b.looks {
		switch t := &b.m.Textures[i]; {
		case !used[i]:
		case t.Kind == bsp.KindSky:
			b.looks[i] = b.sky(t.Name)
		default:
			b.looks[i] = b.look(t.Name)
		}
	}
	b.level.shaders = make([]*shader.Shader, len(b.m.Faces))
	for i := range b.m.Faces {
		if f := &b.m.Faces[i]; f.Texture >= 0 && len(b.looks[f.Texture]) > 0 {
			b.level.shaders[i] = b.files.Shader(b.m.Textures[f.Texture].Name)
		}
	}
}

// dropUnused drops the textures that no pass shows: later stages have covered them, or made others of them.
func (b *quake3) dropUnused() {
	used := make([]bool, len(b.sources))
	for _, p := range slices.Concat(b.looks...) {
		switch {
		case p.texture < 0:
		case p.box:
			for side := range sideNames {
				used[int(p.texture)+side] = true
			}
		default:
			used[p.texture] = true
		}
	}
	b.chains = slices.DeleteFunc(b.chains, func(c chain) bool { return !used[c.frames[0]] })
	for _, c := range b.chains {
		for _, number := range c.frames {
			used[number] = true
		}
	}
	numbers, list := make([]int32, len(used)), b.sources[:0]
	for i, s := range b.sources {
		if numbers[i] = int32(len(list)); used[i] {
			list = append(list, s)
		}
	}
	b.sources = list
	for _, list := range b.looks {
		for i := range list {
			if p := &list[i]; p.texture >= 0 {
				p.texture = numbers[p.texture]
			}
		}
	}
	for _, c := range b.chains {
		for i, number := range c.frames {
			c.frames[i] = numbers[number]
		}
	}
}

// sky returns the passes of a sky: a box far away, and clouds in front of it.
func (b *quake3) sky(name string) (list []pass) {
	s := b.files.Shader(name)
	if s == nil {
		return nil
	}
	if first := b.box(variant{name: s.Box + "_"}); s.Box != "" && first >= 0 {
		list = append(list, pass{texture: first, box: true, opacity: 1, of: variant{name: s.Box + "_"}})
	}
	for i := range s.Stages {
		st := &s.Stages[i]
		alpha, adds, multiplies, ok := alphaUseOf(st)
		if !ok || alpha.kind() == draw.Fence || len(list) >= maxPasses {
			continue
		}
		if multiplies {
			for k := range list {
				b.tint(&list[k], st.Maps[0])
			}
			continue
		}
		v := variant{name: st.Maps[0], alpha: alpha, dome: dome(s, st)}
		number := b.variant(v)
		if number < 0 {
			continue
		}
		b.level.stages = append(b.level.stages, st)
		if alpha == opaque && !adds {
			list = list[:0]
		}
		list = append(list, pass{texture: number, adds: adds, opacity: 1, stage: uint32(len(b.level.stages)), of: v})
	}
	return list
}

// dome returns the shape of the dome with the clouds of a sky.
func dome(s *shader.Shader, st *shader.Stage) draw.DomeShape {
	still := st.Moved(0)
	scale := func(f float64) uint16 { return uint16(max(1, min(math.MaxUint16, math.Abs(f)*256))) }
	return draw.DomeShape{Height: uint8(max(1, min(255, s.CloudHeight/16))),
		Scale: [2]uint16{scale(still[0]), scale(still[4])}}
}

// box returns the number of the first of the six textures of a skybox, or -1 if one is missing. Their names are the
// name of the variant plus the suffixes of the sides.
func (b *quake3) box(of variant) (first int32) {
	for i, name := range sideNames {
		side := of
		side.name += name
		number := b.variant(side)
		if number < 0 {
			return -1
		}
		if i == 0 {
			first = number
		}
		if number != first+int32(i) { // another shader has it under another number
			return -1
		}
	}
	return first
}

// look returns the passes of a texture of the map.
func (b *quake3) look(name string) []pass {
	s := b.files.Shader(name)
	if s == nil {
		p := pass{light: byMap, opacity: 1, of: variant{name: name}}
		if p.texture = b.variant(p.of); p.texture < 0 {
			return nil
		}
		return []pass{p}
	}
	if len(s.Stages) == 0 { // fog
		return []pass{{texture: b.variant(variant{name: shader.White}), adds: true}}
	}
	l := passList{quake3: b}
	for i := range s.Stages {
		l.add(&s.Stages[i])
	}
	return l.passes
}

// passList collects the passes of a texture.
type passList struct {
	*quake3
	passes []pass
	// lightFirst is set if the light of the map comes before the first picture, which is multiplied with it.
	lightFirst bool
}

// add adds the pass of a stage, or changes earlier ones.
func (l *passList) add(st *shader.Stage) {
	alpha, adds, multiplies, ok := alphaUseOf(st)
	first := len(l.passes) == 0
	twice := st.Source == shader.DstColor && st.Dest == shader.SrcColor
	switch {
	case st.Maps[0] == shader.Lightmap && twice:
		l.addLight()
		l.brighten(2)
		return
	case twice:
		l.addGrain(st)
		return
	case !ok || st.Detail || st.Opacity.Kind == shader.Lit && !multiplies:
		return
	case st.Maps[0] == shader.Lightmap:
		l.addLight()
		return
	case st.Coords == shader.OfLight:
		return
	case multiplies && !first:
		for k := range l.passes {
			l.multiply(&l.passes[k], st)
		}
		return
	}
	p := pass{adds: adds, opacity: 1, mirror: st.Coords == shader.OfEnvironment,
		still: len(st.Maps) == 1 && len(st.Mods) == 0 && st.Coords == shader.OfTexture,
		light: stageLights[st.Color.Kind], fades: st.Opacity.Kind == shader.Vertex}
	if st.Color.Kind == shader.OneMinusVertex {
		p.dims = dimmedByInverse
	}
	switch {
	case multiplies && l.lightFirst:
		p.light, l.lightFirst = byLuxels, false
		alpha = opaque
	case multiplies:
		if alpha = filter; st.Test != shader.Always {
			alpha = filterShown
		}
	}
	if st.Source == shader.DstColor && adds {
		if p.opacity = usualBright; l.level.True {
			p.opacity = usualTrue
		}
	}
	l.put(p, st, alpha)
}

// stageLights are the lights of stages by where their color comes from, otherwise byNothing.
var stageLights = map[shader.GenKind]lightOf{shader.Vertex: byCorners, shader.Lit: byMap}

// addLight lights the passes before the light of the map.
func (l *passList) addLight() {
	l.lightFirst = l.lightFirst || len(l.passes) == 0
	for k := range l.passes {
		switch p := &l.passes[k]; p.light {
		case byNothing:
			p.light = byLuxels
		case byCorners:
			p.light, p.dims = byLuxels, dimmedByCorners
		}
	}
}

// addGrain adds a stage that brightens and darkens what is behind it: twice their product. The passes behind it are
// brightened as much as its brightest pixel does it, and its pass darkens the other pixels. Lifted light has no grain,
// as calm pictures need.
func (l *passList) addGrain(st *shader.Stage) {
	p := l.image(strings.ToLower(st.Maps[0]))
	if p == nil || !l.level.True || len(l.passes) == 0 || len(l.passes) >= maxPasses || st.Coords != shader.OfTexture {
		return
	}
	l.brighten(2 * float32(brightest(p)) / 255)
	l.put(pass{opacity: 1}, st, grain)
}

// brighten multiplies the light of all passes.
func (l *passList) brighten(by float32) {
	for k := range l.passes {
		l.passes[k].darken(by)
	}
}

// put completes the pass of a stage with its texture and adds it, if the texture exists.
func (l *passList) put(p pass, st *shader.Stage, alpha alphaUse) {
	p.of = variant{name: st.Maps[0], alpha: alpha}
	if p.texture = l.variant(p.of); p.texture < 0 {
		return
	}
	p.once = st.Clamp && (p.adds || alpha.kind() == draw.Blend)
	if st.Rate > 0 && len(st.Maps) > 1 {
		l.animate(p.texture, st, alpha)
	}
	if len(st.Mods) > 0 || varies(&st.Color) || varies(&st.Opacity) {
		l.level.stages = append(l.level.stages, st)
		p.stage = uint32(len(l.level.stages))
	}
	if alpha == opaque && !p.adds {
		l.passes = l.passes[:0]
	}
	if len(l.passes) < maxPasses {
		l.passes = append(l.passes, p)
	}
}

// varies reports whether a color or an opacity is that of the stage, constant or changing.
func varies(g *shader.Gen) bool { return g.Kind == shader.Const || g.Kind == shader.Waving }

// findFogs finds the looks of the map's fogs.
func (b *quake3) findFogs() {
	for i := range b.m.Fogs {
		v := Volume{Most: 1, Surface: b.m.Fogs[i].Surface}
		if !b.level.True {
			v.Most = liftedFog
		}
		if s := b.files.Shader(b.m.Fogs[i].Shader); s != nil {
			v.Color, v.Depth = s.FogColor, s.FogDepth
		}
		b.level.Volumes = append(b.level.Volumes, v)
	}
}

// findTones finds the tones of textures: those that are lit, liquids and skies have one. Other surfaces that are added
// or glow stay as they are.
func (b *quake3) findTones() {
	for k, list := range b.looks {
		kind := b.m.Textures[k].Kind
		for i := range list {
			switch p := &list[i]; {
			case p.texture < 0:
			case kind == bsp.KindSky:
				n := 1
				if p.box {
					n = len(sideNames)
				}
				for side := range n {
					b.sources[int(p.texture)+side].tone = &skyTone
				}
			case p.adds:
			case kind >= bsp.KindWater && kind <= bsp.KindTeleport:
				b.sources[p.texture].tone = liquidToneOf(kind)
			case p.light != byNothing:
				b.sources[p.texture].tone = &worldTone
			}
		}
	}
	for _, c := range b.chains {
		for _, number := range c.frames {
			b.sources[number].tone = b.sources[c.frames[0]].tone
		}
	}
}

// alphaUseOf returns how a stage's picture is processed before it is drawn over what is behind it. It is added to that
// if adds is set, or multiplied with it if multiplies is set.
func alphaUseOf(s *shader.Stage) (alpha alphaUse, adds, multiplies, ok bool) {
	type factors struct{ source, dest shader.Factor }
	switch f := (factors{s.Source, s.Dest}); {
	case s.Source == shader.DstColor && s.Dest != shader.One && s.Dest != shader.SrcColor,
		f == factors{shader.Zero, shader.SrcColor}:
		return opaque, false, true, true
	case s.Test == shader.AtLeastHalf:
		return holes, false, false, true
	case s.Test == shader.BelowHalf:
		return holesBelow, false, false, true
	case s.Test == shader.AboveZero:
		return holesZero, false, false, true
	case f == factors{shader.One, shader.Zero}, f == factors{shader.SrcAlpha, shader.Zero}:
		return opaque, false, false, true
	case f == factors{shader.One, shader.One}, f == factors{shader.One, shader.OneMinusSrcColor},
		f == factors{shader.DstColor, shader.One}:
		return opaque, true, false, true
	case f == factors{shader.SrcAlpha, shader.One}:
		return weighted, true, false, true
	case f == factors{shader.SrcAlpha, shader.OneMinusSrcAlpha}:
		return blended, false, false, true
	case f == factors{shader.OneMinusSrcAlpha, shader.SrcAlpha}:
		return blendedInverse, false, false, true
	case f == factors{shader.One, shader.OneMinusSrcAlpha}:
		return premultiplied, false, false, true
	case f == factors{shader.One, shader.SrcAlpha}:
		return premultipliedInverse, false, false, true
	case f == factors{shader.Zero, shader.OneMinusSrcColor}:
		return shadow, false, false, true
	}
	return 0, false, false, false
}

// darken multiplies the light of a pass.
func (p *pass) darken(by float32) { p.dark = 1 - (1-p.dark)*by }

// multiply multiplies a pass with a stage, or with the stage's mean color if one of them moves.
func (b *quake3) multiply(p *pass, s *shader.Stage) {
	if c := s.Color.Value; s.Color.Kind == shader.Const {
		p.darken((c[0] + c[1] + c[2]) / 3)
	}
	if !p.still || p.of.times != "" || len(s.Maps) > 1 || len(s.Mods) > 0 || s.Coords != shader.OfTexture {
		b.tint(p, s.Maps[0])
		return
	}
	of := p.of
	of.times = s.Maps[0]
	if texture := b.variant(of); texture >= 0 {
		p.texture, p.of = texture, of
	}
}

// tint multiplies a pass with the mean color of a picture.
func (b *quake3) tint(p *pass, name string) {
	if b.image(strings.ToLower(name)) == nil {
		return
	}
	of := p.of
	of.tint = strings.TrimPrefix(of.tint+"\n"+name, "\n")
	find := b.variant
	if p.box {
		find = b.box
	}
	if texture := find(of); texture >= 0 {
		p.texture, p.of = texture, of
	}
}

// animate makes the pictures of a stage the frames of an animation.
func (b *quake3) animate(texture int32, s *shader.Stage, alpha alphaUse) {
	frames := []int32{texture}
	for _, name := range s.Maps[1:] {
		number := b.variant(variant{name: name, alpha: alpha})
		if number < 0 || b.sources[number].width != b.sources[texture].width ||
			b.sources[number].height != b.sources[texture].height {
			number = texture // the texture coordinates would not fit
		}
		frames = append(frames, number)
	}
	b.chains = append(b.chains, chain{frames: frames, rate: s.Rate})
}

// findChains sets the animations.
func (b *quake3) findChains() {
	b.level.chains = make([]chain, len(b.level.List))
	for _, c := range b.chains {
		for k, number := range c.frames {
			if !b.placed(number, 1) {
				c.frames[k] = c.frames[0]
			}
		}
		b.level.chains[c.frames[0]] = c
	}
}

// variant returns the number of a texture, or -1 if it is not available.
func (b *quake3) variant(v variant) int32 {
	for _, name := range []*string{&v.name, &v.times, &v.tint} {
		*name = strings.ToLower(*name)
	}
	if number, ok := b.variants[v]; ok {
		return number
	}
	number := int32(-1)
	if p := b.image(v.name); p != nil && len(b.sources) < maxTextures && (v.times == "" || b.image(v.times) != nil) {
		number = int32(len(b.sources))
		kind := v.alpha.kind()
		if v.dome != (draw.DomeShape{}) {
			kind = draw.Dome
		}
		b.sources = append(b.sources, source{width: p.Rect.Dx(), height: p.Rect.Dy(), kind: kind, dome: v.dome,
			texels: func() ([]byte, bool) { return b.texels(v), false }})
	}
	b.variants[v] = number
	return number
}

// image returns a picture, or nil if it is not available. It is halved until no side is longer than [largestTexture].
func (b *quake3) image(name string) *image.NRGBA {
	p, ok := b.images[name]
	if ok {
		return p
	}
	switch {
	case name == shader.White:
		p = &image.NRGBA{Pix: []byte{255, 255, 255, 255}, Stride: 4, Rect: image.Rect(0, 0, 1, 1)}
	case strings.HasPrefix(name, "$"), strings.HasPrefix(name, "*"), b.decoded > maxDecoded:
	default:
		p, _ = b.files.Image(name) // unreadable pictures count as missing
	}
	if p != nil {
		b.decoded += p.Rect.Dx() * p.Rect.Dy()
		p = shrunk(p)
	}
	b.images[name] = p
	return p
}

// shrunk returns a picture that is halved until no side is longer than [largestTexture].
func shrunk(p *image.NRGBA) *image.NRGBA {
	for max(p.Rect.Dx(), p.Rect.Dy()) > largestTexture {
		pix, width, height := halved(p.Pix, p.Rect.Dx(), p.Rect.Dy())
		p = &image.NRGBA{Pix: pix, Stride: 4 * width, Rect: image.Rect(0, 0, width, height)}
	}
	return p
}

// texels returns the texels of a texture in the format of [draw.Texture].
func (b *quake3) texels(v variant) []byte {
	from := b.images[v.name]
	pix := make([]byte, len(from.Pix))
	for i := 0; i < len(pix); i += 4 {
		toTexel(pix[i:i+4], from.Pix[i:i+4], v.alpha)
	}
	if v.alpha == grain {
		for i, most := 3, brightest(from); i < len(pix); i += 4 {
			pix[i] = uint8(255 - (255-int(pix[i]))*255/most)
		}
	}
	for tint := range strings.FieldsFuncSeq(v.tint, func(r rune) bool { return r == '\n' }) {
		color := meanColor(b.images[tint])
		for i := range pix {
			if i%4 < 3 {
				pix[i] = uint8(int(pix[i]) * color[i%4] / 255)
			}
		}
	}
	if v.times == "" {
		return pix
	}
	by := b.images[v.times]
	width, height := from.Rect.Dx(), from.Rect.Dy()
	for y := range height {
		for x := range width {
			c := by.Pix[by.PixOffset(x*by.Rect.Dx()/width, y*by.Rect.Dy()/height):]
			to := pix[4*(y*width+x):]
			for k := range 3 {
				to[k] = uint8(int(to[k]) * int(c[k]) / 255)
			}
		}
	}
	return pix
}

// brightest returns the largest channel of a picture, 1 to 255.
func brightest(p *image.NRGBA) int {
	most := 1
	for i := 0; i < len(p.Pix); i += 4 {
		most = max(most, int(p.Pix[i]), int(p.Pix[i+1]), int(p.Pix[i+2]))
	}
	return most
}

// meanColor returns the mean color of a picture, each channel 0 to 255.
func meanColor(p *image.NRGBA) (mean [3]int) {
	for i, c := range p.Pix {
		if i%4 < 3 {
			mean[i%4] += int(c)
		}
	}
	for k := range mean {
		mean[k] /= len(p.Pix) / 4
	}
	return mean
}

// toTexel converts a pixel into a texel.
func toTexel(to, from []byte, alpha alphaUse) {
	r, g, b, a := int(from[0]), int(from[1]), int(from[2]), int(from[3])
	times := 255 // factor for the colors, 0 to 255
	switch alpha {
	case opaque:
		a = 255
	case weighted:
		times, a = a, 255
	case holes:
		a = choose(a >= 128)
	case holesBelow:
		a = choose(a < 128)
	case holesZero:
		a = choose(a > 0)
	case blended:
		times = a
	case blendedInverse:
		a = 255 - a
		times = a
	case premultiplied:
	case premultipliedInverse:
		a = 255 - a
	case shadow:
		times, a = 0, max(r, g, b)
	case filterShown, filter:
		if alpha == filterShown && a == 0 {
			r, g, b = 255, 255, 255
		}
		mean := (r + g + b) / 3
		r, g, b, a = max(0, r-mean), max(0, g-mean), max(0, b-mean), 255-mean
		times = usualBright * 256
	case grain:
		times, a = 0, 255-max(r, g, b)
	}
	if alpha.kind() == draw.Fence {
		times = a
	}
	to[0], to[1], to[2], to[3] = uint8(r*times/255), uint8(g*times/255), uint8(b*times/255), uint8(a)
}

func choose(opaque bool) int {
	if opaque {
		return 255
	}
	return 0
}
