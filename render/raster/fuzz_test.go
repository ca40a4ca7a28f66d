package raster

import (
	"encoding/binary"
	"image"
	"math"
	"testing"

	"demoscope/render/draw"
)

// FuzzDraw draws vertices of 8 numbers each, of which every three are a triangle, and the
// same again in other orders.
func FuzzDraw(f *testing.F) {
	var b draw.Buffer
	shapes(&b)
	for i := 0; i+9 <= len(b.Vertices) && i < 200; i += 9 {
		f.Add(encode(b.Vertices[i : i+9]))
	}
	for i, x := range odd {
		y := odd[(i*7+3)%len(odd)]
		f.Add(encode([]draw.Vertex{
			{X: x, Y: y, R: y, A: x, U: x, V: y}, {X: -x, Y: 9, G: x, A: 1, U: y, V: x},
			{X: 5, Y: -y, B: 1, A: y, U: -x, V: -y},
		}))
	}
	atlas := image.NewRGBA(image.Rect(0, 0, 5, 3))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, check := fenced(33, 17)
		b := draw.Buffer{}
		for ; len(data) >= 32 && len(b.Vertices) < 64; data = data[32:] {
			n := func(i int) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])) }
			b.Vertices = append(b.Vertices, draw.Vertex{X: n(0), Y: n(1), U: n(2), V: n(3), R: n(4), G: n(5),
				B: n(6), A: n(7)})
		}
		n := uint32(len(b.Vertices))
		for i := range n + 1 { // the last ones have no corner
			b.Indices = append(b.Indices, i, i+1, i+2, i, (i*5+1)%(n+1), (i*3+2)%(n+1))
		}
		p.Draw(&b, nil)
		p.Draw(&b, atlas)
		for _, width := range []float32{1, 3} {
			b = asLine(b.Vertices, width)
			p.Draw(&b, nil)
			p.Draw(&b, atlas)
		}
		check(t)
	})
}

func encode(list []draw.Vertex) (data []byte) {
	for _, v := range list {
		for _, f := range [...]float32{v.X, v.Y, v.U, v.V, v.R, v.G, v.B, v.A} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
		}
	}
	return data
}
