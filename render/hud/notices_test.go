package hud

import (
	"strings"
	"testing"

	"demoscope/formats/message"
)

// shown returns how many glyphs the notices have at a time.
func shown(h *HUD, in *Input, clock float64) int {
	in.Clock = clock
	h.out.Reset()
	h.canvas.Shade = false
	h.drawNotices(in, Rect{0, 0, 900, 110})
	return len(glyphs(&h.out))
}

func TestPrintsLastFourSeconds(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	in.World = quakeWorld(1, &message.Print{Text: []byte("one two\n")})
	at := in.World.Clock
	for after, want := range map[float64]int{0: 6, 3.9: 6, 4.1: 0} {
		if got := shown(h, in, at+after); got != want {
			t.Errorf("%v s later %d glyphs, want %d", after, got, want)
		}
	}
	apply(in.World, &message.Time{Time: 64.5}, &message.Print{Text: []byte("three\n")})
	if got := shown(h, in, at+3); got != 11 {
		t.Errorf("with a second line %d glyphs", got)
	}
	if got := shown(h, in, at+5); got != 5 {
		t.Errorf("when the first is old %d glyphs", got)
	}
	// A line that can be split nowhere does not stop the drawing.
	apply(in.World, &message.Print{Text: append(make([]byte, 0), "\xff\x00\x00\n"...)})
	shown(h, in, at+3)
}

func TestCenterPrintGoes(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	draw := func(clock float64) int {
		in.Clock = clock
		h.out.Reset()
		h.canvas.Shade = false
		h.drawCenter(in, NewLayout(in.Screen).Center)
		return len(glyphs(&h.out))
	}
	in.World = quakeWorld(1, &message.CenterPrint{Text: []byte("\xe1b\n\nc")})
	at := in.World.Clock
	for after, want := range map[float64]int{0: 3, 2.4: 3, 2.6: 0} {
		if n := draw(at + after); n != want {
			t.Errorf("%v s later %d glyphs, want %d", after, n, want)
		}
	}
}

// Text that does not fit is cut at its end, inside the area.
func TestLongCenterPrintStaysInside(t *testing.T) {
	h := New(1)
	text := ""
	for range 100 {
		text += "a line of a score table\n"
	}
	in := fakeInput(screens[0])
	in.World = quakeWorld(1, &message.CenterPrint{Text: []byte(text)})
	in.Clock = in.World.Clock
	area := NewLayout(in.Screen).Center
	h.drawCenter(in, area)
	list := glyphs(&h.out)
	if len(list) < 20 {
		t.Fatalf("%d glyphs", len(list))
	}
	for _, g := range list {
		if !area.Contains(g) {
			t.Fatalf("glyph at %v, area %v", g, area)
		}
	}
}

// Of a text in the middle 64 lines are laid out, however it is cut into them.
func TestCenterLinesAreBounded(t *testing.T) {
	a := New(1).atlas
	for name, text := range map[string]string{
		"lines": strings.Repeat("a\n", 1000), "words": strings.Repeat("aaaa ", 1000), "nothing": strings.Repeat("\n", 1000) + "a",
		"just enough": strings.Repeat("a\n", 64), "too few": strings.Repeat("a\n", 63),
	} {
		want := map[string]int{"lines": 64, "words": 64, "nothing": 0, "just enough": 64, "too few": 63}[name]
		if n := len(centerLines(nil, a, fontText, []byte(text), charsetQuake, 40)); n != want {
			t.Errorf("%s: %d lines, want %d", name, n, want)
		}
	}
}
