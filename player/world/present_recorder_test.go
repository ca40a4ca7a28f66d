package world

import "testing"

// The recorder of a demo without its beginning is among those at the end, though nothing tells the name.
func TestRecorderWithoutBeginningIsPresent(t *testing.T) {
	w := new(World)
	w.Recorder, w.Players = 1, []Player{{Slot: 0}, {Slot: 1}, {Slot: 2, Name: "Ann", InUse: true}}
	if p := w.PresentAtEnd(nil); len(p.Players) != 2 || p.Players[0].Slot != 1 || p.Players[1].Slot != 2 {
		t.Errorf("without beginning: %+v", p)
	}
	w.LevelCount = 1
	if p := w.PresentAtEnd(nil); len(p.Players) != 1 || p.Players[0].Slot != 2 {
		t.Errorf("with a level: %+v", p)
	}
}
