package directions

import (
	"math"
	"strconv"
	"testing"

	"demoscope/internal/corpus"

	"github.com/go-gl/mathgl/mgl32"
)

// TestDirections: the directions are those of the game, and different ones of length 1.
func TestDirections(t *testing.T) {
	_, rows := corpus.Table(t, "testdata/normals.csv")
	if len(rows) != Count {
		t.Fatal(len(rows))
	}
	seen := map[mgl32.Vec3]bool{}
	for n, row := range rows {
		d := Of(uint8(n))
		if l := d.Len(); math.Abs(float64(l)-1) > 1e-5 || seen[d] || row[0] != strconv.Itoa(n) {
			t.Errorf("%d is %v, row %q", n, d, row)
		}
		seen[d] = true
		for i, text := range row[1:] {
			if want, err := strconv.ParseFloat(text, 32); err != nil || d[i] != float32(want) {
				t.Errorf("%d is %v, want %q, %v", n, d, row, err)
			}
		}
	}
	for n := Count; n < 256; n++ {
		if d := Of(uint8(n)); d != (mgl32.Vec3{}) {
			t.Errorf("%d is %v", n, d)
		}
	}
}
