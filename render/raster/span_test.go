package raster

import (
	"image"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"demoscope/render/draw"
)

// TestRows compares what processors have for the rows of a triangle with plain Go: of all kinds and sizes,
// also in part beyond the picture, with colors of any kind, and what lies beside and below the picture.
func TestRows(t *testing.T) {
	const seed, triangles, below = 7, 60_000, 9
	r := rand.New(rand.NewPCG(seed, seed))
	odd := []float32{0, float32(math.Copysign(0, -1)), 1, 2, -1, 1e-30, float32(math.NaN()), float32(math.Inf(1)),
		float32(math.Inf(-1))}
	drawn := map[kind]int{}
	for n := range triangles {
		width, height := 1+r.IntN(80), 1+r.IntN(40)
		if n%50 == 0 {
			width = 2*smoothRun + r.IntN(200)
		}
		p := New(width, height)
		memory := make([]uint32, width*height+below)
		for i := range memory {
			memory[i] = r.Uint32() | opaque
		}
		corners := make([]draw.Vertex, 3)
		even := r.IntN(3) == 0
		opacity := []float32{0, 1, r.Float32()}[r.IntN(3)]
		for i := range corners {
			v := &corners[i]
			*v = draw.Vertex{X: (r.Float32()*1.6 - 0.3) * float32(width), Y: (r.Float32()*1.6 - 0.3) * float32(height),
				U: draw.WhiteU, V: draw.WhiteV}
			if n%3 == 0 && i == 2 { // the thin ones that edges are made of
				v.X, v.Y = corners[0].X+r.Float32()*2-1, corners[0].Y+r.Float32()*2-1
			}
			if even && i > 0 {
				v.R, v.G, v.B, v.A = corners[0].R, corners[0].G, corners[0].B, corners[0].A
				continue
			}
			if v.A = opacity; n%4 == 0 {
				v.A = r.Float32()
			}
			v.R, v.G, v.B = v.A*r.Float32(), v.A*r.Float32(), v.A*r.Float32()
			if n%7 == 0 {
				v.R, v.A = odd[r.IntN(len(odd))], odd[r.IntN(len(odd))]
			}
		}
		var one triangle
		p.corners.reset(corners[:])
		if !one.set(p, p.corners.get(0, 1, 2), nil) {
			continue
		}
		draw := func(rows func(t *triangle, s *strip)) (pix []uint32, s strip) {
			pix = slices.Clone(memory)
			p.pix, p.strip = pix[:width*height], strip{}
			p.rows(&one, rows)
			p.strip.pix = nil
			return pix, p.strip
		}
		got, gotStrip := draw((*triangle).draw)
		want, wantStrip := draw((*triangle).plainRows)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("triangle %d of kind %d, %+v: pixel %d, %d is %x, not %x", n, one.kind, corners, i%width,
					i/width, got[i], want[i])
			}
		}
		if !slices.Equal(got[width*height:], memory[width*height:]) {
			t.Fatalf("triangle %d of kind %d has changed what is behind the picture", n, one.kind)
		}
		if !reflect.DeepEqual(gotStrip, wantStrip) {
			t.Fatalf("triangle %d: the strip is at %+v, not %+v", n, gotStrip, wantStrip)
		}
		if wantStrip.drawn > 0 {
			drawn[one.kind]++
		}
	}
	for k := flat; k <= general; k++ {
		if drawn[k] < triangles/50 {
			t.Errorf("only %d triangles of kind %d were drawn", drawn[k], k)
		}
	}
}

// TestRowsOfWrongColors: a processor, too, brings a plane's values into their range, and what is no number is 0.
func TestRowsOfWrongColors(t *testing.T) {
	const width, height = 21, 3
	p := New(width, height)
	var b draw.Buffer
	b.Rect(0, 0, 2*width, 2*height, white4)
	p.corners.reset(b.Vertices)
	var one triangle
	if !one.set(p, p.corners.get(0, 1, 2), nil) {
		t.Fatal("there is no triangle")
	}
	for _, one.kind = range []kind{smooth, blended} {
		for _, wrong := range []float64{-1, -1e30, 2, 1e30, math.NaN(), math.Inf(1), math.Inf(-1)} {
			for channel := range 4 {
				// the sums have 16 bits then, whatever is wrong
				one.colors = colors{at: [4]float64{0.25, 0.5, 0.125, 1}}
				one.colors.at[channel] = wrong
				one.gradient.set(&one)
				draw := func(rows func(t *triangle, s *strip)) []uint32 {
					p.Fill(background)
					p.rows(&one, rows)
					return slices.Clone(p.pix)
				}
				if got, want := draw((*triangle).draw), draw((*triangle).plainRows); !slices.Equal(got, want) {
					t.Errorf("kind %d, %v in channel %d: %x, not %x", one.kind, wrong, channel, got, want)
				}
			}
		}
	}
}

// TestInk: letters have the pixels of any texture, to the bit, also where the atlas has something beside
// white, and whatever color the letters before had.
func TestInk(t *testing.T) {
	const seed = 5
	r := rand.New(rand.NewPCG(seed, seed))
	atlas := image.NewRGBA(image.Rect(0, 0, 40, 3))
	for i := range len(atlas.Pix) / 4 {
		white := uint8(r.IntN(4)) * 85
		if r.IntN(2) == 0 {
			white = uint8(r.Uint32())
		}
		texel := atlas.Pix[4*i:][:4]
		texel[0], texel[1], texel[2], texel[3] = white, white, white, white
		if r.IntN(8) == 0 {
			texel[r.IntN(4)]++
		}
	}
	p := New(64, 4)
	inks := 0
	for n := range 4000 {
		var b draw.Buffer
		c := draw.Color{R: float32(r.IntN(3)) / 2, G: float32(r.IntN(2)), B: r.Float32(),
			A: []float32{1, 0, r.Float32()}[r.IntN(3)]}
		b.Glyph(0, 0, 64, 4, r.Float32()*20-5, r.Float32()*4-1, []float32{64, -30, r.Float32() * 90}[r.IntN(3)], 0, c)
		if n%5 == 0 {
			b.Vertices[1].V, b.Vertices[2].V = b.Vertices[1].V+2, b.Vertices[2].V+2
		}
		p.corners.reset(b.Vertices)
		if !p.triangle.set(p, p.corners.get(0, 1, 2), atlas) {
			continue
		}
		one := &p.triangle
		firstColor(&one.gradient.first, &one.colors, 0, 0, &blendMost, 1<<blendBits)
		if one.letters != (n%5 != 0) {
			t.Fatalf("%+v are letters: %v", b.Vertices, one.letters)
		}
		if !one.letters {
			continue
		}
		there := make([]uint32, 64)
		for i := range there {
			there[i] = r.Uint32() | opaque
		}
		got, want := slices.Clone(there), slices.Clone(there)
		low, high, u, v := one.gradient.first.low(), one.gradient.first.high(), r.Int64N(50<<placeBits)-5<<placeBits,
			r.Int64N(5<<placeBits)-1<<placeBits
		one.tintSpan(got, u, v)
		one.generalSpan(want, low, high, u, v)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%+v: pixel %d over %x is %x, not %x", b.Vertices[0], i, there[i], got[i], want[i])
			}
		}
		inks++
	}
	if inks < 2000 {
		t.Errorf("only %d inks", inks)
	}
}
