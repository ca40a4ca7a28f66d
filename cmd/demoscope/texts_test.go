//go:build !js

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
)

// TestGameTexts: keys in a demo are replaced by the texts of the game in whose folder it lies, and by no others.
func TestGameTexts(t *testing.T) {
	e := formats.Lookup("dem").Encoder("a.dem")
	for _, list := range [][]message.Message{
		{&message.ServerInfo{Protocol: 15, MaxClients: 1, MapName: []byte("$map_slipgate"),
			Models: [][]byte{[]byte("maps/a.bsp")}}},
		{&message.Time{Time: 1}, &message.ClientData{}},
		{&message.Time{Time: 2}, &message.ClientData{}},
	} {
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	with, without := filepath.Join(t.TempDir(), "id1"), filepath.Join(t.TempDir(), "id1")
	for _, dir := range []string{filepath.Join(with, "localization"), without} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	texts := filepath.Join(with, "localization", "loc_english.txt")
	if err := os.WriteFile(texts, []byte("map_slipgate = \"The Very Slipgate\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]string{with: "The Very Slipgate", without: "  slipgate  "} {
		file := filepath.Join(dir, "a.dem")
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if out := succeed(t, "info", file); !strings.Contains(out, want) {
				t.Errorf("%q is not in %q", want, out)
			}
		}
	}
}
