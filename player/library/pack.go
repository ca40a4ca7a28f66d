package library

import (
	"fmt"
	"math"

	"demoscope/internal/binenc"
)

const (
	// maxFactsBytes bounds the unpacked facts of a demo in bytes. The longest matches have 200 KB.
	maxFactsBytes = 32 << 20
	// maxPacked bounds the saved facts of a demo in bytes. Larger facts are not saved but read from the demo.
	maxPacked = 4 << 20
)

// pack encodes and compresses facts or a summary for the store.
func pack(v any) ([]byte, error) {
	data := binenc.Marshal(v)
	if len(data) > maxFactsBytes {
		return nil, fmt.Errorf("the moments of a demo take %d bytes, more than %d", len(data), maxFactsBytes)
	}
	small := compress(data)
	if len(small) > maxPacked {
		return nil, fmt.Errorf("the moments of a demo take %d bytes packed, more than %d", len(small), maxPacked)
	}
	return small, nil
}

// unpack decodes the output of pack into v.
func unpack(data []byte, v any) error {
	raw, err := expand(data)
	if err != nil {
		return err
	}
	return binenc.Unmarshal(raw, v)
}

// finite returns v, or 0 if v is NaN or infinite.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
