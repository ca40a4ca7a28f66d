//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestSent: of a folder demos and what they need are sent, and ZIPs only where demos are in them.
func TestSent(t *testing.T) {
	for name, want := range map[string]bool{
		"a.dem": true, "a.mvd.gz": true, "final.ZIP": true, "pak0.pak": true, "x.pk3": true, "dm4.bsp": true,
		"dm4.lit": true, "a.wd20": true, "a.dm_84": true,
		"a.txt": false, "config.cfg": false, "a.zip.txt": false, "zip": false, "key.gz": false,
	} {
		if sent(name) != want {
			t.Errorf("%s is sent: %v", name, !want)
		}
	}
	dir := t.TempDir()
	writeZip(t, filepath.Join(dir, "demos"), nil, "notes.txt", "games/final.mvd")
	writeZip(t, filepath.Join(dir, "taxes"), nil, "taxes.txt")
	if err := os.WriteFile(filepath.Join(dir, "none"), []byte("no ZIP, but games/final.mvd"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{"demos": {"games/final.mvd"}, "taxes": nil, "none": nil} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got := demosIn(bytes.NewReader(data), int64(len(data))); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
