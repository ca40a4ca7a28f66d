package timeline

import (
	"slices"
	"testing"
)

// TestMajorItems: who times two of a kind first times the red armor before the yellow one, the megahealth,
// and the powerups with which one kills or cannot be killed.
func TestMajorItems(t *testing.T) {
	var list []string
	for kind, item := range items {
		if item.Major() {
			list = append(list, kind)
		}
	}
	slices.Sort(list)
	want := []string{"armor_red", "battle_suit", "haste", "health_mega", "invisibility", "invulnerability", "pentagram",
		"quad", "regeneration", "ring"}
	if !slices.Equal(list, want) {
		t.Errorf("major items are %q, want %q", list, want)
	}
}

// TestWhatFiguresShare: things that one figure shows have names of their own.
func TestWhatFiguresShare(t *testing.T) {
	for model, want := range map[string]string{
		"models/powerups/kamikazi.md3": "Kami kamikaze", "progs/invulner.mdl": "Pent pentagram",
		"models/powerups/holdable/invulnerability.md3": "Invuln invulnerability",
		"models/powerups/holdable/porter.md3":          "Portal portal",
		"models/powerups/holdable/Teleporter.md3":      "Tele teleporter",
	} {
		item := items[kindOf(model)]
		if item == nil || item.Tag+" "+item.Name != want {
			t.Errorf("%s: %+v, want %s", model, item, want)
		}
	}
}
