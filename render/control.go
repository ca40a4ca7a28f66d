package render

import "demoscope/player/world"

// This file has the commands that change how the camera behaves, with the
// pointer that a flying one takes.

// watchRecorder goes back to what was recorded.
func (g *game) watchRecorder() {
	g.release()
	g.viewing.camera.mode = firstPerson
	g.demo.player.Follow(world.Nobody)
}

// toggleChase goes from the eyes to behind the player, or back.
func (g *game) toggleChase() {
	g.release()
	g.viewing.camera.toggleChase()
}

// toggleFly begins to fly, or ends it.
func (g *game) toggleFly() {
	if g.viewing.camera.mode == freeFly {
		g.stopFlying()
	} else {
		g.takeOff()
	}
}

// takeOff begins to fly from where the picture was taken, with the pointer
// turning the camera.
func (g *game) takeOff() {
	g.viewing.camera.takeOff(g.demo.view)
	g.capture()
}

// stopFlying goes back to how the camera behaved before.
func (g *game) stopFlying() {
	if g.viewing.camera.mode == freeFly {
		g.release()
		g.viewing.camera.land()
	}
}

// fly moves the camera for dt seconds; a key that moves it begins to fly.
func (g *game) fly(h *held, dt float64) {
	c := &g.viewing.camera
	if h.moves() && c.mode != freeFly {
		g.takeOff()
	}
	if c.mode == freeFly {
		c.fly(h, dt)
	}
}

// capture lets the pointer turn the camera.
func (g *game) capture() {
	if !g.captured {
		g.captured = true
		g.desktop.captureCursor(true)
	}
}

// release gives the pointer back.
func (g *game) release() {
	if g.captured {
		g.captured = false
		g.desktop.captureCursor(false)
	}
}
