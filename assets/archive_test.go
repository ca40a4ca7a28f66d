package assets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func openBytes(content string) (*Archive, error) {
	return newArchive(strings.NewReader(content), int64(len(content)), "test")
}

func TestArchive(t *testing.T) {
	files := []pakFile{
		{"maps/B.bsp", "first B"}, {"maps/a.bsp", "A"}, {`sound\x.wav`, "wav"}, {"empty", ""},
		{"../evil", "x"}, {"/abs", "x"}, {"maps/nul.bsp", "x"}, {"MAPS/b.bsp", "second B"},
	}
	for _, c := range []struct {
		kind    Kind
		content string
		b       string // which of the equal names wins
	}{
		{PAK, makePAK(files...), "first B"},
		{PK3, makeZIP(t, append(files, pakFile{"dir/", ""})...), "second B"},
		{PK3, "anything before it" + makeZIP(t, files...), "second B"},
	} {
		path := filepath.Join(t.TempDir(), "x.bin")
		if err := os.WriteFile(path, []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, open := range []func() (*Archive, error){
			func() (*Archive, error) { return openBytes(c.content) },
			func() (*Archive, error) { return OpenArchive(path) },
		} {
			a, err := open()
			if err != nil {
				t.Fatal(err)
			}
			names := slices.Clone(a.Names())
			for i, n := range names {
				names[i] = fold(n)
			}
			if !slices.Equal(names, []string{"empty", "maps/a.bsp", "maps/b.bsp", "sound/x.wav"}) || a.ignored != 3 ||
				a.kind != c.kind {
				t.Errorf("%s: names %q, %d ignored", a.kind, names, a.ignored)
			}
			for name, want := range map[string]string{"maps/b.BSP": c.b, "MAPS/A.bsp": "A", "sound/x.wav": "wav",
				"empty": ""} {
				data, err := a.ReadFile(name)
				if err != nil || string(data) != want {
					t.Errorf("%s: %s: %q, %v", c.kind, name, data, err)
				}
				if _, size, ok := a.Stat(name); !ok || size != int64(len(want)) {
					t.Errorf("%s: %s has %d bytes, %v", c.kind, name, size, ok)
				}
			}
			for _, name := range []string{"../evil", "none", ""} {
				if _, err := a.ReadFile(name); !errors.Is(err, fs.ErrNotExist) {
					t.Errorf("%s: %q: %v", c.kind, name, err)
				}
			}
			if err := a.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestArchiveChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pak0.pak")
	write := func(content string, at time.Time) {
		if err := errors.Join(os.WriteFile(path, []byte(content), 0o644), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	write(makePAK(pakFile{"a", "one"}), time.Unix(1e9, 0))
	a, err := OpenArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := a.ReadFile("a"); err != nil || string(data) != "one" {
		t.Errorf("%q, %v", data, err)
	}
	write(makePAK(pakFile{"b", "two"}), time.Unix(2e9, 0))
	if data, err := a.ReadFile("a"); err == nil || !strings.Contains(err.Error(), "changed") {
		t.Errorf("after a change: %q, %v", data, err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := a.ReadFile("a"); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	if _, err := OpenArchive(filepath.Dir(path)); err == nil {
		t.Error("a folder is opened as an archive")
	}
}

// rawPAK is a PAK whose header and one entry are written as given.
func rawPAK(dir, length int32, off, size int32) string {
	b := []byte(pakMagic)
	b = binary.LittleEndian.AppendUint32(b, uint32(dir))
	b = binary.LittleEndian.AppendUint32(b, uint32(length))
	b = append(b, "data"...)
	var name [pakName]byte
	copy(name[:], "maps/x.bsp")
	b = append(b, name[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(off))
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	return string(b)
}

func TestPAKLies(t *testing.T) {
	if _, err := openBytes(rawPAK(16, 64, 12, 4)); err != nil {
		t.Fatalf("the honest one: %v", err)
	}
	if a, err := openBytes(rawPAK(16, 64, 80, 3) + "end"); err != nil {
		t.Errorf("a file right behind the directory: %v", err)
	} else if data, err := a.ReadFile("maps/x.bsp"); err != nil || string(data) != "end" {
		t.Errorf("a file right behind the directory: %q, %v", data, err)
	}
	for _, c := range []struct{ name, content, want string }{
		{"nothing", "", "too few"},
		{"magic alone", "PACK", "shorter than a header"},
		{"directory past the end", rawPAK(17, 64, 12, 4), "exceeds"},
		{"directory far past the end", rawPAK(1<<31-1, 64, 12, 4), "exceeds"},
		{"directory before the file", rawPAK(-64, 64, 12, 4), "exceeds"},
		{"directory on the header", rawPAK(0, 64, 12, 4), "exceeds"},
		{"directory longer than the file", rawPAK(16, 128, 12, 4), "exceeds"},
		{"directory of a negative length", rawPAK(16, -64, 12, 4), "no multiple"},
		{"directory of half an entry", rawPAK(16, 32, 12, 4), "no multiple"},
		{"too many files", rawPAK(16, 65536*64, 12, 4), "65536 files, more than 65535"},
		{"as many files as may be", rawPAK(16, 65535*64, 12, 4), "exceeds"},
		{"file past the end", rawPAK(16, 64, 80, 1), "exceeds"},
		{"file longer than the archive", rawPAK(16, 64, 12, 1<<31-1), "exceeds"},
		{"file of a negative length", rawPAK(16, 64, 12, -1), "length of -1"},
		{"file at a negative offset", rawPAK(16, 64, -4, 4), "exceeds"},
		{"file on the header", rawPAK(16, 64, 0, 4), "exceeds"},
		{"file on the directory", rawPAK(16, 64, 12, 5), "overlaps the directory"},
		{"file that is the directory", rawPAK(16, 64, 16, 64), "overlaps the directory"},
		{"file in the directory", rawPAK(16, 64, 17, 1), "overlaps the directory"},
		{"file at the directory's end", rawPAK(16, 64, 79, 1), "overlaps the directory"},
		{"file over the directory's end", rawPAK(16, 64, 79, 2) + "x", "overlaps the directory"},
	} {
		_, err := openBytes(c.content)
		var bad *FormatError
		if !errors.As(err, &bad) || bad.Kind != PAK || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// rawZIP packs one file with a header that is written as given.
func rawZIP(t *testing.T, h zip.FileHeader, data string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	h.Name = "maps/x.bsp"
	m, err := w.CreateRaw(&h)
	if err == nil {
		_, err = m.Write([]byte(data))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestZIPLies(t *testing.T) {
	many := func(n int, comment string) string {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		for i := range n {
			if _, err := w.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i), Comment: comment}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	honest := makeZIP(t, pakFile{"maps/x.bsp", "data"})
	for _, c := range []struct{ name, content, want string }{
		{"no archive at all", "this is no archive of any kind", "no ZIP directory"},
		{"cut in the directory", honest[:len(honest)-30], "no ZIP directory"},
		{"more packed bytes than the archive has",
			rawZIP(t, zip.FileHeader{Method: zip.Deflate, CompressedSize64: 1 << 20, UncompressedSize64: 1 << 20}, "x"),
			"packed bytes of the archive"},
		{"stored, with two sizes", rawZIP(t, zip.FileHeader{Method: zip.Store, CompressedSize64: 1,
			UncompressedSize64: 1 << 30}, "x"), "stored"},
		{"a gigabyte in one byte", rawZIP(t, zip.FileHeader{Method: zip.Deflate, CompressedSize64: 1,
			UncompressedSize64: 1 << 30}, "x"), "more than its"},
		{"a size past 63 bits", rawZIP(t, zip.FileHeader{Method: zip.Deflate, CompressedSize64: 1,
			UncompressedSize64: 1<<64 - 1}, "x"), "more than its"},
		{"too many files", many(maxArchiveFiles+1, ""), "more than"},
		{"a directory of 13 MB", many(200, strings.Repeat("c", 65000)), "directory is larger"},
	} {
		_, err := openBytes(c.content)
		var bad *FormatError
		if !errors.As(err, &bad) || bad.Kind != PK3 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// Lies that show when the file is read.
	packed := func() string {
		a := makeZIP(t, pakFile{"x", strings.Repeat("0123456789", 100)})
		r, err := zip.NewReader(strings.NewReader(a), int64(len(a)))
		if err != nil {
			t.Fatal(err)
		}
		off, err := r.File[0].DataOffset()
		if err != nil {
			t.Fatal(err)
		}
		return a[off : off+int64(r.File[0].CompressedSize64)]
	}()
	n := uint64(len(packed))
	for _, c := range []struct {
		name    string
		content string
		want    string
	}{
		{"holds more than it claims", rawZIP(t, zip.FileHeader{Method: zip.Deflate, CompressedSize64: n,
			UncompressedSize64: 10}, packed), ""},
		{"holds less than it claims", rawZIP(t, zip.FileHeader{Method: zip.Deflate, CompressedSize64: n,
			UncompressedSize64: 2000}, packed), ""},
		{"wrong checksum", rawZIP(t, zip.FileHeader{Method: zip.Deflate, CompressedSize64: n, UncompressedSize64: 1000,
			CRC32: 1}, packed), "checksum"},
		{"encrypted", rawZIP(t, zip.FileHeader{Method: zip.Store, Flags: 1, CompressedSize64: 4, UncompressedSize64: 4},
			"data"), "encrypted"},
		{"a method that nobody has", rawZIP(t, zip.FileHeader{Method: 99, CompressedSize64: 4, UncompressedSize64: 4},
			"data"), "unsupported"},
	} {
		a, err := openBytes(c.content)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if data, err := a.ReadFile("maps/x.bsp"); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "maps/x.bsp") {
			t.Errorf("%s: %d bytes, %v", c.name, len(data), err)
		}
	}
}

// TestZIPBomb: a file of 300 MB of zeros, honestly packed, is over the limit for
// one file, and its neighbor is read all the same. A claim alone takes no
// memory.
func TestZIPBomb(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	if _, err := w.CreateRaw(&zip.FileHeader{Name: "maps/bomb.bsp", Method: zip.Deflate, CompressedSize64: 300 << 10,
		UncompressedSize64: 300 << 20}); err != nil {
		t.Fatal(err)
	}
	// As CreateRaw leaves the data to the caller: bytes that claim to unpack.
	raw, err := w.CreateRaw(&zip.FileHeader{Name: "maps/claim.bsp", Method: zip.Deflate, CompressedSize64: 200 << 10,
		UncompressedSize64: 200 << 20})
	if err == nil {
		_, err = raw.Write(bytes.Repeat([]byte{0xff}, 600<<10))
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := w.Create("maps/a.bsp")
	if err == nil {
		_, err = m.Write([]byte("a"))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := openBytes(b.String())
	if err != nil {
		t.Fatal(err)
	}
	var size *SizeError
	if _, err := a.ReadFile("maps/bomb.bsp"); !errors.As(err, &size) || size.Size != 300<<20 {
		t.Errorf("the bomb: %v", err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := a.ReadFile("maps/claim.bsp"); err == nil {
		t.Error("the claim is read")
	}
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; taken > 8<<20 {
		t.Errorf("a claim of 200 MB in 200 KB of rubbish took %d bytes", taken)
	}
	if data, err := a.ReadFile("maps/a.bsp"); err != nil || string(data) != "a" {
		t.Errorf("the neighbor: %q, %v", data, err)
	}
}

func TestLooseFileTooLarge(t *testing.T) {
	root := t.TempDir()
	writeTree(t, root, map[string]string{"id1/maps/big.bsp": ""})
	if err := os.Truncate(filepath.Join(root, "id1/maps/big.bsp"), 256<<20+1); err != nil {
		t.Skip("no sparse files here:", err)
	}
	s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
	var size *SizeError
	if _, _, err := s.ReadFile("maps/big.bsp"); !errors.As(err, &size) || size.Size != 256<<20+1 {
		t.Errorf("error %v", err)
	}
}

func FuzzPAK(f *testing.F) {
	f.Add([]byte(makePAK(pakFile{"maps/a.bsp", "data"}, pakFile{"MAPS/A.BSP", ""}, pakFile{"../x", "x"})))
	f.Add([]byte(makePAK()))
	f.Add([]byte(rawPAK(16, 64, 12, 4)))
	f.Add([]byte(rawPAK(16, 64, 12, 1<<31-1)))
	f.Add([]byte(rawPAK(16, -64, 12, 5)))
	f.Add([]byte(rawPAK(-4, 64, 12, 5)))
	f.Fuzz(checkArchive)
}

func FuzzZip(f *testing.F) {
	f.Add([]byte(makeZIP(f, pakFile{"maps/a.bsp", "data"}, pakFile{"MAPS/A.BSP", ""}, pakFile{"../x", "x"})))
	f.Add([]byte(makeZIP(f)))
	f.Add([]byte("before it" + makeZIP(f, pakFile{"maps/a.bsp", strings.Repeat("0", 5000)})))
	f.Fuzz(checkArchive)
}

// checkArchive: no bytes make a panic, a name that leaves the folder, or a file
// of another length than its directory says.
func checkArchive(t *testing.T, content []byte) {
	a, err := newArchive(bytes.NewReader(content), int64(len(content)), "fuzz")
	if err != nil {
		return
	}
	left := 16 << 20 // enough to find what there is
	for _, name := range a.Names() {
		if _, err := cleanName(name); err != nil {
			t.Fatal(err)
		}
		_, size, ok := a.Stat(name)
		if !ok || size < 0 {
			t.Fatalf("%q is listed and has %d bytes, %v", name, size, ok)
		}
		if left -= int(min(size, maxFile)); left < 0 {
			return
		}
		data, err := a.ReadFile(name)
		if err == nil && int64(len(data)) != size {
			t.Fatalf("%q has %d bytes and claims %d", name, len(data), size)
		}
	}
}

// overlappingPAK is a PAK of n entries, named by number, on the given body: entry i
// has the bytes that span returns.
func overlappingPAK(n, body int, span func(i int) (off, size int)) string {
	b := []byte(pakMagic)
	b = binary.LittleEndian.AppendUint32(b, uint32(pakHeader+body))
	b = binary.LittleEndian.AppendUint32(b, uint32(n*pakEntry))
	b = append(b, bytes.Repeat([]byte("x"), body)...)
	for i := range n {
		var name [pakName]byte
		copy(name[:], fmt.Sprintf("%05d.dem", i))
		off, size := span(i)
		b = append(b, name[:]...)
		b = binary.LittleEndian.AppendUint32(b, uint32(pakHeader+off))
		b = binary.LittleEndian.AppendUint32(b, uint32(size))
	}
	return string(b)
}

// TestPAKOverlap: files that are the same bytes are read; different ones that share more
// than a few bytes are refused.
func TestPAKOverlap(t *testing.T) {
	a, err := openBytes(overlappingPAK(1000, 500, func(i int) (int, int) { return i % 2 * 250, 250 * min(i, 1) }))
	if err != nil {
		t.Fatal(err)
	}
	// Entry 0 is empty; then the two halves come again and again.
	if len(a.Names()) != 1000 {
		t.Errorf("%d names", len(a.Names()))
	}
	if data, err := a.ReadFile("00999.dem"); err != nil || len(data) != 250 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if head, err := a.ReadHead("00999.DEM", 3); err != nil || string(head) != "xxx" {
		t.Errorf("%q, %v", head, err)
	}
	if head, err := a.ReadHead("00000.dem", 3); err != nil || len(head) != 0 {
		t.Errorf("the empty one: %q, %v", head, err)
	}
	_, err = openBytes(overlappingPAK(1000, 500, func(i int) (int, int) { return 0, i % 500 }))
	var bad *FormatError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "its files overlap: up to file ") {
		t.Errorf("%v", err)
	}
}

// TestHostileNames: names that could lead out of a folder, or to a device, are not
// there, and of equal ones the first counts.
func TestHostileNames(t *testing.T) {
	a, err := openBytes(makePAK(pakFile{"../a", "1"}, pakFile{`..\b`, "2"}, pakFile{"c:/d", "3"}, pakFile{"/e", "4"},
		pakFile{"maps/../../f", "5"}, pakFile{"maps/x\x00y", "6"},
		pakFile{"nul.bsp", "7"}, pakFile{"maps/\x1b[2J", "8"}, pakFile{"MAPS/X", "9"}, pakFile{"", "10"},
		pakFile{strings.Repeat("n", pakName), "11"}))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"maps/x", strings.Repeat("n", pakName)}; !slices.Equal(a.Names(), want) || a.ignored != 8 {
		t.Errorf("%q, %d ignored", a.Names(), a.ignored)
	}
	if data, err := a.ReadFile("maps/x"); err != nil || string(data) != "6" {
		t.Errorf("%q, %v", data, err)
	}
	// A ZIP's names may have 65,535 bytes.
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{strings.Repeat("n", 65535), "maps/a.bsp", strings.Repeat("../", 1000) + "a",
		"x\x00.bsp"} {
		if _, err := w.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if a, err = openBytes(b.String()); err != nil || !slices.Equal(a.Names(), []string{"maps/a.bsp"}) ||
		a.ignored != 3 {
		t.Errorf("%v, %v", a, err)
	}
}

// TestRatio: a large file that is packed like no real one is refused, before it is
// unpacked.
func TestRatio(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	m, err := w.Create("maps/0.bsp")
	if err == nil {
		_, err = m.Write(make([]byte, 20<<20))
	}
	if err == nil {
		m, err = w.CreateRaw(&zip.FileHeader{Name: "maps/1.bsp", Method: zip.Deflate, CompressedSize64: 1 << 20,
			UncompressedSize64: 70 << 20})
	}
	if err == nil {
		_, err = m.Write(make([]byte, 1<<20))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := openBytes(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if data, err := a.ReadFile("maps/0.bsp"); err != nil || len(data) != 20<<20 {
		t.Errorf("20 MiB of zeros: %d bytes, %v", len(data), err)
	}
	var size *SizeError
	if _, err := a.ReadFile("maps/1.bsp"); !errors.As(err, &size) || size.Limit != 64<<20 || size.Size != 70<<20 {
		t.Errorf("70 MiB: %v", err)
	}
}

// TestManyFilesInAll: archives are opened until there are 524,288 files in all of
// them; those after that are refused, and say so.
func TestManyFilesInAll(t *testing.T) {
	root := t.TempDir()
	content := overlappingPAK(60_000, 1, func(int) (int, int) { return 0, 1 })
	tree := map[string]string{}
	for i := range 10 {
		tree[fmt.Sprintf("id1/pak%d.pak", i)] = content
	}
	writeTree(t, root, tree)
	s := open(t, Options{Game: Quake, BaseDirs: []string{root}, NoInstalled: true})
	_, err := s.Find("maps/none.bsp")
	for i := range 10 {
		if refused := strings.Contains(err.Error(),
			fmt.Sprintf(
				"pak%d.pak: bad PAK archive: with its 60000 files there would be more than 524288 in all archives",
				i)); refused != (i < 2) {
			t.Errorf("pak%d.pak: refused %v: %v", i, refused, err)
		}
	}
	if _, src, err := s.ReadFile("59999.dem"); err != nil || filepath.Base(src.Path) != "pak9.pak" {
		t.Errorf("from %v, %v", src, err)
	}
}
