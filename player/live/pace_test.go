package live

import (
	"math"
	"testing"
)

func TestPace(t *testing.T) {
	var p Pace
	for i, c := range []struct{ buffered, speed, jump float64 }{
		{0, 0, 0}, {0.3, 0, 0}, {0.49, 0, 0}, {0.5, 1, 0}, // filled first
		{0.4, 1, 0}, {0.2, 1, 0}, {0.14, 0.9, 0}, {0.3, 0.9, 0}, {0.51, 1, 0},
		{0.74, 1, 0}, {0.76, 1.1, 0}, {0.6, 1.1, 0}, {0.5, 1, 0},
		{0.1, 0.9, 0}, {0, 0, 0}, {0.2, 0, 0}, // stands still, and goes on when it is filled
		{3, 1.1, 0}, {9, 1, 8.5}, {0.5, 1, 0},
	} {
		if speed, jump := p.Speed(c.buffered); speed != c.speed || jump != c.jump {
			t.Errorf("step %d, %v s: %v, jump %v; want %v, %v", i, c.buffered, speed, jump, c.speed, c.jump)
		}
	}
}

// TestPaceOfBursts: a proxy's bursts of a tenth of a second are shown evenly, and a clock that is a
// hundredth too fast or slow neither starves nor falls behind.
func TestPaceOfBursts(t *testing.T) {
	for _, drift := range []float64{0.99, 1, 1.01} {
		var p Pace
		came, shown, stood, least, most := 0.0, 0.0, 0, math.Inf(1), 0.0
		for frame := range 60 * 600 { // ten minutes of 60 pictures a second
			if frame%6 == 0 {
				came += 0.1 * drift
			}
			speed, jump := p.Speed(came - shown)
			if jump != 0 {
				t.Fatalf("jumped %v s", jump)
			}
			if speed == 0 {
				stood++
			}
			shown += speed / 60
			if frame > 60 {
				least, most = min(least, came-shown), max(most, came-shown)
			}
		}
		if stood > 30 || least < 0.05 || most > 0.9 {
			t.Errorf("drift %v: stood still for %d pictures, a buffer of %v to %v s", drift, stood, least, most)
		}
	}
}
