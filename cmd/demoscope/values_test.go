package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/player/world"
	"demoscope/render/app"
)

func TestSize(t *testing.T) {
	for text, want := range map[string]size{"1280x720": {1280, 720}, "1x2": {1, 2}, "8192x8192": {8192, 8192}} {
		var s size
		if err := s.UnmarshalText([]byte(text)); err != nil || s != want {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "x", "1280", "1280x", "x720", "0x720", "1280x0", "-1x720", "8193x1", "1x8193",
		"1.5x2", "1280X720", "1x2x3"} {
		var s size
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read as %v", text, s)
		}
	}
}

func TestCamera(t *testing.T) {
	var c placedCamera
	if err := c.UnmarshalText([]byte("1,-2.5, 3,45,270,-10")); err != nil || c.Place == nil ||
		*c.Place != (app.Camera{Origin: [3]float32{1, -2.5, 3}, Angles: [3]float32{45, 270, -10}}) {
		t.Errorf("%v, %v", c, err)
	}
	for _, text := range []string{"", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,4,5,x", "1,2,3,4,5,NaN", "1,2,3,4,5,Inf",
		"1,2,3,4,5,1e99"} {
		if err := c.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}

func TestAngle(t *testing.T) {
	for text, ok := range map[string]bool{"1": true, "90.5": true, "170": true, "0.9": false, "170.1": false,
		"-90": false, "wide": false, "NaN": false} {
		var a angle
		if err := a.UnmarshalText([]byte(text)); (err == nil) != ok {
			t.Errorf("%s: %v, %v", text, a, err)
		}
	}
}

func TestWrongMap(t *testing.T) {
	m := &bsp.Map{}
	m.Checksums.QuakeWorld, m.Checksums.QuakeWorld2, m.Checksums.File = 11, 12, 13
	m.Models = make([]bsp.Model, 4) // the level and three inline
	const checksum, models = "maps/x.bsp differs from the map of the demo (checksum)",
		"maps/x.bsp differs from the map of the demo (3 inline models, the demo has 2)"
	for _, test := range []struct {
		level world.Level
		want  string
	}{
		{world.Level{HasChecksum: true, Checksum: 11}, ""}, {world.Level{HasChecksum: true, Checksum: 12}, ""},
		{world.Level{HasChecksum: true, Checksum: 13}, ""}, {world.Level{HasChecksum: true, Checksum: 14}, checksum},
		{world.Level{HasChecksum: true}, checksum}, {world.Level{}, ""},
		{world.Level{Models: []string{"maps/x.bsp", "*1", "*2", "progs/a.mdl", "*3"}}, ""},
		{world.Level{Models: []string{"maps/x.bsp", "*1", "*2"}}, models},
	} {
		test.level.Map = "maps/x.bsp"
		if got := wrongMap(&test.level, m); got != test.want {
			t.Errorf("%+v: %q, want %q", test.level, got, test.want)
		}
	}
}

// A file that is too large is refused by its size, and one that is no demo by its
// beginning, before the rest is read.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct{ head, want string }{
		"large.mvd2": {"MVD2", "large.mvd2: larger than 1073741824 bytes"},
		"zeros.dem":  {"", "zeros.dem: not a Quake demo"},
	} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(c.head), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(file, 1073741825); err != nil { // a hole, on most systems
			t.Fatal(err)
		}
		if _, err := openDemo(file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Error(err)
		}
	}
}

func TestDefaultDemo(t *testing.T) {
	demo, err := openDemo("")
	if err != nil || demo.File != "sample:demoscope1.mvd" || assets.Samples()[0].Name != "demoscope1.mvd" {
		t.Errorf("%v, %v", demo, err)
	}
}
