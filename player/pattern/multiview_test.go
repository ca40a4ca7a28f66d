package pattern

import (
	"testing"

	"demoscope/formats"
	"demoscope/internal/made"
	"demoscope/player/world"
)

// TestMultiView: of everybody in a multi-view recording it is known what they had when they died, and what they took.
func TestMultiView(t *testing.T) {
	both := [2]made.Fighter{{Health: 125, Weapon: 7, Ammo: 10, Owned: 0x21}, {Health: 90, Weapon: 5, Ammo: 3, Owned: 9}}
	end := both
	end[0] = made.Fighter{}
	data := made.MultiView(t, both, both, end, end)
	f := Read("dm3", formats.Lookup("dm3").Open("a.dm_68", data).Decoder(), Options{})
	if !f.Whole || f.Recorder != world.Nobody || len(f.Kills) != 1 {
		t.Fatalf("whole %v, recorder %d, kills %+v", f.Whole, f.Recorder, f.Kills)
	}
	if e := &f.Events[f.Kills[0].Event]; e.Player != 1 || e.Other != 0 || e.Had != 125 {
		t.Errorf("the kill is %+v", e)
	}
}
