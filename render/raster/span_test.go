package raster

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestSpans compares what processors have for spans with plain Go, of all lengths, and what goes beyond a span's ends.
func TestSpans(t *testing.T) {
	const seed, spans, longest, beyond = 7, 20_000, 40, 3
	r := rand.New(rand.NewPCG(seed, seed))
	for n := range spans {
		there := make([]uint32, r.IntN(longest+1)+beyond)
		for i := range there {
			there[i] = r.Uint32() | opaque
		}
		for _, k := range []struct {
			name        string
			bits        uint
			most        [4]float64
			plain, fast func(to []uint32, first, add *channels)
		}{
			{"smooth", smoothBits, [4]float64{255, 255, 255}, plainSmoothSpan, smoothSpan},
			{"blended", blendBits, [4]float64{colorScale, colorScale, colorScale, alphaScale}, plainBlendSpan, blendSpan},
		} {
			length := len(there) - beyond
			var first, add channels
			opacity := r.Float64()
			for i, most := range k.most {
				from, to := r.Float64(), r.Float64()
				if n%3 == 0 {
					to = from // one colour
				}
				if n%5 == 0 {
					from, to = float64(r.IntN(2)), float64(r.IntN(2)) // the ends of the range
				}
				if i < 3 && k.bits == blendBits { // no channel is brighter than the opacity
					from, to = from*opacity, to*opacity
				} else if k.bits == blendBits {
					from, to = opacity, 1
				}
				first[i] = fixed(from*most, most, k.bits)
				if length > 1 {
					add[i] = nearest((to - from) * most / float64(length-1) * float64(uint64(1)<<k.bits))
				}
			}
			want, got := slices.Clone(there), slices.Clone(there)
			k.plain(want[:length], &first, &add)
			k.fast(got[:length], &first, &add)
			if !slices.Equal(want, got) {
				t.Fatalf("%s: a span of %d from %v by %v is\n%x, not\n%x", k.name, length, first, add, got, want)
			}
			if !slices.Equal(got[length:], there[length:]) {
				t.Fatalf("%s: a span of %d has changed what is behind it", k.name, length)
			}
		}
	}
}
