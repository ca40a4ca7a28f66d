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
	mist  [3]int64 // color of the fog, 0 to 255

	pix     []uint32 // of the image
	stride  int
	texture *draw.Texture
	// planes hold, over the picture, u, v and 1 by depth, then s and t by depth. For a sky, the first three are the
	// direction, and for a dome, the others are its movement. For an unlit face whose corners differ, the last three
	// are the color.
	planes [6]plane
	used   int        // number of planes in use
	color  [4]float64 // of the first corner
	lit    bool
	// Start in pix and size of each version of the texture.
	levels [8]mip
}

// mip is a version of a texture.
type mip struct {
	at            int
	width, height int64 // with placeBits fractional bits
	scale         float64
}

// lightBits is the number of fractional bits of light, and liftSteps the resolution of the curve of light.
const lightBits, liftSteps = 8, 512

// begin starts drawing a buffer.
func (x *surface) begin(b *draw.Buffer) {
	x.time, x.fog = float64(b.Time), b.Fog
	for k, c := range b.Fog.Color {
		x.mist[k] = nearest(float64(c) * 255)
	}
	if b.Textures == nil {
		return
	}
	image := b.Textures.Image
	x.pix = unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(image.Pix))), len(image.Pix)/4)
	x.stride = image.Stride / 4
	if x.lift != b.Lift || x.lifts[liftSteps] == 0 {
		x.lift = b.Lift
		for i := range x.lifts {
			x.lifts[i] = liftAt(b.Lift, i)
		}
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

// waves are the sines of a warp, in 256 steps per wave, in texels with placeBits fractional bits.
var waves = func() (list [256]int64) {
	for i := range list {
		list[i] = nearest(draw.WarpTexels * (1 << placeBits) * math.Sin(2*math.Pi*float64(i)/256))
	}
	return list
}()

// set initializes the surface for a textured triangle. It returns false if there is nothing to draw.
func (x *surface) set(p *Picture, b *draw.Buffer, of [3]*prepared, first *draw.Vertex) bool {
	t := &p.triangle
	number := first.Custom[3]
	lit := number > 0
	if number = max(number, -number); !(number >= 1 && number <= float32(len(b.Textures.List))) {
		return false
	}
	x.texture = &b.Textures.List[int(number)-1]
	if of[0].beyond || of[1].beyond || of[2].beyond {
		return false
	}
	t.corners = [3]corner{of[0].corner, of[1].corner, of[2].corner}
	area, ok := order(&t.corners, p.width, p.height)
	if !ok {
		return false
	}
	t.leftLong = area > 0
	s := slopes{area: area}
	s.set(&t.corners)
	l0, l1, l2 := t.corners[0].look, t.corners[1].look, t.corners[2].look
	for i := range 3 {
		x.planes[i] = s.plane(l0.custom[i], l1.custom[i], l2.custom[i])
	}
	x.lit, x.color = lit, of[0].look.color
	switch {
	case lit || x.texture.Kind == draw.Dome:
		x.planes[3], x.planes[4] = s.plane(l0.u, l1.u, l2.u), s.plane(l0.v, l1.v, l2.v)
		x.used = 5
	case l0.color == l1.color && l0.color == l2.color:
		x.used = 3
	default:
		for i := range 3 {
			x.planes[3+i] = s.plane(l0.color[i], l1.color[i], l2.color[i])
		}
		x.used = 6
	}
	return x.place()
}

// factor returns a factor of light, 0 for NaN.
func factor(f float32) float64 {
	if !(f > 0) {
		return 0
	}
	return float64(min(f, 2*draw.FullLight))
}

// place computes the positions of the versions of the texture. It returns false if they are not within the image.
func (x *surface) place() bool {
	t := x.texture
	if t.Levels < 1 || t.Levels > len(x.levels) || t.X < 0 || t.Y < 0 {
		return false
	}
	for level := range t.Levels {
		left, top, width, height := t.At(level)
		if width < 1 || height < 1 || left+width > x.stride || (top+height)*x.stride > len(x.pix) {
			return false
		}
		x.levels[level] = mip{top*x.stride + left, int64(width) << placeBits, int64(height) << placeBits,
			1 / float64(int(1)<<level)}
	}
	return true
}

// end holds the texel and the light at one end of a run.
type end struct {
	u, v  float64
	near  float64
	light [3]int64 // with lightBits fractional bits
	seen  int64    // share that is visible through the fog, with placeBits fractional bits
}

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

// span draws the pixels of a row. px and py are the position of the first pixel's middle relative to the first
// corner, in pixels.
func (x *surface) span(to []uint32, px, py float64) {
	begin := x.end(px, py)
	for len(to) > 0 {
		n := min(run, len(to))
		steps := n
		if len(to) <= run {
			steps = max(1, n-1) // up to the last pixel, because the face may end there
		}
		finish := begin
		if len(to) > 1 {
			finish = x.end(px+float64(steps), py)
			for n > shortRun && steep(begin.near, finish.near) {
				n /= 2
				steps, finish = n, x.end(px+float64(n), py)
			}
		}
		x.run(to[:n], &begin, &finish, steps)
		to, px, begin = to[n:], px+float64(n), finish
	}
}

// steep reports whether the depths at the ends of a run differ too much for linear interpolation.
func steep(a, b float64) bool { return max(a, b) > 1.125*min(a, b) }

// end returns the values at a position.
func (x *surface) end(px, py float64) (e end) {
	var v [6]float64 // values of the planes
	for i := range x.planes[:x.used] {
		v[i] = x.planes[i].value(px, py)
	}
	if x.texture.Kind == draw.Sky {
		flat := v[2] * draw.SkyFlat
		long := math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(flat*flat))
		scale := draw.SkyTexels / max(long, 1e-6)
		return end{u: v[0] * scale, v: v[1] * scale}
	}
	if x.texture.Kind == draw.Dome {
		s, t := x.texture.Dome.OnDome(v[0], v[1], v[2])
		e.u, e.v = (s+v[3])*float64(x.texture.Width), (t+v[4])*float64(x.texture.Height)
		e.near = 1
		for i := range e.light {
			e.light[i] = nearest(x.color[i] * (1 << lightBits))
		}
		return e
	}
	e.near = max(v[2], 1e-9)
	depth := 1 / e.near
	if x.fog.Density > 0 {
		e.seen = allSeen - nearest(float64(x.fog.At(float32(depth)))*allSeen)
	}
	e.u, e.v = v[0]*depth, v[1]*depth
	if x.lit {
		e.light = x.lightAt(v[3]*depth, v[4]*depth)
		return e
	}
	for i := range e.light {
		light := x.color[i]
		if x.used == len(x.planes) {
			light = max(0, min(2*draw.FullLight, v[3+i]))
		}
		e.light[i] = nearest(light * (1 << lightBits))
	}
	return e
}

// lightAt returns the light at a position in luxels: the interpolation of the four luxels around it.
func (x *surface) lightAt(s, t float64) (light [3]int64) {
	u, v := nearest(float64(s*(1<<8))-(1<<7)), nearest(float64(t*(1<<8))-(1<<7))
	right, bottom := int64(x.stride-1), int64(len(x.pix)/x.stride-1)
	x0, y0 := max(0, min(right, u>>8)), max(0, min(bottom, v>>8))
	x1, y1 := min(right, x0+1), min(bottom, y0+1)
	sum := mixed(x.pix[y0*int64(x.stride)+x0], x.pix[y0*int64(x.stride)+x1], x.pix[y1*int64(x.stride)+x0],
		x.pix[y1*int64(x.stride)+x1], uint64(u&255), uint64(v&255))
	most := int64(0)
	for i, shift := range [...]uint{0, 32, 16} {
		light[i] = min(draw.FullLight<<lightBits, nearest(float64(sum>>shift&0xffff)*(x.color[i]/255)))
		most = max(most, light[i])
	}
	if x.color[3] > 0 && x.lift.Power != 0 {
		f := int64(x.lifts[most*liftSteps/(draw.FullLight<<lightBits)])
		least := int64(float64(x.lift.Least) * (1 << lightBits))
		for i := range light {
			if most == 0 {
				light[i] = least
			} else {
				light[i] = min(draw.FullLight<<lightBits, light[i]*f>>lightBits)
			}
		}
	}
	return light
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
	t := x.texture
	if t.Kind == draw.Sky {
		x.skyRun(to, begin, finish, steps)
		return
	}
	part := 1 / float64(steps)
	du, dv := (finish.u-begin.u)*part, (finish.v-begin.v)*part
	m := &x.levels[x.level(begin, du, dv)]
	w := walk{mip: m, u: wrapped(begin.u*m.scale-0.5, m.width), v: wrapped(begin.v*m.scale-0.5, m.height)}
	w.du, w.dv = nearest(du*m.scale*(1<<placeBits))%m.width, nearest(dv*m.scale*(1<<placeBits))%m.height
	for i := range w.light {
		w.light[i] = begin.light[i] << placeBits
		w.dl[i] = ((finish.light[i] - begin.light[i]) << placeBits) / int64(steps)
	}
	w.seen, w.ds = begin.seen, (finish.seen-begin.seen)/int64(steps)
	if t.Kind == draw.Warp {
		const parts = 256 * (1 << placeBits)
		w.phase = nearest((begin.v/draw.WarpLength+x.time/(2*math.Pi))*parts) + half
		w.dp = nearest(dv / draw.WarpLength * parts)
	}
	if t.Kind == draw.Plain && !t.Glows && x.color[3] >= 1 {
		if x.litRun(to, &w); x.fog.Density > 0 {
			x.fogRun(to, w.seen, w.ds)
		}
		return
	}
	x.anyRun(to, &w)
}

// walk steps through the texels of a version of a texture.
type walk struct {
	mip          *mip
	u, v, du, dv int64    // with placeBits fractional bits, in the texture
	light, dl    [3]int64 // with placeBits additional fractional bits
	phase, dp    int64    // of a wave, in 256 parts with placeBits fractional bits
	seen, ds     int64    // share that is visible through the fog, with placeBits fractional bits
}

// allSeen is the visible share of a pixel without fog.
const allSeen = 1 << placeBits

// half is added to a number before its lowest 16 bits are dropped.
const half = 1 << 15

// wrapped returns a texel coordinate with placeBits fractional bits, wrapped to the width of a repeating texture.
func wrapped(f float64, width int64) int64 {
	i := nearest(f*(1<<placeBits)) % width
	if i < 0 {
		i += width
	}
	return i
}

// level returns the version of the texture with about one texel per pixel at an end.
func (x *surface) level(e *end, du, dv float64) int {
	if x.texture.Levels == 1 {
		return 0
	}
	depth := 1 / e.near
	uy := (x.planes[0].dy - float64(e.u*x.planes[2].dy)) * depth
	vy := (x.planes[1].dy - float64(e.v*x.planes[2].dy)) * depth
	most := max(float64(du*du)+float64(dv*dv), float64(uy*uy)+float64(vy*vy))
	level := 0
	for limit := 2.0; level < x.texture.Levels-1 && most > limit; limit *= 4 {
		level++
	}
	return level
}

// texel returns the interpolation of the four texels around a position, in the format of [mixed].
func (x *surface) texel(m *mip, u, v int64) uint64 {
	x0, y0 := u>>placeBits, v>>placeBits
	x1, y1 := x0+1, y0+1
	if x1 == m.width>>placeBits {
		x1 = 0
	}
	if y1 == m.height>>placeBits {
		y1 = 0
	}
	upper, lower := x.pix[m.at+int(y0)*x.stride:], x.pix[m.at+int(y1)*x.stride:]
	return mixed(upper[x0], upper[x1], lower[x0], lower[x1], uint64(u>>(placeBits-8)&255), uint64(v>>(placeBits-8)&255))
}

// next advances to the next pixel.
func (w *walk) next() {
	w.u += w.du
	if w.u >= w.mip.width {
		w.u -= w.mip.width
	} else if w.u < 0 {
		w.u += w.mip.width
	}
	w.v += w.dv
	if w.v >= w.mip.height {
		w.v -= w.mip.height
	} else if w.v < 0 {
		w.v += w.mip.height
	}
	for i := range w.light {
		w.light[i] += w.dl[i]
	}
	w.seen += w.ds
}

// fogRun covers pixels with fog. seen is the visible share of the first pixel, and step its change.
func (x *surface) fogRun(to []uint32, seen, step int64) {
	for i, d := range to {
		pixel := uint32(opaque)
		for k, fog := range x.mist {
			pixel |= uint32((int64(d>>(8*k)&255)*seen+fog*(allSeen-seen)+half)>>placeBits) << (8 * k)
		}
		to[i] = pixel
		seen += step
	}
}

// litRun draws pixels of an opaque face whose texture does not glow. It is a copy of anyRun for speed, because most
// pixels are of this kind.
func (x *surface) litRun(to []uint32, w *walk) {
	u, v, du, dv := w.u, w.v, w.du, w.dv
	width, height := w.mip.width, w.mip.height
	lastColumn, lastRow := width>>placeBits-1, height>>placeBits-1
	r, g, b := w.light[0], w.light[1], w.light[2]
	dr, dg, db := w.dl[0], w.dl[1], w.dl[2]
	stride := int64(x.stride)
	texels := x.pix[w.mip.at : int64(w.mip.at)+lastRow*stride+lastColumn+1]
	for i := range to {
		column, row := u>>placeBits, v>>placeBits
		right, below := int64(1), stride
		if column == lastColumn {
			right = -column
		}
		if row == lastRow {
			below = -row * stride
		}
		at := row*stride + column
		fx, fy := uint64(u>>(placeBits-8)&255), uint64(v>>(placeBits-8)&255)
		w11 := fx * fy >> 8
		c := wide4(texels[at])*(256-fx-fy+w11) + wide4(texels[at+right])*(fx-w11) +
			wide4(texels[at+below])*(fy-w11) + wide4(texels[at+below+right])*w11
		to[i] = uint32(min(255, ((c&0xffff)*uint64(r>>placeBits)+half)>>16)) |
			uint32(min(255, ((c>>32&0xffff)*uint64(g>>placeBits)+half)>>16))<<8 |
			uint32(min(255, ((c>>16&0xffff)*uint64(b>>placeBits)+half)>>16))<<16 | opaque
		if u += du; u >= width {
			u -= width
		} else if u < 0 {
			u += width
		}
		if v += dv; v >= height {
			v -= height
		} else if v < 0 {
			v += height
		}
		r, g, b = r+dr, g+dg, b+db
	}
}

// anyRun draws pixels of any face except a sky.
func (x *surface) anyRun(to []uint32, w *walk) {
	const full = 255 << 8 // for a channel of a texel
	kind, glows := x.texture.Kind, x.texture.Glows
	alpha := nearest(x.color[3] * alphaScale)
	glow := nearest(x.color[3] * (1 << lightBits))
	for i, d := range to {
		u, v := w.u, w.v
		if kind == draw.Warp {
			u = (u + nearest(float64(waves[w.phase>>placeBits&255])*w.mip.scale)) % w.mip.width
			if u < 0 {
				u += w.mip.width
			}
			w.phase += w.dp
		}
		c := x.texel(w.mip, u, v)
		texel := [3]int64{int64(c & 0xffff), int64(c >> 32 & 0xffff), int64(c >> 16 & 0xffff)}
		counts := int64(c >> 48) // how much light counts, or the opacity of the texel
		if kind == draw.Fence {
			if counts < full/2 {
				w.next()
				continue
			}
			for k := range texel {
				texel[k] = texel[k] * full / counts
			}
			counts = full
		}
		alpha := alpha
		if kind == draw.Blend || kind == draw.Dome {
			alpha = alpha * counts / full
		}
		pixel := uint32(opaque)
		for k, t := range texel {
			light := w.light[k] >> placeBits
			if glows && alpha > 0 {
				light = (light*counts + (full-counts)*glow) / full
			} else if glows {
				light = light * counts / full
			}
			t = min(255, (t*light+half)>>16)
			if x.fog.Density > 0 {
				t = (t*w.seen + x.mist[k]*(allSeen-w.seen)*alpha/alphaScale + half) >> placeBits
			}
			if alpha < alphaScale {
				t = min(255, t+int64(d>>(8*k)&255)*(alphaScale-alpha)/alphaScale)
			}
			pixel |= uint32(t) << (8 * k)
		}
		to[i] = pixel
		w.next()
	}
}

// skyRun draws pixels of a sky.
func (x *surface) skyRun(to []uint32, begin, finish *end, steps int) {
	m := &x.levels[0]
	near := mip{m.at, m.width / 2, m.height, 1}
	far := near
	far.at += int(near.width >> placeBits)
	du := nearest((finish.u-begin.u)/float64(steps)*(1<<placeBits)) % near.width
	dv := nearest((finish.v-begin.v)/float64(steps)*(1<<placeBits)) % near.height
	layer := func(m *mip, speed float64) walk {
		moved := float64(x.time*speed) - 0.5
		return walk{mip: m, u: wrapped(begin.u+moved, m.width), v: wrapped(begin.v+moved, m.height), du: du, dv: dv}
	}
	behind, before := layer(&far, draw.SkyFar), layer(&near, draw.SkyNear)
	for i := range to {
		b, a := x.texel(behind.mip, behind.u, behind.v), x.texel(before.mip, before.u, before.v)
		keep := 255 - a>>56
		pixel := uint32(opaque)
		for k, shift := range [...]uint{0, 32, 16} {
			pixel |= uint32(min(255, ((a>>shift&0xffff)+(b>>shift&0xffff)*keep/255)>>8)) << (8 * k)
		}
		to[i] = pixel
		behind.next()
		before.next()
	}
	if x.fog.Density > 0 {
		x.fogRun(to, allSeen-nearest(float64(x.fog.Sky)*allSeen), 0)
	}
}
