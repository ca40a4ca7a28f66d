// Package humanize writes times, counts and sizes for people.
package humanize

import (
	"fmt"
	"math"
	"strings"
)

// Clock returns seconds as 1:02:03 or 2:03, truncated like a running clock; 0:00 if negative. It rounds up a second
// that is missed by less than half a thousandth, as sums of fractions may be, because other outputs have thousandths.
func Clock(seconds float64) string {
	s := int64(min(max(seconds, 0)+0.0005, 1e9))
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Tenths returns seconds as 1:02:03.4 or 2:03.4, rounded to tenths, for times to seek to; 0:00.0 if negative.
func Tenths(seconds float64) string {
	n := int64(math.Round(min(max(seconds, 0), 1e9) * 10))
	return fmt.Sprintf("%s.%d", Clock(float64(n/10)), n%10)
}

// Count returns "1 death", "2 deaths" or "2 copies".
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	if stem, ok := strings.CutSuffix(what, "py"); ok {
		what = stem + "pie"
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// Bytes returns a size in a readable unit, in powers of 1000: 999 B, 1 KB, 1.2 MB.
func Bytes(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n >= 1e3:
		return fmt.Sprintf("%.0f KB", float64(n)/1e3)
	}
	return fmt.Sprintf("%d B", n)
}
