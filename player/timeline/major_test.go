package timeline

import (
	"slices"
	"testing"
)

// TestMajorItems: who times two of a kind first times the red armour before the yellow one, the megahealth, and the powerups
// with which one kills or cannot be killed.
func TestMajorItems(t *testing.T) {
	var list []string
	for kind, item := range items {
		if item.Major() {
			list = append(list, kind)
		}
	}
	slices.Sort(list)
	want := []string{"armor_red", "battle_suit", "haste", "health_mega", "invisibility", "invulnerability", "pentagram", "quad", "regeneration", "ring"}
	if !slices.Equal(list, want) {
		t.Errorf("major items are %q, want %q", list, want)
	}
}
