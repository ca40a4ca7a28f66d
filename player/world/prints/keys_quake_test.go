package prints

import (
	"strings"
	"testing"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

func TestQuakeText(t *testing.T) {
	players := []world.Player{{Slot: 0, Name: "bob", InUse: true}, {Slot: 1, Name: "ann2", InUse: true},
		{Slot: 2, Name: "bo", InUse: true}}
	for text, want := range map[string]string{
		"no key\n":                      "no key\n",
		"$qc_death_ax":                  " was ax-murdered by \n",
		"$qc_death_axbobann2":           "bob was ax-murdered by ann2\n",
		"$qc_death_rl_quad1ann2bob\n":   "ann2 was brutalized by bob's quad rocket\n",
		"$qc_death_sgbobann2":           "bob chewed on ann2's boomstick\n",
		"$qc_death_nailboann2":          "bo was nailed by ann2\n",
		"$qc_ks_ogrebob":                "bob was destroyed by an Ogre\n",
		"$qc_enteredann2":               "ann2 entered the game\n",
		"$qc_left_gamebob7":             "bob left the game with 7 frags\n",
		"$qc_need_silver_key":           "need silver key",
		"$qc_got_item$qc_nailgun":       "You got the nailgun\n",
		"ann2: $qc_hello":               "ann2: hello",
		strings.Repeat("$qc_a", 1000):   strings.Repeat("$qc_a", 1000),
		"$qc_":                          "",
		"$qc_suicide_bored\xe2\xef\xe2": "\xe2\xef\xe2 becomes bored with life\n",
		"$map_the_slipgate_complex":     "the slipgate complex",
		"$m_new_game\n":                 "new game\n", "$5 or $m": "$5 or $m",
		"$qc_death_telefragged is no key": "death telefragged is no key",
	} {
		if got := string(QuakeText(nil, players, []byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestQuakeTextTable: keys that have no text here have that of the game's data.
func TestQuakeTextTable(t *testing.T) {
	players := []world.Player{{Slot: 0, Name: "bob", InUse: true}, {Slot: 1, Name: "ann2", InUse: true}}
	texts := map[string]string{"qc_need_silver_key": "You need the silver key\n", "map_e1m1": "The Slipgate Complex",
		"qc_waves": "{0} waves at {1}\n", "qc_nailgun": "Nailgun", "qc_death_ax": "not this one"}
	for text, want := range map[string]string{
		"$qc_need_silver_key":       "You need the silver key\n",
		"$map_e1m1":                 "The Slipgate Complex",
		"$map_e1m1\n":               "The Slipgate Complex\n",
		"$map_e1m2":                 "e1m2",
		"$qc_wavesbobann2\n":        "bob waves at ann2\n",
		"$qc_got_item$qc_nailgun\n": "You got the Nailgun\n",
		"$qc_death_axbobann2":       "bob was ax-murdered by ann2\n",
	} {
		if got := string(QuakeText(texts, players, []byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestQuakeTextKills: an obituary that was printed as a key is a kill like Quake's.
func TestQuakeTextKills(t *testing.T) {
	players := []world.Player{{Slot: 0, Name: "bob", InUse: true}, {Slot: 1, Name: "ann", InUse: true}}
	for key, want := range map[string]weapon.Kind{
		"death_ax": weapon.Axe, "death_sg": weapon.Shotgun, "death_dbl": weapon.SuperShotgun,
		"death_nail": weapon.Nailgun, "death_sng": weapon.SuperNailgun, "death_gl1": weapon.GrenadeLauncher,
		"death_gl2": weapon.GrenadeLauncher, "death_rl1": weapon.RocketLauncher, "death_rl2": weapon.RocketLauncher,
		"death_rl3": weapon.RocketLauncher, "death_rl_quad1": weapon.RocketLauncher,
		"death_rl_quad2": weapon.RocketLauncher, "death_lg1": weapon.Discharge, "death_lg2": weapon.Thunderbolt,
		"telefragged": weapon.Telefrag, "death_grappled": weapon.Grapple, "death_fused": weapon.PlasmaGun,
	} {
		line := strings.TrimSuffix(string(QuakeText(nil, players, []byte("$qc_"+key+"bobann"))), "\n")
		e, ok := QuakeDeath(players, []byte(line), Plain(nil, []byte(line)))
		if !ok || e.Player != 1 || e.Other != 0 || e.Weapon != want {
			t.Errorf("%s: %q is %+v, %v", key, line, e, ok)
		}
	}
	// Every other obituary is one, too.
	for key, text := range quakeTexts {
		switch key {
		case "got_item", "entered", "exited", "left_game":
			continue
		}
		line := strings.TrimSuffix(string(QuakeText(nil, players, []byte("$qc_"+key+"bobann"))), "\n")
		if !strings.Contains(text, "{1}") {
			line = strings.TrimSuffix(string(QuakeText(nil, players, []byte("$qc_"+key+"bob"))), "\n")
		}
		if _, ok := QuakeDeath(players, []byte(line), Plain(nil, []byte(line))); !ok {
			t.Errorf("%s: %q is no death", key, line)
		}
	}
}
