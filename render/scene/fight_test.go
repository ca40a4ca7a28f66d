package scene

import (
	"testing"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/anchor"
)

// fightMoment is a moment in QuakeWorld of players who stand at places on a level, of whom the
// first looks along x and is watched with his own eyes. The others look the way that is given,
// in degrees.
func fightMoment(places []vec, yaws ...float32) *player.Moment {
	m := momentOf(places...)
	m.World.Game = world.QuakeWorld
	m.Clock = 10
	for i := range m.Poses {
		p := &m.World.Players[i]
		p.InUse, p.Slot = true, i
		if i > 0 && i <= len(yaws) {
			m.Poses[i].Angles[1] = yaws[i-1]
		}
	}
	m.Eye = player.Eye{Known: true, Slot: 0, Origin: places[0].Add(vec{0, 0, 22}), FOV: 90}
	return m
}

// labelsOf builds a moment with the eyes of the first player and returns the labels by slot.
func labelsOf(s *Scene, m *player.Moment) map[string]anchor.Label {
	s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, &Options{FirstPerson: true, Follow: 0})
	list := make(map[string]anchor.Label)
	for _, l := range s.Labels {
		list[l.Text] = l
	}
	return list
}

// TestThreats: who looks at the watched, or less than three degrees beside his body, threatens
// him, unless he is a team mate.
func TestThreats(t *testing.T) {
	s := New()
	for _, c := range []struct {
		yaw    float32
		pitch  float32
		threat bool
	}{
		{180, 0, true}, {183, 0, true}, {177, 0, true},
		{187, 0, false}, {173, 0, false}, {0, 0, false}, // the body is 2.3 degrees wide to each side
		{180, 5, true}, {180, -12, false}, {180, 12, false},
	} {
		m := fightMoment([]vec{{0, 0, 0}, {500, 0, 0}}, c.yaw)
		m.Poses[1].Angles[0] = c.pitch
		if l := labelsOf(s, m)["Somebody 1"]; l.Threat != c.threat {
			t.Errorf("%+v: %v", c, l.Threat)
		}
		m.World.Match.Teams = true
		m.World.Players[0].Team, m.World.Players[1].Team = "a", "a"
		if l := labelsOf(s, m)["Somebody 1"]; l.Threat || l.Target || !l.Mate {
			t.Errorf("a mate: %+v", l)
		}
		m.World.Players[1].Team = "b"
		if l := labelsOf(s, m)["Somebody 1"]; l.Threat != c.threat || l.Mate {
			t.Errorf("of another team: %+v", l)
		}
		m.World.Players[0].Dead = true
		if l := labelsOf(s, m)["Somebody 1"]; l.Threat || l.Target {
			t.Errorf("the watched is dead: %+v", l)
		}
	}
}

// TestTargets: of those who are up to six degrees beside the middle of the view, the nearest to
// it is aimed at.
func TestTargets(t *testing.T) {
	s := New()
	for _, c := range []struct {
		y1, y2 float32 // of two who are 500 units ahead
		want   string
	}{
		{0, 200, "Somebody 1"}, {-60, 30, "Somebody 2"}, {30, -60, "Somebody 1"}, {70, 200, "Somebody 1"},
		{80, 200, ""},
	} {
		m := fightMoment([]vec{{0, 0, 0}, {500, c.y1, 0}, {500, c.y2, 0}}, 0, 0)
		for name, l := range labelsOf(s, m) {
			if l.Target != (name == c.want) {
				t.Errorf("%+v: %s is %v", c, name, l.Target)
			}
		}
		if n := testing.AllocsPerRun(20, func() { s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, nil) }); n > 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// TestHealthOfOthers: what was told of a health in passing stands in the label, or that
// nothing is known.
func TestHealthOfOthers(t *testing.T) {
	s := New()
	m := fightMoment([]vec{{0, 0, 0}, {500, 0, 0}}, 0)
	p := &m.World.Players[1]
	if l := labelsOf(s, m)["Somebody 1"]; l.HealthAbout || l.HealthKnown || l.Hurt != 0 {
		t.Errorf("nothing told: %+v", l)
	}
	p.Frame, p.FrameClock = 36, 10 // the second of pain with a gun
	if l := labelsOf(s, m)["Somebody 1"]; abs(l.Hurt-0.9) > 1e-3 {
		t.Errorf("he staggers: %+v", l)
	}
	p.Frame = 0
	p.HealthEstimate = world.HealthEstimate{Clock: 8, Least: 42, Most: 42, Known: true}
	p.Hurt = world.Timestamp{Clock: 9.75, Known: true}
	if l := labelsOf(s, m)["Somebody 1"]; !l.HealthAbout || l.Health != 42 || l.HealthMost != 42 ||
		abs(l.Hurt-0.75) > 1e-3 {
		t.Errorf("told: %+v", l)
	}
	p.HealthEstimate.Least, p.HealthEstimate.Most = 75, world.NoUpperBound
	if l := labelsOf(s, m)["Somebody 1"]; !l.HealthAbout || l.Health != 75 || l.HealthMost != -1 {
		t.Errorf("without a bound: %+v", l)
	}
	p.Stats = &world.Stats{}
	p.Stats.Set(world.StatHealth, 5)
	if l := labelsOf(s, m)["Somebody 1"]; l.HealthAbout || !l.HealthKnown || l.Health != 5 {
		t.Errorf("with stats: %+v", l)
	}
}

// TestAttackers: the name stands inside of the arc of damage, if it is known, and not elsewhere.
func TestAttackers(t *testing.T) {
	s := New()
	m := fightMoment([]vec{{0, 0, 0}, {0, 500, 0}}, 0)
	p := &m.World.Players[0]
	p.Hit = world.Hit{Clock: 10, Strength: 0.5, Directed: true, From: [3]float32{0, 500, 22}, By: 2}
	labelsOf(s, m)
	// The shorter side is 480: the arc's radius is 144, and it is to the left.
	if a := s.Attacker; a.Text != "Somebody 1" || abs(a.X-(320-120)) > 0.1 || abs(a.Y-240) > 0.1 {
		t.Errorf("known: %+v", a)
	}
	if n := testing.AllocsPerRun(20, func() { s.Build(m, EyeCamera(m.Eye, 90), View{640, 480, 1}, nil) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
	p.Hit.By = 0
	if labelsOf(s, m); s.Attacker.Text != "" {
		t.Errorf("not known: %+v", s.Attacker)
	}
	p.Hit.By = 2
	m.Clock = 11
	if labelsOf(s, m); s.Attacker.Text != "" {
		t.Errorf("long ago: %+v", s.Attacker)
	}
}
