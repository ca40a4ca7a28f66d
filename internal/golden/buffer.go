package golden

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
	"testing"

	"demoscope/internal/corpus"
	"demoscope/render/draw"
)

// Recorded returns the buffer in testdata/name.buffer. Its corners are identical on all processors, while computed ones
// are not: some processors fuse a product with a sum. "go test -update" first writes b there, rounded: positions to
// 1/256 pixel, colors to 1/4096.
func Recorded(t testing.TB, name string, b *draw.Buffer) *draw.Buffer {
	t.Helper()
	file := path(name, ".buffer")
	if *update {
		write(t, file, pack(b))
	}
	out, err := unpack(corpus.Read(t, file))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return out
}

// numbers are the recorded values of a vertex, in steps of 1/units.
func numbers(v *draw.Vertex) [8]*float32 {
	return [8]*float32{&v.X, &v.Y, &v.U, &v.V, &v.R, &v.G, &v.B, &v.A}
}

var units = [8]float64{256, 256, 256, 256, 4096, 4096, 4096, 4096}

// pack writes the numbers of vertices and the indices, each as a difference from the previous one. The same number of
// all vertices comes together.
func pack(b *draw.Buffer) []byte {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	put := func(n int64) { z.Write(binary.AppendVarint(nil, n)) }
	put(int64(len(b.Vertices)))
	put(int64(len(b.Indices)))
	for k, unit := range units {
		last := int64(0)
		for i := range b.Vertices {
			n := int64(math.Round(float64(*numbers(&b.Vertices[i])[k]) * unit))
			put(n - last)
			last = n
		}
	}
	last := int64(0)
	for _, i := range b.Indices {
		put(int64(i) - last)
		last = int64(i)
	}
	z.Close()
	return packed.Bytes()
}

func unpack(packed []byte) (*draw.Buffer, error) {
	z, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	var data bytes.Buffer
	if _, err := data.ReadFrom(z); err != nil {
		return nil, err
	}
	get := func() (n int64) {
		if err == nil {
			n, err = binary.ReadVarint(&data)
		}
		return n
	}
	b := &draw.Buffer{Vertices: make([]draw.Vertex, get())}
	b.Indices = make([]uint32, get())
	for k, unit := range units {
		last := int64(0)
		for i := range b.Vertices {
			last += get()
			*numbers(&b.Vertices[i])[k] = float32(float64(last) / unit)
		}
	}
	last := int64(0)
	for i := range b.Indices {
		last += get()
		b.Indices[i] = uint32(last)
	}
	return b, err
}
