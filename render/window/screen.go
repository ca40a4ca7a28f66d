package window

import (
	"image"
	"image/color"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/render/app"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/raster"
)

// screen is the canvas of the graphics card.
type screen struct {
	to      *ebiten.Image
	atlas   *ebiten.Image
	of      *hud.Atlas // the source of atlas
	upload  []byte
	indices []uint32 // for a part of a buffer
	options ebiten.DrawTrianglesOptions
	surface surface

	parts [app.PartCount]*ebiten.Image // nil before the first
	has   [app.PartCount]uint64        // ID of the picture in each part
	whole *ebiten.Image                // the whole canvas, while a part is drawn
	place ebiten.DrawImageOptions      // for showing a part
}

func (s *screen) Bounds() image.Point { return s.to.Bounds().Size() }
func (s *screen) Put(pix []byte)      { s.to.WritePixels(pix) }

func (s *screen) Glyphs(a *hud.Atlas) {
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
		s.upload = appendPixels(s.upload[:0], a.Image, d)
		s.atlas.SubImage(d).(*ebiten.Image).WritePixels(s.upload)
	}
}

// appendPixels appends the pixels of a part of an image.
func appendPixels(to []byte, from *image.RGBA, part image.Rectangle) []byte {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		o := from.PixOffset(part.Min.X, y)
		to = append(to, from.Pix[o:o+4*part.Dx()]...)
	}
	return to
}

func (s *screen) Fill(c color.RGBA, _ raster.Bare) { s.to.Fill(c) }

// maxDrawn is the maximum number of vertices per call. Ebitengine copies the vertices of a call into memory that it
// reallocates when a call has more of them than any before, as in most frames of a view that opens.
const maxDrawn = 1 << 14

// Draw draws the triangles of b.
func (s *screen) Draw(b *draw.Buffer) {
	s.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	if b.Textures != nil {
		s.surface.use(b)
	}
	all := vertices(b.Vertices)
	for rest := b.Indices; len(rest) > 0; {
		var low, high uint32
		s.indices, low, high = drawnAtOnce(s.indices[:0], rest)
		if b.Textures != nil {
			s.to.DrawTrianglesShader32(all[low:high+1], s.indices, s.surface.shader, &s.surface.options)
		} else {
			s.to.DrawTriangles32(all[low:high+1], s.indices, s.atlas, &s.options)
		}
		rest = rest[len(s.indices):]
	}
}

// drawnAtOnce appends to dst the indices of the first triangles to draw in one call. They are relative to low, the
// lowest vertex of the first triangle. high is the highest relative vertex.
func drawnAtOnce(dst, indices []uint32) (drawn []uint32, low, high uint32) {
	low = min(indices[0], indices[1], indices[2])
	for n := 0; n < len(indices); n += 3 {
		a, b, c := indices[n]-low, indices[n+1]-low, indices[n+2]-low
		last := max(a, b, c) // very large for a vertex before low
		if last >= maxDrawn && n > 0 {
			break
		}
		high = max(high, last)
		dst = append(dst, a, b, c)
	}
	return dst, low, low + high
}

func (s *screen) Open(part int, r image.Rectangle) {
	p := s.part(part, r.Size(), r.Min)
	s.whole, s.to = s.to, p
}

// part returns the image of a part and sets the position where it will be drawn.
func (s *screen) part(part int, size, at image.Point) *ebiten.Image {
	p := &s.parts[part]
	if *p == nil || (*p).Bounds().Size() != size {
		if *p != nil {
			(*p).Deallocate()
		}
		*p = ebiten.NewImageWithOptions(image.Rectangle{Max: size}, &ebiten.NewImageOptions{Unmanaged: true})
		s.has[part] = 0
	}
	s.place.GeoM.Reset()
	s.place.GeoM.Translate(float64(at.X), float64(at.Y))
	return *p
}

func (s *screen) Show(part int, p *app.Bitmap, at image.Point) {
	img := s.part(part, p.Size, at)
	if s.has[part] != p.Number {
		img.WritePixels(p.Picture.Pix())
		s.has[part] = p.Number
	}
	s.to.DrawImage(img, &s.place)
}

func (s *screen) Close() {
	part := s.to
	s.to = s.whole
	s.to.DrawImage(part, &s.place)
}

// vertices returns the same memory as Ebitengine's vertices. A test compares the two layouts.
func vertices(v []draw.Vertex) []ebiten.Vertex {
	return unsafe.Slice((*ebiten.Vertex)(unsafe.Pointer(unsafe.SliceData(v))), len(v))
}

func (s *screen) Largest() int { return ebiten.MaxImageSize() }

func (s *screen) Begin(size image.Point) {
	if s.to != nil && s.Bounds() == size {
		return
	}
	if s.to != nil {
		s.to.Deallocate()
	}
	s.to = ebiten.NewImage(size.X, size.Y)
}

func (s *screen) Read(pix []byte) { s.to.ReadPixels(pix) }
