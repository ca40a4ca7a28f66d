package pattern

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/internal/made"
)

// In a server's own recording of Quake II no line tells of a death: it is seen, and so is where.
func TestWhereDeathsAreThatAreSeen(t *testing.T) {
	body := func(frame int32, x float64) made.Body { return made.Body{Frame: frame, Origin: [3]float64{x, 20, 30}} }
	const alive = 40
	var frames [][2]made.Body
	for _, f := range [...][2]int32{{alive, alive}, {alive, made.Dies}, {alive, made.Dies}, {made.Dies, made.Dies}} {
		frames = append(frames, [2]made.Body{body(f[0], 100), body(f[1], 200)})
	}
	data := made.Quake2Server(t, frames...)
	f := Read("dm2", formats.Lookup("dm2").Open("a.dm2", data).Decoder(), Options{})
	if len(f.Kills) != 2 {
		t.Fatalf("%d deaths", len(f.Kills))
	}
	for i, want := range []mgl32.Vec3{{200, 20, 30}, {100, 20, 30}} {
		if d := &f.Kills[i]; !d.AtKnown || d.At != want {
			t.Errorf("death %d is at %v (known: %t), not %v", i, d.At, d.AtKnown, want)
		}
	}
}
