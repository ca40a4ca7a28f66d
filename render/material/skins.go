package material

import (
	"encoding/binary"
	"image"
	"image/color"
	"math/bits"

	"demoscope/assets"
	"demoscope/assets/model"
	"demoscope/render/draw"
)

const (
	// maxSkins is the maximum number of skins. skinArea is the number of pixels reserved for them if the image has
	// room.
	maxSkins = 512
	skinArea = 6 << 20
	// skinRows is the number of image rows that are kept free of the level's textures, for skins.
	skinRows = 256
	// leastWidth is the least width of the image in pixels.
	leastWidth = 2048
	// largestShare is the inverse of the largest share of the free area that a skin may take. Larger skins are halved.
	largestShare = 24
	// skinPart is the number that the sides of a skin are multiples of, so that it can have mipmap levels.
	skinPart = 8
)

// Skin is a skin of a model in the image. Texture is its number, or -1 for none. Width and Height are in texels.
type Skin struct {
	Texture       int32
	Width, Height float32
	// Adds is set if its color is added to what is behind it, Mirrors if it is an environment map.
	Adds, Mirrors bool
}

// NoSkin is the skin of a surface without one.
var NoSkin = Skin{Texture: -1}

// SkinName identifies a skin: a picture by its path, or an image of a model in the colors of a palette. If it is Dyed,
// the rows Shirt and Trousers of the palette replace the rows for players' colors. An image of a Sprite has holes, and
// nothing in it glows.
type SkinName struct {
	Path            string
	Image           *model.Image
	Palette         *assets.Palette
	Dyed, Sprite    bool
	Shirt, Trousers uint8
}

// Skins are skins of models, in one image with the textures of a level. They are kept while the level stays the same.
// The zero value has none. It must not be used by several goroutines at once.
type Skins struct {
	level    *Level // nil for none
	isTrue   bool   // as bright as in the game: see [Level.True]
	textures *draw.Textures
	list     map[SkinName]Skin
	number   int // of the level
	stale    bool
	opened   bool
	shelves  []shelf
	bottom   int // first row below all shelves
}

// shelf is a row of skins.
type shelf struct{ x, y, height int }

// Forget makes the next Begin start anew.
func (s *Skins) Forget() { s.stale = true }

// Begin starts the skins of a level, which is nil if it has no textures. It keeps them if neither level nor trueLight
// has changed since the last call, and [Skins.Forget] was not called. If trueLight is set, skins are as dark as in the
// game. It returns the number of the level, counted from 1.
func (s *Skins) Begin(level *Level, trueLight bool) (number int) {
	if s.number == 0 || s.stale || s.level != level || s.isTrue != trueLight {
		*s = Skins{level: level, isTrue: trueLight, number: s.number + 1}
		if level != nil {
			s.textures = &level.Textures
		}
	}
	return s.number
}

// Textures returns the textures of the level and of all skins so far, or nil if there are none.
func (s *Skins) Textures() *draw.Textures { return s.textures }

// Find returns a skin that has been added.
func (s *Skins) Find(name SkinName) (Skin, bool) {
	skin, ok := s.list[name]
	return skin, ok
}

// AddPicture adds a picture as a skin.
func (s *Skins) AddPicture(name SkinName, p assets.Skin) Skin {
	look, t := p.Look, draw.Texture{Width: p.Width, Height: p.Height}
	alpha := opaque
	switch {
	case look.Adds && look.Blends:
		alpha = weighted
	case look.Adds:
	case look.Holes:
		alpha = holes
	case look.Blends:
		alpha = blended
	}
	t.Kind = alpha.kind()
	color := [3]float32{1, 1, 1}
	if look.Colored {
		color = look.Color
	}
	pix := make([]byte, 4*p.Width*p.Height)
	for i := range p.Width * p.Height {
		from := [4]byte{3: 255}
		for k := range color {
			from[k] = uint8(max(0, min(255, float32(p.Pix[3*i+k])*color[k])))
		}
		if p.Opacity != nil {
			from[3] = p.Opacity[i]
		}
		toTexel(pix[4*i:4*i+4], from[:], alpha)
	}
	skin := s.add(name, pix, t, !look.Adds)
	skin.Adds, skin.Mirrors = look.Adds, look.Mirrors
	return s.keep(name, skin)
}

// AddImage adds the first picture of a model's own image as a skin.
func (s *Skins) AddImage(name SkinName) Skin {
	i := name.Image
	if len(i.Pixels) == 0 || i.Width < 1 || i.Height < 1 || len(i.Pixels[0]) < i.Width*i.Height {
		return s.keep(name, NoSkin)
	}
	pix, t := make([]byte, 0, 4*i.Width*i.Height), draw.Texture{Width: i.Width, Height: i.Height}
	if name.Sprite {
		t.Kind = draw.Fence
	}
	for _, index := range i.Pixels[0][:i.Width*i.Height] {
		c := name.Palette[name.dyed(index)]
		switch {
		case name.Sprite && index == hole:
			c = color.RGBA{}
		case !name.Sprite && index >= firstBright && index != hole:
			c.A, t.Glows = 0, true
		}
		pix = append(pix, c.R, c.G, c.B, c.A)
	}
	return s.add(name, pix, t, !name.Sprite)
}

// Rows of Quake's palette for players' colors, and the length of a row. Rows from firstBackwards on get darker.
const shirtRow, trousersRow, rowLength, firstBackwards = 16, 96, 16, 8

// dyed returns the index that replaces an index of a player's color.
func (n *SkinName) dyed(index uint8) uint8 {
	row := n.Shirt
	switch {
	case !n.Dyed:
		return index
	case index >= trousersRow && index < trousersRow+rowLength:
		row = n.Trousers
	case index < shirtRow || index >= shirtRow+rowLength:
		return index
	}
	row, index = row%rowLength, index%rowLength
	if row >= firstBackwards {
		index = rowLength - 1 - index
	}
	return row*rowLength + index
}

func (s *Skins) keep(name SkinName, skin Skin) Skin {
	if s.list == nil {
		s.list = make(map[SkinName]Skin)
	}
	s.list[name] = skin
	return skin
}

// add adds a skin with the given pixels. It is halved until it takes a small part of the free area. Without room add
// returns NoSkin. toned adapts the skin's tone to lifted light.
func (s *Skins) add(name SkinName, pix []byte, t draw.Texture, toned bool) Skin {
	width, height := t.Width, t.Height
	if len(s.list) >= maxSkins || width < 1 || height < 1 {
		return NoSkin
	}
	if !s.opened {
		s.open()
	}
	if toned && !s.isTrue {
		skinTone.apply(pix, t.Kind)
	}
	img := s.textures.Image
	left := s.left()
	for max(width, height) > largestTexture || width*height > left/largestShare && width*height > 1 {
		pix, width, height = halved(pix, width, height)
	}
	for {
		t.Width, t.Height = padded(width), padded(height)
		t.Levels = min(maxLevels, 1+bits.TrailingZeros(uint(t.Width|t.Height)))
		var ok bool
		if t.X, t.Y, ok = s.place(textureWidth(&t), t.Height); ok {
			break
		}
		if max(width, height) <= skinPart {
			return s.keep(name, NoSkin)
		}
		pix, width, height = halved(pix, width, height)
	}
	next := *s.textures
	number := len(next.List)
	next.List = append(next.List, t)
	drawVersions(img, &t, extended(pix, width, height, t.Width, t.Height), t.Width, t.Height)
	writeEntry(img, number, &t)
	next.Added = append(next.Added, image.Rect(t.X, t.Y, t.X+textureWidth(&t), t.Y+t.Height),
		image.Rect(0, tablePixels*number/img.Rect.Dx(), img.Rect.Dx(), tablePixels*number/img.Rect.Dx()+1))
	s.textures = &next
	return s.keep(name, Skin{Texture: int32(number), Width: float32(width), Height: float32(height)})
}

// open creates the image with room for skins below the level's textures.
func (s *Skins) open() {
	width, used := leastWidth, tablePixels*maxSkins/leastWidth
	var list []draw.Texture
	if s.level != nil {
		size := s.level.Image.Rect.Size()
		width, used, list = size.X, size.Y+1, s.level.List[:len(s.level.List):len(s.level.List)]
	}
	img := image.NewRGBA(image.Rect(0, 0, width, min(maxSide, used+skinArea/width)))
	if s.level != nil {
		copy(img.Pix, s.level.Image.Pix)
	}
	s.textures = &draw.Textures{Image: img, List: list}
	s.bottom, s.opened = used, true
}

// left returns the free area in pixels.
func (s *Skins) left() int {
	size := s.textures.Image.Rect.Size()
	n := (size.Y - s.bottom) * size.X
	for i := range s.shelves {
		n += (size.X - s.shelves[i].x) * s.shelves[i].height
	}
	return n
}

// place finds a place for a rectangle: on the lowest shelf that is tall enough. It opens a new shelf instead of using
// one that is much taller, unless there is no room for it.
func (s *Skins) place(width, height int) (x, y int, ok bool) {
	size := s.textures.Image.Rect.Size()
	var best *shelf
	for i := range s.shelves {
		f := &s.shelves[i]
		if f.x+width <= size.X && f.height >= height && (best == nil || f.height < best.height) {
			best = f
		}
	}
	if (best == nil || best.height > height+height/2) && width <= size.X && s.bottom+height <= size.Y {
		s.shelves = append(s.shelves, shelf{y: s.bottom, height: height})
		best = &s.shelves[len(s.shelves)-1]
		s.bottom += height
	}
	if best == nil {
		return 0, 0, false
	}
	x, y = best.x, best.y
	best.x += width
	return x, y, true
}

// padded rounds a side up to a multiple of skinPart.
func padded(side int) int { return (side + skinPart - 1) / skinPart * skinPart }

// extended returns a picture with its last column and row repeated up to a larger size.
func extended(pix []byte, width, height, toWidth, toHeight int) []byte {
	if width == toWidth && height == toHeight {
		return pix
	}
	to := make([]byte, 0, 4*toWidth*toHeight)
	for y := range toHeight {
		row := pix[4*width*min(y, height-1):][:4*width]
		to = append(to, row...)
		for range toWidth - width {
			to = append(to, row[4*width-4:]...)
		}
	}
	return to
}

// drawVersions draws a picture and its mipmap levels.
func drawVersions(to *image.RGBA, t *draw.Texture, pix []byte, width, height int) {
	for level := range t.Levels {
		x, y, _, _ := t.At(level)
		for row := range height {
			copy(to.Pix[to.PixOffset(x, y+row):], pix[4*row*width:4*(row+1)*width])
		}
		if level+1 < t.Levels {
			pix, width, height = halved(pix, width, height)
		}
	}
}

// writeEntry writes the entry of a texture to the table.
func writeEntry(to *image.RGBA, number int, t *draw.Texture) {
	entry := to.Pix[4*tablePixels*number:] // rows have no gaps
	for k, n := range [...]int{t.X, t.Y, t.Width, t.Height} {
		binary.LittleEndian.PutUint16(entry[2*k:], uint16(n))
	}
	entry[8], entry[9] = uint8(t.Kind), uint8(t.Levels)
	if t.Glows {
		entry[10] = 1
	}
	entry[11] = t.Dome.Height
	for k, n := range t.Dome.Scale {
		binary.LittleEndian.PutUint16(entry[12+2*k:], n)
	}
}
