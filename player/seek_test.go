package player_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	recordings "demoscope/internal/made"
	"demoscope/player"
	"demoscope/player/scan"
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
	paths := corpus.Files(t, corpus.Sample, formats.HasDemoName)
	if _, ok := corpus.Lookup(); ok {
		for _, format := range [...]string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
			paths = append(append(paths, corpus.Demos(t, format)...), corpus.Newer(t, format)...)
		}
	}
	return paths
}

// sample returns the path of one of our own recordings.
func sample(name string) string { return filepath.Join(corpus.Sample, name) }

func open(t testing.TB, path string) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(path, corpus.Read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

// TestSeekReplacing is TestSeekEqualsPlayThrough for replacement deltas.
func TestSeekReplacing(t *testing.T) {
	for _, format := range []string{"mvd", "qwd", "dem"} {
		demo, err := formats.Open("made."+format, recordings.Replacing(t, format, 300))
		if err != nil {
			t.Fatal(err)
		}
		seekEquals(t, demo)
	}
}

// TestSeekMultiView is TestSeekEqualsPlayThrough for a multi-view recording of Quake III.
func TestSeekMultiView(t *testing.T) {
	var frames [][2]recordings.Fighter
	for i := range int32(300) {
		ann := recordings.Fighter{Health: 125 - i/10, Armor: 50, Weapon: 7, Ammo: 200 - i/2, Owned: 0x21,
			X: float32(8 * i)}
		frames = append(frames, [2]recordings.Fighter{ann, {Health: 100 - i%101, Weapon: 5, Ammo: 9, Owned: 9}})
	}
	demo, err := formats.Open("made.dm_68", recordings.MultiView(t, frames...))
	if err != nil {
		t.Fatal(err)
	}
	seekEquals(t, demo)
}

// TestSeekNehahra is TestSeekEqualsPlayThrough for a demo of Nehahra.
func TestSeekNehahra(t *testing.T) {
	demo, err := formats.Open("made.dem", recordings.Nehahra(t, 300))
	if err != nil {
		t.Fatal(err)
	}
	seekEquals(t, demo)
}

// TestSeekRerelease is TestSeekEqualsPlayThrough for the protocols of Quake II's re-release, whose frames are changes
// of older ones; 2022 cannot be read without what was before.
func TestSeekRerelease(t *testing.T) {
	for _, r := range []recordings.Rerelease{{Protocol: 1038}, {Protocol: 2022}, {Protocol: 2023, Back: 1},
		{Protocol: 2022, Split: true, Back: 20}, {Protocol: 1038, Back: 30}} {
		r.Frames = 1000
		demo, err := formats.Open("made.dm2", r.Demo(t))
		if err != nil {
			t.Fatal(err)
		}
		seekEquals(t, demo)
	}
}

// TestSeekEventful is TestSeekEqualsPlayThrough for recordings of two levels in which far more happens.
func TestSeekEventful(t *testing.T) {
	for _, path := range corpus.Files(t, corpus.Sample, formats.HasDemoName) {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			demo, err := formats.Open(name, recordings.Eventful(t, name, corpus.Read(t, path)))
			if err != nil {
				t.Fatal(err)
			}
			seekEquals(t, demo)
		})
	}
}

func seekEqualsPlayThrough(t *testing.T, path string) { seekEquals(t, open(t, path)) }

func seekEquals(t *testing.T, demo *formats.Demo) {
	t.Helper()
	index := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())),
		timeline.Options{Spacing: 4 << 10})
	index.Wait()
	duration, complete := index.Duration()
	if !complete || duration <= 0 {
		t.Fatalf("duration %v, complete %v", duration, complete)
	}

	rng := rand.New(rand.NewPCG(1, uint64(len(demo.Data()))))
	clocks := make([]float64, moments)
	for i := range clocks {
		clocks[i] = rng.Float64() * duration
	}
	want := make(map[float64]uint64, moments)
	straight := scan.NewCursor(demo.Format.Name, demo.Decoder())
	sorted := slices.Sorted(slices.Values(clocks))
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
		if w := p.Moment().Next; w.Hash() != want[c] {
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
		if w := p.Moment().Next; w.Hash() != want[c] {
			t.Errorf("played backwards into %.3f s: the world differs from that of a play-through (block %d)",
				c, w.Block)
		}
	}
	for straight.Next() == nil {
	}
	g := p.NewScrubber()
	g.Go(duration+60, nil)
	if g.World().Hash() != straight.World.Hash() {
		t.Error("a seek beyond the end leads to another world than that of the end")
	}
	bytes, n := p.Timeline().Memory()
	t.Logf("%.1f s, %d keyframes, %d KiB", duration, n, bytes>>10)
}
