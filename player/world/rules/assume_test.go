package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world/rules"
)

// A world that is told the protocol numbers texts and stats by it, though no level has
// begun: facts of Quake II's extended protocols and of Quake III's numbers.
func TestAssume(t *testing.T) {
	for _, test := range []struct {
		format        string
		m             message.Message
		models, skins int
	}{
		{"dm2", nil, 0, 0},
		{"dm2", &message.Quake2ServerData{Protocol: 34, IsDemo: 1}, 32, 1312},
		{"dm2", &message.Quake2ServerData{Protocol: 3434, IsDemo: 1}, 62, 12862},
		{"dm2", &message.Quake2ServerData{Protocol: 3436, IsDemo: 1}, 62, 12862},
		{"dm2", &message.Quake2ServerData{Protocol: 99}, 0, 0},
		{"mvd2", &message.MultiViewData{Protocol: 37, Version: 2010}, 32, 1312},
		{"mvd2", &message.MultiViewData{Protocol: 37, Version: 2013, Flags: 12}, 62, 12862},
	} {
		w := rules.New(test.format)
		w.Assume(test.m)
		n := &w.Level().Texts.Numbering
		if n.Models != test.models || n.PlayerSkins != test.skins || w.LevelCount != 0 {
			t.Errorf("%s, %+v: models from %d, skins from %d, %d levels", test.format, test.m, n.Models, n.PlayerSkins,
				w.LevelCount)
		}
	}
	w := rules.New("dm3")
	w.Assume(&message.GameState{Protocol: 91})
	early := w.Level().Quake3Stats
	w.Assume(&message.GameState{Protocol: 68})
	if late := w.Level().Quake3Stats; early == late {
		t.Errorf("protocols 91 and 68 have the same stats: %+v", late)
	}
}
