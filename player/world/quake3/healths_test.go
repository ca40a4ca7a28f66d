package quake3

import "testing"

// TestHealths: what the game's items heal, and up to how much: the small and the mega health go beyond 100.
func TestHealths(t *testing.T) {
	want := map[string][2]int16{
		"item_health_small": {5, 200}, "item_health": {25, 100}, "item_health_large": {50, 100},
		"item_health_mega": {100, 200},
	}
	for _, h := range healths {
		if w, ok := want[h.class]; !ok || h.points != w[0] || h.most != w[1] {
			t.Errorf("%s heals %d up to %d, want %d", h.class, h.points, h.most, w)
		}
		delete(want, h.class)
	}
	if len(want) > 0 {
		t.Errorf("no %v", want)
	}
}
