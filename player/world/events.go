package world

// EventKind is what happened.
type EventKind uint8

// The kinds of events.
const (
	EventPrint        EventKind = iota // Text, Level
	EventChat                          // Text, Player if known
	EventKill                          // Player killed Other with Weapon
	EventItem                          // Player took Item
	EventDamage                        // Player hurt Other by Value
	EventLevel                         // a level began
	EventIntermission                  // the level's result is shown
	EventPause                         // Value is 1 or 0
	EventSecret
	EventMonster
	EventCapture    // Player captured the flag
	EventMatchStart // the match began
	EventMatchEnd   // it ended
	EventMark       // a mark that the recording carries
	EventData       // Text is a piece of machine-readable data (KTX)
	EventSound      // sound Value of entity Player+1 began
)

// Nobody is an event's player where there is none: the world itself.
const Nobody = -1

// Event is one thing that happened in a packet. Text is a view that is valid
// until the next packet.
type Event struct {
	Kind   EventKind
	Player int // slot, or Nobody
	Other  int // slot, or Nobody
	Value  int32
	Weapon string // by the game's name
	Item   string
	Level  uint8
	Text   []byte
}

// event reports what happened.
func (w *World) event(e Event) { w.Events = append(w.Events, e) }

// print prints for the screen and reports it.
func (w *World) print(level uint8, chat bool, text []byte) {
	w.printTo(level, chat, text, Everybody, Nobody)
}

// printTo prints for the players of some slots; player is who speaks, or who
// alone is spoken to.
func (w *World) printTo(level uint8, chat bool, text []byte, targets uint32, player int) {
	w.Notices.print(w.Clock, level, chat, text, targets)
	kind := EventPrint
	if chat {
		kind = EventChat
	}
	w.event(Event{Kind: kind, Player: player, Other: Nobody, Level: level, Text: text})
}

// centerPrint prints in the middle of the screen.
func (w *World) centerPrint(text []byte) { w.centerPrintTo(text, Everybody) }

// centerPrintTo prints in the middle of some players' screens.
func (w *World) centerPrintTo(text []byte, targets uint32) {
	w.Notices.center(w.Clock, text, false)
	w.Notices.CenterTargets = targets
}

// beginLevel starts a level: everything of the one before is forgotten.
func (w *World) beginLevel() *Level {
	w.resetLevel()
	w.event(Event{Kind: EventLevel, Player: Nobody, Other: Nobody})
	return w.editLevel()
}
