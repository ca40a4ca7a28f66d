package render

import (
	"image"
	"image/color"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
)

// Renderer is what draws pictures.
type Renderer uint8

// The renderers. Both draw the same buffers, and their pictures differ by rounding.
const (
	// Auto is the graphics card in a window. A picture is drawn by the processor if no
	// window can be opened for it, or if it is too large for the graphics card.
	Auto Renderer = iota
	GPU           // the graphics card, through Ebitengine
	CPU           // the processor: see [demoscope/render/raster]
)

// Renderers are the names of the renderers.
var Renderers = [...]string{Auto: "auto", GPU: "gpu", CPU: "cpu"}

// canvas is what a picture is drawn on.
type canvas interface {
	fill(c color.RGBA)
	// draw draws triangles with the glyphs of the HUD.
	draw(b *draw.Buffer)
	// open begins a picture of its own within a part of this one: what is drawn then is drawn
	// there, until shut. No other is opened meanwhile.
	open(part int, r image.Rectangle)
	shut()
}

// Parts of a picture that are pictures of their own: the panes by their numbers, and the inset.
const (
	insetPart = MaxViews
	partCount = insetPart + 1
)

// screen is the canvas of the graphics card.
type screen struct {
	to      *ebiten.Image
	atlas   *ebiten.Image
	of      *hud.Atlas // the source of atlas
	upload  []byte
	options ebiten.DrawTrianglesOptions

	parts [partCount]*ebiten.Image // nil before the first
	whole *ebiten.Image            // while a part of it is drawn
	place ebiten.DrawImageOptions  // of that
}

// update uploads what has changed in the image of the glyphs.
func (s *screen) update(a *hud.Atlas) {
	if s.of != a {
		if s.atlas != nil {
			s.atlas.Deallocate()
		}
		s.of = a
		s.atlas = ebiten.NewImageWithOptions(a.Image.Rect, &ebiten.NewImageOptions{Unmanaged: true})
		s.atlas.WritePixels(a.Image.Pix)
		a.TakeDirty()
		return
	}
	if d := a.TakeDirty(); !d.Empty() {
		s.upload = s.upload[:0]
		for y := d.Min.Y; y < d.Max.Y; y++ {
			o := a.Image.PixOffset(d.Min.X, y)
			s.upload = append(s.upload, a.Image.Pix[o:o+4*d.Dx()]...)
		}
		s.atlas.SubImage(d).(*ebiten.Image).WritePixels(s.upload)
	}
}

func (s *screen) fill(c color.RGBA) { s.to.Fill(c) }

// draw draws the triangles of b in one call.
func (s *screen) draw(b *draw.Buffer) {
	if len(b.Indices) == 0 {
		return
	}
	s.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	s.to.DrawTriangles32(vertices(b.Vertices), b.Indices, s.atlas, &s.options)
}

func (s *screen) open(part int, r image.Rectangle) {
	p := &s.parts[part]
	if *p == nil || (*p).Bounds().Size() != r.Size() {
		if *p != nil {
			(*p).Deallocate()
		}
		*p = ebiten.NewImageWithOptions(image.Rectangle{Max: r.Size()}, &ebiten.NewImageOptions{Unmanaged: true})
	}
	s.place.GeoM.Reset()
	s.place.GeoM.Translate(float64(r.Min.X), float64(r.Min.Y))
	s.whole, s.to = s.to, *p
}

func (s *screen) shut() {
	part := s.to
	s.to = s.whole
	s.to.DrawImage(part, &s.place)
}

// vertices returns the same memory as Ebitengine's vertices; a test compares the two
// layouts.
func vertices(v []draw.Vertex) []ebiten.Vertex {
	return unsafe.Slice((*ebiten.Vertex)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}

// pixels reads an image back from the graphics card.
func pixels(img *ebiten.Image) *image.RGBA {
	out := image.NewRGBA(img.Bounds())
	img.ReadPixels(out.Pix)
	return out
}

// software is the canvas of the processor.
type software struct {
	picture *raster.Picture
	glyphs  *image.RGBA // of the HUD

	part  *raster.Picture
	whole *raster.Picture // while a part of it is drawn
	place image.Point     // of that
}

// newSoftware returns a canvas of one pixel.
func newSoftware() *software { return &software{picture: raster.New(1, 1), part: raster.New(1, 1)} }

// begin sets the size of the picture, and the glyphs for it.
func (s *software) begin(size image.Point, a *hud.Atlas) {
	s.picture.Resize(size.X, size.Y)
	s.glyphs = a.Image
}

func (s *software) fill(c color.RGBA) { s.picture.Fill(c) }

func (s *software) draw(b *draw.Buffer) { s.picture.Draw(b, s.glyphs) }

func (s *software) open(_ int, r image.Rectangle) {
	s.whole, s.place = s.picture, r.Min
	s.part.Resize(r.Dx(), r.Dy())
	s.picture = s.part
}

func (s *software) shut() {
	s.picture = s.whole
	s.picture.Put(s.part, s.place)
}
