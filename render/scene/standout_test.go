package scene

import (
	"testing"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// TestTheDeadAreDim: of red 0.4 go to its grey, 0.3, and of that 0.62 to the colour of the
// dead, 0x3b424c. Their outlines are dim, and no light makes their triangles bright.
func TestTheDeadAreDim(t *testing.T) {
	if got := deaden(draw.RGB(0xff0000)); !sameColor(got, draw.Color{R: 0.4171, G: 0.2061, B: 0.2304, A: 1}) {
		t.Errorf("red of the dead is %+v", got)
	}
	m := momentOf(vec{150, 0, 0})
	m.World.Game, m.World.Players[0].Shirt, m.World.Players[0].Pants = world.QuakeWorld, 4, 13
	brightest := func(dead bool) float32 {
		m.World.Players[0].Dead = dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{320, 240, 1}, &Options{Follow: -1, HideNames: true})
		top := float32(0)
		for i := range s.things.pieces {
			if c := s.things.pieces[i].color; s.things.pieces[i].shape == shapeLine {
				top = max(top, c.R, c.G, c.B)
			}
		}
		return top
	}
	if alive, dead := brightest(false), brightest(true); alive < 0.8 || dead > 0.44 {
		t.Errorf("the brightest line of the living is %v, of the dead %v", alive, dead)
	}
}

// TestBrackets: 56 units at 800 are 22 of 480 lines, less than a tenth: four corners of two
// lines each, of 6 vertices or 8. At 100 units a body is large; the dead have none.
func TestBrackets(t *testing.T) {
	for _, c := range []struct {
		away float32
		dead bool
		want bool
	}{{800, false, true}, {385, false, true}, {365, false, false}, {100, false, false}, {800, true, false}} {
		m := momentOf(vec{c.away, 0, 0})
		m.World.Players[0].Dead = c.dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
		n := len(s.Overlay.Vertices)
		if got := n > 0; got != c.want || got && n != 8*8 && n != 8*6 {
			t.Errorf("at %v, dead %v: %d vertices over the picture", c.away, c.dead, n)
		}
	}
	// Their colour is the name's, and white and red for who has just been hit.
	m := momentOf(vec{600, 0, 0})
	m.Clock = 10
	m.World.Players[0].Hurt = world.Deed{Clock: 10, Known: true}
	s := New()
	s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
	if v := s.Overlay.Vertices[1]; abs(v.R-v.A*244./255) > 0.01 || abs(v.R-v.B) > 0.01 {
		t.Errorf("the bracket of who is hit is %+v", v)
	}
}

// TestHitsAreSigns: for 0.3 s after a hit that the demo shows, in all games; the dead have none.
func TestHitsAreSigns(t *testing.T) {
	for _, c := range []struct {
		name string
		hurt world.Deed
		dead bool
		want float32
	}{
		{"nothing", world.Deed{}, false, 0},
		{"now", world.Deed{Clock: 10, Known: true}, false, 1},
		{"a while ago", world.Deed{Clock: 9.85, Known: true}, false, 0.5},
		{"in the frame that comes", world.Deed{Clock: 10.05, Known: true}, false, 1},
		{"long ago", world.Deed{Clock: 9.6, Known: true}, false, 0},
		{"the dead", world.Deed{Clock: 10, Known: true}, true, 0},
	} {
		m := momentOf(vec{200, 0, 0})
		m.World.Game, m.Clock = world.Quake3, 10
		m.World.Players[0].Hurt, m.World.Players[0].Dead = c.hurt, c.dead
		if got := New().hitOf(m, 0); abs(got-c.want) > 1e-3 {
			t.Errorf("%s: %v of the sign is left, want %v", c.name, got, c.want)
		}
	}
	// First white, then red, and gone.
	if !sameColor(hitColor(1), colorWhite) || !sameColor(hitColor(0.2), colorRed) {
		t.Errorf("hits are %+v, then %+v", hitColor(1), hitColor(0.2))
	}
}

// TestOwnBodyIsClear: where the camera is behind who is watched, or he lies before it, what he
// looks at is seen through him; not where the camera looks at him, or past him.
func TestOwnBodyIsClear(t *testing.T) {
	for _, c := range []struct {
		name   string
		at     vec
		yaw    float32
		dead   bool
		follow int
		want   bool
	}{
		{"behind him", vec{100, 0, 0}, 0, false, 0, true},
		{"before him", vec{100, 0, 0}, 180, false, 0, false},
		{"beside him", vec{100, 80, 0}, 0, false, 0, false},
		{"far behind him", vec{300, 0, 0}, 0, false, 0, false},
		{"behind somebody else", vec{100, 0, 0}, 0, false, 1, false},
		{"he is dead", vec{60, 0, 0}, 180, true, 0, true},
	} {
		m := momentOf(c.at, vec{500, 0, 0})
		m.Poses[0].Angles[1], m.World.Players[0].Dead = c.yaw, c.dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: c.follow})
		if got := s.coversMiddle(m, 0); got != c.want {
			t.Errorf("%s: see-through is %v", c.name, got)
		}
	}
}
