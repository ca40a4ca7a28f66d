package formats

import (
	"bytes"
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
			"dzip: all %d bytes unpacked, but with a wrong checksum: some are damaged", len(demo)) {
		t.Errorf("%v, %v", err, d)
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

// TestInnerArchives: the demos in archives in an archive are listed and opened as in a folder.
func TestInnerArchives(t *testing.T) {
	one, two := sample(t, "demoscope1_p15.dem"), sample(t, "demoscope1.mvd2")
	data := zipped(t, "runs/b.dz", dzipped("y.dem", one, "x.mvd2", two), "a.dem", one, "no.dz", []byte("no"),
		"t.txt", one)
	a, err := OpenArchive(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"a.dem", "runs/b.dz/x.mvd2", "runs/b.dz/y.dem"}
	if got := NamedDemos(a); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, name := range []string{"runs/b.dz/x.mvd2", "runs/b.dz/X.mvd2"} {
		d, err := OpenIn("all.zip", a, name)
		if err != nil || !bytes.Equal(d.Data(), two) || !slices.Equal(d.Packing, []string{"zip", "dzip"}) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := OpenIn("all.zip", a, "runs/b.dz/z.dem"); err == nil {
		t.Error("opened a file that is not there")
	}
}
