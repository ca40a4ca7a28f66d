package pattern

import (
	"strings"
	"testing"
	"unsafe"

	"demoscope/player/world"
)

// A demo with many matches has the same players in them: their names, which can be long, are there once.
func TestMatchStatesShareNames(t *testing.T) {
	w := &world.World{}
	w.Players = []world.Player{{InUse: true, Name: "Ann", Team: "red"}, {}, {InUse: true, Name: "Bob"}}
	first := playersOf(w, nil)
	w.Players[0].Name, w.Players[0].Team = strings.Clone("Ann"), strings.Clone("red")
	w.Players[2].Name = "Cy"
	second := playersOf(w, first)
	if len(second) != 2 || second[0].Name != "Ann" || second[0].Team != "red" || second[1].Name != "Cy" ||
		second[1].Slot != 2 {
		t.Fatalf("%+v", second)
	}
	if unsafe.StringData(first[0].Name) != unsafe.StringData(second[0].Name) ||
		unsafe.StringData(first[0].Team) != unsafe.StringData(second[0].Team) {
		t.Error("a name is there twice")
	}
	if unsafe.StringData(first[0].Name) == unsafe.StringData(w.Players[0].Name) {
		t.Error("a name is the world's own, which may be a part of a longer text")
	}
}
