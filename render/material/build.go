package material

import (
	"cmp"
	"encoding/binary"
	"image"
	"math"
	"math/bits"
	"slices"
	"strings"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/draw"
)

const (
	// maxSide is the longest side of the image in pixels: all graphics cards have it.
	maxSide = 4096
	// largestTexture is the longest side of a texture in texels. Larger ones are halved, and so are the largest until
	// all have no more than maxTexels.
	largestTexture = 512
	// maxTexels is how many texels all textures have at most.
	maxTexels = 1 << 23
	// maxLevels is how many versions of a texture there are at most.
	maxLevels = 5
	// maxTextures and maxLuxels bound what is in the image. Large maps have some hundred textures and a million
	// luxels.
	maxTextures = 4096
	maxLuxels   = 1 << 21
)

// Indices of Quake's palette: from firstBright on they are as bright without light, and hole is none in a texture with
// holes.
const firstBright, hole = 224, 255

// builder makes a [Level].
type builder struct {
	m       *bsp.Map
	palette *assets.Palette
	level   *Level
	sources []*bsp.Texture    // parallel to level.List
	numbers map[*uint8]int32  // of textures by their first texel
	names   map[string]int32  // by their names, in lower case
	blocks  []image.Rectangle // of luxels, by face
	used    [2]int            // the size of the image so far
	black   [2]float32        // a luxel in the image, for faces without light
}

// listTextures lists the textures of the map that have pixels.
func (b *builder) listTextures() {
	b.numbers, b.names = make(map[*uint8]int32), make(map[string]int32)
	for _, list := range [][]bsp.Texture{b.m.Textures, b.m.Frames} {
		for i := range list {
			t := &list[i]
			if len(t.Pixels) == 0 || len(b.sources) >= maxTextures {
				continue
			}
			if _, ok := b.numbers[&t.Pixels[0]]; ok {
				continue
			}
			number := int32(len(b.sources))
			b.numbers[&t.Pixels[0]], b.names[strings.ToLower(t.Name)] = number, number
			b.sources = append(b.sources, t)
		}
	}
	most := largestTexture
	for b.texels(most) > maxTexels && most > 1 {
		most /= 2
	}
	for _, t := range b.sources {
		width, height := b.sizeOf(t, most)
		levels := min(maxLevels, 1+bits.TrailingZeros(uint(width|height)))
		if b.kindOf(t) == draw.Sky {
			levels = 1
		}
		b.level.List = append(b.level.List, draw.Texture{Width: width, Height: height, Levels: levels,
			Kind: b.kindOf(t)})
	}
}

// texels returns how many texels all textures have together if they are halved: see [builder.sizeOf].
func (b *builder) texels(most int) (sum int) {
	for _, t := range b.sources {
		width, height := b.sizeOf(t, most)
		sum += width * height
	}
	return sum
}

// sizeOf returns the size of a texture that was halved until it is no longer than most.
func (b *builder) sizeOf(t *bsp.Texture, most int) (width, height int) {
	width, height = int(t.Width), int(t.Height)
	for max(width, height) > most && min(width, height) > 1 && b.kindOf(t) != draw.Sky {
		width, height = width/2, height/2
	}
	return width, height
}

// kindOf returns how a texture covers a face.
func (b *builder) kindOf(t *bsp.Texture) draw.TextureKind {
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

// room is a rectangle that wants a place in the image.
type room struct {
	width, height int
	set           func(x, y int)
}

// place places rectangles into rows, the highest first. Those that have no room are left out.
func (b *builder) place(rooms []room) {
	slices.SortStableFunc(rooms, func(r, s room) int { return cmp.Compare(s.height, r.height) })
	width := b.used[0]
	x, y, row := 0, b.used[1], 0
	for _, r := range rooms {
		if x+r.width > width {
			x, y, row = 0, y+row, 0
		}
		if x+r.width > width || y+r.height > maxSide {
			continue
		}
		r.set(x, y)
		x, row = x+r.width, max(row, r.height)
	}
	b.used[1] = min(maxSide, y+row)
}

// layOut finds places for the table, the textures and the light.
func (b *builder) layOut() {
	textures, area := b.textureRooms()
	luxels, lightArea := b.lightRooms()
	width := 256
	for width < maxSide && width*width < area+lightArea {
		width *= 2
	}
	for i := range b.level.List {
		if t := &b.level.List[i]; width < maxSide && textureWidth(t) > width {
			width *= 2
		}
	}
	table := (tablePixels*len(b.level.List) + width - 1) / width
	b.used = [2]int{width, table}
	b.place(textures)
	b.place(luxels)
	b.level.Image = image.NewRGBA(image.Rect(0, 0, width, b.used[1]))
}

// textureWidth returns how wide a texture with all its versions is.
func textureWidth(t *draw.Texture) int {
	if t.Levels > 1 {
		return t.Width + t.Width/2
	}
	return t.Width
}

// textureRooms returns the rectangles of textures, and how many pixels they have.
func (b *builder) textureRooms() (rooms []room, area int) {
	for i := range b.level.List {
		t := &b.level.List[i]
		width := textureWidth(t)
		area += width * t.Height
		t.X = -1
		rooms = append(rooms, room{width, t.Height, func(x, y int) { t.X, t.Y = x, y }})
	}
	return rooms, area
}

// lightRooms returns the rectangles of luxels of faces, and how many pixels they have. The light styles of a face lie
// one below the other. There is a black luxel, too.
func (b *builder) lightRooms() (rooms []room, area int) {
	b.blocks = make([]image.Rectangle, len(b.m.Faces))
	rooms = append(rooms, room{1, 1, func(x, y int) { b.black = [2]float32{float32(x) + 0.5, float32(y) + 0.5} }})
	for i := range b.m.Faces {
		f := &b.m.Faces[i]
		width, height := int(f.Light.Width), int(f.Light.Height)*max(1, f.Light.Layers())
		if f.Light.Offset < 0 || !b.textured(f) || width > maxSide/4 || height > maxSide ||
			area+width*height > maxLuxels {
			continue
		}
		area += width * height
		rooms = append(rooms, room{width, height, func(x, y int) { b.blocks[i] = image.Rect(x, y, x+width, y+height) }})
	}
	return rooms, area
}

// textured reports whether a face has a texture that can be drawn. Quake II has its skies in other files.
func (b *builder) textured(f *bsp.Face) bool {
	if !f.Kind.Drawn() || f.Texture < 0 {
		return false
	}
	t := &b.m.Textures[f.Texture]
	return len(t.Pixels) > 0 && (t.Kind != bsp.KindSky || b.m.Version.Game() == bsp.Quake && t.Width == 2*t.Height)
}

// tablePixels is how many pixels the table has for each texture.
const tablePixels = 4

// draw draws the table, the textures and the light.
func (b *builder) draw() {
	pix, stride := b.level.Image.Pix, b.level.Image.Stride
	for i := range b.level.List {
		t := &b.level.List[i]
		if t.X < 0 {
			continue
		}
		b.drawTexture(t, b.sources[i])
		entry := pix[4*tablePixels*i:] // rows have no gaps
		for k, n := range [...]int{t.X, t.Y, t.Width, t.Height} {
			binary.LittleEndian.PutUint16(entry[2*k:], uint16(n))
		}
		entry[8], entry[9] = uint8(t.Kind), uint8(t.Levels)
		if t.Glows {
			entry[10] = 1
		}
	}
	light := &b.m.Lighting
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
			}
		}
	}
}

// drawTexture draws a texture and its smaller versions.
func (b *builder) drawTexture(t *draw.Texture, from *bsp.Texture) {
	pix := b.colors(t, from)
	width, height := int(from.Width), int(from.Height)
	for width > t.Width {
		pix, width, height = halved(pix, width, height)
	}
	for level := range t.Levels {
		x, y, _, _ := t.At(level)
		for row := range height {
			copy(b.level.Image.Pix[b.level.Image.PixOffset(x, y+row):], pix[4*row*width:4*(row+1)*width])
		}
		if level+1 < t.Levels {
			pix, width, height = halved(pix, width, height)
		}
	}
}

// colors returns the texels of a texture as [draw.Texture] has them.
func (b *builder) colors(t *draw.Texture, from *bsp.Texture) []byte {
	bright := 256
	if b.m.Version.Game() == bsp.Quake && t.Kind == draw.Plain {
		bright = firstBright
	}
	clear := -1 // what is transparent
	switch {
	case t.Kind == draw.Fence:
		clear = hole
	case t.Kind == draw.Sky:
		clear = 0
	}
	pix := make([]byte, 0, 4*len(from.Pixels))
	for _, i := range from.Pixels {
		c := b.palette[i]
		switch {
		case int(i) == clear:
			c.R, c.G, c.B, c.A = 0, 0, 0, 0
		case int(i) >= bright:
			c.A, t.Glows = 0, true
		}
		pix = append(pix, c.R, c.G, c.B, c.A)
	}
	return pix
}

// halved returns a picture half as wide and high: each pixel is the mean of four.
func halved(pix []byte, width, height int) (half []byte, w, h int) {
	w, h = max(1, width/2), max(1, height/2)
	half = make([]byte, 4*w*h)
	for y := range h {
		upper, lower := pix[4*width*min(2*y, height-1):], pix[4*width*min(2*y+1, height-1):]
		for x := range w {
			left, right := 4*min(2*x, width-1), 4*min(2*x+1, width-1)
			for k := range 4 {
				sum := int(upper[left+k]) + int(upper[right+k]) + int(lower[left+k]) + int(lower[right+k])
				half[4*(y*w+x)+k] = uint8((sum + 2) / 4)
			}
		}
	}
	return half, w, h
}

// findSurfaces finds how the faces are drawn.
func (b *builder) findSurfaces() {
	b.level.Surfaces = make([]Surface, len(b.m.Faces))
	for i := range b.m.Faces {
		b.level.Surfaces[i] = b.surface(i)
	}
}

// surface returns how a face is drawn.
func (b *builder) surface(face int) Surface {
	f := &b.m.Faces[face]
	none := Surface{Texture: -1}
	if !b.textured(f) || f.NumVertices == 0 {
		return none
	}
	from := &b.m.Textures[f.Texture]
	number := b.numbers[&from.Pixels[0]]
	t := &b.level.List[number]
	if t.X < 0 {
		return none
	}
	s := Surface{Texture: number, Opacity: b.m.Opacity(from)}
	near := b.m.Vertices[b.m.FaceVertices[f.FirstVertex]]
	s.U = scaled(from.Axes[0], float32(t.Width)/float32(from.Width), near, t.Width)
	s.V = scaled(from.Axes[1], float32(t.Height)/float32(from.Height), near, t.Height)
	block := b.blocks[face]
	switch {
	case from.Kind >= bsp.KindWindow || len(b.m.Lighting.Samples) == 0: // glass, liquids and skies
		return s
	case block.Empty():
		s.Lit, s.S[3], s.T[3] = true, b.black[0], b.black[1]
		return s
	}
	// The light lies along the texture, with a luxel every 16 texels of its full size.
	corner := b.m.Lighting.Corners[f.FirstVertex]
	s.S, s.T = from.Axes[0].Mul(1.0/16), from.Axes[1].Mul(1.0/16)
	s.S[3] = float32(block.Min.X) + corner[0] - s.S.Vec3().Dot(near)
	s.T[3] = float32(block.Min.Y) + corner[1] - s.T.Vec3().Dot(near)
	s.Lit, s.Rows = true, float32(f.Light.Height)
	return s
}

// findChains finds the animations: textures whose names differ in one sign behind a plus, 0 to 9, or a to j for
// entities in another state.
func (b *builder) findChains() {
	b.level.chains = make([]chain, len(b.level.List))
	for i, from := range b.sources {
		name := strings.ToLower(from.Name)
		if b.m.Version.Game() != bsp.Quake || len(name) < 2 || name[0] != '+' {
			continue
		}
		c := &b.level.chains[i]
		for _, list := range [...]struct {
			signs string
			to    *[]int32
		}{{"0123456789", &c.frames}, {"abcdefghij", &c.others}} {
			for _, sign := range list.signs {
				number, ok := b.names["+"+string(sign)+name[2:]]
				if !ok || b.level.List[number].X < 0 {
					break
				}
				if b.level.List[number].Width != b.level.List[i].Width { // its texels would be at other places
					number = int32(i)
				}
				*list.to = append(*list.to, number)
			}
		}
	}
}

// What the light of a level is lifted to: no large area lies under leastSeen of full brightness, and half of all is
// brighter than middleSeen.
const (
	leastSeen, middleSeen = 0.06, 0.17
	mostLeast, leastPower = 0.4, 0.5
)

// lift finds the curve of light of the level, by the light of its faces and the brightness of their textures.
func (b *builder) lift() {
	means := make([]float64, len(b.level.List))
	for i := range b.level.List {
		means[i] = b.mean(&b.level.List[i])
	}
	var area [256]float64 // by the mean luxel of a face
	total, bright := 0.0, 0.0
	for i, block := range b.blocks {
		s := &b.level.Surfaces[i]
		if block.Empty() || s.Texture < 0 || !s.Lit {
			continue
		}
		size := float64(block.Dx()) * float64(s.Rows)
		area[b.luxel(block, int(s.Rows))] += size
		total += size
		bright += size * means[s.Texture]
	}
	if !(total > 0 && bright > 0) { // all is black
		b.level.Lift = draw.Lift{Least: mostLeast, Power: 1}
		return
	}
	bright /= total
	sum, middle := 0.0, 0
	for sum += area[0]; sum < total/2 && middle < len(area)-1; sum += area[middle] {
		middle++
	}
	least := min(mostLeast, leastSeen/bright)
	power := 1.0
	if dark := LightScale * float64(max(1, middle)) / 255; dark*bright < middleSeen {
		want := max(0.05, min(1.9, middleSeen/bright)-least)
		power = math.Log(want/(draw.FullLight-least)) / math.Log(dark/draw.FullLight)
	}
	b.level.Lift = draw.Lift{Least: float32(least), Power: float32(max(leastPower, min(1, power)))}
}

// mean returns the mean brightness of a texture, 0 to 1.
func (b *builder) mean(t *draw.Texture) float64 {
	if t.X < 0 {
		return 0
	}
	x, y, width, height := t.At(t.Levels - 1)
	sum := 0
	for row := range height {
		for texel := range slices.Chunk(b.level.Image.Pix[b.level.Image.PixOffset(x, y+row):][:4*width], 4) {
			sum += int(texel[0]) + int(texel[1]) + int(texel[2])
		}
	}
	return float64(sum) / float64(3*width*height*255)
}

// luxel returns the mean of the luxels of the first light style of a face.
func (b *builder) luxel(block image.Rectangle, rows int) uint8 {
	sum := 0
	for y := block.Min.Y; y < block.Min.Y+rows; y++ {
		row := b.level.Image.Pix[b.level.Image.PixOffset(block.Min.X, y):]
		for x := range block.Dx() {
			sum += int(row[4*x]) + int(row[4*x+1]) + int(row[4*x+2])
		}
	}
	return uint8(sum / max(1, 3*block.Dx()*rows))
}
