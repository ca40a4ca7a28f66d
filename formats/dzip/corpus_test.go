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
var wrongChecksum = map[string]error{"v29_lq_e0m1_p666.dz/lq_e0m1_p666.dem": ErrChecksum,
	"v32_f666_1.dz/f666_1.dem": io.ErrUnexpectedEOF}

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
			if a, err = Open(bytes.NewReader(data), int64(len(data))); err != nil || a.Salvaged {
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
		if err != wrongChecksum[path] {
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
