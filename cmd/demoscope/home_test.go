//go:build !js

package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/player/recent"
)

// Without a file the window begins with the library, but for who has neither demos nor watched any.
func TestWindowWithoutADemo(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
	t.Setenv("LOCALAPPDATA", home)
	t.Setenv("APPDATA", home)
	for _, dir := range []string{"config", "cache"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	s := &streams{out: io.Discard, err: io.Discard}
	expect := func(what string, unnamed, begin, welcome bool) {
		t.Helper()
		c := &playCmd{Speed: 1}
		if !unnamed {
			c.Files = []string{"a.mvd"}
		}
		h := c.newHome(s)
		if h.Library != nil {
			h.Library.Close()
		}
		if h.Begin != begin || (h.Welcome != "") != welcome || (h.Library != nil) != unnamed {
			t.Errorf("%s: begins with it %v, welcome %q, library %v", what, h.Begin, h.Welcome, h.Library != nil)
		}
	}
	expect("for the first time", true, false, true)
	expect("with a file", false, false, false)
	list := recent.Open(recent.File())
	demo, err := openDemo(sampleName + assets.Samples()[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	list.Put(recent.Entry{Key: contentKey("/demos/a.mvd", demo)(), Path: "/demos/a.mvd", Title: "a.mvd"})
	if err := list.Save(); err != nil {
		t.Fatal(err)
	}
	expect("when something was watched", true, true, false)
	if err := os.Remove(recent.File()); err != nil {
		t.Fatal(err)
	}
	l := s.openLibrary()
	if err := l.Add(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	l.Close()
	expect("with a folder", true, true, false)
}

// A sample and standard input are not among what was watched, since they cannot be opened again by a path.
func TestContentKey(t *testing.T) {
	demo := formats.Lookup("qwd").Open("", []byte("demo"))
	for file, want := range map[string]string{
		"": "", "-": "", "sample:demoscope1.mvd": "",
		"a.mvd": "2a97516c354b68848cdbd8f54a226a0a55b21ed138e207ad6c5cbb9c00aa5aea", // as sha256sum prints it
	} {
		got := ""
		if key := contentKey(file, demo); key != nil {
			got = key()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", file, got, want)
		}
	}
	if got := absolute("sample:x"); got != "sample:x" {
		t.Errorf("a sample becomes %q", got)
	}
	if got := absolute("a.mvd"); !filepath.IsAbs(got) {
		t.Errorf("a.mvd becomes %q", got)
	}
}
