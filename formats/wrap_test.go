package formats

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// bomb returns what unpacks to a demo and n mebibytes of zeros as gzip: members
// behind each other are one file.
func bomb(t *testing.T, n int) []byte {
	t.Helper()
	return append(gzipped(t, sample(t, "demoscope1.mvd2")), bytes.Repeat(gzipped(t, make([]byte, 1<<20)), n)...)
}

// allocated returns how many bytes f allocates in all, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// bombZip returns a ZIP with one file, of n mebibytes: a demo's beginning, and zeros.
func bombZip(t *testing.T, n int) []byte {
	t.Helper()
	var packed, b bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	part := func(data []byte) []byte {
		packed.Reset()
		_, err := deflate.Write(data)
		if err = errors.Join(err, deflate.Flush()); err != nil { // more may follow
			t.Fatal(err)
		}
		return bytes.Clone(packed.Bytes())
	}
	first := make([]byte, 1<<20)
	copy(first, sample(t, "demoscope1.mvd2"))
	data := part(first)
	part(make([]byte, 1<<20))
	zeros := part(make([]byte, 1<<20)) // after others like it, so that it can be repeated
	data = append(data, bytes.Repeat(zeros, n-1)...)
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&zip.FileHeader{Name: "bomb.mvd2", Method: zip.Deflate, CompressedSize64: uint64(len(data)),
		UncompressedSize64: uint64(n) << 20})
	if err == nil {
		_, err = f.Write(data)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBomb refuses some hundred kilobytes that unpack to more than 300 MiB, as gzip
// and in a ZIP, without taking the memory for it. The beginning of each is that of a
// demo, and what is only large is opened.
func TestBomb(t *testing.T) {
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"bomb.mvd2.gz": {bomb(t, 300),
			"bomb.mvd2.gz: gzip: unpacks to more than 314572800 bytes and more than 64 times its size"},
		"bomb.zip": {bombZip(t, 301),
			"bomb.zip/bomb.mvd2: zip: unpacks to more than 314572800 bytes and more than 64 times its size"},
		// The limit of an archive is higher where it has other files.
		"mixed.zip": {append(bytes.Repeat([]byte("x"), 8<<20), bombZip(t, 301)...),
			"mixed.zip/bomb.mvd2: zip: unpacks to more than 314572800 bytes and more than 64 times its size"},
	} {
		var err error
		n := allocated(func() {
			if strings.HasPrefix(name, "mixed") {
				var a *Archive
				if a, err = OpenArchive(bytes.NewReader(c.data), int64(len(c.data))); err == nil {
					_, err = OpenIn(name, a, "")
				}
			} else {
				_, err = Open(name, c.data)
			}
		})
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if most := uint64(64 << 20); n > most {
			t.Errorf("%s: %d bytes were allocated", name, n)
		}
	}
	if d, err := Open("large.zip", bombZip(t, 20)); errors.Is(err, ErrUnknown) ||
		err == nil && len(d.Data()) != 20<<20 {
		t.Errorf("20 MiB: %v", err) // its checksum is wrong
	}
}

// TestBombOfMany refuses an archive whose files are small enough, but too many: to look
// at all of them would take minutes.
func TestBombOfMany(t *testing.T) {
	for _, n := range []int{15, 16} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i := range n {
			f, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%d.dem", i), Method: zip.Deflate,
				CompressedSize64: 1000, UncompressedSize64: 20 << 20})
			if err == nil {
				_, err = f.Write(make([]byte, 1000))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		a, err := OpenArchive(bytes.NewReader(b.Bytes()), int64(b.Len()))
		if n == 15 && (err != nil || len(a.Names()) != n) || n == 16 &&
			(err == nil || err.Error() != `zip: up to "15.dem", its files unpack to more than 314572800 bytes`) {
			t.Errorf("%d files: %v", n, err)
		}
	}
}

// TestHead: what does not begin as a demo is not unpacked further, and not read.
func TestHead(t *testing.T) {
	zeros := bytes.Repeat(gzipped(t, make([]byte, 1<<20)), 50)
	for name, data := range map[string][]byte{"zeros.dem.gz": zeros, "zeros.zip": zipped(t, "a.dem",
		make([]byte, 20<<20))} {
		var err error
		n := allocated(func() { _, err = Open(name, data) })
		if !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
		if most := uint64(16 << 20); n > most {
			t.Errorf("%s: %d bytes were allocated", name, n)
		}
	}
	if err := CheckHead("a.dem.gz", zeros[:len(zeros)/2]); !errors.Is(err, ErrUnknown) {
		t.Errorf("the head of zeros: %v", err)
	}
	var known *KnownError
	for name, head := range map[string]string{"a.dem": "HLDEMO\x00\x00", "a.dz": "DZ\x04"} {
		if err := CheckHead(name, []byte(head)); !errors.As(err, &known) {
			t.Errorf("the head of %s: %v", name, err)
		}
	}
	for file := range samples {
		data := sample(t, file)
		for name, head := range map[string][]byte{file: data, file + ".gz": gzipped(t, data),
			"a.zip": zipped(t, "x", []byte("x")), file + " twice": gzipped(t, gzipped(t, data))} {
			for _, n := range []int{len(head), probeSize} {
				if err := CheckHead(name, head[:min(n, len(head))]); err != nil {
					t.Errorf("%s, %d bytes: %v", name, n, err)
				}
			}
		}
	}
}

// TestCorpusHead: the first 64 KiB of every real demo are enough to recognize it.
func TestCorpusHead(t *testing.T) {
	n := 0
	for i := range table {
		for _, file := range corpus.Demos(t, table[i].Name) {
			data := corpus.Read(t, file)
			if err := CheckHead(filepath.Base(file), data[:min(probeSize, len(data))]); err != nil {
				t.Error(err)
			}
			n++
		}
	}
	if n == 0 {
		t.Error("there are no demos")
	}
}

// TestZipNames: names that lead out of a folder are not there; backslashes are
// slashes, equal names get numbers, and case does not matter unless it has to.
func TestZipNames(t *testing.T) {
	data := zipped(t, "../a.dem", []byte("1"), "/b.dem", []byte("2"), `c\D.dem`, []byte("3"), "c/../e.dem", []byte("4"),
		"12:30.dem", []byte("5"), "\xff.dem", []byte("6"),
		"x.dem", []byte("7"), "X.dem", []byte("8"), "x.dem", []byte("9"), "x (2).dem", []byte("10"),
		"x.dem", []byte("11"), "./d//f.dem", []byte("12"), "new\nline.dem", []byte("13"))
	a, err := OpenArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"c/D.dem", "12:30.dem", "\xff.dem", "x.dem", "X.dem", "x (2).dem", "x (2) (2).dem",
		"x (3).dem", "d/f.dem", "new\nline.dem"}; !slices.Equal(a.Names(), want) {
		t.Errorf("%q, not %q", a.Names(), want)
	}
	for name, want := range map[string]string{"c/d.DEM": "3", "c/D.dem": "3", "X.dem": "8", "x.dem": "7",
		"x.DEM": "7", "x (2).dem": "9", "x (2) (2).dem": "10", "x (3).dem": "11", "d/f.dem": "12"} {
		content, err := a.ReadFile(name)
		head, headErr := a.ReadHead(name, 10)
		if err != nil || headErr != nil || string(content) != want || string(head) != want {
			t.Errorf("%s: %q, %q, %v", name, content, head, errors.Join(err, headErr))
		}
	}
	if _, err := a.ReadHead("e.dem", 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
