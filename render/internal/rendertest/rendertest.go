// Package rendertest has what tests of several packages of render need: the built-in recordings with their maps,
// players of them, and comparisons of pictures.
package rendertest

import (
	"image"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/world"
)

// Sample returns a built-in recording.
func Sample(t testing.TB, name string) []byte {
	return corpus.Read(t, filepath.Join(corpus.Sample, name))
}

// NewPlayer opens a demo, paused, with a complete index. A seek of it never takes more than one frame.
func NewPlayer(t testing.TB, name string, data []byte) *player.Player {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Budget: 1 << 40})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	p.SetPaused(true)
	return p
}

// NewUnindexed opens a demo whose index has just begun.
func NewUnindexed(t testing.TB, name string) *player.Player {
	demo, err := formats.Open(name, Sample(t, name))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	t.Cleanup(p.Close)
	return p
}

// loadSampleMap loads the map of the built-in recordings, once for all tests.
var loadSampleMap = sync.OnceValues(func() (*bsp.Map, error) {
	data, err := os.ReadFile(filepath.Join(corpus.Sample, "demoscope1.bsp"))
	if err != nil {
		return nil, err
	}
	return bsp.Load(data)
})

// SampleMap finds the map of the built-in recordings, whatever the level is.
func SampleMap(t testing.TB) func(*world.Level) (*bsp.Map, string) {
	m, err := loadSampleMap()
	if err != nil {
		t.Fatal(err)
	}
	return func(*world.Level) (*bsp.Map, string) { return m, "" }
}

// GameMap returns the map of a built-in recording, as its game has it.
func GameMap(t testing.TB, name string) func(*world.Level) (*bsp.Map, string) {
	t.Helper()
	folder := map[string]string{".dm2": "q2", ".mvd2": "q2", ".dm_71": "q3"}[filepath.Ext(name)]
	m, err := bsp.Load(Sample(t, filepath.Join(folder, "demoscope1.bsp")))
	if err != nil {
		t.Fatal(err)
	}
	return func(*world.Level) (*bsp.Map, string) { return m, "" }
}

// GameFiles returns the models and textures of a game that has some files, by their game paths in a folder such as
// baseq3.
func GameFiles(t testing.TB, files map[string]string) *assets.Models {
	t.Helper()
	base := t.TempDir()
	for name, data := range files {
		name = filepath.Join(base, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	search, err := assets.Open(assets.Options{BaseDirs: []string{base}, NoInstalled: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { search.Close() })
	return assets.NewModels(search, nil)
}

// Difference returns the mean and the largest difference of the channels of two pictures,
// of 255, and how many pixels differ by more than 16.
func Difference(a, b *image.RGBA) (mean float64, most, far int) {
	for i := 0; i < len(a.Pix); i += 4 {
		worst := 0
		for k := range 3 {
			d := int(a.Pix[i+k]) - int(b.Pix[i+k])
			d = max(d, -d)
			mean += float64(d)
			worst = max(worst, d)
		}
		if most = max(most, worst); worst > 16 {
			far++
		}
	}
	return mean / float64(len(a.Pix)/4*3), most, far
}

// What the graphics card's pictures and ours may differ by: a mean of all channels, of 255, which
// is less than half a step, because a tint over the whole picture may be rounded the other way at
// each pixel; and one pixel in so many by more than 16, because a side of a triangle passes its middle
// so closely that it may belong to either. Lines whose color changes differ by up to 13: the card bends
// colors at the diagonals of triangles.
const (
	MeanTolerance = 0.4
	FarTolerance  = 20000
)

// Moments are those of all games that are looked at in all modes.
var Moments = [...]struct {
	Name  string
	Clock float64
}{
	{"demoscope1_p15.dem", 6}, {"demoscope1_p15.dem", 33}, {"demoscope1.qwd", 12}, {"demoscope1.qwd", 40},
	{"demoscope1.mvd", 20}, {"demoscope1.mvd", 27.35},
	{"demoscope1.dm2", 5}, {"demoscope1.dm2", 46.5}, {"demoscope1.mvd2", 10}, {"demoscope1.mvd2", 30},
	{"demoscope1.dm_71", 20}, {"demoscope1.dm_71", 31},
}

// Differing counts the pixels of an area that differ.
func Differing(a, b *image.RGBA, r image.Rectangle) (n int) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				n++
			}
		}
	}
	return n
}

// Near reports whether two numbers are the same but for rounding.
func Near(a, b, within float64) bool { return math.Abs(a-b) <= within }

// Allocations is [testing.AllocsPerRun], which counts those of the whole process: because an index may still be made
// beside it, it is tried anew while there are more than most.
func Allocations(runs int, most float64, f func()) float64 {
	least := math.Inf(1)
	for try := range 8 {
		time.Sleep(time.Duration(try) * 50 * time.Millisecond)
		if least = min(least, testing.AllocsPerRun(runs, f)); least <= most {
			break
		}
	}
	return least
}
