package draw

import (
	"math"
	"testing"
)

// seenByDeuteranopes returns a color as those see it who have no cones for green: the matrix of Machado,
// Oliveira and Fernandes (2009), for a loss of all of them, on linear light.
func seenByDeuteranopes(c [3]float32) (seen [3]float64) {
	m := [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}
	for i := range m {
		for k := range m[i] {
			seen[i] += m[i][k] * math.Pow(float64(c[k]), 2.2)
		}
		seen[i] = max(0, min(1, seen[i]))
	}
	return seen
}

// apart returns how far two colors in linear light are from each other in Oklab, where 0.02 is just seen.
func apart(a, b [3]float64) float64 {
	lab := func(c [3]float64) [3]float64 {
		l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
		m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
		s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
		return [3]float64{0.2104542553*l + 0.7936177850*m - 0.0040720468*s, 1.9779984951*l - 2.4285922050*m +
			0.4505937099*s, 0.0259040371*l + 0.7827717662*m - 0.8086757660*s}
	}
	p, q := lab(a), lab(b)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

func rgb(hex uint32) [3]float32 { c := RGB(hex); return [3]float32{c.R, c.G, c.B} }

// TestSafe: pairs that mean opposite things are far from each other also for those who do not tell red
// from green.
func TestSafe(t *testing.T) {
	for _, pair := range []struct {
		what string
		a, b uint32
	}{
		{"health: full and low", 0x62d862, 0xf04838}, {"health: full and above it", 0x62d862, 0x6ab4ff},
		{"health: half and low", 0xf0d040, 0xf04838},
		{"health: full and half", 0x62d862, 0xf0d040},
		{"good and bad", 0x6fcf73, 0xff5b4f}, {"a mate and a foe who aims", 0x6fcf73, 0xff3b30},
		{"teams", 0xf04838, 0x4c78ff},
		{"armor: green and red", 0x58c850, 0xf04838}, {"armor: green and yellow", 0x58c850, 0xf0d040},
		{"armor: yellow and red", 0xf0d040, 0xf04838},
	} {
		before := apart(seenByDeuteranopes(rgb(pair.a)), seenByDeuteranopes(rgb(pair.b)))
		after := apart(seenByDeuteranopes(safe(rgb(pair.a))), seenByDeuteranopes(safe(rgb(pair.b))))
		if after < 0.11 {
			t.Errorf("%s: %.3f apart, %.3f before", pair.what, after, before)
		}
		t.Logf("%s: %.3f apart, %.3f before", pair.what, after, before)
	}
}

// TestSafeKeeps: what has hardly a hue stays, the brightness of a corner does not matter, and no color
// leaves the range of what it was.
func TestSafeKeeps(t *testing.T) {
	for _, c := range [][3]float32{{0, 0, 0}, {1, 1, 1}, {0.5, 0.5, 0.5}, {0.9, 0.85, 0.8}} {
		if got := safe(c); got != c {
			t.Errorf("%v becomes %v", c, got)
		}
	}
	full, half := safe([3]float32{0.8, 0.2, 0.1}), safe([3]float32{0.4, 0.1, 0.05})
	for r := range 11 {
		for g := range 11 {
			for b := range 11 {
				c := [3]float32{float32(r) / 10, float32(g) / 10, float32(b) / 10}
				for _, v := range safe(c) {
					if !(v >= 0 && v <= max(c[0], c[1], c[2])+1e-6) {
						t.Errorf("%v becomes %v", c, safe(c))
					}
				}
			}
		}
	}
	for k := range full {
		if math.Abs(float64(full[k]-2*half[k])) > 1e-5 {
			t.Errorf("%v and %v", full, half)
		}
	}
	var buf Buffer
	buf.Rect(0, 0, 1, 1, RGB(0x00ff00).Alpha(0.5))
	if n := testing.AllocsPerRun(10, buf.Safe); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if v := buf.Vertices[0]; v.A != 0.5 || v.B < v.R {
		t.Errorf("%+v", v)
	}
}
