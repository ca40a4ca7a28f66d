package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/setting"
)

// TestScreenEffects: damage is at the rim and an arc toward where it came from, until it is gone, for
// whom the picture is seen from alone.
func TestScreenEffects(t *testing.T) {
	const width, height, radius = 400, 300, 90
	hit := world.Hit{Clock: 10, Strength: 0.5, Directed: true}
	rim, arc := 8, 8+13*4 // corners
	calm := map[int]int{rim: 0, arc: arc - rim, 0: 0}
	for _, c := range []struct {
		name    string
		clock   float64
		from    vec // of the eye, which looks along x at 90 degrees
		corners int
		x, y    float32 // where the middle of the arc is
	}{
		{"ahead", 10.1, vec{0, 500, 0}, arc, 200, 150 - radius},
		{"from the left, at a height", 10.1, vec{-500, 0, 300}, arc, 200 - radius, 150},
		{"from behind", 10.4, vec{0, -20, 0}, arc, 200, 150 + radius},
		{"from below", 10.1, vec{0, 30, -300}, rim, 0, 0},
		{"from within", 10.1, vec{1, 2, 0}, rim, 0, 0},
		{"long ago", 10.6, vec{0, 500, 0}, 0, 0, 0},
		{"before it", 9.9, vec{0, 500, 0}, 0, 0, 0},
		{"from nowhere", 10.1, vec{0, float32(1e30), 0}, rim, 0, 0},
	} {
		m := momentOf(vec{100, 200, 0})
		m.World.Game = world.QuakeWorld
		m.Clock, m.Eye.Slot, m.Eye.Known = c.clock, 0, true
		m.Eye.Origin, m.Eye.Angles = vec{100, 200, 22}, vec{0, 90, 0}
		m.World.Players[0].Hit = hit
		m.World.Players[0].Hit.From = mgl32.Vec3(m.Eye.Origin).Add(mgl32.Vec3(c.from))
		s, o := New(), Options{FirstPerson: true, Follow: -1}
		build := func() { s.Build(m, EyeCamera(m.Eye, 90), View{width, height, 1}, &o) }
		if build(); len(s.Overlay.Vertices) != c.corners {
			t.Errorf("%s: %d corners, want %d", c.name, len(s.Overlay.Vertices), c.corners)
		}
		if c.corners == arc && len(s.Overlay.Vertices) == arc {
			v := s.Overlay.Vertices[rim+6*4+1] // of the middle, outside
			if abs(v.X-c.x) > 4 || abs(v.Y-c.y) > 4 {
				t.Errorf("%s: the arc is at %v, %v, want about %v, %v", c.name, v.X, v.Y, c.x, c.y)
			}
		}
		if s.Build(m, EyeCamera(m.Eye, 90), View{width, height, 1}, &Options{FirstPerson: true, Follow: -1,
			Switches: setting.ReducedMotion}); len(s.Overlay.Vertices) != calm[c.corners] {
			t.Errorf("%s, calm: %d corners, want %d", c.name, len(s.Overlay.Vertices), calm[c.corners])
		}
		if n := testing.AllocsPerRun(20, build); n > 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
		without := func(what string, o Options) {
			if s.Build(m, EyeCamera(m.Eye, 90), View{width, height, 1}, &o); len(s.Overlay.Vertices) != 0 {
				t.Errorf("%s, %s: %d corners", c.name, what, len(s.Overlay.Vertices))
			}
		}
		without("switched off", Options{FirstPerson: true, Switches: setting.ScreenEffects, Follow: -1})
		m.World.Players[0].Dead = true
		without("dead", o)
		m.World.Players[0].Dead = false
		died := timeline.Event{Kind: world.EventKill, Player: 1, Other: 0, Clock: hit.Clock}
		without("respawned", Options{FirstPerson: true, Follow: -1, Kills: []timeline.Event{died}})
		m.World.Players[0].Dead, m.Eye.ThirdPerson = false, true
		without("from behind", o)
	}
}

// TestScreenEffectsAreFaint: the rim has 0.55 of a hit's strength, in red or in the color of armor,
// and fades to nothing.
func TestScreenEffectsAreFaint(t *testing.T) {
	m := momentOf(vec{0, 0, 0})
	m.Clock, m.Eye.Slot, m.Eye.Known = 10, 0, true
	for _, armor := range []bool{false, true} {
		m.World.Players[0].Hit = world.Hit{Clock: 10, Strength: 1, Armor: armor}
		s := New()
		s.Build(m, EyeCamera(m.Eye, 90), View{400, 300, 1}, &Options{FirstPerson: true, Follow: -1})
		at, in := s.Overlay.Vertices[0], s.Overlay.Vertices[4]
		green := float32(0.0627)
		if armor {
			green = 0.392
		}
		if abs(at.A-0.45) > 0.01 || in.A != 0 || abs(at.G-green*0.45) > 0.01 {
			t.Errorf("armor %v: %+v at the rim, %+v within", armor, at, in)
		}
	}
}

// TestScreenEffectsAreCalm: where no signs are drawn, the rim has two fifths of its strength.
func TestScreenEffectsAreCalm(t *testing.T) {
	m := momentOf(vec{0, 0, 0})
	m.Clock, m.Eye.Slot, m.Eye.Known = 10, 0, true
	m.World.Players[0].Hit = world.Hit{Clock: 10, Strength: 1}
	s := New()
	s.Build(m, EyeCamera(m.Eye, 90), View{400, 300, 1}, &Options{FirstPerson: true, Follow: -1, NoSigns: true})
	if a := s.Overlay.Vertices[0].A; abs(a-0.18) > 0.01 {
		t.Errorf("the rim has %v", a)
	}
}

// TestBlend: a tenth of Quake II's blend and of Quake's liquids lies over the whole picture.
func TestBlend(t *testing.T) {
	m := momentOf(vec{0, 0, 0})
	m.World.Game, m.Eye.Slot, m.Eye.Known = world.Quake2, 0, true
	m.World.Players[0].Blend = [4]uint8{255, 0, 0, 51}
	s, o := New(), Options{FirstPerson: true, Follow: -1}
	s.Build(m, EyeCamera(m.Eye, 90), View{400, 300, 1}, &o)
	if v := s.Overlay.Vertices; len(v) != 12 || abs(v[0].R-0.02) > 0.001 || abs(v[0].A-0.02) > 0.001 ||
		abs(v[4].A-0.09) > 0.001 {
		t.Errorf("a fifth of red is %+v", v)
	}
	m.World.Players[0].Blend[3] = 0
	if s.Build(m, EyeCamera(m.Eye, 90), View{400, 300, 1}, &o); len(s.Overlay.Vertices) != 0 {
		t.Errorf("no blend is %+v", s.Overlay.Vertices)
	}

	m.World.Game = world.Quake
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	s.SetGeometry(g)
	found := map[bsp.Contents]bool{}
	for i := range g.source.Leaves {
		l := &g.source.Leaves[i]
		at := l.Mins.Add(l.Maxs).Mul(0.5)
		if g.leafAt(at) != int32(i) || l.Contents&bsp.ContentsSolid != 0 || found[l.Contents] {
			continue
		}
		found[l.Contents] = true
		m.Eye.Origin = vec(at)
		s.Build(m, EyeCamera(m.Eye, 90), View{400, 300, 1}, &o)
		wet := l.Contents&(bsp.ContentsWater|bsp.ContentsSlime|bsp.ContentsLava) != 0
		if wet != (len(s.Overlay.Vertices) == 12) || !wet && len(s.Overlay.Vertices) != 0 {
			t.Errorf("in %b: %d corners", l.Contents, len(s.Overlay.Vertices))
		}
		if v := s.Overlay.Vertices; l.Contents&bsp.ContentsWater != 0 && (abs(v[0].A-0.05) > 0.01 || v[0].R < v[0].B) {
			t.Errorf("water is %+v", v[0])
		}
	}
	if len(found) < 2 || !found[bsp.ContentsWater] {
		t.Errorf("only %v are in the map", found)
	}
}
