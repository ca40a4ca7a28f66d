package pattern

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Where a rocket burst tells how it hit as truly as the servers' recordings that say it: of their
// 141 deaths it decides 50, and none wrong.
func TestBurstsTellBlows(t *testing.T) {
	told, judged, wrong := 0, 0, 0
	for _, file := range corpus.Demos(t, "mvd") {
		demo, err := formats.Open(filepath.Base(file), corpus.Read(t, file))
		if err != nil {
			t.Fatal(err)
		}
		f := Read(demo.Name, demo.Decoder(), Options{})
		for i := range f.Kills {
			d := &f.Kills[i]
			// When the death of a team mate is told, the weapon is not, and no burst is looked for.
			if e := &f.Events[d.Event]; e.Weapon != weapon.RocketLauncher || e.TeamKill ||
				d.Blow == world.HitUnknown ||
				d.Inferred {
				continue
			}
			told++
			if blow := d.byBurst(); blow != world.HitUnknown {
				judged++
				if blow != d.Blow {
					wrong++
				}
			}
		}
	}
	if told != 141 || judged != 50 || wrong != 0 {
		t.Errorf("of %d that are told %d are judged, %d wrong; not 141, 50, 0", told, judged, wrong)
	}
}
