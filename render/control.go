package render

import "demoscope/player/world"

// This file has the commands that change the camera's mode, and captures the
// pointer for flying.

// watchRecorder goes back to the recorded view.
func (g *game) watchRecorder() {
	g.release()
	g.viewing.camera.mode = firstPerson
	g.demo.watch(world.Nobody)
	if w := g.demo.player.Moment().World; w.View.Known {
		g.demo.notices.say("Recorder's view")
	} else {
		g.demo.notices.say("This demo has no recorder's view")
	}
}

// toggleChase switches between first person and chase.
func (g *game) toggleChase() {
	g.release()
	g.viewing.camera.toggleChase()
	g.demo.notices.sayEither(g.viewing.camera.mode == chase, "From behind the player", "Through the player's eyes")
}

// toggleFly begins or stops flying.
func (g *game) toggleFly() {
	if g.viewing.camera.mode == freeFly {
		g.stopFlying()
		g.demo.notices.say("No longer flying")
	} else {
		g.takeOff()
	}
}

// takeOff begins to fly from the last picture's camera, with the pointer captured.
// From a player's eyes it begins behind the player, whose body would be around the
// camera.
func (g *game) takeOff() {
	from := g.demo.view
	if g.options.FirstPerson && g.demo.eyeInBody() {
		from = outside(from, g.demo.currentMap())
	}
	g.viewing.camera.takeOff(from)
	g.capture()
	g.demo.notices.say("Flying freely")
}

// toggleViewKick adds what shakes the view through a player's eyes, or leaves it out.
func (g *game) toggleViewKick() {
	g.viewing.viewKick = !g.viewing.viewKick
	g.demo.notices.sayEither(g.viewing.viewKick, "Strafing, recoil and damage shake the view", "The view is steady")
}

// stopFlying goes back to the camera's mode before flying.
func (g *game) stopFlying() {
	if g.viewing.camera.mode == freeFly {
		g.release()
		g.viewing.camera.land()
	}
}

// fly moves the camera for dt seconds. A movement key takes off.
func (g *game) fly(h *held, dt float64) {
	c := &g.viewing.camera
	if h.moves() && c.mode != freeFly {
		g.takeOff()
	}
	if c.mode == freeFly {
		c.fly(h, dt)
	}
}

// capture captures the pointer, which then turns the camera.
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
