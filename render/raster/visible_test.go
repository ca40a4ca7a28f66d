package raster

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"testing"

	"demoscope/render/draw"
)

// TestVisible: triangles in one buffer make the same picture as one after the other, among them some that can be seen
// through.
func TestVisible(t *testing.T) {
	const width, height = 150, 70
	x := &draw.Textures{Image: image.NewRGBA(image.Rect(0, 0, 64, 8))}
	for i := range 60 {
		x.Image.SetRGBA(i, 2, color.RGBA{uint8(4 * i), uint8(255 - 4*i), uint8(40 * (i % 7)), 255})
		kind := draw.Plain
		if i%5 == 0 {
			kind = draw.Fence
		}
		x.List = append(x.List, draw.Texture{X: i, Y: 2, Width: 1, Height: 1, Levels: 1, Kind: kind})
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		p, one := New(width, height), New(width, height)
		all := draw.Buffer{Textures: x}
		for range r.IntN(40) {
			alpha := float32(1)
			if r.IntN(6) == 0 {
				alpha = 0.5
			}
			b := draw.Buffer{Textures: x, Indices: []uint32{0, 1, 2}}
			number, n := r.Int32N(60), uint32(len(all.Vertices))
			for range 3 {
				v := draw.Vertex{X: (1.4*r.Float32() - 0.2) * width, Y: (1.4*r.Float32() - 0.2) * height,
					R: alpha, G: alpha, B: alpha, A: alpha}
				v.Textured(number, false, 1, 0.5, 0.5, 0, 0)
				b.Vertices = append(b.Vertices, v)
			}
			all.Vertices = append(all.Vertices, b.Vertices...)
			all.Indices = append(all.Indices, n, n+1, n+2)
			one.Draw(&b, nil)
		}
		if p.Draw(&all, nil); !slices.Equal(p.pix, one.pix) {
			t.Fatal("the pictures differ")
		}
	}
}

// TestTake: pieces are the pixels that were not covered, each once.
func TestTake(t *testing.T) {
	const width = 200
	r := rand.New(rand.NewPCG(9, 10))
	for range 500 {
		var c Cover
		c.Reset(width, 2)
		var covered [width]bool
		for range 12 {
			from := r.IntN(width)
			to := from + 1 + r.IntN(width-from)
			var want []piece
			for i := from; i < to; i++ {
				if covered[i] {
					continue
				}
				covered[i] = true
				if n := len(want); n > 0 && int(want[n-1].to) == i {
					want[n-1].to++
				} else {
					want = append(want, piece{1, int32(i), int32(i + 1)})
				}
			}
			if got := c.take(nil, 1, from, to); !slices.Equal(got, want) {
				t.Fatalf("from %d to %d: %v, not %v", from, to, got, want)
			}
		}
	}
}
