package formats

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/dzip"
)

// dzipped returns an archive of Dzip with files that are not compressed: names and contents.
func dzipped(files ...any) []byte {
	b := []byte{'D', 'Z', 3, 2, 0, 0, 0, 0, byte(len(files) / 2), 0, 0, 0}
	var directory []byte
	for i := 0; i < len(files); i += 2 {
		const stored = 8
		name, data := files[i].(string), files[i+1].([]byte)
		for _, v := range []uint32{uint32(len(b)), uint32(len(data)), uint32(len(data)), uint32(len(name) + 1),
			^crc32.ChecksumIEEE(data), stored, 0, 0} {
			directory = binary.LittleEndian.AppendUint32(directory, v)
		}
		directory = append(append(directory, name...), 0)
		b = append(b, data...)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)))
	return append(b, directory...)
}

// TestOpenDzip: a demo in an archive of Dzip is opened like one in a ZIP, whatever the archive is called.
func TestOpenDzip(t *testing.T) {
	demo := sample(t, "demoscope1_p15.dem")
	for _, name := range []string{"run.dz", "run.zip", "run.dem", "run"} {
		d, err := Open(name, dzipped("run.txt", []byte("text"), `a\run.dem`, demo))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d.Member != "a/run.dem" || d.Cut != nil || !bytes.Equal(d.Data(), demo) ||
			!slices.Equal(d.Packing, []string{"dzip"}) {
			t.Errorf("%s: %s, %v, %v", name, d.Member, d.Cut, d.Packing)
		}
	}
	var choice *ChoiceError
	if _, err := Open("runs.dz", dzipped("a.dem", demo, "b.dem", demo)); !errors.As(err, &choice) ||
		!slices.Equal(choice.Names, []string{"a.dem", "b.dem"}) {
		t.Error(err)
	}
	out := dzipped("../a.dem", demo, `C:\..\b.dem`, demo)
	if _, err := Open("out.dz", out); err == nil || err.Error() !=
		`out.dz: contains no demos but 2 files whose names could lead out of a folder, the first "../a.dem"` {
		t.Error(err)
	}

	wrong := dzipped("run.dem", demo)
	wrong[len(wrong)-24]++ // the checksum
	d, err := Open("wrong.dz", wrong)
	if err != nil || !bytes.Equal(d.Data(), demo) || !errors.Is(d.Cut, dzip.ErrChecksum) ||
		d.Cut.Error() != fmt.Sprintf(
			"dzip: all %d bytes unpacked, but the checksum is wrong: the file is damaged, or Dzip lost something "+
				"when it packed the demo", len(demo)) {
		t.Errorf("%v, %v", err, d)
	}
}

// deflatedDzip returns an archive of Dzip with the same deflated file several times, and the offset of its directory.
func deflatedDzip(t *testing.T, data []byte, names ...string) (archive []byte, directory int) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString("DZ\x03\x02\x00\x00\x00\x00\x00\x00\x00\x00")
	w := zlib.NewWriter(&b)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	archive, directory = b.Bytes(), b.Len()
	binary.LittleEndian.PutUint32(archive[4:], uint32(directory))
	binary.LittleEndian.PutUint32(archive[8:], uint32(len(names)))
	for _, name := range names {
		for _, v := range []uint32{12, uint32(directory - 12), uint32(len(data)), uint32(len(name) + 1),
			^crc32.ChecksumIEEE(data), 0, 0, uint32(len(data))} {
			archive = binary.LittleEndian.AppendUint32(archive, v)
		}
		archive = append(append(archive, name...), 0)
	}
	return archive, directory
}

// TestDzipLength: a wrong length in the directory costs nothing, and the demo says that it is wrong.
func TestDzipLength(t *testing.T) {
	demo := sample(t, "demoscope1.mvd2")
	for _, length := range []uint32{0, 1, 8, uint32(len(demo)) - 1, 1<<31 - 1, 1<<32 - 1} {
		archive, directory := deflatedDzip(t, demo, "a.mvd2", "b.mvd2")
		binary.LittleEndian.PutUint32(archive[directory+8:], length)
		a, err := OpenArchive(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Errorf("%d: %v", length, err)
			continue
		}
		for _, name := range Demos(a) {
			d, err := OpenIn("a.dz", a, name)
			want := fmt.Sprintf("dzip: all %d bytes unpacked, but the archive's directory says %d", len(demo), length)
			if err != nil || !bytes.Equal(d.Data(), demo) || (d.Cut == nil) != (name == "b.mvd2") ||
				d.Cut != nil && (d.Cut.Error() != want || !d.Cut.Complete()) {
				t.Errorf("%d: %s: %v", length, name, err)
			}
		}
	}
}

// TestZipLength: a wrong length in a ZIP costs only its file.
func TestZipLength(t *testing.T) {
	demo := sample(t, "demoscope1.mvd2")
	data := zipped(t, "a.mvd2", demo, "b.mvd2", demo)
	const size = 24 // of an entry of the directory, before its unpacked size
	binary.LittleEndian.PutUint32(data[bytes.Index(data, []byte("PK\x01\x02"))+size:], 1<<31-1)
	a, err := OpenArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if d, err := OpenIn("a.zip", a, "b.mvd2"); err != nil || !bytes.Equal(d.Data(), demo) {
		t.Error(err)
	}
	if _, err := OpenIn("a.zip", a, "a.mvd2"); err == nil || err.Error() !=
		"a.zip/a.mvd2: zip: unpacks to more than 314572800 bytes and more than 64 times its size" {
		t.Error(err)
	}
}

// TestDzipBomb: a file that is too large does not cost the others, and many of them do not cost more than a few.
func TestDzipBomb(t *testing.T) {
	zeros := make([]byte, minUnpackLimit+1)
	copy(zeros, sample(t, "demoscope1.mvd2"))
	archive, directory := deflatedDzip(t, zeros, "a.mvd2", "b.mvd2", "c.mvd2")
	for at := directory + 8; at < len(archive); at += 39 {
		binary.LittleEndian.PutUint32(archive[at:], 1) // the length
	}
	a, err := OpenArchive(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	zeros = nil
	const tooLarge = "dzip: unpacks to more than 314572800 bytes and more than 64 times its size"
	for i, want := range []string{tooLarge, tooLarge, "dzip: the files before it unpack to too many bytes"} {
		name := a.Names()[i]
		for range 2 {
			if _, err := OpenIn("a.dz", a, name); err == nil || err.Error() != "a.dz/"+name+": "+want {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestDzipBeginning: a demo whose beginning is damaged is called that.
func TestDzipBeginning(t *testing.T) {
	archive, _ := deflatedDzip(t, bytes.Repeat([]byte("no demo, but a text\n"), 100), "a.dem", "b.dem")
	archive[20] ^= 0x10
	a, err := OpenArchive(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenIn("a.dz", a, "a.dem"); !errors.Is(err, ErrUnknown) ||
		!strings.HasPrefix(err.Error(), "a.dz/a.dem: not a Quake demo: its beginning is damaged: ") {
		t.Error(err)
	}
}

// TestCutDzip: what a search finds in a Dzip archive without a directory is named by its content.
func TestCutDzip(t *testing.T) {
	deflated := func(data []byte) []byte {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		_, err := w.Write(data)
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	demo := sample(t, "demoscope1.mvd2")
	cut := slices.Concat([]byte("DZ\x02\x09\x00\x00\x00\x00\x00\x00\x00\x00"), deflated([]byte("just a text")),
		deflated(demo), deflated(zipped(t, "x.dem", sample(t, "demoscope1_p15.dem"))))
	a, err := OpenArchive(bytes.NewReader(cut), int64(len(cut)))
	if err != nil || !slices.Equal(a.Names(), []string{"1.bin", "2.mvd2", "3.zip"}) {
		t.Fatalf("%q, %v", a.Names(), err)
	}
	if got := Demos(a); !slices.Equal(got, []string{"2.mvd2", "3.zip/x.dem"}) {
		t.Errorf("%q", got)
	}
	d, err := OpenIn("cut.dz", a, "2.mvd2")
	if err != nil || !bytes.Equal(d.Data(), demo) || !d.Cut.Complete() || d.Cut.Error() != fmt.Sprintf(
		"dzip: all %d bytes unpacked, but the archive's directory is missing", len(demo)) {
		t.Errorf("%v, %v", d, err)
	}
	text := append(cut[:12:12], deflated([]byte("just a text"))...)
	if _, err := Open("text.dz", text); err == nil ||
		err.Error() != "text.dz: found no demos: the archive's directory is missing" {
		t.Error(err)
	}
}

// TestNested: what a demo is packed in is found by content, up to three packings deep.
func TestNested(t *testing.T) {
	demo := sample(t, "demoscope1_p15.dem")
	for want, data := range map[string][]byte{
		"":               demo,
		"gzip":           gzipped(t, demo),
		"zip":            zipped(t, "a.dem", demo),
		"dzip":           dzipped("a.dem", demo),
		"gzip dzip":      gzipped(t, dzipped("a.dem", demo)),
		"zip dzip":       zipped(t, "a.dz", dzipped("a.dem", demo)),
		"dzip zip":       dzipped("a.zip", zipped(t, "a.dem", demo)),
		"zip dzip gzip":  zipped(t, "a.dz", dzipped("a.dem.gz", gzipped(t, demo))),
		"zip gzip dzip":  zipped(t, "a.dem", gzipped(t, dzipped("b", demo))),
		"dzip dzip":      dzipped("called.dem", dzipped("a", demo)),
		"zip zip zip":    zipped(t, "a.dem", zipped(t, "a.dem", zipped(t, "a.dem", demo))),
		"gzip gzip gzip": gzipped(t, gzipped(t, gzipped(t, demo))),
	} {
		for _, name := range []string{"x.dem", "x.dz", "x.zip", "x"} {
			if err := CheckHead(name, data[:min(len(data), HeadSize)]); err != nil {
				t.Errorf("%s: %v", want, err)
			}
			d, err := Open(name, data)
			if err != nil || !bytes.Equal(d.Data(), demo) || strings.Join(d.Packing, " ") != want {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
	deep := zipped(t, "a.dem", zipped(t, "a.dem", zipped(t, "a.dem", zipped(t, "a.dem", demo))))
	if _, err := Open("deep.zip", deep); err == nil || !strings.HasSuffix(err.Error(), "packed more than 3 times") {
		t.Error(err)
	}
}

// paked returns a PAK with files: names and contents.
func paked(files ...any) []byte {
	b := []byte("PACK\x00\x00\x00\x00\x00\x00\x00\x00")
	var directory []byte
	for i := 0; i < len(files); i += 2 {
		data := files[i+1].([]byte)
		entry := make([]byte, 64)
		copy(entry, files[i].(string))
		binary.LittleEndian.PutUint32(entry[56:], uint32(len(b)))
		binary.LittleEndian.PutUint32(entry[60:], uint32(len(data)))
		directory = append(directory, entry...)
		b = append(b, data...)
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)))
	binary.LittleEndian.PutUint32(b[8:], uint32(len(directory)))
	return append(b, directory...)
}

// TestInnerArchives: the demos in archives in an archive are listed and opened as in a folder, whatever kinds and
// names they have, and how many other demos there are.
func TestInnerArchives(t *testing.T) {
	one, two, no := sample(t, "demoscope1_p15.dem"), sample(t, "demoscope1.mvd2"), []byte("no")
	dz := dzipped("y.dem", one, "x.mvd2", two)
	for _, c := range []struct {
		data []byte
		want string
	}{
		{zipped(t, "runs/b.dz", dz, "a.dem", one, "no.dz", no, "t.txt", one), "a.dem runs/b.dz/x.mvd2 runs/b.dz/y.dem"},
		{zipped(t, "b.DZ", dz), "b.DZ/x.mvd2 b.DZ/y.dem"},
		{zipped(t, "a.dem", one, "b.dem", one, "c.dem", dz), "a.dem b.dem c.dem/x.mvd2 c.dem/y.dem"},
		{zipped(t, "a.dem", one, "b.dem", one, "c.dz", zipped(t, "x.dem", one)), "a.dem b.dem c.dz/x.dem"},
		{zipped(t, "a.zip", one, "b.zip", no, "c.zip", zipped(t, "t.txt", no)), "a.zip"},
		{zipped(t, "p.pak", paked("x.dem", one, "maps/x.bsp", no), "q.PK3", zipped(t, "demos/x.dem", one)),
			"p.pak/x.dem q.PK3/demos/x.dem"},
		{paked("a.dem", one, "b.dz", dz, "c.dz", dz), "a.dem b.dz/x.mvd2 b.dz/y.dem c.dz/x.mvd2 c.dz/y.dem"},
		{dzipped("d.zip", zipped(t, "e.pak", paked("x.dem", one, "y.dem", one)), "a.dem", one),
			"a.dem d.zip/e.pak/x.dem d.zip/e.pak/y.dem"},
		{zipped(t, "a.dem", one, "b.dz.gz", gzipped(t, dz)), "a.dem b.dz.gz/x.mvd2 b.dz.gz/y.dem"},
		{zipped(t, "a.dem", one, "b.dz", dzipped("noname", one, "text", no)), "a.dem b.dz/noname"},
		{zipped(t, "noname", dz, "text", no), "noname/x.mvd2 noname/y.dem"},
	} {
		a, err := OpenArchive(bytes.NewReader(c.data), int64(len(c.data)))
		if err != nil {
			t.Fatal(err)
		}
		got := Demos(a)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q, want %s", got, c.want)
		}
		for _, name := range got {
			want := one
			if strings.HasSuffix(name, ".mvd2") {
				want = two
			}
			d, err := OpenIn("all.zip", a, name)
			if err != nil || !bytes.Equal(d.Data(), want) || d.Member != name || d.File != "all.zip" {
				t.Errorf("%s: %v", name, err)
			}
		}
	}

	data := zipped(t, "runs/b.dz", dz, "deep.zip", zipped(t, "a.zip", zipped(t, "a.zip", zipped(t, "a.dem", one))),
		"bad.zip", []byte("PK\x03\x04 and nothing"), "bad.pak", []byte("PACK and nothing"))
	a, err := OpenArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if d, err := OpenIn("all.zip", a, "runs/b.dz/X.mvd2"); err != nil ||
		!slices.Equal(d.Packing, []string{"zip", "dzip"}) {
		t.Error(err)
	}
	for name, want := range map[string]string{"runs/b.dz/z.dem": "file does not exist",
		"bad.zip": "no ZIP directory", "deep.zip/a.zip/a.zip": "packed more than 3 times"} {
		if _, err := OpenIn("all.zip", a, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// What can't be opened is listed, so that somebody hears why.
	if got := NamedDemos(a); strings.Join(got, " ") !=
		"bad.zip deep.zip/a.zip/a.zip runs/b.dz/x.mvd2 runs/b.dz/y.dem" {
		t.Errorf("%q", got)
	}
}

// TestInnerDamage: a demo in a damaged archive in an archive is damaged, too.
func TestInnerDamage(t *testing.T) {
	demo := sample(t, "demoscope1_p15.dem")
	data := dzipped("b.zip", zipped(t, "x.dem", demo, "y.dem", demo))
	data[len(data)-22]++ // the checksum
	a, err := OpenArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		d, err := OpenIn("a.dz", a, "b.zip/x.dem")
		if err != nil || !errors.Is(d.Cut, dzip.ErrChecksum) || d.Cut.Packing != "dzip" ||
			d.Cut.Bytes != int64(len(demo)) {
			t.Errorf("%v, %v", d.Cut, err)
		}
	}
}

// TestManyInnerArchives: of many archives in an archive, or of large ones, the rest is listed by name.
func TestManyInnerArchives(t *testing.T) {
	demo := []byte("no demo")
	inner := zipped(t, "1.dem", demo, "2.dem", demo)
	var files []any
	for i := range 4100 {
		files = append(files, fmt.Sprintf("%d.zip", i), inner)
	}
	data := zipped(t, files...)
	a, err := OpenArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(NamedDemos(a)); n != 2*4096+4 {
		t.Errorf("%d demos", n)
	}
	large := dzipped("1.dem", demo, "2.dem", demo, "x", make([]byte, 160<<20))
	data = zipped(t, "a.zip", zipped(t, "b.dz", large), "c.zip", zipped(t, "d.dz", large))
	if a, err = OpenArchive(bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
	if got := NamedDemos(a); !slices.Equal(got, []string{"a.zip/b.dz/1.dem", "a.zip/b.dz/2.dem", "c.zip/d.dz"}) {
		t.Errorf("%q", got)
	}
}

// TestChoice: the error of an archive with several demos does not name what is none.
func TestChoice(t *testing.T) {
	demo, no := sample(t, "demoscope1_p15.dem"), []byte("no demo")
	data := zipped(t, "a.dem", demo, "b.dem", no, "c.dem.gz", gzipped(t, demo), "e.dem", zipped(t, "x.dem", demo))
	_, err := Open("x.zip", data)
	if want := "x.zip: contains 3 demos, name one of them: a.dem, c.dem.gz, e.dem/x.dem"; err == nil ||
		err.Error() != want {
		t.Error(err)
	}
	if d, err := Open("x.zip", zipped(t, "a.dem", demo, "b.dem", no)); err != nil || d.Member != "a.dem" {
		t.Error(err)
	}
	if _, err := Open("x.zip", zipped(t, "a.dem", no, "b.dem", no)); err == nil ||
		err.Error() != "x.zip: contains 2 demos, name one of them: a.dem, b.dem" {
		t.Error(err)
	}
}
