package match

import (
	"slices"
	"testing"

	"demoscope/player/world"
)

// A name of another time is that of the one player of this moment who has it then: not of who left, nor of who was in
// the slot on another level.
func TestPlayerWithPastName(t *testing.T) {
	d := Demo{Game: world.QuakeWorld, PastNames: []PastName{{"Ann", 1, 0, 0}, {"Bob", 1, 1, 0}, {"\xc1nna", 1, 0, 0},
		{"Cy", 1, 1, 1}, {"Di", 2, 0, 0}, {"bot", 1, 0, 0}, {"bot", 1, 1, 1}}}
	w := new(world.World)
	w.LevelCount = 1
	w.Players = []world.Player{{Slot: 0, Name: "\xc1nna", InUse: true}, {Slot: 1, Name: "Cy", InUse: true, Guest: 1}}
	for name, want := range map[string]int{"Ann": 0, "Bob": world.Nobody, "Cy": 1, "Di": world.Nobody,
		"bot": world.Nobody} {
		slot, ok := d.PlayerWithPastName(w, func(called string) bool { return called == name })
		if slot != want || ok != (want >= 0) {
			t.Errorf("%s: %d, %v", name, slot, ok)
		}
	}
	if names := d.Names(); !slices.Equal(names, []string{"Ann", "Bob", "Anna", "Cy", "Di", "bot"}) {
		t.Errorf("%q", names)
	}
}

// A name of an earlier level is that of who comes to this one with the last name that the same player had there.
func TestWornOnAnotherLevel(t *testing.T) {
	d := Demo{Game: world.QuakeWorld, PastNames: []PastName{{"Ann", 1, 0, 0}, {"Ann", 1, 0, 0}, {"Bob", 1, 1, 0},
		{"Anna", 1, 0, 0}, {"Bob", 2, 0, 0}, {"Anna", 2, 3, 0}, {"Zed", 2, 3, 0}}}
	w := new(world.World)
	w.LevelCount = 2
	w.Players = make([]world.Player, 4)
	w.Players[0] = world.Player{Slot: 0, Name: "Bob", InUse: true}
	w.Players[3] = world.Player{Slot: 3, Name: "Zed", InUse: true}
	for name, want := range map[string]int{"Ann": 3, "Anna": 3, "Bob": 0, "Cy": world.Nobody} {
		slot, ok := d.PlayerWithPastName(w, func(called string) bool { return called == name })
		if slot != want || ok != (want >= 0) {
			t.Errorf("%s: %d, %v", name, slot, ok)
		}
	}
}
