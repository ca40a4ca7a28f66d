package app

import (
	"io"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/scan"
)

func gap(start, end, until float64) scan.Gap {
	return scan.Gap{Damage: message.Damage{Err: io.ErrUnexpectedEOF}, Losses: scan.Losses{Count: 1,
		Skipped: 412, Lost: end - start}, Start: start, End: end, Until: until}
}

// A damaged place is one sentence for some seconds; those close behind each other are one.
func TestGapsHere(t *testing.T) {
	gaps := []scan.Gap{gap(10, 11, 11), gap(14, 14, 14), gap(19, 19, 19), gap(60, 60, 70),
		{Start: 61, End: 61, Until: 62}}
	for _, c := range []struct {
		clock      float64
		first, end int
	}{{0, 0, 0}, {9.9, 0, 0}, {10, 0, 1}, {16.9, 0, 2}, {19, 0, 3}, {25, 0, 3}, {25.1, 3, 3}, {60, 3, 4}, {61.5, 3, 4},
		{66.1, 4, 4}} {
		if first, end := gapsHere(gaps, c.clock); end-first != c.end-c.first || end > first && (first != c.first ||
			end != c.end) {
			t.Errorf("at %v s: %d to %d, not %d to %d", c.clock, first, end, c.first, c.end)
		}
	}
}

// A place counts as long as it lasts, and some seconds more.
func TestLongGapHere(t *testing.T) {
	gaps := []scan.Gap{gap(10, 30, 30)}
	for clock, want := range map[float64]int{9: 0, 10: 1, 35: 1, 37: 0} {
		if first, end := gapsHere(gaps, clock); end-first != want {
			t.Errorf("at %v s: %d places, not %d", clock, end-first, want)
		}
	}
}

// What a damaged place costs is said in plain words.
func TestDescribeGaps(t *testing.T) {
	last := gap(9, 9, 9)
	last.Last = true
	cut := last
	cut.Skipped, cut.Damage.Err = 0, message.ErrTruncated
	short := last
	short.Skipped, short.Missing = 0, 40
	lasting := gap(5, 5, 900)
	lasting.Skipped, lasting.Lasting = 1, true
	beginning := gap(0, 0.1, 900)
	beginning.Lost, beginning.Lasting, beginning.Beginning = 0, true, true
	for _, c := range []struct {
		gaps []scan.Gap
		want string
	}{
		{[]scan.Gap{beginning},
			"Damaged here: the beginning missing, 412 bytes unreadable. Positions may be wrong from here on."},
		{[]scan.Gap{gap(10, 11.2, 225)},
			"Damaged here: 412 bytes unreadable, 1.2 s lost. Positions may be wrong until 3:45."},
		{[]scan.Gap{gap(10, 10, 10.9)}, "Damaged here: 412 bytes unreadable."},
		{[]scan.Gap{gap(10, 10, 11)}, "Damaged here: 412 bytes unreadable. Positions may be wrong until 0:11."},
		{[]scan.Gap{gap(10, 11, 11), lasting},
			"Damaged here in 2 places: 413 bytes unreadable, 1.0 s lost. Positions may be wrong from here on."},
		{[]scan.Gap{lasting}, "Damaged here: 1 byte unreadable. Positions may be wrong from here on."},
		{[]scan.Gap{last}, "Damaged here: 412 bytes unreadable, and nothing follows."},
		{[]scan.Gap{short}, "Damaged here: 40 bytes missing, and nothing follows."},
		{[]scan.Gap{cut}, "Damaged here: truncated."},
	} {
		if got := describeGaps(c.gaps); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if got, want := summarizeDamage([]scan.Gap{cut}, scan.Losses{Count: 1}),
		"Demo damaged at its end: truncated"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, k := range []struct {
		gap   scan.Gap
		count int
		want  string
	}{
		{gap(1, 2, 2), 1, "Demo damaged: 900 bytes unreadable"},
		{cut, 2, "Demo damaged in 2 places: 900 bytes unreadable"},
	} {
		if got := summarizeDamage([]scan.Gap{k.gap}, scan.Losses{Count: k.count, Skipped: 900}); got != k.want {
			t.Errorf("%q, want %q", got, k.want)
		}
	}
	if got, want := summarizeDamage([]scan.Gap{gap(1, 2, 2), gap(3, 4, 4)}, scan.Losses{Count: 3, Skipped: 900,
		Missing: 1, Lost: 2.1}),
		"Demo damaged in 3 places: 900 bytes unreadable, 1 byte missing, 2.1 s lost"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
