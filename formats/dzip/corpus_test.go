package dzip

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// Files that Dzip itself does not restore, or restores wrongly. The table has what it makes of them; the archive has
// the checksum of the original.
var wrongInDzip = []string{"hand_rawext.dz/h.dem", "v29_q15_loop.dz/q15_loop.dem", "v32_leftover.dz/two.dem",
	"v32_rawext.dz/rawext.dem"}

// Files whose checksum is wrong because of what Dzip lost when it packed them; f666_1.dem is a byte short.
var wrongChecksum = map[string]string{"v29_lq_e0m1_p666.dz/lq_e0m1_p666.dem": "the checksum is wrong",
	"v32_f666_1.dz/f666_1.dem": "the archive's directory says 93776, and the checksum is wrong"}

// TestCorpusMembers: every file of real archives is unpacked byte for byte.
func TestCorpusMembers(t *testing.T) {
	dir := filepath.Join(corpus.Dir(t), "dz")
	archives := map[string]*Archive{}
	for line := range strings.Lines(string(corpus.Read(t, filepath.Join(dir, "MEMBERS.tsv")))) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if row[0] == "archive" {
			continue
		}
		a := archives[row[0]]
		if a == nil {
			var err error
			data := corpus.Read(t, filepath.Join(dir, row[0]))
			if a, err = Open(bytes.NewReader(data), int64(len(data))); err != nil || a.Salvage != nil {
				t.Fatalf("%s: %v", row[0], err)
			}
			archives[row[0]] = a
		}
		var f *File
		for _, file := range a.Files {
			if file.Name == row[2] {
				f = file
			}
		}
		if f == nil {
			t.Errorf("%s: no %s", row[0], row[2])
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		path := row[0] + "/" + row[2]
		if want := wrongChecksum[path]; (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v", path, err)
		}
		if err == nil && fmt.Sprint(len(got)) != row[4] {
			t.Errorf("%s: %d of %s bytes", path, len(got), row[4])
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(got)); sum != row[5] && !slices.Contains(wrongInDzip, path) {
			t.Errorf("%s: SHA-256 %s, not %s", path, sum, row[5])
		}
	}
}

// TestCorpusDamaged: of damaged archives as much is read as they have. The demo of most is that of v32_lq_demo2.dz.
func TestCorpusDamaged(t *testing.T) {
	dir := filepath.Join(corpus.Dir(t), "dz")
	open := func(name string) (*Archive, error) {
		data := corpus.Read(t, filepath.Join(dir, name))
		return Open(bytes.NewReader(data), int64(len(data)))
	}
	read := func(f *File) (data []byte, err error) {
		r, err := f.Open()
		if err == nil {
			data, err = io.ReadAll(r)
		}
		return data, err
	}
	sound, err := open("v32_lq_demo2.dz")
	if err != nil {
		t.Fatal(err)
	}
	demo, err := read(sound.Files[0])
	if err != nil || len(demo) != 162728 {
		t.Fatalf("%d bytes, %v", len(demo), err)
	}
	// The first packet ends there: 3 bytes of CD track, its length, 12 bytes of angles, 4,233 bytes of messages.
	const first = 4252
	for _, c := range []struct {
		name     string
		salvaged bool
		file     string
		size     int  // bytes of the demo that are right
		more     bool // and others follow
		want     string
	}{
		{"bad_crc.dz", false, "lq_demo2.dem", 162728, false, "the checksum is wrong"},
		{"bad_cut2079.dz", true, "1.dem", first, false, "unexpected EOF"},
		{"bad_cut4159.dz", true, "1.dem", first, false, "unexpected EOF"},
		{"bad_cut8293.dz", true, "1.dem", 162728, false, "the archive's directory is incomplete"},
		{"bad_flip3000.dz", false, "lq_demo2.dem", first, false, "the packed demo is damaged"},
		{"bad_inner20000.dz", false, "lq_demo2.dem", 14711, true, "the checksum is wrong"},
		{"bad_multi_cut.dz", true, "1.dem", 162728, false, "directory is missing, and 5007 bytes of the archive"},
		{"bad_size.dz", false, "lq_demo2.dem", 162728, false, ""},
		{"bad_type9.dz", false, "lq_demo2.dem", 0, false, "unknown type 9"},
		{"bad_unfinished.dz", true, "1.dem", 162728, false, "the archive's directory is missing"},
		{"bad_v1_cut.dz", true, "1.dem", 162728, false, "the archive's directory is missing"},
		{"bad_v1_flip.dz", false, "lq_demo2.dem", 162728, false, ""},
		{"bad_deleted.dz", false, "e1m1_025.dem", 162728, false, ""},
		{"bad_deleted.dz", false, "pak0.pak/demos/x.dem", 162728, false, ""},
		{"bad_deleted.dz", false, "pak1.pak/demos/x.dem", 162728, false, ""},
	} {
		a, err := open(c.name)
		if err != nil || (a.Salvage != nil) != c.salvaged {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		i := slices.IndexFunc(a.Files, func(f *File) bool { return f.Name == c.file })
		if i < 0 {
			t.Errorf("%s: no %s", c.name, c.file)
			continue
		}
		data, err := read(a.Files[i])
		if !bytes.HasPrefix(data, demo[:c.size]) || (len(data) > c.size) != c.more || len(data) > len(demo) {
			t.Errorf("%s: %d bytes", c.name, len(data))
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for name, want := range map[string]string{"bad_cut13.dz": "its directory is missing",
		"bad_version4.dz": "not begin as an archive of version 1, 2 or 3"} {
		if _, err := open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Behind the cut of an archive of several demos, those before it are there.
	a, err := open("bad_multi_cut.dz")
	if err != nil || len(a.Files) < 2 {
		t.Fatal(err)
	}
}
