package match

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// names are those of the players of the matches below, by slot.
var names = [...]string{"Ann", "Bob", "Cy"}

// death is a death of a slot by another, [world.Nobody] for none.
func death(clock float64, by, of int, with weapon.Kind) timeline.Event {
	e := timeline.Event{Kind: world.EventKill, Clock: clock, Player: by, Other: of, OtherName: names[of], Weapon: with}
	if by >= 0 {
		e.PlayerName = names[by]
	}
	return e
}

// item is that a slot took an item.
func item(clock float64, slot int, name string) timeline.Event {
	return timeline.Event{Kind: world.EventItem, Clock: clock, Player: slot, PlayerName: names[slot],
		Other: world.Nobody, Item: name}
}

// fights are deaths and items of a match from 10 to 20 s, of two teams if teams is set: then Ann and Cy are mates.
func fights(teams bool) *Match {
	const none = world.Nobody
	mate, idle := death(15, 0, 2, weapon.GrenadeLauncher), death(16, 1, 2, weapon.Shotgun)
	mate.TeamKill, idle.Idle = true, true
	events := []timeline.Event{
		death(9.9, 0, 1, weapon.RocketLauncher), // before the match
		item(9.9, 0, "Red Armor"),
		death(10, 0, 1, weapon.RocketLauncher),
		item(11, 0, "Red Armor"), item(11, 1, "Megahealth"), item(12, 0, "Red Armor"), item(12, 0, "Shells"),
		death(12, 0, 2, weapon.Shotgun),
		death(13, 0, 1, weapon.RocketLauncher),
		death(13, 1, 0, weapon.LightningGun),
		death(14, 0, 0, weapon.RocketLauncher),
		mate,
		death(15, none, 1, weapon.Lava),
		death(15, 1, 0, weapon.Falling), // pushed
		idle,
		death(17, 1, 2, weapon.None),
		death(17, none, 2, weapon.None),
		death(18, 2, 1, weapon.Telefrag),
		death(20, 2, 0, weapon.Shotgun),
		death(20.1, 2, 0, weapon.Shotgun), // after it
	}
	r := &world.Result{Start: 10, End: 20, Complete: true}
	for i, name := range names {
		r.Players = append(r.Players, world.Score{Slot: i, Name: name, Score: int32(10 - i), Told: world.ToldScore})
	}
	if teams {
		r.Teams = []world.TeamScore{{Name: "blue", Score: 9}, {Name: "red", Score: 4}}
		r.Players[0].Team, r.Players[1].Team, r.Players[2].Team = "red", "blue", "red"
	}
	r.Aims = []world.WeaponAim{{Name: "Ann", Weapon: "rl", Attacks: 8, Hits: 3, Printed: -1},
		{Name: "Ann", Weapon: "lg", Printed: 449}, {Name: "Ann", Weapon: "sg", Attacks: 4, Hits: 1, Printed: 500},
		{Name: "Bob", Weapon: "ng", Attacks: 2, Printed: -1}}
	m := Of(world.QuakeWorld, r)
	m.Count(events, nil, 10, 20, 1, false)
	return m
}

// TestCountOfWeapons: a weapon has its kills of others, those of its own player, and the deaths by it.
func TestCountOfWeapons(t *testing.T) {
	m := fights(false)
	var got []string
	for i := range m.Players {
		p := &m.Players[i]
		line := fmt.Sprintf("%s: run %d, spree %d", p.Name, p.Run.Value, p.Spree)
		for _, name := range slices.Sorted(maps.Keys(p.Weapons)) {
			w := p.Weapons[name]
			line += fmt.Sprintf("; %s %d-%d-%d", name, w.Kills, w.Suicides, w.Deaths)
			if w.Aimed {
				line += fmt.Sprintf(" %d of %d", w.Hits, w.Shots)
			}
			if percent, known := w.Accuracy(); known {
				line += fmt.Sprintf(", %.1f%%", percent)
			}
		}
		got = append(got, line)
	}
	expect(t, "kills, own and deaths by weapon", got, []string{
		"Ann: run 3, spree 3; lg 0-0-1, 44.9%; rl 2-1-1 3 of 8, 37.5%; sg 1-0-1 1 of 4, 50.0%",
		"Bob: run 2, spree 2; lg 1-0-0; ng 0-0-0 0 of 2, 0.0%; rl 0-0-2",
		"Cy: run 2, spree 2; gl 0-0-1; sg 1-0-1",
	})
	if m.From != 10 || m.To != 20 {
		t.Errorf("from %v to %v", m.From, m.To)
	}
}

// TestCountOfItems: items are counted as they are seen, which is all that the recording player took. Where the game
// counts an item, its number stands for all players, and is 0 for those whom it does not name.
func TestCountOfItems(t *testing.T) {
	m := fights(false)
	ann, bob := &m.Players[0], &m.Players[1]
	for _, c := range []struct {
		p    *Player
		item string
		want Number
	}{{ann, "ra", Number{2, Counted}}, {ann, "health_100", Number{}}, {bob, "health_100", Number{1, Counted}},
		{bob, "ra", Number{0, Counted}}} {
		if got := c.p.Item(c.item); got != c.want {
			t.Errorf("%s of %s: %+v, not %+v", c.item, c.p.Name, got, c.want)
		}
	}
	if len(ann.Items) != 1 || ann.AllItems || !bob.AllItems {
		t.Errorf("%v, all %v, %v", ann.Items, ann.AllItems, bob.AllItems)
	}
	m.Result.Pickups = []world.PickupCount{{Name: "Ann", Item: "mh", Count: 4}, {Name: "Ann", Item: "mh", Count: 1}}
	m.Count([]timeline.Event{item(11, 1, "Megahealth"), item(11, 1, "Quad Damage")}, nil, 10, 20, world.Nobody, true)
	if got := [...]Number{ann.Item("health_100"), bob.Item("health_100"), bob.Item("q"), ann.Item("q")}; got !=
		[...]Number{{5, Known}, {0, Known}, {1, Counted}, {0, Counted}} {
		t.Errorf("%+v", got)
	}
	m.Players[0].HasLeft = true
	if m.Count(nil, nil, 10, 20, 0, false); m.Players[0].AllItems || m.Players[1].AllItems {
		t.Error("of a recorder who left, or of another player, the demo has not all")
	}
}

// TestKillsByPlayerAndWeapon: rows are killers, columns victims, in the order of the table; the last ones are others
// and the world.
func TestKillsByPlayerAndWeapon(t *testing.T) {
	for _, test := range []struct {
		teams bool
		order string
		by    [][]int
		mates [][]int
		with  map[string][]int
	}{
		{false, "Ann Bob Cy",
			[][]int{{1, 2, 1, 0}, {2, 0, 1, 0}, {1, 1, 0, 0}, {0, 1, 1, 0}},
			[][]int{{0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
			map[string][]int{"rocket launcher": {2, 0, 0, 0}, "shotgun": {1, 0, 1, 0}, "lightning gun": {0, 1, 0, 0},
				"the level": {0, 1, 0, 0}, "unknown": {0, 1, 0, 0}, "telefrag": {0, 0, 1, 0}}},
		{true, "Bob Ann Cy", // blue leads
			[][]int{{0, 2, 1, 0}, {2, 1, 1, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}},
			[][]int{{0, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}},
			map[string][]int{"rocket launcher": {0, 2, 0, 0}, "shotgun": {0, 1, 1, 0}, "lightning gun": {1, 0, 0, 0},
				"the level": {1, 0, 0, 0}, "unknown": {1, 0, 0, 0}, "telefrag": {0, 0, 1, 0}}},
	} {
		m := fights(test.teams)
		var order []string
		for _, p := range m.Listed() {
			order = append(order, p.Name)
		}
		if got := strings.Join(order, " "); got != test.order {
			t.Errorf("players %s, not %s", got, test.order)
		}
		k := &m.Kills
		if fmt.Sprint(k.By) != fmt.Sprint(test.by) {
			t.Errorf("kills %v, not %v", k.By, test.by)
		}
		if fmt.Sprint(k.TeamKills) != fmt.Sprint(test.mates) {
			t.Errorf("team kills %v, not %v", k.TeamKills, test.mates)
		}
		if fmt.Sprint(k.With) != fmt.Sprint(test.with) {
			t.Errorf("by weapon %v, not %v", k.With, test.with)
		}
		if k.Deaths != 13 || k.Idle != 1 || k.ByLevel != 1 {
			t.Errorf("%d deaths, %d idle, %d by the level", k.Deaths, k.Idle, k.ByLevel)
		}
		if want := []string{"rocket launcher", "shotgun", "lightning gun", "telefrag", "the level",
			"unknown"}; !slices.Equal(k.Weapons, want) {
			t.Errorf("weapons %q, not %q", k.Weapons, want)
		}
	}
}

// TestListedPlayers: a table has 32 players, and kills by others are behind them.
func TestListedPlayers(t *testing.T) {
	r := &world.Result{}
	for i := range 40 {
		r.Players = append(r.Players, world.Score{Slot: i, Name: fmt.Sprint("p", i), Score: int32(100 - i),
			Told: world.ToldScore})
	}
	m := Of(world.Quake, r)
	e := timeline.Event{Kind: world.EventKill, Clock: 1, Player: 31, PlayerName: "p31", Other: 32, OtherName: "p32"}
	m.Count([]timeline.Event{e}, nil, 0, 2, world.Nobody, false)
	if n := len(m.Listed()); n != 32 || len(m.Kills.By) != 33 || m.Kills.By[31][32] != 1 {
		t.Errorf("%d players, %d rows: %v", n, len(m.Kills.By), m.Kills.By)
	}
}

// TestByWorld: a level kills by its lava and falls; a player, an unnamed team-mate and a telefrag are not the level.
func TestByWorld(t *testing.T) {
	mate, named := death(1, world.Nobody, 0, weapon.Lava), death(1, world.Nobody, 0, weapon.Lava)
	mate.TeamKill, named.PlayerName = true, "Bob"
	for i, c := range []struct {
		e    timeline.Event
		want bool
	}{{death(1, world.Nobody, 0, weapon.Lava), true}, {death(1, world.Nobody, 0, weapon.Falling), true},
		{death(1, 1, 0, weapon.Lava), false}, {mate, false}, {named, false},
		{death(1, world.Nobody, 0, weapon.Telefrag), false}, {death(1, world.Nobody, 0, weapon.Shotgun), false},
		{death(1, world.Nobody, 0, weapon.None), false}} {
		if got := ByWorld(world.Quake, &c.e); got != c.want {
			t.Errorf("%d: %v", i, got)
		}
	}
}
