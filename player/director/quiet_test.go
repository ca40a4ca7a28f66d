package director

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// two players walk far from each other for a minute and a half, where they cannot see each other.
func apartMatch() *match {
	track := func(x float32) (list []timeline.Sample) {
		for i := range 901 {
			list = append(list, timeline.Sample{Clock: float32(i) / 10, Origin: mgl32.Vec3{x, float32(i), 0}})
		}
		return list
	}
	return &match{end: 90, whole: true, slots: []int{2, 5}, tracks: [][]timeline.Sample{track(0), track(2000)},
		teams: []string{"", ""}}
}

// blind sees nobody.
func blind(_, _ mgl32.Vec3) bool { return false }

// A kill ends the quiet 2.2 s before it and begins it anew 2 s after; an overview lasts 8 s at
// most, and the next one comes 20 s later.
func TestQuiet(t *testing.T) {
	kill := func(clock float64) highlight {
		return highlight{clock: clock, reason: ReasonKill, who: 0, victim: 1, event: 5, worth: 1}
	}
	for _, c := range []struct {
		name       string
		highlights []highlight
		sight      Sight
		want       []Quiet
	}{
		{"nothing happens", nil, blind, []Quiet{{0, 8}, {28, 36}, {56, 64}, {84, 90}}},
		{"they see each other", nil, func(_, _ mgl32.Vec3) bool { return true }, nil},
		{"a kill at 6 s", []highlight{kill(6)}, blind, []Quiet{{8, 16}, {36, 44}, {64, 72}}},
		{"before the match", nil, func(_, _ mgl32.Vec3) bool { return true }, []Quiet{{0, 30}}},
		{"one each five seconds", []highlight{kill(3), kill(8), kill(13), kill(18), kill(23), kill(28),
			kill(33), kill(38),
			kill(43), kill(48), kill(53), kill(58), kill(63), kill(68), kill(73), kill(78), kill(83), kill(88)},
			blind, nil},
		{"armor is no highlight", []highlight{{clock: 4, reason: ReasonItem, who: 0, victim: -1, event: world.Nobody,
			worth: worthArmor}}, blind, []Quiet{{0, 8}, {28, 36}, {56, 64}, {84, 90}}},
	} {
		m := apartMatch()
		m.highlights = c.highlights
		if c.name == "before the match" {
			m.kickoff = 30
		}
		if c.sight != nil && c.sight(mgl32.Vec3{}, mgl32.Vec3{}) {
			for i := range m.tracks[1] {
				m.tracks[1][i].Origin[0] = 400
			}
		}
		g := newGrid(m, 0, c.sight)
		p := &Plan{End: m.end, Whole: true}
		g.plan(p)
		p.Cuts = p.Cuts[:1]
		g.quieten(p, nil)
		if !slices.EqualFunc(p.Quiet, c.want, func(a, b Quiet) bool {
			return abs(a.Begin-b.Begin) < 0.11 && abs(a.End-b.End) < 0.11
		}) {
			t.Errorf("%s: %v, want %v", c.name, p.Quiet, c.want)
		}
	}
}

func abs(v float64) float64 { return max(v, -v) }

// An overview keeps the rest between cuts, and ends with a cut that is near.
func TestQuietKeepsRest(t *testing.T) {
	m := apartMatch()
	for _, c := range []struct {
		cut  float64
		want Quiet
	}{{2, Quiet{5, 13}}, {7, Quiet{0, 7}}, {9, Quiet{0, 9}}, {20, Quiet{0, 8}}} {
		g := newGrid(m, 0, blind)
		p := &Plan{End: m.end, Whole: true, Cuts: []Cut{{Slot: 2}, {Clock: c.cut, Slot: 5}}}
		g.quieten(p, nil)
		if len(p.Quiet) == 0 || abs(p.Quiet[0].Begin-c.want.Begin) > 0.11 || abs(p.Quiet[0].End-c.want.End) > 0.11 {
			t.Errorf("a cut at %v s: %v, want %v", c.cut, p.Quiet, c.want)
		}
	}
	if p := (&Plan{Quiet: []Quiet{{10, 20}}}); p.QuietAt(9.99) || !p.QuietAt(10) || !p.QuietAt(19.99) || p.QuietAt(20) {
		t.Error("it is quiet at the wrong times")
	}
}

// What was shown of an overview stays when the plan is made anew, and goes on while it is quiet.
func TestQuietIsKept(t *testing.T) {
	m := apartMatch()
	g := newGrid(m, 30, blind)
	p := &Plan{End: m.end, Cuts: []Cut{{Slot: 2}}}
	g.quieten(p, []Quiet{{0, 8}, {27, 33}, {50, 58}})
	if want := []Quiet{{0, 8}, {27, 35}, {55, 63}, {83, 90}}; !slices.EqualFunc(p.Quiet, want, func(a, b Quiet) bool {
		return abs(a.Begin-b.Begin) < 0.11 && abs(a.End-b.End) < 0.11
	}) {
		t.Errorf("%v, want %v", p.Quiet, want)
	}
}
