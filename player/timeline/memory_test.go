package timeline_test

import (
	"path/filepath"
	"runtime"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
)

// heap returns how many bytes are in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// grown returns how many bytes more are in use with the index of a demo, and how many
// the index counts.
func grown(t testing.TB, demo *formats.Demo, o timeline.Options) (more, counted int64, keyframes int) {
	t.Helper()
	before := heap()
	x := index(demo, o)
	more = heap() - before
	counted, keyframes = x.Memory()
	runtime.KeepAlive(x)
	return more, counted, keyframes
}

// What an index counts is what it takes from the heap, and a little more where texts
// share their memory: in the sample's recordings of every format.
func TestMemoryIsHeap(t *testing.T) {
	for _, name := range corpus.Files(t, corpus.Sample, formats.HasDemoName) {
		data := corpus.Read(t, name)
		demo, err := formats.Open(filepath.Base(name), data)
		if err != nil {
			t.Fatal(err)
		}
		more, counted, n := grown(t, demo, timeline.Options{Spacing: 4000, Memory: 1 << 30})
		if ratio := float64(counted) / float64(more); ratio < 1 || ratio > 1.4 || n < 5 {
			t.Errorf("%s: %d keyframes take %d bytes, counted are %d: %.2f", filepath.Base(name), n, more, counted, ratio)
		}
	}
}
