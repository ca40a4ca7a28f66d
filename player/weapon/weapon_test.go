package weapon

import "testing"

// Every kind but None and Monster has a name of its own, by which it is found; each weapon in a hand has a figure and a
// tag of its own, by which that is found, and is what its other names are in a hand.
func TestTable(t *testing.T) {
	tags := map[string]bool{"": true}
	for k := range NumKinds {
		if name := k.String(); k != None && k != Monster && (name == "" || Named(name) != k) {
			t.Errorf("%d: %q is the name of %d", k, name, Named(name))
		}
		switch hand := k > None && k < NumHands; {
		case hand && (k.Hand() != k || OfFigure(k.Figure()) != k || tags[k.Tag()]):
			t.Errorf("%v: hand %v, figure %q, tag %q", k, k.Hand(), k.Figure(), k.Tag())
		case !hand && (k.Hand() >= NumHands || k.Figure() != "" || k.Tag() != ""):
			t.Errorf("%v: hand %v, figure %q, tag %q", k, k.Hand(), k.Figure(), k.Tag())
		}
		tags[k.Tag()] = true
		if d, ok := k.Death(true); ok && (d.Comes == "" || d.Came == "") {
			t.Errorf("%v: %+v", k, d)
		}
	}
	if k := NumKinds; k.String() != "" || k.Hand() != None || k.Is(Strike) {
		t.Errorf("%d has the row of another kind", k)
	}
}

// Words that players have for weapons mean these alone; others are a part of the game's name.
func TestCalled(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		word string
		want bool
	}{
		{RocketLauncher, "rl", true}, {GrenadeLauncher, "rl", false}, {Thunderbolt, "lg", true},
		{LightningGun, "lg", true}, {BFG, "bfg", true}, {BFG10K, "bfg", true}, {SuperShotgun, "ssg", true},
		{SuperShotgun, "double-barrelled shotgun", true}, {SuperShotgun, "sg", false}, {Shotgun, "sg", true},
		{RocketLauncher, "rocket laun", true}, {None, "rl", false}, {None, "", false}, {RailgunHeadshot, "rail", true},
		{Quake3Machinegun, "mg", true}, {HeavyMachinegun, "mg", false}, {HeavyMachinegun, "machine", true},
	} {
		if got := c.kind.Called(c.word); got != c.want {
			t.Errorf("%v is %q: %v", c.kind, c.word, got)
		}
	}
}
