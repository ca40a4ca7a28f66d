//go:build !js

package assets

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"io"
	"os"
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"
	"demoscope/internal/golden"
)

// TestSampleArchive: the archive has the samples and their maps as the folder has them. With -update it makes it.
func TestSampleArchive(t *testing.T) {
	names := []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"}
	for _, d := range Samples() {
		names = append(names, d.Name)
	}
	if golden.Update() {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		w.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
			return flate.NewWriter(w, flate.BestCompression)
		})
		for _, name := range names {
			f, err := w.Create("sample/" + name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Write(corpus.Read(t, filepath.Join(corpus.Sample, name))); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join("sample", "builtin.zip"), out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return // the program has the new one after the next build
	}
	if got := len(sampleFiles()); got != len(names) {
		t.Errorf("%d files, want %d", got, len(names))
	}
	for _, name := range names {
		got, err := readBuiltin("sample/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, corpus.Read(t, filepath.Join(corpus.Sample, name))) {
			t.Errorf("%s is not the file of the folder: run this test with -update", name)
		}
	}
}
