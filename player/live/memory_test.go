package live

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/timeline"
)

// TestLongGame: what is held of a game of two hours, as fast as it can be read and with seeks to anywhere in
// it, does not grow beyond its limits.
func TestLongGame(t *testing.T) {
	const memory, index, rest = 4 << 20, 8 << 20, 4 << 20
	minute := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	minute = minute[:bytes.LastIndex(minute, []byte("EndOfDemo"))-7] // and what says that the game ends
	heap := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	g := New("long.mvd", formats.GrowOptions{Format: formats.Lookup("mvd"), Live: true, Memory: memory})
	write := func() {
		t.Helper()
		if _, err := g.Write(minute); err != nil {
			t.Fatal(err)
		}
	}
	write()
	demo, err := g.Demo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Index: timeline.Options{Memory: index}, Budget: 1 << 40})
	rng := rand.New(rand.NewPCG(5, 6))
	for n := 1; n <= 120; n++ {
		write()
		var d float64
		wait.For(t, fmt.Sprintf("minute %d", n), func() bool { d, _ = p.Duration(); return d > float64(n)*60 })
		p.Seek(rng.Float64() * d)
		wait.For(t, "the moment", func() bool { p.Update(0); return !p.Behind() })
		p.GoLive()
		p.Update(0)
		if n%10 != 0 {
			continue
		}
		held, _ := p.Timeline().Memory()
		if in := heap() - before; in > memory+index+rest || g.Held() > memory+2<<20 || held > index {
			t.Errorf("after %.0f s %d bytes are in use, %d of the demo and %d of the index", d, in, g.Held(), held)
		}
	}
	p.Close()
	if err := g.Release(); err != nil {
		t.Error(err)
	}
}
