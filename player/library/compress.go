//go:build !js

package library

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// packer and unpacker may be used by several goroutines at once.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // of options that are always the same
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

// expand unpacks what compress returned, up to maxFactsBytes.
func expand(data []byte) ([]byte, error) { return unpacker().DecodeAll(data, nil) }
