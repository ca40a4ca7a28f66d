package library

import (
	"fmt"
	"math"

	"demoscope/internal/packed"
)

const (
	// maxFactsBytes bounds the facts of a demo, unpacked: the longest matches have 200 KB.
	maxFactsBytes = 32 << 20
	// maxPacked bounds them as they are kept. Those of larger ones are read from the demo.
	maxPacked = 4 << 20
)

// pack returns facts or a summary as they are kept.
func pack(v any) ([]byte, error) {
	data := packed.Marshal(v)
	if len(data) > maxFactsBytes {
		return nil, fmt.Errorf("the moments of a demo take %d bytes, more than %d", len(data), maxFactsBytes)
	}
	small := compress(data)
	if len(small) > maxPacked {
		return nil, fmt.Errorf("the moments of a demo take %d bytes packed, more than %d", len(small), maxPacked)
	}
	return small, nil
}

// unpack reads what pack returned into v.
func unpack(data []byte, v any) error {
	raw, err := expand(data)
	if err != nil {
		return err
	}
	return packed.Unmarshal(raw, v)
}

// finite returns a number, 0 if it is none.
func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
