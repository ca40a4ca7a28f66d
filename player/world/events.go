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
