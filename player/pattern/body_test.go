package pattern

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
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
