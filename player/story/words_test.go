package story

import (
	"testing"

	"demoscope/player/weapon"
)

// TestTell: a kill in words, before it comes and since, by a of b.
func TestTell(t *testing.T) {
	for _, c := range []struct {
		killer, self, mate bool
		cause              weapon.Kind
		monster            string
		comes, came        string
	}{
		{true, false, false, weapon.RocketLauncher, "", "a kills b, rocket launcher", "a killed b, rocket launcher"},
		{true, false, false, weapon.None, "", "a kills b", "a killed b"},
		{true, false, true, weapon.RocketLauncher, "", "a team-kills b, rocket launcher",
			"a team-killed b, rocket launcher"},
		{true, false, false, weapon.Lava, "", "a kills b, who dies in lava", "a killed b, who died in lava"},
		{true, false, false, weapon.Telefrag, "", "a kills b, telefrag", "a killed b, telefrag"},
		{false, true, false, weapon.RocketLauncher, "", "b dies by their own rocket launcher",
			"b died by their own rocket launcher"},
		{false, true, false, weapon.Suicide, "", "b commits suicide", "b committed suicide"},
		{false, true, false, weapon.Discharge, "", "b dies of a discharge", "b died of a discharge"},
		{false, true, false, weapon.None, "", "b kills themselves", "b killed themselves"},
		{false, false, false, weapon.Lava, "", "b dies in lava", "b died in lava"},
		{false, false, false, weapon.Telefrag, "", "b is telefragged", "b was telefragged"},
		{false, false, false, weapon.Monster, "ogre", "b is killed, ogre", "b was killed, ogre"},
		{false, false, false, weapon.None, "", "b dies", "b died"},
		{false, false, true, weapon.None, "", "b is killed by a team-mate", "b was killed by a team-mate"},
		{false, false, true, weapon.Shotgun, "", "b is killed by a team-mate, shotgun",
			"b was killed by a team-mate, shotgun"},
		{false, false, true, weapon.Lava, "", "b dies in lava, by a team-mate", "b died in lava, by a team-mate"},
		{false, false, true, weapon.Telefrag, "", "b is killed by a team-mate, telefrag",
			"b was killed by a team-mate, telefrag"},
	} {
		means := c.cause.String()
		if c.monster != "" {
			means = c.monster
		}
		k := Kill{Cause: c.cause, Own: c.self}
		if c.mate {
			k.Signs = SignTeamKill
		}
		told := k.Tell(c.killer, means)
		for in, want := range map[float32]string{0.3: c.comes, -0.3: c.came} {
			text := "b " + told.Verb.At(in)
			if told.Killer {
				text = "a " + told.Verb.At(in) + " b"
			}
			if cause := told.Cause.At(in); cause != "" {
				text += string(told.Link) + cause
			}
			if text != want {
				t.Errorf("%+v: %q, want %q", c, text, want)
			}
		}
		if told.Killer != c.killer {
			t.Errorf("%+v: killer %v", c, told.Killer)
		}
	}
	mates, others := Kill{Signs: SignTeamKill}, Kill{}
	if a, b := mates.Tell(true, "").Whom, others.Tell(true, "").Whom; a != "a team-mate" || b != "somebody" {
		t.Errorf("victims without a name: %q, %q", a, b)
	}
}

// TestBrief: what killed in few words.
func TestBrief(t *testing.T) {
	for _, c := range []struct {
		cause weapon.Kind
		means string
		alone bool
		want  string
	}{
		{weapon.RocketLauncher, "rocket launcher", false, "rocket"}, {weapon.RocketLauncher, "rocket launcher", true,
			"rocket"},
		{weapon.Lava, "lava", true, "died in lava"}, {weapon.Lava, "lava", false, "died in lava"},
		{weapon.Telefrag, "telefrag", false, "telefrag"}, {weapon.Telefrag, "telefrag", true, "was telefragged"},
		{weapon.Monster, "ogre", true, "ogre"}, {weapon.None, "", true, "died"}, {weapon.None, "", false, ""},
	} {
		k := Kill{Cause: c.cause, Named: c.means}
		if got := k.Brief(c.alone); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
