package formats

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// BenchmarkDamagedBeginning opens a demo without its first bytes and makes as many
// decoders of it as a run of the program does.
func BenchmarkDamagedBeginning(b *testing.B) {
	for _, name := range ownDemos {
		whole := corpus.Read(b, filepath.Join(corpus.Sample, name))
		data := whole[2000:]
		b.Run(strings.TrimPrefix(filepath.Ext(name), "."), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				d, err := Open(name, data)
				if err != nil {
					b.Fatal(err)
				}
				for range 5 {
					d.Decoder()
				}
			}
		})
	}
}

// BenchmarkRefused opens what is no demo.
func BenchmarkRefused(b *testing.B) {
	noise := make([]byte, 100_000)
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range noise {
		noise[i] = uint8(rng.Uint32())
	}
	for _, name := range append([]string{"x.txt"}, ownDemos...) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Open(name, noise); err == nil {
					b.Fatal("noise is opened")
				}
			}
		})
	}
}
