package world

import (
	"bytes"
	"strings"
)

// ofWeight reports whether an item is worth a mark: weapons, armour, the
// megahealth, powerups, what is held, runes and flags are; ammunition, shards
// and health that does not last are not.
func (i *quake3Item) ofWeight() bool {
	switch i.class {
	case "", "item_armor_shard", "item_health_small", "item_health", "item_health_large", "item_spawnarmor", "item_backpack",
		"item_redcube", "item_bluecube":
		return false
	}
	return !strings.HasPrefix(i.class, "ammo_")
}

// weight returns the item with a number in the game's list, nil if it is none
// of weight.
func (q *quake3Rules) weight(item int32) *quake3Item {
	if item <= 0 || int(item) >= len(q.numbers.items) {
		return nil
	}
	if i := &q.numbers.items[item]; i.ofWeight() {
		return i
	}
	return nil
}

// item reports that a player took an item.
func (q *quake3Rules) item(w *World, slot int, item int32) {
	i := q.weight(item)
	if i == nil || slot < 0 || slot >= quake3Clients || !q.taken.fresh(w.Clock, slot, i.name) {
		return
	}
	for k := range w.Events {
		if e := &w.Events[k]; e.Kind == EventItem && e.Value == item && e.Player == Nobody {
			e.Player = slot // everybody has heard it, now we know who
			return
		}
	}
	w.event(Event{Kind: EventItem, Player: slot, Other: Nobody, Value: item, Item: i.name})
}

// globalItem reports that somebody took a powerup or a flag, which everybody
// hears, unless something else has told who.
func (q *quake3Rules) globalItem(w *World, item int32) {
	if i := q.weight(item); i != nil && q.taken.fresh(w.Clock, Nobody, i.name) {
		w.event(Event{Kind: EventItem, Player: Nobody, Other: Nobody, Value: item, Item: i.name})
	}
}

// printed reads what a line for everybody tells: of flags, and in Quake Live
// of who took what.
func (q *quake3Rules) printed(w *World, line []byte) {
	line = bytes.TrimRight(line, "\n")
	e, ok := w.flagLine(line, line)
	if !ok {
		e, ok = w.tookLine(line)
	}
	switch {
	case !ok:
	case e.Kind == EventCapture:
		q.captured, q.capture = true, w.Clock
		w.event(e)
	case q.taken.fresh(w.Clock, e.Player, e.Item):
		w.event(e)
	}
}

// tookLine reads "NAME ^7got the ^7Red Armor.", which Quake Live tells those
// who watch.
func (w *World) tookLine(line []byte) (Event, bool) {
	e := Event{Kind: EventItem, Other: Nobody, Text: line}
	name, item, ok := bytes.Cut(line, []byte(" ^7got the ^7"))
	if !ok {
		return e, false
	}
	switch string(bytes.TrimSuffix(item, []byte{'.'})) {
	case "Red Armor":
		e.Item = "Heavy Armor"
	case "Yellow Armor":
		e.Item = "Armor"
	case "Green Armor":
		e.Item = "Green Armor"
	case "Mega Health":
		e.Item = "Mega Health"
	case "Quad Damage":
		e.Item = "Quad Damage"
	case "Battle Suit":
		e.Item = "Battle Suit"
	default:
		return e, false
	}
	e.Player = w.playerNamed(bytes.TrimSuffix(name, []byte("^7")))
	return e, e.Player >= 0
}

// captureSound reports a capture that everybody heard, unless a line has told
// whose it was. Value is 1 for the red team, 2 for the blue.
func (q *quake3Rules) captureSound(w *World, team int32) {
	if q.captured && w.Clock-q.capture < 1 {
		return
	}
	w.event(Event{Kind: EventCapture, Player: Nobody, Other: Nobody, Value: team})
}
