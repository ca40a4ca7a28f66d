package scene

import (
	"slices"
	"testing"

	"demoscope/bsp"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// poolScene has a floor of 512 by 512 units at a height of 0, and perhaps a table of 200 by 200 over
// its middle, at 50.
func poolScene(table bool) *Scene {
	list := []bsp.Polygon{levelAt(-256, -256, 256, 256, 0, bsp.KindSolid)}
	if table {
		list = append(list, levelAt(-100, -100, 100, 100, 50, bsp.KindSolid))
	}
	s := New()
	s.SetGeometry(Prepare(bsp.Build(list, nil)))
	return s
}

// TestPools: a light 100 units above a floor that reaches 200 lights it as far as 173, ends where the
// floor does, and not below what is between.
func TestPools(t *testing.T) {
	for _, c := range []struct {
		what  string
		at    vec
		table bool
		x     [2]float32 // from where to where on the floor, in units; the same for nothing
	}{
		{"in the middle", vec{0, 0, 100}, false, [2]float32{-173.2, 173.2}},
		{"at the rim", vec{200, 0, 100}, false, [2]float32{26.8, 256}},
		{"beside it", vec{300, 0, 100}, false, [2]float32{126.8, 256}},
		{"far beside it", vec{440, 0, 100}, false, [2]float32{}},
		{"too high", vec{0, 0, 210}, false, [2]float32{}},
		{"above a table", vec{0, 0, 100}, true, [2]float32{}},
		{"below a table", vec{0, 0, 30}, true, [2]float32{-197.7, 197.7}},
	} {
		s := poolScene(c.table)
		o := Options{Follow: -1}
		s.begin(nil, Camera{Origin: vec{0, -10, 600}, Angles: vec{90, 90, 0}, FOV: 90}, View{640, 480, 1}, &o)
		s.visible.update(s.frame.origin)
		s.level.lights.add(c.at, 200, colorWhite, 1)
		s.level.lights.mark(s.frame.g.models[0].root, 0)
		s.level.order = append(s.level.order, s.level.lights.lit...)
		s.level.lights.findPools(s.level.order)
		var xs []float32
		for _, n := range s.level.order {
			if f := &s.frame.g.faces[n]; f.plane.normal[2] < 0.9 || abs(f.plane.dist) > 1 {
				continue
			}
			first := len(s.World.Vertices)
			if s.level.lights.on[n] != 0 {
				s.level.lights.draw(n)
			}
			for _, v := range s.World.Vertices[first:] {
				xs = append(xs, (v.X-320)*600/s.frame.focal) // the camera looks down
			}
		}
		low, high := float32(0), float32(0)
		if len(xs) > 0 {
			low, high = slices.Min(xs), slices.Max(xs)
		}
		if abs(low-c.x[0]) > 8 || abs(high-c.x[1]) > 1 {
			t.Errorf("%s: from %v to %v, want %v", c.what, low, high, c.x)
		}
	}
}

// TestLightsShine: an explosion lights a floor in the modes that have light, while it burns, unless
// effects are hidden; so do a muzzle, lightning where it ends, a flying rocket's fire and a powerup.
// The pool is brightest below the light.
func TestLightsShine(t *testing.T) {
	explosion := []world.Effect{{Kind: world.EffectExplosion, Origin: vec{0, 0, 40}, Clock: 10, Life: 1}}
	for _, c := range []struct {
		what    string
		effects []world.Effect
		clock   float64
		o       Options
		want    bool
	}{
		{"lit", explosion, 10.1, Options{Follow: -1}, true},
		{"shaded", explosion, 10.1, Options{Follow: -1, Mode: Shaded}, true},
		{"hidden-line", explosion, 10.1, Options{Follow: -1, Mode: HiddenLine}, false},
		{"wire", explosion, 10.1, Options{Follow: -1, Mode: Wire}, false},
		{"hidden effects", explosion, 10.1, Options{Follow: -1, Switches: setting.Effects}, false},
		{"calm", explosion, 10.1, Options{Follow: -1, Switches: setting.ReducedMotion}, false},
		{"burned out", explosion, 10.9, Options{Follow: -1}, false},
		{"not yet", explosion, 9.9, Options{Follow: -1}, false},
		{"a muzzle", []world.Effect{{Kind: world.EffectMuzzleFlash, Origin: vec{0, 0, 40}, Clock: 10, Life: 0.1}},
			10.02, Options{Follow: -1}, true},
		{"lightning", []world.Effect{{Kind: world.EffectLightning, Origin: vec{0, 0, 400}, End: vec{0, 0, 40},
			Clock: 10, Life: 0.2}}, 10.02, Options{Follow: -1}, true},
		{"blood", []world.Effect{{Kind: world.EffectBlood, Origin: vec{0, 0, 40}, Clock: 10, Life: 0.5}}, 10.02,
			Options{Follow: -1}, false},
	} {
		s := poolScene(false)
		m := momentOf()
		m.Clock, m.World.Effects.List = c.clock, c.effects
		build := func() {
			s.Build(m, Camera{Origin: vec{-200, 0, 200}, Angles: vec{45, 0, 0}, FOV: 90}, View{640, 480, 1}, &c.o)
		}
		build()
		if got := len(s.level.lights.list) == 1 && s.level.lights.list[0].pools == 1; got != c.want {
			t.Errorf("%s: %v, %+v", c.what, got, s.level.lights.list)
		}
		if n := testing.AllocsPerRun(10, build); n > 0 {
			t.Errorf("%s: %v allocations", c.what, n)
		}
	}
	// Straight below 100 of 200 units: half of the light, and poolMost of that; the rim has none.
	s := poolScene(false)
	o := Options{Follow: -1}
	s.begin(nil, Camera{Origin: vec{0, -10, 600}, Angles: vec{90, 90, 0}, FOV: 90}, View{640, 480, 1}, &o)
	s.visible.update(s.frame.origin)
	s.level.lights.add(vec{0, 0, 100}, 200, colorWhite, 1)
	s.level.lights.mark(s.frame.g.models[0].root, 0)
	s.level.order = append(s.level.order, s.level.lights.lit...)
	s.level.lights.findPools(s.level.order)
	for _, n := range s.level.order {
		if s.level.lights.on[n] != 0 {
			s.level.lights.draw(n)
		}
	}
	v := s.World.Vertices
	if len(v) != 1+poolSides || abs(v[0].A-0.2*fade(600)) > 1e-3 || v[1].A > 1e-3 {
		t.Errorf("%d corners, the first two are opaque by %v and %v", len(v), v[0].A, v[1].A)
	}
}

// TestFewLights: of many lights those count that are brightest and nearest; a level's faces are
// dark again in the next picture.
func TestFewLights(t *testing.T) {
	s := poolScene(false)
	o := Options{Follow: -1}
	s.begin(nil, Camera{Origin: vec{0, 0, 100}, Angles: vec{0, 0, 0}, FOV: 90}, View{640, 480, 1}, &o)
	s.visible.update(s.frame.origin)
	for i := range 20 {
		s.level.lights.add(vec{float32(900 - 40*i), 0, 50}, 100, draw.Color{R: float32(i), A: 1}, 1)
	}
	for _, l := range s.level.lights.list {
		if l.color.R < 16 {
			t.Errorf("the light %v is one of the nearest", l.color.R)
		}
	}
	if len(s.level.lights.list) != maxLights {
		t.Errorf("%d lights", len(s.level.lights.list))
	}
	s.level.lights.mark(s.frame.g.models[0].root, 0)
	if len(s.level.lights.lit) == 0 {
		t.Error("it lights nothing")
	}
	s.Build(nil, Camera{}, View{640, 480, 1}, &o)
	for n, on := range s.level.lights.on {
		if on != 0 {
			t.Errorf("face %d is lit by %b", n, on)
		}
	}
}

// TestNearestPools: of more faces than a light may shine on it shines on those that are nearest to the camera.
func TestNearestPools(t *testing.T) {
	// Stairs that go down away from the camera, of twenty tiles each.
	var list []bsp.Polygon
	for row := range 12 {
		for column := range 20 {
			x, y := float32(20*row), float32(10*column-100)
			list = append(list, levelAt(x, y, x+20, y+10, -float32(row), bsp.KindSolid))
		}
	}
	s := New()
	s.SetGeometry(Prepare(bsp.Build(list, nil)))
	m := momentOf()
	m.Clock, m.World.Effects.List = 10.01, []world.Effect{{Kind: world.EffectExplosion, Origin: vec{100, 0, 80},
		Clock: 10, Life: 1}}
	o := Options{Follow: -1}
	s.Build(m, Camera{Origin: vec{-200, 0, 60}, Angles: vec{15, 0, 0}, FOV: 90}, View{640, 480, 1}, &o)
	rows := map[float32]int{}
	for n, on := range s.level.lights.on {
		if on != 0 {
			rows[-s.frame.g.faces[n].plane.dist]++
		}
	}
	if len(s.level.lights.list) != 1 || s.level.lights.list[0].pools != maxPools {
		t.Fatalf("%+v", s.level.lights.list)
	}
	// the rows between share the rest
	for row, want := range map[float32]int{0: 20, 1: 20, 2: 20, 3: 20, 9: 0, 10: 0, 11: 0} {
		if rows[row] != want {
			t.Errorf("of row %v there are %d tiles lit, want %d", row, rows[row], want)
		}
	}
}
