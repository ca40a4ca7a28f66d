package director

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// A player is seen between two samples and for 0.3 s after one; nothing leads to where a track
// begins anew.
func TestPoses(t *testing.T) {
	track := []timeline.Sample{
		{Clock: 1, Begins: true, Yaw: 64}, {Clock: 2, Origin: mgl32.Vec3{400, 0, 0}, Begins: true},
		{Clock: 3, Origin: mgl32.Vec3{500, 0, 0}, Yaw: 64}, {Clock: 4, Dead: true, Begins: true},
		{Clock: 9, Dead: true, Begins: true},
	}
	m := &match{tracks: [][]timeline.Sample{track}}
	for clock, want := range map[float64]pose{
		0.5:  {},
		1:    {yaw: 90, state: alive},
		1.29: {yaw: 90, state: alive},
		1.31: {},
		1.9:  {},
		2.25: {origin: mgl32.Vec3{425, 0, 0}, state: alive},
		2.75: {origin: mgl32.Vec3{475, 0, 0}, yaw: 90, state: alive},
		3.25: {origin: mgl32.Vec3{500, 0, 0}, yaw: 90, state: alive},
		3.5:  {},
		6:    {state: dead},
		9.2:  {state: dead},
		9.5:  {},
	} {
		if got := m.at(0, clock); got != want {
			t.Errorf("at %v s: %+v, want %+v", clock, got, want)
		}
	}
}

// A picture of 90 degrees is 45 to both sides of where one looks, and 37 up and down; without a
// map 700 units deep, with one 2500.
func TestOnScreen(t *testing.T) {
	free := func(from, to mgl32.Vec3) bool { return true }
	nan := float32(math.NaN())
	for _, c := range []struct {
		pitch, yaw float32
		at         mgl32.Vec3
		sight      Sight
		want       bool
	}{
		{0, 0, mgl32.Vec3{100, 0, 72}, nil, true}, {0, 0, mgl32.Vec3{100, 0, 79}, nil, false}, // 36 and 38 degrees up
		{0, 0, mgl32.Vec3{100, 0, -72}, nil, true}, {0, 0, mgl32.Vec3{100, 0, -79}, nil, false},
		{30, 0, mgl32.Vec3{100, 0, -200}, nil, true}, {30, 0, mgl32.Vec3{100, 0, 20}, nil, false}, // 63 down, 11 up
		{0, 0, mgl32.Vec3{100, 98, 0}, nil, true}, {0, 0, mgl32.Vec3{100, 102, 0}, nil, false},
		// 32 and 52 to the left
		{0, 170, mgl32.Vec3{-100, -40, 0}, nil, true}, {0, 170, mgl32.Vec3{-100, -90, 0}, nil, false},
		{0, 0, mgl32.Vec3{690, 0, 0}, nil, true}, {0, 0, mgl32.Vec3{710, 0, 0}, nil, false},
		{0, 0, mgl32.Vec3{2490, 0, 0}, free, true}, {0, 0, mgl32.Vec3{2510, 0, 0}, free, false},
		{0, 0, mgl32.Vec3{nan, 0, 0}, nil, false}, {0, 0, mgl32.Vec3{nan, nan, nan}, free, false},
	} {
		if got := onScreen(mgl32.Vec3{}, c.pitch, c.yaw, &pose{origin: c.at}, c.sight); got != c.want {
			t.Errorf("%v along %v, %v is on the screen: %v", c.at, c.pitch, c.yaw, got)
		}
	}
}

// Kills of others are highlights, and flags that are taken and brought home, up to the level's last
// moment. What players do to themselves, or the world to them, is none.
func TestActs(t *testing.T) {
	m := &match{begin: 10, end: 20, slots: []int{1, 4}}
	m.note([]timeline.Event{
		{Clock: 9.9, Kind: world.EventKill, Player: 1, Other: 4},
		{Clock: 10, Kind: world.EventKill, Player: 1, Other: 4, Item: "Rocket Launcher"},
		{Clock: 11, Kind: world.EventKill, Player: 4, Other: 4},
		{Clock: 12, Kind: world.EventKill, Player: world.Nobody, Other: 4},
		{Clock: 13, Kind: world.EventKill, Player: 4, Other: world.Nobody},
		{Clock: 14, Kind: world.EventItem, Player: 4, Other: world.Nobody, Item: "Red Flag"},
		{Clock: 15, Kind: world.EventItem, Player: 4, Other: world.Nobody, Item: "Shells"},
		{Clock: 16, Kind: world.EventCapture, Player: 4, Other: world.Nobody},
		{Clock: 20, Kind: world.EventKill, Player: 9, Other: 1},
		{Clock: 20.1, Kind: world.EventKill, Player: 1, Other: 4},
	})
	want := []highlight{
		{clock: 10, reason: ReasonKill, who: 0, victim: 1, event: 4, worth: 1},
		{clock: 14, reason: ReasonFlag, who: 1, victim: -1, event: world.Nobody, item: "Red Flag",
			worth: 0.5, carries: 60},
		{clock: 16, reason: ReasonFlag, who: 1, victim: -1, event: world.Nobody, worth: 1},
		{clock: 20, reason: ReasonKill, who: -1, victim: 0, event: 1, worth: 1}, // of who was never seen
	}
	if !slices.Equal(m.highlights, want) {
		t.Errorf("highlights are %+v, want %+v", m.highlights, want)
	}
}

// Armor, the megahealth and powerups that somebody took in the level are highlights.
func TestTakesAreActs(t *testing.T) {
	m := &match{begin: 10, end: 20, slots: []int{1, 4}}
	quad, armor := weapon.ItemQuad, weapon.ItemRedArmor
	m.take(quad, &timeline.Take{Clock: 12, Slot: 4})
	m.take(armor, &timeline.Take{Clock: 13, Slot: 1})
	m.take(weapon.ItemMegahealth, &timeline.Take{Clock: 20, Slot: 1})
	m.take(weapon.Item(weapon.RocketLauncher), &timeline.Take{Clock: 14, Slot: 1})
	m.take(quad, &timeline.Take{Clock: 15, Slot: world.Nobody})
	m.take(quad, &timeline.Take{Clock: 9, Slot: 1})
	m.take(quad, &timeline.Take{Clock: 21, Slot: 1})
	want := []highlight{
		{clock: 12, reason: ReasonItem, who: 1, victim: -1, event: world.Nobody, item: "Quad", worth: 0.3, carries: 30},
		{clock: 13, reason: ReasonItem, who: 0, victim: -1, event: world.Nobody, item: "RA", worth: 0.06},
		{clock: 20, reason: ReasonItem, who: 0, victim: -1, event: world.Nobody, item: "MH", worth: 0.12},
	}
	if !slices.Equal(m.highlights, want) {
		t.Errorf("highlights are %+v, want %+v", m.highlights, want)
	}
}

// Of more than 64 players those are left out who were seen least.
func TestTooManyPlayers(t *testing.T) {
	m := &match{}
	for slot := range 66 {
		track := make([]timeline.Sample, 5)
		if slot == 3 || slot == 40 {
			track = track[:2]
		}
		m.slots, m.tracks, m.teams = append(m.slots, slot), append(m.tracks, track), append(m.teams, "")
	}
	m.limit()
	if len(m.slots) != 64 || len(m.tracks) != 64 || len(m.teams) != 64 || m.index(3) != -1 || m.index(40) != -1 ||
		m.index(2) != 2 || m.index(4) != 3 || m.index(65) != 63 {
		t.Errorf("left are %v", m.slots)
	}
}

// Who has no team is everybody's enemy.
func TestEnemies(t *testing.T) {
	m := &match{teams: []string{"", "", "red", "red", "blue"}}
	for _, c := range []struct {
		a, b int
		want bool
	}{{0, 1, true}, {0, 2, true}, {2, 3, false}, {2, 4, true}} {
		if m.enemies(c.a, c.b) != c.want {
			t.Errorf("%d and %d are enemies: %v", c.a, c.b, !c.want)
		}
	}
}
