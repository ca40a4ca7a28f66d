package material

import (
	"cmp"
	"image"
	"math/bits"
	"slices"

	"demoscope/bsp"
	"demoscope/render/draw"
)

const (
	// maxSide is the longest side of the image in pixels. All graphics cards support it.
	maxSide = 4096
	// largestTexture is the longest side of a texture in texels. Larger textures are halved. The largest ones are
	// halved further until all textures together have at most maxTexels.
	largestTexture = 1024
	// maxTextures bounds the textures of the image. Large maps have some hundred.
	maxTextures = 4096
	// maxLuxels bounds the luxels of the image. Large maps have a million.
	maxLuxels = 1 << 21
)

// builder builds the part of a [Level] that all games share.
type builder struct {
	m       *bsp.Map
	level   *Level
	sources []source // parallel to level.List
	used    [2]int   // size of the image so far
	shares  shares
}

// source is the origin of a texture.
type source struct {
	width, height int
	kind          draw.TextureKind
	dome          draw.DomeShape
	tone          *tone // of lifted light; nil for none
	// texels returns the texels in the format of [draw.Texture], and whether some glow.
	texels func() (pix []byte, glow bool)
}

// sizeTextures sets the sizes of the textures in the image. Each has at most most mipmap levels.
func (b *builder) sizeTextures(most int) {
	side := largestTexture
	for b.texels(side) > maxTexels && side > 1 {
		side /= 2
	}
	for i := range b.sources {
		s := &b.sources[i]
		width, height := s.size(side)
		levels := min(most, 1+bits.TrailingZeros(uint(width|height)))
		if s.kind == draw.Sky || s.kind == draw.Dome {
			levels = 1
		}
		b.level.List = append(b.level.List, draw.Texture{Width: width, Height: height, Levels: levels, Kind: s.kind,
			Dome: s.dome})
	}
}

// texels returns the total number of texels of all textures at the sizes of [source.size].
func (b *builder) texels(most int) (sum int) {
	for i := range b.sources {
		width, height := b.sources[i].size(most)
		sum += width * height
	}
	return sum
}

// size returns the size of the texture after it is halved until no side is longer than most.
func (s *source) size(most int) (width, height int) {
	width, height = s.width, s.height
	for max(width, height) > most && min(width, height) > 1 && s.kind != draw.Sky {
		width, height = width/2, height/2
	}
	return width, height
}

// rect is a rectangle that needs a place in the image.
type rect struct {
	width, height int
	set           func(x, y int)
}

// place places rectangles in rows, tallest first. It leaves out rectangles for which there is no room.
func (b *builder) place(rects []rect) {
	slices.SortStableFunc(rects, func(r, s rect) int { return cmp.Compare(s.height, r.height) })
	width := b.used[0]
	x, y, row := 0, b.used[1], 0
	for _, r := range rects {
		if x+r.width > width {
			x, y, row = 0, y+row, 0
		}
		if x+r.width > width || y+r.height > maxSide-skinRows {
			continue
		}
		r.set(x, y)
		x, row = x+r.width, max(row, r.height)
	}
	b.used[1] = min(maxSide, y+row)
}

// layOut places the table, the textures and the luxels in the image. lightArea is the area of the luxels in pixels.
func (b *builder) layOut(luxels []rect, lightArea int) {
	textures, area := b.textureRects()
	width := leastWidth
	for width < maxSide && width*width < area+lightArea {
		width *= 2
	}
	for i := range b.level.List {
		if t := &b.level.List[i]; width < maxSide && textureWidth(t) > width {
			width *= 2
		}
	}
	table := (tablePixels*(len(b.level.List)+maxSkins) + width - 1) / width
	b.used = [2]int{width, table}
	b.place(textures)
	b.place(luxels)
	b.level.Image = image.NewRGBA(image.Rect(0, 0, width, b.used[1]))
}

// placed reports whether n textures, starting at first, have a place in the image.
func (b *builder) placed(first, n int32) bool {
	for i := range n {
		if b.level.List[first+i].X < 0 {
			return false
		}
	}
	return true
}

// textureWidth returns the width of a texture including its mipmap levels.
func textureWidth(t *draw.Texture) int {
	if t.Levels > 1 {
		return t.Width + t.Width/2
	}
	return t.Width
}

// textureRects returns the rectangles of textures and their total area in pixels.
func (b *builder) textureRects() (rects []rect, area int) {
	for i := range b.level.List {
		t := &b.level.List[i]
		width := textureWidth(t)
		area += width * t.Height
		t.X = -1
		rects = append(rects, rect{width, t.Height, func(x, y int) { t.X, t.Y = x, y }})
	}
	return rects, area
}

// tablePixels is the number of pixels of a texture's entry in the table.
const tablePixels = 4

// draw draws the table and the textures.
func (b *builder) draw() {
	for i := range b.level.List {
		t := &b.level.List[i]
		if t.X < 0 {
			continue
		}
		b.drawTexture(t, &b.sources[i])
		writeEntry(b.level.Image, i, t)
	}
}

// drawTexture draws a texture and its mipmap levels.
func (b *builder) drawTexture(t *draw.Texture, from *source) {
	pix, glow := from.texels()
	t.Glows = glow
	width, height := from.width, from.height
	for width > t.Width {
		pix, width, height = halved(pix, width, height)
	}
	if tone := from.tone; tone != nil && !b.level.True {
		if tone.grain > 0 && (t.Kind == draw.Plain || t.Kind == draw.Warp) {
			tone.smooth(pix, width, height)
		}
		tone.apply(pix, t.Kind)
	}
	drawVersions(b.level.Image, t, pix, width, height)
}

// halved returns a picture at half the width and height. Each pixel is the mean of four.
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

// meanBrightnesses returns the mean brightness of each texture.
func (b *builder) meanBrightnesses() []float64 {
	means := make([]float64, len(b.level.List))
	for i := range means {
		means[i] = b.meanBrightness(&b.level.List[i])
	}
	return means
}

// meanBrightness returns the mean brightness of a texture, 0 to 1.
func (b *builder) meanBrightness(t *draw.Texture) float64 {
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
