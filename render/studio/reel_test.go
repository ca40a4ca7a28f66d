package studio

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/player/world"
	"demoscope/render/app"
	"demoscope/render/film"
	"demoscope/render/internal/rendertest"
	"demoscope/render/scene"
	"demoscope/render/setting"
	"demoscope/render/sound"
)

// reelOf returns the options of a film of one of our samples, with its sound.
func reelOf(t *testing.T, name string, from float64) app.FilmOptions {
	t.Helper()
	p := newPlayer(t, name, sample(t, name))
	p.Seek(from)
	p.Update(0)
	o := app.FilmOptions{ShotOptions: app.ShotOptions{Player: p, Maps: gameMap(t, name)}, Blur: 1}
	o.Score = sound.NewScore(p.NewSoundCursor(), sound.NewBank(world.QuakeWorld, nil, true))
	return o
}

// TestReel: a film of scenes of several demos has their frames one behind the other: at the moments that were
// looked at in all modes (see testdata/moments) it has those pictures. Each demo is opened when its turn has
// come, and closed behind it.
func TestReel(t *testing.T) {
	const width, height, part = 640, 360, 4
	rate := film.Ratio{Num: 30, Den: 1}
	looked := rendertest.Moments[5:7] // of two games
	var did, want []string
	var scenes []ReelScene
	frames := 0
	sheets := make([]*image.RGBA, len(looked))
	place := map[int]func(*image.RGBA){} // of a frame in a sheet
	for i, m := range looked {
		sheets[i] = image.NewRGBA(image.Rect(0, 0, 2*width/part, 2*height/part))
		for mode := scene.Lit; mode <= scene.Wire; mode++ {
			// The last frame of a scene is that moment.
			long := 1 + len(scenes)%3
			scenes = append(scenes, ReelScene{From: m.Clock - float64(long-1)/30, Frames: long,
				Open: func() (app.FilmOptions, func(), error) {
					did = append(did, fmt.Sprint("open ", m.Name, " ", mode))
					o := reelOf(t, m.Name, 0)
					o.Settings = setting.Values{"mode": {mode.String()}}
					return o, func() { did = append(did, fmt.Sprint("close ", m.Name, " ", mode)) }, nil
				}})
			want = append(want, fmt.Sprint("open ", m.Name, " ", mode), fmt.Sprint("close ", m.Name, " ", mode))
			frames += long
			tile := int(mode - scene.Lit)
			at := image.Pt(tile%2*width/part, tile/2*height/part)
			place[frames] = func(picture *image.RGBA) {
				draw.Draw(sheets[i], sheets[i].Rect.Add(at), golden.Smaller(picture, part), image.Point{}, draw.Src)
			}
		}
	}
	out := t.TempDir() + "/"
	if err := Reel(context.Background(), film.Options{Kind: film.Pictures, Output: out, Times: film.Times{Rate: rate},
		Width: width, Height: height}, scenes, false); err != nil {
		t.Fatal(err)
	}
	if files, err := os.ReadDir(out); err != nil || len(files) != 15 {
		t.Errorf("it has %d pictures, not 15; %v", len(files), err)
	}
	for frame, put := range place {
		picture, err := png.Decode(bytes.NewReader(corpus.Read(t, filepath.Join(out, fmt.Sprintf("%06d.png", frame)))))
		if err != nil {
			t.Fatal(err)
		}
		put(picture.(*image.RGBA))
	}
	for i, m := range looked {
		golden.Picture(t, fmt.Sprintf("moments/%s at %v", m.Name, m.Clock), sheets[i])
	}
	if !slices.Equal(did, want) {
		t.Errorf("it did %q, not %q", did, want)
	}
}

// sounding returns the options of a film of a made demo, in which a sound of three seconds begins two seconds
// behind the beginning. All values of the sound are the same.
func sounding(t *testing.T, value int16) app.FilmOptions {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"dump":1,"format":"dem","file":"a.dem"}
{"message":"cdtrack_line","text":"-1\n"}
{"packet":"server","angles":[0,0,0]}
{"message":"serverinfo","serverversion":15,"flags":0,"maxclients":1,"multi":0,"mapname":"A Map",` +
		`"precache_models":["maps/a.bsp","progs/player.mdl"],"precache_sounds":["a.wav"]}
{"message":"setview","entity":1}
`)
	for frame := range 40 {
		fmt.Fprintf(&b, `{"packet":"server","angles":[0,0,0]}
{"message":"time","time":%v}
{"message":"updateentity","entity":1,"mask":1035,"modelindex":2,"origin":[0,null,24],"angles":[null,null,null]}
`, 10+float64(frame)/8)
		if frame == 16 {
			b.WriteString(
				`{"message":"sound","mask":0,"vol":255,"attenuation":64,"channel":1,"entity":1,"soundnum":1,` +
					`"origin":[0,0,24],"timeofs":0}` + "\n")
		}
	}
	data, _, err := formats.Compile(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	const size = 3 * sound.Rate * 2
	// PCM of one side
	wav := append(le.AppendUint32([]byte("RIFF"), 36+size), "WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00"...)
	wav = le.AppendUint16(le.AppendUint16(le.AppendUint32(le.AppendUint32(wav, sound.Rate), 2*sound.Rate), 2), 16)
	wav = le.AppendUint32(append(wav, "data"...), size)
	for range 3 * sound.Rate {
		wav = le.AppendUint16(wav, uint16(value))
	}
	base := t.TempDir()
	folder := filepath.Join(base, "id1", "sound")
	if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(filepath.Join(folder, "a.wav"), wav,
		0o644)); err != nil {
		t.Fatal(err)
	}
	search, err := assets.Open(assets.Options{BaseDirs: []string{base}, NoInstalled: true, Game: assets.Quake})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { search.Close() })
	p := newPlayer(t, "a.dem", data)
	// Without a map there is neither wind nor water.
	o := app.FilmOptions{ShotOptions: app.ShotOptions{Player: p, Maps: func(*world.Level) (*bsp.Map, string) {
		return nil, ""
	}}, Blur: 1}
	o.Score = sound.NewScore(p.NewSoundCursor(), sound.NewBank(world.Quake, search, true))
	return o
}

// TestReelSound: each scene has the sound of its own demo, from its first frame until the next scene's, and no longer.
func TestReelSound(t *testing.T) {
	one := film.Ratio{Num: 1, Den: 1}
	scenes := []ReelScene{
		{From: 1.9, Frames: 7, Open: func() (app.FilmOptions, func(), error) {
			return sounding(t, 8000), func() {}, nil
		}},
		{From: 1.95, Frames: 4, Open: func() (app.FilmOptions, func(), error) {
			return sounding(t, -8000), func() {}, nil
		}},
	}
	r := &reel{ctx: context.Background(), over: make(chan struct{}), options: &film.Options{
		Times: film.Times{Rate: film.Ratio{Num: 30, Den: 1}, Speed: one, Count: 11}, Width: 64, Height: 36},
		scenes: scenes}
	var err error
	if r.wav, err = sound.NewWAVStream(&r.soundData, 11*1600); err != nil { // 1600 samples a frame
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
	pcm := wav.Bytes()[44:]
	if len(pcm) != 11*1600*4 { // two sides of two bytes
		t.Fatalf("it has %d bytes of sound", len(pcm))
	}
	// The first one's begins 0.1 s behind its beginning, the second one's 0.05 s. A sound takes 24 samples to be there.
	const ramp = 24
	for _, c := range []struct {
		from, to int // samples
		sign     int16
	}{{0, 4800, 0}, {4800 + ramp, 7 * 1600, 1}, {7 * 1600, 7*1600 + 2400, 0}, {7*1600 + 2400 + ramp, 11 * 1600, -1}} {
		for k := 4 * c.from; k < 4*c.to; k += 2 {
			if v := int16(binary.LittleEndian.Uint16(pcm[k:])); c.sign == 0 && v != 0 || v*c.sign < 0 || c.sign != 0 &&
				v*c.sign < 1000 {
				t.Errorf("sample %d is %d, where the sign should be %d", k/4, v, c.sign)
				break
			}
		}
	}
}

// TestReelTitle: the title of a scene is there for four seconds.
func TestReelTitle(t *testing.T) {
	r := &reel{ctx: context.Background(), options: &film.Options{Times: film.Times{Rate: film.Ratio{Num: 2, Den: 1},
		Speed: film.Ratio{Num: 1, Den: 1}}, Width: 320, Height: 180}}
	r.scenes = []ReelScene{{From: 10, Frames: 20, Title: "Quarry: 4 kills",
		Open: func() (app.FilmOptions, func(), error) {
			return reelOf(t, "demoscope1.mvd", 10), func() {}, nil
		}}}
	defer r.leave(false)
	for k := range 12 {
		p, err := r.Show(k)
		if err != nil {
			t.Fatal(err)
		}
		p.Done()
		shown := false
		for _, m := range r.open.picture.Input.Messages {
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
		{From: 10, Frames: 2, Open: func() (app.FilmOptions, func(), error) {
			return reelOf(t, "demoscope1.mvd", 10), func() {}, nil
		}},
		{From: 10, Frames: 2, Open: func() (app.FilmOptions, func(), error) { return app.FilmOptions{}, nil, gone }},
	}
	err := Reel(context.Background(), film.Options{Kind: film.GIF, Output: out,
		Times: film.Times{Rate: film.Ratio{Num: 10, Den: 1}}, Width: 64, Height: 36}, scenes, true)
	if !errors.Is(err, gone) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a film: %v", err)
	}
}

// The sound of a reel ends with the error of its context, its last scene or its output, and closes the scene's demo.
func TestReelSoundFails(t *testing.T) {
	given, full := errors.New("canceled by the viewer"), errors.New("disk full")
	for _, c := range []struct {
		name           string
		passed, closed int // frames, demos
		canceled       bool
		output, want   error
	}{
		{name: "canceled before the end", passed: 2, canceled: true, want: given},
		{name: "canceled in the last scene", passed: 3, closed: 1, canceled: true, want: given},
		{name: "full", passed: 3, closed: 1, output: full, want: full},
		{name: "whole", passed: 3, closed: 1},
	} {
		scene, cancelScene := context.WithCancelCause(t.Context())
		sounds, cancelSounds := context.WithCancelCause(t.Context())
		closed := 0
		r := &reel{ctx: scene, over: make(chan struct{}), options: &film.Options{Times: film.Times{
			Rate: film.Ratio{Num: 30, Den: 1}, Speed: film.Ratio{Num: 1, Den: 1}, Count: 3}, Width: 64, Height: 36},
			scenes: []ReelScene{{From: 1.9, Frames: 3, Open: func() (app.FilmOptions, func(), error) {
				return sounding(t, 8000), func() { closed++ }, nil
			}}}}
		var err error
		if r.wav, err = sound.NewWAVStream(&r.soundData, 3*1600); err != nil {
			t.Fatal(err)
		}
		for k := range c.passed {
			if err := r.Pass(k, false); err != nil {
				t.Fatal(err)
			}
		}
		if c.canceled && c.passed == 3 {
			cancelScene(given)
		} else if c.canceled {
			cancelSounds(given)
		}
		if err := r.sound(sounds, writer{c.output}); !errors.Is(err, c.want) || closed != c.closed {
			t.Errorf("%s: %v; %d demos closed", c.name, err, closed)
		}
		r.leave(false)
		cancelScene(nil)
		cancelSounds(nil)
	}
}

// writer is an output with an error.
type writer struct{ err error }

func (w writer) Write(p []byte) (int, error) { return len(p), w.err }

// TestReelTitleLacksRoom: a film that is too small for titles says so once, and one that is not says nothing.
func TestReelTitleLacksRoom(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          []string
	}{{64, 48, []string{"no room for titles in a film of 64x48"}}, {160, 120, nil}} {
		var said []string
		r := &reel{ctx: context.Background(), options: &film.Options{Times: film.Times{Rate: film.Ratio{Num: 2, Den: 1},
			Speed: film.Ratio{Num: 1, Den: 1}}, Width: c.width, Height: c.height}}
		for range 2 {
			r.scenes = append(r.scenes, ReelScene{From: 10, Frames: 1, Title: "Quarry: 4 kills",
				Open: func() (app.FilmOptions, func(), error) {
					o := reelOf(t, "demoscope1.mvd", 10)
					o.Say = func(text string) { said = append(said, text) }
					return o, func() {}, nil
				}})
		}
		for k := range r.scenes {
			p, err := r.Show(k)
			if err != nil {
				t.Fatal(err)
			}
			p.Done()
		}
		if r.leave(false); !slices.Equal(said, c.want) {
			t.Errorf("%dx%d: %q", c.width, c.height, said)
		}
	}
}

// TestFilmHasTextures: a film shows the game's textures as a picture does.
func TestFilmHasTextures(t *testing.T) {
	const name, width, height = "demoscope1.mvd", 320, 180
	times, err := film.NewTimes(20, 20+1./30, film.Ratio{Num: 30, Den: 1}, film.Ratio{Num: 1, Den: 1})
	if err != nil {
		t.Fatal(err)
	}
	made := func(mode string) []byte {
		o := reelOf(t, name, 0)
		o.Renderer, o.Settings = app.CPU, setting.Values{"mode": {mode}}
		o.Film = film.Options{Kind: film.Pictures, Output: t.TempDir() + "/", Times: times, Width: width,
			Height: height}
		if err := Film(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		return corpus.Read(t, o.Film.Output+"000001.png")
	}
	game, err := png.Decode(bytes.NewReader(made("game")))
	if err != nil {
		t.Fatal(err)
	}
	want, err := Shot(app.ShotOptions{Player: newPlayer(t, name, sample(t, name)), Maps: gameMap(t, name), At: 20,
		Width: width, Height: height, Renderer: app.CPU, Settings: setting.Values{"mode": {"game"}}})
	if err != nil {
		t.Fatal(err)
	}
	if mean, most, _ := rendertest.Difference(game.(*image.RGBA), want); mean > 0.1 {
		t.Errorf("the film differs from the picture by %v in the mean, and by %d at most", mean, most)
	}
}
