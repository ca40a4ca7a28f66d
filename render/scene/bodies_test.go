package scene

import (
	"testing"

	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestBodiesHaveBoxes: at 90 degrees and 640 by 480 a unit is 320/distance pixels; the camera is
// at the height of origins and looks along x. Bodies reach from 24 below to 32 above, and 15 to
// both sides. The dead have none, nor who is behind the camera.
func TestBodiesHaveBoxes(t *testing.T) {
	m := momentOf(vec{320, 0, 0}, vec{640, 100, 0}, vec{160, 0, 0}, vec{-100, 0, 0})
	m.World.Game = world.Quake
	m.World.Players[2].Dead = true
	for i := range m.World.Players {
		m.World.Players[i].Slot = i
	}
	s := New()
	s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: 1, Switches: setting.NameTags})
	want := []anchor.Body{{X: 305, Y: 208, W: 30, H: 56}, {X: 262.5, Y: 224, W: 15, H: 28, Watched: true}}
	if len(s.Bodies) != 2 {
		t.Fatalf("bodies %+v", s.Bodies)
	}
	for i, b := range s.Bodies {
		w := want[i]
		if abs(b.X-w.X) > 0.01 || abs(b.Y-w.Y) > 0.01 || abs(b.W-w.W) > 0.01 || abs(b.H-w.H) > 0.01 ||
			b.Watched != w.Watched {
			t.Errorf("body %d is %+v, want %+v", i, b, w)
		}
	}
	// Names say whose they are.
	s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
	if len(s.Labels) != 2 || s.Labels[0].Body != 1 || s.Labels[1].Body != 2 {
		t.Errorf("names %+v", s.Labels)
	}
}

// TestSmallBodiesAreFilled: 56 units at 700 are 25.6 of 480 lines, less than an eighteenth: four
// fifths of the body are its name's color, orange here, without light. At 600 they are 29.9.
func TestSmallBodiesAreFilled(t *testing.T) {
	look := paint{}
	look.silhouette(draw.RGB(0x00ff00))
	if !sameColor(look.tint, draw.Color{G: 1, A: 0.8}) || !look.glows {
		t.Errorf("a silhouette is %+v", look)
	}
	fills := func(away float32) map[draw.Color]bool {
		m := momentOf(vec{away, 0, 0})
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: -1, Switches: setting.NameTags})
		list := make(map[draw.Color]bool)
		for i := range s.pieces.list {
			if c := s.pieces.list[i].color; s.pieces.list[i].shape == shapeFill {
				c.A = 1
				list[c] = true
			}
		}
		return list
	}
	// Without light a body has as many colors as its figure, 8 at most; with it many.
	if near, far := len(fills(600)), len(fills(700)); near < 10 || far > 8 || far == 0 {
		t.Errorf("%d colors near, %d far", near, far)
	}
}

// TestUnseenHaveNoNames: through a player's eyes, and without signs in every camera, only those have a name who are
// seen, unless all are asked for. In an overhead view all have one.
func TestUnseenHaveNoNames(t *testing.T) {
	m := momentOf(vec{0, 0, 0}, vec{320, 0, 0})
	for _, c := range []struct {
		o    Options
		near float32
		want int
	}{{Options{Follow: 0, FirstPerson: true}, 0, 0},
		{Options{Follow: 0, FirstPerson: true, Switches: setting.XRay}, 0, 1},
		{Options{Follow: 0}, 0, 1}, {Options{Follow: 0, NoSigns: true}, 0, 0},
		{Options{Follow: 0, NoSigns: true, Switches: setting.XRay}, 0, 1},
		{Options{Follow: 0, NoSigns: true}, 100, 1}} {
		s := New()
		s.begin(nil, Camera{FOV: 90, Near: c.near}, View{640, 480, 1}, &c.o)
		s.Story.Fill(m, &s.sight, &story.Options{Follow: c.o.Follow, FirstPerson: c.o.FirstPerson})
		s.sight.figures = append(s.sight.figures, figure{slot: 1, x: 320, y: 240, w: 320, unseen: true})
		s.signs.colorNames(m)
		s.signs.labelPlayers(m)
		if len(s.Labels) != c.want {
			t.Errorf("%+v: %d names, want %d", c.o, len(s.Labels), c.want)
		}
	}
}

// TestBloodIsThin: at the body of who lives there is half of it, at most 16, and two fifths as
// opaque; not at the dead, nor elsewhere, and nothing else is less.
func TestBloodIsThin(t *testing.T) {
	for name, c := range map[string]struct {
		effect world.Effect
		dead   bool
		want   bool
	}{
		"blood":      {world.Effect{Kind: world.EffectBlood, Origin: vec{300, 0, 10}}, false, true},
		"of Quake":   {world.Effect{Kind: world.EffectParticles, Color: 72, Origin: vec{300, 0, 10}}, false, true},
		"of a wall":  {world.Effect{Kind: world.EffectParticles, Color: 0, Origin: vec{300, 0, 10}}, false, false},
		"the dead":   {world.Effect{Kind: world.EffectBlood, Origin: vec{300, 0, 10}}, true, false},
		"elsewhere":  {world.Effect{Kind: world.EffectBlood, Origin: vec{300, 70, 10}}, false, false},
		"explosions": {world.Effect{Kind: world.EffectExplosion, Origin: vec{300, 0, 10}}, false, false},
	} {
		m := momentOf(vec{300, 0, 0})
		m.World.Players[0].Dead = c.dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
		if got := s.sight.thins(m, &c.effect, c.effect.Origin); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for n, want := range map[int]int{1: 1, 9: 5, 96: 16} {
		if got, size, alpha := (&effect{thin: true, part: 0.5}).thinned(n, 2); got != want || size != 1.4 ||
			abs(alpha-0.2) > 1e-6 {
			t.Errorf("of %d there are %d, %v large, opaque %v", n, got, size, alpha)
		}
	}
	if got, size, alpha := (&effect{part: 0.5}).thinned(96, 2); got != 96 || size != 2 || alpha != 0.5 {
		t.Errorf("of 96 others there are %d, %v large, opaque %v", got, size, alpha)
	}
}

// TestWhoFalls: at least 400 units a second, with nothing 160 units below the feet, which are 24
// below the origin; the dead do not fall, and without a map nobody knows.
func TestWhoFalls(t *testing.T) {
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	ground, high := vec{}, float32(0)
	for _, c := range insideCameras(g, 60) {
		low, top := g.until(c.Origin, c.Origin.Sub(vec{0, 0, 4000})), g.until(c.Origin, c.Origin.Add(vec{0, 0, 4000}))
		if room := top[2] - low[2]; room > high && room < 4000 {
			ground, high = low, room
		}
	}
	if high < 200 {
		t.Fatalf("the highest room has %v units", high)
	}
	for _, c := range []struct {
		feet, speed float32
		dead, noMap bool
		want        bool
	}{{165, -450, false, false, true}, {165, -350, false, false, false}, {150, -450, false, false, false},
		{165, -450, true, false, false}, {165, -450, false, true, false}} {
		m := momentOf(ground.Add(vec{0, 0, 24 + c.feet}))
		m.Poses[0].Velocity, m.Poses[0].VelocityKnown = vec{0, 0, c.speed}, true
		m.World.Players[0].Dead = c.dead
		s := New()
		if !c.noMap {
			s.SetGeometry(g)
		}
		s.Build(m, Camera{Origin: ground.Add(vec{100, 0, 40}), FOV: 90}, View{640, 480, 1}, &Options{Follow: 0})
		if s.Falls != c.want {
			t.Errorf("%+v: %v", c, s.Falls)
		}
	}
}
