package hud

import (
	"slices"
	"testing"

	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestCalmAlarm: behind a low health the ground pulses with the clock, and does not where the viewer wants calm.
func TestCalmAlarm(t *testing.T) {
	at := func(clock float64, calm bool) []draw.Vertex {
		h, in := New(1), &Input{}
		in.Set(setting.ReducedMotion, calm)
		in.Clock = clock
		h.status.Health = 15
		h.status.drawVitals(in, Rect{0, 0, 200, 50})
		return h.out.Vertices
	}
	if slices.Equal(at(10, false), at(10.2, false)) {
		t.Error("it does not pulse")
	}
	calm := at(10, true)
	if !slices.Equal(calm, at(10.2, true)) || len(calm) != len(at(10, false)) {
		t.Error("it pulses, or is not there")
	}
}
