package hud

import (
	"math"
	"strconv"
)

// appendClock appends seconds as 1:02:03 or 2:03, with thousandths if fine.
func appendClock(b []byte, seconds float64, fine bool) []byte {
	if math.IsNaN(seconds) || seconds < 0 {
		seconds = 0
	}
	ms := int64(math.Min(seconds, 1e9) * 1000)
	if fine {
		ms = int64(math.Round(math.Min(seconds, 1e9) * 1000))
	}
	s := ms / 1000
	if s >= 3600 {
		b = strconv.AppendInt(b, s/3600, 10)
		b = append(b, ':')
		b = appendTwo(b, s/60%60)
	} else {
		b = strconv.AppendInt(b, s/60, 10)
	}
	b = append(b, ':')
	b = appendTwo(b, s%60)
	if fine {
		b = append(b, '.', byte('0'+ms/100%10), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	return b
}

func appendTwo(b []byte, n int64) []byte { return append(b, byte('0'+n/10), byte('0'+n%10)) }

// appendRate appends a playback rate as 1×, 0.25× or -2×.
func appendRate(b []byte, rate float64) []byte {
	b = strconv.AppendFloat(b, math.Round(rate*100)/100, 'f', -1, 64)
	return append(b, "×"...)
}
