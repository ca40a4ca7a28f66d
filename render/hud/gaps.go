package hud

import (
	"math"
	"sort"
	"strconv"

	"demoscope/player/scan"
)

const (
	// gapReach is how far a gap's mark reaches to each side, in units, and how close
	// two marks come before they are drawn as one.
	gapReach = 5
	// hatch is the distance of the lines that hatch an uncertain part, in units.
	hatch = 6
)

// drawGaps draws where something of the demo is lost: a break in the line of the
// track, with two slanting strokes as in drawings of things that are too long. No
// event looks so. Behind it the line is hatched for as long as things may be out of
// place. The line begins at y and is thick pixels high.
func (tb *timeBar) drawGaps(in *Input, b *Bar, y, thick float32) {
	u := tb.Unit()
	reach := round(gapReach * u)
	hatched := b.Track.X
	for i := range in.Gaps {
		k := &in.Gaps[i]
		from, to := max(hatched, b.XAt(k.Start, in.Duration)), b.XAt(k.Until, in.Duration)
		if to-from >= 1 {
			tb.hatch(from, to, y-round(u), thick+2*round(u))
			hatched = to
		}
	}
	last := float32(math.Inf(-1))
	for i := range in.Gaps {
		k := &in.Gaps[i]
		if x := b.gapX(k, in.Duration); k.Count > 0 && x-last >= 2*reach {
			tb.gapMark(x, y+thick/2, reach)
			last = x
		}
	}
}

// gapX returns the place of a gap's mark: its middle.
func (b *Bar) gapX(k *scan.Gap, duration float64) float32 {
	return (b.XAt(k.Start, duration) + b.XAt(k.End, duration)) / 2
}

// gapMark draws the mark of a gap around x and the middle of the track, reach pixels to
// each side.
func (tb *timeBar) gapMark(x, middle, reach float32) {
	u := tb.Unit()
	high, line := 8*u, max(1.5, 2*u)
	tb.Out.Rect(x-reach/2, middle-4*u, reach, 8*u, colorTip)
	for _, side := range [...]float32{-1, 1} {
		at := x + side*reach/2
		tb.Out.Line(at-reach/2, middle+high, at+reach/2, middle-high, line, colorDanger)
	}
}

// hatch draws slanting lines between two places, in a band that begins at y.
func (tb *timeBar) hatch(from, to, y, height float32) {
	step := max(3, round(hatch*tb.Unit()))
	tb.Out.Rect(from, y, to-from, height, colorDanger.Alpha(0.25))
	for x := from; x < to; x += step {
		// Cut at the end, so that no line reaches beyond it.
		wide := min(height, to-x)
		tb.Out.Line(x, y+height, x+wide, y+height-wide, max(1, tb.Unit()), colorDanger)
	}
}

// gapTip adds to the tip what is damaged under the pointer.
func (tb *timeBar) gapTip(in *Input, b *Bar) {
	reach := (gapReach + tipReach) * tb.canvas.Unit()
	clock := b.TimeAt(in.MouseX, in.Duration)
	near := -1
	for i := range in.Gaps {
		d := float32(math.Abs(float64(b.gapX(&in.Gaps[i], in.Duration) - in.MouseX)))
		if in.Gaps[i].Count > 0 && d < reach {
			near, reach = i, d
		}
	}
	if near >= 0 {
		start := len(tb.tip)
		tb.tip = appendGap(tb.tip, &in.Gaps[near])
		tb.piece("  ", charsetOwn, colorText)
		tb.piece(asString(tb.tip[start:]), charsetOwn, colorDanger)
		return
	}
	i := sort.Search(len(in.Gaps), func(i int) bool { return in.Gaps[i].Start > clock }) - 1
	if i >= 0 && clock < in.Gaps[i].Until {
		tb.piece("  things may be out of place", charsetOwn, colorDanger)
	}
}

// appendGap appends where a gap is and what is lost in it: "damaged at byte 39021: 412
// bytes unreadable, 1.2 s lost".
func appendGap(text []byte, k *scan.Gap) []byte {
	text = append(text, "damaged "...)
	if k.Count > 1 {
		text = append(text, "in "...)
		text = strconv.AppendInt(text, int64(k.Count), 10)
		text = append(text, " places from byte "...)
	} else {
		text = append(text, "at byte "...)
	}
	text = strconv.AppendInt(text, k.Damage.Offset, 10)
	if k.Count > 1 {
		text = append(text, " on"...)
	}
	end := len(text)
	text = append(text, ": "...)
	start := len(text)
	if text = k.Append(text); len(text) == start {
		return text[:end]
	}
	return text
}
