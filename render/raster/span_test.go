package raster

import (
	"math"
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
			parts       float64
			most        [4]float64
			plain, fast func(to []uint32, first, add *channels)
		}{
			{"smooth", 1 << smoothBits, smoothMost, plainSmoothSpan, smoothSpan},
			{"blended", 1 << blendBits, blendMost, plainBlendSpan, blendSpan},
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
				if blended := k.most == blendMost; i < 3 && blended { // no channel is brighter than the opacity
					from, to = from*opacity, to*opacity
				} else if blended {
					from, to = opacity, 1
				}
				first[i] = fixed(from*most, most, k.parts)
				if length > 1 {
					add[i] = nearest((to - from) * most / float64(length-1) * k.parts)
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

// TestFirstColor compares what processors have for the first pixel of a span with plain Go, also beyond the range and for
// what is no number.
func TestFirstColor(t *testing.T) {
	const seed, pixels = 7, 20_000
	r := rand.New(rand.NewPCG(seed, seed))
	odd := []float64{0, math.Copysign(0, -1), 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300, 5e-324}
	for n := range pixels {
		var c colors
		for i := range c.at {
			c.at[i], c.dx[i], c.dy[i] = r.Float64(), r.NormFloat64()*0.01, r.NormFloat64()*0.01
			if n%4 == 0 {
				c.at[i], c.dx[i] = odd[r.IntN(len(odd))], odd[r.IntN(len(odd))]
			}
		}
		x, y := r.NormFloat64()*100, r.NormFloat64()*100
		for _, k := range []struct {
			most  *[4]float64
			parts float64
		}{{&smoothMost, 1 << smoothBits}, {&blendMost, 1 << blendBits}} {
			var want, got channels
			plainFirstColor(&want, &c, x, y, k.most, k.parts)
			firstColor(&got, &c, x, y, k.most, k.parts)
			if got != want {
				t.Fatalf("at %v, %v %+v is %v, not %v", x, y, c, got, want)
			}
		}
	}
}
