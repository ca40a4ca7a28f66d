package draw

import "testing"

// TestBrighten checks that colors keep their hue and opacity, that none is darker than before, and that none
// is beyond full brightness.
func TestBrighten(t *testing.T) {
	for _, factor := range []float32{0.5, 1.1, 2} {
		for _, c := range []Color{{0.1, 0.2, 0.3, 1}, {0.9, 0.5, 0.1, 1}, {1, 1, 1, 1}, {0.2, 0.4, 0.4, 0.5}, {}} {
			var b Buffer
			b.Vertex(0, 0, c)
			was := b.Vertices[0]
			b.Brighten(factor)
			v := b.Vertices[0]
			if max(v.R, v.G, v.B) > v.A || v.A != was.A {
				t.Errorf("%v by %v: %v is no color", c, factor, v)
			}
			if d := v.R*was.G - v.G*was.R; d > 1e-5 || d < -1e-5 {
				t.Errorf("%v by %v: the hue changed to %v", c, factor, v)
			}
			if factor > 1 && v.G < was.G || factor < 1 && v.G > was.G {
				t.Errorf("%v by %v: %v is on the wrong side of %v", c, factor, v.G, was.G)
			}
		}
	}
}
