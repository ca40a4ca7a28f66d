package story

import (
	"testing"

	"demoscope/player/world"
)

// TestHealthBounds: a known health is one number, an estimate lies between two, and the upper one may be that of a full
// bar.
func TestHealthBounds(t *testing.T) {
	for _, c := range []struct {
		s                   Status
		least, most         int
		hasHealth, hasArmor bool
	}{
		{Status{HealthKnown: true, Health: 62, ArmorKnown: true}, 62, 62, true, true},
		{Status{HealthKnown: true, HealthAbout: true, Health: 0, HealthMost: 50}, 0, 0, true, false},
		{Status{HealthAbout: true, Health: 20, HealthMost: 35, ArmorKnown: true}, 20, 35, true, false},
		{Status{HealthAbout: true, Health: 40, HealthMost: -1, ArmorKnown: true, Armor: 5}, 40, 100, true, true},
		{Status{}, 0, 0, false, false},
	} {
		least, most := c.s.HealthBounds(100)
		if least != c.least || most != c.most || c.s.HasHealth() != c.hasHealth || c.s.HasArmor() != c.hasArmor {
			t.Errorf("%+v: %d to %d, health %v, armor %v", c.s, least, most, c.s.HasHealth(), c.s.HasArmor())
		}
	}
}

// TestHitBy: a hit has an attacker for a while, unless one of the two has died since.
func TestHitBy(t *testing.T) {
	for name, c := range map[string]struct {
		m    *made
		want bool
	}{
		"hit":                {moment(3).hit(1, 2, 1.4), true},
		"long ago":           {moment(3).hit(1, 2, 1.6), false},
		"by nobody":          {moment(3).hit(1, world.Nobody, 0.1), false},
		"without a name":     {moment(3).hit(1, 2, 0.1).with(func(m *made) { m.w.Players[2].Name = "" }), false},
		"the dead":           {moment(3).hit(1, 2, 0.1).with(func(m *made) { m.w.Players[1].Dead = true }), false},
		"by the dead":        {moment(3).hit(1, 2, 0.1).with(func(m *made) { m.w.Players[2].Dead = true }), false},
		"killed before":      {moment(3).hit(1, 2, 0.5).kill(0, 1, -0.6, nil).with(alive), true},
		"killed and back":    {moment(3).hit(1, 2, 0.5).kill(0, 1, -0.4, nil).with(alive), false},
		"its killer, killed": {moment(3).hit(1, 2, 0.5).kill(0, 2, -0.4, nil).with(alive), false},
	} {
		by := HitBy(c.m.w, &c.m.w.Players[1], c.m.opt.Events, now)
		if (by != nil) != c.want || by != nil && by.Slot != 2 {
			t.Errorf("%s: %+v", name, by)
		}
	}
}

func alive(m *made) {
	for i := range m.w.Players {
		m.w.Players[i].Dead = false
	}
}
