// Package raster draws buffers without a graphics card, as one would: the triangles in
// their order, each where it covers the middle of a pixel, with colors that go straight
// from corner to corner, multiplied with the nearest pixel of the atlas, and blended over
// what is there. The triangles of a line are drawn at once, with colors that go straight along
// it and across it.
//
// Corners lie on a grid of 1/256 pixel. From there on all that decides which pixels are
// covered is whole numbers, and colors are float64 whose products and sums are never
// fused, and those of lines whole numbers, so that the same buffer gives the same picture on every
// processor.
//
// Buffers are not trusted, because demos and maps have filled them: what is no number or
// lies beyond maxCoordinate is left out, and the work of one call is bounded by
// maxScreens.
package raster

import (
	"image"
	"image/color"
	"unsafe"

	"demoscope/render/draw"
)

// maxScreens bounds the work of one call of [Picture.Draw], in pictures filled. Real
// pictures need less than 4.
const maxScreens = 256

// Picture is a picture that buffers are drawn on. Its memory is reused when it is resized.
type Picture struct {
	width, height int
	pix           []uint32 // rows from the top; red, green, blue and opacity from the lowest byte
	work          int64    // rows and pixels that this call may still draw
	triangle      triangle
	surface       surface
	strip         strip
	corners       corners
	line          line
}

// New returns a black picture of width by height pixels, at least 1 each.
func New(width, height int) *Picture {
	p := &Picture{}
	p.Resize(width, height)
	p.Fill(color.RGBA{A: 255})
	return p
}

// Resize changes the size as [New] has it. What is in the picture is undefined until the
// next Fill.
func (p *Picture) Resize(width, height int) {
	p.width, p.height = max(1, width), max(1, height)
	n := p.width * p.height
	if cap(p.pix) < n+beyond {
		p.pix = make([]uint32, n+beyond)
	}
	p.pix = p.pix[:n]
}

// Fill fills the picture with a color. Its opacity is ignored: pictures are opaque.
func (p *Picture) Fill(c color.RGBA) { p.FillBare(c, Bare{}) }

// FillBare is [Picture.Fill] for the rows alone that are bare. What is in the others is undefined until they
// are drawn over. A picture of another size is filled whole.
func (p *Picture) FillBare(c color.RGBA, b Bare) {
	if b.Size != (image.Point{p.width, p.height}) {
		b.From, b.To = 0, p.height
	}
	fill(p.pix[b.From*p.width:b.To*p.width], uint32(c.R)|uint32(c.G)<<8|uint32(c.B)<<16|opaque)
}

// Pix returns the pixels as [image.RGBA] has them: four bytes each, rows from the top. It
// is the picture's own memory.
func (p *Picture) Pix() []byte {
	// All systems that Go's graphics run on have the lowest byte first.
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.pix))), 4*len(p.pix))
}

// Image returns the picture. It shares the picture's memory: what is drawn later shows
// in it.
func (p *Picture) Image() *image.RGBA {
	return &image.RGBA{Pix: p.Pix(), Stride: 4 * p.width, Rect: image.Rect(0, 0, p.width, p.height)}
}

// Put copies another picture to a place, as far as that is within this one.
func (p *Picture) Put(from *Picture, at image.Point) {
	area := image.Rect(0, 0, from.width, from.height).Add(at).Intersect(image.Rect(0, 0, p.width, p.height))
	for y := area.Min.Y; y < area.Max.Y; y++ {
		source := (y-at.Y)*from.width + area.Min.X - at.X
		copy(p.pix[y*p.width+area.Min.X:y*p.width+area.Max.X], from.pix[source:])
	}
}

// Draw draws the triangles of a buffer in their order. Atlas is the image that its corners
// are in; nil is one that is white everywhere. Triangles with a corner that is not in the
// buffer are left out.
func (p *Picture) Draw(b *draw.Buffer, atlas *image.RGBA) {
	p.work = maxScreens * int64(len(p.pix)+p.height)
	if atlas != nil && atlas.Rect.Empty() {
		atlas = nil
	}
	p.corners.reset(b.Vertices)
	p.surface.begin(b)
	n := uint32(len(b.Vertices))
	for i := 0; i+2 < len(b.Indices) && p.work > 0; i += 3 {
		if corners, indices := b.LineAt(i); indices > 0 && p.lineOf(corners) {
			i += indices - 3
			continue
		}
		if indices := p.rectOf(b, i, atlas); indices > 0 {
			i += indices - 3
			continue
		}
		i0, i1, i2 := b.Indices[i], b.Indices[i+1], b.Indices[i+2]
		if i0 >= n || i1 >= n || i2 >= n {
			continue
		}
		if first := &b.Vertices[i0]; first.Custom[3] != 0 {
			if b.Textures != nil && p.surface.set(p, b, p.corners.get(i0, i1, i2), first) {
				p.rows(&p.triangle, func(_ *triangle, s *strip) { p.surface.draw(s) })
			}
			continue
		}
		if p.triangle.set(p, p.corners.get(i0, i1, i2), atlas) {
			p.rows(&p.triangle, (*triangle).draw)
		}
	}
	// The first two are the caller's, and the last may be of an earlier size.
	p.corners.vertices, p.surface.pix, p.strip.pix = nil, nil, nil
}
