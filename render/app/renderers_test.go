package app

import (
	"image"
	"testing"
)

// TestDrawOnCPUDoesNotAllocate: neither scene nor HUD, once the picture has its size.
func TestDrawOnCPUDoesNotAllocate(t *testing.T) {
	g := shotOf(t, "demoscope1.mvd")
	g.CPU = NewSoftware()
	g.BuildShot(&ShotOptions{At: 20, Width: 640, Height: 360})
	size := image.Pt(640, 360)
	g.DrawCPU(size, g, true)
	if n := allocations(3, 0, func() { g.DrawCPU(size, g, true) }); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

// shotOf returns a game that draws pictures of a demo of our own, with its game's map.
func shotOf(t testing.TB, name string) *App {
	t.Helper()
	return New(&Options{Demo: Demo{Player: newPlayer(t, name, sample(t, name)), Maps: gameMap(t, name)},
		Width: MinWidth, Height: MinHeight}, &testDesktop{}, newTestDevices())
}
