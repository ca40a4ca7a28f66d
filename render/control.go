package render

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/render/camera"
)

// This file has the commands that change the camera's mode, and captures the
// pointer for flying.

// watchRecorder goes back to the recorded view, or in a demo without a recorder to the eyes of who is followed.
func (g *game) watchRecorder() {
	g.release()
	g.active.camera.Set(camera.Eyes)
	if !g.demo.player.Moment().World.View.Known {
		g.demo.notices.say("This demo has no recorder")
		return
	}
	g.watch(world.Nobody)
	g.demo.notices.sayBriefly("Recorder's view")
}

// nextCamera goes on to the next way of following a player. From the free camera it goes back to the way before.
func (g *game) nextCamera() {
	g.release()
	if c := &g.active.camera; c.How == camera.Free {
		g.leaveFreeCamera()
	} else {
		c.Next()
	}
	g.sayCamera()
}

// sayCamera shows the name of the camera mode.
func (g *game) sayCamera() {
	g.demo.notices.sayBriefly("Camera: " + cameraWords[g.active.camera.How])
}

// cameraWords are the messages of the camera modes.
var cameraWords = map[camera.How]string{
	camera.Eyes: "eyes", camera.Behind: "chase", camera.Orbit: "orbit", camera.Above: "overhead",
}

// toggleFly begins or stops flying.
func (g *game) toggleFly() {
	if g.active.camera.How == camera.Free {
		g.stopFlying()
		g.demo.notices.sayState("Free camera", false)
	} else {
		g.takeOff()
	}
}

// takeOff begins to fly from the last picture's camera, with the pointer captured.
// From a player's eyes it begins behind the player, whose body would be around the
// camera.
func (g *game) takeOff() {
	from := g.active.view
	if g.active.options.FirstPerson && g.demo.eyeInBody() {
		from = camera.Outside(from, g.demo.currentMap())
	}
	g.active.camera.TakeOff(from)
	g.capture()
	n := &g.demo.notices
	n.say(fmt.Sprintf(flyHint+" %s: release mouse. %s: back to player", g.keyOf("close"), g.keyOf("next-camera")))
	n.note.left = flyHintKept
}

// flyHint begins the message that explains how to leave the free camera.
const flyHint = "Free camera."

// flyHintKept is how long the message stays that explains how to leave the free camera, in seconds.
const flyHintKept = 4

// leaveFreeCamera goes back to a player from the free camera or the camera path.
func (g *game) leaveFreeCamera() {
	c := &g.active.camera
	for n := 0; n < 2 && (c.How == camera.Free || c.How == camera.Along); n++ { // the path may be below the free camera
		g.release()
		c.Land()
	}
	if c.How == camera.Free || c.How == camera.Along {
		c.Set(camera.Behind)
	}
}

// stopFlying goes back to the camera's mode before flying.
func (g *game) stopFlying() {
	if g.active.camera.How == camera.Free {
		g.release()
		g.active.camera.Land()
		g.demo.notices.forget(flyHint)
	}
}

// fly moves the camera for dt seconds. W, A, S and D take off. The keys for up and down do not: Q quits other players,
// and is pressed for that.
func (g *game) fly(h *held, dt float64) {
	c := &g.active.camera
	if h.takesOff() && c.How != camera.Free {
		g.takeOff()
	}
	if c.How == camera.Free {
		wish := h.wish()
		c.Fly(wish.Add(mgl32.Vec3{-h.sticks.left[1], h.sticks.left[0]}), h.fast, dt)
	}
}

// wish returns where the keys for flying lead, as [camera.Camera.Fly] takes it.
func (h *held) wish() mgl32.Vec3 {
	axis := func(plus, minus bool) (v float32) {
		if plus {
			v++
		}
		if minus {
			v--
		}
		return v
	}
	return mgl32.Vec3{axis(h.forward, h.back), axis(h.right, h.left), axis(h.up, h.down)}
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
