package formats_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
)

// TestConvertMemory: converting a demo takes about as much memory as what is written: growing into it took
// five times that.
func TestConvertMemory(t *testing.T) {
	const name = "demoscope1_p666.dem"
	data := corpus.Read(t, filepath.Join(corpus.Sample, name))
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := formats.Convert(demo, 999, name, nil)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; len(out) < len(data)/2 || took > uint64(3*len(data)) {
		t.Errorf("%d bytes became %d, for which %d were allocated", len(data), len(out), took)
	}
}
