package scene

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
)

// Without a map a grid lies below the lowest player. One at a place that is no number,
// or that no map reaches, is not drawn and does not move it.
func TestGridBelowPlayersAtNoPlace(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for _, origin := range []mgl32.Vec3{{0, 0, nan}, {nan, 0, -500}, {0, 0, inf}, {0, 0, -1e30}} {
		w := world.New(world.Quake, func() world.Rules { return nil })
		w.Players = []world.Player{{Visible: true}, {Visible: true}}
		m := &player.Moment{World: w, Poses: []world.Pose{{Origin: origin}, {Origin: mgl32.Vec3{100, 0, 64}}}}
		s := New()
		s.Build(m, Camera{FOV: 90}, View{Width: 320, Height: 200, Scale: 1}, nil)
		if got, want := lowestPlayer(s.frame.origin, m), float32(64-24); got != want {
			t.Errorf("a player at %v: the grid is at %v, want %v", origin, got, want)
		}
		if len(s.World.Vertices) == 0 {
			t.Errorf("a player at %v: no grid", origin)
		}
		for _, v := range s.World.Vertices {
			if math.IsNaN(float64(v.X)) || math.IsNaN(float64(v.Y)) {
				t.Errorf("a player at %v: a corner at %v, %v", origin, v.X, v.Y)
				break
			}
		}
	}
}
