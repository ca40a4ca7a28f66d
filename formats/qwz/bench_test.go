package qwz

import (
	"io"
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"
)

// BenchmarkUnpack unpacks a game of 20 minutes, and says how many symbols that is in a second.
func BenchmarkUnpack(b *testing.B) {
	table := corpusTable(b)
	data := corpus.Read(b, filepath.Join(corpus.Dir(b), Name, "demo15.qwz"))
	const symbols = 3638265 // qwz facts, 16
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		r := NewReader(data, table)
		for {
			if _, err := r.Next(); err != nil {
				if err != io.EOF {
					b.Fatal(err)
				}
				break
			}
		}
	}
	b.ReportMetric(symbols*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msymbols/s")
}
