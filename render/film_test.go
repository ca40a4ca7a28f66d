package render

import (
	"context"
	"testing"

	"demoscope/render/film"
)

// filmed returns a film of our sample that is ready to be made.
func filmed(t testing.TB, from, to float64, width, height int) *filming {
	t.Helper()
	times, err := film.NewTimes(from, to, film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	o := &FilmOptions{ShotOptions: ShotOptions{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), Maps: sampleMap(t)}, Blur: 1}
	o.Film = film.Options{Times: times, Width: width, Height: height}
	o.Width, o.Height = width, height
	f := &filming{game: newGame(&Options{Player: o.Player, Maps: o.Maps, Width: width, Height: height, Renderer: CPU}, &testDesktop{}, newTestDevices()), options: o, ctx: context.Background()}
	f.begin()
	return f
}

// BenchmarkFilm is a frame of 1280x720, apart what one goroutine decides and builds, and what several draw.
func BenchmarkFilm(b *testing.B) {
	f := filmed(b, 10, 40, 1280, 720)
	b.Run("build", func(b *testing.B) {
		b.ReportAllocs()
		for k := 0; b.Loop(); k++ {
			p, err := f.Show(k % f.options.Film.Times.Count)
			if err != nil {
				b.Fatal(err)
			}
			p.Done()
		}
	})
	b.Run("draw", func(b *testing.B) {
		b.ReportAllocs()
		for k := 0; b.Loop(); k++ {
			b.StopTimer()
			p, err := f.Show(k % f.options.Film.Times.Count)
			if err != nil {
				b.Fatal(err)
			}
			b.StartTimer()
			p.Draw()
			p.Done()
		}
	})
}
