// Other processors round differently.

//go:build amd64

package studio

import (
	"context"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"demoscope/internal/golden"
	"demoscope/render/app"
	"demoscope/render/camera"
	"demoscope/render/film"
	"demoscope/render/setting"
)

// sums returns the checksums of the pictures of a film in a folder.
func sums(t *testing.T, folder string) (list []string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := os.Open(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		p, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%08x", crc32.ChecksumIEEE(p.(*image.RGBA).Pix)))
	}
	return list
}

// TestFilms compares films with all that can be in their pictures with a file: a checksum of each picture, and what is
// reported.
func TestFilms(t *testing.T) {
	normal := film.Ratio{Num: 1, Den: 1}
	var lines []string
	for _, c := range []struct {
		name, demo string
		from, to   float64
		speed      film.Ratio
		set        func(*app.FilmOptions)
	}{
		{"watch", "demoscope1.mvd", 27.2, 27.7, normal, nil},
		{"clean", "demoscope1.qwd", 40, 40.3, normal, func(o *app.FilmOptions) {
			o.Settings = setting.Values{"display": {"clean"}}
		}},
		{"analyst", "demoscope1.mvd", 27.2, 27.7, normal, func(o *app.FilmOptions) {
			o.Settings = setting.Values{"display": {"analyst"}, "speedometer": {"true"}, "key-display": {"true"}}
		}},
		{"views", "demoscope1.mvd", 27.2, 27.5, normal, func(o *app.FilmOptions) {
			o.Views, o.Settings = 4, setting.Values{"display": {"analyst"}, "key-display": {"true"}}
		}},
		{"blurred", "demoscope1.dm2", 46.4, 46.7, normal, func(o *app.FilmOptions) { o.Blur = 3 }},
		{"blurred clean", "demoscope1.dm_71", 31, 31.2, normal, func(o *app.FilmOptions) {
			o.Blur, o.Settings = 2, setting.Values{"display": {"clean"}}
		}},
		{"blurred views", "demoscope1.mvd", 27.2, 27.4, normal, func(o *app.FilmOptions) { o.Blur, o.Views = 2, 2 }},
		{"directed", "demoscope1.mvd", 20, 32, film.Ratio{Num: 20, Den: 1}, func(o *app.FilmOptions) {
			o.Director = app.DirectorOn
		}},
		{"chase", "demoscope1_p15.dem", 33, 33.3, film.Ratio{Num: 1, Den: 2}, func(o *app.FilmOptions) {
			o.CameraMode, o.FOV = camera.Chase, 120
		}},
	} {
		times, err := film.NewTimes(c.from, c.to, film.Ratio{Num: 12, Den: 1}, c.speed)
		if err != nil {
			t.Fatal(err)
		}
		o := app.FilmOptions{ShotOptions: app.ShotOptions{Player: newPlayer(t, c.demo, sample(t, c.demo)),
			Maps: gameMap(t, c.demo), Say: func(text string) { lines = append(lines, c.name+" says "+text) }}}
		o.Film = film.Options{Output: t.TempDir() + "/", Kind: film.Pictures, Times: times, Width: 640, Height: 360}
		if c.set != nil {
			c.set(&o)
		}
		if err := Film(context.Background(), o); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		lines = append(lines, fmt.Sprint(c.name, " ", sums(t, o.Film.Output)))
	}
	reel := func(name string, titles ...string) {
		var scenes []ReelScene
		for i, title := range titles {
			demo := []string{"demoscope1.mvd", "demoscope1.dm2", "demoscope1.qwd"}[i]
			scenes = append(scenes, ReelScene{From: 20 + float64(i), Frames: 2 + i, Title: title,
				Open: func() (app.FilmOptions, func(), error) {
					lines = append(lines, name+" opens "+demo)
					o := reelOf(t, demo, 0)
					o.Say = func(text string) { lines = append(lines, name+" says "+text) }
					return o, func() { lines = append(lines, name+" closes "+demo) }, nil
				}})
		}
		out := t.TempDir() + "/"
		if err := Reel(context.Background(), film.Options{Kind: film.Pictures, Output: out, Times: film.Times{
			Rate: film.Ratio{Num: 12, Den: 1}}, Width: 640, Height: 360}, scenes, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		lines = append(lines, fmt.Sprint(name, " ", sums(t, out)))
	}
	reel("reel", "First", "", "A title")
	golden.Lines(t, "films", lines, golden.Equal)
}
