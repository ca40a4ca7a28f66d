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
func (vs *views) watchRecorder() {
	vs.release()
	vs.active.camera.Set(camera.Eyes)
	if !vs.demo.player.Moment().World.View.Known {
		vs.demo.notices.say("This demo has no recorder")
		return
	}
	vs.watch(world.Nobody)
	vs.demo.notices.sayBriefly("Recorder's view")
}

// nextCamera goes on to the next way of following a player. From the free camera it goes back to the way before.
func (vs *views) nextCamera() {
	vs.release()
	if c := &vs.active.camera; c.How == camera.Free {
		vs.leaveFreeCamera()
	} else {
		c.Next()
	}
	vs.sayCamera()
}

// sayCamera shows the name of the camera mode.
func (vs *views) sayCamera() {
	vs.demo.notices.sayBriefly("Camera: " + cameraWords[vs.active.camera.How])
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
func (vs *views) leaveFreeCamera() {
	c := &vs.active.camera
	for n := 0; n < 2 && (c.How == camera.Free || c.How == camera.Along); n++ { // the path may be below the free camera
		vs.release()
		c.Land()
	}
	if c.How == camera.Free || c.How == camera.Along {
		c.Set(camera.Behind)
	}
}

// stopFlying goes back to the camera's mode before flying.
func (vs *views) stopFlying() {
	if vs.active.camera.How == camera.Free {
		vs.release()
		vs.active.camera.Land()
		vs.demo.notices.forget(flyHint)
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
func (vs *views) capture() { vs.captured = true }

// release gives the pointer back.
func (vs *views) release() { vs.captured = false }
