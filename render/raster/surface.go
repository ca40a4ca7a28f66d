package raster

import (
	"math"
	"unsafe"

	"demoscope/render/draw"
)

// run is the number of pixels of a textured face between two whose texels are computed exactly, and shortRun its
// minimum on steep faces. Texels in between are interpolated linearly.
const run, shortRun = 16, 4

// surface is the textured triangle that is being drawn.
type surface struct {
	time  float64
	lifts [liftSteps + 1]uint32 // factors of light by its largest channel, with lightBits fractional bits
	lift  draw.Lift             // the curve in lifts
	fog   draw.Fog
	mist  [4]uint16           // color of the fog, 0 to 255
	hides [4 * fogSteps]int32 // shares of the fog by the depth times its density, in steps of 1/fogSteps

	pix     []uint32 // of the image
	stride  int
	last    [4]int32 // last column of the image, and third, the last row
	texture *draw.Texture
	planes
	color     [4]float64 // of the first corner
	light     shades     // color as light
	dark      shades     // light of luxels without any
	factors   [4]uint32  // color as factors of luxels, with lightBits+8 fractional bits
	lit       bool
	shaded    bool // by the colors of the corners
	lifted    bool
	sky       bool    // or a dome
	quick     bool    // the opacity of the texture is not that of the face
	density   float64 // of the fog, in its steps; 0 without fog
	start     float64 // movement of a sky in texels, or of a liquid in waves
	walk      walk
	mips      [8]mip // versions of the texture
	lastLevel int
}

// planes are values that change linearly over the picture, as in [plane]: at the first corner, per pixel to the right
// and down, and in the row that is being drawn, below the first corner.
type planes struct {
	at, dx, dy, row [places]float64
}

// The values are u, v, s and t by depth, and 1 by depth. For a sky, u, v and near are the direction, and for a dome, s
// and t its movement. For an unlit face whose corners differ, s, t and blue are the color.
const (
	placeU = iota
	placeV
	placeS
	placeT
	placeNear
	placeBlue
	places
)

// mip is a version of a texture. The assembly needs numbers eight times.
type mip struct {
	at                  int // start in the image
	stride              int
	scale               [2]float64 // width and height of a texel of the largest version, in parts of this version
	half                [2]uint32  // half a texel of this version
	wave                [2]uint32  // as in walk
	sky                 uint32     // 1 if there is another layer to the right
	far                 [2]uint32  // from a place in the first layer to that in the other, in parts of the texture
	width, height       eight
	lastColumn, lastRow eight
	step                eight // 1, and the stride in the upper half
	whole               eight // height times stride
}

type eight [8]uint32

func (e *eight) set(i int) {
	for k := range e {
		e[k] = uint32(i)
	}
}

// lightBits is the number of fractional bits of luxels in light, and liftSteps the resolution of the curve of light.
const lightBits, liftSteps = 8, draw.FullLight << 8

// fogSteps is the resolution of fog.
const fogSteps = 512

// begin starts drawing a buffer.
func (x *surface) begin(b *draw.Buffer) {
	x.texture = nil
	if b.Textures == nil {
		return
	}
	x.time = float64(b.Time)
	if x.fog != b.Fog {
		x.setFog(&b.Fog)
	}
	image := b.Textures.Image
	x.pix = unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(image.Pix))), len(image.Pix)/4)
	x.stride = image.Stride / 4
	x.last = [4]int32{int32(x.stride - 1), 0, int32(len(x.pix)/max(1, x.stride) - 1), 0}
	if x.lift != b.Lift || x.lifts[liftSteps] == 0 {
		x.lift = b.Lift
		for i := range x.lifts {
			x.lifts[i] = liftAt(b.Lift, i)
		}
		for i := range 3 {
			x.dark[i] = shade(int32(nearest(float64(b.Lift.Least) * (1 << shadeBits))))
		}
	}
}

// setFog computes the shares of a fog.
func (x *surface) setFog(f *draw.Fog) {
	x.fog = *f
	if x.walk.fogs, x.density = 0, 0; !(f.Density > 0) {
		return
	}
	x.walk.fogs, x.density = 1, float64(f.Density)*fogSteps
	for k, c := range f.Color {
		x.mist[k] = uint16(max(0, min(255, nearest(float64(c)*255))))
	}
	for i := range x.hides {
		depth := (float64(i) + 0.5) / x.density
		x.hides[i] = shade(int32(nearest(float64(f.At(float32(depth))) * (1 << hideBits))))
	}
}

// liftAt returns the factor for light whose largest channel is i of liftSteps.
func liftAt(l draw.Lift, i int) uint32 {
	if l.Power == 0 {
		return 1 << lightBits
	}
	part := max(0.5, float64(i)) / liftSteps
	light := float64(l.Least) + float64((draw.FullLight-float64(l.Least))*math.Pow(part, float64(l.Power)))
	return uint32(min(1<<16, light/(part*draw.FullLight)*(1<<lightBits)))
}

// waves are sines in 256 steps per wave, with waveBits fractional bits.
var waves = func() (list [256]int32) {
	for i := range list {
		list[i] = int32(nearest(math.Sin(2*math.Pi*(float64(i)+0.5)/256) * (1 << waveBits)))
	}
	return list
}()

const waveBits = 14

// covers reports whether a triangle is opaque if it is drawn.
func (x *surface) covers(b *draw.Buffer, i int) bool {
	if int64(b.Indices[i]) >= int64(len(b.Vertices)) {
		return false
	}
	first := &b.Vertices[b.Indices[i]]
	t, _ := textureOf(b, first)
	return t != nil && first.A >= 1 && opaqueKind(t.Kind)
}

// opaqueKind reports whether textures of a kind are opaque if the face is.
func opaqueKind(k draw.TextureKind) bool { return k == draw.Plain || k == draw.Warp || k == draw.Sky }

// textureOf returns the texture of a vertex, nil if it has none, and whether its light is that of luxels.
func textureOf(b *draw.Buffer, v *draw.Vertex) (t *draw.Texture, lit bool) {
	number := v.Custom[3]
	lit = number > 0
	if number = max(number, -number); !(number >= 1 && number <= float32(len(b.Textures.List))) {
		return nil, false
	}
	return &b.Textures.List[int(number)-1], lit
}

// lay initializes the corners of a textured triangle, and returns its area as [order] does. It returns false if
// there is nothing to draw.
func (x *surface) lay(p *Picture, b *draw.Buffer, i int) (area int64, ok bool) {
	n := uint32(len(b.Vertices))
	i0, i1, i2 := b.Indices[i], b.Indices[i+1], b.Indices[i+2]
	if i0 >= n || i1 >= n || i2 >= n {
		return 0, false
	}
	texture, _ := textureOf(b, &b.Vertices[i0])
	if texture == nil || texture != x.texture && !x.fits(texture) {
		return 0, false
	}
	of := p.corners.get(i0, i1, i2)
	if of[0].beyond || of[1].beyond || of[2].beyond {
		return 0, false
	}
	t := &p.triangle
	t.corners = [3]corner{of[0].corner, of[1].corner, of[2].corner}
	if area, ok = order(&t.corners, p.width, p.height); ok {
		t.leftLong = area > 0
	}
	return area, ok
}

// set initializes the surface for a textured triangle. It returns false if there is nothing to draw.
func (x *surface) set(p *Picture, b *draw.Buffer, i int) bool {
	area, ok := x.lay(p, b, i)
	if !ok {
		return false
	}
	first := &b.Vertices[b.Indices[i]]
	texture, lit := textureOf(b, first)
	if texture != x.texture {
		x.setTexture(texture)
	}
	t := &p.triangle
	s := slopes{area: area}
	s.set(&t.corners)
	l0, l1, l2 := t.corners[0].look, t.corners[1].look, t.corners[2].look
	x.set3(&s, placeU, l0.custom[0], l1.custom[0], l2.custom[0])
	x.set3(&s, placeV, l0.custom[1], l1.custom[1], l2.custom[1])
	x.set3(&s, placeNear, l0.custom[2], l1.custom[2], l2.custom[2])
	x.lit, x.color = lit, [4]float64{factor(first.R), factor(first.G), factor(first.B), unit(first.A)}
	alpha := nearest(x.color[3] * alphaScale)
	x.walk.keep, x.walk.glow = uint16(alphaScale-alpha), uint16(nearest(x.color[3]*(1<<shadeBits)))
	for k, c := range x.mist {
		x.walk.mist[k] = uint16(int64(c) * alpha / alphaScale)
	}
	x.lifted = x.color[3] > 0 && x.lift.Power != 0
	for i, c := range x.color[:3] {
		x.light[i] = shade(int32(nearest(c * (1 << shadeBits))))
		x.factors[i] = uint32(nearest(c / 255 * (1 << (lightBits + 8))))
	}
	x.shaded = false
	switch {
	case texture.Kind == draw.Sky:
		hide := shade(int32(nearest(float64(x.fog.Sky) * (1 << hideBits))))
		x.walk.keep, x.walk.mist = 0, x.mist
		x.lit, x.light = false, shades{1 << shadeBits, 1 << shadeBits, 1 << shadeBits, hide}
	case lit || texture.Kind == draw.Dome:
		x.set3(&s, placeS, l0.u, l1.u, l2.u)
		x.set3(&s, placeT, l0.v, l1.v, l2.v)
	case l0.color != l1.color || l0.color != l2.color:
		x.shaded = true
		x.set3(&s, placeS, l0.color[0], l1.color[0], l2.color[0])
		x.set3(&s, placeT, l0.color[1], l1.color[1], l2.color[1])
		x.set3(&s, placeBlue, l0.color[2], l1.color[2], l2.color[2])
	}
	return true
}

// set3 sets the value with an index from those at three corners.
func (x *surface) set3(s *slopes, index int, at, at1, at2 float64) {
	p := s.plane(at, at1, at2)
	x.at[index], x.dx[index], x.dy[index] = p.at, p.dx, p.dy
}

// factor returns a factor of light, 0 for NaN.
func factor(f float32) float64 {
	if !(f > 0) {
		return 0
	}
	return float64(min(f, 2*draw.FullLight))
}

// maxSide is the longest side of an image of textures.
const maxSide = 4096

// layers returns how many layers a texture has side by side.
func layers(t *draw.Texture) int {
	if t.Kind == draw.Sky {
		return 2
	}
	return 1
}

// fits reports whether the versions of a texture are within the image.
func (x *surface) fits(t *draw.Texture) bool {
	if t.Levels < 1 || t.Levels > len(x.mips) || t.X < 0 || t.Y < 0 || x.stride > maxSide {
		return false
	}
	for level := range t.Levels {
		left, top, width, height := t.At(level)
		if width < layers(t) || height < 1 || height > maxSide || left+width > x.stride ||
			(top+height)*x.stride > len(x.pix) {
			return false
		}
	}
	return true
}

// setTexture computes the versions of a texture that fits.
func (x *surface) setTexture(t *draw.Texture) {
	x.texture = t
	x.sky = t.Kind == draw.Sky || t.Kind == draw.Dome
	x.quick = opaqueKind(t.Kind)
	x.lastLevel = t.Levels - 1
	x.start = x.time / (2 * math.Pi)
	if t.Kind == draw.Sky {
		x.lastLevel = 0
		x.start = x.time * draw.SkyNear
	}
	x.walk.glows = 0
	if t.Glows && t.Kind != draw.Sky {
		x.walk.glows = 1
	}
	for level := range t.Levels {
		left, top, width, height := t.At(level)
		width /= layers(t)
		m := &x.mips[level]
		m.at, m.stride = top*x.stride+left, x.stride
		m.width.set(width)
		m.height.set(height)
		m.lastColumn.set(width - 1)
		m.lastRow.set(height - 1)
		m.step.set(1 | x.stride<<16)
		m.whole.set(height * x.stride)
		for i, size := range [...]int{width, height} {
			m.half[i] = 1 << 31 / uint32(size)
			m.scale[i] = 1 << 32 / float64(size<<level)
		}
		if m.sky = 0; t.Kind == draw.Sky {
			m.sky = 1
			for i, scale := range m.scale {
				m.far[i] = wrapped(x.time * (draw.SkyFar - draw.SkyNear) * scale)
			}
		}
		for i, scale := range m.scale {
			if m.wave[i] = 0; t.Kind == draw.Warp {
				m.wave[i] = uint32(nearest(scale * draw.WarpTexels / (1 << waveBits)))
			}
		}
	}
}

// end holds the texel and the light at one end of a run.
type end struct {
	u, v  float64
	depth float64
	light shades
}

// shades are the light of a pixel in red, green and blue, with shadeBits fractional bits, and the share of the fog,
// with hideBits. All are within limits, so that a run between two ends stays within 15 bits in spite of rounding.
type shades [4]int32

const (
	shadeBits, hideBits = 13, 15
	leastShade          = run
	mostShade           = 1<<15 - 1 - run
)

// shade returns a value within its limits.
func shade(f int32) int32 { return max(leastShade, min(mostShade, f)) }

// draw draws the rows of a strip.
func (x *surface) draw(s *strip) {
	pix, y := s.pix, s.y
	for range s.rows {
		if from, to := max(0, s.left.x), min(s.width, s.right.x); from < to {
			s.drawn += to - from
			x.span(pix[from:to], float64(from*subpixel+s.x)/subpixel, float64(y)/subpixel)
		}
		s.left.next()
		s.right.next()
		pix, y = pix[s.width:], y+subpixel
	}
}

// drawPieces draws parts of rows.
func (x *surface) drawPieces(p *Picture, pieces []piece) {
	first := &p.triangle.corners[0]
	for _, c := range pieces {
		row := p.pix[int(c.y)*p.width:]
		x.span(row[c.from:c.to], float64(int64(c.from)*subpixel+subpixel/2-first.x)/subpixel,
			float64(int64(c.y)*subpixel+subpixel/2-first.y)/subpixel)
		p.work -= int64(c.to - c.from)
	}
}

// span draws the pixels of a row. px and py are the position of the first pixel's middle relative to the first
// corner, in pixels.
func (x *surface) span(to []uint32, px, py float64) {
	for i, at := range x.at {
		x.row[i] = at + float64(x.dy[i]*py)
	}
	if x.quick {
		x.quickSpan(to, px)
		return
	}
	x.plainSpan(to, px)
}

// plainSpan draws the pixels of the row in row.
func (x *surface) plainSpan(to []uint32, px float64) {
	var ends [2]end
	begin, finish := &ends[0], &ends[1]
	near := x.near(px)
	x.end(begin, px, near)
	for len(to) > 0 {
		n := min(run, len(to))
		steps := n
		if len(to) <= run {
			steps = n - 1 // up to the last pixel, because the face may end there
		}
		far := x.near(px + float64(steps))
		for n > shortRun && steep(near, far) {
			n /= 2
			steps, far = n, x.near(px+float64(n))
		}
		x.end(finish, px+float64(steps), far)
		x.run(to[:n], begin, finish, steps)
		to, px, near = to[n:], px+float64(n), far
		begin, finish = finish, begin
	}
}

// steep reports whether the depths at the ends of a run differ too much for linear interpolation.
func steep(a, b float64) bool { return max(a, b) > 1.125*min(a, b) }

// near returns 1 by the depth at a place in the row, and 1 for skies.
func (x *surface) near(px float64) float64 {
	if x.sky {
		return 1
	}
	return max(x.place(placeNear, px), 1e-9)
}

// place returns the value with an index at a place in the row.
func (x *surface) place(index int, px float64) float64 {
	return x.row[index] + float64(x.dx[index]*px)
}

// end sets e to the values at a place in the row.
func (x *surface) end(e *end, px, near float64) {
	u, v := x.place(placeU, px), x.place(placeV, px)
	if x.sky {
		x.skyEnd(e, px, u, v)
		return
	}
	depth := 1 / near
	e.depth, e.u, e.v = depth, u*depth, v*depth
	switch {
	case x.lit:
		x.lightAt(&e.light, x.place(placeS, px)*depth, x.place(placeT, px)*depth)
	case x.shaded:
		for i, index := range [...]int{placeS, placeT, placeBlue} {
			light := max(0, min(2*draw.FullLight, x.place(index, px)))
			e.light[i] = shade(int32(wrapped(light * (1 << shadeBits))))
		}
	default:
		e.light = x.light
	}
	if x.density > 0 {
		e.light[3] = x.hides[int(min(float64(len(x.hides)-1), depth*x.density))]
	}
}

// skyEnd is end for skies and domes, whose direction is in the first three planes.
func (x *surface) skyEnd(e *end, px, u, v float64) {
	w := x.place(placeNear, px)
	if x.texture.Kind == draw.Sky {
		flat := w * draw.SkyFlat
		long := math.Sqrt(float64(u*u) + float64(v*v) + float64(flat*flat))
		scale := draw.SkyTexels / max(long, 1e-6)
		e.u, e.v = float64(u*scale)+x.start, float64(v*scale)+x.start
		e.depth, e.light = 1, x.light
		return
	}
	s, t := x.texture.Dome.OnDome(u, v, w)
	e.u, e.v = (s+x.place(placeS, px))*float64(x.texture.Width), (t+x.place(placeT, px))*float64(x.texture.Height)
	e.depth, e.light = 1, x.light
}

// lightAt sets to to the light at a position in luxels: the interpolation of the four luxels around it.
func (x *surface) lightAt(to *shades, s, t float64) {
	u, v := int32(wrapped(s*(1<<8))-1<<7), int32(wrapped(t*(1<<8))-1<<7)
	right, bottom := int(x.last[0]), int(x.last[2])
	x0, y0 := max(0, min(right, int(u>>8))), max(0, min(bottom, int(v>>8)))
	x1, y1 := min(right, x0+1), min(bottom, y0+1)
	upper, lower := x.pix[y0*x.stride:], x.pix[y1*x.stride:]
	sum := mixed(upper[x0], upper[x1], lower[x0], lower[x1], uint64(u&255), uint64(v&255))
	const full = draw.FullLight << lightBits
	r := min(full, (uint32(sum&0xffff)*x.factors[0]+half)>>16)
	g := min(full, (uint32(sum>>32&0xffff)*x.factors[1]+half)>>16)
	b := min(full, (uint32(sum>>16&0xffff)*x.factors[2]+half)>>16)
	f := uint32(1 << lightBits)
	if x.lifted {
		if r|g|b == 0 {
			*to = x.dark
			return
		}
		f = x.lifts[max(r, g, b)]
	}
	const extra = 2*lightBits - shadeBits
	const most = draw.FullLight << shadeBits
	to[0] = shade(int32(min(most, r*f>>extra)))
	to[1] = shade(int32(min(most, g*f>>extra)))
	to[2] = shade(int32(min(most, b*f>>extra)))
}

// mixed interpolates four pixels. fx and fy are the position between the left and right and the upper and lower ones,
// in parts of 256. The channels red, blue, green and opacity have 16 bits each, of which 8 are fractional.
func mixed(p00, p10, p01, p11 uint32, fx, fy uint64) uint64 {
	w11 := fx * fy >> 8
	w10, w01 := fx-w11, fy-w11
	return wide4(p00)*(256-fx-w01) + wide4(p10)*w10 + wide4(p01)*w01 + wide4(p11)*w11
}

// wide4 returns a pixel with 16 bits per channel: red, blue, green and opacity.
func wide4(p uint32) uint64 { return uint64(p&0xff00ff) | uint64(p&0xff00ff00)<<24 }

// run draws pixels of a row between two ends that are steps pixels apart.
func (x *surface) run(to []uint32, begin, finish *end, steps int) {
	part := parts[steps]
	du, dv := (finish.u-begin.u)*part, (finish.v-begin.v)*part
	m := &x.mips[x.level(begin, du, dv)]
	w := &x.walk
	w.u, w.v = wrapped(begin.u*m.scale[0])-m.half[0], wrapped(begin.v*m.scale[1])-m.half[1]
	w.du, w.dv = wrapped(du*m.scale[0]), wrapped(dv*m.scale[1])
	share := shareParts[steps]
	for i, light := range begin.light {
		w.light[i] = uint16(light)
		w.dl[i] = uint16((finish.light[i] - light) * share >> 15)
	}
	if w.wave = m.wave; w.wave[0] != 0 {
		w.phase[0] = wrapped((begin.v/draw.WarpLength + x.start) * (1 << 32))
		w.dp[0] = wrapped(dv / draw.WarpLength * (1 << 32))
		w.phase[1] = wrapped((begin.u/draw.WarpLength + x.start) * (1 << 32))
		w.dp[1] = wrapped(du / draw.WarpLength * (1 << 32))
	}
	if x.quick {
		x.plainRun(to, m)
		return
	}
	x.anyRun(to, m)
}

// parts are 1 by the number of steps of a run, and shareParts the same with 15 fractional bits.
var parts, shareParts = func() (f [run + 1]float64, share [run + 1]int32) {
	for i := 1; i <= run; i++ {
		f[i], share[i] = 1/float64(i), 1<<15/int32(i)
	}
	return f, share
}()

// walk steps through the texels of a version of a texture.
type walk struct {
	u, v, du, dv uint32    // in parts of the texture, which is 1<<32 wide and high
	phase, dp    [2]uint32 // of the waves that move u and v, which are 1<<32 long
	wave         [2]uint32 // parts of the texture that waves move u and v, by 1<<waveBits; 0 if there are no waves
	fogs         uint32    // 1 in fog
	glows        uint32    // 1 if there are texels that glow
	keep         uint16    // part of the background that stays, up to alphaScale
	glow         uint16    // light of texels that glow, with shadeBits fractional bits
	light, dl    [4]uint16 // as in shades
	mist         [4]uint16 // color of the fog times the opacity of the face
}

// half is added to a number before its lowest 16 bits are dropped.
const half = 1 << 15

// wrapped returns the lowest 32 bits of the integer nearest to f.
func wrapped(f float64) uint32 { return uint32(math.Float64bits(float64(f) + 3<<51)) }

// level returns the version of the texture with about one texel per pixel at an end.
func (x *surface) level(e *end, du, dv float64) int {
	uy := (x.dy[placeU] - float64(e.u*x.dy[placeNear])) * e.depth
	vy := (x.dy[placeV] - float64(e.v*x.dy[placeNear])) * e.depth
	most := max(float64(du*du)+float64(dv*dv), float64(uy*uy)+float64(vy*vy))
	// Each version is for the step after the one at which it has 1.4 texels per pixel.
	level := (int(math.Float64bits(most)>>52) - 1022) / 2
	return max(0, min(x.lastLevel, level))
}

// texel returns the interpolation of the four texels around a position in a texture that begins at start in the image.
// The first number has red in its lowest 16 bits and green from bit 32 on, the second blue and opacity; 8 bits are
// fractional.
func (x *surface) texel(m *mip, start int, u, v uint32) (even, odd uint64) {
	px, py := (u>>12)*m.width[0], (v>>12)*m.height[0]
	x0, y0 := px>>20, py>>20
	right, below := 1, x.stride
	if x0 == m.lastColumn[0] {
		right = -int(x0)
	}
	if y0 == m.lastRow[0] {
		below = -int(y0) * x.stride
	}
	at := start + int(y0)*x.stride + int(x0)
	fx, fy := uint64(px>>13&127), uint64(py>>13&127)
	left := wide4(x.pix[at])*(128-fy) + wide4(x.pix[at+below])*fy
	second := wide4(x.pix[at+right])*(128-fy) + wide4(x.pix[at+right+below])*fy
	const lanes = 0x0000ffff_0000ffff
	even = (left&lanes)*(128-fx) + (second&lanes)*fx
	odd = (left>>16&lanes)*(128-fx) + (second>>16&lanes)*fx
	return even >> 6 & lanes, odd >> 6 & lanes
}

// next advances to the next pixel.
func (w *walk) next() {
	w.u, w.v = w.u+w.du, w.v+w.dv
	w.phase[0], w.phase[1] = w.phase[0]+w.dp[0], w.phase[1]+w.dp[1]
	for i := range w.light {
		w.light[i] += w.dl[i]
	}
}

// waved returns the place in the texture, moved by the waves.
func (w *walk) waved() (u, v uint32) {
	if w.wave[0] == 0 {
		return w.u, w.v
	}
	return w.u + uint32(waves[w.phase[0]>>24])*w.wave[0], w.v + uint32(waves[w.phase[1]>>24])*w.wave[1]
}

// lightened returns a channel of a texel, with 8 fractional bits, in the light of a channel.
func lightened(texel uint32, light uint16) uint32 {
	return min(255, (texel*uint32(light)>>16+1<<(shadeBits-lightBits-1))>>(shadeBits-lightBits))
}

// misted returns a channel behind fog.
func (w *walk) misted(c uint32, k int) uint32 {
	return c + uint32(((int32(w.mist[k])-int32(c))*int32(w.light[3])>>(hideBits-1)+1)>>1)
}

// part returns opacity as a factor with 16 fractional bits.
func part(opacity uint64) uint32 { return uint32(opacity + opacity>>8) }

// plainRun draws pixels of a face whose texture has no opacity.
func (x *surface) plainRun(to []uint32, m *mip) {
	w := &x.walk
	for i := range to {
		u, v := w.waved()
		even, odd := x.texel(m, m.at, u, v)
		r, g, b := uint32(even&0xffff), uint32(even>>32), uint32(odd&0xffff)
		light := w.light
		if m.sky != 0 {
			far, farOdd := x.texel(m, m.at+int(m.width[0]), w.u+m.far[0], w.v+m.far[1])
			keep := 0xffff - part(odd>>32)
			r = min(0xffff, r+uint32(far&0xffff)*keep>>16)
			g = min(0xffff, g+uint32(far>>32)*keep>>16)
			b = min(0xffff, b+uint32(farOdd&0xffff)*keep>>16)
		}
		if w.glows != 0 {
			counts := part(odd >> 32)
			for k, l := range light {
				light[k] = uint16(uint32(l)*counts>>16 + (0xffff-counts)*uint32(w.glow)>>16)
			}
		}
		r, g, b = lightened(r, light[0]), lightened(g, light[1]), lightened(b, light[2])
		if w.fogs != 0 {
			r, g, b = w.misted(r, 0), w.misted(g, 1), w.misted(b, 2)
		}
		if keep := uint32(w.keep); keep > 0 {
			d := to[i]
			r, g, b = min(255, r+(d&255)*keep>>8), min(255, g+(d>>8&255)*keep>>8), min(255, b+(d>>16&255)*keep>>8)
		}
		to[i] = r | g<<8 | b<<16 | opaque
		w.next()
	}
}

// anyRun draws pixels of a face whose texture has an opacity.
func (x *surface) anyRun(to []uint32, m *mip) {
	const full = 255 << 8 // for a channel of a texel
	w := &x.walk
	alphaOfFace := alphaScale - int32(w.keep)
	for i, d := range to {
		even, odd := x.texel(m, m.at, w.u, w.v)
		texel := [3]uint32{uint32(even), uint32(even >> 32), uint32(odd)}
		opacity, alpha := uint32(odd>>32), alphaOfFace
		if x.texture.Kind == draw.Fence {
			if opacity < full/2 {
				w.next()
				continue
			}
			for k := range texel {
				texel[k] = min(full, texel[k]*full/opacity)
			}
		} else {
			alpha = alpha * int32(opacity) / full
		}
		pixel := uint32(opaque)
		for k, t := range texel {
			c := int32(lightened(t, w.light[k]))
			if w.fogs != 0 {
				// The fog in front of what is behind the face is drawn with that.
				c += ((int32(x.mist[k])*alpha/alphaScale-c)*int32(w.light[3])>>(hideBits-1) + 1) >> 1
			}
			if alpha < alphaScale {
				c = min(255, c+int32(d>>(8*k)&255)*(alphaScale-alpha)/alphaScale)
			}
			pixel |= uint32(c) << (8 * k)
		}
		to[i] = pixel
		w.next()
	}
}
