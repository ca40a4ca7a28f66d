package quake3

import (
	"bytes"
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// major reports whether picking up an item is worth an event: weapons, armor, the
// megahealth, powerups, holdables, runes and flags are; ammunition, shards and
// other health are not.
func (i *item) major() bool {
	switch i.class {
	case "", "item_armor_shard", "item_health_small", "item_health", "item_health_large", "item_spawnarmor",
		"item_backpack",
		"item_redcube", "item_bluecube":
		return false
	}
	return !strings.HasPrefix(i.class, "ammo_")
}

// majorItem returns the item with an index in the game's list, nil if it is not a
// major one.
func (q *rules) majorItem(item int32) *item {
	if item <= 0 || int(item) >= len(q.numbers.items) {
		return nil
	}
	if i := &q.numbers.items[item]; i.major() {
		return i
	}
	return nil
}

// item reports that a player took an item.
func (q *rules) item(w world.Edit, slot int, item int32) {
	i := q.majorItem(item)
	if i == nil || slot < 0 || slot >= clients || !q.taken.Fresh(w.Clock, slot, i.name) {
		return
	}
	for k := range w.Events {
		if e := &w.Events[k]; e.Kind == world.EventItem && e.Value == item && e.Player == world.Nobody {
			e.Player = slot // globalItem has reported it without the player
			return
		}
	}
	w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Value: item, Item: i.name})
}

// globalItem reports that somebody took a powerup or a flag, which everybody
// hears, unless it has been reported with the player.
func (q *rules) globalItem(w world.Edit, item int32) {
	if i := q.majorItem(item); i != nil && q.taken.Fresh(w.Clock, world.Nobody, i.name) {
		w.Event(world.Event{Kind: world.EventItem, Player: world.Nobody, Other: world.Nobody, Value: item,
			Item: i.name})
	}
}

// healths are by how much the game's items heal, and up to how much.
var healths = [...]struct {
	class        string
	points, most int16
}{
	{"item_health_small", 5, 200}, {"item_health", 25, 100}, {"item_health_large", 50, 100},
	{"item_health_mega", 100, 200},
}

// heal adds to the health that was told of a player what an item gives.
func (q *rules) heal(w world.Edit, slot int, item int32) {
	p := playerOf(w, int32(slot))
	if p == nil || item <= 0 || int(item) >= len(q.numbers.items) {
		return
	}
	for i := range healths {
		if h := &healths[i]; h.class == q.numbers.items[item].class {
			p.Heal(h.points, h.most)
		}
	}
}

// printed makes an event of a line for everybody: about flags, and in Quake Live
// about items.
func (q *rules) printed(w world.Edit, line []byte) {
	q.announced(w, line)
	q.printedTable(w, line)
	line = bytes.TrimRight(line, "\n")
	e, ok := prints.Flag(w.Players, line, line)
	if !ok {
		e, ok = prints.QuakeLiveItem(w.Players, line)
	}
	if !ok && w.Level().GameType == harvester {
		if e, ok = prints.Skulls(w.Players, line); ok {
			e.Value = int32(max(0, slices.Index(teams[:], w.Players[e.Player].Team)))
		}
	}
	n := slices.Index(flagItems[:], e.Item)
	if ok && n >= 0 && e.Kind == world.EventItem {
		q.tookFlag(w, n, e.Player)
	}
	switch {
	case !ok:
	case e.Kind == world.EventCapture:
		q.captured, q.capture = true, w.Clock
		w.Event(e)
	case e.Kind == world.EventFlagLost, e.Kind == world.EventFlagReturned:
		if e.Player >= 0 || q.brought[n] { // where nobody did it, games with rounds say so of flags that are there
			flagEvent(w, e)
		}
	case q.taken.Fresh(w.Clock, e.Player, e.Item):
		w.Event(e)
	}
}

// broughtFlag returns the flag, 0 for the red one and 1 for the blue one, that alone has come home in this
// packet from who carried it, or -1. If there is the sound of a capture, it was captured by the other side,
// whichever the sound is of: CPMA's is of whose flag it was.
func (q *rules) broughtFlag() int {
	switch red, blue := q.brought[0], q.brought[1]; {
	case red == blue:
		return -1
	case red:
		return 0
	}
	return 1
}

// captureSound reports a capture by the sound that everybody hears, unless a line
// has reported it with the player. The event's Value is 1 for the red team, 2 for
// the blue. Where skulls are brought to the others' base, the sound is theirs; the white flag's is that of
// who brings it. A flag that came home in the packet tells more: see [rules.broughtFlag].
func (q *rules) captureSound(w world.Edit, team int32) {
	if q.captured && w.Clock-q.capture < 1 {
		return
	}
	e := world.Event{Kind: world.EventCapture, Player: world.Nobody, Other: world.Nobody, Value: team}
	if w.Level().GameType == harvester {
		e.Item, e.Value = prints.SkullItem, redTeam+blueTeam-team
	} else if n := q.broughtFlag(); n >= 0 {
		e.Item, e.Player, e.Value = flagItems[n], int(q.bringer[n]), int32(blueTeam-n)
	}
	w.Event(e)
}
