package golden

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"testing"

	"demoscope/internal/corpus"
	"demoscope/render/draw"
)

// Recorded returns the buffer in testdata/name.buffer.gz. Its corners are the same to the
// last bit wherever it is read, which those that a processor works out are not: some fuse a
// product with a sum. "go test -update" writes b there first.
func Recorded(t testing.TB, name string, b *draw.Buffer) *draw.Buffer {
	t.Helper()
	file := path(name, ".buffer.gz")
	if *update {
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		for _, part := range []any{uint32(len(b.Vertices)), columns(b.Vertices), uint32(len(b.Indices)), b.Indices} {
			if err := binary.Write(z, binary.LittleEndian, part); err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		write(t, file, packed.Bytes())
	}
	z, err := gzip.NewReader(bytes.NewReader(corpus.Read(t, file)))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var vertices, indices uint32
	var list []float32
	out := &draw.Buffer{}
	for _, part := range []func() any{
		func() any { return &vertices },
		func() any { list = make([]float32, channels*vertices); return list },
		func() any { return &indices },
		func() any { out.Indices = make([]uint32, indices); return out.Indices },
	} {
		if err := binary.Read(z, binary.LittleEndian, part()); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
	if n, err := io.Copy(io.Discard, z); n > 0 || err != nil {
		t.Fatalf("%s: %d bytes too many, %v", file, n, err)
	}
	n := len(list) / channels
	for i := range n {
		c := func(k int) float32 { return list[k*n+i] }
		out.Vertices = append(out.Vertices, draw.Vertex{X: c(0), Y: c(1), U: c(2), V: c(3), R: c(4), G: c(5), B: c(6), A: c(7)})
	}
	return out
}

// channels are the numbers of a vertex that are recorded.
const channels = 8

// columns returns the numbers of vertices, all X first: so they are packed best.
func columns(list []draw.Vertex) []float32 {
	n := len(list)
	out := make([]float32, channels*n)
	for i, v := range list {
		for k, f := range [channels]float32{v.X, v.Y, v.U, v.V, v.R, v.G, v.B, v.A} {
			out[k*n+i] = f
		}
	}
	return out
}
