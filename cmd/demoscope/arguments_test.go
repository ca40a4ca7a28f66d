//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNamesOfBytes: names of files that are no UTF-8, as those of old archives, are read
// and written as they are.
func TestNamesOfBytes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("files have only such names there as can be written in Unicode")
	}
	const name = "caf\xe9 \x9b,\xff.dm2"
	dir := filepath.Join(t.TempDir(), "\xe9,")
	if err := makeFile([]string{"copy", filepath.Join(dir, "id1", name), "sample:demoscope1.dm2"}); err != nil {
		t.Fatal(err)
	}
	demo := filepath.Join(dir, "id1", name)
	for _, args := range [][]string{
		{"info", demo}, {"state", "--at", "1", demo}, {"dump", demo}, {"paths", "--demo", demo},
		{"paths", "--demo=" + demo}, {"paths", "--basedir", dir},
	} {
		var out, said bytes.Buffer
		if status := run(args, &streams{out: &out, err: &said}); status != exitOK || out.Len() == 0 {
			t.Errorf("%q: status %d, %s", args, status, &said)
		}
		if args[1] == "--basedir" && !strings.Contains(out.String(), printable(filepath.Join(dir, "id1"))) {
			t.Errorf("%q: %s", args, &out)
		}
	}
	var text, said bytes.Buffer
	if status := run([]string{"dump", "--json", demo}, &streams{out: &text, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	made := filepath.Join(dir, "new\x80\xfe.dm2")
	if status := run([]string{"compile", "-", "-o", made}, &streams{in: &text, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	if _, err := os.Stat(made); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("there are %v, %v", entries, err)
	}
}

func TestPathArguments(t *testing.T) {
	var c cli
	parser, err := newParser(&c)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(folder, name) }
	odd := "\xff"
	if runtime.GOOS == "windows" {
		odd = "ö" // names are UTF-16 there
	}
	last := []string{in("e," + odd)}
	if utf8.ValidString(odd) {
		last = []string{in("e"), in(odd)}
	}
	if _, err := parser.Parse([]string{"paths", "--basedir", `a,b\,c`, "--basedir=d", "--basedir", "e," + odd, "--game",
		"x,y"}); err != nil {
		t.Fatal(err)
	}
	if want := append([]string{in("a"), in("b,c"), in("d")}, last...); !slices.Equal(c.Paths.BaseDir, want) {
		t.Errorf("base folders %q, want %q", c.Paths.BaseDir, want)
	}
	if want := []string{"x", "y"}; !slices.Equal(c.Paths.Mod, want) {
		t.Errorf("mods %q", c.Paths.Mod)
	}
	for arg, want := range map[string]string{"-": "-", "x": in("x"), odd: in(odd)} {
		if _, err := parser.Parse([]string{"compile", "y", "-o", arg}); err != nil || c.Compile.Output != want ||
			c.Compile.File != "y" {
			t.Errorf("%q: %q, %q, %v", arg, c.Compile.Output, c.Compile.File, err)
		}
	}
	if _, err := parser.Parse([]string{"compile", "y", "-o"}); err == nil {
		t.Error("a flag without its value")
	}
}
