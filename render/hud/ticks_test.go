package hud

import (
	"math/rand/v2"
	"testing"

	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// ticksOf returns the ticks of an input's events and its bar.
func ticksOf(in *Input) (*ticks, Bar) {
	t, b := &ticks{}, NewBar(NewLayout(in.Screen), false)
	t.update(in, &b, in.Screen.Unit())
	return t, b
}

func eventsInput(s Screen, duration float64, events ...timeline.Event) *Input {
	return &Input{Screen: s, Timeline: Timeline{Duration: duration, Complete: true, Events: events},
		Followed: Followed{Watched: world.Nobody},
		Browsing: Browsing{Filter: AllClasses, List: NewEventList()}}
}

func TestTickUnderThePointer(t *testing.T) {
	for _, s := range screens {
		in := eventsInput(s, 100,
			timeline.Event{Clock: 10, Kind: world.EventKill, Player: 1, Other: 2},
			timeline.Event{Clock: 50, Kind: world.EventChat, Player: 1},
			timeline.Event{Clock: 50.01, Kind: world.EventKill, Player: 1, Other: 2},
			timeline.Event{Clock: 50.02, Kind: world.EventMatchEnd},
			timeline.Event{Clock: 80, Kind: world.EventKill, Player: 3, Other: 4},
			timeline.Event{Clock: 80, Kind: world.EventKill, Player: 4, Other: 3})
		k, b := ticksOf(in)
		reach := tipReach * s.Unit()
		at := func(clock float64) int { return k.near(b.XAt(clock, 100), reach) }
		for clock, want := range map[float64]int{10.1: 0, 50: 3, 30: -1, 80: 4} {
			if got := at(clock); got != want {
				t.Errorf("%v: at %v event %d, want %d", s, clock, got, want)
			}
		}
		in.Watched = 4
		k.update(in, &b, s.Unit())
		if got := at(80); got != 5 {
			t.Errorf("%v: with player 4 watched at 80 event %d, want the one of player 4", s, got)
		}
		in.Filter = Classes(ClassChat)
		k.update(in, &b, s.Unit())
		if at(50) != 1 || at(10) != -1 {
			t.Errorf("%v: with chat only: %d at 50, %d at 10", s, at(50), at(10))
		}
		if k.near(b.Track.X-500, reach) != -1 || k.near(b.Track.X+b.Track.W+500, reach) != -1 {
			t.Errorf("%v: beyond the track are events", s)
		}
	}
	if (&ticks{}).near(100, 5) != -1 {
		t.Error("where no ticks are is one")
	}
}

func TestNoSpoilers(t *testing.T) {
	in := eventsInput(screens[3], 100,
		timeline.Event{Clock: 10, Kind: world.EventKill, Player: 1, Other: 2},
		timeline.Event{Clock: 60, Kind: world.EventKill, Player: 1, Other: 2},
		timeline.Event{Clock: 90, Kind: world.EventMatchEnd})
	in.Clock = 60
	in.Set(setting.Spoilers, false)
	k, b := ticksOf(in)
	for clock, want := range map[float64]int{10: 0, 60: 1, 90: -1} {
		if got := k.near(b.XAt(clock, 100), 5); got != want {
			t.Errorf("at %v event %d, want %d", clock, got, want)
		}
	}
	in.Clock = 59.9
	k.update(in, &b, 1)
	if k.near(b.XAt(60, 100), 5) != -1 {
		t.Error("going back leaves what is ahead again")
	}
	in.Set(setting.Spoilers, true)
	k.update(in, &b, 1)
	if k.near(b.XAt(90, 100), 5) != 2 {
		t.Error("without the switch the end is hidden")
	}
}

// A long match stays legible: no lane but that of the kills, which stand as
// high as they are many, is more than a part full, and what counts most stays.
func TestCrowdedLanesAreThinned(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const duration = 1200
	var events []timeline.Event
	quads := map[int]bool{}
	for i := range 6000 {
		e := timeline.Event{Clock: float64(i) * duration / 6000, Kind: world.EventItem, Item: "Nailgun"}
		switch n := rng.IntN(100); {
		case n < 30:
			e.Kind = world.EventChat
		case n < 50:
			e.Kind, e.Player, e.Other = world.EventKill, rng.IntN(8), rng.IntN(8)
		case n < 51:
			e.Item = "Quad Damage"
			quads[i] = true
		}
		events = append(events, e)
	}
	for _, s := range screens {
		k, _ := ticksOf(eventsInput(s, duration, events...))
		shown := 0
		for l, cells := range k.cells {
			taken := 0
			for i := range cells {
				if cells[i].rank > 0 {
					taken++
				}
				if lane(l) == laneItems && cells[i].rank > 0 && quads[int(cells[i].event)] {
					shown++
				}
			}
			if limit := 0.51 * float64(len(cells)); lane(l) != laneKills && float64(taken) > limit {
				t.Errorf("%v: lane %d has %d ticks in %d cells", s, l, taken, len(cells))
			}
			if lane(l) != laneWhole && taken == 0 {
				t.Errorf("%v: lane %d is empty", s, l)
			}
		}
		if shown < min(len(quads), k.size())/3 {
			t.Errorf("%v: of %d quads %d are shown", s, len(quads), shown)
		}
	}
}

// Of a crowded lane the rare and the many stay.
func TestThin(t *testing.T) {
	cells := make([]tick, 100)
	for i := range cells {
		cells[i] = tick{rank: 1, count: 1}
	}
	for i := 0; i < 100; i += 10 {
		cells[i] = tick{rank: 3, count: 1}
		cells[i+5] = tick{rank: 1, count: 4}
	}
	thin(cells)
	for i := range cells {
		if got, want := cells[i].rank > 0, i%5 == 0; got != want {
			t.Fatalf("cell %d: %v, want %v", i, got, want)
		}
	}
	for i := range cells {
		cells[i] = tick{rank: 1, count: 1}
	}
	thin(cells)
	left := 0
	for i := range cells {
		if cells[i].rank > 0 {
			left++
		}
	}
	if left != 50 {
		t.Errorf("of what is alike %d of 100 stay", left)
	}
}

// The ticks are found again only if something changed.
func TestTicksAreKept(t *testing.T) {
	in := eventsInput(screens[3], 100, timeline.Event{Clock: 10, Kind: world.EventKill, Player: 1, Other: 2})
	k, b := ticksOf(in)
	k.cells[laneKills][0].rank = maxRank // would go if they were found again
	k.update(in, &b, 1)
	if k.cells[laneKills][0].rank != maxRank {
		t.Error("found again without need")
	}
	in.Duration = 200
	k.update(in, &b, 1)
	if k.cells[laneKills][0].rank == maxRank || k.near(b.XAt(10, 200), 3) != 0 {
		t.Error("not found again for another length")
	}
}

func TestSnapAndBookmarks(t *testing.T) {
	s := screens[3]
	h := New(s.Unit())
	in := eventsInput(s, 100, timeline.Event{Clock: 10, Kind: world.EventKill, Player: 1, Other: 2},
		timeline.Event{Clock: 40, Kind: world.EventKill, Player: 1, Other: 2})
	in.Bookmarks = []bookmarks.Mark{{Clock: 40.2, Name: "here"}, {Clock: 70}}
	h.Build(in)
	b := NewBar(NewLayout(s), false)
	for _, c := range []struct {
		at, want float64
		ok       bool
	}{{10.2, 10, true}, {40, 40, true}, {70.3, 70, true}, {55, 0, false}} {
		if got, ok := h.Snap(in, b.XAt(c.at, 100)); got != c.want || ok != c.ok {
			t.Errorf("at %v snapped to %v, %v", c.at, got, ok)
		}
	}
	in.MouseY = b.Track.Y + 3*s.Unit() // on the flag
	if got, ok := h.Snap(in, b.XAt(40, 100)); got != 40.2 || !ok {
		t.Errorf("on the flag of a bookmark snapped to %v, %v", got, ok)
	}
}

// TestBarClasses: the bar marks kills, levels and bookmarks, and what else the list of events shows while it is open.
func TestBarClasses(t *testing.T) {
	in := eventsInput(screens[3], 100, timeline.Event{Clock: 20, Kind: world.EventKill, Player: 1, Other: 2},
		timeline.Event{Clock: 40, Kind: world.EventChat}, timeline.Event{Clock: 60, Kind: world.EventLevel},
		timeline.Event{Clock: 80, Kind: world.EventItem, Item: "Quad Damage"})
	for name, want := range map[string][4]int{"closed": {0, -1, 2, -1}, "open": {0, 1, 2, 3},
		"no kills": {-1, -1, 2, -1}} {
		in.List, in.Filter = nil, AllClasses
		switch name {
		case "open":
			in.List = NewEventList()
		case "no kills":
			in.Filter &^= Classes(ClassKill)
		}
		k, b := ticksOf(in)
		for i, clock := range [...]float64{20, 40, 60, 80} {
			if got := k.near(b.XAt(clock, 100), 5); got != want[i] {
				t.Errorf("%s: at %v s event %d, want %d", name, clock, got, want[i])
			}
		}
	}
}

// TestMarksAndKills: a mark of the demo, a level or a bookmark at the place of a kill
// covers it neither for the eye nor for the pointer.
func TestMarksAndKills(t *testing.T) {
	for _, s := range screens {
		kill := timeline.Event{Clock: 50, Kind: world.EventKill, Player: 1, Other: 2}
		marked := eventsInput(s, 100, kill, timeline.Event{Clock: 50, Kind: world.EventMark},
			timeline.Event{Clock: 50, Kind: world.EventMatchEnd})
		marked.Bookmarks = []bookmarks.Mark{{Clock: 50}}
		with, without := New(s.Unit()), New(s.Unit())
		with.Build(marked)
		without.Build(eventsInput(s, 100, kill))
		k, b := ticksOf(eventsInput(s, 100, kill, timeline.Event{Clock: 50, Kind: world.EventMark}))
		place := b.XAt(50, 100)
		x := b.Track.X + float32(k.cellOf(place))*k.width() + 0.5
		pixels := 0
		for y := b.Track.Y + 0.5; y < b.Track.Y+b.Track.H/2; y++ {
			if colorAt(without.Buffer(), x, y) != classes[ClassKill].color {
				continue
			}
			pixels++
			if got := colorAt(with.Buffer(), x, y); got != classes[ClassKill].color {
				t.Errorf("%v: at %v,%v the kill is covered by %v", s, x, y, got)
			}
		}
		if pixels < 3 {
			t.Errorf("%v: there are %d pixels of the kill at %v", s, pixels, x)
		}
		if got := k.near(place, tipReach*s.Unit()); got != 0 {
			t.Errorf("%v: the pointer finds event %d", s, got)
		}
	}
}

// colorAt returns the color of the last triangle of a buffer over a point, which is what
// is seen there.
func colorAt(b *draw.Buffer, x, y float32) (c draw.Color) {
	for i := 0; i+2 < len(b.Indices); i += 3 {
		p, q, r := b.Vertices[b.Indices[i]], b.Vertices[b.Indices[i+1]], b.Vertices[b.Indices[i+2]]
		side := func(p, q draw.Vertex) float32 { return (q.X-p.X)*(y-p.Y) - (q.Y-p.Y)*(x-p.X) }
		d, e, f := side(p, q), side(q, r), side(r, p)
		if d >= 0 && e >= 0 && f >= 0 || d <= 0 && e <= 0 && f <= 0 {
			c = draw.Color{R: p.R, G: p.G, B: p.B, A: p.A}
		}
	}
	return c
}

func BenchmarkTicks(b *testing.B) {
	var events []timeline.Event
	for i := range 1 << 16 {
		events = append(events, timeline.Event{Clock: float64(i), Kind: world.EventKill, Player: i % 8,
			Other: (i + 1) % 8})
	}
	in := eventsInput(screens[3], 1<<16, events...)
	k, bar := ticksOf(in)
	b.ReportAllocs()
	for b.Loop() {
		k.key = ticksKey{}
		k.update(in, &bar, 1)
	}
}
