package dm2_test

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"demoscope/formats/dm2"
	"demoscope/formats/internal/decodertest"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
)

// TestRerelease: recordings of the re-release are read from any mark, without an allocation, and written as they were.
func TestRerelease(t *testing.T) {
	list := map[string][]byte{}
	for _, protocol := range []int32{1038, 2022, 2023} {
		list[strconv.Itoa(int(protocol))] = made.Rerelease{Protocol: protocol, Frames: 200, Back: 3}.Demo(t)
	}
	list["split"] = made.Rerelease{Protocol: 2022, Frames: 200, Split: true}.Demo(t)
	if dir, ok := corpus.Lookup(); ok {
		for _, file := range corpus.Files(t, filepath.Join(dir, "rerelease"), func(name string) bool {
			return filepath.Ext(name) == ".dm2"
		}) {
			list[filepath.Base(file)] = corpus.Read(t, file)
		}
	}
	for name, data := range list {
		t.Run(name, func(t *testing.T) {
			open := func() *dm2.Decoder { return dm2.NewDecoder(data) }
			if r := decodertest.Drain(t, "dm2", data, open()); len(r.Damages) > 0 {
				t.Fatal(r.Damages[0])
			}
			decodertest.Marks(t, open())
			decodertest.Found(t, open())
			decodertest.Allocations(t, open())
			decodertest.Rewrite(t, data, open(), dm2.NewEncoder())
		})
	}
}

// TestClassicAfterTheRerelease: a frame that a classic level contains reads the same before and after a level of the
// re-release, whose messages have more fields.
func TestClassicAfterTheRerelease(t *testing.T) {
	demo := made.Rerelease{Protocol: 2022, Frames: 1}.Demo(t) // whose last player has all fields
	d := dm2.NewDecoder(demo)
	var frame []byte // with its length
	for frame == nil {
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		if m, err := d.NextMessage(); err == nil && m.Name() == "frame" {
			frame = demo[p.Offset : p.Offset+int64(p.Size)]
		}
	}
	d = dm2.NewDecoder(slices.Concat(frame, demo))
	start := d.Mark()
	first := func() (list []string) {
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				return list
			}
			list = append(list, fmt.Sprintf("%+v", m))
		}
	}
	before := first()
	for err := error(nil); err != io.EOF; {
		if _, err = d.NextPacket(); err == nil {
			for err == nil {
				_, err = d.NextMessage()
			}
			err = nil
		}
	}
	d.Return(start)
	if after := first(); len(before) < 2 || !slices.Equal(before, after) {
		t.Errorf("%q, then %q", before, after)
	}
}
