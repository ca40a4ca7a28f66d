package render

import (
	"image"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/draw"
	"demoscope/render/hud"
)

// screen draws buffers on the graphics card.
type screen struct {
	atlas   *ebiten.Image
	of      *hud.Atlas // the source of atlas
	upload  []byte
	options ebiten.DrawTrianglesOptions
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

// draw draws the triangles of b in one call.
func (s *screen) draw(to *ebiten.Image, b *draw.Buffer) {
	if len(b.Indices) == 0 {
		return
	}
	s.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	to.DrawTriangles32(vertices(b.Vertices), b.Indices, s.atlas, &s.options)
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
