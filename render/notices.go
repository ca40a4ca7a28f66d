package render

import (
	"demoscope/player"
	"demoscope/render/hud"
)

const (
	// sayKept is how long a message stays, in seconds, and leaveKept how long
	// after a first Esc a second one quits.
	sayKept   = 2.0
	leaveKept = 2.5
	// longKept is how long a missing map and damage are told in full.
	longKept = 15.0
	// patience is how long a seek may take before it is told.
	patience = 0.3
)

// notices are the program's own messages.
type notices struct {
	text     string
	left     float64 // seconds
	leave    float64 // seconds in which a second Esc quits
	warning  string
	warnLeft float64
	mapText  string
	mapShort string // stays when mapText has been shown for long enough
	mapLeft  float64
	damage   string
	damaged  bool
	damLeft  float64
	behind   float64 // how long a seek has been under way
	dt       float64
	picture  bool // for a picture of one moment: nothing about keys
	messages []hud.Message
}

// pass lets dt seconds pass.
func (n *notices) pass(dt float64) {
	n.dt = dt
	n.left -= dt
	n.leave -= dt
	n.warnLeft -= dt
	n.mapLeft -= dt
	n.damLeft -= dt
}

// say shows a message for a while.
func (n *notices) say(text string) { n.text, n.left = text, sayKept }

// warn shows a warning for long enough to be read.
func (n *notices) warn(text string) { n.warning, n.warnLeft = text, longKept }

// askLeave asks for a second Esc.
func (n *notices) askLeave() { n.leave = leaveKept }

// leaving reports whether a first Esc was a short while ago.
func (n *notices) leaving() bool { return n.leave > 0 }

// setMap tells of a map that is missing or not the right one: text for a
// while, and short from then on.
func (n *notices) setMap(text, short string) {
	n.mapText, n.mapShort, n.mapLeft = text, short, longKept
}

// list returns what is to be shown now.
func (n *notices) list(p *player.Player) []hud.Message {
	n.messages = n.messages[:0]
	add := func(text string, kind hud.MessageKind) {
		n.messages = append(n.messages, hud.Message{Text: text, Kind: kind})
	}
	if n.warning != "" && n.warnLeft > 0 {
		add(n.warning, hud.MessageWarning)
	}
	if n.mapText != "" && n.mapLeft > 0 {
		add(n.mapText, hud.MessageWarning)
	} else if n.mapShort != "" {
		add(n.mapShort, hud.MessageWarning)
	}
	if d := p.Damage(); d != nil {
		if !n.damaged {
			n.damaged, n.damage, n.damLeft = true, "The demo is damaged: "+d.Error(), longKept
		}
		if n.damLeft > 0 || p.Ended() {
			add(n.damage, hud.MessageWarning)
		}
	}
	if n.picture {
		return n.messages
	}
	n.behind += n.dt
	if !p.Behind() {
		n.behind = 0
	}
	if n.behind > patience {
		add("Seeking", hud.MessageNote)
	}
	switch {
	case n.leave > 0:
		add("Press Esc again to quit", hud.MessageNote)
	case n.left > 0:
		add(n.text, hud.MessageNote)
	case p.Ended() && p.Speed() > 0:
		add("End of the demo. Space plays it again.", hud.MessageNote)
	}
	return n.messages
}
