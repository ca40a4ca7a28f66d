package story

import (
	"testing"
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
