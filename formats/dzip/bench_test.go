package dzip

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"

	"github.com/klauspost/compress/gzip"
)

// BenchmarkUnpack unpacks a real demo from an archive, and the same demo packed with gzip.
func BenchmarkUnpack(b *testing.B) {
	dir := filepath.Join(corpus.Dir(b), "dz")
	for _, name := range []string{"v29_qfm_demo1", "v29_lqold_demo2", "v32_lq_e0m1_p666", "v32_lq_demo2",
		"v29_osm_demo1"} {
		data := corpus.Read(b, filepath.Join(dir, name+".dz"))
		a, err := Open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			b.Fatal(err)
		}
		r, err := a.Files[0].Open()
		if err != nil {
			b.Fatal(err)
		}
		demo, err := io.ReadAll(r)
		if err != nil {
			b.Fatal(err)
		}
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		z.Write(demo)
		z.Close()
		run := func(packing string, open func() (io.Reader, error)) {
			b.Run(name+"/"+packing, func(b *testing.B) {
				b.SetBytes(int64(len(demo)))
				for b.Loop() {
					r, err := open()
					if err != nil {
						b.Fatal(err)
					}
					if n, err := io.Copy(io.Discard, r); err != nil || n != int64(len(demo)) {
						b.Fatal(n, err)
					}
				}
			})
		}
		run("dz", a.Files[0].Open)
		run("gzip", func() (io.Reader, error) { return gzip.NewReader(bytes.NewReader(packed.Bytes())) })
	}
}
