package formats

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/internal/corpus"
)

// samples are our own recordings with their formats.
var samples = map[string]string{
	"demoscope1_p15.dem": "dem", "demoscope1_p666.dem": "dem", "demoscope1.qwd": "qwd", "demoscope1.mvd": "mvd",
	"demoscope1.dm2": "dm2", "demoscope1.mvd2": "mvd2", "demoscope1.dm_71": "dm3",
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	return corpus.Read(t, filepath.Join(corpus.Sample, name))
}

func TestOpenByContent(t *testing.T) {
	for name, format := range samples {
		// The true name, none, and a wrong one.
		for _, as := range []string{name, "recording", "wrong.dem", "wrong.qwd", "wrong.mvd", "wrong.dm2", "wrong.mvd2",
			"WRONG.DM_68"} {
			d, err := Open(as, sample(t, name))
			if err != nil {
				t.Errorf("%s as %s: %v", name, as, err)
				continue
			}
			if d.Name != format {
				t.Errorf("%s as %s: format %s", name, as, d.Name)
			}
		}
	}
}

func TestCorpusOpenByContent(t *testing.T) {
	n := 0
	for i := range table {
		format := table[i].Name
		for _, file := range corpus.Demos(t, format) {
			data := corpus.Read(t, file)
			for _, as := range []string{filepath.Base(file), "recording", "wrong.dem", "wrong.dm_68"} {
				if d, err := Open(as, data); err != nil {
					t.Error(as, err)
				} else if d.Name != format {
					t.Errorf("%s as %s: format %s", file, as, d.Name)
				}
			}
			n++
		}
	}
	t.Logf("%d files, each under four names", n)
}

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zipped(t *testing.T, files ...any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i].(string))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write(files[i+1].([]byte)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestOpenWrapped(t *testing.T) {
	dem, dm3 := sample(t, "demoscope1_p15.dem"), sample(t, "demoscope1.dm_71")
	text := []byte("read me")
	for _, c := range []struct {
		name, member string
		data, want   []byte
		format       string
	}{
		{"a.dem.gz", "", gzipped(t, dem), dem, "dem"},
		{"a", "", gzipped(t, dem), dem, "dem"},
		{"a.dm_71.gz", "", gzipped(t, dm3), dm3, "dm3"},
		{"a.zip", "", zipped(t, "readme.txt", text, "x/a.dem", dem), dem, "dem"},
		{"a.zip", "", zipped(t, "readme.txt", text, "nameless", dem), dem, "dem"},
		{"a.pk3", "", zipped(t, "demos/", []byte{}, "demos/A.DM_71", dm3, "maps/a.bsp", text), dm3, "dm3"},
		{"a.zip", "b.dem", zipped(t, "a.dm_71", dm3, "b.dem", dem), dem, "dem"},
		{"a.zip", "", zipped(t, "a.dem.gz", gzipped(t, dem)), dem, "dem"},
		{"a.zip.gz", "", gzipped(t, zipped(t, "a.dem", dem)), dem, "dem"},
	} {
		d, err := new(Opener).openMember(c.name, c.data, c.member)
		if err != nil {
			t.Error(err)
			continue
		}
		if d.Name != c.format || !bytes.Equal(d.Data(), c.want) || d.Cut != nil {
			t.Errorf("%s: %s, %d bytes, %v", c.name, d.Name, len(d.Data()), d.Cut)
		}
		if p, err := d.Decoder().NextPacket(); err != nil || p.Size == 0 {
			t.Errorf("%s: first packet: %v", c.name, err)
		}
	}
}

func TestOpenChoice(t *testing.T) {
	dem := sample(t, "demoscope1_p15.dem")
	_, err := Open("a.zip", zipped(t, "b.dem", dem, "c.txt", []byte("x"), "d/e.qwd", dem))
	var choice *ChoiceError
	if !errors.As(err, &choice) {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b.dem", "d/e.qwd"}, choice.Names); diff != "" {
		t.Error(diff)
	}
	_, err = Open("a.zip", zipped(t, "c.txt", []byte("x")))
	if !errors.As(err, &choice) || len(choice.Names) != 0 {
		t.Error(err)
	}
	if _, err = new(Opener).openMember("a.zip", zipped(t, "b.dem", dem), "none.dem"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}

// TestOpenCut opens what is there of a damaged .gz.
func TestOpenCut(t *testing.T) {
	dem := sample(t, "demoscope1_p15.dem")
	packed := gzipped(t, dem)
	d, err := Open("a.dem.gz", packed[:len(packed)/2])
	if err != nil {
		t.Fatal(err)
	}
	if !errors.Is(d.Cut, io.ErrUnexpectedEOF) {
		t.Error(d.Cut)
	}
	if n := len(d.Data()); n == 0 || !bytes.HasPrefix(dem, d.Data()) {
		t.Errorf("%d bytes", n)
	}
}

// TestOpenHarmed opens what can be unpacked of a file whose packed bytes are harmed, in
// a gzip, a ZIP and both, and says how much that is.
func TestOpenHarmed(t *testing.T) {
	dem := sample(t, "demoscope1_p15.dem")
	stored := func() []byte {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		f, err := w.CreateHeader(&zip.FileHeader{Name: "a.dem", Method: zip.Store})
		if err == nil {
			_, err = f.Write(dem)
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}()
	for name, c := range map[string]struct {
		data []byte
		all  bool // can be unpacked
		want string
	}{
		"a.dem.gz": {gzipped(t, dem), false,
			"gzip: only %d bytes unpacked: flate: corrupt input before offset "},
		"a.zip": {zipped(t, "a.dem", dem), false,
			"zip: only %d bytes unpacked: flate: corrupt input before offset "},
		"stored.zip": {stored, true,
			"zip: all %d bytes unpacked, but with a wrong checksum: some are damaged"},
		"gz.zip": {zipped(t, "a.dem.gz", gzipped(t, dem)), false, "zip: only %d bytes unpacked: "},
	} {
		harmed := bytes.Clone(c.data)
		noise := rand.New(rand.NewSource(1)) // sooner or later an impossible code or block
		for i := len(harmed) / 2; i < len(harmed)*3/4; i++ {
			harmed[i] = byte(noise.Uint32())
		}
		d, err := Open(name, harmed)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if n := len(d.Data()); !bytes.HasPrefix(d.Data(), dem[:len(dem)/3]) || (n == len(dem)) != c.all {
			t.Errorf("%s: %d bytes of %d", name, n, len(dem))
		}
		if want := fmt.Sprintf(c.want, len(d.Data())); d.Cut == nil || d.Cut.Bytes != int64(len(d.Data())) ||
			!strings.HasPrefix(d.Cut.Error(), want) {
			t.Errorf("%s: %v, not %q", name, d.Cut, want)
		}
		if d, err := Open(name, c.data); err != nil || d.Cut != nil || !bytes.Equal(d.Data(), dem) {
			t.Errorf("%s without harm: %v", name, err)
		}
	}
}

func TestOpenTooOften(t *testing.T) {
	data := sample(t, "demoscope1_p15.dem")
	for packed := range 5 {
		// A gzip in a gzip is in use; beyond three times nothing honest is made.
		if d, err := Open("a.gz", data); packed <= 3 && (err != nil || d.Format.Name != "dem") || packed >= 4 &&
			err == nil {
			t.Errorf("packed %d times: %v", packed, err)
		}
		data = gzipped(t, data)
	}
}

// counted is a file that counts how often its beginning is read.
type counted struct {
	data []byte
	read *int
}

func (f counted) Packed() int64 { return 1 << 40 }

func (f counted) Head(n int) ([]byte, error) {
	*f.read++
	return f.data[:min(n, len(f.data))], nil
}

// Read is not for looking.
func (counted) Read() ([]byte, error) { panic("a whole file was read") }

// Where no name is that of a demo, 64 files are looked at, and no more.
func TestDemosWithoutNames(t *testing.T) {
	data := sample(t, "demoscope1_p15.dem")
	for _, c := range []struct{ files, demo, found, read int }{{1, 0, 1, 1}, {64, 63, 1, 64}, {65, 64, 0, 64},
		{10000, 0, 1, 64}, {5, 9, 0, 5}} {
		a, read := &Archive{files: map[string]*packedFile{}}, 0
		for i := range c.files {
			file := counted{[]byte("no demo"), &read}
			if i == c.demo {
				file.data = data
			}
			a.names = append(a.names, fmt.Sprint(i))
			a.files[fmt.Sprint(i)] = &packedFile{size: 1 << 40, source: file}
		}
		if list := Demos(a); len(list) != c.found || read != c.read || c.found == 1 && list[0] != fmt.Sprint(c.demo) {
			t.Errorf("file %d of %d is a demo: found %q, looked at %d files", c.demo, c.files, list, read)
		}
	}
}

// TestOpenNoise opens random bytes: no format takes them for its own.
func TestOpenNoise(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	data := make([]byte, 4096)
	for range 200 {
		r.Read(data)
		if d, err := Open("noise", data); err == nil {
			t.Errorf("% x is taken for %s", data[:32], d.Name)
		}
	}
}

// TestSum: the hash is that of the unpacked bytes, as sha256sum prints it.
func TestSum(t *testing.T) {
	d := &Demo{data: []byte("demo")}
	for range 2 {
		if got := fmt.Sprintf("%x", d.Sum()); got !=
			"2a97516c354b68848cdbd8f54a226a0a55b21ed138e207ad6c5cbb9c00aa5aea" {
			t.Error(got)
		}
	}
}
