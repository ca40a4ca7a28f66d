//go:build !js

package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// runs runs a command, which must end with that status, and returns what it says.
func runs(t *testing.T, want int, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if status := run(args, &streams{out: &said, err: &said}); status != want {
		t.Errorf("%v: %d, not %d: %s", args, status, want, &said)
	}
	return said.String()
}

// writeGzip writes a file that is packed with gzip, and returns its content.
func writeGzip(t *testing.T, file string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close(), os.WriteFile(file, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestUnpack: demos are written with safe names that differ, and no file is overwritten unless asked for.
func TestUnpack(t *testing.T) {
	demo, other := sampleData(t, "demoscope1.mvd2"), sampleData(t, "demoscope1.dm_71")
	folder := t.TempDir()
	out, archive := filepath.Join(folder, "out"), filepath.Join(folder, "all.dz")
	single := filepath.Join(folder, "1.mvd2.gz")
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, name := range []string{"a.mvd2", "x/A.MVD2", "x/y/a.mvd2", "a-2.mvd2", "con.mvd2", "é $(x).dm_71",
		"../up.mvd2", "x/c.mvd2", "x/c.mvd2", "-rf.mvd2"} {
		f, err := w.Create(name)
		if err == nil && strings.HasSuffix(name, "71") {
			_, err = f.Write(other)
		} else if err == nil {
			_, err = f.Write(demo)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(archive, packed.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	writeGzip(t, single, demo)
	runs(t, exitOK, "unpack", "-o", out, archive, single)
	list := func() (names []string) {
		entries, err := os.ReadDir(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	names, lower := list(), map[string]bool{}
	for _, name := range names {
		lower[strings.ToLower(name)] = true
		want := demo
		if name == "é _(x).dm_71" {
			want = other
		}
		if data, err := os.ReadFile(filepath.Join(out, name)); err != nil || !bytes.Equal(data, want) {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
	if len(names) != 10 || len(lower) != 10 || !lower["_rf.mvd2"] || !lower["con_.mvd2"] || !lower["1.mvd2"] ||
		!lower["a-3.mvd2"] ||
		!lower["c.mvd2"] || !lower["c (2).mvd2"] || !lower["é _(x).dm_71"] {
		t.Errorf("%q", names)
	}

	first := filepath.Join(out, "a.mvd2")
	if err := os.WriteFile(first, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := runs(t, exitFailed, "unpack", "-o", out, archive); !strings.Contains(said,
		"can't write "+first+": file already exists") {
		t.Error(said)
	}
	if data, _ := os.ReadFile(first); string(data) != "mine" {
		t.Errorf("overwrote a file: %d bytes", len(data))
	}
	runs(t, exitOK, "unpack", "-o", out, "--overwrite", archive)
	if data, _ := os.ReadFile(first); !bytes.Equal(data, demo) {
		t.Errorf("did not overwrite a file: %d bytes", len(data))
	}
	if again := list(); !slices.Equal(again, names) {
		t.Errorf("%q", again)
	}
	if said := runs(t, exitFailed, "unpack", "-o", out, first); !strings.Contains(said, first+": not packed") {
		t.Error(said)
	}
	none := filepath.Join(folder, "none")
	for _, file := range []string{first, filepath.Join(folder, "missing.dz")} {
		runs(t, exitFailed, "unpack", "-o", none, file)
		if _, err := os.Stat(none); err == nil {
			t.Errorf("%s: left a folder", file)
		}
	}
	if said := runs(t, exitFailed, "unpack", "-o", single, archive); !strings.Contains(said, "not a folder") {
		t.Error(said)
	}
}

// TestUnpackCut: all demos that a cut archive still has are written, and only incomplete ones are called damaged.
func TestUnpackCut(t *testing.T) {
	demo := sampleData(t, "demoscope1_p15.dem")
	track := bytes.IndexByte(demo, '\n') + 1
	// The coded form of a demo without known messages: its CD track, then a raw block.
	coded := slices.Concat(demo[:track], []byte{0xff}, binary.LittleEndian.AppendUint32(nil,
		uint32(len(demo)-track)), demo[track:])
	var stream bytes.Buffer
	w := zlib.NewWriter(&stream)
	_, err := w.Write(coded)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	archive := []byte("DZ\x03\x02\xff\xff\xff\x7f\x04\x00\x00\x00")
	archive = slices.Concat(archive, stream.Bytes(), []byte("an uncompressed text"), stream.Bytes(), stream.Bytes())
	folder := t.TempDir()
	file, out := filepath.Join(folder, "cut.dz"), filepath.Join(folder, "out")
	if err := os.WriteFile(file, archive[:len(archive)-stream.Len()/2], 0o644); err != nil {
		t.Fatal(err)
	}
	said := runs(t, exitFailed, "unpack", "-o", out, file)
	missing := fmt.Sprintf("the archive's directory is missing, and 20 bytes of the archive are unreadable, "+
		"the first at byte %d\n", 12+stream.Len())
	for i := range 2 {
		name := fmt.Sprintf("%d.dem", i+1)
		if data, err := os.ReadFile(filepath.Join(out, name)); err != nil || !bytes.Equal(data, demo) {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
		if want := fmt.Sprintf("%s/%s: dzip: all %d bytes unpacked, but %s", file, name, len(demo),
			missing); !strings.Contains(said, want) {
			t.Errorf("%q lacks %q", said, want)
		}
	}
	cut, err := os.ReadFile(filepath.Join(out, "3.dem"))
	if err != nil || !bytes.HasPrefix(demo, cut) || len(cut) < len(demo)/4 {
		t.Errorf("%d bytes, %v", len(cut), err)
	}
	if want := fmt.Sprintf("%s/3.dem is damaged: dzip: only %d bytes unpacked: compressed data is truncated; %s", file,
		len(cut), missing); !strings.Contains(said, want) || strings.Count(said, "is damaged") != 1 {
		t.Errorf("%q lacks %q", said, want)
	}

	noise := bytes.Repeat([]byte("noise"), 100)
	if err := os.WriteFile(file, append(archive[:12:12], noise...), 0o644); err != nil {
		t.Fatal(err)
	}
	if said := runs(t, exitFailed, "unpack", "-o", out, file); !strings.HasSuffix(said,
		"cut.dz: dzip: its directory is missing, and nothing in it is readable\n") {
		t.Error(said)
	}
}

// TestInfoPacking: info says what a demo is packed in, also when it was read before.
func TestInfoPacking(t *testing.T) {
	folder := withLibrary(t)
	file, archive := filepath.Join(folder, "one.mvd2.gz"), filepath.Join(folder, "two.zip")
	writeZip(t, archive, writeGzip(t, file, sampleData(t, "demoscope1.mvd2")), "a.mvd2.gz")
	for range 2 {
		said := runs(t, exitOK, "info", "--json", file, archive)
		if !strings.Contains(said, `,"packing":["gzip"],`) || !strings.Contains(said, `,"packing":["zip","gzip"],`) {
			t.Error(said)
		}
	}
	for path, want := range map[string]string{file: ", packed as gzip", archive: ", packed as gzip in ZIP"} {
		if said := runs(t, exitOK, "info", path); !strings.Contains(said, want) {
			t.Error(said)
		}
	}
}
