package main

import (
	"bytes"
	"image/gif"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
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
		{"--to 1 --follow nobody -o DIR/a.gif", exitFailed, "no player, or not one alone"},
	} {
		var said bytes.Buffer
		args := strings.Fields("film " + strings.ReplaceAll(c.line, "DIR", dir))
		if status := run(args, &streams{out: &said, err: &said}); status != c.status || !strings.Contains(said.String(), c.said) {
			t.Errorf("%s: status %d, %s", c.line, status, &said)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("there are %v, %v", left, err)
	}
	if now, err := os.ReadFile(own); err != nil || !bytes.Equal(now, demo) {
		t.Errorf("the demo has changed: %v", err)
	}
}
