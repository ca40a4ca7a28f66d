package render

import (
	"demoscope/player"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/setting"
)

// viewing is the state of the viewer besides the camera: render mode, open panels and visible events.
// It does not belong to a demo, so it stays when another one is opened. The followed player
// belongs to the demo: see [demoscope/player.Player.Follow].
type viewing struct {
	setting.Switches

	views      int // number of views the viewer wants
	mode       scene.Mode
	brightness int // percent
	uiScale    int // size of text and panels, percent
	colors     colorScheme

	ghost     bool
	alignment player.Alignment // of the ghost
	seen      SeenSounds
	loudness  loudness

	display hud.Display
	chat    chatChoice
	help    bool
	scores  bool
	list    bool // of events

	classes hud.ClassSet // of visible events
	clock   hud.ClockKind

	scoresFor float64 // seconds since the key for the scores went down
}

func newViewing(o *Options) viewing {
	v := viewing{views: max(1, min(MaxViews, o.Views)), classes: hud.AllClasses}
	v.choose(o.Choices)
	return v
}

// chatChoice is whether chat is shown.
type chatChoice uint8

// The choices of the setting chat.
const (
	chatAuto chatChoice = iota // only on [hud.Analyst]
	chatOn
	chatOff
)

// chats reports whether chat is shown.
func (v *viewing) chats() bool {
	return v.chat == chatOn || v.chat == chatAuto && v.display == hud.Analyst
}

// toggleChat shows or hides chat.
func (g *game) toggleChat() {
	v := &g.viewing
	if v.chats() {
		v.chat = chatOff
	} else {
		v.chat = chatOn
	}
	g.demo.notices.sayState(setting.Find("chat").Label, v.chats())
}

// colorScheme is a set of colors.
type colorScheme uint8

// The color schemes.
const (
	defaultColors colorScheme = iota
	colorblind                // does not need red to be told from green
)

// nextClock shows the next clock beside the score.
func (v *viewing) nextClock(n *notices) {
	v.clock = (v.clock + 1) % hud.ClockCount
	n.sayBriefly("Clock: " + v.clock.String())
}

// nextMode switches to the next render mode. The next window starts as before: it is only a try.
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
func (v *viewing) announces() bool {
	return v.display == hud.Analyst && v.On(setting.KillPreview) &&
		v.On(setting.Spoilers)
}

// filter shows or hides a class of events.
func (v *viewing) filter(c hud.Class, n *notices) {
	v.classes ^= hud.Classes(c)
	n.sayState("Event filter "+c.Label(), v.classes.Has(c))
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
		n.sayBriefly("Event filter: only " + c.Label())
	} else {
		n.sayBriefly("Event filter: all")
	}
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
	o.Mode, o.Switches = v.mode, v.Switches
	o.Brightness = float32(v.brightness) / 100
	o.NoRims, o.NoSigns, o.MissileMark = v.display == hud.Clean, v.display != hud.Analyst, v.display == hud.Watch
	o.SafeColors = v.colors == colorblind
	if v.display == hud.Clean {
		o.Set(setting.ScreenEffects, false)
	}
	if o.On(setting.ReducedMotion) {
		o.Set(setting.LightFlicker, false)
	}
	return o
}
