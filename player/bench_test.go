package player_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// largest are the demos that speed is measured on: the largest of each format
// in the corpus, or our own recording where there is no corpus.
var largest = []struct{ name, corpus, sample string }{
	{"dem", "dem/qfm_demo1.dem", "demoscope1_p15.dem"},
	{"qwd", "qwd/qwz_demo24.qwd", "demoscope1.qwd"},
	{"mvd", "mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", "demoscope1.mvd"},
	{"dm2", "dm2/lq2dm11_yq2_serverrecord.dm2", "demoscope1.dm2"},
	{"dm2_client", "dm2/testduel.dm2", "demoscope1.dm2"},
	{"mvd2", "mvd2/test.mvd2", "demoscope1.mvd2"},
	{"dm3", "dm3/udt_p68_cpma_ctfs_ojfc09.dm_68", "demoscope1.dm_71"},
}

// eachLargest runs a benchmark on the largest demo of each format.
func eachLargest(b *testing.B, f func(b *testing.B, demo *formats.Demo)) {
	for _, l := range largest {
		path := filepath.Join(corpus.Sample, l.sample)
		if dir, ok := corpus.Lookup(); ok {
			path = filepath.Join(dir, l.corpus)
		}
		b.Run(l.name, func(b *testing.B) { f(b, open(b, path)) })
	}
}

// BenchmarkApply is decoding and driving the world, without a picture.
func BenchmarkApply(b *testing.B) {
	eachLargest(b, func(b *testing.B, demo *formats.Demo) {
		b.SetBytes(int64(len(demo.Data())))
		b.ReportAllocs()
		packets := 0
		for b.Loop() {
			c := scan.NewCursor(demo.Format.Name, demo.Decoder())
			c.Skim()
			for c.Next() == nil {
				packets++
			}
		}
		b.ReportMetric(float64(packets)/float64(b.N), "packets/op")
	})
}

// BenchmarkIndex is the whole pass, with keyframes and events.
func BenchmarkIndex(b *testing.B) {
	eachLargest(b, func(b *testing.B, demo *formats.Demo) {
		b.SetBytes(int64(len(demo.Data())))
		var bytes int64
		var keyframes int
		cpu := cpuMilliseconds()
		for b.Loop() {
			t := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())), timeline.Options{})
			t.Wait()
			bytes, keyframes = t.Memory()
		}
		b.ReportMetric((cpuMilliseconds()-cpu)/float64(b.N), "cpu-ms/op") // with the collector's
		b.ReportMetric(float64(bytes), "bytes-kept")
		b.ReportMetric(float64(keyframes), "keyframes")
	})
}

// BenchmarkSeek goes to random moments. Run it with -benchtime 500x.
func BenchmarkSeek(b *testing.B) {
	eachLargest(b, func(b *testing.B, demo *formats.Demo) {
		p := player.New(demo, player.Options{Budget: 1 << 40})
		defer p.Close()
		p.Timeline().Wait()
		p.SetPaused(true)
		d, _ := p.Duration()
		rng := rand.New(rand.NewPCG(1, 2))
		b.ReportAllocs()
		b.ResetTimer()
		took := make([]time.Duration, b.N)
		for i := range took {
			start := time.Now()
			p.Seek(rng.Float64() * d)
			p.Update(0)
			took[i] = time.Since(start)
		}
		slices.Sort(took)
		for name, i := range map[string]int{"p50-ms": len(took) / 2, "p99-ms": len(took) * 99 / 100,
			"worst-ms": len(took) - 1} {
			b.ReportMetric(took[i].Seconds()*1000, name)
		}
	})
}

// BenchmarkOpen is the time to what the first picture needs.
func BenchmarkOpen(b *testing.B) {
	eachLargest(b, func(b *testing.B, demo *formats.Demo) {
		for b.Loop() {
			p := player.New(demo, player.Options{})
			b.StopTimer()
			p.Close()
			b.StartTimer()
		}
	})
}
