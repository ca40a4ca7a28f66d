package render

import (
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// viewing is all that a viewer has chosen: how the camera behaves, how the
// level is drawn, which panels are open and what of the events is shown. None
// of it belongs to a demo, so it stays when another one is opened. Whom one
// watches does belong to one, as its slots do: the Player's [demoscope/player.Player.Follow].
type viewing struct {
	camera camera

	mode      scene.Mode
	xray      bool // players are outlined through walls
	noMarkers bool // neither items nor things
	walked    bool // the ground that was walked is drawn

	noHUD  bool
	help   bool
	scores bool
	list   bool // of events

	classes    hud.ClassSet // of events that are shown
	noSpoilers bool         // what lies ahead is hidden
	clock      hud.ClockKind

	scoresFor float64 // seconds since the key of the scores went down
}

func newViewing(mode scene.Mode) viewing {
	return viewing{camera: newCamera(), mode: mode, classes: hud.AllClasses}
}

// nextClock shows the next of the clocks.
func (v *viewing) nextClock() { v.clock = (v.clock + 1) % hud.ClockCount }

// filter shows a class of events or hides it.
func (v *viewing) filter(c hud.Class) { v.classes ^= hud.Classes(c) }

// filterAlone shows nothing but a class of events, or all again.
func (v *viewing) filterAlone(c hud.Class) {
	if one := hud.Classes(c); v.classes != one {
		v.classes = one
	} else {
		v.classes = hud.AllClasses
	}
}

// toggleSpoilers hides what lies ahead, or shows it.
func (v *viewing) toggleSpoilers(n *notices) {
	v.noSpoilers = !v.noSpoilers
	if v.noSpoilers {
		n.say("What lies ahead is hidden")
	} else {
		n.say("What lies ahead is shown")
	}
}

// holdScores is how long the key of the scores must be held, in seconds, for
// its release to close them; a short press leaves them open.
const holdScores = 0.3

// toggleScores opens or closes the scores.
func (v *viewing) toggleScores() { v.scores, v.scoresFor = !v.scores, 0 }

// releaseScores closes the scores if their key was held.
func (v *viewing) releaseScores() {
	if v.scoresFor > holdScores {
		v.scores = false
	}
}

// options returns what the scene must know of it.
func (v *viewing) options() scene.Options {
	o := scene.DefaultOptions()
	o.Mode, o.XRay, o.HideMarkers, o.Heat = v.mode, v.xray, v.noMarkers, v.walked
	return o
}
