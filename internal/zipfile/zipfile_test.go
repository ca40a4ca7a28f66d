package zipfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
)

// archive packs files, by the standard library.
func archive(t testing.TB, comment string, files ...zip.FileHeader) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, h := range files {
		content := h.Comment
		h.Comment = comment
		m, err := w.CreateHeader(&h)
		if err == nil {
			_, err = m.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func open(data []byte) ([]File, error) { return Open(bytes.NewReader(data), int64(len(data))) }

func TestOpenAndRead(t *testing.T) {
	long := strings.Repeat("0123456789", 5000)
	data := append([]byte("something before it"), archive(t, "",
		zip.FileHeader{Name: "maps/"}, zip.FileHeader{Name: `sound\`}, zip.FileHeader{Name: "../a", Comment: "stored"},
		zip.FileHeader{Name: "b", Method: zip.Deflate, Comment: long}, zip.FileHeader{Name: "b", Comment: "again"},
		zip.FileHeader{Name: "empty"})...)
	files, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct{ name, content string }{{"../a", "stored"}, {"b", long}, {"b", "again"}, {"empty", ""}}
	if len(files) != len(want) {
		t.Fatalf("%d files, not %d", len(files), len(want))
	}
	for i, w := range want {
		f := &files[i]
		content, err := f.Read()
		if f.Name != w.name || f.Size != int64(len(w.content)) || err != nil || string(content) != w.content ||
			f.Check() != nil {
			t.Errorf("file %d is %q of %d bytes, %v", i, f.Name, f.Size, err)
		}
	}
}

// TestManyFiles: 65,535 files are read, one more is not.
func TestManyFiles(t *testing.T) {
	for _, n := range []int{65535, 65536} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for range n {
			if _, err := w.CreateRaw(&zip.FileHeader{Name: "x"}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := open(b.Bytes())
		var bad *FormatError
		if n == 65535 && (err != nil || len(files) != n) || n > 65535 && (!errors.As(err, &bad) ||
			!strings.Contains(err.Error(), "zip: 65536 files are more than 65535")) {
			t.Errorf("%d files: %d, %v", n, len(files), err)
		}
	}
}

// TestRefused: archives that cannot be true. What is refused when the file is
// read can be listed.
func TestRefused(t *testing.T) {
	raw := func(h zip.FileHeader, data string) []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		h.Name = "x"
		m, err := w.CreateRaw(&h)
		if err == nil {
			_, err = m.Write([]byte(data))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	for _, c := range []struct {
		what   string
		data   []byte
		listed bool
		check  bool // Check refuses it
		want   string
	}{
		{"nothing", nil, false, false, "no ZIP directory that can be read"},
		{"text", []byte("this is a text"), false, false, "no ZIP directory that can be read"},
		{"a long directory", archive(t, strings.Repeat("c", 65535), make([]zip.FileHeader, 135)...), false, false,
			"its directory is larger than"},
		{"deflate: 1 byte of 2065", raw(zip.FileHeader{Method: zip.Deflate, CompressedSize64: 1,
			UncompressedSize64: 2*1032 + 1}, "x"), true, true,
			"claims 2065 bytes, more than its 1 packed bytes can hold"},
		{"deflate: 1 byte of 2064", raw(zip.FileHeader{Method: zip.Deflate, CompressedSize64: 1,
			UncompressedSize64: 2 * 1032}, "x"), true, false, "unexpected EOF"},
		{"stored in less", raw(zip.FileHeader{Method: zip.Store, CompressedSize64: 1, UncompressedSize64: 2}, "x"),
			true, true, `file 0, "x", is stored, but claims 2 bytes in 1`},
		{"stored in more", raw(zip.FileHeader{Method: zip.Store, CompressedSize64: 2, UncompressedSize64: 1}, "xy"),
			true, true, `file 0, "x", is stored, but claims 1 bytes in 2`},
		{"more than there is", raw(zip.FileHeader{Method: zip.Store, CompressedSize64: 1000, UncompressedSize64: 1000},
			"x"), false, false, "claims 1000 packed bytes of the archive's"},
		{"more than numbers hold", raw(zip.FileHeader{Method: zip.Store, CompressedSize64: 1<<64 - 1,
			UncompressedSize64: 1<<64 - 1}, "x"), false, false, "claims 18446744073709551615 packed bytes"},
		{"more than it claims", raw(zip.FileHeader{Method: zip.Deflate, CompressedSize64: 5, UncompressedSize64: 2},
			"\x4b\x4c\x4a\x04\x00"), true, false, "not a valid zip file"},
		{"less than it claims", raw(zip.FileHeader{Method: zip.Deflate, CompressedSize64: 5, UncompressedSize64: 4},
			"\x4b\x4c\x4a\x04\x00"), true, false, "unexpected EOF"},
		{"another method", raw(zip.FileHeader{Method: 99, CompressedSize64: 1, UncompressedSize64: 1<<62 + 1}, "x"),
			true, true, "claims 4611686018427387905 bytes"},
		{"another method", raw(zip.FileHeader{Method: 99, CompressedSize64: 1, UncompressedSize64: 1}, "x"), true,
			false, "unsupported"},
		{"encrypted", raw(zip.FileHeader{Flags: 1, CompressedSize64: 1, UncompressedSize64: 1}, "x"), true, false,
			"it is encrypted"},
		{"wrong checksum", raw(zip.FileHeader{CRC32: 1, CompressedSize64: 1, UncompressedSize64: 1}, "x"), true, false,
			"checksum"},
	} {
		files, err := open(c.data)
		if c.listed {
			if err != nil || len(files) != 1 {
				t.Errorf("%s: %v", c.what, err)
				continue
			}
			if err := files[0].Check(); (err != nil) != c.check {
				t.Errorf("%s: Check: %v", c.what, err)
			}
			_, err = files[0].Read()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.what, err, c.want)
		}
	}
}

// TestOverlap: an archive in which two files claim the same packed bytes is refused,
// one whose files fill it is not.
func TestOverlap(t *testing.T) {
	data := archive(t, "", zip.FileHeader{Name: "a", Comment: strings.Repeat("x", 300)},
		zip.FileHeader{Name: "b", Comment: "y"})
	if files, err := open(data); err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	// The second entry of the directory becomes a copy of the first.
	first := bytes.Index(data, []byte("PK\x01\x02"))
	second := bytes.LastIndex(data, []byte("PK\x01\x02"))
	copy(data[second+10:second+46], data[first+10:first+46])
	var bad *FormatError
	if _, err := open(data); !errors.As(err, &bad) ||
		!strings.Contains(err.Error(), `its files overlap: up to file 1, "b", they claim 600 packed bytes of its`) {
		t.Errorf("%v", err)
	}
}

// TestHead: no more is unpacked than was asked for, whatever comes after it.
func TestHead(t *testing.T) {
	data := archive(t, "", zip.FileHeader{Name: "a", Method: zip.Deflate, Comment: strings.Repeat("0123456789", 1000)},
		zip.FileHeader{Name: "b", Comment: "short"})
	files, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file int
		n    int
		want string
	}{{0, 12, "012345678901"}, {0, 0, ""}, {1, 12, "short"}} {
		if head, err := files[c.file].Head(c.n); err != nil || string(head) != c.want {
			t.Errorf("%q, %v", head, err)
		}
	}
	// Nor more than the archive claims: ten bytes are packed, and two are claimed.
	claims := archive(t, "", zip.FileHeader{Name: "a", Method: zip.Deflate, Comment: "0123456789"})
	claims[bytes.Index(claims, []byte("PK\x01\x02"))+24] = 2
	if files, err = open(claims); err != nil {
		t.Fatal(err)
	}
	if head, err := files[0].Head(12); err != nil || string(head) != "01" {
		t.Errorf("more than it claims: %q, %v", head, err)
	}
	// Damage behind the head is not seen; Read sees it, and returns what there is.
	stored := archive(t, "", zip.FileHeader{Name: "a", Comment: "0123456789"})
	stored[bytes.Index(stored, []byte("0123456789"))+9] = 'x'
	if files, err = open(stored); err != nil {
		t.Fatal(err)
	}
	if head, err := files[0].Head(4); err != nil || string(head) != "0123" {
		t.Errorf("%q, %v", head, err)
	}
	if data, err := files[0].Read(); !errors.Is(err, ErrChecksum) || string(data) != "012345678x" {
		t.Errorf("damaged: %q, %v", data, err)
	}
}

// TestLargeFile: what bounds the directory does not bound the files.
func TestLargeFile(t *testing.T) {
	content := strings.Repeat("0123456789abcdef", 600_000)
	files, err := open(archive(t, "", zip.FileHeader{Name: "a", Comment: content}))
	if err != nil {
		t.Fatal(err)
	}
	if data, err := files[0].Read(); err != nil || string(data) != content {
		t.Errorf("%d bytes, %v", len(data), err)
	}
}

// TestHarmed: what comes before the harm is read, and its head is, too.
func TestHarmed(t *testing.T) {
	long := make([]byte, 300_000)
	for i, x := 0, uint32(1); i < len(long); i++ {
		x = x*1664525 + 1013904223 // noise, which is stored in blocks of deflate
		long[i] = byte(x >> 24)
	}
	data := archive(t, "", zip.FileHeader{Name: "a", Method: zip.Deflate, Comment: string(long)})
	for i := range 64 {
		data[200_000+i] = 0xff
	}
	files, err := open(data)
	if err != nil {
		t.Fatal(err)
	}
	read, err := files[0].Read()
	if n := len(read); err == nil || n < 190_000 || string(read[:190_000]) != string(long[:190_000]) {
		t.Errorf("%d bytes, %v", n, err)
	}
	if head, err := files[0].Head(100); err != nil || string(head) != string(long[:100]) {
		t.Errorf("head: %d bytes, %v", len(head), err)
	}
	// Nothing is left where the first block is harmed.
	data[30+1] |= 0x06 // behind the header of the file, with its name
	if files, err = open(data); err != nil {
		t.Fatal(err)
	}
	if head, err := files[0].Head(100); err == nil || head != nil {
		t.Errorf("head: %q, %v", head, err)
	}
	if read, err := files[0].Read(); err == nil || len(read) != 0 {
		t.Errorf("%d bytes, %v", len(read), err)
	}
}

// A directory of 8,388,480 bytes is read: the comments are as long as they may be.
func TestLongDirectory(t *testing.T) {
	data := archive(t, strings.Repeat("c", 65000), make([]zip.FileHeader, 125)...)
	if files, err := open(data); err != nil || len(files) != 125 {
		t.Errorf("%d files, %v", len(files), err)
	}
}
