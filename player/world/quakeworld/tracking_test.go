package quakeworld

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// Places are near if no axis differs by more than an eighth of a unit.
func TestNear(t *testing.T) {
	for other, want := range map[eighths]bool{{11, 19, 30}: true, {12, 20, 30}: false, {10, 18, 30}: false,
		{10, 20, 31}: true, {10, 20, 32}: false} {
		if (eighths{10, 20, 30}).near(other) != want {
			t.Errorf("%v: not %v", other, want)
		}
	}
}

// A spectator's recording: Ann in slot 0 and Bob in 1 play, and who records in slot 2 is where the followed
// was a packet before.
func TestTracking(t *testing.T) {
	w := newQWWorld(t, "qwd")
	units := wire.Units{Angle: wire.AngleShort}
	w.all(&message.QWServerData{Protocol: 28, MapName: []byte("Test"), Client: 0x80 | 2, PlayerUnits: units})
	at := func(slot uint8, x wire.Coord) message.Message {
		return &message.QWPlayerInfo{Player: slot, Origin: [3]wire.Coord{x, 8, 8}}
	}
	frame := func(ann, bob, own wire.Coord, list ...message.Message) {
		w.all(append(list, at(0, ann), at(1, bob), at(2, own))...)
	}
	expect := func(what string, health ...int32) { // of the two, 0 if it is not told
		t.Helper()
		for slot, want := range health {
			got := int32(0)
			if s := w.Players[slot].Stats; s != nil {
				got = s.Values[world.StatHealth]
			}
			if got != want {
				t.Errorf("%s: slot %d has %d, not %d", what, slot, got, want)
			}
		}
	}
	frame(100, 900, 0, stats(world.StatHealth, 70, world.StatItems, 1)...)
	expect("nothing tells it", 0, 0)
	frame(110, 910, 100)
	expect("he is where Ann was", 0, 0)
	frame(120, 920, 110)
	expect("and goes with her", 70, 0)
	frame(130, 930, 120, stats(world.StatHealth, 33)...)
	expect("they may be another's", 70, 0)
	frame(140, 940, 131) // a place is rounded
	expect("they are hers", 33, 0)
	// He wants to follow Bob: the stats come before the place.
	frame(150, 950, 131, stats(world.StatHealth, 99)...)
	expect("whose are they", 33, 0)
	frame(160, 960, 940)
	expect("he has gone to Bob", 0, 0)
	frame(170, 970, 950)
	expect("and goes with him", 0, 99)
	// Bob rests, and is hit.
	frame(180, 970, 970)
	frame(190, 970, 970, stats(world.StatHealth, 5)...)
	for range 4 {
		expect("he rests", 0, 99)
		frame(190, 970, 970)
	}
	expect("he rests for half a second", 0, 5)
	// He flies.
	frame(190, 980, 2000)
	expect("nobody was there", 0, 0)
	for range 6 {
		frame(190, 980, 2000)
	}
	expect("nor is anybody", 0, 0)
	// He rests where Ann rests, and has not even an axe.
	for range 8 {
		frame(190, 980, 190, stats(world.StatItems, 0)...)
	}
	expect("the stats are his own", 0, 0)
	w.all(&message.QWServerData{Protocol: 28, MapName: []byte("Next"), Client: 0x80 | 2, PlayerUnits: units})
	frame(190, 980, 190)
	expect("a new level", 0, 0)
}
