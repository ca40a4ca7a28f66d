package dem

import (
	"os"
	"path/filepath"
	"testing"

	"demoscope/formats/internal/decodertest"
)

func BenchmarkDecode(b *testing.B) {
	files := map[string]string{"sample": filepath.Join(decodertest.Samples, "demoscope1_p15.dem")}
	if dir := os.Getenv("DEMOSCOPE_CORPUS"); dir != "" {
		files["largest"] = filepath.Join(dir, "dem", "qfm_demo1.dem")
		files["p999"] = filepath.Join(dir, "dem", "lq_e0m1_p999.dem")
	}
	for name, file := range files {
		b.Run(name, func(b *testing.B) {
			data := decodertest.Load(b, file)
			decodertest.Benchmark(b, data, NewDecoder(data, Options{}))
		})
	}
}
