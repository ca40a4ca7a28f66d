package app

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/player/match"
	"demoscope/render/hud"
)

// The plot of a page says which time is at the pointer, and plays the demo from there; keys do the same.
func TestPlotPlaysItsTime(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropSamples(sampleFolder(t))
	r.until("the page", func() bool { return r.home.pager.now != nil && r.home.pager.now.complete() })
	r.pass(0)
	// The match of demoscope1.mvd goes from 0 s to the end of the recording, at 60.05 s.
	if k := r.home.pager.now; k.from != 0 || k.to < 59.9 || k.to > 60.3 {
		t.Fatalf("the match goes from %v s to %v s", k.from, k.to)
	}
	plot := &r.home.hudIn.Page.Plot
	if plot.Time != "" {
		t.Errorf("before anybody asks it says %q", plot.Time)
	}
	where := r.home.layout.Parts.Plot
	half := where.X + 30 + (where.W-32)/2 // the axis takes 30 at the left, 2 are free at the right
	r.move(half, where.Y+where.H/2)
	if plot = &r.home.hudIn.Page.Plot; plot.Time != "0:30" || plot.Cursor < 0.49 || plot.Cursor > 0.51 ||
		r.opener.result != nil || r.home.focus != focusTable {
		t.Errorf("in its middle it says %q at %v", plot.Time, plot.Cursor)
	}
	in := r.reader.read(0)
	if n := allocations(50, 0, func() { r.home.showCursor(in) }); n != 0 {
		t.Errorf("saying so allocates %v times", n)
	}
	r.click(hud.Rect{X: half - 1, Y: where.Y + 10, W: 2, H: 2})
	r.opening()
	if c := r.Demo.Player.Clock(); r.home.shown || c < 29.5 || c > 30.7 {
		t.Errorf("home %v, at %v s, want 30", r.home.shown, c)
	}
	r.Demo.Player.SetPaused(true)
	r.press("Shift+Esc")
	r.move(5, 700)

	// With keys it begins where it was, and stays in the match.
	r.until("the page", func() bool { return r.home.pager.now != nil && r.home.pager.now.complete() })
	r.home.pager.now.cursorMoved = false
	r.home.focus = focusTable
	r.press("Tab")
	r.press("Tab")
	if r.home.focus != focusPlot || !r.home.hudIn.Page.Plot.Focused {
		t.Fatalf("the focus is %d", r.home.focus)
	}
	expect := func(key, time string) {
		t.Helper()
		r.press(key)
		if got := r.home.hudIn.Page.Plot.Time; got != time {
			t.Errorf("%s leads to %q, want %q", key, got, time)
		}
	}
	expect("Home", "0:00")
	expect("Right", "0:05")
	expect("Right", "0:10")
	expect("Left", "0:05")
	expect("PageDown", "1:00")
	expect("PageUp", "0:00")
	expect("Left", "0:00")
	expect("Right", "0:05")
	r.press("Enter")
	r.opening()
	if c := r.Demo.Player.Clock(); r.home.shown || c < 5 || c > 5.3 {
		t.Errorf("home %v, at %v s, want 5", r.home.shown, c)
	}
	r.press("Shift+Esc")
	r.home.focus = focusPlot
	r.press("Esc")
	if r.home.focus != focusTable || r.home.hudIn.Page.Plot.Time != "" {
		t.Errorf("Esc leaves the focus at %d, and %q", r.home.focus, r.home.hudIn.Page.Plot.Time)
	}
}

// The line of who left ends there, whether he had scored or not, and whatever came first; those of the others
// end with the match.
func TestPlotEndsWhereSomebodyLeft(t *testing.T) {
	m := &match.Match{From: 10, To: 30, Lines: []match.Line{
		{Name: "Ann", Until: 30, Points: []match.Point{{Clock: 20, Score: 4}}},
		{Name: "Bob", Until: 25, Final: match.Number{Value: 2, Source: match.Known}, Points: []match.Point{
			{Clock: 15, Score: 2}}},
		{Name: "Cy", Until: 20},
		{Name: "Di", Until: 10, Points: []match.Point{{Clock: 15, Score: 1}}},
	}}
	want := [][]hud.HomePoint{
		{{X: 0, Y: 0}, {X: 0.5, Y: 1}, {X: 1, Y: 1}}, {{X: 0, Y: 0}, {X: 0.25, Y: 0.5}, {X: 0.75, Y: 0.5}},
		{{X: 0, Y: 0}, {X: 0.5, Y: 0}},
		{{X: 0, Y: 0}, {X: 0.25, Y: 0.25}, {X: 0.25, Y: 0.25}},
	}
	var got [][]hud.HomePoint
	for _, l := range PlotOf(m).Lines {
		got = append(got, l.Steps)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
