package pattern

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

// BenchmarkRead is one pass over our own recording: what it allocates does not grow with the
// frames.
func BenchmarkRead(b *testing.B) {
	data := corpus.Read(b, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		Read(demo.Name, demo.Decoder(), Options{})
	}
}

// BenchmarkMatch asks for all patterns.
func BenchmarkMatch(b *testing.B) {
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(b, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		b.Fatal(err)
	}
	f := Read(demo.Name, demo.Decoder(), Options{})
	q, err := Parse("")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		q.Match(f)
	}
}

// Nothing is allocated for a frame but what is kept.
func TestFramesAllocateNothing(t *testing.T) {
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	p, c := NewPass(demo.Name, Options{}), scan.NewCursor(demo.Name, demo.Decoder())
	for c.World.Clock < 40 && c.Next() == nil { // until all have been everywhere
		p.Packet(c)
	}
	w, frames := c.World, 0
	total := 0.0
	for c.Next() == nil && frames < 200 {
		if len(w.Events) > 0 || w.FrameClock == p.frame {
			p.Packet(c)
			continue
		}
		frames++
		first := true
		total += testing.AllocsPerRun(1, func() { // the first call is not counted
			if first {
				first = false
				return
			}
			p.Packet(c)
		})
	}
	// Floors that nobody stood on before are kept.
	if frames < 200 || total > 40 {
		t.Errorf("%v allocations in %d frames", total, frames)
	}
}
