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
	// inset draws a level, and what is shown over it, as a picture of its own within a part of
	// this one.
	inset(r image.Rectangle, c color.RGBA, level, over *draw.Buffer)
}

// screen is the canvas of the graphics card.
type screen struct {
	to      *ebiten.Image
	atlas   *ebiten.Image
	of      *hud.Atlas // the source of atlas
	upload  []byte
	options ebiten.DrawTrianglesOptions

	small *ebiten.Image // the inset's, nil before the first
	place ebiten.DrawImageOptions
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

func (s *screen) inset(r image.Rectangle, c color.RGBA, level, over *draw.Buffer) {
	if s.small == nil || s.small.Bounds().Size() != r.Size() {
		if s.small != nil {
			s.small.Deallocate()
		}
		s.small = ebiten.NewImageWithOptions(image.Rectangle{Max: r.Size()}, &ebiten.NewImageOptions{Unmanaged: true})
	}
	to := s.to
	s.to = s.small
	s.fill(c)
	s.draw(level)
	s.draw(over)
	s.to = to
	s.place.GeoM.Reset()
	s.place.GeoM.Translate(float64(r.Min.X), float64(r.Min.Y))
	to.DrawImage(s.small, &s.place)
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
	small   *raster.Picture // the inset's
	atlas   *hud.Atlas
}

// newSoftware returns a canvas of one pixel.
func newSoftware() *software { return &software{picture: raster.New(1, 1), small: raster.New(1, 1)} }

// begin sets the size of the picture, and the glyphs for it.
func (s *software) begin(size image.Point, a *hud.Atlas) {
	s.picture.Resize(size.X, size.Y)
	s.atlas = a
}

func (s *software) fill(c color.RGBA) { s.picture.Fill(c) }

func (s *software) draw(b *draw.Buffer) { s.picture.Draw(b, s.atlas.Image) }

func (s *software) inset(r image.Rectangle, c color.RGBA, level, over *draw.Buffer) {
	s.small.Resize(r.Dx(), r.Dy())
	s.small.Fill(c)
	s.small.Draw(level, s.atlas.Image)
	s.small.Draw(over, s.atlas.Image)
	s.picture.Put(s.small, r.Min)
}
