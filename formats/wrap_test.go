package formats

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"
)

// bomb returns what unpacks to n mebibytes of zeros as gzip: members behind
// each other are one file.
func bomb(t *testing.T, n int) []byte {
	t.Helper()
	return bytes.Repeat(gzipped(t, make([]byte, 1<<20)), n)
}

// allocated returns how many bytes f allocates in all, freed or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestBomb refuses a megabyte that unpacks to more than a gibibyte, as gzip
// and in a ZIP, without taking the memory for it.
func TestBomb(t *testing.T) {
	const most = 400 << 20 // of a gibibyte
	packed := bomb(t, 1<<10)
	packed = append(packed, gzipped(t, []byte{1})...)
	if len(packed) > 2<<20 {
		t.Fatalf("the bomb has %d bytes", len(packed))
	}
	var part, b bytes.Buffer
	deflate, err := flate.NewWriter(&part, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := deflate.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := deflate.Flush(); err != nil { // more may follow
		t.Fatal(err)
	}
	w := zip.NewWriter(&b)
	f, err := w.CreateRaw(&zip.FileHeader{
		Name: "bomb.dem", Method: zip.Deflate, CompressedSize64: uint64(part.Len() * 1025), UncompressedSize64: 1025 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write(bytes.Repeat(part.Bytes(), 1025)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"bomb.dem.gz": packed, "bomb.zip": b.Bytes()} {
		var err error
		n := allocated(func() { _, err = Open(name, data) })
		if err == nil || !strings.Contains(err.Error(), "unpacks to more than 1073741824 bytes") {
			t.Errorf("%s: %v", name, err)
		}
		if n > most {
			t.Errorf("%s: %d bytes were allocated", name, n)
		}
	}
}

// TestUnpack takes as much as the limit says, and not a byte more, whether it
// has to be counted first or not, and what stands before damage.
func TestUnpack(t *testing.T) {
	for _, size := range []int{1, 1 << 20, directly, directly + 1} {
		data := make([]byte, size)
		data[0], data[size-1] = 1, 2
		sum := crc32.ChecksumIEEE(data)
		packed := gzipped(t, data)
		open := func() (io.ReadCloser, error) { return gzip.NewReader(bytes.NewReader(packed)) }
		got, err := unpack(int64(size), open)
		if err != nil || len(got) != size || crc32.ChecksumIEEE(got) != sum {
			t.Errorf("%d bytes: %d, %v", size, len(got), err)
		}
		if got, err := unpack(int64(size)-1, open); size > 1 && !errors.Is(err, errTooLarge) {
			t.Errorf("%d bytes, one too many: %d, %v", size, len(got), err)
		}
		whole := packed
		packed = whole[:len(whole)-8] // without its checksum
		got, err = unpack(maxUnpacked, open)
		if !errors.Is(err, io.ErrUnexpectedEOF) || len(got) != size || crc32.ChecksumIEEE(got) != sum {
			t.Errorf("%d bytes, cut: %d, %v", size, len(got), err)
		}
	}
}
