package raster

import (
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"demoscope/render/draw"
)

// The textures of these tests: each 16 by 16 texels with two smaller versions, but for the sky of 32 by 16 and the
// dome.
const (
	plainOne = iota
	glowing
	grate
	water
	twoLayers
	glass
	domed
)

// textures returns textures whose texels and luxels are all different. Texel 8 to 15 of the first row of the one that
// glows do so, and as many of the grate are holes.
func textures() *draw.Textures {
	t := &draw.Textures{Image: image.NewRGBA(image.Rect(0, 0, 64, 168))}
	for i, kind := range []draw.TextureKind{draw.Plain, draw.Plain, draw.Fence, draw.Warp, draw.Sky, draw.Blend,
		draw.Dome} {
		x := draw.Texture{X: 0, Y: 4 + 20*i, Width: 16, Height: 16, Levels: 3, Kind: kind, Glows: i == glowing}
		if kind == draw.Sky {
			x.Width, x.Levels = 32, 1
		}
		if kind == draw.Dome {
			x.Levels, x.Dome = 1, draw.DomeShape{Height: 20, Scale: [2]uint16{512, 256}}
		}
		t.List = append(t.List, x)
		for level := range x.Levels {
			left, top, width, height := x.At(level)
			for v := range height {
				for u := range width {
					c := color.RGBA{uint8(40*level + 9*u), uint8(60*i + 5*v), uint8(u * v), 255}
					if v == 0 && u >= 8 && i == glowing {
						c.A = 0
					}
					if u >= 8 && (i == grate || i == twoLayers && u < 16) {
						c = color.RGBA{}
					}
					if i == glass {
						c = color.RGBA{uint8(4 * u), uint8(5 * v), 20, uint8(80 + 10*u)}
					}
					t.Image.SetRGBA(left+u, top+v, c)
				}
			}
		}
	}
	for y := range 16 { // luxels from 40, 100 on
		for x := range 16 {
			t.Image.SetRGBA(40+x, 100+y, color.RGBA{uint8(20 + 14*x), uint8(20 + 14*y), 128, 255})
		}
	}
	return t
}

// sheet returns two triangles over a picture of 64 by 48 pixels whose left side is near units away, and whose right
// side is far. Across it lie 32 texels and 10 luxels. Down its left side lie 24 texels, and down its right
// side 10 luxels.
func sheet(t *draw.Textures, number int32, lit bool, near, far float32, light [3]float32, alpha float32) *draw.Buffer {
	b := &draw.Buffer{Textures: t}
	for _, c := range [][2]float32{{0, 0}, {64, 0}, {64, 48}, {0, 48}} {
		depth, across, down := near, float32(0), c[1]/48
		if c[0] > 0 {
			depth, across = far, 1
		}
		v := draw.Vertex{X: c[0], Y: c[1], R: light[0], G: light[1], B: light[2], A: alpha}
		v.Textured(number, lit, depth, 32*across, 24*down*depth/near, 42+10*across, 102+10*down*depth/far)
		b.Vertices = append(b.Vertices, v)
	}
	b.Indices = []uint32{0, 1, 2, 0, 2, 3}
	return b
}

// sampled returns the mean of the four pixels around a place, and repeats the rectangle if it has a size.
func sampled(m *image.RGBA, left, top, width, height int, u, v float64) (c [4]float64) {
	u, v = u-0.5, v-0.5
	low := [2]float64{math.Floor(u), math.Floor(v)}
	for dy := range 2 {
		for dx := range 2 {
			x, y := int(low[0])+dx, int(low[1])+dy
			if width > 0 {
				x, y = left+(x%width+width)%width, top+(y%height+height)%height
			}
			share := math.Abs(1-float64(dx)-(u-low[0])) * math.Abs(1-float64(dy)-(v-low[1]))
			p := m.RGBAAt(x, y)
			for k, n := range [...]uint8{p.R, p.G, p.B, p.A} {
				c[k] += share * float64(n)
			}
		}
	}
	return c
}

// TestTexturedFace compares each pixel of a face that leads into the distance with the place that is seen there.
func TestTexturedFace(t *testing.T) {
	x := textures()
	for _, c := range []struct {
		name      string
		number    int32
		lit       bool
		near, far float32
		light     [3]float32
		alpha     float32
		lift      draw.Lift
		time      float32
	}{
		{"flat", plainOne, true, 1, 1, [3]float32{1, 1, 1}, 1, draw.Lift{}, 0},
		{"into the distance", plainOne, true, 1, 6, [3]float32{2, 1.5, 1}, 1, draw.Lift{}, 0},
		{"lifted", plainOne, true, 2, 3, [3]float32{0.4, 0.4, 0.4}, 1, draw.Lift{Least: 0.25, Power: 0.6}, 0},
		{"without light", plainOne, false, 2, 3, [3]float32{1, 0.5, 0.25}, 1, draw.Lift{Least: 0.25, Power: 0.6}, 0},
		{"half there", plainOne, false, 2, 3, [3]float32{0.5, 0.5, 0.5}, 0.5, draw.Lift{}, 0},
		{"glows", glowing, true, 1, 2, [3]float32{0.5, 0.5, 0.5}, 1, draw.Lift{}, 0},
		{"light is added", glowing, true, 1, 2, [3]float32{0.5, 0.5, 0.5}, 0, draw.Lift{Least: 0.25, Power: 0.6}, 0},
		{"water", water, false, 1, 2, [3]float32{1, 1, 1}, 1, draw.Lift{}, 2.5},
	} {
		p := New(64, 48)
		there := color.RGBA{100, 60, 20, 255}
		p.Fill(there)
		b := sheet(x, c.number, c.lit, c.near, c.far, c.light, c.alpha)
		b.Lift, b.Time = c.lift, c.time
		p.Draw(b, nil)
		texture := &x.List[c.number]
		seen := func(px, py int) (u, v, depth float64) {
			across, down := (float64(px)+0.5)/64, (float64(py)+0.5)/48
			depth = 1 / ((1-across)/float64(c.near) + across/float64(c.far))
			return 32 * across / float64(c.far) * depth, 24 * down / float64(c.near) * depth, depth
		}
		wrong, most := 0, 0.0
		for py := range 48 {
			for px := range 64 {
				u, v, depth := seen(px, py)
				right := u / 32
				light := [3]float64{float64(c.light[0]), float64(c.light[1]), float64(c.light[2])}
				if c.lit {
					down := (float64(py) + 0.5) / 48 * depth / float64(c.far)
					l := sampled(x.Image, 0, 0, 0, 0, 42+10*right, 102+10*down)
					top := 0.0
					for k := range light {
						light[k] = min(2, light[k]*l[k]/255)
						top = max(top, light[k])
					}
					if c.lift.Power > 0 && c.alpha > 0 {
						to := float64(c.lift.Least) + (2-float64(c.lift.Least))*math.Pow(top/2, float64(c.lift.Power))
						for k := range light {
							light[k] = min(2, light[k]*to/top)
						}
					}
				}
				ux, vx, _ := seen(px+1, py)
				uy, vy, _ := seen(px, py+1)
				step := max(math.Hypot(ux-u, vx-v), math.Hypot(uy-u, vy-v))
				if c.number == water {
					u, v = u+8*math.Sin(2*math.Pi*v/128+float64(c.time)), v+8*math.Sin(2*math.Pi*u/128+float64(c.time))
				}
				level := max(0, min(2, int(math.Round(math.Log2(step)))))
				left, upper, width, height := texture.At(level)
				scale := 1 / float64(int(1)<<level)
				texel := sampled(x.Image, left, upper, width, height, u*scale, v*scale)
				got := p.Image().RGBAAt(px, py)
				for k, g := range [...]uint8{got.R, got.G, got.B} {
					counts, back := texel[3]/255, float64([...]uint8{there.R, there.G, there.B}[k])
					l := light[k]*counts + (1 - counts)
					if !texture.Glows {
						l = light[k]
					} else if c.alpha == 0 {
						l = light[k] * counts
					}
					want := min(255, min(255, texel[k]*l)+back*(1-float64(c.alpha)))
					if off := math.Abs(want - float64(g)); off > 6 {
						wrong, most = wrong+1, max(most, off)
					}
				}
			}
		}
		// Where one version of the texture follows another, a pixel may have either, and waves have 256 steps.
		if wrong > 64*48*3/40 {
			t.Errorf("%s: %d channels are wrong, by up to %.0f", c.name, wrong, most)
		}
	}
}

// TestGrate: what is behind a hole stays.
func TestGrate(t *testing.T) {
	p := New(64, 48)
	there := color.RGBA{100, 60, 20, 255}
	p.Fill(there)
	p.Draw(sheet(textures(), grate, false, 1, 1, [3]float32{1, 1, 1}, 1), nil)
	// Two pixels are a texel: the right half of each 32 pixels is open.
	for x, open := range map[int]bool{4: false, 12: false, 20: true, 28: true, 40: false, 52: true} {
		if c := p.Image().RGBAAt(x, 20); (c == there) != open {
			t.Errorf("at %d the grate is %v", x, c)
		}
	}
}

// TestSky: the layers of a sky move at their speeds, the near one over the far one.
func TestSky(t *testing.T) {
	x := textures()
	texture := &x.List[twoLayers]
	for _, time := range []float32{0, 0.5, 3} {
		b := &draw.Buffer{Textures: x, Time: time}
		for _, c := range [][2]float32{{0, 0}, {64, 0}, {64, 48}, {0, 48}} {
			v := draw.Vertex{X: c[0], Y: c[1], R: 1, G: 1, B: 1, A: 1}
			v.OfSky(twoLayers, [3]float32{1, (c[0] - 32) / 640, (c[1] + 100) / 200})
			b.Vertices = append(b.Vertices, v)
		}
		b.Indices = []uint32{0, 1, 2, 0, 2, 3}
		p := New(64, 48)
		p.Draw(b, nil)
		wrong := 0
		for py := range 48 {
			for px := range 64 {
				y, z := (float64(px)+0.5-32)/640, (float64(py)+0.5+100)/200
				long := math.Sqrt(1 + y*y + 9*z*z)
				u, v := 378/long, 378*y/long
				far := sampled(x.Image, texture.X+16, texture.Y, 16, 16, u+8*float64(time), v+8*float64(time))
				near := sampled(x.Image, texture.X, texture.Y, 16, 16, u+16*float64(time), v+16*float64(time))
				c := p.Image().RGBAAt(px, py)
				for k, g := range [...]uint8{c.R, c.G, c.B} {
					if math.Abs(near[k]+far[k]*(1-near[3]/255)-float64(g)) > 8 {
						wrong++
					}
				}
			}
		}
		if wrong > 64*48*3/30 {
			t.Errorf("after %v s %d channels of the sky are wrong", time, wrong)
		}
	}
}

// TestBlend: a texture covers what is behind it as much as it is opaque.
func TestBlend(t *testing.T) {
	x := textures()
	texture := &x.List[glass]
	for _, alpha := range []float32{1, 0.5, 0} {
		p := New(64, 48)
		there := color.RGBA{100, 60, 200, 255}
		p.Fill(there)
		p.Draw(sheet(x, glass, false, 1, 1, [3]float32{1, 1, 1}, alpha), nil)
		wrong := 0
		for py := range 48 {
			for px := range 64 { // two pixels to a texel
				texel := sampled(x.Image, texture.X, texture.Y, 16, 16, (float64(px)+0.5)/2, (float64(py)+0.5)/2)
				c := p.Image().RGBAAt(px, py)
				for k, g := range [...]uint8{c.R, c.G, c.B} {
					back := float64([...]uint8{there.R, there.G, there.B}[k])
					if want := min(255, texel[k]+back*(1-texel[3]/255*float64(alpha))); math.Abs(want-float64(g)) > 4 {
						wrong++
					}
				}
			}
		}
		if wrong > 64*48*3/100 {
			t.Errorf("opacity %v: %d channels are wrong", alpha, wrong)
		}
	}
}

// TestDome: a sky is where a line from the eye meets a sphere, whose top is 320 units above.
func TestDome(t *testing.T) {
	x := textures()
	texture := &x.List[domed]
	b := &draw.Buffer{Textures: x}
	for _, c := range [][2]float32{{0, 0}, {64, 0}, {64, 48}, {0, 48}} {
		v := draw.Vertex{X: c[0], Y: c[1], U: 0.25, V: 0.5, R: 1, G: 1, B: 1, A: 1}
		v.OfSky(domed, [3]float32{1, (c[0] - 32) / 320, (c[1] + 100) / 200})
		b.Vertices = append(b.Vertices, v)
	}
	b.Indices = []uint32{0, 1, 2, 0, 2, 3}
	p := New(64, 48)
	p.Draw(b, nil)
	wrong := 0
	for py := range 48 {
		for px := range 64 {
			d := [3]float64{1, (float64(px) + 0.5 - 32) / 320, (float64(py) + 0.5 + 100) / 200}
			near, far := 0.0, 1e5
			for range 60 {
				at := (near + far) / 2
				if math.Hypot(math.Hypot(d[0]*at, d[1]*at), d[2]*at+draw.DomeRadius) < draw.DomeRadius+320 {
					near = at
				} else {
					far = at
				}
			}
			s, u := math.Acos(d[0]*near/(draw.DomeRadius+320)), math.Acos(d[1]*near/(draw.DomeRadius+320))
			texel := sampled(x.Image, texture.X, texture.Y, 16, 16, 16*(2*s+0.25), 16*(u+0.5))
			c := p.Image().RGBAAt(px, py)
			for k, g := range [...]uint8{c.R, c.G, c.B} {
				if math.Abs(texel[k]-float64(g)) > 5 {
					wrong++
				}
			}
		}
	}
	if wrong > 64*48*3/100 {
		t.Errorf("%d channels of the sky are wrong", wrong)
	}
}

// TestTexturedAlike: the same face has the same pixels on every processor.
func TestTexturedAlike(t *testing.T) {
	p := New(64, 48)
	p.Fill(background)
	x := textures()
	sum := uint32(0)
	for i := range int32(twoLayers) {
		for _, alpha := range []float32{0, 0.5, 1} {
			b := sheet(x, i, i != water, 1.5, 7.25, [3]float32{1.7, 1.1, 0.6}, alpha)
			b.Time, b.Lift = 1.25, draw.Lift{Least: 0.3, Power: 0.7}
			p.Draw(b, nil)
			sum = crc32.Update(sum, crc32.IEEETable, p.Pix())
		}
	}
	if sum != 0xb00f46c1 {
		t.Errorf("the pictures have the sum %#x", sum)
	}
}

// TestTexturedSpans compares what the processor draws of a row with what plain Go draws, to the bit.
func TestTexturedSpans(t *testing.T) {
	const width = 90
	r := rand.New(rand.NewPCG(3, 4))
	image := image.NewRGBA(image.Rect(0, 0, 61, 50))
	for i := range image.Pix {
		image.Pix[i] = byte(r.Uint32())
	}
	between := func(low, high float64) float64 { return low + r.Float64()*(high-low) }
	for n := range 10000 {
		texture := draw.Texture{X: r.IntN(20), Y: r.IntN(20), Width: 2 + r.IntN(19), Height: 1 + r.IntN(30), Levels: 1}
		texture.Kind = [...]draw.TextureKind{draw.Plain, draw.Plain, draw.Warp, draw.Sky}[r.IntN(4)]
		texture.Glows = r.IntN(2) == 0
		if texture.Width > 3 && texture.Height > 3 && texture.Kind != draw.Sky {
			texture.Levels = 3
		}
		b := draw.Buffer{Textures: &draw.Textures{Image: image}, Time: r.Float32() * 100}
		if r.IntN(2) == 0 {
			b.Fog = draw.Fog{Color: [3]float32{r.Float32(), r.Float32(), r.Float32()}, Density: r.Float32(), Most: 1}
		}
		if r.IntN(2) == 0 {
			b.Lift = draw.Lift{Least: r.Float32(), Power: 0.2 + r.Float32()}
		}
		var x surface
		x.begin(&b)
		if !x.fits(&texture) {
			t.Fatalf("texture %+v is refused", texture)
		}
		x.setTexture(&texture)
		x.lit, x.shaded, x.lifted = !x.sky && r.IntN(3) > 0, r.IntN(2) == 0, b.Lift.Power > 0
		for i := range x.light {
			x.light[i], x.factors[i] = shade(r.Int32N(1<<16)), uint32(r.IntN(1000))
		}
		if r.IntN(2) == 0 && !x.sky {
			x.walk.keep, x.walk.glow = uint16(r.IntN(alphaScale+1)), uint16(r.IntN(1<<shadeBits+1))
		}
		x.factors[3] = 0
		reach := math.Pow(10, between(-2, 7)) // from usual places to wild ones
		for i := range x.row {
			x.row[i], x.dx[i], x.dy[i] = between(-reach, reach), between(-reach, reach)/100, between(-reach, reach)/100
		}
		if r.IntN(4) > 0 {
			x.row[placeNear], x.dx[placeNear] = between(0.001, 1), between(-0.01, 0.01)
		}
		var memory [width + 2*run]uint32
		for i := range memory {
			memory[i] = r.Uint32()
		}
		from, to := r.IntN(width), 1+r.IntN(width)
		to = min(to, width-from)
		px := between(-100, 100)
		got, want, same := memory, memory, x
		x.quickSpan(got[from:from+to], px)
		same.plainSpan(want[from:from+to], px)
		if got != want {
			t.Fatalf("row %d of %d pixels, %+v: %x, not %x", n, to, texture, got[from:from+to], want[from:from+to])
		}
	}
}

// TestTexturedWrong: textures that are not there, and places that are no numbers, draw nothing and end well.
func TestTexturedWrong(t *testing.T) {
	x := textures()
	for _, spoil := range []func(b *draw.Buffer, t *draw.Textures){
		func(b *draw.Buffer, _ *draw.Textures) { b.Textures = nil },
		func(b *draw.Buffer, _ *draw.Textures) { b.Vertices[0].Custom[3] = 77 },
		func(b *draw.Buffer, _ *draw.Textures) { b.Vertices[0].Custom[3] = float32(math.NaN()) },
		func(b *draw.Buffer, _ *draw.Textures) { b.Vertices[0].Custom[3] = 0.25 },
		func(_ *draw.Buffer, t *draw.Textures) { t.List[plainOne].X = -1 },
		func(_ *draw.Buffer, t *draw.Textures) { t.List[plainOne].X = 60 },
		func(_ *draw.Buffer, t *draw.Textures) { t.List[plainOne].Y = 160 },
		func(_ *draw.Buffer, t *draw.Textures) { t.List[plainOne].Levels = 0 },
		func(_ *draw.Buffer, t *draw.Textures) { t.List[plainOne].Levels = 9 },
		func(_ *draw.Buffer, t *draw.Textures) { t.List[plainOne].Levels = 6 },
	} {
		y := *x
		y.List = append([]draw.Texture(nil), x.List...)
		b := sheet(&y, plainOne, true, 1, 2, [3]float32{1, 1, 1}, 1)
		b.Indices = b.Indices[:3]
		spoil(b, &y)
		p := New(64, 48)
		p.Draw(b, nil)
		if c := p.Image().RGBAAt(40, 10); c != (color.RGBA{A: 255}) {
			t.Errorf("a face without a texture is %v", c)
		}
	}
}

// FuzzTextured draws triangles of any corners.
func FuzzTextured(f *testing.F) {
	x := textures()
	for i := range int32(domed + 1) {
		f.Add(encodeTextured(sheet(x, i, i%2 == 0, 1, 3, [3]float32{1, 2, 3}, float32(i)/3).Vertices))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, check := fenced(33, 17)
		b := draw.Buffer{Textures: x, Time: 1e9, Lift: draw.Lift{Least: 0.2, Power: 0.5}}
		for n := decodeFloats(data); len(n) >= 12 && len(b.Vertices) < 64; n = n[12:] {
			b.Vertices = append(b.Vertices, draw.Vertex{X: n[0], Y: n[1], U: n[2], V: n[3], R: n[4], G: n[5], B: n[6],
				A: n[7], Custom: [4]float32(n[8:12])})
		}
		n := uint32(len(b.Vertices))
		for i := range n + 1 {
			b.Indices = append(b.Indices, i, i+1, i+2, i, (i*5+1)%(n+1), (i*3+2)%(n+1))
		}
		p.Draw(&b, nil)
		check(t)
	})
}

func encodeTextured(list []draw.Vertex) (data []byte) {
	for _, v := range list {
		data = append(data, encode([]draw.Vertex{v})...)
		for _, f := range v.Custom {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
		}
	}
	return data
}

func decodeFloats(data []byte) (list []float32) {
	for ; len(data) >= 4; data = data[4:] {
		list = append(list, math.Float32frombits(binary.LittleEndian.Uint32(data)))
	}
	return list
}

// TestTexturedColors: a face that is not lit has the colors of its corners, which go straight over the picture, above 1
// too.
func TestTexturedColors(t *testing.T) {
	x := textures()
	for y := range 16 {
		for i := range 16 {
			x.Image.SetRGBA(x.List[plainOne].X+i, x.List[plainOne].Y+y, color.RGBA{40, 60, 100, 255})
		}
	}
	x.List[plainOne].Levels = 1
	b := sheet(x, plainOne, false, 1, 3, [3]float32{}, 1)
	for i, light := range []float32{0.5, 2, 2, 0.5} { // four times as much at the right side
		v := &b.Vertices[i]
		v.R, v.G, v.B = light, light/2, light
	}
	p := New(64, 48)
	p.Draw(b, nil)
	for _, at := range []int{0, 10, 31, 50, 63} {
		light := 0.5 + 1.5*(float64(at)+0.5)/64
		want := [3]float64{40 * light, 60 * light / 2, 100 * light}
		c := p.Image().RGBAAt(at, 20)
		for k, got := range [...]uint8{c.R, c.G, c.B} {
			if math.Abs(float64(got)-want[k]) > 1.5 {
				t.Errorf("channel %d of column %d is %d, not %v", k, at, got, want[k])
			}
		}
	}
}

// TestFog: a pixel is a mean of what is there without fog and of the fog's color, by its depth.
func TestFog(t *testing.T) {
	x := textures()
	fog := draw.Fog{Color: [3]float32{0.5, 0.25, 1}, Density: 0.25, Most: 0.8, Sky: 0.4}
	there := color.RGBA{100, 60, 20, 255}
	for _, c := range []struct {
		name   string
		number int32
		lit    bool
		alpha  float32
	}{
		{"plain", plainOne, true, 1}, {"unlit", plainOne, false, 1}, {"glows", glowing, true, 1},
		{"half there", plainOne, false, 0.5}, {"added", plainOne, true, 0}, {"grate", grate, false, 1},
		{"sky", twoLayers, false, 1},
	} {
		var pictures [3]*Picture // without fog, in fog, and behind a black face without fog
		for i := range pictures {
			p := New(64, 48)
			p.Fill(there)
			light := [3]float32{0.5, 0.5, 0.5}
			if i == 2 {
				light = [3]float32{}
			}
			b := sheet(x, c.number, c.lit, 2, 10, light, c.alpha)
			if c.number == twoLayers {
				b.Vertices[0].OfSky(twoLayers, [3]float32{1, 0, 1})
				b.Vertices[1].OfSky(twoLayers, [3]float32{1, 1, 1})
				b.Vertices[2].OfSky(twoLayers, [3]float32{0, 1, 1})
				b.Vertices[3].OfSky(twoLayers, [3]float32{0, 0, 1})
			}
			if i == 1 {
				b.Fog = fog
			}
			p.Draw(b, nil)
			pictures[i] = p
		}
		for px := range 64 {
			depth := 1 / ((1-(float64(px)+0.5)/64)/2 + (float64(px)+0.5)/64/10)
			share := min(0.8, 1-math.Exp(-depth*depth/16))
			if c.number == twoLayers {
				share = 0.4
			}
			without, in := pictures[0].Image().RGBAAt(px, 20), pictures[1].Image().RGBAAt(px, 20)
			behind := pictures[2].Image().RGBAAt(px, 20)
			for k := range 3 {
				own := func(c color.RGBA) float64 { return float64([...]uint8{c.R, c.G, c.B}[k]) }
				fogs := float64(fog.Color[k]) * 255 * float64(c.alpha)
				back := 0.0 // what is seen through the face
				if c.alpha < 1 {
					back = own(behind)
				}
				if c.number == grate && without == there {
					back, fogs = own(there), 0
				}
				want := (own(without)-back)*(1-share) + fogs*share + back
				if got := own(in); math.Abs(got-want) > 4 {
					t.Errorf("%s: channel %d at %d is %v, not %.0f", c.name, k, px, got, want)
				}
			}
		}
	}
}
