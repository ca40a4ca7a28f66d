package world

import (
	"cmp"

	"demoscope/player/weapon"
)

// EventKind is the kind of an [Event].
type EventKind uint8

// The kinds of events.
const (
	EventPrint EventKind = iota // Text, Level
	EventChat                   // Text, Player if known
	EventKill                   // Player killed Other with Weapon, or Monster did; the same player twice is a suicide
	EventItem                   // Player took Item
	// Player hurt Other by Value, health and armor together, with Weapon if known
	EventDamage
	EventLevel        // a level began
	EventIntermission // the intermission began; Text sums up a level against monsters
	EventPause        // Value is 1 for paused, 0 for resumed
	EventSecret       // Player, if known, found a secret
	EventMonster      // Player, if known, killed a monster; Item is its kind, if known
	EventCapture      // Player captured the flag Item, or brought in Skulls
	EventMatchStart   // the match began
	EventMatchEnd     // the match ended
	EventMark         // a mark in the recording itself; Text
	EventData         // Text is a piece of machine-readable data (KTX)
	EventSound        // sound Value of entity Player+1 began
	// EventNamed names both players of an earlier EventKill, the newest one that has
	// the same Player and no Other, or the same Other and no Player: the death, or
	// the lost frag, beside it tells who the other one was.
	EventNamed
	EventFlagLost     // Player, if known, lost the flag Item: it lies somewhere now
	EventFlagReturned // the flag Item is back at its base; Player, if known, returned it
)

// EventFields are fields of an [Event] that mean something, Kind aside.
type EventFields uint16

// The fields of events.
const (
	hasPlayer EventFields = 1 << iota // otherwise it is [Nobody]
	hasOther                          // otherwise it is [Nobody]
	hasValue
	hasWeapon // with Monster
	hasItem
	hasLevel
	hasTeamKill
	hasDeath // Idle, Gone and Had
	hasByScore
	hasBlow
	hasText
)

// eventFields are the fields of each kind of event.
var eventFields = [...]EventFields{
	EventPrint:        hasPlayer | hasLevel | hasText,
	EventChat:         hasPlayer | hasLevel | hasText,
	EventKill:         hasPlayer | hasOther | hasValue | hasWeapon | hasTeamKill | hasDeath | hasBlow | hasText,
	EventItem:         hasPlayer | hasValue | hasItem | hasText,
	EventDamage:       hasPlayer | hasOther | hasValue | hasWeapon | hasBlow,
	EventLevel:        0,
	EventIntermission: hasText,
	EventPause:        hasPlayer | hasValue | hasText,
	EventSecret:       hasPlayer,
	EventMonster:      hasPlayer | hasItem,
	EventCapture:      hasPlayer | hasValue | hasItem | hasText,
	EventMatchStart:   hasText,
	EventMatchEnd:     hasByScore | hasText,
	EventMark:         hasText,
	EventData:         hasText,
	EventSound:        hasPlayer | hasValue,
	EventNamed:        hasPlayer | hasOther | hasTeamKill,
	EventFlagLost:     hasPlayer | hasItem | hasText,
	EventFlagReturned: hasPlayer | hasItem | hasText,
}

// Fields returns the fields that events of the kind may have, none for an unknown kind.
func (k EventKind) Fields() EventFields {
	if int(k) >= len(eventFields) {
		return 0
	}
	return eventFields[k]
}

// Fields returns the fields that are set.
func (e *Event) Fields() (set EventFields) {
	for i, is := range [...]bool{e.Player != Nobody, e.Other != Nobody, e.Value != 0, e.Weapon != weapon.None ||
		e.Monster != "", e.Item != "", e.Level != 0, e.TeamKill, e.Idle || e.Gone != "" || e.Had != 0, e.ByScore,
		e.Blow != BlowUnknown, len(e.Text) > 0} {
		if is {
			set |= 1 << i
		}
	}
	return set
}

// Nobody stands for a slot where there is no player, as when the world kills.
const Nobody = -1

// Event is one thing that happened in a packet. [EventKind.Fields] says which fields
// mean something.
type Event struct {
	Kind   EventKind
	Player int // slot, or Nobody
	Other  int // slot, or Nobody
	Value  int32
	Weapon weapon.Kind
	// Monster is the name of what killed if Weapon is [weapon.Monster].
	Monster string
	Item    string // by the game's name
	Level   uint8  // of a print: see Notice
	// TeamKill is set for the kill of a team mate. The game may name only one of the
	// two.
	TeamKill bool
	// Idle is set for a death that is none of a match: between its rounds, or of who stops playing to look on
	// or leaves.
	Idle bool
	// ByScore is set for the end of a match of which the game says that somebody has enough frags or captures.
	ByScore bool
	// Gone is the name of a victim who has left in the same packet, so that his slot has none; else empty.
	Gone string
	// Blow is how the missile of a kill, or of damage, hit.
	Blow Blow
	// Had is the health of a victim before the last blow, of whom the demo tells it only there; else 0.
	Had  int16
	Text []byte // bytes in the game's charset, valid until the next packet
}

// WeaponName returns the weapon or other cause of a kill or of damage by the game's name, or the monster's name; ""
// if it is not known.
func (e *Event) WeaponName() string { return cmp.Or(e.Weapon.String(), e.Monster) }
