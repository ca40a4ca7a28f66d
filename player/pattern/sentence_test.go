package pattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/golden"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// TestWords compares what is said of hits of all kinds, with their numbers and without, with a document. A number that
// is not known is left out. The document's hits are from the best to the worst.
func TestWords(t *testing.T) {
	var hits []Hit
	for k := range KindCount {
		for i, victims := range [][]string{nil, {"Ann"}, {"Ann", "Bob", "Ann"}} {
			h := Hit{Kind: k, From: 10, To: 14.125, Victims: victims, Weapon: weapon.Shotgun, Seen: i != 2,
				WarmUp: i == 2}
			switch i {
			case 0:
				h.Weapon, h.Item, h.Text = weapon.None, "Skulls", "gg"
			case 2:
				h.Map, h.Unjudged = "maps/dm6.bsp", []string{"air", "blow"}
			}
			for n, m := range k.Describe().Measures {
				if i > 0 || n%2 == 1 {
					h.Set(m, float64(len(victims))+1.625*float64(m))
				}
			}
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(a, b Hit) int { return Better(&a, &b) })
	var s strings.Builder
	for i := range hits {
		h := &hits[i]
		for _, game := range [...]world.Game{world.QuakeWorld, world.Quake3} {
			fmt.Fprintf(&s, "%v: %s | %s | %s\n", h.Kind, h.Headline(game), h.Sentence(game), h.Words(game))
		}
		fmt.Fprintf(&s, "  most %v, score %v\n", h.Most(), h.Score())
	}
	golden.Document(t, "testdata/words.txt", s.String())
}
