package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// rocketMoment has a watched player at the origin who looks along x, somebody who fired a
// rocket 300 units away, and the rocket between them, which comes nearer.
func rocketMoment() *player.Moment {
	m := momentOf(vec{}, vec{600, 200, 0})
	m.Clock = 10
	m.World.Game = world.QuakeWorld
	m.World.Level().Models = []string{"", "maps/test.bsp", "progs/missile.mdl"}
	m.World.Players[1].Pants, m.World.Players[1].Name = 4, "Thresh"
	m.Entities = []world.Entity{{Number: 40, Model: [4]uint16{2}, Origin: mgl32.Vec3{300, 0, 22},
		Angles: mgl32.Vec3{0, 180, 0}}}
	m.World.Effects.Projectiles = []world.Projectile{{Entity: 40, Owner: 2, Seen: 10, At: mgl32.Vec3{300, 0, 22}}}
	m.World.Effects.Trails = []world.Trail{{Kind: world.TrailRocket, Entity: 40, Owner: 2, Clock: 9.8, Until: 10,
		Origin: mgl32.Vec3{500, 0, 22}, End: mgl32.Vec3{300, 0, 22}}}
	m.Eye = player.Eye{Known: true, Slot: 0, Entity: 1, Origin: mgl32.Vec3{0, 0, 22}}
	return m
}

// TestShotsAreOfSomebody: what the watched player fires is nearly white, what others fire has
// the color of their names, and nobody's has its own.
func TestShotsAreOfSomebody(t *testing.T) {
	m := rocketMoment()
	s := New()
	s.begin(nil, Camera{}, View{640, 480, 1}, &Options{FirstPerson: true, Follow: -1})
	if c, ok := s.colors.shot(m, 0); !ok || c != draw.RGB(0xeef4ff) {
		t.Errorf("the watched player's: %+v", c)
	}
	if c, ok := s.colors.shot(m, 1); !ok || !sameColor(c, bright(bright(s.colors.palette(4)))) {
		t.Errorf("somebody's: %+v", c)
	}
	for _, slot := range []int{-1, 2} {
		if _, ok := s.colors.shot(m, slot); ok {
			t.Errorf("slot %d has a color", slot)
		}
	}
	// Three quarters of the way from red to blue, as opaque as before.
	if got := dyeShot(draw.Color{R: 1, A: 0.5}, draw.Color{B: 1, A: 1}, 0.75); !sameColor(got,
		draw.Color{R: 0.25, B: 0.75, A: 0.5}) {
		t.Errorf("dyed: %+v", got)
	}
	if got := dyeShot(draw.Color{R: 1, A: 0.5}, draw.Color{}, 0.75); got != (draw.Color{R: 1, A: 0.5}) {
		t.Errorf("nobody's is dyed: %+v", got)
	}
}

// TestRocketsHaveHeads: the head of a rocket is a cone at its front, in the color of who fired
// it, 16 units long, and up to four times that where it would be less than 7 points. It has none
// near the camera, nor if it does not fly any more.
func TestRocketsHaveHeads(t *testing.T) {
	for _, c := range []struct {
		name        string
		at          float32
		until       float64
		scale       float32
		front, back float32
	}{
		{"at 300 units", 300, 10, 1, 280, 296}, {"0.2 s after its trail", 300, 9.8, 1, 280, 296},
		{"0.4 s after its trail", 300, 9.6, 1, 0, 0},
		{"near", 45, 10, 1, 0, 0}, {"less near", 55, 10, 1, 35, 51}, {"far away, in large points", 5000, 10, 2,
			4932, 4996},
	} {
		m := rocketMoment()
		m.Entities[0].Origin[0] = c.at
		now := m.World.Effects.Trails[0]
		now.Until = c.until
		bounced := now // from below
		bounced.Origin, bounced.End, bounced.Until = mgl32.Vec3{500, 0, -400}, mgl32.Vec3{500, 0, 22}, 9.9
		m.World.Effects.Trails = []world.Trail{bounced, now}
		s := New()
		s.Build(m, Camera{Origin: vec{0, 0, 22}, FOV: 90}, View{1280, 720, c.scale}, &Options{FirstPerson: true,
			Follow: -1})
		color, _ := s.colors.shot(m, 1)
		front, back := float32(10000), float32(0)
		for i := range s.pieces.list {
			p := &s.pieces.list[i]
			if p.shape != shapeLine || !sameColor(p.color, color.Mix(colorWhite, 0.6)) {
				continue
			}
			for _, v := range s.pieces.points[p.first : p.first+p.count] {
				front, back = min(front, v[0]), max(back, v[0])
			}
		}
		if back == 0 {
			front = 0 // there is none
		}
		if abs(front-c.front) > 0.1 || abs(back-c.back) > 0.1 {
			t.Errorf("%s: the head is from %v to %v, want %v to %v", c.name, front, back, c.front, c.back)
		}
	}
}

// TestShotsHaveNames: a rocket of somebody else has his name while it is within 600 units of
// who is watched; the watched player's own has none, and neither has a team mate's.
func TestShotsHaveNames(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(m *player.Moment)
		want   bool
	}{
		{"somebody's", func(*player.Moment) {}, true},
		{"far away", func(m *player.Moment) { m.Entities[0].Origin[0] = 700 }, false},
		{"his own", func(m *player.Moment) { m.World.Effects.Projectiles[0].Owner = 1 }, false},
		{"nobody's", func(m *player.Moment) { m.World.Effects.Projectiles[0].Owner = 0 }, false},
		{"a team mate's", func(m *player.Moment) {
			m.World.Match.Teams, m.World.Players[0].Team, m.World.Players[1].Team = true, "red", "red"
		}, false},
		{"an enemy's", func(m *player.Moment) {
			m.World.Match.Teams, m.World.Players[0].Team, m.World.Players[1].Team = true, "red", "blue"
		}, true},
		{"one's who is not there", func(m *player.Moment) { m.World.Effects.Projectiles[0].Owner = 9 }, false},
		{"outside the picture", func(m *player.Moment) { m.Entities[0].Origin[1] = 305 }, false},
		{"a plasma ball", func(m *player.Moment) { m.World.Effects.Trails[0].Kind = world.TrailPlasma }, false},
	} {
		m := rocketMoment()
		c.change(m)
		s := New()
		s.Build(m, Camera{Origin: vec{0, 0, 22}, FOV: 90}, View{640, 480, 1}, &Options{FirstPerson: true, Follow: -1})
		n := 0
		for _, l := range s.Labels {
			if l.Shot {
				if n++; l.Text != "Thresh" || abs(l.X-320) > 1 || l.Y > 240 || l.Y < 220 {
					t.Errorf("%s: %+v", c.name, l)
				}
			}
		}
		if n != 0 != c.want {
			t.Errorf("%s: %d names at shots", c.name, n)
		}
	}
	names := func(m *player.Moment, g *Geometry, o *Options) (n int) {
		s := New()
		if g != nil {
			s.SetGeometry(g)
		}
		s.Build(m, Camera{Origin: vec{0, 0, 22}, FOV: 90}, View{640, 480, 1}, o)
		for _, l := range s.Labels {
			if l.Shot {
				n++
			}
		}
		return n
	}
	// Not through a wall.
	first := &Options{FirstPerson: true, Follow: -1}
	up := mgl32.Vec3{0, 0, 1}
	if low, high := names(rocketMoment(), wallAt(bsp.Plane{Normal: up, Type: 2, Dist: 0}), first),
		names(rocketMoment(), wallAt(bsp.Plane{Normal: up, Type: 2, Dist: 100}), first); low != 1 || high != 0 {
		t.Errorf("%d names over a wall, %d behind it", low, high)
	}
	// Near who is followed where the eye is nobody's.
	m := rocketMoment()
	m.Eye.Slot = world.Nobody
	if n := names(m, nil, &Options{Follow: 0}); n != 1 {
		t.Errorf("%d names near who is followed", n)
	}
	// Six at most.
	m = rocketMoment()
	for i := range int32(8) {
		e, f, tr := m.Entities[0], m.World.Effects.Projectiles[0], m.World.Effects.Trails[0]
		e.Number, f.Entity, tr.Entity = 41+i, 41+i, 41+i
		m.Entities = append(m.Entities, e)
		m.World.Effects.Projectiles, m.World.Effects.Trails = append(m.World.Effects.Projectiles, f),
			append(m.World.Effects.Trails, tr)
	}
	if n := names(m, nil, first); n != 6 {
		t.Errorf("%d names at nine shots", n)
	}
}

// TestFliesAway: of a rocket that flies straight away from the eye the fire is drawn, which has a
// ring of at most 13 points; of one that flies across, comes near, or is far away it is the rocket.
func TestFliesAway(t *testing.T) {
	for _, c := range []struct {
		what     string
		from, to vec
		want     bool
	}{
		{"away", vec{100, 0, 0}, vec{200, 0, 0}, true},
		{"a little aside", vec{100, 0, 0}, vec{190, 40, 0}, true},
		{"across", vec{200, -50, 0}, vec{200, 50, 0}, false},
		{"here", vec{300, 0, 0}, vec{200, 0, 0}, false},
		{"far away", vec{900, 0, 0}, vec{1000, 0, 0}, false},
	} {
		m := momentOf()
		m.Clock = 10
		m.World.Effects.Trails = []world.Trail{{Kind: world.TrailRocket, Entity: 7, Clock: 9.9, Until: 10,
			Origin: c.from, End: c.to}}
		s := New()
		s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, nil)
		s.pieces.group, s.pieces.grouping = s.pieces.group[:0], true
		got := s.markers.fliesAway(m, &marker{entity: 7, origin: c.to})
		if s.pieces.grouping = false; got != c.want || got != (len(s.pieces.group) > 0) {
			t.Errorf("%s: %v, %d pieces", c.what, got, len(s.pieces.group))
		}
		for _, p := range s.pieces.group {
			if at := s.pieces.points[p.first]; at.Sub(c.to).Len() > 13.01*c.to.Len()/s.frame.focal {
				t.Errorf("%s: a piece %v from its middle", c.what, at.Sub(c.to))
			}
		}
		if s.markers.fliesAway(m, &marker{entity: 8, origin: c.to}) {
			t.Errorf("%s: another thing is a rocket", c.what)
		}
	}
}
