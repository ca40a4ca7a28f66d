package hud

import (
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

// What the status bar shows in Quake III's games is what an independent decoder reads
// from the playerState. The stats of weapons and armor are the games' own: 2 and 3, in
// OpenArena and Quake Live 3 and 4.
func TestStatusOfRealQuake3(t *testing.T) {
	demos, facts := 0, 0
	for _, path := range corpus.Expected(t, corpus.Dir(t)) {
		var want struct {
			File    string
			Samples []struct {
				Index int
				Time  int32 `json:"serverTime"`
				PS    struct {
					Type      int32 `json:"pm_type"`
					ClientNum int
					Weapon    int
					Stats     [16]int32
					Ammo      [16]int32
					Powerups  [16]int32
				}
			}
		}
		corpus.ReadJSON(t, path, &want)
		if !strings.HasPrefix(want.File, "dm3/") {
			continue
		}
		name := filepath.Base(want.File)
		weapons, armor := 2, 3
		if strings.HasPrefix(name, "oa_") || strings.Contains(name, ".dm_73") || strings.Contains(name, ".dm_9") {
			weapons, armor = 3, 4
		}
		demo, err := formats.Open(name, corpus.Read(t, filepath.Join(corpus.Dir(t), filepath.FromSlash(want.File))))
		if err != nil {
			t.Fatal(err)
		}
		cursor := scan.NewCursor(demo.Format.Name, demo.Decoder())
		demos++
		for _, k := range want.Samples {
			for cursor.World.Snapshots <= k.Index {
				if err := cursor.Next(); err != nil {
					t.Fatalf("%s: there is no snapshot %d: %v", name, k.Index, err)
				}
			}
			w := cursor.World
			var s status
			s.Read(w, k.PS.ClientNum, w.Time)
			expect := func(what string, want, got int32) {
				t.Helper()
				if facts++; want != got {
					t.Errorf("%s at %d: %s is %d, not %d", name, k.Time, what, got, want)
				}
			}
			expect("the watched player", int32(k.PS.ClientNum), int32(w.Recorder))
			expect("health", k.PS.Stats[0], s.Health)
			expect("armor", k.PS.Stats[armor], s.Armor)
			inHand := 0
			for i, slot := range s.Weapons() {
				number := i + 1
				if number >= 10 { // shown only where the player has them
					number = 1
					for quake3Weapons[number].tag != slot.Tag {
						number++
					}
				}
				owned := int32(0)
				if slot.Owned {
					owned = 1
				}
				expect(slot.Tag+" owned", k.PS.Stats[weapons]>>number&1, owned)
				if slot.Active {
					inHand = number
				}
				if slot.Count >= 0 {
					expect(slot.Tag+"'s ammunition", k.PS.Ammo[number], slot.Count)
				}
			}
			// Who watches freely, or sees the result, has nothing in hand.
			if k.PS.Type < 5 && s.Known && w.Players[k.PS.ClientNum].Visible {
				expect("the weapon in hand", int32(k.PS.Weapon), int32(inHand))
			}
			shown := 0
			for _, end := range k.PS.Powerups {
				if end > k.Time {
					shown++
				}
			}
			expect("powerups", int32(shown), int32(len(s.Items())))
		}
	}
	t.Logf("%d facts of %d demos", facts, demos)
	if demos < 15 || facts < 1000 {
		t.Errorf("%d facts of %d demos only", facts, demos)
	}
}
