package scene

import (
	"strings"
	"testing"

	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestDemosHaveFewUnknownModels looks at all entities of our recordings: most
// of what is not part of the map must be told.
func TestDemosHaveFewUnknownModels(t *testing.T) {
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1.mvd", "demoscope1.qwd", "demoscope1.dm2",
		"demoscope1.mvd2", "demoscope1.dm_71"} {
		s := New()
		kinds := make(map[Kind]int)
		unknown := make(map[string]bool)
		for _, clock := range []float64{5, 15, 25, 35, 45} {
			mo := openPlayer(t, name, clock).Moment()
			for i := range mo.Entities {
				c := s.wardrobe.class(mo.World, &mo.Entities[i])
				if c == nil || c.hidden || c.inline > 0 {
					continue
				}
				kinds[c.kind]++
				if c.kind == kindOther {
					unknown[mo.World.ModelOf(&mo.Entities[i])] = true
				}
			}
		}
		t.Logf("%s: %v, other: %v", name, kinds, unknown)
		if kinds[kindWeapon] == 0 || kinds[kindAmmo] == 0 || kinds[kindHealth]+kinds[kindArmor] == 0 {
			t.Errorf("%s: not even weapons, ammo and health: %v", name, kinds)
		}
		for u := range unknown {
			for _, word := range []string{"weapon", "ammo", "armor", "health", "item"} {
				if strings.Contains(u, word) {
					t.Errorf("%s: %s is not told", name, u)
				}
			}
		}
	}
}

// TestEveryMarkerHasItsOwnIcon draws the legend.
func TestEveryMarkerHasItsOwnIcon(t *testing.T) {
	list := Legend()
	if len(list) != int(kinds) {
		t.Fatalf("%d items, want %d", len(list), kinds)
	}
	cv := newPage(64*len(list), 64, Background)
	pictures := make(map[string]string)
	for i, item := range list {
		var b draw.Buffer
		LegendIcon(&b, item.Kind, float32(64*i+32), 32, 64)
		for _, v := range b.Vertices {
			if v.X < float32(64*i)-4 || v.X > float32(64*i+64)+4 || v.Y < -4 || v.Y > 68 {
				t.Errorf("%s reaches out to %v %v", item.Name, v.X, v.Y)
				break
			}
		}
		one := newPage(64, 64, Background)
		var own draw.Buffer
		LegendIcon(&own, item.Kind, 32, 32, 64)
		one.draw(&own)
		if lit := one.differ(Background, 0.1); lit < 64 {
			t.Errorf("%s: only %d pixels", item.Name, lit)
		}
		key := string(one.image().Pix)
		if other, ok := pictures[key]; ok || item.Name == "" {
			t.Errorf("%q looks like %q", item.Name, other)
		}
		pictures[key] = item.Name
		cv.draw(&b)
	}
	golden.Save(t, "legend", cv.image())
}

// TestEffectsAreSeenWhileTheyLast draws each kind alone.
func TestEffectsAreSeenWhileTheyLast(t *testing.T) {
	s := New()
	c := Camera{Origin: vec{-200, 0, 0}}
	count := func(k world.EffectKind, age float64) int {
		m := momentOf()
		m.Clock = 10
		m.World.Effects.List = []world.Effect{{
			Kind: k, Clock: 10 - age, Life: 1, Origin: vec{0, -50, 10}, End: vec{0, 80, 40}, Count: 20, Color: 0x48,
			Colors: 8, Velocity: vec{1, 0, 2},
		}}
		s.Build(m, c, View{640, 480, 1}, nil)
		grid := len(s.World.Vertices)
		m.World.Effects.List = nil
		s.Build(m, c, View{640, 480, 1}, nil)
		return grid - len(s.World.Vertices)
	}
	for k := range world.EffectKindCount {
		if n := count(k, 0.15); n <= 0 {
			t.Errorf("effect %d: nothing is drawn", k)
		}
		if n := count(k, 1.5); n != 0 {
			t.Errorf("effect %d is still drawn after its end", k)
		}
		if n := count(k, -0.5); n != 0 {
			t.Errorf("effect %d is drawn before its start", k)
		}
	}
}

func TestPickAndNames(t *testing.T) {
	s := New()
	m := momentOf(vec{300, 0, 0}, vec{600, 200, 0}, vec{-300, 0, 0}, vec{280, 0, 0})
	m.World.Players[3].Visible = false
	c := Camera{}
	v := View{640, 480, 1}
	s.Build(m, c, v, nil)
	if len(s.Labels) != 2 {
		t.Fatalf("%d names, want those of the two players in front: %+v", len(s.Labels), s.Labels)
	}
	for _, slot := range []int{0, 1} {
		x, y, _, _ := c.project(v, m.Poses[slot].Origin)
		if got := s.Pick(x, y, 10); got != slot {
			t.Errorf("pick at player %d gives %d", slot, got)
		}
	}
	if got := s.Pick(20, 20, 10); got != -1 {
		t.Errorf("pick of nothing gives %d", got)
	}
	for i, l := range s.Labels {
		x, y, _, _ := c.project(v, m.Poses[i].Origin)
		if abs(l.X-x) > 1 || l.Y >= y || l.Text != m.World.Players[i].Name {
			t.Errorf("label %+v is not above its player at %v %v", l, x, y)
		}
	}
	m.Eye = player.Eye{Known: true, Slot: 0}
	s.Build(m, c, v, &Options{FirstPerson: true, Follow: -1})
	if len(s.Labels) != 1 || s.Labels[0].Text != "Somebody 1" {
		t.Errorf("the player that sees is drawn: %+v", s.Labels)
	}
}

// TestWeaponShowsWhereAPlayerLooks compares a player who looks to the left with
// one who looks to the right.
func TestWeaponShowsWhereAPlayerLooks(t *testing.T) {
	lean := func(yaw float32) float32 {
		s := New()
		m := momentOf(vec{200, 0, 0})
		m.Poses[0].Angles[1] = yaw
		m.World.Level().Models = []string{"", "maps/test.bsp", "progs/v_rock2.mdl"}
		m.World.Players[0].Stats = &world.Stats{}
		m.World.Players[0].Stats.Set(world.StatWeapon, 2)
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Mode: Wire})
		low, high := float32(320), float32(320)
		for _, v := range s.World.Vertices {
			if v.Y > 190 && v.Y < 250 && v.R > 0.3 { // the height of the chest, no grid
				low, high = min(low, v.X), max(high, v.X)
			}
		}
		return low + high - 640
	}
	if l, r := lean(90), lean(-90); !(l < -10 && r > 10) {
		t.Errorf("looking left leans by %v, right by %v", l, r)
	}
}

func TestWalkedGround(t *testing.T) {
	s := New()
	s.Build(momentOf(), Camera{Origin: vec{0, 0, 100}, Angles: vec{30, 0, 0}}, View{640, 480, 1}, nil)
	grid := len(s.World.Vertices)
	if grid == 0 {
		t.Fatal("no grid without a map")
	}
	w := &Walked{}
	for i := range 50 {
		w.Points = append(w.Points, vec{float32(i) * 32, 10, -24})
		w.Counts = append(w.Counts, uint32(i+1))
	}
	o := Options{Walked: w, Switches: setting.HeatMap, Follow: -1}
	c := Camera{Origin: vec{0, 0, 100}, Angles: vec{30, 0, 0}}
	s.Build(momentOf(), c, View{640, 480, 1}, &o)
	if len(s.World.Vertices) < grid+4*30 {
		t.Errorf("%d vertices with walked ground, %d without", len(s.World.Vertices), grid)
	}
	if s.walked.floor != -32 && s.walked.floor != -24 {
		t.Errorf("the floor is at %v, the feet were at -24", s.walked.floor)
	}
	// A longer list that begins the same.
	more := &Walked{Points: append(append([]vec(nil), w.Points...), vec{64, 64, -24}),
		Counts: append(append([]uint32(nil), w.Counts...), 1)}
	o.Walked = more
	s.Build(momentOf(), c, View{640, 480, 1}, &o)
	if n := len(s.walked.leaf); n != 51 {
		t.Errorf("%d cells known, want 51", n)
	}
	// Another list.
	o.Walked = &Walked{Points: []vec{{5, 5, 5}}, Counts: []uint32{1}}
	s.Build(momentOf(), c, View{640, 480, 1}, &o)
	if n := len(s.walked.leaf); n != 1 {
		t.Errorf("%d cells known, want 1", n)
	}
	if _, color := s.walked.cell(0); color != draw.Heat(0) {
		t.Error("ground walked once is not the coldest")
	}

	// On a map cells are hidden by walls and drawn only if asked for.
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	in := &Walked{Points: []vec{{0, 300, 0}}, Counts: []uint32{1}}
	build := func(heat bool) int {
		o := Options{Walked: in}
		o.Set(setting.HeatMap, heat)
		s.Build(nil, poses[0].camera, View{640, 480, 1}, &o)
		return len(s.World.Vertices)
	}
	if off, on := build(false), build(true); on != off+4 {
		t.Errorf("%d vertices without heat, %d with: want a square more", off, on)
	}
}
