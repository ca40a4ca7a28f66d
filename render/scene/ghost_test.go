package scene

import (
	"math"
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/setting"
)

// beside returns a scene with a player at the origin, who is watched from behind, and with the
// ghost of a moment with players at the given places.
func beside(o Options, places ...vec) *Scene {
	ghost := momentOf(places...)
	for i := range ghost.World.Players {
		ghost.World.Players[i].Name = "Ghost"
	}
	ghost.Clock = 50
	o.Ghost.Moment = ghost
	m := momentOf(vec{})
	m.World.Players[0].Name = "Player"
	s := New()
	s.Build(m, Camera{Origin: vec{-400, 0, 20}}, View{640, 480, 1}, &o)
	return s
}

// fills are how opaque the faces of the ghost's color are: all have its hue, in whatever light.
func fills(s *Scene) (alpha map[float32]int) {
	alpha = map[float32]int{}
	for _, p := range s.pieces.list {
		c := p.color
		if p.shape == shapeFill && c.G > c.R && c.G > c.B && math.Abs(float64(c.B/c.G-216./255)) < 0.15 {
			alpha[float32(math.Round(float64(c.A)*100)/100)]++
		}
	}
	return alpha
}

// TestGhostIsSeenThrough: of two players of a ghost only the one who is compared is drawn, or
// the other, too, but fainter; who is near the camera is hardly seen.
func TestGhostIsSeenThrough(t *testing.T) {
	if got := fills(beside(Options{Follow: -1}, vec{0, 100, 0}, vec{0, -100, 0})); len(got) != 1 || got[0.45] == 0 {
		t.Errorf("one: %v, want faces of 0.45", got)
	}
	if got := fills(beside(Options{Follow: -1, Ghost: Ghost{All: true}}, vec{0, 100, 0}, vec{0, -100, 0})); len(
		got) != 2 || got[0.45] == 0 || got[0.15] == 0 {
		t.Errorf("all: %v, want faces of 0.45 and 0.15", got)
	}
	// 110 units away is halfway from 40 to 180: halfway from 0.07 to 0.45.
	if got := fills(beside(Options{Follow: -1}, vec{-290, 0, 20})); len(got) != 1 || got[0.26] == 0 {
		t.Errorf("near: %v, want faces of 0.26", got)
	}
}

// TestGhostHasItsName: also while its way begins; not where the name of the watched player is.
func TestGhostHasItsName(t *testing.T) {
	names := func(s *Scene) (list []string) {
		for _, l := range s.Labels {
			text := l.Text
			if l.Ghost {
				text += " beside"
			}
			list = append(list, text)
		}
		return list
	}
	for _, c := range []struct {
		ghost vec
		all   bool
		want  []string
	}{
		{vec{0, 100, 0}, false, []string{"Player", "Ghost beside"}},
		{vec{0, 100, 0}, true, []string{"Player", "Ghost beside", "Ghost"}},
		{vec{0, 99, 0}, false, []string{"Player"}},
		{vec{-800, 0, 0}, false, []string{"Player"}}, // behind the camera
	} {
		s := beside(Options{Ghost: Ghost{All: c.all}}, c.ghost, vec{0, -100, 0})
		got := names(s)
		if len(got) != len(c.want) {
			t.Errorf("at %v: %q, want %q", c.ghost, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("at %v: %q, want %q", c.ghost, got, c.want)
			}
		}
	}
	if s := beside(Options{Switches: setting.NameTags}, vec{0, 100, 0}); len(s.Labels) != 0 {
		t.Error("hidden names are written")
	}
}

// TestGhostCannotBePicked: who clicks at it follows nobody.
func TestGhostCannotBePicked(t *testing.T) {
	s := beside(Options{Follow: -1}, vec{0, 100, 0})
	x, y, w := s.frame.transform(vec{0, 100, 4})
	if got := s.Pick(s.frame.centerX+x/w, s.frame.centerY+y/w, 5); got != -1 {
		t.Errorf("player %d is picked", got)
	}
}

// TestGhostWay: lines 12 units below the track, before and after the moment, fainter the farther
// that is: 1 s is two thirds of 0.75, beside 0.15, of 0.7.
func TestGhostWay(t *testing.T) {
	way := []timeline.Sample{
		{Clock: 48, Origin: vec{0, 0, 24}, Begins: true}, {Clock: 49, Origin: vec{40, 0, 24}},
		{Clock: 51, Origin: vec{90, 0, 24}},
		{Clock: 52, Origin: vec{900, 0, 24}, Begins: true}, {Clock: 54, Origin: vec{990, 0, 24}},
	}
	ghost := momentOf(vec{60, 0, 24})
	ghost.Clock = 50
	ends, alpha := pathsOf(New(), momentOf(), Options{Ghost: Ghost{Moment: ghost, Track: way}})
	want := [][2]vec{{{0, 0, 12}, {40, 0, 12}}, {{40, 0, 12}, {90, 0, 12}}}
	if len(ends) != 2 || ends[0] != want[0] || ends[1] != want[1] {
		t.Fatalf("lines %v, want %v", ends, want)
	}
	for i, a := range alpha {
		if math.Abs(float64(a-0.455)) > 1e-3 {
			t.Errorf("line %d has an opacity of %v, want 0.455", i, a)
		}
	}
}

// TestGhostOfNonsense: what no player has is not drawn.
func TestGhostOfNonsense(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, at := range []vec{{nan, 0, 0}, {0, inf, 0}, {1e30, 0, 0}} {
		if got := fills(beside(Options{Ghost: Ghost{All: true}}, at)); len(got) != 0 {
			t.Errorf("at %v: %v", at, got)
		}
	}
	for _, slot := range []int{-1, 7, math.MaxInt} {
		if got := fills(beside(Options{Ghost: Ghost{Slot: slot}}, vec{0, 100, 0})); len(got) != 0 {
			t.Errorf("slot %d: %v", slot, got)
		}
	}
	s := New()
	short := momentOf(vec{0, 100, 0})
	short.Poses = nil
	s.Build(momentOf(vec{}), Camera{Origin: vec{-400, 0, 20}}, View{640, 480, 1},
		&Options{Ghost: Ghost{Moment: short, All: true}})
	if got := fills(s); len(got) != 0 {
		t.Errorf("without poses: %v", got)
	}
}

func TestGhostDoesNotAllocate(t *testing.T) {
	ghost := momentOf(vec{140, 0, 24}, vec{300, 0, 24})
	ghost.Clock = 10
	ghost.World.Players[0].Name = "Ghost"
	o := Options{Follow: world.Nobody, Switches: setting.XRay, Ghost: Ghost{Moment: ghost, All: true,
		Track: []timeline.Sample{
			{Clock: 9, Begins: true}, {Clock: 11, Origin: vec{40, 0, 24}}}}}
	m, s := momentOf(vec{0, 50, 24}), New()
	build := func() { s.Build(m, Camera{Origin: vec{-400, 0, 300}, Angles: vec{30, 0, 0}}, View{640, 480, 1}, &o) }
	build()
	if n := testing.AllocsPerRun(20, build); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
	if len(s.Overlay.Vertices) == 0 {
		t.Error("nothing is drawn over the walls")
	}
}
