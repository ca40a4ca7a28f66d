package raster

import (
	"image"

	"demoscope/render/draw"
)

// opaque is the opacity of a pixel.
const opaque = 0xff << 24

// whiteAtlas has the white pixels for triangles without a texture.
var whiteAtlas = func() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, draw.WhiteU+1, draw.WhiteV+1))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return m
}()

// Colours are whole numbers, several in one of 64 bits, so that one addition goes on to
// the next pixel. What is added may be negative: borrowed bits come back, because the sums
// are right again in each pixel of the triangle. Half of a unit is added to all, so that
// rounding never leads below 0.
//
// Opaque: red, green and blue have 21 bits each, 13 of them below 1, up to 255.
// Blended: red, green, blue and opacity have 32 bits each, 16 of them below 1; colours go up
// to 255*256 and opacity to 256, so that what is there, multiplied with 256 less the
// opacity, can be added and the sum be shifted by 8: it fits into 16 bits.
const (
	smoothBits  = 13
	smoothField = 21
	blendBits   = 16
	blendField  = 32
	colorScale  = 255 * 256
	alphaScale  = 256
	placeBits   = 16
	// smoothRun is after how many pixels smooth colours are worked out anew, before what
	// has been rounded off can be seen.
	smoothRun = 512
)

// gradient is what is added from pixel to pixel.
type gradient struct {
	color     uint32 // of flat: the pixel
	low, high uint64 // smooth has only low; blended has red and green in low, blue and opacity in high
	u, v      int64  // in the atlas, with placeBits below 1
}

func (g *gradient) set(t *triangle) {
	c := &t.colors
	switch t.kind {
	case flat:
		var color uint32
		for i := range 3 {
			color |= uint32(fixed(c[i].at*255, 255, 0)) << (8 * i)
		}
		g.color = color | opaque
	case smooth:
		g.low = 0
		for i := range 3 {
			g.low += uint64(nearest(c[i].dx*(255<<smoothBits))) << (smoothField * i)
		}
	default:
		g.low = step(c[0].dx*colorScale) + step(c[1].dx*colorScale)<<blendField
		g.high = step(c[2].dx*colorScale) + step(c[3].dx*alphaScale)<<blendField
		g.u, g.v = nearest(t.place[0].dx*(1<<placeBits)), nearest(t.place[1].dx*(1<<placeBits))
	}
}

// step returns a gradient of a blended colour.
func step(f float64) uint64 { return uint64(nearest(f * (1 << blendBits))) }

// largest is how large numbers may be that become whole ones: beyond it processors differ.
const largest = 1 << 62

// nearest returns the whole number that is nearest to f. Like fixed it converts f first,
// which keeps the product that it is from being fused with the sum.
func nearest(f float64) int64 {
	switch {
	case f >= largest:
		return largest
	case f >= 0:
		return int64(float64(f) + 0.5)
	case f > -largest:
		return int64(float64(f) - 0.5)
	}
	return -largest
}

// smoothColor returns the first pixel of smooth, at a place relative to the first corner.
func (t *triangle) smoothColor(x, y float64) (sum uint64) {
	for i := range 3 {
		sum |= fixed(t.colors[i].value(x, y)*255, 255, smoothBits) << (smoothField * i)
	}
	return sum
}

// fixed returns a value with bits below 1 and half of 1 more. Rounding may have moved it
// out of its range from 0 to most.
func fixed(f, most float64, bits uint) uint64 {
	switch {
	case f >= most:
		f = most
	case !(f > 0):
		f = 0
	}
	return uint64((float64(f) + 0.5) * float64(uint64(1)<<bits))
}

// span draws pixels of a row, from the column and the row of the first on.
func (t *triangle) span(to []uint32, column, row int64) {
	g := &t.gradient
	if t.kind == flat {
		fill(to, g.color)
		return
	}
	x := float64(column*subpixel+subpixel/2-t.corners[0].x) / subpixel
	y := float64(row*subpixel+subpixel/2-t.corners[0].y) / subpixel
	if t.kind == smooth {
		for len(to) > smoothRun {
			smoothSpan(to[:smoothRun], t.smoothColor(x, y), g.low)
			to, x = to[smoothRun:], x+smoothRun
		}
		smoothSpan(to, t.smoothColor(x, y), g.low)
		return
	}
	c := &t.colors
	low := fixed(c[0].value(x, y)*colorScale, colorScale, blendBits) | fixed(c[1].value(x, y)*colorScale, colorScale, blendBits)<<blendField
	high := fixed(c[2].value(x, y)*colorScale, colorScale, blendBits) | fixed(c[3].value(x, y)*alphaScale, alphaScale, blendBits)<<blendField
	if t.kind == blended {
		blendSpan(to, low, high, g.low, g.high)
		return
	}
	u, v := t.place[0].value(x, y)*(1<<placeBits), t.place[1].value(x, y)*(1<<placeBits)
	t.generalSpan(to, low, high, nearest(u), nearest(v))
}

// fill fills pixels with one colour: the first ones one by one, and then with copies of
// what is filled already, as long as that is in the processor's nearest memory.
func fill(to []uint32, c uint32) {
	const first, longest = 16, 2048
	n := min(len(to), first)
	for i := range to[:n] {
		to[i] = c
	}
	for n < len(to) {
		n += copy(to[n:], to[:min(n, longest)])
	}
}

// smoothSpan fills pixels with a colour that changes.
func smoothSpan(to []uint32, c, add uint64) {
	for i := range to {
		to[i] = uint32(c>>smoothBits&0xff) | uint32(c>>(smoothBits+smoothField-8)&0xff00) | uint32(c>>(smoothBits+2*smoothField-16)&0xff0000) | opaque
		c += add
	}
}

// blendSpan blends a colour that changes over pixels.
func blendSpan(to []uint32, low, high, addLow, addHigh uint64) {
	for i, d := range to {
		there := uint64(d&0xff00ff) | uint64(d&0xff00)<<24
		sum := there*(alphaScale-high>>48) + low>>16&0xffff_0000_ffff + high&0xffff_0000 + 0x7f_007f_007f
		to[i] = uint32(sum>>8)&0xff00ff | uint32(sum>>32)&0xff00 | opaque
		low += addLow
		high += addHigh
	}
}

// generalSpan blends a colour that changes, times the pixels of the atlas from u and v
// on, over pixels.
func (t *triangle) generalSpan(to []uint32, low, high uint64, u, v int64) {
	g := &t.gradient
	pix, stride := t.atlas.Pix, t.atlas.Stride
	right, bottom := int64(t.atlas.Rect.Dx())-1, int64(t.atlas.Rect.Dy())-1
	for i, d := range to {
		tu, tv := max(0, min(right, u>>placeBits)), max(0, min(bottom, v>>placeBits))
		texel := pix[int(tv)*stride+4*int(tu):][:4]
		if a := uint64(texel[3]); a > 0 || texel[0]|texel[1]|texel[2] > 0 {
			// The half of 1 that is in the opacity has become less.
			keep := alphaScale - ((high>>32)*a/255+(255-a)<<7)>>16
			r := (low>>16&0xffff)*uint64(texel[0])/255 + uint64(d&0xff)*keep
			gr := (low>>48)*uint64(texel[1])/255 + uint64(d>>8&0xff)*keep
			b := (high>>16&0xffff)*uint64(texel[2])/255 + uint64(d>>16&0xff)*keep
			to[i] = bright(r) | bright(gr)<<8 | bright(b)<<16 | opaque
		}
		low += g.low
		high += g.high
		u += g.u
		v += g.v
	}
}

// bright returns a channel from one that is 256 times as large.
func bright(c uint64) uint32 { return uint32(min(255, (c+0x7f)>>8)) }
