package library

import (
	"fmt"
	"math"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player/pattern"
)

const (
	// maxFactsBytes bounds the facts of a demo, unpacked: the longest matches have 200 KB.
	maxFactsBytes = 32 << 20
	// maxPacked bounds them as they are kept. Those of larger ones are read from the demo.
	maxPacked = 4 << 20
)

// pack returns facts as they are kept.
func pack(f *pattern.Facts) ([]byte, error) {
	data, err := f.MarshalBinary()
	if err != nil {
		return nil, err
	}
	if len(data) > maxFactsBytes {
		return nil, fmt.Errorf("the moments of a demo take %d bytes, more than %d", len(data), maxFactsBytes)
	}
	packed := compress(data)
	if len(packed) > maxPacked {
		return nil, fmt.Errorf("the moments of a demo take %d bytes packed, more than %d", len(packed), maxPacked)
	}
	return packed, nil
}

// unpack reads what pack returned.
func unpack(data []byte) (*pattern.Facts, error) {
	raw, err := expand(data)
	if err != nil {
		return nil, err
	}
	f := new(pattern.Facts)
	return f, f.UnmarshalBinary(raw)
}

// read reads the facts of a demo.
func read(format string, d *formats.Demo) (f *pattern.Facts, err error) {
	if failed := fault.Guard("reading "+d.Path(), func() {
		f = pattern.Read(format, d.Decoder(), pattern.Options{})
	}); failed != nil {
		return nil, failed
	}
	return f, nil
}

// finite returns a number, 0 if it is none.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
