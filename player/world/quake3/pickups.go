package quake3

import (
	"bytes"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// ofWeight reports whether an item is worth a mark: weapons, armour, the
// megahealth, powerups, what is held, runes and flags are; ammunition, shards
// and health that does not last are not.
func (i *item) ofWeight() bool {
	switch i.class {
	case "", "item_armor_shard", "item_health_small", "item_health", "item_health_large", "baseItemspawnarmor", "item_backpack",
		"item_redcube", "item_bluecube":
		return false
	}
	return !strings.HasPrefix(i.class, "ammo_")
}

// weight returns the item with a number in the game's list, nil if it is none
// of weight.
func (q *rules) weight(item int32) *item {
	if item <= 0 || int(item) >= len(q.numbers.items) {
		return nil
	}
	if i := &q.numbers.items[item]; i.ofWeight() {
		return i
	}
	return nil
}

// item reports that a player took an item.
func (q *rules) item(w world.Edit, slot int, item int32) {
	i := q.weight(item)
	if i == nil || slot < 0 || slot >= clients || !q.taken.Fresh(w.Clock, slot, i.name) {
		return
	}
	for k := range w.Events {
		if e := &w.Events[k]; e.Kind == world.EventItem && e.Value == item && e.Player == world.Nobody {
			e.Player = slot // everybody has heard it; now the player is known
			return
		}
	}
	w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Value: item, Item: i.name})
}

// globalItem reports that a player took a powerup or a flag, which everybody
// hears, unless it has been reported with the player.
func (q *rules) globalItem(w world.Edit, item int32) {
	if i := q.weight(item); i != nil && q.taken.Fresh(w.Clock, world.Nobody, i.name) {
		w.Event(world.Event{Kind: world.EventItem, Player: world.Nobody, Other: world.Nobody, Value: item, Item: i.name})
	}
}

// printed reads a line for everybody: of flags, and in Quake Live of items.
func (q *rules) printed(w world.Edit, line []byte) {
	line = bytes.TrimRight(line, "\n")
	e, ok := prints.Flag(w.Players, line, line)
	if !ok {
		e, ok = prints.QuakeLiveItem(w.Players, line)
	}
	switch {
	case !ok:
	case e.Kind == world.EventCapture:
		q.captured, q.capture = true, w.Clock
		w.Event(e)
	case q.taken.Fresh(w.Clock, e.Player, e.Item):
		w.Event(e)
	}
}

// captureSound reports a capture that everybody heard, unless a line has
// reported it with the player. Value is 1 for the red team, 2 for the blue.
func (q *rules) captureSound(w world.Edit, team int32) {
	if q.captured && w.Clock-q.capture < 1 {
		return
	}
	w.Event(world.Event{Kind: world.EventCapture, Player: world.Nobody, Other: world.Nobody, Value: team})
}
