package sound

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// TestMiddleOf: a door's sounds come from the middle of its part of the map, those of other entities from where they
// are.
func TestMiddleOf(t *testing.T) {
	w := rules.New("dem")
	w.Begin(&message.Packet{})
	w.Apply(&message.ServerInfo{Protocol: 15, Models: [][]byte{[]byte("maps/a.bsp"), []byte("*1"), []byte("*2"),
		[]byte("progs/a.mdl"), []byte("*1a")}})
	w.End()
	m := &bsp.Map{Models: make([]bsp.Model, 2)}
	m.Models[1].Mins, m.Models[1].Maxs = mgl32.Vec3{10, 20, 30}, mgl32.Vec3{30, 60, 90}
	for model, want := range map[uint16]mgl32.Vec3{
		1: {1, 2, 3}, 2: {21, 42, 63}, 3: {1, 2, 3}, 4: {1, 2, 3}, 5: {1, 2, 3},
	} {
		e := &world.Entity{Origin: mgl32.Vec3{1, 2, 3}}
		e.Model[0] = model
		if got := middleOf(w, m, e); got != want {
			t.Errorf("%s is at %v, want %v", w.ModelOf(e), got, want)
		}
	}
}
