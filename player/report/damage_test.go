package report

import (
	"testing"

	"demoscope/player/timeline"
)

// What is missing is said in words, without what is too little.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		bytes   int64
		seconds float64
		want    string
	}{
		{412, 1.2, "412 bytes are missing, 1.2 s"},
		{1, 0, "1 byte is missing"},
		{1, 0.06, "1 byte is missing, 0.1 s"},
		{5, 0.04, "5 bytes are missing"},
		{0, 2, "2.0 s are missing"},
		{0, 0, ""},
	} {
		if got := Missing(c.bytes, c.seconds); got != c.want {
			t.Errorf("%d bytes, %v s: %q, not %q", c.bytes, c.seconds, got, c.want)
		}
	}
	for want, l := range map[string]timeline.Losses{
		"1 damaged place": {Count: 1}, "3 damaged places, 412 bytes are missing, 2.1 s": {Count: 3, Skipped: 412, Lost: 2.1},
	} {
		if got := Losses(l); got != want {
			t.Errorf("%+v: %q, not %q", l, got, want)
		}
	}
}
