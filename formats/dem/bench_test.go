package dem

import (
	"path/filepath"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/internal/corpus"
)

func BenchmarkDecode(b *testing.B) {
	files := map[string]string{"sample": filepath.Join(corpus.Sample, "demoscope1_p15.dem")}
	if dir, ok := corpus.Lookup(); ok {
		files["largest"] = filepath.Join(dir, "dem", "qfm_demo1.dem")
		files["p999"] = filepath.Join(dir, "dem", "lq_e0m1_p999.dem")
	}
	for name, file := range files {
		b.Run(name, func(b *testing.B) {
			data := corpus.Read(b, file)
			decodertest.Benchmark(b, data, NewDecoder(data))
		})
	}
}
