package hud

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world/equipment"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// TestUnits: the unit follows the window from 7/8 to 3/2 of 1280x720 in steps of
// an eighth, and then two thirds of it, times the pixels of a dense screen.
func TestUnits(t *testing.T) {
	for s, want := range map[Screen]float32{
		{1280, 720, 1, 0, false}: 1, {640, 360, 1, 0, false}: 0.875, {320, 200, 1, 0, false}: 0.875,
		{1919, 1079, 1, 0, false}: 1.375, {1920, 1080, 1, 0, false}: 1.5, {2560, 1440, 1, 0, false}: 1.5,
		{3440, 1440, 1, 0, false}: 1.5, {3840, 2160, 1, 0, false}: 2, {7680, 4320, 1, 0, false}: 4,
		{15360, 8640, 1, 0, false}: 4,
		{1280, 2000, 1, 0, false}:  1, {1080, 1920, 1, 0, false}: 1.25, {720, 1280, 1, 0, false}: 0.875,
		{1439, 810, 1, 0, false}: 1, {1440, 810, 1, 0, false}: 1.125, {2560, 1440, 2, 0, false}: 2,
		{1280, 720, 2, 0, false}: 1.75, {1280, 720, 0, 0, false}: 1, {1280, 720, -1, 0, false}: 1,
	} {
		if got := s.Unit(); got != want {
			t.Errorf("%v has a unit of %v, want %v", s, got, want)
		}
	}
}

// TestPlacesOfAreas are worked out by hand: margins of 12 units, a bar of 46, at
// the top 46 for the score, 84 for prints and 102 for the level, 50 for the status.
func TestPlacesOfAreas(t *testing.T) {
	for s, want := range map[Screen]Layout{
		{1280, 720, 1, 0, false}: {
			Unit: 1, Score: Rect{12, 12, 914, 46}, Notices: Rect{12, 64, 914, 84}, Info: Rect{938, 12, 330, 102},
			Match: Rect{12, 154, 132, 364}, Center: Rect{150, 154, 980, 364},
			Banner: Rect{12, 524, 1148, 84}, Items: Rect{1172, 120, 96, 488}, Vitals: Rect{12, 614, 220, 50},
			Weapons: Rect{244, 614, 792, 50},
			Ammo:    Rect{1048, 614, 220, 50}, Bar: Rect{0, 674, 1280, 46}, Overlay: Rect{12, 12, 1256, 650},
		},
		{640, 360, 1, 0, false}: {
			Unit: 0.875, Score: Rect{11, 11, 351, 40}, Notices: Rect{11, 56, 351, 74}, Info: Rect{373, 11, 256, 89},
			Match: Rect{11, 135, 116, 48}, Center: Rect{132, 135, 376, 48},
			Banner: Rect{11, 188, 523, 74}, Items: Rect{545, 105, 84, 157}, Vitals: Rect{11, 267, 173, 44},
			Weapons: Rect{195, 267, 250, 44},
			Ammo:    Rect{456, 267, 173, 44}, Bar: Rect{0, 320, 640, 40}, Overlay: Rect{11, 11, 618, 298},
		},
	} {
		if got := NewLayout(s); got != want {
			t.Errorf("%v is laid out as\n%+v, want\n%+v", s, got, want)
		}
	}
	in := &Input{Screen: Screen{1280, 720, 1, 0, false}}
	if l, _ := in.layout(false, 0); l.Score != (Rect{}) || l.Notices != (Rect{12, 12, 914, 102}) ||
		l.Match != (Rect{12, 120, 132, 398}) || l.Center != (Rect{150, 120, 980, 398}) {
		t.Errorf("without a score: %+v", l)
	}
	in.NoBar = true
	if l, narrow := in.layout(true, 0); narrow || l.Bar != (Rect{0, 720, 1280, 0}) ||
		l.Vitals != (Rect{12, 660, 220, 50}) {
		t.Errorf("without a bar: %+v", l)
	}
	in.NoBar, in.List = false, NewEventList()
	if l, narrow := in.layout(true, 0); narrow || l.Bar != (Rect{0, 674, 1280, 46}) ||
		l.Ammo != (Rect{636, 614, 220, 50}) {
		t.Errorf("beside the list: %+v", l)
	}
	in.Screen = Screen{930, 600, 1, 0, false}
	if _, narrow := in.layout(true, 0); narrow {
		t.Error("640 units are left beside the list of 930 pixels, of 1063 units")
	}
	in.Screen = Screen{640, 360, 1, 0, false}
	if _, narrow := in.layout(true, 0); !narrow {
		t.Error("nothing is too narrow at 640 pixels")
	}
}

func TestPlacesOfTheBar(t *testing.T) {
	b := NewBar(NewLayout(Screen{1280, 720, 1, 0, false}), false)
	want := Bar{
		Rect: Rect{0, 674, 1280, 46}, Back: Rect{8, 674, 28, 46}, Play: Rect{36, 674, 34, 46},
		Forward: Rect{70, 674, 28, 46},
		Elapsed: Rect{98, 674, 92, 46}, Track: Rect{200, 674, 894, 46}, Total: Rect{1104, 674, 70, 46},
		Rate: Rect{1174, 674, 48, 46}, Warn: Rect{98, 674, 26, 46}, List: Rect{1222, 674, 28, 46},
		Menu: Rect{1250, 674, 28, 46},
	}
	if b != want {
		t.Errorf("the bar is %+v, want %+v", b, want)
	}
	if x := b.XAt(25, 100); x != 423.5 {
		t.Errorf("a quarter is at %v, want 423.5", x)
	}
	if clock := b.TimeAt(423.5, 100); clock != 25 {
		t.Errorf("at 423.5 is %v, want 25", clock)
	}
}

func TestPlacesOfTheList(t *testing.T) {
	p := NewPanel(Screen{1280, 720, 1, 0, false})
	want := Panel{
		Rect: Rect{868, 12, 400, 650}, Title: Rect{878, 18, 232, 24}, Spoilers: Rect{1116, 18, 112, 24},
		Close: Rect{1234, 18, 24, 24},
		Query: Rect{878, 46, 380, 24}, Rows: Rect{872, 144, 376, 500}, Row: 20, Scroll: Rect{1254, 144, 8, 500},
		Legend: Rect{878, 122, 380, 16},
	}
	want.Chips = [...]Rect{
		{878, 76, 59, 19}, {941, 76, 93, 19}, {1038, 76, 101, 19}, {1143, 76, 50, 19}, {1197, 76, 59, 19},
		{878, 99, 56, 19}, {938, 99, 56, 19}, {998, 99, 64, 19}, {1066, 99, 97, 19}, {1167, 99, 88, 19},
	}
	if p != want {
		t.Errorf("the list is %+v, want %+v", p, want)
	}
	if p.Visible() != 25 {
		t.Errorf("%d rows are seen, want 25", p.Visible())
	}
}

// TestWhatIsUnderThePointerIsBright: the part of the bar or of the list that a
// click would mean is drawn in the accent's color, and no other.
func TestWhatIsUnderThePointerIsBright(t *testing.T) {
	s := screens[3]
	l := NewLayout(s)
	b, p := NewBar(l, false), NewPanel(s)
	parts := map[string]Rect{"back": b.Back, "play": b.Play, "forward": b.Forward, "clock": b.Elapsed, "close": p.Close,
		"query": p.Query, "spoilers": p.Spoilers}
	for name, r := range parts {
		in := fakeInput(s)
		in.choose("list")
		in.PlaybackRate, in.Filter = 1, Classes(ClassItem)
		in.MouseKnown, in.MouseX, in.MouseY = true, r.X+r.W/2, r.Y+r.H/2
		h := New(1)
		h.Build(in)
		for other, q := range parts {
			bright := 0
			for _, v := range h.Buffer().Vertices {
				accent := v.A > 0 && math.Abs(float64(v.R/v.A-float32(0xf2)/255)) < 1e-3 &&
					math.Abs(float64(v.B/v.A-float32(0x3b)/255)) < 1e-3
				if accent && v.A > 0.9 && v.X > q.X-2 && v.X < q.X+q.W+2 && v.Y > q.Y-2 && v.Y < q.Y+q.H+2 {
					bright++
				}
			}
			// The chip of the spoilers begins with a stripe in the color of kills.
			if lit := bright > 4; lit != (other == name) && other != "spoilers" {
				t.Errorf("with the pointer on %s, %s has %d bright corners", name, other, bright)
			}
		}
	}
}

// TestWhyTheListIsEmpty are its reasons.
func TestWhyTheListIsEmpty(t *testing.T) {
	in := fakeInput(screens[3])
	for _, c := range []struct {
		events, complete bool
		want             string
	}{
		{true, false, "No events match the filters and the search"},
		{true, true, "No events match the filters and the search"},
		{false, false, "Reading the demo…"}, {false, true, "No events in this demo"},
	} {
		in := *in
		in.Complete = c.complete
		if !c.events {
			in.Events = nil
		}
		if got := whyEmpty(&in); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestPrintsFade: a printed line is whole until 0.4 of its 4 seconds are left, and so is
// the dark ground behind it.
func TestPrintsFade(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = quakeWorld(1, &message.Print{Text: []byte("one\n")})
	at := in.World.Clock
	for after, want := range map[float64]float32{0: 1, 3.5: 1, 3.8: 0.5, 3.9: 0.25} {
		h := New(1)
		in.Clock = at + after
		h.feed.drawNotices(in, Rect{0, 0, 900, 110})
		if len(h.out.Vertices) != 4*4 { // the ground and three letters
			t.Errorf("%v s later the line is drawn with %d corners", after, len(h.out.Vertices))
			continue
		}
		if got := h.out.Vertices[4].A; math.Abs(float64(got-want)) > 1e-3 {
			t.Errorf("%v s later the line's opacity is %v, want %v", after, got, want)
		}
		if got := h.out.Vertices[0].A; math.Abs(float64(got-0.387*want)) > 1e-3 {
			t.Errorf("%v s later the ground's opacity is %v, want %v", after, got, 0.387*want)
		}
	}
}

// TestLabels: names are written above their place, near or far in the same font, whose letters are large enough.
func TestLabels(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	in.Labels = []anchor.Label{
		{X: 100, Y: 200, Text: "small", Color: colorText},
		{X: 300, Y: 400, Text: bronze("large"), Color: colorText},
	}
	h.drawLabels(in, screenArea(h, in))
	got := strings.Join(describe(h), "|")
	small, large := textWidth(h.canvas.Atlas, fontText, "small", charsetOwn),
		textWidth(h.canvas.Atlas, fontText, "large",
			charsetOwn)
	if r := round(100 - small/2); !strings.Contains(got, `text e8ecf1 "small"`) || h.out.Vertices[0].X < r {
		t.Errorf("%s, want the first name from %v on", got, r)
	}
	if r := round(300 - large/2); !strings.Contains(got, `text e8ecf1 "large"`) || h.out.Vertices[20].X < r {
		t.Errorf("%s, want the second name, without bronze, from %v on", got, r)
	}
	for i, v := range h.out.Vertices {
		if low := float32(map[bool]int{true: 200, false: 400}[i < 20]); v.Y > low || v.Y < low-25 {
			t.Fatalf("a letter at height %v, its name ends at %v", v.Y, low)
		}
	}
}

// TestPlates: before a name stands the weapon, behind it what is carried, and below it bars of
// health and armor, 46 wide when full, with their numbers, that of armor behind a shield 10 wide; blue above 100.
func TestPlates(t *testing.T) {
	for name, c := range map[string]struct {
		label anchor.Label
		want  string
	}{
		"nothing": {anchor.Label{}, `text 477.0 296.0 text e8ecf1 "Vesper"`},
		"half": {anchor.Label{Status: story.Status{HealthKnown: true, Health: 50}},
			`rect 455.0 265.0 74.0 35.0 090b0f/43|text 477.0 ` +
				`280.0 text e8ecf1 "Vesper"|rect 476.0 288.0 48.0 8.0 000000/55|rect 477.0 289.0 23.0 6.0 e9c343|` +
				`text ` +
				`458.0 298.0 strong e9c343 "50"`},
		"hurt": {anchor.Label{Status: story.Status{HealthKnown: true, Health: 25, ArmorKnown: true}},
			`rect 455.0 265.0 91.0 35.0 090b0f/43|text 477.0 280.0 text e8ecf1 "Vesper"|rect 476.0 288.0 48.0 8.0 ` +
				`000000/55|rect 477.0 289.0 11.5 6.0 ff5b4f|text 458.0 298.0 strong ff5b4f "25"|shape 526.5 287.5 ` +
				`8.1 9.0 8d97a5 of 38|text 536.0 297.0 small 8d97a5 "0"`},
		"all": {anchor.Label{ArmorColor: draw.RGB(0xff0000), Status: story.Status{HealthKnown: true, Health: 100,
			ArmorKnown: true, Armor: 150}}, `rect 447.0 265.0 113.0 35.0 090b0f/43|text 477.0 280.0 text e8ecf1 ` +
			`"Vesper"|rect 476.0 286.0 48.0 8.0 000000/55|rect 477.0 287.0 46.0 6.0 6fcf73|text 450.0 298.0 strong ` +
			`6fcf73 "100"|shape 526.5 287.5 8.1 9.0 fa2f30 of 38|text 536.0 297.0 small fa2f30 "150"|rect 476.0 ` +
			`293.0 48.0 6.0 000000/55|rect 477.0 294.0 34.5 4.0 fa2f30`},
		"armor": {anchor.Label{ArmorColor: draw.RGB(0xff0000), Status: story.Status{ArmorKnown: true, Armor: 50}},
			`rect 473.5 265.0 79.5 35.0 090b0f/43|text 477.0 280.0 text e8ecf1 "Vesper"|shape 526.5 287.5 8.1 9.0 ` +
				`fa2f30 of 38|text 536.0 297.0 small fa2f30 "50"|rect 476.0 293.0 48.0 6.0 000000/55|rect 477.0 ` +
				`294.0 11.5 4.0 fa2f30`},
		"more": {anchor.Label{Status: story.Status{HealthKnown: true, Health: 250}},
			`rect 447.0 265.0 82.0 35.0 090b0f/43|text 477.0 ` +
				`280.0 text e8ecf1 "Vesper"|rect 476.0 288.0 48.0 8.0 000000/55|rect 477.0 289.0 46.0 6.0 6fcf73|` +
				`text ` +
				`450.0 298.0 strong 6fcf73 "250"`},
	} {
		h := New(1)
		in := fakeInput(screens[3])
		c.label.X, c.label.Y, c.label.Text, c.label.Color = 500, 300, "Vesper", colorText
		in.Labels = []anchor.Label{c.label}
		h.drawLabels(in, screenArea(h, in))
		if got := strings.Join(describe(h), "|"); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, c := range []struct {
		label         anchor.Label
		before, after bool
	}{
		{anchor.Label{}, false, false}, {anchor.Label{Status: story.Status{Weapon: weapon.RocketLauncher}},
			true, false},
		{anchor.Label{Status: story.Status{Weapon: 200}}, false, false},
		{anchor.Label{Status: story.Status{Carried: equipment.Quad}}, false, true},
		{anchor.Label{Status: story.Status{Carried: equipment.Firing}},
			false, false},
		{anchor.Label{Status: story.Status{Weapon: weapon.Axe, Carried: equipment.FlagRed | equipment.Pentagram}}, true,
			true},
	} {
		h := New(1)
		c.label.X, c.label.Y, c.label.Text, c.label.Color = 500, 300, "Vesper", colorText
		in := fakeInput(screens[3])
		in.Labels = []anchor.Label{c.label}
		h.drawLabels(in, screenArea(h, in))
		before, after := false, false
		letters := h.out.Vertices
		if c.before {
			letters = letters[4:] // behind the ground
		}
		for _, v := range letters { // the name is from 477 to 523
			before, after = before || v.X < 475 && v.X > 457, after || v.X > 525 && v.X < 563
		}
		if before != c.before || after != c.after {
			t.Errorf("weapon %d, carried %b: letters before the name %v and behind it %v", c.label.Weapon,
				c.label.Carried, before, after)
		}
	}
}

// TestEstimatedHealth: an estimate has a sign before it and is the middle of its bounds; without one there is no bar.
func TestEstimatedHealth(t *testing.T) {
	for want, label := range map[string]anchor.Label{
		`"Vesper" "≈50"`:  {Status: story.Status{HealthAbout: true, Health: 50, HealthMost: 50}},
		`"Vesper" "≈12"`:  {Status: story.Status{HealthAbout: true, Health: 1, HealthMost: 24}},
		`"Vesper" "≈37"`:  {Status: story.Status{HealthAbout: true, Health: 25, HealthMost: 49}},
		`"Vesper" "≈75"`:  {Status: story.Status{HealthAbout: true, Health: 75, HealthMost: -1}},
		`"Vesper"`:        {},
		`"Vesper" "7"`:    {Status: story.Status{HealthKnown: true, Health: 7}},
		`"Vesper" "mate"`: {Status: story.Status{Mate: true}},
	} {
		h := New(1)
		in := fakeInput(screens[3])
		label.X, label.Y, label.Text, label.Color = 500, 300, "Vesper", colorText
		in.Labels = []anchor.Label{label}
		h.drawLabels(in, screenArea(h, in))
		if got := words(h); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestSignsOfTheFight: behind the name stands what matters most, a sign and a word: a star for
// who is hit, or a red sight for who aims at the watched; and who is aimed at four corners around the plate.
func TestSignsOfTheFight(t *testing.T) {
	for name, c := range map[string]struct {
		label anchor.Label
		want  []string
	}{
		"hit": {anchor.Label{Status: story.Status{Hurt: 0.5}}, []string{"shape 529.0 284.5 12.0 12.0 ff5b4f/70 of 4",
			`ff5b4f/70 "is hit"`}},
		"threat": {anchor.Label{Status: story.Status{Threat: true}}, []string{"shape 528.5 284.0 13.0 13.0 ff5b4f",
			`"aims at you"`}},
		"both": {anchor.Label{Status: story.Status{Threat: true, Hurt: 1}}, []string{`ff5b4f "is hit"`}},
		"target": {anchor.Label{Status: story.Status{HealthKnown: true, Health: 50, Target: true}},
			[]string{"rect 452.0 262.0 7.0 2.0 e8ecf1",
				"rect 452.0 262.0 2.0 7.0 e8ecf1", "rect 525.0 301.0 7.0 2.0 e8ecf1",
				"rect 530.0 296.0 2.0 7.0 e8ecf1"}},
	} {
		h := New(1)
		in := fakeInput(screens[3])
		c.label.X, c.label.Y, c.label.Text, c.label.Color = 500, 300, "Vesper", colorText
		in.Labels = []anchor.Label{c.label}
		h.drawLabels(in, screenArea(h, in))
		got := strings.Join(describe(h), "|")
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%s: no %q in %s", name, want, got)
			}
		}
		if name == "both" && strings.Contains(got, "aims") {
			t.Errorf("two signs: %s", got)
		}
	}
}

// TestPlatesLead: a plate that had to leave its head has a line to it.
func TestPlatesLead(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	near := anchor.Label{X: 500, Y: 300, Depth: 100, Text: "Near", Color: colorText}
	in.Labels = []anchor.Label{near}
	h.drawLabels(in, screenArea(h, in))
	if got := strings.Join(describe(h), "|"); strings.Contains(got, "shape") {
		t.Errorf("alone: %s", got)
	}
	far := near
	far.Depth, far.Text = 200, "Far"
	in.Labels = []anchor.Label{far, near}
	h = New(1)
	h.drawLabels(in, screenArea(h, in))
	if got := strings.Join(describe(h), "|"); !strings.Contains(got, "shape") {
		t.Errorf("two: %s", got)
	}
}

// TestPlatesApart: of plates that would cover one another the nearest stays, the others stand
// above it, and the seventh has no name; none is cut at the picture's sides.
func TestPlatesApart(t *testing.T) {
	h := New(1)
	in := fakeInput(screens[3])
	for _, l := range []anchor.Label{
		{X: 500, Y: 300, Depth: 200, Unseen: true, Text: "Hidden"},
		{X: 500, Y: 8, Depth: 200, Text: "High"},
		{X: 505, Y: 302, Depth: 900, Text: "Far"},
		{X: 500, Y: 300, Depth: 300, Text: "Near", Status: story.Status{HealthKnown: true, Health: 40}},
		{X: 700, Y: 300, Depth: 500, Text: "Aside"},
		{X: 2, Y: 600, Depth: 500, Text: "Left"},
		{X: 1279, Y: 600, Depth: 500, Text: "Right"},
	} {
		l.Color = colorText
		in.Labels = append(in.Labels, l)
	}
	h.drawLabels(in, screenArea(h, in))
	got := make(map[string][2]float32)
	for _, line := range describe(h) {
		var x, y float32
		var font, color, name string
		if n, _ := fmt.Sscanf(line, "text %f %f %s %s %q", &x, &y, &font, &color, &name); n == 5 {
			got[name] = [2]float32{x, y}
		}
	}
	for name, y := range map[string]float32{"Near": 280, "Far": 259, "Aside": 296, "High": 15, "Left": 596,
		"Right": 596} {
		if got[name][1] != y {
			t.Errorf("%s stands at %v, want a height of %v", name, got[name], y)
		}
	}
	if at, ok := got["Hidden"]; ok {
		t.Errorf("the seventh, for whom there is no room, stands at %v", at)
	}
	if got["Left"][0] != 0 || got["Right"][0] < 1235 || got["Right"][0] > 1251 {
		t.Errorf("names are cut at the sides: %v", got)
	}
}

// TestWrapping: lines break after spaces, words that are too long anywhere, and
// a printed text goes on below.
func TestWrapping(t *testing.T) {
	a := newAtlas(1)
	width := textWidth(a, fontText, "the quick brown ", charsetOwn)
	var got []string
	for _, l := range centerLines(nil, a, fontText, []byte("the quick brown fox\n\njumps\n\n"), charsetOwn, width) {
		got = append(got, string(l))
	}
	if s := strings.Join(got, "|"); s != "the quick brown |fox||jumps" {
		t.Errorf("wrapped to %q", s)
	}
	if n := lineCount(a, fontText, []byte("the quick brown fox jumps"), charsetOwn, width); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
	if n := lineCount(a, fontText, []byte("thequickbrownfoxjumpsover"), charsetOwn, width); n != 2 {
		t.Errorf("a long word takes %d lines, want 2", n)
	}
}

// colorOfText returns the color of the first line of a description that is a
// text, as colorOf writes it.
func colorOfText(t *testing.T, h *HUD, text string) string {
	t.Helper()
	for _, l := range describe(h) {
		if strings.HasPrefix(l, "text ") && strings.Contains(l, `"`+text+`"`) {
			return strings.Fields(l)[4]
		}
	}
	t.Errorf("%q is not written", text)
	return ""
}

// TestColorsOfNumbers: 25 and less of health is a warning, more than 100 is
// more than usual; empty weapons warn, and those that are nearly.
func TestColorsOfNumbers(t *testing.T) {
	for _, c := range []struct {
		health, armor, ammo int32
		texts               [3]string // empty: not drawn
		colors              [3]string
	}{
		{25, 0, 0, [3]string{"25", "", "empty"}, [3]string{"ff5b4f", "", "ff5b4f"}},
		{26, 5, 5, [3]string{"26", "5", "low"}, [3]string{"e8ecf1", "e8ecf1", "ff5b4f"}},
		{27, 5, 6, [3]string{"27", "5", "6"}, [3]string{"e8ecf1", "e8ecf1", "e8ecf1"}},
		{100, 200, 7, [3]string{"100", "200", "7"}, [3]string{"e8ecf1", "e8ecf1", "e8ecf1"}},
		{101, 0, 8, [3]string{"101", "", "8"}, [3]string{"e8ecf1", "", "e8ecf1"}},
		{-40, 0, 8, [3]string{"0", "", "8"}, [3]string{"ff5b4f", "", "e8ecf1"}},
		{5000, 450, 2000, [3]string{"999", "450", "999"}, [3]string{"e8ecf1", "e8ecf1", "e8ecf1"}},
	} {
		h := New(1)
		h.status.status = status{Known: true, Health: c.health, Armor: c.armor, Ammo: weaponSlot{Icon: iconShells,
			Count: c.ammo}}
		if c.armor > 0 {
			h.status.Kind = equipment.ArmorRed
		}
		for i, draw := range []func(){
			func() { h.status.drawVitals(&Input{}, Rect{0, 0, 100, 50}) }, func() {
				h.status.drawVitals(&Input{}, Rect{0, 0, 100, 50})
			}, func() { h.status.drawAmmo(&Input{}, Rect{0, 0, 200, 50}) },
		} {
			h.out.Reset()
			draw()
			if c.texts[i] == "" {
				continue
			}
			if got := colorOfText(t, h, c.texts[i]); got != c.colors[i] {
				t.Errorf("%+v: %q is in %s, want %s", c, c.texts[i], got, c.colors[i])
			}
		}
	}
}

// TestHidden: without the HUD messages and pages that are asked for stay.
func TestHidden(t *testing.T) {
	in := fakeInput(screens[3])
	in.Display, in.HideBar = Clean, true
	in.Labels = []anchor.Label{{X: 500, Y: 300, Text: "Vesper", Color: colorText}}
	in.Messages = []Message{{Text: "Bookmark set"}}
	h := New(1)
	h.Build(in)
	if got := words(h); got != `"Bookmark set"` {
		t.Errorf("texts %s", got)
	}
	in.Scores = true
	h.Build(in)
	if got := strings.Join(describe(h), "\n"); !strings.Contains(got, `"frags"`) ||
		!strings.Contains(got, `"Bookmark set"`) || strings.Contains(got, "0.25×") {
		t.Errorf("the scoreboard is drawn as\n%s", got)
	}
}
