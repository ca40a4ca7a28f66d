package film

import (
	"testing"
	"time"
)

// TestPace: pictures that were kept from another time are neither quick ones nor does going past them take of the time.
func TestPace(t *testing.T) {
	begun := time.Unix(1000, 0)
	p := NewPace(1200, begun)
	for _, c := range []struct {
		done, kept int
		at         time.Duration
		left       time.Duration
		known      bool
	}{
		{300, 300, 4 * time.Second, 0, false},
		{310, 300, 4500 * time.Millisecond, 0, false},
		{400, 300, 9 * time.Second, 40 * time.Second, true},  // 100 in 5 s, 800 to go
		{700, 600, 15 * time.Second, 25 * time.Second, true}, // 300 more were there, which took 6 s
		{800, 600, 18 * time.Second, 16 * time.Second, true}, // 200 in 8 s, 400 to go
		{1200, 600, 33 * time.Second, 0, true},
	} {
		left, known := p.Left(Progress{Done: c.done, Kept: c.kept}, begun.Add(c.at))
		if left != c.left || known != c.known {
			t.Errorf("%d pictures after %v: %v, %v are left, not %v", c.done, c.at, left, known, c.left)
		}
	}
}
