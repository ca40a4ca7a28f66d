package timeline

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// TestWhatAKillTakes: what the last blow takes is told where the victim's health is, be it before the obituary or after
// it, and of the death that only the health shows; and not of the least health that the games know, nor of
// one whose health fell long before.
func TestWhatAKillTakes(t *testing.T) {
	type step struct {
		clock  float64
		health int32
		kill   bool
	}
	for _, c := range []struct {
		name  string
		steps []step
		had   int16
		left  int16
		known bool
	}{
		{"at once", []step{{1, 74, false}, {1.1, -20, true}}, 74, -20, true},
		{"before the obituary", []step{{1, 74, false}, {1.1, -20, false}, {1.2, -33, true}}, 74, -20, true},
		{"after the obituary", []step{{1, 40, false}, {1.1, 40, true}, {1.2, 0, false}}, 40, 0, true},
		{"too late", []step{{1, 40, false}, {1.1, 40, true}, {1.5, -1, false}}, 0, 0, false},
		{"by command", []step{{1, 40, false}, {1.1, -999, true}}, 0, 0, false},
		{"who lives", []step{{1, 40, false}, {1.1, 20, true}}, 0, 0, false},
		{"hit twice", []step{{1, 100, false}, {1.1, 30, false}, {1.2, -80, true}}, 30, -80, true},
	} {
		a := newGathering()
		a.w.Recorder = 1
		for _, s := range c.steps {
			a.w.Begin(&message.Packet{Block: a.w.Block + 1})
			a.w.Apply(&message.UpdateStat{Index: world.StatHealth, Value: s.health})
			a.w.End()
			a.w.Clock, a.w.Events = s.clock, nil
			if s.kill {
				a.w.Events = []world.Event{{Kind: world.EventKill, Player: 2, Other: 1, Weapon: weapon.RocketLauncher}}
			}
			a.g.packet(a.w)
		}
		list := a.g.take(nil, true)
		last := Event{}
		for _, e := range list {
			if e.Player == 2 {
				last = e
			}
		}
		if last.Weapon == weapon.None || last.Had != c.had || last.Left != c.left || last.LeftKnown != c.known {
			t.Errorf("%s: %+v", c.name, last)
		}
	}
}
