package hud

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/golden"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// screens are sizes from the smallest that must be legible on.
var screens = []Screen{
	{640, 360, 1, 0, false}, {800, 600, 1, 0, false}, {1024, 768, 1, 0, false}, {1280, 720, 1, 0, false},
	{1920, 1080, 1, 0, false}, {2560, 1440, 1, 0, false},
	{2560, 1440, 2, 0, false}, {1280, 720, 2, 0, false}, {1920, 1080, 1.5, 0, false}, {720, 1280, 1, 0, false},
	{3440, 1440, 1, 0, false},
}

func (s Screen) String() string { return fmt.Sprintf("%vx%v@%v", s.Width, s.Height, s.Scale) }

// Overlaps reports whether the areas have a point in common.
func (r Rect) Overlaps(s Rect) bool {
	return r.W > 0 && r.H > 0 && s.W > 0 && s.H > 0 &&
		r.X < s.X+s.W && s.X < r.X+r.W && r.Y < s.Y+s.H && s.Y < r.Y+r.H
}

// areas are the areas of a layout by name, but for Overlay.
func areas(l Layout) map[string]Rect {
	m := map[string]Rect{}
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		if r, ok := v.Field(i).Interface().(Rect); ok && v.Type().Field(i).Name != "Overlay" {
			m[v.Type().Field(i).Name] = r
		}
	}
	return m
}

func TestLayoutAreasAreApartAndInside(t *testing.T) {
	for _, s := range screens {
		l := NewLayout(s)
		screen := Rect{0, 0, s.Width, s.Height}
		m := areas(l)
		if len(m) < 9 {
			t.Fatalf("%d areas found", len(m))
		}
		for name, r := range m {
			if r.W <= 0 || r.H <= 0 || !screen.Contains(r) {
				t.Errorf("%v: %s %v is not inside", s, name, r)
			}
			for other, q := range m {
				if name < other && r.Overlaps(q) {
					t.Errorf("%v: %s %v and %s %v overlap", s, name, r, other, q)
				}
			}
		}
		if !screen.Contains(l.Overlay) || l.Overlay.Overlaps(l.Bar) {
			t.Errorf("%v: overlay %v", s, l.Overlay)
		}
		b := NewBar(l, false)
		parts := []Rect{b.Back, b.Play, b.Forward, b.Elapsed, b.Track, b.Total, b.Rate, b.List, b.Menu}
		for i, r := range parts {
			if !b.Rect.Contains(r) || r.W <= 0 {
				t.Errorf("%v: part %d of the bar %v is not inside %v", s, i, r, b.Rect)
			}
			for j := range i {
				if r.Overlaps(parts[j]) {
					t.Errorf("%v: parts %d and %d of the bar overlap", s, i, j)
				}
			}
		}
		if b.Track.W < s.Width/3 {
			t.Errorf("%v: the track is only %v wide", s, b.Track.W)
		}
	}
}

// bounds is what a buffer covers, without soft borders.
func bounds(b *draw.Buffer) (r Rect, any bool) {
	var x0, y0, x1, y1 float32
	for _, v := range b.Vertices {
		if v.A == 0 {
			continue
		}
		if !any {
			x0, y0, x1, y1, any = v.X, v.Y, v.X, v.Y, true
		}
		x0, y0, x1, y1 = min(x0, v.X), min(y0, v.Y), max(x1, v.X), max(y1, v.Y)
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}, any
}

// fullMatch is a match with everything that the score can say.
func fullMatch(s Screen) *Input {
	in := teamInput(s)
	m := &in.World.Match
	m.Phase, in.World.Paused = world.PhaseOvertime, true
	m.Flags = [2]world.Flag{{State: world.FlagTaken, Carrier: 3}, {State: world.FlagDropped}}
	return in
}

// pages are what the HUD can show, each with a moment that has it all.
var pages = map[string]func(s Screen) *Input{
	"playing": func(s Screen) *Input {
		in := fakeInput(s)
		in.Labels = []anchor.Label{{X: s.Width / 2, Y: s.Height / 3, Text: "Vesper", Color: colorText}}
		return in
	},
	"clickable": func(s Screen) *Input {
		in := fakeInput(s)
		in.MouseKnown, in.Pointing, in.MouseX, in.MouseY = true, true, s.Width/2, s.Height/2
		in.Body, in.BodySlot = anchor.Body{X: s.Width/2 - 20, Y: s.Height/2 - 30, W: 40, H: 60}, 1
		return in
	},
	"pointer on the bar": func(s Screen) *Input {
		in, bar := fakeInput(s), NewLayout(s).Bar
		in.MouseKnown, in.MouseX, in.MouseY = true, bar.X+bar.W/2, bar.Y+bar.H/2
		return in
	},
	"kill": func(s Screen) *Input {
		in := fakeInput(s)
		in.Messages, in.World = nil, quakeWorld(4)
		in.Kill = killInput()
		in.Matchup.Sides = [2]anchor.Label{{Text: "Charlie", Player: 1, Color: colorText},
			{Text: "Able", Player: 2, Color: colorText}}
		return in
	},
	"fight": func(s Screen) *Input {
		in := fakeInput(s)
		in.Messages, in.World = nil, quakeWorld(4)
		in.Pointers = pointed()
		for i := range in.World.Players[:2] { // the one the other
			p := &in.World.Players[i]
			p.Struck, p.StruckBy = world.Timestamp{Clock: in.Clock - 0.4, Known: true}, 2-i
		}
		in.Attacker = anchor.Label{X: s.Width / 2, Y: s.Height * 0.32, Text: "Vesper", Color: colorText,
			Status: story.Status{Weapon: 6}}
		at := func(x, y float32, l anchor.Label) {
			l.X, l.Y, l.Color, l.Depth = x*s.Width, y*s.Height, colorText, 300
			in.Labels = append(in.Labels, l)
		}
		at(0.3, 0.4, anchor.Label{Text: "Vesper", Status: story.Status{Weapon: 6, HealthAbout: true, Health: 22,
			HealthMost: 22, Hurt: 1, Threat: true, Target: true}})
		at(0.5, 0.5, anchor.Label{Text: "Quarry", ArmorColor: colorRed, Status: story.Status{HealthKnown: true,
			Health: 80, ArmorKnown: true, Armor: 100, Mate: true}})
		at(0.7, 0.4, anchor.Label{Text: "Lumen", Status: story.Status{Hurt: 0.5}})
		at(0.7, 0.6, anchor.Label{Text: "Ranger", Status: story.Status{HealthAbout: true, Health: 25, HealthMost: 49}})
		return in
	},
	"watch": func(s Screen) *Input { return watchInput(s) },
	"naming": func(s Screen) *Input {
		in := fakeInput(s)
		in.choose("naming")
		return in
	},
	"list": func(s Screen) *Input {
		in := fakeInput(s)
		in.choose("list")
		return in
	},
	"match and list": func(s Screen) *Input {
		in := fullMatch(s)
		in.choose("list")
		return in
	},
	"help": func(s Screen) *Input {
		in := fakeInput(s)
		in.ShowHelp, in.HelpTitle, in.HelpNext = true, "All keys", "H: close"
		in.Messages = append(in.Messages, Message{Text: "Bookmark set"})
		return in
	},
	"finder": finderInput,
	"sheet":  sheetInput,
	"scores": func(s Screen) *Input {
		in := fakeInput(s)
		in.Scores = true
		return in
	},
	"subtitles": func(s Screen) *Input {
		in := subtitledInput(s)
		in.Messages = nil // a short one stands beside the matchup panel, in an area that is wider
		return in
	},
	"match":    fullMatch,
	"overlays": overlayInput,
	"ghost":    ghostInput,
	"inset": func(s Screen) *Input {
		in := fakeInput(s)
		in.Messages = nil
		in.Inset = Inset{Shown: true, Slot: 1, Labels: []anchor.Label{{Player: 2, X: 60, Y: 40, Text: "Lumen",
			Status: story.Status{Weapon: 3}},
			{Player: 1, X: 62, Y: 44, Text: "Ranger"}}}
		return in
	},
	"several views": func(s Screen) *Input {
		in := fakeInput(s)
		in.Extent, in.Panes, in.Front = Window, []Rect{{W: s.Width / 2, H: s.Height / 2},
			{X: s.Width / 2, W: s.Width / 2, H: s.Height / 2}}, 1
		return in
	},
	"one of several": func(s Screen) *Input {
		in := fakeInput(Screen{s.Width / 2, s.Height / 2, s.Scale, 0, false})
		in.Extent, in.View = Pane, "from behind"
		return in
	},
	"finale": func(s Screen) *Input {
		in := fakeInput(s)
		in.World = quakeWorld(1, &message.Finale{
			Text: []byte(strings.Repeat("As the corpse of the monstrous entity\nsinks into the lava, nothing moves.\n",
				8))})
		in.Clock, in.Messages = in.World.Clock+1000, nil
		return in
	},
	"server layout": func(s Screen) *Input {
		in := quake2Input(s, quake2World(duelBar, clientLayout, duelStats(1)))
		in.Messages = nil
		return in
	},
	"server scores": func(s Screen) *Input {
		return quake2Input(s, quake2World(duelBar, manyLines(), duelStats(1)))
	},
}

// over are the elements that may lie over others. While a match runs the text in the middle is
// between what is drawn in the areas at both sides.
var over = map[string]bool{"frames": true, "names": true, "pointers": true, "attacker": true, "center": true,
	"crosshair": true, "status ground": true, "notes": true, "tip": true, "pointed": true, "kill": true}

// Every element is drawn on some page, stays in its area and on none of those
// that are drawn with it.
func TestElementsStayInTheirAreas(t *testing.T) {
	ever := map[string]bool{}
	for _, s := range screens {
		drawn := map[string]bool{}
		for page, input := range pages {
			h, in := New(s.Unit()), input(s)
			h.decide(in)
			areas := map[string]Rect{}
			for i := range elements {
				e := &elements[i]
				if !in.Extent.has(e) || !e.shown(h, in) {
					continue
				}
				area := e.area(h, in)
				h.out.Reset()
				h.canvas.Shade = e.has(shaded)
				e.draw(h, in, area)
				r, any := bounds(&h.out)
				drawn[e.name] = drawn[e.name] || any
				ever[e.name] = ever[e.name] || any
				slack := 1 + round(s.Unit()) // the shade
				if allowed := (Rect{area.X - slack, area.Y - slack, area.W + 2*slack, area.H + 2*slack}); any &&
					!allowed.Contains(r) {
					t.Errorf("%v %s: %s draws %v, its area is %v", s, page, e.name, r, area)
				}
				if over[e.name] {
					continue
				}
				for other, q := range areas {
					// An empty area of the server's layout or of messages is none.
					if any && area.Overlaps(q) {
						t.Errorf("%v %s: %s at %v is on %s at %v", s, page, e.name, area, other, q)
					}
				}
				if any {
					areas[e.name] = area
				}
			}
		}
		for i := range elements {
			// It goes by the screen whether a server's layout covers the rest, and whether there is room for keys.
			name := elements[i].name
			small := name == "buttons" && s.Width < 800*s.Unit()
			if !drawn[name] && !strings.HasPrefix(name, "server") && !small {
				t.Errorf("%v: %s is drawn on no page", s, name)
			}
		}
	}
	for i := range elements {
		if name := elements[i].name; !ever[name] {
			t.Errorf("%s is drawn on no screen", name)
		}
	}
}

// glyphs are the places of the glyphs in a buffer, without shades.
func glyphs(b *draw.Buffer) (list []Rect) {
	for i := 0; i+3 < len(b.Vertices); i++ {
		v, w := &b.Vertices[i], &b.Vertices[i+2]
		if v.U == draw.WhiteU && v.V == draw.WhiteV || v.R+v.G+v.B == 0 {
			continue
		}
		list = append(list, Rect{v.X, v.Y, w.X - v.X, w.Y - v.Y})
		i += 3
	}
	return list
}

// No letter is written over another: not in the whole picture, nor on the
// scoreboard or the help page.
func TestTextsDoNotCollide(t *testing.T) {
	for _, s := range screens {
		for _, page := range []string{"playing", "scores", "help", "many scores", "list", "naming"} {
			h := New(s.Unit())
			in := fakeInput(s)
			in.choose(page)
			in.Scores = page == "scores"
			in.ShowHelp = page == "help"
			if page == "many scores" {
				in.World = quakeWorld(16)
				in.Scores = true
			}
			if in.Scores || in.ShowHelp {
				in.Messages = nil
			}
			h.Build(in)
			list := glyphs(h.Buffer())
			if len(list) < 40 {
				t.Errorf("%v %s: only %d glyphs", s, page, len(list))
			}
			notCollide(t, fmt.Sprintf("%v %s", s, page), s, h)
		}
	}
}

// notCollide reports letters that are written over others, and those outside
// the screen.
func notCollide(t *testing.T, name string, s Screen, h built) {
	t.Helper()
	list := glyphs(h.Buffer())
	for i, r := range list {
		if !(Rect{0, 0, s.Width, s.Height}).Contains(r) {
			t.Errorf("%s: glyph at %v is outside", name, r)
		}
		for _, q := range list[:i] {
			w, k := min(r.X+r.W, q.X+q.W)-max(r.X, q.X), min(r.Y+r.H, q.Y+q.H)-max(r.Y, q.Y)
			if w > 0 && k > 0 && w*k > 0.5*min(r.W*r.H, q.W*q.H) {
				t.Fatalf("%s: glyphs at %v and %v collide", name, r, q)
			}
		}
	}
}

// choose opens a page that is not a switch of Input.
func (in *Input) choose(page string) {
	in.List, in.Naming = nil, nil
	switch page {
	case "list":
		in.List = NewEventList()
		in.Clock = 300
	case "naming":
		in.Naming = &Typed{}
		in.Naming.Add([]rune("the rail through the door, and a name that is longer than its box, which shows its end"))
	}
}

func TestPictures(t *testing.T) {
	for _, s := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}, {2560, 1440, 2, 0, false}} {
		for _, page := range []string{"playing", "scores", "help", "list", "naming"} {
			h := New(s.Unit())
			in := fakeInput(s)
			in.Scores, in.ShowHelp = page == "scores", page == "help"
			in.choose(page)
			in.MouseKnown, in.MouseX, in.MouseY = true, s.Width*0.42, s.Height-20
			h.Build(in)
			img := picture(h, s)
			bar := NewBar(NewLayout(s), false)
			lit := 0
			for x := int(bar.Track.X); x < int(bar.Track.X+bar.Track.W); x++ {
				if c := img.RGBAAt(x, int(bar.Track.Y+bar.Track.H/2)); int(c.R)+int(c.G)+int(c.B) > 150 {
					lit++
				}
			}
			if lit < int(bar.Track.W/3) {
				t.Errorf("%v %s: only %d pixels of the track show", s, page, lit)
			}
			golden.Save(t, fmt.Sprintf("%s-%v", page, s), img)
		}
	}
}

func TestBuildDoesNotAllocate(t *testing.T) {
	s := screens[3]
	h := New(s.Unit())
	in := fakeInput(s)
	for _, page := range []string{"playing", "scores", "help", "list", "naming"} {
		in.Scores, in.ShowHelp = page == "scores", page == "help"
		in.choose(page)
		in.MouseKnown, in.MouseX, in.MouseY = true, s.Width/2, s.Height-20
		h.Build(in)
		if n := testing.AllocsPerRun(20, func() { h.Build(in) }); n > 0 {
			t.Errorf("%s: %v allocations a frame", page, n)
		}
	}
}

// Nor do the pages of a match, with the sides that a world tells, the kills of Quake
// III, a finale and a single player's result.
func TestPagesDoNotAllocate(t *testing.T) {
	s := screens[3]
	solo := fakeInput(s)
	solo.World, solo.Scores = quakeWorld(1), true
	solo.World.Single = necropolis
	feed := quake3Input(s)
	for i := range 40 {
		feed.Events = append(feed.Events, timeline.Event{Kind: world.EventKill, Clock: 63 + float64(i)*0.05,
			Player: i % 2, Other: i % 3, PlayerName: "a", OtherName: "b", Weapon: weapon.Railgun})
	}
	match := teamInput(s)
	match.World.Match.Teams = true
	board := teamInput(s)
	board.Scores = true
	for name, in := range map[string]*Input{"match": match, "board": board, "flags": pages["match"](s),
		"finale": pages["finale"](s), "solo": solo, "feed": feed} {
		h := New(s.Unit())
		build := func() {
			if name == "match" {
				in.Sides = in.World.Sides(in.Sides[:0])
			}
			h.Build(in)
		}
		build()
		if name == "match" && len(in.Sides) < 2 {
			t.Errorf("sides %+v", in.Sides)
		}
		if n := testing.AllocsPerRun(20, build); n > 0 {
			t.Errorf("%s: %v allocations a frame", name, n)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	s := screens[3]
	for name, in := range map[string]*Input{"usual": fakeInput(s), "fight": pages["fight"](s),
		"kill": pages["kill"](s)} {
		b.Run(name, func(b *testing.B) {
			h := New(s.Unit())
			h.Build(in)
			b.ReportAllocs()
			for b.Loop() {
				h.Build(in)
			}
		})
	}
}

// TestInsetSide: the inset is at the side where he is whom it shows, and goes to the other only after
// a second and a half; not where it would hide a body, and if it would at both sides it is left out
// unless the matchup panel shows that player.
func TestInsetSide(t *testing.T) {
	at := func(side anchor.Side) []anchor.Pointer { return []anchor.Pointer{{Player: 2, Text: "B", Side: side}} }
	h := New(1)
	left, right := anchor.Body{X: 100, Y: 200, W: 40, H: 100}, anchor.Body{X: 1000, Y: 200, W: 40, H: 100}
	for i, step := range []struct {
		clock    float64
		pointers []anchor.Pointer
		bodies   []anchor.Body
		matchup  int // slot and 1 more
		x        float32
	}{
		{10, at(anchor.SideLeft), nil, 0, 12},
		{10.5, at(anchor.SideRight), nil, 0, 12},
		{11.4, at(anchor.SideRight), nil, 0, 12},
		{11.6, at(anchor.SideRight), nil, 0, 1012},
		{12, at(anchor.SideLeft), nil, 0, 1012},
		{12.2, nil, nil, 0, 1012},
		{1, at(anchor.SideLeft), nil, 0, 12}, // a seek
		{1.1, at(anchor.SideLeft), []anchor.Body{left}, 0, 1012},
		{1.1, at(anchor.SideLeft), []anchor.Body{left, right}, 0, 1012},
		{1.1, at(anchor.SideLeft), []anchor.Body{left, right}, 2, 1012},
		{1.1, at(anchor.SideLeft), []anchor.Body{left, right}, 3, 0},
		{30, at(anchor.SideTop), nil, 0, 1012},
	} {
		in := fakeInput(Screen{1280, 720, 1, 0, false})
		in.World.Notices, in.Messages = world.Notices{}, nil
		in.Inset = Inset{Shown: true, Slot: 1}
		in.Clock, in.Pointers, in.Bodies = step.clock, step.pointers, step.bodies
		in.NoBar = true
		if step.matchup > 0 {
			in.Matchup.Sides[1] = anchor.Label{Text: "somebody", Player: step.matchup}
		}
		h.decide(in)
		if got := h.Inset(); step.x == 0 && got.W > 0 || step.x > 0 && (got.X < step.x-120 || got.X > step.x+120) {
			t.Errorf("step %d: %+v, want it at %v", i, got, step.x)
		}
	}
}

// TestUnitByChoice: a unit is as large as the viewer wants, as far as the window has room, and never smaller
// for a larger percentage.
func TestUnitByChoice(t *testing.T) {
	for _, test := range []struct {
		s    Screen
		want float32
	}{
		{Screen{1280, 720, 1, 100, false}, 1}, {Screen{1280, 720, 1, 150, false}, 1.5},
		{Screen{1280, 720, 1, 50, false}, 0.5}, {Screen{1280, 720, 1, 125, false}, 1.25},
		{Screen{1280, 720, 1, 300, false}, 1.75}, // 731 by 411 units
		{Screen{1920, 1080, 1, 200, false}, 2.6875},
		{Screen{640, 360, 1, 75, false}, 0.625}, {Screen{640, 360, 1, 50, false}, 0.4375},
		{Screen{640, 360, 1, 300, false}, 0.875},
		{Screen{480, 300, 1, 300, false}, 0.875}, // no room for more than the usual
		{Screen{3840, 2160, 2, 150, false}, 4.5}, {Screen{8190, 8190, 4, 300, false}, 6},
	} {
		if got := test.s.Unit(); got != test.want {
			t.Errorf("%v at %d %%: %v, want %v", test.s, test.s.Percent, got, test.want)
		}
	}
	for _, s := range screens {
		before := float32(0)
		for s.Percent = 50; s.Percent <= 300; s.Percent++ {
			u := s.Unit()
			if u < before || s.Percent > 100 && u > s.Scale*minZoom && (s.Width/u < leastWidth ||
				s.Height/u < leastHeight) && u > (Screen{s.Width, s.Height, s.Scale, 0, false}).Unit() {
				t.Errorf("%v at %d %%: %v behind %v", s, s.Percent, u, before)
			}
			before = u
		}
	}
}
