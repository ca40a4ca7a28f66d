//go:build !js

package library

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// packer and unpacker are safe for concurrent use.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // can't happen: the options are constant
		}
		return e
	})
	unpacker = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxFactsBytes), zstd.WithDecoderLowmem(true))
		if err != nil {
			panic(err)
		}
		return d
	})
)

// compress packs data.
func compress(data []byte) []byte { return packer().EncodeAll(data, nil) }

// expand unpacks the output of compress, up to maxFactsBytes.
func expand(data []byte) ([]byte, error) { return unpacker().DecodeAll(data, nil) }
