package hud

import (
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Class is a class of events, as the viewer sees them. Each has its color on the
// bar and its chip in the list of events.
type Class uint8

// The classes, in the order of the chips.
const (
	ClassKill  Class = iota // kills by others, and of monsters
	ClassMine               // kills by the followed player
	ClassDeath              // deaths of the followed player
	ClassChat
	ClassItem // major items, secrets
	ClassFlag // flags taken and captured
	ClassMatch
	ClassLevel
	ClassDemoMark // demo marks: put into the recording by its player or server
	ClassBookmark
	ClassCount
	ClassNone = ClassCount
)

// classes are the names in the keys file, the labels on the chips where they differ, and the colors.
var classes = [ClassCount]struct {
	name, label string
	color       draw.Color
}{
	ClassKill:     {"kills", "", draw.RGB(0xa7b0bd)},
	ClassMine:     {"mine", "POV kills", colorAccent},
	ClassDeath:    {"deaths", "POV deaths", colorDanger},
	ClassChat:     {"chat", "", draw.RGB(0xd67fb8)},
	ClassItem:     {"items", "", colorGreen},
	ClassFlag:     {"flags", "", colorYellow},
	ClassMatch:    {"match", "", colorDim},
	ClassLevel:    {"levels", "", colorText},
	ClassDemoMark: {"marks", "demo marks", colorViolet},
	ClassBookmark: {"bookmarks", "", draw.RGB(0x55d6d6)},
}

// String returns the name in the keys file.
func (c Class) String() string {
	if c < ClassCount {
		return classes[c].name
	}
	return "none"
}

// Label returns the words on the chip. POV is the followed player.
func (c Class) Label() string {
	if c < ClassCount && classes[c].label != "" {
		return classes[c].label
	}
	return c.String()
}

// ClassSet is a set of classes, one bit each.
type ClassSet uint16

// AllClasses has every class.
const AllClasses ClassSet = 1<<ClassCount - 1

// Has reports whether c is in the set.
func (s ClassSet) Has(c Class) bool { return s>>c&1 != 0 }

// Classes returns the set of some classes.
func Classes(list ...Class) (s ClassSet) {
	for _, c := range list {
		s |= 1 << c
	}
	return s
}

// barClasses are the classes that the bar shows while the list of events is closed.
const barClasses ClassSet = 1<<ClassKill | 1<<ClassMine | 1<<ClassDeath | 1<<ClassLevel | 1<<ClassDemoMark |
	1<<ClassBookmark

// barFilter returns the classes that the bar shows: those of the list of events while it is open.
func (in *Input) barFilter() ClassSet {
	if in.List != nil {
		return in.Filter
	}
	return in.Filter & barClasses
}

// Viewer is the followed player, whose kills and deaths have special classes.
type Viewer struct {
	Slot int // world.Nobody if nobody is watched
	// Recorder is set if the player recorded the demo. Then [timeline.Event.Mine]
	// says which events are the player's, whatever slot it had.
	Recorder bool
}

// Class returns the class of an event, ClassNone if it is not on the bar.
func (v Viewer) Class(e *timeline.Event) Class {
	switch e.Kind {
	case world.EventKill:
		switch {
		case v.Slot < 0 || v.Recorder && !e.Mine || !v.Recorder && !e.Of(v.Slot):
			return ClassKill
		case e.Other == v.Slot:
			return ClassDeath
		}
		return ClassMine
	case world.EventChat:
		return ClassChat
	case world.EventItem:
		if e.TakesFlag() {
			return ClassFlag
		}
		return ClassItem
	case world.EventSecret:
		return ClassItem
	case world.EventMonster:
		return ClassKill
	case world.EventCapture, world.EventFlagLost, world.EventFlagReturned:
		return ClassFlag
	case world.EventMatchStart, world.EventMatchEnd, world.EventPause, world.EventIntermission:
		return ClassMatch
	case world.EventLevel:
		return ClassLevel
	case world.EventMark:
		return ClassDemoMark
	}
	return ClassNone
}
