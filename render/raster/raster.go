// Package raster draws buffers without a graphics card, by the same rules: it draws triangles in order, wherever they
// cover the middle of a pixel. Colors are interpolated linearly between corners, multiplied by the nearest pixel of
// the atlas, and blended over the picture. The triangles of a line are drawn at once, with colors that change
// linearly along and across it.
//
// Corners are on a grid of 1/256 pixel. From there on, coverage is computed in integers. Colors are float64 values
// whose products and sums are never fused; those of lines are integers. So the same buffer gives the same picture on
// every processor.
//
// Buffers are not trusted, because they contain data from demos and maps: corners that are NaN or beyond
// maxCoordinate are left out, and maxScreens bounds the work of a call.
package raster

import (
	"image"
	"image/color"
	"unsafe"

	"demoscope/render/draw"
)

// maxScreens bounds the work of one call of [Picture.Draw], as a number of filled pictures. Real pictures need less
// than 4.
const maxScreens = 256

// Picture is a picture that buffers are drawn on. It reuses its memory when resized.
type Picture struct {
	width, height int
	pix           []uint32 // rows from the top; red, green, blue and opacity from the lowest byte
	work          int64    // rows and pixels that this call may still draw
	triangle      triangle
	surface       surface
	visible       visible
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

// Resize changes the size, with the minimum of [New]. The contents are undefined until the next Fill.
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

// FillBare is [Picture.Fill] for the rows of b only. The other rows are undefined until they are drawn over. If b
// belongs to another size, FillBare fills the whole picture.
func (p *Picture) FillBare(c color.RGBA, b Bare) {
	if b.Size != (image.Point{p.width, p.height}) {
		b.From, b.To = 0, p.height
	}
	fill(p.pix[b.From*p.width:b.To*p.width], uint32(c.R)|uint32(c.G)<<8|uint32(c.B)<<16|opaque)
}

// Pix returns the pixels in the format of [image.RGBA]: four bytes each, rows from the top. The result is the
// picture's own memory.
func (p *Picture) Pix() []byte {
	// All systems that Go's graphics run on are little-endian.
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(p.pix))), 4*len(p.pix))
}

// Image returns the picture. It shares the picture's memory, so later drawing shows in it.
func (p *Picture) Image() *image.RGBA {
	return &image.RGBA{Pix: p.Pix(), Stride: 4 * p.width, Rect: image.Rect(0, 0, p.width, p.height)}
}

// Put copies another picture to a position, clipped to this picture.
func (p *Picture) Put(from *Picture, at image.Point) {
	area := image.Rect(0, 0, from.width, from.height).Add(at).Intersect(image.Rect(0, 0, p.width, p.height))
	for y := area.Min.Y; y < area.Max.Y; y++ {
		source := (y-at.Y)*from.width + area.Min.X - at.X
		copy(p.pix[y*p.width+area.Min.X:y*p.width+area.Max.X], from.pix[source:])
	}
}

// Draw draws the triangles of a buffer in order. atlas is the image for their texture coordinates; nil means white.
// Triangles with an index outside the buffer are left out.
func (p *Picture) Draw(b *draw.Buffer, atlas *image.RGBA) {
	p.work = maxScreens * int64(len(p.pix)+p.height)
	if atlas != nil && atlas.Rect.Empty() {
		atlas = nil
	}
	p.corners.reset(b.Vertices)
	p.surface.begin(b)
	p.visible.find(p, b)
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
		if b.Vertices[i0].Custom[3] != 0 {
			p.textured(b, i)
			continue
		}
		if p.triangle.set(p, p.corners.get(i0, i1, i2), atlas) {
			p.rows(&p.triangle, (*triangle).draw)
		}
	}
	// The first two belong to the caller, and the last may be of an earlier size.
	p.corners.vertices, p.surface.pix, p.strip.pix = nil, nil, nil
	p.surface.texture = nil
}

// textured draws the textured triangle at an index of a buffer.
func (p *Picture) textured(b *draw.Buffer, i int) {
	if b.Textures == nil {
		return
	}
	pieces, opaque := p.visible.of(i)
	if opaque && len(pieces) == 0 || !p.surface.set(p, b, i) {
		return
	}
	if opaque {
		p.surface.drawPieces(p, pieces)
	} else {
		p.rows(&p.triangle, func(_ *triangle, s *strip) { p.surface.draw(s) })
	}
}
