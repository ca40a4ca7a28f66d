package scene

import (
	"math"
	"testing"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/setting"
)

// trailMoment returns a moment with a trail of 400 units in half a second, which has ended
// at 10 s.
func trailMoment(kind world.TrailKind, clock float64) *player.Moment {
	m := shooters("dem")
	m.Clock = clock
	m.World.Effects.Trails = []world.Trail{{Kind: kind, Entity: 9, Clock: 9.5, Until: 10, Origin: vec{500, -200, 0},
		End: vec{500, 200, 0}}}
	return m
}

// dotsOf returns where dots are along y, and lines.
func dotsOf(m *player.Moment) (dots []float32, lines int) {
	s := New()
	s.Build(m, Camera{FOV: 110}, View{640, 480, 1}, nil)
	for _, p := range s.pieces.list {
		if p.shape == shapeDot {
			dots = append(dots, s.pieces.points[p.first][1])
		} else {
			lines++
		}
	}
	return dots, lines
}

// TestTrailsStayAndFade: the dots of a rocket are 14 units apart, appear as it flies, stay while it goes on, and go
// 0.3 seconds after it has passed, or 1.2 seconds if the viewer wants trails; other kinds have their times.
func TestTrailsStayAndFade(t *testing.T) {
	for _, c := range []struct {
		kind        world.TrailKind
		clock       float64
		dots, lines int
	}{
		{world.TrailRocket, 9.4, 0, 0}, {world.TrailRocket, 9.75, 15, 10}, {world.TrailRocket, 10, 17, 10},
		{world.TrailRocket, 10.25, 3, 10}, {world.TrailRocket, 10.35, 0, 0},
		{world.TrailGrenade, 10, 20, 10}, {world.TrailGrenade, 10.4, 0, 0}, {world.TrailGib, 10, 14, 0},
		{world.TrailTracer, 10, 31, 10}, {world.TrailTracer3, 10, 40, 10},
		{world.TrailNail, 10, 0, 10}, {world.TrailNail, 10.1, 0, 0}, {world.TrailPlasma, 10, 0, 20},
		{world.TrailBlaster, 10, 20, 20}, {world.TrailKind(200), 10, 0, 0},
		{world.NoTrail, 10, 0, 0},
	} {
		dots, lines := dotsOf(trailMoment(c.kind, c.clock))
		if len(dots) != c.dots || lines != c.lines {
			t.Errorf("kind %d at %v: %d dots and %d lines, want %d and %d", c.kind, c.clock, len(dots), lines,
				c.dots, c.lines)
		}
	}
	s := New()
	s.Build(trailMoment(world.TrailRocket, 10.95), Camera{FOV: 110}, View{640, 480, 1},
		&Options{Follow: -1, Trails: make([]Trail, 1)})
	if len(s.pieces.list) == 0 {
		t.Error("the viewer wants trails, and they are gone")
	}
	for k := world.NoTrail + 1; k < world.TrailKindCount; k++ {
		if l := &trailLooks[k]; l.life <= 0 || l.life > world.TrailLife || l.width == 0 && l.gap == 0 ||
			l.fresh.A == 0 {
			t.Errorf("kind %d has no look, or one longer than trails are kept: %+v", k, l)
		}
	}
}

// TestDotsOfTrailsDoNotSlide: a dot drifts by what it may, and is not replaced by another.
func TestDotsOfTrailsDoNotSlide(t *testing.T) {
	before, _ := dotsOf(trailMoment(world.TrailRocket, 10))
	after, _ := dotsOf(trailMoment(world.TrailRocket, 10.02))
	if n := len(before) - len(after); n > 0 {
		before = before[n:] // the oldest are gone
	}
	if len(before) != len(after) {
		t.Fatalf("%d and %d dots", len(before), len(after))
	}
	for i := range before {
		if abs(before[i]-after[i]) > 9*0.02+0.01 {
			t.Errorf("dot %d is at %v, then at %v", i, before[i], after[i])
		}
	}
}

// TestStrangeTrails: what a demo may say of trails bounds what is drawn, and does not panic.
func TestStrangeTrails(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, trail := range []world.Trail{
		{Origin: vec{nan, 0, 0}}, {End: vec{0, inf, 0}}, {Origin: vec{100, -1e6, 0}, End: vec{100, 1e6, 0}},
		{Origin: vec{100, 0, 0}, End: vec{100, 0, 0}},
		{Origin: vec{100, 0, 0}, End: vec{100, 10, 0}, Gravity: inf}, {Origin: vec{100, 0, 0}, End: vec{100, 50, 0},
			Gravity: nan},
	} {
		for _, clocks := range [][2]float64{{9.5, 10}, {10, 9.5}, {10, 10}, {9.5, math.Inf(1)}, {-1e300, 10},
			{math.NaN(), 10}} {
			m := trailMoment(world.TrailRocket, 10)
			trail.Kind, trail.Clock, trail.Until = world.TrailRocket, clocks[0], clocks[1]
			m.World.Effects.Trails[0] = trail
			if dots, lines := dotsOf(m); len(dots) > 96 || lines > 10 {
				t.Errorf("%+v: %d dots and %d lines", trail, len(dots), lines)
			}
		}
	}
}

// crowded returns a moment with as many effects as are kept, of all kinds, and trails.
func crowded() *player.Moment {
	m := shooters("dm2", vec{300, 0, 0}, vec{300, 100, 0})
	for i := range 256 {
		at := vec{300 + float32(i%16)*20, float32(i/16)*30 - 240, float32(i%7) * 10}
		m.World.Effects.List = append(m.World.Effects.List, world.Effect{
			Kind: world.EffectKind(i) % world.EffectKindCount, Clock: 9.95, Life: 0.4, Origin: at,
			End: at.Add(vec{60, 90, 10}), Count: 200, Color: 0xe0, Colors: 8, Entity: int32(i%2 + 1),
		})
	}
	for i := range 128 {
		y := float32(i)*4 - 256
		m.World.Effects.Trails = append(m.World.Effects.Trails, world.Trail{
			Kind: world.TrailKind(i)%(world.TrailKindCount-1) + 1, Entity: int32(i), Clock: 9.6, Until: 10,
			Origin: vec{300, y, 0}, End: vec{700, y, 40},
		})
	}
	return m
}

// TestCrowdDoesNotAllocate builds pictures of a crowded moment with all paths and a ring.
func TestCrowdDoesNotAllocate(t *testing.T) {
	m, s := crowded(), New()
	s.SetGeometry(Prepare(loadMap(t, "q2/demoscope1.bsp")))
	at := timeline.Sample{Clock: float32(m.Clock) - 0.1, Origin: vec{300, 0, 0}}
	o := Options{Follow: -1, Switches: setting.AimLines, Path: []vec{{100}, {200}}, Looks: []Look{{at.Origin, vec{}}},
		Rings: []Ring{{Origin: vec{500, 0, 0}}}, Trails: []Trail{{0, []timeline.Sample{at, at, at}}}}
	build := func() { s.Build(m, Camera{}, View{1280, 720, 1}, &o) }
	build()
	if n := testing.AllocsPerRun(3, build); n > 0 {
		t.Errorf("%v allocations", n)
	}
	if len(s.effects.items) < 300 {
		t.Errorf("only %d items", len(s.effects.items))
	}
}

// BenchmarkBuildCrowded is a picture of as many effects as a world keeps.
func BenchmarkBuildCrowded(b *testing.B) {
	m, s := crowded(), New()
	s.SetGeometry(Prepare(loadMap(b, "q2/demoscope1.bsp")))
	o := &Options{Follow: -1}
	s.Build(m, Camera{}, View{1280, 720, 1}, o)
	b.ReportAllocs()
	for b.Loop() {
		s.Build(m, Camera{}, View{1280, 720, 1}, o)
	}
	b.ReportMetric(float64(len(s.pieces.list)), "pieces")
}
