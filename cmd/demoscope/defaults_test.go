//go:build !js

package main

import (
	"maps"
	"slices"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/render/setting"
)

// What plays where no flags are parsed is what plays without flags.
func TestDefaultPlay(t *testing.T) {
	var c cli
	parser, err := newParser(&c, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := parser.Parse([]string{"play"})
	if err != nil {
		t.Fatal(err)
	}
	defaults, err := defaultPlay()
	if err != nil {
		t.Fatal(err)
	}
	want, got := &c.Play, defaults
	for name, same := range map[string]bool{
		"speed":    got.Speed == want.Speed,
		"camera":   got.Camera == want.Camera,
		"renderer": got.Renderer == want.Renderer,
		"size":     got.Size == want.Size,
		"views":    got.Views == want.Views,
		"mode":     got.Mode == want.Mode,
		"place":    got.Place == want.Place,
		"others": got.Fullscreen == want.Fullscreen && got.Director == want.Director && got.Gap == want.Gap &&
			got.GhostSync == want.GhostSync && got.Paused == want.Paused,
	} {
		if !same {
			t.Errorf("%s: it is %+v, and as flags say %+v", name, got, want)
		}
	}
	values, err := choices(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if defaults := defaultSettings(); !maps.EqualFunc(values, defaults, slices.Equal[setting.Value]) {
		t.Errorf("the settings are\n%v, and as flags say\n%v", defaults, values)
	}
}
