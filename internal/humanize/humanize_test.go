package humanize

import (
	"math"
	"testing"
)

func TestClockAndBytes(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0:00", -3: "0:00", 59.4: "0:59", 59.999: "0:59", 3599.6: "59:59", 319.6: "5:19", 3600: "1:00:00",
		3725: "1:02:05", math.Inf(1): "277777:46:40",
	} {
		if got := Clock(seconds); got != want {
			t.Errorf("%v s: %s, want %s", seconds, got, want)
		}
	}
	// A moment at 13 s that sums of tenths lead to.
	if moment := 12.9999999999; Clock(moment) != "0:13" || Tenths(moment) != "0:13.0" {
		t.Errorf("%v s: %s, %s", moment, Clock(moment), Tenths(moment))
	}
	for seconds, want := range map[float64]string{0: "0:00.0", -3: "0:00.0", -0.34: "0:00.0", 82.7: "1:22.7",
		59.94: "0:59.9", 59.96: "1:00.0", 3725.25: "1:02:05.3"} {
		if got := Tenths(seconds); got != want {
			t.Errorf("%v s: %s, want %s", seconds, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 999: "999 B", 1000: "1 KB", 1499: "1 KB", 1500: "2 KB",
		999999: "1000 KB", 1000000: "1.0 MB", 999999999: "1000.0 MB", 1234567: "1.2 MB", 3e9: "3.0 GB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d bytes: %s, want %s", n, got, want)
		}
	}
}
