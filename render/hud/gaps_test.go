package hud

import (
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/render/draw"
)

// gapInput is a bar of 100 seconds with gaps.
func gapInput(gaps ...scan.Gap) (*HUD, *Input, Bar) {
	s := Screen{1280, 720, 1, 0, false}
	in := eventsInput(s, 100)
	in.Gaps = gaps
	return New(s.Unit()), in, NewBar(NewLayout(s), false)
}

// The part that is uncertain is hatched, and nothing else is.
func TestHatchedUntilCertain(t *testing.T) {
	h, in, b := gapInput(scan.Gap{Losses: scan.Losses{Count: 1}, Start: 20, End: 22, Until: 40},
		scan.Gap{Losses: scan.Losses{Count: 1}, Start: 60, End: 60, Until: 60})
	h.Build(in)
	y := b.Track.Y + b.Track.H/2
	for clock := 1.0; clock < 100; clock++ {
		x, red := b.XAt(clock, in.Duration), false
		var c draw.Color
		for _, d := range [...]float32{0, 1.3, 2.6} { // one may be at the soft edge of a stroke
			c = colorAt(h.Buffer(), x+d, y)
			red = red || c.R > c.B*1.5 && c.R > 0.2
		}
		if want := clock > 20 && clock < 40; red != want && clock != 20 && clock != 40 && clock != 21 && clock != 60 {
			t.Errorf("at %v s the track is %+v", clock, c)
		}
	}
}

// tipAt returns what the tip says of gaps with the pointer at a time of the bar.
func tipAt(clock float64, gaps ...scan.Gap) string {
	h, in, b := gapInput(gaps...)
	in.MouseKnown, in.MouseX, in.MouseY = true, b.XAt(clock, in.Duration), b.Track.Y+b.Track.H/2
	h.bar.gapTip(in, &b)
	var text strings.Builder
	for _, p := range h.pieces {
		text.WriteString(p.text)
	}
	return text.String()
}

// A gap tells what is lost there, and the part behind it that it is uncertain.
func TestGapTips(t *testing.T) {
	gap := scan.Gap{Damage: message.Damage{Offset: 39021}, Losses: scan.Losses{Count: 1, Skipped: 412,
		Lost: 1.2}, Start: 20, End: 21.2, Until: 40}
	for _, c := range []struct {
		clock float64
		gap   scan.Gap
		want  string
	}{
		{20.6, gap, "  damaged at byte 39021: 412 bytes unreadable, 1.2 s lost"},
		{20.6, scan.Gap{Damage: gap.Damage, Losses: scan.Losses{Count: 3, Skipped: 1}, Start: 20, End: 21.2,
			Until: 40}, "  damaged in 3 places from byte 39021 on: 1 byte unreadable"},
		{20.6, scan.Gap{Damage: gap.Damage, Losses: scan.Losses{Count: 1}, Start: 20, End: 21.2, Until: 40},
			"  damaged at byte 39021"},
		{30, gap, "  things may be out of place"},
		{41, gap, ""},
		{19, gap, ""},
		{20.6, scan.Gap{Start: 20, End: 21.2, Until: 40}, "  things may be out of place"},
	} {
		if got := tipAt(c.clock, c.gap); got != c.want {
			t.Errorf("at %v s of %+v: %q, not %q", c.clock, c.gap, got, c.want)
		}
	}
}

// Of two gaps that are close the tip is that of the closer one, and what is no damage has no
// mark.
func TestGapsSideBySide(t *testing.T) {
	at := func(clock float64, offset int64) scan.Gap {
		return scan.Gap{Damage: message.Damage{Offset: offset}, Losses: scan.Losses{Count: 1}, Start: clock,
			End: clock, Until: clock}
	}
	for clock, want := range map[float64]string{20: "  damaged at byte 1", 20.4: "  damaged at byte 2"} {
		if got := tipAt(clock, at(20, 1), at(20.4, 2)); got != want {
			t.Errorf("at %v s: %q, not %q", clock, got, want)
		}
	}
	drawn := func(gaps ...scan.Gap) int {
		h, in, _ := gapInput(gaps...)
		h.Build(in)
		return len(h.Buffer().Indices)
	}
	none := at(50, 3)
	none.Count = 0
	if with, without := drawn(none), drawn(); with != without {
		t.Errorf("what is no damage takes %d triangles", (with-without)/3)
	}
}

// Thousands of gaps are not drawn on each other, and nothing of it is allocated.
func TestManyGaps(t *testing.T) {
	var gaps []scan.Gap
	for i := range 256 {
		at := float64(i) * 100 / 256
		gaps = append(gaps, scan.Gap{Losses: scan.Losses{Count: 1}, Start: at, End: at, Until: 100})
	}
	h, in, _ := gapInput()
	h.Build(in)
	without := len(h.Buffer().Indices)
	in.Gaps = gaps
	h.Build(in)
	if more := len(h.Buffer().Indices) - without; more < 600 || more > 6000 {
		t.Errorf("gaps take %d triangles", more/3)
	}
	if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}
