package raster

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"demoscope/render/draw"
)

// TestRows compares what processors have for the rows of a triangle with plain Go: of all kinds and sizes, also in part beyond
// the picture, with colours of any kind, and what lies beside and below the picture.
func TestRows(t *testing.T) {
	const seed, triangles, below = 7, 60_000, 9
	r := rand.New(rand.NewPCG(seed, seed))
	odd := []float32{0, float32(math.Copysign(0, -1)), 1, 2, -1, 1e-30, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}
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
			*v = draw.Vertex{X: (r.Float32()*1.6 - 0.3) * float32(width), Y: (r.Float32()*1.6 - 0.3) * float32(height), U: draw.WhiteU, V: draw.WhiteV}
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
				t.Fatalf("triangle %d of kind %d, %+v: pixel %d, %d is %x, not %x", n, one.kind, corners, i%width, i/width, got[i], want[i])
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
