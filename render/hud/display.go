package hud

// Display is how much of the HUD is drawn.
type Display uint8

// The levels of display, from most to least. Each shows what the next one does, and more.
const (
	Analyst Display = iota // everything, each overlay with a switch of its own
	Watch                  // what a viewer needs to follow a fight, and nothing twice
	Clean                  // the picture alone
	displayCount
)

// Displays are the names of the levels.
var Displays = [...]string{Analyst: "analyst", Watch: "watch", Clean: "clean"}

// String returns the name of a level.
func (d Display) String() string { return Displays[d] }

// Next returns the level that shows more, and after [Analyst] the one that shows least.
func (d Display) Next() Display { return (d + displayCount - 1) % displayCount }
