package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"demoscope/player/world"
	"demoscope/render/film"
	"demoscope/render/sound"
)

// reelOf returns the options of a film of one of our samples, with its sound.
func reelOf(t *testing.T, name string, from float64) FilmOptions {
	t.Helper()
	p := newPlayer(t, name, sample(t, name))
	p.SetPaused(true)
	p.Timeline().Wait()
	p.Seek(from)
	p.Update(0)
	o := FilmOptions{ShotOptions: ShotOptions{Player: p, Maps: sampleMap(t)}, Blur: 1}
	o.Score = sound.NewScore(p.NewEar(), sound.NewBank(world.QuakeWorld, nil, true))
	return o
}

// TestReel: a film of two demos has the pictures and the sound of a film of each, one behind the other; each demo is opened when its
// turn has come, and closed behind it.
func TestReel(t *testing.T) {
	rate, one := film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1}
	parts := []struct {
		name   string
		from   float64
		frames int
	}{{"demoscope1.mvd", 26, 7}, {"demoscope1.dm2", 12, 4}}
	dir := t.TempDir()
	var want, heard []byte
	for i, part := range parts {
		o := reelOf(t, part.name, part.from)
		o.Film = film.Options{Kind: film.Pictures, Output: filepath.Join(dir, fmt.Sprint(i)) + "/", Times: film.Times{From: part.from, Rate: rate, Speed: one, Count: part.frames}, Width: 64, Height: 36}
		if err := Film(context.Background(), o); err != nil {
			t.Fatal(err)
		}
		for k := range part.frames {
			data, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(i), fmt.Sprintf("%06d.png", k+1)))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, data...)
		}
		// The sound of the same part, mixed without a film of several.
		o = reelOf(t, part.name, part.from)
		f := &filming{game: newGame(&Options{Player: o.Player, Maps: o.Maps, Width: 64, Height: 36, Renderer: CPU}, &testDesktop{}, newTestDevices()), options: &o, ctx: context.Background()}
		o.Film.Times = film.Times{From: part.from, Rate: rate, Speed: one, Count: part.frames}
		o.Width, o.Height = 64, 36
		f.begin()
		for k := range part.frames {
			if err := f.Pass(k, false); err != nil {
				t.Fatal(err)
			}
		}
		var wav bytes.Buffer
		if err := f.mix(t.Context(), &wav); err != nil {
			t.Fatal(err)
		}
		heard = append(heard, wav.Bytes()[44:]...)
	}
	if len(heard) != 11*1600*4 { // 11 frames of 1600 samples with two sides of two bytes
		t.Fatalf("the parts have %d bytes of sound", len(heard))
	}
	if bytes.Count(heard, []byte{0}) == len(heard) {
		t.Fatal("nothing is heard in the parts")
	}
	var did []string
	var scenes []ReelScene
	for _, part := range parts {
		scenes = append(scenes, ReelScene{From: part.from, Frames: part.frames, Open: func() (FilmOptions, func(), error) {
			did = append(did, "open "+part.name)
			return reelOf(t, part.name, part.from), func() { did = append(did, "close "+part.name) }, nil
		}})
	}
	out := filepath.Join(dir, "reel") + "/"
	if err := Reel(context.Background(), film.Options{Kind: film.Pictures, Output: out, Times: film.Times{Rate: rate}, Width: 64, Height: 36}, scenes, true); err != nil {
		t.Fatal(err)
	}
	var got []byte
	for k := range 11 {
		data, err := os.ReadFile(filepath.Join(out, fmt.Sprintf("%06d.png", k+1)))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, data...)
	}
	if !bytes.Equal(got, want) {
		t.Error("the film of both has other pictures than those of each")
	}
	if fmt.Sprint(did) != "[open demoscope1.mvd close demoscope1.mvd open demoscope1.dm2 close demoscope1.dm2]" {
		t.Errorf("demos: %q", did)
	}
	// Its sound, as ffmpeg gets it.
	r := &reel{ctx: context.Background(), over: make(chan struct{}), options: &film.Options{Times: film.Times{Rate: rate, Speed: one, Count: 11}, Width: 64, Height: 36}, scenes: scenes}
	var err error
	if r.wav, err = sound.NewWAVStream(&r.heard, 11*1600); err != nil {
		t.Fatal(err)
	}
	for k := range 11 {
		if err := r.Pass(k, false); err != nil {
			t.Fatal(err)
		}
	}
	var wav bytes.Buffer
	if err := r.sound(t.Context(), &wav); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(wav.Bytes()[44:], heard) {
		t.Error("the film of both sounds otherwise than those of each")
	}
}

// TestReelTitle: the title of a scene is there for four seconds.
func TestReelTitle(t *testing.T) {
	r := &reel{ctx: context.Background(), options: &film.Options{Times: film.Times{Rate: film.Ratio{Num: 2, Den: 1}, Speed: film.Ratio{Num: 1, Den: 1}}, Width: 320, Height: 180}}
	r.scenes = []ReelScene{{From: 10, Frames: 20, Title: "Quarry: 4 kills", Open: func() (FilmOptions, func(), error) { return reelOf(t, "demoscope1.mvd", 10), func() {}, nil }}}
	defer r.leave(false)
	for k := range 12 {
		p, err := r.Show(k)
		if err != nil {
			t.Fatal(err)
		}
		p.Done()
		shown := false
		for _, m := range r.open.game.hudIn.Messages {
			shown = shown || m.Text == "Quarry: 4 kills"
		}
		if shown != (k < 8) {
			t.Errorf("%.1f s behind its beginning the title is shown: %v", float64(k)/2, shown)
		}
	}
}

// TestReelFails: a demo that cannot be opened ends the film, and leaves nothing.
func TestReelFails(t *testing.T) {
	gone := errors.New("it has changed")
	out := filepath.Join(t.TempDir(), "a.gif")
	scenes := []ReelScene{
		{From: 10, Frames: 2, Open: func() (FilmOptions, func(), error) { return reelOf(t, "demoscope1.mvd", 10), func() {}, nil }},
		{From: 10, Frames: 2, Open: func() (FilmOptions, func(), error) { return FilmOptions{}, nil, gone }},
	}
	err := Reel(context.Background(), film.Options{Kind: film.GIF, Output: out, Times: film.Times{Rate: film.Ratio{Num: 10, Den: 1}}, Width: 64, Height: 36}, scenes, true)
	if !errors.Is(err, gone) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a film: %v", err)
	}
}
