package render

import (
	"image"
	"image/color"
	"sync/atomic"
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
	// fill fills with a color what is bare, and may leave the rest as it is.
	fill(c color.RGBA, b raster.Bare)
	// draw draws triangles with the glyphs of the HUD. What is in b afterwards is not said.
	draw(b *draw.Buffer)
	// open begins a picture of its own within a part of this one: what is drawn then is drawn
	// there, until shut. No other is opened meanwhile.
	open(part int, r image.Rectangle)
	shut()
	// show draws a picture that is ready, with its upper left corner at a place.
	show(part int, p *shown, at image.Point)
}

// Parts of a picture that are pictures of their own: the panes by their numbers, the inset, the picture of a
// demo's best moment, and that of the moment at the pointer.
const (
	insetPart = MaxViews + iota
	bestPart
	previewPart
	partCount
)

// shown is a picture that was drawn elsewhere. It does not change.
type shown struct {
	picture *raster.Picture
	size    image.Point
	number  uint64 // no other picture has it
}

// shownCount counts pictures.
var shownCount atomic.Uint64

// newShown returns a picture to be shown, whose pixels are copied.
func newShown(m *image.RGBA) *shown {
	s := &shown{picture: raster.New(m.Rect.Dx(), m.Rect.Dy()), size: m.Rect.Size(), number: shownCount.Add(1)}
	to := s.picture.Pix()
	for y := range s.size.Y {
		copy(to[4*y*s.size.X:4*(y+1)*s.size.X], m.Pix[y*m.Stride:])
	}
	return s
}

// screen is the canvas of the graphics card.
type screen struct {
	to      *ebiten.Image
	atlas   *ebiten.Image
	of      *hud.Atlas // the source of atlas
	upload  []byte
	indices []uint32 // of a part of a buffer
	options ebiten.DrawTrianglesOptions

	parts [partCount]*ebiten.Image // nil before the first
	has   [partCount]uint64        // the number of the shown that is in a part
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

func (s *screen) fill(c color.RGBA, _ raster.Bare) { s.to.Fill(c) }

// maxDrawn is how many vertices are drawn in one call. Ebitengine copies those of a call into memory that it makes anew
// when a call has more than any before, as in most frames of a view that opens.
const maxDrawn = 1 << 14

// draw draws the triangles of b.
func (s *screen) draw(b *draw.Buffer) {
	s.options.ColorScaleMode = ebiten.ColorScaleModePremultipliedAlpha
	all := vertices(b.Vertices)
	for rest := b.Indices; len(rest) > 0; {
		var low, high uint32
		s.indices, low, high = drawnAtOnce(s.indices[:0], rest)
		s.to.DrawTriangles32(all[low:high+1], s.indices, s.atlas, &s.options)
		rest = rest[len(s.indices):]
	}
}

// drawnAtOnce appends to dst the indices of the first triangles to draw in one call, counted from the least vertex of
// the first triangle, which it returns with the greatest vertex of all.
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

func (s *screen) open(part int, r image.Rectangle) {
	p := s.part(part, r.Size(), r.Min)
	s.whole, s.to = s.to, p
}

// part returns the image of a part, which will be drawn at a place.
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

func (s *screen) show(part int, p *shown, at image.Point) {
	img := s.part(part, p.size, at)
	if s.has[part] != p.number {
		img.WritePixels(p.picture.Pix())
		s.has[part] = p.number
	}
	s.to.DrawImage(img, &s.place)
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

func (s *software) fill(c color.RGBA, b raster.Bare) { s.picture.FillBare(c, b) }

func (s *software) draw(b *draw.Buffer) { s.picture.Draw(b, s.glyphs) }

func (s *software) open(_ int, r image.Rectangle) {
	s.whole, s.place = s.picture, r.Min
	s.part.Resize(r.Dx(), r.Dy())
	s.picture = s.part
}

func (s *software) show(_ int, p *shown, at image.Point) { s.picture.Put(p.picture, at) }

func (s *software) shut() {
	s.picture = s.whole
	s.picture.Put(s.part, s.place)
}
