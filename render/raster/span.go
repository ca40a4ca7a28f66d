package raster

import (
	"encoding/binary"
	"image"
	"math"

	"demoscope/render/draw"
)

// opaque is the opacity of a pixel.
const opaque = 0xff << 24

// whiteAtlas holds the white pixels for triangles without a texture.
var whiteAtlas = func() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, draw.WhiteU+1, draw.WhiteV+1))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	return m
}()

// Colors are fixed-point numbers with a constant increment per pixel. Half a unit is added to each, so that rounding
// never leads below 0.
//
// Opaque: red, green and blue have 13 fractional bits, and go up to 255.
//
// Blended: red, green, blue and opacity have 16 fractional bits. Colors go up to 255*256 and opacity to 256, so that
// the background, multiplied by 256 minus the opacity, can be added and the sum shifted by 8: it fits into 16 bits.
const (
	smoothBits = 13
	blendBits  = 16
	colorScale = 255 * 256
	alphaScale = 256
	placeBits  = 16
	// smoothRun is the number of pixels after which smooth colors are computed anew, before rounding errors become
	// visible.
	smoothRun = 512
)

// channels are red, green, blue and opacity. Those of a pixel are never negative and fit into 32 bits.
type channels [4]int64

// gradient holds the increments per pixel.
type gradient struct {
	color uint32   // for flat: the pixel
	even  bool     // blended with the same color everywhere
	first channels // for even: the channels, computed by plainRows
	add   channels // without opacity for smooth
	u, v  int64    // in the atlas, with placeBits fractional bits
}

func (g *gradient) set(t *triangle) {
	c := &t.colors
	switch t.kind {
	case flat:
		var color uint32
		for i, at := range c.at[:3] {
			color |= uint32(fixed(at*255, 255, 1)) << (8 * i)
		}
		g.color = color | opaque
	case smooth:
		g.steps(c, &smoothMost, 1<<smoothBits)
	default:
		g.steps(c, &blendMost, 1<<blendBits)
		g.u, g.v = nearest(t.place[0].dx*(1<<placeBits)), nearest(t.place[1].dx*(1<<placeBits))
		g.even = c.even()
	}
}

// steps sets the increments per pixel from planes, in parts of 1.
func (g *gradient) steps(c *colors, most *[4]float64, parts float64) {
	for i, dx := range c.dx {
		g.add[i] = nearest(dx * (most[i] * parts))
	}
}

// Maximum values of the channels of smooth and blended. smooth has no opacity.
var (
	smoothMost = [4]float64{255, 255, 255, 0}
	blendMost  = [4]float64{colorScale, colorScale, colorScale, alphaScale}
)

// largest is the maximum magnitude in conversions to integers. Beyond it, processors differ.
const largest = 1 << 62

// nearest returns the integer nearest to f. Like fixed, it converts f first, so that the product in f is not fused
// with the sum.
func nearest(f float64) int64 {
	if math.Abs(f) < largest {
		return int64(float64(f) + math.Copysign(0.5, f)) // branchless, because both signs are equally likely
	}
	if f > 0 {
		return largest
	}
	return -largest // also for NaN
}

// firstColor sets to to the channels at a position relative to the first corner, in pixels. The channels go up to
// most, in parts of 1.
func firstColor(to *channels, c *colors, x, y float64, most *[4]float64, parts float64) {
	for i, most := range most {
		p := plane{c.at[i], c.dx[i], c.dy[i]}
		to[i] = fixed(p.value(x, y)*most, most, parts)
	}
}

// fixed returns a value plus one half, in parts of 1. It clamps the value to 0 to most, because rounding may have
// moved it out of that range.
func fixed(f, most, parts float64) int64 {
	switch {
	case f >= most:
		f = most
	case !(f > 0):
		f = 0
	}
	return int64((float64(f) + 0.5) * parts)
}

// plainRows draws the rows of a strip. It advances the strip's sides and its pixel count; the rest is unchanged.
func (t *triangle) plainRows(s *strip) {
	pix, y := s.pix, s.y
	if g := &t.gradient; t.kind >= blended && g.even {
		firstColor(&g.first, &t.colors, 0, 0, &blendMost, 1<<blendBits)
	}
	for range s.rows {
		if from, to := max(0, s.left.x), min(s.width, s.right.x); from < to {
			s.drawn += to - from
			t.span(pix[from:to], float64(from*subpixel+s.x)/subpixel, float64(y)/subpixel)
		}
		s.left.next()
		s.right.next()
		pix, y = pix[s.width:], y+subpixel
	}
}

// span draws the pixels of a row. x and y are the position of the first pixel's middle relative to the first corner,
// in pixels.
func (t *triangle) span(to []uint32, x, y float64) {
	g := &t.gradient
	if t.kind == flat {
		fill(to, g.color)
		return
	}
	var c channels
	if t.kind == smooth {
		for len(to) > smoothRun {
			firstColor(&c, &t.colors, x, y, &smoothMost, 1<<smoothBits)
			smoothSpan(to[:smoothRun], &c, &g.add)
			to, x = to[smoothRun:], x+smoothRun
		}
		firstColor(&c, &t.colors, x, y, &smoothMost, 1<<smoothBits)
		smoothSpan(to, &c, &g.add)
		return
	}
	if c = g.first; !g.even {
		firstColor(&c, &t.colors, x, y, &blendMost, 1<<blendBits)
	}
	if t.kind == blended {
		blendSpan(to, &c, &g.add)
		return
	}
	u, v := nearest(t.place[0].value(x, y)*(1<<placeBits)), nearest(t.place[1].value(x, y)*(1<<placeBits))
	if t.letters {
		t.tintSpan(to, u, v)
		return
	}
	t.generalSpan(to, c.low(), c.high(), u, v)
}

// fill fills pixels with one color: the first ones one by one, and the rest with copies of the filled part, as long
// as that fits into the fastest cache.
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

// Several channels share one 64-bit number, so that one addition advances to the next pixel. Increments may be
// negative: borrowed bits come back, because the sums are correct again in each pixel of the triangle.
const (
	smoothField = 21
	blendField  = 32
)

// packed returns the channels of smooth in one number.
func (c *channels) packed() uint64 {
	return uint64(c[0]) + uint64(c[1])<<smoothField + uint64(c[2])<<(2*smoothField)
}

// low returns red and green of blended, and high returns blue and opacity.
func (c *channels) low() uint64  { return uint64(c[0]) + uint64(c[1])<<blendField }
func (c *channels) high() uint64 { return uint64(c[2]) + uint64(c[3])<<blendField }

// smoothSpan fills pixels with a changing color.
func smoothSpan(to []uint32, first, by *channels) {
	c, add := first.packed(), by.packed()
	for i := range to {
		to[i] = uint32(c>>smoothBits&0xff) | uint32(c>>(smoothBits+smoothField-8)&0xff00) |
			uint32(c>>(smoothBits+2*smoothField-16)&0xff0000) | opaque
		c += add
	}
}

// blendSpan blends a changing color over pixels.
func blendSpan(to []uint32, first, by *channels) {
	low, high, addLow, addHigh := first.low(), first.high(), by.low(), by.high()
	for i, d := range to {
		there := uint64(d&0xff00ff) | uint64(d&0xff00)<<24
		sum := there*(alphaScale-high>>48) + low>>16&0xffff_0000_ffff + high&0xffff_0000 + 0x7f_007f_007f
		to[i] = uint32(sum>>8)&0xff00ff | uint32(sum>>32)&0xff00 | opaque
		low += addLow
		high += addHigh
	}
}

// generalSpan blends a changing color, times the pixels of the atlas from u and v on, over pixels.
func (t *triangle) generalSpan(to []uint32, low, high uint64, u, v int64) {
	g := &t.gradient
	addLow, addHigh := g.add.low(), g.add.high()
	pix, stride := t.atlas.Pix, t.atlas.Stride
	right, bottom := int64(t.atlas.Rect.Dx())-1, int64(t.atlas.Rect.Dy())-1
	for i, d := range to {
		tu, tv := max(0, min(right, u>>placeBits)), max(0, min(bottom, v>>placeBits))
		if texel := binary.LittleEndian.Uint32(pix[int(tv)*stride+4*int(tu):]); texel > 0 {
			r, gr, b, keep := times(low, high, texel)
			r, gr, b = r+uint64(d&0xff)*keep, gr+uint64(d>>8&0xff)*keep, b+uint64(d>>16&0xff)*keep
			to[i] = bright(r) | bright(gr)<<8 | bright(b)<<16 | opaque
		}
		low += addLow
		high += addHigh
		u += g.u
		v += g.v
	}
}

// times returns a color multiplied by a pixel of the atlas, up to [colorScale] each, and the part of the background
// that stays, up to [alphaScale].
func times(low, high uint64, texel uint32) (r, g, b, keep uint64) {
	a := uint64(texel >> 24)
	r = (low >> 16 & 0xffff) * uint64(texel&0xff) / 255
	g = (low >> 48) * uint64(texel>>8&0xff) / 255
	b = (high >> 16 & 0xffff) * uint64(texel>>16&0xff) / 255
	// The added half has been reduced together with the opacity.
	return r, g, b, alphaScale - ((high>>32)*a/255+(255-a)<<7)>>16
}

// tintTable caches the products of one color with the opacities of white pixels in the atlas, as in letters.
type tintTable struct {
	color [4]float64
	// By opacity: red, blue, green and the kept part plus 1, 16 bits each, as in [times]; 0 if not computed yet.
	of [256]uint64
}

// tintTables caches the most recent tables: a picture has few text colors and many letters, each preceded by its
// shadow.
type tintTables struct {
	kept [16]tintTable
	next int // index to replace next
}

// of returns the table of a color that is not brighter than its opacity.
func (s *tintTables) of(color *[4]float64) *tintTable {
	for i := range s.kept {
		if k := &s.kept[i]; k.color == *color {
			return k
		}
	}
	k := &s.kept[s.next]
	s.next = (s.next + 1) % len(s.kept)
	k.color = *color
	clear(k.of[:])
	return k
}

// tintSpan is generalSpan for one color that is not brighter than its opacity, and a row of the atlas.
func (t *triangle) tintSpan(to []uint32, u, v int64) {
	g, k := &t.gradient, t.tints
	low, high := g.first.low(), g.first.high()
	right, bottom := int64(t.atlas.Rect.Dx())-1, int64(t.atlas.Rect.Dy())-1
	row := t.atlas.Pix[int(max(0, min(bottom, v>>placeBits)))*t.atlas.Stride:]
	for i, d := range to {
		texel := binary.LittleEndian.Uint32(row[4*max(0, min(right, u>>placeBits)):])
		u += g.u
		if texel == 0 {
			continue
		}
		a := texel >> 24
		if texel != a*0x01010101 { // not white
			t.generalSpan(to[i:i+1], low, high, u-g.u, v)
			continue
		}
		e := k.of[a]
		if e == 0 {
			r, gr, b, keep := times(low, high, texel)
			e = r | b<<16 | gr<<32 | (keep+1)<<48
			k.of[a] = e
		}
		// The three sums have 16 bits, as in blendSpan.
		there := uint64(d&0xff00ff) | uint64(d&0xff00)<<24
		sum := there*(e>>48-1) + e&0xffff_ffff_ffff + 0x7f_007f_007f
		to[i] = uint32(sum>>8)&0xff00ff | uint32(sum>>32)&0xff00 | opaque
	}
}

// bright returns a channel from a value that is 256 times as large.
func bright(c uint64) uint32 { return uint32(min(255, (c+0x7f)>>8)) }
