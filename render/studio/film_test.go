//go:build !js

package studio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/assets"
	"demoscope/assets/model"
	"demoscope/formats"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/film"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// filmed returns a film of our sample that is ready to be made.
func filmed(t testing.TB, from, to float64, width, height int) *filming {
	t.Helper()
	times, err := film.NewTimes(from, to, film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	o := &app.FilmOptions{ShotOptions: app.ShotOptions{
		Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
		Maps:   sampleMap(t)}, Blur: 1}
	o.Film = film.Options{Times: times, Width: width, Height: height}
	o.Width, o.Height = width, height
	f := &filming{picture: app.NewPicture(&app.Options{Demo: app.Demo{Player: o.Player, Maps: o.Maps},
		Width: width, Height: height, Renderer: app.CPU}), options: o, ctx: context.Background()}
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

// errStop ends what makes a film.
var errStop = errors.New("not wanted any more")

// TestGivenUp: whatever makes a film ends when it is given up, while it waits for the rest of a demo that
// grows and in the middle, and leaves nothing. The player is closed meanwhile by another goroutine.
func TestGivenUp(t *testing.T) {
	rate, one := film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1}
	data := sample(t, "demoscope1.mvd")
	makers := map[string]func(ctx context.Context, p *player.Player, o film.Options) error{
		"film": func(ctx context.Context, p *player.Player, o film.Options) error {
			return Film(ctx, app.FilmOptions{ShotOptions: app.ShotOptions{Player: p, Maps: sampleMap(t)}, Film: o})
		},
		"reel": func(ctx context.Context, p *player.Player, o film.Options) error {
			return Reel(ctx, o, []ReelScene{{From: o.Times.From, Frames: o.Times.Count, Open: func() (app.FilmOptions,
				func(), error) {
				return app.FilmOptions{ShotOptions: app.ShotOptions{Player: p, Maps: sampleMap(t)}}, p.Close, nil
			}}}, false)
		},
		"capture": func(ctx context.Context, p *player.Player, o film.Options) error {
			_, err := CaptureFilm(ctx, app.ShotOptions{Player: p, Maps: sampleMap(t), Width: o.Width, Height: o.Height},
				o.Times, func(done int) { o.Progress(film.Progress{Done: done}) })
			return err
		},
	}
	for name, produce := range makers {
		for _, grows := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, grows %v", name, grows), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var p *player.Player
					if grows {
						g := formats.Grow("game.mvd", formats.GrowOptions{})
						if _, err := g.Write(data[:len(data)/2]); err != nil {
							t.Fatal(err)
						}
						demo, err := g.Demo(t.Context())
						if err != nil {
							t.Fatal(err)
						}
						p = player.New(demo, player.Options{})
						t.Cleanup(p.Close)
					} else {
						p = newPlayer(t, "demoscope1.mvd", data)
					}
					ctx, cancel := context.WithCancelCause(t.Context())
					out, most := filepath.Join(t.TempDir(), "film.gif"), 0
					o := film.Options{Kind: film.GIF, Output: out, Times: film.Times{From: 5, Rate: rate, Speed: one,
						Count: 600}, Width: 64, Height: 36}
					o.Progress = func(so film.Progress) {
						if most = so.Done; most == 3 {
							cancel(errStop)
						}
					}
					ended := make(chan error, 1)
					go func() { ended <- produce(ctx, p, o) }()
					if grows {
						synctest.Wait() // it waits for what does not come
						cancel(errStop)
					}
					if err := wait.From(t, "the end", ended); !errors.Is(err, errStop) {
						t.Errorf("the error is %v", err)
					}
					if grows && most > 0 || most > 100 {
						t.Errorf("%d pictures were made", most)
					}
					if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
						t.Errorf("there is a film: %v", err)
					}
				})
			})
		}
	}
}

// TestGivenUpWaitsForNoModels: a film that was given up waits no longer for models, which may lie on a disk that hangs.
func TestGivenUpWaitsForNoModels(t *testing.T) {
	f := filmed(t, 10, 20, 64, 36)
	base := t.TempDir()
	const name = "maps/b_box.bsp"
	if err := errors.Join(os.MkdirAll(filepath.Join(base, "id1", "maps"), 0o755),
		os.WriteFile(filepath.Join(base, "id1", name), []byte("x"), 0o644)); err != nil {
		t.Fatal(err)
	}
	search, err := assets.Open(assets.Options{BaseDirs: []string{base}, NoInstalled: true, Game: assets.Quake})
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		models := assets.NewModels(search, func([]byte) (*model.Model, error) {
			<-release
			return nil, errors.New("late")
		})
		f.picture.Demo.Models = models
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		begun := time.Now()
		if f.picture.WaitForModels(ctx, func() { _, _, _ = models.Model(name) }) {
			t.Error("a model that is not there is drawn")
		}
		if took := time.Since(begun); took > 0 {
			t.Errorf("it waits for %v", took)
		}
	})
}

// TestFilmIsWhatAShotIs: the frames of a film are the pictures of their moments, whatever was drawn before.
func TestFilmIsWhatAShotIs(t *testing.T) {
	f := filmed(t, 10, 12, 480, 300)
	for k := range 50 {
		p, err := f.Show(k)
		if err != nil {
			t.Fatal(err)
		}
		if k%7 != 0 { // of those that come before nothing is left in it
			p.Done()
			continue
		}
		got := p.Draw()
		o := f.options.ShotOptions
		o.Player, o.At = newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), 10+float64(k)/30
		g := app.NewPicture(&app.Options{Demo: app.Demo{Player: o.Player, Maps: o.Maps}, Renderer: app.CPU})
		if want := g.ShootCPU(&o); !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("frame %d is not the picture of its moment", k)
		}
		p.Done()
	}
}

// TestFilmSaysWhatHasNoRoom: a film says once, at its end, which overlays had no room in any of its pictures.
func TestFilmSaysWhatHasNoRoom(t *testing.T) {
	times, err := film.NewTimes(40, 40.2, film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	for views, want := range map[int][]string{1: nil,
		4: {"No room for the key display and the matchup panel in 4 views; a single view has room"}} {
		var said []string
		o := app.FilmOptions{ShotOptions: app.ShotOptions{
			Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")),
			Maps:   sampleMap(t), Views: views,
			Settings: setting.Values{"speedometer": {"true"}, "key-display": {"true"}, "display": {"analyst"}},
			Say: func(text string) {
				said = append(said, text)
			}}}
		o.Film = film.Options{Output: filepath.Join(t.TempDir(), "a.gif"), Kind: film.GIF, Times: times, Width: 746,
			Height: 420}
		if err := Film(context.Background(), o); err != nil || !slices.Equal(said, want) {
			t.Errorf("%d views: said %q, %v; want %q", views, said, err, want)
		}
	}
}

// TestFilmSound: a shot's sound begins in the film when it does in the demo.
func TestFilmSound(t *testing.T) {
	f := filmed(t, 10, 20, 64, 36)
	listen := func(from float64) []byte {
		times, err := film.NewTimes(from, from+2, film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1})
		if err != nil {
			t.Fatal(err)
		}
		f.options.Film.Times = times
		f.options.Score = sound.NewScore(f.options.Player.NewSoundCursor(), sound.NewBank(world.QuakeWorld, nil, true))
		f.ears = f.ears[:0]
		for k := range times.Count {
			if err := f.Pass(k, false); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if err := f.mix(t.Context(), &out); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()[44:]
	}
	// What begins a quarter of a second later has the same sound a quarter of a second earlier.
	const quarter = sound.Rate / 4 * 4
	a, b := listen(12), listen(12.25)
	if want := 2 * sound.Rate * 4; len(a) != want || len(b) != want {
		t.Fatalf("%d and %d bytes, not %d", len(a), len(b), want)
	}
	// Doors and players move from block to block, so that no two mixes are equal to the bit: their difference is far
	// below them.
	power, rest := 0., 0.
	for i := 0; i+1 < len(a)-quarter; i += 2 {
		x, y := float64(int16(binary.LittleEndian.Uint16(a[quarter+i:]))),
			float64(int16(binary.LittleEndian.Uint16(b[i:])))
		power += x * x
		rest += (x - y) * (x - y)
	}
	if power == 0 || rest > power/100 {
		t.Errorf("the power is %g, and that of the difference %g", power, rest)
	}
}

// TestFilmAllocates: a frame makes no memory once there is enough.
func TestFilmAllocates(t *testing.T) {
	f := filmed(t, 10, 20, 480, 300)
	k := 0
	one := func() {
		p, err := f.Show(k)
		if err != nil {
			t.Fatal(err)
		}
		p.Draw()
		p.Done()
		f.ears = f.ears[:0]
		k++
	}
	for range 150 {
		one()
	}
	if n := allocations(100, 2, one); n > 2 {
		t.Errorf("%v allocations a frame", n)
	}
}
