package main

import (
	"bytes"
	"errors"
	"image/gif"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
	levels "demoscope/player/rebuilt"
	"demoscope/player/timeline"
)

// TestFilm makes a film of a sample, without anything that is not in the program.
func TestFilm(t *testing.T) {
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
	out := filepath.Join(t.TempDir(), "a.gif")
	var said bytes.Buffer
	args := []string{"film", "--from", "10", "--to", "11", "--fps", "12.5", "--speed", "2", "--motion-blur", "3", "--size", "160x90", "-o", out, "sample:demoscope1.mvd"}
	if status := run(args, &streams{out: &said, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	if want := "demoscope: " + out + ": 7 pictures, 0.6 s\n"; !strings.HasSuffix(said.String(), want) {
		t.Errorf("it says %q, not %q", &said, want)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(g.Image) != 7 || g.Image[0].Rect.Dx() != 160 || g.Image[0].Rect.Dy() != 90 || g.Delay[0] != 8 {
		t.Errorf("%d pictures: %v", len(g.Image), err)
	}
}

// TestFilmKey: what a film that was interrupted goes on with is drawn from the same data: a map, its light or an archive that
// has come or gone makes another film of it, and what is not seen does not.
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
		search, err := assets.Open(assets.Options{Game: assets.Quake, BaseDirs: []string{dir}, NoInstalled: true, Getenv: func(string) string { return "" }})
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
		{"-o DIR/a.avi", exitUsage, "a film is a .mp4, .webm, .gif, .png, a folder"},
		{"--size 641x360 -o DIR/a.mp4", exitUsage, "even number of pixels"},
		{"--fps 60 -o DIR/a.gif", exitUsage, "50 pictures a second at most"},
		{"--fps nan -o DIR/a.gif", exitUsage, "no number"},
		{"--speed 50 -o DIR/a.gif", exitUsage, "--speed is from"},
		{"--motion-blur 0 -o DIR/a.gif", exitUsage, "--motion-blur is from"},
		{"--to 1 -o DIR/a.mp4", exitFailed, "apt install ffmpeg"},
		{"--from 5 --to 4 -o DIR/a.gif", exitFailed, "it must come after --from"},
		{"--from 90:00 -o DIR/a.gif", exitFailed, "ends at 1:00"},
		{"--to 1 -o DIR/none/a.gif", exitFailed, "there is no such folder"},
		{"--to 1 -o DIR/own.gif DIR/own.gif", exitFailed, "it is the file that is read"},
		{"--to 1 -o DIR/own.gif", exitFailed, "is a demo, which is not written over"},
		{"--to 1 --size 64x36 -o DIR/old-%d.png", exitFailed, "old-3.png is there already"},
		{"--to 1 --follow nobody -o DIR/a.gif", exitFailed, "no player, or not one alone"},
	} {
		var said bytes.Buffer
		args := strings.Fields("film " + strings.ReplaceAll(c.line, "DIR", dir))
		if status := run(args, &streams{out: &said, err: &said}); status != c.status || !strings.Contains(said.String(), c.said) {
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
