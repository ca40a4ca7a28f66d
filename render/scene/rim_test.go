package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

// TestMissileMark: one ring stands around the nearest missile that comes toward the followed player, and rockets go
// before nails. The player's own missiles, and those that fly elsewhere, have none.
func TestMissileMark(t *testing.T) {
	nail := func(m *player.Moment, at float32) {
		m.Entities = append(m.Entities, m.Entities[0])
		m.Entities[1].Number, m.Entities[1].Origin = 41, mgl32.Vec3{at, 20, 22}
		m.World.Effects.Trails = append(m.World.Effects.Trails, world.Trail{Kind: world.TrailNail, Entity: 41, Owner: 2,
			Clock: 9.8, Until: 10, Origin: mgl32.Vec3{500, 20, 22}, End: mgl32.Vec3{at, 20, 22}})
	}
	for _, c := range []struct {
		name   string
		change func(m *player.Moment)
		x      float32 // of the mark, 0 for none
	}{
		{"a rocket", func(*player.Moment) {}, 320},
		{"a nearer nail", func(m *player.Moment) { nail(m, 200) }, 320},
		{"a nail alone", func(m *player.Moment) {
			nail(m, 200)
			m.World.Effects.Trails[0].Origin = mgl32.Vec3{0, 0, 22} // the rocket flies away
		}, 288},
		{"one's own", func(m *player.Moment) { m.World.Effects.Projectiles[0].Owner = 1 }, 0},
		{"across", func(m *player.Moment) { m.World.Effects.Trails[0].Origin = mgl32.Vec3{300, 200, 22} }, 0},
		{"a grenade that rolls near", func(m *player.Moment) {
			tr := &m.World.Effects.Trails[0]
			m.Entities[0].Origin[0] = 200
			tr.Kind, tr.Origin, tr.End = world.TrailGrenade, mgl32.Vec3{200, 200, 22}, mgl32.Vec3{200, 0, 22}
		}, 320},
		{"dead", func(m *player.Moment) { m.World.Players[0].Dead = true }, 0},
	} {
		m := rocketMoment()
		c.change(m)
		s := New()
		s.begin(m, Camera{Origin: vec{0, 0, 22}, FOV: 90}, View{640, 480, 1}, &Options{FirstPerson: true, Follow: -1,
			MissileMark: true})
		s.markers.addAll(m)
		s.signs.markMissile(m)
		b := boundsOf(s.Overlay.Vertices)
		if c.x == 0 {
			if b.W > 0 {
				t.Errorf("%s has a mark", c.name)
			}
			continue
		}
		if abs(b.X+b.W/2-c.x) > 1 || abs(b.W-16) > 2 || abs(b.Y+b.H/2-240) > 1 {
			t.Errorf("%s: a mark in %+v, want one at %v", c.name, b, c.x)
		}
	}
	// A view without a width, as a tiny window has, draws nothing that is not a number.
	m, s := rocketMoment(), New()
	s.Build(m, Camera{Origin: vec{0, 0, 22}, FOV: 90}, View{0, 1, 1}, &Options{FirstPerson: true, Follow: -1,
		MissileMark: true})
	for _, v := range append(s.World.Vertices, s.Overlay.Vertices...) {
		if v.X != v.X || v.Y != v.Y {
			t.Fatalf("a corner at %v, %v", v.X, v.Y)
		}
	}
}
