package pattern

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// TestLength: a length is the one that is nearest to the true one, which float32 in between would miss,
// differently by processor.
func TestLength(t *testing.T) {
	for _, v := range []mgl32.Vec3{{0.1, 0.2, 0.3}, {355.125, -17.3, 0.7}, {1e4, 3.3, -1e-3}, {1114.5391, 0.1, 0}, {}} {
		sum := new(big.Float).SetPrec(300)
		for _, x := range v {
			f := new(big.Float).SetPrec(300).SetFloat64(float64(x))
			sum.Add(sum, f.Mul(f, f))
		}
		want, _ := sum.Sqrt(sum).Float64()
		if got := length(v); math.Abs(got-want) > want*0x1p-52 {
			t.Errorf("%v is %v long, not %v", v, got, want)
		}
	}
}

// TestRecent: of 600 moments the old ones at the front go, and those beyond the newest 511.
func TestRecent(t *testing.T) {
	list := make([]int, 600)
	for i := range list {
		list[i] = i
	}
	for oldest, want := range map[int]int{0: 89, 89: 89, 100: 100, 600: 600} {
		got := recent(slices.Clone(list), func(v *int) bool { return *v < oldest })
		if !slices.Equal(got, list[want:]) {
			t.Errorf("from %d: %d moments", oldest, len(got))
		}
	}
	if got := recent(list[:3:3], func(*int) bool { return false }); len(got) != 3 {
		t.Errorf("%v", got)
	}
}

// TestCaptor: a capture without a player is that of the carry that ends with it.
func TestCaptor(t *testing.T) {
	var f Facts
	for i := range 100 {
		f.Carries = append(f.Carries, Carry{Player: i, Name: fmt.Sprint(i), To: float64(10 * i), Captured: i%2 == 1})
	}
	for e, want := range map[timeline.Event]int{{Clock: 70, Player: world.Nobody}: 7, {Clock: 71, Player: 3}: 3,
		{Clock: 80, Player: world.Nobody}: world.Nobody, {Clock: 75, Player: world.Nobody}: world.Nobody,
		{Clock: 990, Player: world.Nobody}: 99, {Clock: 1000, Player: world.Nobody}: world.Nobody} {
		slot, name := f.captor(&e)
		if slot != want || e.Player < 0 && slot >= 0 && name != fmt.Sprint(want) {
			t.Errorf("%+v: %d %q, want %d", e, slot, name, want)
		}
	}
}
