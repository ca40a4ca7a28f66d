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
	EventKill                   // Player, or Monster, killed Other with Weapon; a suicide if both are the same player
	EventItem                   // Player took Item
	// Player hurt Other with Weapon, if known; Value is the damage to health and armor together.
	EventDamage
	EventLevel        // a level began
	EventIntermission // the intermission began; Text summarizes a level against monsters
	EventPause        // Value is 1 for paused, 0 for resumed
	EventSecret       // Player, if known, found a secret
	EventMonster      // Player, if known, killed a monster of kind Item, if known
	EventCapture      // Player captured the flag Item, or delivered skulls
	EventMatchStart   // the match began
	EventMatchEnd     // the match ended
	EventMark         // Text is a mark in the recording itself
	EventData         // Text is a piece of machine-readable data (KTX)
	EventSound        // sound Value of entity Player+1 began
	// EventNamed completes an earlier EventKill with both players: the newest one with the same
	// Player and no Other, or with the same Other and no Player. A death or a lost frag at the same
	// time revealed the missing player.
	EventNamed
	EventFlagLost     // Player, if known, dropped the flag Item
	EventFlagReturned // the flag Item was returned to its base, by Player if known
)

// EventFields is a set of fields of an [Event], without Kind.
type EventFields uint16

// The fields of events.
const (
	hasPlayer EventFields = 1 << iota // otherwise [Nobody]
	hasOther                          // otherwise [Nobody]
	hasValue
	hasWeapon // and Monster
	hasItem
	hasLevel
	hasTeamKill
	hasDeath // Idle, VictimName and VictimHealth
	hasByScore
	hasHitType
	hasText
)

// eventFields are the fields of each kind of event.
var eventFields = [...]EventFields{
	EventPrint:        hasPlayer | hasLevel | hasText,
	EventChat:         hasPlayer | hasLevel | hasText,
	EventKill:         hasPlayer | hasOther | hasValue | hasWeapon | hasTeamKill | hasDeath | hasHitType | hasText,
	EventItem:         hasPlayer | hasValue | hasItem | hasText,
	EventDamage:       hasPlayer | hasOther | hasValue | hasWeapon | hasHitType,
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

// Fields returns the fields that events of the kind may have, or 0 for an unknown kind.
func (k EventKind) Fields() EventFields {
	if int(k) >= len(eventFields) {
		return 0
	}
	return eventFields[k]
}

// Fields returns the fields that are set.
func (e *Event) Fields() (set EventFields) {
	for i, is := range [...]bool{e.Player != Nobody, e.Other != Nobody, e.Value != 0, e.Weapon != weapon.None ||
		e.Monster != "", e.Item != "", e.Level != 0, e.TeamKill, e.Idle || e.VictimName != "" || e.VictimHealth != 0,
		e.ByScore, e.HitType != HitUnknown, len(e.Text) > 0} {
		if is {
			set |= 1 << i
		}
	}
	return set
}

// Nobody is the slot of no player, for example when the world kills.
const Nobody = -1

// Event is something that happened in a packet. [EventKind.Fields] returns which fields have a
// meaning.
type Event struct {
	Kind   EventKind
	Player int // slot, or Nobody
	Other  int // slot, or Nobody
	Value  int32
	Weapon weapon.Kind
	// Monster is the name of the killer if Weapon is [weapon.Monster].
	Monster string
	Item    string // the game's name
	Level   uint8  // of a print, see Notice
	// TeamKill is set if the victim was a team mate. The game may name only one of the two players.
	TeamKill bool
	// Idle is set for a death that does not count in a match: between rounds, or when a player
	// leaves or becomes a spectator.
	Idle bool
	// ByScore is set for the end of a match if the game says that the frag or capture limit was
	// reached.
	ByScore bool
	// VictimName is the name of a victim who left in the same packet, so that the slot has no name
	// any more. Otherwise it is empty.
	VictimName string
	// HitType is how the missile hit, for a kill or damage.
	HitType HitType
	// VictimHealth is the health of the victim before the fatal hit, if the demo reports it only
	// there. Otherwise it is 0.
	VictimHealth int16
	Text         []byte // bytes in the game's charset, valid until the next packet
}

// WeaponName returns the game's name of the weapon or other cause of a kill or of damage, or the
// monster's name. It returns "" if the cause is unknown.
func (e *Event) WeaponName() string { return cmp.Or(e.Weapon.String(), e.Monster) }
