package timeline

import "demoscope/player/world"

// Event is something that a viewer may want to jump to. Names are those at
// that time, in the game's charset.
type Event struct {
	Clock  float64 // viewer's seconds
	Block  int
	Kind   world.EventKind
	Player int // slot, or world.Nobody
	Other  int
	Value  int32
	// PlayerName and OtherName are empty for world.Nobody.
	PlayerName, OtherName string
	Weapon, Item          string
	Text                  string
}

// kept says which kinds of events an index keeps; the others happen many
// times a second.
var kept = map[world.EventKind]bool{
	world.EventChat:         true,
	world.EventKill:         true,
	world.EventItem:         true,
	world.EventLevel:        true,
	world.EventIntermission: true,
	world.EventPause:        true,
	world.EventSecret:       true,
	world.EventCapture:      true,
	world.EventMatchStart:   true,
	world.EventMatchEnd:     true,
	world.EventMark:         true,
}

// appendEvent adds e, if it is of a kind that is kept.
func appendEvent(list []Event, w *world.World, e *world.Event) []Event {
	if !kept[e.Kind] {
		return list
	}
	return append(list, Event{
		Clock: w.Clock, Block: w.Block, Kind: e.Kind, Player: e.Player, Other: e.Other, Value: e.Value,
		PlayerName: nameOf(w, e.Player), OtherName: nameOf(w, e.Other),
		Weapon: e.Weapon, Item: e.Item, Text: string(e.Text),
	})
}

func nameOf(w *world.World, slot int) string {
	if slot < 0 || slot >= len(w.Players) {
		return ""
	}
	return w.Players[slot].Name
}
