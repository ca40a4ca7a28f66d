package render

import (
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// viewing is what the viewer has chosen besides the camera: how the level is drawn, which
// panels are open and which events are visible. None of it belongs to a demo, so it
// stays when another one is opened. The watched player does belong to the demo: see
// [demoscope/player.Player.Follow].
type viewing struct {
	views    int  // how many there shall be
	viewKick bool // strafing, recoil and damage shake the view through a player's eyes

	mode       scene.Mode
	brightness int  // of the picture, percent
	xray       bool // players are outlined through walls
	noMarkers  bool // items and other entities are not drawn
	walked     bool // walked ground is drawn
	noTints    bool // faces do not take colour from their textures
	noGrid     bool // large faces have no lines
	noSky      bool // the sky has no lines
	noFlicker  bool // lights are steady
	noNames    bool // of players, in the picture
	noEffects  bool
	noPointers bool // nothing at the sides says who is near, but not in the picture
	noChat     bool // no line of chat is drawn
	noForetell bool // nothing is told of a kill before it comes
	noPreview  bool // no picture of the moment at the pointer over the bar
	noInset    bool // no small picture of who fights from outside of the picture
	noFelt     bool // damage and liquids do not tint the view through a player's eyes

	uiScale int  // size of texts and panels, percent
	calm    bool // less moves by itself
	colours colourSet

	overlays overlays
	seen     SeenSounds
	loudness loudness

	display hud.Display
	menu    bool // of how the picture is drawn
	help    bool
	scores  bool
	list    bool // of events

	classes    hud.ClassSet // of visible events
	noSpoilers bool         // what lies ahead is hidden
	clock      hud.ClockKind

	scoresFor float64 // seconds since the key for the scores went down
}

func newViewing(o *Options) viewing {
	v := viewing{views: max(1, min(MaxViews, o.Views)), classes: hud.AllClasses}
	v.choose(o.Choices)
	return v
}

// colourSet is a set of colours.
type colourSet uint8

// The sets.
const (
	usualColours colourSet = iota
	safeColours            // for eyes that do not tell red from green
)

// nextClock shows the next of the clocks beside the score.
func (v *viewing) nextClock(n *notices) {
	v.clock = (v.clock + 1) % hud.ClockCount
	n.sayBriefly("Clock: " + v.clock.String())
}

// nextMode draws the level in the next of the ways.
func (v *viewing) nextMode(n *notices) {
	v.mode = v.mode.Next()
	n.sayBriefly("Render mode: " + v.mode.String())
}

// changeBrightness makes the picture brighter or darker by a number of steps.
func (g *game) changeBrightness(steps int) {
	const name = "brightness"
	c := choiceOf(name)
	to := setting.Find(name).Next(c.get(&g.viewing), steps)
	c.set(&g.viewing, to)
	g.demo.notices.sayBriefly("Brightness: " + to.String() + " %")
	g.keep(name)
}

// nextDisplay shows the next of the levels of display.
func (v *viewing) nextDisplay(n *notices) {
	v.display = v.display.Next()
	n.sayBriefly("Display: " + v.display.String())
}

// announces reports whether a kill is announced before it happens.
func (v *viewing) announces() bool { return v.display == hud.Analyst && !v.noForetell && !v.noSpoilers }

// filter shows or hides a class of events.
func (v *viewing) filter(c hud.Class, n *notices) {
	v.classes ^= hud.Classes(c)
	n.sayState("Event filter "+c.String(), v.classes.Has(c))
}

// filterAlone shows one class of events alone, or all again.
func (v *viewing) filterAlone(c hud.Class, n *notices) {
	one := hud.Classes(c)
	alone := v.classes != one
	if alone {
		v.classes = one
	} else {
		v.classes = hud.AllClasses
	}
	if alone {
		n.sayBriefly("Event filter: only " + c.String())
	} else {
		n.sayBriefly("Event filter: all")
	}
}

// toggleSpoilers hides or shows the events ahead.
func (v *viewing) toggleSpoilers(n *notices) {
	v.noSpoilers = !v.noSpoilers
	n.sayState("Spoilers", !v.noSpoilers)
}

// holdScores is how long the key for the scores must be held, in seconds, for its
// release to close them; a shorter press leaves them open.
const holdScores = 0.3

// toggleScores opens or closes the scores.
func (g *game) toggleScores() {
	v := &g.viewing
	if v.scores, v.scoresFor = !v.scores, 0; v.scores {
		g.coverNoMore()
	}
}

// releaseScores closes the scores if their key was held.
func (v *viewing) releaseScores() {
	if v.scoresFor > holdScores {
		v.scores = false
	}
}

// options returns the choices as options of the scene.
func (v *viewing) options() scene.Options {
	o := scene.DefaultOptions()
	o.Mode, o.XRay, o.HideMarkers, o.Heat = v.mode, v.xray, v.noMarkers, v.walked
	o.NoTints, o.NoGrid, o.NoSky, o.NoFlicker = v.noTints, v.noGrid, v.noSky, v.noFlicker
	o.HideNames, o.HideEffects, o.NoFelt = v.noNames, v.noEffects, v.noFelt
	o.Brightness = float32(v.brightness) / 100
	o.NoRims, o.NoSigns, o.MissileMarks = v.display == hud.Clean, v.display != hud.Analyst, v.display == hud.Watch
	o.SafeColors = v.colours == safeColours
	if o.Calm = v.calm; v.calm {
		o.NoFlicker = true
	}
	return o
}
