package quake3_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/quake3"
)

// A pain sound tells the health: the followed player's stats, in the same snapshot, have it
// for 621 of 627 sounds, and the other six are frames in which something else changed it as
// well. Eight seconds later it is still within 25 points for nine of ten who live.
func TestPainTellsHealth(t *testing.T) {
	sounds, same := 0, 0
	late, near := 0, 0
	for _, path := range realDM3(t) {
		var raw quake3.RawSnapshot
		var last world.HealthEstimate
		looked := false
		playDM3(t, path, nil, func(w *world.World, in *quake3.Inspector) {
			if !in.Raw(&raw) || w.Recorder < 0 || w.Recorder >= len(w.Players) {
				return
			}
			told, health := w.Players[w.Recorder].HealthEstimate, int16(raw.Player[message.PlayerStateStats])
			if told.Known && told.Clock == w.Clock && told.Clock != last.Clock {
				sounds++
				if told.Least <= health && health <= told.Most {
					same++
				}
				last, looked = told, false
			}
			if told.Known && !looked && told.Least == told.Most && health > 0 && w.Clock-told.Clock >= 7.9 &&
				w.Clock-told.Clock < 9 {
				looked = true
				late++
				if d := health - told.Least; -25 <= d && d <= 25 {
					near++
				}
			}
		})
	}
	if sounds != 627 || same != 621 {
		t.Errorf("%d of %d pain sounds tell the health", same, sounds)
	}
	if late < 100 || near*100 < late*87 {
		t.Errorf("%d of %d are still near after 8 s", near, late)
	}
}
