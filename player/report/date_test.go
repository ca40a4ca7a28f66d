package report

import (
	"slices"
	"testing"
	"time"
)

// TestInstant: dates are in order of time, whatever their zones.
func TestInstant(t *testing.T) {
	want := []string{
		"2022-01-04T00:15:39+01:00", "2022-01-03T23:15:40Z", "2022-01-03T19:00:00-05:00", "2022-01-04",
		"2022-01-04T09:15:39+01:00", "2022-01-04T08:15:39", "2022-01-04T08:15:40Z", "2022-01-05",
	}
	list := slices.Clone(want)
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b string) int { // equal ones
		if x, y := Instant(a), Instant(b); x != y {
			if x < y {
				return -1
			}
			return 1
		}
		return slices.Index(want, a) - slices.Index(want, b)
	})
	// A day without a time begins at midnight, before what is on it.
	want[2], want[3] = want[3], want[2]
	if !slices.Equal(list, want) {
		t.Errorf("%q, want %q", list, want)
	}
}

// TestDayOf: a day is that of the viewer's zone, and a date without a zone stays as it is.
func TestDayOf(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	time.Local = time.FixedZone("", -5*60*60)
	for date, want := range map[string][2]string{
		"2022-01-04T00:15:39+01:00": {"2022-01-03", "2022-01-04 00:15:39 +01:00"},
		"2022-01-04T04:59:59Z":      {"2022-01-03", "2022-01-04 04:59:59 UTC"},
		"2022-01-04T05:00:00Z":      {"2022-01-04", "2022-01-04 05:00:00 UTC"},
		"2022-01-04T00:15:39":       {"2022-01-04", "2022-01-04 00:15:39"},
		"2022-01-04":                {"2022-01-04", "2022-01-04"},
		"":                          {"", ""},
	} {
		if got := DayOf(date); got != want[0] {
			t.Errorf("%s: the day is %s, want %s", date, got, want[0])
		}
		if got := ReadableDate(date); got != want[1] {
			t.Errorf("%s: for people %s, want %s", date, got, want[1])
		}
	}
}
