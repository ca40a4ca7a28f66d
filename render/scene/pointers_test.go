package scene

import (
	"fmt"
	"testing"

	"demoscope/player/world"
)

// pointersOf returns what a picture points at: the names, best first, with what is said of them.
// All look at the watched, or so many degrees to their left.
func pointersOf(s *Scene, places []vec, turn float32, change func(players []world.Player)) (list []string) {
	m := fightMoment(places)
	for i := range places[1:] {
		m.Poses[i+1].Angles[1] = degreesOf(places[0].Sub(places[i+1])) + turn
	}
	if change != nil {
		change(m.World.Players)
		m.World.Match.Teams = m.World.Players[0].Team != ""
	}
	o := &Options{FirstPerson: true, Follow: 0, Pointers: true}
	build := func() { s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, o) }
	build()
	for _, p := range s.Pointers {
		line := fmt.Sprintf("%s %v %.2f %.0f", p.Text[len("Somebody "):], [...]string{"left", "right", "top",
			"bottom"}[p.Side], p.Place, p.Distance)
		if p.Fires {
			line += " fires"
		}
		if p.Mate {
			line += " mate"
		}
		list = append(list, line)
	}
	return list
}

// TestPointers: the eye is at 0 0 22 and looks along x, 90 degrees wide; y is to the left.
func TestPointers(t *testing.T) {
	s := New()
	fires := func(slot int, clock float64) func([]world.Player) {
		return func(list []world.Player) { list[slot].Fired = world.Timestamp{Clock: clock, Known: true} }
	}
	watched := vec{0, 0, 0}
	for _, c := range []struct {
		what   string
		places []vec
		change func([]world.Player)
		want   string
	}{
		{"in the picture", []vec{watched, {500, 0, 0}}, nil, "[]"},
		{"left", []vec{watched, {0, 500, 22}}, nil, "[1 left 0.67 500]"},
		{"right", []vec{watched, {0, -500, 22}}, nil, "[1 right 0.67 500]"},
		{"behind", []vec{watched, {-500, -1, 22}}, nil, "[1 right 1.00 500]"},
		{"above", []vec{watched, {100, 50, 500}}, nil, "[1 top 0.25 491]"},
		{"below", []vec{watched, {100, 0, -500}}, nil, "[1 bottom 0.50 531]"},
		{"far", []vec{watched, {0, 800, 22}}, nil, "[]"},
		{"far, and fires", []vec{watched, {0, 1100, 22}}, fires(1, 9.4), "[1 left 0.67 1100 fires]"},
		{"far, and fired", []vec{watched, {0, 1100, 22}}, fires(1, 9.2), "[]"},
		{"farther, and fires", []vec{watched, {0, 1300, 22}}, fires(1, 10), "[]"},
		{"farther, and hit", []vec{watched, {0, 2500, 22}}, func(list []world.Player) {
			list[0].Hit = world.Hit{Clock: 10, Strength: 0.5, By: 2}
		}, "[1 left 0.67 2500 fires]"},
		{"the three nearest", []vec{watched, {0, 650, 22}, {0, -600, 22}, {0, 500, 22}, {0, -690, 22}}, nil,
			"[3 left 0.67 500 2 right 0.67 600 1 left 0.67 650]"},
		{"who fires first", []vec{watched, {0, 650, 22}, {0, -600, 22}, {0, 500, 22}, {0, -900, 22}}, fires(4, 10),
			"[4 right 0.67 900 fires 3 left 0.67 500 2 right 0.67 600]"},
		{"mates last", []vec{watched, {0, 300, 22}, {0, 700, 22}, {0, -650, 22}}, func(list []world.Player) {
			list[0].Team, list[1].Team, list[2].Team, list[3].Team = "a", "a", "b", "a"
		}, "[2 left 0.67 700 1 left 0.67 300 mate]"},
		{"the dead", []vec{watched, {0, 500, 22}}, func(list []world.Player) { list[1].Dead = true }, "[]"},
		{"of whom nothing is told", []vec{watched, {0, 500, 22}}, func(list []world.Player) {
			list[1].Visible = false
		}, "[]"},
		{"spectators", []vec{watched, {0, 500, 22}}, func(list []world.Player) { list[1].Spectator = true }, "[]"},
		{"the watched is dead", []vec{watched, {0, 500, 22}}, func(list []world.Player) { list[0].Dead = true }, "[]"},
		{"nowhere", []vec{watched, {0, float32(1e30), 22}}, nil, "[]"},
	} {
		if got := fmt.Sprint(pointersOf(s, c.places, 0, c.change)); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	if got := fmt.Sprint(pointersOf(s, []vec{watched, {0, 500, 22}, {0, 1100, 22}}, 30, func(list []world.Player) {
		fires(1, 10)(list)
		fires(2, 10)(list)
	})); got != "[1 left 0.67 500]" {
		t.Errorf("who fires elsewhere: %s", got)
	}
	m := fightMoment([]vec{watched, {0, 800, 22}, {0, -700, 22}, {0, 600, 22}, {0, -900, 22}})
	o := &Options{FirstPerson: true, Follow: 0, Pointers: true}
	if n := testing.AllocsPerRun(20, func() { s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, o) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	for what, o := range map[string]Options{"off": {FirstPerson: true, Follow: 0}, "nobody followed": {
		FirstPerson: true, Follow: -1, Pointers: true}} {
		if s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &o); len(s.Pointers) != 0 {
			t.Errorf("%s: %+v", what, s.Pointers)
		}
	}
}
