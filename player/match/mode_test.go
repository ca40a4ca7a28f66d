package match

import (
	"testing"

	"demoscope/player/world"
)

// TestMode: the server's word comes first, then a folder of capture the flag, a game type that says more than that
// teams play, a capture, monsters, and last how many took part.
func TestMode(t *testing.T) {
	two := []world.Score{{Name: "Ann"}, {Name: "Bob"}}
	four := []world.Score{{Name: "a", Team: "red"}, {Name: "b", Team: "red"}, {Name: "c", Team: "blue"},
		{Name: "d", Team: "blue"}}
	teams := []world.TeamScore{{Name: "red"}, {Name: "blue"}}
	alone, teamed := &world.Result{Players: two}, &world.Result{Players: four, Teams: teams}
	cy := []world.Score{{Slot: 2, Name: "Cy", Team: "red", Score: 2}}
	for _, c := range []struct {
		mode, ktx string
		setting   Setting
		result    *world.Result
	}{
		{"elimination", "elimination", Setting{GameType: "elimination"}, teamed},
		{"oneflag", "oneflag", Setting{GameType: "oneflag", Captured: true}, teamed},
		{"ctf", "ctf", Setting{GameType: "ctf", Server: "CTFSPUB"}, teamed},
		{"1on1", "duel", Setting{GameType: "duel"}, teamed},
		{"2on2", "team", Setting{GameType: "team"}, teamed},
		{"3on3", "team", Setting{Server: "3V3"}, teamed},
		{"2on2", "team", Setting{Server: "0on0"}, teamed},
		{"1on1", "duel", Setting{Server: "1vs1"}, teamed},
		{"1on1", "duel", Setting{Server: "Team Duel"}, teamed},
		{"ctf", "ctf", Setting{Captured: true}, teamed},
		{"ctf", "ctf", Setting{Folder: "ThreeWave"}, alone},
		{"ffa", "ffa", Setting{Folder: "ctf", Server: "ffa"}, teamed},
		{"race", "race", Setting{Folder: "defrag"}, alone},
		{"arena", "arena", Setting{Server: "ca-ca-df"}, teamed},
		{"arena", "arena", Setting{Server: "Clan Arena"}, teamed},
		{"arena", "arena", Setting{Folder: "RA3"}, alone},
		{"2on2", "team", Setting{Server: "cabbage", Folder: "qw"}, teamed},
		{"1on1", "duel", Setting{}, alone},
		{"ffa", "ffa", Setting{}, &world.Result{Players: two, Left: cy}},
		{"1on1", "duel", Setting{}, &world.Result{Players: two[:1], Left: cy}},
		{"1on1", "duel", Setting{}, &world.Result{Players: two, Left: []world.Score{{Name: "Cy"}}}},
		{"", "", Setting{}, &world.Result{Players: two[:1]}},
		{"team", "team", Setting{}, &world.Result{Teams: teams}},
		{"team", "team", Setting{}, &world.Result{Players: four, Teams: teams, Left: cy}},
		{"team", "team", Setting{}, &world.Result{Players: four, Teams: append(teams, world.TeamScore{Name: "x"})}},
		{"coop", "coop", Setting{Monsters: true}, alone},
		{"single", "single", Setting{Monsters: true}, &world.Result{Players: two[:1]}},
	} {
		m := Of(world.Quake3, c.result)
		if mode := c.setting.Mode(m, c.result.Contenders()); mode != c.mode || KTXMode(mode) != c.ktx {
			t.Errorf("%+v, %+v: %q, %q for KTX, not %q, %q", c.setting, c.result, mode, KTXMode(mode), c.mode, c.ktx)
		}
	}
	if mode := new(Setting).Mode(nil, 3); mode != "ffa" {
		t.Errorf("without a match: %q", mode)
	}
}
