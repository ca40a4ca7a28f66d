package report

import "testing"

// A map is maps/NAME.bsp; a flipped bit makes something of it that no game loads.
func TestDoubtfulMaps(t *testing.T) {
	for name, doubtful := range map[string]bool{
		"": false, "maps/e1m1.bsp": false, "maps/q3tourney4.bsp": false, "maps/ctf/mc-1_{a}.bsp": false,
		"maps/e1m1.bsp\x01": true, "oaps/e1m1.bsp": true, "maps/e1m1/bsp": true, "maps/e1\u00ed1.bsp": true,
		"maps/.bsp": true, "maps/e1\x0d1.bsp": true, "*1": true, "maps/e1 1.bsp": true,
	} {
		info := &Info{Levels: []Level{{Map: "maps/start.bsp"}, {Map: name}}}
		notes := info.damagedMapNames()
		if (len(notes) == 1) != doubtful || len(notes) > 1 {
			t.Errorf("%q: %q", name, notes)
		}
	}
	info := &Info{Levels: []Level{{Map: "maps/e1m1cbsp"}}}
	want := `probably damaged: level 1 names the map "maps/e1m1cbsp", which no game loads`
	if got := info.damagedMapNames()[0]; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
