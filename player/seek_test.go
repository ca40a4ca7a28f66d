package player_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/timeline"
)

// moments is how many random times of each demo are compared.
const moments = 50

// TestSeekEqualsPlayThrough compares worlds, field for field, after a straight
// play-through with those after seeks in random order, forwards and backwards.
func TestSeekEqualsPlayThrough(t *testing.T) {
	for _, path := range demos(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			seekEqualsPlayThrough(t, path)
		})
	}
}

// demos returns our own recordings, and those of the corpus if there is one.
func demos(t *testing.T) []string {
	var paths []string
	files, err := os.ReadDir("../assets/sample")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if formats.HasDemoName(f.Name()) {
			paths = append(paths, filepath.Join("../assets/sample", f.Name()))
		}
	}
	dir := os.Getenv("DEMOSCOPE_CORPUS")
	if dir == "" {
		t.Log("DEMOSCOPE_CORPUS is not set: only our own sample is tested")
		return paths
	}
	more, err := filepath.Glob(filepath.Join(dir, "*", "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range more {
		if formats.HasDemoName(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

func open(t testing.TB, path string) *formats.Demo {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open(path, data)
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

func seekEqualsPlayThrough(t *testing.T, path string) {
	demo := open(t, path)
	index := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data)), timeline.Options{Spacing: 4 << 10})
	index.Wait()
	duration, complete := index.Duration()
	if !complete || duration <= 0 {
		t.Fatalf("duration %v, complete %v", duration, complete)
	}

	rng := rand.New(rand.NewPCG(1, uint64(len(demo.Data))))
	clocks := make([]float64, moments)
	for i := range clocks {
		clocks[i] = rng.Float64() * duration
	}
	want := make(map[float64]uint64, moments)
	straight := timeline.NewCursor(demo.Format.Name, demo.Decoder())
	sorted := append([]float64(nil), clocks...)
	for i := range sorted {
		for j := i; j > 0 && sorted[j] < sorted[j-1]; j-- {
			sorted[j], sorted[j-1] = sorted[j-1], sorted[j]
		}
	}
	for _, c := range sorted {
		straight.Reach(c, nil)
		want[c] = straight.World.Hash()
	}

	p := player.New(demo, player.Options{Index: timeline.Options{Spacing: 4 << 10}, Budget: 1 << 40})
	defer p.Close()
	p.Timeline().Wait()
	p.SetPaused(true)
	check := func(how string, c float64) {
		p.Seek(c)
		p.Update(0)
		if w := p.Moment().World; w.Hash() != want[c] {
			t.Errorf("%s %.3f s: the world differs from that of a play-through (block %d)", how, c, w.Block)
		}
	}
	for _, c := range clocks {
		check("seek to", c)
	}
	for i := len(sorted) - 1; i >= 0; i-- {
		check("backwards into", sorted[i])
	}
	p.SetPaused(false)
	p.SetSpeed(-1)
	for _, c := range clocks {
		p.Seek(c + 0.3)
		p.Update(0)
		for p.Clock() > c+0.05 {
			p.Update(0.05)
		}
		p.Update(p.Clock() - c)
		if w := p.Moment().World; w.Hash() != want[c] {
			t.Errorf("played backwards into %.3f s: the world differs from that of a play-through (block %d)", c, w.Block)
		}
	}
	bytes, n := p.Timeline().Memory()
	t.Logf("%.1f s, %d keyframes, %d KiB", duration, n, bytes>>10)
}
