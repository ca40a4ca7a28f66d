package rules_test

import (
	"maps"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/rules"
)

// What hits at once says from where, so that the world knows whose it was: of the kills that
// come with the damage, the obituary names the same in 166 of 167, and in the other one two
// players hit in the same packet. Nobody is named for missiles, which are gone by then.
func TestHitsAreWhoseTheObituariesSay(t *testing.T) {
	type kill struct {
		clock         float64
		player, other int
		weapon        weapon.Kind
	}
	right, wrong := map[weapon.Kind]int{}, map[weapon.Kind]int{}
	for _, folder := range []string{"mvd", "qwd"} {
		for _, path := range corpus.Files(t, filepath.Join(corpus.Dir(t), folder), func(string) bool { return true }) {
			demo, err := formats.Open(filepath.Base(path), corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			w := rules.New(folder)
			var pending []kill
			facts.Drive(t, w, demo.Decoder(), nil, func(w *world.World, _ *message.Packet) {
				for _, e := range w.Events {
					if e.Kind == world.EventKill && e.Player >= 0 && e.Other >= 0 && e.Player != e.Other &&
						e.Other < len(w.Players) {
						pending = append(pending, kill{w.Clock, e.Player, e.Other, e.Weapon})
					}
				}
				kept := pending[:0]
				for _, k := range pending {
					victim := &w.Players[k.other]
					switch by := w.Attacker(victim, w.Clock); {
					case w.Clock-k.clock > 0.12:
					case victim.Hit.Clock < k.clock-0.001 || victim.Hit.Clock == 0:
						kept = append(kept, k)
					case by == k.player:
						right[k.weapon]++
					case by != world.Nobody:
						wrong[k.weapon]++
					}
				}
				pending = kept
			})
		}
	}
	want := map[weapon.Kind]int{weapon.SuperShotgun: 18, weapon.Shotgun: 96, weapon.Telefrag: 2, weapon.Thunderbolt: 50}
	if !maps.Equal(right, want) || !maps.Equal(wrong, map[weapon.Kind]int{weapon.Shotgun: 1}) {
		t.Errorf("right are %v and wrong %v", right, wrong)
	}
}
