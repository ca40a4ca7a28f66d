package dem

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

func BenchmarkDecode(b *testing.B) {
	files := map[string]string{"sample": filepath.Join(sampleDir, "demoscope1_p15.dem")}
	if dir := os.Getenv("DEMOSCOPE_CORPUS"); dir != "" {
		files["largest"] = filepath.Join(dir, "dem", "qfm_demo1.dem")
		files["p999"] = filepath.Join(dir, "dem", "lq_e0m1_p999.dem")
	}
	for name, file := range files {
		b.Run(name, func(b *testing.B) {
			data, err := os.ReadFile(file)
			if err != nil {
				b.Fatal(err)
			}
			d := NewDecoder(data, Options{})
			start := d.Mark()
			decodeAll(b, d)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				d.Return(start)
				decodeAll(b, d)
			}
		})
	}
}

func decodeAll(b *testing.B, d *Decoder) {
	for {
		if _, err := d.NextPacket(); err != nil {
			if err != io.EOF {
				b.Fatal(err)
			}
			return
		}
		for {
			if _, err := d.NextMessage(); err != nil {
				if err != io.EOF {
					b.Fatal(err)
				}
				break
			}
		}
	}
}
