package player

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// evening makes what is compared of a recording with so many levels on one map, all from second 0 to 2, in
// which something moves along one axis, in the last level by so much more.
func evening(levels, frames int, y, last float32) *fingerprint {
	g := &fingerprint{seen: true, alone: true}
	for l := range levels {
		level := levelFingerprint{name: "maps/a.bsp", first: 0, last: 2, offset: float64(l) * 10,
			frames: map[float64][]placed{}}
		if l == levels-1 {
			y = last
		}
		for f := range frames {
			level.frames[2*float64(f)/float64(frames)] = []placed{{number: 3, origin: mgl32.Vec3{0, y, float32(f)}},
				{number: 9, origin: mgl32.Vec3{100, y, float32(f)}}}
			level.places += 2
		}
		g.levels = append(g.levels, level)
	}
	return g
}

// TestTogetherCompares: levels are found among many others on the same map, and recordings of thousands of
// them, of which none is another one's, are compared no longer than a limit says.
func TestTogetherCompares(t *testing.T) {
	a, b := evening(100, 20, 0, 500), evening(3, 20, 900, 500)
	list, reason := a.offsets(b)
	if reason != "" || len(list) != 3 || list[2] != 990 {
		t.Errorf("%v, %q", list, reason)
	}
	if want := 3 * 100 * 20; a.compared < want/2 || a.compared > 10*want {
		t.Errorf("%d comparisons for a hundred levels and three", a.compared)
	}
	short, other := evening(4000, 3, 0, 0), evening(4000, 3, 900, 900)
	if _, reason := short.offsets(other); !strings.Contains(reason, "too little is recorded") || short.compared != 0 {
		t.Errorf("levels that cannot be told apart: %q after %d comparisons", reason, short.compared)
	}
	a, b = evening(3000, 12, 0, 0), evening(3000, 12, 900, 900)
	all := 3000 * 3000 * 12
	if _, reason := a.offsets(b); reason == "" || a.compared < maxCompared/2 || a.compared > maxCompared+3000+5*12 ||
		all < 5*maxCompared {
		t.Errorf("%q after %d comparisons of %d", reason, a.compared, all)
	}
	if list, _ := a.offsets(evening(3000, 12, 0, 0)); len(list) != 3000 || math.IsNaN(list[2999]) {
		t.Errorf("its own levels are not found again: %v", len(list))
	}
}
