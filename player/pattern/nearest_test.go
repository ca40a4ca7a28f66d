package pattern

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// TestNearest: a missile is that of the player whose eye is nearest to where it is first seen, unless another player's
// eye is less than 32 units farther away. The order of the players makes no difference.
func TestNearest(t *testing.T) {
	for _, c := range []struct {
		away []float32 // of eyes, units
		want int
	}{
		{[]float32{20, 60, 80}, 0}, {[]float32{80, 20, 60}, 1}, {[]float32{60, 80, 20}, 2}, {[]float32{80, 60, 20}, 2},
		{[]float32{20, 80, 51}, world.Nobody}, {[]float32{20, 51, 80}, world.Nobody},
		{[]float32{51, 20, 80}, world.Nobody}, {[]float32{80, 51, 20}, world.Nobody},
		{[]float32{20, 53, 80}, 0}, {[]float32{57}, 0}, {[]float32{89}, 0},
		{[]float32{91}, world.Nobody}, {nil, world.Nobody},
	} {
		w := rules.New("qwd")
		w.Clock = 10
		w.Effects.Trails = []world.Trail{{Entity: 7, Clock: 9.95, Until: 10, Origin: mgl32.Vec3{500, 0, 0}},
			{Entity: 7, Clock: 9.9, Until: 10, Origin: mgl32.Vec3{100, 0, eyeHeight}},
			{Entity: 8, Clock: 9.8, Until: 10}}
		p := &Pass{bodies: []*body{nil}}
		for _, away := range c.away {
			b := &body{count: 1}
			b.ring[0] = step{clock: 9.9, origin: mgl32.Vec3{100 + away, 0, 0}}
			p.bodies = append(p.bodies, b)
		}
		want := c.want
		if want >= 0 {
			want++ // slot 0 is empty
		}
		if got := p.nearest(w, 7); got != want {
			t.Errorf("%v: %d, want %d", c.away, got, want)
		}
	}
}
