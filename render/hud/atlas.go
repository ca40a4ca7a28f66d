package hud

import (
	"image"
	"image/color"
	"math"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"demoscope/assets"
)

// textFont is one of the program's fonts at a fixed size.
type textFont uint8

// The fonts, named by their purpose.
const (
	fontSmall  textFont = iota // names, captions, counts
	fontText                   // prints, tables
	fontStrong                 // table heads, center prints
	fontTime                   // monospaced: values that change many times a second
	fontTitle
	fontNumber // health, armor, ammo
	fontCount
)

// fontShape is the source and the size of a font, in device-independent pixels. Letters are never smaller than least,
// unless the viewer has chosen a smaller UI scale: a small window leaves out elements instead.
type fontShape struct {
	ttf         func() []byte
	size, least float64
}

// pixels returns the size of a font in pixels, for a unit of the layout.
func (s *fontShape) pixels(unit float32) float64 {
	if unit < minZoom {
		return s.size * float64(unit)
	}
	return max(s.size*float64(unit), s.least)
}

// fontShapes are the fonts by [textFont].
var fontShapes = [fontCount]fontShape{
	fontSmall:  {assets.FontRegular, 13, 13},
	fontText:   {assets.FontRegular, 15, 14},
	fontStrong: {assets.FontBold, 15, 14},
	fontTime:   {assets.FontMono, 14, 13},
	fontTitle:  {assets.FontBold, 20, 16},
	fontNumber: {assets.FontBold, 32, 28},
}

// outlines are the parsed fonts. They are embedded, so a failure means a broken build.
var outlines = sync.OnceValue(func() (o [fontCount]*sfnt.Font) {
	for i, s := range fontShapes {
		f, err := opentype.Parse(s.ttf())
		if err != nil {
			panic("hud: the built-in font cannot be read: " + err.Error())
		}
		o[i] = f
	}
	return o
})

const (
	// whiteBlock is the side of the white square in the corner of the atlas, in pixels. Untextured triangles sample
	// its middle.
	whiteBlock = 4
	// glyphGap separates glyphs, in pixels, so that sampling never reaches a neighbor.
	glyphGap = 1
	// atlasSide is the side of the image in pixels if a unit is one pixel.
	atlasSide = 768
	// tableRunes is the number of runes that are looked up in a table instead of a map: Latin, Greek and Cyrillic.
	tableRunes = 0x500
)

// glyph is a rune in the atlas. Its width is 0 if it has no image.
type glyph struct {
	known         bool
	u, v          int16 // corner in the image, pixels
	width, height int16
	dx, dy        int16 // from the pen on the baseline to the corner, pixels
	advance       int16 // whole pixels, so that text never shimmers
}

// Atlas is an image of the glyphs used so far, white on transparent, and of a white square for everything except
// text. A glyph is added when it is first measured or drawn.
type Atlas struct {
	// Unit is the number of pixels per device-independent pixel.
	Unit float32
	// Image holds the glyphs, with premultiplied alpha.
	Image *image.RGBA
	dirty image.Rectangle // the part that has changed since the last TakeDirty

	faces [fontCount]face
	x, y  int // position of the next glyph
	row   int // height of the current row of glyphs
}

// face is a font and its glyphs at a size in pixels.
type face struct {
	face            font.Face
	outline         *sfnt.Font
	ascent, descent float32 // pixels
	table           [tableRunes]glyph
	others          map[rune]glyph
}

// newAtlas returns an atlas for a screen with unit pixels per device-independent pixel.
func newAtlas(unit float32) *Atlas {
	if !(unit > 0.1) {
		unit = 0.1
	}
	side := int(math.Ceil(float64(atlasSide*max(unit, 0.5))/64)) * 64
	a := &Atlas{Unit: unit, Image: image.NewRGBA(image.Rect(0, 0, side, side)), x: whiteBlock + glyphGap,
		row: whiteBlock}
	for i, s := range fontShapes {
		f, err := opentype.NewFace(outlines()[i], &opentype.FaceOptions{Size: s.pixels(unit), DPI: 72})
		if err != nil {
			panic("hud: the built-in font cannot be sized: " + err.Error())
		}
		m := f.Metrics()
		a.faces[i] = face{
			face: f, outline: outlines()[i], ascent: float32(m.Ascent.Ceil()), descent: float32(m.Descent.Ceil()),
			others: map[rune]glyph{},
		}
	}
	for y := range whiteBlock {
		for x := range whiteBlock {
			a.Image.SetRGBA(x, y, color.RGBA{255, 255, 255, 255})
		}
	}
	a.dirty = a.Image.Rect
	for r := rune(' '); r < 0x7f; r++ {
		for f := range fontCount {
			a.glyph(f, r)
		}
	}
	return a
}

// TakeDirty returns the part of Image that has changed since the last call.
func (a *Atlas) TakeDirty() image.Rectangle {
	d := a.dirty
	a.dirty = image.Rectangle{}
	return d
}

// lineHeight returns the height of a line of text in pixels.
func (a *Atlas) lineHeight(f textFont) float32 { return a.faces[f].ascent + a.faces[f].descent }

// ascent returns the distance from the top of a line to its baseline, in pixels.
func (a *Atlas) ascent(f textFont) float32 { return a.faces[f].ascent }

// glyph returns a rune's glyph, drawing it first if it is new.
func (a *Atlas) glyph(f textFont, r rune) glyph {
	s := &a.faces[f]
	if uint32(r) < tableRunes {
		if g := s.table[r]; g.known {
			return g
		}
		g := a.rasterize(f, r)
		s.table[r] = g
		return g
	}
	if g, ok := s.others[r]; ok {
		return g
	}
	if r != missing && !s.has(r) {
		return a.glyph(f, missing) // a demo may contain a million such runes
	}
	g := a.rasterize(f, r)
	s.others[r] = g
	return g
}

// missing is drawn for runes that the font lacks.
const missing = '\u25a1'

// rasterize draws a rune into the image. When the image is full, new runes stay blank.
func (a *Atlas) rasterize(f textFont, r rune) glyph {
	s := &a.faces[f]
	if r != missing && !s.has(r) {
		return a.glyph(f, missing)
	}
	box, mask, at, advance, ok := s.face.Glyph(fixed.Point26_6{}, r)
	g := glyph{known: true, advance: int16(advance.Round())}
	if !ok || box.Empty() {
		return g
	}
	w, h := box.Dx(), box.Dy()
	if a.x+w > a.Image.Rect.Max.X {
		a.x, a.y = 0, a.y+a.row+glyphGap
		a.row = 0
	}
	if a.y+h > a.Image.Rect.Max.Y || w > a.Image.Rect.Max.X {
		return g
	}
	for y := range h {
		for x := range w {
			_, _, _, alpha := mask.At(at.X+x, at.Y+y).RGBA()
			c := uint8(alpha >> 8)
			a.Image.SetRGBA(a.x+x, a.y+y, color.RGBA{c, c, c, c})
		}
	}
	g.u, g.v, g.width, g.height = int16(a.x), int16(a.y), int16(w), int16(h)
	g.dx, g.dy = int16(box.Min.X), int16(box.Min.Y)
	a.dirty = a.dirty.Union(image.Rect(a.x, a.y, a.x+w, a.y+h))
	a.x += w + glyphGap
	a.row = max(a.row, h)
	return g
}

// Prints reports whether the program's font has all runes of a text and all of them are visible.
func Prints(text string) bool {
	for _, r := range text {
		i, err := outlines()[fontText].GlyphIndex(nil, r)
		if err != nil || i == 0 || !unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return false
		}
	}
	return text != ""
}

// has reports whether the font has a rune.
func (s *face) has(r rune) bool {
	i, err := s.outline.GlyphIndex(nil, r)
	return err == nil && i != 0
}
