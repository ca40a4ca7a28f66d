package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// TestMapFinder: maps come with the light file that lies beside them, and what is
// wrong with one is told once and remembered.
func TestMapFinder(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp"))
	plain, err := bsp.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	inline := len(plain.Models) - 1
	if plain.Lighting.Channels != 1 || inline < 1 {
		t.Fatalf("the sample has %d channels and %d inline models", plain.Lighting.Channels, inline)
	}
	light := "QLIT\x01\x00\x00\x00" + strings.Repeat("\x40", 3*len(plain.Lighting.Samples))
	dir := t.TempDir()
	for name, content := range map[string]string{
		"id1/maps/lit.bsp": string(data), "id1/maps/lit.lit": light,
		"id1/maps/dark.bsp":  string(data),
		"id1/maps/other.bsp": string(data), "id1/maps/other.lit": light[:len(light)-3],
		"mod/maps/modded.bsp": string(data), "id1/maps/modded.lit": light, // another map's
		"id1/maps/broken.bsp": string(data[:len(data)/2]),
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(content),
			0o666)); err != nil {
			t.Fatal(err)
		}
	}
	search, err := assets.Open(assets.Options{
		Game: assets.Quake, BaseDirs: []string{dir}, Mods: []string{"mod"}, NoInstalled: true,
		Getenv: func(string) string { return "" },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	var told bytes.Buffer
	f := &mapFinder{search: search, streams: &streams{err: &told}}
	models := func(n int) []string {
		list := []string{"", "maps/x.bsp"}
		for range n {
			list = append(list, "*1")
		}
		return append(list, "progs/player.mdl")
	}
	for _, c := range []struct {
		level    world.Level
		channels int // of its light, 0: no map
		notice   string
	}{
		{world.Level{Map: "maps/lit.bsp"}, 3, ""},
		{world.Level{Map: "maps/dark.bsp"}, 1, ""},
		{world.Level{Map: "maps/other.bsp"}, 1, ""},
		{world.Level{Map: "maps/modded.bsp"}, 1, ""},
		{world.Level{Map: "maps/dark.bsp", Models: models(inline)}, 1, ""},
		{world.Level{Map: "maps/dark.bsp", Models: models(inline + 1)}, 1, "inline models"},
		{world.Level{Map: "maps/lit.bsp", HasChecksum: true, Checksum: uint32(plain.Checksums.QuakeWorld)}, 3, ""},
		{world.Level{Map: "maps/lit.bsp", HasChecksum: true, Checksum: uint32(plain.Checksums.QuakeWorld2)}, 3, ""},
		{world.Level{Map: "maps/lit.bsp", HasChecksum: true, Checksum: 5, Models: models(inline)}, 3, "(checksum)"},
		{world.Level{Map: "maps/broken.bsp"}, 0, "can't read"},
		{world.Level{Map: "maps/none.bsp"}, 0, "maps/none.bsp"},
		{world.Level{}, 0, "does not name its map"},
		{world.Level{Map: "maps/dark.bsp"}, 1, ""},
	} {
		for again := range 2 {
			told.Reset()
			m, notice := f.load(&c.level)
			channels := 0
			if m != nil {
				channels = m.Lighting.Channels
			}
			if channels != c.channels || !strings.Contains(notice, c.notice) || notice != "" != (c.notice != "") {
				t.Errorf("%s: %d channels, %q, want %d, %q", c.level.Map, channels, notice, c.channels, c.notice)
			}
			if want := c.notice != "" && again == 0; told.Len() > 0 != want {
				t.Errorf("%s, asked for %d times before: told %q", c.level.Map, again, told.String())
			}
		}
	}
	told.Reset()
	for _, name := range []string{"x", "y"} {
		f.load(&world.Level{Map: "maps/" + name + ".bsp"})
	}
	if got := told.String(); strings.Count(got, "; using a reconstruction") != 2 || strings.Contains(got, "looked in") {
		t.Errorf("after another missing map it says %q", got)
	}
	told.Reset()
	f.close() // a window that does not open closes it while maps are read
	if m, notice := f.load(&world.Level{Map: "maps/lit.bsp"}); m != nil || notice != "" || told.Len() > 0 {
		t.Errorf("closed: %v, %q, told %q", m != nil, notice, told.String())
	}
}
