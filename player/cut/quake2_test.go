package cut

import (
	"bytes"
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
)

// TestSecondLevel: a part that begins with a level of a recording of two begins as a file of its own.
func TestSecondLevel(t *testing.T) {
	for name, seam := range map[string]struct{ head, mark []byte }{
		"demoscope1.mvd2": {[]byte("MVD2"), []byte{0, 0}},
		"demoscope1.dm2":  {nil, []byte{0xff, 0xff, 0xff, 0xff}},
	} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		if !bytes.HasSuffix(data, seam.mark) {
			t.Fatalf("%s is not ended by its mark", name)
		}
		one, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		twice := append(bytes.Clone(bytes.TrimSuffix(data, seam.mark)), bytes.TrimPrefix(data, seam.head)...)
		both := one.Format.Open(name, twice)
		part, err := Cut(both, length(one)+0.001, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(part.Data, data) {
			t.Errorf("%s: of two recordings behind each other, the second has %d bytes instead of %d", name, len(part.Data), len(data))
		}
	}
}

// TestWholeQuake2: what is cut out of the whole demo is the demo.
func TestWholeQuake2(t *testing.T) {
	for _, name := range []string{"demoscope1.mvd2", "demoscope1.dm2"} {
		demo := open(t, filepath.Join(corpus.Sample, name))
		part, err := Cut(demo, 0, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(part.Data, demo.Data) {
			t.Errorf("%s: %d bytes instead of %d", name, len(part.Data), len(demo.Data))
		}
	}
}

// TestEndMarks: where a format has a mark of the end, a part has it, too.
func TestEndMarks(t *testing.T) {
	for name, mark := range map[string][]byte{
		"demoscope1.mvd2":  {0, 0},
		"demoscope1.dm2":   {0xff, 0xff, 0xff, 0xff},
		"demoscope1.dm_71": {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	} {
		part, err := Cut(open(t, filepath.Join(corpus.Sample, name)), 2, 4)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(part.Data, mark) {
			t.Errorf("%s: a part ends with % x", name, part.Data[len(part.Data)-8:])
		}
	}
}
