//go:build !js

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image/gif"
	"io"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"demoscope/assets"
	levels "demoscope/player/rebuilt"
	"demoscope/player/timeline"
	"demoscope/render/film"
)

// TestFilm makes a film of a sample, without anything that is not in the program.
func TestFilm(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	out := filepath.Join(t.TempDir(), "a.gif")
	var said bytes.Buffer
	args := []string{"film", "--from", "10", "--to", "11", "--fps", "12.5", "--speed", "2", "--motion-blur", "3",
		"--size", "160x90", "-o", out, "sample:demoscope1.mvd"}
	if status := run(args, &streams{out: &said, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("demoscope: %s: 7 frames, 0.6 s, %d KB\n", out, (len(data)+500)/1000); !strings.HasSuffix(
		said.String(), want) {
		t.Errorf("it says %q, not %q", &said, want)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(g.Image) != 7 || g.Image[0].Rect.Dx() != 160 || g.Image[0].Rect.Dy() != 90 || g.Delay[0] != 8 {
		t.Errorf("%d pictures: %v", len(g.Image), err)
	}
}

// TestFilmKey: what a film that was interrupted goes on with is drawn from the same data: a map, its light or
// an archive that has come or gone makes another film of it, and what is not seen does not.
func TestFilmKey(t *testing.T) {
	bspFile, err := os.ReadFile(filepath.Join("..", "..", "assets", "sample", "demoscope1.bsp"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	put := func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	put("id1/a.txt", nil)
	list := []timeline.Level{{Map: "maps/first.bsp", Start: 0, End: 10}, {Map: "maps/second.bsp", Start: 10, End: 20}}
	key := func(from, to float64, rebuild bool) string {
		t.Helper()
		search, err := assets.Open(assets.Options{Game: assets.Quake, BaseDirs: []string{dir}, NoInstalled: true,
			Getenv: func(string) string { return "" }})
		if err != nil {
			t.Fatal(err)
		}
		defer search.Close()
		f := &mapFinder{search: search, streams: &streams{err: io.Discard}, rebuild: rebuild}
		return gameKey(search) + f.key(list, from, to, levels.Kept{})
	}
	was := map[bool]string{false: key(0, 5, false), true: key(0, 5, true)}
	for _, c := range []struct {
		what, name    string
		data          []byte
		same, rebuilt bool // whether the film stays the same, and one of the rebuilt level
	}{
		{"nothing", "", nil, true, true},
		{"the map of another level", "id1/maps/second.bsp", bspFile, true, true},
		{"a damaged map", "id1/maps/first.bsp", bspFile[:1000], false, true},
		{"the map", "id1/maps/first.bsp", bspFile, false, true},
		{"its light", "id1/maps/first.lit", []byte("QLIT"), false, true},
		{"an archive", "id1/pak0.pak", []byte("PACK\x0c\x00\x00\x00\x00\x00\x00\x00"), false, false},
	} {
		if c.name != "" {
			put(c.name, c.data)
		}
		now := map[bool]string{false: key(0, 5, false), true: key(0, 5, true)}
		if got := now[false] == was[false]; got != c.same {
			t.Errorf("%s has come: the same film: %v", c.what, got)
		}
		if got := now[true] == was[true]; got != c.rebuilt {
			t.Errorf("%s has come: the same film of the rebuilt level: %v", c.what, got)
		}
		was = now
	}
	if key(0, 10, false) == key(0, 10.1, false) {
		t.Error("a film of two levels has the key of one")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	absolute := key(0, 5, false)
	if dir, err = filepath.Rel(here, dir); err != nil {
		t.Fatal(err)
	}
	if key(0, 5, false) != absolute {
		t.Error("a folder has another key by its relative name")
	}
}

// TestFilmOfAShot: in a film of a shot, as ffmpeg decodes it, the flash of the muzzle is in the first frame
// from the shot's time on and not in the one before, and its bang begins less than 10 ms from that time.
func TestFilmOfAShot(t *testing.T) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed")
	}
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	decode := func(arguments ...string) []byte {
		t.Helper()
		var said bytes.Buffer
		command := exec.Command("ffmpeg", append([]string{"-v", "error"}, arguments...)...)
		command.Stderr = &said
		out, err := command.Output()
		if err != nil {
			t.Fatalf("ffmpeg %q: %v\n%s", arguments, err, &said)
		}
		return out
	}
	// What the demo says: a muzzle flash and a sound of the shotgun in one packet, and no other sound for half a second
	// before. The first one is the kill at 0:57. The films begin 305 ms before, so that 100 frames a second are 5 ms
	// beside the shot.
	for _, c := range []struct{ from, to, player, at string }{
		{"57.172", "57.972", "Vesper", "57.477"},
		{"12.461", "13.261", "Lumen", "12.766"},
	} {
		out := filepath.Join(t.TempDir(), "shot.mp4")
		var said bytes.Buffer
		args := []string{"film", "--from", c.from, "--to", c.to, "--fps", "100", "--size", "320x180", "--follow",
			c.player, "--display", "clean", "-o", out, "sample:demoscope1.mvd"}
		if status := run(args, &streams{out: &said, err: &said}); status != exitOK {
			t.Fatal(&said)
		}
		const width, height, count, first, shot = 320, 180, 80, 31, 0.305
		gray := decode("-i", out, "-f", "rawvideo", "-pix_fmt", "gray", "-")
		if len(gray) != width*height*count {
			t.Fatalf("%s: %d bytes of pictures", c.at, len(gray))
		}
		// change is how many pixels between the muzzle and the middle have become brighter by a quarter of
		// white: edges that move are some dozens, a flash is 150 and more.
		change := func(frame int) (n int) {
			for y := 90; y < 130; y++ {
				for x := 160; x < 215; x++ {
					i := y*width + x
					if int(gray[frame*width*height+i])-int(gray[(frame-1)*width*height+i]) > 64 {
						n++
					}
				}
			}
			return n
		}
		for k := first - 10; k <= first; k++ {
			if n := change(k); n > 100 != (k == first) {
				t.Errorf(
					"the shot at %s: %d pixels flash in frame %d, which is at %.3f of the film; the shot is at %.3f",
					c.at, n, k, float64(k)/100, shot)
			}
		}
		pcm := decode("-i", out, "-map", "0:a", "-af", "aresample=async=1:first_pts=0", "-f", "s16le", "-ac", "1",
			"-ar", "48000", "-")
		// The first millisecond that is louder than the hall is, from 0.1 s before the shot on: the films
		// begin within the echo of others.
		const millisecond, loud = 48, 900.
		bang := -1.
		for i := 205 * millisecond; bang < 0 && 2*(i+millisecond) <= len(pcm); i += millisecond {
			power := 0.
			for k := range millisecond {
				v := float64(int16(binary.LittleEndian.Uint16(pcm[2*(i+k):])))
				power += v * v
			}
			if math.Sqrt(power/millisecond) > loud {
				bang = float64(i) / 48000
			}
		}
		if math.Abs(bang-shot) >= 0.01 {
			t.Errorf("the shot at %s is heard at %.3f of the film, not at %.3f", c.at, bang, shot)
		}
	}
}

// TestFilmKeyHasFlags: each flag that changes a picture makes another film of it, also one that comes to them later.
func TestFilmKeyHasFlags(t *testing.T) {
	apart := []string{"Output", "File", "othersFlag.With", "Fresh", "Sound", "From", "To", "levelFlag.Level", "Size",
		"FPS", "Speed"}
	usual, err := new(filmCmd).keyFlags()
	if err != nil {
		t.Fatal(err)
	}
	flags := 0
	var change func(at string, c *filmCmd, v reflect.Value)
	change = func(at string, c *filmCmd, v reflect.Value) {
		if slices.Contains(apart, at) {
			return
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if f := v.Type().Field(i); f.Anonymous || f.IsExported() { // else it is no flag
					change(strings.TrimPrefix(at+"."+f.Name, "."), c, v.Field(i))
				}
			}
			return
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		case reflect.String:
			v.SetString("x")
		case reflect.Bool:
			v.SetBool(true)
		case reflect.Float32, reflect.Float64:
			v.SetFloat(1)
		case reflect.Uint8:
			v.SetUint(1)
		default:
			v.SetInt(1)
		}
		if key, err := c.keyFlags(); err != nil || bytes.Equal(key, usual) {
			t.Errorf("%s does not make another film: %v", at, err)
		}
		flags++
		v.SetZero()
	}
	c := new(filmCmd)
	change("", c, reflect.ValueOf(c).Elem())
	if flags < 12 {
		t.Errorf("there are %d flags", flags)
	}
}

// TestFilmingWords: a GIF says how large it will be.
func TestFilmingWords(t *testing.T) {
	begun := time.Unix(1000, 0)
	b := filmBar{frames: 100, pace: film.NewPace(100, begun)}
	for _, c := range []struct {
		at   time.Duration
		so   film.Progress
		want string
	}{
		{500 * time.Millisecond, film.Progress{Done: 5, Bytes: 1e6}, "filming"},
		{2 * time.Second, film.Progress{Done: 20}, "filming, 0:08 left"},
		{4 * time.Second, film.Progress{Done: 40, Bytes: 40e6}, "filming, 0:06 left, about 100.0 MB"},
	} {
		if got := b.words(c.so, begun.Add(c.at)); got != c.want {
			t.Errorf("after %v: %q, want %q", c.at, got, c.want)
		}
	}
}

// TestUnfinished: whoever ends a film reads what is kept of it.
func TestUnfinished(t *testing.T) {
	for _, c := range []struct {
		kind  film.Kind
		fresh bool
		kept  float64
		want  string
	}{
		{film.MP4, false, 20, "film not finished; 20.0 s are saved for a week; the same command resumes there " +
			"(3.4 MB; to discard them, delete /cache/films/0a-*)"},
		{film.WebM, true, 20, "film not finished; 20.0 s are saved for a week; the same command without --fresh " +
			"resumes there (3.4 MB; to discard them, delete /cache/films/0a-*)"},
		{film.MP4, false, 0, "film not finished; nothing is saved: parts are saved every 10 s"},
		{film.GIF, false, 0, "film not finished; nothing is saved: only .mp4 and .webm can resume"},
	} {
		o := &film.Options{Kind: c.kind, Fresh: c.fresh}
		if got := unfinished(o, &film.Unfinished{Kept: c.kept, Size: 3_400_000, Files: "/cache/films/0a-*",
			Err: errors.New("enough")}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestFailedFilmKeepsParts: of a film that cannot be written, as on a full disk, it is said what is kept.
func TestFailedFilmKeepsParts(t *testing.T) {
	full := error(&fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC})
	const kept = "20.0 s are saved for a week; the same command resumes there (3.4 MB; to discard them, delete " +
		"/cache/films/0a-*)"
	for _, c := range []struct {
		err  error
		want string
	}{
		{full, "can't write a.mp4: " + syscall.ENOSPC.Error()},
		{&film.Unfinished{Kept: 20, Size: 3_400_000, Files: "/cache/films/0a-*", Err: full},
			"can't write a.mp4: " + syscall.ENOSPC.Error() + "; " + kept},
		{&film.Unfinished{Kept: 20, Size: 3_400_000, Files: "/cache/films/0a-*", Err: &film.CacheError{
			Folder: "/cache/films", Err: syscall.ENOSPC}},
			"film cache: can't write /cache/films: " + syscall.ENOSPC.Error() +
				"; " + kept},
	} {
		s := &streams{out: io.Discard, err: io.Discard}
		o := &film.Options{Kind: film.MP4, Output: "a.mp4"}
		if err := s.makeFilm(o, 10, func(context.Context) error { return c.err }); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.err, err, c.want)
		}
	}
}

// TestFilmRefuses: what cannot be filmed is said in a line, before anything is written.
func TestFilmRefuses(t *testing.T) {
	dir := t.TempDir()
	demo, err := assets.ReadSample("demoscope1.dm2")
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "own.gif")
	if err := os.WriteFile(own, demo, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "old-3.png"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	for _, c := range []struct {
		line   string
		status int
		said   string
	}{
		{"-o DIR/a.avi", exitUsage, "is not a .mp4, .webm, .gif or .png, a folder"},
		{"--size 641x359 -o DIR/a.mp4", exitUsage, "even number of pixels a side: 640x358 instead of 641x359"},
		{"--fps 60 -o DIR/a.gif", exitUsage, "50 pictures a second at most"},
		{"--fps nan -o DIR/a.gif", exitUsage, "invalid number"},
		{"--fps 1001 -o DIR/a.png", exitUsage, "--fps must be from 0.1 to 1000"},
		{"--fps 1/11 -o DIR/a.png", exitUsage, "--fps must be from 0.1 to 1000"},
		{"--speed 50 -o DIR/a.gif", exitUsage, "--speed must be from"},
		{"--motion-blur 0 -o DIR/a.gif", exitUsage, "--motion-blur must be from"},
		{"--to 1 -o DIR/a.mp4", exitFailed, "apt install ffmpeg"},
		{"--from 5 --to 4 -o DIR/a.gif", exitUsage, "must be after --from"},
		{"--from 90:00 -o DIR/a.gif", exitFailed, "ends at 1:00"},
		{"--to 1 -o DIR/none/a.gif", exitFailed, "folder not found"},
		{"--to 1 -o DIR/own.gif DIR/own.gif", exitFailed, "it is the input file"},
		{"--to 1 -o DIR/own.gif", exitFailed, "is a demo and is not overwritten"},
		{"--to 1 --size 64x36 -o DIR/old-%d.png", exitFailed, "old-3.png already exists"},
		{"--to 1 --follow nobody -o DIR/a.gif", exitFailed, "no player"},
	} {
		var said bytes.Buffer
		args := strings.Fields("film " + strings.ReplaceAll(c.line, "DIR", dir))
		if status := run(args, &streams{out: &said, err: &said}); status != c.status ||
			!strings.Contains(said.String(), c.said) {
			t.Errorf("%s: status %d, %s", c.line, status, &said)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("there are %v, %v", left, err)
	}
	if now, err := os.ReadFile(own); err != nil || !bytes.Equal(now, demo) {
		t.Errorf("the demo has changed: %v", err)
	}
}

// TestFileSize: how large a file is, and of a GIF above 10 MB what makes it smaller; nothing of a folder.
func TestFileSize(t *testing.T) {
	dir := t.TempDir()
	const hint = "; --size 640x360 --fps 15 or .mp4 are smaller"
	for _, c := range []struct {
		bytes int64
		kind  film.Kind
		want  string
	}{
		{10e6, film.GIF, ", 10.0 MB"}, {11e6, film.GIF, ", 11.0 MB" + hint}, {11e6, film.MP4, ", 11.0 MB"},
	} {
		path := filepath.Join(dir, "film")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, c.bytes); err != nil {
			t.Fatal(err)
		}
		if got := fileSize(path, c.kind); got != c.want {
			t.Errorf("%d bytes: %q, want %q", c.bytes, got, c.want)
		}
	}
	if got := fileSize(dir, film.GIF); got != "" {
		t.Errorf("a folder: %q", got)
	}
}
